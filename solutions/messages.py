# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # The cost of a message: what to say, and what to remember
#
# A network charges for bits, and people wait for seconds: neither counts rounds. In this assignment
# you choose methods by the clock and messages by their errors, you build clients whose sparse
# messages never move the model, read two logs, mend SCAFFOLD and find its speed where clients make
# unequal numbers of steps. It belongs to the chapter *The cost of a message* of the book.
#
# **When you are done you can**
#
# - say which of several methods arrives first on lines of given speed, and when,
# - choose the number of levels for a stated error,
# - construct clients for which sparse messages never move the model,
# - tell a compressor and its memory from a log, and a server that adapts from its steps,
# - mend a program for SCAFFOLD, and compute its speed for unequal numbers of steps,
# - prove when an unbiased message becomes a contraction, and what its memory can hold.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 First by the clock | `first_there` | 1 |
# | 2 Good enough | `fewest_levels` | 1 |
# | 3 Nothing moves | `standstill` | 1 |
# | 4 Which message was this? | `which_message` | 1 |
# | 5 A program to mend | `mended` | 1 + 1 |
# | 6 Unequal steps | `speed` | 1 |
# | 7 Which server was this? | `which_server` | 1 |
# | 8 A proof and two decisions | a short text | 2, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.messages` and `flcourse.fedopt` hold finished answers to parts of some
# tasks: compare with them, but an answer that uses them, also renamed or in a helper,
# gets no points.
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
# Names such as `eq-traffic` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Before you hand in, restart the kernel and run all
# cells.
#
# **Your data.** The next cell says which variant of the data of task 2 this notebook has. In some
# courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def questions_of(rng):
    """Five times the updates of some clients as rows, their weights, and a limit."""
    questions = []
    for n, d, least in [(3, 5, 1e-2), (4, 7, 1e-4), (5, 4, 1e-3)]:
        U = rng.normal(0.5, 1.0, (n, d)).round(2) * (0.1 if n == 5 else 1.0)
        U[0] = 0.0 if n == 3 else U[0]  # a client that has nothing to say
        if n == 5:  # a client that pulls against all others, else weights might not matter
            U[1] = np.round(-0.9 * (U.sum(axis=0) - U[1]), 3)
        p = rng.permutation(np.arange(1, n + 1)) + 0.0
        questions.append((U, p / p.sum(), round(least * rng.uniform(1.0, 9.0), 6)))
    a, b, c = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25)][rng.integers(4)]
    U = rng.permutation([a, 0.0, -b])[None] * rng.integers(1, 9)
    questions.append((U, np.ones(1), round(0.1 / c**2, 6)))
    questions.append((np.diag(rng.integers(1, 9, 3)) + 0.0, rng.dirichlet([9, 9, 9]), 0.05))
    return questions


own_questions = questions_of(own_data.rng("fewest-levels"))
print(f"Variant {VARIANT}: updates, weights and limit of five questions")
for U, p, gamma in own_questions:
    print(U.round(3), p.round(4), gamma, sep="\n")

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse import fedopt, messages
from flcourse.data import load_flights
from flcourse.losses import Squared

# %% [markdown]
# ## The data
#
# `load_flights()` gives real delays (minutes) of flights from New York in 2013, at the airports
# where they arrived. `X[i]` holds what the day says in six columns: 1, four waves of the year, and
# 1 on Saturdays. The ten airports with most rows are the clients of your experiments below the
# tasks; the checks draw numbers of their own.

# %% tags=["given", "id:data"]
flights = load_flights()
ten = np.argsort(-flights.m)[:10]
clients = [(flights.X[i], flights.y[i]) for i in ten]
p = flights.m[ten] / flights.m[ten].sum()
pooled = np.linalg.lstsq(
    np.concatenate([X for X, _ in clients]), np.concatenate([y for _, y in clients]), rcond=None
)[0]
print(", ".join(f"{flights.names[i]} {flights.m[i]}" for i in ten), "rows")

# %% [markdown]
# ## Task 1: First by the clock (1 point)
#
# Bits become seconds on a line (eq-traffic). Client $i$ receives `lines[i, 0]` and sends
# `lines[i, 1]` bits a second, and needs `pace[i]` seconds for a local step. Method $k$ sends
# `bits[k, 0]` bits down to each client and gets `bits[k, 1]` bits up from it, and each client makes
# `steps[k]` local steps. All clients take part in every round: client $i$ receives, computes and
# sends, one after the other, and **a round is over when the slowest client is through**.
#
# Each method has run once, and `curves[k]` holds its excess losses: entry $t$ after $t$ rounds,
# entry 0 at the start. A method has arrived in the first round from which on **all** its entries
# are at most `target`, up to the end of its log. If its last entry is above `target`,
# the method never arrives.
#
# Write `first_there(curves, bits, steps, lines, pace, target)`: the method that has arrived after
# the fewest seconds, its number of rounds until then, and these seconds. At least one method
# arrives, no two arrive after equally many seconds, and no entry equals `target`. A method
# whose whole log is below it has arrived after 0 rounds.


# %% tags=["answer", "id:first-there"]
def first_there(curves, bits, steps, lines, pace, target):
    """Method that is below a target for good after the fewest seconds (eq-traffic).

    curves: list of K arrays, excess losses after 0, 1, ... rounds, of any lengths >= 1;
    bits: (K, 2) array, bits down and up for a client in a round;  steps: (K,) array, local steps;
    lines: (n, 2) array, bits a second down and up;  pace: (n,) array, seconds for a local step;
    target: number > 0.
    Returns k, rounds, seconds: two whole numbers and a number.
    """
    ### BEGIN SOLUTION
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The last entry above the target decides: the next one begins what stays below. Where that is the
# last entry of the log, the method has not arrived. For a round, add three times for each client
# first, then take the largest sum.

# %% [markdown]
# By hand: a method with the log $(9, 1, 4, 2, 1)$ and the target 3 arrives after 3 rounds. It sends
# 60 bits down and 30 up, and makes 2 steps. A client with 20 bits a second down and 10 up, and 1
# second for a step, needs 3 + 2 + 3 = 8 seconds; a client with 60 and 15 bits a second and 6
# seconds for a step needs 1 + 12 + 2 = 15. So it arrives after 45 seconds.

# %% tags=["tests", "id:first-there-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(first_there, "flcourse.messages", "flcourse.fedopt")


def _examine(given, k, rounds, seconds, *, what, places=None, counts=None, times=None):
    """Place, rounds and seconds, and what mistakes make of each."""
    got = checks.parts(
        checks.call(first_there, *given),
        3,
        what="first_there",
        hint="return k, rounds, seconds (eq-traffic).",
    )
    checks.close(
        got[0],
        k,
        what=f"the method of first_there for {what}",
        hint="rounds until it stays below, times the seconds of a round (eq-traffic).",
        mistakes=places,
    )
    checks.close(
        got[1],
        rounds,
        what=f"the rounds of first_there for {what}",
        hint="one after the last entry above the target (eq-traffic).",
        mistakes={
            **(counts or {}),
            "Entry 0 is the start, so entry t is what t rounds have led to": rounds + 1,
            "This is the last round above the target, not the first one below": rounds - 1,
        },
    )
    checks.close(
        got[2],
        seconds,
        what=f"the seconds of first_there for {what}",
        hint="a round lasts as long as its slowest client takes for all three (eq-traffic).",
        mistakes=times,
    )


