"""The student's own course folder: what is put into it, and the Jupyter that opens there.

Work is never overwritten. Beside the notebooks, in the hidden folder ``.flcourse``, lies a copy of
each as it was released: what equals it holds nothing of the student's and may be replaced by a
newer release; everything else is theirs, and a newer release goes beside it under another name.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from flcourse.grading import instances, own_data
from flcourse.grading.notebook import TEXT_STUB, is_answered
from flcourse.grading.official.handed_in import LARGEST_FILE
from flcourse.grading.student import identity, surroundings

__all__ = [
    "FOLDER",
    "NEXT_STEP",
    "NO_EXCHANGE",
    "RELEASED",
    "SETTINGS",
    "alike",
    "assignments",
    "checkout",
    "course_folder",
    "jupyter",
    "labels",
    "notebook",
    "offered",
    "put",
    "releases",
    "shipped",
]

FOLDER = "my-flcourse"  # the course folder, if the student names no other
RELEASED = instances.RELEASED  # in the course folder: every notebook as it was released
LARGEST_TOTAL = 20 * LARGEST_FILE  # bytes of a ZIP with assignments
SHIPPED = Path(__file__).parents[2] / "assignments"  # in an installed package (tools/backend.py)
SETTINGS = Path(__file__).parent / "jupyter"  # of JupyterLab and nbgrader, for students
NO_EXCHANGE = Path(__file__).parent / "no_exchange"  # more of them, where there is no exchange
# program -> (its module, its own class of settings, the address of a notebook)
PROGRAMS = {
    "lab": ("jupyterlab", "LabApp", "/lab/tree/"),
    "notebook": ("notebook", "JupyterNotebookApp", "/notebooks/"),
}
LOUDEST = "CRITICAL"  # of Jupyter's log: the address is told all the same
TIERS = {"tier-core", "tier-standard"}  # labels that name a smaller tier of an assignment
NEXT_STEP = "name the folder or ZIP that your instructor gave you: flcourse start --from PLACE"


def shipped(*places: Path) -> Path | None:
    """Return the assignments that came with the package, or those of the checkout it is in.

    Parameters
    ----------
    *places : pathlib.Path
        Further places to look for a checkout, in them and in the folders above.
    """
    return SHIPPED if SHIPPED.is_dir() else checkout(*places, Path(__file__).parent)


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
        known = path.suffix == ".ipynb" and name not in found and _everywhere(path.stem)
        if known and labels(files[path]):
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


def _everywhere(name: str) -> bool:
    """Whether every system can have a folder and a file of this name."""
    device = re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", name.split(".")[0], re.IGNORECASE)
    return not device and not re.search(r'[<>:"|?*\x00-\x1f]|[. ]$', name)


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
    found = {}
    try:
        cells = list(json.loads(notebook)["cells"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    for cell in cells:
        with contextlib.suppress(KeyError, TypeError, AttributeError):  # a cell that is none
            meta = cell["metadata"]["nbgrader"]
            found[str(meta["grade_id"])] = str(meta.get("checksum"))
    return found


def alike(mine: set[str], theirs: set[str]) -> bool:
    """Whether two notebooks are one assignment, by the labels of their cells.

    More than half of the labels of the smaller one must be in both: a release may have gained or
    lost tasks since the other was made. Two tiers of an assignment are not alike, though.

    Examples
    --------
    >>> alike({"solve", "solve-tests"}, {"solve", "solve-tests", "discussion"})
    True
    >>> alike({"solve", "discussion"}, {"discussion", "weights"})
    False
    """
    same_tier = mine & TIERS == theirs & TIERS
    return same_tier and len(mine & theirs) > min(len(mine), len(theirs)) / 2


def has_answers(mine: bytes, release: bytes) -> bool:
    """Whether somebody has written into a notebook where its release asks for an answer."""
    asked = {*_asked(release)}
    return any(
        is_answered(text) and text != TEXT_STUB and (name, text) not in asked
        for name, text in _asked(mine)
    )


def _asked(notebook: bytes) -> Iterator[tuple[str, str]]:
    """Yield label and text of the cells for answers."""
    with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
        for cell in json.loads(notebook)["cells"]:
            with contextlib.suppress(KeyError, TypeError, AttributeError):  # a cell that is none
                meta = cell["metadata"]["nbgrader"]
                if meta["solution"]:
                    yield str(meta["grade_id"]), "".join(cell["source"]).strip()


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
        "renamed" (left alone, under the name that the student gave it), "newer" (replaced a
        release that nobody had written in) or "beside" (a newer release, under a name of its own,
        beside the student's work).
    """
    done = {}
    for name, content in found.items():
        if name.endswith(instances.SUFFIX):  # only checks read it
            _write(folder / RELEASED / name, content)
            continue
        usual = folder / name
        mine = usual if usual.exists() else _renamed(folder, name, content) or usual
        if mine.is_file():
            content = own_data.kept(content, mine.read_bytes())
        path, verdict = _place(mine, folder / RELEASED / name, content)
        left = path != usual and verdict in {"same", "yours"}
        done[path] = "renamed" if left else verdict
        if verdict in {"new", "newer", "beside"}:
            _write(path, content)
        _write(folder / RELEASED / name, content)
    return done


