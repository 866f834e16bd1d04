"""``flcourse start``, ``check``, ``submit`` and ``book``: what a student runs."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import webbrowser
from datetime import datetime
from pathlib import Path

from flcourse.cli._shared import FAILED, OK, explain, quiet, tell

__all__ = [
    "book",
    "book_arguments",
    "check",
    "check_arguments",
    "start",
    "start_arguments",
    "submit",
    "submit_arguments",
]

SAID = {
    "new": "new",
    "newer": "newer release (you had not changed it)",
    "beside": "newer release, beside yours, which is as you left it",
}


def start_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the folder and where its assignments come from."""
    explain(
        parser,
        "Puts the assignments into a folder of your own and opens JupyterLab there, at first with "
        "the dry run, later with the notebook that you left; Ctrl-C ends it. What you have written "
        "is never overwritten: a newer release of a notebook goes beside yours. Call it again "
        "whenever you go on working; while Jupyter is running there, it opens that one.",
        "flcourse start",
        "flcourse start my-course --from assignments.zip",
        "flcourse start --notebook7 --no-browser",
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR",
        help="your folder (default: the one you are in, else my-flcourse here)",
    )  # fmt: skip
    parser.add_argument(
        "--from", type=Path, dest="place", metavar="PLACE",
        help="folder, ZIP or notebook with assignments (default: those of the package)",
    )  # fmt: skip
    parser.add_argument(
        "--no-browser", action="store_true", help="open no browser, show the address"
    )
    parser.add_argument(
        "--notebook7", action="store_true", help="Notebook 7 in place of JupyterLab"
    )
    parser.add_argument("--log", action="store_true", help="show what Jupyter tells of its work")
    parser.add_argument("--quiet", action="store_true", help="say nothing but errors")


def start(args: argparse.Namespace) -> int:
    """Put the assignments in their place and open Jupyter."""
    from flcourse.grading import labels
    from flcourse.grading.student import identity, opened, start, surroundings

    folder = args.folder or _default_folder()
    fresh, last = not (folder / start.RELEASED).is_dir(), identity.folder()
    place, done = args.place or start.shipped(Path.cwd()), {}
    if place is not None:
        found = start.releases(place)
        if not args.place and surroundings.exchange(folder):  # its list hands out the others
            found = {name: found[name] for name in found if name.startswith("start/")}
        done = start.put(found, folder)
    elif not (folder / start.RELEASED).is_dir():
        raise ValueError(f"there are no assignments here: {start.NEXT_STEP}")
    labels.write_pages(folder / labels.FORMULAS)  # where the links of the notebooks lead
    identity.remember_folder(folder)
    if fresh and not args.folder and (other := _other(folder, last)):
        tell(args, other)
    for what, said in SAID.items():
        names = [path.stem for path, happened in done.items() if happened == what]
        if names:
            tell(args, f"{said}: {', '.join(names)}")
    for path in [path for path, happened in done.items() if happened == "renamed"]:
        tell(args, f"left alone: {path.relative_to(folder).as_posix()!r} is yours under its new "
             "name; for a fresh copy, move it out of the folder and start again")  # fmt: skip
    if running := opened.running(folder, "tree" if args.notebook7 else ""):
        tell(args, f"Jupyter is already running on {folder.resolve()}, at\n  {running}")
        if not args.no_browser:
            webbrowser.open(running)
        return OK
    words, settings = start.jupyter(
        folder,
        "notebook" if args.notebook7 else "lab",
        browser=not args.no_browser,
        opens=surroundings.last_open(folder),
        log=args.log,
    )
    tell(args, f"Your folder is {folder.resolve()}; Jupyter opens, Ctrl-C here ends it.")
    return _become(words, settings, folder)


def _default_folder() -> Path:
    """Return the folder for work: never inside a checkout, where updates and git rule."""
    from flcourse.grading.student.start import FOLDER, checkout, course_folder

    here = Path.cwd()
    exercises = checkout(here)
    return course_folder(here) or (exercises.parent.parent if exercises else here) / FOLDER


def _other(folder: Path, last: Path | None) -> str:
    """Say where one has worked last, if that is not where one starts now."""
    if last is None or last.resolve() == folder.resolve():
        return ""
    return (
        f"You worked in {last} last time; to go on there: flcourse start {shlex.quote(str(last))}"
    )


