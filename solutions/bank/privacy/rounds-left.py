# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:bisection"]
from scipy.stats import norm


def _left(epsilon, delta, spent, sigma):
    low, high = 1e-2, 1e4
    for _ in range(200):
        s = np.sqrt(low * high)
        least = norm.cdf(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * norm.cdf(
            -1 / (2 * s) - epsilon * s
        )
        low, high = (low, s) if least <= delta else (s, high)
    total, rounds = sum(1 / s**2 for s in spent), 0
    while total + 1 / sigma**2 <= 1 / high**2:
        total, rounds = total + 1 / sigma**2, rounds + 1
    return rounds


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:distance"]
from scipy.optimize import root_scalar
from scipy.special import log_ndtr, ndtr


def _left(epsilon, delta, spent, sigma):
    # how far apart neighbours may be, in units of the noise
    def excess(mu):
        above, below = mu / 2 - epsilon / mu, -mu / 2 - epsilon / mu
        return ndtr(above) - np.exp(epsilon + log_ndtr(below)) - delta

    mu = root_scalar(excess, bracket=(1e-3, 20)).root
    return np.maximum((mu**2 - np.sum(1 / spent**2)) * sigma**2, 0) // 1


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:count-by-delta"]
from math import erfc, exp, sqrt


def _left(epsilon, delta, spent, sigma):
    # try numbers of rounds, and look at the delta of all releases together
    def spends(k):
        whole = 1 / sqrt(sum(s**-2 for s in spent) + k / sigma**2) if k or len(spent) else 1e9
        up, down = 1 / (2 * whole) - epsilon * whole, -1 / (2 * whole) - epsilon * whole
        return erfc(-up / sqrt(2)) / 2 - exp(epsilon) * erfc(-down / sqrt(2)) / 2

    k = 0
    if spends(0) > delta:
        return 0
    step = 1
    while spends(k + step) <= delta:
        step *= 2
    while step:
        if spends(k + step) <= delta:
            k += step
        step //= 2
    return k


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:vector"]
from scipy.optimize import bisect
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def private(apart):
        return (
            ndtr(apart / 2 - epsilon / apart)
            - np.exp(epsilon) * ndtr(-apart / 2 - epsilon / apart)
            - delta
        )

    most = bisect(private, 1e-4, 15, xtol=1e-13)
    already = np.linalg.norm(1 / np.asarray(spent))
    if already >= most:
        return np.array([0])
    return np.array([int((most**2 - already**2) / (1 / sigma) ** 2)])


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:newton-float"]
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    s = np.geomspace(0.05, 200, 200_001)
    least = ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
    k = np.argmax(least <= delta)
    # between two points of the grid the curve is as good as a line
    a, b = least[k - 1] - delta, delta - least[k]
    whole = (s[k - 1] * b + s[k] * a) / (a + b)
    spent = np.append(spent, np.inf)
    return max(0.0, np.floor((whole**-2.0 - (spent**-2.0).sum()) * sigma**2))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:typed", "own:public"]
def rounds_left():
    return [54, 0, 45, 39, 36, 108]


# %% tags=["wrong", "id:one-promise", "says:Expected shape (6,)"]
def rounds_left():
    return 54


# %% tags=["wrong", "id:last-two-swapped", "says:Expected"]
def rounds_left():
    return [54, 0, 45, 39, 108, 36]


# %% tags=["wrong", "id:rounded-up", "says:round down"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    left = brentq(f, 1e-3, 1e3) ** -2 - np.sum(1 / spent**2)
    return max(0, int(np.ceil(sigma**2 * left)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:not-rounded", "says:whole rounds"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    left = brentq(f, 1e-3, 1e3) ** -2 - np.sum(1 / spent**2)
    return max(0, sigma**2 * left)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:spent-forgotten", "says:are forgotten"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    return int(sigma**2 / brentq(f, 1e-3, 1e3) ** 2)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:rounds-counted", "says:as if their noise were that of the next"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    return max(0, int(sigma**2 / brentq(f, 1e-3, 1e3) ** 2) - len(spent))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:mean-noise", "says:mean noise"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    over = len(spent) / np.mean(spent) ** 2 if len(spent) else 0
    return max(0, int(sigma**2 * (brentq(f, 1e-3, 1e3) ** -2 - over)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:concentrated", "says:concentrated privacy"]
def _left(epsilon, delta, spent, sigma):
    L = np.log(1 / delta)
    rho = (np.sqrt(L + epsilon) - np.sqrt(L)) ** 2
    return max(0, int((rho - np.sum(1 / (2 * spent**2))) * 2 * sigma**2))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:older-rule", "says:older rule"]
def _left(epsilon, delta, spent, sigma):
    whole = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
    return max(0, int(sigma**2 * (whole**-2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:distances-added", "says:rounds add up like variances"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    return max(0, int(sigma * (1 / brentq(f, 1e-3, 1e3) - np.sum(1 / spent))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:negative", "says:is not negative"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    return int(np.floor(sigma**2 * (brentq(f, 1e-3, 1e3) ** -2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:one-release", "says:Expected"]
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    least = ndtr(1 / (2 * sigma) - epsilon * sigma) - np.exp(epsilon) * ndtr(
        -1 / (2 * sigma) - epsilon * sigma
    )
    return int(delta / least) if least > 0 else 10**6


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:variances-of-spent", "says:1/sigma^2 is added up, not sigma^2"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    over = 1 / np.sum(spent**2) if len(spent) else 0
    return max(0, int(sigma**2 * (brentq(f, 1e-3, 1e3) ** -2 - over)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:empty-fails", "says:Expected"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    if len(spent) == 0:
        return 0
    return max(0, int(sigma**2 * (brentq(f, 1e-3, 1e3) ** -2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:package", "says:finished answer"]
from flcourse import privacy


def _left(epsilon, delta, spent, sigma):
    whole = privacy.gaussian_sigma(epsilon, delta)
    return max(0, int(sigma**2 * (whole**-2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:to-the-nearest", "says:to the nearest number"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def f(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    left = brentq(f, 1e-3, 1e3) ** -2 - np.sum(1 / spent**2)
    return max(0, round(float(sigma**2 * left)))


def rounds_left():
    return [_left(*own) for own in own_promises]
