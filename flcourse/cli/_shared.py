"""What commands have in common: how they explain themselves, name their object, and talk."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from pathlib import Path

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def explain(parser: argparse.ArgumentParser, description: str, *examples: str) -> None:
    """Say below the summary what a command does, and show it."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = f"{parser.description}\n\n{textwrap.fill(description, 80)}"
    shown = "\n".join(f"  {example}" for example in examples)
    parser.epilog = f"examples:\n{shown}\n\n{parser.epilog}"


def course_and_quiet(parser: argparse.ArgumentParser) -> None:
    """Name the course folder, and whether to talk."""
    parser.add_argument("--course", type=Path, default=Path(), help="course folder (default: here)")
    quiet(parser)


def quiet(
    parser: argparse.ArgumentParser, says: str = "say nothing unless something is odd"
) -> None:
    """Let a command be quiet, as all of them can be."""
    parser.add_argument("--quiet", action="store_true", help=says)


def dry_run(parser: argparse.ArgumentParser) -> None:
    """Let a command say what it would do."""
    parser.add_argument("--dry-run", action="store_true", help="change nothing, say what would be")


def jobs(parser: argparse.ArgumentParser) -> None:
    """Let several processes work."""
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1,
        help="how many at a time (default: one for each core, %(default)s here)",
    )  # fmt: skip


def which(parser: argparse.ArgumentParser) -> None:
    """Name the assignment, whose work it is about, and the course folder."""
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument(
        "--student", action="append", default=[],
        help="only this one; may repeat (default: all who handed in)",
    )  # fmt: skip
    course_and_quiet(parser)


def tell(args: argparse.Namespace, text: str) -> None:
    """Print, unless asked to be quiet."""
    if not args.quiet:
        print(text)


def require_place(args: argparse.Namespace) -> None:
    """Refuse a folder that is no course, and an assignment that it does not have, in all alike."""
    from flcourse.grading.course.folder import require_assignments, require_course

    if "course" in args:
        require_course(args.course)
        named = getattr(args, "assignment", [])
        require_assignments(args.course, [named] if isinstance(named, str) else named)


def warn_if_behind(course: Path, stem: str) -> bool:
    """Say that the text of an assignment has changed since it was built; return whether it has."""
    from flcourse.grading.authoring.build import is_behind
    from flcourse.grading.course.folder import read_course

    known = read_course(course)
    behind = is_behind(course, stem, book=known.book, tier=known.tier_of(stem))
    if behind:
        print(
            f"note: solutions/{stem}.py says something else than its build, which is what counts "
            f"here: flcourse build {stem}, then flcourse regrade {stem}",
            file=sys.stderr,
        )
    return behind


def use_seed(course: Path) -> None:
    """Let this process and those that it starts draw from the grading seed of a course folder."""
    from flcourse.grading import checks
    from flcourse.grading.course.folder import SEED, grading_seed

    seed = grading_seed(course)
    if seed:
        os.environ[checks.SEED_VARIABLE] = seed
    else:
        print(
            f"{checks.SEED_VARIABLE} is not set and there is no {SEED}: "
            "hidden checks draw public data",
            file=sys.stderr,
        )


def show_delay(line: str) -> None:
    """Say why nothing happens for a while."""
    print(line, file=sys.stderr, flush=True)


def show_progress(done: int, total: int, left: float) -> None:
    """Show a bar and the time left, on one line of a terminal or at every tenth."""
    terminal = sys.stderr.isatty()
    if terminal or done == total or 10 * done // total > 10 * (done - 1) // total:
        bar = ("#" * (20 * done // total)).ljust(20, ".")
        end = "\r" if terminal and done < total else "\n"
        told = f"[{bar}] {done} of {total}, about {left:.0f} s left"
        print(told, end=end, file=sys.stderr, flush=True)
