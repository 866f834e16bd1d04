# ruff: noqa
# %% tags=["right", "id:small-inverse"]
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["right", "id:basis-of-the-changes"]
def inner_products(shares, residuals, lr):
    """G = V M V^T with an orthonormal basis V of all changes; M from least squares."""
    T, m = residuals.shape
    D = (shares[1:] - shares[:-1]) / (lr * 2 / m)
    _, s, Vt = np.linalg.svd(D, full_matrices=False)
    V = Vt[s > 1e-9 * s[0]].T
    # D V = R V M
    M = np.linalg.lstsq(residuals @ V, D @ V, rcond=None)[0]
    return V @ ((M + M.T) / 2) @ V.T


# %% tags=["right", "id:features-by-eigenvectors"]
def inner_products(shares, residuals, lr):
    """Features that would have sent the same: G = F F^T."""
    R = np.asarray(residuals, dtype=float)
    m = R.shape[1]
    D = np.diff(np.asarray(shares, dtype=float), axis=0) * (m / (2 * lr))
    K = D @ R.T  # R G R^T
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    keep = values > 1e-10 * values.max()
    F = D.T @ (vectors[:, keep] / np.sqrt(values[keep]))
    return F @ F.T


# %% tags=["right", "id:rank-one-updates"]
def inner_products(shares, residuals, lr):
    """Symmetric rank-one updates, as of quasi-Newton methods: round by round what G does not explain yet."""
    T, m = residuals.shape
    G = np.zeros((m, m))
    rounds = [
        (r, (after - before) * m / (2 * lr))
        for r, before, after in zip(residuals, shares, shares[1:])
    ]
    largest = max(np.linalg.norm(d) for _, d in rounds)
    todo = list(range(T))
    while todo:
        # take the round that has most to tell
        gaps = {t: rounds[t][1] - G @ rounds[t][0] for t in todo}
        t = max(todo, key=lambda t: np.linalg.norm(gaps[t]) / np.linalg.norm(rounds[t][0]))
        v, r = gaps[t], rounds[t][0]
        if np.linalg.norm(v) <= 1e-8 * largest or v @ r <= 0:
            break
        G = G + np.outer(v, v) / (v @ r)
        todo.remove(t)
    return G


# %% tags=["right", "id:rounds-that-are-needed"]
from scipy.linalg import qr


def inner_products(shares, residuals, lr):
    """As many rounds as there are columns, those that differ most; then a true inverse."""
    m = len(shares[0])
    D = np.diff(shares, axis=0) * m / lr / 2
    _, triangle, order = qr(D.T, mode="economic", pivoting=True)
    size = np.abs(np.diag(triangle))
    chosen = order[: np.count_nonzero(size > 1e-9 * size[0])]
    D, R = D[chosen], residuals[chosen]
    return D.T @ np.linalg.solve(D @ R.T, D)


# %% tags=["right", "id:totals-since-the-start"]
def inner_products(shares, residuals, lr):
    """Shares minus the first one, against sums of residuals: the same equations, added up."""
    m = shares.shape[1]
    D = (shares[1:] - shares[0]) * m / (2 * lr)
    R = np.cumsum(residuals, axis=0)
    U, s, Vt = np.linalg.svd(D, full_matrices=False)
    d = int(np.sum(s > 1e-9 * s.max()))
    # rows of Vt span the columns of X: G = Vt^T C Vt,  U s = D Vt^T = R Vt^T C
    B = Vt[:d].T
    C = np.linalg.pinv(R @ B) @ (U[:, :d] * s[:d])
    return B @ C @ B.T


