# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:matrices"]
def bias_variance(X, w_bar, sigma, alpha):
    m, d = X.shape
    R = np.linalg.inv(X.T @ X / m + alpha * np.eye(d))
    bias = R @ X.T @ X @ w_bar / m - w_bar
    return bias @ bias, sigma**2 * np.trace(R @ X.T @ X @ R) / m**2


# %% tags=["right", "id:pseudo-inverse-of-more-rows"]
def bias_variance(X, w_bar, sigma, alpha):
    m, d = X.shape
    M = np.linalg.pinv(np.vstack([X, np.sqrt(alpha * m) * np.eye(d)]))[:, :m]
    return np.linalg.norm(M @ X @ w_bar - w_bar) ** 2, (sigma * np.linalg.norm(M)) ** 2


# %% tags=["right", "id:eigenvalues-of-the-gram-matrix"]
def bias_variance(X, w_bar, sigma, alpha):
    s2, V = np.linalg.eigh(X.T @ X)
    a = alpha * len(X)
    squared_bias = sum((a / (s2 + a) * (V.T @ w_bar)) ** 2)
    return np.array([squared_bias, sum(sigma**2 * s2 / (s2 + a) ** 2)])


# %% tags=["right", "id:direction-by-direction"]
def bias_variance(X, w_bar, sigma, alpha):
    m = X.shape[0]
    _, s, Vt = np.linalg.svd(X)
    squared_bias = variance = 0.0
    for j in range(len(s)):
        shrink = s[j] ** 2 / (s[j] ** 2 + alpha * m)
        squared_bias += ((1 - shrink) * sum(Vt[j] * w_bar)) ** 2
        variance += sigma**2 * shrink**2 / s[j] ** 2
    return [squared_bias], [variance]


# %% tags=["wrong", "id:package-on-unit-vectors", "says:flcourse.erm.fit"]
from flcourse.erm import fit


def bias_variance(X, w_bar, sigma, alpha):
    mean = fit(X, X @ w_bar, alpha)
    M = np.array([fit(X, e, alpha) for e in np.eye(len(X))])
    return np.sum((mean - w_bar) ** 2), np.sum((sigma * M) ** 2)


# %% tags=["right", "id:matrix-class"]
def bias_variance(X, w_bar, sigma, alpha):
    X, w = np.matrix(X), np.matrix(w_bar).T
    m, d = X.shape
    R = (X.T * X + alpha * m * np.eye(d)).I
    bias = alpha * m * R * w
    return bias.T * bias, np.matrix(sigma**2 * np.trace(R * X.T * X * R))


# %% tags=["wrong", "id:swapped", "says:swapped"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return sigma**2 * np.sum(s**2 / (s**2 + a) ** 2), b


# %% tags=["wrong", "id:bias-not-squared", "says:bias is not squared"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum(np.abs(a / (s**2 + a) * (Vt @ w_bar)))
    return b, sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:root", "says:root of the squared bias"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.linalg.norm(a / (s**2 + a) * (Vt @ w_bar))
    return b, sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:m-missing", "says:factor m is missing"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    b = np.sum((alpha / (s**2 + alpha) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(s**2 / (s**2 + alpha) ** 2)


# %% tags=["wrong", "id:singular-values-not-squared", "says:singular values are not squared"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s + a) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(s / (s + a) ** 2)


# %% tags=["wrong", "id:parameters-missing", "says:w_bar are missing"]
def bias_variance(X, w_bar, sigma, alpha):
    s = np.linalg.svd(X, compute_uv=False)
    a = alpha * len(X)
    return np.sum((a / (s**2 + a)) ** 2), sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:not-projected", "says:not projected"]
def bias_variance(X, w_bar, sigma, alpha):
    s = np.linalg.svd(X, compute_uv=False)
    a = alpha * len(X)
    return np.sum((a / (s**2 + a) * w_bar) ** 2), sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:what-remains", "says:what remains"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((s**2 / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:sigma-not-squared", "says:sigma is not squared"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma * np.sum(s**2 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:variance-of-least-squares", "says:variance of least squares"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(1 / s**2)


# %% tags=["wrong", "id:variance-without-numerator", "says:factor s^2 above is missing"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(1 / (s**2 + a) ** 2)


# %% tags=["wrong", "id:degrees-of-freedom", "says:denominator is not squared"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma**2 * np.sum(s**2 / (s**2 + a))


# %% tags=["wrong", "id:standard-deviation", "says:standard deviation"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b, sigma * np.sqrt(np.sum(s**2 / (s**2 + a) ** 2))


# %% tags=["wrong", "id:sum-of-both", "says:Expected 2 results"]
def bias_variance(X, w_bar, sigma, alpha):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    a = alpha * len(X)
    b = np.sum((a / (s**2 + a) * (Vt @ w_bar)) ** 2)
    return b + sigma**2 * np.sum(s**2 / (s**2 + a) ** 2)
