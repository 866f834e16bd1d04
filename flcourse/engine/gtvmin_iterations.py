"""Conjugate gradients for :mod:`flcourse.engine.gtvmin`, and what they are preconditioned by."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike
from scipy import sparse

from flcourse._types import Floats
from flcourse.engine.gtvmin_problem import Map, Problem, Reals, blockwise

__all__ = [
    "block_jacobi",
    "conjugate_gradients",
    "diagonal_blocks",
    "inner",
    "inverses",
    "multigrid",
    "norm",
    "steps_left",
]

# Blocks to invert at once: they should stay in the processor's cache.
PORTION = 1_000


def __dir__() -> list[str]:
    return __all__


def conjugate_gradients(
    times: Map, precondition: Map, R: Reals, goal: float, limit: int, patience: float = np.inf
) -> tuple[Reals, int, bool]:
    """Solve Q W = R to ‖R − Q W‖ ≤ goal; return W, the steps taken and whether that was reached.

    Saad (2003), "Iterative methods for sparse linear systems", 2nd ed., SIAM, algorithm 9.1, by
    its line numbers, in the precision of R. It gives up after ``limit`` steps, where Q or the
    preconditioner is not positive definite, or if at the rate so far more than ``patience`` steps
    are left.
    """
    W, R, first = np.zeros_like(R), R.copy(), norm(R)
    Z = precondition(R)  # 1
    P, rho = Z.copy(), inner(R, Z)
    for step in range(1, limit + 1):  # 2
        QP = times(P)
        curvature = inner(P, QP)
        if not (0 < rho < np.inf and 0 < curvature < np.inf):
            return W, step, False
        alpha = rho / curvature  # 3
        W += alpha * P  # 4
        QP *= alpha
        R -= QP  # 5
        size = norm(R)
        if size <= goal:
            return W, step, True
        if step % 10 == 0 and steps_left(step, first, size, goal) > patience:
            return W, step, False
        Z = precondition(R)  # 6
        before, rho = rho, inner(R, Z)
        P *= rho / before  # 7
        P += Z  # 8
    return W, limit, False


def inner(U: Reals, V: Reals) -> float:
    """Sum of the products of all entries."""
    # Not by BLAS, whose threads wait for each other on a busy machine.
    return float(np.einsum("i,i->", U.ravel(), V.ravel()))


def norm(R: Reals) -> float:
    """Euclidean norm of all numbers of R (np.linalg.norm takes three times as long for few)."""
    return float(inner(R, R) ** 0.5)


def steps_left(step: int, first: float, size: float, goal: float) -> float:
    """Extrapolate how many more steps take the residual from ``size`` to ``goal``."""
    gained = np.log(first / size)
    return float(step * np.log(size / goal) / gained) if gained > 0 else np.inf


def block_jacobi(problem: Problem, dtype: DTypeLike) -> tuple[Map, Map]:
    """Q as a map, and the inverse of its diagonal blocks B = G + alpha D, in precision ``dtype``.

    As B holds the diagonal of alpha L, Q W is B W − alpha A W.
    """
    A, alpha, weights = problem.A, problem.alpha, problem.alpha * problem.degree
    blocks = blockwise(diagonal_blocks(problem.G, weights).astype(dtype))
    inverse = blockwise(inverses(problem.G, weights).astype(dtype))
    coupling = sparse.csr_array(((alpha * A.data).astype(dtype), A.indices, A.indptr), A.shape)

    def times(W: Reals) -> Reals:
        product = blocks(W)
        product -= coupling @ W
        return product

    return times, inverse


def diagonal_blocks(G: Floats, weights: Floats) -> Floats:
    """Blocks G_i + weights_i I on the diagonal of Q, (n, d, d)."""
    blocks = G.copy()
    np.einsum("nii->ni", blocks)[:] += weights[:, np.newaxis]
    return blocks


def inverses(G: Floats, weights: Floats) -> Floats:
    """Invert the positive definite blocks G_i + weights_i I (n, d, d), all of a portion at once.

    Gauss and Jordan's elimination, which for positive definite matrices needs no pivoting: Nash,
    "Compact numerical methods for computers", section 8.2, after Bauer and Reinsch in Wilkinson
    and Reinsch (1971). With the nodes last, NumPy's loops run over the nodes.
    """
    n, d, _ = G.shape
    result = np.empty_like(G)
    for first in range(0, n, PORTION):
        portion = slice(first, first + PORTION)
        M = diagonal_blocks(G[portion], weights[portion]).transpose(1, 2, 0).copy()
        for k in range(d):
            inverse = 1 / M[k, k]
            row, column = M[k] * inverse, M[:, k].copy()
            M -= column[:, np.newaxis] * row
            M[k], M[:, k], M[k, k] = row, -column * inverse, inverse
        result[portion] = M.transpose(2, 0, 1)
    return result


def multigrid(problem: Problem) -> Map | None:
    """Precondition by one multigrid cycle for each coordinate of the parameters.

    In the eigenvectors U of the mean Gram matrix the coordinates are nearly uncoupled; each
    leaves a scalar system diag(g) + alpha L, which classical algebraic multigrid solves in a
    number of cycles that depends on neither n nor alpha: Ruge and Stüben (1987), "Algebraic
    multigrid", in McCormick (ed.), Multigrid methods, SIAM. Forward sweeps before and backward
    sweeps after the coarse correction keep the cycle symmetric, as conjugate gradients need.
    None if coarsening fails, as it can on graphs that have no geometry.
    """
    import pyamg

    A, weights = problem.A, problem.alpha * problem.degree
    U = np.linalg.eigh(problem.G.mean(axis=0))[1]
    cycles = []
    for u in U.T:
        g = np.einsum("i,nij,j->n", u, problem.G, u)
        # Beside a huge alpha g would be lost in rounding, and S be singular.
        diagonal = np.maximum(g, 1e-8 * weights) + weights
        hierarchy = pyamg.ruge_stuben_solver(
            sparse.csr_matrix(sparse.diags_array(diagonal) - problem.alpha * A),
            presmoother=("gauss_seidel", {"sweep": "forward"}),
            postsmoother=("gauss_seidel", {"sweep": "backward"}),
            interpolation="direct",
            max_coarse=100,
        )
        if not all(np.isfinite(level.A.data).all() for level in hierarchy.levels):
            return None
        cycles.append(hierarchy.aspreconditioner())

    def cycle(R: Reals) -> Reals:
        columns = [cycle @ r for cycle, r in zip(cycles, (R @ U).T, strict=True)]
        return np.asarray(np.column_stack(columns) @ U.T)

    return cycle
