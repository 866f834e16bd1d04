# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Nobody in the middle: averaging and learning by gossip
#
# Nodes that talk to their neighbours only can agree on an average, and even learn. How they weigh
# what they hear, which links they have, how long a step is and what happens to lost messages
# decides on what they agree, and when. In this assignment you choose, refute, mend and predict such
# networks: weather stations, airports, and small ones by hand. It belongs to the chapter *Without a
# server* of the book.
#
# **When you are done you can**
#
# - find weights that lead to the mean you want, and refute a wrong claim on which weights average,
# - predict rounds and messages, and choose the network that costs least,
# - tell a method from a log of what the nodes held,
# - choose the step of decentralised gradient descent for a stated purpose,
# - mend a program for gradient tracking,
# - say where nodes end when one of them leaves,
# - say what a log of late messages guarantees.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Weights | `never_agree` and `weighted_mixing` | 1 + 1 |
# | 2 The cheapest network | `cheapest` | 1 |
# | 3 Which method was this? | `which_method` | 1 |
# | 4 The fastest step | `fastest_step` | 1 |
# | 5 A program to mend | `track` | 1 |
# | 6 A node leaves | `after_leaving` | 1 |
# | 7 Late messages | `epoch_ends` | 1 |
# | 8 Discussion | a short text | 2, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy and SciPy are enough, and all of both
# may be used. `flcourse.gossip` and `flcourse.gtvmin` hold finished answers: compare with them, but
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
# Names such as `eq-metropolis` in docstrings and hints are labels of the chapter's formulas; a
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


def own_network(rng):
    """One-way links of 5 nodes, and what they hold, have sent and have heard after 4 rounds."""
    B = np.where(rng.random((5, 5)) < 0.2, 1 - np.eye(5, dtype=int), 0)
    order = rng.permutation(5)
    B[order, np.roll(order, 1)] = B[order, np.roll(order, 2)] = 1
    held = np.column_stack([rng.integers(1, 40, 5), np.ones(5)])
    sent, heard = np.zeros((5, 2)), np.zeros((5, 5, 2))
    for _ in range(4):
        held = held / (1 + B.sum(axis=1))[:, None]
        sent = sent + held
        for i, j in np.argwhere(B):
            if rng.random() < 0.5 and (i, j) != (order[1], order[0]):  # this link is silent as yet
                held[j] = held[j] + sent[i] - heard[i, j]
                heard[i, j] = sent[i]
    return B, held, sent, heard


own_links, own_held, own_sent, own_heard = own_network(own_data.rng("after-leaving"))
print(f"Variant {VARIANT}: links, what nodes hold (x, s), and what they have sent (x, s)")
print(own_links, own_held.round(4), own_sent.round(4), sep="\n")

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import load_flights, load_fmi
from flcourse.graph import knn_graph

# %% [markdown]
# ## The data
#
# `load_fmi("simulated")` gives a simulated twin of a few days of hourly temperatures (°C) at
# stations of the Finnish Meteorological Institute. `load_flights()` gives real delays (minutes) of
# flights from New York in 2013, at the 100 airports where they arrived. In both, `y[i]` holds the
# rows of node $i$. Stations have about equally many rows, airports from one to more than two
# thousand.

# %% tags=["given", "id:data"]
stations, flights = load_fmi("simulated"), load_flights()
A_stations = knn_graph(stations.latlon, 4).toarray()
A_airports = knn_graph(flights.latlon, 8).toarray()
for name, data in [("stations", stations), ("airports", flights)]:
    rows = [len(y_i) for y_i in data.y]
    print(f"{len(rows)} {name} with {min(rows)} to {max(rows)} rows each")

# %% [markdown]
# ## Task 1: Weights (2 points)
#
# Node $i$ holds a number $w_i$. In a round of gossip
#
# $$w_i^{(t+1)} = P_{ii}\, w_i^{(t)} + \sum_{j \in \mathcal N_i} P_{ij}\, w_j^{(t)},
# \tag{eq-gossip-round}$$
#
# that is $w^{(t+1)} = P w^{(t)}$. In the chapter $P$ is a mixing matrix: symmetric, with rows that
# sum to one, and zero between different nodes that no edge joins (def-mixing).
#
# **(a)** Somebody writes: "Let $P$ be a mixing matrix of a connected graph, without a negative
# entry, and with $P_{ij} > 0$ on every edge. Then gossip leads every start to the mean." Refute it
# for every even number of nodes: write `never_agree(n)`, which returns such a $P$ and a start $w$
# from which the disagreement
#
# $$D(w) = \Bigl( \sum_i \bigl( w_i - \operatorname{avg}(w) \bigr)^2 \Bigr)^{1/2}
# \tag{eq-disagreement}$$
#
# is not 0, and **the same after every round as at the start**. The graph is the one that $P$ says:
# $i$ and $j \ne i$ are joined where $P_{ij} > 0$. (Entries of size below $10^{-9}$ count as 0.)


# %% tags=["answer", "id:never-agree"]
def never_agree(n):
    """A mixing matrix without negative entries, and a start that never agrees (def-mixing).

    n: an even integer >= 2.
    Returns P, w: an (n, n) array, the matrix, and an (n,) array, the start.
    """
    ### BEGIN SOLUTION
    side = np.arange(n) % 2
    return 2 / n * (side[:, None] != side), side
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What do Metropolis weights have that the claim does not ask for, and where does the proof of
# prop-mixing use it? Which eigenvalue besides that of the mean has size 1, and on what graphs?

# %% [markdown]
# The checks take your matrix and your start for several $n$, look whether $P$ is as stated, and
# run many rounds.

# %% tags=["tests", "id:never-agree-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(never_agree, "flcourse.gossip", "flcourse.gtvmin")


def _examine(n):
    name = f"never_agree({n})"
    P, w = checks.parts(checks.call(never_agree, n), 2, what=name, hint="return P, w (def-mixing).")
    checks.shape(P, (n, n), what=f"P of {name}", hint="a row for each node (def-mixing).")
    checks.shape(w, (n,), what=f"w of {name}", hint="a number for each node (eq-gossip-round).")
    checks.symmetric(
        P,
        what=f"P of {name}",
        hint="symmetric, no negative entry, rows that sum to one (def-mixing).",
    )
    P = checks.numbers(
        P,
        what=f"P of {name}",
        hint="symmetric, no negative entry, rows that sum to one (def-mixing).",
    )
    w = np.ravel(checks.numbers(w, what=f"w of {name}", hint="numbers (eq-gossip-round)."))
    checks.close(
        P.sum(axis=1),
        np.ones(n),
        what=f"sums of the rows of P of {name}",
        hint="symmetric, no negative entry, rows that sum to one (def-mixing).",
    )
    checks.holds(
        P.min() > -1e-9,
        what=f"the smallest entry of P of {name}",
        expected="at least 0: with negative entries the claim says nothing",
        got=P.min(),
        hint="symmetric, no negative entry, rows that sum to one (def-mixing).",
    )
    links = np.where(np.eye(n) + (P < 1e-9) > 0, 0.0, 1.0)
    lambda_2 = np.linalg.eigvalsh(np.diag(links.sum(axis=1)) - links)[1]
    checks.holds(
        lambda_2 > 1e-9,
        what=f"lambda_2 of the graph of {name}",
        expected="a connected graph: in pieces nobody agrees, and the claim says nothing",
        got=lambda_2,
        hint="join i and j by P_ij > 0 (prop-mixing).",
    )
    start = w - w.mean()
    size = np.linalg.norm(start)
    checks.holds(
        size > 1e-9 * (np.abs(w).max() + 1),
        what=f"the disagreement of the start of {name}",
        expected="more than 0: who agrees at the start has nothing to do",
        got=size,
        hint="see eq-disagreement.",
    )
    after = [np.linalg.norm(np.linalg.matrix_power(P, t) @ start) / size for t in (1, 2, 2001)]
    checks.close(
        after,
        [1.0, 1.0, 1.0],
        what=f"disagreement after 1, 2 and 2001 rounds of {name}, over that of the start",
        hint="an eigenvalue of P must be -1, and w lie along its eigenvector (prop-mixing).",
    )


for _n in [4, 2, 8]:
    _examine(_n)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("never-agree")
for _half in [3, *_rng.integers(5, 14, 3)]:
    _examine(int(2 * _half))
### END HIDDEN TESTS

# %% [markdown]
# **(b)** A mixing matrix leads to the mean in which each *node* counts once. Airports have very
# unequal numbers $m_i$ of rows, and each *row* is to count once: from every start all nodes shall
# tend to
#
# $$\frac{\sum_i m_i w_i}{\sum_i m_i}.$$
#
# Nobody knows the whole graph, nor the sum of all $m_j$. Neighbours tell each other how many rows
# and how many neighbours they have. So row $i$ of $P$ may depend on these two numbers of node $i$
# and of each of its neighbours, and on nothing else: not on what a neighbour could only know from
# its own neighbours, such as the number of rows around it, nor on the smallest size of all. As in
# the chapter, $P_{ij} = 0$ for different nodes that no edge joins, and rows of $P$ sum to one; but
# unequal sizes allow no symmetric $P$.
#
# Write `weighted_mixing(A, m)`, which returns such a matrix; there are many.


# %% tags=["answer", "id:weighted-mixing"]
def weighted_mixing(A, m):
    """Matrix of local weights whose rounds lead to the mean of all rows (after eq-metropolis).

    A: (n, n) array of 0 and 1, integers or floats, symmetric, zero diagonal, of a connected graph,
    n >= 2.
    m: (n,) array of floats, numbers of rows, each >= 1.
    Returns P: (n, n) array.
    """
    ### BEGIN SOLUTION
    number = A.sum(axis=1)
    P = A * np.minimum.outer(m, m) / m[:, None] / (1 + np.maximum.outer(number, number))
    return P + np.diag(1 - P.sum(axis=1))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Take two joined nodes of unlike sizes: how must their two weights differ, if neither is to win?
