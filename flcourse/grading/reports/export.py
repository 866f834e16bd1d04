"""The gradebook as tables: for spreadsheets, for Canvas and for Moodle.

Canvas and Moodle are given back the table that they exported, with the cells of our assignments
filled in and all else as it was; without such a table one is written that they import. The forms
are those that Canvas' gradebook and Moodle's offline grading worksheet, or grade import, have.
A cell stays as it is where there is no number to tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flcourse.grading.course.folder import Student
from flcourse.grading.course.owners import FileLabel, owner
from flcourse.grading.course.scores import Entry, Scores
from flcourse.grading.spreadsheet import Table, harmless, read_table, written
from flcourse.grading.statuses import SOUND, Status

__all__ = [
    "canvas",
    "choose",
    "fill_canvas",
    "fill_moodle",
    "grade_import",
    "plain",
    "why_empty",
    "worksheet",
]

LMS = ("csv", "canvas", "moodle")
POSSIBLE = "Points Possible"
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
WORKSHEET = (
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
    "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
    "Feedback comments",
)  # fmt: skip
GRADE_IMPORT = ("First name", "Last name", "ID number", "Email address")
OURS = "flcourse: "  # opens the comments that may be replaced
KEPT_WORDS = {"EX", "N/A"}  # of Canvas, left as they are: excused, not assigned


@dataclass(frozen=True)
class Exported:
    """A table to hand over; what was left out, line by line, is for a person to read."""

    text: str
    cells: int
    left_out: tuple[str, ...] = ()


def number(points: float | None) -> str:
    """Return points as all spreadsheets read them, "" where there are none.

    Examples
    --------
    >>> number(7.0), number(2 / 3), number(None)
    ('7', '0.6667', '')
    """
    return "" if points is None else f"{round(points, 4):g}"


def why_empty(entry: Entry) -> str:
    """Return why an entry has no total, "" if it has one."""
    if entry.total is not None:
        return ""
    if entry.status == Status.MISSING:
        return f"MISSING: {'; '.join(entry.notes) or 'nothing was handed in'}"
    waiting = [task for task, points in entry.points.items() if points is None]
    reason = "; ".join(entry.notes) or f"no points yet for {', '.join(waiting)}"
    return reason if entry.status in SOUND else f"{entry.status}: {reason}"


# ---------------------------------------------------------------------- a plain table


def plain(scores: Sequence[Scores], students: Sequence[Student], *, partial: bool = False) -> str:
    """Return a table with a row for each student and columns for each task.

    Parameters
    ----------
    scores : sequence of Scores
        The assignments, in the order of their columns.
    students : sequence of Student
        In the order of the rows; a student without an entry is MISSING.
    partial : bool
        Whether a total may lack tasks that have no points yet.
    """
    head = ["student", "last_name", "first_name", "email"]
    rows = [[*head, *(name for one in scores for name in _columns(one))]]
    for student in students:
        row = [student.id, student.last_name, student.first_name, student.email]
        rows.append([*row, *(cell for one in scores for cell in _cells(one, student.id, partial))])
    return written(rows)


def _columns(scores: Scores) -> list[str]:
    tasks = [f"{task.id} (max {number(task.points)})" for task in scores.tasks]
    parts = ["status", *tasks, "late penalty", "total", "max points", "notes"]
    return [f"{scores.stem} {part}" for part in parts]


def _cells(scores: Scores, student: str, partial: bool) -> list[str]:
    entry = _entry(scores, student)
    return [
        entry.status,
        *(number(entry.points[task.id]) for task in scores.tasks),
        number(entry.penalty),
        number(_total(entry, partial)),
        number(scores.possible),
        "; ".join(entry.notes)[:300] or why_empty(entry),
    ]


def _entry(scores: Scores, student: str) -> Entry:
    nothing = dict.fromkeys(task.id for task in scores.tasks)
    return scores.entries.get(student, Entry(student, Status.MISSING, nothing))


def _total(entry: Entry, partial: bool) -> float | None:
    return entry.so_far if partial else entry.total


# ---------------------------------------------------------------------- Canvas


def canvas(
    scores: Sequence[Scores], students: Sequence[Student], *, partial: bool = False
) -> Exported:
    """Return a gradebook that Canvas imports; it finds assignments by their name."""
    rows = [
        [*CANVAS, *(one.stem for one in scores)],
        [f"    {POSSIBLE}", "", "", "", "", *(number(one.possible) for one in scores)],
    ]
    cells, left_out = 0, []
    for student in students:
        lms = student.lms
        keys = ("canvas_id", "sis_user_id", "sis_login_id", "section")
        totals = []
        for one in scores:
            entry = _entry(one, student.id)
            totals.append(number(_total(entry, partial)))
            left_out += _left_out(one, entry, totals[-1])
        cells += sum(map(bool, totals))
        rows.append([_sorted_name(student), *(lms.get(key, "") for key in keys), *totals])
    return Exported(written(rows), cells, tuple(left_out))


def _sorted_name(student: Student) -> str:
    parts = [part for part in (student.last_name, student.first_name) if part]
    return ", ".join(parts) or student.id


def _left_out(scores: Scores, entry: Entry, text: str) -> list[str]:
    return [] if text else [f"{scores.stem}: {entry.student}: {why_empty(entry)}"]


def fill_canvas(
    template: bytes, scores: Sequence[Scores], students: Sequence[Student], *,
    partial: bool = False, columns: Mapping[str, str] | None = None,
) -> Exported:  # fmt: skip
    """Fill a gradebook that Canvas exported.

    Parameters
    ----------
    template : bytes
        The exported file.
    scores, students
        As in `plain`. Students are found by Canvas' ID, SIS user ID or SIS login ID.
    partial : bool
        As in `plain`.
    columns : mapping of str to str, optional
        Heading of the column of an assignment, where it does not hold its stem.

    Raises
    ------
    ValueError
        If ``template`` is no gradebook of Canvas, or an assignment has no column of its own in it,
        or has other points there.
    """
    table = read_table(template)
    points_row = next(
        (n for n, row in enumerate(table.rows) if POSSIBLE in row[0].value), None
    )  # fmt: skip
    if points_row is None or table.column("ID") is None:
        raise ValueError("the template must be a gradebook exported from Canvas, with its two "
                         "first lines: Grades, Export")  # fmt: skip
    where = _columns_of(table, scores, columns or {})
    for one in scores:
        _require_points(one, table.value(points_row, where[one.stem]))
    keys = {"ID": "canvas_id", "SIS User ID": "sis_user_id", "SIS Login ID": "sis_login_id"}
    found = _rows_of(table, range(points_row + 1, len(table.rows)), students, keys)
    values: dict[tuple[int, int], str] = {}
    left_out = _not_found(students, found, "the template")
    for student, row in found.items():
        for one in scores:
            entry, column = _entry(one, student), where[one.stem]
            text = number(_total(entry, partial))
            if text and table.value(row, column).upper() in KEPT_WORDS:
                left_out.append(
                    f"{one.stem}: {student}: Canvas says {table.value(row, column)}, kept"
                )
            elif text:
                values[row, column] = _as_there(table, text)
            left_out += _left_out(one, entry, text)
    return Exported(table.filled(values), len(values), tuple(left_out))


def _as_there(table: Table, text: str) -> str:
    """Return a number as the table writes its own, for spreadsheets that take 8.5 for a date."""
    return text.replace(".", ",") if table.decimal_comma else text


def _columns_of(table: Table, scores: Sequence[Scores], named: Mapping[str, str]) -> dict[str, int]:
    """Return the column of each assignment: as named, called like the stem, or holding it."""
    heads = [cell.value.strip() for cell in table.rows[0]]
    titles = [re.sub(r"\s*\(\d+\)$", "", head).lower() for head in heads]
    where = {}
    for one in scores:
        wanted = named.get(one.stem)
        word = re.compile(rf"(?<!\w){re.escape(one.stem)}(?!\w)", re.IGNORECASE)
        found = [n for n, title in enumerate(titles) if title == one.stem.lower()]
        found = found or [n for n, title in enumerate(titles) if word.search(title)]
        if wanted is not None:
            found = [n for n, head in enumerate(heads) if head == wanted]
        if len(found) != 1:
            listed = ", ".join(repr(heads[n]) for n in found) or "none of " + ", ".join(
                repr(head) for head in heads[:40]
            )
            raise ValueError(
                f"{one.stem} must have one column in the template, got {listed}: "
                f"name it with --column '{one.stem}=HEADING'"
            )
        where[one.stem] = found[0]
    return where


def _require_points(scores: Scores, text: str) -> None:
    """Refuse a column on another scale: a 10 of 100 is no 10 of 10."""
    points = _number(text)
    if points is not None and abs(points - scores.possible) > 1e-6:
        raise ValueError(
            f"{scores.stem} must have {number(scores.possible)} points in the template as in the "
            f"course, got {text}: change it there and export again"
        )


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def _rows_of(
    table: Table, rows: range, students: Sequence[Student], keys: Mapping[str, str]
) -> dict[str, int]:
    """Return the row of each student that an identifier leads to, the surest column first."""
    found: dict[str, int] = {}
    for heading, key in keys.items():
        column = table.column(heading)
        here = {_identity(table.value(row, column), key): row for row in rows}
        here.pop("", None)
        for student in students:
            row = here.get(_identity(_known_as(student, key), key))
            if row is not None and student.id not in found and row not in found.values():
                found[student.id] = row
    return found


def _rows_by_name(
    table: Table, students: Sequence[Student], found: Mapping[str, int]
) -> dict[str, int]:
    """Return the row of each student that is still to be found and whose name is there once.

    Names are compared as `flcourse.grading.course.owners` does when it collects.
    """
    names = [_name_in(table, row) for row in range(1, len(table.rows))]
    by_name: dict[str, int] = {}
    for row, name in enumerate(names, 1):
        label = FileLabel("moodle", name, name)
        one, _ = owner(label, students, {}) if name else (None, "")
        if one and one.id not in found and row not in found.values():
            by_name[one.id] = 0 if one.id in by_name else row  # 0: it is there twice
    return {name: row for name, row in by_name.items() if row}


def _name_in(table: Table, row: int) -> str:
    """Return the name of a person in a row of Moodle's tables."""
    full = table.value(row, table.column("Full name"))
    parts = [table.value(row, table.column(part)) for part in ("First name", "Last name")]
    return full or " ".join(filter(None, parts))


