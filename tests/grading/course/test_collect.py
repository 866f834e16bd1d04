"""Submissions come in: each to its student, with its time, once, and nothing is lost."""

import json
import os
import unicodedata
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath

import pytest
from course_helpers import SCRIPT
from hypothesis import given
from hypothesis import strategies as st

from flcourse import cli
from flcourse.grading.course import collect, returned_feedback
from flcourse.grading.course.folder import Student
from flcourse.grading.course.owners import owner, read_label
from flcourse.grading.official import handed_in as limits
from flcourse.grading.student.submit import RECEIPT

STEM = "tiny"
COURSE = """\
name = "Federated Learning"
timezone = "Europe/Helsinki"
[late]
policy = "points"
per_day = 1.0
grace_minutes = 10
[due]
tiny = 2027-03-01 12:00:00
"""
ROSTER = """\
student,first_name,last_name,email,canvas_id,sis_user_id,sis_login_id,section,moodle_id
aino,Aino,Mäkelä,,101,,,,
li,Lì,王小明,,102,,,,
hakanen,Eero,Hakanen,,,,,,
häkänen,Eero,Häkänen,,,,,,
jl1,Jean-Luc,Virtanen Öst,,,,,,7001
jl2,Jean-Luc,Virtanen Öst,,,,,,7002
"""
NOON = (2027, 3, 1, 11, 0, 0)  # in Helsinki, an hour before the assignment is due
NOW = datetime(2027, 4, 1, tzinfo=UTC)


def notebook(words="1"):
    """Bytes of a notebook that is told by its words."""
    cells = [{"cell_type": "code", "id": "twice", "metadata": {}, "source": words, "outputs": []}]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}).encode()


@pytest.fixture
def course(tmp_path):
    home = tmp_path / "course"
    (home / "solutions").mkdir(parents=True)
    (home / "solutions" / f"{STEM}.py").write_text(SCRIPT, "utf-8")
    (home / "course.toml").write_text(COURSE, "utf-8")
    (home / "roster.csv").write_text(ROSTER, "utf-8")
    return home


