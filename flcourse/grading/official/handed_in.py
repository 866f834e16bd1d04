"""What lies in a hand-in: the notebooks among its files, in archives too, read within limits.

Nothing is unpacked to disk, no link is followed, and no name decides alone: a notebook that a
browser has saved as text, or an archive that is called a notebook, is known by its content.
"""

from __future__ import annotations

import bz2
import contextlib
import errno
import gzip
import heapq
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import IO, Any

__all__ = [
    "ARCHIVES",
    "LARGEST_FILE",
    "LARGEST_TOTAL",
    "MOST_FILES",
    "Found",
    "HandIn",
    "UnreadableError",
    "chosen",
    "distance",
    "limited",
    "look",
    "notebooks_in",
    "open_member",
    "plain_members",
    "rank",
    "read_file",
    "refuse_special",
    "short",
]

LARGEST_FILE = 20 * 2**20  # bytes of a notebook, also when it comes out of an archive
LARGEST_TOTAL = 3 * LARGEST_FILE  # of all notebooks of a hand-in
MOST_NOTEBOOKS = 20  # of a hand-in that are looked at
MOST_MEMBERS = 1_000  # entries of an archive that are looked at
LARGEST_ARCHIVE = 100 * 2**20  # bytes, packed
LARGEST_UNPACKED = 200 * 2**20  # of a packed tar, of which what comes first must be unpacked, too
LONGEST_HEADER = 2**16  # of a tar: long names and other words about an entry
MOST_FILES = 1_000  # of a folder; `chosen` says which
# A file that has become a link or a pipe since it was looked at is refused, not followed, where
# the system can do so; Windows must be told to leave line ends alone.
OPENING = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
)
PACKED: dict[bytes, Callable[..., Any]] = {  # by the bytes with which such a file begins
    b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open, b"\x5d\0\0": lzma.open,
}  # fmt: skip
ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
PERHAPS = (".json", ".txt")  # as which browsers save a notebook
DOCUMENTS = (".txt", ".md", ".rtf", ".doc", ".docx", ".odt", ".pdf", ".html", ".py")
OURS = ("timestamp.txt", "receipt.txt", "submission_secret.txt")  # that tools lay beside it
# The file is there, and we are to blame if it cannot be read. (A link or a pipe is the student's.)
OUR_ERRORS = (errno.EACCES, errno.EPERM, errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE,
              errno.ENOSPC, errno.ESTALE)  # fmt: skip
DAMAGE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, ValueError,
          KeyError, NotImplementedError, RuntimeError, OSError)  # fmt: skip


class UnreadableError(Exception):
    """The submission cannot be read; the message says why, in the student's terms."""


@dataclass(frozen=True)
class Found:
    """A file that is meant as a notebook; ``inside`` is the archive in which it lay, or empty."""

    name: str
    inside: str
    content: bytes

    @property
    def place(self) -> str:
        """Where it lay, for people."""
        return f"{self.name!r} in {self.inside!r}" if self.inside else repr(self.name)


@dataclass
class HandIn:
    """The files of a hand-in: notebooks, best names first; documents; why others are not read."""

    notebooks: list[Found] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)  # by name


def look(path: Path, stem: str) -> HandIn:
    """Return what was handed in for an assignment.

    Parameters
    ----------
    path : pathlib.Path
        A folder, a notebook or an archive; it may not exist.
    stem : str
        The name that the notebook should have.

    Raises
    ------
    OSError
        If a file is there that we may not or cannot read; nothing else raises.
    """
    hand_in = HandIn()
    try:
        kind = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return hand_in
    if not stat.S_ISDIR(kind):
        _add(hand_in, path, sure=True)
    else:
        with os.scandir(path) as entries:
            names = chosen(e.name for e in entries if not e.is_dir(follow_symlinks=False))
        for name in sorted(names, key=lambda name: distance(name, stem)):
            _add(hand_in, path / name)
    unique = {found.content: found for found in reversed(hand_in.notebooks)}
    hand_in.notebooks = sorted(unique.values(), key=lambda found: distance(found.name, stem))
    return hand_in


def chosen(names: Iterable[str], most: int | None = None) -> list[str]:
    """Return names in their order; of too many, those that may be notebooks before others.

    Parameters
    ----------
    names : iterable of str
        Names of files; however many there are, little memory is used.
    most : int, optional
        How many are returned; `MOST_FILES` by default.

    Examples
    --------
    >>> chosen(["a.csv", "b.csv", "erm.ipynb", "why.pdf"], 2)
    ['erm.ipynb', 'why.pdf']
    """
    most = MOST_FILES if most is None else most
    return sorted(heapq.nsmallest(most, names, key=lambda name: (rank(name), name)))


def rank(name: str) -> int:
    """Return 0 for the name of a possible notebook or archive, 1 for that of a document, else 2."""
    low = name.lower()
    if ".ipynb" in low or low.endswith(ARCHIVES) or name in OURS:
        return 0
    return 1 if low.endswith((*PERHAPS, *DOCUMENTS)) else 2


def distance(name: str, stem: str) -> tuple[bool, bool, bool, int, str]:
    """Return how far a name is from that of the assignment's notebook; the nearest one counts.

    Examples
    --------
    >>> names = ["b.ipynb", "erm (1).ipynb", "erm.ipynb"]
    >>> sorted(names, key=lambda name: distance(name, "erm"))
    ['erm.ipynb', 'erm (1).ipynb', 'b.ipynb']
    """
    bare = name.lower().removesuffix(".ipynb")
    return (name != f"{stem}.ipynb", bare != stem, stem not in bare, len(name), name)


