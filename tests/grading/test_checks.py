"""Checks accept every right answer, refuse the rest in one line, and leave no trace."""

import contextlib
import io
import os
import re
import subprocess
import sys
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from IPython.core.interactiveshell import InteractiveShell
from scipy import sparse

from flcourse.grading import checks


@pytest.fixture(autouse=True)
def nothing_was_called(monkeypatch):
    """What a check remembers of the last call of an answer."""
    monkeypatch.setattr(checks, "_taken", [])
    monkeypatch.setattr(checks, "_written", {})


SAID = {"what": "w of solve", "hint": "look at eq-gtvmin-normal."}


def failure(check, *args, **kwargs):
    """The line with which a check fails."""
    with pytest.raises(AssertionError) as caught:
        check(*args, **{**SAID, **kwargs})
    line = str(caught.value)
    assert "\n" not in line
    return line


W = [1.0, -2.0, 0.5]


@pytest.mark.parametrize(
    "answer",
    [
        W,
        tuple(W),
        np.array(W),
        np.array(W)[:, None],
        np.array(W)[None, :],
        np.array(W, dtype=np.float32),
        np.array(W, dtype=np.longdouble),
        np.array([Fraction(1), Fraction(-2), Fraction(1, 2)]),
        [np.array([1.0]), np.array([-2.0]), np.array([0.5])],
        np.matrix(W),
        np.matrix(W).T,
        sparse.csr_array(np.array(W)[:, None]),
        sparse.coo_matrix(np.array(W)[:, None]),
        np.ma.masked_array(W),
    ],
    ids=lambda answer: f"{type(answer).__name__}{np.shape(answer)}",
)
def test_a_right_vector_passes_in_every_sensible_form(answer):
    assert checks.close(answer, W, **SAID) is None
    assert checks.shape(answer, (3,), **SAID) is None


@pytest.mark.parametrize("answer", [4, 4.0, np.float32(4), np.array(4), [4], [[4.0]], np.int8(4)])
def test_a_right_number_passes_in_every_sensible_form(answer):
    checks.close(answer, 4.0, **SAID)


def test_booleans_are_numbers():
    checks.close(np.eye(2, dtype=bool), np.eye(2), **SAID)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "return"),
        ([1j, 2.0, 3.0], "complex"),
        ([1.0, np.nan, 0.5], "nan at index [1]"),
        ([1.0, np.inf, 0.5], "inf at index [1]"),
        (float("nan"), "got nan"),
        ([1.0, -2.0], "Expected shape (3,), got shape (2,)"),
        ([[1.0, 2.0, 3.0]] * 3, "got shape (3, 3)"),
        ([[1.0], [1.0, 2.0]], "rows of different lengths"),
        (["1", "-2", "0.5"], "a list of text"),
        ({"w": W}, "dict"),
        ({1.0, 2.0}, "set"),
        (iter(W), "list_iterator"),
        (len, "builtin_function"),
        ([None, 1.0, 2.0], "nan at index [0]"),
        (np.array(["2024"], "datetime64"), "datetime64"),
    ],
)
def test_what_is_no_real_vector_is_refused_in_clear_words(answer, words):
    line = failure(checks.close, answer, W)
    assert line.startswith("w of solve: Expected")
    assert words in line
    assert line.endswith("Hint: look at eq-gtvmin-normal.")


def test_a_column_for_a_row_is_refused_where_both_are_matrices():
    assert "got shape (1, 3)" in failure(checks.shape, [W], (3, 1))


def test_small_arrays_are_shown_and_large_ones_by_their_worst_entry():
    assert "Expected [1, -2, 0.5], got [1, -2, 0.6]" in failure(checks.close, [1, -2, 0.6], W)
    wrong = np.zeros((20, 20))
    wrong[3, 7] = 2.5
    assert "Expected 0 at index [3, 7], got 2.5" in failure(checks.close, wrong, np.zeros((20, 20)))


