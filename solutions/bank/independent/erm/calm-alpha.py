# ruff: noqa
# %% tags=["right", "id:bisection"]
def calm_alpha(X, sigma, budget):
    m = len(X)
    s2 = np.linalg.svd(X, compute_uv=False) ** 2
    variance = lambda alpha: sigma**2 * np.sum(s2 / (s2 + alpha * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 0.0, 1.0
    while variance(high) > budget:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if variance(middle) > budget:
            low = middle
        else:
            high = middle
    return high


# %% tags=["right", "id:brentq-of-log"]
from scipy.optimize import brentq


def calm_alpha(X, sigma, budget):
    m = X.shape[0]
    s = np.linalg.svd(X)[1]

    def excess(t):  # t = log(alpha m)
        return np.log(sigma**2 * np.sum((s / (s**2 + np.exp(t))) ** 2) / budget)

    if sigma**2 * np.sum(1 / s**2) <= budget:
        return 0
    top = np.log(
        sigma * np.sqrt(np.sum(s**2) / budget)
    )  # there the bound s^2/(alpha m)^2 keeps the budget
    bottom = top
    while excess(bottom) <= 0:
        bottom -= 5
    return np.exp(brentq(excess, bottom, top + 1, xtol=1e-10)) / m


# %% tags=["right", "id:newton"]
def calm_alpha(X, sigma, budget):
    """Newton's method for a convex, falling function: from the left it never jumps over the root."""
    s2 = np.linalg.svd(X, compute_uv=False) ** 2
    t = 0.0
    for _ in range(500):
        value = sigma**2 * np.sum(s2 / (s2 + t) ** 2) - budget
        if value <= 0:
            break
        slope = -2 * sigma**2 * np.sum(s2 / (s2 + t) ** 3)
        new = t - value / slope
        if new - t <= 1e-13 * new:
            t = new
            break
        t = new
    return t / len(X)


# %% tags=["right", "id:traces"]
def calm_alpha(X, sigma, budget):
    # the variance without singular values: sigma^2 trace( (G + t I)^-1 G (G + t I)^-1 )
    m, d = X.shape
    G = X.T @ X

    def variance(t):
        B = np.linalg.inv(G + t * np.eye(d))
        return sigma**2 * np.trace(B @ G @ B)

    if variance(0.0) <= budget:
        return 0.0
    t = np.trace(G) / d
    while variance(t) > budget:
        t *= 4
    while variance(t / 4) <= budget:
        t /= 4
    low, high = t / 4, t
    while high - low > 1e-9 * high:
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high / m


# %% tags=["right", "id:refined-grid"]
def calm_alpha(X, sigma, budget):
    m, d = X.shape
    s2 = np.linalg.eigvalsh(X.T @ X)
    variances = lambda a: sigma**2 * np.sum(s2 / (s2 + m * np.reshape(a, (-1, 1))) ** 2, axis=1)
    if variances(0.0)[0] <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    while high / low > 1 + 1e-8:
        grid = np.geomspace(low, high, 101)
        k = int(np.argmax(variances(grid) <= budget))  # the first one that keeps the budget
        low, high = grid[k - 1], grid[k]
    return float(high)


# %% tags=["right", "id:root-scalar-of-inverse-root"]
from scipy.optimize import root_scalar


def calm_alpha(X, sigma, budget):
    s = np.linalg.svd(np.asarray(X, dtype=float), compute_uv=False)
    unit = s[-1] ** 2

    def shortage(tau):  # tau = alpha m in units of the smallest squared singular value
        return sigma * np.sqrt(np.sum((s / (s**2 + tau * unit)) ** 2) / budget) - 1

    if shortage(0.0) <= 0:
        return 0.0
    right = 1.0
    while shortage(right) > 0:
        right *= 10
    left = right / 10 if right > 1 else 0.0
    if left == 0.0:  # a small root: look for its size first
        left = right
        while shortage(left) <= 0:
            left /= 10
    found = root_scalar(
        shortage, bracket=[left, right], method="brentq", xtol=1e-9 * left, rtol=1e-10
    )
    return found.root * unit / len(X)


# %% tags=["right", "id:recursion"]
def calm_alpha(X, sigma, budget):
    m = len(X)
    singular = np.linalg.svd(X, compute_uv=False)

    def keeps(alpha):
        return sum(sigma**2 * s**2 / (s**2 + alpha * m) ** 2 for s in singular) <= budget

    def search(low, high):
        middle = (low * high) ** 0.5
        if high <= low * (1 + 1e-7):
            return high
        return search(low, middle) if keeps(middle) else search(middle, high)

    if keeps(0):
        return 0.0
    high = 1.0
    while not keeps(high):
        high *= 1000
    low = high / 1000
    while keeps(low):
        low, high = low / 1000, low
    return search(low, high)


# %% tags=["right", "id:covariance-of-the-estimator"]
def calm_alpha(X, sigma, budget):
    """The estimator is a matrix times y: its variance is sigma^2 times the squared entries."""
    m, d = X.shape
    U, s, Vt = np.linalg.svd(X, full_matrices=False)

    def too_much(alpha):
        S = np.diag(s / (s**2 + alpha * m))
        return sigma**2 * np.linalg.norm(Vt.T @ S @ U.T, "fro") ** 2 > budget

    if not too_much(0.0):
        return 0.0
    exponent = 0.0  # alpha = 2 ** exponent
    step = 64.0
    while not too_much(2.0**exponent):
        exponent -= step
    while step > 1e-6:
        if too_much(2.0 ** (exponent + step)):
            exponent += step
        else:
            step /= 2
    return 2.0 ** (exponent + step)


# %% tags=["right", "id:table-and-interpolation"]
def calm_alpha(X, sigma, budget):
    """Draws the falling curve finely, on logarithmic scales, and reads alpha off."""
    m, d = X.shape
    s2 = np.linalg.svd(X, compute_uv=False) ** 2
    if sigma**2 * np.sum(1 / s2) <= budget:
        return 0.0
    top = np.log(2 * sigma * np.sqrt(np.sum(s2) / budget))
    bottom = top
    while sigma**2 * np.sum(s2 / (s2 + np.exp(bottom)) ** 2) <= budget:
        bottom -= 2
    for _ in range(6):
        t = np.linspace(bottom, top, 51)
        variance = sigma**2 * np.sum(s2 / (s2 + np.exp(t)[:, None]) ** 2, axis=1)
        k = np.count_nonzero(variance > budget)
        bottom, top = t[k - 1], t[k]
    return np.exp((bottom + top) / 2) / m


# %% tags=["right", "id:loop-of-doubling-steps"]
def calm_alpha(X, sigma, budget):
    m = X.shape[0]
    s = np.linalg.svd(X, compute_uv=False)
    v = lambda a: float(np.sum((sigma * s / (s * s + a * m)) ** 2))
    alpha, step = 0.0, float(s[0] ** 2) / m
    while v(alpha + step) > budget:
        step *= 2
    for _ in range(400):  # alpha never keeps the budget, unless it is 0
        if v(alpha) <= budget:
            break
        if v(alpha + step) > budget:
            alpha += step
        step /= 2
        if step < 1e-12 * alpha:
            break
    return alpha


# %% tags=["wrong", "id:m-forgotten", "loses:calm-alpha-tests"]
# why: solves for alpha m and returns it as alpha.
def calm_alpha(X, sigma, budget):
    s2 = np.linalg.svd(X, compute_uv=False) ** 2
    variance = lambda t: sigma**2 * np.sum(s2 / (s2 + t) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:sigma-not-squared", "loses:calm-alpha-tests"]
# why: sigma is a standard deviation; the variance has sigma^2.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma * np.sum(s2 / (s2 + a * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:coarse-grid", "loses:calm-alpha-tests"]
# why: the first alpha of a grid of 200 that keeps the budget; four digits are asked.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    for a in [0.0, *np.logspace(-12, 8, 200)]:
        if sigma**2 * np.sum(s2 / (s2 + a * m) ** 2) <= budget:
            return a


# %% tags=["wrong", "id:never-zero", "loses:calm-alpha-tests"]
# why: solves variance = budget also if least squares keeps the budget already; the answer is then 0, not a negative alpha.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2 / (s2 + a * m) ** 2)
    low, high = -s2.min() / m * (1 - 1e-12), 1.0
    while variance(high) > budget:
        high *= 2
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:denominator-not-squared", "loses:calm-alpha-tests"]
# why: the sum of s^2/(s^2 + alpha m) counts parameters; the variance has the squared denominator.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2 / (s2 + a * m))
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:singular-values-not-squared", "loses:calm-alpha-tests"]
# why: uses the singular values where their squares belong.
def calm_alpha(X, sigma, budget):
    s, m = np.linalg.svd(X, compute_uv=False), len(X)
    variance = lambda a: sigma**2 * np.sum(s / (s + a * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:upper-bound", "loses:calm-alpha-tests"]
# why: the closed form from s^2/(alpha m)^2 is only an upper bound: it keeps the budget, but is not the smallest alpha.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    if sigma**2 * np.sum(1 / s2) <= budget:
        return 0.0
    return sigma * np.sqrt(np.sum(s2) / budget) / m


# %% tags=["wrong", "id:mean-over-parameters", "loses:calm-alpha-tests"]
# why: the budget is for all parameters in all, not for their mean.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.mean(s2 / (s2 + a * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:weakest-direction-only", "loses:calm-alpha-tests"]
# why: looks at the smallest singular value alone; the variance is the sum over all.
def calm_alpha(X, sigma, budget):
    s, m = np.linalg.svd(X, compute_uv=False).min(), len(X)
    return max(0.0, (sigma * s / np.sqrt(budget) - s**2) / m)


# %% tags=["wrong", "id:variance-of-predictions", "loses:calm-alpha-tests"]
# why: the mean variance of the predictions (s^4 in the numerator); the budget is for the parameters.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2**2 / (s2 + a * m) ** 2) / m
    if variance(0) <= budget:
        return 0.0
    low, high = 1e-30, 1e30
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:alpha-at-most-one", "loses:calm-alpha-tests"]
# why: bisection on [0, 1] only; a small budget needs more than 1.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2 / (s2 + a * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:absolute-tolerance", "loses:calm-alpha-tests"]
# why: stops when the interval is shorter than 1e-4; a relative error of 1e-4 is asked, and alpha may be small.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2 / (s2 + a * m) ** 2)
    if variance(0) <= budget:
        return 0.0
    low, high = 0.0, 1.0
    while variance(high) > budget:
        high *= 2
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high


# %% tags=["wrong", "id:bias-counted", "loses:calm-alpha-tests"]
# why: the whole expected error (with w_bar of ones) shall keep the budget; the budget is for the variance.
def calm_alpha(X, sigma, budget):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    s2, m = s**2, len(X)
    c2 = (Vt @ np.ones(X.shape[1])) ** 2
    error = lambda a: (
        sigma**2 * np.sum(s2 / (s2 + a * m) ** 2) + np.sum((a * m / (s2 + a * m)) ** 2 * c2)
    )
    if error(0) <= budget:
        return 0.0
    grid = np.geomspace(1e-8, 1e6, 20000)
    errors = np.array([error(a) for a in grid[::10]])
    good = errors <= budget
    return grid[::10][np.argmax(good)] if good.any() else grid[::10][np.argmin(errors)]


# %% tags=["wrong", "id:linear-between", "loses:calm-alpha-tests"]
# why: least squares' variance shrunk as if all directions were alike: alpha m = s^2 (ratio - 1) with the mean s^2.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    ratio = np.sqrt(sigma**2 * np.sum(1 / s2) / budget)
    return max(0.0, np.mean(s2) * (ratio - 1) / m)


# %% tags=["wrong", "id:always-regularised", "loses:calm-alpha-tests"]
# why: a budget above the variance of least squares gives the smallest alpha of the search, 1e-3, not 0.
def calm_alpha(X, sigma, budget):
    s2, m = np.linalg.svd(X, compute_uv=False) ** 2, len(X)
    variance = lambda a: sigma**2 * np.sum(s2 / (s2 + a * m) ** 2)
    low, high = 1e-3, 1e30
    if variance(low) <= budget:
        return low
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if variance(middle) > budget else (low, middle)
    return high