_log = np.array([9.0, 1.0, 4.0, 2.0, 1.0])
_lines, _pace = np.array([[20.0, 10.0], [60.0, 15.0]]), np.array([1.0, 6.0])
_examine(
    ([_log], np.array([[60, 30]]), np.array([2]), _lines, _pace, 3.0),
    0,
    3,
    45.0,
    what="one method and two clients",
    counts={"It falls below once, but rises again: it must stay below": 1},
    times={
        "These are the seconds of one round": 15.0,
        "A round waits for the slowest client, this is the mean of all": 34.5,
        "A round waits for the slowest client, this is the sum of all": 69.0,
        "This adds the slowest download, step and upload, of different clients": 54.0,
        "The local steps are forgotten": 18.0,
        "A client makes steps[k] steps, not one": 27.0,
        "Clients receive, too: downloads are forgotten": 42.0,
        "Uploads are forgotten": 39.0,
        "A client receives, computes and sends one after the other, not at once": 36.0,
        "Lines down and up are swapped": 49.5,
        "This is the fastest client, a round waits for the slowest one": 24.0,
    },
)
_examine(
    ([_log], np.array([[60, 30]]), np.array([2]), _lines, np.array([1.0, 2.0]), 3.0),
    0,
    3,
    24.0,
    what="the same two clients with other computers",
    times={"The slowest computer need not be that of the slowest client": 21.0},
)
_curves = [
    np.array([8.0, 5.0, 2.0, 0.5, 0.4, 0.3]),  # few rounds, many bits
    np.array([8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5, 0.5]),  # many rounds, few bits
    np.array([8.0, 0.5, 3.0]),  # does not arrive
    np.array([8.0, 7.0, 6.0, 5.0]),  # nor does this
    np.array([8.0, 0.9, 0.5]),  # one round, many steps
]
_bits = np.array([[400, 400], [400, 20], [20, 20], [10, 10], [800, 300]])
_steps = np.array([1, 1, 1, 1, 40])
_examine(
    (
        [np.array([8.0, 0.5]), np.array([0.2, 0.1])],
        np.ones((2, 2), int),
        np.array([1, 1]),
        np.ones((3, 2)),
        np.ones(3),
        1.0,
    ),
    1,
    0,
    0.0,
    what="a method that begins below the target",
    places={"A method whose whole log is below the target has arrived after 0 rounds": 0},
)
for _up, _pace, _k, _rounds, _seconds in [
    (10.0, 0.5, 4, 1, 66.0),
    (10.0, 8.0, 1, 7, 126.0),
    (400.0, 8.0, 0, 3, 51.0),
    (2.0, 1.0, 1, 7, 133.0),
]:
    _examine(
        (_curves, _bits, _steps, np.array([[50.0, _up]]), np.array([float(_pace)]), 1.0),
        _k,
        _rounds,
        _seconds,
        what=f"five methods and a line with {_up:g} bits up, {_pace:g} seconds for a step",
        places={
            "This needs the fewest rounds, but more seconds": 4,
            "This falls below the target, but is above it at the end of its log": 2,
            "This has the shortest rounds, but never arrives": 3,
            "This sends the fewest bits, but not in the fewest seconds": 1,
        },
    )
### BEGIN HIDDEN TESTS


def _arrival(curve, target):
    """Go back from the end as long as entries are below the target."""
    t = len(curve)
    while t > 0 and curve[t - 1] < target:
        t -= 1
    return t


_rng = checks.grading_rng("first-there")
for _K, _n in [(1, 4), (3, 1), (5, 6), (8, 3), (6, 10)]:
    _clear = False
    while not _clear:
        _logs = []
        for _ in range(_K):
            _t = np.arange(int(_rng.integers(8, 60)))
            _noise = np.exp(_rng.normal(0, 0.5, len(_t)))
            _logs.append(10 * np.exp(-_rng.uniform(0.02, 0.4) * _t) * _noise)
        _given = (
            _logs,
            _rng.integers(10, 1000, (_K, 2)),
            _rng.integers(1, 20, _K),
            _rng.uniform(5, 200, (_n, 2)),
            _rng.uniform(0.1, 5, _n),
            1.0,
        )
        _all = []
        for _k in range(_K):
            _rounds = _arrival(_logs[_k], 1.0)
            _each = [
                sum(_given[1][_k, _way] / _given[3][_i, _way] for _way in (0, 1))
                + _given[2][_k] * _given[4][_i]
                for _i in range(_n)
            ]
            if _rounds < len(_logs[_k]):
                _all.append((_rounds * max(_each), _k, _rounds))
        _all.sort()
        _clear = len(_all) > 0 and (len(_all) == 1 or _all[1][0] > 1.001 * _all[0][0])
        _clear = _clear and _all[0][2] > 0
    _seconds, _k, _rounds = _all[0]
    _examine(_given, _k, _rounds, _seconds, what=f"{_K} random methods and {_n} clients")
### END HIDDEN TESTS

# %% [markdown]
# Ten airports, six parameters, one loss: five methods, each with several step sizes. Who
# arrives first depends on the lines. Cells like the next one are yours to change.

# %%
kinds = {
    "FedAvg": [fedopt.FedAvg(lr=lr) for lr in (0.2, 0.4, 0.8)],
    "4 levels": [messages.Compressed(messages.Quantised(4), lr=lr) for lr in (0.2, 0.4, 0.8)],
    "top 1, error": [
        messages.Compressed(messages.TopK(1), lr=lr, memory="error") for lr in (0.1, 0.2, 0.4)
    ],
    "top 1, news": [
        messages.Compressed(messages.TopK(1), lr=lr, memory="news") for lr in (0.1, 0.2, 0.4)
    ],
    "SCAFFOLD": [messages.Scaffold(lr=lr, epochs=5) for lr in (0.1, 0.2, 0.4)],
}
low = Squared().value(
    pooled, np.concatenate([X for X, _ in clients]), np.concatenate([y for _, y in clients])
)
logs, sizes, local, who = [], [], [], []
for name, settings in kinds.items():
    for algorithm in settings:
        run = fedopt.simulate(
            algorithm,
            Squared(),
            clients,
            100,
            gradients=False,
            select=fedopt.uniform(10, 10),
            rng=np.random.default_rng(0),
        )
        logs.append(np.abs(run.metrics["loss"] - low))
        sizes.append(messages.traffic(algorithm, 6))
        local.append(getattr(algorithm, "epochs", 1))
        who.append(f"{name}, step {algorithm.lr:g}")
for down, up, seconds in [(1e4, 1e4, 1e-3), (1e5, 1e3, 1e-3), (1e5, 1e3, 1.0), (1e2, 1e2, 1e-3)]:
    lines = np.tile([down, up], (10, 1))
    k, rounds, total = first_there(
        logs, np.array(sizes), np.array(local), lines, np.full(10, seconds), 0.1
    )
    words = f"{down:g} bits a second down, {up:g} up, {seconds:g} s for a step"
    print(f"{words}: {who[int(k)]}, {int(rounds)} rounds, {float(total):.1f} s")
fig, ax = plt.subplots(figsize=(5, 3))
for name, log in zip(who[1::3], logs[1::3], strict=True):
    ax.semilogy(log, label=name)
ax.set(xlabel="round", ylabel="excess loss (minutes²)")
ax.legend(fontsize="small")
plt.show()

# %% [markdown]
# ## Task 2: Good enough (1 point)
#
# Clients round their updates $u_i$ at random (eq-quantise), each with $s$ levels and independently
# of the others, and the server computes $\sum_i p_i C(u_i)$. It wants the **mean update**
# $\Delta = \sum_i p_i u_i$, and can live with an expected squared error of
#
# $$\operatorname{E} \Bigl\lVert \sum_i p_i C(u_i) - \Delta \Bigr\rVert_2^2 \le
# \gamma\, \lVert \Delta \rVert_2^2 .$$
#
# Five servers ask: `own_questions` of the first cell, **your own questions**, is a list of five
# `(U, p, gamma)`, where row $i$ of `U` is $u_i$. Write `fewest_levels()`, without arguments: for
# each question the **smallest** $s \ge 1$ that is good enough for these updates, and how many bits
# a client sends then (eq-quantise-bits). What counts is the exact error of these updates, not a
# bound for all updates. Rows of `U` may be zero, but $\Delta$ is not. Some $s \le 2000$ is good
# enough. The function may compute the five pairs, or hold them.


# %% tags=["answer", "id:fewest-levels"]
def fewest_levels():
    """Smallest numbers of levels that are good enough, and the bits of a message (prop-noise).

    Returns a (5, 2) array, row k is s, bits for your question own_questions[k] = U, p, gamma, where
    U: (n, d) array, row i is the update u_i;  p: (n,) array, weights > 0 that sum to 1;
    gamma: number > 0.
    """
    ### BEGIN SOLUTION
    found = []
    for U, p, gamma in own_questions:
        d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
        steps = np.abs(U) / np.where(norms > 0, norms, 1.0)
        s, error = 0, np.inf
        while error > gamma * np.sum((p @ U) ** 2):
            s += 1
            r = s * steps % 1.0
            error = np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r))
        found.append((s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))))
    return found
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Errors of independent unbiased messages add like variances: with which power of the weights? The
# error of one message is eq-quantise-error. Does it fall with every level? See the example by hand.

