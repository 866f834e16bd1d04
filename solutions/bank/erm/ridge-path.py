# ruff: noqa: F811, F821, RET503 -- answers as students write them, to one task
# %% tags=["right", "id:more-rows"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    t = np.hstack([y, np.zeros(d)])
    W = []
    for alpha in alphas:
        F = np.vstack([X, np.sqrt(alpha * m) * np.eye(d)])
        W.append(np.linalg.lstsq(F, t, rcond=None)[0].tolist())
    return W


# %% tags=["right", "id:singular-values"]
def ridge_path(X, y, alphas):
    m = len(y)
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return (s / (s**2 + m * alphas[:, None]) * (U.T @ y)) @ Vt


# %% tags=["right", "id:one-eigen-decomposition"]
def ridge_path(X, y, alphas):
    m = X.shape[0]
    eigenvalues, V = np.linalg.eigh(X.T @ X / m)
    coordinates = V.T @ (X.T @ y) / m
    return np.stack([V @ (coordinates / (eigenvalues + alpha)) for alpha in alphas])


# %% tags=["right", "id:inverse-and-matrix"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    columns = [np.linalg.inv(X.T @ X + alpha * m * np.eye(d)) @ X.T @ y for alpha in alphas]
    return np.matrix(columns)


# %% tags=["right", "id:cholesky"]
from scipy.linalg import cho_factor, cho_solve


def ridge_path(X, y, alphas):
    W = np.zeros((len(alphas), X.shape[1]))
    for k in range(len(alphas)):
        Q = X.T @ X / len(X)
        Q[np.diag_indices_from(Q)] += alphas[k]
        W[k] = cho_solve(cho_factor(Q), X.T @ y / len(X))
    return W


# %% tags=["wrong", "id:package", "says:flcourse.erm.fit"]
from flcourse import erm


def ridge_path(X, y, alphas):
    return [erm.fit(X, y, alpha) for alpha in alphas]


# %% tags=["right", "id:all-systems-at-once"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    systems = X.T @ X / m + np.multiply.outer(alphas, np.eye(d))
    right = np.broadcast_to((X.T @ y / m)[:, None], (len(alphas), d, 1))
    return np.linalg.solve(systems, right)


# %% tags=["right", "id:conjugate-gradients"]
from scipy.sparse.linalg import cg


def ridge_path(X, y, alphas):
    m, d = X.shape
    return np.array(
        [cg(X.T @ X / m + a * np.eye(d), X.T @ y / m, rtol=1e-10, maxiter=1000)[0] for a in alphas]
    )


# %% tags=["right", "id:gradient-descent"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    W = np.zeros((len(alphas), d))
    for k, alpha in enumerate(alphas):
        Q = X.T @ X / m + alpha * np.eye(d)
        eigenvalues = np.linalg.eigvalsh(Q)
        for _ in range(5000):
            W[k] -= (Q @ W[k] - X.T @ y / m) * 2 / (eigenvalues[0] + eigenvalues[-1])
    return W


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
def ridge_path(X, y, alphas):
    return [np.linalg.lstsq(X, y, rcond=None)[0] for _ in alphas]


# %% tags=["wrong", "id:sum-of-squares", "says:factor 1/m is missing"]
def ridge_path(X, y, alphas):
    d = X.shape[1]
    return [np.linalg.solve(X.T @ X + alpha * np.eye(d), X.T @ y) for alpha in alphas]


# %% tags=["wrong", "id:scikit-learn-scaling", "says:factor 1/m is missing"]
from sklearn.linear_model import Ridge


def ridge_path(X, y, alphas):
    return [Ridge(alpha=alpha, fit_intercept=False).fit(X, y).coef_ for alpha in alphas]


# %% tags=["wrong", "id:m-twice", "says:alpha is multiplied by m"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m + m * a * np.eye(d), X.T @ y / m) for a in alphas]


# %% tags=["wrong", "id:alpha-doubled", "says:alpha is doubled"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m + 2 * a * np.eye(d), X.T @ y / m) for a in alphas]


# %% tags=["wrong", "id:alpha-halved", "says:alpha is halved"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(2 / m * X.T @ X + a * np.eye(d), 2 / m * X.T @ y) for a in alphas]


# %% tags=["wrong", "id:alpha-squared", "says:alpha is squared"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    t = np.concatenate([y, np.zeros(d)])
    return [
        np.linalg.lstsq(np.vstack([X, a * np.sqrt(m) * np.eye(d)]), t, rcond=None)[0]
        for a in alphas
    ]


# %% tags=["wrong", "id:plus-a-number", "says:every entry"]
def ridge_path(X, y, alphas):
    m = len(y)
    return [np.linalg.solve(X.T @ X / m + alpha, X.T @ y / m) for alpha in alphas]


# %% tags=["wrong", "id:first-parameter-free", "says:first parameter is not penalised"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    penalty = np.eye(d)
    penalty[0, 0] = 0
    return [np.linalg.solve(X.T @ X / m + a * penalty, X.T @ y / m) for a in alphas]


# %% tags=["wrong", "id:minus", "says:penalty is subtracted"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m - a * np.eye(d), X.T @ y / m) for a in alphas]


# %% tags=["wrong", "id:shrunk-evenly", "says:divided by 1 + alpha"]
def ridge_path(X, y, alphas):
    w = np.linalg.lstsq(X, y, rcond=None)[0]
    return w / (1 + alphas[:, None])


# %% tags=["wrong", "id:sorted", "says:sorted by alpha"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m + a * np.eye(d), X.T @ y / m) for a in sorted(alphas)]


# %% tags=["wrong", "id:transposed", "says:Rows and columns are swapped"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    W = [np.linalg.solve(X.T @ X / m + a * np.eye(d), X.T @ y / m) for a in alphas]
    return np.array(W).T


# %% tags=["wrong", "id:first-alpha-only", "says:one for each alpha"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    for alpha in alphas:
        return np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ y / m)


# %% tags=["wrong", "id:sign", "says:sign is flipped"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m + a * np.eye(d), -X.T @ y / m) for a in alphas]


# %% tags=["wrong", "id:right-side-doubled", "says:too large by the factor 2"]
def ridge_path(X, y, alphas):
    m, d = X.shape
    return [np.linalg.solve(X.T @ X / m + a * np.eye(d), 2 / m * X.T @ y) for a in alphas]