def _known_as(student: Student, key: str) -> str:
    if key in ("email", "id"):
        return str(getattr(student, key))
    return student.lms.get(key, student.id if key.startswith("sis") else "")


def _identity(text: str, key: str) -> str:
    """Return what counts of an identifier: the number of "Participant 123", no case."""
    if key == "moodle_id":
        digits = re.search(r"\d+$", text.strip())
        return digits[0] if digits else ""
    return text.strip().lower()


def _not_found(students: Sequence[Student], found: Mapping[str, int], where: str) -> list[str]:
    missing = [student.id for student in students if student.id not in found]
    return [f"{name}: not found in {where}, by no identifier (email, sis_user_id, moodle_id, "
            "canvas_id in roster.csv) and by no name that is there once"
            for name in missing]  # fmt: skip


# ---------------------------------------------------------------------- Moodle


def worksheet(scores: Scores, students: Sequence[Student], *, partial: bool = False) -> Exported:
    """Return an offline grading worksheet of one assignment for Moodle."""
    rows: list[list[str]] = [list(WORKSHEET)]
    left_out: list[str] = []
    cells = 0
    for student in students:
        entry = _entry(scores, student.id)
        text = number(_total(entry, partial))
        status = "No submission" if entry.status == Status.MISSING else "Submitted for grading"
        grade = [status, text, number(scores.possible), "Yes", "-", "-", comment(scores, entry)]
        rows.append([_participant(student), _full_name(student), student.email, *grade])
        left_out += _left_out(scores, entry, text)
        cells += bool(text)
    without = [student.id for student in students if not _participant(student)]
    left_out += [f"{name}: no moodle_id in roster.csv, Moodle will not know it"
                 for name in without]  # fmt: skip
    return Exported(written(rows), cells, tuple(left_out))