# %% [markdown]
# By hand, for another question: one client with $u = (3, 0, -4)$. With $s = 1$ the error is 10,
# where $\lVert u \rVert^2 = 25$; with $s = 2$ it is $\frac{25}{4} (0.16 + 0.24) = 2.5$, with
# $s = 3$ it is again $\frac{25}9 (0.16 + 0.24) = 1.11$, and with $s = 5$ it is 0. For
# $\gamma = 0.05$ the limit is 1.25, so that $s = 3$ is good enough, with
# $32 + \lceil 3 \log_2 7 \rceil = 41$ bits. A second client with the update $(0, 0, 5)$ is rounded
# without an error; if both weights are $\frac12$, then $\Delta = (1.5, 0, 0.5)$.

# %% tags=["tests", "id:fewest-levels-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fewest_levels, "flcourse.messages", "flcourse.fedopt")


def _questions(rng):
    questions = []
    for n, d, least in [(3, 5, 1e-2), (4, 7, 1e-4), (5, 4, 1e-3)]:
        U = rng.normal(0.5, 1.0, (n, d)).round(2) * (0.1 if n == 5 else 1.0)
        U[0] = 0.0 if n == 3 else U[0]  # a client that has nothing to say
        if n == 5:  # a client that pulls against all others, else weights might not matter
            U[1] = np.round(-0.9 * (U.sum(axis=0) - U[1]), 3)
        p = rng.permutation(np.arange(1, n + 1)) + 0.0
        questions.append((U, p / p.sum(), round(least * rng.uniform(1.0, 9.0), 6)))
    a, b, c = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25)][rng.integers(4)]
    U = rng.permutation([a, 0.0, -b])[None] * rng.integers(1, 9)
    questions.append((U, np.ones(1), round(0.1 / c**2, 6)))
    questions.append((np.diag(rng.integers(1, 9, 3)) + 0.0, rng.dirichlet([9, 9, 9]), 0.05))
    return questions


def _errors(U, weights, of=lambda r: r * (1 - r)):
    """Error of 1 to 2000 levels, each message with its weight, from what is left of an entry."""
    norms = np.linalg.norm(U, axis=1)[:, None]
    s = np.arange(1, 2001)[:, None, None]
    r = s * np.abs(U) / np.where(norms > 0, norms, 1.0)
    r = r - np.floor(r + 1e-12)  # on the grid nothing is left
    return np.sum(weights[:, None] * (norms / s) ** 2 * of(r), axis=(1, 2))


def _levels(U, p, gamma):
    """The smallest number of levels, and what known mistakes make of it; 2001: none."""
    s, mean, squares = np.arange(1, 2001), p @ U, np.sum(U**2, axis=1)
    d, exact, limit = len(mean), _errors(U, p**2), gamma * np.sum((p @ U) ** 2)
    bound = np.minimum(d / (4 * s**2), np.sqrt(d) / s) * np.sum(p**2 * squares)

    def first(errors, most=limit):
        return int(np.argmax([*(errors <= most), True])) + 1

    def halved(low=0, high=2000):
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if exact[middle - 1] <= limit else (middle, high)
        return high

    return {
        "right": first(exact),
        "The bound holds for all updates, the exact error of these is smaller": first(bound),
        "Errors of independent messages add with p_i², not with p_i": first(_errors(U, p)),
        "The weights are forgotten": first(_errors(U, np.ones(len(p)))),
        "Clients have weights of their own, here all count alike": first(
            _errors(U, np.full(len(p), len(p) ** -2.0)), gamma * np.sum(U.mean(axis=0) ** 2)
        ),
        "The limit is for the mean update, these are norms of the single ones": first(
            exact, gamma * p @ squares
        ),
        "The mean update is rounded here, but clients round theirs": first(
            _errors(mean[None], np.ones(1))
        ),
        "The limit has the square of the norm": first(exact, gamma * np.sum((p @ U) ** 2) ** 0.5),
        "This is the error of rounding to the nearest level, here it is done at random": first(
            _errors(U, p**2, lambda r: np.minimum(r, 1 - r) ** 2)
        ),
        "Between powers of two an s may be good enough": next(
            (2**k for k in range(11) if exact[2**k - 1] <= limit), 2048
        ),
        "An update of zeros has no error, by its norm of 0 nothing can be divided": (
            first(exact) if squares.all() else 2000
        ),
        "The error does not fall with every level, a smaller s is good enough": 2001
        - int(np.argmax([*(exact > limit)[::-1], True])),
        "The error does not fall with every level, so halving an interval fails": halved(),
    }


def _lengths(U, s):
    """The bits of a message, and what known mistakes make of them."""
    n, d = U.shape
    bits = 32 + ((2 * s + 1) ** d - 1).bit_length()
    return {
        "right": bits,
        "The norm is sent, too": bits - 32,
        "These are the bits of all clients together": bits * n,
        "The whole message is rounded up once, not each entry": 32
        + d * int(np.ceil(np.log2(2 * s + 1))),
        "An entry has a sign, so one of 2s + 1 values": 32 + int(np.ceil(d * np.log2(s + 1))),
        "Zero has no sign, an entry has one of 2s + 1 values": 32
        + int(np.ceil(d * np.log2(2 * s + 2))),
        "Part of a bit cannot be sent": 32 + d * np.log2(2 * s + 1),
        "This is rounded down": bits - 1,
    }


def _sorted_out(found):
    """What is right for the five questions, and what mistakes make of it."""
    known = {words: np.array([one[words] for one in found]) for words in found[0]}
    return known.pop("right"), known


def _look(got, rng):
    questions = _questions(rng)
    levels = [_levels(*question) for question in questions]
    checks.shape(
        got,
        (5, 2),
        what="fewest_levels",
        hint="a pair s, bits for each of your questions (eq-quantise-bits).",
        mistakes={"Each row is a question, not each column": (2, 5)},
    )
    answer = checks.numbers(got, what="fewest_levels", hint="whole numbers (eq-quantise-bits).")
    answer = answer.reshape(5, 2)
    want, known = _sorted_out(levels)
    checks.close(
        answer[:, 0],
        want,
        what="s of fewest_levels for your five questions",
        hint="sum p_i² times eq-quantise-error, for one s after the other (prop-noise).",
        mistakes=known,
    )
    want, known = _sorted_out(
        [_lengths(U, one["right"]) for (U, _, _), one in zip(questions, levels, strict=True)]
    )
    checks.close(
        answer[:, 1],
        want,
        what="bits of fewest_levels for your five questions",
        hint="the norm and one whole number below (2s + 1)^d (eq-quantise-bits).",
        mistakes=known,
    )


checks.own_data("fewest-levels", checks.call(fewest_levels), _look)

# %% [markdown]
# ## Task 3: Nothing moves (1 point)
#
# Client $i$ has the loss $F_i(w) = \frac12 \lVert w - b_i \rVert_2^2$, all clients count equally,
# and each takes one step from $w = 0$: its update is $\eta\, b_i$. With top-$k$ and no memory
# (eq-top-k, alg-compressed) the model may never move, although the minimum of the mean loss, which
# is the mean of all $b_i$, lies elsewhere. In the chapter's example of this, one entry of that mean
# is zero. It can be worse: here **every** entry is to be positive.
#
# Write `standstill(d, k)` for $1 \le k < d$. It returns the $b_i$ as rows of a matrix with at most
# 1000 rows, such that
#
# - in each row, the $k$ largest absolute values are clearly larger than the others: each is at
#   least 1.01 times as large as any of the others;
# - the top-$k$ messages of all rows sum to zero, up to rounding;
# - the mean of every column is positive, at least $\frac1{1000}$ of the largest absolute entry of
#   the matrix.
#
# The checks ask for $d \le 30$.


