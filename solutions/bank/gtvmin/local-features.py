# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:ones-like"]
def local_features(y_i):
    return np.ones_like(y_i)[:, np.newaxis]


# %% tags=["right", "id:flat-integers"]
def local_features(y_i):
    return np.ones(y_i.shape, dtype=int)


# %% tags=["right", "id:list-of-rows"]
def local_features(y_i):
    return [[1.0] for _ in y_i]


# %% tags=["right", "id:polynomial-of-degree-zero"]
def local_features(y_i):
    return np.vander(y_i, 1)


# %% tags=["right", "id:boolean-matrix"]
def local_features(y_i):
    return np.matrix(y_i == y_i).T


# %% tags=["right", "id:sparse"]
from scipy import sparse


def local_features(y_i):
    return sparse.csr_array(np.ones((y_i.size, 1)))


# %% tags=["right", "id:overwrites-its-input"]
def local_features(y_i):
    y_i[:] = 1
    return y_i.reshape(-1, 1)


# %% tags=["wrong", "id:labels", "says:labels"]
def local_features(y_i):
    return y_i[:, None]


# %% tags=["wrong", "id:zeros", "says:does not depend on w_i"]
def local_features(y_i):
    return np.zeros((len(y_i), 1))


# %% tags=["wrong", "id:one-row", "says:swapped"]
def local_features(y_i):
    return np.ones((1, len(y_i)))


# %% tags=["wrong", "id:hours", "says:drifts"]
def local_features(y_i):
    return np.arange(len(y_i))[:, None]


# %% tags=["wrong", "id:hours-from-one", "says:drifts"]
def local_features(y_i):
    return np.arange(1.0, len(y_i) + 1)[:, None]


# %% tags=["wrong", "id:intercept-and-hour", "says:more than one feature"]
def local_features(y_i):
    return np.column_stack([np.ones(len(y_i)), np.arange(len(y_i))])


# %% tags=["wrong", "id:one-over-m", "says:1/m_i"]
def local_features(y_i):
    return np.ones((len(y_i), 1)) / len(y_i)


# %% tags=["wrong", "id:one-over-root-m", "says:root of 1/m_i"]
def local_features(y_i):
    return np.ones((len(y_i), 1)) / np.sqrt(len(y_i))


# %% tags=["wrong", "id:mean-label", "says:mean of the labels"]
def local_features(y_i):
    return np.full((len(y_i), 1), y_i.mean())


# %% tags=["wrong", "id:one-row-for-the-station", "says:for each sample"]
def local_features(y_i):
    return np.array([[1.0]])


# %% tags=["wrong", "id:fixed-length", "says:shape"]
def local_features(y_i):
    return np.ones((96, 1))


# %% tags=["wrong", "id:global-length", "says:shape"]
def local_features(y_i):
    return np.ones((len(y[0]), 1))


# %% tags=["wrong", "id:not-a-number", "says:finite"]
def local_features(y_i):
    return (y_i / y_i - y_i / 0)[:, None]


# %% tags=["wrong", "id:quotient-of-itself", "says:got nan"]
def local_features(y_i):
    return (y_i / y_i)[:, None]
