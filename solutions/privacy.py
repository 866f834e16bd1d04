# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Privacy: what messages tell, and what hides it
#
# Data stay where they are, and messages tell about them all the same. In this assignment you
# attack: you read rows off messages, and the columns of another party off its shares. And you
# defend: with a ridge, with noise that is accounted for, with masks that cost little. It belongs to
# the chapter *Privacy, attacked and defended* of the book.
#
# **When you are done you can**
#
# - reconstruct rows from updates and from sums, and say when nobody can,
# - predict how far a row stands out,
# - say what a measured attack says about a promised $\epsilon$,
# - mend a client's noise, and say how many rounds a promise still pays for,
# - build masks for a sum that survive leaving and colluding,
# - attack the parties of one table.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 A walk tells the row | `row_of_update` | 1 |
# | 2 Rows that were deleted | `deleted_pair` and `twin_table` | 1 + 1 |
# | 3 Nobody stands out | `calm_ridge` | 1 |
# | 4 An audit | `least_epsilon` | 1 |
# | 5 Noise at home | `noisy_message` and `rounds_left` | 1 + 1 |
# | 6 Few secrets | `mask_graph` | 1 |
# | 7 What residuals tell | `inner_products` | 1 |
# | 8 A proof and a decision | a short text | 1, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.privacy` holds finished answers to parts of some tasks: compare with them,
# but an answer that uses them, also renamed or in a helper, gets no points.
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
# Names such as `eq-row-leak` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 5 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def promises_of(rng):
    """Six promises: epsilon and delta, noise of the rounds that are over, and of those to come."""
    from flcourse.privacy import gaussian_sigma

    promises = []
    for epsilon, delta, spent, least, most in [
        (1.0, 1e-5, [7.0, 12.0, 30.0], 18, 60),
        (1.0, 1e-5, [6.0, 7.0, 8.0, 7.0, 6.0], 9, 30),
        (4.0, 1e-6, [], 5, 12),
        (8.0, 1e-4, [3.0], 1.5, 4),
        (0.2, 1e-6, [40.0, 40.0], 50, 150),
        (2.0, 1e-5, [4.0, 5.0, 9.0], 8, 30),
    ]:
        epsilon = round(epsilon * rng.uniform(0.96, 1.04), 3)
        spent = np.round(np.array(spent) * rng.uniform(0.96, 1.04, len(spent)), 2)
        sigma = round(rng.uniform(least, most), 2)
        # Where no round is over, draw again until it matters how the number of rounds is rounded.
        while not len(spent) and (sigma / gaussian_sigma(epsilon, delta)) ** 2 % 1 < 0.5:
            sigma = round(rng.uniform(least, most), 2)
        promises.append((epsilon, delta, spent, sigma))
    return promises


own_promises = promises_of(own_data.rng("rounds-left"))
print(f"Variant {VARIANT}: epsilon, delta, noise of the rounds that are over, and of the next ones")
for promise in own_promises:
    print(*promise)

# %% tags=["given", "id:imports"]
import numpy as np

from flcourse.data import load_fmi

# %% [markdown]
# ## The data
#
# `load_fmi("simulated")` gives a simulated twin of a few days of hourly temperatures (°C) at
# stations of the Finnish Meteorological Institute. The checks draw numbers of their own; the data
# are for your experiments below the tasks.


# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
print(f"{len(stations.y)} stations, {sum(map(len, stations.y))} temperatures")

# %% [markdown]
# ## Task 1: A walk tells the row (1 point)
#
# A client holds **one** row: features $x$ with the constant $x_0 = 1$, and a label $y$. It gets the
# model $w$, takes `steps` gradient steps on its squared loss,
#
# $$w \leftarrow w - \eta \cdot 2 (x^\top w - y)\, x ,$$
#
# and returns the model where it has arrived. One step would tell the row (eq-row-leak). Do several
# steps hide it? Write `row_of_update(before, after, lr, steps)`: what the server reads off the
# models before and after. It knows the step size $\eta$ = `lr` and the number of steps.
#
# The client has something to learn: $x^\top w \ne y$ at the start. And no step is so long that the
# walk runs away: $0.05 \le \eta \lVert x \rVert^2 \le 0.9$. (Above $\frac12$ a step overshoots.)


