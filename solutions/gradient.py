# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Downhill together: gradient steps in a federation
#
# The solution of GTVMin is one system of linear equations, and nobody holds its matrix. Each
# weather station knows its own temperatures and its own neighbours. In this assignment you let them
# walk downhill: with messages to neighbours (FedGD), through a server (FedAvg), with random batches
# (SGD), and with steps that are never too long (prox). It belongs to the chapter *Gradient methods
# and federated algorithms* of the book.
#
# **When you are done you can**
#
# - choose a step size from eigenvalues, or from what two trial runs show, and count the steps,
# - stop an iteration by what can be observed,
# - write a gradient step as the work of one node that knows its neighbours' messages only,
# - say what FedAvg computes and where it goes wrong if clients do more than one step at a time,
#   also if they are not equally fast.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Step size | `plan_from_logs` and `own_start` | 0.5 + 0.5 |
# | 2 Descent | `descend` | 1 |
# | 3 FedGD, one node | `node_update` | 1 for one parameter, 1 for any weights and a network |
# | 4 FedAvg, one round | `fedavg_round` | 1 for one local step, 1 for unequal numbers |
# | 5 Proximal step | `prox_step` | 1 |
# | 6 Random batches | `sgd` | 1 for the steps, 1 for the batches |
# | 7 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.gradient` holds finished answers: compare with them, but an answer that uses
# them, also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(n,)` or
# `(n, 1)`. Numbers may deviate by $10^{-5}$ of the largest entry.
#
# Names such as `eq-gradient-step` in docstrings and hints are labels of the chapter's formulas; a
# check that fails says which number the book prints. Before you hand in, restart the kernel and run
# all cells.
#
# **Your data.** The next cell says which variant of the data of task 1 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_problem(rng):
    """Q and q of a problem with four parameters, a step size that is too long, and a distance."""
    u = rng.choice([-2.0, -1.0, 1.0, 2.0], 4)
    Q = np.diag(np.round(rng.uniform(1.0, 2.0, 4), 1)) + np.outer(u, u)
    q = np.round(rng.uniform(-9.0, 9.0, 4), 1)
    return Q, q, round(1.3 / (1.0 + float(u @ u)), 3), round(float(rng.uniform(1.0, 5.0)), 1)


own_Q, own_q, own_eta, own_distance = own_problem(own_data.rng("own-start"))
print(f"Variant {VARIANT}: step size {own_eta}, distance {own_distance}, q = {own_q}, and Q")
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
# stations of the Finnish Meteorological Institute. `y[i]` holds the $m_i$ temperatures of station
# $i$, and `A` joins each station to its 4 nearest ones, with weights 1.

# %% tags=["given", "id:data"]
stations = load_fmi("simulated")
y = stations.y
A = knn_graph(stations.latlon, 4).toarray()
n = len(y)
print(f"{n} stations, {int(A.sum() / 2)} edges")

# %% [markdown]
# ## Task 1: Step size (1 point)
#
# All problems of this assignment are to minimise $f(w) = w^\top Q w + q^\top w$ with a symmetric,
# positive definite $Q$. A gradient step is
#
# $$w^{(t+1)} = w^{(t)} - \eta \bigl( 2 Q w^{(t)} + q \bigr). \tag{eq-gradient-step}$$
#
# With the eigenvalues $\lambda_j$ of $Q$, the best step size and its factor are
#
# $$\eta^\star = \frac{1}{\lambda_{\min} + \lambda_{\max}}, \qquad
# \kappa_{\text{GD}}(\eta^\star) = \frac{\lambda_{\max} - \lambda_{\min}}
# {\lambda_{\max} + \lambda_{\min}}, \tag{eq-eta-star}$$
#
# and then an error shrinks to a fraction $\epsilon$ of the first one within
# $t = \lceil \log(1/\epsilon) / \log(1/\kappa_{\text{GD}}) \rceil$ steps (eq-iteration-bound). But
# **nobody holds $Q$**: the data stay at the stations. All that there is are the logs of two trial
# runs, with the distance to the solution after each step:
#
# - `slow`, with a step size `eta_slow` far below $\eta^\star$, so that all errors shrink;
# - `wild`, with a step size `eta_wild` that is too long, so that the distance grows in the end.
#
# In each log one direction of error outlives the others, and the **end** of the log shows what a
# step does to it.
#
# **(a)** Write `plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy)`, which finds the two
# eigenvalues and returns $\eta^\star$, $\kappa_{\text{GD}}(\eta^\star)$ and $t$ for $\epsilon$ =
# `accuracy`. The logs are long enough for 0.1 per cent, and so much is asked.


