"""The student's side: run the checks of a notebook in a fresh process and sum up by task.

It runs what official grading runs (`flcourse.grading.official.execute`), with the checks that
students see: cells in the order of the notebook, answers in a process of their own, each check
right after what stands above it. What looks wrong without being an error, such as a copied or a
changed cell, is told as a note.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from flcourse.grading import instances, names, own_data, packed, predictions
from flcourse.grading.assignment import Assignment, AssignmentCell, read_assignment
from flcourse.grading.notebook import ROLES, TEXT_STUB, CodeCell, is_answered
from flcourse.grading.official import causes, execute, intake
from flcourse.grading.official.handed_in import UnreadableError
from flcourse.grading.official.intake import ReceivedCell, Submission
from flcourse.grading.progress import RAISED
from flcourse.grading.script import longest_opening
from flcourse.grading.student import in_place, opened
from flcourse.grading.student.process import LocalProcess
from flcourse.grading.student.pruned import pruned
from flcourse.grading.syntax import problem

__all__ = [
    "CheckReport",
    "State",
    "TaskResult",
    "as_json",
    "broken_answers",
    "check_notebook",
    "checksum",
    "look",
]

ANYTHING = "\0"  # the released text of an answer where nobody knows it: no text equals it
HINT = " Hint: "
ENDLESS = "does a loop never end"  # said of a function whose time was over
ASSIGNED = re.compile(r"^(\w+)(?: *:[^=\n]+)? *=(?!=)(.*)", re.M)  # at the left margin: name, value
UNREADABLE = ("SyntaxError", "IndentationError", "TabError")  # which the task itself has named
STOPPED = re.compile(r"\bwas (stopped:|not run\b)")  # said of a function that had to be ended
# Said by Python, and by our checks, of a result that is called as its function.
UNCALLABLE = re.compile(r"object is not callable|is no function")

Student = execute.StudentProcess


class State(StrEnum):
    """What can be said of a task before it is graded."""

    RIGHT = "right"
    NOT_YET = "not yet"
    UNANSWERED = "not answered"
    BROKEN = "does not run"
    RAISES = "ends in an error"
    ENDLESS = "does not end"
    WAITS = "waits for a person"


@dataclass(frozen=True)
class TaskResult:
    """Verdict on one task.

    Attributes
    ----------
    name : str
        The task.
    points : float or None
        Points that it gets; None for a task that a person grades.
    possible : float
        Points that it can get.
    messages : tuple of str
        What its checks say; empty where all of them pass.
    title : str
        What the notebook calls the task.
    state : State
        How it stands.
    predicted : str
        The line on the student's prediction, where the task asks for one.
    lead : str
        Which earlier answer it calls, if it is not right and that earlier answer is not right
        either.
    """

    name: str
    points: float | None
    possible: float
    messages: tuple[str, ...]
    title: str = ""
    state: State = State.RIGHT
    predicted: str = ""
    lead: str = ""

    @property
    def stands(self) -> str:
        """The state as the panel says it; a task that is not right yet may be partly right."""
        if self.state == State.NOT_YET:
            return "partly right" if self.points else "not right yet"
        return self.state.value

    @property
    def sentence(self) -> str:
        """What is wrong, without a hint, in one sentence; "" where nothing is."""
        return self.messages[0].partition(HINT)[0] if self.messages else ""

    @property
    def hints(self) -> tuple[str, ...]:
        """What to look at, hint by hint."""
        return tuple(hint for m in self.messages if (hint := m.partition(HINT)[2]))


@dataclass(frozen=True)
class CheckReport:
    """Verdicts by task, in the order of the notebook, and notes on its state."""

    stem: str
    tasks: tuple[TaskResult, ...]
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether no check fails."""
        return not any(task.messages for task in self.tasks)

    @property
    def points(self) -> float:
        """Points of the checks that pass."""
        return sum(task.points or 0.0 for task in self.tasks)

    @property
    def possible(self) -> float:
        """Points of all checks."""
        return sum(task.possible for task in self.tasks if task.points is not None)


def as_json(report: CheckReport) -> dict[str, Any]:
    """Return a report as plain values, as programs read it."""
    tasks = [
        {**asdict(task), "state": task.state.value, "sentence": task.sentence, "hints": task.hints}
        for task in report.tasks
    ]
    whole = {"points": report.points, "possible": report.possible, "passed": report.passed}
    return {"stem": report.stem, **whole, "tasks": tasks, "notes": list(report.notes)}


