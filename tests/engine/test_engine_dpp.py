"""k-DPPs by the engine: the lecture's chances to ten digits, and samples with the same law."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import chisquare

from flcourse import dpp
from flcourse.dpp import KDPP
from flcourse.engine import dpp as engine

# One false alarm in a million over the tests of samples in this file.
LEVEL = 1e-6 / 8

SPECTRA = {
    "random": lambda rng, rank: rng.random(rank) + 1e-3,
    "twelve decades": lambda rng, rank: 10.0 ** rng.uniform(-12, 0, rank),
    "equal": lambda rng, rank: np.ones(rank),
    "two levels": lambda rng, rank: np.where(rng.random(rank) < 0.5, 1.0, 1e-9),
}


@st.composite
def features(draw, largest):
    """F with a chosen spectrum, so that S = F Fᵀ has low or full rank, twins or none; and k."""
    rank = draw(st.integers(1, largest))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = rank + draw(st.integers(0, 5))
    V, _ = np.linalg.qr(rng.standard_normal((n, rank)))
    F = V * np.sqrt(SPECTRA[draw(st.sampled_from(sorted(SPECTRA)))](rng, rank))
    twins = rng.integers(0, n, draw(st.sampled_from([0, 3])))
    return np.vstack([F, F[twins]]), draw(st.integers(1, rank))


def kdpp_of(problem):
    F, k = problem
    return KDPP.from_features(F, min(k, int(np.linalg.matrix_rank(F))))


def engines_inclusion(kdpp):
    return np.clip(kdpp.eigenvectors**2 @ engine.inclusion(kdpp.eigenvalues, kdpp.k), 0, 1)


def engines_pairs(kdpp):
    """Chance of each pair by the engine, whatever the rank, and of each item on the diagonal."""
    pairs = np.maximum(engine.pair_inclusion(kdpp.eigenvalues, kdpp.eigenvectors, kdpp.k), 0.0)
    np.fill_diagonal(pairs, engines_inclusion(kdpp))
    return pairs


@settings(deadline=None, max_examples=150)
@given(features(largest=40))
def test_same_inclusion(problem):
    kdpp = kdpp_of(problem)
    assert_allclose(engines_inclusion(kdpp), kdpp.inclusion(method="plain"), rtol=1e-10)


@settings(deadline=None, max_examples=80)
@given(features(largest=14))
def test_same_pairs(problem):
    # Pairs of twins have chance 0: a difference of sums that are at most 1.
    kdpp, pairs = kdpp_of(problem), kdpp_of(problem).pair_inclusion(method="plain")
    assert_allclose(engines_pairs(kdpp), pairs, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("k", [1, 10, 50, 99, 100])
@pytest.mark.parametrize("rank", [dpp.ONE_OUT, dpp.ONE_OUT + 1])
def test_same_inclusion_at_the_rank_where_the_engine_takes_over(k, rank):
    kdpp = KDPP(np.diag(10.0 ** np.linspace(0, -12, rank)), k)
    plain = kdpp.inclusion(method="plain")
    assert_allclose(kdpp.inclusion(), plain, rtol=1e-10)
    assert_allclose(engines_inclusion(kdpp), plain, rtol=1e-10)


@pytest.mark.parametrize("rank", [dpp.TWO_OUT, dpp.TWO_OUT + 1])
def test_same_pairs_at_the_rank_where_the_engine_takes_over(rank):
    F = np.random.default_rng(1).standard_normal((rank, rank))
    kdpp = KDPP(F @ F.T, 6)
    plain = kdpp.pair_inclusion(method="plain")
    assert_allclose(kdpp.pair_inclusion(), plain, rtol=1e-10)
    assert_allclose(engines_pairs(kdpp), plain, rtol=1e-10)


@pytest.mark.parametrize("name", ["inclusion", "pair_inclusion"])
def test_only_these_two_methods(name):
    with pytest.raises(ValueError, match="method must be one of 'auto', 'plain', got 'sum'"):
        getattr(KDPP(np.eye(3), 2), name)(method="sum")


def p_value(samples, S, k):
    """Chi-square on the counts of all subsets; those that hardly ever come are one class."""
    subsets = list(itertools.combinations(range(len(S)), k))
    chance = np.maximum([np.linalg.det(S[np.ix_(Y, Y)]) for Y in subsets], 0)
    code = {Y: i for i, Y in enumerate(subsets)}
    counts = np.bincount([code[tuple(Y)] for Y in samples.tolist()], minlength=len(subsets))
    expected = len(samples) * chance / chance.sum()
    rare = expected < 10
    if rare.any():
        counts = np.append(counts[~rare], counts[rare].sum())
        expected = np.append(expected[~rare], max(expected[rare].sum(), 1e-9))
    return chisquare(counts, expected * counts.sum() / expected.sum()).pvalue


@pytest.mark.parametrize("kind", ["full", "low rank", "spread"])
@pytest.mark.parametrize("method", ["plain", "auto"])
def test_same_law_of_the_samples(kind, method):
    rng = np.random.default_rng(5)
    F = rng.standard_normal((7, 3 if kind == "low rank" else 7))
    S = F @ F.T
    if kind == "spread":
        V, _ = np.linalg.qr(F)
        S = (V * 10.0 ** -np.arange(7)) @ V.T
    samples = KDPP(S, 3).sample(np.random.default_rng(6), size=4000, method=method)
    assert p_value(samples, S, 3) > LEVEL


def test_the_counts_refuse_another_kernel():
    F = np.random.default_rng(5).standard_normal((7, 7))
    samples = KDPP(np.eye(7), 3).sample(np.random.default_rng(6), size=4000)
    assert p_value(samples, F @ F.T, 3) < LEVEL


def test_where_only_one_subset_is_possible_both_draw_it():
    S = np.zeros((6, 6))
    S[np.ix_([1, 3, 4], [1, 3, 4])] = np.diag([3.0, 1.0, 1e-9])
    for method in ("plain", "auto"):
        drawn = KDPP(S, 3).sample(np.random.default_rng(7), size=5, method=method)
        assert_array_equal(drawn, [[1, 3, 4]] * 5)


def test_the_engine_draws_in_portions(monkeypatch):
    kdpp = KDPP(np.eye(5), 2)
    monkeypatch.setattr(engine, "BLOCK", 50)
    drawn = kdpp.sample(np.random.default_rng(8), size=100)
    assert drawn.shape == (100, 2)
    assert np.all(drawn[:, 0] < drawn[:, 1])
