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

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.linalg.lapack import dpbsv
from scipy.sparse import csgraph, linalg

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_sweeps as sweeps
from flcourse import _require, graph
from flcourse._require import Floats

Ints = NDArray[np.int64]
Local = Any  # a list with one array per node, or one stacked array

METHODS = ("auto", "inv", "cholesky", "cg", "gd")
ITERATIVE = ("auto", "cg", "gd")
# Pooled data whose scaled Gram matrix has an eigenvalue below this do not determine a model.
SINGULAR = 1e-12
# Up to this many unknowns a banded factorisation beats everything else.
SMALL = 300
# Up to this many a sparse one is the last resort where iterations do not get there.
DIRECT = 50_000
MAX_STEPS = 100_000
# Rows in a batch of local datasets: they and their product should stay in the processor's cache.
BATCH = 10_000
# Relative residual that conjugate gradients in single precision reach on any decent problem.
SINGLE = 1e-5
SINGLE_PATIENCE = 500
# Up to this ratio of couplings to data, iterations find what is common to the nodes well enough.
BALANCED = 100.0
# "auto" turns to multigrid where cg has more steps to go than these: about what setting up
# multigrid costs, which for few nodes is mostly overhead.
LARGE = 10_000
PATIENCE = {False: 500, True: 50}  # by whether there are more nodes than that


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


# --- The data of all nodes, one array each -----------------------------------------------------


@dataclass(frozen=True)
class _Data:
    """Rows of all nodes in node order; X is None for the constant feature (eq-local-dataset)."""

    X: Floats | None
    y: Floats
    sizes: Ints

    @property
    def d(self) -> int:
        return 1 if self.X is None else self.X.shape[1]


def _local_data(n: int, X: Local | None, y: Local, sizes: ArrayLike | None) -> _Data:
    """Check the local datasets of ``n`` nodes and stack them."""
    y_stacked, counts = _stack("y", y, n, sizes, axes=1)
    if X is None:
        return _Data(None, y_stacked, counts)
    # Stacked features may be large; _grams_and_moments looks for what is not finite.
    X_stacked, rows = _stack("X", X, n, sizes, axes=2, finite=False)
    if not np.array_equal(rows, counts):
        i = int(np.flatnonzero(rows != counts)[0])
        raise ValueError(
            f"X[{i}] must have one row per label in y[{i}], {counts[i]}, got {rows[i]}"
        )
    if X_stacked.shape[1] == 0:
        raise ValueError("X must have at least one feature, got 0")
    return _Data(X_stacked, y_stacked, counts)


def _stack(
    name: str,
    parts: Local,
    n: int,
    sizes: ArrayLike | None,
    *,
    axes: int,
    finite: bool = True,
) -> tuple[Floats, Ints]:
    """Rows of all nodes as one array, and how many each node has.

    Without ``finite`` an array that is stacked already may hold NaN and infinities.
    """
    wanted = ("(m_i,)", "(m_i, d)")[axes - 1]
    if sizes is not None:
        counts = _require.labels("sizes", sizes, shape=(n,))
        shape = (int(counts.sum()), None)[:axes]
        return _require.array(name, parts, shape=shape, finite=finite), counts
    if not isinstance(parts, Iterable) or isinstance(parts, str):
        raise ValueError(f"{name} must be a list of {n} arrays {wanted}, got {parts!r}")
    rows = list(parts)
    if len(rows) != n:
        raise ValueError(f"{name} must hold one array for each of {n} nodes, got {len(rows)}")
    try:
        arrays = [np.asarray(part) for part in rows]
        stacked = np.concatenate(arrays)
        sound = stacked.ndim == axes and stacked.dtype.kind in "biuf" and np.isfinite(stacked).all()
    except ValueError:
        sound = False
    if not sound:  # one look at all rows said so; now find whose it is
        arrays = [_require.array(f"{name}[{i}]", part) for i, part in enumerate(rows)]
        for i, part in enumerate(arrays):
            if part.ndim != axes or part.shape[1:] != arrays[0].shape[1:]:
                raise ValueError(
                    f"{name}[{i}] must have shape {wanted} with the same d at every node, "
                    f"got {part.shape}; stacked data need sizes="
                )
        stacked = np.concatenate(arrays)
    return stacked.astype(np.float64, copy=False), np.array([len(part) for part in arrays])


