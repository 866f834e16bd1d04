# ruff: noqa
# %% tags=["right", "id:csgraph-rank"]
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(np.asarray(A) > 0, directed=False)
    count = 0
    for c in range(p):
        rows = np.vstack([X[i] for i in np.flatnonzero(label == c)])
        if np.linalg.matrix_rank(rows) < d:
            count += 1
    return count


# %% tags=["right", "id:depth-first"]
def visits(A, X):
    n_nodes, d = len(A), X[0].shape[1]
    seen = [False] * n_nodes
    answer = 0
    for start in range(n_nodes):
        if seen[start]:
            continue
        seen[start] = True
        stack, members = [start], []
        while stack:
            i = stack.pop()
            members.append(i)
            for j in range(n_nodes):
                if A[i][j] != 0 and not seen[j]:
                    seen[j] = True
                    stack.append(j)
        M = np.concatenate([X[i] for i in members], axis=0)
        s = np.linalg.svd(M, compute_uv=False)
        rank = int(np.sum(s > 1e-9 * s[0])) if s[0] > 0 else 0
        answer += rank < d
    return answer


# %% tags=["right", "id:networkx-eigenvalues"]
import networkx as nx


def visits(A, X):
    G = nx.from_numpy_array(np.array(A))
    blind = 0
    for component in nx.connected_components(G):
        S = sum(X[i].T @ X[i] / len(X[i]) for i in component)
        eigenvalues = np.linalg.eigvalsh(S)
        blind += bool(eigenvalues[0] <= 1e-10 * max(eigenvalues[-1], 1e-300))
    return blind


# %% tags=["right", "id:union-find-recursive"]
def visits(A, X):
    parent = {i: i for i in range(len(X))}

    def find(i):
        return i if parent[i] == i else find(parent[i])

    for i, j in np.argwhere(np.triu(A) > 0):
        parent[find(int(i))] = find(int(j))
    groups = {}
    for i in parent:
        groups.setdefault(find(i), []).append(X[i])
    return sum(np.linalg.matrix_rank(np.concatenate(g)) < X[0].shape[1] for g in groups.values())


# %% tags=["right", "id:reachability"]
def visits(A, X):
    m = len(A)
    reach = (np.asarray(A) > 0) | np.eye(m, dtype=bool)
    for _ in range(m):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    components = {tuple(np.flatnonzero(row)) for row in reach}
    d = np.shape(X[0])[1]
    return len([c for c in components if np.linalg.matrix_rank(np.vstack([X[i] for i in c])) != d])


# %% tags=["right", "id:gram-schmidt"]
def visits(A, X):
    """Directions are collected row by row, component by component."""
    label = list(range(len(X)))
    changed = True
    while changed:
        changed = False
        for i in range(len(X)):
            for j in range(len(X)):
                if A[i, j] > 0 and label[j] > label[i]:
                    label[j] = label[i]
                    changed = True
    d = X[0].shape[1]
    basis = {}
    for i, X_i in enumerate(X):
        B = basis.setdefault(label[i], [])
        for x in X_i:
            v = np.array(x, dtype=float)
            norm = np.linalg.norm(v)
            for _ in range(2):
                for b in B:
                    v = v - (v @ b) * b
            if norm > 0 and np.linalg.norm(v) > 1e-8 * norm:
                B.append(v / np.linalg.norm(v))
    print({c: len(B) for c, B in basis.items()})
    return sum(len(B) < d for B in basis.values())


# %% tags=["right", "id:null-space-of-q"]
import scipy.linalg as sla


def visits(A, X):
    # null vectors of Q are constant on components; a blind component has a null vector that does not vanish on it
    m, d = len(X), X[0].shape[1]
    A = (np.asarray(A) > 0).astype(float)
    L = np.diag(A.sum(axis=0)) - A
    unit = [X_i / max(np.abs(X_i).max(), 1e-300) for X_i in X]
    Q = sla.block_diag(*[U.T @ U / len(U) for U in unit]) + np.kron(L, np.eye(d))
    values, vectors = np.linalg.eigh(Q)
    N = vectors[:, values < 1e-9].reshape(m, d, -1)
    blind_node = np.sqrt((N**2).sum(axis=(1, 2))) > 1e-5
    # one visit for each component of blind nodes
    count, left = 0, set(np.flatnonzero(blind_node).tolist())
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            i = todo.pop()
            for j in [j for j in left if A[i, j] > 0]:
                left.remove(j)
                todo.append(j)
    return count


