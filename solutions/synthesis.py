# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Synthesis: clusters, learned graphs and a fair comparison
#
# You know a dozen methods. In this assignment you find clusters in a graph, train cluster by
# cluster, learn a graph where none is given, add noise to labels on purpose, and let the methods of
# the whole course compete on one problem. It belongs to the chapter *Synthesis* of the book.
#
# **When you are done you can**
#
# - split a graph by the eigenvectors of its Laplacian, judge the cut, and improve it,
# - train one model per node inside clusters only, and learn a graph from what nodes report,
# - protect labels by random answers, and choose the coupling that pays for the protection,
# - compare methods by mean and by the worst-off nodes, and tell from errors which method made them,
# - choose a method for a stated problem.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 The price of a cut | `best_move` | 1 |
# | 2 Spectral clustering | `spectral_clusters` | 0.5 for two clusters, 0.5 for more |
# | 3 Cluster-wise GTVMin | `cluster_gtvmin` | 1 |
# | 4 A graph from reports | `learn_graph` | 1 |
# | 5 Random answers | `randomised_response` | 1 |
# | 6 How much coupling? | `alpha_for_noise` | 1 |
# | 7 Method table | `method_table`, `which_method` and `own_methods` | 0.5 + 1 + 0.5 |
# | 8 Which one when | a short text | 2, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.synthesis` holds finished answers to some tasks: compare with them, but
# an answer that uses them, also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`, a matrix may be sparse. Numbers may deviate by $10^{-5}$ of the largest entry, unless
# the task says otherwise.
#
# Names such as `eq-ratio-cut` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 7 (c) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.data import load_fmi
from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_towns(rng):
    """Temperatures of 12 towns near each other, a few hours to train on, the others, and alpha."""
    stations = load_fmi("simulated")
    away = stations.latlon - stations.latlon[rng.integers(len(stations.names))]
    away[:, 1] /= 2  # a degree to the east is about half as long as one to the north
    near = np.argsort(np.linalg.norm(away, axis=1))[:12]
    mixed = [rng.permutation(stations.y[i]) for i in near]
    kept = rng.integers(2, 9, 12)
    train = [y[:m] for y, m in zip(mixed, kept, strict=True)]
    test = [y[m:] for y, m in zip(mixed, kept, strict=True)]
    return train, test, round(float(rng.uniform(0.02, 0.3)), 2)


own_train, own_test, own_alpha = own_towns(own_data.rng("own-methods"))
print(f"Variant {VARIANT}: alpha {own_alpha}, hours to train on {[len(y) for y in own_train]}")

# %% tags=["given", "id:imports"]
import numpy as np

from flcourse import erm, fedknn, fedopt, graph, gtvmin
from flcourse.losses import Squared

# %% [markdown]
# A tool that is given: k-means, which groups the rows of a matrix around $k$ centres. It starts
# from rows that are far apart and returns a number 0, …, $k - 1$ for each row. Use it, or one of
# your own.


# %% tags=["given", "id:k-means"]
def k_means(points, k):
    """Group the rows of points, shape (n, p), around k centres; returns labels, shape (n,)."""
    centres = points[[np.argmax(np.linalg.norm(points - points.mean(axis=0), axis=1))]]
    while len(centres) < k:
        gaps = np.linalg.norm(points[:, None] - centres, axis=2).min(axis=1)
        centres = np.vstack([centres, points[np.argmax(gaps)]])
    for _ in range(100):
        labels = np.linalg.norm(points[:, None] - centres, axis=2).argmin(axis=1)
        filled = np.unique(labels)
        centres[filled] = [points[labels == c].mean(axis=0) for c in filled]
    return labels


# %% [markdown]
# ## Task 1: The price of a cut (1 point)
#
# Nodes are split into clusters $C_1, \dots, C_k$. A good split leaves little weight on the edges
# between clusters. To keep it from cutting off single nodes, each cluster's part is divided by its
# number of nodes:
#
# $$\operatorname{RatioCut}(C_1, \dots, C_k) = \sum_{a=1}^{k} \frac{1}{|C_a|} \sum_{i \in C_a}
# \sum_{j \notin C_a} A_{ij}. \tag{eq-ratio-cut}$$
#
# It is given. The task is to use it: a split is on the table, and exactly **one** node moves to
# another cluster that exists, even if the split was better before. Which move leaves the smallest
# RatioCut? No cluster may lose its last node: the number of clusters stays. Write
# `best_move(A, labels)`. Labels are whole numbers; they need not start at 0 nor be consecutive. In
# the checks the best move is clear.


# %% tags=["given", "id:tool"]
def ratio_cut(A, labels):
    """Weight that leaves each cluster over its number of nodes, summed (eq-ratio-cut)."""
    clusters = [labels == c for c in np.unique(labels)]
    return sum(A[inside][:, ~inside].sum() / inside.sum() for inside in clusters)


# %% tags=["answer", "id:best-move"]
def best_move(A, labels):
    """The move of one node after which the RatioCut is smallest (eq-ratio-cut).

    A: (n, n) array of weights, symmetric, zero diagonal;  labels: (n,) array of integers.
    Returns node, cluster: the node that moves, and the label of the cluster that it joins.
    """
    ### BEGIN SOLUTION
    best, move = np.inf, None
    for node in range(len(labels)):
        for cluster in np.unique(labels):
            moved = np.where(np.arange(len(labels)) == node, cluster, labels)
            kept = len(np.unique(moved)) == len(np.unique(labels))
            if cluster != labels[node] and kept and ratio_cut(A, moved) < best:
                best, move = ratio_cut(A, moved), (node, cluster)
    return move
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Try every node with every other label in a copy of the labels, and skip moves after which a
# label is gone: with an empty cluster the RatioCut looks small, but the number of clusters is lost.

# %% [markdown]
# By hand: four nodes on a cycle, with weights 1 on {0, 1}, 3 on {1, 2}, 5 on {2, 3} and 4 on
# {3, 0}. Node 0 has the label 5 and the others the label 2. Node 0 must stay: it is the last of its
# cluster. If node 1 joins it, the clusters {0, 1} and {2, 3} cut the weight 7, and 7/2 + 7/2 = 7;
# if node 3 does, it is 6.

# %% tags=["tests", "id:best-move-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(best_move, "flcourse.synthesis")


def _move(result, what):
    """Node and cluster as plain numbers."""
    pair = checks.parts(result, 2, what=what, hint="return node, cluster (eq-ratio-cut).")
    for part, name in zip(pair, ["node", "cluster"], strict=True):
        checks.shape(
            part,
            (),
            what=f"{name} of {what}",
            hint="one node moves, even if the split was better before (eq-ratio-cut).",
        )
    return tuple(
        round(float(checks.numbers(part, what=what, hint="see eq-ratio-cut.").sum()))
        for part in pair
    )


_A = np.zeros((4, 4))
for _i, _j, _weight in [(0, 1, 1.0), (1, 2, 3.0), (2, 3, 5.0), (3, 0, 4.0)]:
    _A[_i, _j] = _A[_j, _i] = _weight
_B = np.zeros((6, 6))
for _i, _j, _weight in [
    (0, 1, 3.0),
    (0, 2, 2.0),
    (1, 2, 2.5),
    (3, 4, 3.0),
    (4, 5, 2.0),
    (2, 3, 1.0),
]:
    _B[_i, _j] = _B[_j, _i] = _weight
_C = _B.copy()
_C[2, 3] = _C[3, 2] = 0.5
for _name, _graph, _labels, _right, _known in [
    (
        "four nodes on a cycle",
        _A,
        [5, 2, 2, 2],
        (3, 5),
        {
            (0, 2): "this empties the cluster 5",
            (1, 5): "this is the second best move",
            (2, 5): "this is the worst move",
            (3, 1): "the cluster is named by its label, here 5",
        },
    ),
    (
        "six nodes of which one is misplaced",
        _B,
        [0, 0, 1, 1, 1, 1],
        (2, 0),
        {
            (3, 0): "this makes the cut heavier, it takes a node with strong edges away",
            (5, 0): "this node has the least weight, but moving it cuts an edge",
            (2, 1): "node 2 is in the cluster 1 already",
        },
    ),
    (
        "six nodes whose split is the best already",
        _C,
        [0, 0, 0, 1, 1, 1],
        (5, 0),
        {
            (0, 0): "node 0 is in the cluster 0 already; exactly one node moves, though it costs",
            (3, 0): "this is the second best move",
        },
    ),
]:
    _pair = _move(checks.call(best_move, _graph, np.array(_labels)), f"best_move for {_name}")
    checks.holds(
        str(_pair) == str(_right),
        what=f"best_move for {_name}",
        expected=f"node {_right[0]} to the cluster {_right[1]}",
        got=f"{_pair}" + (f", {_known[_pair]}" if _pair in _known else ""),
        hint="compute the RatioCut after each move that keeps all clusters (eq-ratio-cut).",
    )
### BEGIN HIDDEN TESTS


def _value(A, labels):
    total = 0.0
    for i in range(len(A)):
        for j in range(len(A)):
            if labels[i] != labels[j]:
                total += A[i, j] / np.count_nonzero(labels == labels[i])
    return total


def _moves(A, labels):
    """RatioCut and weight of the cut after each move that keeps all clusters."""
    names = sorted(set(labels.tolist()))
    found = {}
    for node in range(len(labels)):
        for cluster in names:
            if cluster != labels[node] and np.count_nonzero(labels == labels[node]) > 1:
                moved = labels.copy()
                moved[node] = cluster
                cut = np.sum(A * (moved[:, None] != moved)) / 2
                found[node, cluster] = (_value(A, moved), cut)
    return found


