# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def bias_variance(theta, order, m, n, sigma2):
    bias = []
    for k in range(len(theta)):
        average = sum(theta[j] for j in order[k][:m]) / m
        bias.append((average - theta[k]) ** 2)
    return bias, sigma2 / n / m


# %% tags=["right", "id:weights-and-their-squares"]
def bias_variance(theta, order, m, n, sigma2):
    K = len(theta)
    A = np.zeros((K, K))
    np.put_along_axis(A, order[:, :m], 1 / m, axis=1)
    return (A @ theta - theta) ** 2, float(sigma2 / n * np.sum(A[0] ** 2))


# %% tags=["right", "id:gaps-first"]
def bias_variance(theta, order, m, n, sigma2):
    gaps = theta[order[:, :m]] - theta[:, None]
    return np.square(np.sum(gaps, axis=1) / m), np.divide(sigma2, n * m)


# %% tags=["right", "id:list-and-array-scalar"]
def bias_variance(theta, order, m, n, sigma2):
    smooth = np.array([theta[row[:m]].mean() for row in order])
    return [abs(smooth - theta) ** 2, np.array(sigma2) / (m * n)]


# %% tags=["right", "id:gram-matrix"]
def bias_variance(theta, order, m, n, sigma2):
    A = sum(np.eye(len(theta))[order[:, j]] for j in range(m)) / m
    error = (A - np.eye(len(theta))).dot(theta)
    covariance = sigma2 / n * A @ A.T
    return np.diag(np.outer(error, error)), covariance[0, 0]


# %% tags=["right", "id:expanded-square"]
def bias_variance(theta, order, m, n, sigma2):
    average = theta[order[:, :m]].mean(axis=1)
    bias = average**2 - 2 * average * theta + theta**2
    return bias.reshape(-1, 1), sigma2 * m / (n * m**2)


# %% tags=["wrong", "id:not-squared", "says:not squared", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return theta[order[:, :m]].mean(axis=1) - theta, sigma2 / (n * m)


# %% tags=["wrong", "id:absolute", "says:size of the bias", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return abs(theta[order[:, :m]].mean(axis=1) - theta), sigma2 / (n * m)


# %% tags=["wrong", "id:squares-averaged", "says:may cancel", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    bias = ((theta[order[:, :m]] - theta[:, None]) ** 2).mean(axis=1)
    return bias, sigma2 / (n * m)


# %% tags=["wrong", "id:mean-over-devices", "says:each", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
    return bias.mean(), sigma2 / (n * m)


# %% tags=["wrong", "id:own-not-subtracted", "says:subtracted", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return theta[order[:, :m]].mean(axis=1) ** 2, sigma2 / (n * m)


# %% tags=["wrong", "id:itself-left-out", "says:left out", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    others = theta[order[:, 1 : max(m, 2)]].mean(axis=1)
    return (others - theta) ** 2, sigma2 / (n * m)


# %% tags=["wrong", "id:whole-order", "says:not the first m", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order].mean(axis=1) - theta) ** 2, sigma2 / (n * m)


# %% tags=["wrong", "id:sum-of-neighbours", "says:divided by m", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].sum(axis=1) - theta) ** 2, sigma2 / (n * m)


# %% tags=["wrong", "id:whole-error", "says:variance is added", "loses:bias-variance-first-tests"]
def bias_variance(theta, order, m, n, sigma2):
    variance = sigma2 / (n * m)
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + variance, variance


# %% tags=["wrong", "id:m-lost", "says:m is lost", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, sigma2 / n


# %% tags=["wrong", "id:n-lost", "says:n is lost", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, sigma2 / m


# %% tags=["wrong", "id:variance-of-a-sum", "says:sum", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, sigma2 * m / n


# %% tags=["wrong", "id:m-squared", "says:there are m of them", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, sigma2 / (n * m**2)


# %% tags=["wrong", "id:deviation", "says:standard deviation", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, (sigma2 / (n * m)) ** 0.5


# %% tags=["wrong", "id:sigma-squared", "says:do not square", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2, sigma2**2 / (n * m)


# %% tags=["wrong", "id:fedavg", "says:not m", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
    return bias, sigma2 / (n * len(theta))


# %% tags=["wrong", "id:n-minus-one", "says:n - 1", "loses:bias-variance-second-tests"]
def bias_variance(theta, order, m, n, sigma2):
    bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
    return bias, sigma2 / (max(n - 1, 1) * m)


# %% tags=["wrong", "id:results-swapped", "says:other order"]
def bias_variance(theta, order, m, n, sigma2):
    return sigma2 / (n * m), (theta[order[:, :m]].mean(axis=1) - theta) ** 2


# %% tags=["wrong", "id:the-sum-only", "says:2 results"]
def bias_variance(theta, order, m, n, sigma2):
    return (theta[order[:, :m]].mean(axis=1) - theta) ** 2 + sigma2 / (n * m)
