"""A class is graded: every submission gets its result, and the gradebook what it deserves."""

import contextlib
import csv
import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from course_helpers import RIGHT, STEM, course, hand_in, scores, without_seconds
from nbgrader.api import Gradebook

from flcourse import cli
from flcourse.grading.assignment import read_assignment
from flcourse.grading.course import gradebook
from flcourse.grading.official import batch, reading, result, sandbox

assert course  # the fixture


@pytest.fixture(autouse=True, scope="module")
def seeded(bwrap):
    patch, reason = pytest.MonkeyPatch(), sandbox.reason_against()
    assert reason is None
    patch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    patch.setattr(sandbox, "reason_against", lambda: None)
    yield
    patch.undo()


def graded(course, **options):
    results = batch.grade(batch.jobs_of(course, STEM), **options)
    return {found["student"]: found for found in results}


def test_right_blank_and_half_right_submissions(course):
    hand_in(course, "ada", RIGHT, text="Because.")
    hand_in(course, "blaise")
    hand_in(course, "carl", {**RIGHT, "half": "def half(x):\n    return x"})
    found = graded(course, workers=2)
    assert {name: r["score"] for name, r in found.items()} == {"ada": 3, "blaise": 0, "carl": 1}
    assert {r["status"] for r in found.values()} == {"OK"}
    assert [m["answered"] for r in found.values() for m in r["manual"]] == [True, False, False]
    assert "half: Expected 1.5, got 3" in found["carl"]["checks"][1]["message"]
    assert found["ada"]["max_score"] == 4
    for r in found.values():
        result.validate(r)


def test_a_result_shows_no_hidden_check_and_no_seed(course):
    hand_in(course, "carl", {"twice": "def twice(x):\n    return x"})
    text = without_seconds(graded(course)["carl"])
    assert "_secret" not in text
    assert "of this test" not in text


def test_one_bad_file_costs_nobody_else(course):
    hand_in(course, "ada", RIGHT)
    hand_in(course, "zoe", {**RIGHT, "half": "def half(x):\n    return x"})
    alone = {name: without_seconds(found) for name, found in graded(course).items()}
    hand_in(course, "mallory").write_bytes(b"[" * 10**5)
    hand_in(course, "mole", {"twice": "import os\nos._exit(3)"})
    (course / "submitted" / "nil" / STEM).mkdir(parents=True)
    found = graded(course, again=True)
    assert {name: without_seconds(found[name]) for name in alone} == alone
    assert {name: found[name]["status"] for name in ("mallory", "mole", "nil")} == {
        "mallory": "UNREADABLE", "mole": "CRASHED", "nil": "MISSING"}  # fmt: skip


def test_results_are_kept_until_something_that_decides_them_changes(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    graded(course)
    path = course / "results" / STEM / "ada.json"
    first = path.stat().st_mtime_ns
    graded(course)
    assert path.stat().st_mtime_ns == first
    hand_in(course, "ada", {})
    assert graded(course)["ada"]["score"] == 0
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "another")
    second = path.stat().st_mtime_ns
    graded(course)
    assert path.stat().st_mtime_ns > second


def test_a_damaged_result_is_made_anew(course):
    hand_in(course, "ada", RIGHT)
    graded(course)
    path = course / "results" / STEM / "ada.json"
    for damage in ("", "{", path.read_text("utf-8").replace('"OK"', '"FINE"')):
        path.write_text(damage, "utf-8")
        assert graded(course)["ada"]["score"] == 3