def _instance(rng, n, k):
    """A random graph and split; the best move is clear, and not that of the lightest cut."""
    while True:
        A = np.triu(rng.uniform(0.1, 3, (n, n)) * (rng.random((n, n)) < 0.5), 1)
        labels = rng.permutation(np.append(np.arange(k), rng.integers(k, size=n - k))) * 3 - 1
        found = _moves(A + A.T, labels)
        first, second = sorted(value for value, _ in found.values())[:2]
        best = min(found, key=lambda move: found[move][0])
        lightest = min(found, key=lambda move: found[move][1])
        if second > 1.01 * first and best != lightest:
            return A + A.T, labels, best, lightest


# The best move leaves one node alone, and skips a cluster; what looks at neighbours or at the
# largest part alone moves node 4.
_A = np.zeros((7, 7))
for _i, _j, _weight in [
    (1, 3, 3.0),
    (1, 4, 4.0),
    (2, 3, 4.0),
    (3, 5, 3.0),
    (4, 5, 1.0),
    (4, 6, 4.0),
]:
    _A[_i, _j] = _A[_j, _i] = _weight
_labels = np.array([4, 4, -1, -1, -1, 7, 7])
_pair = _move(checks.call(best_move, _A, _labels), "best_move for seven nodes")
_known = {
    (4, 7): ", this looks at neighbours or at one part, not at the sum of all; a pair may be split",
    (4, 4): ", there are more moves than this one tried",
}
checks.holds(
    str(_pair) == "(1, -1)",
    what="best_move for seven nodes",
    expected="node 1 to the cluster -1",
    got=f"{_pair}{_known.get(_pair, '')}",
    hint="compute the RatioCut after each move that keeps all clusters (eq-ratio-cut).",
)
_rng = checks.grading_rng("best-move")
for _n, _k in [(7, 2), (9, 3), (11, 2), (10, 4)]:
    _A, _labels, _right, _lightest = _instance(_rng, _n, _k)
    _pair = _move(checks.call(best_move, _A, _labels), "best_move")
    _words = ", this makes the cut lightest, without the sizes" if _pair == _lightest else ""
    checks.holds(
        str(_pair) == str(_right),
        what=f"best_move for {_n} random nodes in {_k} clusters",
        expected=f"node {_right[0]} to the cluster {_right[1]}",
        got=f"{_pair}{_words}",
        hint="compute the RatioCut after each move that keeps all clusters (eq-ratio-cut).",
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 2: Spectral clustering (1 point)
#
# To find the cheapest split is hard. The Laplacian $L = D - A$ (eq-laplacian) gives a good one:
# take its eigenvectors $u_1, \dots, u_k$ of the $k$ **smallest** eigenvalues, and place node $i$ at
# the $i$-th row of
#
# $$U = (u_1 \; u_2 \; \dots \; u_k). \tag{eq-spectral-embedding}$$
#
# Nodes that hang together lie close together: group the rows (alg-spectral-clustering).
#
# Write `spectral_clusters(A, k)`. The names of the clusters do not matter, only who is together.
# All graphs in the checks have $k$ clear clusters: strong inside, weak in between. Half of the
# point is for $k = 2$ and half for larger $k$; a graph may also have $k$ separate components.


# %% tags=["answer", "id:spectral-clusters"]
def spectral_clusters(A, k):
    """Split the nodes of a graph into k clusters (alg-spectral-clustering).

    A: (n, n) array of weights, symmetric, zero diagonal;  k: number of clusters, 2 <= k <= n.
    Returns labels: (n,) array of integers, equal for nodes of the same cluster.
    """
    ### BEGIN SOLUTION
    L = np.diag(A.sum(axis=1)) - A
    eigenvectors = np.linalg.eigh(L)[1]
    return k_means(eigenvectors[:, :k], k)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.linalg.eigh sorts by increasing eigenvalue and returns eigenvectors as columns: take the first
# k columns. Row i of this matrix is the place of node i; hand the rows to k_means.

# %% [markdown]
# By hand: two triangles {0, 2, 4} and {1, 3, 5} with edges of weight 2, and one edge {4, 5} of
# weight 1 in between.

# %% tags=["tests", "id:spectral-clusters-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(spectral_clusters, "flcourse.synthesis")

_inside = np.kron(np.ones((3, 3)), np.eye(2)) - np.eye(6)
_A = 2 * _inside
_A[4, 5] = _A[5, 4] = 1.0


def _together(labels, n, what):
    """Matrix of 1 where two nodes have the same label."""
    checks.shape(
        labels,
        (n,),
        what=what,
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    )
    names = checks.numbers(
        labels,
        what=what,
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    ).reshape(n)
    return (names[:, None] == names).astype(float)


def _by_sign(u):
    side = u > 0
    return (side[:, None] == side).astype(float)


_d = _A.sum(axis=1)
_last = np.linalg.eigh(np.diag(_d) - _A)[1][:, -1]
checks.close(
    _together(checks.call(spectral_clusters, _A, 2), 6, "spectral_clusters"),
    _inside + np.eye(6),
    what="who is together by spectral_clusters (1 for yes, nodes in rows and columns)",
    hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    mistakes={
        "All nodes are in one cluster": np.ones((6, 6)),
        "Every node is a cluster of its own": np.eye(6),
        "The largest eigenvalue of L is used, not the smallest ones": _by_sign(_last),
        "The nodes are split by their number, not by the graph": np.kron(
            np.eye(2), np.ones((3, 3))
        ),
        "The degrees are lost, these are eigenvectors of A, not of L": _by_sign(
            np.linalg.eigh(_A)[1][:, 1]
        ),
        "Each node is grouped with nodes of the same degree": (_d[:, None] == _d).astype(float),
    },
)
### BEGIN HIDDEN TESTS


def _lattice(rng, n, weight):
    """Ring of n nodes, each joined to two on either side, with weights that vary a little."""
    step = np.abs(np.arange(n)[:, None] - np.arange(n))
    near = (np.minimum(step, n - step) <= 2) & (step > 0)
    upper = np.triu(near * rng.uniform(0.8, 1.2, (n, n)) * weight, 1)
    return upper + upper.T


def _instance(rng, sizes, weights, bridges, shuffle=True):
    """Clusters with strong edges inside, joined by weak bridges; and who is together."""
    n = sum(sizes)
    A, group = np.zeros((n, n)), np.repeat(np.arange(len(sizes)), sizes)
    for c, weight in enumerate(weights):
        block = np.flatnonzero(group == c)
        A[np.ix_(block, block)] = _lattice(rng, len(block), weight)
    for _ in range(bridges):
        a, b = rng.choice(len(sizes), 2, replace=False)
        i, j = rng.choice(np.flatnonzero(group == a)), rng.choice(np.flatnonzero(group == b))
        A[i, j] = A[j, i] = 0.03
    order = rng.permutation(n)
    A, group = A[np.ix_(order, order)], group[order]
    return A, (group[:, None] == group).astype(float)


_rng = checks.grading_rng("spectral-clusters")
for _sizes, _weights, _bridges in [
    ((8, 8), (1.0, 1.0), 4),
    ((6, 12), (1.0, 4.0), 3),
    ((12, 7), (6.0, 1.0), 5),
    ((9, 9), (1.0, 1.0), 0),
]:
    _A, _want = _instance(_rng, _sizes, _weights, _bridges)
    _n, _L = len(_A), np.diag(_A.sum(axis=1)) - _A
    checks.close(
        _together(checks.call(spectral_clusters, _A, 2), _n, "spectral_clusters"),
        _want,
        what=f"who is together in two clusters of {_sizes[0]} and {_sizes[1]} nodes",
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
        mistakes={
            "All nodes are in one cluster": np.ones((_n, _n)),
            "Every node is a cluster of its own": np.eye(_n),
            "The largest eigenvalue of L is used, not the smallest ones": _by_sign(
                np.linalg.eigh(_L)[1][:, -1]
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# More than two clusters: three triangles in a chain, joined by edges of weight 1.

# %% tags=["tests", "id:spectral-clusters-many-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(spectral_clusters, "flcourse.synthesis")

_inside = np.kron(np.ones((3, 3)), np.eye(3)) - np.eye(9)
_A = 6 * _inside
_A[0, 1] = _A[1, 0] = _A[4, 5] = _A[5, 4] = 1.0


def _together(labels, n, what):
    """Matrix of 1 where two nodes have the same label."""
    checks.shape(
        labels,
        (n,),
        what=what,
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    )
    names = checks.numbers(
        labels,
        what=what,
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    ).reshape(n)
    return (names[:, None] == names).astype(float)


_u = np.linalg.eigh(np.diag(_A.sum(axis=1)) - _A)[1]
_side = _u[:, 1] > 0
checks.close(
    _together(checks.call(spectral_clusters, _A, 3), 9, "spectral_clusters"),
    _inside + np.eye(9),
    what="who is together in three clusters (1 for yes, nodes in rows and columns)",
    hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
    mistakes={
        "All nodes are in one cluster": np.ones((9, 9)),
        "Every node is a cluster of its own": np.eye(9),
        "The sign of one eigenvector gives two clusters only": (_side[:, None] == _side).astype(
            float
        ),
        "The nodes are split by their number, not by the graph": np.kron(
            np.eye(3), np.ones((3, 3))
        ),
    },
)
_pieces = np.zeros((7, 7))
for _i, _j in [(0, 3), (3, 6), (1, 4)]:
    _pieces[_i, _j] = _pieces[_j, _i] = 2.0
_piece = np.array([0, 1, 2, 0, 1, 3, 0])
checks.close(
    _together(checks.call(spectral_clusters, _pieces, 4), 7, "spectral_clusters"),
    (_piece[:, None] == _piece).astype(float),
    what="who is together in a graph of four separate pieces, two of them single nodes",
    hint="nodes of a component have equal rows in the embedding (eq-spectral-embedding).",
    mistakes={
        "All nodes are in one cluster": np.ones((7, 7)),
        "Every node is a cluster of its own": np.eye(7),
    },
)
### BEGIN HIDDEN TESTS


def _lattice(rng, n, weight):
    """Ring of n nodes, each joined to two on either side, with weights that vary a little."""
    step = np.abs(np.arange(n)[:, None] - np.arange(n))
    near = (np.minimum(step, n - step) <= 2) & (step > 0)
    upper = np.triu(near * rng.uniform(0.8, 1.2, (n, n)) * weight, 1)
    return upper + upper.T


def _instance(rng, sizes, weights, bridges):
    """Clusters with strong edges inside, joined by weak bridges; and who is together."""
    n = sum(sizes)
    A, group = np.zeros((n, n)), np.repeat(np.arange(len(sizes)), sizes)
    for c, weight in enumerate(weights):
        block = np.flatnonzero(group == c)
        A[np.ix_(block, block)] = _lattice(rng, len(block), weight)
    for _ in range(bridges):
        a, b = rng.choice(len(sizes), 2, replace=False)
        i, j = rng.choice(np.flatnonzero(group == a)), rng.choice(np.flatnonzero(group == b))
        A[i, j] = A[j, i] = 0.02
    order = rng.permutation(n)
    A, group = A[np.ix_(order, order)], group[order]
    return A, (group[:, None] == group).astype(float)


_rng = checks.grading_rng("spectral-clusters-many")
for _sizes, _weights, _bridges in [
    ((8, 8, 8), (1.0, 1.0, 1.0), 5),
    ((12, 6, 9, 7), (5.0, 1.0, 2.0, 1.0), 6),
    ((6, 11, 8), (1.0, 4.0, 1.0), 0),
    ((7, 9, 6, 8, 10), (1.0, 1.0, 3.0, 1.0, 1.0), 7),
]:
    _k = len(_sizes)
    _A, _want = _instance(_rng, _sizes, _weights, _bridges)
    _n, _L = len(_A), np.diag(_A.sum(axis=1)) - _A
    _side = np.linalg.eigh(_L)[1][:, 1] > 0
    checks.close(
        _together(checks.call(spectral_clusters, _A, _k), _n, "spectral_clusters"),
        _want,
        what=f"who is together in {_k} clusters of {_sizes} nodes",
        hint="group rows of eigenvectors for the k smallest eigenvalues (eq-spectral-embedding).",
        mistakes={
            "All nodes are in one cluster": np.ones((_n, _n)),
            "Every node is a cluster of its own": np.eye(_n),
            "The sign of one eigenvector gives two clusters only": (_side[:, None] == _side).astype(
                float
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Cluster-wise GTVMin (1 point)
#
# Remove the edges between clusters,
#
# $$A^{C}_{ij} = \begin{cases} A_{ij} & i \text{ and } j \text{ are in the same cluster},\\ 0 &
# \text{else,} \end{cases} \tag{eq-cluster-graph}$$
#
# and solve GTVMin on what is left: with $Q_i = \frac1{m_i} X_i^\top X_i$,
#
# $$\min_W \; \sum_i \frac1{m_i} \lVert y_i - X_i w_i \rVert^2 + \alpha \sum_{\{i, j\}} A^C_{ij}
# \lVert w_i - w_j \rVert^2. \tag{eq-gtvmin-linear}$$
#
# Write `cluster_gtvmin(A, X, y, labels, alpha)` (alg-clustered-gtvmin), for any number of features
# $d$. In the checks every node has enough rows for a model of its own.


# %% tags=["answer", "id:cluster-gtvmin"]
def cluster_gtvmin(A, X, y, labels, alpha):
    """Solution of GTVMin without the edges between clusters (alg-clustered-gtvmin).

    A: (n, n) array of weights;  X: list of n arrays (m_i, d);  y: list of n arrays (m_i,);
    labels: (n,) array of integers;  alpha: number >= 0.
    Returns W: (n, d) array, row i holds the parameters of node i.
    """
    ### BEGIN SOLUTION
    n, d = len(y), X[0].shape[1]
    A = A * (labels[:, None] == labels)
    Q = alpha * np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    b = np.zeros(n * d)
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        Q[block, block] += X[i].T @ X[i] / len(y[i])
        b[block] = X[i].T @ y[i] / len(y[i])
    return np.linalg.solve(Q, b).reshape(n, d)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# A * (labels[:, None] == labels) keeps the edges within clusters. The rest is GTVMin as before:
# blocks X_i^T X_i / m_i on the diagonal plus alpha times np.kron(L, np.eye(d)), solved for X_i^T
# y_i / m_i.

# %% [markdown]
# By hand: three nodes with $x = 1$, all joined by edges of weight 1, and the labels 0 and 0 at node
# 0, 12 at node 1, 30 at node 2. With $\alpha = 1$ and the clusters {0, 1} and {2}, node 2 stays at
# 30, and the others are at 4 and 8.

# %% tags=["tests", "id:cluster-gtvmin-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(cluster_gtvmin, "flcourse.synthesis")

_A = np.ones((3, 3)) - np.eye(3)
_X = [np.ones((2, 1)), np.ones((1, 1)), np.ones((1, 1))]
_y = [np.zeros(2), np.array([12.0]), np.array([30.0])]
_got = checks.call(cluster_gtvmin, _A, _X, _y, np.array([5, 5, 2]), 1.0)
checks.shape(_got, (3, 1), what="cluster_gtvmin", hint="a row for each node (eq-gtvmin-linear).")
checks.close(
    _got,
    [[4.0], [8.0], [30.0]],
    what="cluster_gtvmin for d = 1",
    hint="zero A_ij between clusters, then build Q from the rest (eq-cluster-graph).",
    mistakes={
        "Edges between clusters are still there": [[10.5], [13.5], [18.0]],
        "Edges inside clusters are removed, not those between": [[9.0], [15.0], [18.0]],
        "Every cluster has a single model, its nodes are not kept apart": [[6.0], [6.0], [30.0]],
        "Every cluster has a single model in which each row counts once": [[4.0], [4.0], [30.0]],
        "The degrees of the removed edges are still there": [[1.5], [4.5], [10.0]],
        "All edges are removed, nodes do not help each other": [[0.0], [12.0], [30.0]],
        "The factor 1/m_i is missing": [[2.4], [7.2], [30.0]],
        "The solution is not halved (eq-gtvmin-normal)": [[8.0], [16.0], [60.0]],
        "The sign is flipped": [[-4.0], [-8.0], [-30.0]],
    },
)
_A = np.array([[0.0, 3.0, 1.0], [3.0, 0.0, 5.0], [1.0, 5.0, 0.0]])
_X = [np.eye(2), np.eye(2), np.eye(2)]
_y = [np.array([0.0, 2.0]), np.array([4.0, 6.0]), np.array([8.0, 8.0])]
checks.close(
    checks.call(cluster_gtvmin, _A, _X, _y, np.array([0, 1, 1]), 0.5),
    # Node 0 is alone; 1 and 2 meet with 2 alpha A_12 = 5: differences shrink by 1/(1 + 10).
    [[0.0, 2.0], [6 - 2 / 11, 7 - 1 / 11], [6 + 2 / 11, 7 + 1 / 11]],
    what="cluster_gtvmin for d = 2 with weights",
    hint="zero A_ij between clusters, then build Q from the rest (eq-cluster-graph).",
    mistakes={
        "The weights of the edges are lost": [
            [0.0, 2.0],
            [6 - 2 / 3, 7 - 1 / 3],
            [6 + 2 / 3, 7 + 1 / 3],
        ],
        "alpha is ignored, as if it were 1": [
            [0.0, 2.0],
            [6 - 2 / 21, 7 - 1 / 21],
            [6 + 2 / 21, 7 + 1 / 21],
        ],
        "alpha is halved": [[0.0, 2.0], [6 - 2 / 6, 7 - 1 / 6], [6 + 2 / 6, 7 + 1 / 6]],
    },
)
### BEGIN HIDDEN TESTS


def _reference(A, X, y, labels, alpha):
    """Solve one cluster after the other, with an equation for each parameter."""
    n, d = len(y), X[0].shape[1]
    W = np.zeros((n, d))
    for c in set(labels.tolist()):
        nodes = [i for i in range(n) if labels[i] == c]
        place = {i: k for k, i in enumerate(nodes)}
        Q, b = np.zeros((len(nodes) * d, len(nodes) * d)), np.zeros(len(nodes) * d)
        for i in nodes:
            for a in range(d):
                row = place[i] * d + a
                b[row] = sum(X[i][:, a] * y[i]) / len(y[i])
                for e in range(d):
                    Q[row, place[i] * d + e] += sum(X[i][:, a] * X[i][:, e]) / len(y[i])
                for j in nodes:
                    Q[row, row] += alpha * A[i, j]
                    Q[row, place[j] * d + a] -= alpha * A[i, j]
        W[nodes] = np.linalg.solve(Q, b).reshape(len(nodes), d)
    return W


_rng = checks.grading_rng("cluster-gtvmin")
for _n, _d, _k, _alpha in [(8, 1, 2, 0.3), (9, 2, 3, 4.0), (6, 3, 2, 1.7), (5, 2, 1, 0.8)]:
    _A = np.triu(_rng.uniform(0.2, 4, (_n, _n)) * (_rng.random((_n, _n)) < 0.6), 1)
    _A = _A + _A.T
    _X = [_rng.normal(size=(_d + int(_rng.integers(2, 7)), _d)) for _ in range(_n)]
    _y = [_rng.normal(2, 3, len(_X_i)) for _X_i in _X]
    _labels = _rng.permutation(np.arange(_n) % _k)
    checks.close(
        checks.call(cluster_gtvmin, _A, _X, _y, _labels, _alpha),
        _reference(_A, _X, _y, _labels, _alpha),
        what=f"cluster_gtvmin for {_n} nodes in {_k} clusters, d = {_d}, alpha = {_alpha}",
        hint="zero A_ij between clusters, then build Q from the rest (eq-cluster-graph).",
        mistakes={
            "Edges between clusters are still there": _reference(_A, _X, _y, 0 * _labels, _alpha),
            "The weights of the edges are lost": _reference(np.sign(_A), _X, _y, _labels, _alpha),
            "alpha is ignored, as if it were 1": _reference(_A, _X, _y, _labels, 1.0),
            "alpha is halved": _reference(_A, _X, _y, _labels, _alpha / 2),
            "alpha is doubled, or each edge counts twice": _reference(
                _A, _X, _y, _labels, 2 * _alpha
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: A graph from reports (1 point)
#
# No graph is given, but every node reports a vector $v_i$, such as the parameters that it learned
# alone. With the discrepancies $\delta_{ij} = \lVert v_i - v_j \rVert^2$ (eq-discrepancy), the
# graph with a given number of edges that costs least,
#
# $$\min_A \; \sum_{i < j} A_{ij} \delta_{ij} \quad \text{with } 0 \le A_{ij} \le 1, \;
# \sum_{i < j} A_{ij} = \text{edges}, \tag{eq-graph-learning}$$
#
# joins the pairs with the smallest discrepancies by edges of weight 1 (prop-graph-learning). Write
# `learn_graph(V, edges)`. There are no ties in the checks. A node may end up without any edge.


# %% tags=["answer", "id:learn-graph"]
def learn_graph(V, edges):
    """Adjacency matrix that joins the pairs with the smallest discrepancies (eq-graph-learning).

    V: (n, p) array, row i is the report of node i;  edges: number of edges, 0 <= edges <= n(n-1)/2.
    Returns A: (n, n) array of 0 and 1, symmetric, with zero diagonal.
    """
    ### BEGIN SOLUTION
    delta = np.sum((V[:, None] - V) ** 2, axis=-1)
    i, j = np.triu_indices(len(V), 1)
    best = np.argsort(delta[i, j])[:edges]
    A = np.zeros(delta.shape)
    A[i[best], j[best]] = A[j[best], i[best]] = 1.0
    return A
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.triu_indices(n, 1) lists each pair once. Sort their squared distances with np.argsort, take the
# first ones, and set A in both directions.

# %% [markdown]
# By hand: five nodes report the points (0.5, 0), (3, 0), (3, 1), (9, 9) and (4, 3). The closest
# pairs are {1, 2} at squared distance 1, {2, 4} at 5, {0, 1} at 6.25.

# %% tags=["tests", "id:learn-graph-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(learn_graph, "flcourse.synthesis")

_V = np.array([[0.5, 0.0], [3.0, 0.0], [3.0, 1.0], [9.0, 9.0], [4.0, 3.0]])


def _edges(*pairs):
    A = np.zeros((5, 5))
    for i, j in pairs:
        A[i, j] = A[j, i] = 1.0
    return A


_got = checks.call(learn_graph, _V, 3)
checks.shape(_got, (5, 5), what="learn_graph", hint="A has a row for each node (eq-discrepancy).")
_right = _edges((1, 2), (2, 4), (0, 1))
_delta = np.sum((_V[:, None] - _V) ** 2, axis=-1)
checks.close(
    _got,
    _right,
    what="learn_graph with 3 edges",
    hint="sort the pairs i < j by their discrepancy, join the first ones (eq-graph-learning).",
    mistakes={
        "There are too few edges: each pair was counted twice": _edges((1, 2)),
        "There is one edge too few, the pairs were counted twice": _edges((1, 2), (2, 4)),
        "The graph is directed, j is joined to i but i not to j": np.triu(_right),
        "The largest discrepancies are joined": _edges((0, 3), (1, 3), (2, 3)),
        "The diagonal is not zero": _right + np.eye(5),
        "A node is joined with itself: leave out the diagonal": np.diag([1.0, 1, 1, 0, 0]),
        "The weights are discrepancies, they should be 1": _right * _delta,
        "The weights are distances, they should be 1": _right * np.sqrt(_delta),
        "Every node gets neighbours, also those that are unlike all": _edges(
            (0, 1), (1, 2), (2, 4), (3, 4)
        ),
        "Only the first entry of the reports is used": _edges((1, 2), (1, 4), (2, 4)),
        "The reports are compared by their inner products": _edges((3, 4), (2, 3), (1, 3)),
        "There is one edge too many": _edges((1, 2), (2, 4), (0, 1), (0, 2)),
        "The graph is a chain of the nodes as they are numbered": _edges((0, 1), (1, 2), (2, 3)),
        "Every pair is joined": np.ones((5, 5)) - np.eye(5),
    },
)
checks.close(
    checks.call(learn_graph, _V, 0),
    np.zeros((5, 5)),
    what="learn_graph with 0 edges",
    hint="the number of edges is prescribed (eq-graph-learning).",
)
### BEGIN HIDDEN TESTS


def _reference(V, edges, distance=lambda a, b: sum((a - b) ** 2)):
    n = len(V)
    pairs = [(distance(V[i], V[j]), i, j) for i in range(n) for j in range(i)]
    A = np.zeros((n, n))
    for _, i, j in sorted(pairs)[:edges]:
        A[i, j] = A[j, i] = 1.0
    return A


_rng = checks.grading_rng("learn-graph")
for _n, _p, _M in [(9, 3, 7), (12, 1, 20), (6, 2, 15), (15, 4, 30), (8, 2, 1)]:
    _V = _rng.normal(size=(_n, _p)) * _rng.uniform(0.5, 3, _p)
    _V[0] += 9.0
    checks.close(
        checks.call(learn_graph, _V, _M),
        _reference(_V, _M),
        what=f"learn_graph with {_M} edges for {_n} nodes and reports of {_p} numbers",
        hint="sort the pairs i < j by their discrepancy, join the first ones (eq-graph-learning).",
        mistakes={
            "There are too few edges: each pair was counted twice": _reference(_V, _M // 2),
            "The graph is directed, j is joined to i but i not to j": np.triu(_reference(_V, _M)),
            "The largest discrepancies are joined": _reference(
                _V, _M, lambda a, b: -sum((a - b) ** 2)
            ),
            "The differences are added, not their squares": _reference(
                _V, _M, lambda a, b: sum(abs(a - b))
            ),
            "The largest difference counts, not the sum of squares": _reference(
                _V, _M, lambda a, b: max(abs(a - b))
            ),
            "Only the first entry of the reports is used": _reference(
                _V, _M, lambda a, b: abs(a[0] - b[0])
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: Random answers (1 point)
#
# A label from one of $C$ classes can be protected by randomised response: with the probability $p$
# its holder reports it, else one of the $C - 1$ **other** classes, each with the same probability
# $p'$:
#
# $$p = \frac{e^{\epsilon}}{e^{\epsilon} + C - 1}, \qquad p' = \frac{1}{e^{\epsilon} + C - 1}.
# \tag{eq-randomised-response}$$
#
# (The formula is one of the next chapter, on privacy; here is all that you need of it.) Every label
# is treated independently. Write `randomised_response(y, C, epsilon, rng)`. Take all randomness
# from `rng`, a NumPy Generator: the same generator must give the same reports. (The checks draw
# 40,000 labels and compare shares. A right function fails by bad luck less than once in a million
# times.)


# %% tags=["answer", "id:randomised-response"]
def randomised_response(y, C, epsilon, rng):
    """Labels that are protected by random answers (eq-randomised-response).

    y: (m,) array of integers 0 to C - 1;  C: number of classes, at least 2;
    epsilon: number > 0;  rng: numpy.random.Generator.
    Returns reports: (m,) array of integers 0 to C - 1.
    """
    ### BEGIN SOLUTION
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(keep, y, other)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# p = e^epsilon / (e^epsilon + C - 1). Draw for each label whether it is kept (rng.random), and add
# a number from 1 to C - 1 modulo C to the others, so that the true class cannot come out.

# %% [markdown]
# For example, with $\epsilon = \ln 3$ and four classes a label is kept with the probability 1/2,
# and each other class is reported with 1/6.

# %% tags=["tests", "id:randomised-response-tests", "points:1", "drawn:1"]
import numpy as np

from flcourse.grading import checks

checks.own(randomised_response, "flcourse.synthesis")


def _reports(y, C, epsilon, seed):
    got = checks.call(randomised_response, y, C, epsilon, np.random.default_rng(seed))
    checks.shape(
        got,
        y.shape,
        what="randomised_response",
        hint="keep with p, else draw one of the other classes (eq-randomised-response).",
    )
    values = checks.numbers(
        got,
        what="randomised_response",
        hint="keep with p, else draw one of the other classes (eq-randomised-response).",
    ).reshape(y.shape)
    valid = np.isin(values, np.arange(C))
    checks.holds(
        valid.all(),
        what="randomised_response",
        expected=f"classes 0 to {C - 1}",
        got=values[~valid][0] if not valid.all() else None,
        hint="keep with p, else draw one of the other classes (eq-randomised-response).",
    )
    return values.astype(int)


def _shares(y, reports, C):
    """Share of the reports r among the labels c, in row c and column r."""
    return np.array([[np.mean(reports[y == c] == r) for r in range(C)] for c in range(C)])


def _table(p, rest, C):
    return np.where(np.eye(C) > 0, p, rest)


def _wrong(C, epsilon):
    """Shares of known wrong answers."""
    e = np.exp(epsilon)
    p, q = e / (e + C - 1), 1 / (e + C - 1)
    shifted = _table(p, 0.0, C) + (1 - p) * np.roll(np.eye(C), 1, axis=1)
    return {
        "The answer drawn instead may be the true class again: draw among the others": _table(
            p + (1 - p) / C, (1 - p) / C, C
        ),
        "Labels are never changed": np.eye(C),
        "True labels are never reported": _table(0.0, 1 / (C - 1), C),
        "Reports do not depend on the labels": np.full((C, C), 1 / C),
        "The other answer is always the next class, each other class has p'": shifted,
        "The other answer is always the previous class, each other class has p'": shifted.T,
        "Kept and changed are swapped": _table(1 - p, p / (C - 1), C),
        "Labels are kept with p' instead of p": _table(q, (1 - q) / (C - 1), C),
        "C - 1 is missing in p, as if there were two classes": _table(
            e / (e + 1), 1 / (e + 1) / (C - 1), C
        ),
        "epsilon is not exponentiated": _table(
            epsilon / (epsilon + C - 1), 1 / (epsilon + C - 1), C
        ),
        "The sign of epsilon is flipped": _table(1 / (1 + (C - 1) * e), e / (1 + (C - 1) * e), C),
        "All labels share one draw": _table(1.0, 0.0, C),
    }


# Each of the C rows of the table has 40 000 / C labels. A share deviates by more than its bound
# below, 6.5 standard deviations, with a probability below 1e-9 (Chernoff's bound for the binomial
# law), so that all of up to 25 entries of the three tables together reject a right answer with less
# than 1e-7. The wrong answers in _wrong differ by more than 12 standard deviations in some entry.
_y = np.tile(np.arange(4), 10_000)
_got = _reports(_y, 4, np.log(3), 1)
_again, _other = _reports(_y, 4, np.log(3), 1), _reports(_y, 4, np.log(3), 2)
checks.close(
    _again,
    _got,
    what="reports of a second call, with a generator of the same seed",
    hint="all randomness comes from rng: is there another generator? (eq-randomised-response).",
)
_bound = 6.5 * np.sqrt(0.25 / 10_000)
checks.close(
    _shares(_y, _got, 4),
    _table(1 / 2, 1 / 6, 4),
    what="shares of reports (columns) by label (rows) for epsilon = ln 3 and four classes",
    hint="keep with p, else draw one of the other classes (eq-randomised-response).",
    tol=_bound / 0.5,
    mistakes=_wrong(4, np.log(3)),
)
checks.holds(
    np.abs(_got - _other).max() > 0,
    what="randomised_response",
    expected="other reports from another rng",
    got="the same ones; is the seed fixed inside the function?",
    hint="all randomness comes from rng (eq-randomised-response).",
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("randomised-response")
for _C, _epsilon in [(3, 1.0), (5, 2.0)]:
    _y = _rng.permutation(np.repeat(np.arange(_C), 40_000 // _C))
    _e = np.exp(_epsilon)
    _p, _q = _e / (_e + _C - 1), 1 / (_e + _C - 1)
    _bound = 6.5 * np.sqrt(0.25 / (40_000 // _C))
    checks.close(
        _shares(_y, _reports(_y, _C, _epsilon, int(_rng.integers(2**31))), _C),
        _table(_p, _q, _C),
        what=f"shares of reports by label for epsilon = {_epsilon} and {_C} classes",
        hint="keep with p, else draw one of the other classes (eq-randomised-response).",
        tol=_bound / _p,
        mistakes=_wrong(_C, _epsilon),
    )
# Independence: reports of neighbours in the array agree as often as independent ones do.
_y = np.zeros(40_000, dtype=int)
_got = _reports(_y, 4, np.log(3), int(_rng.integers(2**31)))
_pairs = np.mean((_got[::2] == 0) & (_got[1::2] == 0))
checks.close(
    _pairs,
    0.25,
    what="share of neighbours that are both kept",
    hint="every label has a draw of its own (eq-randomised-response).",
    tol=6.5 * np.sqrt(0.1875 / 20_000) / 0.25,
    mistakes={"Neighbours share one draw": 0.5, "Never both are kept": 0.0},
)
# So do reports at a distance: half the length, and a few others.
for _lag in [2, 3, 7, 100, 20_000]:
    _kept = _got == 0
    checks.close(
        np.mean(_kept[_lag:] == _kept[:-_lag]),
        0.5,
        what=f"share of labels at the distance {_lag} that are both kept or both changed",
        hint="every label has a draw of its own (eq-randomised-response).",
        tol=6.5 * np.sqrt(0.25 / (40_000 - _lag)) / 0.5,
        mistakes={"Labels at this distance share one draw": 1.0},
    )
# The number of kept labels of a small call is binomial(20, 1/2), with the variance 5, no constant.
# Over 200 calls the mean squared distance from 10 deviates from 5 by less than 3.2, 6.6 standard
# deviations of 0.49, but once in ten million gradings.
_small = [
    np.sum(_reports(_y[:20], 4, np.log(3), int(_seed)) == 0)
    for _seed in _rng.integers(2**31, size=200)
]
_spread = float(np.mean((np.array(_small) - 10.0) ** 2))
checks.holds(
    abs(_spread - 5.0) < 3.2,
    what="number of kept labels in 200 calls with 20 labels each",
    expected="a variance of about 5, every label is kept or not by itself",
    got=_spread,
    hint="no fixed share of the labels is kept (eq-randomised-response).",
)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: How much coupling pays for the protection? (1 point)
#
# For real labels one adds noise: every label of every node gets an independent random number with
# mean 0 and standard deviation $s$. Each node learns one number $w_i$ with the constant feature
# $x = 1$ by GTVMin. The noise moves $\hat w$ by $B \bar\xi$, where $\bar\xi_i$ is the mean of the
# noise over the $m_i$ labels of node $i$ and
#
# $$B = (I + \alpha L)^{-1}, \qquad \operatorname{Var} \hat w_i = s^2 \sum_j \frac{B_{ij}^2}{m_j}.
# \tag{eq-label-noise-variance}$$
#
# (This formula, too, is one of the next chapter.) A data officer fixes $s$; a user says how much
# noise the models may carry: the **mean** of $\operatorname{Var} \hat w_i$ over the nodes must be
# at most `limit`. Coupling lowers it, and makes models alike that should differ, so $\alpha$ should
# be as small as it can be. Write `alpha_for_noise(A, sizes, s, limit)`, which returns the smallest
# $\alpha \ge 0$ that will do, to 0.1 per cent. (The mean falls as $\alpha$ grows. No limit in the
# checks is out of reach, and none needs an $\alpha$ above 1000.)


# %% tags=["answer", "id:alpha-for-noise"]
def alpha_for_noise(A, sizes, s, limit):
    """Smallest alpha for which label noise adds at most limit on average (eq-label-noise-variance).

    A: (n, n) array of weights, symmetric, zero diagonal;  sizes: (n,) array, m_i >= 1;
    s: standard deviation of the noise;  limit: number > 0, in squared units of the labels.
    Returns alpha: a number >= 0.
    """
    ### BEGIN SOLUTION
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Write the mean variance as a function of alpha, and try it on the example by hand. Where does it
# meet the limit, and can it fail to?

# %% [markdown]
# By hand: two nodes with 1 and 4 labels, an edge of weight 1, and $s = 3$. For $\alpha = 1$ we get
# $B = \frac13 \begin{pmatrix} 2 & 1\\ 1 & 2 \end{pmatrix}$, so node 0 has the variance $9
# \left(\frac49 + \frac19 \cdot \frac14\right) = 4.25$ and node 1 has $9 \left(\frac19 + \frac49
# \cdot \frac14\right) = 2$, on average 3.125: this limit needs $\alpha =
# 1$. Without coupling it is $(9 + 9/4)/2 = 5.625$, so the limit 6 needs none.

# %% tags=["tests", "id:alpha-for-noise-tests", "points:1", "folded:it solves the task"]
import numpy as np

from flcourse.grading import checks

checks.own(alpha_for_noise, "flcourse.synthesis")


def _first(function, limit):
    """Where a falling function reaches a limit, by halving; -1 if it never does."""
    low, high = 0.0, 1e6
    if function(low) <= limit or function(high) > limit:
        return 0.0 if function(low) <= limit else -1.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > limit else (low, middle)
    return high


def _variances(A, sizes, s, alpha, sign=-1.0):
    B = np.linalg.inv(np.eye(len(A)) + alpha * (np.diag(A.sum(axis=1)) + sign * A))
    return s**2 * (B**2 @ (1 / np.asarray(sizes)))


_A = np.eye(6, k=1) + np.eye(6, k=-1)
_A[0, 2] = _A[2, 0] = 2.0
_sizes = np.array([2, 4, 3, 8, 2, 5])
_limit = 0.25


def _root(value):
    """Where another reading of the task reaches the limit."""
    return _first(lambda alpha: value(np.linalg.inv(np.eye(6) + alpha * _L)), _limit)


_L = np.diag(_A.sum(axis=1)) - _A
checks.close(
    checks.call(alpha_for_noise, _A, _sizes, 1.1, _limit),
    _first(lambda alpha: _variances(_A, _sizes, 1.1, alpha).mean(), _limit),
    what="alpha_for_noise for a triangle with a tail, six nodes",
    hint="the smallest alpha that keeps the limit on average (eq-label-noise-variance).",
    tol=1e-3,
    mistakes={
        "The limit is for the mean over the nodes, not for the worst node": _root(
            lambda B: np.max(1.1**2 * B**2 @ (1 / _sizes))
        ),
        "The limit is for the mean over the nodes, not for the best node": _root(
            lambda B: np.min(1.1**2 * B**2 @ (1 / _sizes))
        ),
        "This is alpha / 2": _first(
            lambda alpha: _variances(_A, _sizes, 1.1, 2 * alpha).mean(), _limit
        ),
        "s is not squared": _root(lambda B: np.mean(1.1 * B**2 @ (1 / _sizes))),
        "The numbers of labels are ignored": _root(lambda B: np.mean(1.1**2 * np.sum(B**2, 1))),
        "L is D - A, not D + A": _first(
            lambda alpha: _variances(_A, _sizes, 1.1, alpha, 1.0).mean(), _limit
        ),
    },
)
_A, _sizes = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1, 4])
for _limit, _want in [(3.125, 1.0), (6.0, 0.0)]:
    checks.close(
        checks.call(alpha_for_noise, _A, _sizes, 3, _limit),
        _want,
        what=f"alpha_for_noise for two nodes and the limit {_limit}",
        hint="the smallest alpha that keeps the limit on average (eq-label-noise-variance).",
        tol=1e-3,
        mistakes={"This is alpha / 2": _want / 2},
    )
### BEGIN HIDDEN TESTS


def _graph(rng, n):
    A = np.triu(rng.uniform(0.2, 2, (n, n)) * (rng.random((n, n)) < 0.4), 1)
    A[np.arange(n - 2), np.arange(1, n - 1)] = 1.0  # the last node may be alone
    return A + A.T


_rng = checks.grading_rng("alpha-for-noise")
for _n in [4, 7, 10, 6]:
    _A, _sizes = _graph(_rng, _n), _rng.integers(1, 30, _n)
    _s, _want = float(_rng.uniform(0.5, 4)), float(np.exp(_rng.uniform(-3, 2)))
    _limit = float(_variances(_A, _sizes, _s, _want).mean())
    checks.close(
        checks.call(alpha_for_noise, _A, _sizes, _s, _limit),
        _want,
        what=f"alpha_for_noise for {_n} random nodes",
        hint="the smallest alpha that keeps the limit on average (eq-label-noise-variance).",
        tol=1e-3,
    )
    checks.close(
        checks.call(alpha_for_noise, _A, _sizes, _s, 1.01 * np.mean(_s**2 / _sizes)),
        0.0,
        what=f"alpha_for_noise for {_n} random nodes and a limit that needs no coupling",
        hint="alpha = 0 will do (eq-label-noise-variance).",
        tol=1e-3,
    )
# Two nodes with a weak edge: alpha times its weight is 1.
for _weight in (0.02, 0.00125):
    checks.close(
        checks.call(
            alpha_for_noise,
            np.array([[0.0, _weight], [_weight, 0.0]]),
            np.array([1, 4]),
            3.0,
            3.125,
        ),
        1 / _weight,
        what=f"alpha_for_noise for two nodes and an edge of weight {_weight}",
        hint="weak edges need a large alpha, here up to 800 (eq-label-noise-variance).",
        tol=1e-3,
        mistakes={"The search ended too early, alpha may be up to 1000": 10.0},
    )
### END HIDDEN TESTS

# %% [markdown]
# Thirty phones in a ring have 6 to 23 labels each. How much coupling pays for label noise with
# $s = 1$?

# %%
ring = np.roll(np.eye(30), 1, axis=0)
held = np.random.default_rng(6).integers(6, 24, 30)
for limit in [0.1, 0.05, 0.02]:
    alpha = float(alpha_for_noise(ring + ring.T, held, 1.0, limit))
    print(f"variance {limit}: alpha = {alpha:.3f}")

# %% [markdown]
# ## Task 7: Method table (2 points)
#
# $K$ methods have each learned a row of parameters for all nodes. Compare them on test data, by two
# numbers for each method. The error of a node is its mean squared error,
# $e_i = \frac{1}{m_i} \lVert y_i - X_i w_i \rVert^2$ (eq-local-loss). The first number is the mean
# of $e_i$ over the nodes. The second is the mean of $e_i$ over the **worst tenth** of the nodes:
# those $\lceil n / 10 \rceil$ nodes (a tenth, rounded up) whose errors are the largest for *this*
# method.
#
# **(a)** Write `method_table(W, X, y)`.


# %% tags=["answer", "id:method-table"]
def method_table(W, X, y):
    """Mean and worst-tenth error of K methods over the nodes (eq-local-loss).

    W: (K, n, d) array, W[k, i] are the parameters of node i by method k;
    X: list of n arrays (m_i, d);  y: list of n arrays (m_i,).
    Returns a (K, 2) array: row k holds the mean error and the mean over the worst tenth.
    """
    ### BEGIN SOLUTION
    n = len(y)
    worst = int(np.ceil(n / 10))
    table = []
    for W_k in W:
        errors = np.sort([np.mean((y[i] - X[i] @ W_k[i]) ** 2) for i in range(n)])
        table.append([errors.mean(), errors[-worst:].mean()])
    return np.array(table)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# For each method an error for each node, the mean over its own rows. Sort these n errors; the worst
# tenth are the largest ceil(n / 10) of them.

# %% [markdown]
# By hand: eleven nodes with $x = 1$. Node 3 has the two labels 0 and 2, all others have one label
# 0. Method 0 predicts 0 everywhere: ten errors of 0 and one of 2. The worst tenth are two nodes.
# Method 1 predicts 2, 4.5, 0.5, 5, 0, 3.5, 1, 4, 2.5, 3 and 1.5.

# %% tags=["tests", "id:method-table-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(method_table, "flcourse.synthesis")

_y = [np.zeros(1) for _ in range(11)]
_y[3] = np.array([0.0, 2.0])
_X = [np.ones((len(_y_i), 1)) for _y_i in _y]
_w = np.array([4.0, 9, 1, 10, 0, 7, 2, 8, 5, 6, 3]) / 2
_W = np.stack([np.zeros((11, 1)), _w[:, None]])
_e = _w**2  # errors of method 1, but node 3:
_e[3] = (25 + 9) / 2
_got = checks.call(method_table, _W, _X, _y)
checks.shape(
    _got,
    (2, 2),
    what="method_table",
    hint="a row for each method (eq-local-loss).",
)
_right = np.array([[2 / 11, 1.0], [_e.mean(), (17.0 + 81 / 4) / 2]])
checks.close(
    _got,
    _right,
    what="method_table",
    hint="first the mean within each node, then mean and worst tenth (eq-local-loss).",
    mistakes={
        "The columns are swapped": _right[:, ::-1],
        "Rows and columns are swapped": _right.T,
        "The worst tenth is rounded down": [[2 / 11, 2.0], [_e.mean(), 81 / 4]],
        "This is the error of the worst node only, or the tenth is rounded down": [
            [2 / 11, 2.0],
            [_e.mean(), 81 / 4],
        ],
        "This is the best tenth, not the worst": [[2 / 11, 0.0], [_e.mean(), 1 / 8]],
        "All rows are pooled, a node should count once": [
            [4 / 12, 1.0],
            [(_e.sum() + 17.0) / 12, (17.0 + 81 / 4) / 2],
        ],
        "The errors are not squared": [[1 / 11, 0.5], [26.5 / 11, 4.25]],
        "These are roots of the errors": np.sqrt(_right),
        "The factor 1/m_i is missing": [
            [4 / 11, 2.0],
            [(_e.sum() + 17) / 11, 17 + 81 / 8],
        ],
        "This is the ninth decile, not the mean of the worst tenth": np.array(
            [[2 / 11, 0.0], [_e.mean(), np.quantile(_e, 0.9)]]
        ),
        "The worst nodes of the first method are used for all": [
            [2 / 11, 1.0],
            [_e.mean(), (17.0 + _e[0]) / 2],
        ],
        "The last nodes are used, not the worst": [[2 / 11, 0.0], [_e.mean(), 5.625]],
        "The sum over nodes is returned, not the mean": [[2.0, 1.0], [_e.sum(), 18.625]],
        "The sum over the worst is returned, not the mean": [[2 / 11, 2.0], [_e.mean(), 37.25]],
        "Half of the squared error is returned": _right / 2,
    },
)
### BEGIN HIDDEN TESTS


def _reference(W, X, y, rounded=np.ceil):
    K, n, table = len(W), len(y), []
    for k in range(K):
        errors = []
        for i in range(n):
            total = 0.0
            for x, label in zip(X[i], y[i], strict=True):
                total += (label - sum(x * W[k][i])) ** 2
            errors.append(total / len(y[i]))
        errors.sort(reverse=True)
        worst = max(1, int(rounded(n / 10)))
        table.append([sum(errors) / n, sum(errors[:worst]) / worst])
    return np.array(table)


_rng = checks.grading_rng("method-table")
for _K, _n, _d in [(3, 20, 2), (2, 25, 1), (4, 9, 3), (1, 41, 2)]:
    _X = [_rng.normal(size=(int(_rng.integers(1, 9)), _d)) for _ in range(_n)]
    _y = [_rng.normal(0, 2, len(_X_i)) for _X_i in _X]
    _W = _rng.normal(size=(_K, _n, _d))
    _want = _reference(_W, _X, _y)
    checks.close(
        checks.call(method_table, _W, _X, _y),
        _want,
        what=f"method_table for {_K} methods, {_n} nodes and d = {_d}",
        hint="first the mean within each node, then mean and worst tenth (eq-local-loss).",
        mistakes={
            "The columns are swapped": _want[:, ::-1],
            "The worst tenth is rounded down": _reference(_W, _X, _y, np.floor),
            "These are roots of the errors": np.sqrt(_want),
            "Half of the squared error is returned": _want / 2,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** The other way round: the errors are given, the method is not. Ten runs of the same method
# left one number for each node, $e_i$, the mean of its ten test errors. The nodes are of a few
# kinds, not all equally frequent, whose true parameters differ a lot; half of the nodes of each
# kind have few rows to train on and half have many. The runs were of one of
#
# - `"local"`: every node learned alone;
# - `"one model"`: one model was trained for all nodes (FedAvg, until it converged);
# - `"clusters"`: one model for each kind was trained on the rows of all its nodes.
#
# Write `which_method(errors, sizes, kind)`, which says which. Each of the three leaves other traces
# in the errors: which ones? In the checks it is clear.


# %% tags=["answer", "id:which-method"]
def which_method(errors, sizes, kind):
    """The method that left these test errors (eq-local-loss).

    errors: (n,) array, test error of each node;  sizes: (n,) array, its rows to train on;
    kind: (n,) array of integers, its kind.
    Returns "local", "one model" or "clusters".
    """
    ### BEGIN SOLUTION
    by_kind = [errors[kind == a].mean() for a in np.unique(kind)]
    few = sizes < np.mean(sizes)
    if max(by_kind) > 2 * min(by_kind):
        return "one model"
    return "local" if errors[few].mean() > 1.3 * errors[~few].mean() else "clusters"
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Run one of the three methods on a small example of your own and draw its errors against the
# numbers of rows, in a colour for each kind: what does the error follow, and what not?

# %% tags=["tests", "id:which-method-tests", "points:1", "folded:it tells the methods apart"]
import numpy as np

from flcourse.grading import checks

checks.own(which_method, "flcourse.synthesis")


def _errors(rng, method, shares, d):
    """Test errors of a run of one of the three methods, with sizes and kinds."""
    n = 60
    kind = rng.permutation(
        np.repeat(np.arange(len(shares)), [round(share * n) for share in shares])
    )
    n = len(kind)
    few = np.zeros(n, dtype=bool)
    for a in range(len(shares)):  # half of each kind
        few[np.flatnonzero(kind == a)[::2]] = True
    sizes = np.where(few, rng.integers(d + 5, d + 8, n), rng.integers(70, 120, n))
    centres = np.linalg.qr(rng.normal(size=(d, d)))[0][: len(shares)] * 5.0
    groups = {"local": np.arange(n), "one model": np.zeros(n, dtype=int), "clusters": kind}[method]
    node, first = np.repeat(np.arange(n), sizes), np.cumsum(sizes) - sizes  # of a row; its first
    excess = np.zeros(n)
    for _ in range(10):  # the mean over ten runs, so that no node is an accident
        X = rng.normal(size=(len(node), d))
        y = np.sum(X * centres[kind[node]], axis=1) + rng.normal(size=len(node))
        Q, q = np.zeros((n, d, d)), np.zeros((n, d, 1))  # least squares of all groups at once
        np.add.at(Q, groups, np.add.reduceat(X[:, :, None] * X[:, None, :], first))
        np.add.at(q, groups, np.add.reduceat(X * y[:, None], first)[:, :, None])
        w = np.linalg.solve(Q[groups], q[groups])[:, :, 0]
        excess += np.sum((w - centres[kind]) ** 2, axis=1) / 10
    errors = 1 + excess
    return errors * rng.uniform(0.95, 1.05, n), sizes, kind


def _check(method, errors, sizes, kind, what):
    got = checks.call(which_method, errors, sizes, kind)
    names = ("local", "one model", "clusters")
    checks.holds(
        isinstance(got, str) and got in names,
        what="which_method",
        expected='one of "local", "one model", "clusters"',
        got=got,
        hint="return one of the three words (eq-local-loss).",
    )
    checks.holds(
        str(got) == method,
        what=f"which_method for {what}",
        expected=f'"{method}"',
        got=got,
        hint="compare groups of nodes: few rows and many, kind and kind (eq-local-loss).",
    )


for _seed, _method in enumerate(["local", "one model", "clusters", "one model", "local"]):
    _shares = [0.75, 0.25] if _seed < 3 else [0.15, 0.7, 0.15]
    _check(
        _method,
        *_errors(np.random.default_rng(_seed), _method, _shares, 3 + _seed % 2),
        what=f"a run with {len(_shares)} kinds",
    )
# The same story in other units, and with the kinds named otherwise.
_got = _errors(np.random.default_rng(8), "clusters", [0.25, 0.75], 3)
for _scale in [1.0, 1e4]:
    _check("clusters", _scale * _got[0], _got[1], 7 - 5 * _got[2], what="a run in other units")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("which-method")
for _method in _rng.permutation(["local", "one model", "clusters"] * 3):
    _shares = [[0.75, 0.25], [0.25, 0.75], [0.7, 0.15, 0.15]][int(_rng.integers(3))]
    _got = _errors(_rng, str(_method), _shares, int(_rng.integers(3, 5)))
    _check(
        str(_method),
        *[
            _part * _scale
            for _part, _scale in zip(_got, (_rng.uniform(0.1, 50), 1, 1), strict=True)
        ],
        what=f"a random run with {len(_shares)} kinds",
    )
# The first two kinds are equally rare, so that one model fits them equally badly.
for _method in ("one model", "clusters"):
    _got = _errors(_rng, _method, [0.15, 0.15, 0.7], 3)
    _check(_method, *_got, what="a run in which two kinds are equally rare")
### END HIDDEN TESTS

# %% [markdown]
# **(c)** Now **your own towns**, twelve near each other of the simulated twin of the Finnish
# weather stations. Each is to learn one number, the temperature that it expects, so $x = 1$ and
# $d = 1$: `own_train[i]` holds the few hours (°C) that town $i$ has to train on, `own_test[i]` its
# other hours. Three methods compete:
#
# - row 0, local: every town takes the mean of its own hours;
# - row 1, one model: all towns take the mean of all hours of `own_train`, each hour counting once;
# - row 2, GTVMin (eq-gtvmin-linear): $\alpha$ = `own_alpha`, every two towns joined by an edge of
#   weight 1.
#
# The operator cares for the worst-off: which method leaves the smallest error to the worst tenth?
# Write `own_methods()`, without arguments, which returns the table of the three methods on
# `own_test`, as in (a), and the row of the method to choose. It may compute them, or hold the
# table with at least seven digits.


# %% tags=["answer", "id:own-methods"]
def own_methods():
    """Local, one model and GTVMin for your towns, and which to choose (eq-gtvmin-linear).

    Returns table, choice: a (3, 2) array, mean error and mean over the worst tenth of the towns for
    each method, and the number of the row whose worst tenth is best off: 0, 1 or 2.
    """
    ### BEGIN SOLUTION
    local = np.array([y.mean() for y in own_train])
    one = np.concatenate(own_train).mean()
    L = 12 * np.eye(12) - np.ones((12, 12))
    coupled = np.linalg.solve(np.eye(12) + own_alpha * L, local)
    table = []
    for w in (local, np.full(12, one), coupled):
        errors = np.sort([np.mean((y - w_i) ** 2) for y, w_i in zip(own_test, w, strict=True)])
        table.append([errors.mean(), errors[-2:].mean()])
    return np.array(table), np.argmin(table, axis=0)[1]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# With x = 1 the normal equations of GTVMin are (I + alpha L) w = the twelve local means, and L is
# 12 I minus the matrix of ones. A tenth of twelve towns, rounded up, are two.

# %% tags=["tests", "id:own-methods-tests", "points:0.5"]
import numpy as np

from flcourse.data import load_fmi
from flcourse.grading import checks

checks.own(own_methods, "flcourse.synthesis")

_stations = load_fmi("simulated")


def _own_towns(rng):
    away = _stations.latlon - _stations.latlon[rng.integers(len(_stations.names))]
    away[:, 1] /= 2
    near = np.argsort(np.linalg.norm(away, axis=1))[:12]
    mixed = [rng.permutation(_stations.y[i]) for i in near]
    kept = rng.integers(2, 9, 12)
    train = [y[:m] for y, m in zip(mixed, kept, strict=True)]
    test = [y[m:] for y, m in zip(mixed, kept, strict=True)]
    return train, test, round(float(rng.uniform(0.02, 0.3)), 2)


def _row(w, test, worst=2):
    """Mean error and that of the worst towns, for parameters w."""
    errors = sorted(
        sum((float(value) - float(w_i)) ** 2 for value in y) / len(y)
        for y, w_i in zip(test, np.broadcast_to(w, 12), strict=True)
    )
    return np.array([sum(errors) / 12, sum(errors[-worst:]) / worst])


def _wrong_rows(right, w, train, test):
    """Rows that come from known mistakes in the table, by the words that describe them."""
    errors = [np.mean((y - w_i) ** 2) for y, w_i in zip(test, np.broadcast_to(w, 12), strict=True)]
    sizes = [len(y) for y in test]
    return {
        "the columns are swapped": right[::-1],
        "these are errors on the hours to train on": _row(w, train),
        "the tenth is rounded down, to the worst town": _row(w, test, 1),
        "these are roots of the errors": np.sqrt(right),
        "half of the squared error is returned": right / 2,
        "all hours are pooled, a town should count once": np.array(
            [np.average(errors, weights=sizes), right[1]]
        ),
        "the best tenth is taken, not the worst": np.array([right[0], np.mean(sorted(errors)[:2])]),
    }


def _look(got, rng):
    train, test, alpha = _own_towns(rng)
    table, choice = checks.parts(
        got, 2, what="own_methods", hint="return table, choice (eq-gtvmin-linear)."
    )
    checks.shape(
        table,
        (3, 2),
        what="table of own_methods",
        hint="a row for each method (eq-gtvmin-linear).",
        mistakes={"Rows and columns are swapped": (2, 3)},
    )
    checks.shape(choice, (), what="choice of own_methods", hint="one row (eq-gtvmin-linear).")
    table = checks.numbers(
        table, what="table of own_methods", hint="see eq-gtvmin-linear."
    ).reshape(3, 2)
    choice = float(
        checks.numbers(choice, what="choice of own_methods", hint="see eq-gtvmin-linear.").ravel()[
            0
        ]
    )
    local, sizes = np.array([y.mean() for y in train]), np.array([len(y) for y in train])
    one, L = np.concatenate(train).mean(), 12 * np.eye(12) - 1.0
    coupled = np.linalg.inv(np.eye(12) + alpha * L) @ local
    weighted = np.linalg.inv(np.diag(sizes) + alpha * L) @ (sizes * local)
    twice = np.linalg.inv(np.eye(12) + 2 * alpha * L) @ local
    half = np.linalg.inv(np.eye(12) + alpha / 2 * L) @ local
    away = np.linalg.inv(np.eye(12) - alpha * L) @ local
    rows = [_row(local, test), _row(one, test), _row(coupled, test)]
    confused = {
        "this is the row of local": rows[0],
        "this is the row of one model": rows[1],
        "this is the row of GTVMin": rows[2],
        "the means of the towns are averaged, each hour should count once": _row(
            local.mean(), test
        ),
        "the factor 1/m_i is missing": _row(weighted, test),
        "each edge counts twice": _row(twice, test),
        "each edge counts half": _row(half, test),
        "the sign of alpha is flipped": _row(away, test),
    }
    for k, (name, w) in enumerate(
        zip(("local", "one model", "GTVMin"), (local, one, coupled), strict=True)
    ):
        known = {**_wrong_rows(rows[k], w, train, test), **confused}
        named = [
            f", {words}"
            for words, wrong in known.items()
            if np.abs(table[k] - wrong).max() <= 1e-5 * np.abs(wrong).max()
        ]
        checks.holds(
            np.abs(table[k] - rows[k]).max() <= 1e-5 * rows[k].max(),
            what=f"row {k} of own_methods, {name}",
            expected="mean and worst tenth of its errors on own_test",
            got=f"{table[k, 0]:.6g} and {table[k, 1]:.6g}" + "".join(named[:1]),
            hint="train on own_train, test on own_test, each town counts once (eq-gtvmin-linear).",
        )
    worst = [row[1] for row in rows]
    means = [row[0] for row in rows]
    fits_mean = choice in {0, 1, 2} and means[int(choice)] == min(means)
    named = {
        "the smallest mean is not what is asked for": fits_mean,
        "rows are counted from 0, not from 1": choice == 1 + worst.index(min(worst)),
        "this row has the largest": choice in {0, 1, 2} and worst[int(choice)] == max(worst),
    }
    words = ", or ".join(words for words, fits in named.items() if fits)
    checks.holds(
        choice in {0, 1, 2} and worst[int(choice)] <= (1 + 1e-6) * min(worst),
        what="choice of own_methods",
        expected="the row, counted from 0, whose worst tenth has the smallest error",
        got=f"{choice:g}" + (f": {words}" if words else ""),
        hint="compare the second column of your table (eq-gtvmin-linear).",
    )


checks.own_data("own-methods", checks.call(own_methods), _look)

# %% [markdown]
# ## All methods on one problem
#
# Forty nodes of three kinds; the cell shows how kinds, places and sizes are drawn. Each has few
# rows to train on and many to test on. From here on the cells are yours to change: try other
# `centres`, `sizes` and knobs, or other noise (the last term in `draw`).

# %%
rng = np.random.default_rng(3)
n, d = 40, 2
places, kind = rng.uniform(size=(n, 2)), rng.integers(3, size=n)
centres = np.array([[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]])
sizes = rng.integers(6, 24, n)


def draw(rows):
    """Features and labels of all nodes."""
    X = [rng.normal(size=(m, d)) for m in rows]
    return X, [X_i @ centres[a] + rng.normal(size=len(X_i)) for X_i, a in zip(X, kind, strict=True)]


X, y = draw(sizes)
X_test, y_test = draw([100] * n)

# %% [markdown]
# First a graph from what the nodes learned alone, and its clusters. Is the price of the cut small?
# (Try 120 edges in place of 200, too. The price falls: is the cut better?)

# %%
alone = np.array([erm.fit(X_i, y_i) for X_i, y_i in zip(X, y, strict=True)])
A_learned = np.asarray(learn_graph(alone, 200))
labels = np.asarray(spectral_clusters(A_learned, 3)).ravel()
print("price of the cut:", ratio_cut(A_learned, labels))
for a in range(3):
    print(f"kind {a}: nodes in cluster 0, 1, 2:", np.bincount(labels[kind == a], minlength=3))

# %% [markdown]
# Then the contestants.

# %%
clients = list(zip(X, y, strict=True))
solver = {"lr": 0.05, "epochs": 5}


def federated(algorithm):
    """Parameters of all nodes after 40 rounds with ten of the nodes each."""
    run = fedopt.simulate(
        algorithm, Squared(), clients, 40, select=fedopt.uniform(n, 10), rng=rng, every=40
    )
    return np.tile(run.w, (n, 1)) if run.personal is None else run.personal


A_map = graph.knn_graph(places, 4)
contest = {
    "local": alone,
    "FedAvg": federated(fedopt.FedAvg(**solver)),
    "FedProx": federated(fedopt.FedProx(mu=1.0, **solver)),
    "q-FFL": federated(fedopt.QFedAvg(q_ffl=2.0, **solver)),
    "Ditto": federated(fedopt.Ditto(lam=0.3, personal_epochs=20, **solver)),
    "GTVMin on the map": gtvmin.solve(A_map, X, y, 0.1).W,
    "FedKNN on the map": fedknn.knn_estimate(alone, places, 3),
    "cluster-wise GTVMin": np.reshape(cluster_gtvmin(A_learned, X, y, labels, 1.0), (n, d)),
}

# %%
table = np.asarray(method_table(np.stack(list(contest.values())), X_test, y_test))
print(f"{'method':20s} {'mean':>6s} {'worst 10 %':>11s}")
for name, (mean, worst) in zip(contest, table, strict=True):
    print(f"{name:20s} {mean:6.2f} {worst:11.2f}")

# %% [markdown]
# ## Task 8: Which one when (2 points, graded by a person)
#
# About 300 words are enough.
#
# 1. Look at the column `mean` of your table. Which method is best, which are worse than local
#    training, and what about *this* problem makes it so? Change one thing in the data (centres,
#    places, sizes or noise), run again, and say what changed in the order and why. Copy the tables
#    of both runs into your text; they do not count as words.
# 2. For each of the three problems below, name a method that you would try first, and the condition
#    under which your choice would be wrong. Say how you would notice.
#
#    (a) Ten hospitals predict the length of a stay; treatment differs little, each has thousands of
#    patients, and a law demands one model that serves the worst-off hospital acceptably.
#    (b) Five thousand sensors in a valley, a handful of measurements each, positions known.
#    (c) Two hundred phones whose owners fall into unknown groups; some phones may send nonsense.
#
# | Points | for |
# |---|---|
# | ½ | part 1: the best, those worse than local, and the reason in the data |
# | ½ | part 1: a change of the data, the table before and after, its effect on the order, and why |
# | ⅓ | part 2 (a): a method that fits, a condition that makes it wrong, a way to notice |
# | ⅓ | part 2 (b): the same three |
# | ⅓ | part 2 (c): the same three |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:which-one-when", "points:2"]
# ### BEGIN SOLUTION
# 1. Cluster-wise GTVMin is best: there are three kinds with clearly different parameters, and the
#    local models are good enough to tell kinds apart, so that learned edges join nodes of one kind.
#    FedAvg, FedProx and q-FFL are far worse than local training, since no single model fits three
#    kinds. FedKNN and GTVMin on the map (with this alpha) are worse, too, because places say
#    nothing about kinds. With all centres equal the order turns round: one model is right for all,
#    FedAvg and its relatives are best, and local training is among the last, with the clusters,
#    whose edges join nodes that are alike in their noise. (Here come the two tables, as printed.)
# 2. (a) q-FFL: one model is required and the worst-off counts. Wrong if treatments differ so much
#    that no common model is acceptable anywhere; noticed if the worst hospital stays far above its
#    own local model on held-out patients. (b) GTVMin on a neighbour graph: few rows, positions
#    known. Wrong if parameters jump between neighbours (a ridge in the valley); noticed if the
#    validation error prefers a very small alpha, or if errors are large along a line on the map.
#    (c) Ditto with a robust aggregate, or clusters from learned graphs with a robust mean. Wrong if
#    the groups share nothing, so the common model is no useful direction, or if many phones are
#    malicious; noticed if lambda near 0 validates best, or if the result changes when suspicious
#    phones are left out.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: cluster-wise GTVMin best, the methods with one model worse than local: three kinds,
#   and no model fits them
# - ½, part 1: with equal centres the methods with one model lead, because all samples speak about
#   the same parameters
# - ¼ of these: a change and an order without the reason, or without the table after the change
# - ⅓ each, part 2: a method that fits the stated data, a condition that breaks it, and a number
#   that would show it
# - ⅙ of each: a fitting method with a condition that nobody could notice ("if the data are bad")
# ### END SOLUTION
