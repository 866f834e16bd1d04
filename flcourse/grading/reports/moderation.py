"""Moderation: a second person marks a sample of the written answers unseen, and both are compared.

First `draw` takes answers that a person has marked: low, middle and high marks, the same ones each
time. A page shows them under numbers, without names and without marks; a table waits for the second
marks; a key, which stays with the instructor, says whose answer has which number. Then `compare`
reads the table and puts both marks side by side. The gradebook is only read. What is written, and
told, comes from `flcourse.grading.reports.moderation_pages`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from flcourse.grading import pages
from flcourse.grading.assignment import Assignment, AssignmentCell, read_assignment
from flcourse.grading.course.folder import grading_seed, read_roster
from flcourse.grading.course.scores import Grade, read_grades, read_results, source_of
from flcourse.grading.spreadsheet import Table, read_table

__all__ = [
    "COLUMNS",
    "EQUAL",
    "KEY",
    "PAGE",
    "RESULT",
    "TABLE",
    "Agreement",
    "Comparison",
    "Drawn",
    "Marked",
    "Sample",
    "agreement",
    "compare",
    "draw",
    "is_drawn",
    "questions_of",
    "quotas",
    "sample",
    "stratum",
]

PAGE, TABLE = "moderation.html", "moderation.csv"
KEY, RESULT = "moderation-key.json", "moderation-result.html"
COLUMNS = ("number", "question", "max", "second mark", "comment")
STRATA = 3  # low, middle and high marks: the thirds of the scale
FAR = 0.25  # share of the points by which two marks may differ before one has to talk
MOST_ROWS = 5  # that an error names
EQUAL = 1e-9  # marks are short decimals, their differences are not exact


@dataclass(frozen=True)
class Marked:
    """An answer in a text cell with the mark that a person gave, None where there is none."""

    question: str
    student: str
    points: float
    first: float | None
    answer: str

    @property
    def digest(self) -> str:
        """What tells this answer from one that is handed in later."""
        return hashlib.sha256(self.answer.encode()).hexdigest()


@dataclass(frozen=True)
class Drawn:
    """An entry of the key: whose answer has which number, out of how many points."""

    number: int
    question: str
    student: str
    points: float
    sha256: str


@dataclass(frozen=True)
class Sample:
    """What was drawn, with the answers by number.

    ``marked`` and ``waiting`` count the answers to each question with a first mark and without.
    """

    home: Path
    assignment: Assignment
    drawn: tuple[Drawn, ...]
    answers: Mapping[int, str]
    marked: Mapping[str, int]
    waiting: Mapping[str, int]


@dataclass(frozen=True)
class Second:
    """A row of the filled table."""

    mark: float
    comment: str


@dataclass(frozen=True)
class MarkPair:
    """Both marks of one answer."""

    drawn: Drawn
    first: float
    second: float
    comment: str

    @property
    def difference(self) -> float:
        """Second minus first: below 0 where the second marker is stricter."""
        return self.second - self.first

    @property
    def far(self) -> bool:
        """Whether the marks differ by more than `FAR` of the points."""
        return abs(self.difference) > FAR * self.drawn.points + EQUAL


@dataclass(frozen=True)
class Agreement:
    """How two markers agree on one question; ``mean`` and ``interval`` are of second minus first.

    ``error`` is the standard error of the mean. There is no ``interval`` where the differences do
    not vary, and neither of them for a single answer.
    """

    question: str
    points: float
    n: int
    mean: float
    error: float | None
    interval: tuple[float, float] | None
    apart: float  # mean absolute difference
    equal: int


@dataclass(frozen=True)
class Comparison:
    """First and second marks of a sample; ``missing`` are numbers without a second mark yet."""

    home: Path
    stem: str
    drawn: int
    missing: tuple[int, ...]
    left_out: tuple[str, ...]
    pairs: tuple[MarkPair, ...]
    agreements: tuple[Agreement, ...]
    names: Mapping[str, str]

    @property
    def begun(self) -> bool:
        """Whether there is a second mark at all."""
        return bool(self.pairs or self.left_out)

    @property
    def far(self) -> list[MarkPair]:
        """The pairs to talk about, those that are furthest apart first."""
        far = [pair for pair in self.pairs if pair.far]
        return sorted(far, key=lambda pair: -abs(pair.difference) / pair.drawn.points)

    def person(self, student: str) -> str:
        """Return a student's id, with the name where the roster has one."""
        name = self.names.get(student, "")
        return f"{student} ({name})" if name else student


