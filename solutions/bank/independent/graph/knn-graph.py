# ruff: noqa
# %% tags=["right", "id:argsort-mask"]
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, dtype=bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    A = near & near.T if mutual else near | near.T
    return A.astype(float)


# %% tags=["right", "id:pure-python"]
def knn_graph(points, k, mutual):
    P = [list(map(float, p)) for p in points]
    N = len(P)
    nearest = []
    for i in range(N):
        others = [j for j in range(N) if j != i]
        others.sort(key=lambda j: sum((a - b) ** 2 for a, b in zip(P[i], P[j])))
        nearest.append(set(others[:k]))
    A = np.zeros((N, N), dtype=int)
    for i in range(N):
        for j in range(N):
            hits = (j in nearest[i]) + (i in nearest[j])
            if hits == 2 or (hits == 1 and not mutual):
                A[i, j] = 1
    return A


# %% tags=["right", "id:kd-tree"]
from scipy.spatial import cKDTree


def knn_graph(points, k, mutual):
    points = np.asarray(points, dtype=float)
    m = len(points)
    _, index = cKDTree(points).query(points, k=k + 1)
    A = np.zeros((m, m))
    for i in range(m):
        A[i, [j for j in index[i] if j != i][:k]] = 1
    return np.minimum(A, A.T) if mutual else np.maximum(A, A.T)


# %% tags=["right", "id:cdist-ranks"]
from scipy.spatial.distance import cdist


def knn_graph(points, k, mutual):
    D = cdist(points, points)
    D[np.diag_indices_from(D)] = -1  # oneself comes first and has the rank 0
    rank = D.argsort(axis=1).argsort(axis=1)
    chosen = (1 <= rank) & (rank <= k)
    votes = chosen.astype(int) + chosen.T
    return (votes >= (2 if mutual else 1)).astype(int)


# %% tags=["right", "id:threshold"]
def knn_graph(points, k, mutual):
    # i chooses j if j is not farther than the k-th nearest; no ties
    S = np.sum(points**2, axis=1)
    points = points - points.mean(axis=0)
    S = np.sum(points**2, axis=1)
    D2 = np.array([[np.sum((p - r) ** 2) for r in points] for p in points])
    for i in range(len(D2)):
        D2[i, i] = np.inf
    radius = np.sort(D2, axis=1)[:, k - 1]
    if mutual:
        reach = np.minimum(radius[:, None], radius[None, :])
    else:
        reach = np.maximum(radius[:, None], radius[None, :])
    return np.where(D2 <= reach, 1.0, 0.0)


# %% tags=["right", "id:sparse-directed"]
import scipy.sparse as sp


def knn_graph(points, k, mutual):
    m = points.shape[0]
    rows, cols = [], []
    for i in range(m):
        distance = np.sqrt(((points - points[i]) ** 2).sum(axis=1))
        distance[i] = np.inf
        for j in np.argpartition(distance, k - 1)[:k]:
            rows.append(i)
            cols.append(j)
    N = sp.coo_array((np.ones(len(rows)), (rows, cols)), shape=(m, m)).tocsr()
    both = N.multiply(N.T)
    return sp.csr_array(both) if mutual else sp.csr_array(N + N.T - both)


# %% tags=["right", "id:networkx"]
import networkx as nx


def knn_graph(points, k, mutual):
    G = nx.DiGraph()
    G.add_nodes_from(range(len(points)))
    for i, p in enumerate(points):
        far = {j: np.linalg.norm(p - r) for j, r in enumerate(points) if j != i}
        for j in sorted(far, key=far.get)[:k]:
            G.add_edge(i, j)
    H = G.to_undirected(reciprocal=bool(mutual))
    return nx.to_numpy_array(H, nodelist=range(len(points)))


# %% tags=["right", "id:heap-and-products"]
import heapq


def knn_graph(points, k, mutual):
    N = np.zeros((len(points), len(points)))
    for i in range(len(points)):
        pairs = (
            (float(np.hypot.reduce(points[i] - points[j])), j) for j in range(len(points)) if j != i
        )
        for _, j in heapq.nsmallest(k, pairs):
            N[i, j] = 1
    return N * N.T if mutual else 1 - (1 - N) * (1 - N.T)