def _renamed(folder: Path, name: str, content: bytes) -> Path | None:
    """Return the notebook of a release that bears another name, one with answers before others."""
    if not name.endswith(".ipynb"):
        return None
    record = folder / RELEASED / name
    before = record.read_bytes() if record.is_file() else content
    theirs = set(labels(content))
    found = [
        path for path in _notebooks(folder)
        if not _in_its_place(path, folder) and alike(set(labels(path.read_bytes())), theirs)
    ]  # fmt: skip
    return max(found, key=lambda path: has_answers(path.read_bytes(), before), default=None)


def _notebooks(folder: Path) -> list[Path]:
    """Return the notebooks of a course folder, in its folders and beside these."""
    there = [*folder.glob("*/*.ipynb"), *folder.glob("*.ipynb")]
    return sorted(
        path for path in there if path.is_file() and not _hidden(path.relative_to(folder).parts)
    )


def _in_its_place(path: Path, folder: Path) -> bool:
    """Whether a notebook bears the name under which it was released."""
    return (folder / RELEASED / path.relative_to(folder)).is_file()


def _place(path: Path, record: Path, content: bytes) -> tuple[Path, str]:
    """Decide where a release goes, and what to call that."""
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


def course_folder(here: Path) -> Path | None:
    """Return the course folder around a place, or the usual one below it; None if there is none.

    Parameters
    ----------
    here : pathlib.Path
        A folder, such as the one in which a command is given.
    """
    around = [here, *here.parents, here / FOLDER]
    return next((folder for folder in around if (folder / RELEASED).is_dir()), None)


def notebook(named: Path | None, here: Path) -> Path:
    """Return the notebook that is meant: a file, or an assignment of the course folder by name.

    Parameters
    ----------
    named : pathlib.Path or None
        A file, or the name of an assignment, such as ``gtvmin``, which its cells tell, whatever
        the file is called; None for the assignment in whose folder the command is given, or for
        the only one that there is. Of several the one with answers is meant.
    here : pathlib.Path
        Where the command is given.

    Raises
    ------
    ValueError
        If there is no assignment of this name, or if several notebooks may be meant.

    Examples
    --------
    >>> from pathlib import Path
    >>> notebook(Path("nowhere.ipynb"), Path("/nowhere"))
    PosixPath('nowhere.ipynb')
    """
    folder = course_folder(here)
    mine = _assignments(folder) if folder else {}
    if named is None:
        around = [place.name for place in (here, *here.parents) if place.name in mine]
        for name in [*around, *(mine if len(mine) == 1 else ())]:
            return _chosen(name, mine[name], here)
        raise ValueError(f"name an assignment or a notebook; {_there(mine, folder)}")
    if (here / named).is_file() or len(named.parts) > 1:
        return named
    if named.suffix:  # the name of a file, then
        for path in (path for found in mine.values() for path in found):
            if path.name == named.name:
                return path
    if named.stem in mine:
        return _chosen(named.stem, mine[named.stem], here)
    if not named.suffix:
        close = difflib.get_close_matches(str(named), mine, 1)
        remedy = f"did you mean {close[0]}?" if close else _there(mine, folder)
        raise ValueError(f"there is no assignment {named} here; {remedy}")
    return named


def assignments(here: Path) -> list[str]:
    """Return the names of the assignments in the course folder where a command is given.

    Examples
    --------
    >>> from pathlib import Path
    >>> assignments(Path("/nowhere"))
    []
    """
    folder = course_folder(here)
    return list(_assignments(folder)) if folder else []


def offered(here: Path) -> str:
    """Say which assignments there are where a command is given.

    Examples
    --------
    >>> from pathlib import Path
    >>> offered(Path("/nowhere")).startswith("there is no course folder here")
    True
    """
    folder = course_folder(here)
    return _there(_assignments(folder) if folder else {}, folder)


