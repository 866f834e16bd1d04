"""Predictions: kept in the text of a cell, shown beside the result, worth nothing."""

import json

import numpy as np
import pytest
from conftest import ROOT

from flcourse.grading import predictions
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring.build import source_notebook
from flcourse.grading.authoring.dress import dressed
from flcourse.grading.notebook import CodeCell
from flcourse.grading.official.result import grade_submission, validate
from flcourse.grading.predictions import predict, told
from flcourse.grading.reports import feedback
from flcourse.grading.script import read_script
from flcourse.grading.student.check import check_notebook
from flcourse.grading.student.panel import tell

RESULT = {"rounds": (19.0, "it takes {} rounds")}


class Lies(float):
    def __repr__(self):
        return "19"

    __str__ = __repr__

    def __float__(self):
        return 19.0


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """A kernel that has just been started."""
    monkeypatch.setattr(predictions, "_committed", {})
    monkeypatch.setattr(predictions, "_results", {})


class Shell:
    """What `predict` needs of a notebook: the text that runs, and a place for a new one."""

    def __init__(self, monkeypatch):
        self.history_manager = self
        self.input_hist_raw = [""]
        monkeypatch.setattr(predictions, "_shell", lambda: self)

    def set_next_input(self, text, replace=False):
        assert replace
        self.text = text

    def run(self, text):
        self.text = text
        self.input_hist_raw.append(text)
        exec(text, {"predict": predict, "np": np})
        return self.text


def line(*sources, right=("rounds",)):
    steps = [CodeCell("free", "", source) for source in sources]
    (found,) = told(["rounds"], steps, RESULT, right)
    return found.line


def test_a_cell_keeps_the_first_number_and_each_change(monkeypatch, capsys):
    shell = Shell(monkeypatch)
    text = shell.run('predict("rounds", 12)')
    assert text == 'predict("rounds", 12)  # committed: 12'
    assert shell.run(text) == text
    changed = shell.run(text.replace(", 12)", ", 15)"))
    assert changed == 'predict("rounds", 15)  # committed: 12, then 15'
    assert line(changed) == "You predicted 12, then 15: it takes 19 rounds."
    assert "you predicted 12, then 15" in capsys.readouterr().out


def test_the_first_number_outlives_a_restart(monkeypatch):
    shell = Shell(monkeypatch)
    text = shell.run('predict("rounds", 12)')
    predictions._committed.clear()
    assert shell.run(text.replace("12)", "19)")).endswith("# committed: 12, then 19")


def test_a_kernel_remembers_what_is_deleted_from_a_cell(monkeypatch, capsys):
    shell = Shell(monkeypatch)
    shell.run('predict("rounds", 12)')
    assert shell.run('predict("rounds", 15)').endswith("15)  # committed: 12, then 15")
    assert "you predicted 12, then 15" in capsys.readouterr().out
    text = shell.run('predict("rounds", 17)  # committed: 15')
    assert text == 'predict("rounds", 17)  # committed: 12, then 15, then 17'


@pytest.mark.parametrize("note", ["14", "14, then 16", ""])
def test_a_changed_note_is_not_believed(monkeypatch, note):
    shell = Shell(monkeypatch)
    shell.run('predict("rounds", 12)')
    assert shell.run(f'predict("rounds", 15)  # committed: {note}').endswith(
        "# committed: 12, then 15"
    )


def test_a_note_that_is_older_than_the_kernel_is_believed(monkeypatch):
    """A copy of the cell has lost the note, and ran first."""
    shell = Shell(monkeypatch)
    shell.run('predict("rounds", 12)')
    text = shell.run('predict("rounds", 15)  # committed: 9, then 12')
    assert text.endswith("# committed: 9, then 12, then 15")


def test_a_computed_number_is_kept_as_what_it_is(monkeypatch):
    shell = Shell(monkeypatch)
    text = shell.run('predict("rounds", np.sqrt(10 / 14))')
    assert text.endswith("# committed: 0.845154")
    assert shell.run(text) == text
    assert line(text) == "You predicted 0.845154: it takes 19 rounds."


