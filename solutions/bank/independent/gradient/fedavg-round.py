# ruff: noqa
# %% tags=["right", "id:loops"]
def fedavg_round(X, y, w, eta, E):
    M = sum(len(y_i) for y_i in y)
    mean_step = np.zeros(len(w))
    mean_E = 0.0
    for X_i, y_i, E_i in zip(X, y, E):
        p_i = len(y_i) / M
        w_i = np.array(w, dtype=float)
        for _ in range(E_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        mean_step += p_i * (w_i - w) / E_i
        mean_E += p_i * E_i
    return w + mean_E * mean_step


# %% tags=["right", "id:average"]
def fedavg_round(X, y, w, eta, E):
    sizes = np.array([X_i.shape[0] for X_i in X])

    def local(i):
        v = w
        for _ in range(int(E[i])):
            v = v + eta * 2 * np.mean((y[i] - X[i] @ v)[:, None] * X[i], axis=0)
        return v

    changes = np.array([(local(i) - w) / E[i] for i in range(len(X))])
    return w + np.average(E, weights=sizes) * np.average(changes, axis=0, weights=sizes)


# %% tags=["right", "id:matrix-power"]
def fedavg_round(X, y, w, eta, E):
    d, n = len(w), len(X)
    p = np.array([len(t) for t in y], dtype=float)
    p /= p.sum()
    ends = np.empty((n, d))
    for i in range(n):
        m = len(y[i])
        step = np.eye(d + 1)
        step[:d, :d] -= 2 * eta / m * X[i].T @ X[i]
        step[:d, d] = 2 * eta / m * X[i].T @ y[i]
        ends[i] = (np.linalg.matrix_power(step, int(E[i])) @ np.append(w, 1.0))[:d]
    return w + (p @ E) * (p @ ((ends - w) / np.reshape(E, (n, 1))))


# %% tags=["right", "id:geometric-sum"]
def fedavg_round(X, y, w, eta, E):
    """A change after E steps is minus eta (I + M + ... + M^(E-1)) times the first gradient."""
    total, direction, speed = 0, 0, 0
    for X_i, y_i, E_i in zip(X, y, E):
        m = len(y_i)
        term = 2 / m * X_i.T @ (X_i @ w - y_i)
        change = np.zeros(len(w))
        for _ in range(E_i):
            change = change - eta * term
            term = term - 2 * eta / m * X_i.T @ (X_i @ term)
        total = total + m
        speed = speed + m * E_i
        direction = direction + m * change / E_i
    return w + (speed / total) * (direction / total)


# %% tags=["right", "id:all-at-once-with-mask"]
def fedavg_round(X, y, w, eta, E):
    n, d = len(X), len(w)
    m = np.array([len(y_i) for y_i in y])
    Q = np.stack([X_i.T @ X_i / len(X_i) for X_i in X])
    b = np.stack([X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y)])
    W = np.tile(np.asarray(w, float), (n, 1))
    E = np.asarray(E)
    for s in range(E.max()):
        busy = (E > s)[:, None]
        W = W - busy * 2 * eta * (np.einsum("iab,ib->ia", Q, W) - b)
    p = m / m.sum()
    return w + (p * E).sum() * (p[:, None] * (W - w) / E[:, None]).sum(axis=0)


# %% tags=["right", "id:client-class"]
class Client:
    def __init__(self, X, y):
        self.X, self.y, self.size = X, y, len(y)

    def gradient(self, w):
        return -2 / self.size * self.X.T @ (self.y - self.X @ w)

    def train(self, w, eta, steps):
        for _ in range(steps):
            w = w - eta * self.gradient(w)
        return w


class Server:
    def __init__(self, clients):
        self.clients = clients
        self.total = sum(c.size for c in clients)

    def round(self, w, eta, E):
        step, speed = np.zeros_like(np.asarray(w, dtype=float)), 0.0
        for c, E_c in zip(self.clients, E):
            share = c.size / self.total
            step += share / E_c * (c.train(w, eta, E_c) - w)
            speed += share * E_c
        return w + speed * step


def fedavg_round(X, y, w, eta, E):
    return Server([Client(a, b) for a, b in zip(X, y)]).round(w, eta, E)


# %% tags=["right", "id:reduce-column"]
from functools import reduce


def fedavg_round(X, y, w, eta, E):
    w = np.reshape(w, (-1, 1)).astype(float)
    sizes = [np.size(y_i) for y_i in y]
    p = [s / sum(sizes) for s in sizes]

    def walk(X_i, y_i, E_i):
        y_i = np.reshape(y_i, (-1, 1))
        return reduce(
            lambda v, _: v - 2 * eta * (X_i.T @ (X_i @ v - y_i)) / len(y_i), range(E_i), w
        )

    mean = sum(p_i * (walk(X_i, y_i, E_i) - w) / E_i for p_i, X_i, y_i, E_i in zip(p, X, y, E))
    return w + sum(p_i * E_i for p_i, E_i in zip(p, E)) * mean


# %% tags=["right", "id:from-the-optimum"]
def fedavg_round(X, y, w, eta, E):
    """w_i = best_i + (I - 2 eta Q_i)^E_i (w - best_i), powers by eigenvalues."""
    M = sum(map(len, y))
    mean, speed = np.zeros(len(w)), 0
    for X_i, y_i, E_i in zip(X, y, E):
        p_i = len(y_i) / M
        best = np.linalg.lstsq(X_i, y_i, rcond=None)[0]
        values, U = np.linalg.eigh(X_i.T @ X_i / len(y_i))
        w_i = best + U @ ((1 - 2 * eta * values) ** E_i * (U.T @ (w - best)))
        mean, speed = mean + p_i * (w_i - w) / E_i, speed + p_i * E_i
    return w + speed * mean


