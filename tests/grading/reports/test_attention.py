"""After grading stands what to look at, and a page says what a student needs to know."""

import json

import pytest
from course_helpers import RIGHT, STEM, course, hand_in

from flcourse import cli
from flcourse.grading import markdown
from flcourse.grading.assignment import read_assignment
from flcourse.grading.course.scores import Grade
from flcourse.grading.reports import attention, feedback

assert course  # the fixture


@pytest.fixture
def sheet(course):
    return read_assignment(course / "_build" / "source" / STEM / f"{STEM}.ipynb")


def result(student="ada", status="OK", notes=(), score=3.0, answered=(), message="", cells=()):
    points = {"twice": 1.0, "half": 2.0}
    return {
        "schema": 1, "assignment": STEM, "student": student, "status": status,
        "notes": [*notes], "score": score, "max_score": 4.0, "answered": [*answered],
        "checks": [{"id": f"{task}-tests", "task": task, "points": points[task],
                    "score": points[task] if score else 0.0, "message": message}
                   for task in points],
        "manual": [{"id": "why", "points": 1.0, "answered": False}],
        "seconds": 1.0, "inputs": {}, "notebook": {"cells": list(cells)} if cells else None,
    }  # fmt: skip


CODE = "0 points, although code was written (twice, half): "
DOUBTS = [
    (result(), []),
    (result(score=1.0, answered=["twice"], message="no"), []),
    (result(status="REPAIRED", notes=["x: this cell is here 2 times"]), []),
    (result(score=0.0), ["0 points: no code was written"]),
    (result(score=0.0, answered=["why"]), ["0 points: no code was written"]),
    (result(score=0.0, answered=["twice", "half"], message="half: Expected 1, got 2."),
     [f"{CODE}half: Expected 1, got 2."]),
    (result(status="CRASHED", notes=["stopped: the code used more than 3 MB"]),
     ["CRASHED: stopped: the code used more than 3 MB"]),
    (result(status="TIMEOUT", notes=["stopped after 60 seconds"], score=0.0,
            answered=["twice", "half"], message="slow"),
     ["TIMEOUT: stopped after 60 seconds", f"{CODE}slow"]),
    (result(status="MISSING", notes=["no notebook was handed in"], score=0.0),
     ["MISSING: no notebook was handed in"]),
    (result(status="FOREIGN", notes=["of another assignment"], score=0.0),
     ["FOREIGN: of another assignment"]),
    (result(status="INFRASTRUCTURE", notes=["its process was ended by signal 9"], score=0.0),
     ["INFRASTRUCTURE: not graded, for a reason on our side: its process was ended by signal 9"]),
    (result(status="REPAIRED", notes=["2 notebooks were handed in: graded is 'a', not graded: 'b'",
                                      "the notebook is called 'a'"]),
     ["2 notebooks were handed in: graded is 'a', not graded: 'b'"]),
]  # fmt: skip


@pytest.mark.parametrize(("found", "words"), DOUBTS, ids=range(len(DOUBTS)))
def test_what_may_be_unfair_is_told(found, words, sheet, tmp_path):
    assert attention.doubts(tmp_path, sheet, [found]) == [("ada", text) for text in words]


def test_results_of_last_term_are_read_too(sheet, tmp_path):
    old = result(score=0.0)
    del old["answered"]
    assert attention.doubts(tmp_path, sheet, [old]) == [("ada", "0 points: no code was written")]


def test_texts_that_nobody_has_read_are_counted():
    waits, given = Grade(None, None, 0.0, True), Grade(None, 0.5, 0.0, False)
    checked = Grade(None, None, 0.0, True)

    def result(student, answered=True):
        return {"student": student, "manual": [{"id": "why", "points": 1, "answered": answered}]}

    assert attention.unread([], {}) == ""
    read = {"a": {"why": given, "half-tests": checked}}
    assert attention.unread([result("a")], read) == ""
    grades = {"a": {"why": waits}, "b": {"why": given}, "c": {"why": waits}, "d": {"why": waits}}
    # What was not written, as in a notebook that cannot be read, waits for nobody.
    some = [result("a"), result("b"), result("c", answered=False)]
    assert "1 written answer of 1 student has no points" in attention.unread(some, grades)
    more = attention.unread([*some, result("d")], grades)
    assert "2 written answers of 2 students have no points" in more


