# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-lists"]
def knn_graph(latlon, k):
    n = len(latlon)
    A = [[0] * n for _ in range(n)]
    for i in range(n):
        by_distance = sorted(
            range(n),
            key=lambda j: (latlon[i][0] - latlon[j][0]) ** 2 + (latlon[i][1] - latlon[j][1]) ** 2,
        )
        for j in by_distance[1 : k + 1]:
            A[i][j] = A[j][i] = 1
    return A


# %% tags=["right", "id:kd-tree-sparse"]
from scipy import sparse
from scipy.spatial import KDTree


def knn_graph(latlon, k):
    n = len(latlon)
    _, near = KDTree(latlon).query(latlon, k + 1)
    rows = np.repeat(np.arange(n), k)
    A = sparse.coo_matrix((np.ones(n * k), (rows, near[:, 1:].ravel())), shape=(n, n)).tocsr()
    return A.maximum(A.T)


# %% tags=["right", "id:boolean"]
from scipy.spatial.distance import cdist


def knn_graph(latlon, k):
    ranks = cdist(latlon, latlon).argsort(axis=1).argsort(axis=1)
    near = (ranks > 0) & (ranks <= k)
    return near | near.T


# %% tags=["right", "id:squared-distances-by-gram-matrix"]
def knn_graph(latlon, k):
    gram = latlon @ latlon.T
    squared = np.diag(gram)[:, None] + np.diag(gram)[None, :] - 2 * gram
    squared += np.diag(np.full(len(latlon), np.inf))
    near = np.argpartition(squared, k - 1, axis=1)[:, :k]
    A = np.zeros((len(latlon), len(latlon)), dtype=np.int8)
    for i in range(len(latlon)):
        A[i, near[i]] = 1
        A[near[i], i] = 1
    return A


# %% tags=["right", "id:networkx"]
import networkx as nx


def knn_graph(latlon, k):
    G = nx.Graph()
    G.add_nodes_from(range(len(latlon)))
    for i, place in enumerate(latlon):
        order = np.argsort(np.hypot(*(latlon - place).T))
        G.add_edges_from((i, int(j)) for j in order[1 : k + 1])
    return nx.to_scipy_sparse_array(G)


# %% tags=["right", "id:scikit-learn-matrix"]
from sklearn.neighbors import kneighbors_graph


def knn_graph(latlon, k):
    A = kneighbors_graph(latlon, k).toarray()
    return np.matrix(((A + A.T) > 0).astype("float32"))


# %% tags=["right", "id:writes-into-its-input"]
def knn_graph(latlon, k):
    latlon -= latlon.mean(axis=0)
    print("centred", latlon[0])
    gaps = np.sqrt(((latlon[:, None] - latlon) ** 2).sum(-1))
    threshold = np.sort(gaps, axis=1)[:, k]
    A = ((gaps <= threshold[:, None]) | (gaps <= threshold[None, :])) * 1.0
    return A - np.eye(len(A))


# %% tags=["wrong", "id:directed", "says:directed"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return A


# %% tags=["wrong", "id:mutual", "says:mutual"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return A * A.T


# %% tags=["wrong", "id:self-is-nearest", "says:itself"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:self-is-nearest-then-removed", "says:counts itself"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    np.fill_diagonal(A, 0)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:sum-of-both-directions", "says:weight 2"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return A + A.T


# %% tags=["wrong", "id:mean-of-both-directions", "says:1/2"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return (A + A.T) / 2


# %% tags=["wrong", "id:diagonal-kept", "says:diagonal"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, : k + 1], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:farthest", "says:farthest"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(-distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:latitude-only", "says:latitude"]
def knn_graph(latlon, k):
    distance = np.abs(latlon[:, :1] - latlon[:, 0])
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:city-block-distance", "says:Euclidean"]
def knn_graph(latlon, k):
    distance = np.abs(latlon[:, None] - latlon[None]).sum(axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:great-circle-distance", "says:Euclidean"]
def knn_graph(latlon, k):
    lat, lon = np.radians(latlon).T
    cosine = np.sin(lat) * np.sin(lat[:, None]) + np.cos(lat) * np.cos(lat[:, None]) * np.cos(
        lon - lon[:, None]
    )
    distance = np.arccos(np.clip(cosine, -1, 1))
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:one-neighbour-too-many", "says:k + 1"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, : k + 1], 1.0, axis=1)
    np.fill_diagonal(A, 0)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:weights-are-distances", "says:weights are the distances"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.where(np.maximum(A, A.T) > 0, distance, 0.0)


# %% tags=["wrong", "id:list-of-neighbours", "says:shape"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    return np.argsort(distance, axis=1)[:, 1 : k + 1]


# %% tags=["wrong", "id:no-return", "says:return"]
def knn_graph(latlon, k):
    distance = np.linalg.norm(latlon[:, None] - latlon[None], axis=-1)
    A = np.zeros_like(distance)
    np.put_along_axis(A, np.argsort(distance, axis=1)[:, 1 : k + 1], 1.0, axis=1)
    A = np.maximum(A, A.T)
