# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:repeated-rows"]
def risk_terms(X, y, counts):
    X, y = np.repeat(X, counts, axis=0), np.repeat(y, counts)
    m = len(y)
    return X.T @ X / m, -2 / m * (X.T @ y), np.mean(y**2)


# %% tags=["right", "id:diagonal-matrix"]
def risk_terms(X, y, counts):
    C = np.diag(counts) / np.sum(counts)
    return np.matrix(X.T @ C @ X), np.matrix(-2 * X.T @ C @ y).T, np.matrix(y @ C @ y)


# %% tags=["right", "id:rows-in-a-loop"]
def risk_terms(X, y, counts):
    d = len(X[0])
    M = float(sum(counts))
    Q = [[sum(c * x[a] * x[b] for c, x in zip(counts, X)) / M for b in range(d)] for a in range(d)]
    q = [-2 * sum(c * x[a] * t for c, x, t in zip(counts, X, y)) / M for a in range(d)]
    return [Q, q, sum(c * t * t for c, t in zip(counts, y)) / M]


# %% tags=["right", "id:roots-of-the-shares"]
def risk_terms(X, y, counts):
    root = np.sqrt(counts / counts.sum())
    F, t = X * root[:, None], y * root
    return F.T @ F, -2 * F.T @ t, np.linalg.norm(t) ** 2


# %% tags=["right", "id:einsum-and-average"]
def risk_terms(X, y, counts):
    Q = np.einsum("r,ra,rb->ab", counts, X, X) / counts.sum()
    q = -2 * np.average(X * y[:, np.newaxis], axis=0, weights=counts)
    return Q, q.reshape(-1, 1), np.average(y**2, weights=counts)


# %% tags=["right", "id:by-evaluating-the-risk"]
def risk_terms(X, y, counts):
    def risk(w):
        return np.sum(counts * (y - X @ w) ** 2) / np.sum(counts)

    d = X.shape[1]
    e = np.eye(d)
    constant = risk(np.zeros(d))
    Q = np.empty((d, d))
    for a in range(d):
        for b in range(d):
            Q[a, b] = (risk(e[a] + e[b]) - risk(e[a]) - risk(e[b]) + constant) / 2
    q = np.array([risk(e[a]) - Q[a, a] - constant for a in range(d)])
    return Q, q, constant


# %% tags=["right", "id:sparse"]
from scipy import sparse


def risk_terms(X, y, counts):
    C = sparse.diags_array(counts / counts.sum())
    F = sparse.csr_array(X)
    return F.T @ C @ F, -2 * F.T @ (C @ y), y @ (C @ y)


# %% tags=["right", "id:in-place"]
def risk_terms(X, y, counts):
    M = counts.sum()
    constant = (counts * y**2).sum() / M
    weighted = X.T * counts
    Q = weighted @ X
    Q /= M
    y *= -2 / M
    return Q, weighted @ y, constant


# %% tags=["wrong", "id:counts-ignored", "says:counts are ignored", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    m = len(y)
    return X.T @ X / m, -2 / m * X.T @ y, np.mean(y**2)


# %% tags=["wrong", "id:counts-only-in-the-mean", "says:ignored in the sum", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    M = counts.sum()
    return X.T @ X / M, -2 / M * X.T @ y, np.sum(y**2) / M


# %% tags=["wrong", "id:divided-by-the-rows", "says:not the number of rows", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    C, m = np.diag(counts), len(y)
    return X.T @ C @ X / m, -2 / m * X.T @ C @ y, y @ C @ y / m


# %% tags=["wrong", "id:counts-on-features-and-labels", "says:squared", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    M = counts.sum()
    F, t = X * counts[:, None], y * counts
    return F.T @ F / M, -2 / M * F.T @ t, t @ t / M


# %% tags=["wrong", "id:counts-only-in-q-matrix", "says:counts are ignored", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    C, M, m = np.diag(counts), counts.sum(), len(y)
    return X.T @ C @ X / M, -2 / m * X.T @ y, np.mean(y**2)


# %% tags=["wrong", "id:counts-forgotten-in-the-constant", "says:counts are ignored", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    C, M = np.diag(counts), counts.sum()
    return X.T @ C @ X / M, -2 / M * X.T @ C @ y, np.mean(y**2)


# %% tags=["wrong", "id:divided-by-the-counts", "says:should be multiplied", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    C, M = np.diag(1 / np.maximum(counts, 1)), counts.sum()
    return X.T @ C @ X / M, -2 / M * X.T @ C @ y, y @ C @ y / M


# %% tags=["wrong", "id:unique-rows-only", "says:counts are ignored", "loses:risk-terms-counts-tests"]
def risk_terms(X, y, counts):
    X, y = X[counts > 0], y[counts > 0]
    return X.T @ X / len(y), -2 / len(y) * X.T @ y, np.mean(y**2)


# %% tags=["wrong", "id:sum-for-mean", "says:1/"]
def risk_terms(X, y, counts):
    C = np.diag(counts)
    return X.T @ C @ X, -2 * X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:sign-of-q", "says:sign of q"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X.T @ C @ X, 2 * X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:two-missing", "says:the 2 is missing"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X.T @ C @ X, -X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:two-in-q-matrix", "says:not 2/"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return 2 * X.T @ C @ X, -2 * X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:constant-missing", "says:constant is missing"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X.T @ C @ X, -2 * X.T @ C @ y, 0.0


# %% tags=["wrong", "id:mean-label-as-constant", "says:constant"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X.T @ C @ X, -2 * X.T @ C @ y, np.average(y, weights=counts)


# %% tags=["wrong", "id:gram-matrix", "says:X X^T"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X @ X.T / len(y), -2 * X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:covariance", "says:centred"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return np.cov(X.T, fweights=counts, bias=True), -2 * X.T @ C @ y, y @ C @ y


# %% tags=["wrong", "id:two-results", "says:Expected 3 results"]
def risk_terms(X, y, counts):
    C = np.diag(counts / counts.sum())
    return X.T @ C @ X, -2 * X.T @ C @ y