# %% tags=["right", "id:effective-weights"]
def fedavg_round(X, y, w, eta, E):
    # the same formula as a weighted sum of the w_i and of w, with weights a_i = p_i * Ebar / E_i
    m = np.array([len(v) for v in y])
    p = m / np.sum(m)
    E = np.asarray(E, dtype=int)
    a = p * np.dot(p, E) / E
    new = (1 - a.sum()) * np.asarray(w, dtype=float)
    for i in range(len(X)):
        v = np.copy(w).astype(float)
        count = 0
        while count < E[i]:
            v -= eta * (2 / m[i]) * X[i].T.dot(X[i].dot(v) - y[i])
            count += 1
        new += a[i] * v
    return new


# %% tags=["wrong", "id:plain-mean", "loses:fedavg-round-local-tests"]
# why: the plain FedAvg mean of the w_i; a client with more steps pulls harder, no comparison by steps.
def fedavg_round(X, y, w, eta, E):
    M = sum(len(y_i) for y_i in y)
    new = 0
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        new = new + len(y_i) / M * w_i
    return new


# %% tags=["wrong", "id:equal-clients", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: p_i = 1/n instead of m_i over the sum: every client counts alike.
def fedavg_round(X, y, w, eta, E):
    n = len(X)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + np.mean(E) * np.mean(changes, axis=0)


# %% tags=["wrong", "id:local-sum", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: the local gradient lacks 1/m_i, but L_i is a mean.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + (p @ E) * (p @ np.array(changes))


# %% tags=["wrong", "id:one-mean-step", "loses:fedavg-round-local-tests"]
# why: goes one mean step only, not as many as the clients made on average.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + p @ np.array(changes)


# %% tags=["wrong", "id:plain-average-of-steps", "loses:fedavg-round-local-tests"]
# why: the average number of steps without the weights p_i.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + np.mean(E) * (p @ np.array(changes))


# %% tags=["wrong", "id:total-steps", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: goes the sum of all steps, not their average.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + np.sum(E) * (p @ np.array(changes))


# %% tags=["wrong", "id:one-client-after-the-other", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: client i starts where client i - 1 arrived; every client must start from the server's w.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    w_i = w
    for X_i, y_i, E_i in zip(X, y, E):
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        changes.append((w_i - w) / E_i)
    return w + (p @ E) * (p @ np.array(changes))


# %% tags=["wrong", "id:everybody-as-the-first", "loses:fedavg-round-local-tests"]
# why: all clients make E_0 steps; client i makes E_i of them.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    ends = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E[0]):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        ends.append(w_i)
    return p @ np.array(ends)


# %% tags=["wrong", "id:gradient-frozen", "loses:fedavg-round-local-tests"]
# why: the client repeats the gradient at the server's w; each local step needs the gradient at w_i.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    changes = []
    for X_i, y_i, E_i in zip(X, y, E):
        gradient = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
        w_i = w
        for _ in range(E_i):
            w_i = w_i - eta * gradient
        changes.append((w_i - w) / E_i)
    return w + (p @ E) * (p @ np.array(changes))


# %% tags=["wrong", "id:speed-as-data", "loses:fedavg-round-local-tests"]
# why: weighs the w_i by p_i E_i, so speed counts even more, as if it were data.
def fedavg_round(X, y, w, eta, E):
    m = np.array([len(t) for t in y])
    ends = []
    for X_i, y_i, E_i in zip(X, y, E):
        w_i = w
        for _ in range(E_i):
            w_i = w_i - 2 * eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        ends.append(w_i)
    return np.average(ends, axis=0, weights=m * E)


# %% tags=["wrong", "id:fastest-client", "loses:fedavg-round-local-tests"]
# why: goes max E mean steps, not the average number.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i]):
            w_i = w_i - 2 * eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return w + np.max(E) * step


# %% tags=["wrong", "id:one-step-too-many", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: range(E_i + 1) makes one local step too many.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i] + 1):
            w_i = w_i - 2 * eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return w + (p @ E) * step


# %% tags=["wrong", "id:rounded-average", "loses:fedavg-round-local-tests"]
# why: rounds the average number of steps to a whole number; the formula has sum p_i E_i itself.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i]):
            w_i = w_i - 2 * eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return w + round(float(p @ E)) * step


# %% tags=["wrong", "id:without-two", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: the gradient of L_i lacks its factor 2.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i]):
            w_i = w_i - eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return w + (p @ E) * step


# %% tags=["wrong", "id:pooled-descent", "loses:fedavg-round-local-tests"]
# why: walks on the pooled risk, as often as one client does; the data stay with clients that walk on their own L_i.
def fedavg_round(X, y, w, eta, E):
    X_all, y_all = np.vstack(X), np.concatenate(y)
    for _ in range(max(E)):
        w = w - 2 * eta / len(y_all) * X_all.T @ (X_all @ w - y_all)
    return w


# %% tags=["wrong", "id:change-only", "loses:fedavg-round-tests,fedavg-round-local-tests"]
# why: returns the change, not the server's new w.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i]):
            w_i = w_i - 2 * eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return (p @ E) * step


# %% tags=["wrong", "id:harmonic", "loses:fedavg-round-local-tests"]
# why: the harmonic mean of the E_i takes the place of their average.
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(t) for t in y]) / sum(len(t) for t in y)
    step = 0
    for i in range(len(X)):
        w_i = w
        for _ in range(E[i]):
            w_i = w_i - 2 * eta / len(y[i]) * X[i].T @ (X[i] @ w_i - y[i])
        step = step + p[i] * (w_i - w) / E[i]
    return w + step / np.sum(p / E)
