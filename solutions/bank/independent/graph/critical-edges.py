# ruff: noqa
# %% tags=["right", "id:remove-and-count"]
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    before = connected_components(A > 0, directed=False)[0]
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if connected_components(B > 0, directed=False)[0] > before:
            pairs.append((int(i), int(j)))
    return pairs


# %% tags=["right", "id:eigenvalues"]
def critical_edges(A):
    def zeros(M):
        M = (M > 0).astype(float)  # the weights do not matter for the pieces
        return np.sum(np.linalg.eigvalsh(np.diag(M.sum(axis=1)) - M) < 1e-8)

    pairs = []
    n_nodes = len(A)
    for i in range(n_nodes):
        for j in range(i):
            if A[i, j] != 0:
                B = A.copy()
                B[i, j] = B[j, i] = 0
                if zeros(B) == zeros(A) + 1:
                    pairs.append([i, j])
    return np.array(pairs).reshape(-1, 2)


# %% tags=["right", "id:networkx-bridges"]
import networkx as nx


def critical_edges(A):
    return list(nx.bridges(nx.from_numpy_array(np.asarray(A))))


# %% tags=["right", "id:tarjan"]
def critical_edges(A):
    m = len(A)
    neighbours = [np.flatnonzero(row).tolist() for row in np.asarray(A)]
    entered, low, found, clock = [None] * m, [0] * m, [], [0]

    def visit(u, parent):
        entered[u] = low[u] = clock[0]
        clock[0] += 1
        for v in neighbours[u]:
            if v == parent:
                continue
            if entered[v] is None:
                visit(v, u)
                low[u] = min(low[u], low[v])
                if low[v] > entered[u]:
                    found.append((u, v))
            else:
                low[u] = min(low[u], entered[v])

    for start in range(m):
        if entered[start] is None:
            visit(start, -1)
    return found


# %% tags=["right", "id:walk-around"]
def critical_edges(A):
    """{i, j} is critical if there is no other way from i to j."""

    def other_way(i, j):
        seen, todo = {i}, [i]
        while todo:
            a = todo.pop()
            for b in range(len(A)):
                if A[a][b] > 0 and b not in seen and {a, b} != {i, j}:
                    if b == j:
                        return True
                    seen.add(b)
                    todo.append(b)
        return False

    return [
        (i, j)
        for i in range(len(A))
        for j in range(i + 1, len(A))
        if A[i][j] > 0 and not other_way(i, j)
    ]


# %% tags=["right", "id:effective-resistance"]
def critical_edges(A):
    # with unit weights the resistance between the ends of an edge is 1 if and only if there is no way round
    B = (np.asarray(A) > 0).astype(float)
    P = np.linalg.pinv(np.diag(B.sum(0)) - B, hermitian=True)
    R = np.diag(P)[:, None] + np.diag(P)[None, :] - 2 * P
    hits = np.argwhere((np.triu(B) > 0) & (R > 1 - 1e-7))
    return hits


# %% tags=["right", "id:spanning-forest-cycles"]
def critical_edges(A):
    # grow a spanning forest; every edge outside of it marks the tree edges of its cycle
    m = len(A)
    parent, depth = [-1] * m, [-1] * m
    for root in range(m):
        if depth[root] >= 0:
            continue
        depth[root] = 0
        queue = [root]
        for u in queue:
            for v in np.nonzero(A[u])[0]:
                if depth[v] < 0:
                    depth[v], parent[v] = depth[u] + 1, u
                    queue.append(int(v))
    covered = [False] * m  # the edge from v to its parent lies on a cycle
    for i, j in np.argwhere(np.triu(A)):
        if parent[i] == j or parent[j] == i:
            continue
        while i != j:
            if depth[i] < depth[j]:
                i, j = j, i
            covered[i] = True
            i = parent[i]
    return [(int(v), int(parent[v])) for v in range(m) if parent[v] >= 0 and not covered[v]]


# %% tags=["right", "id:rank-of-incidence"]
def critical_edges(A):
    # an edge lies on no cycle if and only if its row of the incidence matrix is independent of the others
    edges = [(i, j) for i in range(len(A)) for j in range(i) if A[i, j] > 0]
    B = np.zeros((len(edges), len(A)))
    for r, (i, j) in enumerate(edges):
        B[r, i], B[r, j] = 1.0, -1.0
    full = np.linalg.matrix_rank(B) if edges else 0
    result = []
    for r, edge in enumerate(edges):
        rest = np.delete(B, r, axis=0)
        if (np.linalg.matrix_rank(rest) if len(rest) else 0) < full:
            result.append(edge)
    return result


