# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["wrong", "id:package", "says:flcourse.synthesis"]
from flcourse import synthesis


def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(synthesis.within_clusters(A, labels), X, y, alpha).W


# %% tags=["right", "id:package-once-the-edges-are-gone"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(np.where(np.equal.outer(labels, labels), A, 0.0), X, y, alpha).W


# %% tags=["right", "id:one-cluster-after-the-other"]
def cluster_gtvmin(A, X, y, labels, alpha):
    d = X[0].shape[1]
    W = [None] * len(y)
    for c in np.unique(labels):
        (nodes,) = np.nonzero(labels == c)
        B = A[np.ix_(nodes, nodes)]
        Q = alpha * np.kron(np.diag(B.sum(axis=0)) - B, np.eye(d))
        q = []
        for k, i in enumerate(nodes):
            Q[k * d : k * d + d, k * d : k * d + d] += X[i].T @ X[i] / len(X[i])
            q.append(-2 / len(X[i]) * X[i].T @ y[i])
        w = -0.5 * np.linalg.inv(Q) @ np.concatenate(q)
        for k, i in enumerate(nodes):
            W[i] = list(w[k * d : k * d + d])
    return W


# %% tags=["right", "id:least-squares-with-edges-as-rows"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(y), X[0].shape[1]
    rows, right = [], []
    for i in range(n):
        for x, label in zip(X[i], y[i]):
            row = np.zeros((n, d))
            row[i] = x
            rows.append(row.ravel() / np.sqrt(len(y[i])))
            right.append(label / np.sqrt(len(y[i])))
        for j in range(i):
            if labels[i] == labels[j] and A[i, j] > 0:
                for a in range(d):
                    row = np.zeros((n, d))
                    row[i, a], row[j, a] = 1, -1
                    rows.append(np.sqrt(alpha * A[i, j]) * row.ravel())
                    right.append(0.0)
    return np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0].reshape(n, d)


# %% tags=["right", "id:block-coordinate-descent"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(y), X[0].shape[1]
    A = np.where(labels[:, None] == labels, A, 0.0)
    Q = [X_i.T @ X_i / len(X_i) for X_i in X]
    b = [X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y)]
    W = np.zeros((n, d))
    for _ in range(3000):
        old = W.copy()
        for i in range(n):
            W[i] = np.linalg.solve(Q[i] + alpha * A[i].sum() * np.eye(d), b[i] + alpha * A[i] @ W)
        if np.abs(W - old).max() < 1e-12:
            break
    return W


# %% tags=["right", "id:sparse"]
from scipy import sparse
from scipy.sparse.linalg import spsolve


def cluster_gtvmin(A, X, y, labels, alpha):
    i, j = np.nonzero(A)
    kept = labels[i] == labels[j]
    B = sparse.coo_array((A[i[kept], j[kept]], (i[kept], j[kept])), shape=A.shape).tocsr()
    L = sparse.diags_array(np.ravel(B.sum(axis=1))) - B
    local = sparse.block_diag([X_i.T @ X_i / len(X_i) for X_i in X])
    Q = (local + alpha * sparse.kron(L, sparse.eye_array(X[0].shape[1]))).tocsc()
    b = np.hstack([X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y)])
    return np.matrix(spsolve(Q, b).reshape(len(y), -1))


# %% tags=["wrong", "id:all-edges", "says:between clusters are still there"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(A, X, y, alpha).W


# %% tags=["wrong", "id:edges-across", "says:inside clusters are removed"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(A * (labels[:, None] != labels), X, y, alpha).W


# %% tags=["wrong", "id:one-model-per-cluster", "says:single model"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve((labels[:, None] == labels) * 1e6 * (1 - np.eye(len(A))), X, y, 1e3).W


# %% tags=["wrong", "id:pooled-per-cluster", "says:each row counts once"]
def cluster_gtvmin(A, X, y, labels, alpha):
    W = np.zeros((len(y), X[0].shape[1]))
    for c in np.unique(labels):
        (nodes,) = np.nonzero(labels == c)
        W[nodes] = np.linalg.lstsq(
            np.vstack([X[i] for i in nodes]), np.concatenate([y[i] for i in nodes]), rcond=None
        )[0]
    return W


# %% tags=["wrong", "id:old-degrees", "says:degrees of the removed edges"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(y), X[0].shape[1]
    L = np.diag(A.sum(axis=1)) - A * (labels[:, None] == labels)
    Q = alpha * np.kron(L, np.eye(d))
    for i in range(n):
        Q[i * d : i * d + d, i * d : i * d + d] += X[i].T @ X[i] / len(y[i])
    b = np.concatenate([X[i].T @ y[i] / len(y[i]) for i in range(n)])
    return np.linalg.solve(Q, b).reshape(n, d)


# %% tags=["wrong", "id:local", "says:do not help each other"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return [np.linalg.lstsq(X_i, y_i, rcond=None)[0] for X_i, y_i in zip(X, y)]


# %% tags=["wrong", "id:sums-not-means", "says:1/m_i is missing"]
def cluster_gtvmin(A, X, y, labels, alpha):
    n, d = len(y), X[0].shape[1]
    A = A * (labels[:, None] == labels)
    Q = alpha * np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    for i in range(n):
        Q[i * d : i * d + d, i * d : i * d + d] += X[i].T @ X[i]
    return np.linalg.solve(Q, np.concatenate([X[i].T @ y[i] for i in range(n)])).reshape(n, d)


# %% tags=["wrong", "id:twice", "says:not halved"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return 2 * gtvmin.solve(A * (labels[:, None] == labels), X, y, alpha).W


# %% tags=["wrong", "id:sign", "says:sign is flipped"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return -gtvmin.solve(A * (labels[:, None] == labels), X, y, alpha).W


# %% tags=["wrong", "id:no-weights", "says:weights of the edges are lost"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve((A > 0) * (labels[:, None] == labels), X, y, alpha).W


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(A * (labels[:, None] == labels), X, y, 1.0).W


# %% tags=["wrong", "id:half-alpha", "says:cluster_gtvmin"]
def cluster_gtvmin(A, X, y, labels, alpha):
    return gtvmin.solve(A * (labels[:, None] == labels), X, y, alpha / 2).W
