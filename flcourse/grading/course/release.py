"""An assignment goes out: built, entered into the gradebook with dates and students, released."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from collections.abc import Mapping
from datetime import UTC
from pathlib import Path

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build, drawn
from flcourse.grading.course import gradebook, hub, records, variants
from flcourse.grading.course.folder import COURSE, Course, read_course, read_roster
from flcourse.grading.own_data import table

__all__ = ["keep_tier", "nbgrader", "release", "with_tier"]

FATAL = "| CRITICAL]"  # in the line of nbgrader's log that says why; others follow it


def nbgrader(course: Path, *words: str) -> str:
    """Run a command of nbgrader in a course folder and return what it said.

    Raises
    ------
    RuntimeError
        If the command fails; the message ends with the reason, or with what nbgrader said last.
    """
    scripts = str(Path(sys.executable).parent)  # alembic, which nbgrader calls by name, lives here
    path = os.pathsep.join([scripts, os.environ.get("PATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=course,
        env={**os.environ, "PATH": path},
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        said = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        why = [line.partition(FATAL)[2].strip() for line in said if FATAL in line]
        last = [*said, *why][-1] if said else ""
        raise RuntimeError(f"nbgrader {' '.join(words[:2])} failed in {course.resolve()}: {last}")
    return done.stdout


def release(
    folder: Path, stem: str, *, to_exchange: bool = False, own_data: bool = False, tier: str = ""
) -> tuple[Path, variants.Given | None]:
    """Build an assignment, enter it into the gradebook, and hand it to nbgrader's exchange.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    stem : str
        The assignment.
    to_exchange : bool
        Whether students fetch it from the exchange.
    own_data : bool
        Whether each student, or group, gets data of its own; those who have them keep them.
    tier : str
        How much of it, as `flcourse.grading.authoring.tiers` knows it, from now on; by default
        as much as course.toml says.

    Returns
    -------
    pathlib.Path, Given or None
        The notebook for students, and the data of their own that they were given, if any.

    Raises
    ------
    ValueError
        If own data are wanted for an assignment that has none, or nobody is in the roster; if the
        assignment does not have the tier, or students have handed in another one.
    """
    course = read_course(folder)
    chosen = with_tier(course, stem, tier)
    build.build(folder, [stem], book=course.book, points=course.points, tier=chosen)
    if chosen != course.tier:
        keep_tier(folder, stem, tier)
    drawn.build(folder, stem)
    enter(folder, stem)
    given = None
    if own_data or table(folder, stem).exists():
        variants.require_own_data(folder, stem)
        given = variants.give(folder, stem, read_roster(folder))
        variants.write_notebooks(folder, stem, given.variants)
    if to_exchange:
        nbgrader(folder, "release_assignment", stem, "--force")
        if given:
            course_id, exchange = hub.exchange_of(folder)
            variants.to_exchange(exchange / course_id, stem, given.variants)
    released = folder / "exercises" / stem / f"{stem}.ipynb"
    records.note(folder, stem, records.RELEASED, notebook=records.of_file(released),
                 to_exchange=to_exchange)  # fmt: skip
    return released, given


def enter(folder: Path, stem: str) -> None:
    """Enter an assignment, all due dates and the roster into the gradebook."""
    course = read_course(folder)
    url = f"sqlite:///{folder / gradebook.NAME}"
    with warnings.catch_warnings(), gradebook.opened(url) as book:
        book.update_or_create_assignment(stem)
        known = {assignment.name for assignment in book.assignments}
        for own in course.assignments:
            if own.stem in known:
                date = own.due.astimezone(UTC) if own.due else None
                book.update_or_create_assignment(own.stem, duedate=date)
        for student in read_roster(folder):
            book.update_or_create_student(
                student.id,
                first_name=student.first_name or None,
                last_name=student.last_name or None,
                email=student.email or None,
                lms_user_id=student.lms.get("canvas_id") or student.lms.get("moodle_id"),
            )
    gradebook.describe(url, read_assignment(folder / "_build" / "source" / stem / f"{stem}.ipynb"))


def with_tier(course: Course, stem: str, tier: str) -> Mapping[str, str]:
    """Return the tiers of a course with another one for an assignment; "" leaves it as it is.

    Raises
    ------
    ValueError
        If there is no course.toml, or students have handed in the assignment at another tier.
    """
    if tier in {"", course.tier_of(stem)}:
        return course.tier
    if not (course.folder / COURSE).exists():
        raise ValueError(f"--tier is kept in {COURSE}, {course.folder} has none: it is no course")
    if any((course.folder / "submitted").glob(f"*/{stem}")):
        raise ValueError(
            f"--tier must be {course.tier_of(stem)} for {stem}, which students have handed in so; "
            f"got {tier}"
        )
    return {**course.tier, stem: tier}


def keep_tier(folder: Path, stem: str, tier: str) -> None:
    """Write into course.toml how much of an assignment the course has; all else stays as it is.

    Raises
    ------
    ValueError
        If course.toml does not say so after the change; the file is then put back as it was.
    """
    path = folder / COURSE
    before, line = path.read_text("utf-8"), f'{stem} = "{tier}"\n'
    own = re.compile(rf"(^\[tier\][^\n]*\n(?:(?!\[).*\n)*?){re.escape(stem)} *=.*\n", re.MULTILINE)
    text, found = own.subn(lambda said: said[1] + line, before)
    if not found:
        text, found = re.subn(r"^\[tier\].*\n", rf"\g<0>{line}", before, flags=re.MULTILINE)
    path.write_text(text if found else f"{before.rstrip()}\n\n[tier]\n{line}", "utf-8")
    try:
        kept = read_course(folder).tier_of(stem) == tier
    except ValueError:
        kept = False
    if not kept:
        path.write_text(before, "utf-8")
        raise ValueError(f"{path} could not be changed: below [tier] write {line.strip()}")
