"""Build assignments: text in ``solutions/`` to notebooks in ``exercises/``.

A script becomes a source notebook with nbgrader's metadata under ``_build/source``, and nbgrader's
own generate_assignment turns that into the released notebook. Every cell has a fixed id, so the
same text gives the same bytes, and what is released is compared with what the text says may be.
"""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flcourse.grading.authoring import lint, tiers
from flcourse.grading.authoring.dress import dressed
from flcourse.grading.labels import BESIDE
from flcourse.grading.notebook import (
    CODE_STUB,
    KERNEL,
    ROLES,
    SCHEMA_VERSION,
    TEXT_STUB,
    released_source,
)
from flcourse.grading.script import Cell, Script, ScriptError

__all__ = ["BuildError", "build", "is_behind", "release", "source_notebook"]

Notebook = dict[str, Any]


class BuildError(RuntimeError):
    """The released notebook is not what the text says it should be."""


def build(
    root: Path, stems: Sequence[str] = (), *, check: bool = False, book: str = "",
    points: Mapping[str, float] | None = None, tier: Mapping[str, str] | None = None,
) -> dict[Path, bool]:  # fmt: skip
    """Build assignments below ``root`` and say which released notebooks changed.

    Parameters
    ----------
    root : pathlib.Path
        The checkout: text in solutions/, sources go to _build/source/, releases to exercises/.
    stems : sequence of str, optional
        Names of the assignments; all of ``solutions/*.py`` by default.
    check : bool
        Write nothing, only compare.
    book : str, optional
        The address of the book's pages, for links; by default they lead to the formulas that
        ``flcourse start`` puts beside the assignments.
    points : mapping of str to float, optional
        What a course's own syllabus says of an assignment.
    tier : mapping of str to str, optional
        What a course has of an assignment, as `flcourse.grading.authoring.tiers` knows it.

    Returns
    -------
    dict of pathlib.Path to bool
        The released notebook of each stem, and whether it differs from what was there.

    Raises
    ------
    ScriptError
        If a script breaks a rule; the message names file, line, cell and rule.
    BuildError
        If a released notebook would hold a solution, a hidden test or an output.
    """
    changed = {}
    with tempfile.TemporaryDirectory() as nowhere:
        sources = Path(nowhere) if check else root / "_build" / "source"
        for path in _script_paths(root, stems):
            chosen = (tier or {}).get(path.stem, tiers.FULL)
            script = tiers.script(root, path.stem, chosen)
            offers = tiers.points(script) if chosen != tiers.FULL else None
            lint.check(script, offers or (points or {}).get(script.stem))
            released = release(dressed(script, book or BESIDE), sources)
            target = root / "exercises" / script.stem / f"{script.stem}.ipynb"
            changed[target] = not target.exists() or target.read_bytes() != released
            if changed[target] and not check:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(released)
    return changed


def is_behind(root: Path, stem: str, *, book: str = "", tier: str = tiers.FULL) -> bool:
    """Return whether the text of an assignment says something else than its source notebook.

    Parameters
    ----------
    root, stem, book
        As for `build`. Where there is no text, or nothing has been built yet, nothing is behind.
    tier : str
        What the course has of it.
    """
    text = root / "solutions" / f"{stem}.py"
    built = root / "_build" / "source" / stem / f"{stem}.ipynb"
    if not text.is_file() or not built.is_file():
        return False
    try:
        script = tiers.script(root, stem, tier)
        return built.read_text("utf-8") != _source_text(dressed(script, book or BESIDE))
    except ScriptError:
        return True


def _source_text(script: Script) -> str:
    return json.dumps(source_notebook(script), ensure_ascii=False, indent=1) + "\n"


