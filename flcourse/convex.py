"""GTVMin for any convex loss and penalty, and for models of any kind (eq-convex-gtvmin).

The penalty on an edge may be a squared norm (GTVMin), a norm (the network Lasso, whose clusters are
exactly equal) or a sum of absolute values. One algorithm solves all (alg-primal-dual): a node needs
the gradient of its loss, an edge keeps one vector, and messages pass between neighbours only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from flcourse import _require, graph
from flcourse._types import Floats, Ints
from flcourse.losses import Logistic, Softmax, Squared, StackedLoss

__all__ = [
    "Solution",
    "clip",
    "consensus_alpha",
    "fedrelax",
    "least_squares",
    "merged",
    "objective",
    "relax_objective",
    "smoothness",
    "solve",
]

PENALTIES = ("norm", "l1", "squared")
# The step that a penalty of infinite slope would ask for; and what is left of a bound by rounding.
TINY = 1e-300
SLACK = 1e-6

Predictor: TypeAlias = Callable[[Floats], Floats]
Learner: TypeAlias = Callable[[Floats, Floats, Floats], Predictor]


def __dir__() -> list[str]:
    return __all__


# --- losses and penalties -----------------------------------------------------------------------


def smoothness(loss: StackedLoss, X: Sequence[ArrayLike]) -> Floats:
    """Lipschitz constants Λ_i of the gradients of the local losses (eq-smoothness).

    Parameters
    ----------
    loss : Squared, Logistic or Softmax
        Loss of every node.
    X : sequence of n (m_i, d) array_like
        Local features.

    Returns
    -------
    (n,) array
        The largest eigenvalue of X_iᵀX_i / m_i, times 2 for the squared loss, ¼ for the logistic
        one and ½ for softmax, whose features get a column of ones first.

    Raises
    ------
    ValueError
        For other losses.

    Examples
    --------
    >>> from flcourse.losses import Squared
    >>> smoothness(Squared(), [[[1.0], [1.0]], [[3.0]]])
    array([ 2., 18.])
    """
    factors: dict[type, float] = {Squared: 2.0, Logistic: 0.25, Softmax: 0.5}
    if type(loss) not in factors:
        raise ValueError(f"loss must be Squared, Logistic or Softmax, got {type(loss).__name__}")
    parts = [_require.array(f"X[{i}]", part, shape=(None, None)) for i, part in enumerate(X)]
    if isinstance(loss, Softmax):
        parts = [np.column_stack([part, np.ones(len(part))]) for part in parts]
    return np.array([factors[type(loss)] * np.linalg.norm(F, 2) ** 2 / len(F) for F in parts])


def clip(V: ArrayLike, radius: ArrayLike, penalty: str = "norm") -> Floats:
    """Map what an edge keeps to what its penalty allows (eq-dual-prox).

    Parameters
    ----------
    V : (e, p) array_like
        A vector for each edge.
    radius : (e,) array_like
        α A_ij of each edge, at least 0.
    penalty : {"norm", "l1"}
        "norm" projects each row on the ball of that radius, "l1" each entry on an interval.

    Returns
    -------
    (e, p) array
        The nearest allowed vectors.

    Raises
    ------
    ValueError
        If shapes do not fit or a radius is negative.

    Examples
    --------
    >>> clip([[3.0, 4.0], [0.3, 0.4]], [1.0, 1.0])
    array([[0.6, 0.8],
           [0.3, 0.4]])
    """
    V = _require.array("V", V, shape=(None, None))
    bound = _require.array("radius", radius, shape=(len(V),))[:, np.newaxis]
    if np.any(bound < 0):
        raise ValueError(f"radius must be at least 0, got {bound.min()}")
    return _clipped(V, bound, _require.choice("penalty", penalty, ("norm", "l1")))


def objective(
    A: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    alpha: float,
    W: ArrayLike,
    *,
    loss: StackedLoss | None = None,
    penalty: str = "norm",
) -> float:
    """Sum of the local losses and the penalties of all edges (eq-convex-gtvmin).

    Parameters
    ----------
    A, X, y, alpha, loss, penalty
        As :func:`solve`.
    W : (n, p) array_like
        Row i holds the parameters of node i.

    Returns
    -------
    float
        Σ L_i(w_i) + α Σ A_ij φ(w_i − w_j), each edge once.

    Raises
    ------
    ValueError
        As :func:`solve`.

    Examples
    --------
    >>> objective([[0, 1], [1, 0]], None, [[0.0], [4.0]], 1.0, [[1.0], [3.0]])
    4.0
    """
    A = _require.adjacency("A", A)
    W = _require.rows("W", W, A.shape[0])
    loss = loss or Squared()
    i, j, weight = _edges(A)
    U = W[i] - W[j]
    by_edge = {
        "norm": np.linalg.norm(U, axis=1),
        "l1": np.abs(U).sum(axis=1),
        "squared": np.square(U).sum(axis=1),
    }[_require.choice("penalty", penalty, PENALTIES)]
    local = _require.local_data(X, y, A.shape[0])
    values = [loss.value(w_i, *data) for w_i, data in zip(W, local, strict=True)]
    return float(sum(values) + _require.number("alpha", alpha, at_least=0) * weight @ by_edge)


# --- one algorithm for all ----------------------------------------------------------------------


@dataclass(frozen=True)
class Solution:
    """Minimum that :func:`solve` found, with the certificate that it is one (prop-certificate).

    Attributes
    ----------
    W : (n, p) array
        Row i holds the parameters of node i.
    edges : (e, 2) array of int
        Nodes i < j of each edge.
    dual : (e, p) array
        What each edge keeps: the force that pulls i towards j, times −1.
    bounds : (e,) array
        α A_ij. For "norm", an edge whose force is shorter than that joins equal models.
    rounds : int
        Rounds that were taken.
    residual : float
        By how much the optimality conditions (eq-certificate) are violated.
    """

    W: Floats
    edges: Ints
    dual: Floats
    bounds: Floats
    rounds: int
    residual: float


def solve(
    A: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    alpha: float,
    *,
    loss: StackedLoss | None = None,
    penalty: str = "norm",
    classes: int = 2,
    sigma: float | None = None,
    tol: float = 1e-9,
    max_rounds: int = 100_000,
    watch: Callable[[Floats], object] | None = None,
) -> Solution:
    """Minimise Σ L_i(w_i) + α Σ A_ij φ(w_i − w_j) by messages (alg-primal-dual).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    y : sequence of n (m_i,) array_like
        Local labels.
    alpha : float
        Weight of the penalties, at least 0.
    loss : Squared, Logistic or Softmax, optional
        Loss of every node, the squared one by default.
    penalty : {"norm", "l1", "squared"}
        φ(u) is ‖u‖ (network Lasso), Σ|u_c|, or ‖u‖² (GTVMin).
    classes : int
        Number of classes, for Softmax.
    sigma : float, optional
        Step of the edges. The step of node i follows, 1/(Λ_i + 2σN_i) with its number N_i of
        neighbours. By default both parts are of the same size on average.
    tol : float
        Stop once the optimality conditions hold up to this, relative to the gradients at 0.
    max_rounds : int
        Stop after this many rounds in any case.
    watch : callable, optional
        Gets the models (n, p) after each round, first the zeros before it.

    Returns
    -------
    Solution
        Parameters, forces on the edges, rounds and residual.

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix, shapes do not fit, ``penalty`` is unknown, ``classes``
        is below 2, ``alpha`` or ``max_rounds`` is negative, or ``sigma`` or ``tol`` is not
        positive.
    RuntimeError
        If ``tol`` is not reached: the data may not determine the parameters, or separate the
        classes so that a logistic loss has no minimum.

    Notes
    -----
    Condat (2013), *A primal-dual splitting method for convex optimization involving Lipschitzian,
    proximable and linear composite terms*, Journal of Optimization Theory and Applications 158;
    Vũ (2013), Advances in Computational Mathematics 38.

    Examples
    --------
    Two nodes, 0 and 4, move towards each other by α/2 until they meet:

    >>> pair, y = [[0, 1], [1, 0]], [[0.0], [4.0]]
    >>> [solve(pair, None, y, alpha).W.ravel().round(6).tolist()
    ...  for alpha in (1.0, 4.0, 9.0)]
    [[0.5, 3.5], [2.0, 2.0], [2.0, 2.0]]
    """
    A, loss = _require.adjacency("A", A), loss or Squared()
    n, local = A.shape[0], _require.local_data(X, y, A.shape[0])
    _require.choice("penalty", penalty, PENALTIES)
    slopes, W = _gradients(loss, local, _require.count("classes", classes, at_least=2))
    i, j, weight = _edges(A)
    bounds = _require.number("alpha", alpha, at_least=0) * weight
    D = _differences(i, j, n)
    back = D.T.tocsr()  # from the forces on edges to those at nodes
    smooth, number = smoothness(loss, [F for F, _ in local]), abs(D).sum(axis=0)
    if sigma is None:
        sigma = float(smooth.mean() / (2 * max(number.mean(), 1.0))) or 1.0
    sigma = _require.number("sigma", sigma, above=0)
    tau = (1 / np.maximum(smooth + 2 * sigma * number, TINY))[:, np.newaxis]
    U, G = np.zeros((len(i), W.shape[1])), slopes(W)
    goal = _require.number("tol", tol, above=0) * max(1.0, float(np.linalg.norm(G)))
    for rounds in range(_require.count("max_rounds", max_rounds) + 1):
        if watch is not None:
            watch(W)
        force = G + back @ U
        residual = _residual(force, U, D @ W, bounds, penalty)
        if residual <= goal:
            return Solution(W, np.column_stack([i, j]), U, bounds, rounds, residual)
        ahead = W - tau * force
        U = _allowed(U + sigma * (D @ (2 * ahead - W)), sigma, bounds, penalty)
        W, G = ahead, slopes(ahead)
    raise RuntimeError(
        f"solve did not reach tol in {max_rounds} rounds: the optimality conditions are violated "
        f"by {residual:.1e}; allow more rounds, or look whether the data determine a minimum"
    )


def merged(solution: Solution) -> Ints:
    """Clusters of nodes whose models the network Lasso made exactly equal (prop-merged).

    Parameters
    ----------
    solution : Solution
        Of :func:`solve` with ``penalty="norm"``.

    Returns
    -------
    (n,) array of int
        Labels 0, 1, … in the order of the clusters' first nodes. Two nodes are in one cluster if
        edges lead from one to the other whose forces are shorter than their bounds: these edges
        join equal models, whatever rounding has left of the difference.

    Raises
    ------
    ValueError
        If ``solution`` is something else.

    Examples
    --------
    >>> path = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> merged(solve(path, None, [[0.0], [1.0], [9.0]], 3.0))
    array([0, 0, 1])
    """
    if not isinstance(solution, Solution):
        raise ValueError(f"solution must be a Solution, got {type(solution).__name__}")
    i, j = solution.edges.T
    loose = np.linalg.norm(solution.dual, axis=1) < (1 - SLACK) * solution.bounds
    n = len(solution.W)
    joined = sparse.csr_array((np.ones(loose.sum()), (i[loose], j[loose])), shape=(n, n))
    return graph.components(joined + joined.T)


def consensus_alpha(A: Any, gradients: ArrayLike) -> float:
    """Coupling from which the network Lasso gives all nodes one model (eq-consensus-alpha).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal, of a connected graph.
    gradients : (n, p) or (n,) array_like
        Gradients of the local losses at the minimum of their sum; they sum to zero.

    Returns
    -------
    float
        max ‖x_i − x_j‖ over the edges, where L x = −gradients: enough for consensus on every
        graph, and needed on a tree.

    Raises
    ------
    ValueError
        If the gradients do not sum to zero over every component of the graph.

    Examples
    --------
    >>> # gradients of w² and (w − 4)² at w = 2, the minimum of their sum
    >>> round(consensus_alpha([[0, 1], [1, 0]], [4.0, -4.0]), 9)
    4.0
    """
    A = _require.adjacency("A", A)
    G = _require.rows("gradients", gradients, A.shape[0])
    i, j, weight = _edges(A)
    D = np.sqrt(weight)[:, np.newaxis] * _differences(i, j, A.shape[0]).toarray()
    force = np.linalg.lstsq(D.T, -G, rcond=None)[0]  # the smallest that balances the gradients
    if np.abs(D.T @ force + G).max() > SLACK * max(1.0, np.abs(G).max()):
        raise ValueError("gradients must sum to zero over every component of A")
    return float(np.max(np.linalg.norm(force, axis=1) / np.sqrt(weight), initial=0.0))


# --- models without parameters in common --------------------------------------------------------


def least_squares(features: Callable[[Floats], ArrayLike] | None = None) -> Learner:
    """Learner of a model that is linear in features of its own (eq-fedrelax-node).

    Parameters
    ----------
    features : callable, optional
        Maps inputs (m, k) to features (m, d); the inputs themselves by default.

    Returns
    -------
    callable
        ``learn(X, y, weight)`` minimises Σ weight_r (y_r − h(x_r))² and returns ``predict(X)``.
        Where the rows leave parameters open, it takes the smallest.

    Examples
    --------
    >>> import numpy as np
    >>> learn = least_squares(lambda X: np.column_stack([np.ones(len(X)), X]))
    >>> X, y = np.array([[0.0], [1.0]]), np.array([1.0, 3.0])
    >>> predict = learn(X, y, np.ones(2))
    >>> predict(np.array([[2.0]])).round(6)
    array([5.])
    """

    def rows(X: Floats) -> Floats:
        return (
            X if features is None else _require.array("features", features(X), shape=(None, None))
        )

    def learn(X: Floats, y: Floats, weight: Floats) -> Predictor:
        root = np.sqrt(weight)
        w = np.linalg.lstsq(root[:, np.newaxis] * rows(X), root * y, rcond=None)[0]
        return lambda Z: np.asarray(rows(Z) @ w)

    return learn


def relax_objective(
    A: Any,
    predictors: Sequence[Predictor],
    X: Sequence[ArrayLike],
    y: Sequence[ArrayLike],
    shared: ArrayLike,
    alpha: float,
) -> float:
    """Losses, and differences of predictions at shared points (eq-fedrelax).

    Parameters
    ----------
    A, X, y, shared, alpha
        As :func:`fedrelax`.
    predictors : sequence of n callables
        ``predict(X)`` of each node.

    Returns
    -------
    float
        Σ (1/m_i) ‖y_i − h_i(X_i)‖² + α Σ A_ij (1/m′) ‖h_i(X′) − h_j(X′)‖², each edge once.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> flat = [lambda X: 0.0 * X[:, 0], lambda X: 0.0 * X[:, 0] + 2.0]
    >>> A, X, y = [[0, 3], [3, 0]], [[[0.0]], [[1.0]]], [[1.0], [2.0]]
    >>> relax_objective(A, flat, X, y, [[5.0], [6.0]], 0.5)
    7.0
    """
    A = _require.adjacency("A", A)
    local, common = _require.local_data(X, y, A.shape[0]), _inputs(shared)
    fits = [np.mean((t - h(F)) ** 2) for h, (F, t) in zip(predictors, local, strict=True)]
    i, j, weight = _edges(A)
    H = np.array([h(common) for h in predictors])
    apart = np.mean((H[i] - H[j]) ** 2, axis=1)
    return float(sum(fits) + _require.number("alpha", alpha, at_least=0) * weight @ apart)


def fedrelax(
    A: Any,
    learners: Sequence[Learner],
    X: Sequence[ArrayLike],
    y: Sequence[ArrayLike],
    shared: ArrayLike,
    alpha: float,
    *,
    rounds: int,
) -> list[Predictor]:
    """Couple any models by their predictions at shared points (alg-fedrelax).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    learners : sequence of n callables
        ``learn(X, y, weight)`` returns a fitted ``predict``; such as :func:`least_squares`, or
        any regressor of scikit-learn: ``lambda X, y, s: tree.fit(X, y, sample_weight=s).predict``.
    X, y : sequences of n (m_i, k) and (m_i,) array_like
        Local inputs and labels.
    shared : (m′, k) array_like
        Inputs without labels that all nodes know.
    alpha : float
        Weight of the differences of predictions, at least 0.
    rounds : int
        In a round the nodes learn one after the other: from their own rows, and from the shared
        ones with the weighted mean of their neighbours' predictions as labels. Before, each learns
        alone.

    Returns
    -------
    list of n callables
        ``predict`` of each node.

    Raises
    ------
    ValueError
        If shapes do not fit or there is not one learner for each node.

    Notes
    -----
    Abdurakhmanova, SarcheshmehPour and Jung (2023), *Towards model-agnostic federated learning over
    networks*, arXiv:2302.04363.

    Examples
    --------
    Two constants, 0 and 4, with α = 1: as GTVMin finds them.

    >>> import numpy as np
    >>> A, one, y = [[0, 1], [1, 0]], [[1.0]], [[0.0], [4.0]]
    >>> learners = [least_squares()] * 2
    >>> end = fedrelax(A, learners, [one, one], y, one, 1.0, rounds=60)
    >>> [round(float(h(np.ones((1, 1)))[0]), 6) for h in end]
    [1.333333, 2.666667]
    """
    A = _require.adjacency("A", A)
    n, local, common = A.shape[0], _require.local_data(X, y, A.shape[0]), _inputs(shared)
    if len(learners) != n:
        raise ValueError(f"learners must hold one for each of the {n} nodes, got {len(learners)}")
    alpha = _require.number("alpha", alpha, at_least=0)
    own = [np.full(len(t), 1.0 / len(t)) for _, t in local]
    found = [learn(F, t, s) for learn, (F, t), s in zip(learners, local, own, strict=True)]
    H = np.array([h(common) for h in found])
    for _ in range(_require.count("rounds", rounds)):
        for i, ((F, t), s) in enumerate(zip(local, own, strict=True)):
            others = slice(A.indptr[i], A.indptr[i + 1])
            degree = A.data[others].sum()
            if alpha * degree > 0:
                told = A.data[others] @ H[A.indices[others]] / degree
                weight = np.full(len(common), alpha * degree / len(common))
                rows = np.concatenate([F, common]), np.concatenate([t, told])
                found[i] = learners[i](*rows, np.concatenate([s, weight]))
                H[i] = found[i](common)
    return found


# --- behind the doors ---------------------------------------------------------------------------


def _edges(A: sparse.csr_array) -> tuple[Ints, Ints, Floats]:
    """Nodes i < j and weight of each edge."""
    upper = sparse.triu(A, 1).tocoo()
    return upper.row.astype(np.int64), upper.col.astype(np.int64), upper.data


def _differences(i: Ints, j: Ints, n: int) -> sparse.csr_array:
    """Matrix that takes W to the rows w_i − w_j, one for each edge."""
    e = np.arange(len(i))
    data = np.concatenate([np.ones(len(e)), -np.ones(len(e))])
    return sparse.csr_array(
        (data, (np.concatenate([e, e]), np.concatenate([i, j]))), shape=(len(e), n)
    )


def _gradients(
    loss: StackedLoss, local: list[tuple[Floats, Floats]], C: int
) -> tuple[Callable[[Floats], Floats], Floats]:
    """Gradients of all local losses at once, as a function of W, and zeros to start from.

    Rows of nodes with fewer than the most data are filled up with rows of weight 0.
    """
    parts = [loss.prepare(F, t, C) for F, t in local]
    most = max(len(F) for F, _ in parts)

    def filled(rows: Floats) -> Floats:
        return np.pad(rows, [(0, most - len(rows))] + [(0, 0)] * (rows.ndim - 1))

    F, T = (np.array([filled(part[k]) for part in parts]) for k in (0, 1))
    weight = np.array([filled(np.full(len(t), 1.0 / len(t))) for _, t in local])
    W = np.zeros((len(local), loss.n_params(local[0][0].shape[1], C)))
    return lambda V: loss.slope(V, F, T, weight), W


def _allowed(V: Floats, sigma: float, bounds: Floats, penalty: str) -> Floats:
    """Proximal operator of σ times the conjugate of the penalties (eq-dual-prox)."""
    if penalty == "squared":
        scale = 2 * bounds / np.maximum(2 * bounds + sigma, TINY)
        return np.asarray(V * scale[:, np.newaxis])
    return _clipped(V, bounds[:, np.newaxis], penalty)


def _clipped(V: Floats, bound: Floats, penalty: str) -> Floats:
    """Nearest allowed vectors, as :func:`clip`, of what has been checked; ``bound`` is (e, 1)."""
    if penalty == "l1":
        return np.clip(V, -bound, bound)
    length = np.linalg.norm(V, axis=1, keepdims=True)
    return np.asarray(V * np.minimum(1.0, bound / np.maximum(length, TINY)))


def _residual(force: Floats, U: Floats, V: Floats, bounds: Floats, penalty: str) -> float:
    """How far W and U are from (eq-certificate), V = DW: both parts vanish only at a minimum."""
    gap = U - _allowed(U + V, 1.0, bounds, penalty)
    return float(np.hypot(np.linalg.norm(force), np.linalg.norm(gap)))


def _inputs(shared: ArrayLike) -> Floats:
    points = _require.array("shared", shared, shape=(None, None))
    if not points.size:
        raise ValueError(f"shared must hold at least one point, got shape {points.shape}")
    return points