# %% tags=["answer", "id:standstill"]
def standstill(d, k):
    """Clients whose top-k messages cancel, although all want to go the same way (eq-top-k).

    d, k: integers, 1 <= k < d <= 30.
    Returns B: (n, d) array, row i is b_i, n <= 1000.
    """
    ### BEGIN SOLUTION
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = np.ones(d)
            b[loud] = 2 * sign
            rows.append(b)
    return np.array(rows)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# How can two loud messages cancel, while the quiet parts of their rows do not? Then look at one
# entry: which rows can add something to its mean?

# %% [markdown]
# By hand, $d = 2$ and $k = 1$: of the rows $(9, 1)$ and $(-9, 1)$ the messages cancel, but the
# first column has the mean 0. The checks compute messages and means of your rows.

# %% tags=["tests", "id:standstill-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(standstill, "flcourse.messages", "flcourse.fedopt")


def _examine(d, k):
    name = f"standstill({d}, {k})"
    B = checks.numbers(
        checks.call(standstill, d, k), what=name, hint="a row for each client (alg-compressed)."
    )
    checks.holds(
        len(B.shape) == 2 and int(B.shape[-1]) == d,
        what=f"the shape of {name}",
        expected=f"rows of {d} numbers",
        got=B.shape,
        hint="a row for each client, a column for each parameter (alg-compressed).",
    )
    checks.holds(
        1 <= len(B) <= 1000,
        what=f"the number of rows of {name}",
        expected="1 to 1000",
        got=len(B),
        hint="clients in pairs are enough (eq-top-k).",
    )
    size = np.abs(B).max()
    checks.holds(
        size > 0,
        what=f"the largest absolute entry of {name}",
        expected="more than 0: who wants nothing has nothing to say",
        got=size,
        hint="the mean of every column is positive (eq-top-k).",
    )
    order = np.argsort(-np.abs(B), axis=1, kind="stable")
    sorted_sizes = -np.sort(-np.abs(B), axis=1)
    loud, quiet = sorted_sizes[:, k - 1], sorted_sizes[:, k]
    worst = int(np.argmin(loud - 1.01 * quiet))
    checks.holds(
        np.all(loud > 1.0099999 * quiet),
        what=f"row {worst} of {name}",
        expected=f"the {k} largest absolute values to be at least 1.01 times as large as the "
        f"others, so that no tie decides what top-{k} sends",
        got=B[worst],
        hint="each row says k entries clearly louder (eq-top-k).",
    )
    sent = np.zeros_like(B)
    np.put_along_axis(sent, order[:, :k], np.take_along_axis(B, order[:, :k], axis=1), axis=1)
    total = sent.sum(axis=0)
    column = int(np.argmax(np.abs(total)))
    checks.holds(
        np.all(np.abs(total) <= 1e-9 * size * len(B)),
        what=f"the sum of the top-{k} messages of {name} in column {column}",
        expected="0, else the model moves",
        got=total[column],
        hint="what one client says loudly another must take back (eq-top-k).",
    )
    means = B.mean(axis=0)
    column = int(np.argmin(means))
    checks.holds(
        np.all(means >= 0.999999e-3 * size),
        what=f"the mean of column {column} of {name}",
        expected=f"at least a thousandth of the largest entry, {size / 1000:.6g}: in every column "
        "somebody must want the same without saying it",
        got=means[column],
        hint="each entry must be among the quiet ones of some clients (eq-top-k).",
    )


for _d, _k in [(2, 1), (3, 1), (3, 2), (4, 2), (5, 3), (7, 6), (30, 15)]:
    _examine(_d, _k)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("standstill")
for _d in _rng.integers(4, 31, 6):
    _examine(int(_d), int(_rng.integers(1, _d)))
for _d, _k in [(30, 1), (30, 29), (6, 4), (8, 3)]:
    _examine(_d, _k)
### END HIDDEN TESTS

# %% [markdown]
# Your clients in the simulation: without memory, with error feedback, and with news.

# %%
B = np.asarray(standstill(4, 2), dtype=float)
world = [(np.sqrt(2) * np.eye(4), np.sqrt(2) * b) for b in B]
print("mean     ", B.mean(axis=0))
for memory in ["none", "error", "news"]:
    run = fedopt.simulate(
        messages.Compressed(messages.TopK(2), lr=0.05, memory=memory),
        Squared(),
        world,
        400,
        every=400,
        select=fedopt.uniform(len(B), len(B)),
        rng=np.random.default_rng(0),
    )
    print(f"{memory:9s}", run.w.round(3))

# %% [markdown]
# ## Task 4: Which message was this? (1 point)
#
# In a log of **one** client, row $t$ of `U` is its update $u$ in round $t$, and row $t$ of `Q` is
# what it sent then, as the server reads it. It comes from one of
#
# - `"top"`: top-$k$ without memory (eq-top-k);
# - `"error"`: top-$k$ with error feedback (eq-error-feedback);
# - `"news"`: top-$k$ of the news (eq-news);
# - `"random"`: random-$k$, which is unbiased (eq-random-k);
# - `"quantised"`: rounding at random to $s$ levels (eq-quantise).
#
# Write `which_message(U, Q)`, which returns the name. $k < d$ and $s$ are not known, but the same
# in all rounds. Memories were zero before round 0. No entry of `U` is zero. The log is so long that
# *values* decide: say for each method which values the entries of `Q` that are not zero should
# have, and take what was sent before from the log. One method gives all of them, up to rounding.
# Each of the others, whatever $k$ and $s$ are, misses one of them by at least $10^{-3}$ of the
# largest absolute entry of `Q`.


# %% tags=["answer", "id:which-message"]
def which_message(U, Q):
    """Name of the compressor and the memory that made a log (alg-compressed, prop-error-feedback).

    U: (T, d) array, the updates of one client, round after round, d >= 2;
    Q: (T, d) array, what was sent in these rounds.
    Returns "top", "error", "news", "random" or "quantised".
    """
    ### BEGIN SOLUTION
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    scale = U.shape[1] / sent.sum(axis=1).max()
    candidates = {
        "top": U,
        "error": np.cumsum(U, axis=0) - before,
        "news": U - before,
        "random": scale * U,
    }
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return name
    return "quantised"
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Write down for each method what stands at an entry that is sent, from U and from sums of earlier
# rows of Q: what does the memory hold by then? k is the number of entries that are sent in a round.

# %% [markdown]
# By hand, top-1 and $u = (4, 1)$ in every round: without memory the messages are $(4, 0)$ for ever,
# with error feedback $(4, 0)$ four times (of two equal entries the first is sent) and then
# $(0, 5)$, of the news $(4, 0)$, then $(0, 1)$, then $(0, 0)$. In the checks updates change from
# round to round, or the log is long enough.

# %% tags=["tests", "id:which-message-tests", "points:1", "folded:it tells the methods apart"]
import numpy as np

from flcourse.grading import checks

checks.own(which_message, "flcourse.messages", "flcourse.fedopt")

_WHY = {
    "top": "what is sent is the update itself, and nothing is made up for later",
    "error": "what is sent is the update and all that is owed, so in the end everything is said",
    "news": "what is sent is the update less what was sent before, so it becomes small",
    "random": "what is sent is d/k times the update, at places that size does not choose",
    "quantised": "what is sent are multiples of one number, the norm over s",
}


def _examine(got, name, *, what):
    checks.holds(
        isinstance(got, str) and got in _WHY,
        what="which_message",
        expected="one of the five names",
        got=got,
        hint="return a name such as 'news' (alg-compressed).",
    )
    checks.holds(
        str(got) == name,
        what=f"which_message for {what}",
        expected=f'"{name}": {_WHY[name]}',
        got=got,
        hint="compare what is sent with U and with sums over rounds (eq-telescope, eq-news).",
    )


_same = np.tile([4.0, 1.0], (6, 1))
for _name, _rows in [
    ("error", [[4, 0]] * 4 + [[0, 5], [8, 0]]),
    ("random", [[8, 0], [0, 2], [0, 2], [8, 0], [0, 2], [8, 0]]),
    ("quantised", [[17**0.5, 0], [17**0.5, 17**0.5]] + [[17**0.5, 0]] * 4),
]:
    _examine(
        checks.call(which_message, _same, np.array(_rows, dtype=float)),
        _name,
        what="an update that stays the same",
    )


