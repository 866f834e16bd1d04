# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:halves"]
def same_gemd(C):
    h = C // 2
    Z = np.zeros((4, C))
    Z[:2] = 3
    Z[2, :h] = 3
    Z[3, h:] = 3
    a = np.where(np.arange(C) < h, 2.0, 9.0)
    z = np.where(np.arange(C) < h, 10.0, 0.0)
    return Z, a, z


# %% tags=["right", "id:lists"]
def same_gemd(C):
    one = [C - 1] + [1] * (C - 1)
    Z = [one, one, [C - 1] + [0] * (C - 1), [0] + [1] * (C - 1)]
    return Z, [1] + [4] * (C - 1), [2] + [-1] * (C - 1)


# %% tags=["right", "id:unequal-classes"]
def same_gemd(C):
    p = np.arange(1, C + 1)
    odd = np.arange(C) % 2
    Z = np.stack([p, 2 * p, p * odd, p * (1 - odd)])
    return Z, 1 + 5.0 * odd, 3.0 - 7 * odd


# %% tags=["right", "id:mostly-one-sided"]
def same_gemd(C):
    left = np.arange(C) < (C + 1) // 2
    Z = np.zeros((4, C), dtype=np.int32)
    Z[0] = Z[1] = 10
    Z[2] = np.where(left, 10, 1)
    Z[3] = np.where(left, 1, 10)
    Z[3] += 11 - Z[2] - Z[3]
    a = np.where(left, 10, 0.5)
    return Z, a, np.where(left, -1, 1)


# %% tags=["right", "id:columns-and-mixed-sizes"]
def same_gemd(C):
    Z = np.full((4, C), 5)
    Z[1] = 40
    Z[2], Z[3] = 0, 0
    Z[2, C // 2 :], Z[3, : C // 2] = 7, 7
    a = np.linspace(1, 9, C).reshape(-1, 1)
    z = np.linspace(-3, 1, C).reshape(-1, 1)
    return Z, a, z


# %% tags=["wrong", "id:equal-curvature", "says:end clearly elsewhere"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    return Z, np.ones(C), np.arange(C) + 1.0


# %% tags=["wrong", "id:one-place", "says:end clearly elsewhere"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    # whoever curves differently, all want to go to 1, and all but halfway are there
    return Z, np.where(np.arange(C) < C // 2, 9.9, 10.0), np.ones(C)


# %% tags=["wrong", "id:both-one-sided", "says:end where central training ends"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[[0, 2], C // 2 :] = 0
    Z[[1, 3], : C // 2] = 0
    return Z, np.where(np.arange(C) < C // 2, 1.0, 5.0), np.where(np.arange(C) < C // 2, 1.0, -1.0)


# %% tags=["wrong", "id:swapped-groups", "says:EMD of clients 2 and 3"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[0, C // 2 :] = 0
    Z[1, : C // 2] = 0
    return Z, np.where(np.arange(C) < C // 2, 1.0, 5.0), np.where(np.arange(C) < C // 2, 1.0, -1.0)


# %% tags=["wrong", "id:unbalanced-group", "says:should hold the classes in the proportions of all"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, 1:] = 0
    Z[3, :1] = 0
    Z[3] *= 3
    return Z, np.where(np.arange(C) < 1, 1.0, 5.0), np.where(np.arange(C) < 1, 1.0, -1.0)


# %% tags=["wrong", "id:shares-not-counts", "says:whole numbers"]
def same_gemd(C):
    Z = np.full((4, C), 1 / C)
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    return Z, np.where(np.arange(C) < C // 2, 1.0, 5.0), np.where(np.arange(C) < C // 2, 1.0, -1.0)


# %% tags=["wrong", "id:two-classes-only", "says:Expected shape (4, 3)"]
def same_gemd(C):
    return [[1, 1], [1, 1], [1, 0], [0, 1]], [1, 5], [1, -1]


# %% tags=["wrong", "id:too-steep", "says:0 < a <= 10"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    return Z, np.where(np.arange(C) < C // 2, 1.0, 50.0), np.where(np.arange(C) < C // 2, 1.0, -1.0)


# %% tags=["wrong", "id:nowhere-to-go", "says:another place than the start"]
def same_gemd(C):
    h = C // 2
    Z = np.ones((4, C), int)
    Z[2, h:] = 0
    Z[3, :h] = 0
    left = np.arange(C) < h
    # the pulls at w = 0 cancel
    return Z, np.where(left, 1.0, 5.0), np.where(left, (C - h) / h * 5.0, -1.0)


# %% tags=["wrong", "id:nearly-alike", "says:at least 0.5"]
def same_gemd(C):
    Z = np.full((4, C), 10)
    Z[2, 0] += 1
    Z[3, 0] -= 1
    return Z, np.where(np.arange(C) < 1, 1.0, 9.0), np.where(np.arange(C) < 1, 10.0, -1.0)


# %% tags=["wrong", "id:one-class-against-the-rest", "says:at least 0.5"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, 1:] = 0
    Z[3, 0] = 0
    return Z, np.where(np.arange(C) < 1, 1.0, 5.0), np.where(np.arange(C) < 1, 1.0, -1.0)


# %% tags=["wrong", "id:empty-client", "says:no client without samples"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[1] = 0
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    return Z, np.where(np.arange(C) < C // 2, 1.0, 5.0), np.where(np.arange(C) < C // 2, 1.0, -1.0)


# %% tags=["wrong", "id:counts-alone", "says:return Z, a, z"]
def same_gemd(C):
    Z = np.ones((4, C), int)
    Z[2, C // 2 :] = 0
    Z[3, : C // 2] = 0
    return Z
