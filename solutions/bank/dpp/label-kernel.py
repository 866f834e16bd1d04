# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:three-loops"]
def label_kernel(Z, ridge):
    n, C = np.shape(Z)
    S = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            total = float(sum(Z[i])) * float(sum(Z[j]))
            S[i][j] = sum((float(Z[i][c]) * float(Z[j][c]) / total) ** 0.5 for c in range(C))
        S[i][i] += ridge
    return S


# %% tags=["right", "id:einsum-of-roots"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z) / np.sqrt(np.sum(Z, axis=1))[:, np.newaxis]
    S = np.einsum("ic,jc->ij", root, root)
    S[np.diag_indices(len(S))] += ridge
    return S


# %% tags=["right", "id:unit-vectors"]
def label_kernel(Z, ridge):
    # The roots of the counts, scaled to length 1, are the roots of the shares.
    u = np.sqrt(Z.astype(float))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    return np.inner(u, u) + np.diag(np.full(len(u), ridge))


# %% tags=["right", "id:hellinger-distance"]
from scipy.spatial.distance import pdist, squareform


def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1)[:, None])
    return 1 - squareform(pdist(root, "sqeuclidean")) / 2 + ridge * np.identity(len(Z))


# %% tags=["right", "id:sparse"]
from scipy import sparse


def label_kernel(Z, ridge):
    Z = sparse.csr_array(np.asarray(Z, dtype=float))
    scale = sparse.diags_array(1 / Z.sum(axis=1))
    root = (scale @ Z).sqrt()
    return root @ root.T + ridge * sparse.eye_array(Z.shape[0])


# %% tags=["right", "id:single-precision-matrix"]
def label_kernel(Z, ridge):
    print("kernel of", Z.shape)
    h = np.matrix(Z, dtype=np.float32)
    h = np.sqrt(h / h.sum(axis=1))
    return h * h.T + np.float32(ridge) * np.eye(h.shape[0], dtype=np.float32)


# %% tags=["wrong", "id:ridge-lost", "says:ridge is missing"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return root @ root.T


# %% tags=["wrong", "id:ridge-everywhere", "says:diagonal only"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return root @ root.T + ridge


# %% tags=["wrong", "id:ridge-instead-of-diagonal", "says:does not replace"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    S = root @ root.T
    np.fill_diagonal(S, ridge)
    return S


# %% tags=["wrong", "id:counts", "says:not divided by the images of the client"]
def label_kernel(Z, ridge):
    return np.sqrt(Z) @ np.sqrt(Z).T + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:divided-by-class", "says:size of the class"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=0))
    return root @ root.T + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:divided-by-everything", "says:all images of all clients"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum())
    return root @ root.T + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:no-root", "says:square root is missing"]
def label_kernel(Z, ridge):
    h = Z / Z.sum(axis=1, keepdims=True)
    return h @ h.T + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:cosine", "says:cosine"]
def label_kernel(Z, ridge):
    u = Z / np.linalg.norm(Z, axis=1, keepdims=True)
    return u @ u.T + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:smaller-share", "says:smaller share"]
def label_kernel(Z, ridge):
    h = Z / Z.sum(axis=1, keepdims=True)
    return np.minimum(h[:, None, :], h[None, :, :]).sum(axis=2) + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:squared", "says:squared"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return (root @ root.T) ** 2 + ridge * np.eye(len(Z))


# %% tags=["wrong", "id:classes", "says:classes, not the clients"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return root.T @ root + ridge * np.eye(Z.shape[1])


# %% tags=["wrong", "id:distance", "says:distance, large where"]
def label_kernel(Z, ridge):
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return np.linalg.norm(root[:, None] - root[None], axis=2) + ridge * np.eye(len(Z))
