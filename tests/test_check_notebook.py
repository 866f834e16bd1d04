"""`flcourse check` gives the verdicts of the grading, and a word on a muddled notebook."""

import json

import pytest
from test_build import GOOD

from flcourse.cli import main
from flcourse.grading import build
from flcourse.grading.check import check_notebook

ANSWER = "def double(x):\n    return x + x\n"


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    root = tmp_path_factory.mktemp("checkout")
    (root / "solutions").mkdir()
    (root / "solutions" / "tiny.py").write_text(GOOD, "utf-8")
    (path,) = build.build(root)
    return json.loads(path.read_text("utf-8"))


@pytest.fixture
def report(released, tmp_path):
    def report(change):
        notebook = json.loads(json.dumps(released))
        cells = {cell["id"]: cell for cell in notebook["cells"]}
        change(notebook["cells"], cells)
        path = tmp_path / "tiny.ipynb"
        path.write_text(json.dumps(notebook), "utf-8")
        return check_notebook(path)

    return report


def summary(report):
    return {task.name: (task.points, task.possible, task.messages) for task in report.tasks}


def test_a_right_answer_passes_and_the_rest_waits_for_a_person(report):
    def answer(cells, by_id):
        by_id["double"]["source"] = ANSWER
        by_id["why"]["source"] = "Because I say so."

    seen = report(answer)
    assert summary(seen) == {"double": (2.0, 2.0, ()), "why": (None, 8.0, ())}
    assert seen.notes == ()
    assert seen.passed


def test_a_blank_notebook_is_told_task_by_task(report):
    seen = report(lambda cells, by_id: None)
    (line,) = summary(seen)["double"][2]
    assert line.startswith("double is not answered yet")
    assert seen.notes == ("why: not answered yet",)
    assert not seen.passed


def test_a_wrong_answer_gets_the_line_of_the_check(report):
    def answer(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    return x * x"

    assert summary(report(answer))["double"] == (
        0, 2.0, ("double: Expected 6, got 9. Hint: see eq-gtvmin.",),
    )  # fmt: skip


def test_cells_may_stand_in_any_order(report):
    def turn(cells, by_id):
        by_id["double"]["source"] = ANSWER
        cells.reverse()

    seen = report(turn)
    assert seen.passed
    assert "double-tests: stands above its answer double; move it below" in seen.notes


def test_a_helper_in_another_cell_counts(report):
    def split(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    return plus(x, x)"
        helper = "def plus(a, b):\n    return a + b"
        cells.append({**by_id["double--2"], "id": "new", "source": helper})

    assert report(split).passed


def test_copied_and_changed_cells_and_errors_are_told(report):
    def muddle(cells, by_id):
        by_id["double"]["source"] = "def double(x)\n    return 2 * x"
        by_id["double-tests"]["source"] = "pass"
        cells.append(by_id["double"])

    seen = report(muddle)
    assert "double: this cell is here 2 times; keep one" in seen.notes
    assert "double-tests: these checks were changed; grading uses the original" in seen.notes
    assert any(note.startswith("double: the answer cell ends in Syntax") for note in seen.notes)


def test_what_is_no_assignment_is_refused(tmp_path):
    path = tmp_path / "notes.ipynb"
    path.write_text("no notebook")
    with pytest.raises(ValueError, match="path must be a notebook"):
        check_notebook(path)
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}))
    with pytest.raises(ValueError, match="holds no checks"):
        check_notebook(path)


def test_the_command_sums_up_and_fails_where_a_check_fails(released, tmp_path, capsys):
    path = tmp_path / "tiny.ipynb"
    path.write_text(json.dumps(released), "utf-8")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "double    0 of 2    failed\n" in out
    assert "why       - of 8    to be graded\n" in out
    released["cells"][2]["source"] = ANSWER
    path.write_text(json.dumps(released), "utf-8")
    assert main(["check", str(path)]) == 0
    assert "double    2 of 2    passed\n" in capsys.readouterr().out
