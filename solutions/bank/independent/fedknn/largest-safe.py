# ruff: noqa
# %% tags=["right", "id:cumsum"]
def largest_safe(theta, order, n, sigma2):
    K = len(theta)
    m = np.arange(1, K + 1)
    means = np.cumsum(theta[order], axis=1) / m
    error = (means - theta[:, None]) ** 2 + sigma2 / n / m
    safe = (error <= sigma2 / n).all(axis=0)
    safe[0] = True
    return int(m[safe].max())


# %% tags=["right", "id:loops-downwards"]
def largest_safe(theta, order, n, sigma2):
    K = len(theta)
    alone = sigma2 / n
    for m in range(K, 1, -1):
        ok = True
        for k in range(K):
            total = 0.0
            for j in order[k][:m]:
                total += theta[j]
            if (total / m - theta[k]) ** 2 + alone / m > alone:
                ok = False
                break
        if ok:
            return m
    return 1


# %% tags=["right", "id:weights-and-errors"]
def largest_safe(theta, order, n, sigma2):
    """Build the weight matrix of each m and use the exact error."""
    K = theta.size
    best = 1
    for m in range(2, K + 1):
        A = np.zeros((K, K))
        np.put_along_axis(A, order[:, :m], 1.0 / m, axis=1)
        bias = (A @ theta - theta) ** 2
        variance = sigma2 / n * (A**2).sum(axis=1)
        if np.all(bias + variance < sigma2 / n):
            best = m
    return best


# %% tags=["right", "id:worst-device"]
def largest_safe(theta, order, n, sigma2):
    # the worst-off device decides
    def worst(m):
        return max((theta[order[:, :m]].mean(axis=1) - theta) ** 2) + sigma2 / (n * m)

    return max([1] + [m for m in range(2, len(theta) + 1) if worst(m) <= sigma2 / n])


# %% tags=["right", "id:solved-for-the-bias"]
def largest_safe(theta, order, n, sigma2):
    # bias^2 <= s2 (1 - 1/m), multiplied by m^2: (sum of differences)^2 <= s2 m (m - 1)
    s2 = sigma2 / n
    difference = theta[order] - theta[:, np.newaxis]
    sums = np.abs(np.cumsum(difference, axis=1)).max(axis=0)
    m = np.arange(1, len(theta) + 1)
    return np.flatnonzero(sums**2 <= s2 * m * (m - 1))[-1] + 1


# %% tags=["right", "id:running-sums"]
from itertools import accumulate


def largest_safe(theta, order, n, sigma2):
    K = len(theta)
    safe = [True] * (K + 1)
    for k in range(K):
        for m, total in enumerate(accumulate(theta[j] for j in order[k]), start=1):
            if m > 1 and (total / m - theta[k]) ** 2 > sigma2 / n * (1 - 1 / m):
                safe[m] = False
    return max(m for m in range(1, K + 1) if safe[m])


# %% tags=["right", "id:triangular-matrix"]
def largest_safe(theta: np.ndarray, order: np.ndarray, n: int, sigma2: float) -> int:
    K = theta.shape[0]
    average = np.triu(np.ones((K, K))) / np.arange(1, K + 1)
    error = (theta[order] @ average - theta.reshape(-1, 1)) ** 2 + sigma2 / (
        n * np.arange(1, K + 1)
    )
    unsafe = np.any(error > sigma2 / n * (1 + 1e-12), axis=0)
    print("safe numbers:", 1 + np.flatnonzero(~unsafe))
    return int(K - np.argmin(unsafe[::-1]))


# %% tags=["right", "id:recursive-sets"]
def largest_safe(theta, order, n, sigma2):
    """Start with all numbers, and let each device strike out those that harm it."""
    s2 = sigma2 / n
    left = set(range(1, len(theta) + 1))
    for k, row in enumerate(order):
        fine = {1}
        mean = 0.0
        for i, j in enumerate(row):
            mean += (theta[j] - mean) / (i + 1)
            if (mean - theta[k]) ** 2 + s2 / (i + 1) <= s2:
                fine.add(i + 1)
        left &= fine
    return max(left)


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def largest_safe(theta, order, n, sigma2):
    t = [Fraction(float(x)) for x in theta]
    s2 = Fraction(float(sigma2)) / Fraction(int(n))
    K, answer = len(t), 1
    sums = t[:]
    for m in range(2, K + 1):
        sums = [s + t[int(order[k, m - 1])] for k, s in enumerate(sums)]
        if all((s / m - t[k]) ** 2 + s2 / m <= s2 for k, s in enumerate(sums)):
            answer = m
    return answer


