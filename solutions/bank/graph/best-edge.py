# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:all-pairs"]
from itertools import combinations


def best_edge(A):
    def after(pair):
        i, j = pair
        B = A.copy()
        B[i, j] += 1
        B[j, i] += 1
        return np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[1]

    return max((p for p in combinations(range(len(A)), 2) if A[p] == 0), key=after)


# %% tags=["right", "id:rank-one-update"]
def best_edge(A):
    n = len(A)
    L = np.diag(A.sum(axis=0)) - A
    scores = np.full((n, n), -np.inf)
    for i in range(n):
        for j in range(i + 1, n):
            if not A[i, j]:
                e = np.eye(n)[i] - np.eye(n)[j]
                scores[i, j] = np.sort(np.linalg.eigvalsh(L + np.outer(e, e)))[1]
    return np.unravel_index(np.argmax(scores), scores.shape)


# %% tags=["right", "id:networkx"]
import networkx as nx


def best_edge(A):
    G = nx.from_numpy_array(A)
    best = (-1, None)
    for i, j in nx.non_edges(G):
        H = G.copy()
        H.add_edge(i, j, weight=1.0)
        value = np.linalg.eigvalsh(nx.laplacian_matrix(H).toarray().astype(float))[1]
        best = max(best, (value, (j, i)))
    return list(best[1])


# %% tags=["right", "id:smallest-on-the-complement"]
def best_edge(A):
    n = len(A)
    L = np.diag(A.sum(axis=1)) - A + np.ones((n, n)) * A.sum()
    candidates = np.argwhere((A == 0) & ~np.eye(n, dtype=bool))
    values = []
    for i, j in candidates:
        M = L.copy()
        M[[i, j], [i, j]] += 1
        M[[i, j], [j, i]] -= 1
        values.append(np.linalg.eigvalsh(M)[0])
    return candidates[int(np.argmax(values))]


# %% tags=["right", "id:inverse-of-the-pseudo-inverse"]
def best_edge(A):
    pairs = np.argwhere(np.tril(A == 0, -1)).tolist()

    def lambda_2(pair):
        i, j = pair
        L = np.diag(A.sum(axis=1)) - A
        L[i, i] += 1
        L[j, j] += 1
        L[i, j] -= 1
        L[j, i] -= 1
        return 1 / np.linalg.norm(np.linalg.pinv(L, hermitian=True), 2)

    i, j = sorted(pairs, key=lambda_2)[-1]
    return float(i), float(j)


# %% tags=["wrong", "id:largest-fiedler-gap", "says:largest gap"]
def best_edge(A):
    u = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]
    gaps = np.abs(u[:, None] - u) * (A == 0)
    return np.unravel_index(np.argmax(gaps), gaps.shape)


# %% tags=["wrong", "id:weakest-edge-again", "says:already"]
def best_edge(A):
    weights = np.where(A > 0, A, np.inf)
    return np.unravel_index(np.argmin(weights), A.shape)


# %% tags=["wrong", "id:existing-edges-allowed", "says:best_edge"]
def best_edge(A):
    best, pair = np.inf, None
    for i, j in np.argwhere(np.triu(A)):
        B = A.copy()
        B[i, j] = B[j, i] = A[i, j] + 1
        value = -np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[1]
        if value < best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:smallest", "says:Expected the pair"]
def best_edge(A):
    best, pair = np.inf, None
    for i, j in np.argwhere(np.triu(A == 0, 1))[::-1]:
        B = A.copy()
        B[i, j] = B[j, i] = 1
        value = np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[1]
        if value < best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:largest-eigenvalue", "says:best_edge"]
def best_edge(A):
    best, pair = -1, None
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        B = A.copy()
        B[i, j] = B[j, i] = 1
        value = np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[-1]
        if value > best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:smallest-degrees", "says:best_edge"]
def best_edge(A):
    degree = A.sum(axis=1)
    pairs = np.argwhere(np.triu(A == 0, 1))
    return pairs[np.argmin(degree[pairs].sum(axis=1))]


# %% tags=["wrong", "id:eigenvalues-of-weights", "says:best_edge"]
def best_edge(A):
    best, pair = -np.inf, None
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        B = A.copy()
        B[i, j] = B[j, i] = 1
        value = np.linalg.eigvalsh(B)[1]
        if value > best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:edges-accumulate", "says:best_edge"]
def best_edge(A):
    best, pair = -1, None
    B = A.copy()
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        B[i, j] = B[j, i] = 1
        value = np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[1]
        if value > best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:one-way", "says:best_edge"]
def best_edge(A):
    best, pair = -1, None
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        B = A.copy()
        B[i, j] = 1
        value = np.sort(np.linalg.eigvals(np.diag(B.sum(axis=1)) - B).real)[1]
        if value > best:
            best, pair = value, (i, j)
    return pair


# %% tags=["wrong", "id:farthest-ends", "says:largest gap"]
from scipy.sparse.csgraph import shortest_path


def best_edge(A):
    hops = shortest_path(A, unweighted=True)
    return np.unravel_index(np.argmax(hops), hops.shape)


# %% tags=["wrong", "id:value-not-pair", "says:two nodes"]
def best_edge(A):
    values = []
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        B = A.copy()
        B[i, j] = B[j, i] = 1
        values.append(np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)[1])
    return max(values)