def _run(rng, name, T, d, size):
    """A log of a compressor: updates that wander about a mean of their own."""
    k, s = int(rng.integers(1, d)), int(rng.integers(1, 5))
    centre = rng.normal(size=d) * np.exp(rng.normal(size=d))
    U = size * (centre + 0.3 * rng.normal(size=(T, d)))
    Q, memory = np.zeros((T, d)), np.zeros(d)
    for t, u in enumerate(U):
        if name == "quantised":
            step = np.linalg.norm(u) / s
            low = np.floor(np.abs(u) / step)
            Q[t] = np.sign(u) * step * (low + (rng.random(d) < np.abs(u) / step - low))
        elif name == "random":
            places = rng.permutation(d)[:k]
            Q[t, places] = d / k * u[places]
        else:
            x = {"top": u, "error": u + memory, "news": u - memory}[name]
            places = np.argsort(-np.abs(x))[:k]
            Q[t, places] = x[places]
            memory = x - Q[t] if name == "error" else memory + Q[t]
    return U, Q


for _seed, _name in enumerate([*_WHY] * 2):
    _log = _run(np.random.default_rng(_seed), _name, 12, 3 + _seed, [1.0, 1e-6][_seed // 5])
    _examine(checks.call(which_message, *_log), _name, what=f"updates of {3 + _seed} numbers")
### BEGIN HIDDEN TESTS


def _clear(U, Q, name):
    """Whether only one of the five explains a log."""
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    scale = Q.shape[1] / max(1, sent.sum(axis=1).max())
    fits = [U, np.cumsum(U, axis=0) - before, U - before, scale * U]
    far = [np.abs(Q - fit)[sent].max() > 2e-3 * np.abs(Q).max() for fit in fits]
    return sum(far) == 3 + (name == "quantised") and np.abs(U).min() > 0


_rng = checks.grading_rng("which-message")
for _name in _rng.permutation([*_WHY] * 3):
    _d, _T, _log = int(_rng.integers(2, 12)), int(_rng.integers(6, 25)), None
    _size = float(_rng.choice([1e-9, 1.0, 1e6]))
    while _log is None or not _clear(*_log, str(_name)):
        _log = _run(_rng, str(_name), _T, _d, _size)
    _examine(
        checks.call(which_message, *_log), str(_name), what=f"{_T} random updates of {_d} numbers"
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: A program to mend (2 points)
#
# A colleague has written SCAFFOLD (alg-scaffold, $\eta_g = 1$) for squared losses $F_i(w) =
# \frac1{m_i} \lVert y_i - X_i w \rVert^2$ and full batches. In round $t$ only the clients
# `chosen[t]` take part, and client $i$ makes `E[i]` local steps whenever it does. Weights are
# $p_i = m_i / \sum_j m_j$. The program runs, and ends at another model. It has **three mistakes**.
# Find them with the algorithm and (eq-scaffold-variate), in which $E$ is the number of steps that
# the client has made: compute by hand what $w$, $c$ and every $c_i$ should be after a round, and
# compare with the program.
#
# Write the program as it should be, `mended(X, y, E, chosen, lr)`. It returns $w$ and all $c_i$
# after the last round. The first point is for runs in which all clients take part, the second for
# runs with a part of the clients and equal numbers of steps.


# %% tags=["given", "id:colleague"]
def colleague(X, y, E, chosen, lr):
    """This program has three mistakes."""
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new = w
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * max(E)) - c
            own[i] = own[i] + change
            c = c + share[i] * change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["answer", "id:mended"]
def mended(X, y, E, chosen, lr):
    """SCAFFOLD from zero with some clients and unequal numbers of steps (alg-scaffold).

    X: list of n arrays (m_i, d);  y: list of n arrays (m_i,);  E: (n,) array of integers >= 1;
    chosen: list of rounds, each a list of different clients, at least one; there may be no round;
    lr: number > 0.
    Returns w, own: a (d,) array, and an (n, d) array whose row i is c_i.
    """
    ### BEGIN SOLUTION
    n, d = len(y), X[0].shape[1]
    sizes = np.array([len(y_i) for y_i in y])
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c, U = sizes / sizes.sum() @ own, np.zeros((len(S), d))
        for k, i in enumerate(S):
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 / sizes[i] * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            U[k] = v - w
            own[i] = own[i] - U[k] / (lr * E[i]) - c
        w = w + sizes[S] @ U / sizes[S].sum()
    return w, own
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Two clients and two rounds are enough, if you choose them well: for which weights, steps and
# choice of clients does the program go wrong, and for which does it not? Which variable goes first?

# %% [markdown]
# By hand: $x = 1$, client 0 has the label 0, client 1 three times the label 4, $\eta = \frac18$ and
# $E = (1, 2)$. In the first round client 0 stays at 0, with $c_0 = 0$. Client 1 meets the gradients
# $-8$ and $-6$ and comes to $\frac74$, with $c_1 = -7$. Then $w = \frac{21}{16}$ and
# $c = -\frac{21}4$. The minimum is at 3.

# %% tags=["tests", "id:mended-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(mended, "flcourse.messages", "flcourse.fedopt")


def _examine(given, w, own, *, what, mistakes=None, variates=None):
    got = checks.parts(
        checks.call(mended, *given), 2, what="mended", hint="return w, own (alg-scaffold)."
    )
    checks.close(
        got[0],
        w,
        what=f"w of mended for {what}",
        hint="steps 1 to 3 of alg-scaffold; all clients start with the same w and c.",
        mistakes=mistakes,
    )
    checks.close(
        got[1],
        own,
        what=f"own of mended for {what}",
        hint="c_i is the mean of the gradients on the way (eq-scaffold-variate).",
        mistakes=variates,
    )


_X, _y = [np.ones((1, 1)), np.ones((3, 1))], [np.zeros(1), np.full(3, 4.0)]
_E, _all = np.array([1, 2]), [[0, 1]]
_examine(
    (_X, _y, _E, _all, 0.125),
    [1.3125],
    [[0.0], [-7.0]],
    what="two clients after one round",
    mistakes={
        "Clients count by their rows, not equally": [0.875],
        "The 2 of the gradient is lost": [0.703125],
    },
    variates={"The change of c_i is divided by its own number of steps": [[0.0], [-14.0]]},
)
_examine(
    (_X, _y, _E, [[0, 1], [1, 0], [0, 1]], 0.125),
    [2.392044067383],
    [[3.978515625], [-3.754638671875]],
    what="two clients after three rounds",
    mistakes={
        "This is the program of the colleague": [2.278655290604],
        "The change of c_i is divided by its own number of steps": [2.36897277832],
        "c changes while others of the round still need the old one": [2.31084394455],
        "Clients pull aside with the wrong sign, steps are along the gradient - c_i + c": [
            3.04573059082
        ],
        "The shift is part of the steps, but not of the mean that c_i is": [2.515090942383],
        "The steps are along the bare gradient": [2.599685668945],
        "Each client makes its own number of steps": [2.466064453125],
    },
)
for _rounds, _w, _own in [(0, [0.0], [[0.0], [0.0]]), (300, [3.0], [[6.0], [-2.0]])]:
    _given = (_X, _y, _E, _all * _rounds, 0.125)
    _examine(_given, _w, _own, what=f"two clients after {_rounds} rounds")
### BEGIN HIDDEN TESTS


def _reference(X, y, E, chosen, lr):
    """Client after client; variates from the gradients themselves, c from all variates."""
    n, d = len(y), X[0].shape[1]
    p = [len(y_i) / sum(len(y_j) for y_j in y) for y_i in y]
    w, own = np.zeros(d), [np.zeros(d) for _ in range(n)]
    for S in chosen:
        c = sum(p[i] * own[i] for i in range(n))
        ends, means = {}, {}
        for i in S:
            v, met = w.copy(), []
            for _ in range(E[i]):
                met.append(
                    2
                    * sum((x @ v - y_r) * x for x, y_r in zip(X[i], y[i], strict=True))
                    / len(y[i])
                )
                v = v - lr * (met[-1] - own[i] + c)
            ends[i], means[i] = v, sum(met) / len(met)
        w = sum(p[i] * ends[i] for i in S) / sum(p[i] for i in S)
        for i in S:
            own[i] = means[i]
    return w, np.array(own)


_rng = checks.grading_rng("mended")
for _n, _d, _T in [(3, 2, 4), (4, 1, 3), (2, 3, 6), (5, 2, 1), (1, 2, 3)]:
    _X = [_rng.normal(size=(int(_rng.integers(1, 7)), _d)) for _ in range(_n)]
    _y = [_rng.normal(1, 2, len(_X_i)) for _X_i in _X]
    _E = _rng.permutation([1, 4, *_rng.integers(1, 6, 4)])[:_n]
    _given = (_X, _y, _E, [list(map(int, _rng.permutation(_n))) for _ in range(_T)], 0.04)
    _examine(_given, *_reference(*_given), what=f"{_n} clients after {_T} rounds with all")
### END HIDDEN TESTS

# %% tags=["tests", "id:mended-some-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(mended, "flcourse.messages", "flcourse.fedopt")


def _examine(given, w, own, *, what, mistakes=None, variates=None):
    got = checks.parts(
        checks.call(mended, *given), 2, what="mended", hint="return w, own (alg-scaffold)."
    )
    checks.close(
        got[0],
        w,
        what=f"w of mended for {what}",
        hint="the two lines of eq-scaffold-server have different weights.",
        mistakes=mistakes,
    )
    checks.close(
        got[1],
        own,
        what=f"own of mended for {what}",
        hint="c is the mean of all c_i, also of those of absent clients (alg-scaffold).",
        mistakes=variates,
    )


_X = [np.ones((1, 1)), np.ones((3, 1)), 2 * np.ones((4, 1))]
_y = [np.zeros(1), np.full(3, 4.0), np.full(4, -2.0)]
_E = np.array([2, 2, 2])
_examine(
    (_X, _y, _E, [[0, 1], [1, 2], [2, 0], [0, 1]], 0.0625),
    [-0.123907829608],
    [[-0.129901119641], [-8.048453654562], [9.289960588728]],
    what="three clients, two of which take part in each of four rounds",
    mistakes={
        "This is the program of the colleague": [0.221019657168],
        "c changes while others of the round still need the old one": [-0.104397148282],
        "c is a mean of all clients, not of the chosen ones, and changes by p_i": [0.208975870269],
        "c is a mean of all clients, not of the chosen ones": [0.282756092548],
        "In the model, the weights of the chosen sum to one": [-0.060829353752],
        "Clients count by their rows, not equally": [0.027918984493],
        "Clients pull aside with the wrong sign, steps are along the gradient - c_i + c": [
            2.182731795737
        ],
        "The shift is part of the steps, but not of the mean that c_i is": [0.266542409573],
        "The steps are along the bare gradient": [0.32604085207],
        "The 2 of the gradient is lost": [-0.016706856101],
    },
)
# One client takes part, then another, with one step each.
for _sets, _w, _own in [
    ([[1]], [1.0], [[0.0], [-8.0], [0.0]]),
    ([[1], [0]], [1.125], [[2.0], [-8.0], [0.0]]),
]:
    _given = (_X, _y, np.array([1, 1, 1]), _sets, 0.125)
    _examine(_given, _w, _own, what=f"one client in each of {len(_sets)} rounds")
### BEGIN HIDDEN TESTS


def _reference(X, y, E, chosen, lr):
    """Client after client; variates from the gradients themselves, c from all variates."""
    n, d = len(y), X[0].shape[1]
    p = [len(y_i) / sum(len(y_j) for y_j in y) for y_i in y]
    w, own = np.zeros(d), [np.zeros(d) for _ in range(n)]
    for S in chosen:
        c = sum(p[i] * own[i] for i in range(n))
        ends, means = {}, {}
        for i in S:
            v, met = w.copy(), []
            for _ in range(E[i]):
                met.append(
                    2
                    * sum((x @ v - y_r) * x for x, y_r in zip(X[i], y[i], strict=True))
                    / len(y[i])
                )
                v = v - lr * (met[-1] - own[i] + c)
            ends[i], means[i] = v, sum(met) / len(met)
        w = sum(p[i] * ends[i] for i in S) / sum(p[i] for i in S)
        for i in S:
            own[i] = means[i]
    return w, np.array(own)


_rng = checks.grading_rng("mended-some")
for _n, _d, _T in [(3, 2, 6), (4, 1, 5), (6, 3, 8), (5, 2, 3)]:
    _X = [_rng.normal(size=(int(_rng.integers(1, 7)), _d)) for _ in range(_n)]
    _y = [_rng.normal(1, 2, len(_X_i)) for _X_i in _X]
    _E = np.full(_n, int(_rng.integers(1, 5)))
    _sets = [list(map(int, _rng.permutation(_n)[: int(_rng.integers(1, _n))])) for _ in range(_T)]
    _given = (_X, _y, _E, [*_sets, [0, 1], [1, 2], [2, 0]], 0.04)
    _examine(_given, *_reference(*_given), what=f"a part of {_n} clients")
### END HIDDEN TESTS

# %% [markdown]
# The ten airports, of which five take part in a round, with unequal numbers of steps: where do the
# two programs end?

# %%
rng = np.random.default_rng(2)
rounds = [list(map(int, rng.permutation(10)[:5])) for _ in range(400)]
E = np.array([1, 2, 4, 8, 1, 2, 4, 8, 1, 2])
X10, y10 = [X for X, _ in clients], [y for _, y in clients]
for words, program in [("colleague", colleague), ("mended", mended)]:
    w, own = program(X10, y10, E, rounds, 0.05)
    gap, pull = np.linalg.norm(np.ravel(w) - pooled), np.linalg.norm(p @ own)
    print(f"{words:10s} {gap:8.1e} minutes from the minimum, mean of the c_i {pull:8.1e}")

# %% [markdown]
# ## Task 6: Unequal steps (1 point)
#
# In the book the speed of SCAFFOLD (prop-scaffold-speed) is for equal numbers of steps. Let now
# client $i$ make $E_i$ steps in every round. All clients take part, losses are squared, batches
# full, $\eta_g = 1$, and there is **one** parameter: $Q_i$ is a number $q_i > 0$, so that
# $\nabla F_i(v) = 2 q_i (v - \widehat w) + \nabla F_i(\widehat w)$.
#
# A round is still a linear map of the errors $(\epsilon, b_0, \dots, b_{n-1})$ with $\epsilon = w -
# \widehat w$ and $b_i = c_i - \nabla F_i(\widehat w)$. Derive it along the lines of the proof of
# eq-scaffold-map, and write `speed(q, p, lr, E)`: the largest absolute eigenvalue of this map
# (eq-scaffold-factor). The result may deviate by $10^{-4}$ of its size.


# %% tags=["answer", "id:speed"]
def speed(q, p, lr, E):
    """Factor of SCAFFOLD where clients make unequal numbers of steps (prop-scaffold-speed).

    q: (n,) array, numbers > 0, the Q_i;  p: (n,) array, weights > 0 that sum to 1;
    lr: number > 0;  E: (n,) array of integers >= 1.
    Returns a number.
    """
    ### BEGIN SOLUTION
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    centred = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ centred
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * centred
    return np.abs(np.linalg.eigvals(T)).max()
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go through the proof of eq-scaffold-map: where does a number of steps come in, and whose is it? To
# test your map, run a round of SCAFFOLD on unit vectors.

# %% [markdown]
# By hand: two clients with $q = 1$ and $p = \frac12$, $\eta = \frac14$ and $E = (1, 2)$. In the
# chapter $M_i = 1 - 2 \eta q_i$ is what a step makes of an error, and $R_i$ adds up the powers
# $1, M_i, M_i^2, \dots$, one for each step: here $M_i = \frac12$ for both, $R_0 = 1$ and
# $R_1 = 1 + \frac12$. With $\bar b = \frac12 (b_0 + b_1)$, so that
# $b_i - \bar b = \pm \frac12 (b_0 - b_1)$, the errors become
#
# $$\epsilon^+ = \tfrac38\, \epsilon - \tfrac1{32} (b_0 - b_1), \quad
# b_0^+ = 2 \epsilon, \quad b_1^+ = \tfrac32\, \epsilon - \tfrac18 (b_0 - b_1).$$
#
# So $b_0 - b_1$ becomes $\frac12 \epsilon + \frac18 (b_0 - b_1)$, and the eigenvalues are
# $\frac14$, $\frac14$ and 0. The factor is $\frac14$.

# %% tags=["tests", "id:speed-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(speed, "flcourse.messages", "flcourse.fedopt")


def _examine(given, want, *, what, mistakes=None):
    checks.close(
        checks.call(speed, *given),
        want,
        what=f"speed for {what}",
        hint="eq-scaffold-map with its own E_i for each client (eq-scaffold-factor).",
        mistakes=mistakes,
        tol=1e-4,
    )


_half = np.array([0.5, 0.5])
_examine(
    (np.array([0.5, 2.0]), np.array([0.25, 0.75]), 0.125, np.array([1, 4])),
    0.348731712570,
    what="two clients with 1 and 4 steps",
    mistakes={
        "This is for the mean number of steps, each client has its own": 0.270732251854,
        "This takes the largest number of steps for all": 0.293141225272,
        "This takes the smallest number of steps for all": 0.59375,
        "This is FedAvg, without the variates": 0.265625,
        "The 2 of the gradient is lost": 0.547015476246,
        "The mean of the variates is not taken away": 1.0,
        "Here clients count equally": 0.552229988786,
        "The sign of the variates is wrong": 0.230700360316,
        "The weights stand at the wrong side of the mean": 0.275549876384,
        "This is the norm of the map, not an eigenvalue": 2.148131583544,
        "c_i is the mean of the gradients, not their sum": 0.461564840400,
    },
)
_examine(
    (np.array([0.3, 1.4]), np.array([0.4, 0.6]), 0.3, np.array([8, 3])),
    0.472736935291,
    what="two clients with 8 and 3 steps",
    mistakes={
        "This is the largest real part, not the largest absolute eigenvalue": 0.297324551728,
    },
)
for _given, _want, _what in [
    ((np.ones(2), _half, 0.25, np.array([1, 2])), 0.25, "the two clients by hand"),
    ((np.ones(2), _half, 0.25, np.array([1, 1])), 0.5, "two clients that are alike"),
    ((np.ones(1), np.ones(1), 0.125, np.array([3])), 27 / 64, "one client and three steps"),
    ((np.array([3.0]), np.ones(1), 0.3, np.array([1])), 0.8, "one client whose step is long"),
]:
    _examine(_given, _want, what=_what)
### BEGIN HIDDEN TESTS


def _round(q, p, lr, E, x):
    """Errors after a round that begins with the errors x, step by step."""
    epsilon, b = x[0], x[1:]
    mean = sum(p_i * b_i for p_i, b_i in zip(p, b, strict=True))
    new, variates = 0.0, []
    for i in range(len(q)):
        v, met = epsilon, 0.0
        for _ in range(E[i]):
            met += 2 * q[i] * v
            v -= lr * (2 * q[i] * v - b[i] + mean)
        new += p[i] * v
        variates.append(met / E[i])
    return np.array([new, *variates])


_rng = checks.grading_rng("speed")
_done = 0
while _done < 6:
    _n = int(_rng.integers(2, 6))
    _q, _p = _rng.uniform(0.2, 2, _n), _rng.dirichlet(np.full(_n, 4.0))
    _E, _lr = _rng.integers(1, 15, _n), float(_rng.uniform(0.02, 0.4))
    _T = np.array([_round(_q, _p, _lr, _E, _x) for _x in np.eye(_n + 1)]).T
    _values = np.linalg.eigvals(_T)
    _sizes = np.sort(np.abs(_values))[::-1]
    _top = _values[np.argsort(-np.abs(_values))][:2]
    if abs(_top[0] - _top[1]) < 1e-2 or len(set(map(int, _E))) == 1:
        continue
    _examine((_q, _p, _lr, _E), _sizes[0], what=f"{_n} random clients")
    _done += 1
### END HIDDEN TESTS

# %% [markdown]
# Ten clients, two of which are slow. A round lasts one second, in which the fast ones could make 16
# steps and the slow ones 2. Should all make 2, or each as many as it can?

# %%
q = np.linspace(0.5, 1.5, 10)
for words, E in [
    ("2 for all", np.full(10, 2)),
    ("16 and 2", np.array([16] * 8 + [2] * 2)),
    ("6 and 2", np.array([6] * 8 + [2] * 2)),
]:
    kappa = float(speed(q, np.full(10, 0.1), 0.05, E))
    print(f"{words:10s} factor {kappa:.3f}, {np.log(1e-3) / np.log(kappa):5.1f} rounds")

# %% [markdown]
# ## Task 7: Which server was this? (1 point)
#
# A server adapts (alg-fedadam) with $\beta_1 = 0$, so that $m = \Delta$. Its log holds the models:
# row $t$ of `W` is the model after $t$ rounds, row 0 the start. Row $t$ of `delta` is the mean
# update $\Delta$ that it has got in the round which led from row $t$ to row $t + 1$. The step
# $\eta_g$ = `server_lr` and $\tau$ = `tau` are known. What is not in the log is $v$,
# whose entries start at $\tau^2$.
#
# Write `which_server(W, delta, server_lr, tau)`, which returns `"FedAdam"` (eq-fedadam) or
# `"FedYogi"` (eq-fedyogi), and $\beta_2$. No entry of `delta` is zero, $0.3 \le
# \beta_2 \le 0.99$, there are at least 5 rounds, and there is no $\beta_2$ with which the
# other method fits the log. $\beta_2$ may deviate by $10^{-4}$.


# %% tags=["answer", "id:which-server"]
def which_server(W, delta, server_lr, tau):
    """Method and beta2 of a server that adapts, read off its steps (eq-fedopt-step, alg-fedadam).

    W: (T + 1, d) array, the models after 0, ..., T rounds;  delta: (T, d) array, mean updates;
    server_lr, tau: numbers > 0.
    Returns name, beta2: "FedAdam" or "FedYogi", and a number.
    """
    ### BEGIN SOLUTION
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old, square = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]]), delta**2
    found = []
    for name, change in [
        ("FedAdam", square - old),
        ("FedYogi", -square * np.sign(old - square)),
    ]:
        part = np.sum((v - old) * change) / np.sum(change**2)
        found.append((np.linalg.norm(v - old - part * change), name, 1 - part))
    return min(found)[1:]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What does eq-fedopt-step tell about the v that is not in the log, from round to round? Then
