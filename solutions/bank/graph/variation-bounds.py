# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-sorted"]
def variation_bounds(A, W):
    n, d = W.shape
    average = [sum(W[i][c] for i in range(n)) / n for c in range(d)]
    S = sum((W[i][c] - average[c]) ** 2 for i in range(n) for c in range(d))
    L = np.array([[sum(A[i]) if i == j else -A[i, j] for j in range(n)] for i in range(n)])
    values = sorted(np.linalg.eigvals(L).real)
    return values[1] * S, values[-1] * S


# %% tags=["right", "id:subset-of-eigenvalues"]
from scipy.linalg import eigh
from scipy.sparse.csgraph import laplacian as csgraph_laplacian


def variation_bounds(A, W):
    L, n = csgraph_laplacian(A), len(A)
    low = eigh(L, eigvals_only=True, subset_by_index=[1, 1])
    high = eigh(L, eigvals_only=True, subset_by_index=[n - 1, n - 1])
    S = np.linalg.norm(W - W.mean(axis=0)) ** 2
    return [low * S, high * S]


# %% tags=["right", "id:pythagoras-and-svd"]
def variation_bounds(A, W):
    S = (W**2).sum() - len(W) * (W.mean(axis=0) ** 2).sum()
    values = np.linalg.svd(np.diag(A.sum(0)) - A, compute_uv=False)
    return np.array([values[-2], values[0]]) * S


# %% tags=["right", "id:variance-times-n"]
def variation_bounds(A, W):
    S = len(W) * W.var(axis=0).sum()
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=0)) - A)
    return np.multiply([[values[1]], [values.max()]], S)


# %% tags=["right", "id:kronecker-spectrum"]
def variation_bounds(A, W):
    n, d = W.shape
    L = np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    values = np.linalg.eigvalsh(L)
    w = (np.eye(n) - np.ones((n, n)) / n) @ W
    return values[d] * (w * w).sum(), values[-1] * (w * w).sum()


# %% tags=["right", "id:deflated-and-in-place"]
def variation_bounds(A, W):
    n = len(A)
    W -= W.mean(axis=0)
    A *= -1
    np.fill_diagonal(A, -A.sum(axis=1))
    high = np.linalg.norm(A, 2)
    low = np.linalg.eigvalsh(A + high * np.ones((n, n)) / n)[0]  # moves the eigenvalue 0 away
    print(low, high)
    return float(low * np.sum(W**2)), float(high * np.sum(W**2))


# %% tags=["right", "id:pairwise-distances"]
def variation_bounds(A, W):
    gaps = ((W[:, None] - W) ** 2).sum()
    values = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[0].astype(np.float32)
    return values[1] * gaps / (2 * len(W)), values[-1] * gaps / (2 * len(W))


# %% tags=["wrong", "id:results-swapped", "says:This is the"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[-1] * S, values[1] * S


# %% tags=["wrong", "id:lambda-1", "loses:variation-bounds-lower-tests", "says:lambda_1 = 0"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[0] * S, values[-1] * S


# %% tags=["wrong", "id:positive", "loses:variation-bounds-lower-tests", "says:lambda_2 is 0"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[values > 1e-9][0] * S, values[-1] * S


# %% tags=["wrong", "id:kron-second", "loses:variation-bounds-lower-tests", "says:lambda_1 = 0"]
def variation_bounds(A, W):
    L = np.kron(np.diag(A.sum(axis=1)) - A, np.eye(W.shape[1]))
    values = np.linalg.eigvalsh(L)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:bound-by-degrees", "loses:variation-bounds-upper-tests", "says:by degrees"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, 2 * A.sum(axis=1).max() * S


# %% tags=["wrong", "id:eigenvalues-alone", "says:S is missing"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return values[1], values[-1]


# %% tags=["wrong", "id:variation-itself", "says:total variation"]
def variation_bounds(A, W):
    tv = np.sum(A * np.sum((W[:, None] - W) ** 2, axis=-1)) / 2
    return tv, tv


# %% tags=["wrong", "id:not-centred", "says:average is not subtracted"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return values[1] * np.sum(W**2), values[-1] * np.sum(W**2)


# %% tags=["wrong", "id:one-average-for-all", "says:average is that of all numbers"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean()) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:average-over-parameters", "says:taken over parameters"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=1, keepdims=True)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:norms-not-squared", "says:deviation is not squared"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.linalg.norm(W - W.mean(axis=0), axis=1).sum()
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:root-of-the-sum", "says:root of S"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.linalg.norm(W - W.mean(axis=0))
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:mean-over-nodes", "says:not their mean"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = W.var(axis=0).sum()
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:mean-over-all-numbers", "says:mean over all numbers"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.mean((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:sample-variance", "says:variance"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = W.var(axis=0, ddof=1).sum()
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges are lost"]
def variation_bounds(A, W):
    A = (A > 0) * 1.0
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:eigenvalues-of-the-adjacency", "says:eigenvalues of A"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:eigenvalues-squared", "says:eigenvalues are squared"]
def variation_bounds(A, W):
    L = np.diag(A.sum(axis=1)) - A
    values = np.linalg.eigvalsh(L.T @ L)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return values[1] * S, values[-1] * S


# %% tags=["wrong", "id:one-result", "says:2 results"]
def variation_bounds(A, W):
    values = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    return values[1] * np.sum((W - W.mean(axis=0)) ** 2)
