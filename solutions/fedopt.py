# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Unlike clients: FedProx, q-FFL, Ditto
#
# One model for clients that are not alike: some are slow, some have strange data, some may lie. In
# this assignment you put a client on a leash, read from its report which leash it was on, and use
# what three methods for such clients rest on: to refute sentences that sound right, to choose
# $\mu$, $q$ and $\lambda$ for a purpose, and to lead a careful server astray. It belongs to the
# chapter *Heterogeneity: FedProx, q-FFL, Ditto* of the book.
#
# **When you are done you can**
#
# - let a client work on a leash, and measure how far it got,
# - tell drift from disagreement between clients,
# - take a fair step whose length follows from bounds on the curvature, and choose how fair,
# - say what evenness hides,
# - say who should trust whom how much,
# - aggregate updates such that one liar cannot decide alone, and name the lie that still does.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Work on a leash | `fedprox_local` | 1 |
# | 2 Whose leash? | `find_leash` | 1 |
# | 3 Disagreement is not drift | `unlike_drift` | 1 |
# | 4 A fair step | `fair_step` and `choose_q` | 1 + 1 |
# | 5 How even? | `misleading` | 1 |
# | 6 The best place between | `best_lambdas` | 1 |
# | 7 A server that does not trust | `aggregate` and `fool_krum` | 1 + 1 |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy is enough, SciPy may be used. `flcourse.fedopt`
# holds finished answers to some tasks: compare with them, but an answer that uses them, also
# renamed or in a helper, gets no points.
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
# Names such as `eq-fedprox-subproblem` in docstrings and hints are labels of the chapter's
# formulas; a check that fails says which number the book prints. Before you hand in, restart the
# kernel and run all cells.
#
# **Your data.** The next cell says which variant of the data of task 5 this notebook has. In some
# courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_devices(rng):
    """Accuracies of some devices in per cent: some are served badly, about as many well."""
    n = int(rng.choice([21, 23, 24, 26, 27, 31, 33, 34, 36, 38]))
    levels = np.where(rng.permutation(n) < n // 2, 40.0, 80.0)
    return np.round(levels + rng.uniform(-4.0, 4.0, n), 1)


own_accuracies = own_devices(own_data.rng("misleading"))
print(f"Variant {VARIANT}: the accuracies of {len(own_accuracies)} devices")
print(own_accuracies)

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# ## The federation
#
# Twelve clients with a linear model of two parameters and unequal amounts of data, `X[i]` of shape
# $(m_i, 2)$ and `y[i]` of shape $(m_i,)$. The truth differs from client to client; the last two
# clients differ more. The local objective is the mean squared error
#
# $$F_i(w) = \frac{1}{m_i} \lVert y_i - X_i w \rVert^2, \qquad
# \nabla F_i(w) = \frac{2}{m_i} X_i^\top (X_i w - y_i). \tag{eq-local-loss}$$

# %% tags=["given", "id:data"]
rng = np.random.default_rng(7)
sizes = rng.integers(8, 60, 12)
truths = np.array([1.0, 2.0]) + 0.3 * rng.normal(size=(12, 2))
truths[10:] += [1.5, -2.0]
X = [rng.normal(size=(m_i, 2)) * rng.uniform(0.5, 2.0, 2) for m_i in sizes]
y = [X_i @ w_i + 0.5 * rng.normal(size=len(X_i)) for X_i, w_i in zip(X, truths, strict=True)]
print("sizes:", sizes)

# %% [markdown]
# ## Task 1: Work on a leash (1 point)
#
# In FedProx a chosen client starts at the global model $w$ and takes gradient steps on
#
# $$h_i(v; w) = F_i(v) + \frac{\mu}{2} \lVert v - w \rVert^2 \tag{eq-fedprox-subproblem}$$
#
# with step size $\eta$ and all of its data in each step. Write
# `fedprox_local(w, X_i, y_i, lr, mu, steps)`, which returns the local model $v$ after that many
# steps. A straggler simply does fewer of them.


# %% tags=["answer", "id:fedprox-local"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    """Local model after gradient steps on F_i(v) + (mu/2) ||v - w||^2 (eq-fedprox-subproblem).

    w: (d,) array, the global model;  X_i: (m_i, d) array;  y_i: (m_i,) array.
    lr: step size > 0;  mu: number >= 0;  steps: integer >= 1.
    Returns v: (d,) array.
    """
    ### BEGIN SOLUTION
    v = w
    for _ in range(steps):
        gradient = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
        v = v - lr * (gradient + mu * (v - w))
    return v
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# w stays where it is, only v moves: begin with v = w and repeat v = v - lr * (gradient at v + mu *
# (v - w)). The gradient has the factor 2 / m_i.

# %% [markdown]
# By hand: four samples, $x = 1, 2, 1, 2$ and $y = 1, 6, 1, 6$, give $\nabla F(v) = 5v - 13$. From
# $w = 1$ with $\eta = 0.1$ and $\mu = 2$ the first step leads to $1.8$, where the pull is $1.6$,
# and the second to $2.04$.

# %% tags=["tests", "id:fedprox-local-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fedprox_local, "flcourse.fedopt")

_X, _w = np.array([[1.0], [2.0], [1.0], [2.0]]), np.array([1.0])
_y = np.array([1.0, 6.0, 1.0, 6.0])
_got = checks.call(fedprox_local, _w, _X, _y, 0.1, 2.0, 2)
checks.shape(
    _got, (1,), what="fedprox_local", hint="one number for each parameter (eq-fedprox-subproblem)."
)
checks.close(
    _got,
    [2.04],
    what="fedprox_local after two steps",
    hint="add mu (v - w) to the gradient of the loss at v (eq-fedprox-subproblem).",
    mistakes={
        "The pull is missing, or its centre moves with v": [2.2],
        "The pull goes away from w": [2.36],
        "The pull counts twice": [1.88],
        "The gradient of the loss has lost its 2": [1.62],
        "The gradient of the loss has lost its 1/m_i": [0.36],
        "The gradient of the loss has lost its 2/m_i": [2.28],
        "The pull is not multiplied by the step size": [0.6],
        "The pull goes to zero, not to w": [1.78],
        "The first step starts at zero, not at w": [1.95],
        "The steps go up, not down": [-1.16],
        "This is one step only": [1.8],
        "This is one step too many": [2.112],
    },
)
### BEGIN HIDDEN TESTS


def _reference(w, X, y, lr, mu, steps):
    """Each step multiplies the distance to the minimiser of h by the same matrix."""
    m, d = X.shape
    H = 2 / m * X.T @ X + mu * np.eye(d)
    lowest = np.linalg.solve(H, 2 / m * X.T @ y + mu * w)
    return lowest + np.linalg.matrix_power(np.eye(d) - lr * H, steps) @ (w - lowest)


_rng = checks.grading_rng("fedprox-local")
for _m, _d, _mu, _steps in [(9, 2, 3.0, 4), (5, 3, 0.5, 7), (12, 1, 2.0, 1), (6, 4, 1.5, 3)]:
    _X, _y, _w = _rng.normal(size=(_m, _d)), _rng.normal(2, 3, _m), _rng.normal(size=_d)
    _top = np.linalg.norm(_X, 2) ** 2 / _m
    _lr = 0.5 / (2 * _top + _mu)
    checks.close(
        checks.call(fedprox_local, _w, _X, _y, _lr, _mu, _steps),
        _reference(_w, _X, _y, _lr, _mu, _steps),
        what=f"fedprox_local for {_m} samples, d = {_d}, mu = {_mu} and {_steps} steps",
        hint="add mu (v - w) to the gradient of the loss at v (eq-fedprox-subproblem).",
        mistakes={
            "The pull is missing, or its centre moves with v": _reference(
                _w, _X, _y, _lr, 0.0, _steps
            ),
            "The pull counts twice": _reference(_w, _X, _y, _lr, 2 * _mu, _steps),
            "The pull goes away from w": _reference(_w, _X, _y, _lr, -_mu, _steps),
            "This is one step too many": _reference(_w, _X, _y, _lr, _mu, _steps + 1),
            "This is one step only": _reference(_w, _X, _y, _lr, _mu, 1),
        },
    )
_X, _y, _w = _rng.normal(size=(8, 3)) + 3, _rng.normal(size=8), _rng.normal(size=3)
_lr = 0.4 / np.linalg.norm(_X, 2) ** 2 * 8
checks.close(
    checks.call(fedprox_local, _w, _X, _y, _lr, 0.0, 6),
    _reference(_w, _X, _y, _lr, 1e-12, 6),
    what="fedprox_local for mu = 0",
    hint="for mu = 0 these are plain gradient steps on F_i (eq-fedprox-subproblem).",
)
### END HIDDEN TESTS

# %% [markdown]
# Watch it: FedProx with all clients, 40 rounds of 5 steps. (A round averages with the weights
# $p_i = m_i / \sum_j m_j$.) Where does the model end for $\mu = 0$, and how does that change?


# %%
def global_loss(w):
    return np.average(
        [np.mean((y_i - X_i @ w) ** 2) for X_i, y_i in zip(X, y, strict=True)], weights=sizes
    )


for mu in [0.0, 1.0, 5.0]:
    w = np.zeros(2)
    for _ in range(40):
        local = [
            np.reshape(fedprox_local(w, X[i], y[i], 0.08, mu, 5), 2) for i in range(len(sizes))
        ]
        w = np.average(local, axis=0, weights=sizes)
    print(f"mu = {mu}: w = {w.round(4)}, loss {global_loss(w):.5f}")

# %% [markdown]
# ## Task 2: Whose leash? (1 point)
#
# Clients stop early. A local model $v$ is a $\gamma$-inexact solution if
#
# $$\lVert \nabla F_i(v) + \mu (v - w) \rVert \le \gamma\, \lVert \nabla F_i(w) \rVert.
# \tag{def-gamma-inexact}$$
#
# The report of a round holds $w$, $v$ and the client's data, but nobody has written down its
# $\mu$. Every $\mu \ge 0$ makes $v$ a more or less inexact solution. For which one is it the
# *least* inexact? Write `find_leash(v, w, X_i, y_i)`, which returns this $\mu$ and the smallest
# $\gamma$ that it allows. The norms are Euclidean; $v \ne w$ and $\nabla F_i(w) \ne 0$. A search
# counts, too: it is enough to find $\mu$ up to a thousandth of itself, but $\gamma$ up to
# $10^{-5}$.


# %% tags=["answer", "id:find-leash"]
def find_leash(v, w, X_i, y_i):
    """The mu >= 0 for which v is least inexact, and its gamma (def-gamma-inexact).

    v, w: (d,) arrays, local and global model, not equal;  X_i: (m_i, d) array;
    y_i: (m_i,) array.
    Returns mu, gamma: two numbers >= 0.
    """
    ### BEGIN SOLUTION
    pull = v - w
    after = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    before = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = max(0.0, -(after @ pull) / (pull @ pull))
    return mu, np.linalg.norm(after + mu * pull) / np.linalg.norm(before)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The right side of the definition does not depend on mu. The square of the left side is a parabola
# in mu: where is it lowest? What if that place is below 0? Or let scipy.optimize search.

# %% [markdown]
# By hand: with the four samples of Task 1, $\nabla F(v) = 5v - 13$. For $w = 1$ and $v = 1.8$ the
# gradient $-4$ and the pull $0.8 \mu$ cancel if $\mu = 5$: then $v$ is exact. From $w = 1$ to
# $v = 3$ the client went beyond the minimum $2.6$ of its own loss; no leash makes that better than
# $\mu = 0$, with $\gamma = \frac28$.

# %% tags=["tests", "id:find-leash-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(find_leash, "flcourse.fedopt")


def _check_leash(got, mu, gamma, scale, what, mistakes):
    """Compare mu up to a thousandth (of scale, where it is 0), and gamma."""
    mu_got, gamma_got = checks.parts(
        got, 2, what=what, hint="return mu, gamma (def-gamma-inexact)."
    )
    known = {words: [wrong] for words, wrong in mistakes.items()}
    checks.shape(mu_got, (), what=f"mu of {what}", hint="one number (def-gamma-inexact).")
    value = checks.numbers(
        mu_got,
        what=f"mu of {what}",
        hint="where is the norm at v least, for mu of at least 0? (def-gamma-inexact)",
    ).ravel()
    if mu > 0:
        checks.close(
            value,
            [mu],
            what=f"mu of {what}",
            hint="where is the norm at v least, for mu of at least 0? (def-gamma-inexact)",
            tol=1e-3,
            mistakes=known,
        )
    else:
        checks.close(
            value / scale + 1,
            [1.0],
            what=f"1 + mu (in units of the gradient) of {what}, where mu should be 0",
            hint="where is the norm at v least, for mu of at least 0? (def-gamma-inexact)",
            tol=1e-3,
        )
    checks.close(
        gamma_got,
        round(gamma, 9),
        what=f"gamma of {what}",
        hint="the norm of the gradient of h at v over that at w (def-gamma-inexact).",
        tol=1e-5 / (round(gamma, 9) or 1.0),  # 1e-5 itself, not of gamma, which may be 0
        mistakes={
            "The quotient is squared": gamma**2,
            "gamma may be above 1, nothing stops a client that goes too far": min(gamma, 1.0),
        },
    )


_X, _w = np.array([[1.0], [2.0], [1.0], [2.0]]), np.array([1.0])
_y = np.array([1.0, 6.0, 1.0, 6.0])
_check_leash(
    checks.call(find_leash, np.array([1.8]), _w, _X, _y),
    5.0,
    0.0,
    5.0,
    "find_leash for v = 1.8",
    {
        "The sign of mu is lost, it should pull back to w": -5.0,
        "The gradient of the loss has lost its 2": 2.5,
        "The gradient of the loss has lost its 1/m_i": 20.0,
        "The gradient of the loss has lost its 2/m_i, or is taken at w, not at v": 10.0,
        "The distance to w is missing": 4.0,
    },
)
_I, _zero = np.eye(2), np.zeros(2)  # the gradient of F at v is v - y
_check_leash(
    checks.call(find_leash, np.array([3.0, 4.0]), _zero, _I, np.array([10.0, 0.0])),
    0.2,
    0.8,
    1.0,
    "find_leash for two parameters",
    {
        "The sign of mu is lost, it should pull back to w": -0.2,
        "This is the quotient of the lengths, but the two vectors need not be parallel": 65**0.5
        / 5,
        "This is a mean over the coordinates, the norm weighs them": 2 / 3,
        "The first coordinate alone decides": 7 / 3,
        "The pull is not squared in the denominator": 1.0,
        "The gradient of the loss has lost its 2": 0.1,
        "The gradient of the loss has lost its 1/m_i, or its 2/m_i": 0.4,
        "The gradient is taken at w, not at v": 1.2,
    },
)
for _v, _gamma in [(3.0, 0.25), (2.8, 0.125)]:
    _check_leash(
        checks.call(find_leash, np.array([_v]), _w, _X, _y),
        0.0,
        _gamma,
        1.0,
        f"find_leash for v = {_v:g}, beyond the minimum",
        {},
    )
### BEGIN HIDDEN TESTS


def _gradient(v, X, y):
    """Gradient of F by central differences, exact for a quadratic function."""
    steps = np.eye(len(v))
    return np.array(
        [(np.mean((y - X @ (v + e)) ** 2) - np.mean((y - X @ (v - e)) ** 2)) / 2 for e in steps]
    )


def _reference(v, w, X, y):
    """The foot of the perpendicular, by least squares with one unknown."""
    after, size = _gradient(v, X, y), np.linalg.norm(_gradient(w, X, y))
    slope = np.linalg.lstsq((v - w)[:, None], -after, rcond=None)[0][0]
    mu = slope if slope > 0 else 0.0
    return (
        mu,
        np.linalg.norm(after + mu * (v - w)) / size,
        np.linalg.norm(after) / np.linalg.norm(v - w),
    )


_rng = checks.grading_rng("find-leash")
_signs = []
while len(_signs) < 8:
    _m, _d = int(_rng.integers(3, 12)), int(_rng.integers(1, 5))
    _X, _y = _rng.normal(size=(_m, _d)), _rng.normal(2, 3, _m)
    _w = _rng.normal(size=_d)
    _v = _w - _rng.uniform(0.05, 0.4) * _gradient(_w, _X, _y) + _rng.normal(0, 0.5, _d)
    _mu, _gamma, _ratio = _reference(_v, _w, _X, _y)
    if (_mu > 0) == (len(_signs) % 4 == 3) or 0 < _mu < 0.05 * _ratio:
        continue
    _signs.append(_mu > 0)
    _check_leash(
        checks.call(find_leash, _v, _w, _X, _y),
        _mu,
        _gamma,
        _ratio,
        f"find_leash for {_m} samples and d = {_d}",
        {
            "The sign of mu is lost, it should pull back to w": -_mu,
            "This is the quotient of the lengths, but the two vectors need not be parallel": _ratio,
            "The gradient of the loss has lost its 2": _mu / 2,
            "The gradient of the loss has lost its 1/m_i": _mu * _m,
        },
    )
# Far beyond the minimum the gradient is longer than at the start.
for _v, _gamma in [(6.0, 17 / 8), (7.0, 22 / 8)]:
    _check_leash(
        checks.call(
            find_leash,
            np.array([_v]),
            np.array([1.0]),
            np.array([[1.0], [2.0], [1.0], [2.0]]),
            np.array([1.0, 6.0, 1.0, 6.0]),
        ),
        0.0,
        _gamma,
        1.0,
        f"find_leash for v = {_v:g}, far beyond the minimum",
        {},
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Disagreement is not drift (1 point)
#
# Somebody watches the variance of the gradients at the start $w$ of a round,
#
# $$\frac1n \sum_i \bigl\lVert \nabla F_i(w) - \nabla f(w) \bigr\rVert_2^2
# \tag{eq-gradient-variance}$$
#
# with $f = \frac1n \sum_i F_i$, and concludes: "The larger this variance, the farther local steps
# drift from the steps of central training." Refute it with two federations of $n$ clients and one
# parameter. Client $i$ has the loss $F_i(v) = \frac{a_i}{2} (v - c_i)^2$. In a round each client
# takes 5 steps of size $0.1$ from $w$ on its own loss, and the server takes the plain mean; central
# training takes 5 such steps on $f$. The drift is the distance between the two ends
# (eq-drift-covariance).
#
# Write `unlike_drift(w, n)`. It returns curvatures and centres of a *calm* and of a *drifting*
# federation, $0 < a_i \le 10$, such that at $w$ the variance of the calm one is at least **100
# times** that of the drifting one, and yet its drift is 0, while that of the drifting one is at
# least $0.01$.


# %% tags=["answer", "id:unlike-drift"]
def unlike_drift(w, n):
    """Two federations: much disagreement without drift, and the reverse (eq-drift-covariance).

    w: number, the start of the round;  n: integer >= 2, clients of each federation.
    Returns a_calm, c_calm, a_drifting, c_drifting: four (n,) arrays, 0 < a <= 10.
    """
    ### BEGIN SOLUTION
    a_calm, a_drifting = np.ones(n), np.ones(n)
    c_drifting = np.full(n, float(w))
    a_drifting[0] = 5.0
    c_drifting[:2] += [1.0, -1.0]
    c_calm = np.full(n, float(w))
    c_calm[0] += 1000.0
    return a_calm, c_calm, a_drifting, c_drifting
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Drift is the covariance of curvature and gradient across clients. When is it 0, however unlike the
# gradients are? And when is it not, however short they are?

# %% [markdown]
# The checks let both federations run for several $w$ and $n$ and measure variance and drift.

# %% tags=["tests", "id:unlike-drift-tests", "points:1", "folded:it tells how"]
import numpy as np

from flcourse.grading import checks

checks.own(unlike_drift, "flcourse.fedopt")


def _read(got, n, name):
    """The two federations, checked for their form."""
    parts = checks.parts(
        got,
        4,
        what=name,
        hint="return a_calm, c_calm, a_drifting, c_drifting (eq-drift-covariance).",
    )
    read = []
    for part, which in zip(parts, ["a_calm", "c_calm", "a_drifting", "c_drifting"], strict=True):
        words = f"{which} of {name}"
        checks.shape(part, (n,), what=words, hint="one number a client (eq-gradient-variance).")
        read.append(checks.numbers(part, what=words, hint="see eq-gradient-variance.").reshape(n))
        if which[0] == "a":
            checks.holds(
                read[-1].min() > 0 and read[-1].max() <= 10,
                what=words,
                expected="curvatures 0 < a <= 10",
                got=read[-1],
                where=(read[-1] <= 0) | (read[-1] > 10),
                hint="longer steps than that run away (eq-local-expansion).",
            )
    return read


def _check_federations(got, w, n, name):
    a_calm, c_calm, a_drifting, c_drifting = _read(got, n, name)
    variances, drifts, sizes = [], [], []
    for a, c in [(a_calm, c_calm), (a_drifting, c_drifting)]:
        slopes = a * (w - c)
        variances.append(np.mean((slopes - slopes.mean()) ** 2))
        local, central = np.full(n, float(w)), float(w)
        for _ in range(5):
            local = local - 0.1 * a * (local - c)
            central = central - 0.1 * np.mean(a * (central - c))
        drifts.append(abs(local.mean() - central))
        sizes.append(1 + abs(w) + np.abs(c).max())
    checks.holds(
        drifts[0] <= 1e-11 * sizes[0],
        what=f"drift of the calm federation of {name}",
        expected="0: its clients should curve alike",
        got=drifts[0],
        hint="it is a covariance of curvature and gradient (eq-drift-covariance).",
    )
    checks.holds(
        drifts[1] >= 0.01,
        what=f"drift of the drifting federation of {name}",
        expected="at least 0.01: its clients should neither curve alike nor pull alike",
        got=drifts[1],
        hint="it is a covariance of curvature and gradient (eq-drift-covariance).",
    )
    checks.holds(
        variances[0] > 0 and variances[0] >= 100 * (1 - 1e-9) * variances[1],
        what=f"variance of the gradients of {name}, calm and drifting",
        expected="a variance of the calm federation at least 100 times as large",
        got=variances,
        hint="it is that of the gradients a_i (w - c_i) at the start (eq-gradient-variance).",
    )


for _w, _n in [(0.0, 2), (3.0, 5), (-1.5, 3)]:
    _check_federations(checks.call(unlike_drift, _w, _n), _w, _n, f"unlike_drift({_w:g}, {_n})")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("unlike-drift")
for _n in [2, 4, 7, 12]:
    _w = float(_rng.normal(0, 4))
    _check_federations(checks.call(unlike_drift, _w, _n), _w, _n, f"unlike_drift({_w:.3g}, {_n})")
### END HIDDEN TESTS

# %% [markdown]
# ## Task 4: A fair step (2 points)
#
# q-FFL minimises
#
# $$f_q(w) = \sum_{i} \frac{p_i}{q + 1}\, F_i(w)^{q + 1}, \;\; q \ge 0, \tag{eq-qffl-objective}$$
#
# so that large losses count more. Its steps need no tuning for each $q$, because the curvature of
# $\frac{1}{q+1} F^{q+1}$ at the current model is at most
#
# $$L_q = L\, F^q + q\, F^{q-1} \lVert \nabla F \rVert_2^2, \tag{eq-lemma-lipschitz}$$
#
# where $L$ bounds the curvature of $F$. q-FedSGD draws clients in proportion to $p_i$ and then
# treats them alike, with one $L$ for all (alg-qfedsgd). Now **all** clients take part, each with
# its own weight $p_i$, and each knows a bound $L_i$ of its own.
#
# **(a)** Which step is one over the bound on the curvature of $f_q$ that follows, along the
# gradient of $f_q$? Write `fair_step(w, values, gradients, p, q, L)`.


# %% tags=["answer", "id:fair-step"]
def fair_step(w, values, gradients, p, q, L):
    """Next model: a safe gradient step on f_q with weights (eq-qffl-objective).

    w: (d,) array;  values: (k,) array of losses F_i > 0;  gradients: (k, d) array.
    p: (k,) array of weights > 0 with sum 1;  q: number >= 0;  L: (k,) array of bounds > 0.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Differentiate f_q: what multiplies the gradient of F_i? Bounds on curvatures add up with the same
# weights as the functions do. There is one denominator for all clients, and no division by q + 1.

# %% [markdown]
# By hand: losses 4 and 1, gradients $(3, 4)$ and $(0, 2)$, weights $\frac14$ and $\frac34$, bounds
# 20 and 4, $q = 2$. The curvatures are at most $320 + 200$ and $4 + 8$, and
# $\frac14 \cdot 520 + \frac34 \cdot 12 = 139$. The gradient of $f_2$ is
# $\frac14 (48, 64) + \frac34 (0, 2)$.

# %% tags=["tests", "id:fair-step-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fair_step, "flcourse.fedopt")

_F, _G = np.array([4.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]])
_p, _L, _w = np.array([0.25, 0.75]), np.array([20.0, 4.0]), np.array([2.0, 1.0])
_got = checks.call(fair_step, _w, _F, _G, _p, 2.0, _L)
checks.shape(_got, (2,), what="fair_step", hint="one number for each parameter (eq-qffl-gradient).")
checks.close(
    _got,
    [2 - 12 / 139, 1 - 17.5 / 139],
    what="fair_step",
    hint="weigh gradients and curvatures of F_i^(q+1) / (q+1) by p_i (eq-qffl-objective).",
    mistakes={
        "The weights p_i are ignored": [2 - 48 / 532, 1 - 66 / 532],
        "The curvatures are not weighed by p_i": [2 - 12 / 532, 1 - 17.5 / 532],
        "The gradients are not weighed by p_i": [2 - 48 / 139, 1 - 66 / 139],
        "The second term of the curvature is missing": [2 - 12 / 83, 1 - 17.5 / 83],
        "The first term of the curvature is missing": [2 - 12 / 56, 1 - 17.5 / 56],
        "The factor q of the second term is missing": [2 - 12 / 111, 1 - 17.5 / 111],
        "The norm of the gradient is not squared": [2 - 12 / 96, 1 - 17.5 / 96],
        "One L serves all clients, the largest": [2 - 12 / 151, 1 - 17.5 / 151],
        "One L serves all clients, the mean of the L_i": [2 - 12 / 113, 1 - 17.5 / 113],
        "One L serves all clients, the mean weighed by p_i": [2 - 12 / 94, 1 - 17.5 / 94],
        "The gradients are not weighed by F_i^q": [2 - 0.75 / 139, 1 - 2.5 / 139],
        "The weight of a gradient is F_i^q, not F_i^(q+1)": [2 - 48 / 139, 1 - 65.5 / 139],
        "Each client is divided by its own curvature, then weighed": [
            2 - 12 / 520,
            1 - 16 / 520 - 1.5 / 12,
        ],
        "The step goes up, not down": [2 + 12 / 139, 1 + 17.5 / 139],
        "This is the step alone, w is missing": [12 / 139, 17.5 / 139],
        "This is the step alone, w is missing, and the sign is lost": [-12 / 139, -17.5 / 139],
        "The gradient is divided by q + 1, the bound is not": [2 - 4 / 139, 1 - 17.5 / 417],
        "The sum is not divided by the bound": [-10.0, -16.5],
    },
)
checks.close(
    checks.call(fair_step, _w, _F, _G, _p, 0.0, _L),
    [2 - 0.75 / 8, 1 - 2.5 / 8],
    what="fair_step for q = 0",
    hint="f_0 is the weighted mean, its curvature at most that of the L_i (eq-qffl-objective).",
    mistakes={
        "The weights p_i are ignored": [2 - 3 / 24, 1 - 6 / 24],
        "One L serves all clients, the largest": [2 - 0.75 / 20, 1 - 2.5 / 20],
    },
)
### BEGIN HIDDEN TESTS


