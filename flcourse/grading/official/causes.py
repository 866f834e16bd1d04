"""Why a check found nothing to check: the cell of the answer does not run, and what stopped it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flcourse.grading.notebook import CodeCell
from flcourse.grading.script import longest_opening
from flcourse.grading.syntax import problem

UNDEFINED = "is not defined"
BROKEN = "The answer does not run"


class Left(Protocol):
    """What a cell has left: the line of its error, "" if there was none."""

    @property
    def error(self) -> str:
        """The line."""


def told(
    messages: Mapping[str, str], shown: Mapping[str, Left], steps: Sequence[CodeCell]
) -> dict[str, str]:
    """Name the cause where a check only misses the name that a broken answer was to define.

    Parameters
    ----------
    messages : mapping of str to str
        The line of each tests cell, "" where it passes.
    shown : mapping of str to Left
        What the cells of the student have left, by id.
    steps : sequence of CodeCell
        The cells that have run.
    """
    answers = {step.id: step.source for step in steps if step.kind == "answer"}
    better = {}
    for name, message in messages.items():
        task = longest_opening(name, answers)
        if task and UNDEFINED in message and (why := _cause(answers[task], shown.get(task))):
            better[name] = f"{BROKEN}: {why}"
    return {**messages, **better}


def _cause(source: str, left: Left | None) -> str:
    """Say what is wrong with the text of a cell, else the error in which it ended."""
    return problem(source) or (left.error if left else "")
