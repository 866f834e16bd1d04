# ruff: noqa
# %% tags=["right", "id:cumulated"]
# why: cumulated sums, argmin
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m**2
    k = e.argmin()
    return m[k], e[k]


# %% tags=["right", "id:loop"]
# why: plain loop with running sums
def own_neighbours():
    best_m, best = None, None
    bias_sum = var_sum = 0.0
    for j in range(40):
        bias_sum += own_theta[j] - own_theta[0]
        var_sum += own_sigma2 / own_n[j]
        m = j + 1
        error = (bias_sum / m) ** 2 + var_sum / m**2
        if best is None or error < best:
            best_m, best = m, error
    return best_m, float(best)


# %% tags=["right", "id:weight-matrix"]
# why: rows of weights, bias by a product, variance by squares
def own_neighbours():
    A = np.tril(np.ones((40, 40))) / np.arange(1, 41)[:, None]
    bias2 = (A @ own_theta - own_theta[0]) ** 2
    var = A**2 @ (own_sigma2 / own_n)
    total = bias2 + var
    return int(np.argmin(total)) + 1, np.min(total)


# %% tags=["right", "id:min-with-key"]
# why: function of m, min over a range
def own_neighbours():
    def error(m):
        return (own_theta[:m].mean() - own_theta[0]) ** 2 + sum(
            own_sigma2 / n for n in own_n[:m]
        ) / m / m

    m = min(range(1, 41), key=error)
    return [m, error(m)]


# %% tags=["right", "id:covariance"]
# why: full second-moment matrix of the errors: w^T (b b^T + N) w
def own_neighbours():
    b = own_theta - own_theta[0]
    M = np.outer(b, b) + np.diag(own_sigma2 / own_n)
    values = {}
    for m in range(1, 41):
        w = np.zeros(40)
        w[:m] = 1 / m
        values[m] = w @ M @ w
    m = sorted(values, key=lambda k: values[k])[0]
    return float(m), np.array(values[m])


# %% tags=["right", "id:harmonic"]
# why: with the harmonic mean of the numbers of hours
from scipy.stats import hmean


def own_neighbours():
    errors = [
        (np.mean(own_theta[:m] - own_theta[0])) ** 2 + own_sigma2 / (m * hmean(own_n[:m]))
        for m in range(1, 41)
    ]
    return errors.index(min(errors)) + 1, min(errors)


# %% tags=["right", "id:fractions"]
# why: exact arithmetic of the numbers
from fractions import Fraction


def own_neighbours():
    t = [Fraction(float(x)) for x in own_theta]
    v = [Fraction(str(own_sigma2)) / int(n) for n in own_n]
    ranked = sorted((((sum(t[:m]) / m - t[0]) ** 2 + sum(v[:m]) / m**2), m) for m in range(1, 41))
    return ranked[0][1], float(ranked[0][0])


# %% tags=["right", "id:masked-table"]
# why: 40 x 40 table with a mask, nan means and sums
def own_neighbours():
    j, m = np.meshgrid(np.arange(40), np.arange(1, 41))
    T = np.where(j < m, own_theta, np.nan)
    N = np.where(j < m, own_sigma2 / own_n, 0)
    E = np.square(np.nanmean(T, axis=1) - T[:, 0]) + N.sum(1) * m[:, 0] ** -2.0
    where = np.where(E == E.min())[0][0]
    return np.array([1 + where]), np.array([[E[where]]])


# %% tags=["right", "id:typed", "own:public"]
# why: the public pair with nine digits
def own_neighbours():
    return 19, 1.3160012654


# %% tags=["wrong", "id:counted-from-zero", "loses:own-neighbours-tests"]
# why: index in place of m
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m**2
    return e.argmin(), e.min()


# %% tags=["wrong", "id:without-own", "loses:own-neighbours-tests"]
# why: own station left out
def own_neighbours():
    m = np.arange(1, 40)
    e = (np.cumsum(own_theta[1:]) / m - own_theta[0]) ** 2 + np.cumsum(
        own_sigma2 / own_n[1:]
    ) / m**2
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:hours-lost", "loses:own-neighbours-tests"]
# why: variance of single hours
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + own_sigma2 / m
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:own-hours-for-all", "loses:own-neighbours-tests"]
# why: all stations with the hours of the own one
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + own_sigma2 / (own_n[0] * m)
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:pooled-hours", "loses:own-neighbours-tests"]
# why: all hours pooled
def own_neighbours():
    e = (
        np.cumsum(own_n * own_theta) / np.cumsum(own_n) - own_theta[0]
    ) ** 2 + own_sigma2 / np.cumsum(own_n)
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:weights-not-squared", "loses:own-neighbours-tests"]
# why: weights 1/m in the variance
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:sigma-squared", "loses:own-neighbours-tests"]
# why: variance squared
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2**2 / own_n) / m**2
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:bias-alone", "loses:own-neighbours-tests"]
# why: the variance is forgotten: m = 1 has no bias
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:variance-alone", "loses:own-neighbours-tests"]
# why: the bias is forgotten
def own_neighbours():
    m = np.arange(1, 41)
    e = np.cumsum(own_sigma2 / own_n) / m**2
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:mean-square-difference", "loses:own-neighbours-tests"]
# why: squared differences averaged
def own_neighbours():
    m = np.arange(1, 41)
    e = np.cumsum((own_theta - own_theta[0]) ** 2) / m + np.cumsum(own_sigma2 / own_n) / m**2
    return e.argmin() + 1, e.min()


# %% tags=["wrong", "id:root", "loses:own-neighbours-tests"]
# why: root of the error
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m**2
    return e.argmin() + 1, np.sqrt(e.min())


# %% tags=["wrong", "id:swapped", "loses:own-neighbours-tests"]
# why: error first
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m**2
    return e.min(), e.argmin() + 1


# %% tags=["wrong", "id:stops-early", "loses:own-neighbours-tests"]
# why: stops at the first rise
def own_neighbours():
    last = None
    for m in range(1, 41):
        e = (own_theta[:m].mean() - own_theta[0]) ** 2 + np.sum(own_sigma2 / own_n[:m]) / m**2
        if last is not None and e > last:
            return m - 1, last
        last = e
    return 40, last


# %% tags=["wrong", "id:all-forty", "loses:own-neighbours-tests"]
# why: takes all forty stations
def own_neighbours():
    return 40, (own_theta.mean() - own_theta[0]) ** 2 + np.sum(own_sigma2 / own_n) / 1600


# %% tags=["wrong", "id:two-decimals", "loses:own-neighbours-tests"]
# why: error rounded to two decimals
def own_neighbours():
    m = np.arange(1, 41)
    e = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m**2
    return e.argmin() + 1, round(float(e.min()), 2)
