# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:closed-form-of-the-local-steps"]
def fedavg_round(X, y, w, eta, E):
    total, mean = sum(map(len, y)), 0
    for X_i, y_i in zip(X, y):
        best = np.linalg.pinv(X_i) @ y_i
        M = np.eye(len(w)) - 2 * eta / len(y_i) * X_i.T @ X_i
        mean = mean + len(y_i) / total * (best + np.linalg.matrix_power(M, E) @ (w - best))
    return mean


# %% tags=["right", "id:average-of-a-list"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for i in range(len(y)):
        w_i = w.copy()
        for _ in range(E):
            w_i -= eta * 2 * np.mean((X[i] @ w_i - y[i])[:, None] * X[i], axis=0)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["right", "id:package-gradient"]
from flcourse.losses import Squared


def fedavg_round(X, y, w, eta, E):
    def client(X_i, y_i):
        v = w
        for _ in range(E):
            v = v - eta * Squared().gradient(v, X_i, y_i)
        return v

    m = np.array([len(y_i) for y_i in y])
    return (m / m.sum()) @ np.array([client(*data) for data in zip(X, y)])


# %% tags=["right", "id:mean-of-the-changes"]
def fedavg_round(X, y, w, eta, E):
    m = sum(y_i.size for y_i in y)
    change = np.zeros_like(w)
    for X_i, y_i in zip(X, y):
        v = np.zeros_like(w)
        for _ in range(E):
            v -= 2 * eta / y_i.size * X_i.T.dot(X_i.dot(w + v) - y_i)
        change += y_i.size / m * v
    return np.matrix(w + change).T


# %% tags=["right", "id:all-clients-side-by-side"]
def fedavg_round(X, y, w, eta, E):
    m = np.array([float(len(y_i)) for y_i in y])
    Q = np.array([X_i.T @ X_i / len(X_i) for X_i in X])
    q = np.array([-2 * X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y)])
    W = np.tile(w, (len(m), 1))
    for _ in range(E):
        W = W - eta * (2 * np.einsum("iab,ib->ia", Q, W) + q)
    return list(np.sum(W * m[:, None], axis=0) / np.sum(m))


# %% tags=["right", "id:recursion-in-place"]
def fedavg_round(X, y, w, eta, E):
    def walk(v, X_i, y_i, left):
        if left == 0:
            return v
        return walk(v + 2 * eta * X_i.T @ (y_i - X_i @ v) / len(y_i), X_i, y_i, left - 1)

    rows = 0
    total = np.zeros((1, len(w)))
    while X:
        X_i, y_i = X.pop(), y.pop()
        total[0] += len(X_i) * walk(w, X_i, y_i, E)
        rows += len(X_i)
    return total / rows


# %% tags=["wrong", "id:clients-count-the-same", "says:count the same"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.mean(local, axis=0)


# %% tags=["wrong", "id:sum-of-models", "says:sum of the clients' models"]
def fedavg_round(X, y, w, eta, E):
    total = 0
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        total = total + w_i
    return total


# %% tags=["wrong", "id:weights-not-normalised", "says:not divided by their sum"]
def fedavg_round(X, y, w, eta, E):
    total = 0
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        total = total + len(y_i) * w_i
    return total


# %% tags=["wrong", "id:starts-from-zero", "says:start from 0"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = np.zeros(len(w))
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:sum-for-mean", "says:factor 1/m_i"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:two-missing", "says:factor 2 of the gradient"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:uphill", "says:walks uphill"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:last-client-only", "says:Only the last client"]
def fedavg_round(X, y, w, eta, E):
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
    return w_i


# %% tags=["wrong", "id:relay", "says:starts from the model of client 0"]
def fedavg_round(X, y, w, eta, E):
    local, w_i = [], w
    for X_i, y_i in zip(X, y):
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:one-model-for-all-in-place", "says:Only the last client"]
def fedavg_round(X, y, w, eta, E):
    local = [w] * len(X)
    start = w.copy()
    for i, (X_i, y_i) in enumerate(zip(X, y)):
        local[i][:] = start
        for _ in range(E):
            local[i] -= eta * 2 / len(y_i) * X_i.T @ (X_i @ local[i] - y_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:change-only", "says:This is the change"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i - w)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:models-of-the-clients", "says:models of the clients"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(E):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.array(local)


# %% tags=["wrong", "id:one-step-only", "says:E is ignored", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = [w - eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:one-long-step", "says:taken anew", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = [w - E * eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])


# %% tags=["wrong", "id:gradient-at-the-server", "says:taken anew", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
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
    for _ in range(E):
        local = [w - eta * 2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i in zip(X, y)]
        w = np.average(local, axis=0, weights=[len(y_i) for y_i in y])
    return w


# %% tags=["wrong", "id:steps-on-the-pooled-data", "says:averages after each step", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    rows, labels = np.vstack(X), np.concatenate(y)
    for _ in range(E):
        w = w - eta * 2 / len(labels) * rows.T @ (rows @ w - labels)
    return w


# %% tags=["wrong", "id:one-step-fewer", "says:E is ignored", "loses:fedavg-round-local-tests"]
def fedavg_round(X, y, w, eta, E):
    local = []
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(max(1, E - 1)):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=[len(y_i) for y_i in y])
