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


def doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """Name what the machine is for."""
    explain(
        parser,
        "Look at this machine: Python, packages, the kernel, programs, caches, data, and the "
        "sandbox with all that it can limit. What is missing comes with its remedy, and with who "
        "needs it. Exit code 1 if something is missing that every reader needs or, with --grading "
        "or in a course folder, that grading needs.",
        "flcourse doctor",
        "flcourse doctor --grading",
    )
    parser.add_argument(
        "--grading", action="store_true", help="this machine grades (default: in a course folder)"
    )
    quiet(parser, "show only what is missing")


def doctor(args: argparse.Namespace) -> int:
    """Print the findings; fail if something that is needed is missing."""
    from flcourse.cli.diagnosis import GRADING, READERS, examine
    from flcourse.grading.course.folder import COURSE

    grades = args.grading or Path(COURSE).exists()
    needed = {READERS, GRADING} if grades else {READERS}
    findings = examine()
    width = max(len(finding.what) for finding in findings)
    others = [finding for finding in findings if not finding.well and finding.needed not in needed]
    for finding in [finding for finding in findings if finding not in others]:
        if not (finding.well and args.quiet):
            _tell(finding, "OK" if finding.well else "missing", width)
    if others:
        print(NOT_FOR_ALL)
    for finding in others:
        _tell(finding, "optional", width)
    well = all(finding.well or finding.needed not in needed for finding in findings)
    if not args.quiet:
        whom = "grading" if grades else "every reader"
        print(f"{'Nothing' if well else 'Something'} is missing that {whom} needs.")
    return OK if well else FAILED


def _tell(finding: Finding, stands: str, width: int) -> None:
    """Print a finding, with its remedy if it is not well."""
    print(f"{stands:8}  {finding.what:{width}}  {finding.found}")
    if not finding.well:
        print(f"{'':8}  {'':{width}}  -> {finding.needed or 'optional'}: {finding.remedy}")