def test_the_tolerance_is_relative_to_the_largest_entry():
    want = np.array([1e6, 1.0])
    checks.close(np.add(want, [0, 5]), want, **SAID)
    failure(checks.close, np.add(want, [0, 50]), want)
    failure(checks.close, np.add(1e-6 * want, [0, 5e-5]), 1e-6 * want)


def test_zero_is_compared_absolutely():
    checks.close([0, 1e-9], [0, 0], **SAID)
    failure(checks.close, [0, 1e-3], [0, 0])


MISTAKES = {"The sign is flipped": [-1.0, 2.0, -0.5], "The 1/2 is lost": [2.0, -4.0, 1.0]}


def test_a_known_mistake_is_named():
    line = failure(checks.close, [[-1.0], [2.0], [-0.5]], W, mistakes=MISTAKES)
    assert line.startswith("w of solve: The sign is flipped. Expected [1, -2, 0.5], got [-1")
    assert "The 1/2 is lost. " in failure(checks.close, [2, -4, 1], W, mistakes=MISTAKES)


def test_an_unknown_mistake_and_a_right_answer_are_not_called_a_known_one():
    line = failure(checks.close, [3.0, 3.0, 3.0], W, mistakes=MISTAKES)
    assert "sign" not in line
    assert "lost" not in line
    checks.close(W, W, mistakes={"Nothing": W}, **SAID)


def test_a_mistake_may_have_another_shape():
    mistakes = {"This is X X^T": np.eye(4)}
    assert "X X^T" in failure(checks.close, np.eye(4), np.eye(2), mistakes=mistakes)
    assert "X X^T" in failure(checks.shape, np.eye(4), (2, 2), mistakes={"This is X X^T": (4, 4)})


# Of a number below 1e-300 a part in 10^5 may be no number any more.
ELEMENTS = st.floats(-1e6, 1e6, allow_subnormal=False)


@given(hnp.arrays(np.float64, st.integers(1, 6), elements=ELEMENTS), st.data())
def test_every_answer_within_the_tolerance_passes_and_every_other_fails(want, data):
    scale = np.abs(want).max() or 1.0
    index = data.draw(st.integers(0, len(want) - 1))
    inside, outside = want.copy(), want.copy()
    inside[index] += 0.9e-5 * scale
    outside[index] += 1.1e-5 * scale
    checks.close(inside, want, **SAID)
    failure(checks.close, outside, want)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_residual_accepts_any_solution_within_the_tolerance():
    Q, b = np.array([[3.0, -1.0], [-1.0, 3.0]]), np.array([0.0, 8.0])
    checks.residual(Q, [1, 3], b, **SAID)
    checks.residual(sparse.csr_array(Q), np.matrix([1, 3]), b, **SAID)
    checks.residual(Q, np.array([1.0, 3.0]) * (1 + 0.9e-6), b, **SAID)
    assert "relative residual" in failure(checks.residual, Q, [1.00001, 3], b)
    mistakes = {"The sign is lost": [-1.0, -3.0]}
    assert "The sign is lost. " in failure(checks.residual, Q, [-1, -3], b, mistakes=mistakes)
    assert "got shape (3,)" in failure(checks.residual, Q, [1, 3, 0], b)
    assert "nan" in failure(checks.residual, Q, [1, np.nan], b)


def test_residual_of_a_zero_right_side_is_absolute():
    checks.residual(np.eye(2), [0, 0], [0, 0], **SAID)
    failure(checks.residual, np.eye(2), [1, 0], [0, 0])


def test_properties():
    checks.holds(np.bool_(True), expected="x", got=1, **SAID)
    line = failure(checks.holds, False, expected="no increase", got=[1.0, 2.0])
    assert "Expected no increase, got [1, 2]" in line
    checks.symmetric(sparse.csr_array(np.eye(3)), **SAID)
    assert "1 at [0, 1] and 0 at [1, 0]" in failure(checks.symmetric, [[0, 1], [0, 0]])
    assert "square" in failure(checks.symmetric, np.ones((2, 3)))
    checks.positive_semidefinite([[1, -1], [-1, 1]], **SAID)
    assert "negative eigenvalue" in failure(checks.positive_semidefinite, [[0, 1], [1, 0]])


