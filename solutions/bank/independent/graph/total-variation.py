# ruff: noqa
# %% tags=["right", "id:trace"]
def total_variation(A, W, scale):
    L = np.diag(A.sum(axis=1)) - A
    V = W / scale
    return np.trace(V.T @ L @ V)


# %% tags=["right", "id:loops"]
def total_variation(A, W, scale):
    total = 0.0
    for i in range(len(A)):
        for j in range(i + 1, len(A)):
            for a in range(len(scale)):
                total += A[i, j] * ((W[i, a] - W[j, a]) / scale[a]) ** 2
    return total


# %% tags=["right", "id:half-of-pairs"]
def total_variation(A, W, scale):
    gaps = (W[:, None, :] - W[None, :, :]) / scale
    return 0.5 * np.sum(A[:, :, None] * gaps**2)


# %% tags=["right", "id:edge-list"]
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return float(A[i, j] @ np.sum(((W[i] - W[j]) / np.ravel(scale)) ** 2, axis=1))


# %% tags=["right", "id:by-parameter"]
def total_variation(A, W, scale):
    A = np.asarray(A)
    degree = A.sum(axis=0)
    return sum(
        (degree @ w**2 - w @ A @ w) / s**2 for w, s in zip(np.asarray(W, dtype=float).T, scale)
    )


# %% tags=["right", "id:sqeuclidean"]
from scipy.spatial.distance import pdist, squareform


def total_variation(A, W, scale):
    D2 = squareform(pdist(np.asarray(W) / np.asarray(scale), "sqeuclidean"))
    return np.sum(np.triu(A, 1) * D2)


# %% tags=["right", "id:mahalanobis-cdist"]
from scipy.spatial.distance import cdist


def total_variation(A, W, scale):
    D2 = cdist(W, W, "seuclidean", V=np.asarray(scale, dtype=float) ** 2) ** 2
    return np.einsum("ij,ij->", np.tril(A), D2)


# %% tags=["right", "id:kron"]
def total_variation(A, W, scale):
    """w^T (L kron diag(1/s^2)) w"""
    L = np.diag(A.sum(axis=1)) - A
    w = W.ravel()
    return w @ np.kron(L, np.diag(1.0 / np.square(scale))) @ w


# %% tags=["right", "id:networkx"]
import networkx as nx


def total_variation(A, W, scale):
    G = nx.from_numpy_array(np.array(A, dtype=float))
    return np.array(
        [
            [
                sum(
                    e["weight"] * np.linalg.norm((W[i] - W[j]) / scale) ** 2
                    for i, j, e in G.edges(data=True)
                )
            ]
        ]
    ).item()


# %% tags=["right", "id:spectral"]
def total_variation(A, W, scale):
    values, U = np.linalg.eigh(np.diag(A.sum(1)) - A)
    coefficients = U.T @ (W / scale)
    return values @ np.sum(coefficients**2, axis=1)


# %% tags=["right", "id:incidence-norm"]
def total_variation(A, W, scale):
    rows = []
    for i, j in zip(*np.nonzero(np.tril(A))):
        row = np.zeros(len(A))
        row[i], row[j] = np.sqrt(A[i, j]), -np.sqrt(A[i, j])
        rows.append(row)
    B = np.reshape(rows, (-1, len(A)))
    return np.linalg.norm(B @ W @ np.diag(1 / np.array(scale, dtype=float))) ** 2


# %% tags=["wrong", "id:each-edge-twice", "loses:total-variation-tests"]
# why: sums over ordered pairs; "each edge once".
def total_variation(A, W, scale):
    gaps = (W[:, None, :] - W[None, :, :]) / scale
    return np.sum(A[:, :, None] * gaps**2)


# %% tags=["wrong", "id:scale-ignored", "loses:total-variation-tests"]
# why: the scales are ignored.
def total_variation(A, W, scale):
    L = np.diag(A.sum(axis=1)) - A
    return np.trace(W.T @ L @ W)


