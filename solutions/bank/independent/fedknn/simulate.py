# ruff: noqa
# %% tags=["right", "id:all-samples"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    y = np.asarray(theta)[:, None] + np.sqrt(sigma2) * rng.standard_normal((repetitions, K, n))
    means = y.mean(axis=2)
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["right", "id:means-directly"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    # a mean of n samples is normal with the variance sigma2/n
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return np.mean(means[:, order[:, :m]], axis=-1)


# %% tags=["right", "id:loops"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    result = np.zeros((repetitions, K))
    for r in range(repetitions):
        local = [theta[j] + sigma2**0.5 * rng.standard_normal(n).mean() for j in range(K)]
        for k in range(K):
            result[r, k] = sum(local[j] for j in order[k, :m]) / m
    return result


# %% tags=["right", "id:weight-matrix"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    A = np.zeros((K, K))
    for k in range(K):
        A[k, order[k, :m]] = 1 / m
    noise = rng.normal(0.0, (sigma2 / n) ** 0.5, (K, repetitions))
    return (A @ (np.reshape(theta, (-1, 1)) + noise)).T


# %% tags=["right", "id:joint-normal"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    """The estimates themselves are jointly normal: draw them from their distribution."""
    K = len(theta)
    A = np.zeros((K, K))
    np.put_along_axis(A, order[:, :m], 1 / m, axis=1)
    return rng.multivariate_normal(A @ theta, sigma2 / n * A @ A.T, size=repetitions)


# %% tags=["right", "id:signal-and-noise-apart"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    near = order[:, :m]
    signal = np.asarray(theta, dtype=float)[near].mean(axis=1)
    e = rng.standard_normal((repetitions, len(signal))) * np.sqrt(sigma2 / n)
    noise = sum(e[:, near[:, j]] for j in range(m)) / m
    assert noise.shape == (repetitions, len(signal))
    return signal + noise


# %% tags=["right", "id:inverse-distribution"]
from scipy.stats import norm


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    u = rng.uniform(1e-300, 1.0, size=(repetitions, len(theta)))
    means = norm.ppf(u, loc=theta, scale=np.sqrt(sigma2 / n))
    return np.stack([means[:, row[:m]].mean(axis=1) for row in order], axis=1)


# %% tags=["right", "id:scipy-rvs"]
import scipy.stats


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    def once():
        means = scipy.stats.norm(theta, np.sqrt(sigma2 / n)).rvs(random_state=rng)
        means = np.atleast_1d(means)
        return [means[order[k, :m]].mean() for k in range(len(theta))]

    if repetitions > 3000:  # one by one takes too long
        means = scipy.stats.norm.rvs(
            theta, np.sqrt(sigma2 / n), (repetitions, len(theta)), random_state=rng
        )
        return means[:, order[:, :m]].mean(axis=2)
    return np.array([once() for _ in range(repetitions)])


# %% tags=["right", "id:box-muller"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    shape = (repetitions, len(theta))
    radius = np.sqrt(-2.0 * np.log1p(-rng.random(shape)))
    noise = radius * np.cos(2 * np.pi * rng.random(shape))
    means = theta + noise * np.sqrt(sigma2 / n)
    cumulative = np.zeros(shape)
    for j in range(m):
        cumulative += means[:, order[:, j]]
    return cumulative / m


# %% tags=["right", "id:sample-by-sample"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    """Adds one sample of all devices after the other: little memory."""
    total = np.zeros((repetitions, len(theta)))
    for _ in range(n):
        total += rng.normal(theta, np.sqrt(sigma2), size=total.shape)
    return (total / n)[:, order[:, :m]].sum(axis=2) / m


# %% tags=["right", "id:class-with-devices"]
class Device:
    def __init__(self, truth, sd, n, rng):
        self.truth, self.sd, self.n, self.rng = truth, sd, n, rng

    def measure(self, R):
        self.mean = (
            self.truth + self.sd * self.rng.standard_normal((R, self.n)).sum(axis=1) / self.n
        )


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    devices_ = [Device(t, np.sqrt(sigma2), n, rng) for t in theta]
    for d in devices_:
        d.measure(repetitions)
    return np.column_stack([np.mean([devices_[j].mean for j in row[:m]], axis=0) for row in order])


# %% tags=["right", "id:sparse-and-spawned"]
import scipy.sparse as sp


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    rows = np.repeat(np.arange(K), m)
    A = sp.csr_array((np.full(K * m, 1 / m), (rows, order[:, :m].ravel())), shape=(K, K))
    fresh = np.random.default_rng(rng.integers(2**63, size=4))  # seeded by rng alone
    means = theta + fresh.normal(scale=np.sqrt(sigma2 / n), size=(repetitions, K))
    return (A @ means.T).T


# %% tags=["right", "id:eigen-factor"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    # any factor F with F F^T = covariance will do: here the symmetric root
    K = len(theta)
    A = np.zeros((K, K))
    A[np.arange(K)[:, None], order[:, :m]] = 1 / m
    values, vectors = np.linalg.eigh(A @ A.T * sigma2 / n)
    F = vectors * np.sqrt(np.clip(values, 0, None)) @ vectors.T
    return rng.standard_normal((repetitions, K)) @ F + theta @ A.T


# %% tags=["wrong", "id:variance-as-sd", "loses:simulate-each-tests"]
# why: passes the variance sigma2/n where the standard deviation belongs.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, sigma2 / n, size=(repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:one-sample-each", "loses:simulate-each-tests"]
# why: one sample for each device instead of the mean of n.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2), size=(repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:n-outside-root", "loses:simulate-each-tests"]
# why: standard deviation sqrt(sigma2)/n instead of sqrt(sigma2/n).
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = theta + np.sqrt(sigma2) / n * rng.standard_normal((repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:fresh-for-each-who-asks", "loses:simulate-together-tests"]
# why: a neighbour draws new samples for everyone who asks; devices that share a neighbour must get the same number.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    near = order[:, :m]
    K = len(theta)
    asked = np.asarray(theta)[near] + np.sqrt(sigma2 / n) * rng.standard_normal((repetitions, K, m))
    return asked.mean(axis=2)


# %% tags=["wrong", "id:noise-after-averaging", "loses:simulate-each-tests,simulate-together-tests"]
# why: averages the true parameters and adds the noise of one local estimate: variance not over m, no correlation.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    averaged = np.asarray(theta)[order[:, :m]].mean(axis=1)
    return averaged + rng.normal(0, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))


# %% tags=["wrong", "id:own-kept-others-fresh", "loses:simulate-together-tests"]
# why: a device's own mean is fixed, but whoever else asks for it gets one of other samples.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    sd = np.sqrt(sigma2 / n)
    own = theta + sd * rng.standard_normal((repetitions, K))
    total = own.copy()
    for j in range(1, m):
        total += np.asarray(theta)[order[:, j]] + sd * rng.standard_normal((repetitions, K))
    return total / m


# %% tags=["wrong", "id:noise-by-rank", "loses:simulate-together-tests"]
# why: one noise for each place in the order instead of each device, so that all errors are equal in a repetition.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = np.sqrt(sigma2 / n) * rng.standard_normal((repetitions, 1, m))
    return (np.asarray(theta)[order[:, :m]] + noise).mean(axis=2)


# %% tags=["wrong", "id:antithetic", "loses:simulate-together-tests"]
# why: every second repetition has the noise of the one before with the other sign; repetitions are independent.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    half = (repetitions + 1) // 2
    noise = rng.normal(0, np.sqrt(sigma2 / n), size=(half, len(theta)))
    noise = np.stack([noise, -noise], axis=1).reshape(2 * half, -1)[:repetitions]
    means = theta + noise
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:every-draw-twice", "loses:simulate-together-tests"]
# why: uses every draw for two repetitions; "in each repetition every device draws fresh samples".
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    half = (repetitions + 1) // 2
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(half, len(theta)))
    means = np.repeat(means, 2, axis=0)[:repetitions]
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:noise-piles-up", "loses:simulate-each-tests,simulate-together-tests"]
# why: adds the noise of each repetition to the numbers of the one before: a random walk, neither fresh nor of the right variance.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    y = np.array(theta, dtype=float)
    out = []
    for _ in range(repetitions):
        y += rng.normal(0, np.sqrt(sigma2 / n), size=len(y))
        out.append(y[order[:, :m]].mean(axis=1))
    return np.array(out)


# %% tags=["wrong", "id:one-noise-for-all", "loses:simulate-each-tests,simulate-together-tests"]
# why: the same noise at all devices in a repetition: it does not average out and all errors are equal.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = theta + rng.normal(0, np.sqrt(sigma2 / n), size=(repetitions, 1))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:order-ignored", "loses:simulate-each-tests,simulate-together-tests"]
# why: averages over the devices k, k + 1, ..., instead of the first m of the order.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return np.mean([np.roll(means, -j, axis=1) for j in range(m)], axis=0)


# %% tags=["wrong", "id:whole-order", "loses:simulate-each-tests,simulate-together-tests"]
# why: m is ignored, all columns of the order are averaged.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return means[:, order].mean(axis=2)


# %% tags=["wrong", "id:without-itself", "loses:simulate-each-tests,simulate-together-tests"]
# why: leaves out the device itself; "the first m devices of the order", which begins with k.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    near = order[:, 1:m] if m > 1 else order[:, :1]
    return means[:, near].mean(axis=2)


# %% tags=["wrong", "id:sent-instead-of-asked", "loses:simulate-each-tests,simulate-together-tests"]
# why: the transposed weights: each device sends 1/m of its mean to its neighbours, who do not ask it back in general.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    out = np.zeros_like(means)
    for k in range(len(theta)):
        for j in order[k, :m]:
            out[:, j] += means[:, k] / m
    return out


# %% tags=["wrong", "id:two-point-noise", "loses:simulate-each-tests"]
# why: the mean has the right mean and variance but only the two values +-sd: not Gaussian.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    sign = rng.choice([-1.0, 1.0], size=(repetitions, len(theta)))
    means = theta + np.sqrt(sigma2 / n) * sign
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:errors-only", "loses:simulate-each-tests"]
# why: returns estimate minus true parameter, "return the estimates".
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2) - theta


# %% tags=["wrong", "id:no-bias", "loses:simulate-each-tests"]
# why: scatters around the own parameter: the neighbours' parameters are forgotten, only their noise is averaged.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return theta + noise[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:own-number-exact", "loses:simulate-each-tests,simulate-together-tests"]
# why: the device takes its own true parameter without noise; only the neighbours' numbers are noisy.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    total = np.array(theta, dtype=float) + np.zeros_like(means)
    for j in range(1, m):
        total += means[:, order[:, j]]
    return total / m


# %% tags=["wrong", "id:running-mean", "loses:simulate-each-tests,simulate-together-tests"]
# why: returns the mean of all repetitions so far, which are neither independent nor of the right variance.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    one = means[:, order[:, :m]].mean(axis=2)
    return np.cumsum(one, axis=0) / np.arange(1, repetitions + 1)[:, None]


# %% tags=["wrong", "id:sum-not-mean", "loses:simulate-each-tests"]
# why: divides by the number of devices K instead of m (right only for m = K): weights are 1/m.
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), size=(repetitions, len(theta)))
    return means[:, order[:, :m]].sum(axis=2) / len(theta)
