"""Own data: a variant for each student, one short number from which the data of a task are drawn.

An assignment that bears it has a given cell ``own-data`` with the line ``VARIANT = 0``: the data
that everybody may see. What a course hands out has another number there, one for each student or
group (`flcourse.grading.course.variants` draws it and keeps a table). Data follow from the number
and the name of the task alone, so that notebook, checks and official grading find the same ones.
A number is no secret; official grading takes it from the table, never from a notebook.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from flcourse.grading.assignment import Assignment

__all__ = [
    "CELL",
    "COLUMNS",
    "FOLDER",
    "FOR_EXCHANGE",
    "PUBLIC",
    "differs",
    "graded",
    "handed_out",
    "kept",
    "mistaken",
    "note",
    "number",
    "of_assignment",
    "of_notebook",
    "others",
    "personal",
    "personal_notebook",
    "pseudonym",
    "rng",
    "rows",
    "table",
    "use",
    "written",
]

CELL = "own-data"  # id of the cell that says which variant a notebook has
PUBLIC = 0
SMALLEST, LARGEST = 100_000, 999_999  # of the numbers that are handed out
LINE = re.compile(r"^VARIANT[ \t]*=[ \t]*(\d{1,9})\b", re.MULTILINE)
FOLDER = "own-data"  # in a course folder: the secret, the tables, the notebooks of students
FOR_EXCHANGE = "own-data"  # in the course's folder of an exchange: which variant is whose
COLUMNS = ("student", "group", "variant")

_graded: ContextVar[Graded | None] = ContextVar("_graded", default=None)
_used = [PUBLIC]  # by the notebook that runs in this process


@dataclass(frozen=True)
class Graded:
    """What grading goes by: a student's variant, those of others, and what it has found.

    ``fits`` has, by task, the variant of somebody else for which an answer is right.
    """

    variant: int
    known: tuple[int, ...] = ()
    fits: dict[str, int] = field(default_factory=dict)


def use(variant: int) -> None:
    """Let a notebook have the data of a variant; its cell ``own-data`` says so.

    Parameters
    ----------
    variant : int
        0 for the data that everybody may see.

    Examples
    --------
    >>> use(271828)
    >>> number()
    271828
    >>> use(0)
    """
    if not 0 <= variant <= LARGEST:
        raise ValueError(f"variant must be a number from 0 to {LARGEST}, got {variant!r}")
    _used[0] = variant


def number() -> int:
    """Return the variant that counts here: the one that grading goes by, else the notebook's."""
    found = _graded.get()
    return found.variant if found else _used[0]


def others() -> tuple[int, ...]:
    """Return the variants whose right answers are known here beside one's own: the public first."""
    found = _graded.get()
    return tuple(dict.fromkeys((PUBLIC, *(found.known if found else ()))))


@contextlib.contextmanager
def graded(variant: int, known: Sequence[int] = ()) -> Iterator[Graded]:
    """Let checks go by a variant, whatever a notebook says.

    Parameters
    ----------
    variant : int
        The one that the student was given.
    known : sequence of int
        Those that others of the course were given.

    Examples
    --------
    >>> with graded(271828, [141421]):
    ...     number(), others()
    (271828, (0, 141421))
    """
    found = Graded(variant, tuple(known))
    token = _graded.set(found)
    try:
        yield found
    finally:
        _graded.reset(token)


