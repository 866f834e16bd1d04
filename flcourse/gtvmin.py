"""GTVMin: fit one linear model per node and keep neighbours alike (eq-gtvmin).

Node i has features X_i (m_i, d) and labels y_i (m_i,), row i of W holds its parameters, and

    W = argmin Σ_i ‖y_i − X_i w_i‖² / m_i + α Σ_{edges ij} A_ij ‖w_i − w_j‖² (eq-gtvmin-linear).

Stacked node after node, w = W.ravel(), this is a quadratic function of w
(eq-gtvmin-quadratic) and its minimum solves Q w = −q / 2 (eq-gtvmin-normal).

Everywhere in this module X and y are lists of n arrays, or stacked as X (M, d) and y (M,) with
``sizes`` (n,) saying how many rows each node has, in node order. X = None stands for the
constant feature x = 1. A node without rows (m_i = 0) has no local loss: its parameters come from
its neighbours alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse import linalg

from flcourse import _require, graph
from flcourse._types import Floats, Ints
from flcourse.engine import gtvmin as engine
from flcourse.engine.gtvmin_problem import Local, Problem, checked, singular

__all__ = [
    "Risk",
    "Solution",
    "deviation_bound",
    "generalised_cross_validation",
    "path",
    "risk",
    "solve",
    "system",
    "unbiased_risk",
    "undetermined",
]

# An iterative method that has not reached tol by then is said to have failed.
MAX_STEPS = 100_000
# Relative residual that rounding may leave where tol asks for less.
ROUNDING = 1e-8


def __dir__() -> list[str]:
    return __all__


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
        ‖Qw + q/2‖ / ‖q/2‖ (eq-gtvmin-normal). The method "auto" keeps what the nodes of a component
        have in common apart from their deviations, and applies the Laplacian to the deviations
        alone: it takes the common part to 0.

    Examples
    --------
    >>> pair = [[0, 1], [1, 0]]
    >>> solution = solve(pair, None, [[0.0, 0.0, 0.0], [4.0, 4.0, 4.0]], 1.0)
    >>> solution.W.round(6).tolist()
    [[1.333333], [2.666667]]
    >>> round(solution.loss, 6), round(solution.variation, 6)
    (1.777778, 1.777778)
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
        If ``A`` is not an adjacency matrix, ``alpha`` is negative, or shapes do not match.

    Examples
    --------
    >>> Q, q = system([[0, 1], [1, 0]], None, [[0.0, 0.0], [3.0, 5.0]], 1.0)
    >>> Q.toarray().tolist(), q.tolist()
    ([[2.0, -1.0], [-1.0, 2.0]], [0.0, -8.0])
    """
    problem = checked(A, X, y, alpha, sizes)
    L, (_, d) = graph.laplacian(problem.A), problem.shape
    Q_local = sparse.block_diag([X_i.T @ X_i / m_i for X_i, _, m_i in problem.nodes()])
    q = np.concatenate([-2 / m_i * X_i.T @ y_i for X_i, y_i, m_i in problem.nodes()])
    Q = sparse.csr_array(Q_local + alpha * sparse.kron(L, sparse.eye_array(d)))
    return Q, q + 0.0  # + 0.0 turns −0 into 0


