"""An appeal from the page on which it begins to the page that answers it."""

import json
import os
import re
import time
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest
from course_helpers import RIGHT, STEM, built_course, graded, hand_in

from flcourse.grading.assignment import read_assignment
from flcourse.grading.course import appeals, collect
from flcourse.grading.course.folder import read_course
from flcourse.grading.course.gradebook import Marks
from flcourse.grading.reports import feedback, regrade, status

NOW = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    return built_course(tmp_path / "course")


@pytest.fixture
def result(home):
    """What ada got: nothing for half, which she takes for unfair."""
    job = graded(home, "ada", {**RIGHT, "half": "def half(x):\n    return x * 0.5"})
    found = json.loads(job.result.read_text("utf-8"))
    cell = {"cell_type": "code", "outputs": [], "metadata": {}, "execution_count": None}
    found["notebook"] = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
        {**cell, "id": name, "source": "x"} for name in ("twice", "half")]}  # fmt: skip
    for check in found["checks"]:
        good = check["id"] == "twice-tests"
        check.update(score=check["points"] * good, message="" if good else "Expected 1.5.")
    return found


def write_page(home, result):
    assignment = read_assignment(home / "_build" / "source" / STEM / f"{STEM}.ipynb")
    return feedback.write(read_course(home), assignment, result, Marks({}, {}), {})


def forms(page):
    """The files that a page makes, by name."""
    found = re.findall(r'<a download="(.*?)" href="data:text/plain;charset=utf-8,(.*?)">', page)
    return {name: unquote(text) for name, text in found}


def send(home, name, text, folder="uploads"):
    place = home.parent / folder
    place.mkdir(exist_ok=True)
    (place / name).write_text(text, "utf-8")
    return collect.collect(home, STEM, [place], now=NOW)


def test_from_the_page_to_the_page(home, result):
    page = write_page(home, result)
    made = forms(page.read_text("utf-8"))
    assert list(made) == ["ada_appeal-tiny-half.txt"]  # of what has lost points alone
    assert "<script" not in page.read_text("utf-8")
    (name, text) = made.popitem()
    past = time.time() - 100
    os.utime(page, (past, past))
    submitted = {p: p.read_bytes() for p in (home / "submitted").rglob("*") if p.is_file()}
    report = send(home, name, f"{text}0.5 * x <b>is</b> x / 2.\n")
    assert "  1 appeal, kept in appeals/tiny/: ada" in report.lines
    assert {p: p.read_bytes() for p in submitted} == submitted  # no submission is touched
    (one,) = appeals.read(home, STEM)
    assert (one.student, one.task, one.words) == ("ada", "half", "0.5 * x <b>is</b> x / 2.")
    (now,) = status.standings(home)
    assert now.appeals == 1
    send(home, name, f"{text}0.5 * x <b>is</b> x / 2.\n")
    assert len(appeals.read(home, STEM)) == 1  # collected twice, it is one
    # The check is mended; the report and the next page answer.
    mended = json.loads(json.dumps(result))
    for check in mended["checks"]:
        check.update(score=check["points"], message="")
    told = regrade.compare(STEM, [(result, mended)], {}, appeals.read(home, STEM))
    assert "ada  half  moved, 0 to 2; 0.5 * x <b>is</b> x / 2." in regrade.text(told)
    assert "ada, half: moved, 0 to 2" in regrade.page(told)
    assert "<b>is" not in regrade.page(told)
    answered = write_page(home, mended).read_text("utf-8")
    assert "What you have asked" in answered
    assert "<q>0.5 * x &lt;b&gt;is&lt;/b&gt; x / 2.</q>" in answered
    assert forms(answered) == {}
    (now,) = status.standings(home)
    assert now.appeals == 0


def test_what_stands_is_said_to_stand(home, result):
    told = regrade.compare(STEM, [(result, result)], {},
                           [appeals.Appeal("ada", "half", "why", NOW)])  # fmt: skip
    assert told.answers[0].said == "stands, 0"


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        (b"", ()),
        (appeals.form("ada", STEM, "half")[1].encode(), ()),  # nothing was written
        (appeals.form("ada", STEM, "half")[1].encode() + b"why", ("half", "why")),
        (appeals.form("ada", STEM, "half")[1].encode("utf-16") + "why".encode("utf-16")[2:],
         ("half", "why")),
        (appeals.form("ada", STEM, "../../x")[1].encode() + b"why", ("", "why")),
        (b"task: half\nI have lost the line", ("half", "task: half\nI have lost the line")),
        (b"my answer is right", ("", "my answer is right")),
        (b"\xff\x00ty\xf6", ("", "\ufffd\x00ty\ufffd")),
        (b"a" * 10**6, ("", "a" * appeals.LONGEST)),
    ],
)  # fmt: skip
def test_forms_as_people_fill_them_in(home, content, kept):
    wrong = appeals.keep(home, STEM, "ada", content, ["half"])
    found = [(one.task, one.words) for one in appeals.read(home, STEM)]
    assert found == ([kept] if kept else [])
    assert bool(wrong) == (not kept)


def test_nobody_fills_the_disk_with_appeals(home):
    said = [appeals.keep(home, STEM, "ada", f"no {n}".encode(), []) for n in range(25)]
    assert said.count("") == appeals.MOST
    assert said[-1] == f"more than {appeals.MOST} appeals"


def test_an_appeal_beside_a_notebook_is_no_part_of_the_submission(home):
    work = hand_in(home, "bo", RIGHT)
    place = home.parent / "up" / "bo"
    place.mkdir(parents=True)
    (place / f"{STEM}.ipynb").write_bytes(work.read_bytes())
    (place / "bo_appeal-tiny-half (1).txt").write_text("because", "utf-8")
    (place / "appeal-other-half.txt").write_text("of another assignment", "utf-8")
    for file in work.parent.iterdir():
        file.unlink()
    work.parent.rmdir()
    collect.collect(home, STEM, [home.parent / "up"], now=NOW)
    there = sorted(path.name for path in work.parent.iterdir())
    assert there == ["appeal-other-half.txt", f"{STEM}.ipynb"]
    assert [one.student for one in appeals.read(home, STEM)] == ["bo"]


def test_an_appeal_of_a_stranger_stays_where_it_is(home):
    report = send(home, "eve_appeal-tiny-half.txt", "because")
    assert [name for name, _ in report.unmatched] == ["eve_appeal-tiny-half.txt"]
    assert appeals.read(home, STEM) == []


def test_a_record_that_is_none_is_passed_over(home):
    appeals.keep(home, STEM, "ada", b"why", [])
    (home / "appeals" / STEM / "ada" / "x.json").write_text("[]")
    assert len(appeals.waiting(home, STEM)) == 1
