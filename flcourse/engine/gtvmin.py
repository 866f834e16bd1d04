"""GTVMin for many nodes: equals ``flcourse.gtvmin.solve(method="cholesky")`` to 1e-10 relative.

So it does, with ``tol=1e-15``, up to a condition number of 1e5 (eq-condition-number); beyond that
both lose digits, this one fewer, and agree to 1e-15 of the condition number. It pays for any number
of unknowns: with one parameter at each node it was 6 times as fast for 30 unknowns, 19 times for
1,000 and 36 times for 10,000.

W = C + D is sought in two parts: rows C common to a component, so that L C = 0, and deviations D
from them. Summed over a component the normal equations (eq-gtvmin-normal) contain no alpha
(eq-summed-normal), so that a huge alpha does not spoil C.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import linalg as dense
from scipy import sparse
from scipy.sparse import linalg

from flcourse._types import Floats
from flcourse.engine import graph
from flcourse.engine.gtvmin_iterations import (
    block_jacobi,
    conjugate_gradients,
    diagonal_blocks,
    multigrid,
    norm,
)
from flcourse.engine.gtvmin_problem import Map, Problem, block_diagonal

__all__ = [
    "Split",
    "by_factors",
    "by_iterations",
    "common",
    "deviate",
    "in_precision",
    "rounding",
    "solve",
    "variation",
]

# Up to this many unknowns a dense factorisation beats everything else ...
SMALL = 250
# ... and up to this many a sparse one is the last resort where iterations do not get there.
DIRECT = 50_000
# From this many on single precision, which halves what is read from memory, is worth a start.
LARGE = 10_000
# Relative residual that conjugate gradients in single precision reach on any decent problem.
SINGLE = 1e-5
# Multigrid takes over where conjugate gradients have more steps to go: about what its setup costs.
PATIENCE = 50
FEW_NODES = 10  # times so patient with few unknowns, where setting up is mostly overhead
MAX_STEPS = 100_000
# A diagonal raised by rounding keeps Q regular where a huge alpha leaves nothing but alpha L.
NUDGE = 1 + 1e-14


def __dir__() -> list[str]:
    return __all__


# From a residual R, a relative tolerance and a precision to W with Q W ≈ R, and the steps taken.
Step = Callable[[Floats, float, type], tuple[Floats, int]]


class Split(NamedTuple):
    """W = C + D, with L D and the residual R = b − Q W; each (n, d)."""

    C: Floats
    D: Floats
    LD: Floats
    R: Floats


def solve(problem: Problem, tol: float) -> tuple[Floats, float, float, int, float]:
    """Equal to :func:`flcourse.gtvmin.solve` by "cholesky" to 1e-10 relative; pays from 1 node on.

    The problem must be determined; what comes back is what ``flcourse.gtvmin.Solution`` holds.

    Each turn solves Q W = R for what remains, in single precision first where that pays: turns of
    low accuracy refine to a high one as long as R is in double precision (Wilkinson, 1963,
    "Rounding errors in algebraic processes", HMSO).
    """
    goal, iterations = tol * norm(problem.b), 0
    nothing = np.zeros(problem.shape)
    best = common(problem, Split(nothing, nothing, nothing, problem.b))
    step = by_factors(problem) if problem.b.size <= SMALL else by_iterations(problem)
    for precision in (np.float32, np.float64)[problem.b.size <= LARGE :]:
        gaining = True
        while gaining and (size := norm(best.R)) > goal:
            change, steps = step(best.R / size, min(0.5 * goal / size, 0.1), precision)
            iterations += steps
            after = common(problem, deviate(problem, best, change * size))
            gaining, left = norm(after.R) < size / 2, norm(after.R)
            best = after if left < size else best
    size = norm(best.R)
    if not (size <= goal or size <= rounding(problem, best)):
        raise RuntimeError(
            "Q is too ill-conditioned for double precision: relative residual "
            f"{size / norm(problem.b):.1e}"
        )
    W = best.C + best.D
    loss = float(problem.losses(W).mean())
    return W, loss, variation(problem, best), iterations, size / (norm(problem.b) or 1.0)


def common(problem: Problem, split: Split) -> Split:
    """Solve the normal equations summed over each group, (Σ G_i) c = Σ R_i, and add c to C."""
    c = np.linalg.solve(problem.pooled, problem.summed(split.R)[:, :, np.newaxis])[:, :, 0]
    rows = c[problem.groups] if len(c) > 1 else np.broadcast_to(c, problem.shape)
    return split._replace(C=split.C + rows, R=split.R - problem.local(rows))


def deviate(problem: Problem, split: Split, change: Floats) -> Split:
    """Add a change to D, and compute the residual anew."""
    D = split.D + change
    LD = problem.laplacian(D)
    return Split(split.C, D, LD, problem.b - problem.local(split.C + D) - problem.alpha * LD)


def variation(problem: Problem, split: Split) -> float:
    """Total variation of C + D: the quadratic form of D, unless that cancels digits."""
    _, D, LD, _ = split
    form = float(np.vdot(D, LD))
    if problem.alpha > 0 and form > 1e-2 * problem.degree.max() * np.vdot(D, D):
        return form
    return graph.total_variation(problem.A, D if problem.alpha > 0 else split.C + D)


def rounding(problem: Problem, split: Split) -> float:
    """Bound the residual that rounding alone explains, generously."""
    largest = np.abs(problem.G).sum(axis=2).max() * norm(split.C + split.D)
    largest += problem.alpha * 2 * problem.degree.max() * norm(split.D)
    return float(1e3 * np.finfo(float).eps * largest)


def by_factors(problem: Problem) -> Step:
    """Factorise Q: Cholesky, dense where it is small."""
    n, d = problem.shape
    blocks = diagonal_blocks(problem.G, problem.alpha * problem.degree)
    if n * d <= SMALL:
        Q = np.zeros((n, d, n, d))
        np.einsum("iaja->aij", Q)[:] = -problem.alpha * problem.A.toarray()
        np.einsum("iaib->iab", Q)[:] += blocks
        Q.reshape(-1)[:: n * d + 1] *= NUDGE  # the diagonal
        factors = dense.cho_factor(Q.reshape(n * d, n * d).T, overwrite_a=True)
        return lambda R, tol, precision: (dense.cho_solve(factors, R.ravel()).reshape(R.shape), 0)
    coupling = sparse.kron(problem.A, sparse.eye_array(d))
    S = sparse.csc_array(block_diagonal(blocks) - problem.alpha * coupling)
    S.setdiag(S.diagonal() * NUDGE)
    # Without pivoting, SuperLU's factors of a positive definite matrix are Cholesky's, scaled.
    options = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0}
    solved = linalg.splu(S, options={"SymmetricMode": True}, **options).solve
    return lambda R, tol, precision: (np.asarray(solved(R.ravel())).reshape(R.shape), 0)


def by_iterations(problem: Problem) -> Step:
    """Start with block Jacobi; where that is slow, go on with multigrid, then with factors."""
    jacobi = cache(lambda precision: block_jacobi(problem, precision))
    cycles, factors = cache(lambda: multigrid(problem)), cache(lambda: by_factors(problem))

    def step(R: Floats, tol: float, precision: type) -> tuple[Floats, int]:
        goal = tol * norm(R)
        W, steps, reached = in_precision(jacobi, R, tol, precision)
        if not reached and (cycle := cycles()) is not None:
            more = conjugate_gradients(problem.times, cycle, R - problem.times(W), goal, 100)
            W, steps, reached = W + more[0], steps + more[1], more[2]
        if not reached and problem.b.size <= DIRECT:
            return W + factors()(R - problem.times(W), tol, precision)[0], steps
        if not reached:
            rest = R - problem.times(W)
            more = conjugate_gradients(*jacobi(np.float64), rest, goal, MAX_STEPS)
            W, steps, reached = W + more[0], steps + more[1], more[2]
        if not reached:
            raise RuntimeError(
                f"method 'auto' did not reach tol in {MAX_STEPS} steps: Q is too ill-conditioned, "
                "use a larger tol"
            )
        return W, steps

    return step


def in_precision(
    jacobi: Callable[[type], tuple[Map, Map]], R: Floats, tol: float, precision: type
) -> tuple[Floats, int, bool]:
    """Take conjugate gradients preconditioned by blocks, in single or double precision."""
    single, patience = precision is np.float32, PATIENCE * (FEW_NODES if R.size <= LARGE else 1)
    goal = max(tol, SINGLE) * norm(R) if single else tol * norm(R)
    # What single precision cannot hold ends the steps, and double precision goes on.
    with np.errstate(all="ignore" if single else None):
        W, steps, reached = conjugate_gradients(
            *jacobi(precision), R.astype(precision), goal, MAX_STEPS, patience
        )
    if not np.isfinite(W).all():
        return np.zeros_like(R), steps, False
    return W.astype(np.float64), steps, reached