# %% tags=["right", "id:union-find"]
class Pieces:
    def __init__(self, n):
        self.boss = list(range(n))
        self.count = n

    def find(self, i):
        while self.boss[i] != i:
            self.boss[i] = self.boss[self.boss[i]]
            i = self.boss[i]
        return i

    def join(self, i, j):
        i, j = self.find(i), self.find(j)
        if i != j:
            self.boss[i] = j
            self.count -= 1


def critical_edges(A):
    edges = [tuple(e) for e in np.argwhere(np.tril(np.asarray(A)) > 0).tolist()]

    def count(without=None):
        pieces = Pieces(len(A))
        for edge in edges:
            if edge != without:
                pieces.join(*edge)
        return pieces.count

    print(len(edges), "edges")
    return [edge for edge in edges if count(edge) > count()]


# %% tags=["right", "id:reachability-powers"]
def critical_edges(A):
    def pieces(B):
        R = np.eye(len(B), dtype=bool) | (B > 0)
        while True:
            S = (R.astype(int) @ R.astype(int)) > 0
            if (S == R).all():
                return len(np.unique(R, axis=0))
            R = S

    now = pieces(A)
    found = np.empty((0, 2), dtype=int)
    for i, j in zip(*np.nonzero(np.triu(A))):
        B = A * 1.0
        B[[i, j], [j, i]] = 0.0
        if pieces(B) != now:
            found = np.vstack([found, [j, i]])
    return found


# %% tags=["right", "id:weighted-eigenvalues"]
def critical_edges(A):
    def pieces(B):
        L = np.diag(B.sum(axis=0)) - B
        return int((np.abs(np.linalg.eigvalsh(L)) < 1e-6).sum())

    whole = pieces(A)
    pairs = set()
    for i, j in np.argwhere(A):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0.0
        if pieces(B) > whole:
            pairs.add((int(min(i, j)), int(max(i, j))))
    return sorted(pairs, reverse=True)


# %% tags=["right", "id:random-cycle-space"]
def critical_edges(A):
    # random labels for edges outside of a spanning forest; a tree edge gets the exclusive or of the cycles through it: 0 means none
    import random

    generator = random.Random(1)
    m = len(A)
    parent, order, label = {}, [], [0] * m
    for root in range(m):
        if root in parent:
            continue
        parent[root] = None
        stack = [root]
        while stack:
            u = stack.pop()
            order.append(u)
            for v in range(m):
                if A[u, v] > 0 and v not in parent:
                    parent[v] = u
                    stack.append(v)
    for i in range(m):
        for j in range(i):
            if A[i, j] > 0 and parent[i] != j and parent[j] != i:
                bits = generator.getrandbits(64)
                label[i] ^= bits
                label[j] ^= bits
    result = []
    for v in reversed(order):
        if parent[v] is not None:
            if label[v] == 0:
                result.append((v, parent[v]))
            label[parent[v]] ^= label[v]
    return result


