# ruff: noqa
# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        v_in, v_out = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(v_in * v_out / (v_out - v_in) * np.log(v_out / v_in))
        return np.max(2 * ndtr(t / np.sqrt(v_in)) - 2 * ndtr(t / np.sqrt(v_out))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1e-6
    while excess(high) > 0:
        high *= 4
    return brentq(excess, 0, high, xtol=1e-14, rtol=1e-10)


# %% tags=["right", "id:doubling-and-halving-with-svd"]
from scipy.stats import norm


def _worst(U, s2, penalty):
    g = s2 / (s2 + penalty)
    h = (U**2) @ g
    square = (U**2) @ g**2
    v = 1 - 2 * h + square
    V = 1 + square
    t2 = v * V / (V - v) * (np.log(V) - np.log(v))
    return (2 * norm.cdf(np.sqrt(t2 / v)) - 2 * norm.cdf(np.sqrt(t2 / V))).max()


def calm_ridge(X, limit):
    U, s, _ = np.linalg.svd(np.asarray(X, dtype=float), full_matrices=False)
    m = len(X)
    if _worst(U, s**2, 0) <= limit:
        return 0
    low, high = 0.0, np.mean(s**2) / m * 1e-3
    while _worst(U, s**2, m * high) > limit:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if _worst(U, s**2, m * middle) > limit:
            low = middle
        else:
            high = middle
    return high


# %% tags=["right", "id:one-ratio-for-all"]
from scipy.optimize import brentq
from scipy.special import erf


def calm_ridge(X, limit):
    """The advantage depends on q = v_out / v_in alone. Which q is allowed? Then look at 2 h / (1 + H2)."""

    def advantage(q):
        t = np.sqrt(q / (q - 1) * np.log(q))  # for v_in = 1
        return erf(t / np.sqrt(2)) - erf(t / np.sqrt(2 * q))

    q = np.exp(brentq(lambda a: advantage(np.exp(a)) - limit, 1e-4, 60))
    allowed = 1 - 1 / q
    values, vectors = np.linalg.eigh(X.T @ X)
    P = (X @ vectors) ** 2

    def told(alpha):
        r = 1 / (values + len(X) * alpha)
        return np.max(2 * (P @ r) / (1 + P @ (r**2 * values)))

    if told(0) <= allowed:
        return 0.0
    top = 1.0
    while told(top) > allowed:
        top *= 10
    return brentq(lambda alpha: told(alpha) - allowed, 0.0, top, rtol=1e-9, xtol=1e-13)


# %% tags=["right", "id:each-row-its-own-ridge"]
from math import erf, log, sqrt


def calm_ridge(X, limit):
    """What each row needs, by itself; the row that needs most decides."""
    m, d = np.shape(X)
    G = X.T @ X

    def advantage(x, alpha):
        a = np.linalg.solve(G + m * alpha * np.eye(d), x)
        h, h2 = float(x @ a), float(a @ G @ a)
        v, w = 1 - 2 * h + h2, 1 + h2
        t = sqrt(v * w / (w - v) * log(w / v))
        return erf(t / sqrt(2 * v)) - erf(t / sqrt(2 * w))

    alpha = 0.0
    for x in X:
        if advantage(x, alpha) <= limit:
            continue  # calm already
        low, high = alpha, max(2 * alpha, 1e-4)
        while advantage(x, high) > limit:
            low, high = high, 3 * high
        while high - low > 1e-6 * high:
            half = 0.5 * (low + high)
            low, high = (half, high) if advantage(x, half) > limit else (low, half)
        alpha = high
    return alpha


# %% tags=["right", "id:nested-grids"]
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def worst(alpha):
        R = np.linalg.inv(X.T @ X + m * alpha * np.eye(d))
        h = np.einsum("ra,ab,rb->r", X, R, X)
        h2 = np.einsum("ra,ab,bc,cd,rd->r", X, R, X.T @ X, R, X, optimize=True)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = (a * b / (b - a) * np.log(b / a)) ** 0.5
        return np.amax(2 * ndtr(t / a**0.5) - 2 * ndtr(t / b**0.5))

    if worst(0) <= limit:
        return 0.0
    low, high = 1e-12, 1e12
    for _ in range(14):
        grid = np.geomspace(low, high, 12)
        fine = [worst(alpha) <= limit for alpha in grid]
        first = fine.index(True)
        low, high = grid[max(first - 1, 0)], grid[first]
    return high


# %% tags=["right", "id:walk-down"]
from scipy.special import ndtr


def calm_ridge(X, limit):
    """From far too much ridge down in steps of a two thousandth, until somebody stands out."""
    m = len(X)
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    W = U * U

    def calm(alpha):
        g = s**2 / (s**2 + m * alpha)
        h, h2 = W @ g, W @ (g * g)
        ratio = (1 + h2) / (1 - 2 * h + h2)
        t2 = ratio / (ratio - 1) * np.log(ratio)
        return np.all(2 * ndtr(np.sqrt(t2)) - 2 * ndtr(np.sqrt(t2 / ratio)) <= limit)

    if calm(0.0):
        return 0.0
    alpha = 1e-9
    while not calm(alpha):
        alpha *= 2
    while calm(alpha / 1.0004):
        alpha /= 1.0004
    return alpha


# %% tags=["right", "id:threshold-by-search"]
from scipy.optimize import minimize_scalar, root_scalar
from scipy.stats import norm


def calm_ridge(X, limit):
    """The best threshold is searched for, without its formula, and alpha on a logarithmic scale."""
    m, d = X.shape

    def variances(alpha):
        H = X @ np.linalg.inv(X.T @ X + m * alpha * np.eye(d)) @ X.T
        H2 = H @ H
        return 1 - 2 * np.diag(H) + np.diag(H2), 1 + np.diag(H2)

    def largest(alpha):
        a, b = variances(alpha)
        r = np.argmax(b / a)  # the larger the ratio, the larger the advantage
        sa, sb = np.sqrt(a[r]), np.sqrt(b[r])
        found = minimize_scalar(
            lambda t: -(norm.cdf(t / sa) - norm.cdf(t / sb)),
            bounds=(sa / 2, 3 * sb),
            method="bounded",
            options={"xatol": 1e-10},
        )
        return -2 * found.fun

    if largest(0.0) <= limit:
        return 0.0
    low = high = -10.0
    while largest(np.exp(high)) > limit:
        low, high = high, high + 2.0
    if low == high:
        low = -60.0
    root = root_scalar(lambda a: largest(np.exp(a)) - limit, bracket=(low, high), method="toms748")
    return float(np.exp(root.root))


# %% tags=["right", "id:cholesky-and-logarithms"]
from scipy.linalg import cho_factor, cho_solve
from scipy.special import log_ndtr


def calm_ridge(X, limit):
    """Bisection in log alpha; covariances by Cholesky, Phi by its logarithm."""
    X = np.atleast_2d(np.asarray(X, dtype=np.float64))
    m, d = X.shape
    gram = X.T @ X

    def too_much(alpha):
        A = cho_solve(cho_factor(gram + alpha * m * np.eye(d)), X.T).T
        worst = 0.0
        for a, x in zip(A, X):
            h, square = a @ x, a @ gram @ a
            inside, outside = 1 - 2 * h + square, 1 + square
            t = np.sqrt(inside * outside * np.log(outside / inside) / (outside - inside))
            p = np.exp(log_ndtr(-t / np.sqrt(outside))) - np.exp(log_ndtr(-t / np.sqrt(inside)))
            worst = max(worst, 2 * p)
        return worst > limit

    if not too_much(0):
        return 0
    scale = np.trace(gram) / m
    low, high = np.log(scale) - 40, np.log(scale) + 12
    while high - low > 1e-5:
        mid = (low + high) / 2
        if too_much(np.exp(mid)):
            low = mid
        else:
            high = mid
    return np.array([np.exp(high)])


# %% tags=["right", "id:table-and-interpolation"]
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    s2 = np.linalg.eigvalsh(X.T @ X)
    V = np.linalg.eigh(X.T @ X)[1]
    Y = (X @ V) ** 2 / s2  # squares of the left singular vectors
    scale = np.sqrt(s2.max() * s2.min()) / m
    alphas = np.concatenate([[0.0], scale * np.logspace(-9, 9, 20_000)])
    worst = np.empty(len(alphas))
    for k in range(0, len(alphas), 1000):
        G = s2[:, None] / (s2[:, None] + m * alphas[k : k + 1000])
        h, h2 = Y @ G, Y @ G**2
        a, b = 1 - 2 * h + h2, 1 + h2
        gap = np.log1p(2 * h / a)
        t2 = a * b / (2 * h) * gap
        worst[k : k + 1000] = np.max(2 * ndtr(np.sqrt(t2 / a)) - 2 * ndtr(np.sqrt(t2 / b)), axis=0)
    if worst[0] <= limit:
        return 0.0
    k = np.nonzero(worst <= limit)[0][0]
    if k == 1:
        return alphas[1]
    part = (worst[k - 1] - limit) / (worst[k - 1] - worst[k])
    return alphas[k - 1] * (alphas[k] / alphas[k - 1]) ** part


# %% tags=["wrong", "id:average-row", "loses:calm-ridge-tests"]
# why: the mean of the advantages is kept below the limit, single rows stand out.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.mean(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:m-forgotten", "loses:calm-ridge-tests"]
# why: X^T X + alpha I instead of m alpha I: the ridge is m times too large.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:square-of-the-leverage", "loses:calm-ridge-tests"]
# why: (H^2)_rr is an entry of the product H H, not h_r^2.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        h = np.diag(X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T))
        a, b = 1 - 2 * h + h**2, 1 + h**2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:variances-without-a-ridge", "loses:calm-ridge-tests"]
# why: 1 - h and 1 + h hold for alpha = 0 only, where H^2 = H.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        h = np.diag(X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T))
        a, b = 1 - h, 1 + h
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:row-of-the-largest-leverage", "loses:calm-ridge-tests"]
# why: only the row that stands out most without a ridge is watched; with a ridge another one may be the worst.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    r = np.argmax(np.diag(X @ np.linalg.solve(X.T @ X, X.T)))

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = H[r, r], H[r] @ H[r]
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return 2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b)) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:longest-row", "loses:calm-ridge-tests"]
# why: the longest row is taken for the worst one; a short row in a rare direction may stand out more.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    r = np.argmax(np.linalg.norm(X, axis=1))

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = H[r, r], H[r] @ H[r]
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return 2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b)) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:never-zero", "loses:calm-ridge-tests"]
# why: begins at a small alpha and never looks at 0: where no ridge is needed it returns that small one.
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def worst(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b)))

    low, high = 0.0, 0.001
    while worst(high) > limit:
        low, high = high, 2 * high
    while low > 0 and high - low > 1e-6 * high:
        half = (low + high) / 2
        low, high = (half, high) if worst(half) > limit else (low, half)
    return high


