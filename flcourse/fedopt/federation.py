"""The clients' data as a simulation sees them: checked once, perhaps poisoned, and measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats
from flcourse.fedopt.algorithms import State
from flcourse.fedopt.local import AnyPool, as_clients, pool
from flcourse.fedopt.measures import dissimilarity, fairness, gradient_variance
from flcourse.fedopt.server import Attack
from flcourse.losses import Loss, StackedLoss

__all__ = ["Clients", "Federation", "benign_clients", "count_classes", "enter", "start_model"]

Clients: TypeAlias = Sequence[tuple[ArrayLike, ArrayLike]]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Federation:
    """The clients' data: for training, perhaps poisoned; clean; and for testing.

    Attributes
    ----------
    train : Pool or Packed
        Training data of all n clients, some of it poisoned if there is an attack that does so.
    clean : Pool or Packed
        The same training data without poison.
    test : Pool or Packed
        Data of all n clients for the accuracies.
    benign : (n,) array of bool
        Clients that are not malicious: metrics are theirs.
    """

    train: AnyPool
    clean: AnyPool
    test: AnyPool
    benign: NDArray[np.bool_]

    @property
    def n(self) -> int:
        """Number of clients."""
        return len(self.benign)

    @property
    def n_bad(self) -> int:
        """Number of malicious clients."""
        return int(self.n - self.benign.sum())

    def measure(self, t: int, state: State, seconds: float, *, gradients: bool) -> dict[str, Any]:
        """One row of metrics, as :func:`flcourse.fedopt.simulate` explains them."""
        everyone, good = np.arange(self.n), self.benign
        w, own = state.w, state.personal
        losses, G = self.clean.report(w) if gradients else (self.clean.values(everyone, w), None)
        right = self.test.accuracies(everyone, w)
        own_right = right if own is None else self.test.accuracies(everyone, own)
        fair = fairness(own_right[good])
        variance, unlike = self._disagreement(G)
        return {
            "round": t,
            "loss": float(np.average(losses[good], weights=self.clean.sizes[good])),
            "accuracy": float(np.average(right[good], weights=self.test.sizes[good])),
            "device_loss": losses if own is None else self.clean.values(everyone, own),
            "device_accuracy": own_right,
            "device_mean": fair.mean,
            "worst10": fair.worst10,
            "best10": fair.best10,
            "variance": fair.variance,
            "gradient_variance": variance,
            "dissimilarity": unlike,
            "seconds": seconds,
        }

    def _disagreement(self, G: Floats | None) -> tuple[float, float]:
        """Gradient variance and dissimilarity of the benign clients, NaN without gradients."""
        if G is None:
            return np.nan, np.nan
        G = G if self.benign.all() else G[self.benign]
        weights = self.clean.sizes[self.benign]
        return gradient_variance(G, weights), dissimilarity(G, weights)


def enter(
    loss: Loss | StackedLoss,
    clients: Clients,
    *,
    test: Clients | None,
    start: ArrayLike | None,
    attack: Attack | None,
    work: np.random.Generator,
    poison: np.random.Generator,
) -> tuple[Federation, Floats]:
    """Check all data once and make the first model.

    Parameters
    ----------
    loss, clients, test, start, attack
        As in :func:`flcourse.fedopt.simulate`.
    work, poison : numpy.random.Generator
        Draw the first model of a network and the wrong labels.

    Returns
    -------
    Federation
        The clients.
    w : (p,) array
        w⁰.

    Raises
    ------
    ValueError
        If data, start or attack break a rule.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> rng = np.random.default_rng(0)
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]
    >>> federation, w = enter(Squared(), two, test=None, start=None,
    ...                       attack=None, work=rng, poison=rng)
    >>> federation.n, federation.n_bad, w
    (2, 0, array([0.]))
    """
    data = as_clients("clients", clients)
    n, d = len(data), data[0][0].shape[1]
    held_out = data if test is None else as_clients("test", test, n=n, d=d)
    classes = count_classes(np.concatenate([y for _, y in [*data, *held_out]]))
    w, C = start_model(loss, d, classes, start, work)
    benign = benign_clients(attack, n)
    clean = pool(loss, data, C)
    tests = clean if test is None else pool(loss, held_out, C)
    train = clean if attack is None else pool(loss, attack.poison(data, C, rng=poison), C)
    return Federation(train, clean, tests, benign), w


def benign_clients(attack: Attack | None, n: int) -> NDArray[np.bool_]:
    """Mark the clients that are not malicious.

    Parameters
    ----------
    attack : Attack or None
        Names the malicious ones.
    n : int
        Number of clients.

    Returns
    -------
    (n,) array of bool
        True for the clients that are not malicious.

    Raises
    ------
    ValueError
        If the attack names nobody who is there, or everybody.

    Examples
    --------
    >>> from flcourse.fedopt import Attack
    >>> benign_clients(Attack([1]), 3)
    array([ True, False,  True])
    """
    benign = np.ones(n, dtype=bool)
    if attack is None:
        return benign
    if not isinstance(attack, Attack):
        raise ValueError(f"attack must be an Attack such as LabelPoisoning, got {attack!r}")
    bad = _require.labels("attack.malicious", list(attack.malicious), shape=(None,))
    if (len(bad) and bad.max() >= n) or len(np.unique(bad)) == n:
        raise ValueError(
            f"attack.malicious must name some but not all of the clients 0 … {n - 1}, "
            f"got {bad.tolist()}"
        )
    benign[bad] = False
    return benign


def count_classes(labels: NDArray[Any]) -> int:
    """Return C for labels 0 … C − 1 (at least 2), and 1 if the targets are not whole numbers.

    Parameters
    ----------
    labels : (m,) array
        Targets of all samples.

    Returns
    -------
    int
        The number of classes.

    Examples
    --------
    >>> import numpy as np
    >>> count_classes(np.array([0, 3])), count_classes(np.array([0.5, 3.0]))
    (4, 1)
    """
    return max(2, int(labels.max()) + 1) if np.all(labels == np.floor(labels)) else 1


def start_model(
    loss: Loss | StackedLoss, d: int, C: int, start: ArrayLike | None, rng: np.random.Generator
) -> tuple[Floats, int]:
    """Start w⁰ and the number of classes that it tells apart.

    Parameters
    ----------
    loss : Loss
        Makes the first model of its kind.
    d, C : int
        Features, and classes that the labels show.
    start : (p,) array_like, optional
        Taken as it is, if given.
    rng : numpy.random.Generator
        Draws the weights of a network.

    Returns
    -------
    w : (p,) array
        Zeros, unless the loss knows better.
    C : int
        Classes of the model.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> start_model(Squared(), 2, 1, None, np.random.default_rng(0))
    (array([0., 0.]), 1)
    """
    if start is not None:
        w = _require.array("start", start, shape=(None,))
    elif isinstance(loss, StackedLoss):
        w = loss.initial(d, C, rng=rng)
    else:
        w = np.zeros(loss.n_params(d, C))
    return w, loss.n_classes(len(w), d) if isinstance(loss, StackedLoss) else C
