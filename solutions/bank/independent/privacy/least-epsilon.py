# ruff: noqa
# %% tags=["right", "id:four-bounds-at-once"]
def least_epsilon(false, true, delta):
    f, t = np.asarray(false, dtype=float), np.asarray(true, dtype=float)
    p = np.concatenate([t, f, 1 - t, 1 - f])
    q = np.concatenate([f, t, 1 - f, 1 - t])
    return np.log(max(1.0, np.max((p - delta) / q)))


# %% tags=["right", "id:loops"]
import math


def least_epsilon(false, true, delta):
    epsilon = 0.0
    for a, b in zip(false, true):
        for p, q in ((a, b), (b, a), (1 - a, 1 - b), (1 - b, 1 - a)):
            if p > delta:
                epsilon = max(epsilon, math.log((p - delta) / q))
    return epsilon


# %% tags=["right", "id:bisection-for-the-promise"]
def least_epsilon(false, true, delta):
    def refuted(epsilon):
        e = np.exp(epsilon)
        return bool(
            np.any(true > e * false + delta)
            or np.any(false > e * true + delta)
            or np.any(1 - true > e * (1 - false) + delta)
            or np.any(1 - false > e * (1 - true) + delta)
        )

    if not refuted(0.0):
        return 0.0
    low, high = 0.0, 1.0
    while refuted(high):
        low, high = high, 2 * high
    for _ in range(100):
        half = (low + high) / 2
        if refuted(half):
            low = half
        else:
            high = half
    return high


# %% tags=["right", "id:linear-program"]
from scipy.optimize import linprog


def least_epsilon(false, true, delta):
    """Smallest z = e^epsilon with z q >= p - delta for all pairs, z >= 1."""
    q = np.hstack([false, true, 1 - np.array(false), 1 - np.array(true)])
    p = np.hstack([true, false, 1 - np.array(true), 1 - np.array(false)])
    # each line divided by q, so that small rates are met as exactly as large ones
    found = linprog([1.0], A_ub=-np.ones((len(q), 1)), b_ub=-(p - delta) / q, bounds=[(1, None)])
    return float(np.log(found.x[0]))


# %% tags=["right", "id:newton-on-the-worst-violation"]
def least_epsilon(false, true, delta):
    """Dinkelbach: z is raised to the ratio of the set that violates most, until none does."""
    sets = [(t, f) for t, f in zip(true, false)]
    sets += [(1 - t, 1 - f) for t, f in sets]
    sets += [(q, p) for p, q in sets]
    z = 1.0
    while True:
        p, q = max(sets, key=lambda s: s[0] - z * s[1])
        new = (p - delta) / q
        if new <= z * (1 + 1e-13):
            return float(np.log(z))
        z = new


# %% tags=["right", "id:masked-logarithms"]
def least_epsilon(false, true, delta):
    rates = np.array([false, true], dtype=float)  # (2, k)
    rates = np.stack([rates, 1 - rates])  # accused or not, order, test
    numerator = rates - delta
    bounds = np.full(rates.shape, -np.inf)
    np.log(numerator, out=bounds, where=numerator > 0)
    bounds -= np.log(rates[:, ::-1, :])
    return max(0.0, bounds.max())


# %% tags=["right", "id:fold-to-one-side"]
def least_epsilon(false, true, delta):
    # By swapping the neighbours, every test may be taken as one that accuses rightly more often.
    low, high = np.minimum(false, true), np.maximum(false, true)
    # Then only two of the four inequalities can bite: accused, and not accused.
    with np.errstate(divide="ignore", invalid="ignore"):
        accused = np.log(high - delta) - np.log(low)
        cleared = np.log(1 - low - delta) - np.log(1 - high)
    return np.nanmax(np.concatenate([[0.0], accused, cleared]))


# %% tags=["right", "id:recursion-over-tests"]
def least_epsilon(false, true, delta):
    false, true = list(false), list(true)
    if not true:
        return 0
    a, b = false.pop(), true.pop()
    one = 0.0
    for p in (a, 1 - a):
        q = b if p is a else 1 - b
        for over, under in ((p, q), (q, p)):
            ratio = (over - delta) / under
            one = one if ratio <= 1 else max(one, float(np.log(ratio)))
    return max(one, least_epsilon(false, true, delta))