# %% tags=["wrong", "id:bracket-without-a-change-of-sign", "loses:calm-ridge-tests"]
# why: brentq needs a change of sign; where no ridge is needed there is none, and it raises an error.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:at-most-one", "loses:calm-ridge-tests"]
# why: looks between 0 and 1 only; features with large numbers need a larger ridge.
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def worst(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b)))

    if worst(0) <= limit:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(60):
        half = (low + high) / 2
        if worst(half) > limit:
            low = half
        else:
            high = half
    return high


# %% tags=["wrong", "id:grid-of-hundredths", "loses:calm-ridge-tests"]
# why: a grid with steps of 0.01 is too coarse for small ridges.
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    for alpha in np.arange(0, 100, 0.01):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        if np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) <= limit:
            return alpha
    return 100.0


# %% tags=["wrong", "id:leverage-below-the-limit", "loses:calm-ridge-tests"]
# why: the largest leverage is kept below the limit, not the advantage.
from scipy.optimize import brentq


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        return np.diag(X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)).max() - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:small-leverage-approximation", "loses:calm-ridge-tests"]
# why: 2 phi(1) h is the advantage for small leverages without a ridge only.
from scipy.optimize import brentq


def calm_ridge(X, limit):
    m, d = X.shape
    factor = 2 * np.exp(-0.5) / np.sqrt(2 * np.pi)

    def excess(alpha):
        h = np.diag(X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T))
        return factor * h.max() - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:one-tail", "loses:calm-ridge-tests"]
