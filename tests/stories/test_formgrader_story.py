"""An instructor grades by hand: formgrader in JupyterLab, on notebooks that our line has graded.

What a class has handed in is graded, read by a person, commented and given back. A hostile student
tries to reach that person through what she reads. Nothing here asks another machine for anything:
`journey.visit` refuses that, and every complaint on the console.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import journey
import psutil
import pytest
from nbgrader.api import Gradebook

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.course import records
from flcourse.grading.script import parse

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEM = "tiny"
NARROW = {"width": 860, "height": 950}  # the book shows what is this wide nearly at its size
SCRIPT = r'''
# %% [markdown] tags=["assignment", "points:4"]
# # A tiny assignment
#
# Everybody wants a model that fits the own data and the neighbours:
# $$ \sum_{i \in \mathcal{V}} L_i(w_i) + \alpha \sum_{\{i,j\} \in \mathcal{E}} \|w_i - w_j\|^2. $$
# %% tags=["answer", "id:twice"]
def twice(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% tags=["tests", "id:twice-tests", "points:2"]
from flcourse.grading import checks
checks.close(checks.call(twice, 3.0), 6.0, what="twice", hint="see eq-x.")
### BEGIN HIDDEN TESTS
_secret = checks.grading_rng("twice").random(4)
checks.close(checks.call(twice, _secret), 2 * _secret, what="twice", hint="see eq-x.")
### END HIDDEN TESTS
# %% [markdown] tags=["manual", "id:why", "points:2"]
# Why does $2x$ grow faster than $x$?
'''
RIGHT, WRONG = "def twice(x):\n    return 2 * x", "def twice(x):\n    return 3 * x"
OUTSIDE = "http://192.0.2.1/"  # an address that belongs to nobody
HOSTILE_CODE = f"""
from IPython.display import HTML, SVG, Javascript, Markdown, display
display(HTML("<script>window.pwned = 1</script><img src='{OUTSIDE}' onerror='window.pwned = 2'>"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='window.pwned = 3'/>"))
display(Javascript("window.pwned = 4; fetch('{OUTSIDE}')"))
display(Markdown("![x]({OUTSIDE}picture.png)"))
display({{"application/vnd.jupyter.widget-view+json": {{"model_id": "0" * 32}}}}, raw=True)
print("</pre><script>window.pwned = 5</script>")
{RIGHT}
"""
HOSTILE_TEXT = f"""It is $2 x > x$ when $x > 0$, and `1 < 2`. <script>window.pwned = 6</script>
<img src={OUTSIDE} onerror="window.pwned = 7"> ![y]({OUTSIDE}) <iframe src="{OUTSIDE}"></iframe>
[click](javascript:window.pwned=8) $\\href{{javascript:window.pwned=9}}{{x}}$"""
WIDGETS = {"application/vnd.jupyter.widget-state+json": {"state": {}, "version_major": 2}}
CLASS = {
    "aino": (RIGHT, "Because of the slopes: $\\frac{d}{dx} 2x = 2 > 1$."),
    "mallory": (HOSTILE_CODE, HOSTILE_TEXT),
    "王芳": (WRONG, "Two is more than one."),
}


class Course:
    """A course folder with one assignment."""

    def __init__(self, home):
        self.home = home
        source = home / "_build" / "source" / STEM
        source.mkdir(parents=True)
        notebook = build.source_notebook(parse(SCRIPT, Path(f"{STEM}.py")))
        (source / f"{STEM}.ipynb").write_text(json.dumps(notebook), "utf-8")
        shutil.copy(journey.ROOT / "nbgrader_config.py", home)
        self.sheet = read_assignment(source / f"{STEM}.ipynb")

    def hand_in(self, student, code, text):
        answers = {"twice": code, "why": text}
        cells = [
            {**cell.notebook, "source": answers.get(cell.id, cell.released)}
            for cell in self.sheet.cells
        ]
        folder = self.home / "submitted" / student / STEM
        folder.mkdir(parents=True, exist_ok=True)
        metadata = {"widgets": WIDGETS}
        content = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}
        (folder / f"{STEM}.ipynb").write_text(json.dumps(content), "utf-8")

    def gradebook(self):
        return Gradebook(f"sqlite:///{self.home / 'gradebook.db'}")

    def grade(self, student, cell):
        """Points by the checks, by a person, and whether a person has to look."""
        with self.gradebook() as book:
            grade = book.find_grade(cell, STEM, STEM, student)
            return grade.auto_score, grade.manual_score, grade.needs_manual_grade

    def comment(self, student, cell):
        with self.gradebook() as book:
            return book.find_comment(cell, STEM, STEM, student).manual_comment


@pytest.fixture(scope="module")
def room(tmp_path_factory, bwrap):
    """A graded class, its instructor, and her JupyterLab."""
    folder = tmp_path_factory.mktemp("formgrader")
    course = Course(folder / "course")
    for student, answers in CLASS.items():
        course.hand_in(student, *answers)
    with journey.home(folder / "home", FLCOURSE_GRADING_SEED="of this test") as environment:
        records.note(course.home, STEM, records.RELEASED)
        journey.flcourse(environment, course.home, "grade", STEM, "--jobs", "2")
        with journey.jupyter("lab", course.home, environment) as address:
            course.address, course.environment = address, environment
            yield course


def submission(page, room, student):
    """Open what a student has handed in; the pages do not name students before one asks."""
    everybody = page.request.get(f"{room.address}formgrader/api/submitted_notebooks/{STEM}/{STEM}")
    found = next(one for one in everybody.json() if one["student"] == student)
    page.goto(f"{room.address}formgrader/submissions/{found['id']}/")
    page.wait_for_function("() => formgrader.grades.loaded && formgrader.comments.loaded")


def saved(page, kind, act):
    """Do what makes formgrader save, and wait until it has."""
    with page.expect_response(
        lambda r: f"/api/{kind}/" in r.url and r.request.method == "PUT"
    ) as r:
        act()
    assert r.value.ok


def give(page, points):
    def enter():
        page.locator("#why").fill(points)
        page.locator("#why").press("Tab")

    saved(page, "grade", enter)


def test_from_the_menu_of_jupyterlab_to_a_grade_and_a_comment(room, chromium):
    with journey.visit(chromium, room.address, "lab") as page:
        page.get_by_role("menuitem", name="Nbgrader").click()
        page.get_by_role("menuitem", name="Formgrader", exact=True).click()
        formgrader = page.frame_locator("iframe")
        formgrader.locator("td").filter(has_text=STEM).first.wait_for()
        # There is no exchange here, and none is asked for: released is what the course released.
        assert formgrader.locator(".alert").count() == 0
        assert formgrader.locator("td.status").inner_text() == "released"
        journey.shot(page, "formgrader-assignments", "Manage Assignments", STEM)
        journey.to_submissions(formgrader, STEM)
        formgrader.get_by_role("link", name="Submission #3").wait_for()
        journey.shot(
            page, "formgrader-list", "Submission #1", "Submission #3", "Needs Manual Grade?"
        )


def test_a_person_reads_gives_points_and_goes_on(room, chromium):
    with journey.visit(chromium, room.address, "formgrader/") as page:
        submission(page, room, "aino")
        assert page.locator("#why").evaluate("e => e.classList.contains('needs_manual_grade')")
        assert page.locator("math").count() >= 2
        assert "$" not in page.locator("#notebook").first.inner_text()
        give(page, "1.5")
        comment = page.locator("#why-comment")
        comment.fill("Rubric: reason right, the sign of $x$ is missing. Hyvä!")
        saved(page, "comment", lambda: comment.press("Tab"))
        page.set_viewport_size(NARROW)
        sheet = journey.around(page, page.locator("#notebook-container").last)
        shows = "A tiny assignment", "Student's answer"
        journey.shot(page, "formgrader-submission", *shows, of=sheet)
        page.set_viewport_size(journey.WINDOW)
        before = page.url
        page.get_by_role("link", name="Next").click()
        page.wait_for_url(lambda url: url != before)
    assert room.grade("aino", "why") == (None, 1.5, False)
    assert room.comment("aino", "why").startswith("Rubric: reason right")
    with journey.visit(chromium, room.address, "formgrader/manage_students") as page:
        row = page.get_by_role("row").filter(has_text="aino")
        row.wait_for()
        assert "3.5 / 4" in row.inner_text()
        journey.shot(page, "formgrader-students", "aino", "3.5 / 4")


def test_what_a_hostile_student_wrote_does_nothing(room, chromium):
    with journey.visit(chromium, room.address, "formgrader/") as page:
        submission(page, room, "mallory")
        notebook = page.locator("#notebook").first
        assert "window.pwned = 5" in notebook.inner_text()  # it is shown, as text
        assert "1 < 2" in notebook.inner_text()
        for live in ("script", "img", "svg", "iframe", "a[href^=javascript]", "[onerror]"):
            assert notebook.locator(live).count() == 0, live
        page.get_by_text("[click]").click()
        assert page.evaluate("() => window.pwned") is None
    assert room.grade("mallory", "twice-tests") == (2, None, False)


def test_the_feedback_tells_what_the_person_wrote(room, chromium):
    with room.gradebook() as book:
        grade = book.find_grade("why", STEM, STEM, "王芳")
        grade.manual_score, grade.needs_manual_grade = 1.0, False
        book.find_comment("why", STEM, STEM, "王芳").manual_comment = "很好, and <b>short</b>."
        book.db.commit()
    journey.flcourse(room.environment, room.home, "feedback", STEM, "--partial")
    place = room.home / "feedback" / "王芳" / STEM / f"{STEM}.html"
    with journey.visit(chromium, place.as_uri(), token=None) as page:
        text = page.locator("main").inner_text()
        assert "1 of 4 points" in text
        assert "Your grader says: 很好, and <b>short</b>." in text
        journey.shot(page, "feedback", "1 of 4 points", "Your grader says: 很好")


def test_a_person_who_saves_while_the_class_is_graded_loses_nothing(room, chromium):
    """Two writers, both real: formgrader in the browser and `flcourse grade` in a process."""
    room.hand_in("mallory", WRONG, HOSTILE_TEXT)
    words = [sys.executable, "-m", "flcourse", "grade", STEM, "--again", "--jobs", "1"]
    with journey.visit(chromium, room.address, "formgrader/") as page:
        submission(page, room, "mallory")
        grading = subprocess.Popen(words, cwd=room.home, env=room.environment)
        given = 0
        while grading.poll() is None:
            given += 1
            give(page, str(given % 3 / 2))
        assert grading.returncode == 0
        assert given > 1
        assert room.grade("mallory", "twice-tests")[0] == 0  # the new points have arrived
        assert room.grade("mallory", "why")[1] == given % 3 / 2  # and none of hers is lost
        give(page, "2")  # nor what she saves after it, in the page that was open all the time
    assert room.grade("mallory", "why")[1:] == (2, False)


# ----------------------------------------------------------------------------- a thousand students

CROWD = 1000
SECONDS = 10.0


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A course with a thousand graded submissions, entered directly."""
    folder = tmp_path_factory.mktemp("crowd")
    course = Course(folder / "course")
    from flcourse.grading.course import gradebook

    nobody = [{"status": "OK", "assignment": STEM, "student": f"s{n:04}", "notebook": {},
               "checks": [{"id": "twice-tests", "score": n % 3}],
               "manual": [{"id": "why", "answered": True}]} for n in range(CROWD)]  # fmt: skip
    gradebook.record(course.home, course.sheet, nobody)
    environment = journey.environment(folder / "home")
    (folder / "home").mkdir()
    with journey.jupyter("lab", course.home, environment) as address:
        yield address


@pytest.mark.parametrize(
    ("path", "last"),
    [
        ("manage_assignments", STEM),
        (f"gradebook/{STEM}/{STEM}", f"Submission #{CROWD}"),
        ("manage_students", "s0999"),
        (f"manage_submissions/{STEM}", "s0999"),
    ],
)
def test_pages_of_a_large_class_open_soon(crowd, chromium, path, last):
    with journey.visit(chromium, crowd, "api") as page:
        before, started = processor_seconds(), time.monotonic()
        page.goto(f"{crowd}formgrader/{path}")
        page.wait_for_function("last => document.body.innerText.includes(last)", arg=last)
        spent, seconds = processor_seconds() - before, time.monotonic() - started
    print(f"{path}: {seconds:.1f} s, of a processor {spent:.1f} s")
    assert spent < SECONDS  # how long it takes says more about what else the machine does


def processor_seconds():
    """Seconds that the server and the browser have spent, which this process has started."""
    return sum(
        sum(process.cpu_times()[:2]) for process in psutil.Process().children(recursive=True)
    )