# %% tags=["right", "id:equations-for-the-small-matrix"]
def inner_products(shares, residuals, lr):
    """D = R B M B^T as linear equations for the entries of the symmetric M, with a basis B of the changes."""
    T, m = np.shape(residuals)
    D = np.array([(shares[t + 1] - shares[t]) / (2 * lr / m) for t in range(T)])
    # Gram-Schmidt, twice
    basis = []
    for v in sorted(D, key=lambda v: -(v @ v)):
        w = v.copy()
        for _ in range(2):
            for b in basis:
                w = w - (w @ b) * b
        if np.linalg.norm(w) > 1e-8 * np.linalg.norm(D):
            basis.append(w / np.linalg.norm(w))
    B = np.array(basis)
    d = len(B)
    pairs = [(a, b) for a in range(d) for b in range(a, d)]
    P, Q = residuals @ B.T, D @ B.T
    columns = []
    for a, b in pairs:
        E = np.zeros((d, d))
        E[a, b] = E[b, a] = 1
        columns.append((P @ E).ravel())
    entries = np.linalg.lstsq(np.array(columns).T, Q.ravel(), rcond=None)[0]
    G = np.zeros((m, m))
    for (a, b), value in zip(pairs, entries):
        G += value * np.outer(B[a], B[b])
        if a != b:
            G += value * np.outer(B[b], B[a])
    return G


# %% tags=["right", "id:pivoted-cholesky"]
def inner_products(shares, residuals, lr):
    """Pivoted elimination on R G R^T, and the same combinations of the changes."""
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    K = D @ residuals.T
    K = 0.5 * (K + K.T)
    D = D.copy()
    largest = np.trace(K)
    G = np.zeros((m, m))
    for _ in range(len(K)):
        p = int(np.argmax(np.diag(K)))
        if K[p, p] <= 1e-11 * largest:
            break
        row, change = K[p] / K[p, p], D[p].copy()
        G += np.outer(change, change) / K[p, p]
        D -= np.outer(row, change)
        K = K - np.outer(row, row) * K[p, p]
    return G


# %% tags=["right", "id:model-of-a-stand-in"]
from scipy.linalg import lstsq, sqrtm


def inner_products(shares, residuals, lr):
    """A stand-in for the party: features Z = V C with unknown C. Its normal matrix C C^T is found, and its root."""
    m = shares.shape[1]
    D = np.diff(shares, axis=0)
    values, vectors = np.linalg.eigh(D.T @ D)
    # the eigenvalues are squares: their noise stands near 1e-16 of the largest
    V = vectors[:, values > 1e-13 * values[-1]]
    N = lstsq(residuals @ V * (2 * lr / m), D @ V, cond=1e-12)[0]
    C = np.real(sqrtm((N + N.T) / 2))
    Z = V @ C
    return Z @ Z.T


# %% tags=["wrong", "id:smallest-fitting-matrix", "loses:inner-products-tests"]
# why: the pseudo-inverse of R gives the smallest matrix that fits the log; it is not symmetric, and not X X^T.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    return np.linalg.pinv(residuals) @ D


# %% tags=["wrong", "id:smallest-made-symmetric", "loses:inner-products-tests"]
# why: the smallest matrix that fits, made symmetric afterwards: it fits no more.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    G = np.linalg.pinv(residuals) @ D
    return (G + G.T) / 2


# %% tags=["wrong", "id:plain-inverse", "loses:inner-products-tests"]
# why: D R^T has an inverse only if there are as many rounds as columns; with more it is singular.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    return D.T @ np.linalg.inv(D @ residuals.T) @ D


# %% tags=["wrong", "id:first-round-only", "loses:inner-products-tests"]
# why: one round tells one direction; right for one column only.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    d = (shares[1] - shares[0]) * m / (2 * lr)
    return np.outer(d, d) / (d @ residuals[0])


# %% tags=["wrong", "id:first-and-last-share", "loses:inner-products-tests"]
# why: only the change from the first to the last share is used; right for one column only.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    d = (shares[-1] - shares[0]) * m / (2 * lr)
    return np.outer(d, d) / (d @ residuals.sum(axis=0))


# %% tags=["wrong", "id:rounds-for-rows", "loses:inner-products-tests"]
# why: the 2/m of the gradient belongs to the m rows, not to the number of rounds.
def inner_products(shares, residuals, lr):
    T = len(residuals)
    D = np.diff(shares, axis=0) * T / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:two-missing", "loses:inner-products-tests"]
# why: the 2 of the gradient is missing.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / lr
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:not-divided-by-m", "loses:inner-products-tests"]
# why: the gradient is a mean over rows; m is missing.
def inner_products(shares, residuals, lr):
    D = np.diff(shares, axis=0) / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:step-size-missing", "loses:inner-products-tests"]
