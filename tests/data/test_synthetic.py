"""Synthetic(α, β) against its definition: laws of sizes, features and labels, and the splits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from flcourse.data import describe, label_counts, split, synthetic


def rng(seed=0):
    return np.random.default_rng(seed)


def test_shapes_and_label_range():
    clients = synthetic(1, 1, 4, rng=rng(), sizes=[1, 2, 30, 400])
    assert [X.shape for X, _ in clients] == [(1, 60), (2, 60), (30, 60), (400, 60)]
    assert all(y.shape == (len(X),) and y.dtype == np.int64 for X, y in clients)
    assert all(y.min() >= 0 and y.max() <= 9 for _, y in clients)


def test_alpha_does_not_change_a_single_label():
    # u_k adds the same amount (x·1 + 1) u_k to all logits, so the argmax stays.
    one, two = (synthetic(a, 1, 30, rng=rng(3), cap=200) for a in (0, 5))
    for (X, y), (X_other, y_other) in zip(one, two, strict=True):
        assert_array_equal(X, X_other)
        assert_array_equal(y, y_other)


def test_same_seed_same_data_other_seed_other_data():
    first, again, other = (synthetic(1, 1, 3, rng=rng(s), sizes=20)[0][0] for s in (1, 1, 2))
    assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def below_median(counts):
    """Two-sided p-value that half of the lognormal parts lie below e⁴ (54 or less, floored)."""
    inside = int(np.sum(counts - 50 <= 54))
    sigma = 2.0
    return stats.binomtest(inside, len(counts), stats.norm.cdf((np.log(55) - 4) / sigma)).pvalue


def test_default_sizes_follow_lognormal_4_2_plus_50():
    # Error rate 1e-3; the law without the 50 is rejected.
    counts = np.array([len(y) for _, y in synthetic(0, 0, 300, rng=rng(5), iid=True)])
    assert counts.min() >= 50
    assert below_median(counts) > 1e-3
    assert below_median(counts - 50) < 1e-6


def test_the_two_size_laws_differ_in_spread():
    # log(m - 50) has standard deviation 1; a χ² interval of level 1 - 1e-3 rejects 2.
    counts = np.array([len(y) for _, y in synthetic(1, 1, 400, rng=rng(6), sizes="qffl")])
    spread = 399 * np.var(np.log(counts - 50 + 0.5), ddof=1)
    low, high = stats.chi2.interval(1 - 1e-3, 399)
    assert low < spread < high
    assert not low < spread / 4 < high


def test_cap_bounds_the_sizes_and_changes_only_the_large_ones():
    free = [len(y) for _, y in synthetic(1, 1, 40, rng=rng(8))]
    capped = [len(y) for _, y in synthetic(1, 1, 40, rng=rng(8), cap=100)]
    assert capped == np.minimum(free, 100).tolist()


def feature_variance_is(X, exponent):
    """Whether all 60 variances lie in their χ² interval, error rate 60 · 1e-5."""
    expected = np.arange(1, 61) ** -exponent
    scaled = (len(X) - 1) * X.var(axis=0, ddof=1) / expected
    low, high = stats.chi2.interval(1 - 1e-5, len(X) - 1)
    return bool(np.all((low < scaled) & (scaled < high)))


def test_feature_covariance_is_diagonal_j_to_the_minus_1_2():
    ((X, _),) = synthetic(0, 0, 1, rng=rng(9), sizes=4000)
    assert feature_variance_is(X, 1.2)
    assert not feature_variance_is(X, 0.6), "a deviation of j^-1.2 must not pass"
    correlation = np.corrcoef(X.T) - np.eye(60)
    assert np.abs(correlation).max() < 6 / np.sqrt(4000)


def centre_variance_p(beta_drawn, beta_claimed):
    """p-value of Var(mean_j v_kj) = β² + 1/60 over 500 devices, by χ²."""
    clients = synthetic(0, beta_drawn, 500, rng=rng(10), sizes=60)
    centres = np.array([X.mean() for X, _ in clients])
    noise = np.sum(np.arange(1, 61) ** -1.2) / 60**2 / 60
    scaled = 499 * centres.var(ddof=1) / (beta_claimed**2 + 1 / 60 + noise)
    return 2 * min(stats.chi2.cdf(scaled, 499), stats.chi2.sf(scaled, 499))


def test_beta_is_the_standard_deviation_of_the_centres():
    # Error rate 1e-3; read as a variance (β² = 2) the same data is rejected.
    assert centre_variance_p(2.0, 2.0) > 1e-3
    assert centre_variance_p(2.0, np.sqrt(2.0)) < 1e-6


def same_labels_p(clients):
    """p-value of the χ² test that all devices share one label distribution."""
    Z = label_counts(clients, 10)
    common = Z.sum(axis=0) >= 30  # the χ² approximation needs counts of about 5 a cell
    Z = np.column_stack([Z[:, common], Z[:, ~common].sum(axis=1)])
    return stats.chi2_contingency(Z[:, Z.sum(axis=0) > 0]).pvalue


def test_iid_devices_share_one_label_distribution():
    # Error rate 1e-3; Synthetic(0, 0), whose devices have models of their own, is rejected.
    assert same_labels_p(synthetic(0, 0, 8, rng=rng(11), sizes=300, iid=True)) > 1e-3
    assert same_labels_p(synthetic(0, 0, 8, rng=rng(11), sizes=300)) < 1e-12


def test_iid_ignores_alpha_and_beta():
    one, two = (synthetic(a, a, 2, rng=rng(12), sizes=9, iid=True) for a in (0, 3))
    assert_array_equal(one[1][0], two[1][0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alpha": -1}, "alpha must be at least 0"),
        ({"beta": np.nan}, "beta must be finite"),
        ({"n_clients": 0}, "n_clients must be at least 1"),
        ({"n_clients": 2.0}, "n_clients must be an integer"),
        ({"rng": 7}, "rng must be a numpy.random.Generator"),
        ({"sizes": "pareto"}, "sizes must be one of 'fedprox', 'qffl'"),
        ({"sizes": [3, 4, 5]}, r"sizes must have shape \(2,\)"),
        ({"sizes": [3, 0]}, "sizes must be at least 1"),
        ({"sizes": [3, 1.5]}, "sizes must hold integers"),
        ({"cap": 0}, "cap must be at least 1"),
    ],
)
def test_bad_input_is_named(change, words):
    arguments = {"alpha": 1, "beta": 1, "n_clients": 2, "rng": rng(), **change}
    with pytest.raises(ValueError, match=words):
        synthetic(**arguments)


def test_split_is_a_partition_of_each_device():
    clients = synthetic(1, 1, 5, rng=rng(1), sizes=[3, 10, 17, 100, 101])
    parts = split(clients, (0.8, 0.1, 0.1), rng=rng(2))
    assert len(parts) == 3
    for i, (X, y) in enumerate(clients):
        back = np.concatenate([part[i][0] for part in parts])
        order = np.lexsort(back.T), np.lexsort(X.T)
        assert_array_equal(back[order[0]], X[order[1]])
        labels = np.concatenate([part[i][1] for part in parts])
        assert_array_equal(labels[order[0]], y[order[1]])
    assert [len(part[3][1]) for part in parts] == [80, 10, 10]
    assert [len(part[0][1]) for part in parts] == [1, 1, 1]


def test_split_draws_every_sample_into_every_part():
    m, times = 10, 1000
    drawn = [split([(np.zeros((m, 1)), np.arange(m))], rng=rng(seed)) for seed in range(times)]
    held_out = np.bincount(np.concatenate([test[0][1] for _, test in drawn]), minlength=m)
    assert held_out.sum() == 2 * times
    assert np.abs(held_out - times / 5).max() < 5 * np.sqrt(times * 0.2 * 0.8)


@given(m=st.integers(2, 60), share=st.floats(0.01, 0.99))
def test_split_leaves_every_part_a_sample(m, share):
    train, test = split([(np.zeros((m, 1)), np.arange(m))], (1 - share, share), rng=rng(m))
    assert sorted([*train[0][1], *test[0][1]]) == list(range(m))
    assert len(train[0][1]) >= 1
    assert len(test[0][1]) >= 1


@pytest.mark.parametrize(
    ("client", "fractions", "words"),
    [
        ((np.zeros((3, 1)), np.zeros(2)), (0.5, 0.5), "row by row"),
        ((np.zeros((1, 1)), np.zeros(1)), (0.5, 0.5), "at least one sample for each"),
        ((np.zeros((9, 1)), np.zeros(9)), (0.5, 0.4), "sum 1"),
        ((np.zeros((9, 1)), np.zeros(9)), (1.0,), "at least two"),
        ((np.zeros((9, 1)), np.zeros(9)), (1.5, -0.5), "positive"),
    ],
)
def test_split_refuses(client, fractions, words):
    with pytest.raises(ValueError, match=words):
        split([client], fractions, rng=rng())


def test_label_counts_and_description_by_hand():
    X = np.zeros((4, 1))
    Z = label_counts([(X, [0, 0, 1, 1]), (X[:2], [0, 0])], 3)
    assert_array_equal(Z, [[2, 2, 0], [2, 0, 0]])
    seen = describe(Z)
    assert_array_equal(seen.sizes, [4, 2])
    assert_array_equal(seen.labels, [2, 1])
    # Global shares 2/3, 1/3, 0: |1/2 - 2/3| + |1/2 - 1/3| = 1/3 and 1/3 + 1/3 = 2/3.
    assert_allclose(seen.skew, [1 / 3, 2 / 3])
    assert seen.largest_share == pytest.approx(4 / 6)


def test_partition_helpers_refuse():
    with pytest.raises(ValueError, match="below n_classes = 2, got 2"):
        label_counts([(np.zeros((1, 1)), [2])], 2)
    with pytest.raises(ValueError, match="integers of at least 0, got -1"):
        label_counts([(np.zeros((1, 1)), [-1])], 2)
    with pytest.raises(ValueError, match="empty client 1"):
        describe([[1, 2], [0, 0]])
