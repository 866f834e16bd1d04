# ruff: noqa
# %% tags=["right", "id:bisection"]
def alpha_for_noise(A, sizes, s, limit):
    n = len(sizes)
    L = np.diag(A.sum(axis=1)) - A

    def mean_variance(alpha):
        B = np.linalg.inv(np.eye(n) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    if mean_variance(0.0) <= limit:
        return 0.0
    low, high = 0.0, 1.0
    while mean_variance(high) > limit:
        low, high = high, 2 * high
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        if mean_variance(middle) > limit:
            low = middle
        else:
            high = middle
    return high


# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A

    def excess(alpha):
        B = np.linalg.solve(np.eye(n) + alpha * L, np.eye(n))
        return s**2 * np.sum(B * B / sizes) / n - limit

    if excess(0) <= 0:
        return 0
    return brentq(excess, 0, 2000, xtol=1e-12, rtol=1e-10)


# %% tags=["right", "id:eigenvalues"]
def alpha_for_noise(A, sizes, s, limit):
    """tr(B^2 M^-1) in the eigenvectors of L: a sum of c_k/(1 + alpha lambda_k)^2; Newton from the left."""
    lam, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    lam = np.maximum(lam, 0)
    c = s**2 / len(A) * (U.T**2 @ (1 / np.asarray(sizes, float)))
    value = lambda a: np.sum(c / (1 + a * lam) ** 2) - limit
    slope = lambda a: -2 * np.sum(c * lam / (1 + a * lam) ** 3)
    alpha = 0.0
    if value(alpha) <= 0:
        return alpha
    for _ in range(500):  # convex and falling: the steps never overshoot
        step = value(alpha) / slope(alpha)
        alpha -= step
        if abs(step) < 1e-10 * alpha:
            break
    return alpha


# %% tags=["right", "id:refined-grid"]
def alpha_for_noise(A, sizes, s, limit):
    n = len(sizes)
    L = np.diag(A.sum(1)) - A

    def fine(alpha):
        B = np.linalg.inv(np.identity(n) + alpha * L)
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += B[i, j] ** 2 / sizes[j]
        return s * s * total / n <= limit

    if fine(0.0):
        return 0.0
    low, high = 0.0, 1024.0
    for _ in range(18):  # ten parts each time
        grid = np.linspace(low, high, 11)
        for a, b in zip(grid[:-1], grid[1:]):
            if fine(b):
                low, high = a, b
                break
    return float(high)


# %% tags=["right", "id:logarithmic-search"]
import math


def alpha_for_noise(A, sizes, s, limit):
    n = A.shape[0]
    L = np.diagflat(A.sum(axis=1)) - A
    root = s / np.sqrt(np.asarray(sizes, dtype=float))

    def noise(alpha):
        return np.linalg.norm(np.linalg.inv(np.eye(n) + alpha * L) * root) ** 2 / n

    if noise(0) <= limit:
        return 0.0
    a, b = math.log(1e-12), math.log(1e4)
    for _ in range(60):
        c = 0.5 * (a + b)
        a, b = (c, b) if noise(math.exp(c)) > limit else (a, c)
    return math.exp(b)


# %% tags=["right", "id:secant-on-the-inverse-root"]
def alpha_for_noise(A, sizes, s, limit):
    # 1/sqrt(mean variance) is nearly straight in alpha: regula falsi (Illinois)
    n = len(sizes)
    L = np.diag(np.sum(A, axis=1)) - A
    covariance = np.diag(s**2 / np.asarray(sizes, float))

    def f(alpha):
        B = np.linalg.inv(np.eye(n) + alpha * L)
        return 1 / np.sqrt(np.trace(B @ covariance @ B.T) / n) - 1 / np.sqrt(limit)

    x0, x1 = 0.0, 1500.0
    f0, f1 = f(x0), f(x1)
    if f0 >= 0:
        return 0.0
    for _ in range(300):
        x = (x0 * f1 - x1 * f0) / (f1 - f0)
        fx = f(x)
        if fx < 0:
            x0, f0 = x, fx
            f1 = f1 / 2
        else:
            x1, f1 = x, fx
            f0 = f0 / 2
        if x1 - x0 < 1e-8 * x1:
            break
    return x1


# %% tags=["right", "id:scipy-root-scalar"]
import scipy.linalg
from scipy.optimize import root_scalar


def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def gap(alpha):
        # columns of B one by one
        variance = 0
        factor = scipy.linalg.cho_factor(np.eye(len(L)) + alpha * L)
        for j, e in enumerate(np.eye(len(L))):
            variance = variance + scipy.linalg.cho_solve(factor, e) ** 2 / sizes[j]
        return s**2 * variance.mean() - limit

    return (
        0.0
        if gap(0.0) <= 0
        else root_scalar(gap, bracket=[0.0, 1001.0], method="toms748", rtol=1e-9).root
    )


# %% tags=["right", "id:steps-that-shrink"]
def alpha_for_noise(A, sizes, s, limit):
    """Walks up while the noise is too large, with smaller and smaller steps."""
    lam, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    weight = (U**2 / np.reshape(sizes, (-1, 1))).sum(axis=0) * s**2 / len(sizes)
    too_noisy = lambda a: (weight / (1 + a * lam) ** 2).sum() > limit
    alpha, step = 0.0, 256.0
    if not too_noisy(0.0):
        return alpha
    while step > 1e-10:
        while too_noisy(alpha + step):
            alpha += step
        step /= 2
    return alpha + 2 * step


# %% tags=["right", "id:minimise-under-constraint"]
from functools import lru_cache


def alpha_for_noise(A, sizes, s, limit):
    # recursion on intervals
    n = len(sizes)
    L = np.diag(A.sum(axis=1)) - A

    @lru_cache(maxsize=None)
    def enough(alpha):
        B = np.linalg.inv(np.eye(n) + alpha * L)
        return bool((s**2 * (B**2 / np.asarray(sizes)).sum(axis=1)).mean() <= limit)

    def smallest(low, high):
        if high - low < 1e-7 * high:
            return high
        middle = (low + high) / 2
        return smallest(low, middle) if enough(middle) else smallest(middle, high)

    return 0.0 if enough(0.0) else smallest(0.0, 1100.0)


# %% tags=["wrong", "id:noisiest-node", "loses:alpha-for-noise-tests"]
# why: the largest variance of a node instead of the mean over the nodes.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: np.max(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:sum-of-variances", "loses:alpha-for-noise-tests"]
# why: the sum over the nodes instead of the mean.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: np.sum(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:s-not-squared", "loses:alpha-for-noise-tests"]
# why: s instead of s^2 in (12.17); right only for s = 1.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: np.mean(s * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:sizes-ignored", "loses:alpha-for-noise-tests"]
# why: one label per node: m_j is left out.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: s**2 * np.mean(np.sum(np.linalg.inv(np.eye(n) + a * L) ** 2, axis=1)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:mean-size", "loses:alpha-for-noise-tests"]
# why: all nodes with the mean number of labels.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    m = np.mean(sizes)
    excess = lambda a: (
        s**2 / m * np.mean(np.sum(np.linalg.inv(np.eye(n) + a * L) ** 2, axis=1)) - limit
    )
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:b-not-squared", "loses:alpha-for-noise-tests"]
# why: B_ij instead of B_ij^2.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:matrix-power", "loses:alpha-for-noise-tests"]
# why: the matrix product B B instead of the squares of the entries of B.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A

    def excess(a):
        B = np.linalg.inv(np.eye(n) + a * L)
        return np.mean(s**2 * (B @ B) @ (1 / sizes)) - limit

    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:own-size", "loses:alpha-for-noise-tests"]
# why: all noise of node i divided by a square of its own size, sum_j B_ij^2/m_i^2: neither m_j nor the first power.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: (
        np.mean(s**2 * np.sum(np.linalg.inv(np.eye(n) + a * L) ** 2, axis=1) / sizes**2) - limit
    )
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:correlated-noise", "loses:alpha-for-noise-tests"]
# why: adds standard deviations, (sum_j B_ij s/sqrt(m_j))^2: the noise of the nodes is independent.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: (
        np.mean((np.linalg.inv(np.eye(n) + a * L) @ (s / np.sqrt(sizes))) ** 2) - limit
    )
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:weights-ignored", "loses:alpha-for-noise-tests"]
# why: all edges with weight 1.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    A = (A > 0).astype(float)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:normalised-laplacian", "loses:alpha-for-noise-tests"]
# why: the normalised Laplacian I - D^-1/2 A D^-1/2 instead of L = D - A.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    deg = A.sum(axis=0)
    r = np.where(deg > 0, 1 / np.sqrt(np.where(deg > 0, deg, 1)), 0)
    L = np.diag((deg > 0).astype(float)) - r[:, None] * A * r
    excess = lambda a: np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:coarse-grid", "loses:alpha-for-noise-tests"]
