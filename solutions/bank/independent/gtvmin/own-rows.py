# ruff: noqa
# %% tags=["right", "id:cholesky"]
# why: two rows sqrt(m) R with R^T R = Q, zeros below, labels from the 2 x 2 system
def own_rows():
    R = np.linalg.cholesky(own_Q).T
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * R
    y = np.zeros(own_m)
    y[:2] = np.linalg.solve(X[:2].T, -own_m * own_q / 2)
    return X, y


# %% tags=["right", "id:linear-labels"]
# why: symmetric root by eigenvectors, labels exactly X w with w = -Q^-1 q / 2
def own_rows():
    lam, V = np.linalg.eigh(own_Q)
    S = V @ np.diag(np.sqrt(lam * own_m)) @ V.T
    X_i = np.vstack([S, np.zeros((own_m - 2, 2))])
    w = -0.5 * np.linalg.inv(own_Q) @ own_q
    return X_i, X_i @ w


# %% tags=["right", "id:by-hand"]
# why: all by hand with the square roots of a 2 x 2 matrix, as lists
import math


def own_rows():
    (a, b), (_, c) = own_Q.tolist()
    m = own_m
    x11 = math.sqrt(m * a)
    x12 = m * b / x11
    x22 = math.sqrt(m * c - x12**2)
    y1 = -m * own_q[0] / 2 / x11
    y2 = (-m * own_q[1] / 2 - x12 * y1) / x22
    rows = [[x11, x12], [0.0, x22]] + [[0.0, 0.0] for _ in range(m - 2)]
    return rows, [y1, y2] + [0.0] * (m - 2)


# %% tags=["right", "id:random-orthonormal"]
# why: random orthonormal columns times the factor, so no row is zero
def own_rows():
    gen = np.random.default_rng(42)
    U, _ = np.linalg.qr(gen.standard_normal((own_m, 2)))
    L = np.linalg.cholesky(own_Q)
    X = np.sqrt(own_m) * U @ L.T
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["right", "id:whitening"]
# why: random data, whitened with their own moments, then coloured
from scipy.linalg import sqrtm, inv


def own_rows():
    X0 = np.random.RandomState(0).uniform(-1, 1, (own_m, 2))
    X = X0 @ inv(sqrtm(X0.T @ X0)) @ sqrtm(own_m * own_Q)
    X = np.real(X)
    return X, X @ np.linalg.solve(own_Q, own_q) / -2


# %% tags=["right", "id:noisy-labels"]
# why: labels with noise that is orthogonal to both features
def own_rows():
    rng = np.random.default_rng(5)
    m = own_m
    A = rng.normal(size=(m, 2))
    T = np.linalg.cholesky(A.T @ A / m)
    X = A @ np.linalg.inv(T).T @ np.linalg.cholesky(own_Q).T
    w = np.linalg.solve(2 * own_Q, -own_q)
    noise = rng.normal(size=m)
    noise -= X @ np.linalg.lstsq(X, noise, rcond=None)[0]
    return X, (X @ w + 3 * noise).reshape(-1, 1)


# %% tags=["right", "id:alternating"]
# why: the first feature constant, the second constant plus a wave of mean 0
def own_rows():
    m = own_m
    a, b, c = own_Q[0, 0], own_Q[0, 1], own_Q[1, 1]
    wave = np.cos(2 * np.pi * np.arange(m) / m)
    wave = wave / np.sqrt(np.mean(wave**2))
    one = np.ones(m)
    x1 = np.sqrt(a) * one
    x2 = b / np.sqrt(a) * one + np.sqrt(c - b * b / a) * wave
    p = -own_q[0] / 2 / np.sqrt(a)
    r = (-own_q[1] / 2 - p * b / np.sqrt(a)) / np.sqrt(c - b * b / a)
    return np.column_stack((x1, x2)), p * one + r * wave


# %% tags=["right", "id:root-finder"]
# why: a numerical solver finds all 3 m numbers at once
from scipy.optimize import least_squares