def undetermined(A: Any, X: Local | None, y: Local, *, sizes: ArrayLike | None = None) -> Ints:
    """Components whose data do not determine their parameters (prop-unique).

    Parameters
    ----------
    A, X, y, sizes
        As for :func:`system`.

    Returns
    -------
    (p,) numpy.ndarray of int
        Rising labels, as of :func:`flcourse.graph.components`, of the components C for which the
        sum of X_iᵀX_i / m_i over i ∈ C is singular (eq-unique). For alpha > 0, Q is invertible iff
        there are none.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or shapes do not match.

    Notes
    -----
    The sum counts as singular if its smallest eigenvalue is below 1e-12 after the features are
    scaled to give it a diagonal of ones, so that units do not matter.

    Examples
    --------
    >>> pair_and_one = [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    >>> undetermined(pair_and_one, None, [[3.0], [], []])
    array([1])
    """
    problem = checked(A, X, y, 0.0, sizes)
    (_, d), component = problem.shape, graph.components(problem.A)
    summed = np.zeros((component.max() + 1, d, d))
    for C, (X_i, _, m_i) in zip(component, problem.nodes(), strict=True):
        summed[C] += X_i.T @ X_i / m_i
    return np.flatnonzero(singular(summed))


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
        How to solve the normal equations (eq-gtvmin-normal):

        - "inv" multiplies by the dense inverse of Q.
        - "cholesky" factorises the sparse Q.
        - "cg" takes conjugate gradients, preconditioned by the diagonal of Q.
        - "gd" takes gradient steps (eq-gtvmin-gradient-step) of the best constant size.
        - "auto" gives the same numbers for up to millions of nodes, and is the only method for a
          huge alpha. It factorises Q for up to 250 unknowns. Beyond, it takes conjugate gradients;
          where these turn out to be slow, as on large graphs with a large alpha, it goes on with
          multigrid; and where that fails, it factorises Q if it is not too large.
    tol : float
        Relative residual ‖Qw + q/2‖ / ‖q/2‖ to reach. "inv" and "cholesky" go as far as rounding
        lets them, and at least to 1e-8.
    sizes : (n,) array_like of int, optional
        Rows of each node where X and y are stacked.

    Returns
    -------
    Solution
        Parameters W (n, d), loss, variation, iterations, residual.

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix, ``method`` is unknown, ``alpha`` is negative, ``tol``
        is not between 0 and 1, or shapes do not match; or if the data of some component do not
        determine its parameters: Q is invertible iff in every component the sum of X_iᵀX_i / m_i is
        (for alpha = 0: at every node). The error names the component, the first of
        :func:`undetermined`.
    RuntimeError
        If the method does not get there: "gd" and "cg" in 100,000 steps on hard problems, "inv"
        and "cholesky" where Q is singular but for rounding, as with a huge alpha.

    Notes
    -----
    Summed over a component, the normal equations contain no alpha. "auto" starts from the
    solution of these sums, the limit alpha → ∞, and restores them afterwards, so that a large
    condition number (eq-condition-number) does not spoil what is common to the nodes.

    Examples
    --------
    >>> chain = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> solution = solve(chain, None, [[0.0], [3.0], [6.0]], alpha=1.0)
    >>> solution.W.round(10).ravel().tolist()
    [1.5, 3.0, 4.5]
    """
    _require.choice("method", method, ("auto", *METHODS))
    tol = _require.number("tol", tol, above=0, below=1)
    problem = checked(A, X, y, alpha, sizes)
    problem.refuse_undetermined()  # equals undetermined(A, X, y), for all components at once
    if method == "auto":
        return Solution(*engine.solve(problem, tol))
    A, X, y, sizes = problem.data
    Q, q = system(A, X, y, alpha, sizes=sizes)
    try:
        w, iterations = METHODS[method](Q, q, tol)
    except (np.linalg.LinAlgError, RuntimeError):  # Q is singular to working precision
        w, iterations = np.full(q.size, np.nan), 0
    residual = float(np.linalg.norm(Q @ w + q / 2) / (np.linalg.norm(q / 2) or 1.0))
    if not residual <= max(tol, ROUNDING) or iterations == MAX_STEPS:
        raise RuntimeError(
            f"method {method!r} did not reach tol in {iterations} steps: the relative residual is "
            f"{residual:.1e}, for Q is too ill-conditioned; use method='auto' or a larger tol"
        )
    W = w.reshape(problem.shape)
    loss = [
        float(np.sum((y_i - X_i @ w_i) ** 2)) / m_i
        for (X_i, y_i, m_i), w_i in zip(problem.nodes(), W, strict=True)
    ]
    return Solution(W, float(np.mean(loss)), graph.total_variation(A, W), iterations, residual)


def _inv(Q: sparse.csr_array, q: Floats, tol: float) -> tuple[Floats, int]:
    """Multiply by the inverse: ŵ = −½ Q⁻¹ q (eq-gtvmin-normal)."""
    return np.linalg.inv(Q.toarray()) @ (-q / 2), 0


def _cholesky(Q: sparse.csr_array, q: Floats, tol: float) -> tuple[Floats, int]:
    """Factorise Q: SuperLU's factors without pivoting are Cholesky's, with scaled columns."""
    factors = linalg.splu(
        sparse.csc_array(Q),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.asarray(factors.solve(-q / 2)), 0


def _cg(Q: sparse.csr_array, q: Floats, tol: float) -> tuple[Floats, int]:
    """Take conjugate gradients, with the diagonal of Q as preconditioner."""
    steps: list[Floats] = []
    M = sparse.diags_array(1 / Q.diagonal())
    w, _ = linalg.cg(Q, -q / 2, rtol=tol, maxiter=MAX_STEPS, M=M, callback=steps.append)
    return np.asarray(w), len(steps)


def _gd(Q: sparse.csr_array, q: Floats, tol: float) -> tuple[Floats, int]:
    """Take steps w ← w − η (2Qw + q) (eq-gtvmin-gradient-step), η of (eq-best-step).

    Gershgorin's circles bound the eigenvalues of Q: λ_min from below and λ_max from above.
    """
    radius = abs(Q).sum(axis=1) - Q.diagonal()
    low, high = max((Q.diagonal() - radius).min(), 0.0), (Q.diagonal() + radius).max()
    # One per cent beyond the bound keeps the step below its limit (eq-step-size) if low is 0.
    eta, w = 1 / (low + 1.01 * high), np.zeros_like(q)
    for iteration in range(MAX_STEPS):
        gradient = 2 * (Q @ w) + q
        if np.linalg.norm(gradient) <= tol * np.linalg.norm(q):
            return w, iteration
        w -= eta * gradient
    return w, MAX_STEPS


Method = Callable[[sparse.csr_array, Floats, float], tuple[Floats, int]]
METHODS: dict[str, Method] = {"inv": _inv, "cholesky": _cholesky, "cg": _cg, "gd": _gd}


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
    >>> solutions = path(pair, None, [[0.0], [4.0]], [0.0, 0.5])
    >>> [solution.W.round(6).ravel().tolist() for solution in solutions]
    [[0.0, 4.0], [1.0, 3.0]]
    """
    values = _require.array("alphas", alphas, shape=(None,))
    values = np.array([_require.number("alphas", alpha, at_least=0) for alpha in values])
    A, X, y, sizes = checked(A, X, y, 0.0, sizes).data
    return [solve(A, X, y, alpha, method=method, tol=tol, sizes=sizes) for alpha in values]


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
    >>> noise = [[1.0, -1.0], [2.0, 0.0]]
    >>> round(deviation_bound([[0, 1], [1, 0]], 0.5, noise), 12)
    3.0
    """
    A = _require.adjacency("A", A)
    alpha = _require.number("alpha", alpha, above=0)
    problem = checked(A, None, noise, alpha, sizes)
    connectivity = graph.lambda_2(A)
    if connectivity == 0:
        parts = int(graph.components(A).max()) + 1
        raise ValueError(f"A must be connected, got a graph of {parts} components")
    means = [float(noise_i @ noise_i) / m_i for _, noise_i, m_i in problem.nodes()]
    return sum(means) / (connectivity * alpha)


@dataclass(frozen=True)
class Risk:
    """Expected squared error of GTVMin, as means over the nodes (eq-gtvmin-risk).

    Parameters
    ----------
    bias : float
        (1/n) Σ ‖E ŵ_i − w̄_i‖²: 0 at alpha = 0, and for x = 1 it rises with alpha.
    variance : float
        (1/n) Σ E ‖ŵ_i − E ŵ_i‖².
    centre : float
        E ‖avg(ŵ) − avg(w̄)‖², the error of the mean of all parameters (eq-centre-risk). It is a part
        of bias plus variance.
    """

    bias: float
    variance: float
    centre: float

    @property
    def total(self) -> float:
        """Bias plus variance, (1/n) Σ E ‖ŵ_i − w̄_i‖²."""
        return self.bias + self.variance


def risk(
    A: Any,
    X: Local | None,
    truth: ArrayLike,
    alpha: float,
    sigma2: ArrayLike,
    *,
    sizes: ArrayLike | None = None,
) -> Risk:
    """Exact bias and variance of GTVMin for labels y_i = X_i w̄_i + ε_i (eq-gtvmin-risk).

    Parameters
    ----------
    A, X, alpha, sizes
        As for :func:`solve`; ``sizes`` must be given where X is None.
    truth : (n, d) array_like
        Row i holds w̄_i.
    sigma2 : float or (n,) array_like
        Variance of the noise, which is independent from row to row: one, or one for each node.

    Returns
    -------
    Risk
        Bias, variance and error of the centre. Computed from a dense inverse of Q.

    Raises
    ------
    ValueError
        As for :func:`solve`, or if a variance is negative.

    Examples
    --------
    Two nodes with the truth 0 and 4 and one row each: alone the error is the noise.

    >>> pair, truth = [[0, 1], [1, 0]], [[0.0], [4.0]]
    >>> for alpha in (0.0, 0.5):
    ...     r = risk(pair, None, truth, alpha, 2.0, sizes=[1, 1])
    ...     print(round(r.bias, 6), round(r.variance, 6), round(r.centre, 6))
    0.0 2.0 1.0
    1.0 1.25 1.0
    """
    problem = _without_labels(A, X, alpha, sizes)
    n, d = problem.shape
    w_bar = _require.array("truth", truth, shape=(n, d))
    noise = _require.array("sigma2", sigma2)
    if noise.shape not in ((), (n,)) or noise.min() < 0:
        raise ValueError(f"sigma2 must be one number, or {n}, at least 0, got {sigma2!r}")
    inverse = _inverse(problem)
    bias = -problem.alpha * (inverse @ problem.laplacian(w_bar).ravel()).reshape(n, d)
    spread = problem.G * (noise / np.maximum(problem.sizes, 1)).reshape(-1, 1, 1)
    covariance = inverse @ sparse.block_diag(list(spread)).toarray() @ inverse
    centre = covariance.reshape(n, d, n, d).sum(axis=(0, 2)) / n**2
    return Risk(
        float(np.sum(bias**2)) / n,
        float(np.trace(covariance)) / n,
        float(np.sum(bias.mean(axis=0) ** 2) + np.trace(centre)),
    )


def unbiased_risk(
    A: Any,
    X: Local | None,
    y: Local,
    alpha: float,
    sigma2: float,
    *,
    sizes: ArrayLike | None = None,
) -> float:
    """Estimate of the error of the predictions from the training rows alone (eq-unbiased-risk).

    Parameters
    ----------
    A, X, y, alpha, sizes
        As for :func:`solve`; no node may be empty.
    sigma2 : float
        Variance of the noise. It has to be known, or estimated where it can be seen, such as
        within the nodes.

    Returns
    -------
    float
        The training loss, plus 2σ² times the mean of tr(H_ii)/m_i, minus σ². Here H_ii is the part
        of the linear map from all labels to all predictions that leads from the labels of node i to
        its own predictions. The expectation of the estimate is the mean over the nodes of E ‖X_i
        (ŵ_i − w̄_i)‖² / m_i, if noise is independent from row to row; it may come out negative.

    Raises
    ------
    ValueError
        As for :func:`solve`, or if a node is empty.

    Notes
    -----
    Mallows (1973), *Some comments on C_p*, Technometrics 15.

    Examples
    --------
    >>> y = [[0.0, 1.0], [4.0, 5.0]]
    >>> round(unbiased_risk([[0, 1], [1, 0]], None, y, 0.5, 0.5), 6)
    1.125
    """
    variance = _require.number("sigma2", sigma2, at_least=0)
    problem = checked(A, X, y, alpha, sizes)
    A, X, y, sizes = problem.data
    correction = variance * (2 * _freedom(problem) - 1)
    return solve(A, X, y, alpha, sizes=sizes).loss + correction


def generalised_cross_validation(
    A: Any, X: Local | None, y: Local, alpha: float, *, sizes: ArrayLike | None = None
) -> float:
    """Training loss, corrected for the freedom of the fit, without the noise's variance (eq-gcv).

    Parameters
    ----------
    A, X, y, alpha, sizes
        As for :func:`solve`; no node may be empty.

    Returns
    -------
    float
        The training loss over the square of 1 minus the mean of tr(H_ii)/m_i: an estimate of the
        loss on new rows. The matrices H_ii are those of :func:`unbiased_risk`.

    Raises
    ------
    ValueError
        As for :func:`solve`, or if a node is empty or the fit passes through all rows.

    Notes
    -----
    Golub, Heath and Wahba (1979), *Generalized cross-validation as a method for choosing a good
    ridge parameter*, Technometrics 21.

    Examples
    --------
    >>> y = [[0.0, 1.0], [4.0, 5.0]]
    >>> round(generalised_cross_validation([[0, 1], [1, 0]], None, y, 0.5), 6)
    3.2
    """
    problem = checked(A, X, y, alpha, sizes)
    A, X, y, sizes = problem.data
    left = 1 - _freedom(problem)
    if left <= ROUNDING:
        raise ValueError("alpha must be larger: the fit passes through all rows")
    return solve(A, X, y, alpha, sizes=sizes).loss / left**2


def _without_labels(A: Any, X: Local | None, alpha: float, sizes: ArrayLike | None) -> Problem:
    """Check a problem whose labels do not matter."""
    if sizes is not None:
        y: Local = np.zeros(int(np.sum(sizes)))
    elif X is None:
        raise ValueError("sizes must be given where X is None")
    else:
        y = [np.zeros(np.shape(X_i)[:1]) for X_i in X]
    return checked(A, X, y, alpha, sizes)


def _inverse(problem: Problem) -> Floats:
    """Dense inverse of Q, refused where the data do not determine the parameters."""
    problem.refuse_undetermined()
    A, X, y, sizes = problem.data
    Q, _ = system(A, X, y, problem.alpha, sizes=sizes)
    return np.asarray(np.linalg.inv(Q.toarray()))


def _freedom(problem: Problem) -> float:
    """Mean over the nodes of tr(H_ii)/m_i, the share of a row's own noise that its fit takes up."""
    (n, d), nodes = problem.shape, np.arange(problem.sizes.size)
    if not problem.sizes.all():
        raise ValueError(f"y must have rows at node {int(np.argmin(problem.sizes))}, got none")
    own = _inverse(problem).reshape(n, d, n, d)[nodes, :, nodes, :]
    return float(np.mean(np.einsum("iab,iba->i", problem.G, own) / problem.sizes))
