"""What a person should look at after a grading: doubtful zeros, failures of ours, unread texts.

No submission gets nothing in silence: where points may be missing for another reason than a wrong
answer, a line says so while somebody can still do something about it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from flcourse.grading import own_data
from flcourse.grading.assignment import Assignment
from flcourse.grading.course.folder import STAMP, read_stamp
from flcourse.grading.course.scores import Grade
from flcourse.grading.course.variants import whose
from flcourse.grading.official.intake import LEFT_OUT
from flcourse.grading.statuses import NOTHING, SOUND, Status

__all__ = ["doubts", "unread", "waiting", "write"]


def doubts(
    course: Path, assignment: Assignment, results: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    """Return students and what to look at, in the order of the results.

    Parameters
    ----------
    course : pathlib.Path
        The course folder.
    assignment : Assignment
        The assignment.
    results : sequence of mapping
        As in `flcourse.grading.official.result.RESULT_SCHEMA`.
    """
    answers = {cell.id for cell in assignment.of_kind("answer")}
    given = own_data.rows(course, assignment.stem)
    found = []
    for result in results:
        home = course / "submitted" / result["student"] / assignment.stem
        words = [*_of_result(result, answers), *_of_data(result, given), *_of_stamp(home)]
        found += [(str(result["student"]), one) for one in words]
    return found


def _of_result(result: Mapping[str, Any], answers: set[str]) -> Iterator[str]:
    """Tell why the points of one result may not be what the work deserves."""
    status, notes = result["status"], [str(note) for note in result["notes"]]
    if status == Status.INFRASTRUCTURE:
        yield f"{status}: not graded, for a reason on our side: {'; '.join(notes)}"
    elif status not in SOUND:
        yield f"{status}: {'; '.join(notes)}"
    else:
        yield from (note for note in notes if LEFT_OUT in note)
    if status in NOTHING or result["score"] or not any(c["points"] for c in result["checks"]):
        return
    written = [task for task in result.get("answered", ()) if task in answers]
    first = next((check["message"] for check in result["checks"] if check["task"] in written), "")
    if written:
        yield f"0 points, although code was written ({', '.join(written)}): {first}"
    else:
        yield "0 points: no code was written"


def _of_data(result: Mapping[str, Any], given: Mapping[str, tuple[str, int]]) -> Iterator[str]:
    """Tell that somebody has worked with the data of somebody else, or handed in their numbers."""
    own = result.get("own_data", {})
    if given and result["student"] not in given:
        yield "has no own data, graded on the public ones: release again gives some"
    if own and own["notebook"] not in (-1, own["variant"]):
        has = whose(given, int(own["notebook"]))
        yield f"the notebook has {has}; it was graded on variant {int(own['variant'])}"
    for task, fits in own.get("fits", {}).items():
        yield f"{task}: the answer is right for {whose(given, int(fits))}, and wrong for their own"


def _of_stamp(home: Path) -> Iterator[str]:
    if os.path.lexists(home / STAMP) and read_stamp(home) is None:
        yield f"{STAMP} holds no time, or cannot be read: taken as handed in in time"


def waiting(
    results: Iterable[Mapping[str, Any]], grades: Mapping[str, Mapping[str, Grade]]
) -> dict[str, int]:
    """Return how many written answers of each student have no points yet, of those who have some.

    Parameters
    ----------
    results : iterable of mapping
        As in `flcourse.grading.official.result.RESULT_SCHEMA`; a text that is not there, such as
        that of a notebook that cannot be read, waits for nobody.
    grades : mapping
        By student and cell, as from `flcourse.grading.course.scores.read_grades`.
    """
    found = {}
    for result in results:
        own = grades.get(result["student"], {})
        texts = [manual["id"] for manual in result["manual"] if manual["answered"]]
        found[str(result["student"])] = sum(
            cell not in own or own[cell].points is None for cell in texts
        )
    return {student: number for student, number in found.items() if number}


def unread(results: Iterable[Mapping[str, Any]], grades: Mapping[str, Mapping[str, Grade]]) -> str:
    """Say how many written answers have no points yet; nothing if all have."""
    found = waiting(results, grades)
    count, students = sum(found.values()), len(found)
    if not count:
        return ""
    return (
        f"{count} written answer{'s' * (count != 1)} of {students} student{'s' * (students != 1)} "
        f"{'have' if count != 1 else 'has'} no points yet: formgrader shows them"
    )


def write(course: Path, stem: str, found: Sequence[tuple[str, str]], unread: str) -> Path:
    """Write the list where reports are, and return its place."""
    place = course / "reports" / stem / "look-at-these.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{student}: {words}" for student, words in found]
    place.write_text("\n".join([*lines, *([unread] if unread else []), ""]), "utf-8")
    return place
