"""Steps of a term: what they say about what a person may have forgotten, and dry runs of them."""

import csv
import json
import os
import zipfile

import pytest
from course_helpers import BY_THE_RULES, RIGHT, STEM, built_course, graded, hand_in, points

from flcourse import cli
from flcourse.grading.course import release, returned_feedback
from flcourse.grading.official import batch


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    return built_course(tmp_path)


def state(folder):
    """All files of a folder, with when they were written."""
    return {path: (path.stat().st_mtime_ns, path.stat().st_size)
            for path in sorted(folder.rglob("*"))}  # fmt: skip


def flcourse(home, capsys, *words, code=0):
    """Run a command in a course and return what it has said."""
    capsys.readouterr()
    assert cli.main([*words, "--course", str(home)]) == code
    told = capsys.readouterr()
    return told.out + told.err


# ------------------------------------------------------------------------------ release


@pytest.fixture
def released(home, monkeypatch):
    """nbgrader's part of a release takes seconds and is tested elsewhere."""
    monkeypatch.setattr(release, "enter", lambda folder, stem: None)
    return home


def test_release_says_until_when_and_for_how_many(released, capsys):
    said = flcourse(released, capsys, "release", STEM)
    assert "is ready: give this file to your students" in said
    assert "due Sun 2026-11-22 23:59 (UTC)" in said
    assert "3 students in roster.csv" in said


def test_release_says_what_was_forgotten_even_when_quiet(released, capsys):
    path = released / "course.toml"
    path.write_text(path.read_text("utf-8").partition("[due]")[0], "utf-8")
    (released / "roster.csv").write_text("student\n", "utf-8")
    said = flcourse(released, capsys, "release", STEM, "--quiet")
    assert "tiny has no due date, so nobody is late: write tiny = 2027-03-01 below [due]" in said
    assert "nobody is in roster.csv" in said


