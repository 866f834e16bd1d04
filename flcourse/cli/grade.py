"""``flcourse grade`` and ``flcourse verify``: official grading, seen from the command line."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flcourse.cli._shared import show_progress, use_seed, which
from flcourse.grading.statuses import NOTHING, Status

if TYPE_CHECKING:
    from flcourse.grading.assignment import Assignment

GRADES = "grades.csv"
MOST_DOUBTS = 40  # that are printed


def grade_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is graded, and how."""
    which(parser)
    parser.add_argument("--again", action="store_true", help="also where nothing has changed")
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="on the workers of this Dask scheduler, such as tcp://host:8786",
    )
    parser.add_argument(
        "--warm", choices=["on", "off"], default="on",
        help="on: fork students' processes from one sandbox; off: make each from scratch",
    )  # fmt: skip
    parser.add_argument(
        "--part", metavar="I/N",
        help="only the I-th of N parts, from 0, and only its results: the unit of a job array",
    )  # fmt: skip


def grade(args: argparse.Namespace) -> int:
    """Grade submissions, write the gradebook, and say what came out."""
    from flcourse.grading.assignment import read_assignment
    from flcourse.grading.course import gradebook
    from flcourse.grading.official import batch, on_dask

    use_seed(args.course)
    if args.part:
        return _grade_part(args)
    jobs = batch.jobs_of(args.course, args.assignment, args.student)
    how: dict[str, Any] = {"again": args.again, "progress": show_progress}
    if args.dask:
        results = on_dask.grade(jobs, address=args.dask, **how)
    else:
        results = batch.grade(jobs, workers=args.jobs, warm=args.warm == "on", **how)
    assignment = read_assignment(jobs[0].source)
    place = gradebook.record(args.course, assignment, results)
    _look_at_these(args.course, assignment, results)
    table = args.course / "results" / args.assignment / GRADES
    try:
        _write_table(table, results)
    except OSError as error:
        raise OSError(error.errno, f"{table} cannot be written: {error.strerror}") from error
    counts = Counter(result["status"] for result in results)
    print(
        f"{len(results)} submissions: {', '.join(f'{n} {status}' for status, n in counts.items())}"
    )
    print(f"{place} is up to date; the table is {table}")
    return 1 if counts[Status.INFRASTRUCTURE] else 0


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
    waiting = attention.unread(assignment, read_grades(course, assignment.stem)[0])
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
    jobs = batch.jobs_of(args.course, args.assignment, args.student)[number::whole]
    try:
        batch.grade(
            jobs, workers=args.jobs, again=args.again, warm=args.warm == "on",
            progress=show_progress,
        )  # fmt: skip
    except sandbox.SandboxError as error:
        print(f"flcourse: {error}", file=sys.stderr)
        return NO_SANDBOX
    print(f"part {args.part}: {len(jobs)} submissions have results; the gradebook is unchanged")
    return 0


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what is graded again."""
    which(parser)
    parser.add_argument("--share", type=float, default=0.1, help="part to draw (default: 0.1)")


def verify(args: argparse.Namespace) -> int:
    """Grade a sample again and say whether anything differs."""
    from flcourse.grading.official import batch

    use_seed(args.course)
    jobs = batch.jobs_of(args.course, args.assignment, args.student)
    problems = batch.verify(jobs, share=args.share, workers=args.jobs)
    for problem in problems:
        print(problem)
    print("the sample gives the same results" if not problems else "the sample differs")
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
    path.write_bytes(written(rows).encode("utf-8"))
