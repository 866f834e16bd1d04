"""Digits over clients: partitions that lose nothing, the promised labels, the laws' limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import stats
from sklearn.datasets import load_digits

from flcourse.data import (
    deal_dirichlet,
    deal_labels,
    digit_images,
    digits,
    label_counts,
    skewed_counts,
    virtual_digits,
)


def rng(seed=0):
    return np.random.default_rng(seed)


def same_images(clients):
    """Whether the clients together hold exactly scikit-learn's images, each once, with labels."""
    raw = load_digits()
    want = np.column_stack([raw.data, raw.target])
    got = np.concatenate([np.column_stack([X * 16, y]) for X, y in clients])
    return len(got) == len(want) and np.array_equal(
        got[np.lexsort(got.T)], want[np.lexsort(want.T)]
    )


@pytest.mark.parametrize("law", [{"labels_per_client": 2}, {"dirichlet": 0.3}])
def test_every_image_goes_to_exactly_one_client(law):
    assert same_images(digits(40, rng=rng(1), **law))


@settings(max_examples=20, deadline=None)
@given(n=st.integers(1, 170), per=st.integers(1, 10), seed=st.integers(0, 99))
def test_each_client_has_the_promised_number_of_labels(n, per, seed):
    clients = digits(n, per, rng=rng(seed))
    assert {len(np.unique(y)) for _, y in clients} == {per}
    holders = (label_counts(clients, 10) > 0).sum(axis=0)
    assert holders.max() - holders.min() <= 1


def test_a_class_is_shared_equally_among_its_holders():
    Z = label_counts(digits(50, 3, rng=rng(2)), 10)
    for column in Z.T:
        held = column[column > 0]
        assert held.max() - held.min() <= 1


def test_dirichlet_limits():
    # Large concentration: everyone has the global distribution. Small: a class has one owner.
    even = label_counts(digits(5, dirichlet=1e6, rng=rng(3)), 10)
    assert np.ptp(even, axis=0).max() <= 3
    lumpy = label_counts(digits(5, dirichlet=1e-3, rng=rng(3)), 10)
    assert (lumpy.max(axis=0) >= lumpy.sum(axis=0) - 4).all()


def share_p(concentration_drawn, concentration_claimed):
    """Kolmogorov-Smirnov p-value of client 0's share, which is Beta(a, (n - 1) a)."""
    shares = [
        np.mean(deal_dirichlet(np.zeros(2000), 3, concentration_drawn, rng=rng(seed)) == 0)
        for seed in range(800)
    ]
    return stats.kstest(shares, stats.beta(concentration_claimed, 2 * concentration_claimed).cdf)[1]


def test_dirichlet_shares_follow_the_beta_law():
    # Error rate 1e-3; half the concentration is rejected.
    assert share_p(2.0, 2.0) > 1e-3
    assert share_p(1.0, 2.0) < 1e-6


@settings(max_examples=30, deadline=None)
@given(n=st.integers(1, 30), a=st.floats(0.01, 10), seed=st.integers(0, 99))
def test_dirichlet_leaves_nobody_empty(n, a, seed):
    owner = deal_dirichlet(np.arange(30) % 3, n, a, rng=rng(seed))
    assert_array_equal(np.unique(owner), np.arange(n))


def test_images_are_scaled_and_read_only():
    X, _ = digit_images()
    assert X.min() == 0.0
    assert X.max() == 1.0
    with pytest.raises(ValueError, match="read-only"):
        X[0] = 1.0
    X_client, _ = digits(3, 10, rng=rng())[0]
    X_client[0] = 0.5  # a client's rows are its own


def test_virtual_digits_have_the_counts_and_the_right_images():
    Z = skewed_counts(20, rng=rng(4))
    clients = virtual_digits(Z, rng=rng(5))
    assert_array_equal(label_counts(clients, 10), Z)
    X_all, y_all = digit_images()
    known = {(row.tobytes(), label) for row, label in zip(X_all, y_all, strict=True)}
    assert all(
        (row.tobytes(), label) in known for X, y in clients for row, label in zip(X, y, strict=True)
    )


def test_virtual_digits_keep_to_the_rows_they_may_use():
    rows = rng(7).permutation(1797)[:300]
    X_all, _ = digit_images()
    known = {row.tobytes() for row in X_all[rows]}
    clients = virtual_digits(skewed_counts(9, rng=rng(8)), rng=rng(9), rows=rows)
    assert all(row.tobytes() in known for X, _ in clients for row in X)


def test_skewed_counts_follow_the_stated_lognormal():
    Z = skewed_counts(20_000, 10, rng=rng(6), sigma=0.5)
    held = Z[Z > 0]
    # Mean 50 within five standard errors; 2, 3, 4 labels equally often (χ², error rate 1e-3).
    assert abs(held.mean() - 50) < 5 * held.std() / np.sqrt(held.size)
    number, times = np.unique((Z > 0).sum(axis=1), return_counts=True)
    assert_array_equal(number, [2, 3, 4])
    assert stats.chisquare(times).pvalue > 1e-3
    assert stats.chisquare((Z > 0).sum(axis=0)).pvalue > 1e-3, "no class is preferred"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: digits(5, rng=rng()), "and not both"),
        (lambda: digits(5, 2, dirichlet=1.0, rng=rng()), "and not both"),
        (lambda: digits(5, 0, rng=rng()), "labels_per_client must be at least 1"),
        (lambda: digits(5, 11, rng=rng()), "labels_per_client must be at most 10"),
        (lambda: digits(0, 2, rng=rng()), "n_clients must be at least 1"),
        (lambda: digits(5, 2, rng=None), "rng must be a numpy.random.Generator"),
        (lambda: digits(5, dirichlet=0.0, rng=rng()), "dirichlet must be greater than 0"),
        (lambda: digits(1798, dirichlet=1.0, rng=rng()), "n_clients must be at most 1797"),
        (lambda: digits(500, 10, rng=rng()), "for 500 clients"),
        (lambda: deal_labels([0.5], 1, 1, rng=rng()), "y must hold integers"),
        (lambda: skewed_counts(3, 3, rng=rng()), r"labels\[1\] must be at most 3"),
        (lambda: skewed_counts(3, 5, rng=rng(), labels=(3, 2)), r"labels\[1\] must be at least 3"),
        (lambda: virtual_digits(np.ones((2, 3)), rng=rng()), r"Z must have shape \(any, 10\)"),
        (lambda: virtual_digits(np.eye(10), rng=rng(), rows=[1797]), "rows must be below the 1797"),
        (lambda: virtual_digits(np.eye(10), rng=rng(), rows=[0]), "rows must hold an image of ea"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
