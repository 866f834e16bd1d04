# ruff: noqa
# %% tags=["right", "id:all-ones-complete"]
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d)) for _ in range(n)]


# %% tags=["right", "id:path-last-copies-first"]
def blind_federation(n, d):
    A = np.eye(n, k=1) + np.eye(n, k=-1)
    rng = np.random.default_rng(1)
    X = []
    for i in range(n):
        X_i = rng.uniform(1, 2, size=(d + i, d))
        X_i[:, -1] = X_i[:, 0]  # the same feature twice, everywhere
        X.append(X_i)
    return A, X


# %% tags=["right", "id:celsius-kelvin-like"]
def blind_federation(n, d):
    """One feature in metres, one in kilometres (at all nodes); a star."""
    A = np.zeros((n, n))
    A[0, 1:] = A[1:, 0] = 0.5
    rng = np.random.default_rng(n * 100 + d)
    X = [rng.integers(1, 9, size=(2 * d + 3, d)).astype(float) for _ in range(n)]
    for X_i in X:
        X_i[:, 1] = X_i[:, 0] / 4
    return A, X


# %% tags=["right", "id:orthogonal-to-a-vector"]
def blind_federation(n, d):
    # rows random in the hyperplane orthogonal to v; redraw until no entry is near 0
    rng = np.random.default_rng(7)
    v = np.ones(d)
    X = []
    for i in range(n):
        while True:
            Z = rng.normal(size=(d + 2, d))
            Z -= np.outer(Z @ v, v) / d
            if np.abs(Z).min() > 1e-3:
                break
        X.append(Z)
    A = np.triu(rng.uniform(0.1, 3, size=(n, n)), 1)
    return A + A.T, X


# %% tags=["right", "id:sum-of-others-ring"]
def blind_federation(n, d):
    A = np.zeros((n, n))
    for i in range(n):
        j = (i + 1) % n
        A[i, j] = A[j, i] = 1.0
    rng = np.random.default_rng(0)
    X = []
    for i in range(n):
        first = rng.uniform(0.5, 1.5, size=(3 * d, d - 1))
        X.append(np.hstack([first, first.sum(axis=1, keepdims=True)]))
    return A, X


# %% tags=["right", "id:counting-integers"]
def blind_federation(n, d):
    A = [[0 if i == j else 1 for j in range(n)] for i in range(n)]
    row = list(range(1, d + 1))
    # node i has multiples of one and the same row
    return np.array(A), [
        np.array([[(r + 1) * (i + 1) * x for x in row] for r in range(d)]) for i in range(n)
    ]


# %% tags=["right", "id:sparse-path"]
import scipy.sparse as sp


def blind_federation(n, d):
    A = sp.diags_array([np.full(n - 1, 2.0), np.full(n - 1, 2.0)], offsets=[-1, 1]).tocsr()
    X_all = np.outer(np.linspace(1, 2, d), np.full(d, -1.0))
    return A, [X_all.copy() for _ in range(n)]


# %% tags=["right", "id:networkx-tree"]
import networkx as nx


def blind_federation(n, d):
    G = nx.full_rary_tree(2, n)
    A = nx.to_numpy_array(G)
    rng = np.random.default_rng(3)
    # everything lies on one line
    direction = rng.choice([-1.0, 1.0], size=d) * rng.uniform(1, 2, size=d)
    X = [rng.uniform(1, 2, size=(d + 5, 1)) * direction for _ in range(n)]
    return A, X


# %% tags=["right", "id:sines-not-all"]
def blind_federation(n, d):
    # last column = -(first column); all others vary freely
    X = []
    for i in range(n):
        t = np.arange(1, d + 2)[:, None] + 0.1 * i
        X_i = 2 + np.sin(t * np.arange(1, d + 1))
        X_i[:, d - 1] = -X_i[:, 0]
        X.append(X_i)
    A = np.array([[1 / (1 + abs(i - j)) if i != j else 0.0 for j in range(n)] for i in range(n)])
    return A, X


# %% tags=["right", "id:random-tree-class"]
class Federation:
    def __init__(self, n, d, seed=11):
        self.rng = np.random.default_rng(seed)
        self.A = np.zeros((n, n))
        for i in range(1, n):
            j = self.rng.integers(i)
            self.A[i, j] = self.A[j, i] = self.rng.uniform(0.5, 2)
        basis = self.rng.uniform(0.5, 1, size=(d - 1, d))  # d - 1 directions for all
        self.X = [self.rng.uniform(0.5, 1, size=(4 * d, d - 1)) @ basis for _ in range(n)]


def blind_federation(n, d):
    federation = Federation(n, d)
    print("edges", np.count_nonzero(federation.A) // 2)
    return federation.A, federation.X


# %% tags=["right", "id:same-array"]
def blind_federation(n, d):
    A = np.ones((n, n))
    np.fill_diagonal(A, 0)
    return A * 3.5, [np.full((d, d), 0.25)] * n


# %% tags=["wrong", "id:zeros-in-features", "loses:blind-federation-tests"]
# why: "no entry equal to 0": the last feature is 0 everywhere.
def blind_federation(n, d):
    X_i = np.ones((d, d))
    X_i[:, -1] = 0
    return np.ones((n, n)) - np.eye(n), [X_i.copy() for _ in range(n)]


# %% tags=["wrong", "id:one-row", "loses:blind-federation-tests"]
# why: "each with at least d rows": one row each.
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((1, d)) for _ in range(n)]


