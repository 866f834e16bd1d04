# ruff: noqa
# %% tags=["right", "id:formula"]
def local_terms(X_i, y_i):
    m_i = len(y_i)
    Q_i = X_i.T @ X_i / m_i
    q_i = -2 / m_i * X_i.T @ y_i
    return Q_i, q_i


# %% tags=["right", "id:loops"]
def local_terms(X_i, y_i):
    m, d = X_i.shape
    Q = np.zeros((d, d))
    q = np.zeros(d)
    for r in range(m):
        for a in range(d):
            q[a] -= 2 * X_i[r, a] * y_i[r] / m
            for b in range(d):
                Q[a, b] += X_i[r, a] * X_i[r, b] / m
    return Q, q


# %% tags=["right", "id:einsum"]
def local_terms(X_i, y_i):
    return (
        np.einsum("ra,rb->ab", X_i, X_i) / X_i.shape[0],
        np.einsum("ra,r->a", X_i, y_i) * (-2.0 / X_i.shape[0]),
    )


# %% tags=["right", "id:outer-mean"]
def local_terms(X_i, y_i):
    Q_i = np.mean([np.outer(x, x) for x in X_i], axis=0)
    q_i = -2 * np.mean([label * x for x, label in zip(X_i, y_i)], axis=0)
    return Q_i, q_i


# %% tags=["right", "id:augmented"]
def local_terms(X_i, y_i):
    """The Gram matrix of (X, y) holds both."""
    Z = np.column_stack([X_i, y_i])
    G = Z.T @ Z / len(Z)
    return G[:-1, :-1], -2 * G[:-1, -1]


# %% tags=["right", "id:column-vector"]
def local_terms(X_i, y_i):
    X = np.array(X_i, dtype=float)
    y = np.array(y_i, dtype=float).reshape(-1, 1)
    m = X.shape[0]
    return [np.dot(X.T, X) / m, -(2 / m) * np.dot(X.T, y)]  # q is (d, 1)


# %% tags=["right", "id:scaled-rows"]
def local_terms(X_i, y_i):
    root = np.sqrt(len(X_i))
    Xs, ys = X_i / root, y_i / root
    return np.matmul(Xs.transpose(), Xs), np.negative(2 * (ys @ Xs))


# %% tags=["right", "id:by-differences"]
def local_terms(X_i, y_i):
    # L_i is quadratic, so values at 0, e_a and e_a + e_b determine it
    d = X_i.shape[1]
    E = np.eye(d)
    loss = lambda w: np.mean((y_i - X_i @ w) ** 2)
    zero = loss(np.zeros(d))
    q = np.array([(loss(e) - loss(-e)) / 2 for e in E])
    Q = np.array([[(loss(e + f) - loss(e) - loss(f) + zero) / 2 for f in E] for e in E])
    return Q, q


# %% tags=["right", "id:svd"]
def local_terms(X_i, y_i):
    U, s, Vt = np.linalg.svd(X_i, full_matrices=False)
    m = len(y_i)
    return (Vt.T * s**2) @ Vt / m, -2 / m * (Vt.T @ (s * (U.T @ y_i)))


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp


def local_terms(X_i, y_i):
    X = sp.csr_array(X_i)
    m = X.shape[0]
    return (X.T @ X) / m, -2 * (X.T @ y_i) / m


# %% tags=["right", "id:blas-upper"]
def local_terms(X_i, y_i):
    d = X_i.shape[1]
    Q = np.empty((d, d))
    for a in range(d):
        for b in range(a, d):
            Q[a, b] = Q[b, a] = np.vdot(X_i[:, a], X_i[:, b]) / len(X_i)
    q = np.array([-2 * np.average(X_i[:, a] * y_i) for a in range(d)])
    print(Q.shape, q.shape)
    return Q, q


# %% tags=["wrong", "id:sum", "loses:local-terms-tests"]
# why: 1/m_i is missing in both, the loss is the mean.
def local_terms(X_i, y_i):
    return X_i.T @ X_i, -2 * X_i.T @ y_i


# %% tags=["wrong", "id:sign", "loses:local-terms-tests"]
# why: q_i without its minus sign.
def local_terms(X_i, y_i):
    m = len(y_i)
    return X_i.T @ X_i / m, 2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:no-two", "loses:local-terms-tests"]
# why: the factor 2 of the mixed term is missing in q_i.
def local_terms(X_i, y_i):
    m = len(y_i)
    return X_i.T @ X_i / m, -X_i.T @ y_i / m


