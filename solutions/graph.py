# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
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
# - compute the total variation of models with any number of parameters, in any units,
# - say which links a graph depends on,
# - say where one more link helps most,
# - construct models with a stated variation,
# - prove that a graph is connected badly.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Neighbours | `knn_graph` | 1 for the union, 1 for the mutual graph |
# | 2 Laplacian | `laplacian` | 1 |
# | 3 Total variation | `total_variation` | 1 |
# | 4 Components that hang by one edge | `critical_edges` | 1 |
# | 5 Bounds | `variation_bounds`, `with_variation`, `own_models` | 0.5 + 0.5, 0.5, 0.5 |
# | 6 The weakest place | `best_edge` | 1 |
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
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`, a matrix may be sparse. Numbers may deviate by $10^{-5}$ of the largest entry.
#
# Names such as `eq-laplacian` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 5 (c) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_graph(rng):
    """Weights of a connected graph of 7 nodes, one of the nodes, and a total variation."""
    A = np.round(rng.uniform(0.5, 3.0, (7, 7)), 1) * (rng.random((7, 7)) < 0.4)
    A[np.arange(6), np.arange(1, 7)] = np.round(rng.uniform(0.5, 3.0, 6), 1)
    A = np.triu(A, 1) + np.triu(A, 1).T
    j, degrees = int(rng.integers(7)), A.sum(axis=1)
    return A, j, round(float((degrees.sum() - degrees[j] * 7 / 6) / 5), 1)


own_weights, own_node, own_target = own_graph(own_data.rng("own-models"))
print(f"Variant {VARIANT}: node {own_node}, total variation {own_target}, and the weights")
print(own_weights)

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
        "Each place counts itself as its nearest, or takes one too few: no edge is left": np.zeros(
            (5, 5)
        ),
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
            "Each place counts itself among its k nearest, or takes one too few": _union(
                _asked(_by_distance, _k - 1)
            ),
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
# In the mutual graph for $k = 1$ only the first two places are joined. For $k = 2$ the edges are
# {0, 1}, {0, 2} and {1, 2}.

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
        "Each place counts itself among its k nearest, or takes one too few": _first * _first.T,
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
            "Each place counts itself among its k nearest, or takes one too few": _mutual(
                _asked(_by_distance, _k - 1)
            ),
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
    mistakes={"A matrix is asked for, with the degrees on its diagonal": (4,)},
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
# (The second form is eq-quadratic-form.) But parameters have units: a station's mean in °C, its
# daily swing in °C, the noise of its sensor in volts. Whoever adds their squares lets the unit
# decide. So every parameter $a$ comes with a scale $s_a > 0$ in its own unit, and differences
# count in multiples of it:
#
# $$\operatorname{TV}_s(W) = \sum_{\{i, j\} \in E} A_{ij} \sum_{a}
# \Bigl( \frac{w_{i,a} - w_{j,a}}{s_a} \Bigr)^2.$$
#
# Write `total_variation(A, W, scale)` for any $d$.


# %% tags=["answer", "id:total-variation"]
def total_variation(A, W, scale):
    """Total variation with a unit for each parameter, each edge counted once (eq-total-variation).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal;  W: (n, d) array, row i is w_i;
    scale: (d,) array, numbers > 0.
    Returns a number.
    """
    ### BEGIN SOLUTION
    gaps = np.sum(((W[:, None] - W[None]) / scale) ** 2, axis=-1)
    return np.sum(A * gaps) / 2
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# W[:, None] - W[None] holds the differences of all pairs, in both orders: a sum over the whole
# matrix counts each edge twice. Square and add over the last axis before you multiply with A.

# %% [markdown]
# By hand: a path of three nodes with the weights $A_{01} = 2$ and $A_{12} = 3$, and
# $w_0 = (0, 0)$, $w_1 = (2, 1)$, $w_2 = (6, 1.5)$, with the scales $s = (2, 0.5)$. In multiples of
# the scales the differences are $(1, 2)$ and $(2, 1)$, both with the squared norm 5, so the total
# variation is $2 \cdot 5 + 3 \cdot 5 = 25$.

# %% tags=["tests", "id:total-variation-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(total_variation, "flcourse.graph")

_A = np.array([[0.0, 2.0, 0.0], [2.0, 0.0, 3.0], [0.0, 3.0, 0.0]])
_W = np.array([[0.0, 0.0], [2.0, 1.0], [6.0, 1.5]])
_scale = np.array([2.0, 0.5])
_got = checks.call(total_variation, _A, _W, _scale)
checks.shape(
    _got,
    (),
    what="total_variation",
    hint="it is one number for the whole graph (eq-total-variation).",
    mistakes={
        "There is one value for each parameter, add them": (2,),
        "These are parts of the sum, one for each node or pair: add them": (3,),
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
        "The scales are ignored": 58.75,
        "The scales multiply, differences are to be divided by them": 224.6875,
        "The squares are divided by the scales, which should be squared, too": 33.5,
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
    _scale = _rng.uniform(0.2, 3, _d)
    _want = _reference(_A, _W / _scale)
    checks.close(
        checks.call(total_variation, _A, _W, _scale),
        _want,
        what=f"total_variation of {_n} random models with d = {_d}",
        hint="add A_ij times the squared distance, each edge once (eq-total-variation).",
        mistakes={
            "The scales are ignored": _reference(_A, _W),
            "The scales multiply, differences are to be divided by them": _reference(
                _A, _W * _scale
            ),
            "Each edge counts twice": 2 * _want,
            "The weights of the edges are lost": _reference(np.sign(_A), _W / _scale),
            "Only the first parameter is used": _reference(_A, (_W / _scale)[:, :1]),
            "This is the mean over edges, not their sum": 2 * _want / np.count_nonzero(_A),
            "This is the mean over parameters, not their sum": _want / _d,
        },
    )
### END HIDDEN TESTS

# %%
scale = W.std(axis=0)  # of mean and standard deviation, over the stations
for k in [1, 2, 4, 8]:
    print(f"k = {k}: total variation {total_variation(knn_graph(latlon, k, False), W, scale):8.1f}")

# %% [markdown]
# ## Task 4: Components that hang by one edge (1 point)
#
# An edge is **critical** if the graph has more components without it: when this link fails,
# somebody is cut off. Components can be counted by walking along edges, or by the eigenvalues of
# the Laplacian: the eigenvalue 0 occurs once for each (prop-components).
#
# Write `critical_edges(A)`, which returns all critical edges, each once, as a pair of nodes. The
# graph need not be connected: an edge is critical if its own component falls apart. Every method
# counts. In the checks an eigenvalue that is not 0 is larger than $10^{-3}$; a computer finds an
# eigenvalue 0 only up to rounding.


# %% tags=["answer", "id:critical-edges"]
def critical_edges(A):
    """Edges without which the graph has more components (prop-components).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal.
    Returns pairs: a list of pairs (i, j) of nodes, or a (B, 2) array, in any order, perhaps empty.
    """

    ### BEGIN SOLUTION
    def count(A):
        return np.sum(np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A) < 1e-6)

    pairs = []
    for i, j in np.argwhere(np.triu(A)):
        rest = A.copy()
        rest[i, j] = rest[j, i] = 0.0
        if count(rest) > count(A):
            pairs.append((i, j))
    return pairs
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which two graphs does the definition compare, for one edge? Work on a copy of A. The eigenvalues 0
# of the Laplacian count components (take those below 1e-6), and so does SciPy's
# connected_components.

# %% [markdown]
# By hand: nodes 0, 1, 2 and 3 form a ring (a square without diagonals), 3 is joined to 4, and 4 to
# 5. Nodes 6 and 7 are joined to each other only. Critical are {3, 4}, {4, 5} and {6, 7}.

# %% tags=["tests", "id:critical-edges-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(critical_edges, "flcourse.graph")


def _read(got, name):
    """The edges of an answer as a set of pairs i < j, and a check of their form."""
    pairs = checks.numbers(got, what=name, hint="return pairs of nodes (prop-components).")
    if pairs.size:
        checks.holds(
            pairs.ndim == 2 and pairs.shape[1] == 2,
            what=name,
            expected="a pair of nodes for each edge",
            got=got,
            hint="return pairs of nodes (prop-components).",
        )
        pairs = np.sort(pairs.reshape(-1, 2), axis=1)
    edges = {(round(i), round(j)) for i, j in pairs.reshape(-1, 2).tolist()}
    checks.holds(
        len(edges) == len(pairs.reshape(-1, 2)),
        what=name,
        expected="each edge once, for (3, 4) and (4, 3) are the same",
        got=f"{len(pairs.reshape(-1, 2))} pairs of {len(edges)} edges",
        hint="(i, j) and (j, i) are the same edge (def-empirical-graph).",
    )
    return edges


_A = np.zeros((8, 8))
for _i, _j, _weight in [
    (0, 1, 2.0),
    (1, 2, 1.0),
    (2, 3, 0.5),
    (0, 3, 1.5),
    (3, 4, 3.0),
    (4, 5, 1.0),
    (6, 7, 2.0),
]:
    _A[_i, _j] = _A[_j, _i] = _weight
_got = _read(checks.call(critical_edges, _A), "critical_edges of eight nodes")
_right = {(3, 4), (4, 5), (6, 7)}
_said = "the critical edges {3, 4}, {4, 5} and {6, 7}"
for _wrong, _words in [
    ({(4, 5), (6, 7)}, "edges at nodes of degree 1 only"),
    ({(3, 4), (4, 5)}, "edges of the first component only"),
    (_right | {(0, 1), (1, 2), (2, 3), (0, 3)}, "all edges, also those of the ring"),
    ({(0, 1), (1, 2), (2, 3), (0, 3)}, "the edges that are not critical"),
    ({(2, 3)}, "the edge with the smallest weight"),
    (
        _right | {(0, 3), (1, 2), (2, 3)},
        "edges that hang only where others were taken out before: take A.copy()",
    ),
    (set(), "no edge"),
]:
    checks.holds(
        len(_got ^ _wrong) > 0,
        what="critical_edges of eight nodes",
        expected=_said,
        got=_words,
        hint="count the components with and without each edge (prop-components).",
    )
checks.holds(
    len(_got ^ _right) == 0,
    what="critical_edges of eight nodes",
    expected=_said,
    got=", ".join(f"{{{i}, {j}}}" for i, j in sorted(_got)) + " in all",
    hint="count the components with and without each edge (prop-components).",
)
### BEGIN HIDDEN TESTS


def _read(got, name):
    pairs = checks.numbers(got, what=name, hint="return pairs of nodes (prop-components).")
    return {tuple(sorted((round(i), round(j)))) for i, j in pairs.reshape(-1, 2).tolist()}


def _reached(A, start):
    found, waiting = {start}, [start]
    while waiting:
        i = waiting.pop()
        fresh = {j for j in range(len(A)) if A[i, j] > 0} - found
        found |= fresh
        waiting += fresh
    return found


def _reference(A):
    """An edge is critical if its one end is not reached from the other without it."""
    pairs = set()
    for i, j in np.argwhere(np.triu(A)).tolist():
        rest = A.copy()
        rest[i, j] = rest[j, i] = 0
        if j not in _reached(rest, i):
            pairs.add((i, j))
    return pairs


def _instance(rng, n, extra):
    """A random forest of two trees with some edges more, nodes in random order."""
    A = np.zeros((n, n))
    order = rng.permutation(n)
    for group in np.array_split(order, 2):
        for place in range(1, len(group)):
            A[group[place], group[int(rng.integers(place))]] = rng.uniform(0.5, 3)
    for _ in range(extra):
        group = np.array_split(order, 2)[int(rng.integers(2))]
        i, j = rng.choice(group, 2, replace=False)
        A[i, j] = rng.uniform(0.5, 3)
    A = np.maximum(A, A.T)
    np.fill_diagonal(A, 0.0)
    return A


_rng = checks.grading_rng("critical-edges")
for _n, _extra in [(8, 1), (12, 3), (13, 5), (9, 0), (10, 12)]:
    _A = _instance(_rng, _n, _extra)
    _right = _reference(_A)
    _got = _read(checks.call(critical_edges, _A), f"critical_edges of {_n} random nodes")
    checks.holds(
        len(_got ^ _right) == 0,
        what=f"critical_edges of {_n} random nodes",
        expected=f"{len(_right)} edges",
        got=f"{len(_got)} edges, {len(_got - _right)} of them not critical",
        hint="count the components with and without each edge (prop-components).",
    )
_path = 0.1 * (np.eye(25, k=1) + np.eye(25, k=-1))
_got = _read(checks.call(critical_edges, _path), "critical_edges of a path")
checks.holds(
    len(_got) == 24,
    what="critical_edges of a path of 25 nodes with weights 0.1",
    expected="all 24 edges",
    got=f"{len(_got)} edges",
    hint="an eigenvalue of 0.0016 is not 0: such a graph is connected (prop-components).",
)
_full = np.ones((5, 5)) - np.eye(5)
checks.holds(
    not _read(checks.call(critical_edges, _full), "critical_edges of a complete graph"),
    what="critical_edges of a complete graph of five nodes",
    expected="no edge",
    got="some",
    hint="count the components with and without each edge (prop-components).",
)
### END HIDDEN TESTS

# %% [markdown]
# How many of the links between stations are critical? (The table is of every third station.)

# %%
from scipy.sparse.csgraph import connected_components

some = latlon[::3]
print("graph    k  edges  mean degree  components  critical edges  stations alone")
for mutual in [False, True]:
    for k in [1, 2, 3, 4]:
        A = np.asarray(knn_graph(some, k, mutual))
        parts, _ = connected_components(A)
        row = f"{'mutual' if mutual else 'union':6} {k:3d} {int(A.sum()) // 2:6d}"
        alone = int(np.sum(A.sum(axis=0) == 0))
        print(row, f"{A.sum() / len(A):12.1f} {parts:11d} {len(critical_edges(A)):15d} {alone:15d}")

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
# eigenvectors.
#
# **(a)** Write `variation_bounds(A, W)`, which returns both ends, half a point each. The graph need
# not be connected.


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

# %% tags=["tests", "id:variation-bounds-lower-tests", "points:0.5"]
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

# %% tags=["tests", "id:variation-bounds-upper-tests", "points:0.5"]
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
print(f"{lower:.1f} <= {total_variation(A, W, np.ones(2)):.1f} <= {upper:.1f}")

# %% [markdown]
# **(b)** Can the total variation be *any* number between the two bounds? Write
# `with_variation(A, target)`: construct models $w_0, \dots, w_{n-1}$, one number each, with
# average 0 and $\sum_i w_i^2 = 1$, so that $S = 1$, and with
# $\operatorname{TV}(w) =$ `target`, a number between $\lambda_2$ and $\lambda_n$. The graph is
# connected and $\lambda_2 < \lambda_n$. Many vectors are right; every one counts.


# %% tags=["answer", "id:with-variation"]
def with_variation(A, target):
    """Models with average 0, norm 1 and a given total variation (eq-variation-bounds).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal, of a connected graph.
    target: number, lambda_2 <= target <= lambda_n.
    Returns w: (n,) array.
    """
    ### BEGIN SOLUTION
    eigenvalues, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    share = (eigenvalues[-1] - target) / (eigenvalues[-1] - eigenvalues[1])
    share = min(max(share, 0.0), 1.0)
    return np.sqrt(share) * U[:, 1] + np.sqrt(1 - share) * U[:, -1]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Mix two vectors whose variations you know: what are the average, the norm and the total variation
# of the mixture? Near the two ends rounding may make slightly negative what should be 0.

# %% [markdown]
# The checks look at average, norm and total variation of what you return, on the path with the
# eigenvalues 0, 4 and 18 first.

# %% tags=["tests", "id:with-variation-tests", "points:0.5", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(with_variation, "flcourse.graph")

_A = np.array([[0.0, 3.0, 0.0], [3.0, 0.0, 8.0], [0.0, 8.0, 0.0]])
_L = np.diag(_A.sum(axis=1)) - _A
for _target in [11.0, 5.0, 4.0, 18.0]:
    _name = f"with_variation for the target {_target:g}"
    _w = checks.call(with_variation, _A, _target)
    checks.shape(_w, (3,), what=_name, hint="one number for each node (eq-variation-bounds).")
    _w = checks.numbers(_w, what=_name, hint="see eq-variation-bounds.").ravel()
    checks.close(
        _w.mean(),
        0.0,
        what=f"the average of {_name}",
        hint="each eigenvector but the first has average 0 (eq-average).",
    )
    checks.close(
        _w @ _w,
        1.0,
        what=f"the sum of squares of {_name}",
        hint="the squares of the coefficients must add up to 1 (eq-variation-bounds).",
        mistakes={
            "The coefficients are the shares, they should be their roots": (
                ((18 - _target) ** 2 + (_target - 4) ** 2) / 14**2
            ),
            "The two vectors are added without coefficients": 2.0,
        },
    )
    checks.close(
        _w @ _L @ _w,
        _target,
        what=f"the total variation of {_name}",
        hint="a^2 lambda_2 + b^2 lambda_n must be the target (eq-variation-bounds).",
        mistakes={
            "The shares are swapped": 22.0 - _target,
            "This is twice the target, each edge counts once": 2 * _target,
            "This is the lower bound": 4.0,
            "This is the upper bound": 18.0,
        },
    )
### BEGIN HIDDEN TESTS


def _connected(rng, n):
    A = np.triu(rng.uniform(0.3, 2, (n, n)) * (rng.random((n, n)) < 0.4), 1)
    A[np.arange(n - 1), np.arange(1, n)] = rng.uniform(0.3, 2, n - 1)
    return A + A.T


_rng = checks.grading_rng("with-variation")
for _n in [4, 7, 12, 9, 25]:
    _A = _connected(_rng, _n)
    _L = np.diag(_A.sum(axis=1)) - _A
    _eigenvalues = np.linalg.eigvalsh(_L)
    for _share in [0.0, 1.0, _rng.uniform(0.1, 0.9), _rng.uniform(0.01, 0.1)]:
        _target = _eigenvalues[1] + _share * (_eigenvalues[-1] - _eigenvalues[1])
        _name = f"with_variation for {_n} random nodes"
        _w = checks.call(with_variation, _A, _target)
        checks.shape(_w, (_n,), what=_name, hint="one number for each node (eq-variation-bounds).")
        _w = checks.numbers(_w, what=_name, hint="see eq-variation-bounds.").ravel()
        checks.close(
            [_w.mean(), _w @ _w],
            [0.0, 1.0],
            what=f"average and sum of squares of {_name}",
            hint="u_1 has no part in it, and the squares add up to 1 (eq-average).",
        )
        checks.close(
            _w @ _L @ _w,
            _target,
            what=f"the total variation of {_name}",
            hint="a^2 lambda_2 + b^2 lambda_n must be the target (eq-variation-bounds).",
            mistakes={"The shares are swapped": _eigenvalues[1] + _eigenvalues[-1] - _target},
        )
### END HIDDEN TESTS

# %% [markdown]
# **(c)** Now for **your own graph**, `own_weights` of the first cell, and without the sensor of
# your node `own_node`: construct models $w_0, \dots, w_6$ with average 0, $\sum_i w_i^2 = 1$,
# $\operatorname{TV}(w) =$ `own_target` **and** $w_j = 0$ for $j =$ `own_node`. There is always an
# answer, and many are right. Write `own_models()`, without arguments; it may compute the vector, or
# hold its seven numbers with at least seven digits each.


# %% tags=["answer", "id:own-models"]
def own_models():
    """Models of your graph with average 0, norm 1, your variation, and 0 at your node (eq-average).

    Returns w: (7,) array, for the weights own_weights, with w[own_node] = 0 and TV(w) = own_target.
    """
    ### BEGIN SOLUTION
    fixed = np.array([np.ones(7), np.eye(7)[own_node]])
    Z = np.linalg.svd(fixed)[2][2:].T  # orthonormal, perpendicular to both
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    values, U = np.linalg.eigh(Z.T @ L @ Z)
    share = (values[-1] - own_target) / (values[-1] - values[0])
    return Z @ (np.sqrt(share) * U[:, 0] + np.sqrt(1 - share) * U[:, -1])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which vectors have average 0 and are 0 at your node, and how many of them are independent? Ask of
# the form w^T L w on these vectors what you asked of it in (b) (eq-variation-bounds).

# %% tags=["tests", "id:own-models-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(own_models, "flcourse.graph")


def _own_graph(rng):
    A = np.round(rng.uniform(0.5, 3.0, (7, 7)), 1) * (rng.random((7, 7)) < 0.4)
    A[np.arange(6), np.arange(1, 7)] = np.round(rng.uniform(0.5, 3.0, 6), 1)
    A = np.triu(A, 1) + np.triu(A, 1).T
    j, degrees = int(rng.integers(7)), A.sum(axis=1)
    return A, j, round(float((degrees.sum() - degrees[j] * 7 / 6) / 5), 1)


def _look(got, rng):
    A, j, target = _own_graph(rng)
    checks.shape(got, (7,), what="own_models", hint="one number for each node (eq-average).")
    w = checks.numbers(got, what="own_models", hint="see eq-average.").ravel()
    apart = np.triu((w[:, None] - w) ** 2)
    variation, bare = float(np.sum(A * apart)), float(np.sum((A > 0) * apart))
    checks.close(
        [w.mean(), w @ w],
        [0.0, 1.0],
        what="average and sum of squares of own_models",
        hint="both conditions of (b) hold here, too (eq-average).",
        mistakes={"The average of the squares is 1, it should be their sum": [0.0, 7.0]},
    )
    checks.close(
        w[j],
        0.0,
        what=f"w[{j}] of own_models, at your node",
        hint="look among the vectors with average 0 that are 0 there (eq-average).",
    )
    checks.close(
        variation,
        target,
        what="the total variation of own_models over your graph",
        hint="the sum over the edges, each once and with its weight (eq-total-variation).",
        mistakes={
            "This is half of it, as if each edge counted twice": target / 2,
            "The weights of the edges are lost": (
                variation if abs(bare - target) <= 1e-5 * target else -1.0
            ),
        },
    )


checks.own_data("own-models", checks.call(own_models), _look)

# %% [markdown]
# ## Task 6: The weakest place (1 point)
#
# There is money for **one** more link, of weight 1, between two nodes that are not joined yet. It
# should make the graph as well connected as possible: the new $\lambda_2$ should be as large as
# it can be. Write `best_edge(A)`, which returns this pair of nodes.
#
# The eigenvector $u_2$ that belongs to $\lambda_2$ (eq-evd), the *Fiedler vector*, says where a
# connected graph hangs together worst: among all vectors with average 0 and norm 1 it varies
# least, so its entries change sign where few or weak edges stand in the way. It helps to guess;
# but guess and answer are not always the same, so convince yourself. In the checks the graph is
# connected, has at most 15 nodes, and the best pair is better than the second by at least one
# per cent.


# %% tags=["answer", "id:best-edge"]
def best_edge(A):
    """The missing edge that makes lambda_2 of the Laplacian largest (eq-evd).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal, connected, not complete.
    Returns i, j: two nodes with A_ij = 0, in any order; the new edge has weight 1.
    """
    ### BEGIN SOLUTION
    best, pair = -1.0, None
    for i, j in np.argwhere(np.triu(A == 0, 1)):
        new = A.copy()
        new[i, j] = new[j, i] = 1.0
        lambda_2 = np.linalg.eigvalsh(np.diag(new.sum(axis=1)) - new)[1]
        if lambda_2 > best:
            best, pair = lambda_2, (i, j)
    return pair
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# How many pairs are missing? What would convince you that no other one is better than yours? Work
# on copies of A.

# %% [markdown]
# Try it on a path of six nodes with weights 1: $\lambda_2 = 0.268$. Joining the two ends makes it
# a ring, with $\lambda_2 = 1$, and nothing is better. And on a path whose first edge has weight
# 0.1 and the others weight 1: does the best new edge join the two ends again?

# %% tags=["tests", "id:best-edge-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(best_edge, "flcourse.graph")

_path = np.eye(6, k=1) + np.eye(6, k=-1)
_weak = _path.copy()
_weak[0, 1] = _weak[1, 0] = 0.1
_order = np.ix_([1, 4, 0, 5, 2, 3], [1, 4, 0, 5, 2, 3])
for _name, _A, _right, _wrong in [
    (
        "a path of six nodes",
        _path,
        (0, 5),
        {
            (0, 1): "an edge that is there already",
            (1, 6): "but nodes are counted from 0, as rows of A",
            (3, 5): "which depends on the order, for the edges tried before stay: take A.copy()",
        },
    ),
    ("the path with its nodes in another order", _path[_order], (2, 3), {}),
    (
        "the path with a weak first edge",
        _weak,
        (0, 4),
        {
            (0, 5): "the two ends of the path, the largest gap of the Fiedler vector",
            (0, 1): "the weak edge itself, but it is there already",
            (0, 2): "the nodes around the weak edge",
            (3, 5): "the pair that makes lambda_2 smallest",
        },
    ),
]:
    _got = checks.numbers(
        checks.call(best_edge, _A), what=f"best_edge of {_name}", hint="two nodes (eq-evd)."
    )
    checks.holds(
        _got.size == 2,
        what=f"best_edge of {_name}",
        expected="two nodes",
        got=_got,
        hint="return i, j (eq-evd).",
    )
    _pair = tuple(sorted(round(_node) for _node in _got.ravel().tolist()))
    checks.holds(
        str(_pair) == str(_right),
        what=f"best_edge of {_name}",
        expected=f"the pair {_right}",
        got=f"{_pair}" + (f", {_wrong[_pair]}" if _pair in _wrong else ""),
        hint="compute lambda_2 of L = D - A with each missing edge (eq-laplacian).",
    )
### BEGIN HIDDEN TESTS


def _values(A, weight=1.0):
    """lambda_2 with each missing edge, the Laplacian built from differences."""
    n = len(A)
    values = {}
    for i in range(n):
        for j in range(i + 1, n):
            if A[i, j] <= 0:
                L = np.diag(A.sum(axis=0)) - A
                step = np.zeros(n)
                step[i], step[j] = 1.0, -1.0
                values[i, j] = np.linalg.eigvalsh(L + weight * np.outer(step, step))[1]
    return values


def _instance(rng, n):
    """A tree with some edges more; the best pair is clear, and not the largest Fiedler gap."""
    while True:
        A = np.zeros((n, n))
        order = rng.permutation(n)
        for place in range(1, n):
            A[order[place], order[int(rng.integers(max(0, place - 3), place))]] = rng.uniform(
                0.2, 3
            )
        A = A + A.T
        values = _values(A)
        first, second = sorted(values.values())[-1:-3:-1]
        u = np.linalg.eigh(np.diag(A.sum(axis=0)) - A)[1][:, 1]
        gap = max(values, key=lambda pair: abs(u[pair[0]] - u[pair[1]]))
        best = max(values, key=values.get)
        if first > 1.012 * second and gap != best:
            heavy = _values(A, 2.0)  # the weight matters, too, where a graph is small
            if n > 7 or max(heavy, key=heavy.get) != best:
                return A, values, gap


_rng = checks.grading_rng("best-edge")
for _n in [7, 9, 11, 8]:
    _A, _found, _gap = _instance(_rng, _n)
    _right = max(_found, key=_found.get)
    _got = checks.numbers(
        checks.call(best_edge, _A), what="best_edge", hint="two nodes (eq-evd)."
    ).ravel()
    _pair = tuple(sorted(round(_node) for _node in _got.tolist()))
    _words = ", the largest gap of the Fiedler vector" if _pair == _gap else ""
    checks.holds(
        str(_pair) == str(_right),
        what=f"best_edge of {_n} random nodes",
        expected=f"the pair {_right}, which makes lambda_2 {_found[_right]:.4f}",
        got=f"{_pair}{_words}, which makes it {_found.get(_pair, 0.0):.4f}",
        hint="compute lambda_2 of L = D - A with each missing edge (eq-laplacian).",
    )
### END HIDDEN TESTS

# %%
some = latlon[::8]
A = np.asarray(knn_graph(some, 2, False))
while np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] < 1e-6:  # joined in a row, if in pieces
    A = np.maximum(A, np.eye(len(A), k=1) + np.eye(len(A), k=-1))
i, j = (int(node) for node in np.ravel(best_edge(A)))
fig, ax = plt.subplots(figsize=(4, 5))
for a, b in np.argwhere(np.triu(A)):
    ax.plot(some[[a, b], 1], some[[a, b], 0], color="0.7", linewidth=1)
ax.plot(some[[i, j], 1], some[[i, j], 0], "--", linewidth=2, label="best new edge")
ax.plot(some[:, 1], some[:, 0], "o", markersize=4)
ax.legend()
plt.show()

# %% [markdown]
# ## Task 7: Union or mutual? (1 point, graded by a person)
#
# Look at your two drawings of task 1 and at the table below task 4. (The drawings show all
# stations, the table every third one.) For the same $k$, how do the two graphs differ in the number
# of edges, and so in the mean degree, and in the number of components, and why? Are there stations
# without any edge, in which of the two graphs, and where do they lie? (Print their positions in a
# cell of your own: among all stations, for $k = 2$ and for the $k = 4$ of the drawings.) What would
# that mean for them if models are trained with the help of neighbours? About 100 words are enough.
#
# | Points | for |
# |---|---|
# | ½ | the direction of the difference in edges, of that in components, and a reason for both |
# | ½ | in which graph, where these stations lie on the map, and the consequence for their models |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:union-or-mutual", "points:1"]
# ### BEGIN SOLUTION
# An edge of the mutual graph needs both ends, so every one of them is in the union graph, too: the
# union has more edges, degrees of at least k and fewer components; the mutual graph has degrees of
# at most k and falls apart into more components. The two differ because being near is one-sided: a
# remote station has k nearest ones like everybody else, but these have nearer neighbours. So the
# mutual graph leaves stations alone, the union graph never does: of all 207 stations 18 for k = 2,
# all over the country and most of them far from the next one, and for k = 4 one, at 63.51 degrees
# north and 29.60 east, near the eastern border. Without an edge nothing couples their model to
# another, and they have to learn from their own data only.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½: the mutual graph has fewer edges and more components, because being near is one-sided
# - ¼ of these: one of the two differences, or no reason ("because it is stricter")
# - ½: only the mutual graph leaves stations alone; where, from the printed positions (or those of
#   another k); and their models then learn from their own data only
# - ¼ of these: "the remote ones" without positions, or positions without what follows
# - 0: "the mutual graph is better because it has no one-sided edges"
# ### END SOLUTION

# %% [markdown]
# ## Task 8: One remote station (1 point, graded by a person)
#
# Somebody adds one more station far away and joins it by a single edge of weight 0.01; now there
# are $n$ stations.
#
# 1. **Prove**, from eq-variation-bounds and without any other result of the chapter, that
#    $\lambda_2$ is now small, whatever the rest of the graph looks like: give a number that depends
#    on $n$ only. (Choose models for which you can compute $S$ and $\operatorname{TV}$.)
# 2. What does the lower bound of task 5 then say about models that have a small total variation?
#    Give an example (it may be that of part 1).
#
# Three lines and a sentence are enough.
#
# | Points | for |
# |---|---|
# | ½ | part 1: models that decide, $S$ and $\operatorname{TV}$ of these, and the conclusion |
# | ½ | part 2: what the bound is worth, and an example that shows it |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:remote-station", "points:1"]
# ### BEGIN SOLUTION
# 1. Take w = 1 at the new station and 0 at all others. Only one edge sees a difference, so
#    TV = 0.01. The average is 1/n, and S = (1 - 1/n)^2 + (n - 1)/n^2 = (n - 1)/n. The lower bound
#    says lambda_2 S <= TV, so lambda_2 <= 0.01 n / (n - 1), about 0.01, however well the other
#    stations are connected.
# 2. It says that S is at most TV / lambda_2, where 1 / lambda_2 is at least 100 (n - 1) / n. So a
#    small variation no longer forces the models to be near their average: the remote model may
#    differ from all others by any gap g at a cost of only 0.01 times the square of g.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½: models that are constant but for the new station (any two values), TV = 0.01 times the
#   squared gap, S = (n - 1)/n times the squared gap, and the division
# - ¼ of these: the right models, with S wrong (1, because the average is forgotten) or not computed
# - 0: "by eq-lambda2-degree", which the question leaves out
# - ½: the lower bound says almost nothing, the remote model may differ at almost no cost
# - ¼ of these: "the bound is weak", without a model or a gap that shows it
# - 0: "lambda_2 is 0, because the new station is not connected"
# ### END SOLUTION
