"""Exercises of the book: blank, right, wrong and broken answers each get their own line."""

import numpy as np
import pytest

from flcourse.grading.checks import close
from flcourse.grading.practice import practice


def check_double(answer):
    close(answer(2.0), 4.0, what="double(2)", hint="see eq-x.")


def undocumented(x): ...


def documented(x):
    """Twice x."""
    ...


def commented(x):
    """Twice x."""
    # your answer
    ...


@pytest.mark.parametrize("answer", [..., undocumented, documented, commented])
def test_a_blank_answer_is_not_called_wrong(answer):
    verdict = practice(check_double, answer)
    assert not verdict.right
    assert repr(verdict).startswith("Not answered yet")


@pytest.mark.parametrize(
    "answer", [lambda x: 2 * x, lambda x: x + x, float.__add__(2.0, 0.0).__mul__]
)
def test_a_right_answer_is_right(answer):
    assert repr(practice(check_double, answer)) == "Right."


def test_a_wrong_answer_gets_the_line_of_the_check():
    verdict = practice(check_double, lambda x: x**3)
    assert repr(verdict) == "Not yet. double(2): Expected 4, got 8. Hint: see eq-x."


def test_an_answer_that_stops_is_told_by_its_error():
    assert "ZeroDivisionError" in repr(practice(check_double, lambda x: 1 / 0))
    cell = {}
    exec(compile("def double(x):\n    half = x - x\n    return x / half\n", "cell", "exec"), cell)
    stopped = repr(practice(check_double, cell["double"]))
    assert stopped.startswith("Not yet. Your answer stops in line 3 with ZeroDivisionError: ")


def forgot(x):
    x = 2 * x


def seven(x):
    return 7


def true(x):
    return True


def none(x):
    """Twice x."""
    return None  # noqa: RET501 - as a beginner writes it


def nothing(x):
    return


@pytest.mark.parametrize("answer", [forgot, seven, true, none, nothing, lambda x: 7])
def test_an_answer_that_is_short_is_wrong_not_blank(answer):
    assert repr(practice(check_double, answer)).startswith("Not yet.")


def test_an_answer_that_changes_its_arguments_spoils_no_other_case():
    def check(answer):
        w, rows, rng = np.array([1.0, 2.0]), [np.ones(2)], np.random.default_rng(0)
        first = answer(w, rows=rows, rng=rng)[2]
        got, row, second = answer(w, rows=rows, rng=rng)
        close(got, [0.5, 2.0], what="halved(w)", hint="see eq-x.")
        close(row, [2.0, 1.0], what="its row", hint="see eq-x.")
        assert first != second, "the generator goes on"

    def halved(w, rows, rng):
        w[0] /= 2
        rows[0][0] += 1
        return w, rows[0], rng.random()

    assert repr(practice(check, halved)) == "Right."