def rng(task: str, variant: int | None = None) -> np.random.Generator:
    """Return the generator from which the data of a task are drawn.

    Parameters
    ----------
    task : str
        Any name that no other task of the assignment uses.
    variant : int, optional
        By default the one that counts here, as `number` says.

    Examples
    --------
    >>> a, b, c = (rng("models", v).integers(10**6) for v in (271828, 271828, 141421))
    >>> a == b, a == c
    (np.True_, np.False_)
    """
    import numpy as np

    chosen = number() if variant is None else variant
    digest = hashlib.sha256(f"own data {chosen}\n{task}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


# ---------------------------------------------------------------------- in a notebook


def written(source: str) -> int | None:
    r"""Return the variant that the text of a cell names, None if it names none.

    Examples
    --------
    >>> written("import numpy as np\nVARIANT = 271828  # of your data")
    271828
    """
    found = LINE.search(source)
    return int(found[1]) if found else None


def personal(source: str, variant: int) -> str:
    """Return the text of a cell ``own-data`` for another variant.

    Examples
    --------
    >>> personal("VARIANT = 0  # of your data", 271828)
    'VARIANT = 271828  # of your data'
    """
    return LINE.sub(f"VARIANT = {variant}", source, count=1)


def of_assignment(assignment: Assignment, variant: int) -> Assignment:
    """Return an assignment as who has a variant got it."""
    if variant == PUBLIC:
        return assignment
    cells = tuple(
        replace(
            cell,
            source=personal(cell.source, variant),
            released=personal(cell.released, variant),
        )
        if cell.id == CELL
        else cell
        for cell in assignment.cells
    )
    return replace(assignment, cells=cells)


def of_notebook(content: bytes) -> int | None:
    """Return the variant of a notebook, None if it bears none or cannot be read."""
    cell = _cell(_read(content))
    return written("".join(cell["source"])) if cell else None


def personal_notebook(content: bytes, variant: int) -> bytes:
    """Return a released notebook with the number of a variant, as nbgrader would have written it.

    Raises
    ------
    ValueError
        If it bears no own data.
    """
    notebook = _read(content)
    cell = _cell(notebook)
    if cell is None:
        raise ValueError(f"notebook must have a cell {CELL!r} with a line VARIANT = 0")
    text = personal("".join(cell["source"]), variant)
    cell["source"] = text.splitlines(keepends=True)
    meta = cell["metadata"]["nbgrader"]
    if "checksum" in meta:  # by which nbgrader knows that a locked cell is as it was
        parts = [text, cell["cell_type"], *(meta[key] for key in ("grade", "solution", "locked"))]
        digest = "".join(map(str, [*parts, meta["grade_id"]])).encode()
        meta["checksum"] = hashlib.md5(digest, usedforsecurity=False).hexdigest()
    return (json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def kept(fresh: bytes, mine: bytes) -> bytes:
    """Return a release with the variant that a student's own notebook has, where that has one.

    A release that comes with the package is the public one; who has own data keeps them.
    """
    has = of_notebook(mine)
    if not has or of_notebook(fresh) != PUBLIC:
        return fresh
    return personal_notebook(fresh, has)


def _read(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _cell(notebook: Any) -> dict[str, Any] | None:
    """Return the cell that names the variant, in any notebook; None where there is none."""
    with contextlib.suppress(KeyError, TypeError, AttributeError):
        for cell in notebook["cells"]:
            named = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
            text = "".join(cell.get("source", ""))
            if named == CELL and written(text) is not None:
                found: dict[str, Any] = cell
                return found
    return None


# ---------------------------------------------------------------------- in a course


def table(course: Path, stem: str) -> Path:
    """Return where a course keeps which variant each student was given."""
    return course / FOLDER / f"{stem}.csv"


def handed_out(course: Path, stem: str) -> dict[str, int]:
    """Return the variants of an assignment by student; none where nobody was given own data.

    Raises
    ------
    ValueError
        If the table breaks a rule; the message names file, line and rule.
    """
    return {student: variant for student, (_, variant) in rows(course, stem).items()}


def rows(course: Path, stem: str) -> dict[str, tuple[str, int]]:
    """Return group and variant of each student, as the table of an assignment has them."""
    path = table(course, stem)
    if not path.exists():
        return {}
    text = path.read_text("utf-8-sig")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.DictReader(text.splitlines(), delimiter=delimiter)
    if reader.fieldnames is None or not {*COLUMNS} <= {*reader.fieldnames}:
        raise ValueError(f"{path} must have the columns {', '.join(COLUMNS)}")
    found: dict[str, tuple[str, int]] = {}
    for row in reader:
        student, group, variant = ((row[name] or "").strip() for name in COLUMNS)
        if not variant.isdecimal() or int(variant) > LARGEST or student in found:
            raise ValueError(
                f"{path}:{reader.line_num}: each student has one row, with a variant from "
                f"{PUBLIC} to {LARGEST}, got {student!r} with {variant!r}"
            )
        found[student] = group, int(variant)
    return found


def pseudonym(stem: str, student: str) -> str:
    """Return what a student is called where everybody can read."""
    return hashlib.sha256(f"{stem}\n{student}".encode()).hexdigest()[:24]


# ---------------------------------------------------------------------- what is said of it


def mistaken(line: str, fits: int, mine: int) -> str:
    """Return the line of a check that fails, for an answer that is right for other data.

    Examples
    --------
    >>> line = "s: Expected 2, got 3. Hint: see eq-x."
    >>> mistaken(line, 0, 271828)  # doctest: +NORMALIZE_WHITESPACE
    's: This is right for the public data (variant 0), not for yours (variant 271828).
     Expected 2, got 3. Hint: see eq-x.'
    """
    what, _, rest = line.partition(": ")
    whose = f"the data of variant {fits}" if fits else "the public data (variant 0)"
    yours = f"yours (variant {mine})" if mine else "yours, the public ones"
    return f"{what}: This is right for {whose}, not for {yours}. {rest}"


def differs(has: int, mine: int) -> str:
    """Say that a notebook has other data than its student was given.

    Examples
    --------
    >>> differs(0, 271828)
    'the notebook has the public data (variant 0); graded were yours (variant 271828)'
    """
    whose = f"the data of variant {has}" if has else "the public data (variant 0)"
    yours = f"yours (variant {mine})" if mine else "the public ones"
    return f"the notebook has {whose}; graded were {yours}"


def note(task: str, fits: int) -> None:
    """Keep that an answer is right for the data of another variant, where grading asks."""
    found = _graded.get()
    if found:
        found.fits[task] = fits
