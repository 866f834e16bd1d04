"""How a run begins and ends: Flower's run config in, rounds, and their result in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from flwr.app import Context
from flwr.serverapp import Grid, ServerApp

from flcourse import _require
from flcourse.flower.choices import DPPChoice, FedBagChoice, UniformChoice
from flcourse.flower.cnn import CNN
from flcourse.flower.rounds import Rounds
from flcourse.flower.wire import ALGORITHMS, LOSSES

__all__ = ["configure", "save", "server_app"]


def __dir__() -> list[str]:
    return __all__


def configure(config: Mapping[str, Any]) -> Rounds:
    """Make the strategy that a run config describes.

    Parameters
    ----------
    config : mapping
        Its keys are:

        - ``algorithm`` and ``loss``: names of dataclasses.
        - the fields of both, with a hyphen ``-`` in place of each underscore ``_``: ``lr``,
          ``epochs``, ``batch``, ``mu``, ``q-ffl``, ``lam``, ``lipschitz``, … A ``batch`` of 0 is
          all samples; ``hidden`` is text such as "32 16".
        - ``clients``: the number n of clients.
        - ``select``: "uniform" or "dpp", both with ``k``, or "fedbag", with ``budget``.
        - ``seed``: starts all streams of random numbers.

    Returns
    -------
    Rounds
        The strategy, before its first round.

    Raises
    ------
    ValueError
        If a name is not known or a number that is needed is missing.

    Examples
    --------
    >>> config = {"algorithm": "QFedAvg", "q-ffl": 1.0, "lr": 0.1, "batch": 0,
    ...           "clients": 3, "loss": "Softmax", "select": "dpp", "k": 2,
    ...           "seed": 7}
    >>> rounds = configure(config)
    >>> rounds.algorithm
    QFedAvg(q_ffl=1.0, lr=0.1, epochs=1, batch=None)
    >>> rounds.select
    DPPChoice(k=2, ridge=0.0)
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
        Makes the strategy from the run config. In a function of your own, ``select`` of
        :class:`Rounds` can be any ``select(round, rng)``.

    Returns
    -------
    flwr.serverapp.ServerApp
        The app. From the run config it reads ``rounds``, ``timeout`` (seconds that a round waits
        for answers) and ``save``, a file for the result (:func:`save`) on the server's machine, if
        not empty.

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
