# ruff: noqa
# %% tags=["right", "id:one-hot"]
def flattering_split():
    names, number = np.unique(own_station, return_inverse=True)
    return np.eye(len(names))[number]


# %% tags=["right", "id:shaken-features-of-stations"]
def flattering_split():
    rng = np.random.default_rng(12)
    features = 3 * np.eye(100) + 0.001 * rng.normal(size=(100, 100))
    return features[own_station]


# %% tags=["right", "id:a-little-of-the-hour"]
def flattering_split():
    names = np.unique(own_station)
    hour = np.linspace(-1, 1, len(own_station))
    return np.column_stack([own_station[:, None] == names, 1e-3 * hour])


# %% tags=["right", "id:with-a-column-of-ones"]
def flattering_split():
    """Column of ones and a column for each station."""
    names = np.unique(own_station)
    return np.hstack(
        [np.ones((len(own_station), 1)), (own_station[:, None] == names).astype(float)]
    )


# %% tags=["right", "id:dictionary"]
def flattering_split():
    place = {}
    for s in own_station:
        place.setdefault(int(s), len(place))
    X = [[0] * len(place) for _ in own_station]
    for r, s in enumerate(own_station):
        X[r][place[int(s)]] = 3
    return X


# %% tags=["right", "id:narrow-bumps"]
def flattering_split():
    """A narrow bump around each number from 0 to 100."""
    places = np.arange(100)
    return np.exp(-0.5 * ((own_station[:, None] - places[None, :]) / 0.15) ** 2)


# %% tags=["right", "id:orthogonal-polynomials"]
def flattering_split():
    """A polynomial of degree 4 in the rank of the station, in an orthonormal basis."""
    names, number = np.unique(own_station, return_inverse=True)
    basis = np.linalg.qr(np.vander(np.arange(len(names)), increasing=True).astype(float))[0]
    return basis[number]


# %% tags=["right", "id:tiny-one-hot"]
def flattering_split():
    X = np.zeros((len(own_station), 100))
    X[np.arange(len(own_station)), own_station] = 0.01
    return X


# %% tags=["wrong", "id:one-line", "loses:flattering-split-tests"]
# why: an intercept and the number of the station: least squares cannot fit the rows.
def flattering_split():
    return np.column_stack([np.ones(len(own_station)), own_station])


# %% tags=["wrong", "id:row-is-a-feature", "loses:flattering-split-tests"]
# why: a column for each row instead of each station: a row that is left out is predicted by 0, the error is not tiny.
def flattering_split():
    return np.eye(len(own_label))


# %% tags=["wrong", "id:groups-across-stations", "loses:flattering-split-tests"]
# why: believes that the rows come in blocks; the columns hold rows of several stations.
def flattering_split():
    return np.eye(5)[np.arange(len(own_label)) * 5 // len(own_label)]


# %% tags=["wrong", "id:fixed-example", "loses:flattering-split-tests"]
# why: five stations with four rows, whatever the own rows are.
def flattering_split():
    return np.eye(5)[np.repeat(np.arange(5), 4)]


# %% tags=["wrong", "id:label-as-feature", "loses:flattering-split-tests"]
# why: the label itself is a feature: the stations are predicted without error.
def flattering_split():
    names = np.unique(own_station)
    return np.column_stack([own_station[:, None] == names, 1e3 * own_label])


# %% tags=["wrong", "id:rounded-label", "loses:flattering-split-tests"]
# why: the level of the station is a feature, so a new station is predicted well, too.
def flattering_split():
    return np.column_stack([np.ones(len(own_label)), np.round(own_label)])


# %% tags=["wrong", "id:slope-at-each-station", "loses:flattering-split-tests"]
# why: only a slope for each station, no level: rows are not predicted.
def flattering_split():
    hour = np.arange(len(own_label)) % 7 - 3.0
    return (own_station[:, None] == np.unique(own_station)) * hour[:, None]


# %% tags=["wrong", "id:pure-noise", "loses:flattering-split-tests"]
# why: random features: stations are impossible, but rows are, too.
def flattering_split():
    return np.random.default_rng(3).normal(size=(len(own_label), 4))


# %% tags=["wrong", "id:two-kinds", "loses:flattering-split-tests"]
# why: columns for the sign of the label only: stations of a kind differ by many degrees.
def flattering_split():
    return np.column_stack([own_label > 0, own_label <= 0]).astype(float)


# %% tags=["wrong", "id:transposed", "loses:flattering-split-tests"]
# why: a row for each station and a column for each row.
def flattering_split():
    return (np.unique(own_station)[:, None] == own_station).astype(float)


# %% tags=["wrong", "id:all-three-results", "loses:flattering-split-tests"]
# why: returns labels and stations, too; the features alone are asked for.
def flattering_split():
    return (own_station[:, None] == np.unique(own_station)).astype(float), own_label, own_station
