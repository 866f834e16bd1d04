# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq


def calm_alpha(X, sigma, budget):
    s = np.linalg.svd(X, compute_uv=False)

    def gap(a):
        return sigma**2 * np.sum(s**2 / (s**2 + a) ** 2) - budget

    if gap(0) <= 0:
        return 0
    top = 1.0
    while gap(top) > 0:
        top *= 10
    return brentq(gap, 0, top, xtol=1e-15) / len(X)


# %% tags=["right", "id:eigenvalues-and-newton"]
def calm_alpha(X, sigma, budget):
    m = len(X)
    q = np.linalg.eigvalsh(X.T @ X / m)
    alpha = 0.0
    for _ in range(500):
        value = sigma**2 / m * np.sum(q / (q + alpha) ** 2) - budget
        if value <= 0:
            break
        slope = -2 * sigma**2 / m * np.sum(q / (q + alpha) ** 3)
        alpha -= value / slope
    return alpha


# %% tags=["right", "id:bisection-of-logarithms"]
def calm_alpha(X, sigma, budget):
    m, d = X.shape

    def variance(alpha):
        R = np.linalg.inv(X.T @ X + alpha * m * np.eye(d))
        return sigma**2 * np.trace(R @ X.T @ X @ R)

    if variance(0) <= budget:
        return 0.0
    low, high = -12.0, 9.0
    while high - low > 1e-7:
        middle = (low + high) / 2
        if variance(10**middle) > budget:
            low = middle
        else:
            high = middle
    return np.array([10**high])


# %% tags=["right", "id:refined-grid"]
def calm_alpha(X, sigma, budget):
    s2 = np.linalg.svd(X)[1] ** 2
    if sigma**2 * np.sum(1 / s2) <= budget:
        return 0.0
    low, high = 1e-12, 1e9
    for _ in range(12):
        grid = np.geomspace(low, high, 200)
        variance = [sigma**2 * np.sum(s2 / (s2 + a * len(X)) ** 2) for a in grid]
        k = int(np.argmax(np.array(variance) <= budget))
        low, high = grid[k - 1], grid[k]
    return high


# %% tags=["right", "id:single-value-as-float32"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, X.shape[0]
    step, alpha = 1e6, 0.0
    while step > 1e-12:
        if sigma**2 * np.sum(s2 / (s2 + (alpha + step) * m) ** 2) >= budget:
            alpha += step
        else:
            step /= 2
    return np.float32(alpha)


# %% tags=["wrong", "id:alpha-times-m", "says:divide by the number of rows"]
def calm_alpha(X, sigma, budget):
    s2 = np.linalg.svd(X, compute_uv=False) ** 2
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(s2 / (s2 + a) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:m-twice", "says:factor m is there twice"]
def calm_alpha(X, sigma, budget):
    s2, m2 = np.linalg.svd(X, compute_uv=False) ** 2, len(X) ** 2
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(s2 / (s2 + a * m2) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:sigma-not-squared", "says:its square"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma * np.sum(s2 / (s2 + a * m) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:deviation-in-the-budget", "says:should be the variance"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        spread = sigma * np.sqrt(np.sum(s2 / (s2 + a * m) ** 2))
        low, high = (a, high) if spread > budget else (low, a)
    return high


# %% tags=["wrong", "id:denominator-not-squared", "says:denominator is not squared"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(s2 / (s2 + a * m)) > budget else (low, a)
    return high


# %% tags=["wrong", "id:numerator-lost", "says:factor s^2 above is missing"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(1 / (s2 + a * m) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:singular-values-not-squared", "says:singular values are not squared"]
def calm_alpha(X, sigma, budget):
    s, m = np.linalg.svd(X, compute_uv=False), len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(s / (s + a * m) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:mean-over-parameters", "says:mean over the parameters"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.0, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.mean(s2 / (s2 + a * m) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:coarse-grid", "says:calm_alpha for the budget"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    for a in np.r_[0, np.logspace(-8, 4, 100)]:
        if sigma**2 * np.sum(s2 / (s2 + a * m) ** 2) <= budget:
            return a
    return None


# %% tags=["wrong", "id:never-zero", "says:Expected 0"]
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    low, high = 0.01, 1e9
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if sigma**2 * np.sum(s2 / (s2 + a * m) ** 2) > budget else (low, a)
    return high


# %% tags=["wrong", "id:always-least-squares", "says:does not keep the budget"]
def calm_alpha(X, sigma, budget):
    return 0.0


# %% tags=["wrong", "id:one-singular-value-for-all", "says:calm_alpha for the budget"]
def calm_alpha(X, sigma, budget):
    s = np.linalg.svd(X, compute_uv=False)[-1]
    root = sigma * s * np.sqrt(X.shape[1] / budget)
    return max(0.0, (root - s**2) / len(X))


# %% tags=["wrong", "id:largest-that-is-tried", "says:calm_alpha for the budget"]
def calm_alpha(X, sigma, budget):
    return 1e9