def check_notebook(
    path: Path,
    *,
    saved: bool = False,
    tell: Callable[[str], None] = lambda line: None,
    process: Callable[[Callable[[str], None]], Student] | None = None,
) -> CheckReport:
    """Run the visible checks of the notebook at ``path`` in a process of their own.

    Parameters
    ----------
    path : pathlib.Path
        An assignment, answered or not; it is not changed.
    saved : bool
        Whether it is known to be saved; else running Jupyters are asked.
    tell : callable
        Called with a line when something takes long.
    process : callable
        What makes the process for the student's code, from ``tell``; by default a new one.

    Raises
    ------
    ValueError
        If the file is no notebook, holds no checks, or is not saved.
    """
    content = opened.content(path)
    if not saved and (reason := opened.unsaved(path)):
        raise ValueError(f"{path.name} is not saved: {reason}")
    with (process or LocalProcess)(tell) as student:
        cells, assignment, taken = _taken(path, content)
        wanted = [*assignment.of_kind("tests")]
        if not wanted and not assignment.of_kind("manual"):
            raise ValueError(f"{path.name} is no assignment: it holds no checks")
        texts = [packed.unfolded(cell.source) for cell in wanted]
        expected = sorted({name for text in texts for name in names.needed(text)})
        # Checks use nothing of given cells, which so need not run beside them.
        ours = [cell.source for cell in assignment.of_kind("free") if not cell.text]
        needed = pruned(taken.steps, ours)
        steps = [replace(s, kind="free") if s.kind == "given" else s for s in needed]
        if isinstance(student, LocalProcess):
            student.steps = steps
        mine = intake.variant_of(cells) or own_data.PUBLIC
        gathered = predictions.collected()
        with instances.beside(path), own_data.graded(mine), gathered as results:
            ran = execute.run(steps, [*assignment.names, *expected], student)
    tasks = [*_automatic(assignment, ran, taken.steps), *_by_hand(assignment, taken.texts or {})]
    asked = predictions.asked(cell.source for cell in wanted)
    passing = [task.name for task in tasks if not task.messages]
    lines = {p.task: p.line for p in predictions.told(asked, taken.steps, results, passing)}
    tasks = [replace(task, predicted=lines.get(task.name, "")) for task in tasks]
    tasks = [replace(task, title=assignment.titles.get(task.name, "")) for task in tasks]
    tasks = [*_led_on(tasks, taken.steps)]
    notes = [
        *_looks(cells), *_broken(ran, tasks, taken.steps), *_overwritten(taken.steps),
        *_lost_below(taken.steps, tasks), *_handed_back(taken.steps),
    ]  # fmt: skip
    return CheckReport(assignment.stem, tuple(tasks), tuple(notes))


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
    return _looks(_read(path, opened.content(path)))


def broken_answers(steps: Sequence[CodeCell]) -> Iterator[str]:
    """Yield a line for each answer that Python cannot even read."""
    for step in steps:
        if step.kind == "answer" and (why := problem(step.source)):
            yield f"{step.id} does not run: {why}"


# ---------------------------------------------------------------------- reading


def _read(path: Path, content: bytes) -> list[ReceivedCell]:
    try:
        return intake.read_cells(content)
    except UnreadableError as reason:
        raise ValueError(f"{path.name} is no notebook: {reason}") from None


def _taken(path: Path, content: bytes) -> tuple[list[ReceivedCell], Assignment, Submission]:
    """Return the cells of a notebook, its assignment, and both put together as grading does."""
    cells = _read(path, content)
    release = opened.release_of(path, {cell.grade_id or cell.cell_id for cell in cells})
    assignment = read_assignment(release) if release else _own(path, cells)
    assignment = own_data.of_assignment(assignment, intake.variant_of(cells) or own_data.PUBLIC)
    return cells, assignment, intake.rebuild(cells, assignment)


