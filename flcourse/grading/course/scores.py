"""Points of a class, task by task: the gradebook says how many, the results why there are none.

The gradebook is the one truth for points: of the checks, of a person, and off for being late. A
failure is never a plain 0: where the grader came to no verdict, there is no number but a status.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.course.folder import Student, read_roster, stems_of
from flcourse.grading.course.gradebook import NAME
from flcourse.grading.statuses import SOUND, Status

__all__ = [
    "Entry",
    "Grade",
    "Scores",
    "Task",
    "entry_of",
    "handed_in",
    "people",
    "read_comments",
    "read_grades",
    "read_results",
    "read_scores",
    "source_of",
    "tasks_of",
]

UNGRADED = "UNGRADED"  # handed in, but there is no result yet


@dataclass(frozen=True)
class Task:
    """A task: an answer with its tests cells, or a text that a person grades."""

    id: str
    points: float
    by_hand: bool
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Grade:
    """What the gradebook holds of one cell of one student."""

    auto: float | None
    manual: float | None
    extra: float
    open: bool  # a person has to look

    @property
    def points(self) -> float | None:
        """The points, None where there are none yet: what a person gave counts first."""
        given = self.auto if self.manual is None else self.manual
        return None if given is None else given + self.extra


@dataclass(frozen=True)
class Entry:
    """What one student has on one assignment; ``points`` by task, None where there are none."""

    student: str
    status: str
    points: Mapping[str, float | None]
    penalty: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> float | None:
        """The points less the penalty; None unless all tasks have points."""
        return None if None in self.points.values() else self.so_far

    @property
    def so_far(self) -> float | None:
        """The points that are there less the penalty; None if there are none at all."""
        there = [points for points in self.points.values() if points is not None]
        return max(sum(there) - self.penalty, 0.0) if there else None


@dataclass(frozen=True)
class Scores:
    """An assignment of a class: its tasks, and an entry for each student."""

    stem: str
    tasks: tuple[Task, ...]
    entries: Mapping[str, Entry]

    @property
    def possible(self) -> float:
        """The points that the assignment offers."""
        return sum(task.points for task in self.tasks)


def tasks_of(assignment: Assignment) -> tuple[Task, ...]:
    """Return the tasks of an assignment in its order."""
    cells: dict[str, list[Any]] = {}
    for cell in assignment.of_kind("tests", "manual"):
        answer = assignment.answer_of(cell) if cell.kind == "tests" else None
        cells.setdefault(answer.id if answer else cell.id, []).append(cell)
    return tuple(
        Task(name, sum(c.points for c in own), own[0].kind == "manual", tuple(c.id for c in own))
        for name, own in cells.items()
    )


def source_of(course: Path, stem: str) -> Path:
    """Return where the instructor's notebook of an assignment is."""
    return course / "_build" / "source" / stem / f"{stem}.ipynb"


def read_scores(
    course: Path, stem: str, students: Sequence[str] = (),
    results: Mapping[str, Mapping[str, Any]] | None = None,
) -> Scores:  # fmt: skip
    """Return the points of a class on one assignment.

    Parameters
    ----------
    course : pathlib.Path
        The course folder.
    stem : str
        The assignment; it must have been built.
    students : sequence of str
        Who has an entry in any case; others have one if they handed in or have a result.
    results : mapping, optional
        As from `read_results`, where they have been read already.
    """
    tasks = _tasks(course, stem)
    grades, penalties = read_grades(course, stem)
    results = read_results(course, stem, notebooks=False) if results is None else results
    handed_in = {path.parent.name for path in (course / "submitted").glob(f"*/{stem}")}
    names = [*students, *sorted((handed_in | set(results) | set(grades)) - set(students))]
    entries = {
        name: entry_of(
            name, tasks, results.get(name), grades.get(name, {}), penalties.get(name, 0.0),
            name in handed_in,
        )
        for name in names
    }  # fmt: skip
    return Scores(stem, tasks, entries)


def entry_of(
    student: str, tasks: Sequence[Task], result: Mapping[str, Any] | None,
    grades: Mapping[str, Grade], penalty: float, handed_in: bool,
) -> Entry:  # fmt: skip
    """Put together what result and gradebook say of one student."""
    points = {task.id: _points(task, grades) for task in tasks}
    if result is None:
        status = Status.OK if any(p is not None for p in points.values()) else UNGRADED
        status = status if handed_in or grades else Status.MISSING
        reason = "there is no result: grade it"
        notes: tuple[str, ...] = (reason,) if status == UNGRADED else ()
    else:
        status, notes = str(result["status"]), tuple(map(str, result["notes"]))
        if status != Status.MISSING and not grades:
            notes = (*notes, "the result is not in the gradebook: grade again")
    lost = status == Status.INFRASTRUCTURE  # what the gradebook holds may be of older work
    none = not any(points[task.id] for task in tasks if not task.by_hand)
    if lost or (status not in SOUND and none):
        points |= {task.id: _given(task, grades) for task in tasks}
    return Entry(student, status, points, penalty, notes)