# %% tags=["right", "id:qr-pivot-bfs"]
from collections import deque
import scipy.linalg


def visits(A, X):
    A = np.asarray(A)
    d = X[0].shape[1]
    todo = set(range(len(X)))
    total = 0
    while todo:
        queue = deque([min(todo)])
        todo.discard(queue[0])
        rows = []
        while queue:
            i = queue.popleft()
            rows.extend(np.asarray(X[i], dtype=float))
            for j in sorted(todo & set(np.nonzero(A[i])[0].tolist())):
                todo.discard(j)
                queue.append(j)
        rows = np.array(rows)
        if len(rows) < d:
            total += 1
            continue
        R = scipy.linalg.qr(rows, mode="r", pivoting=True)[0]
        diag = np.abs(np.diag(R))
        if diag.min() <= 1e-9 * max(diag.max(), 1e-300):
            total += 1
    return np.int64(total)


# %% tags=["right", "id:laplacian-null-space"]
def visits(A, X):
    # label components by solving with random potentials: a random vector projected on the null space of L is constant on components
    A = (np.asarray(A, dtype=float) > 0) * 1.0
    L = np.diag(A.sum(1)) - A
    values, U = np.linalg.eigh(L)
    Z = U[:, values < 1e-8]
    marks = np.round(Z @ Z.T, 6)  # 1/|C| for pairs of the same component, else 0
    same = marks > 0
    done, result = np.zeros(len(A), bool), 0
    for i in range(len(A)):
        if not done[i]:
            done |= same[i]
            result += int(
                np.linalg.matrix_rank(np.vstack([X[j] for j in np.flatnonzero(same[i])]))
                < X[0].shape[1]
            )
    return result


# %% tags=["right", "id:enough-needed"]
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order


def visits(A, X):
    def can_learn(members):
        S = np.zeros((d, d))
        for i in members:
            S += X[i].T @ X[i]
        return np.linalg.matrix_rank(S, hermitian=True) == d

    d = np.asarray(X[0]).shape[1]
    G = csr_array(A)
    G.eliminate_zeros()
    rest = set(range(len(X)))
    visits_needed = 0
    while rest:
        members = breadth_first_order(
            G, next(iter(rest)), directed=False, return_predecessors=False
        ).tolist()
        rest -= set(members)
        visits_needed += 0 if can_learn(members) else 1
    return visits_needed


# %% tags=["wrong", "id:each-on-its-own", "loses:visits-tests"]
# why: counts the stations whose own rows do not suffice; "together the stations of a connected component need less".
def visits(A, X):
    d = X[0].shape[1]
    return sum(int(np.linalg.matrix_rank(X_i) < d) for X_i in X)


# %% tags=["wrong", "id:no-full-node", "loses:visits-tests"]
# why: a component counts as blind if no single node of it has full rank; but the nodes together may have.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return sum(
        all(np.linalg.matrix_rank(X[i]) < d for i in np.flatnonzero(label == c)) for c in range(p)
    )


# %% tags=["wrong", "id:ranks-added", "loses:visits-tests"]
# why: adds the ranks of the nodes of a component instead of the rank of all its rows (equal directions count twice).
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return sum(
        sum(np.linalg.matrix_rank(X[i]) for i in np.flatnonzero(label == c)) < d for c in range(p)
    )


# %% tags=["wrong", "id:row-count", "loses:visits-tests"]
# why: a component counts as determined if it has at least d rows; they may be parallel (node 5 of the example).
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return sum(sum(len(X[i]) for i in np.flatnonzero(label == c)) < d for c in range(p))


# %% tags=["wrong", "id:missing-directions", "loses:visits-tests"]
# why: counts the missing rows; one visit may bring "as many new rows as it takes".
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return int(
        sum(
            d - np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)]))
            for c in range(p)
        )
    )


# %% tags=["wrong", "id:all-nodes-of-blind", "loses:visits-tests"]
# why: visits every station of a blind component; one of them is enough.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    total = 0
    for c in range(p):
        members = np.flatnonzero(label == c)
        if np.linalg.matrix_rank(np.vstack([X[i] for i in members])) < d:
            total += len(members)
    return total


# %% tags=["wrong", "id:one-component", "loses:visits-tests"]
# why: takes all rows of all nodes together; "the graph need not be connected now".
def visits(A, X):
    return int(np.linalg.matrix_rank(np.vstack(X)) < X[0].shape[1])


# %% tags=["wrong", "id:yes-or-no", "loses:visits-tests"]
# why: 1 if some component is blind; each blind one needs its own visit.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return int(
        any(
            np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)])) < d
            for c in range(p)
        )
    )


