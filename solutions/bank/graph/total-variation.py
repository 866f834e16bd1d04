# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop-over-edges"]
def total_variation(A, W, scale):
    W = W / scale
    total = 0
    for i in range(len(A)):
        for j in range(i):
            if A[i, j]:
                total += A[i, j] * np.linalg.norm(W[i] - W[j]) ** 2
    return total


# %% tags=["right", "id:trace"]
def total_variation(A, W, scale):
    W = W / scale
    L = np.diag(A.sum(axis=1)) - A
    return np.trace(W.T @ L @ W)


# %% tags=["right", "id:kronecker-product"]
def total_variation(A, W, scale):
    W = W / scale
    L = np.diag(A.sum(axis=1)) - A
    w = W.reshape(-1, 1)
    return w.T @ np.kron(L, np.eye(W.shape[1])) @ w


# %% tags=["right", "id:sparse-edges"]
from scipy import sparse


def total_variation(A, W, scale):
    W = W / scale
    edges = sparse.triu(A, format="coo")
    return float(edges.data @ ((W[edges.row] - W[edges.col]) ** 2).sum(axis=1))


# %% tags=["right", "id:column-by-column"]
def total_variation(A, W, scale):
    W = W / scale
    total = 0.0
    for w in W.T:
        total += sum(w**2 * A.sum(axis=0)) - w @ A @ w
    return [total]


# %% tags=["right", "id:distance-matrix"]
from scipy.spatial.distance import pdist, squareform


def total_variation(A, W, scale):
    W = W / scale
    return np.sum(squareform(A, checks=False) * pdist(W, "sqeuclidean"))


# %% tags=["right", "id:einsum-in-place"]
def total_variation(A, W, scale):
    W = W / scale
    W -= W.mean(axis=0)
    A[np.tril_indices(len(A))] = 0
    gaps = W[:, None, :] - W[None, :, :]
    return np.einsum("ij,ijc,ijc->", A, gaps, gaps).astype(np.float32)


# %% tags=["wrong", "id:each-edge-twice", "says:counts twice"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * np.sum((W[:, None] - W) ** 2, axis=-1))


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges are lost"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum((A > 0) * np.sum((W[:, None] - W) ** 2, axis=-1)) / 2


# %% tags=["wrong", "id:weights-lost-and-twice", "says:twice"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum((A > 0) * np.sum((W[:, None] - W) ** 2, axis=-1))


# %% tags=["wrong", "id:not-squared", "says:not squared"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * np.linalg.norm(W[:, None] - W, axis=-1)) / 2


# %% tags=["wrong", "id:absolute-differences", "says:absolute differences"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * np.abs(W[:, None] - W).sum(axis=-1)) / 2


# %% tags=["wrong", "id:first-parameter-only", "says:first parameter"]
def total_variation(A, W, scale):
    W = W / scale
    w = W[:, 0]
    return np.sum(A * (w[:, None] - w) ** 2) / 2


# %% tags=["wrong", "id:added-before-squaring", "says:before squaring"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * (W[:, None] - W).sum(axis=-1) ** 2) / 2


# %% tags=["wrong", "id:mean-over-edges", "says:mean over edges"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * np.sum((W[:, None] - W) ** 2, axis=-1)) / np.count_nonzero(A)


# %% tags=["wrong", "id:mean-over-parameters", "says:mean over"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A * np.mean((W[:, None] - W) ** 2, axis=-1)) / 2


# %% tags=["wrong", "id:root", "says:root is too much"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sqrt(np.sum(A * np.sum((W[:, None] - W) ** 2, axis=-1)) / 2)


# %% tags=["wrong", "id:weights-squared", "says:weights are squared"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(A**2 * np.sum((W[:, None] - W) ** 2, axis=-1)) / 2


# %% tags=["wrong", "id:all-pairs", "says:joined or not"]
def total_variation(A, W, scale):
    W = W / scale
    return np.sum(np.sum((W[:, None] - W) ** 2, axis=-1)) / 2


# %% tags=["wrong", "id:sign-of-the-laplacian", "says:sign is flipped"]
def total_variation(A, W, scale):
    W = W / scale
    return np.trace(W.T @ (A - np.diag(A.sum(axis=1))) @ W)


# %% tags=["wrong", "id:degrees-lost", "says:degrees are lost"]
def total_variation(A, W, scale):
    W = W / scale
    return -np.trace(W.T @ A @ W)


# %% tags=["wrong", "id:one-value-per-parameter", "says:for each parameter"]
def total_variation(A, W, scale):
    W = W / scale
    L = np.diag(A.sum(axis=1)) - A
    return np.sum(W * (L @ W), axis=0)


# %% tags=["wrong", "id:matrix-of-the-form", "says:take its trace"]
def total_variation(A, W, scale):
    W = W / scale
    return W.T @ (np.diag(A.sum(axis=1)) - A) @ W


# %% tags=["wrong", "id:one-value-per-pair", "says:pair of nodes"]
def total_variation(A, W, scale):
    W = W / scale
    return A * np.sum((W[:, None] - W) ** 2, axis=-1)


# %% tags=["wrong", "id:scales-ignored", "says:scales are ignored"]
def total_variation(A, W, scale):
    L = np.diag(A.sum(axis=1)) - A
    return np.trace(W.T @ L @ W)


# %% tags=["wrong", "id:scales-multiply", "says:scales multiply"]
def total_variation(A, W, scale):
    return np.sum(A * np.sum(((W[:, None] - W) * scale) ** 2, axis=-1)) / 2


# %% tags=["wrong", "id:scales-not-squared", "says:should be squared"]
def total_variation(A, W, scale):
    return np.sum(A * np.sum((W[:, None] - W) ** 2 / scale, axis=-1)) / 2
