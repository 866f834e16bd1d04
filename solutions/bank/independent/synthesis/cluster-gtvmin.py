# ruff: noqa
# %% tags=["right", "id:kron"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["right", "id:cluster-by-cluster"]
import scipy.linalg


def cluster_gtvmin(A, X, y, labels, alpha):
    """Each cluster is a problem of its own."""
    n, d = len(X), X[0].shape[1]
    W = np.zeros((n, d))
    for c in np.unique(labels):
        nodes = np.flatnonzero(labels == c)
        part = A[np.ix_(nodes, nodes)]
        L = np.diag(part.sum(axis=0)) - part
        Q = scipy.linalg.block_diag(*[X[i].T @ X[i] / X[i].shape[0] for i in nodes])
        q = np.concatenate([X[i].T @ y[i] / X[i].shape[0] for i in nodes])
        w = scipy.linalg.solve(Q + alpha * np.kron(L, np.eye(d)), q, assume_a="pos")
        W[nodes] = w.reshape(-1, d)
    return W


# %% tags=["right", "id:one-least-squares"]
def cluster_gtvmin(A, X, y, labels, alpha):
    """One big least-squares problem: a row for each sample, d rows for each edge inside a cluster."""
    n, d = len(X), X[0].shape[1]
    rows, right = [], []
    for i in range(n):
        big = np.zeros((len(X[i]), n * d))
        big[:, i * d : (i + 1) * d] = X[i] / np.sqrt(len(X[i]))
        rows.append(big)
        right.append(y[i] / np.sqrt(len(X[i])))
    for i in range(n):
        for j in range(i):
            if A[i, j] > 0 and labels[i] == labels[j]:
                edge = np.zeros((d, n * d))
                edge[:, i * d : (i + 1) * d] = np.eye(d)
                edge[:, j * d : (j + 1) * d] = -np.eye(d)
                rows.append(np.sqrt(alpha * A[i, j]) * edge)
                right.append(np.zeros(d))
    w, *_ = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)
    return w.reshape(n, d)


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve


def cluster_gtvmin(A, X, y, labels, alpha):
    A = sp.coo_array(A)
    same = labels[A.row] == labels[A.col]
    C = sp.coo_array((A.data[same], (A.row[same], A.col[same])), shape=A.shape).tocsr()
    L = sp.diags_array(np.asarray(C.sum(axis=1)).ravel()) - C
    d = X[0].shape[1]
    Q = sp.block_diag([X_i.T @ X_i / len(X_i) for X_i in X])
    q = np.hstack([X_i.T @ y_i / len(y_i) for X_i, y_i in zip(X, y)])
    return spsolve((Q + alpha * sp.kron(L, sp.eye_array(d))).tocsc(), q).reshape(-1, d)


# %% tags=["right", "id:four-dimensional-array"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    cut = A.copy()
    cut[labels[:, None] != labels[None, :]] = 0
    M = np.zeros((n, d, n, d))
    for a in range(d):
        M[:, a, :, a] = -alpha * cut
        M[range(n), a, range(n), a] += alpha * cut.sum(1)
    for i in range(n):
        M[i, :, i, :] += np.einsum("ra,rb->ab", X[i], X[i]) / len(X[i])
    q = np.array([X_i.T.dot(y_i) / len(y_i) for X_i, y_i in zip(X, y)])
    return np.linalg.tensorsolve(M, q, axes=None)


# %% tags=["right", "id:sweeps"]
def cluster_gtvmin(A, X, y, labels, alpha):
    """Gauss-Seidel: each node in turn solves for itself, until nothing moves."""
    n, d = len(X), X[0].shape[1]
    Q = [x.T @ x / len(x) for x in X]
    q = [x.T @ t / len(t) for x, t in zip(X, y)]
    friends = [[j for j in range(n) if labels[j] == labels[i] and A[i, j]] for i in range(n)]
    W = np.array([np.linalg.solve(Q[i], q[i]) for i in range(n)])
    inverse = [
        np.linalg.inv(Q[i] + alpha * sum(A[i, j] for j in friends[i]) * np.eye(d)) for i in range(n)
    ]
    for _ in range(50_000):
        old = W.copy()
        for i in range(n):
            if friends[i]:
                W[i] = inverse[i] @ (q[i] + alpha * sum(A[i, j] * W[j] for j in friends[i]))
        if np.abs(W - old).max() <= 1e-11 * np.abs(W).max():
            break
    return W