# why: the first of 61 values between 0.001 and 1000 that will do: 26 per cent apart, "to 0.1 per cent".
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    for a in [0.0, *np.logspace(-3, 3, 61)]:
        if np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) <= limit:
            return a
    return 1000.0


# %% tags=["wrong", "id:never-zero", "loses:alpha-for-noise-tests"]
# why: bisection that starts at 0.01: returns 0.01 where no coupling is needed ("alpha >= 0 ... needs none").
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    low, high = 0.01, 1000.0
    for _ in range(80):
        a = (low + high) / 2
        if np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes)) > limit:
            low = a
        else:
            high = a
    return high


# %% tags=["wrong", "id:negative", "loses:alpha-for-noise-tests"]
# why: solves "mean = limit" also where the limit does not bind, by a negative alpha; "the smallest alpha >= 0".
def alpha_for_noise(A, sizes, s, limit):
    lam, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    c = s**2 / len(A) * (U.T**2 @ (1 / np.asarray(sizes, float)))
    low, high = -1 / lam[-1] * (1 - 1e-9) if lam[-1] > 0 else -1.0, 1e4
    for _ in range(100):
        a = (low + high) / 2
        low, high = (a, high) if np.sum(c / (1 + a * lam) ** 2) > limit else (low, a)
    return high


