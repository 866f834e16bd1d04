"""``flcourse status``: how far each assignment of a course is."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from flcourse.cli._shared import course_and_quiet, explain

__all__ = ["status", "status_arguments"]


def status_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignments."""
    explain(
        parser,
        "Show for each assignment when it is due, and whether it is released, collected, graded, "
        "read, returned and exported; what is out of date because something has changed since; "
        "and the next thing to do. Nothing is changed.",
        "flcourse status",
        "flcourse status erm graph --course fl27",
        "flcourse status --quiet  # only what waits for you",
    )
    parser.add_argument("assignment", nargs="*", help="stems (default: all of the course)")
    course_and_quiet(parser)


def status(args: argparse.Namespace) -> None:
    """Show the term at a glance, or only what is to be done."""
    from flcourse.cli._shared import use_seed
    from flcourse.grading.reports import status

    use_seed(args.course)
    now = datetime.now(UTC)
    found = status.standings(args.course, args.assignment)
    if args.quiet:
        for one in found:
            if waiting := one.next(now):
                print(f"{one.stem}: {waiting}")
    else:
        print(status.table(args.course, found, now))
