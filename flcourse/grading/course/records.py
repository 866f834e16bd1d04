"""What a course remembers of its own steps, so that a later one can tell what is out of date.

Beside the reports of an assignment lies a small JSON file for each step that leaves no trace of
its own: ``released``, ``feedback`` and ``exported``, with what it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flcourse.grading.course.scores import Grade, Scores

__all__ = ["note", "noted", "of_file", "of_page", "of_points"]

RELEASED, FEEDBACK, EXPORTED = "released", "feedback", "exported"


def note(course: Path, stem: str, step: str, **what: Any) -> None:
    """Remember a step of an assignment, and when it was."""
    place = _place(course, stem, step)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    fresh.write_text(json.dumps({"at": now, **what}, ensure_ascii=False, indent=1), "utf-8")
    fresh.replace(place)


def noted(course: Path, stem: str, step: str) -> dict[str, Any]:
    """Return what is remembered of a step, {} if it was never taken."""
    try:
        found = json.loads(_place(course, stem, step).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _place(course: Path, stem: str, step: str) -> Path:
    return course / "reports" / stem / f"{step}.json"


def of_file(path: Path) -> str:
    """Return a digest of a file, "" where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def of_page(
    result: Path, grades: Mapping[str, Grade], penalty: float, words: Mapping[str, str]
) -> str:
    """Return a digest of what a page of feedback is made from: a result, points, comments."""
    points = {cell: [grade.auto, grade.manual, grade.extra] for cell, grade in grades.items()}
    return _digest([of_file(result), points, penalty, dict(words)])


def of_points(scores: Scores) -> str:
    """Return a digest of what an export tells of an assignment: status and points of everybody."""
    return _digest({
        entry.student: [entry.status, dict(entry.points), entry.penalty]
        for entry in scores.entries.values()
    })  # fmt: skip


def _digest(what: Any) -> str:
    text = json.dumps(what, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]
