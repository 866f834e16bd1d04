# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def fedknn(means, order, m):
    result = np.zeros(means.shape)
    for k in range(len(means)):
        for j in order[k][:m]:
            result[k] += means[j] / m
    return result


# %% tags=["right", "id:weight-matrix"]
def fedknn(means, order, m):
    A = np.zeros((len(means), len(means)))
    for k, row in enumerate(order):
        A[k, row[:m]] = 1 / m
    return A @ means


# %% tags=["right", "id:sparse-weights"]
from scipy import sparse


def fedknn(means, order, m):
    K = len(means)
    rows = np.repeat(np.arange(K), m)
    A = sparse.coo_array((np.ones(K * m), (rows, order[:, :m].ravel())), shape=(K, K))
    return (A @ means) / m


# %% tags=["right", "id:einsum"]
def fedknn(means, order, m):
    return np.einsum("kjd->kd", means[order[:, :m]]) / m


# %% tags=["right", "id:running-sums"]
def fedknn(means, order, m):
    return np.cumsum(means[order], axis=1)[:, m - 1] / m


# %% tags=["right", "id:list-of-lists"]
def fedknn(means, order, m):
    K, d = means.shape
    return [[sum(float(means[j, c]) for j in order[k, :m]) / m for c in range(d)] for k in range(K)]


# %% tags=["right", "id:recursive-mean"]
def fedknn(means, order, m):
    estimate = means[order[:, 0]].copy()
    for j in range(1, m):
        estimate += (means[order[:, j]] - estimate) / (j + 1)
    return estimate


# %% tags=["right", "id:integer-look-up-of-take"]
def fedknn(means, order, m):
    picked = np.take(means, np.asarray(order, dtype=int)[:, :m], axis=0)
    return np.average(picked, axis=1)


# %% tags=["wrong", "id:itself-left-out", "says:itself is left out"]
def fedknn(means, order, m):
    return means[order[:, 1 : m + 1]].mean(axis=1)


# %% tags=["wrong", "id:itself-left-out-m-kept", "says:itself is left out"]
def fedknn(means, order, m):
    if m == 1:
        return means
    return means[order[:, 1:m]].mean(axis=1)


# %% tags=["wrong", "id:one-too-many", "says:m + 1"]
def fedknn(means, order, m):
    return means[order[:, : m + 1]].mean(axis=1)


# %% tags=["wrong", "id:whole-order", "says:m + 1"]
def fedknn(means, order, m):
    return means[order].mean(axis=1)


# %% tags=["wrong", "id:sum", "says:sum, not the mean"]
def fedknn(means, order, m):
    return means[order[:, :m]].sum(axis=1)


# %% tags=["wrong", "id:directions-exchanged", "says:asks"]
def fedknn(means, order, m):
    A = np.zeros((len(means), len(means)))
    for k, row in enumerate(order):
        A[row[:m], k] = 1 / m
    return A @ means


# %% tags=["wrong", "id:local", "says:m is ignored"]
def fedknn(means, order, m):
    return means


# %% tags=["wrong", "id:fedavg", "says:FedAvg"]
def fedknn(means, order, m):
    return np.tile(means.mean(axis=0), (len(means), 1))


# %% tags=["wrong", "id:fedavg-once", "says:one estimate for all"]
def fedknn(means, order, m):
    return means.mean(axis=0)


# %% tags=["wrong", "id:order-ignored", "says:not the first m of the order"]
def fedknn(means, order, m):
    return np.tile(means[:m].mean(axis=0), (len(means), 1))


# %% tags=["wrong", "id:divided-by-the-row", "says:length of a row"]
def fedknn(means, order, m):
    return means[order[:, :m]].sum(axis=1) / order.shape[1]


# %% tags=["wrong", "id:median", "says:median"]
def fedknn(means, order, m):
    return np.median(means[order[:, : m + 1]], axis=1)


# %% tags=["wrong", "id:median-of-m", "says:median"]
def fedknn(means, order, m):
    return np.median(means[order[:, :m]], axis=1)


# %% tags=["wrong", "id:last-m", "says:left out"]
def fedknn(means, order, m):
    return means[order[:, -m:]].mean(axis=1)


# %% tags=["wrong", "id:coordinates-averaged", "says:coordinates"]
def fedknn(means, order, m):
    return means[order[:, :m]].mean(axis=(1, 2))


# %% tags=["wrong", "id:not-averaged", "says:not yet averaged"]
def fedknn(means, order, m):
    return means[order[:, :m]]


# %% tags=["wrong", "id:first-coordinate", "says:shape"]
def fedknn(means, order, m):
    return means[order[:, :m], :1].mean(axis=1)