# %% tags=["wrong", "id:hessian", "loses:local-terms-tests"]
# why: Q_i is the Hessian 2/m X^T X, twice the matrix of w^T Q w.
def local_terms(X_i, y_i):
    m = len(y_i)
    return 2 / m * X_i.T @ X_i, -2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:divide-by-d", "loses:local-terms-tests"]
# why: divides by the number of features instead of the number m_i of samples.
def local_terms(X_i, y_i):
    d = X_i.shape[1]
    return X_i.T @ X_i / d, -2 / d * X_i.T @ y_i


# %% tags=["wrong", "id:m-minus-one", "loses:local-terms-tests"]
# why: 1/(m_i - 1), as for a sample covariance, instead of 1/m_i.
def local_terms(X_i, y_i):
    m = max(len(y_i) - 1, 1)
    return X_i.T @ X_i / m, -2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:covariance", "loses:local-terms-tests"]
# why: features are centred first, so Q_i is a covariance matrix and not X^T X / m.
def local_terms(X_i, y_i):
    m = len(y_i)
    Z = X_i - X_i.mean(axis=0)
    return Z.T @ Z / m, -2 / m * Z.T @ y_i


# %% tags=["wrong", "id:size", "loses:local-terms-tests"]
# why: m_i is taken from X_i.size = m_i d; right for d = 1 only, "for any number of features d".
def local_terms(X_i, y_i):
    m = X_i.size
    return X_i.T @ X_i / m, -2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:number-of-stations", "loses:local-terms-tests"]
# why: divides by the number n of stations.
def local_terms(X_i, y_i):
    return X_i.T @ X_i / n, -2 / n * X_i.T @ y_i


# %% tags=["wrong", "id:diagonal", "loses:local-terms-tests"]
# why: only the diagonal of Q_i: the products of different features are lost.
def local_terms(X_i, y_i):
    m = len(y_i)
    return np.diag(np.mean(X_i**2, axis=0)), -2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:mean-of-features", "loses:local-terms-tests"]
# why: the square of the mean features instead of the mean of the squares.
def local_terms(X_i, y_i):
    x = X_i.mean(axis=0)
    return np.outer(x, x), -2 * x * y_i.mean()


# %% tags=["wrong", "id:q-not-averaged", "loses:local-terms-tests"]
# why: 1/m_i is there in Q_i but forgotten in q_i.
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), -2 * X_i.T @ y_i


# %% tags=["wrong", "id:ridge", "loses:local-terms-tests"]
# why: adds a small ridge "so that Q_i is invertible": not the loss of the text.
def local_terms(X_i, y_i):
    m = len(y_i)
    return X_i.T @ X_i / m + 0.01 * np.eye(X_i.shape[1]), -2 / m * X_i.T @ y_i


# %% tags=["wrong", "id:intercept", "loses:local-terms-tests"]
# why: overwrites the first feature by the constant 1, as in the notebook's example by hand; X_i may be anything.
def local_terms(X_i, y_i):
    m = len(y_i)
    Z = np.array(X_i, dtype=float)
    Z[:, 0] = 1
    return Z.T @ Z / m, -2 / m * Z.T @ y_i


# %% tags=["wrong", "id:four", "loses:local-terms-tests"]
# why: m_i = 4 is hard-coded from the example by hand.
def local_terms(X_i, y_i):
    return X_i.T @ X_i / 4, -0.5 * X_i.T @ y_i


# %% tags=["wrong", "id:swapped", "loses:local-terms-tests"]
# why: returns q_i, Q_i; the text says "Returns Q_i, q_i".
def local_terms(X_i, y_i):
    m = len(y_i)
    return -2 / m * X_i.T @ y_i, X_i.T @ X_i / m


# %% tags=["wrong", "id:correlation", "loses:local-terms-tests"]
# why: columns are scaled to norm 1 first, so Q_i is a correlation matrix.
def local_terms(X_i, y_i):
    m = len(y_i)
    Z = X_i / np.linalg.norm(X_i, axis=0)
    return Z.T @ Z / m, -2 / m * Z.T @ y_i


# %% tags=["wrong", "id:solution", "loses:local-terms-tests"]
# why: the second value is the local solution (the least-squares fit), not the linear term q_i.
def local_terms(X_i, y_i):
    m = len(y_i)
    return X_i.T @ X_i / m, np.linalg.lstsq(X_i, y_i, rcond=None)[0]