# %% tags=["right", "id:convolution-of-gathers"]
def largest_safe(theta, order, n, sigma2):
    s2 = sigma2 / n
    mean, answer = theta.astype(float), 1
    m = 1
    while m < len(theta):
        m += 1
        mean = mean + (theta[order[:, m - 1]] - mean) / m
        gain = s2 - s2 / m - (mean - theta) ** 2  # what each device wins
        if gain.min() >= 0:
            answer = m
    return np.int64(answer)


# %% tags=["wrong", "id:stops-at-first-harm", "loses:largest-safe-tests"]
# why: stops at the first m that harms; a larger one may be safe again (m = 2 and 3 in the example).
def largest_safe(theta, order, n, sigma2):
    m = 1
    while m < len(theta):
        e = (theta[order[:, : m + 1]].mean(axis=1) - theta) ** 2 + sigma2 / n / (m + 1)
        if np.any(e > sigma2 / n):
            break
        m += 1
    return m


# %% tags=["wrong", "id:on-average", "loses:largest-safe-tests"]
# why: the mean error is compared; the promise is that "no device" does worse.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if e.mean() <= sigma2 / n:
            best = m
    return best


# %% tags=["wrong", "id:bias-alone", "loses:largest-safe-tests"]
# why: compares the squared bias alone with the error alone; the variance that is left is forgotten.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        if np.all((theta[order[:, :m]].mean(axis=1) - theta) ** 2 <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:some-device", "loses:largest-safe-tests"]
# why: any instead of all: it is enough that one device is not worse off.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.any(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:against-one-sample", "loses:largest-safe-tests"]
# why: alone a device has the error sigma2/n, not sigma2.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.all(e <= sigma2):
            best = m
    return best


# %% tags=["wrong", "id:samples-ignored", "loses:largest-safe-tests"]
# why: n is ignored: the variances are sigma2/m and sigma2.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / m
        if np.all(e <= sigma2):
            best = m
    return best


