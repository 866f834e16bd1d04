"""The verdicts on the bank: fresh, without a false one, and told by the machinery as they are.

The full matrix (25 seeds for right answers, every mutant) is made by ``make bank`` and committed.
Here the digests of all that it depends on are compared, and a part is made anew: every hundredth
mutant here, the reference on three seeds and every third answer on the public seed in
test_exercises.py.
"""

import copy
import json
import os
import sys
from pathlib import Path

import pytest

from flcourse.cli import main
from flcourse.grading import checks
from flcourse.grading.authoring import bank, mutants
from flcourse.grading.authoring import verdicts as matrix
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
STEMS = matrix.graded(ROOT)
REMAKE = "run `make bank` and commit what it writes"
by_stem = pytest.mark.parametrize("stem", STEMS)

TINY = """\
# %% [markdown] tags=["assignment", "points:2"]
# # Title
# %% tags=["answer", "id:double"]
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% tags=["tests", "id:double-tests", "points:1"]
from flcourse.grading import checks
checks.close(checks.call(double, 3), 6, what="double", hint="eq-a.", mistakes={"Thrice": 9})
### BEGIN HIDDEN TESTS
checks.close(checks.call(double, 5), 10, what="double", hint="eq-a.", tol=1e-3)
### END HIDDEN TESTS
# %% tags=["answer", "id:half"]
def half(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
# %% tags=["tests", "id:half-tests", "points:1"]
from flcourse.grading import checks
checks.close(checks.call(half, 4), 2, what="half", hint="eq-a.")
"""
ANSWERS = """\
# %% tags=["right", "id:plus"]
def double(x):
    return x + x
# %% tags=["right", "id:wrong-in-truth"]
def double(x):
    return 6
# %% tags=["wrong", "id:thrice", "says:Thrice"]
def double(x):
    return 3 * x
# %% tags=["wrong", "id:right-in-truth", "says:Thrice"]
def double(x):
    return x * 2
# %% tags=["wrong", "id:breaks-the-other", "says:raised"]
def double(x):
    checks.close = None
    raise ValueError
# %% tags=["wrong", "id:without-end", "says:raised"]
def double(x):
    while True:
        pass
"""


@pytest.fixture(scope="module", autouse=True)
def server():
    """Let processes start with the imports of all assignments: a fork, not seconds of importing."""
    scripts = [read_script(ROOT / "solutions" / f"{stem}.py") for stem in STEMS]
    matrix._prepare([cell.source for s in scripts for cell in s.cells if not cell.markdown])


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    root = tmp_path_factory.mktemp("checkout")
    folder = root / "solutions" / "bank" / "tiny"
    folder.mkdir(parents=True)
    (root / "solutions" / "tiny.py").write_text(TINY, "utf-8")
    (folder / "double.py").write_text(ANSWERS, "utf-8")
    equivalent = (
        '[[double]]\noperator = "operands swapped"\nline = "return 2 * x"\n'
        'became = "return x * 2"\nreason = "times in any order"\n'
    )
    (folder / "equivalent.toml").write_text(equivalent, "utf-8")
    return root


@pytest.fixture(scope="module")
def verdicts(tiny):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrix, "MORE_SECONDS", 2.0)
        patch.setattr(matrix, "TIMES_REFERENCE", 0.0)
        patch.setattr(matrix, "FEW_SEEDS", matrix.SEEDS[:1])
        return matrix.examine(tiny, "tiny")


# ---------------------------------------------------------------------- the committed verdicts


def test_every_graded_assignment_has_a_bank():
    scripts = [read_script(path) for path in sorted((ROOT / "solutions").glob("*.py"))]
    with_checks = [script for script in scripts if script.cells[0].points and bank.tasks(script)]
    assert [script.stem for script in with_checks] == STEMS


@by_stem
def test_the_matrix_is_as_new_as_all_that_it_depends_on(stem):
    assert matrix.stale(ROOT, stem) == [], REMAKE


