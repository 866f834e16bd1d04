"""``flcourse doctor``: whether this machine has what the course needs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from flcourse.cli._shared import FAILED, OK, explain, quiet

if TYPE_CHECKING:
    from flcourse.cli.diagnosis import Finding

__all__ = ["doctor", "doctor_arguments"]

NOT_FOR_ALL = "\nNot needed to read and to solve; each line says for what it is:"
MORE = "\nWhat only grading or a part of the course needs: flcourse doctor --all"


def doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what the machine is for."""
    explain(
        parser,
        "Look at this machine: Python, packages, the kernel, programs, caches, data, and the "
        "sandbox with all that it can limit. What is missing comes with its remedy, and with who "
        "needs it. Exit code 1 if something is missing that every reader needs or, with --grading "
        "or in a course folder, that grading needs.",
        "flcourse doctor",
        "flcourse doctor --all",
        "flcourse doctor --grading",
    )
    parser.add_argument(
        "--grading", action="store_true", help="this machine grades (default: in a course folder)"
    )
    parser.add_argument(
        "--all", action="store_true", help="show what is not needed by everybody, too"
    )
    quiet(parser, "show only what is missing")


def doctor(args: argparse.Namespace) -> int:
    """Print the findings; fail if something that is needed is missing."""
    from flcourse.cli.diagnosis import GRADING, READERS, STUDENTS, examine
    from flcourse.grading.course.folder import COURSE

    grades = args.grading or Path(COURSE).exists()
    needed = {READERS, GRADING} if grades else {READERS}
    everything = args.all or grades
    findings = examine(everything)
    width = max(len(finding.what) for finding in findings)
    well = all(finding.well for finding in findings if finding.needed in needed)
    mine = [finding for finding in findings if finding.needed in {*needed, STUDENTS}]
    others = [finding for finding in findings if finding not in mine]
    if not args.quiet:
        whom = "grading" if grades else "every reader"
        print(f"{'Nothing' if well else 'Something'} is missing that {whom} needs.\n")
    for finding in mine:
        if not (finding.well and args.quiet):
            _tell(finding, "OK" if finding.well else "missing", width)
    shown = [finding for finding in others if not (finding.well and args.quiet)]
    if shown and everything:
        print(NOT_FOR_ALL)
    for finding in shown if everything else ():
        _tell(finding, "OK" if finding.well else "optional", width)
    if not (everything or args.quiet):
        print(MORE)
    return OK if well else FAILED


def _tell(finding: Finding, stands: str, width: int) -> None:
    """Print a finding, with its remedy if it is not well."""
    print(f"{stands:8}  {finding.what:{width}}  {finding.found}")
    if not finding.well:
        print(f"{'':8}  {'':{width}}  -> {finding.needed or 'optional'}: {finding.remedy}")
