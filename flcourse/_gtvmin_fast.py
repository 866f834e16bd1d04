"""Iterative machinery behind :mod:`flcourse.gtvmin`: conjugate gradients and what helps them.

Q = blkdiag(G_i) + alpha L ⊗ I (eq-gtvmin-q) is never assembled here. With L = D − A it acts on
W (n, d) as  Q W = G W + alpha (D W − A W), row by row, and a solver needs no more than that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

from flcourse._types import Floats

# Blocks to work on at once: they should stay in the processor's cache.
PORTION = 1_000

# Rows of so many numbers are gathered faster in one piece than column after column.
FEWEST = 3
# From so many parameters on, NumPy's product of a vector and a matrix is worth a call per node.
FEW = 5

Times = Callable[[Floats], Floats]
# Parameters in single or double precision.
Reals = NDArray[Any]
# From a residual R to the preconditioned residual Z and Q Z.
Move = Callable[[Reals], tuple[Reals, Reals]]


def product(A: sparse.csr_array, W: Reals) -> Reals:
    """Compute A W, column after column in memory if W is (the nodes are last), else by rows."""
    if W.flags.c_contiguous:
        return np.asarray(A @ W)
    if W.shape[1] < FEWEST:
        return np.array([A @ w for w in W.T]).T
    return np.asfortranarray(A @ np.ascontiguousarray(W))


def blockwise(blocks: Reals, W: Reals) -> Reals:
    """Multiply each row of W (n, d) by its symmetric block (n, d, d)."""
    if W.shape[1] == 1:
        return blocks[:, 0] * W
    if W.shape[1] >= FEW and blocks.flags.c_contiguous and W.flags.c_contiguous:
        product: Reals = np.vecmat(W, blocks)
    else:
        product = np.einsum("nij,nj->ni", blocks, W)
    return product


def diagonal_blocks(G: Floats, weights: Floats) -> Floats:
    """Blocks G_i + weights_i I on the diagonal of Q, (n, d, d)."""
    blocks = G.copy()
    np.einsum("nii->ni", blocks)[:] += weights[:, np.newaxis]
    return blocks


def inverses(G: Floats, weights: Floats, dtype: DTypeLike = np.float64) -> Reals:
    """Invert the positive definite blocks G_i + weights_i I (n, d, d), all of a portion at once.

    Gauss and Jordan's elimination, which for positive definite matrices needs no pivoting: Nash,
    "Compact numerical methods for computers", section 8.2, after Bauer and Reinsch in Wilkinson
    and Reinsch (1971). With the nodes last, NumPy's loops run over the nodes.
    """
    n, d, _ = G.shape
    result = np.empty((d, d, n), dtype)
    for nodes in np.array_split(np.arange(n), n // PORTION + 1):
        portion = slice(nodes[0], nodes[-1] + 1)
        M = G[portion].transpose(1, 2, 0).astype(dtype, order="C")
        for k in range(d):
            M[k, k] += weights[portion]
        for k in range(d):
            inverse = 1 / M[k, k]
            row, column = M[k] * inverse, M[:, k].copy()
            M -= column[:, np.newaxis] * row
            M[k], M[:, k], M[k, k] = row, -column * inverse, inverse
        result[:, :, portion] = M
    return result.T  # they are symmetric


def conjugate_gradients(
    move: Callable[[Reals], Any],
    R: Reals,
    goal: float,
    limit: int,
    *,
    patience: float = np.inf,
    layout: Literal["C", "F"] = "F",
    plain: bool = False,
) -> tuple[Reals, int, bool]:
    """Solve Q W = R to ‖R − Q W‖ ≤ goal; return W, the steps taken and whether that was reached.

    It gives up after ``limit`` steps, if Q or the preconditioner turns out not to be positive
    definite, or if at the rate so far more than ``patience`` steps are left to go. It computes in
    the precision of R. Layout "F" holds the nodes last: long loops for NumPy, however few
    parameters a node has. ``move`` is a Move; or if ``plain``, without preconditioner, it takes P
    to Q P.

    Saad (2003), "Iterative methods for sparse linear systems", 2nd ed., SIAM, algorithm 9.1, by
    its line numbers. Q P follows the recurrence of P, after Chronopoulos and Gear (1989),
    "s-step iterative methods for symmetric linear systems", J. Comput. Appl. Math. 25: so Q
    meets Z only, and a preconditioner that is part of Q gives Q Z almost for nothing.
    """
    shape = R.shape
    R = R.flatten(layout)
    W, P, QP = np.zeros((3, R.size), R.dtype)  # in one piece: sooner at hand than three
    rho, ahead, square = np.inf, 1.0, _dot(R, R)
    first = square**0.5
    for step in range(1, limit + 1):  # 2
        if plain:
            before, rho, new = rho, square, [(P, R)]
        else:
            Z, QZ = (part.ravel(layout) for part in move(R.reshape(shape, order=layout)))  # 1, 6
            before, rho, new = rho, _dot(R, Z), [(P, Z), (QP, QZ)]
        if not (0 < rho < np.inf and ahead > 0):
            break
        for direction, part in new:
            direction *= rho / before / ahead  # 7; 0 in the first step
            direction += part  # 8
        if plain:
            QP = move(P.reshape(shape, order=layout)).ravel(layout)
        ahead = rho / _dot(P, QP)  # 3
        P *= ahead  # in place, until the next step
        QP *= ahead
        W += P  # 4
        R -= QP  # 5
        square = _dot(R, R)
        size = square**0.5
        if size <= goal:
            return W.reshape(shape, order=layout), step, True
        if step % 10 == 0 and _steps_left(step, first, size, goal) > patience:
            break
    return W.reshape(shape, order=layout), step, False


def _dot(x: Reals, y: Reals) -> float:
    """Inner product without the threads of BLAS, which a busy machine keeps waiting."""
    return float(np.vdot(x, y) if x.size <= 10_000 else np.einsum("i,i->", x, y))


def _steps_left(step: int, first: float, size: float, goal: float) -> float:
    """Extrapolate how many more steps take the residual from ``size`` to ``goal``."""
    gained = np.log(first / size)
    return float(step * np.log(size / goal) / gained) if gained > 0 else np.inf


def block_jacobi(
    A: sparse.csr_array,
    degree: Floats,
    G: Floats,
    alpha: float,
    dtype: DTypeLike = np.float64,
) -> Move:
    """Precondition by the diagonal blocks B = G + alpha D of Q: then Q Z = R − alpha A Z.

    Its R, Z and Q Z are in precision ``dtype``.
    """
    inverse = inverses(G, alpha * degree, dtype)
    weights = np.multiply(A.data, -alpha, dtype=dtype, casting="same_kind")
    coupling = sparse.csr_array((weights, A.indices, A.indptr), shape=A.shape)

    def move(R: Reals) -> tuple[Reals, Reals]:
        Z = blockwise(inverse, R)
        QZ = product(coupling, Z)
        QZ += R
        return Z, QZ

    return move


def multigrid(
    times: Times, A: sparse.csr_array, degree: Floats, G: Floats, alpha: float
) -> Move | None:
    """Precondition by one multigrid cycle for each coordinate of the parameters.

    In the eigenvectors U of the mean Gram matrix the coordinates are nearly uncoupled; each
    leaves a scalar system diag(g) + alpha L, which classical algebraic multigrid solves in a
    number of cycles that depends on neither n nor alpha: Ruge and Stüben (1987), "Algebraic
    multigrid", in McCormick (ed.), Multigrid methods, SIAM. Forward sweeps before and backward
    sweeps after the coarse correction keep the cycle symmetric, as conjugate gradients need.
    None if coarsening fails, as it can on graphs that have no geometry.
    """
    import pyamg

    U = np.linalg.eigh(G.mean(axis=0))[1]
    cycles = []
    for u in U.T:
        g = np.einsum("i,nij,j->n", u, G, u)
        # Beside a huge alpha g would be lost in rounding, and S be singular.
        diagonal = np.maximum(g, 1e-8 * alpha * degree) + alpha * degree
        S = sparse.csr_matrix(sparse.diags_array(diagonal) - alpha * A)
        hierarchy = pyamg.ruge_stuben_solver(
            S,
            presmoother=("gauss_seidel", {"sweep": "forward"}),
            postsmoother=("gauss_seidel", {"sweep": "backward"}),
            interpolation="direct",
            max_coarse=100,
        )
        if not all(np.isfinite(level.A.data).all() for level in hierarchy.levels):
            return None
        cycles.append(hierarchy.aspreconditioner())

    def move(R: Floats) -> tuple[Floats, Floats]:
        columns = [cycle @ r for cycle, r in zip(cycles, (R @ U).T, strict=True)]
        Z = np.column_stack(columns) @ U.T
        return Z, times(Z)

    return move


class Subspace:
    """Span of earlier deviations from consensus, in which the next one is guessed.

    The solutions W(alpha) lie on a smooth curve, so that a few span nearly all others. The guess
    is the best of the span in the norm of Q (Galerkin), as in Parks, de Sturler, Mackey, Johnson
    and Maiti (2006), "Recycling Krylov subspaces for sequences of linear systems", SIAM J. Sci.
    Comput. 28.

    Parameters
    ----------
    parts : tuple of two functions
        W to G W and W to L W: Q is the first plus alpha times the second.
    room : int
        Most vectors to keep.
    """

    def __init__(self, parts: tuple[Times, Times], *, room: int = 24) -> None:
        self.parts, self.room = parts, room
        self.V: list[Floats] = []  # orthonormal
        self.projected = np.zeros((2, 0, 0))  # Vᵀ G V and Vᵀ L V

    def guess(self, R: Floats, alpha: float) -> Floats:
        """Solve Vᵀ (G + alpha L) V c = Vᵀ R and return V c."""
        guess = np.zeros_like(R)
        if not self.V:
            return guess
        system = self.projected[0] + alpha * self.projected[1]
        for c, v in zip(
            np.linalg.solve(system, [np.vdot(v, R) for v in self.V]), self.V, strict=True
        ):
            guess += c * v
        return guess

    def add(self, W: Floats) -> None:
        """Extend the span by W, unless W lies in it already or there is no room."""
        size = np.linalg.norm(W)
        for v in self.V + self.V:  # Gram and Schmidt, twice for orthogonality to rounding
            W = W - np.vdot(v, W) * v
        if len(self.V) == self.room or np.linalg.norm(W) <= 1e-12 * size:
            return
        self.V.append(W / np.linalg.norm(W))
        k = len(self.V)
        larger = np.zeros((2, k, k))
        larger[:, :-1, :-1] = self.projected
        for matrix, part in zip(larger, self.parts, strict=True):
            image = part(self.V[-1])
            matrix[-1] = matrix[:, -1] = [np.vdot(v, image) for v in self.V]
        self.projected = larger
