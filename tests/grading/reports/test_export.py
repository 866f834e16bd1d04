"""Points leave the course: every cell is the gradebook's, and nothing else is touched."""

import csv
import io
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import installed
from course_helpers import fill_gradebook
from hypothesis import given
from hypothesis import strategies as st

from flcourse import cli
from flcourse.grading import spreadsheet
from flcourse.grading.course.folder import Student
from flcourse.grading.course.scores import Entry, Grade, Scores, Task, entry_of, read_scores
from flcourse.grading.reports import export

TASKS = (
    Task("twice", 2.0, False, ("twice-tests", "twice-more-tests")),
    Task("half", 3.0, False, ("half-tests",)),
    Task("why", 5.0, True, ("why",)),
)
WEI = Student("wei", "伟", "王", "wei@example.org", {
    "canvas_id": "101", "sis_user_id": "S1", "sis_login_id": "wei.w", "section": "A",
    "moodle_id": "7001"})  # fmt: skip
AINO = Student("aino", "Äinö", "Mäki; Öst", "aino@example.org", {
    "canvas_id": "102", "sis_user_id": "S2", "sis_login_id": "aino.m",
    "moodle_id": "7002"})  # fmt: skip
ADA = Student("ada", "=Ada", "@Lovelace", "ada@example.org", {
    "canvas_id": "103", "sis_login_id": "ada.l", "moodle_id": "Participant 7003"})  # fmt: skip
STUDENTS = (WEI, AINO, ADA)


NAMES = {"table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0"}
ROW = ".//table:table-row"
COMPUTED = ".//table:table-cell[@table:formula]"


def entry(student, status="OK", twice=2.0, half=3.0, why=4.5, penalty=0.0, notes=()):
    return Entry(student, status, {"twice": twice, "half": half, "why": why}, penalty, notes)


def scores(*entries, stem="gtvmin"):
    return Scores(stem, TASKS, {one.student: one for one in entries})


CLASS = scores(
    entry("wei", penalty=1.0),
    entry("aino", "UNREADABLE", None, None, None, notes=("the file is no notebook",)),
    entry("ada", "TIMEOUT", half=0.0, why=0.0),
)


