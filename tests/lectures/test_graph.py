"""The empirical graph: cases by hand, identities of the Laplacian, neighbours by brute force."""

import os

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import _require, graph
from flcourse.data import load_fmi

PATH = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 2.0], [0.0, 2.0, 0.0]])


def random_graph(n, density, rng):
    """Symmetric weights from 0.5 to 3 on about ``density`` of all pairs."""
    weights = np.triu(rng.uniform(0.5, 3, (n, n)) * (rng.random((n, n)) < density), 1)
    return weights + weights.T


graphs = st.builds(
    random_graph,
    st.integers(1, 12),
    st.floats(0, 1),
    st.integers(0, 2**32 - 1).map(np.random.default_rng),
)


def great_circle(points):
    """Angles between all points by the haversine formula, radians."""
    lat, lon = np.radians(points).T
    across = np.cos(lat[:, None]) * np.cos(lat) * np.sin((lon[:, None] - lon) / 2) ** 2
    square = np.sin((lat[:, None] - lat) / 2) ** 2 + across
    return 2 * np.arcsin(np.sqrt(np.minimum(square, 1)))


def euclidean(points):
    return np.linalg.norm(points[:, None] - points, axis=-1)


def by_sorting(distance, k, symmetrise):
    """Neighbours from the full distance matrix: a stable sort puts the lower index first."""
    distance = distance.copy()
    np.fill_diagonal(distance, -1)
    nearest = np.argsort(distance, axis=1, kind="stable")[:, 1 : k + 1]
    asked = np.zeros_like(distance)
    np.put_along_axis(asked, nearest, 1, axis=1)
    return np.maximum(asked, asked.T) if symmetrise == "union" else np.minimum(asked, asked.T)


# --- kNN graph ---------------------------------------------------------------------------------


@pytest.mark.parametrize("symmetrise", ["union", "mutual"])
@given(
    st.integers(2, 30).flatmap(
        lambda n: st.tuples(
            st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=n, max_size=n),
            st.integers(1, n - 1),
        )
    )
)
def test_knn_on_a_lattice_full_of_ties_and_duplicates(symmetrise, case):
    points, k = np.array(case[0], dtype=float), case[1]
    got = graph.knn_graph(points, k, symmetrise=symmetrise)
    assert_array_equal(got.toarray(), by_sorting(euclidean(points), k, symmetrise))


def test_duplicates_are_neighbours_and_never_oneself():
    same = np.zeros((5, 2))
    A = graph.knn_graph(same, 2)
    assert not A.diagonal().any()
    # nodes 2, 3, 4 ask for 0 and 1; node 0 for 1 and 2; node 1 for 0 and 2
    assert_array_equal(A.toarray()[0], [0, 1, 1, 1, 1])
    assert A.nnz == 14


def test_ties_ignore_rounding():
    # The four neighbours of (0.3, 0.3) are all at 0.1, but as doubles at different distances.
    x, y = np.meshgrid(np.arange(1, 6), np.arange(1, 6))
    lattice = np.column_stack([x.ravel(), y.ravel()])
    whole, tenth = graph.knn_graph(lattice, 2), graph.knn_graph(lattice * 0.1, 2)
    assert_array_equal(tenth.toarray(), whole.toarray())


@pytest.mark.parametrize("metric", ["euclidean", "haversine"])
@pytest.mark.parametrize("symmetrise", ["union", "mutual"])
def test_knn_on_the_globe_against_brute_force(metric, symmetrise):
    rng = np.random.default_rng(3)
    points = np.column_stack([rng.uniform(-90, 90, 300), rng.uniform(-180, 180, 300)])
    distance = great_circle(points) if metric == "haversine" else euclidean(points)
    got = graph.knn_graph(points, 4, metric=metric, symmetrise=symmetrise)
    assert_array_equal(got.toarray(), by_sorting(distance, 4, symmetrise))


def test_haversine_crosses_the_date_line():
    fiji, samoa, tonga = (-17.8, 178.0), (-13.8, -172.1), (-21.2, -175.2)
    A = graph.knn_graph([fiji, samoa, tonga, (0.0, 0.0)], 1, metric="haversine")
    assert A[0, 2] == 1  # 7 degrees apart, not 353


def test_every_point_is_a_neighbour_at_the_largest_k():
    points = np.random.default_rng(0).normal(size=(6, 3))
    assert_array_equal(graph.knn_graph(points, 5).toarray(), 1 - np.eye(6))


def test_mutual_lies_inside_union():
    points = np.random.default_rng(1).normal(size=(200, 2))
    union = graph.knn_graph(points, 5)
    mutual = graph.knn_graph(points, 5, symmetrise="mutual")
    assert (union - mutual).min() == 0
    assert graph.degrees(union).min() >= 5 >= graph.degrees(mutual).max()


