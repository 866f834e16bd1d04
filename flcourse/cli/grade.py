"""``flcourse grade`` and ``flcourse verify``: official grading, seen from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flcourse.cli._shared import (
    explain,
    jobs,
    show_delay,
    show_progress,
    tell,
    use_seed,
    warn_if_behind,
    which,
)
from flcourse.grading.statuses import NOTHING, Status

if TYPE_CHECKING:
    from flcourse.grading.assignment import Assignment

__all__ = ["grade", "grade_arguments", "verify", "verify_arguments"]

GRADES = "grades.csv"
MOST_DOUBTS = 40  # that are printed


def grade_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is graded, and how."""
    explain(
        parser,
        "Run the code of students in a sandbox and the checks outside of it, write a result for "
        "each submission, then the gradebook. What is graded already and has not changed is kept, "
        "so that an interrupted run goes on. At the end stands what a person should look at. Exit "
        "code 1 if a submission could not be graded for a reason on our side.",
        "flcourse grade erm",
        "flcourse grade erm --student aino --again",
        "flcourse grade erm --jobs 4 --quiet",
    )
    which(parser)
    jobs(parser)
    parser.add_argument("--again", action="store_true", help="also where nothing has changed")
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="on the workers of this Dask scheduler, such as tcp://host:8786 (default: here)",
    )
    parser.add_argument(
        "--warm", choices=["on", "off"], default="on",
        help="on: fork students' processes from one sandbox; off: make each from scratch "
        "(default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--part", metavar="I/N",
        help="only the I-th of N parts, from 0, and only its results: the unit of a job array "
        "(default: all, and the gradebook)",
    )  # fmt: skip


def grade(args: argparse.Namespace) -> int:
    """Grade submissions, write the gradebook, and say what came out."""
    from flcourse.grading.assignment import read_assignment
    from flcourse.grading.course import gradebook
    from flcourse.grading.official import batch, on_dask

    use_seed(args.course)
    if args.part:
        return _grade_part(args)
    work = batch.jobs_of(args.course, args.assignment, args.student)
    warn_if_behind(args.course, args.assignment)
    if not args.quiet:
        _warn_root()
    shown = None if args.quiet else show_progress
    how: dict[str, Any] = {"again": args.again, "progress": shown}
    if args.dask:
        results = on_dask.grade(work, address=args.dask, **how)
    else:
        results = batch.grade(work, workers=args.jobs, warm=args.warm == "on", **how)
    assignment = read_assignment(work[0].source)
    place = gradebook.record(args.course, assignment, results, None if args.quiet else show_delay)
    _look_at_these(args.course, assignment, results)
    table = args.course / "results" / args.assignment / GRADES
    try:
        _write_table(table, results)
    except OSError as error:
        raise OSError(error.errno, f"{table} cannot be written: {error.strerror}") from error
    counts = Counter(result["status"] for result in results)
    said = ", ".join(f"{n} {status}" for status, n in counts.items())
    tell(args, f"{len(results)} submissions: {said}")
    tell(args, f"{place} is up to date; the table is {table}")
    return 1 if counts[Status.INFRASTRUCTURE] else 0


def _warn_root() -> None:
    """Say that no sandbox promises anything to root."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        print("note: you grade as root; an account of its own is safer (SECURITY.md)",
              file=sys.stderr)  # fmt: skip


def _look_at_these(
    course: Path, assignment: Assignment, results: Sequence[Mapping[str, Any]]
) -> None:
    """Say what was repaired, then what a person should look at."""
    from flcourse.grading.course.scores import read_grades
    from flcourse.grading.reports import attention

    doubts = attention.doubts(course, assignment, results)
    doubtful = {student for student, _ in doubts}
    for result in results:
        if result["status"] != Status.OK and result["student"] not in doubtful:
            print(f"{result['student']}: {result['status']}: {'; '.join(result['notes'])[:300]}")
    waiting = attention.unread(results, read_grades(course, assignment.stem)[0])
    place = attention.write(course, assignment.stem, doubts, waiting)
    if doubts or waiting:
        print("look at these:")
    for student, words in doubts[:MOST_DOUBTS]:
        print(f"  {student}: {words[:400]}")
    if len(doubts) > MOST_DOUBTS:
        print(f"  … and {len(doubts) - MOST_DOUBTS} more in {place}")
    if waiting:
        print(f"  {waiting}")


def _grade_part(args: argparse.Namespace) -> int:
    """Grade one part of a class and leave its results for whoever writes the gradebook."""
    from flcourse.grading.official import batch, sandbox
    from flcourse.grading.official.cluster_files import part
    from flcourse.grading.official.result import NO_SANDBOX

    number, whole = part(args.part)
    mine = batch.jobs_of(args.course, args.assignment, args.student)[number::whole]
    try:
        batch.grade(
            mine, workers=args.jobs, again=args.again, warm=args.warm == "on",
            progress=None if args.quiet else show_progress,
        )  # fmt: skip
    except sandbox.SandboxError as error:
        print(f"flcourse: {error}", file=sys.stderr)
        return NO_SANDBOX
    tell(args, f"part {args.part}: {len(mine)} submissions have results; the gradebook is "
               "unchanged")  # fmt: skip
    return 0


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is graded again."""
    explain(
        parser,
        "Draw a part of the graded submissions, at least one, grade it again from the beginning "
        "and compare: whose result differs is named, and so is who was drawn. Nothing is written. "
        "Exit code 1 if something differs.",
        "flcourse verify erm",
        "flcourse verify erm --share 0.3",
        "flcourse verify erm --student aino",
    )
    which(parser)
    jobs(parser)
    parser.add_argument(
        "--share", type=float, default=0.1, help="part to draw, of 1 (default: %(default)s)"
    )


def verify(args: argparse.Namespace) -> int:
    """Grade a sample again and say whether anything differs."""
    from flcourse.grading.official import batch

    use_seed(args.course)
    warn_if_behind(args.course, args.assignment)
    there = batch.jobs_of(args.course, args.assignment, args.student)
    sample = batch.drawn(there, share=args.share)
    who = ", ".join(job.student for job in sample)
    tell(args, f"drawn {len(sample)} of {len(there)}: {who}")
    problems = batch.verify(
        sample, workers=args.jobs, progress=None if args.quiet else show_progress
    )
    for problem in problems:
        print(problem)
    if problems:
        print("the sample differs")
        if changed := [job.student for job in sample if not batch.is_fresh(job)]:
            print(f"but something has changed since these were graded: {', '.join(changed)}; "
                  f"flcourse regrade {args.assignment} tells what")  # fmt: skip
    else:
        tell(args, "the sample gives the same results")
    return 1 if problems else 0


def _write_table(path: Path, results: Sequence[dict[str, Any]]) -> None:
    """Write a row for each student: a failure is a status, never a bare 0."""
    from flcourse.grading.spreadsheet import written

    rows: list[list[Any]] = [["student", "status", "auto_score", "max_score", "by_hand", "notes"]]
    for result in results:
        nothing = result["status"] in NOTHING or result["notebook"] is None
        score = "" if nothing else result["score"]
        by_hand = sum(manual["answered"] for manual in result["manual"])
        notes = "; ".join(result["notes"])
        rows.append(
            [result["student"], result["status"], score, result["max_score"], by_hand, notes]
        )
    path.write_bytes(written(rows).encode("utf-8-sig"))  # spreadsheets want the mark
