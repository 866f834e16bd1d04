# ruff: noqa
# %% tags=["right", "id:argsort"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["right", "id:loops-sorted"]
def neighbour_order(points, m):
    """Plain Python: one list for each device."""
    K = len(points)

    def along(a, b):
        straight = abs(a - b)
        return straight if straight <= 0.5 else 1.0 - straight

    rows = []
    for k in range(K):
        others = [j for j in range(K) if j != k]
        others.sort(key=lambda j: along(points[k], points[j]))
        rows.append([k] + others[: m - 1])
    return np.array(rows, dtype=int)


# %% tags=["right", "id:modulo-shift"]
def neighbour_order(points: np.ndarray, m: int) -> np.ndarray:
    x = np.asarray(points, dtype=float).ravel()
    signed = (x[np.newaxis, :] - x[:, np.newaxis] + 0.5) % 1.0 - 0.5
    distance = np.abs(signed)
    np.fill_diagonal(distance, -1.0)  # oneself comes first in any case
    order = distance.argsort(axis=1, kind="stable")
    assert np.all(order[:, 0] == np.arange(len(x)))
    return order[:, :m].astype(np.int32)


# %% tags=["right", "id:kd-tree"]
from scipy.spatial import cKDTree


def neighbour_order(points, m):
    tree = cKDTree(points.reshape(-1, 1), boxsize=1.0)
    _, index = tree.query(points.reshape(-1, 1), k=m)
    return index.reshape(len(points), m)


# %% tags=["right", "id:two-pointers"]
def neighbour_order(points, m):
    # sort once, then walk to the left and to the right from each device
    K = points.size
    around = np.argsort(points)
    x = points[around]
    result = np.empty((K, m), dtype=np.int64)
    for place in range(K):
        result[around[place], 0] = around[place]
        left, right = 1, 1
        for j in range(1, m):
            to_left = (x[place] - x[(place - left) % K]) % 1.0
            to_right = (x[(place + right) % K] - x[place]) % 1.0
            if to_left < to_right:
                result[around[place], j] = around[(place - left) % K]
                left += 1
            else:
                result[around[place], j] = around[(place + right) % K]
                right += 1
    return result


# %% tags=["right", "id:three-copies"]
def neighbour_order(points, m):
    """Lay three copies of the circle side by side on a line."""
    K = len(points)
    line = np.concatenate([points - 1, points, points + 1])
    owner = np.tile(np.arange(K), 3)
    order = np.zeros((K, m), int)
    for k in range(K):
        seen = []
        for c in np.argsort(np.abs(line - points[k])):
            if owner[c] not in seen:
                seen.append(owner[c])
            if len(seen) == m:
                break
        order[k] = seen
    return order


# %% tags=["right", "id:heap"]
import heapq


def neighbour_order(points, m):
    K = len(points)
    out = []
    for k in range(K):
        d = [(min(abs(points[k] - p), 1 - abs(points[k] - p)), j) for j, p in enumerate(points)]
        out.append([j for _, j in heapq.nsmallest(m, d)])
    return np.array(out)


# %% tags=["right", "id:min-of-three-shifts"]
def neighbour_order(points, m):
    shifts = np.array([-1.0, 0.0, 1.0])
    diff = points[:, None, None] - points[None, :, None] + shifts
    dist = np.min(diff**2, axis=2)  # squares do not change the order
    return np.argsort(dist, axis=-1)[..., :m]


# %% tags=["right", "id:chord-on-unit-circle"]
def neighbour_order(points, m):
    # the chord between two points of a circle grows with the arc
    from scipy.spatial.distance import squareform, pdist

    arc = squareform(pdist(points[:, None], lambda a, b: abs(np.sin(np.pi * (a[0] - b[0])))))
    return np.argsort(arc, axis=1)[:, :m]


# %% tags=["right", "id:selection-one-by-one"]
def neighbour_order(points, m):
    """Take the nearest that is left, m times, for all devices at once."""
    K = points.shape[0]
    d = np.abs(np.subtract.outer(points, points))
    d[d > 0.5] = 1 - d[d > 0.5]
    picked = []
    for _ in range(m):
        nearest = d.argmin(axis=1)
        picked.append(nearest)
        d[np.arange(K), nearest] = np.inf
    return np.column_stack(picked)


# %% tags=["right", "id:partition-then-sort"]
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points[None])
    gap = np.where(gap > 0.5, 1 - gap, gap)
    if m == len(points):
        few = np.broadcast_to(np.arange(m), gap.shape)
    else:
        few = np.argpartition(gap, m - 1, axis=1)[:, :m]
    inner = np.argsort(np.take_along_axis(gap, few, axis=1), axis=1)
    return np.take_along_axis(few, inner, axis=1)


# %% tags=["right", "id:class-and-recursion"]
class Circle:
    def __init__(self, points):
        self.x = [float(p) for p in points]

    def d(self, a, b):
        t = (self.x[a] - self.x[b]) % 1.0
        return min(t, 1.0 - t)

    def merge_sort(self, k, js):
        if len(js) < 2:
            return js
        half = len(js) // 2
        a, b = self.merge_sort(k, js[:half]), self.merge_sort(k, js[half:])
        out = []
        while a and b:
            out.append(a.pop(0) if self.d(k, a[0]) <= self.d(k, b[0]) else b.pop(0))
        return out + a + b


