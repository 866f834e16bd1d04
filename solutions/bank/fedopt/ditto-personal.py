# ruff: noqa: E731, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:stacked-least-squares"]
def ditto_personal(w, X_i, y_i, lam):
    m, d = X_i.shape
    A = np.vstack([np.sqrt(2 / m) * X_i, np.sqrt(lam) * np.eye(d)])
    b = np.concatenate([np.sqrt(2 / m) * y_i, np.sqrt(lam) * w])
    return np.linalg.lstsq(A, b, rcond=None)[0]


# %% tags=["right", "id:ridge-on-residuals"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    u = np.linalg.inv(X_i.T @ X_i + m * lam / 2 * np.eye(len(w))) @ X_i.T @ (y_i - X_i @ w)
    return w + u


# %% tags=["right", "id:newton-from-w"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return w - np.linalg.solve(H + lam * np.eye(len(w)), H @ w - b)


# %% tags=["right", "id:eigenvectors"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i

    ev, U = np.linalg.eigh(H)
    local = np.linalg.solve(H, b)
    share = ev / (ev + lam)
    return U @ (share * (U.T @ local)) + U @ ((1 - share) * (U.T @ w))


# %% tags=["right", "id:matrix-weights-column"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i

    A = np.asmatrix(H + lam * np.eye(len(w)))
    return A.I * (np.asmatrix(b + lam * w).T)


# %% tags=["right", "id:cramer-and-lists"]
from scipy.optimize import minimize


def ditto_personal(w, X_i, y_i, lam):
    scale = 1 / (1 + lam)

    def h(v):
        r = X_i @ v - y_i
        value = np.mean(r**2) + lam / 2 * np.sum((v - w) ** 2)
        return scale * value, scale * (2 * X_i.T @ r / len(r) + lam * (v - w))

    H = 2 * X_i.T @ X_i / len(y_i) + lam * np.eye(len(w))
    hess = lambda v: scale * H
    options = {"gtol": 1e-13}
    return list(minimize(h, w, jac=True, hess=hess, method="trust-exact", options=options).x)


# %% tags=["wrong", "id:no-two", "says:2 of the gradient"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    return np.linalg.solve(X_i.T @ X_i / m + lam * np.eye(len(w)), X_i.T @ y_i / m + lam * w)


# %% tags=["wrong", "id:pull-twice", "says:pull counts twice"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H + 2 * lam * np.eye(len(w)), b + 2 * lam * w)


# %% tags=["wrong", "id:pull-half", "says:pull counts half"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H + lam / 2 * np.eye(len(w)), b + lam / 2 * w)


# %% tags=["wrong", "id:no-mean", "says:1/m_i of F_i"]
def ditto_personal(w, X_i, y_i, lam):
    return np.linalg.solve(2 * X_i.T @ X_i + lam * np.eye(len(w)), 2 * X_i.T @ y_i + lam * w)


# %% tags=["wrong", "id:no-two-no-mean", "says:2/m_i"]
def ditto_personal(w, X_i, y_i, lam):
    return np.linalg.solve(X_i.T @ X_i + lam * np.eye(len(w)), X_i.T @ y_i + lam * w)


# %% tags=["wrong", "id:ridge", "says:to zero, not to w"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H + lam * np.eye(len(w)), b)


# %% tags=["wrong", "id:local", "says:local model"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H, b)


# %% tags=["wrong", "id:global", "says:global model"]
def ditto_personal(w, X_i, y_i, lam):
    return w


# %% tags=["wrong", "id:no-lambda-in-matrix", "says:lambda I is missing"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H, b + lam * w)


# %% tags=["wrong", "id:pull-away", "says:away from w"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H - lam * np.eye(len(w)), b - lam * w)


# %% tags=["wrong", "id:sign-of-pull", "says:sign of the pull"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return np.linalg.solve(H + lam * np.eye(len(w)), b - lam * w)


# %% tags=["wrong", "id:interpolated", "says:curvature 1"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return (np.linalg.solve(H, b) + lam * w) / (1 + lam)


# %% tags=["wrong", "id:weights-swapped", "says:swapped"]
def ditto_personal(w, X_i, y_i, lam):
    m = len(y_i)
    H, b = 2 / m * X_i.T @ X_i, 2 / m * X_i.T @ y_i
    return (lam * np.linalg.solve(H, b) + w) / (1 + lam)
