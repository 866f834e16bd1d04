"""FedKNN: neighbours with exact ties, estimators that solve their equations, the right balance."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.stats import chi2

from flcourse import fedknn
from flcourse.data import ring
from flcourse.losses import Logistic, Squared

SEEDS = st.integers(0, 10**6)


def sorted_by_distance(points, period=None):
    """All devices sorted by (not itself, distance, index): the definition, in O(K² log K)."""
    P = np.reshape(points, (len(points), -1)).astype(float)
    gap = np.abs(P[:, None] - P[None])
    if period is not None:
        gap = np.minimum(gap, period - gap)
    away = np.linalg.norm(gap, axis=-1)
    np.fill_diagonal(away, -1.0)
    return np.argsort(away, axis=1, kind="stable")


@st.composite
def problems(draw):
    """Points with or without ties, duplicates and a ring, means, and a number of neighbours."""
    K, d = draw(st.integers(1, 25)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(SEEDS))
    points = {
        "scattered": lambda: rng.random((K, d)),
        "lattice": lambda: rng.integers(0, 4, (K, d)).astype(float),
        "equally spaced": lambda: rng.permutation(K)[:, None] / 32.0,
        "almost the same": lambda: 1.0 + 1e-16 * rng.integers(0, 9, (K, 1)),
    }[draw(st.sampled_from(["scattered", "lattice", "equally spaced", "almost the same"]))]()
    period = draw(st.sampled_from([None, 4.0]))
    m = draw(st.integers(1, K))
    return points, rng.standard_normal((K, draw(st.integers(1, 2)))), m, period


# Neighbours -------------------------------------------------------------------------------------


def test_neighbours_by_hand():
    # On 0, 1, 2, 5 device 1 has 0 and 2 at distance 1: the lower index first.
    want = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [3, 2, 1]]
    assert fedknn.neighbours([0.0, 1.0, 2.0, 5.0], 3).tolist() == want


def test_device_comes_before_its_twins():
    want = [[0, 1, 2], [1, 0, 2], [2, 0, 1]]
    assert fedknn.neighbours([7.0, 7.0, 7.0], 3).tolist() == want
    assert fedknn.neighbours(np.zeros((50, 2)), 1).ravel().tolist() == list(range(50))


def test_ring_closes():
    order = fedknn.neighbours(np.arange(8) / 8, 3, period=1.0)
    assert order[0].tolist() == [0, 1, 7]
    assert order[7].tolist() == [7, 0, 6]


@settings(deadline=None, max_examples=300)
@given(problems())
def test_neighbours_equal_the_definition(problem):
    points, _, m, period = problem
    want = sorted_by_distance(points, period)[:, :m]
    assert np.array_equal(fedknn.neighbours(points, m, period=period), want)


@settings(deadline=None, max_examples=300)
@given(problems())
def test_estimate_equals_the_weighted_mean_of_the_neighbours(problem):
    points, means, m, period = problem
    W = fedknn.weights(sorted_by_distance(points, period), m)
    got = fedknn.knn_estimate(means, points, m, period=period)
    assert_allclose(got, fedknn.weighted_estimate(means, W), atol=1e-12)


@settings(deadline=None, max_examples=200)
@given(
    hnp.arrays(float, st.integers(1, 20), elements=st.floats(-1e6, 1e6, width=32)),
    st.data(),
)
def test_windows_on_any_line_equal_the_definition(x, data):
    m = data.draw(st.integers(1, len(x)))
    means = np.random.default_rng(1).standard_normal(len(x))
    want = means[sorted_by_distance(x)[:, :m]].mean(axis=1)
    assert_allclose(fedknn.knn_estimate(means, x, m), want, atol=1e-12)


@pytest.mark.parametrize("m", [1, 2, 31, 32, 33, 34, 119, 120])
@pytest.mark.parametrize("places", ["even", "crowded", "far", "few decimals"])
@pytest.mark.parametrize("period", [None, 1.5])
def test_windows_of_any_length_equal_the_definition(m, places, period):
    rng = np.random.default_rng(m)
    x = {
        "even": rng.random(120),
        # Leading digits tell nothing about the order of all devices but one.
        "crowded": np.append(rng.random(119) * 1e-6, 1.0),
        "far": rng.standard_cauchy(120) * 1e100,
        "few decimals": rng.permutation(np.arange(120) / 128),
    }[places]
    if period is not None:
        x = x % period
    means = rng.standard_normal((120, 2))
    want = means[sorted_by_distance(x, period)[:, :m]].mean(axis=1)
    assert_allclose(fedknn.knn_estimate(means, x, m, period=period), want, atol=1e-12)


def test_many_devices_in_portions(monkeypatch):
    rng = np.random.default_rng(2)
    P, means = rng.random((200, 2)).round(1), rng.standard_normal((200, 3))
    want = means[sorted_by_distance(P)[:, :30]].mean(axis=1)
    monkeypatch.setattr("flcourse.engine.fedknn.BLOCK", 1000)
    assert_allclose(fedknn.knn_estimate(means, P, 30), want, atol=1e-12)
    assert np.array_equal(fedknn.neighbours(P, 30), sorted_by_distance(P)[:, :30])


def test_estimate_keeps_the_shape_of_the_means():
    x = np.arange(5.0)
    assert fedknn.knn_estimate(np.ones(5), x, 2).shape == (5,)
    assert fedknn.knn_estimate(np.ones((5, 2, 3)), x, 2).shape == (5, 2, 3)
    assert fedknn.knn_estimate(np.ones(5, dtype=np.int32), x, 2).dtype == float


@settings(deadline=None)
@given(problems())
def test_one_neighbour_is_local_and_all_neighbours_is_fedavg(problem):
    points, means, _, period = problem
    local = fedknn.knn_estimate(means, points, 1, period=period)
    assert_allclose(local, means, atol=1e-12)
    everyone = fedknn.knn_estimate(means, points, len(means), period=period)
    assert_allclose(everyone, np.broadcast_to(means.mean(axis=0), means.shape), atol=1e-12)


def test_rounding_of_running_sums_stays_small():
    # A million devices with mean 10⁶: plain running sums would lose six digits.
    K, rng = 10**6, np.random.default_rng(3)
    means = 1e6 + rng.standard_normal(K)
    got = fedknn.knn_estimate(means, rng.random(K), 1)
    assert_allclose(got, means, rtol=0, atol=1e-9)


@settings(deadline=None, max_examples=100)
@given(problems())
def test_curve_equals_one_estimate_after_the_other(problem):
    points, means, m, period = problem
    W = means[::-1] + 1
    ms = sorted({1, m, len(means)})
    errors = [
        np.mean(np.sum((fedknn.knn_estimate(means, points, j, period=period) - W) ** 2, axis=1))
        for j in ms
    ]
    assert_allclose(fedknn.error_curve(means, points, W, ms, period=period), errors, atol=1e-12)


def test_empty_curve():
    assert fedknn.error_curve([1.0], [0.0], [1.0], []).shape == (0,)


# Weights and M-estimators -----------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(1, 12), SEEDS)
def test_weights_are_averages(K, seed):
    order = sorted_by_distance(np.random.default_rng(seed).random(K))
    for m in (1, (K + 1) // 2, K):
        W = fedknn.weights(order, m)
        assert_allclose(W.sum(axis=1), 1.0)
        assert W.nnz == K * m
        assert_allclose(W.toarray().diagonal(), 1 / m)
    assert_allclose(fedknn.weights(order, 1).toarray(), np.eye(K))


def regression(K=5, d=3, seed=4):
    rng = np.random.default_rng(seed)
    X = [rng.standard_normal((int(n), d)) for n in rng.integers(d, 12, K)]
    y = [rng.standard_normal(len(x)) for x in X]
    A = rng.random((K, K))
    return X, y, A / A.sum(axis=1, keepdims=True)


def test_least_squares_solves_the_weighted_normal_equations():
    X, y, A = regression()
    W = fedknn.weighted_least_squares(X, y, A)
    for k, w in enumerate(W):
        slopes = [a * x.T @ (x @ w - t) / len(x) for a, x, t in zip(A[k], X, y, strict=True)]
        assert_allclose(np.sum(slopes, axis=0), 0, atol=1e-12)


def test_least_squares_is_local_with_unit_weights_and_pooled_with_weights_by_size():
    X, y, _ = regression()
    local = fedknn.weighted_least_squares(X, y, np.eye(5))
    assert_allclose(local[2], np.linalg.lstsq(X[2], y[2])[0])
    sizes = np.array([len(x) for x in X])
    pooled = fedknn.weighted_least_squares(X, y, np.tile(sizes / sizes.sum(), (5, 1)))
    want = np.linalg.lstsq(np.vstack(X), np.concatenate(y))[0]
    assert_allclose(pooled, np.tile(want, (5, 1)))


def test_any_loss_agrees_with_the_closed_form_of_least_squares():
    X, y, A = regression()
    got = fedknn.weighted_m_estimator(Squared(), X, y, A, start=np.zeros(3), tol=1e-9)
    assert_allclose(got, fedknn.weighted_least_squares(X, y, A), atol=1e-7)


class Distance:
    """‖w − z‖² averaged over the samples z: its M-estimator is a weighted mean."""

    def value(self, w, X, y):
        return float(np.mean(np.sum((w - X) ** 2, axis=1)))

    def gradient(self, w, X, y):
        return 2 * (w - X.mean(axis=0))


def test_mean_is_the_m_estimator_of_the_squared_distance():
    X, y, A = regression()
    means = np.array([x.mean(axis=0) for x in X])
    got = fedknn.weighted_m_estimator(Distance(), X, y, A, start=np.ones(3), tol=1e-9)
    assert_allclose(got, fedknn.weighted_estimate(means, A), atol=1e-8)


def test_logistic_regression_has_no_slope_at_the_estimate():
    X, y, A = regression(d=2)
    y = [np.arange(len(t)) % 2 for t in y]
    loss = Logistic()
    A = sparse.csr_array(0.5 * A + 0.5 / 5)
    W = fedknn.weighted_m_estimator(loss, X, y, A, start=np.zeros(loss.n_params(2, 2)), tol=1e-8)
    dense = A.toarray()
    for k, w in enumerate(W):
        slopes = [dense[k, j] * loss.gradient(w, X[j], y[j]) for j in range(5)]
        assert_allclose(np.sum(slopes, axis=0), 0, atol=1e-7)


def test_search_without_minimum_says_so():
    class Slope:
        def value(self, w, X, y):
            return float(w[0])

        def gradient(self, w, X, y):
            return np.ones(1)

    with pytest.raises(RuntimeError, match="minimisation for device 0 stopped at a gradient of 1"):
        fedknn.weighted_m_estimator(Slope(), [None], [None], [[1.0]], start=[0.0])


def test_weighted_estimate_accepts_sparse_and_dense_weights():
    A = np.array([[0.25, 0.75], [0.0, 1.0]])
    want = [[1.75], [2.0]]
    assert_allclose(fedknn.weighted_estimate([[1.0], [2.0]], A), want)
    assert_allclose(fedknn.weighted_estimate([[1.0], [2.0]], sparse.coo_array(A)), want)


# Federated smoothness ---------------------------------------------------------------------------


def test_homogeneous_devices_are_infinitely_smooth():
    order = sorted_by_distance(np.arange(6))
    assert fedknn.smoothness_exponent(np.ones(6), order, C=1.0) == math.inf
    assert fedknn.smoothness_constant(np.ones(6), order, 2.0) == 0.0


@settings(deadline=None)
@given(st.integers(1, 20), st.floats(0.1, 10), st.floats(1, 50))
def test_two_clusters_have_the_smoothness_of_the_paper(half, delta, ratio):
    W = np.repeat([0.0, delta], half)
    beta = fedknn.smoothness_exponent(W, sorted_by_distance(W), C=ratio * delta)
    assert_allclose(beta, fedknn.clustered_beta(ratio * delta, delta), atol=1e-9)


def test_heterogeneous_devices_lose_all_smoothness():
    # Devices that are all √2 apart: β = log(C/√2) / log K → 0
    betas = [
        fedknn.smoothness_exponent(np.eye(K), sorted_by_distance(np.eye(K)), C=4.0)
        for K in (4, 16, 64)
    ]
    assert_allclose(betas, [math.log(4 / math.sqrt(2)) / math.log(K) for K in (4, 16, 64)])


@settings(deadline=None)
@given(st.integers(2, 20), SEEDS, st.floats(0.0, 3.0))
def test_constant_is_the_smallest_that_the_definition_allows(K, seed, beta):
    W = np.random.default_rng(seed).standard_normal((K, 2))
    order = sorted_by_distance(W)
    C = fedknn.smoothness_constant(W, order, beta)
    away = np.linalg.norm(W[order] - W[:, None], axis=2)[:, 1:]
    bound = C * (np.arange(1, K) / K) ** beta
    assert np.all(away <= bound * (1 + 1e-12))
    assert np.any(away >= bound * (1 - 1e-12))
    if away.max() <= C:
        assert fedknn.smoothness_exponent(W, order, C) >= beta - 1e-9


@pytest.mark.parametrize("beta", [0.25, 0.5, 1.0])
def test_rings_have_the_smoothness_of_their_curve(beta):
    field = ring(1024, beta, rng=np.random.default_rng(1), n=1)
    order = fedknn.neighbours(field.points, 256, period=1.0)
    assert abs(fedknn.fitted_exponent(field.W, order) - beta) < 0.1


# m*, bounds and rates ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("K", "n", "sigma2", "beta", "want"),
    [
        (64, 1, 1.0, 1.0, 16),  # 64^(2/3): exactly 16, in floats a little less
        (1000, 1, 1.0, 1.0, 100),
        (1000, 1000, 1.0, 1.0, 10),  # σ²/n = 10⁻³: divide by 10
        (100, 100, 4.0, 0.5, 2),  # (100 · 0.04)^(1/2)
        (81, 1, 1.0, 1.5, 27),  # 81^(3/4)
        (10, 10**6, 1.0, 0.5, 1),  # local is best
        (10, 1, 1e9, 0.5, 10),  # FedAvg is best
        (10, 1, 0.0, 0.5, 1),  # no noise
        (50, 7, 2.0, math.inf, 50),  # homogeneous
        (50, 1, 3.0, 0.0, 3),  # no smoothness: σ²/n
        (1, 1, 1.0, 1.0, 1),
    ],
)
def test_m_star_by_hand(K, n, sigma2, beta, want):
    got = fedknn.m_star(K, n, sigma2, beta)
    assert got == want
    assert type(got) is int


settings_of_the_theory = {
    "K": st.integers(1, 10**6),
    "n": st.integers(1, 10**6),
    "beta": st.floats(0.05, 5.0),
    "noise": st.floats(1e-6, 1.0),  # σ²/n ≤ K, else even FedAvg is all noise
}


@settings(deadline=None)
@given(**settings_of_the_theory)
def test_more_data_needs_fewer_neighbours_and_more_devices_offer_more(K, n, beta, noise):
    m = fedknn.m_star(K, n, noise, beta)
    assert 1 <= fedknn.m_star(K, 2 * n, noise, beta) <= m <= fedknn.m_star(2 * K, n, noise, beta)
    assert m <= K


@settings(deadline=None)
@given(**settings_of_the_theory)
def test_bound_at_m_star_is_within_a_factor_three_of_the_rate(K, n, beta, noise):
    # Unrounded, bias and variance both equal the rate; rounding down at most doubles the variance.
    m = fedknn.m_star(K, n, noise, beta)
    bound = fedknn.knn_bound(m, K, n, noise, beta)
    assert bound.total <= 3 * fedknn.fedknn_rate(K, n, noise, beta) * (1 + 1e-9)


def test_printed_formula_for_m_star_makes_more_data_worse():
    # The summary divides by (σ²/n)^{1/(2β+1)}: then m, and with it the bias, grows with n.
    K, beta = 4096, 1.0
    right, wrong = [], []
    for n in (10, 100, 1000):
        upside_down = min(K, math.floor(K ** (2 / 3) / (1 / n) ** (1 / 3)))
        wrong.append(float(fedknn.knn_bound(upside_down, K, n, 1.0, beta).total))
        right.append(float(fedknn.knn_bound(fedknn.m_star(K, n, 1.0, beta), K, n, 1.0, beta).total))
    assert np.all(np.diff(right) < 0)
    assert np.all(np.diff(wrong) > 0)


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(1, 50), st.floats(0.01, 10.0), SEEDS)
def test_error_bound_holds_with_equal_variance_for_the_mean(K, n, sigma2, seed):
    # Loss ½‖w − z‖², noise variance σ²: error (Σ_j w_kj (w_j − w_k))² + (σ²/n) Σ_j w_kj², exactly.
    rng = np.random.default_rng(seed)
    W, A = rng.standard_normal(K), rng.dirichlet(np.ones(K), K)
    bound = fedknn.error_bound(W, A, n, sigma2)
    assert_allclose(bound.variance, sigma2 / n * np.sum(A**2, axis=1))
    squared_bias = (A @ W - W) ** 2
    assert np.all(squared_bias <= bound.bias + 1e-12)


def test_error_bound_does_not_depend_on_the_scale_of_the_loss():
    # ‖w − z‖² has both constants 2 and four times the gradient variance of ½‖w − z‖².
    W, A = np.array([0.0, 1.0, 3.0]), np.full((3, 3), 1 / 3)
    half = fedknn.error_bound(W, A, 5, 1.0)
    whole = fedknn.error_bound(W, A, 5, 4.0, convexity=2.0, lipschitz=2.0)
    assert_allclose(whole.total, half.total)


def test_bound_from_smoothness_covers_the_bound_from_parameters():
    field = ring(256, 0.5, rng=np.random.default_rng(1), n=1)
    order = fedknn.neighbours(field.points, 256, period=1.0)
    C = fedknn.smoothness_constant(field.W, order, 0.5)
    for m in (1, 2, 9, 100, 256):
        exact = fedknn.error_bound(field.W, fedknn.weights(order, m), 4, 1.0, convexity=0.5)
        smooth = fedknn.knn_bound(m, 256, 4, 1.0, 0.5, C=C, convexity=0.5)
        assert np.all(exact.bias <= smooth.bias + 1e-12)
        assert_allclose(exact.variance, smooth.variance)


def test_rate_by_hand_and_at_its_limits():
    assert_allclose(fedknn.fedknn_rate(10, 10, 1.0, 0.5), 0.1)  # (1/100)^(1/2) = 1/10 = σ²/n
    assert_allclose(fedknn.fedknn_rate(10**6, 1, 1.0, 1.0), 1e-4)
    assert_allclose(fedknn.fedknn_rate(50, 4, 2.0, math.inf), 2.0 / 200)  # pooled
    assert_allclose(fedknn.fedknn_rate(50, 4, 2.0, 0.0), 0.5)  # local


# What the theory predicts, seen in data ---------------------------------------------------------


def mean_error(K, beta, m, *, n=10, sigma2=10.0, repetitions=20, rng, known=True):
    """Mean squared error over devices and repetitions of FedKNN with m neighbours on a ring."""
    total = 0.0
    for _ in range(repetitions):
        field = ring(K, beta, n=n, sigma2=sigma2, rng=rng)
        points, period = (field.points, 1.0) if known else (field.means, None)
        estimate = fedknn.knn_estimate(field.means, points, m, period=period)
        total += np.mean((estimate - field.W) ** 2) / repetitions
    return total


@pytest.mark.parametrize("beta", [0.25, 0.5, 1.0])
def test_error_falls_with_the_rate_of_the_theory(beta):
    # Over forty other seeds the slope was off by 0.08 at most (standard deviation up to 0.025), so
    # 0.15 is more than five of them; slope 0, local or FedAvg, is refused for every β.
    rng, sizes = np.random.default_rng(41), 2 ** np.arange(6, 13)
    errors = [mean_error(K, beta, fedknn.m_star(K, 10, 10.0, beta), rng=rng) for K in sizes]
    slope = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    assert abs(slope + 2 * beta / (2 * beta + 1)) < 0.15
    assert slope < -0.15


def test_error_stays_local_when_devices_are_few_and_samples_many():
    # K^{2β} ≤ n/σ²: m* = 1 and K · n · MSE / σ² sums 20 chi-squares; 1e-9 in each tail.
    rng = np.random.default_rng(42)
    for K in (64, 256):
        assert fedknn.m_star(K, 10, 1e-6, 1.0) == 1
        error = mean_error(K, 1.0, 1, sigma2=1e-6, rng=rng)
        low, high = chi2.ppf([1e-9, 1 - 1e-9], 20 * K)
        assert low < 20 * K * error / (1e-6 / 10) < high


def test_neighbours_chosen_from_the_data_do_not_help():
    # Same curve, more devices: with known order the error falls as K^(-1/2), with neighbours by
    # nearness of the local estimates it stays near σ²/n = 1 (Theorem 4). Seeds 0 … 19 gave at most
    # 0.053 with the known order and at least 0.87 with the estimated one.
    rng = np.random.default_rng(43)
    for K in (512, 2048):
        m = fedknn.m_star(K, 10, 10.0, 0.5)
        assert mean_error(K, 0.5, m, rng=rng, known=True) < 0.1
        assert mean_error(K, 0.5, m, rng=rng, known=False) > 0.5


def test_completion_shows_the_lecture_and_nothing_else():
    assert dir(fedknn) == sorted(fedknn.__all__)
    assert all(getattr(fedknn, name).__doc__ for name in fedknn.__all__)


# Bad input --------------------------------------------------------------------------------------

LINE = [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fedknn.neighbours([0.0, np.nan], 1), "points must be finite, got nan"),
        (lambda: fedknn.neighbours([], 1), "points must have shape"),
        (lambda: fedknn.neighbours(np.zeros((2, 2, 2)), 1), "points must have shape"),
        (lambda: fedknn.neighbours(LINE, 0), "m must be at least 1, got 0"),
        (lambda: fedknn.neighbours(LINE, 4), "m must be at most 3, got 4"),
        (lambda: fedknn.neighbours(LINE, 1.0), "m must be an integer, got 1.0"),
        (lambda: fedknn.neighbours(LINE, 1, period=0.0), "period must be greater than 0"),
        (lambda: fedknn.knn_estimate([1.0], LINE, 1), "means must have one row for each of the 3"),
        (lambda: fedknn.knn_estimate(1.0, LINE, 1), "means must have one row for each of the 3"),
        (lambda: fedknn.knn_estimate([1.0, 2.0, np.inf], LINE, 1), "means must be finite, got inf"),
        (lambda: fedknn.knn_estimate(LINE, LINE, 4), "m must be at most 3"),
        (lambda: fedknn.error_curve(LINE, LINE, [1.0], [1]), "W must have one row for each"),
        (lambda: fedknn.error_curve(LINE, LINE, np.ones((3, 2)), [1]), "W must have the shape of"),
        (lambda: fedknn.error_curve(LINE, LINE, LINE, [0]), "ms must be at least 1"),
        (lambda: fedknn.weights([[0, 1], [1, 0]], 3), "m must be at most 2, got 3"),
        (lambda: fedknn.weights([[1, 0], [1, 0]], 1), "order must begin with the device itself"),
        (lambda: fedknn.weights([[0, 0], [1, 0]], 1), "order must not repeat a device"),
        (lambda: fedknn.weights([[0, 2], [1, 0]], 1), "order must list 1 to 2"),
        (lambda: fedknn.weights([[0, -1], [1, 0]], 1), "order must hold integers of at least 0"),
        (lambda: fedknn.weighted_estimate([1.0], [[0.5, 0.5]]), "weights must have shape"),
        (lambda: fedknn.weighted_estimate(1.0, [[1.0]]), "weights must have shape"),
        (lambda: fedknn.weighted_estimate([1.0], [[0.5]]), "weights must sum to one in every row"),
        (
            lambda: fedknn.weighted_estimate([1.0, 1.0], [[2, -1], [0, 1]]),
            "weights must be at least",
        ),
        (lambda: fedknn.weighted_estimate([1.0], [[np.nan]]), "weights must be finite"),
        (
            lambda: fedknn.weighted_estimate([1.0], sparse.csr_array([[np.nan]])),
            "weights must be at least 0, got nan",
        ),
        (lambda: fedknn.weighted_least_squares([], [], np.eye(0)), "X and y must have one entry"),
        (
            lambda: fedknn.weighted_least_squares([[[1.0]]], [], [[1]]),
            "X and y must have one entry",
        ),
        (lambda: fedknn.weighted_least_squares([np.ones((0, 1))], [[]], [[1]]), "at least one row"),
        (
            lambda: fedknn.weighted_least_squares([[[1.0, 1.0]]], [[1.0]], [[1]]),
            "weights must give device 0 data that determine its 2 parameters, got rank 1",
        ),
        (
            lambda: fedknn.weighted_least_squares([[[1.0]]], [[1.0, 2.0]], [[1]]),
            r"y\[0\] must have shape \(1,\)",
        ),
        (
            lambda: fedknn.weighted_m_estimator(Squared(), [1], [], [[1]], start=[0.0]),
            "y must have one entry per device",
        ),
        (
            lambda: fedknn.weighted_m_estimator(Squared(), [1], [1], [[1]], start=[0.0], tol=0),
            "tol must be greater than 0",
        ),
        (
            lambda: fedknn.smoothness_profile([1.0], [[0, 1], [1, 0]]),
            "W must have one row for each",
        ),
        (
            lambda: fedknn.smoothness_exponent([0.0, 1.0], [[0, 1], [1, 0]], 0.5),
            "C must be at least the largest distance",
        ),
        (
            lambda: fedknn.smoothness_constant([0.0, 1.0], [[0, 1], [1, 0]], -1.0),
            "beta must be at least 0",
        ),
        (
            lambda: fedknn.fitted_exponent([0.0, 0.0], [[0, 1], [1, 0]]),
            "order must reach two ranks with different parameters, got 0 of 1",
        ),
        (lambda: fedknn.clustered_beta(1.0, 2.0), "delta must be at most 1.0, got 2.0"),
        (lambda: fedknn.clustered_beta(1.0, 0.0), "delta must be greater than 0"),
        (lambda: fedknn.m_star(0, 1, 1.0, 1.0), "K must be at least 1"),
        (lambda: fedknn.m_star(2, 0, 1.0, 1.0), "n must be at least 1"),
        (lambda: fedknn.m_star(2, 1, -1.0, 1.0), "sigma2 must be at least 0"),
        (lambda: fedknn.m_star(2, 1, 1.0, -1.0), "beta must be at least 0"),
        (lambda: fedknn.m_star(2, 1, 1.0, np.nan), "beta must be finite"),
        (lambda: fedknn.error_bound([1.0], [[1.0]], 1, 1.0, convexity=2.0), "convexity must be"),
        (lambda: fedknn.error_bound([1.0], [[1.0]], 1, 1.0, lipschitz=0), "lipschitz must be"),
        (
            lambda: fedknn.knn_bound([0, 1], 4, 1, 1.0, 1.0),
            "m must be between 1 and 4, got 0.0 to 1.0",
        ),
        (lambda: fedknn.knn_bound(1, 4, 1, 1.0, 1.0, C=-1.0), "C must be at least 0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
