# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:csgraph"]
from scipy.sparse.csgraph import connected_components


def components(A):
    return connected_components(A, directed=False)[1]


# %% tags=["right", "id:depth-first-search-with-lists"]
def components(A):
    labels = [None] * len(A)
    for start in range(len(A)):
        stack = [start] if labels[start] is None else []
        while stack:
            i = stack.pop()
            if labels[i] is None:
                labels[i] = 100 + start
                stack += [j for j in range(len(A)) if A[i][j] > 0]
    return labels


# %% tags=["right", "id:networkx"]
import networkx as nx


def components(A):
    labels = np.zeros((len(A), 1))
    for number, nodes in enumerate(nx.connected_components(nx.from_numpy_array(A))):
        labels[list(nodes)] = number
    return labels


# %% tags=["right", "id:powers-of-the-matrix"]
def components(A):
    reached = np.eye(len(A), dtype=bool)
    for _ in A:
        reached = reached | (reached @ (A > 0))
    return reached.argmax(axis=1)


# %% tags=["right", "id:smallest-number-spreads"]
def components(A):
    labels = np.arange(len(A))
    while True:
        new = np.array([min([labels[i], *labels[A[i] > 0]]) for i in range(len(A))])
        if (new == labels).all():
            return new.astype(np.int8)
        labels = new


# %% tags=["right", "id:merging-edges"]
def components(A):
    leader = list(range(len(A)))
    for i, j in np.argwhere(A):
        old, new = leader[i], leader[j]
        leader = [new if number == old else number for number in leader]
    return tuple(leader)


# %% tags=["right", "id:rows-of-the-null-space"]
from scipy.linalg import null_space


def components(A):
    U = null_space(np.diag(A.sum(axis=0)) - A, rcond=1e-8)
    rows = np.round(U @ U.T, 6)
    return -np.unique(rows, axis=0, return_inverse=True)[1].ravel()


# %% tags=["right", "id:random-vector-projected"]
def components(A):
    eigenvalues, U = np.linalg.eigh(np.diag(A.sum(axis=0)) - A)
    U = U[:, np.isclose(eigenvalues, 0, atol=1e-8)]
    mark = U @ (U.T @ np.sqrt(np.arange(2.0, len(A) + 2)))
    values = sorted({round(entry, 7) for entry in mark})
    return [values.index(round(entry, 7)) for entry in mark]


# %% tags=["wrong", "id:all-in-one", "says:same number"]
def components(A):
    return np.zeros(len(A))


# %% tags=["wrong", "id:each-alone", "says:number of its own"]
def components(A):
    return np.arange(len(A))


# %% tags=["wrong", "id:lonely-nodes-forgotten", "says:without an edge"]
def components(A):
    labels = np.zeros(len(A), dtype=int)
    number = 0
    for start in range(len(A)):
        if labels[start] == 0 and A[start].any():
            number += 1
            stack = [start]
            while stack:
                i = stack.pop()
                if labels[i] == 0:
                    labels[i] = number
                    stack += list(np.flatnonzero(A[i]))
    return np.maximum(labels, 1)


# %% tags=["wrong", "id:largest-against-the-rest", "says:small components share"]
from scipy.sparse.csgraph import connected_components


def components(A):
    labels = connected_components(A, directed=False)[1]
    return labels == np.bincount(labels).argmax()


# %% tags=["wrong", "id:degrees", "says:numbers are degrees"]
def components(A):
    return A.sum(axis=1)


# %% tags=["wrong", "id:counts-of-edges", "says:numbers count edges"]
def components(A):
    return np.count_nonzero(A, axis=1)


# %% tags=["wrong", "id:one-step", "says:one step"]
def components(A):
    return np.argmax((A > 0) + np.eye(len(A)) > 0, axis=1)


# %% tags=["wrong", "id:two-steps", "says:two steps"]
def components(A):
    step = (A > 0) + np.eye(len(A))
    return np.argmax(step @ step > 0, axis=1)


# %% tags=["wrong", "id:weak-edges-dropped", "says:weak edge is an edge"]
from scipy.sparse.csgraph import connected_components


def components(A):
    return connected_components(A > 0.25, directed=False)[1]


# %% tags=["wrong", "id:rounded-weights", "says:weak edge is an edge"]
from scipy.sparse.csgraph import connected_components


def components(A):
    return connected_components(np.round(A).astype(int), directed=False)[1]


# %% tags=["wrong", "id:sign-of-an-eigenvector", "says:two groups"]
def components(A):
    eigenvalues, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return U[:, eigenvalues > 1e-6][:, 0] > 1e-9


# %% tags=["wrong", "id:count-only", "says:how many components"]
def components(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return int(np.sum(eigenvalues < 1e-9))


# %% tags=["wrong", "id:matrix-of-pairs", "says:pair of nodes"]
def components(A):
    eigenvalues, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    U = U[:, eigenvalues < 1e-6]
    return np.abs(U @ U.T) > 1e-9


# %% tags=["wrong", "id:sizes", "says:not for each node"]
from scipy.sparse.csgraph import connected_components


def components(A):
    return np.bincount(connected_components(A, directed=False)[1])
