"""What a student handed in, made whole: answers from the submission, all else from the assignment.

A submission may be damaged, forged or merely untidy. Nothing here executes any of it, and nothing
here raises because of it: what cannot be read becomes a status with a reason in plain words. Who
handed in, and when, is for the collector to say; a submission has no say in it.
"""

from __future__ import annotations

import codecs
import json
import os
import stat
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO, Any

from flcourse.grading.assignment import Assignment, AssignmentCell
from flcourse.grading.notebook import TEXT_STUB, CodeCell, names_of
from flcourse.grading.statuses import NOTHING, Status

LARGEST_FILE = 20 * 2**20  # bytes of a notebook, also when it comes out of an archive
LARGEST_SOURCE = 2 * 2**20  # characters in all cells
MOST_CELLS = 2_000
MOST_MEMBERS = 1_000  # entries of an archive that are looked at
# A file that has become a link or a pipe since it was looked at is refused, not followed, where
# the system can do so; Windows must be told to leave line ends alone.
OPENING = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
)
ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")


class UnreadableError(Exception):
    """The submission cannot be read; the message says why, in the student's terms."""


@dataclass(frozen=True)
class Submission:
    """A submission, rebuilt.

    ``steps`` are its code cells, to be executed in this order; ``texts`` the answers that a person
    grades, by id; ``notes`` tell what was repaired. ``status`` is OK, REPAIRED, TAMPERED, MISSING
    or UNREADABLE; with the last two there is nothing to grade.
    """

    status: Status
    steps: tuple[CodeCell, ...] = ()
    texts: dict[str, str] | None = None
    notes: tuple[str, ...] = ()

    @property
    def gradable(self) -> bool:
        """Whether there is something to grade."""
        return self.status not in NOTHING


@dataclass(frozen=True)
class ReceivedCell:
    """A cell as it came: nothing in it is trusted."""

    code: bool
    source: str
    grade_id: str
    cell_id: str
    meta: dict[str, Any]


# Cells as they came, each with the cell of the assignment that it stands for.
_Placed = list[tuple[AssignmentCell | None, ReceivedCell]]


def take_in(path: Path, assignment: Assignment) -> Submission:
    """Read what a student handed in for an assignment.

    Parameters
    ----------
    path : pathlib.Path
        The folder with the student's files, a notebook or an archive; it may not exist.
    assignment : Assignment
        The assignment.

    Returns
    -------
    Submission
        Nothing in the files raises.
    """
    try:
        found, notes = _find(path, assignment.stem)
        if found is None:
            return Submission(Status.MISSING, notes=("no notebook was handed in", *notes))
        cells, more = _cells(found)
        built = rebuild(cells, assignment)
        notes = [*notes, *more, *built.notes]
        status = Status.REPAIRED if notes and built.status == Status.OK else built.status
        return replace(built, status=status, notes=tuple(dict.fromkeys(notes)))
    except UnreadableError as reason:
        return Submission(Status.UNREADABLE, notes=(str(reason),))
    except (OSError, RecursionError, MemoryError) as error:
        return Submission(Status.UNREADABLE, notes=(f"the file cannot be read: {_short(error)}",))


def read_cells(content: bytes) -> list[ReceivedCell]:
    """Return the cells of a notebook as they came.

    Raises
    ------
    UnreadableError
        If it is none; the message says why.
    """
    return _cells(content)[0]


# ---------------------------------------------------------------------- finding the notebook


def _find(path: Path, stem: str) -> tuple[bytes | None, list[str]]:
    """Return the bytes of the notebook of this name, or of the one that must be meant."""
    if not os.path.lexists(path):
        return None, []
    kind = path.lstat().st_mode
    if stat.S_ISDIR(kind):
        return _in_folder(path, stem)
    refuse_special(path)
    if path.name.lower().endswith(ARCHIVES):
        return notebook_in(path, stem)
    return read_file(path), _notes_on_name(path.name, stem)


def _in_folder(folder: Path, stem: str) -> tuple[bytes | None, list[str]]:
    names = sorted(entry.name for entry in os.scandir(folder) if not entry.is_dir())
    name = _best([name for name in names if name.lower().endswith(".ipynb")], stem)
    if name is not None:
        refuse_special(folder / name)
        return read_file(folder / name), _notes_on_name(name, stem)
    packed = [name for name in names if name.lower().endswith(ARCHIVES)]
    if packed:
        refuse_special(folder / packed[0])
        content, notes = notebook_in(folder / packed[0], stem)
        return content, [f"the notebook was packed in {packed[0]!r}", *notes]
    other = [name for name in names if name != "timestamp.txt"]
    return None, [f"there are only other files: {', '.join(map(repr, other[:5]))}"] if other else []


