# %% [markdown] tags=["assignment", "points:10"]
# # Unlike clients: FedProx, q-FFL, Ditto
#
# One model for clients that are not alike: some are slow, some have strange data, some may lie. In
# this assignment you write the pieces of three methods for such clients, and of a server that
# cannot trust them, and you watch on a small federation what their dials $\mu$, $q$ and $\lambda$
# do. It belongs to the chapter *Heterogeneity: FedProx, q-FFL, Ditto* of the book.
#
# **When you are done you can**
#
# - let a client work on a leash and measure how far it got,
# - take a step of q-FedSGD whose length follows from a bound on the curvature,
# - compute personal models between local and global, and the best place between them,
# - say how evenly a model serves its devices,
# - aggregate updates such that one liar cannot decide alone.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Work on a leash | `fedprox_local` | 1 |
# | 2 How far did it get? | `inexactness` | 1 |
# | 3 A fair step | `curvature_bounds` and `qfedsgd_step` | 1 + 1 |
# | 4 Between local and global | `ditto_personal` | 1 |
# | 5 The best place between | `best_lambda` | 1 |
# | 6 How even? | `fairness` | 1 |
# | 7 A server that does not trust | `aggregate` | 1 for two short rules, 1 for Krum |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy is enough, SciPy may be used. `flcourse.fedopt`
# holds finished answers: compare with them, but an answer that uses them, also renamed or in a
# helper, gets no points.
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
# Names such as `eq-fedprox-subproblem` in docstrings and hints are labels of the chapter's
# formulas; a check that fails says which number the book prints. Before you hand in, restart the
# kernel and run all cells.

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
# ## Task 2: How far did it get? (1 point)
#
# Clients stop early. A local model $v$ is a $\gamma$-inexact solution if
#
# $$\lVert \nabla F_i(v) + \mu (v - w) \rVert \le \gamma\, \lVert \nabla F_i(w) \rVert.
# \tag{def-gamma-inexact}$$
#
# Write `inexactness(v, w, X_i, y_i, mu)`, which returns the smallest such $\gamma$. The norms are
# Euclidean; you may assume that $\nabla F_i(w) \ne 0$.


# %% tags=["answer", "id:inexactness"]
def inexactness(v, w, X_i, y_i, mu):
    """Smallest gamma for which v is a gamma-inexact local solution (def-gamma-inexact).

    v, w: (d,) arrays, local and global model;  X_i: (m_i, d) array;  y_i: (m_i,) array.
    mu: number >= 0.
    Returns a number >= 0.
    """
    ### BEGIN SOLUTION
    after = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w)
    before = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    return np.linalg.norm(after) / np.linalg.norm(before)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The gradient of h at a point u is that of the loss at u plus mu (u - w). At u = w the second part
# vanishes. np.linalg.norm of the first gradient, divided by that of the second.

# %% [markdown]
# By hand: with the four samples of Task 1, $\nabla F(v) = 5v - 13$. For $w = 1$, $v = 1.8$ and
# $\mu = 3$ the two sides are $\lvert -4 + 2.4 \rvert$ and $\gamma \cdot 8$.

# %% tags=["tests", "id:inexactness-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(inexactness, "flcourse.fedopt")

_X, _w = np.array([[1.0], [2.0], [1.0], [2.0]]), np.array([1.0])
_y = np.array([1.0, 6.0, 1.0, 6.0])
checks.close(
    checks.call(inexactness, _w, _w, _X, _y, 3.0),
    1.0,
    what="inexactness of a client that did nothing",
    hint="at v = w both sides are the same (def-gamma-inexact).",
    mistakes={
        "A client that did nothing has solved nothing yet": 0.0,
        "This is not relative to the gradient at w": 8.0,
    },
)
checks.close(
    checks.call(inexactness, np.array([1.8]), _w, _X, _y, 3.0),
    0.2,
    what="inexactness",
    hint="divide the norm of the gradient of h at v by its norm at w (def-gamma-inexact).",
    mistakes={
        "The pull is missing": 0.5,
        "The pull goes away from w": 0.8,
        "The quotient is upside down": 5.0,
        "This is not relative to the gradient at w": 1.6,
        "The norms are squared": 0.04,
        "The norms have no absolute value": -0.2,
        "The 1/m_i of the loss is missing": 0.425,
        "The 2/m_i of the gradient is missing, or the pull is halved": 0.35,
        "The 2 of the gradient is missing, or the pull is doubled": 0.1,
        "The norms at v are divided by each other": 0.4,
    },
)
_I, _zero = np.eye(2), np.zeros(2)  # the gradient of F at v is v - y
checks.close(
    checks.call(inexactness, np.array([1.0, 2.0]), _zero, _I, np.array([-5.0, -12.0]), 1.0),
    np.hypot(7.0, 16.0) / 13.0,
    what="inexactness for two parameters",
    hint="the norms are Euclidean (def-gamma-inexact).",
    mistakes={
        "These are sums of absolute values, not Euclidean norms": 23 / 17,
        "These are largest entries, not Euclidean norms": 16 / 12,
        "The norms are squared": 305 / 169,
        "The pull is missing": np.hypot(6.0, 14.0) / 13.0,
    },
)
### BEGIN HIDDEN TESTS


def _h(v, w, X, y, mu):
    return np.mean((y - X @ v) ** 2) + mu / 2 * np.sum((v - w) ** 2)


def _slope(v, w, X, y, mu):
    """Gradient of h by central differences, exact for a quadratic function."""
    steps = np.eye(len(v))
    return np.array([(_h(v + e, w, X, y, mu) - _h(v - e, w, X, y, mu)) / 2 for e in steps])


