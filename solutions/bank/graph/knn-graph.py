# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-lists"]
def knn_graph(points, k, mutual):
    n = len(points)
    near = []
    for i in range(n):
        by_distance = sorted(range(n), key=lambda j: sum((points[i] - points[j]) ** 2))
        near.append(set(by_distance[1 : k + 1]))
    A = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in near[i]:
            if not mutual or i in near[j]:
                A[i][j] = A[j][i] = 1
    return A


# %% tags=["right", "id:kd-tree-sparse"]
from scipy import sparse
from scipy.spatial import KDTree


def knn_graph(points, k, mutual):
    n = len(points)
    _, near = KDTree(points).query(points, k + 1)
    rows = np.repeat(np.arange(n), k)
    asked = sparse.csr_array((np.ones(n * k), (rows, near[:, 1:].ravel())), shape=(n, n))
    return asked.multiply(asked.T) if mutual else asked.maximum(asked.T)


# %% tags=["right", "id:boolean-ranks"]
from scipy.spatial.distance import cdist


def knn_graph(points, k, mutual):
    ranks = cdist(points, points).argsort(axis=1).argsort(axis=1)
    near = (ranks > 0) & (ranks <= k)
    return near & near.T if mutual else near | near.T


# %% tags=["right", "id:two-directions-counted"]
def knn_graph(points, k, mutual):
    squared = ((points[:, np.newaxis, :] - points) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    near = np.argpartition(squared, k - 1, axis=1)[:, :k]
    times = np.zeros(squared.shape, dtype=int)
    for i in range(len(points)):
        times[i, near[i]] += 1
        times[near[i], i] += 1
    return (times >= (2 if mutual else 1)).astype(np.float32)


# %% tags=["right", "id:scikit-learn-matrix"]
from sklearn.neighbors import NearestNeighbors


def knn_graph(points, k, mutual):
    asked = NearestNeighbors(n_neighbors=k).fit(points).kneighbors_graph().toarray()
    both = asked + asked.T
    return np.matrix(both == 2) if mutual else np.matrix(both > 0)


# %% tags=["right", "id:thresholds-in-place"]
def knn_graph(points, k, mutual):
    points -= points.mean(axis=0)
    print("centred")
    gram = points @ points.T
    squared = np.diag(gram)[:, None] + np.diag(gram) - 2 * gram
    limit = np.sort(squared, axis=1)[:, [k]]
    near = squared <= limit + 1e-12
    combine = np.logical_and if mutual else np.logical_or
    return combine(near, near.T) - np.eye(len(points))


# %% tags=["right", "id:networkx"]
import networkx as nx


def knn_graph(points, k, mutual):
    G = nx.DiGraph()
    G.add_nodes_from(range(len(points)))
    for i, place in enumerate(points):
        order = np.argsort(np.linalg.norm(points - place, axis=1))
        G.add_edges_from((i, int(j)) for j in order[1 : k + 1])
    return nx.to_numpy_array(G.to_undirected(reciprocal=bool(mutual)))


# %% tags=["wrong", "id:directed", "says:directed"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return near


# %% tags=["wrong", "id:always-union", "loses:knn-graph-mutual-tests", "says:union graph"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(near, near.T)


# %% tags=["wrong", "id:always-mutual", "loses:knn-graph-union-tests", "says:mutual graph"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return near * near.T


# %% tags=["wrong", "id:union-and-mutual-swapped", "says:This is the"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(near, near.T) if mutual else np.minimum(near, near.T)


# %% tags=["wrong", "id:self-is-nearest", "says:counts itself"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:self-is-nearest-then-removed", "says:counts itself"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    np.fill_diagonal(near, 0)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:union-as-a-sum", "loses:knn-graph-union-tests", "says:have weight 2"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return near * near.T if mutual else near + near.T


# %% tags=["wrong", "id:mutual-as-a-sum", "loses:knn-graph-mutual-tests", "says:end asks for"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return near + near.T if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:exclusive-or", "loses:knn-graph-mutual-tests", "says:only one end asks"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros(distance.shape, dtype=bool)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], True, axis=1)
    return near ^ near.T if mutual else near | near.T


# %% tags=["wrong", "id:mean-of-both-directions", "loses:knn-graph-union-tests", "says:weight 1/2"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return near * near.T if mutual else (near + near.T) / 2


# %% tags=["wrong", "id:diagonal-kept", "says:diagonal is not zero"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, : k + 1], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:one-neighbour-too-many", "says:k + 1"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, : k + 1], 1.0, axis=1)
    np.fill_diagonal(near, 0)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:farthest", "says:farthest"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(-distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:city-block-distance", "says:sum of all differences"]
def knn_graph(points, k, mutual):
    distance = np.abs(points[:, None] - points[None]).sum(axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:largest-difference", "says:largest difference"]
def knn_graph(points, k, mutual):
    distance = np.abs(points[:, None] - points[None]).max(axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:plane-only", "says:first two coordinates"]
def knn_graph(points, k, mutual):
    x, y = points[:, 0], points[:, min(1, points.shape[1] - 1)]
    distance = np.hypot(x[:, None] - x, y[:, None] - y)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)


# %% tags=["wrong", "id:weights-are-distances", "says:weights are the distances"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, 1 : k + 1], 1.0, axis=1)
    return distance * (np.minimum(near, near.T) if mutual else np.maximum(near, near.T))


# %% tags=["wrong", "id:list-of-neighbours", "says:shape"]
def knn_graph(points, k, mutual):
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    return np.argsort(distance, axis=1)[:, 1 : k + 1]