@pytest.mark.parametrize("got", [(1, 2.5), [1, 2.5], np.array([1, 2.5])])
def test_parts_of_a_pair(got):
    assert checks.parts(got, 2, **SAID) == [1, 2.5]


@pytest.mark.parametrize("got", [(1, 2, 3), [], None, 4.0, np.float64(4), "ab", {1: 2, 3: 4}])
def test_what_is_no_pair_is_refused(got):
    assert "Expected 2 results" in failure(checks.parts, got, 2)


def test_call_protects_the_arguments():
    def spoil(X, y, options):
        X[:] = 0
        y.clear()
        options["a"].append(1)
        return X

    X, y, options = np.ones(3), [1, 2], {"a": []}
    assert checks.call(spoil, X, y, options).sum() == 0
    assert (X.sum(), y, options) == (3, [1, 2], {"a": []})


def test_call_copies_a_generator_so_that_the_checker_keeps_its_state():
    rng = np.random.default_rng(3)
    first = checks.call(lambda rng: rng.random(), rng)
    assert rng.random() == first


def message_of(function, *args, **kwargs):
    with pytest.raises(AssertionError) as caught:
        checks.call(function, *args, **kwargs)
    assert caught.value.__suppress_context__, "a chained traceback would bury the line"
    return str(caught.value)


def test_call_tells_an_error_in_one_line_with_the_students_own():
    def solve(Q):
        w = Q[5]
        return w - Q[0]

    line = message_of(solve, np.eye(2))
    assert line.startswith("solve raised IndexError: index 5 is out of bounds")
    assert "w = Q[5]" in line
    assert "\n" not in line


def test_call_tells_wrong_signatures_exits_and_endless_recursion():
    def endless(x):
        return endless(x)

    def leave():
        raise SystemExit(3)

    class SilentError(Exception):
        def __str__(self):
            raise RuntimeError

    def raise_silent():
        raise SilentError

    assert "positional argument" in message_of(lambda x: x)
    assert "endless raised RecursionError" in message_of(endless, 1)
    assert "leave raised SystemExit: 3" in message_of(leave)
    assert "SilentError" in message_of(raise_silent)


def test_call_names_the_arguments_of_an_error():
    def first(values, *more, **named):
        return values[99]

    many, rng = np.ones((8, 8)), np.random.default_rng(1)
    assert message_of(first, many, 0.5, rng).endswith(
        "return values[99]), called with an array of shape (8, 8), 0.5 and a random generator"
    )
    assert message_of(first, [1, 2], "mode", fast=True).endswith(
        'called with [1, 2], "mode" and fast = True'
    )
    assert len(message_of(first, {"key" * 50: 1})) < 150
    assert "0x" not in message_of(first, object())  # the same words each time
    with pytest.raises(AssertionError, match=r"ZeroDivisionError: .*, called with 0\. Hint: h\."):
        checks.raises(lambda x: 1 / x, 0, what="f", hint="h.")


@pytest.mark.parametrize("value", [3.0, None, np.ones((12, 3)), [1, 2]])
def test_a_value_that_has_taken_the_name_of_a_function_is_named(value):
    cell = "from flcourse.grading import checks\nchecks.call(solve, 2)"
    refusal = 'checks.raises(solve, 2, what="w", hint="h.")'
    for source in (cell, cell.replace("checks.call(solve, 2)", refusal)):
        with pytest.raises(AssertionError) as caught:
            exec(source, {"solve": value, "other": object()})
        assert str(caught.value).startswith("solve is no function but ")
        assert "(solve = …)" in str(caught.value)


def test_a_notebook_says_what_may_be_behind_an_unknown_name():
    cell = {}
    exec("def solve():\n    return given_above", cell)
    with pytest.raises(AssertionError) as caught:
        checks.call(cell["solve"])
    shown = caught.value._render_traceback_()
    assert shown[0].startswith("AssertionError: solve raised NameError: name 'given_above' is not")
    assert shown[-1] == "If a cell above gives given_above its meaning, run that cell first."
    assert "If a cell above" not in str(caught.value)