# %% tags=["wrong", "id:scale-not-squared", "loses:total-variation-tests"]
# why: divides the squared difference by s_a, not by s_a^2.
def total_variation(A, W, scale):
    L = np.diag(A.sum(axis=1)) - A
    return np.sum(np.diag(W.T @ L @ W) / scale)


# %% tags=["wrong", "id:scale-multiplied", "loses:total-variation-tests"]
# why: multiplies by the scale instead of dividing.
def total_variation(A, W, scale):
    L = np.diag(A.sum(axis=1)) - A
    V = W * scale
    return np.trace(V.T @ L @ V)


# %% tags=["wrong", "id:not-squared", "loses:total-variation-tests"]
# why: the norm itself, not its square.
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.sum(A[i, j] * np.linalg.norm((W[i] - W[j]) / scale, axis=1))


# %% tags=["wrong", "id:absolute", "loses:total-variation-tests"]
# why: absolute instead of squared differences.
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.sum(A[i, j, None] * np.abs(W[i] - W[j]) / scale)


# %% tags=["wrong", "id:weights-ignored", "loses:total-variation-tests"]
# why: every edge counts 1, A_ij is ignored.
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.sum(((W[i] - W[j]) / scale) ** 2)


# %% tags=["wrong", "id:weights-squared", "loses:total-variation-tests"]
# why: the weight is inside the square: A_ij^2.
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.sum((A[i, j, None] * (W[i] - W[j]) / scale) ** 2)


# %% tags=["wrong", "id:sum-then-square", "loses:total-variation-tests"]
# why: adds the scaled differences of the parameters and squares the sum (right for d = 1 only).
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.sum(A[i, j] * np.sum((W[i] - W[j]) / scale, axis=1) ** 2)


# %% tags=["wrong", "id:mean-over-edges", "loses:total-variation-tests"]
# why: the mean over edges instead of the sum.
def total_variation(A, W, scale):
    i, j = np.nonzero(np.triu(A))
    return np.mean(A[i, j] * np.sum(((W[i] - W[j]) / scale) ** 2, axis=1)) if len(i) else 0.0


# %% tags=["wrong", "id:own-standard-deviation", "loses:total-variation-tests"]
# why: standardises by the standard deviation of W and ignores the scales given.
def total_variation(A, W, scale):
    V = W / W.std(axis=0)
    return np.trace(V.T @ (np.diag(A.sum(axis=1)) - A) @ V)


# %% tags=["wrong", "id:first-parameter", "loses:total-variation-tests"]
# why: only the first parameter; "for any d".
def total_variation(A, W, scale):
    w = W[:, 0] / scale[0]
    return w @ (np.diag(A.sum(axis=1)) - A) @ w


# %% tags=["wrong", "id:deviation-from-average", "loses:total-variation-tests"]
# why: deviations from the average instead of differences along edges.
def total_variation(A, W, scale):
    V = (W - W.mean(axis=0)) / scale
    return np.sum(A.sum(axis=1) @ V**2)


# %% tags=["wrong", "id:adjacency-trace", "loses:total-variation-tests"]
# why: tr(W^T A W), A instead of L.
def total_variation(A, W, scale):
    V = W / scale
    return np.trace(V.T @ A @ V)


# %% tags=["wrong", "id:sum-of-matrix", "loses:total-variation-tests"]
# why: adds all entries of W^T L W instead of its trace; mixed terms of two parameters enter.
def total_variation(A, W, scale):
    V = W / scale
    return np.sum(V.T @ (np.diag(A.sum(axis=1)) - A) @ V)


# %% tags=["wrong", "id:one-scale", "loses:total-variation-tests"]
# why: divides by the norm of the scales, one number for all parameters.
def total_variation(A, W, scale):
    V = W / np.linalg.norm(scale)
    return np.trace(V.T @ (np.diag(A.sum(axis=1)) - A) @ V)


# %% tags=["wrong", "id:scale-squared-twice", "loses:total-variation-tests"]
# why: divides by s^2 before squaring, so by s^4.
def total_variation(A, W, scale):
    V = W / np.square(scale)
    return np.trace(V.T @ (np.diag(A.sum(axis=1)) - A) @ V)