def grade_import(
    scores: Sequence[Scores], students: Sequence[Student], *, partial: bool = False
) -> Exported:
    """Return a table of several assignments for Moodle's grade import."""
    rows: list[list[str]] = [[*GRADE_IMPORT, *(one.stem for one in scores)]]
    left_out, cells = [], 0
    for student in students:
        number_ = student.lms.get("sis_user_id", student.id)
        totals = []
        for one in scores:
            entry = _entry(one, student.id)
            totals.append(number(_total(entry, partial)))
            left_out += _left_out(one, entry, totals[-1])
        cells += sum(map(bool, totals))
        rows.append([student.first_name, student.last_name, number_, student.email, *totals])
    return Exported(written(rows), cells, tuple(left_out))


def comment(scores: Scores, entry: Entry) -> str:
    """Return one line of feedback: the points of each task, the penalty, the status."""
    if entry.status == Status.MISSING:
        return ""
    parts = [
        f"{task.id} {number(entry.points[task.id]) or '–'} of {number(task.points)}"
        for task in scores.tasks
    ]
    parts += [f"{number(entry.penalty)} off for being late"] * bool(entry.penalty)
    parts += [entry.status] * (entry.status not in SOUND)
    return f"{OURS}{', '.join(parts)}"


def _participant(student: Student) -> str:
    digits = _identity(student.lms.get("moodle_id", ""), "moodle_id")
    return f"Participant {digits}" if digits else ""