# %% tags=["right", "id:conjugate-gradients"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = np.where(np.equal.outer(labels, labels), A, 0.0)
    degree = C.sum(axis=1)[:, None]

    def apply(W):
        local = np.array([x.T @ (x @ w) / len(x) for x, w in zip(X, W)])
        return local + alpha * (degree * W - C @ W)

    b = np.array([x.T @ t / len(t) for x, t in zip(X, y)])
    W = np.zeros((n, d))
    r = b - apply(W)
    p, rr = r.copy(), np.sum(r * r)
    for _ in range(50 * n * d):
        if rr <= 1e-26 * np.sum(b * b):
            break
        Ap = apply(p)
        step = rr / np.sum(p * Ap)
        W, r = W + step * p, r - step * Ap
        rr, old = np.sum(r * r), rr
        p = r + rr / old * p
    return W


# %% tags=["right", "id:sorted-edge-list-cholesky"]
from scipy.linalg import cho_factor, cho_solve


def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    H, g = np.zeros((n * d, n * d)), np.zeros(n * d)
    at = [np.arange(i * d, (i + 1) * d) for i in range(n)]
    for i in range(n):
        H[np.ix_(at[i], at[i])] += X[i].T @ X[i] / len(X[i])
        g[at[i]] += X[i].T @ y[i] / len(X[i])
    for i, j in zip(*np.triu(A).nonzero()):
        if labels[i] == labels[j]:
            t = alpha * A[i, j]
            H[at[i], at[i]] += t
            H[at[j], at[j]] += t
            H[at[i], at[j]] -= t
            H[at[j], at[i]] -= t
    return cho_solve(cho_factor(H), g).reshape(n, d)


# %% tags=["right", "id:newton-step-of-the-objective"]
def cluster_gtvmin(A, X, y, labels, alpha):
    """The objective is quadratic: one Newton step with its exact gradient and Hessian, from anywhere."""
    n, d = len(X), X[0].shape[1]
    inside = labels.reshape(-1, 1) == labels.reshape(1, -1)

    def gradient(w):
        W = w.reshape(n, d)
        G = np.zeros((n, d))
        for i in range(n):
            G[i] = 2 / len(X[i]) * X[i].T @ (X[i] @ W[i] - y[i])
            for j in range(n):
                if inside[i, j]:
                    G[i] += 2 * alpha * A[i, j] * (W[i] - W[j])
        return G.ravel()

    zero = gradient(np.zeros(n * d))
    hessian = np.column_stack([gradient(e) - zero for e in np.eye(n * d)])
    return (-np.linalg.solve(hessian, zero)).reshape(n, d)


# %% tags=["wrong", "id:all-edges", "loses:cluster-gtvmin-tests"]
# why: the labels are ignored: "remove the edges between clusters".
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    L = np.diag(A.sum(axis=1)) - A
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:rows-not-averaged", "loses:cluster-gtvmin-tests"]
# why: sums of squares instead of means: 1/m_i is left out of Q_i and q_i.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i]
        q[block] = X[i].T @ y[i]
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:each-edge-twice", "loses:cluster-gtvmin-tests"]
# why: sums over ordered pairs, so that each edge counts twice (2 alpha); the sum in (3.3) is over edges {i, j}.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = 2 * alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:factor-of-the-derivative", "loses:cluster-gtvmin-tests"]
# why: the 2 of the derivative is kept for the losses but lost for the coupling: alpha/2.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += 2 * X[i].T @ X[i] / len(X[i])
        q[block] = 2 * X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:edges-between", "loses:cluster-gtvmin-tests"]
# why: keeps the edges between clusters and removes those inside.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] != labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:one-model-per-cluster", "loses:cluster-gtvmin-tests"]
# why: pools the rows of a cluster: one model for all its nodes, A and alpha are ignored.
def cluster_gtvmin(A, X, y, labels, alpha):
    W = np.zeros((len(X), X[0].shape[1]))
    for c in np.unique(labels):
        nodes = np.flatnonzero(labels == c)
        XX, yy = np.vstack([X[i] for i in nodes]), np.concatenate([y[i] for i in nodes])
        W[nodes] = np.linalg.lstsq(XX, yy, rcond=None)[0]
    return W


# %% tags=["wrong", "id:degrees-before-the-cut", "loses:cluster-gtvmin-tests"]
# why: the degrees still count the edges that were removed, which pulls nodes at the border to zero.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    L = np.diag(A.sum(axis=1)) - A * (labels[:, None] == labels)
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:weights-ignored", "loses:cluster-gtvmin-tests"]
# why: all edges count as weight 1.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = 1.0 * ((A > 0) & (labels[:, None] == labels))
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:kron-the-other-way", "loses:cluster-gtvmin-tests"]
# why: kron(I, L) with unknowns ordered by node: couples the wrong entries as soon as d > 1 ("for any number of features d").
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(np.eye(d), L)
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:smooths-local-models", "loses:cluster-gtvmin-tests"]
# why: (I + alpha L)^-1 times the local models ignores Q_i; right only for the constant feature.
def cluster_gtvmin(A, X, y, labels, alpha):
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    local = np.array([np.linalg.lstsq(x, t, rcond=None)[0] for x, t in zip(X, y)])
    return np.linalg.solve(np.eye(len(X)) + alpha * L, local)


