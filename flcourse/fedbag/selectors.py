"""Selectors for simulations: a round's clients from the round's number and a generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Ints
from flcourse.fedbag.clock import round_time, seconds_of
from flcourse.fedbag.groups import exhaustive, fedbag, fedcs, problem, random_clients

__all__ = ["AtRandom", "ByExhaustive", "ByFedBag", "ByFedCS"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False)
class _Timed:
    """What all selectors know: how long a round with given clients takes."""

    Z: ArrayLike
    train_time: ArrayLike
    upload_time: ArrayLike

    def seconds(self, chosen: Sequence[int] | ArrayLike) -> float:
        """Return the simulated duration of a round with these clients (eq-round-time)."""
        return round_time(self.train_time, self.upload_time, chosen)


@dataclass(frozen=True, eq=False)
class _Budgeted(_Timed):
    """Selectors under a time budget."""

    budget: float

    def __post_init__(self) -> None:
        """Check the problem once, before a simulation starts."""
        problem(self.Z, self.train_time, self.upload_time, self.budget)


@dataclass(frozen=True, eq=False)
class ByFedBag(_Budgeted):
    """Selector for simulations: FedBag in each round, with a fresh order (alg-fedbag).

    Parameters
    ----------
    Z, train_time, upload_time, budget, resolution
        As :func:`fedbag`.

    Examples
    --------
    >>> import numpy as np
    >>> Z = [[9, 1], [1, 9], [8, 0]]
    >>> select = ByFedBag(Z, [1, 2, 3], [1, 1, 1], budget=4)
    >>> chosen = select(0, np.random.default_rng(0))
    >>> chosen, select.seconds(chosen)
    (array([0, 1]), 4.0)
    """

    resolution: float = 1.0

    def __call__(self, t: int, rng: np.random.Generator) -> Ints:
        """Clients of round t."""
        times = self.train_time, self.upload_time
        return fedbag(self.Z, *times, self.budget, rng=rng, resolution=self.resolution).chosen


@dataclass(frozen=True, eq=False)
class ByFedCS(_Budgeted):
    """Selector for simulations: FedCS, the same clients in each round (alg-fedcs).

    Parameters
    ----------
    Z, train_time, upload_time, budget
        As :func:`fedcs`.

    Examples
    --------
    >>> ByFedCS([[9, 1], [1, 9]], [1, 2], [1, 1], budget=2)(0, None)
    array([0])
    """

    @cached_property
    def _chosen(self) -> Ints:
        return fedcs(self.Z, self.train_time, self.upload_time, self.budget).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Ints:
        """Clients of round t."""
        return self._chosen


@dataclass(frozen=True, eq=False)
class ByExhaustive(_Budgeted):
    """Selector for simulations: the most balanced group, the same in each round.

    Parameters
    ----------
    Z, train_time, upload_time, budget, max_size
        As :func:`exhaustive`.

    Examples
    --------
    >>> Z = [[9, 1], [1, 9], [2, 0]]
    >>> ByExhaustive(Z, [1, 2, 1], [1, 1, 1], budget=4)(0, None)
    array([0, 1])
    """

    max_size: int | None = None

    @cached_property
    def _chosen(self) -> Ints:
        times = self.train_time, self.upload_time
        return exhaustive(self.Z, *times, self.budget, max_size=self.max_size).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Ints:
        """Clients of round t."""
        return self._chosen


@dataclass(frozen=True, eq=False)
class AtRandom(_Timed):
    """Selector for simulations: k clients at random, however long they take.

    Parameters
    ----------
    Z, train_time, upload_time
        As :func:`fedbag`.
    k : int
        Clients per round.

    Examples
    --------
    >>> import numpy as np
    >>> select = AtRandom([[9, 1], [1, 9]], [1, 2], [1, 1], k=2)
    >>> select(0, np.random.default_rng(0))
    array([0, 1])
    """

    k: int

    def __post_init__(self) -> None:
        """Check the clients once, before a simulation starts."""
        train, _ = seconds_of(self.train_time, self.upload_time, len(np.asarray(self.Z)))
        _require.count("k", self.k, at_least=1, at_most=len(train))

    def __call__(self, t: int, rng: np.random.Generator) -> Ints:
        """Clients of round t."""
        return random_clients(len(np.asarray(self.train_time)), self.k, rng=rng)