# %% tags=["right", "id:remove-nearest-k-times"]
def knn_graph(points, k, mutual):
    left = np.array(
        [
            [np.inf if i == j else np.linalg.norm(np.subtract(a, b)) for j, b in enumerate(points)]
            for i, a in enumerate(points)
        ]
    )
    N = np.zeros(left.shape, bool)
    everybody = np.arange(len(points))
    for _ in range(k):
        nearest = left.argmin(axis=1)
        N[everybody, nearest] = True
        left[everybody, nearest] = np.inf
    A = np.logical_and(N, N.T) if mutual else np.logical_or(N, N.T)
    print(int(A.sum()) // 2, "edges")
    return A.astype(np.int8)


# %% tags=["right", "id:pdist-edge-list"]
from scipy.spatial.distance import pdist, squareform


def knn_graph(points, k, mutual):
    def neighbours(i):
        return [int(j) for j in np.argsort(D[i]) if j != i][:k]

    D = squareform(pdist(points, "euclidean"))
    arrows = {(i, j) for i in range(len(D)) for j in neighbours(i)}
    back = {(j, i) for i, j in arrows}
    A = np.zeros_like(D)
    for i, j in arrows & back if mutual else arrows | back:
        A[i, j] = 1.0
    return A


# %% tags=["right", "id:by-columns"]
def knn_graph(points, k, mutual):
    # the distances are symmetric, so the columns do as well as the rows
    D = np.sqrt(sum((points[:, [a]] - points[:, a]) ** 2 for a in range(points.shape[1])))
    D = np.where(np.eye(len(D), dtype=bool), np.inf, D)
    N = np.zeros(D.shape, dtype=bool)
    N[np.argsort(D, axis=0)[:k], np.arange(len(D))] = True
    return 1 * (N & N.T) if mutual else 1 * (N | N.T)


# %% tags=["wrong", "id:not-symmetric", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: only the arrows i -> j, neither union nor mutual: A is not symmetric.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    A = np.zeros(D.shape)
    np.put_along_axis(A, np.argsort(D, axis=1)[:, :k], 1.0, axis=1)
    return A


# %% tags=["wrong", "id:mutual-ignored", "loses:knn-graph-mutual-tests"]
# why: the union graph whatever `mutual` says.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near | near.T).astype(float)


# %% tags=["wrong", "id:always-mutual", "loses:knn-graph-union-tests"]
# why: the mutual graph whatever `mutual` says.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near & near.T).astype(float)


# %% tags=["wrong", "id:exchanged", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: union and mutual are exchanged.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near | near.T if mutual else near & near.T).astype(float)


# %% tags=["wrong", "id:self-counted", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: the place itself is counted among its k nearest ("without i itself"), so each has k - 1 neighbours.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    np.fill_diagonal(near, False)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:diagonal-one", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: k + 1 nearest including itself, and the diagonal stays 1: "zero diagonal".
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, : k + 1], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:sum-of-both", "loses:knn-graph-union-tests"]
# why: N + N^T has entries 2 where both choose each other: "array of 0 and 1".
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    N = np.zeros(D.shape)
    np.put_along_axis(N, np.argsort(D, axis=1)[:, :k], 1, axis=1)
    return N * N.T if mutual else N + N.T


# %% tags=["wrong", "id:half-weights", "loses:knn-graph-union-tests"]
# why: averages the two directions, one-sided edges get the weight 1/2: "all edges have weight 1".
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    N = np.zeros(D.shape)
    np.put_along_axis(N, np.argsort(D, axis=1)[:, :k], 1, axis=1)
    return N * N.T if mutual else (N + N.T) / 2


# %% tags=["wrong", "id:manhattan", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: sum of absolute differences instead of the Euclidean distance.
def knn_graph(points, k, mutual):
    D = np.abs(points[:, None] - points[None]).sum(axis=2).astype(float)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:two-columns", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: uses the first two coordinates only; "points in a space of any dimension p".
def knn_graph(points, k, mutual):
    x, z = points[:, 0], points[:, min(1, points.shape[1] - 1)]
    D = np.hypot(x[:, None] - x, z[:, None] - z)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:haversine", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: treats the first two columns as degrees on the globe (longitude shrunk by the cosine); "near is what has a small Euclidean distance".
def knn_graph(points, k, mutual):
    Z = np.array(points, dtype=float)
    Z[:, 1:] = Z[:, 1:] * np.cos(np.deg2rad(62.0))
    D = np.linalg.norm(Z[:, None] - Z[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:farthest", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: takes the last k of argsort, the farthest places.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, -k:], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:distance-weights", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: edges carry their distance as weight; "all edges have weight 1".
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    far = D + np.diag(np.full(len(D), np.inf))
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(far, axis=1)[:, :k], True, axis=1)
    return np.where(near & near.T if mutual else near | near.T, D, 0.0)


# %% tags=["wrong", "id:upper-half", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: stores each edge once (i < j): A is not symmetric.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return np.triu(near & near.T if mutual else near | near.T).astype(float)


# %% tags=["wrong", "id:mutual-as-intersection-of-degrees", "loses:knn-graph-mutual-tests"]
# why: the mutual graph keeps the k shortest edges of each node of the union graph (a cap on degrees), not both-sided choices.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    A = (near | near.T).astype(float)
    if mutual:
        deg = np.zeros(len(A), int)
        B = np.zeros_like(A)
        i, j = np.nonzero(np.triu(A))
        for e in np.argsort(D[i, j]):
            a, b = i[e], j[e]
            if deg[a] < k and deg[b] < k:
                B[a, b] = B[b, a] = 1
                deg[[a, b]] += 1
        A = B
    return A


# %% tags=["wrong", "id:shared-radius", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: one radius for all (the mean distance of the k-th neighbour) joins what is near, not the k nearest of each place.
def knn_graph(points, k, mutual):
    D = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(D, np.inf)
    kth = np.sort(D, axis=1)[:, k - 1]
    return (D <= (kth.min() if mutual else kth.max())).astype(float)


# %% tags=["wrong", "id:standardised", "loses:knn-graph-union-tests,knn-graph-mutual-tests"]
# why: every coordinate is divided by its standard deviation first; near is "what has a small Euclidean distance" of the points.
def knn_graph(points, k, mutual):
    spread = points.std(axis=0)
    Z = points / np.where(spread > 0, spread, 1)
    D = np.linalg.norm(Z[:, None] - Z[None], axis=2)
    np.fill_diagonal(D, np.inf)
    near = np.zeros(D.shape, bool)
    np.put_along_axis(near, np.argsort(D, axis=1)[:, :k], True, axis=1)
    return (near & near.T if mutual else near | near.T).astype(float)