def test_knn_follows_a_permutation_of_the_points():
    rng = np.random.default_rng(2)
    points, order = rng.normal(size=(100, 2)), rng.permutation(100)
    A = graph.knn_graph(points, 3).toarray()
    assert_array_equal(graph.knn_graph(points[order], 3).toarray(), A[np.ix_(order, order)])


# --- Laplacian and spectrum --------------------------------------------------------------------


def test_laplacian_by_hand():
    assert_array_equal(graph.laplacian(PATH).toarray(), [[1, -1, 0], [-1, 3, -2], [0, -2, 2]])
    assert_array_equal(graph.degrees(PATH), [1, 3, 2])


@given(graphs)
def test_laplacian_identities(A):
    L = graph.laplacian(A).toarray()
    assert_array_equal(L, L.T)
    assert_allclose(L.sum(axis=1), 0, atol=1e-13)
    assert_array_equal(L - np.diag(np.diag(L)), -A)
    values = np.linalg.eigvalsh(L)
    assert values[0] > -1e-12
    parts = nx.number_connected_components(nx.from_numpy_array(A))
    assert np.sum(values < 1e-9) == parts  # one null vector for each component
    assert graph.components(A).max() + 1 == parts
    assert np.all(graph.spectrum(A)[:parts] == 0)
    assert_allclose(graph.spectrum(A), values, atol=1e-12)


