"""Where a student's Jupyter finds its programs, its terminal, its exchange and its last notebook.

Nothing here needs more than Python has on every system; what only some systems have, such as a
certain shell, is asked for by name.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from flcourse.grading.instances import RELEASED

__all__ = ["PANEL", "WORKSPACES", "encryption", "exchange", "last_open", "terminal", "variables"]

WORKSPACES = "workspaces"  # in there: what JupyterLab had open
SHELL = Path(__file__).parent / "shell"
PANEL = Path(__file__).parent / "panel" / "data" / "share" / "jupyter"
OURS = "FLCOURSE_PATH"  # what goes first in PATH, for a terminal whose own settings come later
# nbgrader's own choice, which takes seconds to import; there is none on Windows.
USUAL_EXCHANGE = "/usr/local/share/nbgrader/exchange"


def programs() -> list[str]:
    """Return the folders where ``flcourse`` and its Python are, to go first in PATH."""
    user = sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))
    mine = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    # A package that was installed for one user has its programs in a folder of that user.
    mine += [user] if Path(user).is_dir() and not _in_environment() else []
    return list(dict.fromkeys(mine))


def _in_environment() -> bool:
    return sys.prefix != sys.base_prefix


def variables(*settings: Path) -> dict[str, str]:
    """Return the environment of a Jupyter with our programs and with these settings of ours.

    The panel is this package's own, even if an older one is installed. Our own kernel ``python3``
    is found before one that the user has from another installation.
    """

    def before(first: list[str], name: str) -> str:
        return os.pathsep.join([*first, *filter(None, [os.environ.get(name)])])

    return {
        **os.environ,
        "PATH": before(programs(), "PATH"),
        OURS: os.pathsep.join(programs()),
        "JUPYTER_CONFIG_PATH": before([str(place) for place in settings], "JUPYTER_CONFIG_PATH"),
        "JUPYTER_PATH": before([str(PANEL)], "JUPYTER_PATH"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def terminal() -> list[str]:
    """Return the command of a terminal that finds our programs first.

    Jupyter itself would begin with a login shell, which on many systems sets PATH anew. Shells that
    have an option for it are told to read the user's own settings, and to put our programs first
    after that.
    """
    windows = os.name == "nt"  # where SHELL, if it is set, is a path of Git's or Cygwin's own
    usual = "powershell.exe" if windows else "sh"
    shell = usual if windows else os.environ.get("SHELL") or usual
    name = Path(shell).stem.lower()
    if name == "bash":
        return [shell, "--rcfile", str(SHELL / "bashrc")]
    if name == "fish":
        return [shell, "--init-command", f"set -gx PATH (string split : ${OURS}) $PATH"]
    if name in {"powershell", "pwsh"}:
        first = f"$env:PATH = $env:{OURS} + [IO.Path]::PathSeparator + $env:PATH"
        return [shell, "-NoExit", "-Command", first]
    return [shell if shutil.which(shell) else usual]


def encryption() -> list[str]:
    """Return the option that lets server and kernel talk in secret, where their library can.

    Without it, kernels warn in the terminal that others might listen; on a machine that several
    people use, they are right.
    """
    import zmq

    return ["--KernelManager.transport_encryption=auto"] if zmq.has("curve") else []


def exchange(folder: Path) -> Path | None:
    """Return nbgrader's exchange if there is one that this user can reach.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder, whose ``nbgrader_config.py`` counts like the user's own.
    """
    from jupyter_core.paths import jupyter_config_path
    from traitlets.config.application import Application

    app = Application()
    app.load_config_file("nbgrader_config", path=[str(folder), *jupyter_config_path()])
    root = Path(str(app.config.Exchange.get("root", USUAL_EXCHANGE)))
    return root if root.is_dir() and os.access(root, os.R_OK | os.W_OK | os.X_OK) else None


def last_open(folder: Path) -> Path | None:
    """Return the notebook to go on with.

    It is the first of these that is there:

    - the notebook that was in front when JupyterLab was last left,
    - the one that was saved last, of those that differ from their release,
    - the dry run,
    - any other notebook.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    """
    notebooks = [path for path in folder.glob("*/*.ipynb") if not path.parent.name.startswith(".")]
    written = [path for path in notebooks if not _as_released(path, folder)]
    candidates = [
        *_in_front(folder),
        *sorted(written, key=lambda path: path.stat().st_mtime, reverse=True)[:1],
        folder / "start" / "start.ipynb",
        *sorted(notebooks),
    ]
    return next((path for path in candidates if path.is_file()), None)


def _as_released(path: Path, folder: Path) -> bool:
    record = folder / RELEASED / path.relative_to(folder)
    return record.is_file() and record.read_bytes() == path.read_bytes()


def _in_front(folder: Path) -> Iterator[Path]:
    """Yield the notebook that was in front when JupyterLab was last left."""
    layouts = sorted(
        (folder / RELEASED / WORKSPACES).glob("*.jupyterlab-workspace"),
        key=lambda path: path.stat().st_mtime,
    )
    for layout in reversed(layouts[-1:]):
        try:
            data = json.loads(layout.read_text("utf-8"))["data"]
            kind, _, name = data["layout-restorer:data"]["main"]["current"].partition(":")
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # of another version, or half written
        path = folder / name
        if kind == "notebook" and path.resolve().is_relative_to(folder.resolve()):
            yield path