def test_call_names_a_function_that_is_not_answered_yet():
    def solve():
        raise NotImplementedError

    assert message_of(solve).startswith("solve is not answered yet")


def test_a_multi_line_error_becomes_one_short_line():
    def fail():
        raise ValueError("first\nsecond" + "x" * 1000)

    line = message_of(fail)
    assert "\n" not in line
    assert len(line) < 400


def test_raises():
    def refuse(x):
        raise ValueError(x)

    checks.raises(refuse, 3, **SAID)
    assert "Expected a ValueError, got the result 3" in failure(checks.raises, abs, -3)
    assert "raised TypeError" in failure(checks.raises, abs, None)

    def blank(x):
        raise NotImplementedError

    assert "not answered yet" in failure(checks.raises, blank, 3, error=RuntimeError)


def noisy(x):
    warnings.warn("careful", stacklevel=1)
    print("working")
    np.array([1.0]) / 0
    return x


def test_prints_and_warnings_of_an_answer_leave_no_trace():
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        warnings.catch_warnings(record=True) as seen,
    ):
        warnings.simplefilter("always")
        assert checks.call(noisy, 2.0) == 2.0
        checks.raises(int, "x", **SAID)
    assert (out.getvalue(), err.getvalue(), seen) == ("", "", [])


def test_checks_return_none_and_say_nothing(capsys):
    assert checks.close(1, 1, **SAID) is None
    assert checks.shape(1, (), **SAID) is None
    assert checks.residual([[1]], [1], [1], **SAID) is None
    assert checks.raises(int, "x", **SAID) is None
    assert checks.holds(True, expected="", got="", **SAID) is None
    assert checks.symmetric([[1]], **SAID) is None
    assert checks.positive_semidefinite([[1]], **SAID) is None
    assert capsys.readouterr() == ("", "")


def test_a_notebook_shows_the_line_alone_and_short_enough_for_validate():
    with pytest.raises(AssertionError) as caught:
        checks.close([-1.0, 2.0, -0.5], W, mistakes=MISTAKES, **SAID)
    shown = caught.value._render_traceback_()
    told = str(caught.value).replace("eq-gtvmin-normal", "(3.7)")
    assert " ".join(shown).startswith(f"AssertionError: {told} (3.7), labelled eq-gtvmin-normal, ")
    lines = "\n".join(shown).splitlines()
    assert max(len(line) for line in lines if "://" not in line) <= 80


def test_ipython_shows_no_frame_of_the_checker():
    shell = InteractiveShell()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        shell.run_cell(
            "from flcourse.grading import checks\n"
            "checks.close(1, 2, what='w', hint='see eq-gtvmin-normal.')"
        )
    first, below, *_ = out.getvalue().splitlines()
    assert first == "AssertionError: w: Expected 2, got 1. Hint: see (3.7)."
    assert below.startswith("(3.7), labelled eq-gtvmin-normal, stands in the chapter ")


def test_checks_that_run_before_their_answer_say_so_in_a_line(tmp_path):
    cells = [
        "from flcourse.grading import checks\nchecks.own(twice, '')\nchecks.right('Task 1')",
        "print(elsewhere)",
        "def twice(x):\n    return missing",
        "checks.call(twice, 2)\nchecks.right('Task 1')",
        "def four(x):\n    return 2 * twice(x)",
        "twice = 3.0",
        "checks.call(four, 2)",
        "twice(2)",
        "(1)(2)",
    ]
    script = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        f"for cell in {cells}: shell.run_cell(cell, store_history=True); print('---')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "IPYTHONDIR": str(tmp_path), "NO_COLOR": "1"}, check=True,
    )  # fmt: skip
    first, other, _, inside, *_, called, by_hand, number, _ = done.stdout.split("---\n")
    line = (
        "NameError: twice is not there yet: run the cell with your answer first. If you did, look"
    )
    assert " ".join(first.split()).startswith(line)
    assert "Traceback" in other
    assert "is not there yet" not in other
    assert inside.startswith("AssertionError: twice raised NameError: name 'missing' is not")
    value = "twice is no function but 3, to which a cell sets it (twice = …): choose another name"
    for shown in (called, by_hand, number):  # the name is told wherever a value is called
        assert value in " ".join(shown.split())
    assert called.startswith("AssertionError: four raised TypeError: 'float' object is not call")
    assert "Traceback" in by_hand


