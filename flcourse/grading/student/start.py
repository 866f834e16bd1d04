"""The student's own course folder: what is put into it, and the Jupyter that opens there.

Work is never overwritten. Beside the notebooks, in the hidden folder ``.flcourse``, lies a copy of
each as it was released: what equals it holds nothing of the student's and may be replaced by a
newer release; everything else is his, and a newer release goes beside it under another name.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from flcourse.grading.official.handed_in import LARGEST_FILE

FOLDER = "my-flcourse"  # the course folder, if the student names no other
RELEASED = ".flcourse"  # in the course folder: every notebook as it was released
LARGEST_TOTAL = 20 * LARGEST_FILE  # bytes of a ZIP with assignments
SETTINGS = Path(__file__).parent / "jupyter"  # of JupyterLab and nbgrader, for students
PROGRAMS = {"lab": "jupyterlab", "notebook": "notebook"}
NEXT_STEP = (
    "run this in the checkout of the course, or name the folder or ZIP that your instructor gave "
    "you: flcourse start --from PLACE"
)


def checkout(*places: Path) -> Path | None:
    """Return the released assignments of the checkout that one of these places lies in."""
    for place in places:
        for folder in (place, *place.parents):
            if (folder / "exercises" / "start" / "start.ipynb").is_file():
                return folder / "exercises"
    return None


def releases(place: Path) -> dict[str, bytes]:
    """Read the assignments in a folder, a ZIP or a single notebook.

    Parameters
    ----------
    place : pathlib.Path
        Notebooks stand in folders of their own name, or side by side; what is hidden, and what
        is no assignment, is passed over.

    Returns
    -------
    dict of str to bytes
        Content by name in the course folder, such as ``gtvmin/gtvmin.ipynb``.

    Raises
    ------
    ValueError
        If there is no assignment in it.
    """
    files = dict(_in_zip(place) if zipfile.is_zipfile(place) else _in_folder(place))
    found: dict[str, bytes] = {}
    for path in sorted(files, key=lambda path: (path.parent.name != path.stem, path)):
        name = f"{path.stem}/{path.stem}.ipynb"
        if path.suffix == ".ipynb" and name not in found and labels(files[path]):
            found[name] = files[path]
            found |= {
                f"{path.stem}/{other.name}": files[other]
                for other in files
                if other.parent == path.parent and path.parent.name == path.stem
                and other.suffix != ".ipynb"
            }  # fmt: skip
    if not found:
        raise ValueError(f"there is no assignment in {place}: {NEXT_STEP}")
    return dict(sorted(found.items()))


def _in_folder(place: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    if not place.exists():
        raise ValueError(f"there is nothing at {place}: {NEXT_STEP}")
    top = place / "exercises" if (place / "exercises").is_dir() else place
    notebooks = [place] if place.is_file() else [*top.glob("*.ipynb"), *top.glob("*/*.ipynb")]
    own = [path.parent for path in notebooks if path.parent.name == path.stem]
    for path in {*notebooks, *(path for folder in own for path in folder.iterdir())}:
        plain = path.is_file() and path.stat().st_size <= LARGEST_FILE
        if plain and not _hidden(path.parts[len(top.parts) :]):
            yield PurePosixPath(path.parent.name, path.name), path.read_bytes()


def _in_zip(place: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Read into memory only; names in the archive decide nothing but the name of a notebook."""
    try:
        yield from _members(place)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"the ZIP {place} cannot be read: {error}; download it again") from None


