"""The term at a glance: what is done, what is out of date, and what comes next."""

import json
import sqlite3
from datetime import UTC, datetime

import pytest
from course_helpers import BY_THE_RULES, RIGHT, STEM, built_course, graded, hand_in, points

from flcourse import cli
from flcourse.grading.assignment import read_assignment
from flcourse.grading.course import records
from flcourse.grading.official import batch, result
from flcourse.grading.reports import feedback, status

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path):
    return built_course(tmp_path)


def told(home, now=NOW):
    (one,) = status.standings(home)
    return one, one.next(now)


def paged(home, job):
    place = home / "feedback" / job.student / STEM / f"{STEM}.html"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("a page")
    feedback.note(home, STEM, {job.student: job.result})


def test_a_term_from_the_first_day_to_the_last(home):
    assert told(home)[1] == "flcourse release tiny"
    records.note(home, STEM, records.RELEASED, notebook="x")
    assert told(home)[1] == "flcourse collect tiny, after Sun 22 Nov"
    hand_in(home, "ada", RIGHT)
    one, then = told(home, datetime(2026, 11, 21, 11, tzinfo=UTC))
    assert (one.collected, one.late) == (1, 0)
    assert then == "flcourse collect tiny, after Sun 22 Nov"
    assert told(home)[1] == "flcourse grade tiny"
    job = graded(home, "ada", manual=[{"id": "why", "points": 1.0, "answered": True}])
    points(home, ada=None)
    one, then = told(home)
    assert (str(one.graded), one.unread) == ("1", 1)
    assert then == "read 1 written answer in formgrader"
    points(home, ada=1.0)
    assert told(home)[1] == "flcourse feedback tiny"
    paged(home, job)
    one, then = told(home)
    assert (str(one.feedback), then) == ("1", "flcourse export tiny")
    assert cli.main(["export", STEM, "--course", str(home), "--quiet"]) == 0
    one, then = told(home)
    assert (one.moved, then) == (False, "")


def test_what_changes_makes_later_steps_stale(home):
    job = graded(home, "ada")
    points(home, ada=1.0)
    paged(home, job)
    assert cli.main(["export", STEM, "--course", str(home), "--quiet"]) == 0
    points(home, ada=0.5)
    one, then = told(home)
    assert (one.feedback.stale, one.moved, then) == (1, True, "flcourse feedback tiny")
    hand_in(home, "ada", {**RIGHT, "half": "def half(x):\n    return x"})
    one, then = told(home)
    assert (one.graded.stale, then) == (1, "flcourse grade tiny")


def test_a_comment_alone_makes_a_page_stale(home):
    job = graded(home, "ada")
    points(home, ada=1.0)
    paged(home, job)
    with sqlite3.connect(home / "gradebook.db") as book:
        book.execute(
            "INSERT INTO comment (id, cell_id, notebook_id, manual_comment) "
            "VALUES ('c', 'tiny why', 'tiny ada', 'well seen')"
        )
    assert told(home)[0].feedback.stale == 1


def test_a_changed_text_comes_first(home):
    graded(home, "ada")
    text = home / "solutions" / f"{STEM}.py"
    text.write_text(BY_THE_RULES.replace("6.0", "6.0 "), "utf-8")
    one, then = told(home)
    assert one.behind
    assert then == "flcourse build tiny, then flcourse regrade tiny"


def test_our_own_failures_are_tried_again(home):
    graded(home, "ada", status="INFRASTRUCTURE", notes=["the disk was full"])
    one, then = told(home)
    assert (one.failed, then) == (1, "flcourse grade tiny: it tries 1 of our own failures again")


def test_the_table_is_for_people(home, capsys):
    graded(home, "ada")
    (home / "submitted" / "ada" / STEM / "timestamp.txt").write_text("2026-11-25 10:00:00 UTC")
    (home / "roster.csv").write_text("student\n", "utf-8")
    assert cli.main(["status", "--course", str(home)]) == 0
    said = capsys.readouterr().out
    assert "FL, 2027: 0 students, now " in said
    assert "tiny        Sun 2026-11-22 23:59" in said
    assert "1 (1 late)" in said
    assert "nobody is in roster.csv" in said
    assert cli.main(["status", "--course", str(home), "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("tiny: ")


def test_the_digest_is_that_of_grading(home):
    """A result is current for status exactly when grading would keep it."""
    job = graded(home, "ada")
    for change in (lambda: None, lambda: hand_in(home, "ada", {})):
        change()
        found = json.loads(job.result.read_text("utf-8"))
        common = result.common_inputs(job.source)
        assert status._is_current(found, job.submission, common) == batch.is_fresh(job)
    assert read_assignment(job.source).stem == STEM