# %% tags=["wrong", "id:both-directions", "loses:critical-edges-tests"]
# why: every critical edge stands there twice, as (i, j) and (j, i); "each once".
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    before = connected_components(A)[0]
    pairs = []
    for i, j in np.argwhere(A > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if connected_components(B)[0] > before:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:leaves", "loses:critical-edges-tests"]
# why: only edges to a node of degree 1; an edge between two rings is critical too.
def critical_edges(A):
    degree = np.count_nonzero(A, axis=1)
    return [(i, j) for i, j in np.argwhere(np.triu(A) > 0) if min(degree[i], degree[j]) == 1]


# %% tags=["wrong", "id:more-than-one-component", "loses:critical-edges-tests"]
# why: asks whether the graph without the edge is disconnected; in a graph of several components every edge passes.
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if connected_components(B)[0] > 1:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:connected-only", "loses:critical-edges-tests"]
# why: returns nothing if the graph is not connected; "the graph need not be connected".
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    if connected_components(A)[0] > 1:
        return []
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if connected_components(B)[0] > 1:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:exact-zero", "loses:critical-edges-tests"]
# why: counts eigenvalues == 0; "a computer finds an eigenvalue 0 only up to rounding".
def critical_edges(A):
    def zeros(M):
        return np.sum(np.linalg.eigvalsh(np.diag(M.sum(axis=1)) - M) == 0)

    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if zeros(B) > zeros(A):
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:coarse-zero", "loses:critical-edges-tests"]
# why: eigenvalues below 0.5 count as 0; in the checks those above 1e-3 are not 0.
def critical_edges(A):
    def zeros(M):
        return np.sum(np.linalg.eigvalsh(np.diag(M.sum(axis=1)) - M) < 0.5)

    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if zeros(B) > zeros(A):
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:no-triangle", "loses:critical-edges-tests"]
# why: an edge without a common neighbour of its ends; in a square every edge is of this kind and none is critical.
def critical_edges(A):
    B = (A > 0).astype(int)
    return [(i, j) for i, j in np.argwhere(np.triu(B)) if (B @ B)[i, j] == 0]


# %% tags=["wrong", "id:not-restored", "loses:critical-edges-tests"]
# why: edges that were taken out for a trial are not put back, so later ones seem critical.
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    B = np.array(A, dtype=float)
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        before = connected_components(B)[0]
        B[i, j] = B[j, i] = 0
        if connected_components(B)[0] > before:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:articulation", "loses:critical-edges-tests"]
# why: low >= entered instead of >: finds edges below cut nodes, also those on a ring.
def critical_edges(A):
    m, found, entered, low, clock = len(A), [], {}, {}, [0]

    def visit(u, parent):
        entered[u] = low[u] = clock[0]
        clock[0] += 1
        for v in np.flatnonzero(A[u]):
            if v == parent:
                continue
            if v not in entered:
                visit(v, u)
                low[u] = min(low[u], low[v])
                if low[v] >= entered[u]:
                    found.append((u, v))
            else:
                low[u] = min(low[u], entered[v])

    for s in range(m):
        if s not in entered:
            visit(s, -1)
    return found


# %% tags=["wrong", "id:first-component", "loses:critical-edges-tests"]
# why: the search starts at node 0 only, critical edges of other components are missed.
import networkx as nx


def critical_edges(A):
    G = nx.from_numpy_array(np.asarray(A))
    return list(nx.bridges(G.subgraph(nx.node_connected_component(G, 0))))


# %% tags=["wrong", "id:spanning-tree", "loses:critical-edges-tests"]
# why: all edges of a spanning forest; those on a ring are not critical.
import networkx as nx


def critical_edges(A):
    return list(nx.minimum_spanning_edges(nx.from_numpy_array(np.asarray(A)), data=False))


# %% tags=["wrong", "id:weakest", "loses:critical-edges-tests"]
# why: the edges of smallest weight are called critical.
def critical_edges(A):
    if not np.any(A):
        return []
    w = A[A > 0].min()
    return [(i, j) for i, j in np.argwhere(np.triu(A) > 0) if A[i, j] <= w]


# %% tags=["wrong", "id:only-one", "loses:critical-edges-tests"]
# why: stops after the first critical edge; all are asked for.
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    before = connected_components(A)[0]
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if connected_components(B)[0] > before:
            return [(i, j)]
    return []


# %% tags=["wrong", "id:nodes-removed", "loses:critical-edges-tests"]
# why: takes out both END NODES instead of the edge and counts the components of the rest.
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    before = connected_components(A)[0]
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        rest = [a for a in range(len(A)) if a not in (i, j)]
        if rest and connected_components(A[np.ix_(rest, rest)])[0] > before:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:isolates-a-node", "loses:critical-edges-tests"]
# why: "somebody is cut off" is read as: some node is left without any edge.
def critical_edges(A):
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = B[j, i] = 0
        if B[i].sum() == 0 or B[j].sum() == 0:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:weights-rounded", "loses:critical-edges-tests"]
# why: casts the weights to integers; edges of a weight below 1 vanish.
import networkx as nx


def critical_edges(A):
    B = np.asarray(A).astype(int)
    return list(nx.bridges(nx.from_numpy_array(B)))


# %% tags=["wrong", "id:one-direction-removed", "loses:critical-edges-tests"]
# why: sets only A[i, j] = 0, the edge is still there as A[j, i]: no edge is ever critical.
from scipy.sparse.csgraph import connected_components


def critical_edges(A):
    before = connected_components(A, directed=False)[0]
    pairs = []
    for i, j in np.argwhere(np.triu(A) > 0):
        B = np.array(A, dtype=float)
        B[i, j] = 0
        if connected_components(B, directed=False)[0] > before:
            pairs.append((i, j))
    return pairs


# %% tags=["wrong", "id:two-rows", "loses:critical-edges-tests"]
# why: a (2, B) array, all first ends and then all second ends, instead of pairs ("a (B, 2) array").
import networkx as nx


def critical_edges(A):
    pairs = list(nx.bridges(nx.from_numpy_array(np.asarray(A))))
    return np.array(pairs, dtype=int).reshape(-1, 2).T
