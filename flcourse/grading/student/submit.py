"""Handing in as a file: ``flcourse submit`` looks at a notebook and packs it with a receipt.

What is in the ZIP, for those who collect it:

- Its name is ``<stem>-<student>-<time>.zip``, such as ``gtvmin-ada-20261121T191503Z.zip``. The time
  is UTC. In the student's name, what file systems do not like is replaced by ``_``: the receipt,
  not the name of the file, says who.
- ``<stem>.ipynb`` is the notebook, byte for byte as it was saved, under the name of its assignment,
  whatever the student had called the file.
- ``receipt.txt`` (UTF-8) has a line ``key: value`` each for ``assignment``, ``notebook`` (the name
  that the file had), ``student``, ``time`` (ISO 8601, seconds, with the offset from UTC), ``size``
  (bytes), ``sha256`` (of the notebook), ``answered`` ("7 of 8"), and, where there are any,
  ``unanswered`` (tasks as the notebook calls them, with semicolons) and ``note`` (any number of
  such lines).

Nothing else is in it. Entries are stored, not compressed, and carry the time of the receipt: the
same notebook, student and second give the same bytes on every machine. The same receipt lies
beside the ZIP as ``<name of the ZIP>-receipt.txt``.

A receipt is a statement of the student's own machine. It shows that a file is the one that was
packed. When the file was handed in, only the place that took it can say.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flcourse.grading import own_data
from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.notebook import is_answered
from flcourse.grading.official.handed_in import LARGEST_FILE, UnreadableError
from flcourse.grading.official.intake import Submission, read_cells, take_in
from flcourse.grading.student import check, identity, opened, start
from flcourse.grading.student.panel import tell

__all__ = [
    "RECEIPT",
    "TITLE",
    "archives",
    "examine",
    "last_packed",
    "read_receipt",
    "submit",
    "verify",
]

TITLE = "Receipt of flcourse submit"
RECEIPT = "receipt.txt"  # in the ZIP; beside it, with the name of the ZIP before it
HANDED_IN = "handed-in"  # where ZIPs go if the student names no folder
COPIED = re.compile(r"(?:-Copy\d+|-new(?:-\d+)?|\s*\(\d+\)|_\d+)+$")  # by browsers, Jupyter, us


@dataclass(frozen=True)
class Look:
    """What a notebook is before it is packed: its assignment, content, tasks, and what is odd.

    Tasks are told by their ids; ``titles`` has what the notebook calls them.
    """

    stem: str
    name: str
    content: bytes
    answered: tuple[str, ...]
    unanswered: tuple[str, ...]
    notes: tuple[str, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True)
class PackedSubmission:
    """A ZIP, the receipt beside it, and the text of the receipt."""

    archive: Path
    receipt: Path
    text: str


def examine(path: Path) -> Look:
    """Look at a notebook that is about to be handed in.

    Parameters
    ----------
    path : pathlib.Path
        The notebook; it is not changed and nothing in it is run.

    Returns
    -------
    Look
        ``notes`` tell what is odd but no obstacle: names, kernels, cells that are missing, copied
        or changed. Unanswered tasks and old outputs are no obstacle either.

    Raises
    ------
    ValueError
        If it cannot be handed in: no notebook, too large, no assignment, or not saved.
    """
    content = opened.content(path)
    mine = set(start.labels(content))
    release = opened.release_of(path, mine or _ids(content))
    if not (mine or release):
        raise ValueError(
            f"{path.name} is no assignment, or has lost its labels: fetch a fresh copy (flcourse "
            "start), paste your answers into it, save, and submit that"
        )
    if reason := opened.unsaved(path):
        raise ValueError(f"{path.name} is not saved: {reason}")
    stem = release.stem if release else COPIED.sub("", path.stem)
    variant = own_data.of_notebook(content) or own_data.PUBLIC
    assignment = own_data.of_assignment(read_assignment(release or path), variant)
    taken = take_in(path, assignment)
    if not taken.gradable:
        raise ValueError(f"{path.name} cannot be read: {'; '.join(taken.notes)}")
    tasks = [cell.id for cell in assignment.cells if cell.kind in {"answer", "manual"}]
    answered = set(_answered(taken, assignment if release else None))
    odd = taken.notes if release else check.look(path)
    return Look(
        stem,
        path.name,
        content,
        tuple(name for name in tasks if name in answered),
        tuple(name for name in tasks if name not in answered),
        (*_oddities(path, stem, content, odd), *check.broken_answers(taken.steps)),
        {name: tell.bare(title) for name, title in assignment.titles.items()},
    )


def _ids(content: bytes) -> set[str]:
    """Return the ids of the cells, which are the labels that a notebook may have lost."""
    try:
        return {cell.cell_id for cell in read_cells(content)}
    except UnreadableError:
        return set()


def _oddities(path: Path, stem: str, content: bytes, odd: Sequence[str]) -> Iterator[str]:
    """Tell what is odd but no obstacle: the name of the file, its kernel, its cells."""
    if path.stem != stem:
        named = f"{path.name!r}, not {stem}.ipynb"
        yield f"the file is called {named}; in the ZIP it has the right name"
    yield from _foreign_kernel(content)
    yield from (note for note in odd if "the notebook is called" not in note)


def _answered(taken: Submission, release: Assignment | None) -> Iterator[str]:
    """Yield the tasks that have an answer."""
    blank = {cell.id: cell.released.strip() for cell in release.cells} if release else {}
    for step in taken.steps:
        told = is_answered(step.source) and step.source.strip() != blank.get(step.id)
        if step.kind == "answer" and told:
            yield step.id
    yield from taken.texts or {}


def _foreign_kernel(content: bytes) -> Iterator[str]:
    meta = json.loads(content).get("metadata")
    spec = meta.get("kernelspec") if isinstance(meta, dict) else None
    name = str(spec.get("name", "python3")) if isinstance(spec, dict) else "python3"
    if name != "python3":
        yield f"the notebook asks for the kernel {name!r}; it is graded with Python 3"


# ------------------------------------------------------------------------------ packing, verifying


def submit(path: Path, *, student: str, now: datetime, to: Path | None = None) -> PackedSubmission:
    """Pack a notebook and its receipt.

    Parameters
    ----------
    path : pathlib.Path
        The notebook.
    student : str
        Who hands in.
    now : datetime.datetime
        When, with a time zone.
    to : pathlib.Path, optional
        Folder for the ZIP; ``handed-in`` in the course folder by default.

    Returns
    -------
    PackedSubmission
        Where ZIP and receipt are.

    Raises
    ------
    ValueError
        If the notebook cannot be handed in, or if ``student`` is no name.
    """
    student = identity.checked(student)
    if now.tzinfo is None:
        raise ValueError(f"now must have a time zone, got {now!r}")
    seen = examine(path)
    text = _receipt(seen, student, now)
    folder = to or _packed(path, seen.stem)
    folder.mkdir(parents=True, exist_ok=True)
    known = student.encode(sys.getfilesystemencoding(), "replace")  # nearly always all of it
    who = re.sub(r'[\\/:*?"<>|\s]', "_", known.decode(sys.getfilesystemencoding()))
    archive = folder / f"{seen.stem}-{who}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.zip"
    _pack(archive, {f"{seen.stem}.ipynb": seen.content, RECEIPT: text.encode()}, now)
    receipt = _beside(archive)
    receipt.write_bytes(text.encode())  # the same bytes on every system
    return PackedSubmission(archive, receipt, text)


def _packed(path: Path, stem: str) -> Path:
    """Return the folder for the ZIPs of a notebook."""
    own = path.resolve().parent
    return (own.parent if own.name == stem else own) / HANDED_IN


def last_packed(path: Path, stem: str) -> str:
    """Return when the assignment was packed the last time, beside its notebook.

    Parameters
    ----------
    path : pathlib.Path
        The notebook.
    stem : str
        The assignment.

    Returns
    -------
    str
        The time as the last receipt has it; "" if there is none.
    """
    times = []
    for receipt in _packed(path, stem).glob(f"{stem}-*-{RECEIPT}"):
        with contextlib.suppress(OSError, ValueError, KeyError):  # no receipt of ours
            told = read_receipt(receipt.read_text("utf-8"))
            if told["assignment"] == stem:
                times.append(datetime.fromisoformat(told["time"]).astimezone())
    return max(times).isoformat() if times else ""


def _receipt(seen: Look, student: str, now: datetime) -> str:
    tasks = len(seen.answered) + len(seen.unanswered)
    open_ = [seen.titles.get(name, name) for name in seen.unanswered]
    lines = [
        ("assignment", seen.stem),
        ("notebook", seen.name),
        ("student", student),
        ("time", now.isoformat(timespec="seconds")),
        ("size", f"{len(seen.content)} bytes"),
        ("sha256", hashlib.sha256(seen.content).hexdigest()),
        ("answered", f"{len(seen.answered)} of {tasks}"),
        *([("unanswered", "; ".join(open_))] if open_ else []),
        *(("note", " ".join(tell.titled(note, seen.titles).split())) for note in seen.notes),
    ]
    return "\n".join([TITLE, *(f"{key}: {value}" for key, value in lines), ""])


def _pack(archive: Path, members: dict[str, bytes], now: datetime) -> None:
    date = now.astimezone(UTC).timetuple()[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, date)
            entry.create_system, entry.external_attr = 3, 0o100644 << 16  # alike on every system
            file.writestr(entry, content)


def _beside(archive: Path) -> Path:
    return archive.with_name(f"{archive.stem}-{RECEIPT}")


def read_receipt(text: str) -> dict[str, str]:
    """Return the lines of a receipt by their key; of several notes the last.

    Raises
    ------
    ValueError
        If the text is no receipt.
    """
    title, *lines = text.splitlines() or [""]
    if title.strip() != TITLE:
        raise ValueError(f"text must be a receipt, it begins with {title[:40]!r}")
    return {key: value for key, _, value in (line.partition(": ") for line in lines) if value}


def archives(named: Iterable[Path], here: Path) -> list[Path]:
    """Return the ZIPs that are meant, each once: files, patterns, or assignments by their name.

    Parameters
    ----------
    named : iterable of pathlib.Path
        A ZIP; a pattern such as ``handed-in/gtvmin-*.zip``, which not every shell replaces by the
        files; or the name of an assignment, for all that was packed of it.
    here : pathlib.Path
        Where the command is given.

    Raises
    ------
    ValueError
        If nothing is meant by one of them.
    """
    found: list[Path] = []
    for path in named:
        folder = start.course_folder(here)
        packed = sorted(folder.glob(f"{HANDED_IN}/{path}-*.zip")) if folder else []
        below = (here / path.parent).glob(path.name) if path.name else ()
        alike = sorted(one for one in below if one.is_file())
        meant = [path] if path.is_file() else alike or (packed if path.name == str(path) else [])
        if not meant:
            there = folder.glob(f"{HANDED_IN}/*-*.zip") if folder else ()
            mine = start.assignments(here)
            if path.name in mine:
                raise ValueError(f"nothing was packed of {path.name} yet: flcourse submit {path}")
            names = {one.name.partition("-")[0] for one in there} | {*mine}
            close = difflib.get_close_matches(path.name, sorted(names), 1)
            asked = f"; did you mean {close[0]}?" if close else ""
            raise ValueError(
                f"there is no ZIP at {path}, and none was packed of {path.name!r}{asked}"
            )
        found += meant
    return list(dict.fromkeys(found))


def verify(archive: Path) -> list[str]:
    """Say what in a ZIP, and in the receipt beside it, does not agree; nothing if all does.

    Raises
    ------
    ValueError
        If it is no ZIP that ``flcourse submit`` has written.
    """
    written = f"{archive.name} is no ZIP of flcourse submit"
    try:
        with zipfile.ZipFile(archive) as file:
            entries = {entry.filename: entry for entry in file.infolist()}
            if sum(entry.file_size for entry in entries.values()) > 2 * LARGEST_FILE:
                raise ValueError(f"{written}: it is too large")
            members = {name: file.read(entry) for name, entry in entries.items()}
        text = members.pop(RECEIPT).decode()
        receipt = read_receipt(text)
        name, size, digest = (receipt[key] for key in ("assignment", "size", "sha256"))
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, RuntimeError) as error:
        raise ValueError(f"{written}: {error}") from None
    problems = []
    content = members.pop(f"{name}.ipynb", None)
    if content is None:
        return [f"{name}.ipynb is not in it"]
    if f"{len(content)} bytes" != size:
        problems.append(f"the notebook has {len(content)} bytes, the receipt says {size}")
    if hashlib.sha256(content).hexdigest() != digest:
        problems.append("the notebook is not the one of the receipt (sha256 differs)")
    problems += [f"{other} is in it, which submit has not put there" for other in members]
    beside = _beside(archive)
    if beside.is_file() and beside.read_text("utf-8") != text:
        problems.append(f"{beside.name} differs from the receipt in the ZIP")
    return problems
