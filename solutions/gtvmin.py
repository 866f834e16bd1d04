# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # GTVMin on weather stations
#
# Weather stations a few kilometres apart measure almost the same temperature; stations at the two
# ends of Finland do not. In this assignment you train one small model for each station, couple
# neighbouring models by generalised total variation minimisation (GTVMin), and watch what the
# coupling does. It belongs to the chapter *GTVMin* of the book.
#
# **When you are done you can**
#
# - choose the number of neighbours for a stated purpose, by the spectrum of the Laplacian,
# - write GTVMin with linear local models as one linear system, also with penalties and weights
#   that the chapter does not have,
# - solve this system for all stations,
# - decide when its solution is unique, and refute a wrong claim by an example,
# - explain what the parameter $\alpha$ trades against what, and read it off a table.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 How many neighbours? | `fewest_neighbours` | 1 |
# | 2 Feature choice | `local_features` | 0.5 |
# | 3 Local data as $Q_i$ and $q_i$ | `local_terms` and `own_rows` | 0.5 + 1 |
# | 4 Who has to measure? | `blind_federation` and `visits` | 1 + 1 |
# | 5 The system $Q$, $q$ | `assemble` | 1 for $d = 1$, 1 for any $d$ |
# | 6 Solution | `solve` | 1 |
# | 7 Reading a table | `read_table` | 1 |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.graph` and `flcourse.gtvmin` hold finished answers: compare with them, but
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
# Names such as `eq-gtvmin-q` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 3 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_terms(rng):
    """Number of rows of a station with two features, and what it tells the others: Q_i, q_i."""
    a, c = np.round(rng.uniform(1.5, 5.0, 2), 1)
    b = round(float(rng.choice([-1, 1]) * rng.uniform(0.3, 1.2)), 1)
    q = np.round(rng.choice([-1, 1], 2) * rng.uniform(1.0, 9.0, 2), 1)
    return int(rng.integers(4, 10)), np.array([[a, b], [b, c]]), q


own_m, own_Q, own_q = own_terms(own_data.rng("own-rows"))
print(f"Variant {VARIANT}: {own_m} rows, q_i = {own_q}, and Q_i")
print(own_Q)

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import load_fmi
from flcourse.graph import knn_graph

# %% [markdown]
# ## The data
#
# `load_fmi("simulated")` gives a simulated twin of a few days of hourly temperatures (°C) at
# stations of the Finnish Meteorological Institute. Stations miss different hours, so their data
# sets differ in size:
#
# - `latlon[i]` is the position of station $i$, latitude and longitude in degrees, shape `(n, 2)`;
# - `y[i]` holds its $m_i$ temperatures, shape `(m_i,)`.

# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
latlon, y = stations.latlon, stations.y
n = len(y)
sizes = [len(y_i) for y_i in y]
print(f"{n} stations with {min(sizes)} to {max(sizes)} temperatures each")

# %% [markdown]
# ## Task 1: How many neighbours? (1 point)
#
# `knn_graph(places, k)`, imported above, joins two stations if **one of the two** is among the $k$
# nearest of the other (eq-knn-graph). It returns a sparse matrix of 0 and 1; `.toarray()` makes it
# dense. Every edge costs messages, so $k$ should be small. But information spreads along edges
# only: how well the graph hangs together stands in the second smallest eigenvalue $\lambda_2$ of
#
# $$L = D - A, \qquad D_{ii} = \sum_{j} A_{ij}, \quad D_{ij} = 0 \text{ for } i \ne j.
# \tag{eq-laplacian}$$
#
# It is 0 if the graph is not connected, and large if it is connected well.
#
# A user says what is needed: a graph that is **connected** and has $\lambda_2 \ge$ `target`. Write
# `fewest_neighbours(places, target)`, which returns the smallest $k$ that will do. `target` = 0
# asks for a connected graph and nothing more. No target is larger than what $k = n - 1$ reaches,
# and there are no ties. A computer finds an eigenvalue 0 only up to rounding; in the checks
# $\lambda_2$ of a connected graph is above $10^{-3}$, and never equal to the target. Of
# `flcourse.graph` you may use `knn_graph` here, and nothing else.


# %% tags=["answer", "id:fewest-neighbours"]
def fewest_neighbours(places, target):
    """Smallest k for which the graph is connected and lambda_2 is large enough (eq-laplacian).

    places: (n, 2) array, latitude and longitude in degrees, n >= 2;  target: number >= 0.
    Returns k: an integer, 1 <= k < n.
    """
    ### BEGIN SOLUTION
    k = 1
    while True:
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1] >= max(target, 1e-6):
            return k
        k += 1
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Try k = 1, 2, ... and stop at the first that will do. np.linalg.eigvalsh returns the eigenvalues
# of L in increasing order: look at the second. For target = 0 it has to be larger than rounding.

# %% [markdown]
# Five places to try it on: (0, 0), (3, 4), (6, 4), (6, 9) and (0, 12). Draw them, join each to its
# nearest one, and you get a path, with $\lambda_2 = 0.38$. Two neighbours give $\lambda_2 = 1.59$,
# three give 3.00, and four the complete graph.

# %% [markdown]
# **Predict, commit, then compute.** The path of five places has $\lambda_2 = 0.38$. What is it for
# a path of fifty? Put your number in place of the dots and run the cell before the checks: who has
# named a number notices where intuition was off. It earns and costs no points; when the checks
# pass, they show it beside the result.

# %%
from flcourse.grading.practice import predict

predict("fewest-neighbours", ...)

# %% tags=["tests", "id:fewest-neighbours-tests", "points:1", "folded:it knows the prediction"]
import numpy as np

from flcourse.grading import checks

checks.own(fewest_neighbours, "flcourse.graph", "flcourse.gtvmin", but=["flcourse.graph.knn_graph"])

_five = np.array([[0.0, 0.0], [3.0, 4.0], [6.0, 4.0], [6.0, 9.0], [0.0, 12.0]])
_pairs = np.array([[0.0, 0.0], [0.0, 1.0], [5.0, 0.0], [5.0, 1.5]])
for _places, _target, _want, _mistakes in [
    (_five, 0.0, 1, {"The graph must be connected, not complete": 4}),
    (
        _five,
        2.0,
        3,
        {
            "Is the target ignored, or are the eigenvalues not in order?": 1,
            "Another eigenvalue is looked at": 2,
            "This is one more than is needed": 4,
        },
    ),
    (
        _five,
        1.0,
        2,
        {
            "Is the target ignored, or are the eigenvalues not in order?": 1,
            "This is one more than is needed": 3,
        },
    ),
    (
        _five,
        4.5,
        4,
        {
            "Is the target ignored, or are the eigenvalues not in order?": 1,
            "This is not enough for the target": 3,
        },
    ),
    (_pairs, 0.0, 2, {"For this k the graph is in pieces, an eigenvalue 0 is no target met": 1}),
]:
    checks.close(
        checks.call(fewest_neighbours, _places, _target),
        _want,
        what=f"fewest_neighbours for {len(_places)} places and the target {_target}",
        hint="take the first k whose second eigenvalue of L = D - A will do (eq-laplacian).",
        mistakes=_mistakes,
    )
# A path of n nodes has lambda_2 = 2 - 2 cos(pi / n): ten times longer, a hundred times smaller.
checks.predicted("fewest-neighbours", 2 - 2 * np.cos(np.pi / 50), "lambda_2 is {}")
### BEGIN HIDDEN TESTS


def _spectra(places):
    """Eigenvalues of L of the graph for k = 1, 2, ..., built edge by edge."""
    n = len(places)
    for k in range(1, n):
        A = np.zeros((n, n))
        for i in range(n):
            others = sorted(range(n), key=lambda j: np.hypot(*(places[i] - places[j])))
            for j in others[1 : k + 1]:
                A[i, j] = A[j, i] = 1.0
        yield np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A), A.sum()


