# ruff: noqa
# %% tags=["right", "id:block-diag-kron"]
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    Q = block_diag(*[r * Q_i for r, Q_i in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha))
    q = np.concatenate([r * q_i for r, q_i in zip(rho, q_list)])
    return Q, q


# %% tags=["right", "id:loops-over-blocks"]
def assemble(A, Q_list, q_list, alpha, rho):
    nodes, d = len(Q_list), len(alpha)
    Q = np.zeros((nodes * d, nodes * d))
    q = np.zeros(nodes * d)
    for i in range(nodes):
        own = slice(i * d, (i + 1) * d)
        Q[own, own] += rho[i] * Q_list[i]
        q[own] = rho[i] * q_list[i]
        for j in range(nodes):
            if i != j and A[i, j] != 0:
                other = slice(j * d, (j + 1) * d)
                Q[own, own] += A[i, j] * np.diag(alpha)
                Q[own, other] -= A[i, j] * np.diag(alpha)
    return Q, q


# %% tags=["right", "id:edge-by-edge"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(A), len(alpha)
    Q = np.zeros((n * d, n * d))
    for i in range(n):
        for a in range(d):
            for b in range(d):
                Q[i * d + a, i * d + b] = rho[i] * Q_list[i][a][b]
    for i in range(n):
        for j in range(i):
            for a in range(d):
                weight = A[i, j] * alpha[a]
                I, J = i * d + a, j * d + a
                Q[I, I] += weight
                Q[J, J] += weight
                Q[I, J] -= weight
                Q[J, I] -= weight
    return Q, np.array([rho[i] * q_list[i][a] for i in range(n) for a in range(d)])


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp


def assemble(A, Q_list, q_list, alpha, rho):
    A = sp.csr_array(A)
    L = sp.diags_array(np.asarray(A.sum(axis=1)).ravel()) - A
    local = sp.block_diag([w * np.asarray(Q_i) for w, Q_i in zip(rho, Q_list)])
    Q = (local + sp.kron(L, sp.diags_array(np.asarray(alpha, dtype=float)))).tocsr()
    return Q, (np.asarray(rho)[:, None] * np.vstack(q_list)).ravel()


# %% tags=["right", "id:four-index-array"]
def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(Q_list), Q_list[0].shape[0]
    L = -np.array(A, dtype=float)
    L[np.diag_indices(n)] += np.sum(A, axis=0)
    T = np.einsum("ij,a,ab->iajb", L, alpha, np.eye(d))
    for i in range(n):
        T[i, :, i, :] += rho[i] * Q_list[i]
    q = np.einsum("i,ia->ia", rho, np.array(q_list))
    return T.reshape(n * d, n * d), q.reshape(n * d, 1)


# %% tags=["right", "id:coordinate-major-then-permuted"]
import scipy.linalg as sla


def assemble(A, Q_list, q_list, alpha, rho):
    n, d = len(A), len(alpha)
    L = np.diag(np.sum(A, axis=1)) - A
    # coordinate after coordinate it is block diagonal in L; then reorder to node after node
    M = sla.block_diag(*[alpha_a * L for alpha_a in alpha])
    order = np.array([a * n + i for i in range(n) for a in range(d)])
    M = M[np.ix_(order, order)]
    return M + sla.block_diag(*(np.array(Q_list) * np.reshape(rho, (-1, 1, 1)))), np.hstack(
        [q_i * rho_i for q_i, rho_i in zip(q_list, rho)]
    )


# %% tags=["right", "id:incidence"]
def assemble(A, Q_list, q_list, alpha, rho):
    """Rows sqrt(A_ij alpha_a) (w_ia - w_ja) of one tall matrix B: Q = locals + B^T B."""
    n, d = len(Q_list), len(alpha)
    rows = []
    for i, j in np.argwhere(np.triu(A, 1)):
        for a in range(d):
            row = np.zeros((n, d))
            row[i, a], row[j, a] = 1, -1
            rows.append(np.sqrt(A[i, j] * alpha[a]) * row.ravel())
    B = np.array(rows).reshape(-1, n * d)
    Q = B.T @ B
    for i, Q_i in enumerate(Q_list):
        Q[i * d : (i + 1) * d, i * d : (i + 1) * d] += Q_i * rho[i]
    q = np.zeros(0)
    for q_i, r in zip(q_list, rho):
        q = np.append(q, r * q_i)
    return Q, q