def _script_paths(root: Path, stems: Sequence[str]) -> list[Path]:
    folder = root / "solutions"
    if not folder.is_dir():
        raise ValueError(f"root must be a checkout with a folder solutions/, got {root}")
    paths = [folder / f"{stem}.py" for stem in stems] or sorted(folder.glob("*.py"))
    for path in paths:
        if not path.is_file():
            known = ", ".join(sorted(file.stem for file in folder.glob("*.py")))
            raise ValueError(f"stem must be one of {known}, got {path.stem!r}")
    return paths


def source_notebook(script: Script) -> Notebook:
    """Return the instructor's notebook of a script: with solutions and hidden tests."""
    cells = []
    previous, free = script.stem, 0
    for cell in script.cells:
        previous, free = (cell.id, 0) if cell.id else (previous, free + 1)
        cells.append(_notebook_cell(cell, cell.id or f"{previous}--{free}"))
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": KERNEL, "cells": cells}


def _notebook_cell(cell: Cell, cell_id: str) -> dict[str, Any]:
    common = {"id": cell_id, "metadata": _metadata(cell, cell_id), "source": cell.source}
    if cell.markdown:
        return {"cell_type": "markdown", **common}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **common}


def _metadata(cell: Cell, cell_id: str) -> dict[str, Any]:
    """Return nbgrader's metadata; free cells have none."""
    if cell.kind not in ROLES:
        return {}
    grade, solution, locked = ROLES[cell.kind]
    nbgrader = {
        "schema_version": SCHEMA_VERSION,
        "grade_id": cell_id,
        "grade": grade,
        "solution": solution,
        "locked": locked,
        "task": False,
    }
    if grade:
        nbgrader["points"] = cell.points
    # The prose says what is checked; the checks themselves are folded, one click away.
    folded = {"jupyter": {"source_hidden": True}} if cell.kind == "tests" else {}
    hint = {"flcourse": dict(cell.fields)} if cell.kind == "answer" and cell.fields else {}
    return {"nbgrader": nbgrader, **folded, **hint}


def release(script: Script, source_folder: Path) -> bytes:
    """Write the source notebook below ``source_folder`` and return the released one.

    Raises
    ------
    BuildError
        If the released notebook holds more than the text says may be released.
    """
    home = source_folder / script.stem
    # nbgrader copies whatever lies beside a source into the release: start from nothing.
    if home.exists():
        shutil.rmtree(home)
    home.mkdir(parents=True)
    (home / f"{script.stem}.ipynb").write_text(_source_text(script), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        released = _generated(script.stem, source_folder, Path(folder))
    _refuse_leaks(script, json.loads(released))
    return released


def _generated(stem: str, source_folder: Path, folder: Path) -> bytes:
    """Run nbgrader's generate_assignment, without a gradebook, into ``folder``."""
    # Imported here: nbgrader takes a second to load, and reading a script must not need it.
    try:
        from nbgrader.converters import GenerateAssignment
        from nbgrader.coursedir import CourseDirectory
        from traitlets.config import Config
    except ImportError as error:
        raise BuildError("building needs nbgrader: pip install 'flcourse[grade]'") from error

    shutil.copytree(source_folder / stem, folder / "source" / stem)
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.assignment_id = stem
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    config.ClearSolutions.code_stub = {"python": CODE_STUB}
    config.ClearSolutions.text_stub = TEXT_STUB
    converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    converter.start()
    return (folder / "release" / stem / f"{stem}.ipynb").read_bytes()


def _refuse_leaks(script: Script, released: Notebook) -> None:
    """Raise a BuildError unless each released cell is exactly what its text allows."""
    if len(released["cells"]) != len(script.cells):
        raise BuildError(f"{script.path}: the release has another number of cells than the text")
    for cell, out in zip(script.cells, released["cells"], strict=True):
        where = f"{script.path}:{cell.line}: {cell.name}"
        if "".join(out["source"]) != released_source(cell.source, markdown=cell.markdown):
            raise BuildError(f"{where}: the release is not the text without solution and tests")
        if out.get("outputs") or out.get("execution_count"):
            raise BuildError(f"{where}: the release holds an output")
