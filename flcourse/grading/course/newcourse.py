"""A new course folder: dates, syllabus, roster, seed, configuration, and the assignments' texts.

The folder is made beside its place and then renamed: it is there whole or not at all.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from flcourse.grading.authoring import tiers
from flcourse.grading.course.folder import (
    COURSE,
    ROSTER,
    ROSTER_COLUMNS,
    SEED,
    Course,
    LatePolicy,
    read_course,
)
from flcourse.grading.labels import defined_in
from flcourse.grading.official.sandbox import is_shown

__all__ = ["WEEKS", "new_course"]

# The week of the course, counted from 1, at the end of which an assignment is due: one week after
# the chapter that it belongs to has been taught (see book/instructors.md).
WEEKS = {"start": 1, "erm": 2, "graph": 3, "gtvmin": 5, "gradient": 6, "gossip": 7, "convex": 8,
         "fedopt": 9, "messages": 10, "fedknn": 11, "dpp": 12, "fedbag": 13, "synthesis": 14,
         "privacy": 15, "capstone": 17}  # fmt: skip

COURSE_TEXT = """\
# This file says what the course is called, when assignments are due, and what being late costs.
# Change it at any time: `flcourse grade ASSIGNMENT` follows it, also for what is graded already.

name = {name}
term = {term}
timezone = {timezone}  # of all dates in this folder

# Where your students read the book; feedback pages link its formulas. "" makes no links.
book = {book}

[late]
# What each started day after the due date costs:
#   "none"    nothing;
#   "points"  per_day points, for example 1.0;
#   "share"   a part of the points that the assignment offers, for example 0.1 for a tenth.
# It costs `most` at most (in the same unit). Up to grace_minutes late counts as in time.
# More time for one student: flcourse extend ASSIGNMENT STUDENT --until 2027-03-01
policy = "points"
per_day = 1.0
most = 5.0
grace_minutes = 30

[due]
# A date alone means 23:59 of that day. An assignment without a line here has no due date.
{dates}

[points]
# An assignment of your own may have any number of points: week3 = 6
# Those of the project have 10, and need no line here.

[tier]
# How much of an assignment your students get: "core", "standard" or "full", for courses of about
# 3, 5 or 7 hours a week. Without a line it is "full". `flcourse release graph --tier core` writes
# a line; do not change it when students have begun.
{tiers}
"""

GITIGNORE = f"""\
# The work and the grades of students, and the grading seed, never enter git.
/{SEED}
/{ROSTER}
/extensions.csv
/own-data/
/submitted/
/replaced/
/appeals/
/autograded/
/feedback/
/results/
/reports/
/exports/
/solution/
/gradebook*.db*
/_build/
*.zip
.ipynb_checkpoints/
__pycache__/
"""

CONFIGURATION = """

# What follows belongs to this course alone.
{exchange}

# nbgrader's own autograde draws the data of hidden checks from the same seed as flcourse grade.
_seed = Path(__file__).with_name("{seed}")
if _seed.is_file():
    os.environ.setdefault("FLCOURSE_GRADING_SEED", _seed.read_text("utf-8").strip())
"""

SYLLABUS = """\
# {name}

{term}

## Assignments

| assignment | file | points | due |
|---|---|---|---|
{rows}

Together {points:g} points. Dates are in the time of {timezone}.

## Handing in late

{late}

If you need more time for a good reason, ask before the date.

## How you are graded