def _reference(w, F, G, p, q, L):
    total, bound = np.zeros(len(w)), 0.0
    for value, gradient, weight, own in zip(F, G, p, L, strict=True):
        total = total + weight * value**q * gradient
        square = sum(entry * entry for entry in gradient)
        bound += weight * value**q * (own + q * square / value)
    return w - total / bound


_rng = checks.grading_rng("fair-step")
for _k, _d, _q in [(5, 3, 1.0), (4, 4, 0.5), (7, 2, 5.0), (3, 6, 2.3), (6, 1, 0.0)]:
    _F, _G, _w = _rng.uniform(0.2, 3, _k), _rng.normal(size=(_k, _d)), _rng.normal(size=_d)
    _p, _L = _rng.dirichlet(np.full(_k, 2.0)), _rng.uniform(0.3, 9, _k)
    _step = _w - _reference(_w, _F, _G, _p, _q, _L)
    _equal = np.full(_k, 1 / _k)
    _size = np.abs(_step).max()
    _got = checks.call(fair_step, _w, _F, _G, _p, _q, _L)
    checks.shape(
        _got, (_d,), what="fair_step", hint="one number for each parameter (eq-qffl-step)."
    )
    checks.close(
        (_w - checks.numbers(_got, what="fair_step", hint="see eq-qffl-step.").reshape(_d)) / _size,
        _step / _size,
        what=f"w minus fair_step, over its longest entry, for {_k} clients, d = {_d} and q = {_q}",
        hint="weigh gradients and curvatures of F_i^(q+1) / (q+1) by p_i (eq-qffl-objective).",
        mistakes={
            "The step goes up, not down": -_step / _size,
            "The weights p_i are ignored": (_w - _reference(_w, _F, _G, _equal, _q, _L)) / _size,
            "One L serves all clients, the largest": (
                _w - _reference(_w, _F, _G, _p, _q, np.full(_k, _L.max()))
            )
            / _size,
            "One L serves all clients, the mean of the L_i": (
                _w - _reference(_w, _F, _G, _p, _q, np.full(_k, _L.mean()))
            )
            / _size,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# **(b)** How fair? Clients with one parameter have the losses $F_i(v) = a_i (v - c_i)^2$. For each
# $q$ the fair model $v_q$ minimises $f_q$. A larger $q$ makes large losses count more, and costs
# mean loss.
# A user needs **every** loss to be at most `limit`, and wants to pay as little as possible for it.
# Which $q$ of a list is that?
#
# Write `choose_q(a, c, p, limit, qs)`. It returns the smallest of `qs` for which all losses of
# $v_q$ are at most `limit`, and `np.inf` if there is none. (The largest loss need not fall as $q$
# grows, but in the checks it does, and differs from the limit by at least half a percent: a fine
# search for $v_q$ will do.)


# %% tags=["answer", "id:choose-q"]
def choose_q(a, c, p, limit, qs):
    """Smallest q whose fair model has no loss above the limit (eq-qffl-objective).

    a, c, p: (n,) arrays, curvatures > 0, centres, and weights > 0 with sum 1;  limit: number > 0;
    qs: (K,) array of numbers >= 0, rising.
    Returns one of qs, or np.inf.
    """
    ### BEGIN SOLUTION
    for q in qs:
        low, high = np.min(c), np.max(c)
        for _ in range(60):
            v = (low + high) / 2
            if p @ ((a * (v - c) ** 2) ** q * 2 * a * (v - c)) > 0:
                high = v
            else:
                low = v
        if np.max(a * (v - c) ** 2) <= limit:
            return q
    return np.inf
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# For each q find v between the smallest and the largest centre: by scipy.optimize.minimize_scalar,
# on a fine grid, or by halving where the derivative of f_q changes its sign. Compare the largest of
# the losses, not the mean. For large q powers are tiny or huge: divide all losses by one of them.

# %% [markdown]
# By hand: $F_0 = v^2$ and $F_1 = 4 (v - 3)^2$ with equal weights. For $q = 0, 1, 4, 10$ the models
# are about $2.400$, $2.148$, $2.051$ and $2.022$, with the largest losses $5.760$, $4.613$, $4.205$
# and $4.088$ at client 0. For the limit $4.24$ that is $q = 4$. No $q$ brings it below 4.

# %% tags=["tests", "id:choose-q-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(choose_q, "flcourse.fedopt")

_a, _c, _half = np.array([1.0, 4.0]), np.array([0.0, 3.0]), np.array([0.5, 0.5])
_qs = np.array([0.0, 1.0, 4.0, 10.0])


def _check_q(got, want, qs, what, mistakes):
    """Compare a q, where np.inf is one, too."""
    checks.shape(got, (), what=what, hint="one number (eq-qffl-objective).")
    value = checks.numbers(
        got,
        what=what,
        hint="minimise f_q, then look at the largest loss (eq-qffl-objective).",
        finite=False,
    )
    known = {
        **mistakes,
        "No q of the list is good enough, not even the last": qs[-1],
        "A q of the list is good enough": np.inf,
    }
    checks.close(
        np.where(np.isposinf(value), -1.0, value).ravel(),
        [want if np.isfinite(want) else -1.0],
        what=f"{what} (-1 stands for np.inf)",
        hint="minimise f_q, then look at the largest loss (eq-qffl-objective).",
        mistakes={
            words: [wrong if np.isfinite(wrong) else -1.0]
            for words, wrong in known.items()
            if np.isfinite(want) or words != "A q of the list is good enough"
            if not (np.isfinite(want) and words.startswith("No q"))
        },
    )


_check_q(
    checks.call(choose_q, _a, _c, _half, 4.24, _qs),
    4.0,
    _qs,
    "choose_q for two clients and the limit 4.24",
    {
        "The mean of the losses is compared, one of them is larger": 0.0,
        "This is the place in the list, not q": 2.0,
        "This is the fairest, the smallest that is fair enough costs less": 10.0,
        "This is the largest loss, not q": 4.205,
        "This is the model, not q": 2.051,
    },
)
_check_q(
    checks.call(choose_q, _a, _c, np.array([0.9, 0.1]), 5.5, _qs),
    4.0,
    _qs,
    "choose_q for the weights 0.9 and 0.1 and the limit 5.5",
    {"The weights p are ignored": 1.0, "The mean of the losses is compared": 0.0},
)
for _limit, _want, _mistakes in [(6.0, 0.0, {"q = 0 is a choice, too": 1.0}), (3.9, np.inf, {})]:
    _check_q(
        checks.call(choose_q, _a, _c, _half, _limit, _qs),
        _want,
        _qs,
        f"choose_q for two clients and the limit {_limit:g}",
        _mistakes,
    )
### BEGIN HIDDEN TESTS


def _fair(a, c, p, q, power=1.0):
    """The fair model by Newton-like halving of a grid, and the losses there."""
    low, high = float(c.min()), float(c.max())
    while high - low > 1e-11:
        grid = np.linspace(low, high, 201)
        losses = a[:, None] * (grid - c[:, None]) ** 2
        best = int(np.argmin(p**power @ (losses / losses.max()) ** (q + 1)))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, 200)]
    return a * ((low + high) / 2 - c) ** 2


