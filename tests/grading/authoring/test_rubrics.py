"""Written questions: students get criteria, markers get answers, and no release holds an answer."""

import json
import re
from pathlib import Path

import pytest

from flcourse.grading.authoring.template import ASSIGNMENT
from flcourse.grading.script import SOLUTION, parse, read_script

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = [read_script(path) for path in sorted((ROOT / "solutions").glob("*.py"))]
WORTH = {"0": 0.0, "⅙": 1 / 6, "¼": 1 / 4, "⅓": 1 / 3, "½": 1 / 2, "1": 1.0}
MARKER = "**For the marker**"
ROW = re.compile(r"^\| (\S+) \| (.+) \|$", re.MULTILINE)
TYPICAL = re.compile(r"^- (\S+?)( of these| of each| each)?[:,] ", re.MULTILINE)


def questions():
    """Every written question with a reference: its script, the text that asks, and the answer."""
    for script in SCRIPTS:
        for number, cell in enumerate(script.cells):
            inside = cell.source.split(SOLUTION[0])[-1].split(SOLUTION[1])[0]
            if cell.kind == "manual" and cell.points and script.stem != "capstone":
                yield pytest.param(
                    script, script.cells[number - 1].source, cell, inside,
                    id=f"{script.stem}-{cell.id}",
                )  # fmt: skip


QUESTIONS = list(questions())
by_question = pytest.mark.parametrize(("script", "asks", "cell", "answer"), QUESTIONS)


def words(text):
    """Stems of the words that carry a meaning, with the numbers and labels."""
    found = re.findall(r"[a-z]+(?:-[a-z0-9]+)+|[a-z]{5,}|\d+\.\d+", text.lower().replace("\\", " "))
    return {word if "-" in word else word[:6] for word in found}


def leaked(asks, answer):
    """Words of the answer that stand in the criteria and not in the question above them."""
    question, _, table = asks.partition("| Points |")
    criteria = " ".join(text for _, text in ROW.findall(table))
    return (words(criteria) & words(answer.partition(MARKER)[0])) - words(question)


def released(stem):
    cells = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells]


@by_question
def test_criteria_add_up_and_do_not_answer_the_question(script, asks, cell, answer):
    worth = [WORTH[points] for points, _ in ROW.findall(asks) if points in WORTH]
    assert sum(worth) == pytest.approx(cell.points)
    assert len(leaked(asks, answer)) <= 2, leaked(asks, answer)


@by_question
def test_the_marker_gets_points_for_what_answers_hold(script, asks, cell, answer):
    model, _, scheme = answer.partition(MARKER)
    assert len(model.split()) > 50
    rows = TYPICAL.findall(scheme)
    assert all(points in WORTH for points, _ in rows), rows
    full = sum(WORTH[p] * (3 if way == " each" else 1) for p, way in rows if way in {"", " each"})
    assert full == pytest.approx(cell.points)
    assert any(way in {" of these", " of each"} for _, way in rows)


@by_question
def test_the_release_holds_no_word_for_markers(script, asks, cell, answer):
    texts = released(script.stem)
    assert asks.partition("| Points |")[2][:60] in "\n".join(texts)
    lines = [line.strip(" -") for line in answer.splitlines() if len(line.split()) > 4]
    for text in texts:
        assert MARKER not in text
        assert not [line for line in lines if line in text]


def test_a_rubric_that_answers_is_found():
    question = "What happens to the edge, and why?\n| Points | for |\n|---|---|\n"
    answer = "Fewer edges remain because nearness is one-sided, so remote stations stand alone."
    telling = question + "| 1 | fewer remain, as nearness is one-sided; remote stations alone |"
    assert len(leaked(telling, answer)) > 2
    assert not leaked(question + "| 1 | the direction, and a reason |", answer)


def test_a_new_assignment_begins_with_such_a_question():
    (cell,) = parse(ASSIGNMENT, Path("new.py")).of_kind("manual")
    assert MARKER in cell.source
