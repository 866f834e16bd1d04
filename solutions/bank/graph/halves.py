# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:boolean"]
def halves(A):
    L = np.diag(A.sum(axis=0)) - A
    eigenvalues, U = np.linalg.eigh(L)
    return U[:, np.argsort(eigenvalues)[1]] > 0


# %% tags=["right", "id:one-eigenvector-only"]
from scipy.linalg import eigh
from scipy.sparse.csgraph import laplacian


def halves(A):
    _, u = eigh(laplacian(A), subset_by_index=[1, 1])
    return np.where(u < 0, 7, 3)


# %% tags=["right", "id:singular-vectors"]
def halves(A):
    U = np.linalg.svd(np.diag(A.sum(axis=1)) - A)[0]
    return [1 if entry >= 0 else 0 for entry in U[:, -2]]


# %% tags=["right", "id:general-eigenvectors"]
def halves(A):
    np.fill_diagonal(A, -A.sum(axis=1))
    values, vectors = np.linalg.eig(-A)
    second = np.argsort(values.real)[1]
    return np.sign(vectors[:, [second]].real)


# %% tags=["right", "id:power-iteration"]
def halves(A):
    n = len(A)
    degrees = A.sum(axis=1)
    M = 2 * degrees.max() * np.eye(n) - (np.diag(degrees) - A)
    u = np.cos(np.arange(n) + 0.3)
    for _ in range(4000):
        u = M @ (u - u.mean())
        u /= np.linalg.norm(u)
    return np.matrix(u > 0)


# %% tags=["right", "id:inverse-iteration"]
def halves(A):
    L = np.diag(A.sum(axis=1)) - A
    P = np.linalg.pinv(L)
    u = np.sin(1.0 + np.arange(len(A)) ** 2)
    for _ in range(300):
        u = P @ (u / np.linalg.norm(u))
    return (np.signbit(u) * 1).astype("uint8")


# %% tags=["right", "id:lanczos"]
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import eigsh


def halves(A):
    L = diags_array(A.sum(axis=1)) - csr_array(A)
    values, vectors = eigsh(L, k=2, sigma=-0.01, v0=np.sqrt(np.arange(1.0, len(A) + 1)))
    return np.sign(vectors[:, np.argmax(values)])


# %% tags=["wrong", "id:first-eigenvector", "says:one group"]
def halves(A):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return np.sign(U[:, 0])


# %% tags=["wrong", "id:entries-of-the-vector", "says:take their signs"]
def halves(A):
    return np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]


# %% tags=["wrong", "id:matrix-of-eigenvectors", "says:take one of them"]
def halves(A):
    return np.sign(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1])


# %% tags=["wrong", "id:largest-eigenvalue", "says:largest eigenvalue"]
def halves(A):
    return np.sign(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, -1])


# %% tags=["wrong", "id:third-eigenvector", "says:third eigenvector"]
def halves(A):
    return np.sign(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 2])


# %% tags=["wrong", "id:above-the-median", "says:equally large"]
def halves(A):
    u = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]
    return u > np.median(u)


# %% tags=["wrong", "id:first-half-of-the-order", "says:equally large"]
def halves(A):
    u = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]
    return np.argsort(np.argsort(u)) < len(u) // 2


# %% tags=["wrong", "id:half-of-the-nodes", "says:second half of the nodes"]
def halves(A):
    return np.arange(len(A)) >= len(A) // 2


# %% tags=["wrong", "id:by-degree", "says:by their degrees"]
def halves(A):
    return A.sum(axis=1) > A.sum(axis=1).mean()


# %% tags=["wrong", "id:adjacency", "says:that of A"]
def halves(A):
    return np.sign(np.linalg.eigh(A)[1][:, 1])


# %% tags=["wrong", "id:each-alone", "says:number of its own"]
def halves(A):
    return np.arange(len(A))


# %% tags=["wrong", "id:components", "says:one group"]
from scipy.sparse.csgraph import connected_components


def halves(A):
    return connected_components(A, directed=False)[1]


# %% tags=["wrong", "id:lists-of-nodes", "says:real numbers"]
def halves(A):
    u = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]
    return [list(np.flatnonzero(u > 0)), list(np.flatnonzero(u <= 0))]


# %% tags=["wrong", "id:no-return", "says:return"]
def halves(A):
    u = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]
    u = np.sign(u)
