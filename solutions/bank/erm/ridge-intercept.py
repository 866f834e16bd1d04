# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:one-system-for-both"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    F = np.column_stack([np.ones(m), X])
    penalty = alpha * np.eye(d + 1)
    penalty[0, 0] = 0
    both = np.linalg.solve(F.T @ F / m + penalty, F.T @ y / m)
    return both[1:], both[0]


# %% tags=["wrong", "id:package-on-centred-data", "says:flcourse.erm.fit"]
from flcourse.erm import fit


def ridge_intercept(X, y, alpha):
    w = fit(X - X.mean(0), y - y.mean(), alpha)
    return w.tolist(), float((y - X @ w).mean())


# %% tags=["right", "id:only-features-centred"]
def ridge_intercept(X, y, alpha):
    mean = np.average(X, axis=0)
    X -= mean
    w = np.linalg.inv(X.T @ X / len(y) + alpha * np.identity(len(mean))) @ X.T @ y / len(y)
    return np.matrix(w).T, np.array([[np.average(y) - mean.dot(w)]])


# %% tags=["right", "id:more-rows"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    F = np.block([[X, np.ones((m, 1))], [np.sqrt(alpha * m) * np.eye(d), np.zeros((d, 1))]])
    *w, b = np.linalg.lstsq(F, np.r_[y, np.zeros(d)], rcond=None)[0]
    return w, b


# %% tags=["right", "id:scikit-learn"]
from sklearn.linear_model import Ridge


def ridge_intercept(X, y, alpha):
    model = Ridge(alpha=alpha * len(y)).fit(X, y)
    return model.coef_, model.intercept_


# %% tags=["right", "id:covariances"]
def ridge_intercept(X, y, alpha):
    d = X.shape[1]
    S = np.cov(np.column_stack([X, y]).T, bias=True)
    w = np.linalg.solve(S[:d, :d] + alpha * np.eye(d), S[:d, d])
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["right", "id:singular-values"]
def ridge_intercept(X, y, alpha):
    Z = X - X.mean(axis=0, keepdims=True)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    w = Vt.T @ (s / (s**2 + alpha * len(y)) * (U.T @ y))
    return w[:, None], np.mean(y - X @ w)


# %% tags=["right", "id:alternating"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    S = np.linalg.inv(X.T @ X / m + alpha * np.eye(d)) @ X.T / m
    b = 0.0
    for _ in range(200_000):
        w = S @ (y - b)
        new = np.mean(y - X @ w)
        if abs(new - b) < 1e-12:
            break
        b = new
    return w, b


# %% tags=["wrong", "id:penalised-too", "says:intercept is penalised too"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    F = np.column_stack([X, np.ones(m)])
    both = np.linalg.solve(F.T @ F / m + alpha * np.eye(d + 1), F.T @ y / m)
    return both[:d], both[d]


# %% tags=["wrong", "id:no-intercept-in-the-fit", "says:no intercept in the fit"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    w = np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ y / m)
    return w, np.mean(y - X @ w)


# %% tags=["wrong", "id:labels-centred-only", "says:features are not"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    w = np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ (y - y.mean()) / m)
    return w, y.mean()


# %% tags=["wrong", "id:mean-label-as-intercept", "says:mean of the labels"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return w, y.mean()


# %% tags=["wrong", "id:intercept-zero", "says:intercept is missing"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    return np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m), 0.0


# %% tags=["wrong", "id:standardised", "says:standard deviations"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:standardised-and-back", "says:standard deviations"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m) / X.std(axis=0)
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:sum-of-squares", "says:factor 1/m is missing"]
def ridge_intercept(X, y, alpha):
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z + alpha * np.eye(X.shape[1]), Z.T @ y)
    return w, y.mean() - X.mean(axis=0) @ w


# %% tags=["wrong", "id:scikit-learn-scaling", "says:factor 1/m is missing"]
from sklearn.linear_model import Ridge


def ridge_intercept(X, y, alpha):
    model = Ridge(alpha=alpha).fit(X, y)
    return model.coef_, model.intercept_


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
def ridge_intercept(X, y, alpha):
    *w, b = np.linalg.lstsq(np.column_stack([X, np.ones(len(y))]), y, rcond=None)[0]
    return w, b


# %% tags=["wrong", "id:sign-of-the-mean", "says:sign of w^T x is flipped"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return w, y.mean() + X.mean(axis=0) @ w


# %% tags=["wrong", "id:first-residual", "says:first residual"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return w, y[0] - X[0] @ w


# %% tags=["wrong", "id:intercept-shrunk", "says:not penalised"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return w, (y.mean() - X.mean(axis=0) @ w) / (1 + alpha)


# %% tags=["wrong", "id:intercept-in-w", "says:Expected 2 results"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    F = np.column_stack([X, np.ones(m)])
    return np.linalg.solve(F.T @ F / m + alpha * np.diag([1] * d + [0]), F.T @ y / m)


# %% tags=["wrong", "id:swapped", "says:other order"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ y / m)
    return y.mean() - X.mean(axis=0) @ w, w


# %% tags=["wrong", "id:grand-mean-of-features", "says:each column has its own"]
def ridge_intercept(X, y, alpha):
    m, d = X.shape
    Z = X - X.mean()
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ (y - y.mean()) / m)
    return w, y.mean() - X.mean(axis=0) @ w