def test_a_dry_release_holds_the_text_against_the_rules_and_writes_nothing(home, capsys):
    before = state(home)
    said = flcourse(home, capsys, "release", STEM, "--dry-run")
    assert "exercises/tiny/tiny.ipynb would be written anew" in said
    assert state(home) == before
    text = home / "solutions" / f"{STEM}.py"
    text.write_text(BY_THE_RULES.replace("points:4", "points:5"), "utf-8")
    assert "declares 5" in flcourse(home, capsys, "release", STEM, "--dry-run", code=1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(home, capsys):
    (home / "_build" / "source" / STEM).chmod(0o500)
    try:
        assert "Permission denied" in flcourse(home, capsys, "release", STEM, code=1)
    finally:
        (home / "_build" / "source" / STEM).chmod(0o700)


# ------------------------------------------------------------------------------ collect


@pytest.fixture
def upload(home):
    """A ZIP of Moodle with the work of two, made from submissions that then are gone."""
    place = home.parent / f"{home.name}-moodle.zip"
    with zipfile.ZipFile(place, "w") as packed:
        for number, who in enumerate(("ada", "bo"), 70):
            path = hand_in(home, who, RIGHT)
            packed.write(path, f"{who}_{number}_assignsubmission_file_/{STEM}.ipynb")
            for file in path.parent.iterdir():
                file.unlink()
            path.parent.rmdir()
    (home / "roster.csv").write_text("student,first_name\nada,ada\nbo,bo\ncy,cy\n", "utf-8")
    return place


def test_a_dry_collection_changes_nothing_and_says_the_same(home, upload, capsys):
    before = state(home)
    dry = flcourse(home, capsys, "collect", STEM, str(upload), "--dry-run")
    assert dry.startswith("a dry run, nothing was changed:")
    assert "2 new: ada, bo" in dry
    assert state(home) == before
    real = flcourse(home, capsys, "collect", STEM, str(upload))
    assert dry.splitlines()[1:] == real.splitlines()
    again = flcourse(home, capsys, "collect", STEM, str(upload), "--dry-run")
    assert "2 as before" in again


def test_collect_says_that_nobody_can_be_late(home, upload, capsys):
    path = home / "course.toml"
    path.write_text(path.read_text("utf-8").partition("[due]")[0], "utf-8")
    said = flcourse(home, capsys, "collect", STEM, str(upload))
    assert "tiny has no due date in course.toml: nobody is late" in said


# ------------------------------------------------------------------------------ changed texts


@pytest.fixture
def changed(home):
    """A graded submission, and then a check that is mended and not built."""
    graded(home, "ada")
    text = home / "solutions" / f"{STEM}.py"
    text.write_text(
        BY_THE_RULES.replace("checks.call(half, 3.0), 1.5", "checks.call(half, 5.0), 2.5")
    )
    return home


NOTE = "note: solutions/tiny.py says something else than its build"


def test_regrade_does_not_say_that_nothing_has_changed(changed, capsys):
    said = flcourse(changed, capsys, "regrade", STEM, code=1)
    assert NOTE in said
    assert "flcourse build tiny, then flcourse regrade tiny" in said
    assert "nothing ran again, the changed text is not built yet" in said
    assert "nothing has changed" not in said


@pytest.mark.parametrize("words", [["feedback", STEM], ["grade", STEM], ["verify", STEM]])
def test_who_grades_and_reports_is_told_too(changed, words, monkeypatch, capsys):
    monkeypatch.setattr(batch, "verify", lambda *_, **__: [])
    assert NOTE in flcourse(changed, capsys, *words)


def test_build_says_what_was_built(changed, capsys):
    flcourse(changed, capsys, "build")
    source = changed / "_build" / "source" / STEM / f"{STEM}.ipynb"
    text = changed / "solutions" / f"{STEM}.py"
    hidden = text.read_text("utf-8").replace("random(4)", "random(5)")
    text.write_text(hidden, "utf-8")
    before = source.read_bytes()
    said = flcourse(changed, capsys, "build", "--check", code=1)
    assert "stale       exercises/tiny/tiny.instances\n" in said  # drawn from hidden checks
    assert source.read_bytes() == before  # --check writes nothing
    said = flcourse(changed, capsys, "build", STEM)
    assert "built       exercises/tiny/tiny.instances\n" in said
    assert "it is graded already: flcourse regrade tiny" in said
    assert source.read_bytes() != before
    said = flcourse(changed, capsys, "build")
    assert {line[:12] for line in said.splitlines()} == {"up to date  "}


# ------------------------------------------------------------------------------ feedback


@pytest.fixture
def unread(home):
    """Two submissions with texts, of which nobody has read one."""
    for who in ("ada", "bo"):
        manual = [{"id": "why", "points": 1.0, "answered": True}]
        graded(home, who, manual=manual)
    points(home, ada=1.0, bo=None)
    return home


def test_feedback_on_unread_texts_wants_to_be_asked_for(unread, capsys):
    said = flcourse(unread, capsys, "feedback", STEM, code=1)
    assert "1 written answer of 1 student has no points yet" in said
    assert "--partial writes the feedback all the same" in said
    assert not (unread / "feedback").exists()
    said = flcourse(unread, capsys, "feedback", STEM, "--partial")
    assert "note: 1 written answer" in said
    assert "2 pages are in feedback/" in said


def test_feedback_for_one_whose_text_was_read_needs_no_permission(unread, capsys):
    said = flcourse(unread, capsys, "feedback", STEM, "--student", "ada")
    assert "1 pages are in feedback/" in said


# ------------------------------------------------------------------------------ tables


def test_a_dry_export_writes_nothing(unread, capsys):
    before = state(unread)
    said = flcourse(unread, capsys, "export", STEM, "--dry-run")
    assert "a dry run, nothing was written" in said
    assert state(unread) == before


def test_tables_open_right_in_a_spreadsheet(unread, capsys):
    """The mark says UTF-8, and what a student is called computes nothing."""
    names = 'student,first_name,last_name,email\nada,José,"=HYPERLINK(""http://x"")",@SUM(A1)\n'
    (unread / "roster.csv").write_text(names, "utf-8")
    flcourse(unread, capsys, "export", STEM)
    content = (unread / "exports" / "grades.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfstudent,")
    row = next(csv.DictReader(content.decode("utf-8-sig").splitlines()))
    assert row["first_name"] == "José"
    assert row["last_name"] == '\'=HYPERLINK("http://x")'
    assert row["email"] == "'@SUM(A1)"


WORKSHEET = [
    ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
     "Grade can be changed", "Last modified (submission)", "Feedback comments"],
    ["Participant 70", "José Núñez", "", "Submitted", "", "4.00", "Yes", "-", ""],
    ["Participant 71", "Li Wei", "", "Submitted", "", "4.00", "Yes", "-", ""],
    ["Participant 72", "Li Wei", "", "Submitted", "", "4.00", "Yes", "-", ""],
]  # fmt: skip