# And which numbers do both ends of an edge know?

# %% [markdown]
# By hand: two joined nodes with 1 and 3 rows may use
# $P = \begin{pmatrix} \frac12 & \frac12 \\ \frac16 & \frac56 \end{pmatrix}$. From $(8, 0)$ they
# come to $(4, \frac43)$, then to $(\frac83, \frac{16}9)$, and in the end to 2, which is
# $\frac14 (1 \cdot 8 + 3 \cdot 0)$.

# %% tags=["tests", "id:weighted-mixing-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(weighted_mixing, "flcourse.gossip", "flcourse.gtvmin")


def _read(A, m, what):
    """The matrix, whose shape, zeros and sums are right."""
    got = checks.call(weighted_mixing, A, m)
    n, what = len(m), f"P of weighted_mixing for {what}"
    checks.shape(got, (n, n), what=what, hint="a row for each node (def-mixing).")
    P = checks.numbers(got, what=what, hint="see def-mixing.").reshape(n, n)
    stray = np.abs(np.where(A + np.eye(n) > 0, 0.0, P)).max()
    checks.holds(
        stray < 1e-12,
        what=what,
        expected="0 between different nodes that no edge joins",
        got=stray,
        hint="nodes hear their neighbours only (def-mixing).",
    )
    turned = np.abs(P.sum(axis=0) - 1).max() < 1e-9
    checks.close(
        P.sum(axis=1),
        np.ones(n),
        what=f"sums of the rows of {what}",
        hint="nodes that agree must stay where they are, so rows sum to one (def-mixing).",
        mistakes={"It is the columns that sum to one": P.sum(axis=1) if turned else np.zeros(n)},
    )
    return P


def _examine(A, m, what):
    """Do the rounds lead from every start to the mean of all rows?"""
    P = _read(A, m, what)
    n, number = len(m), A.sum(axis=1)
    values = np.linalg.eigvals(P)
    others = np.abs(np.delete(values, np.argmin(np.abs(values - 1)))).max()
    checks.holds(
        others < 1 - 1e-9,
        what=f"the largest size of another eigenvalue than 1 of P for {what}",
        expected="less than 1, else some starts never lead to agreement",
        got=others,
        hint="where does the proof use the entries of P? (prop-mixing)",
    )
    # What the nodes tend to is a mean with these weights.
    weights = np.linalg.lstsq(np.vstack([P.T - np.eye(n), np.ones(n)]), np.eye(n + 1)[n])[0]

    def share(numbers):
        return numbers / np.sum(numbers)

    checks.close(
        weights,
        share(m),
        what=f"weights of the nodes in what they tend to, for {what}",
        hint="each round must keep the sum of m_i w_i (after eq-metropolis).",
        mistakes={
            "Every node counts once, whatever its number of rows": share(np.ones(n)),
            "Nodes count by their rows squared": share(m**2),
            "The sizes enter the wrong way round, few rows count more": share(1 / m),
            "Nodes count by how many neighbours they have": share(number),
            "Nodes count by how many they hear, themselves included": share(1 + number),
            "A mean of what is heard, by rows, counts a node by its neighbours' rows, too": share(
                m * (m + A @ m)
            ),
            "Nodes count by rows times neighbours": share(m * number),
            "Nodes count by rows times the number that they hear": share(m * (1 + number)),
        },
    )


_star = np.array([[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]])
_two = np.array([[0, 1], [1, 0]])
_path = np.eye(8, k=1) + np.eye(8, k=-1)
_sizes = np.array([5.0, 2.0, 3.0, 9.0, 4.0, 3.0, 8.0, 6.0])
_examine(_star, np.array([2.0, 3.0, 1.0, 7.0]), "a star of four nodes")
_examine(_two, np.array([1.0, 3.0]), "two nodes")
_examine(_path, _sizes, "a path of eight nodes")
_examine(_two, np.array([5.0, 5.0]), "two nodes of equal size")
# Nodes 5 and 7 get other sizes and an edge, and node 7 a new neighbour. Node 3 is two steps from
# node 5, too far to know: its neighbour 4 alone hears of it.
_before = _read(_path, _sizes, "a path of eight nodes")[:4]
_far = np.eye(9, k=1) + np.eye(9, k=-1)
_far[5, 7] = _far[7, 5] = 1.0
for _size_5, _size_7 in [(20.0, 1.0), (1.0, 20.0)]:
    _changed = np.array([*_sizes[:5], _size_5, _sizes[6], _size_7, 4.0])
    _after = _read(_far, _changed, "a path with a node and an edge more")
    checks.close(
        _after[:4, :8],
        _before,
        what="rows 0 to 3 of P, two steps away at least, after nodes 5 and 7 have got other sizes "
        "and more neighbours",
        hint="row i may use sizes and degrees of node i and its neighbours only (eq-metropolis).",
    )
### BEGIN HIDDEN TESTS


def _random(rng, n, share):
    """A connected graph: a random tree and more edges."""
    A = np.triu(rng.random((n, n)) < share, 1).astype(float)
    for i in range(1, n):
        A[int(rng.integers(i)), i] = 1.0
    return A + A.T


_rng = checks.grading_rng("weighted-mixing")
for _n, _share in [(3, 0.0), (6, 0.3), (9, 0.1), (7, 1.0)]:
    _m = _rng.integers(1, 60, _n) * 1.0
    _examine(_random(_rng, _n, _share), _m, f"a random graph of {_n} nodes")
_even = np.kron(np.eye(2)[::-1], np.ones((3, 3)))
_examine(_even, np.full(6, 4.0), "two groups of three that hear each other, of equal size")
_line = np.eye(9, k=1) + np.eye(9, k=-1)
_m = _rng.integers(2, 60, 9) * 1.0
_before = _read(_line, _m, "a path of nine nodes")
_examine(_line, 1000 * _m, "a path with very many rows")
_more = np.eye(11, k=1) + np.eye(11, k=-1)
_more[8, 6] = _more[6, 8] = 1.0
_changed = np.array([*_m[:6], _m[6] + 90, _m[7], _m[8] + 70, 1.0, 99.0])
_after = _read(_more, _changed, "a path of eleven nodes")
checks.close(
    _after[:5, :9],
    _before[:5],
    what="rows 0 to 4 of P, two steps away at least, after nodes 6 and 8 have grown and have got "
    "more neighbours",
    hint="row i may use the sizes and degrees of node i and its neighbours only (eq-metropolis).",
)
### END HIDDEN TESTS

# %% [markdown]
# The mean delay over all 75,542 rows, without a server. Equal sizes lead to the mean over the
# airports instead. From here on, cells like the next one are yours to change.

# %%
m = np.array([len(y_i) for y_i in flights.y], dtype=float)
own = np.array([y_i.mean() for y_i in flights.y])
print(f"mean of the airports {own.mean():.3f} minutes, of all rows {m @ own / m.sum():.3f}")
for words, sizes in [("alike", np.ones(len(m))), ("by rows", m)]:
    P, w = np.asarray(weighted_mixing(A_airports, sizes)), own
    for t in range(1, 1001):
        w = P @ w
        if t in {10, 100, 1000}:
            print(f"{words:8s} after {t:4d} rounds: from {w.min():6.3f} to {w.max():6.3f} minutes")

# %% [markdown]
# ## Task 2: The cheapest network (1 point)
#
# Your users can lay one of several networks over the same nodes. They will gossip with Metropolis
# weights
#
# $$P_{ij} = \frac{1}{1 + \max\{ \lvert \mathcal N_i \rvert, \lvert \mathcal N_j \rvert \}}
# \quad \text{for neighbours}, \qquad P_{ii} = 1 - \sum_{j \in \mathcal N_i} P_{ij},
# \tag{eq-metropolis}$$
#
# and say what they need: the disagreement of **every** start shall shrink at least to `factor`
# times what it was. After $t$ rounds it is at most $\rho(P)^t$ times that of the start
# (prop-mixing), and no smaller number than $\rho(P)$ would do (eq-mixing-factor). In each round
# every node sends one message to each of its neighbours.
#
# Write `cheapest(networks, factor, most)`. Among the networks that need at most `most` rounds it
# finds the one that sends the **fewest messages** in all rounds together, and returns its place in
# the list, counted from 0, its number of rounds, the smallest that the users can rely on, and its
# number of messages. All networks have the same nodes. Some may not be connected, none is complete,
# and no power of $\rho(P)$ equals `factor`. At least one will do, and no two tie for the cheapest.


# %% tags=["answer", "id:cheapest"]
def cheapest(networks, factor, most):
    """Place, rounds and messages of the network that sends fewest messages (prop-mixing).

    networks: list of (n, n) arrays of 0 and 1, symmetric, zero diagonal;
    factor: number between 0 and 1;  most: integer >= 1.
    Returns k, rounds, messages: three whole numbers.
    """
    ### BEGIN SOLUTION
    found = []
    for k, A in enumerate(networks):
        number = A.sum(axis=1)
        P = A / (1 + np.maximum.outer(number, number))
        P = P + np.diag(1 - P.sum(axis=1))
        rho = np.linalg.norm(P - 1 / len(A), 2)
        rounds = int(np.ceil(np.log(factor) / np.log(rho))) if rho < 1 - 1e-9 else np.inf
        if rounds <= most:
            found.append((rounds * int(number.sum()), k, rounds))
    messages, k, rounds = min(found)
    return k, rounds, messages
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# rho is the largest absolute value of an eigenvalue of P, one eigenvalue 1 left out: look at both
# ends of the spectrum. The rounds are the quotient of two logarithms, rounded up. An edge carries
# two messages a round.

