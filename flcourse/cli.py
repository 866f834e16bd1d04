"""The ``flcourse`` command: a table of subcommands; it prints, and its parts ``_cli_*``, no other.

A subcommand is a row of ``COMMANDS`` with two functions: one names its arguments, the other does
the work and returns nothing, or an exit code. It imports what it needs when it runs, so that
``flcourse --help`` is quick. What it raises as ValueError, OSError or RuntimeError becomes one
sentence on stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from flcourse import (
    __version__,
    _cli_course,
    _cli_grade,
    _cli_hub,
    _cli_moderate,
    _cli_report,
    _cli_student,
    _cli_workers,
)

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

EXIT_CODES = "exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted"


@dataclass(frozen=True)
class Command:
    """A row of the table of subcommands.

    Parameters
    ----------
    words : str
        What to type after ``flcourse``, one word or two.
    summary : str
        One line for ``--help``.
    arguments : callable
        Adds the arguments to a parser.
    run : callable
        Does the work; returns an exit code, or None for 0.
    """

    words: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int | None]


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    """Most commands need none."""


def _fetch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=["fmi"], help="which data set")
    parser.add_argument(
        "--to",
        metavar="DIR",
        help="data folder; the file goes to DIR/fmi (default: $FLCOURSE_DATA, else the cache)",
    )
    parser.add_argument("--url", help="another address of the same file, verified all the same")


def _fetch(args: argparse.Namespace) -> None:
    from flcourse.data.download import fetch

    place = fetch(args.name, to=args.to, url=args.url, progress=_progress_on_stderr())
    print(f"{place} is here and verified.")
    if args.to:
        print(f"Set FLCOURSE_DATA={args.to} so that load_fmi looks there.")


def _progress_on_stderr() -> Callable[[int, int], None]:
    """Tell every tenth: in one line on a terminal, line by line in a log."""
    told = -1

    def show(here: int, total: int) -> None:
        nonlocal told
        if 10 * here // total > told:
            told = 10 * here // total
            end = "\r" if sys.stderr.isatty() and here < total else "\n"
            text = f"{here / 1e6:.1f} of {total / 1e6:.1f} MB"
            print(text, end=end, file=sys.stderr, flush=True)

    return show


def _path(args: argparse.Namespace) -> None:
    from flcourse.data._places import data_dirs
    from flcourse.data.download import DATASETS

    for name, dataset in DATASETS.items():
        for folder in data_dirs():
            place = folder / dataset.file
            print(f"{name}  {'here   ' if place.is_file() else 'missing'}  {place}")


def _build_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stem", nargs="*", help="assignments to build (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")


def _build(args: argparse.Namespace) -> int:
    from flcourse.grading.authoring.build import build

    changed = build(Path.cwd(), args.stem, check=args.check)
    told = ("up to date", "stale" if args.check else "built")
    for place, differs in changed.items():
        print(f"{told[differs]:10}  {place.relative_to(Path.cwd())}")
    return FAILED if args.check and any(changed.values()) else OK


def _new_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stem", help="its name, one word")


def _new(args: argparse.Namespace) -> None:
    from flcourse.grading.authoring.template import new_assignment

    for place in new_assignment(Path.cwd(), args.stem):
        print(f"wrote  {place.relative_to(Path.cwd())}")
    print(f"Edit them, then: flcourse build {args.stem}, flcourse bank {args.stem}")


def _bank_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stem", nargs="*", help="assignments to examine (default: all with a bank)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--again", action="store_true", help="also where nothing changed")


def _bank(args: argparse.Namespace) -> int:
    from flcourse.grading.authoring import verdicts

    root, wrong = Path.cwd(), False
    for stem in args.stem or verdicts.graded(root):
        old = bool(verdicts.stale(root, stem)) or args.again
        found = verdicts.examine(root, stem, jobs=args.jobs) if old else verdicts.read(root, stem)
        if old:
            verdicts.write(root, found)
        print(f"{stem}: {verdicts.summary(found)}{'' if old else ' (nothing changed)'}")
        for problem in verdicts.problems(found):
            wrong = True
            print(f"  {problem}")
        for entry in verdicts.entries(found):
            print(f"\n{entry}")
    return FAILED if wrong else OK


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("notebook", type=Path, help="an assignment, answered or not")


def _check(args: argparse.Namespace) -> int:
    from flcourse.grading.student.check import check_notebook

    report = check_notebook(args.notebook)
    width = max(len(name) for name in ["together", *(task.name for task in report.tasks)])
    for task in report.tasks:
        got = "-" if task.points is None else f"{task.points:g}"
        verdict = "failed" if task.messages else "to be graded" if got == "-" else "passed"
        print(f"{task.name:{width}}  {got:>3} of {task.possible:<3g}  {verdict}")
        for message in task.messages:
            print(f"{'':{width}}  {message}")
    by_check = [task for task in report.tasks if task.points is not None]
    got, possible = (sum(getattr(t, what) for t in by_check) for what in ("points", "possible"))
    print(f"{'together':{width}}  {got:>3g} of {possible:<3g}  by the checks that you can see")
    for note in report.notes:
        print(f"note: {note}")
    return OK if report.passed else FAILED


def _doctor(args: argparse.Namespace) -> int:
    from flcourse._cli_doctor import examine

    findings = examine()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        print(f"{'OK' if finding.well else 'missing':7}  {finding.what:{width}}  {finding.found}")
        if not finding.well:
            weight = "needed" if finding.needed else "optional"
            print(f"{'':7}  {'':{width}}  -> {weight}: {finding.remedy}")
    return OK if all(finding.well or not finding.needed for finding in findings) else FAILED


COMMANDS = (
    Command(
        "archive",
        "keep a finished course in one file",
        _cli_course.archive_arguments,
        _cli_course.archive,
    ),
    Command("bank", "grade the bank and mutants: is the grader right?", _bank_arguments, _bank),
    Command("build", "build exercises/ from solutions/", _build_arguments, _build),
    Command("check", "run the checks of a notebook, summed up by task", _check_arguments, _check),
    Command("data fetch", "download observed data and verify it", _fetch_arguments, _fetch),
    Command("data path", "show where data files are looked for", _no_arguments, _path),
    Command(
        "collect",
        "collect what students have handed in",
        _cli_course.collect_arguments,
        _cli_course.collect,
    ),
    Command(
        "extend",
        "give a student more time",
        _cli_course.extend_arguments,
        _cli_course.extend,
    ),
    Command(
        "init-course",
        "make a course folder",
        _cli_course.init_course_arguments,
        _cli_course.init_course,
    ),
    Command(
        "init-hub",
        "write the settings of a JupyterHub",
        _cli_hub.init_hub_arguments,
        _cli_hub.init_hub,
    ),
    Command(
        "release",
        "make assignments ready for students",
        _cli_course.release_arguments,
        _cli_course.release,
    ),
    Command("new-assignment", "write an assignment to start from", _new_arguments, _new),
    Command("doctor", "check that this machine has what the course needs", _no_arguments, _doctor),
    Command(
        "export",
        "write the points of the class as a table, or for Canvas or Moodle",
        _cli_report.export_arguments,
        _cli_report.export,
    ),
    Command(
        "feedback",
        "write a page of feedback for each student",
        _cli_grade.feedback_arguments,
        _cli_grade.feedback,
    ),
    Command("grade", "grade submissions officially", _cli_grade.grade_arguments, _cli_grade.grade),
    Command(
        "moderate",
        "let a second person mark a sample unseen, and compare",
        _cli_moderate.moderate_arguments,
        _cli_moderate.moderate,
    ),
    Command(
        "start",
        "open Jupyter on your own folder with the assignments",
        _cli_student.start_arguments,
        _cli_student.start,
    ),
    Command(
        "submit",
        "pack an assignment to hand in, with a receipt",
        _cli_student.submit_arguments,
        _cli_student.submit,
    ),
    Command(
        "regrade",
        "grade again what changed, and tell whose points moved",
        _cli_report.regrade_arguments,
        _cli_report.regrade,
    ),
    Command(
        "report",
        "write pages about a class: item analysis and similar answers",
        _cli_report.report_arguments,
        _cli_report.report,
    ),
    Command("verify", "grade a sample again", _cli_grade.verify_arguments, _cli_grade.verify),
    Command(
        "workers",
        "print what lets a cluster grade a class",
        _cli_workers.workers_arguments,
        _cli_workers.workers,
    ),
)
GROUPS = {"data": "real data: download, places"}


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line from ``COMMANDS``.

    Returns
    -------
    argparse.ArgumentParser
        Its namespace carries the chosen ``run``.

    Examples
    --------
    >>> parser().parse_args(["data", "fetch", "fmi", "--to", "data"]).to
    'data'
    """
    top = argparse.ArgumentParser(
        prog="flcourse",
        description="Federated learning: the tools of the course.",
        epilog=EXIT_CODES,
    )
    top.add_argument("--version", action="version", version=f"flcourse {__version__}")
    top.add_argument("--traceback", action="store_true", help="show where an error comes from")
    branches = {"": top.add_subparsers(metavar="COMMAND", required=True)}
    for command in COMMANDS:
        *group, word = command.words.split()
        above = " ".join(group)
        if above not in branches:
            middle = branches[""].add_parser(above, help=GROUPS[above], description=GROUPS[above])
            branches[above] = middle.add_subparsers(metavar="COMMAND", required=True)
        below = branches[above].add_parser(
            word, help=command.summary, description=command.summary, epilog=EXIT_CODES
        )
        command.arguments(below)
        below.set_defaults(run=command.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        Words after ``flcourse``; by default those of the shell.

    Returns
    -------
    int
        0 done, 1 failed, 130 interrupted. Wrong usage ends in ``SystemExit(2)``, as argparse does.

    Examples
    --------
    >>> main(["data", "path"])  # doctest: +ELLIPSIS
    fmi ...
    0
    """
    args = parser().parse_args(argv)
    try:
        code = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("flcourse: interrupted; the same command starts or goes on again", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, OSError, RuntimeError) as error:
        if args.traceback:
            raise
        print(f"flcourse: {error}", file=sys.stderr)
        return FAILED
    return OK if code is None else int(code)
