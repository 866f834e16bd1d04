"""``flcourse doctor``: whether this machine has what the course needs."""

from __future__ import annotations

import argparse

from flcourse.cli._shared import FAILED, OK


def doctor(args: argparse.Namespace) -> int:
    """Print the findings; fail if something that is needed is missing."""
    from flcourse.cli.diagnosis import examine

    findings = examine()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        print(f"{'OK' if finding.well else 'missing':7}  {finding.what:{width}}  {finding.found}")
        if not finding.well:
            weight = "needed" if finding.needed else "optional"
            print(f"{'':7}  {'':{width}}  -> {weight}: {finding.remedy}")
    return OK if all(finding.well or not finding.needed for finding in findings) else FAILED