Checks that you can see come with each assignment. The official grading runs more checks of the same
kind on fresh data, and a person reads the written answers. Any correct method counts, and a mistake
in one task costs nothing in the next one. If a right answer of yours has lost points, say so: the
check is mended and everybody is graded again.
"""


def new_course(
    folder: Path,
    *,
    name: str,
    term: str,
    checkout: Path,
    timezone: str = "Europe/Helsinki",
    start: date | None = None,
    exchange: Path | None = None,
    book: str = "",
    tier: str = tiers.FULL,
) -> Course:
    """Make a course folder.

    Parameters
    ----------
    folder : pathlib.Path
        The folder to make; it must not exist yet, or must be empty.
    name, term : str
        What the course is called, such as "Federated Learning" and "Spring 2027".
    checkout : pathlib.Path
        A copy of the project: its ``solutions/`` and ``nbgrader_config.py`` are taken over.
    timezone : str
        The zone in which due dates are meant.
    start : datetime.date, optional
        First day of the course; due dates fall on the Sundays of its weeks. The next Monday by
        default.
    exchange : pathlib.Path, optional
        nbgrader's exchange, where students fetch and submit; without one, or through a learning
        platform, nothing is set.
    book : str
        Address of the built book, for links in feedback.
    tier : str
        How much of each assignment that has tiers the course gives.

    Raises
    ------
    ValueError
        If the folder has content, ``checkout`` is no copy of the project, students' code would see
        the exchange, or name or time zone cannot be used.
    """
    if not name.strip():
        raise ValueError("name must not be empty: --name 'Federated Learning'")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"folder must be new or empty, {folder} has content; nothing was changed")
    if exchange is not None and is_shown(exchange):
        raise ValueError(
            f"exchange must not lie where students' code can read, {exchange} does: the sandbox "
            "shows the system's folders and Python's; /srv/nbgrader/exchange is a good place"
        )
    texts = sorted((checkout / "solutions").glob("*.py"))
    if not texts or not (checkout / "nbgrader_config.py").is_file():
        raise ValueError(
            f"a course is made from the project's own folder, with solutions/ and "
            f"nbgrader_config.py in it, and {checkout} is not that folder: download or clone the "
            "project, and say where it is with --from FOLDER"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    draft.mkdir()
    try:
        (draft / "solutions").mkdir()
        for text in texts:
            shutil.copy(text, draft / "solutions")
        if (checkout / "solutions" / tiers.SOURCE).is_file():
            shutil.copy(checkout / "solutions" / tiers.SOURCE, draft / "solutions")
        if (checkout / "solutions" / "bank").is_dir():  # with what `flcourse bank` has found
            shutil.copytree(checkout / "solutions" / "bank", draft / "solutions" / "bank")
        _write(
            draft / COURSE,
            _course_text(name, term, timezone, book, texts, start, _tiers(draft, tier)),
        )
        _write(draft / "syllabus.md", syllabus(read_course(draft)))
        _write(draft / ROSTER, ",".join(ROSTER_COLUMNS) + "\n")
        _write(draft / ".gitignore", GITIGNORE)
        _write(draft / "nbgrader_config.py", _configuration(checkout, name, term, exchange))
        _write_seed(draft / SEED)
        _write_labels(checkout / "book", draft / "book")
        draft.replace(folder)  # takes the place of an empty folder, too
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return read_course(folder)


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")


def _write_seed(path: Path) -> None:
    """Write a grading seed that only the owner can read."""
    path.touch(mode=0o600)
    _write(path, secrets.token_urlsafe(24) + "\n")


def _write_labels(book: Path, place: Path) -> None:
    """Write the labels of each chapter, so that feedback can link them, without the chapter."""
    place.mkdir()
    for page in sorted(book.glob("*.md")):
        labels = [f"({label})=" for label in defined_in(page.read_text("utf-8"))]
        if labels:
            _write(place / page.name, "\n".join(["The labels of this chapter.", "", *labels, ""]))


def _course_text(
    name: str,
    term: str,
    timezone: str,
    book: str,
    texts: Sequence[Path],
    start: date | None,
    tier: str,
) -> str:
    stems = [text.stem for text in texts]
    today = date.today()
    first = start or today + timedelta(days=7 - today.weekday())
    monday = first - timedelta(days=first.weekday())
    known = sorted((stem for stem in stems if stem in WEEKS), key=lambda stem: WEEKS[stem])
    lines = [f"{stem} = {monday + timedelta(days=7 * WEEKS[stem] - 1)}" for stem in known]
    lines += [f"# {stem} = {monday}" for stem in stems if stem not in WEEKS]
    quoted = (json.dumps(text.strip(), ensure_ascii=False) for text in (name, term, timezone, book))
    values = dict(zip(("name", "term", "timezone", "book"), quoted, strict=True))
    return COURSE_TEXT.format(**values, dates="\n".join(lines), tiers=tier).rstrip() + "\n"


def _tiers(folder: Path, tier: str) -> str:
    """Return the lines that give a course a tier of each assignment that has some."""
    stems = tiers.read(folder) if tier != tiers.FULL else ()
    return "\n".join(f'{stem} = "{tier}"' for stem in stems)


def _configuration(checkout: Path, name: str, term: str, exchange: Path | None) -> str:
    """Return the checkout's configuration of nbgrader with what is this course's own."""
    text = (checkout / "nbgrader_config.py").read_text("utf-8")
    text, found = re.subn(
        r"^c\.CourseDirectory\.course_id = .*$",
        f"c.CourseDirectory.course_id = {course_id(name, term)!r}",
        text,
        flags=re.MULTILINE,
    )
    opening = re.search(r'\A(""".*?"""\n+)?', text, re.DOTALL)
    if found != 1 or opening is None:
        raise ValueError(f"{checkout / 'nbgrader_config.py'} must set the course_id in one line")
    imports = "import os\nfrom pathlib import Path\n\n"
    root = f"c.Exchange.root = {str(exchange.resolve())!r}" if exchange else (
        "# Where students fetch and submit, if they do so through nbgrader; it must exist.\n"
        '# c.Exchange.root = "/srv/nbgrader/exchange"'
    )  # fmt: skip
    own = CONFIGURATION.format(exchange=root, seed=SEED)
    return text[: opening.end()] + imports + text[opening.end() :].rstrip() + own


def course_id(name: str, term: str) -> str:
    """Return the name of a course as nbgrader's folders and addresses can hold it.

    Examples
    --------
    >>> course_id("Yhdistetty oppiminen: johdanto", "Kevät 2027")
    'yhdistetty-oppiminen-johdanto-kevat-2027'
    """
    plain = unicodedata.normalize("NFKD", f"{name} {term}").encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain.lower())) or "course"


def syllabus(course: Course) -> str:
    """Return the syllabus of a course: its assignments with points and dates, the late policy."""
    rows = [
        f"| {title_of(course.folder / 'solutions' / f'{a.stem}.py')} | `{a.stem}` "
        f"| {f'{a.points:g}' if a.points else 'a dry run, no points'} | {_date(a.due)} |"
        for a in course.assignments
    ]
    return SYLLABUS.format(
        name=course.name,
        term=course.term,
        rows="\n".join(rows),
        points=sum(a.points for a in course.assignments),
        timezone=course.timezone,
        late=late_in_words(course.late),
    )


def title_of(text: Path) -> str:
    """Return the title of an assignment: the first heading of its text."""
    heading = re.search(r"^# # (.+)$", text.read_text("utf-8"), re.MULTILINE)
    return heading[1].strip() if heading else text.stem


def _date(due: datetime | None) -> str:
    return due.strftime("%a %Y-%m-%d %H:%M") if due else "no date"


def late_in_words(policy: LatePolicy) -> str:
    """Return what being late costs, as a syllabus says it.

    Examples
    --------
    >>> from flcourse.grading.course.folder import LatePolicy
    >>> late_in_words(LatePolicy("points", 1, 5))
    'Each started day after the date costs 1 point, 5 at most.'
    """
    if policy.kind == "none":
        return "Handing in late costs no points."
    share = policy.kind == "share"

    def amount(value: float) -> str:
        return f"{100 * value:g} %" if share else f"{value:g}"

    one = policy.per_day == 1 and not share
    unit = " of the points of the assignment" if share else " point" if one else " points"
    most = f", {amount(policy.most)} at most" if policy.most < float("inf") else ""
    grace = f" Up to {policy.grace_minutes:g} minutes late counts as in time."
    return (
        f"Each started day after the date costs {amount(policy.per_day)}{unit}{most}."
        f"{grace if policy.grace_minutes else ''}"
    )
