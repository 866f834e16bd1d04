# %% [markdown] tags=["assignment", "points:10"]
# # A temperature map: ridge regression and honest errors
#
# Somebody hands you temperatures from a hundred and more weather stations and asks for a map: the
# temperature at places that have no station. A flexible formula fits the stations perfectly and
# invents nonsense between them. In this assignment you tame it by ridge regression, and you find
# out how to choose, and to report, honestly. It belongs to the chapter *Empirical risk
# minimisation* of the book.
#
# **When you are done you can**
#
# - write a least-squares problem as $w^\top Q w + q^\top w$, also for rows that stand for many,
# - solve ridge regression for many $\alpha$, with and without a penalty on the intercept,
# - measure how well a model does on new data, and choose the split that asks your question,
# - say what the regularisation trades against what, in numbers.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 The empirical risk | `risk_terms` | 1 for rows that count once, 1 for any counts |
# | 2 Ridge path | `ridge_path` | 1 |
# | 3 A free intercept | `ridge_intercept` | 1 |
# | 4 Two errors | `error_table` | 1 |
# | 5 The picture | `error_plot` | 1 |
# | 6 Cross-validation | `cross_validation` | 1 for equal groups, 1 for any groups |
# | 7 Bias and variance | `bias_variance` | 1 |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.erm` holds finished answers: compare with them, but an answer that uses them,
# also renamed or in a helper, gets no points. The one exception is task 6, which says what you may
# take from there.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So a mistake costs the points of its own task alone. Any right method
# counts, and so does any sensible shape: a vector may be `(n,)` or `(n, 1)`. Numbers may deviate by
# $10^{-5}$ of the largest entry.
#
# Names such as `eq-ridge-normal` in docstrings and hints are labels of the chapter's formulas; a
# check that fails says which number the book prints. Before you hand in, restart the kernel and run
# all cells.

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import load_fmi
from flcourse.erm import fit

# %% [markdown]
# ## The data
#
# `load_fmi("simulated")` gives a simulated twin of a few days of hourly temperatures (°C) at
# stations of the Finnish Meteorological Institute. We put rows of all stations into one table, and
# take every 24th row, so that everything is fast:
#
# - `y[r]` is a temperature in °C, shape `(m,)`;
# - `station[r]` says at which station it was measured, shape `(m,)`;
# - `X[r]` holds the features, shape `(m, d)`: the hour, and products $u^a v^b$ of scaled latitude
#   and longitude up to degree 8. There is no column of ones.

# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
sizes = [len(y_i) for y_i in stations.y]
few = slice(None, None, 24)
station = np.repeat(np.arange(len(sizes)), sizes)[few]
y = np.concatenate(stations.y)[few]
time = np.concatenate(stations.timestamps)[few]
hours = (time - time.min()) / np.timedelta64(1, "h")
u, v = ((stations.latlon - [64.5, 25]) / [5, 6])[station].T
powers = [(a, b) for a in range(9) for b in range(9 - a) if a + b > 0]
X = np.column_stack([hours / 47.5 - 1, *(u**a * v**b for a, b in powers)])
print(f"{X.shape[0]} rows, {X.shape[1]} features, {len(sizes)} stations")

# %% [markdown]
# ## Task 1: The empirical risk (2 points)
#
# Row $r$ of a table stands for $c_r$ equal rows: someone has merged copies, and kept their number.
# With $M = \sum_r c_r$ rows in all, the empirical risk of the linear model $w^\top x$ is
#
# $$\widehat R(w) = \frac{1}{M} \sum_{r} c_r \bigl(y_r - w^\top x_r\bigr)^2
# \tag{eq-weighted-risk}$$
#
# If every row stands for itself, this is $\frac{1}{m} \lVert y - X w \rVert^2$, and expanding the
# square gives
#
# $$\widehat R(w) = w^\top Q w + q^\top w + \tfrac{1}{m} \lVert y \rVert^2, \quad
# Q = \tfrac{1}{m} X^\top X, \quad q = -\tfrac{2}{m} X^\top y. \tag{eq-erm-linear}$$
#
# Write `risk_terms(X, y, counts)`, which returns $Q$, $q$ and the constant, such that
# $\widehat R(w) = w^\top Q w + q^\top w + \text{constant}$. One point is for counts that are all 1,
# and one for any counts: whole numbers, at least 0, not all 0.


# %% tags=["answer", "id:risk-terms"]
def risk_terms(X, y, counts):
    """Quadratic, linear and constant term of the empirical risk (eq-weighted-risk).

    X: (m, d) array of features;  y: (m,) array of labels;  counts: (m,) array of integers >= 0.
    Returns Q, q, constant: a (d, d) array, a (d,) array and a number.
    """
    ### BEGIN SOLUTION
    share = counts / counts.sum()
    return (X.T * share) @ X, -2 * X.T @ (share * y), share @ y**2
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Divide the counts by their sum: row r then has the weight c_r / M, and all three results are sums
# with these weights. (X.T * weight) @ X weighs the rows in the matrix; where does the same weight
# go in q and in the constant?

# %% [markdown]
# By hand, all counts 1: the rows $(1, 1), (1, 3), (2, 0), (0, 2)$ with the labels $2, 4, 2, 2$ have
# $X^\top X = \begin{pmatrix} 6 & 4\\ 4 & 14 \end{pmatrix}$,
# $X^\top y = \begin{pmatrix} 10\\ 18 \end{pmatrix}$ and $\lVert y \rVert^2 = 28$.

# %% tags=["tests", "id:risk-terms-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(risk_terms, "flcourse.erm")

