# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:angle"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    sine = np.sqrt(max(0, min(1, (target - values[1]) / (values[-1] - values[1]))))
    angle = np.arcsin(sine)
    return (np.cos(angle) * U[:, 1] + np.sin(angle) * U[:, -1]).tolist()


# %% tags=["right", "id:bisection-along-an-arc"]
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    U = np.linalg.eigh(L)[1]
    low, high = 0.0, np.pi / 2
    for _ in range(100):
        middle = (low + high) / 2
        w = np.cos(middle) * U[:, 1] - np.sin(middle) * U[:, -1]
        low, high = (middle, high) if w @ L @ w < target else (low, middle)
    return w[:, None]


# %% tags=["right", "id:neighbouring-eigenvectors"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    k = int(np.clip(np.searchsorted(values, target), 2, len(A) - 1))
    while values[k] - values[k - 1] < 1e-9:
        k += 1
    b2 = np.clip((target - values[k - 1]) / (values[k] - values[k - 1]), 0, 1)
    return np.sqrt(1 - b2) * U[:, k - 1] + np.sqrt(b2) * U[:, k]


# %% tags=["right", "id:linear-equations"]
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    values, U = np.linalg.eigh(L)
    squares = np.linalg.solve([[1.0, 1.0], [values[1], values[-1]]], [1.0, target])
    w = U[:, [1, -1]] @ np.sqrt(np.abs(squares))
    return w / np.linalg.norm(w)


# %% tags=["right", "id:minus-signs-and-complex-safe"]
from scipy.linalg import eigh


def with_variation(A, target):
    values, U = eigh(np.diag(A.sum(axis=0)) - A)
    first, last = values[1], values[-1]
    a = np.sqrt(np.maximum(0, last - target) / (last - first))
    b = -np.sqrt(np.maximum(0, target - first) / (last - first))
    return np.matrix(a * U[:, 1] + b * U[:, -1]).T


# %% tags=["wrong", "id:shares-swapped", "says:shares are swapped"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    share = np.clip((target - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(share) * U[:, 1] + np.sqrt(1 - share) * U[:, -1]


# %% tags=["wrong", "id:no-roots", "says:should be their roots"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    share = (values[-1] - target) / (values[-1] - values[1])
    return share * U[:, 1] + (1 - share) * U[:, -1]


# %% tags=["wrong", "id:first-eigenvector", "says:the average of"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    share = np.clip(target / values[-1], 0, 1)
    return np.sqrt(1 - share) * U[:, 0] + np.sqrt(share) * U[:, -1]


# %% tags=["wrong", "id:fiedler-vector-only", "says:lower bound"]
def with_variation(A, target):
    return np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, 1]


# %% tags=["wrong", "id:last-vector-only", "says:upper bound"]
def with_variation(A, target):
    return np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, -1]


# %% tags=["wrong", "id:scaled-to-the-target", "says:the sum of squares"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return np.sqrt(target / values[1]) * U[:, 1]


# %% tags=["wrong", "id:without-coefficients", "says:without coefficients"]
def with_variation(A, target):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return U[:, 1] + U[:, -1]


# %% tags=["wrong", "id:each-edge-twice", "says:the total variation of"]
def with_variation(A, target):
    values, U = np.linalg.eigh(2 * (np.diag(A.sum(axis=1)) - A))
    share = np.clip((values[-1] - target) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(share) * U[:, 1] + np.sqrt(1 - share) * U[:, -1]


# %% tags=["wrong", "id:eigenvectors-of-weights", "says:the average of"]
def with_variation(A, target):
    values, U = np.linalg.eigh(A)
    share = np.clip((values[-1] - target) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(share) * U[:, 1] + np.sqrt(1 - share) * U[:, -1]


# %% tags=["wrong", "id:rows-for-columns", "says:with_variation"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    share = np.clip((values[-1] - target) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(share) * U[1] + np.sqrt(1 - share) * U[-1]
