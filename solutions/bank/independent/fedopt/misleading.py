# ruff: noqa
# %% tags=["right", "id:two-levels"]
def misleading():
    n = len(own_accuracies)
    t = max(1, n // 10)
    mean = own_accuracies.mean()
    A = np.full(n, mean + 30 * t / (n - t))
    A[:t] = mean - 30
    return A


# %% tags=["right", "id:outcasts-of-a"]
def misleading():
    # A: all at 60 but a worst tenth at 20, shifted to the same mean; the gap shrinks until A is uniform enough
    n = len(own_accuracies)
    tenth = max(1, int(n / 10))
    gap = 40.0
    while True:
        A = np.array([60.0 - gap] * tenth + [60.0] * (n - tenth))
        A += own_accuracies.mean() - A.mean()
        if np.var(A) <= np.var(own_accuracies) / 2:
            return A
        gap -= 0.5


# %% tags=["right", "id:worst-of-b-minus-five-and-a-half"]
def misleading():
    B = np.sort(own_accuracies)
    n = len(B)
    t = n // 10
    A = np.full(n, B.mean())
    A[-t:] = B[:t].mean() - 5.5
    A[:-t] += (B.mean() - A[-1]) * t / (n - t)
    return A


# %% tags=["right", "id:three-levels"]
def misleading():
    B = own_accuracies
    n = len(B)
    t = n // 10
    A = np.full(n, np.mean(B))
    # as many above as below
    A[:t] -= 29
    A[t : 2 * t] += 29
    return A


# %% tags=["right", "id:random-with-rejection"]
def misleading():
    rng = np.random.default_rng(5)
    B = own_accuracies
    n = len(B)
    t = max(1, n // 10)
    while True:
        A = 60 + rng.uniform(-1, 1, n)
        A[rng.permutation(n)[:t]] = rng.uniform(20, 40)
        A += B.mean() - A.mean()
        worst = np.sort(A)[:t].mean(), np.sort(B)[:t].mean()
        if (
            A.var() <= 0.45 * B.var()
            and worst[0] <= worst[1] - 5.5
            and A.min() >= 0
            and A.max() <= 100
        ):
            return A


# %% tags=["right", "id:worst-lifted-from-zero"]
def misleading():
    B = own_accuracies
    n, t = len(B), len(B) // 10
    A = np.zeros(n)
    A[t:] = B.sum() / (n - t)
    while A.var() > B.var() / 2 * 0.95:  # lift the worst until A is uniform enough
        A[:t] += 0.5
        A[t:] = (B.sum() - A[:t].sum()) / (n - t)
    return A


# %% tags=["right", "id:root-search"]
from scipy.optimize import brentq


def misleading():
    """The worst tenth as low as the variance permits, by a root search."""
    n, mean = len(own_accuracies), float(np.mean(own_accuracies))
    t = max(1, n // 10)

    def model(gap):
        A = np.full(n, mean + gap * t / (n - t))
        A[:t] = mean - gap
        return A

    return model(brentq(lambda gap: model(gap).var() - 0.49 * np.var(own_accuracies), 0, 100))


# %% tags=["right", "id:plain-python-list"]
def misleading():
    b = sorted(float(x) for x in own_accuracies)
    n = len(b)
    t = max(1, n // 10)
    goal = sum(b[:t]) / t - 6
    a = [goal] * t
    left = sum(b) - sum(a)
    while len(a) < n:
        a.append(left / (n - t))
    return a


# %% tags=["right", "id:shuffled-column"]
def misleading():
    n = len(own_accuracies)
    t = max(n // 10, 1)
    A = np.concatenate([np.full(t, 36.0), np.full(n - t, 70.0)])
    A = A - A.mean() + own_accuracies.mean()
    return A[np.random.default_rng(0).permutation(n)][:, None]


# %% tags=["wrong", "id:given-model-returned", "loses:misleading-tests"]
# why: B itself: neither a smaller variance nor a lower worst tenth.
def misleading():
    return own_accuracies.copy()


# %% tags=["wrong", "id:means-differ", "loses:misleading-tests"]
# why: the means must agree; lowering the worst tenth of A is not made up for.
def misleading():
    A = np.full(len(own_accuracies), own_accuracies.mean())
    A[: len(A) // 10] -= 30
    return A


# %% tags=["wrong", "id:one-victim", "loses:misleading-tests"]
# why: lowers one device, but a tenth are floor(n/10), here two or three: their mean stays above that of B.
def misleading():
    n = len(own_accuracies)
    A = np.full(n, own_accuracies.mean() + 30 / (n - 1))
    A[0] = own_accuracies.mean() - 30
    return A


# %% tags=["wrong", "id:four-points", "loses:misleading-tests"]
# why: A's worst tenth is only 4 points below B's; at least 5 are asked.
def misleading():
    n = len(own_accuracies)
    t = n // 10
    low = np.sort(own_accuracies)[:t].mean() - 4
    A = np.full(n, (own_accuracies.sum() - t * low) / (n - t))
    A[:t] = low
    return A


# %% tags=["wrong", "id:variance-not-halved", "loses:misleading-tests"]
# why: the variance of A is smaller than that of B, but not at most half of it.
def misleading():
    return own_accuracies.mean() + np.sqrt(0.7) * (own_accuracies - own_accuracies.mean())


# %% tags=["wrong", "id:below-zero", "loses:misleading-tests"]
# why: accuracies lie between 0 and 100; the worst of A are below 0.
def misleading():
    n = len(own_accuracies)
    t = n // 10
    A = np.full(n, (own_accuracies.sum() + 10 * t) / (n - t))
    A[:t] = -10.0
    return A


# %% tags=["wrong", "id:forty-devices", "loses:misleading-tests"]
# why: forty devices; there are others, with another mean.
def misleading():
    return np.array([40.0] * 4 + [70.0] * 36)


# %% tags=["wrong", "id:shares", "loses:misleading-tests"]
# why: accuracies as shares of 1; in per cent the mean is far from that of B.
def misleading():
    B = own_accuracies / 100
    n, t = len(B), len(B) // 10
    A = np.full(n, B.mean() + 0.3 * t / (n - t))
    A[:t] = B.mean() - 0.3
    return A


# %% tags=["wrong", "id:same-median", "loses:misleading-tests"]
# why: the medians agree, the means do not.
def misleading():
    A = np.full(len(own_accuracies), np.median(own_accuracies))
    A[: len(A) // 10] = 30
    return A


# %% tags=["wrong", "id:rounded", "loses:misleading-tests"]
# why: rounding to whole per cents at the end moves the mean.
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 10
    A = np.full(n, mean + 30.5 * t / (n - t))
    A[:t] = mean - 30.5
    return np.round(A)


# %% tags=["wrong", "id:uniform-is-better-after-all", "loses:misleading-tests"]
# why: B pulled to its mean: the narrower one has the better worst tenth, so nothing is refuted.
def misleading():
    return own_accuracies.mean() + 0.5 * (own_accuracies - own_accuracies.mean())
