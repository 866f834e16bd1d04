# ruff: noqa
# %% tags=["right", "id:ones"]
def local_features(y_i):
    return np.ones((len(y_i), 1))


# %% tags=["right", "id:ones-like"]
def local_features(y_i):
    X_i = np.ones_like(y_i, dtype=float)[:, np.newaxis]
    assert X_i.shape == (len(y_i), 1)
    return X_i


# %% tags=["right", "id:list-of-rows"]
def local_features(y_i):
    rows = []
    for _ in y_i:
        rows.append([1.0])
    return np.array(rows)


# %% tags=["right", "id:full-integers"]
def local_features(temperatures):
    m = temperatures.size
    return np.full((m, 1), 1)


# %% tags=["right", "id:vander"]
def local_features(y_i):
    """The powers 0, ..., 0 of anything: the column 1."""
    return np.vander(np.arange(len(y_i)), N=1)


# %% tags=["right", "id:zero-times"]
def local_features(y_i):
    y_i = np.asarray(y_i, dtype=float)
    return (0 * y_i + 1).reshape(-1, 1)


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp


def local_features(y_i):
    return sp.csr_array(np.ones((len(y_i), 1)))


# %% tags=["right", "id:helper-and-lambda"]
constant = lambda row: 1.0


def local_features(y_i):
    return np.array([constant(r) for r in range(y_i.shape[0])], ndmin=2).T


# %% tags=["right", "id:exp-zero"]
def local_features(y_i):
    X = np.empty(shape=(len(y_i), 1))
    X[:, 0] = np.exp(0.0)
    print("features", X.shape)
    return X


# %% tags=["right", "id:broadcast"]
def local_features(y_i):
    # read-only view, no memory
    return np.broadcast_to(np.float64(1), (len(y_i), 1))


# %% tags=["right", "id:fortran-repeat"]
def local_features(y_i):
    return np.asfortranarray(np.repeat([[1.0]], len(y_i), axis=0))


# %% tags=["wrong", "id:labels", "loses:local-features-tests"]
# why: the temperatures themselves as features: then w_i = 1 predicts everything, not one number for each temperature.
def local_features(y_i):
    return np.asarray(y_i, dtype=float).reshape(-1, 1)


# %% tags=["wrong", "id:mean", "loses:local-features-tests"]
# why: the feature is the mean temperature, so the prediction is w_i times the mean and not w_i.
def local_features(y_i):
    return np.full((len(y_i), 1), np.mean(y_i))


# %% tags=["wrong", "id:one-over-m", "loses:local-features-tests"]
# why: 1/m_i "because of the mean": the loss becomes the deviation from w_i/m_i.
def local_features(y_i):
    return np.ones((len(y_i), 1)) / len(y_i)


# %% tags=["wrong", "id:one-over-root-m", "loses:local-features-tests"]
# why: normalised to length 1 (so that X^T X = 1): the prediction is w_i / sqrt(m_i).
def local_features(y_i):
    return np.ones((len(y_i), 1)) / np.sqrt(len(y_i))


# %% tags=["wrong", "id:row", "loses:local-features-tests"]
# why: one row with m_i features instead of m_i rows with one ("(m_i, 1) array, row r holds the feature of sample r").
def local_features(y_i):
    return np.ones((1, len(y_i)))


# %% tags=["wrong", "id:index", "loses:local-features-tests"]
# why: the number of the hour as feature: "none of those that come with the data, such as place and time".
def local_features(y_i):
    return np.arange(1.0, len(y_i) + 1)[:, None]


# %% tags=["wrong", "id:zeros", "loses:local-features-tests"]
# why: no features at all = zeros: the prediction is 0 whatever w_i is.
def local_features(y_i):
    return np.zeros((len(y_i), 1))


# %% tags=["wrong", "id:intercept-and-time", "loses:local-features-tests"]
# why: two columns, d = 2; the text wants one number per station.
def local_features(y_i):
    m = len(y_i)
    return np.column_stack([np.ones(m), np.linspace(-1, 1, m)])


# %% tags=["wrong", "id:identity", "loses:local-features-tests"]
# why: one parameter for each sample, instead of one number for each station.
def local_features(y_i):
    return np.eye(len(y_i))


# %% tags=["wrong", "id:single-sample", "loses:local-features-tests"]
# why: one row only: "row r holds the feature of sample r", there are m_i samples.
def local_features(y_i):
    return np.ones((1, 1))


# %% tags=["wrong", "id:ninety-six", "loses:local-features-tests"]
# why: takes 96 rows for every station; "stations miss different hours, so their data sets differ in size".
def local_features(y_i):
    return np.ones((96, 1))


# %% tags=["wrong", "id:minus-one", "loses:local-features-tests"]
# why: features -1: the loss is (y + w_i)^2, deviation from -w_i.
def local_features(y_i):
    return -np.ones((len(y_i), 1))


# %% tags=["wrong", "id:number-of-stations", "loses:local-features-tests"]
# why: one row for each station (n) instead of one for each of the m_i temperatures.
def local_features(y_i):
    return np.ones((n, 1))


# %% tags=["wrong", "id:deviation", "loses:local-features-tests"]
# why: the deviation from the mean as feature: predicts w_i (y - mean), not w_i.
def local_features(y_i):
    return (y_i - np.mean(y_i))[:, None]


# %% tags=["wrong", "id:sign", "loses:local-features-tests"]
# why: the sign of the temperature: below zero the prediction is -w_i.
def local_features(y_i):
    return np.where(y_i < 0, -1.0, 1.0)[:, None]


# %% tags=["wrong", "id:divide-by-itself", "loses:local-features-tests"]
# why: y/y is not a number where a temperature is exactly 0 °C, which the text allows.
def local_features(y_i):
    return (y_i / y_i)[:, None]
