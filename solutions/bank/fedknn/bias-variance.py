# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def bias_variance(theta, A, n, sigma2):
    bias, variance = [], []
    for k in range(len(theta)):
        average = sum(A[k][j] * theta[j] for j in range(len(theta)))
        bias.append((average - theta[k]) ** 2)
        variance.append(sum(A[k][j] ** 2 * sigma2[j] / n[j] for j in range(len(theta))))
    return bias, variance


# %% tags=["right", "id:diagonal-of-a-covariance"]
def bias_variance(theta, A, n, sigma2):
    error = (A - np.eye(len(theta))).dot(theta)
    covariance = A @ np.diag(sigma2 / n) @ A.T
    return np.diag(np.outer(error, error)), np.diag(covariance)


# %% tags=["right", "id:gaps-first"]
def bias_variance(theta, A, n, sigma2):
    gaps = theta[None, :] - theta[:, None]
    noise = A * np.sqrt(np.divide(sigma2, n))
    return np.square(np.sum(A * gaps, axis=1)), np.sum(noise**2, axis=1)


# %% tags=["right", "id:einsum-in-single-precision"]
def bias_variance(theta, A, n, sigma2):
    A = A.astype(np.float32)
    bias = np.einsum("kj,j->k", A.astype(float), theta) - theta
    return bias**2, np.einsum("kj,kj,j->k", A, A, (sigma2 / n).astype(np.float32))


# %% tags=["right", "id:columns"]
def bias_variance(theta, A, n, sigma2):
    average = (A @ theta).reshape(-1, 1)
    own = theta.reshape(-1, 1)
    v = (sigma2 / n).reshape(-1, 1)
    return average**2 - 2 * average * own + own**2, (A * A) @ v


# %% tags=["right", "id:matrix-and-list"]
def bias_variance(theta, A, n, sigma2):
    M = np.matrix(A)
    error = M * np.matrix(theta).T - np.matrix(theta).T
    return [np.power(error, 2), np.power(M, 2) if False else (A**2).dot(sigma2 / n).tolist()]


# %% tags=["wrong", "id:not-squared", "says:not squared", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    return A @ theta - theta, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:absolute", "says:size of the bias", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    return abs(A @ theta - theta), A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:squares-averaged", "says:may cancel", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    bias = np.sum(A * (theta[None] - theta[:, None]) ** 2, axis=1)
    return bias, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:mean-over-devices", "says:each", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    return np.mean((A @ theta - theta) ** 2), A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:own-not-subtracted", "says:not subtracted", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta) ** 2, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:columns-for-rows", "says:exchanged"]
def bias_variance(theta, A, n, sigma2):
    return (A.T @ theta - theta) ** 2, A.T**2 @ (sigma2 / n)


# %% tags=["wrong", "id:weighted-by-samples", "says:multiplied by the numbers", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    B = A * n
    B = B / B.sum(axis=1, keepdims=True)
    return (B @ theta - theta) ** 2, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:whole-error", "says:variance is added", "loses:bias-variance-first-tests"]
def bias_variance(theta, A, n, sigma2):
    variance = A**2 @ (sigma2 / n)
    return (A @ theta - theta) ** 2 + variance, variance


# %% tags=["wrong", "id:weights-not-squared", "says:weights are not squared", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A @ (sigma2 / n)


# %% tags=["wrong", "id:local-variances", "says:weights are lost", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, sigma2 / n


# %% tags=["wrong", "id:own-noise-for-all", "says:the one that asks", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, sigma2 / n * np.sum(A**2, axis=1)


# %% tags=["wrong", "id:equal-devices", "says:mean of the noise", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, np.mean(sigma2 / n) * np.sum(A**2, axis=1)


# %% tags=["wrong", "id:n-lost", "says:numbers of samples are lost", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ sigma2


# %% tags=["wrong", "id:sigma-lost", "says:sensors are lost", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ (1 / n)


# %% tags=["wrong", "id:deviation", "says:standard deviation", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, np.sqrt(A**2 @ (sigma2 / n))


# %% tags=["wrong", "id:deviations-averaged", "says:all noise were the same", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, (A @ np.sqrt(sigma2 / n)) ** 2


# %% tags=["wrong", "id:sigma-squared", "says:do not square", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ (sigma2**2 / n)


# %% tags=["wrong", "id:n-minus-one", "says:n - 1", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ (sigma2 / np.maximum(n - 1, 0.5))


# %% tags=["wrong", "id:mean-variance", "says:one number", "loses:bias-variance-second-tests"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, np.mean(A**2 @ (sigma2 / n))


# %% tags=["wrong", "id:results-swapped", "says:other order"]
def bias_variance(theta, A, n, sigma2):
    return A**2 @ (sigma2 / n), (A @ theta - theta) ** 2


# %% tags=["wrong", "id:the-sum-only", "says:2 results"]
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2 + A**2 @ (sigma2 / n)