_rng = checks.grading_rng("inexactness")
for _m, _d, _mu in [(7, 3, 2.0), (11, 2, 0.7), (4, 5, 5.0), (9, 4, 0.0), (1, 1, 1.5)]:
    _X, _y = _rng.normal(size=(_m, _d)), _rng.normal(2, 3, _m)
    _v, _w = _rng.normal(size=_d), _rng.normal(size=_d)
    _after, _before = _slope(_v, _w, _X, _y, _mu), _slope(_w, _w, _X, _y, _mu)
    _size = np.linalg.norm(_before)
    checks.close(
        checks.call(inexactness, _v, _w, _X, _y, _mu),
        np.linalg.norm(_after) / _size,
        what=f"inexactness for {_m} samples, d = {_d} and mu = {_mu}",
        hint="divide the norm of the gradient of h at v by its norm at w (def-gamma-inexact).",
        mistakes={
            "The pull is missing": np.linalg.norm(_slope(_v, _w, _X, _y, 0.0)) / _size,
            "The pull goes away from w": np.linalg.norm(_slope(_v, _w, _X, _y, -_mu)) / _size,
            "These are sums of absolute values, not Euclidean norms": np.sum(np.abs(_after))
            / np.sum(np.abs(_before)),
            "These are largest entries, not Euclidean norms": np.max(np.abs(_after))
            / np.max(np.abs(_before)),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: A fair step (2 points)
#
# q-FFL minimises $\sum_i \frac{p_i}{q+1} F_i^{q+1}$ (eq-qffl-objective), so that large losses count
# more. Its steps need no tuning for each $q$, because the curvature of $\frac{1}{q+1} F_i^{q+1}$ at
# the current model is at most
#
# $$h_i = L\, F_i^q + q\, F_i^{q-1} \lVert \nabla F_i \rVert^2, \tag{eq-lemma-lipschitz}$$
#
# where $L$ bounds the curvature of each $F_i$. Write `curvature_bounds(values, gradients, q, L)`,
# which returns $h_i$ for each chosen client. All losses are positive.


# %% tags=["answer", "id:curvature-bounds"]
def curvature_bounds(values, gradients, q, L):
    """Bounds h_i on the curvature of F_i^(q+1) / (q+1) (eq-lemma-lipschitz).

    values: (k,) array of losses F_i > 0;  gradients: (k, d) array, row i is that of F_i.
    q: number >= 0;  L: number > 0.
    Returns h: (k,) array.
    """
    ### BEGIN SOLUTION
    squares = np.sum(gradients**2, axis=1)
    return L * values**q + q * values ** (q - 1) * squares
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Two terms for each client: L F^q, and q F^(q-1) times the squared length of its gradient.
# np.sum(gradients**2, axis=1) holds the squared lengths; values**q works on all clients at once.

# %% [markdown]
# By hand: losses 4 and 1 with the gradients $(3, 4)$ and $(0, 2)$, $q = 2$ and $L = 10$ give
# $160 + 200$ and $10 + 8$.

# %% tags=["tests", "id:curvature-bounds-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(curvature_bounds, "flcourse.fedopt")

_F, _G = np.array([4.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]])
_got = checks.call(curvature_bounds, _F, _G, 2.0, 10.0)
checks.shape(
    _got,
    (2,),
    what="curvature_bounds",
    hint="one bound for each client (eq-lemma-lipschitz).",
    mistakes={"The bounds are added up, they should be one for each client": ()},
)
checks.close(
    _got,
    [360.0, 18.0],
    what="curvature_bounds",
    hint="compare both terms, their factors and exponents (eq-lemma-lipschitz).",
    mistakes={
        "The second term is missing": [160.0, 10.0],
        "The first term is missing": [200.0, 8.0],
        "The factor q is missing": [260.0, 14.0],
        "The factor L is missing": [216.0, 9.0],
        "The norm of the gradient is not squared": [200.0, 14.0],
        "The exponent of the second term is q - 1, not q": [960.0, 18.0],
        "The exponent of the first term is q, not q + 1": [840.0, 18.0],
        "The exponent of the first term is q, not q - 1": [240.0, 18.0],
        "L multiplies both terms": [2160.0, 90.0],
        "The factor of the second term is q, not q + 1": [460.0, 22.0],
        "The terms are divided by q + 1": [120.0, 6.0],
        "The norms run over the clients, not over the parameters": [232.0, 50.0],
        "The second term has the wrong sign": [-40.0, 2.0],
    },
)
checks.close(
    checks.call(curvature_bounds, np.array([3.0, 0.5]), _G, 0.0, 7.0),
    [7.0, 7.0],
    what="curvature_bounds for q = 0",
    hint="for q = 0 the objective is the usual one, with curvature L (eq-lemma-lipschitz).",
    mistakes={
        "The factor q is missing": [7 + 25 / 3, 15.0],
        "The exponent of the first term is q, not q + 1": [21.0, 3.5],
        "The factor of the second term is q, not q + 1": [7 + 25 / 3, 15.0],
    },
)
### BEGIN HIDDEN TESTS


def _reference(F, G, q, L):
    bounds = []
    for value, gradient in zip(F, G, strict=True):
        square = sum(entry * entry for entry in gradient)
        bounds.append(value**q * (L + q * square / value))
    return np.array(bounds)


_rng = checks.grading_rng("curvature-bounds")
for _k, _d, _q, _L in [(5, 3, 1.0, 2.5), (4, 4, 0.5, 6.0), (7, 2, 5.0, 1.7), (3, 6, 2.3, 0.4)]:
    _F, _G = _rng.uniform(0.2, 3, _k), _rng.normal(size=(_k, _d))
    _want = _reference(_F, _G, _q, _L)
    _got = checks.call(curvature_bounds, _F, _G, _q, _L)
    checks.shape(
        _got,
        (_k,),
        what="curvature_bounds",
        hint="one bound for each client (eq-lemma-lipschitz).",
    )
    _quotients = checks.numbers(
        _got, what="curvature_bounds", hint="one bound for each client (eq-lemma-lipschitz)."
    )
    checks.close(
        _quotients.ravel() / _want,
        np.ones(_k),
        what=f"curvature_bounds over the right ones, for {_k} clients, q = {_q} and L = {_L}",
        hint="compare both terms, their factors and exponents (eq-lemma-lipschitz).",
    )
### END HIDDEN TESTS

# %% [markdown]
# With the bounds in hand the server adds up the gradients $F_i^q\, \nabla F_i$ of
# $\frac{1}{q+1} F_i^{q+1}$ and divides by the sum of the bounds (alg-qfedsgd):
#
# $$w^+ = w - \frac{\sum_i F_i^q\, \nabla F_i}{\sum_i h_i}. \tag{eq-qffl-step}$$
#
# Write `qfedsgd_step(w, values, gradients, h, q)`. The bounds $h$ come in as an argument, so that
# this point does not depend on the last one.


# %% tags=["answer", "id:qfedsgd-step"]
def qfedsgd_step(w, values, gradients, h, q):
    """Next global model of q-FedSGD (alg-qfedsgd).

    w: (d,) array;  values: (k,) array of losses F_i > 0;  gradients: (k, d) array.
    h: (k,) array of bounds > 0;  q: number >= 0.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    return w - values**q @ gradients / np.sum(h)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# values**q @ gradients adds the weighted gradients of all clients. There is one denominator for
# all: the sum of the h_i. The step goes against the gradient.

# %% [markdown]
# By hand: losses 4 and 1, gradients $(3, 4)$ and $(0, 2)$, bounds 50 and 14, $q = 2$: the sums are
# $(48, 66)$ and 64.

# %% tags=["tests", "id:qfedsgd-step-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(qfedsgd_step, "flcourse.fedopt")

_F, _G = np.array([4.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]])
_h, _w = np.array([50.0, 14.0]), np.array([2.0, 1.0])
_got = checks.call(qfedsgd_step, _w, _F, _G, _h, 2.0)
checks.shape(_got, (2,), what="qfedsgd_step", hint="one number for each parameter (alg-qfedsgd).")
checks.close(
    _got,
    [2 - 48 / 64, 1 - 66 / 64],
    what="qfedsgd_step",
    hint="weigh gradients by F_i^q, divide their sum by the sum of all h_i (alg-qfedsgd).",
    mistakes={
        "The step goes up, not down": [2 + 48 / 64, 1 + 66 / 64],
        "The gradients are not weighed by F_i^q": [2 - 3 / 64, 1 - 6 / 64],
        "The exponent of the weights is q, not q + 1": [2 - 192 / 64, 1 - 258 / 64],
        "The exponent of the weights is q, not q - 1": [2 - 12 / 64, 1 - 18 / 64],
        "The weight of a gradient is F_i^q, not F_i^q / (q + 1)": [2 - 16 / 64, 1 - 22 / 64],
        "Each client is divided by its own h_i, then added": [2 - 48 / 50, 1 - 64 / 50 - 2 / 14],
        "Each client is divided by its own h_i, then averaged": [
            2 - 24 / 50,
            1 - 32 / 50 - 1 / 14,
        ],
        "A mean of gradients is divided by a sum of bounds": [2 - 24 / 64, 1 - 33 / 64],
        "A sum of gradients is divided by a mean of bounds": [2 - 48 / 32, 1 - 66 / 32],
        "The sum is divided by the largest bound": [2 - 48 / 50, 1 - 66 / 50],
        "The weights are normalised to sum 1": [2 - 48 / 17 / 64, 1 - 66 / 17 / 64],
        "The sum is not divided by the bounds": [2 - 48.0, 1 - 66.0],
        "The sum is multiplied by the bounds": [2 - 48.0 * 64, 1 - 66.0 * 64],
        "This is the step alone, w is missing": [48 / 64, 66 / 64],
        "This is the step alone, w is missing, and the sign is lost": [-48 / 64, -66 / 64],
    },
)
### BEGIN HIDDEN TESTS


def _reference(w, F, G, h, q):
    total, bound = np.zeros(len(w)), 0.0
    for value, gradient, own in zip(F, G, h, strict=True):
        total = total + value**q * gradient
        bound += own
    return w - total / bound


_rng = checks.grading_rng("qfedsgd-step")
for _k, _d, _q in [(5, 3, 1.0), (4, 4, 0.5), (7, 2, 5.0), (3, 6, 2.3), (6, 1, 0.0)]:
    _F, _G, _w = _rng.uniform(0.2, 3, _k), _rng.normal(size=(_k, _d)), _rng.normal(size=_d)
    _h = _rng.uniform(1, 9, _k)
    _step = _w - _reference(_w, _F, _G, _h, _q)
    checks.close(
        checks.call(qfedsgd_step, _w, _F, _G, _h, _q),
        _w - _step,
        what=f"qfedsgd_step for {_k} clients, d = {_d} and q = {_q}",
        hint="weigh gradients by F_i^q, divide their sum by the sum of all h_i (alg-qfedsgd).",
        mistakes={
            "The step goes up, not down": _w + _step,
            "The gradients are not weighed by F_i^q": _reference(_w, _F, _G, _h, 0.0),
            "A mean of gradients is divided by a sum of bounds": _w - _step / _k,
            "A sum of gradients is divided by a mean of bounds": _w - _k * _step,
            "The weight of a gradient is F_i^q, not F_i^q / (q + 1)": _w - _step / (_q + 1),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Try it: 400 steps for several $q$, all clients, with $L$ twice the largest eigenvalue of all
# $X_i^\top X_i / m_i$. What happens to the mean and to the largest of the losses?

# %%
L = 2 * max(np.linalg.norm(X_i, 2) ** 2 / len(X_i) for X_i in X)
for q in [0.0, 1.0, 5.0]:
    w = np.zeros(2)
    for _ in range(400):
        residuals = [X_i @ w - y_i for X_i, y_i in zip(X, y, strict=True)]
        values = np.array([np.mean(r**2) for r in residuals])
        gradients = np.array([2 / len(r) * X_i.T @ r for X_i, r in zip(X, residuals, strict=True)])
        h = np.ravel(curvature_bounds(values, gradients, q, L))
        w = np.ravel(qfedsgd_step(w, values, gradients, h, q))
    print(f"q = {q}: w = {w.round(3)}, mean loss {values.mean():.3f}, largest {values.max():.3f}")

# %% [markdown]
# ## Task 4: Between local and global (1 point)
#
# In Ditto each client keeps a personal model, the minimiser of
#
# $$F_i(v) + \frac{\lambda}{2} \lVert v - w \rVert^2, \tag{eq-ditto-objective}$$
#
# where $w$ is the global model. With the mean squared error it solves a linear system. Write
# `ditto_personal(w, X_i, y_i, lam)` for $\lambda \ge 0$, exactly, not by gradient steps. You may
# assume that $X_i^\top X_i$ is invertible.


# %% tags=["answer", "id:ditto-personal"]
def ditto_personal(w, X_i, y_i, lam):
    """Personal model of a client with the mean squared error (eq-ditto-objective).

    w: (d,) array, the global model;  X_i: (m_i, d) array of rank d;  y_i: (m_i,) array.
    lam: number >= 0.
    Returns v: (d,) array.
    """
    ### BEGIN SOLUTION
    m_i = len(y_i)
    Q = 2 / m_i * X_i.T @ X_i + lam * np.eye(len(w))
    return np.linalg.solve(Q, 2 / m_i * X_i.T @ y_i + lam * w)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The gradient of the whole objective is 2/m_i X^T (X v - y) + lambda (v - w). Set it to zero, bring
# what multiplies v to the left, and solve one linear system.

# %% [markdown]
# By hand: with the four samples of Task 1, $\nabla F(v) = 5v - 13$; for $w = 1$ and $\lambda = 3$
# the condition is $5v - 13 + 3(v - 1) = 0$. The limits: $\lambda = 0$ is local training, with
# minimiser $2.6$, and $\lambda \to \infty$ the global model.

# %% tags=["tests", "id:ditto-personal-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(ditto_personal, "flcourse.fedopt")

_X, _w = np.array([[1.0], [2.0], [1.0], [2.0]]), np.array([1.0])
_y = np.array([1.0, 6.0, 1.0, 6.0])
_got = checks.call(ditto_personal, _w, _X, _y, 3.0)
checks.shape(
    _got, (1,), what="ditto_personal", hint="one number for each parameter (eq-ditto-objective)."
)
checks.close(
    _got,
    [2.0],
    what="ditto_personal for lambda = 3",
    hint="set the gradient of F_i(v) + (lambda/2) ||v - w||^2 to zero (eq-ditto-objective).",
    mistakes={
        "The 2 of the gradient of F_i is missing, or the pull counts twice": [19 / 11],
        "The 1/m_i of F_i is missing": [55 / 23],
        "The 2/m_i of the gradient of F_i is missing, or the pull counts half": [29 / 13],
        "The pull goes to zero, not to w": [13 / 8],
        "This is the local model, lambda is ignored": [2.6],
        "This is the global model": [1.0],
        "lambda I is missing from the matrix": [16 / 5],
        "The pull goes away from w": [5.0],
        "The sign of the pull to w is flipped": [10 / 8],
        "The formula (local + lambda w) / (1 + lambda) needs F_i with curvature 1": [1.4],
        "The weights of local and global model are swapped": [(3 * 2.6 + 1) / 4],
    },
)
checks.close(
    checks.call(ditto_personal, _w, _X, _y, 0.0),
    [2.6],
    what="ditto_personal for lambda = 0",
    hint="lambda = 0 is local training (eq-ditto-objective).",
    mistakes={"This is the global model": [1.0]},
)
checks.close(
    checks.call(ditto_personal, _w, _X, _y, 5e7),
    [1.0],
    what="ditto_personal for a huge lambda",
    hint="a strong pull leads to the global model w (eq-ditto-objective).",
    mistakes={"This is the local model": [2.6]},
)
### BEGIN HIDDEN TESTS


def _reference(w, X, y, lam):
    """Least squares with rows sqrt(lam / 2) (v - w) added to the residuals."""
    m, d = X.shape
    rows = np.vstack([X / m**0.5, (lam / 2) ** 0.5 * np.eye(d)])
    right = np.concatenate([y / m**0.5, (lam / 2) ** 0.5 * w])
    return np.linalg.lstsq(rows, right, rcond=None)[0]


_rng = checks.grading_rng("ditto-personal")
for _m, _d, _lam in [(9, 2, 0.3), (7, 3, 2.0), (15, 4, 11.0), (6, 1, 1.4), (8, 3, 0.0)]:
    _X, _y, _w = _rng.normal(size=(_m, _d)), _rng.normal(2, 3, _m), _rng.normal(size=_d)
    checks.close(
        checks.call(ditto_personal, _w, _X, _y, _lam),
        _reference(_w, _X, _y, _lam),
        what=f"ditto_personal for {_m} samples, d = {_d} and lambda = {_lam}",
        hint="set the gradient of F_i(v) + (lambda/2) ||v - w||^2 to zero (eq-ditto-objective).",
        mistakes={
            "The 2 of the gradient of F_i is missing, or the pull counts twice": _reference(
                _w, _X, _y, 2 * _lam
            ),
            "The pull counts half": _reference(_w, _X, _y, _lam / 2),
            "The 1/m_i of F_i is missing": _reference(_w, _X, _y, _lam / _m),
            "The pull goes to zero, not to w": _reference(0 * _w, _X, _y, _lam),
            "This is the local model": _reference(_w, _X, _y, 0.0),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Draw the path of two personal models from local to global as $\lambda$ grows, one of an ordinary
# client and one of the two that differ more. Who gains, who loses?

# %%
pooled = np.linalg.lstsq(np.vstack(X), np.concatenate(y), rcond=None)[0]
fig, ax = plt.subplots(figsize=(5, 3.5))
for i in [0, 11]:
    path = [ditto_personal(pooled, X[i], y[i], lam) for lam in np.logspace(-2, 3, 20)]
    ax.plot(*np.reshape(path, (20, 2)).T, ".-", label=f"client {i}")
    ax.plot(*truths[i], "*", color="black", markersize=10)
ax.plot(*pooled, "x", color="black", markersize=10, label="global model")
ax.set(xlabel="first parameter", ylabel="second parameter")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 5: The best place between (1 point)
#
# $K$ devices estimate the means $w_i$ of their own distributions, each from $n$ samples with
# standard deviation $\sigma$. The means scatter around a common centre with standard deviation
# $\tau > 0$, except that $K_a$ malicious devices scatter with $\tau_a \ge \tau$. With
# $s^2 = \sigma^2 / n$ the best coupling for an honest device is
#
# $$\lambda^\star = \frac{s^2 K}{K \tau^2 + \frac{K_a}{K - 1} (\tau_a^2 - \tau^2)}.
# \tag{eq-ditto-lambda-star}$$
#
# Write `best_lambda(K, n, sigma, tau, K_a, tau_a)`. (If you prefer to find it yourself: an honest
# device has the error $(\lambda^2 V_1 + 2 \lambda s^2 / K + s^2) / (1 + \lambda)^2$,
# eq-ditto-risk.)


# %% tags=["answer", "id:best-lambda"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    """Best coupling of Ditto for honest devices that estimate means (eq-ditto-lambda-star).

    K: integer >= 2, all devices;  n: integer >= 1, samples of each;  sigma, tau: numbers > 0.
    K_a: integer, 0 <= K_a < K, malicious devices;  tau_a: number >= tau.
    Returns a number > 0.
    """
    ### BEGIN SOLUTION
    s2 = sigma**2 / n
    return s2 * K / (K * tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Begin without malicious devices: lambda* = s2 / tau^2 with s2 = sigma^2 / n, because both parts
# have the factor K. Then K_a adds a term to the denominator, which vanishes for K_a = 0.

# %% [markdown]
# By hand: $K = 4$, $n = 9$, $\sigma = 6$ give $s^2 = 4$. With $\tau = 1$ and nobody malicious
# $\lambda^\star = 4$; with two malicious devices of $\tau_a = 3$ the denominator is $4 + 16/3$. The
# last check uses other numbers.

# %% tags=["tests", "id:best-lambda-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(best_lambda, "flcourse.fedopt")

checks.close(
    checks.call(best_lambda, 4, 9, 6.0, 1.0, 0, 1.0),
    4.0,
    what="best_lambda without malicious devices",
    hint="it is the variance of a sample mean over the variance of the means "
    "(eq-ditto-lambda-star).",
    mistakes={
        "sigma is not squared": 2 / 3,
        "The variance of a sample mean is sigma^2 / n, the n is missing": 36.0,
        "The quotient is upside down": 0.25,
        "The factor K of the numerator is missing": 1.0,
        "The factor K of the denominator is missing": 16.0,
    },
)
checks.close(
    checks.call(best_lambda, 4, 9, 6.0, 1.0, 2, 3.0),
    12 / 7,
    what="best_lambda with two malicious devices",
    hint="add K_a / (K - 1) times the difference of the variances to K tau^2 "
    "(eq-ditto-lambda-star).",
    mistakes={
        "The malicious devices are ignored": 4.0,
        "sigma is not squared": 2 / 7,
        "The variance of a sample mean is sigma^2 / n, the n is missing": 108 / 7,
        "The quotient is upside down": 7 / 12,
        "The factor K of the numerator is missing": 3 / 7,
        "The factor K of the denominator is missing": 48 / 19,
        "The division by K - 1 is missing": 0.8,
        "K_a is divided by K, not by K - 1": 2.0,
        "K_a is divided by K - K_a, the honest devices, not by K - 1": 4 / 3,
        "The difference of the variances is lost, tau_a^2 alone is too much": 1.6,
        "tau and tau_a are not squared": 3.0,
        "This is the square of the difference, not the difference of the squares": 2.4,
        "The malicious part has the wrong sign": -12.0,
        "tau_a takes the place of tau for all devices": 4 / 9,
    },
)
checks.close(
    checks.call(best_lambda, 8, 30, 0.8, 0.1, 0, 1.0),
    32 / 15,
    what="best_lambda for K = 8, n = 30, sigma = 0.8 and tau = 0.1",
    hint="it is the variance of a sample mean over the variance of the means "
    "(eq-ditto-lambda-star).",
    mistakes={
        "tau is not squared": 16 / 75,
        "sigma is not squared": 8 / 3,
        "The difference counts though nobody is malicious": 8 * 0.64 / 30 / (0.08 + 0.99 / 7),
    },
)
### BEGIN HIDDEN TESTS


def _reference(K, n, sigma, tau, K_a, tau_a):
    """Minimise the error of (1 - c) own + c mean over c, from the variances of all devices."""
    s2 = sigma**2 / n
    scatter = [tau**2] * (K - K_a) + [tau_a**2] * K_a  # device 0 is honest
    own, both, mean = s2, s2 / K, sum(v + s2 for v in scatter) / K**2
    mean += (1 - 2 / K) * tau**2
    c = (own - both) / (own - 2 * both + mean)
    return c / (1 - c)


_rng = checks.grading_rng("best-lambda")
for _K, _K_a in [(2, 0), (5, 1), (9, 3), (20, 6), (7, 2), (4, 3)]:
    _n, _sigma, _tau = int(_rng.integers(2, 40)), _rng.uniform(0.5, 3), _rng.uniform(0.2, 1)
    _tau_a = _tau + _rng.uniform(0.5, 3)
    _case = (_K, _n, _sigma, _tau, _K_a, _tau_a)
    checks.close(
        checks.call(best_lambda, *_case),
        _reference(*_case),
        what=f"best_lambda for K = {_K}, n = {_n} and K_a = {_K_a}",
        hint="it makes the error eq-ditto-risk least (eq-ditto-lambda-star).",
        mistakes={
            "The malicious devices are ignored": _reference(_K, _n, _sigma, _tau, 0, _tau_a),
            "The quotient is upside down": 1 / _reference(*_case),
            "The division by K - 1 is missing": _K
            * _sigma**2
            / _n
            / (_K * _tau**2 + _K_a * (_tau_a**2 - _tau**2)),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: How even? (1 point)
#
# Write `fairness(accuracies)`: the mean over the devices, the mean of the worst tenth, the mean of
# the best tenth, and the variance
#
# $$\bar a = \frac{1}{n} \sum_i a_i, \qquad \frac{1}{n} \sum_i (a_i - \bar a)^2.
# \tag{def-fairness}$$
#
# A tenth of $n$ devices are $\lfloor n/10 \rfloor$ of them, but at least one.


# %% tags=["answer", "id:fairness"]
def fairness(accuracies):
    """Mean, mean of the worst and of the best tenth, variance (def-fairness).

    accuracies: (n,) array, n >= 1, in any order.
    Returns mean, worst, best, variance: four numbers.
    """
    ### BEGIN SOLUTION
    a = np.sort(accuracies)
    tenth = max(1, len(a) // 10)
    return a.mean(), a[:tenth].mean(), a[-tenth:].mean(), a.var()
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.sort once; a tenth is max(1, n // 10) devices, from the front for the worst and from the back
# for the best. The variance divides by n, as np.var does.

# %% [markdown]
# By hand: of 20 devices with the accuracies 60 (16 times), 10, 30, 80 and 90 the worst two have the
# mean 20, the best two the mean 85. Of four devices the worst tenth is one.

# %% tags=["tests", "id:fairness-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fairness, "flcourse.fedopt")

_accuracies = np.full(20, 60.0)
_accuracies[[3, 8, 9, 15]] = [80.0, 10.0, 90.0, 30.0]
_got = checks.parts(
    checks.call(fairness, _accuracies),
    4,
    what="fairness",
    hint="return mean, worst, best, variance (def-fairness).",
)
checks.close(
    _got[0],
    58.5,
    what="mean of fairness",
    hint="the plain mean of all devices (def-fairness).",
    mistakes={"This is the median": 60.0, "This is the sum, not the mean": 1170.0},
)
checks.close(
    _got[1],
    20.0,
    what="worst tenth of fairness",
    hint="sort, then take the mean of the smallest n // 10 (def-fairness).",
    mistakes={
        "This is the worst device, not the worst tenth": 10.0,
        "Worst and best are swapped": 85.0,
        "The accuracies are not sorted": 60.0,
        "This is the border of the worst tenth, not its mean": 30.0,
        "This is the sum, not the mean": 40.0,
        "This is a quantile, not the mean of the worst tenth": 57.0,
    },
)
checks.close(
    _got[2],
    85.0,
    what="best tenth of fairness",
    hint="sort, then take the mean of the largest n // 10 (def-fairness).",
    mistakes={
        "This is the best device, not the best tenth": 90.0,
        "The accuracies are not sorted": 60.0,
        "This is the border of the best tenth, not its mean": 80.0,
        "This is the sum, not the mean": 170.0,
    },
)
checks.close(
    _got[3],
    232.75,
    what="variance of fairness",
    hint="the mean of the squared deviations, divided by n (def-fairness).",
    mistakes={
        "This is the standard deviation, the root is too much": 232.75**0.5,
        "The sum is divided by n - 1, not by n": 232.75 * 20 / 19,
        "The sum is not divided by n": 232.75 * 20,
        "The deviations are from the median, not from the mean": 235.0,
        "The mean is not subtracted": 232.75 + 58.5**2,
    },
)
_few = checks.parts(
    checks.call(fairness, np.array([80.0, 20.0, 90.0, 50.0])),
    4,
    what="fairness of four devices",
    hint="return mean, worst, best, variance (def-fairness).",
)
checks.close(
    checks.numbers(_few[1:3], what="worst and best of four devices", hint="see def-fairness."),
    [20.0, 90.0],
    what="worst and best tenth of four devices",
    hint="a tenth is at least one device (def-fairness).",
    mistakes={
        "The tenth is too large here": [35.0, 85.0],
        "The tenth is empty here and becomes all devices": [60.0, 60.0],
        "The tenth is empty here": [20.0, 60.0],
    },
)
### BEGIN HIDDEN TESTS


def _reference(accuracies):
    left, n = list(accuracies), len(accuracies)
    tenth = max(1, n // 10)
    worst = sum(sorted(left)[:tenth]) / tenth
    best = sum(sorted(left, reverse=True)[:tenth]) / tenth
    mean = sum(left) / n
    return [mean, worst, best, sum((a - mean) ** 2 for a in left) / n]


_rng = checks.grading_rng("fairness")
for _n, _tied in [(37, 0), (1, 0), (9, 0), (50, 0), (19, 0), (100, 0), (20, 1), (40, 1), (60, 1)]:
    _accuracies = _rng.uniform(0, 100, _n)
    if _tied:  # a few values only, so that equal ones lie on both sides of the tenth
        _accuracies = np.repeat([10.0, 30.0, 60.0, 90.0], [1, _n // 2, _n // 2 - 2, 1])
        _accuracies = _rng.permutation(_accuracies)
    _got = checks.parts(
        checks.call(fairness, _accuracies),
        4,
        what="fairness",
        hint="return mean, worst, best, variance (def-fairness).",
    )
    _want = _reference(_accuracies)
    for _part, (_name, _hint) in enumerate(
        [
            ("mean", "the plain mean of all devices"),
            ("worst tenth", "round n / 10 down, but take at least one"),
            ("best tenth", "round n / 10 down, but take at least one"),
            ("variance", "the mean of the squared deviations, divided by n"),
        ]
    ):
        checks.close(
            _got[_part],
            _want[_part],
            what=f"{_name} of fairness for {_n} devices" + ", many of them equal" * _tied,
            hint=f"{_hint} (def-fairness).",
        )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 7: A server that does not trust (2 points)
#
# The server receives updates $u_1, \dots, u_k$, the rows of $U$, of which `bad` may be lies. Write
# `aggregate(U, rule, bad)` for three rules:
#
# - `"median"`: the median of each coordinate over the clients (eq-median); for even $k$ the mean of
#   the two in the middle;
# - `"clip"`: the mean after every update that is *longer than the median length* has been shortened
#   to it,
#   $$\frac{1}{k} \sum_i u_i \min\Bigl( 1, \frac{c}{\lVert u_i \rVert} \Bigr),
#   \quad c = \operatorname{median}_j \lVert u_j \rVert; \tag{eq-clip}$$
# - `"krum"`: the *one* update with the least sum of *squared* distances to its $k - b - 2$ nearest
#   fellows, where $b$ is `bad` (eq-krum).
#
# The first two do not use `bad`. No update is zero, and $k \ge b + 3$. One point is for the first
# two rules together, one for Krum.


# %% tags=["answer", "id:aggregate"]
def aggregate(U, rule, bad):
    """Robust aggregate of updates (eq-median, eq-clip, eq-krum).

    U: (k, d) array, row i is an update;  rule: "median", "clip" or "krum".
    bad: integer >= 0, number of bad updates to be ready for.
    Returns a (d,) array.
    """
    ### BEGIN SOLUTION
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        lengths = np.linalg.norm(U, axis=1)
        shrink = np.minimum(1, np.median(lengths) / lengths)
        return np.mean(shrink[:, None] * U, axis=0)
    squares = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    nearest = np.sort(squares, axis=1)[:, 1 : len(U) - bad - 1]
    return U[np.argmin(nearest.sum(axis=1))]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.median with axis=0 is the first rule. For clipping, multiply each update by min(1, median
# length / own length). For Krum, sort each row of squared distances, leave out the first, which is
# the update's own 0, and add the next k - b - 2.

# %% [markdown]
# By hand: of the updates $(4, 3), (0, -2), (0, 10), (-40, 30)$ the medians are $0$ and $6.5$. The
# lengths are 5, 2, 10 and 50 with median $7.5$, so the third becomes $(0, 7.5)$ and the fourth
# $(-6, 4.5)$.

# %% tags=["tests", "id:aggregate-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(aggregate, "flcourse.fedopt")

_U = np.array([[4.0, 3.0], [0.0, -2.0], [0.0, 10.0], [-40.0, 30.0]])
_got = checks.call(aggregate, _U, "median", 1)
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
_got = checks.call(aggregate, _U, "clip", 1)
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
        checks.call(aggregate, _U, "median", 1),
        _median(_U),
        what=f"aggregate with the median for {_k} updates and d = {_d}",
        hint="sort each coordinate over the clients (eq-median).",
        mistakes={"This is the mean": _U.mean(axis=0)},
    )
    checks.close(
        checks.call(aggregate, _U, "clip", 1),
        _clipped(_U),
        what=f"aggregate with clipping for {_k} updates and d = {_d}",
        hint="shorten the updates that are longer than the median length, then average (eq-clip).",
        mistakes={"This is the mean, nothing is clipped": _U.mean(axis=0)},
    )
### END HIDDEN TESTS

# %% [markdown]
# Krum by hand: of $(0), (1), (6), (9), (13)$ with $b = 1$ each is compared with its two nearest
# fellows. The sums of squares are $1 + 36$, $1 + 25$, $9 + 25$, $9 + 16$ and $16 + 49$: the fourth
# wins.

# %% tags=["tests", "id:aggregate-krum-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(aggregate, "flcourse.fedopt")

_U = np.array([[0.0], [1.0], [6.0], [9.0], [13.0]])
_got = checks.call(aggregate, _U, "krum", 1)
checks.shape(_got, (1,), what="aggregate with Krum", hint="one of the updates (eq-krum).")
checks.close(
    _got,
    [9.0],
    what="aggregate with Krum",
    hint="add squared distances to the k - b - 2 nearest others (eq-krum).",
    mistakes={
        "The distances are not squared": [1.0],
        "One neighbour too few is counted, or the update itself among them": [0.0],
        "Too many neighbours are counted, it should be k - b - 2 (or this is the median)": [6.0],
        "This is the index of the winner, not its update": [3.0],
        "This is the worst update, not the best": [13.0],
        "This is the least sum of squares, not the update": [25.0],
        "This is the mean of the winner and its nearest fellows": [28 / 3],
        "This is the mean of all": [5.8],
    },
)
### BEGIN HIDDEN TESTS


def _krum(U, bad, power=2.0, more=0):
    """The winner and its lead over the second, in relative terms."""
    scores = []
    for i, u in enumerate(U):
        distances = sorted(
            sum((a - b) ** 2 for a, b in zip(u, v, strict=True)) ** (power / 2)
            for j, v in enumerate(U)
            if j != i
        )
        scores.append(sum(distances[: len(U) - bad - 2 + more]))
    order = np.argsort(scores)
    lead = (scores[order[1]] - scores[order[0]]) / scores[order[1]]
    return U[order[0]], lead


_rng = checks.grading_rng("aggregate-krum")
_found = 0
while _found < 14:
    _k, _d, _bad = int(_rng.integers(6, 11)), int(_rng.integers(1, 4)), int(_rng.integers(0, 4))
    _U = _rng.normal(size=(_k, _d)) * np.exp(_rng.normal(size=(_k, 1)))
    _U[: _bad // 2 + 1] += 3
    if _k < _bad + 3 or _krum(_U, _bad)[1] < 1e-3:
        continue
    _slips = {
        "The distances are not squared": _krum(_U, _bad, power=1.0)[0],
        "One neighbour too many is counted": _krum(_U, _bad, more=1)[0],
        "One neighbour too few is counted, or the update itself among them": _krum(
            _U, _bad, more=-1
        )[0]
        if _k - _bad > 3
        else _U[0],
        "The bad updates are not taken off, k - 2 neighbours are counted": _krum(_U, 0)[0],
    }
    # Each instance tells the right winner from that of at least one slip, in turn.
    _differs = [not np.allclose(_krum(_U, _bad)[0], wrong) for wrong in _slips.values()]
    if _differs[_found % 4]:
        _found += 1
        checks.close(
            checks.call(aggregate, _U, "krum", _bad),
            _krum(_U, _bad)[0],
            what=f"aggregate with Krum for {_k} updates, d = {_d} and b = {_bad}",
            hint="add squared distances to the k - b - 2 nearest others (eq-krum).",
            mistakes=_slips,
        )
### END HIDDEN TESTS

# %% [markdown]
# Let client 5 lie: its update for the local steps of Task 1 comes with the factor $-6$. Which rule
# keeps the loss low after 40 rounds? (The plain mean is here for comparison.)

# %%
for rule in ["mean", "median", "clip", "krum"]:
    w = np.zeros(2)
    for _ in range(40):
        U = np.array(
            [np.ravel(fedprox_local(w, X[i], y[i], 0.08, 1.0, 5)) - w for i in range(len(sizes))]
        )
        U[5] *= -6
        w = w + (U.mean(axis=0) if rule == "mean" else np.ravel(aggregate(U, rule, 1)))
    print(f"{rule:6s}: w = {w.round(3)}, loss {global_loss(w):.4f}")

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at what the cells above printed and drew. Answer in 100 to 200 words:
#
# 1. A hospital group has twelve clinics; two treat children only, the others mostly adults. Which
#    of FedProx, q-FFL and Ditto would you try first, and what does your choice do for the two that
#    the others do not?
# 2. One of the clinics may send manipulated values (losses, sizes or updates). Name one of the
#    three methods that this hurts most and say through which quantity, and one counter-measure.
#
# | Points | for |
# |---|---|
# | ½ | part 1: a choice that fits the clinics, with the difference to both other methods |
# | ½ | part 2: the quantity that is trusted, why it has leverage, and a fitting measure |
#
# A right idea with a gap counts half of its part. Language and length cost nothing. Write into the
# cell below: double-click it and replace its text.

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
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: Ditto, or q-FFL if only one model may be deployed, with what the others do to the
#   two clinics
# - ¼ of these: a fitting choice that compares with one other method only
# - ½, part 2: the reported loss in q-FFL with weight F^q, the size in FedProx, the update in
#   Ditto; a bound, equal weights, or a robust rule
# - ¼ of these: "a robust aggregate", without the quantity that is trusted
# - 0, part 1: "FedProx, because it handles heterogeneity"
# ### END SOLUTION
