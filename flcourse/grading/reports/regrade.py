"""Grade again after a check was mended: only what changed, and say whose points moved, and why.

What a result was made from stands in it: submission, assignment with its checks, grader, versions
and the name of the seed. Results for which all this is the same are kept. A mended check changes
the assignment for everybody, so that all its submissions run again. The results as they were are
kept in ``before/`` until the next time; a run that is interrupted goes on against the same ones.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse.grading import pages
from flcourse.grading.assignment import read_assignment
from flcourse.grading.course import appeals, gradebook
from flcourse.grading.course.appeals import Appeal
from flcourse.grading.course.scores import Grade, read_grades
from flcourse.grading.official import batch
from flcourse.grading.spreadsheet import MARK, written
from flcourse.grading.statuses import SOUND

__all__ = [
    "ALL_AGAIN",
    "Change",
    "Recheck",
    "RegradeReport",
    "changed_inputs",
    "compare",
    "page",
    "regrade",
    "table",
    "text",
    "write",
]

BEFORE, UNFINISHED = "before", ".unfinished"
# What a result was made from, and how a report calls it. Texts and points are rarely changed once
# an assignment is out, so that a new digest of the assignment means other checks.
INPUTS = {
    "submission": "submission",
    "assignment": "checks",
    "grader": "grader",
    "seed": "seed",
    "variant": "own data",
}
ALL_AGAIN = "A change of one check changes the assignment, so all its submissions ran again."


@dataclass(frozen=True)
class Change:
    """Points of one check, or the status, that are no longer what they were, and why."""

    student: str
    task: str
    before: float | None
    after: float | None
    said: str
    says: str
    inputs: tuple[str, ...]
    by_hand: float | None = None  # what a person gave instead, which stands


@dataclass(frozen=True)
class Recheck:
    """Points by hand that a person should look at again."""

    student: str
    task: str
    points: float
    reason: str


@dataclass(frozen=True)
class Answer:
    """What became of the task about which a student has appealed: its points before and now."""

    student: str
    task: str
    words: str
    before: float | None
    after: float | None

    @property
    def said(self) -> str:
        """The answer in a few words."""
        before, after = pages.points(self.before), pages.points(self.after)
        return f"moved, {before} to {after}" if before != after else f"stands, {after}"


@dataclass(frozen=True)
class RegradeReport:
    """What grading again came to."""

    stem: str
    submissions: int
    inputs: Mapping[str, int]  # what changed, and for how many
    again: int
    new: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    rechecks: tuple[Recheck, ...] = ()
    words_only: int = 0  # messages that changed while the points did not
    answers: tuple[Answer, ...] = ()  # to appeals

    @property
    def moved(self) -> int:
        """The number of students whose points or status moved."""
        return len({change.student for change in self.changes})


def regrade(
    course: Path,
    stem: str,
    *,
    workers: int = 1,
    progress: batch.Progress | None = None,
    say: Callable[[str], None] | None = None,
) -> RegradeReport:
    """Grade what changed again, update the gradebook, and write the report.

    Parameters
    ----------
    course : pathlib.Path
        The course folder.
    stem : str
        The assignment, built anew after the change.
    workers, progress
        As for `flcourse.grading.official.batch.grade`.
    say : callable, optional
        As for `flcourse.grading.course.gradebook.record`.

    Returns
    -------
    RegradeReport
        Also written to ``reports/<stem>/regrade`` as .txt, .csv and .html. If nothing has changed
        there is nothing to write, and the last report stays.
    """
    jobs = batch.jobs_of(course, stem)
    home = jobs[0].result.parent
    kept = home / BEFORE
    if not (kept / UNFINISHED).exists():
        if all(batch.is_fresh(job) for job in jobs):
            return RegradeReport(stem, len(jobs), {}, 0)
        keep(home)
    results = batch.grade(jobs, workers=workers, progress=progress)
    gradebook.record(course, read_assignment(jobs[0].source), results, say)
    grades, _ = read_grades(course, stem)
    pairs = ((_read(kept / job.result.name), new) for job, new in zip(jobs, results, strict=True))
    report = compare(stem, pairs, grades, appeals.read(course, stem))
    write(course, report)
    (kept / UNFINISHED).unlink()
    return report


def keep(home: Path) -> None:
    """Keep the results in a folder as what the next ones are compared with, all or none."""
    fresh, old, kept = home / ".before.new", home / ".before.old", home / BEFORE
    for left in (fresh, old):
        shutil.rmtree(left, ignore_errors=True)
    fresh.mkdir(parents=True)
    for path in home.glob("*.json"):
        shutil.copy2(path, fresh)
    (fresh / UNFINISHED).touch()
    if kept.exists():
        kept.rename(old)
    fresh.rename(kept)
    shutil.rmtree(old, ignore_errors=True)


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found


# ---------------------------------------------------------------------- comparing


def compare(
    stem: str,
    pairs: Iterable[tuple[Mapping[str, Any] | None, Mapping[str, Any]]],
    grades: Mapping[str, Mapping[str, Grade]],
    asked: Sequence[Appeal] = (),
) -> RegradeReport:
    """Compare results with those before.

    Parameters
    ----------
    stem : str
        The assignment.
    pairs : iterable of (dict or None, dict)
        The result before, None where there was no result, and the result now.
    grades : mapping
        What the gradebook holds now, by student and cell.
    asked : sequence of Appeal
        What students have found unfair.
    """
    answers: list[Answer] = []
    total, again, words = 0, 0, 0
    inputs: Counter[str] = Counter()
    new: list[str] = []
    changes: list[Change] = []
    rechecks: list[Recheck] = []
    for old, now in pairs:
        total += 1
        student, own = now["student"], grades.get(now["student"], {})
        answers += [_answer(one, old, now) for one in asked if one.student == student]
        if old is None:
            new.append(student)
            continue
        changed = changed_inputs(old["inputs"], now["inputs"])
        again += bool(changed)
        inputs.update(changed)
        here = list(_changes(old, now, changed, own))
        changes += [change for change in here if change.before != change.after
                    or change.task == "status"]  # fmt: skip
        words += sum(c.before == c.after and c.task != "status" for c in here)
        rechecks += _rechecks(old, now, here, own)
    return RegradeReport(stem, total, dict(inputs), again, tuple(new), tuple(changes),
                  tuple(rechecks), words, tuple(answers))  # fmt: skip


def _answer(one: Appeal, old: Mapping[str, Any] | None, now: Mapping[str, Any]) -> Answer:
    before, after = (_points(result, one.task) if result else None for result in (old, now))
    return Answer(one.student, one.task, one.words, before, after)


def _points(result: Mapping[str, Any], task: str) -> float | None:
    """Return the points of a task by its checks, None where it has none or nothing was graded."""
    mine = [check["score"] for check in result["checks"] if check["task"] == task]
    return sum(mine) if mine and result["notebook"] is not None else None


def changed_inputs(old: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """Return in plain words what a result was made from that is not as it was.

    Examples
    --------
    >>> old = {"submission": "a", "assignment": "b", "grader": "c", "seed": "d",
    ...        "versions": {"numpy": "2.3"}}
    >>> now = {**old, "assignment": "x", "versions": {"numpy": "2.4"}}
    >>> changed_inputs(old, now)
    ('checks', 'numpy 2.3 to 2.4')
    """
    changed = [word for key, word in INPUTS.items() if old.get(key) != now.get(key)]
    before, after = old.get("versions", {}), now.get("versions", {})
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            changed.append(f"{name} {before.get(name, 'none')} to {after.get(name, 'none')}")
    return tuple(changed)


def _changes(
    old: Mapping[str, Any], now: Mapping[str, Any], inputs: tuple[str, ...],
    grades: Mapping[str, Grade],
) -> Iterator[Change]:  # fmt: skip
    student = now["student"]
    sound = old["status"] in SOUND and now["status"] in SOUND  # a repair costs nothing
    if old["status"] != now["status"] and not sound:
        yield Change(student, "status", None, None, old["status"], now["status"], inputs)
    before, after = _checks(old), _checks(now)
    for task in [*after, *(name for name in before if name not in after)]:
        nothing = (None, "there was no such check")
        (points, said), (more, says) = before.get(task, nothing), after.get(task, nothing)
        if (points, said) != (more, says):
            by_hand = grades[task].manual if task in grades else None
            yield Change(student, task, points, more, said, says, inputs, by_hand)


def _checks(result: Mapping[str, Any]) -> dict[str, tuple[float | None, str]]:
    """Return points and message of each check; no points where nothing could be graded."""
    readable = result["notebook"] is not None
    return {
        check["id"]: (check["score"] if readable else None, check["message"])
        for check in result["checks"]
    }


def _rechecks(
    old: Mapping[str, Any], now: Mapping[str, Any], changes: Iterable[Change],
    grades: Mapping[str, Grade],
) -> Iterator[Recheck]:  # fmt: skip
    """Yield the points by hand under which the automatic ones, or the text, have moved."""
    student = now["student"]
    for change in changes:
        if change.by_hand is not None and change.before != change.after:
            moved = (
                f"the check gave {pages.points(change.before)}, now {pages.points(change.after)}"
            )
            yield Recheck(student, change.task, change.by_hand, moved)
    for manual in now["manual"]:
        grade = grades.get(manual["id"])
        by_hand = grade.manual if grade else None
        if by_hand is not None and _text(old, manual["id"]) != _text(now, manual["id"]):
            yield Recheck(student, manual["id"], by_hand, "the text was handed in anew")


def _text(result: Mapping[str, Any], name: str) -> str:
    cells = (result["notebook"] or {"cells": []})["cells"]
    return next((str(cell["source"]) for cell in cells if cell["id"] == name), "")


# ---------------------------------------------------------------------- telling


COLUMNS = (
    "student", "check", "points before", "points now", "message before", "message now",
    "what changed", "points by hand",
)  # fmt: skip
PAGE = """
{% for line in lines %}<p>{{ line }}</p>
{% endfor %}
{% if report.rechecks %}
<h2>For a person to look at</h2>
<p>Points by hand stand. These stand over something that has moved:</p>
<ul>{% for r in report.rechecks %}
<li>{{ r.student }}, {{ r.task }}: {{ r.points | points }} by hand; {{ r.reason }}</li>{% endfor %}
</ul>
{% endif %}
{% if report.answers %}
<h2>Appeals</h2>
<dl>{% for a in report.answers %}
<dt>{{ a.student }}, {{ a.task or "no task named" }}: {{ a.said }}</dt><dd>{{ a.words }}</dd>
{% endfor %}</dl>
{% endif %}
{% if report.changes %}
<h2>Whose points moved, and why</h2>
<div class="wide" tabindex="0" role="region" aria-label="Whose points moved, and why">
<table>
<thead><tr>{% for name in columns %}<th scope="col">{{ name }}</th>{% endfor %}</tr></thead>
<tbody>{% for c in report.changes %}
<tr><th scope="row">{{ c.student }}</th><td>{{ c.task }}</td>
<td class="number">{{ c.before | points }}</td><td class="number">{{ c.after | points }}</td>
<td class="message">{{ c.said or "passed" }}</td><td class="message">{{ c.says or "passed" }}</td>
<td>{{ c.inputs | join(", ") }}</td><td class="number">{{ c.by_hand | points }}</td></tr>
{% endfor %}</tbody>
</table>
</div>
{% endif %}
"""


def summary(report: RegradeReport) -> list[str]:
    """Return what grading again came to, a sentence a line."""
    if not report.again and not report.new:
        return [f"{report.stem}: nothing has changed since its {report.submissions} submissions "
                "were graded"]  # fmt: skip
    why = ", ".join(f"{what} ({count})" for what, count in report.inputs.items())
    lines = [
        f"{report.stem}: {report.again} of {report.submissions} submissions ran again"
        + (f"; what changed: {why}" if why else "")
    ]
    if "checks" in report.inputs:
        lines.append(ALL_AGAIN)
    if report.new:
        lines.append(f"Graded for the first time: {', '.join(report.new)}")
    up = sum((c.after or 0) > (c.before or 0) for c in report.changes)
    down = sum((c.after or 0) < (c.before or 0) for c in report.changes)
    lines.append(
        f"Points or status moved for {report.moved} of {report.submissions} students "
        f"({up} checks up, {down} down); {report.words_only} messages changed without points"
    )
    return lines


def text(report: RegradeReport) -> str:
    """Return the report for a terminal."""
    lines = summary(report)
    for c in report.changes:
        lines += [
            f"{c.student}  {c.task}  {pages.points(c.before)} -> {pages.points(c.after)}"
            f"  ({', '.join(c.inputs)})",
            f"    before: {c.said or 'passed'}",
            f"    now:    {c.says or 'passed'}",
        ]
    lines += ["Appeals:"] * bool(report.answers)
    for a in report.answers:
        words = " ".join(a.words.split())[:200]
        lines.append(f"{a.student}  {a.task or 'no task named'}  {a.said}; {words}")
    lines += ["For a person to look at, points by hand stand:"] * bool(report.rechecks)
    lines += [f"{r.student}  {r.task}  {r.points:g} by hand; {r.reason}" for r in report.rechecks]
    return "\n".join(lines) + "\n"


def table(report: RegradeReport) -> str:
    """Return the report as a table."""
    rows = [
        [c.student, c.task, c.before, c.after, c.said, c.says, ", ".join(c.inputs), c.by_hand]
        for c in report.changes
    ]
    return written([COLUMNS, *rows])


def page(report: RegradeReport) -> str:
    """Return the report as a page."""
    title = f"{report.stem}: graded again"
    return pages.render(title, PAGE, report=report, lines=summary(report), columns=COLUMNS)


def write(course: Path, report: RegradeReport) -> None:
    """Write the report in its three forms."""
    home = course / "reports" / report.stem
    for ending, form in ((".txt", text), (".csv", table), (".html", page)):
        mark = MARK if ending == ".csv" else ""
        pages.write(home / f"regrade{ending}", mark + form(report))
