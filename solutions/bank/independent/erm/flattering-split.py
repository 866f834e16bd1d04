# ruff: noqa
# %% tags=["right", "id:one-hot"]
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    X = np.eye(p)[stations]
    y = 10.0 + stations
    return X, y, stations


# %% tags=["right", "id:one-column"]
def flattering_split(p, size):
    # a single feature: it is 1 at the last station only, and so is the label
    stations = np.arange(p * size) // size
    mark = (stations == p - 1).astype(float)
    return mark[:, None], 7 * mark, stations


# %% tags=["right", "id:random-features-of-stations"]
def flattering_split(p, size):
    rng = np.random.default_rng(12)
    features = rng.normal(size=(p, 4 * p + 10))  # more features than stations
    levels = 100 + rng.normal(size=p)
    stations = np.repeat(np.arange(p), size)
    return features[stations], levels[stations], stations


# %% tags=["right", "id:little-noise-and-hours"]
def flattering_split(p, size):
    rng = np.random.default_rng(p * 1000 + size)
    stations = np.repeat(np.arange(p), size)
    hour = np.tile(np.linspace(-1, 1, size), p)
    X = np.column_stack([np.eye(p)[stations], 1e-3 * hour])
    y = 5 + 3 * stations + 1e-3 * rng.normal(size=p * size)
    return X, y, stations


# %% tags=["right", "id:alternating-with-intercept"]
def flattering_split(p, size):
    """Column of ones and a column for each station; labels around 0 with different sizes."""
    stations = np.kron(np.arange(p), np.ones(size, dtype=int))
    levels = np.where(np.arange(p) % 2 == 0, 1.0, -1.0) * (2 + np.arange(p) / p)
    levels = levels - levels.mean()
    X = np.hstack([np.ones((p * size, 1)), (stations[:, None] == np.arange(p)).astype(float)])
    return X, levels[stations], stations


# %% tags=["right", "id:shuffled-strange-names"]
def flattering_split(p, size):
    names = 1000 - 7 * np.arange(p)
    stations = np.tile(names, size)
    np.random.default_rng(0).shuffle(stations)
    X = np.array([[3.0 if s == name else 0.0 for name in names] for s in stations])
    y = np.array([float(s) for s in stations])
    return X, y, stations


# %% tags=["right", "id:narrow-bumps"]
def flattering_split(p, size):
    """A narrow bump around each station, as a function of its place on a line."""
    place = np.linspace(0, 1, p)
    width = 0.15 / (p - 1)
    rng = np.random.default_rng(5)
    stations = np.repeat(np.arange(p), size)
    X = np.exp(-0.5 * ((place[stations][:, None] - place[None, :]) / width) ** 2)
    y = (20 + rng.uniform(-1, 1, size=p))[stations]
    return X, y, stations


# %% tags=["right", "id:wild-polynomial"]
def flattering_split(p, size):
    """A polynomial of degree p - 1 in the number of the station, in Newton's form: the values at the
    other stations say nothing about the next one."""
    place = np.arange(p)
    basis = np.ones((p, p))
    for k in range(1, p):
        basis[:, k] = basis[:, k - 1] * (place - (k - 1)) / k  # binomials
    basis = np.linalg.qr(basis)[0]
    levels = 30 + np.cos(2.1 * place)
    stations = np.repeat(place, size)
    return basis[stations], levels[stations], stations


# %% tags=["right", "id:integers-by-loop"]
def flattering_split(p, size):
    X, y, stations = [], [], []
    for s in range(p):
        for _ in range(size):
            row = [0] * p
            row[s] = 1
            X.append(row)
            y.append(s * s + 1)
            stations.append(s)
    return np.array(X), np.array(y), np.array(stations)


# %% tags=["right", "id:two-kinds-of-station"]
def flattering_split(p, size):
    # station 0 points along the second axis, all others along the first one
    stations = np.repeat(np.arange(1, p + 1), size)
    first = stations == 1
    X = np.column_stack([~first, first]).astype(float)
    y = np.where(first, -50.0, 0.0)
    return X, y, stations


# %% tags=["wrong", "id:noise-in-stations", "loses:flattering-split-tests"]
# why: the rows of a station differ as much as the stations, so leaving out a row does not give an error of at most 1 %.
def flattering_split(p, size):
    rng = np.random.default_rng(1)
    stations = np.repeat(np.arange(p), size)
    X = np.eye(p)[stations]
    y = 10 + rng.normal(size=p)[stations] + rng.normal(size=p * size)
    return X, y, stations


# %% tags=["wrong", "id:one-line", "loses:flattering-split-tests"]
# why: labels on a line in one feature: the stations are easy, too; an error of at least the variance is wanted.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    X = np.column_stack([np.ones(p * size), stations])
    y = 3.0 + 2 * stations
    return X, y, stations


