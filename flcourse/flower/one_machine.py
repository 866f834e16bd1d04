"""A federation on one machine: in this process, or in Flower's simulation engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from flwr.app import Context, Error, Message, RecordDict
from flwr.clientapp import ClientApp
from flwr.common.serde import message_from_proto, message_to_proto
from flwr.serverapp import Grid, ServerApp
from flwr.supercore.task_identity import TaskIdentity

from flcourse import _require
from flcourse.flower.node import Load, client_app
from flcourse.flower.rounds import Rounds

__all__ = ["InProcess", "run_engine"]

HERE = 1  # number of run, task and server; nodes are counted from the next one


def __dir__() -> list[str]:
    return __all__


class InProcess(Grid):
    """Nodes in this process: each message goes through Flower's wire format and is handled at once.

    Parameters
    ----------
    app : flwr.clientapp.ClientApp
        What the nodes run.
    clients : int
        Number of nodes; their partition ids are 0 … n − 1.
    settings : dict, optional
        Further node config by client, such as ``{0: {"train-time": 3.0}}``.

    Attributes
    ----------
    contexts : dict of Context
        By node: where its state lives.
    sent : int
        Bytes from the server to the nodes so far, as Flower would write them.
    received : int
        Bytes from the nodes to the server so far, as Flower would write them.

    Examples
    --------
    >>> from flcourse.flower import client_app
    >>> nodes = InProcess(client_app(lambda i: ([[1.0]], [0.0])), 3)
    >>> len(nodes.get_node_ids()), nodes.sent
    (3, 0)
    """

    def __init__(
        self,
        app: ClientApp,
        clients: int,
        settings: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        n = _require.count("clients", clients, at_least=1)
        TaskIdentity.task_id = TaskIdentity.run_id = TaskIdentity.node_id = HERE
        self.app, self.sent, self.received = app, 0, 0
        self.contexts = {
            HERE + 1 + i: Context(
                HERE,
                HERE + 1 + i,
                {"partition-id": i, **(settings or {}).get(i, {})},
                RecordDict(),
                {},
            )
            for i in range(n)
        }
        self.replies: dict[str, Message] = {}

    def get_node_ids(self) -> list[int]:
        """Nodes that are there; take one out of ``contexts`` and it is gone."""
        return list(self.contexts)

    def push_messages(self, messages: Iterable[Message]) -> list[str]:
        """Deliver messages and keep the replies."""
        return [self._deliver(message) for message in messages]

    def pull_messages(self, message_ids: Iterable[str]) -> list[Message]:
        """Hand out replies, once."""
        return [self.replies.pop(each) for each in message_ids if each in self.replies]

    def send_and_receive(
        self, messages: Iterable[Message], *, timeout: float | None = None
    ) -> list[Message]:
        """Deliver messages and return the replies."""
        return self.pull_messages(self.push_messages(messages))

    def _deliver(self, message: Message) -> str:
        name = uuid4().hex
        message.metadata.__dict__["_message_id"] = name  # as Flower's engine does
        request = message_to_proto(message)
        self.sent += request.ByteSize()
        reply = self._answer(message_from_proto(request))
        answer = message_to_proto(reply)
        self.received += answer.ByteSize()
        self.replies[name] = message_from_proto(answer)
        return name

    def _answer(self, message: Message) -> Message:
        node = message.metadata.dst_node_id
        if node not in self.contexts:  # the SuperLink says so, in its own name
            reply = Message(Error(code=5, reason="node is not there"), reply_to=message)
            reply.metadata.__dict__["_src_node_id"] = HERE
            return reply
        try:
            return self.app(message, self.contexts[node])
        except Exception as error:  # as on a real node, a failure is an answer, not the end
            return Message(
                Error(code=2, reason=f"{type(error).__name__}: {error}"), reply_to=message
            )

    def set_run(self, run: Any) -> None:
        """Accept any run: there is only one."""

    @property
    def run(self) -> Any:
        """None, for no record of the run is kept."""
        return None

    def create_message(self, *args: Any, **named: Any) -> Message:
        """Return a new message; Flower itself now asks for ``Message(...)`` instead."""
        return Message(*args, **named)


def run_engine(
    runs: Sequence[Rounds],
    load: Load,
    rounds: int,
    *,
    known: Sequence[type] = (),
    workers: int = 2,
) -> None:
    """Run strategies, one after the other, in Flower's simulation engine on Ray.

    Parameters
    ----------
    runs : sequence of Rounds
        All with the same number of clients; afterwards they hold the results. To start the engine
        takes seconds, so that several runs are better done together.
    load : callable
        As for :func:`client_app`; workers import it by name, or get a copy.
    rounds : int
        How many rounds of each.
    known : sequence of types
        As for :func:`client_app`.
    workers : int
        Processes that play the nodes.

    Raises
    ------
    RuntimeError
        If the engine fails. On a busy machine it may: Ray waits 30 seconds for its own start.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # or Ray reports home
    from flwr.simulation import run_simulation  # slow to import, and nodes have no use for it

    server = ServerApp()

    @server.main()
    def main(grid: Grid, context: Context) -> None:
        for run in runs:
            run.run(grid, rounds, wait=60.0)

    backend: Any = {
        "client_resources": {"num_cpus": 1.0, "num_gpus": 0.0},  # of a worker
        "init_args": {"num_cpus": workers},
    }
    nodes = client_app(load, known=known)
    run_simulation(server, nodes, runs[0].n, backend_config=backend)