# %% tags=["wrong", "id:jensen-bound", "loses:largest-safe-tests"]
# why: the bound with the mean of the squared distances; asked is the exact error (9.7).
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = ((theta[order[:, :m]] - theta[:, None]) ** 2).mean(axis=1) + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:without-itself", "loses:largest-safe-tests"]
# why: averages over the m nearest others; a device averages over the first m of its order, "itself among them".
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta)):
        e = (theta[order[:, 1 : m + 1]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:off-by-one", "loses:largest-safe-tests"]
# why: returns the column number of the last safe m, which is m - 1.
def largest_safe(theta, order, n, sigma2):
    m = np.arange(1, len(theta) + 1)
    error = (np.cumsum(theta[order], axis=1) / m - theta[:, None]) ** 2 + sigma2 / n / m
    safe = (error <= sigma2 / n).all(axis=0)
    return int(np.flatnonzero(safe).max())


# %% tags=["wrong", "id:best-mean-among-safe", "loses:largest-safe-tests"]
# why: the safe m with the smallest mean error, not "the largest such m".
def largest_safe(theta, order, n, sigma2):
    m = np.arange(1, len(theta) + 1)
    error = (np.cumsum(theta[order], axis=1) / m - theta[:, None]) ** 2 + sigma2 / n / m
    safe = (error <= sigma2 / n).all(axis=0)
    safe[0] = True
    return int(m[np.argmin(np.where(safe, error.mean(axis=0), np.inf))])


# %% tags=["wrong", "id:absolute-bias", "loses:largest-safe-tests"]
# why: adds the bias unsquared to the variance.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = np.abs(theta[order[:, :m]].mean(axis=1) - theta) + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:signed-bias", "loses:largest-safe-tests"]
# why: the same without the square and without the sign: devices that hear lower numbers seem to gain.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:bisection", "loses:largest-safe-tests"]
# why: bisection takes for granted that all m below a safe one are safe.
def largest_safe(theta, order, n, sigma2):
    low, high = 1, len(theta) + 1
    while high - low > 1:
        m = (low + high) // 2
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        low, high = (m, high) if np.all(e <= sigma2 / n) else (low, m)
    return low


# %% tags=["wrong", "id:least-of-each-largest", "loses:largest-safe-tests"]
# why: the smallest over the devices of the largest m that is safe for each; that m may harm another device.
def largest_safe(theta, order, n, sigma2):
    largest = []
    for k in range(len(theta)):
        fine = [1]
        for m in range(1, len(theta) + 1):
            if (theta[order[k, :m]].mean() - theta[k]) ** 2 + sigma2 / n / m <= sigma2 / n:
                fine.append(m)
        largest.append(max(fine))
    return min(largest)


# %% tags=["wrong", "id:never-all", "loses:largest-safe-tests"]
# why: range(1, K) leaves out m = K, which may be safe (1 <= m <= K).
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta)):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:strictly-better", "loses:largest-safe-tests"]
# why: asks for strictly less, so m = 1 fails and 0 is returned if nothing else is safe; "m = 1 is always safe".
def largest_safe(theta, order, n, sigma2):
    best = 0
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.all(e < sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:order-ignored", "loses:largest-safe-tests"]
# why: takes neighbours by nearness of the true parameters; the argument order is ignored.
def largest_safe(theta, order, n, sigma2):
    near = np.argsort(np.abs(theta[:, None] - theta), axis=1, kind="stable")
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[near[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n / m
        if np.all(e <= sigma2 / n):
            best = m
    return best


# %% tags=["wrong", "id:variance-not-lowered", "loses:largest-safe-tests"]
# why: the variance of the mean of m is sigma2/(n m); here it stays sigma2/n, so that only zero bias is safe.
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(1, len(theta) + 1):
        e = (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / n
        if np.all(e <= sigma2 / n + 1e-9):
            best = m
    return best


# %% tags=["wrong", "id:than-with-one-less", "loses:largest-safe-tests"]
# why: compares with the error at m - 1, not with "if it were alone".
def largest_safe(theta, order, n, sigma2):
    m = np.arange(1, len(theta) + 1)
    error = (np.cumsum(theta[order], axis=1) / m - theta[:, None]) ** 2 + sigma2 / n / m
    best = 1
    for i in range(1, len(theta)):
        if np.all(error[:, i] <= error[:, i - 1]):
            best = i + 1
    return best


# %% tags=["wrong", "id:first-device", "loses:largest-safe-tests"]
# why: looks only at the device with the largest parameter (the peak); others may be harmed too.
def largest_safe(theta, order, n, sigma2):
    k = int(np.argmax(theta))
    best = 1
    for m in range(1, len(theta) + 1):
        if (theta[order[k, :m]].mean() - theta[k]) ** 2 + sigma2 / n / m <= sigma2 / n:
            best = m
    return best


# %% tags=["wrong", "id:most-safe-devices", "loses:largest-safe-tests"]
# why: the m for which most devices gain (the largest of these); somebody may still lose.
def largest_safe(theta, order, n, sigma2):
    m = np.arange(1, len(theta) + 1)
    error = (np.cumsum(theta[order], axis=1) / m - theta[:, None]) ** 2 + sigma2 / n / m
    gains = (error < sigma2 / n).sum(axis=0)
    return int(m[gains == gains.max()].max())


# %% tags=["wrong", "id:number-of-safe", "loses:largest-safe-tests"]
# why: counts the safe numbers instead of taking the largest: equal only when they are 1, 2, ..., m.
def largest_safe(theta, order, n, sigma2):
    m = np.arange(2, len(theta) + 1)
    error = (np.cumsum(theta[order], axis=1)[:, 1:] / m - theta[:, None]) ** 2 + sigma2 / n / m
    return 1 + int((error <= sigma2 / n).all(axis=0).sum())
