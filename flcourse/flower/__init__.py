r"""Deployment: the algorithms of fedopt on Flower, a network between server and clients.

How a reader runs it
--------------------
Install the package once. The second line is needed in every terminal, because Flower reports home
otherwise:

.. code-block:: sh

    pip install "flcourse[flower]"
    export FLWR_TELEMETRY_ENABLED=0 FLWR_DISABLE_UPDATE_CHECK=1

Make an app; run it with all clients in one process; then in Flower's simulation engine, whose
workers are processes (Ray):

.. code-block:: sh

    python -m flcourse.flower new myfed        # app/ (what is sent), tls/, flwr/ (FLWR_HOME)
    python -m flcourse.flower rehearse myfed --set "algorithm='Ditto'"
    python -m flcourse.flower simulate myfed --set "algorithm='Ditto'"

Then for real, each server and node in a terminal of its own, on one machine or on several (on
several: ``new myfed --host server.example.org``, that name in the place of 127.0.0.1, and ``--host
0.0.0.0`` for the SuperLink):

.. code-block:: sh

    flower-superlink --port 9092 --disable-runtime-dependency-installation \
        --ssl-ca-certfile myfed/tls/ca.pem --ssl-certfile myfed/tls/server.pem \
        --ssl-keyfile myfed/tls/server.key
    flower-supernode --superlink 127.0.0.1:9092 --root-certificates myfed/tls/ca.pem \
        --port 9100 --node-config "partition-id=0"      # and 9101 for 1, 9102 for 2
    FLWR_HOME=$PWD/myfed/flwr flwr run myfed/app mine --stream \
        --run-config "algorithm='Ditto' save='/where/you/like/model.npz'"

The SuperLink serves nodes, submissions and its own processes on one HTTP port; the options for
other addresses that older texts show have no effect. What can be set stands in
``app/pyproject.toml``; :func:`configure` reads it.

Where things are
----------------
A message to a node carries an :class:`Order`: names and numbers of algorithm and loss (no code),
the global model, and where the stream of batches stands. The reply carries the local model and,
for q-FFL, a loss or a gradient. Ditto's personal models stay in the ``Context.state`` of their
nodes, and are lost with the process of the node. When it is first asked, a node shows its
:class:`Card`; with a selector that needs them (DPP, FedBag) this holds its label counts.

For those who read the source: ``app.py`` and ``rounds.py`` run at the server, with the selectors of
``choices.py``; ``node.py`` runs at each client; ``wire.py`` is what goes between them;
``one_machine.py`` plays all parts on one machine; ``new.py`` and ``command.py`` make and start an
app; ``cnn.py`` is a loss on PyTorch.
"""

try:
    import flwr as _flwr  # noqa: F401 - so that all modules below can rely on it
except ImportError as error:  # pragma: no cover - the environment of the tests has it
    raise ImportError(
        "flcourse.flower needs Flower, which the core does without: pip install 'flcourse[flower]'"
    ) from error

from flcourse.flower.app import configure, save, server_app
from flcourse.flower.choices import Census, Choice, DPPChoice, FedBagChoice, UniformChoice
from flcourse.flower.cnn import CNN
from flcourse.flower.command import main
from flcourse.flower.new import certificates, connection, new_app
from flcourse.flower.node import Load, client_app, measure, work
from flcourse.flower.one_machine import InProcess, run_engine
from flcourse.flower.rounds import Rounds
from flcourse.flower.wire import Card, Order

__all__ = [
    "CNN",
    "Card",
    "Census",
    "Choice",
    "DPPChoice",
    "FedBagChoice",
    "InProcess",
    "Load",
    "Order",
    "Rounds",
    "UniformChoice",
    "certificates",
    "client_app",
    "configure",
    "connection",
    "main",
    "measure",
    "new_app",
    "run_engine",
    "save",
    "server_app",
    "work",
]


def __dir__() -> list[str]:
    return __all__
