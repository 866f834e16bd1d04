"""`flcourse check` gives the verdicts of the grading, and a word on a muddled notebook."""

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from course_helpers import GOOD
from nbgrader.utils import compute_checksum

from flcourse.cli import main
from flcourse.grading.authoring import build
from flcourse.grading.official import intake
from flcourse.grading.script import read_script
from flcourse.grading.student import opened
from flcourse.grading.student.check import State, check_notebook, checksum

ROOT = Path(__file__).resolve().parents[3]

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
    assert [task.state for task in seen.tasks] == [State.RIGHT, State.WAITS]
    assert seen.notes == ()
    assert seen.passed


def test_a_blank_notebook_is_told_task_by_task(report):
    seen = report(lambda cells, by_id: None)
    (line,) = summary(seen)["double"][2]
    assert line.startswith("double is not answered yet")
    assert [task.state for task in seen.tasks] == [State.UNANSWERED, State.UNANSWERED]
    assert seen.notes == ()
    assert not seen.passed


def test_a_wrong_answer_gets_the_line_of_the_check(report):
    def answer(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    return x * x"

    assert summary(report(answer))["double"] == (
        0, 2.0, ("double: Expected 6, got 9. Hint: see eq-gtvmin.",),
    )  # fmt: skip


def test_a_message_may_speak_of_what_was_stopped(report):
    def answer(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    return x * x"
        tests = by_id["double-tests"]
        tests["source"] = [line.replace("eq-gtvmin", "the row that was stopped early")
                           for line in tests["source"]]  # fmt: skip

    (task, _) = report(answer).tasks
    assert "was stopped early" in task.messages[0]
    assert task.state == State.NOT_YET


@pytest.mark.parametrize(
    ("body", "error"), [("x / 0", "ZeroDivisionError"), ("nowhere", "NameError"), ("x[9]", "")]
)
def test_an_answer_that_ends_in_an_error_is_told_so(body, error, report):
    def answer(cells, by_id):
        by_id["double"]["source"] = f"def double(x):\n    return {body}"

    (task, _) = report(answer).tasks
    assert f"double raised {error}" in task.messages[0]
    assert task.state == State.RAISES


def test_an_answer_that_ends_in_an_error_here_and_there_is_not_right_yet(report):
    """What earns points runs: the panel calls it partly right."""

    def answer(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    return 2 * x"
        tests = json.loads(json.dumps(by_id["double-tests"]))
        tests["metadata"]["nbgrader"]["grade_id"] = tests["id"] = "double-more-tests"
        tests["source"] = "from flcourse.grading import checks\nchecks.call(double, object())\n"
        cells.insert(cells.index(by_id["double-tests"]) + 1, tests)

    (task, _) = report(answer).tasks
    assert "double raised TypeError" in task.messages[0]
    assert task.points == task.possible / 2
    assert task.state == State.NOT_YET


def test_who_returns_nothing_and_who_changes_an_argument_is_told(report):
    def prints(cells, by_id):
        by_id["double"]["source"] = "def double(x):\n    print(x + x)"

    seen = report(prints)
    assert seen.notes == ()  # the task says so itself, once
    assert seen.tasks[0].sentence.count("got None; does your function reach a return?") == 1

    def writes(cells, by_id):
        body = "    x *= 2\n    len(x) if y else 0\n    return x"
        by_id["double"]["source"] = f"def double(x, y=()):\n{body}"

    seen = report(writes)
    assert seen.passed
    (told,) = seen.notes
    assert told.startswith("double: double writes into its argument x; the checks do not mind")


def test_an_object_that_grading_cannot_take_is_no_answer_here_either(report):
    odd = """
class Odd:
    pass
def double(x):
    return Odd()
"""

    def answer(cells, by_id):
        by_id["double"]["source"] = odd

    points, _, (message,) = summary(report(answer))["double"]
    assert points == 0
    assert "Odd" in message


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


def test_what_a_check_imports_is_loaded_for_the_student_where_it_is_used(report):
    def answered(source):
        def change(cells, by_id):
            by_id["double"]["source"] = source
            tests = by_id["double-tests"]
            tests["source"] = ["import wave\n", *tests["source"]]

        return summary(report(change))["double"][0]

    assert answered(ANSWER) == 2.0
    used = "def double(x):\n    return x + x if wave.__name__ else 0"
    assert answered(used) == 2.0  # as in the notebook, where the check has imported it
    loaded = "import sys\ndef double(x):\n    return x + x if 'wave' not in sys.modules else 0"
    assert answered(loaded) == 2.0


def test_copied_and_changed_cells_and_errors_are_told(report):
    def muddle(cells, by_id):
        by_id["double-tests"]["source"] += "\n"
        cells.append(by_id["double"])

    seen = report(muddle)
    assert "double: this cell is here 2 times; keep one" in seen.notes
    assert "double-tests: these checks were changed; grading uses the original" in seen.notes


def test_an_answer_with_a_syntax_error_is_named_with_its_line_and_sign(report):
    def answer(cells, by_id):
        by_id["double"]["source"] = "def double(x)\n    return 2 * x"

    (task, _) = report(answer).tasks
    assert task.state == State.BROKEN
    said = "The answer does not run: ':' is missing at the end of line 1: def double(x)"
    assert task.messages == (said,)

    def stray(cells, by_id):  # in a notebook, what stands above it has run
        by_id["double"]["source"] = "def double(x):\n    y = 2 * x\nreturn y"

    (task, _) = report(stray).tasks
    assert task.state == State.BROKEN
    said = "The answer does not run: 'return' outside function, in line 3: return y"
    assert task.messages == (said,)


def test_an_answer_outside_its_cell_or_given_twice_is_told(report):
    def outside(cells, by_id):
        by_id["double"]["source"] = "# below"
        cells.insert(3, {**by_id["double--2"], "id": "new", "source": ANSWER})

    def twice(cells, by_id):
        by_id["double"]["source"] = ANSWER
        cells.append({**by_id["double--2"], "id": "new", "source": "def double(x):\n    return 0"})

    seen = report(outside)
    assert seen.passed
    said = "double: a cell of yours defines double"
    assert f"{said} outside its answer cell; move it there" in seen.notes
    assert f"{said} again; delete that one" in report(twice).notes


def test_an_answer_cell_in_two_parts_counts(report):
    def split(cells, by_id):
        head, tail = (
            "def plus(a, b):\n    return a + b\n",
            "def double(x):\n    return plus(x, x)\n",
        )
        by_id["double"]["source"] = head
        cells.insert(3, {**by_id["double"], "id": "second", "source": tail})

    seen = report(split)
    assert seen.passed
    assert "double: this cell is here 2 times; put what you need of them into one" in seen.notes


def test_lost_cells_are_told(report):
    seen = report(lambda cells, by_id: cells.remove(by_id["double"]))
    assert "double-tests: the cell for the answer is gone" in "\n".join(seen.notes)
    assert not seen.passed
    assert seen.tasks[0].messages == ("There is no cell with double",)
    assert seen.tasks[0].state == State.UNANSWERED

    def without_checks(cells, by_id):
        cells.remove(by_id["double-tests"])
        cells.append(
            {
                **by_id["double-tests"],
                "id": "other-tests",
                "metadata": {
                    "nbgrader": {
                        **by_id["double-tests"]["metadata"]["nbgrader"],
                        "grade_id": "x-tests",
                    }
                },
            }
        )

    assert "double: its checks are gone; grading uses" in "\n".join(report(without_checks).notes)


def test_digests_are_those_of_nbgrader(released):
    content = json.dumps(released).encode()
    ours = [checksum(cell) for cell in intake.read_cells(content) if cell.grade_id]
    cells = nbformat.reads(content.decode(), 4).cells
    theirs = [cell for cell in cells if "nbgrader" in cell.metadata]
    assert len(ours) == 5
    assert ours == [compute_checksum(cell) for cell in theirs]
    assert ours == [cell.metadata.nbgrader.checksum for cell in theirs]


@pytest.mark.slow
@pytest.mark.parametrize(
    "stem", sorted(path.stem for path in (ROOT / "exercises").glob("*/*.ipynb"))
)
def test_a_solved_assignment_is_checked_in_ten_seconds_anywhere(stem, tmp_path):
    notebook = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    answers = {cell.id: cell.source for cell in script.cells if cell.kind in {"answer", "manual"}}
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    (tmp_path / "mine.ipynb").write_text(json.dumps(notebook), "utf-8")
    # Processor time of the whole command, kernel and all: another load on the machine is no matter.
    run = "import os; from flcourse.cli import main; code = main(); print(code, *os.times()[:4])"
    done = subprocess.run(
        [sys.executable, "-c", run, "check", "mine.ipynb"],
        cwd=tmp_path, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    code, *seconds = done.stdout.splitlines()[-1].split()
    assert code == "0", done.stdout
    assert sum(map(float, seconds)) < 10


def test_what_is_no_assignment_is_refused(tmp_path):
    path = tmp_path / "notes.ipynb"
    path.write_text("no notebook")
    with pytest.raises(ValueError, match="is no notebook"):
        check_notebook(path)
    with pytest.raises(ValueError, match="there is none at"):
        check_notebook(tmp_path)
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}))
    with pytest.raises(ValueError, match="holds no checks"):
        check_notebook(path)


def test_the_command_sums_up_and_fails_where_a_check_fails(released, tmp_path, capsys):
    path = tmp_path / "tiny.ipynb"
    path.write_text(json.dumps(released), "utf-8")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "double        0 of 2  not answered\n" in out
    assert "why           - of 8  not answered\n" in out
    assert "together      0 of 2  by the checks that you can see\n" in out
    released["cells"][2]["source"] = ANSWER
    path.write_text(json.dumps(released), "utf-8")
    assert main(["check", str(path)]) == 0
    assert "double        2 of 2  right\n" in capsys.readouterr().out
    assert main(["check", "--json", str(path)]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert (seen["points"], seen["tasks"][0]["state"], seen["passed"]) == (2, "right", True)


def test_a_notebook_that_is_not_saved_is_not_checked(released, tmp_path, monkeypatch):
    path = tmp_path / "tiny.ipynb"
    path.write_text(json.dumps(released), "utf-8")
    monkeypatch.setattr(opened, "unsaved", lambda path: "cells were run since")
    with pytest.raises(ValueError, match=r"tiny.ipynb is not saved: cells"):
        check_notebook(path)
    assert check_notebook(path, saved=True).tasks
