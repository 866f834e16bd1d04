"""What the panel shows of a notebook: tasks by their titles, verdicts, links and hints."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flcourse.grading import packed
from flcourse.grading.assignment import Assignment, AssignmentCell, read_assignment
from flcourse.grading.labels import CITED, parts
from flcourse.grading.notebook import TEXT_STUB
from flcourse.grading.script import longest_opening
from flcourse.grading.student.check import CheckReport, State, TaskResult
from flcourse.grading.student.panel import kept, links

__all__ = ["at_first", "bare", "before", "called", "outline", "result", "sentence", "titled"]

HELPED = {State.NOT_YET, State.UNANSWERED, State.BROKEN, State.RAISES, State.ENDLESS}


@dataclass(frozen=True)
class Help:
    """What a notebook itself offers to a task: the formula that it is about, and hints."""

    label: str = ""
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outline:
    """The title of an assignment, its tasks before any check, and what helps with each."""

    title: str
    tasks: tuple[TaskResult, ...]
    help: dict[str, Help] = field(default_factory=dict)


def outline(path: Path) -> Outline:
    """Read title and tasks off the notebook at ``path``, which is not run.

    Raises
    ------
    ValueError
        If the file is no notebook, or no assignment.
    """
    try:
        sheet = read_assignment(path)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path.name} is no notebook, or a damaged one") from error
    headings = sheet.titles  # the same that a check tells
    graded = _graded(sheet)
    tasks = tuple(_task(name, cells, headings) for name, cells in graded.items())
    if not tasks:
        raise ValueError(f"{path.name} is no assignment: it holds no checks")
    answers = {cell.id: cell for cell in reversed(sheet.of_kind("answer"))}
    help_ = {name: _help(answers.get(name), cells) for name, cells in graded.items()}
    return Outline(_title(sheet), tasks, help_)


def _title(sheet: Assignment) -> str:
    heads = [line for cell in sheet.cells if cell.text for line in cell.source.splitlines()]
    return next((line[2:].strip() for line in heads if line.startswith("# ")), sheet.stem)


def _graded(sheet: Assignment) -> dict[str, list[AssignmentCell]]:
    """Return the cells that give the points of each task, by its name."""
    names = [cell.id for cell in sheet.of_kind("answer")]
    tasks: dict[str, list[AssignmentCell]] = {}
    for cell in sheet.of_kind("tests", "manual"):
        name = cell.id if cell.kind == "manual" else longest_opening(cell.id, names) or cell.id
        same = tasks.setdefault(name, [])
        if cell.id not in {other.id for other in same}:  # of a copied cell the first counts
            same.append(cell)
    return tasks


def _task(name: str, graded: list[AssignmentCell], headings: Mapping[str, str]) -> TaskResult:
    written = graded[0].kind == "manual"
    blank = written and graded[0].source.strip() in {"", TEXT_STUB}
    possible = sum(cell.points for cell in graded)
    state = State.UNANSWERED if blank else State.WAITS if written else State.NOT_YET
    return TaskResult(name, None, possible, (), headings.get(name) or name, state)


def _help(answer: AssignmentCell | None, graded: list[AssignmentCell]) -> Help:
    said = [*_hints(packed.unfolded(graded[0].source))]
    given = answer.notebook["metadata"].get("flcourse", {}).get("hint") if answer else None
    cited = CITED.findall("\n".join([*said, answer.source if answer else ""]))
    hints = [*said[-1:], *([given] if isinstance(given, str) else [])]
    return Help(cited[0] if cited else "", tuple(hints))


def _hints(source: str) -> Iterator[str]:
    """Yield what a check calls its hints; what is no Python any more has none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        for word in call.keywords:
            if word.arg == "hint" and isinstance(word.value, ast.Constant):
                yield str(word.value.value)


# ----------------------------------------------------------------------------------- for the page


def before(told: Outline, *, book: str) -> dict[str, Any]:
    """Return what the page shows of a notebook that was not checked yet.

    Parameters
    ----------
    told : Outline
        The notebook.
    book : str
        Address of the book, where labels lead to; none if empty.
    """
    rows = [_row(task, told, book) for task in told.tasks]
    for row in rows:
        if row["state"] in {State.NOT_YET, State.UNANSWERED}:
            row["state"] = ""  # nobody has looked yet, and a text may be written by now
    return {"title": told.title, "tasks": rows}


