"""What the points of a class say about its tasks, by hand; and pages that anybody can open."""

import itertools
import json
import math

import journey
import numpy as np
import pytest
from accessibility import SIZES, axe
from conftest import ROOT
from course_helpers import disguised, fill_gradebook
from hypothesis import given
from hypothesis import strategies as st
from journey import FLAGS
from playwright.sync_api import sync_playwright

from flcourse import cli
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring.bank import read_bank
from flcourse.grading.authoring.build import source_notebook
from flcourse.grading.course.scores import Entry, Scores, Task, source_of, tasks_of
from flcourse.grading.reports import analysis, class_pages, regrade
from flcourse.grading.reports.regrade import Change, Recheck
from flcourse.grading.script import read_script

TASKS = (
    Task("easy", 1.0, False, ("easy-tests",)),
    Task("fair", 2.0, False, ("fair-tests",)),
    Task("why", 1.0, True, ("why",)),
)


def a_class(*rows, status="OK"):
    """Scores of students with these points."""
    entries = {
        f"s{n}": Entry(f"s{n}", status, dict(zip(("easy", "fair", "why"), row, strict=True)))
        for n, row in enumerate(rows)
    }
    return Scores("tiny", TASKS, entries)


def result(*messages, seconds=1.0):
    checks = [{"id": f"{name}-tests", "message": said}
              for name, said in zip(("easy", "fair"), messages, strict=True)]  # fmt: skip
    return {"status": "OK", "checks": checks, "seconds": seconds}


# ----------------------------------------------------------------------------------- numbers


def test_difficulty_and_discrimination_by_hand():
    # easy 1 1 1 0, fair 2 2 0 0, why 1 0 0 0: totals 4 3 1 0.
    found = analysis.analyse(a_class((1, 2, 1), (1, 2, 0), (1, 0, 0), (0, 0, 0)), {})
    easy, fair, why = found.items
    assert (easy.difficulty, fair.difficulty, why.difficulty) == (0.75, 0.5, 0.25)
    assert (easy.full, easy.none, fair.full, fair.none) == (3, 1, 2, 2)
    # easy 1 1 1 0 with the rest 3 2 0 0: deviations .25 .25 .25 -.75 and 1.75 .75 -1.25 -1.25
    # give 1.25 / sqrt(0.75 * 6.75).
    assert easy.discrimination == pytest.approx(1.25 / math.sqrt(0.75 * 6.75))
    assert found.totals == (4, 3, 1, 0)
    assert found.possible == 4


def test_a_task_with_two_outcomes_has_the_point_biserial_correlation():
    item, rest = np.array([1, 1, 0, 0, 0, 1.0]), np.array([5, 4, 1, 2, 3, 3.0])
    p = item.mean()
    means = rest[item == 1].mean() - rest[item == 0].mean()
    expected = means / rest.std() * math.sqrt(p * (1 - p))
    assert analysis.correlation(item, rest) == pytest.approx(expected)


def test_a_task_is_no_part_of_what_it_is_compared_with():
    # Points by lot: the uncorrected correlation of one of two tasks with the total is 0.7.
    rng = np.random.default_rng(7)
    rows = [(a, 2.0 * b, 0.0) for a, b in rng.integers(0, 2, (400, 2)).tolist()]
    easy = analysis.analyse(a_class(*rows), {}).items[0]
    assert abs(easy.discrimination) < 0.2  # 4 standard errors


def with_correlation(r, copies):
    """Points of a task and of the rest, of 4 students or copies of them: the correlation is r."""
    item, other = np.array([-1.0, -1, 1, 1]), np.array([-1.0, 1, -1, 1])
    return np.tile(item, copies).tolist(), np.tile(r * item + math.sqrt(1 - r**2) * other, copies)


@given(st.floats(-0.99, 0.99), st.integers(2, 100))
def test_the_interval_is_fishers_holds_the_correlation_and_shrinks(r, copies):
    low, high = analysis.interval(*with_correlation(r, copies))
    assert -1 <= low <= r <= high <= 1
    half = 1.959964 / math.sqrt(4 * copies - 3)
    assert [math.atanh(low), math.atanh(high)] == pytest.approx(
        [math.atanh(r) - half, math.atanh(r) + half], abs=1e-6
    )
    wider = analysis.interval(*with_correlation(r, 1))
    assert wider[0] < low < high < wider[1]