# %% [markdown]
# By hand, four nodes: in a ring all weights are $\frac13$, and the eigenvalues of $P$ are
# $1, \frac13, \frac13, -\frac13$. For `factor` = 0.01 that makes 5 rounds of 8 messages, 40 in all.
# In a star the weights are $\frac14$ and $\rho = \frac34$: 17 rounds of 6 messages, 102 in all.

# %% [markdown]
# **Predict, commit, then compute.** A star of four nodes takes 17 rounds for the factor 0.01. How
# many does a star of 24 nodes take? Put your number in place of the dots and run the cell before
# the checks: who has named a number notices where intuition was off. It earns and costs no points;
# when the checks pass, they show it beside the result.

# %%
from flcourse.grading.practice import predict

predict("cheapest", ...)

# %% tags=["tests", "id:cheapest-tests", "points:1", "folded:it knows the prediction"]
import numpy as np

from flcourse.grading import checks

checks.own(cheapest, "flcourse.gossip", "flcourse.gtvmin")


def _network(n, *edges):
    A = np.zeros((n, n))
    for i, j in edges:
        A[i, j] = A[j, i] = 1.0
    return A


def _examine(got, k, rounds, messages, *, what, other=None, other_rounds=None, other_messages=None):
    """Place, rounds and messages, and what mistakes make of each."""
    got = checks.parts(
        got, 3, what="cheapest", hint="return k, rounds, messages (eq-mixing-factor)."
    )
    checks.close(
        got[0],
        k,
        what=f"the network of cheapest for {what}",
        hint="rounds times messages a round, if rounds are at most most (prop-mixing).",
        mistakes=other,
    )
    checks.close(
        got[1],
        rounds,
        what=f"rounds of cheapest for {what}",
        hint="the smallest t with rho**t <= factor (prop-mixing).",
        mistakes={
            **(other_rounds or {}),
            "This is rounded down, rho**t is still above factor": rounds - 1,
            "This is one more than is needed": rounds + 1,
        },
    )
    checks.close(
        got[2],
        messages,
        what=f"messages of cheapest for {what}",
        hint="each round, each edge carries a message both ways (alg-gossip).",
        mistakes={
            "An edge carries two messages in a round, one each way": messages / 2,
            "These are the messages of one round": messages / rounds,
            **(other_messages or {}),
        },
    )


_ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]
_six = [
    _network(6, *_ring[:5]),  # a path
    _network(6, *_ring),
    _network(6, *[(0, i) for i in range(1, 6)]),  # a star
    _network(6, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)),  # a prism
    _network(6, *[(0, i) for i in range(1, 6)], (1, 2), (2, 3), (3, 4), (4, 5), (5, 1)),  # a wheel
    1.0 - np.eye(6) - _network(6, (0, 1)),  # complete but for one edge
    _network(6, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)),  # two triangles
]
_examine(
    checks.call(cheapest, [_network(4, *_ring[:3], (3, 0)), _network(4, (0, 1), (0, 2), (0, 3))],
                0.01, 50),
    0,
    5,
    40,
    what="a ring and a star of four nodes",
    other={"A star sends fewer messages a round, but needs far more rounds": 1},
    other_rounds={"This is not rounded up to whole rounds": np.log(100) / np.log(3)},
)  # fmt: skip
_examine(
    checks.call(cheapest, _six, 0.01, 60),
    3,
    7,
    126,
    what="seven networks of six nodes",
    other={
        "This network needs the fewest rounds, but more messages": 5,
        "This network is in pieces, its nodes never agree": 6,
        "This sends the fewest messages in one round, but needs many rounds": 0,
    },
    other_rounds={"This is for natural logarithms of only one side": 5},
)
_examine(
    checks.call(cheapest, _six, 0.01, 7),
    3,
    7,
    126,
    what="the same networks and at most 7 rounds",
    other={"A network that needs just as many rounds as most will do": 5},
)
_examine(
    checks.call(cheapest, _six, 0.01, 6),
    5,
    5,
    140,
    what="the same networks and at most 6 rounds",
    other={"This network needs 7 rounds, more than most": 3},
)
_groups = _network(6, *[(i, j) for i in (0, 2, 4) for j in (1, 3, 5)])
for _offered in [[_six[1], _groups], [_six[0], _groups]]:
    _examine(
        checks.call(cheapest, _offered, 0.001, 60),
        1,
        10,
        180,
        what="a ring or a path, and two groups of three that hear each other",
        other_rounds={
            "Only the second largest eigenvalue is looked at, but the smallest is -1/2": 5,
        },
        other_messages={"Only the second largest eigenvalue is looked at": 90},
    )
# In a star of n nodes all weights are 1/n, and rho is 1 - 1/n.
checks.predicted("cheapest", np.ceil(np.log(0.01) / np.log(23 / 24)), "it takes {} rounds")
### BEGIN HIDDEN TESTS


def _needs(A, factor):
    """Rounds of a network, by powers of the matrix on deviations from the mean."""
    n, number = len(A), A.sum(axis=1)
    P = np.array(
        [
            [A[i, j] / (1 + max(number[i], number[j])) if i != j else 0 for j in range(n)]
            for i in range(n)
        ]
    )
    P += np.diag(1 - P.sum(axis=1))
    rho = np.abs(np.linalg.eigvalsh(P - np.ones((n, n)) / n)).max()
    return np.log(factor) / np.log(rho) if rho < 1 - 1e-9 else np.inf


_rng = checks.grading_rng("cheapest")
_done = 0
while _done < 6:
    _n, _factor = int(_rng.integers(5, 10)), float(10.0 ** -_rng.uniform(1, 5))
    _offered = []
    for _ in range(int(_rng.integers(3, 8))):
        _A = np.triu(_rng.random((_n, _n)) < _rng.uniform(0.3, 0.9), 1) * 1.0
        _A[0, 1] = 0.0  # not complete
        _offered.append(_A + _A.T)
    _exact = np.array([_needs(_A, _factor) for _A in _offered])
    _rounds = np.where(np.isfinite(_exact), np.ceil(_exact), 1e9)
    _total = _rounds * np.array([_A.sum() for _A in _offered])
    _limit = int(_rng.integers(3, 40))
    _order = np.argsort(np.where(_rounds <= _limit, _total, np.inf))
    _ends = np.where(_rounds <= _limit, _total, np.inf)[_order]
    if not np.isfinite(_ends[0]) or _ends[1] <= _ends[0]:
        continue
    _finite = _exact[np.isfinite(_exact)]
    if np.abs(_finite - np.round(_finite)).min() < 1e-6:
        continue
    _k = int(_order[0])
    _examine(
        checks.call(cheapest, _offered, _factor, _limit),
        _k,
        int(_rounds[_k]),
        int(_total[_k]),
        what=f"{len(_offered)} random networks of {_n} nodes",
        other={"This network would be cheaper, but needs more than most rounds": int(
            np.argmin(_total))} if int(np.argmin(_total)) != _k else {},
    )  # fmt: skip
    _done += 1
# Twenty nodes in a ring: news travels far, and the eigenvalues are close to 1.
_long = np.eye(20, k=1) + np.eye(20, k=19)
_long = _long + _long.T
_chords = _long + np.eye(20, k=10) + np.eye(20, k=-10)
for _offered in [[_long, _chords], [_long, 0 * _long, _chords]]:
    _rounds = int(np.ceil(_needs(_chords, 0.001)))
    _examine(
        checks.call(cheapest, _offered, 0.001, 10**6),
        len(_offered) - 1,
        _rounds,
        _rounds * 60,
        what="a ring of twenty nodes, without and with chords",
    )
### END HIDDEN TESTS

# %% [markdown]
# What does a network over the 207 stations cost, if their mean temperatures shall come a thousand
# times nearer to each other? Nearest neighbours on the map, against four neighbours at random.

# %%
rng, n = np.random.default_rng(1), len(stations.y)
at_random = np.zeros((n, n))
for _ in range(2):  # two rings through all stations, each in an order of its own
    order = rng.permutation(n)
    at_random[order, np.roll(order, 1)] = at_random[np.roll(order, 1), order] = 1.0
offered = {f"{k:2d} nearest": knn_graph(stations.latlon, k).toarray() for k in [4, 8, 16, 64]}
for words, network in {**offered, "4 at random": at_random}.items():
    _, rounds, messages = cheapest([network], 1e-3, 10**6)
    print(f"{words:12s} {int(network.sum() / 2):5d} links, {rounds:5d} rounds, {messages} messages")

# %% [markdown]
# ## Task 3: Which method was this? (1 point)
#
# Node $i$ has a number $b_i$ of its own, and the loss $L_i(w) = (w - b_i)^2$. The mean of all $b_i$
# is the minimum of the mean loss (eq-mean-loss). A log `path` holds in row $t$ what all nodes held
# after round (or tick) $t$, and in row 0 the start. It comes from one of
#
# - `"gossip"`: rounds with a mixing matrix, from the start $b$ (alg-gossip);
# - `"pairwise"`: ticks, in each of which two nodes meet, from the start $b$ (alg-pairwise);
# - `"push-sum"`: the ratios $x_i / s_i$ along one-way links, from the start $b$; messages may have
#   been lost, with running sums (alg-push-sum);
# - `"heard"`: rounds along one-way links in which each node takes the plain mean of what it hears
#   and its own, from the start $b$;
# - `"DGD"`: decentralised gradient descent with a constant step, from 0 (alg-dgd);
# - `"tracking"`: gradient tracking, from 0 (alg-tracking);
# - `"asynchronous"`: asynchronous GTVMin, from 0; in the first round some nodes wake and some sleep
#   (alg-asynchronous).
#
# Write `which_method(path, own)`, which returns the name. Neither graph nor step is known. All runs
# are long enough: at their end the nodes agree to $10^{-8}$ of the range of $b$, or differ by
# $10^{-3}$ of it at least. What they agree on is then the mean of all $b_i$ to $10^{-8}$, or misses
# it by $10^{-3}$ of that range at least. If the mean of what they hold moves by more than rounding,
# then at some time it is at least $10^{-3}$ of that range away from where it was at the start. In
# logs of push-sum the $s_i$ do not all stay 1. There are at least five nodes, and the $b_i$ are not
# all equal. Logs come in any unit, also in one with another zero, as kelvin for °C: then the $b_i$
# are large and near each other.


