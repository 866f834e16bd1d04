# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Whom shall we wait for? Label-aware selection under a time budget
#
# A server may wait a few minutes for some of its clients. It knows how many samples of which class
# each of them has, how long each trains and how long each uploads. In this assignment you build the
# selection that makes the most of these minutes, the dynamic programme FedBag, and you look behind
# it: what balance does not promise, what the clock leaves out, how much fits into a minute, and
# which group the table overlooks. It belongs to the chapter *Label-aware selection under a time
# budget* of the book.
#
# **When you are done you can**
#
# - measure how far a group is from the mix of all, and show what balance does not promise,
# - tell how long a round takes when uploads overlap, and choose a model that fits into the time,
# - fill the table of a dynamic programme forwards,
# - read the best group out of such a table,
# - construct a federation in which an approximation fails,
# - prove what an approximation promises all the same, and compare an experiment with its claim.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 A group | `gemd` and `own_group` | 0.5 + 0.5 |
# | 2 Balanced twice | `same_gemd` | 1 |
# | 3 A clock with overlapping uploads | `overlapped_time` | 1 |
# | 4 How large may the model be? | `largest_model` | 1 |
# | 5 The table of FedBag | `forward_table` | 1 for the values, 1 for the origins |
# | 6 Back to the group | `recover` | 1 |
# | 7 What the table misses | `missed_optimum` | 1 |
# | 8 Discussion | a short text | 2, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.fedbag` holds finished answers to some tasks: compare with them, but an
# answer that uses them, also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`. Numbers may deviate by $10^{-5}$ of the largest entry. Where several groups are equally
# good, any of them is right.
#
# Names such as `eq-gemd` in docstrings and hints are labels of the chapter's formulas; a check that
# fails says which number the book prints. Before you hand in, restart the kernel and run all cells.
#
# **Your data.** The next cell says which variant of the data of task 1 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.data import load_flights
from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_airports(rng):
    """Nine airports, and how many of some of their rows were early, on time, late, very late."""
    flights = load_flights()
    picked = rng.permutation(np.flatnonzero(flights.m >= 300))[:9]
    edges = [-np.inf, -10, 0, 15, np.inf]  # minutes of delay
    some = [rng.permutation(flights.y[i])[: rng.integers(30, 300)] for i in picked]
    return [flights.names[i] for i in picked], np.array([np.histogram(y, edges)[0] for y in some])


own_names, own_counts = own_airports(own_data.rng("own-group"))
print(f"Variant {VARIANT}: the airports {', '.join(own_names)}, and Z")
print(own_counts)

# %% tags=["given", "id:imports"]
import math
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# ## Task 1: A group (1 point)
#
# `Z[i, c]` is the number of samples of class $c$ at client $i$, $m_i = \sum_c Z_{ic}$. The label
# distribution of a client is $p_{ic} = Z_{ic} / m_i$, that of all samples together is
# $p_c = \sum_i Z_{ic} / \sum_i m_i$. Two one-sided clients may be balanced together. So the
# distance of a *group* $\zeta$ adds the labels first:
#
# $$\operatorname{GEMD}(\zeta) = \sum_{c} \left\lvert
# \frac{\sum_{i\in\zeta} Z_{ic}}{\sum_{i\in\zeta} m_i} - p_c \right\rvert . \tag{eq-gemd}$$
#
# No client is empty. The empty group has no distribution; its GEMD is $+\infty$.
#
# **(a)** Write `gemd(Z, chosen)`, where `chosen` holds the rows of the group.


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
# By hand: the clients $(4, 0, 0, 0)$, $(1, 1, 4, 2)$ and $(1, 3, 0, 0)$ hold $(6, 4, 4, 2)$
# together, so $p = (\frac38, \frac14, \frac14, \frac18)$. The first and the third hold
# $(5, 3, 0, 0)$, and $\lvert\frac58 - \frac38\rvert + \lvert\frac38 - \frac14\rvert + \frac14 +
# \frac18 = \frac34$. The first and the second hold $(5, 1, 4, 2)$, at the distance $\frac13$.

# %% tags=["tests", "id:gemd-tests", "points:0.5"]
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
            "Is p forgotten, or taken for the uniform distribution?": 1.0,
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
# **(b)** Now **your own airports**, nine of those where flights from New York arrived in 2013,
# with real delays. `own_names[i]` is the code of airport $i$, and `own_counts[i]` counts how many
# of some of its rows (one day and one carrier each) were more than 10 minutes early, less early,
# less than 15 minutes late, and later: four classes, shape `(9, 4)`. The server waits for exactly
# **four** airports. Which four have the smallest GEMD, where $p_c$ is the mix of all nine, and
# how large is it? Write `own_group()`, without arguments; it may compute both, or hold the number
# with at least seven digits.


# %% tags=["answer", "id:own-group"]
def own_group():
    """The four of your airports that are nearest to the mix of all nine (eq-gemd).

    Returns chosen, distance: four different rows of own_counts in any order, and their GEMD.
    """
    ### BEGIN SOLUTION
    mix = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        joint = own_counts[list(group)].sum(axis=0)
        return np.abs(joint / joint.sum() - mix).sum()

    best = min(combinations(range(9), 4), key=distance)
    return best, distance(best)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# How many groups of four are there? itertools.combinations(range(9), 4) runs through them.

# %% tags=["tests", "id:own-group-tests", "points:0.5"]
from itertools import combinations

import numpy as np

