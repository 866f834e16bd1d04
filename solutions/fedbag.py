# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Whom shall we wait for? Label-aware selection under a time budget
#
# A server may wait a few minutes for some of its clients. It knows how many samples of which class
# each of them has, how long each trains and how long each uploads. In this assignment you build the
# selection that makes the most of these minutes: from the distance between label distributions
# over the clock to the dynamic programme FedBag, and you measure what it misses. It belongs to the
# chapter *Label-aware selection under a time budget* of the book.
#
# **When you are done you can**
#
# - measure how far a client, and how far a group, is from the mix of all,
# - tell from places and speeds how long a round takes,
# - fill the table of a dynamic programme forwards, and read the best group out of it,
# - compare an approximation with the optimum, and an experiment with its claim.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 One client | `emd` | 1 |
# | 2 A group | `gemd` | 1 |
# | 3 A round | `round_time` | 1 |
# | 4 An upload | `upload_seconds` | 1 |
# | 5 The table of FedBag | `forward_table` | 1 for the values, 1 for the origins |
# | 6 Back to the group | `recover` | 1 |
# | 7 The optimality gap | `optimality_gap` | 1 |
# | 8 Discussion | a short text | 2, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.fedbag` holds finished answers: compare with them, but an answer that uses them,
# also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So a mistake costs the points of its own task alone. Any right method
# counts, and so does any sensible shape: a vector may be `(n,)` or `(n, 1)`. Numbers may deviate by
# $10^{-5}$ of the largest entry. Where several groups are equally good, any of them is right.
#
# Names such as `eq-gemd` in docstrings and hints are labels of the chapter's formulas; a check that
# fails says which number the book prints. Before you hand in, restart the kernel and run all cells.

# %% tags=["given", "id:imports"]
import math
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# ## Task 1: One client (1 point)
#
# `Z[i, c]` is the number of samples of class $c$ at client $i$, $m_i = \sum_c Z_{ic}$. The label
# distribution of a client is $p_{ic} = Z_{ic} / m_i$, that of all samples together is
# $p_c = \sum_i Z_{ic} / \sum_i m_i$. Their distance is
#
# $$\operatorname{EMD}_i = \sum_{c} \lvert p_{ic} - p_c \rvert. \tag{eq-emd}$$
#
# Write `emd(Z)`, the distances of all clients. No client is empty.


# %% tags=["answer", "id:emd"]
def emd(Z):
    """Distance of each client's label distribution from the global one (eq-emd).

    Z: (n, C) array of integers >= 0, no row of zeros only.
    Returns an (n,) array.
    """
    ### BEGIN SOLUTION
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Z / Z.sum(axis=1, keepdims=True) are the distributions of the clients, Z.sum(axis=0) / Z.sum() is
# that of all samples together. Absolute differences, added over the classes.

# %% [markdown]
# By hand: the clients $(4, 0, 0, 0)$, $(1, 1, 4, 2)$ and $(1, 3, 0, 0)$ hold $(6, 4, 4, 2)$
# together, so $p = (\frac38, \frac14, \frac14, \frac18)$. The first has
# $\operatorname{EMD} = \frac58 + \frac14 + \frac14 + \frac18 = \frac54$.

# %% tags=["tests", "id:emd-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(emd, "flcourse.fedbag")

_Z = np.array([[4, 0, 0, 0], [1, 1, 4, 2], [1, 3, 0, 0]])
_got = checks.call(emd, _Z)
checks.shape(
    _got,
    (3,),
    what="emd",
    hint="one number for each client: sum over the classes (eq-emd).",
    mistakes={
        "This sums over the clients, not over the classes": (4,),
        "The differences are not added up": (3, 4),
    },
)
checks.close(
    _got,
    [1.25, 0.75, 1.0],
    what="emd",
    hint="subtract the distributions, take absolute values, add over the classes (eq-emd).",
    mistakes={
        "This is half of it, the sum counts what is too much and what is too little": [
            0.625,
            0.375,
            0.5,
        ],
        "The norm is the sum of absolute values, not the Euclidean one": [
            0.53125**0.5,
            0.15625**0.5,
            0.34375**0.5,
        ],
        "The differences are squared, take absolute values": [0.53125, 0.15625, 0.34375],
        "This is the largest difference, add them all": [0.625, 0.25, 0.5],
        "This is the mean over the classes, not their sum": [0.3125, 0.1875, 0.25],
        "The absolute values are missing, so everything cancels": [0.0, 0.0, 0.0],
        "The global distribution is not the uniform one": [1.5, 0.5, 1.0],
        "The global distribution counts samples, this one counts clients equally": [
            13 / 12,
            1.0,
            11 / 12,
        ],
        "The client itself is one of all": [5 / 3, 1.5, 4 / 3],
        "These are counts, divide by m_i before you subtract": [4.25, 7.0, 3.75],
        "These are counts, compare distributions": [12.0, 8.0, 12.0],
    },
)
### BEGIN HIDDEN TESTS


def _shares(counts):
    return [count / sum(counts) for count in counts]


def _distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


