"""A second person marks a sample unseen: what she sees, what is compared, and what stays as it was.

The gradebook has the tables of nbgrader; marks stand in it as formgrader would have left them.
"""

import csv
import io
import json
import re
import sqlite3
import statistics
from pathlib import Path

import pytest
from course_helpers import fill_gradebook
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from flcourse import cli
from flcourse.grading.authoring import build
from flcourse.grading.course import gradebook
from flcourse.grading.course.scores import source_of
from flcourse.grading.reports import moderation, moderation_pages
from flcourse.grading.reports.moderation import Drawn, Marked, agreement, quotas, sample, stratum
from flcourse.grading.reports.moderation_pages import conclusion
from flcourse.grading.script import parse

STEM = "tiny"
SCRIPT = """
# %% [markdown] tags=["assignment", "points:3"]
# # A tiny assignment
# %%
x = 1
# %% [markdown]
# ## Task 1: Discussion
#
# What does $\\alpha$ do? One point for **each direction**.
# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# It pulls neighbours together.
# ### END SOLUTION
# %% [markdown] tags=["manual", "id:why", "points:1"]
# Why, in one line?
"""
# Marks that stand nowhere else, so that a page on which one is found has told it.
LOW, MIDDLE, HIGH = 0.1357, 1.0357, 1.9357
CLASS = {f"opiskelija-{n:02}": HIGH for n in range(27)} | {"李小明": LOW, "äiti": MIDDLE}
ROSTER = "student,first_name,last_name\näiti,Päivi,Öst\n李小明,小明,李\n"
HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> ![](http://evil.example/x.png) "
    "[press](javascript:alert(1)) <a href='http://evil.example'>me</a> {{ 7 * 7 }} "
    "$\\href{http://evil.example}{x}$"
)


def result(student, **answers):
    return {
        "schema": 1, "assignment": STEM, "student": student, "status": "OK", "notes": [],
        "score": 0.0, "max_score": 3.0, "seconds": 0.0, "checks": [], "inputs": {},
        "manual": [{"id": "discussion", "points": 2.0, "answered": "discussion" in answers},
                   {"id": "why", "points": 1.0, "answered": "why" in answers}],
        "notebook": {"cells": [{"id": name, "source": text} for name, text in answers.items()]},
    }  # fmt: skip


def write_results(home, *results):
    folder = home / "results" / STEM
    folder.mkdir(parents=True, exist_ok=True)
    for one in results:
        (folder / f"{one['student']}.json").write_text(json.dumps(one), "utf-8")


@pytest.fixture
def course(tmp_path):
    """A class of 29 that has answered, and one who has not; two have answered both questions."""
    source = source_of(tmp_path, STEM)
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(build.source_notebook(parse(SCRIPT, Path(f"{STEM}.py")))))
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    (tmp_path / "grading-seed.txt").write_text("of this test", "utf-8")
    write_results(
        tmp_path,
        *(result(name, discussion=f"Opinion number {n}.") for n, name in enumerate(CLASS)),
        result("äiti", discussion="An opinion.", why="Because."),
        result("李小明", discussion=HOSTILE, why="因为。"),
        result("silent"),
    )
    grades = {name: {"discussion": (None, mark)} for name, mark in CLASS.items()}
    grades["äiti"]["why"], grades["李小明"]["why"] = (None, 0.75), (None, None)
    grades["silent"] = {"discussion": (0.0, None), "why": (0.0, None)}
    fill_gradebook(tmp_path, {STEM: grades})
    return tmp_path


def moderate(course, *more):
    return cli.main(["moderate", STEM, "--course", str(course), *more])


def place(course, name=moderation.TABLE):
    return course / "reports" / STEM / name


def key(course):
    rows = json.loads(place(course, moderation.KEY).read_text("utf-8"))["answers"]
    return {row["number"]: (row["question"], row["student"]) for row in rows}


