"""A round on a node: an order comes in, `local` trains, the update leaves, own models stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from flwr.app import Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats
from flcourse.data import label_counts
from flcourse.fedopt import Cohort, State
from flcourse.fedopt.federation import count_classes
from flcourse.fedopt.local import AnyPool, Client, as_clients, pool
from flcourse.fedopt.server import make_server
from flcourse.flower.wire import Card, Order, Placed, arrays, unpack
from flcourse.losses import StackedLoss

__all__ = ["Load", "client_app", "measure", "work"]

Load: TypeAlias = Callable[[int], tuple[ArrayLike, ArrayLike]]


def __dir__() -> list[str]:
    return __all__


def client_app(load: Load, *, known: Sequence[type] = ()) -> ClientApp:
    """Make the app of a node: it trains and measures as orders say, on its own data.

    Parameters
    ----------
    load : callable
        ``load(partition)`` returns (X, y) of that client; a node only asks for its own, whose
        number is ``partition-id`` in its node config. It is called for every message: cache what
        is slow to read.
    known : sequence of types
        Dataclasses of algorithms and losses beyond those of the course that an order may name.

    Returns
    -------
    flwr.clientapp.ClientApp
        The app, which answers query (with a :class:`Card`), train and evaluate.

    Examples
    --------
    >>> app = client_app(lambda partition: ([[1.0]], [4.0 * partition]))
    >>> type(app).__name__
    'ClientApp'
    """
    app = ClientApp()

    @app.query()
    def query(message: Message, context: Context) -> Message:
        want_counts = bool(message.content.config_records["ask"]["counts"])
        card = _card(_own(load, context), context, want_counts)
        return Message(card.pack(), reply_to=message)

    @app.train()
    def train(message: Message, context: Context) -> Message:
        order = Order.unpack(message.content, known)
        sent = work(order, _own(load, context), context.state)
        return Message(RecordDict({"sent": arrays(**sent)}), reply_to=message)

    @app.evaluate()
    def evaluate(message: Message, context: Context) -> Message:
        order = Order.unpack(message.content, known)
        own = _own(load, context)
        measured = MetricRecord(measure(order, own, context.state))
        return Message(RecordDict({"measured": measured}), reply_to=message)

    return app


def work(order: Order, client: Client, state: RecordDict) -> dict[str, Floats]:
    """Do the local half of a round on a node: the algorithm's ``local`` with a cohort of one.

    Parameters
    ----------
    order : Order
        What the server asks.
    client : (X, y)
        The node's own samples.
    state : RecordDict
        What the node keeps from message to message; the personal model is renewed in it.

    Returns
    -------
    dict of arrays
        What the node sends, as far as the algorithm needs it: ``W``, its local model (p,); ``G``,
        its gradient (p,); ``F``, its loss, a single number.

    Examples
    --------
    >>> import json
    >>> import numpy as np
    >>> from flwr.app import RecordDict
    >>> from flcourse.fedopt import FedAvg
    >>> from flcourse.flower import Order
    >>> from flcourse.losses import Squared
    >>> place = json.dumps(np.random.default_rng(0).bit_generator.state)
    >>> order = Order(FedAvg(lr=0.25), Squared(), np.zeros(1), places=(place,))
    >>> work(order, (np.ones((1, 1)), np.array([4.0])), RecordDict())
    {'W': array([2.])}
    """
    own = Placed(_pool(order, client), order.places)
    server = make_server(order.algorithm, "mean", 0)  # it stands elsewhere: ``local`` has no use
    alone = np.array([0])
    cohort = Cohort(own, alone, alone > 0, server, None, np.random.default_rng(0))
    before = State(order.w, personal=_personal(order, state))
    after, sent = order.algorithm.local(before, cohort)
    if after.personal is not None:
        state["personal"] = arrays(v=after.personal[0])
    return {name: rows[0] for name, rows in sent.items()}


def measure(order: Order, client: Client, state: RecordDict) -> dict[str, Any]:
    """Loss and accuracy on a node of the model that it would use, the personal one if it has one.

    Parameters
    ----------
    order, client, state
        As in :func:`work`.

    Returns
    -------
    dict
        ``loss``, ``accuracy`` and ``samples``: three numbers, no model.

    Examples
    --------
    >>> import numpy as np
    >>> from flwr.app import RecordDict
    >>> from flcourse.fedopt import FedAvg
    >>> from flcourse.flower import Order
    >>> from flcourse.losses import Softmax
    >>> order = Order(FedAvg(lr=0.25), Softmax(), np.zeros(4))
    >>> got = measure(order, (np.ones((2, 1)), np.array([0, 1])), RecordDict())
    >>> got["accuracy"], got["samples"]
    (0.5, 2)
    """
    own, everyone = _pool(order, client), np.array([0])
    personal = _personal(order, state)
    w = order.w if personal is None else personal[0]
    loss, right = own.values(everyone, w), own.accuracies(everyone, w)
    return {"loss": float(loss[0]), "accuracy": float(right[0]), "samples": int(own.sizes[0])}


def _own(load: Load, context: Context) -> Client:
    """Load the data of this node."""
    if "partition-id" not in context.node_config:
        raise ValueError(
            "node-config must say which client this node is, e.g. partition-id=0, "
            f"got {dict(context.node_config)}"
        )
    i = _require.count("partition-id", context.node_config["partition-id"])
    return as_clients(f"load({i})", [load(i)])[0]


def _card(client: Client, context: Context, want_counts: bool) -> Card:
    X, y = client
    classes = count_classes(y)
    seconds = {
        name.replace("-", "_"): float(context.node_config[name])
        for name in ("train-time", "upload-time")
        if name in context.node_config
    }
    counts = label_counts([client], classes)[0].tolist() if want_counts else ()
    where = int(context.node_config["partition-id"])
    return Card(where, len(y), X.shape[1], classes, tuple(counts), **seconds)


def _pool(order: Order, client: Client) -> AnyPool:
    classes = 1
    if isinstance(order.loss, StackedLoss):
        classes = order.loss.n_classes(len(order.w), client[0].shape[1])
    return pool(order.loss, [client], classes)


def _personal(order: Order, state: RecordDict) -> Floats | None:
    """Personal model (1, p) of this node, if the algorithm keeps one; it begins at w⁰."""
    if not getattr(order.algorithm, "keeps_personal", False):
        return None
    if order.start is not None:
        state["personal"] = arrays(v=order.start)
    if "personal" not in state:
        raise ValueError("order must bring start to a node that has no personal model yet")
    return unpack(state.array_records["personal"])["v"][np.newaxis]