@by_stem
def test_no_verdict_is_false(stem):
    assert matrix.problems(matrix.read(ROOT, stem)) == []


@by_stem
def test_reference_and_checks_run_within_a_minute(stem):
    rows = matrix.read(ROOT, stem)["tasks"].values()
    assert sum(row["seconds"] for row in rows) < 60


@by_stem
def test_the_matrix_tried_every_answer_and_every_mutant(stem):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    rows = matrix.read(ROOT, stem)["tasks"]
    variants = bank.read_bank(ROOT / "solutions" / "bank" / stem, script)
    assert list(rows) == bank.tasks(script)
    assert matrix.read(ROOT, stem)["seeds"] >= 25
    for task, row in rows.items():
        mine = {v.id for v in variants if v.task == task}
        assert {*row["right"], *row["wrong"]} == mine
    made = [mutant.task for mutant in mutants.mutants(script)]
    assert {task: row["mutants"]["made"] for task, row in rows.items()} == {
        task: made.count(task) for task in rows
    }


@pytest.mark.slow
@by_stem
def test_every_hundredth_mutant_made_anew_is_judged_as_stored(stem):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    reasons = mutants.read_equivalents(ROOT / "solutions" / "bank" / stem)
    for mutant in mutants.mutants(script)[::100]:
        trial = matrix.Trial(script, {mutant.task: mutant.source}, (("", mutant.task),), 10.0)
        done = matrix.attempt(trial)
        survived = done is not None and not done[0].lost
        assert survived == (mutant.key in reasons.get(mutant.task, {})), mutant


# ---------------------------------------------------------------------- the machinery


def test_each_kind_of_false_verdict_is_told(verdicts):
    told = [line for line in matrix.problems(verdicts) if line.startswith("double")]
    expected = [
        "double: false reject of wrong-in-truth on the public seed: double: Expected 10, got 6",
        *["double: false reject of wrong-in-truth on seed"] * 25,
        "double: false accept of right-in-truth by double-tests",
        "double: breaks-the-other costs points in half-tests, too",
        "double: false accept of without-end by double-tests",
        "double: right-in-truth is not found as it should on seed 0",
        "double: has 2 right answers, at least 5 are needed",
        "double: has 4 wrong answers, at least 8 are needed",
        "double: no such survivor, delete it from equivalent.toml: return x * 2",
    ]
    assert len(told) == len(expected)
    assert [words for words in expected if not any(line.startswith(words) for line in told)] == []


def test_a_message_that_does_not_name_the_mistake_is_told(verdicts):
    doctored = copy.deepcopy(verdicts)
    doctored["tasks"]["double"]["wrong"]["thrice"]["says"] = "Four times"
    assert "double: thrice: double-tests does not say 'Four times' but" in "\n".join(
        matrix.problems(doctored)
    )


def test_a_reference_that_fails_and_an_unknown_task_are_told(verdicts):
    doctored = copy.deepcopy(verdicts)
    doctored["tasks"]["half"]["reference"] = {"seed 3": "half: Expected 2, got 3"}
    doctored["unknown"] = ["third"]
    told = matrix.problems(doctored)
    assert "half: false reject of the reference on seed 3: half: Expected 2, got 3" in told
    assert "third: equivalent.toml names a task that is none" in told


def test_a_survivor_is_told_with_the_entry_that_it_would_need(verdicts):
    doctored = copy.deepcopy(verdicts)
    named = {"operator": "doubled", "line": "a", "became": "b"}
    doctored["tasks"]["half"]["mutants"]["survived"] = [named]
    assert "half: a mutant survives, doubled: a -> b" in matrix.problems(doctored)
    assert mutants.as_entry("half", named) in matrix.entries(doctored)
    doctored["tasks"]["half"]["mutants"]["equivalent"] = [{**named, "reason": " "}]
    assert "half: no reason why this is equivalent: b" in matrix.problems(doctored)


