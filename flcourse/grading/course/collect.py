"""Submissions come in: from learning platforms, folders, ``flcourse submit`` and the exchange.

Each goes to ``submitted/<student>/<stem>/``, with the time in timestamp.txt as nbgrader writes it.
Who it belongs to is decided by `flcourse.grading.course.owners`, what may be read by the limits of
`flcourse.grading.official.handed_in`. Collected twice, nothing changes; a newer submission takes
the place of an older one, which is kept in ``replaced/<stem>/<student>/``. What holds less
displaces nothing: no answers never take the place of answers, and a file that is no notebook never
that of one. What a student can still mend is told at once.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import heapq
import io
import os
import re
import secrets
import shutil
import struct
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path, PurePosixPath
from zoneinfo import ZoneInfo

from flcourse.grading import own_data
from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.course import appeals
from flcourse.grading.course.folder import (
    STAMP,
    Course,
    Student,
    due,
    read_course,
    read_roster,
    read_stamp,
    require_assignments,
)
from flcourse.grading.course.owners import SUBMIT, FileLabel, owner, read_label
from flcourse.grading.course.returned_feedback import remember
from flcourse.grading.course.scores import source_of
from flcourse.grading.course.variants import whose
from flcourse.grading.official import handed_in
from flcourse.grading.official.execute import whole
from flcourse.grading.official.handed_in import ARCHIVES, UnreadableError
from flcourse.grading.official.intake import Submission
from flcourse.grading.official.reading import Reader

__all__ = ["collect", "read_worksheet", "rehearsal"]

FORMAT = "%Y-%m-%d %H:%M:%S.%f UTC"  # as nbgrader writes it
MOST_IN_CLASS = 50_000  # entries of a platform's archive, files of a folder
MOST_FILES, MOST_TOLD = 20, 3  # of one student, and of those whose names a note lists
LARGEST_TOTAL = 2 * handed_in.LARGEST_FILE  # bytes of one student
COPIED = re.compile(r"(-\d+|-Copy\d+|[ _]?\(\d+\))+$")  # what platforms and browsers add to names
ENTRIES = 4  # in what `zipfile` reads of the end of an archive: how many there are
UNIX_TIME = 0x5455  # extra field of a ZIP entry, with seconds since 1970

LAST = "Last modified (submission)"
MOODLE_TIMES = ("%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p", "%A, %d %B %Y, %H:%M")

Progress = Callable[[int, int, float], None]
Worksheet = dict[str, tuple[Student | None, datetime | None]]  # by Moodle's number


@dataclass(frozen=True)
class Piece:
    """A file in a collection; ``path`` as the collector has named it, ``read`` gives its bytes.

    It was handed in at ``time``, or, if that is not ``sure``, no later.
    """

    path: PurePosixPath
    read: Callable[[], bytes]
    time: datetime | None
    sure: bool = True


@dataclass
class CollectReport:
    """What came of a collection; lists of students, and of others with the reason."""

    stem: str
    new: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    richer: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    older: list[str] = field(default_factory=list)
    poorer: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    late: list[tuple[str, timedelta]] = field(default_factory=list)
    untimed: list[str] = field(default_factory=list)
    unmatched: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    odd: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    appeals: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The report in plain words."""
        taken = [*self.new, *self.newer, *self.later, *self.richer]
        came = [*taken, *self.same, *self.older, *self.poorer, *self.known]
        count = f"{len(came)} submission{'s' * (len(came) != 1)}"
        lines = [f"{self.stem}: {count} in what was collected"]
        for students, words in (
            (self.new, "new"),
            (self.newer, "newer than before; the older ones are kept in replaced/"),
            (
                self.later,
                "in place of what was here, which is kept in replaced/; which of them is "
                "newer, no time says",
            ),
            (self.richer, "with answers, in place of what had none and is kept in replaced/"),
            (self.same, "as before, nothing was changed"),
            (self.older, "older than what is here, left out"),
            (self.poorer, "without a notebook or without answers, left out: what is here has them"),
            (self.known, "as one that was replaced before, left out: it is not newer"),
        ):
            if students:
                lines.append(f"  {len(students)} {words}: {', '.join(students)}")
        if self.late:
            late = ", ".join(f"{student} by {_words(by)}" for student, by in self.late)
            lines.append(f"  late: {late}")
        if self.untimed:
            lines.append(
                f"  time unknown, taken as in time: {', '.join(self.untimed)}: the files have the "
                "time of the download. For Moodle: download the grading worksheet, too, and "
                f"collect again: flcourse collect {self.stem} SUBMISSIONS.zip WORKSHEET.csv"
            )
        if self.appeals:
            count = f"{len(self.appeals)} appeal{'s' * (len(self.appeals) != 1)}"
            lines.append(f"  {count}, kept in {appeals.FOLDER}/{self.stem}/: "
                         f"{', '.join(self.appeals)}")  # fmt: skip
        for name, reason in self.unmatched:
            lines.append(f"  left where it is: {name}: {reason}")
        lines += [f"  note: {note}" for note in self.notes]
        if self.odd:
            lines.append(f"  look at these {len(self.odd)} now, while the students can be asked:")
            lines += [f"    {student}: {words}" for student, words in self.odd]
        lines += [f"  not stored: {student}: {why}" for student, why in self.failed]
        if self.missing:
            lines.append(f"  nothing yet from {len(self.missing)}: {', '.join(self.missing)}")
        return [whole(line) for line in lines]