def fill(course, marks, comments=None):
    """Write second marks by student into the rows of the discussion."""
    rows = list(csv.DictReader(io.StringIO(place(course).read_text("utf-8-sig"))))
    for row in rows:
        question, student = key(course)[int(row["number"])]
        if question == "discussion" and student in marks:
            row["second mark"] = marks[student]
            row["comment"] = (comments or {}).get(student, "")
    with place(course).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, moderation.COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def drawn_for(course, question="discussion"):
    return [student for asked, student in key(course).values() if asked == question]


# ------------------------------------------------------------------------------------ drawing


def test_low_middle_and_high_marks_are_drawn_however_rare_they_are(course, capsys):
    assert moderate(course) == 0
    drawn = drawn_for(course)
    assert {CLASS[student] for student in drawn} == {LOW, MIDDLE, HIGH}
    assert len(drawn) == len(set(drawn)) == round(0.2 * 29)
    said = capsys.readouterr().out
    assert "discussion: 6 of 29 answers drawn" in said
    assert "why: 1 of 1 answer drawn" in said
    assert "why: 1 answer without a mark in formgrader" in said


def test_who_has_not_answered_or_has_no_mark_is_not_drawn(course):
    assert moderate(course, "--share", "1") == 0
    assert sorted(drawn_for(course)) == sorted(CLASS)
    assert drawn_for(course, "why") == ["äiti"]


Marks = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0]), min_size=1, max_size=60)


@given(Marks, st.floats(0.01, 1), st.integers(1, 10))
def test_a_sample_of_any_class(marks, share, fewest):
    everybody = [Marked("why", f"s{n}", 2.0, mark, "") for n, mark in enumerate(marks)]
    drawn = sample(everybody, share, fewest, "seed")
    assert len(set(drawn)) == len(drawn)
    assert {stratum(one) for one in drawn} == {stratum(one) for one in everybody}
    least = max(min(fewest, len(marks)), round(share * len(marks)))
    assert least <= len(drawn) <= max(least, 3)


@given(st.lists(st.integers(0, 50), min_size=3, max_size=3).filter(any), st.data())
def test_quotas_are_in_proportion_but_for_the_one_that_each_has(sizes, data):
    n = data.draw(st.integers(sum(map(bool, sizes)), sum(sizes)))
    given_ = quotas(sizes, n)
    assert sum(given_) == n
    for size, own in zip(sizes, given_, strict=True):
        assert min(size, 1) <= own <= size
        assert own <= max(1, size * n / sum(sizes) + 1)


def test_the_sample_is_the_same_each_time_and_another_for_another_seed(course):
    names = (moderation.PAGE, moderation.TABLE, moderation.KEY)
    seen = []
    for seed in ("one", "one", "another"):
        (course / "grading-seed.txt").write_text(seed, "utf-8")
        assert moderate(course, "--quiet") == 0
        seen.append([place(course, name).read_bytes() for name in names])
        for name in names:
            place(course, name).unlink()
    assert seen[0] == seen[1] != seen[2]


def test_the_order_of_the_numbers_says_nothing_about_the_marks():
    everybody = [Marked("why", f"s{n:03}", 2.0, n / 100, "") for n in range(200)]
    first = [sample(everybody, 0.1, 5, f"seed {n}")[0].first for n in range(400)]
    # Uniform on [0, 2]: the mean of 400 has the standard error 2 / sqrt(12 * 400) = 0.029.
    assert abs(statistics.mean(first) - 1.0) < 4 * 0.029


def test_the_page_and_the_table_tell_neither_names_nor_marks(course, capsys):
    assert moderate(course, "--quiet") == 0
    assert capsys.readouterr().out == ""
    for name in (moderation.PAGE, moderation.TABLE):
        text = place(course, name).read_text("utf-8")
        for secret in (*CLASS, "Päivi", "Öst", "小明", str(LOW), str(MIDDLE), str(HIGH), "0.75"):
            assert secret not in text, (name, secret)
    rows = list(csv.reader(io.StringIO(place(course).read_text("utf-8-sig"))))
    assert rows[0] == ["number", "question", "max", "second mark", "comment"]
    assert [int(row[0]) for row in rows[1:]] == list(range(1, 8)) == list(key(course))
    assert {tuple(row[1:]) for row in rows[1:]} == {("discussion", "2", "", ""),
                                                   ("why", "1", "", "")}  # fmt: skip


