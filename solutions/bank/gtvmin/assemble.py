# ruff: noqa: B905, E501, F811, F821, RUF017 -- answers as students write them, to one task
# %% tags=["right", "id:sparse-kron"]
from scipy import sparse


def assemble(A, Q_list, q_list, alpha):
    L = sparse.csgraph.laplacian(sparse.csr_array(A))
    coupling = alpha * sparse.kron(L, sparse.eye(len(q_list[0])))
    return (sparse.block_diag(Q_list) + coupling).tocsr(), np.hstack(q_list)


# %% tags=["right", "id:entry-by-entry"]
def assemble(A, Q_list, q_list, alpha):
    n, d = len(A), len(q_list[0])
    Q = [[0.0] * (n * d) for _ in range(n * d)]
    for i in range(n):
        for a in range(d):
            for b in range(d):
                Q[i * d + a][i * d + b] += float(Q_list[i][a][b])
            for j in range(n):
                Q[i * d + a][i * d + a] += alpha * A[i][j]
                Q[i * d + a][j * d + a] -= alpha * A[i][j]
    return Q, [entry for q_i in q_list for entry in q_i]


# %% tags=["right", "id:edge-by-edge"]
def assemble(A, Q_list, q_list, alpha):
    n, d = len(Q_list), Q_list[0].shape[0]
    Q = np.zeros((n, d, n, d))
    for i in range(n):
        Q[i, :, i, :] = Q_list[i]
    for i, j in zip(*np.nonzero(np.triu(A))):
        weight = alpha * A[i, j] * np.eye(d)
        Q[i, :, i, :] += weight
        Q[j, :, j, :] += weight
        Q[i, :, j, :] -= weight
        Q[j, :, i, :] -= weight
    return Q.reshape(n * d, n * d), np.array(q_list).reshape(n * d, 1)


# %% tags=["right", "id:numpy-block-matrix"]
def assemble(A, Q_list, q_list, alpha):
    n, d = len(A), len(q_list[0])
    eye = np.eye(d)
    rows = [
        [
            Q_list[i] + alpha * A[i].sum() * eye if i == j else -alpha * A[i, j] * eye
            for j in range(n)
        ]
        for i in range(n)
    ]
    return np.matrix(np.block(rows)), np.matrix(np.concatenate(q_list)).T


# %% tags=["right", "id:incidence-matrix"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    d = len(q_list[0])
    i, j = np.nonzero(np.tril(A))
    B = np.zeros((len(i), len(A)))
    B[np.arange(len(i)), i] = np.sqrt(A[i, j])
    B[np.arange(len(i)), j] = -np.sqrt(A[i, j])
    B = np.kron(B, np.eye(d))
    return block_diag(*Q_list) + alpha * B.T @ B, np.stack(q_list).ravel()


# %% tags=["right", "id:networkx-laplacian"]
import networkx as nx
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = nx.laplacian_matrix(nx.from_numpy_array(A)).toarray()
    return block_diag(*Q_list) + np.kron(alpha * L, np.identity(len(q_list[0]))), sum(
        (list(q_i) for q_i in q_list), []
    )


# %% tags=["right", "id:overwrites-its-inputs"]
def assemble(A, Q_list, q_list, alpha):
    n, d = len(Q_list), len(Q_list[0])
    A *= -alpha
    np.fill_diagonal(A, -A.sum(axis=0))
    Q = np.kron(A, np.eye(d))
    while Q_list:
        i = len(Q_list) - 1
        Q[i * d : i * d + d, i * d : i * d + d] += Q_list.pop()
    return Q, np.reshape(q_list, n * d)


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:alpha-halved", "says:alpha is halved"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = (np.diag(A.sum(axis=1)) - A) / 2
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:edges-twice", "says:each edge counts twice"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    n, d = len(A), len(q_list[0])
    L = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            L[i, i] += A[i, j]
            L[j, j] += A[i, j]
            L[i, j] -= A[i, j]
            L[j, i] -= A[i, j]
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(d)), np.concatenate(q_list)


# %% tags=["wrong", "id:degrees-lost", "says:degrees are lost"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    return block_diag(*Q_list) - alpha * np.kron(A, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:blocks-overwritten", "says:degrees are lost"]
def assemble(A, Q_list, q_list, alpha):
    n, d = len(A), len(q_list[0])
    Q = alpha * np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    for i in range(n):
        Q[i * d : (i + 1) * d, i * d : (i + 1) * d] = Q_list[i]
    return Q, np.concatenate(q_list)


# %% tags=["wrong", "id:signless", "says:D + A"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) + A
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:adjacency-for-laplacian", "says:not A"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    return block_diag(*Q_list) + alpha * np.kron(A, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:kron-swapped", "says:Kronecker", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(np.eye(len(q_list[0])), L), np.concatenate(q_list)


# %% tags=["wrong", "id:by-parameter", "says:parameter by parameter", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    n, d = len(A), len(q_list[0])
    L = np.diag(A.sum(axis=1)) - A
    Q = block_diag(*Q_list) + alpha * np.kron(L, np.eye(d))
    order = np.arange(n * d).reshape(n, d).T.ravel()
    return Q[np.ix_(order, order)], np.concatenate(q_list)[order]


# %% tags=["wrong", "id:q-by-parameter", "says:parameter by parameter", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), np.ravel(
        q_list, order="F"
    )


# %% tags=["wrong", "id:all-parameters-coupled", "says:every other", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    d = len(q_list[0])
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L, np.ones((d, d))), np.concatenate(q_list)


# %% tags=["wrong", "id:scalars-only", "says:shape", "loses:assemble-vector-tests"]
def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    Q = np.diag([Q_i[0, 0] for Q_i in Q_list]) + alpha * L
    return Q, np.array([q_i[0] for q_i in q_list])


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    A = (A > 0).astype(float)
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:coupling-missing", "says:coupling by alpha L is missing"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    return block_diag(*Q_list), np.concatenate(q_list)


# %% tags=["wrong", "id:local-terms-missing", "says:local terms Q_i are missing"]
def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return alpha * np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:first-node-everywhere", "says:assemble"]
def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return Q_list[0] + alpha * np.kron(L, np.eye(len(q_list[0]))), q_list[0]


# %% tags=["wrong", "id:same-term-for-all", "says:Q of assemble"]
def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    local = np.kron(np.eye(len(A)), np.mean(Q_list, axis=0))
    return local + alpha * np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:alpha-on-local-terms", "says:alpha multiplies the local terms"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return alpha * block_diag(*Q_list) + np.kron(L, np.eye(len(q_list[0]))), np.concatenate(q_list)


# %% tags=["wrong", "id:sign-of-q", "says:sign of q"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), -np.concatenate(q_list)


# %% tags=["wrong", "id:q-halved", "says:q is halved"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L, np.eye(len(q_list[0]))), np.hstack(q_list) / 2


# %% tags=["wrong", "id:quadratic-in-laplacian", "says:Q of assemble"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + alpha * np.kron(L @ L, np.eye(len(q_list[0]))), np.hstack(q_list)
