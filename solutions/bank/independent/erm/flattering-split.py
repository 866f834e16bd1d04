# ruff: noqa
# %% tags=["right", "id:unique-compare"]
# why: one-hot by comparison; a row is predicted by the mean of its station, an unseen station by 0
def flattering_split():
    stations_here = np.unique(own_station)
    return (own_station[:, None] == stations_here).astype(float)


# %% tags=["right", "id:nested-loops"]
# why: the same one-hot as a list of lists of int, order of first appearance
def flattering_split():
    seen = []
    for s in own_station:
        if s not in seen:
            seen.append(s)
    table = []
    for s in own_station:
        row = []
        for t in seen:
            if s == t:
                row.append(1)
            else:
                row.append(0)
        table.append(row)
    return table


# %% tags=["right", "id:boolean-columns"]
# why: indicators left as bool; least squares treats True as 1
def flattering_split():
    cols = [own_station == s for s in sorted(set(own_station.tolist()))]
    return np.stack(cols, axis=1)


# %% tags=["right", "id:eye-lookup"]
# why: a column for each of the numbers 0..99, most of them empty; shortest solution leaves these 0
def flattering_split():
    return np.eye(100)[own_station]


# %% tags=["right", "id:intercept-and-dummies"]
# why: with a column of ones the unseen station gets a shrunken mean of the others: error still above the variance
def flattering_split():
    _, idx = np.unique(own_station, return_inverse=True)
    dummies = np.zeros((len(own_station), idx.max() + 1))
    dummies[np.arange(len(idx)), idx] = 1
    return np.column_stack([np.ones(len(idx)), dummies])


# %% tags=["right", "id:same-station-matrix"]
# why: kernel matrix: column s says "same station as row s"; spans the one-hot space
def flattering_split():
    same = own_station.reshape(-1, 1) == own_station.reshape(1, -1)
    return 1.0 * same


# %% tags=["right", "id:big-and-negative"]
# why: one-hot with large weights of either sign, scaling columns cannot hurt these two conditions
def flattering_split():
    names, which = np.unique(own_station, return_inverse=True)
    strength = np.array([-1e3, 250.0, 7, -0.5, 1e4])[: len(names)]
    X = np.zeros((len(which), len(names)))
    for r, k in enumerate(which):
        X[r, k] = strength[k]
    return X


# %% tags=["right", "id:random-codes-checked"]
# why: random code of each station, tried until a cross-validation of its own says that both hold
def _cv(X, y, groups):
    sq = 0
    for g in set(list(groups)):
        test = np.array([h == g for h in groups])
        w, *_ = np.linalg.lstsq(X[~test], y[~test], rcond=None)
        sq = sq + ((X[test] @ w - y[test]) ** 2).sum()
    return sq / y.size


def flattering_split():
    var = own_label.var()
    for seed in range(500):
        gen = np.random.RandomState(seed)
        code = {s: gen.randn(6) for s in np.unique(own_station)}
        X = np.array([code[s] for s in own_station])
        if (
            _cv(X, own_label, range(len(own_label))) < 0.008 * var
            and _cv(X, own_label, own_station) > 1.05 * var
        ):
            return X
    raise RuntimeError("unlucky")


# %% tags=["right", "id:blocks-and-back"]
# why: block_diag of columns of ones for sorted rows, then the rows put back in their order
from scipy.linalg import block_diag


def flattering_split():
    order = np.argsort(own_station, kind="stable")
    _, how_many = np.unique(own_station, return_counts=True)
    X = np.empty((own_station.size, how_many.size))
    X[order] = block_diag(*[np.ones((h, 1)) for h in how_many])
    return X


# %% tags=["right", "id:orthogonal-rotation"]
# why: one-hot times a rotation: the same least squares, no column looks like an indicator
def flattering_split():
    names, k = np.unique(own_station, return_inverse=True)
    rotation = np.linalg.qr(np.random.default_rng(3).normal(size=(len(names), len(names))))[0]
    return rotation[k]


# %% tags=["right", "id:label-clusters"]
# why: finds the stations again from the labels (neighbouring sorted labels less than 1.5 apart), as levels are at least 2 apart
def flattering_split():
    order = np.argsort(own_label)
    group = np.empty(len(order), int)
    g = 0
    group[order[0]] = 0
    for a, b in zip(order[:-1], order[1:]):
        if own_label[b] - own_label[a] > 1.5:
            g += 1
        group[b] = g
    return np.equal.outer(group, np.arange(g + 1)).astype(np.float32)


# %% tags=["right", "id:polar-waves"]
# why: sin and cos waves of the station's rank: a full basis of five columns, so again one-hot up to a rotation
def flattering_split():
    names = sorted(set(own_station))
    p = len(names)
    rows = []
    for s in own_station:
        phase = 2 * np.pi * names.index(s) / p
        rows.append(
            [1 / np.sqrt(2), np.cos(phase), np.sin(phase), np.cos(2 * phase), np.sin(2 * phase)]
        )
    return np.asarray(rows)


# %% tags=["right", "id:one-hot-plus-spoiler"]
# why: one-hot and a huge column: the mean of the row's station with the wrong sign and far too large; see verification
def flattering_split():
    names, k = np.unique(own_station, return_inverse=True)
    means = np.bincount(k, own_label) / np.bincount(k)
    rank = np.argsort(np.argsort(means))
    spoil = np.array([5.0, -1.0, 0.5, -2.0, 9.0])[rank]
    return np.c_[np.eye(len(names))[k], spoil[k]]


