"""The assignments of the course: built as committed, solvable, and fair by their bank.

The bank (solutions/bank/) holds right answers, which must get all points, and misconceptions,
which must lose the points of their own task and no other, in words that name the mistake. Every
third of them is graded here, FLCOURSE_WHOLE_BANK=1 takes all of them, as `make bank` does.
"""

import json
import os
import shutil
import traceback
from collections import Counter
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

from flcourse.grading import checks
from flcourse.grading.authoring import bank, build, drawn, lint, tryout, verdicts
from flcourse.grading.instances import SUFFIX
from flcourse.grading.official import trusted
from flcourse.grading.official.worker import FILE
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
STEP = 1 if os.environ.get("FLCOURSE_WHOLE_BANK") == "1" else 3
SEEDS = verdicts.SEEDS[:3]  # all 25 in the committed matrix, see test_bank.py

GRADED = [stem for stem, script in SCRIPTS.items() if script.cells[0].points]
by_stem = pytest.mark.parametrize("stem", SCRIPTS)


def name(variant):
    return f"{variant.task}:{variant.id}"


def of(stem, variants):
    """Those of an assignment that are graded here, of each task some."""
    return [variant for home, variant in variants if home == stem][::STEP]


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
def test_the_reference_gets_all_points(stem, monkeypatch):
    monkeypatch.setenv(checks.SEED_VARIABLE, SEEDS[0])
    messages = bank.grade(SCRIPTS[stem])
    assert set(messages.values()) <= {""}  # none at all in the capstone: people grade it
    assert bank.points(SCRIPTS[stem], messages) == auto_points(SCRIPTS[stem])


@by_stem
def test_the_reference_passes_without_a_word_for_every_seed(stem, monkeypatch):
    """Every check runs, so that none takes points off the reference, whatever the seed."""
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


@pytest.mark.parametrize("stem", GRADED)
def test_a_right_answer_gets_all_points(stem):
    refused = {}
    for variant in of(stem, RIGHT):
        messages = bank.grade(SCRIPTS[stem], {variant.task: variant.source}, only=variant.task)
        if set(messages.values()) != {""}:
            refused[name(variant)] = messages
    assert refused == {}


@pytest.fixture
def ran(monkeypatch):
    """How the cells ended that `bank.grade` has run, by id."""
    run, ended = trusted.run, {}

    def remembered(source, cell, namespace):
        ended[cell] = run(source, cell, namespace)
        return ended[cell]

    monkeypatch.setattr(trusted, "run", remembered)
    return ended


def wrong_with(variant, messages):
    """What the checks say of a misconception that they should not say."""
    lost = {cell for cell, message in messages.items() if message}
    if lost != variant.loses:
        yield f"{name(variant)} loses {sorted(lost)}, not {sorted(variant.loses)}: {messages}"
    for message in (messages[cell] for cell in lost):
        if variant.says not in message or "\n" in message:
            yield f"{name(variant)} is named by {message!r}, not by {variant.says!r}"


def seen_by_students(cell, outcome):
    """Whether a tests cell fails ahead of its hidden part: so it does without that part, too."""
    frames = traceback.extract_tb(outcome.error.__traceback__)
    line = next(f.lineno for f in frames if f.filename == FILE.format(cell.id))
    return "### BEGIN HIDDEN TESTS" not in "\n".join(cell.source.splitlines()[:line])


@pytest.mark.parametrize("stem", GRADED)
def test_a_misconception_loses_its_own_points_and_is_named(stem, ran):
    """And most are found by what students see: what official grading alone finds is rare."""
    tests = SCRIPTS[stem].of_kind("tests")
    mine = of(stem, WRONG)
    wrong, missed = [], []
    for variant in mine:
        ran.clear()
        messages = bank.grade(SCRIPTS[stem], {variant.task: variant.source}, only=variant.task)
        wrong += wrong_with(variant, messages)
        failed = [cell for cell in tests if messages.get(cell.id)]
        if not any(seen_by_students(cell, ran[cell.id]) for cell in failed):
            missed.append(name(variant))
    assert wrong == []
    assert len(missed) <= 0.1 * len(mine) + (STEP > 1), missed


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


@pytest.fixture(scope="module")
def kernel():
    """One kernel for all solved notebooks: to start it and to import takes longer than they do."""
    manager, client = start_new_kernel(kernel_name="python3")
    client.stop_channels()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.slow
@by_stem
def test_the_solved_notebook_runs_from_top_to_bottom(stem, kernel, tmp_path):
    source = build.source_notebook(SCRIPTS[stem])
    notebook = nbformat.reads(json.dumps(source), as_version=4)
    # Each begins without a name of the one before it, and in a folder of its own.
    forget = f"%reset -f\n%cd -q {tmp_path}"
    notebook.cells.insert(0, nbformat.v4.new_code_cell(forget))
    # Raises at the first cell that fails.
    NotebookClient(notebook, timeout=60, km=kernel).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr"
            # nbgrader takes the value of a tests cell for points.
            assert not cell.metadata.get("nbgrader", {}).get("grade"), cell.id
