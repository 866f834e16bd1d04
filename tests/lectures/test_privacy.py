"""Privacy: leaks are exact, accounts agree with an independent one, sums are sums and no more."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from scipy.signal import fftconvolve

from flcourse import erm, privacy
from flcourse.fedopt import FedAvg, simulate, uniform
from flcourse.losses import Squared


def rng(seed=0):
    return np.random.default_rng(seed)


def some_rows(seed, m=12, d=3):
    r = rng(seed)
    X = np.column_stack([np.ones(m), r.normal(size=(m, d - 1))])
    return X, r.normal(size=m)


# --- leaks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.0, 0.3])
def test_sums_of_clients_give_the_ridge_regression_of_all_rows(alpha):
    clients = [some_rows(seed, m) for seed, m in [(0, 5), (1, 9), (2, 1)]]
    S = sum(privacy.statistics(X, y) for X, y in clients)
    X, y = (np.concatenate(part) for part in zip(*clients, strict=True))
    assert_allclose(privacy.ridge(S, 15, alpha), erm.fit(X, y, alpha), atol=1e-12)


def test_forgetting_rows_is_as_if_they_had_never_been_there():
    X, y = some_rows(3, 30)
    left = privacy.statistics(X, y) - privacy.statistics(X[:7], y[:7])
    assert_allclose(privacy.ridge(left, 23, 0.1), erm.fit(X[7:], y[7:], 0.1), atol=1e-12)
    grown = privacy.statistics(X, y) - privacy.statistics(X[:-1], y[:-1])
    assert_allclose(grown[0], [*X[-1], y[-1]], atol=1e-12)  # the difference is the row


def test_one_step_of_one_row_is_the_row():
    X, y = some_rows(4, m=1, d=5)
    start = rng(5).normal(size=5)
    moved = simulate(
        FedAvg(lr=0.1), Squared(), [(X, y)], 1, select=uniform(1, 1), rng=rng(), start=start
    ).w
    x, label = privacy.row_of_gradient((start - moved) / 0.1, start)
    assert_allclose(x, X[0], atol=1e-12)
    assert label == pytest.approx(y[0], abs=1e-12)


def test_leverage_is_the_diagonal_of_the_hat_matrix():
    X, _ = some_rows(6)
    for alpha in (0.0, 0.2):
        H = X @ np.linalg.inv(X.T @ X + 12 * alpha * np.eye(3)) @ X.T
        assert_allclose(privacy.leverage(X, alpha), np.diag(H), atol=1e-12)
    assert privacy.leverage(X).sum() == pytest.approx(3)


def test_residuals_have_the_variances_of_the_proposition():
    X, _ = some_rows(7, m=6)
    alpha, truth, r = 0.1, np.array([1.0, -2.0, 0.5]), rng(8)
    H = X @ np.linalg.inv(X.T @ X + 6 * alpha * np.eye(3)) @ X.T
    g = np.sum(H**2, axis=1)
    inside, outside = [], []
    for _ in range(4000):
        y, again = (X @ truth + r.normal(size=6) for _ in range(2))
        fitted = X @ erm.fit(X, y, alpha)
        inside.append(y - fitted)
        outside.append(again - fitted)
    h = privacy.leverage(X, alpha)
    assert_allclose(np.var(inside, axis=0), 1 - 2 * h + g, rtol=0.12)
    assert_allclose(np.var(outside, axis=0), 1 + g, rtol=0.12)


@given(a=st.floats(0.01, 0.99), b=st.floats(1.01, 9))
def test_the_best_threshold_by_a_fine_grid(a, b):
    t = np.linspace(0, 12, 20001)
    gap = stats.norm.cdf(t / a**0.5) - stats.norm.cdf(t / b**0.5)
    assert privacy.threshold_advantage(a, b) == pytest.approx(2 * gap.max(), abs=1e-6)


def test_the_rates_by_counting():
    r = rng(9)
    inside, outside = r.integers(9, size=20) / 4, r.integers(2, 12, size=30) / 4
    false, true = privacy.roc(inside, outside)
    thresholds = [-1, *sorted({*inside, *outside})]
    assert_array_equal(false, [np.mean(outside <= tau) for tau in thresholds])
    assert_array_equal(true, [np.mean(inside <= tau) for tau in thresholds])


# --- accounts -----------------------------------------------------------------------------------


def loss_of_one_round(sigma, rate, *, adds, step):
    """Grid of privacy losses of one round, with their chances under the first hypothesis.

    With the client: (1 − q) N(0, σ²) + q N(1, σ²); without: N(0, σ²). ``adds`` says which of them
    comes first. Losses are rounded up to multiples of ``step``: what is found is never too small.
    """
    edges = np.linspace(-14 * sigma, 14 * sigma + 1, 400_001)
    absent = np.diff(stats.norm.cdf(edges, 0, sigma))
    here = (1 - rate) * absent + rate * np.diff(stats.norm.cdf(edges, 1, sigma))
    ratio = np.log1p(rate * np.expm1((2 * edges - 1) / (2 * sigma**2)))  # grows with the output
    loss, chance = (ratio[1:], here) if adds else (-ratio[:-1], absent)
    places = np.ceil(loss / step).astype(int)
    low = places.min()
    return low, np.bincount(places - low, weights=chance)


def delta_by_convolution(epsilon, sigma, rate, rounds, step=2e-3):
    """δ of several rounds: losses of independent rounds add up, so densities are convolved."""
    found = 0.0
    for adds in (True, False):
        low, chance = loss_of_one_round(sigma, rate, adds=adds, step=step)
        total, start = np.array([1.0]), 0
        for _ in range(rounds):
            total, start = np.clip(fftconvolve(total, chance), 0, None), start + low
        loss = (start + np.arange(len(total))) * step
        over = loss > epsilon
        found = max(found, float(total[over] @ -np.expm1(epsilon - loss[over])))
    return found


@pytest.mark.parametrize(("sigma", "rounds", "epsilon"), [(1.0, 1, 1.5), (4.0, 8, 1.0), (6, 20, 3)])
def test_the_exact_account_is_that_of_the_convolution(sigma, rounds, epsilon):
    found = delta_by_convolution(epsilon, sigma, 1.0, rounds)
    exact = privacy.gaussian_delta(epsilon, sigma / math.sqrt(rounds))
    assert exact <= found + 1e-9  # rounded up
    slack = rounds * 2e-3
    assert found <= privacy.gaussian_delta(epsilon - slack, sigma / math.sqrt(rounds)) + 1e-9


@pytest.mark.parametrize(
    ("sigma", "rate", "rounds"), [(1.0, 0.05, 30), (2.0, 0.2, 20), (4.0, 0.5, 12)]
)
def test_the_account_of_chosen_clients_is_above_the_true_one_and_near(sigma, rate, rounds):
    bound = privacy.subsampled_epsilon(sigma, rate, rounds, 1e-5)
    # Rounding up adds at most rounds · step to ε, so 1e-5 holds a little above the bound,
    assert delta_by_convolution(bound + rounds * 2e-3, sigma, rate, rounds) <= 1e-5
    # and at three quarters of it no longer.
    assert delta_by_convolution(0.75 * bound, sigma, rate, rounds) > 1e-5


def test_gaussian_delta_by_integration_over_the_worst_set():
    for epsilon, sigma in [(0.0, 0.7), (0.5, 2.0), (3.0, 0.5)]:
        x = np.linspace(-12 * sigma, 1 + 12 * sigma, 200_001)
        p, q = stats.norm.pdf(x, 1, sigma), stats.norm.pdf(x, 0, sigma)
        delta = np.trapezoid(np.maximum(p - math.exp(epsilon) * q, 0), x)
        assert privacy.gaussian_delta(epsilon, sigma) == pytest.approx(delta, abs=1e-7)


@given(sigma=st.floats(0.05, 50), delta=st.floats(1e-12, 0.5), epsilon=st.floats(0, 30))
def test_the_inverses_are_inverses_and_older_bounds_are_above(sigma, delta, epsilon):
    e = privacy.gaussian_epsilon(sigma, delta)
    if e > 0:
        assert privacy.gaussian_delta(e, sigma) == pytest.approx(delta, rel=1e-6)
    assert e <= privacy.zcdp_epsilon(sigma, 1, delta) + 1e-9
    s = privacy.gaussian_sigma(epsilon, delta)
    assert privacy.gaussian_delta(epsilon, s) == pytest.approx(delta, rel=1e-6)
    if 0 < epsilon < 1:
        assert s <= math.sqrt(2 * math.log(1.25 / delta)) / epsilon


def test_fewer_chances_are_more_private_and_chance_one_is_exact():
    e = [privacy.subsampled_epsilon(1.5, q, 50, 1e-5) for q in (0.01, 0.1, 0.3, 1.0)]
    assert e == sorted(e)
    assert e[-1] == privacy.gaussian_epsilon(1.5 / math.sqrt(50), 1e-5)


def test_a_client_moves_the_clipped_sum_by_at_most_the_clip():
    U, sizes = 9 * rng(1).normal(size=(5, 4)), np.ones(5)
    rule = privacy.clipped_mean(2.0, 0.0, rng=rng(), clients=5)
    far = U.copy()
    far[2] *= 1e6
    assert_allclose(rule(far, sizes), rule(U, sizes))  # it was clipped before
    away = rule(U, sizes) - rule(np.delete(U, 2, axis=0), sizes)
    assert np.linalg.norm(5 * away) == pytest.approx(2.0)
    assert_allclose(privacy.clipped_mean(1e9, 0.0, rng=rng())(U, sizes), U.mean(axis=0))
    draw = privacy.clipped_mean(2.0, 3.0, rng=rng(2), clients=5)
    noise = [5 * (draw(U, sizes) - rule(U, sizes)) for _ in range(3000)]
    assert_allclose(np.std(noise, axis=0), 6.0, rtol=0.06)


# --- sums ---------------------------------------------------------------------------------------


def fixed(U, bits=24):
    return np.rint(np.asarray(U) * 2.0**bits) / 2.0**bits


@settings(max_examples=25)
@given(n=st.integers(1, 7), data=st.data(), seed=st.integers(0, 99))
def test_the_sum_of_those_who_sent_whoever_leaves(n, data, seed):
    threshold = data.draw(st.integers(n // 2 + 1, n))
    gone = data.draw(st.sets(st.integers(0, n - 1), max_size=n - threshold))
    U = rng(seed).normal(size=(n, 3))
    run = privacy.secure_sum(U, threshold=threshold, rng=rng(seed), gone=gone)
    stays = [i for i in range(n) if i not in gone]
    assert_array_equal(run.total, fixed(U)[stays].sum(axis=0))
    assert list(run.messages) == stays
    assert run.opened == {i: "key" if i in gone else "own mask" for i in range(n)}


def test_the_messages_are_those_of_the_definition():
    u, seeds = np.array([1.5, -2.25]), [11, 0, 13, 14]
    M, total = 2**64, [int(x * 2**24) for x in u]
    for j, seed in enumerate(seeds):
        words = [int(x) for x in privacy.mask(seed, 2)]
        sign = (j > 1) - (j < 1)
        total = [t + sign * word for t, word in zip(total, words, strict=True)]
    assert [int(x) for x in privacy.masked(u, 1, seeds)] == [t % M for t in total]


def test_the_largest_numbers_still_add_up_and_larger_ones_are_refused():
    n, bits = 5, 24
    most = (2**63 - 1024) // n * 2.0**-bits  # floats near 2^63 are multiples of 1024
    for u in (most, -most):
        assert_allclose(privacy.secure_sum(np.full((n, 1), u), threshold=3, rng=rng()).total, n * u)
        with pytest.raises(ValueError, match="u must stay below"):
            privacy.masked([1.001 * u], 0, range(n), bits=bits)


def test_a_message_looks_the_same_whatever_it_hides():
    # Bytes of messages about zero and about large numbers: both even, by a chi-square test.
    for scale in (0.0, 1e6):
        run = privacy.secure_sum(scale * np.ones((3, 4000)), threshold=2, rng=rng(1))
        counts = np.bincount(run.messages[0].view(np.uint8), minlength=256)
        assert 1e-4 < stats.chisquare(counts).pvalue < 1 - 1e-4


def test_a_missing_message_leaves_noise():
    seeds = [[0, 5, 6], [5, 0, 7], [6, 7, 0]]
    sent = [privacy.masked(np.ones(200), i, seeds[i]) for i in range(3)]
    assert_array_equal(privacy.summed(sent), np.full(200, 3.0))
    assert np.abs(privacy.summed(sent[:2])).mean() > 1e10


def test_any_threshold_many_shares_restore_and_fewer_tell_nothing():
    shares = privacy.share(7, 4, 3, rng=rng(2), prime=13)
    for some in itertools.combinations(shares, 3):
        assert privacy.recover(some, prime=13) == 7
    assert privacy.recover(shares, prime=13) == 7
    # Two shares and a third at 0: whatever the secret is, there is one polynomial through them.
    for guess in range(13):
        polynomials = [
            (b, c)
            for b, c in itertools.product(range(13), repeat=2)
            if all((guess + b * x + c * x * x) % 13 == v for x, v in shares[:2])
        ]
        assert len(polynomials) == 1


def test_shares_below_the_threshold_are_even():
    r = rng(3)
    seen = [privacy.share(secret, 2, 2, rng=r, prime=5)[0][1] for secret in (0, 4) * 2000]
    for secret in (0, 1):
        counts = np.bincount(seen[secret::2], minlength=5)
        assert stats.chisquare(counts).pvalue > 1e-4


def test_the_prime_is_safe():
    def passes(n):  # Miller and Rabin, twenty bases
        s = (n - 1 & 1 - n).bit_length() - 1
        for a in range(2, 22):
            x = pow(a, n >> s, n)
            if x != 1 and all(pow(x, 2**r, n) != n - 1 for r in range(s)):
                return False
        return True

    assert not passes(2**256 - 36115)
    assert passes(privacy.PRIME)
    assert passes((privacy.PRIME - 1) // 2)


# --- columns ------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    mine=st.lists(st.integers(0, 20), unique=True), yours=st.lists(st.integers(0, 20), unique=True)
)
def test_the_intersection(mine, yours):
    assert privacy.intersect(mine, yours, rng=rng(4)) == [x for x in mine if x in yours]


@pytest.mark.parametrize("parties", [2, 4])
def test_columns_of_several_parties_give_the_pooled_ridge_regression(parties):
    X, y = some_rows(10, m=40, d=9)
    parts = np.array_split(X, parties, axis=1)
    W = privacy.vertical_ridge(parts, y, 0.2, rng=rng(5))
    assert [len(w) for w in W] == [part.shape[1] for part in parts]
    assert_allclose(np.concatenate(W), erm.fit(X, y, 0.2), atol=1e-8)


# --- at the door --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: privacy.ridge([[1.0, 2.0], [0.0, 1.0]], 3), "S must be symmetric"),
        (lambda: privacy.ridge(np.eye(2), 0), "rows must be at least 1, got 0"),
        (lambda: privacy.row_of_gradient([0.0, 0.0], [1, 1]), "gradient must not be 0"),
        (lambda: privacy.row_of_gradient([1.0], [1], constant=1), "constant must be at most 0"),
        (lambda: privacy.leverage([[1.0, 1.0]] * 3), "X must have independent columns"),
        (lambda: privacy.roc([], [1.0]), "inside must hold at least one loss"),
        (lambda: privacy.threshold_advantage(2, 1), "inside must be at most 1"),
        (lambda: privacy.gaussian_delta(-1, 1), "epsilon must be at least 0"),
        (lambda: privacy.gaussian_epsilon(1, 1), "delta must be less than 1, got 1"),
        (lambda: privacy.gaussian_sigma(1, 0), "delta must be greater than 0, got 0"),
        (lambda: privacy.zcdp_epsilon(1, 0, 0.1), "rounds must be at least 1, got 0"),
        (lambda: privacy.subsampled_epsilon(1, 0, 1, 0.1), "rate must be greater than 0"),
        (lambda: privacy.clipped_mean(0, 1, rng=rng()), "clip must be greater than 0, got 0"),
        (lambda: privacy.clipped_mean(1, 1, rng=7), "rng must be a numpy.random.Generator"),
        (lambda: privacy.clipped_mean(1, 0.1, rng=rng()), "clients must be given where sigma"),
        (lambda: privacy.masked([1.0], 2, [0, 1]), "i must be at most 1, got 2"),
        (lambda: privacy.masked([1.0], 0, [0], bits=63), "bits must be at most 62, got 63"),
        (lambda: privacy.share(13, 3, 2, rng=rng(), prime=13), "secret must be at least 0"),
        (lambda: privacy.share(1, 2, 3, rng=rng()), "threshold must be at most 2, got 3"),
        (lambda: privacy.recover([(1, 2), (1, 3)]), "shares must have different places"),
        (
            lambda: privacy.secure_sum(np.eye(4), threshold=2, rng=rng()),
            "threshold must be at least 3",
        ),
        (
            lambda: privacy.secure_sum(np.eye(4), threshold=3, rng=rng(), gone=[0, 1]),
            "threshold must be at most the 2 who stay",
        ),
        (lambda: privacy.intersect([1, 1], [2], rng=rng()), "mine must not hold a name twice"),
        (
            lambda: privacy.vertical_ridge([np.eye(2)], [1.0], 1, rng=rng()),
            r"parts\[0\] must have shape \(1, any\)",
        ),
        (
            lambda: privacy.vertical_ridge([1e4 * np.eye(2)] * 2, [1.0, 2.0], 1, rng=rng()),
            r"u must stay below 2\^27/2 in absolute value.* got 1e\+08: scale it",
        ),
        (
            lambda: privacy.vertical_ridge([np.eye(2)], [1.0, 2.0], 0, rng=rng()),
            "alpha must be greater than 0, got 0",
        ),
    ],
)  # fmt: skip
def test_errors_say_what_was_wanted(call, said):
    with pytest.raises(ValueError, match=said):
        call()
