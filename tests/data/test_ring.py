"""Rings of devices: the curve is as rough as it says, the noise as strong as it says."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import chi2

from flcourse.data import holder_curve, ring

exponents = st.floats(0.1, 0.95) | st.just(1.0)
# Binary fractions: reduced modulo 1 without rounding, which a rough curve would magnify.
places = st.integers(-(2**22), 2**22).map(lambda i: i / 2**20)


def holder_constant(beta):
    """Bound by hand for h = |x − y|: split the series at the last j = p with 2^-j ≥ h.

    Slopes before, Σ_{j ≤ p} 2^{(1−β)j} h ≤ h^β 2^{1−β} / (2^{1−β} − 1), and heights after,
    Σ_{j > p} 2^{−βj}/2 ≤ h^β / 2(1 − 2^−β).
    """
    if beta == 1:
        return 1.0
    return 2 ** (1 - beta) / (2 ** (1 - beta) - 1) + 0.5 / (1 - 2**-beta)


def test_triangle_by_hand():
    assert_allclose(holder_curve([0, 0.1, 0.25, 0.5, 0.9, 1.0], 1.0), [0, 0.1, 0.25, 0.5, 0.1, 0])


def test_takagi_landsberg_by_hand():
    # At 1/4 only s(1/4) = 1/4 and 2^-β s(1/2) = 2^-β / 2 are not zero; at 1/8 three terms are.
    for beta in (0.25, 0.5, 0.75):
        assert_allclose(holder_curve(0.25, beta), 0.25 + 0.5 * 2**-beta)
        assert_allclose(holder_curve(0.125, beta), 0.125 + 0.25 * 2**-beta + 0.5 * 4**-beta)


def test_maximum_of_the_curve_with_exponent_one_half():
    # At 1/3 every s(2^j/3) is 1/3, so the value is (1/3) / (1 − 2^-β), up to the float 1/3.
    assert_allclose(holder_curve(1 / 3, 0.5), 1 / (3 * (1 - 2**-0.5)), rtol=1e-7)


@settings(deadline=None)
@given(exponents, places)
def test_curve_has_period_one_and_is_symmetric(beta, x):
    assert_allclose(holder_curve(x, beta), holder_curve(x + 1, beta), atol=1e-12)
    assert_allclose(holder_curve(x, beta), holder_curve(-x, beta), atol=1e-12)


@settings(deadline=None)
@given(st.floats(0.1, 0.95), places)
def test_curve_solves_its_functional_equation(beta, x):
    # f(x) = s(x) + 2^-β f(2x)
    right = holder_curve(x, 1.0) + 2**-beta * holder_curve(2 * x, beta)
    assert_allclose(holder_curve(x, beta), right, atol=1e-12)


@settings(deadline=None)
@given(exponents, places, places)
def test_curve_is_holder_continuous(beta, x, y):
    gap = abs(x - y)
    jump = abs(holder_curve(x, beta) - holder_curve(y, beta))
    assert jump <= holder_constant(beta) * gap**beta + 1e-12


@pytest.mark.parametrize("beta", [0.25, 0.5, 1.0])
def test_curve_is_no_smoother_than_it_says(beta):
    # Near 0 the curve rises like h^β exactly: f(2^-p) ≥ 2^{-β(p-1)} / 2, the term j = p − 1.
    p = np.arange(1, 40)
    assert np.all(holder_curve(2.0**-p, beta) >= 0.5 * 2.0 ** (-beta * (p - 1)) - 1e-15)


def test_ring_returns_positions_truth_and_samples():
    field = ring(8, 0.5, rng=np.random.default_rng(1), n=3, sigma2=0.0, scale=2.0)
    assert_allclose(field.points, np.arange(8) / 8)
    assert_allclose(field.W, 2 * holder_curve(field.points, 0.5))
    assert_allclose(field.y, np.repeat(field.W[:, None], 3, axis=1))
    assert_allclose(field.means, field.W)


def test_noise_has_the_stated_variance():
    # (K n − 0) · mean square / σ² is chi-square with K n degrees; 1e-9 in each tail.
    field = ring(500, 1.0, rng=np.random.default_rng(11), n=20, sigma2=4.0)
    total = np.sum((field.y - field.W[:, None]) ** 2) / 4.0
    low, high = chi2.ppf([1e-9, 1 - 1e-9], 500 * 20)
    assert low < total < high
    assert not low < total * 1.1 < high  # 10 % off would be seen


def test_same_seed_same_ring():
    a = ring(16, 0.7, rng=np.random.default_rng(5))
    b = ring(16, 0.7, rng=np.random.default_rng(5))
    assert np.array_equal(a.y, b.y)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": 0}, "K must be at least 1, got 0"),
        ({"K": 2.5}, "K must be an integer"),
        ({"beta": 0.0}, "beta must be greater than 0"),
        ({"beta": 1.5}, "beta must be at most 1"),
        ({"beta": np.nan}, "beta must be finite"),
        ({"n": 0}, "n must be at least 1, got 0"),
        ({"sigma2": -1.0}, "sigma2 must be at least 0"),
        ({"scale": np.inf}, "scale must be finite"),
        ({"rng": 7}, "rng must be a numpy.random.Generator"),
    ],
)
def test_bad_input_is_named(change, message):
    arguments = {"K": 8, "beta": 0.5, "n": 2, "sigma2": 1.0, "rng": np.random.default_rng(1)}
    arguments |= change
    with pytest.raises(ValueError, match=message):
        ring(arguments.pop("K"), arguments.pop("beta"), **arguments)


def test_curve_refuses_nan():
    with pytest.raises(ValueError, match="x must be finite"):
        holder_curve([0.0, np.nan], 0.5)
