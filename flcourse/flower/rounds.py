"""A round on the server: who is there, who works, and `gather`, which makes the next model."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from functools import partial

import numpy as np
from flwr.app import ArrayRecord, ConfigRecord, Message, MessageType, MetricRecord, RecordDict
from flwr.serverapp import Grid
from flwr.serverapp.strategy import Result, Strategy
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.fedopt import Cohort, State
from flcourse.fedopt.algorithms import Halves, Sent
from flcourse.fedopt.federation import start_model
from flcourse.fedopt.local import Pool
from flcourse.fedopt.selectors import Select, chosen_clients, mark_late
from flcourse.fedopt.server import make_server
from flcourse.fedopt.simulation import finite, make_streams
from flcourse.flower.choices import Census, Choice
from flcourse.flower.wire import Card, Order, Rehearsal, arrays, unpack
from flcourse.losses import Loss, StackedLoss

__all__ = ["Rounds"]

LOG = logging.getLogger("flwr")
PAUSE = 0.2  # seconds between two looks for nodes that have yet to come


def __dir__() -> list[str]:
    return __all__


class Rounds(Strategy):
    """Rounds of :func:`flcourse.fedopt.simulate` as a strategy of Flower.

    Parameters
    ----------
    algorithm, loss : dataclass
        FedAvg, FedProx, QFedSGD, QFedAvg or Ditto, and a loss of the course.
    clients : int
        Number n of clients, whose nodes have the partition ids 0 … n − 1.
    select : callable or choice
        ``select(round, rng)`` as in `simulate`, or :class:`UniformChoice`, :class:`DPPChoice`,
        :class:`FedBagChoice`, which ask the nodes first.
    rng : numpy.random.Generator
        With the same seed, selection and batches are those of `simulate`.
    aggregate : str
        As in `simulate`; but the robust rules take no update for malicious.
    start : (p,) array_like, optional
        First global model, as in `simulate`.
    every : int, optional
        All nodes are asked for loss and accuracy every so many rounds, and after the last one.

    Attributes
    ----------
    w : (p,) array
        Global model.
    answered : list of (k,) array
        Clients whose work entered each round.
    device_loss : (n,) array
        Loss of each device, as its node last stated it; NaN for a node that did not answer.
    device_accuracy : (n,) array
        Accuracy of each device, as its node last stated it; NaN for a node that did not answer.

    Notes
    -----
    A client that is chosen but is not there, or does not answer before the round's timeout, or
    answers with an error or with arrays of the wrong shape, is left out of the round: what follows
    is `simulate` with a selector that had left it out. (Its draws of batches are skipped only if
    the server knew that it was gone; if it fails during a round, the next batches are others.)
    Nobody is late otherwise: ``stragglers`` and ``attack`` of `simulate` are what real networks
    bring by themselves.

    Compared with Flower's own strategies on one workload, as a test of this package measures it:
    *FedProx* there is FedAvg that sends ``proximal-mu`` along; the client must add the term, and
    the weights are whatever the client states as ``num-examples``; with the local solver of this
    course in the client, and all clients taking part, both give the same model up to rounding.
    *QFedAvg* there takes L = 1/client_learning_rate, as we do; it takes F_i as the client states
    it, adds 1e-10 to it, and sums without weights, like ours. Both give the same model up to about
    1e-9, while losses are far above 1e-10. In both strategies, Flower chooses nodes with the global
    generator of ``random``, so that no seed of yours repeats a run with partial participation; here
    the selection has a stream of random numbers of its own.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import FedAvg
    >>> from flcourse.flower import InProcess, UniformChoice, client_app
    >>> from flcourse.losses import Squared
    >>> rounds = Rounds(FedAvg(lr=0.25), Squared(), clients=2,
    ...                 select=UniformChoice(2), rng=np.random.default_rng(0))
    >>> # two nodes with the losses w² and (4 − w)²
    >>> nodes = InProcess(client_app(lambda i: ([[1.0]], [4.0 * i])), 2)
    >>> _ = rounds.run(nodes, 2)
    >>> rounds.w   # halfway to 2 in each round, as in simulate
    array([1.5])
    """

    def __init__(
        self,
        algorithm: Halves,
        loss: Loss | StackedLoss,
        *,
        clients: int,
        select: Select | Choice,
        rng: np.random.Generator,
        aggregate: str = "mean",
        start: ArrayLike | None = None,
        every: int | None = None,
    ) -> None:
        if not isinstance(algorithm, Halves):
            raise ValueError(f"algorithm must have two halves as FedAvg has, got {algorithm!r}")
        if getattr(algorithm, "keeps_rows", False):
            raise ValueError(
                "algorithm must keep nothing at its clients but a personal model: nodes would "
                f"forget the rest from round to round, got {algorithm!r}"
            )
        self.algorithm, self.loss = algorithm, loss
        self.n = _require.count("clients", clients, at_least=1)
        self.select = select
        self.streams = make_streams(rng, None)
        self.server = make_server(algorithm, aggregate, 0)
        self.start_w, self.every = start, every
        self.met: dict[int, int] = {}  # node → client, −1 for a node that takes no part
        self.nodes: dict[int, int] = {}  # client → node, of those that are there
        self.cards: dict[int, Card] = {}
        self.begun: set[int] = set()  # nodes that know w⁰
        self.answered: list[Ints] = []
        self.device_loss, self.device_accuracy = np.full((2, self.n), np.nan)

    @property
    def w(self) -> Floats:
        """Global model."""
        return self.state.w

    def run(
        self, grid: Grid, rounds: int, *, timeout: float = 600.0, wait: float = 600.0
    ) -> Result:
        """Wait for the clients, make the first model and do the rounds.

        Parameters
        ----------
        grid : flwr.serverapp.Grid
            Way to the nodes.
        rounds : int
            How many.
        timeout : float
            Seconds that a round waits for answers.
        wait : float
            Seconds to wait for the clients to come.

        Returns
        -------
        flwr.serverapp.strategy.Result
            Flower's record of the run; arrays["w"] is the model.

        Raises
        ------
        TimeoutError
            If not all clients have come.
        FloatingPointError
            As in `simulate`.
        """
        self.last = _require.count("rounds", rounds, at_least=1)
        deadline = time.monotonic() + wait
        while self._greet(grid, wait) < self.n:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.n} clients must come in {wait} s, got {[*self.nodes]}")
            time.sleep(PAUSE)
        self.begin(Census.of(self.cards))
        first = arrays(w=self.w)
        return self.start(grid, first, num_rounds=rounds, timeout=timeout)

    def begin(self, census: Census) -> None:
        """Make the selector and the first model, and forget all rounds."""
        if callable(self.select):
            self.selector: Select = self.select
        else:
            self.selector = self.select.selector(census)
        self.sizes = census.sizes
        work = self.streams["work"]
        w, _ = start_model(self.loss, census.features, census.classes, self.start_w, work)
        self.first, self.state = w, State(w)

    def _greet(self, grid: Grid, timeout: float) -> int:
        """Ask new nodes who they are; return how many clients are there."""
        here = set(grid.get_node_ids())
        counts = bool(getattr(self.select, "needs_counts", False))
        ask = RecordDict({"ask": ConfigRecord({"counts": counts})})
        letters = [Message(ask, node, MessageType.QUERY) for node in sorted(here - set(self.met))]
        for reply in grid.send_and_receive(letters, timeout=timeout) if letters else []:
            node = reply.metadata.src_node_id
            if node not in here:
                continue  # it left again: the SuperLink answers for it
            self.met[node] = -1 if reply.has_error() else self._enter(Card.unpack(reply.content))
            if self.met[node] < 0:
                why = (
                    reply.error.reason if reply.has_error() else f"partition-id not below {self.n}"
                )
                LOG.warning("node %s takes no part: %s", node, why)
        # A client that comes back is a new node: the last one with its partition id counts.
        self.nodes = {i: node for node, i in self.met.items() if node in here and i >= 0}
        return len(self.nodes)

    def _enter(self, card: Card) -> int:
        """Note the card of a client; what it first says about its data stays."""
        if card.partition >= self.n:
            return -1
        self.cards.setdefault(card.partition, card)
        return card.partition

    # -------------------------------------------------------------- what Flower calls in a round

    def configure_train(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        """Choose clients as `simulate` does and write their orders."""
        self._greet(grid, timeout=60.0)
        stream = self.streams["select"]
        chosen = chosen_clients(self.selector, server_round - 1, stream, self.n)
        mark_late(len(chosen), 0.0, stream)  # `simulate` draws here too
        chosen = chosen[[i in self.nodes for i in chosen.tolist()]]
        plan = Rehearsal(self.sizes)
        self.cohort = self._cohort(plan, chosen)
        _, self.expected = self.algorithm.local(self.state, self.cohort)
        return [
            self._letter(i, MessageType.TRAIN, server_round, tuple(plan.places.get(i, ())))
            for i in chosen.tolist()
        ]

    def aggregate_train(
        self, server_round: int, replies: Iterable[Message]
    ) -> tuple[ArrayRecord, MetricRecord]:
        """Let the algorithm gather what arrived, in the order of the clients."""
        came = {i: sent for i, sent in map(self._read, replies) if sent is not None}
        asked = self.cohort.chosen
        cohort = self.cohort.keep(np.isin(asked, list(came)))
        if came:
            rows = [came[i] for i in cohort.chosen.tolist()]
            sent: Sent = {name: np.stack([row[name] for row in rows]) for name in self.expected}
            gather = partial(self.algorithm.gather, self.state, cohort, sent)
            self.state = finite(gather, server_round - 1)
        self.answered.append(cohort.chosen)
        return arrays(w=self.w), MetricRecord({"asked": len(asked), "answered": len(came)})

    def configure_evaluate(
        self, server_round: int, arrays: ArrayRecord, config: ConfigRecord, grid: Grid
    ) -> Iterable[Message]:
        """Ask all nodes that are there how good their models are, if it is time to."""
        if server_round != self.last and (not self.every or server_round % self.every):
            return []
        self._greet(grid, timeout=60.0)
        return [self._letter(i, MessageType.EVALUATE, server_round) for i in sorted(self.nodes)]

    def aggregate_evaluate(
        self, server_round: int, replies: Iterable[Message]
    ) -> MetricRecord | None:
        """Note loss and accuracy of each device; return their means over all samples."""
        good = [reply for reply in replies if not reply.has_error()]
        if not good:
            return None
        self.device_loss, self.device_accuracy = np.full((2, self.n), np.nan)
        for reply in good:
            i, told = self.met[reply.metadata.src_node_id], reply.content.metric_records["measured"]
            self.device_loss[i], self.device_accuracy[i] = told["loss"], told["accuracy"]
        there = np.isfinite(self.device_loss)
        loss, right = (
            float(np.average(values[there], weights=self.sizes[there]))
            for values in (self.device_loss, self.device_accuracy)
        )
        return MetricRecord({"loss": loss, "accuracy": right, "devices": int(there.sum())})

    def summary(self) -> None:
        """Say in the log what will be done."""
        LOG.info("\t%s, %s, %s of %s clients", self.algorithm, self.loss, self.select, self.n)

    def _cohort(self, clients: Pool, chosen: Ints) -> Cohort:
        on_time = np.zeros(len(chosen), dtype=bool)
        return Cohort(clients, chosen, on_time, self.server, None, self.streams["work"])

    def _letter(
        self, i: int, kind: str, server_round: int, places: tuple[str, ...] = ()
    ) -> Message:
        node = self.nodes[i]
        personal = getattr(self.algorithm, "keeps_personal", False)
        start = self.first if personal and node not in self.begun else None
        self.begun.add(node)
        order = Order(self.algorithm, self.loss, self.w, start, places)
        return Message(order.pack(), node, kind, group_id=str(server_round))

    def _read(self, reply: Message) -> tuple[int, dict[str, Floats] | None]:
        """Client and what it sent; None if that cannot be used."""
        # For a node that is gone the SuperLink answers, in its own name.
        i = self.met.get(reply.metadata.src_node_id, -1)
        if reply.has_error() or i < 0:
            why = reply.error.reason if reply.has_error() else "unknown node"
            LOG.warning("client %s did not work: %s", i if i >= 0 else "(gone)", why)
            return i, None
        sent = unpack(reply.content.array_records["sent"])
        for name, rows in self.expected.items():
            if name not in sent or sent[name].shape != rows.shape[1:]:
                LOG.warning("client %s must send %s of shape %s", i, name, rows.shape[1:])
                return i, None
        return i, sent
