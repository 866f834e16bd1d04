"""A course folder: made whole, read strictly; dates, penalties and extensions by hand."""

import csv
import json
import math
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from conftest import ROOT
from course_helpers import SCRIPT
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from flcourse import cli
from flcourse.cli import _shared
from flcourse.grading import checks
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.course import folder, gradebook, newcourse, release
from flcourse.grading.course.folder import Course, LatePolicy, Student, SyllabusEntry
from flcourse.grading.reports import feedback
from flcourse.grading.script import parse

STEM = "tiny"
HELSINKI = ZoneInfo("Europe/Helsinki")


def at(*when, zone=HELSINKI):
    return datetime(*when, tzinfo=zone)


# ------------------------------------------------------------------------------ a new course


@pytest.fixture
def checkout(tmp_path):
    """A project with two assignments."""
    home = tmp_path / "checkout"
    (home / "solutions").mkdir(parents=True)
    (home / "book").mkdir()
    (home / "solutions" / "tiny.py").write_text(SCRIPT, "utf-8")
    shutil.copy(ROOT / "solutions" / "start.py", home / "solutions")
    (home / "book" / "tiny.md").write_text("# Tiny\n\nLong prose.\n\n$$\na\n$$ (eq-y)\n", "utf-8")
    (home / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text("utf-8"))
    return home


def made(project, folder, **options):
    usual = {"name": "Yhdistetty oppiminen 联邦学习", "term": "Kevät 2027", "checkout": project}
    return newcourse.new_course(folder, **{**usual, "start": date(2027, 1, 11), **options})


def test_a_new_course_has_all_that_is_needed(checkout, tmp_path):
    found = made(checkout, tmp_path / "fl27", book="https://example.org/book")
    assert (found.name, found.term) == ("Yhdistetty oppiminen 联邦学习", "Kevät 2027")
    assert found.assignments == (
        SyllabusEntry("start", at(2027, 1, 17, 23, 59), 0),
        SyllabusEntry("tiny", None, 4),
    )
    assert found.late == LatePolicy("points", 1, 5, 30)
    assert folder.read_roster(tmp_path / "fl27") == []
    assert feedback.labels_of(tmp_path / "fl27" / "book", found.book) == {
        "eq-y": "https://example.org/book/tiny.html#equation-eq-y"
    }
    assert "Long prose" not in (tmp_path / "fl27" / "book" / "tiny.md").read_text("utf-8")
    text = (tmp_path / "fl27" / "syllabus.md").read_text("utf-8")
    assert "| `start` | a dry run, no points | Sun 2027-01-17 23:59 |" in text
    assert "| A tiny assignment | `tiny` | 4 | no date |" in text
    assert "Together 4 points" in text
    assert "costs 1 point, 5 at most. Up to 30 minutes late" in text


def test_the_bank_comes_along(checkout, tmp_path):
    """What `flcourse bank` tries in a course are its own texts, with what is known of them."""
    answer = checkout / "solutions" / "bank" / "tiny" / "twice.py"
    answer.parent.mkdir(parents=True)
    answer.write_text("# an answer", "utf-8")
    (answer.parent / "equivalent.toml").write_text("# none", "utf-8")
    made(checkout, tmp_path / "a")
    there = tmp_path / "a" / "solutions" / "bank" / "tiny"
    assert {path.name for path in there.iterdir()} == {"twice.py", "equivalent.toml"}


def test_the_seed_is_secret(checkout, tmp_path):
    for name in ("a", "b"):
        made(checkout, tmp_path / name)
    seeds = [(tmp_path / name / folder.SEED).read_text() for name in ("a", "b")]
    assert seeds[0] != seeds[1]
    assert min(map(len, seeds)) >= 32
    assert (tmp_path / "a" / folder.SEED).stat().st_mode & 0o777 == 0o600


def test_git_sees_no_secret(checkout, tmp_path):
    home = tmp_path / "a"
    made(checkout, home)
    for name in ("submitted/x/y.ipynb", "results/t/x.json", "gradebook.db", "exports/g.csv",
                 "gradebook.before-grading.db", "replaced/t/x/y", "extensions.csv"):  # fmt: skip
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    subprocess.run(["git", "init", "-q"], cwd=home, check=True)
    shown = subprocess.run(["git", "status", "--porcelain", "-uall"], cwd=home, check=True,
                           capture_output=True, text=True).stdout  # fmt: skip
    assert {line[3:] for line in shown.splitlines()} == {
        ".gitignore", "course.toml", "nbgrader_config.py", "syllabus.md", "book/tiny.md",
        "solutions/start.py", "solutions/tiny.py"}  # fmt: skip