@given(graphs, st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_total_variation_is_the_sum_over_edges_and_the_quadratic_form(A, d, seed):
    W = np.random.default_rng(seed).normal(size=(len(A), d))
    n = len(A)
    by_edges = sum(A[i, j] * np.sum((W[i] - W[j]) ** 2) for i in range(n) for j in range(i + 1, n))
    form = W.ravel() @ np.kron(graph.laplacian(A).toarray(), np.eye(d)) @ W.ravel()
    assert_allclose(graph.total_variation(A, W), by_edges, rtol=1e-12, atol=1e-14)
    assert_allclose(graph.total_variation(A, W), form, rtol=1e-10, atol=1e-12)
    shifted = graph.total_variation(A, W + 1e6)
    assert_allclose(shifted, by_edges, rtol=1e-7, atol=1e-12)  # what is common does not count


@given(graphs, st.integers(0, 2**32 - 1))
def test_lambda_2_bounds(A, seed):
    n = len(A)
    if n < 2:
        return
    W = np.random.default_rng(seed).normal(size=(n, 2))
    value = graph.lambda_2(A)
    spread = np.sum((W - W.mean(axis=0)) ** 2)
    assert graph.total_variation(A, W) >= value * spread - 1e-9
    assert value <= n / (n - 1) * graph.degrees(A).min() + 1e-12


@pytest.mark.parametrize("n", [2, 3, 40, 700, 3000])
def test_spectrum_of_cycle_path_and_complete_graph(n):
    path = sparse.diags_array([np.ones(n - 1)] * 2, offsets=[-1, 1])
    assert_allclose(graph.lambda_2(path), 2 - 2 * np.cos(np.pi / n), rtol=1e-8)
    smallest = 2 - 2 * np.cos(np.pi * np.arange(min(n, 6)) / n)
    assert_allclose(graph.spectrum(path, min(n, 6)), smallest, rtol=1e-8, atol=1e-14)
    if n == 40:
        complete = 1 - np.eye(n)
        assert_allclose(graph.spectrum(complete), [0] + [n] * (n - 1), rtol=1e-12)
        cycle = nx.to_scipy_sparse_array(nx.cycle_graph(n))
        every = np.sort(2 - 2 * np.cos(2 * np.pi * np.arange(n) / n))
        assert_allclose(graph.spectrum(cycle), every, atol=1e-12)


def test_repeated_eigenvalues_of_a_large_graph_in_ten_pieces():
    # Each ring has the eigenvalues 2 - 2 cos(2 pi j / 200), so every positive one comes 20 times.
    ring = sparse.csr_array(nx.to_scipy_sparse_array(nx.cycle_graph(200)))
    pieces = sparse.block_diag([ring] * 10)
    every = np.sort(np.tile(2 - 2 * np.cos(2 * np.pi * np.arange(200) / 200), 10))
    assert_allclose(graph.spectrum(pieces, 40), every[:40], rtol=1e-8, atol=1e-12)


def test_lambda_2_of_graphs_without_distance():
    # Everybody is near everybody: the factors would fill up, Lanczos is used without them.
    for G in (nx.random_regular_graph(6, 900, seed=1), nx.complete_graph(600), nx.star_graph(800)):
        A = nx.to_scipy_sparse_array(G, dtype=float)
        want = np.linalg.eigvalsh(nx.laplacian_matrix(G).toarray())[1]
        assert_allclose(graph.lambda_2(A), want, rtol=1e-8)


def test_lambda_2_of_a_deep_tree():
    # Near everybody, and yet lambda_2 is so small that only the factors give its digits.
    A = nx.to_scipy_sparse_array(nx.balanced_tree(2, 10), dtype=float)
    want = np.linalg.eigvalsh(graph.laplacian(A).toarray())[1]
    assert_allclose(graph.lambda_2(A), want, rtol=1e-8)


def test_lambda_2_scales_with_the_weights():
    A = graph.knn_graph(np.random.default_rng(5).normal(size=(800, 2)), 8)
    base = graph.lambda_2(A)
    assert base > 0
    for scale in (1e-9, 1e9):
        assert_allclose(graph.lambda_2(A * scale), base * scale, rtol=1e-8)


def test_disconnected_graphs_have_lambda_2_exactly_zero():
    two = sparse.block_diag([PATH, PATH])
    assert graph.lambda_2(two) == 0.0
    assert_array_equal(graph.components(two), [0, 0, 0, 1, 1, 1])
    assert graph.lambda_2(np.zeros((2, 2))) == 0.0


# --- networkx at the door ----------------------------------------------------------------------


def test_networkx_round_trip_keeps_order_and_weights():
    G = nx.Graph()
    G.add_nodes_from("cab")
    G.add_edge("a", "b", weight=2.0)
    G.add_edge("c", "b")
    A = graph.from_networkx(G, ["a", "b", "c"])
    assert_array_equal(A.toarray(), [[0, 2, 0], [2, 0, 1], [0, 1, 0]])
    assert_array_equal(graph.from_networkx(G).toarray(), [[0, 0, 1], [0, 0, 2], [1, 2, 0]])
    assert_array_equal(graph.from_networkx(graph.to_networkx(A), range(3)).toarray(), A.toarray())


def test_nodes_without_edges_survive():
    assert graph.to_networkx(np.zeros((3, 3))).number_of_nodes() == 3


@pytest.mark.parametrize(
    ("G", "nodes", "said"),
    [
        (nx.DiGraph([(0, 1)]), [0, 1], "G must be an undirected"),
        (PATH, [0, 1, 2], "G must be an undirected"),
        (nx.path_graph(3), [0, 1], "nodelist must name each of the 3 nodes"),
        (nx.path_graph(3), [0, 1, 1], "nodelist"),
        (nx.path_graph(2), [0, 5], "nodelist"),
        (nx.Graph(), [], "G must have at least one node"),
        (nx.Graph([(0, 0)]), [0], "G must have a zero diagonal"),
    ],
)
def test_bad_networkx_input(G, nodes, said):
    with pytest.raises(ValueError, match=said):
        graph.from_networkx(G, nodes)


# --- At the door -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "convert", [np.asarray, list, sparse.csr_array, sparse.csr_matrix, sparse.coo_array]
)
def test_any_matrix_will_do_and_is_left_alone(convert):
    A = convert(PATH)
    graph.laplacian(A)
    assert_array_equal(graph.degrees(A), [1, 3, 2])
    if sparse.issparse(A):
        assert_array_equal(A.toarray(), PATH)


def test_rounding_level_asymmetry_is_averaged():
    A = PATH.copy()
    A[0, 1] *= 1 + 1e-12
    L = graph.laplacian(A).toarray()
    assert_array_equal(L, L.T)


@pytest.mark.parametrize("n", [30, 3000])
def test_tidy_matrices_are_read_and_never_written(n):
    ring = sparse.csr_array(sparse.diags_array([1.0, 1.0], offsets=[1, -1], shape=(n, n)))
    ring.indices, ring.indptr = ring.indices.astype(np.int32), ring.indptr.astype(np.int32)
    assert _require.adjacency("A", ring) is ring
    lopsided, other, empty = ring.copy(), ring.copy(), ring.copy()
    lopsided.data[4] *= 1 + 1e-12
    other.indices[-1] = 0  # the last node knows the first one, but not the other way round
    empty.data[:2] = 0.0
    for A, entries in ((lopsided, 2 * n - 2), (empty, 2 * n - 4)):
        before = A.data.copy()
        assert _require.adjacency("A", A).nnz == entries
        assert_array_equal(A.data, before)
    with pytest.raises(ValueError, match="A must be symmetric"):
        _require.adjacency("A", other)