def test_the_page_shows_question_rubric_reference_and_each_answer_under_its_number(course):
    assert moderate(course) == 0
    page = place(course, moderation.PAGE).read_text("utf-8")
    assert page.index("Task 1: Discussion") < page.index("It pulls neighbours together.")
    assert "<strong>each direction</strong>" in page
    assert "<math" in page
    assert "BEGIN SOLUTION" not in page
    assert page.index("It pulls neighbours") < page.index("Why, in one line?")
    for number, (question, student) in key(course).items():
        answer = re.search(rf'id="answer-{number}".*?<blockquote>(.*?)</blockquote>', page, re.S)[1]
        found = json.loads((course / "results" / STEM / f"{student}.json").read_text("utf-8"))
        (text,) = (c["source"] for c in found["notebook"]["cells"] if c["id"] == question)
        assert text == HOSTILE or text in answer


def test_hostile_text_stays_text(course):
    assert moderate(course, "--share", "1") == 0
    fill(course, {"李小明": "2"}, {"李小明": "=1+1 <script>alert(2)</script> \x1b[31m"})
    assert moderate(course) == 0
    for name, words in ((moderation.PAGE, "alert(1)"), (moderation.RESULT, "alert(2)")):
        page = place(course, name).read_text("utf-8")
        assert "default-src 'none'" in page
        assert f"&lt;script&gt;{words}&lt;/script&gt;" in page
        body = page.partition("</head>")[2].replace("http://www.w3.org/1998/Math/MathML", "")
        tags = re.findall(r"<\w[^>]*>", body)
        assert not [tag for tag in tags if re.search(r"<(script|img|iframe)|\son\w+=|//|java", tag)]
    assert "{{ 7 * 7 }}" in place(course, moderation.PAGE).read_text("utf-8")
    assert "'=cmd" in moderation_pages.table([Drawn(1, "=cmd", "äiti", 1.0, "")])


def test_the_terminal_obeys_no_comment(course, capsys):
    assert moderate(course, "--share", "1") == 0
    fill(course, {"李小明": "2"}, {"李小明": "red \x1b[31m"})
    assert moderate(course) == 0
    assert "\x1b" not in capsys.readouterr().out


# ---------------------------------------------------------------------------------- comparing


def test_the_comparison_is_what_another_calculation_gives(course, capsys):
    assert moderate(course, "--share", "1") == 0
    second = {"李小明": 1.5, "äiti": 0.5, "opiskelija-00": HIGH, "opiskelija-01": 1.5,
              "opiskelija-02": 2.0}  # fmt: skip
    fill(course, second, {"李小明": "reads well"})
    before = (course / gradebook.NAME).read_bytes()
    capsys.readouterr()
    assert moderate(course) == 0
    d = [mark - CLASS[student] for student, mark in second.items()]
    (found,) = moderation.compare(course, STEM).agreements
    assert (found.question, found.points, found.n, found.equal) == ("discussion", 2.0, 5, 1)
    assert found.mean == pytest.approx(statistics.mean(d))
    assert found.error == pytest.approx(statistics.stdev(d) / 5**0.5)
    assert found.apart == pytest.approx(statistics.mean(map(abs, d)))
    expected = stats.ttest_1samp(d, 0).confidence_interval(0.95)
    assert found.interval == pytest.approx((expected.low, expected.high))

    said = capsys.readouterr().out
    page = place(course, moderation.RESULT).read_text("utf-8")
    assert "5 of 30 answers compared" in said
    assert "no second mark yet for 25 answers" in said
    assert "1 equal (20 %)" in said
    # Only these two differ by more than 0.5, a quarter of two points; the widest comes first.
    told = said.partition("To talk about")[2].splitlines()[1:3]
    lines = (r"李小明 \(小明 李\) .*: 0\.136, then 1\.5  reads well",
             r"äiti \(Päivi Öst\)  discussion  number \d+: 1\.036, then 0\.5")  # fmt: skip
    assert all(re.fullmatch(*pair) for pair in zip(lines, told, strict=True))
    rows = page.partition("To talk about")[2]
    assert re.findall(r'<th scope="row">(.*?)</th>', rows) == ["李小明 (小明 李)",
                                                               "äiti (Päivi Öst)"]  # fmt: skip
    assert '<td class="message">reads well</td>' in rows
    assert (course / gradebook.NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("differences", "words"),
    [
        ([0, 0, 0], "both gave the same marks, for 3 answers."),
        ([0], "both gave the same marks, for 1 answer."),
        ([0.5, -0.5], "on average both gave the same, though not for each answer."),
        ([-0.5], "stricter by 0.5 of 2 points, in a single answer, which says nothing"),
        ([0.25, 0.25], "more generous by 0.25 of 2 points, in each of 2 answers."),
        ([-0.25, -0.25, -0.5, -0.25, -0.25], "stricter by 0.3 of 2 points on average (95 %"),
        ([1.0, -0.5, 0.5, -0.25], "by 0.19 of 2 points on average; with 4 answers this may be"),
    ],
)
def test_the_conclusion_is_a_sentence(differences, words):
    assert words in conclusion(agreement("why", 2.0, differences))


