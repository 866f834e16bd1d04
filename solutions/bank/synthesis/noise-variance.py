# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:diagonal-of-a-product"]
def noise_variance(A, sizes, alpha, s):
    Q = np.eye(len(A)) + alpha * (np.diag(A.sum(axis=0)) - A)
    half = np.linalg.solve(Q, np.diag(s / np.sqrt(sizes)))
    return np.diag(half @ half.T)


# %% tags=["right", "id:loops"]
def noise_variance(A, sizes, alpha, s):
    n = len(A)
    Q = [
        [float(i == j) + alpha * (sum(A[i]) * (i == j) - A[i][j]) for j in range(n)]
        for i in range(n)
    ]
    B = np.linalg.inv(np.array(Q)).tolist()
    return [sum(s * s * B[i][j] ** 2 / float(sizes[j]) for j in range(n)) for i in range(n)]


# %% tags=["right", "id:eigenvectors"]
def noise_variance(A, sizes, alpha, s):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    B = U / (1 + alpha * values) @ U.T
    return (np.square(s * B) / sizes).sum(axis=1).reshape(-1, 1)


# %% tags=["right", "id:gtvmin-node-by-node"]
def noise_variance(A, sizes, alpha, s):
    n = len(A)
    total = np.zeros(n)
    for j in range(n):
        unit = [[float(i == j)] for i in range(n)]
        total += gtvmin.solve(A, None, unit, alpha).W[:, 0] ** 2 * s**2 / sizes[j]
    return total


# %% tags=["right", "id:cholesky-einsum"]
from scipy.linalg import cho_factor, cho_solve


def noise_variance(A, sizes, alpha, s):
    n = A.shape[0]
    B = cho_solve(cho_factor(np.eye(n) + alpha * graph.laplacian(A).toarray()), np.eye(n))
    return np.einsum("ij,ij,j->i", B, B, np.power(s, 2) / sizes.astype(float))


# %% tags=["wrong", "id:s-not-squared", "says:s is not squared"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s * B**2 @ (1 / sizes)


# %% tags=["wrong", "id:standard-deviations", "says:standard deviations"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s * np.sqrt(B**2 @ (1 / sizes))


# %% tags=["wrong", "id:no-sizes", "says:sizes are missing"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * (B**2).sum(axis=1)


# %% tags=["wrong", "id:own-size", "says:by the own size"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * (B**2).sum(axis=1) / sizes


# %% tags=["wrong", "id:local", "says:without a graph"]
def noise_variance(A, sizes, alpha, s):
    return s**2 / sizes


# %% tags=["wrong", "id:matrix-product", "says:B times B"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * B @ B @ (1 / sizes)


# %% tags=["wrong", "id:b-not-squared", "says:B are not squared"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * B @ (1 / sizes)


# %% tags=["wrong", "id:sizes-squared", "says:sizes are squared"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * B**2 @ (1 / sizes**2)


# %% tags=["wrong", "id:sizes-multiply", "says:sizes multiply"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * B**2 @ sizes


# %% tags=["wrong", "id:not-inverted", "says:not inverted"]
def noise_variance(A, sizes, alpha, s):
    B = np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A)
    return s**2 * B**2 @ (1 / sizes)


# %% tags=["wrong", "id:no-weights", "says:weights of the edges are lost"]
def noise_variance(A, sizes, alpha, s):
    A = np.sign(A)
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) - A))
    return s**2 * B**2 @ (1 / sizes)


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
def noise_variance(A, sizes, alpha, s):
    B = np.linalg.inv(np.eye(len(A)) + (np.diag(A.sum(axis=1)) - A))
    return s**2 * B**2 @ (1 / sizes)
