"""A student's notebook as a file: what it was made from, and whether all that was run is saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from flcourse.grading.instances import RELEASED
from flcourse.grading.official.handed_in import LARGEST_FILE
from flcourse.grading.student import start

__all__ = ["content", "release_of", "running", "unsaved"]

SECONDS = 3.0  # to wait for a running Jupyter


def content(path: Path) -> bytes:
    """Return the bytes of a notebook.

    Raises
    ------
    ValueError
        If there is no notebook, or if it is larger than what can be handed in.
    """
    if path.suffix != ".ipynb" or not path.is_file():
        raise ValueError(f"NOTEBOOK must be a notebook (.ipynb), there is none at {path}")
    size = path.stat().st_size
    if size > LARGEST_FILE:
        raise ValueError(
            f"{path.name} has {size / 2**20:.0f} MB, {LARGEST_FILE // 2**20} MB are allowed: clear "
            "its outputs (menu Edit, Clear Outputs of All Cells), save, and submit again"
        )
    return path.read_bytes()


def release_of(path: Path, mine: set[str]) -> Path | None:
    """Return the released notebook that this one was made from, if it is to be found.

    Parameters
    ----------
    path : pathlib.Path
        The student's notebook.
    mine : set of str
        The labels of its cells, or their ids, which are the same in a release.
    """
    folders = [folder / RELEASED for folder in path.resolve().parents[:3]]
    exercises = start.shipped(path.resolve().parent)
    known = [
        found
        for folder in [*folders, *([exercises] if exercises else [])]
        for found in sorted(folder.glob("*/*.ipynb"))
    ]
    theirs = {found: set(start.labels(found.read_bytes())) for found in known}
    known = [found for found in known if start.alike(mine, theirs[found])]
    return max(known, key=lambda found: len(mine & theirs[found]), default=None)


def unsaved(path: Path) -> str:
    """Say why a notebook is surely not saved, or nothing.

    What can be seen from outside: a running Jupyter of the same user has the notebook open, and
    its kernel was active after the file was written, and has run more cells than the file knows
    of, or runs one now. What cannot be seen: words that were typed and not run, for they are in
    the browser alone, another machine's Jupyter, and one behind a hub. JupyterLab's checkpoint
    tells none of this: it is written when a person saves, with the file itself.
    """
    for server, kernel in _kernels_of(path):
        active = datetime.fromisoformat(kernel["last_activity"]).timestamp()
        if active <= path.stat().st_mtime + 1:
            continue
        if kernel["execution_state"] == "busy":
            return "a cell is running: wait for it, save (Ctrl-S), and try again"
        if _count(kernel["id"]) > _highest(path):
            return f"cells were run since, at {server}: save it there (Ctrl-S), and try again"
    return ""


def _kernels_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the address of each running Jupyter that has the notebook open, and its kernel."""
    for server in _servers():
        root = Path(server["root_dir"]).resolve()
        if not path.resolve().is_relative_to(root):
            continue
        name = path.resolve().relative_to(root).as_posix()
        sessions = _asked(server, "api/sessions") or []
        for session in sessions:
            if session.get("path") == name and session.get("kernel"):
                yield server["url"], session["kernel"]


def running(folder: Path, page: str = "") -> str:
    """Return the address of a Jupyter of this user that runs in a folder, "" if there is none.

    Two of them would know nothing of each other and write the same files. ``page`` is one of its
    pages, such as ``tree``, by default the one that it opens by itself.
    """
    for server in _servers():
        if Path(server["root_dir"]).resolve() != folder.resolve():
            continue
        if _asked(server, "api/status") is not None:
            token = server["token"]
            address = f"{server['url']}{page}"
            return f"{address}?token={token}" if token else address
    return ""


def _asked(server: dict[str, Any], place: str) -> Any:
    """Return what a Jupyter answers, None if it has ended or does not answer us."""
    import urllib.request  # it takes a while, and mostly no Jupyter is asked

    request = urllib.request.Request(
        f"{server['url']}{place}", headers={"Authorization": f"token {server['token']}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def _servers() -> Iterator[dict[str, Any]]:
    """Yield what running Jupyters say of themselves.

    jupyter_server has a function for it, and takes half a second to import. A file that a dead
    server has left is no harm: nobody answers there.
    """
    try:
        from jupyter_core.paths import jupyter_runtime_dir
    except ImportError:
        return
    for place in sorted(Path(jupyter_runtime_dir()).glob("jpserver-*.json")):
        try:
            server = json.loads(place.read_text("utf-8"))
        except (OSError, ValueError):  # just being written, or not ours to read
            continue
        if isinstance(server, dict) and {"root_dir", "url", "token"} <= server.keys():
            yield server


def _count(kernel: str) -> int:
    """Ask a kernel how many cells it has run; 0 if it does not say."""
    from jupyter_client.blocking.client import BlockingKernelClient
    from jupyter_core.paths import jupyter_runtime_dir

    place = Path(jupyter_runtime_dir()) / f"kernel-{kernel}.json"
    if not place.is_file():
        return 0
    client = BlockingKernelClient(connection_file=str(place))
    client.load_connection_file()
    client.start_channels(iopub=False, stdin=False, hb=False, control=False)
    try:
        reply = client.execute("", silent=True, reply=True, timeout=SECONDS)
        return int(reply["content"]["execution_count"])
    except (TimeoutError, KeyError):
        return 0
    finally:
        client.stop_channels()


def _highest(path: Path) -> int:
    """Return the highest number in front of a cell of the file."""
    cells = json.loads(path.read_bytes())["cells"]
    return max((int(cell.get("execution_count") or 0) for cell in cells), default=0)
