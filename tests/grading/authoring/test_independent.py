"""Answers of writers who had read neither checks nor bank get the verdicts that they should.

``solutions/bank/independent/<stem>/`` holds what they wrote from the released notebooks alone.
Every sixteenth answer is graded here, on the public seed; FLCOURSE_WHOLE_BANK=1 takes all of them,
which takes several minutes.
"""

import ast
import os
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from flcourse.grading import checks
from flcourse.grading.authoring import bank, verdicts
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "solutions" / "bank" / "independent"
SCRIPTS = {stem: read_script(ROOT / "solutions" / f"{stem}.py") for stem in verdicts.graded(ROOT)}


@dataclass(frozen=True)
class Answer:
    """An answer of somebody else; ``loses`` holds the tests cells that its writer says it fails."""

    stem: str
    task: str
    kind: str
    id: str
    source: str
    loses: frozenset[str]

    def __str__(self):
        return f"{self.stem}:{self.task}:{self.id}"


def answers_in(path):
    """The answers of a file; wrong ones name no words of a message, their writer knew none."""
    stem, task = path.parent.name, path.stem
    tests = {cell.id for cell in bank.tests_of(SCRIPTS[stem], task)}
    for cell in read_script(path, kinds=("right", "wrong")).cells:
        if cell.kind != "free":
            named = set(filter(None, dict(cell.fields).get("loses", "").split(",")))
            assert named <= tests, (path, cell.id)
            loses = frozenset(named or tests) if cell.kind == "wrong" else frozenset()
            yield Answer(stem, task, cell.kind, cell.id, cell.source, loses)


ALL = [answer for path in sorted(FOLDER.glob("*/*.py")) for answer in answers_in(path)]
TRIED = ALL if os.environ.get("FLCOURSE_WHOLE_BANK") == "1" else ALL[::16]


# Assignments and tasks for which nobody but their authors has written yet; a name leaves with its
# answers.
TO_COME: set[str] = set()
TASKS_TO_COME: set[tuple[str, str]] = set()


def test_every_task_has_eight_answers_of_both_kinds():
    found = Counter((answer.stem, answer.task, answer.kind) for answer in ALL)
    assert TO_COME & {answer.stem for answer in ALL} == set()
    assert TASKS_TO_COME & {(answer.stem, answer.task) for answer in ALL} == set()
    for stem, script in SCRIPTS.items():
        for task in () if stem in TO_COME else bank.tasks(script):
            if (stem, task) in TASKS_TO_COME:
                continue
            assert min(found[stem, task, kind] for kind in ("right", "wrong")) >= 8, (stem, task)


def test_no_answer_is_there_twice_and_each_wrong_one_says_why_it_is_wrong():
    assert max(Counter(map(str, ALL)).values()) == 1
    assert all("# why: " in answer.source for answer in ALL if answer.kind == "wrong")


@cache
def functions_in(source):
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def alone(answer):
    """The task of an answer, or None if it calls an answer to another one: then all have to run."""
    others = {
        name
        for cell in SCRIPTS[answer.stem].of_kind("answer")
        if cell.id != answer.task
        for name in functions_in(cell.source) - functions_in(answer.source)
    }
    called = {
        node.func.id
        for node in ast.walk(ast.parse(answer.source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return None if others & called else answer.task


@pytest.mark.parametrize("answer", TRIED, ids=str)
def test_the_verdict_is_that_of_the_writer(answer, monkeypatch):
    monkeypatch.delenv(checks.SEED_VARIABLE, raising=False)
    only = alone(answer)
    messages = bank.grade(SCRIPTS[answer.stem], {answer.task: answer.source}, only=only)
    assert {cell for cell, message in messages.items() if message} == answer.loses, messages