from flcourse.data import load_flights
from flcourse.grading import checks

checks.own(own_group, "flcourse.fedbag")

_flights = load_flights()


def _own_airports(rng):
    picked = rng.permutation(np.flatnonzero(_flights.m >= 300))[:9]
    edges = [-np.inf, -10, 0, 15, np.inf]
    some = [rng.permutation(_flights.y[i])[: rng.integers(30, 300)] for i in picked]
    return np.array([np.histogram(y, edges)[0] for y in some])


def _known(Z):
    """Distances of known mistakes, as functions of a group, by the words that describe them."""
    p, shares = Z.sum(axis=0) / Z.sum(), Z / Z.sum(axis=1, keepdims=True)

    def gap(group):
        return Z[group].sum(axis=0) / Z[group].sum() - p

    return lambda group: np.abs(gap(group)).sum(), {
        "the shares are averaged, the labels must be added first": (
            lambda group: np.abs(shares[group].mean(axis=0) - p).sum()
        ),
        "the distances of the four are averaged, the labels must be added first": (
            lambda group: np.abs(shares[group] - p).sum(axis=1).mean()
        ),
        "this is half of it": lambda group: np.abs(gap(group)).sum() / 2,
        "the differences are squared, take absolute values": lambda group: np.sum(gap(group) ** 2),
        "this is the Euclidean norm, take absolute values": lambda group: np.linalg.norm(
            gap(group)
        ),
        "this is the largest difference, add them all": lambda group: np.abs(gap(group)).max(),
        "the mix is not the uniform one": (
            lambda group: np.abs(Z[group].sum(axis=0) / Z[group].sum() - 1 / 4).sum()
        ),
        "the mix counts rows, not airports equally": (
            lambda group: np.abs(Z[group].sum(axis=0) / Z[group].sum() - shares.mean(axis=0)).sum()
        ),
        "the mix is that of all nine, not of the other five": lambda group: np.abs(
            gap(group) + p - (Z.sum(axis=0) - Z[group].sum(axis=0)) / (Z.sum() - Z[group].sum())
        ).sum(),
        "this is the group that is farthest": lambda group: -np.abs(gap(group)).sum(),
    }


def _greedy(distance):
    """Airports one after the other, each the best addition."""
    group = []
    for _ in range(4):
        rest = [i for i in range(9) if i not in group]
        group.append(min(rest, key=lambda i: distance([*group, i])))
    return group


def _look(got, rng):
    Z = _own_airports(rng)
    right, known = _known(Z)
    chosen, value = checks.parts(
        got, 2, what="own_group", hint="return chosen, distance (eq-gemd)."
    )
    checks.shape(
        chosen,
        (4,),
        what="chosen of own_group",
        hint="rows of four airports, counted from 0 (eq-gemd).",
        mistakes={"The two results come in the other order": ()},
    )
    checks.shape(value, (), what="distance of own_group", hint="one number (eq-gemd).")
    rows = checks.numbers(chosen, what="chosen of own_group", hint="see eq-gemd.").ravel().tolist()
    value = float(
        checks.numbers(value, what="distance of own_group", hint="see eq-gemd.").ravel()[0]
    )
    checks.holds(
        len({*rows}) == 4 and {*rows} <= {*range(9)},
        what="chosen of own_group",
        expected="four different rows, counted from 0 to 8",
        got=rows,
        hint="add the rows of the group, divide by their sum, compare with all nine (eq-gemd).",
    )
    group = sorted(int(row) for row in rows)
    groups = [list(four) for four in combinations(range(9), 4)]
    least = min(map(right, groups))
    single = sorted(range(9), key=lambda i: right([i]))[:4]
    ends = {
        "each is near the mix by itself, but not the best together": sorted(single),
        "this is the greedy choice, four others are better": sorted(_greedy(right)),
        "rows are counted from 0": [1 + i for i in min(groups, key=right)],
    } | {words: min(groups, key=distance) for words, distance in known.items()}
    named = next((f", {words}" for words, found in ends.items() if group == found), "")
    checks.holds(
        right(group) <= (1 + 1e-6) * least,
        what="chosen of own_group",
        expected="the four with the smallest GEMD",
        got=f"{group}{named}",
        hint="add the rows of the group, divide by their sum, compare with all nine (eq-gemd).",
    )
    close = (w for w, d in known.items() if abs(d(group) - value) <= 1e-5 * abs(value))
    checks.holds(
        abs(value - least) <= 1e-5 * least,
        what="distance of own_group",
        expected="the GEMD of these four airports",
        got=f"{value:.6g}" + "".join(f", {words}" for words in list(close)[:1]),
        hint="add the rows of the group, divide by their sum, compare with all nine (eq-gemd).",
    )


checks.own_data("own-group", checks.call(own_group), _look)