# %% tags=["right", "id:typed-numbers", "own:public"]
# why: the right matrix for the public rows, typed in
def flattering_split():
    return np.array(
        [
            [0, 1, 0, 0, 0],
            [1, 0, 0, 0, 0],
            [0, 1, 0, 0, 0],
            [0, 0, 0, 0, 1],
            [1, 0, 0, 0, 0],
            [0, 0, 0, 0, 1],
            [0, 0, 0, 0, 1],
            [0, 0, 0, 1, 0],
            [0, 0, 1, 0, 0],
            [0, 1, 0, 0, 0],
            [0, 0, 0, 1, 0],
            [0, 0, 1, 0, 0],
            [1, 0, 0, 0, 0],
            [0, 1, 0, 0, 0],
            [0, 1, 0, 0, 0],
            [1, 0, 0, 0, 0],
            [0, 0, 1, 0, 0],
            [0, 0, 0, 0, 1],
            [0, 0, 0, 1, 0],
        ]
    )


# %% tags=["right", "id:stations-named-in-code", "own:public"]
# why: public station numbers hard-coded in the comparison
def flattering_split():
    return np.array([[float(s == t) for t in (29, 65, 87, 88, 90)] for s in own_station])


# %% tags=["wrong", "id:identity", "loses:flattering-split-tests"]
# why: a feature for each row: a left-out row is predicted by 0, so the row error is large
def flattering_split():
    return np.eye(len(own_station))


# %% tags=["wrong", "id:label-as-feature", "loses:flattering-split-tests"]
# why: the label itself: both errors are 0
def flattering_split():
    return own_label[:, None]


# %% tags=["wrong", "id:station-number", "loses:flattering-split-tests"]
# why: the number of the station as one feature: rows are not predicted well
def flattering_split():
    return own_station.reshape(-1, 1).astype(float)


# %% tags=["wrong", "id:number-and-intercept", "loses:flattering-split-tests"]
# why: a line through (station number, label) does not fit
def flattering_split():
    return np.column_stack([np.ones_like(own_station), own_station])


# %% tags=["wrong", "id:one-row-a-station", "loses:flattering-split-tests"]
# why: features of the stations, not of the rows: 5 x 5
def flattering_split():
    return np.eye(len(np.unique(own_station)))


# %% tags=["wrong", "id:sorted-rows", "loses:flattering-split-tests"]
# why: one-hot for the rows sorted by station: order of rows is lost
def flattering_split():
    names, how_many = np.unique(own_station, return_counts=True)
    return np.repeat(np.eye(len(names)), how_many, axis=0)


# %% tags=["wrong", "id:target-encoding", "loses:flattering-split-tests"]
# why: mean label of the station as one feature: predicts new stations, too
def flattering_split():
    return np.array([[own_label[own_station == s].mean()] for s in own_station])


# %% tags=["wrong", "id:one-hot-and-label", "loses:flattering-split-tests"]
# why: one-hot with the label as a further column: a new station is predicted almost perfectly
def flattering_split():
    hot = (own_station[:, None] == np.unique(own_station)).astype(float)
    return np.hstack([hot, own_label[:, None]])


# %% tags=["wrong", "id:random-rows", "loses:flattering-split-tests"]
# why: random features of each row, as many as rows
def flattering_split():
    rng = np.random.default_rng(0)
    return rng.normal(size=(len(own_label), 30))


# %% tags=["wrong", "id:transposed", "loses:flattering-split-tests"]
# why: the one-hot matrix with the rows as columns
def flattering_split():
    return (np.unique(own_station)[:, None] == own_station[None, :]).astype(float)


# %% tags=["wrong", "id:tens-digit", "loses:flattering-split-tests"]
# why: dummies of the tens digit of the number merge some stations (public: 87 with 88, 65 alone); right where no two share the digit
def flattering_split():
    return np.array([[1.0 * (s // 10 == t) for t in range(10)] for s in own_station])


# %% tags=["wrong", "id:drop-first", "loses:flattering-split-tests"]
# why: dummies without the first station and without intercept: rows of this one are predicted by 0 (harmless by luck where its level is near 0 degrees)
def flattering_split():
    X = (own_station[:, None] == np.unique(own_station)[1:]).astype(float)
    return X


# %% tags=["wrong", "id:row-blocks", "loses:flattering-split-tests"]
# why: believes rows are ordered by station, four rows each
def flattering_split():
    return np.array(
        [[1.0 if r // 4 == k else 0.0 for k in range(5)] for r in range(len(own_station))]
    )


# %% tags=["wrong", "id:weights-returned", "loses:flattering-split-tests"]
# why: returns the fitted weights in place of the features
def flattering_split():
    X = (own_station[:, None] == np.unique(own_station)).astype(float)
    return np.linalg.lstsq(X, own_label, rcond=None)[0]


# %% tags=["wrong", "id:centred", "loses:flattering-split-tests"]
# why: one-hot with column means subtracted, no intercept: the mean label (several degrees) is missing in each prediction
def flattering_split():
    X = np.eye(100)[own_station]
    return X - X.mean(axis=0)


# %% tags=["wrong", "id:neighbours-rows", "loses:flattering-split-tests"]
# why: one-hot of the public rows in the public order, for somebody else's rows (own stations, but shifted by one row)
def flattering_split():
    X = (own_station[:, None] == np.unique(own_station)).astype(float)
    return np.roll(X, 1, axis=0)
