# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:isclose"]
def connectivity(A):
    L = np.diag(np.sum(A, axis=0)) - A
    eigenvalues = np.sort(np.linalg.eigvalsh(L))
    return int(np.isclose(eigenvalues, 0).sum()), float(eigenvalues[1])


# %% tags=["right", "id:csgraph-and-eigh"]
from scipy.linalg import eigh
from scipy.sparse.csgraph import connected_components
from scipy.sparse.csgraph import laplacian as csgraph_laplacian


def connectivity(A):
    count, _ = connected_components(A, directed=False)
    return [count, eigh(csgraph_laplacian(A), eigvals_only=True, subset_by_index=[1, 1])]


# %% tags=["right", "id:rank"]
def connectivity(A):
    L = np.diag(A @ np.ones(len(A))) - A
    return len(A) - np.linalg.matrix_rank(L), np.partition(np.linalg.eigvalsh(L), 1)[1]


# %% tags=["right", "id:networkx"]
import networkx as nx


def connectivity(A):
    G = nx.from_numpy_array(A)
    return nx.number_connected_components(G), nx.laplacian_spectrum(G)[1]


# %% tags=["right", "id:depth-first-search-and-svd"]
def connectivity(A):
    label = [None] * len(A)
    count = 0
    for start in range(len(A)):
        if label[start] is None:
            stack = [start]
            while stack:
                i = stack.pop()
                if label[i] is None:
                    label[i] = count
                    stack.extend(np.flatnonzero(A[i]))
            count += 1
    singular_values = np.linalg.svd(np.diag(A.sum(0)) - A, compute_uv=False)
    return np.array([count, singular_values[-2]])


# %% tags=["right", "id:incidence-matrix"]
def connectivity(A):
    rows = []
    for i in range(len(A)):
        for j in range(i):
            if A[i, j]:
                row = np.zeros(len(A))
                row[i], row[j] = np.sqrt(A[i, j]), -np.sqrt(A[i, j])
                rows.append(row)
    B = np.array(rows).reshape(-1, len(A))
    eigenvalues = np.linalg.eigvalsh(B.T @ B)
    lambda_2 = 0 if eigenvalues[1] < 1e-6 else eigenvalues[1]
    return np.count_nonzero(eigenvalues < 1e-6), lambda_2


# %% tags=["right", "id:general-eigenvalues-real-part"]
def connectivity(A):
    np.fill_diagonal(A, -A.sum(axis=1))
    eigenvalues = sorted(np.linalg.eigvals(-A).real)
    return sum(1 for e in eigenvalues if abs(e) < 1e-7), eigenvalues[1]


# %% tags=["wrong", "id:compares-with-zero", "says:small number, not =="]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return int(np.sum(eigenvalues == 0)), eigenvalues[1]


# %% tags=["wrong", "id:largest-eigenvalue", "says:largest"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return int(np.sum(eigenvalues < 1e-9)), eigenvalues[-1]


# %% tags=["wrong", "id:smallest-nonzero-eigenvalue", "says:smallest eigenvalue that is not 0"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    components = int(np.sum(eigenvalues < 1e-9))
    return components, eigenvalues[components]


# %% tags=["wrong", "id:weights-lost", "says:weights"]
def connectivity(A):
    A = (A > 0) * 1.0
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return int(np.sum(eigenvalues < 1e-9)), eigenvalues[1]


# %% tags=["wrong", "id:degrees-without-weights", "says:weights of the edges"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag((A > 0).sum(axis=1)) - A)
    return len(A) - np.linalg.matrix_rank(np.diag(A.sum(axis=1)) - A), eigenvalues[1]


# %% tags=["wrong", "id:eigenvalues-of-the-adjacency", "says:eigenvalues of A"]
def connectivity(A):
    components = len(A) - np.linalg.matrix_rank(np.diag(A.sum(axis=1)) - A)
    return components, np.linalg.eigvalsh(A)[1]


# %% tags=["wrong", "id:degrees-lost", "says:mind the degrees"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(-A)
    return int(np.sum(np.abs(eigenvalues) < 1e-9)), eigenvalues[1]


# %% tags=["wrong", "id:signless", "says:D + A"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) + A)
    components = len(A) - np.linalg.matrix_rank(np.diag(A.sum(axis=1)) - A)
    return components, eigenvalues[1]


# %% tags=["wrong", "id:normalised-laplacian", "says:divided by the degrees"]
def connectivity(A):
    degrees = A.sum(axis=1) + 1e-300
    L = (np.diag(A.sum(axis=1)) - A) / np.sqrt(np.outer(degrees, degrees))
    eigenvalues = np.linalg.eigvalsh(L)
    return int(np.sum(eigenvalues < 1e-9)), eigenvalues[1]


# %% tags=["wrong", "id:counts-the-nonzero", "says:not 0"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return int(np.sum(eigenvalues > 1e-9)), eigenvalues[1]


# %% tags=["wrong", "id:nodes-without-an-edge-forgotten", "says:without an edge"]
import networkx as nx


def connectivity(A):
    G = nx.Graph([(int(i), int(j)) for i, j in np.argwhere(A)])
    return nx.number_connected_components(G), np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1]


# %% tags=["wrong", "id:results-swapped", "says:other order"]
def connectivity(A):
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return eigenvalues[1], int(np.sum(eigenvalues < 1e-9))


# %% tags=["wrong", "id:one-result", "says:2 results"]
def connectivity(A):
    return np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1]