_rng = checks.grading_rng("emd")
for _n, _C in [(6, 4), (1, 3), (9, 2), (5, 10)]:
    _Z = _rng.integers(0, 40, (_n, _C)) * (_rng.random((_n, _C)) < 0.6)
    _Z[np.arange(_n), _rng.integers(0, _C, _n)] += 1
    _world = _shares(_Z.sum(axis=0).tolist())
    _own = [_shares(row) for row in _Z.tolist()]
    _want = np.array([_distance(_shares, _world) for _shares in _own])
    checks.close(
        checks.call(emd, _Z),
        _want,
        what=f"emd of {_n} random clients with {_C} classes",
        hint="subtract the distributions, take absolute values, add over the classes (eq-emd).",
        mistakes={
            "This is half of it": _want / 2,
            "The norm is the sum of absolute values, not the Euclidean one": [
                np.hypot.reduce(np.subtract(row, _world)) for row in _own
            ],
            "The global distribution is not the uniform one": [
                _distance(row, [1 / _C] * _C) for row in _own
            ],
            "The global distribution counts samples, this one counts clients equally": [
                _distance(row, np.mean(_own, axis=0)) for row in _own
            ],
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 2: A group (1 point)
#
# Two one-sided clients may be balanced together. So the distance of a *group* $\zeta$ adds the
# labels first:
#
# $$\operatorname{GEMD}(\zeta) = \sum_{c} \left\lvert
# \frac{\sum_{i\in\zeta} Z_{ic}}{\sum_{i\in\zeta} m_i} - p_c \right\rvert , \tag{eq-gemd}$$
#
# where $p$ is still the distribution of *all* samples. The empty group has no distribution; its
# GEMD is $+\infty$.
#
# Write `gemd(Z, chosen)`, where `chosen` holds the rows of the group.


# %% tags=["answer", "id:gemd"]
def gemd(Z, chosen):
    """Distance of a group's joint label distribution from the global one (eq-gemd).

    Z: (n, C) array of integers >= 0, no row of zeros only;  chosen: (k,) array of different
    integers 0 ... n - 1, perhaps empty.
    Returns a number, np.inf for the empty group.
    """
    ### BEGIN SOLUTION
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Add the counts first and divide afterwards: a mean of the clients' shares would give small clients
# too much weight. Treat the empty group before you divide.

# %% [markdown]
# By hand, with the clients of task 1: the first and the third hold $(5, 3, 0, 0)$ together, and
# $\lvert\frac58 - \frac38\rvert + \lvert\frac38 - \frac14\rvert + \frac14 + \frac18 = \frac34$.
# The first and the second hold $(5, 1, 4, 2)$, at the distance $\frac13$.

# %% tags=["tests", "id:gemd-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(gemd, "flcourse.fedbag")

_Z = np.array([[4, 0, 0, 0], [1, 1, 4, 2], [1, 3, 0, 0]])
for _chosen, _want, _mistakes in [
    (
        [0, 2],
        0.75,
        {
            "This is the mean of the EMDs, the labels must be added first": 1.125,
            "This is the sum of the EMDs, the labels must be added first": 2.25,
            "This is half of it": 0.375,
            "The norm is the sum of absolute values, not the Euclidean one": 0.15625**0.5,
            "The differences are squared, take absolute values": 0.15625,
            "This is the largest difference, add them all": 0.25,
            "The global distribution is not the uniform one": 1.0,
            "The global distribution counts all samples, not only those of the others": 1.5,
            "The global distribution counts samples, this one counts clients equally": 0.5,
            "These are counts, compare distributions": 8.0,
            "The absolute values are missing, so everything cancels": 0.0,
        },
    ),
    (
        [0, 1],
        1 / 3,
        {
            "This is the mean of the EMDs, the labels must be added first": 11 / 12,
            "The members count by their samples, not equally": 0.375,
        },
    ),
    ([0, 1, 2], 0.0, {}),
    ([1], 0.75, {}),
]:
    checks.close(
        checks.call(gemd, _Z, np.array(_chosen)),
        _want,
        what=f"gemd of the clients {_chosen}",
        hint="add the rows of the group, divide by their sum, then compare (eq-gemd).",
        mistakes=_mistakes,
    )
_got = checks.numbers(
    checks.call(gemd, _Z, np.array([], dtype=int)),
    what="gemd of nobody",
    hint="add the rows of the group, divide by their sum, then compare (eq-gemd).",
    finite=False,
)
checks.holds(
    _got.size == 1 and np.isposinf(_got).all(),
    what="gemd of nobody",
    expected="np.inf for the empty group",
    got=_got,
    hint="so that every group is better than the empty one (eq-gemd).",
)
### BEGIN HIDDEN TESTS


def _distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


_rng = checks.grading_rng("gemd")
for _n, _C, _k in [(7, 4, 3), (9, 10, 6), (5, 2, 1), (6, 5, 6), (8, 3, 2)]:
    _Z = _rng.integers(0, 40, (_n, _C)) * (_rng.random((_n, _C)) < 0.6)
    _Z[np.arange(_n), _rng.integers(0, _C, _n)] += 1
    _chosen = _rng.permutation(_n)[:_k]
    _world = (_Z.sum(axis=0) / _Z.sum()).tolist()
    _joint = [sum(int(_Z[i, c]) for i in _chosen) for c in range(_C)]
    _shares = [[int(count) / int(row.sum()) for count in row] for row in _Z[_chosen]]
    checks.close(
        checks.call(gemd, _Z, _chosen),
        _distance([count / sum(_joint) for count in _joint], _world),
        what=f"gemd of {_k} of {_n} random clients",
        hint="add the rows of the group, divide by their sum, then compare (eq-gemd).",
        mistakes={
            "This is the mean of the EMDs, the labels must be added first": np.mean(
                [_distance(row, _world) for row in _shares]
            ),
            "The members count by their samples, not equally": _distance(
                np.mean(_shares, axis=0), _world
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: A round (1 point)
#
# The chosen clients train in parallel, $T^{\mathrm{UD}}_i$ seconds each. When all have finished,
# they upload one after the other, $T^{\mathrm{UL}}_i$ seconds each:
#
# $$\theta(\zeta) = \max_{i \in \zeta} T^{\mathrm{UD}}_i + \sum_{i\in\zeta} T^{\mathrm{UL}}_i.
# \tag{eq-round-time}$$
#
# Write `round_time(train_time, upload_time, chosen)`. A round without clients takes no time.


# %% tags=["answer", "id:round-time"]
def round_time(train_time, upload_time, chosen):
    """Seconds of a round with the chosen clients (eq-round-time).

    train_time, upload_time: (n,) arrays of seconds;  chosen: (k,) array of different integers
    0 ... n - 1, perhaps empty.
    Returns a number.
    """
    ### BEGIN SOLUTION
    return np.max(train_time[chosen], initial=0.0) + np.sum(upload_time[chosen])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Training happens side by side, so the slowest counts; uploads happen one after the other, so they
# add up. np.max of nothing fails, unless it is told initial=0.

# %% [markdown]
# By hand: trainings of 30, 50 and 10 s and uploads of 25, 7 and 9 s make $50 + 41 = 91$ s.

# %% tags=["tests", "id:round-time-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(round_time, "flcourse.fedbag")

_train = np.array([30.0, 50.0, 10.0, 80.0])
_upload = np.array([25.0, 7.0, 9.0, 4.0])
checks.close(
    checks.call(round_time, _train, _upload, np.array([0, 1, 2])),
    91.0,
    what="round_time",
    hint="the slowest training, then every upload (eq-round-time).",
    mistakes={
        "The trainings run in parallel, they do not add up": 131.0,
        "The uploads go one after the other, they do not run in parallel": 75.0,
        "The trainings run in parallel and the uploads one after the other, not vice versa": 115.0,
        "The uploads go one after the other, this takes one client alone": 57.0,
        "Uploads begin when all have trained, here they begin earlier": 62.0,
        "The clients that are not chosen take no time": 125.0,
        "The training is missing": 41.0,
        "The uploads are missing": 50.0,
        "The fastest training counts here, the server waits for the slowest": 51.0,
        "These are means, the server waits for all": 30 + 41 / 3,
    },
)
checks.close(
    checks.call(round_time, _train, _upload, np.array([3])),
    84.0,
    what="round_time of one client",
    hint="it trains, then it uploads (eq-round-time).",
)
checks.close(
    checks.call(round_time, _train, _upload, np.array([], dtype=int)),
    0.0,
    what="round_time of nobody",
    hint="an empty round takes no time (eq-round-time).",
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("round-time")
for _n, _k in [(6, 3), (10, 7), (4, 4), (9, 1)]:
    _train, _upload = _rng.lognormal(3, 1, _n), _rng.lognormal(2, 1, _n)
    _chosen = _rng.permutation(_n)[:_k]
    _slowest, _all = 0.0, 0.0
    for _i in _chosen.tolist():
        _slowest = max(_slowest, float(_train[_i]))
        _all += float(_upload[_i])
    checks.close(
        checks.call(round_time, _train, _upload, _chosen),
        _slowest + _all,
        what=f"round_time of {_k} of {_n} random clients",
        hint="the slowest training, then every upload (eq-round-time).",
        mistakes={
            "The trainings run in parallel, they do not add up": _train[_chosen].sum() + _all,
            "The uploads go one after the other": _slowest + _upload[_chosen].max(),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: An upload (1 point)
#
# A client at $x$ metres from the base station sends with 20 dBm at a carrier of 2.5 GHz. The street
# takes
#
# $$\mathrm{PL}(x) = 36.7 \log_{10} x + 22.7 + 26 \log_{10} 2.5 \tag{eq-path-loss}$$
#
# decibels of it. In a bandwidth of $W = 1.8 \cdot 10^6$ Hz the noise has $-174 + 10 \log_{10} W$
# dBm, plus the noise figure of the receiver in dB. Subtract loss and noise from 20 dBm: this is the
# signal-to-noise ratio in decibels, and $10\log_{10} \mathrm{SNR}$. Then the rate is
#
# $$\mathrm{rate} = W \min\{4.8,\, \log_2(1 + \mathrm{SNR}/1.6)\} \text{ bit/s}, \tag{eq-lte-rate}$$
#
# and a model of `n_params` parameters, each of 32 bits, takes
#
# $$T^{\mathrm{UL}} = \frac{32\, \text{n\_params}}{\mathrm{rate}} \text{ seconds.}
# \tag{eq-upload-time}$$
#
# Write `upload_seconds(distance_m, n_params, noise_figure_db)`.


# %% tags=["answer", "id:upload-seconds"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    """Seconds to upload a model from each distance (eq-upload-time).

    distance_m: (n,) array of metres, at least 1;  n_params: number of parameters, an integer;
    noise_figure_db: decibels, at least 0.
    Returns an (n,) array.
    """
    ### BEGIN SOLUTION
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    snr = 10 ** ((20 - loss - noise) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return 32 * n_params / rate
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go step by step in dB: received power = 20 - loss, SNR = received - noise. Then leave dB once, 10
# ** (snr / 10), before the logarithm of base 2. Each parameter has 32 bits.

# %% [markdown]
# By hand: at 10 m the ceiling of 4.8 is reached, so 540,000 parameters take
# $32 \cdot 540{,}000 / (4.8 \cdot 1.8 \cdot 10^6) = 2$ s. At 422.5 m the signal-to-noise ratio is
# 2.03 dB, nearly a factor of 1.6, so the rate is nearly 1 bit per second and hertz, and 56,250
# parameters take 1.001 s.

# %% tags=["tests", "id:upload-seconds-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(upload_seconds, "flcourse.fedbag")

checks.shape(
    checks.call(upload_seconds, np.array([50.0, 100.0, 900.0]), 1000, 0.0),
    (3,),
    what="upload_seconds",
    hint="one time for each distance (eq-upload-time).",
)
checks.close(
    checks.call(upload_seconds, np.array([422.5]), 56_250, 0.0),
    [1.0013641],
    what="upload_seconds at 422.5 m",
    hint="loss, noise, SNR in dB, SNR as a factor, rate, seconds (eq-path-loss, eq-lte-rate).",
    mistakes={
        "The loss has the logarithm to base 10, not the natural one": [54765919018994.72],
        "Ten decibels are a factor of 10, not twenty": [1.1907358],
        "The SNR is still in decibels, make it a factor": [0.8452462],
        "The rate has the logarithm to base 2, not the natural one": [1.4446630],
        "The rate has the logarithm to base 2, not to base 10": [3.3264596],
        "The SNR is divided by 1.6, this 1.6 is lost": [0.7263035],
        "The SNR is divided by 1.6, not multiplied": [0.5464727],
        "The 1.6 is a factor, no decibels": [0.9313496],
        "A parameter has 32 bits": [0.0312926],
        "Rates are in bits, these are bytes": [0.1251705],
        "This is one over the time": [0.9986377],
        "The carrier is lost from the loss": [0.2807466],
        "The noise is that of one hertz, it grows with the bandwidth": [0.2083333],
        "This is the rate, not the time": [1797547.9],
    },
)
checks.close(
    checks.call(upload_seconds, np.array([10.0]), 540_000, 0.0),
    [2.0],
    what="upload_seconds at 10 m",
    hint="the rate has a ceiling of 4.8 bits per second and hertz (eq-lte-rate).",
    mistakes={"The ceiling is missing": [0.4843958]},
)
checks.close(
    checks.call(upload_seconds, np.array([1000.0]), 300_000, 7.0),
    [440.2358664],
    what="upload_seconds at 1000 m with a noise figure of 7 dB",
    hint="the noise figure makes the noise larger (eq-lte-rate).",
    mistakes={
        "The noise figure is added to the signal, it belongs to the noise": [19.2418654],
        "The noise figure is not used": [89.3059574],
    },
)
### BEGIN HIDDEN TESTS


def _reference(x, n_params, figure):
    """Power ratios as factors, without decibels."""
    received = 0.1 / (x**3.67 * 10**2.27 * 2.5**2.6)  # watts; 20 dBm are 0.1 W
    noise = 10 ** (-20.4) * 1.8e6 * 10 ** (figure / 10)  # -174 dBm are 10^-20.4 W
    spectral = min(4.8, np.log1p(received / noise / 1.6) / np.log(2))
    return 32 * n_params / (1.8e6 * spectral)


_rng = checks.grading_rng("upload-seconds")
for _figure in (0.0, float(_rng.uniform(1, 5)), 9.0):
    _x = np.exp(_rng.uniform(np.log(5), np.log(1500), 6))
    _p = int(_rng.integers(1000, 500_000))
    _got = checks.call(upload_seconds, _x, _p, _figure)
    checks.shape(
        _got, (6,), what="upload_seconds", hint="one time for each distance (eq-upload-time)."
    )
    # One by one: the times differ by orders of magnitude.
    _values = checks.numbers(_got, what="upload_seconds", hint="see eq-lte-rate.").ravel()
    for _i in range(6):
        checks.close(
            _values[_i],
            _reference(float(_x[_i]), _p, _figure),
            what=f"upload_seconds at {_x[_i]:.0f} m with a noise figure of {_figure:.1f} dB",
            hint="loss, noise, SNR in dB, SNR as a factor, rate (eq-path-loss, eq-lte-rate).",
        )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: The table of FedBag (2 points)
#
# Now we look for the group with the smallest GEMD that takes at most `budget` seconds. FedBag keeps
# one group for each column $j = 0, 1, \dots, \text{budget}$ of a table: the best one found so far
# among those whose time, rounded **up**, is $j$ seconds. At first there is only the empty group, in
# column 0, with GEMD $\infty$. The clients come in the order of the rows of $Z$:
#
# > for each client $i$, and for each group that was in the table **before** client $i$, in a column
# > $j$: compute time and GEMD of the group with client $i$ added (eq-fedbag-recursion). If the time
# > is at most `budget`, and the GEMD is smaller than that in the new column $j' = \lceil \theta
# > \rceil$, or the new column is empty: the new group takes this column, and the table notes that
# > client $i$ brought it there **from column $j$**.
#
# So each group must be kept with all that its next time and GEMD depend on (eq-fedbag-state): how
# many labels of each class it has, its slowest training and the sum of its uploads. The times
# themselves are never rounded.
#
# Write `forward_table(Z, train_time, upload_time, budget)`. It returns
#
# - `value`, where `value[j]` is the GEMD of the group in column $j$ at the end, `np.inf` where
#   there is none and in column 0;
# - `came_from`, where `came_from[i, j]` is the column from which client $i$ brought a group into
#   column $j$, and $-1$ where it brought none. A later client may bring a better group into the
#   same column: then both have an entry there, and the later one counts.


# %% tags=["answer", "id:forward-table"]
def forward_table(Z, train_time, upload_time, budget):
    """The table of FedBag, filled forwards (alg-fedbag).

    Z: (n, C) array of integers >= 0, no row of zeros only;  train_time, upload_time: (n,) arrays of
    seconds, more than 0;  budget: a whole number of seconds.
    Returns value, came_from: a (budget + 1,) array and an (n, budget + 1) array of integers.
    """
    ### BEGIN SOLUTION
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Keep for each column the group itself: label sum, slowest training, sum of uploads. For client i
# extend the groups that were there before i (loop over a copy), compute the exact time, round it up
# to find the column, and enter it only if it is within the budget and strictly better.

# %% [markdown]
# By hand: three clients with the labels $(3, 1)$, $(4, 0)$, $(0, 4)$, trainings of 8, 1 and 8 s,
# uploads of 2, 8 and 1 s, and a budget of 10 s. Client 0 comes from column 0 to column 10, with
# GEMD $\frac13$. Client 1 alone takes 9 s: column 9, GEMD $\frac56$. With client 0 it would take
# 18 s. Client 2 alone takes 9 s too, but its GEMD of $\frac76$ is not better; with the group
# $\{1\}$ from column 9 it would take $8 + 8 + 1 = 17$ s. So `value` is $\frac56$ in column 9,
# $\frac13$ in column 10 and $\infty$ elsewhere; `came_from[0, 10]` and `came_from[1, 9]` are 0, all
# else is $-1$.

# %% tags=["tests", "id:forward-table-value-tests", "points:1"]
import math

import numpy as np

from flcourse.grading import checks

checks.own(forward_table, "flcourse.fedbag")

_inf = np.inf


def _finite(value):
    """Empty columns as 3, which is more than any GEMD."""
    value = np.asarray(value, dtype=float)
    return np.where(np.isposinf(value), 3.0, value)


def _check_value(Z, train, upload, budget, want, what, mistakes):
    got = checks.parts(
        checks.call(forward_table, Z, train, upload, budget),
        2,
        what="forward_table",
        hint="return value, came_from (alg-fedbag).",
    )
    checks.shape(got[0], (budget + 1,), what="value of forward_table", hint="columns: alg-fedbag.")
    value = checks.numbers(
        got[0],
        what="value of forward_table",
        hint="extend every group that was there before, by exact times (alg-fedbag).",
        finite=False,
    )
    checks.close(
        _finite(value.ravel()),
        _finite(want),
        what=f"value of forward_table (3 stands for np.inf) for {what}",
        hint="extend every group that was there before, by exact times (alg-fedbag).",
        mistakes={words: _finite(wrong) for words, wrong in mistakes.items()},
    )


for _case in [
    (
        np.array([[3, 1], [4, 0], [0, 4]]),
        np.array([8.0, 1.0, 8.0]),
        np.array([2.0, 8.0, 1.0]),
        10,
        [*[_inf] * 9, 5 / 6, 1 / 3],
        "three clients",
        {
            "The budget itself is still allowed": [*[_inf] * 9, 5 / 6, _inf],
            "Nothing beats a start of 0, empty columns hold np.inf": [0.0] * 11,
            "Empty columns hold np.inf, not 0": [*[0.0] * 9, 5 / 6, 1 / 3],
            "Empty columns hold np.inf, not 2": [*[2.0] * 9, 5 / 6, 1 / 3],
            "These values are halved": [*[_inf] * 9, 5 / 12, 1 / 6],
            "A column keeps the one of smaller GEMD, here the last or the larger one": [
                *[_inf] * 9,
                7 / 6,
                1 / 3,
            ],
            "The norm is the sum of absolute values, not the Euclidean one": [
                *[_inf] * 9,
                0.5892557,
                0.2357023,
            ],
            "The global distribution is not the uniform one": [*[_inf] * 9, 1.0, 0.5],
            "Uploads go one after the other, and begin when all have trained": [
                *[_inf] * 9,
                1 / 6,
                1 / 3,
            ],
            "A group of 17 s was written: mind the slowest training of the extended group": [
                *[_inf] * 9,
                5 / 6,
                1 / 6,
            ],
        },
    ),
]:
    _check_value(*_case)
_Z = np.array([[4, 5, 2], [0, 6, 1], [7, 7, 6], [7, 5, 1], [7, 6, 7]])
_train = np.array([3.0, 2.0, 4.0, 4.0, 2.0])
_upload = np.array([1.5, 2.0, 0.75, 0.5, 1.75])
_want = [_inf, _inf, _inf, _inf, 0.221127, 0.115237, 0.185707, 0.042708, 0.111019]
for _case in [
    (
        _Z,
        _train,
        _upload,
        8,
        _want,
        "five clients",
        {
            "The norm is the sum of absolute values, not the Euclidean one": [
                *[_inf] * 4,
                0.154888,
                0.074682,
                0.114675,
                0.028468,
                0.073504,
            ],
            "A client was added twice: extend only groups from before it": [
                *[_inf] * 4,
                0.221127,
                0.115237,
                0.115237,
                0.042708,
                0.01006,
            ],
            "The time is rounded up to the column, not to the nearest second": [
                *[_inf] * 4,
                0.115237,
                0.121127,
                0.042708,
                0.113956,
                0.111019,
            ],
            "The time is rounded up to the column, not down": [
                *[_inf] * 3,
                0.221127,
                0.115237,
                _inf,
                0.042708,
                _inf,
                0.111019,
            ],
            "Trainings run in parallel, they do not add up": [
                *[_inf] * 4,
                0.221127,
                0.115237,
                _inf,
                _inf,
                0.185707,
            ],
            "Uploads go one after the other, they do not run in parallel": [
                *[_inf] * 4,
                0.185707,
                0.107224,
                0.042708,
                _inf,
                _inf,
            ],
            "Uploads go one after the other, and begin when all have trained": [
                *[_inf] * 4,
                0.185707,
                0.042708,
                _inf,
                _inf,
                _inf,
            ],
            "Training takes as long as the slowest of the group, not as the last": [
                *[_inf] * 4,
                0.221127,
                0.115237,
                0.107224,
                0.042708,
                0.047501,
            ],
            "The budget itself is still allowed": [
                *[_inf] * 4,
                0.221127,
                0.115237,
                0.185707,
                0.042708,
                0.113956,
            ],
            "A column keeps the one of smaller GEMD, here the first one": [
                *[_inf] * 4,
                0.897384,
                0.115237,
                0.228873,
                0.405321,
                0.220809,
            ],
            "A column keeps the one of smaller GEMD, here the larger one": [
                *[_inf] * 4,
                0.897384,
                0.372698,
                0.185707,
                0.405321,
                0.220809,
            ],
            "The global distribution is not the uniform one": [
                *[_inf] * 4,
                0.066667,
                0.066667,
                0.222222,
                0.033333,
                0.078431,
            ],
            "The global distribution counts samples, this one counts clients equally": [
                *[_inf] * 4,
                0.338521,
                0.086434,
                0.171953,
                0.122321,
                0.059161,
            ],
            "A column is for groups of its second, not for all that take at most so long": [
                *[_inf] * 4,
                0.221127,
                0.115237,
                0.115237,
                0.042708,
                0.042708,
            ],
        },
    ),
]:
    _check_value(*_case)
### BEGIN HIDDEN TESTS


def _reference(Z, train, upload, budget, clock=None, column=math.ceil):
    """Value and whether anything was close; every cell keeps its group, times come from it."""
    clock = clock or (lambda S: max(train[i] for i in S) + sum(upload[i] for i in S))
    world = Z.sum(axis=0) / Z.sum()
    value, groups, close = [np.inf] * (budget + 1), {0: ()}, False
    for i in range(len(Z)):
        for S in [groups[j] for j in sorted(groups)]:
            new = (*S, i)
            seconds, joint = clock(new), Z[list(new)].sum(axis=0)
            close |= abs(seconds - round(seconds)) < 1e-4 and seconds % 0.25 != 0
            if seconds > budget:
                continue
            j, distance = column(seconds), np.abs(joint / joint.sum() - world).sum()
            close |= abs(distance - value[j]) < 1e-4
            if distance < value[j]:
                value[j], groups[j] = distance, new
    return np.array(value), close


def _instance(rng, n, C, budget, whole):
    """Clients whose table has no ties, neither of values nor of times and columns."""
    while True:
        Z = rng.integers(0, 30, (n, C)) + np.eye(n, C, dtype=int)
        Z[:, 0] += 1
        if whole:  # quarters of a second are exact in floating point
            train, upload = rng.integers(2, 20, n) / 4, rng.integers(1, 9, n) / 4
        else:
            train, upload = rng.uniform(0.5, 5, n), rng.uniform(0.2, 2, n)
        value, close = _reference(Z, train, upload, budget)
        if not close and np.isfinite(value).sum() >= 4:
            return Z, train, upload, value


_rng = checks.grading_rng("forward-table")
for _n, _C, _budget, _whole in [
    (6, 3, 9, True),
    (7, 4, 8, False),
    (8, 3, 7, True),
    (5, 2, 14, False),
]:
    _Z, _train, _upload, _want = _instance(_rng, _n, _C, _budget, _whole)

    def _sum_of_trainings(S, train=_train, upload=_upload):
        return sum(train[i] for i in S) + sum(upload[i] for i in S)

    _given = (_Z, _train, _upload, _budget)
    _check_value(
        *_given,
        _want,
        f"{_n} random clients and {_budget} s",
        {
            "The time is rounded up to the column": _reference(*_given, column=round)[0],
            "The time is rounded up to the column, not down": _reference(
                *_given, column=math.floor
            )[0],
            "Trainings run in parallel": _reference(*_given, clock=_sum_of_trainings)[0],
            "These values are halved": _want / 2,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# The second point is for `came_from`. In the table by hand, two entries are 0 and all others $-1$.

# %% tags=["tests", "id:forward-table-origin-tests", "points:1"]
import math

import numpy as np

from flcourse.grading import checks

checks.own(forward_table, "flcourse.fedbag")

_WHAT = "came_from of forward_table"


def _origins(Z, train, upload, budget):
    """The came_from that was returned, checked to hold columns."""
    got = checks.parts(
        checks.call(forward_table, Z, train, upload, budget),
        2,
        what="forward_table",
        hint="return value, came_from (alg-fedbag).",
    )
    checks.shape(
        got[1],
        (len(Z), budget + 1),
        what=_WHAT,
        hint="a row for each client, a column for each second: alg-fedbag.",
        mistakes={
            "This has a column for each client, it should be the other way round": (
                budget + 1,
                len(Z),
            ),
            "Each client needs a row of its own, or the way back is lost": (budget + 1,),
        },
    )
    origin = checks.numbers(
        got[1],
        what=_WHAT,
        hint="note the old column of the group, in the row of the client (alg-fedbag).",
    ).reshape(len(Z), budget + 1)
    checks.holds(
        np.all(origin == np.round(origin)) and origin.min() >= -1 and origin.max() <= budget,
        what=_WHAT,
        expected=f"columns 0 ... {budget}, or -1",
        got=[origin.min(), origin.max()],
        hint="note the old column of the group, in the row of the client (alg-fedbag).",
    )
    return origin.astype(int)


def _latest(origin):
    """For each column the last client that brought a group there, and from where (-1: nobody)."""
    rows = np.arange(len(origin))[:, None]
    client = np.where(origin >= 0, rows, -1).max(axis=0)
    return client, np.where(client >= 0, origin[client, np.arange(origin.shape[1])], -1)


_three = np.full((3, 11), -1)
_three[0, 10] = _three[1, 9] = 0
checks.close(
    _origins(
        np.array([[3, 1], [4, 0], [0, 4]]),
        np.array([8.0, 1.0, 8.0]),
        np.array([2.0, 8.0, 1.0]),
        10,
    ),
    _three,
    what=f"{_WHAT} for three clients",
    hint="note the old column of the group, in the row of the client (alg-fedbag).",
    mistakes={
        "Where a client brings nothing stands -1, not 0": np.zeros((3, 11)),
        "This is the column itself, note the one from which the group came": np.where(
            _three == 0, np.arange(11), -1
        ),
        "This says only whether something came, note from which column": np.where(
            _three == 0, 1, -1
        ),
        "A column keeps the one of smaller GEMD, only a group that takes it has an entry": np.array(
            [[*[-1] * 10, 0], [*[-1] * 9, 0, -1], [*[-1] * 9, 0, -1]]
        ),
        "The budget itself is still allowed": np.where(np.arange(11) == 10, -1, _three),
        "These are clients, note the column of the group that was extended": np.where(
            _three == 0, np.arange(3)[:, None], -1
        ),
        "Uploads go one after the other, and begin when all have trained": np.array(
            [[*[-1] * 10, 0], [*[-1] * 9, 0, -1], [*[-1] * 9, 9, -1]]
        ),
    },
)
_client, _column = _latest(
    _origins(
        np.array([[4, 5, 2], [0, 6, 1], [7, 7, 6], [7, 5, 1], [7, 6, 7]]),
        np.array([3.0, 2.0, 4.0, 4.0, 2.0]),
        np.array([1.5, 2.0, 0.75, 0.5, 1.75]),
        8,
    )
)
checks.close(
    _client,
    [-1, -1, -1, -1, 4, 0, 4, 2, 4],
    what="the last client with an entry in each column of came_from (-1: nobody)",
    hint="client i makes entries in row i, when it brings a better group (alg-fedbag).",
    mistakes={
        "A column keeps the one of smaller GEMD, only a group that takes it has an entry": [
            -1,
            -1,
            -1,
            -1,
            4,
            3,
            4,
            4,
            4,
        ],
        "A column keeps the one of smaller GEMD, here the first one": [
            *[-1, -1, -1, -1, 1],
            *[0, 3, 1, 3],
        ],
        "A column keeps the one of smaller GEMD, here the larger one": [
            *[-1, -1, -1, -1, 1],
            *[3, 4, 1, 3],
        ],
        "A client was added twice: extend only groups from before it": [
            *[-1, -1, -1, -1, 4],
            *[0, 0, 2, 2],
        ],
        "The time is rounded up to the column, not to the nearest second": [
            *[-1, -1, -1, -1, 0],
            *[2, 2, 3, 4],
        ],
        "The time is rounded up to the column, not down": [*[-1, -1, -1, 4, 0], *[-1, 2, -1, 4]],
        "Trainings run in parallel, they do not add up": [*[-1, -1, -1, -1, 4], *[0, -1, -1, 4]],
        "Uploads go one after the other, they do not run in parallel": [
            *[-1, -1, -1, -1, 4],
            *[4, 2, -1, -1],
        ],
        "Uploads go one after the other, and begin when all have trained": [
            *[-1, -1, -1, -1, 4],
            *[2, -1, -1, -1],
        ],
        "The global distribution is not the uniform one": [*[-1, -1, -1, -1, 4], *[2, 4, 4, 4]],
        "The global distribution counts samples, this one counts clients equally": [
            *[-1, -1, -1, -1, 4],
            *[0, 4, 2, 3],
        ],
    },
)
checks.close(
    _column,
    [-1, -1, -1, -1, 0, 0, 4, 5, 7],
    what="the column from which the last client brought each group (-1: nobody)",
    hint="note the old column of the group, in the row of the client (alg-fedbag).",
    mistakes={
        "These are clients, note the column of the group that was extended": [
            *[-1, -1, -1, -1, 4],
            *[0, 4, 2, 4],
        ],
        "The norm is the sum of absolute values, not the Euclidean one": [
            *[-1, -1, -1, -1, 0],
            *[0, 4, 5, 6],
        ],
        "The budget itself is still allowed, or the norm is another": [
            *[-1, -1, -1, -1, 0],
            *[0, 4, 5, 6],
        ],
        "Training takes as long as the slowest of the group, not as the last": [
            *[-1, -1, -1, -1, 0],
            *[0, 5, 5, 8],
        ],
    },
)
### BEGIN HIDDEN TESTS


def _tables(Z, train, upload, budget):
    """Members of the group in each column at the end, and whether anything was close."""
    world = Z.sum(axis=0) / Z.sum()
    value, groups, close = [np.inf] * (budget + 1), {0: ()}, False
    for i in range(len(Z)):
        for S in [groups[j] for j in sorted(groups)]:
            new = (*S, i)
            seconds = max(train[k] for k in new) + sum(upload[k] for k in new)
            close |= abs(seconds - round(seconds)) < 1e-4 and seconds % 0.25 != 0
            if seconds > budget:
                continue
            joint, j = Z[list(new)].sum(axis=0), math.ceil(seconds)
            distance = np.abs(joint / joint.sum() - world).sum()
            close |= abs(distance - value[j]) < 1e-4
            if distance < value[j]:
                value[j], groups[j] = distance, new
    return groups, close


def _instance(rng, n, C, budget, whole):
    """Clients whose table has no ties, neither of values nor of times and columns."""
    while True:
        Z = rng.integers(0, 30, (n, C)) + np.eye(n, C, dtype=int)
        Z[:, 0] += 1
        if whole:  # quarters of a second are exact in floating point
            train, upload = rng.integers(2, 20, n) / 4, rng.integers(1, 9, n) / 4
        else:
            train, upload = rng.uniform(0.5, 5, n), rng.uniform(0.2, 2, n)
        groups, close = _tables(Z, train, upload, budget)
        if not close and len(groups) >= 5:
            return Z, train, upload, groups


_rng = checks.grading_rng("forward-table-origin")
for _n, _C, _budget, _whole in [
    (6, 3, 9, True),
    (7, 4, 8, False),
    (8, 3, 7, True),
    (5, 2, 14, False),
]:
    _Z, _train, _upload, _want = _instance(_rng, _n, _C, _budget, _whole)
    _origin = _origins(_Z, _train, _upload, _budget)
    # Replay the table; an entry on no group's way back is not looked at.
    _members = dict.fromkeys(range(_budget + 1), ())
    for _i in range(_n):
        _before = dict(_members)
        for _j in range(_budget + 1):
            if _origin[_i, _j] >= 0:
                _members[_j] = (*_before[int(_origin[_i, _j])], _i)
    for _j in range(_budget + 1):
        checks.close(
            _members[_j],
            _want.get(_j, ()),
            what=f"the group that came_from leads to in column {_j}, for {_n} random clients",
            hint="note the old column of the group, in the row of the client (alg-fedbag).",
        )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: Back to the group (1 point)
#
# The table holds distances, not groups. The way back: the **last** client with an entry in the
# column brought the group there, so it is a member. Before it, the group was in the column that the
# entry names, and was brought there by an **earlier** client. And so on, until column 0.
#
# Write `recover(came_from, column)`, the clients of the group in a column. Column 0 and empty
# columns hold nobody.


# %% tags=["answer", "id:recover"]
def recover(came_from, column):
    """Clients of the group in a column of the table (alg-fedbag).

    came_from: (n, T + 1) array of integers, as in task 5;  column: an integer 0 ... T.
    Returns a list or array of different integers 0 ... n - 1, in any order, perhaps empty.
    """
    ### BEGIN SOLUTION
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = came_from[i, column]
    return chosen
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Start in the given column. For i from the last client to the first: if came_from[i, column] is not
# -1, client i was chosen, and the search goes on in that column.

# %% [markdown]
# By hand: client 0 brings a group from column 0 to 2, client 1 one from 0 to 3, client 2 one from 2
# to 5 and one from 3 to 6, and client 3 one from 3 to 5; client 4 brings nothing. The group in
# column 5 is $\{3, 1\}$: client 3 came last, from column 3, and client 1 was last there before it.
# The group in column 6 is $\{2, 1\}$, and that in column 2 is $\{0\}$.

# %% tags=["tests", "id:recover-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(recover, "flcourse.fedbag")


def _check_recover(came_from, column, want, mistakes):
    got = checks.call(recover, came_from, column)
    what = f"recover for column {column}, clients sorted"
    values = np.sort(
        checks.numbers(
            got,
            what=what,
            hint="go from the last client to the first, and follow the columns (alg-fedbag).",
        ).ravel()
    )
    checks.close(
        values,
        sorted(want),
        what=what,
        hint="go from the last client to the first, and follow the columns (alg-fedbag).",
        mistakes=mistakes,
    )


_came_from = np.full((5, 7), -1)
_came_from[0, 2] = _came_from[1, 3] = 0
_came_from[2, 5], _came_from[2, 6], _came_from[3, 5] = 2, 3, 3
for _case in [
    (
        _came_from,
        5,
        [1, 3],
        {
            "All clients with an entry in this column were taken, only the last one brought it": [
                2,
                3,
            ],
            "The way goes on from the column that the entry names": [3],
            "The way goes from the last client to the first, not from the first to the last": [2],
            "The first client that came into this column counts here, the last one should": [0, 2],
            "The client that came last is a member too": [1],
            "These are columns, the answer are clients": [0, 3],
            "All clients with any entry were taken": [0, 1, 2, 3],
            "This is a mask, the answer are the indices of the clients": [0, 0, 0, 1, 1],
            "The clients are numbered from 0, not from 1": [2, 4],
            "Where nobody came stands -1, which is true in Python: compare with 0": [0, 2, 3, 4],
            "All clients were taken": [0, 1, 2, 3, 4],
        },
    ),
    (_came_from, 6, [1, 2], {"The way goes on from the column that the entry names": [2]}),
    (_came_from, 2, [0], {"An entry 0 is a column too, only -1 says nobody": []}),
    (_came_from, 0, [], {}),
    (_came_from, 4, [], {}),
]:
    _check_recover(*_case)
_later = np.full((4, 6), -1)
_later[0, 2], _later[1, 4], _later[2, 2], _later[3, 5] = 0, 2, 0, 4
for _case in [
    (
        _later,
        5,
        [0, 1, 3],
        {
            "Only an earlier client can have brought the group before, a later one replaced it": [
                1,
                2,
                3,
            ],
            "The way ends at column 0, not after two clients": [1, 3],
        },
    ),
]:
    _check_recover(*_case)
### BEGIN HIDDEN TESTS


def _random_table(rng, n, T):
    """Entries of a table in which clients replace each other's groups, and the groups."""
    came_from, groups = np.full((n, T + 1), -1), {0: ()}
    for i in range(n):
        before = dict(groups)
        for j in sorted(before):
            new = j + int(rng.integers(1, 4))
            if new <= T and rng.random() < 0.7:
                came_from[i, new], groups[new] = j, (*before[j], i)
    return came_from, groups


_rng = checks.grading_rng("recover")
for _n, _T in [(6, 9), (12, 15), (3, 4), (20, 25)]:
    _came_from, _groups = _random_table(_rng, _n, _T)
    for _j in range(_T + 1):
        _check_recover(_came_from, _j, _groups.get(_j, ()), {})
### END HIDDEN TESTS

# %% [markdown]
# Try your functions on a small federation, in whole seconds. From here on, cells like the next one
# are yours to change.

# %%
rng = np.random.default_rng(1)
Z = rng.integers(0, 30, (8, 4)) * (rng.random((8, 4)) < 0.6) + np.eye(8, 4, dtype=int) + 1
train_time, upload_time = rng.integers(1, 40, 8), rng.integers(1, 15, 8)
value, came_from = forward_table(Z, train_time, upload_time, 60)
best = int(np.argmin(value))
group = sorted(int(i) for i in recover(came_from, best))
print(f"best column {best}: clients {group}, GEMD {value[best]:.3f}")
print("seconds:", round_time(train_time, upload_time, np.array(group)))

# %% [markdown]
# ## Task 7: The optimality gap (1 point)
#
# FedBag keeps only one group in each column, so it may miss the best one. For at most eight clients
# we can try all groups. The **optimality gap** of a group $\zeta$ says by which fraction its
# distance exceeds the smallest one that meets the budget:
#
# $$\text{gap} = \frac{\operatorname{GEMD}(\zeta)}{\min_{\theta(\xi) \le T}
# \operatorname{GEMD}(\xi)} - 1 , \tag{eq-optimality-gap}$$
#
# where the minimum is over all non-empty groups $\xi$ of any size that take at most the budget
# $T$. Write `optimality_gap(Z, train_time, upload_time, budget, chosen)`. The group `chosen` meets
# the budget, and no group that does has GEMD 0.


# %% tags=["answer", "id:optimality-gap"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    """Relative excess of the GEMD of a group over the optimum (eq-optimality-gap).

    Z: (n, C) array of integers >= 0, n <= 8;  train_time, upload_time: (n,) arrays of seconds;
    budget: seconds;  chosen: (k,) array of different integers, not empty.
    Returns a number, 0 for an optimal group.
    """

    ### BEGIN SOLUTION
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# itertools.combinations for each size from 1 to n gives all groups. Keep those whose time is within
# the budget, take the smallest GEMD, and divide the GEMD of the chosen group by it; 0 means that it
# is the best one.

# %% [markdown]
# By hand: the clients of task 5, with a budget of 18 s. Each client alone and each pair meets it,
# all three do not: they take $8 + 11 = 19$ s. The best group is $\{1, 2\}$ with
# $\operatorname{GEMD} = \frac16$. So the gap of $\{0\}$ with $\frac13$ is 1, that of $\{1\}$ with
# $\frac56$ is 4. With a budget of 10 s the best group is $\{0\}$, and the gap of $\{1\}$ is
# $\frac32$.

# %% tags=["tests", "id:optimality-gap-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(optimality_gap, "flcourse.fedbag")


def _check_gap(Z, train, upload, budget, chosen, want, mistakes):
    what = f"optimality_gap of {list(chosen)} within {budget:g} s"
    got = checks.call(optimality_gap, Z, train, upload, budget, np.array(chosen))
    value = checks.numbers(
        got,
        what=what,
        hint="try all groups, keep those within the budget, divide (eq-optimality-gap).",
        finite=False,
    )
    checks.holds(
        np.isfinite(value).all(),
        what=what,
        expected="a finite gap: all clients together have GEMD 0, but only groups within the "
        "budget count, and the empty one does not",
        got=value,
        hint="try all groups, keep those within the budget, divide (eq-optimality-gap).",
    )
    checks.close(
        value,
        want,
        what=what,
        hint="try all groups, keep those within the budget, divide (eq-optimality-gap).",
        mistakes=mistakes,
    )


_Z = np.array([[3, 1], [4, 0], [0, 4]])
_train, _upload = np.array([8.0, 1.0, 8.0]), np.array([2.0, 8.0, 1.0])
for _case in [
    (
        _Z,
        _train,
        _upload,
        18,
        [1],
        4.0,
        {
            "This is the ratio, subtract 1": 5.0,
            "This is the difference, divide by the optimum": 2 / 3,
            "The excess is divided by the optimum, not by the GEMD of the group": 0.8,
            "This is the optimum over the group's own GEMD, the ratio is upside down": -0.8,
            "The gap is a fraction, not in percent": 400.0,
            "Groups of every size count, not only of the size of chosen, or single clients": 1.5,
            "This is the GEMD of the group, compare it with the best one": 5 / 6,
            "This is the smallest GEMD, compare the group with it": 1 / 6,
            "The sign is wrong, a worse group has a larger gap": -4.0,
        },
    ),
    (_Z, _train, _upload, 18, [0], 1.0, {"This is the ratio, subtract 1": 2.0}),
    (_Z, _train, _upload, 18, [0, 2], 1.5, {"This is the ratio, subtract 1": 2.5}),
    (
        _Z,
        _train,
        _upload,
        10,
        [1],
        1.5,
        {
            "The budget itself is still allowed": 0.0,
            "The budget limits which groups count, here larger ones were let in": 4.0,
        },
    ),
    (_Z, _train, _upload, 17, [1], 4.0, {"Trainings run in parallel, then 17 s are enough": 1.5}),
    (_Z, _train, _upload, 10, [0], 0.0, {}),
]:
    _check_gap(*_case)
### BEGIN HIDDEN TESTS


def _gemds(Z, train, upload, budget, norm=1, clock=None):
    """GEMD of every group that meets the budget, by bit masks."""
    found = {}
    for mask in range(1, 2 ** len(Z)):
        group = [i for i in range(len(Z)) if mask >> i & 1]
        seconds = max(train[i] for i in group) + sum(upload[i] for i in group)
        if seconds <= budget:
            joint = Z[group].sum(axis=0)
            gap = joint / joint.sum() - Z.sum(axis=0) / Z.sum()
            found[tuple(group)] = float(np.linalg.norm(gap, norm))
    return found


def _greedy(found):
    """Smallest GEMD that is reached by adding the best client again and again, from each start."""
    values = []
    for group in [group for group in found if len(group) == 1]:
        while True:
            larger = [other for other in found if set(group) < set(other)]
            larger = [other for other in larger if len(other) == len(group) + 1]
            if not larger or min(map(found.get, larger)) >= found[group]:
                break
            group = min(larger, key=found.get)
        values.append(found[group])
    return min(values)


def _instance(rng, n, C):
    """Clients, and a budget that an optimal group of several uses up to the last moment."""
    while True:
        Z = rng.integers(0, 30, (n, C)) + np.eye(n, C, dtype=int)
        Z[:, 0] += 1
        train, upload = rng.integers(2, 40, n) / 4, rng.integers(1, 17, n) / 4
        budget = float(np.median(train) + upload.sum() / 2)
        found = _gemds(Z, train, upload, budget)
        best = min(found, key=found.get)
        size = 4 if n == 8 else 2  # a search that stops at small groups, or is greedy, misses it
        clear = len(found) > n and size <= len(best) < n and found[best] > 0.002
        if clear and (n < 8 or _greedy(found) > 1.01 * found[best]):
            seconds = train[list(best)].max() + upload[list(best)].sum()
            found = _gemds(Z, train, upload, seconds)
            return Z, train, upload, float(seconds), found, best


_rng = checks.grading_rng("optimality-gap")
for _n, _C in [(6, 3), (8, 4), (7, 2), (4, 5)]:
    _Z, _train, _upload, _budget, _found, _best = _instance(_rng, _n, _C)
    _groups = sorted(_found)
    _groups = [_groups[int(_k)] for _k in _rng.choice(len(_groups), 3)]
    for _chosen in [_best, *_groups]:
        _check_gap(
            _Z,
            _train,
            _upload,
            _budget,
            _chosen,
            _found[_chosen] / _found[_best] - 1,
            {
                "This is the ratio, subtract 1": _found[_chosen] / _found[_best],
                "This is the difference, divide by the optimum": _found[_chosen] - _found[_best],
            },
        )
### END HIDDEN TESTS

# %% [markdown]
# Now the comparison that FedBag was made for, in small: eight clients, budgets from 40 to 60 s, and
# three ways to choose. `greedy` is FedCS: it adds the client that prolongs the round least. Each
# point of the figure is the mean over ten federations.


# %%
def federation(seed):
    """Counts and whole seconds of eight clients."""
    rng = np.random.default_rng(seed)
    Z = rng.integers(1, 30, (8, 4)) * (rng.random((8, 4)) < 0.6) + np.eye(8, 4, dtype=int)
    return Z + np.eye(8, 4, k=-4, dtype=int), rng.integers(1, 20, 8), rng.integers(5, 20, 8)


def greedy(train_time, upload_time, budget):
    """FedCS (alg-fedcs)."""
    chosen, rest = [], set(range(len(train_time)))
    while rest:
        longer = {i: round_time(train_time, upload_time, np.array([*chosen, i])) for i in rest}
        i = min(rest, key=longer.get)
        if longer[i] > budget:
            break
        chosen.append(i)
        rest.remove(i)
    return chosen


# %%
budgets = [40, 45, 50, 55, 60]
curves = {"FedBag": [], "FedCS": [], "best": []}
for budget in budgets:
    rows = []
    for seed in range(10):
        Z, train_time, upload_time = federation(seed)
        value, _ = forward_table(Z, train_time, upload_time, budget)
        chosen = np.array(greedy(train_time, upload_time, budget))
        distance = gemd(Z, chosen)
        best = distance / (1 + optimality_gap(Z, train_time, upload_time, budget, chosen))
        rows.append([np.min(value), distance, best])
    for name, mean in zip(curves, np.mean(rows, axis=0), strict=True):
        curves[name].append(mean)

# %%
fig, ax = plt.subplots(figsize=(5, 3.5))
for (name, means), style in zip(curves.items(), ["o-", "s--", "x:"], strict=True):
    ax.plot(budgets, means, style, label=name)
ax.set(xlabel="budget (s)", ylabel="mean GEMD")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 8: Discussion (2 points, graded by a person)
#
# Answer in 150 to 300 words:
#
# 1. A textbook recursion asks, for each cell: "from which earlier cell does the best group for at
#    most $j$ seconds come, if client $i$ is added?" Why does this question have no clear answer
#    here, and why does the forward table not need it? Use the three clients of task 5.
# 2. Look at your figure. FedBag and the optimum lie close together. Give the reason why FedBag may
#    miss the optimum at all, and one change of the table that would make it miss it less often.
# 3. A paper trains with both methods and reports that "FedBag reaches 85 % accuracy sooner than
#    FedCS, because its groups are more balanced". In its simulation each client has the same speed
#    and place in all rounds. Name another reason that this experiment cannot exclude, and an
#    experiment that could.
# 4. The clients take ten local steps in each round. What does a GEMD of 0 promise then, and what
#    does it not?
#
# | Points | for |
# |---|---|
# | ½ | part 1: what must be known, and when, in both directions, shown by the three clients |
# | ½ | part 2: what the table throws away, and a change that loses less |
# | ½ | part 3: what else the two methods do not share, and an experiment without it |
# | ½ | part 4: both halves, what is promised and what is not, each with its reason |
#
# A right idea with a gap counts half of its part. Language and length cost nothing. Write into the
# cell below: double-click it and replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# 1. The time that client i adds is its upload, and the part of its training that is longer than
#    the slowest training of the group it joins. To know from which column to come we need this
#    time, and to know the time we need the group in that column: a circle. With the three
#    clients, client 2 (8 s of training) seems to add only 1 s if one looks at column 10, where
#    client 0 trains for 8 s too; but the group in column 9 is {1}, which trains for 1 s, and {1,
#    2} takes 17 s, not 10 s. Forwards there is nothing to guess: the group exists, its slowest
#    training and its uploads are known, so the time of the new group is exact and tells the
#    column.
# 2. Each column keeps one group. The one that lost may have had labels that a later client would
#    have completed perfectly. Columns of a tenth of a second, or the best few groups in each
#    column, lose fewer such groups; so does the best of several orders of the clients.
# 3. With fixed times FedCS chooses the same clients in each round, so all others are never seen;
#    FedBag with a fresh order uses different ones. It may win by variety or by more different
#    data. I would draw new times in each round, so that both meet changing clients, and repeat
#    over ten seeds; or make FedBag keep its first group for ever.
# 4. If a class has the same data everywhere, a GEMD of 0 makes the average after the first step
#    equal to the central step. From then on the clients stand at different points, and the
#    average of their gradients is no gradient of the joint distribution. The drift depends on the
#    EMD of each client and grows with the number of steps, and GEMD does not see it.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: the added time depends on the slowest training of the group in the very cell that
#   is being looked for; forwards, the group is known
# - ¼ of these: the circle in words, without the three clients
# - ½, part 2: a group that loses its column may have been the better start; finer columns, or
#   more than one group in each, or several orders
# - ½, part 3: with fixed times FedCS takes the same clients in each round, so variety, or the
#   amount of different data, differs too; times drawn anew, or equally many different clients for
#   both, and several seeds
# - ¼ of these: "more seeds" alone, which excludes chance and no other reason
# - ½, part 4: balance makes the first step that of central training; from the second on every
#   client drifts by its own EMD, and GEMD says nothing about that
# ### END SOLUTION