# %% tags=["wrong", "id:one-hop", "loses:visits-tests"]
# why: only direct neighbours help; counts nodes whose neighbourhood is not enough. Rows travel along paths.
def visits(A, X):
    d = X[0].shape[1]
    return sum(
        int(
            np.linalg.matrix_rank(np.vstack([X[j] for j in range(len(X)) if j == i or A[i, j] > 0]))
            < d
        )
        for i in range(len(X))
    )


# %% tags=["wrong", "id:lonely-skipped", "loses:visits-tests"]
# why: stations without an edge are left out, as if they were no component.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    total = 0
    for c in range(p):
        members = np.flatnonzero(label == c)
        if len(members) > 1 and np.linalg.matrix_rank(np.vstack([X[i] for i in members])) < d:
            total += 1
    return total


# %% tags=["wrong", "id:components", "loses:visits-tests"]
# why: the number of components: one visit for each, also for those that have enough rows.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    return connected_components(A)[0]


# %% tags=["wrong", "id:components-minus-one", "loses:visits-tests"]
# why: counts what is missing to connect the graph; but visits bring rows, and data may suffice without a connection.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    return connected_components(A)[0] - 1


# %% tags=["wrong", "id:columns-seen", "loses:visits-tests"]
# why: a feature counts as measured if some row has an entry != 0 in its column; (1, 1, 0) twice is one direction, not two.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    return sum(
        int(
            np.count_nonzero(
                np.any(np.vstack([X[i] for i in np.flatnonzero(label == c)]) != 0, axis=0)
            )
            < d
        )
        for c in range(p)
    )


# %% tags=["wrong", "id:weights-rounded", "loses:visits-tests"]
# why: casts A to integers; weights between 0 and 1 become "no edge". "entries >= 0": every positive one is an edge.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(np.asarray(A).astype(int))
    return sum(
        int(np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)])) < d)
        for c in range(p)
    )


# %% tags=["wrong", "id:nullity", "loses:visits-tests"]
# why: the dimension of the null space of the local blocks, without the graph.
def visits(A, X):
    d = X[0].shape[1]
    return int(sum(d - np.linalg.matrix_rank(X_i) for X_i in X))


# %% tags=["wrong", "id:determinant-of-first", "loses:visits-tests"]
# why: looks at one node (the first) of each component only.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    label = connected_components(A)[1]
    _, first = np.unique(label, return_index=True)
    return sum(int(np.linalg.matrix_rank(X[i]) < d) for i in first)


# %% tags=["wrong", "id:averaged-rows", "loses:visits-tests"]
# why: takes the mean row of each node for its data; the rows of one node span more than their mean.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    d = X[0].shape[1]
    p, label = connected_components(A)
    M = np.array([X_i.mean(axis=0) for X_i in X])
    return sum(int(np.linalg.matrix_rank(M[label == c]) < d) for c in range(p))


# %% tags=["wrong", "id:d-three", "loses:visits-tests"]
# why: d = 3 is hard-coded from the example by hand.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    p, label = connected_components(A)
    return sum(
        int(np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)])) < 3)
        for c in range(p)
    )


# %% tags=["wrong", "id:any-rank-at-all", "loses:visits-tests"]
# why: counts components without any direction (rank 0); less than d directions is already too little.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    p, label = connected_components(A)
    return sum(
        int(np.linalg.matrix_rank(np.vstack([X[i] for i in np.flatnonzero(label == c)])) <= 1)
        for c in range(p)
    )


# %% tags=["wrong", "id:det-exactly-zero", "loses:visits-tests"]
# why: tests det == 0 exactly; for dependent rows a computer finds 1e-17 and calls the component determined.
from scipy.sparse.csgraph import connected_components


def visits(A, X):
    p, label = connected_components(A)
    total = 0
    for c in range(p):
        S = sum(X[i].T @ X[i] / len(X[i]) for i in np.flatnonzero(label == c))
        total += int(np.linalg.det(S) == 0)
    return total


# %% tags=["wrong", "id:labels-in-one-pass", "loses:visits-tests"]
# why: each node takes the label of its smallest neighbour once; long or winding components fall apart.
def visits(A, X):
    d = X[0].shape[1]
    label = [min([i] + np.flatnonzero(A[i]).tolist()) for i in range(len(X))]
    return sum(
        int(np.linalg.matrix_rank(np.vstack([X[i] for i in range(len(X)) if label[i] == c])) < d)
        for c in set(label)
    )
