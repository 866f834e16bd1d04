# ruff: noqa
# %% tags=["right", "id:upper-factor"]
import scipy.linalg


def own_rows():
    R = scipy.linalg.cholesky(own_m * own_Q)
    X = np.vstack([R, np.zeros((own_m - 2, 2))])
    w = np.linalg.solve(own_Q, own_q) / -2
    return X, X @ w


# %% tags=["right", "id:eigenvectors-as-rows"]
def own_rows():
    lam, V = np.linalg.eigh(own_Q)
    X = np.zeros((own_m, 2))
    for k in range(2):
        X[k] = np.sqrt(lam[k] * own_m) * V[:, k]
    y = np.zeros(own_m)
    for k in range(2):  # X.T @ y = -m/2 q, in the basis of the eigenvectors
        y[k] = -own_m / 2 * (V[:, k] @ own_q) / np.sqrt(lam[k] * own_m)
    return X, y


# %% tags=["right", "id:svd-of-noise"]
def own_rows():
    noise = np.random.default_rng(0).normal(size=(own_m, 2))
    U = np.linalg.svd(noise, full_matrices=False)[0]
    lam, V = np.linalg.eigh(own_Q)
    root = V @ np.diag(np.sqrt(lam)) @ V.T
    X = np.sqrt(own_m) * U @ root
    return X, X @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["right", "id:least-squares-for-labels"]
def own_rows():
    X = np.zeros((own_m, 2))
    X[1:3] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    y, *_ = np.linalg.lstsq(X.T, -own_m * own_q / 2)
    return X, y


# %% tags=["right", "id:pair-repeated-where-even"]
def own_rows():
    # as many copies of two rows as there is room for
    copies = own_m // 2
    R = np.linalg.cholesky(own_Q * own_m / copies).T
    X = np.concatenate([np.tile(R, (copies, 1)), np.zeros((own_m - 2 * copies, 2))])
    return X, X @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["right", "id:three-by-hand"]
def own_rows():
    from math import sqrt

    a, b, c = own_Q[0, 0] * own_m, own_Q[0, 1] * own_m, own_Q[1, 1] * own_m
    s = 1.0 if b > 0 else -1.0
    # one row (r, s r) brings b, two more what is missing on the diagonal
    r = sqrt(abs(b))
    rows = [[r, s * r], [sqrt(a - abs(b)), 0.0], [0.0, sqrt(c - abs(b))]]
    rows += [[0.0, 0.0] for _ in range(own_m - 3)]
    X = np.array(rows)
    return X, X @ np.linalg.inv(X.T @ X) @ (-own_m / 2 * own_q)


# %% tags=["right", "id:root-finder"]
from scipy.optimize import least_squares


def own_rows():
    """Solves for all numbers at once."""

    def off(z):
        X, y = z[: 2 * own_m].reshape(own_m, 2), z[2 * own_m :]
        Q, q = X.T @ X / own_m, -2 / own_m * X.T @ y
        return np.concatenate([(Q - own_Q)[np.triu_indices(2)], q - own_q])

    start = np.random.default_rng(1).normal(size=3 * own_m)
    z = least_squares(off, start, xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    return z[: 2 * own_m].reshape(own_m, 2), z[2 * own_m :]


# %% tags=["right", "id:lists"]
def own_rows():
    L = np.linalg.cholesky(own_m * own_Q)
    X = [[L[0, 0], L[1, 0]], [L[0, 1], L[1, 1]]]
    target = [-own_m / 2 * v for v in own_q]
    y0 = target[0] / L[0, 0]
    y1 = (target[1] - L[1, 0] * y0) / L[1, 1]
    y = [y0, y1]
    while len(X) < own_m:
        X.append([0, 0])
        y.append(20.0)  # a row of zeros tells nothing of its label
    return X, y


# %% tags=["wrong", "id:without-m", "loses:own-rows-tests"]
# why: X^T X is own_Q itself, so Q_i is own_Q / m.
def own_rows():
    R = np.linalg.cholesky(own_Q).T
    X = np.vstack([R, np.zeros((own_m - 2, 2))])
    return X, X @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:lower-factor", "loses:own-rows-tests"]
# why: numpy's factor L has L L^T = Q; as rows it gives L^T L.
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_m * own_Q)
    return X, X @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:random", "loses:own-rows-tests"]
# why: random features; only the labels are made to fit.
def own_rows():
    X = np.random.default_rng(0).normal(size=(own_m, 2))
    return X, np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]


# %% tags=["wrong", "id:plus-q", "loses:own-rows-tests"]
# why: the minus sign of q_i is lost.
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_m * own_Q).T
    return X, X @ np.linalg.solve(own_Q, own_q / 2)


# %% tags=["wrong", "id:solution-as-labels", "loses:own-rows-tests"]
# why: returns the minimiser as labels, two numbers for own_m rows.
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_m * own_Q).T
    return X, np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:one-row-too-many", "loses:own-rows-tests"]
# why: appends own_m rows of zeros to the two rows.
def own_rows():
    X = np.vstack([np.linalg.cholesky(own_m * own_Q).T, np.zeros((own_m, 2))])
    return X, X @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:labels-first", "loses:own-rows-tests"]
# why: the results come in the other order.
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_m * own_Q).T
    return X @ np.linalg.solve(own_Q, -own_q / 2), X


# %% tags=["wrong", "id:three-digits", "loses:own-rows-tests"]
# why: rounds to three digits; at least seven are asked.
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_m * own_Q).T
    y = X @ np.linalg.solve(own_Q, -own_q / 2)
    return np.round(X, 2), np.round(y, 2)


# %% tags=["wrong", "id:fixed-four-rows", "loses:own-rows-tests"]
# why: an example with four rows that has nothing to do with own_Q.
def own_rows():
    return np.array([[1.0, 0.0], [1.0, 2.0], [1.0, 4.0], [1.0, 6.0]]), np.array(
        [1.0, 3.0, 5.0, 11.0]
    )
