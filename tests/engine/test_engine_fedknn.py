"""FedKNN by trees and windows: the same neighbours and estimates as by sorting all distances."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from flcourse import fedknn

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


def both(compute):
    """Result of the lecture's lines, then of the engine, whatever the number of devices."""
    results = []
    for few in (10**9, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fedknn, "FEW", few)
            results.append(compute())
    return results


@settings(deadline=None, max_examples=300)
@given(problems())
def test_same_neighbours(problem):
    points, _, m, period = problem
    if np.abs(points).max() < 1e100:  # the tree squares distances
        assert_array_equal(*both(lambda: fedknn.neighbours(points, m, period=period)))


@settings(deadline=None, max_examples=300)
@given(problems())
def test_same_estimates(problem):
    points, means, m, period = problem
    lecture, engine = both(lambda: fedknn.knn_estimate(means, points, m, period=period))
    assert_allclose(engine, lecture, rtol=1e-10, atol=1e-13 * np.abs(means).max())


@settings(deadline=None, max_examples=100)
@given(problems())
def test_same_curve_of_errors(problem):
    points, means, m, period = problem
    W, ms = means[::-1] + np.abs(means).max(), [1, m, len(means)]
    lecture, engine = both(lambda: fedknn.error_curve(means, points, W, ms, period=period))
    assert_allclose(engine, lecture, rtol=1e-10)


@pytest.mark.parametrize("d", [1, 2])
def test_same_numbers_at_the_size_where_the_engine_takes_over(d):
    rng = np.random.default_rng(1)
    for K in (fedknn.FEW, fedknn.FEW + 1):
        points, means = rng.random((K, d)), rng.standard_normal(K)
        assert_array_equal(*both(lambda p=points: fedknn.neighbours(p, 9)))
        pair = both(lambda p=points, y=means: fedknn.knn_estimate(y, p, 9))
        assert_allclose(*pair, rtol=1e-10, atol=1e-13)