@pytest.mark.parametrize(
    ("A", "said"),
    [
        (np.ones((2, 3)), r"A must be square .* got shape \(2, 3\)"),
        (np.zeros((0, 0)), "A must be square with at least one row"),
        ([[0, 1], [0, 0]], r"A must be symmetric, got A\[0, 1\] = 1.0 and A\[1, 0\] = 0.0"),
        ([[0, 1], [1.001, 0]], "A must be symmetric"),
        ([[0, -1], [-1, 0]], "A must have non-negative weights, got -1.0"),
        ([[1, 1], [1, 0]], "A must have a zero diagonal, got 1.0 at node 0"),
        ([[0, np.nan], [np.nan, 0]], "A must be finite, got nan"),
        (sparse.csr_array([[0, np.inf], [np.inf, 0]]), "A must have finite weights, got inf"),
        (sparse.csr_array([[0, 1j], [1j, 0]]), "A must hold real numbers"),
    ],
)
@pytest.mark.parametrize(
    "function",
    [graph.laplacian, graph.degrees, graph.components, graph.spectrum, graph.lambda_2],
)
def test_bad_adjacency(function, A, said):
    with pytest.raises(ValueError, match=said):
        function(A)


@pytest.mark.parametrize(
    ("points", "options", "said"),
    [
        (np.zeros((3, 2)), {"k": 3}, "k must be at most 2, the number of other points, got 3"),
        (np.zeros((3, 2)), {"k": 0}, "k must be at least 1, got 0"),
        (np.zeros((3, 2)), {"k": 1.5}, "k must be an integer"),
        (np.zeros((1, 2)), {"k": 1}, "points must hold at least 2 points, got 1"),
        (3.0, {"k": 1}, "points must have one row"),
        ([[0.0, np.nan], [1, 1]], {"k": 1}, "points must be finite"),
        ([[60.0, 25.0], [91.0, 0.0]], {"k": 1, "metric": "haversine"}, "got 91.0 in row 1"),
        (np.zeros((3, 3)), {"k": 1, "metric": "haversine"}, "points must have shape"),
        (np.zeros((3, 2)), {"k": 1, "metric": "taxi"}, "metric must be one of"),
        (np.zeros((3, 2)), {"k": 1, "symmetrise": "both"}, "symmetrise must be one of"),
    ],
)
def test_bad_points(points, options, said):
    with pytest.raises(ValueError, match=said):
        graph.knn_graph(points, **options)


def test_other_bad_arguments():
    with pytest.raises(ValueError, match="W must have one row for each of the 3 nodes"):
        graph.total_variation(PATH, np.zeros((2, 1)))
    with pytest.raises(ValueError, match="k must be at most 3, got 4"):
        graph.spectrum(PATH, 4)
    with pytest.raises(ValueError, match="at least 2 nodes"):
        graph.lambda_2([[0.0]])


@settings(deadline=None)
@given(
    graphs,
    st.sampled_from([np.float64, np.float32, np.int64, bool]),
    st.sampled_from([np.asarray, sparse.csr_array, sparse.csc_array, sparse.coo_matrix]),
)
def test_every_function_takes_every_real_dtype_and_format(A, dtype, convert):
    A = A.astype(dtype)
    given_as = convert(A)
    n = len(A)
    assert graph.laplacian(given_as).dtype == np.float64
    assert_allclose(graph.degrees(given_as), A.sum(axis=1, dtype=float), rtol=1e-12)
    assert graph.components(given_as).shape == graph.spectrum(given_as).shape == (n,)
    assert graph.total_variation(given_as, np.arange(n)) >= 0
    assert_array_equal(graph.from_networkx(graph.to_networkx(given_as)).toarray(), A.astype(float))


def test_completion_shows_the_lecture():
    assert dir(graph) == [
        "components", "degrees", "from_networkx", "knn_graph", "lambda_2", "laplacian", "spectrum",
        "to_networkx", "total_variation",
    ]  # fmt: skip


# --- The real stations -------------------------------------------------------------------------


@pytest.mark.skipif("FLCOURSE_DATA" not in os.environ, reason="FLCOURSE_DATA is not set")
def test_graphs_of_the_real_stations():
    # Reference values of the course's notes on the sources, computed independently.
    latlon = load_fmi("observed").latlon
    three, four, five = (graph.knn_graph(latlon, k) for k in (3, 4, 5))
    assert [A.nnz // 2 for A in (three, four, five)] == [403, 520, 639]
    assert sorted(np.bincount(graph.components(three))) == [4, 14, 189]
    assert graph.lambda_2(three) == 0.0
    assert_allclose(graph.spectrum(three)[-1], 8.58663007787, rtol=1e-9)
    assert_allclose(graph.lambda_2(four), 0.0160292479634, rtol=1e-9)
    assert_allclose(graph.lambda_2(five), 0.0306355161089, rtol=1e-9)
