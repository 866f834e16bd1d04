"""Official execution as a step of nbgrader's own ``autograde`` (see nbgrader_config.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from flcourse.grading import own_data
from flcourse.grading.notebook import CodeCell, names_of
from flcourse.grading.official import execute, sandbox
from flcourse.grading.official.result import harmless, outputs, pictures, shown
from flcourse.grading.script import HIDDEN, replace_regions

__all__ = ["ExecuteOutside"]


class ExecuteOutside(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader has no types
    """Runs checks in this process and the student's code in a sandbox.

    It takes the place of nbgrader's Execute, which runs both in one kernel without a sandbox. Only
    text from the gradebook is executed here; what a notebook says about its own cells is not
    believed. What is hidden in the checks is taken out afterwards, so that no feedback shows it.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Execute a notebook whose locked cells nbgrader has just restored."""
        where = resources["nbgrader"]
        trusted, locked, names = _assignment(where)
        variant = _variant(where)
        if own_data.CELL in trusted:
            given = trusted[own_data.CELL]
            personal = own_data.personal(given.source, variant)
            trusted[own_data.CELL] = replace(given, source=personal)
        placed = []
        for number, cell in enumerate(nb.cells):
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if cell.cell_type != "code" and cell.source != locked.get(name):
                cell.source = harmless(cell.source)
            elif cell.cell_type == "code":
                own = trusted.pop(name, None)  # a copy of it is not ours
                placed.append((cell, own or CodeCell("free", f"cell {number}", cell.source)))
        with own_data.graded(variant):
            ran = execute.grade([step for _, step in placed], names, safe=sandbox.require())
        drawn = pictures(ran)
        for cell, step in placed:
            left = outputs(shown(step.id, ran), drawn)
            cell.outputs = [nbformat.from_dict(out) for out in left]
            if step.kind == "tests":
                cell.source = replace_regions(step.source, HIDDEN)
            elif step.id == own_data.CELL:
                cell.source = step.source
        return nb, resources


def _variant(where: Any) -> int:
    """Return the variant of the student, from the table beside the gradebook."""
    course = Path(str(where["db_url"]).removeprefix("sqlite:///")).parent
    return own_data.handed_out(course, where["assignment"]).get(where["student"], own_data.PUBLIC)


def _assignment(where: Any) -> tuple[dict[str, CodeCell], dict[str, str], list[str]]:
    """Return given and tests cells, given texts, and the names that answers define."""
    with Gradebook(where["db_url"]) as book:
        notebook = book.find_notebook(where["notebook"], where["assignment"])
        tests = {cell.name for cell in notebook.grade_cells}
        answers = {cell.name for cell in notebook.solution_cells}
        code = {c.name: c.source for c in notebook.source_cells if c.cell_type == "code"}
        texts = {c.name: c.source for c in notebook.source_cells if c.cell_type != "code"}
    names = [name for cell in code if cell in answers for name in names_of(code[cell])]
    trusted = {
        name: CodeCell("tests" if name in tests else "given", name, source)
        for name, source in code.items()
        if name not in answers
    }
    return trusted, {name: texts[name] for name in texts if name not in answers}, names
