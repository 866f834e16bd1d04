"""A course as its folder describes it: name, dates, students, extensions, what being late costs.

``course.toml`` holds name, term, time zone, due dates and the late policy; ``roster.csv`` the
students; ``extensions.csv`` who may hand in later; points come from the texts in ``solutions/``.
A folder without course.toml is a course without dates and penalties.
"""

from __future__ import annotations

import contextlib
import csv
import io
import math
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flcourse._require import choice, number
from flcourse.grading.authoring import tiers
from flcourse.grading.checks import SEED_VARIABLE

__all__ = [
    "COURSE",
    "LMS",
    "POLICIES",
    "ROSTER",
    "ROSTER_COLUMNS",
    "SEED",
    "STAMP",
    "Course",
    "LatePolicy",
    "Student",
    "SyllabusEntry",
    "due",
    "extend",
    "grading_seed",
    "late_penalty",
    "moment",
    "read_course",
    "read_roster",
    "read_stamp",
    "require_assignments",
    "require_course",
    "stems_of",
]

COURSE, ROSTER, EXTENSIONS, SEED = "course.toml", "roster.csv", "extensions.csv", "grading-seed.txt"
LMS = ("canvas_id", "sis_user_id", "sis_login_id", "section", "moodle_id")
ROSTER_COLUMNS = ("student", "first_name", "last_name", "email", *LMS, "group")
EXTENSION_COLUMNS = ("student", "assignment", "due", "reason")
# One of these makes a folder a course: a checkout, or one that only collects, is one, too.
KNOWN_BY = (COURSE, "solutions", "_build/source", "submitted")
POLICIES = ("none", "points", "share")
DAY = timedelta(days=1)
STAMP = "timestamp.txt"  # when a submission was handed in, as nbgrader writes it
MOST_OF_STAMP = 1000  # bytes that are read
YEARS = range(2000, 2200)  # in which somebody may have handed in


@dataclass(frozen=True)
class SyllabusEntry:
    """An assignment of a course; ``due`` has a time zone, and is None where there is no date."""

    stem: str
    due: datetime | None
    points: float


@dataclass(frozen=True)
class LatePolicy:
    """What each started day after the due date costs.

    Parameters
    ----------
    kind : str
        "none"; "points" if ``per_day`` and ``most`` are points, "share" if they are parts of the
        points that the assignment offers.
    per_day : float
        Taken for each started day.
    most : float
        Taken at most; infinite where there is no limit but the points of the assignment.
    grace_minutes : float
        As much later than due counts as in time.
    """

    kind: str = "none"
    per_day: float = 0.0
    most: float = math.inf
    grace_minutes: float = 0.0


