"""Why a check found nothing to check: the cell of the answer does not run, and what stopped it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from flcourse.grading.notebook import CodeCell
from flcourse.grading.script import longest_opening
from flcourse.grading.syntax import problem

__all__ = ["BROKEN", "NO_CELL", "UNDEFINED", "told"]

UNDEFINED = "is not defined"
BROKEN = "The answer does not run"
NO_CELL = "There is no cell with"
LACKING = re.compile(r"name '(\w+)' is not defined")


class Left(Protocol):
    """What a cell has left: the line of its error, "" if there was none."""

    @property
    def error(self) -> str:
        """The line."""


def told(
    messages: Mapping[str, str], shown: Mapping[str, Left], steps: Sequence[CodeCell]
) -> dict[str, str]:
    """Name the cause where a check fails because the cell of the answer does not run, or is gone.

    Of a cell whose text does not compile a part may have run, as in a notebook: what a check
    says of that part would lead astray.

    Parameters
    ----------
    messages : mapping of str to str
        The line of each tests cell, "" where it passes.
    shown : mapping of str to Left
        What the cells of the student have left, by id.
    steps : sequence of CodeCell
        The cells that have run.
    """
    written = [step for step in steps if step.kind == "answer" and step.source.strip()]
    answers = {step.id: step.source for step in written}
    better = {}
    for name, message in messages.items():
        task = longest_opening(name, answers)
        lacking = LACKING.search(message)
        if task and (why := _cause(message, answers[task], shown.get(task))):
            better[name] = f"{BROKEN}: {why}"
        elif not task and lacking:
            better[name] = f"{NO_CELL} {lacking[1]}"
        elif lacking and message == f"NameError: {lacking[0]}":  # what the check itself misses
            better[name] = f"{message}; does its cell still have the line with def {lacking[1]}?"
    return {**messages, **better}


def _cause(message: str, source: str, left: Left | None) -> str:
    """Say what is wrong with the text of a cell, else the error that has kept it from a name."""
    if not message:
        return ""
    ended = left.error if left and UNDEFINED in message else ""
    return problem(source) or ended
