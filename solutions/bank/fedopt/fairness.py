# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:pure-python"]
def fairness(accuracies):
    a = sorted(float(x) for x in accuracies)
    n = len(a)
    k = n // 10 if n >= 10 else 1
    mean = sum(a) / n
    return [mean, sum(a[:k]) / k, sum(a[n - k :]) / k, sum((x - mean) ** 2 for x in a) / n]


# %% tags=["right", "id:array-of-four"]
def fairness(accuracies):
    k = max(int(np.floor(0.1 * len(accuracies) + 1e-9)), 1)
    worst, best = np.sort(accuracies)[:k], np.sort(-accuracies)[:k]
    second = np.mean(accuracies**2) - np.mean(accuracies) ** 2
    return np.array([np.mean(accuracies), np.mean(worst), -np.mean(best), second])


# %% tags=["right", "id:partition"]
def fairness(accuracies):
    a = np.asarray(accuracies)
    k = len(a) // 10 or 1
    low = np.partition(a, k - 1)[:k]
    high = np.partition(a, len(a) - k)[len(a) - k :]
    return np.average(a), np.average(low), np.average(high), np.std(a) ** 2


# %% tags=["right", "id:heapq-and-statistics"]
import heapq
import statistics


def fairness(accuracies):
    a = accuracies.tolist()
    k = max(len(a) // 10, 1)
    low, high = heapq.nsmallest(k, a), heapq.nlargest(k, a)
    return (
        statistics.fmean(a),
        statistics.fmean(low),
        statistics.fmean(high),
        statistics.pvariance(a),
    )


# %% tags=["right", "id:in-place-sort-pairs"]
def fairness(accuracies):
    accuracies.sort()
    k = max(1, accuracies.size // 10)
    gaps = accuracies[:, None] - accuracies[None]
    cut = accuracies.reshape(-1, 1)
    return cut.mean(), cut[:k].mean(), cut[::-1][:k].mean(), np.mean(gaps**2) / 2


# %% tags=["wrong", "id:median", "says:This is the median"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return np.median(a), a[:k].mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:sum", "says:This is the sum"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.sum(), a[:k].mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:worst-device", "says:not the worst tenth"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[0], a[-k:].mean(), a.var()


# %% tags=["wrong", "id:swapped", "says:swapped"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[-k:].mean(), a[:k].mean(), a.var()


# %% tags=["wrong", "id:unsorted", "says:not sorted"]
def fairness(accuracies):
    a = np.asarray(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:border", "says:border of the worst"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[k - 1], a[-k:].mean(), a.var()


# %% tags=["wrong", "id:quantile", "says:quantile"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), np.quantile(a, 0.1), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:best-device", "says:not the best tenth"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-1], a.var()


# %% tags=["wrong", "id:border-of-best", "says:border of the best"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k], a.var()


# %% tags=["wrong", "id:deviation", "says:standard deviation"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), a.std()


# %% tags=["wrong", "id:n-minus-one", "says:n - 1, not by n"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), a.var(ddof=1) if len(a) > 1 else 0.0


# %% tags=["wrong", "id:sum-of-squares", "says:not divided by n"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), np.sum((a - a.mean()) ** 2)


# %% tags=["wrong", "id:around-median", "says:from the median"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), np.mean((a - np.median(a)) ** 2)


# %% tags=["wrong", "id:second-moment", "says:mean is not subtracted"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(1, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), np.mean(a**2)


# %% tags=["wrong", "id:two-at-least", "says:too large here"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = max(2, len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:empty-tenth", "says:becomes all devices"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = len(a) // 10
    return a.mean(), (a[:k] if k else a).mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:rounded-up", "says:round n / 10 down"]
def fairness(accuracies):
    a = np.sort(accuracies)
    k = -(-len(a) // 10)
    return a.mean(), a[:k].mean(), a[-k:].mean(), a.var()


# %% tags=["wrong", "id:all-at-the-border", "says:many of them equal"]
def fairness(accuracies):
    a = np.sort(accuracies)
    t = max(1, len(a) // 10)
    return a.mean(), a[a <= a[t - 1]].mean(), a[a >= a[-t]].mean(), a.var()
