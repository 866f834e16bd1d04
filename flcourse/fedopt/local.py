"""What clients compute: local SGD, losses and gradients, one client after the other.

:class:`Pool` is the loop of the lecture, for any loss. :func:`pool` takes
:class:`flcourse.engine.fedopt.Packed` in its place where the loss works on stacks of clients: the
same numbers, faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.engine import fedopt as engine
from flcourse.losses import Loss, StackedLoss

__all__ = ["AnyPool", "Client", "Pool", "as_clients", "epoch_order", "local_sgd", "pool"]

Client: TypeAlias = tuple[Floats, NDArray[Any]]


def __dir__() -> list[str]:
    return __all__


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
    shift: ArrayLike | None = None,
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
    shift : (p,) array_like, optional
        Added to every gradient, such as the control variates of SCAFFOLD; 0 if not given.
    rng : numpy.random.Generator
        Shuffles the samples before each epoch.

    Returns
    -------
    (p,) array
        The local model.

    Raises
    ------
    ValueError
        If shapes do not fit, ``epochs`` is negative or ``batch`` is below 1.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> rng = np.random.default_rng(0)
    >>> # two steps, each halfway to 4: 4 (1 − 1/2²)
    >>> local_sgd(Squared(), [0.0], [[1.0]], [4.0], lr=0.25, epochs=2, rng=rng)
    array([3.])
    """
    v = start = _require.array("w", w, shape=(None,))
    centre = start if anchor is None else _require.array("anchor", anchor, shape=start.shape)
    more = 0.0 if shift is None else _require.array("shift", shift, shape=start.shape)
    [(X, y)] = as_clients("(X, y)", [(X, y)])  # checked as a list of one client
    m = len(X)
    size = min(m, _require.count("batch", m if batch is None else batch, at_least=1))
    E, rng = _require.count("epochs", epochs), _require.generator("rng", rng)
    for _ in range(E):
        order = epoch_order(m, size, rng)
        for first in range(0, m, size):
            b = order[first : first + size]
            v = v - lr * (loss.gradient(v, X[b], y[b]) + mu * (v - centre) + more)
    return v


def epoch_order(m: int, batch: int, rng: np.random.Generator) -> Ints:
    """Order in which an epoch visits the m samples: shuffled, unless one batch holds them all.

    Parameters
    ----------
    m, batch : int
        Samples of the client and of a step.
    rng : numpy.random.Generator
        Shuffles; left alone where there is nothing to shuffle.

    Returns
    -------
    (m,) array of int
        Rows of X, first batch first.

    Examples
    --------
    >>> import numpy as np
    >>> epoch_order(3, 3, np.random.default_rng(0))
    array([0, 1, 2])
    """
    return rng.permutation(m) if batch < m else np.arange(m)


class Pool:
    """The clients' data under one loss, and what they can compute on it: the readable loop.

    ``simulate`` takes it for a loss without kernels for stacks, and has no switch to take it for
    another one. There, make it yourself, ``Pool(loss, as_clients("clients", clients))``, and give
    it to a Cohort.

    Parameters
    ----------
    loss : Loss
        Any loss of the course or your own.
    clients : list of (X, y)
        As :func:`as_clients` returns them.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> clients = as_clients("clients", [([[1.0]], [0.0]), ([[1.0]], [4.0])])
    >>> two = Pool(Squared(), clients)
    >>> two.values(np.array([0, 1]), np.zeros(1))   # w² and (4 − w)² at w = 0
    array([ 0., 16.])
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
        shift: Floats | None = None,
        rng: np.random.Generator,
    ) -> Floats:
        """Local models (k, p) after each client's number of epochs, from start (p,) or (k, p)."""
        W = np.array(np.broadcast_to(start, (len(chosen), start.shape[-1])))
        more = [None] * len(chosen) if shift is None else shift
        for w, i, e, s in zip(W, chosen, epochs.tolist(), more, strict=True):
            X, y = self.clients[i]
            w[:] = local_sgd(
                self.loss, w, X, y,
                lr=lr, epochs=e, batch=batch, mu=mu, anchor=anchor, shift=s, rng=rng,
            )  # fmt: skip
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


AnyPool: TypeAlias = Pool | engine.Packed


def pool(loss: Loss | StackedLoss, clients: Sequence[Client], C: int) -> AnyPool:
    """Packed clients where the loss has kernels for stacks of them, else the plain loop.

    Parameters
    ----------
    loss : Loss
        Any loss of the course or your own.
    clients : list of (X, y)
        As :func:`as_clients` returns them.
    C : int
        Number of classes, 1 for a regression.

    Returns
    -------
    Packed or Pool
        One or the other; their results are equal up to rounding.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> type(pool(Squared(), [(np.ones((1, 1)), np.zeros(1))], 1)).__name__
    'Packed'
    """
    if isinstance(loss, StackedLoss):
        return engine.Packed(loss, clients, C)
    return Pool(loss, clients)


def as_clients(
    name: str,
    clients: Sequence[tuple[ArrayLike, ArrayLike]],
    *,
    n: int | None = None,
    d: int | None = None,
) -> list[Client]:
    """Check a list of (X, y): same d everywhere, m_i ≥ 1 rows, finite numbers.

    Parameters
    ----------
    name : str
        How errors call the list.
    clients : sequence of (X, y)
        (m_i, d) and (m_i,) array_like.
    n, d : int, optional
        Wanted number of clients and of features.

    Returns
    -------
    list of (X, y)
        X as floats, y with its own dtype.

    Raises
    ------
    ValueError
        If a shape does not fit, a client is empty or a number is not finite.

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