def test_the_configuration_is_the_checkouts_with_its_own_name(checkout, tmp_path, monkeypatch):
    monkeypatch.setenv(checks.SEED_VARIABLE, "of this test")  # the configuration would set its own
    made(checkout, tmp_path / "a", exchange=tmp_path / "exchange")
    from traitlets.config.loader import PyFileConfigLoader

    configs = [
        PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
        for folder in (checkout, tmp_path / "a")
    ]
    assert configs[1].CourseDirectory.course_id == "yhdistetty-oppiminen-kevat-2027"
    assert configs[1].Exchange.root == str(tmp_path / "exchange")
    del configs[1]["Exchange"], configs[1]["CourseDirectory"]["course_id"]
    del configs[0]["CourseDirectory"]["course_id"]
    assert configs[0] == configs[1]


def test_nothing_is_overwritten(checkout, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "precious").write_text("of a person")
    with pytest.raises(ValueError, match="has content; nothing was changed"):
        made(checkout, tmp_path / "a")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["precious"]


def test_an_empty_folder_will_do(checkout, tmp_path):
    (tmp_path / "a").mkdir()
    made(checkout, tmp_path / "a")
    assert (tmp_path / "a" / "course.toml").exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"timezone": "Helsinki"}, "timezone must be a name such as Europe/Helsinki"),
        ({"name": " "}, "name must not be empty"),
        ({"exchange": Path("/usr/share/exchange")}, "exchange must not lie where"),
        ({"exchange": Path(sys.prefix, "exchange")}, "exchange must not lie where"),
        ({"checkout": Path("/nowhere")}, "say where it is with --from FOLDER"),
    ],
)
def test_a_course_that_cannot_be_made_leaves_nothing(checkout, tmp_path, wrong, words):
    with pytest.raises(ValueError, match=words):
        made(checkout, tmp_path / "new" / "a", **wrong)
    assert not list(tmp_path.glob("new/*"))


def test_names_with_quotes_stay_what_they_are(checkout, tmp_path):
    name = 'A "course"\\ of {braces}'
    assert made(checkout, tmp_path / "a", name=name).name == name


def test_the_commands_say_what_comes_next(checkout, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(checkout)
    words = ["init-course", str(tmp_path / "a"), "--name", "FL", "--term", "S"]
    assert cli.main([*words, "--start", "2027-01-13"]) == 0
    told = capsys.readouterr().out
    assert "2 assignments, 4 points" in told
    assert "flcourse release start" in told
    assert cli.main(words) == 1
    assert "has content" in capsys.readouterr().err


def test_the_weeks_are_those_of_the_plan():
    """An assignment is due a week after its chapter has been taught (book/plans.toml)."""
    plans = tomllib.loads((ROOT / "book" / "plans.toml").read_text("utf-8"))["plan"]
    (weeks,) = [plan["weeks"] for plan in plans if "init-course" in plan["words"]]
    taught = {stem: week for week, stems in enumerate(weeks, 1) for stem in stems}
    texts = {path.stem for path in (ROOT / "solutions").glob("*.py")}
    due = {stem: week + 1 for stem, week in taught.items() if stem in texts}
    assert due | {"start": 1, "capstone": len(weeks) + 3} == newcourse.WEEKS
    assert set(newcourse.WEEKS) == texts, "each assignment of the course has a date"


@pytest.mark.slow
def test_an_assignment_goes_out(checkout, tmp_path, monkeypatch):
    home, exchange = tmp_path / "a", tmp_path / "exchange"
    exchange.mkdir(mode=0o777)
    exchange.chmod(0o777)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    made(checkout, home, exchange=exchange)
    (home / "roster.csv").write_text("student,first_name,last_name\nli,小明,王\n", "utf-8")
    monkeypatch.chdir(home)
    assert cli.main(["release", "start", "--to-exchange"]) == 0
    released = (home / "exercises" / "start" / "start.ipynb").read_bytes()
    assert "_secret" not in released.decode()
    (sent,) = exchange.rglob("start.ipynb")
    assert sent.read_bytes() == released
    with Gradebook(f"sqlite:///{home / gradebook.NAME}") as book:
        assert book.find_assignment("start").duedate == datetime(2027, 1, 17, 21, 59)
        student = book.find_student("li")
        assert (student.first_name, student.last_name) == ("小明", "王")
    with pytest.raises(RuntimeError, match="nbgrader release_assignment tiny failed"):
        release.nbgrader(home, "release_assignment", "tiny")


# ------------------------------------------------------------------------------ reading


@pytest.fixture
def home(tmp_path):
    """A course folder with the tiny assignment, due at noon of 1 March in Helsinki."""
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / f"{STEM}.py").write_text(SCRIPT, "utf-8")
    return tmp_path