def _pick(rows, limit, qs):
    found = [q for q, row in zip(qs, rows, strict=True) if row <= limit]
    return found[0] if found else np.inf


_rng = checks.grading_rng("choose-q")
_found = 0
while _found < 8:
    _n = int(_rng.integers(2, 7))
    _a, _c = _rng.uniform(0.3, 4, _n), _rng.normal(0, 2, _n)
    _p = _rng.dirichlet(np.full(_n, 1.5))
    _qs = np.array(
        [[0.0, 0.5, 2.0, 6.0], [0.5, 1.0, 3.0, 8.0], [0.0, 1.0, 2.0, 5.0, 12.0]][_found % 3]
    )
    _losses = [_fair(_a, _c, _p, _q) for _q in _qs]
    _largest = np.array([_row.max() for _row in _losses])
    if _p.min() < 0.02 or np.any(_largest[1:] > 0.975 * _largest[:-1]):
        continue
    _k = int(_rng.integers(1, len(_qs) + 1))  # the k-th q is right, after the last none is
    _limit = float(
        np.sqrt(_largest[_k - 1] * (_largest[_k] if _k < len(_qs) else 0.9 * _largest[-1]))
    )
    _want = _pick(_largest, _limit, _qs)
    _slips = {
        "The weights p are ignored": _pick(
            [_fair(_a, _c, _p, _q, power=0.0).max() for _q in _qs], _limit, _qs
        ),
        "The mean of the losses is compared, one of them is larger": _pick(
            [_p @ _row for _row in _losses], _limit, _qs
        ),
        "The exponent is q, it should be q + 1": _pick(
            [_fair(_a, _c, _p, max(_q - 1, -0.9)).max() for _q in _qs], _limit, _qs
        ),
    }
    if np.isfinite(_want) and _slips["The weights p are ignored"] == _want and _found % 2:
        continue
    _found += 1
    _check_q(
        checks.call(choose_q, _a, _c, _p, _limit, _qs),
        _want,
        _qs,
        f"choose_q for {_n} random clients and the limit {_limit:.4g}",
        _slips,
    )