def test_the_interval_is_that_of_fisher():
    rows = [(a, 2.0 * b, 0.0) for a, b in np.random.default_rng(3).integers(0, 2, (40, 2)).tolist()]
    easy = analysis.analyse(a_class(*rows), {}).items[0]
    z, half = math.atanh(easy.discrimination), 1.96 / math.sqrt(40 - 3)
    assert easy.interval == pytest.approx((math.tanh(z - half), math.tanh(z + half)), abs=1e-4)


def test_half_of_the_points_is_neither_all_nor_none():
    fair = analysis.analyse(a_class((1, 1, 1), (1, 2, 0), (0, 0.5, 0), (0, 0, 0)), {}).items[1]
    assert (fair.full, fair.none, fair.difficulty) == (1, 1, 3.5 / 8)


def test_there_is_no_discrimination_where_all_have_the_same():
    found = analysis.analyse(a_class((1, 2, 1), (1, 0, 1), (1, 1, 0)), {}).items[0]
    assert (found.discrimination, found.interval) == (None, None)
    assert "all have the same" in found.reason
    assert analysis.interval([0, 1, 1], [1, 2, 3]) is None  # three students


def test_students_without_a_verdict_do_not_count_and_open_tasks_are_left_out():
    scores = a_class((1, 2, 1), (1, 0, None), (0, 0, 0), (None, None, None))
    found = analysis.analyse(scores, {})
    assert (found.students, len(found.totals)) == (4, 3)
    assert found.left_out == ("why",)
    assert found.totals == (3, 1, 0)
    assert found.items[2].pending == 1
    assert found.items[2].difficulty == 0.5
    assert found.small


def test_what_could_not_be_run_took_no_time():
    scores = a_class((1, 2, 1), (None, None, None))
    results = {"s0": result("", "", seconds=2.0), "s1": {**result("", ""), "status": "UNREADABLE"}}
    assert analysis.analyse(scores, results).seconds == (2.0,)


def test_an_empty_class_has_a_page_too():
    found = analysis.analyse(Scores("tiny", TASKS, {}), {})
    assert "Nobody has points yet" in class_pages.item_page(found)


def test_the_histogram_counts_everybody_once():
    steps = analysis.histogram([0, 0.9, 1, 5, 10, 10], 10)
    assert [count for _, _, count in steps] == [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]
    assert (steps[0][0], steps[-1][1]) == (0, 10)
    assert [count for _, _, count in analysis.histogram([0, 3, 2.5], 3)] == [1, 0, 2]
    assert len(analysis.histogram([7.25], 7.5)) == analysis.BINS


def test_messages_that_differ_in_numbers_are_one():
    scores = a_class((0, 0, 0), (0, 0, 0), (0, 2, 0))
    results = {"s0": result("got 1.5", "sign"), "s1": result("got -2e-3", ""),
               "s2": result("no array", ""), "left": result("got 7", "")}  # fmt: skip
    easy, fair, _ = analysis.analyse(scores, results).items
    assert [count for _, count in easy.messages] == [2, 1]
    assert fair.messages == (("sign", 1),)


def test_few_students_are_called_few():
    few = analysis.analyse(a_class(*[(1, 2, 1), (0, 1, 0)] * 5), {})
    many = analysis.analyse(a_class(*[(1, 2, 1), (0, 1, 0)] * 10), {})
    assert "mostly noise" in class_pages.item_page(few)
    assert "mostly noise" not in class_pages.item_page(many)


def test_messages_come_as_text():
    scores = a_class((0, 0, 0))
    page = class_pages.item_page(analysis.analyse(scores, {"s0": result("<script>", "")}))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


# ----------------------------------------------------------------------- pages of a real class


def test_every_task_of_a_class_from_the_bank_is_on_the_page(classroom):
    page = (classroom / "reports" / "gtvmin" / "index.html").read_text("utf-8")
    for task in tasks_of(read_assignment(source_of(classroom, "gtvmin"))):
        assert f'id="{task.id}"' in page
    assert "corrected item–total correlation" in page
    assert "student-0" not in page