def test_a_quarter_of_the_points_is_not_yet_far(course):
    assert moderate(course, "--share", "1") == 0
    fill(course, {"äiti": MIDDLE - 0.5, "李小明": LOW + 0.51})
    assert [pair.drawn.student for pair in moderation.compare(course, STEM).far] == ["李小明"]


def test_a_table_that_was_sorted_and_saved_by_another_spreadsheet(course):
    assert moderate(course, "--share", "1") == 0
    numbers = {student: n for n, (asked, student) in key(course).items() if asked != "why"}
    rows = ["comment;second mark;number", ";;", f'"hyvä; ""ihan""\r\nhyvä";1,5;{numbers["äiti"]}',
            f";;{numbers['李小明']}", ""]  # fmt: skip
    text = "\ufeff" + "\r\n".join(rows)
    place(course).write_text(text, "utf-8", newline="")
    compared = moderation.compare(course, STEM)
    (pair,) = compared.pairs
    assert (pair.drawn.student, pair.second, pair.first) == ("äiti", 1.5, MIDDLE)
    assert pair.comment == 'hyvä; "ihan"\r\nhyvä'
    assert len(compared.missing) == 29


@pytest.mark.parametrize("mark", ["2.01", "-0.5", "nan", "inf", "good", "½", "1/2", "1 1"])
def test_a_mark_that_cannot_be_is_refused_with_its_row(course, mark, capsys):
    assert moderate(course, "--share", "1") == 0
    text = place(course).read_text("utf-8-sig").splitlines()
    text[1], text[3] = f"1,discussion,2,{mark},", "3,discussion,2,1.5,"
    place(course).write_text("\n".join(text), "utf-8")
    assert moderate(course) == 1
    said = capsys.readouterr().err
    assert f"row 2: second mark must be a number from 0 to 2, got {mark!r}" in said
    assert "row 4" not in said
    assert not place(course, moderation.RESULT).exists()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["99,discussion,2,1,"], "row 2: number must be one of this sample, got '99'"),
        (["1,discussion,2,1,", "1,discussion,2,1,"], "row 3: number must be there once, got '1'"),
        ([",discussion,2,1,"], "row 2: number must be one of this sample, got ''"),
        ([f"{n},,,9," for n in range(1, 8)], "row 6: .*; and 2 more rows"),
    ],
)
def test_a_row_that_belongs_to_no_answer_is_refused(course, rows, words):
    assert moderate(course) == 0
    place(course).write_text("\n".join([",".join(moderation.COLUMNS), *rows]), "utf-8")
    with pytest.raises(ValueError, match=words):
        moderation.compare(course, STEM)


