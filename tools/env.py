"""Create .venv from pinned versions, once; start afresh if an earlier run did not end.

An environment has a level: what reads, runs and answers the book; that and what prints it; these
and the checkers of style and types; or all that the tests need. The locks of the lower levels are
parts of requirements.lock, so a level is raised by adding to it, and it is never lowered: nothing
is taken away that another target needs.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import system
from shell import ROOT, Stop, alone, call, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "flcourse.json"  # there from the first moment, so that we know .venv is ours
OWN_UV = ROOT / "_build" / "uv" / "bin" / "uv"
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11")
# level -> (its pins, the size of the finished .venv); each holds the one before it
LEVELS = {
    "read": ("tools/read.lock", "0.8 GB"),
    "print": ("tools/print.lock", "0.9 GB"),
    "lint": ("tools/lint.lock", "1.0 GB"),
    "test": ("requirements.lock", "1.6 GB"),
}


def ensure(level: str = "read") -> Path:
    """Path of the environment's Python, after raising the environment to a level at least."""
    if read_stamp() != wanted(level):
        with alone("env"):
            if read_stamp() != wanted(level):
                update(level)
    return PYTHON


def wanted(level: str) -> dict[str, str | None]:
    """Describe what a finished environment is made from, at this level or the higher one it has."""
    order = list(LEVELS)
    level = max(level, read_stamp().get("level") or "read", key=order.index)
    files = {"pins": LEVELS[level][0], "package": "pyproject.toml"}
    sums = {
        key: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for key, name in files.items()
    }
    return dict(sums, level=level, place=str(ROOT), python=version_of(PYTHON))


def read_stamp() -> dict[str, str | None]:
    """Contents of the stamp: {} if it is missing, the level alone if work was interrupted."""
    try:
        stamp: dict[str, str | None] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if stamp.get("level") in LEVELS else {}


def version_of(python: str | Path) -> str | None:
    """Version of an interpreter as text, or None if it does not run."""
    ask = "import sys; print('.'.join(map(str, sys.version_info[:3])))"
    try:
        return subprocess.check_output([str(python), "-c", ask], universal_newlines=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def update(level: str) -> None:
    """Create or repair the environment, writing the stamp last."""
    started = time.time()
    old, new = read_stamp(), wanted(level)
    level = str(new["level"])
    if VENV.exists() and any(VENV.iterdir()) and not STAMP.exists():
        raise Stop(
            "There is a .venv here that make did not create. Move it away (or remove it) "
            "and call make again."
        )
    # Scripts and the editable package hold absolute paths: a moved checkout starts afresh, as does
    # one whose last update was interrupted.
    if old.get("place") != new["place"] or old.get("python") != new["python"]:
        create()
        old = {}
    STAMP.write_text(json.dumps({"level": level}), "utf-8")
    if old.get("pins") != new["pins"]:
        install_pins(level)
    install_package()
    STAMP.write_text(json.dumps(wanted(level), indent=1), "utf-8")
    say(f"The environment is ready ({time.time() - started:.0f} s)")


def debian() -> list[str]:
    """Debian packages without which no environment can be made here."""
    package = None if PYTHON.exists() or shutil.which("uv") else system.venv_package(interpreter())
    return [package] if package else []


def create() -> None:
    """Make an empty virtual environment."""
    python = interpreter()
    uv = shutil.which("uv")
    if not uv:
        system.require_venv(python)
    say(f"Creating .venv with Python {version_of(python)}")
    rubbish = ROOT / "_build" / "old-venv"
    shutil.rmtree(str(rubbish), ignore_errors=True)
    if VENV.exists():
        VENV.rename(rubbish)  # at once, whereas a removal could be interrupted half-way
        shutil.rmtree(str(rubbish), ignore_errors=True)
    VENV.mkdir()
    STAMP.write_text("{}", "utf-8")
    if uv:
        call([uv, "venv", "--quiet", "--allow-existing", "--python", python, VENV])
    else:
        call([python, "-m", "venv", VENV])


def interpreter() -> str:
    """Find a Python that is new enough: the one that runs this, else another on PATH."""
    for candidate in (sys.executable, *NEWER):
        path = shutil.which(candidate)
        version = version_of(path) if path else None
        if path and version and tuple(map(int, version.split(".")[:2])) >= OLDEST:
            return path
    raise Stop(
        "This course needs Python 3.11 or newer, and python3 is {}.\n"
        "Debian 12 and Ubuntu 24.04 have it; on Ubuntu 22.04: "
        "sudo apt-get install python3.11 python3.11-venv\n"
        "Another interpreter is chosen with: make serve PYTHON=/path/to/python3.12".format(
            ".".join(map(str, sys.version_info[:3]))
        )
    )


def install_pins(level: str) -> None:
    """Install exactly the pins: no resolver adds what the locks left out on purpose."""
    lock, size = LEVELS[level]
    pins = sum("==" in line for line in (ROOT / lock).open(encoding="utf-8"))
    say(f"Installing up to {pins} pinned packages (.venv will take about {size})")
    # The tests start many processes, each of which would compile where Python may write nothing;
    # a reader needs a third of the modules, and Python keeps those when it first meets them.
    compiling = level == "test"
    uv = find_uv()
    sync = ["pip", "sync", "--quiet", "--python", str(PYTHON), lock]
    sync += ["--compile-bytecode"] if compiling else []
    if uv and not call([*uv, *sync], check=False):
        return
    # pip has its own settings for proxies and certificates: what uv cannot reach, it may.
    say("Without uv: pip installs the same pins, more slowly")
    if call([PYTHON, "-m", "pip", "--version"], check=False, stdout=subprocess.DEVNULL):
        call([PYTHON, "-m", "ensurepip"])
    install = ["install", "--no-deps", "--compile" if compiling else "--no-compile", "-r", lock]
    call([PYTHON, "-m", "pip", *install])


def install_package() -> None:
    """Install flcourse itself, editable; pip is one of the pins."""
    editable = ["--no-deps", "--no-build-isolation", "--editable", "."]
    call([PYTHON, "-m", "pip", "install", "--quiet", *editable])


def find_uv() -> list[str | Path] | None:
    """Command line of uv: the user's, else one put beside what is built, else None."""
    uv = next(filter(None, map(shutil.which, ("uv", str(VENV / "bin" / "uv"), str(OWN_UV)))), None)
    if uv:
        return [uv]
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    pin = [line for line in lines if line.startswith("uv==")]
    place = ["--no-deps", "--upgrade", "--target", str(OWN_UV.parent.parent)]
    install: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet", *place, *pin]
    return None if call(install, check=False) else [OWN_UV]
