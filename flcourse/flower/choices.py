"""Selectors that first ask the clients: what they need to know, and what that reveals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from flcourse._types import Floats, Ints
from flcourse.dpp import KDPP, label_kernel
from flcourse.fedbag import ByFedBag
from flcourse.fedopt import uniform
from flcourse.fedopt.selectors import Select
from flcourse.flower.wire import Card

__all__ = ["Census", "Choice", "DPPChoice", "FedBagChoice", "UniformChoice"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Census:
    """What the nodes say before the first round, one entry per client.

    Attributes
    ----------
    sizes : (n,) array of int
        Number of samples.
    features : int
        Number d of features, the same at all clients.
    classes : int
        Number C of classes over all clients, 1 for a regression.
    Z : (n, C) array of int
        Label counts; all zero unless the selector asks for them.
    train_time : (n,) array
        Seconds that training takes, as the nodes' owners state them.
    upload_time : (n,) array
        Seconds that an upload takes, as the nodes' owners state them.
    """

    sizes: Ints
    features: int
    classes: int
    Z: Ints
    train_time: Floats
    upload_time: Floats

    @classmethod
    def of(cls, cards: dict[int, Card]) -> Census:
        """Put the cards of clients 0 … n − 1 together.

        Examples
        --------
        >>> from flcourse.flower import Card
        >>> cards = {0: Card(0, 5, 2, 2, (4, 1)), 1: Card(1, 3, 2, 3, (0, 0, 3))}
        >>> Census.of(cards).Z.tolist()
        [[4, 1, 0], [0, 0, 3]]
        """
        rows = [cards[i] for i in range(len(cards))]
        features = {card.features for card in rows}
        if len(features) > 1:
            raise ValueError(f"clients must have the same features, got {sorted(features)}")
        seen = [card.classes for card in rows]
        classes = 1 if min(seen) == 1 else max(seen)
        Z = np.zeros((len(rows), classes), dtype=np.int64)
        for z, card in zip(Z, rows, strict=True):
            z[: len(card.counts)] = card.counts[:classes]
        sizes = np.array([card.samples for card in rows])
        train, upload = (
            np.array([getattr(card, name) for card in rows])
            for name in ("train_time", "upload_time")
        )
        return cls(sizes, features.pop(), classes, Z, train, upload)


class Choice(Protocol):
    """A selector that needs to know the clients first."""

    needs_counts: ClassVar[bool]

    def selector(self, census: Census) -> Select:
        """Make ``select(round, rng)`` for these clients."""


@dataclass(frozen=True)
class UniformChoice:
    """k clients, all sets equally likely: :func:`flcourse.fedopt.uniform`. Reveals nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.flower import Card
    >>> census = Census.of({0: Card(0, 5, 2, 2), 1: Card(1, 3, 2, 2)})
    >>> UniformChoice(2).selector(census)(0, np.random.default_rng(0)).tolist()
    [0, 1]
    """

    k: int
    needs_counts: ClassVar[bool] = False

    def selector(self, census: Census) -> Select:
        """Make the selector."""
        return uniform(len(census.sizes), self.k)


@dataclass(frozen=True)
class DPPChoice:
    """k clients with unlike label counts: :meth:`flcourse.dpp.KDPP.select`. Reveals the counts.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.flower import Card
    >>> labels = [(4, 0), (4, 0), (0, 4)]
    >>> twins = {i: Card(i, 4, 2, 2, counts) for i, counts in enumerate(labels)}
    >>> select = DPPChoice(2).selector(Census.of(twins))
    >>> chosen = select(0, np.random.default_rng(0))
    >>> 2 in chosen   # the first two are copies of each other: never together
    True
    """

    k: int
    ridge: float = 0.0
    needs_counts: ClassVar[bool] = True

    def selector(self, census: Census) -> Select:
        """Make the selector."""
        return KDPP(label_kernel(census.Z, ridge=self.ridge), self.k).select


@dataclass(frozen=True)
class FedBagChoice:
    """Balanced labels within a time budget: :class:`flcourse.fedbag.ByFedBag`. Reveals the counts.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.flower import Card
    >>> labels = [(4, 0), (3, 1), (0, 4)]
    >>> cards = {i: Card(i, 4, 2, 2, counts) for i, counts in enumerate(labels)}
    >>> select = FedBagChoice(budget=3.0).selector(Census.of(cards))
    >>> select(0, np.random.default_rng(0)).tolist()
    [0, 2]
    """

    budget: float
    needs_counts: ClassVar[bool] = True

    def selector(self, census: Census) -> Select:
        """Make the selector."""
        return ByFedBag(census.Z, census.train_time, census.upload_time, self.budget)
