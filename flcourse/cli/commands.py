"""The table of subcommands, and the command that reads it.

A subcommand is a row of ``COMMANDS`` with two functions: one names its arguments, the other does
the work and returns nothing, or an exit code. It imports what it needs when it runs, so that
``flcourse --help`` is quick. What it raises as ValueError, OSError or RuntimeError becomes one
sentence on stderr.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flcourse import __version__
from flcourse.cli import author, course, data, doctor, grade, hub, report, student, workers
from flcourse.cli._shared import FAILED, INTERRUPTED, OK

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


COMMANDS = (
    Command(
        "archive",
        "keep a finished course in one file",
        course.archive_arguments,
        course.archive,
    ),
    Command(
        "bank",
        "grade the bank and mutants: is the grader right?",
        author.bank_arguments,
        author.bank,
    ),
    Command(
        "book",
        "read the book, with cells that run in the page",
        student.book_arguments,
        student.book,
    ),
    Command("build", "build exercises/ from solutions/", author.build_arguments, author.build),
    Command(
        "check",
        "run the checks of a notebook, summed up by task",
        student.check_arguments,
        student.check,
    ),
    Command("data fetch", "download observed data and verify it", data.fetch_arguments, data.fetch),
    Command("data path", "show where data files are looked for", _no_arguments, data.path),
    Command(
        "collect",
        "collect what students have handed in",
        course.collect_arguments,
        course.collect,
    ),
    Command(
        "extend",
        "give a student more time",
        course.extend_arguments,
        course.extend,
    ),
    Command(
        "init-course",
        "make a course folder",
        course.init_course_arguments,
        course.init_course,
    ),
    Command(
        "init-hub",
        "write the settings of a JupyterHub",
        hub.init_hub_arguments,
        hub.init_hub,
    ),
    Command(
        "release",
        "make assignments ready for students",
        course.release_arguments,
        course.release,
    ),
    Command(
        "new-assignment", "write an assignment to start from", author.new_arguments, author.new
    ),
    Command(
        "doctor", "check that this machine has what the course needs", _no_arguments, doctor.doctor
    ),
    Command(
        "export",
        "write the points of the class as a table, or for Canvas or Moodle",
        report.export_arguments,
        report.export,
    ),
    Command(
        "feedback",
        "write a page of feedback for each student",
        report.feedback_arguments,
        report.feedback,
    ),
    Command("grade", "grade submissions officially", grade.grade_arguments, grade.grade),
    Command(
        "moderate",
        "let a second person mark a sample unseen, and compare",
        report.moderate_arguments,
        report.moderate,
    ),
    Command(
        "start",
        "open Jupyter on your own folder with the assignments",
        student.start_arguments,
        student.start,
    ),
    Command(
        "submit",
        "pack an assignment to hand in, with a receipt",
        student.submit_arguments,
        student.submit,
    ),
    Command(
        "regrade",
        "grade again what changed, and tell whose points moved",
        report.regrade_arguments,
        report.regrade,
    ),
    Command(
        "report",
        "write pages about a class: item analysis and similar answers",
        report.report_arguments,
        report.report,
    ),
    Command("verify", "grade a sample again", grade.verify_arguments, grade.verify),
    Command(
        "workers",
        "print what lets a cluster grade a class",
        workers.workers_arguments,
        workers.workers,
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


def _speak() -> None:
    """Let no letter end a command: what a terminal or a file cannot hold becomes a question mark.

    Streams that a program has put in place of the real ones are left as they are.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(errors="replace")


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
    _speak()
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