def _become(words: list[str], settings: dict[str, str], folder: Path) -> int:
    """Hand this terminal over to Jupyter: Ctrl-C and all other signals are then its own affair."""
    sys.stdout.flush()
    os.chdir(folder)
    if os.name == "posix":
        os.execve(words[0], words, settings)
    process = subprocess.Popen(words, env=settings)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # Jupyter has got it as well, and ends its kernels first
            continue


def book_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the folder of the built book and where to listen."""
    explain(
        parser,
        "Serves a built book on this machine, for you alone: every code cell can be changed and "
        "run in the page, and exercises answer there. The link that it shows opens it; Ctrl-C "
        "ends it. FLCOURSE_BOOK may name the folder, too.",
        "flcourse book",
        "flcourse book Downloads/html --port 9000",
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR",
        help="with the built pages, such as _build/html (default: those that are known here)",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=8000, help="where to listen (default: 8000)")
    quiet(parser, "print the link alone")


def book(args: argparse.Namespace) -> int:
    """Serve the pages, with kernels behind their cells."""
    from flcourse.grading.student import live
    from flcourse.grading.student.panel import links

    known = links.folder()
    folder = args.folder or (known.parent if known else None)
    if folder is None or not (folder / "book" / "index.html").is_file():
        where = f"in {folder}" if folder else "here"
        raise ValueError(f"there is no built book {where}: name its folder, flcourse book DIR")
    if not 0 <= args.port < 65536:
        raise ValueError(f"--port must be a number from 0 to 65535, got {args.port}")
    if lacking := live.missing():  # before a link is shown that leads nowhere
        raise ValueError(lacking)
    with live.bind(args.port) as listening:
        if moved := live.elsewhere(listening, args.port):
            tell(args, moved)
        token = live.token()
        link = live.link(listening, token)
        print(link if args.quiet else f"The book is at {link}  (Ctrl-C ends)", flush=True)
        from flcourse.grading.student.live import server

        server.serve(listening, folder, token)
    tell(args, "The book is closed.")
    return 0


def submit_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the notebook and who hands in."""
    explain(
        parser,
        "Looks at a notebook, says what is odd and which tasks have no answer (no obstacle: you "
        "may hand in again), and packs it with a receipt into a ZIP for you to upload. It stops "
        "if cells were run since the notebook was saved, or if it has no answer at all (--empty "
        "packs it all the same). It asks for your name once. With "
        "--verify it says whether ZIPs and their receipts agree.",
        "flcourse submit gtvmin",
        "flcourse submit Desktop/gtvmin.ipynb --student 'Ada Byron' --to Desktop",
        "flcourse submit --verify gtvmin",
    )
    parser.add_argument(
        "notebook", nargs="?", type=Path, metavar="ASSIGNMENT",
        help="to hand in: its name, such as gtvmin, or a notebook (default: none, with --verify)",
    )  # fmt: skip
    parser.add_argument(
        "--student",
        metavar="NAME",
        help="who you are, for this and later receipts (default: as said before)",
    )
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="for the ZIP (default: handed-in in your folder)"
    )
    parser.add_argument(
        "--verify", type=Path, nargs="*", metavar="ZIP",
        help="check ZIPs and their receipts: files, or the name of an assignment (default: "
        "hand in)",
    )  # fmt: skip
    parser.add_argument(
        "--empty", action="store_true", help="hand in a notebook that has no answer at all, too"
    )
    parser.add_argument("--quiet", action="store_true", help="print the name of the ZIP alone")


def submit(args: argparse.Namespace) -> int:
    """Pack a notebook, or verify ZIPs."""
    from flcourse.grading.student import identity, start, submit

    if args.notebook and args.verify is not None:
        raise ValueError(
            "--verify takes ZIPs or an assignment after it: flcourse submit --verify "
            f"{args.notebook}"
        )
    if args.verify is not None:
        return _verify(args)
    if not args.notebook:
        there = start.offered(Path.cwd())
        raise ValueError(f"name what you hand in, as in flcourse submit gtvmin; {there}")
    path = start.notebook(args.notebook, Path.cwd())
    seen = submit.examine(path)  # what stands against handing in is told before any question
    if not (seen.answered or args.empty):
        raise ValueError(
            f"{path.name} holds none of its {len(seen.unanswered)} answers yet, so nothing was "
            "packed: is it the right file, and saved? To hand it in as it is, add --empty"
        )
    name = identity.remember(args.student) if args.student else identity.known() or _ask()
    packed = submit.submit(path, student=name, now=datetime.now().astimezone(), to=args.to)
    tell(args, packed.text)
    if args.quiet:
        print(packed.archive)
    tell(args, f"Upload this file where your instructor asks for it:\n  {packed.archive}")
    tell(args, f"Keep the receipt:\n  {packed.receipt}")
    return 0


