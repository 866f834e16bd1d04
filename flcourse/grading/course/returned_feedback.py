"""Feedback goes back the way the submissions came: a ZIP that Moodle hands out to its students.

Moodle knows a student's folder by the number in its name, which is another one in each assignment.
So collecting remembers the names of the folders, and the ZIP has the same ones. In Moodle:
*View all submissions*, *Upload multiple feedback files in a zip*.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from flcourse.grading.course.folder import Student

__all__ = ["FOLDER", "for_moodle", "remember", "with_numbers"]

REMEMBERED = "moodle.json"
FOLDER = "{}_assignsubmission_file_"


def remember(course: Path, stem: str, labels: Mapping[str, str]) -> None:
    """Keep what Moodle calls the folder of each student in the download of an assignment."""
    if not labels:
        return
    place = course / "reports" / stem / REMEMBERED
    place.parent.mkdir(parents=True, exist_ok=True)
    both = {**labels_of(course, stem), **labels}
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    fresh.write_text(json.dumps(both, ensure_ascii=False, indent=1, sort_keys=True), "utf-8")
    fresh.replace(place)


def labels_of(course: Path, stem: str) -> dict[str, str]:
    """Return what Moodle calls the students of an assignment."""
    place = course / "reports" / stem / REMEMBERED
    return dict(json.loads(place.read_text("utf-8"))) if place.exists() else {}


def with_numbers(course: Path, stems: Sequence[str], students: Sequence[Student]) -> list[Student]:
    """Return students with the participant numbers that collecting from Moodle has found out.

    A number that roster.csv states takes precedence. Moodle's numbers belong to one assignment, so
    none is added where ``stems`` names several.
    """
    labels = labels_of(course, stems[0]) if len(stems) == 1 else {}
    numbers = {who: label.rpartition("_")[2] for who, label in labels.items()}
    return [
        replace(one, lms={"moodle_id": numbers[one.id], **one.lms}) if one.id in numbers else one
        for one in students
    ]


def for_moodle(course: Path, stem: str, students: Sequence[str]) -> tuple[Path, list[str]]:
    """Pack feedback pages for Moodle.

    Parameters
    ----------
    course : pathlib.Path
        The course folder, with feedback pages.
    stem : str
        The assignment.
    students : sequence of str
        Whose pages go in.

    Returns
    -------
    pathlib.Path, list of str
        The ZIP, and the students whose submissions did not come from Moodle.

    Raises
    ------
    ValueError
        If none of them did.
    """
    labels = labels_of(course, stem)
    known = [student for student in students if student in labels]
    if not known:
        raise ValueError(
            f"{stem} must have been collected from Moodle's ZIP: "
            f"flcourse collect {stem} DOWNLOAD.zip"
        )
    place = course / "exports" / f"{stem}-feedback-moodle.zip"
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as packed:
        for student in known:
            page = course / "feedback" / student / stem / f"{stem}.html"
            folder = FOLDER.format(labels[student])
            packed.writestr(f"{folder}/{stem}-feedback.html", page.read_bytes())
    fresh.replace(place)
    return place, [student for student in students if student not in labels]