def rows_of(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def table(text):
    head, *rows = rows_of(text)
    return [dict(zip(head, row, strict=True)) for row in rows]


# ------------------------------------------------------------------------------- the plain table


def test_a_row_for_each_student_and_a_column_for_each_task():
    wei, aino, ada = table(export.plain([CLASS], STUDENTS))
    assert (wei["student"], wei["first_name"], wei["last_name"]) == ("wei", "伟", "王")
    assert (wei["gtvmin twice (max 2)"], wei["gtvmin half (max 3)"]) == ("2", "3")
    assert (wei["gtvmin why (max 5)"], wei["gtvmin late penalty"]) == ("4.5", "1")
    assert (wei["gtvmin total"], wei["gtvmin max points"]) == ("8.5", "10")
    assert (ada["gtvmin status"], ada["gtvmin total"]) == ("TIMEOUT", "2")
    assert aino["gtvmin status"] == "UNREADABLE"
    assert "no notebook" in aino["gtvmin notes"]


def test_a_failure_is_never_a_number():
    aino = table(export.plain([CLASS], STUDENTS))[1]
    assert [aino[name] for name in aino if "max)" in name or "total" in name] == [""]
    assert {aino[f"gtvmin {task.id} (max {task.points:g})"] for task in TASKS} == {""}


def test_who_handed_in_nothing_is_missing():
    row = table(export.plain([scores()], [WEI]))[0]
    assert (row["gtvmin status"], row["gtvmin total"]) == ("MISSING", "")


def test_who_handed_in_another_file_is_not_said_to_have_handed_in_nothing():
    notes = ("no notebook was handed in", "there are only other files: 'why.txt'")
    nothing = ("wei", "MISSING", None, None, None)
    assert export.why_empty(entry(*nothing, notes=notes)) == f"MISSING: {'; '.join(notes)}"
    assert export.why_empty(entry(*nothing)) == "MISSING: nothing was handed in"


def test_a_total_waits_for_the_points_of_a_person_unless_told_not_to():
    waiting = scores(entry("wei", why=None))
    assert table(export.plain([waiting], [WEI]))[0]["gtvmin total"] == ""
    assert "why" in table(export.plain([waiting], [WEI]))[0]["gtvmin notes"]
    assert table(export.plain([waiting], [WEI], partial=True))[0]["gtvmin total"] == "5"


def test_a_penalty_takes_no_more_than_there_is():
    assert entry("wei", twice=1.0, half=0.0, why=0.0, penalty=4.0).total == 0.0


def test_formulas_are_neutralised_in_all_tables():
    for text in (
        export.plain([CLASS], STUDENTS),
        export.canvas([CLASS], STUDENTS).text,
        export.worksheet(CLASS, STUDENTS).text,
        export.grade_import([CLASS, CLASS], STUDENTS).text,
    ):
        for row in rows_of(text):
            signs = [cell for cell in row if cell.lstrip().startswith(spreadsheet.FORMULA)]
            assert set(signs) <= {"-"}


# ----------------------------------------------------------------- what result and book say


def grades(auto, manual=None):
    return {
        "twice-tests": Grade(auto, manual, 0.0, False),
        "twice-more-tests": Grade(auto, manual, 0.0, False),
        "half-tests": Grade(auto, manual, 0.0, False),
        "why": Grade(None, manual, 0.0, manual is None),
    }


def result(status):
    return {"status": status, "notes": []}


@pytest.mark.parametrize("status", ["UNREADABLE", "TIMEOUT", "CRASHED", "TAMPERED", "MISSING"])
def test_points_of_nothing_after_a_failure_are_no_points(status):
    found = entry_of("wei", TASKS, result(status), grades(0.0), 0.0, True)
    assert (found.status, found.total, set(found.points.values())) == (status, None, {None})


@pytest.mark.parametrize("status", ["TIMEOUT", "CRASHED", "TAMPERED"])
def test_points_that_were_earned_before_a_failure_count(status):
    found = entry_of("wei", TASKS, result(status), grades(1.0), 0.0, True)
    assert found.points == {"twice": 2.0, "half": 1.0, "why": None}


def test_a_person_may_decide_where_the_grader_cannot():
    found = entry_of("wei", TASKS, result("CRASHED"), grades(0.0, manual=0.0), 0.0, True)
    assert found.points == {"twice": 0.0, "half": 0.0, "why": 0.0}


def test_a_wrong_answer_is_a_zero():
    found = entry_of("wei", TASKS, result("OK"), grades(0.0), 0.0, True)
    assert found.points == {"twice": 0.0, "half": 0.0, "why": None}


def test_the_points_of_a_person_come_first_and_extra_credit_is_added():
    assert Grade(1.0, 2.0, 0.5, False).points == 2.5
    assert Grade(1.0, None, 0.5, False).points == 1.5
    assert Grade(None, None, 0.5, True).points is None


def test_handed_in_and_never_graded_is_told():
    assert entry_of("wei", TASKS, None, {}, 0.0, True).status == "UNGRADED"
    assert entry_of("wei", TASKS, None, {}, 0.0, False).status == "MISSING"


# ----------------------------------------------------------------------------------- tables


@given(st.lists(st.lists(st.text(alphabet='a王ö;,"\n\r =', max_size=5), min_size=2, max_size=4),
                min_size=1, max_size=4))  # fmt: skip
def test_a_table_reads_as_the_csv_module_reads_it_and_keeps_its_text(rows):
    heading = ["name", "grade"]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([heading, *rows])
    read = spreadsheet.read_table(out.getvalue().encode())
    assert [[cell.value for cell in row] for row in read.rows] == [heading, *rows]
    assert read.filled({}) == out.getvalue()


@given(st.text(max_size=9), st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]), st.data())
def test_a_filled_cell_says_what_it_should_and_the_others_what_they_said(text, sign, end, data):
    cells = [[f"{row}{column}" for column in "abc"] for row in range(3)]
    place = data.draw(st.tuples(st.integers(1, 2), st.integers(0, 2)))
    content = "".join(f"{sign.join(row)}{end}" for row in cells).encode()
    filled = spreadsheet.read_table(content).filled({place: text})
    again = spreadsheet.read_table(filled.encode())
    cells[place[0]][place[1]] = text
    assert [[cell.value for cell in row] for row in again.rows] == cells
    assert filled.count(end) - text.count(end) == 3