# %% tags=["answer", "id:which-method"]
def which_method(path, own):
    """Name of the method that made a log (prop-mixing, prop-dgd-bias, prop-tracking, alg-push-sum).

    path: (T + 1, n) array, row t holds what the nodes held after t rounds;  own: (n,) array, the
    numbers b_i, none of which is 0, nor is their mean.
    Returns "gossip", "pairwise", "push-sum", "heard", "DGD", "tracking" or "asynchronous".
    """
    ### BEGIN SOLUTION
    small = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < small:
        if np.ptp(path[-1]) < small:
            return "tracking"
        return "DGD" if np.all(path[1] != path[0]) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > small:
        return "heard"
    if np.ptp(path.mean(axis=1)) > small:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] != path[0]) > 2 else "pairwise"
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Look for questions to a log that some of the methods answer with yes and others with no, such as:
# do the nodes agree at the end? The table at the end of the chapter says where each method ends.

# %% [markdown]
# The checks make logs of all seven methods on random graphs and ask for their names.

# %% tags=["tests", "id:which-method-tests", "points:1", "folded:it tells the methods apart"]
import numpy as np

from flcourse.grading import checks

checks.own(which_method, "flcourse.gossip", "flcourse.gtvmin")

_WHY = {
    "gossip": "all nodes move, they agree on the mean, and no round changes the mean",
    "pairwise": "no tick moves more than two nodes, and they agree on the mean",
    "push-sum": "they agree on the mean, but on the way the mean of the ratios moves",
    "heard": "they agree, and not on the mean",
    "DGD": "all nodes move in each round, and in the end they still differ",
    "tracking": "from 0 they come to the mean, and agree",
    "asynchronous": "they end apart, and sleeping nodes hold what they held",
}


def _runs(rng, method, n, T, unit, shift=0.0, silent=0):
    """A log of a method, and the numbers that the nodes began with; None if it is too short.

    Numbers are in a unit and from a zero of any kind; in the first silent rounds push-sum loses all
    messages.
    """
    A = np.triu(rng.random((n, n)) < 0.5, 1) * 1.0
    A += np.eye(n, k=1)
    A = np.minimum(A + A.T, 1.0)  # a path and more edges
    B = np.triu(rng.random((n, n)) < 0.3, 1) + np.eye(n, k=1)
    B[-1, 0] = 1.0  # a ring of one-way links and more links
    B = np.minimum(B, 1.0)
    own = (rng.uniform(2, 9, n) + shift) * unit
    number = A.sum(axis=1)
    P = A / (1 + np.maximum.outer(number, number))
    P += np.diag(1 - P.sum(axis=1))
    heard = (B + np.eye(n)).T
    heard /= heard.sum(axis=1, keepdims=True)
    eta, alpha = 0.1, rng.uniform(0.3, 3)
    direct = method in {"gossip", "pairwise", "push-sum", "heard"}
    w = own.copy() if direct else np.zeros(n)
    x, s = own.copy(), np.ones(n)
    sent, got = np.zeros((2, n)), np.zeros((2, n, n))
    v, last, path, slept = 2 * (w - own), np.zeros((n, n)), [w], np.zeros(n, dtype=bool)
    for t in range(T):
        if method == "gossip":
            w = P @ w
        elif method == "pairwise":
            w = w.copy()
            edges = np.argwhere(np.triu(A))
            pair = edges[int(rng.integers(len(edges)))]
            w[pair] = w[pair].mean()
        elif method == "heard":
            w = heard @ w
        elif method == "push-sum":
            share = 1 / (1 + B.sum(axis=1))
            x, s = share * x, share * s
            sent = sent + np.array([x, s])
            comes = (B > 0) & (rng.random((n, n)) > 0.1) & (t >= silent)
            news = np.where(comes, sent[:, :, None] - got, 0.0)
            got = np.where(comes, sent[:, :, None], got)
            x, s = x + news[0].sum(axis=0), s + news[1].sum(axis=0)
            w = x / s
        elif method == "DGD":
            w = P @ w - eta * 2 * (w - own)
        elif method == "tracking":
            new = P @ w - eta * v
            w, v = new, P @ v + 2 * (new - w)
        else:
            up = rng.random(n) < 0.5
            up[0], up[1] = (False, True) if t == 0 else up[:2]
            up, slept = up | slept, ~(up | slept)  # nobody sleeps twice in a row
            w = np.where(up, (own + alpha * last.sum(axis=1)) / (1 + alpha * number), w)
            comes = (A > 0) & up & (rng.random((n, n)) > 0.2)
            last = np.where(comes, w, last)  # last[i, j]: what i heard last from j
        path.append(w)
    path = np.array(path)
    ends, means = np.ptp(path[-1]), path.mean(axis=1)
    clear = ends < 1e-9 * np.ptp(own) or ends > 3e-3 * np.ptp(own)
    if method in {"gossip", "pairwise", "push-sum", "tracking"}:
        clear = np.abs(path[-1] - own.mean()).max() < 1e-9 * np.ptp(own)
    if method in {"push-sum", "heard"}:
        clear = clear and np.abs(means - own.mean()).max() > 3e-3 * np.ptp(own)
    if method == "heard":
        clear = clear and abs(means[-1] - own.mean()) > 3e-3 * np.ptp(own)
    return (path, own) if clear else None


def _examine(got, method, n):
    checks.holds(
        isinstance(got, str) and got in _WHY,
        what="which_method",
        expected="one of the seven names",
        got=got,
        hint="return a name such as 'gossip' (alg-gossip).",
    )
    checks.holds(
        str(got) == method,
        what=f"which_method for a log of {n} nodes",
        expected=f'"{method}": {_WHY[method]}',
        got=got,
        hint="look at the end, at the mean on the way and at the first round (prop-mixing).",
    )