# why: the changes are not divided by the step size.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / 2
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:sign", "loses:inner-products-tests"]
# why: before minus after: the inner products get the wrong sign.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = (shares[:-1] - shares[1:]) * m / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:first-share-taken-for-zero", "loses:inner-products-tests"]
# why: shares themselves against sums of residuals, as if training began with w = 0.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = shares[1:] * m / (2 * lr)
    R = np.cumsum(residuals, axis=0)
    return D.T @ np.linalg.pinv(D @ R.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:shares-for-changes", "loses:inner-products-tests"]
# why: a share is not G r, its change is.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = shares[1:] * m / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:products-of-shares", "loses:inner-products-tests"]
# why: inner products of what was sent, not of the columns.
def inner_products(shares, residuals, lr):
    return shares.T @ shares


# %% tags=["wrong", "id:products-of-features", "loses:inner-products-tests"]
# why: X^T X instead of X X^T (for a basis of the party's columns).
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    K = D @ residuals.T
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    keep = values > 1e-10 * values[-1]
    F = D.T @ (vectors[:, keep] / np.sqrt(values[keep]))
    return F.T @ F


# %% tags=["wrong", "id:residual-products-for-g-products", "loses:inner-products-tests"]
# why: the small matrix is taken for the inverse of R R^T instead of that of R G R^T; this is D^T M D with G squared in it.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    return D.T @ np.linalg.pinv(residuals @ residuals.T) @ D


# %% tags=["wrong", "id:root-of-that", "loses:inner-products-tests"]
# why: the matrix root of D^T (R R^T)^-1 D: right only if the residuals span the columns of X exactly.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    values, vectors = np.linalg.eigh(D.T @ np.linalg.pinv(residuals @ residuals.T) @ D)
    return (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T


# %% tags=["wrong", "id:small-columns-dropped", "loses:inner-products-tests"]
# why: singular values below a tenth are taken for noise: columns with small numbers, or rounds that are alike, are lost.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    return D.T @ np.linalg.pinv(D @ residuals.T, rcond=0.1) @ D


# %% tags=["wrong", "id:two-columns", "loses:inner-products-tests"]
# why: supposes two columns, as in the example; how many there are must be found.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    B = np.linalg.svd(D, full_matrices=False)[2][:2].T
    M = np.linalg.lstsq(residuals @ B, D @ B, rcond=None)[0]
    return B @ M @ B.T


# %% tags=["wrong", "id:cosines", "loses:inner-products-tests"]
# why: divided by the lengths of the rows: cosines, not inner products.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    G = D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D
    length = np.sqrt(np.abs(np.diag(G))) + 1e-12
    return G / np.outer(length, length)


# %% tags=["wrong", "id:squared-distances", "loses:inner-products-tests"]
# why: the distances that follow from the inner products, not these.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    G = D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D
    return np.diag(G)[:, None] + np.diag(G) - 2 * G


# %% tags=["wrong", "id:rows-centred", "loses:inner-products-tests"]
# why: takes the mean row off, as for a covariance; distances stay, inner products do not.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    G = D.T @ np.linalg.pinv(D @ residuals.T, rcond=1e-10) @ D
    C = np.eye(m) - 1 / m
    return C @ G @ C


# %% tags=["wrong", "id:one-round-late", "loses:inner-products-tests"]
# why: the change after round t is put down to the residuals of the next round.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    D = np.diff(shares, axis=0) * m / (2 * lr)
    if len(D) > 1:
        D, R = D[:-1], residuals[1:]
    else:
        R = residuals
    return D.T @ np.linalg.pinv(D @ R.T, rcond=1e-10) @ D


# %% tags=["wrong", "id:sum-of-single-rounds", "loses:inner-products-tests"]
# why: each round's outer product is right if it were the only direction; their sum counts common directions again.
def inner_products(shares, residuals, lr):
    m = shares.shape[1]
    G = np.zeros((m, m))
    for t in range(len(residuals)):
        d = (shares[t + 1] - shares[t]) * m / (2 * lr)
        if abs(d @ residuals[t]) > 1e-12:
            G += np.outer(d, d) / (d @ residuals[t])
    return G