def write(home, late="", due="2027-03-01 12:00:00"):
    text = f'name = "FL"\ntimezone = "Europe/Helsinki"\n[late]\n{late}\n[due]\ntiny = {due}\n'
    (home / "course.toml").write_text(text, "utf-8")
    return folder.read_course(home)


def test_a_folder_without_a_description_has_no_dates(home):
    found = folder.read_course(home)
    assert found.assignments == (SyllabusEntry(STEM, None, 4),)
    assert folder.read_roster(home) == []
    assert folder.due(found, STEM, "ada") is None
    assert folder.late_penalty(found, STEM, "ada", at(2099, 1, 1), 10) == 0


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2027-03-01", at(2027, 3, 1, 23, 59)),
        ('"2027-03-01"', at(2027, 3, 1, 23, 59)),
        ("2027-03-01T12:00:00", at(2027, 3, 1, 12)),
        ('"2027-03-01 12:00"', at(2027, 3, 1, 12)),
        ("2027-03-01T10:00:00Z", at(2027, 3, 1, 12)),
    ],
)
def test_dates_in_every_spelling(home, text, when):
    assert write(home, due=text).assignments[0].due == when


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("label = 'x'", "must hold name, .*, got label"),
        ("name = 3", "name must be a text in quotes, got 3"),
        ("name = x", "course.toml must be TOML in UTF-8"),
        ("due = 3", r"due must be a table with the heading \[due\]"),
        ("timezone = 'Mars'", "timezone must be a name"),
        ("[due]\nhuge = 2027-01-01", r"\[due\] must name assignments .*got 'huge'"),
        ("[due]\ntiny = 'soon'", "due.tiny must be a date such as 2027-03-01 .*got 'soon'"),
        ("[late]\npolicy = 'harsh'", "late.policy must be one of"),
        ("[late]\npolicy = 'points'", "late.per_day must be given"),
        ("[late]\npolicy = 'share'\nper_day = 10", "late.per_day must be at most 1"),
        ("[points]\ntiny = 'six'", "points.tiny must be a"),
        ("[points]\ntiny = -1", "points.tiny must be at least 0"),
        ("[late]\nper_week = 1", r"\[late\] must hold .*got per_week"),
    ],
)
def test_a_description_that_breaks_a_rule(home, text, words):
    (home / "course.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=words):
        folder.read_course(home)


ROWS = "student{0}first_name{0}last_name{0}moodle_id\nli{0}小明{0}王{0}7\näiti{0}Päivi{0}Ö{0}\n\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_roster_as_spreadsheets_write_it(home, encoding, delimiter, newline):
    text = ROWS.format(delimiter).replace("\n", newline)
    (home / "roster.csv").write_bytes(text.encode(encoding))
    assert folder.read_roster(home) == [
        Student("li", "小明", "王", lms={"moodle_id": "7"}),
        Student("äiti", "Päivi", "Ö"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name\nada", "student is missing"),
        ("student\nada\nada", "student must be there once, got 'ada' again"),
        ("student,email\n,a@b", "student must not be empty"),
        ("student\n../ada", "must do as the name of a folder"),
        ("student\n.ada", "must do as the name of a folder"),
        ("student\na\x07da", "must do as the name of a folder"),
    ],
)
def test_a_roster_that_breaks_a_rule(home, text, words):
    (home / "roster.csv").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=words):
        folder.read_roster(home)
    (home / "roster.csv").write_bytes("student\nÄ".encode("cp1252"))
    with pytest.raises(ValueError, match="save it as 'CSV UTF-8'"):
        folder.read_roster(home)


# ------------------------------------------------------------------------------ late

POINTS = 'policy = "points"\nper_day = 1.5\nmost = 4\ngrace_minutes = 10'
SHARE = 'policy = "share"\nper_day = 0.1\nmost = 0.35'


