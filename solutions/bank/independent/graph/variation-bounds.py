# ruff: noqa
# %% tags=["right", "id:eigvalsh"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["right", "id:loops"]
def variation_bounds(A, W):
    m, d = np.shape(W)
    average = [sum(W[i][a] for i in range(m)) / m for a in range(d)]
    S = 0.0
    for i in range(m):
        for a in range(d):
            S += (W[i][a] - average[a]) ** 2
    L = np.zeros((m, m))
    for i in range(m):
        for j in range(m):
            L[i, j] -= A[i][j]
            L[i, i] += A[i][j]
    spectrum = sorted(float(v) for v in np.linalg.eigvals(L).real)
    return spectrum[1] * S, spectrum[m - 1] * S


# %% tags=["right", "id:subset-by-index"]
import scipy.linalg as sla


def variation_bounds(A, W):
    A = np.asarray(A, dtype=float)
    L = np.diag(A.sum(axis=0)) - A
    m = len(A)
    lambda_2 = sla.eigh(L, eigvals_only=True, subset_by_index=[1, 1])[0]
    lambda_n = sla.eigh(L, eigvals_only=True, subset_by_index=[m - 1, m - 1])[0]
    S = np.linalg.norm(W - np.mean(W, axis=0, keepdims=True), "fro") ** 2
    return np.array([lambda_2, lambda_n]) * S


# %% tags=["right", "id:kronecker-spectrum"]
def variation_bounds(A, W):
    d = W.shape[1]
    big = np.linalg.eigvalsh(np.kron(np.diag(A.sum(1)) - A, np.eye(d)))
    S = len(W) * W.var(axis=0).sum()
    return big[d] * S, big[-1] * S


# %% tags=["right", "id:pairs-for-s"]
from scipy.spatial.distance import pdist


def variation_bounds(A, W):
    # sum of squared deviations = sum over pairs of squared distances / n
    S = np.sum(pdist(W) ** 2) / len(W)
    u = np.linalg.svd(
        np.diag(A.sum(1)) - A, compute_uv=False
    )  # falling; L is positive semidefinite
    return [u[-2] * S, u[0] * S]


# %% tags=["right", "id:components-first"]
from scipy.sparse.csgraph import connected_components, laplacian as graph_laplacian


def variation_bounds(A, W):
    centred = W - np.average(W, axis=0)
    S = np.einsum("ia,ia->", centred, centred)
    values = np.sort(np.linalg.eigvalsh(graph_laplacian(np.array(A, dtype=float))))
    connected = connected_components(A)[0] == 1
    return (values[1] * S if connected else 0.0), values.max() * S


# %% tags=["right", "id:projection"]
def variation_bounds(A, W):
    m = len(A)
    P = np.eye(m) - 1 / m  # centring matrix
    L = np.diag(A @ np.ones(m)) - A
    S = np.trace(W.T @ P @ W)
    shift = 2 * np.max(np.diag(L)) + 1
    # the constant vector is moved up to `shift`, above all others
    values = np.linalg.eigvalsh(L + shift * np.ones((m, m)) / m)
    return max(values[0], 0.0) * S, values[-2] * S


# %% tags=["right", "id:networkx"]
import networkx as nx


def variation_bounds(A, W):
    values = nx.laplacian_spectrum(nx.from_numpy_array(np.array(A, dtype=float)))
    values = np.sort(values)
    S = 0
    mean = W.sum(0) / len(W)
    for w in W:
        S += np.dot(w - mean, w - mean)
    lower, upper = values[1] * S, values[-1] * S
    assert lower <= upper
    print(f"between {lower:.2f} and {upper:.2f}")
    return lower, upper


# %% tags=["right", "id:steiner"]
def variation_bounds(A, W):
    """Sum of squares minus n times the squared average; named result."""
    from collections import namedtuple

    Bounds = namedtuple("Bounds", "lower upper")
    W = np.asarray(W, dtype=np.longdouble)
    S = float(np.sum(W**2) - len(W) * np.sum(np.mean(W, axis=0) ** 2))
    spectrum = np.linalg.eigh(np.diag(np.sum(A, 1)) - A)[0]
    return Bounds(spectrum[1] * S, spectrum[-1] * S)


# %% tags=["right", "id:class-and-dict"]
class WeightedGraph:
    def __init__(self, A):
        self.L = np.diag(np.asarray(A).sum(axis=1)) - A

    @property
    def spectrum(self):
        return np.linalg.eigvalsh(self.L, UPLO="U")


