"""What was right since the kernel was started: a line for each check that passes, and the whole."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping

__all__ = ["RAISED", "failed", "right", "runs", "whole"]

# How a check begins what it says of an answer that ends in an error.
RAISED = re.compile(r"(On another instance .*?, )?[\w ]+ (raised [A-Z]\w+|is no function)")
_ASKED = re.compile(r'checks\.right\("(.*?)", .*cell="(.*)"')  # a task and its tests cell

_got: dict[str, dict[str, float]] = {}  # points by task and tests cell
_when: dict[str, int] = {}  # the number of the run in which a tests cell has passed
_how: dict[str, tuple[int, str]] = {}  # that in which it has failed, and how


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
    _when[cell] = len(runs()) - 1
    got = _points(task)
    if not of:
        return f"{task}: right"
    more = "" if got >= of else " so far"
    return f"{task}: right, {got:g} of {of:g} point{'s' * (of != 1)}{more}"


def failed(run: str, error: BaseException) -> None:
    """Remember how a cell with checks has failed.

    Parameters
    ----------
    run : str
        The text of the cell; of one without checks nothing is remembered.
    error : exception
        What has ended it.

    Examples
    --------
    >>> failed('checks.right("Task 7", 1, of=2, cell="seventh-tests")', ValueError("no"))
    """
    for _, cell in _ASKED.findall(run):
        line = str(error)
        how = "ends in an error" if RAISED.match(line) else "not right yet"
        if isinstance(error, NameError):  # of the check: what it calls has not been defined
            how = "not there yet"
        elif "is not answered yet" in line:
            how = "not answered"
        _how[cell] = (len(runs()) - 1, how)


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
        _row(title, width, f"{points:g}", possible, "right" if done else _state(task))
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
    return [cell for cell in _got.get(task, {}) if _is_last(cell, _when[cell])]


def _is_last(cell: str, when: int) -> bool:
    return not any(f'cell="{cell}"' in text for text in runs()[when + 1 :])


def _state(task: str) -> str:
    """Say how a task stands that is not right, by the first of its cells that has failed."""
    asked = [found for text in runs() for found in _ASKED.findall(text)]
    for cell in dict.fromkeys(cell for name, cell in asked if name == task):
        if cell not in _passing(task):
            when, how = _how.get(cell, (0, ""))
            return how if how and _is_last(cell, when) else "not right yet"
    return "run its checks"


def runs() -> list[str]:
    """Return the texts of all cells that this kernel has run, an empty one outside of a notebook.

    Examples
    --------
    >>> runs()
    ['']
    """
    shell = getattr(builtins, "get_ipython", lambda: None)()
    return [*shell.user_ns.get("In", [])] or [""] if shell else [""]
