"""Adding an assignment, by the commands and rules of CONTRIBUTING.md and nothing else."""

import json
import re
from pathlib import Path

import pytest

from flcourse.cli import main
from flcourse.grading.authoring import bank, verdicts
from flcourse.grading.authoring.template import new_assignment
from flcourse.grading.script import read_script

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
SECTION = TEXT.split("## How to add an assignment")[1].split("\n## ")[0]
COMMANDS = re.findall(r"^flcourse (.+?)  +#", SECTION, re.M)

RIGHT = {
    "dot-product": "return x @ a / a.sum()",
    "loop": "return sum(b * z for b, z in zip(a, x)) / sum(a)",
    "shares": "share = a / a.sum()\n    return float((share * x).sum())",
    "one-by-one": (
        "mean, seen = 0.0, 0.0\n    for value, weight in zip(x, a):\n        seen += weight\n"
        "        mean += weight / seen * (value - mean)\n    return [mean]"
    ),
}
WRONG = {
    "sum": ("return np.sum(a * x)", "sum of the weights is missing"),
    "divided-by-m": ("return np.mean(a * x)", "number of values"),
    "other-way-round": ("return np.sum(a * x) / np.sum(x)", "Expected"),
    "squared-weights": ("return np.average(x, weights=a**2)", "Expected"),
    "first": ("return x[0]", "Expected"),
    "all-values": ("return a * x / a.sum()", "shape"),
    "no-return": ("np.average(x, weights=a)", "return"),
}


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    (tmp_path / "solutions").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command):
    return main(command.replace("STEM", "demo").split())


def add_answers(path):
    """Complete the bank of the template as step 3 asks."""
    cells = [(f'["right", "id:{name}"]', body) for name, body in RIGHT.items()]
    cells += [(f'["wrong", "id:{name}", "says:{w}"]', body) for name, (body, w) in WRONG.items()]
    text = "".join(
        f"# %% tags={tags}\ndef weighted_mean(x, a):\n    {body}\n" for tags, body in cells
    )
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def solve(path):
    """Write the reference into the released notebook, as a student would."""
    script = read_script(Path("solutions/demo.py"))
    answers = {cell.id: cell.source for cell in script.cells if cell.kind in {"answer", "manual"}}
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    path.write_text(json.dumps(notebook), "utf-8")


@pytest.mark.slow
def test_the_four_commands_lead_to_an_assignment(checkout, capsys):
    new, build, judge, check = COMMANDS
    assert run(new) == 0
    assert run(build) == 0
    assert run(judge) == 1
    said = capsys.readouterr().out
    assert "weighted-mean: has 1 right answers, at least 5 are needed" in said
    assert "weighted-mean: has 1 wrong answers, at least 8 are needed" in said
    add_answers(checkout / "solutions" / "bank" / "demo" / "weighted-mean.py")
    assert run(judge) == 0, capsys.readouterr().out
    assert verdicts.stale(checkout, "demo") == []
    assert run(check) == 1
    assert "is not answered yet" in capsys.readouterr().out
    solve(checkout / "exercises" / "demo" / "demo.ipynb")
    assert run(check) == 0
    assert "Task 1: Weighted mean      8 of 8  right\n" in capsys.readouterr().out


@pytest.mark.slow
def test_a_course_may_give_six_points_and_keep_a_small_bank(checkout, capsys):
    course = 'name = "FL"\nterm = "2027"\ntimezone = "Europe/Helsinki"\n[due]\n'
    Path("course.toml").write_text(course, "utf-8")
    new, build, judge, _ = COMMANDS
    assert run(new) == 0
    assert "no due date: below [due] in course.toml write demo = " in capsys.readouterr().out
    text = Path("solutions/demo.py")
    fewer = text.read_text("utf-8").replace("points:10", "points:6").replace("points:8", "points:4")
    text.write_text(fewer.replace("| 8 |", "| 4 |"), "utf-8")
    assert run(build) == 1
    assert "in a course, [points] in course.toml may say demo = 6" in capsys.readouterr().err
    Path("course.toml").write_text(f"{course}[points]\ndemo = 6\n", "utf-8")
    assert run(build) == 0
    assert run(judge) == 0
    assert "2 of them: the bank is small, which a course's own may be" in capsys.readouterr().out


def test_the_reference_of_the_template_passes_and_a_blank_does_not(checkout):
    new_assignment(checkout, "demo")
    script = read_script(checkout / "solutions" / "demo.py")
    assert set(bank.grade(script).values()) == {""}
    assert all(bank.grade(script, bank.blank(script)).values())


def test_what_exists_is_left_alone(checkout):
    new_assignment(checkout, "demo")
    with pytest.raises(ValueError, match=r"stem must be new, solutions/demo\.py exists"):
        new_assignment(checkout, "demo")


@pytest.mark.parametrize("stem", ["", "Two", "two words", "../up", "2nd", "a-b"])
def test_a_stem_is_a_word(stem, checkout):
    with pytest.raises(ValueError, match="stem must be one word"):
        new_assignment(checkout, stem)


def test_a_checkout_is_needed(tmp_path):
    with pytest.raises(ValueError, match="root must be a checkout"):
        new_assignment(tmp_path, "demo")
