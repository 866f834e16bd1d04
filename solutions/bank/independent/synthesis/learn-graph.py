# ruff: noqa
# %% tags=["right", "id:argsort-of-pairs"]
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    delta = np.sum((V[i] - V[j]) ** 2, axis=1)
    best = np.argsort(delta)[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["right", "id:sorted-loops"]
def learn_graph(V, edges):
    n = len(V)
    pairs = []
    for i in range(n):
        for j in range(i + 1, n):
            pairs.append((sum((a - b) ** 2 for a, b in zip(V[i], V[j])), i, j))
    pairs.sort()
    A = np.zeros((n, n), dtype=int)
    for _, i, j in pairs[:edges]:
        A[i, j] = 1
        A[j, i] = 1
    return A


# %% tags=["right", "id:pdist"]
from scipy.spatial.distance import pdist, squareform


def learn_graph(V, edges):
    if len(V) < 2:
        return np.zeros((len(V), len(V)))
    delta = pdist(V)  # distances have the same order as their squares
    chosen = np.zeros(len(delta))
    chosen[np.argsort(delta, kind="stable")[:edges]] = 1.0
    return squareform(chosen)


# %% tags=["right", "id:threshold"]
def learn_graph(V, edges):
    n = V.shape[0]
    delta = ((V[:, None, :] - V[None, :, :]) ** 2).sum(axis=-1)
    if edges == 0:
        return np.zeros((n, n))
    upper = np.sort(delta[np.triu_indices(n, 1)])
    A = (delta <= upper[edges - 1]).astype(float)
    np.fill_diagonal(A, 0)
    return A


# %% tags=["right", "id:one-after-the-other"]
def learn_graph(V, edges):
    """Joins the closest pair that is not yet joined, as often as wanted."""
    n = len(V)
    gap = np.linalg.norm(V[:, np.newaxis] - V, axis=2)
    gap[np.tril_indices(n)] = np.inf
    A = np.zeros((n, n))
    for _ in range(edges):
        i, j = np.unravel_index(np.argmin(gap), gap.shape)
        A[i, j] = A[j, i] = 1
        gap[i, j] = np.inf
    return A


# %% tags=["right", "id:heap"]
import heapq
from itertools import combinations


def learn_graph(V, edges):
    def cost(pair):
        difference = V[pair[0]] - V[pair[1]]
        return difference @ difference

    A = np.zeros((len(V), len(V)))
    for i, j in heapq.nsmallest(edges, combinations(range(len(V)), 2), key=cost):
        A[i, j] += 1
        A[j, i] += 1
    return A


# %% tags=["right", "id:sparse"]
import scipy.sparse as sp


def learn_graph(V, edges):
    n = len(V)
    i, j = np.tril_indices(n, -1)
    near = np.argsort(np.square(V[i] - V[j]).sum(axis=1))[:edges]
    half = sp.coo_array((np.ones(len(near)), (i[near], j[near])), shape=(n, n))
    return (half + half.T).tocsr()


# %% tags=["right", "id:linear-program"]
from scipy.optimize import linprog


def learn_graph(V, edges):
    """The problem (12.11) as it stands; a vertex of the polytope is a graph of zeros and ones."""
    n = len(V)
    i, j = np.triu_indices(n, 1)
    A = np.zeros((n, n))
    if len(i) == 0:
        return A
    delta = np.sum((V[i] - V[j]) ** 2, axis=1)
    delta = delta / (delta.max() or 1.0)
    x = linprog(delta, A_eq=np.ones((1, len(i))), b_eq=[edges], bounds=(0, 1), method="highs-ds").x
    A[i, j] = np.round(x)
    return A + A.T


# %% tags=["right", "id:networkx"]
import networkx as nx


def learn_graph(V, edges):
    complete = nx.complete_graph(len(V))
    ordered = sorted(complete.edges, key=lambda e: float(np.linalg.norm(V[e[0]] - V[e[1]])))
    g = nx.Graph()
    g.add_nodes_from(range(len(V)))
    g.add_edges_from(ordered[:edges])
    assert g.number_of_edges() == edges
    return nx.to_numpy_array(g, nodelist=range(len(V)))


# %% tags=["right", "id:bisection-for-the-price"]
def learn_graph(V, edges):
    # a price per edge: all pairs below the price are joined; find the price that sells the right number
    n = len(V)
    delta = np.array([[np.sum((a - b) ** 2) for b in V] for a in V])
    np.fill_diagonal(delta, np.inf)
    finite = np.unique(delta[np.isfinite(delta)])
    low, high = 0, len(finite)
    while low < high:
        middle = (low + high) // 2
        if np.sum(delta <= finite[middle]) // 2 < edges:
            low = middle + 1
        else:
            high = middle
    if edges == 0:
        return np.zeros((n, n), dtype=np.int8)
    return (delta <= finite[low]).astype(np.int8)


# %% tags=["wrong", "id:pairs-counted-twice", "loses:learn-graph-tests"]
# why: takes the smallest entries of the whole matrix, where each pair stands twice: half as many edges.
def learn_graph(V, edges):
    n = len(V)
    delta = ((V[:, None] - V) ** 2).sum(axis=-1)
    np.fill_diagonal(delta, np.inf)
    A = np.zeros(n * n)
    A[np.argsort(delta.ravel(), kind="stable")[:edges]] = 1
    A = A.reshape(n, n)
    return np.maximum(A, A.T)


# %% tags=["wrong", "id:diagonal-spends-edges", "loses:learn-graph-tests"]
# why: the zeros on the diagonal are the first "pairs" chosen (and then removed): too few edges.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n)
    delta = np.sum((V[i] - V[j]) ** 2, axis=1)
    best = np.argsort(delta, kind="stable")[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    np.fill_diagonal(A, 0)
    return A


# %% tags=["wrong", "id:upper-triangle", "loses:learn-graph-tests"]
# why: only A[i, j] for i < j is set: not symmetric.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(np.sum((V[i] - V[j]) ** 2, axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = 1
    return A


# %% tags=["wrong", "id:largest", "loses:learn-graph-tests"]
# why: joins the pairs with the largest discrepancies.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(-np.sum((V[i] - V[j]) ** 2, axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:discrepancies-as-weights", "loses:learn-graph-tests"]
# why: the right edges, but with the discrepancy as weight; "by edges of weight 1".
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    delta = np.sum((V[i] - V[j]) ** 2, axis=1)
    best = np.argsort(delta)[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = delta[best]
    return A


# %% tags=["wrong", "id:similarities-as-weights", "loses:learn-graph-tests"]
# why: the right edges with weights exp(-delta) between 0 and 1.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    delta = np.sum((V[i] - V[j]) ** 2, axis=1)
    best = np.argsort(delta)[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = np.exp(-delta[best] / max(delta.max(), 1e-300))
    return A


# %% tags=["wrong", "id:sum-of-absolute-values", "loses:learn-graph-tests"]
# why: 1-norm instead of the Euclidean norm of (12.9).
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(np.abs(V[i] - V[j]).sum(axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:largest-coordinate", "loses:learn-graph-tests"]
# why: maximum norm: only the coordinate that differs most counts.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(np.abs(V[i] - V[j]).max(axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:angle", "loses:learn-graph-tests"]
# why: cosine similarity: lengths of the reports are ignored.
def learn_graph(V, edges):
    n = len(V)
    U = V / np.linalg.norm(V, axis=1, keepdims=True)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(-np.sum(U[i] * U[j], axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:first-coordinate", "loses:learn-graph-tests"]
# why: compares the first entries of the reports only.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort((V[i, 0] - V[j, 0]) ** 2, kind="stable")[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:lengths-compared", "loses:learn-graph-tests"]
# why: difference of the norms instead of the norm of the difference.
def learn_graph(V, edges):
    n = len(V)
    length = np.linalg.norm(V, axis=1)
    i, j = np.triu_indices(n, 1)
    best = np.argsort((length[i] - length[j]) ** 2)[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:nearest-neighbours", "loses:learn-graph-tests"]
# why: joins each node to its nearest others; the number of edges is for the whole graph, and a node may stay alone.
def learn_graph(V, edges):
    n = len(V)
    delta = ((V[:, None] - V) ** 2).sum(axis=-1)
    np.fill_diagonal(delta, np.inf)
    A = np.zeros((n, n))
    for i in range(n):
        near = np.argsort(delta[i])[: min(edges, n - 1)]
        A[i, near] = A[near, i] = 1
    return A


# %% tags=["wrong", "id:nobody-alone", "loses:learn-graph-tests"]
# why: first gives each node its nearest neighbour, then fills up; "a node may end up without any edge".
def learn_graph(V, edges):
    n = len(V)
    delta = ((V[:, None] - V) ** 2).sum(axis=-1)
    np.fill_diagonal(delta, np.inf)
    first = sorted(
        {tuple(sorted((i, int(delta[i].argmin())))) for i in range(n)}, key=lambda e: delta[e]
    )
    rest = sorted(((i, j) for i in range(n) for j in range(i + 1, n)), key=lambda e: delta[e])
    chosen = (first + [e for e in rest if e not in first])[:edges]
    A = np.zeros((n, n))
    for i, j in chosen:
        A[i, j] = A[j, i] = 1
    return A


# %% tags=["wrong", "id:spanning-tree-first", "loses:learn-graph-tests"]
# why: joins two nodes only if they are not connected yet (a tree), then the rest: not the cheapest edges.
def learn_graph(V, edges):
    n = len(V)
    pairs = sorted(((np.sum((V[i] - V[j]) ** 2), i, j) for i in range(n) for j in range(i)))
    group, tree, other = list(range(n)), [], []
    for c, i, j in pairs:
        if group[i] != group[j]:
            old = group[i]
            group = [group[j] if g == old else g for g in group]
            tree.append((i, j))
        else:
            other.append((i, j))
    A = np.zeros((n, n))
    for i, j in (tree + other)[:edges]:
        A[i, j] = A[j, i] = 1
    return A


# %% tags=["wrong", "id:none-means-all", "loses:learn-graph-tests"]
# why: takes the last entries [-edges:] of a falling order; for edges = 0 these are all pairs.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    falling = np.argsort(np.sum((V[i] - V[j]) ** 2, axis=1))[::-1]
    best = falling[-edges:]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:below-the-last", "loses:learn-graph-tests"]
# why: joins only pairs strictly below the last chosen discrepancy: one edge less.
def learn_graph(V, edges):
    n = len(V)
    delta = ((V[:, None] - V) ** 2).sum(axis=-1)
    if edges == 0:
        return np.zeros((n, n))
    border = np.sort(delta[np.triu_indices(n, 1)])[edges - 1]
    A = (delta < border).astype(float)
    np.fill_diagonal(A, 0)
    return A


# %% tags=["wrong", "id:ones-on-the-diagonal", "loses:learn-graph-tests"]
# why: every node is joined to itself, too: "zero diagonal".
def learn_graph(V, edges):
    n = len(V)
    delta = ((V[:, None] - V) ** 2).sum(axis=-1)
    upper = np.sort(delta[np.triu_indices(n, 1)])
    return (delta <= (upper[edges - 1] if edges else 0)).astype(float)


# %% tags=["wrong", "id:standardised", "loses:learn-graph-tests"]
# why: divides each entry of the reports by its standard deviation first; (12.9) does not.
def learn_graph(V, edges):
    n = len(V)
    U = (V - V.mean(axis=0)) / np.maximum(V.std(axis=0), 1e-12)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(np.sum((U[i] - U[j]) ** 2, axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:each-node-once", "loses:learn-graph-tests"]
# why: a matching: a node that has an edge is passed over as long as possible.
def learn_graph(V, edges):
    n = len(V)
    i, j = np.triu_indices(n, 1)
    A = np.zeros((n, n))
    waiting = list(np.argsort(np.sum((V[i] - V[j]) ** 2, axis=1)))
    while edges > 0:
        free = [e for e in waiting if A[i[e]].sum() == 0 == A[j[e]].sum()]
        e = (free or waiting)[0]
        waiting.remove(e)
        A[i[e], j[e]] = A[j[e], i[e]] = 1
        edges -= 1
    return A


# %% tags=["wrong", "id:columns-for-nodes", "loses:learn-graph-tests"]
# why: takes the columns of V for the reports; "row i is the report of node i".
def learn_graph(V, edges):
    V = V.T
    n = len(V)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(np.sum((V[i] - V[j]) ** 2, axis=1))[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A


# %% tags=["wrong", "id:from-the-mean", "loses:learn-graph-tests"]
# why: ranks pairs by how near both are to the mean report, not to each other.
def learn_graph(V, edges):
    n = len(V)
    off = np.sum((V - V.mean(axis=0)) ** 2, axis=1)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(off[i] + off[j])[:edges]
    A = np.zeros((n, n))
    A[i[best], j[best]] = A[j[best], i[best]] = 1
    return A
