# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:sparse-kron"]
from scipy import sparse


def assemble(A, Q_list, q_list, alpha, rho):
    L = sparse.csgraph.laplacian(sparse.csr_array(A))
    local = sparse.block_diag([r * Q_i for r, Q_i in zip(rho, Q_list)])
    coupling = sparse.kron(L, sparse.diags_array(alpha))
    return (local + coupling).tocsr(), np.hstack([r * q_i for r, q_i in zip(rho, q_list)])


# %% tags=["right", "id:entry-by-entry"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(A), len(q_list[0])
    Q = [[0.0] * (n * d) for _ in range(n * d)]
    for i in range(n):
        for a in range(d):
            for b in range(d):
                Q[i * d + a][i * d + b] += float(rho[i] * Q_list[i][a][b])
            for j in range(n):
                Q[i * d + a][i * d + a] += alpha[a] * A[i][j]
                Q[i * d + a][j * d + a] -= alpha[a] * A[i][j]
    return Q, [rho[i] * entry for i in range(n) for entry in q_list[i]]


# %% tags=["right", "id:edge-by-edge"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(Q_list), Q_list[0].shape[0]
    Q = np.zeros((n, d, n, d))
    for i in range(n):
        Q[i, :, i, :] = rho[i] * Q_list[i]
    for i, j in zip(*np.nonzero(np.triu(A))):
        weight = A[i, j] * np.diag(alpha)
        Q[i, :, i, :] += weight
        Q[j, :, j, :] += weight
        Q[i, :, j, :] -= weight
        Q[j, :, i, :] -= weight
    return Q.reshape(n * d, n * d), (rho[:, None] * np.array(q_list)).reshape(n * d, 1)


# %% tags=["right", "id:numpy-block-matrix"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, P = len(A), np.diag(alpha)
    rows = [
        [rho[i] * Q_list[i] + A[i].sum() * P if i == j else -A[i, j] * P for j in range(n)]
        for i in range(n)
    ]
    return np.matrix(np.block(rows)), np.matrix(
        np.concatenate([rho[i] * q_list[i] for i in range(n)])
    ).T


# %% tags=["right", "id:scaled-incidence-matrix"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    d = len(q_list[0])
    i, j = np.nonzero(np.tril(A))
    B = np.zeros((len(i), len(A)))
    B[np.arange(len(i)), i] = np.sqrt(A[i, j])
    B[np.arange(len(i)), j] = -np.sqrt(A[i, j])
    B = np.kron(B, np.diag(np.sqrt(alpha)))
    scale = np.repeat(rho, d)
    return scale[:, None] * block_diag(*Q_list) + B.T @ B, scale * np.stack(q_list).ravel()


# %% tags=["right", "id:a-problem-for-each-coordinate"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(A), len(q_list[0])
    Q = np.zeros((n * d, n * d))
    for a in range(d):
        Q[a::d, a::d] = alpha[a] * (np.diag(A.sum(axis=0)) - A)
    for i in range(n):
        Q[i * d : i * d + d, i * d : i * d + d] += rho[i] * Q_list[i]
    return Q, np.concatenate(q_list) * np.repeat(rho, d)


# %% tags=["right", "id:overwrites-its-inputs"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(Q_list), len(Q_list[0])
    A *= -1
    np.fill_diagonal(A, -A.sum(axis=0))
    Q = np.kron(A, np.diag(alpha))
    while Q_list:
        i = len(Q_list) - 1
        Q[i * d : i * d + d, i * d : i * d + d] += rho[i] * Q_list.pop()
        q_list[i] *= rho[i]
    return Q, np.reshape(q_list, n * d)


