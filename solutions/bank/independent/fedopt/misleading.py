# ruff: noqa
# %% tags=["right", "id:two-levels"]
def misleading(n):
    t = max(1, n // 10)
    A = np.full(n, 70 + 30 * t / (n - t))
    A[:t] = 40.0
    B = np.full(n, 70.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["right", "id:outcasts-of-a"]
def misleading(n):
    # A: all at 60 but a worst tenth at 20;  B: about as many at 40 as at 80, shifted to the same mean
    tenth = max(1, int(n / 10))
    A = np.array([20.0] * tenth + [60.0] * (n - tenth))
    B = np.array([36.0 if i % 2 else 77.0 for i in range(n)])
    B += A.mean() - B.mean()
    return A, B


# %% tags=["right", "id:uniform-b"]
def misleading(n):
    t = n // 10
    B = np.linspace(30, 90, n)
    A = np.full(n, 60.0)
    A[-t:] = B[:t].mean() - 5.5
    A[:-t] += (60 - A[-1]) * t / (n - t)
    return A, B


# %% tags=["right", "id:three-levels"]
def misleading(n):
    t = n // 10
    A, B = np.full(n, 50.0), np.full(n, 50.0)
    # as many above as below
    A[:t], A[t : 2 * t] = 22.0, 78.0
    h = (n - 1) // 2
    B[:h], B[h : 2 * h] = 28.0, 72.0
    return A, B


# %% tags=["right", "id:whole-numbers"]
def misleading(n):
    t = n // 10
    low = 50 - (n - t)  # so that t * low + (n - t) * (50 + t) = 50 n, in whole numbers for small n
    if low >= 25 or n > 60:
        A = np.array([20] * t + [80] * t + [50] * (n - 2 * t))
    else:
        A = np.array([20] * t + [50] * (n - 2 * t) + [80] * t)
    h = n // 2
    B = np.array([25] * h + [50] * (n - 2 * h) + [75] * h)
    return A, B


# %% tags=["right", "id:random-with-rejection"]
def misleading(n):
    rng = np.random.default_rng(5)
    t = max(1, n // 10)
    while True:
        B = rng.choice([42.0, 78.0], n) + rng.uniform(-1, 1, n)
        A = 60 + rng.uniform(-1, 1, n)
        A[rng.permutation(n)[:t]] = 33.0
        A += B.mean() - A.mean()
        worst = np.sort(A)[:t].mean(), np.sort(B)[:t].mean()
        if A.var() <= 0.45 * B.var() and worst[0] <= worst[1] - 5.5:
            if min(A.min(), B.min()) >= 0 and max(A.max(), B.max()) <= 100:
                return A, B


# %% tags=["right", "id:extreme"]
def misleading(n):
    # B: half of the devices at 40, the others at 100;  A: a tenth at 0
    t = n // 10
    B = np.where(np.arange(n) < n // 2, 40.0, 100.0)
    A = np.zeros(n)
    A[t:] = B.sum() / (n - t)
    while A.var() > B.var() / 2 * 0.95:  # lift the worst until A is uniform enough
        A[:t] += 0.5
        A[t:] = (B.sum() - A[:t].sum()) / (n - t)
    return A, B


# %% tags=["right", "id:shuffled-columns"]
def misleading(n):
    t = max(n // 10, 1)
    A = np.concatenate([np.full(t, 45.0), np.full(n - t, 72.0)])
    mean = A.mean()
    x = np.arange(n) - (n - 1) / 2
    B = mean + 19 * np.sign(x)
    order = np.random.default_rng(0).permutation(n)
    return A[order][:, None], B[order][:, None]


# %% tags=["right", "id:root-search"]
from scipy.optimize import brentq


def misleading(n: int):
    """The spread of B is chosen by a root search: worst tenth of A exactly 8 points lower."""
    t = max(1, n // 10)
    sign = np.array([-1.0] * (n // 2) + [0.0] * (n % 2) + [1.0] * (n // 2))

    def pair(gap):
        B = 65 + gap * sign
        A = np.full(n, 65 + (gap + 8) * t / (n - t))
        A[:t] = 65 - gap - 8
        return A, B

    f = lambda gap: pair(gap)[0].var() - 0.4 * pair(gap)[1].var()
    return pair(min(30.0, brentq(f, 1.0, 200.0) + 1.0))


# %% tags=["right", "id:squares-of-a-ramp"]
def misleading(n):
    ramp = np.linspace(-1, 1, n)
    B = 55 + 30 * np.sign(ramp) * np.abs(ramp) ** 0.5
    t = n // 10
    A = np.zeros(n) + 55.0
    A[:t] = np.sort(B)[:t].mean() - 6
    A[t:] += np.sum(55 - A[:t]) / (n - t)
    assert len(A) == len(B) == n
    return A, B


# %% tags=["right", "id:high-mean-tuple-of-lists-as-arrays"]
def misleading(n):
    k = n // 10
    B = [68] * (n // 2) + [84] * (n % 2) + [100] * (n // 2)
    low = 60
    high = (84 * n - low * k) / (n - k)
    A = [low] * k + [high] * (n - k)
    return np.array(A), np.array(B)


# %% tags=["right", "id:own-fairness"]
def fairness(a):  # my own, the worst tenth and the variance are enough
    a = sorted(float(x) for x in a)
    t = max(1, len(a) // 10)
    return sum(a[:t]) / t, np.var(a)


def misleading(n):
    for gap in np.arange(6.0, 40.0):
        B = 50 + gap * np.array([(-1) ** i if i < n - n % 2 else 0 for i in range(n)])
        worst, spread = fairness(B)
        t = max(1, n // 10)
        A = np.array([worst - 6] * t + [(50 * n - t * (worst - 6)) / (n - t)] * (n - t))
        if fairness(A)[1] <= 0.49 * spread:
            return A, B


A, B = misleading(30)
plt.figure()
plt.hist([A, B])
plt.close()


# %% tags=["right", "id:raise-left-standing"]
def misleading(n):
    # YOUR CODE HERE
    few = max(1, n // 10)
    sign = np.sign(np.arange(n) - (n - 1) / 2)
    A = np.full(n, 50.0 + few)
    A[:few] = 50.0 - (n - few)
    A = 50 + (A - 50) * 26 / (n - few)
    return A, 50 + 18 * sign
    raise NotImplementedError()


# %% tags=["wrong", "id:swapped", "loses:misleading-tests"]
# why: the more uniform model is A, which comes first; here it comes second.
def misleading(n):
    t = n // 10
    A = np.full(n, 70 + 30 * t / (n - t))
    A[:t] = 40.0
    B = np.full(n, 70.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return B, A


# %% tags=["wrong", "id:means-differ", "loses:misleading-tests"]
# why: both must have the same mean; lowering the worst tenth of A is not made up for.
def misleading(n):
    t = n // 10
    A, B = np.full(n, 70.0), np.full(n, 70.0)
    A[:t] = 40
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["wrong", "id:one-victim", "loses:misleading-tests"]
# why: lowers one device, but a tenth of n are floor(n/10): for many devices the mean of A's worst tenth stays above that of B.
def misleading(n):
    A = np.full(n, 70 + 30 / (n - 1))
    A[0] = 40.0
    B = np.full(n, 70.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["wrong", "id:four-points", "loses:misleading-tests"]
# why: A's worst tenth is only 4 points below B's; at least 5 are asked.
def misleading(n):
    t = n // 10
    A = np.full(n, 70 + 24 * t / (n - t))
    A[:t] = 46.0
    B = np.full(n, 70.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["wrong", "id:variance-not-halved", "loses:misleading-tests"]
# why: the variance of A is smaller than that of B, but not at most half of it.
def misleading(n):
    t = n // 10
    B = np.full(n, 60.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    A = np.full(n, 60.0)
    A[:t] = 34
    A[t:] += 26 * t / (n - t)
    excess = np.sqrt(0.7 * B.var() - A.var())
    rest = np.arange(n - t) - (n - t - 1) / 2
    A[t:] += np.sign(rest) * excess
    return A, B


# %% tags=["wrong", "id:above-hundred", "loses:misleading-tests"]
# why: accuracies lie between 0 and 100; the upper half of B is at 110.
def misleading(n):
    t = n // 10
    A = np.full(n, 90 + 30 * t / (n - t))
    A[:t] = 60.0
    B = np.full(n, 90.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["wrong", "id:below-zero", "loses:misleading-tests"]
# why: accuracies lie between 0 and 100; the worst of A are at -10.
def misleading(n):
    t = n // 10
    A = np.full(n, 20 + 30 * t / (n - t))
    A[:t] = -10.0
    B = np.full(n, 20.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    return A, B


# %% tags=["wrong", "id:forty-devices", "loses:misleading-tests"]
# why: n is ignored, always 40 devices.
def misleading(n):
    A = np.array([40.0] * 4 + [70.0] * 36)
    B = np.array([47.0] * 20 + [87.0] * 20)
    return A, B


# %% tags=["wrong", "id:tenth-rounded-up", "loses:misleading-tests"]
# why: lowers ceil(n/10) devices; a tenth are floor(n/10) of them. If 10 does not divide n, A's variance exceeds half of B's.
def misleading(n):
    t = -(-n // 10)
    A = np.full(n, 60 + 31.2 * t / (n - t))
    A[:t] = 60 - 31.2
    B = np.full(n, 60.0)
    B[: n // 2] -= 15
    B[n - n // 2 :] += 15
    return A, B


# %% tags=["wrong", "id:even-n-only", "loses:misleading-tests"]
# why: for odd n the upper group of B is larger than the lower one, and the means differ.
def misleading(n):
    t = n // 10
    A = np.full(n, 70 + 30 * t / (n - t))
    A[:t] = 40.0
    B = np.full(n, 90.0)
    B[: n // 2] = 50
    return A, B


# %% tags=["wrong", "id:shares", "loses:misleading-tests"]
# why: accuracies as shares of 1; in per cent the gap is far below 5 points.
def misleading(n):
    t = n // 10
    A = np.full(n, 0.70 + 0.30 * t / (n - t))
    A[:t] = 0.40
    B = np.full(n, 0.70)
    B[: n // 2] -= 0.20
    B[n - n // 2 :] += 0.20
    return A, B


# %% tags=["wrong", "id:best-tenth", "loses:misleading-tests"]
# why: takes care of the best tenth: that of A is lower than that of B; the worst tenth of A is higher.
def misleading(n):
    t = n // 10
    B = np.full(n, 50.0)
    B[: n // 2] -= 20
    B[n - n // 2 :] += 20
    A = np.full(n, 50 - 12 * t / (n - t))
    A[:t] = 62.0
    return A, B


# %% tags=["wrong", "id:same-median", "loses:misleading-tests"]
# why: the medians agree, the means do not.
def misleading(n):
    t = n // 10
    A = np.full(n, 60.0)
    A[:t] = 30
    B = np.full(n, 60.0)
    B[: (n - 1) // 2] = 38
    B[n - (n - 1) // 2 :] = 99
    return A, B


# %% tags=["wrong", "id:rounded", "loses:misleading-tests"]
# why: rounding to whole per cents at the end makes the means differ.
def misleading(n):
    t = n // 10
    A = np.full(n, 70 + 33 * t / (n - t))
    A[:t] = 37.0
    B = np.full(n, 70.0)
    B[: n // 2] -= 22
    B[n - n // 2 :] += 22
    return np.round(A), np.round(B)


# %% tags=["wrong", "id:worst-device-only", "loses:misleading-tests"]
# why: compares the worst single device: in A one is at 0 and the rest of its worst tenth is fine.
def misleading(n):
    B = np.full(n, 60.0)
    B[: n // 2] -= 30
    B[n - n // 2 :] += 30
    A = np.full(n, 60.0 * n / (n - 1))
    A[0] = 0
    return A, B


# %% tags=["wrong", "id:uniform-is-better-after-all", "loses:misleading-tests"]
# why: a linear spread each; the narrower one has the better worst tenth, so nothing is refuted.
def misleading(n):
    return np.linspace(50, 70, n), np.linspace(40, 80, n)


# %% tags=["wrong", "id:a-quarter-left-behind", "loses:misleading-tests"]
# why: A leaves a quarter of the devices behind, so its variance is not at most half of B's.
def misleading(n):
    t = n // 4
    A = np.full(n, 60 + 30 * t / (n - t))
    A[:t] = 30
    B = np.full(n, 60.0)
    B[: n // 2] -= 23
    B[n - n // 2 :] += 23
    return A, B


# %% tags=["wrong", "id:a-device-short", "loses:misleading-tests"]
# why: two halves of n // 2 devices: for odd n one device is missing.
def misleading(n):
    h = n // 2
    t = n // 10
    B = np.array([50.0] * h + [90.0] * h)
    A = np.full(2 * h, 70 + 30 * t / (2 * h - t))
    A[:t] = 40
    return A, B
