"""The command line: make an app, or run one without a network."""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from flcourse.flower.app import configure, save
from flcourse.flower.new import certificates, connection, new_app
from flcourse.flower.node import Load, client_app
from flcourse.flower.one_machine import InProcess, run_engine

__all__ = ["main"]


def __dir__() -> list[str]:
    return __all__


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
