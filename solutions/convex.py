# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Other prices: equal models, sharp borders, models that share nothing
#
# A difference between two neighbours may be charged by its square, by its norm, or entry by entry.
# In this assignment you find out which penalty does what, read penalties and clusters from the
# forces on edges, choose a coupling for a user, refute a sentence about it, mend a program of
# messages, and choose the points at which models of any kind are compared. It belongs to the
# chapter *Beyond squares* of the book.
#
# **When you are done you can**
#
# - say which differences a penalty finds cheap, and read from a result which penalty was paid,
# - tell exactly equal models by the forces on edges, also coordinate by coordinate,
# - choose a coupling for a stated purpose, and certify consensus by a flow of your own,
# - derive what an edge has to do for a penalty that the chapter does not have,
# - find mistakes in a program that runs and does not complain,
# - turn a wish about parameters into points at which predictions are compared.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Three favourites | `favourites` | 1 |
# | 2 Whose forces? | `whose_forces` | 1 |
# | 3 Equal, coordinate by coordinate | `equal_coordinates` | 1 |
# | 4 How strong a coupling? | `largest_alpha` and `cheaper_consensus` | 1 + 1 |
# | 5 Messages | `tolerant_force` and `mended_rounds` | 1 + 1 |
# | 6 Points to compare at | `shared_points` | 1 |
# | 7 Discussion | a short text | 2, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.convex` holds finished answers to some tasks: compare with it, but an
# answer that uses anything of it, such as `clip` or `smoothness`, also renamed or in a helper, gets
# no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`, a number an array with one entry, an array a list of lists, and several results a tuple,
# a list or one array that stacks them. Numbers may deviate by $10^{-5}$ of the largest entry,
# unless the task says otherwise.
#
# Names such as `eq-dual-prox` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 4 (a) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def maps_of(rng):
    """Five maps: means and sizes of regions, weights of their borders, and a user's budget."""
    row, cross = {(0, 1): 2.0, (1, 2): 1.0}, {(0, 1): 4.0, (0, 3): 0.5, (2, 3): 6.0, (1, 4): 0.1}
    steep = {(0, 1): 4.0, (1, 2): 1.0}
    maps = []
    for b, sizes, borders, budget in [
        ([0.0, 3.0, 10.0], [4, 2, 5], row, 1.0),
        ([0.0, 3.0, 10.0], [4, 2, 5], row, 2.0),
        ([-10.0, 0.0, 1.0], [100, 10, 1], steep, 5.0),
        ([2.0, 0.0, 9.0, 3.0, 3.5], [2, 10, 4, 1, 20], cross, 5.0),
        ([-2.0, 0.0, -9.0, -3.0, -3.5], [2, 10, 4, 1, 20], cross, 4.0),
    ]:
        K, unit, width = len(b), rng.uniform(0.5, 3.0), rng.uniform(0.5, 3.0)
        C, order = np.zeros((K, K)), rng.permutation(K)
        for (i, j), weight in borders.items():
            C[i, j] = C[j, i] = width * weight * rng.uniform(0.97, 1.03)
        b = unit * (np.array(b) + rng.uniform(-0.06, 0.06, K))
        sizes = int(rng.integers(1, 4)) * np.array(sizes)
        maps.append((b[order], sizes[order], C[np.ix_(order, order)], unit * budget))
    return maps


own_maps = maps_of(own_data.rng("largest-alpha"))
print(f"Variant {VARIANT}: means, sizes and budget of five maps, each with its borders")
for b, sizes, C, budget in own_maps:
    print(b.round(3), sizes, round(budget, 3), C.round(3), sep="\n")

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import load_flights, load_fmi
from flcourse.graph import knn_graph

# %% [markdown]
# ## The problem and the data
#
# All tasks are about a graph with edges $E$ and weights $A_{ij} > 0$, and about
#
# $$\min_{W} \; \sum_{i=0}^{n-1} L_i(w_i) + \alpha \sum_{\{i,j\} \in E} A_{ij}\, \phi(w_i - w_j),
# \tag{eq-convex-gtvmin}$$
#
# $$\phi(u) = \lVert u \rVert_2^2 \;\text{ or }\; \lVert u \rVert_2 \;\text{ or }\;
# \lVert u \rVert_1 = \textstyle\sum_c \lvert u_c \rvert, \tag{eq-penalties}$$
#
# called "squared", "norm" (the network Lasso) and "l1". $W$ is a minimum if and only if there are
# forces $u_e$ on the edges $e = \{i, j\}$, $i < j$, with
#
# $$\nabla L_i(w_i) + (D^\top u)_i = 0, \qquad u_e \in \alpha A_{ij}\, \partial\phi(w_i - w_j),
# \tag{eq-certificate}$$
#
# where $(D^\top u)_i$ adds the forces of the edges at $i$: with a plus if $i$ is the smaller end of
# the edge, with a minus if it is the larger one.
#
# At the end you try all this on the weather stations of the Finnish Meteorological Institute, or
# rather on their simulated twin, and on airports: mean delays of flights from New York. `y[i]`
# holds the temperatures (°C) of station $i$.

# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
latlon, y = stations.latlon, stations.y
A = knn_graph(latlon, 4).toarray()
n = len(y)
print(f"{n} stations, {int(A.sum() / 2)} edges")

# %% [markdown]
# ## Task 1: Three favourites (1 point)
#
# A penalty is a belief about which differences are cheap. Take a path of $n$ nodes,
# $0 - 1 - \dots - (n-1)$, with weights 1 and **two** parameters at each node. The price of $W$, of
# shape $(n, 2)$, is $\sum_{i=0}^{n-2} \phi(w_i - w_{i+1})$ (eq-penalties).
#
# Write `favourites(n)`, which returns three arrays of shape $(n, 2)$. The price of the **first** is
# the smallest of the three under "squared", that of the **second** is the smallest of the three
# under "norm", and that of the **third** under "l1"; each time it is less than 0.99 times the price
# of each of the other two.


# %% tags=["answer", "id:favourites"]
def favourites(n):
    """Parameters on a path, cheapest under squared, norm and l1 in turn (eq-penalties).

    n: integer >= 3, number of nodes.
    Returns three (n, 2) arrays.
    """
    ### BEGIN SOLUTION
    slope, jump, aligned = np.zeros((3, n, 2))
    slope[1] = 0.6
    slope[2:] = 1.2
    jump[1:] = 1.0
    aligned[1:, 0] = 1.6
    return slope, jump, aligned
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go from one place to another in a single step, and in many equal ones: which of the three prices
# tell the two ways apart? And which of them tell a step along one coordinate from a step along
# both?

# %% [markdown]
# By hand: the three nodes $(0, 0), (0, 0), (3, 4)$ have the prices 25, 5 and 7, the nodes
# $(0, 0), (2, 0), (4, 0)$ the prices 8, 4 and 4.

# %% tags=["tests", "id:favourites-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(favourites, "flcourse.convex")


def _check_favourites(got, n):
    """Prices of the three arrays under the three penalties: each is the least under its own."""
    name = f"favourites({n})"
    arrays = checks.parts(got, 3, what=name, hint="three arrays, one a penalty (eq-penalties).")
    prices = np.zeros((3, 3))
    for k, (array, which) in enumerate(zip(arrays, ["first", "second", "third"], strict=True)):
        checks.shape(
            array,
            (n, 2),
            what=f"the {which} array of {name}",
            hint="a row for each node, two parameters in it (eq-penalties).",
            mistakes={
                "Rows and columns are swapped": (2, n),
                "These are the differences": (n - 1, 2),
            },
        )
        W = checks.numbers(array, what=name, hint="parameters are numbers (eq-penalties).")
        U = np.diff(W.reshape(n, 2), axis=0)
        prices[k] = np.sum(U**2), np.sum(np.hypot(*U.T)), np.sum(np.abs(U))
    for k, (which, penalty) in enumerate(
        [("first", "squared"), ("second", "norm"), ("third", "l1")]
    ):
        least = k if prices[k, k] <= prices[:, k].min() else int(np.argmin(prices[:, k]))
        problem = "it is, but not by enough" if least == k else "another one is"
        checks.holds(
            prices[k, k] < 0.99 * np.delete(prices[:, k], k).min(),
            what=f"prices under {penalty} of the three arrays of {name}",
            expected=f"the {which} to be the cheapest, less than 0.99 times the others ({problem})",
            got=prices[:, k],
            hint="which steps does each penalty find cheap? (eq-penalties)",
        )


for _n in [3, 5]:
    _check_favourites(checks.call(favourites, _n), _n)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("favourites")
for _n in [3, 4, 12, int(_rng.integers(6, 40))]:
    _check_favourites(checks.call(favourites, _n), _n)
### END HIDDEN TESTS

# %% [markdown]
# What would the stations pay for their mean temperatures, and how much of the price do the largest
# differences pay, with the norm and with its square? Cells like the next one are yours to change.

# %%
means = np.array([y_i.mean() for y_i in y])
gaps = np.sort(np.abs(means[:, None] - means)[np.triu(A) > 0])[::-1]
tenth = len(gaps) // 10
print(f"norm: {gaps.sum():8.1f}, share of the largest tenth {gaps[:tenth].sum() / gaps.sum():.0%}")
gaps = gaps**2
print(
    f"square: {gaps.sum():6.1f}, share of the largest tenth {gaps[:tenth].sum() / gaps.sum():.0%}"
)

# %% [markdown]
# ## Task 2: Whose forces? (1 point)
#
# Somebody solved eq-convex-gtvmin on a **tree** with $d \ge 2$ parameters a node and the losses
# $L_i(w) = \lVert w - \bar y_i \rVert_2^2$, and left the result without saying how. What is known
# are the weights, the means $\bar y_i$ and the minimum $W$, but neither penalty nor coupling.
#
# On a tree nothing else is needed: cut an edge, and what flows through it is known from one side
# (eq-certificate). Write `whose_forces(A, means, W)`, which returns the name of the penalty,
# `"squared"`, `"norm"` or `"l1"`, and the number $\alpha$. $W$ is the minimum up to rounding: its
# entries are off by about $10^{-12}$. So equal models are equal up to this only, while coordinates
# that do differ are at least $10^{-3}$ apart. Under "norm" and "l1" many edges join equal models,
# or models that differ in some coordinates only. On at least two edges all coordinates differ, and
# by so unlike amounts that one penalty alone fits.