def test_a_quote_that_is_never_closed_is_named_with_its_line():
    with pytest.raises(ValueError, match="line 2: a quotation mark"):
        spreadsheet.read_table(b'a,b\n"c,d\n')
    with pytest.raises(ValueError, match="UTF-8"):
        spreadsheet.read_table("a,ä\n".encode("latin-1"))


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", " =1", "\tx", "＝1", "－1"])
def test_what_looks_like_a_formula_is_quoted(text):
    assert spreadsheet.harmless(text) == f"'{text}"
    assert spreadsheet.harmless(-1.5) == -1.5


# ----------------------------------------------------------------------------------- Canvas

# As Canvas writes it: names by family name, a row for assignments with manual posting, then the
# points, totals that only it may write, and at the end its own test student.
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,gtvmin (9001),Essay (9002),"
    "Homework Current Score,Current Score\n"
    ",,,,,Manual Posting,,,\n"
    "    Points Possible,,,,,10.00,5.00,(read only),(read only)\n"
    '"王, 伟",101,S1,wei.w,A,,4.00,80.00,80.00\n'
    '"Mäki; Öst, Äinö",102,S2,aino.m,"A and B",3.00,EX,,\n'
    '"=""Lovelace, Ada""",103,,ada.l,A,,,,\n'
    '"Student, Test",999,,x77,A,,,,\n'
)
FORMS = {
    "as Canvas writes it": CANVAS.encode(),
    "with a mark": CANVAS.encode("utf-8-sig"),
    "by Excel": CANVAS.replace("\n", "\r\n").encode("utf-8-sig"),
    "without an end": CANVAS.rstrip("\n").encode(),
}


@pytest.mark.parametrize("template", FORMS.values(), ids=FORMS)
def test_only_cells_of_ours_change_in_what_canvas_exported(template):
    done = export.fill_canvas(template, [CLASS], STUDENTS)
    text = done.text.encode()
    assert done.cells == 2
    assert text == template.replace(b"wei.w,A,,4.00", b"wei.w,A,8.5,4.00").replace(
        b"ada.l,A,,,,", b"ada.l,A,2,,,"
    )
    assert [note for note in done.left_out if "aino" in note] == [
        "gtvmin: aino: UNREADABLE: the file is no notebook"
    ]


def test_canvas_with_semicolons_and_decimal_commas():
    template = (
        CANVAS.replace(",", ";").replace('"王; 伟"', '"王, 伟"').replace(".00", ",00").encode()
    )
    done = export.fill_canvas(template, [CLASS], STUDENTS)
    assert done.text.encode() == template.replace(b"wei.w;A;;4,00", b"wei.w;A;8,5;4,00").replace(
        b"ada.l;A;;;;", b"ada.l;A;2;;;"
    )


def test_first_and_last_names_apart():
    template = (b"LastName,FirstName,ID,SIS Login ID,Section,gtvmin (1)\n"
                b"    Points Possible,,,,,10\nWang,Wei,101,wei.w,A,\n")  # fmt: skip
    assert export.fill_canvas(template, [CLASS], [WEI]).text.endswith("101,wei.w,A,8.5\n")


def test_excused_stays_excused():
    template = CANVAS.replace("wei.w,A,", "wei.w,A,EX").encode()
    done = export.fill_canvas(template, [CLASS], [WEI])
    assert done.text.encode() == template
    assert "EX, kept" in done.left_out[0]


def test_canvas_finds_students_by_login_where_the_roster_knows_no_more():
    done = export.fill_canvas(CANVAS.encode(), [scores(entry("wei.w"))], [Student("wei.w")])
    assert "wei.w,A,9.5," in done.text
    done = export.fill_canvas(CANVAS.encode(), [scores(entry("nobody"))], [Student("nobody")])
    assert done.text == CANVAS
    assert "nobody: not found in the template" in done.left_out[0]


def test_a_column_on_another_scale_or_in_doubt_is_refused():
    with pytest.raises(ValueError, match="10 points in the template"):
        export.fill_canvas(CANVAS.replace("10.00", "100.00").encode(), [CLASS], STUDENTS)
    twice = CANVAS.replace("Essay", "Essay on gtvmin").replace("gtvmin (9001)", "About gtvmin (1)")
    with pytest.raises(ValueError, match="--column 'gtvmin=HEADING'"):
        export.fill_canvas(twice.encode(), [CLASS], STUDENTS)
    named = {"gtvmin": "About gtvmin (1)"}
    assert export.fill_canvas(twice.encode(), [CLASS], STUDENTS, columns=named).cells == 2
    with pytest.raises(ValueError, match="exported from Canvas"):
        export.fill_canvas(b"a,b\n1,2\n", [CLASS], STUDENTS)


