# %% [markdown] tags=["assignment", "points:10"]
# # The empirical graph
#
# Who should learn from whom? A graph says so: stations that are near to each other are joined, and
# the eigenvalues of one matrix tell how well the graph hangs together. In this assignment you build
# graphs of weather stations in two ways, measure how much models vary over them, and find their
# pieces and their weakest place. It belongs to the chapter *The empirical graph* of the book.
#
# **When you are done you can**
#
# - build nearest-neighbour graphs and say what union and mutual do to them,
# - compute the total variation of models with any number of parameters,
# - read components, bounds and the best place to cut from the spectrum of the Laplacian.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Neighbours | `knn_graph` | 1 for the union, 1 for the mutual graph |
# | 2 Laplacian | `laplacian` | 1 |
# | 3 Total variation | `total_variation` | 1 |
# | 4 Components | `components` | 1 |
# | 5 Bounds | `variation_bounds` | 1 for the lower bound, 1 for the upper bound |
# | 6 The weakest place | `halves` | 1 |
# | 7 Union or mutual? | a short text | 1, graded by a person |
# | 8 One remote station | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.graph` holds finished answers: compare with them, but an answer that uses them,
# also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So a mistake costs the points of its own task alone. Any right method
# counts, and so does any sensible shape: a vector may be `(n,)` or `(n, 1)`, a matrix may be
# sparse. Numbers may deviate by $10^{-5}$ of the largest entry.
#
# Names such as `eq-laplacian` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import load_fmi

# %% [markdown]
# ## The data
#
# `load_fmi("simulated")` gives a simulated twin of weather stations of the Finnish Meteorological
# Institute: `latlon[i]` is the position of station $i$, latitude and longitude in degrees, and
# `W[i]` a model of two parameters, the mean and the standard deviation of its temperatures (°C).

# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
latlon = stations.latlon
W = np.array([[y_i.mean(), y_i.std()] for y_i in stations.y])
n = len(W)
print(f"{n} stations, models of shape {W.shape}")


def show(A, ax, **style):
    """Draw the graph of the stations."""
    for i, j in np.argwhere(np.triu(A)):
        ax.plot(latlon[[i, j], 1], latlon[[i, j], 0], color="0.7", linewidth=1, zorder=1)
    ax.scatter(latlon[:, 1], latlon[:, 0], s=9, zorder=2, **style)
    ax.set(xlabel="longitude (degrees)", ylabel="latitude (degrees)")


# %% [markdown]
# ## Task 1: Neighbours (2 points)
#
# Let $\mathrm{NN}_k(i)$ be the $k$ places nearest to place $i$, without $i$ itself; near is what
# has a small Euclidean distance. Being near is not mutual, so there are two graphs:
#
# - the **union** graph joins $i$ and $j$ if $j \in \mathrm{NN}_k(i)$ **or** $i \in
#   \mathrm{NN}_k(j)$ (eq-knn-graph),
# - the **mutual** graph joins them if $j \in \mathrm{NN}_k(i)$ **and** $i \in \mathrm{NN}_k(j)$.
#
# All edges have weight 1. Write `knn_graph(points, k, mutual)`, for points in a space of any
# dimension $p$. There are no ties in the data. One point is for each of the two graphs.


# %% tags=["answer", "id:knn-graph"]
def knn_graph(points, k, mutual):
    """Adjacency matrix of a k-nearest-neighbour graph (eq-knn-graph).

    points: (n, p) array, row i is place i;  k: integer, 1 <= k < n;
    mutual: True for the mutual graph, False for the union graph.
    Returns A: (n, n) array of 0 and 1, symmetric, with zero diagonal.
    """
    ### BEGIN SOLUTION
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distance, np.inf)
    near = np.zeros_like(distance)
    np.put_along_axis(near, np.argsort(distance, axis=1)[:, :k], 1.0, axis=1)
    return np.minimum(near, near.T) if mutual else np.maximum(near, near.T)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# points[:, None] - points[None] holds all differences at once, np.linalg.norm with axis=-1 makes
# distances of them. Put np.inf on the diagonal before you sort, so that no place is its own
# neighbour. For the last step compare the matrix of near ones with its transpose: np.maximum or
# np.minimum?

# %% [markdown]
# Five places to try it on: (0, 0), (1, 0), (1, 2), (4, 2) and (4, 7). Draw them, and an arrow from
# each to its nearest one. Forget the directions, and you get a path: the union graph for $k = 1$.

# %% tags=["tests", "id:knn-graph-union-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(knn_graph, "flcourse.graph")

_places = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [4.0, 2.0], [4.0, 7.0]])
_near = np.eye(5)[[1, 0, 1, 2, 3]]  # row i marks the place that is nearest to i
_both = _near * _near.T
_second = _near + np.eye(5)[[2, 2, 0, 1, 2]]
_farthest = np.eye(5)[[4, 4, 4, 4, 0]]
_largest = np.eye(5)[[1, 0, 0, 1, 3]]
_path = np.eye(5, k=1) + np.eye(5, k=-1)
_lengths = np.diag([1.0, 2.0, 3.0, 5.0], k=1)
_got = checks.call(knn_graph, _places, 1, False)
checks.shape(
    _got, (5, 5), what="union graph", hint="A has a row and a column for each place (eq-knn-graph)."
)
checks.close(
    _got,
    _path,
    what="union graph of five places",
    hint="join i and j if one of the two is near to the other (eq-knn-graph).",
    mistakes={
        "The graph is directed, j is joined to i but i not to j": _near,
        "This is the mutual graph": _both,
        "Each place counts itself as its nearest neighbour": np.eye(5),
        "Each place counts itself as its nearest neighbour, so no edge is left": np.zeros((5, 5)),
        "Edges that both ends ask for have weight 2": _near + _near.T,
        "Edges that one end asks for have weight 1/2": (_near + _near.T) / 2,
        "The diagonal is not zero": _path + np.eye(5),
        "k + 1 neighbours are joined": np.maximum(_second, _second.T),
        "The farthest places are joined": np.maximum(_farthest, _farthest.T),
        "The distance is the largest difference, not the Euclidean one": np.maximum(
            _largest, _largest.T
        ),
        "The weights are the distances, they should be 1": _lengths + _lengths.T,
    },
)
### BEGIN HIDDEN TESTS


