# ruff: noqa
# %% tags=["right", "id:choice"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = np.zeros((steps + 1, len(w)))
    path[0] = w
    for t in range(steps):
        rows = rng.choice(len(y), size=batch, replace=False)
        error = y[rows] - X[rows] @ path[t]
        path[t + 1] = path[t] + eta * 2 / batch * X[rows].T @ error
    return path


# %% tags=["right", "id:permutation-list"]
def sgd(X, y, w, eta, batch, steps, rng):
    w = np.array(w, dtype=float)
    places = [w]
    for _ in range(steps):
        B = rng.permutation(X.shape[0])[:batch]
        w = w - eta * 2 * np.mean((X[B] @ w - y[B])[:, None] * X[B], axis=0)
        places.append(w)
    return np.array(places)


# %% tags=["right", "id:random-keys"]
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path = [np.asarray(w, dtype=float)]
    for _ in range(steps):
        keys = rng.random(m)
        rows = np.argsort(keys)[-batch:]
        path.append(path[-1] + 2 * eta / batch * (y[rows] - X[rows] @ path[-1]) @ X[rows])
    return np.vstack(path)


# %% tags=["right", "id:all-batches-first"]
def sgd(X, y, w, eta, batch, steps, rng):
    order = np.argsort(rng.random((steps, len(y))), axis=1)
    path = np.empty((steps + 1, X.shape[1]))
    path[0] = np.ravel(w)
    for t, rows in enumerate(order[:, :batch]):
        X_b, y_b = X[rows], y[rows]
        path[t + 1] = path[t] + eta * (2 / batch) * (X_b.T @ (y_b - X_b @ path[t]))
    return path


# %% tags=["right", "id:fisher-yates"]
def sgd(X, y, w, eta, batch, steps, rng):
    m = X.shape[0]
    deck = list(range(m))
    path = [np.array(w, dtype=float)]
    for _ in range(steps):
        for i in range(batch):  # the deck may start in any order
            j = int(rng.integers(i, m))
            deck[i], deck[j] = deck[j], deck[i]
        here, move = path[-1], 0
        for r in deck[:batch]:
            move = move + X[r] * (y[r] - here @ X[r])
        path.append(here + eta * 2 / batch * move)
    return np.array(path)


# %% tags=["right", "id:floyd"]
def _draw(m, batch, rng):
    """Floyd's algorithm: a random subset with `batch` draws."""
    chosen = set()
    for j in range(m - batch, m):
        t = int(rng.integers(0, j + 1))
        chosen.add(j if t in chosen else t)
    return sorted(chosen)


def sgd(X, y, w, eta, batch, steps, rng):
    path = np.tile(np.asarray(w, dtype=float), (steps + 1, 1))
    for t in range(1, steps + 1):
        rows = _draw(len(y), batch, rng)
        path[t] = path[t - 1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[t - 1])
    return path


# %% tags=["right", "id:hypergeometric-mask"]
def sgd(X, y, w, eta, batch, steps, rng):
    ones = np.ones(len(y), dtype=int)
    v = np.array(w, dtype=float)
    path = [v.copy()]
    for _ in range(steps):
        mask = rng.multivariate_hypergeometric(ones, batch)  # 1 for the rows in the batch
        v += eta * 2 / batch * X.T @ (mask * (y - X @ v))
        path.append(v.copy())
    return np.stack(path)


# %% tags=["right", "id:shuffle-in-place"]
def sgd(X, y, w, eta, batch, steps, rng):
    index = np.arange(len(y))

    def gradient(w, rows):
        return -2 / len(rows) * X[rows].T @ (y[rows] - X[rows] @ w)

    path = [w]
    while len(path) <= steps:
        rng.shuffle(index)
        path.append(path[-1] - eta * gradient(path[-1], index[:batch]))
    return np.array(path, dtype=float)


# %% tags=["right", "id:choice-of-rows-of-a-table"]
def sgd(X, y, w, eta, batch, steps, rng):
    table = np.column_stack([X, y])
    path = np.full((steps + 1, X.shape[1]), np.nan)
    path[0] = w
    for t in range(steps):
        B = rng.choice(table, size=batch, replace=False, axis=0)
        path[t + 1] = path[t] + eta * 2 / batch * B[:, :-1].T @ (B[:, -1] - B[:, :-1] @ path[t])
    return path


# %% tags=["right", "id:reservoir"]
def reservoir(m, batch, rng):
    kept = list(range(batch))
    for r in range(batch, m):
        k = rng.integers(r + 1)
        if k < batch:
            kept[k] = r
    return kept


def sgd(X, y, w, eta, batch, steps, rng):
    def walk():
        here = np.array(w, dtype=float)
        yield here
        for _ in range(steps):
            B = reservoir(len(y), batch, rng)
            here = here + (eta * 2 / batch) * sum(X[r] * (y[r] - X[r] @ here) for r in B)
            yield here

    return np.array(list(walk()))


# %% tags=["right", "id:draw-until-new"]
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path = [np.array(w, float)]
    for _ in range(steps):
        if batch == m:
            rows = np.arange(m)
        else:
            rows = []
            while len(rows) < batch:
                r = int(rng.integers(m))
                if r not in rows:
                    rows.append(r)
        e = y[rows] - X[rows] @ path[-1]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ e)
    return np.array(path)