def _node_means(values: Floats, sizes: Ints) -> Floats:
    """Mean over the rows of each node of ``values`` (M,), 0 for a node without rows."""
    starts = np.cumsum(sizes) - sizes
    if sizes.all():
        full: Floats = np.add.reduceat(values, starts) / sizes
        return full
    means, filled = np.zeros(sizes.size), sizes > 0
    means[filled] = np.add.reduceat(values, starts[filled]) / sizes[filled] if values.size else 0.0
    return means


def _grams_and_moments(data: _Data, rank: Ints | None = None) -> tuple[Floats, Floats]:
    """X_iᵀX_i / m_i (n, d, d) and X_iᵀy_i / m_i (n, d) of every node, both in (eq-gtvmin-q).

    They are in row i, or in row rank[i].
    """
    if data.X is None:
        G = (data.sizes > 0).astype(np.float64)[:, np.newaxis, np.newaxis]
        return G, _node_means(data.y, data.sizes)[:, np.newaxis]
    G, b = np.zeros((data.sizes.size, data.d, data.d)), np.zeros((data.sizes.size, data.d))
    for nodes, rows, m in _alike(data.sizes):
        X, y = data.X[rows].reshape(-1, m, data.d), data.y[rows].reshape(-1, m)
        with np.errstate(invalid="ignore"):  # the next line sees it, too
            gram = np.matmul(X.transpose(0, 2, 1), X.copy())  # X itself would take longer
        if not np.isfinite(np.einsum("nii->", gram)):  # squares: what is not finite stays so
            _require.array("X", data.X)
        gram /= m
        row = nodes if rank is None else rank[nodes]
        G[row], b[row] = gram, np.vecmat(y, X) / m
    return G, b