# %% tags=["right", "id:root-of-the-largest-excess"]
from scipy.optimize import brentq


def least_epsilon(false, true, delta):
    def excess(epsilon):
        factor = np.exp(-epsilon)
        gaps = []
        for p, q in ((true, false), (false, true)):
            p, q = np.asarray(p), np.asarray(q)
            gaps += [np.max(factor * (p - delta) - q), np.max(factor * (1 - p - delta) - (1 - q))]
        return max(gaps)

    if excess(0.0) <= 0:
        return 0.0
    # e^-epsilon (p - delta) <= e^-epsilon < q once epsilon > -log of the smallest rate
    smallest = min(np.min(false), np.min(true), np.min(1 - false), np.min(1 - true))
    return brentq(excess, 0.0, 1.0 - np.log(smallest), xtol=1e-13)


# %% tags=["right", "id:sorted-and-vectorised"]
def least_epsilon(false, true, delta):
    """Each test as a point and its three mirror images; the steepest line through (0, delta)."""
    P = np.column_stack((false, true))
    P = np.vstack((P, P[:, ::-1]))
    P = np.vstack((P, 1 - P))
    slopes = np.sort((P[:, 1] - delta) / P[:, 0])
    steepest = slopes[-1]
    return np.array([np.log(steepest) if steepest > 1 else 0.0])


# %% tags=["wrong", "id:one-inequality", "loses:least-epsilon-tests"]
# why: only TPR <= e^eps FPR + delta; sets that are not accused and the other order are left out.
def least_epsilon(false, true, delta):
    ratio = np.max((true - delta) / false)
    return np.log(max(ratio, 1.0))


# %% tags=["wrong", "id:one-order", "loses:least-epsilon-tests"]
# why: accused and not accused, but the neighbours in one order only.
def least_epsilon(false, true, delta):
    ratio = max(np.max((true - delta) / false), np.max((1 - false - delta) / (1 - true)))
    return np.log(max(ratio, 1.0))


# %% tags=["wrong", "id:accused-only", "loses:least-epsilon-tests"]
# why: both orders, but never the outputs that are not accused.
def least_epsilon(false, true, delta):
    ratio = max(np.max((true - delta) / false), np.max((false - delta) / true))
    return np.log(max(ratio, 1.0))


# %% tags=["wrong", "id:complements-of-the-same-order", "loses:least-epsilon-tests"]
# why: misses the two inequalities with 1 - FPR above and FPR above.
def least_epsilon(false, true, delta):
    ratio = max(np.max((true - delta) / false), np.max((1 - true - delta) / (1 - false)))
    return np.log(max(ratio, 1.0))


# %% tags=["wrong", "id:delta-forgotten", "loses:least-epsilon-tests"]
# why: the bounds of pure privacy; right for delta = 0 only.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    return np.max(np.log(p / q))


# %% tags=["wrong", "id:delta-added", "loses:least-epsilon-tests"]
# why: delta goes to the other side with a plus.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    return max(0.0, np.max(np.log((p + delta) / q)))


# %% tags=["wrong", "id:negative", "loses:least-epsilon-tests"]
# why: a log that refutes nothing gives a negative number instead of 0.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    return np.log(np.max((p - delta) / q))


# %% tags=["wrong", "id:logarithm-of-a-negative", "loses:least-epsilon-tests"]
# why: where a rate is below delta its logarithm is not a number, and then nor is the maximum.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    with np.errstate(all="ignore"):
        return np.maximum(0.0, np.max(np.log((p - delta) / q)))


# %% tags=["wrong", "id:by-the-advantage", "loses:least-epsilon-tests"]
# why: the bound on TPR - FPR is the sum of two inequalities, and weaker than the stronger of them.
def least_epsilon(false, true, delta):
    adv = np.max(np.abs(true - false))
    return max(0.0, np.log((1 + adv - 2 * delta) / (1 - adv)))


