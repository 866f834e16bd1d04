"""A GTVMin problem: its checked data, and what they say about Q and q of all nodes at once.

:class:`Problem` is what :mod:`flcourse.gtvmin` and :mod:`flcourse.engine.gtvmin` both start from.
It never assembles Q = blkdiag(G_i) + alpha L ⊗ I (eq-gtvmin-q). The blocks G_i = X_iᵀX_i / m_i are
the chapter's Q_i, called G here to tell them from Q. With L = D − A, Q acts on W (n, d) row by row,
as Q W = G W + alpha (D W − A W).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse import csgraph

from flcourse import _require
from flcourse._types import Floats, Ints

__all__ = [
    "Local",
    "Map",
    "Problem",
    "Reals",
    "alike",
    "block_diagonal",
    "blockwise",
    "checked",
    "components",
    "singular",
    "stacked",
]

Local = Any  # a list with one array per node, or one stacked array
Reals = NDArray[Any]  # in single or double precision
Map = Callable[[Reals], Reals]  # linear, of arrays (n, d)

# Rows in a batch of local datasets: they and their product should stay in the processor's cache.
BATCH = 10_000
# Data whose scaled Gram matrix has an eigenvalue below this do not determine a model.
SINGULAR = 1e-12
# Couplings that outweigh the data by more leave too few digits of what nodes have in common.
DROWNING = 100.0


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False)  # compared and hashed as an object: it holds arrays
class Problem:
    """Data of all nodes, stacked in node order, the graph, and alpha (eq-gtvmin-linear)."""

    A: sparse.csr_array
    X: Floats | None  # (M, d); None is the constant feature
    y: Floats  # (M,)
    sizes: Ints  # (n,): rows of each node
    alpha: float

    def nodes(self) -> Iterator[tuple[Floats, Floats, int]]:
        """X_i, y_i and m_i of one node after the other; an empty node counts as m_i = 1."""
        ends = np.cumsum(self.sizes)[:-1]
        X = np.ones((len(self.y), 1)) if self.X is None else self.X
        for X_i, y_i in zip(np.split(X, ends), np.split(self.y, ends), strict=True):
            yield X_i, y_i, max(len(y_i), 1)

    @property
    def data(self) -> tuple[sparse.csr_array, Floats | None, Floats, Ints]:
        """A, X, y and sizes, checked and stacked."""
        return self.A, self.X, self.y, self.sizes

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (n, d) of W."""
        return self.sizes.size, 1 if self.X is None else self.X.shape[1]

    @cached_property
    def degree(self) -> Floats:
        """(n,), so that L = diag(degree) − A."""
        return np.asarray(self.A @ np.ones(self.A.shape[0]))

    @cached_property
    def statistics(self) -> tuple[Floats, Floats]:
        """G_i = X_iᵀX_i / m_i (n, d, d) and b_i = −q_i / 2 = X_iᵀy_i / m_i (n, d) (eq-gtvmin-q)."""
        n, d = self.shape
        if self.X is None:
            return np.sign(self.sizes.astype(float)).reshape(n, 1, 1), self.means(self.y)[:, None]
        G, b = np.zeros((n, d, d)), np.zeros((n, d))
        for nodes, rows, m in alike(self.sizes):
            X, y = self.X[rows].reshape(-1, m, d), self.y[rows].reshape(-1, m)
            G[nodes] = np.matmul(X.transpose(0, 2, 1), X.copy()) / m  # X itself would take longer
            b[nodes] = np.vecmat(y, X) / m
        return (G + G.transpose(0, 2, 1)) / 2, b  # BLAS need not round both halves alike

    @property
    def G(self) -> Floats:
        """Gram matrices G_i = X_iᵀX_i / m_i (n, d, d), the chapter's Q_i; 0 without rows."""
        return self.statistics[0]

    @property
    def b(self) -> Floats:
        """Right-hand side of the normal equations (n, d): b_i = −q_i / 2 = X_iᵀy_i / m_i."""
        return self.statistics[1]

    @cached_property
    def local(self) -> Map:
        """Multiply each row of W by the Gram matrix of its node: G W."""
        return blockwise(self.G)

    def laplacian(self, W: Floats) -> Floats:
        """Multiply by the Laplacian: L W."""
        return np.asarray(self.degree[:, np.newaxis] * W - self.A @ W)

    def times(self, W: Floats) -> Floats:
        """Multiply by Q: Q w of :func:`flcourse.gtvmin.system` for w = W.ravel(), shaped like W.

        Row i is G_i w_i + alpha Σ_j A_ij (w_i − w_j) (eq-gtvmin-q).
        """
        return self.local(W) + self.alpha * self.laplacian(W)

    def means(self, values: Floats) -> Floats:
        """Mean over the rows of each node of ``values`` (M,), 0 for a node without rows."""
        starts, filled = np.cumsum(self.sizes) - self.sizes, self.sizes > 0
        if filled.all():
            return np.asarray(np.add.reduceat(values, starts) / self.sizes)
        means = np.zeros(self.sizes.size)
        if filled.any():
            means[filled] = np.add.reduceat(values, starts[filled]) / self.sizes[filled]
        return means

    def losses(self, W: Floats) -> Floats:
        """Mean squared error of every node at its own parameters (eq-local-loss)."""
        if self.X is None:
            error = np.repeat(W[:, 0], self.sizes) - self.y
            return self.means(np.multiply(error, error, out=error))
        losses = np.zeros(len(W))
        for nodes, rows, m in alike(self.sizes):
            error = np.matvec(self.X[rows].reshape(-1, m, W.shape[1]), W[nodes])
            error -= self.y[rows].reshape(-1, m)
            losses[nodes] = np.vecdot(error, error) / m
        return losses

    @cached_property
    def groups(self) -> Ints:
        """Group of each node: what the nodes of a group have in common is sought by itself.

        Groups are the components of the graph, and for alpha = 0 single nodes. One group will do
        where every node determines its one parameter, and no coupling drowns that in rounding.
        """
        n, d = self.shape
        if self.alpha == 0:
            return np.arange(n)
        if d == 1 and self.alpha * self.degree.max() < DROWNING * self.G.min():
            return np.zeros(n, dtype=np.int64)
        return components(self.A)

    @cached_property
    def summed(self) -> Map:
        """Add up the rows of W (n, ...) in each group: (groups, ...)."""
        n = self.groups.size
        if not self.groups.any():
            return lambda W: W.sum(axis=0, keepdims=True)
        members = sparse.csr_array((np.ones(n), self.groups, np.arange(n + 1))).T.tocsr()
        return lambda W: np.asarray(members @ W)

    @cached_property
    def pooled(self) -> Floats:
        """Sum of the G_i of each group (eq-unique), (groups, d, d)."""
        n, d = self.shape
        return self.summed(self.G.reshape(n, d * d)).reshape(-1, d, d)

    def refuse_undetermined(self) -> None:
        """Raise if the data of a group do not determine its parameters (prop-unique).

        For alpha > 0 the component named is the first of :func:`flcourse.gtvmin.undetermined`.
        """
        (_, d), alpha, sizes = self.shape, self.alpha, self.sizes
        bad = singular(self.pooled)[self.groups]
        if bad.any():
            first, labels = int(bad.argmax()), components(self.A)
            if alpha == 0:
                raise ValueError(
                    f"alpha must be positive unless every node determines its own parameters, "
                    f"got 0 and {sizes[first]} rows at node {first} of component {labels[first]} "
                    f"that do not determine its {d} parameters"
                )
            nodes = labels == labels[first]
            raise ValueError(
                f"X and y must determine the parameters of every connected component: component "
                f"{labels[first]} ({nodes.sum()} nodes, the first is node {first}) has "
                f"{sizes[nodes].sum()} rows that do not determine its {d} parameters"
            )
        # Only a tiny alpha can vanish beside the Gram matrix of a node that needs its neighbours.
        weakest = alpha * self.degree[self.degree > 0].min(initial=1.0)
        if d > 1 and 0 < weakest < 1e-9 * self.G.max():
            lost = singular(self.G + alpha * self.degree[:, np.newaxis, np.newaxis] * np.eye(d))
            if lost.any():
                node = int(lost.argmax())
                raise ValueError(
                    f"alpha must not vanish in rounding beside the data, got {alpha} at node "
                    f"{node}, whose {sizes[node]} rows do not determine its {d} parameters"
                )


