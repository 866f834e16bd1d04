# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-sorted"]
def neighbour_order(points, m):
    rows = []
    for x in points:
        distances = [min(abs(x - z), 1 - abs(x - z)) for z in points]
        rows.append(sorted(range(len(points)), key=distances.__getitem__)[:m])
    return rows


# %% tags=["right", "id:chord-in-the-plane"]
def neighbour_order(points, m):
    angle = 2 * np.pi * points
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    gap = np.linalg.norm(circle[:, None] - circle[None], axis=-1)
    return gap.argsort(axis=-1)[:, :m]


# %% tags=["right", "id:periodic-tree"]
from scipy.spatial import cKDTree


def neighbour_order(points, m):
    tree = cKDTree(points.reshape(-1, 1), boxsize=1.0)
    return tree.query(points.reshape(-1, 1), k=range(1, m + 1))[1]


# %% tags=["right", "id:walk-both-ways"]
def neighbour_order(points, m):
    K = len(points)
    around = list(np.argsort(points))
    place = {device: i for i, device in enumerate(around)}
    order = np.zeros((K, m))
    for k in range(K):
        left = right = place[k]
        row = [k]
        while len(row) < m:
            next_left, next_right = around[(left - 1) % K], around[(right + 1) % K]
            if (points[k] - points[next_left]) % 1 < (points[next_right] - points[k]) % 1:
                left -= 1
                row.append(next_left)
            else:
                right += 1
                row.append(next_right)
        order[k] = row
    return order


# %% tags=["right", "id:remainder-and-float32-result"]
def neighbour_order(points, m):
    gap = np.mod(points[:, np.newaxis] - points, 1.0)
    return np.argsort(np.fmin(gap, 1.0 - gap), axis=1).astype(np.float32)[:, :m]


# %% tags=["right", "id:three-copies"]
def neighbour_order(points, m):
    K = len(points)
    copies = np.concatenate([points - 1, points, points + 1])
    order = np.zeros((K, m), dtype=int)
    for k in range(K):
        distance = np.abs(copies - points[k]).reshape(3, K).min(axis=0)
        distance[k] = -1
        order[k] = np.argsort(distance)[:m]
    return order


# %% tags=["right", "id:partial-sort"]
def neighbour_order(points, m):
    half = abs((points[:, None] - points + 0.5) % 1 - 0.5)
    rows = []
    for distances in half:
        some = np.argpartition(distances, m - 1)[:m]
        rows.append(some[np.argsort(distances[some])])
    return np.vstack(rows)


# %% tags=["wrong", "id:on-a-line", "says:along the circle"]
def neighbour_order(points, m):
    return np.argsort(np.abs(points[:, None] - points), axis=1)[:, :m]


# %% tags=["wrong", "id:itself-missing", "says:itself comes first"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, 1 : m + 1]


# %% tags=["wrong", "id:m-others", "says:itself counts"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, : m + 1]


# %% tags=["wrong", "id:farthest-first", "says:farthest"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(-np.minimum(gap, 1 - gap), axis=1)[:, :m]


# %% tags=["wrong", "id:larger-arc", "says:farthest"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    np.fill_diagonal(gap, 0)
    return np.argsort(np.maximum(gap, 1 - gap), axis=1)[:, :m]


# %% tags=["wrong", "id:numbered-along-the-circle", "says:not in number"]
def neighbour_order(points, m):
    K = len(points)
    gap = np.abs(np.arange(K)[:, None] - np.arange(K))
    return np.argsort(np.minimum(gap, K - gap), axis=1, kind="stable")[:, :m]


# %% tags=["wrong", "id:all-devices", "says:not m"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)


# %% tags=["wrong", "id:transposed", "says:exchanged"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m].T


# %% tags=["wrong", "id:counted-from-one", "says:counted from 0"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m] + 1


# %% tags=["wrong", "id:far-to-near", "says:far to near"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m][:, ::-1]


# %% tags=["wrong", "id:sorted-by-number", "says:sorted by number"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.sort(np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m])


# %% tags=["wrong", "id:positions-returned", "says:positions of the neighbours"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return points[np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m]]


# %% tags=["wrong", "id:ranks", "says:rank of each device"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(np.argsort(np.minimum(gap, 1 - gap), axis=1), axis=1)[:, :m]


# %% tags=["wrong", "id:one-device-only", "says:shape"]
def neighbour_order(points, m):
    gap = np.abs(points - points[0])
    return np.argsort(np.minimum(gap, 1 - gap))[:m]