@pytest.mark.parametrize(
    ("late", "handed_in", "points", "cost"),
    [
        (POINTS, at(2027, 3, 1, 11, 59), 10, 0),
        (POINTS, at(2027, 3, 1, 12, 10), 10, 0),  # within grace
        (POINTS, at(2027, 3, 1, 12, 10, 1), 10, 1.5),
        (POINTS, at(2027, 3, 2, 12, 0), 10, 1.5),  # a day to the minute
        (POINTS, at(2027, 3, 2, 12, 0, 1), 10, 3),
        (POINTS, at(2027, 3, 9), 10, 4),
        (POINTS, at(2027, 3, 9), 2, 2),  # never more than there is
        (POINTS, datetime(2027, 3, 1, 10, 11), 10, 1.5),  # no zone: UTC, which is 12:11 there
        (SHARE, at(2027, 3, 1, 12, 0, 1), 10, 1),
        (SHARE, at(2027, 3, 4, 12), 20, 6),
        (SHARE, at(2027, 3, 5, 12), 20, 7),
        ("", at(2027, 3, 9), 10, 0),
        ('policy = "none"', at(2027, 3, 9), 10, 0),
        ('policy = "points"\nper_day = 1', at(2028, 3, 9), 10, 10),
    ],
)
def test_what_being_late_costs(home, late, handed_in, points, cost):
    found = folder.late_penalty(write(home, late), STEM, "ada", handed_in, points)
    assert found == pytest.approx(cost)


def test_a_day_is_a_day_when_the_clocks_change(home):
    """In Helsinki 28 March 2027 has 23 hours, and 31 October has 25."""
    for due, next_day in [("2027-03-27", at(2027, 3, 28, 23, 59)),
                          ("2027-10-30", at(2027, 10, 31, 23, 59))]:  # fmt: skip
        found = write(home, POINTS, due)
        for extra, cost in ((0, 1.5), (1, 3)):
            handed_in = next_day.astimezone(UTC) + timedelta(seconds=extra)
            assert folder.late_penalty(found, STEM, "ada", handed_in, 10) == cost


def test_the_hour_that_comes_twice_is_late_the_second_time(home):
    found = write(home, 'policy = "points"\nper_day = 1', "2027-10-31 03:30:00")  # the first one
    again = at(2027, 10, 31, 3, 20).replace(fold=1)
    assert folder.late_penalty(found, STEM, "ada", again, 10) == 1


@given(
    seconds=st.integers(-(10**6), 10**6),
    more=st.integers(0, 10**6),
    kind=st.sampled_from(folder.POLICIES),
    per_day=st.floats(0, 1),
    most=st.floats(0, 1) | st.just(math.inf),
    points=st.floats(0, 20),
)
def test_later_never_costs_less(seconds, more, kind, per_day, most, points):
    due = at(2027, 3, 27, 12)
    policy = LatePolicy(kind, per_day, most, 5)
    plan = Course(Path("/nowhere"), "FL", timezone="Europe/Helsinki",
                  assignments=(SyllabusEntry(STEM, due, points),), late=policy)  # fmt: skip
    costs = [
        folder.late_penalty(plan, STEM, "ada", due.astimezone(UTC) + timedelta(seconds=s), points)
        for s in (seconds, seconds + more)
    ]
    assert 0 <= costs[0] <= costs[1] <= points
    assert costs[0] == 0 or seconds > 300


# ------------------------------------------------------------------------------ extensions


def test_an_extension_counts_for_one_student_and_one_assignment(home):
    found = write(home, POINTS)
    (home / "roster.csv").write_text("student\nada\nbo\n", "utf-8")
    folder.extend(found, STEM, "ada", at(2027, 3, 3, 12), 'ill, "really"')
    folder.extend(found, STEM, "ada", at(2027, 3, 4, 12))
    assert folder.due(found, STEM, "ada") == at(2027, 3, 4, 12)
    assert folder.due(found, STEM, "bo") == at(2027, 3, 1, 12)
    assert folder.late_penalty(found, STEM, "ada", at(2027, 3, 5, 11), 10) == 1.5
    with (home / folder.EXTENSIONS).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["reason"] for row in rows] == ['ill, "really"', ""]
    for stem, student in (("huge", "ada"), (STEM, "eve")):
        with pytest.raises(ValueError, match=f"got '{'huge' if stem == 'huge' else 'eve'}'"):
            folder.extend(found, stem, student, at(2027, 3, 4))


def test_an_extension_joins_a_table_from_a_spreadsheet(home):
    found = write(home, POINTS)
    (home / "roster.csv").write_text("student\nada\nbo\n", "utf-8")
    text = "Assignment;Student;Due\r\ntiny;bo;2027-03-09"
    (home / folder.EXTENSIONS).write_text(text, "utf-8-sig", newline="")
    folder.extend(found, STEM, "ada", at(2027, 3, 3, 12), "ill")
    assert folder.due(found, STEM, "ada") == at(2027, 3, 3, 12)
    assert folder.due(found, STEM, "bo") == at(2027, 3, 9, 23, 59)


