"""A mistake travels nowhere: a task that calls a wrong answer to an earlier one is tried again.

Good students call their own functions. When a check of such an answer fails, and an answer to an
earlier task that it calls is wrong, does not run or never ends, the cell is checked once more with
the reference in place of the wrong answer, and earns its points if it passes then.

What keeps this fair:

- Only references to *earlier* tasks are used. So two answers that call each other earn nothing, and
  the first of a chain has to be right by itself.
- A second process, in a sandbox of its own, runs them; the verdicts on the earlier tasks are
  settled before. Nothing that it prints, draws or raises is kept: all that comes out of it is
  whether the checks of this one task pass. A reference can be read by code that runs beside it,
  but its own task is decided already, and there is no way out for it.
- All such trials together have a third of the time that a notebook has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flcourse.grading.assignment import Assignment
from flcourse.grading.names import closure
from flcourse.grading.notebook import CodeCell, names_of
from flcourse.grading.official import execute, sandbox
from flcourse.grading.official.execute import Budget, Execution, StudentProcess
from flcourse.grading.official.warm import Zygote
from flcourse.grading.syntax import LONGEST

__all__ = ["Carried", "grade", "note"]

SHARE = 3  # the second trials have this part of the time of the first


@dataclass(frozen=True)
class Carried:
    """What became of a submission, and which tests cells passed at the second trial.

    ``notes`` has, by tests cell, the earlier tasks whose references were used.
    """

    ran: Execution
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)


def grade(
    steps: Sequence[CodeCell],
    assignment: Assignment,
    *,
    safe: bool = True,
    zygote: Zygote | None = None,
    budget: Budget | None = None,
    limits: sandbox.Limits | None = None,
) -> Carried:
    """Run a submission and its checks, then again what may have failed for an earlier mistake.

    Parameters
    ----------
    steps : sequence of CodeCell
        As for `flcourse.grading.official.execute.grade`.
    assignment : Assignment
        The assignment, with its references.
    safe, zygote, budget, limits
        As for `flcourse.grading.official.execute.grade`.
    """
    first = execute.grade(
        steps, assignment.names, safe=safe, zygote=zygote, budget=budget, limits=limits
    )
    usual = budget or Budget()
    second = Budget(usual.each / SHARE, usual.total / SHARE)
    tasks = {cell.id: answer.id for cell in assignment.of_kind("tests")
             if (answer := assignment.answer_of(cell))}  # fmt: skip
    messages, notes = dict(first.messages), {}
    for task, wrong in _suspects(steps, assignment, tasks, first.messages).items():
        failed = [cell for cell, message in first.messages.items()
                  if message and tasks.get(cell) == task]  # fmt: skip
        trial = _replaced(steps, assignment, wrong, failed, first)
        with StudentProcess(safe=safe, zygote=zygote, budget=second, limits=limits) as student:
            passed = _passed(trial, assignment, student)
        for cell in failed:
            if cell in passed:
                messages[cell], notes[cell] = "", tuple(wrong)
    return Carried(replace(first, messages=messages), notes)


def _suspects(
    steps: Sequence[CodeCell],
    assignment: Assignment,
    tasks: Mapping[str, str],
    messages: Mapping[str, str],
) -> dict[str, list[str]]:
    """Return, by each task that fails, the earlier ones that it calls and that fail, too."""
    order = [cell.id for cell in assignment.of_kind("answer")]
    failing = {tasks[cell] for cell, message in messages.items() if message and cell in tasks}
    answers: dict[str, str] = {}
    for step in steps:
        if step.kind == "answer":
            answers[step.id] = "\n".join(filter(None, [answers.get(step.id), step.source]))
    given = {cell.id: cell.source for cell in assignment.of_kind("answer")}
    free = [step.source for step in steps if step.kind == "free"]
    found = {}
    for task in order:
        if task not in failing or task not in answers:
            continue
        # An answer that Python cannot read defines nothing: its name is that of the reference.
        readable = {name: _defining(answers.get(name, ""), given[name]) for name in order}
        called = closure(task, {**readable, task: answers[task]}, free)
        wrong = [name for name in order[: order.index(task)] if name in called & failing]
        if wrong:
            found[task] = wrong
    return found


def _defining(written: str, reference: str) -> str:
    """Return a text that reads what an answer reads and defines what its reference defines."""
    stubs = "\n".join(f"{name} = None" for name in names_of(reference))
    if len(written) > LONGEST:
        return stubs
    try:
        compile(written, "answer", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return stubs
    return f"{written}\n{stubs}"


def _replaced(
    steps: Sequence[CodeCell],
    assignment: Assignment,
    wrong: Sequence[str],
    failed: Sequence[str],
    first: Execution,
) -> list[CodeCell]:
    """Return the cells of the second trial, with references behind the answers that are wrong."""
    given = {cell.id: cell.source for cell in assignment.of_kind("answer")}
    missing = [name for name in wrong if not any(step.id == name for step in steps)]
    trial = [CodeCell("answer", f"{name}, the reference", given[name]) for name in missing]
    for step in steps:
        ended = step.id in first.shown and "stopped" in first.shown[step.id].error
        if step.kind == "tests":
            trial += [step] if step.id in failed else []
        elif not (step.kind == "answer" and ended):  # helpers beside a wrong answer are of use
            trial.append(step)
        if step.kind == "answer" and step.id in wrong:
            trial.append(CodeCell("answer", f"{step.id}, the reference", given[step.id]))
    return trial


def _passed(trial: Sequence[CodeCell], assignment: Assignment, student: StudentProcess) -> set[str]:
    """Return the tests cells that pass; nothing else of the trial is kept."""
    ran = execute.run(trial, assignment.names, student)
    return {cell for cell, message in ran.messages.items() if not message}


def note(wrong: Sequence[str], assignment: Assignment) -> str:
    """Return what a student reads beside points that were earned at the second trial."""
    which = " and ".join(assignment.titles[name] for name in wrong)
    return (
        f"Your answer calls your answer to {which}, which is not right. It was checked again with "
        "a right one in its place, and earns its points."
    )