def _add(hand_in: HandIn, path: Path, *, sure: bool = False) -> None:
    """Put a file where it belongs; ``sure`` says that it must be the notebook."""
    name, low = path.name, path.name.lower()
    if name in OURS and not sure:
        return
    try:
        if low.endswith(ARCHIVES) or _is_packed(path, low):
            refuse_special(path)
            _add_members(hand_in, path, handed_over=sure)
        elif sure or low.endswith(".ipynb"):
            refuse_special(path)
            _keep(hand_in, Found(name, "", read_file(path)))
        elif low.endswith(PERHAPS) and _begins_like_a_notebook(path):
            _keep(hand_in, Found(name, "", read_file(path)))
        elif low.endswith(DOCUMENTS):
            hand_in.documents.append(name)
        else:
            hand_in.others.append(name)
    except UnreadableError as reason:
        hand_in.problems[name] = str(reason)
    except OSError as error:
        if error.errno in OUR_ERRORS:
            raise
        hand_in.problems[name] = f"the file cannot be read: {short(error)}"


def _is_packed(path: Path, low: str) -> bool:
    """Whether a file that is called a notebook is an archive."""
    plain = stat.S_ISREG(path.lstat().st_mode)
    return low.endswith(".ipynb") and plain and zipfile.is_zipfile(path)


def _begins_like_a_notebook(path: Path) -> bool:
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with os.fdopen(os.open(path, OPENING), "rb") as file:
        begin = file.read(100).lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")
    return begin.startswith(b"{")


def _add_members(hand_in: HandIn, path: Path, *, handed_over: bool) -> None:
    """Add the notebooks in an archive; one that was handed over as such is no detour."""
    before = len(hand_in.notebooks)
    for found in notebooks_in(path):
        _keep(hand_in, replace(found, inside="") if handed_over else found)
    if len(hand_in.notebooks) == before:
        hand_in.others.append(f"{path.name} (without a notebook)")


def _keep(hand_in: HandIn, found: Found) -> None:
    """Keep a notebook, if there is no more of them than anybody means to hand in."""
    size = sum(len(other.content) for other in hand_in.notebooks) + len(found.content)
    if len(hand_in.notebooks) == MOST_NOTEBOOKS or size > LARGEST_TOTAL:
        raise UnreadableError("there are more notebooks than anybody means to hand in")
    hand_in.notebooks.append(found)


def notebooks_in(path: Path) -> Iterator[Found]:
    """Yield the notebooks in an archive; folders in their names are ignored.

    Raises
    ------
    UnreadableError
        If it cannot be read.
    """
    try:
        with contextlib.ExitStack() as stack:
            archive = _opened(path, stack)
            for inside, entry in plain_members(archive):
                if inside.suffix.lower() == ".ipynb":
                    with open_member(archive, entry) as file:
                        yield Found(inside.name, path.name, limited(file, inside.name))
    except UnreadableError as reason:
        raise UnreadableError(f"the archive {path.name!r} cannot be read: {reason}") from None
    except DAMAGE as error:
        if isinstance(error, OSError) and error.errno in OUR_ERRORS:
            raise
        raise UnreadableError(f"the archive {path.name!r} cannot be read: {short(error)}") from None


def _opened(path: Path, stack: contextlib.ExitStack) -> Any:
    """Open an archive; a packed tar is read as a stream that ends when it has become too much."""
    if path.stat().st_size > LARGEST_ARCHIVE:
        raise UnreadableError(f"{path.name!r} is larger than {LARGEST_ARCHIVE // 2**20} MB")
    if zipfile.is_zipfile(path):
        return stack.enter_context(zipfile.ZipFile(path))
    with path.open("rb") as file:
        begin = file.read(6)
    unpack = next((unpack for magic, unpack in PACKED.items() if begin.startswith(magic)), open)
    stream = stack.enter_context(unpack(path, "rb"))
    short: Any = _Bounded(stream)  # has what tarfile needs of a file
    return stack.enter_context(tarfile.open(fileobj=short, mode="r|", tarinfo=_Entry))


class _Bounded:
    """A stream that refuses to give more than `LARGEST_UNPACKED` bytes in all."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._left = stream, LARGEST_UNPACKED

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        found = self._stream.read(size)
        self._left -= len(found)
        if self._left < 0:
            raise UnreadableError(
                f"it holds more than {LARGEST_UNPACKED // 2**20} MB when it is unpacked"
            )
        return found


class _Entry(tarfile.TarInfo):
    """An entry of a tar: what is said about it is short, for tarfile reads it as a whole."""

    WORDS = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE,
             tarfile.SOLARIS_XHDTYPE)  # fmt: skip

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in self.WORDS and self.size > LONGEST_HEADER:
            raise UnreadableError("an entry has a name, or other words about it, that never end")
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise UnreadableError("it holds a file with gaps, which no notebook has")
        member: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]  # not public
        return member


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


def short(value: object) -> str:
    """Return a value, such as an error, in a few words."""
    words = str(value) or type(value).__name__
    return " ".join(words.split())[:120]