def _alike(sizes: Ints) -> Iterator[tuple[slice | Ints, slice | Ints, int]]:
    """Batches of nodes with m rows each, where these rows are, and m; none for m = 0."""
    starts, order = np.cumsum(sizes) - sizes, np.argsort(sizes, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(sizes[order])) + 1):
        m = int(sizes[group[0]])
        batch = max(BATCH // max(m, 1), 1)
        for first in range(0, group.size if m else 0, batch):
            nodes = group[first : first + batch]
            begin = int(starts[nodes[0]])
            if nodes[-1] - nodes[0] == nodes.size - 1:  # what is in one piece needs no copy
                all_of_them = slice(int(nodes[0]), int(nodes[-1]) + 1)
                yield all_of_them, slice(begin, begin + nodes.size * m), m
            else:
                yield nodes, (starts[nodes, np.newaxis] + np.arange(m)).ravel(), m


def _local_losses(data: _Data, W: Floats) -> Floats:
    """Mean squared error of every node at its own parameters (eq-local-loss)."""
    if data.X is None:
        error = np.repeat(W[:, 0], data.sizes) - data.y
        return _node_means(np.multiply(error, error, out=error), data.sizes)
    losses = np.zeros(len(W))
    for nodes, rows, m in _alike(data.sizes):
        error = np.matvec(data.X[rows].reshape(-1, m, data.d), W[nodes])
        error -= data.y[rows].reshape(-1, m)
        losses[nodes] = np.vecdot(error, error) / m
    return losses


# --- The quadratic problem ---------------------------------------------------------------------


@dataclass(frozen=True)
class _Problem:
    """Q w = b with Q = blkdiag(G_i) + alpha L ⊗ I and b = −q/2, kept as its parts."""

    A: sparse.csr_array
    degree: Floats  # (n,): L = diag(degree) − A
    G: Floats  # (n, d, d)
    b: Floats  # (n, d)
    alpha: float
    data: _Data
    rank: Ints | None = None  # node i has row rank[i], in all but the data; None: row i

    def local(self, W: Floats) -> Floats:
        """Multiply each row of W by the Gram matrix of its node."""
        return fast.blockwise(self.G, W)

    def laplacian(self, W: Floats) -> Floats:
        """Multiply by the Laplacian: L W."""
        product: Floats = self.degree[:, np.newaxis] * W
        product -= self.A @ W
        return product

    def times(self, W: Floats) -> Floats:
        """Multiply by Q: Q w for w = W.ravel(), in the shape of W."""
        return self.local(W) + self.alpha * self.laplacian(W)

    def by_node(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return rows in the order of the data."""
        return rows if self.rank is None else rows.take(self.rank, axis=0)

    def matrix(self) -> sparse.csr_array:
        """Assemble Q, (nd, nd)."""
        n, d = self.b.shape
        L = sparse.diags_array(self.degree) - self.A
        G = (self.G + self.G.transpose(0, 2, 1)) / 2  # BLAS need not round both halves alike
        blocks = sparse.bsr_array((G, np.arange(n), np.arange(n + 1)), shape=(n * d, n * d))
        return (blocks + self.alpha * sparse.kron(L, sparse.eye_array(d))).tocsr()


def _problem(
    A: Any,
    X: Local | None,
    y: Local,
    alpha: float,
    sizes: ArrayLike | None,
    method: str | None = None,
) -> _Problem:
    """Check all data and compute the parts of Q, in an order of the nodes that serves a method."""
    A = _require.adjacency("A", A)
    alpha = _require.number("alpha", alpha, at_least=0)
    data = _local_data(A.shape[0], X, y, sizes)
    order = _near(A, data.d) if method in ("auto", "cg") else None
    rank = None
    if order is not None:
        A, rank = _renumbered(A, order)
    degree = A @ np.ones(A.shape[0])
    return _Problem(A, degree, *_grams_and_moments(data, rank), alpha, data, rank)


def _near(A: sparse.csr_array, d: int) -> Ints | None:
    """Order the nodes such that neighbours are near in memory, if that pays for d parameters.

    Breadth first, as by Cuthill and McKee (1969), "Reducing the bandwidth of sparse symmetric
    matrices", ACM National Conference: for ten parameters at 10^5 random points it makes A @ W four
    times as fast. For fewer than five the numbering costs more than it gains.
    """
    n = A.shape[0]
    if n <= LARGE or d < fast.FEW:
        return None
    order = csgraph.breadth_first_order(A, 0, return_predecessors=False)
    if order.size < n:  # there are other components
        order = csgraph.reverse_cuthill_mckee(A, symmetric_mode=True)
    return sweeps.interleaved(order)


def _renumbered(A: sparse.csr_array, order: Ints) -> tuple[sparse.csr_array, Ints]:
    """Give row k to node order[k]; return the rank of each node in that order, too."""
    rank = np.empty(len(order), dtype=A.indices.dtype)
    rank[order] = np.arange(len(order), dtype=rank.dtype)
    rows = A[order]
    return sparse.csr_array((rows.data, rank.take(rows.indices), rows.indptr), rows.shape), rank


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
    problem = _problem(A, X, y, alpha, sizes)
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
    return _solve(_problem(A, X, y, alpha, sizes, method), method, tol)


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
    problem = _problem(A, X, y, 0.0, sizes, method)
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
    data = _local_data(A.shape[0], None, noise, sizes)
    connectivity = graph.lambda_2(A)
    if connectivity == 0:
        parts = int(graph.components(A).max()) + 1
        raise ValueError(f"A must be connected, got a graph of {parts} components")
    return float(_node_means(data.y**2, data.sizes).sum()) / (connectivity * alpha)


# --- Solving it --------------------------------------------------------------------------------


def _solve(
    problem: _Problem, method: str, tol: float, span: fast.Subspace | None = None
) -> Solution:
    """Find W = C + D: rows C common to a component, so that L C = 0, and deviations D from them.

    A ``span`` of solutions for other alphas makes the first guess and takes in this one.
    """
    if method == "auto" and problem.b.size <= SMALL:
        method = "cholesky"
    span = span if method in ITERATIVE and problem.alpha > 0 else None
    consensus, apart = _consensus(problem)
    goal = tol * _norm(problem.b)
    C = consensus(problem.b)
    R = problem.b - problem.local(C)
    D, LD, iterations = np.zeros_like(R), np.zeros_like(R), 0
    if span is not None:
        D = span.guess(R, problem.alpha)
        LD = problem.laplacian(D)
        R = R - problem.local(D) - problem.alpha * LD
    size, step = _norm(R), None
    for precision in _precisions(problem, method):
        gaining = True
        while gaining and size > goal:  # one turn is enough unless rounding got in the way
            step = step or _STEPS[method](problem)
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
            left = _norm(after)
            gaining = left < size / 2
            if left < size:
                C, D, LD, R, size = common, change, stretched, after, left
    if not (size <= goal or size <= _rounding(problem, C, D)):
        raise RuntimeError(
            "Q is too ill-conditioned for double precision: relative residual "
            f"{size / _norm(problem.b):.1e}"
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


def _norm(R: Floats) -> float:
    """Euclidean norm of all numbers of R (np.linalg.norm takes three times as long for few)."""
    return math.sqrt(np.vdot(R, R))


def _precisions(problem: _Problem, method: str) -> tuple[type, ...]:
    """Precisions to solve in, one after the other, until the residual is small enough.

    Conjugate gradients wait for memory, and single precision halves what they read. The residual
    is in double precision, so that turns of low accuracy refine to a high one: Wilkinson (1963),
    "Rounding errors in algebraic processes", HMSO; where a turn gains too little, double
    precision goes on.
    """
    pays = method in ("auto", "cg") and problem.b.size > LARGE
    return (np.float32, np.float64) if pays else (np.float64,)


def _variation(problem: _Problem, C: Floats, D: Floats, LD: Floats) -> float:
    """Total variation of C + D: the quadratic form of D, unless that cancels digits."""
    form = float(np.vdot(D, LD))
    if problem.alpha > 0 and form > 1e-2 * problem.degree.max() * np.vdot(D, D):
        return form
    return graph._total_variation(problem.A, D if problem.alpha > 0 else C + D)


def _loss(problem: _Problem, W: Floats, R: Floats, variation: float) -> float:
    """Mean loss of the parameters W, rows as in the problem, with residual R = b − Q W.

    Since X_iᵀX_i / m_i is in Q, it is the mean of ‖y_i‖² / m_i less what the models explain, wᵀb +
    wᵀR + alpha · variation, without another pass over the features; unless that cancels digits.
    """
    if problem.data.X is not None:
        labels = float(_node_means(problem.data.y**2, problem.data.sizes).sum())
        explained = float(np.vdot(W, problem.b + R)) + problem.alpha * variation
        if labels - explained > 1e-2 * labels:
            return (labels - explained) / len(W)
    return float(_local_losses(problem.data, problem.by_node(W)).sum()) / len(W)


def _consensus(problem: _Problem) -> tuple[Callable[[Floats], Floats], bool]:
    """Solve the normal equations summed over each component, for one vector per component.

    The sums contain no alpha, for L ⊗ I adds up to zero: (Σ G_i) c = Σ R_i over the component.
    With alpha = 0 every node is a component of its own. The function returned takes R to c at every
    node, or to one row where c is the same for all; and whether it must be kept apart from the
    deviations, for the couplings may outweigh the data.
    """
    n, d = problem.b.shape
    if _each_node_will_do(problem):  # then one vector for all nodes serves as well
        total = problem.G.sum()
        return lambda R: np.array([[R.sum() / total]]), True
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

    coupling = problem.alpha * problem.degree.max()
    apart = member is not None or coupling > BALANCED * np.linalg.eigvalsh(pooled[0] / n)[0]
    return consensus, bool(apart)


def _each_node_will_do(problem: _Problem) -> bool:
    """Tell cheaply whether each node determines its one parameter, and alpha is moderate."""
    smallest = problem.G.min() if problem.b.shape[1] == 1 else 0.0
    return bool(0 < problem.alpha * problem.degree.max() <= 1e4 * smallest)


def _singular(blocks: Floats) -> NDArray[np.bool_]:
    """Tell which of the symmetric blocks (N, d, d) are singular, whatever the units of x."""
    scale = np.sqrt(np.einsum("nii->ni", blocks))
    scale[scale == 0] = 1.0
    unit = blocks / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
    return np.asarray(np.linalg.eigvalsh(unit)[:, 0] < SINGULAR)


def _refuse_undetermined(problem: _Problem, labels: Ints, pooled: Floats) -> None:
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


def _rounding(problem: _Problem, C: Floats, D: Floats) -> float:
    """Bound the residual that rounding alone explains, generously."""
    largest = np.abs(problem.G).sum(axis=2).max() * np.linalg.norm(C + D)
    largest += problem.alpha * 2 * problem.degree.max() * np.linalg.norm(D)
    return float(1e3 * np.finfo(float).eps * largest)


# A diagonal raised by rounding keeps Q regular where a huge alpha leaves nothing but alpha L.
NUDGE = 1 + 1e-14


def _dense(problem: _Problem) -> Floats:
    """Assemble Q as a dense array with the diagonal nudged."""
    n, d = problem.b.shape
    Q = np.zeros((n, d, n, d))
    node, tails = np.arange(n), np.repeat(np.arange(n), np.diff(problem.A.indptr))
    for a in range(d):
        Q[tails, a, problem.A.indices, a] = -problem.alpha * problem.A.data
    Q[node, :, node, :] = fast.diagonal_blocks(problem.G, problem.alpha * problem.degree)
    Q.reshape(-1)[:: n * d + 1] *= NUDGE  # the diagonal
    return Q.reshape(n * d, n * d)


def _banded(problem: _Problem, order: Ints) -> Floats:
    """Assemble the diagonals of Q from the main one down, nodes in ``order``, diagonal nudged."""
    n, d = problem.b.shape
    rank = np.empty(n, dtype=np.int64)
    rank[order] = np.arange(n)
    row, column = np.repeat(rank, np.diff(problem.A.indptr)), rank[problem.A.indices]
    below = row - column
    weight, width = -problem.alpha * problem.A.data, d * int(below.max(initial=1)) + 1
    edge, node = d * (np.minimum(row, column) * width + np.abs(below)), d * width * rank
    band = np.zeros(n * d * width)  # column after column, as LAPACK wants it
    for a in range(d):
        band[edge + a * width] = weight  # each edge twice, but alike
        for b in range(a):
            band[node + b * width + a - b] = problem.G[:, a, b]
        band[node + a * width] = (problem.G[:, a, a] + problem.alpha * problem.degree) * NUDGE
    return band.reshape(width, n * d, order="F")


# From a residual, a relative tolerance and a precision to a correction and how many iterations.
Step = Callable[[Floats, float, type], tuple[Floats, int]]
# What conjugate gradients return: a correction, the number of steps, whether it is good enough.
_Run = tuple[Floats, int, bool]


def _inv(problem: _Problem) -> Step:
    """Multiply by the dense inverse of Q."""
    inverse = np.linalg.inv(_dense(problem))
    return lambda R, tol, precision: ((inverse @ R.ravel()).reshape(R.shape), 0)


def _cholesky(problem: _Problem) -> Step:
    """Factorise Q, banded where it is small."""
    if problem.b.size <= SMALL:
        return _by_band(problem)
    Q = problem.matrix()
    Q.setdiag(Q.diagonal() * NUDGE)
    # Without pivoting, SuperLU's factors of a positive definite matrix are Cholesky's, scaled.
    factor = linalg.splu(
        Q.tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return lambda R, tol, precision: (np.asarray(factor.solve(R.ravel())).reshape(R.shape), 0)


def _by_band(problem: _Problem) -> Step:
    """Factorise Q with neighbours near each other, so that its entries are near the diagonal."""
    order = csgraph.reverse_cuthill_mckee(problem.A, symmetric_mode=True)

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        W = np.empty_like(R)
        _, w, failed = dpbsv(_banded(problem, order), R[order].ravel(), lower=1, overwrite_ab=1)
        if failed:
            raise np.linalg.LinAlgError("Q is not positive definite")
        W[order] = w.reshape(R.shape)
        return W, 0

    return step


def _cg(problem: _Problem) -> Step:
    """Solve by conjugate gradients, preconditioned by the diagonal blocks of Q."""
    blocks = _blocks(problem)

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        W, steps, reached = blocks(R, tol, np.inf, precision)
        if not reached and precision is np.float64:
            raise _no_convergence("cg")
        return W, steps

    return step


def _auto(problem: _Problem) -> Step:
    """Start cg; if it turns out to be slow, precondition by multigrid; if that fails, factorise."""
    blocks, patience = _blocks(problem, sweep=True), PATIENCE[len(problem.b) > LARGE]
    last_resort: Step | None = None

    @cache
    def cycles() -> fast.Move | None:
        return fast.multigrid(problem.times, problem.A, problem.degree, problem.G, problem.alpha)

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        nonlocal last_resort
        if last_resort is not None:
            return last_resort(R, tol, precision)
        W, steps, reached = blocks(R, tol, patience, precision)
        if reached:
            return W, steps
        goal, move = tol * _norm(R), cycles()
        if move is not None:
            change, more, reached = fast.conjugate_gradients(move, R - problem.times(W), goal, 100)
            W, steps = W + change, steps + more
        if not reached and problem.b.size <= DIRECT:
            last_resort = _cholesky(problem)
            return W + last_resort(R - problem.times(W), tol, precision)[0], steps
        if not reached:
            rest = R - problem.times(W)
            change, more, reached = blocks(rest, goal / _norm(rest), np.inf, np.float64)
            W, steps = W + change, steps + more
        if not reached:
            raise _no_convergence("auto")
        return W, steps

    return step


def _blocks(problem: _Problem, *, sweep: bool = False) -> Callable[..., _Run]:
    """Conjugate gradients with the diagonal blocks of Q, in single or double precision.

    Where the couplings outweigh the blocks, single precision may ``sweep`` over the nodes instead.
    """

    @cache
    def blocks(precision: type) -> fast.Move:
        return fast.block_jacobi(problem.A, problem.degree, problem.G, problem.alpha, precision)

    @cache
    def swept() -> sweeps.Sweeps:
        return sweeps.Sweeps(problem.A, problem.degree, problem.G, problem.alpha, np.float32)

    def run(R: Floats, tol: float, patience: float, precision: type) -> _Run:
        if sweep and precision is np.float32 and problem.rank is not None and swept().pay:
            start = swept().enter(R)
            W, steps, reached = fast.conjugate_gradients(
                swept().times,
                start,
                tol * _norm(start),
                MAX_STEPS,
                patience=patience,
                layout="C",
                plain=True,
            )
            return swept().leave(W), steps, reached
        return fast.conjugate_gradients(
            blocks(precision), R.astype(precision), tol * _norm(R), MAX_STEPS, patience=patience
        )

    def solve(R: Floats, tol: float, patience: float, precision: type) -> _Run:
        single = precision is np.float32
        if single:
            tol, patience = max(tol, SINGLE), min(patience, SINGLE_PATIENCE)
        # What single precision cannot hold ends the steps, and double precision goes on.
        with np.errstate(all="ignore" if single else None):
            change, steps, reached = run(R, tol, patience, precision)
        if not np.isfinite(change).all():
            change = np.zeros_like(R)
        return change.astype(np.float64, order="C", copy=False), steps, reached

    return solve


def _gd(problem: _Problem) -> Step:
    """Take gradient steps w − η (2Qw + q) with η = 1 / (λ_1 + λ_max), from bounds on these two."""
    local = np.linalg.eigvalsh(problem.G)
    low = local.min()
    # One per cent beyond the bound on λ_max keeps the step strictly stable if low is 0.
    high = 1.01 * (local.max() + 2 * problem.alpha * problem.degree.max())

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        goal = tol * np.linalg.norm(R)
        W, b = np.zeros_like(R), R
        for iteration in range(1, MAX_STEPS + 1):
            W += 2 / (low + high) * R  # −(2Qw + q) is twice the residual
            R = b - problem.times(W)
            if np.linalg.norm(R) <= goal:
                return W, iteration
        raise _no_convergence("gd")

    return step


def _no_convergence(method: str) -> RuntimeError:
    return RuntimeError(
        f"method {method!r} did not reach tol in {MAX_STEPS} steps: Q is too ill-conditioned "
        "for it, use method='auto' or a larger tol"
    )


_STEPS = {"inv": _inv, "cholesky": _cholesky, "cg": _cg, "gd": _gd, "auto": _auto}
