"""FedKNN by trees and windows: the same neighbours and estimates as by sorting all distances."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from flcourse import fedknn
from flcourse.engine import fedknn as engine

PLACES = {
    "scattered": lambda rng, K, d: rng.random((K, d)),
    "lattice": lambda rng, K, d: rng.integers(0, 4, (K, d)).astype(float),
    "equally spaced": lambda rng, K, d: rng.permutation(K)[:, np.newaxis] / 32.0,
    "twins": lambda rng, K, d: rng.random((K, d))[rng.integers(0, max(1, K // 2), K)],
    "almost the same": lambda rng, K, d: 1.0 + 1e-16 * rng.integers(0, 9, (K, 1)),
    "twelve decades": lambda rng, K, d: 10.0 ** rng.uniform(-8, 4, (K, d)),
    "enormous": lambda rng, K, d: 1e200 * rng.random((K, 1)),
}


@st.composite
def problems(draw):
    """Points with or without ties, estimates, a ring or none, and a number of neighbours."""
    K, d = draw(st.integers(1, 60)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    kind = draw(st.sampled_from(sorted(PLACES)))
    points = PLACES[kind](rng, K, d)
    period = None if kind == "enormous" else draw(st.sampled_from([None, 4.0]))
    means = rng.standard_normal((K, draw(st.integers(1, 2)))) * 10.0 ** draw(st.integers(-6, 6))
    return points, means, draw(st.integers(1, K)), period


def on_ring(points, period):
    return points if period is None else np.mod(points, period)


@settings(deadline=None, max_examples=300)
@given(problems())
def test_same_neighbours(problem):
    points, _, m, period = problem
    if np.abs(points).max() < 1e100:  # the tree squares distances
        lecture = fedknn.neighbours(points, m, period=period, method="plain")
        assert_array_equal(engine.neighbours(on_ring(points, period), m, period), lecture)


@settings(deadline=None, max_examples=300)
@given(problems())
def test_same_estimates(problem):
    points, means, m, period = problem
    lecture = fedknn.knn_estimate(means, points, m, period=period, method="plain")
    got = engine.knn_estimate(means, on_ring(points, period), m, period)
    assert_allclose(got, lecture, rtol=1e-10, atol=1e-13 * np.abs(means).max())


@settings(deadline=None, max_examples=100)
@given(problems())
def test_same_curve_of_errors(problem):
    points, means, m, period = problem
    W, ms = means[::-1] + np.abs(means).max(), [1, m, len(means)]
    lecture = fedknn.error_curve(means, points, W, ms, period=period, method="plain")
    got = engine.error_curve(means, on_ring(points, period), W, ms, period)
    assert_allclose(got, lecture, rtol=1e-10)


@pytest.mark.parametrize("period", [None, 1.0])
@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("K", [fedknn.FEW, fedknn.FEW + 1])
def test_both_methods_give_the_same_where_the_engine_takes_over(K, d, period):
    rng = np.random.default_rng(1)
    points, means, W = rng.random((K, d)), rng.standard_normal(K), rng.standard_normal(K)
    pairs = [
        [compute(method=method, period=period) for method in ("plain", "auto")]
        for compute in (
            partial(fedknn.neighbours, points, 9),
            partial(fedknn.knn_estimate, means, points, 9),
            partial(fedknn.error_curve, means, points, W, [1, 9, K]),
        )
    ]
    assert_array_equal(*pairs[0])
    assert_allclose(*pairs[1], rtol=1e-10, atol=1e-13)
    assert_allclose(*pairs[2], rtol=1e-10)


def test_only_these_two_methods():
    x = np.arange(3.0)
    for compute in (
        partial(fedknn.neighbours, x, 2),
        partial(fedknn.knn_estimate, x, x, 2),
        partial(fedknn.error_curve, x, x, x, [1, 2]),
    ):
        with pytest.raises(ValueError, match="method must be one of 'auto', 'plain', got 'tree'"):
            compute(method="tree")
