"""What clients compute: local SGD, losses and gradients, for a few clients or a thousand.

:class:`Pool` is the readable reference, a loop over clients. :class:`Packed` gives the same numbers
faster for losses that work on stacks of clients. :func:`pool` is the one rule that chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.losses import Loss, StackedLoss

Client: TypeAlias = tuple[Floats, NDArray[Any]]

# Numbers that a stack of clients may hold at a step: a megabyte stays in the cache of a core.
STACK = 2**17
# Samples, likewise, of clients that are measured together.
RUN = 1_000


def as_clients(
    name: str,
    clients: Sequence[tuple[ArrayLike, ArrayLike]],
    *,
    n: int | None = None,
    d: int | None = None,
) -> list[Client]:
    """Check a list of (X, y): same d everywhere, m_i ≥ 1 rows, finite numbers.

    Examples
    --------
    >>> as_clients("clients", [([[1.0]], [0]), ([[2.0, 3.0]], [1])])
    Traceback (most recent call last):
    ...
    ValueError: clients[1][0] must have shape (any, 1), got (1, 2)
    """
    if len(clients) < 1 or (n is not None and len(clients) != n):
        raise ValueError(f"{name} must hold {n or 'at least 1'} clients, got {len(clients)}")
    checked: list[Client] = []
    for i, (X, y) in enumerate(clients):
        X = _require.array(f"{name}[{i}][0]", X, shape=(None, d))
        if not X.size:
            raise ValueError(f"{name}[{i}][0] must have a sample and a feature, got {X.shape}")
        _require.array(f"{name}[{i}][1]", y, shape=(len(X),))
        checked.append((X, np.asarray(y)))
        d = X.shape[1]
    return checked


def epoch_order(m: int, batch: int, rng: np.random.Generator) -> Ints:
    """Order in which an epoch visits the m samples: shuffled, unless one batch holds them all."""
    return rng.permutation(m) if batch < m else np.arange(m)


def local_sgd(
    loss: Loss,
    w: ArrayLike,
    X: ArrayLike,
    y: ArrayLike,
    *,
    lr: float,
    epochs: int,
    batch: int | None = None,
    mu: float = 0.0,
    anchor: ArrayLike | None = None,
    rng: np.random.Generator,
) -> Floats:
    """Minimise F(v) + (μ/2)‖v − anchor‖² by epochs of minibatch SGD from w (eq-fedprox-subproblem).

    Parameters
    ----------
    loss : Loss
        F and its gradient.
    w : (p,) array_like
        Start.
    X, y : (m, d) and (m,) array_like
        Samples of the client.
    lr, epochs, batch : float, int, int or None
        Step size, passes over the data, samples per step (None: all of them). The last batch of an
        epoch may be smaller.
    mu : float
        Strength of the proximal term; 0 is the local step of FedAvg.
    anchor : (p,) array_like, optional
        Centre of the proximal term; the start if not given.
    rng : numpy.random.Generator
        Shuffles the samples before each epoch.

    Returns
    -------
    (p,) array
        The local model.

    Raises
    ------
    ValueError
        If shapes do not fit or a number is out of bounds.

    Examples
    --------
    >>> from flcourse.losses import Squared
    >>> rng = np.random.default_rng(0)
    >>> local_sgd(Squared(), [0.0], [[1.0]], [4.0], lr=0.25, epochs=2, rng=rng)   # 4 (1 - 1/2²)
    array([3.])
    """
    v = start = _require.array("w", w, shape=(None,))
    centre = start if anchor is None else _require.array("anchor", anchor, shape=start.shape)
    [(X, y)] = as_clients("(X, y)", [(X, y)])
    m = len(X)
    size = min(m, _require.count("batch", m if batch is None else batch, at_least=1))
    for _ in range(_require.count("epochs", epochs)):
        order = epoch_order(m, size, _require.generator("rng", rng))
        for first in range(0, m, size):
            b = order[first : first + size]
            v = v - lr * (loss.gradient(v, X[b], y[b]) + mu * (v - centre))
    return v


class Pool:
    """The clients' data under one loss, and what they can compute on it: the readable loop.

    Parameters
    ----------
    loss : Loss
        Any loss of the course or your own.
    clients : list of (X, y)
        As :func:`as_clients` returns them.
    """

    def __init__(self, loss: Loss, clients: Sequence[Client]) -> None:
        self.loss = loss
        self.clients = clients
        self.sizes: Ints = np.array([len(y) for _, y in clients])

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
        rng: np.random.Generator,
    ) -> Floats:
        """Local models (k, p) after each client's number of epochs, from start (p,) or (k, p)."""
        W = np.array(np.broadcast_to(start, (len(chosen), start.shape[-1])))
        for w, i, e in zip(W, chosen, epochs.tolist(), strict=True):
            X, y = self.clients[i]
            w[:] = local_sgd(
                self.loss, w, X, y, lr=lr, epochs=e, batch=batch, mu=mu, anchor=anchor, rng=rng
            )
        return W

    def values(self, chosen: Ints, W: Floats) -> Floats:
        """Loss F_i (k,) of the chosen clients, at one w (p,) or at one w for each (k, p)."""
        return np.array([self.loss.value(w, *self.clients[i]) for i, w in self._pairs(chosen, W)])

    def gradients(self, chosen: Ints, w: Floats) -> Floats:
        """Gradients ∇F_i(w) of the chosen clients, (k, p)."""
        G = [self.loss.gradient(w, *self.clients[i]) for i in chosen]
        return np.array(G).reshape(len(chosen), len(w))

    def report(self, w: Floats) -> tuple[Floats, Floats]:
        """Losses (n,) and gradients (n, p) of all clients at one w (p,)."""
        everyone = np.arange(len(self.clients))
        return self.values(everyone, w), self.gradients(everyone, w)

    def accuracies(self, chosen: Ints, W: Floats) -> Floats:
        """Share of right labels (k,) of the chosen clients."""
        return np.array(
            [
                np.mean(self.loss.predict(w, self.clients[i][0]) == self.clients[i][1])
                for i, w in self._pairs(chosen, W)
            ]
        )

    @staticmethod
    def _pairs(chosen: Ints, W: Floats) -> list[tuple[int, Floats]]:
        rows = np.broadcast_to(W, (len(chosen), W.shape[-1]))
        return list(zip(chosen.tolist(), rows, strict=True))


