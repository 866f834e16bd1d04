"""FedBag's table by arrays, and the search for the best group, choose what the lecture chooses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from flcourse.data import skewed_counts
from flcourse.engine import fedbag_search
from flcourse.engine.fedbag import best_group
from flcourse.fedbag import exhaustive, fedbag, groups, train_seconds

PROBLEMS = ["any", "whole seconds", "twins", "one class", "far apart", "no time"]


def problem(kind, n, C, seed):
    """Label counts, times and a budget; the kinds make ties of value, of time or of both."""
    rng = np.random.default_rng(seed)
    Z = rng.integers(0, 5, (n, C)).astype(float)
    Z[Z.sum(axis=1) == 0, 0] = 1
    train, upload = rng.lognormal(2, 1, n), rng.lognormal(1, 1, n)
    if kind == "whole seconds":
        train, upload = np.floor(train), np.floor(upload)
    elif kind == "twins":  # every client comes about three times
        copies = rng.integers(0, max(1, n // 3), n)
        Z, train, upload = Z[copies], train[copies], upload[copies]
    elif kind == "one class":
        Z = np.eye(C)[rng.integers(0, C, n)] * rng.integers(1, 4, (n, 1))
    elif kind == "far apart":  # clients and times over twelve decades
        Z, upload = Z * 10.0 ** rng.integers(-6, 7, (n, 1)), 10.0 ** rng.uniform(-10, 2, n)
    elif kind == "no time":
        train, upload = np.zeros(n), np.where(rng.random(n) < 0.5, 0.0, upload)
    fastest, total = (train + upload).min(), train.max() + upload.sum()
    return Z, train, upload, max(fastest + rng.uniform(0, 1.1) * (total - fastest), 1e-3)


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(PROBLEMS),
    st.integers(1, 25),
    st.integers(1, 8),
    st.integers(0, 10**6),
    st.sampled_from([1.0, 0.3, 0.05]),
)
def test_same_clients_as_the_loops_of_the_lecture(kind, n, C, seed, resolution):
    given_all = *problem(kind, n, C, seed), seed, resolution
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "CELLS", 0)  # every table goes to the engine
        by_engine = choose(*given_all, "auto")
    assert_array_equal(by_engine, choose(*given_all, "plain"))


def choose(Z, train, upload, budget, seed, resolution, method):
    budget, rng = (
        min(budget, 400 * resolution + (train + upload).min()),
        np.random.default_rng(seed),
    )
    found = fedbag(Z, train, upload, budget, rng=rng, resolution=resolution, method=method)
    return found.chosen


@pytest.mark.parametrize("budget", [60.0, 200.0])
def test_same_clients_at_the_size_of_the_paper(budget):
    rng = np.random.default_rng(1)
    Z = skewed_counts(200, rng=rng)
    train = train_seconds(Z.sum(axis=1), rng.lognormal(2, 1, 200), epochs=5)
    upload = rng.lognormal(1, 1, 200)
    found = [
        fedbag(Z, train, upload, budget, rng=np.random.default_rng(4), method=method).chosen
        for method in ("auto", "plain")
    ]
    assert 200 * budget > groups.CELLS
    assert_array_equal(*found)


def test_the_engine_returns_clients_in_the_order_in_which_the_group_grew():
    Z, upload = np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]), np.array([9.0, 1.0, 1.0])
    best = best_group(Z, np.zeros(3), upload, 2.0, np.array([2, 0, 1]), 1e-12)
    assert_array_equal(best, [2, 1])


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(PROBLEMS),
    st.integers(1, 10),
    st.integers(1, 8),
    st.integers(1, 10),
    st.integers(0, 10**6),
    st.sampled_from([1, 7, 20_000]),
)
def test_the_search_finds_the_group_that_trying_all_finds(kind, n, C, largest, seed, chunk):
    Z, train, upload, budget = problem(kind, n, C, seed)
    largest = min(largest, n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fedbag_search, "CHUNK", chunk)
        found = fedbag_search.best_small_group(Z, train, upload, budget, largest, groups.TIE)
    tried = exhaustive(Z, train, upload, budget, max_size=largest, method="plain")
    assert_array_equal(found, tried.chosen)


def test_the_search_at_the_size_at_which_it_takes_over():
    rng = np.random.default_rng(2)
    Z = skewed_counts(50, rng=rng)
    train = train_seconds(Z.sum(axis=1), rng.lognormal(2, 1, 50), epochs=5)
    upload = rng.lognormal(1, 1, 50)
    for largest in (3, 4):  # 20,875 and 251,175 groups
        found, tried = (
            exhaustive(Z, train, upload, 200.0, max_size=largest, method=method)
            for method in ("auto", "plain")
        )
        assert_array_equal(found.chosen, tried.chosen)
        assert len(found.chosen) == largest
