# ruff: noqa
# %% tags=["right", "id:formula"]
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(np.floor(m), 1), K))


# %% tags=["right", "id:multiplied-out"]
import math


def m_star(K, n, sigma2, beta, H, D):
    # H^2 (m/K)^(2 beta/D) = s2/m, all multiplied by D in the exponents
    e = 2 * beta + D
    m = K ** (2 * beta / e) * (sigma2 / n / H**2) ** (D / e)
    return max(1, min(K, math.floor(m)))


# %% tags=["right", "id:logarithms"]
def m_star(K, n, sigma2, beta, H, D):
    gamma = beta / D
    log_m = (2 * gamma * np.log(K) + np.log(sigma2) - np.log(n) - 2 * np.log(H)) / (1 + 2 * gamma)
    return int(np.clip(np.exp(log_m), 1, K))


# %% tags=["right", "id:rescaled-ring"]
def m_star(K, n, sigma2, beta, H, D):
    """The formula of the ring with beta/D for beta and sigma2/H^2 for sigma2 (as the chapter says for C)."""

    def on_the_ring(K, n, sigma2, beta):
        return int(K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1)))

    m = on_the_ring(K, n, sigma2 / H**2, beta / D)
    if m < 1:
        return 1
    return K if m > K else m


# %% tags=["right", "id:bisection-over-integers"]
def m_star(K, n, sigma2, beta, H, D):
    # the largest whole m whose bias bound is not above its variance
    def bias_is_small(m):
        return H**2 * (m / K) ** (2 * beta / D) <= sigma2 / (n * m)

    low, high = 1, K + 1
    while high - low > 1:
        middle = (low + high) // 2
        if bias_is_small(middle):
            low = middle
        else:
            high = middle
    return low


# %% tags=["right", "id:counting-up"]
def m_star(K, n, sigma2, beta, H, D):
    m = 1
    while m < K and (H * ((m + 1) / K) ** (beta / D)) ** 2 <= sigma2 / n / (m + 1):
        m += 1
    return m


# %% tags=["right", "id:root-finder"]
from scipy.optimize import brentq


def m_star(K, n, sigma2, beta, H, D):
    def gap(t):  # t = log m; logarithm of bias over variance, rises
        return 2 * np.log(H) + 2 * beta / D * (t - np.log(K)) - np.log(sigma2 / n) + t

    if gap(0.0) >= 0:
        return 1
    if gap(np.log(K)) <= 0:
        return int(K)
    return max(1, min(K, int(np.exp(brentq(gap, 0.0, np.log(K), xtol=1e-14)))))


# %% tags=["right", "id:share-of-all"]
def m_star(K, n, sigma2, beta, H, D):
    # solve for the share q = m/K: q^(2 beta/D + 1) = sigma2/(n K H^2)
    q = (sigma2 / (n * K * H**2)) ** (D / (2 * beta + D))
    m = int(K * min(q, 1.0))
    return m if m >= 1 else 1


# %% tags=["right", "id:through-the-radius"]
def m_star(K, n, sigma2, beta, H, D):
    """Find the radius r at which (H r^beta)^2 = sigma2/(n K r^D), then count the devices in it."""
    r = (sigma2 / (n * K * H**2)) ** (1 / (2 * beta + D))
    return int(np.minimum(K, np.maximum(1, np.floor(K * r**D))))


# %% tags=["right", "id:searchsorted"]
def m_star(K, n, sigma2, beta, H, D):
    m = np.arange(1, K + 1)
    too_much = np.log(m) * (1 + 2 * beta / D) + 2 * np.log(H) - 2 * beta / D * np.log(K)
    return max(1, int(np.searchsorted(too_much, np.log(sigma2 / n), side="right")))


# %% tags=["right", "id:decimals"]
from decimal import Decimal, getcontext


def m_star(K, n, sigma2, beta, H, D):
    getcontext().prec = 40
    dec = lambda x: Decimal(float(x))
    b = 2 * dec(beta) / dec(D)
    power = 1 / (1 + b)
    m = (b * power * dec(K).ln() + power * (dec(sigma2) / dec(n) / dec(H) ** 2).ln()).exp()
    return max(1, min(int(K), int(m)))


# %% tags=["right", "id:newton"]
def m_star(K, n, sigma2, beta, H, D):
    # Newton for p log m + c = 0 in t = log m is exact after one step; two for good measure
    p, c = 1 + 2 * beta / D, np.log(H**2 * n / sigma2) - 2 * beta / D * np.log(K)
    t = 0.0
    for _ in range(2):
        t -= (p * t + c) / p
    return np.int64(np.clip(np.floor(np.exp(t)), 1, K))