def test_the_matrix_states_what_the_text_says(verdicts):
    row = verdicts["tasks"]["double"]
    assert (row["points"], row["tests"]) == (1, ["double-tests"])
    assert row["checks"] == {"visible": 1, "all": 2}
    assert row["tolerances"] == [1e-5, 1e-3]
    assert row["reference"] == {}
    assert row["mutants"]["made"] == len(
        mutants.mutants_of("double", "def double(x):\n return 2*x")
    )
    assert verdicts["grader"] == "flcourse.grading.authoring.bank.grade"


def all_wrong(script, answers, *, only=None):
    return dict.fromkeys([cell.id for cell in script.of_kind("tests")], "no")


def test_another_grader_can_be_judged(tiny):
    script = read_script(tiny / "solutions" / "tiny.py")
    done = matrix.attempt(matrix.Trial(script, {}, (("", None),), 20.0, all_wrong))
    assert done[0].lost == ["double-tests", "half-tests"]


def test_answers_run_one_after_the_other_without_a_trace(tiny):
    script = read_script(tiny / "solutions" / "tiny.py")
    spoiled = {"double": "import numpy\nnumpy.asarray = None"}
    matrix.attempt(matrix.Trial(script, spoiled, (("", None),), 20.0))
    assert matrix.attempt(matrix.Trial(script, {}, (("", None),), 20.0))[0].lost == []


@pytest.mark.parametrize("source", ["import os; os._exit(1)", "import time; time.sleep(60)"])
def test_an_answer_that_ends_its_process_or_sleeps_has_no_verdict(source, tiny):
    script = read_script(tiny / "solutions" / "tiny.py")
    assert matrix.attempt(matrix.Trial(script, {"double": source}, (("", None),), 3.0)) is None