def collect(
    folder: Path,
    stem: str,
    sources: Sequence[Path],
    *,
    matches: Mapping[str, str] | None = None,
    now: datetime | None = None,
    progress: Progress | None = None,
) -> CollectReport:
    """Collect submissions of an assignment into a course folder.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    stem : str
        The assignment.
    sources : sequence of pathlib.Path
        Archives of Moodle or Canvas, folders, notebooks and ZIPs of ``flcourse submit``; besides,
        Moodle's grading worksheets. If the sequence is empty, nbgrader's exchange is collected.
    matches : mapping of str to str, optional
        Students by what a report has called a file that matched nobody.
    now : datetime.datetime, optional
        No submission is later than this; the present by default.
    progress : callable, optional
        Called with the number of students done, the number of all, and 0.0 in place of the seconds
        left, which nobody estimates here.

    Raises
    ------
    ValueError
        If there is no such assignment, a source is nothing that can be collected, or the roster
        breaks a rule.
    """
    course, roster = read_course(folder), read_roster(folder)
    require_assignments(folder, [stem])
    report, assignment = CollectReport(stem), _assignment(folder, stem)
    matches, given = matches or {}, own_data.rows(folder, stem)
    with contextlib.ExitStack() as stack:
        reader = stack.enter_context(Reader())
        worksheet, files = _sorted_sources(sources, roster, course.zone)
        opened = [list(_open(file, course.zone, stack, report.notes)) for file in files]
        collections = [_dated(pieces) for pieces in opened]
        found = [
            piece
            for pieces in collections or [_from_exchange(folder, stem, stack, report)]
            for piece in _with_owners(pieces, roster or _folders(pieces), matches, stem, worksheet)
        ]
        report.unmatched = _unmatched(found)
        groups = _by_student(found)
        labels = {one: label.text for one in groups for label, _ in groups[one]
                  if label.kind == "moodle"}  # fmt: skip
        remember(folder, stem, labels)
        for number, student in enumerate(sorted(groups), 1):
            found_by = groups[student]
            try:
                into = _Place(course, stem, student, assignment, reader, given)
                _take(into, found_by, report, now or datetime.now(UTC))
            except OSError as error:  # of ours: it costs nobody else
                report.failed.append((student, str(error)))
            if progress:
                progress(number, len(groups), 0.0)
    here = {path.parent.name for path in (folder / "submitted").glob(f"*/{stem}")}
    report.missing = [student.id for student in roster if student.id not in here]
    return report


@contextlib.contextmanager
def rehearsal(folder: Path, stem: str) -> Iterator[Path]:
    """Let a collection be tried: yield a folder that looks like the course and is gone afterwards.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder; nothing in it is changed.
    stem : str
        The assignment whose submissions are there, too.
    """
    with tempfile.TemporaryDirectory() as place:
        like = Path(place) / folder.resolve().name
        like.mkdir()
        for name in ("course.toml", "roster.csv", "extensions.csv", "nbgrader_config.py",
                     "solutions", "_build", own_data.FOLDER):  # fmt: skip
            if (folder / name).exists():
                (like / name).symlink_to((folder / name).resolve())
        written = [*(folder / "submitted").glob(f"*/{stem}"), folder / "replaced" / stem,
                   folder / "reports" / stem, folder / appeals.FOLDER / stem]  # fmt: skip
        for home in written:
            if home.is_dir():
                copy = like / home.relative_to(folder)
                shutil.copytree(home, copy, symlinks=True)
        yield like