def _members(place: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    with zipfile.ZipFile(place) as archive:
        entries = {
            PurePosixPath(entry.filename.replace("\\", "/")): entry
            for entry in archive.infolist()
            if not entry.is_dir() and entry.file_size <= LARGEST_FILE
        }
        if sum(entry.file_size for entry in entries.values()) > LARGEST_TOTAL:
            raise ValueError(f"the ZIP {place} holds more than {LARGEST_TOTAL // 2**20} MB")
        whole = any("exercises" in path.parts for path in entries)  # the archive of a checkout
        for path, entry in entries.items():
            if not _hidden(path.parts) and (not whole or "exercises" in path.parts):
                yield path, archive.read(entry)


def _hidden(parts: tuple[str, ...]) -> bool:
    return any(part.startswith((".", "_")) and part != ".." for part in parts)


def labels(notebook: bytes) -> dict[str, str]:
    """Return nbgrader's label of each graded or locked cell, with the digest of its release."""
    try:
        cells = json.loads(notebook)["cells"]
        metas = [cell["metadata"].get("nbgrader") or {} for cell in cells]
        return {str(m["grade_id"]): str(m.get("checksum")) for m in metas if "grade_id" in m}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def put(found: Mapping[str, bytes], folder: Path) -> dict[Path, str]:
    """Put releases into the course folder, beside what the student has written.

    Parameters
    ----------
    found : mapping of str to bytes
        As `releases` returns it.
    folder : pathlib.Path
        The course folder; made if it is not there.

    Returns
    -------
    dict of pathlib.Path to str
        What happened, by the file that it happened to: "new", "same", "yours" (left alone),
        "newer" (replaced a release that nobody had written in) or "beside" (a newer release,
        under a name of its own, beside the student's work).
    """
    done = {}
    for name, content in found.items():
        path, verdict = _place(folder, name, content)
        done[path] = verdict
        if verdict in {"new", "newer", "beside"}:
            _write(path, content)
        _write(folder / RELEASED / name, content)
    return done


def _place(folder: Path, name: str, content: bytes) -> tuple[Path, str]:
    """Decide where a release goes, and what to call that."""
    path, record = folder / name, folder / RELEASED / name
    if not path.exists():
        return path, "new"
    mine = path.read_bytes()
    if mine == content:
        return path, "same"
    before = record.read_bytes() if record.exists() else None
    if mine == before:
        return path, "newer"
    fetched = before is None and labels(mine) == labels(content)  # by the list of assignments
    if before == content or fetched:
        return path, "yours"
    number = 1
    while True:
        suffix = "-new" if number == 1 else f"-new-{number}"
        beside = path.with_stem(path.stem + suffix)
        if not beside.exists() or beside.read_bytes() == content:
            return beside, "beside"
        number += 1


def _write(path: Path, content: bytes) -> None:
    """Write all or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.part")
    half.write_bytes(content)
    half.replace(path)


def jupyter(
    folder: Path, program: str = "lab", *, browser: bool = True, opens: Path | None = None
) -> tuple[list[str], dict[str, str]]:
    """Return command and environment of a Jupyter on the course folder.

    It listens on this machine only and asks nothing of others. nbgrader's *Validate* and
    *Assignment List* are on; what only instructors need is off.

    Parameters
    ----------
    folder : pathlib.Path
        The course folder.
    program : {"lab", "notebook"}
        JupyterLab or Notebook 7.
    browser : bool
        Whether it opens a browser by itself.
    opens : pathlib.Path, optional
        A notebook in the folder to begin with.

    Raises
    ------
    RuntimeError
        If it is not installed.
    """
    module = PROGRAMS[program]
    if not find_spec(module) or not find_spec("nbgrader"):
        raise RuntimeError(f"{module} or nbgrader is missing: pip install 'flcourse[grade]'")
    words = [sys.executable, "-m", module, "--ServerApp.ip=127.0.0.1"]
    words += [f"--ServerApp.root_dir={folder.resolve()}"]
    words += ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
    words += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words += [] if browser else ["--no-browser"]
    words += [str(opens.resolve())] if opens else []
    return words, _environment()


def _environment() -> dict[str, str]:
    """Add our settings, and our programs, which nbgrader calls by name."""

    def before(first: Any, name: str) -> str:
        return os.pathsep.join(filter(None, [str(first), os.environ.get(name, "")]))

    ours = {"JUPYTER_CONFIG_PATH": before(SETTINGS, "JUPYTER_CONFIG_PATH")}
    return {**os.environ, **ours, "PATH": before(Path(sys.executable).parent, "PATH")}
