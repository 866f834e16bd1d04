# ruff: noqa
# %% tags=["right", "id:centre-and-solve"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    x_mean, y_mean = X.mean(axis=0), y.mean()
    Xc, yc = X - x_mean, y - y_mean
    w = np.linalg.solve(Xc.T @ Xc / m + alpha * np.eye(d), Xc.T @ yc / m)
    return w, y_mean - x_mean @ w


# %% tags=["right", "id:column-of-ones"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = np.column_stack([X, np.ones(m)])
    penalty = np.diag([alpha] * d + [0.0])
    solution = np.linalg.solve(Z.T @ Z / m + penalty, Z.T @ y / m)
    return solution[:-1], solution[-1]


# %% tags=["right", "id:invented-rows"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    top = np.hstack([np.ones((m, 1)), X])
    bottom = np.hstack([np.zeros((d, 1)), np.sqrt(alpha * m) * np.eye(d)])
    found = np.linalg.lstsq(np.vstack([top, bottom]), np.append(y, np.zeros(d)), rcond=None)[0]
    return found[1:], found[0]


# %% tags=["right", "id:svd"]
def ridge_intercept(X, y, alpha):
    mu = np.mean(X, axis=0)
    U, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    w = Vt.T @ (s / (s**2 + alpha * len(y)) * (U.T @ (y - np.mean(y))))
    b = np.mean(y - X @ w)
    return w, float(b)


# %% tags=["right", "id:dual"]
def ridge_intercept(X, y, alpha):
    """A system of m equations instead of d."""
    m = len(y)
    H = np.eye(m) - np.ones((m, m)) / m
    K = H @ X @ X.T @ H
    dual = np.linalg.solve(K + alpha * m * np.eye(m), H @ y)
    w = X.T @ (H @ dual)
    return w, np.mean(y) - np.mean(X @ w)


# %% tags=["right", "id:only-x-centred"]
def ridge_intercept(X, y, alpha):
    # centred features are orthogonal to a constant, so y need not be centred
    Z = X - np.average(X, axis=0)
    A = Z.T @ Z
    A[np.diag_indices_from(A)] += alpha * len(Z)
    w = np.linalg.inv(A) @ (Z.T @ y)
    return w, (y - X @ w).mean()


# %% tags=["right", "id:moments"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    joint = np.cov(np.column_stack([X, y]).T, bias=True).reshape(d + 1, d + 1)
    w = np.linalg.solve(joint[:d, :d] + alpha * np.identity(d), joint[:d, d])
    b = y.sum() / m - X.sum(axis=0) @ w / m
    return w, b


# %% tags=["right", "id:schur-columns"]
import scipy.linalg


def ridge_intercept(X, y, alpha):
    """Eliminates b from the normal equations of (w, b)."""
    y = np.reshape(y, (-1, 1))
    m = len(y)
    s, t = X.sum(axis=0, keepdims=True).T, y.sum()
    A = X.T @ X + alpha * m * np.eye(X.shape[1]) - s @ s.T / m
    w = scipy.linalg.solve(A, X.T @ y - s * t / m, assume_a="pos")
    return w, (t - (s.T @ w).item()) / m


# %% tags=["right", "id:newton-on-the-objective"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape

    def gradient(z):
        e = y - z[d] - X @ z[:d]
        return np.append(-2 / m * X.T @ e + 2 * alpha * z[:d], -2 * np.mean(e))

    start = np.zeros(d + 1)
    g = gradient(start)
    H = np.array([gradient(v) - g for v in np.eye(d + 1)]).T
    z = start - np.linalg.solve(H, g)
    return z[:d], z[d]


# %% tags=["wrong", "id:intercept-penalised", "loses:ridge-intercept-tests"]
# why: a column of ones with the same penalty; the intercept must be left out of the penalty.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = np.column_stack([X, np.ones(m)])
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d + 1), Z.T @ y / m)
    return w[:d], w[d]


# %% tags=["wrong", "id:only-y-centred", "loses:ridge-intercept-tests"]
# why: subtracts the mean of the labels only; the features must be centred, too, or w is not the minimiser.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    w = np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ (y - y.mean()) / m)
    return w, y.mean()