@dataclass(frozen=True)
class Course:
    """A course folder, read."""

    folder: Path
    name: str
    term: str = ""
    timezone: str = "UTC"
    assignments: tuple[SyllabusEntry, ...] = ()
    late: LatePolicy = LatePolicy()
    book: str = ""  # address of the built book, for links
    points: Mapping[str, float] = field(default_factory=dict)  # where they are not the usual ones
    tier: Mapping[str, str] = field(default_factory=dict)  # of assignments that are not whole

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which dates without one are meant."""
        return ZoneInfo(self.timezone)

    def assignment(self, stem: str) -> SyllabusEntry:
        """Return the assignment of this name; where the folder does not list it, without a date."""
        found = {assignment.stem: assignment for assignment in self.assignments}
        return found.get(stem, SyllabusEntry(stem, None, 0.0))

    def tier_of(self, stem: str) -> str:
        """Return what the course has of an assignment: one of `tiers.HOURS`."""
        return self.tier.get(stem, tiers.FULL)


@dataclass(frozen=True)
class Student:
    """A student: the name of her folders, and what learning platforms call her (keys `LMS`).

    Students with the same ``group`` work together, and have the same data.
    """

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms: Mapping[str, str] = field(default_factory=dict)
    group: str = ""


def read_course(folder: Path) -> Course:
    """Return the course in a folder.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder. Without a course.toml it is a course of that name, its assignments are
        those of ``solutions/``, none has a date.

    Raises
    ------
    ValueError
        If course.toml cannot be read or breaks a rule; the message names file, entry and rule.
    """
    path = folder / COURSE
    table = _toml(path) if path.exists() else {}
    usual = {"name": folder.resolve().name, "term": "", "timezone": "UTC", "book": ""}
    rest = sorted(table.keys() - {*usual, "late", "due", "points", "tier"})
    if rest:
        known = ", ".join(usual)
        raise ValueError(
            f"{path} must hold {known}, [late], [due], [points] and [tier], got {rest[0]}"
        )
    name, term, timezone, book = (_text(path, table, key, usual[key]) for key in usual)
    zone = _zone(timezone)
    tier = {
        stem: choice(f"tier.{stem}", value, tuple(tiers.HOURS))
        for stem, value in _table(path, table, "tier").items()
    }
    assignments = tuple(_assignments(folder, _table(path, table, "due"), tier, zone))
    late = _late(_table(path, table, "late"))
    points = {
        stem: number(f"points.{stem}", value, at_least=0)
        for stem, value in _table(path, table, "points").items()
    }
    return Course(folder, name, term, timezone, assignments, late, book, points, tier)


def require_course(folder: Path) -> None:
    """Refuse a folder that is no course folder.

    Raises
    ------
    ValueError
        If it holds nothing by which a course is known; the message says how to name another one.
    """
    if not any((folder / name).exists() for name in KNOWN_BY):
        raise ValueError(
            f"--course must be a course folder, {folder.resolve()} is none (no {COURSE}): go into "
            "yours or name it with --course; flcourse init-course makes one"
        )


def require_assignments(folder: Path, stems: Sequence[str]) -> None:
    """Refuse names of assignments that a course does not have.

    Raises
    ------
    ValueError
        If the course lacks one of these assignments; the message lists those that it has.
    """
    known = stems_of(folder) if stems else []
    if stems and not known:
        raise ValueError(
            f"{folder.resolve()} holds no assignment, neither in solutions/ nor built: "
            "run flcourse build first, or name another course folder with --course"
        )
    for stem in stems:
        if stem not in known:
            raise ValueError(
                f"assignment must be one of {listed(known)} in {folder.resolve()}, "
                f"got {stem!r}; another course folder is named with --course"
            )


def stems_of(folder: Path) -> list[str]:
    """Return the assignments of a course: those with a date, with a text, then the built ones."""
    listed = [assignment.stem for assignment in read_course(folder).assignments]
    built = sorted(path.stem for path in (folder / "_build" / "source").glob("*/*.ipynb"))
    return [*listed, *(stem for stem in built if stem not in listed)]


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return names for a message: the first of them, and how many there are.

    Examples
    --------
    >>> listed(["ada", "bo", "cy"], most=2), listed([])
    ('ada, bo, … (3 in all)', 'none')
    """
    more = f", … ({len(names)} in all)" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + more


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} must be TOML in UTF-8: {error}") from None


def _text(path: Path, table: Mapping[str, Any], key: str, otherwise: str) -> str:
    value = table.get(key, otherwise)
    if not isinstance(value, str):
        raise ValueError(f"{path}: {key} must be a text in quotes, got {value!r}")
    return value


def _table(path: Path, table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{path}: {key} must be a table with the heading [{key}], got {value!r}")
    return value


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"timezone must be a name such as Europe/Helsinki or UTC, got {name!r}"
        ) from None


def _assignments(
    folder: Path, dates: Mapping[str, Any], tier: Mapping[str, str], zone: ZoneInfo
) -> Iterator[SyllabusEntry]:
    """Yield the assignments with dates as they are listed, then those without."""
    texts = {path.stem: path for path in sorted((folder / "solutions").glob("*.py"))}
    for stem in [*dates, *(stem for stem in texts if stem not in dates)]:
        if stem not in texts:
            known = ", ".join(texts) or "none"
            raise ValueError(
                f"{folder / COURSE}: [due] must name assignments of solutions/ ({known}), "
                f"got {stem!r}"
            )
        due = moment(f"due.{stem}", dates[stem], zone) if stem in dates else None
        offered = tiers.points(tiers.script(folder, stem, tier.get(stem, tiers.FULL)))
        yield SyllabusEntry(stem, due, offered)