def test_what_is_written_for_canvas_reads_back():
    done = export.canvas([CLASS, scores(entry("ada"), stem="erm")], STUDENTS)
    head, points, wei, aino, ada = rows_of(done.text)
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "gtvmin", "erm"]
    assert points == ["    Points Possible", "", "", "", "", "10", "10"]
    assert wei == ["王, 伟", "101", "S1", "wei.w", "A", "8.5", ""]
    assert aino[5:] == ["", ""]
    assert ada[0] == "'@Lovelace, =Ada"
    again = export.fill_canvas(done.text.encode(), [CLASS], STUDENTS)
    assert (again.text, again.cells) == (done.text, 2)


# ----------------------------------------------------------------------------------- Moodle

WORKSHEET = (
    'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (submission)","Last modified (grade)","Feedback comments"\r\n'
    '"Participant 7001","伟 王",wei@example.org,"Submitted for grading - ",,10.00,Yes,'
    '"Saturday, 21 November 2026, 9:14 PM",-,\r\n'
    '"Participant 7002","Äinö Mäki; Öst",AINO@example.org,"No submission - ",3.00,10.00,Yes,-,-,'
    '"<p>See me.</p>"\r\n'
    '"Participant 7003","Ada Lovelace",ada@example.org,"Submitted for grading - ",,10.00,'
    "No,-,-,\r\n"
)
FILLED = WORKSHEET.replace(
    '- ",,10.00,Yes,"Saturday, 21 November 2026, 9:14 PM",-,\r\n',
    '- ",8.5,10.00,Yes,"Saturday, 21 November 2026, 9:14 PM",-,'
    '"flcourse: twice 2 of 2, half 3 of 3, why 4.5 of 5, 1 off for being late"\r\n',
)


@pytest.mark.parametrize("mark", ["utf-8", "utf-8-sig"])
def test_only_grade_and_comment_change_in_a_worksheet_of_moodle(mark):
    done = export.fill_moodle(WORKSHEET.encode(mark), [CLASS], STUDENTS)
    assert done.text.encode() == FILLED.encode(mark)
    assert any("locked" in note and "ada" in note for note in done.left_out)
    assert any("UNREADABLE" in note and "aino" in note for note in done.left_out)


def test_a_worksheet_with_semicolons():
    template = WORKSHEET.replace(",", ";").replace('"Saturday; 21 November 2026; 9:14 PM"', "-")
    done = export.fill_moodle(template.encode(), [CLASS], STUDENTS)
    assert ";8.5;10.00;Yes;" in done.text
    assert done.text.count("\r\n") == 4
    assert done.text.splitlines()[2:] == template.splitlines()[2:]


def test_filled_twice_a_worksheet_has_the_newer_comment():
    newer = scores(entry("wei"))
    once = export.fill_moodle(FILLED.encode(), [newer], [WEI]).text
    assert "late" not in once
    assert ",9.5,10.00,Yes," in once
    assert export.fill_moodle(once.encode(), [newer], [WEI]).text == once


def test_what_is_written_as_a_worksheet_reads_back():
    done = export.worksheet(CLASS, STUDENTS)
    wei, aino, ada = table(done.text)
    assert (wei["Identifier"], wei["Full name"]) == ("Participant 7001", "伟 王")
    assert (wei["Grade"], aino["Grade"], ada["Grade"]) == ("8.5", "", "2")
    assert wei["Maximum Grade"] == "10"
    assert ada["Feedback comments"].endswith("TIMEOUT")
    again = export.fill_moodle(done.text.encode(), [CLASS], STUDENTS)
    assert again.text.splitlines()[1] in done.text


def test_several_assignments_go_to_the_grade_import_of_moodle():
    other = scores(entry("ada"), stem="erm")
    done = export.grade_import([CLASS, other], STUDENTS)
    assert table(done.text)[0] == {
        "First name": "伟", "Last name": "王", "ID number": "S1",
        "Email address": "wei@example.org", "gtvmin": "8.5", "erm": ""}  # fmt: skip
    template = (
        'First name,Last name,"ID number",Institution,Department,"Email address",'
        '"Assignment: gtvmin (Real)","Assignment: erm (Real)","Course total (Real)"\n'
        "伟,王,S1,,,wei@example.org,-,-,-\nÄinö,Mäki,,,,aino@example.org,-,5.00,5.00\n"
    )
    filled = export.fill_moodle(template.encode(), [CLASS, other], STUDENTS)
    assert filled.text == template.replace("wei@example.org,-,", "wei@example.org,8.5,")
    with pytest.raises(ValueError, match="one assignment, got 2"):
        export.fill_moodle(WORKSHEET.encode(), [CLASS, other], STUDENTS)
    with pytest.raises(ValueError, match="language set to English"):
        export.fill_moodle("标识符,全名\n1,伟\n".encode(), [CLASS], STUDENTS)


