"""``flcourse moderate``: a second person marks a sample of written answers, and both compare."""

from __future__ import annotations

import argparse

from flcourse._cli_course import course_and_quiet, explain


def moderate_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the assignment and how much of it is read twice."""
    explain(
        parser,
        "The first call draws written answers that have a mark in formgrader, low, middle and high "
        "ones, and writes to reports/ASSIGNMENT: moderation.html, the answers under numbers, "
        "without names and marks; moderation.csv, for the second marks; and moderation-key.json, "
        "which says whose answer has which number and stays with you. Called again once the table "
        "is filled in, also in part, it compares both marks and writes moderation-result.html. No "
        "mark in the gradebook is changed. A sample drawn with --again has new numbers: a table "
        "that was sent out before is no longer taken.",
        "flcourse moderate erm",
        "flcourse moderate erm --share 0.3 --fewest 10 --again",
    )
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument(
        "--share", type=float, default=0.2, help="part of the answers to draw (default: 0.2)"
    )
    parser.add_argument(
        "--fewest", type=int, default=5, help="of each question, or all there are (default: 5)"
    )
    parser.add_argument(
        "--again", action="store_true",
        help="draw anew; refused while the table holds a second mark or a comment",
    )  # fmt: skip
    course_and_quiet(parser)


def moderate(args: argparse.Namespace) -> None:
    """Draw a sample, or compare the marks of the one that was drawn."""
    from flcourse.grading.reports import moderation, moderation_pages

    course, stem = args.course, args.assignment
    if args.again or not moderation.is_drawn(course, stem):
        drawn = moderation.draw(course, stem, share=args.share, fewest=args.fewest)
        moderation_pages.write_sample(drawn)
        said = moderation_pages.drawn_text(drawn)
    else:
        compared = moderation.compare(course, stem)
        said, then = moderation_pages.text(compared), f"{moderation.TABLE} waits for second marks"
        if compared.begun:
            place = moderation_pages.write_result(compared)
            then = f"{place} shows it; marks are changed in formgrader"
        said += f"{then}\n"
    if not args.quiet:
        print(said, end="")
