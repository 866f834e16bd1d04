# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:inverse-of-the-doubled-matrix"]
def solve(Q, q):
    return np.linalg.inv(2 * Q) @ -q


# %% tags=["right", "id:lu"]
def solve(Q, q):
    return np.linalg.solve(Q, -q / 2).tolist()


# %% tags=["right", "id:cholesky"]
from scipy.linalg import cho_factor, cho_solve


def solve(Q, q):
    return cho_solve(cho_factor(Q), -0.5 * q).reshape(-1, 1)


# %% tags=["right", "id:sparse-lu"]
from scipy import sparse
from scipy.sparse.linalg import spsolve


def solve(Q, q):
    return spsolve(sparse.csr_matrix(Q), -q / 2)


# %% tags=["right", "id:spsolve-of-dense-warns"]
from scipy.sparse.linalg import spsolve


def solve(Q, q):
    return spsolve(Q, -q / 2)


# %% tags=["right", "id:least-squares"]
def solve(Q, q):
    return np.linalg.lstsq(Q, -q / 2, rcond=None)[0]


# %% tags=["right", "id:pseudo-inverse"]
def solve(Q, q):
    return np.linalg.pinv(Q).dot(q[:, None]) / -2


# %% tags=["right", "id:eigen-decomposition"]
def solve(Q, q):
    eigenvalues, U = np.linalg.eigh(Q)
    return U @ ((U.T @ q) / (-2 * eigenvalues))


# %% tags=["right", "id:conjugate-gradients"]
from scipy.sparse.linalg import cg


def solve(Q, q):
    w, _ = cg(Q, -q / 2, rtol=1e-8)
    return w


# %% tags=["right", "id:gradient-descent"]
def solve(Q, q):
    eigenvalues = np.linalg.eigvalsh(Q)
    w = np.zeros(len(q))
    while np.linalg.norm(Q @ w + q / 2) > 1e-7 * np.linalg.norm(q / 2):
        w -= (2 * Q @ w + q) / (eigenvalues[0] + eigenvalues[-1])
    return w


# %% tags=["right", "id:gauss-in-place"]
def solve(Q, q):
    b = -q / 2
    for i in range(len(b)):
        for j in range(i + 1, len(b)):
            factor = Q[j, i] / Q[i, i]
            Q[j] -= factor * Q[i]
            b[j] -= factor * b[i]
    for i in reversed(range(len(b))):
        b[i] = (b[i] - Q[i, i + 1 :] @ b[i + 1 :]) / Q[i, i]
    return b


# %% tags=["right", "id:numpy-matrix"]
def solve(Q, q):
    return np.matrix(Q).I * np.matrix(-q / 2).T


# %% tags=["wrong", "id:sign", "says:sign of q is lost"]
def solve(Q, q):
    return np.linalg.inv(Q) @ q / 2


# %% tags=["wrong", "id:half-lost", "says:1/2 is lost"]
def solve(Q, q):
    return -np.linalg.inv(Q) @ q


# %% tags=["wrong", "id:sign-and-half-lost", "says:sign and the factor 1/2"]
def solve(Q, q):
    return np.linalg.solve(Q, q)


# %% tags=["wrong", "id:quarter", "says:not 1/4"]
def solve(Q, q):
    return np.linalg.solve(2 * Q, -q / 2)


# %% tags=["wrong", "id:times-two", "says:not 2"]
def solve(Q, q):
    return np.linalg.solve(Q, -2 * q)


# %% tags=["wrong", "id:not-inverted", "says:multiplies by Q"]
def solve(Q, q):
    return -Q @ q / 2


# %% tags=["wrong", "id:diagonal-only", "says:diagonal"]
def solve(Q, q):
    return -q / 2 / np.diag(Q)


# %% tags=["wrong", "id:entrywise-inverse", "says:not the inverse matrix"]
def solve(Q, q):
    return -(Q**-1.0) @ q / 2


# %% tags=["wrong", "id:star-for-product", "says:use @"]
def solve(Q, q):
    return -np.linalg.inv(Q) * q / 2


# %% tags=["wrong", "id:ridge", "says:solve"]
def solve(Q, q):
    return np.linalg.solve(Q + 1e-2 * np.eye(len(q)), -q / 2)


# %% tags=["wrong", "id:too-few-steps", "says:solve"]
def solve(Q, q):
    w = np.zeros(len(q))
    for _ in range(20):
        w -= 0.1 * (2 * Q @ w + q)
    return w


# %% tags=["wrong", "id:gradient-at-zero", "says:solve"]
def solve(Q, q):
    return q.copy()


# %% tags=["wrong", "id:rounded", "says:relative residual"]
def solve(Q, q):
    return np.round(np.linalg.solve(Q, -q / 2), 3)


# %% tags=["wrong", "id:complex", "says:complex"]
def solve(Q, q):
    return np.linalg.solve(Q.astype(complex), -q / 2)


# %% tags=["wrong", "id:returns-the-inverse", "says:matrix"]
def solve(Q, q):
    return np.linalg.inv(Q)


# %% tags=["wrong", "id:prints-instead-of-returning", "says:return"]
def solve(Q, q):
    print(np.linalg.solve(Q, -q / 2))


# %% tags=["wrong", "id:a-hundred-steps", "says:relative residual"]
def solve(Q, q):
    w = np.zeros(len(q))
    values = np.linalg.eigvalsh(Q)
    for _ in range(100):
        w = w - (2 * Q @ w + q) / (values[0] + values[-1])
    return w
