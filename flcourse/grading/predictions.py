"""Predictions: a number that a student commits before its result shows, kept in the cell's text.

A cell ``predict("rounds", ...)`` stands above the checks of the answer ``rounds``. Run with a
number in place of the dots, it writes into itself what was committed first, and later changes::

    predict("rounds", 15)  # committed: 12, then 15

So the prediction moves with the notebook and outlives restarts. A check that knows the result notes
it (``checks.predicted``), and once the checks pass, both stand side by side. Grading reads the text
as text and lets it decide nothing: a prediction gives no points and takes none.
"""

from __future__ import annotations

import builtins
import contextlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from flcourse.grading.notebook import CodeCell
from flcourse.grading.script import longest_opening

__all__ = ["Told", "asked", "beside", "collected", "note", "predict", "told"]

LARGEST = 1e12  # that a prediction may be
MOST_KEPT = 8  # changes that are told, beside the first number
NUMBER = r"[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][-+]?\d{1,2})?"
CALL = re.compile(
    r"^(?P<call>[ \t]*(?:\w{1,40}\.)?predict\([ \t]*[\"'](?P<name>[a-z0-9-]{1,48})[\"'][ \t]*,"
    r"[ \t]*(?P<value>[^#\n]{0,80}?)[ \t]*\))(?P<rest>[ \t]*(?:#[^\n]*)?)$",
    re.MULTILINE,
)
KEPT = re.compile(r"[ \t]*# committed:([^\n]*)")
ASKED = re.compile(r"^checks\.predicted\(\s*[\"']([a-z0-9-]+)[\"']", re.MULTILINE)
DOTS = "..."
RULE = f"one finite number, such as 12 or 0.5, of at most {LARGEST:g} in size"
COSTS = "that costs no points"

_committed: dict[str, list[float]] = {}  # by the notebook that runs in this process
_results: dict[str, tuple[float, str]] = {}  # that its checks have found
_collected: ContextVar[dict[str, tuple[float, str]] | None] = ContextVar("_collected", default=None)


@dataclass(frozen=True)
class Told:
    """What became of the prediction of a task: its numbers, the first one first, and a line."""

    task: str
    numbers: tuple[float, ...]
    line: str


# ---------------------------------------------------------------------- in a notebook


def predict(name: str, number: Any) -> None:
    """Commit a prediction; the cell then says so itself, and keeps the first number.

    Parameters
    ----------
    name : str
        Of the answer whose checks know the result.
    number : int or float
        What you predict; three dots stand for none yet.

    Examples
    --------
    >>> predict("doctest-rounds", ...)
    Not predicted yet: put a number in place of the three dots and run this cell again.
    >>> predict("doctest-rounds", float("nan"))  # doctest: +NORMALIZE_WHITESPACE
    Nothing is committed: a prediction is one finite number, such as 12 or 0.5, of at most 1e+12 in
    size.
    >>> predict("doctest-rounds", 12)
    Committed: you predicted 12.
    >>> predict("doctest-rounds", 15)
    Committed: you predicted 12, then 15.
    """
    if number is ...:
        print("Not predicted yet: put a number in place of the three dots and run this cell again.")
        return
    value = _plain(number)
    if value is None:
        print(f"Nothing is committed: a prediction is {RULE}.")
        return
    cell = _running_cell()
    notes = [_noted(match) for match in CALL.finditer(cell) if match["name"] == name]
    _committed[name] = _with(_before(notes, _committed.get(name, [])), value)
    _write(cell)
    print(f"Committed: {_said(_committed[name])}.")


def _before(notes: Sequence[list[float]], remembered: list[float]) -> list[float]:
    """Return what was committed before, the first number first.

    Notes of a cell may be older than the kernel, then they tell more. But they are text that
    can be deleted or changed: one without the first number that the kernel remembers is not
    believed.
    """
    first = _listed(remembered[:1])
    believed = [
        note for note in notes if not first or first in [_listed([number]) for number in note]
    ]
    return max([*believed, remembered], key=len)


def _plain(number: Any) -> float | None:
    """Return a number of Python's or NumPy's as a float, None if it is no sensible one."""
    numpys = isinstance(number, np.integer | np.floating) and type(number).__module__ == "numpy"
    if type(number) not in (int, float) and not numpys:
        return None
    try:
        value = float(number)
    except OverflowError:
        return None
    return value if math.isfinite(value) and abs(value) <= LARGEST else None


def _with(before: Sequence[float], value: float) -> list[float]:
    """Return what was committed, the first number first, with one more if it is another one."""
    same = before and _listed(before[-1:]) == _listed([value])
    numbers = [*before, *([] if same else [value])]
    return [*numbers[:1], *numbers[1:][-MOST_KEPT:]]


def _said(numbers: Sequence[float]) -> str:
    return f"you predicted {_listed(numbers)}"


def _listed(numbers: Iterable[float]) -> str:
    return ", then ".join(f"{number:.6g}" for number in numbers)


def _shell() -> Any:
    return getattr(builtins, "get_ipython", lambda: None)()


def _running_cell() -> str:
    """Return the text of the cell that runs now, "" outside of a notebook."""
    with contextlib.suppress(Exception):
        return str(_shell().history_manager.input_hist_raw[-1])
    return ""