def _assignment(folder: Path, stem: str) -> Assignment | None:
    """Return the assignment, None if it has not been built yet."""
    with contextlib.suppress(ValueError):
        return read_assignment(source_of(folder, stem))
    return None


# ---------------------------------------------------------------------- what is in a source


def _sorted_sources(
    sources: Sequence[Path], roster: Sequence[Student], zone: ZoneInfo
) -> tuple[Worksheet, list[Path]]:
    """Return the rows of Moodle's worksheets among the sources, and the submissions."""
    worksheet: Worksheet = {}
    for source in sources:
        if source.suffix.lower() == ".csv":
            worksheet |= read_worksheet(source, roster, zone)
    files = [source for source in sources if source.suffix.lower() != ".csv"]
    if sources and not files:
        raise ValueError(f"source must be the submissions, too, not only {sources[0]}")
    return worksheet, files


def _open(
    source: Path, zone: ZoneInfo, stack: contextlib.ExitStack, notes: list[str]
) -> Iterator[Piece]:
    """Yield the files of a source; an archive stays open until the stack is left."""
    if source.is_dir():
        yield from _in_folder(source, notes)
    elif not source.exists():
        raise ValueError(f"source must be a folder, a ZIP or a notebook, {source} is not there")
    elif zipfile.is_zipfile(source) and not SUBMIT.fullmatch(source.name):
        _require_entries(source)
        try:
            archive = stack.enter_context(zipfile.ZipFile(source))
        except (zipfile.BadZipFile, NotImplementedError, EOFError, struct.error) as error:
            raise ValueError(f"{source} is damaged ({error}): download it again") from None
        yield from _in_archive(archive, zone)
    elif source.suffix.lower() == ".ipynb" or zipfile.is_zipfile(source):
        yield _piece(source, PurePosixPath(source.name))
    else:
        raise ValueError(f"source must be a folder, a ZIP or a notebook, {source} is none of them")


def _in_folder(folder: Path, notes: list[str]) -> Iterator[Piece]:
    """Yield the files of a folder; where one student has left too many, not all of hers."""
    found = heapq.nsmallest(MOST_IN_CLASS + 1, _ranked(folder, notes))
    if len(found) > MOST_IN_CLASS:
        if found[-1][0] == 0:
            raise ValueError(_too_many(folder))
        notes.append(f"{folder} holds more than {MOST_IN_CLASS} files: what is no notebook, no "
                     "archive and no document was left out")  # fmt: skip
    for name in sorted(PurePosixPath(name) for _, name in found[:MOST_IN_CLASS]):
        yield _piece(folder / name, name)


