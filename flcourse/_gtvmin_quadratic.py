"""The quadratic problem behind :mod:`flcourse.gtvmin`: its checked data, and Q and q in parts.

Q = blkdiag(X_iᵀX_i / m_i) + alpha L ⊗ I (eq-gtvmin-q) is kept as its blocks and the graph.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse import csgraph

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_sweeps as sweeps
from flcourse import _require, graph
from flcourse._types import Floats, Ints

Local = Any  # a list with one array per node, or one stacked array

# Rows in a batch of local datasets: they and their product should stay in the processor's cache.
BATCH = 10_000
# Problems of more nodes, or more unknowns, are worth preparations that cost something.
LARGE = 10_000


@dataclass(frozen=True)
class Data:
    """Rows of all nodes in node order; X is None for the constant feature (eq-local-dataset)."""

    X: Floats | None
    y: Floats
    sizes: Ints

    @property
    def d(self) -> int:
        return 1 if self.X is None else self.X.shape[1]


def local_data(n: int, X: Local | None, y: Local, sizes: ArrayLike | None) -> Data:
    """Check the local datasets of ``n`` nodes and stack them."""
    y_stacked, counts = _stack("y", y, n, sizes, axes=1)
    if X is None:
        return Data(None, y_stacked, counts)
    # Stacked features may be large; grams_and_moments looks for what is not finite.
    X_stacked, rows = _stack("X", X, n, sizes, axes=2, finite=False)
    if not np.array_equal(rows, counts):
        i = int(np.flatnonzero(rows != counts)[0])
        raise ValueError(
            f"X[{i}] must have one row per label in y[{i}], {counts[i]}, got {rows[i]}"
        )
    if X_stacked.shape[1] == 0:
        raise ValueError("X must have at least one feature, got 0")
    return Data(X_stacked, y_stacked, counts)


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


def node_means(values: Floats, sizes: Ints) -> Floats:
    """Mean over the rows of each node of ``values`` (M,), 0 for a node without rows."""
    starts = np.cumsum(sizes) - sizes
    if sizes.all():
        full: Floats = np.add.reduceat(values, starts) / sizes
        return full
    means, filled = np.zeros(sizes.size), sizes > 0
    means[filled] = np.add.reduceat(values, starts[filled]) / sizes[filled] if values.size else 0.0
    return means


def grams_and_moments(data: Data, rank: Ints | None = None) -> tuple[Floats, Floats]:
    """X_iᵀX_i / m_i (n, d, d) and X_iᵀy_i / m_i (n, d) of every node, both in (eq-gtvmin-q).

    They are in row i, or in row rank[i].
    """
    if data.X is None:
        G = (data.sizes > 0).astype(np.float64)[:, np.newaxis, np.newaxis]
        return G, node_means(data.y, data.sizes)[:, np.newaxis]
    G, b = np.zeros((data.sizes.size, data.d, data.d)), np.zeros((data.sizes.size, data.d))
    for nodes, rows, m in alike(data.sizes):
        X, y = data.X[rows].reshape(-1, m, data.d), data.y[rows].reshape(-1, m)
        with np.errstate(invalid="ignore"):  # the next line sees it, too
            gram = np.matmul(X.transpose(0, 2, 1), X.copy())  # X itself would take longer
        if not np.isfinite(np.einsum("nii->", gram)):  # squares: what is not finite stays so
            _require.array("X", data.X)
        gram /= m
        row = nodes if rank is None else rank[nodes]
        G[row], b[row] = gram, np.vecmat(y, X) / m
    return G, b


def alike(sizes: Ints) -> Iterator[tuple[slice | Ints, slice | Ints, int]]:
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


def local_losses(data: Data, W: Floats) -> Floats:
    """Mean squared error of every node at its own parameters (eq-local-loss)."""
    if data.X is None:
        error = np.repeat(W[:, 0], data.sizes) - data.y
        return node_means(np.multiply(error, error, out=error), data.sizes)
    losses = np.zeros(len(W))
    for nodes, rows, m in alike(data.sizes):
        error = np.matvec(data.X[rows].reshape(-1, m, data.d), W[nodes])
        error -= data.y[rows].reshape(-1, m)
        losses[nodes] = np.vecdot(error, error) / m
    return losses


@dataclass(frozen=True)
class Problem:
    """Q w = b with Q = blkdiag(G_i) + alpha L ⊗ I and b = −q/2, kept as its parts."""

    A: sparse.csr_array
    degree: Floats  # (n,): L = diag(degree) − A
    G: Floats  # (n, d, d)
    b: Floats  # (n, d)
    alpha: float
    data: Data
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


def problem(
    A: Any,
    X: Local | None,
    y: Local,
    alpha: float,
    sizes: ArrayLike | None,
    method: str | None = None,
) -> Problem:
    """Check all data and compute the parts of Q, in an order of the nodes that serves a method."""
    A = _require.adjacency("A", A)
    alpha = _require.number("alpha", alpha, at_least=0)
    data = local_data(A.shape[0], X, y, sizes)
    order = _near(A, data.d) if method in ("auto", "cg") else None
    rank = None
    if order is not None:
        A, rank = _renumbered(A, order)
    return Problem(A, graph._degrees(A), *grams_and_moments(data, rank), alpha, data, rank)


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


def norm(R: Floats) -> float:
    """Euclidean norm of all numbers of R (np.linalg.norm takes three times as long for few)."""
    return math.sqrt(np.vdot(R, R))
