"""Create .venv from requirements.lock, once; start afresh if an earlier run did not end."""

import hashlib
import json
import shutil
import subprocess
import sys
import time

import system
from shell import ROOT, Stop, alone, call, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "flcourse.json"  # there from the first moment, so that we know .venv is ours
INTO = ("--python", PYTHON)
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11")


def ensure():
    """Path of the environment's Python, after bringing the environment up to date."""
    if read_stamp() == wanted():
        return PYTHON
    with alone("env"):
        if read_stamp() != wanted():
            update()
    return PYTHON


def wanted():
    """Describe what a finished environment is made from."""
    files = ("requirements.lock", "pyproject.toml")
    sums = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in files}
    return dict(sums, place=str(ROOT), python=version_of(PYTHON))


def read_stamp():
    """Contents of the stamp; {} if it is missing or the work was interrupted."""
    try:
        return json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def version_of(python):
    """Version of an interpreter as text, or None if it does not run."""
    ask = "import sys; print('.'.join(map(str, sys.version_info[:3])))"
    try:
        return subprocess.check_output([str(python), "-c", ask], universal_newlines=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def update():
    """Create or repair the environment, writing the stamp last."""
    started = time.time()
    old, new = read_stamp(), wanted()
    if VENV.exists() and any(VENV.iterdir()) and not STAMP.exists():
        raise Stop(
            "There is a .venv here that make did not create. Move it away (or remove it) "
            "and call make again."
        )
    # Scripts and the editable package hold absolute paths: a moved checkout starts afresh.
    if not old or old["place"] != new["place"] or old["python"] != new["python"]:
        create()
        old = {}
    STAMP.write_text("{}", "utf-8")
    if old.get("requirements.lock") != new["requirements.lock"]:
        install_pins()
    install_package()
    STAMP.write_text(json.dumps(wanted(), indent=1), "utf-8")
    say(f"The environment is ready ({time.time() - started:.0f} s)")


def create():
    """Make an empty virtual environment."""
    python = interpreter()
    say(f"Creating .venv with Python {version_of(python)}")
    rubbish = ROOT / "_build" / "old-venv"
    shutil.rmtree(str(rubbish), ignore_errors=True)
    if VENV.exists():
        VENV.rename(rubbish)  # at once, whereas a removal could be interrupted half-way
        shutil.rmtree(str(rubbish), ignore_errors=True)
    VENV.mkdir()
    STAMP.write_text("{}", "utf-8")
    uv = shutil.which("uv")
    if uv:
        call([uv, "venv", "--quiet", "--allow-existing", "--python", python, VENV])
        return
    system.ensure_venv(python)
    call([python, "-m", "venv", VENV])


def interpreter():
    """Find a Python that is new enough: the one that runs this, else another on PATH."""
    for candidate in (sys.executable, *NEWER):
        path = shutil.which(candidate)
        version = version_of(path) if path else None
        if version and tuple(map(int, version.split(".")[:2])) >= OLDEST:
            return path
    raise Stop(
        "This course needs Python 3.11 or newer, and python3 is {}.\n"
        "Debian 12 and Ubuntu 24.04 have it; on Ubuntu 22.04: "
        "sudo apt-get install python3.11 python3.11-venv\n"
        "Another interpreter is chosen with: make serve PYTHON=/path/to/python3.12".format(
            ".".join(map(str, sys.version_info[:3]))
        )
    )


def install_pins():
    """Install exactly the pins: no resolver adds what the lock left out on purpose."""
    pins = sum("==" in line for line in (ROOT / "requirements.lock").open(encoding="utf-8"))
    say(f"Installing up to {pins} pinned packages (about 1.6 GB, once)")
    uv = find_uv()
    # Compiled once, not by each process where the environment forbids Python to write bytecode.
    sync = ["pip", "sync", "--compile-bytecode", *INTO, "requirements.lock"]
    if uv and not call([*uv, *sync], check=False):
        return
    # pip has its own settings for proxies and certificates: what uv cannot reach, it may.
    say("Without uv: pip installs the same pins, more slowly")
    if call([PYTHON, "-m", "pip", "--version"], check=False, stdout=subprocess.DEVNULL):
        call([PYTHON, "-m", "ensurepip"])
    call([PYTHON, "-m", "pip", "install", "--no-deps", "-r", "requirements.lock"])


def install_package():
    """Install flcourse itself, editable; pip is one of the pins."""
    editable = ["--no-deps", "--no-build-isolation", "--editable", "."]
    call([PYTHON, "-m", "pip", "install", "--quiet", *editable])


def find_uv():
    """Command line of uv: the user's, else one put into .venv, else None."""
    if shutil.which("uv"):
        return [shutil.which("uv")]
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    pin = [line for line in lines if line.startswith("uv==")]
    install = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", *pin]
    return None if call(install, check=False) else [PYTHON, "-m", "uv"]
