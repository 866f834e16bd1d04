# ruff: noqa
# %% tags=["right", "id:direct"]
def prox_step(v, X, y, eta):
    m, d = X.shape
    D = np.diag(eta)
    return np.linalg.solve(np.eye(d) + 2 / m * D @ X.T @ X, v + 2 / m * D @ X.T @ y)


# %% tags=["right", "id:symmetric-cholesky"]
import scipy.linalg


def prox_step(v, X, y, eta):
    m = len(y)
    H = 2 / m * X.T @ X + np.diag(1 / eta)
    return scipy.linalg.cho_solve(scipy.linalg.cho_factor(H), 2 / m * X.T @ y + v / eta)


# %% tags=["right", "id:invented-rows"]
def prox_step(v, X, y, eta):
    # minimises L(u) + sum_a (u_a - v_a)^2 / (2 eta_a) as one least squares problem
    m = X.shape[0]
    pull = 1 / np.sqrt(2 * eta)
    rows = np.vstack([X / np.sqrt(m), np.diag(pull)])
    labels = np.concatenate([y / np.sqrt(m), pull * v])
    return np.linalg.lstsq(rows, labels, rcond=None)[0]


# %% tags=["right", "id:newton"]
def prox_step(v, X, y, eta):
    """One Newton step is exact for a quadratic function."""
    gradient_at_v = 2 * X.T @ (X @ v - y) / len(y)
    hessian = 2 * X.T @ X / len(y) + np.diag(1.0 / eta)
    return v - np.linalg.inv(hessian) @ gradient_at_v


# %% tags=["right", "id:woodbury"]
def prox_step(v, X, y, eta):
    m = len(y)
    XD = X * eta  # columns scaled by the step sizes
    inner = np.linalg.solve(m / 2 * np.eye(m) + XD @ X.T, y - X @ v)
    return v + XD.T @ inner


# %% tags=["right", "id:kalman-rows"]
def prox_step(v, X, y, eta):
    """Recursive least squares: v is a prior with covariance diag(eta), noise variance m/2."""
    u, P, noise = np.array(v, dtype=float), np.diag(np.asarray(eta, dtype=float)), len(y) / 2
    for x, label in zip(X, y):
        gain = P @ x / (noise + x @ P @ x)
        u = u + gain * (label - x @ u)
        P = P - np.outer(gain, x @ P)
        P = (P + P.T) / 2
    return u


# %% tags=["right", "id:rescaled-eigenvectors"]
def prox_step(v, X, y, eta):
    # coordinates u_a / sqrt(eta_a) have the common step size 1
    root = np.sqrt(eta)
    Z = X * root
    values, U = np.linalg.eigh(Z.T @ Z / len(y))
    rhs = v / root + 2 / len(y) * Z.T @ y
    return root * (U @ ((U.T @ rhs) / (1 + 2 * values)))


# %% tags=["right", "id:elimination-pure-python"]
def prox_step(v, X, y, eta):
    m, d = len(y), len(v)
    T = []
    for a in range(d):
        row = [
            2 * float(eta[a]) / m * sum(float(X[r][a]) * float(X[r][b]) for r in range(m))
            for b in range(d)
        ]
        row[a] += 1.0
        row.append(
            float(v[a])
            + 2 * float(eta[a]) / m * sum(float(X[r][a]) * float(y[r]) for r in range(m))
        )
        T.append(row)
    for c in range(d):
        pivot = max(range(c, d), key=lambda r: abs(T[r][c]))
        T[c], T[pivot] = T[pivot], T[c]
        for r in range(d):
            if r != c:
                f = T[r][c] / T[c][c]
                T[r] = [s - f * t for s, t in zip(T[r], T[c])]
    return np.array([T[a][d] / T[a][a] for a in range(d)])


# %% tags=["right", "id:lsq-linear-column"]
from scipy.optimize import lsq_linear


def prox_step(v, X, y, eta):
    eta = np.ravel(eta)
    A = np.vstack([np.sqrt(2 / len(y)) * X, np.diag(eta**-0.5)])
    b = np.concatenate([np.sqrt(2 / len(y)) * np.ravel(y), np.ravel(v) * eta**-0.5])
    return lsq_linear(A, b, method="bvls", lsq_solver="exact").x.reshape(-1, 1)


# %% tags=["right", "id:step-not-place"]
def prox_step(v, X, y, eta):
    """Solves for the step delta = v_plus - v and checks the definition."""
    grad = lambda u: 2 / X.shape[0] * X.T @ (X @ u - y)
    E = np.asarray(eta, float)[:, None]
    delta = np.linalg.solve(np.eye(len(v)) + E * (2 / len(y) * X.T @ X), -eta * grad(v))
    v_plus = v + delta
    assert np.allclose(
        v_plus, v - eta * grad(v_plus), atol=1e-4 * (1 + np.abs(eta * grad(v)).max())
    )
    return v_plus


# %% tags=["wrong", "id:gradient-step", "loses:prox-step-tests"]
# why: the slope at v, not at v_plus: the ordinary gradient step.
def prox_step(v, X, y, eta):
    gradient = 2 / len(y) * X.T @ (X @ v - y)
    return v - eta * gradient


