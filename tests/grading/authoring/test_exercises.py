"""The assignments of the course: built as committed, solvable, and fair by their bank.

The bank (solutions/bank/) holds right answers, which must get all points, and misconceptions,
which must lose the points of their own task and no other, in words that name the mistake.
"""

import json
import shutil
from collections import Counter
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from flcourse.grading import checks
from flcourse.grading.authoring import bank, build, drawn, lint, tryout, verdicts
from flcourse.grading.instances import SUFFIX
from flcourse.grading.script import ScriptError, read_script

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = {path.stem: read_script(path) for path in sorted((ROOT / "solutions").glob("*.py"))}
BANK = [
    (stem, variant)
    for stem, script in SCRIPTS.items()
    for variant in bank.read_bank(ROOT / "solutions" / "bank" / stem, script)
]
RIGHT = [(stem, variant) for stem, variant in BANK if not variant.loses]
WRONG = [(stem, variant) for stem, variant in BANK if variant.loses]
SEEDS = verdicts.SEEDS[:3]  # all 25 in the committed matrix, see test_bank.py

GRADED = [stem for stem, script in SCRIPTS.items() if script.cells[0].points]
by_stem = pytest.mark.parametrize("stem", SCRIPTS)


def name(value):
    return f"{value.task}:{value.id}" if isinstance(value, bank.Variant) else value


def auto_points(script):
    return sum(cell.points for cell in script.of_kind("tests"))


@by_stem
def test_the_committed_notebook_is_what_the_text_builds(stem, tmp_path):
    (tmp_path / "solutions").mkdir()
    shutil.copy(ROOT / "solutions" / f"{stem}.py", tmp_path / "solutions")
    (built,) = build.build(tmp_path)
    assert built.read_bytes() == (ROOT / "exercises" / stem / f"{stem}.ipynb").read_bytes()


def test_exercises_hold_released_notebooks_their_instances_and_nothing_else():
    files = {path.relative_to(ROOT / "exercises") for path in (ROOT / "exercises").rglob("*.*")}
    files = {path for path in files if ".ipynb_checkpoints" not in str(path)}
    drawn_from = [stem for stem, script in SCRIPTS.items() if drawn.keys(script)]
    assert files == {Path(stem, f"{stem}.ipynb") for stem in SCRIPTS} | {
        Path(stem, f"{stem}{SUFFIX}") for stem in drawn_from
    }


@by_stem
def test_the_text_keeps_every_rule(stem):
    lint.check(SCRIPTS[stem])


@by_stem
def test_the_opening_says_what_a_student_needs(stem):
    opening = SCRIPTS[stem].cells[0].source
    points = ["| Points |"] if stem in GRADED else []
    for promise in ["you can", "**Time**", "**Imports**", *points]:
        assert promise in opening


@by_stem
@pytest.mark.parametrize("seed", SEEDS)
def test_the_reference_gets_all_points_for_every_seed(stem, seed, monkeypatch):
    monkeypatch.setenv(checks.SEED_VARIABLE, seed)
    messages = bank.grade(SCRIPTS[stem])
    assert set(messages.values()) <= {""}  # none at all in the capstone: people grade it
    assert bank.points(SCRIPTS[stem], messages) == auto_points(SCRIPTS[stem])


@by_stem
def test_the_reference_passes_without_a_word_for_every_seed(stem, monkeypatch):
    for seed in SEEDS:
        monkeypatch.setenv(checks.SEED_VARIABLE, seed)
        assert tryout.problems(SCRIPTS[stem]) == [], seed


@by_stem
def test_a_blank_notebook_gets_no_point_and_says_so(stem):
    messages = bank.grade(SCRIPTS[stem], bank.blank(SCRIPTS[stem]))
    assert bank.points(SCRIPTS[stem], messages) == 0
    assert all("is not answered yet" in message for message in messages.values())


@by_stem
def test_a_notebook_without_answers_gets_no_point(stem):
    empty = {cell.id: "" for cell in SCRIPTS[stem].of_kind("answer")}
    assert bank.points(SCRIPTS[stem], bank.grade(SCRIPTS[stem], empty)) == 0


@pytest.mark.parametrize("stem", GRADED)
def test_a_graded_assignment_has_ten_points(stem):
    assert SCRIPTS[stem].cells[0].points == 10


def test_variants_have_names_of_their_own():
    names = Counter((stem, variant.task, variant.id) for stem, variant in BANK)
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize(("stem", "variant"), RIGHT, ids=name)
def test_a_right_answer_gets_all_points(stem, variant):
    messages = bank.grade(SCRIPTS[stem], {variant.task: variant.source}, only=variant.task)
    assert set(messages.values()) == {""}


@pytest.mark.parametrize(("stem", "variant"), WRONG, ids=name)
def test_a_misconception_loses_its_own_points_and_is_named(stem, variant):
    messages = bank.grade(SCRIPTS[stem], {variant.task: variant.source}, only=variant.task)
    lost = {cell for cell, message in messages.items() if message}
    assert lost == variant.loses
    for cell in lost:
        assert variant.says in messages[cell]
        assert "\n" not in messages[cell]


def visible_only(script):
    """The script with the tests that a student can see."""
    text = script.path.read_text("utf-8")
    begin, end = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
    head, *rest = text.split(begin)
    return head + "".join(part.split(end, 1)[1] for part in rest)


@pytest.mark.parametrize("stem", GRADED)
def test_visible_checks_alone_find_most_misconceptions(stem, tmp_path):
    # Students learn from what they see: a mistake that only the official grading finds is rare.
    path = tmp_path / f"{stem}.py"
    path.write_text(visible_only(SCRIPTS[stem]), "utf-8")
    script = read_script(path)
    mine = [variant for home, variant in WRONG if home == stem]
    missed = [
        f"{v.task}:{v.id}"
        for v in mine
        if not any(bank.grade(script, {v.task: v.source}, only=v.task).values())
    ]
    assert len(missed) <= 0.1 * len(mine), missed


def test_a_bank_that_breaks_its_format_is_refused(tmp_path):
    script = SCRIPTS["gtvmin"]
    folder = tmp_path / "bank"
    folder.mkdir()
    for text, words in [
        ('# %% tags=["wrong", "id:a"]', "has says:…"),
        ('# %% tags=["right", "id:a", "says:x"]', "has says:…"),
        ('# %% tags=["wrong", "id:a", "says:x", "loses:assemble-tests"]', "needs right or wrong"),
        ('# %% tags=["right"]', "needs right or wrong"),
        ("# %%", "needs right or wrong"),
        ('# %% tags=["answer", "id:a"]', "unknown tag"),
    ]:
        (folder / "solve.py").write_text(text + "\ndef solve(Q, q): ...\n", "utf-8")
        with pytest.raises(ScriptError, match=words):
            bank.read_bank(folder, script)
    (folder / "solve.py").unlink()
    (folder / "solves.py").write_text('# %% tags=["right", "id:a"]\n', "utf-8")
    with pytest.raises(ScriptError, match=r"gtvmin\.py has no answer of this name"):
        bank.read_bank(folder, script)


@pytest.mark.slow
@by_stem
def test_the_solved_notebook_runs_from_top_to_bottom(stem, tmp_path):
    source = build.source_notebook(SCRIPTS[stem])
    notebook = nbformat.reads(json.dumps(source), as_version=4)
    # Raises at the first cell that fails.
    NotebookClient(
        notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr"
            # nbgrader takes the value of a tests cell for points.
            assert not cell.metadata.get("nbgrader", {}).get("grade"), cell.id