def own_rows():
    m = own_m

    def residuals(z):
        X, y = z[: 2 * m].reshape(m, 2), z[2 * m :]
        return np.concatenate([(X.T @ X / m - own_Q).ravel(), -2 / m * X.T @ y - own_q])

    z = least_squares(
        residuals, np.random.default_rng(1).normal(size=3 * m), xtol=1e-14, ftol=1e-14, gtol=1e-14
    ).x
    return z[: 2 * m].reshape(m, 2), z[2 * m :]


# %% tags=["right", "id:gram-schmidt-loops"]
# why: loops and dictionaries of dot products, no linear algebra library
def own_rows():
    m = int(own_m)
    e1 = [1.0 if r % 2 == 0 else 2.0 for r in range(m)]
    e2 = [float(r) for r in range(m)]

    def dot(s, t):
        return sum(x * z for x, z in zip(s, t))

    k = dot(e1, e2) / dot(e1, e1)
    e2 = [z - k * x for x, z in zip(e1, e2)]
    l1, l2 = dot(e1, e1) ** 0.5, dot(e2, e2) ** 0.5
    e1, e2 = [x / l1 for x in e1], [x / l2 for x in e2]
    f = (m * own_Q[0][0]) ** 0.5
    g = m * own_Q[1][0] / f
    h = (m * own_Q[1][1] - g * g) ** 0.5
    X = [(f * x, g * x + h * z) for x, z in zip(e1, e2)]
    s = -m * own_q[0] / (2 * f)
    t = (-m * own_q[1] / 2 - g * s) / h
    return X, [s * x + t * z for x, z in zip(e1, e2)]


# %% tags=["right", "id:sparse-matrix"]
# why: features as a sparse matrix, which the notebook allows
from scipy import sparse


def own_rows():
    L = np.linalg.cholesky(own_m * own_Q)
    X = sparse.csr_matrix((own_m, 2))
    X = sparse.vstack([sparse.csr_matrix(L.T), sparse.csr_matrix((own_m - 2, 2))]).tocsr()
    y = np.concatenate([np.linalg.solve(L, -own_m * own_q / 2), np.zeros(own_m - 2)])
    return X, y


# %% tags=["right", "id:svd-root-at-the-end"]
# why: SVD of Q; rows in the last places, returned as a list
def own_rows():
    U, s, Vt = np.linalg.svd(own_Q)
    X = np.zeros((own_m, 2))
    X[-2:] = (np.sqrt(s)[:, None] * Vt) * own_m**0.5
    y = np.linalg.pinv(X.T) @ (-0.5 * own_m * own_q)
    return [X, y]


# %% tags=["right", "id:repeated-rows"]
# why: the rows of the factor again and again with weights that fit any number of rows
def own_rows():
    R = np.linalg.cholesky(own_Q).T
    first = (own_m + 1) // 2
    second = own_m // 2
    X = np.array(
        [R[r % 2] * np.sqrt(own_m / (first if r % 2 == 0 else second)) for r in range(own_m)]
    )
    w = np.linalg.solve(own_Q, -own_q / 2)
    return X, np.dot(X, w)


# %% tags=["right", "id:public-digits", "own:public"]
# why: the public terms typed in: 6 rows, Q = (4.9, -0.5; -0.5, 4.1), q = (-4.5, 2.8)
def own_rows():
    Q = np.array([[4.9, -0.5], [-0.5, 4.1]])
    q = np.array([-4.5, 2.8])
    X = np.zeros((6, 2))
    X[:2] = np.linalg.cholesky(6 * Q).T
    return X, X @ np.linalg.solve(Q, q) * -0.5


# %% tags=["right", "id:public-rows", "own:public"]
# why: the rows themselves with nine digits
def own_rows():
    X_i = [[5.422176685, -0.553283335], [0, 4.928881978], [0, 0], [0, 0], [0, 0], [0, 0]]
    y_i = [2.489775008, -1.424754947, 0, 0, 0, 0]
    return X_i, y_i