def filled(home, capsys, *words):
    place = home / "worksheet.csv"
    with place.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(WORKSHEET)
    words = ["export", STEM, "--lms", "moodle", "--template", str(place), *words]
    said = flcourse(home, capsys, *words)
    text = (home / "exports" / f"moodle-{STEM}.csv").read_text("utf-8")
    return {row["Identifier"]: row["Grade"] for row in csv.DictReader(text.splitlines())}, said


def test_a_worksheet_without_addresses_is_filled_by_name(unread, capsys):
    """What collecting can match, exporting can, too; of two with one name neither is guessed."""
    names = "student,first_name,last_name\nada,Jose,Nunez\nbo,Li,Wei\ncy,Li,Wei\n"
    (unread / "roster.csv").write_text(names, "utf-8")
    points(unread, ada=1.0, bo=0.5)
    found, said = filled(unread, capsys)
    assert found == {"Participant 70": "4", "Participant 71": "", "Participant 72": ""}
    assert "bo: not found in the template" in said
    returned_feedback.remember(unread, STEM, {"bo": "Li Wei_72"})  # as collecting does
    found, _ = filled(unread, capsys)
    assert found == {"Participant 70": "4", "Participant 71": "", "Participant 72": "3.5"}


def test_numbers_of_one_assignment_are_not_those_of_another(unread):
    from flcourse.grading.course.folder import Student

    returned_feedback.remember(unread, STEM, {"bo": "Li Wei_72"})
    bo, listed = Student("bo"), Student("bo", lms={"moodle_id": "5"})
    numbers = [
        returned_feedback.with_numbers(unread, stems, [who])[0].lms.get("moodle_id")
        for stems, who in (([STEM], bo), ([STEM, "other"], bo), (["other"], bo), ([STEM], listed))
    ]
    assert numbers == ["72", None, None, "5"]


# ------------------------------------------------------------------------------ verify, quiet


def test_verify_says_what_it_drew(unread, monkeypatch, capsys):
    monkeypatch.setattr(batch, "verify", lambda sample, **_: [])
    said = flcourse(unread, capsys, "verify", STEM, "--share", "0.5")
    assert "drawn 1 of 2: " in said
    assert "the sample gives the same results" in said
    assert flcourse(unread, capsys, "verify", STEM, "--quiet") == ""


def test_verify_tells_a_change_since_from_a_grader_that_does_not_repeat_itself(
    unread, monkeypatch, capsys
):
    monkeypatch.setattr(batch, "verify", lambda sample, **_: ["bo: score differs"])
    said = flcourse(unread, capsys, "verify", STEM, "--share", "1", code=1)
    assert "the sample differs" in said
    assert "has changed since" not in said
    hand_in(unread, "bo", {**RIGHT, "twice": ""})
    said = flcourse(unread, capsys, "verify", STEM, "--share", "1", code=1)
    assert "something has changed since these were graded: bo; flcourse regrade tiny" in said


def test_a_sample_is_drawn_in_order_and_holds_one_at_least(unread):
    jobs = batch.jobs_of(unread, STEM)
    assert [job.student for job in batch.drawn(jobs, share=1.0)] == ["ada", "bo"]
    assert len(batch.drawn(jobs, share=0.01)) == 1
    assert json.loads(jobs[0].result.read_text("utf-8"))["student"] == "ada"
