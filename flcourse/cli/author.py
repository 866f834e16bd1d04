"""``flcourse new-assignment``, ``build`` and ``bank``: what an author of assignments runs."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from flcourse.cli._shared import FAILED, OK


def build_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignments, and whether to write."""
    parser.add_argument("stem", nargs="*", help="assignments to build (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")


def build(args: argparse.Namespace) -> int:
    """Build assignments and say which changed."""
    from flcourse.grading.authoring import drawn
    from flcourse.grading.authoring.build import build

    changed = build(Path.cwd(), args.stem, check=args.check)
    for place in list(changed):
        changed |= drawn.build(Path.cwd(), place.stem, check=args.check)
    told = ("up to date", "stale" if args.check else "built")
    for place, differs in changed.items():
        print(f"{told[differs]:10}  {place.relative_to(Path.cwd())}")
    return FAILED if args.check and any(changed.values()) else OK


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignment."""
    parser.add_argument("stem", help="its name, one word")


def new(args: argparse.Namespace) -> None:
    """Write an assignment to start from, and say what to do next."""
    from flcourse.grading.authoring.template import new_assignment

    for place in new_assignment(Path.cwd(), args.stem):
        print(f"wrote  {place.relative_to(Path.cwd())}")
    print(f"Edit them, then: flcourse build {args.stem}, flcourse bank {args.stem}")


def bank_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignments, and how many processes work."""
    parser.add_argument("stem", nargs="*", help="assignments to examine (default: all with a bank)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--again", action="store_true", help="also where nothing changed")


def bank(args: argparse.Namespace) -> int:
    """Try every answer of the bank and every mutant, and tell false verdicts."""
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