def _own(path: Path, cells: Sequence[ReceivedCell]) -> Assignment:
    """Take a notebook for its own assignment, where the released one is not to be found."""
    known: dict[str, AssignmentCell] = {}
    for cell in cells:
        role = (cell.meta.get("grade"), cell.meta.get("solution"), cell.meta.get("locked"))
        kinds = [kind for kind, roles in ROLES.items() if roles == role and kind != "assignment"]
        if cell.grade_id in known or (cell.grade_id and not kinds):
            continue
        name, kind = cell.grade_id or cell.cell_id, kinds[0] if cell.grade_id else "free"
        if not name or (kind == "free" and cell.code):
            continue
        answer = kind == "answer"
        known[name] = AssignmentCell(
            kind, name, "" if answer else cell.source, ANYTHING if answer else cell.source,
            _number(cell.meta.get("points")), not cell.code, {"metadata": {}},
        )  # fmt: skip
    return Assignment(path.stem, tuple(known.values()), {})


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


# ---------------------------------------------------------------------- verdicts


def _automatic(
    assignment: Assignment, ran: execute.Execution, steps: Sequence[CodeCell]
) -> list[TaskResult]:
    """Sum up tests cells by the answer that they check."""
    by_task: dict[str, list[AssignmentCell]] = {}
    for cell in assignment.of_kind("tests"):
        answer = assignment.answer_of(cell)
        by_task.setdefault(answer.id if answer else cell.id, []).append(cell)
    return [_task(name, cells, ran, steps) for name, cells in by_task.items()]


def _task(
    name: str,
    cells: Sequence[AssignmentCell],
    ran: execute.Execution,
    steps: Sequence[CodeCell],
) -> TaskResult:
    messages = {cell.id: ran.messages.get(cell.id, "this check was not run") for cell in cells}
    got = sum(cell.points for cell in cells if not messages[cell.id])
    told = tuple(dict.fromkeys(message for message in messages.values() if message))
    possible = sum(cell.points for cell in cells)
    state = _state(name, told, steps)
    if state == State.NOT_YET and not got and RAISED.match(told[0]):
        state = State.RAISES
    return TaskResult(name, got, possible, told, state=state)


def _state(name: str, messages: Sequence[str], steps: Sequence[CodeCell]) -> State:
    if not messages:
        return State.RIGHT
    written = [step.source for step in steps if step.kind == "answer" and step.id == name]
    blank = not any(map(is_answered, written))
    absent = ("is not answered yet", causes.UNDEFINED, causes.NO_CELL)
    nothing = any(words in m and not RAISED.match(m) for m in messages for words in absent)
    if nothing:  # who has written something has not defined what is asked for
        return State.UNANSWERED if blank else State.BROKEN
    if any(ENDLESS in m for m in messages):
        return State.ENDLESS
    broken = any(m.startswith(causes.BROKEN) or STOPPED.search(m) for m in messages)
    return State.BROKEN if broken else State.NOT_YET


def _by_hand(assignment: Assignment, texts: Mapping[str, str]) -> list[TaskResult]:
    own = assignment.of_kind("manual")
    return [
        TaskResult(
            cell.id, None, cell.points, (),
            state=State.WAITS if texts.get(cell.id, TEXT_STUB) != TEXT_STUB else State.UNANSWERED,
        )
        for cell in own
    ]  # fmt: skip


def _led_on(tasks: Sequence[TaskResult], steps: Sequence[CodeCell]) -> Iterator[TaskResult]:
    """Say of a task that fails if what it calls is no function, or fails itself."""
    answers = {step.id: step.source for step in steps if step.kind == "answer"}
    between = [step.source for step in steps if step.kind == "free"]
    titles = {task.name: task.title or task.name for task in tasks}
    renamed = [*_renamed(steps)]
    wrong: list[str] = []
    for task in tasks:
        lead = ""
        if task.messages and task.state != State.UNANSWERED:
            called = names.closure(task.name, answers, between)
            told = " ".join(task.messages)
            culprits = {titles[other]: answers[other] for other in wrong if other in called}
            lead = _culprits(culprits, told, answers.get(task.name, ""))
            if UNCALLABLE.search(told):
                own = [(name, where) for name, home, where in renamed
                       if home in {task.name, *called}]  # fmt: skip
                lead = _no_function(*own[0], task.name, titles, told) if own else lead
        if task.messages:
            wrong.append(task.name)
        yield replace(task, lead=lead)


