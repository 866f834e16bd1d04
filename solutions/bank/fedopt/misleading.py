# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:few-forgotten"]
def misleading():
    n = len(own_accuracies)
    t = n // 10
    A = np.full(n, 70.0)
    A[:t] = 37.0
    return A + (np.mean(own_accuracies) - A.mean())


# %% tags=["right", "id:lists-shuffled"]
def misleading():
    B = sorted(own_accuracies.tolist())
    n, t = len(B), max(len(B) // 10, 1)
    low = sum(B[:t]) / t - 5
    A = [low] * t + [(sum(B) - t * low) / (n - t)] * (n - t)
    return A[::-1]


# %% tags=["right", "id:the-same-devices-are-worst"]
def misleading():
    """B pulled towards its mean, and then the worst ones pushed down."""
    B = own_accuracies
    worst = np.argsort(B)[: len(B) // 10]
    A = B.mean() + 0.3 * (B - B.mean())
    A[worst] = B[worst] - 6
    others = np.ones(len(B), dtype=bool)
    others[worst] = False
    A[others] += (B.sum() - A.sum()) / others.sum()
    return A


# %% tags=["right", "id:a-column-with-some-spread"]
def misleading():
    rng = np.random.default_rng(8)
    n = len(own_accuracies)
    A = 60 + rng.uniform(-2, 2, (n, 1))
    A[rng.permutation(n)[: n // 10]] = 27.0
    return A - A.mean() + own_accuracies.mean()


# %% tags=["right", "id:some-far-below"]
def misleading():
    n, mean = len(own_accuracies), np.mean(own_accuracies)
    t = n // 10
    a = np.zeros(n)
    a[:t], a[t:] = -(n - t), t
    return mean + a / a.std() * np.sqrt(0.49) * np.std(own_accuracies)


# %% tags=["right", "id:typed", "own:public"]
def misleading():
    return [31.0] * 2 + [62.2208333] * 24


# %% tags=["wrong", "id:both-models", "says:B is given"]
def misleading():
    n = len(own_accuracies)
    A = np.full(n, 70.0)
    A[: n // 10] = 40.0
    return A + (own_accuracies.mean() - A.mean()), own_accuracies


# %% tags=["wrong", "id:model-b-itself", "says:the variance of B"]
def misleading():
    return own_accuracies


# %% tags=["wrong", "id:other-mean", "says:the mean of misleading"]
def misleading():
    n = len(own_accuracies)
    A = np.full(n, own_accuracies.mean())
    A[: n // 10] -= 30
    return A


# %% tags=["wrong", "id:only-the-worst-device", "says:only the worst device is that low"]
def misleading():
    B = own_accuracies
    A = np.full(len(B), B.mean())
    A[0] = B.min() - 10
    A[1:] += (B.mean() - A[0]) / (len(B) - 1)
    return A


# %% tags=["wrong", "id:uniform-is-fair", "says:the worst of A are better off"]
def misleading():
    return np.full(len(own_accuracies), own_accuracies.mean())


# %% tags=["wrong", "id:above-hundred", "says:from 0 to 100"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    A = np.full(n, mean)
    A[0], A[-1] = mean + 45, mean - 45
    return A


# %% tags=["wrong", "id:shares-not-per-cent", "says:These are shares of 1"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 10
    return np.r_[np.full(t, mean - 30), np.full(n - t, mean + 30 * t / (n - t))] / 100


# %% tags=["wrong", "id:standard-deviation", "says:at most"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 10
    a = np.zeros(n)
    a[:t], a[t:] = -(n - t), t
    return mean + a / a.std() * 0.5 * own_accuracies.var() ** 0.5 * 1.6


# %% tags=["wrong", "id:a-quarter-forgotten", "says:half of that of B"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 4
    low = np.sort(own_accuracies)[: n // 10].mean() - 7
    return np.r_[np.full(t, low), np.full(n - t, mean + (mean - low) * t / (n - t))]


# %% tags=["wrong", "id:for-ten-only", "says:Expected shape"]
def misleading():
    return [30.0] + [190 / 3] * 9


# %% tags=["wrong", "id:median-not-mean", "says:This is the median of B"]
def misleading():
    n, middle = len(own_accuracies), np.median(own_accuracies)
    t = n // 10
    return np.r_[np.full(t, middle - 30), np.full(n - t, middle + 30 * t / (n - t))]


# %% tags=["wrong", "id:whole-per-cents", "says:the mean of misleading"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 10
    return np.round(np.r_[np.full(t, mean - 30), np.full(n - t, mean + 30 * t / (n - t))])


# %% tags=["wrong", "id:best-tenth", "says:the best tenth of A"]
def misleading():
    B = np.sort(own_accuracies)
    n = len(B)
    t = n // 10
    high = B[-t:].mean() - 6
    A = np.full(n, (B.sum() - t * high) / (n - t))
    A[-t:] = high
    return A


# %% tags=["wrong", "id:shrunk", "says:the worst of A are better off"]
def misleading():
    m = own_accuracies.mean()
    return m + 0.6 * (own_accuracies - m)


# %% tags=["wrong", "id:five-per-cent", "says:this is 5 per cent below"]
def misleading():
    B = np.sort(own_accuracies)
    t = len(B) // 10
    low = 0.95 * B[:t].mean()
    return np.r_[np.full(t, low), np.full(len(B) - t, (B.sum() - t * low) / (len(B) - t))]


# %% tags=["wrong", "id:below-the-mean", "says:this is 5 points below the mean"]
def misleading():
    n, mean = len(own_accuracies), own_accuracies.mean()
    t = n // 10
    return np.r_[np.full(t, mean - 5), np.full(n - t, mean + 5 * t / (n - t))]
