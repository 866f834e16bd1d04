"""The experiments on airports compute what they say, by slower and independent ways."""

import sys

import numpy as np
import pytest
from conftest import ROOT
from numpy.testing import assert_allclose

from flcourse import fedknn, graph, gtvmin
from flcourse.losses import Squared

sys.path.insert(0, str(ROOT / "benchmarks"))
import reproduce_flights as study

A = graph.knn_graph(np.random.default_rng(5).normal(size=(8, 2)), 3)
SIZES = np.array([1, 4, 0, 9, 2, 2, 30, 1])  # one client is empty


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(0)
    return [rng.normal(i, 1, m) for i, m in enumerate(SIZES)]


@pytest.fixture(scope="module")
def means(rows):
    return np.array([y.mean() if len(y) else 0.0 for y in rows])


@pytest.mark.parametrize("by_size", [False, True])
def test_means_on_a_graph_are_those_of_scaled_rows(by_size, rows, means):
    s = np.sqrt(SIZES / SIZES.mean()) if by_size else np.ones(8)
    X = [s_i * np.ones((m, 1)) for s_i, m in zip(s, SIZES, strict=True)]
    y = [s_i * y_i for s_i, y_i in zip(s, rows, strict=True)]
    for alpha, w in zip(study.ALPHAS, study.coupled(A, by_size)(SIZES, means), strict=True):
        assert_allclose(w, gtvmin.solve(A, X, y, alpha, method="inv").W[:, 0], atol=1e-8)


def test_personal_means_are_at_the_optimum_of_ditto(means):
    w = np.average(means, weights=SIZES)
    for pull, found in zip(study.PULLS, study.pulled(False)(SIZES, means), strict=True):
        for i in np.flatnonzero(SIZES):
            (right,) = Squared().prox([w], [[1.0]], [means[i]], mu=2 * pull)
            assert_allclose(found[i], right, atol=1e-12)
        assert_allclose(found[2], w)  # without rows: the model of all


@pytest.mark.parametrize("by_size", [False, True])
def test_neighbours_without_rows_do_not_count(by_size, rows, means):
    order = fedknn.neighbours(np.arange(8.0), 8)
    found = study.nearest(order, by_size)(SIZES, means)
    three = dict(zip(study.NEIGHBOURS[:3], found, strict=False))[3]
    # Client 3 asks itself and the clients 2, who is empty, and 4.
    right = np.mean(np.concatenate([rows[3], rows[4]])) if by_size else means[[3, 4]].mean()
    assert_allclose(three[3], right)


def test_a_shrunk_graph_is_one_large_least_squares_problem():
    rng = np.random.default_rng(1)
    clients = [(rng.normal(size=(m, 3)), rng.normal(size=m)) for m in SIZES]
    w, i, j = rng.normal(size=3), *graph.laplacian(A).nonzero()
    found = iter(study.shrunk_graphs(A, clients, w))
    unit = np.eye(8)
    data = np.concatenate([np.kron(unit[k], X) for k, (X, _) in enumerate(clients)])
    data, y = data / SIZES.mean() ** 0.5, np.concatenate([y for _, y in clients])
    edges = [np.kron(unit[a] - unit[b], np.eye(3)) for a, b in zip(i, j, strict=True) if a < b]
    for alpha in study.ALPHAS[1::2]:
        for penalty in study.SHRINK:
            M = np.concatenate([data, *(alpha**0.5 * edge for edge in edges),
                                penalty**0.5 * np.eye(24)])  # fmt: skip
            right = np.zeros(len(M))
            right[: len(y)] = y / SIZES.mean() ** 0.5
            right[-24:] = penalty**0.5 * np.tile(w, 8)
            assert_allclose(next(found).ravel(), np.linalg.lstsq(M, right)[0], atol=1e-8)


@pytest.fixture(scope="module")
def regressions():
    rng = np.random.default_rng(2)
    return [(np.column_stack([np.ones(m), rng.normal(size=(m, 6))]), rng.normal(3, 1, m))
            for m in SIZES]  # fmt: skip


def test_a_free_intercept_is_left_out_of_the_penalty(regressions):
    w = np.arange(7.0)
    for pull, W in zip(study.PULLS, study.own_intercepts(w, regressions), strict=True):
        assert_allclose(W[2], w)  # no rows
        for (X, y), found in zip(regressions, W, strict=True):
            if m := len(y):
                M = np.concatenate([X / m**0.5, (pull / 2) ** 0.5 * np.eye(7)[1:]])
                right = np.concatenate([y / m**0.5, np.zeros(6)])
                assert_allclose(found, np.linalg.lstsq(M, right)[0], atol=1e-8)


def test_own_constants_leave_the_weather_as_it_is(regressions):
    w = np.arange(7.0)
    for pull, W in zip(study.PULLS, study.own_constants(w, regressions), strict=True):
        assert_allclose(W[:, 1:], np.tile(w[1:], (8, 1)))
        assert_allclose(W[2], w)
        for (X, y), found in zip(regressions, W, strict=True):
            if len(y):  # Ditto on the constant feature alone, for what the weather leaves
                left = y - X[:, 1:] @ w[1:]
                right = Squared().prox(w[:1], X[:, :1], left, mu=pull)
                assert_allclose(found[:1], right, atol=1e-10)


def test_noise_of_test_means_is_that_of_their_rows():
    latlon, parts = study.tables(np.zeros((2, 2)), 50, [np.arange(50)] * 2, np.random.default_rng(3)
                                 .normal(size=(2, 50)) * [[1], [2]])  # fmt: skip
    rank = study.dealt(parts, True, np.random.default_rng(0))
    variances = [parts[1, i, rank[i] >= 10].var() / 40 for i in (0, 1)]
    found = study.noise_of_test_means((latlon, parts), 10, True, 0)
    assert_allclose(found, np.mean(variances) ** 0.5)


def test_each_day_is_dealt_once():
    _, parts = study.airports()
    rank = study.dealt(parts, True, np.random.default_rng(0))
    assert (np.sort(rank, axis=1) == np.arange(364)).all()
    assert (rank[0] != rank[1]).any()
    same = study.dealt(parts, False, np.random.default_rng(0))
    assert (same == same[0]).all()
    train, test = study.moments(parts, rank < 14), study.moments(parts, rank >= 14)
    whole = study.moments(parts, rank >= 0)
    assert_allclose(train[0] + test[0], whole[0])
    for power in (1, 2):
        both = train[0] * train[power] + test[0] * test[power]
        assert_allclose(both / whole[0], whole[power], atol=1e-9)