# --------------------------------------------------------------------------- a course on disk


@pytest.fixture
def course(tmp_path):
    """A course with two assignments, a roster of three, results and a gradebook."""
    roster = ["student,first_name,last_name,email,canvas_id,moodle_id"]
    roster += [f"{s.id},{s.first_name},{s.last_name},{s.email},{s.lms['canvas_id']},"
               f"{s.lms['moodle_id']}" for s in STUDENTS]  # fmt: skip
    (tmp_path / "roster.csv").write_text("\n".join(roster), "utf-8-sig")
    write_course(tmp_path, ["erm", "gtvmin"], [s.id for s in STUDENTS[:2]])
    return tmp_path


def source_cell(kind, name, points=0):
    text = kind == "manual"
    meta = {"grade_id": name, "grade": kind != "answer", "solution": kind != "tests",
            "locked": kind == "tests", "task": False, "schema_version": 3,
            "points": points}  # fmt: skip
    cell = {"cell_type": "markdown" if text else "code", "id": name, "source": "x = 1",
            "metadata": {"nbgrader": meta}}  # fmt: skip
    return cell if text else {**cell, "outputs": [], "execution_count": None}


POINTS = {"twice-tests": 1, "twice-more-tests": 1, "half-tests": 3, "why": None}
CELLS = [
    source_cell("answer", "twice"), source_cell("tests", "twice-tests", 1),
    source_cell("tests", "twice-more-tests", 1), source_cell("answer", "half"),
    source_cell("tests", "half-tests", 3), source_cell("manual", "why", 5),
]  # fmt: skip


def write_course(home, stems, students):
    """Write what building and grading leave behind: sources, results and the gradebook."""
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": CELLS}
    checks = [("twice-tests", "twice", 1), ("twice-more-tests", "twice", 1),
              ("half-tests", "half", 3)]  # fmt: skip
    for stem in stems:
        source = home / "_build" / "source" / stem
        source.mkdir(parents=True)
        (source / f"{stem}.ipynb").write_text(json.dumps(content), "utf-8")
        (home / "results" / stem).mkdir(parents=True)
        for student in students:
            (home / "submitted" / student / stem).mkdir(parents=True)
            found = {
                "schema": 1, "assignment": stem, "student": student, "status": "OK", "notes": [],
                "score": 5, "max_score": 10, "seconds": 1.5, "inputs": {}, "notebook": {
                    "cells": [{**cell, "source": ""} for cell in CELLS]},
                "checks": [{"id": i, "task": t, "points": p, "score": p, "message": ""}
                           for i, t, p in checks],
                "manual": [{"id": "why", "points": 5, "answered": True}],
            }  # fmt: skip
            path = home / "results" / stem / f"{student}.json"
            path.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
    points = {s: {cell: (auto, 4 if cell == "why" and s != students[0] else None)
                  for cell, auto in POINTS.items()} for s in students}  # fmt: skip
    fill_gradebook(home, dict.fromkeys(stems, points), penalty=0.5)


def test_the_gradebook_is_the_truth_and_the_roster_the_class(course):
    found = read_scores(course, "gtvmin", [s.id for s in STUDENTS])
    assert list(found.entries) == ["wei", "aino", "ada"]
    assert found.entries["aino"].total == 8.5
    assert found.entries["wei"].total is None  # nobody has read the text
    assert found.entries["ada"].status == "MISSING"
    assert [(task.id, task.points, task.by_hand) for task in found.tasks] == [
        ("twice", 2, False), ("half", 3, False), ("why", 5, True)]  # fmt: skip