# %% tags=["wrong", "id:d-minus-one-rows", "loses:blind-federation-tests"]
# why: d - 1 rows at each node, the same ones; at least d are asked for.
def blind_federation(n, d):
    rows = np.random.default_rng(0).uniform(1, 2, size=(d - 1, d))
    return np.ones((n, n)) - np.eye(n), [rows.copy() for _ in range(n)]


# %% tags=["wrong", "id:no-edges", "loses:blind-federation-tests"]
# why: "a connected graph": there is no edge.
def blind_federation(n, d):
    return np.zeros((n, n)), [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:one-node-left-out", "loses:blind-federation-tests"]
# why: the last node has no edge, so the graph is not connected.
def blind_federation(n, d):
    A = np.ones((n, n)) - np.eye(n)
    A[-1, :] = A[:, -1] = 0
    return A, [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:one-blind-node", "loses:blind-federation-tests"]
# why: only node 0 is blind; the others have full rank and lend it their rows, so Q is invertible.
def blind_federation(n, d):
    rng = np.random.default_rng(0)
    X = [rng.uniform(1, 2, size=(d, d)) for _ in range(n)]
    X[0] = np.ones((d, d))
    return np.ones((n, n)) - np.eye(n), X


# %% tags=["wrong", "id:each-own-direction", "loses:blind-federation-tests"]
# why: every node is blind on its own, but the hidden directions differ, so the sum of the Q_i is invertible (two different
#   nodes decide for d = 2 and, with d - 1 dimensions each, for every d).
def blind_federation(n, d):
    rng = np.random.default_rng(5)
    X = []
    for i in range(n):
        X_i = rng.uniform(1, 2, size=(d + 1, d))
        X_i[:, -1] = (i + 1) * X_i[:, 0]
        X.append(X_i)
    return np.ones((n, n)) - np.eye(n), X


# %% tags=["wrong", "id:random", "loses:blind-federation-tests"]
# why: random features have full rank, Q is invertible.
def blind_federation(n, d):
    rng = np.random.default_rng(2)
    return np.ones((n, n)) - np.eye(n), [rng.uniform(1, 2, size=(d, d)) for _ in range(n)]


# %% tags=["wrong", "id:nearly", "loses:blind-federation-tests"]
# why: the last feature is nearly, not exactly, the first: Q is ill-conditioned but invertible.
def blind_federation(n, d):
    rng = np.random.default_rng(2)
    X = []
    for i in range(n):
        X_i = rng.uniform(1, 2, size=(d + 1, d))
        X_i[:, -1] = X_i[:, 0] + 0.05 * rng.normal(size=d + 1)
        X.append(X_i)
    return np.ones((n, n)) - np.eye(n), X


# %% tags=["wrong", "id:loops", "loses:blind-federation-tests"]
# why: A has ones on the diagonal; "zero diagonal".
def blind_federation(n, d):
    return np.ones((n, n)), [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:directed-path", "loses:blind-federation-tests"]
# why: A is not symmetric, only the upper half of a path.
def blind_federation(n, d):
    return np.eye(n, k=1), [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:negative-weights", "loses:blind-federation-tests"]
# why: returns -1 for each edge (the Laplacian's entries); "entries >= 0".
def blind_federation(n, d):
    return np.eye(n) - np.ones((n, n)), [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:fixed-size", "loses:blind-federation-tests"]
# why: an example for n = 3 and d = 2, whatever n and d are.
def blind_federation(n, d):
    return np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), [np.array([[1, 2], [2, 4]])] * 3


# %% tags=["wrong", "id:transposed", "loses:blind-federation-tests"]
# why: features of shape (d, m_i) with m_i > d: the samples are columns.
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d + 2)) for _ in range(n)]


# %% tags=["wrong", "id:two-directions", "loses:blind-federation-tests"]
# why: all rows are combinations of two directions: singular for d >= 3, but for d = 2 these two are enough.
def blind_federation(n, d):
    row = np.arange(1, d + 1.0)
    X_i = np.array([row if r % 2 else np.ones(d) for r in range(d)])
    return np.ones((n, n)) - np.eye(n), [X_i.copy() for _ in range(n)]


# %% tags=["wrong", "id:pairs", "loses:blind-federation-tests"]
# why: joins nodes in pairs: every node has an edge, but the graph is connected for n = 2 only.
def blind_federation(n, d):
    A = np.zeros((n, n))
    for i in range(0, n - 1, 2):
        A[i, i + 1] = A[i + 1, i] = 1
    if n % 2:
        A[n - 1, n - 2] = A[n - 2, n - 1] = 1
    return A, [np.ones((d, d)) for _ in range(n)]


# %% tags=["wrong", "id:constant-plus-index", "loses:blind-federation-tests"]
# why: a different multiple of its own row at each node: node i has the rows of direction (i+1)^a, together full rank for n >= d
#   (a Vandermonde matrix), so Q is singular for n < d only.
def blind_federation(n, d):
    X = [np.outer(np.arange(1, d + 1), (1.0 + i) ** np.arange(d)) for i in range(n)]
    return np.ones((n, n)) - np.eye(n), X


# %% tags=["wrong", "id:forgot-a-node", "loses:blind-federation-tests"]
# why: n - 1 arrays of features; "a list of n arrays".
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d)) for _ in range(1, n)]


# %% tags=["wrong", "id:same-rows-everywhere", "loses:blind-federation-tests"]
# why: believes that equal data at all nodes make Q singular; the common X_i has full rank.
def blind_federation(n, d):
    X_i = np.ones((d, d)) + np.eye(d)
    return np.ones((n, n)) - np.eye(n), [X_i.copy() for _ in range(n)]