def _culprits(wrong: Mapping[str, str], told: str, own: str) -> str:
    """Name the answers, given by title, that are not right and that a task calls."""
    if not wrong:
        return ""
    titles = " and ".join(wrong)
    if RAISED.match(told) and (
        "of its cell:" not in told or any(line in own for line in _lines(told, wrong.values()))
    ):
        return f"It also calls your answer to {titles}, which is not right yet; that may be why."
    return (
        f"It calls your answer to {titles}, which is not right yet: mend that first, it may be "
        "why. Official grading tries this task again with the right function in its place."
    )


def _lines(told: str, others: Iterable[str]) -> list[str]:
    """Return the line in which an error came up, unless that calls one of the other answers."""
    called = {name for source in others for name in _functions(source)}
    lines = re.findall(r"\(line \d+ of its cell: (.*?)\)(?:, called with|\.? |\.?$)", told)
    return [line for line in lines[:1] if not called & set(re.findall(r"\w+", line))]


def _no_function(name: str, where: str, task: str, titles: Mapping[str, str], told: str) -> str:
    """Say in which cell, that of an answer or "" for a free one, a function's name gets a value."""
    home = titles.get(where, where).partition(":")[0]
    cell = f"your answer to {home}" if where else "a cell of yours"
    if f"{name} is no function" in told:
        if where == task:
            return "Its own cell sets the name, below the function: take that line out."
        return f"Look at {cell}." if where else ""
    return (
        f"{name} is no function: {cell} sets it to something else ({name} = …). "
        "Choose another name for that result."
    )


def _renamed(steps: Sequence[CodeCell]) -> Iterator[tuple[str, str, str]]:
    """Yield a function whose name becomes that of a value, its answer, and where that happens."""
    home: dict[str, str] = {}
    for step in steps:
        if step.kind == "answer":
            home |= dict.fromkeys(_functions(step.source), step.id)
        if step.kind in {"answer", "free"}:
            for name in sorted(home.keys() & {name for name, _ in ASSIGNED.findall(step.source)}):
                yield name, home[name], step.id if step.kind == "answer" else ""


def _lost_below(steps: Sequence[CodeCell], tasks: Sequence[TaskResult]) -> Iterator[str]:
    """Tell names of answers that a cell gives to what they return, where a later cell calls them.

    A task that meets the result has said so itself.
    """
    asked = {name for step in steps if step.kind == "answer" for name in _functions(step.source)}
    told = " ".join(f"{task.lead} {' '.join(task.messages)}" for task in tasks)
    asked -= {name for name in asked if f"{name} is no function" in told}
    for number, step in enumerate(steps):
        for name in sorted(asked & _results(step.source)) if step.kind == "free" else ():
            below = [later.source for later in steps[number + 1 :] if later.kind != "tests"]
            if any(re.search(rf"\b{name}\(", source) for source in below):
                yield (
                    f"a cell of yours sets {name} to what it returns ({name} = …), and a cell "
                    "below calls the function; choose another name for that result"
                )


def _results(source: str) -> set[str]:
    """Names that are given to what the function of this name returns, such as f = f(2)."""
    return {
        name
        for name, value in ASSIGNED.findall(source)
        if re.search(rf"\b{name}\(", value) and "lambda" not in value
    }


# ---------------------------------------------------------------------- notes


def _looks(cells: Sequence[ReceivedCell]) -> tuple[str, ...]:
    tests = [cell for cell in cells if _is(cell, grade=True, solution=False)]
    answers = {cell.grade_id: cell for cell in cells if _is(cell, grade=False, solution=True)}
    return (*_notes(cells, answers), *_moved(cells, answers), *_lost(tests, answers))


def _notes(cells: Sequence[ReceivedCell], answers: Mapping[str, ReceivedCell]) -> Iterator[str]:
    """Tell copied, changed and misplaced cells."""
    for name, times in Counter(cell.grade_id for cell in cells if cell.grade_id).items():
        if times > 1:
            alike = len({cell.source for cell in cells if cell.grade_id == name}) == 1
            remedy = "keep one" if alike else "put what you need of them into one"
            yield f"{name}: this cell is here {times} times; {remedy}"
    place = {cell.grade_id: number for number, cell in enumerate(cells)}
    for cell in cells:
        if not _is(cell, grade=True, solution=False):
            continue
        was, answer = cell.meta.get("checksum"), longest_opening(cell.grade_id, answers)
        if was and was != checksum(cell):
            yield f"{cell.grade_id}: these checks were changed; grading uses the original"
        if place.get(answer, -1) > place[cell.grade_id]:
            yield f"{cell.grade_id}: stands above its answer {answer}; move it below"