# %% tags=["wrong", "id:without-two", "loses:prox-step-tests"]
# why: the gradient of L lacks its factor 2.
def prox_step(v, X, y, eta):
    m, d = X.shape
    D = np.diag(eta)
    return np.linalg.solve(np.eye(d) + D @ X.T @ X / m, v + D @ X.T @ y / m)


# %% tags=["wrong", "id:sum-of-squares", "loses:prox-step-tests"]
# why: L is the mean of the squares; 1/m is forgotten.
def prox_step(v, X, y, eta):
    D = np.diag(eta)
    return np.linalg.solve(np.eye(len(v)) + 2 * D @ X.T @ X, v + 2 * D @ X.T @ y)


# %% tags=["wrong", "id:mean-step-size", "loses:prox-step-tests"]
# why: one step size, the mean, for all; every coordinate has one of its own.
def prox_step(v, X, y, eta):
    m, d = X.shape
    e = np.mean(eta)
    return np.linalg.solve(np.eye(d) + 2 * e / m * X.T @ X, v + 2 * e / m * X.T @ y)


# %% tags=["wrong", "id:columns-scaled", "loses:prox-step-tests"]
# why: X^T X * eta scales the columns; the rows (the equations) have the step sizes.
def prox_step(v, X, y, eta):
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 2 / m * X.T @ X * eta, v + 2 / m * eta * (X.T @ y))


# %% tags=["wrong", "id:right-side-without-eta", "loses:prox-step-tests"]
# why: the step sizes are missing on the right-hand side of the system.
def prox_step(v, X, y, eta):
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 2 / m * np.diag(eta) @ X.T @ X, v + 2 / m * X.T @ y)


# %% tags=["wrong", "id:uphill", "loses:prox-step-tests"]
# why: the sign of the gradient is wrong: v_plus = v + eta grad(v_plus).
def prox_step(v, X, y, eta):
    m, d = X.shape
    D = np.diag(eta)
    return np.linalg.solve(np.eye(d) - 2 / m * D @ X.T @ X, v - 2 / m * D @ X.T @ y)


# %% tags=["wrong", "id:fixed-point-iteration", "loses:prox-step-tests"]
# why: repeats v_plus <- v - eta grad(v_plus) ten times; that runs away for long steps, and is inexact for short ones.
def prox_step(v, X, y, eta):
    u = v
    for _ in range(10):
        u = v - eta * (2 / len(y) * X.T @ (X @ u - y))
    return u


# %% tags=["wrong", "id:extragradient", "loses:prox-step-tests"]
# why: takes the slope where the gradient step would arrive, not where the proximal step itself arrives.
def prox_step(v, X, y, eta):
    grad = lambda u: 2 / len(y) * X.T @ (X @ u - y)
    return v - eta * grad(v - eta * grad(v))


# %% tags=["wrong", "id:penalty-doubled", "loses:prox-step-tests"]
# why: minimises L(u) + |u - v|^2 / eta; the penalty is 1/(2 eta).
def prox_step(v, X, y, eta):
    m = len(y)
    return np.linalg.solve(X.T @ X / m + np.diag(1 / eta), X.T @ y / m + v / eta)


# %% tags=["wrong", "id:least-squares", "loses:prox-step-tests"]
# why: returns the minimum of L, as if the step sizes were infinite.
def prox_step(v, X, y, eta):
    return np.linalg.lstsq(X, y, rcond=None)[0]


# %% tags=["wrong", "id:coordinate-by-coordinate", "loses:prox-step-tests"]
# why: solves each coordinate alone with the others at v; the equations must hold together at v_plus.
def prox_step(v, X, y, eta):
    m = len(y)
    H = 2 / m * X.T @ X
    g = H @ v - 2 / m * X.T @ y
    return v - eta * g / (1 + eta * np.diag(H))


# %% tags=["wrong", "id:one-sweep", "loses:prox-step-tests"]
# why: one sweep over the coordinates; the first ones use a slope that is not that of v_plus.
def prox_step(v, X, y, eta):
    m = len(y)
    u = np.array(v, dtype=float)
    H, b = 2 / m * X.T @ X, 2 / m * X.T @ y
    for a in range(len(u)):
        rest = H[a] @ u - H[a, a] * u[a] - b[a]
        u[a] = (v[a] - eta[a] * rest) / (1 + eta[a] * H[a, a])
    return u


# %% tags=["wrong", "id:pull-to-zero", "loses:prox-step-tests"]
# why: the penalty pulls to 0 (ridge regression), not to v.
def prox_step(v, X, y, eta):
    m = len(y)
    return np.linalg.solve(2 / m * X.T @ X + np.diag(1 / eta), 2 / m * X.T @ y)


# %% tags=["wrong", "id:first-step-size", "loses:prox-step-tests"]
# why: uses eta[0] for the matrix and eta for the right side, so unlike step sizes do not satisfy the equations.
def prox_step(v, X, y, eta):
    m, d = X.shape
    return np.linalg.solve(np.eye(d) + 2 * eta[0] / m * X.T @ X, v + 2 / m * eta * (X.T @ y))