def test_a_file_that_is_no_such_table_is_refused_and_kept(course):
    assert moderate(course) == 0
    for content, words in ((b"a,b\n1,2\n", "must have the columns number and second mark"),
                           ("number,second mark\n1,Ä".encode("cp1252"), "CSV UTF-8")):  # fmt: skip
        place(course).write_bytes(content)
        for work in (moderation.compare, moderation.draw):
            with pytest.raises(ValueError, match=words):
                work(course, STEM)
        assert place(course).read_bytes() == content


def test_what_changed_since_is_left_out_and_said(course, capsys):
    assert moderate(course, "--share", "1") == 0
    fill(course, {"äiti": 1, "李小明": 1, "opiskelija-00": 1})
    write_results(course, result("äiti", discussion="Another opinion.", why="Because."))
    with sqlite3.connect(course / gradebook.NAME) as book:
        book.execute("UPDATE grade SET manual_score = NULL WHERE id = ?",
                     [f"{STEM} 李小明 discussion"])  # fmt: skip
    book.close()
    capsys.readouterr()
    assert moderate(course) == 0
    said = capsys.readouterr().out
    assert "1 of 30 answers compared" in said
    assert re.search(r"left out: number \d+, äiti: another answer was handed in", said)
    assert re.search(r"left out: number \d+, 李小明: the gradebook has no first mark", said)


def test_a_first_mark_that_somebody_is_to_look_at_again_does_not_count(course):
    with sqlite3.connect(course / gradebook.NAME) as book:
        book.execute("UPDATE grade SET needs_manual_grade = 1 WHERE id = ?",
                     [f"{STEM} 李小明 discussion"])  # fmt: skip
    book.close()
    assert moderate(course, "--share", "1") == 0
    assert "李小明" not in drawn_for(course)


# --------------------------------------------------------------------------- nothing gets lost


def test_a_filled_table_is_never_drawn_over(course, capsys):
    for marks, comments in (({"äiti": "1"}, {}), ({"äiti": ""}, {"äiti": "I will think"})):
        assert moderate(course) == 0
        fill(course, marks, comments)
        before = {path: path.read_bytes() for path in place(course).parent.iterdir()}
        assert moderate(course, "--again") == 1
        assert "1 of its rows have a second mark or a comment" in capsys.readouterr().err
        assert {path: path.read_bytes() for path in place(course).parent.iterdir()} == before
        assert moderate(course) == 0
        assert place(course).read_bytes() == before[place(course)]
        place(course).unlink()


def test_an_empty_table_waits_and_can_be_drawn_anew_under_new_numbers(course, capsys):
    assert moderate(course) == 0
    early = place(course).read_bytes()
    assert moderate(course) == 0
    assert "moderation.csv waits for second marks" in capsys.readouterr().out
    assert not place(course, moderation.RESULT).exists()
    assert place(course).read_bytes() == early
    assert moderate(course, "--again", "--fewest", "9") == 0
    assert len(drawn_for(course)) == 9
    assert min(key(course)) == 8
    place(course).write_bytes(early.replace(b",,", b",1,"))  # the earlier table comes back
    with pytest.raises(ValueError, match="number must be one of this sample, got '1'"):
        moderation.compare(course, STEM)


def test_without_a_key_nothing_is_compared(course):
    assert moderate(course) == 0
    place(course, moderation.KEY).write_text("{}", "utf-8")
    with pytest.raises(ValueError, match="must be as flcourse moderate has written it"):
        moderation.compare(course, STEM)
    place(course, moderation.KEY).unlink()
    with pytest.raises(ValueError, match="must be there, it says whose answers were drawn"):
        moderation.compare(course, STEM)


def test_what_cannot_be_drawn_is_said(course):
    with pytest.raises(ValueError, match=r"share must be above 0 and at most 1, got 1\.5"):
        moderation.draw(course, STEM, share=1.5)
    with pytest.raises(ValueError, match="fewest must be at least 1, got 0"):
        moderation.draw(course, STEM, fewest=0)
    (course / gradebook.NAME).unlink()
    with pytest.raises(ValueError, match=r"a person has marked .* it has none; 31 are waiting"):
        moderation.draw(course, STEM)
