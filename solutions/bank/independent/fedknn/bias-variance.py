# ruff: noqa
# %% tags=["right", "id:matrix"]
def bias_variance(theta, A, n, sigma2):
    bias = (A @ theta - theta) ** 2
    variance = A**2 @ (sigma2 / n)
    return bias, variance


# %% tags=["right", "id:loops"]
def bias_variance(theta, A, n, sigma2):
    K = len(theta)
    bias, variance = np.zeros(K), np.zeros(K)
    for k in range(K):
        b = 0.0
        for j in range(K):
            b += A[k, j] * (theta[j] - theta[k])
            variance[k] += A[k, j] ** 2 * sigma2[j] / n[j]
        bias[k] = b**2
    return bias, variance


# %% tags=["right", "id:covariance-matrix"]
def bias_variance(theta, A, n, sigma2):
    """Diagonal of the covariance matrix of all estimates."""
    local = np.diag(np.asarray(sigma2) / np.asarray(n))
    covariance = A @ local @ A.T
    return np.square((A - np.eye(len(theta))) @ theta), np.diag(covariance).copy()


# %% tags=["right", "id:einsum"]
def bias_variance(theta, A, n, sigma2):
    difference = theta[None, :] - theta[:, None]
    bias = np.einsum("kj,kj->k", A, difference) ** 2
    variance = np.einsum("kj,kj,j->k", A, A, sigma2 / n)
    return bias, variance


# %% tags=["right", "id:columns"]
def bias_variance(theta, A, n, sigma2):
    # as columns (K, 1)
    t = np.reshape(theta, (-1, 1)).astype(float)
    s2 = np.reshape(sigma2, (-1, 1)) / np.reshape(n, (-1, 1))
    return (A.dot(t) - t) ** 2, np.multiply(A, A).dot(s2)


# %% tags=["right", "id:namedtuple"]
from typing import NamedTuple


class Parts(NamedTuple):
    bias: np.ndarray
    variance: np.ndarray


def bias_variance(theta, A, n, sigma2):
    expected = A.dot(theta)
    sd = np.sqrt(sigma2 / n)
    return Parts(bias=np.abs(expected - theta) ** 2, variance=np.linalg.norm(A * sd, axis=1) ** 2)


# %% tags=["right", "id:every-single-sample"]
def bias_variance(theta, A, n, sigma2):
    """A weight of w/n for each single sample; variances of independent samples add up."""
    bias, variance = [], []
    for row, own in zip(A, theta):
        shares = np.concatenate([np.full(int(n_j), w / n_j) for w, n_j in zip(row, n)])
        spread = np.concatenate([np.full(int(n_j), s) for s, n_j in zip(sigma2, n)])
        truth = np.repeat(theta, np.asarray(n).astype(int))
        bias.append((shares @ truth - own) ** 2)
        variance.append(np.sum(shares**2 * spread))
    return np.array(bias), np.array(variance)


# %% tags=["right", "id:fractions"]
from fractions import Fraction as F


def bias_variance(theta, A, n, sigma2):
    t = [F(float(x)) for x in theta]
    s = [F(float(v)) / F(float(c)) for v, c in zip(sigma2, n)]
    b, v = [], []
    for k, row in enumerate(A):
        w = [F(float(a)) for a in row]
        b.append(float((sum(x * y for x, y in zip(w, t)) - t[k]) ** 2))
        v.append(float(sum(x * x * y for x, y in zip(w, s))))
    return np.array(b), np.array(v)


# %% tags=["right", "id:sigma-points"]
def bias_variance(theta, A, n, sigma2):
    """Exact by symmetric test points: the estimates are linear in the noise."""
    K = len(theta)
    sd = np.sqrt(sigma2 / n)
    noise = np.sqrt(K) * np.vstack([np.diag(sd), -np.diag(sd)])  # 2K points of equal weight
    outcomes = (theta + noise) @ A.T
    return (outcomes.mean(axis=0) - theta) ** 2, outcomes.var(axis=0)


# %% tags=["right", "id:unit-vectors"]
def bias_variance(theta, A, n, sigma2):
    def estimate(means):
        return np.array([np.dot(row, means) for row in A])

    bias = (estimate(theta) - theta) ** 2
    variance = 0.0
    for j, e in enumerate(np.eye(len(theta))):
        variance = variance + estimate(e) ** 2 * sigma2[j] / n[j]
    return bias, variance


# %% tags=["right", "id:second-moment"]
def bias_variance(theta, A, n, sigma2):
    # E(estimate^2) - (E estimate)^2, with E(y_i y_j) = theta_i theta_j + [i = j] s_j
    centre = A @ theta
    second = np.outer(theta, theta) + np.diag(sigma2 / n)
    variance = np.array([row @ second @ row for row in A]) - centre**2
    bias = centre**2 - 2 * centre * theta + theta**2
    assert bias.shape == variance.shape == theta.shape
    return bias, variance


# %% tags=["right", "id:scipy-sparse"]
import scipy.sparse as sp


def bias_variance(theta, A, n, sigma2):
    S = sp.csr_array(A)
    bias = (S @ theta - theta) ** 2
    variance = (S.power(2) @ sp.diags_array(1 / n)) @ sigma2
    return bias, variance


# %% tags=["wrong", "id:not-squared", "loses:bias-variance-first-tests"]
# why: the bias itself, "the squared bias" is asked.
def bias_variance(theta, A, n, sigma2):
    return A @ theta - theta, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:jensen", "loses:bias-variance-first-tests"]