_X = np.array([[1.0, 1.0], [1.0, 3.0], [2.0, 0.0], [0.0, 2.0]])
_y = np.array([2.0, 4.0, 2.0, 2.0])
_Q, _q = np.array([[1.5, 1.0], [1.0, 3.5]]), np.array([-5.0, -9.0])
_got = checks.parts(
    checks.call(risk_terms, _X, _y, np.ones(4, dtype=int)),
    3,
    what="risk_terms",
    hint="return Q, q, constant (eq-erm-linear).",
)
checks.shape(
    _got[0],
    (2, 2),
    what="Q of risk_terms",
    hint="Q has a row and a column for each of the d features (eq-erm-linear).",
    mistakes={"This is X X^T, with a row for each sample": (4, 4)},
)
checks.close(
    _got[0],
    _Q,
    what="Q of risk_terms",
    hint="check the factor in front of X^T X (eq-erm-linear).",
    mistakes={
        "The factor 1/m is missing, this is a sum and no mean": 4 * _Q,
        "The factor is 1/m, not 2/m": 2 * _Q,
        "The factor is 1/m, not 1/(2m)": _Q / 2,
        "The factor is 1/m, not 1/(m - 1)": 4 / 3 * _Q,
        "This divides by m twice": _Q / 4,
        "The sign of Q is flipped": -_Q,
        "The features are centred, which eq-erm-linear does not do": [[0.5, -0.5], [-0.5, 1.25]],
    },
)
checks.close(
    _got[1],
    _q,
    what="q of risk_terms",
    hint="check sign and factor in front of X^T y (eq-erm-linear).",
    mistakes={
        "The sign of q is flipped": -_q,
        "The factor 1/m is missing": 4 * _q,
        "The factor is 2/m, the 2 is missing": _q / 2,
        "The sign of q is flipped, and the factor 2 is missing": -_q / 2,
        "Sign and factor -2/m are missing": -2 * _q,
    },
)
checks.close(
    _got[2],
    7.0,
    what="constant of risk_terms",
    hint="the constant is the risk of w = 0, the mean of the squared labels (eq-erm-linear).",
    mistakes={
        "The constant is missing": 0.0,
        "The factor 1/m is missing": 28.0,
        "This is the mean of the labels, not of their squares": 2.5,
        "This is the squared mean, not the mean of the squares": 6.25,
        "This is the variance of the labels, no mean is subtracted": 0.75,
        "This is the norm of y, not its square over m": 28**0.5,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y):
    """Expand the square row by row."""
    m, d = X.shape
    Q, q, constant = np.zeros((d, d)), np.zeros(d), 0.0
    for r in range(m):
        constant += y[r] ** 2 / m
        for a in range(d):
            q[a] -= 2 / m * X[r, a] * y[r]
            for b in range(d):
                Q[a, b] += X[r, a] * X[r, b] / m
    return Q, q, constant


_rng = checks.grading_rng("risk-terms")
for _m, _d in [(7, 1), (5, 3), (23, 2), (3, 4), (1, 2), (6, 6)]:
    _X, _y = _rng.normal(1, 2, (_m, _d)), _rng.normal(3, 2, _m)
    _Q, _q, _constant = _reference(_X, _y)
    _got = checks.parts(
        checks.call(risk_terms, _X, _y, np.ones(_m, dtype=int)),
        3,
        what="risk_terms",
        hint="return Q, q, constant (eq-erm-linear).",
    )
    _where = f"of risk_terms for {_m} samples and {_d} features"
    checks.close(
        _got[0],
        _Q,
        what=f"Q {_where}",
        hint="check the factor in front of X^T X (eq-erm-linear).",
        mistakes={
            "The factor 1/m is missing": _m * _Q,
            "The factor is 1/m, not 1/d": _m / _d * _Q,
        },
    )
    checks.close(
        _got[1],
        _q,
        what=f"q {_where}",
        hint="check sign and factor in front of X^T y (eq-erm-linear).",
        mistakes={"The sign of q is flipped": -_q, "The factor 1/m is missing": _m * _q},
    )
    checks.close(
        _got[2],
        _constant,
        what=f"constant {_where}",
        hint="the constant is the mean of the squared labels (eq-erm-linear).",
        mistakes={"The factor 1/m is missing": _m * _constant},
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, with counts: the row $(1, 0)$ with the label 4 stands for seven rows, and $(1, 2)$ with
# the label 8 for one. So $M = 8$, and
# $Q = \begin{pmatrix} 1 & \frac14\\ \frac14 & \frac12 \end{pmatrix}$, $q = (-9, -4)$, constant 22.

# %% tags=["tests", "id:risk-terms-counts-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(risk_terms, "flcourse.erm")

_X = np.array([[1.0, 0.0], [1.0, 2.0]])
_y = np.array([4.0, 8.0])
_c = np.array([7, 1])
_Q, _q = np.array([[1.0, 0.25], [0.25, 0.5]]), np.array([-9.0, -4.0])
_got = checks.parts(
    checks.call(risk_terms, _X, _y, _c),
    3,
    what="risk_terms",
    hint="return Q, q, constant (eq-weighted-risk).",
)
checks.close(
    _got[0],
    _Q,
    what="Q of risk_terms with counts",
    hint="row r counts c_r times, among M = 8 rows in all (eq-weighted-risk).",
    mistakes={
        "The counts are ignored": [[1.0, 1.0], [1.0, 2.0]],
        "The counts are ignored in the sum, but not in M": [[0.25, 0.25], [0.25, 0.5]],
        "M is the sum of the counts, not the number of rows": 4 * _Q,
        "The factor 1/M is missing, this is a sum and no mean": 8 * _Q,
        "The factor is 1/M, not 2/M": 2 * _Q,
        "The counts are squared": [[6.25, 0.25], [0.25, 0.5]],
        "The counts are squared, also in M": [[1.0, 0.04], [0.04, 0.08]],
        "Rows are divided by their counts, they should be multiplied": [[1 / 7, 0.25], [0.25, 0.5]],
        "This divides by M twice": _Q / 8,
        "This is X X^T, with a row for each sample": [[0.5, 0.5], [0.5, 2.5]],
        "The features are centred, which eq-weighted-risk does not do": [[0, 0], [0, 0.4375]],
    },
)
checks.close(
    _got[1],
    _q,
    what="q of risk_terms with counts",
    hint="row r counts c_r times, in q as well as in Q (eq-weighted-risk).",
    mistakes={
        "The counts are ignored": [-12.0, -16.0],
        "The counts are ignored in the sum, but not in M": [-3.0, -4.0],
        "M is the sum of the counts, not the number of rows": 4 * _q,
        "The factor 1/M is missing, this is a sum and no mean": 8 * _q,
        "The counts are squared": [-51.0, -4.0],
        "The sign of q is flipped": -_q,
        "The factor is 2/M, the 2 is missing": _q / 2,
    },
)
checks.close(
    _got[2],
    22.0,
    what="constant of risk_terms with counts",
    hint="row r counts c_r times, in the constant as well (eq-weighted-risk).",
    mistakes={
        "The counts are ignored": 40.0,
        "The counts are ignored in the sum, but not in M": 10.0,
        "M is the sum of the counts, not the number of rows": 88.0,
        "The factor 1/M is missing, this is a sum and no mean": 176.0,
        "The counts are squared": 106.0,
        "This is the mean of the labels, not of their squares": 4.5,
        "The constant is missing": 0.0,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, counts):
    """Expand the square of each copy of each row."""
    rows = [r for r in range(len(y)) for _ in range(counts[r])]
    d = X.shape[1]
    Q, q, constant = np.zeros((d, d)), np.zeros(d), 0.0
    for r in rows:
        constant += y[r] ** 2 / len(rows)
        for a in range(d):
            q[a] -= 2 / len(rows) * X[r, a] * y[r]
            for b in range(d):
                Q[a, b] += X[r, a] * X[r, b] / len(rows)
    return Q, q, constant


_rng = checks.grading_rng("risk-terms-counts")
for _m, _d in [(7, 1), (5, 3), (12, 2), (3, 4), (2, 2)]:
    _X, _y = _rng.normal(1, 2, (_m, _d)), _rng.normal(3, 2, _m)
    _c = _rng.integers(1, 6, _m)
    _c[: _m // 3] = 0
    _c[-1] = 7
    _Q, _q, _constant = _reference(_X, _y, _c)
    _got = checks.parts(
        checks.call(risk_terms, _X, _y, _c),
        3,
        what="risk_terms",
        hint="return Q, q, constant (eq-weighted-risk).",
    )
    _where = f"of risk_terms for {_m} rows that stand for {_c.sum()}, with {_d} features"
    checks.close(
        _got[0],
        _Q,
        what=f"Q {_where}",
        hint="row r counts c_r times, possibly not at all (eq-weighted-risk).",
        mistakes={"The counts are ignored": _reference(_X, _y, 0 * _c + 1)[0]},
    )
    checks.close(
        _got[1],
        _q,
        what=f"q {_where}",
        hint="row r counts c_r times, in q as well as in Q (eq-weighted-risk).",
        mistakes={"The counts are ignored": _reference(_X, _y, 0 * _c + 1)[1]},
    )
    checks.close(
        _got[2],
        _constant,
        what=f"constant {_where}",
        hint="row r counts c_r times, in the constant as well (eq-weighted-risk).",
        mistakes={"The counts are ignored": np.mean(_y**2)},
    )
### END HIDDEN TESTS

# %% [markdown]
# The risk of $w = 0$ is the constant. It is large, because a model without intercept that predicts
# 0 °C everywhere is a poor map of a Finnish winter.

# %%
Q, q, constant = risk_terms(X, y, np.ones(len(y), dtype=int))
print(f"risk of w = 0: {constant:.2f} °C²,  condition number of Q: {np.linalg.cond(Q):.1e}")

# %% [markdown]
# ## Task 2: Ridge path (1 point)
#
# Ridge regression makes large parameters expensive. For each $\alpha \ge 0$ it minimises
# $\frac{1}{m} \lVert y - X w \rVert^2 + \alpha \lVert w \rVert^2$, and the solution obeys
#
# $$\Bigl( \tfrac{1}{m} X^\top X + \alpha I_d \Bigr)\, \widehat w_\alpha = \tfrac{1}{m} X^\top y.
# \tag{eq-ridge-normal}$$
#
# Write `ridge_path(X, y, alphas)`, which solves it for every $\alpha$ of a list. For $\alpha = 0$
# the columns of $X$ are linearly independent, so that the solution is unique.


# %% tags=["answer", "id:ridge-path"]
def ridge_path(X, y, alphas):
    """Solutions of ridge regression (eq-ridge-normal) for K values of alpha.

    X: (m, d) array;  y: (m,) array;  alphas: (K,) array, each >= 0, in any order.
    Returns W: (K, d) array, row k belongs to alphas[k].
    """
    ### BEGIN SOLUTION
    m, d = X.shape
    return np.array(
        [np.linalg.solve(X.T @ X / m + alpha * np.eye(d), X.T @ y / m) for alpha in alphas]
    )
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# One np.linalg.solve for each alpha, with X.T @ X / m + alpha * np.eye(d) on the left. Forgetting
# the division by m on one of the two sides is the usual slip.

# %% [markdown]
# By hand: the rows $(1, 0)$ and $(1, 1)$ with the labels 1 and 4, each of them twice. Least squares
# gives $w = (1, 3)$: the labels are matched. With $\alpha = \frac12$ the system is
# $\begin{pmatrix} \frac32 & \frac12\\ \frac12 & 1 \end{pmatrix} w
# = \begin{pmatrix} \frac52\\ 2 \end{pmatrix}$, so $w = (1.2, 1.4)$: the second parameter shrinks
# and the first makes up for it. With $\alpha = 1$ it is $w = (1, 1)$.

# %% tags=["tests", "id:ridge-path-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(ridge_path, "flcourse.erm")

_X = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
_y = np.array([1.0, 4.0, 1.0, 4.0])
_Q, _b = np.array([[1.0, 0.5], [0.5, 0.5]]), np.array([2.5, 2.0])
_alphas = np.array([0.5, 0.0, 1.0])
_want = np.array([[1.2, 1.4], [1.0, 3.0], [1.0, 1.0]])


def _rows(weights, penalty):
    """Solutions with other weights in the place of alpha, another matrix in that of I."""
    return np.array([np.linalg.solve(_Q + weight * penalty, _b) for weight in weights])


_got = checks.call(ridge_path, _X, _y, _alphas)
checks.shape(
    _got,
    (3, 2),
    what="ridge_path",
    hint="row k holds the solution for alphas[k] (eq-ridge-normal).",
    mistakes={
        "Rows and columns are swapped": (2, 3),
        "This is one solution, there should be one for each alpha": (2,),
    },
)
checks.close(
    _got,
    _want,
    what="ridge_path",
    hint="solve (X^T X / m + alpha I) w = X^T y / m for each alpha (eq-ridge-normal).",
    mistakes={
        "alpha is ignored, this is least squares": _rows(0 * _alphas, np.eye(2)),
        "The rows are sorted by alpha, they should keep the order of alphas": _want[[1, 0, 2]],
        "The factor 1/m is missing, so alpha weighs m times too little": _rows(
            _alphas / 4, np.eye(2)
        ),
        "alpha is multiplied by m, but X^T X is divided by m": _rows(4 * _alphas, np.eye(2)),
        "alpha is halved": _rows(_alphas / 2, np.eye(2)),
        "alpha is doubled": _rows(2 * _alphas, np.eye(2)),
        "alpha is squared": _rows(_alphas**2, np.eye(2)),
        "alpha is added to every entry of the matrix, not to its diagonal only": _rows(
            _alphas, np.ones((2, 2))
        ),
        "The first parameter is not penalised": _rows(_alphas, np.diag([0, 1])),
        "The penalty is subtracted": _rows(-_alphas, np.eye(2)),
        "The right side is too large by the factor 2": 2 * _want,
        "The right side is too small by the factor 2": _want / 2,
        "The sign is flipped": -_want,
        "The solution of least squares is divided by 1 + alpha": [1, 3] / (1 + _alphas[:, None]),
        "X^T X is not divided by m, but X^T y is": _rows(_alphas / 4, np.eye(2)) / 4,
        "X^T X is divided by m, but X^T y is not": 4 * _want,
        "All rows belong to the first alpha": _want[[0, 0, 0]],
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, alphas):
    """Ridge regression as least squares on d more rows (eq-ridge-augmented)."""
    m, d = X.shape
    labels = np.concatenate([y, np.zeros(d)])
    more = [np.vstack([X, np.sqrt(alpha * m) * np.eye(d)]) for alpha in alphas]
    return np.array([np.linalg.lstsq(rows, labels, rcond=None)[0] for rows in more])


_rng = checks.grading_rng("ridge-path")
for _m, _d, _alphas in [
    (12, 3, [0.3, 0.0, 5.0, 0.01]),
    (40, 5, [2.0, 0.1]),
    (3, 6, [0.5, 4.0, 0.2]),  # fewer rows than features
    (9, 1, [0.0, 1.0, 0.2, 30.0, 7.0]),
    (1, 2, [0.7]),
]:
    _X, _y = _rng.normal(size=(_m, _d)), _rng.normal(2, 3, _m)
    _alphas = np.array(_alphas)
    checks.close(
        checks.call(ridge_path, _X, _y, _alphas),
        _reference(_X, _y, _alphas),
        what=f"ridge_path for {_m} rows, {_d} features and {len(_alphas)} values of alpha",
        hint="solve (X^T X / m + alpha I) w = X^T y / m for each alpha (eq-ridge-normal).",
        mistakes={
            "The factor 1/m is missing, so alpha weighs m times too little": _reference(
                _X, _y, _alphas / _m
            ),
            "alpha is multiplied by m, but X^T X is divided by m": _reference(_X, _y, _alphas * _m),
            "alpha is doubled": _reference(_X, _y, 2 * _alphas),
            "alpha is halved": _reference(_X, _y, _alphas / 2),
            "The rows are sorted by alpha": _reference(_X, _y, np.sort(_alphas)),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# See what $\alpha$ does to the 45 parameters. Cells like the next one are yours to change.

# %%
alphas = np.logspace(-8, 1, 19)
path = np.asarray(ridge_path(X, y - y.mean(), alphas))
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(alphas, path, color="0.6", linewidth=1)
ax.set(xscale="log", xlabel="α", ylabel="parameters", ylim=(-60, 60))
plt.show()

# %% [markdown]
# ## Task 3: A free intercept (1 point)
#
# Ridge regression pulls everything to zero, also the level of the temperatures; but 0 °C is no
# better a guess than 0 K. So we leave the intercept $b$ out of the penalty:
#
# $$\min_{w,\, b} \; \frac{1}{m} \sum_r \bigl(y_r - b - w^\top x_r\bigr)^2
# + \alpha \lVert w \rVert^2. \tag{eq-ridge-intercept}$$
#
# Which $b$ is best for a given $w$? Put it in, and a problem without intercept is left. Write
# `ridge_intercept(X, y, alpha)` for $\alpha > 0$. There is no column of ones in `X`.


# %% tags=["answer", "id:ridge-intercept"]
def ridge_intercept(X, y, alpha):
    """Ridge regression whose intercept costs nothing (eq-ridge-intercept).

    X: (m, d) array, without a column of ones;  y: (m,) array;  alpha: number > 0.
    Returns w, b: a (d,) array and a number.
    """
    ### BEGIN SOLUTION
    m, d = X.shape
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z / m + alpha * np.eye(d), Z.T @ (y - y.mean()) / m)
    return w, y.mean() - X.mean(axis=0) @ w
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Set the derivative by b to zero: b is the mean of y minus the mean row of X times w. Put that in,
# and the means leave features and labels: solve for w with centred X and y, then compute b.

# %% [markdown]
# By hand: the rows $(0, 0), (4, 0), (0, 2), (4, 2)$ with the labels $1, 5, 3, 11$ have the means
# $\bar x = (2, 1)$ and $\bar y = 5$. Of the centred rows, $\frac14 X^\top X$ is diagonal with the
# entries 4 and 1, and $\frac14 X^\top y = (6, 2)$. So $\alpha = 1$ gives $w = (1.2, 1)$ and
# $b = 5 - 2 \cdot 1.2 - 1 = 1.6$.

# %% tags=["tests", "id:ridge-intercept-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(ridge_intercept, "flcourse.erm")

_X = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0], [4.0, 2.0]])
_y = np.array([1.0, 5.0, 3.0, 11.0])
_Z1 = np.column_stack([_X, np.ones(4)])
_penalised = np.linalg.solve(_Z1.T @ _Z1 / 4 + np.eye(3), _Z1.T @ _y / 4)
_plain = np.linalg.solve(_X.T @ _X / 4 + np.eye(2), _X.T @ _y / 4)
_labels_only = np.linalg.solve(_X.T @ _X / 4 + np.eye(2), _X.T @ (_y - 5) / 4)
_got = checks.parts(
    checks.call(ridge_intercept, _X, _y, 1.0),
    2,
    what="ridge_intercept",
    hint="return w, b (eq-ridge-intercept).",
)
checks.shape(
    _got[0],
    (2,),
    what="w of ridge_intercept",
    hint="w has a parameter for each column of X, b comes separately (eq-ridge-intercept).",
    mistakes={
        "The intercept is part of w, return it by itself": (3,),
        "The two results come in the other order": (),
    },
)
checks.close(
    _got[0],
    [1.2, 1.0],
    what="w of ridge_intercept",
    hint="subtract the means from features and labels, then solve eq-ridge-intercept for w.",
    mistakes={
        "The intercept is penalised too": _penalised[:2],
        "There is no intercept in the fit": _plain,
        "The labels are centred, the features are not": _labels_only,
        "alpha is ignored, this is least squares": [1.5, 2.0],
        "The features are divided by their standard deviations": [1.5, 1.0],
        "The features are divided by their standard deviations before alpha is added": [0.75, 1.0],
        "One mean is subtracted from all of X, each column has its own": np.linalg.solve(
            (_X - 1.5).T @ (_X - 1.5) / 4 + np.eye(2), (_X - 1.5).T @ (_y - 5) / 4
        ),
        "The factor 1/m is missing, so alpha weighs m times too little": [6 / 4.25, 1.6],
        "alpha is multiplied by m, but X^T X is divided by m": [0.75, 0.4],
        "alpha is doubled": [1.0, 2 / 3],
        "alpha is halved": [6 / 4.5, 2 / 1.5],
    },
)
checks.close(
    _got[1],
    1.6,
    what="b of ridge_intercept",
    hint="for a given w the best b is the mean of y_r - w^T x_r (eq-ridge-intercept).",
    mistakes={
        "This is the mean of the labels, the mean of w^T x is not subtracted": 5.0,
        "The intercept is missing": 0.0,
        "The intercept is penalised too": _penalised[2],
        "The sign of w^T x is flipped": 8.4,
        "This is the first residual, not their mean": 1.0,
        "The intercept is divided by 1 + alpha, but it is not penalised": 0.8,
        "The sign is flipped": -1.6,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, alpha, on_intercept=0.0):
    """One system for w and b together, with a penalty of its own on b."""
    m, d = X.shape
    rows = np.column_stack([X, np.ones(m)])
    penalty = np.diag([alpha] * d + [on_intercept])
    both = np.linalg.solve(rows.T @ rows / m + penalty, rows.T @ y / m)
    return both[:d], both[d]


_rng = checks.grading_rng("ridge-intercept")
for _m, _d, _alpha in [(20, 3, 0.4), (9, 1, 3.0), (4, 6, 0.7), (31, 2, 0.05), (12, 4, 40.0)]:
    _X = _rng.normal(_rng.normal(0, 2, _d), 1, (_m, _d))
    _y = _rng.normal(8, 3, _m)
    _w, _b = _reference(_X, _y, _alpha)
    _w_bad, _b_bad = _reference(_X, _y, _alpha, _alpha)
    _got = checks.parts(
        checks.call(ridge_intercept, _X, _y, _alpha),
        2,
        what="ridge_intercept",
        hint="return w, b (eq-ridge-intercept).",
    )
    _where = f"of ridge_intercept for {_m} rows, {_d} features and alpha = {_alpha}"
    checks.close(
        _got[0],
        _w,
        what=f"w {_where}",
        hint="subtract the means from features and labels, then solve eq-ridge-intercept for w.",
        mistakes={"The intercept is penalised too": _w_bad},
    )
    checks.close(
        _got[1],
        _b,
        what=f"b {_where}",
        hint="for a given w the best b is the mean of y_r - w^T x_r (eq-ridge-intercept).",
        mistakes={
            "The intercept is penalised too": _b_bad,
            "This is the mean of the labels, the mean of w^T x is not subtracted": _y.mean(),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# For very large $\alpha$ only the intercept is left, and every prediction is the mean temperature.

# %%
for alpha in [1e-4, 1.0, 1e4]:
    w, b = ridge_intercept(X, y, alpha)
    predictions = X @ np.ravel(w) + b
    print(f"alpha = {alpha:6g}: predictions from {predictions.min():6.2f}", end=" ")
    print(f"to {predictions.max():6.2f} °C, their mean {predictions.mean():.2f} °C")

# %% [markdown]
# ## Task 4: Two errors (1 point)
#
# The training error is computed on the rows that were fitted, the validation error on rows that
# were held out:
#
# $$\frac{1}{m} \lVert y - X w \rVert^2 \quad\text{and}\quad
# \frac{1}{\lvert \mathcal V \rvert} \sum_{r \in \mathcal V} \bigl( y_r - w^\top x_r \bigr)^2.
# \tag{eq-validation-error}$$
#
# Neither contains the penalty $\alpha \lVert w \rVert^2$: it belongs to the fit, not to the report.
# Write `error_table(W, X_train, y_train, X_val, y_val)`. Row $k$ of `W` holds the parameters of
# model $k$; they are given to the function, it fits nothing.


# %% tags=["answer", "id:error-table"]
def error_table(W, X_train, y_train, X_val, y_val):
    """Training and validation error (eq-validation-error) of K linear models.

    W: (K, d) array;  X_train: (m, d), y_train: (m,);  X_val: (v, d), y_val: (v,) arrays.
    Returns a (K, 2) array: row k holds training error and validation error of model k.
    """
    ### BEGIN SOLUTION
    train = np.mean((y_train - W @ X_train.T) ** 2, axis=1)
    return np.column_stack([train, np.mean((y_val - W @ X_val.T) ** 2, axis=1)])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# W @ X.T has a row for each model and a column for each row of the data. Subtract it from the
# labels, square, and take the mean over axis=1; np.column_stack puts the two errors side by side.

# %% [markdown]
# By hand: training rows $x = 1, 2$ with the labels $1, 3$, and validation rows $x = 1, 3, 0, 2$
# with the labels $2, 4, 1, 3$. The model $w = 1$ has the training errors $0, 1$ and the validation
# errors $1, 1, 1, 1$, so its row is $\frac12, 1$. The rows of $w = 2$ and $w = 0$ are
# $1, \frac32$ and $5, \frac{15}{2}$.

# %% tags=["tests", "id:error-table-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(error_table, "flcourse.erm")

_train = np.array([[1.0], [2.0]]), np.array([1.0, 3.0])
_val = np.array([[1.0], [3.0], [0.0], [2.0]]), np.array([2.0, 4.0, 1.0, 3.0])
_want = np.array([[0.5, 1.0], [1.0, 1.5], [5.0, 7.5]])
_got = checks.call(error_table, np.array([[1.0], [2.0], [0.0]]), *_train, *_val)
checks.shape(
    _got,
    (3, 2),
    what="error_table",
    hint="a row for each model, a column for each of the two errors (eq-validation-error).",
    mistakes={"Rows and columns are swapped": (2, 3)},
)
checks.close(
    _got,
    _want,
    what="error_table",
    hint="mean of the squared errors, of each part by itself (eq-validation-error).",
    mistakes={
        "The columns are swapped, training comes first": _want[:, ::-1],
        "These are sums, not means": _want * [2, 4],
        "Both columns hold the training error": _want[:, [0, 0]],
        "Both columns hold the validation error": _want[:, [1, 1]],
        "The validation error is divided by the number of training rows": _want * [1, 2],
        "These are roots of the mean squared errors": _want**0.5,
        "The errors are halved": _want / 2,
        "The errors are not squared": [[0.5, 1.0], [1.0, 1.0], [2.0, 2.5]],
        "This squares the mean error, it should be the mean of the squares": [
            [0.25, 1.0],
            [1.0, 0.25],
            [4.0, 6.25],
        ],
        "The second column holds the difference of the errors, not the validation error": [
            [0.5, 0.5],
            [1.0, 0.5],
            [5, 2.5],
        ],
        "The second column holds the error on all rows together, not on those held out": [
            [0.5, 5 / 6],
            [1.0, 8 / 6],
            [5.0, 40 / 6],
        ],
        "The square of w is added, but no penalty belongs here": np.add(
            _want, [[1.0], [4.0], [0.0]]
        ),
        "The models are fitted again, but W is given": [[0.1, 0.36], [0.1, 0.36], [0.1, 0.36]],
        "Predictions are added to the labels, not subtracted": [
            [14.5, 21.0],
            [29.0, 41.5],
            [5.0, 7.5],
        ],
    },
)
### BEGIN HIDDEN TESTS


def _error(w, X, y):
    """Mean squared error, row by row."""
    total = 0.0
    for r in range(len(y)):
        total += (y[r] - sum(X[r] * w)) ** 2
    return total / len(y)


_rng = checks.grading_rng("error-table")
for _K, _d, _m, _v in [(4, 3, 10, 5), (1, 2, 3, 8), (6, 1, 7, 1), (3, 5, 4, 30)]:
    _W = _rng.normal(size=(_K, _d))
    _train = _rng.normal(size=(_m, _d)), _rng.normal(2, 2, _m)
    _val = _rng.normal(size=(_v, _d)), _rng.normal(2, 2, _v)
    _want = np.array([[_error(_w, *_train), _error(_w, *_val)] for _w in _W])
    checks.close(
        checks.call(error_table, _W, *_train, *_val),
        _want,
        what=f"error_table of {_K} models with {_m} training and {_v} validation rows",
        hint="mean of the squared errors, of each part by itself (eq-validation-error).",
        mistakes={
            "The columns are swapped, training comes first": _want[:, ::-1],
            "These are sums, not means": _want * [_m, _v],
            "Errors are divided by the number of features": _want * [_m / _d, _v / _d],
            "The validation error is divided by the number of training rows": _want * [1, _v / _m],
            "All rows belong to the first model": _want[np.zeros(_K, dtype=int)],
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Suppose that only a sixth of the rows had been recorded, chosen at random. Fit these rows for each
# $\alpha$, hold out the others, and tabulate.

# %%
held_out = np.random.default_rng(2).random(len(y)) > 1 / 6
mean = y[~held_out].mean()
training, validation = (X[~held_out], y[~held_out] - mean), (X[held_out], y[held_out] - mean)
table = np.asarray(error_table(ridge_path(*training, alphas), *training, *validation))
for alpha, errors in zip(alphas[::3], table[::3], strict=True):
    print(f"alpha = {alpha:8.1e}   training {errors[0]:6.2f}   validation {errors[1]:6.2f} °C²")

# %% [markdown]
# ## Task 5: The picture (1 point)
#
# A table is for looking up, a picture is for seeing. Write `error_plot(alphas, table)`, which says
# what is to be drawn, as a dictionary of plain values; a cell below draws it. It holds
#
# - `"x"`: the values of $\alpha$ in increasing order. A line through points in another order is a
#   scribble. And a logarithmic axis has no place for $\alpha = 0$: leave its row out, if there is
#   one;
# - `"training"`, `"validation"`: the two errors (eq-validation-error) that belong to them, the
#   columns 0 and 1 of the table;
# - `"best"`: the drawn $\alpha$ with the smallest validation error, for a mark in the picture;
# - `"xscale"`: `"log"` or `"linear"`, whichever suits values such as $10^{-4}, 10^{-3}, \dots, 10$;
# - `"xlabel"`, `"ylabel"`: what the axes show. The first has no unit, name it `α` or `alpha`. The
#   labels were temperatures in °C, so the second needs the unit of a squared one: `°C²` or `°C^2`.


# %% tags=["answer", "id:error-plot"]
def error_plot(alphas, table):
    """What a plot of training and validation error (eq-validation-error) over alpha shows.

    alphas: (K,) array, each >= 0, in any order;  table: (K, 2) array, row k for alphas[k].
    Returns a dict: x, training, validation: arrays of the same length;  best: a number;
    xscale, xlabel, ylabel: strings.
    """
    ### BEGIN SOLUTION
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.argsort(alphas) gives the order; leave out where alpha is 0, and take x and both columns of the
# table in this one order. The best alpha is x at the np.argmin of the validation errors that are
# drawn. Squared temperatures are not in °C.

# %% tags=["tests", "id:error-plot-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(error_plot, "flcourse.erm")

_alphas = np.array([1.0, 0.0, 100.0, 10.0, 0.1])
_table = np.array([[3.0, 5.0], [1.0, 20.0], [8.0, 9.0], [5.0, 4.0], [2.0, 7.0]])
_got = checks.call(error_plot, _alphas, _table)
checks.holds(
    isinstance(_got, dict),
    what="error_plot",
    expected="a dictionary such as {'x': ...}",
    got=_got,
    hint="one entry for each thing that is drawn (eq-validation-error).",
)
for _key in ["x", "training", "validation", "best", "xscale", "xlabel", "ylabel"]:
    checks.holds(
        _key in _got,
        what="error_plot",
        expected=f"an entry {_key!r}",
        got=sorted(str(_name) for _name in _got),
        hint="one entry for each thing that is drawn (eq-validation-error).",
    )
checks.close(
    _got["x"],
    [0.1, 1.0, 10.0, 100.0],
    what="x of error_plot",
    hint="increasing alphas without 0, for a line through the errors (eq-validation-error).",
    mistakes={
        "The alphas are not sorted, alpha = 0 is still there": _alphas,
        "The alphas are not sorted": [1.0, 100.0, 10.0, 0.1],
        "alpha = 0 is still there, a logarithmic axis cannot show it": [0.0, 0.1, 1.0, 10.0, 100.0],
        "The alphas are in decreasing order": [100.0, 10.0, 1.0, 0.1],
        "These are logarithms, the axis takes care of that": [-1.0, 0.0, 1.0, 2.0],
        "The smallest alpha is left out, but it is not 0": [1.0, 10.0, 100.0],
    },
)
for _name, _want, _other in [
    ("training", [2.0, 3.0, 5.0, 8.0], [7.0, 5.0, 4.0, 9.0]),
    ("validation", [7.0, 5.0, 4.0, 9.0], [2.0, 3.0, 5.0, 8.0]),
]:
    checks.close(
        _got[_name],
        _want,
        what=f"{_name} of error_plot",
        hint="the errors (eq-validation-error) in the same order as x.",
        mistakes={
            "Training and validation are swapped": _other,
            "x is sorted, but the errors are not": _table[[0, 2, 3, 4], int(_name > "training")],
            "The errors are sorted by themselves, they should follow x": np.sort(_want),
        },
    )
checks.close(
    _got["best"],
    10.0,
    what="best of error_plot",
    hint="the alpha with the smallest validation error (eq-validation-error).",
    mistakes={
        "This is the alpha with the smallest training error, which never chooses": 0.1,
        "This is alpha = 0, the best by training error": 0.0,
        "This is an index, not a value of alpha": 2.0,
        "This is an index into the unsorted alphas, not a value of alpha": 3.0,
        "This is the error, not the alpha": 4.0,
        "This is the worst alpha": 100.0,
    },
)
checks.holds(
    str(_got["xscale"]).strip().lower() in {"log", "symlog"},
    what="xscale of error_plot",
    expected="'log', a linear axis pushes all small alphas to one place",
    got=_got["xscale"],
    hint="the alphas span powers of ten, the errors (eq-validation-error) change between them.",
)
checks.holds(
    any(_word in str(_got["xlabel"]).lower() for _word in ["α", "alpha", "𝛼"]),
    what="xlabel of error_plot",
    expected="the name of what the axis shows, α or alpha",
    got=_got["xlabel"],
    hint="x holds the alphas of eq-ridge-normal.",
)
_unit = "".join(_sign for _sign in str(_got["ylabel"]).lower() if _sign not in " ${}^()[]\\*")
_squares = ["c²", "c2", "celsius²", "celsius2", "csquared", "celsiussquared", "k²", "k2"]
_words = ["squaredegree", "squareddegree", "degree2", "degrees2", "degreessquared", "degree²"]
checks.holds(
    any(_square in _unit for _square in [*_squares, *_words]),
    what="ylabel of error_plot",
    expected="the name and the unit of the errors, °C²",
    got=_got["ylabel"],
    hint="the mean of squared temperatures (eq-validation-error) has the unit °C².",
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("error-plot")
for _K, _zeros in [(6, 1), (9, 0), (2, 1), (12, 1)]:
    _alphas = 10 ** _rng.uniform(-5, 3, _K)
    _alphas[: _zeros * (_K // 2)][-1:] = 0.0
    _table = _rng.uniform(1, 30, (_K, 2))
    _table[_alphas == 0] = 0.5
    _pairs = sorted((_alpha, *_row) for _alpha, _row in zip(_alphas, _table, strict=True))
    _want = np.array([_row for _row in _pairs if _row[0] > 0]).T
    _got = checks.call(error_plot, _alphas, _table)
    checks.holds(
        isinstance(_got, dict) and {"x", "training", "validation", "best"} <= set(_got),
        what="error_plot",
        expected="a dictionary with x, training, validation and best",
        got=_got,
        hint="one entry for each thing that is drawn (eq-validation-error).",
    )
    _where = f"of error_plot for {_K} random alphas, {_zeros} of them 0"
    # An entry may be far smaller than the largest: compare logarithms.
    _x = checks.numbers(_got["x"], what=f"x {_where}", hint="see eq-validation-error.")
    checks.close(
        np.log(np.maximum(_x, 1e-300)),
        np.log(_want[0]),
        what=f"logarithms of x {_where}",
        hint="increasing alphas without 0, one for each error (eq-validation-error).",
    )
    for _row, _name in [(1, "training"), (2, "validation")]:
        checks.close(
            _got[_name],
            _want[_row],
            what=f"{_name} {_where}",
            hint="the errors (eq-validation-error) in the same order as x.",
        )
    checks.close(
        _got["best"],
        _want[0, np.argmin(_want[2])],
        what=f"best {_where}",
        hint="the drawn alpha with the smallest validation error (eq-validation-error).",
    )
### END HIDDEN TESTS

# %% [markdown]
# This draws what your function says.

# %%
shown = error_plot(alphas, table)
fig, ax = plt.subplots(figsize=(5, 3.2))
ax.plot(shown["x"], shown["training"], "o-", markersize=3, label="training")
ax.plot(shown["x"], shown["validation"], "o-", markersize=3, label="validation")
ax.axvline(shown["best"], color="0.6", linestyle="--", label=f"best, {shown['best']:.1e}")
ax.set(xscale=shown["xscale"], yscale="log", xlabel=shown["xlabel"], ylabel=shown["ylabel"])
ax.legend()
plt.show()

# %% [markdown]
# ## Task 6: Cross-validation (2 points)
#
# One random split is a noisy adviser. Cross-validation takes turns: every row $r$ has a group
# $g_r$; for each group $g$ the model $\widehat w^{(-g)}$ is fitted to all rows *outside* the group
# and predicts the rows inside. The mean over all $m$ rows is
#
# $$\widehat R_{\text{CV}} = \frac{1}{m} \sum_{r}
# \bigl( y_r - x_r^\top \widehat w^{(-g_r)} \bigr)^2. \tag{eq-cross-validation}$$
#
# Write `cross_validation(X, y, groups, alphas)`, which returns this error for ridge regression
# without intercept with each $\alpha$, and the $\alpha$ with the smallest one. Here you may call
# `fit(X, y, alpha)` of `flcourse.erm`, imported above: it returns $\widehat w_\alpha$ of
# eq-ridge-normal for the rows that it is given. One point is for groups `0, 1, …` of the same size,
# and one for any groups: of different sizes, named by any integers, in any order.


# %% tags=["answer", "id:cross-validation"]
def cross_validation(X, y, groups, alphas):
    """Cross-validation errors of ridge regression, and the best alpha (eq-cross-validation).

    X: (m, d) array;  y: (m,) array;  groups: (m,) array of integers, at least two different ones.
    alphas: (K,) array, each >= 0, in any order.
    Returns errors, best: a (K,) array, entry k for alphas[k], and a number.
    """
    ### BEGIN SOLUTION
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[np.argmin(errors)]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Loop over np.unique(groups): inside = groups == g are the rows to predict, ~inside those to fit.
# Add the squared errors of all rows and divide once by m at the end; a mean of the groups' means
# gives small groups too much weight.

# %% [markdown]
# By hand, $x = 1$, so that $\widehat w_\alpha$ is the mean label divided by $1 + \alpha$. The
# labels $0, 4, 2, 6$ belong to the groups $0, 1, 0, 1$. Without group 0 the mean is 5, and without
# group 1 it is 1. So $\alpha = 0$ gives the squared errors $25, 9, 9, 25$ with the mean 17, and
# $\alpha = 1$, where the predictions are 2.5 and 0.5, gives 12.25. With $\alpha = 4$ it is 12.52.

# %% tags=["tests", "id:cross-validation-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(cross_validation, "flcourse.erm", but={"flcourse.erm.fit"})

_X, _y = np.ones((4, 1)), np.array([0.0, 4.0, 2.0, 6.0])
_alphas, _want = np.array([0.0, 4.0, 1.0]), np.array([17.0, 12.52, 12.25])


def _errors(means, divide):
    """Mean squared error if the rows are predicted by these means, divided by 1 + alpha or so."""
    shrink = np.array([divide(alpha) for alpha in _alphas])[:, None]
    return np.mean((_y - np.array(means) / shrink) ** 2, axis=1)


_got = checks.parts(
    checks.call(cross_validation, _X, _y, np.array([0, 1, 0, 1]), _alphas),
    2,
    what="cross_validation",
    hint="return errors, best (eq-cross-validation).",
)
checks.shape(
    _got[0],
    (3,),
    what="errors of cross_validation",
    hint="one mean for each alpha (eq-cross-validation).",
    mistakes={
        "There is an error for each group, take the mean": (3, 2),
        "There is an error for each row, take the mean": (3, 4),
        "This is one number, the results may be swapped": (),
    },
)
checks.close(
    _got[0],
    _want,
    what="errors of cross_validation",
    hint="fit the rows outside the group, predict those inside (eq-cross-validation).",
    mistakes={
        "This is the training error, the group is not left out": _errors(
            [3, 3, 3, 3], lambda a: 1 + a
        ),
        "Each group is predicted by a model that was fitted to it, not to the others": _errors(
            [1, 5, 1, 5], lambda a: 1 + a
        ),
        "Each row is left out alone, not with its group": _errors((12 - _y) / 3, lambda a: 1 + a),
        "The groups are taken as blocks of neighbouring rows": _errors(
            [4, 4, 2, 2], lambda a: 1 + a
        ),
        "This is the sum over the rows, not their mean": 4 * _want,
        "The errors are summed over the groups, each counts as a mean": 2 * _want,
        "These are roots of the errors": _want**0.5,
        "The errors are halved": _want / 2,
        "Only the first group is held out": [17.0, 1.0, 3.25],
        "Only the last group is held out": [17.0, 24.04, 21.25],
        "The penalty is too small, X^T X must be divided by the number of fitted rows": _errors(
            [5, 1, 5, 1], lambda a: 1 + a / 2
        ),
        "The penalty is too large, divide X^T X by the number of fitted rows, not of all": _errors(
            [5, 1, 5, 1], lambda a: 1 + 2 * a
        ),
        "alpha is ignored": _errors([5, 1, 5, 1], lambda a: 1.0),
        "The penalty is added to the error": [17.0, 14.6, 15.5],
        "The errors are in the order of increasing alphas": _want[[0, 2, 1]],
        "The errors are not squared": [4.0, 2.9, 3.0],
    },
)
checks.close(
    _got[1],
    1.0,
    what="best of cross_validation",
    hint="the alpha with the smallest error (eq-cross-validation).",
    mistakes={
        "This is an index, not a value of alpha": 2.0,
        "This is the error, not the alpha": 12.25,
        "This is the alpha of the largest error": 0.0,
        "This is the largest alpha": 4.0,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, groups, alphas):
    """Row by row: leave its group out, solve least squares on d more rows, predict it."""
    m, d = X.shape
    errors = []
    for alpha in alphas:
        total = 0.0
        for r in range(m):
            rest = [s for s in range(m) if groups[s] != groups[r]]
            more = np.vstack([X[rest], np.sqrt(alpha * len(rest)) * np.eye(d)])
            w = np.linalg.lstsq(more, np.concatenate([y[rest], np.zeros(d)]), rcond=None)[0]
            total += (y[r] - sum(X[r] * w)) ** 2
        errors.append(total / m)
    return np.array(errors)


_rng = checks.grading_rng("cross-validation")
for _m, _d, _k, _alphas in [
    (12, 2, 3, [0.1, 3.0, 0.0, 0.7]),
    (10, 3, 5, [0.02, 0.5, 9.0]),
    (8, 1, 8, [4.0, 0.3]),
]:
    _X = _rng.normal(size=(_m, _d))
    _y = _X @ _rng.normal(0, 1, _d) + _rng.normal(size=_m)
    _groups, _alphas = _rng.permutation(np.arange(_m) % _k), np.array(_alphas)
    _want = _reference(_X, _y, _groups, _alphas)
    _got = checks.parts(
        checks.call(cross_validation, _X, _y, _groups, _alphas),
        2,
        what="cross_validation",
        hint="return errors, best (eq-cross-validation).",
    )
    _where = f"of cross_validation for {_m} rows in {_k} groups of the same size"
    checks.close(
        _got[0],
        _want,
        what=f"errors {_where}",
        hint="fit the rows outside the group, predict those inside (eq-cross-validation).",
        mistakes={
            "This is the sum over the rows, not their mean": _m * _want,
            "The errors are summed over the groups, each counts as a mean": _k * _want,
            "The groups are taken as blocks of neighbouring rows": _reference(
                _X, _y, np.sort(_groups), _alphas
            ),
            "The errors are in the order of increasing alphas": _want[np.argsort(_alphas)],
        },
    )
    checks.close(
        _got[1],
        _alphas[np.argmin(_want)],
        what=f"best {_where}",
        hint="the alpha with the smallest error (eq-cross-validation).",
        mistakes={"This is an index, not a value of alpha": np.argmin(_want)},
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, $x = 1$ again: group 7 has the labels $0, 0, 0$, group $-3$ has $5, 5$, and group 10 has
# 8. Without them the means are 6, 2 and 2. So $\alpha = 0$ gives the mean
# $\frac16 (3 \cdot 36 + 2 \cdot 9 + 36) = 27$. Each *row* counts the same, not each group.

# %% tags=["tests", "id:cross-validation-groups-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(cross_validation, "flcourse.erm", but={"flcourse.erm.fit"})

_X = np.ones((6, 1))
_groups = np.array([7, -3, 7, 10, -3, 7])
_y = np.array([0.0, 5.0, 0.0, 8.0, 5.0, 0.0])
_alphas, _want = np.array([9.0, 3.0, 0.0, 1.0]), np.array([18.0, 17.25, 27.0, 18.0])


def _errors(means, more=1.0):
    """Squared errors if the rows are predicted by these means over 1 + more * alpha."""
    return (_y - np.array(means) / (1 + np.multiply(more, _alphas[:, None]))) ** 2


_means = [6, 2, 6, 2, 2, 6]
_fitted = np.array([3, 4, 3, 5, 4, 3])
_squares = _errors(_means)
_penalty = _alphas[:, None] * (np.array(_means) / (1 + _alphas[:, None])) ** 2
_got = checks.parts(
    checks.call(cross_validation, _X, _y, _groups, _alphas),
    2,
    what="cross_validation",
    hint="return errors, best (eq-cross-validation).",
)
checks.shape(
    _got[0],
    (4,),
    what="errors of cross_validation",
    hint="one mean for each alpha (eq-cross-validation).",
    mistakes={"There is an error for each group, take the mean over the rows": (4, 3)},
)
checks.close(
    _got[0],
    _want,
    what="errors of cross_validation for groups of different sizes",
    hint="the mean over all rows, each left out with its group (eq-cross-validation).",
    mistakes={
        "Each group counts the same, but each row should": _squares[:, [0, 1, 3]].mean(axis=1),
        "No group is held out, their names need not be 0, 1, 2": np.zeros(4),
        "Groups below 0 are not held out, their names need not be 0, 1, 2": _squares[
            :, _groups > 0
        ].sum(axis=1)
        / 6,
        "This is the sum over the rows, not their mean": 6 * _want,
        "The errors are summed over the groups, each counts as a mean": _squares[:, [0, 1, 3]].sum(
            axis=1
        ),
        "This is the training error, no group is left out": _errors([3] * 6).mean(axis=1),
        "Each group is predicted by a model that was fitted to it, not to the others": _errors(
            _y
        ).mean(axis=1),
        "Each row is left out alone, not with its group": _errors((18 - _y) / 5).mean(axis=1),
        "The groups are taken as blocks of neighbouring rows": _errors(
            [13 / 4] * 2 + [10 / 4] * 2 + [13 / 4] * 2
        ).mean(axis=1),
        "Only the last group is held out": _squares[:, 3],
        "The penalty is too small, X^T X must be divided by the number of fitted rows": _errors(
            _means, 1 / _fitted
        ).mean(axis=1),
        "The penalty is too large, divide X^T X by the number of fitted rows, not of all": _errors(
            _means, 6 / _fitted
        ).mean(axis=1),
        "The penalty is added to the error": (_squares + _penalty).mean(axis=1),
        "The errors are in the order of increasing alphas": _want[[2, 3, 1, 0]],
    },
)
checks.close(
    _got[1],
    3.0,
    what="best of cross_validation for groups of different sizes",
    hint="the alpha with the smallest error (eq-cross-validation).",
    mistakes={
        "This is an index, not a value of alpha": 1.0,
        "This is the error, not the alpha": 17.25,
        "This is the alpha of the largest error": 0.0,
        "This is the largest alpha": 9.0,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, groups, alphas):
    """Row by row: leave its group out, solve least squares on d more rows, predict it."""
    m, d = X.shape
    errors = []
    for alpha in alphas:
        squares = []
        for r in range(m):
            rest = [s for s in range(m) if groups[s] != groups[r]]
            more = np.vstack([X[rest], np.sqrt(alpha * len(rest)) * np.eye(d)])
            w = np.linalg.lstsq(more, np.concatenate([y[rest], np.zeros(d)]), rcond=None)[0]
            squares.append((y[r] - sum(X[r] * w)) ** 2)
        errors.append(squares)
    return np.array(errors)


_rng = checks.grading_rng("cross-validation-groups")
for _counts, _d, _alphas in [
    ([1, 6, 3, 2], 2, [0.6, 0.05, 8.0]),
    ([5, 2, 5, 7, 1], 3, [2.0, 0.1, 0.4, 20.0]),
    ([3, 9], 1, [0.0, 0.2, 5.0]),
]:
    _names = _rng.choice(np.arange(-20, 60), len(_counts), replace=False)
    _groups = _rng.permutation(np.repeat(_names, _counts))
    _m = len(_groups)
    _X = _rng.normal(size=(_m, _d))
    _y = _X @ _rng.normal(0, 1, _d) + _rng.normal(size=_m)
    _alphas = np.array(_alphas)
    _squares = _reference(_X, _y, _groups, _alphas)
    _want = _squares.mean(axis=1)
    _got = checks.parts(
        checks.call(cross_validation, _X, _y, _groups, _alphas),
        2,
        what="cross_validation",
        hint="return errors, best (eq-cross-validation).",
    )
    _where = f"of cross_validation for {_m} rows in groups of {_counts} rows"
    checks.close(
        _got[0],
        _want,
        what=f"errors {_where}",
        hint="the mean over all rows, each left out with its group (eq-cross-validation).",
        mistakes={
            "Each group counts the same, but each row should": np.mean(
                [_squares[:, _groups == _g].mean(axis=1) for _g in _names], axis=0
            ),
            "Each row is left out alone, not with its group": _reference(
                _X, _y, np.arange(_m), _alphas
            ).mean(axis=1),
        },
    )
    checks.close(
        _got[1],
        _alphas[np.argmin(_want)],
        what=f"best {_where}",
        hint="the alpha with the smallest error (eq-cross-validation).",
        mistakes={"This is an index, not a value of alpha": np.argmin(_want)},
    )
### END HIDDEN TESTS

# %% [markdown]
# Now two questions to the same data. Five groups of random *rows* ask: how well do we predict new
# hours at stations that we know? Five groups of random *stations* ask: how well do we predict at
# places that have no station? Before you run the cell, guess which error is larger, and which of
# the two chooses the larger $\alpha$.

# %%
rng = np.random.default_rng(1)
by_row = rng.integers(5, size=len(y))
by_station = rng.permutation(np.arange(len(sizes)) % 5)[station]
for name, groups in {"rows": by_row, "stations": by_station}.items():
    errors, best = cross_validation(X, y - y.mean(), groups, alphas[::2])
    print(f"groups of {name:8s}: smallest error {np.min(errors):6.2f} °C² at {best:.1e},", end=" ")
    print(f"error at alpha = {alphas[0]:g}: {np.ravel(errors)[0]:.2f} °C²")

# %% [markdown]
# ## Task 7: Bias and variance (1 point)
#
# Why does it help to pull parameters towards zero, where they are not? Take labels
# $y = X \bar w + \varepsilon$ with independent noise of variance $\sigma^2$, and the singular value
# decomposition $X = \sum_j s_j u_j v_j^\top$. The expected squared distance of $\widehat w_\alpha$
# from $\bar w$ has two parts:
#
# $$\operatorname{E} \lVert \widehat w_\alpha - \bar w \rVert^2 =
# \underbrace{\sum_j \Bigl( \frac{\alpha m}{s_j^2 + \alpha m} \Bigr)^2
# (v_j^\top \bar w)^2}_{\text{squared bias}}
# + \underbrace{\sigma^2 \sum_j \frac{s_j^2}{(s_j^2 + \alpha m)^2}}_{\text{variance}}.
# \tag{eq-bias-variance}$$
#
# Write `bias_variance(X, w_bar, sigma, alpha)`, which returns the two parts.


# %% tags=["answer", "id:bias-variance"]
def bias_variance(X, w_bar, sigma, alpha):
    """Squared bias and variance of ridge regression (eq-bias-variance).

    X: (m, d) array of rank d;  w_bar: (d,) array;  sigma: number >= 0;  alpha: number >= 0.
    Returns squared_bias, variance: two numbers.
    """
    ### BEGIN SOLUTION
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    pull = alpha * len(X)
    squared_bias = np.sum((pull / (s**2 + pull) * (Vt @ w_bar)) ** 2)
    return squared_bias, sigma**2 * np.sum(s**2 / (s**2 + pull) ** 2)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.linalg.svd(X, full_matrices=False) returns U, the vector s and V transposed: its rows are the
# v_j, so Vt @ w_bar holds all v_j^T w. Check with alpha = 0: no bias, and the variance sigma^2
# times the sum of 1/s_j^2.

# %% [markdown]
# By hand: the rows $(1, 0), (1, 0), (0, 2), (0, 2)$ have $s_1^2 = 8$ with $v_1$ along the second
# axis, and $s_2^2 = 2$ with $v_2$ along the first. For $\alpha = \frac12$ we have $\alpha m = 2$,
# and the factors of the bias are $\frac{2}{10}$ and $\frac{2}{4}$. So $\bar w = (4, 5)$ has the
# squared bias $1^2 + 2^2 = 5$, and $\sigma = 3$ gives the variance
# $9 \bigl( \frac{8}{100} + \frac{2}{16} \bigr) = 1.845$.

# %% tags=["tests", "id:bias-variance-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bias_variance, "flcourse.erm")

_X = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 2.0], [0.0, 2.0]])
_got = checks.parts(
    checks.call(bias_variance, _X, np.array([4.0, 5.0]), 3.0, 0.5),
    2,
    what="bias_variance",
    hint="return squared_bias, variance (eq-bias-variance).",
)
checks.close(
    _got[0],
    5.0,
    what="squared bias of bias_variance",
    hint="add the squares of alpha m / (s^2 + alpha m) times v^T w (eq-bias-variance).",
    mistakes={
        "This is the variance, the results are swapped": 1.845,
        "This is the sum of both parts": 6.845,
        "The bias is not squared": 3.0,
        "This is the root of the squared bias, leave it squared": 5**0.5,
        "The squared bias is summed before squaring": 9.0,
        "The factor m is missing, s^2 is compared with alpha m": (5 / 17) ** 2 + (4 * 0.2) ** 2,
        "The singular values are not squared": (5 * 2 / (8**0.5 + 2)) ** 2
        + (4 * 2 / (2**0.5 + 2)) ** 2,
        "The parameters w_bar are missing": 0.04 + 0.25,
        "w_bar is not projected on the singular vectors v_j": 0.8**2 + 2.5**2,
        "The factors are not squared": 25 * 0.2 + 16 * 0.5,
        "This keeps what remains, s^2 / (s^2 + alpha m), not what is lost": 16.0 + 4.0,
        "The noise multiplies the bias too": 45.0,
        "There is a mean over the parameters, it should be a sum": 2.5,
    },
)
checks.close(
    _got[1],
    1.845,
    what="variance of bias_variance",
    hint="sigma^2 times the sum of s^2 / (s^2 + alpha m)^2 (eq-bias-variance).",
    mistakes={
        "sigma is not squared": 0.615,
        "The noise is missing": 0.205,
        "This is the variance of least squares, without alpha": 9 * (1 / 8 + 1 / 2),
        "The factor m is missing, s^2 is compared with alpha m": 9 * (8 / 8.5**2 + 2 / 2.5**2),
        "The factor s^2 above is missing": 9 * (1 / 100 + 1 / 16),
        "The denominator is not squared": 9 * (8 / 10 + 2 / 4),
        "The numerator is squared too": 9 * (64 / 100 + 4 / 16),
        "The singular values are not squared": 9
        * (8**0.5 / (8**0.5 + 2) ** 2 + 2**0.5 / (2**0.5 + 2) ** 2),
        "This is the standard deviation, not the variance": 1.845**0.5,
        "There is a mean over the parameters, it should be a sum": 1.845 / 2,
        "The variance is divided by m": 1.845 / 4,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, w_bar, sigma, alpha):
    """The fit is linear in the labels, w = M y: its mean is M X w_bar, its covariance M M^T."""
    m, d = X.shape
    more = np.vstack([X, np.sqrt(alpha * m) * np.eye(d)])
    M = np.linalg.pinv(more)[:, :m]
    bias = M @ (X @ w_bar) - w_bar
    return sum(bias**2), sigma**2 * sum(M.ravel() ** 2)


_rng = checks.grading_rng("bias-variance")
for _m, _d, _alpha in [(10, 2, 0.3), (25, 4, 1.7), (6, 1, 0.02), (8, 5, 6.0)]:
    _X = _rng.normal(size=(_m, _d)) * _rng.uniform(0.5, 3, _d)
    _w_bar, _sigma = _rng.normal(1, 2, _d), _rng.uniform(0.3, 3)
    _want = _reference(_X, _w_bar, _sigma, _alpha)
    _s = np.linalg.svd(_X, compute_uv=False)
    _got = checks.parts(
        checks.call(bias_variance, _X, _w_bar, _sigma, _alpha),
        2,
        what="bias_variance",
        hint="return squared_bias, variance (eq-bias-variance).",
    )
    _where = f"of bias_variance for {_m} rows, {_d} features and alpha = {_alpha}"
    checks.close(
        _got[0],
        _want[0],
        what=f"squared bias {_where}",
        hint="project w_bar on the singular vectors v_j first (eq-bias-variance).",
        mistakes={
            "The results are swapped": _want[1],
            "w_bar is not projected on the singular vectors v_j": np.sum(
                (_alpha * _m * _w_bar / (_s**2 + _alpha * _m)) ** 2
            ),
        },
    )
    checks.close(
        _got[1],
        _want[1],
        what=f"variance {_where}",
        hint="sigma^2 times the sum of s^2 / (s^2 + alpha m)^2 (eq-bias-variance).",
        mistakes={"sigma is not squared": _want[1] / _sigma},
    )
_X, _w_bar = _rng.normal(size=(9, 3)), _rng.normal(size=3)
_got = checks.parts(
    checks.call(bias_variance, _X, _w_bar, 1.0, 0.0),
    2,
    what="bias_variance",
    hint="return squared_bias, variance (eq-bias-variance).",
)
checks.close(
    _got[0],
    0.0,
    what="squared bias of bias_variance for alpha = 0",
    hint="least squares is unbiased, without alpha nothing is pulled (eq-bias-variance).",
    tol=1e-9,
)
### END HIDDEN TESTS

# %% [markdown]
# With the features of the map, a true model of moderate size and noise of 3 °C:

# %%
w_bar = np.full(X.shape[1], 0.5)
for alpha in [1e-7, 1e-5, 1e-3, 1e-1]:
    squared_bias, variance = bias_variance(X, w_bar, 3.0, alpha)
    print(f"alpha = {alpha:6g}: squared bias {squared_bias:9.4f}, variance {variance:12.4f}")

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at your picture and at the two cross-validations. Answer in 100 to 200 words:
#
# 1. Groups of rows and groups of stations give different errors, and advise differently about
#    $\alpha$. Why do they differ? Which of the two should choose $\alpha$ for the map, and why?
# 2. You have chosen $\alpha$ by the smallest of 10 cross-validation errors. Why is this smallest
#    error too optimistic as a report of the error of your map, and what would you report instead?
#
# | Points | for |
# |---|---|
# | ½ | part 1: the cause of the difference, and a choice that fits the purpose of the map |
# | ½ | part 2: where the optimism comes from, and a report that is free of it |
#
# A right idea with a gap counts half of its part. Language and length cost nothing. Write into the
# cell below: double-click it and replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Rows of the same station are alike. If single rows are held out, the model has seen other hours
#    of the same station, so it may learn each station by heart and is still praised: the error is
#    small and hardly any regularisation is advised. If whole stations are held out, the model must
#    predict at places where it has seen nothing; wild polynomials between stations are punished, so
#    the error and the best alpha are larger. The map is about places without a station, so groups
#    of stations ask the right question and should choose alpha.
# 2. Each of the 10 errors is an estimate with noise, and the smallest is likely to be one whose
#    noise was lucky: the held-out rows took part in choosing alpha, so for the winner they are no
#    longer new. I would set some stations aside before anything is fitted, choose alpha on the
#    others, and report the error on the stations set aside, once.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: rows of one station depend on each other, and a map asks about new places
# - ¼ of these: only "the rows are correlated", or only the right choice with its reason
# - ½, part 2: the minimum was selected on these data; other data that took no part in it
# - ¼ of these: "the winner was lucky" without what to report, or a test set without why
# - 0, part 2: "it overfits, so report the mean of the ten errors"
# ### END SOLUTION
