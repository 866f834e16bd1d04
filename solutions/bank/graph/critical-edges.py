# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:connected-components"]
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    whole = connected_components(A)[0]
    found = []
    for i in range(len(A)):
        for j in range(i):
            if A[i, j] > 0:
                B = np.array(A)
                B[i, j] = B[j, i] = 0
                if connected_components(B)[0] != whole:
                    found.append([i, j])
    return found


# %% tags=["right", "id:networkx-bridges"]
import networkx as nx


def critical_edges(A):
    return list(nx.bridges(nx.from_numpy_array(A)))


# %% tags=["right", "id:reach-without-the-edge"]
def critical_edges(A):
    n, pairs = len(A), []
    for i, j in zip(*np.nonzero(np.triu(A))):
        B = (A > 0).astype(float)
        B[i, j] = B[j, i] = 0
        if np.linalg.matrix_power(B + np.eye(n), n)[i, j] == 0:
            pairs.append((j, i))
    return np.array(pairs).reshape(-1, 2)


# %% tags=["right", "id:rank-of-the-laplacian"]
def critical_edges(A):
    def rank(A):
        return np.linalg.matrix_rank(np.diag(A.sum(axis=0)) - A)

    result = set()
    for i, j in np.argwhere(np.tril(A)):
        B = A - 0
        B[i, j] = B[j, i] = 0
        if rank(B) < rank(A):
            result.add((int(i), int(j)))
    return sorted(result)


# %% tags=["right", "id:effective-resistance"]
def critical_edges(A):
    # an edge that carries all the current between its ends has resistance 1 / weight
    P = np.linalg.pinv(np.diag(A.sum(axis=1)) - A, hermitian=True)
    R = np.diag(P)[:, None] + np.diag(P)[None] - 2 * P
    return np.argwhere(np.triu(np.abs(A * R - 1) < 1e-6, 1) & (A > 0))


# %% tags=["right", "id:depth-first-search"]
def critical_edges(A):
    n, number, low, found = len(A), {}, {}, []

    def visit(i, parent):
        number[i] = low[i] = len(number)
        for j in map(int, np.flatnonzero(A[i])):
            if j not in number:
                visit(j, i)
                low[i] = min(low[i], low[j])
                if low[j] > number[i]:
                    found.append((i, j))
            elif j != parent:
                low[i] = min(low[i], number[j])

    for i in range(n):
        if i not in number:
            visit(i, None)
    return found


# %% tags=["wrong", "id:leaves-only", "says:degree 1 only"]
def critical_edges(A):
    degree = np.count_nonzero(A, axis=1)
    return [(i, j) for i, j in np.argwhere(np.triu(A)) if min(degree[i], degree[j]) == 1]


# %% tags=["wrong", "id:no-common-neighbour", "says:also those of the ring"]
def critical_edges(A):
    return [(i, j) for i, j in np.argwhere(np.triu(A)) if not np.any((A[i] > 0) & (A[j] > 0))]


# %% tags=["wrong", "id:both-orders", "says:each edge once"]
import networkx as nx


def critical_edges(A):
    found = list(nx.bridges(nx.from_numpy_array(A)))
    return found + [(j, i) for i, j in found]


# %% tags=["wrong", "id:lightest-edge", "says:smallest weight"]
def critical_edges(A):
    weights = np.where(np.triu(A) > 0, A, np.inf)
    return [np.unravel_index(np.argmin(weights), A.shape)]


# %% tags=["wrong", "id:the-others", "says:not critical"]
import networkx as nx


def critical_edges(A):
    critical = {tuple(sorted(e)) for e in nx.bridges(nx.from_numpy_array(A))}
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(A)) if (i, j) not in critical]


# %% tags=["wrong", "id:graph-must-be-connected", "says:no edge"]
def critical_edges(A):
    def lambda_2(A):
        return np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1]

    found = []
    for i, j in np.argwhere(np.triu(A)):
        B = A.copy()
        B[i, j] = B[j, i] = 0
        if lambda_2(A) > 1e-6 and lambda_2(B) < 1e-6:
            found.append((i, j))
    return found


# %% tags=["wrong", "id:threshold-too-large", "says:such a graph is connected"]
def critical_edges(A):
    def count(A):
        return np.sum(np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A) < 0.03)

    found = []
    for i, j in np.argwhere(np.triu(A)):
        B = A.copy()
        B[i, j] = B[j, i] = 0
        if count(B) > count(A):
            found.append((i, j))
    return found


# %% tags=["wrong", "id:one-direction-removed", "says:critical_edges"]
def critical_edges(A):
    def count(A):
        return np.sum(np.abs(np.linalg.eigvals(np.diag(A.sum(axis=1)) - A)) < 1e-9)

    found = []
    for i, j in np.argwhere(np.triu(A)):
        B = A.copy()
        B[i, j] = 0
        if count(B) > count(A):
            found.append((i, j))
    return found


# %% tags=["wrong", "id:nodes-not-edges", "says:pair of nodes"]
import networkx as nx


def critical_edges(A):
    return [*list(nx.articulation_points(nx.from_numpy_array(A))), 0]


# %% tags=["wrong", "id:first-component-only", "says:first component only"]
import networkx as nx


def critical_edges(A):
    G = nx.from_numpy_array(A)
    return [e for e in nx.bridges(G) if e[0] in nx.node_connected_component(G, 0)]