def neighbour_order(points, m):
    c = Circle(points)
    K = len(points)
    return np.array([[k, *c.merge_sort(k, [j for j in range(K) if j != k])][:m] for k in range(K)])


# %% tags=["right", "id:angles-complex-numbers"]
def neighbour_order(points, m):
    z = np.exp(2j * np.pi * points)
    angle = np.abs(np.angle(z[None, :] / z[:, None]))
    np.fill_diagonal(angle, 0)
    print("order of", m, "neighbours for", len(points), "devices")
    return np.lexsort((np.broadcast_to(np.arange(len(z)), angle.shape), angle), axis=-1)[:, :m]


# %% tags=["wrong", "id:no-wrap", "loses:neighbour-order-tests"]
# why: straight distance; "from 0.95 to 0.05 it is 0.1 along the circle, not 0.9".
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:without-itself", "loses:neighbour-order-tests"]
# why: the device itself is left out, but "itself first: order[k, 0] is k".
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    np.fill_diagonal(gap, np.inf)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:numbers-along-circle", "loses:neighbour-order-tests"]
# why: takes the numbers for places; "devices are not numbered along the circle".
def neighbour_order(points, m):
    K = len(points)
    place = np.arange(K) / K
    gap = np.abs(place[:, None] - place)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=1, kind="stable")[:, :m]


# %% tags=["wrong", "id:one-direction", "loses:neighbour-order-tests"]
# why: distance only clockwise, (x_j - x_k) mod 1: the near ones on the left count as far away.
def neighbour_order(points, m):
    gap = (points[None, :] - points[:, None]) % 1
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:wrong-axis", "loses:neighbour-order-tests"]
# why: sorts the columns and cuts columns: row k is not the list of device k.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=0)[:, :m]


# %% tags=["wrong", "id:ranks", "loses:neighbour-order-tests"]
# why: argsort of argsort gives the rank of each device, not the device of each rank.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    ranks = np.argsort(np.argsort(gap, axis=1), axis=1)
    return ranks[:, :m]


# %% tags=["wrong", "id:max-of-both-ways", "loses:neighbour-order-tests"]
# why: the longer way round instead of the shorter one: farthest first.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.maximum(gap, 1 - gap)
    np.fill_diagonal(gap, 0)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:unsorted-partition", "loses:neighbour-order-tests"]
# why: the right m devices, itself first, but the others by number, not "nearest first".
def neighbour_order(points, m):
    K = len(points)
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    rows = []
    for k in range(K):
        near = set(np.argsort(gap[k])[:m].tolist()) - {k}
        rows.append([k] + sorted(near))
    return np.array(rows)


# %% tags=["wrong", "id:left-right-in-turn", "loses:neighbour-order-tests"]
# why: goes right, left, right, left in turn, as if the devices were evenly spaced.
def neighbour_order(points, m):
    K = len(points)
    around = np.argsort(points)
    order = np.zeros((K, m), int)
    for place in range(K):
        for j in range(m):
            step = (j + 1) // 2 * (1 if j % 2 else -1)
            order[around[place], j] = around[(place + step) % K]
    return order


# %% tags=["wrong", "id:m-others", "loses:neighbour-order-tests"]
# why: itself and m others: m + 1 columns (m where there are no more), not the first m.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=1)[:, : m + 1]


# %% tags=["wrong", "id:modulo-half", "loses:neighbour-order-tests"]
# why: folds distances by modulo 1/2, so 0.6 becomes 0.1 instead of 0.4.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points) % 0.5
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:global-points", "loses:neighbour-order-tests"]
# why: uses the devices of the notebook; the argument points is ignored.
def neighbour_order(points, m):
    x = devices.points
    gap = np.abs(x[:, None] - x)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=1, kind="stable")[:, :m]


# %% tags=["wrong", "id:sorted-first", "loses:neighbour-order-tests"]
# why: sorts the points in place and then numbers devices along the circle, not as given.
def neighbour_order(points, m):
    points.sort()
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:wraps-on-one-side", "loses:neighbour-order-tests"]
# why: wraps only past 1 (x_j + 1), not below 0: from 0.05 to 0.95 it is still 0.9.
def neighbour_order(points, m):
    gap = np.minimum(np.abs(points[:, None] - points), np.abs(points[:, None] - (points + 1)))
    return np.argsort(gap, axis=1)[:, :m]


# %% tags=["wrong", "id:itself-twice", "loses:neighbour-order-tests"]
# why: puts k in front of a list that begins with k already: k is named twice.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    order = np.argsort(gap, axis=1)
    return np.column_stack([np.arange(len(points)), order])[:, :m]


# %% tags=["wrong", "id:chain-of-nearest", "loses:neighbour-order-tests"]
# why: goes on to the nearest of the last one named (a tour), not the nearest of device k.
def neighbour_order(points, m):
    K = len(points)
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    rows = []
    for k in range(K):
        row = [k]
        while len(row) < m:
            last = gap[row[-1]].copy()
            last[row] = np.inf
            row.append(int(last.argmin()))
        rows.append(row)
    return np.array(rows)


# %% tags=["wrong", "id:distances-instead", "loses:neighbour-order-tests"]
# why: returns the sorted distances, not the numbers of the devices.
def neighbour_order(points, m):
    gap = np.abs(points[:, None] - points)
    gap = np.minimum(gap, 1 - gap)
    return np.sort(gap, axis=1)[:, :m]