# %% tags=["right", "id:leave-out-the-others"]
def sgd(X, y, w, eta, batch, steps, rng):
    m, d = X.shape
    path = np.zeros((steps + 1, d))
    path[0, :] = w
    for t in range(steps):
        outside = rng.choice(m, m - batch, replace=False, shuffle=False)
        inside = np.setdiff1d(np.arange(m), outside)
        Q, b = X[inside].T @ X[inside] / batch, X[inside].T @ y[inside] / batch
        path[t + 1] = path[t] - 2 * eta * (Q @ path[t] - b)
    return path


# %% tags=["wrong", "id:with-replacement", "loses:sgd-tests,sgd-batches-tests"]
# why: rng.integers draws with replacement, so a batch may hold a row twice (and a batch of m rows is not all rows).
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.integers(len(y), size=batch)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:epochs", "loses:sgd-batches-tests"]
# why: one shuffle for each pass through the data; rows that were used do not come again in the pass, so batches depend on earlier ones.
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path, waiting = [np.array(w, float)], np.zeros(0, dtype=int)
    for _ in range(steps):
        if len(waiting) < batch:
            waiting = rng.permutation(m)
        rows, waiting = waiting[:batch], waiting[batch:]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:one-batch-for-all", "loses:sgd-batches-tests"]
# why: the batch is drawn once, before the loop, and used in every step.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    rows = rng.choice(len(y), batch, replace=False)
    for _ in range(steps):
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:first-rows", "loses:sgd-batches-tests"]
# why: the first rows are the batch of every step; nothing is drawn at random.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        path.append(path[-1] + eta * 2 / batch * X[:batch].T @ (y[:batch] - X[:batch] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:contiguous-block", "loses:sgd-batches-tests"]
# why: a block of neighbouring rows with a random start; most sets of B rows never come.
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = (rng.integers(m) + np.arange(batch)) % m
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:divided-by-m", "loses:sgd-batches-tests"]
# why: the sum over the batch is divided by m, not by B; the same only if the batch is everything.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / len(y) * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:without-two", "loses:sgd-tests,sgd-batches-tests"]
# why: the factor 2 of the step is forgotten.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:global-numpy", "loses:sgd-batches-tests"]
# why: draws from np.random instead of rng; the same generator does not give the same walk.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = np.random.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:own-seed", "loses:sgd-batches-tests"]
# why: makes a generator of its own with a fixed seed and ignores rng: every walk draws the same batches.
def sgd(X, y, w, eta, batch, steps, rng):
    rng = np.random.default_rng(0)
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:not-the-last-ones-again", "loses:sgd-batches-tests"]
# why: rows of the batch before are left out where enough others are left; batches must not depend on earlier ones.
def sgd(X, y, w, eta, batch, steps, rng):
    everybody = np.arange(len(y))
    path, last = [np.array(w, float)], []
    for _ in range(steps):
        free = np.setdiff1d(everybody, last)
        rows = rng.choice(free if len(free) >= batch else everybody, batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
        last = rows
    return np.array(path)


# %% tags=["wrong", "id:coin-for-each-row", "loses:sgd-batches-tests"]
# why: each row comes with probability B/m on its own, so the size of the batch is random and may be 0.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.random(len(y)) < batch / len(y)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:bad-shuffle", "loses:sgd-batches-tests"]
# why: swaps each of the first B places with any place, a biased shuffle: not every set has the same probability.
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path = [np.array(w, float)]
    for _ in range(steps):
        deck = np.arange(m)
        for i in range(batch):
            j = rng.integers(m)
            deck[i], deck[j] = deck[j], deck[i]
        rows = deck[:batch]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:never-the-last-row", "loses:sgd-tests,sgd-batches-tests"]
# why: a permutation of m - 1 leaves the last row out for ever.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.permutation(len(y) - 1)[:batch]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:row-by-row", "loses:sgd-tests,sgd-batches-tests"]
# why: walks once for each row of the batch, each from where the last one arrived; all rows of a batch must use the same w.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        v = path[-1]
        for r in rng.choice(len(y), batch, replace=False):
            v = v + eta * 2 / batch * X[r] * (y[r] - X[r] @ v)
        path.append(v)
    return np.array(path)


# %% tags=["wrong", "id:slope-of-the-start", "loses:sgd-tests,sgd-batches-tests"]
# why: the gradient is always taken at the start w, not at the present place.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ w))
    return np.array(path)


# %% tags=["wrong", "id:all-rows-the-same-array", "loses:sgd-tests,sgd-batches-tests"]
# why: the same array is appended each time, so all rows of the path are the last place.
def sgd(X, y, w, eta, batch, steps, rng):
    v = np.array(w, float)
    path = [v]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        v += eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ v)
        path.append(v)
    return np.array(path)


# %% tags=["wrong", "id:shrinking-step", "loses:sgd-tests,sgd-batches-tests"]
# why: the step size shrinks with t; the text has a constant eta.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for t in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(
            path[-1] + eta / (t + 1) * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1])
        )
    return np.array(path)


# %% tags=["wrong", "id:features-ignored", "loses:sgd-tests"]
# why: steps by the mean error of the batch as if x = 1; the step has x_r (y_r - w x_r). The batches are right.
def sgd(X, y, w, eta, batch, steps, rng):
    path = [np.array(w, float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 * np.mean(y[rows] - X[rows] @ path[-1]))
    return np.array(path)
