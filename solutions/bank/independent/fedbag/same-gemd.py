# ruff: noqa
# %% tags=["right", "id:first-half-second-half"]
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    a = np.where(np.arange(C) < h, 1.0, 8.0)
    z = np.where(np.arange(C) < h, 1.0, 3.0)
    return Z, a, z


# %% tags=["right", "id:one-class-against-the-rest"]
# class 0 holds half of all samples, so that both sides are far from p for every C
def same_gemd(C):
    mix = np.array([C - 1] + [1] * (C - 1))
    only = np.zeros(C, dtype=int)
    only[0] = C - 1
    Z = np.array([mix, mix, only, mix - only])
    a = np.array([10.0] + [0.5] * (C - 1))
    z = np.array([1.0] + [-1.0] * (C - 1))
    return Z, a, z


# %% tags=["right", "id:two-classes-only"]
# classes 2, 3, ... do not occur anywhere
def same_gemd(C):
    Z = np.zeros((4, C), dtype=int)
    Z[:, :2] = [[1, 1], [1, 1], [1, 0], [0, 1]]
    a, z = np.ones(C), np.zeros(C)
    a[0], z[1] = 9, 1
    return Z, a, z


# %% tags=["right", "id:same-centres"]
# all classes want w = 1, but not equally much: the curvature alone makes the drift
def same_gemd(C):
    even = np.arange(C) % 2 == 0
    Z = 5 * np.vstack([np.ones(C), 7 * np.ones(C), even, ~even]).astype(int)
    a = np.where(even, 10, 0.1)
    return Z, a, np.ones(C)


# %% tags=["right", "id:random-search"]
def same_gemd(C):
    rng = np.random.default_rng(C)

    def steps(labels, a, z, w=0.0):
        q = labels / labels.sum()
        for _ in range(5):
            w = w - 0.1 * np.sum(q * a * (w - z))
        return w

    while True:
        counts = rng.integers(1, 20, C)
        side = rng.random(C) < 0.5
        Z = np.array([counts, 2 * counts, counts * side, counts * ~side])
        a, z = rng.uniform(0.1, 10, C), rng.normal(size=C)
        if not 0 < side.sum() < C:
            continue
        p = Z.sum(axis=0) / Z.sum()
        emd = np.abs(Z / Z.sum(axis=1, keepdims=True) - p).sum(axis=1)
        cen = steps(Z.sum(axis=0), a, z)
        m = Z.sum(axis=1)
        fed = (m[2] * steps(Z[2], a, z) + m[3] * steps(Z[3], a, z)) / (m[2] + m[3])
        if emd[2:].min() > 0.6 and abs(cen) > 0.05 and abs(fed - cen) > 0.05 * abs(cen):
            return Z, a, z


# %% tags=["right", "id:unequal-sizes-and-mix"]
# unlike shares of the classes, unlike sizes of all clients
def same_gemd(C):
    shares = np.arange(1, C + 1)
    Z = np.zeros((4, C), dtype=np.int64)
    Z[0], Z[1] = 3 * shares, 11 * shares
    heavy = shares > 0.75 * C  # the last quarter of the classes, or so
    if C == 2:
        heavy = np.array([False, True])
    Z[2], Z[3] = 100 * shares * heavy, 100 * shares * ~heavy
    a = 0.2 + 9 * heavy
    z = np.linspace(2, 5, C)
    assert (Z.sum(axis=1) > 0).all()
    return Z, a, z


# %% tags=["right", "id:onesided-but-equally-curved"]
# clients 0 and 1 are one-sided too if C >= 4, but have the same curvature: nothing drifts there
def same_gemd(C):
    if C < 4:
        Z = np.ones((4, C), dtype=int)
        Z[2, 1:] = 0
        Z[3, 0] = 0
        return Z, np.array([8.0] + [1.0] * (C - 1)), np.array([1.0] + [0.0] * (C - 1))
    a = np.ones(C)
    a[2:4] = 9
    Z = np.zeros((4, C), dtype=int)
    Z[0, [0, 2]] = Z[1, [1, 3]] = Z[2, [0, 1]] = Z[3, [2, 3]] = 4
    z = np.zeros(C)
    z[:4] = 1, 2, 3, 4
    return Z, a, z


# %% tags=["right", "id:tiny-curvature-column-vectors"]
# a vector may be (C,) or (C, 1)
def same_gemd(C):
    Z = np.array([[1] * C, [1] * C, [1] + [0] * (C - 1), [0] + [1] * (C - 1)])
    Z[:, 0] *= C - 1 if C > 2 else 1
    a = np.full((C, 1), 1e-3)
    a[0] = 7.5
    z = np.full((C, 1), 40.0)
    z[0] = -2.0
    return Z, a, z


# %% tags=["right", "id:large-counts"]
def same_gemd(C):
    """Every second class at client 2, the others at client 3; thousands of samples."""
    per_class = 1000 * (1 + np.arange(C) % 2 * (C % 2 == 0))
    Z = np.tile(per_class, (4, 1))
    for c in range(C):
        Z[3 if c % 2 else 2, c] = 0
    a = [5.0 if c % 2 else 1.0 for c in range(C)]
    z = [float(c + 1) for c in range(C)]
    return Z, np.array(a), np.array(z)