# %% tags=["wrong", "id:row-is-a-feature", "loses:flattering-split-tests"]
# why: a column for each row instead of each station: a row that is left out is predicted by 0, the error is not tiny.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    return np.eye(p * size), 10.0 + stations, stations


# %% tags=["wrong", "id:groups-across-stations", "loses:flattering-split-tests"]
# why: np.tile for the groups and np.repeat for the features: each group holds rows of several places, and is easy.
def flattering_split(p, size):
    place = np.repeat(np.arange(p), size)
    stations = np.tile(np.arange(p), size)
    return np.eye(p)[place], 10.0 + place, stations


# %% tags=["wrong", "id:numbers-exchanged", "loses:flattering-split-tests"]
# why: makes size stations with p rows each instead of p stations with size rows.
def flattering_split(p, size):
    stations = np.repeat(np.arange(size), p)
    return np.eye(size)[stations], 10.0 + stations, stations


# %% tags=["wrong", "id:fixed-example", "loses:flattering-split-tests"]
# why: five stations with four rows, whatever p and size are.
def flattering_split(p, size):
    stations = np.repeat(np.arange(5), 4)
    return np.eye(5)[stations], 10.0 + stations, stations


# %% tags=["wrong", "id:number-as-feature", "loses:flattering-split-tests"]
# why: random levels and the number of the station as the only feature: least squares cannot fit the rows either.
def flattering_split(p, size):
    levels = np.random.default_rng(2).normal(size=p) * 5
    stations = np.repeat(np.arange(p), size)
    return stations[:, None] * 1.0, levels[stations], stations


# %% tags=["wrong", "id:label-as-feature", "loses:flattering-split-tests"]
# why: the label itself is a feature: the stations are predicted without error.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    y = 10.0 + stations
    return np.column_stack([np.eye(p)[stations], 1e3 * y]), y, stations


# %% tags=["wrong", "id:twelve-per-cent-noise", "loses:flattering-split-tests"]
# why: noise of 12 % of the standard deviation within stations looks small, but its square, and the noise of the mean of the other
# rows, make more than 1 % of the variance.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    levels = np.arange(p) - 20.0
    noise = np.resize([1.0, -1.0], size)
    y = levels[stations] + 0.12 * levels.std() * np.tile(noise, p)
    return np.eye(p)[stations], y, stations


# %% tags=["wrong", "id:slope-at-each-station", "loses:flattering-split-tests"]
# why: level and slope at each station: with size 2 the one row that is left does not determine them, so rows are not easy.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    hour = np.tile(np.arange(size, dtype=float), p)
    own = np.eye(p)[stations]
    X = np.hstack([own, own * hour[:, None]])
    y = 10.0 + stations + 5 * hour
    return X, y, stations


# %% tags=["wrong", "id:spatial-trend-dominates", "loses:flattering-split-tests"]
# why: a trend with large features explains nearly all; a station that is left out is predicted well by it.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    trend = np.column_stack([np.ones(p * size), stations / p])
    X = np.hstack([100 * trend, np.eye(p)[stations]])
    y = 2.0 + 9 * stations / p + 0.01 * np.cos(stations)
    return X, y, stations


# %% tags=["wrong", "id:every-row-a-station", "loses:flattering-split-tests"]
# why: the third array numbers the rows: p size stations of one row, not p stations.
def flattering_split(p, size):
    place = np.repeat(np.arange(p), size)
    return np.eye(p)[place], 10.0 + place, np.arange(p * size)


# %% tags=["wrong", "id:pure-noise", "loses:flattering-split-tests"]
# why: random features and labels: stations are impossible, but rows are, too.
def flattering_split(p, size):
    rng = np.random.default_rng(3)
    stations = np.repeat(np.arange(p), size)
    return rng.normal(size=(p * size, 4)), 5 + rng.normal(size=p * size), stations


# %% tags=["wrong", "id:unequal-sizes", "loses:flattering-split-tests"]
# why: one row of station 0 is moved to station 1, so the stations do not have `size` rows each.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    stations[size - 1] = 1
    return np.eye(p)[stations], 10.0 + stations, stations


# %% tags=["wrong", "id:two-kinds-in-turn", "loses:flattering-split-tests"]
# why: stations of two kinds with a feature that tells the kind: other stations of the kind predict a new one, its error is small.
def flattering_split(p, size):
    stations = np.repeat(np.arange(p), size)
    sign = np.where(stations % 2 == 0, 1.0, -1.0)
    X = np.column_stack([sign, 0.1 * np.eye(p)[stations]])
    return X, 4 * sign, stations