# ---------------------------------------------------------------------- what can be drawn


def questions_of(assignment: Assignment) -> list[AssignmentCell]:
    """Return the cells for which a person gives points."""
    return [cell for cell in assignment.of_kind("manual") if cell.points > 0]


def read_marked(course: Path, assignment: Assignment) -> list[Marked]:
    """Return the answers to what a person marks, by question and student.

    Parameters
    ----------
    course : pathlib.Path
        The course folder. Answers come from its results, marks from its gradebook.
    assignment : Assignment
        The assignment.
    """
    results = sorted(read_results(course, assignment.stem).items())
    grades, _ = read_grades(course, assignment.stem)
    return [
        Marked(cell.id, student, cell.points, _first(grades.get(student, {}).get(cell.id)), answer)
        for cell in questions_of(assignment)
        for student, result in results
        if (answer := _answer(result, cell.id)) is not None
    ]


def _first(grade: Grade | None) -> float | None:
    """Return what a person gave and nobody has asked her to look at again."""
    return None if grade is None or grade.open else grade.manual


def _answer(result: Mapping[str, Any], question: str) -> str | None:
    """Return what stands in a cell, None where the student has not answered."""
    answered = any(m["id"] == question and m["answered"] for m in result["manual"])
    cells = (result["notebook"] or {"cells": []})["cells"] if answered else []
    return next((str(cell["source"]) for cell in cells if cell["id"] == question), None)


# ---------------------------------------------------------------------- drawing


