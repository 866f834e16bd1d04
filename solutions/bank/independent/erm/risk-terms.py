# ruff: noqa
# %% tags=["right", "id:weights"]
def risk_terms(X, y, counts):
    M = np.sum(counts)
    Q = X.T @ (counts[:, None] * X) / M
    q = -2 * X.T @ (counts * y) / M
    return Q, q, np.sum(counts * y**2) / M


# %% tags=["right", "id:repeat"]
def risk_terms(X, y, counts):
    X_all = np.repeat(X, counts, axis=0)
    y_all = np.repeat(y, counts)
    m = len(y_all)
    return X_all.T @ X_all / m, -2 / m * X_all.T @ y_all, np.linalg.norm(y_all) ** 2 / m


# %% tags=["right", "id:root-of-counts"]
def risk_terms(X, y, counts):
    root = np.sqrt(np.asarray(counts) / np.sum(counts))
    Z, z = root[:, np.newaxis] * X, root * y
    return Z.T @ Z, -2 * Z.T @ z, z @ z


# %% tags=["right", "id:loops"]
def risk_terms(X, y, counts):
    m, d = X.shape
    Q, q, constant, M = np.zeros((d, d)), np.zeros(d), 0.0, 0
    for r in range(m):
        M += counts[r]
        Q += counts[r] * np.outer(X[r], X[r])
        q -= 2 * counts[r] * y[r] * X[r]
        constant += counts[r] * y[r] ** 2
    return Q / M, q / M, constant / M


# %% tags=["right", "id:gram-of-the-whole-table"]
def risk_terms(X, y, counts):
    """All three are blocks of one matrix: the second moments of (x, -y)."""
    table = np.column_stack([X, -np.asarray(y)])
    G = np.einsum("r,ra,rb->ab", counts, table, table) / np.sum(counts)
    return G[:-1, :-1], 2 * G[:-1, -1], G[-1, -1]


# %% tags=["right", "id:interpolation"]
def risk_terms(X, y, counts):
    # a quadratic function is known from its values at 0, e_a, -e_a and e_a + e_b
    d = X.shape[1]
    R = lambda w: np.average((y - X @ w) ** 2, weights=counts)
    I, c = np.eye(d), R(np.zeros(d))
    up = np.array([R(e) for e in I])
    down = np.array([R(-e) for e in I])
    q = (up - down) / 2
    Q = np.diag((up + down) / 2 - c)
    for a in range(d):
        for b in range(a):
            Q[a, b] = Q[b, a] = (R(I[a] + I[b]) - up[a] - up[b] + c) / 2
    return Q, q, c


# %% tags=["right", "id:averages"]
def risk_terms(X, y, counts):
    mean = lambda values: np.average(values, axis=0, weights=counts)
    Q = mean(X[:, :, None] * X[:, None, :])
    q = -2 * mean(X * y[:, None])
    return Q, q, float(mean(y * y))


# %% tags=["right", "id:sparse-columns"]
import scipy.sparse


def risk_terms(X, y, counts):
    y = np.reshape(y, (-1, 1))
    C = scipy.sparse.diags(np.asarray(counts, dtype=float) / np.sum(counts))
    Q = X.T @ (C @ X)
    q = -2 * (C @ X).T @ y
    return Q, q, (y.T @ (C @ y)).item()


# %% tags=["right", "id:used-rows-only"]
def risk_terms(X, y, counts):
    used = np.flatnonzero(counts)
    X, y, c = X[used], y[used], counts[used].astype(float)
    p = c / c.sum()
    assert abs(p.sum() - 1) < 1e-12
    P = np.diag(p)
    return X.T @ P @ X, -2 * (y @ P @ X), y @ P @ y


# %% tags=["wrong", "id:divided-by-table-rows", "loses:risk-terms-counts-tests"]
# why: divides by the number of rows of the table, not by M = sum of the counts.
def risk_terms(X, y, counts):
    m = len(y)
    return X.T @ (counts[:, None] * X) / m, -2 * X.T @ (counts * y) / m, np.sum(counts * y**2) / m


# %% tags=["wrong", "id:counts-ignored", "loses:risk-terms-counts-tests"]
# why: formula (1.4) for rows that count once; the counts are ignored.
def risk_terms(X, y, counts):
    m = len(y)
    return X.T @ X / m, -2 / m * X.T @ y, y @ y / m