class Packed(Pool):
    """The same on all clients' samples in one array, many clients in each matrix product.

    Row r of F and T is a sample, clients one after the other; the last row is zero and stands for
    "no sample". A step of SGD gathers a batch of every client at work, (k, B) rows, and lets the
    loss compute all k gradients at once. Clients are stacked by size, so that they finish together.
    """

    def __init__(self, loss: StackedLoss, clients: Sequence[Client], C: int) -> None:
        super().__init__(loss, clients)
        self.kernel = loss
        pairs = [loss.prepare(X, y, C) for X, y in clients]
        self.F, self.T = (_with_zero_row(parts) for parts in zip(*pairs, strict=True))
        self.offsets: Ints = np.cumsum(self.sizes) - self.sizes

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
        rng: np.random.Generator,
    ) -> Floats:
        """As :meth:`Pool.train`: the same batches, hence the same models up to rounding."""
        m = self.sizes[chosen]
        size = m if batch is None else np.minimum(m, batch)
        steps = epochs * -(-m // size)
        work = zip(chosen.tolist(), m.tolist(), size.tolist(), epochs.tolist(), strict=True)
        visits = [
            [self.offsets[i] + epoch_order(n, b, rng) for _ in range(e)] for i, n, b, e in work
        ]
        k, p = len(chosen), start.shape[-1]
        first, W = np.broadcast_to(start, (k, p)), np.empty((k, p))
        for stack in self._stacks(steps, size, p):
            table = self._table([visits[j] for j in stack], int(size[stack].max()))
            V = first[stack]
            self._descend(V, table, steps[stack], lr, mu, anchor)
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
        self, V: Floats, table: Ints, steps: Ints, lr: float, mu: float, anchor: Floats
    ) -> None:
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
            step = self.kernel.slope(V[:k], F, T, weight[now])
            if mu:
                step += lr * mu * (V[:k] - anchor)
            V[:k] -= step
            first += k

    def values(self, chosen: Ints, W: Floats) -> Floats:
        """As :meth:`Pool.values`."""
        return self._means(self.kernel.samples, chosen, W)

    def accuracies(self, chosen: Ints, W: Floats) -> Floats:
        """As :meth:`Pool.accuracies`; NaN for a regression."""
        return self._means(self.kernel.correct, chosen, W)

    def gradients(self, chosen: Ints, w: Floats) -> Floats:
        """As :meth:`Pool.gradients`."""
        G = np.empty((len(chosen), len(w)))
        for g, i in zip(G, chosen, strict=True):
            F, T = self._own(i)
            g[:] = self.kernel.slope(w, F, T, np.full(len(F), 1.0 / len(F)))
        return G

    def report(self, w: Floats) -> tuple[Floats, Floats]:
        """As :meth:`Pool.report`, each sample read once."""
        values, G = np.empty(len(self.clients)), np.empty((len(self.clients), len(w)))
        weight = np.repeat(1.0 / self.sizes, self.sizes)
        for run, rows, starts in self._runs():
            F, T, c = self.F[rows], self.T[rows], weight[rows]
            samples, G[run] = self.kernel.report(w, F, T, c, starts)
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

    def _means(self, kernel: Any, chosen: Ints, W: Floats) -> Floats:
        """Mean of a per-sample kernel over each chosen client."""
        if W.ndim == 1 and len(chosen) == len(self.clients):  # one w for all: one product
            sums = [
                np.add.reduceat(kernel(W, self.F[rows], self.T[rows]), starts)
                for _, rows, starts in self._runs()
            ]
            return np.asarray((np.concatenate(sums) / self.sizes)[chosen])
        return np.array([np.mean(kernel(w, *self._own(i))) for i, w in self._pairs(chosen, W)])


def pool(loss: Loss | StackedLoss, clients: Sequence[Client], C: int) -> Pool:
    """Packed clients where the loss has kernels for stacks of them, else the plain loop."""
    if isinstance(loss, StackedLoss):
        return Packed(loss, clients, C)
    return Pool(loss, clients)


def _with_zero_row(parts: Sequence[Floats]) -> Floats:
    return np.concatenate([*parts, np.zeros((1, *parts[0].shape[1:]))])
