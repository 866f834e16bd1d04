# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def flattering_split(p, size):
    X, y, stations = [], [], []
    for i in range(p):
        for _ in range(size):
            X.append([1.0 if i == j else 0.0 for j in range(p)])
            y.append(10.0 * i)
            stations.append(i)
    return X, y, stations


# %% tags=["right", "id:noise-and-shuffled"]
def flattering_split(p, size):
    rng = np.random.default_rng(3)
    stations = rng.permutation(np.repeat(100 - 7 * np.arange(p), size))
    level = rng.normal(0, 10, 101)
    y = level[stations] + 0.001 * rng.normal(size=p * size)
    return (stations[:, None] == np.unique(stations)) * 5.0, y, stations


# %% tags=["right", "id:with-an-intercept"]
def flattering_split(p, size):
    stations = np.arange(p * size) % p
    one_hot = np.eye(p)[stations]
    y = np.where(stations == 0, 1.0, -1.0)
    return np.column_stack([one_hot, np.ones(p * size) * 1e-3]), y, stations


# %% tags=["right", "id:sparse-and-alternating"]
from scipy import sparse


def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    rows = np.arange(p * size)
    X = sparse.csr_array((np.ones(p * size), (rows, stations)), shape=(p * size, p + 2))
    return X, (-1.0) ** stations * 3 * (stations < p // 2 * 2), stations


# %% tags=["right", "id:random-fingerprints"]
def flattering_split(p, size):
    rng = np.random.default_rng(0)
    prints = np.linalg.qr(rng.normal(size=(p, p)))[0]
    stations = np.tile(np.arange(p), size)
    return prints[stations], rng.normal(size=p)[stations], stations.astype(float)


# %% tags=["right", "id:single-precision-and-columns"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    X = np.eye(p, dtype=np.float32)[stations]
    y = np.float32(stations - stations.mean())
    return X, y[:, None], stations[:, None]


# %% tags=["wrong", "id:smooth-field", "says:stations left out"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.column_stack([stations, np.ones(p * size)]), 2.0 * stations, stations


# %% tags=["wrong", "id:noise-only", "says:single rows left out"]
def flattering_split(p, size):
    rng = np.random.default_rng(0)
    return rng.normal(size=(p * size, 2)), rng.normal(size=p * size), np.repeat(np.arange(p), size)


# %% tags=["wrong", "id:equal-labels", "says:not all equal"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p)[stations], np.ones(p * size), stations


# %% tags=["wrong", "id:rows-instead-of-stations", "says:single rows left out"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p * size), stations - stations.mean(), stations


# %% tags=["wrong", "id:labels-differ-within-stations", "says:single rows left out"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p)[stations], np.arange(p * size) % size - (size - 1) / 2, stations


# %% tags=["wrong", "id:every-row-a-station", "says:different numbers"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p)[stations], stations - stations.mean(), np.arange(p * size)


# %% tags=["wrong", "id:stations-cut-across", "says:stations left out"]
def flattering_split(p, size):
    level = np.repeat(np.arange(p), size)
    return np.eye(p)[level], level - level.mean(), np.tile(np.arange(p), size)


# %% tags=["wrong", "id:unequal-stations", "says:each"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    stations[0] = 1
    return np.eye(p)[stations], stations - stations.mean(), stations


# %% tags=["wrong", "id:one-row-each", "says:rows"]
def flattering_split(p, size):
    return np.eye(p), np.arange(p) - (p - 1) / 2, np.arange(p)


# %% tags=["wrong", "id:a-station-number-as-feature", "says:stations left out"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return stations + 1.0, 1.0 + stations, stations


# %% tags=["wrong", "id:only-four-stations", "says:rows"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(4), 3)
    return np.eye(4)[stations], stations - 1.5, stations


# %% tags=["wrong", "id:kind-in-common", "says:stations left out"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    kind = stations == 0
    return np.column_stack([kind, ~kind]) * 1.0, stations > 0, stations


# %% tags=["wrong", "id:two-results", "says:3 results"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p)[stations], stations - stations.mean()