def test_the_grading_seed_sets_the_instances(monkeypatch):
    monkeypatch.delenv(checks.SEED_VARIABLE, raising=False)
    public = checks.grading_rng("solve").random(4)
    monkeypatch.setenv(checks.SEED_VARIABLE, "a secret of the instructor")
    secret = checks.grading_rng("solve").random(4)
    assert not np.allclose(public, secret)
    assert np.array_equal(secret, checks.grading_rng("solve").random(4))
    assert not np.allclose(secret, checks.grading_rng("assemble").random(4))
    monkeypatch.setenv(checks.SEED_VARIABLE, "")
    assert np.array_equal(public, checks.grading_rng("solve").random(4))


def test_a_long_list_is_told_by_its_length():
    def answer(A, X, words):
        raise ValueError("no")

    rows = [np.ones((1, 3))] * 8
    with pytest.raises(AssertionError) as caught:
        checks.call(answer, np.eye(8), rows, ["a"] * 40)
    said = " ".join(str(caught.value).split())
    assert said.endswith(
        "called with an array of shape (8, 8), a list of 8 arrays and a list of 40 entries"
    )


def test_one_array_is_not_said_to_be_its_rows():
    for got, came in [
        (np.ones((3, 2)), "one array of shape (3, 2)"),
        ([1, 2, 3], "one list of length 3"),
        ((1, 2, 3), "3"),
    ]:
        with pytest.raises(AssertionError, match=re.escape(f"Expected 2 results, got {came}.")):
            checks.parts(got, 2, what="own_methods", hint="table, choice.")
    with pytest.raises(AssertionError, match=r"Expected one number, got shape \(2,\)\."):
        checks.shape([1, 2], (), what="choice", hint="one row.")


def test_a_share_that_a_check_has_written_stands_without_quotation_marks():
    with pytest.raises(AssertionError, match=r"got 69\.0%\."):
        checks.holds(False, what="share", expected="at least 80%", got="69.0%", hint="look.")


def test_rows_of_one_array_that_are_taken_for_results_are_told_as_such():
    got = checks.parts(checks.call(np.ones, (2, 3)), 2, what="f", hint="return Q, q.")
    came = r"one array of shape \(2, 3\) came, and its parts were taken for the results"
    words = rf"Expected shape \(3, 3\), got shape \(3,\); {came}"
    with pytest.raises(AssertionError, match=f"^Q of f: {words}"):
        checks.shape(got[0], (3, 3), what="Q of f", hint="h.", mistakes={"Swapped": (3,)})
    with pytest.raises(AssertionError, match=r"^q: Expected \[0, 0, 0\], got \[1, 1, 1\]; one"):
        checks.close(got[1], [0, 0, 0], what="q", hint="h.", mistakes={"The sign": [1, 1, 1]})
    # Who returns two results in an array, each of them right, has returned two results.
    checks.close(got[1], [1, 1, 1], what="q", hint="h.")
    # A list of arrays that is itself one of the results is no such array, nor is what comes later.
    got = checks.parts(checks.call(lambda: (1, np.ones((2, 3)))), 2, what="f", hint="return A, X.")
    checks.parts(got[1], 2, what="X of f", hint="h.")
    for look in (checks.call, checks.own):
        with pytest.raises(AssertionError, match=r"got 1 entry\. Hint"):
            checks.holds(False, what="X", expected="two", got="1 entry", hint="h.")
        checks.parts(checks.call(np.ones, (2, 3)), 2, what="f", hint="return Q, q.")
        look(dict)