def test_the_command_shows_the_list_and_keeps_it(course, monkeypatch, capsys, bwrap):
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    monkeypatch.chdir(course)
    hand_in(course, "ada", RIGHT, text="Because.")
    hand_in(course, "blank")
    wrong = {"twice": "def twice(x):\n    return x", "half": "def half(x):\n    return 2"}
    hand_in(course, "carl", wrong)
    home = hand_in(course, "two").parent
    filled = hand_in(course, "two", RIGHT)
    filled.rename(home / f"{STEM} (1).ipynb")
    hand_in(course, "two")
    broken = "twice = lambda x: 2 * x\ndef broken(:\n    pass"
    hand_in(course, "zoe", {**RIGHT, "twice": broken})
    assert cli.main(["grade", STEM, "--jobs", "2"]) == 0
    told = capsys.readouterr().out
    listed = (course / "reports" / STEM / "look-at-these.txt").read_text("utf-8")
    for line in (
        "blank: 0 points: no code was written",
        "carl: 0 points, although code was written (twice, half): twice: Expected 6, got 3.",
        "two: 2 notebooks were handed in: graded is 'tiny (1).ipynb' (2 of 3 tasks answered)",
        "1 written answer of 1 student ",
    ):
        assert line in told
        assert line in listed
    assert "ada: " not in listed
    # The table, the result and the page of the student say which file was graded.
    assert "two,REPAIRED,3" in (course / "results" / STEM / "grades.csv").read_text("utf-8")
    kept = json.loads((course / "results" / STEM / "two.json").read_text("utf-8"))
    assert kept["files"] == ["tiny (1).ipynb", "tiny.ipynb"]
    assert kept["answered"] == ["twice", "half"]
    assert cli.main(["feedback", STEM, "--partial"]) == 0
    page = (course / "feedback" / "two" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "not graded: &#39;tiny.ipynb&#39; (0 of 3 tasks answered)" in page
    # What the cell itself ended in is shown where the check can only say what is missing.
    page = (course / "feedback" / "zoe" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "The answer does not run: Python does not understand line 2" in page
    assert "SyntaxError: invalid syntax" in page
    assert "The cell itself ended in an error:" in page
    assert "SyntaxError: invalid syntax" in page


NOTHING = {
    "MISSING": ("No points, because no notebook was handed in", "a file that ends in .ipynb"),
    "UNREADABLE": ("No points yet: a person has to look", "could not be read"),
    "FOREIGN": ("No points yet: a person has to look", "nothing of this assignment"),
    "INFRASTRUCTURE": ("Not graded yet", "for a reason on our side: you need not do anything"),
}


@pytest.mark.parametrize("status", NOTHING)
def test_a_page_without_a_verdict_shows_no_zero(status, sheet):
    page = feedback.page(result(status=status, score=0.0, notes=["why"]), sheet)
    title, words = NOTHING[status]
    assert f"<strong>{title}</strong>" in page
    assert words in page
    assert ("<li>why</li>" in page) == (status != "INFRASTRUCTURE")  # ours is for us to know
    assert "<table>" not in page
    assert "0 of 4" not in page
    assert "not graded yet.</p>" not in page
    assert "There is no answer" not in page


# ---------------------------------------------------------------------- tables without end


def table(columns, rows):
    return "\n".join(["|a" * columns + "|", "|-" * columns + "|", *["b"] * rows])


@pytest.mark.parametrize(
    "source", [table(1500, 1500), table(3000, 2), table(2, 12_000), "|" * 9_600, table(100, 5000),
               "x" * 200_000, "|a" * 60_000],
    ids=["square", "wide", "long", "bars", "both", "much", "much and wide"],
)  # fmt: skip
def test_a_table_costs_no_more_than_its_text(source):
    assert len(markdown.render(source)) < 20 * len(source) + 200_000


def test_tables_that_people_write_are_tables():
    page = markdown.render(table(12, 300))
    assert page.count("<td") == 12 * 300
    assert "<b>" not in markdown.render("x" * 100_001 + "<b>&lt;b>")
