"""Clumsy notebooks: no traceback, and one verdict in the notebook, by check and in grading.

What a student's own notebook says is found out with IPython itself (`notebook_shell`), what
official grading says in its sandbox, both with the visible checks alone.
"""

import json

import clumsy
import notebook_shell
import pytest
from clumsy import CASES

from flcourse.cli import main
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import execute, intake, sandbox, warm
from flcourse.grading.official.execute import Budget
from flcourse.grading.student import check, process, submit
from flcourse.grading.student.panel import tell

SECONDS = 1.0  # for a loop that never ends


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The released notebook of the clumsy assignment."""
    root = tmp_path_factory.mktemp("checkout")
    (root / "solutions").mkdir()
    (root / "solutions" / f"{clumsy.STEM}.py").write_text(clumsy.SCRIPT, "utf-8")
    (path,) = build.build(root)
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def zygote(bwrap):
    """What forks processes that have everything imported; one for all notebooks here."""
    assert sandbox.reason_against() is None
    opened = warm.Zygote(["matplotlib.pyplot"])
    assert opened.usable()
    yield opened
    opened.close()


@pytest.fixture
def quick(zygote, monkeypatch):
    """Let `flcourse check` use warm processes, and give up soon."""

    class Warm(process.LocalProcess):
        def __init__(self, tell):
            super().__init__(tell, Budget(each=SECONDS, total=60.0))

        def _start(self):
            self._restarts += 1
            self._process = zygote.fork(self.limits)
            self._pipe = execute._Pipe(self._process)
            self._watch = sandbox.Watch(self._process, self.limits)

    monkeypatch.setattr(check, "LocalProcess", Warm)


@pytest.fixture
def report(quick, monkeypatch):
    """The report that the command `flcourse check` has printed, once it is called."""
    seen, real = [], check.check_notebook

    def remember(*args, **kwargs):
        seen.append(real(*args, **kwargs))
        return seen[-1]

    monkeypatch.setattr(check, "check_notebook", remember)
    return seen


def failing(report):
    """Tasks that lose points by the visible checks."""
    return {task.name for task in report.tasks if task.messages}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_check_gives_points_and_never_a_traceback_and_all_give_one_verdict(
    case, released, tmp_path, report, zygote, capsys
):
    path = clumsy.write(released, case, tmp_path)
    code = main(["check", str(path)])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    if case.lost is None:
        assert (code, said.out) == (1, "")
        assert said.err.count("\n") == 1, "one sentence says why"
        with pytest.raises(ValueError, match=r"\w"):
            submit.examine(path)
        return
    (seen,) = report
    assert seen.possible - seen.points == case.lost, [task.messages for task in seen.tasks]
    assert code == (1 if case.lost else 0)
    assert all("\n" not in message for task in seen.tasks for message in task.messages)
    submit.examine(path)

    official = graded(path, tmp_path, zygote)
    lost = {name.removesuffix("-tests"): message for name, message in official.items() if message}
    assert failing(seen) == set(lost)
    assert set(lost.values()) <= {m for task in seen.tasks for m in task.messages}
    if not (case.content or case.forgiven):
        assert failing(seen) == notebook_says(path, tmp_path)


def graded(path, folder, zygote):
    """Message of each tests cell in official grading."""
    assignment = read_assignment(folder / ".flcourse" / clumsy.STEM / f"{clumsy.STEM}.ipynb")
    taken = intake.take_in(path.parent, assignment)
    budget = Budget(each=SECONDS, total=60.0)
    return execute.grade(taken.steps, assignment.names, zygote=zygote, budget=budget).messages


def notebook_says(path, folder):
    """Tasks that fail when the cells of a notebook are run as they stand."""
    cells = [cell for cell in intake.read_cells(path.read_bytes()) if cell.code]
    tests = [cell for cell in cells if cell.grade_id.endswith("-tests")]
    steps = [
        CodeCell("tests" if cell in tests else "free", cell.grade_id, cell.source) for cell in cells
    ]
    inside = notebook_shell.run(steps, folder)
    return {name.removesuffix("-tests") for name, message in inside.items() if message}


def test_an_endless_loop_is_stopped_with_a_line_before_and_the_official_sentence(
    released, tmp_path, monkeypatch
):
    (case,) = [case for case in CASES if case.name == "endless"]
    path = clumsy.write(released, case, tmp_path)
    monkeypatch.setattr(process, "PATIENCE", 0.5)
    told, made = [], []

    def started(tell):
        made.append(process.LocalProcess(tell, Budget(each=2.0, total=60.0)))
        return made[-1]

    seen = check.check_notebook(path, saved=True, tell=told.append, process=started)
    assert "twice: still running, it has 2 seconds" in told
    (first, *_) = seen.tasks
    assert first.messages == (
        "twice was stopped after 2 seconds: does a loop never end, or take too long?",
    )
    assert first.state == check.State.ENDLESS
    assert list(made[0].endless) == ["twice"]  # nobody waits for it again
    assert process.SECONDS.each == 10.0


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("parenthesis", "The answer does not run: '(' in line 2 is never closed"),
        ("colon", "The answer does not run: ':' is missing at the end of line 1: def twice(x)"),
        ("quote", "The answer does not run: the closing quotation mark is missing in line 2"),
        ("stray-return", "The answer does not run: 'return' outside function, in line 3: return y"),
        ("missing-module", "The answer does not run: ModuleNotFoundError: No module named"),
    ],
)
def test_what_does_not_run_is_named_everywhere(name, sentence, released, tmp_path, quick, zygote):
    (case,) = [case for case in CASES if case.name == name]
    path = clumsy.write(released, case, tmp_path)
    (first, *_) = check.check_notebook(path, saved=True).tasks
    assert first.state == check.State.BROKEN
    assert first.messages[0].startswith(sentence)
    assignment = read_assignment(tmp_path / ".flcourse" / clumsy.STEM / f"{clumsy.STEM}.ipynb")
    steps = intake.take_in(path, assignment).steps
    official = execute.grade(steps, assignment.names, zygote=zygote)
    assert official.messages["twice-tests"].startswith(sentence)
    handed_in = "\n".join(submit.examine(path).notes)
    if name != "missing-module":
        assert sentence.replace("The answer does not run", "twice does not run") in handed_in


def in_the_panel(path, found):
    """What the panel says of each task, as text."""
    shown = tell.result(found, tell.outline(path), book="")
    return {t["id"]: "".join(part["text"] for part in t["says"]) for t in shown["tasks"]}


def test_a_mistake_that_travels_is_led_back_to_where_it_was_made(
    released, tmp_path, report, capsys
):
    (case,) = [case for case in CASES if case.name == "calls-wrong-answer"]
    path = clumsy.write(released, case, tmp_path)
    main(["check", str(path)])
    first, second, _ = report[0].tasks
    lead = f"It calls your answer to {first.title}, which is not right yet: mend that first,"
    assert first.lead == ""
    assert second.lead.startswith(lead)
    said = in_the_panel(path, report[0])
    assert said["total"].startswith(lead)
    assert second.sentence in said["total"]  # what its own check saw is told, too
    assert lead not in said["twice"]
    assert lead in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("first", "line", "lead"),
    [
        ("return [x]", "return twice(values) / 0", "It calls"),  # where the other is called
        ("return x[99]", "return np.sum(twice(values))", "It calls"),  # inside of the other
        ("return x", "return values[99]", "It also calls"),  # in a line of its own
    ],
)
def test_an_error_of_its_own_is_not_blamed_on_another_answer(
    first, line, lead, released, tmp_path, quick
):
    answers = {
        "twice": f"def twice(x):\n    {first}",
        "total": f"def total(values):\n    doubled = twice\n    {line}",
    }
    case = clumsy.Clumsy("two-errors", answers=answers)
    found = check.check_notebook(clumsy.write(released, case, tmp_path), saved=True)
    one, other = found.tasks[:2]
    assert one.lead == ""
    assert other.lead.startswith(f"{lead} your answer to {one.title}, which is not right yet")


RESULT = "twice = twice(2)"
CALLING = "def total(values):\n    return np.sum(twice(values))"


def below_its_answer(cells, known):
    """Add a cell of one's own below the answer whose name it takes."""
    clumsy.free(RESULT, cells.index(known["twice"]) + 1)(cells, known)