def test_an_answer_that_exits_ends_its_cell_only(tiny):
    script = read_script(tiny / "solutions" / "tiny.py")
    leaving = {"double": "def double(x):\n    return 2 * x\nimport sys; sys.exit()"}
    (done,) = matrix.attempt(matrix.Trial(script, leaving, (("", None),), 20.0))
    assert done.lost == []
    leaving = {"double": "import sys; sys.exit()"}
    (done,) = matrix.attempt(matrix.Trial(script, leaving, (("", None),), 20.0))
    assert done.lost == ["double-tests"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_an_answer_that_wants_all_memory_is_told_so(tiny):
    script = read_script(tiny / "solutions" / "tiny.py")
    greedy = {"double": "def double(x):\n    return bytearray(1 << 40)"}
    done = matrix.attempt(matrix.Trial(script, greedy, (("", "double"),), 20.0))
    assert "MemoryError" in done[0].messages["double-tests"]


def test_a_matrix_is_stale_when_a_file_changes_appears_or_goes(tiny, verdicts):
    matrix.write(tiny, verdicts)
    assert matrix.stale(tiny, "tiny") == []
    assert set(verdicts["depends"]) >= {
        "solutions/tiny.py", "solutions/bank/tiny/double.py", "solutions/bank/tiny/equivalent.toml",
        "flcourse/grading/authoring/bank.py", "flcourse/grading/authoring/mutants.py",
        "flcourse/grading/authoring/verdicts.py", "flcourse/grading/checks.py",
        "flcourse/grading/notebook.py", "flcourse/grading/official/trusted.py",
        "flcourse/grading/official/worker.py", "flcourse/grading/script.py",
    }  # fmt: skip
    folder = tiny / "solutions" / "bank" / "tiny"
    (folder / "half.py").write_text("", "utf-8")
    assert matrix.stale(tiny, "tiny") == ["solutions/bank/tiny/half.py"]
    (folder / "half.py").unlink()
    (folder / "double.py").write_text(ANSWERS.replace("6", "7"), "utf-8")
    assert matrix.stale(tiny, "tiny") == ["solutions/bank/tiny/double.py"]
    (folder / "double.py").write_text(ANSWERS, "utf-8", newline="\r\n")
    assert matrix.stale(tiny, "tiny") == []
    doctored = {**verdicts, "depends": {**verdicts["depends"], "gone.py": "0"}}
    matrix.write(tiny, doctored)
    assert matrix.stale(tiny, "tiny") == ["gone.py"]
    matrix.place(tiny, "tiny").unlink()
    assert "solutions/tiny.py" in matrix.stale(tiny, "tiny")


def test_a_sentence_of_the_text_makes_nothing_stale_and_its_code_does(tiny, verdicts):
    matrix.write(tiny, verdicts)
    text = tiny / "solutions" / "tiny.py"
    before = text.read_text("utf-8")
    text.write_text(before.replace("# # Title", "# # Title\n# A sentence put better."), "utf-8")
    assert text.read_text("utf-8") != before
    assert matrix.stale(tiny, "tiny") == []
    for old, new in [("points:1", "points:2"), ("2 * x", "x * 2"), ("double, 5", "double, 6")]:
        assert old in before
        text.write_text(before.replace(old, new, 1), "utf-8")
        assert matrix.stale(tiny, "tiny") == ["solutions/tiny.py"], old
    text.write_text(before, "utf-8")
    matrix.place(tiny, "tiny").unlink()


def test_a_check_that_no_test_calls_makes_nothing_stale(tiny, monkeypatch, tmp_path):
    before = matrix.depends(tiny, "tiny")
    text = Path(checks.__file__).read_text("utf-8")
    copy_of_checks = tmp_path / "checks.py"
    monkeypatch.setattr(checks, "__file__", str(copy_of_checks))
    for part, changes in [
        ("def residual(", False),
        ("def close(", True),
        ("def _near(", True),  # which close calls
        ("SHOWN_WIDTH = 76", True),  # which decides how its message looks
    ]:
        assert part in text
        copy_of_checks.write_text(text.replace(part, f"# changed\n{part}"), "utf-8")
        assert matrix.depends(tiny, "tiny") == before  # a comment between the parts
        new = part.replace("76", "77") if "76" in part else f"{part}extra, "
        copy_of_checks.write_text(text.replace(part, new), "utf-8")
        assert (matrix.depends(tiny, "tiny") != before) == changes, part


def test_the_command_judges_once_and_says_what_is_wrong(tiny, verdicts, monkeypatch, capsys):
    monkeypatch.chdir(tiny)
    tried = []
    monkeypatch.setattr(matrix, "examine", lambda *_, **__: tried.append(1) or verdicts)
    assert main(["bank"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("tiny: 2 right answers, 4 wrong ones, ")
    assert "\n  double: false accept of right-in-truth by double-tests\n" in out
    assert json.loads(matrix.place(tiny, "tiny").read_text("utf-8")) == verdicts
    assert main(["bank", "tiny"]) == 1
    assert "(nothing changed)" in capsys.readouterr().out
    assert len(tried) == 1
    main(["bank", "--again"])
    assert len(tried) == 2


def test_a_course_may_keep_a_small_bank():
    found = json.loads(json.dumps(matrix.read(ROOT, "erm")))
    assert matrix.problems(found) == []
    row = next(iter(found["tasks"].values()))
    row["right"] = dict(list(row["right"].items())[:1])
    (problem,) = matrix.problems(found)
    assert "has 1 right answers, at least 5 are needed" in problem
    assert matrix.problems(found, few=True) == []


def test_the_command_needs_a_checkout(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["bank"]) == 1
    assert "--course must be a course folder" in capsys.readouterr().err


def test_a_trial_leaves_the_seed_of_this_process_alone(tiny, monkeypatch):
    monkeypatch.setenv(checks.SEED_VARIABLE, "mine")
    script = read_script(tiny / "solutions" / "tiny.py")
    matrix.attempt(matrix.Trial(script, {}, (("another", None),), 20.0))
    assert os.environ[checks.SEED_VARIABLE] == "mine"
