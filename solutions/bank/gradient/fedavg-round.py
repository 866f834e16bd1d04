# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:closed-form-of-the-local-steps"]
def fedavg_round(X, y, w, eta, E):
    p = np.array([len(y_i) for y_i in y]) / sum(map(len, y))
    step = 0
    for p_i, X_i, y_i, e_i in zip(p, X, y, E):
        best = np.linalg.pinv(X_i) @ y_i
        M = np.eye(len(w)) - 2 * eta / len(y_i) * X_i.T @ X_i
        step = step + p_i * (best + np.linalg.matrix_power(M, e_i) @ (w - best) - w) / e_i
    return w + p @ E * step


# %% tags=["right", "id:package-gradient"]
from flcourse.losses import Squared


def fedavg_round(X, y, w, eta, E):
    def change(X_i, y_i, steps):
        v = w
        for _ in range(steps):
            v = v - eta * Squared().gradient(v, X_i, y_i)
        return (v - w) / steps

    m = np.array([len(y_i) for y_i in y])
    p = m / m.sum()
    return w + np.sum(p * E) * (p @ np.array([change(*data) for data in zip(X, y, E)]))


# %% tags=["right", "id:sum-of-gradients"]
def fedavg_round(X, y, w, eta, E):
    m = sum(y_i.size for y_i in y)
    mean_steps = sum(y_i.size * int(e) for y_i, e in zip(y, E)) / m
    direction = np.zeros_like(w)
    for X_i, y_i, e in zip(X, y, E):
        v, total = w.copy(), np.zeros_like(w)
        for _ in range(int(e)):
            g = 2 * X_i.T.dot(X_i.dot(v) - y_i) / y_i.size
            total += g
            v -= eta * g
        direction += y_i.size / m * total / e
    return np.matrix(w - eta * mean_steps * direction).T


# %% tags=["right", "id:side-by-side-with-a-mask"]
def fedavg_round(X, y, w, eta, E):
    m = np.array([float(len(y_i)) for y_i in y])
    Q = np.array([X_i.T @ X_i / len(X_i) for X_i in X])
    q = np.array([-2 * X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y)])
    W = np.tile(w, (len(m), 1))
    for t in range(max(E)):
        moving = (t < E)[:, None]
        W = W - eta * moving * (2 * np.einsum("iab,ib->ia", Q, W) + q)
    weights = m / m.sum() / E
    return list(w + (m @ E / m.sum()) * (weights @ (W - w)))


# %% tags=["right", "id:recursion-in-place"]
def fedavg_round(X, y, w, eta, E):
    def walk(v, X_i, y_i, left):
        if left == 0:
            return v
        return walk(v + 2 * eta * X_i.T @ (y_i - X_i @ v) / len(y_i), X_i, y_i, left - 1)

    rows, steps = 0, 0
    total, E = np.zeros((1, len(w))), list(E)
    while X:
        X_i, y_i, e = X.pop(), y.pop(), E.pop()
        total[0] += len(X_i) * (walk(w, X_i, y_i, e) - w) / e
        rows += len(X_i)
        steps += len(X_i) * e
    return w + steps / rows * total / rows


# %% tags=["wrong", "id:clients-count-the-same", "says:count the same"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.mean(local, axis=0)


# %% tags=["wrong", "id:sum-of-models", "says:sum of the clients' models"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    total = 0
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        total = total + w_i
    return total


# %% tags=["wrong", "id:weights-not-normalised", "says:not divided by their sum"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    total = 0
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        total = total + len(y_i) * w_i
    return total


# %% tags=["wrong", "id:starts-from-zero", "says:start from 0"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = np.zeros(len(w))
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:sum-for-mean", "says:factor 1/m_i"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:two-missing", "says:factor 2 of the gradient"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:uphill", "says:walks uphill"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:last-client-only", "says:Only the last client"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
    return w_i


# %% tags=["wrong", "id:relay", "says:starts from the model of client 0"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local, w_i = [], w
    for X_i, y_i in zip(X, y):
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:one-model-for-all-in-place", "says:Only the last client"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = [w] * len(X)
    start = w.copy()
    for i, (X_i, y_i) in enumerate(zip(X, y)):
        local[i][:] = start
        for _ in range(E):
            local[i] -= eta * 2 / len(y_i) * X_i.T @ (X_i @ local[i] - y_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:change-only", "says:This is the change"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i - w)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:models-of-the-clients", "says:models of the clients"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.array(local)


# %% tags=["wrong", "id:one-step-only", "says:E is ignored", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = [w - eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:one-long-step", "says:taken anew", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = [w - E * eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:gradient-at-the-server", "says:taken anew", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        slope = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
        for _ in range(E):
            w_i = w_i - eta * slope
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:average-after-each-step", "says:averages after each step", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    for _ in range(E):
        local = [w - eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
        w = np.average(local, axis=0, weights=[len(y_i) for y_i in y])
    return w


# %% tags=["wrong", "id:steps-on-the-pooled-data", "says:averages after each step", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    rows, labels = np.vstack(X), np.concatenate(y)
    for _ in range(E):
        w = w - eta * 2 / len(labels) * rows.T @ (rows @ w - labels)
    return w


# %% tags=["wrong", "id:one-step-fewer", "says:E is ignored", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    E = int(E[0])
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(max(1, E - 1)):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:plain-mean", "says:plain mean of the models", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    m = [len(y_i) for y_i in y]
    return np.average(local, axis=0, weights=m)


# %% tags=["wrong", "id:mean-step-only", "says:fedavg_round for E = 2", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append((w_i - w) / e_i)
    m = [len(y_i) for y_i in y]
    return w + np.average(local, axis=0, weights=m)


# %% tags=["wrong", "id:steps-averaged-without-sizes", "says:counts all clients the same", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append((w_i - w) / e_i)
    m = [len(y_i) for y_i in y]
    return w + np.mean(E) * np.average(local, axis=0, weights=m)


# %% tags=["wrong", "id:most-steps", "says:largest number of steps", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append((w_i - w) / e_i)
    m = [len(y_i) for y_i in y]
    return w + max(E) * np.average(local, axis=0, weights=m)


# %% tags=["wrong", "id:multiplied-by-steps", "says:fedavg_round for E = 2", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append((w_i - w) * e_i)
    m = [len(y_i) for y_i in y]
    return w + np.average(E, weights=m) * np.average(local, axis=0, weights=m)


# %% tags=["wrong", "id:models-divided", "says:fedavg_round for E", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i, e_i in zip(X, y, E):
        w_i = w
        for _ in range(e_i):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i / e_i)
    m = [len(y_i) for y_i in y]
    return np.average(E, weights=m) * np.average(local, axis=0, weights=m) + (max(E) > 10)