# compare what the two methods say about its change (eq-fedadam, eq-fedyogi).

# %% [markdown]
# By hand, one entry: $\eta_g = 1$, $\tau = 1$, $w$ goes from 0 to 1 with $\Delta = 3$. So
# $\sqrt v + 1 = 3$ and $v = 4$, where it began with $\tau^2 = 1$. FedAdam has come there with
# $\beta_2 = \frac58$, since $\frac58 \cdot 1 + \frac38 \cdot 9 = 4$, and FedYogi with
# $\beta_2 = \frac23$, since $1 + \frac13 \cdot 9 = 4$. One step does not tell which it was.

# %% tags=["tests", "id:which-server-tests", "points:1", "folded:it tells the methods apart"]
import numpy as np

from flcourse.grading import checks

checks.own(which_server, "flcourse.messages", "flcourse.fedopt")


def _examine(given, name, beta2, *, what, mistakes=None):
    got = checks.parts(
        checks.call(which_server, *given),
        2,
        what="which_server",
        hint="return name, beta2 (alg-fedadam).",
    )
    checks.holds(
        isinstance(got[0], str) and got[0] in {"FedAdam", "FedYogi"},
        what="the name of which_server",
        expected="FedAdam or FedYogi",
        got=got[0],
        hint="see alg-fedadam.",
    )
    why = {
        "FedAdam": "v always moves by the same part of the way to the square of the update",
        "FedYogi": "v always moves by the same part of the square of the update, up or down",
    }
    checks.holds(
        str(got[0]) == name,
        what=f"the name of which_server for {what}",
        expected=f'"{name}": {why[name]}',
        got=got[0],
        hint="compute v before and after each round (eq-fedadam, eq-fedyogi).",
    )
    checks.close(
        got[1],
        beta2,
        what=f"beta2 of which_server for {what}",
        hint="the change of v is (1 - beta2) times something (eq-fedadam, eq-fedyogi).",
        mistakes={"This is 1 - beta2": 1 - beta2, **(mistakes or {})},
        tol=1e-4,
    )


