"""Say, run, stop: the few words that the scripts here share."""

import contextlib
import fcntl
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Stop(Exception):
    """An end with a message for the reader instead of a traceback."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def say(message):
    """Tell what happens now."""
    sys.stdout.write(f"==> {message}\n")
    sys.stdout.flush()


def surroundings():
    """Environment variables for our tools: nothing of the user's own Python leaks in."""
    leaky = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX")
    kept = {name: value for name, value in os.environ.items() if name not in leaky}
    ours = {"PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"}
    # A company's own certificates are known to the system, not to uv.
    return dict(kept, UV_SYSTEM_CERTS="1", UV_NATIVE_TLS="1", **ours)


def call(command, check=True, **options):
    """Run a command in the checkout; its exit code ends ours unless `check` is off."""
    command = [str(part) for part in command]
    options.setdefault("env", surroundings())
    code = subprocess.call(command, cwd=str(ROOT), **options)
    if check and code:
        raise Stop("This failed (exit {}): {}".format(code, " ".join(command)), code)
    return code


def become(command):
    """Hand the terminal over to a last command: Ctrl-C is then its own affair."""
    command = [str(part) for part in command]
    sys.stdout.flush()
    os.execve(command[0], command, surroundings())


@contextlib.contextmanager
def alone(name):
    """Let one make at a time do this in this checkout; the lock dies with its process."""
    (ROOT / "_build").mkdir(exist_ok=True)
    with (ROOT / "_build" / (name + ".lock")).open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another make in this checkout")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
