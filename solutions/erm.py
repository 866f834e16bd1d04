# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # A temperature map: ridge regression and honest errors
#
# Somebody hands you temperatures from more than a hundred weather stations and asks for a map: the
# temperature at places that have no station. A flexible formula fits the stations perfectly and
# invents nonsense between them. In this assignment you tame it by ridge regression, and you find
# out how to choose, and to report, honestly. It belongs to the chapter *Empirical risk
# minimisation* of the book.
#
# **When you are done you can**
#
# - write a least-squares problem as $w^\top Q w + q^\top w$, also for rows that stand for many,
# - solve ridge regression without a penalty on the intercept,
# - express what you know by rows,
# - choose the regularisation for a stated purpose, by what it trades against what,
# - say which split asks your question, and show how another one flatters,
# - mend a report that flatters.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 The empirical risk | `risk_terms` | 1 for rows that count once, 1 for any counts |
# | 2 A free intercept | `ridge_intercept` | 1 |
# | 3 Rows from last year | `extra_rows` | 1 |
# | 4 The picture | `error_plot` | 1 |
# | 5 As little as possible | `calm_alpha` | 1 |
# | 6 A split that flatters | `flattering_split` | 1 |
# | 7 An honest error | `honest_error` | 1 for one $\alpha$, 1 for any list |
# | 8 Two users | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.erm` holds finished answers: compare with them, but an answer that uses them,
# also renamed or in a helper, gets no points, unless its task says what you may take from there.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`. Numbers may deviate by $10^{-5}$ of the largest entry, unless the task says otherwise.
#
# Names such as `eq-ridge-normal` in docstrings and hints are labels of the chapter's formulas; a
# check that fails says which number the book prints. Before you hand in, restart the kernel and run
# all cells.
#
# **Your data.** The next cell says which variant of the data of task 6 this notebook has. In some
# courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_rows(rng):
    """The station of each row, a number that 3 to 5 rows share, and the label of each row in °C."""
    names = rng.permutation(np.arange(10, 100))[:5]
    place = rng.permutation(np.repeat(np.arange(5), rng.permutation([3, 3, 4, 4, 5])))
    levels = rng.permutation([-14.0, -5.0, 3.0, 9.0, 20.0]) + np.round(rng.uniform(-2, 2, 5), 1)
    label = levels[place] + rng.uniform(-0.4, 0.4, 19)
    return names[place], np.round(label, 1)


own_station, own_label = own_rows(own_data.rng("flattering-split"))
print(f"Variant {VARIANT}: the station of each row, and the labels")
print(own_station)
print(own_label)

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
# ## Task 2: A free intercept (1 point)
#
# Ridge regression pulls everything to zero, also the level of the temperatures; but the zero of a
# scale is a convention, and in kelvin the same formula would pull to another level. So we leave
# the intercept $b$ out of the penalty:
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
# ## Task 3: Rows from last year (1 point)
#
# A colleague's routine can do least squares and nothing else: it takes rows and labels and returns
# the parameters with the smallest sum of squared errors. You want more of it. From last year's map
# you have a guess $c_a$ for each parameter, and parameter $a$ should be pulled towards it with a
# strength $\alpha_a \ge 0$ of its own (0 for an intercept, say):
#
# $$\min_{w} \; \frac{1}{m} \lVert y - X w \rVert^2 + \sum_{a} \alpha_a (w_a - c_a)^2.$$
#
# So you hand over a few more rows $R$ with labels $z$, below your own $m$ rows. Which ones make the
# routine solve this problem, whatever $X$ and $y$ are? The chapter does it for equal $\alpha_a$ and
# the guess 0 (eq-ridge-augmented). Write `extra_rows(m, penalties, guess)`. There may be any number
# of rows.


# %% tags=["answer", "id:extra-rows"]
def extra_rows(m, penalties, guess):
    """Rows that turn least squares into a pull towards a guess (after eq-ridge-augmented).

    m: number of rows of the data;  penalties: (d,) array, each >= 0, not all 0;
    guess: (d,) array.
    Returns R, z: a (p, d) and a (p,) array, to be put below the data, for any p >= 1.
    """
    ### BEGIN SOLUTION
    root = np.sqrt(m * penalties)
    return np.diag(root), root * guess
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Multiply the problem by m: the first term is what the routine adds up for the data. Each term of
# the sum has to be the squared error of one more row: which row r and label z make (z - r^T w)^2
# equal to m alpha_a (w_a - c_a)^2?

# %% [markdown]
# By hand: $m = 4$, $\alpha = (4, 1, 0)$, $c = (3, -1, 2)$. With the right rows,
# $\lVert z - R w \rVert^2 = 16 (w_0 - 3)^2 + 4 (w_1 + 1)^2$. So $R^\top R$ is diagonal with the
# entries 16, 4 and 0, and $R^\top z = (48, -4, 0)$. The check looks at these two: they are all that
# least squares sees of your rows.