# %% [markdown]
# ## Task 2: Balanced twice (1 point)
#
# The distance of one client, the EMD, is that of a group of one:
#
# $$\operatorname{EMD}_i = \sum_{c} \lvert p_{ic} - p_c \rvert. \tag{eq-emd}$$
#
# Somebody writes: "If two groups both have a GEMD of 0, then a round with one is as good as a round
# with the other: both end where central training ends." Refute it with **four** clients and $C$
# classes. There is one parameter, and class $c$ has the loss $\ell_c(w) = \frac{a_c}{2}
# (w - z_c)^2$ wherever it occurs; so client $i$ has the loss $\sum_c p_{ic}\, \ell_c(w)$, and
# central training has $\sum_c p_c\, \ell_c(w)$. In a round each client of a group takes 5 steps of
# size $0.1$ from $w = 0$, and the server averages with weights in proportion to $m_i$; central
# training takes 5 such steps. The two ends are compared by
#
# $$\frac{\lVert w_{\text{fed}} - w_{\text{cen}} \rVert_2}{\lVert w_{\text{cen}} \rVert_2} .
# \tag{eq-weight-divergence}$$
#
# Write `same_gemd(C)`. It returns counts $Z$ of four clients, curvatures $a$ and centres $z$ of the
# classes, $0 < a_c \le 10$, such that
#
# - the groups $\{0, 1\}$ and $\{2, 3\}$ both have a GEMD of 0;
# - clients 2 and 3 are one-sided, each with an EMD of at least $0.5$;
# - a round with $\{0, 1\}$ ends where central training ends, with a divergence of 0, and one with
#   $\{2, 3\}$ has a divergence of at least $0.01$.


