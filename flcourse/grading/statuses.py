"""What became of a submission, in one word beside its score."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["NOTHING", "SOUND", "Status", "gravity"]


class Status(StrEnum):
    """The statuses of a submission, by gravity: the last one that applies is told.

    FOREIGN is a notebook that holds nothing of the assignment. INFRASTRUCTURE says that we have
    failed, not the student: there is no verdict, and the next ``flcourse grade`` tries again.

    Examples
    --------
    >>> max(Status.TIMEOUT, Status.REPAIRED, key=gravity)
    <Status.TIMEOUT: 'TIMEOUT'>
    """

    OK = "OK"
    REPAIRED = "REPAIRED"
    TIMEOUT = "TIMEOUT"
    CRASHED = "CRASHED"
    TAMPERED = "TAMPERED"
    UNREADABLE = "UNREADABLE"
    FOREIGN = "FOREIGN"
    MISSING = "MISSING"
    INFRASTRUCTURE = "INFRASTRUCTURE"


SOUND = (Status.OK, Status.REPAIRED)  # handed in as it should be
# There is nothing that could be graded.
NOTHING = (Status.MISSING, Status.UNREADABLE, Status.FOREIGN, Status.INFRASTRUCTURE)


def gravity(status: str) -> int:
    """Return the place of a status among all, from the lightest to the gravest.

    Examples
    --------
    >>> gravity("OK"), gravity("MISSING")
    (0, 7)
    """
    return list(Status).index(Status(status))