def variation_bounds(A, W):
    graph = WeightedGraph(A)
    S = sum(np.var(column) * len(column) for column in np.transpose(W))
    ends = {"lower": graph.spectrum[1] * S, "upper": graph.spectrum.max() * S}
    return tuple(ends.values())


# %% tags=["wrong", "id:mean-deviation", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: the mean over nodes of the squared deviations; S is their sum.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.mean(np.sum((W - W.mean(axis=0)) ** 2, axis=1))
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:not-centred", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: sum of squares of W without subtracting the average.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum(W**2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:average-of-all-entries", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: one mean over all entries (axis forgotten) instead of the average model.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean()) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:average-of-each-node", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: subtracts from every model the mean of its own parameters (axis 1).
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=1, keepdims=True)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:first-eigenvalue", "loses:variation-bounds-lower-tests"]
# why: the smallest eigenvalue lambda_1 = 0 in the lower bound.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[0] * S, values[-1] * S


# %% tags=["wrong", "id:first-nonzero", "loses:variation-bounds-lower-tests"]
# why: the smallest eigenvalue that is not 0; for a graph in pieces lambda_2 is 0. "The graph need not be connected".
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[values > 1e-9].min(initial=np.inf) * S, values[-1] * S


# %% tags=["wrong", "id:kronecker-second", "loses:variation-bounds-lower-tests"]
# why: the second eigenvalue of L kron I_d, which is 0 for d >= 2.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.kron(np.diag(A.sum(axis=1)) - A, np.eye(W.shape[1])))
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:twice-largest-degree", "loses:variation-bounds-upper-tests"]
# why: the bound 2 deg_max on lambda_n instead of lambda_n.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, 2 * A.sum(axis=1).max() * S


# %% tags=["wrong", "id:index-n-minus-two", "loses:variation-bounds-upper-tests"]
# why: the second largest eigenvalue in the upper bound.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-2] * S


# %% tags=["wrong", "id:trace", "loses:variation-bounds-upper-tests"]
# why: the sum of all eigenvalues (the trace) instead of the largest one.
def variation_bounds(A, W):
    L = np.diag(A.sum(axis=1)) - A
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return np.linalg.eigvalsh(L)[1] * S, np.trace(L) * S


# %% tags=["wrong", "id:exchanged", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: returns upper, lower.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[-1] * S, values[1] * S


# %% tags=["wrong", "id:eigenvalues-only", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: lambda_2 and lambda_n without S.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return values[1], values[-1]


# %% tags=["wrong", "id:norm-not-squared", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: sum of the norms, not of their squares.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum(np.linalg.norm(W - W.mean(axis=0), axis=1))
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:unsorted", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: numpy.linalg.eig does not sort the eigenvalues.
def variation_bounds(A, W):
    values = np.linalg.eig(np.diag(A.sum(axis=1)) - A)[0].real
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:weights-ignored", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: all weights are set to 1.
def variation_bounds(A, W):
    B = (A > 0).astype(float)
    values = np.linalg.eigvalsh(np.diag(B.sum(axis=1)) - B)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:normalised", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: spectrum of the normalised Laplacian.
def variation_bounds(A, W):
    deg = A.sum(axis=1)
    s = np.divide(1, np.sqrt(deg), out=np.zeros(len(A)), where=deg > 0)
    values = np.linalg.eigvalsh(np.diag((deg > 0) * 1.0) - s[:, None] * A * s)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:first-column", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: S of the first parameter only.
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W[:, 0] - W[:, 0].mean()) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:total-variation-itself", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: returns TV(W) for both ends: it lies between the bounds, but they are asked for.
def variation_bounds(A, W):
    TV = np.trace(W.T @ (np.diag(A.sum(axis=1)) - A) @ W)
    return TV, TV


# %% tags=["wrong", "id:degree-bound", "loses:variation-bounds-lower-tests"]
# why: n/(n-1) times the smallest degree is an upper bound on lambda_2, not lambda_2.
def variation_bounds(A, W):
    m = len(A)
    L = np.diag(A.sum(axis=1)) - A
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return m / (m - 1) * np.diag(L).min() * S, np.linalg.eigvalsh(L)[-1] * S


# %% tags=["wrong", "id:adjacency-for-upper", "loses:variation-bounds-upper-tests"]
# why: the largest eigenvalue of A instead of that of L.
def variation_bounds(A, W):
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] * S, np.linalg.eigvalsh(A)[-1] * S


# %% tags=["wrong", "id:unbiased-variance", "loses:variation-bounds-lower-tests,variation-bounds-upper-tests"]
# why: S as n times the variance with ddof=1: too large by n/(n-1).
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = len(W) * np.var(W, axis=0, ddof=1).sum()
    return values[1] * S, values[-1] * S