# %% tags=["tests", "id:extra-rows-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(extra_rows, "flcourse.erm")


def _products(got, d, name):
    """R^T R and R^T z of an answer."""
    R, z = checks.parts(got, 2, what=name, hint="return R, z (eq-ridge-augmented).")
    R = checks.numbers(R, what=f"R of {name}", hint="see eq-ridge-augmented.")
    R = R.reshape(-1, 1) if d == 1 else R
    checks.holds(
        R.ndim == 2 and np.size(R, -1) == d,
        what=f"R of {name}",
        expected=f"rows of {d} features, like those of X",
        got=f"shape {R.shape}",
        hint="rows are put below X, so they have as many columns (eq-ridge-augmented).",
    )
    checks.shape(
        z, (len(R),), what=f"z of {name}", hint="a label for each row (eq-ridge-augmented)."
    )
    z = checks.numbers(z, what=f"z of {name}", hint="see eq-ridge-augmented.").reshape(len(R))
    return R.T @ R, R.T @ z


_m, _alpha, _c = 4, np.array([4.0, 1.0, 0.0]), np.array([3.0, -1.0, 2.0])
_RR, _Rz = _products(checks.call(extra_rows, _m, _alpha, _c), 3, "extra_rows")
checks.close(
    _RR,
    np.diag([16.0, 4.0, 0.0]),
    what="R^T R of extra_rows",
    hint="row a brings m alpha_a w_a^2 (eq-ridge-augmented).",
    mistakes={
        "The factor m is missing: the data bring a sum of m squares, not their mean": np.diag(
            _alpha
        ),
        "The row holds the root of what it should bring, here nothing is rooted": np.diag(
            [256.0, 16.0, 0.0]
        ),
        "The root of m is forgotten, m is squared": np.diag([64.0, 16.0, 0.0]),
        "The root of alpha is forgotten, alpha is squared": np.diag([64.0, 4.0, 0.0]),
        "alpha is divided by m, it should be multiplied": np.diag([1.0, 0.25, 0.0]),
        "All parameters have the same penalty": np.diag([16.0, 16.0, 16.0]),
        "All parameters have the same penalty, the mean": np.eye(3) * 20 / 3,
        "There is one row for all parameters, there should be one for each": np.outer(
            [4.0, 2.0, 0.0], [4.0, 2.0, 0.0]
        ),
        "The new rows are counted among the m of the mean": np.diag([28.0, 7.0, 0.0]),
        "The penalties are halved": np.diag([8.0, 2.0, 0.0]),
        "The penalties are doubled": np.diag([32.0, 8.0, 0.0]),
    },
)
checks.close(
    _Rz,
    [48.0, -4.0, 0.0],
    what="R^T z of extra_rows",
    hint="the label of a row is what the guess predicts for it (eq-ridge-augmented).",
    mistakes={
        "The guess is ignored, this pulls towards 0": [0.0, 0.0, 0.0],
        "The label has to be multiplied like its row": [12.0, -2.0, 0.0],
        "The label is multiplied by m alpha, its row only by the root": [192.0, -8.0, 0.0],
        "The sign of the guess is flipped": [-48.0, 4.0, 0.0],
        "The label is multiplied by the root of alpha, but not of m": [24.0, -2.0, 0.0],
        "The label is multiplied by alpha": [48.0, -2.0, 0.0],
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("extra-rows")
for _m, _d in [(5, 2), (12, 4), (1, 3), (30, 1), (7, 5)]:
    _alpha, _c = _rng.uniform(0.05, 6, _d), _rng.normal(0, 3, _d)
    _alpha[1:2] = 0.0
    _want, _right = np.zeros((_d, _d)), np.zeros(_d)
    for _a in range(_d):
        _want[_a, _a] = _m * _alpha[_a]
        _right[_a] = _m * _alpha[_a] * _c[_a]
    _got = _products(checks.call(extra_rows, _m, _alpha, _c), _d, "extra_rows")
    checks.close(
        _got[0],
        _want,
        what=f"R^T R of extra_rows for m = {_m} and {_d} parameters",
        hint="row a brings m alpha_a w_a^2 (eq-ridge-augmented).",
        mistakes={
            "The factor m is missing: the data bring a sum of m squares, not their mean": np.diag(
                _alpha
            ),
            "All parameters have the same penalty": _m * _alpha[0] * np.eye(_d),
            "The new rows are counted among the m of the mean": np.diag((_m + _d) * _alpha),
        },
    )
    checks.close(
        _got[1],
        _right,
        what=f"R^T z of extra_rows for m = {_m} and {_d} parameters",
        hint="the label of a row is what the guess predicts for it (eq-ridge-augmented).",
        mistakes={
            "The guess is ignored, this pulls towards 0": 0 * _right,
            "The label has to be multiplied like its row": np.sqrt(_m * _alpha) * _c,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# See what a pull towards 0 does to the 45 parameters of the map. Cells like the next one are yours
# to change.

# %%
alphas = np.logspace(-8, 1, 19)


def pulled(X, y, alpha):
    d = X.shape[1]
    R, z = extra_rows(len(y), np.full(d, alpha), np.zeros(d))
    return np.linalg.lstsq(np.vstack([X, R]), np.concatenate([y, np.ravel(z)]))[0]


path = np.array([pulled(X, y - y.mean(), alpha) for alpha in alphas])
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(alphas, path, color="0.6", linewidth=1)
ax.set(xscale="log", xlabel="α", ylabel="parameters", ylim=(-60, 60))
plt.show()

# %% [markdown]
# Suppose that only a sixth of the rows had been recorded, chosen at random. Fit these rows for each
# $\alpha$, hold out the others, and tabulate the errors on both.

# %%
held_out = np.random.default_rng(2).random(len(y)) > 1 / 6
mean = y[~held_out].mean()
training, validation = (X[~held_out], y[~held_out] - mean), (X[held_out], y[held_out] - mean)
fits = [pulled(*training, alpha) for alpha in alphas]
table = np.array([[np.mean((t - F @ w) ** 2) for F, t in (training, validation)] for w in fits])
for alpha, errors in zip(alphas[::3], table[::3], strict=True):
    print(f"alpha = {alpha:8.1e}   training {errors[0]:6.2f}   validation {errors[1]:6.2f} °C²")

# %% [markdown]
# ## Task 4: The picture (1 point)
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
# - `"xlabel"`, `"ylabel"`: what the axes show. The first has no unit, it must hold `α` or `alpha`.
#   The labels were temperatures in °C, so the second must hold the unit of a squared one: `°C²` or
#   `°C^2`.


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
checks.holds(
    not any(_unit in str(_got["xlabel"]).lower() for _unit in ["°", "℃", "celsius", "degree"]),
    what="xlabel of error_plot",
    expected="α without a unit, °C² belongs to the other axis",
    got=_got["xlabel"],
    hint="x holds the alphas of eq-ridge-normal, the errors are on the other axis.",
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
# ## Task 5: As little as possible (1 point)
#
# A weather service publishes the parameters of its map every day, and its users complain that they
# jump. They may have, in all, the variance `budget`, and no more. Regularisation makes them calmer
# and brings in a bias, so there should be as little of it as possible. With labels
# $y = X \bar w + \varepsilon$, independent noise of variance $\sigma^2$ and the singular values
# $s_j$ of $X$, ridge regression has
#
# $$\operatorname{E} \lVert \widehat w_\alpha - \bar w \rVert^2 =
# \underbrace{\sum_j \Bigl( \frac{\alpha m}{s_j^2 + \alpha m} \Bigr)^2
# (v_j^\top \bar w)^2}_{\text{squared bias}}
# + \underbrace{\sigma^2 \sum_j \frac{s_j^2}{(s_j^2 + \alpha m)^2}}_{\text{variance}}.
# \tag{eq-bias-variance}$$
#
# Write `calm_alpha(X, sigma, budget)`, which returns the smallest $\alpha \ge 0$ that keeps the
# budget. The users know nothing of $\bar w$, and do not need to. Four digits are enough.


# %% tags=["answer", "id:calm-alpha"]
def calm_alpha(X, sigma, budget):
    """Smallest alpha with which the variance of ridge regression keeps a budget (eq-bias-variance).

    X: (m, d) array of rank d;  sigma: standard deviation of the noise, > 0;  budget: number > 0.
    Returns alpha: a number >= 0, to a relative error of 1e-4.
    """
    ### BEGIN SOLUTION
    from scipy.optimize import brentq

    s2 = np.linalg.svd(X, compute_uv=False) ** 2

    def excess(alpha):
        return sigma**2 * np.sum(s2 / (s2 + alpha * len(X)) ** 2) - budget

    return brentq(excess, 0.0, 1e9) if excess(0.0) > 0 else 0.0
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# How does the variance change when alpha grows? The answer is where it meets the budget, if it
# does.

# %% [markdown]
# By hand: the rows $(1, 0), (1, 0), (0, 2), (0, 2)$ have $s_1^2 = 8$ and $s_2^2 = 2$. With
# $\sigma = 3$ the variance of least squares is $9 (\frac18 + \frac12) = 5.625$, so a budget of 6
# needs no regularisation. For $\alpha = \frac12$ we have $\alpha m = 2$ and the variance
# $9 (\frac{8}{100} + \frac{2}{16}) = 1.845$: a budget of 1.845 needs $\alpha = \frac12$.

# %% tags=["tests", "id:calm-alpha-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(calm_alpha, "flcourse.erm")

_X = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 2.0], [0.0, 2.0]])
for _budget, _want, _mistakes in [
    (
        1.845,
        0.5,
        {
            "This is alpha m, divide by the number of rows": 2.0,
            "The factor m is there twice": 0.125,
            "sigma is a standard deviation, its square is the variance of the noise": 0.0047703277,
            "The standard deviation is compared with the budget, it should be the variance": (
                0.1770055595
            ),
            "The denominator is not squared": 10.526904695,
            "The factor s^2 above is missing": 0.0728552551,
            "The numerator is squared too": 2.7053337519,
            "The singular values are not squared": 0.5882558519,
            "There is a mean over the parameters, the budget is for their sum": 0.1441633231,
            "Least squares does not keep the budget": 0.0,
        },
    ),
    (6.0, 0.0, {"Least squares keeps the budget, nothing is needed": 0.5}),
    (5.625e-4, 98.3054651, {"This is alpha m, divide by the number of rows": 393.2218605}),
]:
    checks.close(
        checks.call(calm_alpha, _X, 3.0, _budget),
        _want,
        what=f"calm_alpha for the budget {_budget:g}",
        hint="the variance sigma^2 sum s^2/(s^2 + alpha m)^2 equals the budget (eq-bias-variance).",
        tol=1e-4,
        mistakes=_mistakes,
    )
### BEGIN HIDDEN TESTS


def _variance(X, sigma, alpha):
    """The fit is linear in the labels, w = M y: the variance is that of M times the noise."""
    m, d = X.shape
    more = np.vstack([X, np.sqrt(alpha * m) * np.eye(d)])
    return sigma**2 * sum(np.linalg.pinv(more)[:, :m].ravel() ** 2)


_rng = checks.grading_rng("calm-alpha")
for _m, _d, _want in [(10, 2, 0.3), (25, 4, 1.7), (6, 1, 0.02), (8, 5, 6.0), (40, 3, 90.0)]:
    _want = _want * _rng.uniform(0.5, 2)
    _X = _rng.normal(size=(_m, _d)) * _rng.uniform(0.5, 3, _d)
    _sigma = _rng.uniform(1.5, 3)
    checks.close(
        checks.call(calm_alpha, _X, _sigma, _variance(_X, _sigma, _want)),
        _want,
        what=f"calm_alpha for {_m} rows and {_d} features",
        hint="the variance sigma^2 sum s^2/(s^2 + alpha m)^2 equals the budget (eq-bias-variance).",
        tol=1e-4,
        mistakes={
            "This is alpha m, divide by the number of rows": _want * _m,
            "The factor m is there twice": _want / _m,
        },
    )
    checks.close(
        checks.call(calm_alpha, _X, _sigma, 1.01 * _variance(_X, _sigma, 0.0)),
        0.0,
        what=f"calm_alpha for {_m} rows and {_d} features, and a large budget",
        hint="least squares keeps this budget (eq-bias-variance).",
        tol=1e-4,
    )
### END HIDDEN TESTS

# %% [markdown]
# What calm costs on the map, with noise of 3 °C: budgets, and the $\alpha$ that each of them needs.

# %%
least_squares = 9 * np.sum(1 / np.linalg.svd(X, compute_uv=False) ** 2)
for share in [1, 0.1, 0.01, 0.001]:
    alpha = float(calm_alpha(X, 3.0, share * least_squares))
    print(f"variance {share * least_squares:10.1f}: alpha = {alpha:.2e}")

# %% [markdown]
# ## Task 6: A split that flatters (1 point)
#
# An error depends on who is left out. The first cell has **your own rows**: `own_station` says at
# which station each was measured, `own_label` holds the labels. Construct features of these rows,
# as many as you like, for which least squares (the shortest solution, as `np.linalg.lstsq` returns
# it, on your features and `own_label` as they are) has
#
# - with every row a group of its own, a cross-validation error (eq-cross-validation) of at most 1 %
#   of the variance of the labels (`np.var`), and
# - with the stations as groups, an error of at least the variance of the labels.
#
# Write `flattering_split()`, without arguments; it may compute the features, or hold their numbers.
# There is no intercept unless you put in a column for it.


# %% tags=["answer", "id:flattering-split"]
def flattering_split():
    """Features of your rows: each row is easy, each station impossible (eq-cross-validation).

    Returns X: (m, d) array, row r has the features of row r of own_station and own_label.
    """
    ### BEGIN SOLUTION
    return (own_station[:, None] == np.unique(own_station)) * 1.0
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What must a model know of a station to predict one of its rows from the others? And what must your
# features not tell about any other station?

# %% tags=["tests", "id:flattering-split-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(flattering_split, "flcourse.erm")


def _own_rows(rng):
    names = rng.permutation(np.arange(10, 100))[:5]
    place = rng.permutation(np.repeat(np.arange(5), rng.permutation([3, 3, 4, 4, 5])))
    levels = rng.permutation([-14.0, -5.0, 3.0, 9.0, 20.0]) + np.round(rng.uniform(-2, 2, 5), 1)
    label = levels[place] + rng.uniform(-0.4, 0.4, 19)
    return names[place], np.round(label, 1)


def _left_out(X, y, groups):
    """Mean squared error of least squares, each row left out with its group."""
    total = 0.0
    for g in np.unique(groups):
        inside = groups == g
        w = np.linalg.lstsq(X[~inside], y[~inside], rcond=None)[0]
        total += np.sum((y[inside] - X[inside] @ w) ** 2)
    return total / len(y)


def _look(got, rng):
    station, y = _own_rows(rng)
    m, p, variance = len(y), len(np.unique(station)), np.var(y)
    X = checks.numbers(got, what="flattering_split", hint="see eq-cross-validation.")
    X = X.reshape(-1, 1) if X.ndim == 1 else X
    checks.holds(
        X.ndim == 2 and len(X) == m,
        what="flattering_split",
        expected=f"features of {m} rows",
        got=f"shape {X.shape}" + ", one row a station" * (len(X) == p),
        hint="a row of features for each of your rows (eq-cross-validation).",
    )
    # a column that follows the labels tells the label of a new station, too
    follows = np.abs((y - y.mean()) @ (X - X.mean(axis=0)))
    limit = 0.99 * m * np.sqrt(variance) * np.std(X, axis=0)
    told = bool(np.size(X, 1) <= p + 1 and np.any(follows > limit))
    by_row = _left_out(X, y, np.arange(m)) / variance
    for_itself = bool(np.size(X, 1) == m and np.count_nonzero(X) == m)
    checks.holds(
        by_row <= 0.01,
        what="error of flattering_split with single rows left out",
        expected="at most 1 % of the variance of the labels",
        got=f"{by_row:.4g} of it" + ", each row has a feature for itself" * for_itself,
        hint="who stays in when a row is left out? (eq-cross-validation)",
    )
    by_station = _left_out(X, y, station) / variance
    checks.holds(
        by_station >= 1 - 1e-9,
        what="error of flattering_split with stations left out",
        expected="at least the variance of the labels",
        got=f"{by_station:.4g} of it" + ", a feature is the label, or nearly so" * told,
        hint="who stays in when a station is left out? (eq-cross-validation)",
    )


checks.own_data("flattering-split", checks.call(flattering_split), _look)

# %% [markdown]
# ## Task 7: An honest error (2 points)
#
# This program came with a map. It cross-validates with the groups that it is given, for each
# $\alpha$, and reports the smallest error.


# %% tags=["given", "id:program"]
def reported_error(X, y, groups, alphas):
    """Smallest cross-validation error of ridge regression with a free intercept."""
    X, y = X - X.mean(axis=0), y - y.mean()  # the means take care of the intercept
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors.min()


# %% [markdown]
# (`fit(X, y, alpha)` of `flcourse.erm` returns $\widehat w_\alpha$ of eq-ridge-normal for the rows
# that it is given; you may use it, too.) In **two** places the rows of a group take part in their
# own prediction. Find both, and write `honest_error`, in which they do not:
#
# - whatever is computed from data to predict the rows of a group is computed, in the way of the
#   program, from the rows of the other groups only;
# - that holds for each group $g$ that is predicted, and again for each group that is left out among
#   the others to decide something about $g$.
#
# The result is the mean over all rows of the squared errors. One point is for the first place,
# tried with lists `alphas` of one entry, and one for the second, tried with longer lists; a mistake
# in the first does not cost the second. Inner errors are added up over rows, as above.


# %% tags=["answer", "id:honest-error"]
def honest_error(X, y, groups, alphas):
    """Error at new groups of ridge regression, tuned and tested honestly (eq-cross-validation).

    X: (m, d) array;  y: (m,) array;  groups: (m,) array of integers, at least three different ones.
    alphas: (K,) array, each >= 0, in any order.
    Returns a number.
    """

    ### BEGIN SOLUTION
    def squares(X, y, groups, alpha):
        """Squared error of each row, left out with its group."""
        out = np.zeros(len(y))
        for g in np.unique(groups):
            inside = groups == g
            x_bar, y_bar = X[~inside].mean(axis=0), y[~inside].mean()
            w = fit(X[~inside] - x_bar, y[~inside] - y_bar, alpha)
            out[inside] = (y[inside] - y_bar - (X[inside] - x_bar) @ w) ** 2
        return out

    errors, total = np.array([squares(X, y, groups, alpha) for alpha in alphas]), 0.0
    for g in np.unique(groups):
        rest = groups != g
        inner = [squares(X[rest], y[rest], groups[rest], alpha).mean() for alpha in alphas]
        total += errors[np.argmin(inner)][~rest].sum()
    return total / len(y)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Change the labels of one group: which numbers that the program uses for the prediction of this
# very group change with them? Go through it line by line, also through the last one.

# %% [markdown]
# By hand, one $\alpha$: the rows $x = 0, 2, 4, 6, 8, 10$ have the labels $0, 2, 4, 4, 8, 12$, two
# of them in each of three groups. With $\alpha = 1$ the last group gets $w = 3.5/6$, and its labels
# 8 and 12 are predicted by 5.4167 and 6.5833.

# %% tags=["tests", "id:honest-error-means-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(honest_error, "flcourse.erm", but={"flcourse.erm.fit"})

_X = np.array([[0.0], [2.0], [4.0], [6.0], [8.0], [10.0]])
_y = np.array([0.0, 2.0, 4.0, 4.0, 8.0, 12.0])
_groups = np.array([5, 5, -1, -1, 8, 8])
checks.close(
    checks.call(honest_error, _X, _y, _groups, np.array([1.0])),
    7.4861111111,
    what="honest_error for one alpha",
    hint="which means enter the prediction of a group? (eq-cross-validation)",
    mistakes={
        "Nothing is mended, this is the error of the program": 2.0753703704,
        "The mean of the labels still contains the group that is predicted": 5.1527777778,
        "The means of the features still contain the group that is predicted": 17.8953703704,
        "No means are subtracted at all, the intercept is lost": 5.5021237168,
        "The group that is predicted is centred by its own means": 1.0694444444,
        "Each group is centred by its own means, which its rows should not know": 1.2916666667,
        "The mean of the labels is not added to the prediction": 41.8194444444,
        "This is the training error": 1.2712373038,
        "Each row is left out alone, not with its group": 3.2280252461,
        "This is the sum over the rows, not their mean": 44.9166666667,
    },
)
### BEGIN HIDDEN TESTS


def _left_out(X, y, groups, alpha, whole=False):
    """Mean squared error by one system for slope and intercept, group by group."""
    d, total = X.shape[1], 0.0
    penalty = np.diag([alpha] * d + [0.0])
    for g in set(groups.tolist()):
        rest = np.array([h != g for h in groups])
        rows = np.column_stack([X, np.ones(len(y))])
        mean = rows[rest].T @ rows[rest] / rest.sum()
        both = np.linalg.solve(mean + penalty, rows[rest].T @ y[rest] / rest.sum())
        for r in np.flatnonzero(~rest):
            total += (y[r] - sum(rows[r] * both)) ** 2
    return total / len(y)


_rng = checks.grading_rng("honest-error-means")
for _sizes, _d, _alpha in [([3, 6, 2], 2, 0.6), ([5, 2, 5, 7, 1], 3, 2.0), ([4, 4, 4], 1, 0.1)]:
    _names = _rng.choice(np.arange(-20, 60), len(_sizes), replace=False)
    _groups = _rng.permutation(np.repeat(_names, _sizes))
    _level = np.array([np.flatnonzero(_names == g)[0] for g in _groups])
    _X = _rng.normal(size=(len(_groups), _d)) + _rng.normal(0, 2, (len(_sizes), _d))[_level]
    _y = _X @ _rng.normal(0, 1, _d) + _rng.normal(9, 2, len(_sizes))[_level]
    _want = _left_out(_X, _y, _groups, _alpha)
    checks.close(
        checks.call(honest_error, _X, _y, _groups, np.array([_alpha])),
        _want,
        what=f"honest_error for one alpha and groups of {_sizes} rows",
        hint="which means enter the prediction of a group? (eq-cross-validation)",
        mistakes={"This is the sum over the rows, not their mean": _want * len(_y)},
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, three values of $\alpha$, where the first place does no harm: four groups of the rows $x$
# and $-x$ with the labels $t$ and $-t$, where $(x, t)$ is $(1, 2), (1, 2), (1, 6)$ and $(2, 1)$,
# and $\alpha$ may be 4, 0 or 1. The program says 8.867.

# %% tags=["tests", "id:honest-error-choice-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(honest_error, "flcourse.erm", but={"flcourse.erm.fit"})

_x, _t = np.array([1.0, 1.0, 1.0, 2.0]), np.array([2.0, 2.0, 6.0, 1.0])
_X, _y = np.concatenate([_x, -_x])[:, None], np.concatenate([_t, -_t])
_groups = np.array([3, 0, 7, 4] * 2)
checks.close(
    checks.call(honest_error, _X, _y, _groups, np.array([4.0, 1e-9, 1.0])),
    16.1820987654,
    what="honest_error for three alphas",
    hint="who may choose the alpha for a group? (eq-cross-validation)",
    mistakes={
        "The smallest error is reported, but the rows that are predicted have chosen it": (
            8.8672839506
        ),
        "Each group has chosen the alpha that suits it best": 6.3333333333,
        "alpha is chosen by the training error": 14.3333333333,
        "This is the training error": 6.1071428571,
        "Single rows choose alpha, not whole groups": 15.5339506173,
        "The first alpha is always taken": 9.0987654321,
        "The largest error of each group is taken": 17.0987654321,
        "The group that is predicted takes part in the last fit": 8.5919107836,
        "This is the sum over the rows, not their mean": 129.4567901235,
    },
)
### BEGIN HIDDEN TESTS


def _slope(X, y, alpha):
    d = X.shape[1]
    return np.linalg.solve(X.T @ X / len(y) + alpha * np.eye(d), X.T @ y / len(y))


def _errors(X, y, groups, alphas):
    """Sum of squared errors of each group (row) for each alpha; all means are 0."""
    table = []
    for g in np.unique(groups):
        rest = groups != g
        fits = [_slope(X[rest], y[rest], alpha) for alpha in alphas]
        table.append([np.sum((y[~rest] - X[~rest] @ w) ** 2) for w in fits])
    return np.array(table)


def _reference(X, y, groups, alphas):
    """Nested cross-validation: error, chosen places, and how clear the choices are."""
    total, chosen, clear = 0.0, [], 1.0
    for g in np.unique(groups):
        rest = groups != g
        inner = _errors(X[rest], y[rest], groups[rest], alphas).sum(axis=0)
        best, second = np.sort(inner)[:2]
        chosen, clear = [*chosen, int(np.argmin(inner))], min(clear, 1 - best / second)
        w = _slope(X[rest], y[rest], alphas[chosen[-1]])
        total += np.sum((y[~rest] - X[~rest] @ w) ** 2)
    return total / len(y), chosen, clear


def _instance(rng, sizes, d, alphas):
    """Groups with the means 0, of different slopes, for which alpha is chosen clearly."""
    while True:
        names = rng.choice(np.arange(-20, 60), len(sizes), replace=False)
        groups = np.repeat(names, sizes)
        half = rng.normal(size=(len(groups), d)) * rng.uniform(0.5, 2)
        slopes = np.repeat(rng.normal(1, 1.5, (len(sizes), d)), sizes, axis=0)
        labels = np.sum(half * slopes, axis=1) + rng.normal(size=len(groups))
        order = rng.permutation(2 * len(groups))
        X, y = np.concatenate([half, -half])[order], np.concatenate([labels, -labels])[order]
        both = np.tile(groups, 2)[order]
        want, chosen, clear = _reference(X, y, both, alphas)
        reported = _errors(X, y, both, alphas).sum(axis=0).min() / len(y)
        if len(set(chosen)) > 1 and clear > 1e-3 and want > 1.01 * reported:
            return X, y, both, want, reported


_rng = checks.grading_rng("honest-error-choice")
for _sizes, _d, _alphas in [
    ([2, 3, 1], 1, [0.6, 0.05, 8.0]),
    ([1, 4, 2, 2], 2, [2.0, 0.1, 0.4, 20.0]),
    ([2, 2, 2, 3, 1], 2, [0.02, 1.0, 5.0]),
]:
    _alphas = np.array(_alphas)
    _X, _y, _groups, _want, _reported = _instance(_rng, _sizes, _d, _alphas)
    _table = _errors(_X, _y, _groups, _alphas)
    checks.close(
        checks.call(honest_error, _X, _y, _groups, _alphas),
        _want,
        what=f"honest_error for {len(_alphas)} alphas and {len(_sizes)} groups",
        hint="who may choose the alpha for a group? (eq-cross-validation)",
        mistakes={
            "The smallest error is reported, but the rows that are predicted have chosen it": (
                _reported
            ),
            "Each group has chosen the alpha that suits it best": _table.min(axis=1).sum()
            / len(_y),
            "The first alpha is always taken": _table[:, 0].sum() / len(_y),
            "This is the sum over the rows, not their mean": _want * len(_y),
        },
    )
# Means again, where alpha is chosen: for whoever has them right with one alpha, so that nobody pays
# twice for the same mistake.
_X = np.array([[2.0], [1.0], [1.0], [2.0], [5.0], [2.0], [6.0], [4.0]])
_y = np.array([1.0, 8.0, 7.0, 6.0, 1.0, 7.0, 6.0, 6.0])
_groups, _alphas = np.repeat([2, 9, 4, 7], 2), np.array([4.0, 0.1, 1.0])
_single = [
    checks.numbers(
        checks.call(honest_error, _X, _y, _groups, np.array([_alpha])),
        what="honest_error for one alpha",
        hint="the mean over all rows of the squared errors (eq-cross-validation).",
    )
    for _alpha in _alphas
]
if np.allclose(np.ravel(_single), [8.1972928530, 13.9690657126, 10.6107103564], rtol=1e-5):
    checks.close(
        checks.call(honest_error, _X, _y, _groups, _alphas),
        10.7008939256,
        what="honest_error for three alphas and groups of unlike means",
        hint="who is left out to choose alpha is in no mean, either (eq-cross-validation).",
        mistakes={
            "A group that is left out to choose alpha is still in the means that predict it": (
                14.0644404847
            ),
            "The smallest error is reported, but the rows that are predicted have chosen it": (
                8.1972928530
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Now two questions to the data of the map. Three groups of random *rows*, or three groups of random
# *stations*: which question does each of them answer? Before you run the cell, guess which error is
# larger, and which of the two suffers more where $\alpha$ is too small.

# %%
rng = np.random.default_rng(1)
by_row = rng.integers(3, size=len(y))
by_station = rng.permutation(np.arange(len(sizes)) % 3)[station]
few_alphas = np.array([1e-8, 1e-4, 1e-3, 1e-1])
for alpha in few_alphas:
    errors = [float(honest_error(X, y, g, np.array([alpha]))) for g in (by_row, by_station)]
    print(f"alpha = {alpha:7.1e}: by rows {errors[0]:8.2f}, by stations {errors[1]:8.2f} °C²")
for name, groups in {"rows": by_row, "stations": by_station}.items():
    reported = reported_error(X, y, groups, few_alphas)
    honest = float(honest_error(X, y, groups, few_alphas))
    print(f"groups of {name}: reported_error {reported:.2f} °C², honest_error {honest:.2f} °C²")

# %% [markdown]
# ## Task 8: Two users (1 point, graded by a person)
#
# Look at the numbers above (your picture shows a sixth of the rows). One user wants to fill gaps in
# the records of these stations, another one wants the map between them. About 200 words are enough:
#
# 1. Which groups, which $\alpha$ (of the four above) and which of the printed errors do you give to
#    each of them? Defend it with your numbers. The table and the lines below it hold errors of
#    different things: say of what yours is the error. With that, either kind counts.
# 2. Name one thing that makes the error which you give to the user of the map still too small or
#    too large, and say how you would find out.
#
# | Points | for |
# |---|---|
# | ¼ | part 1, gaps: the groups, one $\alpha$, one printed error and of what it is, with reasons |
# | ¼ | part 1, map: the same for the other user |
# | ½ | part 2: something that is still wrong, in which direction, and a way to measure it |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Gaps lie at stations that have other rows, so groups of rows ask the question of the first
#    user. The map is about places without a station, so groups of stations ask the question of the
#    second. In the last cell both want $\alpha$ = 1e-3, and I report 13.3 °C² to the first user and
#    13.8 °C² to the second, the honest errors. The first user may take less: from 1e-3 to 1e-8
#    their error grows by half a °C² only, as a model that has learnt the stations by heart fills
#    gaps well. For the second user it triples, because polynomials go wild between stations; they
#    should rather take too much than too little.
# 2. The features were chosen by somebody who had looked at these stations: the error is too small.
#    I would keep some stations aside before anything is chosen, and look at them once. Or: a third
#    of the stations is missing in each fit, and the final map has them all, so the error is a
#    little too large; with ten groups instead of three it should fall. Or: places in the north are
#    farther from the next station than those that were held out; errors over the distance to the
#    next station would show it.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: rows for the gaps, since the station is known there; an alpha, and an honest error of
#   the last cell, or the error at the alpha with a word on the choice that has been made with it
# - ¼, part 1: stations for the map, since new places have none; the rest as for the gaps
# - half of each quarter: a `reported_error` called honest, no alpha, or no reason
# - ¼ of these: both users right, and no reason for any
# - 0, part 1: the smallest number of the table for both, "because it is the best"
# - ½, part 2: one effect with its direction and an experiment; others than those above count
# - ¼ of these: the effect without its direction, or without a way to find out
# - 0, part 2: "the data are noisy", or what task 7 has mended
# ### END SOLUTION