# why: the residual is compared in size, so both tails count: the 2 before Phi is missing.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(ndtr(t / np.sqrt(a)) - ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:variance-for-deviation", "loses:calm-ridge-tests"]
# why: the threshold is divided by variances, not by standard deviations.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / a) - 2 * ndtr(t / b)) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:threshold-not-rooted", "loses:calm-ridge-tests"]
# why: the formula gives t^2; it is used as t.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = a * b / (b - a) * np.log(b / a)
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)


# %% tags=["wrong", "id:constant-spared", "loses:calm-ridge-tests"]
# why: the first column is taken for an intercept that the ridge does not touch; H has the whole identity.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    E = np.eye(d)
    if d > 1:
        E[0, 0] = 0

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * E, X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0 and high < 1e6:
        high *= 2
    return brentq(excess, 0, high) if excess(high) < 0 else high


# %% tags=["wrong", "id:penalty-returned", "loses:calm-ridge-tests"]
# why: returns m alpha, what stands in the matrix, instead of alpha.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape

    def excess(alpha):
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return m * brentq(excess, 0, high)


# %% tags=["wrong", "id:next-doubling", "loses:calm-ridge-tests"]
# why: doubles alpha until it is enough and returns that, which may be twice the smallest.
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    alpha = 0.0
    while True:
        H = X @ np.linalg.solve(X.T @ X + m * alpha * np.eye(d), X.T)
        h, h2 = np.diag(H), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        if np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) <= limit:
            return alpha
        alpha = 2 * alpha if alpha else 1e-4


# %% tags=["wrong", "id:columns-centred", "loses:calm-ridge-tests"]
# why: centres the features first; the model of the task has the columns as they are.
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    m, d = X.shape
    X = X - X.mean(axis=0)

    def excess(alpha):
        H = X @ np.linalg.pinv(X.T @ X + m * alpha * np.eye(d)) @ X.T
        h, h2 = np.maximum(np.diag(H), 1e-12), np.sum(H**2, axis=1)
        a, b = 1 - 2 * h + h2, 1 + h2
        t = np.sqrt(a * b / (b - a) * np.log(b / a))
        return np.max(2 * ndtr(t / np.sqrt(a)) - 2 * ndtr(t / np.sqrt(b))) - limit

    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    return brentq(excess, 0, high)