def _log(name, delta, lr, tau, beta2):
    """A run of a server, entry by entry and round by round."""
    W, v = [np.linspace(0.0, 1.0, delta.shape[1])], np.full(delta.shape[1], tau**2)
    for x in delta:
        for j in range(len(x)):
            if name == "FedAdam":
                v[j] = beta2 * v[j] + (1 - beta2) * x[j] ** 2
            else:
                v[j] -= (1 - beta2) * x[j] ** 2 * (1 if v[j] > x[j] ** 2 else -1)
        W.append(W[-1] + lr * x / (np.sqrt(v) + tau))
    return np.array(W), delta, lr, tau


_delta = np.array([[3.0], [1.0], [-2.0], [4.0], [1.0], [-3.0]])
_examine(
    _log("FedAdam", _delta, 0.5, 1.0, 0.75),
    "FedAdam",
    0.75,
    what="six rounds with one parameter",
    mistakes={
        "v starts at tau², not at 0": 0.727736195090,
        "tau is part of the step, too": 0.630345292765,
        "This takes the root of v for v": 0.939994708218,
        "The step of the server is forgotten": 0.893769815729,
    },
)
_examine(
    _log("FedYogi", _delta, 0.5, 1.0, 0.9),
    "FedYogi",
    0.9,
    what="six more rounds",
    mistakes={"FedYogi also walks back, where v is above the square": 0.900917431193},
)
_wide = np.array([[0.5, -0.1, 2.0], [0.4, 1.0, -1.0], [-0.3, 0.2, 0.1], [1.0, 1.5, 0.2],
                  [0.2, -2.0, 0.3]])  # fmt: skip