def components(A: sparse.csr_array) -> Ints:
    """Label each node's component, numbered by their first nodes."""
    return np.asarray(csgraph.connected_components(A, directed=False)[1], dtype=np.int64)


def singular(blocks: Floats) -> NDArray[np.bool_]:
    """Tell which of the symmetric blocks (N, d, d) are singular, whatever the units of x."""
    scale = np.sqrt(np.einsum("nii->ni", blocks))
    scale[scale == 0] = 1.0
    unit = blocks / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
    return np.asarray(np.linalg.eigvalsh(unit)[:, 0] < SINGULAR)


def blockwise(blocks: Reals) -> Map:
    """Multiply each row of W (n, d) by its block (n, d, d)."""
    if blocks.shape[1] == 1:
        return lambda W: blocks[:, 0] * W
    matrix = block_diagonal(blocks)
    return lambda W: np.asarray(matrix @ W.ravel()).reshape(W.shape)


def block_diagonal(blocks: Reals) -> sparse.bsr_array:
    """Sparse matrix with these (n, d, d) on its diagonal."""
    n, d, _ = blocks.shape
    return sparse.bsr_array((blocks, np.arange(n), np.arange(n + 1)), shape=(n * d, n * d))


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


def checked(A: Any, X: Local | None, y: Local, alpha: float, sizes: ArrayLike | None) -> Problem:
    """Check all arguments and stack the local datasets."""
    A = _require.adjacency("A", A)
    alpha = _require.number("alpha", alpha, at_least=0)
    y_stacked, counts = stacked("y", y, A.shape[0], sizes, axes=1)
    if X is None:
        return Problem(A, None, y_stacked, counts, alpha)
    X_stacked, rows = stacked("X", X, A.shape[0], sizes, axes=2)
    if not np.array_equal(rows, counts):
        i = int(np.flatnonzero(rows != counts)[0])
        raise ValueError(
            f"X[{i}] must have one row per label in y[{i}], {counts[i]}, got {rows[i]}"
        )
    if X_stacked.shape[1] == 0:
        raise ValueError("X must have at least one feature, got 0")
    return Problem(A, X_stacked, y_stacked, counts, alpha)


def stacked(
    name: str, parts: Local, n: int, sizes: ArrayLike | None, *, axes: int
) -> tuple[Floats, Ints]:
    """Rows of all nodes as one array, and how many each node has."""
    if sizes is not None:
        counts = _require.labels("sizes", sizes, shape=(n,))
        return _require.array(name, parts, shape=(int(counts.sum()), None)[:axes]), counts
    wanted = ("(m_i,)", "(m_i, d)")[axes - 1]
    if not isinstance(parts, Iterable) or isinstance(parts, str):
        raise ValueError(f"{name} must be a list of {n} arrays {wanted}, got {parts!r}")
    rows = list(parts)
    if len(rows) != n:
        raise ValueError(f"{name} must hold one array for each of {n} nodes, got {len(rows)}")
    arrays = [_require.array(f"{name}[{i}]", part) for i, part in enumerate(rows)]
    for i, part in enumerate(arrays):
        if part.ndim != axes or part.shape[1:] != arrays[0].shape[1:]:
            raise ValueError(
                f"{name}[{i}] must have shape {wanted} with the same d at every node, "
                f"got {part.shape}; stacked data need sizes="
            )
    return np.concatenate(arrays), np.array([len(part) for part in arrays])