def _points(task: Task, grades: Mapping[str, Grade]) -> float | None:
    """Return the points of a task, None if one of its cells has none."""
    there = [grades[cell].points if cell in grades else None for cell in task.cells]
    known = [points for points in there if points is not None]
    return sum(known) if len(known) == len(there) else None


def _given(task: Task, grades: Mapping[str, Grade]) -> float | None:
    """Return the points of a task if a person gave them."""
    by_person = all(cell in grades and grades[cell].manual is not None for cell in task.cells)
    return _points(task, grades) if by_person else None


# ---------------------------------------------------------------------- reading


def handed_in(course: Path) -> list[str]:
    """Return the graded assignments that somebody has handed in, in the order of the course.

    Raises
    ------
    ValueError
        If there is no such assignment.
    """
    built = {path.stem for path in (course / "_build" / "source").glob("*/*.ipynb")}
    order = stems_of(course)
    work = {path.name for path in (course / "submitted").glob("[!.]*/*")}
    work |= {path.name for path in (course / "results").glob("*")}
    found = [
        stem
        for stem in order
        if stem in work and stem in built and any(t.points for t in _tasks(course, stem))
    ]
    if not found:
        raise ValueError(f"{course} must hold submissions of an assignment that has been built")
    return found


def _tasks(course: Path, stem: str) -> tuple[Task, ...]:
    return tasks_of(read_assignment(source_of(course, stem)))


def read_results(course: Path, stem: str, *, notebooks: bool = True) -> dict[str, dict[str, Any]]:
    """Return the results of an assignment by student; a file that is no result is passed over.

    Without their ``notebooks`` those of a large class take little memory.
    """
    found = {}
    for path in sorted((course / "results" / stem).glob("*.json")):
        with contextlib.suppress(ValueError, KeyError, TypeError):
            result = json.loads(path.read_text("utf-8"))
            if not notebooks:
                result.pop("notebook", None)
            found[str(result["student"])] = result
    return found


GRADES = """
    SELECT who.student_id, cell.name, grade.auto_score, grade.manual_score, grade.extra_credit,
           grade.needs_manual_grade
    FROM grade
    JOIN base_cell AS cell ON cell.id = grade.cell_id
    JOIN submitted_notebook AS part ON part.id = grade.notebook_id
    JOIN submitted_assignment AS who ON who.id = part.assignment_id
    JOIN assignment ON assignment.id = who.assignment_id
    WHERE assignment.name = ?
"""
PENALTIES = """
    SELECT who.student_id, SUM(COALESCE(part.late_submission_penalty, 0.0))
    FROM submitted_notebook AS part
    JOIN submitted_assignment AS who ON who.id = part.assignment_id
    JOIN assignment ON assignment.id = who.assignment_id
    WHERE assignment.name = ? GROUP BY who.student_id
"""


def read_grades(course: Path, stem: str) -> tuple[dict[str, dict[str, Grade]], dict[str, float]]:
    """Return what the gradebook holds, by student and cell, and the penalties by student.

    The database is asked directly, which is fast also for 1,000 students.
    """
    if not (course / NAME).exists():
        return {}, {}
    grades: dict[str, dict[str, Grade]] = {}
    with contextlib.closing(_opened(course)) as book:
        for student, cell, auto, manual, extra, to_do in book.execute(GRADES, (stem,)):
            grades.setdefault(student, {})[cell] = Grade(auto, manual, extra or 0.0, bool(to_do))
        penalties = {student: float(sum_) for student, sum_ in book.execute(PENALTIES, (stem,))}
    return grades, penalties


COMMENTS = """
    SELECT who.student_id, cell.name, comment.manual_comment
    FROM comment
    JOIN base_cell AS cell ON cell.id = comment.cell_id
    JOIN submitted_notebook AS part ON part.id = comment.notebook_id
    JOIN submitted_assignment AS who ON who.id = part.assignment_id
    JOIN assignment ON assignment.id = who.assignment_id
    WHERE assignment.name = ? AND comment.manual_comment IS NOT NULL
"""


def read_comments(course: Path, stem: str) -> dict[str, dict[str, str]]:
    """Return what persons have written in the gradebook, by student and cell."""
    found: dict[str, dict[str, str]] = {}
    if (course / NAME).exists():
        with contextlib.closing(_opened(course)) as book:
            for student, cell, words in book.execute(COMMENTS, (stem,)):
                found.setdefault(student, {})[cell] = str(words)
    return found


def _opened(course: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{(course / NAME).resolve().as_uri()}?mode=ro", uri=True)


def people(course: Path, scores: Sequence[Scores]) -> list[Student]:
    """Return the students of the roster, then those who have an entry without being on it."""
    roster = read_roster(course)
    known = {student.id for student in roster}
    others = {name for one in scores for name in one.entries} - known
    return [*roster, *(Student(name) for name in sorted(others))]
