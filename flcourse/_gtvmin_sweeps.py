"""Symmetric Gauss–Seidel sweeps at the price of none, for :mod:`flcourse.gtvmin`.

Node i is scaled by 1/√d_i, d_i = mean diagonal entry of its block of Q, so that Q becomes
I − K − Kᵀ + E. K holds the scaled couplings of each node to nodes of earlier groups, E what is
left: the deviation of the blocks from I, and the couplings inside a group. A sweep forward and one
backward over the groups precondition by (I − K)(I − Kᵀ): in the variables p = (I − Kᵀ) w the
matrix of the system is (I − K)⁻¹ Q (I − Kᵀ)⁻¹, and its product with p is

    t + (I − K)⁻¹ (p + (E − I) t)  with  t = (I − Kᵀ)⁻¹ p.

That takes one product with each of K, Kᵀ and E, as Q itself does: Eisenstat (1981), "Efficient
implementation of a class of preconditioned conjugate gradient methods", SIAM J. Sci. Stat. Comput.
2; Saad (2003), "Iterative methods for sparse linear systems", 2nd ed., SIAM, section 9.2.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

from flcourse._gtvmin_fast import PORTION, Reals
from flcourse._types import Floats, Ints

# With more groups fewer neighbours share one, but each has less work to do at once.
GROUPS = 6
# Scaled by numbers, not blocks: fair while no G_i is larger than this beside its couplings.
BESIDE = 4.0


def interleaved(order: Ints) -> Ints:
    """Deal an order in which neighbours are near to the groups, so that few share a group."""
    return np.concatenate([order[group::GROUPS] for group in range(GROUPS)])


class Sweeps:
    """The preconditioned system of one GTVMin problem whose nodes are :func:`interleaved`.

    It is empty unless ``pay``: where the blocks outweigh the couplings, they should be inverted.
    """

    def __init__(
        self, A: sparse.csr_array, degree: Floats, G: Floats, alpha: float, dtype: DTypeLike
    ) -> None:
        n, d, _ = G.shape
        traces, coupled = np.einsum("nii->n", G), alpha * degree
        self.pay = bool((traces <= BESIDE * coupled).all())
        if not self.pay:
            return
        inverse = 1 / (traces / d + coupled)  # of d_i
        self.scale = np.sqrt(inverse)[:, np.newaxis]
        self.blocks = np.empty(G.shape, dtype)  # E − I
        diagonal = coupled * inverse - 2
        for first in range(0, n, PORTION):
            nodes = slice(first, first + PORTION)
            blocks = self.blocks[nodes]
            blocks[:] = G[nodes]
            blocks *= inverse[nodes, np.newaxis, np.newaxis].astype(dtype)
            np.einsum("nii->ni", blocks)[:] += diagonal[nodes, np.newaxis].astype(dtype)

        sizes = [len(range(group, n, GROUPS)) for group in range(GROUPS)]
        ends = np.cumsum([0, *sizes])
        self.groups = [slice(a, z) for a, z in pairwise(ends.tolist())]
        counts, group = np.diff(A.indptr), np.repeat(np.arange(GROUPS, dtype=np.int8), sizes)
        tail, head = np.repeat(group, counts), group.take(A.indices)
        weight, half = A.data.astype(dtype), np.sqrt(alpha * inverse).astype(dtype)
        weight *= np.repeat(half, counts)
        weight *= half.take(A.indices)
        same = head == tail
        self.later = self._rows(A, head > tail, weight, A.indices, n)
        # Rows of [K, −couplings inside a group], to be multiplied by u above t.
        signed, columns = np.where(same, -weight, weight), A.indices + n * same
        self.earlier = self._rows(A, head <= tail, signed, columns, 2 * n)
        # Room for u, t and the product: new memory for each would cost a twentieth of a solution.
        self.both, self.room = np.zeros((2 * n, d), dtype), np.empty((n, d), dtype)

    def _rows(
        self, A: sparse.csr_array, keep: NDArray[np.bool_], data: Reals, columns: Ints, width: int
    ) -> list[sparse.csr_array]:
        """Rows of each group with the entries to keep."""
        starts = np.append(0, np.cumsum(keep, dtype=A.indptr.dtype)).take(A.indptr)
        kept, parts = np.flatnonzero(keep), []
        data, columns = data.take(kept), columns.take(kept).astype(A.indices.dtype, copy=False)
        for group in self.groups:
            own = starts[group.start : group.stop + 1]
            entries = slice(own[0], own[-1])
            shape = (group.stop - group.start, width)
            parts.append(sparse.csr_array((data[entries], columns[entries], own - own[0]), shape))
        return parts

    def enter(self, R: Floats) -> Reals:
        """Residual of the preconditioned system, (I − K)⁻¹ R in the scaled variables."""
        self.both[:] = 0
        P: Reals = np.multiply(R, self.scale, dtype=self.both.dtype, casting="same_kind")
        u = self.both[: len(P)]
        for group, earlier in zip(self.groups, self.earlier, strict=True):
            P[group] += earlier @ self.both
            u[group] = P[group]
        return P

    def times(self, P: Reals) -> Reals:
        """Multiply the matrix of the preconditioned system by P, into room for one product."""
        u, t = np.split(self.both, 2)
        self._backward(P, t)
        for group, earlier in zip(self.groups, self.earlier, strict=True):
            product = np.vecmat(t[group], self.blocks[group], out=self.room[group])  # symmetric
            product += P[group]
            np.add(product, earlier @ self.both, out=u[group])
            np.add(t[group], u[group], out=product)
        return self.room

    def leave(self, P: Reals) -> Floats:
        """Return from the variables of the preconditioned system to those of the problem."""
        t = self.both[len(P) :]
        self._backward(P, t)
        W: Floats = t * self.scale
        return W

    def _backward(self, P: Reals, t: Reals) -> None:
        """Write (I − Kᵀ)⁻¹ P to t, the last group first."""
        for group, later in zip(self.groups[::-1], self.later[::-1], strict=True):
            np.add(P[group], later @ t, out=t[group])