# %% tags=["answer", "id:row-of-update"]
def row_of_update(before, after, lr, steps):
    """The only row of a client, read off several local steps (eq-row-leak, prop-gradient-leak).

    before, after: (d,) arrays, the model that the client got and the one that it returned, d >= 1.
    lr: number > 0, the step size;  steps: integer >= 1.
    Returns x, y: a (d,) array with x[0] = 1, and a number.
    """
    ### BEGIN SOLUTION
    update = after - before
    x = update / update[0]
    left = (1 - 2 * lr * (x @ x)) ** steps
    return x, before @ x - update @ x / (left - 1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Of which vector is every step a multiple, and what becomes of the residual w @ x - y in one step?
# Follow two steps by hand (eq-row-leak).

# %% [markdown]
# By hand: $x = (1, 2)$, $y = 6$, $\eta = 0.05$ and the start $(1, 0)$. The residual is $-5$, and
# each step halves it. After 3 steps it is $-0.625$, and the model is $(1.875, 1.75)$.

# %% tags=["tests", "id:row-of-update-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(row_of_update, "flcourse.privacy")

_got = checks.parts(
    checks.call(row_of_update, np.array([1.0, 0.0]), np.array([1.875, 1.75]), 0.05, 3),
    2,
    what="row_of_update",
    hint="return x, y (eq-row-leak).",
)
checks.shape(
    _got[0],
    (2,),
    what="x of row_of_update after 3 steps",
    hint="return x, y: the features, then the label (eq-row-leak).",
    mistakes={"The two results come in the other order, or y is not there": ()},
)
checks.close(
    _got[0],
    [1.0, 2.0],
    what="x of row_of_update after 3 steps",
    hint="which entry of x is known to be 1? (eq-row-leak)",
    mistakes={
        "This is the update, a multiple of x: its first entry must become 1": [0.875, 1.75],
        "This is the update divided by its length": np.array([1.0, 2.0]) / np.sqrt(5),
        "This is divided by the wrong entry": [0.5, 1.0],
        "This is the model after the walk, not its update": [1.875, 1.75],
        "This is read off the model after the walk, not off its update": [1.0, 1.75 / 1.875],
        "The sign is flipped": [-1.0, -2.0],
    },
)
checks.close(
    _got[1],
    6.0,
    what="y of row_of_update after 3 steps",
    hint="what does each step do to the residual? (prop-gradient-leak)",
    mistakes={
        "This is right for one step only, here there were 3": 1 + 4.375 / 0.5,
        "The steps are taken for equally long, but the residual shrinks": 1 + 4.375 / 1.5,
        "The 2 of the gradient is missing": 1 + 4.375 / (1 - 0.75**3),
        "This is the prediction of the model after the walk": 5.375,
        "This is the residual at the start": -5.0,
        "Is this the difference to the prediction at the start, or 6 cut to a whole number?": 5.0,
        "The sign of the residual is flipped": -4.0,
        "The residual is subtracted from the prediction after the walk, not before": 10.375,
        "The steps are one too many": 1 + 4.375 / (1 - 0.5**4),
        "The steps are one too few": 1 + 4.375 / (1 - 0.5**2),
    },
)
_got = checks.parts(
    checks.call(row_of_update, np.array([1.0, 0.0]), np.array([2.216, 2.432]), 0.16, 3),
    2,
    what="row_of_update",
    hint="return x, y (eq-row-leak).",
)
checks.close(
    _got[0],
    [1.0, 2.0],
    what="x of row_of_update after 3 long steps",
    hint="which entry of x is known to be 1? (eq-row-leak)",
)
checks.close(
    _got[1],
    6.0,
    what="y of row_of_update after 3 long steps",
    hint="what does each step do to the residual? (prop-gradient-leak)",
    mistakes={
        "A long step overshoots, so the residual changes its sign": 6.864 / 0.784,
        "This is the prediction of the model after the walk, which is not there yet": 7.08,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("row-of-update")
for _d, _steps, _low, _high in [
    (3, 1, 0.06, 0.3),
    (2, 2, 0.6, 0.85),
    (5, 4, 0.06, 0.3),
    (1, 3, 0.6, 0.85),
    (4, 7, 0.06, 0.3),
    (3, 5, 0.75, 0.89),
]:
    _x = np.append(1.0, _rng.normal(0, 2, _d - 1))
    _y, _w = _rng.normal(3, 5), _rng.normal(size=_d)
    while abs(_x @ _w - _y) < 1:
        _y = _rng.normal(3, 5)
    _lr = _rng.uniform(_low, _high) / (_x @ _x)
    _walk = [_w]
    for _ in range(_steps):
        _walk.append(_walk[-1] - _lr * 2 * (sum(_x * _walk[-1]) - _y) * _x)
    _got = checks.parts(
        checks.call(row_of_update, _w, _walk[-1], _lr, _steps),
        2,
        what="row_of_update",
        hint="return x, y (eq-row-leak).",
    )
    checks.close(
        _got[0],
        _x,
        what=f"x of row_of_update for {_d} features",
        hint="which entry of x is known to be 1? (eq-row-leak)",
    )
    checks.close(
        _got[1],
        _y,
        what=f"y of row_of_update for {_steps} steps",
        hint="what does each step do to the residual? (prop-gradient-leak)",
        mistakes={
            "This is the prediction of the model after the walk": sum(_x * _walk[-1]),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# A station has measured once: the place is $x$, the temperature $y$. Cells like the next one are
# yours to change. Does it help to take more steps?

# %%
here, there = stations.latlon[0], stations.latlon.mean(axis=0)
row, label = np.append(1.0, here - there), stations.y[0][0]
for steps in [1, 10, 100]:
    start = model = np.zeros(3)
    for _ in range(steps):
        model = model - 0.01 * 2 * (row @ model - label) * row
    x, y = row_of_update(start, model, 0.01, steps)
    place = np.ravel(x)[1:] + there
    print(f"{steps:4d} steps: {place.round(4)}, {float(y):.4f} °C; truly {here}, {label} °C")

# %% [markdown]
# ## Task 2: Rows that were deleted (2 points)
#
# A clinic sends one table of sums (eq-statistics) over its rows $z_r = (x_r, y_r)$, where
# $x_{r0} = 1$:
#
# $$S = \sum_r z_r z_r^\top .$$
#
# Later some rows are deleted, and the clinic sends the new table; the server has both.
#
# **(a)** Exactly **two** rows were deleted. Write `deleted_pair(before, after)`, which returns
# both, in any order. The two rows are not equal, but in any column they may agree, also in the
# label.


# %% tags=["answer", "id:deleted-pair"]
def deleted_pair(before, after):
    """The two rows that were deleted between two tables of sums (eq-statistics).

    before, after: (d + 1, d + 1) arrays, S with the two rows and without them, d >= 1.
    Returns a (2, d + 1) array: in each row the features, the constant 1 first, and the label last.
    """
    ### BEGIN SOLUTION
    gone = before - after
    centre = gone[0] / 2
    spread = gone / 2 - np.outer(centre, centre)
    k = np.argmax(np.diag(spread))
    half = spread[k] / np.sqrt(spread[k, k])
    return np.array([centre + half, centre - half])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What does the first line of the difference tell about the two rows? And what is left of the
# difference when the part that follows from it is taken away?

# %% [markdown]
# By hand: the rows $(1, 2, 5)$ and $(1, 4, 1)$ are deleted, and one row $(1, 0, 3)$ remains. The
# difference of the tables is $\begin{pmatrix} 2 & 6 & 6 \\ 6 & 20 & 14 \\ 6 & 14 & 26
# \end{pmatrix}$.

# %% tags=["tests", "id:deleted-pair-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(deleted_pair, "flcourse.privacy")


def _sorted(rows):
    """Two rows in an order that does not depend on how they came."""
    return rows[np.argsort(rows @ np.sqrt(np.arange(2.0, len(rows.T) + 2)))]


def _read(got, width, what):
    """The answer as an array of two rows, in an order of its own."""
    checks.shape(
        got,
        (2, width),
        what=what,
        hint="two rows, each with features and label (eq-statistics).",
        mistakes={"Each row of the result is one deleted row, not each column": (width, 2)},
    )
    return _sorted(
        checks.numbers(
            got, what=what, hint="two rows, each with features and label (eq-statistics)."
        ).reshape(2, width)
    )


_kept = np.array([[1.0, 0.0, 3.0]])
_pair = np.array([[1.0, 2.0, 5.0], [1.0, 4.0, 1.0]])
_gone = _pair.T @ _pair
_values, _vectors = np.linalg.eigh(_gone)
_long = (_vectors * np.sqrt(np.maximum(_values, 0))).T[1:]
checks.close(
    _read(checks.call(deleted_pair, _kept.T @ _kept + _gone, _kept.T @ _kept), 3, "deleted_pair"),
    _sorted(_pair),
    what="deleted_pair (rows in an order of the check)",
    hint="the rows are c + h and c - h: which sums tell c and h? (eq-statistics)",
    mistakes={
        "Both rows are the mean of the two": np.array([[1.0, 3.0, 3.0]] * 2),
        "The signs are lost: where one column rises from row to row, another may fall": _sorted(
            np.array([[1.0, 4.0, 5.0], [1.0, 2.0, 1.0]])
        ),
        "The difference of the rows is added to their mean, not half of it": _sorted(
            np.array([[1.0, 1.0, 7.0], [1.0, 5.0, -1.0]])
        ),
        "These are lines of the table, sums over both rows": _sorted(_gone[:2]),
        "These are eigenvectors of the difference, not rows: the constant must be 1": _sorted(
            _long
        ),
        "These are eigenvectors of the difference, not rows": _sorted(-_long),
        "The rows are made twice as large: their sum is not their mean": _sorted(2 * _pair),
    },
)
_same = np.array([[1.0, 3.0, 2.0, -1.0], [1.0, 3.0, 2.0, 6.0]])
checks.close(
    _read(checks.call(deleted_pair, _same.T @ _same, np.zeros((4, 4))), 4, "deleted_pair"),
    _sorted(_same),
    what="deleted_pair of rows with equal features, after which none is left",
    hint="the rows may differ in some columns only (eq-statistics).",
    mistakes={"Both rows are the mean of the two": np.array([[1.0, 3.0, 2.0, 2.5]] * 2)},
)
_alike = np.array([[1.0, 3.0, 1.0, 40.0], [1.0, 5.0, -2.0, 40.0]])
checks.close(
    _read(checks.call(deleted_pair, _alike.T @ _alike, np.zeros((4, 4))), 4, "deleted_pair"),
    _sorted(_alike),
    what="deleted_pair of rows with equal labels, which are large",
    hint="in which column do the rows differ? (eq-statistics)",
    mistakes={"Both rows are the mean of the two": np.array([[1.0, 4.0, -0.5, 40.0]] * 2)},
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("deleted-pair")
for _m, _d, _equal in [(5, 2, 0), (2, 3, 0), (40, 1, 0), (12, 5, 0), (4, 3, 3), (6, 2, 2)]:
    _Z = np.column_stack([np.ones(_m), _rng.normal(1, 3, (_m, _d))])
    _Z[1, -1] = _Z[0, -1] + _rng.choice([-1, 1]) * _rng.uniform(1, 4)
    if _equal:  # the label of both, which is large
        _Z[1, 1] = _Z[0, 1] + _rng.choice([-1, 1]) * _rng.uniform(1, 4)
        _Z[:2, _equal] = _rng.uniform(25, 40)
    _before = sum(np.outer(_z, _z) for _z in _Z)
    _after = sum((np.outer(_z, _z) for _z in _Z[2:]), np.zeros((_d + 1, _d + 1)))
    checks.close(
        _read(checks.call(deleted_pair, _before, _after), _d + 1, "deleted_pair"),
        _sorted(_Z[:2]),
        what=f"deleted_pair of {_m} rows with {_d} features (rows in an order of the check)",
        hint="the rows are c + h and c - h: which sums tell c and h? (eq-statistics)",
        mistakes={"Both rows are the mean of the two": np.array([_Z[:2].mean(axis=0)] * 2)},
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** "Whoever has the sums of $m \ge 3$ rows can tell the rows", somebody fears. Refute it, for
# every table: write `twin_table(X, y)`, which returns features $X'$ and labels $y'$ of as many
# rows, again with $x'_{r0} = 1$, that have **the same table $S$**, although **none** of the new
# rows is one of the old ones. (So the server cannot tell which of the two has been deleted.) A new
# row counts as another one if it differs from each old row by more than $10^{-4}$ in some column.
# The table may deviate by $10^{-7}$ of its largest entry.
#
# In the checks there are $m \ge 3$ rows, no number is larger than 50 in size, and in some column
# the largest and the smallest one are at least 1 apart. The rows may lie symmetrically, and some of
# them may be equal.


# %% tags=["answer", "id:twin-table"]
def twin_table(X, y):
    """Other rows with the same table of sums (eq-statistics).

    X: (m, d) array, X[:, 0] = 1, m >= 3;  y: (m,) array.
    Returns X_new, y_new: an (m, d) array with X_new[:, 0] = 1, and an (m,) array.
    """
    ### BEGIN SOLUTION
    m, rng = len(y), np.random.default_rng(0)
    old, new = (
        np.linalg.qr(np.column_stack([np.ones(m), rng.normal(size=(m, m - 1))]))[0]
        for _ in range(2)
    )
    Z = new @ old.T @ np.column_stack([X, y])
    return Z[:, :-1], Z[:, -1]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What may be done to all rows of Z = [X y] together that leaves Z^T Z as it is? And what of that
# leaves the column of ones as it is: try m = 2 and m = 3.

# %% [markdown]
# By hand, without features but the constant: the labels $-1, 0, 1$ have the sum $0$ and the squares
# $2$. So have $a (1, 1, -2)$ with $6 a^2 = 2$, which are none of them. To reflect the rows at their
# mean would not do here: it only swaps two of them.

# %% tags=["tests", "id:twin-table-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(twin_table, "flcourse.privacy")


def _check_twin(X, y, name):
    """Look at all that is asked of the new rows."""
    what = f"twin_table of {name}"
    got = checks.parts(
        checks.call(twin_table, X, y), 2, what=what, hint="return X, y (eq-statistics)."
    )
    checks.shape(
        got[0],
        X.shape,
        what=f"X of {what}",
        hint="rotate [X y] so that the column of ones stays (eq-statistics).",
        mistakes={"The two results come in the other order": y.shape},
    )
    checks.shape(
        got[1],
        y.shape,
        what=f"y of {what}",
        hint="rotate [X y] so that the column of ones stays (eq-statistics).",
    )
    new = np.column_stack(
        [
            checks.numbers(
                got[0],
                what=f"X of {what}",
                hint="rotate [X y] so that the column of ones stays (eq-statistics).",
            ).reshape(X.shape),
            checks.numbers(
                got[1],
                what=f"y of {what}",
                hint="rotate [X y] so that the column of ones stays (eq-statistics).",
            ).reshape(y.shape),
        ]
    )
    old = np.column_stack([X, y])
    checks.close(
        new[:, 0],
        np.ones(len(y)),
        what=f"the constant feature of {what}",
        hint="rotate [X y] so that the column of ones stays (eq-statistics).",
        mistakes={"Signs are flipped": -np.ones(len(y))},
    )
    S, T = old.T @ old, new.T @ new
    for part, right, found in [
        ("the sums of the columns, the first line of S,", S[0], T[0]),
        ("the sums of squares, the diagonal of S,", np.diag(S), np.diag(T)),
        ("the sums of products of features with labels, the last column of S,", S[:, -1], T[:, -1]),
        ("the whole table S", S, T),
    ]:
        checks.close(
            found,
            right,
            what=f"{part} for {what}",
            hint="rotate [X y] so that the column of ones stays (eq-statistics).",
            tol=1e-7,
        )
    gaps = np.abs(new[:, None] - old).max(axis=2)
    r, s = np.unravel_index(gaps.argmin(), gaps.shape)
    checks.holds(
        gaps.min() > 1e-4,
        what=what,
        expected="rows of which none is an old one",
        got=f"new row {r}, which is the old row {s}",
        hint="which rotations leave no row where it was, also of symmetric rows? (eq-statistics)",
    )


for _Z, _name in [
    ([[1, -1], [1, 0], [1, 1]], "the labels -1, 0, 1"),
    ([[1, 2, 7], [1, 5, 1], [1, 3, 2], [1, -4, 3]], "four rows with a feature"),
    (
        [[1, 3, 1, 5], [1, -1, 1, 5], [1, 1, 4, 2], [1, 1, -2, 8]],
        "four rows that are symmetric to their mean",
    ),
    (
        [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 5, 1], [1, 0, 4], [1, 3, -2]],
        "six rows of which the first three are equal",
    ),
]:
    _check_twin(np.array(_Z, dtype=float)[:, :-1], np.array(_Z, dtype=float)[:, -1], _name)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("twin-table")
for _m, _d in [(3, 3), (6, 3), (10, 2), (5, 4)]:
    _X = np.column_stack([np.ones(_m), _rng.normal(0, 2, (_m, _d - 1))])
    _y = _rng.normal(4, 3, _m)
    _y[0] = _y[1] + 1.5
    _check_twin(_X, _y, f"{_m} random rows")
for _k, _d in [(2, 3), (3, 2)]:
    _half = np.column_stack([np.zeros(_k), _rng.normal(0, 3, (_k, _d))])
    _half[0, -1] = 2.0
    _Z = np.append(1.0, _rng.normal(2, 1, _d)) + np.vstack([_half, -_half])
    _check_twin(_Z[:, :-1], _Z[:, -1], f"{2 * _k} random rows that are symmetric to their mean")
for _m in [6]:
    _Z = np.column_stack([np.ones(_m), np.tile(_rng.normal(size=2), (_m, 1))])
    _Z[-2:, 1:] += _rng.uniform(1, 4, (2, 2)) * [[1, 1], [-1, 1]]
    _check_twin(_Z[:, :-1], _Z[:, -1], f"{_m} rows, all but two of them equal")
### END HIDDEN TESTS

# %% [markdown]
# A station deletes two of its hours, because a thermometer was broken. Its rows are the time in
# days and the temperature.

# %%
times, temperatures = stations.timestamps[1], stations.y[1]
hours = (times - times[0]).astype(float) / 86_400
Z = np.column_stack([np.ones(len(hours)), hours, temperatures])
without = np.delete(Z, [20, 47], axis=0)
print("deleted:", Z[[20, 47]].round(4).tolist())
print("read:   ", np.round(deleted_pair(Z.T @ Z, without.T @ without), 4).tolist())

# %% [markdown]
# ## Task 3: Nobody stands out (1 point)
#
# Somebody who has a model of ridge regression asks whether a row was trained on, by the size of its
# residual. For a row $r$ the residual has the variances
#
# $$v_{\text{in}} = \sigma^2 \bigl( 1 - 2 h_r + (H^2)_{rr} \bigr), \qquad
# v_{\text{out}} = \sigma^2 \bigl( 1 + (H^2)_{rr} \bigr) \tag{eq-membership-variances}$$
#
# if it was, and if it was not, where $H = X (X^\top X + m \alpha I)^{-1} X^\top$ and $h_r = H_{rr}$
# is the leverage (eq-leverage). From them follows the best advantage of the attack on this row, for
# Gaussian noise and mean zero:
#
# $$t^2 = \frac{v_{\text{in}} v_{\text{out}}}{v_{\text{out}} - v_{\text{in}}} \ln
# \frac{v_{\text{out}}}{v_{\text{in}}}, \qquad \operatorname{Adv} = 2 \Phi\Bigl(
# \frac{t}{\sqrt{v_{\text{in}}}} \Bigr) - 2 \Phi\Bigl( \frac{t}{\sqrt{v_{\text{out}}}} \Bigr) .
# \tag{eq-threshold-advantage}$$
#
# (`scipy.special.ndtr` is $\Phi$.) A clinic decides: **for each single row** this prediction is to
# be at most `limit`. A larger ridge lowers it for all rows, and costs accuracy. Write
# `calm_ridge(X, limit)`: the smallest $\alpha \ge 0$ that will do, or 0 if no ridge is needed. It
# may be a thousandth of its size too large or too small, and $10^{-5}$ where it should be 0.
#
# In the checks $X$ has more rows than columns, its columns are independent, no row is zero, and all
# leverages are below 0.99 without a ridge.


# %% tags=["answer", "id:calm-ridge"]
def calm_ridge(X, limit):
    """Smallest ridge for which no row stands out (eq-threshold-advantage, prop-membership).

    X: (m, d) array, the features of the rows;  limit: number, 0.01 <= limit < 1.
    Returns alpha: number >= 0.
    """
    ### BEGIN SOLUTION
    from scipy.optimize import brentq
    from scipy.special import ndtr

    def largest(alpha):
        H = X @ np.linalg.solve(X.T @ X + len(X) * alpha * np.eye(X.shape[1]), X.T)
        square = np.sum(H**2, axis=1)
        inside, outside = 1 - 2 * np.diag(H) + square, 1 + square
        t = np.sqrt(inside * outside / (outside - inside) * np.log(outside / inside))
        return np.max(2 * ndtr(t / np.sqrt(inside)) - 2 * ndtr(t / np.sqrt(outside)))

    if largest(0.0) <= limit:
        return 0.0
    high = 1.0
    while largest(high) > limit:
        high *= 2
    return brentq(lambda alpha: largest(alpha) - limit, 0.0, high)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which row decides, and is it the same one for every alpha? (sigma cancels, take 1.) How does what
# you compare with the limit change when alpha grows?

# %% [markdown]
# By hand, $d = 1$: the rows $x = (2, 1, 1, 1, 1)$ have $X^\top X = 8$ and $m = 5$. With $\alpha =
# 1.6$ the first row has $h = \frac{4}{16}$ and $(H^2)_{11} = \frac18$, so the variances are
# $\frac58 \sigma^2$ and $\frac98 \sigma^2$, and the advantage is $0.141213$. For the others it is
# $0.031255$.

# %% tags=["tests", "id:calm-ridge-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(calm_ridge, "flcourse.privacy")

_X = np.array([[2.0], [1.0], [1.0], [1.0], [1.0]])
checks.close(
    checks.call(calm_ridge, _X, 0.141213),
    1.6,
    what="calm_ridge of the rows 2, 1, 1, 1, 1",
    hint="the largest advantage of all rows, as a function of alpha (eq-threshold-advantage).",
    mistakes={
        "The ridge in H is m alpha, here alpha alone was taken": 8.0,
        "Each row counts: the mean over the rows hides the first one": 0.0,
        "With a ridge H^2 is not H: these are the variances without one": 1.2,
        "The diagonal of H^2 is not the square of the leverage": 1.812450,
        "This is the formula for small leverages": 1.141625,
        "The leverage itself is compared with the limit, not the advantage": 4.065201,
        "v_out is more than sigma^2: the model follows old labels, too": 0.8,
        "t^2 is taken for t": 1.574036,
    },
    tol=2e-3,
)
checks.close(
    checks.call(calm_ridge, _X, 0.4),
    0.0,
    what="calm_ridge where no ridge is needed",
    hint="without a ridge nobody stands out by more than the limit: then 0 (eq-leverage).",
)
checks.close(
    checks.call(calm_ridge, np.vstack([np.eye(2), np.eye(2), np.eye(2)]), 0.106478),
    1 / 3,
    what="calm_ridge of three times the rows (1, 0) and (0, 1)",
    hint="two parameters: H is a matrix for all rows together (eq-leverage).",
    tol=2e-3,
)
checks.close(
    checks.call(calm_ridge, np.array([[3.0, 0.0]] * 6 + [[0.0, 1.0]] * 2), 0.141213),
    0.25,
    what="calm_ridge of six rows (3, 0) and two rows (0, 1)",
    hint="the largest advantage of all rows, as a function of alpha (eq-threshold-advantage).",
    mistakes={"A long row need not stand out: here it has many beside it": 0.0},
    tol=2e-3,
)
checks.close(
    checks.call(
        calm_ridge,
        np.array([[2.0, 0.0]] + [[1.0, 0.0]] * 4 + [[0.0, 0.5], [0.0, 0.4]]),
        0.141213,
    ),
    8 / 7,
    what="calm_ridge of (2, 0), four rows (1, 0), and (0, 0.5), (0, 0.4)",
    hint="the largest advantage of all rows, as a function of alpha (eq-threshold-advantage).",
    mistakes={
        "The row that stands out most without a ridge is not the one that does with it": 0.087857
    },
    tol=2e-3,
)
### BEGIN HIDDEN TESTS


def _largest(X, alpha):
    """Largest advantage of a row, from the definition of leverages; by error functions."""
    from math import erf, log, sqrt

    m, d = X.shape
    H = X @ np.linalg.inv(X.T @ X + m * alpha * np.eye(d)) @ X.T
    found = []
    for r in range(m):
        square = sum(H[r, s] ** 2 for s in range(m))
        a, b = 1 - 2 * H[r, r] + square, 1 + square
        t = sqrt(a * b / (b - a) * log(b / a))
        found.append(erf(t / sqrt(2 * a)) - erf(t / sqrt(2 * b)))
    return max(found)


_rng = checks.grading_rng("calm-ridge")
for _m, _d, _alpha in [(8, 2, 0.3), (15, 3, 2.0), (30, 1, 0.05), (12, 4, 0.8), (10, 2, 9.0)]:
    _X = np.column_stack([np.ones(_m), _rng.normal(0, 2, (_m, _d - 1))])
    _X[0, -1] *= 1.5
    checks.close(
        checks.call(calm_ridge, _X, _largest(_X, _alpha)),
        _alpha,
        what=f"calm_ridge of {_m} random rows with {_d} features",
        hint="the largest advantage of all rows, as a function of alpha (eq-threshold-advantage).",
        mistakes={
            "The ridge is m times too large: see H": _m * _alpha,
            "The ridge is m times too small: see H": _alpha / _m,
        },
        tol=2e-3,
    )
# A short row that stands out among long ones, and a row that does so with a ridge only.
for _rows, _alpha, _name in [
    ([[3.5, 0.0]] * 8 + [[0.0, 1.0]] * 2, 0.2, "long rows and short ones"),
    ([[2.0, 0.0]] + [[1.0, 0.0]] * 4 + [[0.0, 0.5], [0.0, 0.4]], 1.0, "rows of all lengths"),
]:
    _angle = _rng.uniform(0.3, 1.2)
    _turn = np.array([[np.cos(_angle), np.sin(_angle)], [-np.sin(_angle), np.cos(_angle)]])
    _X = _rng.uniform(0.97, 1.03, (len(_rows), 1)) * _rows @ _turn
    checks.close(
        checks.call(calm_ridge, _X, _largest(_X, _alpha)),
        _alpha,
        what=f"calm_ridge of {len(_X)} {_name}",
        hint="the largest advantage of all rows, as a function of alpha (eq-threshold-advantage).",
        tol=2e-3,
    )
_X = np.column_stack([np.ones(9), _rng.normal(size=(9, 2))])
checks.close(
    checks.call(calm_ridge, _X, 0.999 * _largest(_X, 0.0) + 0.001),
    0.0,
    what="calm_ridge of 9 random rows that need no ridge",
    hint="without a ridge nobody stands out by more than the limit: then 0 (eq-leverage).",
)
### END HIDDEN TESTS

# %% [markdown]
# A station explains its temperature by the time of day: $x = (1, \cos, \sin)$. How much ridge do
# few rows need, how much many? Guess first. The last column is how far the ridge moves the
# predictions.

# %%
angles = 2 * np.pi * (stations.timestamps[1] - np.datetime64("2023-12-28")).astype(float) / 86_400
day = np.column_stack([np.ones(len(angles)), np.cos(angles), np.sin(angles)])
for rows in [6, 12, 24, 96]:
    picked = np.linspace(0, len(day) - 1, rows).astype(int)
    F, t = day[picked], stations.y[1][picked]
    alpha = float(np.ravel(calm_ridge(F, 0.1))[0])
    plain, calm = (
        np.linalg.solve(F.T @ F / rows + a * np.eye(3), F.T @ t / rows) for a in (0, alpha)
    )
    moved = np.sqrt(np.mean((day @ (plain - calm)) ** 2))
    print(f"{rows:3d} rows: alpha = {alpha:7.4f}, predictions move by {moved:5.2f} °C")

# %% [markdown]
# ## Task 4: An audit (1 point)
#
# Somebody promises $(\epsilon, \delta)$-privacy and shows no code. You attack: tests that look at
# outputs and accuse or do not. The log holds the rates of each test, so well measured that they
# count as exact: how many are accused wrongly (FPR) and how many rightly (TPR).
# A private procedure allows only
#
# $$\operatorname{TPR} \le \mathrm e^\epsilon \operatorname{FPR} + \delta . \tag{eq-attack-bound}$$
#
# So each line of the log refutes some promises. And more than this one inequality speaks: the
# outputs that are *not* accused are a set, too, and "neighbours" has no direction
# (eq-differential-privacy). Write `least_epsilon(false, true, delta)`: the smallest
# $\epsilon \ge 0$ for which the log does not refute $(\epsilon, \delta)$-privacy. All rates lie
# strictly between 0 and 1.


# %% tags=["answer", "id:least-epsilon"]
def least_epsilon(false, true, delta):
    """Smallest epsilon that a log of attacks does not refute (eq-attack-bound).

    false, true: (k,) arrays in (0, 1), k >= 1, shares that the tests accuse wrongly and rightly.
    delta: number, 0 <= delta < 1.
    Returns epsilon: number >= 0.
    """
    ### BEGIN SOLUTION
    ratios = [
        (true - delta) / false,
        (false - delta) / true,
        (1 - false - delta) / (1 - true),
        (1 - true - delta) / (1 - false),
    ]
    return np.log(max(1.0, np.max(ratios)))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# For which sets of outputs, and which orders of the neighbours, does eq-differential-privacy hold?
# Write down all that it says about a single line of the log.

# %% [markdown]
# By hand, $\delta = 0.05$: a test with FPR 0.3 and TPR 0.9 says $\mathrm e^\epsilon \ge 0.85 /
# 0.3$, and of those who are not accused $\mathrm e^\epsilon \ge 0.65 / 0.1$. So $\epsilon \ge \ln
# 6.5$. A test with FPR 0.8 and TPR 0.1 is wrong nearly always, and tells much all the same.

# %% tags=["tests", "id:least-epsilon-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(least_epsilon, "flcourse.privacy")

checks.close(
    checks.call(least_epsilon, np.array([0.3]), np.array([0.9]), 0.05),
    np.log(6.5),
    what="least_epsilon of one test, FPR 0.3 and TPR 0.9",
    hint="which sets of outputs, and which orders of the neighbours? (eq-attack-bound)",
    mistakes={
        "Those who are not accused are a set of outputs, too": np.log(0.85 / 0.3),
        "Those who are not accused are a set of outputs, too; and delta is missing": np.log(3),
        "delta is missing": np.log(7),
        "The advantage alone tells less than the rates": np.log((1.6 - 0.1) / 0.4),
        "This is e to the epsilon, not epsilon": 6.5,
        "The logarithm is not the natural one": np.log10(6.5),
        "delta is added, not subtracted": np.log(0.75 / 0.1),
        "delta is subtracted after the division": np.log(7 - 0.05),
        "This is the smallest of the bounds, the largest counts": np.log(0.85 / 0.3),
    },
)
checks.close(
    checks.call(least_epsilon, np.array([0.2, 0.8, 0.5]), np.array([0.4, 0.1, 0.7]), 0.0),
    np.log(8),
    what="least_epsilon of three tests, one of them wrong nearly always",
    hint="which sets of outputs, and which orders of the neighbours? (eq-attack-bound)",
    mistakes={
        "A test that is wrong nearly always tells much, too: neighbours have no direction": np.log(
            2
        ),
        "Only the last line of the log is read": np.log(5 / 3),
        "Only the first line of the log is read": np.log(2),
        "The bounds of all lines are averaged": np.log([2, 8, 5 / 3]).mean(),
    },
)
checks.close(
    checks.call(least_epsilon, np.array([0.5, 0.2]), np.array([0.52, 0.21]), 0.1),
    0.0,
    what="least_epsilon where delta alone explains the log",
    hint="epsilon is never negative (def-differential-privacy).",
)
checks.close(
    checks.call(least_epsilon, np.array([0.2, 0.01]), np.array([0.7, 0.3]), 0.05),
    np.log(25),
    what="least_epsilon of two tests, a rate of one is less than delta",
    hint="which lines of the log refute a promise, and by which sets? (eq-attack-bound)",
    mistakes={
        "The test with the largest advantage is not the one that tells most": np.log(3.25),
        "delta is shared among the tests, but each set may use all of it": np.log(27.5),
    },
)
### BEGIN HIDDEN TESTS


def _allowed(epsilon, false, true, delta):
    """Whether all four inequalities hold for all lines of the log."""
    for inside, outside in [
        (true, false),
        (false, true),
        (1 - true, 1 - false),
        (1 - false, 1 - true),
    ]:
        if np.any(inside > np.exp(epsilon) * outside + delta):
            return False
    return True


def _least(false, true, delta):
    """Smallest epsilon that is allowed, by halving an interval."""
    lower, upper = 0.0, 20.0
    while upper - lower > 1e-9:
        middle = (lower + upper) / 2
        fits = _allowed(middle, false, true, delta)
        lower, upper = (lower, middle) if fits else (middle, upper)
    return upper


_rng = checks.grading_rng("least-epsilon")
for _k, _delta, _low in [
    (1, 0.0, 0.05),
    (4, 1e-3, 0.02),
    (6, 0.1, 0.1),
    (3, 0.02, 0.3),
    (5, 0.0, 0.1),
]:
    _false, _true = _rng.uniform(_low, 1 - _low, (2, _k))
    checks.close(
        checks.call(least_epsilon, _false, _true, _delta),
        _least(_false, _true, _delta),
        what=f"least_epsilon of {_k} random tests with delta {_delta}",
        hint="which sets of outputs, and which orders of the neighbours? (eq-attack-bound)",
    )
for _turn in range(4):
    _a, _b = _rng.uniform(0.02, 0.1), _rng.uniform(0.4, 0.6)
    _false, _true = [(_a, _b), (_b, _a), (_b, 1 - _a), (1 - _a, _b)][_turn]
    checks.close(
        checks.call(least_epsilon, np.array([_false, 0.5]), np.array([_true, 0.5]), 0.01),
        np.log((_b - 0.01) / _a) if _turn < 2 else np.log((1 - _b - 0.01) / _a),
        what=f"least_epsilon of a test with FPR {_false:.3f} and TPR {_true:.3f}, and a coin",
        hint="which sets of outputs, and which orders of the neighbours? (eq-attack-bound)",
    )
for _turn in range(4):  # a careful test tells more than one with a larger advantage
    _a, _b = _rng.uniform([0.008, 0.15], [0.015, 0.25]), _rng.uniform([0.25, 0.65], [0.35, 0.75])
    _false, _true = [(_a, _b), (_b, _a), (1 - _b, 1 - _a), (1 - _a, 1 - _b)][_turn]
    checks.close(
        checks.call(least_epsilon, _false, _true, 0.03),
        _least(_false, _true, 0.03),
        what="least_epsilon of two tests, of which one is hardly ever wrong or right",
        hint="which lines of the log refute a promise, and by which sets? (eq-attack-bound)",
    )
### END HIDDEN TESTS

# %% [markdown]
# Three providers promise $(1, 10^{-5})$-privacy. Their logs were made by the best tests on Gaussian
# noise, with other $\sigma$ than they say. Who can be telling the truth?

# %%
from scipy.special import ndtr

thresholds = np.linspace(-3, 4, 15)
for provider, sigma in [("A", 0.8), ("B", 2.0), ("C", 3.8)]:
    accused_out = ndtr(-thresholds)  # of outputs without the client, in units of the noise
    accused_in = ndtr(1 / sigma - thresholds)
    least = float(np.ravel(least_epsilon(accused_out, accused_in, 1e-5))[0])
    print(f"{provider}: epsilon is at least {least:.3f}")

# %% [markdown]
# ## Task 5: Noise at home (2 points)
#
# **(a)** The promise of eq-clipped-noise needs somebody who adds the noise and is trusted. Under
# masks the server sees the exact sum, so the $n$ clients must add noise themselves, before masking.
# Up to `gone` of them may leave without a word, and up to `told` of the others may tell the server
# their noise. Still the noise of all the rest together must have, in each coordinate, at least the
# standard deviation $\sigma c$ that eq-clipped-noise asks for. All $n$ clients add equally much
# Gaussian noise, independently of each other, and no more than that takes.
#
# Somebody has written the message of a client; it is given. It runs, and promises nothing: find
# what is wrong with it (there is more than one mistake), and write `noisy_message` that is right.
# Draw the noise from `rng`, and from nothing else. $u$ may be zero. Whether you change the array
# `u` in place does not matter here.


# %% tags=["given", "id:careless"]
def careless_message(u, c, sigma, n, gone, told, rng):
    """What somebody wrote: the update of a client with its noise, before masking."""
    short = np.clip(u, -c, c)
    return short + sigma * c / n * rng.normal()


# %% tags=["answer", "id:noisy-message"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    """What a client sends so that the sum keeps the promise of eq-clipped-noise, before masking.

    u: (d,) array, d up to 20,000;  c: number > 0, as in eq-clipped-noise.
    sigma: number >= 0, noise of the sum in units of c;  n: integer, the clients at the start.
    gone, told: integers >= 0 with gone + told < n, how many may leave, and tell their noise.
    rng: numpy.random.Generator.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Test the given program: how long can its result be without noise? And which covariance has the sum
# of all noises, in the worst case that the text allows (eq-clipped-noise)?

# %% [markdown]
# By hand: without noise $u = (3, 4)$ becomes $(0.6, 0.8)$ for $c = 1$, and stays as it is for
# $c = 10$. With $n = 12$, two that leave, one that tells, $\sigma = 3$ and $c = 2$, the noise of
# each client has the standard deviation 2.

# %% tags=["tests", "id:noisy-message-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(noisy_message, "flcourse.privacy")

for _u, _c, _want, _name in [
    ([3.0, 4.0], 1.0, [0.6, 0.8], "of length 5, clipped to 1"),
    ([3.0, 4.0], 10.0, [3.0, 4.0], "of length 5, clipped to 10"),
    ([0.0, 0.0, 0.0], 2.0, [0.0, 0.0, 0.0], "that is zero"),
]:
    checks.close(
        checks.call(noisy_message, np.array(_u), _c, 0.0, 5, 1, 1, np.random.default_rng(0)),
        _want,
        what=f"noisy_message without noise, an update {_name}",
        hint="a vector that is too long keeps its direction, others stay (eq-clipped-noise).",
        mistakes={
            "Each entry is cut by itself, so the length may still be above c": np.clip(_u, -_c, _c),
            "Short updates must stay as they are, this one was made longer": np.array([0.6, 0.8])
            * _c,
            "The update is not clipped": _u,
            "The update is divided by a number of clients": np.array(_want) / 5,
        },
    )


def _check_noise(seed, n, gone, told, sigma, c):
    """Look at 20,000 coordinates of noise.

    A right answer fails with a probability below 1e-7: the spread of 20,000 normal numbers has a
    relative standard deviation of 0.5 per cent, six of which are allowed; so it is with their mean,
    and with the share below one standard deviation, which is binomial(20000, 0.6827).
    """
    numbers = f"n = {n}, gone = {gone}, told = {told}, sigma = {sigma:g}, c = {c:g}"
    what = f"noise of noisy_message for {numbers}"
    u = np.zeros(20_000)
    rng = np.random.default_rng(seed)
    got = checks.call(noisy_message, u, c, sigma, n, gone, told, rng)
    checks.shape(got, u.shape, what=what, hint="a number for each coordinate (eq-clipped-noise).")
    noise = checks.numbers(
        got,
        what=what,
        hint="which noises are left in the worst case? Their variances add up (eq-clipped-noise).",
    ).ravel()
    checks.holds(
        np.ptp(noise) > 1e-9 * c,
        what=what,
        expected="noise of its own in each coordinate",
        got="the same in all coordinates",
        hint="the noise is a vector of independent numbers (eq-clipped-noise).",
    )
    checks.close(
        noise.std(),
        sigma * c / (n - gone - told) ** 0.5,
        what=f"standard deviation of the {what}",
        hint="which noises are left in the worst case? Their variances add up (eq-clipped-noise).",
        mistakes={
            "Who leaves and who tells is forgotten": sigma * c / n**0.5,
            "Who tells is forgotten": sigma * c / (n - gone) ** 0.5,
            "Who leaves is forgotten": sigma * c / (n - told) ** 0.5,
            "Standard deviations are added, but it is variances that add up": sigma
            * c
            / (n - gone - told),
            "Standard deviations are added, and n is the wrong number": sigma * c / n,
            "Each client adds the noise of all": sigma * c,
            "The noise is not in units of c": sigma / (n - gone - told) ** 0.5,
            "This is the variance": sigma**2 * c**2 / (n - gone - told),
            "There is no noise": 0.0,
        },
        tol=0.03,
    )
    spread = noise.std()
    checks.holds(
        abs(noise.mean()) < 6 * spread / 20_000**0.5,
        what=f"mean of the {what}",
        expected="about 0",
        got=noise.mean(),
        hint="the noise has mean zero (eq-clipped-noise).",
    )
    near = float(np.mean(np.abs(noise) < spread))
    checks.holds(
        abs(near - 0.6827) < 0.02,
        what=f"share below one standard deviation in the {what}",
        expected="0.683, as for Gaussian noise",
        got=near,
        hint="the promise is about Gaussian noise (thm-gaussian).",
    )
    # Neighbouring coordinates: the correlation of 20,000 pairs has the deviation 0.007.
    along = float(np.corrcoef(noise[:-1], noise[1:])[0, 1])
    checks.holds(
        abs(along) < 0.045,
        what=f"correlation of neighbouring coordinates in the {what}",
        expected="about 0",
        got=along,
        hint="the noise is a vector of independent numbers (eq-clipped-noise).",
    )
    again = checks.call(noisy_message, u, c, sigma, n, gone, told, np.random.default_rng(seed))
    other = checks.call(noisy_message, u, c, sigma, n, gone, told, np.random.default_rng(seed + 1))
    same = np.abs(np.ravel(again) - noise).max()
    new = abs(float(np.corrcoef(np.ravel(other), noise)[0, 1]))
    checks.holds(
        same < 1e-9 * spread and new < 0.045,
        what=what,
        expected="the same noise from equal generators, independent noise from unequal ones",
        got=f"a difference of {same:.3g} and a correlation of {new:.3g}",
        hint="all random numbers come from the rng that is given (eq-clipped-noise).",
    )


for _seed in [1]:
    _check_noise(_seed, 12, 2, 1, 3.0, 2.0)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("noisy-message")
for _d in [1, 3, 6, 8]:
    _u = _rng.normal(0, 2, _d)
    _length = sum(_u**2) ** 0.5
    for _c in [0.4 * _length, 1.3 * _length]:
        checks.close(
            checks.call(noisy_message, _u, _c, 0.0, 9, 2, 3, np.random.default_rng(0)),
            _u * min(1.0, _c / _length),
            what=f"noisy_message without noise, length {_length:.3g} clipped to {_c:.3g}",
            hint="a vector that is too long keeps its direction, others stay (eq-clipped-noise).",
            mistakes={
                "Each entry is cut by itself, so the length may still be above c": np.clip(
                    _u, -_c, _c
                ),
                "The update is not clipped": _u,
            },
        )
for _n, _gone, _told in [(40, 9, 0), (7, 0, 5)]:
    _check_noise(
        int(_rng.integers(2**40)), _n, _gone, _told, _rng.uniform(0.5, 2), _rng.uniform(3, 6)
    )
# Noise beside an update, not instead of it.
_u = np.append(np.full(200, 3.0), np.zeros(400))
_sum = np.mean(
    [
        checks.numbers(
            checks.call(noisy_message, _u, 100.0, 0.05, 10, 1, 1, np.random.default_rng(_seed)),
            what="noisy_message of an update with noise",
            hint="noise is added to the clipped update (eq-clipped-noise).",
        ).ravel()
        for _seed in range(4)
    ],
    axis=0,
)
checks.holds(
    abs(_sum[:200].mean() - 3) < 0.5 and abs(_sum[200:].mean()) < 0.4,
    what="noisy_message of an update with noise",
    expected="the clipped update on average",
    got=[_sum[:200].mean(), _sum[200:].mean()],
    hint="noise is added to the clipped update (eq-clipped-noise).",
)
### END HIDDEN TESTS

# %% [markdown]
# **(b)** A federation has promised $(\epsilon, \delta)$-privacy for all its rounds together, and
# all clients take part in each round. Some rounds are over, not all with the same noise: `spent`
# holds their $\sigma$. From now on each round has the noise `sigma`. How many rounds can still
# follow?
#
# One release with noise $\sigma$ is private if and only if
#
# $$\delta \ge \Phi\Bigl( \frac{1}{2\sigma} - \epsilon\sigma \Bigr) - \mathrm e^{\epsilon}\,
# \Phi\Bigl( -\frac{1}{2\sigma} - \epsilon\sigma \Bigr) , \tag{eq-gaussian-delta}$$
#
# and $T$ releases with equal noise are like one with noise $\sigma / \sqrt T$ (prop-composition).
# What are releases with *unequal* noise like? Take the exact account, no bound on it. If the
# promise is broken already, no round is left: 0.
#
# Six federations ask: `own_promises` of the first cell, **your own promises**, is a list of six
# `(epsilon, delta, spent, sigma)`, with $0.1 \le \epsilon \le 10$ and
# $10^{-8} \le \delta \le 10^{-3}$. What one single release needs may be less than 0.5. Write
# `rounds_left()`, without arguments: the six whole numbers. It may compute them, or hold them. Both
# 15 and 15.0 are whole numbers.


# %% tags=["answer", "id:rounds-left"]
def rounds_left():
    """How many more rounds promises of privacy pay for (eq-gaussian-delta, prop-composition).

    Returns a (6,) array of whole numbers >= 0, one for each (epsilon, delta, spent, sigma) of
    own_promises, where epsilon, delta: numbers, the promise for all rounds together;
    spent: (k,) array, k >= 0, noise of the rounds that are over;  sigma: that of the next ones.
    """
    ### BEGIN SOLUTION
    from scipy.optimize import brentq
    from scipy.special import ndtr

    def excess(s, epsilon, delta):
        inside = ndtr(1 / (2 * s) - epsilon * s)
        return inside - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s) - delta

    found = []
    for epsilon, delta, spent, sigma in own_promises:
        whole = brentq(excess, 1e-3, 1e3, args=(epsilon, delta))
        left = whole**-2 - np.sum(spent**-2)
        found.append(max(0, int(np.floor(sigma**2 * left))))
    return found
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# First the sigma that one single release would need: the right side of eq-gaussian-delta falls as
# sigma grows, so halve an interval or use scipy.optimize.brentq. Then scale each release so that
# its noise is 1: neighbours are 1/sigma apart in it. All releases together are one vector. How far
# apart are neighbours in it?

# %% [markdown]
# By hand, for another promise: for $(1, 10^{-5})$ one release needs $\sigma = 3.7306$. Before,
# there were three rounds with $\sigma = 7, 12, 30$. With $\sigma = 19$ from now on, 15 rounds are
# left. After five rounds with $\sigma = 8$ none is.

# %% tags=["tests", "id:rounds-left-tests", "points:1"]
from math import erfc, exp, sqrt

import numpy as np

from flcourse.grading import checks

checks.own(rounds_left, "flcourse.privacy")


def _promises(rng):
    promises = []
    for epsilon, delta, spent, least, most in [
        (1.0, 1e-5, [7.0, 12.0, 30.0], 18, 60),
        (1.0, 1e-5, [6.0, 7.0, 8.0, 7.0, 6.0], 9, 30),
        (4.0, 1e-6, [], 5, 12),
        (8.0, 1e-4, [3.0], 1.5, 4),
        (0.2, 1e-6, [40.0, 40.0], 50, 150),
        (2.0, 1e-5, [4.0, 5.0, 9.0], 8, 30),
    ]:
        epsilon = round(epsilon * rng.uniform(0.96, 1.04), 3)
        spent = np.round(np.array(spent) * rng.uniform(0.96, 1.04, len(spent)), 2)
        sigma = round(rng.uniform(least, most), 2)
        while not len(spent) and (sigma / _needed(epsilon, delta)) ** 2 % 1 < 0.5:
            sigma = round(rng.uniform(least, most), 2)
        promises.append((epsilon, delta, spent, sigma))
    return promises


def _needed(epsilon, delta, second=1.0):
    """Noise that one release needs, by halving an interval; Phi by the error function."""
    low, high = 0.05, 200.0
    while high - low > 1e-11 * high:
        s = (low + high) / 2
        above, below = 1 / (2 * s) - epsilon * s, -1 / (2 * s) - epsilon * s
        least = erfc(-above / sqrt(2)) / 2 - second * exp(epsilon) * erfc(-below / sqrt(2)) / 2
        low, high = (s, high) if least > delta else (low, s)
    return high


def _rounds(epsilon, delta, spent, sigma):
    """How many rounds are left, and what known mistakes make of it."""
    whole, k, over = _needed(epsilon, delta), len(spent), np.sum(spent**-2.0)
    mean = np.mean(spent) if k else np.inf
    log = np.log(1 / delta)
    zero = (np.sqrt(log + epsilon) - np.sqrt(log)) ** 2  # of concentrated privacy
    older = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
    bound = _needed(epsilon, delta, 0.0)
    share = sigma**2 * (whole**-2 - over)

    def full(rounds):
        return max(0.0, np.floor(rounds))

    return {
        "right": full(share),
        "The last round breaks the promise: round down": max(0.0, np.ceil(share)),
        "Rounds are counted to the nearest number: round down": max(0.0, np.rint(share)),
        "These are not rounded down to whole rounds": max(0.0, share),
        "A promise that is broken pays for no round, a number of rounds is not negative": np.floor(
            share
        ),
        "The rounds that are over are forgotten": full(sigma**2 / whole**2),
        "The rounds that are over are counted as if their noise were that of the next": full(
            np.floor(sigma**2 / whole**2) - k
        ),
        "The rounds that are over are not alike: their mean noise is not what counts": full(
            sigma**2 * (whole**-2 - k / mean**2)
        ),
        "Of the rounds that are over 1/sigma^2 is added up, not sigma^2": full(
            sigma**2 * (whole**-2 - (1 / np.sum(spent**2) if k else 0))
        ),
        "Of the rounds that are over 1/sigma^2 counts, not the mean of sigma^2": full(
            sigma**2 * (whole**-2 - (k / np.mean(spent**2) if k else 0))
        ),
        "Each round that is over counts with its own noise, the least is a bound": full(
            sigma**2 * (whole**-2 - (k / np.min(spent) ** 2 if k else 0))
        ),
        "Of the rounds that are over 1/sigma is squared first, and then added up": full(
            sigma**2 * (whole**-2 - np.sum(1 / spent) ** 2)
        ),
        "The rounds that are over are counted, too": k + full(share),
        "T rounds are like one with noise sigma/sqrt(T), not sigma/T": full(max(0.0, share) ** 0.5),
        "The second term of the exact account is left out": full(sigma**2 * (bound**-2 - over)),
        "This is concentrated privacy, a bound and not exact": full(sigma**2 * (2 * zero - over)),
        "This is the older rule for Gaussian noise, and not exact": full(
            sigma**2 * (older**-2 - over)
        ),
        "Neither epsilons nor 1/sigma are added up: rounds add up like variances": full(
            sigma * (1 / whole - np.sum(1 / spent))
        ),
        "Where one release needs less noise than 1 it is less": full(
            sigma**2 * (max(whole, 1.0) ** -2 - over)
        ),
        "Where one release needs more noise than 10 it is more": full(
            sigma**2 * (min(whole, 10.0) ** -2 - over)
        ),
    }


def _look(got, rng):
    found = [_rounds(*promise) for promise in _promises(rng)]
    rounds = {words: np.array([one[words] for one in found]) for words in found[0]}
    checks.shape(
        got,
        (6,),
        what="rounds_left",
        hint="a number of rounds for each of your promises (prop-composition).",
    )
    checks.close(
        got,
        rounds.pop("right"),
        what="rounds_left for your six promises",
        hint="what do releases with unequal noise amount to? (eq-gaussian-delta, prop-composition)",
        mistakes=rounds,
        tol=1e-6,
    )


checks.own_data("rounds-left", checks.call(rounds_left), _look)

# %% [markdown]
# ## Task 6: Few secrets (1 point)
#
# For eq-pairwise-masks every two of $n$ clients agree on a secret, which makes $n (n - 1) / 2$ of
# them. Let only those pairs agree that are joined in a graph; each client adds and subtracts the
# masks that it shares with its neighbours. If a client leaves, its secrets are opened
# (alg-secure-sum), and a client that colludes with the server opens them itself. Say that up to $c$
# clients leave or collude in all. Of the others, who do neither, the server must learn nothing but
# **the sum of them all**: of no smaller group of them (prop-pairwise-masks).
#
# Write `mask_graph(n, c)`: the matrix of a graph that is safe in this sense, whichever the $c$
# clients are, and that has **at most $n (c + 2) / 2$ edges**. Here $c \ge 0$ and $n \ge c + 2$.


# %% tags=["answer", "id:mask-graph"]
def mask_graph(n, c):
    """A graph of pairs with a secret that c clients cannot undermine (prop-pairwise-masks).

    n, c: integers, number of clients, and of those who may leave or collude; 0 <= c <= n - 2.
    Returns A: (n, n) array, symmetric, 1 (or True) where two clients share a secret, else 0.
    """
    ### BEGIN SOLUTION
    A = np.zeros((n, n))
    for step in range(1, c // 2 + 2):
        for i in range(n):
            A[i, (i + step) % n] = A[(i + step) % n, i] = 1
    return A
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Who is left in the graph when c clients open their secrets, and what must hold of these
# (prop-pairwise-masks)? Find a graph with few edges for c = 0, then for c = 1.

# %% [markdown]
# By hand: four clients in a row, $0 - 1 - 2 - 3$, are not safe for $c = 1$: if client 1 leaves, the
# secret that 0 shares with it is opened, and the server reads the number of client 0. On a ring of
# four one client may leave; if 0 and 2 do, 1 and 3 are told apart.

# %% tags=["tests", "id:mask-graph-tests", "points:1"]
from itertools import combinations

import numpy as np

from flcourse.grading import checks

checks.own(mask_graph, "flcourse.privacy")


def _group(A, out):
    """Clients whose sum is told together with that of the first one, if those in out open."""
    rest = [i for i in range(len(A)) if i not in out]
    seen, new = {rest[0]}, [rest[0]]
    while new:
        i = new.pop()
        found = [j for j in rest if A[i, j] and j not in seen]
        seen.update(found)
        new += found
    return sorted(seen), rest


def _check_graph(n, c):
    """Try all sets of c clients."""
    what = f"mask_graph({n}, {c})"
    got = checks.call(mask_graph, n, c)
    checks.shape(got, (n, n), what=what, hint="a row for each client (eq-pairwise-masks).")
    A = checks.numbers(
        got,
        what=what,
        hint="which sums are told if the secrets of c clients are open? (prop-pairwise-masks)",
    ).reshape(n, n)
    checks.symmetric(A, what=what, hint="a secret is shared by two (eq-pairwise-masks).")
    checks.holds(
        np.all((np.abs(A) < 1e-9) | (np.abs(A - 1) < 1e-9)) and np.abs(np.diag(A)).max() < 1e-9,
        what=what,
        expected="entries 0 and 1, and a zero diagonal",
        got=A,
        where=np.minimum(np.abs(A), np.abs(A - 1)) + np.diag(np.abs(np.diag(A))) >= 1e-9,
        hint="two clients share a secret or they do not (eq-pairwise-masks).",
    )
    A = A > 0.5
    for out in combinations(range(n), c):
        group, rest = _group(A, out)
        checks.holds(
            len(group) == len(rest),
            what=what,
            expected=f"no sum to be told but that of all others, whichever {c} open their secrets",
            got=f"a graph in which the server learns the sum of {group} alone, if {list(out)} do",
            hint="which sums are told if the secrets of c clients are open? (prop-pairwise-masks)",
        )
    checks.holds(
        A.sum() // 2 <= n * (c + 2) / 2,
        what=what,
        expected=f"at most {n * (c + 2) // 2} edges",
        got=f"{A.sum() // 2} edges",
        hint="so many secrets are not needed (prop-pairwise-masks).",
    )


for _n, _c in [(6, 1), (7, 2), (8, 3), (2, 0), (5, 3)]:
    _check_graph(_n, _c)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("mask-graph")
for _n, _c in [(3, 1), (5, 0), (6, 4), (9, 4), (10, 3), (11, 5)]:
    _check_graph(_n, _c)
for _c in [1, 2]:
    _check_graph(int(_rng.integers(12, 25)), _c)
### END HIDDEN TESTS

# %% [markdown]
# What does that save? The stations of the map share secrets as your graph says.

# %%
n = len(stations.y)
for c in [2, 10, 30]:
    A = np.asarray(mask_graph(n, c))
    print(
        f"{c:3d} may leave or collude: {int(A.sum()) // 2:5d} secrets instead of {n * (n - 1) // 2}"
    )

# %% [markdown]
# ## Task 7: What residuals tell (1 point)
#
# Several parties hold columns of one table, and a further one holds the labels of its $m$ rows. In
# round $t$ a party with the columns $X$ sends its share $s_t = X w_t$, gets the residuals $r_t$
# back and takes a gradient step (eq-vertical-gradient):
#
# $$w_{t+1} = w_t + \eta\, \frac2m\, X^\top r_t .$$
#
# "I never send my columns", says the party. The holder of the labels, who computes the residuals,
# keeps a log. Write `inner_products(shares, residuals, lr)`, which finds $X X^\top$, the inner
# products of all pairs of rows, and with them all distances between customers as this party knows
# them. The step size $\eta$ = `lr` is agreed on.
#
# How many columns the party has is not told; they are independent, and $w_0$ may be anything. There
# are at least as many rounds as it has columns, perhaps more, but fewer than rows; and the
# residuals of different rounds are different enough that the log tells all. It is exact but for
# rounding: a singular value below $10^{-10}$ of the largest one is zero. A deviation of $10^{-4}$
# of the largest entry is allowed.


# %% tags=["answer", "id:inner-products"]
def inner_products(shares, residuals, lr):
    """Inner products of a party's rows, from what it sends and gets (eq-vertical-gradient).

    shares: (T + 1, m) array, row t is s_t;  residuals: (T, m) array, row t is r_t;  1 <= T < m.
    lr: number > 0, the step size.
    Returns an (m, m) array.
    """
    ### BEGIN SOLUTION
    m = residuals.shape[1]
    moved = np.diff(shares, axis=0) * m / (2 * lr)
    return moved.T @ np.linalg.pinv(residuals @ moved.T, rcond=1e-10) @ moved
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The shares change by a known multiple of G r_t, where G = X X^T. All rounds together tell fewer
# rows than G has: what else is known of G, from the way in which it is made?

# %% [markdown]
# By hand: three rows with one column, $X = (1, 2, 3)^\top$, $w_0 = 2$ and $\eta = 0.3$, so that
# $\eta \frac2m = 0.2$. The first share is $(2, 4, 6)$. The residuals $(1, 1, 0)$ move $w$ by
# $0.2 \cdot 3$, and the next share is $(2.6, 5.2, 7.8)$. From this one round follows $X X^\top$.

# %% tags=["tests", "id:inner-products-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(inner_products, "flcourse.privacy")

_G = np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
_shares, _r = np.array([[2.0, 4.0, 6.0], [2.6, 5.2, 7.8]]), np.array([[1.0, 1.0, 0.0]])
checks.close(
    checks.call(inner_products, _shares, _r, 0.3),
    _G,
    what="inner_products of three rows",
    hint="the shares change by a multiple of X X^T r (eq-vertical-gradient).",
    mistakes={
        "This is the smallest matrix that fits the log, not X X^T": np.outer(
            [0.5, 0.5, 0.0], [3.0, 6.0, 9.0]
        ),
        "The changes are not divided by lr 2/m": 0.2 * _G,
        "The 2 of the gradient is missing": 2 * _G,
        "The number of rows is missing": _G / 3,
        "The step size is missing": 0.3 * _G,
        "The sign is flipped": -_G,
        "These are products of changes, the residuals are not used": 9 * _G,
        "These are products of the shares": 4 * _G,
        "These are products of both shares": _shares.T @ _shares,
        "These are products of the changes, before they are divided": 0.36 * _G,
    },
    tol=1e-4,
)


def _log(X, residuals, lr, w):
    """What the party sends."""
    shares = [X @ w]
    for r in residuals:
        w = w + lr * 2 / len(X) * X.T @ r
        shares.append(X @ w)
    return np.array(shares)


_X = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
_R = np.array([[1.0, 0.0, 2.0, 0.0, 1.0], [0.0, 1.0, 0.0, -1.0, 3.0], [1.0, 1.0, 1.0, 4.0, 0.0]])
for _T in [2, 3]:
    checks.close(
        checks.call(inner_products, _log(_X, _R[:_T], 0.2, np.array([1.0, 3.0])), _R[:_T], 0.2),
        _X @ _X.T,
        what=f"inner_products of five rows with two columns, after {_T} rounds",
        hint="D = R G has fewer rows than G, but all of its rank (eq-vertical-gradient).",
        mistakes={
            "This is the smallest matrix that fits the log, not X X^T": np.linalg.pinv(_R[:_T])
            @ _R[:_T]
            @ _X
            @ _X.T,
            "These are products of features, those of rows are wanted": _X.T @ _X,
        },
        tol=1e-4,
    )
_X = np.array(
    [[2, 0, 1], [0, 1, 1], [1, -1, 0], [0, 3, 1], [1, 1, -2], [2, 0, 0], [0, 1, -1]], dtype=float
)
_R = np.array(
    [[1, 0, 2, 0, 1, 0, 0], [0, 1, 0, -1, 3, 0, 1], [1, 1, 1, 4, 0, -2, 0], [0, 2, 0, 1, 1, 0, 5]],
    dtype=float,
)
checks.close(
    checks.call(inner_products, _log(_X, _R, 0.1, np.array([1.0, 3.0, -2.0])), _R, 0.1),
    _X @ _X.T,
    what="inner_products of seven rows with three columns, after 4 rounds",
    hint="the log tells how many columns there are: what is the rank of D? (eq-vertical-gradient)",
    tol=1e-4,
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("inner-products")
for _m, _d, _T in [(7, 1, 1), (9, 3, 3), (12, 2, 5), (10, 4, 6), (15, 5, 5)]:
    _X = _rng.normal(0, 2, (_m, _d))
    _R = _rng.normal(size=(_T, _m))
    while np.linalg.cond(_R @ _X) > 30:
        _R = _rng.normal(size=(_T, _m))
    _lr = _rng.uniform(0.05, 0.5)
    checks.close(
        checks.call(inner_products, _log(_X, _R, _lr, _rng.normal(size=_d)), _R, _lr),
        np.array([[sum(_a * _b) for _a in _X] for _b in _X]),
        what=f"inner_products of {_m} rows with {_d} columns, after {_T} rounds",
        hint="D = R G has fewer rows than G, but all of its rank (eq-vertical-gradient).",
        mistakes={
            "This is the smallest matrix that fits the log, not X X^T": np.linalg.pinv(_R)
            @ _R
            @ _X
            @ _X.T,
        },
        tol=1e-4,
    )
### END HIDDEN TESTS

# %% [markdown]
# Real columns, of `load_flights` and `load_weather`: a weather service holds three readings of 60
# days, in standard units, and an airport holds its delays on these days. They train together, for
# six rounds. Then the airport looks for pairs of days with nearly the same weather, of which it was
# never told.

# %%
from flcourse.data import load_flights, load_weather

flights, weather = load_flights(), load_weather()
airport = flights.names.index("ORD")
days = np.arange(0, 360, 6)
delays = np.array([flights.y[airport][flights.days[airport] == t].mean() for t in days])
readings = weather.values[days].mean(axis=1)[:, :3]
X_weather = (readings - readings.mean(axis=0)) / readings.std(axis=0)
w, rate, sent, back = np.zeros(3), 0.2, [np.zeros(60)], []
for _ in range(6):
    back.append((delays - delays.mean()) / delays.std() - sent[-1])
    w = w + rate * 2 / 60 * X_weather.T @ back[-1]
    sent.append(X_weather @ w)
G = np.asarray(inner_products(np.array(sent), np.array(back), rate))
print(f"largest error of an inner product: {np.abs(G - X_weather @ X_weather.T).max():.1e}")
distances = np.diag(G)[:, None] + np.diag(G) - 2 * G + 99 * np.eye(60)
i, j = np.unravel_index(np.argmin(distances), (60, 60))
print(
    "most alike, by the log:", f"days {days[i]} and {days[j]}:", *readings[[i, j]].round(1).tolist()
)

# %% [markdown]
# ## Task 8: A proof and a decision (1 point, graded by a person)
#
# About 300 words are enough.
#
# 1. A procedure is $(\epsilon, \delta)$-private for neighbours that differ in one label. **Prove**:
#    for data sets $D$ and $D''$ that differ in **two** labels, and every set $O$ of outputs,
#    $\Pr[\mathcal M(D) \in O] \le \mathrm e^{2\epsilon} \Pr[\mathcal M(D'') \in O] + (1 + \mathrm
#    e^\epsilon)\, \delta$. Now let $\delta = 0$. Some people own four labels each, and we want
#    $\epsilon = 1$ for data sets that differ in all four labels of one of them. Which is the
#    largest $\epsilon$ for neighbours that differ in one label from which your argument gives that?
# 2. You run the server of a federation of clinics, and its clinics do what you decide. Each of them
#    sent you its table $S$, in the clear, and from the sum of all tables you made a ridge
#    regression. One clinic took part in 30 rounds of FedAvg, too, from the first one on. Now a
#    patient of this clinic, whose data are one row, withdraws consent. Decide for each of the two
#    models what is done, and defend it: which way is exact, and what does it cost? What would be
#    quick and wrong? Who learns what from models or tables before and after? Which demand of the
#    law is behind it?
#
# | Points | for |
# |---|---|
# | ½ | part 1: each step of the proof with its reason, and the largest $\epsilon$ for one label |
# | ¼ | part 2, ridge regression: an exact way, its cost, a quick wrong one, who learns what |
# | ¼ | part 2, FedAvg: the same four, and the demand of the law behind both, named anywhere |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Let D' differ from D in the first of the two labels only; then it differs from D'' in the
#    second one only, so both pairs are neighbours. The first pair gives Pr[M(D) in O] <= e^eps
#    Pr[M(D') in O] + delta, the second Pr[M(D') in O] <= e^eps Pr[M(D'') in O] + delta. Insert the
#    second into the first: e^(2 eps) Pr[M(D'') in O] + e^eps delta + delta, which is the claim.
#    With four labels the chain has four links, and for delta = 0 the factors multiply to e^(4 eps).
#    So 1/4 per label is enough for epsilon = 1.
# 2. Ridge regression: subtract the patient's part of S, lower m by one and solve again. That is
#    exactly the model without the row, and costs one solution of a small system. But the server,
#    which has the clinic's table as it was, gets the row with the changed one: one row is the first
#    line of the difference, and two are told as well. To send the changed table as it is would be
#    quick and wrong. So the clinic takes out three or more rows at a time, or its table changes
#    together with those of others and under masks, or it adds noise; the two models tell a little,
#    too. FedAvg: to subtract the clinic's updates is quick and wrong, since the steps of all others
#    began where the clinic had led them. The exact way is to train again without the row, here from
#    the start, since the clinic was there from the first round: 30 rounds for everybody. Who has
#    both walks may compare them. Behind it is erasure, Article 17, without undue delay where
#    consent was the ground; whether a model must change depends, too, on whether personal data can
#    be got out of it.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: a data set in between, the inequality used twice and inserted, the factor e^eps at
#   delta explained; 1/4
# - ¼ of these: the chain without delta, or without saying why the one in between is a neighbour
# - ¼, part 2: subtract and solve again for the sums, at little cost, while two tables in the clear
#   tell the row; the changed table as it is would be quick and wrong; half of it without the risk
# - ¼, part 2: train again for FedAvg, at the cost of all rounds for everybody, why subtraction of
#   updates is not that, and erasure, here or above; half of it without the reason or the demand
# - 0, part 2: "delete the row from the database", for the models were trained on it
# ### END SOLUTION
