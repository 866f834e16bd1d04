"""Where data files live: the folder that ``FLCOURSE_DATA`` names, else the user's cache."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "FLCOURSE_DATA"


def cache_dir() -> Path:
    """Folder of the platform for files that can be downloaded again; not created here.

    ``$XDG_CACHE_HOME/flcourse`` or ``~/.cache/flcourse`` on Linux, ``~/Library/Caches/flcourse``
    on macOS, ``%LOCALAPPDATA%/flcourse`` on Windows.

    Returns
    -------
    pathlib.Path
        The folder of this package.

    Examples
    --------
    >>> cache_dir().name
    'flcourse'
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "flcourse"


def data_dirs() -> list[Path]:
    """Folders that are searched for data files, in this order; the first receives downloads.

    Returns
    -------
    list of pathlib.Path
        ``$FLCOURSE_DATA`` if it is set, then :func:`cache_dir`.

    Examples
    --------
    >>> data_dirs()[-1] == cache_dir()
    True
    """
    named = os.environ.get(VARIABLE)
    return [*([Path(named).expanduser()] if named else []), cache_dir()]