# %% tags=["answer", "id:whose-forces"]
def whose_forces(A, means, W):
    """Penalty and coupling that have W as their minimum, on a tree (eq-certificate, eq-penalties).

    A: (n, n) array, symmetric weights >= 0 of a tree, zero diagonal;  means, W: (n, d) arrays.
    Returns penalty, alpha: "squared", "norm" or "l1", and a number > 0.
    """
    ### BEGIN SOLUTION
    i, j = np.nonzero(np.triu(A))
    D = np.zeros((len(i), len(A)))
    D[range(len(i)), i], D[range(len(i)), j] = 1, -1
    force = np.linalg.lstsq(D.T, 2 * (means - W), rcond=None)[0] / A[i, j][:, np.newaxis]
    gap = W[i] - W[j]
    whole = np.abs(gap).min(axis=1) > 1e-6
    force, gap = force[whole], gap[whole]
    slopes = {
        "squared": 2 * gap,
        "norm": gap / np.linalg.norm(gap, axis=1)[:, np.newaxis],
        "l1": np.sign(gap),
    }
    alphas = {name: np.mean(force / slope) for name, slope in slopes.items()}
    misfits = {name: np.ptp(force / slope) / alphas[name] for name, slope in slopes.items()}
    best = min(misfits, key=misfits.get)
    return best, alphas[best]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which force does a leaf of the tree fix, and which one is fixed then? Which edges tell something
# about the slope of the penalty, and which do not (eq-certificate)?

# %% [markdown]
# By hand: the path $0 - 1 - 2$ with the weights 4 and 5.2. The models are $(0, 0)$, $(3, 4)$ and
# $(8, 16)$, the means $(-0.6, -0.8)$, $(3.1, 3.6)$ and $(8.5, 17.2)$. So
# $u_{01} = 2 (\bar y_0 - w_0) = (-1.2, -1.6)$ and $u_{12} = -2 (\bar y_2 - w_2) = (-1, -2.4)$.
# Their lengths are 2 and 2.6, half of the weights. This is the norm with $\alpha = 0.5$.

# %% tags=["tests", "id:whose-forces-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(whose_forces, "flcourse.convex")


def _check_reading(got, penalty, alpha, where, mistakes):
    """The name of the penalty, then its coupling."""
    found = checks.parts(
        got, 2, what=f"whose_forces {where}", hint="return penalty, alpha (eq-certificate)."
    )
    checks.holds(
        str(found[0]).strip().lower() in {penalty},
        what=f"the penalty of whose_forces {where}",
        expected=f"{penalty!r}, whose slopes fit wherever all coordinates of two models differ",
        got=found[0],
        hint="compare the forces with the slopes of each penalty (eq-certificate, eq-penalties).",
    )
    checks.close(
        found[1],
        alpha,
        what=f"alpha of whose_forces {where}",
        hint="u_e is alpha A_ij times the slope of the penalty at w_i - w_j (eq-certificate).",
        mistakes=mistakes,
    )


_A = np.array([[0.0, 4.0, 0.0], [4.0, 0.0, 5.2], [0.0, 5.2, 0.0]])
_W = np.array([[0.0, 0.0], [3.0, 4.0], [8.0, 16.0]])
_lost = "The gradient of the loss is 2 (w_i - mean), its 2 is missing"
_flipped = "The sign is lost, a coupling is above 0"
for _means, _penalty, _alpha, _mistakes in [
    (
        [[-0.6, -0.8], [3.1, 3.6], [8.5, 17.2]],
        "norm",
        0.5,
        {
            _lost: 0.25,
            _flipped: -0.5,
            "The forces are not divided by the weights A_ij": 2.3,
            "The force on the first edge is not divided by its weight": 2.0,
            "The force on the last edge is not divided by its weight": 2.6,
        },
    ),
    (
        [[-3.0, -4.0], [-0.5, -7.6], [14.5, 31.6]],
        "squared",
        0.25,
        {
            _lost: 0.125,
            _flipped: -0.25,
            "The slope of a square is twice the difference, its 2 is missing": 0.5,
        },
    ),
    (
        [[-0.5, -0.5], [2.85, 3.85], [8.65, 16.65]],
        "l1",
        0.25,
        {
            _lost: 0.125,
            _flipped: -0.25,
            "This is the length of a force, each coordinate has alpha A_ij": 0.25 * 2**0.5,
        },
    ),
]:
    _check_reading(
        checks.call(whose_forces, _A, np.array(_means), _W),
        _penalty,
        _alpha,
        f"on the path with the means {np.round(_means, 2).tolist()}",
        _mistakes,
    )
# A tree with a fork and three parameters; the nodes 2 and 3 have equal models, up to rounding.
_A, _i, _j = np.zeros((5, 5)), np.array([0, 1, 2, 1]), np.array([1, 2, 3, 4])
_A[_i, _j] = _A[_j, _i] = [2.0, 3.0, 4.0, 0.5]
_W = [[0.0, 0.0, 0.0], [1.0, 2.0, 2.0], [3.0, -1.0, 8.0], [3.0, -1.0, 8.0], [-3.0, 6.0, 9.0]]
_W = np.array(_W)
_noise = np.outer([0, 0, 0, 1e-12, 0], [1, 1, -1])
_forces = np.array(
    [[-1, -2, -2], [-9 / 7, 27 / 14, -27 / 7], [1.5, -3, 3], [1 / 3, -1 / 3, -7 / 12]]
)
_pull = np.zeros((5, 3))
np.add.at(_pull, _i, _forces)
np.add.at(_pull, _j, -_forces)
for _unit in [1.0, 0.01]:
    _check_reading(
        checks.call(whose_forces, _A, _unit * _W + _pull / 2, _unit * _W + _noise),
        "norm",
        1.5,
        f"on the tree of five nodes in the unit {_unit:g}, two of them equal up to rounding",
        {
            "The gradient of the loss is 2 (w_i - mean), its 2 is missing": 0.75,
            "The sign is lost, a coupling is above 0": -1.5,
            "Edges between equal models are used as well, alpha is read off the others": 1.40625,
        },
    )
### BEGIN HIDDEN TESTS


def _instance(rng, n, d, penalty, unit):
    """A tree with its minimum: models and forces first, then the means that belong to them."""
    alpha, label = rng.uniform(0.2, 3), rng.permutation(n)
    A, W, pull = np.zeros((n, n)), np.zeros((n, d)), np.zeros((n, d))
    for k in range(1, n):
        i, j = label[k], label[rng.integers(0, k)]
        A[i, j] = A[j, i] = weight = rng.uniform(0.3, 4)
        gap = rng.choice([-unit, unit], d) * rng.uniform(0.4, 3, d)
        if k > 3 and penalty != "squared":
            gap *= rng.random(d) < (0.0 if k < 5 else rng.choice([0.0, 0.5]))
        W[i] = W[j] + gap
        inner = rng.normal(size=d)
        inner *= rng.uniform(0, 0.9) / np.linalg.norm(inner)
        if penalty == "squared":
            slope = 2 * gap
        elif penalty == "norm":
            slope = gap / np.linalg.norm(gap) if np.abs(gap).max() > 0 else inner
        else:
            slope = np.where(np.abs(gap) > 0, np.sign(gap), rng.uniform(-0.9, 0.9, d))
        pull[i] += alpha * weight * slope
        pull[j] -= alpha * weight * slope
    return A, W + pull / 2, W + rng.uniform(-1e-12, 1e-12, W.shape), alpha