def _assignments(folder: Path) -> dict[str, list[Path]]:
    """Return the notebooks of each assignment in a course folder, whatever the files are called."""
    found: dict[str, list[Path]] = {}
    for path in _notebooks(folder):
        usual = path.stem if path.stem == path.parent.name else ""
        stem = usual if _in_its_place(path, folder) else _stem(path, folder) or usual
        if stem:
            found.setdefault(stem, []).append(path)
    return dict(sorted(found.items()))


def _stem(path: Path, folder: Path) -> str:
    """Return the assignment that a notebook is by its labels, "" if it is none."""
    mine, exercises = set(labels(path.read_bytes())), shipped(folder)
    for place in [folder / RELEASED, *([exercises] if exercises else [])] if mine else ():
        known = {one.stem: set(labels(one.read_bytes())) for one in sorted(place.glob("*/*.ipynb"))}
        same = [name for name in known if alike(mine, known[name])]
        if same:
            return max(same, key=lambda name: (len(mine & known[name]), name == path.parent.name))
    return ""


def _chosen(name: str, found: list[Path], here: Path) -> Path:
    """Return the notebook of an assignment that has answers, or the only one."""
    if len(found) == 1:
        return found[0]
    release = _release(name, found[0])
    written = [path for path in found if has_answers(path.read_bytes(), release)]
    usual = [path for path in found if path.stem == path.parent.name == name]
    if len(written) == 1 or (usual and not written):
        return [*written, *usual][0]
    places = [Path(os.path.relpath(path, here)).as_posix() for path in written or found]
    told = ", ".join(f'"{place}"' for place in places)
    raise ValueError(
        f"{name} is here {len(places)} times: {told}; say which one by its path, in quotation "
        "marks as here"
    )


def _release(name: str, beside: Path) -> bytes:
    """Return the release of an assignment, nothing if it is not known."""
    folder = course_folder(beside.parent)
    exercises = shipped(beside.parent)
    places = [*([folder / RELEASED] if folder else []), *([exercises] if exercises else [])]
    known = (place / name / f"{name}.ipynb" for place in places)
    return next((place.read_bytes() for place in known if place.is_file()), b"")


def _there(mine: Mapping[str, list[Path]], folder: Path | None) -> str:
    """Say what there is, and where it was looked for."""
    if folder is None and (last := identity.folder()):
        return f"there is no course folder here; yours is {last}"
    if folder is None:
        return "there is no course folder here: flcourse start makes one"
    has = f"has {', '.join(mine)}" if mine else "is empty: flcourse start fills it"
    return f"your folder {folder.resolve()} {has}"


def jupyter(
    folder: Path, program: str = "lab", *, browser: bool = True, opens: Path | None = None,
    log: bool = False,
) -> tuple[list[str], dict[str, str]]:  # fmt: skip
    """Return command and environment of a Jupyter on the course folder.

    It listens on this machine only and asks nothing of others. What only instructors need is
    off, and so is nbgrader's list of assignments where there is no exchange.

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
    log : bool
        Whether Jupyter tells what it does.

    Raises
    ------
    RuntimeError
        If it is not installed.
    """
    module, settings, address = PROGRAMS[program]
    if not find_spec(module):
        raise RuntimeError(f"{module} is missing: pip install 'flcourse[student]'")
    root = folder.resolve()
    words = [sys.executable, "-m", module, "--ServerApp.ip=127.0.0.1"]
    words += [f"--ServerApp.root_dir={root}"]
    words += [f"--ServerApp.terminado_settings={{'shell_command': {surroundings.terminal()!r}}}"]
    words += ["--ServerApp.answer_yes=True"]  # one Ctrl-C is enough
    words += surroundings.encryption()
    words += ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
    words += [f"--LabApp.workspaces_dir={root / RELEASED / surroundings.WORKSPACES}"]
    quiet = dict.fromkeys(["ServerApp", "LabApp", settings])  # each once, or Jupyter takes none
    words += [] if log else [f"--{one}.log_level={LOUDEST}" for one in quiet]
    words += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words += [] if browser else ["--no-browser"]
    if opens:
        where = quote(opens.relative_to(folder).as_posix())
        words += [f"--{settings}.default_url={address}{where}"]
    alone = [] if surroundings.exchange(root) else [NO_EXCHANGE]
    return words, surroundings.variables(*alone, SETTINGS)