def moment(name: str, value: object, zone: ZoneInfo) -> datetime:
    """Return a date or time as a time in a zone; a date alone means its last minute.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> print(moment("until", "2027-03-01", ZoneInfo("Europe/Helsinki")))
    2027-03-01 23:59:00+02:00
    """
    if isinstance(value, str):
        read = datetime if len(value.strip()) > len("2027-03-01") else date
        with contextlib.suppress(ValueError):
            value = read.fromisoformat(value.strip())
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(23, 59))
    if not isinstance(value, datetime):
        raise ValueError(
            f"{name} must be a date such as 2027-03-01 or 2027-03-01 12:00, got {value!r}"
        )
    return value.replace(tzinfo=zone) if value.tzinfo is None else value.astimezone(zone)


def _late(table: Mapping[str, Any]) -> LatePolicy:
    rest = sorted(table.keys() - {"policy", "per_day", "most", "grace_minutes"})
    if rest:
        raise ValueError(f"[late] must hold policy, per_day, most, grace_minutes, got {rest[0]}")
    kind = choice("late.policy", table.get("policy", "none"), POLICIES)
    if kind != "none" and "per_day" not in table:
        raise ValueError(f"late.per_day must be given with late.policy = {kind!r}")
    top = 1.0 if kind == "share" else None
    per_day = number("late.per_day", table.get("per_day", 0.0), at_least=0, at_most=top)
    most = math.inf
    if "most" in table:
        most = number("late.most", table["most"], at_least=0, at_most=top)
    grace = number("late.grace_minutes", table.get("grace_minutes", 0.0), at_least=0)
    return LatePolicy(kind, per_day, most, grace)


# ---------------------------------------------------------------------- people


def read_roster(folder: Path) -> list[Student]:
    """Return the students of a course in the order of roster.csv; none where there is no file.

    Raises
    ------
    ValueError
        If the file breaks a rule; the message names file, line and rule.
    """
    path = folder / ROSTER
    students: dict[str, Student] = {}
    for line, row in _rows(path, ("student",), ROSTER_COLUMNS):
        name = row["student"]
        if not name:
            raise ValueError(f"{path}:{line}: student must not be empty")
        if name in students:
            raise ValueError(f"{path}:{line}: student must be there once, got {name!r} again")
        if name[0] in ".-" or not name.isprintable() or set(name) & set('/\\:*?"<>|'):
            raise ValueError(
                f"{path}:{line}: student must do as the name of a folder "
                f'(no / \\ : * ? " < > |, no . or - in front), got {name!r}'
            )
        first, last, email = (row.get(key, "") for key in ("first_name", "last_name", "email"))
        lms = {key: row[key] for key in LMS if row.get(key)}
        students[name] = Student(name, first, last, email, lms, row.get("group", ""))
    return list(students.values())


