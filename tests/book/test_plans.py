"""The map of the course and its plans: what chapters say, added up, in an order that works."""

import importlib
import re
import sys
from itertools import pairwise

import pytest
from conftest import LECTURES, ROOT, STUDIES

sys.path.insert(0, str(ROOT / "book" / "_ext"))
plans = importlib.import_module("plans")

CREDIT = (25, 30)  # hours
CREDITS = {"four": 4, "five": 5}
NEED = re.compile(r"^\*You need:\*(.*?)\*Time:\*", re.M)


@pytest.fixture(scope="module")
def known():
    return plans.known()


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_a_chapter_names_what_the_map_says_it_needs(stem):
    said = plans.tomllib.loads(plans.SOURCE.read_text("utf-8"))
    (line,) = NEED.findall((ROOT / "book" / f"{stem}.md").read_text("utf-8"))
    assert set(re.findall(r"\{doc\}`(\w+)`", line)) == {
        *said["needs"][stem], *said["helps"].get(stem, [])
    }  # fmt: skip


def test_the_hours_of_a_plan_are_those_of_its_credits(known):
    weeks = []
    for plan in known[1]:
        text = plans.table(plan)
        parts = [
            [float(part) for part in row.split(" + ")]
            for row in re.findall(r"\| ([\d. +]+) = \*\*", text)
        ]
        sums = [float(found) for found in re.findall(r"= \*\*([\d.]+)\*\*", text)]
        assert [sum(part) for part in parts] == sums
        (total,) = (int(found) for found in re.findall(r"together\*\* \| \| \*\*(\d+)", text))
        lectures = 1.5 * sum(len(stems) for stems in plan.weeks)
        assert abs(sum(sums) + lectures + 16 - total) < 1 + len(sums) / 2  # halves are rounded
        credit = CREDITS[re.search(r"(\w+) credits", plan.title)[1]]
        assert CREDIT[0] * credit * 0.95 <= total <= CREDIT[1] * credit, plan.title
        weeks.append(int(plan.title.split()[0]))
        assert weeks[-1] == len(plan.weeks)
    assert {7, 12, 14} <= {*weeks}


def test_the_hours_of_smaller_tiers_stand_below_a_plan_and_in_their_table(known):
    for plan in known[1]:
        text = plans.table(plan)
        whole = int(re.search(r"together\*\* \| \| \*\*(\d+)", text)[1])
        (standard, core) = map(int, re.findall(r"at the tier `\w+` \| \| (\d+)", text))
        assert core < standard < whole
    assert "| `graph` | tasks 1, 3, 4, 5: 6 points, 2\N{NO-BREAK SPACE}h |" in plans.sizes()
    assert plans.assignment("graph") == 3
    assert plans.assignment("capstone", "core") == 16  # which has no tiers


def test_a_plan_against_the_order_of_the_chapters_is_refused(known):
    order, (first, *_) = known
    for bad, said in (
        ([["gtvmin"], ["graph"]], "gtvmin stands in week 1 and needs graph, which comes later"),
        ([["graph"], ["erm"], ["gradient"]], "gradient .* needs gtvmin, which comes never"),
    ):
        with pytest.raises(ValueError, match=said):
            plans.check(plans.Plan(first.title, "", bad), order)


def test_the_map_shows_each_chapter_once_below_what_it_needs(known):
    drawn = plans.drawing(known[0])
    boxes = {
        stem: (float(x), float(y))
        for stem, x, y in re.findall(r'href="(\w+)\.html"><rect x="([\d.-]+)" y="(\d+)"', drawn)
    }
    assert sorted(boxes) == sorted([*LECTURES, *STUDIES])
    assert len(re.findall("<rect", drawn)) == len(boxes)
    for before, stem in known[0].edges:
        assert boxes[before][1] < boxes[stem][1]
    for y in {y for _, y in boxes.values()}:  # side by side, not over each other
        row = sorted(x for x, other in boxes.values() if other == y)
        assert all(b - a > plans.BOX[0] for a, b in pairwise(row))