@pytest.mark.parametrize(
    ("got", "told"),
    [
        (3, "one number, 3"),
        (np.float64(2.5), "one number, 2.5"),
        (None, "None; does your function reach a return"),
        ("ab", '"ab"'),
    ],
)
def test_what_is_no_pair_is_told_as_what_it_is(got, told):
    with pytest.raises(AssertionError) as caught:
        checks.parts(got, 2, what="f", hint="return Q, q.")
    assert f"f: Expected 2 results, got {told}" in str(caught.value)


def test_two_results_where_one_is_asked_for_are_told_as_two():
    A = np.eye(4)
    for pair in ((A, 2 * A), (A, [1.0]), (A, A, "L")):
        with pytest.raises(AssertionError, match=rf"got {len(pair)} results\. Hint: h"):
            checks.close(pair, A, what="L", hint="h.")
        with pytest.raises(AssertionError, match=rf"got {len(pair)} results\. Hint: h"):
            checks.shape(pair, (4, 4), what="L", hint="h.")
    checks.close(tuple(A), A, what="L", hint="h.")  # rows in a tuple are a matrix
    with pytest.raises(AssertionError, match=r"got shape \(2,\)"):  # numbers are a vector
        checks.shape((1, 2), (3,), what="w", hint="h.")


def test_an_answer_that_is_interrupted_is_told_in_a_line():
    cell = {}
    exec("def solve(q):\n    raise KeyboardInterrupt", cell)
    for meet in (checks.call, lambda *args: checks.raises(*args, what="w", hint="h.")):
        with pytest.raises(KeyboardInterrupt) as caught:
            meet(cell["solve"], 1)
        assert caught.value._render_traceback_() == ["KeyboardInterrupt: solve was interrupted."]


def test_who_writes_into_an_argument_is_told_beside_being_right(capsys, monkeypatch):
    def halve(Q, q):
        q *= 0.5
        return q

    def sort_all(rows, rng):
        rng.random()
        for row in rows:
            row.sort()

    monkeypatch.setattr(checks.progress, "_got", {})
    monkeypatch.setattr(checks, "_written", {})
    checks.call(halve, np.eye(2), np.ones(2))
    checks.call(halve, np.eye(2), np.zeros(2))  # nothing has changed there
    checks.call(sort_all, [np.ones(2), np.arange(3.0)[::-1]], np.random.default_rng(0))
    checks.call(lambda words: None, np.array(["a", None], dtype=object))
    checks.right("Task 1", 2, of=2, cell="halve-tests")
    assert capsys.readouterr().out.splitlines() == [
        "Task 1: right, 2 of 2 points",
        "halve writes into its argument q: cells below find it changed, work on a copy.",
        "sort_all writes into its argument rows: cells below find it changed, work on a copy.",
    ]
    checks.right("Task 1", 2, of=2, cell="halve-tests")
    assert capsys.readouterr().out == "Task 1: right, 2 of 2 points\n"


@pytest.mark.parametrize(
    ("got", "shown"),
    [("0.012", "0.012"), ("-1e-05", "-1e-05"), ("69.0%", "69.0%"), ("two rows", "two rows"),
     ("", '""'), ("SYD1", '"SYD1"')],
)  # fmt: skip
def test_a_number_that_a_check_has_written_stands_without_quotation_marks(got, shown):
    with pytest.raises(AssertionError) as caught:
        checks.holds(False, what="v", expected="less", got=got, hint="h.")
    assert str(caught.value) == f"v: Expected less, got {shown}. Hint: h."


@pytest.mark.parametrize(
    ("got", "asked"),
    [
        (np.trunc, "Is this cut to whole numbers? Expected"),
        (np.floor, "Is this cut to whole numbers? Expected"),
        (lambda w: np.round(w, 3), "Is this rounded to 3 digits behind the point? Expected"),
        (lambda w: w + 0.4, "w: Expected"),
        (lambda w: 0 * w, "w: Expected"),
    ],
)
def test_lost_digits_are_asked_for(got, asked):
    want = np.array([2.718281, -1.41421, 3.14159])
    with pytest.raises(AssertionError) as caught:
        checks.close(got(want), want, what="w", hint="h.")
    assert asked in str(caught.value)
    assert ("Is this" in asked) == ("Is this" in str(caught.value))
