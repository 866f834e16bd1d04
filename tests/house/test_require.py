"""The checks at the door: what passes as a number, a count, an array."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from flcourse import _require


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), np.array(2), np.array(2.0)])
def test_numbers_of_any_kind(value):
    assert _require.number("x", value) == 2.0


@pytest.mark.parametrize("value", [2, np.uint8(2), np.array(2)])
def test_counts_of_any_kind(value):
    count = _require.count("k", value)
    assert count == 2
    assert type(count) is int


@pytest.mark.parametrize("value", [True, np.True_, "2", None, [2.0], 2j])
def test_what_is_no_number(value):
    with pytest.raises(ValueError, match="x must be a real number, got"):
        _require.number("x", value)


@pytest.mark.parametrize("value", [True, 2.0, np.array(2.0), "2", np.nan])
def test_what_is_no_count(value):
    with pytest.raises(ValueError, match="k must be an integer, got"):
        _require.count("k", value)


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ({"at_least": 3}, "x must be at least 3, got 2"),
        ({"above": 2}, "x must be greater than 2, got 2"),
        ({"at_most": 1}, "x must be at most 1, got 2"),
        ({"below": 2}, "x must be less than 2, got 2"),
    ],
)
def test_a_bound_is_named(bounds, said):
    with pytest.raises(ValueError, match=said):
        _require.number("x", 2, **bounds)


def test_rows_of_unequal_length_are_no_array():
    with pytest.raises(ValueError, match="X must be a rectangular array of numbers"):
        _require.array("X", [[1.0], [1.0, 2.0]])


def test_a_vector_is_one_column_of_rows():
    assert_array_equal(_require.rows("W", [1, 2], 2), [[1.0], [2.0]])
    with pytest.raises(ValueError, match="W must have one row for each of the 3 nodes"):
        _require.rows("W", [1, 2], 3)