def test_two_predictions_in_one_cell_and_other_comments_stay(monkeypatch):
    text = Shell(monkeypatch).run('predict("a", 1)  # a guess\npredict("b", 2)')
    assert text.splitlines() == [
        'predict("a", 1)  # a guess  # committed: 1',
        'predict("b", 2)  # committed: 2',
    ]


@pytest.mark.parametrize(
    "value",
    [10**400, 1e13, float("nan"), -np.inf, "12", None, True, [12], 1j, Lies(12.0), np.zeros(1)],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_plain_number_is_refused(value, capsys):
    predict("rounds", value)
    assert "Nothing is committed: a prediction is one finite number" in capsys.readouterr().out
    assert predictions._committed == {}


@pytest.mark.parametrize(
    "written", ['"12"', "nan", "1e99", "9" * 70, "__import__('os')", "Lies(12)", "12, 19"]
)
def test_grading_reads_numbers_and_runs_nothing(written):
    said = line(f'predict("rounds", {written})')
    assert "no prediction is kept, that costs no points" in said


def test_what_is_said_without_a_prediction_or_before_the_checks_pass():
    nothing = "There is no prediction, that costs no points."
    assert line() == line('predict("rounds", ...)') == nothing
    assert "stands here once all checks pass" in line('predict("rounds", 12)', right=())


def test_a_copied_cell_changes_the_first_number_to_no_other():
    assert line('predict("rounds", 12)', 'predict("rounds", 19)').startswith(
        "You predicted 12, then 19:"
    )


def test_reading_a_huge_text_takes_no_time_that_grows():
    many = 'predict("rounds", ' + "(" * 100_000 + "\n" + "predict" * 100_000
    assert line(many) == "There is no prediction, that costs no points."


def test_a_result_that_is_no_number_is_not_noted():
    with predictions.collected() as found:
        predictions.note("rounds", np.nan, "it is {}")
        predictions.note("rounds-two", "19", "it is {}")
    assert found == {}


def test_results_of_one_grading_stay_in_it():
    with predictions.collected() as found:
        predictions.note("rounds", 19, "it takes {} rounds")
    assert found == RESULT
    assert list(predictions.beside("rounds-tests")) == []


# ---------------------------------------------------------------------- from notebook to page


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The instructor's notebook of an assignment that asks for a prediction."""
    path = tmp_path_factory.mktemp("source") / "gradient.ipynb"
    script = dressed(read_script(ROOT / "solutions" / "gradient.py"))
    path.write_text(json.dumps(source_notebook(script)), "utf-8")
    return path


def handed_in(source, folder, written):
    """The released notebook with one answer, and a cell of a prediction as it was written."""
    notebook = json.loads((ROOT / "exercises/gradient/gradient.ipynb").read_text("utf-8"))
    known = {cell.id: cell.source for cell in read_assignment(source).cells}
    cells = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        asks = cell["cell_type"] == "code" and 'predict("plan-from-logs"' in text
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "plan-from-logs":
            text = known["plan-from-logs"]
        if not asks or written is not None:
            cells.append({**cell, "source": text.replace("...)", written) if asks else text})
    path = folder / "gradient.ipynb"
    path.write_text(json.dumps({**notebook, "cells": cells}), "utf-8")
    return path


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("40)  # committed: 12", "You predicted 12, then 40: it takes 81 steps."),
        ("float('nan'))", "no prediction is kept, that costs no points."),
        (None, "There is no prediction, that costs no points."),
    ],
    ids=["changed", "hostile", "gone"],
)
def test_a_prediction_goes_from_the_notebook_to_every_page(source, tmp_path, written, says):
    path = handed_in(source, tmp_path, written)
    report = check_notebook(path, saved=True)
    (task,) = [task for task in report.tasks if task.name == "plan-from-logs"]
    assert task.state == "right"
    assert task.predicted.endswith(says)
    rows = tell.result(report, tell.outline(path), book="")["tasks"]
    assert [row["predicted"] for row in rows if row["predicted"]] == [task.predicted]
    result = grade_submission(path, source, "ann", safe=False)
    validate(result)
    assert [one["line"] for one in result["predictions"]] == [task.predicted]
    assert result["status"] == "OK"
    assert result["score"] == report.points
    page = feedback.page(result, read_assignment(source))
    assert page.count('<p class="predicted">') == 1
    assert says in page
