"""What the Makefile calls: `python3 tools/run.py TARGET`, standard library only."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import env
import system
from shell import ROOT, Stop, become, call, say

if TYPE_CHECKING:
    Target = Callable[[Sequence[str]], None]

LINT = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "style": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "spelling": ["-m", "codespell_lib"],
    "prose": ["tools/prose.py"],
}
BUILT = ("_build", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".coverage")
PASSED = ROOT / "_build" / "tests-passed"  # the state in which all tests passed


def help_(_: Sequence[str]) -> None:
    """Print each target with the comment that stands beside it in the Makefile."""
    rules = re.findall(r"^(\w+):\s+## (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for name, meaning in rules:
        print(f"  make {name:<10} {meaning}")


def module(python: Path, name: str, *args: str, **options: Any) -> int:
    """Run a tool of the environment; through -m, so that a moved checkout cannot break it."""
    return call([python, "-m", name, *args], **options)


def env_(_: Sequence[str]) -> None:
    """Create or update the environment; LEVEL=print or LEVEL=test raises it."""
    level = os.environ.get("LEVEL") or "read"
    if level not in env.LEVELS:
        raise Stop(f"LEVEL must be one of {', '.join(env.LEVELS)}, got {level!r}")
    env.ensure(level)


def deps(_: Sequence[str]) -> None:
    """Install the Debian packages of the tests, or name them where that is not allowed."""
    lacking = system.install(env.debian())
    system.report(lacking)
    unmade = env.debian()
    if unmade:
        say("For .venv itself: sudo apt-get install " + " ".join(unmade))
    elif not lacking:
        say("All Debian packages of the tests are here")


def book(_: Sequence[str]) -> NoReturn:
    """Build the book."""
    become([env.ensure(), "tools/book.py", "build"])


def serve(_: Sequence[str]) -> NoReturn:
    """Build the book and serve it; with RUN=no its cells do not run."""
    port, run = os.environ.get("PORT", "8000"), os.environ.get("RUN", "")
    become([env.ensure(), "tools/book.py", "serve", port, run])


def paper(what: str, *tools: str) -> Target:
    """Return the target that turns the built pages into `what`; Chromium does the work."""

    def work(_: Sequence[str]) -> NoReturn:
        system.require(what, *tools)
        become([env.ensure("print"), "tools/paper.py", what])

    return work


def lab(_: Sequence[str]) -> NoReturn:
    """Open JupyterLab on the reader's own copy of the assignments, or of a chapter."""
    python, chapter = env.ensure(), os.environ.get("CHAPTER")
    if not chapter:
        become([python, "-m", "flcourse", "start"])
    folder = ROOT / "_build" / "lab"  # later calls leave alone what is there
    call([python, "book/_ext/plain.py", folder, chapter])
    quiet = ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
    where = ["--ServerApp.ip=127.0.0.1", "--ServerApp.root_dir=" + str(folder)]
    rights = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    become([python, "-m", "jupyterlab", *where, *quiet, *rights, folder / (chapter + ".ipynb")])


def exercises(_: Sequence[str]) -> None:
    """Rebuild the released notebooks."""
    module(env.ensure(), "flcourse", "build")


def demo(args: Sequence[str]) -> NoReturn:
    """Rehearse a term with a simulated class; students' code runs in the sandbox."""
    system.require("demo", "bwrap")
    become([env.ensure(), "tools/demo.py", *args])


def test(args: Sequence[str]) -> None:
    """Install Debian packages where that is allowed, then run every test, unless all passed so."""
    lacking = system.install(env.debian())
    python = env.ensure("test")
    system.report(system.other_browser(python, lacking))
    now = state()
    asked = args or os.environ.get("AGAIN") or os.environ.get("CI")
    if not asked and PASSED.exists() and PASSED.read_text("utf-8") == now:
        say("All tests passed on exactly these files (run them once more: make test AGAIN=1)")
        return
    say("Testing (the book is built first, if it is not up to date)")
    module(python, "pytest", "-n3", *args)  # three, for tests often wait: for one, ARGS="-n0"
    if not args:
        PASSED.parent.mkdir(exist_ok=True)
        PASSED.write_text(now, "utf-8")


