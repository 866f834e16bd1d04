"""The engine of the graph: the lecture's definitions, computed for many nodes."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import graph
from flcourse.engine import graph as engine


def weighted(n, density, weights, seed):
    """Connected graph with weights from 1 to 10**weights."""
    rng = np.random.default_rng(seed)
    A = np.triu(10 ** rng.uniform(0, weights, (n, n)) * (rng.random((n, n)) < density), 1)
    A[np.arange(n - 1), np.arange(1, n)] += 1.0
    return sparse.csr_array(A + A.T)


graphs = st.builds(
    weighted, st.integers(12, 60), st.floats(0, 0.5), st.floats(0, 3), st.integers(0, 2**32 - 1)
)


@settings(deadline=None, max_examples=50)
@given(graphs)
def test_lambda_2_is_the_second_eigenvalue_of_the_lecture(A):
    want = graph.spectrum(A, 2)[1]  # of the dense Laplacian: exact to 1e-16 of the largest one
    top = 2 * graph.degrees(A).max()
    assert abs(engine.lambda_2(A, graph.laplacian(A)) - want) <= 1e-10 * want + 1e-14 * top


@settings(deadline=None, max_examples=50)
@given(graphs, st.integers(2, 4))
def test_the_smallest_eigenvalues_are_those_of_the_lecture(A, k):
    want, top = graph.spectrum(A, k), 2 * graph.degrees(A).max()
    got = engine.smallest_eigenvalues(graph.laplacian(A), k)
    assert_allclose(got[1:], want[1:], rtol=1e-10, atol=1e-13 * top)


@pytest.mark.parametrize("weights", [0, 6])
def test_many_nodes_have_the_lectures_lambda_2(weights):
    A = weighted(700, 0.004, weights, 3)
    want, top = graph.lambda_2(A, method="plain"), 2 * graph.degrees(A).max()
    assert_allclose(graph.lambda_2(A), want, rtol=1e-10, atol=1e-14 * top)
    assert_allclose(graph.spectrum(A, 3), graph.spectrum(A, 3, method="plain"), 1e-10, 1e-13 * top)


def test_few_nodes_have_the_lectures_eigenvalues_bit_for_bit():
    A = weighted(60, 0.1, 1, 4)
    assert graph.lambda_2(A) == graph.lambda_2(A, method="plain")
    assert_array_equal(graph.spectrum(A), graph.spectrum(A, method="plain"))


@pytest.mark.parametrize("compute", [graph.lambda_2, graph.spectrum, graph.knn_graph])
def test_only_these_two_methods(compute):
    more = {"k": 1} if compute is graph.knn_graph else {}
    with pytest.raises(ValueError, match="method must be one of 'auto', 'plain', got 'dense'"):
        compute([[0, 1], [1, 0]], **more, method="dense")


def test_graphs_in_pieces_have_lambda_2_exactly_zero():
    A = sparse.csr_array(nx.to_scipy_sparse_array(nx.disjoint_union(*[nx.cycle_graph(300)] * 2)))
    assert engine.lambda_2(A, graph.laplacian(A)) == 0.0 == graph.lambda_2(A)
    assert graph.lambda_2(A, method="plain") == 0.0


@pytest.mark.parametrize("edges", [0, 300])
def test_the_zeros_of_a_large_graph_in_many_pieces_are_exact(edges):
    pairs = nx.Graph((2 * i, 2 * i + 1) for i in range(edges))
    pairs.add_nodes_from(range(1000))
    A = nx.to_scipy_sparse_array(pairs, range(1000), dtype=float)
    assert_array_equal(graph.spectrum(A, 100), np.zeros(100))


@settings(deadline=None)
@given(graphs, st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_total_variation_is_that_of_the_lecture(A, d, seed):
    W = np.random.default_rng(seed).normal(size=(A.shape[0], d))
    assert_allclose(engine.total_variation(A, W), graph.total_variation(A, W), rtol=1e-10)


@pytest.mark.parametrize("places", ["anywhere", "on a grid, some twice"])
@pytest.mark.parametrize("metric", ["euclidean", "haversine"])
@given(n=st.integers(2, 25), seed=st.integers(0, 2**32 - 1), data=st.data())
def test_the_engine_finds_the_neighbours_of_the_lecture(metric, places, n, seed, data):
    k, rng = data.draw(st.integers(1, n - 1)), np.random.default_rng(seed)
    points = rng.uniform(-80, 80, (n, 2)) if places == "anywhere" else rng.integers(0, 4, (n, 2))
    engines, lectures = (
        graph.knn_graph(points, k, metric=metric, method=method) for method in ("auto", "plain")
    )
    assert_array_equal(engines.toarray(), lectures.toarray())


@pytest.mark.parametrize("metric", ["euclidean", "haversine"])
def test_many_nodes_have_the_lectures_neighbours(metric):
    points = np.random.default_rng(8).uniform(-90, 90, (1_500, 2))
    engines, lectures = (
        graph.knn_graph(points, 6, metric=metric, method=method) for method in ("auto", "plain")
    )
    assert (engines != lectures).nnz == 0


def test_chords_of_the_unit_sphere_are_twice_the_root_of_h():
    # A quarter of a great circle: h = sin²(π/4) = 1/2
    pole, equator = engine.on_unit_sphere(np.array([[90.0, 0.0], [0.0, 30.0]]))
    assert_allclose(np.linalg.norm(pole - equator), 2 * np.sqrt(0.5))


@given(st.integers(2, 25), st.integers(0, 2**32 - 1), st.data())
def test_neighbours_are_the_first_of_all_others_by_distance(n, seed, data):
    k = data.draw(st.integers(1, n - 1))
    places = np.random.default_rng(seed).integers(0, 4, (n, 2)).astype(float)
    distance = np.linalg.norm(places[:, None] - places, axis=-1)
    np.fill_diagonal(distance, np.inf)
    want = np.argsort(distance, axis=1, kind="stable")[:, :k]
    assert_array_equal(np.sort(engine.nearest(places, k)), np.sort(want))
