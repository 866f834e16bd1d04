# ruff: noqa: F811, F821, RET503 -- answers as students write them, to one task
# %% tags=["right", "id:all-errors-upwards"]
def largest_safe(theta, order, n, sigma2):
    best = 1
    for m in range(2, len(theta) + 1):
        worst = 0.0
        for k in range(len(theta)):
            estimate = sum(theta[j] for j in order[k][:m]) / m
            worst = max(worst, (estimate - theta[k]) ** 2 + sigma2 / n / m)
        if worst <= sigma2 / n:
            best = m
    return best


# %% tags=["right", "id:cumulated-sums"]
def largest_safe(theta, order, n, sigma2):
    m = np.arange(1, len(theta) + 1)
    bias = (np.cumsum(theta[order], axis=1) / m - theta[:, None]) ** 2
    safe = np.max(bias + sigma2 / (n * m), axis=0) <= sigma2 / n + 1e-9
    return np.flatnonzero(safe)[-1] + 1


# %% tags=["right", "id:weights"]
def largest_safe(theta, order, n, sigma2):
    K = len(theta)
    good = [1]
    for m in range(2, K + 1):
        A = sum(np.eye(K)[order[:, j]] for j in range(m)) / m
        error = (A @ theta - theta) ** 2 + sigma2 / n * np.sum(A**2, axis=1)
        good.append(m * bool((error <= sigma2 / n * (1 + 1e-12)).all()))
    return max(good)


# %% tags=["right", "id:bias-against-what-is-saved"]
def largest_safe(theta, order, n, sigma2):
    v = sigma2 / n
    for m in reversed(range(1, len(theta) + 1)):
        gap = np.abs(np.mean(theta[order[:, :m]] - theta[:, None], axis=1)).max()
        if gap <= np.sqrt(v * (1 - 1 / m)) + 1e-12:
            return float(m)
    return None


# %% tags=["right", "id:counting-the-harmed"]
def largest_safe(theta, order, n, sigma2):
    K = len(theta)
    harmed = np.zeros(K + 1, dtype=int)
    for m in range(2, K + 1):
        for k in range(K):
            mean = np.take(theta, order[k, :m]).mean()
            harmed[m] += (mean - theta[k]) ** 2 + sigma2 / (m * n) > sigma2 / n
    m = K
    while harmed[m]:
        m -= 1
    return np.array([m])


# %% tags=["wrong", "id:stops-at-the-first-failure", "says:larger m is"]
def largest_safe(theta, order, n, sigma2):
    m = 1
    while m < len(theta):
        bias = (theta[order[:, : m + 1]].mean(axis=1) - theta) ** 2
        if np.any(bias + sigma2 / (n * (m + 1)) > sigma2 / n):
            break
        m += 1
    return m


# %% tags=["wrong", "id:first-that-fails", "says:first that fails"]
def largest_safe(theta, order, n, sigma2):
    for m in range(2, len(theta) + 1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.any(bias + sigma2 / (n * m) > sigma2 / n):
            return m
    return len(theta)


# %% tags=["wrong", "id:safe-on-average", "says:not for every device"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 0, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if bias.mean() + sigma2 / (n * m) <= sigma2 / n + 1e-12:
            return m


# %% tags=["wrong", "id:best-on-average", "says:best on average"]
def largest_safe(theta, order, n, sigma2):
    errors = []
    for m in range(1, len(theta) + 1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        errors.append(bias.mean() + sigma2 / (n * m))
    return 1 + np.argmin(errors)


# %% tags=["wrong", "id:variance-forgotten", "says:variance is missing"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 0, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.all(bias <= sigma2 / n):
            return m


# %% tags=["wrong", "id:bias-not-squared", "says:bias is not squared"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 0, -1):
        bias = theta[order[:, :m]].mean(axis=1) - theta
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n + 1e-12):
            return m


# %% tags=["wrong", "id:some-device", "says:one that gains is not enough"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 0, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.any(bias + sigma2 / (n * m) <= sigma2 / n + 1e-12):
            return m


# %% tags=["wrong", "id:bound-by-jensen", "says:not the mean of squared distances"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 0, -1):
        bias = ((theta[order[:, :m]] - theta[:, None]) ** 2).mean(axis=1)
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n + 1e-12):
            return m


# %% tags=["wrong", "id:itself-left-out", "says:itself is left out"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta) - 1, 0, -1):
        bias = (theta[order[:, 1 : m + 1]].mean(axis=1) - theta) ** 2
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n + 1e-12):
            return m
    return 1


# %% tags=["wrong", "id:smallest-safe", "says:smallest m that is safe"]
def largest_safe(theta, order, n, sigma2):
    for m in range(2, len(theta) + 1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n):
            return m
    return 1


# %% tags=["wrong", "id:always-all", "says:Every m passes"]
def largest_safe(theta, order, n, sigma2):
    return len(theta)


# %% tags=["wrong", "id:samples-forgotten", "says:alone the error is sigma2 / n"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 1, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.all(bias + sigma2 / m <= sigma2):
            return m
    return 1


# %% tags=["wrong", "id:others-counted", "says:itself is among the m"]
def largest_safe(theta, order, n, sigma2):
    for m in range(len(theta), 1, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n):
            return m - 1
    return 1
