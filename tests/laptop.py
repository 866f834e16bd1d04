"""A student's environment without a network: the wheel, and what its extra `student` asks for.

The packages are those of the environment in which the tests run, but only the ones that follow
from what the wheel declares: they are linked into a fresh virtual environment, and an import of
any other fails. So a test shows that wheel and extra are enough. It does not show that pip finds
these packages on an index: that is for tests/stories/laptop_walk.py, which needs one.
"""

import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import metadata
from pathlib import Path

import backend
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
# What our lock leaves out of the packages that ask for it, with the reasons there.
LEFT_OUT = {
    Requirement(line).name
    for line in (ROOT / "tools" / "lock-overrides.txt").read_text("utf-8").splitlines()
    if line.strip() and not line.startswith("#")
}


def wheel(folder):
    """Build the wheel as pip would, but in this process."""
    folder.mkdir(parents=True, exist_ok=True)
    return backend.make_wheel_in(folder)


def wanted(requirements):
    """Names of all packages that some requirements lead to, as they are installed here."""
    asked, left = set(), [Requirement(line) for line in requirements]
    while left:
        one = left.pop()
        for extra in {"", *one.extras} - {extra for name, extra in asked if name == one.name}:
            asked.add((one.name, extra))
            left += applying(metadata.requires(one.name), extra)
    return sorted({name for name, _ in asked})


def applying(lines, extra):
    """Requirements that count on this machine, with an extra or, if it is "", without."""
    found = [Requirement(line) for line in lines or []]
    return [
        one for one in found
        if one.name not in LEFT_OUT
        and (one.marker is None or one.marker.evaluate({"extra": extra}))
    ]  # fmt: skip


def declared(path, extra):
    """Requirements that a wheel declares, with those of an extra."""
    (home,) = metadata.distributions(name="flcourse", path=[str(path)])
    return [f"{one.name}{one.specifier}" for one in applying(home.requires, extra)]


def make(folder, package, extra="student"):
    """Make an environment with the wheel and its extra; return the folder of its programs."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps",
         "--no-index", "--disable-pip-version-check", package],
        check=True,
    )  # fmt: skip
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    for name in wanted(declared(site, extra)):
        link(metadata.distribution(name), site)
    return folder / "bin"


def link(distribution, site):
    """Let an environment see an installed package: its modules, its data, not its programs."""
    for file in distribution.files or []:
        below = file.parts[0] != ".."
        if "__pycache__" in file.parts[:1] or (not below and "bin" in file.parts):
            continue
        # A package is linked as a whole. Data of Jupyter (../../../share, etc) are copied: its
        # server does not follow a link out of the environment.
        place = Path(*file.parts[:1]) if below else Path(*file.parts)
        source = Path(distribution.locate_file(place)).resolve()
        target = site / place if below else (site / place).resolve()
        if target.exists() or not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if below:
            target.symlink_to(source)
        else:
            shutil.copyfile(source, target)