def checksum(cell: ReceivedCell) -> str:
    """Return the digest of a graded cell, the same that nbgrader computes."""
    meta = cell.meta
    locked = not meta.get("solution") and (meta.get("grade") or meta.get("locked"))
    kind = "code" if cell.code else "markdown"
    parts = [cell.source, kind, meta.get("grade"), meta.get("solution"), locked, cell.grade_id]
    if meta.get("grade"):
        parts.append(_number(meta.get("points")))
    return hashlib.md5("".join(map(str, parts)).encode(), usedforsecurity=False).hexdigest()


def _moved(cells: Sequence[ReceivedCell], answers: Mapping[str, ReceivedCell]) -> Iterator[str]:
    """Tell functions of an answer that stand, or stand again, in a cell that nobody grades."""
    home = {name: task for task, cell in answers.items() for name in _asked(cell)}
    for cell in cells:
        if cell.code and not cell.grade_id:
            for name in [name for name in _functions(cell.source) if name in home]:
                twice = name in _functions(answers[home[name]].source)
                remedy = (
                    "again; delete that one" if twice else "outside its answer cell; move it there"
                )
                yield f"{home[name]}: a cell of yours defines {name} {remedy}"


def _asked(cell: ReceivedCell) -> list[str]:
    """Names that an answer cell is to define, as its id says: words joined by _."""
    return [*dict.fromkeys([cell.grade_id.replace("-", "_"), *_functions(cell.source)])]


def _functions(source: str) -> list[str]:
    return re.findall(r"^def (\w+)", source, re.M)


def _lost(tests: Sequence[ReceivedCell], answers: Mapping[str, ReceivedCell]) -> Iterator[str]:
    """Tell checks without an answer cell, and answer cells without checks."""
    again = "start from a fresh copy of the notebook and paste your answers"
    # An answer whose checks are gone may still be graded; who has lost the answer has lost all.
    checked = {longest_opening(cell.grade_id, answers) or cell.grade_id for cell in tests}
    for task in sorted(checked - set(answers)):
        yield f"{task}: the cell for the answer is gone; {again}"
    for task in answers:
        if task not in checked:
            yield f"{task}: its checks are gone; grading uses the original"


def _broken(
    ran: execute.Execution, tasks: Sequence[TaskResult], steps: Sequence[CodeCell]
) -> Iterator[str]:
    """Tell answer cells that end in an error of their own which no check has named."""
    told = "\n".join(message for task in tasks for message in task.messages)
    for name in dict.fromkeys(step.id for step in steps if step.kind == "answer"):
        error = ran.shown[name].error if name in ran.shown else ""
        if error and error not in told and not error.startswith(UNREADABLE):
            yield f"{name}: the answer cell ends in {error}"


def _overwritten(steps: Sequence[CodeCell]) -> Iterator[str]:
    """Tell cells that give a name another meaning which all cells below then find."""
    bound = {s.id: names.module_names(s.source)[1] for s in steps if s.kind == "answer"}
    for step in steps:
        if step.kind not in {"answer", "free"}:
            continue
        own = names.module_names(step.source)[1]
        where = f"{step.id}:" if step.kind == "answer" else "a cell of yours"
        for name in sorted(own & names.BUILTINS):
            yield f"{where} gives {name} a new meaning, for all cells below; choose another name"
        for other, theirs in bound.items():
            same = own & theirs & {other.replace("-", "_")}
            if step.kind == "answer" and step.id != other and same:
                yield f"{where} defines {min(same)} of {other} anew; choose another name"


def _handed_back(steps: Sequence[CodeCell]) -> Iterator[str]:
    """Tell functions that change what they were given."""
    for step in steps:
        if step.kind == "answer":
            for function, argument in in_place.changed(step.source):
                yield (
                    f"{step.id}: {function} writes into its argument {argument}; the checks do "
                    "not mind, but unless it puts back what was there, cells below find it "
                    "changed: work on a copy"
                )


def _is(cell: ReceivedCell, *, grade: bool, solution: bool) -> bool:
    return bool(cell.meta) and (cell.meta.get("grade"), cell.meta.get("solution")) == (
        grade,
        solution,
    )
