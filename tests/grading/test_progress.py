"""Being right is said, remembered, and forgotten when the checks of a cell fail later."""

import contextlib

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from flcourse.grading import checks, labels, progress

RIGHT = """\
from flcourse.grading import checks
assert {}
checks.right("Task 1", 2, of=2, cell="a-tests")"""


@pytest.fixture
def shell(monkeypatch):
    """IPython as in a kernel, with nothing remembered."""
    monkeypatch.setattr(progress, "_got", {})
    monkeypatch.setattr(progress, "_when", {})
    monkeypatch.setattr(progress, "_how", {})
    monkeypatch.setattr(checks, "_written", {})
    with contextlib.ExitStack() as stack:
        shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
        monkeypatch.setattr("builtins.get_ipython", lambda: shell, raising=False)
        shell.showtraceback = lambda *args, **kwargs: None
        stack.callback(shell.restore_sys_module_state)
        yield shell


def test_a_cell_that_fails_later_counts_no_more(shell, capsys):
    def run(condition):
        source = RIGHT.format(condition)
        shell.user_ns.setdefault("In", [""]).append(source)
        shell.run_cell(source)

    progress.whole({"Task 1: Twice": 2})
    assert "Task 1: Twice      0 of 2  run its checks" in capsys.readouterr().out
    run("True")
    assert capsys.readouterr().out == "Task 1: right, 2 of 2 points\n"
    progress.whole({"Task 1: Twice": 2})
    assert "Task 1: Twice      2 of 2  right" in capsys.readouterr().out
    run("False")
    progress.whole({"Task 1: Twice": 2, "Task 10: Thrice": 1})
    shown = capsys.readouterr().out
    assert "Task 1: Twice        0 of 2  not right yet" in shown
    assert "Task 10: Thrice      0 of 1  run its checks" in shown
    run("True")
    progress.whole({"Task 1: Twice": 2})
    assert "Task 1: Twice      2 of 2  right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("raise NotImplementedError", "not answered"),
        ("return 1 / 0", "ends in an error"),
        ("return 3", "not right yet"),
        ("return 2", "right"),
    ],
)
def test_the_whole_says_how_a_task_has_failed(shell, capsys, answer, words):
    def run(source):
        shell.user_ns.setdefault("In", [""]).append(source)
        shell.run_cell(source)
        capsys.readouterr()
        progress.whole({"Task 1: Twice": 2})
        return capsys.readouterr().out.splitlines()[0].rpartition("  ")[2]

    check = 'checks.close(checks.call(twice), 2, what="twice", hint="h.")'
    cell = f"{RIGHT.partition('assert')[0]}{check}\n{RIGHT.splitlines()[-1]}"
    shell.set_custom_exc((NameError, TypeError, AssertionError), checks._explained)
    assert run("pass") == "run its checks"
    assert run(cell) == "not there yet"
    assert run(f"def twice():\n    {answer}") == "not there yet"
    assert run(cell) == words
    assert run("pass") == words


def test_a_notebook_leads_to_the_wrong_answer_that_another_one_calls(shell, capsys, monkeypatch):
    monkeypatch.setattr(checks, "_wrong", set())
    shell.set_custom_exc((NameError, TypeError, AssertionError), checks._explained)

    def run(source):
        shell.user_ns.setdefault("In", [""]).append(source)
        shell.run_cell(source)
        return " ".join(capsys.readouterr().out.split())

    def checked(name, number):
        return run(
            "from flcourse.grading import checks\n"
            f'checks.close(checks.call({name}), 4, what="{name}", hint="h.")\n'
            f'checks.right("Task {number}", 2, of=2, cell="{name}-tests")'
        )

    run("def twice():\n    return 3")
    run("def total():\n    return twice()")
    assert "twice" not in checked("total", 2)  # whose checks nobody has run
    assert "calls" not in checked("twice", 1)
    told = "total calls twice, whose checks do not pass yet: mend that first, it may be why."
    assert told in checked("total", 2)
    run("def twice():\n    return 4")
    assert "Task 1: right" in checked("twice", 1)
    run("def total():\n    return twice() + 1")
    assert "calls" not in checked("total", 2)


def test_a_failure_in_a_notebook_ends_with_numbers_and_links(monkeypatch):
    monkeypatch.setenv(labels.VARIABLE, "https://example.org/book")
    with pytest.raises(AssertionError) as failure:
        checks.close([1.0], [2.0], what="L", hint="see eq-laplacian.")
    assert str(failure.value).endswith("Hint: see eq-laplacian.")
    lines = failure.value._render_traceback_()
    shown = " ".join(" ".join(lines).split())
    assert "Hint: see (2.7)." in shown  # as the panel says it
    assert "(2.7), labelled eq-laplacian, stands in the chapter 'The empirical graph':" in shown
    assert "https://example.org/book/graph.html#equation-eq-laplacian" in shown


def test_pages_for_students_hold_every_formula_that_a_link_leads_to(tmp_path):
    labels.write_pages(tmp_path)
    page = (tmp_path / "graph.md").read_text("utf-8")
    assert "# The empirical graph: formulas and statements\n\nTo look up" in page
    head = '## <span id="eq-laplacian"></span>(2.7) The Laplacian\n\n<small>eq-laplacian</small>'
    assert f"{head}\n\n$$\nL = D - A\n$$" in page
    assert '<span id="def-laplacian"></span>Definition 2.2 Laplacian\n' in page
    assert "{eq}" not in page
    assert "{prf:ref}" not in page
    for label in labels.of_page("graph"):
        heads = [line for line in page.splitlines() if f'<span id="{label.label}"></span>' in line]
        assert len(heads) == 1
        words = heads[0].partition(f"</span>{label.name} ")[2]
        assert words, f"{label.label} has a number and no words"
