"""The bank: right and wrong answers that show whether the checks of an assignment are right.

``solutions/bank/<stem>/<answer id>.py`` holds variants of one answer, each a cell of a percent
script: ``# %% tags=["right", "id:cholesky"]`` for an answer that must get all points, and
``# %% tags=["wrong", "id:sign", "says:sign"]`` for a misconception, which must lose the points of
its own task and no other, with a message that holds the words after ``says:``. Where a
misconception loses only some of the tests cells of its task, ``loses:`` lists their ids, separated
by commas. In a task with own data (`flcourse.grading.own_data`) a right answer holds for every
variant, unless it says ``own:public``, for numbers that somebody has typed: it must lose the points
for any other variant, with a message that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flcourse.grading import own_data
from flcourse.grading.notebook import released_source
from flcourse.grading.official import trusted
from flcourse.grading.script import Cell, Script, read_script

__all__ = [
    "Variant",
    "blank",
    "grade",
    "has_own_data",
    "points",
    "read_bank",
    "tasks",
    "tests_of",
    "with_variant",
]


@dataclass(frozen=True)
class Variant:
    """An answer to one task, with the verdict that it deserves.

    ``loses`` holds the ids of the tests cells that must fail, empty for a right answer, and
    ``says`` the words that each of their messages must hold; ``public`` is a right answer that is
    right for the public data alone.
    """

    task: str
    id: str
    source: str
    loses: frozenset[str]
    says: str
    public: bool = False


def read_bank(folder: Path, script: Script) -> list[Variant]:
    """Return the variants that ``folder`` holds for the answers of ``script``.

    Raises
    ------
    ScriptError
        If a file or a cell of the bank breaks a rule of its format; the message names it.
    """
    return [variant for path in sorted(folder.glob("*.py")) for variant in _variants(path, script)]


def _variants(path: Path, script: Script) -> list[Variant]:
    cells = read_script(path, kinds=("right", "wrong"))
    tests = {cell.id for cell in tests_of(script, path.stem)}
    problems = []
    if not tests:
        problems.append((1, path.stem, f"{script.path.name} has no answer of this name"))
    variants = []
    for cell in cells.cells:
        fields = dict(cell.fields)
        loses = frozenset(filter(None, fields.pop("loses", "").split(","))) or frozenset(tests)
        says, own = fields.pop("says", ""), fields.pop("own", "")
        if own and (own != "public" or cell.kind != "right"):
            problems.append((cell.line, cell.name, "a right answer may have own:public"))
        if not cell.id or cell.kind == "free" or cell.markdown or fields or not loses <= tests:
            problems.append(
                (cell.line, cell.name, "needs right or wrong, id:…, then says:, loses:")
            )
        if (cell.kind == "wrong") != bool(says):
            problems.append((cell.line, cell.name, "a wrong answer, and no other, has says:…"))
        wrong = cell.kind == "wrong"
        variants.append(
            Variant(
                path.stem, cell.id, cell.source, loses if wrong else frozenset(), says, bool(own)
            )
        )
    cells.refuse(problems)
    return variants


def with_variant(script: Script, variant: int) -> Script:
    """Return an assignment with the own data of a variant."""
    cells = tuple(
        replace(cell, source=own_data.personal(cell.source, variant))
        if cell.id == own_data.CELL
        else cell
        for cell in script.cells
    )
    return replace(script, cells=cells)


def has_own_data(script: Script, task: str) -> bool:
    """Whether the checks of a task go by own data."""
    return any("checks.own_data(" in cell.source for cell in tests_of(script, task))


def blank(script: Script) -> dict[str, str]:
    """Return the answers of a student who wrote nothing."""
    return {cell.id: released_source(cell.source) for cell in script.of_kind("answer")}


def grade(
    script: Script, answers: Mapping[str, str] | None = None, *, only: str | None = None
) -> dict[str, str]:
    """Return the message of each tests cell, "" where it passes, hidden checks included.

    The cells run in this process, one after the other, like in a notebook: for answers of our own
    only. A submission of a student is graded in a sandbox.

    Parameters
    ----------
    script : Script
        The assignment; its own solutions are the answers where ``answers`` has none.
    answers : mapping of str to str, optional
        Source of answer cells by id.
    only : str, optional
        The id of one answer: run this and its own tests, which need no other.
    """
    answers = answers or {}
    namespace: dict[str, Any] = {"__name__": "__main__"}
    messages = {}
    for cell in script.cells:
        if cell.markdown or (cell.kind == "answer" and only not in {None, cell.id}):
            continue
        if cell.kind in {"given", "answer"}:
            trusted.run(answers.get(cell.id, cell.source), cell.id, namespace)
        elif cell.kind == "tests" and only in {None, _task(script, cell)}:
            messages[cell.id] = trusted.run(cell.source, cell.id, namespace).message
    return messages


def tasks(script: Script) -> list[str]:
    """Return the ids of the answers that tests cells check, in the order of the script."""
    return [cell.id for cell in script.of_kind("answer") if tests_of(script, cell.id)]


def tests_of(script: Script, task: str) -> list[Cell]:
    """Return the tests cells of one answer."""
    return [cell for cell in script.of_kind("tests") if _task(script, cell) == task]


def _task(script: Script, tests: Cell) -> str:
    """Return the id of the answer that a tests cell checks."""
    answer = script.answer_of(tests)
    return answer.id if answer else ""


def points(script: Script, messages: Mapping[str, str]) -> float:
    """Return the points of the tests cells that pass."""
    return sum(cell.points or 0 for cell in script.of_kind("tests") if not messages[cell.id])