# %% tags=["given", "id:tool"]
def step_plan(Q, accuracy):
    """Best step size, its factor and the number of steps, for one who holds Q: given, for later."""
    eigenvalues = np.linalg.eigvalsh(Q)
    low, high = eigenvalues[0], eigenvalues[-1]
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["answer", "id:plan-from-logs"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    """Best step size, its factor (eq-eta-star) and the steps (eq-iteration-bound), from two logs.

    slow, wild: arrays of distances to the solution, entry t after t steps, with the step sizes
    eta_slow and eta_wild;  accuracy: number between 0 and 1.
    Returns eta, factor, steps: two numbers and a whole number.
    """
    ### BEGIN SOLUTION
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# A step multiplies the error in direction j by 1 - 2 eta lambda_j. Which j lasts longest if all
# factors are between 0 and 1, and which one grows most if some are below -1? The distance shows the
# absolute value of the factor: mind its sign.

# %% [markdown]
# By hand: `slow` = (12, 9.1, 7.2, 5.76, 4.608) with $\eta = 0.05$ ends with the factor 0.8, and
# `wild` = (3, 2.9, 5, 9, 16.2) with $\eta = 0.2$ with a factor of size 1.8. The eigenvalues are 2
# and 7. So $\eta^\star = \frac19$ and the factor is $\frac59$. For the accuracy $0.01$,
# $\log 100 / \log 1.8 = 7.83$, so 8 steps.

# %% [markdown]
# **Predict, commit, then compute.** For the accuracy 0.01, the eigenvalues 2 and 7 make 8 steps.
# How many do 2 and 70 make? Put your number in place of the dots and run the cell before the
# checks: who has named a number notices where intuition was off. It earns and costs no points; when
# the checks pass, they show it beside the result.

# %%
from flcourse.grading.practice import predict

predict("plan-from-logs", ...)

# %% tags=["tests", "id:plan-from-logs-tests", "points:0.5", "folded:it knows the prediction"]
import numpy as np

from flcourse.grading import checks

checks.own(plan_from_logs, "flcourse.gradient")

_slow = np.array([12.0, 9.1, 7.2, 5.76, 4.608])
_wild = np.array([3.0, 2.9, 5.0, 9.0, 16.2])
for _accuracy, _steps, _exact in [(0.01, 8, 7.834700), (0.005, 10, 9.014014)]:
    _got = checks.parts(
        checks.call(plan_from_logs, _slow, 0.05, _wild, 0.2, _accuracy),
        3,
        what="plan_from_logs",
        hint="return eta, factor, steps (eq-eta-star).",
    )
    checks.close(
        _got[0],
        1 / 9,
        what="eta of plan_from_logs",
        hint="1 divided by the sum of the two eigenvalues, here 2 and 7 (eq-eta-star).",
        mistakes={
            "The factor of wild is negative, its size is 2 eta lambda_max - 1": 1 / (2 + 2),
            "The 2 of the gradient 2 Q w + q is missing": 1 / (4 + 14),
            "The logs are exchanged": 1 / ((1 - 1.8) / 0.4 + (1 + 0.8) / 0.1),
            "The step sizes are exchanged": 1 / (0.2 / 0.4 + 2.8 / 0.1),
            "The beginning of the logs is read, where all directions have a part": 1
            / ((1 - 9.1 / 12) / 0.1 + (1 + 2.9 / 3) / 0.4),
            "The mean factor over the whole log is read, not that at its end": 1
            / ((1 - (4.608 / 12) ** 0.25) / 0.1 + (1 + (16.2 / 3) ** 0.25) / 0.4),
            "Only the largest eigenvalue is used": 1 / 7,
            "Only the smallest eigenvalue is used": 1 / 2,
            "The factor is 1, not 2: see eq-eta-star": 2 / 9,
            "This is eta_slow": 0.05,
        },
        tol=1e-3,
    )
    checks.close(
        _got[1],
        5 / 9,
        what="factor of plan_from_logs",
        hint="the difference of the two eigenvalues over their sum (eq-eta-star).",
        mistakes={
            "This is lambda_min / lambda_max": 2 / 7,
            "This is the condition number": 3.5,
            "This is 1 minus the factor": 4 / 9,
            "The sign is flipped": -5 / 9,
            "This is the factor of the slow run": 0.8,
        },
        tol=1e-3,
    )
    checks.close(
        _got[2],
        _steps,
        what=f"steps of plan_from_logs for the accuracy {_accuracy}",
        hint="round the quotient of the logarithms up (eq-iteration-bound).",
        mistakes={
            "This is rounded down": _steps - 1,
            "This is not rounded": _exact,
            "The sign is lost, logarithms of numbers below 1 are negative": -_steps,
            "This is for the factor of the slow run": np.ceil(np.log(_accuracy) / np.log(0.8)),
        },
    )
checks.predicted("plan-from-logs", np.ceil(np.log(0.01) / np.log(68 / 72)), "it takes {} steps")
### BEGIN HIDDEN TESTS


def _log(values, start, eta, steps):
    """Distances of gradient descent, direction by direction."""
    factors = 1 - 2 * eta * values
    return np.array([np.linalg.norm(start * factors**t) for t in range(steps + 1)])


_rng = checks.grading_rng("plan-from-logs")
for _p in [2, 3, 5, 8]:
    _low, _high = _rng.uniform(0.5, 2), _rng.uniform(8, 20)
    _inner = np.sort(_rng.uniform(1.6 * _low, 0.8 * _high, _p - 2))
    _values = np.array([_low, *_inner, _high])
    _start = _rng.uniform(1, 3, _p)
    _eta_slow, _eta_wild = 0.4 / _high, 1.3 / _high
    _slow = _log(_values, _start, _eta_slow, 400)
    _wild = _log(_values, _start, _eta_wild, 60)
    _factor = (_high - _low) / (_high + _low)
    _steps = int(_rng.integers(4, 30))
    _accuracy = float(_factor ** (_steps - 0.5))
    _got = checks.parts(
        checks.call(plan_from_logs, _slow, _eta_slow, _wild, _eta_wild, _accuracy),
        3,
        what="plan_from_logs",
        hint="return eta, factor, steps (eq-eta-star).",
    )
    checks.close(
        _got[0],
        1 / (_low + _high),
        what=f"eta of plan_from_logs for {_p} parameters",
        hint="read both eigenvalues off the ends of the logs (eq-eta-star).",
        tol=1e-3,
    )
    checks.close(
        _got[1],
        _factor,
        what=f"factor of plan_from_logs for {_p} parameters",
        hint="the difference of the two eigenvalues over their sum (eq-eta-star).",
        tol=1e-3,
    )
    checks.close(
        _got[2],
        _steps,
        what=f"steps of plan_from_logs for {_p} parameters",
        hint="round the quotient of the logarithms up (eq-iteration-bound).",
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** "With a step size above $1/\lambda_{\max}$, gradient descent runs away from every start
# but the solution itself." Refute it for **your own problem**: `own_Q` and `own_q` of the first
# cell, with the step size `own_eta`, which is that long. Construct a start $w^{(0)}$ at the
# distance `own_distance` from the solution $\widehat w$, from which ten steps (eq-gradient-step)
# lead to **less than half** of that distance. Write `own_start()`, without arguments; it may
# compute the vector, or hold its four numbers with at least seven digits.


# %% tags=["answer", "id:own-start"]
def own_start():
    """A start from which steps that are too long do come nearer (eq-gradient-step).

    Returns w: (4,) array, at the distance own_distance from the solution for own_Q and own_q.
    """
    ### BEGIN SOLUTION
    solution = np.linalg.solve(own_Q, -own_q / 2)
    return solution + own_distance * np.linalg.eigh(own_Q)[1][:, 0]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# A step multiplies the part of the error in the direction of an eigenvector by 1 - 2 eta lambda_j.
# Compute these factors: for which j does the part shrink, and for which does it grow? Where is the
# solution: where is the gradient 2 Q w + q zero?

# %% tags=["tests", "id:own-start-tests", "points:0.5"]
import numpy as np

from flcourse.grading import checks

checks.own(own_start, "flcourse.gradient")


def _own_problem(rng):
    u = rng.choice([-2.0, -1.0, 1.0, 2.0], 4)
    Q = np.diag(np.round(rng.uniform(1.0, 2.0, 4), 1)) + np.outer(u, u)
    q = np.round(rng.uniform(-9.0, 9.0, 4), 1)
    return Q, q, round(1.3 / (1.0 + float(u @ u)), 3), round(float(rng.uniform(1.0, 5.0)), 1)


def _look(got, rng):
    Q, q, eta, distance = _own_problem(rng)
    checks.shape(
        got, (4,), what="own_start", hint="one number for each parameter (eq-gradient-step)."
    )
    start = checks.numbers(got, what="own_start", hint="see eq-gradient-step.").ravel()
    solution = -np.linalg.solve(Q, q) / 2
    error = start - solution

    def off(point):
        """Whether the start has the right distance from this point instead."""
        return bool(abs(np.linalg.norm(start - point) - distance) <= 1e-5 * distance)

    far = float(np.linalg.norm(error))
    known = {
        "This is the distance from 0": off(0 * q),
        "The sign of q is lost in the solution": off(-solution),
        "The factor 1/2 is lost in the solution": off(2 * solution),
        "The factor 1/2 of the solution is there twice": off(solution / 2),
        "This is the square of the distance": bool(
            abs(far**2 - distance) <= 1e-5 * distance and abs(distance - 1) > 1e-3
        ),
        "This is the solution itself": bool(far <= 1e-5 * distance),
    }
    checks.close(
        far,
        distance,
        what="the distance of own_start from the solution",
        hint="at the solution 2 Q w + q is 0 (eq-gradient-step).",
        mistakes={words: far if found else -1.0 for words, found in known.items()},
    )
    wild = np.linalg.eigh(Q)[1][:, -1]
    only, at = bool(abs(error @ wild) > 0.999 * far), start
    for _ in range(10):
        at = at - eta * (2 * Q @ at + q)
    left = float(np.linalg.norm(at - solution)) / far
    checks.holds(
        left < 0.5,
        what="the distance of own_start after ten steps",
        expected="less than half of the first distance",
        got=f"{left:.4g} of it"
        + ", the error has the direction that grows and no other" * only
        + f", {abs(error @ wild) / far:.1g} of the error has the direction that grows"
        * (not only and left > 1),
        hint="no part of the error may have a factor below -1 (eq-gradient-step).",
    )


checks.own_data("own-start", checks.call(own_start), _look)

# %% [markdown]
# With $x = 1$ the matrix of GTVMin is $Q = I + \alpha L$ for the Laplacian $L$ of the graph. Strong
# coupling is slow. Who holds $Q$ computes its eigenvalues; who does not runs two trials. Cells like
# the next one are yours to change.

# %%
L = np.diag(A.sum(axis=1)) - A
start = np.random.default_rng(4).normal(size=n)
for alpha in [0.1, 1]:
    Q = np.eye(n) + alpha * L
    eta, factor, steps = step_plan(Q, 1e-6)
    logs = {"slow": (0.4 * eta, 300), "wild": (1.2 * eta, 300)}
    for name, (trial, length) in logs.items():
        step, error, distances = np.eye(n) - 2 * trial * Q, start, []
        for _ in range(length):
            distances.append(np.linalg.norm(error))
            error = step @ error
        logs[name] = np.array(distances)
    read = plan_from_logs(logs["slow"], 0.4 * eta, logs["wild"], 1.2 * eta, 1e-6)
    print(f"alpha = {alpha:4g}: eta = {eta:.4f}, factor {factor:.4f}, {steps} steps for 1e-6;")
    print(f"    read off: eta = {read[0]:.4f}, factor {read[1]:.4f}, {read[2]} steps")

# %% [markdown]
# ## Task 2: Descent (1 point)
#
# The error contains the solution, which is not known. What can be observed is the residual
#
# $$r(w) = \frac{\lVert Q w + q/2 \rVert}{\lVert q/2 \rVert}, \tag{eq-residual}$$
#
# which is half the gradient in relative terms. Write `descend(Q, q, eta, tol, max_steps)`, which
# starts at $w = 0$ and repeats gradient steps (eq-gradient-step) until $r(w) \le$ `tol`, but makes
# at most `max_steps` of them. Return the $w$ that was reached and the number of steps that were
# made. If the start is good enough, that is 0. No step size of the checks makes $w$ grow without
# bound.


# %% tags=["answer", "id:descend"]
def descend(Q, q, eta, tol, max_steps):
    """Gradient descent from 0 until the residual (eq-residual) is at most tol.

    Q: (p, p) array;  q: (p,) array, not 0;  eta, tol: numbers > 0;  max_steps: integer >= 0.
    Returns w, steps: a (p,) array and a whole number <= max_steps.
    """
    ### BEGIN SOLUTION
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Measure the residual before each step and stop as soon as it is small enough: so a start that is
# good enough needs no step. The gradient is 2 Q w + q; a while loop with a counter does both
# limits.

# %% [markdown]
# By hand: $f(w) = 2 w^2 - 32 w$ has its minimum at 8, and with $\eta = \frac{1}{16}$ each step
# leaves $\frac34$ of the way: $0, 2, 3.5, \dots$ The residuals are $0.75^t$, after 6 steps $0.178$
# and after 7 steps $0.133$. So `tol` = 0.15 stops after 7 steps. For
# $Q = \begin{pmatrix} 1 & 0\\ 0 & 3 \end{pmatrix}$ and $q = (-2, -6)$ the step size $\frac18$
# leaves the errors $0.75^t$ and $0.25^t$.

# %% tags=["tests", "id:descend-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(descend, "flcourse.gradient")

_far = 8 * (1 - 0.75 ** np.arange(51.0))  # the places of the walk
_got = checks.parts(
    checks.call(descend, np.array([[2.0]]), np.array([-32.0]), 1 / 16, 0.15, 50),
    2,
    what="descend",
    hint="return w, steps (alg-gradient-descent).",
)
checks.shape(
    _got[0],
    (1,),
    what="w of descend",
    hint="w has one entry for each row of Q, also if there is only one (eq-gradient-step).",
    mistakes={"This holds all places of the walk, only the last is wanted": (8, 1)},
)
checks.close(
    _got[0],
    [_far[7]],
    what="w of descend for one parameter",
    hint="repeat eq-gradient-step while the residual eq-residual is above tol.",
    mistakes={
        "This is one step before the residual is small enough": _far[6],
        "One step too many is made": _far[8],
        "The residual is compared with tol before it is divided by ||q/2||": _far[17],
        "The gradient is compared with tol, not the relative residual": _far[19],
        "The whole gradient is divided by ||q/2||, the residual is half of it": _far[10],
        "The length of the last step is compared with tol": _far[11],
        "This is the minimum, the walk should stop by the residual before": 8.0,
        "The factor 2 is missing, the gradient is 2Qw + q": 8 * (1 - 0.875**15),
        "The step takes Qw + q, the gradient is 2Qw + q": 16 * (1 - 0.875**5),
        "The sign is flipped, this walks uphill": 8 * (1 - 1.25**50),
        "No step is made": 0.0,
        "The results come in the other order": 7.0,
    },
)
checks.close(
    _got[1],
    7,
    what="steps of descend for one parameter",
    hint="count the gradient steps that were made, the start is none (eq-gradient-step).",
    mistakes={
        "This is one too many, the start is no step": 8,
        "This is one too few": 6,
        "This is max_steps": 50,
        "This is how many steps were left": 43,
    },
)
_Q, _q = np.array([[1.0, 0.0], [0.0, 3.0]]), np.array([-2.0, -6.0])


def _place(t):
    return 1 - np.array([0.75, 0.25]) ** t


for _limit, _steps, _what in [
    (50, 3, "for two parameters"),
    (2, 2, "for two parameters and at most 2 steps"),
    (0, 0, "for two parameters and at most 0 steps"),
]:
    _got = checks.parts(
        checks.call(descend, _Q, _q, 1 / 8, 0.18, _limit),
        2,
        what="descend",
        hint="return w, steps (alg-gradient-descent).",
    )
    checks.close(
        _got[0],
        _place(_steps),
        what=f"w of descend {_what}",
        hint="stop when the residual eq-residual is at most tol, or after max_steps.",
        mistakes={
            "max_steps is not kept": _place(3),
            "One step too many is made, max_steps is not kept": _place(_steps + 1),
            "One step too few, or the largest entry of Qw + q/2 is compared, not its norm": (
                _place(_steps - 1)
            ),
            "This compares the error of w with tol, which nobody can observe": _place(5),
            "This is the minimum, the walk should stop by the residual before": _place(50),
        },
    )
    checks.close(
        _got[1],
        _steps,
        what=f"steps of descend {_what}",
        hint="count the gradient steps that were made, the start is none (eq-gradient-step).",
        mistakes={"max_steps is not kept": 3, "This is one too many": _steps + 1},
    )
### BEGIN HIDDEN TESTS


def _reference(Q, q, eta, tol, max_steps):
    """The same walk in the coordinates of the eigenvectors, where each has a factor of its own."""
    eigenvalues, U = np.linalg.eigh(Q)
    goal = -(U.T @ q) / 2 / eigenvalues
    for t in range(max_steps + 1):
        error = -goal * (1 - 2 * eta * eigenvalues) ** t
        small = np.linalg.norm(eigenvalues * error) / np.linalg.norm(q / 2)
        if small <= tol or t == max_steps:
            return U @ (goal + error), t
    return None


# The residuals are 1, 0.34, 0.19: 2 steps for 0.3, though the largest entry is at 0.25 after one;
# and none for 1, which the start keeps exactly, as ||q/2|| is 5.
for _q, _tol, _steps, _mistakes in [
    ([-2.0, -6.0], 0.3, 2, {"The largest entry is measured, the norm is the Euclidean one": 1}),
    ([-6.0, -8.0], 1.0, 0, {"The start has the residual 1, at most tol, and needs no step": 1}),
]:
    _got = checks.parts(
        checks.call(descend, np.diag([1.0, 3.0]), np.array(_q), 1 / 8, _tol, 50),
        2,
        what="descend",
        hint="return w, steps (alg-gradient-descent).",
    )
    checks.close(
        _got[1],
        _steps,
        what=f"steps of descend for two parameters and tol = {_tol:g}",
        hint="stop as soon as the residual eq-residual is at most tol.",
        mistakes=_mistakes,
    )
_rng = checks.grading_rng("descend")
for _p, _tol, _limit in [(1, 1e-4, 500), (3, 1e-3, 500), (5, 0.03, 500), (4, 1e-9, 7), (6, 1.5, 9)]:
    _F = _rng.normal(size=(3 * _p, _p))
    _Q, _q = _F.T @ _F / (3 * _p) + 0.2 * np.eye(_p), _rng.normal(0, 5, _p)
    _eta = _rng.uniform(0.3, 0.9) / np.linalg.eigvalsh(_Q)[-1]
    _w, _steps = _reference(_Q, _q, _eta, _tol, _limit)
    _where = f"of descend for {_p} parameters, tol = {_tol:g} and max_steps = {_limit}"
    _got = checks.parts(
        checks.call(descend, _Q, _q, _eta, _tol, _limit),
        2,
        what="descend",
        hint="return w, steps (alg-gradient-descent).",
    )
    checks.close(
        _got[0],
        _w,
        what=f"w {_where}",
        hint="stop when the residual eq-residual is at most tol, or after max_steps.",
    )
    checks.close(
        _got[1],
        _steps,
        what=f"steps {_where}",
        hint="count the gradient steps that were made (eq-gradient-step).",
        mistakes={"This is one too many": _steps + 1, "This is one too few": _steps - 1},
    )
### END HIDDEN TESTS

# %% [markdown]
# GTVMin for the stations, by walking instead of solving. The server who walks here holds all data.

# %%
means = np.array([y_i.mean() for y_i in y])
Q, q = np.eye(n) + L, -2 * means
eta, factor, steps = step_plan(Q, 1e-6)
w_stations, made = descend(Q, q, eta, 1e-6, 1000)
error = np.linalg.norm(w_stations - np.linalg.solve(Q, means)) / np.linalg.norm(means)
print(f"{made} steps made, at most {steps} expected, relative error {error:.1e}")

# %% [markdown]
# ## Task 3: FedGD, one node (2 points)
#
# No server is needed. Row block $i$ of the gradient step on GTVMin is
#
# $$w_i^{(t+1)} = w_i^{(t)} + \eta \Bigl[ \tfrac{2}{m_i} X_i^\top \bigl( y_i - X_i w_i^{(t)} \bigr)
# + 2 \alpha \sum_{j \in \mathcal N_i} A_{ij} \bigl( w_j^{(t)} - w_i^{(t)} \bigr) \Bigr],
# \tag{eq-fedgd-message}$$
#
# and everything in it is either at node $i$ or comes in a message from a neighbour. Write the work
# of one node in one round, `node_update(w_i, X_i, y_i, messages, weights, alpha, eta)`: row $k$ of
# `messages` holds the parameters of the $k$-th neighbour, and `weights[k]` the weight of the edge
# to it. A node without neighbours gets arrays with no rows.
#
# One point is for one parameter with $x = 1$ and edges of weight 1, the case of our stations. The
# other is for any number of parameters and any weights, and for a whole network: the rounds of all
# nodes together must equal gradient descent on $Q$ and $q$ of GTVMin (prop-fedgd).


# %% tags=["answer", "id:node-update"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    """New parameters of a node after a round of FedGD (eq-fedgd-message).

    w_i: (d,) array;  X_i: (m_i, d) array;  y_i: (m_i,) array;  alpha, eta: numbers >= 0.
    messages: (k, d) array, the parameters of the k neighbours;  weights: (k,) array;  k may be 0.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The own gradient is 2/m_i X_i^T (X_i w_i - y_i); the step goes against it. For the neighbours,
# weights @ (messages - w_i) adds all weighted differences at once, and gives zeros when there are
# none.

# %% [markdown]
# By hand: a node with $w_i = 5$ has measured 1 and 4, and its three neighbours send 7, 2 and 9. Its
# own data pull with $2 \cdot (2.5 - 5) = -5$. With $\alpha = 0.2$ the neighbours pull with
# $0.4 \cdot (2 - 3 + 4) = 1.2$. So $\eta = 0.1$ leads to $5 - 0.38 = 4.62$.

# %% tags=["tests", "id:node-update-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(node_update, "flcourse.gradient")

_X, _y, _w = np.ones((2, 1)), np.array([1.0, 4.0]), np.array([5.0])
_got = checks.call(node_update, _w, _X, _y, np.array([[7.0], [2.0], [9.0]]), np.ones(3), 0.2, 0.1)
checks.shape(
    _got,
    (1,),
    what="node_update",
    hint="w_i keeps its shape (eq-fedgd-message).",
    mistakes={
        "There is a row for each neighbour, add them": (3, 1),
        "There is an entry for each sample, the mean is missing": (2,),
    },
)
checks.close(
    _got,
    4.62,
    what="node_update for one parameter",
    hint="own gradient with 2/m_i, and 2 alpha times the sum of w_j - w_i (eq-fedgd-message).",
    mistakes={
        "The factor 1/m_i is missing": 5 + 0.1 * (-10 + 1.2),
        "The factor 2 of the own gradient is missing": 5 + 0.1 * (-2.5 + 1.2),
        "The factor 2 in front of alpha is missing": 5 + 0.1 * (-5 + 0.6),
        "Both factors 2 are missing": 5 + 0.1 * (-2.5 + 0.6),
        "The messages are averaged, but they should be added": 5 + 0.1 * (-5 + 0.4),
        "alpha is ignored": 5 + 0.1 * (-5 + 6),
        "alpha is squared": 5 + 0.1 * (-5 + 0.24),
        "The neighbours are ignored": 4.5,
        "The own data are ignored": 5.12,
        "The sign is flipped, this walks uphill": 5.38,
        "The neighbours push away, the sign of w_j - w_i is flipped": 5 + 0.1 * (-5 - 1.2),
        "The own data push away, the sign of the own gradient is flipped": 5 + 0.1 * (5 + 1.2),
        "The messages are added without subtracting w_i": 5 + 0.1 * (-5 + 0.4 * 18),
        "w_i is subtracted once, not for each neighbour": 5 + 0.1 * (-5 + 0.4 * 13),
        "eta is ignored": 1.2,
        "This is the change, add it to w_i": -0.38,
        "This is the direction, multiply it by eta and add it to w_i": -3.8,
        "eta multiplies only the own gradient": 5 - 0.5 + 1.2,
        "The neighbours pull after the own step, both should start from the same w_i": 4.68,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("node-update")
for _m, _k in [(3, 2), (7, 5), (1, 1), (4, 0)]:
    _X, _y, _w = np.ones((_m, 1)), _rng.normal(5, 4, _m), _rng.normal(5, 2, 1)
    _messages, _alpha, _eta = _rng.normal(5, 2, (_k, 1)), _rng.uniform(0.2, 3), 0.07
    _own = 2 * (sum(_y) / _m - _w[0])
    _others = sum(2 * _alpha * (_w_j[0] - _w[0]) for _w_j in _messages)
    checks.close(
        checks.call(node_update, _w, _X, _y, _messages, np.ones(_k), _alpha, _eta),
        _w + _eta * (_own + _others),
        what=f"node_update for a node with {_m} samples and {_k} neighbours",
        hint="own gradient with 2/m_i, and 2 alpha times the sum of w_j - w_i (eq-fedgd-message).",
        mistakes={
            "The factor 1/m_i is missing": _w + _eta * (_m * _own + _others),
            "The messages are averaged, but they should be added": _w
            + _eta * (_own + _others / max(_k, 1)),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, two parameters: the rows $(1, 0), (1, 2)$ with the labels 3 and 7 and $w_i = (1, 1)$
# leave the errors 2 and 4, so the own data pull with $\frac22 (6, 8)$. Messages $(2, 0)$, $(0, 3)$
# and $(3, 1)$ with the weights 3, $\frac12$ and 1 pull with
# $2 \alpha \bigl( 3 \cdot (1, -1) + \frac12 (-1, 2) + (2, 0) \bigr) = 2 \alpha\, (4.5, -2)$. So
# $\alpha = 2.5$ and $\eta = \frac18$ move the node to $(4.5625, 0.75)$.

# %% tags=["tests", "id:node-update-network-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(node_update, "flcourse.gradient")

_X, _y, _w = np.array([[1.0, 0.0], [1.0, 2.0]]), np.array([3.0, 7.0]), np.ones(2)
_messages = np.array([[2.0, 0.0], [0.0, 3.0], [3.0, 1.0]])
_weights = np.array([3.0, 0.5, 1.0])
_got = checks.call(node_update, _w, _X, _y, _messages, _weights, 2.5, 0.125)
checks.shape(
    _got,
    (2,),
    what="node_update",
    hint="w_i keeps its shape (eq-fedgd-message).",
    mistakes={"There is a row for each neighbour, add them": (3, 2)},
)
_own, _others = np.array([6.0, 8.0]), np.array([22.5, -10.0])


def _moved(own, others):
    return 1 + (np.array(own) + np.array(others)) / 8


checks.close(
    _got,
    [4.5625, 0.75],
    what="node_update for two parameters",
    hint="each difference w_j - w_i is multiplied by the weight of its edge (eq-fedgd-message).",
    mistakes={
        "The weights of the edges are lost": _moved(_own, [10.0, 5.0]),
        "The weighted messages are averaged, but they should be added": _moved(_own, _others / 4.5),
        "The messages are averaged, but they should be added": _moved(_own, _others / 3),
        "The weights are squared": _moved(_own, [53.75, -42.5]),
        "The weights are in the wrong order": _moved(_own, [32.5, 0.0]),
        "The factor 1/m_i is missing": _moved(2 * _own, _others),
        "The factor 2 of the own gradient is missing": _moved(_own / 2, _others),
        "The factor 2 in front of alpha is missing": _moved(_own, _others / 2),
        "Both factors 2 are missing": _moved(_own / 2, _others / 2),
        "alpha is ignored": _moved(_own, _others / 2.5),
        "alpha is squared": _moved(_own, _others * 2.5),
        "The neighbours are ignored": _moved(_own, 0.0),
        "The own data are ignored": _moved(0.0, _others),
        "The sign is flipped, this walks uphill": _moved(-_own, -_others),
        "The neighbours push away, the sign of w_j - w_i is flipped": _moved(_own, -_others),
        "The own data push away, the sign of the own gradient is flipped": _moved(-_own, _others),
        "The messages are added without subtracting w_i": _moved(_own, [45.0, 12.5]),
        "w_i is subtracted once, not for each neighbour": _moved(_own, [40.0, 7.5]),
        "eta is ignored": 1 + _own + _others,
        "This is the change, add it to w_i": (_own + _others) / 8,
        "This is the direction, multiply it by eta and add it to w_i": _own + _others,
        "eta multiplies only the own gradient": 1 + _own / 8 + _others,
        "The neighbours pull after the own step, both should start from the same w_i": (
            np.array([2.453125, -2.0625])
        ),
        "X_i is not transposed, its rows and columns are mixed up": _moved([2.0, 10.0], _others),
    },
)
checks.close(
    checks.call(node_update, _w, _X, _y, np.zeros((0, 2)), np.zeros(0), 2.5, 0.125),
    [1.75, 2.0],
    what="node_update for a node without neighbours",
    hint="a sum over no neighbours is 0, the own gradient stays (eq-fedgd-message).",
)
### BEGIN HIDDEN TESTS


def _instance(rng, n, d):
    """A random network: weights, some nodes without an edge, data sets of different sizes."""
    A = np.triu(rng.uniform(0.2, 3, (n, n)) * (rng.random((n, n)) < 0.6), 1)
    A[:, -1] = 0
    X = [rng.normal(size=(int(rng.integers(1, 8)), d)) for _ in range(n)]
    y = [rng.normal(2, 3, len(X_i)) for X_i in X]
    return A + A.T, X, y


def _system(A, X, y, alpha):
    """Q and q of GTVMin, entry by entry."""
    n, d = len(y), X[0].shape[1]
    Q, q = np.zeros((n, d, n, d)), np.zeros((n, d))
    for i in range(n):
        Q[i, :, i, :] = X[i].T @ X[i] / len(y[i])
        q[i] = -2 / len(y[i]) * X[i].T @ y[i]
        for j in range(n):
            for a in range(d):
                Q[i, a, i, a] += alpha * A[i, j]
                Q[i, a, j, a] -= alpha * A[i, j]
    return Q.reshape(n * d, n * d), q.ravel()


_rng = checks.grading_rng("node-update-network")
for _n, _d, _alpha in [(5, 2, 0.7), (4, 3, 2.0), (6, 1, 0.1)]:
    _A, _X, _y = _instance(_rng, _n, _d)
    _Q, _q = _system(_A, _X, _y, _alpha)
    _eta = 0.8 / np.linalg.eigvalsh(_Q)[-1]
    _W = _rng.normal(size=(_n, _d))
    for _ in range(3):
        _want = _W.ravel() - _eta * (2 * _Q @ _W.ravel() + _q)
        _new = np.zeros((_n, _d))
        for _i in range(_n):
            _j = np.flatnonzero(_A[_i])
            _got = checks.call(
                node_update, _W[_i], _X[_i], _y[_i], _W[_j], _A[_i, _j], _alpha, _eta
            )
            checks.shape(
                _got, (_d,), what="node_update", hint="w_i keeps its shape (eq-fedgd-message)."
            )
            _new[_i] = np.reshape(
                checks.numbers(_got, what="node_update", hint="see eq-fedgd-message."), _d
            )
        checks.close(
            _new.ravel(),
            _want,
            what=f"a round of FedGD by node_update on {_n} nodes with {_d} parameters each",
            hint="all nodes together do the step of the matrix Q (eq-fedgd-message, prop-fedgd).",
        )
        _W = _want.reshape(_n, _d)
### END HIDDEN TESTS

# %% [markdown]
# Run the network: each station uses its own temperatures and what its neighbours sent. All messages
# of a round leave before anybody moves.

# %%
neighbours = [np.flatnonzero(A_i) for A_i in A]
ones = [np.ones((len(y_i), 1)) for y_i in y]
W, alpha, eta = np.zeros((n, 1)), 1.0, 0.05
for t in range(101):
    if t % 25 == 0:
        distance = np.linalg.norm(W.ravel() - np.linalg.solve(Q, means))
        print(f"after {t:3d} rounds: distance to the solution {distance:8.4f} °C")
    W = np.array(
        [
            np.reshape(node_update(W[i], ones[i], y[i], W[j], A[i, j], alpha, eta), 1)
            for i, j in enumerate(neighbours)
        ]
    )

# %% [markdown]
# ## Task 4: FedAvg, one round (2 points)
#
# Now a server wants *one* model for all clients, the minimum of the pooled risk
#
# $$f(w) = \sum_i p_i L_i(w), \qquad p_i = \frac{m_i}{\sum_j m_j}, \qquad
# L_i(w) = \tfrac{1}{m_i} \lVert y_i - X_i w \rVert^2. \tag{eq-pooled-risk}$$
#
# In a round of FedAvg (alg-fedavg) the server sends $w$ to all clients; every client starts from
# this $w$ and makes $E$ gradient steps $w_i \leftarrow w_i - \eta \nabla L_i(w_i)$ on its own data;
# the server takes the mean $\sum_i p_i w_i$ of what comes back, which counts every client by its
# number of samples.
#
# Here the clients are **not equally fast**: client $i$ makes $E_i \ge 1$ steps. With the plain mean
# a client that makes ten steps would pull ten times as hard as one that makes a single step, so
# speed would count as if it were data. Let the server compare *steps*: it divides each change by
# the number of steps behind it, takes the mean with the weights $p_i$, and goes as many of these
# mean steps as the clients made on average,
#
# $$w^+ = w + \Bigl( \sum_i p_i E_i \Bigr) \sum_i p_i\, \frac{w_i - w}{E_i}.$$
#
# If all $E_i$ are equal this is FedAvg. Write `fedavg_round(X, y, w, eta, E)`, which returns the
# server's new $w$. One point is for $E_i = 1$, where the round equals one gradient step on $f$
# (prop-fedavg-one), and one for any $E_i$.


# %% tags=["answer", "id:fedavg-round"]
def fedavg_round(X, y, w, eta, E):
    """One round of FedAvg with E_i local gradient steps, compared by steps (after alg-fedavg).

    X: list of n arrays (m_i, d);  y: list of n arrays (m_i,);  w: (d,) array, the server's model.
    eta: number > 0;  E: (n,) array of integers >= 1, the steps of each client.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    changes = []
    for X_i, y_i, e_i in zip(X, y, E, strict=True):
        w_i = w
        for _ in range(e_i):
            w_i = w_i + eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
        changes.append((w_i - w) / e_i)
    p = [len(y_i) for y_i in y]
    return w + np.average(E, weights=p) * np.average(changes, axis=0, weights=p)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Two loops, one inside the other: over the clients, and over the E_i steps of a client, which begin
# at the server's w. Keep the client's model in a variable of its own, so that the next client
# starts at w again; what the server does with the changes stands in the formula.

# %% [markdown]
# By hand, $x = 1$, $E = 1$: client 0 has the label 0, client 1 has three labels 6. From $w = 2$ and
# with $\eta = \frac14$ client 0 walks to $2 - \frac14 \cdot 4 = 1$ and client 1 to
# $2 + \frac14 \cdot 8 = 4$. The mean is $\frac14 \cdot 1 + \frac34 \cdot 4 = 3.25$.

# %% tags=["tests", "id:fedavg-round-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fedavg_round, "flcourse.gradient")

_X = [np.ones((1, 1)), np.ones((3, 1))]
_y = [np.array([0.0]), np.array([6.0, 6.0, 6.0])]
_got = checks.call(fedavg_round, _X, _y, np.array([2.0]), 0.25, np.array([1, 1]))
checks.shape(
    _got,
    (1,),
    what="fedavg_round",
    hint="the server has one model (alg-fedavg).",
    mistakes={"These are the models of the clients, the server takes their mean": (2, 1)},
)
checks.close(
    _got,
    3.25,
    what="fedavg_round for E = 1",
    hint="each client one step from w, then the mean weighted by m_i (alg-fedavg).",
    mistakes={
        "All clients count the same, they should count by their numbers of samples": 2.5,
        "This is the sum of the clients' models, not their mean": 5.0,
        "The weights m_i are not divided by their sum": 13.0,
        "The clients start from 0, not from the server's w": 2.25,
        "The factor 1/m_i of the local gradient is missing": 6.25,
        "The factor 2 of the gradient is missing": 2.625,
        "The sign is flipped, this walks uphill": 0.75,
        "Only the last client is used": 4.0,
        "Only the first client is used": 1.0,
        "The weights are squared": 3.7,
        "The weights are swapped, large clients count less": 1.75,
        "This is the change, add it to w": 1.25,
        "Client 1 starts from the model of client 0": 0.25 * 1 + 0.75 * 3.5,
        "eta is ignored": 0.25 * -2 + 0.75 * 10,
        "The clients walk to the end here, they make only one step": 4.5,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("fedavg-round")
for _sizes, _d in [([2, 9, 4], 2), ([1, 6], 1), ([5, 3, 12, 1, 7], 3)]:
    _X = [_rng.normal(size=(_m, _d)) for _m in _sizes]
    _y = [_rng.normal(1, 2, _m) for _m in _sizes]
    _w, _eta = _rng.normal(size=_d), 0.05
    _rows, _labels, _m = np.vstack(_X), np.concatenate(_y), sum(_sizes)
    _want = _w - _eta * 2 / _m * _rows.T @ (_rows @ _w - _labels)
    _steps = [
        _w - _eta * 2 / len(_y_i) * _X_i.T @ (_X_i @ _w - _y_i)
        for _X_i, _y_i in zip(_X, _y, strict=True)
    ]
    checks.close(
        checks.call(fedavg_round, _X, _y, _w, _eta, np.ones(len(_sizes), dtype=int)),
        _want,
        what=f"fedavg_round for E = 1 and clients with {_sizes} samples",
        hint="one local step makes the round a gradient step on the pooled risk (prop-fedavg-one).",
        mistakes={
            "All clients count the same, they should count by their numbers of samples": np.mean(
                _steps, axis=0
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# By hand, $E = 2$: client 0 has one row $x = 1$ with the label 0, so a step with $\eta = 0.1$
# multiplies its distance to 0 by $0.8$. Client 1 has three rows $x = 2$ with the label 4, so a step
# multiplies its distance to 2 by $0.2$. From $w = 7$ they reach $7 \cdot 0.64 = 4.48$ and
# $2 + 5 \cdot 0.04 = 2.2$, with the weighted mean 2.77. With $E = (3, 1)$ they reach
# $7 \cdot 0.512 = 3.584$ and $2 + 5 \cdot 0.2 = 3$. A step of client 0 brings $-3.416/3$ on
# average, one of client 1 brings $-4$. The mean step with the weights $\frac14$ and $\frac34$ is
# $-3.2847$, and the clients made $\frac14 \cdot 3 + \frac34 \cdot 1 = 1.5$ steps on average:
# $w^+ = 2.073$.

# %% tags=["tests", "id:fedavg-round-local-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fedavg_round, "flcourse.gradient")

_X = [np.ones((1, 1)), np.full((3, 1), 2.0)]
_y = [np.array([0.0]), np.array([4.0, 4.0, 4.0])]
_got = checks.call(fedavg_round, _X, _y, np.array([7.0]), 0.1, np.array([2, 2]))
checks.shape(
    _got,
    (1,),
    what="fedavg_round",
    hint="the server has one model (alg-fedavg).",
    mistakes={"These are the models of the clients, the server takes their mean": (2, 1)},
)
checks.close(
    _got,
    2.77,
    what="fedavg_round for E = 2",
    hint="each client makes E steps by itself, the mean comes at the end (alg-fedavg).",
    mistakes={
        "E is ignored, each client makes one step": (5.6 + 3 * 3) / 4,
        "This is one step with the size E eta, the gradient should be taken anew in each step": 0.3,
        "The server averages after each step, it should wait for all E steps": (
            (3.65 * 0.8 + 3 * (2 + 1.65 * 0.2)) / 4
        ),
        "Client 1 starts from the model of client 0": (4.48 + 3 * (2 + 2.48 * 0.04)) / 4,
        "One step too many is made": (7 * 0.512 + 3 * (2 + 5 * 0.008)) / 4,
        "All clients count the same, they should count by their numbers of samples": 3.34,
        "This is the sum of the clients' models, not their mean": 6.68,
        "The weights m_i are not divided by their sum": 11.08,
        "The clients start from 0, not from the server's w": 0.75 * (2 - 2 * 0.04),
        "The factor 2 of the gradient is missing": (7 * 0.81 + 3 * (2 + 5 * 0.36)) / 4,
        "The factor 1/m_i of the local gradient is missing": (4.48 + 3 * (2 + 5 * 1.96)) / 4,
        "The sign is flipped, this walks uphill": (7 * 1.44 + 3 * (2 + 5 * 3.24)) / 4,
        "Only the last client is used": 2.2,
        "Only the first client is used": 4.48,
        "The weights are squared": (4.48 + 9 * 2.2) / 10,
        "The weights are swapped, large clients count less": (3 * 4.48 + 2.2) / 4,
        "This is the change, add it to w": 2.77 - 7,
        "The labels of all clients are used together": 100.0,
    },
)
_slow, _fast = 3.0 - 7.0, 7 * 0.512 - 7.0
checks.close(
    checks.call(fedavg_round, _X, _y, np.array([7.0]), 0.1, np.array([3, 1])),
    7 + 1.5 * (_fast / 3 / 4 + 3 * _slow / 4),
    what="fedavg_round for E = (3, 1)",
    hint="divide each change by E_i, then the mean, times the mean of E (after alg-fedavg).",
    mistakes={
        "This is the plain mean of the models, steps are not compared": 7 + (_fast + 3 * _slow) / 4,
        "The mean number of steps is missing": 7 + (_fast / 3 + 3 * _slow) / 4,
        "The mean number of steps counts all clients the same": 7
        + 2.0 * (_fast / 3 + 3 * _slow) / 4,
        "The steps are added, not averaged": 7 + 4.0 * (_fast / 3 + 3 * _slow) / 4,
        "The largest number of steps is taken for the mean": 7 + 3.0 * (_fast / 3 + 3 * _slow) / 4,
        "Clients are weighted by their steps, not by their samples": 7
        + 1.5 * (3 * _fast / 3 + _slow) / 4,
        "All clients make as many steps as the first": (3.584 + 3 * (2 + 5 * 0.008)) / 4,
        "All clients make as many steps as the last": (5.6 + 3 * 3.0) / 4,
        "The changes are multiplied by E_i, they are to be divided": 7
        + 1.5 * (_fast * 3 + 3 * _slow) / 4,
        "The clients' models are divided by E_i, it should be their changes": 1.5
        * (3.584 / 3 + 3 * 3.0)
        / 4,
    },
)
### BEGIN HIDDEN TESTS


def _reference(X, y, w, eta, E):
    """The local steps in closed form: the error is multiplied by a power of I - 2 eta Q_i."""
    share = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    steps = []
    for X_i, y_i, e_i in zip(X, y, E, strict=True):
        best = np.linalg.pinv(X_i) @ y_i
        M = np.eye(len(w)) - 2 * eta * X_i.T @ X_i / len(y_i)
        steps.append((best + np.linalg.matrix_power(M, e_i) @ (w - best) - w) / e_i)
    return w + (share @ E) * (share @ np.array(steps))


_rng = checks.grading_rng("fedavg-round-local")
for _sizes, _d, _E in [
    ([2, 9, 4], 2, [3, 3, 3]),
    ([3, 8], 1, [10, 2]),
    ([5, 3, 12, 4], 3, [1, 7, 2, 5]),
    ([6], 2, [4]),
]:
    _X = [_rng.normal(size=(_m, _d)) for _m in _sizes]
    _y = [_rng.normal(1, 2, _m) for _m in _sizes]
    _w, _eta, _E = _rng.normal(size=_d), 0.05, np.array(_E)
    checks.close(
        checks.call(fedavg_round, _X, _y, _w, _eta, _E),
        _reference(_X, _y, _w, _eta, _E),
        what=f"fedavg_round for E = {_E.tolist()} and clients with {_sizes} samples",
        hint="divide each change by E_i, then the mean, times the mean of E (after alg-fedavg).",
        mistakes={
            "E is ignored, each client makes one step": _reference(_X, _y, _w, _eta, 0 * _E + 1),
            "One step too many is made": _reference(_X, _y, _w, _eta, _E + 1),
            "All clients make as many steps as the first": _reference(
                _X, _y, _w, _eta, 0 * _E + _E[0]
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Now an experiment for the discussion. Twelve stations each recorded another part of the four days:
# station $i$ has $m_i$ hours around a time of its own. They learn a line together, the temperature
# as a function of the hour. How far is the server from the minimum of the pooled risk, after few
# rounds and after many?

# %%
rng = np.random.default_rng(2)
X_part, y_part = [], []
for y_i in y[::18]:
    first = int(rng.integers(0, 70))
    hours = np.arange(first, first + int(rng.integers(8, 24)))
    X_part.append(np.column_stack([np.ones(len(hours)), (hours - 47.5) / 27.7]))
    y_part.append(y_i[hours])
best = np.linalg.lstsq(np.vstack(X_part), np.concatenate(y_part), rcond=None)[0]

# %%
E_values, checkpoints = [1, 5, 20, 60], [1, 5, 20, 100]
print("distance after rounds:", "".join(f"{t:9d}" for t in checkpoints))
for E in E_values:
    w, row = np.zeros(2), []
    for t in range(1, checkpoints[-1] + 1):
        w = np.ravel(fedavg_round(X_part, y_part, w, 0.1, np.full(len(y_part), E)))
        if t in checkpoints:
            row.append(np.linalg.norm(w - best))
    print(f"E = {E:3d}               ", "".join(f"{distance:9.4f}" for distance in row))

# %% [markdown]
# ## Task 5: Proximal step (1 point)
#
# A gradient step trusts the slope at the place where it starts, and may be too long. The proximal
# step takes the slope *where it arrives*:
#
# $$v^+ = v - \eta\, \nabla L(v^+), \qquad L(v) = \tfrac{1}{m} \lVert y - X v \rVert^2.
# \tag{eq-prox-step}$$
#
# In other words, $v^+$ minimises $L(u) + \frac{1}{2\eta} \lVert u - v \rVert^2$ over $u$.
# Parameters with unlike units want unlike steps: let every coordinate $a$ have a step size
# $\eta_a > 0$ of its own,
#
# $$v^+_a = v_a - \eta_a\, \frac{\partial L}{\partial v_a}(v^+) \quad \text{for all } a.$$
#
# Write `prox_step(v, X, y, eta)`, which returns $v^+$ for a vector `eta` of step sizes: put in the
# gradient, and solve a linear system.


# %% tags=["answer", "id:prox-step"]
def prox_step(v, X, y, eta):
    """Gradient step with the slope at its end, a step size for each coordinate (eq-prox-step).

    v: (d,) array;  X: (m, d) array;  y: (m,) array;  eta: (d,) array of numbers > 0.
    Returns v_plus: (d,) array.
    """
    ### BEGIN SOLUTION
    m, d = X.shape
    steps = 2 / m * np.diag(eta)
    return np.linalg.solve(np.eye(d) + steps @ X.T @ X, v + steps @ X.T @ y)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The new point stands on both sides of its equation. Solve it on paper for one parameter first:
# what takes the place of the number that you divide by, if there are several parameters?

# %% [markdown]
# By hand, $x = 1$: the labels 3, 7 and 5 have the mean 5, so $\nabla L(v) = 2 (v - 5)$. From
# $v = 10$ with $\eta = \frac18$ we get $v^+ = 10 - \frac14 (v^+ - 5)$, that is $v^+ = 9$. And the
# rows $(1, 0), (1, 2)$ with the labels 3 and 5 lead from $v = (1, -1)$ with both step sizes
# $\frac12$ to $(2.2, 0.6)$: insert it. The step sizes $\eta = (1, \frac14)$ lead to $(3, 0)$.

# %% tags=["tests", "id:prox-step-tests", "points:1", "folded:it tells the formula"]
import numpy as np

from flcourse.grading import checks

checks.own(prox_step, "flcourse.gradient")

checks.close(
    checks.call(
        prox_step, np.array([10.0]), np.ones((3, 1)), np.array([3.0, 7.0, 5.0]), np.array([0.125])
    ),
    9.0,
    what="prox_step for one parameter",
    hint="v_plus + eta times the gradient at v_plus must be v (eq-prox-step).",
    mistakes={
        "This is a gradient step, the slope is taken at the start v": 8.75,
        "The slope is taken at a predicted place, not where the step arrives": 9.0625,
        "This is the minimiser of L, nothing holds it near v": 5.0,
        "This is ridge regression, it pulls to 0 and not to v": 1.0,
        "The pull is eta/2, but it should be 1/(2 eta)": 11.25 / 2.125,
        "The factor 2 of the gradient is missing, or the pull is 1/eta without the 1/2": (
            10.625 / 1.125
        ),
        "The pull is 1/(4 eta), too weak by the factor 2": 12.5 / 1.5,
        "The factor 1/m is missing": 13.75 / 1.75,
        "The sign of the gradient is flipped": 8.75 / 0.75,
        "The labels are missing": 8.0,
        "Nothing moves": 10.0,
        "This is the change, add it to v": -1.0,
    },
)
_X, _y, _v = np.array([[1.0, 0.0], [1.0, 2.0]]), np.array([3.0, 5.0]), np.array([1.0, -1.0])
_H, _b = _X.T @ _X, _X.T @ _y
_got = checks.call(prox_step, _v, _X, _y, np.array([0.5, 0.5]))
checks.shape(
    _got,
    (2,),
    what="prox_step",
    hint="v_plus has the shape of v (eq-prox-step).",
    mistakes={"This is a matrix; use @ to multiply": (2, 2)},
)
checks.close(
    _got,
    [2.2, 0.6],
    what="prox_step for two parameters",
    hint="(I + 2 eta/m X^T X) v_plus = v + 2 eta/m X^T y, from eq-prox-step.",
    mistakes={
        "This is a gradient step, the slope is taken at the start v": _v - (_H @ _v - _b) / 2,
        "This is the minimiser of L, nothing holds it near v": [3.0, 1.0],
        "Only the diagonal of X^T X is used": (_v + _b / 2) / (1 + np.diag(_H) / 2),
        "The factor 1/m is missing": np.linalg.solve(np.eye(2) + _H, _v + _b),
        "The identity is missing, the number 1 is added to all entries": np.linalg.solve(
            1 + _H / 2, _v + _b / 2
        ),
    },
)
_eta = np.array([1.0, 0.25])
checks.close(
    checks.call(prox_step, _v, _X, _y, _eta),
    [3.0, 0.0],
    what="prox_step for the step sizes (1, 1/4)",
    hint="row a of the system has eta_a in front of row a of X^T X (after eq-prox-step).",
    mistakes={
        "All coordinates have the first step size": np.linalg.solve(np.eye(2) + _H, _v + _b),
        "All coordinates have the last step size": np.linalg.solve(np.eye(2) + _H / 4, _v + _b / 4),
        "All coordinates have the mean of the step sizes": np.linalg.solve(
            np.eye(2) + 0.625 * _H, _v + 0.625 * _b
        ),
        "eta multiplies the columns of X^T X, it should be the rows": np.linalg.solve(
            np.eye(2) + _H * _eta, _v + _b * _eta
        ),
        "eta is on the left side only": np.linalg.solve(np.eye(2) + np.diag(_eta) @ _H, _v + _b),
        "This is a gradient step, the slope is taken at the start v": _v - _eta * (_H @ _v - _b),
        "The step sizes come in the other order": np.linalg.solve(
            np.eye(2) + np.diag(_eta[::-1]) @ _H, _v + _eta[::-1] * _b
        ),
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("prox-step")
for _m, _d, _largest in [(8, 2, 0.3), (3, 5, 2.0), (12, 1, 0.05), (20, 4, 15.0), (4, 4, 1.0)]:
    _X, _y = _rng.normal(size=(_m, _d)), _rng.normal(1, 3, _m)
    _v, _eta = _rng.normal(0, 2, _d), _rng.uniform(0.1, 1, _d) * _largest
    _got = checks.call(prox_step, _v, _X, _y, _eta)
    # divided by eta, row by row, the system is symmetric
    checks.residual(
        np.diag(1 / _eta) + 2 / _m * _X.T @ _X,
        _got,
        _v / _eta + 2 / _m * _X.T @ _y,
        what=f"prox_step for {_m} rows, {_d} parameters and eta up to {_largest}",
        hint="v_plus + eta times the gradient at v_plus must be v (eq-prox-step).",
        mistakes={
            "This is a gradient step, the slope is taken at the start v": _v
            - 2 * _eta / _m * (_X.T @ (_X @ _v - _y)),
        },
        tol=1e-5,
    )
### END HIDDEN TESTS

# %% [markdown]
# Steps of ten times the largest size that gradient descent survives, on the data of one client:

# %%
X_0, y_0 = X_part[0], y_part[0]
limit = 1 / np.linalg.eigvalsh(X_0.T @ X_0 / len(y_0))[-1]
line = np.linalg.lstsq(X_0, y_0, rcond=None)[0]
v = u = np.zeros(2)
for t in range(4):
    print(f"step {t}: error of the gradient step {np.linalg.norm(u - line):12.2f},", end=" ")
    print(f"of the proximal step {np.linalg.norm(v - line):8.4f}")
    u = u - 10 * limit * 2 / len(y_0) * X_0.T @ (X_0 @ u - y_0)
    v = np.ravel(prox_step(v, X_0, y_0, np.full(2, 10 * limit)))

# %% [markdown]
# ## Task 6: Random batches (2 points)
#
# A node with very many rows will not read all of them for one step. In each step it draws a batch
# $\mathcal B$ of $B$ of its $m$ rows **at random without replacement**, independently of all
# earlier batches, and uses the gradient of the loss on the batch (alg-fedsgd):
#
# $$w \leftarrow w + \eta\, \frac{2}{B} \sum_{r \in \mathcal B}
# x_r \bigl( y_r - w^\top x_r \bigr).$$
#
# So every set of $B$ rows has the same probability in every step, whatever came before. Write
# `sgd(X, y, w, eta, batch, steps, rng)`, which returns all places of the walk: row 0 is the start,
# row $t$ the place after $t$ steps. Draw from `rng`, a `numpy.random.Generator`, and from nothing
# else, so that the same generator gives the same walk.
#
# One point is for the steps, with a batch of all rows, and one for the batches. The second is
# checked by statistics on 20,000 steps: a right answer fails less than once in a million times.


# %% tags=["answer", "id:sgd"]
def sgd(X, y, w, eta, batch, steps, rng):
    """Stochastic gradient descent on the mean squared error, as a node of alg-fedsgd.

    X: (m, d) array;  y: (m,) array;  w: (d,) array, the start;  eta: number > 0.
    batch: integer, 1 <= batch <= m;  steps: integer >= 0;  rng: numpy.random.Generator.
    Returns path: (steps + 1, d) array.
    """
    ### BEGIN SOLUTION
    path = [np.array(w, dtype=float)]
    for _ in range(steps):
        rows = rng.choice(len(y), batch, replace=False)
        errors = y[rows] - X[rows] @ path[-1]
        path.append(path[-1] + eta * 2 / batch * X[rows].T @ errors)
    return np.array(path)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# In each step, rng.choice(m, batch, replace=False) draws the rows; do this inside the loop. Store a
# copy of w after each step, the start first, so that there are steps + 1 rows.

# %% [markdown]
# By hand, $x = 1$: the labels 0 and 6 have the mean 3. With a batch of both rows and
# $\eta = \frac14$ each step halves the distance to 3, so from $w = 7$ the walk is $7, 5, 4, 3.5$.

# %% tags=["tests", "id:sgd-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(sgd, "flcourse.gradient")

# All rows are the same, so that every batch says the same.
_got = checks.call(
    sgd, np.ones((4, 1)), np.full(4, 3.0), np.array([7.0]), 0.25, 4, 3, np.random.default_rng(0)
)
_walk = np.array([7.0, 5.0, 4.0, 3.5])
checks.shape(
    _got,
    (4, 1),
    what="sgd for 3 steps",
    hint="the start, then a row for each step (alg-fedsgd).",
    mistakes={
        "This is one place only, all of the walk is wanted": (1,),
        "The start is missing": (3, 1),
        "There is one step too many": (5, 1),
    },
)
checks.close(
    _got,
    _walk,
    what="sgd for 3 steps with equal rows",
    hint="alg-fedsgd: a step is eq-gradient-step with the gradient of the batch.",
    mistakes={
        "The factor 1/B is missing": 3 + 4 * np.array([1.0, -1.0, 1.0, -1.0]),
        "The factor 2 is missing": 3 + 4 * 0.75 ** np.arange(4),
        "The sign is flipped, this walks uphill": 3 + 4 * 1.5 ** np.arange(4),
        "The first row should be the start": 3 + 2 * 0.5 ** np.arange(4),
        "All rows are the last place, w is changed in place": np.full(4, 3.5),
        "Every step starts from the first w again": np.array([7.0, 5.0, 5.0, 5.0]),
        "The walk starts at 0, not at w": 3 - 3 * 0.5 ** np.arange(4),
        "The step size shrinks from step to step": np.array([7.0, 5.0, 4.5, 4.25]),
    },
)
checks.close(
    checks.call(
        sgd,
        np.ones((2, 1)),
        np.array([0.0, 6.0]),
        np.array([7.0]),
        0.25,
        2,
        3,
        np.random.default_rng(1),
    ),
    _walk,
    what="sgd with a batch of both rows, 0 and 6",
    hint="a batch of all rows, drawn without replacement, holds each of them once (alg-fedsgd).",
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("sgd")
for _m, _d, _steps in [(6, 2, 5), (1, 1, 3), (9, 3, 4), (5, 2, 0)]:
    _X, _y, _w = _rng.normal(size=(_m, _d)), _rng.normal(1, 2, _m), _rng.normal(size=_d)
    _eta, _want = 0.1, [_w]
    for _ in range(_steps):
        _gradient = sum(2 / _m * _X[_r] * (sum(_X[_r] * _want[-1]) - _y[_r]) for _r in range(_m))
        _want.append(_want[-1] - _eta * _gradient)
    checks.close(
        checks.call(sgd, _X, _y, _w, _eta, _m, _steps, np.random.default_rng(2)),
        np.array(_want),
        what=f"sgd with a batch of all {_m} rows and {_d} parameters",
        hint="with all rows in the batch each step is eq-gradient-step (alg-fedsgd).",
    )
### END HIDDEN TESTS

# %% [markdown]
# How can a walk be checked that is random? With $x = 1$ and the labels $1, 2, 4, 8, 16$ a batch of
# two rows is known from its sum: 18 is $2 + 16$ and nothing else. And the sum is known from the
# step. So the checks see which batch you drew in each of 20,000 steps, and count: each of the ten
# pairs of rows should come about 2,000 times, and after a pair the same pair again in about one of
# ten cases.

# %% tags=["tests", "id:sgd-batches-tests", "points:1", "drawn:1"]
import numpy as np

from flcourse.grading import checks

checks.own(sgd, "flcourse.gradient")

_got = checks.call(
    sgd, np.ones((6, 1)), np.full(6, 3.0), np.array([7.0]), 0.25, 2, 3, np.random.default_rng(0)
)
checks.shape(
    _got,
    (4, 1),
    what="sgd for 3 steps",
    hint="the start, then a row for each step (alg-fedsgd).",
    mistakes={
        "This is one place only, all of the walk is wanted": (1,),
        "The start is missing": (3, 1),
        "There is one step too many": (5, 1),
    },
)
checks.close(
    _got,
    [7.0, 5.0, 4.0, 3.5],
    what="sgd for 3 steps with batches of 2 of 6 equal rows",
    hint="alg-fedsgd: a step is eq-gradient-step with the gradient of the batch.",
    mistakes={
        "The sum over the batch is divided by m, not by B": 3 + 4 * (5 / 6) ** np.arange(4),
        "The factor 1/B is missing": 3 + 4 * np.array([1.0, 0.0, 0.0, 0.0]),
        "The factor 2 is missing": 3 + 4 * 0.75 ** np.arange(4),
        "The sign is flipped, this walks uphill": 3 + 4 * 1.5 ** np.arange(4),
        "All rows are the last place, w is changed in place": np.full(4, 3.5),
        "Every step starts from the first w again": [7.0, 5.0, 5.0, 5.0],
        "The walk starts at 0, not at w": 3 - 3 * 0.5 ** np.arange(4),
        "The step size shrinks from step to step": [7.0, 5.0, 4.5, 4.25],
    },
)


def _walk(steps, seed):
    """Walk with batches of 2 of 5 rows, whose labels are powers of 2."""
    labels, rng = 2.0 ** np.arange(5), np.random.default_rng(seed)
    walk = checks.call(sgd, np.ones((5, 1)), labels, np.zeros(1), 0.25, 2, steps, rng)
    checks.shape(
        walk,
        (steps + 1, 1),
        what=f"sgd for {steps} steps",
        hint="the start, then a row for each step (alg-fedsgd).",
    )
    return checks.numbers(walk, what="sgd", hint="a walk of numbers (alg-fedsgd).").ravel()


def _check_generator(seed, other):
    checks.holds(
        np.abs(_walk(40, seed) - _walk(40, seed)).max() < 1e-9,
        what="sgd with the same generator twice",
        expected="the same walk, all random numbers come from rng",
        got="another walk",
        hint="draw the batches of alg-fedsgd with the rng that is given, and with nothing else.",
    )
    checks.holds(
        np.abs(_walk(40, seed) - _walk(40, other)).max() > 1e-9,
        what="sgd with two different generators",
        expected="different walks, all random numbers come from rng",
        got="the same walk",
        hint="draw the batches of alg-fedsgd with the rng that is given, at random in each step.",
    )


def _check_batches(seed):
    """Decode the batches of 20,000 steps and count.

    False rejects: the count of each of the 10 pairs of rows is binomial(20000, 1/10), and so is,
    with 10000 trials, that of equal batches in the steps 2t and 2t + 1. The bounds leave at most
    1e-8 outside on each side for a pair, and 5e-8 for the repeats (scipy.stats.binom, ppf and isf),
    and eight counts at larger distances 2e-9 each, so a right answer fails with probability 3.2e-7
    at most; twice that with the hidden checks.

    Power, by the same binomials. Drawn with replacement, a row is twice in a batch in one step of
    five; a fixed, cyclic or neighbouring batch leaves out pairs, and so does a range that is too
    short; batches dealt from a shuffled pack never repeat within it, a batch kept for two steps
    always does: all are rejected with probability 1 - 1e-9 or more. Rows drawn with probabilities
    proportional to 1, 2, 3, 4, 5 make pairs with .0198 to .2545: 1 - 1e-9. The wrong shuffle that
    swaps each place with any place makes pairs with .0816 to .1216: .99998.
    """
    walk = _walk(20_000, seed)
    sums = 2 * (walk[:-1] + np.diff(walk) / 0.5)  # the step goes by 2 eta to the mean of the batch
    whole = np.rint(sums).astype(int)
    rows = (whole[:, None] >> np.arange(5)) & 1
    pair = (np.abs(sums - whole) < 1e-3) & (whole > 0) & (whole < 32) & (rows.sum(axis=1) == 2)
    checks.holds(
        pair.all(),
        what="batches of sgd in 20000 steps",
        expected="two different rows in every batch",
        got=f"{20_000 - int(pair.sum())} steps that no two different rows explain",
        hint="the rows of a batch are drawn without replacement, all B of them (alg-fedsgd).",
    )
    checks.holds(
        len(set(whole)) > 1,
        what="batches of sgd in 20000 steps",
        expected="a new batch in each step",
        got="the same batch in all steps",
        hint="the batch is drawn inside the loop over the steps (alg-fedsgd).",
    )
    pairs = [2**r + 2**s for r in range(5) for s in range(r)]
    counts = {code: int(np.sum(whole == code)) for code in pairs}
    for code in (min(counts, key=counts.get), max(counts, key=counts.get)):
        labels = " and ".join(str(2**r) for r in range(5) if code >> r & 1)
        checks.holds(
            1766 <= counts[code] <= 2242,
            what="batches of sgd in 20000 steps",
            expected="each pair of rows about 2000 times",
            got=f"{counts[code]} times the pair with the labels {labels}",
            hint="all sets of B rows are equally likely (alg-fedsgd).",
        )
    repeats = int(np.sum(whole[::2] == whole[1::2]))
    checks.holds(
        844 <= repeats <= 1163,
        what="batches of sgd in 10000 pairs of steps, one after the other",
        expected="the same batch twice about 1000 times",
        got=f"{repeats} times",
        hint="a batch is drawn afresh in each step, whatever came before (alg-fedsgd).",
    )
    # Equal batches at a distance: binomial(20000 - lag, 1/10) each; six standard deviations.
    for lag in (2, 3, 4, 5, 7, 10, 5_000, 10_000):
        trials = len(whole) - lag
        again = int(np.sum(whole[lag:] == whole[:-lag]))
        checks.holds(
            abs(again - trials / 10) <= 6 * np.sqrt(0.09 * trials),
            what=f"batches of sgd in steps at the distance {lag}",
            expected=f"the same batch twice about {trials // 10} times",
            got=f"{again} times",
            hint="a batch is drawn afresh in each step, whatever came before (alg-fedsgd).",
        )


for _seed in [3]:
    _check_generator(_seed, _seed + 1)
    _check_batches(_seed)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("sgd-batches")
for _seed in _rng.integers(2**60, size=1):
    _check_batches(int(_seed))
### END HIDDEN TESTS

# %% [markdown]
# One station learns its mean temperature from one random row per step. How do the three walks
# differ, at first and in the end?

# %%
rng, rows = np.random.default_rng(5), y[0]
fig, ax = plt.subplots(figsize=(6, 3))
for eta in [0.2, 0.05, 0.01]:
    walk = sgd(np.ones((len(rows), 1)), rows, np.zeros(1), eta, 1, 400, rng)
    ax.plot(np.ravel(walk), linewidth=1, label=f"η = {eta}")
ax.axhline(rows.mean(), color="0.4", linestyle="--", label="mean")
ax.set(xlabel="step", ylabel="temperature (°C)")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 7: Discussion (1 point, graded by a person)
#
# Look at the table of FedAvg below task 4. About 200 words are enough:
#
# 1. Which $E$ is nearest to the pooled minimum after 5 rounds, and which after 100? For one $E$ the
#    distance tends to 0. For the others the server comes to rest at other points: say which
#    equation such a point solves, towards which point it moves as $E$ grows, and why it lies
#    farther from the pooled minimum the more local steps there are.
# 2. Name one change to the data and one change to the algorithm after which $E = 20$ would end at
#    the pooled minimum, or nearer to it, and say why.
#
# | Points | for |
# |---|---|
# | ¼ | part 1: the nearest $E$ after 5 rounds, and after 100 |
# | ¼ | part 1: the equation, the point for large $E$, and why farther |
# | ¼ | part 2: a change to the data, and a reason that holds |
# | ¼ | part 2: a change to the algorithm, and a reason that holds |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. After 5 rounds E = 20 is nearest, after 100 rounds E = 1. With E = 1 a round is a gradient step
#    on the pooled risk, so it converges to the pooled minimum, slowly. With more local steps every
#    client walks towards the minimum of its own loss before the server takes the mean. Far away all
#    clients walk in about the same direction, so more steps are a gain. Near the minimum they pull
#    apart, and the server comes to rest where the weighted sum of the walks is 0, not where that of
#    the gradients is: the sum of p_i (I - M_i^E)(w - w_i) is 0 (eq-fedavg-fixed-point), with the
#    line w_i of client i alone. With E to infinity each client arrives at its own line and the
#    server at the weighted mean of these lines; the more steps, the nearer to it, and the farther
#    from the pooled minimum.
# 2. Data: let all stations record the same hours, so that all Q_i are equal; then the end is the
#    pooled minimum for every E. (So it is if all clients have the same best line.) Algorithm: a
#    smaller step size, since the distance is about proportional to eta (E - 1); or E = 20 at first
#    and E = 1 later; or a proximal term that keeps the clients near the server's model.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: E = 20 after 5 rounds, E = 1 after 100
# - ¼, part 1: the server rests where the weighted walks add up to 0 (the label, the formula or
#   these words), and moves to the weighted mean of the local minima, for clients walk towards their
#   own; half of it for two of the three
# - 0, part 1: "more steps overfit" as the reason
# - ¼, part 2: equal hours, or equal truths, with why
# - ¼, part 2: a smaller step, fewer local steps later, or a proximal term, with why
# - ¼ of these: both changes without a reason
# - 0, part 2: "more rounds", for the end does not move
# ### END SOLUTION