# %% tags=["wrong", "id:edges-twice", "says:each edge counts twice"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    n, _d = len(A), len(q_list[0])
    L = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            L[i, i] += A[i, j]
            L[j, j] += A[i, j]
            L[i, j] -= A[i, j]
            L[j, i] -= A[i, j]
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:degrees-lost", "says:degrees are lost"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    return block_diag(*Q_list) - np.kron(A, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:blocks-overwritten", "says:degrees are lost"]
def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    n, d = len(A), len(q_list[0])
    Q = np.kron(np.diag(A.sum(axis=1)) - A, np.diag(alpha))
    for i in range(n):
        Q[i * d : (i + 1) * d, i * d : (i + 1) * d] = Q_list[i]
    return Q, np.concatenate(q_list)


# %% tags=["wrong", "id:signless", "says:D + A"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) + A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:adjacency-for-laplacian", "says:not A"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    return block_diag(*Q_list) + np.kron(A, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:kron-swapped", "says:Kronecker", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(np.diag(alpha), L), np.concatenate(q_list)


# %% tags=["wrong", "id:by-parameter", "says:parameter by parameter", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    n, d = len(A), len(q_list[0])
    L = np.diag(A.sum(axis=1)) - A
    Q = block_diag(*Q_list) + np.kron(L, np.diag(alpha))
    order = np.arange(n * d).reshape(n, d).T.ravel()
    return Q[np.ix_(order, order)], np.concatenate(q_list)[order]


# %% tags=["wrong", "id:q-by-parameter", "says:parameter by parameter", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.ravel(q_list, order="F")


# %% tags=["wrong", "id:all-parameters-coupled", "says:every other", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    d = len(q_list[0])
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.outer(np.ones(d), alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    A = (A > 0).astype(float)
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:coupling-missing", "says:coupling by alpha L is missing"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    return block_diag(*Q_list), np.concatenate(q_list)


# %% tags=["wrong", "id:local-terms-missing", "says:local terms Q_i are missing"]
def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:sign-of-q", "says:sign of q"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), -np.concatenate(q_list)


# %% tags=["wrong", "id:q-halved", "says:q is halved"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.hstack(q_list) / 2


# %% tags=["wrong", "id:quadratic-in-laplacian", "says:Q of assemble"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    Q_list = [r * Q_i for r, Q_i in zip(rho, Q_list)]
    q_list = [r * q_i for r, q_i in zip(rho, q_list)]
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L @ L, np.diag(alpha)), np.hstack(q_list)


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    d = len(alpha)
    return np.repeat(rho, d)[:, None] * block_diag(*Q_list) + np.kron(L, np.eye(d)), np.repeat(
        rho, d
    ) * np.concatenate(q_list)


# %% tags=["wrong", "id:as-in-the-chapter", "says:rho of the nodes are ignored"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:rho-not-in-q", "says:ignored in q"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    local = block_diag(*[r * Q_i for r, Q_i in zip(rho, Q_list)])
    return local + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:rho-on-the-coupling", "says:rho multiplies the coupling"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    scale = np.repeat(rho, len(alpha))
    Q = block_diag(*Q_list) + np.kron(L, np.diag(alpha))
    return scale[:, None] * Q, scale * np.concatenate(q_list)


# %% tags=["wrong", "id:first-penalty", "says:first penalty", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    scale = np.repeat(rho, len(alpha))
    Q = scale[:, None] * block_diag(*Q_list) + alpha[0] * np.kron(L, np.eye(len(alpha)))
    return Q, scale * np.concatenate(q_list)


# %% tags=["wrong", "id:mean-penalty", "says:mean of the penalties", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    scale = np.repeat(rho, len(alpha))
    Q = scale[:, None] * block_diag(*Q_list) + np.mean(alpha) * np.kron(L, np.eye(len(alpha)))
    return Q, scale * np.concatenate(q_list)


# %% tags=["wrong", "id:rho-by-coordinate", "says:assemble", "loses:assemble-vector-tests"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    scale = np.tile(rho, len(alpha))
    return scale[:, None] * block_diag(*Q_list) + np.kron(
        L, np.diag(alpha)
    ), scale * np.concatenate(q_list)