# why: B_k of the bound (9.5), weights times squared distances, not the exact squared bias.
def bias_variance(theta, A, n, sigma2):
    bias = np.sum(A * (theta[None, :] - theta[:, None]) ** 2, axis=1)
    return bias, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:transposed", "loses:bias-variance-first-tests,bias-variance-second-tests"]
# why: uses columns as the weights of a device; A[k, j] = w_kj, rows add up to 1.
def bias_variance(theta, A, n, sigma2):
    return (theta @ A - theta) ** 2, (sigma2 / n) @ A**2


# %% tags=["wrong", "id:weights-not-squared", "loses:bias-variance-second-tests"]
# why: mean of the variances: a weighted mean of independent noise has the squared weights.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A @ (sigma2 / n)


# %% tags=["wrong", "id:mean-device", "loses:bias-variance-second-tests"]
# why: as if all devices were equal, with the mean variance and number of samples; "real ones are not".
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, np.mean(sigma2) / np.mean(n) * np.sum(A**2, axis=1)


# %% tags=["wrong", "id:own-variance", "loses:bias-variance-second-tests"]
# why: (9.7) with the n and sigma2 of device k for all that it listens to, instead of those of device j.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, sigma2 / n * np.sum(A**2, axis=1)


# %% tags=["wrong", "id:one-sample", "loses:bias-variance-second-tests"]
# why: the number of samples is ignored: variance of one sample, not of a local mean.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ sigma2


# %% tags=["wrong", "id:sigma-squared-again", "loses:bias-variance-second-tests"]
# why: sigma2 is the variance already; it is squared again.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A**2 @ (sigma2**2 / n)


# %% tags=["wrong", "id:standard-deviation", "loses:bias-variance-second-tests"]
# why: returns standard deviations, not variances.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, np.sqrt(A**2 @ (sigma2 / n))


# %% tags=["wrong", "id:n-squared", "loses:bias-variance-second-tests"]
# why: the variance of a mean of n samples is sigma2/n, not sigma2/n^2.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, (A / n) ** 2 @ sigma2


# %% tags=["wrong", "id:own-noise-forgotten", "loses:bias-variance-second-tests"]
# why: the sums run over the others only; for the bias that is no matter, but the own noise is missing.
def bias_variance(theta, A, n, sigma2):
    others = A - np.diag(np.diag(A))
    bias = np.sum(others * (theta - theta[:, None]), axis=1) ** 2
    return bias, others**2 @ (sigma2 / n)


# %% tags=["wrong", "id:exchanged", "loses:bias-variance-first-tests,bias-variance-second-tests"]
# why: returns variance, bias: "Returns bias, variance".
def bias_variance(theta, A, n, sigma2):
    return A**2 @ (sigma2 / n), (A @ theta - theta) ** 2


# %% tags=["wrong", "id:averaged", "loses:bias-variance-first-tests,bias-variance-second-tests"]
# why: one mean over the devices; "both for every device".
def bias_variance(theta, A, n, sigma2):
    return np.mean((A @ theta - theta) ** 2), np.mean(A**2 @ (sigma2 / n))


# %% tags=["wrong", "id:from-the-mean", "loses:bias-variance-first-tests"]
# why: distance of the estimate from the mean of all true parameters, not from theta_k.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta.mean()) ** 2, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:difference-of-squares", "loses:bias-variance-first-tests"]
# why: (A theta)^2 - theta^2 is not the square of the difference.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta) ** 2 - theta**2, A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:equal-weights", "loses:bias-variance-first-tests,bias-variance-second-tests"]
# why: replaces the weights by equal ones over the devices with a weight, as FedKNN has; here they are any weights.
def bias_variance(theta, A, n, sigma2):
    B = (A != 0) / np.sum(A != 0, axis=1, keepdims=True)
    return (B @ theta - theta) ** 2, B**2 @ (sigma2 / n)


# %% tags=["wrong", "id:total-error", "loses:bias-variance-second-tests"]
# why: the second part is the whole mean squared error, the bias is counted twice.
def bias_variance(theta, A, n, sigma2):
    bias = (A @ theta - theta) ** 2
    return bias, bias + A**2 @ (sigma2 / n)


# %% tags=["wrong", "id:standard-deviations-add", "loses:bias-variance-second-tests"]
# why: adds standard deviations, as if all devices had the same noise: noise is independent.
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, (A @ np.sqrt(sigma2 / n)) ** 2


# %% tags=["wrong", "id:weights-by-samples", "loses:bias-variance-first-tests,bias-variance-second-tests"]
# why: weighs the devices by their numbers of samples in addition; the weights w_kj are given.
def bias_variance(theta, A, n, sigma2):
    B = A * n
    B = B / B.sum(axis=1, keepdims=True)
    return (B @ theta - theta) ** 2, B**2 @ (sigma2 / n)


# %% tags=["wrong", "id:squares-the-weights-first", "loses:bias-variance-first-tests"]
# why: squares A in place for the variance and uses it again for the bias.
def bias_variance(theta, A, n, sigma2):
    A *= A
    variance = A @ (sigma2 / n)
    bias = (A @ theta - theta) ** 2
    return bias, variance


# %% tags=["wrong", "id:spread-of-neighbours", "loses:bias-variance-second-tests"]
# why: the second part is the weighted spread of the true parameters, not what the weights do to the noise.
def bias_variance(theta, A, n, sigma2):
    centre = A @ theta
    return (centre - theta) ** 2, A @ theta**2 - centre**2
