# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:scaled-features"]
from flcourse.losses import Squared


def prox_step(v, X, y, eta):
    root = np.sqrt(eta)  # in the units v / root every coordinate has the step size 1
    return root * Squared().prox(v / root, X * root, y, 1.0)


# %% tags=["right", "id:ridge-on-residuals"]
from flcourse import erm


def prox_step(v, X, y, eta):
    root = np.sqrt(eta)
    return (v + root * erm.fit(X * root, y - X @ v, 0.5)).tolist()


# %% tags=["right", "id:more-rows"]
def prox_step(v, X, y, eta):
    m, _d = X.shape
    F = np.concatenate([X / np.sqrt(m), np.diag(1 / np.sqrt(2 * eta))])
    t = np.concatenate([y / np.sqrt(m), v / np.sqrt(2 * eta)])
    return np.linalg.lstsq(F, t, rcond=None)[0]


# %% tags=["right", "id:inverse"]
def prox_step(v, X, y, eta):
    H = 2 * X.T @ X / X.shape[0] + np.diag(1 / eta)
    return np.linalg.inv(H) @ (2 * X.T @ y / X.shape[0] + v / eta)


# %% tags=["right", "id:rows-scaled"]
def prox_step(v, X, y, eta):
    m, d = X.shape
    M = np.identity(d) + 2 / m * eta[:, None] * (X.T @ X)
    return np.matrix(np.linalg.solve(M, v + 2 / m * eta * (X.T @ y))).T


# %% tags=["right", "id:small-gradient-steps"]
def prox_step(v, X, y, eta):
    m, _d = X.shape
    H = 2 / m * X.T @ X + np.diag(1 / eta)
    e = np.linalg.eigvalsh(H)
    u = v.copy()
    for _ in range(20_000):
        step = (H @ u - 2 / m * X.T @ y - v / eta) * 2 / (e[0] + e[-1])
        u -= step
        if np.abs(step).max() < 1e-13:
            break
    return u


# %% tags=["wrong", "id:gradient-step", "says:gradient step"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    return v - eta * 2 / len(y) * X.T @ (X @ v - y)


# %% tags=["wrong", "id:least-squares", "says:nothing holds it near v"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    return np.linalg.lstsq(X, y, rcond=None)[0]


# %% tags=["wrong", "id:ridge", "says:pulls to 0"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(2 / m * X.T @ X + np.eye(d) / eta, 2 / m * X.T @ y)


# %% tags=["wrong", "id:eta-for-one-over-eta", "says:pull is eta/2"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(2 / m * X.T @ X + eta * np.eye(d), 2 / m * X.T @ y + eta * v)


# %% tags=["wrong", "id:two-missing", "says:factor 2 of the gradient is missing"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + eta / m * X.T @ X, v + eta / m * X.T @ y)


# %% tags=["wrong", "id:pull-halved", "says:too weak by the factor 2"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 4 * eta / m * X.T @ X, v + 4 * eta / m * X.T @ y)


# %% tags=["wrong", "id:sum-for-mean", "says:factor 1/m"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    d = X.shape[1]
    return np.linalg.solve(np.eye(d) + 2 * eta * X.T @ X, v + 2 * eta * X.T @ y)


# %% tags=["wrong", "id:sign-of-the-gradient", "says:sign of the gradient"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(np.eye(d) - 2 * eta / m * X.T @ X, v - 2 * eta / m * X.T @ y)


# %% tags=["wrong", "id:labels-missing", "says:labels are missing"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 2 * eta / m * X.T @ X, v)


# %% tags=["wrong", "id:change-only", "says:This is the change"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    m, d = X.shape
    new = np.linalg.solve(np.eye(d) + 2 * eta / m * X.T @ X, v + 2 * eta / m * X.T @ y)
    return new - v


# %% tags=["wrong", "id:number-for-identity", "says:identity is missing"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    return np.linalg.solve(1 + 2 * eta / len(y) * X.T @ X, v + 2 * eta / len(y) * X.T @ y)


# %% tags=["wrong", "id:diagonal-only", "says:diagonal of X^T X"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    curvature = 2 * eta / len(y) * np.sum(X**2, axis=0)
    return (v + 2 * eta / len(y) * X.T @ y) / (1 + curvature)


# %% tags=["wrong", "id:two-gradient-steps", "says:predicted place"]
def prox_step(v, X, y, eta):
    eta = eta[0]
    guess = v - eta * 2 / len(y) * X.T @ (X @ v - y)
    return v - eta * 2 / len(y) * X.T @ (X @ guess - y)


# %% tags=["wrong", "id:first-step-size", "says:first step size"]
def prox_step(v, X, y, eta):
    m, d = X.shape
    M = np.eye(d) + 2 * eta[0] / m * X.T @ X
    return np.linalg.solve(M, v + 2 * eta[0] / m * X.T @ y)


# %% tags=["wrong", "id:mean-step-size", "says:mean of the step sizes"]
def prox_step(v, X, y, eta):
    m, d = X.shape
    M = np.eye(d) + 2 * eta.mean() / m * X.T @ X
    return np.linalg.solve(M, v + 2 * eta.mean() / m * X.T @ y)


# %% tags=["wrong", "id:columns-scaled", "says:columns of X^T X"]
def prox_step(v, X, y, eta):
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 2 / m * (X.T @ X) * eta, v + 2 / m * (X.T @ y) * eta)


# %% tags=["wrong", "id:unscaled-gradient-step", "says:gradient step"]
def prox_step(v, X, y, eta):
    return v - eta * (2 / len(y) * X.T @ (X @ v - y))
