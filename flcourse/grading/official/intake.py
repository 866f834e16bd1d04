"""What a student handed in, made whole: answers from the submission, all else from the assignment.

A submission may be damaged, forged or merely untidy. Nothing here executes any of it, and nothing
here raises because of it: what cannot be read becomes a status with a reason in plain words. Who
handed in, and when, is for the collector to say; a submission has no say in it.
"""

from __future__ import annotations

import codecs
import json
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flcourse.grading import own_data
from flcourse.grading.assignment import Assignment, AssignmentCell
from flcourse.grading.notebook import TEXT_STUB, CodeCell, names_of
from flcourse.grading.official.handed_in import Found, HandIn, UnreadableError, look, short
from flcourse.grading.statuses import NOTHING, Status

__all__ = [
    "LEFT_OUT",
    "NO_CELL",
    "ReceivedCell",
    "Submission",
    "read_cells",
    "rebuild",
    "take_in",
    "variant_of",
]

LARGEST_SOURCE = 2 * 2**20  # characters in all cells
MOST_CELLS = 2_000
MOST_NAMES = 5  # of files that a note lists
NO_CELL = "the cell for this answer is missing"
LEFT_OUT = "not graded: "  # in notes on what else was handed in


@dataclass(frozen=True)
class Submission:
    """A submission, rebuilt.

    Attributes
    ----------
    status : Status
        OK, REPAIRED or TAMPERED, or one of those with which there is nothing to grade: MISSING,
        UNREADABLE, FOREIGN, or INFRASTRUCTURE, where a file is there that we could not read.
    steps : tuple of CodeCell
        Its code cells, to be executed in this order.
    texts : dict of str to str, or None
        The answers that a person grades, by id.
    notes : tuple of str
        What was repaired, and which of several notebooks this is.
    answered : tuple of str
        The tasks in which something was written.
    files : tuple of str
        The notebooks that were handed in, this one first.
    choice : tuple of str
        The notes on other files.
    variant : int or None
        The variant that the notebook names, if it has data of the student's own.
    """

    status: Status
    steps: tuple[CodeCell, ...] = ()
    texts: dict[str, str] | None = None
    notes: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    variant: int | None = None

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


@dataclass(frozen=True)
class _Read:
    """A notebook that could be read: where it lay, its cells, what is odd, what is answered."""

    found: Found
    cells: list[ReceivedCell]
    notes: list[str]
    answered: tuple[str, ...]
    belongs: bool


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
        What was handed in, of several notebooks the one with the most answers. No content of the
        files raises an error.
    """
    try:
        hand_in = look(path, assignment.stem)
        read = [one for found in hand_in.notebooks if (one := _read(found, assignment, hand_in))]
        if not read:
            return _nothing(hand_in)
        # The first of those that are best: names that are nearer to the right one stand before.
        best = max(read, key=lambda one: (one.belongs, len(one.answered)))
        choice = tuple(_choice(best, read, hand_in, assignment))
        files = tuple(one.found.name for one in [best, *(one for one in read if one != best)])
        if not best.belongs:
            return replace(_foreign(best, hand_in), files=files, choice=choice)
        built = rebuild(best.cells, assignment)
        notes = [*choice, *_notes_on_place(best, assignment), *best.notes, *built.notes]
        status = Status.REPAIRED if notes and built.status == Status.OK else built.status
        unique = tuple(dict.fromkeys(notes))
        return replace(built, status=status, notes=unique, answered=best.answered, files=files,
                       choice=choice, variant=variant_of(best.cells))  # fmt: skip
    except OSError as error:
        why = f"the files cannot be read here: {short(error)}"
        return Submission(Status.INFRASTRUCTURE, notes=(why,))
    except (RecursionError, MemoryError) as error:
        return Submission(Status.UNREADABLE, notes=(f"the file cannot be read: {short(error)}",))


def read_cells(content: bytes) -> list[ReceivedCell]:
    """Return the cells of a notebook as they came.

    Raises
    ------
    UnreadableError
        If ``content`` is no notebook that can be read; the message says why.
    """
    return _cells(content)[0]


def variant_of(cells: Sequence[ReceivedCell]) -> int | None:
    """Return the variant that the cells of a notebook name, None if they name none."""
    named = [cell.source for cell in cells if own_data.CELL in (cell.grade_id, cell.cell_id)]
    return next((n for text in named if (n := own_data.written(text)) is not None), None)


# ---------------------------------------------------------------------- choosing the notebook


def _read(found: Found, assignment: Assignment, hand_in: HandIn) -> _Read | None:
    """Read a notebook; None if it is none, which ``hand_in`` then knows."""
    try:
        cells, notes = _cells(found.content)
    except UnreadableError as reason:
        if found.name.lower().endswith((".ipynb", ".ipynb.json", ".ipynb.txt")):
            hand_in.problems[found.name] = str(reason)
        else:  # it was read because it might have been one
            hand_in.others.append(found.name)
        return None
    answered, belongs = _answers(cells, assignment)
    return _Read(found, cells, notes, answered, belongs)


def _answers(cells: list[ReceivedCell], assignment: Assignment) -> tuple[tuple[str, ...], bool]:
    """Return the tasks in which something was written, and whether this is the assignment's."""
    known = {cell.id: cell for cell in assignment.cells}
    graded = {cell.id for cell in assignment.of_kind("answer", "tests")}
    graded = graded or {cell.id for cell in assignment.of_kind("manual")}
    there, strangers, written, loose, strange = set(), set(), set(), set(), set()
    for cell in cells:
        meant = _meant(cell, known)
        if meant is None and cell.grade_id:
            strangers.add(cell.grade_id)
            strange |= set(_defined(cell.source)) if cell.code else set()
        elif meant is None or meant.kind == "free":
            loose |= set(_defined(cell.source)) if cell.code else set()
        elif meant.id in graded | {own.id for own in assignment.of_kind("manual")}:
            there |= {meant.id} & graded
            blank = {"", meant.released.strip(), TEXT_STUB}
            written |= {meant.id} if cell.source.strip() not in blank else set()
    tasks = {own.id: own for own in assignment.of_kind("answer", "manual")}
    asked = {own.id: names_of(own.source) for own in assignment.of_kind("answer")}
    # Labels such as "discussion" are in many assignments: one alone does not say which it is.
    mostly = bool(there) and 2 * len(there) >= len(strangers)
    loose |= strange if mostly else set()
    elsewhere = {name for name, names in asked.items() if loose.intersection(names)}
    answered = tuple(name for name in tasks if name in written | elsewhere)
    return answered, bool(elsewhere) or mostly