def test_a_date_that_is_none_is_told_with_its_line(home):
    found = write(home)
    (home / folder.EXTENSIONS).write_text("student,assignment,due\nada,tiny,soon\n", "utf-8")
    with pytest.raises(ValueError, match=r"extensions.csv:2: due must be a date"):
        folder.due(found, STEM, "ada")


# ------------------------------------------------------------------------------ the gradebook


def result(student, *, score=3.0):
    """A result of the tiny assignment, as official grading writes it."""
    return {
        "schema": 1, "assignment": STEM, "student": student, "status": "OK", "notes": [],
        "score": score, "max_score": 4.0, "seconds": 0.0, "inputs": {},
        "checks": [
            {"id": "twice-tests", "task": "twice", "points": 1.0, "score": 1.0, "message": ""},
            {"id": "half-tests", "task": "half", "points": 2.0, "score": 2.0, "message": ""},
        ],
        "manual": [{"id": "why", "points": 1.0, "answered": True}],
        "notebook": {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []},
    }  # fmt: skip


@pytest.fixture
def graded(home):
    """Two students: ada in time, bo a day and a half late; and what writes their grades."""
    folder = home / "_build" / "source" / STEM
    folder.mkdir(parents=True)
    notebook = build.source_notebook(parse(SCRIPT, Path(f"{STEM}.py")))
    (folder / f"{STEM}.ipynb").write_text(json.dumps(notebook), "utf-8")
    (home / "roster.csv").write_text("student\nada\nbo\n", "utf-8")
    for student, when in (("ada", "2027-03-01 10:00:00"), ("bo", "2027-03-02 22:00:00")):
        place = home / "submitted" / student / STEM
        place.mkdir(parents=True)
        (place / "timestamp.txt").write_text(f"{when} UTC", "utf-8")
    sheet = read_assignment(folder / f"{STEM}.ipynb")
    return lambda: gradebook.record(home, sheet, [result("ada"), result("bo")])


def penalties(home):
    return {name: marks.penalty for name, marks in gradebook.marks_of(home, STEM).items()}


def test_the_gradebook_takes_off_what_being_late_costs(home, graded):
    write(home, POINTS)
    path = graded()
    assert penalties(home) == {"ada": 0, "bo": 3}
    with Gradebook(f"sqlite:///{path}") as book:
        assert book.find_assignment(STEM).duedate == datetime(2027, 3, 1, 10)
        grade = book.find_grade("why", STEM, STEM, "bo")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        book.db.commit()
    found = folder.read_course(home)
    folder.extend(found, STEM, "bo", at(2027, 3, 2, 12))
    graded()
    assert penalties(home) == {"ada": 0, "bo": 1.5}
    with Gradebook(f"sqlite:///{path}") as book:
        work = book.find_submission(STEM, "bo")
        assert work.extension == timedelta(days=1)
        assert work.total_seconds_late == 12 * 3600
        assert book.find_grade("why", STEM, STEM, "bo").manual_score == 0.5
    write(home, 'policy = "none"')
    graded()
    assert penalties(home) == {"ada": 0, "bo": 0}


def test_without_a_description_the_gradebook_keeps_its_penalties(home, graded):
    path = graded()
    with Gradebook(f"sqlite:///{path}") as book:
        book.find_submission_notebook(STEM, STEM, "bo").late_submission_penalty = 0.7
        book.db.commit()
    graded()
    assert penalties(home) == {"ada": 0, "bo": 0.7}


# ------------------------------------------------------------------------------ the seed


def test_the_seed_of_the_folder_is_found_and_that_of_the_shell_goes_first(
    home, monkeypatch, capsys
):
    monkeypatch.setenv(checks.SEED_VARIABLE, "")
    _shared.use_seed(home)
    assert "hidden checks draw public data" in capsys.readouterr().err
    (home / folder.SEED).write_text("of the folder\n", "utf-8")
    _shared.use_seed(home)
    code = f"import os; print(os.environ[{checks.SEED_VARIABLE!r}])"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert child.stdout == "of the folder\n"
    monkeypatch.setenv(checks.SEED_VARIABLE, "of the shell")
    _shared.use_seed(home)
    assert folder.grading_seed(home) == "of the shell"
    assert capsys.readouterr().err == ""
