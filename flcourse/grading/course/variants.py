"""Own data go out: a number for each student or group, drawn from a secret of the course, and kept.

``own-data/<stem>.csv`` says who was given which number; grading goes by it and by nothing else. A
number is an HMAC of the course's secret, the assignment and the student or group, so that nobody
can foretell it; the same course gives the same numbers again. A row that is there stays as it is:
what was handed out counts, and so does what you have written into the table yourself.
"""

from __future__ import annotations

import csv
import hmac
import io
import itertools
import json
import secrets
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flcourse.grading import own_data
from flcourse.grading.course.folder import ROSTER, Student
from flcourse.grading.course.returned_feedback import FOLDER as MOODLE_FOLDER

__all__ = [
    "SECRET",
    "Given",
    "drawn",
    "for_moodle",
    "give",
    "require_own_data",
    "to_exchange",
    "whose",
    "write_notebooks",
]

SECRET = "secret.txt"  # below own-data/: nobody but you can read it


@dataclass(frozen=True)
class Given:
    """Own data that were given: the students with new numbers, and what a person should know."""

    variants: Mapping[str, int]
    fresh: tuple[str, ...]
    notes: tuple[str, ...]


def give(folder: Path, stem: str, students: Sequence[Student]) -> Given:
    """Give each student of a course a number for an assignment, and keep it in its table.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    stem : str
        The assignment.
    students : sequence of Student
        The roster; students of the same group have the same number.

    Raises
    ------
    ValueError
        If there are no students, or the table that is there breaks a rule.
    """
    if not students:
        raise ValueError(
            f"--own-data must know the students, nobody is in {folder / ROSTER}: enter them"
        )
    rows, notes = dict(own_data.rows(folder, stem)), []
    secret = _secret(folder)
    fresh = [student for student in students if student.id not in rows]
    for student in students:
        group = rows.get(student.id, (student.group, 0))[0]
        if group != student.group:
            notes.append(
                f"{student.id} keeps the data that were given for the group {group!r}: to give "
                f"those of {student.group!r}, delete the row in {own_data.table(folder, stem)}"
            )
    for student in fresh:
        same = [n for group, n in rows.values() if group and group == student.group]
        taken = {variant for _, variant in rows.values()}
        rows[student.id] = student.group, same[0] if same else drawn(secret, stem, student, taken)
    _write_table(own_data.table(folder, stem), rows)
    variants = {student: variant for student, (_, variant) in rows.items()}
    return Given(variants, tuple(student.id for student in fresh), tuple(notes))


def drawn(secret: bytes, stem: str, student: Student, taken: Collection[int]) -> int:
    """Return the number of a student, or of the group, that nobody else has.

    Examples
    --------
    >>> from flcourse.grading.course.folder import Student
    >>> ada, bo = Student("ada", group="1"), Student("bo", group="1")
    >>> cy = Student("cy")
    >>> [drawn(b"secret", "graph", one, ()) for one in (ada, bo, cy)]
    [846816, 846816, 772528]
    """
    key = f"group {student.group}" if student.group else f"student {student.id}"
    span = own_data.LARGEST - own_data.SMALLEST + 1
    for turn in itertools.count():
        text = f"own data\n{stem}\n{key}\n{turn}".encode()
        digest = hmac.digest(secret, text, "sha256")
        number = own_data.SMALLEST + int.from_bytes(digest[:8], "big") % span
        if number not in taken:
            return number
    raise AssertionError("there is always another turn")


def _secret(folder: Path) -> bytes:
    """Return the secret of a course, drawn when it is first needed."""
    home = folder / own_data.FOLDER
    home.mkdir(mode=0o700, exist_ok=True)
    (home / ".gitignore").write_text("*\n", "utf-8")
    path = home / SECRET
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(24) + "\n", "utf-8")
    found = path.read_text("utf-8").strip()
    if not found:
        raise ValueError(f"{path} must hold a secret, it is empty: delete it, and release again")
    return found.encode()


