"""Who hands in: a name that a student is asked for once, and that this computer then knows."""

from __future__ import annotations

import json
import os
from pathlib import Path

__all__ = ["ASK", "checked", "known", "place", "remember"]

LONGEST = 100  # characters
ASK = "Your name, as your course knows it"


def place() -> Path:
    """Return the file that holds the name: it is the user's, not the course folder's."""
    from platformdirs import user_config_path

    return user_config_path("flcourse", appauthor=False) / "student.json"


def known() -> str | None:
    """Return the student's name, None if nobody has told it yet.

    On a JupyterHub the name is that of the account, which the course has in its roster.
    """
    account = os.environ.get("JUPYTERHUB_USER")
    if account:
        return account
    try:
        name = json.loads(place().read_text("utf-8"))["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return name if isinstance(name, str) and is_name(name) else None


def remember(name: str) -> str:
    """Keep the student's name for the next time, and return it.

    Raises
    ------
    ValueError
        If it is no name.
    """
    name = checked(name)
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"name": name}, ensure_ascii=False) + "\n", "utf-8")
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
