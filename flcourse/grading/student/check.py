"""The student's side: run the checks of a notebook in a clean kernel and sum up by task.

The verdicts are those of nbgrader's Validate button. Cells may stand in any order: everything
that is no check runs first, in the order of the notebook, then the checks. What looks wrong
without being an error, such as a copied or a changed cell, is told as a note.
"""

from __future__ import annotations

import hashlib
import os
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse.grading.notebook import TEXT_STUB
from flcourse.grading.script import longest_opening

TIMEOUT = 60  # seconds for one cell


@dataclass(frozen=True)
class TaskResult:
    """Verdict on one task: ``messages`` is empty where all its checks pass.

    ``points`` is None for a task that a person grades.
    """

    name: str
    points: float | None
    possible: float
    messages: tuple[str, ...]


@dataclass(frozen=True)
class CheckReport:
    """Verdicts by task, in the order of the notebook, and notes on its state."""

    tasks: tuple[TaskResult, ...]
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether no check fails."""
        return not any(task.messages for task in self.tasks)


def check_notebook(path: Path) -> CheckReport:
    """Run the visible checks of the notebook at ``path`` in a kernel of their own.

    Parameters
    ----------
    path : pathlib.Path
        An assignment, answered or not; it is not changed.

    Raises
    ------
    ValueError
        If the file is no notebook, or holds no checks.
    RuntimeError
        If nbgrader and its kernel are not installed.
    """
    cells = _read(path)
    tests = [cell for cell in cells if _is(cell, grade=True, solution=False)]
    if not tests and not any(_is(cell, grade=True, solution=True) for cell in cells):
        raise ValueError(f"path must be a released assignment, {path} holds no checks")
    others = [cell for cell in cells if cell.cell_type == "code" and cell not in tests]
    ran = _run([*others, *tests], path.parent)
    answers = {_id(cell): cell for cell in cells if _is(cell, grade=False, solution=True)}
    tasks = [
        *_automatic(ran[len(others) :], list(answers)),
        *_by_hand([cell for cell in cells if _is(cell, grade=True, solution=True)]),
    ]
    notes = (*_looks(cells), *_broken(ran[: len(others)], answers))
    return CheckReport(tuple(tasks), notes)


def look(path: Path) -> tuple[str, ...]:
    """Tell what is odd about a notebook that is not run: copied, changed, misplaced, lost cells.

    Parameters
    ----------
    path : pathlib.Path
        An assignment, answered or not.

    Raises
    ------
    ValueError
        If the file is no notebook.
    """
    return _looks(_read(path))


def _looks(cells: list[Any]) -> tuple[str, ...]:
    tests = [cell for cell in cells if _is(cell, grade=True, solution=False)]
    answers = {_id(cell): cell for cell in cells if _is(cell, grade=False, solution=True)}
    return (*_notes(cells, answers), *_moved(cells, answers), *_lost(tests, answers))


def _read(path: Path) -> list[Any]:
    try:
        import nbformat
    except ImportError as error:
        raise RuntimeError("checking needs nbgrader: pip install 'flcourse[grade]'") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of copied cells, which our notes tell
            return list(nbformat.reads(path.read_text("utf-8"), as_version=4).cells)
    except (nbformat.reader.NotJSONError, AttributeError, UnicodeDecodeError) as error:
        raise ValueError(f"path must be a notebook, {path} is none") from error


def _run(cells: list[Any], folder: Path) -> list[Any]:
    """Execute cells in a fresh kernel, past errors, and return them with their outputs."""
    import nbformat
    from nbclient import NotebookClient

    # Ids of copied cells occur twice, which a valid notebook must not have.
    fresh = [{**cell, "id": f"cell-{number}", "outputs": []} for number, cell in enumerate(cells)]
    notebook = nbformat.from_dict(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": fresh}
    )
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        allow_errors=True,
        timeout=TIMEOUT,
        interrupt_on_timeout=True,
        extra_arguments=["--IPKernelApp.log_level=ERROR", "--HistoryManager.hist_file=:memory:"],
        resources={"metadata": {"path": str(folder.resolve())}},
    )
    # For small matrices, threads that wait for each other cost more than they bring.
    client.execute(env={"OMP_NUM_THREADS": "1", **os.environ})
    return list(notebook.cells)


def _automatic(tests: list[Any], answers: list[str]) -> list[TaskResult]:
    """Sum up tests cells by the answer that they check."""
    by_task: dict[str, list[Any]] = {}
    for cell in tests:
        by_task.setdefault(_answer_of(_id(cell), answers), []).append(cell)
    return [_task(name, cells) for name, cells in by_task.items()]


def _task(name: str, cells: list[Any]) -> TaskResult:
    messages = {_id(cell): _message(cell) for cell in cells}
    points = {_id(cell): float(cell.metadata.nbgrader.points) for cell in cells}
    got = sum(points[cell] for cell, message in messages.items() if not message)
    told = tuple(dict.fromkeys(message for message in messages.values() if message))
    return TaskResult(name, got, sum(points.values()), told)


def _answer_of(tests_id: str, answers: list[str]) -> str:
    """Return the id of the answer that a tests cell checks, or its own if that is lost."""
    return longest_opening(tests_id, answers) or tests_id


def _by_hand(cells: list[Any]) -> list[TaskResult]:
    return [TaskResult(_id(cell), None, float(cell.metadata.nbgrader.points), ()) for cell in cells]


def _message(cell: Any) -> str:
    """Return the line of the error in which a cell ended, or ""."""
    for output in cell.outputs:
        if output.output_type == "error":
            known = output.ename == "AssertionError"
            return output.evalue if known else f"{output.ename}: {output.evalue}"
        if output.output_type == "stream" and output.name == "stderr":
            return f"writes to stderr, which counts as a failure: {output.text.strip()[:200]}"
    return ""


def _notes(cells: list[Any], answers: dict[str, Any]) -> list[str]:
    """Tell copied, changed, misplaced and unanswered cells."""
    notes = []
    for name, times in Counter(_id(cell) for cell in cells if _id(cell)).items():
        if times > 1:
            alike = len({cell.source for cell in cells if _id(cell) == name}) == 1
            remedy = "keep one" if alike else "put what you need of them into one"
            notes.append(f"{name}: this cell is here {times} times; {remedy}")
    place = {_id(cell): number for number, cell in enumerate(cells)}
    for cell in cells:
        was = cell.metadata.get("nbgrader", {}).get("checksum")
        same = was == checksum(cell) if was else None
        answer = _answer_of(_id(cell), list(answers))
        if _is(cell, grade=True, solution=False):
            if same is False:
                notes.append(f"{_id(cell)}: these checks were changed; grading uses the original")
            if place.get(answer, -1) > place[_id(cell)]:
                notes.append(f"{_id(cell)}: stands above its answer {answer}; move it below")
        elif _is(cell, grade=True, solution=True) and (same or cell.source.strip() == TEXT_STUB):
            notes.append(f"{_id(cell)}: not answered yet")
    return notes


def checksum(cell: Any) -> str:
    """Digest of a graded cell as nbgrader computes it; to import nbgrader takes seconds."""
    meta = cell.metadata["nbgrader"]
    locked = not meta["solution"] and (meta["grade"] or meta["locked"])
    parts = [cell.source, cell.cell_type, meta["grade"], meta["solution"], locked, meta["grade_id"]]
    if meta["grade"]:
        parts.append(float(meta["points"]))
    return hashlib.md5("".join(map(str, parts)).encode(), usedforsecurity=False).hexdigest()


def _moved(cells: list[Any], answers: dict[str, Any]) -> list[str]:
    """Tell functions of an answer that stand, or stand again, in a cell that nobody grades."""
    home = {name: task for task, cell in answers.items() for name in _asked(cell)}
    notes = []
    for cell in cells:
        if cell.cell_type == "code" and not _id(cell):
            for name in [name for name in _functions(cell.source) if name in home]:
                twice = name in _functions(answers[home[name]].source)
                where = "a second time" if twice else "outside its cell"
                notes.append(f"{home[name]}: {name} is written {where}; keep it in the cell alone")
    return notes


def _asked(cell: Any) -> list[str]:
    """Names that an answer cell is to define, as its id says: words joined by _."""
    return [*dict.fromkeys([_id(cell).replace("-", "_"), *_functions(cell.source)])]


def _functions(source: str) -> list[str]:
    return re.findall(r"^def (\w+)", source, re.M)


def _lost(tests: list[Any], answers: dict[str, Any]) -> list[str]:
    """Tell checks without an answer cell, and answer cells without checks."""
    again = "start from a fresh copy of the notebook and paste your answers"
    checked = {_answer_of(_id(cell), list(answers)) for cell in tests}
    lost = [f"{task}: the cell for the answer is gone; {again}" for task in checked - set(answers)]
    return sorted(lost) + [
        f"{task}: its checks are gone; {again}" for task in answers if task not in checked
    ]


def _broken(cells: list[Any], answers: dict[str, Any]) -> list[str]:
    """Tell answer cells that end in an error of their own, such as a syntax error."""
    return [
        f"{_id(cell)}: the answer cell ends in {message}"
        for cell in cells
        if _id(cell) in answers and (message := _message(cell))
    ]


def _id(cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _is(cell: Any, *, grade: bool, solution: bool) -> bool:
    meta = cell.metadata.get("nbgrader", {})
    return bool(meta) and (meta.get("grade"), meta.get("solution")) == (grade, solution)
