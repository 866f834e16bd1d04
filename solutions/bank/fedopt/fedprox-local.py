# ruff: noqa: F811, F821, RET503, RET504 -- answers as students write them, to one task
# %% tags=["right", "id:residual-mean"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = np.array(w, dtype=float)
    for _ in range(steps):
        v -= lr * (2 * np.mean((X_i @ v - y_i)[:, None] * X_i, axis=0) + mu * (v - w))
    return v


# %% tags=["right", "id:recursion"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    if steps == 0:
        return w
    v = fedprox_local(w, X_i, y_i, lr, mu, steps - 1)
    return v + lr * (mu * (w - v) - 2 * X_i.T @ (X_i @ v - y_i) / X_i.shape[0])


# %% tags=["right", "id:affine-map"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    d, m = len(w), len(y_i)
    M = (1 - lr * mu) * np.eye(d) - 2 * lr / m * X_i.T @ X_i
    shift = lr * (2 / m * X_i.T @ y_i + mu * w)
    v = w
    for _ in range(steps):
        v = M @ v + shift
    return v


# %% tags=["right", "id:closed-form-by-eigenvectors"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m = len(y_i)
    H = 2 / m * X_i.T @ X_i + mu * np.eye(len(w))
    b = 2 / m * X_i.T @ y_i + mu * w
    ev, U = np.linalg.eigh(H)
    ev = np.maximum(ev, 1e-12)
    c, start = U.T @ b, U.T @ w
    factor = (1 - lr * ev) ** steps
    return U @ (factor * start + (1 - factor) / ev * c)


# %% tags=["right", "id:lists"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m, d = X_i.shape
    v = [float(a) for a in w]
    for _ in range(steps):
        r = [sum(X_i[k][j] * v[j] for j in range(d)) - y_i[k] for k in range(m)]
        g = [2 / m * sum(X_i[k][j] * r[k] for k in range(m)) + mu * (v[j] - w[j]) for j in range(d)]
        v = [v[j] - lr * g[j] for j in range(d)]
    return v


# %% tags=["right", "id:column-of-displacement"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    u = np.zeros((len(w), 1))
    r = (X_i @ w - y_i).reshape(-1, 1)
    for _ in range(steps):
        u = (1 - lr * mu) * u - (2 * lr / len(r)) * X_i.T @ (X_i @ u + r)
    return w.reshape(-1, 1) + u


# %% tags=["right", "id:in-place-on-the-argument"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    start = w.copy()
    while steps > 0:
        w -= lr * mu * (w - start) + lr * 2 / len(y_i) * ((X_i @ w - y_i) @ X_i)
        steps -= 1
    print("done")
    return w


# %% tags=["wrong", "id:no-pull", "says:pull is missing"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    return v


# %% tags=["wrong", "id:centre-moves", "says:its centre moves"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        centre = v
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - centre))
    return v


# %% tags=["wrong", "id:pull-away", "says:away from w"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (w - v))
    return v


# %% tags=["wrong", "id:pull-twice", "says:pull counts twice"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + 2 * mu * (v - w))
    return v


# %% tags=["wrong", "id:half-gradient", "says:lost its 2"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (1 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:no-mean", "says:lost its 1/m_i"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:no-two-no-mean", "says:lost its 2/m_i"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:pull-without-step-size", "says:not multiplied by the step size"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * 2 / len(y_i) * X_i.T @ (X_i @ v - y_i) - mu * (v - w)
    return v


# %% tags=["wrong", "id:weight-decay", "says:to zero, not to w"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * v)
    return v


# %% tags=["wrong", "id:starts-at-zero", "says:starts at zero"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = np.zeros(len(w))
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:ascent", "says:go up, not down"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v + lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:returns-in-the-loop", "says:one step only"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
        return v


# %% tags=["wrong", "id:one-too-many", "says:one step too many"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps + 1):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v
