r"""The algorithms of fedopt on Flower: the same rounds, with a network between server and clients.

How a reader runs it
--------------------
Once: ``pip install "flcourse[flower]"``, and in every terminal ``export FLWR_TELEMETRY_ENABLED=0
FLWR_DISABLE_UPDATE_CHECK=1``, as Flower reports home otherwise. Make an app; run it with all
clients in one process; then in Flower's simulation engine, whose workers are processes (Ray):

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
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

try:
    from flwr.app import Context
    from flwr.serverapp import Grid, ServerApp
except ImportError as error:  # pragma: no cover - the environment of the tests has it
    raise ImportError(
        "flcourse.flower needs Flower, which the core does without: pip install 'flcourse[flower]'"
    ) from error

from flcourse import _require
from flcourse._flower_local import InProcess, run_engine
from flcourse._flower_new import certificates, connection, new_app
from flcourse._flower_node import Load, client_app, measure, work
from flcourse._flower_server import Census, Choice, DPPChoice, FedBagChoice, Rounds, UniformChoice
from flcourse._flower_torch import CNN
from flcourse._flower_wire import ALGORITHMS, LOSSES, Card, Order

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


def configure(config: Mapping[str, Any]) -> Rounds:
    """Make the strategy that a run config describes.

    Parameters
    ----------
    config : mapping
        ``algorithm`` and ``loss`` name dataclasses; their fields are keys too, with - for _
        (``lr``, ``epochs``, ``batch``, ``mu``, ``q-ffl``, ``lam``, ``lipschitz``, …; a batch of 0
        is all samples; ``hidden`` is text such as "32 16"). ``clients`` is n, ``select`` is
        "uniform" or "dpp" (with ``k``) or "fedbag" (with ``budget``), ``seed`` starts all streams.

    Returns
    -------
    Rounds

    Raises
    ------
    ValueError
        If a name is not known or a number that is needed is missing.

    Examples
    --------
    >>> config = {"algorithm": "QFedAvg", "q-ffl": 1.0, "lr": 0.1, "batch": 0, "clients": 3,
    ...           "loss": "Softmax", "select": "dpp", "k": 2, "seed": 7}
    >>> rounds = configure(config)
    >>> rounds.algorithm, rounds.select
    (QFedAvg(q_ffl=1.0, lr=0.1, epochs=1, batch=None), DPPChoice(k=2, ridge=0.0))
    """
    choices = {"uniform": UniformChoice, "dpp": DPPChoice, "fedbag": FedBagChoice}
    loss, seed = _build("loss", LOSSES, config), _require.count("seed", _get(config, "seed"))
    return Rounds(
        _build("algorithm", ALGORITHMS, config),
        loss,
        clients=_require.count("clients", _get(config, "clients"), at_least=1),
        select=_fill(
            "select", choices[_require.choice("select", _get(config, "select"), choices)], config
        ),
        rng=np.random.default_rng(seed),
        start=loss.first_model(seed) if isinstance(loss, CNN) else None,
    )


def server_app(make: Callable[[Mapping[str, Any]], Rounds] = configure) -> ServerApp:
    """Make the app of the server: the rounds that the run config asks for.

    Parameters
    ----------
    make : callable
        Run config to strategy. With an own one, `select` can be any ``select(round, rng)``.

    Returns
    -------
    flwr.serverapp.ServerApp
        Reads ``rounds``, ``timeout`` (seconds that a round waits for answers) and ``save``, a file
        for the result (:func:`save`) on the server's machine, if not empty.

    Examples
    --------
    >>> type(server_app()).__name__
    'ServerApp'
    """
    app = ServerApp()

    @app.main()
    def run(grid: Grid, context: Context) -> None:
        config = context.run_config
        rounds = make(config)
        rounds.run(grid, int(_get(config, "rounds")), timeout=float(config.get("timeout", 600)))
        if config.get("save"):
            save(rounds, str(config["save"]))

    return app


def save(rounds: Rounds, path: str | Path) -> None:
    """Write ``w``, ``device_loss``, ``device_accuracy`` and ``answered`` (rounds, n) as .npz.

    Parameters
    ----------
    rounds : Rounds
        After its run.
    path : path-like
        File to write.
    """
    answered = np.array([np.isin(np.arange(rounds.n), chosen) for chosen in rounds.answered])
    np.savez(
        path,
        w=rounds.w,
        device_loss=rounds.device_loss,
        device_accuracy=rounds.device_accuracy,
        answered=answered,
    )


def _build(kind: str, known: Sequence[type], config: Mapping[str, Any]) -> Any:
    classes = {each.__name__: each for each in known}
    return _fill(kind, classes[_require.choice(kind, _get(config, kind), classes)], config)


def _fill(kind: str, made: type, config: Mapping[str, Any]) -> Any:
    """Make a dataclass from those keys that are its fields."""
    found = {
        f.name: config[key] for f in fields(made) if (key := f.name.replace("_", "-")) in config
    }
    if found.get("batch") == 0:
        found["batch"] = None
    if isinstance(found.get("hidden"), str):
        widths = tuple(int(width) for width in found["hidden"].split())
        found["hidden"] = widths[0] if made is CNN else widths
    try:
        return made(**found)
    except TypeError as error:
        raise ValueError(f"{kind} {made.__name__} needs more settings: {error}") from error


def _get(config: Mapping[str, Any], key: str) -> Any:
    if key not in config:
        raise ValueError(f"run config must have {key!r}, got {sorted(config)}")
    return config[key]


# ------------------------------------------------------------------------------ command line


def main(arguments: Sequence[str] | None = None) -> int:
    """Make an app (``new DIR``), or run one without a network (``rehearse DIR``, ``simulate DIR``).

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line; that of the process if not given.

    Returns
    -------
    int
        Exit code 0.
    """
    parser = argparse.ArgumentParser(prog="python -m flcourse.flower", description=main.__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (
        ("new", "write an app folder with certificates for the machine --host"),
        ("rehearse", "run the app with all clients in this process"),
        ("simulate", "run the app in Flower's simulation engine"),
    ):
        sub = commands.add_parser(name, help=does, description=does)
        sub.add_argument("folder", type=Path)
        option = "--host" if name == "new" else "--set"
        sub.add_argument(option, action="append", default=[])
    options = parser.parse_args(arguments)
    if options.command == "new":
        hosts = options.host or ["127.0.0.1", "localhost"]
        new_app(options.folder)
        certificates(options.folder / "tls", hosts)
        connection(options.folder, f"{hosts[0]}:9092")
        return 0
    config = _read_config(options.folder, options.set)
    rounds, load = configure(config), _read_load(options.folder)
    if options.command == "rehearse":
        rounds.run(InProcess(client_app(load), rounds.n), int(config["rounds"]))
    else:
        run_engine([rounds], load, int(config["rounds"]))
    if config.get("save"):
        save(rounds, config["save"])
    loss = float(np.nanmean(rounds.device_loss))
    sys.stdout.write(f"{len(rounds.answered)} rounds, mean loss of the devices {loss:.6f}\n")
    return 0


def _read_config(folder: Path, changes: Sequence[str]) -> dict[str, Any]:
    text = (folder / "app" / "pyproject.toml").read_text("utf-8")
    config: dict[str, Any] = tomllib.loads(text)["tool"]["flwr"]["app"]["config"]
    for change in changes:
        config |= tomllib.loads(change)
    return config


def _read_load(folder: Path) -> Load:
    """Import ``load`` of the app's module."""
    sys.path.insert(0, str((folder / "app").resolve()))  # the engine's workers look there too
    load: Load = importlib.import_module("fedapp").load
    return load


if __name__ == "__main__":
    sys.exit(main())