def _ranked(folder: Path, notes: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the names of all files below a folder, with what they may be; links as they are."""
    for home, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if not name.startswith(".")]
        links = [name for name in inside if os.path.islink(os.path.join(home, name))]
        plain = [name for name in [*names, *links] if not name.startswith(".")]
        below = Path(home).relative_to(folder)
        if len(plain) > handed_in.MOST_FILES:
            where = folder if below == Path() else below.as_posix()
            notes.append(f"{where} holds {len(plain)} files: {handed_in.MOST_FILES} of them were "
                         "looked at, those first that may be notebooks")  # fmt: skip
        # A folder of loose files may be a class, anything below is what one student has left.
        for name in plain if below == Path() else handed_in.chosen(plain):
            yield handed_in.rank(name), (below / name).as_posix()


def _too_many(source: Path) -> str:
    return f"{source} holds more than {MOST_IN_CLASS} files: collect it in parts"


def _require_entries(archive: Path) -> None:
    """Refuse an archive that says of itself that it holds too much: its list alone fills memory."""
    read_end = getattr(zipfile, "_EndRecData", None)  # not public; without it, it is read and told
    with archive.open("rb") as file:
        end = read_end(file) if read_end else None
    if end and end[ENTRIES] > MOST_IN_CLASS:
        raise ValueError(_too_many(archive))


def _piece(path: Path, name: PurePosixPath) -> Piece:
    def read() -> bytes:
        handed_in.refuse_special(path)
        return handed_in.read_file(path)

    return Piece(name, read, datetime.fromtimestamp(path.lstat().st_mtime, UTC))


def _in_archive(archive: zipfile.ZipFile, zone: ZoneInfo) -> Iterator[Piece]:
    try:
        for path, entry in handed_in.plain_members(archive, MOST_IN_CLASS):
            name = PurePosixPath(_decoded(path.as_posix(), entry))
            if not name.is_absolute() and ".." not in name.parts:
                yield Piece(name, partial(_read_member, archive, entry), _time(entry, zone))
    except UnreadableError as error:
        raise ValueError(f"{archive.filename}: {error}: collect it in parts") from None


def _read_member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    try:
        with handed_in.open_member(archive, entry) as file:
            return handed_in.limited(file, entry.filename)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError,
            ValueError) as error:  # fmt: skip
        raise UnreadableError(f"it is damaged in the archive ({error})") from None


def _decoded(name: str, entry: zipfile.ZipInfo) -> str:
    """Return a name that was written in UTF-8 without saying so."""
    if entry.flag_bits & 0x800:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _time(entry: zipfile.ZipInfo, zone: ZoneInfo) -> datetime | None:
    """Return the time of an entry: in UTC if it says so, else in the zone of the course."""
    extra = entry.extra
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == UNIX_TIME and size >= 5 and len(extra) >= 9 and extra[4] & 1:
            return datetime.fromtimestamp(struct.unpack("<I", extra[5:9])[0], UTC)
        extra = extra[4 + size :]
    try:
        local = datetime(*entry.date_time, tzinfo=zone)
    except ValueError:
        return None
    return local.astimezone(UTC) if local.year > 1980 else None  # where a clock of a ZIP begins


def _from_exchange(
    folder: Path, stem: str, stack: contextlib.ExitStack, report: CollectReport
) -> list[Piece]:
    """Let nbgrader collect into a folder of our own; what is there has nbgrader's time."""
    from flcourse.grading.course.release import nbgrader  # which loads all that builds assignments

    place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    words = ["collect", stem, f"--CourseDirectory.submitted_directory={place}"]
    for line in nbgrader(folder, *words).splitlines():
        if "cheating attempt" in line:
            report.notes.append(" ".join(line.split()))
    times = {home.parent.name: read_stamp(home) for home in place.glob(f"*/{stem}")}
    return [
        replace(piece, time=times.get(piece.path.parts[0]))
        for piece in _in_folder(place, report.notes)
        if piece.path.parts[1] == stem
    ]


def _dated(pieces: list[Piece]) -> list[Piece]:
    """Doubt times that all lie within an hour: platforms write the time of the download."""
    times = [piece.time for piece in pieces if piece.time]
    if times and max(times) - min(times) <= timedelta(hours=1):
        return [replace(piece, sure=False) for piece in pieces]
    return pieces


def read_worksheet(path: Path, roster: Sequence[Student], zone: ZoneInfo) -> Worksheet:
    """Read Moodle's grading worksheet: whose each number is, and when it was handed in."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    if not rows or not {"Identifier", LAST} <= set(rows[0]):
        raise ValueError(
            f"{path} must be Moodle's grading worksheet with the columns Identifier and {LAST}: "
            "download it in English"
        )
    people = {
        name.casefold(): student
        for student in roster
        for name in (student.email, student.lms.get("sis_user_id", ""), student.id)
        if name
    }
    sheet: Worksheet = {}
    for row in rows:
        number = (row["Identifier"] or "").rpartition(" ")[2]
        names = [(row.get(key) or "").casefold() for key in ("Email address", "ID number")]
        known = [people[name] for name in names if name in people]
        sheet[number] = (known[0] if known else None, _moodle_time(row[LAST] or "", path, zone))
    return sheet


def _moodle_time(text: str, path: Path, zone: ZoneInfo) -> datetime | None:
    """Read a time as Moodle writes it in English; a minute counts from its beginning."""
    if text.strip() in {"", "-"}:
        return None
    for form in MOODLE_TIMES:
        with contextlib.suppress(ValueError):
            return datetime.strptime(" ".join(text.split()), form).replace(tzinfo=zone)
    raise ValueError(f"{path}: {text!r} is no time in English: switch Moodle to English for it")


# ---------------------------------------------------------------------- whose it is


@dataclass(frozen=True)
class _Owned:
    """A file with what its path says, and whose it is, or why it is nobody's."""

    label: FileLabel
    piece: Piece
    student: Student | None
    reason: str


def _with_owners(
    pieces: Sequence[Piece], students: Sequence[Student], matches: Mapping[str, str], stem: str,
    worksheet: Worksheet,
) -> Iterator[_Owned]:  # fmt: skip
    """Yield each file with its owner; a worksheet of Moodle knows people and times better."""
    for label, piece in _labelled(pieces, students, matches):
        student, reason = owner(label, students, matches)
        if label.kind == "moodle" and worksheet.get(label.number):
            whose, when = worksheet[label.number]
            student = whose or student
            piece = replace(piece, time=when or piece.time, sure=bool(when) or piece.sure)
        if label.kind == "submit" and not label.rest.startswith(f"{stem}-"):
            student, reason = None, f"is no submission of {stem}"
        yield _Owned(label, piece, student, reason)


def _by_student(found: Sequence[_Owned]) -> dict[str, list[tuple[FileLabel, Piece]]]:
    groups: dict[str, list[tuple[FileLabel, Piece]]] = {}
    for one in found:
        if one.student:
            groups.setdefault(one.student.id, []).append((one.label, one.piece))
    return groups


def _unmatched(found: Sequence[_Owned]) -> list[tuple[str, str]]:
    """Return what is nobody's, with the reason; a loose file only if it may be a submission."""
    loose = (".ipynb", *ARCHIVES)
    reasons = {
        one.label.text: one.reason
        for one in found
        if not one.student
        and (
            one.label.kind != "file"
            or one.label.rest.lower().endswith(loose)
            or appeals.FILE.fullmatch(one.label.rest)
        )
    }
    return sorted(reasons.items())


def _labelled(
    pieces: Sequence[Piece], students: Sequence[Student], matches: Mapping[str, str]
) -> Iterator[tuple[FileLabel, Piece]]:
    """Yield the files with what their paths say, below a folder that all of them may share."""
    level = _shared_folders([piece.path for piece in pieces], students, matches)
    for piece in pieces:
        below = PurePosixPath(*piece.path.parts[level:])
        if below.name != STAMP:  # a student may have written it; only the exchange's counts
            yield read_label(below, students), piece


def _shared_folders(
    paths: Sequence[PurePosixPath], students: Sequence[Student], matches: Mapping[str, str]
) -> int:
    """Count the outer folders that all files share and that name no student.

    The names below them tell whose a file is; without such a name nothing is taken off.
    """
    for level in range(min((len(path.parts) for path in paths), default=0)):
        below = [PurePosixPath(*path.parts[level:]) for path in paths]
        if any(owner(read_label(path, students), students, matches)[0] for path in below):
            return level
        if len({path.parts[0] for path in below}) > 1:
            break
    return 0


def _folders(pieces: Sequence[Piece]) -> list[Student]:
    """Return the students of a course without a roster: the folders of a collection."""
    return [Student(name) for name in sorted({p.path.parts[0] for p in pieces if p.path.parts[1:]})]


# ---------------------------------------------------------------------- into the course folder


@dataclass(frozen=True)
class _Place:
    """Where the work of a student goes, and who reads it."""

    course: Course
    stem: str
    student: str
    assignment: Assignment | None
    reader: Reader
    given: Mapping[str, tuple[str, int]]  # groups and variants of own data

    @property
    def variant(self) -> int:
        """The student's own data."""
        return self.given.get(self.student, ("", own_data.PUBLIC))[1]

    @property
    def home(self) -> Path:
        """The folder of the submission."""
        return self.course.folder / "submitted" / self.student / self.stem

    def read(self, home: Path) -> Submission:
        """Return what is in a folder, read in a process with limits."""
        source = source_of(self.course.folder, self.stem)
        return self.reader.take_in(home, source, self.variant)

    def worth(self, home: Path) -> int:
        """Return 2 for a submission with answers, 1 for one that can be graded at all, else 0."""
        if self.assignment is None:
            return 2 if self.reader.holds_a_notebook(home, self.stem) else 0
        taken = self.read(home)
        return (1 + bool(taken.answered)) if taken.gradable else 0


def _take(
    into: _Place, found: Sequence[tuple[FileLabel, Piece]], report: CollectReport, now: datetime
) -> None:
    """Put the files of one student in place, and tell what the student should know."""
    student, given = into.student, found
    found = [pair for pair in given if not appeals.is_appeal(pair[0].rest, into.stem)]
    forms = [pair for pair in given if appeals.is_appeal(pair[0].rest, into.stem)]
    _keep_appeals(into, forms, report)
    files, taken = _files(student, found, report)
    if not files and len(found) < len(given):
        return
    if not files:
        report.notes.append(f"{student}: there is no file that can be taken")
        return
    known = [piece.time for piece in taken if piece.time]
    time, sure = min(max(known), now) if known else None, all(piece.sure for piece in taken)
    said = [label.late for label, _ in found if label.late is not None]
    late = any(said) if said else None
    time = _agreed(into.course, into.stem, student, time, sure, late, report)
    state = _store(into, _usual(files, into), time, sure)
    getattr(report, state).append(student)
    if into.assignment:
        report.odd += [(student, words) for words in _oddities(into.read(into.home), into)]
    stamp = read_stamp(into.home)
    until = due(into.course, into.stem, student)
    if stamp and until and stamp > until.astimezone(UTC):
        report.late.append((student, stamp - until.astimezone(UTC)))


def _keep_appeals(
    into: _Place, found: Sequence[tuple[FileLabel, Piece]], report: CollectReport
) -> None:
    """Put what a student finds unfair where `status` counts it."""
    known = into.assignment.of_kind("answer", "manual") if into.assignment else []
    tasks = [cell.id for cell in known]
    for label, piece in found:
        try:
            content = piece.read()
        except (UnreadableError, OSError) as error:
            report.notes.append(f"{into.student}: {label.rest!r} was left out: {error}")
            continue
        folder = into.course.folder
        if wrong := appeals.keep(folder, into.stem, into.student, content, tasks):
            report.odd.append((into.student, wrong))
        else:
            report.appeals.append(into.student)


def _files(
    student: str, found: Sequence[tuple[FileLabel, Piece]], report: CollectReport
) -> tuple[dict[str, bytes], list[Piece]]:
    """Return the files of one student that can be taken, and where they come from.

    Of too many they are those that may be notebooks.
    """
    files: dict[str, bytes] = {}
    taken, left = [], []
    for label, piece in sorted(found, key=_use):
        name = _free(_clean(label.rest), files)
        if len(files) == MOST_FILES:
            left.append(name)
            continue
        try:
            content = piece.read()
        except (UnreadableError, OSError) as error:
            report.notes.append(f"{student}: {name!r} was left out: {error}")
            continue
        if sum(map(len, files.values())) + len(content) > LARGEST_TOTAL:
            left.append(name)
            continue
        files[name] = content
        taken.append(piece)
    if left:
        more = f" and {len(left) - MOST_TOLD} more were" if len(left) > MOST_TOLD else " was"
        names = ", ".join(map(repr, left[:MOST_TOLD]))
        report.notes.append(f"{student}: {names}{more} left out: there is too much")
    return files, taken


def _use(pair: tuple[FileLabel, Piece]) -> tuple[int, PurePosixPath]:
    """Return what orders the files of a student: notebooks first."""
    return handed_in.rank(pair[0].rest), pair[1].path


def _oddities(taken: Submission, into: _Place) -> Iterator[str]:
    """Tell what will cost points, or needs a decision, and can still be mended."""
    if not taken.gradable:
        yield "; ".join([*taken.notes, *taken.choice])
        return
    yield from taken.choice
    if not taken.answered:
        yield "nothing is answered in the notebook"
    if taken.variant not in (None, into.variant):
        has = whose(into.given, taken.variant or own_data.PUBLIC)
        yield f"the notebook has {has}; it will be graded on variant {into.variant}"


def _clean(name: str) -> str:
    """Return a name that a folder can hold: printable, not hidden, not too long."""
    name = unicodedata.normalize("NFC", PurePosixPath(name.replace("\\", "/")).name)
    name = "".join(letter for letter in name if letter.isprintable()).lstrip(". ")
    stem, dot, ending = name.rpartition(".")
    return f"{stem[:60]}{dot}{ending[:20]}" if dot else name[:80] or "unnamed"


def _free(name: str, taken: Mapping[str, bytes]) -> str:
    stem, dot, ending = name.rpartition(".")
    number, free = 2, name
    while free in taken:
        free, number = f"{stem}_{number}{dot}{ending}" if dot else f"{name}_{number}", number + 1
    return free


def _usual(files: Mapping[str, bytes], into: _Place) -> dict[str, bytes]:
    """Return the files with the notebook under the name that it has in the assignment.

    A name that a platform or browser has given is not the student's fault, nor is it that the
    notebook lies in an archive: it is taken out, and the archive stays beside it.
    """
    usual, name = dict(files), f"{into.stem}.ipynb"
    notebooks = [name for name in files if name.lower().endswith(".ipynb")]
    packed = [name for name in files if name.lower().endswith(ARCHIVES)]
    if len(notebooks) == 1 and COPIED.sub("", notebooks[0][: -len(".ipynb")]) == into.stem:
        usual[name] = usual.pop(notebooks[0])
    elif not notebooks and len(packed) == 1:
        with tempfile.TemporaryDirectory() as folder:
            archive, place = Path(folder) / packed[0], Path(folder) / "notebook"
            archive.write_bytes(files[packed[0]])
            if into.reader.unpack(archive, into.stem, place):
                usual[name] = place.read_bytes()
    return usual


def _agreed(
    course: Course, stem: str, student: str, time: datetime | None, sure: bool, late: bool | None,
    report: CollectReport,
) -> datetime | None:  # fmt: skip
    """Return the time of a submission, in line with what the platform says about the due date."""
    date = due(course, stem, student)
    last = date.astimezone(UTC) if date else None
    if last is None or late is None:
        if time and (sure or (last and time <= last)):
            return time
        if last:
            report.untimed.append(student)
        return None
    if not late:
        return min(time, last) if time else last
    first = last + timedelta(minutes=course.late.grace_minutes, seconds=1)
    if time is None or time < first or not sure:
        report.notes.append(
            f"{student}: the platform says late, but not since when: "
            f"{first:%Y-%m-%d %H:%M:%S} UTC was written into {STAMP}, correct it if you know better"
        )
        return first
    return time


def _store(into: _Place, files: Mapping[str, bytes], time: datetime | None, sure: bool) -> str:
    """Write files to ``submitted``; the name of what was done is a list of the report."""
    home, stem = into.home, into.stem
    before, fresh = read_stamp(home), {n: _digest(c) for n, c in files.items()}
    if home.is_dir() and _digests(home) == fresh:
        if time and (before is None or (sure and time < before)):
            (home / STAMP).write_text(time.astimezone(UTC).strftime(FORMAT), "utf-8")
        return "same"  # else with its first time
    home.parent.mkdir(parents=True, exist_ok=True)
    draft = home.with_name(f".{stem}.{secrets.token_hex(4)}")
    draft.mkdir()
    try:
        for name, content in files.items():
            (draft / name).write_bytes(content)
        if time:
            (draft / STAMP).write_text(time.astimezone(UTC).strftime(FORMAT), "utf-8")
        if not home.is_dir():
            draft.replace(home)
            return "new"
        state = _state(into, draft, time, sure)
        if state in {"poorer", "older", "known"}:
            return state
        kept = into.course.folder / "replaced" / stem / into.student
        kept.mkdir(parents=True, exist_ok=True)
        home.replace(_unused(kept / (before.strftime("%Y%m%dT%H%M%SZ") if before else "no-time")))
        draft.replace(home)
        return state
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _state(into: _Place, draft: Path, time: datetime | None, sure: bool) -> str:
    """Return what a submission is to the one that is there: what holds less displaces nothing."""
    before = read_stamp(into.home)
    gain = into.worth(draft) - into.worth(into.home)
    if gain:
        return "richer" if gain > 0 else "poorer"
    if before and time and time < before:
        return "older"
    replaced = into.course.folder / "replaced" / into.stem / into.student
    for old in replaced.glob("*"):
        known = [stamp for stamp in (before, read_stamp(old)) if stamp]
        again = sure and time is not None and all(time > stamp for stamp in known)
        if _digests(old) == _digests(draft) and not again:
            return "known"
    return "newer" if before and time else "later"


def _unused(path: Path) -> Path:
    number, free = 2, path
    while free.exists():
        free, number = path.with_name(f"{path.name}-{number}"), number + 1
    return free


def _digests(home: Path) -> dict[str, str]:
    files = [path for path in home.iterdir() if path.is_file() and path.name != STAMP]
    return {path.name: _digest_of(path) for path in files}


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _words(by: timedelta) -> str:
    hours = int(by.total_seconds() // 3600)
    if by.days:
        return f"{by.days} d {hours - 24 * by.days} h"
    return f"{hours} h" if hours else f"{int(by.total_seconds() // 60)} min"
