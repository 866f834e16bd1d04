"""Graphs of many nodes: equals ``flcourse.graph`` with ``method="plain"`` to 1e-10 relative.

``lambda_2`` and ``smallest_eigenvalues`` do so as far as dense eigenvalues are exact, and pay from
about 500 nodes; ``nearest`` finds the neighbours of ``flcourse.graph.knn_graph`` exactly, for any
number; ``total_variation`` saves memory.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph, linalg
from scipy.spatial import KDTree

from flcourse._types import Floats, Ints

__all__ = [
    "depth",
    "lambda_2",
    "largest_eigenvalue",
    "nearest",
    "smallest_eigenvalues",
    "total_variation",
]

# Two distances that agree to nine digits are tied: rounding must not choose neighbours.
TIE = 1e-9


def nearest(places: Floats, k: int) -> Ints:
    """Find the k nearest other points of each: indices (n, k), in no particular order."""
    n = len(places)
    tree = KDTree(places)
    chosen = np.empty((n, k), dtype=np.int64)
    for block in np.array_split(np.arange(n), n // 10_000 + 1):
        rows, width = block, min(k + 2, n)
        while rows.size:  # a row whose ties reach beyond ``width`` asks again for more
            distance, index = tree.query(places[rows], width)
            last = distance[:, [k]]  # the point itself is first, or tied with the first
            settled = (distance[:, -1] > last[:, 0] * (1 + TIE)) | (width == n)
            tier = (distance >= last * (1 - TIE)).astype(int) + (distance > last * (1 + TIE))
            tier[index == rows[:, np.newaxis]] = 3
            order = np.lexsort((index, tier), axis=-1)[:, :k]
            chosen[rows[settled]] = np.take_along_axis(index, order, axis=-1)[settled]
            rows, width = rows[~settled], min(2 * width, n)
    return chosen


def smallest_eigenvalues(L: sparse.csr_array, k: int) -> Floats:
    """:func:`flcourse.graph.spectrum`: the k smallest eigenvalues of a Laplacian, ascending.

    Just below zero, L − shift I is positive definite and the wanted end of the spectrum is the one
    that shift-invert Lanczos finds first.
    """
    shift = -1e-3 * L.diagonal().mean()
    start = np.random.default_rng(0).standard_normal(L.shape[0])
    values = linalg.eigsh(L, k, sigma=shift, v0=start, return_eigenvectors=False)
    return np.sort(values)


def lambda_2(A: sparse.csr_array, L: sparse.csr_array) -> float:
    """:func:`flcourse.graph.lambda_2` by Lanczos iterations on the pseudoinverse of L."""
    n = A.shape[0]
    order, parents = csgraph.breadth_first_order(A, 0)
    if order.size < n:
        return 0.0
    # A graph in which everybody is near everybody would fill the factors of L, but then lambda_2
    # stands out and Lanczos finds it without them, as high minus the top of high I − L.
    if depth(order, parents) <= 2 * np.log2(n):
        high = 2 * L.diagonal().max()
        with contextlib.suppress(linalg.ArpackNoConvergence):
            low = high - largest_eigenvalue(n, lambda x: high * x - L @ x)
            if low > 1e-5 * high:  # else the difference has lost too many digits
                return float(low)
    factor = linalg.splu(
        L[1:, 1:].tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    # The pseudoinverse of L on vectors of mean zero: fix x_0 = 0, solve, take out the mean.
    return 1 / largest_eigenvalue(n, lambda x: np.concatenate([[0.0], factor.solve(x[1:])]))


def depth(order: Ints, parents: Ints) -> int:
    """Count the steps from the first node of a breadth-first order to its last, the farthest."""
    node, steps = order[-1], 0
    while node != order[0]:
        node, steps = parents[node], steps + 1
    return steps


def largest_eigenvalue(n: int, times: Callable[[Floats], Floats]) -> float:
    """Largest eigenvalue of a symmetric map of the vectors of mean zero, by Lanczos."""

    def centred(x: Floats) -> Floats:
        y: Floats = times(x - x.mean())
        return np.asarray(y - y.mean())

    operator = linalg.LinearOperator((n, n), matvec=centred, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(n)
    top = linalg.eigsh(
        operator,
        1,
        which="LA",
        v0=start - start.mean(),
        tol=1e-10,
        maxiter=100,
        return_eigenvectors=False,
    )
    return float(top[0])


def total_variation(A: sparse.csr_array, W: Floats) -> float:
    """:func:`flcourse.graph.total_variation` to 1e-10 relative, one parameter at a time.

    It pays in memory: no array of edges times parameters. With one parameter at each node it is
    faster, too, from a few hundred nodes on.
    """
    tails = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    both = sum(float(A.data @ (w[tails] - w[A.indices]) ** 2) for w in W.T)
    return both / 2  # the matrix stores each edge in both directions
