"""The best of all groups, without those that cannot be it: equals ``flcourse.fedbag.exhaustive``.

Of the 2.6·10⁹ groups of at most five among the 200 clients of the chapter on FedBag it looks at one
in 4,000 to 9,000.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from flcourse._types import Floats, Ints

__all__ = ["best_small_group"]

# Groups that are extended together: their arrays stay in the cache of a core.
CHUNK = 20_000


def __dir__() -> list[str]:
    return __all__


def best_small_group(
    Z: Floats, train: Floats, upload: Floats, limit: float, largest: int, tie: float
) -> Ints:
    """Equal to :func:`flcourse.fedbag.exhaustive` exactly; pays from 5,000 small groups on.

    With three or four clients at most it was twice as fast for 5,000 groups; it is used beyond
    20,000. Where a group may hold all clients and the time allows it, there is little to leave out:
    for 65,000 groups among 16 clients trying all was faster.

    Depth-first over clients by falling size, with two reasons to go no further: a group that breaks
    the deadline is part of no group that meets it, and an excess in a class can be thinned out by
    later, smaller clients, but never below ``bound``.

    Parameters
    ----------
    Z : (n, C) array
        Label counts.
    train, upload : (n,) arrays
        Seconds of the clients; at least one alone meets the limit.
    limit : float
        Longest allowed round.
    largest : int
        Most clients in a group.
    tie : float
        GEMDs that differ by less are equal.

    Returns
    -------
    (k,) array of int
        Of groups with the same GEMD the smallest, then the first in lexicographic order.

    Examples
    --------
    >>> Z, train, upload = np.array([[9, 1], [1, 9], [8, 0]]), np.array([1, 2, 1]), np.ones(3)
    >>> best_small_group(Z, train, upload, 4.0, 3, 1e-12)
    array([0, 1])
    """
    fit = np.flatnonzero(train + upload <= limit)
    order = fit[np.argsort(-Z[fit].sum(axis=1), kind="stable")]
    search = _Search(order, Z, train, upload, limit, tie)
    for size in range(1, min(largest, len(order)) + 1):
        search.size = size
        search.grow(_nobody(Z.shape[1]), size)
    return search.chosen


@dataclass(frozen=True)
class _Groups:
    """Groups of equal size: places of the members in the order, joint labels, T and U."""

    members: Ints
    labels: Floats
    T: Floats
    U: Floats

    def __getitem__(self, rows: slice | Ints) -> _Groups:
        return _Groups(self.members[rows], self.labels[rows], self.T[rows], self.U[rows])


def _nobody(classes: int) -> _Groups:
    return _Groups(
        np.empty((1, 0), dtype=np.int64), np.zeros((1, classes)), np.zeros(1), np.zeros(1)
    )


class _Search:
    """The best group so far, and how to find a better one."""

    def __init__(
        self, order: Ints, Z: Floats, train: Floats, upload: Floats, limit: float, tie: float
    ) -> None:
        self.order, self.train, self.upload, self.limit, self.tie = order, train, upload, limit, tie
        self.p = Z.sum(axis=0) / Z.sum()
        self.Z, self.T, self.U = Z[order], train[order], upload[order]
        self.m = self.Z.sum(axis=1)
        self.size, self.gemd = 0, np.inf
        self.chosen: Ints = np.empty(0, dtype=np.int64)

    def grow(self, groups: _Groups, left: int) -> None:
        """Add ``left`` clients to each group, and remember the best of what comes out."""
        for some in self._pieces(groups):
            children = self._extended(some)
            value = self.bound(children, left - 1)
            # A larger group must be better than a smaller one, and not just as good.
            same = len(self.chosen) == self.size
            keep = np.flatnonzero(value <= self.gemd + (self.tie if same else -self.tie))
            if left == 1:
                self._compare(children.members[keep], value[keep])
            elif keep.size:
                self.grow(children[keep], left - 1)

    def bound(self, groups: _Groups, left: int) -> Floats:
        """Smallest GEMD within reach if ``left`` clients follow, none larger than the last one.

        GEMD is twice the excess Σ_c max(share_c − p_c, 0), since all shares add up to 1. Added
        samples raise the counts of a class or leave them; its share is least if all miss it.
        """
        most = groups.labels.sum(axis=1) + left * self.m[groups.members[:, -1]]
        excess = groups.labels / most[:, np.newaxis]
        excess -= self.p
        return np.asarray(2 * np.maximum(excess, 0, out=excess).sum(axis=1))

    def _pieces(self, groups: _Groups) -> Iterator[_Groups]:
        """Cut groups such that each piece has about CHUNK children."""
        number = np.cumsum(len(self.order) - self._first(groups))
        cuts = np.searchsorted(number, np.arange(CHUNK, number[-1], CHUNK))
        for begin, end in zip([0, *cuts], [*cuts, len(number)], strict=True):
            if begin < end:
                yield groups[begin:end]

    def _first(self, groups: _Groups) -> Ints:
        """Place of the first client that may follow."""
        if not groups.members.shape[1]:
            return np.zeros(len(groups.T), dtype=np.int64)
        return groups.members[:, -1] + 1

    def _extended(self, groups: _Groups) -> _Groups:
        """Each group with each client after its last one, if they meet the limit."""
        first = self._first(groups)
        count = len(self.order) - first
        parent = np.repeat(np.arange(len(count)), count)
        child = np.arange(len(parent)) - np.repeat(np.cumsum(count) - count - first, count)
        T, U = np.maximum(groups.T[parent], self.T[child]), groups.U[parent] + self.U[child]
        # Sums in another order may differ in the last digit: _compare decides.
        fit = np.flatnonzero(self.limit * (1 + 1e-12) >= T + U)
        parent, child = parent[fit], child[fit]
        members = np.column_stack([groups.members[parent], child])
        return _Groups(members, groups.labels[parent] + self.Z[child], T[fit], U[fit])

    def _compare(self, places: Ints, value: Floats) -> None:
        """Take over the best of these groups if it is better, or as good and the first in order."""
        groups = np.sort(self.order[places], axis=1)
        seconds = self.train[groups].max(axis=1) + self.upload[groups].sum(axis=1)
        groups, value = groups[seconds <= self.limit], value[seconds <= self.limit]
        if not value.size:
            return
        least = groups[value <= value.min() + self.tie]
        first = least[np.lexsort(least.T[::-1])[0]]
        if value.min() < self.gemd - self.tie:
            self.gemd, self.chosen = float(value.min()), first
        elif len(self.chosen) == len(first) and first.tolist() < self.chosen.tolist():
            self.chosen = first