### END HIDDEN TESTS

# %% [markdown]
# Watch it on the federation: 400 steps for several $q$, all clients, with $L_i$ twice the largest
# eigenvalue of $X_i^\top X_i / m_i$. What happens to the mean and to the largest of the losses?

# %%
L = np.array([2 * np.linalg.norm(X_i, 2) ** 2 / len(X_i) for X_i in X])
p = sizes / sizes.sum()
for q in [0.0, 1.0, 5.0]:
    w = np.zeros(2)
    for _ in range(400):
        residuals = [X_i @ w - y_i for X_i, y_i in zip(X, y, strict=True)]
        values = np.array([np.mean(r**2) for r in residuals])
        gradients = np.array([2 / len(r) * X_i.T @ r for X_i, r in zip(X, residuals, strict=True)])
        w = np.ravel(fair_step(w, values, gradients, p, q, L))
    print(f"q = {q}: w = {w.round(3)}, mean loss {p @ values:.3f}, largest {values.max():.3f}")

# %% [markdown]
# ## Task 5: How even? (1 point)
#
# How evenly does a model serve its devices? The chapter looks at the accuracies by their mean, the
# mean of the worst tenth, the mean of the best tenth, and the variance (def-fairness). A tenth of
# $n$ devices are $\lfloor n/10 \rfloor$ of them, but at least one. A tool that is given computes
# the four.