_rng = checks.grading_rng("whose-forces")
for _n, _d, _penalty, _unit in [
    (4, 2, "norm", 1.0),
    (9, 2, "l1", 0.02),
    (7, 3, "squared", 1.0),
    (12, 3, "norm", 0.01),
    (6, 2, "squared", 0.1),
    (10, 4, "l1", 1.0),
    (15, 2, "norm", 30.0),
]:
    _A, _means, _W, _alpha = _instance(_rng, _n, _d, _penalty, _unit)
    _check_reading(
        checks.call(whose_forces, _A, _means, _W),
        _penalty,
        _alpha,
        f"on a random tree of {_n} nodes with {_d} parameters",
        {
            "The gradient of the loss is 2 (w_i - mean), its 2 is missing": _alpha / 2,
            "The slope of a square is twice the difference, its 2 is missing": 2 * _alpha,
            "The sign is lost, a coupling is above 0": -_alpha,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Equal, coordinate by coordinate (1 point)
#
# For the network Lasso an edge whose force is shorter than its capacity $\alpha A_{ij}$ joins equal
# models (prop-merged). Under "l1" every coordinate has a price, and a pipe, of its own: two models
# may be equal in one coordinate and differ in another.
#
# Write `equal_coordinates(n, edges, U, bounds)` for "l1". Row $k$ of `edges` holds the two ends of
# an edge, row $k$ of `U` its force $u_e \in \mathbb R^d$, and `bounds[k]` its capacity
# $\alpha A_{ij}$. There is at least one edge; its ends stand in either order. Return labels of
# shape $(n, d)$, whole numbers of your choice: in column $c$ two nodes get the same label exactly
# if they are connected by edges whose entry $c$ is not full; labels of different columns are not
# compared. A node without edges is alone. An entry of a force counts as full if its size is at
# least 0.999999 of the capacity: a computer fills pipes up to rounding.


# %% tags=["answer", "id:equal-coordinates"]
def equal_coordinates(n, edges, U, bounds):
    """Labels of nodes that the penalty l1 made equal, for each coordinate (after prop-merged).

    n: number of nodes;  edges: (e, 2) array of node numbers;  U: (e, d) array of forces.
    bounds: (e,) array, the capacities alpha A_ij > 0.
    Returns labels: (n, d) array of whole numbers.
    """
    ### BEGIN SOLUTION
    labels = np.tile(np.arange(n)[:, np.newaxis], (1, np.shape(U)[1]))
    for _ in range(n):
        for (i, j), force, bound in zip(edges, U, bounds, strict=True):
            loose = np.abs(force) < 0.999999 * bound
            labels[i, loose] = labels[j, loose] = np.minimum(labels[i, loose], labels[j, loose])
    return labels
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Treat each column for itself: keep the edges whose entry is smaller in size than the capacity, and
# find the connected components of what is left (scipy.sparse.csgraph.connected_components, or give
# both ends of an edge the smaller of their labels until nothing changes).

# %% [markdown]
# By hand: five nodes and the edges $\{0, 1\}$, $\{1, 2\}$, $\{2, 3\}$ with the capacities 1, 2 and
# 0.5 and the forces $(0.4, 1)$, $(-2, 1.5)$ and $(0.1, -0.5)$. In the first coordinate only the
# middle pipe is full, so 0 and 1 are equal, and 2 and 3. In the second coordinate only the middle
# pipe is not full: 1 and 2 are equal. Node 4 has no edge.

# %% tags=["tests", "id:equal-coordinates-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(equal_coordinates, "flcourse.convex")


def _same(labels, n, d, where):
    """Which nodes share a label, coordinate by coordinate: names of labels do not matter."""
    checks.shape(
        labels,
        (n, d),
        what=f"labels {where}",
        hint="a row for each node, a column for each coordinate (prop-merged).",
        mistakes={
            "Rows and columns are swapped": (d, n),
            "There is one label for each node, coordinates are to be told apart": (n,),
        },
    )
    L = checks.numbers(labels, what=f"labels {where}", hint="labels are numbers (prop-merged).")
    L = L.reshape(n, d).T
    return (np.abs(L[:, :, None] - L[:, None, :]) < 1e-9).astype(float)


def _told(*columns):
    """The same for labels that are written down, as a text for each coordinate."""
    return np.array([[[float(a == b) for b in text] for a in text] for text in columns])


_edges = np.array([[0, 1], [1, 2], [2, 3]])
_U = np.array([[0.4, 1.0], [-2.0, 1.5], [0.1, -0.5]])
checks.close(
    _same(
        checks.call(equal_coordinates, 5, _edges, _U, np.array([1.0, 2.0, 0.5])),
        5,
        2,
        "of equal_coordinates for the five nodes",
    ),
    _told("aabbc", "abbcd"),
    what="who is equal to whom among the five nodes (in coordinate c, i and j: 1 if equal)",
    hint="an entry that is smaller in size than the capacity joins its two ends (prop-merged).",
    mistakes={
        "A force may point either way, its size is compared": _told("aaaab", "abbbc"),
        "Lengths of whole forces, or all coordinates at once, are for the norm": _told(
            "abcde", "abcde"
        ),
        "Full pipes do not join, the others do": _told("abbcd", "aabbc"),
        "All ends of edges are joined, full pipes or not, or if any coordinate is loose": _told(
            "aaaab", "aaaab"
        ),
        "The first coordinate decides for both": _told("aabbc", "aabbc"),
        "The last coordinate decides for both": _told("abbcd", "abbcd"),
    },
)
# A chain of five in mixed order, joined in the first coordinate, and broken once in the second.
_edges = np.array([[3, 1], [0, 4], [1, 0], [2, 4]])
_U = np.array([[1.0, -1.0], [0.0, -2.0], [-1.5, 1.999999], [0.2, 1.0]])
checks.close(
    _same(
        checks.call(equal_coordinates, 5, _edges, _U, np.full(4, 2.0)),
        5,
        2,
        "of equal_coordinates for the chain",
    ),
    _told("aaaaa", "abcbc"),
    what="who is equal to whom in the chain (in coordinate c, i and j: 1 if equal)",
    hint="edges that join, one after the other, make all of them equal (prop-merged).",
    mistakes={
        "1.999999 of 2 counts as full": _told("aaaaa", "aabab"),
        "Only one pass was made, labels have to spread along the whole chain": _told(
            "aaaba", "abcbc"
        ),
    },
)
# A path of eight, its pipes wide and narrow, full or nearly so.
_near = np.array([49.99998, 0.0009995, 1.999, -49.9999, 0.0, 1.0, -2.0])
checks.close(
    _same(
        checks.call(
            equal_coordinates,
            8,
            np.array([[_k, _k + 1] for _k in range(7)]),
            _near[:, None],
            np.array([50.0, 0.001, 2.0, 50.0, 3.0, 4.0, 5.0]),
        ),
        8,
        1,
        "of equal_coordinates for the path of eight",
    ),
    _told("abbbbbbb"),
    what="who is equal to whom along the path of eight (i and j: 1 if equal)",
    hint="full is what has 0.999999 of the capacity, the first pipe alone (prop-merged).",
    mistakes={
        "The room that is left is a part of the capacity, not a number": _told("aabbbbbb"),
        "Pipes count as full too early: 0.9995 of the capacity is not full": _told("abcdeeee"),
        "49.99998 of 50 counts as full": _told("aaaaaaaa"),
        "Only a few passes were made, labels have to spread along the whole path": _told(
            "abbbbcde"
        ),
    },
)
### BEGIN HIDDEN TESTS


def _reference(n, edges, U, bounds):
    """Who reaches whom, by powers of a matrix."""
    reached = []
    for column in U.T:
        M = np.eye(n)
        for (i, j), u, bound in zip(edges, column, bounds, strict=True):
            M[i, j] = M[j, i] = max(M[i, j], float(abs(u) < 0.999999 * bound))
        reached.append((np.linalg.matrix_power(M, n) > 0).astype(float))
    return np.array(reached)


_rng = checks.grading_rng("equal-coordinates")
for _n, _d, _e in [(6, 1, 7), (9, 2, 10), (14, 3, 17), (30, 2, 34), (5, 4, 4)]:
    _pairs = np.array([(_i, _j) for _i in range(_n - 1) for _j in range(_i)])
    _edges = _pairs[_rng.permutation(len(_pairs))[:_e]]
    _bounds = 10.0 ** _rng.uniform(-3, 3, len(_edges))
    _part = _rng.choice([0.0, 0.3, 0.9, 0.995, 0.999998, 1 - 4e-7, 1 - 1e-9], (len(_edges), _d))
    _part = np.where(_rng.random(_part.shape) < 0.2, 1 - 1e-9, _part)
    _U = _bounds[:, None] * _part * _rng.choice([-1.0, 1.0], _part.shape)
    checks.close(
        _same(
            checks.call(equal_coordinates, _n, _edges, _U, _bounds),
            _n,
            _d,
            f"of equal_coordinates for {_n} nodes and {_d} coordinates",
        ),
        _reference(_n, _edges, _U, _bounds),
        what=f"who is equal to whom among {_n} nodes (in coordinate c, i and j: 1 if equal)",
        hint="an entry that is smaller in size than the capacity joins its two ends (prop-merged).",
        mistakes={
            "A force may point either way, its size is compared": _reference(
                _n, _edges, np.maximum(_U, 0), _bounds
            ),
            "All ends of edges are joined, full or not": _reference(_n, _edges, 0 * _U, _bounds),
        },
    )
# A long path in reverse order, loose everywhere.
_line = np.array([[_k, _k + 1] for _k in range(39)])[::-1]
checks.close(
    _same(
        checks.call(equal_coordinates, 40, _line, np.zeros((39, 1)), np.ones(39)),
        40,
        1,
        "of equal_coordinates for a path of 40 nodes",
    ),
    np.ones((1, 40, 40)),
    what="who is equal to whom along a path of 40 nodes without forces",
    hint="edges that join, one after the other, make all of them equal (prop-merged).",
)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: How strong a coupling? (2 points)
#
# **(a)** Let $x = 1$, with squared losses $L_i(w) = (w - \bar y_i)^2$ plus a constant, and let the
# network Lasso be coupled so strongly inside of each of $K$ regions that a region always has one
# value, its **plateau**. Region $k$ has $n_k$ nodes, the mean of their $\bar y_i$ is $b_k$, and the
# weights of all edges between the regions $k$ and $l$ add up to $C_{kl}$. For $\alpha = 0$ the
# plateaus are the $b_k$. As $\alpha$ grows they move. Find out how fast, from eq-certificate.
#
# A user wants as much coupling as possible, but under two conditions: **at every smaller coupling
# any two regions that share a border have different values** (at the $\alpha$ itself they may
# meet), and **no plateau is farther than `budget` from its $b_k$**.
#
# There are five users, each with a map of regions: `own_maps` of the first cell, **your own maps**,
# is a list of five $(b, n, C, \text{budget})$. Every region has a border with another one, and no
# two $b_k$ of a map are equal. Write `largest_alpha()`, without arguments: the five couplings. It
# may compute them, or hold them with at least seven digits each.


# %% tags=["answer", "id:largest-alpha"]
def largest_alpha():
    """Largest couplings before two regions meet or a plateau leaves its budget (eq-certificate).

    Returns a (5,) array of numbers > 0, one for each map (b, sizes, C, budget) of own_maps, where
    b: (K,) array, means of the regions;  sizes: (K,) array of whole numbers of nodes;
    C: (K, K) array, symmetric, weights of the borders >= 0, zero diagonal;  budget: number > 0.
    """
    ### BEGIN SOLUTION
    found = []
    for b, sizes, C, budget in own_maps:
        speed = np.sum(C * np.sign(b - b[:, np.newaxis]), axis=1) / (2 * sizes)
        limits = [budget / np.abs(speed).max()]
        for low, high in np.argwhere(C > 0):
            closing = speed[low] - speed[high]
            if b[low] < b[high] and closing > 0:
                limits.append((b[high] - b[low]) / closing)
        found.append(min(limits))
    return found
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Take two regions with one border: what does eq-certificate say about the value of each, and how
# does it change with alpha? Then add a third region: which neighbours can meet at all?

# %% [markdown]
# By hand, for another map: three regions with 4, 2 and 5 nodes and the means 0, 3 and 10, in a row
# with the borders $C_{01} = 2$ and $C_{12} = 1$. At $\alpha = 4$ the plateaus are 1, 2 and 9.6. The
# first two meet at $\alpha = 6$, the others never. With the budget 2 the answer is 6, with the
# budget 1 it is 4.

# %% tags=["tests", "id:largest-alpha-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(largest_alpha, "flcourse.convex")


def _maps(rng):
    row, cross = {(0, 1): 2.0, (1, 2): 1.0}, {(0, 1): 4.0, (0, 3): 0.5, (2, 3): 6.0, (1, 4): 0.1}
    steep = {(0, 1): 4.0, (1, 2): 1.0}
    maps = []
    for b, sizes, borders, budget in [
        ([0.0, 3.0, 10.0], [4, 2, 5], row, 1.0),
        ([0.0, 3.0, 10.0], [4, 2, 5], row, 2.0),
        ([-10.0, 0.0, 1.0], [100, 10, 1], steep, 5.0),
        ([2.0, 0.0, 9.0, 3.0, 3.5], [2, 10, 4, 1, 20], cross, 5.0),
        ([-2.0, 0.0, -9.0, -3.0, -3.5], [2, 10, 4, 1, 20], cross, 4.0),
    ]:
        K, unit, width = len(b), rng.uniform(0.5, 3.0), rng.uniform(0.5, 3.0)
        C, order = np.zeros((K, K)), rng.permutation(K)
        for (i, j), weight in borders.items():
            C[i, j] = C[j, i] = width * weight * rng.uniform(0.97, 1.03)
        b = unit * (np.array(b) + rng.uniform(-0.06, 0.06, K))
        sizes = int(rng.integers(1, 4)) * np.array(sizes)
        maps.append((b[order], sizes[order], C[np.ix_(order, order)], unit * budget))
    return maps


def _least(b, speed, budget, pairs):
    """The first of the meetings of these pairs, where the lower one is faster, and of budgets."""
    limits = [budget / np.abs(speed).max()]
    for low, high in pairs:
        if b[low] < b[high] and speed[low] > speed[high]:
            limits.append((b[high] - b[low]) / (speed[low] - speed[high]))
    return min(limits)


def _answers(b, sizes, C, budget):
    """The largest coupling of a map, and what known mistakes make of it."""
    K, pull = len(b), np.sign(b - b[:, None])
    pairs, every = np.argwhere(C > 0), [(i, j) for i in range(K) for j in range(K)]
    speed = np.sum(C * pull, axis=1) / (2 * sizes)
    apart = [abs((b[i] - b[j]) / (speed[i] - speed[j])) for i, j in pairs]

    def with_speed(other):
        return _least(b, other, budget, pairs)

    right, kept = with_speed(speed), budget / np.abs(speed).max()
    first = _least(b, speed, np.inf, pairs)
    near = [(i, j) for i, j in pairs if b[i] < b[j]]  # lower and higher one of neighbours
    meetings = [(b[j] - b[i]) / (speed[i] - speed[j]) for i, j in near if speed[i] > speed[j]]
    facing = [(b[j] - b[i]) / (speed[i] - speed[j]) for i, j in near if speed[i] > 0 > speed[j]]
    alone = [2 * (b[j] - b[i]) / (C[i, j] / sizes[i] + C[i, j] / sizes[j]) for i, j in near]
    added = [(b[j] - b[i]) / (abs(speed[i]) + abs(speed[j])) for i, j in near]
    old = [(b[j] - b[i]) / speed[i] for i, j in pairs if speed[i] * (b[j] - b[i]) > 0]
    return {
        "right": right,
        "Only the budget is kept, two regions have met before": kept,
        "Only the meeting is looked at, a plateau has left its budget before": first,
        "A plateau may sink out of its budget, too": min(first, budget / speed.max()),
        "Both conditions must hold, the smaller coupling counts": max(first, kept),
        "The slope of a loss is twice the difference, its 2 is missing": right / 2,
        "Regions are taken to have one node each": with_speed(speed * sizes),
        "The higher neighbours pull up, the lower ones down": with_speed(
            C.sum(axis=1) / (2 * sizes)
        ),
        "Borders are counted, their weights are lost": with_speed(
            np.sum((C > 0) * pull, axis=1) / (2 * sizes)
        ),
        "All regions are taken to be of the same size": with_speed(speed * sizes / sizes.mean()),
        "Regions that run away from each other do not meet": min(kept, *apart),
        "Regions without a border may pass each other": _least(b, speed, budget, every),
        "Two regions move under all of their borders, not under their own one alone": min(
            [kept, *alone]
        ),
        "Speeds are added, but neighbours may move the same way": min([kept, *added]),
        "A plateau meets its neighbour where that is then, not where it began": min([kept, *old]),
        "Neighbours may also meet if both sink, or both rise": min([kept, *facing]),
        "The first two that meet count, not the last": min(kept, max(meetings, default=np.inf)),
        "The budget is for each plateau, not for all together": min(
            first, budget / np.abs(speed).sum()
        ),
        "Borders to higher and to lower regions pull against each other, in the budget, too": min(
            first, budget * (2 * sizes / C.sum(axis=1)).min()
        ),
        "Forces of the norm do not grow with the difference, as those of squares do": with_speed(
            np.sum(C * (b - b[:, None]), axis=1) / sizes
        ),
    }


def _look(got, rng):
    found = [_answers(*given) for given in _maps(rng)]
    couplings = {words: np.array([one[words] for one in found]) for words in found[0]}
    checks.shape(
        got, (5,), what="largest_alpha", hint="a coupling for each of your maps (eq-certificate)."
    )
    checks.close(
        got,
        couplings.pop("right"),
        what="largest_alpha for your five maps",
        hint="how fast does a plateau move, and which way? (eq-certificate)",
        mistakes=couplings,
    )


checks.own_data("largest-alpha", checks.call(largest_alpha), _look)

# %% [markdown]
# **(b)** Again one feature, $x = 1$, and $L_i(w) = (w - \bar y_i)^2$. With $c$, the mean of all
# $\bar y_i$, the gradients $g_i = 2 (c - \bar y_i)$, the Laplacian $L$ of the weights and a
# solution $z$ of $L z = -g$, let $\alpha_c = \max_{\{i,j\} \in E} \lvert z_i - z_j \rvert$. For
# every $\alpha \ge \alpha_c$ the network Lasso gives all nodes the value $c$
# (eq-consensus-alpha, where $z$ is called $x$). Somebody concludes: "$\alpha_c$ is the smallest
# such coupling, on every connected graph." On trees this is right. Refute it for other graphs, and
# by as much as you are asked to: write `cheaper_consensus(share)` for $0.1 \le$ `share`
# $\le 0.9$. Return
#
# - weights $A$ of a connected graph of your choice with at most 300 nodes,
# - means $\bar y_i$, one for each node, that are not all equal,
# - forces that prove that all models are equal already at $\alpha =$ `share` $\cdot\, \alpha_c$,
#   as an $(n, n)$ array $F$: entry $F_{ij}$ is the force that node $i$ feels from the edge
#   $\{i, j\}$, so $F_{ji} = -F_{ij}$.
#
# The forces are a proof if they satisfy eq-certificate at $w_i = c$:
# at every node $2 (c - \bar y_i) + \sum_j F_{ij} = 0$, on every edge $\lvert F_{ij} \rvert \le$
# `share` $\cdot\, \alpha_c A_{ij}$, and where there is no edge $F_{ij} = 0$. Rounding may cost
# $10^{-7}$ of the largest $\lvert g_i \rvert$, and of the largest force that is allowed.


# %% tags=["answer", "id:cheaper-consensus"]
def cheaper_consensus(share):
    """A graph, means and forces with consensus at share times alpha_c (eq-consensus-alpha).

    share: number, 0.1 <= share <= 0.9.
    Returns A, means, F: an (n, n) array, symmetric, entries >= 0, zero diagonal, n <= 300; an
    (n,) array; an (n, n) array with F[j, i] = -F[i, j].
    """
    ### BEGIN SOLUTION
    k = int(np.ceil(2 / share))
    A = k * (np.eye(k + 1, k=1) + np.eye(k + 1, k=-1))
    A[0, k] = A[k, 0] = 1
    means = np.zeros(k + 1)
    means[0], means[k] = 1, -1
    node = np.arange(k + 1)
    return A, means, 2 / (k + 1) * A * np.sign(node - node[:, np.newaxis])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The z of the text sends most of the flow along short ways and fills their pipes, while
# long ways stay nearly empty. A better flow fills all pipes alike. Try a cycle.

# %% [markdown]
# By hand: three nodes, each joined to the others with weight 1, and the means 1, $-1$ and 0. The
# nodes 0 and 1 must exchange the flow 2. With $z = (\frac23, -\frac23, 0)$ the direct edge carries
# $\frac43$ and the way over node 2 carries $\frac23$, so $\alpha_c = \frac43$. The flow that sends
# 1 along both ways needs $\alpha = 1$ only: this is `share` $= 0.75$. A triangle with these weights
# is not enough for less.

# %% tags=["tests", "id:cheaper-consensus-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(cheaper_consensus, "flcourse.convex")


def _check_proof(got, share):
    """A connected graph, and forces that are a certificate below alpha_c."""
    name = f"cheaper_consensus({share:.3g})"
    parts = checks.parts(got, 3, what=name, hint="return A, means, F (eq-certificate).")
    A = checks.numbers(parts[0], what=f"A of {name}", hint="see prop-consensus.")
    checks.symmetric(A, what=f"A of {name}", hint="see prop-consensus.")
    n = len(A)
    checks.holds(
        2 <= n <= 300,
        what=f"A of {name}",
        expected="2 to 300 nodes",
        got=n,
        hint="weights can do what many nodes do (eq-consensus-alpha).",
    )
    checks.holds(
        A.min() >= 0 and np.abs(np.diag(A)).max() <= 0,
        what=f"A of {name}",
        expected="weights of at least 0 and a zero diagonal",
        got=A,
        where=(A < 0) | (np.diag(np.diag(A)) != 0),
        hint="see eq-convex-gtvmin.",
    )
    L = np.diag(A.sum(axis=1)) - A
    spectrum = np.linalg.eigvalsh(L)
    checks.holds(
        spectrum[1] > 1e-9 * spectrum[-1],
        what=f"A of {name}",
        expected="a connected graph, whose second eigenvalue is not 0",
        got=spectrum[1],
        hint="the sentence speaks of connected graphs (prop-consensus).",
    )
    checks.shape(
        parts[1], (n,), what=f"means of {name}", hint="one number a node (prop-consensus)."
    )
    means = checks.numbers(parts[1], what=f"means of {name}", hint="see prop-consensus.").ravel()
    pull = 2 * (means - means.mean())
    x = np.linalg.lstsq(L, pull, rcond=None)[0]
    alpha_c = np.max(np.abs(x[:, None] - x) * (A > 0))
    checks.holds(
        np.abs(pull).max() > 1e-9 * np.abs(means).max(),
        what=f"means of {name}",
        expected="means that differ, so that consensus needs a coupling",
        got=means,
        hint="with equal means no force is needed (eq-consensus-alpha).",
    )
    checks.shape(
        parts[2],
        (n, n),
        what=f"F of {name}",
        hint="a row and a column for each node (eq-certificate).",
        mistakes={
            "There is a force for each edge, not for each pair of nodes": (int((A > 0).sum()) // 2,)
        },
    )
    F = checks.numbers(parts[2], what=f"F of {name}", hint="see eq-certificate.").reshape(n, n)
    size = np.abs(pull).max()
    checks.holds(
        np.abs(F + F.T).max() <= 1e-7 * size,
        what=f"F of {name}",
        expected="F[j, i] = -F[i, j], an edge pulls at both ends in opposite directions",
        got=np.abs(F + F.T).max(),
        hint="(D^T u)_i has a plus at one end and a minus at the other (eq-certificate).",
    )
    checks.holds(
        np.abs(F * (A <= 0)).max() <= 1e-7 * size,
        what=f"F of {name}",
        expected="no force where there is no edge",
        got=np.abs(F * (A <= 0)).max(),
        hint="an edge of weight 0 has the capacity 0 (eq-certificate).",
    )
    checks.close(
        F.sum(axis=1),
        pull,
        what=f"sums of the rows of F of {name}",
        hint="at node i the forces cancel the gradient 2 (c - mean_i) (eq-certificate).",
        mistakes={
            "The sign is flipped, each force pulls the wrong way": -pull,
            "The gradient of a square is twice the difference, its 2 is missing": pull / 2,
        },
        tol=1e-6,
    )
    needed = np.max(np.abs(F)[A > 0] / A[A > 0])
    better = needed < (1 - 1e-9) * alpha_c
    reason = (
        "better than the flow of z, but not by enough" if better else "the flow of z is as good"
    )
    checks.holds(
        needed <= (1 + 1e-7) * share * alpha_c,
        what=f"the coupling that F of {name} needs, as a part of alpha_c",
        expected=f"at most {share:.4g} ({reason})",
        got=needed / alpha_c,
        hint="largest force per weight, against the largest difference of z (eq-consensus-alpha).",
    )


for _share in [0.9, 0.5, 0.1]:
    _check_proof(checks.call(cheaper_consensus, _share), _share)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("cheaper-consensus")
for _share in [0.75, 0.1, *_rng.uniform(0.12, 0.85, 2)]:
    _check_proof(checks.call(cheaper_consensus, float(_share)), float(_share))
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: Messages (2 points)
#
# **(a)** In alg-primal-dual an edge has one thing to do. It keeps a force $u_e$, sees what its two
# ends have sent, and computes $v = u_e + \sigma (\dots)$. The new force is what the penalty makes
# of $v$, for any penalty $\phi$ and with the capacity $r = \alpha A_{ij}$:
#
# $$z = \arg\min_{z} \Bigl\{ r\, \phi(z) + \tfrac{\sigma}{2} \bigl\lVert z - \tfrac{v}{\sigma}
# \bigr\rVert_2^2 \Bigr\}, \qquad u_e \leftarrow v - \sigma z .$$
#
# For the norm and its square this is eq-dual-prox. A user wants a penalty with a **free zone**:
# differences up to $\delta$ cost nothing, and beyond they cost what they are longer,
#
# $$\phi(z) = \max\{0, \lVert z \rVert_2 - \delta\}.$$
#
# Write `tolerant_force(v, r, sigma, delta)`, which returns the new force.


# %% tags=["answer", "id:tolerant-force"]
def tolerant_force(v, r, sigma, delta):
    """New force of an edge whose penalty is max(0, norm - delta) (in place of eq-dual-prox).

    v: (d,) array, may be 0;  r: number > 0, the capacity;  sigma: number > 0;  delta: number >= 0.
    Returns u: (d,) array.
    """
    ### BEGIN SOLUTION
    length = np.linalg.norm(v)
    if length <= sigma * delta:
        return 0 * v
    return min(r, length - sigma * delta) / length * v
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which direction has z, and what is left to choose then? Draw what is minimised against that, for a
# v / sigma inside of the free zone, a little outside and far outside.

# %% [markdown]
# By hand: $v = (3, 4)$, $\sigma = \frac12$ and $\delta = 2$. Then $v / \sigma$ has the length 10.
# For $r = 2$ the length $t$ of $z$ minimises $2 (t - 2) + \frac14 (t - 10)^2$ for $t \ge 2$:
# $t = 6$, so $z = (3.6, 4.8)$ and $u = (3, 4) - \frac12 z = (1.2, 1.6)$. For $r = 6$ the minimum
# lies at the border, $t = 2$, and $u = (2.4, 3.2)$. And $v = (0.3, 0.4)$ is inside: $u = 0$.

# %% tags=["tests", "id:tolerant-force-tests", "points:1", "folded:it tells the formula"]
import numpy as np

from flcourse.grading import checks

checks.own(tolerant_force, "flcourse.convex")

_v = np.array([3.0, 4.0])
_got = checks.call(tolerant_force, _v, 6.0, 0.5, 2.0)
checks.shape(
    _got,
    (2,),
    what="tolerant_force",
    hint="a force has as many entries as a model (eq-dual-prox).",
    mistakes={"This is a length, the force is a vector": ()},
)
checks.close(
    _got,
    [2.4, 3.2],
    what="tolerant_force for v = (3, 4) and r = 6",
    hint="the length of z is delta here, and u is v - sigma z (eq-dual-prox).",
    mistakes={
        "The free zone is forgotten, this is the network Lasso": [3.0, 4.0],
        "The sigma is lost: this is made shorter by delta, or it is v - z": [1.8, 2.4],
        "Each coordinate is treated by itself": [2.0, 3.0],
        "This is z, not the force v - sigma z": [1.2, 1.6],
        "The force is divided, as for Huber's penalty": [3 / (1 + 1 / 6), 4 / (1 + 1 / 6)],
        "The force has the length of the capacity though its pipe is not full": [3.6, 4.8],
        "The force is made shorter by delta / sigma, not by sigma delta": [0.6, 0.8],
    },
)
checks.close(
    checks.call(tolerant_force, _v, 2.0, 0.5, 2.0),
    [1.2, 1.6],
    what="tolerant_force for v = (3, 4) and r = 2",
    hint="the length of z is 6 here, and u is v - sigma z (eq-dual-prox).",
    mistakes={
        "It is clipped before it is made shorter": [0.6, 0.8],
        "Each coordinate is treated by itself": [2.0, 2.0],
        "This is z, not the force v - sigma z": [3.6, 4.8],
        "This is v - z, the sigma is missing": [-0.6, -0.8],
        "This is made shorter, but not clipped at r": [2.4, 3.2],
        "The sign is flipped": [-1.2, -1.6],
        "The free zone takes r away, not sigma delta": [1.8, 2.4],
    },
)
checks.close(
    checks.call(tolerant_force, np.array([0.6, 0.8]), 2.0, 0.5, 1.2345),
    [0.22965, 0.3062],
    what="tolerant_force for v = (0.6, 0.8), r = 2, sigma = 0.5 and delta = 1.2345",
    hint="v / sigma has the length 2, which is outside of the free zone (eq-dual-prox).",
    mistakes={
        "The free zone ends at sigma delta, not at delta": [0.0, 0.0],
        "The free zone is forgotten, this is the network Lasso": [0.6, 0.8],
    },
)
for _small, _sigma, _delta in [
    (np.array([0.3, 0.4]), 0.5, 2.0),
    (np.array([3.0, 4.0]), 2.0, 3.0),
    (np.zeros(2), 0.5, 2.0),
    (np.zeros(2), 0.5, 0.0),
]:
    checks.close(
        checks.call(tolerant_force, _small, 2.0, _sigma, _delta),
        [0.0, 0.0],
        what=f"tolerant_force for v = {_small}, sigma = {_sigma:g} and delta = {_delta:g}",
        hint="where a difference costs nothing there is no force (eq-dual-prox).",
        mistakes={
            "The free zone is forgotten, this is the network Lasso": _small,
            "It turned round: no length is below 0": -_small,
        },
    )
### BEGIN HIDDEN TESTS


def _reference(v, r, sigma, delta):
    """The least value over the three lengths of z that can be the best."""
    s = np.linalg.norm(v) / sigma
    if s <= delta:
        return 0 * v
    lengths = np.array([min(s, delta), delta, max(delta, s - r / sigma)])
    values = r * np.maximum(0, lengths - delta) + sigma / 2 * (lengths - s) ** 2
    return v - sigma * lengths[np.argmin(values)] * v / (s * sigma)


_rng = checks.grading_rng("tolerant-force")
for _d in [1, 2, 3, 6, 2, 4, 1, 3, 2]:
    _v, _r = _rng.normal(0, 2, _d), _rng.uniform(0.3, 3)
    _sigma, _delta = _rng.uniform(0.2, 3), _rng.uniform(0, 1.5)
    _want = _reference(_v, _r, _sigma, _delta)
    checks.close(
        checks.call(tolerant_force, _v, _r, _sigma, _delta),
        _want,
        what=f"tolerant_force for {_d} coordinates",
        hint="minimise over z, then u is v - sigma z (eq-dual-prox).",
        mistakes={
            "The free zone is forgotten, this is the network Lasso": _v
            * min(1, _r / np.linalg.norm(_v)),
            "This is made shorter, but not clipped at r": _v
            * max(0, 1 - _sigma * _delta / np.linalg.norm(_v)),
            "This is z, not the force v - sigma z": (_v - _want) / _sigma,
        },
    )
for _v, _r, _sigma, _delta in [
    ([4.0], 1.0, 2.0, 1.5),
    ([0.0, -2.0], 5.0, 1.0, 0.0),
    ([0.0, 0.0, 0.0], 1.0, 0.5, 0.0),
]:
    _v = np.array(_v)
    checks.close(
        checks.call(tolerant_force, _v, _r, _sigma, _delta),
        _reference(_v, _r, _sigma, _delta),
        what=f"tolerant_force for v = {_v}, r = {_r:g}, sigma = {_sigma:g}, delta = {_delta:g}",
        hint="made shorter by sigma delta, then at most r long (eq-dual-prox).",
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** Here is somebody's program for alg-primal-dual: the network Lasso with squared losses,
# linear models, any number of rows at each node. It runs and does not complain. But **three of its
# lines are wrong**, one expression in each, the others are right, and what it returns is no
# minimum.


# %% tags=["given", "id:faulty"]
def faulty_rounds(A, X, y, alpha, sigma, rounds):
    """Network Lasso by messages, with three mistakes."""
    n, d = len(A), X[0].shape[1]
    i, j = np.nonzero(np.triu(A))
    W, U = np.zeros((n, d)), np.zeros((len(i), d))
    smooth = np.array([2 * np.linalg.norm(X_i, 2) ** 2 / len(X_i) for X_i in X])
    tau = 1 / (smooth + 2 * sigma * A.sum(axis=1))
    for _ in range(rounds):
        G = 0 * W
        for k in range(n):
            G[k] = 2 / len(y[k]) * X[k].T @ (X[k] @ W[k] - y[k])
        np.add.at(G, i, U)
        np.add.at(G, j, -U)
        ahead = W - tau[:, np.newaxis] * G
        told = ahead
        V = U + sigma * (told[i] - told[j])
        length = np.maximum(np.linalg.norm(V, axis=1), 1e-300)
        U = np.minimum(1, alpha / length)[:, np.newaxis] * V
        W = ahead
    return W


# %% [markdown]
# Mend it: write `mended_rounds(A, X, y, alpha, sigma, rounds)`, which returns $W$ after that many
# rounds of alg-primal-dual from zero, with the $\tau_i$ of its line 1 and the $\Lambda_i$ of
# eq-smoothness. The checks compare after few rounds, so each step has to be that of the algorithm.


# %% tags=["answer", "id:mended-rounds"]
def mended_rounds(A, X, y, alpha, sigma, rounds):
    """W after some rounds of messages for the network Lasso (alg-primal-dual), from zero.

    A: (n, n) array, symmetric weights >= 0, zero diagonal;  X: list of n arrays (m_i, d).
    y: list of n arrays (m_i,);  alpha, sigma: numbers > 0;  rounds: integer >= 0.
    Returns W: (n, d) array.
    """
    ### BEGIN SOLUTION
    n, d = len(A), X[0].shape[1]
    i, j = np.nonzero(np.triu(A))
    W, U = np.zeros((n, d)), np.zeros((len(i), d))
    Q = np.array([X_i.T @ X_i / len(X_i) for X_i in X])
    q = np.array([X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y, strict=True)])
    neighbours = np.sum(A > 0, axis=1)
    tau = 1 / (2 * np.linalg.eigvalsh(Q)[:, -1] + 2 * sigma * neighbours)
    for _ in range(rounds):
        G = 2 * np.einsum("nab,nb->na", Q, W) - 2 * q
        np.add.at(G, i, U)
        np.add.at(G, j, -U)
        ahead = W - tau[:, np.newaxis] * G
        told = 2 * ahead - W
        V = U + sigma * (told[i] - told[j])
        length = np.maximum(np.linalg.norm(V, axis=1), 1e-300)
        U = np.minimum(1, alpha * A[i, j] / length)[:, np.newaxis] * V
        W = ahead
    return W
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# After how many rounds does the program first differ from the example by hand, and in which
# variable? Which line of the algorithm makes this variable?

# %% [markdown]
# By hand: $x = 1$, node 0 has the label 0, node 1 the labels 5 and 7, their edge the weight 4. With
# $\sigma = \frac12$ and $\alpha = \frac34$ the first round leads from zero to $W = (0, 4)$ and to
# the force $u = -3$, the second one to $W = (1, \frac{13}{3})$.

# %% tags=["tests", "id:mended-rounds-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(mended_rounds, "flcourse.convex")

# Three nodes on a path, two parameters, weights above and below 1.
_A = np.array([[0.0, 0.5, 0.0], [0.5, 0.0, 3.0], [0.0, 3.0, 0.0]])
_X = [np.eye(2), np.array([[1.0, 1.0], [1.0, -1.0], [2.0, 0.0]]), np.array([[1.0, 2.0]])]
_y = [np.array([1.0, -1.0]), np.array([3.0, 1.0, 2.0]), np.array([4.0])]
checks.close(
    checks.call(mended_rounds, _A, _X, _y, 0.4, 0.8, 4),
    [[0.9012961, -0.7113235], [1.1967363, 0.8951318], [0.9317068, 1.4382842]],
    what="mended_rounds after 4 rounds for three nodes and two parameters",
    mistakes={
        "N_i counts neighbours, it does not add their weights": [
            [0.9777576, -0.7794267],
            [1.1372628, 0.7173353],
            [0.8702945, 1.440035],
        ],
        "What is sent is 2w⁺ − w, one step ahead": [
            [0.9117988, -0.7144096],
            [1.2160738, 0.8808068],
            [0.9059052, 1.4429284],
        ],
        "The capacity is alpha A_ij, the weight is missing": [
            [0.960132, -0.5698708],
            [1.2250262, 0.5639602],
            [0.8462749, 1.5458466],
        ],
        "One mistake is mended, two are left: N_i and what is sent": [
            [0.975031, -0.7791828],
            [1.1492817, 0.6849028],
            [0.8510209, 1.4484703],
        ],
        "One mistake is mended, two are left: N_i and the capacity": [
            [1.0018576, -0.5987561],
            [1.1549329, 0.4486333],
            [0.8197379, 1.5349939],
        ],
        "One mistake is mended, two are left: what is sent and the capacity": [
            [0.9778599, -0.5761084],
            [1.2277985, 0.5695891],
            [0.8398481, 1.545717],
        ],
        "This is the program with its three mistakes": [
            [0.9917431, -0.5976842],
            [1.1619083, 0.4494731],
            [0.8161758, 1.5348624],
        ],
        "One round too few is made": [
            [0.8155068, -0.6535557],
            [1.1602838, 0.7113772],
            [0.8606687, 1.4614506],
        ],
        "One round too many is made": [
            [0.9499687, -0.746179],
            [1.2055186, 1.0412483],
            [1.0040137, 1.4086836],
        ],
        "The 1/m_i of the slope has been lost": [
            [1.0414262, -0.925596],
            [0.7733677, 1.1070811],
            [0.9549621, 1.482197],
        ],
        "The 2 of the slope has been lost": [
            [0.6442841, -0.3998814],
            [0.9128705, 0.6775267],
            [0.7809757, 1.222005],
        ],
        "The 1/m_i of Lambda_i has been lost": [
            [0.7524732, -0.6057148],
            [0.9519532, 0.4859958],
            [0.8434636, 1.4569459],
        ],
        "The 2 of Lambda_i has been lost": [
            [0.9500964, -0.7604515],
            [1.2159288, 0.9633134],
            [0.9547691, 1.1373946],
        ],
        "The forces push apart, their sign is flipped": [
            [0.7832142, -0.991172],
            [1.372221, 0.2177651],
            [0.6707843, 1.7596303],
        ],
        "All nodes take the same step, each has its own": [
            [0.3389759, -0.2729339],
            [1.0592713, 0.6314822],
            [0.8698162, 1.4503931],
        ],
        "Each coordinate is clipped, this is for l1": [
            [1.0099786, -0.7031967],
            [1.1225563, 0.9034752],
            [0.9644528, 1.4262565],
        ],
    },
    hint="compare with the algorithm line by line (alg-primal-dual, eq-smoothness).",
)
_A = np.array([[0.0, 4.0], [4.0, 0.0]])
_X, _y = [np.ones((1, 1)), np.ones((2, 1))], [np.array([0.0]), np.array([5.0, 7.0])]
for _rounds, _want, _mistakes in [
    (
        2,
        [1.0, 4.3333333],
        {
            "N_i counts neighbours, it does not add their weights": [0.3333333, 3.0],
            "What is sent is 2w⁺ − w, one step ahead": [0.6666667, 4.6666667],
            "The capacity is alpha A_ij, the weight is missing": [0.25, 5.0833333],
            "One round too few is made": [0.0, 4.0],
            "One round too many is made": [1.3333333, 4.4444444],
            "The 2 of the slope has been lost": [0.6666667, 2.6666667],
            "The 1/m_i of Lambda_i has been lost": [0.8, 3.36],
            "The 2 of Lambda_i has been lost": [1.5, 4.5],
            "The forces push apart, their sign is flipped": [-1.0, 6.3333333],
        },
    ),
    (
        5,
        [1.4814815, 4.4938272],
        {
            "N_i counts neighbours, it does not add their weights": [1.154321, 4.0555556],
            "What is sent is 2w⁺ − w, one step ahead": [1.4691358, 4.5061728],
            "The capacity is alpha A_ij, the weight is missing": [0.3703704, 5.6049383],
            "One round too few is made": [1.4444444, 4.4814815],
            "One round too many is made": [1.4938272, 4.4979424],
            "The 1/m_i of the slope has been lost": [1.4567901, 5.308642],
            "The 2 of the slope has been lost": [2.308642, 2.9012346],
            "The 1/m_i of Lambda_i has been lost": [1.4740741, 4.25376],
            "The 2 of Lambda_i has been lost": [1.5, 4.5],
            "The forces push apart, their sign is flipped": [-1.4814815, 7.4567901],
        },
    ),
]:
    _got = checks.call(mended_rounds, _A, _X, _y, 0.75, 0.5, _rounds)
    checks.shape(
        _got,
        (2, 1),
        what=f"mended_rounds after {_rounds} rounds for two nodes",
        hint="W has a row for each node (alg-primal-dual).",
    )
    checks.close(
        _got,
        _want,
        what=f"mended_rounds after {_rounds} rounds for two nodes",
        hint="compare with the algorithm line by line (alg-primal-dual).",
        mistakes=_mistakes,
    )
# A triangle: each node has two edges, and not all pipes are full. Then no rounds at all.
_A = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 0.5], [1.0, 0.5, 0.0]])
_X = [np.ones((1, 1)), np.ones((2, 1)), np.full((1, 1), 2.0)]
_y = [np.array([0.0]), np.array([5.0, 7.0]), np.array([4.0])]
for _rounds, _want, _mistakes in [
    (
        3,
        [1.915, 3.5375, 1.921],
        {
            "N_i counts neighbours, it does not add their weights": [
                1.6518231,
                3.4539311,
                1.8911795,
            ],
            "What is sent is 2w⁺ − w, one step ahead": [1.45125, 3.928125, 1.93525],
            "The capacity is alpha A_ij, the weight is missing": [1.4, 3.825, 2.0],
            "Of several edges of a node one alone has been added": [0.7, 3.5, 2.104],
            "Only forces that are too long are made shorter, none is made longer": [
                2.25,
                3.375,
                1.864,
            ],
            "One round too few is made": [1.15, 3.5, 1.86],
            "One round too many is made": [2.24775, 3.51875, 1.9681],
        },
    ),
    (0, [0.0, 0.0, 0.0], {"One round too many is made": [0.0, 3.0, 1.6]}),
]:
    checks.close(
        checks.call(mended_rounds, _A, _X, _y, 2.0, 0.5, _rounds),
        _want,
        what=f"mended_rounds after {_rounds} rounds for the triangle",
        hint="compare with the algorithm line by line (alg-primal-dual).",
        mistakes=_mistakes,
    )
