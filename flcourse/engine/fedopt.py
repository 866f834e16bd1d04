"""The local work of many clients at once: equals ``flcourse.fedopt.local.Pool`` to 1e-10 relative.

:class:`Packed` takes the same batches from the same generator as the loop over clients, hence has
the same models, losses and gradients. With batches of 10 it pays from one client on, whose data are
checked once and not at each step (about twice as fast); with ten clients it is 4 to 6 times as
fast, with a hundred about 10 times. With one batch an epoch it gains a factor of at most 2 to 4,
and nothing for a single client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from flcourse._types import Floats, Ints
from flcourse.losses import StackedLoss

__all__ = ["Packed"]

# Numbers that a stack of clients may hold at a step: a megabyte stays in the cache of a core.
STACK = 2**17
# Samples, likewise, of clients that are measured together.
RUN = 1_000


def __dir__() -> list[str]:
    return __all__


Kernel: TypeAlias = Callable[[Floats, Floats, Floats], Floats]


class Packed:
    """Equal to :class:`flcourse.fedopt.local.Pool` to 1e-10 relative; pays from 1 client on.

    Clients' samples in one array, many clients in each matrix product. Row r of F and T is a
    sample, clients one after the other; the last row is zero and stands for "no sample". A step of
    SGD gathers a batch of every client at work, (k, B) rows, and lets the loss compute all k
    gradients at once. Clients are stacked by size, so that they finish together.

    Parameters
    ----------
    loss : StackedLoss
        Its kernels broadcast over clients.
    clients : list of (X, y)
        Checked, as :func:`flcourse.fedopt.local.as_clients` returns them.
    C : int
        Number of classes, 1 for a regression.

    Examples
    --------
    >>> from flcourse.losses import Squared
    >>> X = np.ones((1, 1))
    >>> two = Packed(Squared(), [(X, np.array([0.0])), (X, np.array([4.0]))], 1)
    >>> two.values(np.array([0, 1]), np.zeros(1))   # w² and (4 − w)² at w = 0
    array([ 0., 16.])
    """

    def __init__(
        self, loss: StackedLoss, clients: Sequence[tuple[Floats, NDArray[Any]]], C: int
    ) -> None:
        self.loss = loss
        self.sizes: Ints = np.array([len(y) for _, y in clients])
        self.offsets: Ints = np.cumsum(self.sizes) - self.sizes
        pairs = [loss.prepare(X, y, C) for X, y in clients]
        self.F, self.T = (_with_zero_row(parts) for parts in zip(*pairs, strict=True))

    def train(
        self,
        chosen: Ints,
        start: Floats,
        *,
        lr: float,
        epochs: Ints,
        batch: int | None,
        mu: float = 0.0,
        anchor: Floats,
        shift: Floats | None = None,
        rng: np.random.Generator,
    ) -> Floats:
        """As ``Pool.train``: the same batches, hence the same models up to rounding."""
        m = self.sizes[chosen]
        size = m if batch is None else np.minimum(m, batch)
        steps = epochs * -(-m // size)
        work = zip(chosen.tolist(), m.tolist(), size.tolist(), epochs.tolist(), strict=True)
        # The draws of the loop, client after client: an epoch that is one batch needs none.
        visits = [
            [self.offsets[i] + rng.permutation(n) for _ in range(e)]
            if b < n
            else [np.arange(self.offsets[i], self.offsets[i] + n)] * e
            for i, n, b, e in work
        ]
        k, p = len(chosen), start.shape[-1]
        first, W = np.broadcast_to(start, (k, p)), np.empty((k, p))
        for stack in self._stacks(steps, size, p):
            table = self._table([visits[j] for j in stack], int(size[stack].max()))
            V = first[stack]
            more = None if shift is None else lr * shift[stack]
            self._descend(V, table, steps[stack], lr, mu, anchor, more)
            W[stack] = V
        return W

    def _table(self, visits: list[list[Ints]], width: int) -> Ints:
        """Rows in each batch: all steps of the first client, then of the second."""
        epochs = [np.empty(0, dtype=np.int64), *(order for orders in visits for order in orders)]
        lengths = np.array([len(order) for order in epochs])
        steps = -(-lengths // width)  # one for a client with less than a full batch
        table = np.full((int(steps.sum()), width), len(self.F) - 1)
        # An epoch fills its steps from the left and leaves the end of the last one open.
        open_ends = np.cumsum(steps * width - lengths) - (steps * width - lengths)
        place = np.arange(lengths.sum()) + np.repeat(open_ends, lengths)
        table.reshape(-1)[place] = np.concatenate(epochs)
        return table

    def _stacks(self, steps: Ints, size: Ints, p: int) -> list[Ints]:
        """Clients with like batches together, the longest run first, as many as the cache holds."""
        order = np.lexsort((-steps, -size))
        stacks = []
        while len(order):
            most = max(1, STACK // max(p, int(size[order[0]]) * self.F.shape[1]))
            stack, order = order[:most], order[most:]
            stacks.append(stack[np.argsort(-steps[stack], kind="stable")])
        return stacks

    def _descend(
        self, V: Floats, table: Ints, steps: Ints, lr: float, mu: float, anchor: Floats,
        more: Floats | None,
    ) -> None:  # fmt: skip
        """Run SGD on the stacked models V (k, p) in place; steps (k,) is sorted, longest first."""
        number = np.arange(len(table)) - np.repeat(np.cumsum(steps) - steps, steps)
        by_step = np.argsort(number, kind="stable")  # first steps of all, then second steps, ...
        rows = table[by_step]
        present = (rows < len(self.F) - 1).astype(np.float64)
        weight = lr * present / (present @ np.ones(rows.shape[1]))[:, np.newaxis]
        first = 0
        for k in np.bincount(number).tolist():  # clients that take this step
            now = slice(first, first + k)
            F, T = self.F.take(rows[now], axis=0), self.T.take(rows[now], axis=0)
            step = self.loss.slope(V[:k], F, T, weight[now])
            if mu:
                step += lr * mu * (V[:k] - anchor)
            if more is not None:
                step += more[:k]
            V[:k] -= step
            first += k

    def values(self, chosen: Ints, W: Floats) -> Floats:
        """As ``Pool.values``."""
        return self._means(self.loss.samples, chosen, W)

    def accuracies(self, chosen: Ints, W: Floats) -> Floats:
        """As ``Pool.accuracies``; NaN for a regression."""
        return self._means(self.loss.correct, chosen, W)

    def gradients(self, chosen: Ints, w: Floats) -> Floats:
        """As ``Pool.gradients``."""
        G = np.empty((len(chosen), len(w)))
        for g, i in zip(G, chosen, strict=True):
            F, T = self._own(i)
            g[:] = self.loss.slope(w, F, T, np.full(len(F), 1.0 / len(F)))
        return G

    def report(self, w: Floats) -> tuple[Floats, Floats]:
        """As ``Pool.report``, each sample read once."""
        values, G = np.empty(len(self.sizes)), np.empty((len(self.sizes), len(w)))
        weight = np.repeat(1.0 / self.sizes, self.sizes)
        for run, rows, starts in self._runs():
            F, T, c = self.F[rows], self.T[rows], weight[rows]
            samples, G[run] = self.loss.report(w, F, T, c, starts)
            values[run] = np.add.reduceat(samples * c, starts)
        return values, G

    def _runs(self) -> Iterator[tuple[slice, slice, Ints]]:
        """Neighbouring clients with few samples in all: who, their rows, where each one's begin."""
        ends = self.offsets + self.sizes
        cuts = np.flatnonzero(np.diff(self.offsets // RUN)) + 1
        for first, end in pairwise([0, *cuts.tolist(), len(ends)]):
            begin = self.offsets[first]
            yield slice(first, end), slice(begin, ends[end - 1]), self.offsets[first:end] - begin

    def _own(self, i: int) -> tuple[Floats, Floats]:
        rows = slice(self.offsets[i], self.offsets[i] + self.sizes[i])
        return self.F[rows], self.T[rows]

    def _means(self, kernel: Kernel, chosen: Ints, W: Floats) -> Floats:
        """Mean of a per-sample kernel over each chosen client."""
        if W.ndim == 1 and len(chosen) == len(self.sizes):  # one w for all: one product
            sums = [
                np.add.reduceat(kernel(W, self.F[rows], self.T[rows]), starts)
                for _, rows, starts in self._runs()
            ]
            return np.asarray((np.concatenate(sums) / self.sizes)[chosen])
        rows = np.broadcast_to(W, (len(chosen), W.shape[-1]))
        pairs = zip(chosen.tolist(), rows, strict=True)
        return np.array([np.mean(kernel(w, *self._own(i))) for i, w in pairs])


def _with_zero_row(parts: Sequence[Floats]) -> Floats:
    return np.concatenate([*parts, np.zeros((1, *parts[0].shape[1:]))])