# %% tags=["wrong", "id:intercept-of-centred-problem", "loses:ridge-intercept-tests"]
# why: centres both, but returns the mean of y as b and forgets the features' means times w.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Xc, yc = X - X.mean(axis=0), y - y.mean()
    w = np.linalg.solve(Xc.T @ Xc / m + alpha * np.eye(d), Xc.T @ yc / m)
    return w, y.mean()


# %% tags=["wrong", "id:alpha-without-m", "loses:ridge-intercept-tests"]
# why: adds alpha to X^T X, but the loss is a mean: alpha m belongs there.
def ridge_intercept(X, y, alpha):
    Xc, yc = X - X.mean(axis=0), y - y.mean()
    w = np.linalg.solve(Xc.T @ Xc + alpha * np.eye(X.shape[1]), Xc.T @ yc)
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:sign-of-b", "loses:ridge-intercept-tests"]
# why: adds the mean of the features times w to the mean of y instead of subtracting it.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Xc, yc = X - X.mean(axis=0), y - y.mean()
    w = np.linalg.solve(Xc.T @ Xc / m + alpha * np.eye(d), Xc.T @ yc / m)
    return w, y.mean() + X.mean(axis=0) @ w


# %% tags=["wrong", "id:standardised", "loses:ridge-intercept-tests"]
# why: divides the features by their standard deviations before the penalty, which penalises other numbers than |w|^2.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    scale = X.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    Z = (X - X.mean(axis=0)) / scale
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ (y - y.mean()) / m) / scale
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:m-minus-one", "loses:ridge-intercept-tests"]
# why: np.cov divides by m - 1, the risk by m; with a penalty that is another w.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    joint = np.cov(np.column_stack([X, y]).T).reshape(d + 1, d + 1)
    w = np.linalg.solve(joint[:d, :d] + alpha * np.eye(d), joint[:d, d])
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:no-intercept", "loses:ridge-intercept-tests"]
# why: plain ridge regression with b = 0.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    return np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ y / m), 0.0


# %% tags=["wrong", "id:b-afterwards", "loses:ridge-intercept-tests"]
# why: fits w without an intercept and takes the mean residual as b; w and b must minimise together.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    w = np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ y / m)
    return w, np.mean(y - X @ w)


# %% tags=["wrong", "id:wrong-zero", "loses:ridge-intercept-tests"]
# why: the column of ones stands first, but the penalty is taken from the last coordinate.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = np.column_stack([np.ones(m), X])
    D = alpha * np.eye(d + 1)
    D[-1, -1] = 0
    z = np.linalg.solve(Z.T @ Z / m + D, Z.T @ y / m)
    return z[1:], z[0]


# %% tags=["wrong", "id:alpha-squared", "loses:ridge-intercept-tests"]
# why: invented rows alpha sqrt(m) I; their squares give alpha^2, the root of alpha is missing.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Xc, yc = X - X.mean(axis=0), y - y.mean()
    w = np.linalg.lstsq(
        np.vstack([Xc, alpha * np.sqrt(m) * np.eye(d)]), np.append(yc, np.zeros(d)), rcond=None
    )[0]
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:m-twice", "loses:ridge-intercept-tests"]
# why: alpha m is added to X^T X / m: the number of rows counts twice.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Xc, yc = X - X.mean(axis=0), y - y.mean()
    w = np.linalg.solve(Xc.T @ Xc / m + alpha * m * np.eye(d), Xc.T @ yc / m)
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:medians", "loses:ridge-intercept-tests"]
# why: centres by the medians; for squared errors the best b belongs to the means.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    cx, cy = np.median(X, axis=0), np.median(y)
    Z, t = X - cx, y - cy
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ t / m)
    return w, cy - cx @ w


# %% tags=["wrong", "id:first-row-as-origin", "loses:ridge-intercept-tests"]
# why: differences to the first row remove b, but the first row's noise enters all of them; not the minimiser.
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z, t = X - X[0], y - y[0]
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ t / m)
    return w, np.mean(y - X @ w)


# %% tags=["wrong", "id:least-squares", "loses:ridge-intercept-tests"]
# why: alpha is ignored.
def ridge_intercept(X, y, alpha):
    z = np.linalg.lstsq(np.column_stack([X, np.ones(len(y))]), y, rcond=None)[0]
    return z[:-1], z[-1]