def test_the_command_writes_tables_and_says_what_is_empty(course, capsys):
    assert cli.main(["export", "--course", str(course)]) == 0
    rows = table((course / "exports" / "grades.csv").read_text("utf-8-sig"))
    assert [row["student"] for row in rows] == ["wei", "aino", "ada"]
    assert [row["erm total"] for row in rows] == ["", "8.5", ""]
    place = course / "from-canvas.csv"
    place.write_bytes(CANVAS.encode("utf-8-sig"))
    words = ["export", "gtvmin", "--lms", "canvas", "--template", str(place),
             "--course", str(course)]  # fmt: skip
    assert cli.main(words) == 0
    text = (course / "exports" / "canvas.csv").read_bytes()
    assert text == CANVAS.replace('"A and B",3.00', '"A and B",8.5').encode("utf-8-sig")
    assert "gtvmin: ada: MISSING" in capsys.readouterr().err
    assert cli.main([*words, "--quiet", "--to", "-"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.startswith("\ufeffStudent,ID")


def opened_by_a_spreadsheet_program(folder, *paths):
    """Rows of tables as LibreOffice sees them, and how many of their cells compute something."""
    program = installed("soffice", shutil.which("soffice"))
    own = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    # Commas, quotes and UTF-8: what its dialog proposes for a file that begins with the mark, and
    # what it does not ask for without a window.
    how = ["--headless", "--infilter=CSV:44,34,76", "--convert-to", "fods", "--outdir", folder]
    command = [program, own, *how, *paths]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    seen = [ElementTree.parse(folder / f"{path.stem}.fods") for path in paths]
    rows = [
        [["".join(cell.itertext()).strip() for cell in row] for row in tree.iterfind(ROW, NAMES)]
        for tree in seen
    ]
    return rows, [len(tree.findall(COMPUTED, NAMES)) for tree in seen]


def test_a_spreadsheet_program_shows_the_names_and_computes_nothing(course, tmp_path):
    roster = course / "roster.csv"
    mallory = "\nmal,=1+1,@SUM(A1:A9),x@example.org,104,7004\n"
    roster.write_text(roster.read_text("utf-8") + mallory, "utf-8")
    assert cli.main(["export", "--course", str(course), "--quiet"]) in {0, 1}
    naive = tmp_path / "naive.csv"  # what would happen without the quotes
    naive.write_text("name\n=1+1\n", "utf-8")
    (ours, others), computed = opened_by_a_spreadsheet_program(
        tmp_path, course / "exports" / "grades.csv", naive
    )
    assert computed == [0, 1]
    assert others == [["name"], ["2"]]
    assert ours[0][:3] == ["student", "last_name", "first_name"]
    words = {word for row in ours for word in row}
    assert {"伟", "Äinö", "'=1+1"} <= words


def test_errors_name_the_next_step(course, capsys):
    assert cli.main(["export", "--course", str(course / "nothing")]) == 1
    assert "--course must be a course folder" in capsys.readouterr().err
    words = ["export", "--course", str(course), "--lms", "moodle", "--column", "gtvmin"]
    assert cli.main(words) == 1
    assert "STEM=HEADING" in capsys.readouterr().err


def test_who_is_not_on_the_roster_is_told_and_not_sent(course, capsys):
    (course / "submitted" / "stranger" / "erm").mkdir(parents=True)
    cli.main(["export", "--course", str(course), "--lms", "canvas", "erm"])
    assert "stranger: not in roster.csv" in capsys.readouterr().err
    assert "stranger" not in (course / "exports" / "canvas.csv").read_text("utf-8")
    cli.main(["export", "--course", str(course), "erm", "--quiet"])
    assert "stranger,,,,UNGRADED" in (course / "exports" / "grades.csv").read_text("utf-8-sig")


def test_a_large_class_is_read_once(tmp_path):
    """Time depends on the machine; what it is spent on, each result, is opened a single time."""
    students = [f"s{number:04}" for number in range(300)]
    (tmp_path / "roster.csv").write_text("\n".join(["student", *students]), "utf-8")
    stems = [f"a{number}" for number in range(9)]
    write_course(tmp_path, stems, students)
    opened, watching = Counter(), [True]

    def note(event, details):
        if watching and event == "open" and str(details[0]).endswith(".json"):
            opened[Path(details[0]).relative_to(tmp_path)] += 1

    sys.addaudithook(note)
    assert cli.main(["export", "--course", str(tmp_path), "--quiet"]) == 0
    watching.clear()
    assert opened == Counter(Path("results", a, f"{s}.json") for a in stems for s in students)
    rows = table((tmp_path / "exports" / "grades.csv").read_text("utf-8-sig"))
    assert len(rows) == 300
    assert rows[-1]["a8 total"] == "8.5"