def _verify(args: argparse.Namespace) -> int:
    """Say of each ZIP whether it is what its receipt says."""
    from flcourse.grading.student import submit

    if not args.verify:
        raise ValueError("name an assignment or a ZIP after --verify, as in --verify gtvmin")
    archives = submit.archives(args.verify, Path.cwd())
    odd = 0
    for archive in archives:
        try:
            problems = submit.verify(archive)
        except ValueError as error:  # it names the file; the others have their turn
            print(error)
            odd += 1
            continue
        odd += bool(problems)
        for problem in problems:
            print(f"{archive.name}: {problem}")
        verdict = "ZIP and receipt do not agree" if problems else "ZIP and receipt agree"
        tell(args, f"{archive.name}: {verdict}")
    return FAILED if odd else OK


def _ask() -> str:
    """Ask for the student's name, where somebody can answer, and remember it."""
    from flcourse.grading.student import identity

    # In a cell of a notebook a question would wait for ever: a kernel says that it is one.
    if not sys.stdin.isatty() or "JPY_PARENT_PID" in os.environ:
        raise ValueError(
            "who hands in is not known yet; say it once: flcourse submit ... --student 'Your Name'"
        )
    name = input(f"{identity.ASK}: ")
    return identity.remember(name)


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the notebook."""
    explain(
        parser,
        "Runs the checks that you can see in a fresh process, as official grading does, and sums "
        "them up by task. It stops if cells were run since the notebook was saved. What never ends "
        "is stopped after ten seconds.",
        "flcourse check gtvmin",
        "flcourse check my-flcourse/gtvmin/gtvmin.ipynb",
    )
    parser.add_argument(
        "notebook", nargs="?", type=Path, metavar="ASSIGNMENT",
        help="answered or not: its name, such as gtvmin, or a notebook (default: the one whose "
        "folder you are in, or the only one)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="for programs: the report as JSON")
    parser.add_argument(
        "--saved", action="store_true", help="do not ask running Jupyters whether it is saved"
    )
    quiet(parser, "print the sum alone")


def check(args: argparse.Namespace) -> int:
    """Run a notebook's checks and sum them up by task."""
    from flcourse.grading import labels
    from flcourse.grading.instances import VARIABLE
    from flcourse.grading.student import start
    from flcourse.grading.student.check import as_json, check_notebook
    from flcourse.grading.student.panel.tell import called, titled

    path = start.notebook(args.notebook, Path.cwd())
    report = check_notebook(path, saved=args.saved, tell=_silent if args.quiet else _aside)
    if args.json:
        print(json.dumps(as_json(report), ensure_ascii=False))
        return OK if report.passed else FAILED
    titles = {task.name: called(task) for task in report.tasks}
    names = list(titles.values())
    width = max(map(len, ["together", *names]))
    for name, task in () if args.quiet else zip(names, report.tasks, strict=True):
        print(f"{name:{width}}  {_worth(task.points, task.possible):>10}  {task.stands}")
        for message in filter(None, [task.lead, *task.messages]):
            said = labels.numbered(message)
            print(textwrap.indent(textwrap.fill(said, 96), "    "))
            if seed := re.search(r"On another instance \(seed (\d+)\)", message):
                print(
                    f"    To meet it in the notebook: %env {VARIABLE}={seed[1]}, then these checks;"
                )
                print("    after them checks.given() shows its arguments.")
        for line in [*labels.below(" ".join(task.messages)), *filter(None, [task.predicted])]:
            print(f"    {line}")
    whole = _worth(report.points, report.possible)
    print(f"{'together':{width}}  {whole:>10}  by the checks that you can see")
    for note in report.notes:
        print(f"note: {titled(note, titles)}")
    return OK if report.passed else FAILED


def _silent(line: str) -> None:
    """Say nothing of what takes long."""


def _aside(line: str) -> None:
    """Say what takes long, without disturbing what is piped on."""
    print(line, file=sys.stderr, flush=True)


def _worth(got: float | None, possible: float) -> str:
    """Return points as words; a dry run has none."""
    if not possible:
        return "no points"
    return f"{'-' if got is None else f'{got:g}'} of {possible:g}"