def draw(course: Path, stem: str, *, share: float = 0.2, fewest: int = 5) -> Sample:
    """Draw a sample of the answers that a person has marked.

    Parameters
    ----------
    course : pathlib.Path
        The course folder.
    stem : str
        The assignment, its written answers marked in formgrader.
    share : float
        Part of the marked answers of a question to draw, in (0, 1].
    fewest : int
        How many to draw in any case, or all if there are fewer.

    Raises
    ------
    ValueError
        If nothing can be drawn, or the table that is there holds second marks or comments.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share must be above 0 and at most 1, got {share:g}")
    if fewest < 1:
        raise ValueError(f"fewest must be at least 1, got {fewest}")
    home, assignment = course / "reports" / stem, read_assignment(source_of(course, stem))
    _require_unfilled(home / TABLE)
    there = read_marked(course, assignment)
    marked = [one for one in there if one.first is not None]
    if not marked:
        raise ValueError(
            f"{stem} must have answers that a person has marked in formgrader, it has none; "
            f"{len(there)} are waiting"
        )
    # A number is used once: a table that was sent out for an earlier sample is not taken for this.
    before = max((one.number for one in _read_key(home / KEY)), default=0)
    chosen = sample(marked, share, fewest, f"{grading_seed(course)}\n{stem}")
    drawn = tuple(
        Drawn(number, one.question, one.student, one.points, one.digest)
        for number, one in enumerate(chosen, before + 1)
    )
    return Sample(
        home, assignment, drawn,
        {number: one.answer for number, one in enumerate(chosen, before + 1)},
        Counter(one.question for one in marked),
        Counter(one.question for one in there if one.first is None),
    )  # fmt: skip


def sample(marked: Sequence[Marked], share: float, fewest: int, seed: str) -> list[Marked]:
    """Return a sample of the answers to each question, in an order that says nothing.

    Each third of the scale in which there are marks gives one answer or more, the rest is in
    proportion, so that a rare low mark is seen as well. The same answers, marks and seed give the
    same sample.
    """
    chosen = []
    for question in dict.fromkeys(one.question for one in marked):
        own = [one for one in marked if one.question == question]
        digest = hashlib.sha256(f"moderation\n{seed}\n{question}".encode()).digest()
        rng = np.random.default_rng(int.from_bytes(digest, "big"))
        strata = [[one for one in own if stratum(one) == third] for third in range(STRATA)]
        n = min(len(own), max(fewest, round(share * len(own)), sum(map(bool, strata))))
        places = zip(strata, quotas([len(some) for some in strata], n), strict=True)
        taken = [some[i] for some, k in places for i in rng.permutation(len(some))[:k]]
        chosen += [taken[i] for i in rng.permutation(n)]
    return chosen


def stratum(one: Marked) -> int:
    """Return the third of the scale in which a mark lies: 0 low, 1 middle, 2 high.

    Examples
    --------
    >>> marks = (0.0, 0.5, 1.0, 1.5, 2.0)
    >>> [stratum(Marked("why", "ada", 2.0, mark, "")) for mark in marks]
    [0, 0, 1, 2, 2]
    """
    return min(max(int(STRATA * (one.first or 0.0) / one.points + EQUAL), 0), STRATA - 1)


def quotas(sizes: Sequence[int], n: int) -> list[int]:
    """Return how many of n to draw from strata: one at least, else in proportion to their sizes.

    Examples
    --------
    >>> quotas([1, 0, 39], 8), quotas([10, 10, 20], 8), quotas([1, 1, 1], 3)
    ([1, 0, 7], [2, 2, 4], [1, 1, 1])
    """
    given = [min(size, 1) for size in sizes]
    while sum(given) < n:
        behind = [size * n / sum(sizes) - own for size, own in zip(sizes, given, strict=True)]
        given[int(np.argmax(behind))] += 1
    return given


def is_drawn(course: Path, stem: str) -> bool:
    """Return whether there is a sample whose table may be filled in."""
    return (course / "reports" / stem / TABLE).exists()


def _require_unfilled(path: Path) -> None:
    if path.exists():
        found, columns = _open(path)
        filled = [row for row in range(1, len(found.rows))
                  if found.value(row, columns[1]) or found.value(row, columns[2])]  # fmt: skip
        if filled:
            raise ValueError(
                f"{path} must be empty before a new sample is drawn, {len(filled)} of its rows "
                "have a second mark or a comment: move it away if you want to give it up"
            )


def _read_key(path: Path) -> list[Drawn]:
    """Return the key, empty where there is none."""
    if not path.exists():
        return []
    try:
        return [Drawn(**row) for row in json.loads(path.read_text("utf-8"))["answers"]]
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{path} must be as flcourse moderate has written it") from None


# ---------------------------------------------------------------------- comparing


def compare(course: Path, stem: str) -> Comparison:
    """Compare the second marks of the table with the first ones as the gradebook has them now.

    Parameters
    ----------
    course : pathlib.Path
        The course folder; its gradebook is not changed.
    stem : str
        The assignment, of which `draw` has drawn a sample.

    Raises
    ------
    ValueError
        If a row of the table breaks a rule, or there is no key to it.
    """
    home = course / "reports" / stem
    key = _read_key(home / KEY)
    if not key:
        raise ValueError(f"{home / KEY} must be there, it says whose answers were drawn")
    second = read_second(home / TABLE, key)
    assignment = read_assignment(source_of(course, stem))
    now = {(one.question, one.student): one for one in read_marked(course, assignment)}
    pairs, left_out = [], []
    for one in (one for one in key if one.number in second):
        found, whose = now.get((one.question, one.student)), f"number {one.number}, {one.student}"
        if found is None or found.first is None:
            left_out.append(f"{whose}: the gradebook has no first mark of it now")
        elif found.digest != one.sha256:
            left_out.append(f"{whose}: another answer was handed in meanwhile")
        else:
            mark = second[one.number]
            pairs.append(MarkPair(one, found.first, mark.mark, mark.comment))
    missing = tuple(one.number for one in key if one.number not in second)
    return Comparison(
        home, stem, len(key), missing, tuple(left_out), tuple(pairs), tuple(agreements(pairs)),
        _names(course),
    )  # fmt: skip


def agreements(pairs: Sequence[MarkPair]) -> Iterator[Agreement]:
    """Yield how the markers agree, question by question."""
    for question in dict.fromkeys(pair.drawn.question for pair in pairs):
        own = [pair for pair in pairs if pair.drawn.question == question]
        yield agreement(question, own[0].drawn.points, [pair.difference for pair in own])


def agreement(question: str, points: float, differences: Sequence[float]) -> Agreement:
    """Return how two markers agree, from the differences of their marks, second minus first.

    The interval is Student's at 95 %, for the mean of differences that are alike in their spread.

    Examples
    --------
    >>> found = agreement("why", 2.0, [0.0, -0.5, -1.0, -0.5])
    >>> found.mean, found.apart, found.equal
    (-0.5, 0.5, 1)
    """
    d = np.asarray(differences, float)
    n, mean, error, interval = len(d), float(d.mean()), None, None
    if n > 1:
        error = float(d.std(ddof=1)) / math.sqrt(n)
        if error > EQUAL:
            from scipy.stats import t

            half = float(t.ppf(0.975, n - 1)) * error
            interval = (mean - half, mean + half)
    equal = int(np.sum(np.abs(d) < EQUAL))
    return Agreement(question, points, n, mean, error, interval, float(np.abs(d).mean()), equal)


def read_second(path: Path, key: Sequence[Drawn]) -> dict[int, Second]:
    """Return the second marks of a table by number, without the rows that have none yet.

    Parameters
    ----------
    path : pathlib.Path
        The table, as a spreadsheet has saved it: commas or semicolons, rows in any order.
    key : sequence of Drawn
        Whose answers it is about.

    Raises
    ------
    ValueError
        If it is no such table; names each row with a number or a mark that cannot be.
    """
    found, columns = _open(path)
    known, seen = {one.number: one for one in key}, set()
    second: dict[int, Second] = {}
    problems = []
    for row in range(1, len(found.rows)):
        text, mark, comment = (found.value(row, column) for column in columns)
        if not (text or mark or comment):
            continue  # a spreadsheet may add rows of empty cells
        number = int(text) if text.isdecimal() else 0
        where = f"row {row + 1}:"
        if number not in known:
            problems.append(f"{where} number must be one of this sample, got {text!r}")
        elif number in seen:
            problems.append(f"{where} number must be there once, got {text!r} again")
        elif mark and (value := _mark(mark, known[number].points)) is not None:
            second[number] = Second(value, comment)
        elif mark:
            most = pages.points(known[number].points)
            problems.append(f"{where} second mark must be a number from 0 to {most}, got {mark!r}")
        seen.add(number)
    if problems:
        more = [f"and {len(problems) - MOST_ROWS} more rows"] * (len(problems) > MOST_ROWS)
        raise ValueError(f"{path}: {'; '.join([*problems[:MOST_ROWS], *more])}")
    return second


def _open(path: Path) -> tuple[Table, tuple[int, int, int | None]]:
    """Return a table, and where number, second mark and comment stand in it."""
    try:
        found = read_table(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    number, mark, comment = (found.column(COLUMNS[place]) for place in (0, 3, 4))
    if number is None or mark is None:
        raise ValueError(f"{path} must have the columns {COLUMNS[0]} and {COLUMNS[3]}")
    return found, (number, mark, comment)


def _mark(text: str, most: float) -> float | None:
    """Return a mark, None where it is no number or not from 0 to ``most``; a comma will do."""
    try:
        mark = float(text.replace(",", "."))
    except ValueError:
        return None
    return mark if 0 <= mark <= most else None


def _names(course: Path) -> dict[str, str]:
    roster = read_roster(course)
    return {one.id: f"{one.first_name} {one.last_name}".strip() for one in roster}