# %% tags=["wrong", "id:up-to-ten", "loses:alpha-for-noise-tests"]
# why: looks for alpha only up to 10; some limits need more (up to 1000).
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    f = lambda a: np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes))
    if f(0.0) <= limit:
        return 0.0
    low, high = 0.0, 10.0
    for _ in range(80):
        a = (low + high) / 2
        low, high = (a, high) if f(a) > limit else (low, a)
    return high


# %% tags=["wrong", "id:standard-deviations", "loses:alpha-for-noise-tests"]
# why: compares the mean standard deviation with the limit, which is in squared units.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    excess = lambda a: (
        np.mean(np.sqrt(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes))) - limit
    )
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:doubling-only", "loses:alpha-for-noise-tests"]
# why: doubles alpha until it will do and stops there: not the smallest.
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    f = lambda a: np.mean(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes))
    if f(0.0) <= limit:
        return 0.0
    a = 2.0**-12
    while f(a) > limit and a < 1e6:
        a *= 2
    return a


# %% tags=["wrong", "id:adjacency", "loses:alpha-for-noise-tests"]
# why: forgets the couplings off the diagonal, B = (I + alpha D)^-1: neighbours pull to zero.
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    deg = A.sum(axis=0)
    excess = lambda a: np.mean(s**2 / sizes / (1 + a * deg) ** 2) - limit
    if excess(0) <= 0:
        return 0.0
    if excess(1e5) > 0:
        return 1e5
    return brentq(excess, 0, 1e5, xtol=1e-12, rtol=1e-10)


# %% tags=["wrong", "id:median-node", "loses:alpha-for-noise-tests"]
# why: the median over the nodes instead of the mean.
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    f = lambda a: np.median(s**2 * np.linalg.inv(np.eye(n) + a * L) ** 2 @ (1 / sizes))
    if f(0.0) <= limit:
        return 0.0
    low, high = 0.0, 1e5
    for _ in range(80):
        a = (low + high) / 2
        low, high = (a, high) if f(a) > limit else (low, a)
    return high


# %% tags=["wrong", "id:neighbours-averaged-once", "loses:alpha-for-noise-tests"]
# why: B = I - alpha L (the first order) instead of the inverse.
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    f = lambda a: np.mean(s**2 * (np.eye(n) - a * L) ** 2 @ (1 / sizes))
    if f(0.0) <= limit:
        return 0.0
    low, high = 0.0, 0.5 / max(A.sum(axis=0).max(), 1e-12)
    for _ in range(60):
        a = (low + high) / 2
        low, high = (a, high) if f(a) > limit else (low, a)
    return high


# %% tags=["wrong", "id:steps-of-a-tenth", "loses:alpha-for-noise-tests"]
# why: goes up in steps of 0.1: good to 0.1 per cent only above 100.
def alpha_for_noise(A, sizes, s, limit):
    lam, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    c = s**2 / len(A) * (U.T**2 @ (1 / np.asarray(sizes, float)))
    a = 0.0
    while np.sum(c / (1 + a * lam) ** 2) > limit and a < 1100:
        a += 0.1
    return a
