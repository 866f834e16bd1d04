"""Checks accept every right answer, refuse the rest in one line, and leave no trace."""

import contextlib
import io
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

SAID = {"what": "w of solve", "hint": "look at eq-gtvmin-normal."}


def failure(check, *args, **kwargs):
    """The line with which a check fails."""
    with pytest.raises(AssertionError) as caught:
        check(*args, **{**SAID, **kwargs})
    line = str(caught.value).replace("eq-gtvmin-normal", "(3.7)")
    assert " ".join(shown).startswith(f"AssertionError: {line} (3.7), labelled eq-gtvmin-normal, ")
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