# %% tags=["right", "id:polarisation"]
def assemble(A, Q_list, q_list, alpha, rho):
    # the objective as a function; Q from its second differences, q from its odd part
    n, d = len(Q_list), len(alpha)
    A = np.asarray(A, dtype=float)

    def f(w):
        W = w.reshape(n, d)
        local = sum(r * (v @ Qi @ v + qi @ v) for r, Qi, qi, v in zip(rho, Q_list, q_list, W))
        gaps = (W[:, None, :] - W[None, :, :]) ** 2 @ np.asarray(alpha, dtype=float)
        return local + 0.5 * np.sum(A * gaps)

    E = np.eye(n * d)
    one = np.array([f(e) for e in E])
    q = np.array([(f(e) - f(-e)) / 2 for e in E])
    Q = np.array(
        [[(f(e + g) - one[r] - one[c]) / 2 for c, g in enumerate(E)] for r, e in enumerate(E)]
    )
    return Q, q


# %% tags=["right", "id:class"]
class System:
    def __init__(self, n, d):
        self.d = d
        self.Q = np.zeros((n * d, n * d))
        self.q = np.zeros(n * d)

    def at(self, i):
        return np.arange(i * self.d, (i + 1) * self.d)

    def station(self, i, Q_i, q_i, weight):
        self.Q[np.ix_(self.at(i), self.at(i))] += weight * Q_i
        self.q[self.at(i)] += weight * q_i

    def edge(self, i, j, penalties):
        self.Q[self.at(i), self.at(i)] += penalties
        self.Q[self.at(i), self.at(j)] -= penalties


def assemble(A, Q_list, q_list, alpha, rho):
    system = System(len(A), len(alpha))
    for i in range(len(A)):
        system.station(i, Q_list[i], q_list[i], rho[i])
        for j in np.flatnonzero(A[i]):
            system.edge(i, j, A[i, j] * np.asarray(alpha))
    return system.Q, system.q


# %% tags=["right", "id:np-block"]
def assemble(A, Q_list, q_list, alpha, rho):
    degree = A.sum(axis=0)
    P = np.eye(len(alpha)) * alpha
    blocks = [
        [rho[i] * Q_list[i] + degree[i] * P if i == j else -A[i, j] * P for j in range(len(A))]
        for i in range(len(A))
    ]
    q = np.block([rho[i] * q_list[i] for i in range(len(A))])
    print(q.shape)
    return np.block(blocks), q


# %% tags=["right", "id:sum-of-krons"]
def assemble(A, Q_list, q_list, alpha, rho):
    n = len(rho)
    d = len(alpha)
    L = np.diag(np.ones(n) @ A) - A
    Q = sum(np.kron(np.diag(rho * (np.arange(n) == i)), Q_list[i]) for i in range(n))
    for a in range(d):
        e = np.zeros(d)
        e[a] = 1
        Q = Q + alpha[a] * np.kron(L, np.outer(e, e))
    return Q, np.repeat(rho, d) * np.ravel(q_list)


# %% tags=["wrong", "id:rho-ignored", "loses:assemble-tests,assemble-vector-tests"]
# why: the weights rho_i of the stations do not enter.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(q_list)


# %% tags=["wrong", "id:rho-not-in-q", "loses:assemble-tests,assemble-vector-tests"]
# why: rho_i weighs Q_i but not q_i; it multiplies the whole L_i.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(
        L, np.diag(alpha)
    ), np.concatenate(q_list)


# %% tags=["wrong", "id:rho-only-in-q", "loses:assemble-tests,assemble-vector-tests"]
# why: rho_i weighs q_i only.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return block_diag(*Q_list) + np.kron(L, np.diag(alpha)), np.concatenate(
        [r * q for r, q in zip(rho, q_list)]
    )


# %% tags=["wrong", "id:rho-squared", "loses:assemble-tests,assemble-vector-tests"]
# why: weights inside the square (rho_i^2) as if residuals were multiplied; rho_i multiplies L_i once.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r**2 * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r**2 * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:rho-normalised", "loses:assemble-tests,assemble-vector-tests"]
# why: rho is divided by its sum; the problem of the users does not do that.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    rho = rho / np.sum(rho)
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:rho-on-laplacian", "loses:assemble-tests,assemble-vector-tests"]
# why: the Laplacian rows are weighed by rho as well; rho_i multiplies L_i only (and Q is no more symmetric).
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(rho) @ (np.diag(A.sum(axis=1)) - A)
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:alpha-first", "loses:assemble-vector-tests"]
# why: alpha_0 for every coordinate; "every coordinate a has a penalty alpha_a of its own".
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)])
        + alpha[0] * np.kron(L, np.eye(len(alpha))),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:alpha-mean", "loses:assemble-vector-tests"]
# why: the mean of the penalties for every coordinate.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)])
        + np.mean(alpha) * np.kron(L, np.eye(len(alpha))),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:kron-swapped", "loses:assemble-vector-tests"]
