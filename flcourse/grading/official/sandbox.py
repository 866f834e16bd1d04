"""The sandbox for the code of students: bubblewrap around a Python process.

Inside there is a read-only system, the Python environment, the package `flcourse` and an empty
home that is gone afterwards. There is no network, no course folder, no gradebook, no other
student, no environment variable of ours. SECURITY.md says what this promises and what it does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = [
    "HOME",
    "OVERRIDE",
    "SCRATCH",
    "SELDOM",
    "Limits",
    "SandboxError",
    "Usage",
    "Watch",
    "command",
    "is_shown",
    "reason_against",
    "require",
    "usage",
]

OVERRIDE = "FLCOURSE_WITHOUT_SANDBOX"
PACKAGE = Path(__file__).resolve().parents[2]
HOME = "/home/student"
SELDOM = 10_000  # new objects between two looks for garbage, in processes that soon end
SCRATCH = ("/tmp", HOME, "/dev/shm")  # what can be written, gone afterwards
# Of the system's own folders only these; where they are links, the links.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "localtime", "alternatives")
# Below these, and below the environment, others may keep what no answer needs: nbgrader keeps the
# exchange with everybody's work in the first, unless it is told another place.
HIDDEN = ("/usr/local/share", "/usr/share/nbgrader")
# One thread: the numbers that a BLAS computes must not depend on how many cores a machine has.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class SandboxError(RuntimeError):
    """There is no sandbox on this machine; the message says why and what to do."""


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Parameters
    ----------
    memory : int
        Bytes of each process (address space), and of all together (resident).
    cpu : int
        Seconds of processor time of each process.
    processes : int
        Processes, and at most as many threads beside the first of each.
    file, scratch : int
        Bytes of one file, and of all that is written.
    """

    memory: int = 3 * 2**30
    cpu: int = 600
    processes: int = 50
    file: int = 64 * 2**20
    scratch: int = 128 * 2**20


def command(
    arguments: Sequence[str],
    limits: Limits | None = None,
    *,
    share: Path | None = None,
    nested: bool = False,
) -> list[str]:
    """Return the command that runs ``arguments`` in a sandbox.

    Parameters
    ----------
    arguments : sequence of str
        A program and its arguments; its standard streams pass through.
    limits : Limits, optional
        The usual ones by default.
    share : pathlib.Path, optional
        A folder that both sides may write into, such as for the sockets of a kernel.
    nested : bool
        For a program of ours that makes sandboxes inside, it may mount: the zygote of
        `flcourse.grading.official.warm`.

    Examples
    --------
    >>> "--unshare-all" in command(["true"])
    True
    """
    limits = limits or Limits()
    return [
        "prlimit", f"--as={limits.memory}", f"--cpu={limits.cpu}", f"--fsize={limits.file}",
        "--core=0", "--nofile=256", "--",
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
        *_user(nested), "--clearenv", "--hostname", "sandbox",
        *_view(limits, share), *_variables(), "--chdir", HOME,
        "--", *arguments,
    ]  # fmt: skip


def _user(nested: bool) -> list[str]:
    """Say who the process is inside, and what it may do there."""
    if nested:
        # To mount, to give its network a loopback, and to hand its user on.
        rights = ("CAP_SYS_ADMIN", "CAP_NET_ADMIN", "CAP_SETFCAP")
        return ["--uid", "0", "--gid", "0", *(w for r in rights for w in ("--cap-add", r))]
    return ["--uid", "1000", "--gid", "1000"]


def _view(limits: Limits, share: Path | None) -> list[str]:
    """Say what can be seen inside."""
    binds = ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    for scratch in SCRATCH:
        binds += ["--size", str(limits.scratch), "--tmpfs", scratch]
    for system in SYSTEM:
        if Path(system).is_symlink():
            binds += ["--symlink", os.readlink(system), system]
        elif Path(system).exists():
            binds += ["--ro-bind", system, system]
    for name in SETTINGS:
        binds += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    hidden = [name for name in HIDDEN if Path(name).is_dir() and not Path(name).is_symlink()]
    for name in hidden:
        binds += ["--tmpfs", name]
    own = [Path(sys.base_prefix), Path(sys.prefix), PACKAGE]
    for folder in dict.fromkeys(path.resolve() for path in own):
        if not str(folder).startswith("/usr/") or str(folder).startswith(tuple(hidden)):
            binds += ["--ro-bind", str(folder), str(folder)]
    shared = Path(sys.prefix).resolve() / "share" / "nbgrader"
    if shared.is_dir():
        binds += ["--tmpfs", str(shared), "--remount-ro", str(shared)]
    for name in hidden:
        binds += ["--remount-ro", name]
    for fonts in _font_lists():
        binds += ["--ro-bind", str(fonts), f"{HOME}/.config/matplotlib/{fonts.name}"]
    binds += ["--bind", str(share), str(share)] if share else []
    return [*binds, "--remount-ro", "/"]


