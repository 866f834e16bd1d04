# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:path-and-cycle"]
def blind_federation(n, d):
    A = np.eye(n, k=1) + np.eye(n, k=-1)
    rows = np.outer(np.arange(1.0, d + 1), np.ones(d))
    return A, [(i + 1) * rows for i in range(n)]


# %% tags=["right", "id:star-perpendicular-to-a-difference"]
def blind_federation(n, d):
    A = np.zeros((n, n))
    A[0, 1:] = A[1:, 0] = 0.5
    X = []
    for i in range(n):
        X_i = np.random.default_rng(i).uniform(1, 2, (d + 2, d))
        X_i[:, 1] = X_i[:, 0]
        X.append(X_i)
    return A, X


# %% tags=["right", "id:perpendicular-to-a-random-direction"]
def blind_federation(n, d):
    rng = np.random.default_rng(1)
    c = np.full(d, 1.0)
    X = []
    for _ in range(n):
        X_i = rng.uniform(1, 3, (d, d))
        X.append(X_i - np.outer(X_i @ c, c) / d + 0.0)
    A = rng.uniform(0.1, 1, (n, n))
    A = (A + A.T) * (1 - np.eye(n))
    return A, X


# %% tags=["right", "id:lists-of-integers"]
def blind_federation(n, d):
    A = [[int(i != j) for j in range(n)] for i in range(n)]
    return A, [[[1, *[2] * (d - 1)]] * d for _ in range(n)]


# %% tags=["right", "id:a-sum-of-two-features"]
def blind_federation(n, d):
    X = []
    for i in range(n):
        X_i = np.random.default_rng(i + 7).uniform(1, 2, (2 * d, d))
        X_i[:, -1] = X_i[:, :-1].sum(axis=1)
        X.append(X_i)
    return np.ones((n, n)) - np.eye(n), np.array(X)


# %% tags=["right", "id:sparse-graph"]
from scipy import sparse


def blind_federation(n, d):
    A = sparse.diags_array([np.ones(n - 1), np.ones(n - 1)], offsets=[1, -1])
    return A, tuple(np.full((d, d), 3.0) for _ in range(n))


# %% tags=["wrong", "id:too-few-rows", "says:at least"]
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((1, d))] * n


# %% tags=["wrong", "id:a-feature-of-zeros", "says:no entry that is 0"]
def blind_federation(n, d):
    X_i = np.ones((d, d))
    X_i[:, 0] = 0
    return np.ones((n, n)) - np.eye(n), [X_i] * n


# %% tags=["wrong", "id:every-node-alone-is-blind", "says:together must leave one direction out"]
def blind_federation(n, d):
    X = [np.tile(np.random.default_rng(i).uniform(1, 2, d), (d, 1)) for i in range(n * d)]
    return np.ones((n, n)) - np.eye(n), [np.vstack(X[i::n]) * 1.0 for i in range(n)]


# %% tags=["wrong", "id:random-features", "says:together must leave one direction out"]
def blind_federation(n, d):
    rng = np.random.default_rng(0)
    return np.ones((n, n)) - np.eye(n), [rng.uniform(1, 2, (d, d)) for _ in range(n)]


# %% tags=["wrong", "id:not-connected", "says:a connected graph"]
def blind_federation(n, d):
    return np.zeros((n, n)), [np.ones((d, d))] * n


# %% tags=["wrong", "id:loops", "says:zero diagonal"]
def blind_federation(n, d):
    return np.ones((n, n)), [np.ones((d, d))] * n


# %% tags=["wrong", "id:one-way-edges", "says:symmetric"]
def blind_federation(n, d):
    return np.eye(n, k=1), [np.ones((d, d))] * n


# %% tags=["wrong", "id:only-one-node-blind", "says:together must leave one direction out"]
def blind_federation(n, d):
    full = np.ones((d, d)) + np.eye(d)
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d)), *[full] * (n - 1)]


# %% tags=["wrong", "id:one-array-too-few", "says:a list of"]
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d))] * (n - 1)


# %% tags=["wrong", "id:only-for-three-and-two", "says:Expected"]
def blind_federation(n, d):
    A = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0.0]])
    return A, [np.array([[1, 2], [2, 4.0]])] * 3


# %% tags=["wrong", "id:nearly-singular", "says:together must leave one direction out"]
def blind_federation(n, d):
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d)) + 0.01 * np.eye(d)] * n