def _choice(
    best: _Read, read: Sequence[_Read], hand_in: HandIn, assignment: Assignment
) -> Iterator[str]:
    """Tell what else was handed in, and that it is not graded."""
    tasks = len(assignment.of_kind("answer", "manual"))
    others = [f"{one.found.place} ({_worth(one, tasks)})" for one in read if one != best]
    others += [f"{name!r} ({reason})" for name, reason in hand_in.problems.items()]
    if others:
        yield (f"{len(others) + 1} notebooks were handed in: graded is {best.found.place} "
               f"({_worth(best, tasks)}), {LEFT_OUT}{', '.join(others[:MOST_NAMES])}")  # fmt: skip
    if hand_in.documents:
        yield f"beside the notebook, {LEFT_OUT}{_listed(hand_in.documents)}"


def _worth(one: _Read, tasks: int) -> str:
    answered = f"{len(one.answered)} of {tasks} tasks answered"
    return answered if one.belongs else "not of this assignment"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(map(repr, names[:MOST_NAMES])) + more


def _notes_on_place(best: _Read, assignment: Assignment) -> Iterator[str]:
    """Tell that the notebook has another name, or lay in an archive."""
    if best.found.inside:
        yield f"the notebook was packed in {best.found.inside!r}"
    if best.found.name != f"{assignment.stem}.ipynb":
        yield f"the notebook is called {best.found.name!r}, not {assignment.stem}.ipynb"


def _nothing(hand_in: HandIn) -> Submission:
    """Return what a hand-in without a notebook is."""
    if hand_in.problems:
        return Submission(Status.UNREADABLE, notes=tuple(hand_in.problems.values()))
    names = [*hand_in.documents, *hand_in.others]
    others = (f"there are only other files: {_listed(names)}",) if names else ()
    return Submission(Status.MISSING, notes=("no notebook was handed in", *others))


def _foreign(best: _Read, hand_in: HandIn) -> Submission:
    """Return what a notebook is that holds nothing of the assignment."""
    if hand_in.problems:
        return Submission(Status.UNREADABLE, notes=tuple(hand_in.problems.values()))
    labels = list(dict.fromkeys(cell.grade_id for cell in best.cells if cell.grade_id))
    if labels:
        why = f"is of another assignment, with the cells {_listed(labels)}"
    elif any(cell.source.strip() for cell in best.cells):
        why = "holds nothing of this assignment: no label, and no name that is asked"
    else:
        why = "is empty"
    return Submission(Status.FOREIGN, notes=(f"the notebook {best.found.place} {why}",))


# ---------------------------------------------------------------------- reading the notebook


def _cells(content: bytes) -> tuple[list[ReceivedCell], list[str]]:
    """Return the cells of a notebook of any version, and what is odd about the file."""
    text, notes = _text(content)
    if not text.strip():
        raise UnreadableError("the file is empty")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"the file is no notebook: {short(error)}") from None
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
        source = cell.source
        if meant.id == own_data.CELL:
            mine, has = (own_data.written(text) for text in (meant.released, source))
            if mine is not None and has is not None and has != mine:
                yield own_data.differs(has, mine)
                source = own_data.personal(source, mine)
        if meant.kind in {"given", "tests"} and source.strip() != meant.released.strip():
            yield f"{meant.id}: this cell was changed; grading uses the original"
        if not cell.grade_id and meant.notebook["metadata"].get("nbgrader"):
            yield f"{meant.id}: this cell has lost its label"
        if cell.code == meant.text:
            was, now, kind = ("code", "text", "Code")
            if cell.code:
                was, now, kind = ("text", "code", "Markdown")
            mend = f"to mend it, choose {kind} in the toolbar"
            yield f"{meant.id}: this cell was {was} and is {now} now. It costs nothing; {mend}"


def _forged(placed: _Placed) -> Iterator[str]:
    """Tell points and roles that differ from the assignment's, which no program does by itself."""
    for meant, cell in placed:
        own = meant.notebook["metadata"].get("nbgrader", {}) if meant else {}
        for key in ("points", "grade", "solution"):
            if own and key in cell.meta and own.get(key) != cell.meta[key]:
                name, given = own["grade_id"], short(cell.meta[key])
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
            yield f"{answer.id}: {NO_CELL}"


def _defined(source: str) -> list[str]:
    try:
        with warnings.catch_warnings():  # of a student's spelling
            warnings.simplefilter("ignore")
            return names_of(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
