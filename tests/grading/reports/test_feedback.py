"""The page that a student gets back: titles, states, dates, and what to do next."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from bs4 import BeautifulSoup

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.course.folder import Course, SyllabusEntry
from flcourse.grading.course.gradebook import Marks
from flcourse.grading.official.result import grade_submission
from flcourse.grading.reports import feedback
from flcourse.grading.script import parse
from flcourse.grading.student import submit

HELSINKI = ZoneInfo("Europe/Helsinki")
DUE = datetime(2027, 3, 21, 23, 59, tzinfo=HELSINKI)
TASK = """
# %% [markdown]
# ## Task {number}: {title} ({points} points)
# %% tags=["answer", "id:{name}"]
def {name}(x):
    ### BEGIN SOLUTION
    return {number} * x
    ### END SOLUTION
# %% tags=["tests", "id:{name}-tests", "points:1"]
assert {name}(3) == 3 * {number}, "{name} is off (eq-x)"
# %% tags=["tests", "id:{name}-more", "points:1"]
assert {name}(0) == 0, "{name} of 0"
"""
SCRIPT = """
# %% [markdown] tags=["assignment", "points:10"]
# # Numbers & multiples
"""
SCRIPT += "".join(
    TASK.format(number=number, name=name, title=title, points=2)
    for number, (name, title) in enumerate(
        {"once": "As it is", "twice": "Twice (of it)", "thrice": "$3 x$", "four": "Left out"}
        .items(), 1)
)  # fmt: skip
SCRIPT += """
# %% [markdown]
# ## Task 5: Discussion (2 points, graded by a person)
# %% [markdown] tags=["manual", "id:why", "points:1"]
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
# %% [markdown] tags=["manual", "id:how", "points:1"]
# ### BEGIN SOLUTION
# Like this.
# ### END SOLUTION
"""
ANSWERS = {
    "once": "def once(x):\n    return x",
    "twice": "def twice(x):\n    return x * x",  # right for 0, and for 2
    "thrice": "def thrice(x):\n    return 7",
    "why": "Because.",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """An assignment and the result of a student with one task of each kind."""
    folder = tmp_path_factory.mktemp("graded")
    source = folder / "source" / "numbers.ipynb"
    source.parent.mkdir()
    text = build.source_notebook(parse(SCRIPT, Path("numbers.py")))
    source.write_text(json.dumps(text), "utf-8")
    sheet = read_assignment(source)
    cells = [{**c.notebook, "source": ANSWERS.get(c.id, c.released)} for c in sheet.cells]
    handed_in = folder / "numbers.ipynb"
    handed_in.write_text(json.dumps({**text, "cells": [*cells, cells[2]]}), "utf-8")  # a copy
    return sheet, grade_submission(handed_in, source, "ada", safe=False)


def read(graded, **more):
    """Return the page, and of each task its title, state and points in the table."""
    page = BeautifulSoup(feedback.page(graded[1], graded[0], **more), "html.parser")
    rows = [[cell.get_text() for cell in row("td")] for row in page.table("tr")[1:]]
    return page, rows


def test_tasks_carry_the_titles_of_the_notebook_and_four_states(graded):
    page, rows = read(graded)
    assert page.table.math  # a formula in a title is drawn by the browser
    assert page.h1.get_text() == "Feedback: Numbers & multiples"
    assert rows == [
        ["Task 1: As it is", "right", "2 of 2"],
        ["Task 2: Twice (of it)", "partly right", "1 of 2"],
        ["Task 3: 3x", "wrong", "0 of 2"],
        ["Task 4: Left out", "not answered", "0 of 2"],
        ["Task 5: Discussion (why)", "waits for a person", "1 to be given"],
        ["Task 5: Discussion (how)", "not answered", "0 of 1"],
    ]
    for row, link in zip(rows, page.table("a"), strict=True):
        section = page.find(id=link["href"][1:])
        assert section.h2.get_text() == row[0]
        assert section.find(class_="state").get_text().startswith(f"{row[1]}: {row[2]}")
    assert "Task 1: As it is: this cell is here 2 times" in page.ul.get_text()


def test_a_message_calls_a_formula_by_its_number_and_links_it_where_that_is_known():
    message = "a < b (eq-laplacian), see eq-degree and eq-own"
    told = feedback._linked(message, {"eq-laplacian": "g#a?b&c", "eq-own": "o#p"})
    assert str(told) == (
        'a &lt; b <a href="g#a?b&amp;c" title="eq-laplacian">(2.7)</a>, see (2.5) and '
        '<a href="o#p" title="eq-own">eq-own</a>'
    )


def test_an_answer_whose_cell_is_missing_is_not_said_to_cost_nothing(graded):
    sheet, result = graded
    lost = {**result, "notes": ["four: the cell for this answer is missing"], "status": "REPAIRED"}
    page, rows = read((sheet, lost))
    assert "it costs nothing" not in page.get_text()
    assert "is missing" not in page.get_text()
    assert rows[3][1] == "not answered"


def test_what_a_person_gave_goes_before(graded):
    marks = Marks({"why": 1.0, "thrice-tests": 1.0, "thrice-more": 1.0}, {"why": "Well said."})
    page, rows = read(graded, marks=marks)
    assert rows[2][1:] == ["right", "2 of 2"]
    assert rows[4][1:] == ["right", "1 of 1"]
    assert page.find(id="why").find(class_="state").get_text() == "right: 1 of 1 point"
    assert "Your grader says: Well said." in page.find(id="why").get_text()
    assert "A person has still" not in page.get_text()


@pytest.mark.parametrize(
    ("late", "penalty", "words"),
    [
        (-timedelta(minutes=1), 0.0, "Sunday, 21 March 2027, 23:58 (EET), in time: it was due on"),
        (timedelta(minutes=5), 0.0, "late by 5 minutes: it was due on Sunday, 21 March"),
        (timedelta(days=1, hours=2), 1.0, "late by 1 day 2 hours"),
        # The clocks go forward on 28 March: seven days on the wall are an hour less.
        (timedelta(days=7), 2.0, "late by 6 days 23 hours"),
    ],
)  # fmt: skip
def test_it_says_when_the_work_came_and_what_that_cost(graded, late, penalty, words):
    page, _ = read(graded, times=feedback.Times(DUE + late, DUE), marks=Marks({}, {}, penalty))
    said = page.get_text()
    assert words in said
    assert ("that costs points" in said) == bool(penalty)
    assert ("that costs no points" in said) == (late > timedelta(0) and not penalty)
    assert (f"{penalty:g} are taken off for being late" in said) == bool(penalty)


def test_it_says_where_the_time_comes_from_and_what_the_receipt_says(graded, tmp_path):
    course = Course(tmp_path, "A", timezone="Europe/Helsinki",
                    assignments=(SyllabusEntry("numbers", DUE, 11),))  # fmt: skip
    home = tmp_path / "submitted" / "ada" / "numbers"
    home.mkdir(parents=True)
    (home / "timestamp.txt").write_text("2027-03-21 19:15:00 UTC", "utf-8")
    for packed, words in (
        ("2027-03-21T19:14:30+00:00", "it is what counts."),
        ("2027-03-20T10:00:00-01:00", "your ZIP says Saturday, 20 March 2027, 13:00 (EET)."),
        ("yesterday, at the latest", "it is what counts."),
    ):
        lines = ("assignment: numbers", "notebook: n.ipynb", "student: Ada", f"time: {packed}")
        submit._pack(home / "numbers-ada.zip", {
            "numbers.ipynb": b"{}", submit.RECEIPT: "\n".join([submit.TITLE, *lines, ""]).encode(),
        }, DUE)  # fmt: skip
        times = feedback.times_of(course, "numbers", "ada")
        said = read(graded, times=times)[0].get_text()
        assert "Handed in on Sunday, 21 March 2027, 21:15 (EET), in time: it was due on" in said
        assert words in said


def test_without_a_published_book_the_formulas_of_the_course_folder_are_named(graded):
    sheet, result = graded
    checks = [{**check, "message": check["message"] and "off (eq-laplacian)"}
              for check in result["checks"]]  # fmt: skip
    told = {**result, "checks": checks}
    where = "stand in your own course folder: book/graph.md."
    assert where in read((sheet, told))[0].get_text()
    assert (
        where not in read((sheet, told), labels={"eq-laplacian": "https://b.org/g"})[0].get_text()
    )


def test_it_ends_with_what_to_do_next(graded):
    said = read(graded, times=feedback.Times(None, DUE), now=DUE - timedelta(hours=1))[0].get_text()
    assert "It was due on Sunday, 21 March 2027, 23:59 (EET)." in said
    assert "A person has still to read your texts" in said
    assert "Begin with “Task 2: Twice (of it)”" in said
    assert "Not answered yet: Task 4: Left out, Task 5: Discussion (how)." in said
    assert "flcourse check numbers" in said
    assert "You may hand in again until Sunday, 21 March 2027, 23:59 (EET)" in said
    over = read(graded, times=feedback.Times(None, DUE), now=DUE + timedelta(hours=1))[0]
    assert "You may hand in again" not in over.get_text()


def test_when_all_is_right_the_way_goes_on(graded):
    names = [check["id"] for check in graded[1]["checks"]]
    given = Marks(dict.fromkeys([*names, "why", "how"], 1.0), {})
    said = read(graded, marks=given)[0].get_text()
    assert "Everything is right." in said
    assert "Mend it" not in said
    assert "Begin with" not in said


def test_without_a_notebook_nothing_is_called_wrong(graded, tmp_path):
    sheet, result = graded
    nothing = {**result, "status": "MISSING", "notebook": None}
    nothing["manual"] = [{**one, "answered": False} for one in result["manual"]]
    page = BeautifulSoup(feedback.page(nothing, sheet), "html.parser")
    assert page.table is None
    assert page.find_all("section") == []
    assert "wrong" not in page.get_text()


def test_times_are_read_where_the_collector_has_written_them(tmp_path):
    course = Course(tmp_path, "A", timezone="Europe/Helsinki",
                    assignments=(SyllabusEntry("numbers", DUE, 11),))  # fmt: skip
    stamp = tmp_path / "submitted" / "ada" / "numbers" / "timestamp.txt"
    assert feedback.times_of(course, "numbers", "ada") == feedback.Times(None, DUE)
    stamp.parent.mkdir(parents=True)
    stamp.write_text("2027-03-21 19:15:00 UTC", "utf-8")
    came = feedback.times_of(course, "numbers", "ada").handed_in
    assert came == datetime(2027, 3, 21, 21, 15, tzinfo=HELSINKI)
    stamp.write_text("soon", "utf-8")
    assert feedback.times_of(course, "numbers", "ada").handed_in is None
