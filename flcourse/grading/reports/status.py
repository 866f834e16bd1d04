"""A term at a glance: how far each assignment is, what is out of date, and what to do next.

Everything is read off what the steps leave behind; nothing is graded and nothing is written. A
result is out of date when something that decides it has changed, a page of feedback when result,
points or comments are no longer those that it was made from, an export when points have moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from flcourse.grading import own_data
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring.build import is_behind
from flcourse.grading.course import appeals, records, scores
from flcourse.grading.course.folder import (
    COURSE,
    ROSTER,
    Course,
    due,
    read_course,
    read_roster,
    read_stamp,
    stems_of,
)
from flcourse.grading.official import result as results
from flcourse.grading.reports import attention
from flcourse.grading.statuses import Status

__all__ = ["standings", "table"]

COLUMNS = ("assignment", "due", "released", "collected", "graded", "unread", "appeals",
           "feedback", "exported", "next")  # fmt: skip


@dataclass(frozen=True)
class Count:
    """How many are there, and how many of them are out of date."""

    there: int = 0
    stale: int = 0

    def __str__(self) -> str:
        return f"{self.there or '-'}" + (f" ({self.stale} stale)" if self.stale else "")


@dataclass(frozen=True)
class Standing:
    """How far an assignment is.

    ``collected`` counts submissions, of whom ``late`` are late; ``graded`` results, ``failed``
    those that we owe; ``unread`` the written answers without points; ``feedback`` pages;
    ``appeals`` those whose student has no newer page; ``exported``
    is when, "" if never, ``moved`` whether points have moved since. ``behind`` says
    that the text says something else than its build.
    """

    stem: str
    due: datetime | None = None
    points: float = 0.0
    behind: bool = False
    released: str = ""
    collected: int = 0
    late: int = 0
    graded: Count = Count()
    failed: int = 0
    unread: int = 0
    feedback: Count = Count()
    exported: str = ""
    moved: bool = False
    appeals: int = 0

    def next(self, now: datetime) -> str:
        """Return what to do next, "" if there is nothing."""
        return next(self._steps(now), "")

    def _steps(self, now: datetime) -> Iterator[str]:
        stem, to_grade = self.stem, self.collected - self.graded.there + self.graded.stale
        if self.behind:
            again = f", then flcourse regrade {stem}" if self.graded.there else ""
            yield f"flcourse build {stem}{again}"
        if not (self.released or self.collected):
            yield f"flcourse release {stem}"
        if not self.collected or (self.due and now < self.due and not self.graded.there):
            yield f"flcourse collect {stem}{f', after {self.due:%a %d %b}' if self.due else ''}"
        if not self.points:
            return
        if to_grade:
            yield f"flcourse grade {stem}"
        if self.failed:
            yield f"flcourse grade {stem}: it tries {self.failed} of our own failures again"
        if self.unread:
            yield f"read {self.unread} written answer{'s' * (self.unread != 1)} in formgrader"
        if self.appeals:
            count = f"{self.appeals} appeal{'s' * (self.appeals != 1)}"
            yield (f"answer {count} (appeals/{stem}/): mend the check and regrade, "
                   f"or comment in formgrader; then flcourse feedback {stem}")  # fmt: skip
        if self.feedback.stale or self.feedback.there < self.graded.there:
            yield f"flcourse feedback {stem}"
        if not self.exported or self.moved:
            yield f"flcourse export {stem}"


def standings(folder: Path, stems: Sequence[str] = ()) -> list[Standing]:
    """Return how far the assignments of a course are, in its order.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    stems : sequence of str
        Only these.
    """
    course = read_course(folder)
    return [_standing(course, stem) for stem in stems_of(folder) if not stems or stem in stems]


def _standing(course: Course, stem: str) -> Standing:
    folder, entry = course.folder, course.assignment(stem)
    work = {home.parent.name: home for home in (folder / "submitted").glob(f"[!.]*/{stem}")}
    source = scores.source_of(folder, stem)
    known = Standing(
        stem, entry.due, entry.points,
        behind=is_behind(folder, stem, book=course.book, tier=course.tier_of(stem)),
        released=_day(course, records.noted(folder, stem, records.RELEASED)),
        collected=len(work),
        late=sum(_is_late(course, stem, student, home) for student, home in work.items()),
    )  # fmt: skip
    return _graded(course, known, source, work) if source.is_file() else known


def _graded(course: Course, known: Standing, source: Path, work: Mapping[str, Path]) -> Standing:
    """Add what results, gradebook and records say."""
    folder, stem = course.folder, known.stem
    there = scores.read_results(folder, stem, notebooks=False)
    found = {student: result for student, result in there.items() if student in work}
    common = results.common_inputs(source)
    given = own_data.handed_out(folder, stem)
    inputs = {s: {**common, **results.own_input(given.get(s, own_data.PUBLIC))} for s in found}
    fresh = {s for s, result in found.items() if _is_current(result, work[s], inputs[s])}
    grades, penalties = scores.read_grades(folder, stem)
    exported = records.noted(folder, stem, records.EXPORTED)
    return replace(
        known,
        points=known.points or _points(source),
        graded=Count(len(found), len(found) - len(fresh)),
        failed=sum(found[s]["status"] == Status.INFRASTRUCTURE for s in fresh),
        unread=sum(attention.waiting(found.values(), grades).values()),
        feedback=_pages(folder, stem, found, grades, penalties),
        exported=_day(course, exported),
        appeals=len(appeals.waiting(folder, stem)),
        moved=bool(exported) and exported.get("points") != _exportable(course, stem, found),
    )  # fmt: skip


def _points(source: Path) -> float:
    return sum(cell.points for cell in read_assignment(source).of_kind("tests", "manual"))


def _is_late(course: Course, stem: str, student: str, home: Path) -> bool:
    stamp, until = read_stamp(home), due(course, stem, student)
    return stamp is not None and until is not None and stamp.timestamp() > until.timestamp()


def _is_current(result: Mapping[str, Any], home: Path, common: Mapping[str, Any]) -> bool:
    here = {"submission": results.submission_digest(home), **common}
    return bool(result.get("inputs") == here)


def _pages(
    folder: Path, stem: str, found: Mapping[str, Any], grades: Mapping[str, Any],
    penalties: Mapping[str, float],
) -> Count:  # fmt: skip
    """Count pages of feedback, and those that were made from something else than is there now."""
    there = {s for s in found if (folder / "feedback" / s / stem / f"{stem}.html").is_file()}
    made = records.noted(folder, stem, records.FEEDBACK).get("pages", {})
    words, home = scores.read_comments(folder, stem), folder / "results" / stem
    now = {
        s: records.of_page(home / f"{s}.json", grades.get(s, {}), penalties.get(s, 0.0),
                           words.get(s, {}))
        for s in there
    }  # fmt: skip
    return Count(len(there), sum(made.get(s) != digest for s, digest in now.items()))


def _exportable(course: Course, stem: str, found: Mapping[str, Any]) -> str:
    roster = [student.id for student in read_roster(course.folder)]
    return records.of_points(scores.read_scores(course.folder, stem, roster, found))


def _day(course: Course, record: Mapping[str, Any]) -> str:
    """Return when something was done, in the time of the course."""
    if "at" not in record:
        return ""
    return f"{datetime.fromisoformat(record['at']).astimezone(course.zone):%Y-%m-%d}"


# ---------------------------------------------------------------------- telling


def table(folder: Path, found: Sequence[Standing], now: datetime) -> str:
    """Return the standings for a terminal, with what is odd about the course below."""
    course, students = read_course(folder), len(read_roster(folder))
    rows = [COLUMNS, *(_row(one, students, now) for one in found)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
             for row in rows]  # fmt: skip
    title = ", ".join(filter(None, [course.name, course.term]))
    head = f"{title}: {students} students, now {now.astimezone(course.zone):%Y-%m-%d %H:%M}"
    return "\n".join(
        [f"{head} ({course.timezone})", "", *lines, *_oddities(course, students, found)]
    )


def _row(one: Standing, students: int, now: datetime) -> tuple[str, ...]:
    collected = f"{one.collected} of {students}" if students else f"{one.collected}"
    late = f" ({one.late} late)" if one.late else ""
    due = f"{one.due:%a %Y-%m-%d %H:%M}" if one.due else "no date"
    moved = " (stale)" if one.moved else ""
    graded = str(one.graded) + (f" ({one.failed} failed)" if one.failed else "")
    told = (one.released or "-", collected + late, graded, f"{one.unread or '-'}",
            f"{one.appeals or '-'}", str(one.feedback), (one.exported or "-") + moved)  # fmt: skip
    return (one.stem, due, *told, one.next(now) or "done")


def _oddities(course: Course, students: int, found: Sequence[Standing]) -> Iterator[str]:
    if not students:
        yield f"\nnobody is in {ROSTER}"
    without = [one.stem for one in found if one.due is None]
    if without and (course.folder / COURSE).exists():
        yield f"\nno due date in {COURSE}: {', '.join(without)}"