def _write(cell: str) -> None:
    """Write into the cell that runs what was committed, as %load writes into its own."""

    def kept(match: re.Match[str]) -> str:
        numbers = _committed.get(match["name"])
        rest = KEPT.sub("", match["rest"])
        return f"{match['call']}{rest}  # committed: {_listed(numbers)}" if numbers else match[0]

    fresh = CALL.sub(kept, cell)
    if fresh != cell:
        with contextlib.suppress(Exception):  # a shell that cannot: then the kernel remembers
            _shell().set_next_input(fresh, replace=True)


def note(name: str, result: Any, says: str) -> None:
    """Keep the result of what was predicted; anything but a number is left out."""
    value = _plain(result)
    if value is not None:
        found = _collected.get()
        (_results if found is None else found)[name] = value, says


def beside(cell: str) -> Iterator[str]:
    """Yield prediction and result for a tests cell that passes in this notebook.

    Examples
    --------
    >>> note("doctest-steps", 19, "it takes {} steps")
    >>> list(beside("doctest-steps-tests"))  # doctest: +NORMALIZE_WHITESPACE
    ['No prediction yet, that costs no points: put a number into predict("doctest-steps", ...)
     above, run it, then run this cell again to see the result.']
    >>> predict("doctest-steps", 12)
    Committed: you predicted 12.
    >>> note("doctest-steps", 19, "it takes {} steps")
    >>> list(beside("doctest-steps-tests"))
    ['You predicted 12: it takes 19 steps.']
    """
    name = longest_opening(cell, _results)
    if not name:
        return
    result, says = _results.pop(name)  # told once, not below each check of a task
    if numbers := _committed.get(name):
        yield _compared(numbers, result, says)
    else:
        yield (
            f'No prediction yet, {COSTS}: put a number into predict("{name}", ...) above, run it, '
            "then run this cell again to see the result."
        )


def _compared(numbers: Sequence[float], result: float, says: str) -> str:
    return f"You predicted {_listed(numbers)}: {says.format(f'{result:.6g}')}."


# ---------------------------------------------------------------------- where it is graded


@contextlib.contextmanager
def collected() -> Iterator[dict[str, tuple[float, str]]]:
    """Gather what checks note, apart from other notebooks: a result and its words by name."""
    found: dict[str, tuple[float, str]] = {}
    token = _collected.set(found)
    try:
        yield found
    finally:
        _collected.reset(token)


def asked(tests: Iterable[str]) -> list[str]:
    """Return the names for which the texts of tests cells know a result.

    Examples
    --------
    >>> asked(['checks.predicted("rounds", 19, "it takes {} rounds")'])
    ['rounds']
    """
    return [*dict.fromkeys(name for text in tests for name in ASKED.findall(text))]


def told(
    names: Sequence[str],
    steps: Sequence[CodeCell],
    results: Mapping[str, tuple[float, str]],
    right: Iterable[str],
) -> list[Told]:
    """Return what became of each prediction.

    Parameters
    ----------
    names : sequence of str
        From `asked`.
    steps : sequence of CodeCell
        The code of a notebook; what it says of predictions is read, not run.
    results : mapping
        From `collected`.
    right : iterable of str
        The names of answers whose checks all pass: only there the result is told.

    Examples
    --------
    >>> steps = [CodeCell("free", "", 'predict("rounds", 15)  # committed: 12')]
    >>> told(["rounds"], steps, {"rounds": (19.0, "it takes {} rounds")}, ["rounds"])[0].line
    'You predicted 12, then 15: it takes 19 rounds.'
    """
    known = set(right)
    return [_told(name, steps, results.get(name) if name in known else None) for name in names]


def _told(name: str, steps: Sequence[CodeCell], result: tuple[float, str] | None) -> Told:
    calls = [
        match
        for step in steps
        if step.kind in {"free", "answer"}
        for match in CALL.finditer(step.source)
        if match["name"] == name
    ]
    numbers: list[float] = []
    for match in calls:
        for number in _numbers_of(match):
            numbers = _with(numbers, number)
    if numbers and result:
        line = _compared(numbers, *result)
    elif numbers:
        line = f"You predicted {_listed(numbers)}; the result stands here once all checks pass."
    elif any(match["value"] not in {DOTS, ""} for match in calls):
        line = f"What stands in predict is not {RULE}: no prediction is kept, {COSTS}."
    else:
        line = f"There is no prediction, {COSTS}."
    return Told(name, tuple(numbers), line)


def _numbers_of(match: re.Match[str]) -> list[float]:
    """Return what a cell says was committed, and the number that stands in it now."""
    numbers = _noted(match)
    if (
        re.fullmatch(NUMBER, match["value"])
        and (value := _plain(float(match["value"]))) is not None
    ):
        numbers = _with(numbers, value)
    return numbers


def _noted(match: re.Match[str]) -> list[float]:
    """Return what the note of a cell says was committed."""
    kept = KEPT.search(match["rest"])
    numbers: list[float] = []
    for text in re.findall(NUMBER, kept[1]) if kept else []:
        if (value := _plain(float(text))) is not None:
            numbers = _with(numbers, value)
    return numbers
