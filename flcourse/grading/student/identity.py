"""What this computer knows of a student: a name, asked for once, and where the course folder is."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

__all__ = ["ASK", "checked", "folder", "known", "place", "remember", "remember_folder"]

LONGEST = 100  # characters
ASK = "Your name, as your course knows it"


def place() -> Path:
    """Return the file with the student's name and course folder; it is the user's own."""
    from platformdirs import user_config_path

    return user_config_path("flcourse", appauthor=False) / "student.json"


def known() -> str | None:
    """Return the student's name, None if nobody has told it yet.

    On a JupyterHub the name is that of the account, which the course has in its roster.
    """
    account = os.environ.get("JUPYTERHUB_USER")
    if account:
        return account
    name = _all().get("name")
    return name if isinstance(name, str) and is_name(name) else None


def folder() -> Path | None:
    """Return the course folder that was opened last, None if there is none any more."""
    last = _all().get("folder")
    if isinstance(last, str):
        with contextlib.suppress(OSError, ValueError):  # such as one that may not be looked into
            return Path(last) if Path(last).is_dir() else None
    return None


def remember_folder(path: Path) -> None:
    """Keep which course folder was opened; where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError):
        _keep(folder=str(path.resolve()))


def _all() -> dict[str, Any]:
    try:
        found = json.loads(place().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _keep(**more: str) -> None:
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**_all(), **more}) + "\n", "utf-8")


def remember(name: str) -> str:
    """Keep the student's name for the next time, and return it.

    Raises
    ------
    ValueError
        If it is no name.
    """
    name = checked(name)
    _keep(name=name)
    return name


def is_name(name: str) -> bool:
    r"""Whether a text can be somebody's name.

    Examples
    --------
    >>> is_name("Aino Mäkelä"), is_name("two\nlines")
    (True, False)
    """
    return bool(name.strip()) and name.isprintable() and len(name) <= LONGEST


def checked(name: str) -> str:
    """Return a name without blanks around it.

    Raises
    ------
    ValueError
        If it is no name.

    Examples
    --------
    >>> checked(" Aino Mäkelä ")
    'Aino Mäkelä'
    """
    # Where the locale knows ASCII only, Python keeps other letters as the bytes that they were.
    name = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if not is_name(name):
        raise ValueError(f"student must be a name of 1 to {LONGEST} characters, got {name!r}")
    return name.strip()