def test_killed_at_any_moment_it_goes_on(course):
    for number in range(4):
        hand_in(course, f"s{number}", RIGHT)
    words = [sys.executable, "-m", "flcourse", "grade", STEM, "--jobs", "1"]
    process = subprocess.Popen(words, cwd=course, start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    deadline = time.monotonic() + 120
    while not list((course / "results").rglob("s*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (course / gradebook.NAME).exists()
    kept = {p: p.stat().st_mtime_ns for p in (course / "results" / STEM).glob("s*.json")}
    done = subprocess.run(words, cwd=course, capture_output=True, text=True, check=True)
    assert "4 submissions: 4 OK" in done.stdout
    now = {p: p.stat().st_mtime_ns for p in (course / "results" / STEM).glob("s*.json")}
    assert len(now) == 4
    assert kept.items() <= now.items()
    assert (course / gradebook.NAME).exists()


def write(course, say=None):
    sheet = read_assignment(course / "_build" / "source" / STEM / f"{STEM}.ipynb")
    return gradebook.record(course, sheet, list(graded(course).values()), say)


def test_the_gradebook_gets_points_and_what_a_person_has_to_look_at(course):
    hand_in(course, "ada", RIGHT, text="Because.")
    hand_in(course, "blaise")
    hand_in(course, "mallory").write_text("no notebook")
    write(course)
    assert scores(course, "ada") == {
        "twice-tests": (1, None, False),
        "half-tests": (2, None, False),
        "why": (None, None, True),
    }
    assert scores(course, "blaise")["why"] == (0, None, False)
    assert all(needs for _, _, needs in scores(course, "mallory").values())
    shown = course / "autograded" / "ada" / STEM
    assert "_secret" not in (shown / f"{STEM}.ipynb").read_text("utf-8")
    assert (shown / "timestamp.txt").read_text("utf-8") == "2026-11-21 10:00:00 UTC"


def test_points_of_a_person_survive_a_second_grading(course):
    hand_in(course, "ada", RIGHT, text="Because.")
    path = write(course)
    with Gradebook(f"sqlite:///{path}") as book:
        for name, points in (("why", 0.5), ("half-tests", 1.0)):
            grade = book.find_grade(name, STEM, STEM, "ada")
            grade.manual_score, grade.needs_manual_grade = points, False
        book.find_comment("why", STEM, STEM, "ada").manual_comment = "Good."
        book.db.commit()
    write(course)
    assert scores(course, "ada")["why"] == (None, 0.5, False)
    assert scores(course, "ada")["half-tests"] == (2, 1.0, False)
    hand_in(course, "ada", {**RIGHT, "half": "def half(x):\n    return x"}, text="Because.")
    write(course)  # the ground has moved under these points: a person looks again
    assert scores(course, "ada")["half-tests"] == (0, 1.0, True)
    with Gradebook(f"sqlite:///{path}") as book:
        assert book.find_comment("why", STEM, STEM, "ada").manual_comment == "Good."
    assert (course / gradebook.KEPT_FILE).exists()


def interrupted_by(act, path, monkeypatch):
    """Let somebody else write into the gradebook whenever grades are entered into a copy."""
    enter = gradebook._enter

    def and_somebody_else(book, found, *rest):
        enter(book, found, *rest)
        with Gradebook(f"sqlite:///{path}") as other:
            act(other)
            other.db.commit()

    monkeypatch.setattr(gradebook, "_enter", and_somebody_else)


def test_what_others_write_meanwhile_is_kept(course, monkeypatch):
    hand_in(course, "ada", RIGHT, text="Because.")
    path = write(course)

    def act(other):
        other.update_or_create_student("eve")
        grade = other.find_grade("why", STEM, STEM, "ada")
        grade.manual_score, grade.needs_manual_grade = 0.5, False

    interrupted_by(act, path, monkeypatch)
    hand_in(course, "ada", {**RIGHT, "half": "def half(x):\n    return x"}, text="Because.")
    write(course)
    assert scores(course, "ada")["half-tests"][0] == 0
    assert scores(course, "ada")["why"] == (None, 0.5, False)
    with Gradebook(f"sqlite:///{path}") as book:
        assert {student.id for student in book.students} == {"ada", "eve"}


def test_who_changes_the_same_points_is_heard(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    path = write(course)

    def act(other):
        grade = other.find_grade("half-tests", STEM, STEM, "ada")
        grade.manual_score, grade.needs_manual_grade = 1.0, False

    interrupted_by(act, path, monkeypatch)
    hand_in(course, "ada")
    write(course)  # the second attempt sees her points, and that the ground has moved under them
    assert scores(course, "ada")["half-tests"] == (0, 1.0, True)


def test_points_that_never_rest_are_left_alone(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    path, given = write(course), itertools.count()

    def act(other):
        other.find_grade("half-tests", STEM, STEM, "ada").manual_score = next(given)

    interrupted_by(act, path, monkeypatch)
    hand_in(course, "ada")
    with pytest.raises(RuntimeError, match="run it again"):
        write(course)
    assert scores(course, "ada")["half-tests"][0] == 2
    assert not list(course.glob(".gradebook*"))


def test_nobody_writes_between_the_comparison_and_the_change(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    path, merge, refused = write(course), gradebook._merge, []

    def and_somebody_tries(live, table):
        with contextlib.closing(sqlite3.connect(path, timeout=0)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                refused.append(str(error) == "database is locked")
            else:
                refused.append(False)
        return merge(live, table)

    monkeypatch.setattr(gradebook, "_merge", and_somebody_tries)
    hand_in(course, "ada")
    write(course)
    assert set(refused) == {True}


def test_who_waits_for_another_writer_is_told_why(course, monkeypatch):
    monkeypatch.setattr(gradebook, "SILENT_SECONDS", 0.05)
    hand_in(course, "ada", RIGHT)
    path, told = write(course), []
    write(course, told.append)
    assert told == []
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    def is_told(line):
        told.append(line)
        other.execute("ROLLBACK")  # the other one has finished

    write(course, is_told)
    other.close()
    (line,) = told
    assert str(path) in line
    assert "waiting" in line


def test_a_gradebook_that_is_held_open_stays_the_one_that_counts(course):
    hand_in(course, "ada", RIGHT, text="Because.")
    path = write(course)
    with Gradebook(f"sqlite:///{path}") as formgrader:
        assert formgrader.find_grade("why", STEM, STEM, "ada").needs_manual_grade
        formgrader.db.rollback()
        hand_in(course, "blaise", RIGHT, text="So.")
        write(course)
        grade = formgrader.find_grade("why", STEM, STEM, "ada")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        formgrader.find_comment("why", STEM, STEM, "blaise").manual_comment = "Why?"
        formgrader.db.commit()
    assert scores(course, "ada")["why"] == (None, 0.5, False)
    assert gradebook.marks_of(course, STEM)["blaise"].comments == {"why": "Why?"}


def test_a_writer_that_is_killed_leaves_all_or_nothing(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    path = write(course)
    hand_in(course, "ada")
    script = (
        "import os, sqlite3, sys; from pathlib import Path\n"
        "from flcourse.grading.course import gradebook\n"
        "from flcourse.grading.official import batch\n"
        "from flcourse.grading.assignment import read_assignment\n"
        "course, stem = Path(sys.argv[1]), sys.argv[2]\n"
        "jobs = batch.jobs_of(course, stem)\n"
        "results = batch.grade(jobs)\n"
        "def killed(live, table):\n"
        "    live.execute('DELETE FROM main.grade')\n"
        "    os.kill(os.getpid(), 9)\n"
        "gradebook._merge = killed\n"
        "gradebook.record(course, read_assignment(jobs[0].source), results)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, course, STEM], check=False)
    assert done.returncode == -signal.SIGKILL
    assert scores(course, "ada")["half-tests"][0] == 2
    assert write(course) == path
    assert scores(course, "ada")["half-tests"][0] == 0


def test_nbgraders_own_feedback_and_export_work_on_the_result(course):
    hand_in(course, "ada", RIGHT, text="Because.")
    write(course)
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.source_directory = '_build/source'\n"
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    private = {"HOME": str(course), "JUPYTER_CONFIG_DIR": str(course / "c"), "PATH": path}
    environment = os.environ | private
    for words in (["generate_feedback", STEM], ["export", "--to", "grades.csv"]):
        done = subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=course, text=True,
                              env=environment, capture_output=True)  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert "_secret" not in (course / "feedback/ada" / STEM / f"{STEM}.html").read_text("utf-8")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["student_id"], float(row["score"])) == ("ada", 3.0)


def test_the_command_tells_what_is_odd_and_writes_a_table(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    hand_in(course, "ada", RIGHT, text="Because.")
    hand_in(course, "=cmd()").write_text("no notebook")
    assert cli.main(["grade", STEM, "--jobs", "2"]) == 0
    told, warned = capsys.readouterr()
    assert ("you grade as root" in warned) == (os.geteuid() == 0)
    assert "=cmd(): UNREADABLE: the file is no notebook" in told
    assert "2 submissions: 1 UNREADABLE, 1 OK" in told
    with (course / "results" / STEM / "grades.csv").open(encoding="utf-8-sig") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert (rows["ada"]["status"], float(rows["ada"]["auto_score"])) == ("OK", 3.0)
    assert (rows["'=cmd()"]["status"], rows["'=cmd()"]["auto_score"]) == ("UNREADABLE", "")
    assert cli.main(["verify", STEM, "--share", "1"]) == 0
    path = course / "results" / STEM / "ada.json"
    path.write_text(path.read_text("utf-8").replace('"score": 3.0', '"score": 4.0'), "utf-8")
    assert cli.main(["verify", STEM, "--share", "1"]) == 1
    assert "ada: score differs" in capsys.readouterr().out


def test_wrong_use_is_told(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    assert cli.main(["grade", STEM]) == 1
    assert "submitted/ must hold a submission of 'tiny'" in capsys.readouterr().err
    hand_in(course, "ada", RIGHT)
    assert cli.main(["grade", STEM, "--student", "bob"]) == 1
    assert "those who handed in tiny (ada), got 'bob'" in capsys.readouterr().err
    assert cli.main(["grade", STEM, "--jobs", "0"]) == 1
    assert "workers must be at least 1, got 0" in capsys.readouterr().err
    shutil.rmtree(course / "_build")
    assert cli.main(["grade", STEM]) == 1
    assert "run flcourse build first" in capsys.readouterr().err


def test_the_unit_runs_by_itself(course, tmp_path):
    folder = hand_in(course, "ada", RIGHT).parent
    source = course / "_build" / "source" / STEM / f"{STEM}.ipynb"
    out = tmp_path / "out" / "ada.json"
    words = [sys.executable, "-m", "flcourse.grading.official.result", folder, source, "ada", out]
    subprocess.run(words, check=True)
    again = graded(course)["ada"]
    assert without_seconds(json.loads(out.read_text("utf-8"))) == without_seconds(again)


def test_a_picture_is_drawn_anew_or_dropped():
    import io

    from PIL import Image, PngImagePlugin

    secret = PngImagePlugin.PngInfo()
    secret.add_text("comment", "<script>")
    buffer = io.BytesIO()
    Image.new("RGBA", (20, 10)).save(buffer, format="PNG", pnginfo=secret)
    fresh = reading.redrawn(buffer.getvalue() + b"<script>")
    assert fresh.startswith(b"\x89PNG")
    assert b"<script>" not in fresh
    wide = io.BytesIO()
    Image.new("L", (3000, 1)).save(wide, format="PNG")
    gif = io.BytesIO()
    Image.new("L", (3, 3)).save(gif, format="GIF")
    assert [reading.redrawn(p) for p in (b"", b"<svg/>", wide.getvalue(), gif.getvalue())] == [
        b""
    ] * 4


def test_feedback_says_what_to_do_and_nothing_hidden(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    (course / "book").mkdir()
    (course / "book" / "tiny.md").write_text("$$\na\n$$ (eq-y)\n", "utf-8")
    evil = "<script>alert(1)</script> $\\alpha^2$ ![x](http://a/b) [y](javascript:alert(1))"
    wrong = "print('<img src=x onerror=alert(1)>')\ndef half(x):\n    return x"
    hand_in(course, "carl", {**RIGHT, "half": wrong}, text=evil)
    hand_in(course, "mallory").write_text("no notebook")
    assert cli.main(["feedback", STEM]) == 1
    assert "tiny must be graded first" in capsys.readouterr().err
    assert cli.main(["grade", STEM]) == 0
    with Gradebook(f"sqlite:///{course / gradebook.NAME}") as book:
        grade = book.find_grade("why", STEM, STEM, "carl")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        book.find_comment("why", STEM, STEM, "carl").manual_comment = "Half <right>."
        book.db.commit()
    assert cli.main(["feedback", STEM, "--book", "https://example.org/book"]) == 0
    page = (course / "feedback" / "carl" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "1.5 of 4 points" in page
    assert "half: Expected 1.5, got 3." in page
    assert '#equation-eq-y" title="eq-y">eq-y</a>' in page
    assert 'href="https://example.org/book/tiny.html#equation-eq-y"' in page
    assert "Half &lt;right&gt;." in page
    assert "<math" in page
    for live in ("<script>alert", "<img src=x", '="http://a/b', 'href="javascript'):
        assert live not in page
    assert "_secret" not in page
    other = (course / "feedback" / "mallory" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "could not be read" in other
    assert "the file is no notebook" in other


def test_the_warm_start_can_be_switched_off(course, monkeypatch):
    def refused(modules):
        raise AssertionError("nobody asked for a zygote")

    monkeypatch.setattr(batch.Zygote, "open", refused)
    hand_in(course, "ada", RIGHT)
    assert cli.main(["grade", STEM, "--course", str(course), "--warm", "off"]) == 0
    assert scores(course, "ada")["half-tests"][0] == 2


def test_feedback_adds_what_a_person_gave_and_takes_off_what_being_late_costs(course, monkeypatch):
    monkeypatch.chdir(course)
    wrong = "def half(x):\n    raise ValueError('<img src=x>')"
    hand_in(course, "carl", {**RIGHT, "half": wrong}, text="Because.")
    assert cli.main(["grade", STEM]) == 0
    with Gradebook(f"sqlite:///{course / gradebook.NAME}") as book:
        for name, points in (("why", 0.5), ("half-tests", 1.0)):
            grade = book.find_grade(name, STEM, STEM, "carl")
            grade.manual_score, grade.needs_manual_grade = points, False
        book.find_submission_notebook(STEM, STEM, "carl").late_submission_penalty = 0.25
        book.db.commit()
    assert cli.main(["feedback", STEM]) == 0
    page = (course / "feedback" / "carl" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "2.25 of 4 points" in page  # 1 by the checks, 1 + 0.5 by a person
    assert "0.25 are taken off for being late" in page
    assert "ValueError: &lt;img src=x&gt;" in page
    assert "<img src=x>" not in page