# %% tags=["wrong", "id:test-with-the-largest-advantage", "loses:least-epsilon-tests"]
# why: only the test with the largest |TPR - FPR| is asked; one that is nearly never wrong may tell more.
def least_epsilon(false, true, delta):
    k = np.argmax(np.abs(true - false))
    f, t = false[k], true[k]
    ratios = [
        (t - delta) / f,
        (f - delta) / t,
        (1 - t - delta) / (1 - f),
        (1 - f - delta) / (1 - t),
    ]
    return np.log(max(1.0, *ratios))


# %% tags=["wrong", "id:smallest-bound", "loses:least-epsilon-tests"]
# why: "smallest epsilon": the smallest of the bounds of the tests, but each test must be satisfied.
def least_epsilon(false, true, delta):
    p = np.array([true, false, 1 - true, 1 - false])
    q = np.array([false, true, 1 - false, 1 - true])
    return np.log(np.maximum(1.0, np.max((p - delta) / q, axis=0))).min()


# %% tags=["wrong", "id:mean-of-the-tests", "loses:least-epsilon-tests"]
# why: the bounds of the tests are averaged.
def least_epsilon(false, true, delta):
    p = np.array([true, false, 1 - true, 1 - false])
    q = np.array([false, true, 1 - false, 1 - true])
    return np.log(np.maximum(1.0, np.max((p - delta) / q, axis=0))).mean()


# %% tags=["wrong", "id:tests-add-up", "loses:least-epsilon-tests"]
# why: all tests look at the same release, so their bounds do not add up as rounds do.
def least_epsilon(false, true, delta):
    p = np.array([true, false, 1 - true, 1 - false])
    q = np.array([false, true, 1 - false, 1 - true])
    return np.log(np.maximum(1.0, np.max((p - delta) / q, axis=0))).sum()


# %% tags=["wrong", "id:delta-shared-by-tests", "loses:least-epsilon-tests"]
# why: divides delta among the tests; each set of outputs may use all of it.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    return np.log(max(1.0, np.max((p - delta / len(true)) / q)))


# %% tags=["wrong", "id:no-logarithm", "loses:least-epsilon-tests"]
# why: this is e^epsilon.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false])
    q = np.concatenate([false, true, 1 - false, 1 - true])
    return max(1.0, np.max((p - delta) / q))


# %% tags=["wrong", "id:ends-of-different-tests", "loses:least-epsilon-tests"]
# why: compares the largest TPR with the smallest FPR, which may belong to different tests.
def least_epsilon(false, true, delta):
    a, b, c, d = true.max(), false.min(), true.min(), false.max()
    ratios = [
        (a - delta) / b,
        (d - delta) / c,
        (1 - c - delta) / (1 - d),
        (1 - b - delta) / (1 - a),
    ]
    return np.log(max(1.0, *ratios))


# %% tags=["wrong", "id:complement-of-the-bound", "loses:least-epsilon-tests"]
# why: for those who are not accused delta is added: the complement of TPR - delta is taken, not that of TPR.
def least_epsilon(false, true, delta):
    bounds = [0.0]
    for f, t in zip(false, true):
        for p, q in ((t, f), (f, t)):
            if p > delta:
                bounds.append(np.log((p - delta) / q))
            bounds.append(np.log((1 - (p - delta)) / (1 - q)))
    return max(bounds)


# %% tags=["wrong", "id:tests-worse-than-a-coin-dropped", "loses:least-epsilon-tests"]
# why: tests with TPR < FPR are thrown away as useless; turned round they tell as much.
def least_epsilon(false, true, delta):
    best = 0.0
    for f, t in zip(false, true):
        if t > f:
            best = max(
                best, *(np.log(max(r, 1.0)) for r in ((t - delta) / f, (1 - f - delta) / (1 - t)))
            )
    return best


# %% tags=["wrong", "id:delta-on-both-sides", "loses:least-epsilon-tests"]
# why: takes delta off both rates.
def least_epsilon(false, true, delta):
    p = np.concatenate([true, false, 1 - true, 1 - false]) - delta
    q = np.concatenate([false, true, 1 - false, 1 - true]) - delta
    good = (p > 0) & (q > 0)
    return max(0.0, np.max(np.log(p[good] / q[good]), initial=0.0))
