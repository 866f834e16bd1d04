# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:every-sample"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    y = theta[:, None] + np.sqrt(sigma2) * rng.standard_normal((repetitions, len(theta), n))
    return y.mean(axis=2)[:, order[:, :m]].mean(axis=2)


# %% tags=["right", "id:loop-over-repetitions"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    results = []
    for _ in range(repetitions):
        means = np.array([np.mean(rng.normal(t, sigma2**0.5, n)) for t in theta])
        results.append([means[row[:m]].mean() for row in order])
    return results


# %% tags=["right", "id:weights-and-samples-last"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    K = len(theta)
    A = np.zeros((K, K))
    np.put_along_axis(A, order[:, :m], 1 / m, axis=1)
    noise = rng.normal(scale=np.sqrt(sigma2), size=(n, K, repetitions)).sum(axis=0) / n
    return (A @ (theta[:, None] + noise)).T


# %% tags=["right", "id:multivariate-normal"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    A = sum(np.eye(len(theta))[order[:, j]] for j in range(m)) / m
    covariance = sigma2 / n * A @ A.T
    return rng.multivariate_normal(A @ theta, covariance, repetitions, method="eigh")


# %% tags=["right", "id:inverse-transform"]
from scipy.special import ndtri


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    u = rng.uniform(1e-16, 1, (repetitions, len(theta)))
    means = theta + ndtri(u) * (sigma2 / n) ** 0.5
    return means[:, order[:, :m]].sum(axis=-1) / m


# %% tags=["right", "id:a-stream-for-each-device"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    streams = rng.spawn(len(theta))
    means = np.column_stack(
        [
            t + np.sqrt(sigma2 / n) * stream.standard_normal(repetitions)
            for t, stream in zip(theta, streams, strict=True)
        ]
    )
    return np.stack([means[:, row[:m]].mean(axis=1) for row in order], axis=1)


# %% tags=["right", "id:scipy-distribution"]
from scipy import stats


def simulate(theta, order, m, n, sigma2, repetitions, rng):
    shape = (repetitions, len(theta))
    means = stats.norm.rvs(theta, np.sqrt(sigma2 / n), size=shape, random_state=rng)
    return np.take(means, order[:, :m], axis=1).mean(axis=2)


# %% tags=["wrong", "id:variance-as-scale", "says:got the variance", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    y = rng.normal(theta[:, None], sigma2, (repetitions, len(theta), n))
    return y.mean(axis=2)[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:mean-variance-as-scale", "says:got sigma2/n", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, sigma2 / n, (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:sigma-over-n", "says:not sigma/n", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2) / n, (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:one-sample", "says:one sample", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    y = rng.normal(theta, np.sqrt(sigma2), (repetitions, len(theta)))
    return y[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:unit-noise", "says:sigma2 is lost", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    y = theta[:, None] + rng.standard_normal((repetitions, len(theta), n))
    return y.mean(axis=2)[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:uniform-noise", "says:uniform", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    limit = np.sqrt(3 * sigma2)
    y = theta[:, None] + rng.uniform(-limit, limit, (repetitions, len(theta), n))
    return y.mean(axis=2)[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:sums", "says:sums over neighbours", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].sum(axis=2)


# %% tags=["wrong", "id:errors-returned", "says:return the estimates", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2) - theta


# %% tags=["wrong", "id:truth-lost", "says:noise only", "loses:simulate-each-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return noise[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:fedknn-missing", "says:FedKNN is missing"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    return rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))


# %% tags=["wrong", "id:whole-order", "says:not the first m"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order].mean(axis=2)


# %% tags=["wrong", "id:itself-left-out", "says:itself is left out"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, 1 : m + 1]].mean(axis=2)


# %% tags=["wrong", "id:noise-after-averaging", "says:noise"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return theta[order[:, :m]].mean(axis=1) + noise


# %% tags=["wrong", "id:noise-for-who-asks", "says:drawn anew", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions, len(theta), m))
    return (theta[order[:, :m]] + noise).mean(axis=2)


# %% tags=["wrong", "id:no-dependence", "says:drawn anew", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    smooth = theta[order[:, :m]].mean(axis=1)
    return rng.normal(smooth, np.sqrt(sigma2 / (n * m)), (repetitions, len(theta)))


# %% tags=["wrong", "id:one-noise-for-all", "says:the same noise"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = theta + rng.normal(0, np.sqrt(sigma2 / n), (repetitions, 1))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:one-noise-for-all-repetitions", "says:repetitions are the same"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n))
    return np.tile(means[order[:, :m]].mean(axis=1), (repetitions, 1))


# %% tags=["wrong", "id:noise-twice", "says:share their noise", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions // 2, len(theta)))
    means = theta + np.repeat(noise, 2, axis=0)
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:antithetic", "says:opposite signs", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions // 2, 1, len(theta)))
    means = (theta + np.concatenate([noise, -noise], axis=1)).reshape(repetitions, -1)
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:own-seed", "says:come from rng", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    rng = np.random.default_rng(0)
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:global-generator", "says:come from rng", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = np.random.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:fresh-generator", "says:come from rng", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    rng = np.random.default_rng()
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2)


# %% tags=["wrong", "id:mean-over-repetitions", "says:return all of them"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=(0, 2))


# %% tags=["wrong", "id:transposed", "says:exchanged"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    means = rng.normal(theta, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return means[:, order[:, :m]].mean(axis=2).T


# %% tags=["wrong", "id:second-half-a-copy", "says:at the distance 2000", "loses:simulate-together-tests"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    half = (repetitions + 1) // 2
    means = theta + rng.normal(0, np.sqrt(sigma2 / n), (half, len(theta)))
    return np.resize(means[:, order[:, :m]].mean(axis=2), (repetitions, len(theta)))
