# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:sum-of-gram-matrices"]
def visits(A, X):
    n, unseen, lacking = len(A), set(range(len(A))), 0
    while unseen:
        reached, todo = set(), [min(unseen)]
        while todo:
            i = todo.pop()
            if i not in reached:
                reached.add(i)
                todo += [j for j in range(n) if A[i, j] > 0]
        unseen -= reached
        G = sum(X[i].T @ X[i] / len(X[i]) for i in reached)
        lacking += bool(np.linalg.eigvalsh(G)[0] < 1e-9 * max(1, np.linalg.eigvalsh(G)[-1]))
    return lacking


# %% tags=["right", "id:networkx"]
import networkx as nx


def visits(A, X):
    count = 0
    for component in nx.connected_components(nx.from_numpy_array(A)):
        rows = np.concatenate([X[i] for i in component], axis=0)
        if np.linalg.matrix_rank(rows) != rows.shape[1]:
            count += 1
    return count


# %% tags=["right", "id:powers-of-the-graph"]
def visits(A, X):
    n = len(A)
    reach = np.linalg.matrix_power((A > 0) + np.eye(n), n) > 0
    firsts = [i for i in range(n) if not reach[i, :i].any()]
    d = X[0].shape[1]
    return np.sum(
        [
            np.linalg.matrix_rank(np.vstack([X[j] for j in np.flatnonzero(reach[i])])) < d
            for i in firsts
        ]
    )


# %% tags=["right", "id:null-space"]
def visits(A, X):
    n, d = len(X), X[0].shape[1]
    L = np.diag(A.sum(axis=1)) - A
    Q = np.kron(L, np.eye(d))
    for i, X_i in enumerate(X):
        Q[i * d : i * d + d, i * d : i * d + d] += X_i.T @ X_i
    values, vectors = np.linalg.eigh(Q)
    null = vectors[:, values < 1e-8].reshape(n, -1)
    touched = np.abs(null).max(axis=1, initial=0) > 1e-6
    # each component with a null vector needs one visit
    count, seen = 0, np.zeros(n, dtype=bool)
    for i in np.flatnonzero(touched):
        if not seen[i]:
            count += 1
            todo = [i]
            while todo:
                j = todo.pop()
                if not seen[j]:
                    seen[j] = True
                    todo += list(np.flatnonzero(A[j]))
    return count


# %% tags=["right", "id:union-find-and-svd"]
def visits(A, X):
    parent = list(range(len(A)))

    def root(i):
        return i if parent[i] == i else root(parent[i])

    for i, j in zip(*np.nonzero(A), strict=False):
        parent[root(i)] = root(j)
    groups = {}
    for i, X_i in enumerate(X):
        groups.setdefault(root(i), []).append(X_i)
    lacking = 0
    for rows in groups.values():
        values = np.linalg.svd(np.concatenate(rows), compute_uv=False)
        lacking += np.sum(values > 1e-8) < rows[0].shape[1]
    return float(lacking)


# %% tags=["wrong", "id:nodes-that-lack", "says:could not learn alone"]
def visits(A, X):
    return sum(np.linalg.matrix_rank(X_i) < X_i.shape[1] for X_i in X)


# %% tags=["wrong", "id:components", "says:also those that have enough"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    return connected_components(A)[0]


# %% tags=["wrong", "id:missing-directions", "says:missing directions"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    count, label = connected_components(A)
    d = X[0].shape[1]
    return sum(
        d - np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)]))
        for c in range(count)
    )


# %% tags=["wrong", "id:rows-counted", "says:Are rows counted"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    count, label = connected_components(A)
    d = X[0].shape[1]
    return sum(sum(len(X[i]) for i in np.flatnonzero(label == c)) < d for c in range(count))


# %% tags=["wrong", "id:graph-ignored", "says:as if the graph were connected"]
def visits(A, X):
    return int(np.linalg.matrix_rank(np.vstack(X)) < X[0].shape[1])


# %% tags=["wrong", "id:all-nodes-of-lacking-components", "says:all nodes of the components"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    count, label = connected_components(A)
    total = 0
    for c in range(count):
        nodes = np.flatnonzero(label == c)
        if np.linalg.matrix_rank(np.vstack([X[i] for i in nodes])) < X[0].shape[1]:
            total += len(nodes)
    return total


# %% tags=["wrong", "id:neighbours-only", "says:Expected"]
def visits(A, X):
    total = 0
    for i in range(len(A)):
        rows = np.vstack([X[j] for j in range(len(A)) if j == i or A[i, j] > 0])
        total += np.linalg.matrix_rank(rows) < rows.shape[1]
    return total


# %% tags=["wrong", "id:yes-or-no", "says:Expected 2, got 1"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    count, label = connected_components(A)
    d = X[0].shape[1]
    return max(
        np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)])) < d
        for c in range(count)
    )


# %% tags=["wrong", "id:means-of-rows", "says:Expected"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    count, label = connected_components(A)
    means = np.array([X_i.mean(axis=0) for X_i in X])
    d = X[0].shape[1]
    return sum(np.linalg.matrix_rank(means[label == c]) < d for c in range(count))