def _write_table(path: Path, rows: Mapping[str, tuple[str, int]]) -> None:
    """Write the table whole or not at all, for the eyes of its owner."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(own_data.COLUMNS)
    writer.writerows([student, group, variant] for student, (group, variant) in rows.items())
    draft = path.with_name(f".{path.name}.new")
    draft.touch(mode=0o600)
    draft.write_text(text.getvalue(), "utf-8")
    draft.replace(path)


# ---------------------------------------------------------------------- notebooks


def write_notebooks(folder: Path, stem: str, variants: Mapping[str, int]) -> Path:
    """Write the notebook of each student, and return the folder in which they are.

    Raises
    ------
    ValueError
        If the assignment has no data of the student's own.
    """
    released = (folder / "exercises" / stem / f"{stem}.ipynb").read_bytes()
    home = folder / own_data.FOLDER / stem
    for student, variant in variants.items():
        place = home / student / f"{stem}.ipynb"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(own_data.personal_notebook(released, variant))
    return home


def require_own_data(folder: Path, stem: str) -> None:
    """Refuse an assignment without data of the student's own.

    Raises
    ------
    ValueError
        If the released notebook names no variant.
    """
    released = folder / "exercises" / stem / f"{stem}.ipynb"
    if own_data.of_notebook(released.read_bytes()) is None:
        raise ValueError(
            f"--own-data must name an assignment that bears own data, {stem} has no given cell "
            f"{own_data.CELL!r} with a line VARIANT = 0"
        )


def for_moodle(
    folder: Path, stem: str, numbers: Mapping[str, Student], students: Iterable[str]
) -> tuple[Path, list[str]]:
    """Pack the notebooks so that Moodle hands each student her own, as a feedback file.

    Parameters
    ----------
    folder, stem
        As for `give`.
    numbers : mapping of str to Student
        Participants of the assignment by Moodle's number, from its grading worksheet.
    students : iterable of str
        Who was given own data.

    Returns
    -------
    pathlib.Path, list of str
        The ZIP, and the students whom the worksheet does not name.
    """
    home = folder / own_data.FOLDER / stem
    found = {student.id: (number, student) for number, student in numbers.items()}
    place = home / f"{stem}-own-data-moodle.zip"
    missing = []
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in students:
            if name not in found:
                missing.append(name)
                continue
            number, student = found[name]
            who = f"{student.first_name} {student.last_name}".strip() or name
            label = MOODLE_FOLDER.format(f"{who}_{number}")
            packed.writestr(f"{label}/{stem}.ipynb", (home / name / f"{stem}.ipynb").read_bytes())
    return place, missing


def to_exchange(exchange: Path, stem: str, variants: Mapping[str, int]) -> None:
    """Tell students' side of the exchange which variant is whose, without names.

    Parameters
    ----------
    exchange : pathlib.Path
        The folder of the course in the exchange.
    stem : str
        The assignment.
    variants : mapping of str to int
        By student, who is known there by the name of an account.
    """
    place = exchange / own_data.FOR_EXCHANGE / f"{stem}.json"
    place.parent.mkdir(exist_ok=True)
    place.parent.chmod(0o755)
    named = {own_data.pseudonym(stem, student): number for student, number in variants.items()}
    place.write_text(json.dumps(named, indent=1, sort_keys=True) + "\n", "utf-8")
    place.chmod(0o644)


# ---------------------------------------------------------------------- whose they are


def whose(rows: Mapping[str, tuple[str, int]], variant: int) -> str:
    """Say whose data a variant is.

    Examples
    --------
    >>> rows = {"ada": ("", 271828), "bo": ("1", 141421), "cy": ("1", 141421)}
    >>> whose(rows, 141421), whose(rows, 0)
    ('the data of bo and cy (variant 141421)', 'the public data (variant 0)')
    """
    if variant == own_data.PUBLIC:
        return "the public data (variant 0)"
    names = [student for student, (_, number) in rows.items() if number == variant]
    if not names:
        return f"data that nobody was given (variant {variant})"
    return f"the data of {' and '.join(names)} (variant {variant})"
