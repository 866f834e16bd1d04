"""What ``flcourse doctor`` looks at: all that reader, author and grader need."""

from __future__ import annotations

import importlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

__all__ = ["GRADING", "READERS", "STUDENTS", "Finding", "examine"]

OLDEST_PYTHON = (3, 11)
READERS, GRADING, OPTIONAL = "needed", "needed to grade", ""
STUDENTS = "needed to answer assignments"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Finding:
    """One line of the diagnosis.

    Parameters
    ----------
    what : str
        What was looked at.
    well : bool
        Whether it is as it should be.
    found : str
        What is there.
    remedy : str
        What to do if it is not well.
    needed : str
        By whom, `READERS`, `STUDENTS` or `GRADING`; what nobody needs opens more of the course.
    """

    what: str
    well: bool
    found: str
    remedy: str
    needed: str = READERS


def examine(everything: bool = True) -> list[Finding]:
    """Look at this machine.

    Parameters
    ----------
    everything : bool
        Whether to look at what only some need, too, which takes longer.

    Returns
    -------
    list of Finding
        In the order in which to mend them.

    Examples
    --------
    >>> examine(everything=False)[0].what
    'Python'
    """
    looks = [look for look in LOOKS if everything or look not in LONGER]
    return [finding for look in looks for finding in look()]


def _python() -> Iterator[Finding]:
    wanted = ".".join(map(str, OLDEST_PYTHON))
    yield Finding(
        "Python",
        sys.version_info >= OLDEST_PYTHON,
        f"{sys.version.split()[0]} at {sys.executable}",
        f"install Python {wanted} or newer and make the environment again",
    )


def _packages() -> Iterator[Finding]:
    """One line for the package's own requirements and one for each extra."""
    declared = metadata.requires("flcourse") or []
    extras = metadata.metadata("flcourse").get_all("Provides-Extra") or []
    for extra in ("", *extras):
        mine = [line for line in declared if _extra_of(line) == extra]
        wrong = [problem for line in mine if (problem := _problem(line))]
        target = f"flcourse[{extra}]" if extra else "flcourse"
        yield Finding(
            f"packages for {target}",
            not wrong,
            "; ".join(wrong) or f"all {len(mine)} here",
            f"{_pip()} '{target}', or in a checkout: make env LEVEL=test",
            needed={"": READERS, "student": STUDENTS}.get(extra, OPTIONAL),
        )


def _pip() -> str:
    """Return the pip of this environment: a bare word may mean another's."""
    return f"{shlex.quote(sys.executable)} -m pip install"


def _extra_of(requirement: str) -> str:
    """Name in the marker ``extra == "book"``, else nothing."""
    marker = requirement.partition(";")[2]
    return marker.partition("extra ==")[2].strip(" '\")")


def _problem(requirement: str) -> str:
    """Say what is wrong with an installed package, or nothing."""
    from packaging.requirements import Requirement

    wanted = Requirement(requirement)
    try:
        version = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return f"no {wanted.name}"
    fits = wanted.specifier.contains(version, prereleases=True)
    return "" if fits else f"{wanted.name} {version}, not {wanted.specifier}"


def _kernel() -> Iterator[Finding]:
    """Notebooks name the kernel python3: it must be this Python."""
    remedy = f"{sys.executable} -m ipykernel install --sys-prefix --name python3"
    try:
        manager = importlib.import_module("jupyter_client.kernelspec").KernelSpecManager()
        command = manager.get_kernel_spec("python3").argv[0]
    except Exception as error:  # any fault of Jupyter's is an answer here, not our failure
        yield Finding("kernel python3", False, f"{type(error).__name__}: {error}", remedy)
        return
    # Jupyter itself replaces these names by the Python that starts the kernel.
    bare = {"python", "python3", f"python3.{sys.version_info.minor}"}
    path = sys.executable if command in bare else shutil.which(command) or command
    yield Finding("kernel python3", _same_python(path), path, remedy)


def _same_python(path: str) -> bool:
    """Whether a program is a Python that sees the packages of this one."""
    try:
        told = subprocess.run(
            [path, "-c", "import json, sys; print(json.dumps(sys.prefix))"],
            capture_output=True, check=True, timeout=60,
        ).stdout  # fmt: skip
        return bool(json.loads(told) == sys.prefix)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False


def _nbgrader() -> Iterator[Finding]:
    try:
        found, well = str(importlib.import_module("nbgrader").__version__), True
    except Exception as error:  # as above: a broken import is what we are looking for
        found, well = f"{type(error).__name__}: {error}", False
    remedy = f"{_pip()} 'flcourse[grade]': needed to validate and to grade assignments"
    yield Finding("nbgrader", well, found, remedy, needed=GRADING)