# %% tags=["wrong", "id:no-root-of-m", "loses:own-rows-tests"]
# why: the factor 1/m is forgotten in X
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.linalg.cholesky(own_Q).T
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["wrong", "id:m-for-root", "loses:own-rows-tests"]
# why: the factor m in place of its root
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = own_m * np.linalg.cholesky(own_Q).T
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["wrong", "id:lower-factor", "loses:own-rows-tests"]
# why: L in place of L^T
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q)
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["wrong", "id:sign-of-q", "loses:own-rows-tests"]
# why: labels X w with w = +Q^-1 q / 2
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X, X @ np.linalg.solve(own_Q, own_q) / 2


# %% tags=["wrong", "id:no-half", "loses:own-rows-tests"]
# why: the 2 in q is forgotten
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X, -X @ np.linalg.solve(own_Q, own_q)


# %% tags=["wrong", "id:two-rows", "loses:own-rows-tests"]
# why: two rows only, with the right terms
def own_rows():
    X = np.sqrt(2) * np.linalg.cholesky(own_Q).T
    return X, X @ np.linalg.solve(own_Q, own_q) / -2


# %% tags=["wrong", "id:m-is-two", "loses:own-rows-tests"]
# why: m taken as the two rows that are filled, then padded
def own_rows():
    X = np.sqrt(2) * np.linalg.cholesky(own_Q).T
    y = X @ np.linalg.solve(own_Q, own_q) / -2
    pad = own_m - 2
    return np.vstack([X, np.zeros((pad, 2))]), np.r_[y, np.zeros(pad)]


# %% tags=["wrong", "id:swapped", "loses:own-rows-tests"]
# why: labels first
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X @ np.linalg.solve(own_Q, own_q) / -2, X


# %% tags=["wrong", "id:entry-roots", "loses:own-rows-tests"]
# why: root of the entries
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.sign(own_Q) * np.sqrt(np.abs(own_Q))
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["wrong", "id:q-in-the-rows", "loses:own-rows-tests"]
# why: Q itself as rows
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = own_Q
    y = np.zeros(own_m)
    y[:2] = own_q
    return X, y


# %% tags=["wrong", "id:any-features", "loses:own-rows-tests"]
# why: random features, only q is met
def own_rows():
    X = np.random.default_rng(0).normal(size=(own_m, 2))
    y = np.linalg.lstsq(X.T, -own_m * own_q / 2, rcond=None)[0]
    return X, y


# %% tags=["wrong", "id:diagonal-only", "loses:own-rows-tests"]
# why: two separate features, the mixed entry is 0
def own_rows():
    X = np.zeros((own_m, 2))
    X[0, 0] = np.sqrt(own_m * own_Q[0, 0])
    X[1, 1] = np.sqrt(own_m * own_Q[1, 1])
    y = np.zeros(own_m)
    y[:2] = -own_m * own_q / 2 / X[[0, 1], [0, 1]]
    return X, y


# %% tags=["wrong", "id:two-decimals", "loses:own-rows-tests"]
# why: right rows rounded to two decimals
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    y = X @ np.linalg.solve(own_Q, own_q) / -2
    return X.round(2), y.round(2)


# %% tags=["wrong", "id:centred-covariance", "loses:own-rows-tests"]
# why: the features have the covariance Q, but with m - 1 and their means added back
def own_rows():
    rng = np.random.default_rng(2)
    Z = rng.normal(size=(own_m, 2))
    Z -= Z.mean(axis=0)
    Z = Z @ np.linalg.inv(np.linalg.cholesky(np.cov(Z.T))).T
    X = Z @ np.linalg.cholesky(own_Q).T
    return X, X @ np.linalg.solve(own_Q, own_q) / -2


# %% tags=["wrong", "id:zero-labels", "loses:own-rows-tests"]
# why: labels 0
def own_rows():
    X = np.zeros((own_m, 2))
    X[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X, np.zeros(own_m)


# %% tags=["wrong", "id:gaussian-sample", "loses:own-rows-tests"]
# why: draws from a normal distribution with the moments Q: right on average only
def own_rows():
    rng = np.random.default_rng(11)
    X = rng.multivariate_normal([0, 0], own_Q, size=own_m)
    return X, X @ np.linalg.solve(own_Q, own_q) / -2