# Logs whose zero may be far away: in those of the other methods rounding would hide the end.
_FAR = ["gossip", "heard", "DGD", "asynchronous"]
_cases = [(_method, 1.0, 0.0, 0) for _method in _WHY]
_cases += [(_method, 1e-9, 0.0, 0) for _method in _WHY]
_cases += [("push-sum", 1.0, 0.0, 1), *[(_method, 1.0, 1e5, 0) for _method in _FAR]]
for _seed, (_method, _unit, _shift, _silent) in enumerate(_cases):
    _rng = np.random.default_rng(_seed)
    _log = None
    while _log is None:
        _log = _runs(_rng, _method, 5 + _seed // 4, 400, _unit, _shift, _silent)
    _examine(checks.call(which_method, *_log), _method, 5 + _seed // 4)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("which-method")
for _method in _rng.permutation(list(_WHY) * 2):
    _n, _log, _unit = int(_rng.integers(5, 9)), None, _rng.choice([1e-9, 1.0, 1e5])
    _shift = _rng.choice([0.0, 1e5]) if str(_method) in _FAR else 0.0
    while _log is None:
        _log = _runs(_rng, str(_method), _n, 400, _unit, _shift, int(_rng.integers(2)))
    _examine(checks.call(which_method, *_log), str(_method), _n)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: The fastest step (1 point)
#
# Nodes learn with decentralised gradient descent, from 0,
#
# $$w_i^{(t+1)} = \sum_j P_{ij}\, w_j^{(t)} - \eta \nabla L_i\bigl( w_i^{(t)} \bigr),
# \qquad L_i(w) = (w - b_i)^2. \tag{eq-dgd}$$
#
# The step $\eta$ decides where they end (prop-dgd-gtvmin), and it decides on the factor
# $\kappa_{\text{DGD}}(\eta)$ by which each round shrinks the distance to that end, at least
# (eq-dgd-factor). A user can live with some disagreement, and wants to wait as little as possible:
# among all steps $\eta > 0$ whose end has $D(w) \le$ `limit` (eq-disagreement), find the one with
# the **smallest factor**.
#
# Write `fastest_step(P, own, limit)`, which returns this $\eta$ and its $\kappa_{\text{DGD}}$. Here
# `own` holds the $b_i$, which are not all equal, and $P$ is a mixing matrix with $\rho(P) < 1$;
# `limit` is above 0, and may be larger than the disagreement of the $b_i$ themselves. Numbers may
# deviate by $10^{-4}$ of their size.


# %% tags=["answer", "id:fastest-step"]
def fastest_step(P, own, limit):
    """Step of the fastest DGD whose end disagrees by at most limit, and its factor (eq-dgd-factor).

    P: (n, n) array, symmetric, rows sum to one, all eigenvalues but one inside (-1, 1);
    own: (n,) array, the numbers b_i;  limit: number > 0.
    Returns eta, factor: two numbers.
    """
    ### BEGIN SOLUTION
    from scipy.optimize import brentq

    values, U = np.linalg.eigh(P)
    parts = U.T @ (own - own.mean())

    def excess(eta):
        return np.linalg.norm(parts * 2 * eta / (2 * eta + 1 - values)) - limit

    eta = (1 + values[0]) / 4
    if excess(eta) > 0:
        eta = brentq(excess, 1e-9, eta)
    return eta, 1 - 2 * eta
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Where does DGD end for a step, and how does the factor depend on the step (eq-dgd-factor)? Draw
# both against eta for the two nodes of the example by hand.

# %% [markdown]
# By hand: $P = \frac14 \begin{pmatrix} 3 & 1 \\ 1 & 3 \end{pmatrix}$ has the eigenvalues $1$ and
# $\frac12$. For $b = (0, 8)$ the end has $D(w) = 4\sqrt2 \big/ \bigl(1 + \frac1{4\eta}\bigr)$, and
# the factor is $\max\{\lvert 1 - 2\eta \rvert, \lvert \frac12 - 2\eta \rvert\}$. For the limit
# $\frac43 \sqrt2$ the step is $\frac18$, with the factor $\frac34$. Without a limit it is
# $\frac38$, with the factor $\frac14$.

# %% tags=["tests", "id:fastest-step-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(fastest_step, "flcourse.gossip", "flcourse.gtvmin")


def _examine(got, eta, factor, *, what, steps=None, factors=None):
    """Step and factor, and what mistakes make of them."""
    got = checks.parts(got, 2, what="fastest_step", hint="return eta, factor (eq-dgd-factor).")
    checks.close(
        got[0],
        eta,
        what=f"eta of fastest_step for {what}",
        hint="the end keeps limit (prop-dgd-gtvmin), and no such step is faster (eq-dgd-factor).",
        mistakes={
            **(steps or {}),
            "This is alpha = 1/(2 eta) of GTVMin": 1 / (2 * eta),
            "This is 1/alpha, and eta is half of it; or the 2 of the gradient is lost": 2 * eta,
        },
        tol=1e-4,
    )
    checks.close(
        got[1],
        factor,
        what=f"factor of fastest_step for {what}",
        hint="the largest absolute eigenvalue of P - 2 eta I (eq-dgd-factor).",
        mistakes={
            "The 2 of the gradient is lost": 1 - eta,
            "This is 1 minus the factor": 1 - factor,
            **(factors or {}),
        },
        tol=1e-4,
    )


_P, _own = np.array([[0.75, 0.25], [0.25, 0.75]]), np.array([0.0, 8.0])
_root = 2**0.5
for _words, _shifted in [("two nodes with the mean 1", _own - 3), ("two nodes", _own)]:
    _examine(
        checks.call(fastest_step, _P, _shifted, 4 / 3 * _root),
        1 / 8,
        3 / 4,
        what=f"{_words} and a limit that binds",
        steps={
            "The limit is ignored": 3 / 8,
            "Here the mean of the squares is compared, or the largest deviation; "
            "D adds all squares": 1 / (4 * (3 / _root - 1)),
            "Here the difference of the nodes is compared, not D": 1 / (4 * (3 * _root - 1)),
            "The square of D is compared with limit": (
                1 / (4 * (32**0.5 / (4 / 3 * _root) ** 0.5 - 1))
            ),
            "This is for the norm of what the nodes hold, D leaves out their mean": (
                1 / (4 * (12 / 7**0.5 - 1))
            ),
        },
        factors={
            "This is the mixing factor of P": 1 / 2,
            "Only the smallest eigenvalue counts": 1 / 4,
        },
    )
_examine(
    checks.call(fastest_step, _P, _own, 4.0),
    3 / 8,
    1 / 4,
    what="two nodes and a limit of 4",
    steps={
        "This is the longest step that keeps limit, a shorter one is faster": 0.25 / (_root - 1),
        "This is the best step for the loss alone, without the eigenvalues of P": 1 / 2,
    },
)
_examine(
    checks.call(fastest_step, _P, _own, 5.0),
    3 / 8,
    1 / 4,
    what="two nodes and a limit of 5",
    steps={
        "This is the longest step that keeps limit, and with it DGD does not converge": (
            0.25 / (32**0.5 / 5 - 1)
        ),
        "This is the end of the steps with which DGD converges, the fastest is half of it": 3 / 4,
    },
)
_examine(
    checks.call(fastest_step, _P[::-1], _own, 100.0),
    1 / 8,
    3 / 4,
    what="two nodes with a negative eigenvalue",
    steps={"The smallest eigenvalue of P is -1/2, its sign counts": 3 / 8},
)
_examine(
    checks.call(fastest_step, _P, _own, 4 * _root / 25001),
    1e-5,
    1 - 2e-5,
    what="two nodes and a tiny limit",
)
_path = np.array([[2.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 2.0]]) / 3
for _limit in [3.0, 100.0]:
    _examine(
        checks.call(fastest_step, _path, np.array([3.0, 5.0, 1.0]), _limit),
        1 / 4,
        1 / 2,
        what=f"a path of three nodes and the limit {_limit:g}",
        steps={"The smallest eigenvalue of P decides here, not the second largest": 5 / 12},
        factors={"This is the mixing factor of P": 2 / 3},
    )
### BEGIN HIDDEN TESTS


def _disagreement(P, own, eta):
    """D at the end of DGD, from the linear system that the end solves."""
    w = np.linalg.solve(np.eye(len(own)) * (1 + 2 * eta) - P, 2 * eta * own)
    return np.linalg.norm(w - w.mean())


_rng = checks.grading_rng("fastest-step")
for _n, _bind in [(3, True), (5, True), (6, False), (8, True), (4, False), (7, True)]:
    _A = np.triu(_rng.uniform(0.5, 2, (_n, _n)) * (_rng.random((_n, _n)) < 0.6), 1)
    _A += np.eye(_n, k=1)
    _A += _A.T
    _L = np.diag(_A.sum(axis=1)) - _A
    _P = np.eye(_n) - _rng.uniform(0.5, 1.7) / np.linalg.eigvalsh(_L)[-1] * _L
    _own = _rng.normal(5, 4, _n)
    _free = (1 + np.linalg.eigvalsh(_P)[0]) / 4
    _eta = _free * _rng.uniform(0.02, 0.9) if _bind else _free
    _limit = _disagreement(_P, _own, _eta) * (1 if _bind else _rng.uniform(1.1, 3))
    _factor = np.abs(np.linalg.eigvalsh(_P - 2 * _eta * np.eye(_n))).max()
    _examine(
        checks.call(fastest_step, _P, _own, _limit),
        _eta,
        _factor,
        what=f"{_n} random nodes and a limit that {'binds' if _bind else 'is wide'}",
        steps={"The limit is ignored": _free} if _bind else {},
    )
### END HIDDEN TESTS

# %% [markdown]
# What the stations would have to wait, for each limit. How do step and rounds change with it?

# %%
number = A_stations.sum(axis=1)
P = A_stations / (1 + np.maximum.outer(number, number))
P = P + np.diag(1 - P.sum(axis=1))
means = np.array([y_i.mean() for y_i in stations.y])
for limit in [100.0, 10.0, 1.0, 0.1, 0.01]:
    eta, factor = (float(part) for part in fastest_step(P, means, limit))
    rounds = np.log(1e-3) / np.log(factor)
    print(f"limit {limit:6.2f} °C: eta {eta:.2e}, {rounds:9.0f} rounds for a thousandth")

# %% [markdown]
# ## Task 5: A program to mend (1 point)
#
# A colleague has written gradient tracking (alg-tracking) for a network whose links come and go: in
# round $t$ the nodes mix with the mixing matrix `matrices[t]`, and there are as many rounds as
# matrices. The proof of eq-tracking asks for nothing else of them than rows and columns that sum to
# one. So all nodes should come to the minimum of the mean loss
#
# $$f(w) = \frac1n \sum_i L_i(w), \qquad L_i(w) = \frac1{m_i} \lVert y_i - X_i w \rVert^2,
# \tag{eq-mean-loss}$$
#
# in which each node counts once. The program runs, and comes elsewhere. **Two lines are wrong.**
# Find them, and write the program as it should be, `track(matrices, X, y, eta)`. It returns what
# the nodes hold after the last round; without any round this is the start.


# %% tags=["given", "id:colleague"]
def colleague(matrices, X, y, eta):
    """Two lines of this program are wrong."""
    n, d = len(y), X[0].shape[1]

    def gradients(W):
        return np.array([2 * X_i.T @ (X_i @ w - y_i) for X_i, y_i, w in zip(X, y, W, strict=True)])

    W = np.zeros((n, d))
    V = gradients(W)
    for P in matrices:
        mixed = P @ W
        W_new = mixed - eta * V
        V = P @ V + gradients(W_new) - gradients(mixed)
        W = W_new
    return W


# %% tags=["answer", "id:track"]
def track(matrices, X, y, eta):
    """Gradient tracking from 0 with another mixing matrix in each round (alg-tracking).

    matrices: list of T arrays (n, n), T may be 0;  X: list of n arrays (m_i, d);
    y: list of n arrays (m_i,);  eta: number > 0.
    Returns W: (n, d) array, row i holds the parameters of node i after T rounds.
    """
    ### BEGIN SOLUTION
    n, d = len(y), X[0].shape[1]

    def gradients(W):
        pairs = zip(X, y, W, strict=True)
        return np.array([2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i, w in pairs])

    W = np.zeros((n, d))
    V = gradients(W)
    for P in matrices:
        W_new = P @ W - eta * V
        V = P @ V + gradients(W_new) - gradients(W)
        W = W_new
    return W
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Print the mean of the directions V and the mean of the gradients after each round: eq-tracking
# says that they are equal, and where they part, a line is wrong. For the other line, compare the
# gradient of one node with the formula of its loss.

# %% [markdown]
# By hand: $x = 1$, node 0 has the label 0, node 1 the labels 3 and 5, $\eta = \frac18$. The start
# has the directions $(0, -8)$. If the first two rounds mix with
# $\frac12 \begin{pmatrix} 1 & 1 \\ 1 & 1 \end{pmatrix}$, the nodes come to $(0, 1)$ with the
# directions $(-4, -2)$, then to $(1, \frac34)$ with $(-1, -\frac72)$. If no link works in the third
# round, so that $P = I$, they come to $(\frac98, \frac{19}{16})$. The minimum is at 2.

# %% tags=["tests", "id:track-tests", "points:1", "folded:it names the mistakes"]
import numpy as np

from flcourse.grading import checks

checks.own(track, "flcourse.gossip", "flcourse.gtvmin")

_H, _I = np.full((2, 2), 0.5), np.eye(2)
_X, _y = [np.ones((1, 1)), np.ones((2, 1))], [np.array([0.0]), np.array([3.0, 5.0])]
for _rounds, _want, _mistakes in [
    (0, [[0.0], [0.0]], {}),
    (1, [[0.0], [1.0]], {"The mean over the rows of a node is lost in its gradient": [[0], [2]]}),
    (
        2,
        [[1.0], [0.75]],
        {
            "The mean over the rows of a node is lost in its gradient": [[2], [1]],
            "No gradient is subtracted, so old news is counted again": [[1.0], [1.75]],
            "The directions are not mixed, or nodes do not mix what they hold": [[0.5], [1.25]],
            "The new directions hold no news, only the new gradients": [[0.875], [0.875]],
        },
    ),
    (
        4,
        [[1.25], [1.484375]],
        {
            "This is the program of the colleague": [[2.0625], [2.125]],
            "The mean over the rows of a node is lost in its gradient": [[2.0], [2.5]],
            "The gradient at the mixed place is subtracted, not the one of the last round": (
                [[1.34375], [1.390625]]
            ),
            "No gradient is subtracted, so old news is counted again": [[2.625], [4.046875]],
            "The directions start at 0": [[0.0], [0.0]],
            "The directions are not mixed": [[1.0625], [1.671875]],
            "The 2 of the gradient is lost": [[0.796875], [0.85839844]],
        },
    ),
]:
    _got = checks.call(track, [_H, _H, _I, _H][:_rounds], _X, _y, 0.125)
    checks.shape(
        _got,
        (2, 1),
        what="track",
        hint="a row for each node, after the last round (alg-tracking).",
        mistakes={"These are all rounds, the last is asked for": (_rounds + 1, 2, 1)},
    )
    checks.close(
        _got,
        _want,
        what=f"track for two nodes after {_rounds} rounds",
        hint="lines 2.2 and 2.3 of alg-tracking; the means of V and of the gradients are equal.",
        mistakes=_mistakes,
    )
# Four nodes, two parameters, and in each round only every other edge of a ring works.
_X = [np.array([[1.0, _k], [1.0, -1.0], [0.0, 2.0]])[: 1 + _k] for _k in (1, 2, 1, 2)]
_y = [np.array([_k, 2.0, -1.0])[: len(_X_i)] for _k, _X_i in zip((3, 0, 1, 5), _X, strict=True)]
_even = np.kron(np.eye(2), _H)
_odd = _even[np.ix_([1, 2, 3, 0], [1, 2, 3, 0])]
_Q = sum(_X_i.T @ _X_i / len(_X_i) for _X_i in _X)
_b = sum(_X_i.T @ _y_i / len(_X_i) for _X_i, _y_i in zip(_X, _y, strict=True))
_pooled = np.linalg.lstsq(np.vstack(_X), np.concatenate(_y), rcond=None)[0]
checks.close(
    checks.call(track, [_even, _odd] * 250, _X, _y, 0.05),
    np.tile(np.linalg.solve(_Q, _b), (4, 1)),
    what="track for four nodes after 500 rounds",
    hint="the end is the minimum of the mean loss, at all nodes (prop-tracking, eq-mean-loss).",
    mistakes={"This is the minimum in which each row counts once": np.tile(_pooled, (4, 1))},
)
### BEGIN HIDDEN TESTS


def _network(rng, n, d, T):
    """Random links in each round, data sets of unlike sizes."""
    matrices = []
    for _ in range(T):
        A = np.triu(rng.random((n, n)) < 0.5, 1) * rng.uniform(0.2, 0.8, (n, n)) / n
        matrices.append(A + A.T + np.diag(1 - (A + A.T).sum(axis=1)))
    X = [rng.normal(size=(int(rng.integers(1, 9)), d)) for _ in range(n)]
    return matrices, X, [rng.normal(1, 2, len(X_i)) for X_i in X]


def _reference(matrices, X, y, eta):
    """The sum of the directions as it is stated, node by node, with the gradients kept."""
    n, d = len(y), X[0].shape[1]
    Q = [2 * X_i.T @ X_i / len(X_i) for X_i in X]
    q = [2 * X_i.T @ y_i / len(X_i) for X_i, y_i in zip(X, y, strict=True)]
    w = [np.zeros(d) for _ in range(n)]
    g = [-q_i for q_i in q]
    v = list(g)
    for P in matrices:
        w = [sum(P[i, j] * w[j] for j in range(n)) - eta * v[i] for i in range(n)]
        new = [Q[i] @ w[i] - q[i] for i in range(n)]
        v = [sum(P[i, j] * v[j] for j in range(n)) + new[i] - g[i] for i in range(n)]
        g = new
    return np.array(w)


_rng = checks.grading_rng("track")
for _n, _d, _T in [(3, 1, 4), (4, 2, 3), (5, 3, 9), (2, 2, 0), (1, 2, 6)]:
    _given = _network(_rng, _n, _d, _T)
    checks.close(
        checks.call(track, *_given, 0.04),
        _reference(*_given, 0.04),
        what=f"track for {_n} nodes with {_d} parameters after {_T} rounds",
        hint="lines 2.2 and 2.3 of alg-tracking; the means of V and of the gradients are equal.",
    )
### END HIDDEN TESTS

# %% [markdown]
# Airports with more than 300 rows, on two rings at random whose links work in half of the rounds.
# To what do they come with your program? Here $x = 1$, so that the minimum of the mean loss is the
# mean over the airports. Try the program of your colleague, too, with a step that suits it.

# %%
rng, some = np.random.default_rng(5), np.flatnonzero(flights.m > 300)
delays, A = [flights.y[i] for i in some], np.zeros((len(some), len(some)))
for order in [rng.permutation(len(some)) for _ in range(2)]:
    A[order, np.roll(order, 1)] = A[np.roll(order, 1), order] = 1.0
matrices = []
for _ in range(500):
    works = np.triu(A * (rng.random(A.shape) < 0.5))
    links = works + works.T
    number = links.sum(axis=1)
    P = links / (1 + np.maximum.outer(number, number))
    matrices.append(P + np.diag(1 - P.sum(axis=1)))
ones = [np.ones((len(y_i), 1)) for y_i in delays]
goals = np.mean([y_i.mean() for y_i in delays]), np.concatenate(delays).mean()
print(f"{len(some)} airports, mean over them {goals[0]:.3f}, over rows {goals[1]:.3f} minutes")
W = np.ravel(track(matrices, ones, delays, 2e-2))
print(f"with your program from {W.min():.3f} to {W.max():.3f} minutes")

# %% [markdown]
# ## Task 6: A node leaves (1 point)
#
# Push-sum with running sums (alg-push-sum) runs over one-way links. Node $i$ holds $x_i$ and $s_i$.
# In each round it splits both into equal parts, one to keep and one for each link that leaves it.
# Along each of these links it sends $\sigma_i$, the sum of such parts over **all** rounds so far; a
# receiver $j$ adds what is new since $\varrho_{ij}$, the last of these sums that it heard from $i$.
# Messages get lost, but no link is silent for ever.
#
# The first cell holds the state of **your own network** of five nodes after some rounds:
#
# - `own_links[i, j]` is 1 if node $i$ sends to node $j$, else 0; the diagonal is zero;
# - `own_held[i]` holds $x_i$ and $s_i$, and `own_sent[i]` the running sums of node $i$ for $x$ and
#   for $s$;
# - `own_heard[i, j]` holds the last sums that node $j$ heard from node $i$, $(0, 0)$ if it never
#   heard from it.
#
# Now one node leaves for good, with all that it holds. The others drop their links to it and from
# it, and go on as before. They can still reach each other. **Predict** the number to which all
# their ratios $x_i / s_i$ tend, for each of the five nodes that may leave: write `after_leaving()`,
# without arguments. It may compute the five numbers, or hold them with at least seven digits each.
# Before you code, guess: is it the mean of all starts, the mean of the starts of those who stay, or
# neither?


# %% tags=["answer", "id:after-leaving"]
def after_leaving():
    """What the ratios of the others tend to when a node leaves your push-sum (alg-push-sum).

    Returns a (5,) array for your network own_links, own_held, own_sent, own_heard: entry k is the
    number to which the ratios of the others tend if node k leaves, and nobody else.
    """
    ### BEGIN SOLUTION
    ends = []
    for gone in range(len(own_links)):
        stay = np.arange(len(own_links)) != gone
        links = np.outer(stay, stay) * own_links
        under_way = np.sum(links[:, :, None] * (own_sent[:, None] - own_heard), axis=(0, 1))
        x, s = own_held[stay].sum(axis=0) + under_way
        ends.append(x / s)
    return np.array(ends)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which sums does push-sum keep, of which numbers at nodes and on links? Go through them after the
# node has left, and ask of each whether it can still reach one of the others. Do so for x and for
# s.

# %% [markdown]
# By hand, for another network: node 0 sends to node 1, node 1 to nodes 0 and 2, node 2 to node 0.
# They hold $(x_i, s_i) = (8, \frac34), (2, \frac12), (2, \frac12)$, and their running sums are
# $(9, \frac32), (4, \frac34), (7, 1)$. Node 1 has heard $(6, 1)$ from node 0, node 0 has heard
# $(4, \frac34)$ from node 1 and $(3, \frac12)$ from node 2, and node 2 has heard $(2, \frac12)$
# from node 1. If node 2 leaves, the others still have $8 + 2 + 3 = 13$ and
# $\frac34 + \frac12 + \frac12 = \frac74$: they tend to $\frac{52}7$.

# %% tags=["tests", "id:after-leaving-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(after_leaving, "flcourse.gossip", "flcourse.gtvmin")


def _own_network(rng):
    B = np.where(rng.random((5, 5)) < 0.2, 1 - np.eye(5, dtype=int), 0)
    order = rng.permutation(5)
    B[order, np.roll(order, 1)] = B[order, np.roll(order, 2)] = 1
    held = np.column_stack([rng.integers(1, 40, 5), np.ones(5)])
    sent, heard = np.zeros((5, 2)), np.zeros((5, 5, 2))
    for _ in range(4):
        held = held / (1 + B.sum(axis=1))[:, None]
        sent = sent + held
        for i, j in np.argwhere(B):
            if rng.random() < 0.5 and (i, j) != (order[1], order[0]):
                held[j] = held[j] + sent[i] - heard[i, j]
                heard[i, j] = sent[i]
    return B, held, sent, heard


def _ends(B, held, sent, heard, gone):
    """What comes out if one node leaves, and what if something is forgotten or counted twice."""
    stay, way = np.arange(5) != gone, B[:, :, None] * (sent[:, None] - heard)
    turned = B[:, :, None] * (sent[:, None] - heard.transpose(1, 0, 2))
    strays = (1 - np.eye(5))[:, :, None] * (sent[:, None] - heard)
    every = (sent[:, None] - heard)[stay][:, stay].sum(axis=(0, 1))
    kept, inside = held[stay].sum(axis=0), way[stay][:, stay].sum(axis=(0, 1))
    to, off = way[stay, gone].sum(axis=0), way[gone, stay].sum(axis=0)
    silent = np.all(heard == 0, axis=2)[:, :, None]
    total = kept + inside
    forms = {
        "right": total,
        "What is under way between those who stay is forgotten": kept,
        "This is the mean of all starts, as if the node had stayed": (
            held.sum(axis=0) + way.sum(axis=(0, 1))
        ),
        "What is under way to the lost node is counted, too": total + to,
        "What is under way from the lost node is counted, too": total + off,
        "What is under way to and from the lost node is counted": total + to + off,
        "What the lost node holds is counted, too": held.sum(axis=0) + inside,
        "All that was ever sent is added, not what is still under way": (
            kept + (B[:, :, None] * sent[:, None])[stay][:, stay].sum(axis=(0, 1))
        ),
        "A running sum is counted once for a node, but it is under way on each link": (
            kept + sent[stay].sum(axis=0) - heard[stay][:, stay].sum(axis=(0, 1))
        ),
        "What is under way is subtracted": kept - inside,
        "heard[i, j] is what j heard from i, not i from j": (
            kept + turned[stay][:, stay].sum(axis=(0, 1))
        ),
        "Links that are not there are counted": kept + strays[stay][:, stay].sum(axis=(0, 1)),
        "Links that are not there are counted, even of a node to itself": kept + every,
        "Each two nodes are taken to have links, and each node one to itself": (
            kept + every - sent[gone]
        ),
        "A link on which nothing was heard has the whole sum under way": (
            kept + np.where(silent, 0.0, way)[stay][:, stay].sum(axis=(0, 1))
        ),
        "Of the weights s something is under way, too": np.array([total[0], kept[1]]),
        "The weights s are to be added up, the number of nodes is not their sum": (
            np.array([total[0], 4.0])
        ),
        "The sum of x is divided by all nodes": np.array([total[0], 5.0]),
    }
    ends = {words: x / s if abs(s) > 1e-9 else 0.0 for words, (x, s) in forms.items()}
    rest = held[stay]
    ends["This is the mean of the ratios, the sums are to be divided"] = np.mean(
        rest[:, 0] / rest[:, 1]
    )
    return ends


def _look(got, rng):
    state = _own_network(rng)
    checks.shape(
        got,
        (5,),
        what="after_leaving",
        hint="a number for each node that may leave (alg-push-sum).",
        mistakes={"This is for one node alone, each of the five may leave": ()},
    )
    ends = [_ends(*state, gone) for gone in range(5)]
    found = {words: np.array([end[words] for end in ends]) for words in ends[0]}
    checks.close(
        got,
        found.pop("right"),
        what="after_leaving for your network, for each node that may leave",
        hint="add up x and s that nodes hold and that links have under way (alg-push-sum).",
        mistakes=found,
    )


checks.own_data("after-leaving", checks.call(after_leaving), _look)

# %% [markdown]
# ## Task 7: Late messages (1 point)
#
# In asynchronous GTVMin (alg-asynchronous) a node that wakes solves its own problem with what it
# heard last, and sends the result. In the chapter a message arrives in the round in which it was
# sent, or never. Now it may also be **late**. The proof of prop-asynchronous still works, with the
# right epochs: the first one begins with round 0. An epoch ends with the first round $t$ by whose
# end, since the epoch began,
#
# - every node has woken, and
# - on every link, in both directions of each edge, a message has arrived that was **sent in this
#   epoch**.
#
# The next epoch begins with round $t + 1$. Only a node that wakes sends, but its message
# arrives also where the receiver sleeps. Messages of one link arrive in the order in which they
# were sent. Then after $k$ epochs the error of every node is at most $\kappa_{\text{epoch}}^k M_0$
# (eq-epoch-factor).
#
# Write `epoch_ends(A, woke, messages)`, which reads a log and returns the rounds with which epochs
# end, in their order; an empty list if none does.


# %% tags=["answer", "id:epoch-ends"]
def epoch_ends(A, woke, messages):
    """Rounds with which epochs end, where messages may be late (prop-asynchronous).

    A: (n, n) array, symmetric, entries >= 0, zero diagonal: i and j are joined if A[i, j] > 0.
    woke: (T, n) array of 0 and 1, woke[t, i] is 1 if node i woke in round t = 0, ..., T - 1.
    messages: (k, 4) array of integers, k >= 0, a row for each message that arrived, in any order.
    Its columns are, in this order: sender, receiver, round in which it was sent, round in which it
    arrived, 0 <= sent <= arrived < T.
    Returns a list of rounds.
    """
    ### BEGIN SOLUTION
    links = {(i, j) for i, j in np.argwhere(A > 0)}
    ends, begin = [], 0
    for t in range(len(woke)):
        told = {(i, j) for i, j, sent, arrived in messages if begin <= sent and arrived <= t}
        if np.all(woke[begin : t + 1].any(axis=0)) and links <= told:
            ends.append(t)
            begin = t + 1
    return ends
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Go through the rounds and remember where the epoch began. At each round ask two questions about
# the rounds since then: has each node a 1 in woke, and has each link a message with both numbers in
# this stretch?

# %% [markdown]
# By hand, two nodes: node 0 wakes in the rounds 0, 2 and 4, node 1 in the rounds 1, 3, 5 and 6.
# Node 0's message of round 0 arrives in round 2, node 1's of round 1 in round 1: the first epoch
# ends with round 2. Node 0's message of round 2 arrives in round 3, and is an old one. Node 1's of
# round 3 arrives at once, node 0's of round 4 in round 6: the second epoch ends with round 6.

# %% tags=["tests", "id:epoch-ends-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(epoch_ends, "flcourse.gossip", "flcourse.gtvmin")


def _examine(got, want, *, what, mistakes=None):
    checks.close(
        got,
        want,
        what=f"epoch_ends for {what}, a round for each epoch",
        hint="since the epoch began: all woke, and all links brought what was sent in it "
        "(prop-asynchronous).",
        mistakes=mistakes,
    )


_pair = np.array([[0.0, 2.0], [2.0, 0.0]])
_woke = np.array([[1, 0, 1, 0, 1, 0, 0], [0, 1, 0, 1, 0, 1, 1]]).T
_messages = np.array([[0, 1, 2, 3], [1, 0, 3, 3], [0, 1, 0, 2], [0, 1, 4, 6], [1, 0, 1, 1]])
_examine(
    checks.call(epoch_ends, _pair, _woke, _messages),
    [2, 6],
    what="two nodes and five messages",
    mistakes={
        "A message counts that was sent before the epoch began": [2, 4],
        "Messages count when they arrive, not when they are sent": [1, 3],
        "Rounds are counted from 0": [3, 7],
        "These are the rounds with which epochs begin": [0, 3],
        "These are the lengths of the epochs": [3, 4],
        "A message one way is not enough, an edge has two links": [1, 3, 6],
        "That all have woken is not enough, messages must have arrived": [1, 3, 5],
        "The next epoch begins with the next round": [2, 3, 6],
        "Messages have no order, and count in the round in which they arrive": [3],
        "This is the first epoch only, or the number of epochs": 2,
    },
)
# A path of three nodes: everything arrives at once, but links have two directions.
_path = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
_all = np.ones((6, 3), dtype=int)
_there = [[0, 1, _t, _t] for _t in range(6)] + [[1, 2, _t, _t] for _t in range(6)]
_back = [[1, 0, 1, 1], [2, 1, 2, 2], [1, 0, 4, 4], [2, 1, 3, 3]]
_examine(
    checks.call(epoch_ends, _path, _all, np.array(_there + _back)),
    [2, 4],
    what="a path of three nodes",
    mistakes={"Each link must bring a message, not one link of each node": [1, 4]},
)
_examine(
    checks.call(epoch_ends, _path, _all, np.array([*_there, *_back, [0, 1, 5, 5], [1, 0, 5, 5]])),
    [2, 4],
    what="a path, and two more messages in the last round",
)
_sleepy = _all.copy()
_sleepy[:4, 2] = 0
_examine(
    checks.call(epoch_ends, _path, _sleepy, np.array([*_there, [1, 0, 1, 1], [2, 1, 4, 4]])),
    [4],
    what="a path whose last node wakes in round 4",
)
_examine(
    checks.call(epoch_ends, _path, _all, np.array(_there)),
    [],
    what="a path in one direction only",
)
_none = np.zeros((0, 4), dtype=int)
for _awake, _want in [([[1, 0], [0, 1], [1, 0], [1, 1]], [1, 3]), ([[1, 0], [1, 0]], [])]:
    _examine(
        checks.call(epoch_ends, np.zeros((2, 2)), np.array(_awake), _none),
        _want,
        what="two nodes without an edge, for which waking is enough",
        mistakes={"Without messages to wait for, nodes must have woken all the same": [0, 1, 2, 3]},
    )
### BEGIN HIDDEN TESTS


def _log(rng, n, T, longest):
    """Who woke and what arrived, in order on each link, of a random run."""
    A = np.triu(rng.uniform(0.5, 2, (n, n)) * (rng.random((n, n)) < 0.4), 1)
    A += np.eye(n, k=1)
    A += A.T
    woke = (rng.random((T, n)) < rng.uniform(0.3, 0.8)).astype(int)
    rows, last = [], np.zeros((n, n), dtype=int)
    for t, i in np.argwhere(woke):
        for j in np.flatnonzero(A[i]):
            arrives = max(last[i, j], t + int(rng.integers(0, longest + 1)))
            if arrives < T and rng.random() < 0.8:
                rows.append([i, j, t, arrives])
                last[i, j] = arrives
    return A, woke, rng.permutation(np.array(rows))


def _reference(A, woke, messages):
    """Epoch after epoch: the last of the first rounds in which each thing has happened."""
    T, n = woke.shape
    ends, begin = [], 0
    while True:
        firsts = []
        for i in range(n):
            awake = np.flatnonzero(woke[begin:, i])
            firsts.append(begin + awake[0] if len(awake) else T)
        for i, j in np.argwhere(A > 0):
            of_link = messages[(messages[:, 0] == i) & (messages[:, 1] == j)]
            fresh = of_link[of_link[:, 2] >= begin]
            firsts.append(fresh[:, 3].min() if len(fresh) else T)
        if max(firsts) >= T:
            return ends
        ends.append(int(max(firsts)))
        begin = ends[-1] + 1


_rng = checks.grading_rng("epoch-ends")
for _n, _T, _longest in [(2, 30, 2), (3, 60, 3), (5, 90, 1), (4, 90, 6), (3, 50, 0)]:
    _given = _log(_rng, _n, _T, _longest)
    _examine(
        checks.call(epoch_ends, *_given),
        _reference(*_given),
        what=f"a random run of {_n} nodes and {_T} rounds",
    )
### END HIDDEN TESTS

# %% [markdown]
# The stations, $x = 1$ and $\alpha = 1$: nodes wake in half of the rounds, and a message takes up
# to three more. What does the log promise, and how far are they?

# %%
rng, n, T = np.random.default_rng(3), len(stations.y), 60
degree = A_stations.sum(axis=1)
exact = np.linalg.solve(np.eye(n) + np.diag(degree) - A_stations, means)
ends = np.argwhere(A_stations)  # links, receiver first
w, errors, woke, rows = np.zeros(n), [], np.zeros((T, n), dtype=int), []
heard, due = np.zeros(len(ends)), {}
arrives_last = np.zeros(len(ends), dtype=int)
for t in range(T):
    up = rng.random(n) < 0.5
    total = np.bincount(ends[:, 0], weights=heard, minlength=n)
    w = np.where(up, (means + total) / (1 + degree), w)
    woke[t] = up
    sending = np.flatnonzero(up[ends[:, 1]])
    arrives = np.maximum(arrives_last[sending], t + rng.integers(0, 4, len(sending)))
    arrives_last[sending] = arrives
    for link, time in zip(sending, arrives, strict=True):
        due.setdefault(time, []).append((link, w[ends[link, 1]], t))
    for link, value, sent in due.pop(t, []):
        heard[link] = value
        rows.append([ends[link, 1], ends[link, 0], sent, t])
    errors.append(np.abs(w - exact).max())
over = np.ravel(epoch_ends(A_stations, woke, np.array(rows))).astype(int)
factor = degree.max() / (1 + degree.max())
print("epochs end with the rounds", over)
for k, t in enumerate(over, 1):
    bound = factor**k * np.abs(exact).max()
    print(f"round {t:3d}: error {errors[t]:9.2e} °C, promised {bound:6.2f} °C")
fig, ax = plt.subplots(figsize=(5, 3))
ax.semilogy(errors)
ax.set(xlabel="round", ylabel="largest error (°C)")
plt.show()

# %% [markdown]
# ## Task 8: Discussion (2 points, graded by a person)
#
# About 350 words are enough:
#
# 1. Somebody runs the 207 stations and wants each of them to know the mean of their 207 mean
#    temperatures, to a hundredth of a degree. There is no server. Which of the networks in the
#    table of task 2 do you advise, and which method of the chapter? Name also one network and one
#    method that you advise against. Give a number printed in this notebook for the choice of the
#    network, and one for that of the method: it may speak for what you advise, or against the
#    other. What must hold for the links, so that your method ends at the mean? How many messages
#    would it take if there were a server that all trust?
# 2. The number to which the others tend in task 6 is made of numbers with which nodes started. What
#    of the start of the lost node still counts in it, and what of the starts of the others no
#    longer does? A mean of which numbers is it, with which weights, and do these add up to 1? And
#    in asynchronous GTVMin: where do the others end after a node has left and its neighbours have
#    dropped their edges to it, and why?
# 3. **Prove** that the weights of your task 1 (b), or other ones that keep to its rules, do what
#    they should on every connected graph: no round $w \mapsto P w$ changes $\sum_i m_i w_i$, and
#    every start leads all nodes to $\sum_i m_i w_i / \sum_i m_i$. Say first which properties of $P$
#    you use. (You may use that a real symmetric matrix has a basis of orthogonal eigenvectors.)
#
# | Points | for |
# |---|---|
# | ¼ | part 1: the network and the method that you advise, and a number for each of the two |
# | ¼ | part 1: those that you advise against, what must hold for the links, and the server |
# | ¼ | part 2: what still counts, what no longer does, and which mean that makes |
# | ¼ | part 2: where the others end in GTVMin, and why |
# | ¼ | part 3: the properties of $P$, and that the sum stays |
# | ½ | part 3: that every start leads all nodes to one number |
# | ¼ | part 3: which number that is |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# 1. Averaging by rounds over the four nearest neighbours needs 3651 rounds for a factor 1000, since
#    Finland is long and the gap tiny; four links at random need 54 rounds, with the same number of
#    messages in each, so I would lay links across the map, and not to the nearest. I advise against
#    DGD with a constant step: for a hundredth of a degree its step is about 2e-7 and it takes
#    sixteen million rounds, as consensus is only reached in the limit. Gossip or pairwise meetings
#    do it exactly. This needs links that can join any two places, work both ways, and lose nothing
#    (else push-sum with running sums). With a server that everybody trusts, 414 messages are
#    enough: use it.
# 2. What the lost node gave away earlier stays: part of its value, with weight, sits in the
#    remaining sums. In turn a part of what others gave to it, and what was still under way to it,
#    disappears. So the result is a weighted mean of all starts, in which nodes count unequally,
#    with weights that add up to 1, since they are divided by their sum, what is left of the s_i:
#    neither the old mean nor that of those who stay. Asynchronous GTVMin conserves no sum: when the
#    neighbours drop the edges, the iteration contracts to the solution of the smaller problem,
#    whatever happened before.
# 3. My P has rows that sum to one, no negative entry, positive ones on edges and on the diagonal,
#    zeros elsewhere, and m_i P_ij = m_j P_ji. Let m be the vector of the m_i. Entry j of m^T P is
#    sum_i m_i P_ij = sum_i m_j P_ji = m_j, because row j sums to one. So m^T P w = m^T w: the sum
#    stays. Let S = diag(sqrt(m)). The matrix
#    M = S P S^-1 has the entries sqrt(m_i / m_j) P_ij, and by m_i P_ij = m_j P_ji it is symmetric.
#    So M, and with it P, has n independent eigenvectors and real eigenvalues. Let P u = mu u, and
#    let |u_i| be largest. Then |mu| |u_i| = |sum_j P_ij u_j| <= sum_j P_ij |u_j| <= |u_i|, so
#    |mu| <= 1. If |mu| = 1, equality forces all u_j with P_ij > 0 to be equal, and as P_ii > 0 they
#    equal u_i: then mu = 1, and the argument goes on at the neighbours. The graph is connected, so
#    u is constant. All other eigenvalues are inside (-1, 1), their parts of the start die out, and
#    w tends to a constant c. As m^T w stays, c = m^T w / sum of the m_i.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: links across the map (or as many as can be had), gossip, pairs or tracking, and two
#   numbers of the tables; that of the method may be the rounds of DGD
# - ¼, part 1: nearest neighbours and DGD (or another choice that the numbers speak against),
#   symmetric links without loss, and 2n messages with a server; half of it for two of the three
# - ¼, part 2: what it gave before stays, what it was given is lost; a mean of all starts whose
#   weights are unequal and, divided by the sum of the s_i that are left, add up to 1
# - 0, part 2: "the mean of the starts of those who stay"
# - ¼, part 2: GTVMin has a fixed point and no sum to keep, so it solves the problem without the
#   node
# - ¼, part 3: the properties of P, true of the code above (or of the weights that are stated); the
#   sum by columns of diag(m) P
# - ½, part 3: real eigenvalues with a full set of eigenvectors, by a symmetric matrix that is
#   similar (or another reason why powers converge); size at most one, and only the constant at size
#   one
# - ¼ of these: the argument with the largest entry, without why powers converge
# - ¼, part 3: the constant from the sum that stays
# ### END SOLUTION