def _rows(
    path: Path, needed: tuple[str, ...], known: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and row of a table, as spreadsheets write it: commas or semicolons."""
    if not path.exists():
        return
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(
            f"{path} must be UTF-8: in a spreadsheet, save it as 'CSV UTF-8'"
        ) from None
    heading = text.partition("\n")[0]
    delimiter = _delimiter(heading)
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, restkey="")
    columns = [name.strip().lower() for name in table.fieldnames or []]
    table.fieldnames = columns
    for name in needed:
        if name not in columns:
            raise ValueError(f"{path} must have the columns {', '.join(known)}; {name} is missing")
    for row in table:
        own = {key: (row.get(key) or "").strip() for key in columns if key in known}
        if any(own.values()):
            yield table.line_num, own


def _delimiter(heading: str) -> str:
    return max(",;\t", key=heading.count)


# ---------------------------------------------------------------------- dates


def due(course: Course, stem: str, student: str) -> datetime | None:
    """Return when a student has to hand in, with her extension; None where there is no date."""
    own = extensions(course).get((student, stem))
    return own or course.assignment(stem).due


def extensions(course: Course) -> Mapping[tuple[str, str], datetime]:
    """Return the extensions of a course by student and assignment; the last row counts."""
    path = course.folder / EXTENSIONS
    if not path.exists():
        return {}
    now = path.stat()
    return _extensions(path.resolve(), course.zone, (now.st_ino, now.st_mtime_ns, now.st_size))


@lru_cache(4)  # asked for each student of a class
def _extensions(
    path: Path, zone: ZoneInfo, state: tuple[int, ...]
) -> Mapping[tuple[str, str], datetime]:
    return {
        (row["student"], row["assignment"]): moment(f"{path}:{line}: due", row["due"], zone)
        for line, row in _rows(path, EXTENSION_COLUMNS[:3], EXTENSION_COLUMNS)
    }


def extend(course: Course, stem: str, student: str, until: datetime, reason: str = "") -> None:
    """Give a student more time: a row at the end of extensions.csv, where the last one counts.

    Raises
    ------
    ValueError
        If there is no such assignment or student.
    """
    require_assignments(course.folder, [stem])
    students = [one.id for one in read_roster(course.folder)]
    if student not in students:
        raise ValueError(
            f"student must be one of {listed(students)} in {course.folder / ROSTER}, "
            f"got {student!r}"
        )
    path = course.folder / EXTENSIONS
    list(_rows(path, EXTENSION_COLUMNS[:3], EXTENSION_COLUMNS))  # can it be read?
    text = path.read_text("utf-8-sig") if path.exists() else ""
    heading = text.partition("\n")[0] or ",".join(EXTENSION_COLUMNS)
    delimiter = _delimiter(heading)
    columns = [name.strip().lower() for name in heading.split(delimiter)]
    own = dict(
        zip(EXTENSION_COLUMNS, (student, stem, f"{until:%Y-%m-%d %H:%M}", reason), strict=True)
    )
    rows = io.StringIO()
    csv.writer(rows, delimiter=delimiter, lineterminator="\n").writerow(
        [own.get(name, "") for name in columns]
    )
    before = f"{text or heading}".rstrip("\r\n")
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(f"{before}\n{rows.getvalue()}", "utf-8", newline="")
    fresh.replace(path)


def late_penalty(
    course: Course, stem: str, student: str, handed_in: datetime, points: float
) -> float:
    """Return the points that being late costs.

    Parameters
    ----------
    course : Course
        With its late policy and, in its folder, extensions.
    stem, student : str
        Assignment and student.
    handed_in : datetime.datetime
        When it was handed in; without a time zone it is taken as UTC, as nbgrader does.
    points : float
        The points that the assignment offers. A policy in shares takes parts of them, and no more
        than all of them can be lost.

    Returns
    -------
    float
        The points to take off, at least 0. A day ends at the time of day at which the assignment
        was due, also when the clocks have changed meanwhile.

    Examples
    --------
    >>> from datetime import datetime
    >>> from pathlib import Path
    >>> from zoneinfo import ZoneInfo
    >>> due = datetime(2027, 3, 1, 12, tzinfo=ZoneInfo("UTC"))
    >>> entries = (SyllabusEntry("erm", due, 10),)
    >>> course = Course(Path("nowhere"), "A", assignments=entries,
    ...                 late=LatePolicy("points", per_day=1, most=5))
    >>> late_penalty(course, "erm", "ada", datetime(2027, 3, 2, 12, 1), 10)
    2.0
    """
    until, policy = due(course, stem, student), course.late
    if until is None or policy.kind == "none":
        return 0.0
    at = (handed_in if handed_in.tzinfo else handed_in.replace(tzinfo=UTC)).astimezone(course.zone)
    # Aware times in one zone are compared by the clock on the wall: instants need UTC.
    if at.astimezone(UTC) <= until.astimezone(UTC) + timedelta(minutes=policy.grace_minutes):
        return 0.0
    days = max(1, math.ceil((at.replace(tzinfo=None) - until.replace(tzinfo=None)) / DAY))
    unit = points if policy.kind == "share" else 1.0
    return float(min(min(days * policy.per_day, policy.most) * unit, points))


# ---------------------------------------------------------------------- the grading seed


def grading_seed(folder: Path) -> str:
    """Return the grading seed: that of the environment, else that of the folder, else ""."""
    if os.environ.get(SEED_VARIABLE):
        return os.environ[SEED_VARIABLE]
    path = folder / SEED
    return path.read_text("utf-8").strip() if path.is_file() else ""


def read_stamp(home: Path) -> datetime | None:
    """Return when what lies in a folder was handed in, None if nothing says so.

    A file that holds no valid time counts as none: whoever collected may have written anything.
    """
    from nbgrader.utils import parse_utc

    try:
        with (home / STAMP).open("rb") as file:
            text = file.read(MOST_OF_STAMP).decode("utf-8", "replace").strip()
        found: datetime = parse_utc(text).replace(tzinfo=UTC)
    except (OSError, ValueError, OverflowError, TypeError, AttributeError):
        return None
    return found if found.year in YEARS else None