def is_shown(place: Path) -> bool:
    """Tell whether students' code can read what lies in a folder; no exchange may lie there."""
    environment = Path(sys.prefix).resolve()
    shown = [*map(Path, SYSTEM), Path(sys.base_prefix), environment, PACKAGE]
    hidden = [*map(Path, HIDDEN), environment / "share" / "nbgrader"]
    within = place.resolve().is_relative_to
    return any(within(s.resolve()) for s in shown) and not any(within(h) for h in hidden)


def _font_lists() -> list[Path]:
    """Return matplotlib's lists of fonts, if it has made them: to make one anew takes seconds."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "matplotlib"
    return sorted(Path(os.environ.get("MPLCONFIGDIR") or cache).glob("fontlist-*.json"))


def _variables() -> list[str]:
    """Set the few environment variables that are seen inside."""
    path = os.pathsep.join([str(Path(sys.prefix) / "bin"), "/usr/bin", "/bin"])
    known = {"HOME": HOME, "PATH": path, "LANG": "C.UTF-8", "TZ": "UTC", "MPLBACKEND": "agg"}
    known |= {"PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    # An editable installation is found through a folder that is not visible: name the package's.
    known["PYTHONPATH"] = str(PACKAGE.parent)
    known |= dict.fromkeys(THREADS, "1")
    return [word for name, value in known.items() for word in ("--setenv", name, value)]


def reason_against() -> str | None:
    """Say why no sandbox can be made on this machine, None if one can."""
    for tool, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux")):
        if shutil.which(tool) is None:
            return f"{tool} is not installed (sudo apt-get install {package})"
    probe = "import numpy, flcourse.grading.official.worker"
    done = subprocess.run(
        command([sys.executable, "-c", probe]), capture_output=True, text=True, timeout=120
    )
    words = done.stderr.strip().splitlines()
    return None if done.returncode == 0 else f"bubblewrap fails: {words[-1] if words else '?'}"


def require() -> bool:
    """Return whether to use a sandbox: False only where the override is set.

    Raises
    ------
    SandboxError
        If no sandbox can be made and the override is not set.
    """
    if os.environ.get(OVERRIDE) == "1":
        return False
    reason = reason_against()
    if reason:
        raise SandboxError(
            f"Students' code cannot be run safely here: {reason}. To grade all the same, on a "
            f"machine that holds nothing of value, set {OVERRIDE}=1."
        )
    return True


class Running(Protocol):
    """What has to be known of a process to watch it."""

    pid: int

    def poll(self) -> int | None:
        """Return None while it lives."""

    def kill(self) -> None:
        """End it."""


class Watch:
    """Kills a process and all that it started when they exceed the limits together."""

    INTERVAL = 0.2  # seconds

    def __init__(self, process: Running, limits: Limits) -> None:
        self.process, self.limits = process, limits
        self.reason = ""
        self._over = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def stop(self) -> None:
        """Stop looking."""
        self._over.set()

    def _look(self) -> None:
        while not self._over.wait(self.INTERVAL) and self.process.poll() is None:
            used = usage(self.process.pid)
            if used.processes > self.limits.processes:
                self.reason = f"more than {self.limits.processes} processes"
            elif used.threads > self.limits.processes:
                self.reason = f"more than {self.limits.processes} threads"
            elif used.memory > self.limits.memory:
                self.reason = f"more than {self.limits.memory // 2**20} MB of memory"
            if self.reason:
                self.process.kill()
                return


@dataclass(frozen=True)
class Usage:
    """What a process and all that it has started use: how many, bytes, seconds of processor.

    ``threads`` counts those beside the first of each process.
    """

    processes: int = 0
    memory: int = 0
    cpu: float = 0.0
    threads: int = 0


def usage(pid: int) -> Usage:
    """Return what a process and its descendants use; nothing if it is gone."""
    import psutil

    total = Usage()
    try:
        root = psutil.Process(pid)
        family = [root, *root.children(recursive=True)]
    except psutil.Error:
        return total
    for member in family:
        try:
            with member.oneshot():
                memory, times = member.memory_info().rss, member.cpu_times()
                threads = total.threads + member.num_threads() - 1
        except psutil.Error:
            continue
        cpu = times.user + times.system + times.children_user + times.children_system
        total = Usage(total.processes + 1, total.memory + memory, total.cpu + cpu, threads)
    return total