def packed(path, members, *, time=NOON, utf8=True, times=None):
    """Write a ZIP with members (name: bytes), of one time as platforms do, or of several."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(
                name if utf8 else "Q" * len(name.encode()), (times or {}).get(name, time)
            )
            entry.filename, entry.external_attr = entry.orig_filename, 0o100644 << 16
            archive.writestr(entry, content)
    if not utf8:  # as a tool writes that does not say so
        for name in members:
            path.write_bytes(path.read_bytes().replace(b"Q" * len(name.encode()), name.encode()))
    return path


def run(course, *sources, **options):
    return collect.collect(course, STEM, sources, **{"now": NOW, **options})


def handed_in(course):
    """What lies in submitted/: files of each student, without time stamps."""
    return {
        home.parent.name: sorted(path.name for path in home.iterdir() if path.name != collect.STAMP)
        for home in sorted((course / "submitted").glob(f"*/{STEM}"))
    }


def stamp(course, student):
    return collect.read_stamp(course / "submitted" / student / STEM)


# ------------------------------------------------------------------------------ whose it is

STUDENTS = [
    Student("aino", "Aino", "Mäkelä", lms={"canvas_id": "101"}),
    Student("li", "Lì", "王小明", lms={"canvas_id": "102"}),
    Student("hakanen", "Eero", "Hakanen"),
    Student("häkänen", "Eero", "Häkänen"),
    Student("jl1", "Jean-Luc", "Virtanen Öst", lms={"moodle_id": "7001"}),
    Student("jl2", "Jean-Luc", "Virtanen Öst", lms={"moodle_id": "7002"}),
    Student("a_b", "Ann", "Bo"),
    Student("a_b_c", "Ann", "Co"),
]
WHOSE = [
    # Moodle, with folders and without
    ("Aino Mäkelä_5_assignsubmission_file_/x.ipynb", "aino"),
    ("Aino Mäkelä_5_assignsubmission_file/x.ipynb", "aino"),
    ("Aino Mäkelä_5_assignsubmission_file_x.ipynb", "aino"),
    ("Aino_Mäkelä_5_assignsubmission_file_/sub/x.ipynb", "aino"),
    ("MÄKELÄ Aino_5_assignsubmission_file_/x.ipynb", "aino"),
    ("Aino Makela_5_assignsubmission_file_/x.ipynb", "aino"),
    ("王小明 Lì_5_assignsubmission_file_/x.ipynb", "li"),
    ("Li 王小明_5_assignsubmission_file_/x.ipynb", "li"),
    ("Eero Häkänen_5_assignsubmission_file_/x.ipynb", "häkänen"),
    ("eero hakanen_5_assignsubmission_file_/x.ipynb", "hakanen"),
    ("Jean-Luc Virtanen Öst_7001_assignsubmission_file_/x.ipynb", "jl1"),
    ("jean luc virtanen ost_7002_assignsubmission_file_/x.ipynb", "jl2"),
    ("Jean-Luc Virtanen Öst_9_assignsubmission_file_/x.ipynb", None),
    ("Participant_12_assignsubmission_file/x.ipynb", None),
    ("Nobody Here_7001_assignsubmission_file_/x.ipynb", None),  # a number alone is no identity
    # Canvas: its number decides, its spelling of a name where there is none
    ("mkelaino_101_9_x.ipynb", "aino"),
    ("mäkeläaino_LATE_101_9_x.ipynb", "aino"),
    ("_102_9_x.ipynb", "li"),
    ("whatever_102_9_x_1_2.ipynb", "li"),
    ("hakaneneero_555_9_x.ipynb", "hakanen"),
    ("häkäneneero_555_9_x.ipynb", "häkänen"),
    ("hkneneero_555_9_x.ipynb", "häkänen"),
    ("mäkeläaino_999_9_x.ipynb", None),  # aino has another number
    ("virtanenöstjeanluc_555_9_x.ipynb", None),  # there are two
    ("anon_ab3d_9_x.ipynb", None),
    ("LATE_anon_ab3d_9_x.ipynb", None),
    # folders, plain names, flcourse submit
    ("aino/x.ipynb", "aino"),
    ("AINO/x.ipynb", "aino"),
    ("Aino Mäkelä/x.ipynb", "aino"),
    ("häkänen/x.ipynb", "häkänen"),
    ("Häkänen/x.ipynb", "häkänen"),
    ("aino_x.ipynb", "aino"),
    ("Aino_x.ipynb", "aino"),
    ("aino.ipynb", "aino"),
    ("aino_x.zip", "aino"),
    ("ainox.ipynb", None),
    ("a_b_x.ipynb", "a_b"),
    ("a_b_c.ipynb", None),  # of a_b, or of a_b_c
    ("aino_102_9_x.ipynb", None),  # aino's file, or that of Canvas' user 102
    ("aino_101_9_x.ipynb", "aino"),
    ("tiny-aino-20270301T100000Z.zip", "aino"),
    ("tiny-Jean-Luc_Virtanen_Öst-20270301T100000Z.zip", None),
    ("tiny-Aino_Mäkelä-20270301T100000Z.zip", "aino"),
]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(("path", "student"), WHOSE)
def test_whose_a_file_is(path, student, form):
    label = read_label(PurePosixPath(unicodedata.normalize(form, path)), STUDENTS)
    found, reason = owner(label, STUDENTS, {})
    assert (found.id if found else None) == student
    assert bool(reason) == (student is None)


def test_reasons_name_the_next_step():
    said = {
        "Participant_12_assignsubmission_file/x.ipynb": "reveal student identities",
        "anon_ab3d_9_x.ipynb": "turn anonymous grading off",
        "a_b_c.ipynb": 'could be a_b or a_b_c: say whose it is with --match "a_b_c.ipynb=STUDENT"',
        "zoe/x.ipynb": 'add the student, or use --match "zoe=STUDENT"',
    }
    for path, words in said.items():
        assert words in owner(read_label(PurePosixPath(path), STUDENTS), STUDENTS, {})[1]


def test_what_a_person_says_goes_before_all():
    path = PurePosixPath("Jean-Luc Virtanen Öst_9_assignsubmission_file_/x.ipynb")
    label = read_label(path, STUDENTS)
    assert owner(label, STUDENTS, {"jean-luc virtanen öst_9": "jl2"})[0] == STUDENTS[5]
    assert "no student 'jl3'" in owner(label, STUDENTS, {label.text: "jl3"})[1]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_no_name_that_a_student_gives_a_file_makes_it_another_students(name):
    name = name.replace("/", "-") or "x"
    for front in ("Aino Mäkelä_5_assignsubmission_file_/", "aino/", "mkelaino_101_9_"):
        label = read_label(PurePosixPath(f"{front}{name}.ipynb"), STUDENTS)
        assert owner(label, STUDENTS, {})[0] == STUDENTS[0]


# ------------------------------------------------------------------------------ what comes in


def test_moodle_with_folders(course, tmp_path):
    source = packed(
        tmp_path / "m.zip",
        {
            "Aino Mäkelä_5_assignsubmission_file_/tiny.ipynb": notebook(),
            "Lì 王小明_6_assignsubmission_file_/vastaukset.ipynb": notebook(),
            "Lì 王小明_6_assignsubmission_file_/kuva.png": b"png",
            "Eero Hakanen_7_assignsubmission_onlinetext_/onlinetext.html": b"hello",
        },
    )
    report = run(course, source)
    assert report.new == ["aino", "hakanen", "li"]
    assert handed_in(course) == {
        "aino": ["tiny.ipynb"],
        "hakanen": ["onlinetext.html"],
        "li": ["kuva.png", "vastaukset.ipynb"],
    }
    assert stamp(course, "aino") == datetime(2027, 3, 1, 9, tzinfo=UTC)  # Helsinki: UTC + 2
    assert report.missing == ["häkänen", "jl1", "jl2"]
    assert not report.late
    assert not report.unmatched


@pytest.mark.parametrize("utf8", [True, False])
def test_moodle_flat_in_a_common_folder(course, tmp_path, utf8):
    name = "submissions/Aino Mäkelä_5_assignsubmission_file_tiny (1).ipynb"
    run(course, packed(tmp_path / "m.zip", {name: notebook()}, utf8=utf8))
    assert handed_in(course) == {"aino": ["tiny.ipynb"]}


def test_an_unpacked_download_is_the_same(course, tmp_path):
    folder = tmp_path / "download" / "Aino Mäkelä_5_assignsubmission_file_"
    folder.mkdir(parents=True)
    (folder / "tiny.ipynb").write_bytes(notebook())
    os.utime(folder / "tiny.ipynb", (1_800_000_000, 1_800_000_000))
    run(course, tmp_path / "download")
    assert handed_in(course) == {"aino": ["tiny.ipynb"]}
    assert stamp(course, "aino") == datetime.fromtimestamp(1_800_000_000, UTC)


def test_canvas_says_who_is_late(course, tmp_path):
    late, later = (2027, 3, 1, 13, 0, 0), (2027, 3, 3, 12, 30, 0)
    run(course, packed(tmp_path / "a.zip", {"mkelaino_101_9_tiny-1.ipynb": notebook()}, time=late))
    assert handed_in(course) == {"aino": ["tiny.ipynb"]}
    due = datetime(2027, 3, 1, 10, tzinfo=UTC)
    assert stamp(course, "aino") == due  # Canvas says in time, so the archive's clock is wrong
    name = "li_LATE_102_9_tiny.ipynb"
    report = run(course, packed(tmp_path / "b.zip", {name: notebook()}, time=later))
    assert stamp(course, "li") == datetime(2027, 3, 1, 10, 10, 1, tzinfo=UTC)  # not a day more
    assert "the platform says late, but not since when" in report.notes[0]
    members = {"hakaneneero_LATE_5_9_tiny.ipynb": b"{}", "mkelaino_101_9_tiny-1.ipynb": notebook()}
    source = packed(tmp_path / "c.zip", members, times={next(iter(members)): later})
    assert "  late: hakanen by 2 d 0 h" in run(course, source).lines
    assert stamp(course, "hakanen") == datetime(2027, 3, 3, 10, 30, tzinfo=UTC)


WORKSHEET = """\
Identifier,Full name,Email address,Status,"Last modified (submission)"
Participant 5,Aino Virtanen,aino@example.org,Submitted,"Monday, 1 March 2027, 11:59 AM"
Participant 6,Somebody,,Submitted,"Wednesday, March 3, 2027, 1:00 PM"
Participant 7,Nobody,,No submission,-
"""


def test_the_time_of_a_download_makes_nobody_late(course, tmp_path):
    """Moodle writes no time into its ZIP but that of the download; its worksheet knows it."""
    roster = (
        (course / "roster.csv").read_text("utf-8").replace("Mäkelä,", "Mäkelä,Aino@example.org")
    )
    (course / "roster.csv").write_text(roster, "utf-8")
    members = {
        "Aino Virtanen_5_assignsubmission_file/tiny.ipynb": b"{}",  # as she is called since
        "Lì 王小明_6_assignsubmission_file/tiny.ipynb": b"{}",
        "Eero Hakanen_8_assignsubmission_file/tiny.ipynb": b"{}",
    }
    source = packed(tmp_path / "m.zip", members, time=(2027, 3, 5, 9, 0, 0))
    report = run(course, source)
    assert (report.new, report.untimed) == (["hakanen", "li"], ["hakanen", "li"])
    assert [name for name, _ in report.unmatched] == ["Aino Virtanen_5"]
    assert stamp(course, "li") is None
    assert any("download the grading worksheet" in line for line in report.lines)
    (tmp_path / "Grades.csv").write_text(WORKSHEET, "utf-8-sig")
    report = run(course, source, tmp_path / "Grades.csv")
    assert (report.new, report.same) == (["aino"], ["hakanen", "li"])
    assert [student for student, _ in report.late] == ["li"]
    assert stamp(course, "aino") == datetime(2027, 3, 1, 9, 59, tzinfo=UTC)
    assert stamp(course, "li") == datetime(2027, 3, 3, 11, tzinfo=UTC)
    assert report.untimed == ["hakanen"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "must be Moodle's grading worksheet"),
        (WORKSHEET.replace("Monday, 1 March", "maanantai, 1. maaliskuuta"), "no time in English"),
    ],
)
def test_a_worksheet_that_cannot_be_read(course, tmp_path, text, words):
    (tmp_path / "Grades.csv").write_text(text, "utf-8")
    source = packed(tmp_path / "m.zip", {"aino/tiny.ipynb": b"{}"})
    with pytest.raises(ValueError, match=words):
        run(course, source, tmp_path / "Grades.csv")
    (tmp_path / "Grades.csv").write_text(WORKSHEET, "utf-8")
    with pytest.raises(ValueError, match="must be the submissions, too"):
        run(course, tmp_path / "Grades.csv")


def test_feedback_goes_back_under_the_names_that_moodle_knows(course, tmp_path):
    members = {
        "Lì 王小明_6_assignsubmission_file/tiny.ipynb": b"{}",
        "häkänen/tiny.ipynb": b"{}",
    }
    run(course, packed(tmp_path / "m.zip", members))
    for student in ("li", "häkänen"):
        page = course / "feedback" / student / STEM / f"{STEM}.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"for {student}", "utf-8")
    place, others = returned_feedback.for_moodle(course, STEM, ["häkänen", "li"])
    assert others == ["häkänen"]
    with zipfile.ZipFile(place) as archive:
        (name,) = archive.namelist()
        assert archive.read(name).decode() == "for li"
    folder, file = name.split("/")
    # What Moodle takes a folder apart into: a name, its number, two words of its own.
    assert folder.split("_", 4) == ["Lì 王小明", "6", "assignsubmission", "file", ""]
    assert file == "tiny-feedback.html"
    with pytest.raises(ValueError, match="must have been collected from Moodle's ZIP"):
        returned_feedback.for_moodle(course, STEM, ["häkänen"])


def test_folders_and_files_named_after_students(course, tmp_path):
    source = tmp_path / "plain"
    (source / "häkänen").mkdir(parents=True)
    (source / "häkänen" / "tiny.ipynb").write_bytes(notebook())
    (source / "aino_tehtävä 1.ipynb").write_bytes(notebook())
    (source / "zoe_tiny.ipynb").write_bytes(notebook())
    (source / "grades.csv").write_text("of another kind")
    report = run(course, source)
    assert handed_in(course) == {"aino": ["aino_tehtävä 1.ipynb"], "häkänen": ["tiny.ipynb"]}
    ((name, reason),) = report.unmatched
    assert (name, "nobody in roster.csv" in reason) == ("zoe_tiny.ipynb", True)
    assert (source / "zoe_tiny.ipynb").exists()
    report = run(course, source, matches={"zoe_tiny.ipynb": "jl1"})
    assert handed_in(course)["jl1"] == ["zoe_tiny.ipynb"]
    assert not report.unmatched


def test_zips_of_flcourse_submit(course, tmp_path):
    name = "tiny-aino-20270301T090000Z.zip"
    forged = b"Receipt of flcourse submit\nstudent: li\n"
    source = packed(tmp_path / name, {"tiny.ipynb": notebook("a"), RECEIPT: forged})
    run(course, source)
    assert handed_in(course) == {"aino": [name, "tiny.ipynb"]}
    assert (course / "submitted/aino/tiny/tiny.ipynb").read_bytes() == notebook("a")
    other = packed(tmp_path / "erm-li-20270301T090000Z.zip", {"erm.ipynb": notebook()})
    assert run(course, other).unmatched == [("li", "is no submission of tiny")]
    inside = {f"Lì 王小明_6_assignsubmission_file_/{name}": source.read_bytes()}
    run(course, packed(tmp_path / "m.zip", inside))  # aino's file, but li has handed it in
    assert sorted(handed_in(course)) == ["aino", "li"]


def test_a_course_without_a_roster_takes_folders_only(course, tmp_path):
    (course / "roster.csv").unlink()
    members = {"bo/tiny.ipynb": notebook(), "cy/tiny.ipynb": notebook(), "dee.ipynb": notebook()}
    report = run(course, packed(tmp_path / "x.zip", members))
    assert sorted(handed_in(course)) == ["bo", "cy"]
    assert [name for name, _ in report.unmatched] == ["dee.ipynb"]


# ------------------------------------------------------------------------------ again and again


def test_several_files_are_handed_in_with_the_last_of_them(course, tmp_path):
    members = {"aino/tiny.ipynb": notebook(), "aino/plot.png": b"png"}
    times = {"aino/plot.png": (2027, 3, 3, 12, 30, 0)}
    report = run(course, packed(tmp_path / "a.zip", members, times=times))
    assert stamp(course, "aino") == datetime(2027, 3, 3, 10, 30, tzinfo=UTC)
    assert report.late == [("aino", timedelta(days=2, minutes=30))]


def test_twice_is_once_and_the_first_time_counts(course, tmp_path):
    name = "aino/tiny.ipynb"
    run(course, packed(tmp_path / "a.zip", {name: notebook()}))
    before = stamp(course, "aino")
    report = run(course, packed(tmp_path / "b.zip", {name: notebook()}, time=(2027, 3, 9, 0, 0, 0)))
    assert (report.same, report.new, report.newer) == (["aino"], [], [])
    assert stamp(course, "aino") == before
    assert not (course / "replaced").exists()


def test_a_newer_one_takes_the_place_of_an_older_one_which_is_kept(course, tmp_path):
    name = "aino/tiny.ipynb"
    first = packed(tmp_path / "a.zip", {name: notebook("first")})
    second = packed(tmp_path / "b.zip", {name: notebook("second")}, time=(2027, 3, 1, 11, 30, 0))
    for source, state in [(first, "new"), (second, "newer"), (first, "older"), (second, "same")]:
        assert getattr(run(course, source), state) == ["aino"]
        kept = course / "submitted" / "aino" / STEM / f"{STEM}.ipynb"
        assert kept.read_bytes() == notebook("first" if state == "new" else "second")
    (old,) = (course / "replaced" / STEM / "aino").iterdir()
    assert old.name == "20270301T090000Z"
    assert (old / f"{STEM}.ipynb").read_bytes() == notebook("first")
    assert [path.name for path in (course / "submitted" / "aino").iterdir()] == [STEM]


def test_an_interruption_leaves_all_or_nothing(course, tmp_path, monkeypatch):
    source = packed(tmp_path / "a.zip", {"aino/tiny.ipynb": notebook()})

    def stop(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        run(course, source)
    monkeypatch.undo()
    assert not [path for path in (course / "submitted").rglob("*") if path.is_file()]
    assert run(course, source).new == ["aino"]


def test_no_time_is_no_time_and_the_future_is_now(course, tmp_path):
    run(course, packed(tmp_path / "a.zip", {"aino/tiny.ipynb": b"{}"}, time=(1980, 1, 1, 0, 0, 0)))
    assert stamp(course, "aino") is None
    members = {"li/tiny.ipynb": b"{}", "jl1/tiny.ipynb": b"{}"}
    run(course, packed(tmp_path / "b.zip", members, times={"li/tiny.ipynb": (2090, 1, 1, 0, 0, 0)}))
    assert stamp(course, "li") == NOW


# ------------------------------------------------------------------------------ hostile and odd


def test_what_a_student_may_not_do(course, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "LARGEST_FILE", 1000)
    monkeypatch.setattr(collect, "LARGEST_TOTAL", 1500)
    home = "Aino Mäkelä_5_assignsubmission_file_/"
    members = {
        f"{home}timestamp.txt": b"2020-01-01 00:00:00 UTC",
        f"{home}../../../evil.ipynb": b"out of the folder",
        f"{home}a\x1b[31m.txt": b"red",
        f"{home}.hidden.ipynb": b"hidden",
        f"{home}big.txt": b"x" * 2000,
        f"{home}one.txt": b"x" * 900,
        f"{home}tiny.ipynb": b"{}" * 200,
        f"{home}two.txt": b"x" * 900,
        "/abs/aino/tiny.ipynb": b"absolute",
    }
    report = run(course, packed(tmp_path / "m.zip", members))
    assert handed_in(course) == {"aino": ["a[31m.txt", "one.txt", "tiny.ipynb"]}
    assert stamp(course, "aino") == datetime(2027, 3, 1, 9, tzinfo=UTC)
    assert sorted(note.partition(":")[2][:20] for note in report.notes) == [
        " 'big.txt' was left ", " 'two.txt' was left "]  # fmt: skip
    assert not list(tmp_path.rglob("evil*"))


def test_links_are_not_followed(course, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("of the instructor")
    folder = tmp_path / "plain" / "aino"
    folder.mkdir(parents=True)
    (folder / "tiny.ipynb").symlink_to(secret)
    (folder / "kansio").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.ipynb")
    report = run(course, tmp_path / "plain")
    assert handed_in(course) == {}
    assert any("'tiny.ipynb' is a link" in note for note in report.notes)
    assert any("no ordinary file" in note for note in report.notes)


def test_damaged_members_cost_nobody_else(course, tmp_path):
    source = packed(tmp_path / "m.zip", {"aino/tiny.ipynb": b"A" * 300, "li/tiny.ipynb": b"{}"})
    data = source.read_bytes()
    source.write_bytes(data.replace(b"A" * 300, b"B" * 300))  # the checksum no longer fits
    report = run(course, source)
    assert report.new == ["li"]
    assert "damaged in the archive" in report.notes[0]


def test_names_that_collide_are_told_apart(course, tmp_path):
    members = {"aino/a/tiny.ipynb": b"1", "aino/b/tiny.ipynb": b"2", "aino/readme": b"3"}
    run(course, packed(tmp_path / "m.zip", members))
    assert handed_in(course) == {"aino": ["readme", "tiny.ipynb", "tiny_2.ipynb"]}


def test_a_damaged_download_is_told(course, tmp_path):
    source = packed(tmp_path / "m.zip", {"aino/tiny.ipynb": b"A" * 300})
    source.write_bytes(source.read_bytes().replace(b"PK\x01\x02", b"PK\x09\x09"))
    with pytest.raises(ValueError, match=r"m\.zip is damaged .*: download it again"):
        run(course, source)


@pytest.mark.parametrize("name", ["nothing.zip", "text.txt"])
def test_sources_that_are_none(course, tmp_path, name):
    (tmp_path / "text.txt").write_text("words")
    with pytest.raises(ValueError, match="source must be a folder, a ZIP or a notebook"):
        run(course, tmp_path / name)


def test_an_assignment_that_is_none(course, tmp_path):
    with pytest.raises(ValueError, match=r"assignment must be one of tiny in .*, got 'huge'"):
        collect.collect(course, "huge", [tmp_path])


# ------------------------------------------------------------------------------ the command


def test_the_command_reports_in_plain_words(course, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(course)
    source = packed(tmp_path / "a.zip", {"aino/tiny.ipynb": b"{}", "zoe/tiny.ipynb": b"{}"})
    assert cli.main(["collect", STEM, str(source)]) == 1
    told = capsys.readouterr().out
    assert "tiny: 1 submission in what was collected" in told
    assert "  1 new: aino" in told
    assert (
        '  left where it is: zoe: nobody in roster.csv: add the student, or use --match "zoe='
        in (told)
    )
    assert "  nothing yet from 5: li, hakanen, häkänen, jl1, jl2" in told
    assert (course / "reports" / STEM / "collected.txt").read_text("utf-8") == told
    assert cli.main(["collect", STEM, str(source), "--match", "zoe=li", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert cli.main(["collect", STEM, str(source), "--match", "zoe"]) == 1
    assert '--match must be "LABEL=STUDENT"' in capsys.readouterr().err


# ------------------------------------------------------------------------------ the exchange


@pytest.mark.slow
def test_the_exchange_through_nbgrader(course, tmp_path, monkeypatch):
    inbound = tmp_path / "exchange" / "fl" / "inbound"
    inbound.mkdir(parents=True)
    (tmp_path / "exchange").chmod(0o777)
    config = f"c = get_config()\nc.Exchange.root = {str(tmp_path / 'exchange')!r}\n"
    (course / "nbgrader_config.py").write_text(f"{config}c.CourseDirectory.course_id = 'fl'\n")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))

    def submit(student, when, words):
        """Write what nbgrader submit leaves in the exchange."""
        home = inbound / f"{student}+{STEM}+{when}+abcd"
        home.mkdir()
        (home / f"{STEM}.ipynb").write_bytes(notebook(words))
        (home / collect.STAMP).write_text(when)

    submit("aino", "2027-03-01 09:00:00.000001 UTC", "first")
    submit("zoe", "2027-03-01 09:00:00.000002 UTC", "of a stranger")
    report = run(course)
    assert report.new == ["aino"]
    ((name, reason),) = report.unmatched
    assert (name, "nobody in roster.csv" in reason) == ("zoe", True)
    assert stamp(course, "aino") == datetime(2027, 3, 1, 9, 0, 0, 1, tzinfo=UTC)
    submit("aino", "2027-03-01 11:00:00.000003 UTC", "second")
    report = run(course)
    assert (report.newer, [student for student, _ in report.late]) == (["aino"], ["aino"])
    kept = course / "replaced" / STEM / "aino" / "20270301T090000Z" / f"{STEM}.ipynb"
    assert kept.read_bytes() == notebook("first")
    assert any("cheating attempt" in note for note in report.notes)  # the owner is not aino
