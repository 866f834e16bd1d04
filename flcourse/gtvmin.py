"""GTVMin: fit one linear model per node and keep neighbours alike (eq-gtvmin).

Node i has features X_i (m_i, d) and labels y_i (m_i,), row i of W holds its parameters, and

    W = argmin  sum_i ‖y_i − X_i w_i‖² / m_i  +  alpha · sum_edges A_ij ‖w_i − w_j‖²

(eq-gtvmin-linear). Stacked node after node, w = W.ravel(), this is a quadratic function of w
(eq-gtvmin-quadratic) and its minimum solves Q w = −q / 2 (eq-gtvmin-normal).

Everywhere in this module X and y are lists of n arrays, or stacked as X (M, d) and y (M,) with
``sizes`` (n,) saying how many rows each node has, in node order. X = None stands for the
constant feature x = 1. A node without rows (m_i = 0) has no local loss: its parameters come from
its neighbours alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_methods as methods
from flcourse import _gtvmin_quadratic as quadratic
from flcourse import _require, graph
from flcourse._gtvmin_quadratic import Local, Problem
from flcourse._types import Floats, Ints

METHODS = ("auto", "inv", "cholesky", "cg", "gd")
ITERATIVE = ("auto", "cg", "gd")
# Pooled data whose scaled Gram matrix has an eigenvalue below this do not determine a model.
SINGULAR = 1e-12
# Up to this ratio of couplings to data, iterations find what is common to the nodes well enough.
BALANCED = 100.0


@dataclass(frozen=True)
class Solution:
    """Minimiser of a GTVMin problem and what it achieves (eq-gtvmin).

    Parameters
    ----------
    W : (n, d) numpy.ndarray
        Row i holds the parameters of node i.
    loss : float
        Mean over all nodes of the local mean squared error (eq-local-loss), 0 at empty nodes.
    variation : float
        Total variation of W (eq-total-variation), without alpha.
    iterations : int
        Steps of the iterative method, 0 for a direct one.
    residual : float
        ‖Qw + q/2‖ / ‖q/2‖ (eq-gtvmin-normal), with what is common to the nodes of a component
        kept apart from the deviations, for the Laplacian takes only these.

    Examples
    --------
    >>> pair = [[0, 1], [1, 0]]
    >>> solution = solve(pair, None, [[0.0, 0.0, 0.0], [4.0, 4.0, 4.0]], 1.0)
    >>> solution.W.round(6).tolist(), round(solution.loss, 6), round(solution.variation, 6)
    ([[1.333333], [2.666667]], 1.777778, 1.777778)
    """

    W: Floats
    loss: float
    variation: float
    iterations: int
    residual: float


def system(
    A: Any, X: Local | None, y: Local, alpha: float, *, sizes: ArrayLike | None = None
) -> tuple[sparse.csr_array, Floats]:
    """Matrix Q and vector q of the normal equations Q w = −q/2 (eq-gtvmin-q).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    X : list of (m_i, d) array_like, (M, d) array_like or None
        Features; None is the constant feature x = 1, and then d = 1.
    y : list of (m_i,) array_like or (M,) array_like
        Labels.
    alpha : float
        Weight of the total variation, at least 0.
    sizes : (n,) array_like of int, optional
        Rows of each node where X and y are stacked.

    Returns
    -------
    Q : (nd, nd) scipy.sparse.csr_array
        Block diagonal X_iᵀX_i / m_i plus alpha · L ⊗ I: unknown i·d + a is entry a of w_i.
    q : (nd,) numpy.ndarray
        −2 X_iᵀy_i / m_i, node after node. Mind the factor: the right-hand side is −q/2.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix, alpha is negative, or shapes do not match.

    Examples
    --------
    >>> Q, q = system([[0, 1], [1, 0]], None, [[0.0, 0.0], [3.0, 5.0]], 1.0)
    >>> Q.toarray().tolist(), q.tolist()
    ([[2.0, -1.0], [-1.0, 2.0]], [0.0, -8.0])
    """
    problem = quadratic.problem(A, X, y, alpha, sizes)
    Q = problem.matrix()
    Q.eliminate_zeros()
    return Q, -2 * problem.b.ravel() + 0.0  # + 0.0 turns −0 into 0


def solve(
    A: Any,
    X: Local | None,
    y: Local,
    alpha: float,
    *,
    method: str = "auto",
    tol: float = 1e-10,
    sizes: ArrayLike | None = None,
) -> Solution:
    """Solve GTVMin for local linear models (eq-gtvmin-linear).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    X : list of (m_i, d) array_like, (M, d) array_like or None
        Features; None is the constant feature x = 1, and then d = 1.
    y : list of (m_i,) array_like or (M,) array_like
        Labels. A node may have no rows.
    alpha : float
        Weight of the total variation, at least 0; 0 fits every node alone.
    method : {"auto", "inv", "cholesky", "cg", "gd"}
        "inv" multiplies by the dense inverse, as the lecture does; "cholesky" factorises Q, dense
        if small and sparse if not; "cg" is the conjugate gradient method preconditioned by the
        diagonal blocks of Q; "gd" takes gradient steps (eq-gtvmin-gradient-step) of the best
        constant size. "auto" takes "cholesky" for up to 300 unknowns and "cg" beyond; where
        cg turns out to be slow, on large graphs with a large alpha, it goes on with multigrid, and
        where that fails, factorises Q if it is not too large. On large problems "auto" and "cg"
        correct in single precision what remains in double precision, and "auto" may precondition
        by Gauss–Seidel sweeps over the nodes.
    tol : float
        Relative residual ‖Qw + q/2‖ / ‖q/2‖ to reach. Beyond about alpha = 1e5 the rounding of
        W to doubles alone may exceed it, if one computes the residual from W as a whole.
    sizes : (n,) array_like of int, optional
        Rows of each node where X and y are stacked.

    Returns
    -------
    Solution
        Parameters W (n, d), loss, variation, iterations, residual.

    Raises
    ------
    ValueError
        If an argument breaks its rule, or if the data of some component do not determine its
        parameters: Q is invertible iff in every component the sum of X_iᵀX_i / m_i is (for
        alpha = 0: at every node). The error names the component.
    RuntimeError
        If an iterative method does not get there in 100,000 steps, which on hard problems
        happens to "gd" and "cg", or Q is beyond double precision.

    Notes
    -----
    Summed over a component, the normal equations contain no alpha. Every method starts from the
    solution of these sums, the limit alpha → ∞, and restores them afterwards, so that a large
    condition number (eq-condition-number) does not spoil what is common to the nodes.

    Examples
    --------
    >>> path = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> solve(path, None, [[0.0], [3.0], [6.0]], alpha=1.0).W.round(10).ravel().tolist()
    [1.5, 3.0, 4.5]
    """
    _require.choice("method", method, METHODS)
    tol = _require.number("tol", tol, above=0, below=1)
    return _solve(quadratic.problem(A, X, y, alpha, sizes, method), method, tol)


def path(
    A: Any,
    X: Local | None,
    y: Local,
    alphas: ArrayLike,
    *,
    method: str = "auto",
    tol: float = 1e-10,
    sizes: ArrayLike | None = None,
) -> list[Solution]:
    """Solve GTVMin for many values of alpha, to trade loss for variation (eq-gtvmin).

    Parameters
    ----------
    A, X, y, method, tol, sizes
        As for :func:`solve`.
    alphas : (p,) array_like
        Weights of the total variation, at least 0, in any order.

    Returns
    -------
    list of Solution
        One for each alpha, in the order given. The loss rises and the variation falls with alpha.

    Raises
    ------
    ValueError
        As for :func:`solve`.

    Examples
    --------
    >>> pair = [[0, 1], [1, 0]]
    >>> [s.W.round(6).ravel().tolist() for s in path(pair, None, [[0.0], [4.0]], [0.0, 0.5])]
    [[0.0, 4.0], [1.0, 3.0]]
    """
    _require.choice("method", method, METHODS)
    tol = _require.number("tol", tol, above=0, below=1)
    values = _require.array("alphas", alphas, shape=(None,))
    checked = [_require.number("alphas", alpha, at_least=0) for alpha in values]
    problem = quadratic.problem(A, X, y, 0.0, sizes, method)
    span = fast.Subspace((problem.local, problem.laplacian))
    solved = {
        i: _solve(replace(problem, alpha=checked[i]), method, tol, span) for i in _spread(values)
    }
    return [solved[i] for i in range(len(checked))]


def _spread(values: Floats) -> list[int]:
    """Order the indices of ``values`` so that every beginning covers their range evenly."""
    rank, order = np.argsort(values, kind="stable"), [0]
    bits = max(len(rank) - 1, 1).bit_length()
    order = [int(f"{i:0{bits}b}"[::-1], 2) for i in range(2**bits)]  # van der Corput
    return [int(rank[i]) for i in order if i < len(rank)]


def deviation_bound(A: Any, alpha: float, noise: Local, *, sizes: ArrayLike | None = None) -> float:
    """Bound on the squared deviations from the mean model, Σ‖w̃_i‖² (prop-deviation).

    For labels y_i = X_i c + ε_i with the same c at every node of a connected graph, the solution
    of GTVMin satisfies Σ_i ‖w_i − avg(w)‖² ≤ Σ_i ‖ε_i‖² / m_i / (λ_2 · alpha). The bound says
    nothing of avg(w) − c, and is loose.

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal, of a connected graph.
    alpha : float
        Weight of the total variation, above 0.
    noise : list of (m_i,) array_like or (M,) array_like
        ε_i, the noise in the labels of node i.
    sizes : (n,) array_like of int, optional
        Rows of each node where ``noise`` is stacked.

    Returns
    -------
    float
        The right-hand side, in squared units of the parameters.

    Raises
    ------
    ValueError
        If alpha is not positive, the graph is not connected, or shapes do not match.

    Examples
    --------
    >>> round(deviation_bound([[0, 1], [1, 0]], 0.5, [[1.0, -1.0], [2.0, 0.0]]), 12)
    3.0
    """
    A = _require.adjacency("A", A)
    alpha = _require.number("alpha", alpha, above=0)
    data = quadratic.local_data(A.shape[0], None, noise, sizes)
    connectivity = graph.lambda_2(A)
    if connectivity == 0:
        parts = int(graph.components(A).max()) + 1
        raise ValueError(f"A must be connected, got a graph of {parts} components")
    return float(quadratic.node_means(data.y**2, data.sizes).sum()) / (connectivity * alpha)


# --- Solving it --------------------------------------------------------------------------------


def _solve(
    problem: Problem, method: str, tol: float, span: fast.Subspace | None = None
) -> Solution:
    """Find W = C + D: rows C common to a component, so that L C = 0, and deviations D from them.

    A ``span`` of solutions for other alphas makes the first guess and takes in this one.
    """
    if method == "auto" and problem.b.size <= methods.SMALL:
        method = "cholesky"
    span = span if method in ITERATIVE and problem.alpha > 0 else None
    consensus, apart = _consensus(problem)
    goal = tol * quadratic.norm(problem.b)
    C = consensus(problem.b)
    R = problem.b - problem.local(C)
    D, LD, iterations = np.zeros_like(R), np.zeros_like(R), 0
    if span is not None:
        D = span.guess(R, problem.alpha)
        LD = problem.laplacian(D)
        R = R - problem.local(D) - problem.alpha * LD
    size, step = quadratic.norm(R), None
    for precision in _precisions(problem, method):
        gaining = True
        while gaining and size > goal:  # one turn is enough unless rounding got in the way
            step = step or methods.STEPS[method](problem)
            change, steps = step(R / size, min(0.5 * goal / size, 0.1), precision)
            iterations += steps
            change *= size
            change += D
            common, after, stretched = C, problem.local(C + change), problem.laplacian(change)
            np.subtract(problem.b, after, out=after)
            if apart:
                shift = consensus(after)
                common = C + shift
                after -= problem.local(shift)
            after -= problem.alpha * stretched
            left = quadratic.norm(after)
            gaining = left < size / 2
            if left < size:
                C, D, LD, R, size = common, change, stretched, after, left
    if not (size <= goal or size <= _rounding(problem, C, D)):
        raise RuntimeError(
            "Q is too ill-conditioned for double precision: relative residual "
            f"{size / quadratic.norm(problem.b):.1e}"
        )
    if span is not None and iterations:
        span.add(D)
    W, variation = C + D, _variation(problem, C, D, LD)
    return Solution(
        W=problem.by_node(W),
        loss=_loss(problem, W, R, variation),
        variation=variation,
        iterations=iterations,
        residual=size / (goal / tol or 1.0),
    )


def _precisions(problem: Problem, method: str) -> tuple[type, ...]:
    """Precisions to solve in, one after the other, until the residual is small enough.

    Conjugate gradients wait for memory, and single precision halves what they read. The residual
    is in double precision, so that turns of low accuracy refine to a high one: Wilkinson (1963),
    "Rounding errors in algebraic processes", HMSO; where a turn gains too little, double
    precision goes on.
    """
    pays = method in ("auto", "cg") and problem.b.size > quadratic.LARGE
    return (np.float32, np.float64) if pays else (np.float64,)


def _variation(problem: Problem, C: Floats, D: Floats, LD: Floats) -> float:
    """Total variation of C + D: the quadratic form of D, unless that cancels digits."""
    form = float(np.vdot(D, LD))
    if problem.alpha > 0 and form > 1e-2 * problem.degree.max() * np.vdot(D, D):
        return form
    return graph._total_variation(problem.A, D if problem.alpha > 0 else C + D)


def _loss(problem: Problem, W: Floats, R: Floats, variation: float) -> float:
    """Mean loss of the parameters W, rows as in the problem, with residual R = b − Q W.

    Since X_iᵀX_i / m_i is in Q, it is the mean of ‖y_i‖² / m_i less what the models explain, wᵀb +
    wᵀR + alpha · variation, without another pass over the features; unless that cancels digits.
    """
    if problem.data.X is not None:
        labels = float(quadratic.node_means(problem.data.y**2, problem.data.sizes).sum())
        explained = float(np.vdot(W, problem.b + R)) + problem.alpha * variation
        if labels - explained > 1e-2 * labels:
            return (labels - explained) / len(W)
    return float(quadratic.local_losses(problem.data, problem.by_node(W)).sum()) / len(W)


def _consensus(problem: Problem) -> tuple[Callable[[Floats], Floats], bool]:
    """Solve the normal equations summed over each component, for one vector per component.

    The sums contain no alpha, for L ⊗ I adds up to zero: (Σ G_i) c = Σ R_i over the component.
    With alpha = 0 every node is a component of its own. The function returned takes R to c at every
    node, or to one row where c is the same for all; and whether it must be kept apart from the
    deviations, for the couplings may outweigh the data.
    """
    n, d = problem.b.shape
    coupling = problem.alpha * problem.degree.max()
    smallest = problem.G.min() if d == 1 else 0.0
    # Where each node determines its one parameter, a vector for all nodes serves as well.
    if 0 < coupling <= 1e4 * smallest:
        total = problem.G.sum()
        return lambda R: np.array([[R.sum() / total]]), bool(coupling > BALANCED * smallest)
    labels = graph._components(problem.A) if problem.alpha > 0 else np.arange(n)
    member = None  # most graphs have one component
    if labels.any():
        member = sparse.csr_array((np.ones(n), labels, np.arange(n + 1))).T.tocsr()

    def summed(rows: Floats) -> Floats:
        return np.asarray(rows.sum(axis=0, keepdims=True) if member is None else member @ rows)

    pooled = summed(problem.G.reshape(n, d * d)).reshape(-1, d, d)
    _refuse_undetermined(problem, labels, pooled)

    def consensus(R: Floats) -> Floats:
        common = np.linalg.solve(pooled, summed(R)[:, :, np.newaxis])[:, :, 0]
        rows = common if member is None else common.take(labels, axis=0)
        return np.asarray(rows, dtype=np.float64)

    apart = member is not None or coupling > BALANCED * np.linalg.eigvalsh(pooled[0] / n)[0]
    return consensus, bool(apart)


def _singular(blocks: Floats) -> NDArray[np.bool_]:
    """Tell which of the symmetric blocks (N, d, d) are singular, whatever the units of x."""
    scale = np.sqrt(np.einsum("nii->ni", blocks))
    scale[scale == 0] = 1.0
    unit = blocks / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
    return np.asarray(np.linalg.eigvalsh(unit)[:, 0] < SINGULAR)


def _refuse_undetermined(problem: Problem, labels: Ints, pooled: Floats) -> None:
    """Raise if the data of a component do not determine its parameters."""
    d, alpha, sizes = problem.b.shape[1], problem.alpha, problem.data.sizes
    bad = _singular(pooled)
    if bad.any():
        bad = problem.by_node(bad[labels])
        first = int(bad.argmax())
        members = problem.by_node(graph._components(problem.A))
        # Number the components by their first nodes, as graph.components does.
        members = np.unique(members, return_index=True)[1].argsort().argsort()[members]
    if bad.any() and alpha == 0:
        raise ValueError(
            f"alpha must be positive unless every node determines its own parameters, got 0 and "
            f"{sizes[first]} rows at node {first} of component {members[first]} that do not "
            f"determine its {d} parameters"
        )
    if bad.any():
        nodes = np.flatnonzero(members == members[first])
        raise ValueError(
            f"X and y must determine the parameters of every connected component: component "
            f"{members[first]} ({nodes.size} nodes, the first is node {first}) has "
            f"{sizes[nodes].sum()} rows that do not determine its {d} parameters"
        )
    weakest = alpha * problem.degree[problem.degree > 0].min(initial=1.0)
    # Only a tiny alpha can vanish beside the Gram matrix of a node that needs its neighbours.
    if d > 1 and alpha > 0 and weakest < 1e-9 * problem.G.max():
        lost = _singular(fast.diagonal_blocks(problem.G, alpha * problem.degree))
        if lost.any():
            node = int(problem.by_node(lost).argmax())
            raise ValueError(
                f"alpha must not vanish in rounding beside the data, got {alpha} at node "
                f"{node}, whose {sizes[node]} rows do not determine its {d} parameters"
            )


def _rounding(problem: Problem, C: Floats, D: Floats) -> float:
    """Bound the residual that rounding alone explains, generously."""
    largest = np.abs(problem.G).sum(axis=2).max() * np.linalg.norm(C + D)
    largest += problem.alpha * 2 * problem.degree.max() * np.linalg.norm(D)
    return float(1e3 * np.finfo(float).eps * largest)