# %% tags=["wrong", "id:features-one-by-one", "loses:cluster-gtvmin-tests"]
# why: solves for each feature alone, as if the features of a node were orthogonal.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    W = np.zeros((n, d))
    for a in range(d):
        Q = np.diag([np.mean(x[:, a] ** 2) for x in X])
        q = [np.mean(x[:, a] * t) for x, t in zip(X, y)]
        W[:, a] = np.linalg.solve(Q + alpha * L, q)
    return W


# %% tags=["wrong", "id:labels-from-zero", "loses:cluster-gtvmin-tests"]
# why: takes the labels for 0, ..., k - 1; nodes with other labels (labels are just integers) get zeros.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    W = np.zeros((n, d))
    for c in range(len(np.unique(labels))):
        nodes = np.flatnonzero(labels == c)
        if len(nodes) == 0:
            continue
        P = A[np.ix_(nodes, nodes)]
        M = alpha * np.kron(np.diag(P.sum(axis=1)) - P, np.eye(d))
        for b, i in enumerate(nodes):
            M[b * d : b * d + d, b * d : b * d + d] += X[i].T @ X[i] / len(X[i])
        q = np.concatenate([X[i].T @ y[i] / len(X[i]) for i in nodes])
        W[nodes] = np.linalg.solve(M, q).reshape(-1, d)
    return W


# %% tags=["wrong", "id:neighbours-in-number", "loses:cluster-gtvmin-tests"]
# why: takes for clusters the runs of equal labels of consecutive nodes: a cluster may be spread over the numbers.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    run = np.concatenate([[0], np.cumsum(np.diff(labels) != 0)])
    C = A * (run[:, None] == run)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:towards-zero", "loses:cluster-gtvmin-tests"]
# why: keeps only the diagonal of the Laplacian: a ridge penalty instead of the differences w_i - w_j.
def cluster_gtvmin(A, X, y, labels, alpha):
    d = X[0].shape[1]
    degree = np.sum(A * (labels[:, None] == labels), axis=1)
    return np.array(
        [
            np.linalg.solve(x.T @ x / len(x) + alpha * g * np.eye(d), x.T @ t / len(x))
            for x, t, g in zip(X, y, degree)
        ]
    )


# %% tags=["wrong", "id:normalised-laplacian", "loses:cluster-gtvmin-tests"]
# why: divides the rows of L by the degrees: another penalty than alpha times A^C.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A * (labels[:, None] == labels)
    degree = np.maximum(C.sum(axis=1), 1e-12)
    L = np.diag(1.0 * (C.sum(axis=1) > 0)) - C / degree[:, None]
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:one-sweep", "loses:cluster-gtvmin-tests"]
# why: one round of exchange from the local models instead of the minimum.
def cluster_gtvmin(A, X, y, labels, alpha):
    d = X[0].shape[1]
    C = A * (labels[:, None] == labels)
    local = np.array([np.linalg.lstsq(x, t, rcond=None)[0] for x, t in zip(X, y)])
    return np.array(
        [
            np.linalg.solve(
                x.T @ x / len(x) + alpha * c.sum() * np.eye(d), x.T @ t / len(x) + alpha * c @ local
            )
            for x, t, c in zip(X, y, C)
        ]
    )


# %% tags=["wrong", "id:same-number-of-rows", "loses:cluster-gtvmin-tests"]
# why: divides by the number of rows of the first node everywhere; m_i differs.
def cluster_gtvmin(A, X, y, labels, alpha):
    n, (m, d) = len(X), X[0].shape
    C = A * (labels[:, None] == labels)
    M = alpha * np.kron(np.diag(C.sum(axis=1)) - C, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / m
        q[block] = X[i].T @ y[i] / m
    return np.linalg.solve(M, q).reshape(n, d)


# %% tags=["wrong", "id:weights-squared", "loses:cluster-gtvmin-tests"]
# why: couples with A_ij squared (puts the weight into the edge row without the root).
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(X), X[0].shape[1]
    C = A**2 * (labels[:, None] == labels)
    L = np.diag(C.sum(axis=1)) - C
    M = alpha * np.kron(L, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        M[block, block] += X[i].T @ X[i] / len(X[i])
        q[block] = X[i].T @ y[i] / len(X[i])
    return np.linalg.solve(M, q).reshape(n, d)
