"""What crosses the wire between server and nodes, and how both find the same place in a stream."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.fedopt import Ditto, FedAvg, FedProx, QFedAvg, QFedSGD
from flcourse.fedopt.local import AnyPool, Pool, epoch_order
from flcourse.flower.cnn import CNN
from flcourse.losses import MLP, Logistic, Softmax, Squared

__all__ = [
    "ALGORITHMS",
    "LOSSES",
    "Card",
    "Order",
    "Placed",
    "Rehearsal",
    "arrays",
    "from_text",
    "to_text",
    "unpack",
]


def __dir__() -> list[str]:
    return __all__


# An order names a class and its numbers; a node builds it only if it knows the class.
ALGORITHMS: tuple[type, ...] = (FedAvg, FedProx, QFedSGD, QFedAvg, Ditto)
LOSSES: tuple[type, ...] = (Squared, Logistic, Softmax, MLP, CNN)


def to_text(thing: Any) -> str:
    """Write a frozen dataclass as JSON: its class and its fields, no code.

    Examples
    --------
    >>> from flcourse.fedopt import FedAvg
    >>> to_text(FedAvg(lr=0.5, batch=10))
    '{"class": "FedAvg", "lr": 0.5, "epochs": 1, "batch": 10}'
    """
    if not is_dataclass(thing) or isinstance(thing, type):
        raise ValueError(f"algorithm and loss must be dataclasses to be sent, got {thing!r}")
    return json.dumps({"class": type(thing).__name__, **asdict(thing)})


def from_text(text: str, known: Iterable[type]) -> Any:
    """Build what :func:`to_text` wrote, if its class is one of the known ones.

    Examples
    --------
    >>> from flcourse.flower.wire import LOSSES
    >>> from_text('{"class": "MLP", "hidden": [8, 4]}', LOSSES)
    MLP(hidden=(8, 4))
    """
    fields = json.loads(text)
    classes = {each.__name__: each for each in known}
    name = _require.choice("class", fields.pop("class"), classes)
    numbers = {k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()}
    return classes[name](**numbers)


def arrays(**named: Floats) -> ArrayRecord:
    """Pack arrays: float64 stays float64, bit for bit."""
    return ArrayRecord({name: Array(np.asarray(value)) for name, value in named.items()})


def unpack(record: ArrayRecord) -> dict[str, Floats]:
    """Arrays of a record by name."""
    return {name: array.numpy() for name, array in record.items()}


@dataclass(frozen=True)
class Order:
    """What the server asks of a node in a round.

    Attributes
    ----------
    algorithm : dataclass
        Algorithm whose local step the node computes.
    loss : dataclass
        Loss that the node minimises.
    w : (p,) array
        Global model.
    start : (p,) array or None
        First global model, for a node whose personal model starts now.
    places : tuple of str
        Where the stream of batches stands at each call of the local solver.
    """

    algorithm: Any
    loss: Any
    w: Floats
    start: Floats | None = None
    places: tuple[str, ...] = ()

    def pack(self) -> RecordDict:
        """Make the records of the message."""
        texts = {"algorithm": to_text(self.algorithm), "loss": to_text(self.loss)}
        models = {"w": self.w} if self.start is None else {"w": self.w, "start": self.start}
        config = ConfigRecord({**texts, "places": list(self.places)})
        return RecordDict({"order": config, "models": arrays(**models)})

    @classmethod
    def unpack(cls, content: RecordDict, known: Sequence[type] = ()) -> Order:
        """Read the order on the node."""
        config: Mapping[str, Any] = content.config_records["order"]
        models = unpack(content.array_records["models"])
        algorithm = from_text(config["algorithm"], [*ALGORITHMS, *known])
        loss = from_text(config["loss"], [*LOSSES, *known])
        return cls(algorithm, loss, models["w"], models.get("start"), tuple(config["places"]))


@dataclass(frozen=True)
class Card:
    """What a node says about itself when it is asked.

    Attributes
    ----------
    partition : int
        Which client it is, 0 … n − 1.
    samples : int
        Number m of its samples.
    features : int
        Number d of features.
    classes : int
        Number of classes that its own labels show.
    counts : tuple of int
        Samples of each class, if the selector needs them: this is what selection reveals.
    train_time : float
        Seconds that training takes, as its owner states them.
    upload_time : float
        Seconds that an upload takes, as its owner states them.
    """

    partition: int
    samples: int
    features: int
    classes: int
    counts: tuple[int, ...] = ()
    train_time: float = 1.0
    upload_time: float = 1.0

    def pack(self) -> RecordDict:
        """Make the records of the reply."""
        fields = {name: value for name, value in asdict(self).items() if name != "counts"}
        return RecordDict({"card": MetricRecord({**fields, "counts": list(self.counts)})})

    @classmethod
    def unpack(cls, content: RecordDict) -> Card:
        """Read the reply on the server."""
        fields: Mapping[str, Any] = content["card"]
        return cls(**{**fields, "counts": tuple(fields["counts"])})


class Rehearsal(Pool):
    """Clients elsewhere: their work is not done, but its place in the stream is noted.

    `simulate` shuffles all batches with one generator, client after client. The server goes
    through the same draws, which costs little, and tells each node where its own begin.

    Parameters
    ----------
    sizes : (n,) array of int
        Samples of the clients.
    """

    def __init__(self, sizes: Ints) -> None:
        self.sizes = sizes
        self.places: dict[int, list[str]] = {}

    def train(
        self,
        chosen: Ints,
        start: Floats,
        *,
        epochs: Ints,
        batch: int | None,
        rng: np.random.Generator,
        **solver: Any,
    ) -> Floats:
        """Draw what :meth:`Pool.train` would draw; the models are only placeholders."""
        for i, e in zip(chosen.tolist(), epochs.tolist(), strict=True):
            self.places.setdefault(i, []).append(json.dumps(rng.bit_generator.state))
            m = int(self.sizes[i])
            for _ in range(e):
                epoch_order(m, m if batch is None else min(m, batch), rng)
        return np.zeros((len(chosen), start.shape[-1]))

    def values(self, chosen: Ints, W: Floats) -> Floats:
        """Placeholders of the losses."""
        return np.zeros(len(chosen))

    def gradients(self, chosen: Ints, w: Floats) -> Floats:
        """Placeholders of the gradients."""
        return np.zeros((len(chosen), len(w)))


class Placed(Pool):
    """One client's data, whose solver starts each call at the place that the server noted.

    Parameters
    ----------
    own : Pool or Packed
        The data.
    places : sequence of str
        States of the generator, one for each call.
    """

    def __init__(self, own: AnyPool, places: Sequence[str]) -> None:
        self.own, self.sizes, self.places = own, own.sizes, iter(places)

    def train(
        self, chosen: Ints, start: Floats, *, rng: np.random.Generator, **solver: Any
    ) -> Floats:
        """Compute what :meth:`Pool.train` does, with the generator of the place."""
        rng = np.random.default_rng(0)
        rng.bit_generator.state = json.loads(next(self.places))
        return self.own.train(chosen, start, rng=rng, **solver)

    def values(self, chosen: Ints, W: Floats) -> Floats:
        """Return the losses, as the pool of this client computes them."""
        return self.own.values(chosen, W)

    def gradients(self, chosen: Ints, w: Floats) -> Floats:
        """Return the gradients, as the pool of this client computes them."""
        return self.own.gradients(chosen, w)
