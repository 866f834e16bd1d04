"""Whose file is it? Learning platforms write the answer into its name; the roster knows people.

Only what a collector has written counts: the outermost folder or the front part of a file's name.
A student's own file name and the inside of a notebook have no say. Where two students could be
meant, nobody is: a person decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from flcourse.grading.course.folder import Student
from flcourse.grading.official.handed_in import ARCHIVES

__all__ = ["SUBMIT", "FileLabel", "owner", "read_label"]

MOST_SPELLINGS = 20_000  # that are remembered: each name is compared with every student
MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<rest>.*))?", re.DOTALL
)
CANVAS = re.compile(r"(?P<name>[^_]*)_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<rest>.+)", re.DOTALL)
ANONYMOUS = re.compile(r"(LATE_)?anon_\w+?_\d+_")  # of Canvas
SUBMIT = re.compile(r"(?P<stem>[a-z][a-z0-9]*)-(?P<name>.+)-\d{8}T\d{6}Z\.zip")


@dataclass(frozen=True)
class FileLabel:
    """What a collector has written about whose file it is.

    ``text`` is how a report calls it, ``rest`` the student's own name of the file, ``late`` what
    the platform says of the time, None if it says nothing.
    """

    kind: str
    text: str
    name: str
    number: str = ""
    late: bool | None = None
    rest: str = ""


def read_label(path: PurePosixPath, students: Sequence[Student]) -> FileLabel:
    """Return what the path of a file in a collection says about its owner.

    Examples
    --------
    >>> from pathlib import PurePosixPath
    >>> path = "Aino Virtanen_12345_assignsubmission_file_/erm.ipynb"
    >>> read_label(PurePosixPath(path), [])
    FileLabel(kind='moodle', text='Aino Virtanen_12345', name='Aino Virtanen',
              number='12345', late=None, rest='erm.ipynb')
    """
    top, *below = path.parts
    own = below[-1] if below else ""
    moodle = MOODLE.fullmatch(top)
    if moodle and (below or moodle["rest"]):
        name, number = moodle["name"].replace("_", " "), moodle["number"]
        return FileLabel("moodle", f"{name}_{number}", name, number, None, own or moodle["rest"])
    if below:
        return FileLabel("folder", top, top, rest=own)
    canvas, begun = CANVAS.fullmatch(top), _starting(top, students)
    numbered = [s for s in students if canvas and s.lms.get("canvas_id") == canvas["number"]]
    if canvas and (not begun or begun == numbered):
        text = f"{canvas['name']}_{canvas['number']}"
        late = canvas["late"] is not None
        return FileLabel("canvas", text, canvas["name"], canvas["number"], late, canvas["rest"])
    submit = SUBMIT.fullmatch(top)
    if submit:
        return FileLabel("submit", submit["name"], submit["name"], rest=top)
    return FileLabel("file", top, top, rest=top)


def owner(
    label: FileLabel, students: Sequence[Student], matches: Mapping[str, str]
) -> tuple[Student | None, str]:
    """Return whose a file is, or nobody and the reason with the next step.

    Parameters
    ----------
    label : FileLabel
        What the collector has written.
    students : sequence of Student
        The roster.
    matches : mapping of str to str
        What a person has decided: student by the text of a label.
    """
    decided = {_folded(text): student for text, student in matches.items()}.get(_folded(label.text))
    if decided is not None:
        found = [student for student in students if student.id == decided]
        return (found[0], "") if found else (None, f"there is no student {decided!r} in roster.csv")
    for meant in _meant_by(label, students):
        if len(meant) == 1:
            return meant[0], ""
        if meant:
            names = " or ".join(student.id for student in meant)
            return None, f'could be {names}: say whose it is with --match "{label.text}=STUDENT"'
    if label.kind == "moodle" and re.fullmatch(r"participant( \d+)?", label.name, re.IGNORECASE):
        return None, "Moodle hides the names: reveal student identities there, download again"
    if label.kind == "file" and ANONYMOUS.match(label.name):
        return None, "Canvas hides the names: turn anonymous grading off there, download again"
    return None, f'nobody in roster.csv: add the student, or use --match "{label.text}=STUDENT"'


def _meant_by(label: FileLabel, students: Sequence[Student]) -> Iterator[list[Student]]:
    """Yield the students that may be meant, the surest reading first."""
    if label.kind == "canvas":
        yield [s for s in students if s.lms.get("canvas_id") == label.number]
        unknown = [s for s in students if not s.lms.get("canvas_id")]
        yield from _by_name(label.name, unknown, (_joined, _plain, _ascii))
    elif label.kind == "moodle":
        for meant in _by_name(label.name, students, (_words, _plain)):
            same = [s for s in meant if s.lms.get("moodle_id") == label.number]
            yield same if len(meant) > 1 and len(same) == 1 else meant
        nameless = [s for s in students if not (s.first_name or s.last_name)]
        yield [s for s in nameless if s.lms.get("moodle_id") == label.number]
    elif label.kind == "file":
        canvas = CANVAS.fullmatch(label.name)  # both a student's id and a Canvas user: must agree
        begun = _starting(label.name, students)
        yield [
            student
            for student in students
            if student in begun or (canvas and student.lms.get("canvas_id") == canvas["number"])
        ]
    else:
        yield [s for s in students if s.id == label.name]
        yield [s for s in students if _safe(s.id) == _safe(label.name)]
        yield [s for s in students if _folded(s.id) == _folded(label.name)]
        yield from _by_name(label.name.replace("_", " "), students, (_words, _plain))


def _starting(name: str, students: Sequence[Student]) -> list[Student]:
    """Return the students whose id is the file's name, or its beginning before a _."""
    bare = unicodedata.normalize("NFC", name)
    for ending in (".ipynb", *ARCHIVES):
        bare = bare[: -len(ending)] if bare.lower().endswith(ending) else bare
    for same in (lambda text: unicodedata.normalize("NFC", text), _folded):
        begun = [s for s in students if f"{same(bare)}_".startswith(f"{same(s.id)}_")]
        if begun:
            return begun
    return []


def _by_name(
    name: str, students: Sequence[Student], spellings: Sequence[Callable[[str], str]]
) -> Iterator[list[Student]]:
    """Yield the students of a name, in either order, in spellings that forgive more and more."""
    for spelled in spellings:
        wanted = spelled(name)
        yield [
            student
            for student in students
            if wanted
            and wanted
            in {
                spelled(f"{student.first_name} {student.last_name}"),
                spelled(f"{student.last_name} {student.first_name}"),
            }
        ]


@lru_cache(MOST_SPELLINGS)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip()).casefold()


def _safe(text: str) -> str:
    """Spell a name as flcourse submit does in the name of a file."""
    return _folded(re.sub(r'[\\/:*?"<>|\s]', "_", text))


@lru_cache(MOST_SPELLINGS)
def _words(text: str) -> str:
    return " ".join(_folded(text).split())


@lru_cache(MOST_SPELLINGS)
def _joined(text: str) -> str:
    return "".join(letter for letter in _folded(text) if letter.isalnum())


@lru_cache(MOST_SPELLINGS)
def _plain(text: str) -> str:
    """Spell a name without accents, spaces and signs: Ä is A, Jean-Luc is jeanluc."""
    letters = unicodedata.normalize("NFKD", text.strip()).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


@lru_cache(MOST_SPELLINGS)
def _ascii(text: str) -> str:
    """Spell a name as a platform that drops all letters beyond a to z."""
    return "".join(letter for letter in _joined(text) if letter.isascii())
