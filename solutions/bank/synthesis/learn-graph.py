# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["wrong", "id:package", "says:flcourse.synthesis"]
from flcourse import synthesis


def learn_graph(V, edges):
    return synthesis.learn_graph(synthesis.discrepancy(V), edges)


# %% tags=["right", "id:sorted-pairs"]
def learn_graph(V, edges):
    n = len(V)
    pairs = sorted(
        (float(np.dot(V[i] - V[j], V[i] - V[j])), i, j) for i in range(n) for j in range(i)
    )
    A = [[0] * n for _ in range(n)]
    for _, i, j in pairs[:edges]:
        A[i][j] = A[j][i] = 1
    return A


# %% tags=["right", "id:threshold"]
from scipy.spatial.distance import pdist, squareform


def learn_graph(V, edges):
    distances = pdist(V)
    if edges == 0:
        return np.zeros((len(V), len(V)), dtype=bool)
    limit = np.sort(distances)[edges - 1]
    return squareform(distances <= limit).astype(bool)


# %% tags=["right", "id:linear-programme"]
from scipy.optimize import linprog


def learn_graph(V, edges):
    n = len(V)
    i, j = np.tril_indices(n, -1)
    cost = np.linalg.norm(V[i] - V[j], axis=1) ** 2
    weights = linprog(cost, A_eq=np.ones((1, len(cost))), b_eq=[edges], bounds=(0, 1)).x
    A = np.zeros((n, n))
    A[i, j] = A[j, i] = np.round(weights)
    return A


# %% tags=["right", "id:inner-products-and-sparse"]
from scipy import sparse


def learn_graph(V, edges):
    V = V - V.mean(axis=0)
    G = V @ V.T
    delta = np.diag(G)[:, None] + np.diag(G) - 2 * G
    delta[np.tril_indices(len(V))] = np.inf
    best = np.argpartition(delta.ravel(), edges)[:edges] if edges else []
    i, j = np.unravel_index(np.asarray(best, dtype=int), delta.shape)
    upper = sparse.coo_array((np.ones(len(i), dtype=np.float32), (i, j)), shape=delta.shape)
    return (upper + upper.T).tocsc()


# %% tags=["right", "id:greedy"]
def learn_graph(V, edges):
    n = len(V)
    A = np.zeros((n, n), dtype=int)
    for _ in range(edges):
        best, pair = None, None
        for i in range(n):
            for j in range(i + 1, n):
                if A[i, j] == 0:
                    delta = ((V[i] - V[j]) ** 2).sum()
                    if best is None or delta < best:
                        best, pair = delta, (i, j)
        A[pair], A[pair[::-1]] = 1, 1
    return A


# %% tags=["wrong", "id:pairs-twice", "says:counted twice"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1) + np.diag(np.full(len(V), np.inf))
    A = np.zeros(delta.size)
    A[np.argsort(delta.ravel(), kind="stable")[: 2 * (edges // 2)]] = 1
    return A.reshape(delta.shape)


# %% tags=["wrong", "id:directed", "says:directed"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = 1
    return A


# %% tags=["wrong", "id:largest", "says:largest discrepancies"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(-delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:loops-stay", "says:diagonal is not zero"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.eye(len(V))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:weights", "says:weights are discrepancies"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = delta[i[best], j[best]]
    return A


# %% tags=["wrong", "id:distances-as-weights", "says:weights are distances"]
def learn_graph(V, edges):
    delta = np.linalg.norm(V[:, None] - V, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = delta[i[best], j[best]]
    return A


# %% tags=["wrong", "id:nearest-neighbours", "says:Every node gets neighbours"]
def learn_graph(V, edges):
    return graph.knn_graph(V, max(1, round(edges / len(V)))).toarray() if edges else 0 * (V @ V.T)


# %% tags=["wrong", "id:first-entry", "says:first entry"]
def learn_graph(V, edges):
    delta = np.abs(V[:, :1] - V[:, 0])
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j] + 1e-9 * i)[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:diagonal-sorted-in", "says:joined with itself"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V))
    best = np.argsort(delta[i, j], kind="stable")[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:inner-products", "says:inner products"]
def learn_graph(V, edges):
    likeness = V @ V.T
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(-likeness[i, j])[:edges]
    A = np.zeros(likeness.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:one-too-many", "says:one edge too many"]
def learn_graph(V, edges):
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[: edges + 1]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:sum-of-differences", "says:not their squares"]
def learn_graph(V, edges):
    delta = np.abs(V[:, None] - V).sum(axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A