for _name, _beta2 in [("FedYogi", 0.5), ("FedAdam", 0.99), ("FedYogi", 0.99), ("FedAdam", 0.3)]:
    _examine(
        _log(_name, _wide, 0.1, 0.3, _beta2),
        _name,
        _beta2,
        what=f"five rounds with three parameters and beta2 = {_beta2}",
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("which-server")
for _name in _rng.permutation(["FedAdam", "FedYogi"] * 4):
    _T, _d = int(_rng.integers(5, 20)), int(_rng.integers(2, 7))
    _updates = _rng.choice([-1, 1], (_T, _d)) * _rng.uniform(0.1, 2, (_T, _d))
    _lr, _tau, _beta2 = _rng.uniform([0.05, 0.2, 0.3], [2, 1, 0.99])
    _given = _log(str(_name), _updates, float(_lr), float(_tau), float(_beta2))
    _examine(_given, str(_name), _beta2, what=f"{_T} random rounds with {_d} parameters")
### END HIDDEN TESTS

# %% [markdown]
# ## Task 8: A proof and two decisions (2 points, graded by a person)
#
# About 400 words are enough:
#
# 1. The lines of the ten airports carry $10^3$ bits a second both ways; next year they will carry
#    $10^6$ down and $10^3$ up. A local step takes a millisecond. Put both into the cell below task
#    1: which method do you advise now, and which then? Give a number of these runs for each, and
#    name two conditions without which your advice would not hold, each with its reason. A colleague
#    proposes power-of-choice and FedNova: which of the two changes the bits of a round, and is
#    either needed beside SCAFFOLD with unequal numbers of steps?
# 2. "FedAdam gives each entry its own step, so it removes the drift of FedAvg, as SCAFFOLD does."
#    Say what is right and what is wrong in this, with a reason for each.
# 3. **Prove**: if $C$ is unbiased with $\omega$ (def-compressor), then $\frac1{1 + \omega}\, C$
#    is a contraction with $\delta = \frac1{1 + \omega}$. Then **show by an example** that
#    eq-memory-bound need not hold if a random compressor satisfies the inequality of a contraction
#    only in expectation: name a compressor, its $\delta$, updates of norm at most $G$, and a memory
#    that can become larger than the bound.
#
# | Points | for |
# |---|---|
# | ¼ | part 1: the method for now, the one for then, and a number for each |
# | ¼ | part 1: two conditions with reasons; what each proposal changes, and whether it is needed |
# | ½ | part 2: what is right, what is wrong, and a reason for each |
# | ½ | part 3: the proof, each step with its reason |
# | ½ | part 3: a compressor, its $\delta$, updates, and a memory that is larger than the bound |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# 1. Bits that cost the same, 1e3 a second each way: SCAFFOLD with 5 local steps of 0.4 comes below
#    0.1 minutes² after 5 rounds and 2.9 seconds, before FedAvg with 4.6 and all compressed
#    messages, because nobody compresses what comes down. If a bit up costs a thousand times as much
#    (1e6 down and 1e3 up), top 1 with news is first, after 26 rounds and 0.94 seconds, but SCAFFOLD
#    is close with 0.99. This holds for all ten airports in every round with full batches, else news
#    has a floor, and for steps chosen for each method from the same few; on other data I would run
#    it again. Power-of-choice changes the bits: all candidates get the model and send a loss.
#    FedNova divides updates and costs no bits, but SCAFFOLD does not need it: it stands still only
#    at the minimum for any numbers of steps.
# 2. Right: a server that adapts gives each entry a step of its own length, which helps entries of
#    unlike scales, and it allows shorter local steps without going slowly, which drift less. Wrong:
#    it removes nothing. Where FedAvg stands still, the mean update Delta is zero, so m tends to
#    zero and FedAdam stands still at the same place, which for several local steps is not the
#    minimum. SCAFFOLD changes the local steps themselves: at its fixed points c_i is the gradient
#    of F_i and the gradient of f is zero, for any step and any number of steps. It needs a memory
#    at every client, which FedAdam does not.
# 3. Let a = 1/(1 + omega). E||a C(u) - u||² = a² E||C(u)||² - 2a E C(u)·u + ||u||². C is unbiased,
#    so E C(u)·u = ||u||², and E||C(u)||² = ||u||² + E||C(u) - u||² <= (1 + omega) ||u||², the mean
#    squared length being that of the mean plus the variance. Together (a² (1 + omega) - 2a + 1)
#    ||u||² = (a - 2a + 1) ||u||² = (1 - a) ||u||²: a contraction with delta = a. Example: random-1
#    without the factor, d = 2, is a contraction with delta = 1/2, since E||C(u) - u||² = ||u||²/2.
#    Let u = (1, 0) in every round, so G = 1. The bound is sqrt(1/2) / (1 - sqrt(1/2)) = 2.41. With
#    probability 1/8 the first place is not drawn in three rounds; then e = (3, 0), which is longer,
#    and with some probability the debt passes any number.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: a method for each case that follows from the student's numbers, and a number for
#   each; half of it if one of these is missing
# - ¼, part 1: all clients and full batches for news (or that steps were tuned for each, or the
#   local step short), with why; power-of-choice costs extra downloads and losses, FedNova no bits,
#   and SCAFFOLD needs neither for where it ends
# - ¼ of these: choices with numbers, without conditions and without the relatives
# - ½, part 2: own steps and a server that sets the pace are right; Delta = 0 is where both stand
#   still, so the end of FedAvg is the end; SCAFFOLD's end is the minimum
# - ¼ of these: only that it is wrong, with the fixed point as the reason; or both without a reason
#   for one
# - ½, part 3: the square expanded, unbiasedness in the mixed term, the bound in the first one, the
#   result
# - ¼ of these: the expansion without the bound on E||C(u)||²
# - ½, part 3: an example whose compressor is a contraction on average only, with the bound and a
#   debt above it
# - ¼ of these: a compressor and updates that work, without the number of the bound
# ### END SOLUTION