# why: diag(alpha) (x) L belongs to the order coordinate by coordinate, the text says station after station.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(np.diag(alpha), L),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:coordinates-coupled", "loses:assemble-vector-tests"]
# why: blocks L_ij alpha 1^T couple different coordinates: "never the first with the second".
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    d = len(alpha)
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)])
        + np.kron(L, np.sqrt(np.outer(alpha, alpha))),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:q-by-coordinates", "loses:assemble-vector-tests"]
# why: q is stacked coordinate after coordinate (ravel of the transposed), Q station after station.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        (np.array(q_list).T * rho).ravel(),
    )


# %% tags=["wrong", "id:d-one-only", "loses:assemble-vector-tests"]
# why: takes the traces / sums as if d were 1 and repeats them: only diagonal entries of the Q_i are used.
def assemble(A, Q_list, q_list, alpha, rho):
    d = len(alpha)
    L = np.diag(A.sum(axis=1)) - A
    diag = np.concatenate([r * np.diag(Q) for r, Q in zip(rho, Q_list)])
    return np.diag(diag) + np.kron(L, np.diag(alpha)), np.concatenate(
        [r * q for r, q in zip(rho, q_list)]
    )


# %% tags=["wrong", "id:adjacency", "loses:assemble-tests,assemble-vector-tests"]
# why: A instead of the Laplacian L = D - A.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(A, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:sign-of-laplacian", "loses:assemble-tests,assemble-vector-tests"]
# why: D + A: neighbours are pushed apart.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) + A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:each-edge-twice", "loses:assemble-tests,assemble-vector-tests"]
# why: sums over ordered pairs, so every edge counts twice.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + 2 * np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:unweighted-degree", "loses:assemble-tests,assemble-vector-tests"]
# why: the degree counts edges instead of adding their weights.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(np.count_nonzero(A, axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:unit-weights", "loses:assemble-tests,assemble-vector-tests"]
# why: A_ij is treated as 0 or 1; the weights of the edges are lost.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    B = (A > 0).astype(float)
    L = np.diag(B.sum(axis=1)) - B
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:alpha-ignored", "loses:assemble-tests,assemble-vector-tests"]
# why: the penalties alpha do not enter at all.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.eye(len(alpha))),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:alpha-squared", "loses:assemble-tests,assemble-vector-tests"]
# why: alpha_a inside the square: alpha_a^2 instead of alpha_a.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(np.square(alpha))),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:normal-equation", "loses:assemble-tests,assemble-vector-tests"]
# why: returns the right-hand side -q/2 of the normal equations instead of q.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([-r * q / 2 for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:rho-on-one-side-of-edges", "loses:assemble-tests,assemble-vector-tests"]
# why: everything, also the penalty, is multiplied by the mean weight of the stations.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(A.sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)])
        + np.mean(rho) * np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:alpha-repeated-by-node", "loses:assemble-vector-tests"]
# why: multiplies kron(L, I) by alpha repeated for nodes (np.resize in blocks of n), so a penalty goes to the wrong coordinate.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    d, m = len(alpha), len(A)
    L = np.diag(A.sum(axis=1)) - A
    s = np.sqrt(np.repeat(alpha, m))  # should be np.tile(alpha, m)
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + s[:, None] * np.kron(L, np.eye(d)) * s,
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:all-by-coordinates", "loses:assemble-vector-tests"]
# why: the whole system in the order coordinate after coordinate, consistently; "station after station", "ordered node by node".
def assemble(A, Q_list, q_list, alpha, rho):
    n_nodes, d = len(Q_list), len(alpha)
    L = np.diag(A.sum(axis=1)) - A
    T = np.einsum("ij,a,ab->aibj", L, alpha, np.eye(d))
    for i in range(n_nodes):
        T[:, i, :, i] += rho[i] * Q_list[i]
    return T.reshape(n_nodes * d, n_nodes * d), (
        np.array(q_list) * np.reshape(rho, (-1, 1))
    ).T.ravel()


# %% tags=["wrong", "id:one-end-of-the-edge", "loses:assemble-tests,assemble-vector-tests"]
# why: an edge {i, j} adds to the diagonal of its first node only (degrees from the upper triangle).
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    L = np.diag(np.triu(A).sum(axis=1)) - A
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )


# %% tags=["wrong", "id:path-only", "loses:assemble-tests,assemble-vector-tests"]
# why: the penalty is built for edges between consecutive stations only (a path, as in the example by hand); A may be any graph.
from scipy.linalg import block_diag


def assemble(A, Q_list, q_list, alpha, rho):
    B = np.diag(np.diag(A, 1), 1)
    B = B + B.T
    L = np.diag(B.sum(axis=1)) - B
    return (
        block_diag(*[r * Q for r, Q in zip(rho, Q_list)]) + np.kron(L, np.diag(alpha)),
        np.concatenate([r * q for r, q in zip(rho, q_list)]),
    )