def _order(places, distance):
    """For each place the others, nearest first."""
    n = len(places)
    return [
        sorted({*range(n)} - {i}, key=lambda j, i=i: distance(places[i] - places[j]))
        for i in range(n)
    ]


def _asked(order, k):
    near = np.zeros((len(order), len(order)))
    for i, others in enumerate(order):
        near[i, others[:k]] = 1.0
    return near


def _union(near):
    return np.maximum(near, near.T)


_rng = checks.grading_rng("knn-graph-union")
for _n, _p, _k in [(9, 2, 1), (14, 2, 3), (20, 3, 4), (8, 1, 7), (12, 5, 2)]:
    _places = _rng.normal(size=(_n, _p))
    _by_distance = _order(_places, np.linalg.norm)
    _near = _asked(_by_distance, _k)
    checks.close(
        checks.call(knn_graph, _places, _k, False),
        _union(_near),
        what=f"union graph of {_n} random places in dimension {_p}, k = {_k}",
        hint="join i and j if one of the two is near to the other (eq-knn-graph).",
        mistakes={
            "The graph is directed, j is joined to i but i not to j": _near,
            "This is the mutual graph": _near * _near.T,
            "Each place counts itself among its k nearest": _union(_asked(_by_distance, _k - 1)),
            "Edges that both ends ask for have weight 2": _near + _near.T,
            "k + 1 neighbours are joined": _union(_asked(_by_distance, _k + 1)),
            "The farthest places are joined": _union(
                _asked(_order(_places, lambda gap: -np.linalg.norm(gap)), _k)
            ),
            "The distance is the sum of all differences, not the Euclidean one": _union(
                _asked(_order(_places, lambda gap: np.abs(gap).sum()), _k)
            ),
            "The distance is the largest difference, not the Euclidean one": _union(
                _asked(_order(_places, lambda gap: np.abs(gap).max()), _k)
            ),
            "Only the first coordinate is used": _union(
                _asked(_order(_places, lambda gap: abs(gap[0])), _k)
            ),
            "Only the first two coordinates are used": _union(
                _asked(_order(_places, lambda gap: np.hypot(*gap[[0, min(1, len(gap) - 1)]])), _k)
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# In the mutual graph for $k = 1$ only the first two places are joined. For $k = 2$ the first three
# form a triangle, and the others have no edge.

# %% tags=["tests", "id:knn-graph-mutual-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(knn_graph, "flcourse.graph")

_places = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [4.0, 2.0], [4.0, 7.0]])
_near = np.eye(5)[[1, 0, 1, 2, 3]] + np.eye(5)[[2, 2, 0, 1, 2]]  # the two places nearest to i
_first = np.eye(5)[[1, 0, 1, 2, 3]]
_third = _near + np.eye(5)[[3, 3, 3, 0, 1]]
_self = _first + np.eye(5)
_farthest = np.eye(5)[[4, 4, 4, 4, 0]] + np.eye(5)[[3, 3, 3, 0, 1]]
_triangle = np.zeros((5, 5))
_triangle[:3, :3] = 1 - np.eye(3)
_lengths = np.linalg.norm(_places[:, None] - _places, axis=-1) * _triangle
_got = checks.call(knn_graph, _places, 2, True)
checks.shape(
    _got,
    (5, 5),
    what="mutual graph",
    hint="A has a row and a column for each place (eq-knn-graph).",
)
checks.close(
    _got,
    _triangle,
    what="mutual graph of five places for k = 2",
    hint="join i and j if each of the two is near to the other (below eq-knn-graph).",
    mistakes={
        "The graph is directed, j is joined to i but i not to j": _near,
        "This is the union graph": np.maximum(_near, _near.T),
        "Each place counts itself among its k nearest": _first * _first.T,
        "Each place counts itself among its k nearest, the diagonal shows it": _self * _self.T,
        "Edges of the mutual graph have weight 2": 2 * _triangle,
        "Edges that one end asks for count too": _near + _near.T,
        "The diagonal is not zero": _triangle + np.eye(5),
        "k + 1 neighbours are looked at": _third * _third.T,
        "The farthest places are joined": _farthest * _farthest.T,
        "The weights are the distances, they should be 1": _lengths,
        "These are the edges that only one end asks for": np.abs(_near - _near.T),
    },
)
### BEGIN HIDDEN TESTS


def _order(places, distance):
    """For each place the others, nearest first."""
    n = len(places)
    return [
        sorted({*range(n)} - {i}, key=lambda j, i=i: distance(places[i] - places[j]))
        for i in range(n)
    ]


def _asked(order, k):
    near = np.zeros((len(order), len(order)))
    for i, others in enumerate(order):
        near[i, others[:k]] = 1.0
    return near


def _mutual(near):
    return np.minimum(near, near.T)


_rng = checks.grading_rng("knn-graph-mutual")
for _n, _p, _k in [(10, 2, 2), (15, 2, 3), (20, 3, 5), (8, 1, 7), (12, 5, 4)]:
    _places = _rng.normal(size=(_n, _p))
    _by_distance = _order(_places, np.linalg.norm)
    _near = _asked(_by_distance, _k)
    checks.close(
        checks.call(knn_graph, _places, _k, True),
        _mutual(_near),
        what=f"mutual graph of {_n} random places in dimension {_p}, k = {_k}",
        hint="join i and j if each of the two is near to the other (below eq-knn-graph).",
        mistakes={
            "The graph is directed, j is joined to i but i not to j": _near,
            "This is the union graph": np.maximum(_near, _near.T),
            "Each place counts itself among its k nearest": _mutual(_asked(_by_distance, _k - 1)),
            "Edges that one end asks for count too": _near + _near.T,
            "k + 1 neighbours are looked at": _mutual(_asked(_by_distance, _k + 1)),
            "The distance is the sum of all differences, not the Euclidean one": _mutual(
                _asked(_order(_places, lambda gap: np.abs(gap).sum()), _k)
            ),
            "The distance is the largest difference, not the Euclidean one": _mutual(
                _asked(_order(_places, lambda gap: np.abs(gap).max()), _k)
            ),
            "Only the first two coordinates are used": _mutual(
                _asked(_order(_places, lambda gap: np.hypot(*gap[[0, min(1, len(gap) - 1)]])), _k)
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Look at both graphs of the stations. From here on, cells like the next one are yours to change.

# %%
fig, axes = plt.subplots(1, 2, figsize=(8, 5), sharey=True)
for ax, mutual in zip(axes, [False, True], strict=True):
    A = knn_graph(latlon, 4, mutual)
    show(A, ax)
    ax.set_title(f"{'mutual' if mutual else 'union'}: {int(np.sum(A)) // 2} edges")
plt.show()

# %% [markdown]
# ## Task 2: Laplacian (1 point)
#
# The degree of a node is the sum of the weights of its edges (eq-degree). With the degrees on the
# diagonal of $D$ the Laplacian is
#
# $$L = D - A. \tag{eq-laplacian}$$
#
# Write `laplacian(A)` for any weights: they need not be 1, and a node may have no edge.


# %% tags=["answer", "id:laplacian"]
def laplacian(A):
    """Laplacian of a weighted graph (eq-laplacian).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal.
    Returns L: (n, n) array.
    """
    ### BEGIN SOLUTION
    return np.diag(A.sum(axis=1)) - A
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The degrees are the sums of the rows of A, and np.diag puts a vector on the diagonal of a matrix.
# Try it on a path of three nodes: every row of L adds up to 0.

# %% [markdown]
# By hand: four nodes with the weights $A_{01} = 2$, $A_{02} = 1$, $A_{12} = 5$; node 3 has no edge.
# The degrees are 3, 7, 6 and 0.

# %% tags=["tests", "id:laplacian-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(laplacian, "flcourse.graph")

_A = np.array([[0.0, 2.0, 1.0, 0.0], [2.0, 0.0, 5.0, 0.0], [1.0, 5.0, 0.0, 0.0], [0.0] * 4])
_D = np.diag([3.0, 7.0, 6.0, 0.0])
_count = np.diag([2.0, 2.0, 2.0, 0.0])
_root = np.diag([3**-0.5, 7**-0.5, 6**-0.5, 0.0])
_got = checks.call(laplacian, _A)
checks.shape(
    _got,
    (4, 4),
    what="laplacian",
    hint="L has a row and a column for each node (eq-laplacian).",
    mistakes={"These are the degrees, put them on the diagonal of a matrix": (4,)},
)
checks.close(
    _got,
    [[3.0, -2.0, -1.0, 0.0], [-2.0, 7.0, -5.0, 0.0], [-1.0, -5.0, 6.0, 0.0], [0.0] * 4],
    what="laplacian of four nodes",
    hint="degrees on the diagonal, minus the weights off it (eq-laplacian).",
    mistakes={
        "The sign is flipped, this is A - D": _A - _D,
        "L is D - A, not D + A": _D + _A,
        "The degrees are lost, this is -A": -_A,
        "These are the degrees alone, A is missing": _D,
        "The degrees count edges, they should add weights": _count - _A,
        "The weights of the edges are lost": _count - np.sign(_A),
        "Each row is divided by its degree, eq-laplacian does not do that": np.eye(4)
        - np.diag([1 / 3, 1 / 7, 1 / 6, 0.0]) @ _A,
        "This is the normalised Laplacian, divided by roots of degrees": _root @ (_D - _A) @ _root,
        "The degrees are taken off every entry of a row": _D.sum(axis=1)[:, None] - _A,
        "The degree is the largest weight, it should be the sum": np.diag(_A.max(axis=1)) - _A,
    },
)
### BEGIN HIDDEN TESTS


def _random_weights(rng, n, density):
    A = np.triu(rng.uniform(0.2, 4, (n, n)) * (rng.random((n, n)) < density), 1)
    return A + A.T


def _reference(A):
    L = np.zeros(A.shape)
    for i in range(len(A)):
        for j in range(len(A)):
            L[i, i] += A[i, j]
            L[i, j] -= A[i, j]
    return L


_rng = checks.grading_rng("laplacian")
for _n, _density in [(7, 0.5), (12, 0.2), (5, 1.0), (1, 1.0), (30, 0.1)]:
    _A = _random_weights(_rng, _n, _density)
    checks.close(
        checks.call(laplacian, _A),
        _reference(_A),
        what=f"laplacian of a random graph of {_n} nodes",
        hint="degrees on the diagonal, minus the weights off it (eq-laplacian).",
        mistakes={
            "The sign is flipped, this is A - D": -_reference(_A),
            "The weights of the edges are lost": _reference(np.sign(_A)),
            "The degrees are lost, this is -A": -_A,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Total variation (1 point)
#
# How much do the models vary over the graph? Row $i$ of $W$ holds the $d$ parameters $w_i$ of node
# $i$. The total variation takes each edge **once**:
#
# $$\operatorname{TV}(W) = \sum_{\{i, j\} \in E} A_{ij} \lVert w_i - w_j \rVert_2^2
# = \operatorname{tr}(W^\top L W). \tag{eq-total-variation}$$
#
# (The second form is eq-quadratic-form.) Write `total_variation(A, W)` for any $d$.


# %% tags=["answer", "id:total-variation"]
def total_variation(A, W):
    """Sum of A_ij ||w_i - w_j||^2 over the edges, each counted once (eq-total-variation).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal;  W: (n, d) array, row i is w_i.
    Returns a number.
    """
    ### BEGIN SOLUTION
    gaps = np.sum((W[:, None] - W[None]) ** 2, axis=-1)
    return np.sum(A * gaps) / 2
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# W[:, None] - W[None] holds the differences of all pairs, in both orders: a sum over the whole
# matrix counts each edge twice. Square and add over the last axis before you multiply with A.

# %% [markdown]
# By hand: a path of three nodes with the weights $A_{01} = 2$ and $A_{12} = 3$, and
# $w_0 = (0, 0)$, $w_1 = (1, 2)$, $w_2 = (3, 3)$. Both differences have the squared norm 5, so the
# total variation is $2 \cdot 5 + 3 \cdot 5 = 25$.

# %% tags=["tests", "id:total-variation-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(total_variation, "flcourse.graph")

_A = np.array([[0.0, 2.0, 0.0], [2.0, 0.0, 3.0], [0.0, 3.0, 0.0]])
_W = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 3.0]])
_got = checks.call(total_variation, _A, _W)
checks.shape(
    _got,
    (),
    what="total_variation",
    hint="it is one number for the whole graph (eq-total-variation).",
    mistakes={
        "There is one value for each parameter, add them": (2,),
        "There is one value for each node": (3,),
        "This is W^T L W, a matrix; take its trace": (2, 2),
        "There is one value for each pair of nodes, add over the edges": (3, 3),
    },
)
checks.close(
    _got,
    25.0,
    what="total_variation of three nodes",
    hint="add A_ij times the squared distance, each edge once (eq-total-variation).",
    mistakes={
        "Each edge counts twice": 50.0,
        "The weights of the edges are lost": 10.0,
        "The weights are lost, and each edge counts twice": 20.0,
        "The distances are not squared": 5 * 5**0.5,
        "This adds absolute differences, it should be squares": 15.0,
        "Only the first parameter is used": 14.0,
        "The differences of all parameters are added before squaring": 45.0,
        "This is the mean over edges, not their sum": 12.5,
        "This is the mean over parameters, not their sum": 12.5,
        "The root is too much, the squares stay": 5.0,
        "The weights are squared": 65.0,
        "All pairs count with weight 1, whether joined or not": 28.0,
        "The sign is flipped": -25.0,
        "The degrees are lost, the form is that of L = D - A, not of -A": -54.0,
    },
)
### BEGIN HIDDEN TESTS


def _random_weights(rng, n, density):
    A = np.triu(rng.uniform(0.2, 4, (n, n)) * (rng.random((n, n)) < density), 1)
    return A + A.T


def _reference(A, W):
    total = 0.0
    for i in range(len(A)):
        for j in range(i):
            total += A[i, j] * sum((W[i] - W[j]) ** 2)
    return total


_rng = checks.grading_rng("total-variation")
for _n, _d, _density in [(8, 1, 0.5), (6, 3, 0.6), (5, 7, 1.0), (15, 2, 0.15), (3, 3, 1.0)]:
    _A, _W = _random_weights(_rng, _n, _density), _rng.normal(1, 2, (_n, _d))
    _want = _reference(_A, _W)
    checks.close(
        checks.call(total_variation, _A, _W),
        _want,
        what=f"total_variation of {_n} random models with d = {_d}",
        hint="add A_ij times the squared distance, each edge once (eq-total-variation).",
        mistakes={
            "Each edge counts twice": 2 * _want,
            "The weights of the edges are lost": _reference(np.sign(_A), _W),
            "Only the first parameter is used": _reference(_A, _W[:, :1]),
            "This is the mean over edges, not their sum": 2 * _want / np.count_nonzero(_A),
            "This is the mean over parameters, not their sum": _want / _d,
        },
    )
### END HIDDEN TESTS

# %%
for k in [1, 2, 4, 8]:
    print(f"k = {k}: total variation {total_variation(knn_graph(latlon, k, False), W):8.1f}")

# %% [markdown]
# ## Task 4: Components (1 point)
#
# Which nodes are joined by a path of edges? Walking along edges answers it, and so does the
# spectrum: the vectors with $L u = 0$ are those that are constant on each component
# (prop-components), spanned by the indicators of the components (eq-component-vectors). So the
# projection to them, $U U^\top$ if the columns of $U$ are orthonormal eigenvectors for the
# eigenvalue 0, has a positive entry for $i$ and $j$ exactly if they are in the same component.
#
# Write `components(A)`, which returns a number for each node: the **same** number for nodes in the
# same component, **different** numbers for nodes in different ones. Which numbers you take is up to
# you. Every method counts. In the checks an eigenvalue that is not 0 is larger than $10^{-3}$; a
# computer finds an eigenvalue 0 only up to rounding.


# %% tags=["answer", "id:components"]
def components(A):
    """Number of the component of each node (prop-components).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal.
    Returns labels: (n,) array of integers, equal for two nodes iff a path joins them.
    """
    ### BEGIN SOLUTION
    eigenvalues, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    U = U[:, eigenvalues < 1e-6]
    return np.argmax(U @ U.T > 1e-9, axis=1)  # the first node of the component
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Two ways: walk along the edges from a node that has no number yet until nothing new is reached; or
# look at the eigenvectors of L to the eigenvalue 0, whose rows are equal within a component. A
# comparison with 0 needs room for rounding.

# %% [markdown]
# By hand: seven nodes with the edges 0–3, 3–5, 5–1 and 2–6. The components are {0, 1, 3, 5}, {2, 6}
# and {4}.

# %% tags=["tests", "id:components-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(components, "flcourse.graph")

_A = np.zeros((7, 7))
for _i, _j, _weight in [(0, 3, 0.2), (3, 5, 1.0), (5, 1, 4.0), (2, 6, 1.0)]:
    _A[_i, _j] = _A[_j, _i] = _weight


def _together(labels):
    """Matrix that is 1 where two nodes have the same label."""
    labels = np.reshape(labels, -1)
    return 1.0 * (np.abs(labels[:, None] - labels) < 0.5)


_got = checks.call(components, _A)
checks.shape(
    _got,
    (7,),
    what="components",
    hint="one number for each node (prop-components).",
    mistakes={
        "This is how many components there are": (),
        "This is a number for each pair of nodes": (7, 7),
        "There is one entry for each component, not for each node": (3,),
    },
)
_seen = _together(
    checks.numbers(_got, what="components", hint="a number per node (prop-components).")
)
_two_groups = 0 if len(np.unique(_seen, axis=0)) == 2 else 1
checks.close(
    _seen,
    _together([0, 0, 1, 0, 2, 0, 1]),
    what="components of seven nodes, 1 where two nodes have the same number",
    hint="nodes that a path of edges joins have the same number (prop-components).",
    mistakes={
        "All nodes have the same number": np.ones((7, 7)),
        "Every node has a number of its own": np.eye(7),
        "Nodes without an edge share a number with others": _together([0, 0, 1, 0, 0, 0, 1]),
        "The nodes without an edge and the small components share a number": _together(
            [0, 0, 1, 0, 1, 0, 1]
        ),
        "The numbers are degrees, which says nothing about paths": _together(_A.sum(axis=0)),
        "The numbers count edges, which says nothing about paths": _together((_A > 0).sum(axis=0)),
        "Only one step along an edge is made from a node": _together([0, 1, 2, 0, 4, 1, 2]),
        "Only two steps along edges are made from a node": _together([0, 1, 2, 0, 4, 0, 2]),
        "A weak edge is an edge, too": _together([0, 1, 2, 1, 4, 1, 2]),
        "There are two groups, as if an eigenvector's sign split the nodes": _seen + _two_groups,
    },
)
### BEGIN HIDDEN TESTS


def _random_graph(rng, sizes, weak):
    """Random trees of the given sizes, shuffled, with a weak edge inside each that has one."""
    n = sum(sizes)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    A = np.zeros((n, n))
    for c in range(len(sizes)):
        nodes = np.flatnonzero(truth == c)
        for position in range(1, len(nodes)):
            i, j = nodes[position], nodes[max(0, position - int(rng.integers(1, 3)))]
            A[i, j] = A[j, i] = weak if position == len(nodes) // 2 else rng.uniform(0.5, 3)
    order = rng.permutation(n)
    return A[np.ix_(order, order)], truth[order]


_rng = checks.grading_rng("components")
for _sizes, _weak in [
    ([9], 0.2),
    ([5, 6], 0.1),
    ([1, 1, 4, 3], 1.0),
    ([1] * 5, 1.0),
    ([12, 2], 0.3),
]:
    _A, _truth = _random_graph(_rng, _sizes, _weak)
    _n, _name = len(_A), f"components of a random graph of {sum(_sizes)} nodes"
    _got = checks.call(components, _A)
    checks.shape(_got, (_n,), what=_name, hint="one number for each node (prop-components).")
    checks.close(
        _together(checks.numbers(_got, what=_name, hint="a number per node (prop-components).")),
        _together(_truth),
        what=f"{_name}, 1 where two nodes have the same number",
        hint="nodes that a path of edges joins have the same number (prop-components).",
        mistakes={
            "All nodes have the same number": np.ones((_n, _n)),
            "Every node has a number of its own": np.eye(_n),
            "Only direct neighbours are joined": np.eye(_n) + (_A > 0),
        },
    )
### END HIDDEN TESTS

# %%
for mutual in [False, True]:
    for k in [1, 2, 3, 4, 6, 8]:
        parts = np.ravel(components(knn_graph(latlon, k, mutual)))
        _, sizes = np.unique(parts, return_counts=True)
        name = "mutual" if mutual else "union"
        print(
            f"{name:6} k = {k}: {len(sizes):3d} components, the largest has {max(sizes)} stations"
        )

# %% [markdown]
# ## Task 5: Bounds (2 points)
#
# Let $S = \sum_i \lVert w_i - \operatorname{avg}(W) \rVert_2^2$ be the deviation of the models from
# their average $\operatorname{avg}(W) = \frac{1}{n} \sum_i w_i$ (eq-average), and
# $0 = \lambda_1 \le \lambda_2 \le \dots \le \lambda_n$ the eigenvalues of the Laplacian. Then
#
# $$\lambda_2\, S \;\le\; \operatorname{TV}(W) \;\le\; \lambda_n\, S. \tag{eq-variation-bounds}$$
#
# The left half is eq-lambda2-bound; the right half follows from the same expansion in
# eigenvectors. Write `variation_bounds(A, W)`, which returns both ends. The graph need not be
# connected. One point is for each end.


# %% tags=["answer", "id:variation-bounds"]
def variation_bounds(A, W):
    """Lower and upper bound on the total variation (eq-variation-bounds).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal, n >= 2;  W: (n, d) array.
    Returns lower, upper: two numbers, lambda_2 S and lambda_n S.
    """
    ### BEGIN SOLUTION
    eigenvalues = np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)
    S = np.sum((W - W.mean(axis=0)) ** 2)
    return eigenvalues[1] * S, eigenvalues[-1] * S
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.linalg.eigvalsh returns the eigenvalues of L in increasing order: the second is lambda_2, the
# last is the largest. Subtract the mean of the rows (axis=0) from W before you square and add all
# entries.

# %% [markdown]
# By hand: a path of three nodes with the weights 3 and 8 has the eigenvalues 0, 4 and 18. The
# models $(0, 3)$, $(3, 1)$ and $(3, 5)$ have the average $(2, 3)$, and $S = 4 + 5 + 5 = 14$.

# %% tags=["tests", "id:variation-bounds-lower-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(variation_bounds, "flcourse.graph")

_A = np.array([[0.0, 3.0, 0.0], [3.0, 0.0, 8.0], [0.0, 8.0, 0.0]])
_W = np.array([[0.0, 3.0], [3.0, 1.0], [3.0, 5.0]])
_got = checks.parts(
    checks.call(variation_bounds, _A, _W),
    2,
    what="variation_bounds",
    hint="return lower, upper (eq-variation-bounds).",
)
checks.close(
    _got[0],
    56.0,
    what="lower bound for three nodes",
    hint="lambda_2 times the squared deviation from the average (eq-variation-bounds).",
    mistakes={
        "This is the upper bound": 252.0,
        "lambda_1 = 0 is used, or these are eigenvalues of A, not of L": 0.0,
        "This is lambda_2 alone, S is missing": 4.0,
        "This is S alone, or the weights of the edges are lost": 14.0,
        "This is the total variation, not a bound": 167.0,
        "The average is not subtracted": 4 * 53.0,
        "The average is that of all numbers, it should be one for each parameter": 4 * 15.5,
        "The average is taken over parameters, it should be over nodes": 4 * 8.5,
        "The deviation is not squared": 4 * (2 + 2 * 5**0.5),
        "This is the root of S": 4 * 14**0.5,
        "S is a sum over nodes, not their mean": 4 * 14 / 3,
        "S is a sum, not a mean over all numbers": 4 * 14 / 6,
        "S is the variance, a sum is wanted": 4 * 14 / 2,
        "The eigenvalues are squared": 16 * 14.0,
    },
)
### BEGIN HIDDEN TESTS


def _random_graph(rng, n, components):
    A = np.zeros((n, n))
    for group in np.array_split(rng.permutation(n), components):
        for position in range(1, len(group)):
            for parent in {int(rng.integers(position)), int(rng.integers(position))}:
                A[group[position], group[parent]] = rng.uniform(0.5, 3)
    return A + A.T


def _eigenvalues(A):
    L = -A.copy()
    for i in range(len(A)):
        L[i, i] = sum(A[i])
    return np.linalg.eigvalsh(L)


def _deviation(W):
    n, d = W.shape
    return sum((W[i, c] - sum(W[:, c]) / n) ** 2 for i in range(n) for c in range(d))


_rng = checks.grading_rng("variation-bounds-lower")
for _n, _d, _components in [(8, 1, 1), (12, 3, 1), (6, 6, 1), (9, 2, 2), (2, 4, 1)]:
    _A, _W = _random_graph(_rng, _n, _components), _rng.normal(2, 1, (_n, _d))
    _values, _S = _eigenvalues(_A), _deviation(_W)
    _got = checks.parts(
        checks.call(variation_bounds, _A, _W),
        2,
        what="variation_bounds",
        hint="return lower, upper (eq-variation-bounds).",
    )
    checks.close(
        _got[0],
        _values[1] * _S if _components == 1 else 0.0,
        what=f"lower bound for a random graph of {_n} nodes in {_components} components, d = {_d}",
        hint="lambda_2 times the squared deviation from the average (eq-variation-bounds).",
        mistakes={
            "This is the smallest eigenvalue that is not 0, but lambda_2 is 0": _values[
                min(_components, _n - 1)
            ]
            * _S,
            "lambda_1 = 0 is used": 0.0,
            "The average is not subtracted": _values[1] * np.sum(_W**2),
            "S is a sum over nodes, not their mean": _values[1] * _S / _n,
            "The weights of the edges are lost": _eigenvalues(np.sign(_A))[1] * _S,
        },
    )
### END HIDDEN TESTS

# %% tags=["tests", "id:variation-bounds-upper-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(variation_bounds, "flcourse.graph")

_A = np.array([[0.0, 3.0, 0.0], [3.0, 0.0, 8.0], [0.0, 8.0, 0.0]])
_W = np.array([[0.0, 3.0], [3.0, 1.0], [3.0, 5.0]])
_got = checks.parts(
    checks.call(variation_bounds, _A, _W),
    2,
    what="variation_bounds",
    hint="return lower, upper (eq-variation-bounds).",
)
checks.close(
    _got[1],
    252.0,
    what="upper bound for three nodes",
    hint="the largest eigenvalue times the squared deviation from the mean (eq-variation-bounds).",
    mistakes={
        "This is the lower bound": 56.0,
        "This is lambda_n alone, S is missing": 18.0,
        "This is the total variation, not a bound": 167.0,
        "The bound of lambda_n by degrees (eq-lambda-max-bound) is too large": 22 * 14.0,
        "The average is not subtracted": 18 * 53.0,
        "The average is that of all numbers, it should be one for each parameter": 18 * 15.5,
        "The average is taken over parameters, it should be over nodes": 18 * 8.5,
        "The deviation is not squared": 18 * (2 + 2 * 5**0.5),
        "This is the root of S": 18 * 14**0.5,
        "S is a sum over nodes, not their mean": 18 * 14 / 3,
        "The weights of the edges are lost, or S is a mean over all numbers": 3 * 14.0,
        "S is the variance, a sum is wanted": 18 * 14 / 2,
        "The degrees are lost, these are eigenvalues of A, not of L": 73**0.5 * 14,
        "The eigenvalues are squared": 18**2 * 14.0,
    },
)
### BEGIN HIDDEN TESTS


def _random_graph(rng, n, components):
    A = np.zeros((n, n))
    for group in np.array_split(rng.permutation(n), components):
        for position in range(1, len(group)):
            for parent in {int(rng.integers(position)), int(rng.integers(position))}:
                A[group[position], group[parent]] = rng.uniform(0.5, 3)
    return A + A.T


def _largest(A):
    L = -A.copy()
    for i in range(len(A)):
        L[i, i] = sum(A[i])
    return np.linalg.eigvalsh(L)[-1]


def _deviation(W):
    n, d = W.shape
    return sum((W[i, c] - sum(W[:, c]) / n) ** 2 for i in range(n) for c in range(d))


_rng = checks.grading_rng("variation-bounds-upper")
for _n, _d, _components in [(8, 1, 1), (12, 3, 1), (6, 6, 1), (9, 2, 2), (2, 4, 1)]:
    _A, _W = _random_graph(_rng, _n, _components), _rng.normal(2, 1, (_n, _d))
    _want = _largest(_A) * _deviation(_W)
    _got = checks.parts(
        checks.call(variation_bounds, _A, _W),
        2,
        what="variation_bounds",
        hint="return lower, upper (eq-variation-bounds).",
    )
    checks.close(
        _got[1],
        _want,
        what=f"upper bound for a random graph of {_n} nodes in {_components} components, d = {_d}",
        hint="the largest eigenvalue times the squared deviation (eq-variation-bounds).",
        mistakes={
            "The average is not subtracted": _largest(_A) * np.sum(_W**2),
            "S is a sum over nodes, not their mean": _want / _n,
            "The bound of lambda_n by degrees (eq-lambda-max-bound) is too large": 2
            * _A.sum(axis=0).max()
            * _deviation(_W),
            "The weights of the edges are lost": _largest(np.sign(_A)) * _deviation(_W),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Between the two ends lies the total variation of the stations' models. Near which end?

# %%
A = knn_graph(latlon, 4, False)
lower, upper = variation_bounds(A, W)
print(f"{lower:.1f} <= {total_variation(A, W):.1f} <= {upper:.1f}")

# %% [markdown]
# ## Task 6: The weakest place (1 point)
#
# Where would a connected graph break? Among all vectors with average 0 and norm 1, the eigenvector
# $u_2$ that belongs to $\lambda_2$ (eq-evd) has the least total variation, so its entries change
# sign where few or weak edges stand in the way. It is called the *Fiedler vector*.
#
# Write `halves(A)`, which splits the nodes in two groups by the **sign** of the entries of $u_2$
# and returns a number for each node, the same for nodes of one group. Which two numbers you take
# is up to you; the vector itself may come with either sign. In the checks $\lambda_2$ is a simple
# eigenvalue and no entry of $u_2$ is nearer to 0 than $10^{-3}$.


# %% tags=["answer", "id:halves"]
def halves(A):
    """Two groups of nodes by the sign of the second eigenvector of the Laplacian (eq-evd).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal; the graph is connected.
    Returns labels: (n,) array of two different numbers.
    """
    ### BEGIN SOLUTION
    _, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return np.sign(U[:, 1])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.linalg.eigh returns the eigenvectors as columns, in the order of increasing eigenvalues. Which
# column belongs to the second one? np.sign turns it into two groups.

# %% [markdown]
# Try it on seven nodes: an edge of weight 3 joins 0 and 4, edges of weights between 0.5 and 3 hold
# 1, 2, 3, 5 and 6 together, and one edge of weight 0.2 joins 0 and 1. You know where it breaks.

# %% tags=["tests", "id:halves-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(halves, "flcourse.graph")

_A = np.zeros((7, 7))
for _i, _j, _weight in [
    (0, 4, 3.0), (0, 1, 0.2), (1, 2, 2.0), (2, 3, 1.0), (3, 5, 3.0), (5, 6, 1.5), (1, 6, 1.0),
    (1, 3, 0.5),
]:  # fmt: skip
    _A[_i, _j] = _A[_j, _i] = _weight


def _together(labels):
    """Matrix that is 1 where two nodes have the same label."""
    labels = np.asarray(labels, dtype=float).ravel()
    return 1.0 * (np.abs(labels[:, None] - labels) < 1e-9)


def _vectors(A):
    return np.linalg.eigh(np.diag(A.sum(axis=0)) - A)[1]


_u = _vectors(_A)
_got = checks.call(halves, _A)
checks.shape(
    _got,
    (7,),
    what="halves",
    hint="one number for each node (eq-evd).",
    mistakes={"This is a matrix of eigenvectors, take one of them": (7, 7)},
)
checks.close(
    _together(checks.numbers(_got, what="halves", hint="a number per node (eq-evd).")),
    _together([0, 1, 1, 1, 0, 1, 1]),
    what="halves of seven nodes, 1 where two nodes have the same number",
    hint="the signs of the eigenvector that belongs to lambda_2 (eq-evd).",
    mistakes={
        "All nodes are in one group, as if u_1 were used": np.ones((7, 7)),
        "Every node has a number of its own, as in the vector; take their signs": np.eye(7),
        "The eigenvector of the largest eigenvalue is used": _together(np.sign(_u[:, -1])),
        "The third eigenvector is used": _together(np.sign(_u[:, 2])),
        "The groups are made equally large, split where the sign changes": _together(
            _u[:, 1] > np.median(_u[:, 1])
        ),
        "The groups are made equally large, split at zero instead": _together(
            _u[:, 1] >= np.median(_u[:, 1])
        ),
        "The groups are the first and the second half of the nodes": _together(np.arange(7) > 2),
        "The groups are the first and the last nodes": _together(np.arange(7) > 3),
        "The nodes are split by their degrees": _together(_A.sum(axis=0) > _A.sum(axis=0).mean()),
        "The eigenvector is that of A, not of the Laplacian": _together(
            np.sign(np.linalg.eigh(_A)[1][:, 1])
        ),
        "The graph is cut into components, but it is connected": np.ones((7, 7)),
    },
)
### BEGIN HIDDEN TESTS


def _two_clusters(rng, sizes):
    """Two random clusters joined by weak edges, drawn until the split is clear."""
    n = sum(sizes)
    while True:
        cluster = rng.permutation(np.repeat([0, 1], sizes))
        inside = cluster[:, None] == cluster
        A = np.where(inside, rng.uniform(0.5, 3, (n, n)), rng.uniform(0.0, 0.4, (n, n)))
        A = np.triu(A * (rng.random((n, n)) < np.where(inside, 0.7, 0.3)), 1)
        A += A.T
        values, U = np.linalg.eigh(np.diag(A.sum(axis=0)) - A)
        if 0.01 < values[1] < 0.9 * values[2] and np.abs(U[:, 1]).min() > 0.01:
            return A, np.sign(U[:, 1])


_rng = checks.grading_rng("halves")
for _sizes in [(4, 6), (9, 5), (3, 12), (8, 8)]:
    _A, _truth = _two_clusters(_rng, _sizes)
    _name = f"halves of a random graph of {sum(_sizes)} nodes"
    _got = checks.call(halves, _A)
    checks.shape(_got, (sum(_sizes),), what=_name, hint="one number for each node (eq-evd).")
    checks.close(
        _together(checks.numbers(_got, what=_name, hint="a number per node (eq-evd).")),
        _together(_truth),
        what=f"{_name}, 1 where two nodes have the same number",
        hint="the signs of the eigenvector that belongs to lambda_2 (eq-evd).",
        mistakes={
            "All nodes are in one group, as if u_1 were used": np.ones(_A.shape),
            "The eigenvector of the largest eigenvalue is used": _together(
                np.sign(_vectors(_A)[:, -1])
            ),
            "The third eigenvector is used": _together(np.sign(_vectors(_A)[:, 2])),
        },
    )
### END HIDDEN TESTS

# %%
A = knn_graph(latlon, 4, False)
group = np.ravel(halves(A))
fig, ax = plt.subplots(figsize=(4, 5))
show(A, ax, c=group == group[0], cmap="coolwarm")
crossing = np.sum(np.triu(A) * (group[:, None] != group[None]))
ax.set_title(f"{int(crossing)} of {int(np.sum(A)) // 2} edges join the two groups")
plt.show()

# %% [markdown]
# ## Task 7: Union or mutual? (1 point, graded by a person)
#
# Look at your two drawings of task 1 and at the table below task 4. Answer in about 100 words: for
# the same $k$, how do the two graphs differ in edges, degrees and components, and why? Which
# stations does the mutual graph leave alone, and what would that mean for them if models are
# trained with the help of neighbours?
#
# | Points | for |
# |---|---|
# | ½ | the direction of all three differences, and one reason for them |
# | ½ | which stations these are, and the consequence for their models |

# %% [markdown] tags=["manual", "id:union-or-mutual", "points:1"]
# ### BEGIN SOLUTION
# An edge of the mutual graph needs both ends, so every one of them is in the union graph, too: the
# union has more edges, degrees of at least k and fewer components; the mutual graph has degrees of
# at most k and falls apart into more components. The two differ because being near is one-sided: a
# remote station has k nearest ones like everybody else, but these have nearer neighbours. So the
# mutual graph leaves remote stations alone. Without an edge nothing couples their model to
# another, and they have to learn from their own data only.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½: fewer edges, degrees at most k, more components, because being near is one-sided
# - ¼ of these: only two of the three differences, or no reason ("because it is stricter")
# - ½: it leaves remote stations alone, whose models then learn from their own data only
# - ¼ of these: "the remote ones" without what follows for them, or the reverse
# - 0: "the mutual graph is better because it has no one-sided edges"
# ### END SOLUTION

# %% [markdown]
# ## Task 8: One remote station (1 point, graded by a person)
#
# Somebody adds one more station far away and joins it by a single edge of weight 0.01. What
# happens to $\lambda_2$, whatever the rest of the graph looks like, and what does the bound of
# task 5 then say about models that have a small total variation? Name the equation that you use.
# About 80 words.
#
# | Points | for |
# |---|---|
# | ½ | the equation that decides, and the number that follows from it |
# | ½ | what the bound of task 5 is worth then, and an example that shows it |

# %% [markdown] tags=["manual", "id:remote-station", "points:1"]
# ### BEGIN SOLUTION
# The new station has degree 0.01, and lambda_2 is at most n / (n - 1) times the smallest degree
# (eq-lambda2-degree): it drops to about 0.01, however well the rest is connected. The bound says
# that the deviation S is at most TV / lambda_2, that is 100 times the total variation, so a small
# variation no longer forces the models to be near their average. Indeed the remote model may
# differ from all others by any gap g at a cost of only 0.01 times the square of g.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½: at most 0.01 n / (n - 1) by eq-lambda2-degree, so nearly 0
# - ¼ of these: "it becomes small", with no equation or no number
# - ½: the lower bound says almost nothing, the remote model may differ at almost no cost
# - ¼ of these: "the bound is weak", without a model or a gap that shows it
# - 0: "lambda_2 is 0, because the new station is not connected"
# ### END SOLUTION
