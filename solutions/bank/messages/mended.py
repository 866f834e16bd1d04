# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:three-changes"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["right", "id:means-of-gradients"]
def mended(X, y, E, chosen, lr):
    n, d = len(X), len(X[0][0])
    m = np.array([len(one) for one in X], dtype=float)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c = (m[:, None] * own).sum(axis=0) / m.sum()
        ends, means = [], []
        for i in S:
            v, total = w.copy(), np.zeros(d)
            for _ in range(int(E[i])):
                g = -2 * X[i].T @ (y[i] - X[i] @ v) / m[i]
                total += g
                v -= lr * (g + c - own[i])
            ends.append(v)
            means.append(total / E[i])
        w = np.average(ends, axis=0, weights=m[S])
        own[S] = means
    return w, own


# %% tags=["right", "id:a-list-of-lists"]
def mended(X, y, E, chosen, lr):
    def gradient(i, v):
        return 2 * np.mean(X[i] * (X[i] @ v - y[i])[:, None], axis=0)

    total = sum(map(len, y))
    d = X[0].shape[1]
    w, c = np.zeros((d, 1))[:, 0], np.zeros(d)
    own = {i: np.zeros(d) for i in range(len(y))}
    for S in chosen:
        now = dict(own)
        updates = {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (gradient(i, v) - own[i] + c)
            updates[i] = v - w
            now[i] = own[i] - c - updates[i] / lr / E[i]
        w = w + sum(len(y[i]) * updates[i] for i in S) / sum(len(y[i]) for i in S)
        c = c + sum(len(y[i]) * (now[i] - own[i]) for i in S) / total
        own = now
    return [w.tolist(), [list(own[i]) for i in sorted(own)]]


# %% tags=["right", "id:matrices-of-normal-equations"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    Q = [2 * X_i.T @ X_i / len(X_i) for X_i in X]
    b = [2 * X_i.T @ y_i / len(y_i) for X_i, y_i in zip(X, y)]
    p = np.array([len(y_i) for y_i in y], float)
    p /= p.sum()
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        S = np.array(S)
        c, W = p @ own, []
        for i in S:
            v = w
            for _ in range(E[i]):
                v = (np.eye(d) - lr * Q[i]) @ v + lr * (b[i] + own[i] - c)
            W.append(v)
        W = np.array(W)
        own[S] += (w - W) / (lr * E[S][:, None]) - c
        w = p[S] @ W / p[S].sum()
    return w, own


# %% tags=["right", "id:columns"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) / sum(len(z) for z in y) for y_i in y])
    w, own, c = np.zeros((d, 1)), np.zeros((d, n)), np.zeros((d, 1))
    for S in chosen:
        step, old = np.zeros((d, 1)), own.copy()
        for i in S:
            v = w.copy()
            for _ in range(E[i]):
                slope = X[i].T @ (X[i] @ v - y[i][:, None]) * 2 / len(y[i])
                v = v - lr * slope + lr * old[:, [i]] - lr * c
            step += p[i] * (v - w)
            own[:, [i]] = old[:, [i]] + (w - v) / (lr * E[i]) - c
        w = w + step / p[S].sum() if len(S) else w
        c = own @ p[:, None]
    return w, own.T


# %% tags=["wrong", "id:the-colleague", "says:This is the program of the colleague"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new = w
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * max(E)) - c
            own[i] = own[i] + change
            c = c + share[i] * change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:most-steps-for-all", "says:by its own number of steps", "loses:mended-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * max(E)) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:first-number-of-steps", "says:by its own number of steps", "loses:mended-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * E[0]) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:c-changes-within-a-round", "says:while others of the round"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        W = {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c = c + p[i] * change
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:shares-of-the-chosen", "says:of all clients, not of the chosen", "loses:mended-some-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        w_new, c_new = w, c
        for i in S:
            share = p[i] / sum(p[j] for j in S)
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + share * change
            w_new = w_new + share * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:only-the-chosen-pull", "says:of all clients, not of the chosen", "loses:mended-some-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p[S] @ own[S] / p[S].sum(), {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * E[i]) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:weights-of-all-for-the-model", "says:weights of the chosen sum to one", "loses:mended-some-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, w_new = p @ own, w
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * E[i]) - c
            w_new = w_new + p[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:clients-count-equally", "says:Clients count by their rows"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.ones(n) / n
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * E[i]) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:shift-with-the-wrong-sign", "says:pull aside with the wrong sign"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) + own[i] - c)
            own[i] = own[i] + (w - v) / (lr * E[i]) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:mean-of-the-path-with-the-shift", "says:The shift is part of the steps"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = (w - v) / (lr * E[i])
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:fedavg", "says:bare gradient"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        W = {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
            own[i] = (w - v) / (lr * E[i])
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:gradient-without-two", "says:The 2 of the gradient"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(E[i]):
                v = v - lr * (X[i].T @ (X[i] @ v - y[i]) / len(y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * E[i]) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own


# %% tags=["wrong", "id:one-number-of-steps", "says:Each client makes its own number", "loses:mended-tests"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, own, most = np.zeros(d), np.zeros((n, d)), int(np.max(E))
    for S in chosen:
        c, W = p @ own, {}
        for i in S:
            v = w
            for _ in range(most):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            own[i] = own[i] + (w - v) / (lr * most) - c
            W[i] = v
        w = sum(p[i] * W[i] for i in S) / sum(p[i] for i in S)
    return w, own
