"""Graphs of many nodes: equals ``flcourse.graph``: neighbours exactly, numbers to 1e-10 relative.

Eigenvalues do so as far as those of a dense matrix are exact.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np
import scipy  # its part on trees is loaded where neighbours are looked for
from scipy import sparse
from scipy.sparse import csgraph, linalg

from flcourse._types import Floats, Ints

__all__ = [
    "depth",
    "lambda_2",
    "largest_eigenvalue",
    "nearest",
    "on_unit_sphere",
    "smallest_eigenvalues",
    "total_variation",
]

# Two distances that agree to nine digits are tied: rounding must not choose neighbours.
TIE = 1e-9


def __dir__() -> list[str]:
    return __all__


def nearest(places: Floats, k: int, sphere: bool = False) -> Ints:
    """Equal to the search of :func:`flcourse.graph.knn_graph` exactly; pays from 50 nodes on.

    Row i of the indices (n, k) holds the k nearest other points of i, in no particular order. On
    the sphere ``places`` are (latitude, longitude) in degrees.
    """
    places, n = on_unit_sphere(places) if sphere else places, len(places)
    tree = scipy.spatial.KDTree(places)
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


def on_unit_sphere(latlon: Floats) -> Floats:
    """Turn (latitude, longitude) in degrees into unit vectors, whose chords are 2 √h_ij.

    So the order of chords is that of the distances along great circles (eq-haversine).
    """
    lat, lon = np.radians(latlon).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def smallest_eigenvalues(L: sparse.csr_array, k: int) -> Floats:
    """Equal to :func:`flcourse.graph.spectrum` to 1e-10 relative; pays from 500 nodes on.

    The k smallest eigenvalues of the Laplacian, ascending.
    Just below zero, L − shift I is positive definite and the wanted end of the spectrum is the one
    that shift-invert Lanczos finds first.
    """
    shift = -1e-3 * L.diagonal().mean()
    start = np.random.default_rng(0).standard_normal(L.shape[0])
    values = linalg.eigsh(L, k, sigma=shift, v0=start, return_eigenvectors=False)
    return np.sort(values)


def lambda_2(A: sparse.csr_array, L: sparse.csr_array) -> float:
    """Equal to :func:`flcourse.graph.lambda_2` to 1e-10 relative; pays from 500 nodes on.

    Lanczos iterations find it as the largest eigenvalue of the pseudoinverse of L, inverted.
    """
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
    """Equal to :func:`flcourse.graph.total_variation` to 1e-10 relative; pays from 10 nodes on.

    One parameter at a time, it holds no array of edges times parameters. Up to three at each node
    it was faster at any size; with ten at each of 100,000 nodes it was slower, but saves memory.
    """
    tails = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    both = sum(float(A.data @ (w[tails] - w[A.indices]) ** 2) for w in W.T)
    return both / 2  # the matrix stores each edge in both directions
