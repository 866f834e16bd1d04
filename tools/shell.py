"""What the scripts here share: print a line, run a program, stop with a message."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent


class Stop(Exception):
    """An end with a message for the reader instead of a traceback."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def say(message: str) -> None:
    """Tell what happens now."""
    sys.stdout.write(f"==> {message}\n")
    sys.stdout.flush()


def surroundings() -> dict[str, str]:
    """Environment variables for our tools: nothing of the user's own Python leaks in."""
    # .venv is ours: Python may keep there what it compiled, whatever it may do elsewhere.
    leaky = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in leaky}
    ours = {"PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"}
    # A company's own certificates are known to the system, not to uv.
    return dict(kept, UV_SYSTEM_CERTS="1", UV_NATIVE_TLS="1", **ours)


def call(command: Sequence[str | Path], check: bool = True, **options: Any) -> int:
    """Run a command in the checkout; its exit code ends ours unless `check` is off."""
    words = [str(part) for part in command]
    options.setdefault("env", surroundings())
    code = subprocess.call(words, cwd=str(ROOT), **options)
    if check and code:
        raise Stop("This failed (exit {}): {}".format(code, " ".join(words)), code)
    return code


def become(command: Sequence[str | Path]) -> NoReturn:
    """Hand the terminal over to a last command: Ctrl-C is then its own affair."""
    words = [str(part) for part in command]
    sys.stdout.flush()
    os.execve(words[0], words, surroundings())


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one make at a time do this in this checkout; the lock dies with its process."""
    (ROOT / "_build").mkdir(exist_ok=True)
    with (ROOT / "_build" / (name + ".lock")).open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another make in this checkout")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
