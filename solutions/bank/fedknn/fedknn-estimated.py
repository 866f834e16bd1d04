# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def fedknn_estimated(means, m):
    result = []
    for own in means:
        near = sorted(means, key=lambda other: sum((other - own) ** 2))
        result.append(sum(near[:m]) / m)
    return result


# %% tags=["right", "id:cdist-and-weights"]
from scipy.spatial.distance import cdist


def fedknn_estimated(means, m):
    rank = cdist(means, means).argsort(axis=1).argsort(axis=1)
    return (rank < m) @ means / m


# %% tags=["right", "id:tree"]
from scipy.spatial import KDTree


def fedknn_estimated(means, m):
    _, near = KDTree(means).query(means, k=[*range(1, m + 1)])
    return means[near].mean(axis=1)


# %% tags=["right", "id:gram-matrix"]
def fedknn_estimated(means, m):
    centred = means - means.mean(axis=0)
    G = centred @ centred.T
    squares = np.diag(G)[:, None] + np.diag(G) - 2 * G
    np.fill_diagonal(squares, -1)
    return np.mean(means[np.argsort(squares, axis=1)[:, :m]], axis=1)


# %% tags=["right", "id:partition"]
def fedknn_estimated(means, m):
    gap = ((means[:, None] - means) ** 2).sum(-1)
    near = np.argpartition(gap, m - 1, axis=1)[:, :m]
    return means[near].sum(axis=1) / m


# %% tags=["right", "id:threshold"]
def fedknn_estimated(means, m):
    out = np.empty_like(means)
    for k, own in enumerate(means):
        distance = np.sqrt(np.sum((means - own) ** 2, axis=1))
        out[k] = means[distance <= np.sort(distance)[m - 1]].mean(axis=0)
    return out


# %% tags=["wrong", "id:itself-left-out", "says:itself is left out"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return means[np.argsort(gap, axis=1)[:, 1 : max(m, 2)]].mean(axis=1)


# %% tags=["wrong", "id:m-others", "says:itself is left out"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return means[np.argsort(gap, axis=1)[:, 1 : m + 1]].mean(axis=1)


# %% tags=["wrong", "id:sum", "says:sum, not the mean"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return means[np.argsort(gap, axis=1)[:, :m]].sum(axis=1)


# %% tags=["wrong", "id:first-coordinate", "says:first coordinate"]
def fedknn_estimated(means, m):
    gap = np.abs(means[:, None, 0] - means[None, :, 0])
    gap[np.eye(len(means), dtype=bool)] = -1
    return means[np.argsort(gap, axis=1, kind="stable")[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:manhattan", "says:sum of all differences"]
def fedknn_estimated(means, m):
    gap = np.abs(means[:, None] - means).sum(axis=2)
    return means[np.argsort(gap, axis=1)[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:largest-difference", "says:largest difference"]
def fedknn_estimated(means, m):
    gap = np.abs(means[:, None] - means).max(axis=2)
    return means[np.argsort(gap, axis=1)[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:farthest", "says:farthest"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    gap[np.eye(len(means), dtype=bool)] = 1e9
    return means[np.argsort(-gap, axis=1)[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:nearest-norm", "says:nearest norm"]
def fedknn_estimated(means, m):
    norm = np.linalg.norm(means, axis=1)
    return means[np.argsort(np.abs(norm[:, None] - norm), axis=1)[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:order-returned", "says:This is the order"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:fedavg", "says:FedAvg"]
def fedknn_estimated(means, m):
    return np.tile(means.mean(axis=0), (len(means), 1))


# %% tags=["wrong", "id:local", "says:m is ignored"]
def fedknn_estimated(means, m):
    return means


# %% tags=["wrong", "id:near-in-number", "says:near in number"]
def fedknn_estimated(means, m):
    gap = np.abs(np.arange(len(means))[:, None] - np.arange(len(means)))
    return means[np.argsort(gap, axis=1, kind="stable")[:, :m]].mean(axis=1)


# %% tags=["wrong", "id:coordinate-by-coordinate", "says:neighbours of its own"]
def fedknn_estimated(means, m):
    columns = []
    for c in means.T:
        gap = np.abs(c[:, None] - c)
        gap[np.eye(len(c), dtype=bool)] = -1
        columns.append(c[np.argsort(gap, axis=1, kind="stable")[:, :m]].mean(axis=1))
    return np.column_stack(columns)


# %% tags=["wrong", "id:not-averaged", "says:not yet averaged"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return means[np.argsort(gap, axis=1)[:, :m]]


# %% tags=["wrong", "id:one-too-many", "says:m + 1"]
def fedknn_estimated(means, m):
    gap = np.linalg.norm(means[:, None] - means, axis=2)
    return means[np.argsort(gap, axis=1)[:, : m + 1]].mean(axis=1)