def state() -> str:
    """Digest of what decides whether tests pass: files, interpreter, tools, observations."""
    digest = hashlib.sha256(repr((sys.version, system.missing(), ROOT)).encode())
    digest.update(os.environ.get("FLCOURSE_DATA", "").encode())
    for folder, folders, names in os.walk(str(ROOT)):
        folders[:] = sorted({*folders} - {*BUILT, ".git", ".venv", "__pycache__"})
        for name in sorted({*names} - {*BUILT}):
            path = Path(folder) / name
            digest.update(str(path).encode() + (path.read_bytes() if path.is_file() else b""))
    return digest.hexdigest()


def lint(_: Sequence[str]) -> None:
    """Run every checker, even after one complains."""
    python = env.ensure("lint")
    failed = [what for what, line in LINT.items() if call([python, *line], check=False)]
    if failed:
        raise Stop("lint found something: " + ", ".join(failed))
    say("Format, style, types, spelling and prose are fine")


def bank(args: Sequence[str]) -> None:
    """Judge the checks of the assignments by answers whose verdicts are known."""
    module(env.ensure(), "flcourse", "bank", *args)


def bench(args: Sequence[str]) -> None:
    """Run the benchmarks one after the other."""
    python = env.ensure("test")
    scripts = sorted((ROOT / "benchmarks").glob("bench_*.py"))
    if not scripts:
        say("There is no benchmarks/bench_*.py yet")
    for script in scripts:
        say("Running " + script.name)
        call([python, str(script), *args])


def lock(_: Sequence[str]) -> None:
    """Pin the union of all extras for every platform and Python, then the parts of it.

    No address is written down. `tools/lock-read-overrides.txt` says what the parts leave out.
    """
    python = env.ensure("test")
    style = ["--no-emit-index-url", "--no-annotate", "--no-header", "--python-version=3.11"]
    inputs = ["pyproject.toml", "tools/lock-inputs.txt", "--universal", "--quiet", "--upgrade"]
    part = ["--constraint=requirements.lock", "--override=tools/lock-read-overrides.txt"]
    parts = {
        "test": ["--all-extras"],  # first: it binds the others
        "read": ["--extra=book", "--extra=grade", *part],
        "print": ["--extra=book", "--extra=grade", "--extra=print", *part],
        "lint": ["--extra=book", "--extra=grade", "--extra=print", "--extra=lint", *part],
    }
    for level, chosen in parts.items():
        override = ["--override=tools/lock-overrides.txt", "--output-file=" + env.LEVELS[level][0]]
        module(python, "uv", "pip", "compile", *inputs, *style, *override, *chosen)
    say("Wrote the locks; the next target brings .venv up to date")


def clean(_: Sequence[str]) -> None:
    """Remove everything that was built."""
    for name in BUILT:
        path = ROOT / name
        if path.is_dir():
            shutil.rmtree(str(path))
        elif path.exists():
            path.unlink()
    say("Removed what was built; .venv stays (remove the folder to start afresh)")


TARGETS: dict[str, Target] = {
    "help": help_, "env": env_, "book": book, "serve": serve, "lab": lab, "lock": lock,
    "exercises": exercises, "test": test, "lint": lint, "bank": bank, "bench": bench,
    "clean": clean, "demo": demo, "deps": deps, "pdf": paper("pdf", "chromium", "fonts"),
    "epub": paper("epub", "chromium"), "slides": paper("slides", "chromium", "fonts"),
}  # fmt: skip


def main(argv: Sequence[str]) -> int:
    """Run one target; a problem that we foresaw is one line, without a traceback."""
    os.chdir(str(ROOT))
    try:
        TARGETS[argv[0]](argv[1:])
    except Stop as problem:
        print(f"\n{problem}", file=sys.stderr)
        return problem.code
    except KeyboardInterrupt:
        print("\nInterrupted; the same command picks up where this one ended.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
