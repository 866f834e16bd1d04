"""What was right since the kernel was started: a line for each check that passes, and the whole."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping

__all__ = ["right", "whole"]

_got: dict[str, dict[str, float]] = {}  # points by task and tests cell
_when: dict[str, int] = {}  # the number of the run in which a tests cell has passed


def right(task: str, points: float, *, of: float, cell: str) -> str:
    """Remember that the checks of a cell pass, and say so in a line.

    Parameters
    ----------
    task : str
        Such as ``"Task 1"``.
    points : float
        What the cell is worth.
    of : float
        What the whole task is worth; it may have several cells with checks.
    cell : str
        The id of the cell.

    Examples
    --------
    >>> right("Task 7", 1, of=2, cell="seventh-tests")
    'Task 7: right, 1 of 2 points so far'
    >>> right("Task 7", 1, of=2, cell="seventh-b-tests")
    'Task 7: right, 2 of 2 points'
    """
    _got.setdefault(task, {})[cell] = points
    _when[cell] = len(_runs()) - 1
    got = _points(task)
    if not of:
        return f"{task}: right"
    more = "" if got >= of else " so far"
    return f"{task}: right, {got:g} of {of:g} point{'s' * (of != 1)}{more}"


def whole(tasks: Mapping[str, float], *, by_hand: Mapping[str, float] | None = None) -> None:
    """Print what was right so far, task by task, and what is still to do.

    Parameters
    ----------
    tasks : mapping of str to float
        Points by title, such as ``{"Task 1: Neighbours": 2}``.
    by_hand : mapping of str to float, optional
        The same for what a person grades.

    Examples
    --------
    >>> whole({"Task 8: Bounds": 2}, by_hand={"Task 9: Discussion": 1})
    Task 8: Bounds          0 of 2  run its checks
    Task 9: Discussion      - of 1  a person grades it
    together                0 of 2  by the checks that you can see
    """
    by_hand = by_hand or {}
    width = max(map(len, ["together", *tasks, *by_hand]))
    total = 0.0
    for title, possible in tasks.items():
        task = title.partition(":")[0]
        points = _points(task)
        total += points
        done = bool(_passing(task)) and points >= possible
        state = "not right yet" if _have_failed(task) else "run its checks"
        _row(title, width, f"{points:g}", possible, "right" if done else state)
    for title, possible in by_hand.items():
        _row(title, width, "-", possible, "a person grades it")
    _row("together", width, f"{total:g}", sum(tasks.values()), "by the checks that you can see")


def _row(title: str, width: int, got: str, possible: float, words: str) -> None:
    worth = f"{got} of {possible:g}" if possible else "no points"
    print(f"{title:{width}}  {worth:>10}  {words}")


def _points(task: str) -> float:
    return sum(_got[task][cell] for cell in _passing(task))


def _passing(task: str) -> list[str]:
    """Return the tests cells of a task whose last run has passed."""
    runs = _runs()
    return [
        cell
        for cell in _got.get(task, {})
        if not any(f'cell="{cell}"' in text for text in runs[_when[cell] + 1 :])
    ]


def _have_failed(task: str) -> bool:
    """Say whether the last run of some tests cell of a task has not passed."""
    asked = (re.search(rf'checks\.right\("{task}", .*cell="(.*)"', text) for text in _runs())
    return not {found[1] for found in asked if found} <= set(_passing(task))


def _runs() -> list[str]:
    """Return the texts of all cells that this kernel has run, none outside of a notebook."""
    shell = getattr(builtins, "get_ipython", lambda: None)()
    return list(shell.user_ns.get("In", [])) if shell else []