def _path() -> Iterator[Finding]:
    """Look for this environment's programs on PATH; nbgrader calls alembic by its bare name."""
    folder = Path(sysconfig.get_path("scripts"))
    known = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    well = any(place.resolve() == folder.resolve() for place in known)
    yield Finding(
        "PATH",
        well,
        str(folder) if well else f"{folder} is not on it",
        "activate the environment: nbgrader finds its helper alembic by name only",
        needed=OPTIONAL,
    )


def _programs() -> Iterator[Finding]:
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), "")
    yield Finding(
        "Chromium",
        bool(browser) and _runs([browser, "--version"]),
        browser or "not found",
        "apt-get install chromium: needed for the tests that read the book in a browser",
        needed=OPTIONAL,
    )
    bwrap = shutil.which("bwrap") or ""
    yield Finding(
        "bubblewrap",
        bool(bwrap) and _runs([bwrap, "--ro-bind", "/", "/", "--unshare-all", "true"]),
        bwrap or "not found",
        "apt-get install bubblewrap and allow user namespaces: grading refuses without it",
        needed=GRADING,
    )
    limits = [name for name in ("prlimit", "setpriv") if shutil.which(name) is None]
    yield Finding(
        "prlimit, setpriv",
        not limits,
        f"no {', '.join(limits)}" if limits else "here",
        "apt-get install util-linux: grading sets its limits with them",
        needed=GRADING,
    )


def _account() -> Iterator[Finding]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    yield Finding(
        "account",
        not root,
        "root" if root else "not root",
        "grade from an account of its own: no sandbox promises anything to root (SECURITY.md)",
        needed=OPTIONAL,
    )


# What is tried inside the sandbox: each line names a promise of SECURITY.md that does not hold.
PROBE = """
import ctypes, os
from flcourse.grading.official import guard
guard.shut()
libc = ctypes.CDLL(None)
if not libc.unshare(0x10000000):
    print("further user namespaces")
if libc.shmget(0, 4096, 0o1600) >= 0:
    print("segments of System V")
try:
    os.memfd_create("probe")
    print("memory files")
except OSError:
    pass
if os.path.isdir("/usr/local/share") and os.listdir("/usr/local/share"):
    print("a view of /usr/local/share")
if len(os.listdir("/sys/class/net") if os.path.isdir("/sys/class/net") else []) > 1:
    print("a network")
"""


def _sandbox() -> Iterator[Finding]:
    """Try what code in the sandbox must not be able to do, and whether sandboxes can be copied."""
    from flcourse.grading.official import sandbox
    from flcourse.grading.official.warm import Zygote

    remedy = "allow user namespaces and seccomp for bwrap; grading refuses without a sandbox"
    try:
        why = sandbox.reason_against() or ""
        told = _said(sandbox.command([sys.executable, "-c", PROBE])) if not why else []
    except (OSError, subprocess.SubprocessError) as error:
        why, told = str(error), []
    yield Finding("sandbox", not why, why or "students' code runs in it", remedy, needed=GRADING)
    if why:
        return
    yield Finding(
        "limits of the sandbox",
        not told,
        f"it leaves {', '.join(told)}" if told else "it refuses what nobody could count",
        "a kernel with seccomp on x86_64 or aarch64; else grade on a machine with memory to spare",
        needed=GRADING,
    )
    zygote = Zygote.open()
    warm = zygote is not None and zygote.usable()
    if zygote:
        zygote.close()
    found = "forks a sandbox for each submission" if warm else "each submission starts its own"
    remedy = "allow user namespaces inside bubblewrap: grading takes about three times as long"
    yield Finding("warm sandbox", warm, found, remedy, needed=OPTIONAL)


def _said(command: Sequence[str]) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines() or ([] if done.returncode == 0 else ["what cannot be tried"])


def _runs(command: Sequence[str]) -> bool:
    """Whether a program is more than a name: it starts and ends well."""
    try:
        return subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _cache() -> Iterator[Finding]:
    from flcourse.data._places import cache_dir

    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            found, well = str(folder), True
    except OSError as error:
        found, well = f"{folder}: {error.strerror}", False
    remedy = "name a folder of your own in XDG_CACHE_HOME, or in FLCOURSE_DATA for data"
    yield Finding("cache", well, found, remedy)


def _observations() -> Iterator[Finding]:
    from flcourse.data.fmi import find_observed

    try:
        found, well = str(find_observed()), True
    except FileNotFoundError:
        found, well = 'not here; load_fmi("simulated") works without', False
    yield Finding("observed data", well, found, "flcourse data fetch fmi", needed=OPTIONAL)


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _python, _packages, _kernel, _nbgrader, _path, _programs, _sandbox, _account, _cache,
    _observations,
)  # fmt: skip
# What only some need, with the programs and the sandbox, which take their time.
LONGER = (_nbgrader, _path, _programs, _sandbox, _account, _observations)