def test_the_copy_is_found_and_no_template(classroom):
    page = (classroom / "reports" / "gtvmin" / "similarity.html").read_text("utf-8")
    assert "王 and Äinö" in page or "Äinö and 王" in page
    assert "<mark>" in page


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """A class of 24 whose answers come from the bank; one has copied from another."""
    home = tmp_path_factory.mktemp("classroom")
    write_class(home)
    assert cli.main(["report", "gtvmin", "--course", str(home), "--quiet"]) == 0
    moved = Change("王", "solve-tests", 0.0, 1.0, "solve: Expected 2, got 1", "", ("checks",), 0.5)
    look = Recheck("王", "solve-tests", 0.5, "the check gave 0, now 1")
    fair = ("Expected 2, got 1", "", ("checks",))
    others = (Change("student-03", "solve-tests", 0.0, 1.0, *fair),
              Change("student-11", "status", None, None, "TIMEOUT", "OK", ("checks",)))  # fmt: skip
    report = regrade.RegradeReport("gtvmin", 24, {"checks": 24}, 24, (), (moved, *others), (look,))
    regrade.write(home, report)
    return home


def write_class(home, size=24):
    """Write results and gradebook as if the answers of the bank had been graded."""
    script = read_script(ROOT / "solutions" / "gtvmin.py")
    source = source_of(home, "gtvmin")
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(source_notebook(script)), "utf-8")
    sheet = read_assignment(source)
    variants = read_bank(ROOT / "solutions" / "bank" / "gtvmin", script)
    rng = np.random.default_rng(1)
    names = [f"student-{number:02}" for number in range(size - 2)]
    chosen = {}
    for name, task in itertools.product([*names, "王"], sheet.of_kind("answer")):
        own = [variant for variant in variants if variant.task == task.id]
        if own:
            skill = rng.random() < 0.3 + 0.5 * (hash_of(name) % 10) / 10
            fitting = [v for v in own if (not v.loses) == skill]
            chosen[name, task.id] = fitting[rng.integers(len(fitting))]
    everybody = [*names, "王", "Äinö"]
    points = {name: write_result(home, sheet, name, chosen) for name in everybody}
    fill_gradebook(home, {"gtvmin": points})


def hash_of(name):
    return sum(map(ord, name))


def write_result(home, sheet, name, chosen):
    owner = "王" if name == "Äinö" else name
    cells = [dict(cell.notebook) for cell in sheet.cells]
    checks = []
    for cell, own in zip(cells, sheet.cells, strict=True):
        variant = chosen.get((owner, own.id))
        if variant:
            cell["source"] = variant.source if owner == name else disguised(variant.source)
        answer = sheet.answer_of(own) if own.kind == "tests" else None
        if answer:
            lost = own.id in chosen[owner, answer.id].loses
            says = chosen[owner, answer.id].says
            message = f"{answer.id}: {says}, got 1.25" if lost else ""
            checks.append({"id": own.id, "task": answer.id, "points": own.points,
                           "score": 0.0 if lost else own.points, "message": message})  # fmt: skip
    manual = [{"id": cell.id, "points": cell.points, "answered": True}
              for cell in sheet.of_kind("manual")]  # fmt: skip
    found = {"student": name, "assignment": "gtvmin", "status": "OK", "notes": [],
             "checks": checks, "manual": manual, "seconds": 1.5 + len(name) / 8,
             "notebook": {"cells": cells}}  # fmt: skip
    place = home / "results" / "gtvmin" / f"{name}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
    points = {check["id"]: (check["score"], None) for check in checks}
    return points | {cell["id"]: (None, None) for cell in manual}


# --------------------------------------------------------------------------- in a real browser

SHOWS = {
    "index": ("gtvmin: item analysis", "Discrimination", "without discussion"),
    "similarity": ("Äinö and 王", "of the shorter answer's own"),
    "regrade": (
        "gtvmin: graded again",
        "A change of one check changes the assignment",
        "0.5 by hand",
    ),
}


@pytest.fixture(scope="module")
def browser(chromium):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize(("size", "colour"), [("desktop", "light"), ("phone", "dark")])
@pytest.mark.parametrize("name", SHOWS)
def test_a_report_opens_from_the_disk_for_everybody(classroom, browser, name, size, colour):
    context = browser.new_context(viewport=SIZES[size], color_scheme=colour, offline=True)
    page, trouble = context.new_page(), []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("request", lambda r: r.url.startswith("file:") or trouble.append(r.url))
    page.goto((classroom / "reports" / "gtvmin" / f"{name}.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert axe(page, {}) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if (size, colour) == ("desktop", "light"):
        page.set_viewport_size(journey.WINDOW)
        page.evaluate("document.querySelector('section')?.scrollIntoView()")
        journey.shot(page, f"report-{name}", *SHOWS[name])
    assert trouble == []
    context.close()
