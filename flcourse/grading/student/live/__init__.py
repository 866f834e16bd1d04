"""The live book: its pages and a Jupyter server at one address of this machine, for one reader.

``server.py`` serves the built pages as they are and adds one line to each, which loads
``static/live.js``: what the pages on a disk or on the web hold is the same as before. The script
makes every code cell an editor that runs. It is plain JavaScript, what is there is what runs; only
``static/vendor/jupyter.js`` is built, by ``tools/live/build.mjs``.
"""

from __future__ import annotations

import secrets
import socket
from importlib.util import find_spec

__all__ = ["bind", "elsewhere", "link", "missing", "token"]


def bind(port: int) -> socket.socket:
    """Listen on 127.0.0.1 at ``port``, or at the next of a hundred that is free.

    Parameters
    ----------
    port : int
        Where to begin; 0 leaves the choice to the system.

    Raises
    ------
    OSError
        If none of them is free.

    Examples
    --------
    >>> with bind(0) as listening:
    ...     listening.getsockname()[0]
    '127.0.0.1'
    """
    for candidate in range(port, min(port + 100, 65536)):
        try:
            return socket.create_server(("127.0.0.1", candidate), backlog=128)
        except OSError:
            continue
    raise OSError(f"no free port between {port} and {port + 99}; choose another")


def elsewhere(listening: socket.socket, port: int) -> str:
    """Say that it is not the port which was asked for; nothing if it is.

    Examples
    --------
    >>> with bind(0) as taken:
    ...     port = taken.getsockname()[1]
    ...     with bind(port) as listening:
    ...         told = elsewhere(listening, port)
    >>> told.replace(str(port), "8000").split(",")[0]
    'Port 8000 is taken'
    """
    found = listening.getsockname()[1]
    if port == found:
        return ""
    why = f"Port {port} is taken, so {found}" if port else "This address is new"
    return (
        f"{why}. Progress is kept for each address: on the page "
        '"My progress", Export there and Import here bring it along.'
    )


def missing() -> str:
    """Say which packages cells need that are not installed; nothing if all are."""
    lacking = [name for name in ("ipykernel", "jupyter_client", "jupyter_server", "tornado")
               if find_spec(name) is None]  # fmt: skip
    if not lacking:
        return ""
    return f"the cells need what is not installed here: pip install {' '.join(lacking)}"


def token() -> str:
    """Draw what opens the kernels of one server, until it ends."""
    return secrets.token_urlsafe(24)


def link(listening: socket.socket, token: str) -> str:
    """Return the reader's address; the token stands where a browser keeps it to itself.

    Examples
    --------
    >>> with bind(0) as listening:
    ...     link(listening, "abc").endswith("/#run=abc")
    True
    """
    return f"http://127.0.0.1:{listening.getsockname()[1]}/#run={token}"
