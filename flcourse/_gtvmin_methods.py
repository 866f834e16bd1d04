"""The methods that :func:`flcourse.gtvmin.solve` can be told to use.

Each takes a problem to a Step from R to W with Q W = R, which may be taken several times; what it
prepares, it prepares once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy.linalg.lapack import dpbsv
from scipy.sparse import csgraph, linalg

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_quadratic as quadratic
from flcourse import _gtvmin_sweeps as sweeps
from flcourse._gtvmin_quadratic import Problem
from flcourse._types import Floats, Ints

# Up to this many unknowns a banded factorisation beats everything else.
SMALL = 300
# Up to this many a sparse one is the last resort where iterations do not get there.
DIRECT = 50_000
MAX_STEPS = 100_000
# Relative residual that conjugate gradients in single precision reach on any decent problem.
SINGLE = 1e-5
SINGLE_PATIENCE = 500
# "auto" turns to multigrid where cg has more steps to go than these: about what setting up
# multigrid costs, which for few nodes is mostly overhead.
PATIENCE = {False: 500, True: 50}  # by whether the problem is LARGE
# A diagonal raised by rounding keeps Q regular where a huge alpha leaves nothing but alpha L.
NUDGE = 1 + 1e-14


def _dense(problem: Problem) -> Floats:
    """Assemble Q as a dense array with the diagonal nudged."""
    n, d = problem.b.shape
    Q = np.zeros((n, d, n, d))
    node, tails = np.arange(n), np.repeat(np.arange(n), np.diff(problem.A.indptr))
    for a in range(d):
        Q[tails, a, problem.A.indices, a] = -problem.alpha * problem.A.data
    Q[node, :, node, :] = fast.diagonal_blocks(problem.G, problem.alpha * problem.degree)
    Q.reshape(-1)[:: n * d + 1] *= NUDGE  # the diagonal
    return Q.reshape(n * d, n * d)


def _banded(problem: Problem, order: Ints) -> Floats:
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


def inv(problem: Problem) -> Step:
    """Multiply by the dense inverse of Q."""
    inverse = np.linalg.inv(_dense(problem))
    return lambda R, tol, precision: ((inverse @ R.ravel()).reshape(R.shape), 0)


def cholesky(problem: Problem) -> Step:
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


def _by_band(problem: Problem) -> Step:
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


def cg(problem: Problem) -> Step:
    """Solve by conjugate gradients, preconditioned by the diagonal blocks of Q."""
    blocks = _blocks(problem)

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        W, steps, reached = blocks(R, tol, np.inf, precision)
        if not reached and precision is np.float64:
            raise _no_convergence("cg")
        return W, steps

    return step


def auto(problem: Problem) -> Step:
    """Start cg; if it turns out to be slow, precondition by multigrid; if that fails, factorise."""
    blocks, patience = _blocks(problem, sweep=True), PATIENCE[len(problem.b) > quadratic.LARGE]
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
        goal, move = tol * quadratic.norm(R), cycles()
        if move is not None:
            change, more, reached = fast.conjugate_gradients(move, R - problem.times(W), goal, 100)
            W, steps = W + change, steps + more
        if not reached and problem.b.size <= DIRECT:
            last_resort = cholesky(problem)
            return W + last_resort(R - problem.times(W), tol, precision)[0], steps
        if not reached:
            rest = R - problem.times(W)
            change, more, reached = blocks(rest, goal / quadratic.norm(rest), np.inf, np.float64)
            W, steps = W + change, steps + more
        if not reached:
            raise _no_convergence("auto")
        return W, steps

    return step


def _blocks(problem: Problem, *, sweep: bool = False) -> Callable[..., _Run]:
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
                tol * quadratic.norm(start),
                MAX_STEPS,
                patience=patience,
                layout="C",
                plain=True,
            )
            return swept().leave(W), steps, reached
        return fast.conjugate_gradients(
            blocks(precision),
            R.astype(precision),
            tol * quadratic.norm(R),
            MAX_STEPS,
            patience=patience,
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


def gd(problem: Problem) -> Step:
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


STEPS = {"inv": inv, "cholesky": cholesky, "cg": cg, "gd": gd, "auto": auto}