# %% tags=["answer", "id:same-gemd"]
def same_gemd(C):
    """Two balanced groups of two, of which one drifts (eq-weight-divergence).

    C: integer >= 2, number of classes.
    Returns Z, a, z: a (4, C) array of integers >= 0, no row of zeros only; two (C,) arrays.
    """
    ### BEGIN SOLUTION
    first = (np.arange(C) < C // 2).astype(int)
    Z = np.array([np.ones(C, int), np.ones(C, int), first, 1 - first])
    return Z, np.where(first, 1.0, 5.0), np.where(first, 1.0, -1.0)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Begin with the label counts: the conditions on GEMD and EMD leave few choices for clients 2 and 3,
# and with the right counts clients 0 and 1 drift for no a and z. Then follow clients 2 and 3 by
# hand, step by step, and choose a and z so that it matters where each of them has gone.

# %% [markdown]
# The checks compute GEMD, EMD and both rounds, for several $C$.

# %% tags=["tests", "id:same-gemd-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(same_gemd, "flcourse.fedbag")


def _read(got, C, name):
    """Counts, curvatures and centres, checked for their form."""
    Z, a, z = checks.parts(got, 3, what=name, hint="return Z, a, z (eq-gemd).")
    checks.shape(Z, (4, C), what=f"Z of {name}", hint="four clients (eq-label-counts).")
    Z = checks.numbers(Z, what=f"Z of {name}", hint="see eq-label-counts.").reshape(4, C)
    checks.holds(
        Z.min() >= 0 and np.abs(Z - np.round(Z)).max() < 1e-9 and Z.sum(axis=1).min() >= 1,
        what=f"Z of {name}",
        expected="whole numbers of at least 0, and no client without samples",
        got=Z,
        where=(Z < 0) | (np.abs(Z - np.round(Z)) >= 1e-9) | (Z.sum(axis=1, keepdims=True) < 1),
        hint="they count samples (eq-label-counts).",
    )
    checks.shape(a, (C,), what=f"a of {name}", hint="a number a class (eq-one-step-divergence).")
    checks.shape(z, (C,), what=f"z of {name}", hint="a number a class (eq-one-step-divergence).")
    a = checks.numbers(a, what=f"a of {name}", hint="see eq-one-step-divergence.").reshape(C)
    z = checks.numbers(z, what=f"z of {name}", hint="see eq-one-step-divergence.").reshape(C)
    checks.holds(
        a.min() > 0 and a.max() <= 10,
        what=f"a of {name}",
        expected="curvatures 0 < a <= 10",
        got=a,
        where=(a <= 0) | (a > 10),
        hint="longer steps than that run away (prop-gemd-bound).",
    )
    return Z, a, z


def _end(p, a, z):
    """Where five steps on the loss of a label distribution lead."""
    w = 0.0
    for _ in range(5):
        w = w - 0.1 * sum(p_c * a_c * (w - z_c) for p_c, a_c, z_c in zip(p, a, z, strict=True))
    return w


def _check_groups(got, C, name):
    Z, a, z = _read(got, C, name)
    p, shares, sizes = Z.sum(axis=0) / Z.sum(), (Z.T / Z.sum(axis=1)).T, Z.sum(axis=1)
    central, divergences = _end(p, a, z), []
    for group in ([0, 1], [2, 3]):
        joint = Z[group].sum(axis=0) / Z[group].sum()
        checks.holds(
            np.abs(joint - p).sum() <= 1e-9,
            what=f"GEMD of clients {group} of {name}",
            expected="0: together they should hold the classes in the proportions of all",
            got=np.abs(joint - p).sum(),
            hint="add the labels of the two, then compare (eq-gemd).",
        )
        ends = [_end(shares[i], a, z) for i in group]
        divergences.append(abs(sum(sizes[group] * ends) / sizes[group].sum() - central))
    checks.holds(
        np.abs(shares[2:] - p).sum(axis=1).min() >= 0.5 - 1e-9,
        what=f"EMD of clients 2 and 3 of {name}",
        expected="at least 0.5 each",
        got=np.abs(shares[2:] - p).sum(axis=1),
        hint="these two should be one-sided (eq-emd).",
    )
    checks.holds(
        abs(central) > 1e-6 * np.abs(z).max(),
        what=f"the end of central training of {name}",
        expected="another place than the start, or the divergence is 0 / 0",
        got=central,
        hint="it is measured relative to that place (eq-weight-divergence).",
    )
    checks.holds(
        divergences[0] <= 1e-9 * max(abs(central), np.abs(z).max()),
        what=f"divergence of clients 0 and 1 of {name}",
        expected="0, as this group is to end where central training ends",
        got=divergences[0] / abs(central),
        hint="which group does the bound speak of? (prop-gemd-bound)",
    )
    checks.holds(
        divergences[1] >= (0.01 - 1e-9) * abs(central),
        what=f"divergence of clients 2 and 3 of {name}",
        expected="at least 0.01, as this group is to end clearly elsewhere",
        got=divergences[1] / abs(central),
        hint="follow both clients by hand through the rounds (prop-gemd-bound).",
    )


for _C in [2, 3, 6]:
    _check_groups(checks.call(same_gemd, _C), _C, f"same_gemd({_C})")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("same-gemd")
for _C in [4, 5, 10, int(_rng.integers(6, 30))]:
    _check_groups(checks.call(same_gemd, _C), _C, f"same_gemd({_C})")
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: A clock with overlapping uploads (1 point)
#
# The chosen clients train in parallel, $T^{\mathrm{UD}}_i$ seconds each. The chapter lets uploads
# begin when all have finished, and go one after the other, $T^{\mathrm{UL}}_i$ seconds each:
#
# $$\theta(\zeta) = \max_{i \in \zeta} T^{\mathrm{UD}}_i + \sum_{i\in\zeta} T^{\mathrm{UL}}_i.
# \tag{eq-round-time}$$
#
# This is an upper estimate, and it is given as `round_time`. A real server has several channels,
# and nobody waits longer than necessary: a client uploads as soon as it has finished training
# **and** one of the channels is free. Clients are served in the order in which they finish
# training, and no two finish it at the same time. When does the last upload **end**? Write
# `overlapped_time(train_time, upload_time, chosen, channels)`. A round without clients takes no
# time.


# %% tags=["given", "id:tool"]
def round_time(train_time, upload_time, chosen):
    """Seconds of a round whose uploads begin when all have trained (eq-round-time)."""
    return np.max(train_time[chosen], initial=0.0) + np.sum(upload_time[chosen])


# %% tags=["answer", "id:overlapped-time"]
def overlapped_time(train_time, upload_time, chosen, channels):
    """End of the last upload, if uploads begin as early as they can (eq-round-time).

    train_time, upload_time: (n,) arrays of seconds;  chosen: (k,) array of different integers
    0 ... n - 1, perhaps empty;  channels: integer >= 1, uploads at the same time.
    Returns a number.
    """
    ### BEGIN SOLUTION
    free, end = np.zeros(channels), 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        channel = np.argmin(free)
        free[channel] = max(free[channel], train_time[i]) + upload_time[i]
        end = max(end, free[channel])
    return end
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go through the clients by training time and keep, for each channel, the time at which it becomes
# free. The next client takes the channel that is free first. The last to begin need not be the last
# to end.

# %% [markdown]
# By hand: trainings of 30, 50, 10 and 42 s and uploads of 25, 20, 9 and 30 s. With two channels
# client 2 uploads from 10 to 19 s, client 0 from 30 to 55 s, client 3 from 42 to 72 s; client 1,
# ready at 50 s, waits for a channel until 55 s and ends at 75 s. With a third channel it ends at
# 70 s, and the round with client 3, at 72 s.

# %% tags=["tests", "id:overlapped-time-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(overlapped_time, "flcourse.fedbag")

_train = np.array([30.0, 50.0, 10.0, 42.0, 20.0])
_upload = np.array([25.0, 20.0, 9.0, 30.0, 60.0])
_four = np.array([3, 1, 2, 0])
for _channels, _want, _mistakes in [
    (
        2,
        75.0,
        {
            "Uploads begin when all have trained here, they should overlap": 95.0,
            "Uploads begin when all have trained, one after the other": 134.0,
            "There is one channel here, not two": 105.0,
            "Nobody waits for a channel here": 72.0,
            "This divides the uploads by the number of channels": 92.0,
            "The order is that of chosen, it should be that of finishing": 97.0,
            "The order is that of the uploads, it should be that of finishing": 85.0,
            "The order is that of the clients, it should be that of finishing": 94.0,
            "The clients that are not chosen take no channel": 100.0,
        },
    ),
    (
        3,
        72.0,
        {
            "This is the end of the client that began last, another one ends later": 70.0,
            "Uploads begin when all have trained, one after the other": 134.0,
            "Uploads begin when all have trained here, they should overlap": 89.0,
        },
    ),
    (1, 105.0, {"Uploads begin when all have trained, one after the other": 134.0}),
    (9, 72.0, {}),
]:
    checks.close(
        checks.call(overlapped_time, _train, _upload, _four, _channels),
        _want,
        what=f"overlapped_time of four clients with {_channels} channels",
        hint="by training time, each takes the channel that is free first (eq-round-time).",
        mistakes=_mistakes,
    )
checks.close(
    checks.call(
        overlapped_time,
        np.array([1.0, 2.0, 3.0, 4.0]),
        np.array([10.0, 1.0, 1.0, 5.0]),
        np.array([0, 1, 2, 3]),
        2,
    ),
    11.0,
    what="overlapped_time of a long upload and three short ones",
    hint="by training time, each takes the channel that is free first (eq-round-time).",
    mistakes={
        "Each channel has its own queue here, in turn": 12.0,
        "This is the end of the client that began last, another one ends later": 9.0,
        "There is one channel here, not two": 18.0,
    },
)
checks.close(
    checks.call(overlapped_time, _train, _upload, np.array([], dtype=int), 2),
    0.0,
    what="overlapped_time of nobody",
    hint="an empty round takes no time (eq-round-time).",
)
### BEGIN HIDDEN TESTS


def _reference(train, upload, group, channels):
    """Play the events: who is ready, who holds a channel, what happens next."""
    waiting = sorted(((train[i], upload[i]) for i in group), reverse=True)
    running, now, end = [], 0.0, 0.0
    while waiting or running:
        running = [stop for stop in running if stop > now]
        while waiting and waiting[-1][0] <= now and len(running) < channels:
            stop = now + waiting.pop()[1]
            running.append(stop)
            end = max(end, stop)
        events = [stop for stop in running if stop > now]
        events += [waiting[-1][0]] if waiting and waiting[-1][0] > now else []
        if not events:
            break
        now = min(events)
    return end


# Clients 2 and 3 both wait when the first channel gets free, the shorter upload before the longer.
checks.close(
    checks.call(
        overlapped_time,
        np.array([1.0, 2.0, 3.0, 4.0]),
        np.array([10.0, 10.5, 1.0, 8.0]),
        np.array([0, 1, 2, 3]),
        2,
    ),
    20.0,
    what="overlapped_time of two that upload and two that wait",
    hint="of those that wait, the one that has finished training first is next (eq-round-time).",
    mistakes={"The longest upload of those that wait is next here": 19.0},
)
_rng = checks.grading_rng("overlapped-time")
_found = 0
while _found < 8:
    _n, _channels = int(_rng.integers(4, 12)), int(_rng.integers(1, 5))
    _unit = 0.01 if _found % 2 else 1.0  # of time
    _train, _upload = _unit * _rng.uniform(1, 40, _n), _unit * _rng.lognormal(2, 1, _n)
    _chosen = _rng.permutation(_n)[: int(_rng.integers(2, _n + 1))]
    _want = _reference(_train, _upload, _chosen.tolist(), _channels)
    _last = _chosen[np.argsort(_train[_chosen])]
    _slips = {
        "Uploads begin when all have trained, one after the other": _train[_chosen].max()
        + _upload[_chosen].sum(),
        "There is one channel here": _reference(_train, _upload, _chosen.tolist(), 1),
        "Nobody waits for a channel here": np.max(_train[_chosen] + _upload[_chosen]),
        "Each channel has its own queue here, in turn": max(
            _reference(_train, _upload, _last[_k::_channels].tolist(), 1)
            for _k in range(min(_channels, len(_last)))
        ),
    }
    # Half of the instances have a queue that matters, a quarter one that turns do not find.
    _names = list(_slips)
    if (_found % 2 and abs(_slips[_names[2]] - _want) < 0.01 * _want) or (
        _found % 4 == 3 and abs(_slips[_names[3]] - _want) < 0.01 * _want
    ):
        continue
    _found += 1
    checks.close(
        checks.call(overlapped_time, _train, _upload, _chosen, _channels),
        _want,
        what=f"overlapped_time of {len(_chosen)} of {_n} random clients, {_channels} channels",
        hint="by training time, each takes the channel that is free first (eq-round-time).",
        mistakes=_slips,
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: How large may the model be? (1 point)
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
# A user asks: "The clients at these distances upload one after the other, and all of them have to
# be through within this time. How large a model can we afford?" Write
# `largest_model(distance_m, noise_figure_db, seconds)`, the largest whole number of parameters,
# exactly. In the checks it is so clear that rounding errors decide nothing.


# %% tags=["answer", "id:largest-model"]
def largest_model(distance_m, noise_figure_db, seconds):
    """Most parameters that all clients upload one after the other in time (eq-upload-time).

    distance_m: (n,) array of metres, at least 1;  noise_figure_db: decibels, at least 0;
    seconds: number > 0, for all uploads together.
    Returns an integer >= 0.
    """
    ### BEGIN SOLUTION
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    snr = 10 ** ((20 - loss - noise) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go step by step in dB: received power = 20 - loss, SNR = received - noise; leave dB once, 10 **
# (snr / 10). One parameter takes 32 / rate seconds at each client: add these up, and see how often
# the sum fits into the time.

# %% [markdown]
# By hand: at 10 m the ceiling of 4.8 is reached, so three clients there, with 6 s, can upload
# $6 \cdot 4.8 \cdot 1.8 \cdot 10^6 / (3 \cdot 32) = 540{,}000$ parameters each. At 422.5 m the
# signal-to-noise ratio is 2.03 dB, nearly a factor of 1.6, so the rate is nearly 1 bit per second
# and hertz: one client there affords 56,173 parameters in a second.

# %% tags=["tests", "id:largest-model-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(largest_model, "flcourse.fedbag")


def _check_model(got, want, what, mistakes):
    checks.shape(got, (), what=what, hint="one number for all clients (eq-upload-time).")
    value = checks.numbers(got, what=what, hint="a number of parameters (eq-upload-time).").ravel()
    checks.holds(
        abs(value[0] - round(value[0])) < 1e-6,
        what=what,
        expected="a whole number of parameters",
        got=value[0],
        hint="there is no half parameter, round down (eq-upload-time).",
    )
    checks.close(
        value,
        [want],
        what=what,
        hint="loss, noise, SNR, rate, seconds a parameter, and their sum (eq-lte-rate).",
        tol=0.4 / max(want, 1),
        mistakes={
            "This is one too many, round down or the time is not enough": [want + 1],
            "This is one too few": [want - 1],
            **{words: [wrong] for words, wrong in mistakes.items()},
        },
    )


for _distances, _figure, _seconds, _want, _mistakes in [
    (
        [422.5],
        0.0,
        1.0,
        56173,
        {
            "Ten decibels are a factor of 10, not twenty": 47239,
            "The SNR is still in decibels, make it a factor": 66548,
            "The rate has the logarithm to base 2, not the natural one": 38936,
            "The rate has the logarithm to base 2, not to base 10": 16909,
            "The SNR is divided by 1.6, this 1.6 is lost": 77446,
            "The SNR is divided by 1.6, not multiplied": 102932,
            "A parameter has 32 bits": 1797547,
            "Rates are in bits, these are bytes": 449386,
            "The carrier is lost from the loss": 200358,
            "The noise is that of one hertz, it grows with the bandwidth": 270000,
        },
    ),
    (
        [10.0, 10.0, 10.0],
        0.0,
        6.000004,  # so that rounding errors decide nothing
        540000,
        {
            "The ceiling is missing": 2229583,
            "The uploads go one after the other, here they go side by side": 1620001,
        },
    ),
    (
        [600.0, 400.0, 500.0],
        3.0,
        60.0,
        347397,
        {
            "The noise figure is added to the signal, it belongs to the noise": 1090605,
            "The noise figure is not used": 633481,
            "The slowest client alone is counted, all have to upload": 629805,
            "The fastest client alone is counted, all have to upload": 2323393,
            "This is what each affords alone, added up": 4115517,
            "This is what each affords alone, the mean of it": 1371839,
            "The rates are averaged, but the times add up": 457279,
            "The times of the clients are averaged, they add up": 1042192,
        },
    ),
]:
    _check_model(
        checks.call(largest_model, np.array(_distances), _figure, _seconds),
        _want,
        f"largest_model for {_distances} m, {_figure:g} dB and {_seconds:g} s",
        _mistakes,
    )
### BEGIN HIDDEN TESTS


def _seconds_each(x, figure):
    """Seconds for a parameter; power ratios as factors, without decibels."""
    received = 0.1 / (x**3.67 * 10**2.27 * 2.5**2.6)  # watts; 20 dBm are 0.1 W
    noise = 10 ** (-20.4) * 1.8e6 * 10 ** (figure / 10)  # -174 dBm are 10^-20.4 W
    return 32 / (1.8e6 * min(4.8, np.log1p(received / noise / 1.6) / np.log(2)))


_rng = checks.grading_rng("largest-model")
for _n, _figure in [(1, 0.0), (4, float(_rng.uniform(1, 5))), (7, 9.0), (3, 0.0), (12, 3.0)]:
    _x = np.exp(_rng.uniform(np.log(5), np.log(1200), _n))
    _each = [_seconds_each(float(_one), _figure) for _one in _x]
    _want = int(_rng.integers(20_000, 500_000))
    _seconds = (_want + 0.5) * sum(_each)
    _check_model(
        checks.call(largest_model, _x, _figure, _seconds),
        _want,
        f"largest_model for {_n} clients, {_figure:.1f} dB and {_seconds:.2f} s",
        {
            "The uploads go one after the other, here they go side by side": int(
                _seconds / max(_each)
            )
            if _n > 1
            else np.nan,
        },
    )
# Two hundred-thousandths of a second are too short for one parameter at each of three clients.
for _figure in (0.0, 2.0):
    _check_model(
        checks.call(largest_model, np.array([100.0, 600.0, 900.0]), _figure, 2e-5),
        0,
        "largest_model where the time is too short for one parameter",
        {"Nothing gets through here, so the largest number is 0": 1},
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
# > $j$: compute time and GEMD of the group with client $i$ added (eq-fedbag-recursion). The new
# > group belongs to the column $j' = \lceil \theta \rceil$. It takes this column if its time is at
# > most `budget`, and besides the column is empty or holds a group of larger GEMD. Then the table
# > notes that client $i$ brought it there **from column $j$**.
#
# Keep with each group what you need to go on (eq-fedbag-state). The times themselves are never
# rounded.
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
# $\{1\}$ from column 9 it would take 17 s. So `value` is $\frac56$ in column 9,
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
            "A group of 17 s was written, which is longer than the budget": [
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


# Client 2 offers two groups to column 7, the better one first.
_want = np.array([_inf, _inf, 14 / 11, 8 / 11, 32 / 77, 8 / 11, _inf, 3 / 11, 0.0, _inf])
for _classes in ([0, 1], [1, 0]):
    _check_value(
        np.array([[4, 0], [0, 3], [0, 4]])[:, _classes],
        np.array([0.5, 1.0, 4.0]),
        np.array([1.25, 1.5, 1.0]),
        9,
        _want,
        "a client that offers two groups to one column",
        {
            "Of two groups that a client offers to a column, the better one stays": np.where(
                np.arange(10) == 7, 8 / 11, _want
            ),
        },
    )
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


# Client 2 offers two groups to column 7, the better one first, from column 2.
_origin = _origins(
    np.array([[4, 0], [0, 3], [0, 4]]),
    np.array([0.5, 1.0, 4.0]),
    np.array([1.25, 1.5, 1.0]),
    9,
)
checks.close(
    _origin[2, 7],
    2,
    what="came_from[2, 7] where client 2 offers two groups to column 7",
    hint="an offer takes the column only if its GEMD is smaller than what is there (alg-fedbag).",
    mistakes={"Of two groups that a client offers to a column, the better one stays": 3},
)
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
            "These are columns of the table, the clients are asked for": [0, 3],
            "All clients with any entry were taken": [0, 1, 2, 3],
            "This is a mask, the indices of the clients are asked for": [0, 0, 0, 1, 1],
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
# A short upload leaves the group in its column, rounded up: the entry names this same column.
_same = np.full((3, 5), -1)
_same[0, 2], _same[1, 2], _same[2, 4] = 0, 2, 2
_own = "An entry may name its own column, after a short upload: the way goes on there"
for _case in [(2, [0, 1], {_own: [1]}), (4, [0, 1, 2], {_own: [1, 2]})]:
    _check_recover(_same, *_case)
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
# ## Task 7: What the table misses (1 point)
#
# FedBag keeps only one group in each column, so it may miss the best one. A tool that is given
# tries all groups of a few clients and returns the smallest GEMD of those that meet the budget.


# %% tags=["given", "id:best"]
def best_gemd(Z, train_time, upload_time, budget):
    """Smallest GEMD of all non-empty groups that meet the budget (eq-fedbag-problem)."""
    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            joint = Z[group].sum(axis=0)
            distance = np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()
            if round_time(train_time, upload_time, group) <= budget:
                best = min(best, distance)
    return best


# %% [markdown]
# How much can it miss? Write `missed_optimum(n)`, which returns a federation of $n$ clients, with
# any number of classes, and a budget, for which the smallest value in FedBag's table (with the
# clients in the order of the rows, as in task 5) is larger than the smallest GEMD of all groups
# that meet the budget, by at least $0.2$. The table has columns of one second, and a group that is
# not better than the one in its column is dropped.


# %% tags=["answer", "id:missed-optimum"]
def missed_optimum(n):
    """A federation and a budget for which FedBag misses the best group (eq-optimality-gap).

    n: integer, 4 <= n <= 8, number of clients.
    Returns Z, train_time, upload_time, budget: an (n, C) array of integers >= 0, no row of zeros
    only; two (n,) arrays of seconds > 0; a whole number of seconds.
    """
    ### BEGIN SOLUTION
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    train_time, upload_time = np.ones(n), np.ones(n)
    train_time[3:] = 100.0
    return Z, train_time, upload_time, 3
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# When is the group that is dropped the one that would have been needed? Look at two clients that
# want the same column, and at what a later client may bring (eq-optimality-gap).

# %% [markdown]
# The checks fill the table and try all groups, for several $n$.

# %% tags=["tests", "id:missed-optimum-tests", "points:1", "folded:it solves task 5"]
import math

import numpy as np

from flcourse.grading import checks

checks.own(missed_optimum, "flcourse.fedbag")


def _federation(got, n, name):
    """Counts, times and budget, checked for their form."""
    Z, train, upload, budget = checks.parts(
        got, 4, what=name, hint="return Z, train_time, upload_time, budget (eq-fedbag-problem)."
    )
    Z = checks.numbers(Z, what=f"Z of {name}", hint="see eq-label-counts.")
    checks.holds(
        Z.ndim == 2 and len(Z) == n and Z.size > 0,
        what=f"Z of {name}",
        expected=f"{n} rows, one for each client",
        got=f"shape {Z.shape}",
        hint="a row a client, a column a class (eq-label-counts).",
    )
    checks.holds(
        Z.min() >= 0 and np.abs(Z - np.round(Z)).max() < 1e-9 and Z.sum(axis=1).min() >= 1,
        what=f"Z of {name}",
        expected="whole numbers of at least 0, and no client without samples",
        got=Z,
        where=(Z < 0) | (np.abs(Z - np.round(Z)) >= 1e-9) | (Z.sum(axis=1, keepdims=True) < 1),
        hint="they count samples (eq-label-counts).",
    )
    times = []
    for part, words in [(train, "train_time"), (upload, "upload_time")]:
        checks.shape(part, (n,), what=f"{words} of {name}", hint="see eq-round-time.")
        times.append(
            checks.numbers(part, what=f"{words} of {name}", hint="see eq-round-time.").reshape(n)
        )
        checks.holds(
            times[-1].min() > 0,
            what=f"{words} of {name}",
            expected="more than 0 s for each client",
            got=times[-1],
            where=times[-1] <= 0,
            hint="nothing takes no time (eq-round-time).",
        )
    budget = checks.numbers(budget, what=f"budget of {name}", hint="see alg-fedbag.").ravel()
    checks.holds(
        budget.size == 1 and abs(budget[0] - round(budget[0])) < 1e-9,
        what=f"budget of {name}",
        expected="one whole number of seconds",
        got=budget,
        hint="the table has a column a second (alg-fedbag).",
    )
    return Z, *times, budget[0]


def _check_missed(got, n, name):
    Z, train, upload, budget = _federation(got, n, name)

    def seconds(group):
        return max(train[i] for i in group) + sum(upload[i] for i in group)

    def distance(group):
        joint = Z[list(group)].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    groups = [[i for i in range(n) if mask >> i & 1] for mask in range(1, 2**n)]
    good = [distance(group) for group in groups if seconds(group) <= budget + 1e-9]
    checks.holds(
        len(good) > 0,
        what=name,
        expected="a budget that some client meets",
        got=budget,
        hint="a client alone trains, then uploads (eq-round-time).",
    )
    kept = {0: ()}
    for i in range(n):
        for group in list(kept.values()):
            new = (*group, i)
            column = math.ceil(seconds(new) - 1e-9)
            worse = kept.get(column) and distance(new) >= distance(kept[column]) - 1e-12
            if seconds(new) <= budget + 1e-9 and not worse:
                kept[column] = new
    found = min(distance(group) for group in kept.values() if group)
    checks.holds(
        found - min(good) >= 0.2 - 1e-9,
        what=f"FedBag's GEMD and the best one of {name}",
        expected="a difference of at least 0.2",
        got=[found, min(good)],
        hint="a group that has lost its column is missing later (eq-optimality-gap).",
    )


for _n in [4, 6]:
    _check_missed(checks.call(missed_optimum, _n), _n, f"missed_optimum({_n})")
### BEGIN HIDDEN TESTS
for _n in checks.grading_rng("missed-optimum").permutation([5, 7, 8]).tolist():
    _check_missed(checks.call(missed_optimum, _n), _n, f"missed_optimum({_n})")
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
        best = best_gemd(Z, train_time, upload_time, budget)
        rows.append([np.min(value), gemd(Z, chosen), best])
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
# About 300 words are enough:
#
# 1. A textbook recursion asks, for each cell: "from which earlier cell does the best group for at
#    most $j$ seconds come, if client $i$ is added?" Why does this question have no clear answer
#    here, and why does the forward table not need it? Use the three clients of task 5.
# 2. The columns of the table are times that have been rounded. Prove all the same that no group
#    that stands in the table at the end takes longer than the budget. Say what you use of the
#    algorithm, and what would go wrong if the times of the groups themselves were rounded to the
#    nearest second.
# 3. A paper trains with both methods and reports that "FedBag reaches 85 % accuracy sooner than
#    FedCS, because its groups are more balanced". In its simulation each client has the same speed
#    and place in all rounds. Name another reason that this experiment cannot exclude, and an
#    experiment that could.
# 4. Take a federation that your `same_gemd` returns, or any other with a group $\{2, 3\}$ that has
#    a GEMD of 0 and two one-sided clients, and let the rounds of task 2 have 1, 2 and 20 local
#    steps in place of 5 (central training as many), for a $C$ that you name. Compute the divergence
#    of the group $\{2, 3\}$ for each in a cell that you leave here, and give the three numbers. One
#    of them is the same for all groups with a GEMD of 0, whatever $a$ and $z$ are: which, and why?
#    On what do the two others depend that GEMD does not tell?
#
# | Points | for |
# |---|---|
# | ½ | part 1: an answer to each of the two questions, and the three clients for them |
# | ½ | part 2: a complete argument, what it uses, and what rounding would break |
# | ½ | part 3: what else the two methods do not share, and an experiment without it |
# | ½ | part 4: the three numbers, why one is the same for all, and on what the others depend |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

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
# 2. Claim: whenever a client has been treated, the T and U that are kept with a group in the table
#    are its slowest training and the sum of its uploads. At first this holds for the empty group,
#    with 0 and 0. A new group is a kept group and client i; its T is the larger one of T and the
#    training of i, its U is U plus the upload of i, so the claim holds for it, too, and all other
#    groups stay as they are. So T + U is the time of the group, exactly, and a group is written
#    only if this is at most the budget. The column is ceil(T + U), but it is never added to
#    anything: it only says who competes with whom. If the times were rounded to the nearest second
#    and kept so, an upload of 0.4 s would count 0, and a hundred of them would pass for free.
# 3. With fixed times FedCS chooses the same clients in each round, so all others are never seen;
#    FedBag with a fresh order uses different ones. It may win by variety or by more different
#    data. I would draw new times in each round, so that both meet changing clients, and repeat
#    over ten seeds; or make FedBag keep its first group for ever.
# 4. With the answer above and two classes: 0 for one step, 0.18 for two, 0.91 for twenty (0.50 for
#    five). If a class has the same loss everywhere, a GEMD of 0 makes the average after the first
#    step equal to the central step: all gradients are taken at the same w, each is linear in p_i,
#    and the weights m_i turn the p_i into p. From then on the clients stand at different points,
#    and the average of their gradients is no gradient of the joint distribution. The drift depends
#    on the EMD of each client, on how unlike the classes curve and on the number of steps, and GEMD
#    does not see any of it.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: the added time depends on the slowest training of the group in the very cell that
#   is being looked for; forwards, the group is known
# - ¼ of these: the circle in words, without the three clients
# - ½, part 2: induction over the clients, or over how a group was built: kept T and U are exact,
#   the test is on T + U; short uploads would be free if they were rounded to 0
# - ¼ of these: "only groups within the budget are written", without why T + U is the true time
# - ½, part 3: with fixed times FedCS takes the same clients in each round, so variety, or the
#   amount of different data, differs too; times drawn anew, or equally many different clients for
#   both, and several seeds
# - ¼ of these: "more seeds" alone, which excludes chance and no other reason
# - ½, part 4: numbers that belong to the student's own Z, a, z; balance makes the first step that
#   of central training, since gradients at one place are linear in the shares; from the second on
#   every client drifts by its own EMD (or: its own shares) and the curvatures
# - ¼ of these: two of the three, such as both reasons without numbers
# - 0, part 4: "a GEMD of 0 makes a round as good as central training"
# ### END SOLUTION
