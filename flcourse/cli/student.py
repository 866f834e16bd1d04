"""``flcourse start``, ``check`` and ``submit``: what a student runs."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import subprocess
import sys
import textwrap
from datetime import datetime
from pathlib import Path

from flcourse.cli._shared import FAILED, OK, explain, tell

SAID = {
    "new": "new",
    "newer": "newer release (you had not changed it)",
    "beside": "newer release, beside yours, which is as you left it",
}


def start_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the folder and where its assignments come from."""
    explain(
        parser,
        "Puts the assignments into a folder of your own and opens JupyterLab there; Ctrl-C ends "
        "it. What you have written is never overwritten: a newer release of a notebook goes "
        "beside yours. Call it again whenever you go on working.",
        "flcourse start",
        "flcourse start my-course --from assignments.zip",
        "flcourse start --notebook7 --no-browser",
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR",
        help="your folder (default: my-flcourse, beside the checkout or here)",
    )  # fmt: skip
    parser.add_argument(
        "--from", type=Path, dest="place", metavar="PLACE",
        help="folder, ZIP or notebook with assignments (default: those of the checkout)",
    )  # fmt: skip
    parser.add_argument(
        "--no-browser", action="store_true", help="open no browser, show the address"
    )
    parser.add_argument(
        "--notebook7", action="store_true", help="Notebook 7 in place of JupyterLab"
    )
    parser.add_argument("--quiet", action="store_true", help="say nothing but errors")


def start(args: argparse.Namespace) -> int:
    """Put the assignments in their place and open Jupyter."""
    from flcourse.grading.student import start

    exercises = start.checkout(Path.cwd(), Path(__file__).parent)
    folder = args.folder or _default_folder(exercises)
    place, done = args.place or exercises, {}
    if place is not None:
        done = start.put(start.releases(place), folder)
    elif not (folder / start.RELEASED).is_dir():
        raise ValueError(f"there are no assignments here: {start.NEXT_STEP}")
    for path, what in done.items():
        if what in SAID:
            tell(args, f"{path.relative_to(folder).as_posix()}: {SAID[what]}")
    first = [path for path, what in done.items() if what == "new" and path.stem == "start"]
    words, surroundings = start.jupyter(
        folder,
        "notebook" if args.notebook7 else "lab",
        browser=not args.no_browser,
        opens=first[0] if first else None,
    )
    tell(args, f"Your folder is {folder.resolve()}; Jupyter opens, Ctrl-C here ends it.")
    return _become(words, surroundings, folder)


def _default_folder(exercises: Path | None) -> Path:
    """Return the folder for work: never inside the checkout, where updates and git rule."""
    from flcourse.grading.student.start import FOLDER

    root = exercises.parent if exercises else None
    inside = root is not None and Path.cwd().is_relative_to(root)
    return (root.parent if root and inside else Path.cwd()) / FOLDER


def _become(words: list[str], surroundings: dict[str, str], folder: Path) -> int:
    """Hand this terminal over to Jupyter: Ctrl-C and all other signals are then its own affair."""
    sys.stdout.flush()
    os.chdir(folder)
    if os.name == "posix":
        os.execve(words[0], words, surroundings)
    return subprocess.call(words, env=surroundings)


def submit_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the notebook and who hands in."""
    explain(
        parser,
        "Looks at a notebook, says what is odd and which tasks have no answer (no obstacle: you "
        "may hand in again), and packs it with a receipt into a ZIP for you to upload. It stops "
        "if cells were run since the notebook was saved. With --verify it says whether a ZIP and "
        "its receipt agree.",
        "flcourse submit my-flcourse/gtvmin/gtvmin.ipynb",
        "flcourse submit gtvmin.ipynb --student ada --to Desktop",
        "flcourse submit --verify gtvmin-ada-20261121T191503Z.zip",
    )
    parser.add_argument("notebook", nargs="?", type=Path, metavar="NOTEBOOK", help="to hand in")
    parser.add_argument("--student", metavar="ID", help="who you are (default: your user name)")
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="for the ZIP (default: handed-in in your folder)"
    )
    parser.add_argument("--verify", type=Path, metavar="ZIP", help="check a ZIP and its receipt")
    parser.add_argument("--quiet", action="store_true", help="print the name of the ZIP alone")


def submit(args: argparse.Namespace) -> int:
    """Pack a notebook, or verify a ZIP."""
    from flcourse.grading.student import submit

    if bool(args.notebook) == bool(args.verify):
        raise ValueError("name a notebook, or a ZIP with --verify: flcourse submit NOTEBOOK")
    if args.verify:
        problems = submit.verify(args.verify)
        for problem in problems:
            print(problem)
        tell(args, "ZIP and receipt agree" if not problems else "ZIP and receipt do not agree")
        return 1 if problems else 0
    packed = submit.submit(
        args.notebook,
        student=args.student or getpass.getuser(),
        now=datetime.now().astimezone(),
        to=args.to,
    )
    tell(args, packed.text)
    if args.quiet:
        print(packed.archive)
    tell(args, f"Upload this file where your instructor asks for it:\n  {packed.archive}")
    tell(args, f"Keep the receipt:\n  {packed.receipt}")
    return 0


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the notebook."""
    explain(
        parser,
        "Runs the checks that you can see in a fresh process, as official grading does, and sums "
        "them up by task. It stops if cells were run since the notebook was saved. What never ends "
        "is stopped after ten seconds.",
        "flcourse check my-flcourse/gtvmin/gtvmin.ipynb",
    )
    parser.add_argument(
        "notebook", type=Path, metavar="NOTEBOOK", help="an assignment, answered or not"
    )
    parser.add_argument("--json", action="store_true", help="for programs: the report as JSON")
    parser.add_argument(
        "--saved", action="store_true", help="do not ask running Jupyters whether it is saved"
    )


def check(args: argparse.Namespace) -> int:
    """Run a notebook's checks and sum them up by task."""
    from flcourse.grading.student.check import as_json, check_notebook

    report = check_notebook(args.notebook, saved=args.saved, tell=_aside)
    if args.json:
        print(json.dumps(as_json(report), ensure_ascii=False))
        return OK if report.passed else FAILED
    names = [task.title or task.name for task in report.tasks]
    width = max(map(len, ["together", *names]))
    for name, task in zip(names, report.tasks, strict=True):
        print(f"{name:{width}}  {_worth(task.points, task.possible):>10}  {task.state}")
        for message in task.messages:
            print(textwrap.indent(textwrap.fill(message, 96), "    "))
    whole = _worth(report.points, report.possible)
    print(f"{'together':{width}}  {whole:>10}  by the checks that you can see")
    for note in report.notes:
        print(f"note: {note}")
    return OK if report.passed else FAILED


def _aside(line: str) -> None:
    """Say what takes long, without disturbing what is piped on."""
    print(line, file=sys.stderr, flush=True)


def _worth(got: float | None, possible: float) -> str:
    """Return points as words; a dry run has none."""
    if not possible:
        return "no points"
    return f"{'-' if got is None else f'{got:g}'} of {possible:g}"