def at_first(path: Path, *, book: str) -> dict[str, Any]:
    """Return what the page shows of the notebook at ``path`` when it is opened.

    If it was checked before, that is what the checks found then, when that was (``when``), and
    whether the notebook is as it was (``same``). Parameters and errors: as for `outline`.
    """
    told = outline(path)
    last = kept.last(path)
    if not last or [task.name for task in last.report.tasks] != [task.name for task in told.tasks]:
        return before(told, book=book)
    return {**result(last.report, told, book=book), "when": last.when, "same": last.same}


def result(report: CheckReport, told: Outline, *, book: str) -> dict[str, Any]:
    """Return what the page shows of a check.

    Parameters
    ----------
    report : CheckReport
        What the checks found.
    told : Outline
        The notebook.
    book : str
        Address of the book, where labels lead to, or a folder of formulas; none if empty.
    """
    rows = [_row(task, told, book) for task in report.tasks]
    at = {row["id"]: row["notes"] for row in rows}
    elsewhere: list[Any] = []  # notes on no task
    for note in report.notes:
        name, words = _owner(note, at)
        words = words.lstrip(": ")
        named = " writes into " in words  # it begins with a name, which stays as it is
        at.get(name, elsewhere).append(parts(sentence(words if named else _capital(words)), book))
    return {
        "title": told.title,
        "tasks": rows,
        "points": report.points,
        "possible": report.possible,
        "notes": elsewhere,
    }


def _row(task: TaskResult, told: Outline, book: str) -> dict[str, Any]:
    offered = told.help.get(task.name, Help())
    found = "" if task.state == State.UNANSWERED else sentence(task.sentence)
    says = f"{task.lead} Its own check says: {found}" if task.lead and found else found
    cited = CITED.search(" ".join(task.messages))
    return {
        "id": task.name,
        "title": called(task),
        "state": task.state.value,
        "points": task.points,
        "possible": task.possible,
        "says": parts(says, book) if says else [],
        "predicted": task.predicted,
        "notes": [],
        "formula": links.formula(cited[0] if cited else offered.label, book),
        "hints": [parts(sentence(_capital(hint)), book) for hint in _in_turn(task, offered)],
    }


def called(task: TaskResult) -> str:
    """Return how the notebook calls a task, without the dollars around its letters."""
    return bare(task.title) or task.name


def bare(title: str) -> str:
    """Return a title without the dollars around its letters."""
    return re.sub(r"\$([^$]*)\$", r"\1", title)


def _in_turn(task: TaskResult, offered: Help) -> list[str]:
    """Return the hints of a task: the one of the check that failed first, the author's last."""
    if task.state not in HELPED:
        return []
    nearest = task.hints[:1] or offered.hints[:1]
    return [*dict.fromkeys([*nearest, *offered.hints[1:]])]


def titled(note: str, names: Mapping[str, str]) -> str:
    """Begin a note with the title of its task in place of the name of its cell.

    Examples
    --------
    >>> titles = {"measure": "Task 4: Who has to measure?",
    ...           "solve": "Task 6: Solution"}
    >>> titled("measure: this cell is here 2 times", titles)
    'Task 4: Who has to measure? this cell is here 2 times'
    >>> titled("solve-tests: these checks were changed", titles)
    'Task 6: Solution: these checks were changed'
    """
    owner, rest = _owner(note, names)
    if not owner:
        return note  # a title that asks needs no colon
    return names[owner] + (rest.removeprefix(":") if names[owner].endswith("?") else rest)


def _owner(note: str, names: Collection[str]) -> tuple[str, str]:
    """Return the task that a note is on, "" if it is on none, and the rest of the note."""
    name = re.split("[: ]", note, maxsplit=1)[0]
    owner = name if name in names else longest_opening(name, names)
    return (owner, note[len(name) :]) if owner else ("", note)


def _capital(words: str) -> str:
    """Begin with a capital, unless the first word is the name of something."""
    first = words.partition(" ")[0]
    plain = first.isalpha() and (len(first) > 1 or first == "a")
    return words[:1].upper() + words[1:] if plain else words


def sentence(words: str) -> str:
    r"""Return words as one line that ends in a full stop.

    Examples
    --------
    >>> sentence("graph.ipynb is not saved:\n a cell is running")
    'graph.ipynb is not saved: a cell is running.'
    """
    line = " ".join(words.split())
    return line if not line or line.endswith((".", "!", "?")) else f"{line}."