# %% tags=["given", "id:tool"]
def fairness(accuracies):
    """Mean, mean of the worst and of the best tenth, variance (def-fairness)."""
    a = np.sort(accuracies)
    tenth = max(1, len(a) // 10)
    return a.mean(), a[:tenth].mean(), a[-tenth:].mean(), a.var()


# %% [markdown]
# Somebody chooses between two models with the **same mean** by the variance alone: "The more
# uniform one is better for those who are worst off." Refute it for **your own devices**:
# `own_accuracies` of the first cell holds their accuracies, in per cent, under a model B. Write
# `misleading()`, without arguments, which returns accuracies of the same devices under a model A.
# Their mean is that of B; their variance is at most **half** that of B; and yet the mean of A's
# worst tenth is at least **5 points below** that of B. The function may compute the accuracies, or
# hold them with at least seven digits.


# %% tags=["answer", "id:misleading"]
def misleading():
    """A more uniform model than that of your devices, worse for the worst tenth (def-fairness).

    Returns A: (n,) array of accuracies in per cent, between 0 and 100, for the n devices of
    own_accuracies.
    """
    ### BEGIN SOLUTION
    n, mean = len(own_accuracies), own_accuracies.mean()
    few = n // 10
    low = np.sort(own_accuracies)[:few].mean() - 7
    A = np.full(n, mean + (mean - low) * few / (n - few))
    A[:few] = low
    return A
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# At how many of the devices does each of the two numbers look? Build A from that, and see to its
# mean last.

# %% [markdown]
# The check computes mean, variance and worst tenth of your model and of `own_accuracies`.

# %% tags=["tests", "id:misleading-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(misleading, "flcourse.fedopt")


def _own_devices(rng):
    n = int(rng.choice([21, 23, 24, 26, 27, 31, 33, 34, 36, 38]))
    levels = np.where(rng.permutation(n) < n // 2, 40.0, 80.0)
    return np.round(levels + rng.uniform(-4.0, 4.0, n), 1)


def _look(got, rng):
    B = sorted(_own_devices(rng).tolist())
    n, tenth = len(B), max(1, len(B) // 10)
    checks.shape(
        got,
        (n,),
        what="misleading",
        hint="a number for each of your devices (def-fairness).",
        mistakes={"There are two models, B is given": (2, n)},
    )
    A = sorted(checks.numbers(got, what="misleading", hint="see def-fairness.").ravel().tolist())
    checks.holds(
        min(A) >= -1e-9 and max(A) <= 100 + 1e-9,
        what="misleading",
        expected="accuracies from 0 to 100",
        got=[min(A), max(A)],
        hint="they are in per cent (def-fairness).",
    )
    (mean, spread, worst), (mean_b, spread_b, worst_b) = [
        (sum(one) / n, sum((x - sum(one) / n) ** 2 for x in one) / n, sum(one[:tenth]) / tenth)
        for one in (A, B)
    ]
    checks.close(
        mean,
        mean_b,
        what="the mean of misleading",
        hint="a better mean would be another reason to choose a model (def-fairness).",
        mistakes={
            "These are shares of 1, they should be in per cent": mean_b / 100,
            "This is the median of B": (B[n // 2] + B[(n - 1) // 2]) / 2,
        },
    )
    checks.holds(
        spread <= 0.5 * spread_b * (1 + 1e-9),
        what="the variance of misleading",
        expected=f"at most {0.5 * spread_b:.2f}, half of that of B",
        got=f"{spread:.2f}" + ", the variance of B" * (abs(spread - spread_b) <= 1e-6 * spread_b),
        hint="A is the one that looks more uniform (def-fairness).",
    )
    named = {
        "only the worst device is that low": A[0] <= worst_b - 5,
        "the best tenth of A is that much below": (
            A[-tenth] >= A[-tenth - 1] + 5
            and sum(A[-tenth:]) / tenth <= sum(B[-tenth:]) / tenth - 5
        ),
        "this is 5 per cent below, 5 points are more": abs(worst - 0.95 * worst_b)
        <= 1e-5 * worst_b,
        "this is 5 points below the mean": abs(worst - mean_b + 5) <= 1e-5 * mean_b,
        "the worst of A are better off than those of B": worst > worst_b,
    }
    checks.holds(
        worst <= worst_b - 5 + 1e-6,
        what="the worst tenth of misleading",
        expected=f"a mean of at most {worst_b - 5:.3f}, 5 points below that of B, "
        f"where a tenth are {tenth} of {n} devices",
        got=f"{worst:.3f}" + next((f", {words}" for words, fits in named.items() if fits), ""),
        hint="the worst tenth is the mean of the n // 10 smallest (def-fairness).",
    )


checks.own_data("misleading", checks.call(misleading), _look)

# %% [markdown]
# Look at your two models.

# %%
A, B = np.ravel(misleading()), own_accuracies
fig, axes = plt.subplots(2, sharex=True, figsize=(5, 3.5))
for ax, model, name in zip(axes, [A, B], "AB", strict=True):
    ax.hist(model, bins=np.arange(0, 101, 5))
    mean, worst, best, spread = fairness(model)
    ax.set(ylabel=f"devices of {name}", title=f"worst {worst:.0f} %, variance {spread:.0f}")
axes[1].set_xlabel("accuracy (%)")
plt.tight_layout()
plt.show()

# %% [markdown]
# ## Task 6: The best place between (1 point)
#
# In Ditto each client keeps a personal model, the minimiser of
#
# $$\min_{v_i}\; F_i(v_i) + \frac\lambda2 \lVert v_i - w^\star \rVert_2^2 ,
# \tag{eq-ditto-objective}$$
#
# where $w^\star$ is the global model. The chapter finds the best $\lambda$ for $K$ devices that
# estimate means: device $i$ wants the mean $w_i$ of its own distribution and sees it with an error,
# $\hat w_i = w_i + \varepsilon_i$; the global model is $\bar w = \frac1K \sum_j \hat w_j$; and
#
# $$v_i(\lambda) = \frac{\hat w_i + \lambda \bar w}{1 + \lambda} . \tag{eq-ditto-point}$$
#
# There, all errors have the same variance. But devices differ! Let $\varepsilon_j$ have the
# standard deviation $s_j$ (few samples, large $s_j$), and let $w_j$ scatter around the common
# centre with the standard deviation $\tau_j$ (an odd device, large $\tau_j$), all independent. Each
# device may choose a $\lambda$ of its own. Which one makes its mean squared error
# $\operatorname{E} (v_i - w_i)^2$ smallest?
#
# Write `best_lambdas(s, tau)`. Where no finite $\lambda$ is best, because the error falls all the
# way to the global model, the answer is `np.inf`.


# %% tags=["answer", "id:best-lambdas"]
def best_lambdas(s, tau):
    """Best coupling of Ditto for each of several unlike devices (eq-ditto-lambda-star).

    s: (K,) array, standard deviations of the errors, > 0;  tau: (K,) array, standard deviations of
    the devices' own means, > 0;  K >= 2.
    Returns a (K,) array of numbers > 0, np.inf where no finite one is best.
    """
    ### BEGIN SOLUTION
    K = len(s)
    noise, spread = s**2, tau**2
    shared = noise / K  # covariance of the device's error and that of the global model
    others = (spread.sum() - spread + noise.sum()) / K**2
    glob = (1 - 1 / K) ** 2 * spread + others
    room = glob - shared
    return np.where(room > 0, (noise - shared) / np.where(room > 0, room, 1), np.inf)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Follow the proof of eq-ditto-lambda-star with an s and a tau for each device: which expectations
# does the error of device i need now? Then look at the sign of the derivative where it has no zero.

# %% [markdown]
# By hand, $K = 4$: with $s = (2, 2, 2, 2)$ and $\tau = (1, 1, 1, 1)$ all have
# $\lambda^\star = s^2 / \tau^2 = 4$. With $\tau = (1, 1, 3, 3)$ the first two are the honest
# devices of the chapter beside two odd ones, $\lambda^\star = \frac{12}7$, and the odd ones have
# $\frac{12}{23}$. With $s = (6, 1, 1, 1)$ and $\tau = 1$ the first device should use the global
# model, and nothing else.

# %% [markdown]
# **Predict, commit, then compute.** Four alike devices with $s = \tau = 2$ have
# $\lambda^\star = 1$. Now the errors of the first are twice as large, $s = (4, 2, 2, 2)$, and
# $\tau = 2$ stays. What is the best $\lambda$ of this device? Put your number in place of the dots
# and run the cell before the checks: who has named a number notices where intuition was off. It
# earns and costs no points; when the checks pass, they show it beside the result.

# %%
from flcourse.grading.practice import predict

predict("best-lambdas", ...)

# %% tags=["tests", "id:best-lambdas-tests", "points:1", "folded:it knows the prediction"]
import numpy as np

from flcourse.grading import checks

checks.own(best_lambdas, "flcourse.fedopt")


def _check_lambdas(got, want, what, mistakes):
    """Compare the couplings, where np.inf is one, too."""
    checks.shape(
        got,
        np.shape(want),
        what=what,
        hint="one number for each device (eq-ditto-lambda-star).",
        mistakes={"This is one number for all, each device has its own": ()},
    )
    values = checks.numbers(
        got,
        what=what,
        hint="minimise the mean squared error of each device (eq-ditto-risk).",
        finite=False,
    ).ravel()
    endless = np.isposinf(want)
    checks.holds(
        not np.any(np.isposinf(values) ^ endless),
        what=what,
        expected=f"np.inf for {endless.sum()} of the devices: where the error falls as long as "
        "lambda grows, there is no zero of the derivative above 0"
        if endless.any()
        else "no np.inf, a finite lambda is best for each device here",
        got=values,
        hint="minimise the mean squared error of each device (eq-ditto-risk).",
    )
    checks.close(
        np.where(endless, 0, values) if not np.isnan(values).any() else values,
        np.where(endless, 0, want),
        what=f"{what} (0 stands for np.inf)" if endless.any() else what,
        hint="minimise the mean squared error of each device (eq-ditto-risk).",
        mistakes=mistakes,
    )


_two, _one = np.full(4, 2.0), np.ones(4)
_check_lambdas(
    checks.call(best_lambdas, _two, _one),
    _two * 2,
    "best_lambdas of four alike devices",
    {
        "s and tau are not squared": _two,
        "The quotient is upside down": _one / 4,
        "The device is one of those in the mean, too": _one * 1.5,
        "The device's error in the mean is forgotten": _one * 16 / 7,
    },
)
for _s, _tau, _want, _what, _mistakes in [
    (
        _two,
        np.array([1.0, 1.0, 3.0, 3.0]),
        np.array([12 / 7, 12 / 7, 12 / 23, 12 / 23]),
        "best_lambdas beside two odd devices",
        {
            "The other devices play no part here, they move the mean": [4, 4, 4 / 9, 4 / 9],
            "This is the answer of the honest devices for all": [12 / 7] * 4,
            "The device's error in the mean is forgotten": [16 / 11, 16 / 11, 16 / 27, 16 / 27],
        },
    ),
    (
        np.array([6.0, 1.0, 1.0, 1.0]),
        _one,
        np.array([np.inf, 12 / 47, 12 / 47, 12 / 47]),
        "best_lambdas of a noisy device and three others",
        {"The other devices play no part here, they move the mean": [0, 1.0, 1.0, 1.0]},
    ),
]:
    _check_lambdas(checks.call(best_lambdas, _s, _tau), _want, _what, _mistakes)
# Noise 16 against 4 of the others, and a quarter of it is in the mean: (16 - 4) / (4.75 - 4).
checks.predicted("best-lambdas", 16, "it is {}, for its own error is in the mean, too")
### BEGIN HIDDEN TESTS


def _reference(s, tau):
    """Minimise the error of (1 - c) own + c mean, a parabola in c, from its coefficients."""
    K, found = len(s), []
    for i in range(K):
        # Coefficients of own - w_i and of mean - w_i in (w_1, ..., w_K, e_1, ..., e_K).
        own, mean = np.zeros(2 * K), np.full(2 * K, 1 / K)
        own[K + i] = 1.0
        mean[i] -= 1.0
        variances = np.concatenate([tau**2, s**2])
        move = mean - own
        slope, bend = (own * move) @ variances, (move * move) @ variances
        c = -slope / bend
        found.append(c / (1 - c) if c < 1 else np.inf)
    return np.array(found)


# The noisiest device is odd, too: the global model is so far from it that a finite lambda is best.
for _place in (0, 2):
    _noisy = np.arange(4) == _place
    _check_lambdas(
        checks.call(best_lambdas, np.where(_noisy, 3.0, 1.0), np.where(_noisy, 3.0, 1.0)),
        np.where(_noisy, 9 / 5, 3 / 7),
        "best_lambdas where the noisy device is an odd one",
        {},
    )
_rng = checks.grading_rng("best-lambdas")
_found = 0
while _found < 8:
    _K = int(_rng.integers(2, 9))
    _s = _rng.uniform(0.3, 3, _K) * np.where(_rng.random(_K) < 0.2, 4, 1)
    _tau = _rng.uniform(0.2, 1.5, _K) * np.where(_rng.random(_K) < 0.2, 3, 1)
    _want = _reference(_s, _tau)
    _finite = _want[np.isfinite(_want)]
    if len(_finite) == 0 or _finite.max() > 30 or (len(_finite) < _K) != (_found % 2):
        continue
    _found += 1
    _check_lambdas(
        checks.call(best_lambdas, _s, _tau),
        _want,
        f"best_lambdas of {_K} unlike devices",
        {
            "The other devices play no part here, they move the mean": np.where(
                np.isposinf(_want), 0, _s**2 / _tau**2
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 7: A server that does not trust (2 points)
#
# The server receives updates $u_1, \dots, u_k$, the rows of $U$, of which some may be lies.
#
# **(a)** Write `aggregate(U, rule)` for two rules:
#
# - `"median"`: the median of each coordinate over the clients (eq-median); for even $k$ the mean of
#   the two in the middle;
# - `"clip"`: the mean after every update that is *longer than the median length* has been shortened
#   to it,
#   $$\frac{1}{k} \sum_i u_i \min\Bigl( 1, \frac{c}{\lVert u_i \rVert} \Bigr),
#   \quad c = \operatorname{median}_j \lVert u_j \rVert; \tag{eq-clip}$$
#
# No update is zero.


# %% tags=["answer", "id:aggregate"]
def aggregate(U, rule):
    """Robust aggregate of updates (eq-median, eq-clip).

    U: (k, d) array, row i is an update;  rule: "median" or "clip".
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    shrink = np.minimum(1, np.median(lengths) / lengths)
    return np.mean(shrink[:, None] * U, axis=0)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.median with axis=0 is the first rule. For clipping, multiply each update by min(1, median
# length / own length).

# %% [markdown]
# By hand: of the updates $(4, 3), (0, -2), (0, 10), (-40, 30)$ the medians are $0$ and $6.5$. The
# lengths are 5, 2, 10 and 50 with median $7.5$, so the third becomes $(0, 7.5)$ and the fourth
# $(-6, 4.5)$.

# %% tags=["tests", "id:aggregate-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(aggregate, "flcourse.fedopt")

_U = np.array([[4.0, 3.0], [0.0, -2.0], [0.0, 10.0], [-40.0, 30.0]])
_got = checks.call(aggregate, _U, "median")
checks.shape(
    _got,
    (2,),
    what="aggregate with the median",
    hint="one number for each coordinate (eq-median).",
    mistakes={"The median runs over the coordinates, not over the clients": (4,)},
)
checks.close(
    _got,
    [0.0, 6.5],
    what="aggregate with the median",
    hint="sort each coordinate over the clients (eq-median).",
    mistakes={
        "This is the mean": [-9.0, 10.25],
        "This is the lower of the two in the middle": [0.0, 3.0],
        "This is the upper of the two in the middle": [0.0, 10.0],
        "This is the mean of the clipped updates": [-0.5, 3.25],
        "This is the update of median length": [2.0, 6.5],
        "This is the update of median length or the one below it": [4.0, 3.0],
    },
)
_got = checks.call(aggregate, _U, "clip")
checks.shape(
    _got, (2,), what="aggregate with clipping", hint="one number for each coordinate (eq-clip)."
)
checks.close(
    _got,
    [-0.5, 3.25],
    what="aggregate with clipping",
    hint="shorten the updates that are longer than the median length, then average (eq-clip).",
    mistakes={
        "This is the mean, nothing is clipped": [-9.0, 10.25],
        "This is the median": [0.0, 6.5],
        "Short updates are lengthened too": [0.0, 2.25],
        "This is the sum, not the mean": [-2.0, 13.0],
        "Long updates are dropped, not shortened": [2.0, 0.5],
        "Long updates become zero but still count": [1.0, 0.25],
        "The limit is the mean length, not the median": [-2.35, 5.2625],
        "The entries are clipped one by one, not the length": [-0.875, 4.0],
        "The lengths are sums of absolute values": [-0.2142857, 3.2857143],
        "Short updates are lengthened, long ones stay": [-8.5, 9.25],
    },
)
### BEGIN HIDDEN TESTS


def _median(U):
    columns = [sorted(column) for column in U.T]
    k = len(U)
    return np.array([(column[(k - 1) // 2] + column[k // 2]) / 2 for column in columns])


def _clipped(U):
    lengths = [sum(entry**2 for entry in u) ** 0.5 for u in U]
    limit = _median(np.array(lengths)[:, None])[0]
    total = np.zeros(U.shape[1])
    for u, length in zip(U, lengths, strict=True):
        total += u if length <= limit else u * (limit / length)
    return total / len(U)


_rng = checks.grading_rng("aggregate")
for _k, _d in [(6, 3), (9, 2), (5, 4), (8, 1), (4, 5)]:
    _U = _rng.normal(1, 1, (_k, _d)) * np.exp(_rng.normal(size=(_k, 1)))
    checks.close(
        checks.call(aggregate, _U, "median"),
        _median(_U),
        what=f"aggregate with the median for {_k} updates and d = {_d}",
        hint="sort each coordinate over the clients (eq-median).",
        mistakes={"This is the mean": _U.mean(axis=0)},
    )
    checks.close(
        checks.call(aggregate, _U, "clip"),
        _clipped(_U),
        what=f"aggregate with clipping for {_k} updates and d = {_d}",
        hint="shorten the updates that are longer than the median length, then average (eq-clip).",
        mistakes={"This is the mean, nothing is clipped": _U.mean(axis=0)},
    )
### END HIDDEN TESTS

# %% [markdown]
# A third rule keeps one update and drops all others. **Krum** takes the update with the least sum
# of squared distances to its $k - b - 2$ nearest fellows (eq-krum), where $b$ is the number of bad
# updates to be ready for. It is given.


# %% tags=["given", "id:krum"]
def krum(U, bad):
    """The update with the least sum of squares to its k - b - 2 nearest fellows (eq-krum)."""
    squares = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    nearest = np.sort(squares, axis=1)[:, 1 : len(U) - bad - 1]
    return U[np.argmin(nearest.sum(axis=1))]


# %% [markdown]
# **(b)** A provider writes: "With $k \ge 2b + 3$ updates and at most $b$ liars, Krum never takes a
# lie. And a lie would be longer than honest updates anyway." Refute it: write `fool_krum(k, b)`,
# which returns updates $U$, a row for each client, the liars in the **last** $b$ rows, such that
#
# - the first coordinate of every honest update is at least 1 (they agree on this direction), and
#   that of every lie at most $-1$ (it leads back);
# - every lie is at most as long as every honest update;
# - Krum takes a lie, clearly: the sum of squares of the best lie is at most 0.9 of that of every
#   honest update.
#
# The number $d$ of parameters is your choice.


# %% tags=["answer", "id:fool-krum"]
def fool_krum(k, b):
    """Updates of which Krum takes a lie, though few lie and no lie is long (eq-krum).

    k, b: integers, b >= 1 lies among k >= 2 b + 3 updates.
    Returns U: a (k, d) array, the lies in the last b rows.
    """
    ### BEGIN SOLUTION
    U = np.zeros((k, k))
    U[:, 0] = 1.0
    U[k - b :, 0] = -1.0
    for i in range(k - b):
        U[i, i + 1] = 100.0
    return U
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# If all honest updates are alike, Krum takes one of them: why? What has to change among the honest
# ones, while no lie gets longer than they are? Compute the sums of all rows for k = 5 and b = 1.

# %% [markdown]
# The checks compute the sums of Krum for your updates, for several $k$ and $b$.

# %% tags=["tests", "id:fool-krum-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fool_krum, "flcourse.fedopt")


def _check_lies(got, k, b):
    name = f"fool_krum({k}, {b})"
    U = checks.numbers(got, what=name, hint="a row for each update (eq-krum).")
    checks.holds(
        U.ndim == 2 and len(U) == k and U.size > 0,
        what=name,
        expected=f"a matrix with {k} rows",
        got=f"shape {U.shape}",
        hint="a row for each update (eq-krum).",
    )
    lengths = [sum(float(x) ** 2 for x in u) ** 0.5 for u in U]
    checks.holds(
        U[: k - b, 0].min() >= 1 - 1e-9,
        what=f"first coordinates of the honest updates of {name}",
        expected=f"at least 1 in the first {k - b} rows",
        got=U[: k - b, 0],
        where=U[: k - b, 0] < 1 - 1e-9,
        hint="the honest ones agree on this direction (eq-krum).",
    )
    checks.holds(
        U[k - b :, 0].max() <= -1 + 1e-9,
        what=f"first coordinates of the lies of {name}",
        expected=f"at most -1 in the last {b} rows",
        got=U[k - b :, 0],
        where=U[k - b :, 0] > -1 + 1e-9,
        hint="a lie leads back (eq-krum).",
    )
    checks.holds(
        max(lengths[k - b :]) <= min(lengths[: k - b]) * (1 + 1e-9),
        what=f"lengths of {name}",
        expected="no lie that is longer than an honest update",
        got=[max(lengths[k - b :]), min(lengths[: k - b])],
        hint="or clipping would see it (eq-clip).",
    )
    sums = []
    for i in range(k):
        far = sorted(float(np.sum((U[i] - U[j]) ** 2)) for j in range(k) if j != i)
        sums.append(sum(far[: k - b - 2]))
    checks.holds(
        min(sums[k - b :]) <= 0.9 * min(sums[: k - b]) * (1 + 1e-9),
        what=f"least sums of squares of {name}, of lies and of honest updates",
        expected=f"a lie whose sum, over its {k - b - 2} nearest fellows, is at most 0.9 of that "
        "of every honest update",
        got=[min(sums[k - b :]), min(sums[: k - b])],
        hint="an honest update is taken here: what is short and close together wins (eq-krum).",
    )


for _k, _b in [(5, 1), (8, 2)]:
    _check_lies(checks.call(fool_krum, _k, _b), _k, _b)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("fool-krum")
for _b in [1, 2, 3, 5]:
    _k = 2 * _b + 3 + int(_rng.integers(0, 6))
    _check_lies(checks.call(fool_krum, _k, _b), _k, _b)
### END HIDDEN TESTS

# %% [markdown]
# Let client 5 lie: its update for the local steps of Task 1 comes with the factor $-6$. Which rule
# keeps the loss low after 40 rounds? (The plain mean is here for comparison.)

# %%
rules = {
    "mean": lambda U: U.mean(axis=0),
    "median": lambda U: np.ravel(aggregate(U, "median")),
    "clip": lambda U: np.ravel(aggregate(U, "clip")),
    "krum": lambda U: krum(U, 1),
}
for name, rule in rules.items():
    w = np.zeros(2)
    for _ in range(40):
        U = np.array(
            [np.ravel(fedprox_local(w, X[i], y[i], 0.08, 1.0, 5)) - w for i in range(len(sizes))]
        )
        U[5] *= -6
        w = w + rule(U)
    print(f"{name:6s}: w = {w.round(3)}, loss {global_loss(w):.4f}")

# %% [markdown]
# And real clients: airports where flights from New York land. Each fits the mean delay of a row to
# the weather in New York on that day, with your `fedprox_local` for $\mu = 0$. The server averages
# by rows, or all airports alike. Errors are those on new days.

# %%
from flcourse.data import load_flights, load_weather

flights, weather = load_flights(), load_weather().values.mean(axis=1)
weather = (weather - weather.mean(axis=0)) / weather.std(axis=0)
days = np.arange(364)
fit, new = flights.on(days[::4]), flights.on(days[days % 4 > 0])
seen = np.flatnonzero((fit.m > 0) & (new.m >= 30))
X_fit, X_new = [
    [np.column_stack([np.ones(part.m[i]), weather[part.days[i]]]) for i in seen]
    for part in (fit, new)
]
for name, p in [("by rows", fit.m[seen] / fit.m[seen].sum()), ("alike", np.ones(len(seen)))]:
    w = np.zeros(7)
    for _ in range(40):
        local = [
            np.ravel(fedprox_local(w, X_i, fit.y[i], 0.05, 0.0, 5))
            for i, X_i in zip(seen, X_fit, strict=True)
        ]
        w = np.average(local, axis=0, weights=p)
    e = np.array([np.mean((new.y[i] - X_i @ w) ** 2) for i, X_i in zip(seen, X_new, strict=True)])
    worst = np.sort(e)[-len(e) // 10 :].mean()
    print(
        f"{name:8s} mean squared error: of rows {np.average(e, weights=new.m[seen]):.0f}, "
        f"of airports {e.mean():.0f}, of the worst tenth {worst:.0f}"
    )

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at what the cells above printed and drew. About 250 words are enough:
#
# 1. A hospital group has twelve clinics; two treat children only, the other ten mostly adults.
#    Which of FedProx, q-FFL and Ditto would you try first, and what does it do for the two clinics
#    for children that each of the two other methods does not?
# 2. One of the clinics may send manipulated values. Name the one of the three methods that this
#    hurts most in your opinion. Say which of the quantities that a clinic sends does it, and why it
#    weighs so much in this method, and name one counter-measure.
# 3. On the airports: whom do equal weights serve, and at whose price? Decide for one of the two
#    ways, and name an experiment that could overturn your decision.
#
# | Points | for |
# |---|---|
# | ⅓ | part 1: a method that fits the clinics, and what each of the two other ones does not do |
# | ⅓ | part 2: a method, the quantity, why it weighs so much, and a measure that fits them |
# | ⅓ | part 3: what the printed lines say, a decision, and an experiment that could overturn it |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Ditto. Children differ from adults in kind, so no single model can serve both well. Ditto keeps
#    a personal model at each clinic, with lambda small for the two and larger for the others (each
#    clinic can choose it on held-out patients). FedProx would only make the training of one common
#    model calmer; that model would still be one for adults. q-FFL would pull the common model
#    towards the two clinics, because their losses are large, and all others would pay for it; it
#    is the better choice if only one model may be deployed. (q-FFL with this reason counts too.)
# 2. q-FFL is hurt most: a client reports its own loss, and its gradient counts with F^q. A claim
#    that is ten times too large has the weight 10^q; with q = 5 this decides the step alone. A
#    bound on reported losses and clipped updates limit it; so does a robust rule in the place of
#    the sum, at the price of fairness. (Also right: reported sizes in the weighted mean of FedProx,
#    replaced by equal weights; scaled updates against the global model of Ditto, with a median,
#    clipping or Krum, or a smaller lambda.)
# 3. Equal weights lower the error of the worst tenth by about one per cent, and that of the mean
#    airport a little; rows pay nothing that can be seen. So I decide for equal weights, for the
#    time being. One choice of days is one draw: storms hit all airports on the same days, so that
#    the difference may be luck. I would repeat it for other days and look at the differences pair
#    by pair with their standard error: if they change their sign, I decide by rows.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ⅓, part 1: Ditto, or q-FFL if only one model may be deployed, with what the others do to the
#   two clinics
# - ⅙ of these: a fitting choice that compares with one other method only
# - ⅓, part 2: the reported loss in q-FFL with weight F^q, the size in FedProx, the update in
#   Ditto; a bound, equal weights, or a robust rule
# - ⅙ of these: "a robust aggregate", without the quantity that is trusted
# - ⅓, part 3: the worst tenth gains little; a decision, either way; other days, in pairs, with a
#   spread, as no more is known from one split
# - ⅙ of these: no decision, or "more experiments" without what they would have to show
# - 0, part 1: "FedProx, because it handles heterogeneity"
# ### END SOLUTION