# Two towns of five places: for k = 2, 3 and 4 there are edges enough, and none leads across.
_towns = np.vstack([_five, _five + np.array([100.0, 37.0])])
checks.close(
    checks.call(fewest_neighbours, _towns, 0.0),
    5,
    what="fewest_neighbours for two towns of five places and the target 0.0",
    hint="take the first k whose second eigenvalue of L = D - A will do (eq-laplacian).",
    mistakes={
        "For this k the graph is in pieces, an eigenvalue 0 is no target met": 1,
        "For this k the graph has many edges, and is in pieces all the same": 2,
    },
)
_rng = checks.grading_rng("fewest-neighbours")
for _n in [6, 9, 13, 13]:
    _places = np.column_stack([_rng.uniform(60, 70, _n), _rng.uniform(20, 31, _n)])
    _spectrum = [_eigenvalues for _eigenvalues, _ in _spectra(_places)]
    _lambda_2 = np.array([_eigenvalues[1] for _eigenvalues in _spectrum])
    for _k in [0, 1, 2, _n // 2, _n - 2]:
        _below = _lambda_2[_k - 1] if _k else 0.0
        _target = (_below + _lambda_2[_k]) / 2 if _lambda_2[_k] - _below > 1e-3 else 0.0
        _want = 1 + int(np.argmax(_lambda_2 >= max(_target, 1e-9)))
        checks.close(
            checks.call(fewest_neighbours, _places, _target),
            _want,
            what=f"fewest_neighbours for {_n} random places and the target {_target:.4f}",
            hint="take the first k whose second eigenvalue of L = D - A will do (eq-laplacian).",
            mistakes={
                "Is the target ignored, or are the eigenvalues not in order?": 1
                + int(np.argmax(_lambda_2 > 1e-9)),
                "For this k the graph is in pieces, an eigenvalue 0 is no target met": 1
                + int(np.argmax(_lambda_2 >= _target)),
                "This is one more than is needed": _want + 1,
            },
        )
# Sixty places along a line, each nearer to the next than to all before: a long path.
_line = np.column_stack([np.cumsum(1.0 + 1e-3 * np.arange(60)), np.zeros(60)])
checks.close(
    checks.call(fewest_neighbours, _line, 0.0),
    1,
    what="fewest_neighbours for 60 places along a line",
    hint="a connected graph may have a small lambda_2, here 0.0027 (eq-laplacian).",
)
checks.close(
    checks.call(fewest_neighbours, _five, 0.39),
    2,
    what="fewest_neighbours for 5 places and the target 0.39",
    hint="lambda_2 itself has to reach the target (eq-laplacian).",
    mistakes={"One neighbour gives 0.38, less than the target: lambda_2 is not to be rounded": 1},
)
### END HIDDEN TESTS

# %% [markdown]
# What do the stations need? From here on, cells like the next one are yours to change.

# %%
for target in [0.0, 0.02, 0.05, 0.1, 0.5]:
    k = int(fewest_neighbours(latlon, target))
    print(f"lambda_2 >= {target}: k = {k}, {knn_graph(latlon, k).nnz // 2} edges")

# %%
A = knn_graph(latlon, 3).toarray()
fig, ax = plt.subplots(figsize=(4, 5))
for i, j in np.argwhere(np.triu(A)):
    ax.plot(latlon[[i, j], 1], latlon[[i, j], 0], color="0.7", linewidth=1)
ax.plot(latlon[:, 1], latlon[:, 0], "o", markersize=3)
ax.set(xlabel="longitude (degrees)", ylabel="latitude (degrees)")
plt.show()

# %% [markdown]
# ## Task 2: Feature choice (0.5 points)
#
# The chapter states GTVMin for linear models $h^{(i)}(x) = \langle w_i, x\rangle$: station $i$
# stacks the features of its samples as the rows of $X_i$, of shape $(m_i, d)$, and
#
# $$\min_{w_0, \dots, w_{n-1}} \; \sum_i L_i(w_i) + \alpha \sum_{\{i, j\} \in E} A_{ij}
# \lVert w_i - w_j \rVert^2, \tag{eq-gtvmin-linear}$$
#
# $$L_i(w_i) = \frac{1}{m_i} \lVert y_i - X_i w_i \rVert^2. \tag{eq-local-loss}$$
#
# For the stations we want something simpler: one number $w_i$ per station that predicts *each* of
# its temperatures, so that $L_i(w_i) = \frac{1}{m_i} \sum_r (y_{i,r} - w_i)^2$. Which features turn
# the general problem into this one? They are none of those that come with the data, such as place
# and time.
#
# Write `local_features(y_i)`, which returns $X_i$ for a station with the temperatures `y_i`.


# %% tags=["answer", "id:local-features"]
def local_features(y_i):
    """Features that turn eq-local-loss into the mean squared deviation from one number.

    y_i: (m_i,) array, temperatures in °C.
    Returns X_i: (m_i, 1) array, row r holds the feature of sample r.
    """
    ### BEGIN SOLUTION
    return np.ones((len(y_i), 1))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The prediction for sample r is x_r times w_i, and it has to be w_i. Which number is x_r, then?
# Mind the shape: a column.

# %% tags=["tests", "id:local-features-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(local_features, "flcourse.graph", "flcourse.gtvmin")

_y = np.array([1.5, 0.0, 2.0])
_got = checks.call(local_features, _y)
checks.shape(
    _got,
    (3, 1),
    what="X_i of local_features",
    hint="one row for each sample, one column for each parameter (eq-local-loss).",
    mistakes={
        "Rows and columns are swapped": (1, 3),
        "There is more than one feature": (3, 2),
        "There is one row for the station, not one for each sample": (1, 1),
    },
)
_w = 7.5
checks.close(
    _w * checks.numbers(_got, what="X_i", hint="X_i holds numbers (eq-local-loss)."),
    [[7.5], [7.5], [7.5]],
    what="predictions X_i w_i for w_i = 7.5",
    hint="X_i w_i must be the number w_i for every sample (eq-local-loss).",
    mistakes={
        "The labels y_i are used as features": _w * _y,
        "The features are 0, so the prediction does not depend on w_i": np.zeros(3),
        "The mean of the labels is used as the feature": _w * _y.mean() + np.zeros(3),
        "The features count the samples, so the prediction drifts with time": _w * np.arange(3),
        "The features count the samples from 1, so the prediction drifts": _w * np.arange(1, 4),
        "The factor 1/m_i belongs to the loss, not to the features": _w * np.ones(3) / 3,
        "The root of 1/m_i does not belong to the features": _w * np.ones(3) / 3**0.5,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("local-features")
for _m in [1, 4, 39, 96]:
    _y, _w = _rng.normal(5, 3, _m), _rng.normal(5, 3)
    _y[0] = 0.0  # °C is a temperature like any other
    _got = checks.call(local_features, _y)
    checks.shape(
        _got,
        (_m, 1),
        what=f"X_i of local_features for m_i = {_m}",
        hint="one row for each sample, one column for each parameter (eq-local-loss).",
        mistakes={"Rows and columns are swapped": (1, _m)},
    )
    checks.close(
        _got,
        np.ones((_m, 1)),
        what=f"X_i of local_features for m_i = {_m}",
        hint="X_i w_i must be the number w_i for every sample (eq-local-loss).",
        mistakes={
            "The labels y_i are used as features": _y,
            "The factor 1/m_i belongs to the loss, not to the features": np.ones(_m) / _m,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Local data as $Q_i$ and $q_i$ (1.5 points)
#
# Expand the square in the local loss. It is a quadratic function of $w_i$,
# $L_i(w_i) = w_i^\top Q_i w_i + q_i^\top w_i + \text{const}$, with
#
# $$Q_i = \frac{1}{m_i} X_i^\top X_i, \qquad q_i = -\frac{2}{m_i} X_i^\top y_i.
# \tag{eq-gtvmin-q}$$
#
# These two are all that station $i$ needs to tell the others about its data.
#
# **(a)** Write `local_terms(X_i, y_i)` for any number of features $d$.


# %% tags=["answer", "id:local-terms"]
def local_terms(X_i, y_i):
    """Quadratic and linear term of the local loss (eq-gtvmin-q).

    X_i: (m_i, d) array of features;  y_i: (m_i,) array of labels.
    Returns Q_i, q_i: a (d, d) and a (d,) array.
    """
    ### BEGIN SOLUTION
    m_i = len(y_i)
    return X_i.T @ X_i / m_i, -2 / m_i * X_i.T @ y_i
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Expand the square: y^T y - 2 y^T X w + w^T X^T X w, all divided by m_i. What stands between w^T
# and w is Q_i, what stands before w is q_i.

# %% [markdown]
# By hand: four samples with the features $(1, 0), (1, 2), (1, 4), (1, 6)$ and the labels
# $1, 3, 5, 11$ have
# $X_i^\top X_i = \begin{pmatrix} 4 & 12\\ 12 & 56 \end{pmatrix}$ and
# $X_i^\top y_i = \begin{pmatrix} 20\\ 92 \end{pmatrix}$.

# %% tags=["tests", "id:local-terms-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(local_terms, "flcourse.graph", "flcourse.gtvmin")

_X = np.array([[1.0, 0.0], [1.0, 2.0], [1.0, 4.0], [1.0, 6.0]])
_y = np.array([1.0, 3.0, 5.0, 11.0])
_got = checks.parts(
    checks.call(local_terms, _X, _y), 2, what="local_terms", hint="return Q_i, q_i (eq-gtvmin-q)."
)
checks.shape(
    _got[0],
    (2, 2),
    what="Q_i of local_terms",
    hint="Q_i has a row and a column for each of the d features (eq-gtvmin-q).",
    mistakes={
        "This is X_i X_i^T, with a row for each sample": (4, 4),
        "The two results come in the other order": (2,),
    },
)
checks.close(
    _got[0],
    [[1.0, 3.0], [3.0, 14.0]],
    what="Q_i of local_terms",
    hint="check the factor in front of X_i^T X_i (eq-gtvmin-q).",
    mistakes={
        "The factor 1/m_i is missing": [[4.0, 12.0], [12.0, 56.0]],
        "The factor is 1/m_i, neither 2/m_i nor 1/d": [[2.0, 6.0], [6.0, 28.0]],
        "The factor is 1/m_i, not 1/(2 m_i)": [[0.5, 1.5], [1.5, 7.0]],
        "The factor is 1/m_i, not 1/(m_i - 1)": [[4 / 3, 4.0], [4.0, 56 / 3]],
        "The sign of Q_i is flipped": [[-1.0, -3.0], [-3.0, -14.0]],
        "The features are centred, which eq-gtvmin-q does not do": [[0.0, 0.0], [0.0, 5.0]],
    },
)
checks.close(
    _got[1],
    [-10.0, -46.0],
    what="q_i of local_terms",
    hint="check sign and factor in front of X_i^T y_i (eq-gtvmin-q).",
    mistakes={
        "The sign of q_i is flipped": [10.0, 46.0],
        "The factor 1/m_i is missing": [-40.0, -184.0],
        "The factor is 2/m_i, the 2 is missing": [-5.0, -23.0],
        "The factor 2/m_i is missing": [-20.0, -92.0],
        "The sign of q_i is flipped, and the factor 2 is missing": [5.0, 23.0],
        "Sign and factor -2/m_i are missing": [20.0, 92.0],
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y):
    m, d = X.shape
    Q, q = np.zeros((d, d)), np.zeros(d)
    for r in range(m):
        for a in range(d):
            q[a] -= 2 / m * X[r, a] * y[r]
            for b in range(d):
                Q[a, b] += X[r, a] * X[r, b] / m
    return Q, q


_rng = checks.grading_rng("local-terms")
for _m, _d in [(7, 1), (5, 3), (23, 4), (3, 4), (1, 3), (6, 6)]:  # d = 2 is the one by hand
    _X, _y = _rng.normal(1, 2, (_m, _d)), _rng.normal(3, 2, _m)
    _Q, _q = _reference(_X, _y)
    _got = checks.parts(
        checks.call(local_terms, _X, _y),
        2,
        what="local_terms",
        hint="return Q_i, q_i (eq-gtvmin-q).",
    )
    checks.close(
        _got[0],
        _Q,
        what=f"Q_i of local_terms for m_i = {_m} and d = {_d}",
        hint="check the factor in front of X_i^T X_i (eq-gtvmin-q).",
        mistakes={
            "The factor 1/m_i is missing": _m * _Q,
            "The factor is 1/m_i, not 1/d": _m / _d * _Q,
            "This is X_i X_i^T, with a row for each sample": _X @ _X.T / _m,
            "The features are centred, which eq-gtvmin-q does not do": np.cov(_X.T, bias=True),
        },
    )
    checks.close(
        _got[1],
        _q,
        what=f"q_i of local_terms for m_i = {_m} and d = {_d}",
        hint="check sign and factor in front of X_i^T y_i (eq-gtvmin-q).",
        mistakes={
            "The sign of q_i is flipped": -_q,
            "The factor 1/m_i is missing": _m * _q,
            "The factor is 2/m_i, not 2/d": _m / _d * _q,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** And back? "Who knows $Q_i$ and $q_i$ knows the data." That is not so: many data have the
# same two terms. Show it for **your own station**, which has $m_i =$ `own_m` rows of two features
# and tells the others `own_Q` and `own_q`, all three in the first cell. Construct data that it may
# have: features $X_i$ and labels $y_i$, `own_m` rows of them, with these two terms. Write
# `own_rows()`, without arguments; it may compute the rows, or hold their numbers with at least
# seven digits.


# %% tags=["answer", "id:own-rows"]
def own_rows():
    """Features and labels of your station that give own_Q and own_q (eq-gtvmin-q).

    Returns X_i, y_i: an (own_m, 2) and an (own_m,) array.
    """
    ### BEGIN SOLUTION
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What does Q_i fix of X_i, and what does it leave free? Look at one feature and two rows first;
# then ask the same of q_i and the labels (eq-gtvmin-q).

# %% tags=["tests", "id:own-rows-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(own_rows, "flcourse.graph", "flcourse.gtvmin")


def _own_terms(rng):
    a, c = np.round(rng.uniform(1.5, 5.0, 2), 1)
    b = round(float(rng.choice([-1, 1]) * rng.uniform(0.3, 1.2)), 1)
    q = np.round(rng.choice([-1, 1], 2) * rng.uniform(1.0, 9.0, 2), 1)
    return int(rng.integers(4, 10)), np.array([[a, b], [b, c]]), q


def _look(got, rng):
    m, Q, q = _own_terms(rng)
    X, y = checks.parts(got, 2, what="own_rows", hint="return X_i, y_i (eq-gtvmin-q).")
    checks.shape(
        X,
        (m, 2),
        what="X_i of own_rows",
        hint="a row of two features for each of your rows (eq-gtvmin-q).",
        mistakes={
            "There are two rows, enough for Q_i, but the station has more": (2, 2),
            "Rows and columns are swapped": (2, m),
            "The features come first, then the labels": (m,),
        },
    )
    checks.shape(y, (m,), what="y_i of own_rows", hint="a label for each row (eq-gtvmin-q).")
    X = checks.numbers(X, what="X_i of own_rows", hint="see eq-gtvmin-q.").reshape(m, 2)
    y = checks.numbers(y, what="y_i of own_rows", hint="see eq-gtvmin-q.").ravel()
    L = np.linalg.cholesky(Q)
    checks.close(
        X.T @ X / m,
        Q,
        what="Q_i of own_rows",
        hint="Q_i is X_i^T X_i divided by the number of rows (eq-gtvmin-q).",
        mistakes={
            "X_i^T X_i is Q_i here, the factor 1/m_i is forgotten": Q / m,
            "The root of m_i is forgotten, here m_i itself stands": m * Q,
            "Rows of zeros count, m_i is not 2": 2 / m * Q,
            "Q_i has the factor 1/m_i, a covariance has 1/(m_i - 1)": (m - 1) / m * Q,
            "Q_i stands in the rows, it should be its root": Q @ Q / m,
            "Q_i stands in the rows, times the root of m_i, it should be its root": Q @ Q,
            "R R^T is Q_i, it should be R^T R: transpose the factor": L.T @ L,
            "R R^T is Q_i, it should be R^T R, and m_i is forgotten": L.T @ L / m,
            "Only the diagonal of Q_i is right": np.diag(np.diag(Q)),
            "The root of each entry is no root of the matrix": np.sqrt(np.abs(Q)).T
            @ np.sqrt(np.abs(Q)),
        },
    )
    checks.close(
        -2 / m * X.T @ y,
        q,
        what="q_i of own_rows",
        hint="q_i is -2/m_i times X_i^T y_i (eq-gtvmin-q).",
        mistakes={
            "The sign of q_i is flipped": -q,
            "The 2 of -2/m_i is forgotten": 2 * q,
            "The 2 of -2/m_i is forgotten, and the sign": -2 * q,
            "There is a factor 1/2 too much": q / 2,
            "The factor 1/m_i is forgotten": q / m,
            "The factor 1/m_i is there twice": q * m,
            "The labels are all 0": 0 * q,
        },
    )


checks.own_data("own-rows", checks.call(own_rows), _look)

# %% [markdown]
# ## Task 4: Who has to measure? (2 points)
#
# When is the solution unique? Alone, a station needs rows in all $d$ directions. Together the
# stations of a connected component need less (prop-unique).
#
# **(a)** Somebody writes: "Every station has at least $d$ rows, and the graph is connected. So $Q$
# is invertible." Refute it: write `blind_federation(n, d)`, which returns weights $A$ of a
# connected graph of $n$ nodes and a list of $n$ arrays of features, each with at least $d$ rows and
# with **no entry equal to 0**, for which $Q$ is singular whatever $\alpha$ is.


# %% tags=["answer", "id:blind-federation"]
def blind_federation(n, d):
    """A connected graph and features for which Q of GTVMin is singular (prop-unique).

    n, d: integers >= 2, number of nodes and of features.
    Returns A, X: an (n, n) array, symmetric, entries >= 0, zero diagonal; and a list of n arrays
    of shape (m_i, d) with m_i >= d, no entry 0.
    """
    ### BEGIN SOLUTION
    return np.ones((n, n)) - np.eye(n), [np.ones((d, d))] * n
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Between which two parameter vectors can no row of any station tell the difference, if Q is
# singular? Find rows for one station and d = 2 first (prop-unique).

# %% [markdown]
# The checks take your graph and your features for several $n$ and $d$, build $Q$ and look at its
# smallest eigenvalue.

# %% tags=["tests", "id:blind-federation-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(blind_federation, "flcourse.graph", "flcourse.gtvmin")

for _n, _d in [(3, 2), (2, 3), (5, 4), (2, 2)]:
    _name = f"blind_federation({_n}, {_d})"
    _A, _X = checks.parts(
        checks.call(blind_federation, _n, _d), 2, what=_name, hint="return A, X (prop-unique)."
    )
    checks.shape(
        _A,
        (_n, _n),
        what=f"A of {_name}",
        hint="see def-empirical-graph.",
        mistakes={"The two results come in the other order": (_n, _d, _d)},
    )
    _A = checks.numbers(_A, what=f"A of {_name}", hint="see def-empirical-graph.")
    checks.symmetric(_A, what=f"A of {_name}", hint="see def-empirical-graph.")
    checks.holds(
        _A.min() >= 0 and np.abs(np.diag(_A)).max() <= 0,
        what=f"A of {_name}",
        expected="weights of at least 0 and a zero diagonal",
        got=_A,
        where=(_A < 0) | (np.diag(np.diag(_A)) != 0),
        hint="see def-empirical-graph.",
    )
    _lambda_2 = np.linalg.eigvalsh(np.diag(_A.sum(axis=1)) - _A)[1]
    checks.holds(
        _lambda_2 > 1e-9,
        what=f"A of {_name}",
        expected="a connected graph, whose lambda_2 is not 0",
        got=_lambda_2,
        hint="the sentence speaks of connected graphs (eq-laplacian).",
    )
    _sum = np.zeros((_d, _d))
    for _i, _X_i in enumerate(
        checks.parts(_X, _n, what=f"X of {_name}", hint="an array for each node (prop-unique).")
    ):
        _X_i = checks.numbers(_X_i, what=f"X[{_i}] of {_name}", hint="see prop-unique.")
        checks.holds(
            _X_i.ndim == 2 and np.size(_X_i, 1) == _d and len(_X_i) >= _d,
            what=f"X[{_i}] of {_name}",
            expected=f"at least {_d} rows of {_d} features",
            got=f"shape {_X_i.shape}",
            hint="that a node has too few rows is no news (prop-unique).",
        )
        checks.holds(
            np.abs(_X_i).min() > 1e-6 * np.abs(_X_i).max(),
            what=f"X[{_i}] of {_name}",
            expected="no entry that is 0",
            got=_X_i,
            where=np.abs(_X_i) <= 1e-6 * np.abs(_X_i).max(),
            hint="a feature that is always 0 is too easy (prop-unique).",
        )
        _sum += _X_i.T @ _X_i / len(_X_i) / np.abs(_X_i).max() ** 2
    _eigenvalues = np.linalg.eigvalsh(_sum)
    checks.holds(
        _eigenvalues[0] <= 1e-9 * _eigenvalues[-1],
        what=f"the smallest eigenvalue of the sum of all Q_i of {_name}",
        expected="0, so that Q is singular",
        got=_eigenvalues[0],
        hint="all rows of all nodes together must leave one direction out (prop-unique).",
    )
### BEGIN HIDDEN TESTS
for _n, _d in [(7, 2), (4, 6), (2, 9)]:
    _name = f"blind_federation({_n}, {_d})"
    _A, _X = checks.parts(
        checks.call(blind_federation, _n, _d), 2, what=_name, hint="return A, X (prop-unique)."
    )
    _A = checks.numbers(_A, what=f"A of {_name}", hint="see def-empirical-graph.")
    _rows = [checks.numbers(_X_i, what=f"X of {_name}", hint="see prop-unique.") for _X_i in _X]
    checks.holds(
        _A.shape == (_n, _n)
        and str([_X_i.shape[1:] for _X_i in _rows]) == str([(_d,)] * _n)
        and min(map(len, _rows)) >= _d,
        what=_name,
        expected=f"{_n} nodes with at least {_d} rows of {_d} features each",
        got=[_X_i.shape for _X_i in _rows],
        hint="it must work for any n and d (prop-unique).",
    )
    _eigenvalues = np.linalg.eigvalsh(np.diag(_A.sum(axis=1)) - _A)
    checks.holds(
        _eigenvalues[1] > 1e-9 and min(np.abs(_X_i).min() for _X_i in _rows) > 1e-9,
        what=_name,
        expected="a connected graph, and no feature that is 0",
        got=_eigenvalues[1],
        hint="it must work for any n and d (prop-unique).",
    )
    _sum = sum(_X_i.T @ _X_i / len(_X_i) / np.abs(_X_i).max() ** 2 for _X_i in _rows)
    _eigenvalues = np.linalg.eigvalsh(_sum)
    checks.holds(
        _eigenvalues[0] <= 1e-9 * _eigenvalues[-1],
        what=f"the smallest eigenvalue of the sum of all Q_i of {_name}",
        expected="0, so that Q is singular",
        got=_eigenvalues[0],
        hint="all rows of all nodes together must leave one direction out (prop-unique).",
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** The graph need not be connected now. Somebody may travel to some of the stations and
# measure there, as many new rows as it takes. What is the smallest number of stations to visit so
# that afterwards the solution is unique for every $\alpha > 0$? Write `visits(A, X)`. It is 0 if
# the solution is unique as it is.


# %% tags=["answer", "id:visits"]
def visits(A, X):
    """Fewest nodes that need new rows so that Q becomes invertible (prop-unique).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal, in any number of components.
    X: list of n arrays (m_i, d), m_i >= 1, the features so far.
    Returns an integer >= 0.
    """
    ### BEGIN SOLUTION
    from scipy.sparse.csgraph import connected_components

    count, component = connected_components(A)
    rows = [
        np.vstack([X_i for X_i, c in zip(X, component, strict=True) if c == k])
        for k in range(count)
    ]
    return sum(np.linalg.matrix_rank(together) < together.shape[1] for together in rows)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What can one visit change, and where? Take two stations by hand, once joined and once not: what
# must hold so that the solution is unique (prop-unique)?

# %% [markdown]
# By hand, $d = 3$: nodes 0 and 1 are joined and have only the row $(1, 0, 0)$. Nodes 2, 3 and 4 are
# a path and have one of the rows $(1, 0, 0), (0, 1, 0), (0, 0, 1)$ each: together that is enough.
# Node 5 is alone with the rows $(1, 1, 0), (2, 2, 0), (3, 3, 0)$; nodes 6 and 7 are alone, too, and
# have all three unit vectors. Two visits will do: the path alone needs none, the pair alone one.

# %% tags=["tests", "id:visits-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(visits, "flcourse.graph", "flcourse.gtvmin")

_A = np.zeros((8, 8))
for _i, _j, _weight in [(0, 1, 2.0), (2, 3, 0.5), (3, 4, 1.0)]:
    _A[_i, _j] = _A[_j, _i] = _weight
_e = np.eye(3)
_alone = np.array([[1.0, 1.0, 0.0], [2.0, 2.0, 0.0], [3.0, 3.0, 0.0]])
_X = [_e[:1], _e[:1], _e[:1], _e[1:2], _e[2:], _alone, _e, _e]
checks.close(
    checks.call(visits, _A, _X),
    2,
    what="visits for the eight nodes",
    hint="each component needs its own invertible sum of Q_i (prop-unique).",
    mistakes={
        "This counts the nodes that could not learn alone": 6,
        "This counts the components, also those that have enough": 5,
        "This counts missing directions, but one visit brings as many rows as it takes": 4,
        "This counts all nodes of the components that lack something": 3,
        "Are rows counted, or components? What counts is the directions that rows span": 1,
        "All nodes are taken together, as if the graph were connected": 0,
    },
)
for _nodes, _want, _mistakes in [
    (
        [2, 3, 4],
        0,
        {
            "Nobody needs a visit here: together, these nodes have rows in all directions": 1,
            "This counts the nodes that could not learn alone": 3,
        },
    ),
    (
        [0, 1],
        1,
        {
            "This counts missing directions or nodes, but one visit to one of them will do": 2,
            "To be connected is not enough: both nodes have measured the same direction": 0,
        },
    ),
]:
    checks.close(
        checks.call(visits, _A[np.ix_(_nodes, _nodes)], [_X[_i] for _i in _nodes]),
        _want,
        what=f"visits for the nodes {' and '.join(map(str, _nodes))} alone, a connected graph",
        hint="each component needs its own invertible sum of Q_i (prop-unique).",
        mistakes=_mistakes,
    )
_A[1, 2] = _A[2, 1] = 0.1
_X[5] = np.vstack([_e, _alone])
checks.close(
    checks.call(visits, _A, _X),
    0,
    what="visits after an edge joins 1 and 2, and node 5 has measured all unit vectors",
    hint="each component needs its own invertible sum of Q_i (prop-unique).",
    mistakes={
        "This counts the components, also those that have enough": 4,
        "This counts the nodes that could not learn alone": 5,
    },
)
### BEGIN HIDDEN TESTS


def _instance(rng, d):
    """Random components, some of them without a direction, in random order."""
    A, X, lacking = [], [], 0
    for _ in range(int(rng.integers(2, 7))):
        size, blind = int(rng.integers(1, 5)), bool(rng.random() < 0.5)
        weights = np.triu(rng.uniform(0.1, 2, (size, size)), 1)
        A.append(weights + weights.T)
        hidden = np.linalg.qr(rng.normal(size=(d, d)))[0]
        spanned = hidden[:, : int(rng.integers(0, d))] if blind else hidden
        rows = [rng.normal(size=(int(rng.integers(1, d + 3)), spanned.shape[1])) for _ in A[-1]]
        rows[0] = rows[0] if blind else rng.normal(size=(d, d))
        X += [row @ spanned.T for row in rows]
        lacking += blind
    n = len(X)
    order, whole, at = rng.permutation(n), np.zeros((n, n)), 0
    for block in A:
        whole[at : at + len(block), at : at + len(block)] = block
        at += len(block)
    return whole[np.ix_(order, order)], [X[i] for i in order], lacking


_rng = checks.grading_rng("visits")
for _d in [1, 2, 3, 4, 2, 3, 5, 2]:
    _A, _X, _want = _instance(_rng, _d)
    _alone = sum(np.linalg.matrix_rank(_X_i, tol=1e-8) < _d for _X_i in _X)
    checks.close(
        checks.call(visits, _A, _X),
        _want,
        what=f"visits for {len(_X)} random nodes with d = {_d}",
        hint="each component needs its own invertible sum of Q_i (prop-unique).",
        mistakes={"This counts the nodes that could not learn alone": _alone},
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: The system $Q$, $q$ (2 points)
#
# The chapter has one $\alpha$ for everything. The users want more: station $i$ counts with a weight
# $\rho_i \ge 0$ (its sensor is good or bad), and every coordinate $a$ of the parameters has a
# penalty $\alpha_a \ge 0$ of its own (a mean may vary less over the map than a daily swing):
#
# $$\min_{w_0, \dots, w_{n-1}} \; \sum_i \rho_i L_i(w_i) + \sum_{\{i, j\} \in E} A_{ij}
# \sum_{a} \alpha_a \bigl(w_{i,a} - w_{j,a}\bigr)^2.$$
#
# Stack the parameters of all stations to one vector $w = (w_0, w_1, \dots, w_{n-1})$ of length
# $nd$, station after station. With equal $\alpha_a = \alpha$ and $\rho_i = 1$ the problem is to
# minimise $w^\top Q w + q^\top w$ with
#
# $$Q = \begin{pmatrix} Q_0 & & \\ & \ddots & \\ & & Q_{n-1} \end{pmatrix} + \alpha\, L \otimes I_d,
# \qquad q = \begin{pmatrix} q_0 \\ \vdots \\ q_{n-1} \end{pmatrix}, \tag{eq-gtvmin-q}$$
#
# where in $L \otimes I_d$ the entry $L_{ij}$ becomes the $d \times d$ block $L_{ij} I_d$
# (eq-quadratic-form). Find $Q$ and $q$ for the problem of the users.
#
# Write `assemble(A, Q_list, q_list, alpha, rho)`. One point is for $d = 1$, and one for any $d$.


# %% tags=["answer", "id:assemble"]
def assemble(A, Q_list, q_list, alpha, rho):
    """Matrix and vector of GTVMin with weights of nodes and coordinates (after eq-gtvmin-q).

    A: (n, n) array of weights, symmetric, zero diagonal;  Q_list: list of n arrays (d, d);
    q_list: list of n arrays (d,);  alpha: (d,) array, a penalty >= 0 for each coordinate;
    rho: (n,) array, a weight >= 0 for each node.
    Returns Q, q: an (n d, n d) and an (n d,) array, ordered node by node.
    """
    ### BEGIN SOLUTION
    n, d = len(q_list), len(q_list[0])
    L = np.diag(A.sum(axis=1)) - A
    Q = np.kron(L, np.diag(alpha))
    for i in range(n):
        block = slice(i * d, (i + 1) * d)
        Q[block, block] += rho[i] * Q_list[i]
    return Q, np.concatenate([rho_i * q_i for rho_i, q_i in zip(rho, q_list, strict=True)])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Write down the gradient of the penalty for two nodes and d = 2: which matrix stands in the place
# of alpha I_d? Then look at np.kron of two small matrices: in which order do its entries come?

# %% [markdown]
# By hand, $d = 1$: a path of three nodes with weights 2 and 3 has the Laplacian
# $L = \begin{pmatrix} 2 & -2 & 0\\ -2 & 5 & -3\\ 0 & -3 & 3 \end{pmatrix}$. With $\alpha = 10$, the
# local terms 1, 2 and 4 and the weights $\rho = (3, 1, 2)$ the corners of $Q$ are 23 and 38.

# %% tags=["tests", "id:assemble-tests", "points:1", "folded:it tells the formula"]
import numpy as np

from flcourse.grading import checks

checks.own(assemble, "flcourse.graph", "flcourse.gtvmin")

_A = np.array([[0.0, 2.0, 0.0], [2.0, 0.0, 3.0], [0.0, 3.0, 0.0]])
_L = np.array([[2.0, -2.0, 0.0], [-2.0, 5.0, -3.0], [0.0, -3.0, 3.0]])
_rho = np.array([3.0, 1.0, 2.0])
_bare = np.diag([1.0, 2.0, 4.0])
_local = np.diag([3.0, 2.0, 8.0])
_Q_list = [np.array([[1.0]]), np.array([[2.0]]), np.array([[4.0]])]
_q_list = [np.array([-2.0]), np.array([0.0]), np.array([6.0])]
_got = checks.parts(
    checks.call(assemble, _A, _Q_list, _q_list, np.array([10.0]), _rho),
    2,
    what="assemble",
    hint="return Q, q (eq-gtvmin-q).",
)
checks.shape(
    _got[0], (3, 3), what="Q of assemble", hint="one row for each of n d parameters (eq-gtvmin-q)."
)
checks.close(
    _got[0],
    [[23.0, -20.0, 0.0], [-20.0, 52.0, -30.0], [0.0, -30.0, 38.0]],
    what="Q of assemble for d = 1",
    hint="compare each entry with rho_i Q_i plus alpha times L (eq-gtvmin-q).",
    mistakes={
        "alpha is ignored, as if it were 1": _local + _L,
        "The coupling by alpha L is missing": _local,
        "The local terms Q_i are missing": 10 * _L,
        "The weights rho of the nodes are ignored": _bare + 10 * _L,
        "rho multiplies the coupling too": _rho[:, None] * (_bare + 10 * _L),
        "rho divides, it should multiply": _bare / _rho + 10 * _L,
        "rho enters squared": _rho * _local + 10 * _L,
        "alpha is halved": _local + 5 * _L,
        "alpha is doubled, or each edge counts twice": _local + 20 * _L,
        "The degrees are lost, the coupling is L = D - A, not -A": _local - 10 * _A,
        "The coupling is L = D - A, not D + A": _local + 10 * np.abs(_L),
        "The coupling is L = D - A, not A": _local + 10 * _A,
        "The sign of L is flipped": _local - 10 * _L,
        "alpha is squared": _local + 100 * _L,
        "alpha multiplies the local terms too": 10 * (_local + _L),
        "The weights of the edges are lost": _local
        + 10 * np.array([[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]]),
    },
)
checks.close(
    _got[1],
    [-6.0, 0.0, 12.0],
    what="q of assemble for d = 1",
    hint="the loss of node i brings rho_i q_i (eq-gtvmin-q).",
    mistakes={
        "The weights rho of the nodes are ignored in q": [-2.0, 0.0, 6.0],
        "The sign of q is flipped": [6.0, 0.0, -12.0],
        "q is halved, the 1/2 belongs to eq-gtvmin-normal": [-3.0, 0.0, 6.0],
        "alpha multiplies q": [-60.0, 0.0, 120.0],
    },
)
### BEGIN HIDDEN TESTS


def _reference(A, local, alpha):
    Q = np.zeros(A.shape)
    for i in range(len(A)):
        Q[i, i] = local[i]
        for j in range(len(A)):
            Q[i, i] += alpha * A[i, j]
            Q[i, j] -= alpha * A[i, j]
    return Q


_rng = checks.grading_rng("assemble")
for _n, _alpha in [(8, 0.3), (11, 7.0), (5, 2.5), (6, 0.0)]:
    _A = np.triu(_rng.uniform(0.2, 4, (_n, _n)) * (_rng.random((_n, _n)) < 0.4), 1)
    _A[0] = 0  # one node has no edge
    _A = _A + _A.T
    _bare, _q, _rho = _rng.uniform(0.5, 5, _n), _rng.normal(0, 5, _n), _rng.uniform(0, 4, _n)
    _local = _rho * _bare
    _got = checks.parts(
        checks.call(
            assemble, _A, list(_bare[:, None, None]), list(_q[:, None]), np.array([_alpha]), _rho
        ),
        2,
        what="assemble",
        hint="return Q, q (eq-gtvmin-q).",
    )
    checks.close(
        _got[0],
        _reference(_A, _local, _alpha),
        what=f"Q of assemble for {_n} nodes, d = 1 and alpha = {_alpha}",
        hint="compare each entry with rho_i Q_i plus alpha times L (eq-gtvmin-q).",
        mistakes={
            "The weights rho of the nodes are ignored": _reference(_A, _bare, _alpha),
            "alpha is ignored, as if it were 1": _reference(_A, _local, 1.0),
            "alpha is halved": _reference(_A, _local, _alpha / 2),
            "alpha is doubled, or each edge counts twice": _reference(_A, _local, 2 * _alpha),
            "The weights of the edges are lost": _reference(np.sign(_A), _local, _alpha),
            "All nodes have the local term of the first": _reference(
                _A, 0 * _local + _local[0], _alpha
            ),
        },
    )
    checks.close(
        _got[1],
        _rho * _q,
        what=f"q of assemble for {_n} nodes and d = 1",
        hint="the loss of node i brings rho_i q_i (eq-gtvmin-q).",
        mistakes={"The weights rho of the nodes are ignored in q": _q},
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, $d = 2$: two nodes joined by an edge of weight 3, $\alpha = (4, 1)$, $\rho = (2, 1)$,
# $Q_0 = \begin{pmatrix} 2 & 1\\ 1 & 2 \end{pmatrix}$ and
# $Q_1 = \begin{pmatrix} 4 & 0\\ 0 & 6 \end{pmatrix}$. The first two rows belong to node 0. The
# first parameter of one node is coupled with the first of the other by $3 \cdot 4$, the second
# with the second by $3 \cdot 1$, never the first with the second.

# %% tags=["tests", "id:assemble-vector-tests", "points:1", "folded:it tells the formula"]
import numpy as np

from flcourse.grading import checks

checks.own(assemble, "flcourse.graph", "flcourse.gtvmin")

_A = np.array([[0.0, 3.0], [3.0, 0.0]])
_Q_list = [np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([[4.0, 0.0], [0.0, 6.0]])]
_q_list = [np.array([1.0, 2.0]), np.array([3.0, 4.0])]
_alpha, _rho = np.array([4.0, 1.0]), np.array([2.0, 1.0])
_want = np.array(
    [
        [16.0, 2.0, -12.0, 0.0],
        [2.0, 7.0, 0.0, -3.0],
        [-12.0, 0.0, 16.0, 0.0],
        [0.0, -3.0, 0.0, 9.0],
    ]
)
_bare = np.diag([2.0, 2.0, 4.0, 6.0])
_bare[0, 1] = _bare[1, 0] = 1.0
_local = np.diag([2.0, 2.0, 1.0, 1.0]) @ _bare
_coupling = _want - _local
_unlike = np.array([[3.0, -3.0], [-3.0, 3.0]])
_by_parameter = np.ix_([0, 2, 1, 3], [0, 2, 1, 3])
_got = checks.parts(
    checks.call(assemble, _A, _Q_list, _q_list, _alpha, _rho),
    2,
    what="assemble",
    hint="return Q, q (eq-gtvmin-q).",
)
checks.shape(
    _got[0], (4, 4), what="Q of assemble", hint="one row for each of n d parameters (eq-gtvmin-q)."
)
checks.close(
    _got[0],
    _want,
    what="Q of assemble for d = 2",
    hint="the entry L_ij becomes a block with L_ij alpha_a on its diagonal (eq-gtvmin-q).",
    mistakes={
        "The Kronecker product is swapped, the penalties and L change places": _local
        + np.kron(np.diag(_alpha), _unlike),
        "Rows are ordered parameter by parameter, not node by node": _want[_by_parameter],
        "Every parameter is coupled with every other, a block of L is diagonal": _local
        + np.kron(_unlike, np.outer([1.0, 1.0], _alpha)),
        "Every parameter is coupled with every other, the block is diagonal": _local
        + np.kron(_unlike, np.outer(_alpha, _alpha)),
        "All coordinates have the first penalty": _local + 4 * np.kron(_unlike, np.eye(2)),
        "All coordinates have the mean of the penalties": _local
        + 2.5 * np.kron(_unlike, np.eye(2)),
        "The penalties belong to coordinates, not to nodes": _local
        + np.kron(np.diag(_alpha) @ _unlike, np.eye(2)),
        "The penalties come in the other order": _local + np.kron(_unlike, np.diag([1.0, 4.0])),
        "The weights rho of the nodes are ignored": _bare + _coupling,
        "rho multiplies the coupling too": np.diag([2.0, 2.0, 1.0, 1.0]) @ (_bare + _coupling),
        "rho belongs to nodes, not to coordinates": np.diag([2.0, 1.0, 2.0, 1.0]) @ _bare
        + _coupling,
        "Only the diagonals of the Q_i are used": _coupling + np.diag(np.diag(_local)),
        "The local terms Q_i are missing": _coupling,
        "The coupling by alpha L is missing": _local,
        "alpha is ignored, as if it were 1": _local + np.kron(_unlike, np.eye(2)),
        "alpha is halved": _local + _coupling / 2,
        "alpha is doubled, or each edge counts twice": _local + 2 * _coupling,
        "The degrees are lost, the coupling is L = D - A, not -A": _local
        - np.kron(_A, np.diag(_alpha)),
        "The coupling is L = D - A, not A": _local + np.kron(_A, np.diag(_alpha)),
        "The coupling is L = D - A, not D + A": np.abs(_want),
        "The sign of L is flipped": _local - _coupling,
        "The weights of the edges are lost": _local + _coupling / 3,
    },
)
checks.close(
    _got[1],
    [2.0, 4.0, 3.0, 4.0],
    what="q of assemble for d = 2",
    hint="the loss of node i brings rho_i q_i, node after node (eq-gtvmin-q).",
    mistakes={
        "q is ordered parameter by parameter, not node by node": [2.0, 3.0, 4.0, 4.0],
        "The weights rho of the nodes are ignored in q": [1.0, 2.0, 3.0, 4.0],
        "The sign of q is flipped": [-2.0, -4.0, -3.0, -4.0],
        "q is halved, the 1/2 belongs to eq-gtvmin-normal": [1.0, 2.0, 1.5, 2.0],
    },
)
### BEGIN HIDDEN TESTS


def _instance(rng, n, d):
    """Unequal local terms and random weights on a graph that need not be connected."""
    A = np.triu(rng.uniform(0.2, 4, (n, n)) * (rng.random((n, n)) < 0.4), 1)
    X = [rng.normal(size=(int(rng.integers(1, 9)), d)) for _ in range(n)]
    y = [rng.normal(2, 3, len(X_i)) for X_i in X]
    Q_list = [X_i.T @ X_i / len(X_i) for X_i in X]
    q_list = [-2 / len(X_i) * X_i.T @ y_i for X_i, y_i in zip(X, y, strict=True)]
    return A + A.T, Q_list, q_list


def _reference(A, Q_list, alpha):
    n, d = len(Q_list), len(Q_list[0])
    Q = np.zeros((n * d, n * d))
    for i in range(n):
        for a in range(d):
            for b in range(d):
                Q[i * d + a, i * d + b] += Q_list[i][a, b]
            for j in range(n):
                Q[i * d + a, i * d + a] += alpha[a] * A[i, j]
                Q[i * d + a, j * d + a] -= alpha[a] * A[i, j]
    return Q


_rng = checks.grading_rng("assemble-vector")
for _n, _d in [(6, 2), (4, 3), (3, 3), (2, 4), (7, 1), (1, 2)]:
    _A, _Q_list, _q_list = _instance(_rng, _n, _d)
    _alpha, _rho = _rng.uniform(0.1, 5, _d), _rng.uniform(0, 3, _n)
    _weighted = [_rho_i * _Q_i for _rho_i, _Q_i in zip(_rho, _Q_list, strict=True)]
    _local = _reference(_A, _weighted, 0 * _alpha)
    _want = _reference(_A, _weighted, _alpha)
    _L = np.diag(_A.sum(axis=0)) - _A
    _order = np.arange(_n * _d).reshape(_n, _d).T.ravel()
    _got = checks.parts(
        checks.call(assemble, _A, _Q_list, _q_list, _alpha, _rho),
        2,
        what="assemble",
        hint="return Q, q (eq-gtvmin-q).",
    )
    checks.close(
        _got[0],
        _want,
        what=f"Q of assemble for {_n} nodes and d = {_d}",
        hint="the entry L_ij becomes a block with L_ij alpha_a on its diagonal (eq-gtvmin-q).",
        mistakes={
            "The Kronecker product is swapped, the penalties and L change places": _local
            + np.kron(np.diag(_alpha), _L),
            "Rows are ordered parameter by parameter, not node by node": _want[
                np.ix_(_order, _order)
            ],
            "The weights rho of the nodes are ignored": _reference(_A, _Q_list, _alpha),
            "All coordinates have the first penalty": _reference(
                _A, _weighted, 0 * _alpha + _alpha[0]
            ),
            "alpha is ignored, as if it were 1": _reference(_A, _weighted, 0 * _alpha + 1),
            "alpha is halved": _reference(_A, _weighted, _alpha / 2),
            "alpha is doubled, or each edge counts twice": _reference(_A, _weighted, 2 * _alpha),
            "The weights of the edges are lost": _reference(np.sign(_A), _weighted, _alpha),
        },
    )
    checks.close(
        _got[1],
        np.concatenate([_rho_i * _q_i for _rho_i, _q_i in zip(_rho, _q_list, strict=True)]),
        what=f"q of assemble for {_n} nodes and d = {_d}",
        hint="the loss of node i brings rho_i q_i, node after node (eq-gtvmin-q).",
        mistakes={"The weights rho of the nodes are ignored in q": np.concatenate(_q_list)},
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: Solution (1 point)
#
# Where the gradient $2 Q w + q$ is zero the objective is least, so the solution $\hat w$ obeys
#
# $$Q \hat w = -\tfrac{1}{2} q. \tag{eq-gtvmin-normal}$$
#
# Write `solve(Q, q)`. `numpy.linalg.inv` is one way; every other that reaches a relative residual
# $\lVert Q \hat w + q/2 \rVert \,/\, \lVert q/2 \rVert \le 10^{-6}$ is as good.


# %% tags=["answer", "id:solve"]
def solve(Q, q):
    """Minimiser of w^T Q w + q^T w (eq-gtvmin-normal).

    Q: (N, N) array, symmetric and positive definite;  q: (N,) array.
    Returns w: (N,) array.
    """
    ### BEGIN SOLUTION
    return -np.linalg.inv(Q) @ q / 2
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Q w = -q/2 is a system of linear equations: np.linalg.solve solves it without the inverse. Put
# your w into the gradient 2 Q w + q: each entry should be 0.

# %% [markdown]
# By hand: $Q = \begin{pmatrix} 3 & -1\\ -1 & 3 \end{pmatrix}$ has the inverse
# $\frac{1}{8}\begin{pmatrix} 3 & 1\\ 1 & 3 \end{pmatrix}$, so $q = (0, -16)$ gives
# $\hat w = (1, 3)$.

# %% tags=["tests", "id:solve-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(solve, "flcourse.graph", "flcourse.gtvmin")

_Q = np.array([[3.0, -1.0], [-1.0, 3.0]])
_q = np.array([0.0, -16.0])
_got = checks.call(solve, _Q, _q)
checks.shape(
    _got,
    (2,),
    what="solve",
    hint="w has one entry for each row of Q (eq-gtvmin-normal).",
    mistakes={"This is a matrix; multiply the inverse by the vector, use @": (2, 2)},
)
checks.close(
    _got,
    [1.0, 3.0],
    what="solve",
    hint="check sign and factor in front of q (eq-gtvmin-normal).",
    mistakes={
        "The sign of q is lost": [-1.0, -3.0],
        "The factor 1/2 is lost": [2.0, 6.0],
        "The sign and the factor 1/2 are lost": [-2.0, -6.0],
        "The factor is 1/2, not 1/4": [0.5, 1.5],
        "The factor is 1/2, not 2": [4.0, 12.0],
        "This multiplies by Q instead of its inverse": [-8.0, 24.0],
        "Only the diagonal of Q is used": [0.0, 8 / 3],
        "This is 1 divided by each entry of Q, not the inverse matrix": [-8.0, 8 / 3],
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("solve")
for _N, _coupling in [(1, 0.0), (4, 0.0), (12, 0.0), (40, 0.0), (20, 100.0)]:
    _X = _rng.normal(size=(3 * _N, _N))
    _path = np.diag(np.full(_N, 2.0)) - np.eye(_N, k=1) - np.eye(_N, k=-1)
    _path[0, 0] -= 1.0
    _path[-1, -1] -= 1.0
    _Q = _X.T @ _X / (3 * _N) + 0.2 * np.eye(_N) + _coupling * _path
    _q = _rng.normal(0, 5, _N)
    _w = -np.linalg.solve(_Q, _q) / 2
    checks.residual(
        _Q,
        checks.call(solve, _Q, _q),
        -_q / 2,
        what=f"solve for a random system of {_N} equations"
        + ", strongly coupled" * (_coupling > 0),
        hint="Q w must be -q/2, also where small steps take long (eq-gtvmin-normal).",
        mistakes={
            "The sign of q is lost": -_w,
            "The factor 1/2 is lost": 2 * _w,
            "The sign and the factor 1/2 are lost": -2 * _w,
            "The factor is 1/2, not 1/4": _w / 2,
            "This multiplies by Q instead of its inverse": -_Q @ _q / 2,
            "Only the diagonal of Q is used": -_q / 2 / np.diag(_Q),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Put the pieces together: models for all stations, for one $\alpha$. Each dot is a station.

# %%
X = [np.reshape(local_features(y_i), (-1, 1)) for y_i in y]  # one column
terms = [local_terms(X_i, y_i) for X_i, y_i in zip(X, y, strict=True)]
Q_list = [Q_i for Q_i, _ in terms]
q_list = [q_i for _, q_i in terms]

ones = np.ones(n)  # every station counts the same
w = np.ravel(solve(*assemble(A, Q_list, q_list, np.array([1.0]), ones)))
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(latlon[:, 0], [y_i.mean() for y_i in y], "o", markersize=3, label="mean of the station")
ax.plot(latlon[:, 0], w, "o", markersize=3, label=r"GTVMin, $\alpha = 1$")
ax.set(xlabel="latitude (degrees)", ylabel="temperature (°C)")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 7: Reading a table (1 point)
#
# Two numbers tell what $\alpha$ does: the **loss**, the mean over the nodes of the local losses,
# $\frac{1}{n} \sum_i \frac{1}{m_i} \lVert y_i - X_i w_i \rVert^2$ (eq-mean-local-loss), and the
# **total variation** $\sum_{\{i, j\} \in E} A_{ij} \lVert w_i - w_j \rVert^2$ (eq-total-variation).
# A tool that is given computes them for a list of models.


# %% tags=["given", "id:tool"]
def alpha_table(A, X, y, solutions):
    """Loss and total variation of K solutions, each of shape (n, d); returns a (K, 2) array."""
    table = []
    for W in solutions:
        loss = np.mean(
            [np.mean((y_i - X_i @ w_i) ** 2) for X_i, y_i, w_i in zip(X, y, W, strict=True)]
        )
        gaps = np.sum((W[:, None] - W[None]) ** 2, axis=-1)
        table.append([loss, np.sum(np.triu(A) * gaps)])
    return np.array(table)


# %% [markdown]
# Such a table lost its order and its column $\alpha$. All rows belong to the same data and graph.
# All but one are exact solutions of GTVMin, for different $\alpha > 0$; **one** is not: an
# iteration was stopped early, and what it had reached is no solution for any $\alpha$.
#
# Write `read_table(table)`. It returns the rows of the solutions in the order of growing $\alpha$,
# and the row that was stopped early. Which is which follows from what a solution minimises. If you
# know why, you need no other data. In the checks it is enough to compare rows two at a time.


# %% tags=["answer", "id:read-table"]
def read_table(table):
    """Rows of solutions by growing alpha, and the row that is no solution (prop-monotone).

    table: (K, 2) array, loss and total variation of each model;  K >= 3, no two entries are equal.
    Returns order, stopped: a (K - 1,) array of row numbers, and one row number.
    """
    ### BEGIN SOLUTION
    stopped = next(k for k, row in enumerate(table) if np.any(np.all(table < row, axis=1)))
    order = [k for k in np.argsort(table[:, 0]) if k != stopped]
    return order, stopped
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Compare two rows at a time: can both be solutions, if one has more of both numbers than the
# other? And of two solutions, whose alpha is larger?

# %% [markdown]
# By hand: the rows $(5, 2), (3, 12), (4, 6), (6, 1), (4.5, 7.5)$ are loss and total variation of
# five models.

# %% tags=["tests", "id:read-table-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(read_table, "flcourse.graph", "flcourse.gtvmin")

_table = np.array([[5.0, 2.0], [3.0, 12.0], [4.0, 6.0], [6.0, 1.0], [4.5, 7.5]])
_got = checks.parts(
    checks.call(read_table, _table),
    2,
    what="read_table",
    hint="return order, stopped (prop-monotone).",
)
checks.close(
    _got[1],
    4,
    what="the row that was stopped early",
    hint="which row can be no minimiser, whatever alpha is? (prop-monotone)",
    mistakes={
        "Its variation is the largest, but no row has less loss, so it may be a minimiser": 1,
        "Its loss is the largest, but no row has less variation, so it may be a minimiser": 3,
        "This row has less of both than the one that was stopped": 2,
        "Rows are counted from 0": 5,
    },
)
checks.shape(
    _got[0],
    (4,),
    what="order of read_table",
    hint="each solution once, without the row that was stopped (prop-monotone).",
    mistakes={"The row that was stopped early is among them": (5,)},
)
checks.close(
    _got[0],
    [1, 2, 0, 3],
    what="order of read_table",
    hint="what do loss and variation do when alpha grows? (prop-monotone)",
    mistakes={
        "This is the order of falling alpha": [3, 0, 2, 1],
        "These are the losses, not the rows": [3.0, 4.0, 5.0, 6.0],
        "This is the rank of each row, not the rows in order": [2, 0, 1, 3],
        "The rows are not ordered": [0, 1, 2, 3],
    },
)
### BEGIN HIDDEN TESTS


def _objectives(rng, n, alphas):
    """Loss and variation of exact solutions, d = 1, and of one that is stopped, last."""
    A = np.triu(rng.uniform(0.2, 4, (n, n)) * (rng.random((n, n)) < 0.6), 1)
    A = A + A.T
    means, spread = rng.normal(3, 2, n), rng.uniform(0.1, 2)
    L = np.diag(A.sum(axis=1)) - A
    models = [np.linalg.solve(np.eye(n) + alpha * L, means) for alpha in alphas]
    points = [[np.mean((w - means) ** 2) + spread, w @ L @ w] for w in models]
    while True:
        near = models[int(rng.integers(1, len(alphas)))] + rng.normal(0, 0.4, n)
        point = np.array([np.mean((near - means) ** 2) + spread, near @ L @ near])
        if np.any(np.all(np.array(points) < 0.98 * point, axis=1)):
            return np.array([*points, point])


_rng = checks.grading_rng("read-table")
for _K in [2, 3, 5, 8, 6, 4]:
    _rows = _objectives(_rng, 6, np.geomspace(0.02, 1.0, _K))
    _order = _rng.permutation(_K + 1)
    _place = np.argsort(_order)
    _got = checks.parts(
        checks.call(read_table, _rows[_order]),
        2,
        what="read_table",
        hint="return order, stopped (prop-monotone).",
    )
    checks.close(
        _got[1],
        _place[-1],
        what=f"the row that was stopped early, of {_K + 1}",
        hint="which row can be no minimiser, whatever alpha is? (prop-monotone)",
        mistakes={
            "Its variation is the largest, but its loss is the smallest": _place[0],
            "Its loss is the largest, but its variation is the smallest": _place[_K - 1],
        },
    )
    checks.close(
        _got[0],
        _place[:-1],
        what=f"order of read_table for {_K} solutions",
        hint="what do loss and variation do when alpha grows? (prop-monotone)",
        mistakes={"This is the order of falling alpha": _place[:-1][::-1]},
    )
### END HIDDEN TESTS

# %% [markdown]
# Study the stations: solve for a range of $\alpha$ and plot what is lost against what is gained.

# %%
alphas = np.logspace(-3, 3, 13)
solutions = np.array(
    [
        np.reshape(solve(*assemble(A, Q_list, q_list, np.array([alpha]), ones)), (n, 1))
        for alpha in alphas
    ]
)
table = alpha_table(A, X, y, solutions)
for alpha, (loss, variation) in zip(alphas, table, strict=True):
    print(f"alpha = {alpha:8.3f}   loss = {loss:7.3f}   total variation = {variation:9.3f}")

# %%
fig, ax = plt.subplots(figsize=(5, 3.5))
ax.plot(table[:, 1], table[:, 0], "o-")
ax.set(xscale="log", xlabel="total variation", ylabel="mean local loss (°C²)")
plt.show()

# %% [markdown]
# The same on other data: mean delays of flights from New York, at the airports where they land
# (`load_flights`). Fit on 14 days, and compare with the means of all *other* days. Airports count
# the same ($\rho_i = 1$) or by their rows. In the last column they have been dealt new places at
# random. Numbers are root mean square errors in minutes.

# %%
from flcourse.data import load_flights

flights = load_flights()
days = np.arange(364)
fit, new = flights.on(days[::26]), flights.on(days[days % 26 > 0])
seen = np.flatnonzero((fit.m > 0) & (new.m > 0))
X_air = [np.reshape(local_features(fit.y[i]), (-1, 1)) for i in seen]
terms = [local_terms(X_i, fit.y[i]) for X_i, i in zip(X_air, seen, strict=True)]
Q_air, q_air = [Q_i for Q_i, _ in terms], [q_i for _, q_i in terms]
truth = np.array([new.y[i].mean() for i in seen])
rows = fit.m[seen] / fit.m[seen].mean()
near = knn_graph(flights.latlon[seen], 5).toarray()
order = np.random.default_rng(0).permutation(len(seen))
cases = [(near, np.ones(len(seen))), (near, rows), (near[np.ix_(order, order)], rows)]
print("   alpha   alike   by rows   by rows, shuffled")
for alpha in [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]:
    models = [
        np.ravel(solve(*assemble(B, Q_air, q_air, np.array([alpha]), rho))) for B, rho in cases
    ]
    errors = [np.sqrt(np.mean((w - truth) ** 2)) for w in models]
    print(f"{alpha:8.3f}   {errors[0]:5.2f}   {errors[1]:7.2f}   {errors[2]:17.2f}")

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at your tables, your plot and your picture of the graph. About 300 words are enough:
#
# 1. What happens to loss and total variation as $\alpha$ grows from 0, and towards which values do
#    the $w_i$ of the stations tend for very large $\alpha$? Say why, and what the components have
#    to do with it.
# 2. Why should the loss in the table of the stations (loss and total variation) not choose
#    $\alpha$? What does the table of the airports (one choice of days, one shuffle) advise for
#    them, and what does its last column say about the map?
# 3. **Prove**, for the problem of task 5 with the same $\alpha > 0$ for all coordinates and any
#    weights $\rho_i \ge 0$: every solution $\widehat w$ and every vector $c$ satisfy
#    $\operatorname{TV}(\widehat W) \le \frac1\alpha \sum_i \frac{\rho_i}{m_i}
#    \lVert y_i - X_i c \rVert^2$. What follows for the distance of the $\widehat w_i$ from their
#    average, and which number of the graph does it need?
#
# | Points | for |
# |---|---|
# | ¼ | part 1: both directions, the limit, a reason for each, and the part of the components |
# | ¼ | part 2: why the first cannot choose; what the other says about $\alpha$ and about the map |
# | ¼ | part 3: the inequality, each step with its reason |
# | ¼ | part 3: what follows for the distance, and the number of the graph |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. At alpha = 0 each station keeps its own mean: the loss is least and the total variation
#    largest. As alpha grows, differences along edges cost more, so the variation falls towards 0
#    and the loss rises. In the limit no difference along an edge can remain: within each connected
#    component all w_i are equal, to the mean of the station means of that component. Components
#    share no edge, so nothing pulls their values together.
# 2. The loss is measured on the temperatures that the models were fitted to; alpha = 0 minimises
#    exactly this loss, so every other alpha must be worse on it. What counts is the error on data
#    that were held out, as in the table of the airports: there an alpha near 1 has the least error,
#    far below that of the smallest alpha. Shuffled places gain most of that, too: what helps an
#    airport with few rows is to be pulled towards others at all, and its true neighbours add a
#    little. That is one choice of days and one shuffle: others may show more of the map or nothing.
# 3. Let f be the objective. The models that are all equal to c have no variation, so their
#    objective is the sum of rho_i / m_i ||y_i - X_i c||^2. The solution minimises f, so f of the
#    solution is at most this. Weighted losses are not negative, so f of the solution is at least
#    alpha times its variation. Divide by alpha. The variation is at least lambda_2 times the sum of
#    the squared distances from the average (eq-lambda2-bound); if the graph is connected, lambda_2
#    is above 0, and that sum is at most 1 / (alpha lambda_2) times the loss of c. It is small for a
#    strong coupling, for a graph that hangs together well, and where some common c fits all nodes.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: the loss rises, the variation falls to 0, and each component tends to a value of its
#   own, since nothing couples components; half of it for both directions with their reasons, and
#   "they tend to one common value"
# - ¼, part 2: the stations' table measures the fit to the data that were fitted; days that were
#   held out choose alpha near 1; wrong neighbours help nearly as much; half of it for two of these
# - 0, part 2: "take the alpha where the curves cross"
# - ¼, part 3: compares the objective of the solution with that of equal models, and uses that
#   losses are not negative; half of it with one of the two steps
# - ¼, part 3: divides by lambda_2 of a connected graph, which bounds the sum of the squared
#   distances
# - ¼ of these: the inequality alone, or the consequence alone
# - half of the quarter for the inequality: with the true parameter as the only c
# ### END SOLUTION