### BEGIN HIDDEN TESTS


def _reference(A, X, y, alpha, sigma, rounds, *, ahead=True, counted=True, weighted=True):
    """The algorithm edge by edge; the switches bring the three mistakes back."""
    n, d = len(A), X[0].shape[1]
    W = [np.zeros(d) for _ in range(n)]
    edges = {(i, j): np.zeros(d) for i in range(n) for j in range(i + 1, n) if A[i, j] > 0}
    for _ in range(rounds):
        told, moved = [], []
        for i in range(n):
            F = X[i]
            slope = 2 * (F.T @ F @ W[i] - F.T @ y[i]) / len(F)
            for (a, b), u in edges.items():
                slope = slope + u * ((a == i) - float(b == i))
            number = sum(counted * (a > 0) + (1 - counted) * a for a in A[i])
            tau = 1 / (2 * np.linalg.eigvalsh(F.T @ F)[-1] / len(F) + 2 * sigma * number)
            moved.append(W[i] - tau * slope)
            told.append(2 * moved[i] - W[i] if ahead else moved[i])
        for (a, b), u in edges.items():
            v = u + sigma * (told[a] - told[b])
            bound, size = alpha * (A[a, b] if weighted else 1.0), np.linalg.norm(v)
            edges[a, b] = v if size <= bound else bound / size * v
        W = moved
    return np.array(W)