# %% tags=["wrong", "id:h-not-squared", "loses:m-star-tests"]
# why: the squared bias has the factor H^2, not H.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:h-ignored", "loses:m-star-tests"]
# why: H is ignored: "differ by at most H r^beta".
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / n) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:d-ignored", "loses:m-star-tests"]
# why: the formula of the ring: in D dimensions the distance is (j/K)^(1/D).
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:times-d", "loses:m-star-tests"]
# why: beta D instead of beta/D: distances (j/K)^D.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta * D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:d-in-one-exponent", "loses:m-star-tests"]
# why: beta/D only in the exponent of K; the noise keeps 1/(2 beta + 1).
def m_star(K, n, sigma2, beta, H, D):
    m = K ** (2 * beta / (2 * beta + D)) * (sigma2 / (n * H**2)) ** (1 / (2 * beta + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:d-forgotten-above", "loses:m-star-tests"]
# why: 2 beta + D below is right, but the noise has the exponent 1/(2 beta + D) instead of D/(2 beta + D).
def m_star(K, n, sigma2, beta, H, D):
    m = K ** (2 * beta / (2 * beta + D)) * (sigma2 / (n * H**2)) ** (1 / (2 * beta + D))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:minimum-of-the-sum", "loses:m-star-tests"]
# why: minimises bias plus variance, which gives an additional factor; asked is where they balance.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2 * b)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:misprint", "loses:m-star-tests"]
# why: divides by the second factor: m grows with n.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) / (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:no-cap", "loses:m-star-tests"]
# why: may exceed K: "at most K".
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return max(int(m), 1)


# %% tags=["wrong", "id:no-floor", "loses:m-star-tests"]
# why: returns 0 if the balance lies below 1: "at least 1".
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return min(int(m), K)


# %% tags=["wrong", "id:to-the-nearest", "loses:m-star-tests"]
# why: rounds to the nearest integer: "rounded down".
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(round(m), 1), K))


# %% tags=["wrong", "id:rounded-up", "loses:m-star-tests"]
# why: rounds up, so that the bias is the larger part: "rounded down".
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(np.ceil(m), 1), K))


# %% tags=["wrong", "id:n-ignored", "loses:m-star-tests"]
# why: the variance of one sample over m: more samples of one's own must mean fewer neighbours.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / H**2) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:h-on-the-wrong-side", "loses:m-star-tests"]
# why: H multiplies the noise: the rougher the parameters, the more neighbours.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 * H**2 / n) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:sigma-squared", "loses:m-star-tests"]
# why: squares sigma2, which is the variance already.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2**2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:bias-not-squared", "loses:m-star-tests"]
# why: balances the bias itself, H (m/K)^(beta/D), with the variance; both must be squared errors.
def m_star(K, n, sigma2, beta, H, D):
    b = beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:root-of-k-only", "loses:m-star-tests"]
# why: replaces K by K^(1/D) but leaves m as it is: (m / K^(1/D))^(2 beta) instead of (m/K)^(2 beta/D).
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta
    m = (K ** (1 / D)) ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:whole-numbers-too-early", "loses:m-star-tests"]
# why: divides sigma2 by n with the rest thrown away; only the solution is to be rounded down.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * ((sigma2 // n) / H**2) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:plus-itself", "loses:m-star-tests"]
# why: adds 1 for the device itself; m counts it already.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H**2)) ** (1 / (b + 1))
    return int(min(max(int(m) + 1, 1), K))


# %% tags=["wrong", "id:two-dimensions-always", "loses:m-star-tests"]
# why: D = 2 is built in; D is an argument, an integer >= 1.
def m_star(K, n, sigma2, beta, H, D):
    m = K ** (beta / (beta + 1)) * (sigma2 / (n * H**2)) ** (1 / (beta + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:h-to-the-beta", "loses:m-star-tests"]
# why: takes (H r)^beta for H r^beta: equal only for beta = 1.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / (n * H ** (2 * beta))) ** (1 / (b + 1))
    return int(min(max(m, 1), K))


# %% tags=["wrong", "id:h-with-the-distance-exponent", "loses:m-star-tests"]
# why: H is not raised to the outer power: divides the solution by H^2 instead of dividing under the root.
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (b + 1)) * (sigma2 / n) ** (1 / (b + 1)) / H**2
    return int(min(max(m, 1), K))
