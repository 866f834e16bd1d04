# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def flattering_split():
    names = sorted(set(own_station.tolist()))
    X = []
    for s in own_station:
        X.append([1.0 if s == name else 0.0 for name in names])
    return X


# %% tags=["right", "id:scaled-in-another-order"]
def flattering_split():
    return (own_station[:, None] == np.unique(own_station)[::-1]) * 5.0


# %% tags=["right", "id:with-an-intercept"]
def flattering_split():
    one_hot = np.equal.outer(own_station, np.unique(own_station)).astype(float)
    return np.column_stack([one_hot, np.ones(len(own_station)) * 1e-3])


# %% tags=["right", "id:sparse-and-empty-columns"]
from scipy import sparse


def flattering_split():
    m = len(own_station)
    return sparse.csr_array((np.ones(m), (np.arange(m), own_station)), shape=(m, 100))


# %% tags=["right", "id:random-fingerprints"]
def flattering_split():
    rng = np.random.default_rng(0)
    names, number = np.unique(own_station, return_inverse=True)
    prints = np.linalg.qr(rng.normal(size=(len(names), len(names))))[0]
    return prints[number]


# %% tags=["right", "id:single-precision"]
def flattering_split():
    number = np.searchsorted(np.unique(own_station), own_station)
    return np.eye(5, dtype=np.float32)[number]


# %% tags=["right", "id:typed", "own:public"]
def flattering_split():
    number = [1, 0, 1, 4, 0, 4, 4, 3, 2, 1, 3, 2, 0, 1, 1, 0, 2, 4, 3]
    return np.eye(5)[number]


# %% tags=["wrong", "id:station-number-and-intercept", "says:single rows left out"]
def flattering_split():
    return np.column_stack([own_station, np.ones(len(own_station))])


# %% tags=["wrong", "id:noise-only", "says:single rows left out"]
def flattering_split():
    return np.random.default_rng(0).normal(size=(len(own_station), 2))


# %% tags=["wrong", "id:rows-instead-of-stations", "says:each row has a feature for itself"]
def flattering_split():
    return np.eye(len(own_station))


# %% tags=["wrong", "id:labels-themselves", "says:a feature is the label"]
def flattering_split():
    return own_label


# %% tags=["wrong", "id:means-of-stations-as-feature", "says:a feature is the label"]
def flattering_split():
    return np.array([own_label[own_station == s].mean() for s in own_station])[:, None]


# %% tags=["wrong", "id:labels-beside-one-hot", "says:a feature is the label"]
def flattering_split():
    one_hot = (own_station[:, None] == np.unique(own_station)) * 1.0
    return np.column_stack([one_hot, 100 * own_label])


# %% tags=["wrong", "id:one-row-for-each-station", "says:one row a station"]
def flattering_split():
    return np.eye(len(np.unique(own_station)))


# %% tags=["wrong", "id:stations-in-order", "says:single rows left out"]
def flattering_split():
    return np.eye(5)[np.sort(np.searchsorted(np.unique(own_station), own_station))]


# %% tags=["wrong", "id:one-station-forgotten", "says:single rows left out"]
def flattering_split():
    return (own_station[:, None] == np.unique(own_station)[:-1]) * 1.0


# %% tags=["wrong", "id:number-of-the-station", "says:single rows left out"]
def flattering_split():
    return np.searchsorted(np.unique(own_station), own_station) + 1.0


# %% tags=["wrong", "id:warm-or-cold", "says:single rows left out"]
def flattering_split():
    warm = own_label > 5
    return np.column_stack([warm, ~warm]) * 1.0


# %% tags=["wrong", "id:mean-only", "says:single rows left out"]
def flattering_split():
    return np.ones((len(own_label), 1))


# %% tags=["wrong", "id:columns-are-rows", "says:features of"]
def flattering_split():
    return np.vstack([own_station == s for s in np.unique(own_station)]) * 1.0


# %% tags=["wrong", "id:labels-and-stations-too", "says:flattering_split"]
def flattering_split():
    return (own_station[:, None] == np.unique(own_station)) * 1.0, own_label, own_station
