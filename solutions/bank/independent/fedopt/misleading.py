# ruff: noqa
# %% tags=["right", "id:two-levels"]
# why: worst tenth exactly 5 below, all others on one level that keeps the mean
def misleading():
    n = len(own_accuracies)
    k = max(1, n // 10)
    low = np.sort(own_accuracies)[:k].mean() - 5
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.array([low] * k + [rest] * (n - k))


# %% tags=["right", "id:with-the-tool"]
# why: 8 points below with the given tool, in a list of plain floats, the low ones last
def misleading():
    mean, worst, best, var = fairness(own_accuracies)
    n = own_accuracies.size
    t = max(1, n // 10)
    bad = worst - 8.0
    good = mean + t * (mean - bad) / (n - t)
    return [float(good)] * (n - t) + [float(bad)] * t


# %% tags=["right", "id:shrink-then-lower"]
# why: B shrunk to its mean, its own worst devices put low, the rest lifted by a common shift
def misleading():
    B = own_accuracies
    n, t = len(B), len(B) // 10
    order = np.argsort(B)
    A = B.mean() + 0.35 * (B - B.mean())
    A[order[:t]] = np.sort(B)[:t] - 7
    missing = B.sum() - A.sum()
    A[order[t:]] += missing / (n - t)
    return A


# %% tags=["right", "id:half-variance-exactly"]
# why: the low level solved from "variance = half", so it touches the bound
def misleading():
    n = own_accuracies.size
    t = n // 10
    mu, v = own_accuracies.mean(), own_accuracies.var()
    # variance of two levels: t/n * gap^2 + (n-t)/n * (t/(n-t) gap)^2 = gap^2 * t/(n-t)
    gap = math.sqrt(0.5 * v * (n - t) / t)
    A = np.full(n, mu + t * gap / (n - t))
    A[:t] = mu - gap
    return A


import math


# %% tags=["right", "id:robin-hood"]
# why: loop of small transfers from the richest to the poorest outside the chosen victims
def misleading():
    A = list(map(float, own_accuracies))
    n = len(A)
    t = n // 10
    order = sorted(range(n), key=lambda i: A[i])
    victims, others = order[:t], order[t:]
    for i in victims:
        A[i] -= 6
        A[others[-1]] += 6
    target = 0.5 * np.var(own_accuracies)
    while np.var(A) > 0.9 * target:
        hi = max(others, key=lambda i: A[i])
        lo = min(others, key=lambda i: A[i])
        step = min(1.0, (A[hi] - A[lo]) / 2)
        A[hi] -= step
        A[lo] += step
    return tuple(A)


# %% tags=["right", "id:three-levels"]
# why: as many very good as very bad devices, all others at the mean, as a column
def misleading():
    mean, worst, _, _ = fairness(own_accuracies)
    n = len(own_accuracies)
    t = max(1, n // 10)
    d = mean - worst + 5.0
    A = np.ones(n) * mean
    A[:t] -= d
    A[-t:] += d
    return A[:, np.newaxis]


# %% tags=["right", "id:grid-search"]
# why: brute force over pairs of levels and the number of low devices, with the three conditions as tests
def misleading():
    mean, worst, best, var = fairness(own_accuracies)
    n = len(own_accuracies)
    for low in range(0, 60):
        for howmany in range(1, n):
            high = (n * mean - howmany * low) / (n - howmany)
            if not 0 <= high <= 100:
                continue
            A = np.array([low] * howmany + [high] * (n - howmany), dtype=float)
            m2, w2, b2, v2 = fairness(A)
            if v2 <= 0.5 * var and w2 <= worst - 5:
                return A


# %% tags=["right", "id:fractions"]
# why: exact arithmetic with Fractions of the one-decimal numbers, turned to float at the end
from fractions import Fraction


def misleading():
    B = sorted(Fraction(str(b)) for b in own_accuracies)
    n = len(B)
    t = n // 10
    low = sum(B[:t]) / t - 5
    high = (sum(B) - t * low) / (n - t)
    return [float(low)] * t + [float(high)] * (n - t)


# %% tags=["right", "id:optimiser"]
# why: SLSQP: least worst tenth with the mean and 0.45 of the variance as constraints
from scipy.optimize import minimize


def misleading():
    B = np.sort(own_accuracies)
    n, t = len(B), len(B) // 10
    k = t
    cons = [
        {"type": "eq", "fun": lambda A: A.mean() - B.mean()},
        {"type": "ineq", "fun": lambda A: 0.45 * B.var() - A.var()},
    ]
    start = np.full(n, B.mean())
    start[:k] -= 1.0
    found = minimize(
        lambda A: A[:k].mean(),
        start,
        bounds=[(0, 100)] * n,
        constraints=cons,
        options={"maxiter": 300, "ftol": 1e-9},
    )
    A = found.x
    return A + (B.mean() - A.mean())


# %% tags=["right", "id:shuffled-unequal-tenth"]
# why: the worst tenth unequal among themselves, all others equal, in a shuffled order
def misleading():
    n = len(own_accuracies)
    t = max(1, n // 10)
    _, worst, _, _ = fairness(own_accuracies)
    A = np.empty(n)
    A[:t] = worst - 5.5
    A[0] -= 2
    A[1:2] += 2
    A[t:] = 0
    A[t:] = (own_accuracies.sum() - A[:t].sum()) / (n - t)
    return np.random.default_rng(1).permutation(A)


# %% tags=["right", "id:single-precision"]
# why: two levels kept in float32, which has seven digits
def misleading():
    B = own_accuracies.astype(np.float64)
    t = len(B) // 10
    low = np.partition(B, t)[:t].mean() - 9
    A = np.where(np.arange(len(B)) < t, low, (B.sum() - t * low) / (len(B) - t))
    return A.astype(np.float32)


# %% tags=["right", "id:seven-digits", "own:public"]
# why: the public two levels with seven digits: 26 devices, sum of B 1555.3
def misleading():
    return np.array([30.0, 30.0] + [62.304167] * 24)


# %% tags=["right", "id:typed-sum", "own:public"]
# why: the public number of devices and sum typed in
def misleading():
    n, total = 26, 1555.3
    return [31.0, 31.0] + [(total - 62.0) / 24] * 24


# %% tags=["wrong", "id:mean-forgotten", "loses:misleading-tests"]
# why: only lowers the worst tenth and evens out the others: the mean falls
def misleading():
    n = len(own_accuracies)
    t = n // 10
    A = np.full(n, own_accuracies.mean())
    A[:t] = np.sort(own_accuracies)[:t].mean() - 5
    return A


# %% tags=["wrong", "id:only-shrunk", "loses:misleading-tests"]
# why: B shrunk to its mean: variance half, but the worst tenth is better than in B
def misleading():
    m = own_accuracies.mean()
    return m + np.sqrt(0.5) * (own_accuracies - m)


# %% tags=["wrong", "id:only-lower-worst", "loses:misleading-tests"]
# why: worst tenth 5 lower and the mean mended, variance is not half
def misleading():
    A = np.sort(own_accuracies)
    t = len(A) // 10
    A[:t] -= 5
    A[t:] += 5 * t / (len(A) - t)
    return A


# %% tags=["wrong", "id:shares", "loses:misleading-tests"]
# why: right levels as shares of 1
def misleading():
    n = len(own_accuracies)
    k = n // 10
    low = np.sort(own_accuracies)[:k].mean() - 5
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.array([low] * k + [rest] * (n - k)) / 100


# %% tags=["wrong", "id:five-per-cent", "loses:misleading-tests"]
# why: 5 per cent of the worst tenth lower in place of 5 points
def misleading():
    n = len(own_accuracies)
    k = n // 10
    low = np.sort(own_accuracies)[:k].mean() * 0.95
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.array([low] * k + [rest] * (n - k))


# %% tags=["wrong", "id:worst-device-only", "loses:misleading-tests"]
# why: only the single worst device is 5 below, the tenth has more
def misleading():
    n = len(own_accuracies)
    A = np.zeros(n)
    A[0] = own_accuracies.min() - 5
    A[1:] = (own_accuracies.sum() - A[0]) / (n - 1)
    return A


# %% tags=["wrong", "id:one-decimal", "loses:misleading-tests"]
# why: right levels rounded to one decimal: the mean is not that of B any more
def misleading():
    n = len(own_accuracies)
    k = n // 10
    low = np.sort(own_accuracies)[:k].mean() - 6
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.round(np.array([low] * k + [rest] * (n - k)) + 0.031, 1)


# %% tags=["wrong", "id:above-100", "loses:misleading-tests"]
# why: one device alone makes up for the low ones, above 100 per cent
def misleading():
    mean, worst, _, _ = fairness(own_accuracies)
    n = len(own_accuracies)
    t = max(1, n // 10)
    A = np.full(n, mean)
    A[:t] = worst - 6
    A[-1] += t * (mean - worst + 6)
    return A


# %% tags=["wrong", "id:best-tenth", "loses:misleading-tests"]
# why: best tenth of A lower, worst tenth not
def misleading():
    mean, worst, best, var = fairness(own_accuracies)
    return np.linspace(mean - 12, mean + 12, len(own_accuracies))


# %% tags=["wrong", "id:median-for-mean", "loses:misleading-tests"]
# why: levels around the median of B
def misleading():
    n = len(own_accuracies)
    k = n // 10
    m = np.median(own_accuracies)
    low = np.sort(own_accuracies)[:k].mean() - 5
    return np.array([low] * k + [(n * m - k * low) / (n - k)] * (n - k))


# %% tags=["wrong", "id:less-not-half", "loses:misleading-tests"]
# why: variance a little below that of B, not half of it
def misleading():
    n = own_accuracies.size
    t = n // 10
    gap = np.sqrt(0.7 * own_accuracies.var() * (n - t) / t)
    A = np.full(n, own_accuracies.mean() + t * gap / (n - t))
    A[:t] = own_accuracies.mean() - gap
    return A


# %% tags=["wrong", "id:tenth-rounded-up", "loses:misleading-tests"]
# why: worst tenth of B and of A with one device more than n // 10: the target is a bit too high
def misleading():
    n = len(own_accuracies)
    k = n // 10 + 1
    low = np.sort(own_accuracies)[:k].mean() - 5
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.array([low] * k + [rest] * (n - k))


# %% tags=["wrong", "id:both-models", "loses:misleading-tests"]
# why: returns A and B
def misleading():
    n = len(own_accuracies)
    k = n // 10
    low = np.sort(own_accuracies)[:k].mean() - 5
    rest = (own_accuracies.sum() - k * low) / (n - k)
    return np.array([low] * k + [rest] * (n - k)), own_accuracies


# %% tags=["wrong", "id:below-the-mean", "loses:misleading-tests"]
# why: worst tenth 5 below the mean in place of 5 below that of B
def misleading():
    n = len(own_accuracies)
    k = n // 10
    mu = own_accuracies.mean()
    A = np.full(n, mu + 5 * k / (n - k))
    A[:k] = mu - 5
    return A