# %% tags=["wrong", "id:equal-curvatures", "loses:same-gemd-tests"]
# why: all curvatures are equal, so the ends are linear in the labels and {2, 3} does not drift: its divergence is 0, not at least 0.01.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.full(C, 4.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:too-little-drift", "loses:same-gemd-tests"]
# why: nearly equal curvatures, so the divergence of {2, 3} is below 0.01.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 2.0, 2.1), np.ones(C)


# %% tags=["wrong", "id:nearly-balanced-clients", "loses:same-gemd-tests"]
# why: clients 2 and 3 have an EMD of only 0.4; at least 0.5 is asked.
def same_gemd(C):
    h = C // 2
    Z = np.zeros((4, C), dtype=int)
    Z[:, 0] = [5, 5, 6, 4]
    Z[:, 1] = [5, 5, 4, 6]
    Z[2:, :2] = [[7, 3], [3, 7]]
    a, z = np.ones(C), np.ones(C)
    a[1], z[1] = 10, 5
    return Z, a, z


# %% tags=["wrong", "id:one-against-rest-uniform", "loses:same-gemd-tests"]
# why: with equal shares of the classes client 3 (all but class 0) has an EMD of 2 / C only, below 0.5 for C > 4.
def same_gemd(C):
    Z = np.ones((4, C), dtype=int)
    Z[2, 1:] = 0
    Z[3, 0] = 0
    a, z = np.ones(C), np.zeros(C)
    a[0], z[0] = 10, 1
    z[1:] = 0.5
    return Z, a, z


# %% tags=["wrong", "id:even-c-only", "loses:same-gemd-tests"]
# why: client 2 has the first C // 2 classes and client 3 as many of the last: for odd C the middle class is missing in {2, 3}, whose GEMD is not 0.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, : C - h] = 0
    a = np.where(np.arange(C) < h, 1.0, 8.0)
    return Z, a, np.arange(1.0, C + 1)


# %% tags=["wrong", "id:sizes-forgotten", "loses:same-gemd-tests"]
# why: client 2 has ten times the samples of client 3, so their labels together are not balanced: the GEMD of {2, 3} is not 0.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    Z[2] *= 10
    return Z, np.where(np.arange(C) < h, 1.0, 8.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:both-drift", "loses:same-gemd-tests"]
# why: clients 0 and 1 are one-sided as well, so {0, 1} drifts like {2, 3}: its divergence is not 0.
def same_gemd(C):
    h = C // 2
    first = (np.arange(C) < h).astype(int)
    Z = np.array([first, 1 - first, first, 1 - first])
    return Z, 1.0 + 7 * first, np.arange(1.0, C + 1)


# %% tags=["wrong", "id:groups-swapped", "loses:same-gemd-tests"]
# why: {0, 1} is the one-sided pair that drifts, {2, 3} the balanced one; asked is the other way round.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[0, h:] = 0
    Z[1, :h] = 0
    return Z, np.where(np.arange(C) < h, 1.0, 8.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:curvature-above-ten", "loses:same-gemd-tests"]
# why: a curvature of 12; 0 < a_c <= 10 is asked.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 1.0, 12.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:curvature-zero", "loses:same-gemd-tests"]
# why: half of the classes have the curvature 0; 0 < a_c is asked.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 0.0, 8.0), np.ones(C)


# %% tags=["wrong", "id:shares-for-counts", "loses:same-gemd-tests"]
# why: Z holds shares (fractions), not integers.
def same_gemd(C):
    h = C // 2
    Z = np.full((4, C), 1 / C)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 1.0, 8.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:counterexample-for-two", "loses:same-gemd-tests"]
# why: always two classes: for C > 2 the shapes (4, C) and (C,) are missed.
def same_gemd(C):
    return np.array([[1, 1], [1, 1], [1, 0], [0, 1]]), np.array([1.0, 9.0]), np.array([1.0, 2.0])


# %% tags=["wrong", "id:only-client-2-one-sided", "loses:same-gemd-tests"]
# why: client 2 is one-sided but small, client 3 is large and has an EMD below 0.5.
def same_gemd(C):
    Z = np.zeros((4, C), dtype=int)
    Z[:, :2] = [[10, 10], [10, 10], [2, 0], [8, 10]]
    a, z = np.ones(C), np.ones(C)
    a[1], z[1] = 10, 8
    return Z, a, z


# %% tags=["wrong", "id:empty-client", "loses:same-gemd-tests"]
# why: client 1 holds nothing; no row may consist of zeros only.
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[1] = 0
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 1.0, 8.0), np.arange(1.0, C + 1)


# %% tags=["wrong", "id:centres-zero", "loses:same-gemd-tests"]
# why: all centres are 0, so nobody moves from w = 0 and there is no divergence of at least 0.01 (0/0).
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), dtype=int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    return Z, np.where(np.arange(C) < h, 1.0, 8.0), np.zeros(C)


# %% tags=["wrong", "id:unbalanced-first-pair-of-one-size", "loses:same-gemd-tests"]
# why: clients 0 and 1 differ from p in opposite ways by a little: their GEMD is 0, but they drift, the divergence is not 0.
def same_gemd(C):
    h = C // 2
    first = (np.arange(C) < h).astype(int)
    Z = np.array(
        [3 * first + 2 * (1 - first), 2 * first + 3 * (1 - first), 5 * first, 5 * (1 - first)]
    )
    return Z, 1.0 + 7 * first, np.arange(1.0, C + 1)
