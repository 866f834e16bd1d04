# ruff: noqa
# %% tags=["right", "id:formula"]
def laplacian(A):
    return np.diag(A.sum(axis=1)) - A


# %% tags=["right", "id:loops"]
def laplacian(A):
    m = len(A)
    L = np.zeros((m, m))
    for i in range(m):
        for j in range(m):
            if i == j:
                L[i, j] = sum(A[i, l] for l in range(m) if l != i)
            else:
                L[i, j] = -A[i, j]
    return L


# %% tags=["right", "id:csgraph"]
from scipy.sparse import csgraph


def laplacian(A):
    return csgraph.laplacian(np.array(A, dtype=float))


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp


def laplacian(A):
    A = sp.csr_array(A, dtype=float)
    degrees = A @ np.ones(A.shape[0])
    return sp.diags_array(degrees) - A


# %% tags=["right", "id:networkx"]
import networkx as nx


def laplacian(A):
    G = nx.from_numpy_array(np.asarray(A, dtype=float))
    return nx.laplacian_matrix(G, nodelist=range(len(A))).toarray()


# %% tags=["right", "id:edges-outer"]
def laplacian(A):
    """Sum over edges of A_ij (e_i - e_j)(e_i - e_j)^T."""
    E = np.eye(len(A))
    L = np.zeros((len(A), len(A)))
    for i, j in np.argwhere(np.triu(A, 1) > 0):
        v = E[i] - E[j]
        L += A[i, j] * np.outer(v, v)
    return L


# %% tags=["right", "id:incidence"]
def laplacian(A):
    i, j = np.nonzero(np.triu(A, 1))
    B = np.zeros((len(i), len(A)))
    r = np.arange(len(i))
    B[r, i], B[r, j] = 1, -1
    return (B.T * A[i, j]) @ B


# %% tags=["right", "id:negated-copy"]
def laplacian(A):
    L = -1.0 * A
    np.fill_diagonal(L, np.sum(A, axis=0))
    assert np.allclose(L.sum(axis=1), 0)
    return L


# %% tags=["right", "id:einsum-matrix"]
def laplacian(A):
    deg = np.einsum("ij->i", A)
    return np.eye(A.shape[0]) * deg[:, None] - A


# %% tags=["right", "id:rows"]
def laplacian(A):
    rows = []
    for i, row in enumerate(A):
        new = [-float(a) for a in row]
        new[i] = -sum(new[:i] + new[i + 1 :])
        rows.append(new)
    return np.array(rows)


# %% tags=["wrong", "id:unweighted-degree", "loses:laplacian-tests"]
# why: degree = number of neighbours; it is "the sum of the weights of its edges".
def laplacian(A):
    return np.diag(np.count_nonzero(A, axis=1)) - A


# %% tags=["wrong", "id:sign", "loses:laplacian-tests"]
# why: A - D instead of D - A.
def laplacian(A):
    return A - np.diag(A.sum(axis=1))


# %% tags=["wrong", "id:signless", "loses:laplacian-tests"]
# why: D + A.
def laplacian(A):
    return A + np.diag(A.sum(axis=1))


# %% tags=["wrong", "id:normalised", "loses:laplacian-tests"]
# why: the symmetric normalised Laplacian; (2.7) is D - A.
def laplacian(A):
    deg = A.sum(axis=1)
    s = np.divide(1, np.sqrt(deg), out=np.zeros(len(A)), where=deg > 0)
    return np.diag((deg > 0).astype(float)) - s[:, None] * A * s


# %% tags=["wrong", "id:random-walk", "loses:laplacian-tests"]
# why: rows divided by their degrees (random walk).
def laplacian(A):
    deg = A.sum(axis=1)
    return np.eye(len(A)) - A / np.where(deg > 0, deg, 1)[:, None]


# %% tags=["wrong", "id:zero-one", "loses:laplacian-tests"]
# why: the weights are replaced by 1; "they need not be 1".
def laplacian(A):
    B = (np.asarray(A) > 0).astype(float)
    return np.diag(B.sum(axis=1)) - B


# %% tags=["wrong", "id:lonely-one", "loses:laplacian-tests"]
# why: a node without edge gets a 1 on the diagonal ("to be invertible"); its degree is 0.
def laplacian(A):
    deg = A.sum(axis=1)
    return np.diag(np.where(deg == 0, 1, deg)) - A


# %% tags=["wrong", "id:lonely-removed", "loses:laplacian-tests"]
# why: nodes without edge are dropped; L has shape (n, n).
def laplacian(A):
    keep = A.sum(axis=1) > 0
    B = A[np.ix_(keep, keep)]
    return np.diag(B.sum(axis=1)) - B


# %% tags=["wrong", "id:total-weight", "loses:laplacian-tests"]
# why: the sum of all entries of A stands on the whole diagonal, axis forgotten.
def laplacian(A):
    return np.eye(len(A)) * A.sum() - A


# %% tags=["wrong", "id:broadcast-row", "loses:laplacian-tests"]
# why: subtracts A from the degree row by broadcasting; the degrees belong on the diagonal only.
def laplacian(A):
    return A.sum(axis=1) - A


# %% tags=["wrong", "id:adjacency-sign", "loses:laplacian-tests"]
# why: off the diagonal -1 for each edge, on it the weighted degree: weights lost in A.
def laplacian(A):
    return np.diag(A.sum(axis=1)) - (A > 0)


# %% tags=["wrong", "id:integers", "loses:laplacian-tests"]
# why: built in an integer array, so weights such as 0.5 are cut off; "any weights".
def laplacian(A):
    L = np.zeros(A.shape, dtype=int)
    L[:] = np.diag(A.sum(axis=1)) - A
    return L


# %% tags=["wrong", "id:half-degree", "loses:laplacian-tests"]
# why: the degree is taken from the upper triangle only, half of the edges of a node are missed.
def laplacian(A):
    return np.diag(np.triu(A).sum(axis=1)) - A


# %% tags=["wrong", "id:squared", "loses:laplacian-tests"]
# why: A^2 has walks of length two: degrees from diag(A @ A), right for weights 0 and 1 only.
def laplacian(A):
    return np.diag(np.diag(A @ A)) - A