@pytest.mark.parametrize(
    ("answers", "cells", "where"),
    [
        ({}, below_its_answer, "a cell of yours"),
        (
            {"twice": f"{clumsy.RIGHT['twice']}\n\n{RESULT}"},
            None,
            "your answer to Task 1",
        ),
        ({"twice": f"{clumsy.RIGHT['twice']}\ntwice: float = 4.0"}, None, "your answer to Task 1"),
        ({"total": f"{RESULT}\n{CALLING}"}, None, "your answer to Task 2"),
    ],
)
def test_who_calls_a_result_as_its_function_is_told_where(
    answers, cells, where, released, tmp_path, quick
):
    case = clumsy.Clumsy("named-alike", answers=answers, cells=cells)
    found = check.check_notebook(clumsy.write(released, case, tmp_path), saved=True)
    told = [task for task in found.tasks if task.messages]
    assert told
    for task in told:  # each task that meets it, at the task itself, and once
        said = f"{task.lead} {task.sentence}"
        assert said.count("twice is no function") == 1
        if "object is not callable" in task.sentence:  # an answer has called it
            assert task.lead.startswith(f"twice is no function: {where} sets it")
        else:
            assert task.sentence.startswith("twice is no function but 4, to which a cell sets")
            itself = "Its own cell sets the name, below the function: take that line out."
            own = task.title.partition(":")[0]
            there = itself if where.endswith(own) else f"Look at {where}."
            assert task.lead == (there if "answer" in where else "")
    assert not [note for note in found.notes if "twice =" in note]


def test_who_gives_a_functions_name_to_its_result_is_told_if_a_cell_below_calls_it(
    released, tmp_path, quick
):
    def after_all(*sources):
        def change(cells, known):
            for source in sources:
                clumsy.free(source, len(cells))(cells, known)

        return change

    told = []
    for sources in (
        ("total = np.ravel(total([1.0]))", "print(total([2.0]))"),  # dies in a notebook
        ("total = np.ravel(total([1.0]))", "print(total[0])"),
        ("total = np.vectorize(total)", "print(total([2.0]))"),
    ):
        case = clumsy.Clumsy("below", answers=clumsy.RIGHT, cells=after_all(*sources))
        found = check.check_notebook(clumsy.write(released, case, tmp_path), saved=True)
        assert failing(found) == set()
        told.append([note for note in found.notes if "sets total" in note])
    assert [len(notes) for notes in told] == [1, 0, 0]


def test_a_function_that_is_wrapped_stays_one(released, tmp_path, quick):
    wrapped = f"{clumsy.RIGHT['twice']}\ntwice = np.vectorize(twice)"
    case = clumsy.Clumsy("wrapped", answers={"twice": wrapped, "total": "def total(v): return 0"})
    found = check.check_notebook(clumsy.write(released, case, tmp_path), saved=True)
    assert failing(found) == {"total"}
    assert found.notes == ()


def test_there_are_at_least_eighty_of_them():
    assert len({case.name for case in CASES}) == len(CASES) >= 80
