"""The table of subcommands, and the command that reads it.

A subcommand is a row of ``COMMANDS`` with two functions: one names its arguments, the other does
the work and returns nothing, or an exit code. It imports what it needs when it runs, so that
``flcourse --help`` is quick. What it raises as ValueError, OSError or RuntimeError becomes one
sentence on stderr.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from flcourse import __version__
from flcourse.cli import author, course, data, doctor, grade, hub, report, status, student, workers
from flcourse.cli._shared import FAILED, INTERRUPTED, OK, require_place

__all__ = ["COMMANDS", "EXIT_CODES", "GROUPS", "Command", "main", "overview", "parser"]

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
    group : str
        Under which heading ``--help`` lists it.
    """

    words: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int | None]
    group: str = "others"


STUDENTS, TERM = "for students", "for instructors, a term in the order of its steps"
AUTHORS, MACHINES = "for authors of assignments", "for machines and data"
COMMANDS = (
    Command(
        "book",
        "read the book, with cells that run in the page",
        student.book_arguments,
        student.book,
        STUDENTS,
    ),
    Command(
        "start",
        "open Jupyter on your own folder with the assignments",
        student.start_arguments,
        student.start,
        STUDENTS,
    ),
    Command(
        "check",
        "run the checks of a notebook, summed up by task",
        student.check_arguments,
        student.check,
        STUDENTS,
    ),
    Command(
        "submit",
        "pack an assignment to hand in, with a receipt",
        student.submit_arguments,
        student.submit,
        STUDENTS,
    ),
    Command(
        "init-course",
        "make a course folder",
        course.init_course_arguments,
        course.init_course,
        TERM,
    ),
    Command(
        "status",
        "how far each assignment is, and what to do next",
        status.status_arguments,
        status.status,
        TERM,
    ),
    Command(
        "release",
        "make assignments ready for students",
        course.release_arguments,
        course.release,
        TERM,
    ),
    Command(
        "collect",
        "collect what students have handed in",
        course.collect_arguments,
        course.collect,
        TERM,
    ),
    Command("extend", "give a student more time", course.extend_arguments, course.extend, TERM),
    Command("grade", "grade submissions officially", grade.grade_arguments, grade.grade, TERM),
    Command("verify", "grade a sample again", grade.verify_arguments, grade.verify, TERM),
    Command(
        "moderate",
        "let a second person mark a sample unseen, and compare",
        report.moderate_arguments,
        report.moderate,
        TERM,
    ),
    Command(
        "feedback",
        "write a page of feedback for each student",
        report.feedback_arguments,
        report.feedback,
        TERM,
    ),
    Command(
        "report",
        "write pages about a class: item analysis and similar answers",
        report.report_arguments,
        report.report,
        TERM,
    ),
    Command(
        "export",
        "write the points of the class as a table, or for Canvas or Moodle",
        report.export_arguments,
        report.export,
        TERM,
    ),
    Command(
        "regrade",
        "grade again what changed, and tell whose points moved",
        report.regrade_arguments,
        report.regrade,
        TERM,
    ),
    Command(
        "archive",
        "keep a finished course in one file",
        course.archive_arguments,
        course.archive,
        TERM,
    ),
    Command(
        "new-assignment",
        "write an assignment to start from",
        author.new_arguments,
        author.new,
        AUTHORS,
    ),
    Command(
        "build",
        "build exercises/ from solutions/",
        author.build_arguments,
        author.build,
        AUTHORS,
    ),
    Command(
        "bank",
        "grade the bank and mutants: is the grader right?",
        author.bank_arguments,
        author.bank,
        AUTHORS,
    ),
    Command(
        "doctor",
        "check that this machine has what the course needs",
        doctor.doctor_arguments,
        doctor.doctor,
        MACHINES,
    ),
    Command(
        "init-hub",
        "write the settings of a JupyterHub",
        hub.init_hub_arguments,
        hub.init_hub,
        MACHINES,
    ),
    Command(
        "workers",
        "print what lets a cluster grade a class",
        workers.workers_arguments,
        workers.workers,
        MACHINES,
    ),
    Command(
        "data fetch",
        "download observed data and verify it",
        data.fetch_arguments,
        data.fetch,
        MACHINES,
    ),
    Command(
        "data path",
        "show where data files are looked for",
        data.path_arguments,
        data.path,
        MACHINES,
    ),
)
GROUPS = {"data": "real data: download, places"}


class _Parser(argparse.ArgumentParser):
    """A parser that asks whether a word was meant, rather than listing all that there are."""

    def error(self, message: str) -> NoReturn:
        found = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        words = re.findall(r"[\w-]+", found[2]) if found else []
        if found and found[1] == "help":
            message = "there is no help; did you mean --help?"
        elif found and (close := difflib.get_close_matches(found[1], words, 1)):
            message = f"there is no {found[1]}; did you mean {close[0]}?"
        super().error(message)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Let the command itself say what it does not know, with its own usage."""
        known, rest = self.parse_known_args(args, namespace)
        command = known.__dict__.pop("command", self)
        if rest:
            options = [name for action in command._actions for name in action.option_strings]
            close = difflib.get_close_matches(rest[0], options, 1)
            asked = f"; did you mean {close[0]}?" if close else ""
            command.error(f"unrecognized arguments: {' '.join(rest)}{asked}")
        return known


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
    top = _Parser(
        prog="flcourse",
        description=f"Federated learning: the tools of the course.\n\n{overview()}",
        epilog=f"flcourse COMMAND --help explains one, with examples\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="%(prog)s [-h] [--version] [--traceback] COMMAND ...",
    )
    top.add_argument("--version", action="version", version=f"flcourse {__version__}")
    top.add_argument("--traceback", action="store_true", help="show where an error comes from")
    branches = {
        "": top.add_subparsers(
            metavar="COMMAND", required=True, help=argparse.SUPPRESS, prog="flcourse"
        )
    }
    for command in COMMANDS:
        *group, word = command.words.split()
        above = " ".join(group)
        if above not in branches:
            middle = branches[""].add_parser(above, description=GROUPS[above])
            branches[above] = middle.add_subparsers(metavar="COMMAND", required=True)
        below = branches[above].add_parser(
            word, help=command.summary, description=command.summary, epilog=EXIT_CODES
        )
        command.arguments(below)
        below.set_defaults(run=command.run, command=below)
    return top


def overview() -> str:
    """List the commands by who runs them and, for a term, when.

    Examples
    --------
    >>> overview().splitlines()[0]
    'for students:'
    """
    lines = []
    for group in dict.fromkeys(command.group for command in COMMANDS):
        lines += [f"{group}:"]
        lines += [f"  {c.words:15} {c.summary}" for c in COMMANDS if c.group == group]
        lines += [""]
    return "\n".join(lines[:-1])


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
    words = sys.argv[1:] if argv is None else list(argv)
    if not words:  # who types the bare name asks what there is
        parser().print_help(sys.stderr)
        raise SystemExit(2)
    args = parser().parse_args(words)
    try:
        require_place(args)
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
        print(f"flcourse: {_in_words(error)}", file=sys.stderr)
        return FAILED
    return OK if code is None else int(code)


def _in_words(error: Exception) -> str:
    """Return an error as a sentence; one of the system begins with the file that it is about."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
