"""The end of term: everything that answers a complaint in a year, in one verified file.

Besides the course folder the archive holds the grader as it was (``grader/``), the versions of all
packages (``versions.txt``), what and when it is (``archive.json``), and the SHA-256 of each file
in ``MANIFEST.sha256``, which ``sha256sum -c`` reads. Nothing is deleted or changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import platform
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from flcourse.grading import own_data
from flcourse.grading.course.folder import SEED, read_course
from flcourse.grading.course.variants import SECRET

__all__ = ["archive", "verify"]

MANIFEST = "MANIFEST.sha256"
LEFT_OUT = {".git", "__pycache__", ".ipynb_checkpoints", ".venv", "node_modules"}
BLOCK = 2**20

Progress = Callable[[int, int, float], None]


@dataclass(frozen=True)
class Archived:
    """An archive that was written and read again: number of files, bytes, what could not go in."""

    place: Path
    files: int
    size: int
    left_out: tuple[str, ...]


def archive(
    folder: Path, to: Path, *, with_seed: bool = False, progress: Progress | None = None
) -> Archived:
    """Write a course folder into a ZIP and verify it.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder; nothing in it changes.
    to : pathlib.Path
        The file to write; it must not exist.
    with_seed : bool
        Whether the grading seed goes in, and the secret of own data: with the seed, and only with
        it, somebody can grade again and get the same points, or build answers that pass.
    progress : callable, optional
        Called with the number of files done, the number of all, and 0.0 in place of the seconds
        left, which nobody estimates here.

    Raises
    ------
    ValueError
        If the folder is no course, or the file exists or would not be a ZIP.
    RuntimeError
        If what was written cannot be read again as it was; no file is left then.
    """
    if not (folder / "course.toml").is_file():
        raise ValueError(f"folder must be a course with a course.toml, {folder} has none")
    if to.exists() or to.suffix.lower() != ".zip":
        raise ValueError(f"to must be a new file that ends in .zip, got {to}")
    paths, left_out = _paths(folder, to, with_seed)
    made = _made(folder, with_seed)
    to.parent.mkdir(parents=True, exist_ok=True)
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        digests = _write(draft, folder, paths, made, progress)
        problems = verify(draft)
        if problems or len(digests) != len(paths) + len(made):
            raise RuntimeError(f"{to} could not be written: {'; '.join(problems[:3])}")
        draft.replace(to)
    finally:
        draft.unlink(missing_ok=True)
    return Archived(to, len(digests), to.stat().st_size, tuple(left_out))


def _paths(folder: Path, to: Path, with_seed: bool) -> tuple[list[Path], list[str]]:
    """Return the files that go in, and the names of what is no plain file."""
    paths, odd = [], []
    for home, folders, files in os.walk(folder):
        here = Path(home).relative_to(folder)
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        if here == Path("_build"):  # made by flcourse build, but graded against
            folders[:] = [name for name in folders if name == "source"]
        for name in sorted([*files, *(n for n in folders if (Path(home) / n).is_symlink())]):
            path = Path(home) / name
            plain = path.is_file() and not path.is_symlink()
            if path.resolve() == to.resolve() or _stays_out(here, name, with_seed):
                continue
            if plain:
                paths.append(path)
            else:
                odd.append((here / name).as_posix())
    return paths, odd


def _stays_out(here: Path, name: str, with_seed: bool) -> bool:
    """Say whether a file stays out: secrets, if not asked for, and drafts of programs."""
    top = here == Path()
    seed = top and name == SEED and not with_seed
    secret = here / name == Path(own_data.FOLDER, SECRET) and not with_seed
    draft = top and (name.startswith(".gradebook.") or name.endswith(("-wal", "-shm")))
    return seed or secret or draft


def _made(folder: Path, with_seed: bool) -> dict[str, bytes]:
    """Return the files that are written for the archive, by name."""
    course = read_course(folder)
    packages = sorted(
        {f"{d.metadata['Name']}=={d.version}" for d in importlib.metadata.distributions()},
        key=str.casefold,
    )
    about = {
        "course": course.name,
        "term": course.term,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "flcourse": importlib.metadata.version("flcourse"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "grading seed": "inside" if with_seed else "not inside",
    }
    package = Path(__file__).resolve().parents[2]
    own = {
        f"grader/flcourse/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*.py"))
    }
    texts = {
        "archive.json": json.dumps(about, ensure_ascii=False, indent=1) + "\n",
        "versions.txt": "\n".join([f"python {platform.python_version()}", *packages, ""]),
    }
    return own | {name: text.encode() for name, text in texts.items()}


def _write(
    draft: Path, folder: Path, paths: list[Path], made: dict[str, bytes],
    progress: Progress | None,
) -> dict[str, str]:  # fmt: skip
    """Write the archive and return the digest of each file in it."""
    digests = {}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
        for number, path in enumerate(paths, 1):
            name = path.relative_to(folder).as_posix()
            entry = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
            entry.compress_type = zipfile.ZIP_DEFLATED
            database = path.parent == folder and path.suffix == ".db"
            with (
                _opened(path, database=database) as source,
                packed.open(entry, "w", force_zip64=True) as target,
            ):
                digests[name] = _copied(source, target)
            if progress:
                progress(number, len(paths), 0.0)
        for name, content in made.items():
            packed.writestr(name, content)
            digests[name] = hashlib.sha256(content).hexdigest()
        lines = [f"{digest}  {name}\n" for name, digest in sorted(digests.items())]
        packed.writestr(MANIFEST, "".join(lines))
    return digests


@contextlib.contextmanager
def _opened(path: Path, *, database: bool) -> Iterator[IO[bytes]]:
    """Open a file; of a database a whole copy, with what is still in its journal."""
    if not database:
        with path.open("rb") as file:
            yield file
        return
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / path.name
        with (
            contextlib.closing(
                sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
            ) as old,
            contextlib.closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
        with copy.open("rb") as file:
            yield file


def _copied(source: IO[bytes], target: IO[bytes] | None = None) -> str:
    """Read a file to its end, into another one if there is one, and return its digest."""
    digest = hashlib.sha256()
    while block := source.read(BLOCK):
        digest.update(block)
        if target is not None:
            target.write(block)
    return digest.hexdigest()


def verify(place: Path) -> list[str]:
    """Read an archive again and say what is not as its manifest says; nothing if all is."""
    try:
        with zipfile.ZipFile(place) as packed:
            lines = packed.read(MANIFEST).decode().splitlines()
            wanted = {name: digest for digest, _, name in (ln.partition("  ") for ln in lines)}
            names = [name for name in packed.namelist() if name != MANIFEST]
            problems = [f"{name} is not in the manifest" for name in names if name not in wanted]
            problems += [f"{name} is missing" for name in wanted if name not in set(names)]
            for name in wanted.keys() & set(names):
                with packed.open(name) as file:
                    if _copied(file) != wanted[name]:
                        problems.append(f"{name} is not what it was")
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, UnicodeDecodeError) as error:
        return [f"{place.name} cannot be read: {error}"]
    return problems
