# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-lists"]
def laplacian(A):
    n = len(A)
    L = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i == j:
                L[i][j] = sum(A[i])
            else:
                L[i][j] = -A[i][j]
    return L


# %% tags=["right", "id:sparse"]
from scipy import sparse


def laplacian(A):
    A = sparse.csr_array(A)
    return sparse.diags_array(A.sum(axis=0)) - A


# %% tags=["right", "id:csgraph"]
from scipy.sparse import csgraph


def laplacian(A):
    return csgraph.laplacian(A)


# %% tags=["right", "id:incidence-matrix"]
def laplacian(A):
    pairs = [(i, j) for i in range(len(A)) for j in range(i) if A[i, j] > 0]
    B = np.zeros((len(pairs), len(A)))
    for row, (i, j) in enumerate(pairs):
        B[row, i], B[row, j] = 1, -1
    return B.T @ np.diag([A[i, j] for i, j in pairs]) @ B if pairs else 0 * A


# %% tags=["right", "id:numpy-matrix-single-precision"]
def laplacian(A):
    A = np.matrix(A, dtype=np.float32)
    return np.diagflat(A.sum(axis=1)) - A


# %% tags=["right", "id:edge-by-edge-in-place"]
import warnings


def laplacian(A):
    warnings.warn("this overwrites A", stacklevel=2)
    A *= -1
    A[np.diag_indices(len(A))] = -A.sum(axis=1)
    return A


# %% tags=["right", "id:ones-vector"]
def laplacian(A):
    ones = np.ones(len(A))
    return np.eye(len(A)) * (A @ ones) - A


# %% tags=["wrong", "id:sign-flipped", "says:A - D"]
def laplacian(A):
    return A - np.diag(A.sum(axis=1))


# %% tags=["wrong", "id:signless", "says:not D + A"]
def laplacian(A):
    return A + np.diag(A.sum(axis=1))


# %% tags=["wrong", "id:degrees-lost", "says:degrees are lost"]
def laplacian(A):
    return -A


# %% tags=["wrong", "id:degree-matrix", "says:A is missing"]
def laplacian(A):
    return np.diag(A.sum(axis=1))


# %% tags=["wrong", "id:degrees-count-edges", "says:should add weights"]
def laplacian(A):
    return np.diag((A > 0).sum(axis=1)) - A


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges are lost"]
def laplacian(A):
    A = np.sign(A)
    return np.diag(A.sum(axis=1)) - A


# %% tags=["wrong", "id:random-walk", "says:divided by its degree"]
def laplacian(A):
    degrees = A.sum(axis=1)
    return np.eye(len(A)) - A / np.where(degrees > 0, degrees, 1)[:, None]


# %% tags=["wrong", "id:normalised", "says:normalised"]
def laplacian(A):
    degrees = A.sum(axis=1)
    root = np.where(degrees > 0, degrees, 1) ** -0.5
    return root[:, None] * (np.diag(degrees) - A) * root


# %% tags=["wrong", "id:degrees-broadcast", "says:every entry of a row"]
def laplacian(A):
    return A.sum(axis=1, keepdims=True) - A


# %% tags=["wrong", "id:vector-of-degrees", "says:degrees on its diagonal"]
def laplacian(A):
    return A.sum(axis=1)


# %% tags=["wrong", "id:largest-weight", "says:largest weight"]
def laplacian(A):
    return np.diag(A.max(axis=1)) - A


# %% tags=["wrong", "id:lonely-node-dropped", "says:shape"]
def laplacian(A):
    A = A[np.ix_(A.any(axis=1), A.any(axis=1))]
    return np.diag(A.sum(axis=1)) - A


# %% tags=["wrong", "id:no-return", "says:return"]
def laplacian(A):
    L = np.diag(A.sum(axis=1)) - A
    print(L)