_rng = checks.grading_rng("mended-rounds")
for _n, _d, _rounds in [(3, 1, 5), (5, 2, 9), (6, 3, 4), (4, 2, 1), (4, 1, 0), (7, 2, 12)]:
    _A = np.triu(_rng.choice([0.0, 0.3, 0.6, 2.0, 3.0], (_n, _n)), 1)
    _A[0, 1], _A[1, 2] = 2.0, 0.3
    _A = _A + _A.T
    _X = [_rng.normal(1, 1, (int(_rng.integers(1, 7)), _d)) for _ in range(_n)]
    _y = [_rng.normal(2, 3, len(_X_i)) for _X_i in _X]
    _alpha, _sigma = _rng.uniform(0.1, 0.6), _rng.uniform(0.2, 1.5)
    checks.close(
        checks.call(mended_rounds, _A, _X, _y, _alpha, _sigma, _rounds),
        _reference(_A, _X, _y, _alpha, _sigma, _rounds),
        what=f"mended_rounds after {_rounds} rounds for {_n} nodes with {_d} parameters",
        hint="compare with the algorithm line by line (alg-primal-dual, eq-smoothness).",
        mistakes={
            "N_i counts neighbours, it does not add their weights": _reference(
                _A, _X, _y, _alpha, _sigma, _rounds, counted=False
            ),
            "What is sent is 2w⁺ − w, one step ahead": _reference(
                _A, _X, _y, _alpha, _sigma, _rounds, ahead=False
            ),
            "The capacity is alpha A_ij, the weight is missing": _reference(
                _A, _X, _y, _alpha, _sigma, _rounds, weighted=False
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Now the two federations. Models are single numbers, $x = 1$. Each station knows four of its hours,
# drawn at random, and each airport the flights of 14 days. The table shows how far the estimates
# are from the means of all that was kept apart (root mean square, °C and minutes), and how many
# different values the network Lasso has left (values closer than $10^{-3}$ count as equal). Squares
# are solved exactly. "Shuffled" are the airports with places dealt anew at random.


# %%
def by_squares(A, centres, alpha):
    """GTVMin with x = 1: one linear system."""
    L = np.diag(A.sum(axis=1)) - A
    return np.linalg.solve(np.eye(len(A)) + alpha * L, centres)


def by_norm(A, centres, alpha):
    """Network Lasso with x = 1, by your messages; from the mean of all it is not far."""
    rows = list((centres - centres.mean())[:, np.newaxis])
    ones = [np.ones((1, 1))] * len(rows)
    return np.ravel(mended_rounds(A, ones, rows, alpha, 2.0, 300)) + centres.mean()


def different(w):
    """How many values there are, if closer ones count as equal."""
    return 1 + int(np.sum(np.diff(np.sort(w)) > 1e-3))


# %%
rng = np.random.default_rng(0)
known = [rng.permutation(len(y_i)) < 4 for y_i in y]
flights, days = load_flights(), np.arange(364)
fit, new = flights.on(days[::26]), flights.on(days[days % 26 > 0])
seen = np.flatnonzero((fit.m > 0) & (new.m > 0))
near = knn_graph(flights.latlon[seen], 4).toarray()
order = rng.permutation(len(seen))
airports = np.array([[fit.y[i].mean(), new.y[i].mean()] for i in seen]).T
few_hours = np.array([y_i[k].mean() for y_i, k in zip(y, known, strict=True)])
other_hours = np.array([y_i[~k].mean() for y_i, k in zip(y, known, strict=True)])
cases = {
    "stations": (A, few_hours, other_hours),
    "airports": (near, *airports),
    "shuffled": (near[np.ix_(order, order)], *airports),
}
for name, (B, centres, truth) in cases.items():
    alone = np.sqrt(np.mean((centres - truth) ** 2))
    print(f"{name}: {len(centres)} nodes, error of their own means {alone:.3f}")
    print("    alpha   squares      norm   values")
    for alpha in [0.3, 1.0, 3.0, 10.0, 30.0]:
        w, v = by_squares(B, centres, alpha), by_norm(B, centres, alpha)
        errors = [np.sqrt(np.mean((found - truth) ** 2)) for found in (w, v)]
        print(f"{alpha:9.1f} {errors[0]:9.3f} {errors[1]:9.3f} {different(v):8d}")

# %%
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(latlon[:, 0], few_hours, "o", color="0.7", markersize=3, label="mean of four hours")
for find, name in [(by_squares, "squares, α = 3"), (by_norm, "norm, α = 3")]:
    ax.plot(latlon[:, 0], find(A, few_hours, 3.0), "o", markersize=2, label=name)
ax.set(xlabel="latitude (degrees)", ylabel="temperature (°C)")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 6: Points to compare at (1 point)
#
# FedRelax compares predictions at shared points (eq-fedrelax). Let all nodes have linear models
# with an intercept, $h_i(x) = \psi(x)^\top w_i$ with $\psi(x) = (1, x_1, \dots, x_k)$. Then the
# penalty on an edge is $(w_i - w_j)^\top S\, (w_i - w_j)$ with
# $S = \frac{1}{m'} \sum_r \psi(x'_r) \psi(x'_r)^\top$ (prop-fedrelax). So whoever chooses the
# points chooses the penalty.
#
# A user says which penalty it should be. Write `shared_points(S)`, which returns points
# $x'_1, \dots, x'_{m'}$ for which this $S$ comes out, at most 200 of them, as the rows of an
# $(m', k)$ array. $S$ is symmetric and positive definite, of shape $(k + 1, k + 1)$, with
# $1 \le k \le 8$, and $S_{00} = 1$ as for any points; for $k = 1$ an array $(m',)$ will do. Here
# $S$ is to be met up to $10^{-6}$ of its largest entry.


# %% tags=["answer", "id:shared-points"]
def shared_points(S):
    """Points at which comparing predictions costs (w_i - w_j)^T S (w_i - w_j) (prop-fedrelax).

    S: (k + 1, k + 1) array, symmetric, positive definite, S[0, 0] = 1;  k >= 1.
    Returns an (m, k) array of points, 1 <= m <= 200.
    """
    ### BEGIN SOLUTION
    centre = S[0, 1:]
    k = len(centre)
    steps = np.sqrt(k) * np.linalg.cholesky(S[1:, 1:] - np.outer(centre, centre)).T
    return np.vstack([centre + steps, centre - steps])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The first row of S says what the mean of the points is, the rest what their mean square is. So the
# points need a given mean and covariance: find such points for k = 1 first, and then for two
# coordinates that do not vary together.

# %% [markdown]
# By hand, $k = 1$: $S = \begin{pmatrix} 1 & 3\\ 3 & 13 \end{pmatrix}$ wants points with the mean 3
# and the mean square 13: 1 and 5 will do, and so will 1, 1, 5, 5.

# %% tags=["tests", "id:shared-points-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(shared_points, "flcourse.convex")


def _moments(got, k, where):
    """S of the points that came."""
    points = checks.numbers(got, what=f"shared_points {where}", hint="see prop-fedrelax.")
    points = points.reshape(-1, 1) if k == 1 and points.ndim == 1 else points
    checks.holds(
        points.ndim == 2 and 1 <= len(points) <= 200,
        what=f"shared_points {where}",
        expected=f"1 to 200 points as rows of {k} numbers",
        got=f"shape {points.shape}",
        hint="a row for each point (prop-fedrelax).",
    )
    checks.holds(
        np.size(points, 1) == k,
        what=f"shared_points {where}",
        expected=f"points of {k} numbers, the 1 of the intercept is no part of them",
        got=f"points of {points.shape[1]} numbers",
        hint="psi(x) puts a 1 in front of the point x (prop-fedrelax).",
    )
    features = np.column_stack([np.ones(len(points)), points])
    return features.T @ features / len(points)


for _S, _where, _mistakes in [
    (
        [[1.0, 3.0], [3.0, 13.0]],
        "for k = 1",
        {
            "The covariance is S without the square of the mean": [[1, 3], [3, 22]],
            "The points vary around 0, not around their mean": [[1, 0], [0, 13]],
            "The points vary around 0, and their mean is missing": [[1, 0], [0, 4]],
            "All points are the mean, they have to vary": [[1, 3], [3, 9]],
        },
    ),
    (
        [[1.0, 1.0, -2.0], [1.0, 5.0, 0.0], [-2.0, 0.0, 8.0]],
        "for k = 2",
        {
            "The covariance is S without the square of the mean": [
                [1, 1, -2],
                [1, 6, -2],
                [-2, -2, 12],
            ],
            "The points vary around 0, and their mean is missing": [
                [1, 0, 0],
                [0, 4, 2],
                [0, 2, 4],
            ],
            "The points vary around 0, not around their mean": [[1, 0, 0], [0, 5, 0], [0, 0, 8]],
            "All points are the mean, they have to vary": [[1, 1, -2], [1, 1, -2], [-2, -2, 4]],
            "The points vary too little: k directions share the covariance": [
                [1, 1, -2],
                [1, 3, -1],
                [-2, -1, 6],
            ],
            "The points vary too much": [[1, 1, -2], [1, 9, 2], [-2, 2, 12]],
            "The coordinates do not vary independently": [[1, 1, -2], [1, 5, -2], [-2, -2, 8]],
            "The factor of the covariance is transposed": [
                [1, 1, -2],
                [1, 6, 3**0.5 - 2],
                [-2, 3**0.5 - 2, 7],
            ],
        },
    ),
]:
    checks.close(
        _moments(checks.call(shared_points, np.array(_S)), len(_S) - 1, _where),
        _S,
        what=f"S of the points of shared_points {_where}",
        hint="mean of psi psi^T over the points, with psi = (1, x) (prop-fedrelax).",
        mistakes=_mistakes,
        tol=1e-6,
    )
# Eight coordinates: not all corners of a cube are allowed.
_mean = np.array([1.0, *[0.5] * 8])
_S = np.diag([0.0, *[4.0, 9.0] * 4]) + np.outer(_mean, _mean)
checks.close(
    _moments(checks.call(shared_points, _S), 8, "for k = 8"),
    _S,
    what="S of the points of shared_points for k = 8",
    hint="mean of psi psi^T over the points, with psi = (1, x) (prop-fedrelax).",
    mistakes={"All points are the mean, they have to vary": np.outer(_mean, _mean)},
    tol=1e-6,
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("shared-points")
for _k in [1, 2, 3, 5, 8, 4]:
    _rows = _rng.normal(_rng.normal(0, 2, _k), 1, (3 * _k + 2, _k)) * _rng.uniform(0.3, 3, _k)
    _F = np.column_stack([np.ones(len(_rows)), _rows])
    _S, _centre = _F.T @ _F / len(_F), np.r_[0.0, _rows.mean(axis=0)]
    _C = np.pad(np.cov(_rows.T, bias=True).reshape(_k, _k), (1, 0))
    checks.close(
        _moments(checks.call(shared_points, _S), _k, f"for k = {_k}"),
        _S,
        what=f"S of the points of shared_points for a random S with k = {_k}",
        hint="mean of psi psi^T over the points, with psi = (1, x) (prop-fedrelax).",
        mistakes={
            "The covariance is S without the square of the mean": _S + np.outer(_centre, _centre),
            "All points are the mean, they have to vary": _S - _C,
            "The points vary too little: k directions share the covariance": _S - _C + _C / _k,
        },
        tol=1e-6,
    )
### END HIDDEN TESTS

# %% [markdown]
# A trial with eleven stations: linear models of the temperature over the hour of the day. Users do
# not mind if intercepts differ, but slopes should agree, and state $S$. What do your points do?

# %%
from flcourse.convex import fedrelax, least_squares

few = np.arange(0, n, 20)
hours = [
    np.array([t.astype("datetime64[h]").astype(int) % 24 for t in stations.timestamps[i]])
    for i in few
]
inputs = [(h[:, np.newaxis] - 12) / 6 for h in hours]
line = least_squares(lambda Z: np.column_stack([np.ones(len(Z)), Z]))
chain = np.eye(len(few), k=1) + np.eye(len(few), k=-1)
for name, S in [
    ("slopes free", np.array([[1.0, 0.0], [0.0, 0.01]])),
    ("slopes alike", np.array([[1.0, 0.0], [0.0, 100.0]])),
]:
    points = np.reshape(shared_points(S), (-1, 1))
    h = fedrelax(chain, [line] * len(few), inputs, [y[i] for i in few], points, 0.05, rounds=100)
    ends = np.array([h_i(np.array([[0.0], [1.0]])) for h_i in h])
    print(f"{name}: spread of intercepts {ends[:, 0].std():.2f}, of slopes", end=" ")
    print(f"{np.diff(ends, axis=1).std():.2f}")

# %% [markdown]
# ## Task 7: Discussion (2 points, graded by a person)
#
# Look at the tables and the picture below task 5. About 300 words are enough:
#
# 1. Which penalty and which $\alpha$ of the table would you choose for the stations, and which for
#    the airports? Give for each the error that speaks for it, and the belief on which it rests: how
#    do the true means of neighbours differ? Take the number of values in one of the rows: what does
#    it tell? And compare the errors of the airports with those of the shuffled places: what do they
#    say about the map?
# 2. **Prove**, for the network Lasso with $x = 1$ and squared losses: if the minimum has one value
#    $w_C$ on a set $C$ of nodes, and $\bar y_C$ is the mean of the $\bar y_i$ in $C$, then
#
#    $$\lvert w_C - \bar y_C \rvert \le \frac{\alpha}{2 \lvert C \rvert}
#    \sum_{i \in C,\; j \notin C} A_{ij}.$$
#
#    What does this say about a single station, or one whose neighbours lie? Is there such a bound,
#    one that does not depend on the data, for squares in place of the norm?
# 3. All nodes have linear models with $d$ parameters and squared losses, and there are fewer than
#    $d$ shared points. Which differences $w_i - w_j$ cost nothing in FedRelax, however large
#    $\alpha$ is? State a condition on the rows of the nodes under which $F$ of eq-fedrelax has a
#    unique minimum all the same, that is, only one $W$ has the least value, and say why. Any
#    condition that is enough will do: it need not be the weakest one.
#
# | Points | for |
# |---|---|
# | ¼ | part 1: for both a choice, the error that speaks for it, and the belief on which it rests |
# | ¼ | part 1: what a number of values tells, and what the shuffled places say about the map |
# | ½ | part 2: the proof, each step with its reason |
# | ¼ | part 2: what it says about a single station, and about one whose neighbours lie |
# | ¼ | part 2: whether there is such a bound for squares, and why |
# | ½ | part 3: the differences that cost nothing, a condition for a unique minimum, and why |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# 1. Stations: squares, with a coupling between 0.3 and 1, where the error on the hours that were
#    kept apart is least. Temperatures change gradually over the country, and squares spread a
#    difference over many edges. The norm comes close at a coupling of 3, where it has left few
#    values: whoever wants regions with one number each gets them for a small loss. Airports: both
#    reach about the same error, squares over a wide range, the norm at 30 with a handful of values.
#    So the simplest will do, squares with alpha between 3 and 10. Wrong neighbours gain nearly as
#    much: most of the gain is to be pulled towards others at all, and places add a little. This is
#    one draw of hours, one choice of days and one shuffle.
# 2. At the minimum there are forces with eq-certificate. Add its first line over all i in C. The
#    gradients add up to 2 |C| (w_C - mean of C), as all nodes of C have the value w_C. An edge with
#    both ends in C adds its force once with a plus and once with a minus, so nothing; an edge that
#    leaves C adds its force once, of size alpha A_ij at most. So 2 |C| times the distance is at
#    most alpha times the weight of the border; divide. A single station moves by at most half of
#    alpha times its degree, whatever others say, and a neighbour that lies can use the capacity of
#    its own edge only. With squares there is no such bound: the force 2 alpha A_ij (w_i - w_j) is
#    as large as the difference makes it. Two nodes with the means 0 and b: the first gets
#    alpha b / (1 + 2 alpha), which is as large as one likes with b.
# 3. All v = w_i - w_j with psi(x'_r)^T v = 0 at all shared points cost nothing. With fewer than d
#    points there are such v other than 0: S is singular. F has one minimum exactly if no direction
#    is free for losses and penalty at once: X_i w_i = 0 at all nodes, and on all edges
#    psi(x'_r)^T (w_i - w_j) = 0, only for W = 0. It is enough that every node has d independent
#    rows of its own; then FedRelax converges to the minimum, prop-fedrelax (b).
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: a choice from the smallest errors of both tables with the belief behind it (gradual
#   change, or few values); half of it for the right rows without a belief
# - ¼, part 1: a number of values with what it tells (how many regions are left), and that shuffled
#   places do nearly as well; half of it for one of the two
# - ½, part 2: sums the certificate over C, cancels forces inside, bounds those on the border
# - ¼ of these: one of the three steps is missing, as in "full pipes pull with alpha" without the
#   sum, or it is done for one region and one edge only
# - ¼, part 2: a single station moves by half of alpha times its degree at most, and a neighbour
#   that lies can use its own edge only; half of it for one of the two
# - ¼, part 2: no bound for squares, with the force or an example; half of it without a reason
# - ½, part 3: differences that are orthogonal to all points, S singular; enough rows at the nodes,
#   or any weaker condition that is enough; why only one W is left
# - ¼ of these: two of the three
# - 0, part 3: "all models become equal for large alpha"
# ### END SOLUTION
