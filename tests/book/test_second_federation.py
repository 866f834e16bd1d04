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
    s = np.sqrt(SIZES / SIZES[SIZES > 0].mean()) if by_size else np.ones(8)
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
    data, y = data / SIZES[SIZES > 0].mean() ** 0.5, np.concatenate([y for _, y in clients])
    edges = [np.kron(unit[a] - unit[b], np.eye(3)) for a, b in zip(i, j, strict=True) if a < b]
    for alpha in study.ALPHAS[1::2]:
        for penalty in study.SHRINK:
            M = np.concatenate([data, *(alpha**0.5 * edge for edge in edges),
                                penalty**0.5 * np.eye(24)])  # fmt: skip
            right = np.zeros(len(M))
            right[: len(y)] = y / SIZES[SIZES > 0].mean() ** 0.5
            right[-24:] = penalty**0.5 * np.tile(w, 8)
            assert_allclose(next(found).ravel(), np.linalg.lstsq(M, right)[0], atol=1e-8)


def test_each_day_is_dealt_once():
    latlon, parts = study.airports()
    rank = np.tile(np.random.default_rng(0).permutation(364), (len(latlon), 1))
    train, test = study.moments(parts, rank < 14), study.moments(parts, rank >= 14)
    whole = study.moments(parts, rank >= 0)
    assert_allclose(train[0] + test[0], whole[0])
    for power in (1, 2):
        both = train[0] * train[power] + test[0] * test[power]
        assert_allclose(both / whole[0], whole[power], atol=1e-9)