def _full_name(student: Student) -> str:
    return f"{student.first_name} {student.last_name}".strip() or student.id


def fill_moodle(
    template: bytes, scores: Sequence[Scores], students: Sequence[Student], *,
    partial: bool = False, columns: Mapping[str, str] | None = None,
) -> Exported:  # fmt: skip
    """Fill a grading worksheet or a grade export of Moodle.

    Parameters
    ----------
    template : bytes
        The exported file, in English. A worksheet belongs to one assignment.
    scores, students, partial, columns
        As in `fill_canvas`. Students are found by their participant number, address or ID
        number, else by their name, if it is there once.

    Raises
    ------
    ValueError
        As `fill_canvas` does.
    """
    table = read_table(template)
    is_worksheet = table.column("Identifier") is not None and table.column("Grade") is not None
    keys = {"Identifier": "moodle_id", "Email address": "email", "ID number": "sis_user_id"}
    if not is_worksheet and all(table.column(heading) is None for heading in keys):
        raise ValueError(
            "the template must be a grading worksheet or a grade export from Moodle, downloaded "
            "with Moodle's language set to English"
        )
    if is_worksheet and len(scores) != 1:
        raise ValueError(
            f"a worksheet belongs to one assignment, got {len(scores)}: name one of "
            + ", ".join(one.stem for one in scores)
        )
    found = _rows_of(table, range(1, len(table.rows)), students, keys)
    found |= _rows_by_name(table, students, found)
    left_out = _not_found(students, found, "the template")
    if is_worksheet:
        values = dict(_graded(table, scores[0], found, partial, left_out))
    else:
        where = _columns_of(table, scores, columns or {})
        pairs = [(one, student) for one in scores for student in found]
        texts = {(one.stem, s): number(_total(_entry(one, s), partial)) for one, s in pairs}
        values = {
            (found[s], where[o]): _as_there(table, text) for (o, s), text in texts.items() if text
        }
        for one, student in pairs:
            left_out += _left_out(one, _entry(one, student), texts[one.stem, student])
    return Exported(table.filled(values), len(values), tuple(left_out))


def _graded(
    table: Table, scores: Scores, found: Mapping[str, int], partial: bool, left_out: list[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the cells of a worksheet; a locked grade and a person's comment stay."""
    names = ("Grade", "Maximum Grade", "Grade can be changed", "Feedback comments")
    grade, most, free, words = (table.column(name) for name in names)
    for student, row in found.items():
        entry = _entry(scores, student)
        text = number(_total(entry, partial))
        _require_points(scores, table.value(row, most))
        if table.value(row, free).lower() == "no":
            left_out.append(f"{scores.stem}: {student}: Moodle has locked the grade, kept")
            continue
        if text and grade is not None:
            yield (row, grade), _as_there(table, text)
        before = re.sub("<[^>]*>", "", table.value(row, words))
        said = comment(scores, entry)
        if words is not None and said and (not before or before.startswith(OURS)):
            yield (row, words), harmless(said)
        left_out += _left_out(scores, entry, text)


def choose(
    lms: str, scores: Sequence[Scores], students: Sequence[Student], *,
    template: bytes | None = None, partial: bool = False,
    columns: Mapping[str, str] | None = None,
) -> Exported:  # fmt: skip
    """Return the table for a learning platform, filled into its own where there is one."""
    options: dict[str, Any] = {"partial": partial}
    if lms == "csv":
        if template is not None:
            raise ValueError("a template is filled for canvas or moodle, not for csv")
        return Exported(plain(scores, students, **options), len(scores) * len(students))
    if template is not None:
        fill = fill_canvas if lms == "canvas" else fill_moodle
        return fill(template, scores, students, columns=columns, **options)
    if lms == "canvas":
        return canvas(scores, students, **options)
    if len(scores) == 1:
        return worksheet(scores[0], students, **options)
    return grade_import(scores, students, **options)
