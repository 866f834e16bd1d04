"""FedAvg's mean, robust rules in its place, and attacks A1 to A3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy  # its part on distances is loaded where Krum needs it
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.fedopt.local import Client

__all__ = [
    "AGGREGATES",
    "Aggregate",
    "Attack",
    "LabelPoisoning",
    "RandomUpdate",
    "ScaledUpdate",
    "clipped_mean",
    "coordinate_median",
    "k_norm",
    "krum",
    "make_server",
    "weighted_mean",
]

Aggregate: TypeAlias = Callable[[Floats, Floats], Floats]


def __dir__() -> list[str]:
    return __all__


def weighted_mean(U: ArrayLike, weights: ArrayLike | None = None) -> Floats:
    """Mean of the updates, weighted by the clients' sample counts (eq-fedavg-update).

    Parameters
    ----------
    U : (k, p) array_like
        Row i is the update w_i − w of a client.
    weights : (k,) array_like, optional
        Non-negative, not all zero; equal if not given.

    Returns
    -------
    (p,) array
        Σ weights_i U_i / Σ weights_i.

    Raises
    ------
    ValueError
        If there is no update, or weights are negative or all zero.

    Examples
    --------
    >>> weighted_mean([[1.0, 0.0], [4.0, 3.0]], [2, 1])
    array([2., 1.])
    """
    U = _updates(U)
    m = np.ones(len(U)) if weights is None else _require.array("weights", weights, shape=(len(U),))
    if m.min() < 0 or m.sum() <= 0:
        raise ValueError(f"weights must be non-negative and not all zero, got {m.tolist()}")
    return np.asarray(m @ U / m.sum())


def coordinate_median(U: ArrayLike) -> Floats:
    """Median of each coordinate over the clients (eq-median).

    Parameters
    ----------
    U : (k, p) array_like
        Updates; with even k the two middle values are averaged.

    Returns
    -------
    (p,) array
        The medians; they stay bounded, whatever fewer than half of the clients send.

    Raises
    ------
    ValueError
        If there is no update.

    Notes
    -----
    Yin et al. (2018), *Byzantine-robust distributed learning*, ICML.

    Examples
    --------
    >>> coordinate_median([[0.0], [1.0], [1e9]])
    array([1.])
    """
    return np.asarray(np.median(_updates(U), axis=0))


def krum(U: ArrayLike, n_bad: int = 0) -> Floats:
    """Update that is closest to its k − n_bad − 2 nearest fellows (eq-krum).

    Parameters
    ----------
    U : (k, p) array_like
        Updates, k ≥ n_bad + 3; the guarantee of Krum's authors needs k ≥ 2 n_bad + 3.
    n_bad : int
        Number of malicious updates to be ready for.

    Returns
    -------
    (p,) array
        One of the rows; the first, on ties.

    Raises
    ------
    ValueError
        If k is too small.

    Notes
    -----
    Blanchard et al. (2017), *Machine learning with adversaries*, NeurIPS.

    Examples
    --------
    >>> krum([[0.0], [1.0], [1.5], [9.0]], n_bad=1)
    array([1.])
    """
    U = _updates(U)
    near = len(U) - _require.count("n_bad", n_bad) - 2
    if near < 1:
        raise ValueError(
            f"n_bad must leave k - n_bad - 2 >= 1 neighbours to Krum, got {n_bad} of k = {len(U)}"
        )
    squared = np.sort(scipy.spatial.distance.cdist(U, U, "sqeuclidean"), axis=1)
    return np.array(U[np.argmin(squared[:, 1 : near + 1].sum(axis=1))])  # column 0: itself


def k_norm(U: ArrayLike, n_bad: int = 0) -> Floats:
    """Mean of the k − n_bad updates of smallest norm (eq-k-norm).

    Parameters
    ----------
    U : (k, p) array_like
        Updates.
    n_bad : int
        Number of largest updates to leave out, less than k.

    Returns
    -------
    (p,) array
        Plain mean of the others.

    Raises
    ------
    ValueError
        If no update would be left.

    Examples
    --------
    >>> k_norm([[1.0], [3.0], [-100.0]], n_bad=1)
    array([2.])
    """
    U = _updates(U)
    keep = len(U) - _require.count("n_bad", n_bad, at_most=len(U) - 1)
    order = np.argsort(np.linalg.norm(U, axis=1), kind="stable")
    return np.asarray(U[order[:keep]].mean(axis=0))


def clipped_mean(U: ArrayLike) -> Floats:
    """Mean of the updates after shrinking those longer than the median norm to it (eq-clip).

    Parameters
    ----------
    U : (k, p) array_like
        Updates.

    Returns
    -------
    (p,) array
        The mean; its norm is at most the median norm.

    Raises
    ------
    ValueError
        If there is no update.

    Examples
    --------
    >>> clipped_mean([[1.0], [2.0], [900.0]])   # (1 + 2 + 2) / 3
    array([1.66666667])
    """
    U = _updates(U)
    norms = np.linalg.norm(U, axis=1)
    limit = np.median(norms)
    # min(1, limit / ‖u‖)
    shrink = np.divide(limit, norms, out=np.ones_like(norms), where=norms > limit)
    return np.asarray((shrink[:, np.newaxis] * U).mean(axis=0))


AGGREGATES: dict[str, Callable[[Floats, Floats, int], Floats]] = {
    "mean": lambda U, weights, n_bad: weighted_mean(U, weights),
    "simple": lambda U, weights, n_bad: weighted_mean(U),
    "median": lambda U, weights, n_bad: coordinate_median(U),
    "krum": lambda U, weights, n_bad: krum(U, n_bad),
    "knorm": lambda U, weights, n_bad: k_norm(U, n_bad),
    "clip": lambda U, weights, n_bad: clipped_mean(U),
}


def make_server(
    algorithm: object, aggregate: str | Callable[[Floats, Floats], ArrayLike], n_bad: int
) -> Aggregate:
    """Make the aggregation rule (U, weights) to update, ready for n_bad bad updates.

    Parameters
    ----------
    algorithm : Algorithm
        Those with ``own_aggregate`` take the default only.
    aggregate : str or callable
        A key of ``AGGREGATES``, or a rule of your own.
    n_bad : int
        Malicious updates to be ready for.

    Returns
    -------
    callable
        Updates (k, p) and sample counts (k,) to the aggregate (p,).

    Raises
    ------
    ValueError
        If there is no such rule, or the algorithm has its own.

    Examples
    --------
    >>> import numpy as np
    >>> rule = make_server(None, "median", 0)
    >>> rule(np.array([[0.0], [1.0], [9.0]]), np.ones(3))
    array([1.])
    """
    if getattr(algorithm, "own_aggregate", False) and aggregate != "mean":
        raise ValueError(
            f"aggregate must be left at 'mean' for {type(algorithm).__name__}, "
            f"which has a rule of its own, got {aggregate!r}"
        )
    if callable(aggregate):
        own = aggregate
        return lambda U, weights: _require.array(
            "aggregate(U, weights)", own(U, weights), shape=(U.shape[1],)
        )
    rule = AGGREGATES[_require.choice("aggregate", aggregate, AGGREGATES)]
    return lambda U, weights: rule(U, weights, n_bad)


def _updates(U: ArrayLike) -> Floats:
    rows = _require.array("U", U, shape=(None, None))
    if not len(rows):
        raise ValueError("U must hold at least one update, got none")
    return rows


@dataclass(frozen=True)
class Attack:
    """Malicious clients that still behave like all others; each attack changes what they do.

    Parameters
    ----------
    malicious : sequence of int
        Indices of the malicious clients.
    """

    malicious: Sequence[int]

    def poison(
        self, clients: Sequence[Client], C: int, *, rng: np.random.Generator
    ) -> list[Client]:
        """Return the training data that the clients use, here unchanged."""
        return list(clients)

    def tamper(self, U: Floats, bad: NDArray[np.bool_], *, rng: np.random.Generator) -> Floats:
        """Return the updates (k, p), here unchanged; ``bad`` (k,) marks the malicious ones."""
        return U


@dataclass(frozen=True)
class LabelPoisoning(Attack):
    """A1: malicious clients train on wrong labels (alg-attack-labels).

    Two classes are swapped; with more, every label is drawn anew, uniformly.

    Parameters
    ----------
    malicious : sequence of int
        Indices of the malicious clients.

    Examples
    --------
    >>> import numpy as np
    >>> attack = LabelPoisoning([1])
    >>> y = np.array([0, 1, 1])
    >>> clients = [(np.zeros((3, 1)), y), (np.zeros((3, 1)), y)]
    >>> poisoned = attack.poison(clients, 2, rng=np.random.default_rng(0))
    >>> [y.tolist() for X, y in poisoned]
    [[0, 1, 1], [1, 0, 0]]
    """

    def poison(
        self, clients: Sequence[Client], C: int, *, rng: np.random.Generator
    ) -> list[Client]:
        """Replace the labels of the malicious clients; C is the number of classes."""
        if C < 2:
            raise ValueError("attack must not poison labels of a regression, got targets y")
        poisoned = list(clients)
        for i in self.malicious:
            X, y = clients[i]
            poisoned[i] = (X, _swapped(y) if C == 2 else rng.integers(0, C, len(y)))
        return poisoned


@dataclass(frozen=True)
class RandomUpdate(Attack):
    """A2: malicious clients send noise N(0, std²) instead of their update (alg-attack-random).

    Parameters
    ----------
    malicious : sequence of int
        Indices of the malicious clients.
    std : float, optional
        Standard deviation; that of the entries of the honest update if not given.

    Examples
    --------
    >>> import numpy as np
    >>> attack = RandomUpdate([4], std=9.0)
    >>> rng = np.random.default_rng(0)
    >>> U = attack.tamper(np.ones((2, 3)), np.array([False, True]), rng=rng)
    >>> U == 1.0
    array([[ True,  True,  True],
           [False, False, False]])
    """

    std: float | None = None

    def __post_init__(self) -> None:
        """Check the deviation."""
        if self.std is not None:
            _require.number("std", self.std, at_least=0)

    def tamper(self, U: Floats, bad: NDArray[np.bool_], *, rng: np.random.Generator) -> Floats:
        """Replace the malicious rows of U (k, p) by noise."""
        std = U.std(axis=1, keepdims=True) if self.std is None else self.std
        return np.where(bad[:, np.newaxis], std * rng.standard_normal(U.shape), U)


@dataclass(frozen=True)
class ScaledUpdate(LabelPoisoning):
    """A3: malicious clients train on wrong labels and enlarge the result (alg-attack-scaled).

    Parameters
    ----------
    malicious : sequence of int
        Indices of the malicious clients.
    factor : float, optional
        Multiplies the update; the number k of updates in the round if not given, so that one
        malicious update replaces the whole mean.
    poisoned : bool
        Whether the labels are wrong too, as in the experiments of Li et al. (2021), *Ditto: fair
        and robust federated learning through personalization*, ICML.

    Examples
    --------
    >>> import numpy as np
    >>> attack = ScaledUpdate([0], factor=10.0)
    >>> rng = np.random.default_rng(0)
    >>> attack.tamper(np.ones((2, 1)), np.array([True, False]), rng=rng)
    array([[10.],
           [ 1.]])
    """

    factor: float | None = None
    poisoned: bool = True

    def __post_init__(self) -> None:
        """Check the factor."""
        if self.factor is not None:
            _require.number("factor", self.factor)

    def poison(
        self, clients: Sequence[Client], C: int, *, rng: np.random.Generator
    ) -> list[Client]:
        """Replace the labels as A1 does, if asked to."""
        return super().poison(clients, C, rng=rng) if self.poisoned else list(clients)

    def tamper(self, U: Floats, bad: NDArray[np.bool_], *, rng: np.random.Generator) -> Floats:
        """Multiply the malicious rows of U (k, p)."""
        factor = len(U) if self.factor is None else self.factor
        return np.where(bad[:, np.newaxis], factor * U, U)


def _swapped(y: Ints) -> Ints:
    """Labels 0/1 or -1/1 with the classes exchanged."""
    return -y if y.min() < 0 else 1 - y