def _best(names: list[str], stem: str) -> str | None:
    """Return the name that is meant: the right one, else the most similar one."""

    def distance(name: str) -> tuple[bool, bool, bool, int, str]:
        bare = name.lower().removesuffix(".ipynb")
        return (name != f"{stem}.ipynb", bare != stem, stem not in bare, len(name), name)

    return min(names, key=distance, default=None)


def _notes_on_name(name: str, stem: str) -> list[str]:
    return [] if name == f"{stem}.ipynb" else [f"the notebook is called {name!r}, not {stem}.ipynb"]


def refuse_special(path: Path) -> None:
    """Take regular files only: a link or a device could point anywhere."""
    kind = path.lstat().st_mode
    if stat.S_ISLNK(kind):
        raise UnreadableError(f"{path.name!r} is a link, not a file")
    if not stat.S_ISREG(kind):
        raise UnreadableError(f"{path.name!r} is no ordinary file")


def read_file(path: Path) -> bytes:
    """Return the bytes of a regular file of limited size."""
    with os.fdopen(os.open(path, OPENING), "rb") as file:
        return limited(file, path.name)


def limited(file: IO[bytes], name: str) -> bytes:
    """Return what is left in an open file, if that is no more than a notebook may be."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableError(f"{name!r} is larger than {LARGEST_FILE // 2**20} MB")
    return content


def notebook_in(path: Path, stem: str) -> tuple[bytes | None, list[str]]:
    """Read one notebook out of an archive; nothing is written to disk."""
    try:
        opened = zipfile.ZipFile if zipfile.is_zipfile(path) else tarfile.open
        with opened(path) as archive:
            members = list(_members(archive))
            name = _best([name for name, _ in members], stem)
            if name is None:
                return None, [f"there is no notebook in {path.name!r}"]
            with open_member(archive, dict(members)[name]) as file:
                return limited(file, name), _notes_on_name(name, stem)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, ValueError, KeyError,
            NotImplementedError, RuntimeError, OSError) as error:  # fmt: skip
        raise UnreadableError(
            f"the archive {path.name!r} cannot be read: {_short(error)}"
        ) from None


def _members(archive: Any) -> Iterator[tuple[str, Any]]:
    """Yield name and entry of the notebooks; folders in names are ignored."""
    for path, entry in plain_members(archive):
        if path.suffix.lower() == ".ipynb":
            yield path.name, entry


def plain_members(archive: Any, most: int = MOST_MEMBERS) -> Iterator[tuple[PurePosixPath, Any]]:
    """Yield path and entry of each plain file of an archive: no links, nothing hidden.

    Raises
    ------
    UnreadableError
        If there are more than ``most`` entries.
    """
    entries = archive.infolist() if isinstance(archive, zipfile.ZipFile) else archive
    for number, entry in enumerate(entries):
        if number >= most:
            raise UnreadableError(f"the archive holds more than {most} entries")
        packed = isinstance(entry, zipfile.ZipInfo)
        full = entry.filename if packed else entry.name
        kind = stat.S_IFMT(entry.external_attr >> 16) if packed else 0  # 0: made without kinds
        plain = kind in {0, stat.S_IFREG} and not entry.is_dir() if packed else entry.isfile()
        path = PurePosixPath(full.replace("\\", "/"))
        shadow = path.name.startswith(".") or "__MACOSX" in path.parts  # macOS adds "._name"
        if plain and path.name and not shadow:
            yield path, entry


def open_member(archive: Any, entry: Any) -> IO[bytes]:
    """Open a plain file of an archive."""
    opened = archive.open(entry) if isinstance(archive, zipfile.ZipFile) else None
    if opened is None:
        opened = archive.extractfile(entry)
    if opened is None:
        raise UnreadableError("the notebook in the archive is no ordinary file")
    file: IO[bytes] = opened
    return file


# ---------------------------------------------------------------------- reading the notebook


def _cells(content: bytes) -> tuple[list[ReceivedCell], list[str]]:
    """Return the cells of a notebook of any version, and what is odd about the file."""
    text, notes = _text(content)
    if not text.strip():
        raise UnreadableError("the file is empty")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"the file is no notebook: {_short(error)}") from None
    cells = _cell_list(notebook)
    if len(cells) > MOST_CELLS:
        raise UnreadableError(f"the notebook has more than {MOST_CELLS} cells")
    read = [_cell(cell) for cell in cells if isinstance(cell, dict)]
    if len(read) < len(cells):
        notes.append("entries that are no cells were left out")
    if any(not isinstance(_source(cell), str | list) for cell in cells if isinstance(cell, dict)):
        notes.append("cells whose text is no text were taken as empty")
    if sum(len(cell.source) for cell in read) > LARGEST_SOURCE:
        raise UnreadableError("the cells hold more text than anybody writes")
    if isinstance(notebook, dict) and notebook.get("nbformat") not in (4, None):
        notes.append(f"the notebook has format {str(notebook.get('nbformat'))[:10]}, not 4")
    return read, notes


def _text(content: bytes) -> tuple[str, list[str]]:
    """Decode a file by its byte order mark, as UTF-8, or as 8-bit text."""
    marks = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"),
             (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"),
             (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
    coding = next((name for mark, name in marks if content.startswith(mark)), None)
    if coding is None and not any(content[1:40:2]):
        coding = "utf-16-le"
    elif coding is None and not any(content[0:40:2]):
        coding = "utf-16-be"
    try:
        text = content.decode(coding or "utf-8")
        notes = [f"the file was read as {coding}"] if coding else []
    except UnicodeDecodeError:
        text, notes = content.decode("cp1252", "replace"), ["the file was read as 8-bit text"]
    if "\0" in text:
        text, notes = text.replace("\0", ""), [*notes, "NUL bytes were removed"]
    return text, notes


def _cell_list(notebook: Any) -> list[Any]:
    """Return the cells of format 4 and later, or of format 3 and earlier."""
    if not isinstance(notebook, dict):
        raise UnreadableError("the file is no notebook: it holds no cells")
    assignments = notebook.get("worksheets")
    if isinstance(assignments, list) and not isinstance(notebook.get("cells"), list):
        inside = [
            assignment.get("cells") for assignment in assignments if isinstance(assignment, dict)
        ]
        return [cell for cells in inside if isinstance(cells, list) for cell in cells]
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise UnreadableError("the file is no notebook: it holds no cells")
    return cells


def _source(cell: dict[str, Any]) -> Any:
    return cell.get("source", cell.get("input", ""))


def _cell(cell: dict[str, Any]) -> ReceivedCell:
    source = _source(cell)
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    # Half a character, which JSON can hold, is in no file that we could write.
    source = source.encode("utf-8", "replace").decode() if isinstance(source, str) else ""
    meta = cell.get("metadata")
    meta = meta.get("nbgrader") if isinstance(meta, dict) else None
    meta = meta if isinstance(meta, dict) else {}
    return ReceivedCell(
        code=cell.get("cell_type") == "code",
        source=source.replace("\0", ""),
        grade_id=_name(meta.get("grade_id")),
        cell_id=_name(cell.get("id")),
        meta=meta,
    )


def _name(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= 200 else ""


# ---------------------------------------------------------------------- putting it together


def rebuild(cells: list[ReceivedCell], assignment: Assignment) -> Submission:
    """Put the answers among ``cells`` into the assignment."""
    known = {cell.id: cell for cell in assignment.cells}
    placed = [(_meant(cell, known), cell) for cell in cells]
    notes = list(_oddities(placed, assignment))
    forged = list(_forged(placed))
    texts = _texts(placed, assignment, notes)
    steps = tuple(_steps(placed, assignment))
    notes += _unanswered(steps, assignment)
    status = Status.TAMPERED if forged else Status.REPAIRED if notes else Status.OK
    return Submission(status, steps, texts, (*forged, *notes))


def _meant(cell: ReceivedCell, known: dict[str, AssignmentCell]) -> AssignmentCell | None:
    """Return the cell of the assignment that a cell stands for."""
    for name in (cell.grade_id, cell.cell_id):
        if name in known:
            return known[name]
    same = [other for other in known.values() if other.released == cell.source]
    return same[0] if same else None


def _steps(placed: _Placed, assignment: Assignment) -> Iterator[CodeCell]:
    """Return the code of the submission in its order, with what is missing where it belongs."""
    written = {m.id for m, cell in placed if m and cell.source.strip() != m.released.strip()}
    groups: dict[str, list[CodeCell]] = {"": []}
    at = ""
    for meant, cell in placed:
        if meant is not None and meant.id not in groups:
            at = meant.id
            groups[at] = []
        if meant is not None and meant.kind in {"given", "tests"}:
            groups[at] = groups[at] or _own(meant)
        elif meant is not None and meant.kind == "answer":
            # Of several copies, those that nobody has written into do not count.
            if cell.source.strip() != meant.released.strip() or meant.id not in written:
                groups[at].append(CodeCell("answer", meant.id, cell.source))
        elif cell.code:
            groups[at].append(CodeCell("free", meant.id if meant else "", cell.source))
    order = list(groups)
    before = ""
    for own in assignment.cells:  # what is missing comes after what it followed
        if own.id not in groups:
            groups[own.id] = _own(own) if own.kind in {"given", "tests"} else []
            order.insert(order.index(before) + 1, own.id)
        before = own.id
    for name in order:
        yield from groups[name]


def _own(cell: AssignmentCell) -> list[CodeCell]:
    return [] if cell.text else [CodeCell(cell.kind, cell.id, cell.source)]


def _texts(placed: _Placed, assignment: Assignment, notes: list[str]) -> dict[str, str]:
    """Return the answers for a person, also from a cell that has lost its name."""
    texts: dict[str, str] = {}
    at = ""
    lost: dict[str, list[str]] = {}
    for meant, cell in placed:
        if meant is None and not cell.code and cell.source.strip():
            lost.setdefault(at, []).append(cell.source)
        elif meant is not None:
            at = meant.id
            if meant.kind == "manual" and cell.source.strip() not in {"", TEXT_STUB}:
                texts[meant.id] = "\n\n".join(filter(None, [texts.get(meant.id), cell.source]))
    before = ""
    for own in assignment.cells:
        if own.kind == "manual" and own.id not in texts and lost.get(before):
            texts[own.id] = "\n\n".join(lost[before])
            notes.append(f"{own.id}: the text beside it was taken for the answer")
        before = own.id
    return texts


def _oddities(placed: _Placed, assignment: Assignment) -> Iterator[str]:
    """Tell what was repaired, in plain words."""
    times = Counter(meant.id for meant, _ in placed if meant and meant.kind != "free")
    for name, count in times.items():
        if count > 1:
            yield f"{name}: this cell is here {count} times"
    order = [meant.id for meant, _ in placed if meant and meant.kind in {"answer", "tests"}]
    wanted = [cell.id for cell in assignment.of_kind("answer", "tests") if cell.id in set(order)]
    if list(dict.fromkeys(order)) != wanted:
        yield "cells stand in another order than in the assignment"
    for own in assignment.of_kind("given", "tests"):
        if not own.text and own.id not in times:
            yield f"{own.id}: this cell is missing; grading uses the original"
    for meant, cell in placed:
        if meant is None or meant.kind == "free":
            continue
        if meant.kind in {"given", "tests"} and cell.source.strip() != meant.released.strip():
            yield f"{meant.id}: this cell was changed; grading uses the original"
        if not cell.grade_id and meant.notebook["metadata"].get("nbgrader"):
            yield f"{meant.id}: this cell has lost its label"
        if cell.code == meant.text:
            yield f"{meant.id}: this cell is of another type"


def _forged(placed: _Placed) -> Iterator[str]:
    """Tell points and roles that differ from the assignment's, which no program does by itself."""
    for meant, cell in placed:
        own = meant.notebook["metadata"].get("nbgrader", {}) if meant else {}
        for key in ("points", "grade", "solution"):
            if own and key in cell.meta and own.get(key) != cell.meta[key]:
                name, given = own["grade_id"], _short(cell.meta[key])
                yield f"{name}: {key} was changed to {given}, which does not count"


def _unanswered(steps: tuple[CodeCell, ...], assignment: Assignment) -> Iterator[str]:
    """Tell answers that are not there."""
    there = {step.id for step in steps if step.kind == "answer"}
    elsewhere = {name for step in steps if step.kind == "free" for name in _defined(step.source)}
    for answer in assignment.of_kind("answer"):
        names = names_of(answer.source)
        if answer.id not in there and elsewhere.intersection(names):
            yield f"{answer.id}: the answer was found in a cell without a label"
        elif answer.id not in there:
            yield f"{answer.id}: the cell for this answer is missing"


def _defined(source: str) -> list[str]:
    try:
        return names_of(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _short(value: object) -> str:
    words = str(value) or type(value).__name__
    return " ".join(words.split())[:120]
