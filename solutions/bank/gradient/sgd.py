# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:permutation"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = np.empty((steps + 1, len(w)))
    path[0] = w
    for t in range(steps):
        B = rng.permutation(len(y))[:batch]
        path[t + 1] = path[t] - 2 * eta * np.mean((X[B] @ path[t] - y[B])[:, None] * X[B], axis=0)
    return path


# %% tags=["right", "id:smallest-random-numbers"]
def sgd(X, y, w, eta, batch, steps, rng):
    w = np.array(w, dtype=float)
    path = [w.tolist()]
    for _ in range(steps):
        rows = np.argsort(rng.random(len(y)))[:batch]
        w = w + eta * 2 / len(rows) * X[rows].T @ (y[rows] - X[rows] @ w)
        path.append(w.tolist())
    return path


# %% tags=["right", "id:own-shuffle"]
def sgd(X, y, w, eta, batch, steps, rng):
    # Fisher and Yates: the first rows of a shuffled list, drawn one after the other.
    m = len(y)
    path = [w]
    for _ in range(steps):
        order = list(range(m))
        for i in range(batch):
            j = i + int(rng.integers(m - i))
            order[i], order[j] = order[j], order[i]
        gradient = sum(2 / batch * (X[r] @ path[-1] - y[r]) * X[r] for r in order[:batch])
        path.append(path[-1] - eta * gradient)
    return np.stack(path)


# %% tags=["right", "id:all-batches-first"]
def sgd(X, y, w, eta, batch, steps, rng):
    rows = np.argpartition(rng.random((steps, len(y))), batch - 1, axis=1)[:, :batch]
    path = np.zeros((steps + 1, X.shape[1]))
    path[0] = w
    for t, r in enumerate(rows, start=1):
        path[t] = path[t - 1] - eta * 2 / batch * (X[r] @ path[t - 1] - y[r]) @ X[r]
    return np.matrix(path)


# %% tags=["right", "id:accept-or-draw-again"]
def sgd(X, y, w, eta, batch, steps, rng):
    def draw():
        while True:
            rows = rng.integers(0, len(y), batch)
            if len(set(rows.tolist())) == batch:
                return rows

    path = [np.asarray(w, dtype=np.float64)]
    while len(path) <= steps:
        rows = draw()
        error = X[rows] @ path[-1] - y[rows]
        path.append(path[-1] - 2 * eta / batch * error @ X[rows])
    return tuple(path)


# %% tags=["right", "id:shuffled-in-place"]
from flcourse.losses import Squared


def sgd(X, y, w, eta, batch, steps, rng):
    order = np.arange(len(y))
    path = [w]
    for _ in range(steps):
        rng.shuffle(order)
        rows = order[:batch]
        w = w - eta * Squared().gradient(w, X[rows], y[rows])
        path.append(w)
    return np.array(path)


# %% tags=["right", "id:child-generators"]
def sgd(X, y, w, eta, batch, steps, rng):
    seeds = rng.integers(2**63, size=steps)
    path = [w]
    for seed in seeds:
        rows = np.random.default_rng(seed).choice(len(y), size=batch, replace=False, shuffle=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:with-replacement", "says:without replacement"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.integers(0, len(y), batch)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:each-row-by-a-coin", "says:two different rows", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = np.flatnonzero(rng.random(len(y)) < batch / len(y))
        size = max(len(rows), 1)
        path.append(path[-1] + eta * 2 / size * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:divided-by-all-rows", "says:not by B", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / len(y) * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:one-batch-for-all-steps", "says:same batch in all steps", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    rows = rng.choice(len(y), batch, replace=False)
    path = [w]
    for _ in range(steps):
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:first-rows", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    X, y = X[:batch], y[:batch]
    path = [w]
    for _ in range(steps):
        path.append(path[-1] + eta * 2 / batch * X.T @ (y - X @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:cyclic-batches", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for t in range(steps):
        rows = (t * batch + np.arange(batch)) % len(y)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:neighbouring-rows", "says:each pair of rows", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = (rng.integers(len(y)) + np.arange(batch)) % len(y)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:own-seed-in-the-loop", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = np.random.default_rng(0).choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:own-generator", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    rng = np.random.default_rng(0)
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:global-generator", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = np.random.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:dealt-from-a-pack", "says:drawn afresh", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path, pack = [w], []
    for _ in range(steps):
        if len(pack) < batch:
            pack = rng.permutation(len(y)).tolist()
        rows, pack = pack[:batch], pack[batch:]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:batch-kept-for-two-steps", "says:drawn afresh", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for t in range(steps):
        if t % 2 == 0:
            rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:last-row-never", "says:each pair of rows", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(max(batch, len(y) - 1), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:later-rows-more-often", "says:each pair of rows", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    p = np.arange(1, len(y) + 1) / sum(range(1, len(y) + 1))
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False, p=p)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:wrong-shuffle", "says:each pair of rows", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    m = len(y)
    path = [w]
    for _ in range(steps):
        order = list(range(m))
        for i in range(m):
            j = int(rng.integers(m))
            order[i], order[j] = order[j], order[i]
        rows = order[:batch]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:one-row-instead-of-a-batch", "says:without replacement"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        r = rng.integers(len(y))
        path.append(path[-1] + eta * 2 * X[r] * (y[r] - X[r] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:full-gradient", "says:rng", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        path.append(path[-1] + eta * 2 / len(y) * X.T @ (y - X @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:sum-over-the-batch", "says:factor 1/B is missing"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:two-missing", "says:factor 2 is missing"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:uphill", "says:walks uphill"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (X[rows] @ path[-1] - y[rows]))
    return np.array(path)


# %% tags=["wrong", "id:start-missing", "says:start is missing"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = []
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        w = w + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ w)
        path.append(w)
    return np.array(path)


# %% tags=["wrong", "id:last-place-only", "says:one place only"]
def sgd(X, y, w, eta, batch, steps, rng):
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        w = w + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ w)
    return w


# %% tags=["wrong", "id:same-array-in-every-row", "says:changed in place"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        w += eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ w)
        path.append(w)
    return np.array(path)


# %% tags=["wrong", "id:from-the-start-again", "says:from the first w again"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        path.append(w + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ w))
    return np.array(path)


# %% tags=["wrong", "id:falling-step", "says:step size shrinks"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = [w]
    for t in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        change = 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1])
        path.append(path[-1] + eta / (t + 1) * change)
    return np.array(path)


# %% tags=["right", "id:single-precision"]
def sgd(X, y, w, eta, batch, steps, rng):
    path = np.zeros((steps + 1, len(w)), dtype=np.float32)
    path[0] = w
    for t in range(steps):
        rows = rng.permutation(len(y))[:batch]
        slope = 2 / batch * X[rows].T @ (X[rows] @ path[t] - y[rows])
        path[t + 1] = path[t] - eta * slope
    return path


# %% tags=["wrong", "id:batches-two-steps-later", "says:at the distance", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    path, kept = [np.array(w, dtype=float)], []
    for t in range(steps):
        rows = rng.choice(len(y), batch, replace=False) if t % 4 < 2 else kept[t - 2]
        kept.append(rows)
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)


# %% tags=["wrong", "id:second-half-a-copy", "says:at the distance", "loses:sgd-batches-tests"]
def sgd(X, y, w, eta, batch, steps, rng):
    half = (steps + 1) // 2
    drawn = [rng.choice(len(y), batch, replace=False) for _ in range(half)]
    path = [np.array(w, dtype=float)]
    for t in range(steps):
        rows = drawn[t % half]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ (y[rows] - X[rows] @ path[-1]))
    return np.array(path)
