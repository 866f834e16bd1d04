# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:for-loop"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        values = np.sort(np.linalg.eigvalsh(np.diag(A.sum(axis=0)) - A))
        if values[1] > 1e-6 and values[1] >= target:
            return k
    return len(places) - 1


# %% tags=["right", "id:sparse-laplacian"]
from scipy.sparse import csgraph


def fewest_neighbours(places, target):
    found = []
    for k in range(1, len(places)):
        A = knn_graph(places, k)
        if csgraph.connected_components(A)[0] == 1:
            L = csgraph.laplacian(A).toarray()
            if sorted(np.linalg.eigvals(L).real)[1] >= target:
                found.append(k)
    return min(found)


# %% tags=["right", "id:networkx"]
import networkx as nx


def fewest_neighbours(places, target):
    k = 0
    good = False
    while not good:
        k += 1
        G = nx.from_scipy_sparse_array(knn_graph(places, k))
        values = np.linalg.eigvalsh(nx.laplacian_matrix(G).toarray().astype(float))
        good = nx.is_connected(G) and values[1] >= target
    return k


# %% tags=["right", "id:own-distances"]
def fewest_neighbours(places, target):
    n = len(places)
    gaps = [[np.hypot(*(a - b)) for b in places] for a in places]
    for k in range(1, n):
        A = np.zeros((n, n))
        for i in range(n):
            for j in np.argsort(gaps[i])[1 : k + 1]:
                A[i, j] = A[j, i] = 1
        second = np.linalg.svd(np.diag(A.sum(axis=1)) - A, compute_uv=False)[-2]
        if second > 1e-8 and second >= target:
            return np.array([k])
    return None


# %% tags=["right", "id:bisection"]
def fewest_neighbours(places, target):
    def enough(k):
        A = knn_graph(places, int(k)).toarray()
        return np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= max(target, 1e-8)

    low, high = 0, len(places) - 1  # edges are only added as k grows, and so is lambda_2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return float(high)


# %% tags=["right", "id:smallest-nonconstant"]
def fewest_neighbours(places, target):
    n = len(places)
    for k in range(1, n):
        A = knn_graph(places, k).todense()
        L = np.diag(A.sum(axis=1)) - A + np.ones((n, n))
        if np.linalg.eigvalsh(L)[0] >= max(1e-6, target):
            return k
    return None


# %% tags=["wrong", "id:target-ignored", "says:Is the target ignored"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] > 1e-6:
            return k
    return None


# %% tags=["wrong", "id:pieces-pass", "says:in pieces"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= target - 1e-9:
            return k
    return None


# %% tags=["wrong", "id:edges-enough-for-a-tree", "says:many edges, and is in pieces"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        enough = A.sum() / 2 >= len(places) - 1
        if enough and np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= target - 1e-9:
            return k
    return None


# %% tags=["wrong", "id:third-eigenvalue", "says:Another eigenvalue"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[2] >= max(target, 1e-6):
            return k
    return None


# %% tags=["wrong", "id:mean-of-eigenvalues", "says:Expected 3, got"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A).mean() >= max(target, 1e-6):
            return k
    return None


# %% tags=["wrong", "id:one-more", "says:one more"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= max(target, 1e-6):
            return k if k < 2 else k + 1
    return None


# %% tags=["wrong", "id:always-complete", "says:not complete"]
def fewest_neighbours(places, target):
    return len(places) - 1


# %% tags=["wrong", "id:threshold-too-large", "says:small lambda_2"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= max(target, 0.01):
            return k
    return None


# %% tags=["wrong", "id:degrees-lost", "says:Expected"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(A)[1] >= max(target, 1e-6):
            return k
    return len(places)


# %% tags=["wrong", "id:normalised", "says:Expected"]
from scipy.sparse import csgraph


def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        L = csgraph.laplacian(knn_graph(places, k), normed=True).toarray()
        if np.linalg.eigvalsh(L)[1] >= max(target, 1e-6):
            return k
    return len(places) - 1


# %% tags=["wrong", "id:package-lambda", "says:finished answer"]
from flcourse import graph


def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        if graph.lambda_2(knn_graph(places, k)) >= max(target, 1e-6):
            return k
    return None