# %% tags=["wrong", "id:sign", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: the sign of q is wrong.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return X.T @ (counts[:, None] * X) / M, 2 * X.T @ (counts * y) / M, np.sum(counts * y**2) / M


# %% tags=["wrong", "id:q-without-two", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: the mixed term of the square has a factor 2, it is missing in q.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return X.T @ (counts[:, None] * X) / M, -X.T @ (counts * y) / M, np.sum(counts * y**2) / M


# %% tags=["wrong", "id:constant-without-counts", "loses:risk-terms-counts-tests"]
# why: the constant is the mean of y^2 over the rows of the table, without the counts.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return X.T @ (counts[:, None] * X) / M, -2 * X.T @ (counts * y) / M, np.mean(y**2)


# %% tags=["wrong", "id:not-normalised", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: sums instead of means; the risk has 1/M.
def risk_terms(X, y, counts):
    return X.T @ (counts[:, None] * X), -2 * X.T @ (counts * y), np.sum(counts * y**2)


# %% tags=["wrong", "id:squared-counts", "loses:risk-terms-counts-tests"]
# why: multiplies rows and labels by the count and squares afterwards, so counts enter squared.
def risk_terms(X, y, counts):
    Z, z, M = counts[:, None] * X, counts * y, np.sum(counts)
    return Z.T @ Z / M, -2 / M * Z.T @ z, z @ z / M


# %% tags=["wrong", "id:zero-or-one", "loses:risk-terms-counts-tests"]
# why: leaves out the rows with count 0, but counts all others once.
def risk_terms(X, y, counts):
    X, y = X[counts > 0], y[counts > 0]
    return X.T @ X / len(y), -2 / len(y) * X.T @ y, y @ y / len(y)


# %% tags=["wrong", "id:variance-as-constant", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: the constant is the variance of the labels; the risk at w = 0 is their mean square.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    mean = counts @ y / M
    return (
        X.T @ (counts[:, None] * X) / M,
        -2 * X.T @ (counts * y) / M,
        counts @ (y - mean) ** 2 / M,
    )


# %% tags=["wrong", "id:hessian", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: Q is the Hessian 2 X^T C X / M, twice what w^T Q w needs.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return (
        2 * X.T @ (counts[:, None] * X) / M,
        -2 * X.T @ (counts * y) / M,
        np.sum(counts * y**2) / M,
    )


# %% tags=["wrong", "id:m-minus-one", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: divides by M - 1, as an estimate of a variance does.
def risk_terms(X, y, counts):
    M = np.sum(counts) - 1
    return X.T @ (counts[:, None] * X) / M, -2 * X.T @ (counts * y) / M, np.sum(counts * y**2) / M


# %% tags=["wrong", "id:q-without-counts", "loses:risk-terms-counts-tests"]
# why: the counts are in Q and in the constant, but forgotten in q.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return X.T @ (counts[:, None] * X) / M, -2 / len(y) * X.T @ y, np.sum(counts * y**2) / M


# %% tags=["wrong", "id:at-least-one", "loses:risk-terms-counts-tests"]
# why: a row with count 0 stands for no row at all, here it counts once.
def risk_terms(X, y, counts):
    counts = np.maximum(counts, 1)
    M = np.sum(counts)
    return X.T @ (counts[:, None] * X) / M, -2 * X.T @ (counts * y) / M, np.sum(counts * y**2) / M


# %% tags=["wrong", "id:unsquared-norm", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: the constant has the norm of y, not its square.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    return (
        X.T @ (counts[:, None] * X) / M,
        -2 * X.T @ (counts * y) / M,
        np.sqrt(np.sum(counts * y**2)) / M,
    )


# %% tags=["wrong", "id:centred", "loses:risk-terms-tests,risk-terms-counts-tests"]
# why: centres the features first; the linear model w x of the text has no intercept.
def risk_terms(X, y, counts):
    M = np.sum(counts)
    X = X - counts @ X / M
    return X.T @ (counts[:, None] * X) / M, -2 * X.T @ (counts * y) / M, np.sum(counts * y**2) / M
