"""Clusters from the spectrum, and graphs from distances: by hand, by enumeration, by invariance."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.optimize import linprog

from flcourse import graph, gtvmin, synthesis


def blocks(rng, sizes, inside=0.8, across=0.03):
    """Adjacency matrix of a random graph with planted clusters, and the clusters."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    p = np.where(labels[:, np.newaxis] == labels, inside, across)
    upper = np.triu(rng.random(p.shape) < p, 1).astype(float)
    return upper + upper.T, labels


def ratio_cut(A, labels):
    """Sum over clusters of the weight of the edges that leave it, over its size."""
    cut = 0.0
    for c in np.unique(labels):
        inside = labels == c
        cut += A[inside][:, ~inside].sum() / inside.sum()
    return cut


def partitions(n, k):
    """All ways to label n nodes with exactly k labels, each partition once."""

    def grow(labels):
        if len(labels) == n:
            if max(labels) == k - 1:
                yield np.array(labels)
            return
        for c in range(min(max(labels, default=-1) + 2, k)):
            yield from grow([*labels, c])

    yield from grow([])


def test_the_embedding_of_two_separate_edges_has_two_places():
    A = np.kron(np.eye(2), [[0, 3], [3, 0]])
    U = synthesis.spectral_embedding(A, 2)
    assert_allclose(U[0], U[1], atol=1e-12)
    assert_allclose(U[2], U[3], atol=1e-12)
    # Distances between rows: 1/|C| + 1/|C'| = 1 for indicator columns over the root of the size.
    assert_allclose(np.sum((U[0] - U[2]) ** 2), 1.0)


def test_the_embedding_is_orthonormal_and_its_energy_is_the_sum_of_the_smallest_eigenvalues():
    A, _ = blocks(np.random.default_rng(0), [7, 9])
    for k in (1, 2, 5):
        U = synthesis.spectral_embedding(A, k)
        assert_allclose(U.T @ U, np.eye(k), atol=1e-12)
        energy = sum(graph.total_variation(A, u) for u in U.T)
        assert_allclose(energy, graph.spectrum(A, k).sum(), atol=1e-9)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_components_are_found_whatever_their_sizes(k):
    rng = np.random.default_rng(k)
    parts = [blocks(rng, [int(size)], inside=1.0)[0] for size in rng.integers(1, 9, k)]
    A = sparse.block_diag(parts).toarray()
    order = rng.permutation(len(A))
    A = A[np.ix_(order, order)]
    assert_array_equal(synthesis.spectral_clusters(A, k), graph.components(A))


def test_planted_clusters_are_found_in_any_order_of_the_nodes():
    rng = np.random.default_rng(4)
    A, planted = blocks(rng, [12, 8, 15])
    for _ in range(5):
        order = rng.permutation(len(A))
        labels = synthesis.spectral_clusters(A[np.ix_(order, order)], 3)
        together = labels[:, np.newaxis] == labels
        assert_array_equal(together, planted[order][:, np.newaxis] == planted[order])


def test_two_clear_clusters_have_the_smallest_ratio_cut_of_all_partitions():
    A, _ = blocks(np.random.default_rng(1), [4, 5], inside=0.9, across=0.1)
    best = min(ratio_cut(A, labels) for labels in partitions(9, 2))
    assert_allclose(ratio_cut(A, synthesis.spectral_clusters(A, 2)), best)
    # The relaxation is a lower bound (eq-ratio-cut-relaxed).
    assert graph.spectrum(A, 2).sum() <= best


def test_the_ratio_cut_is_a_trace():
    A, _ = blocks(np.random.default_rng(2), [5, 3, 4], across=0.3)
    labels = np.random.default_rng(3).permutation(np.repeat([0, 1, 2], 4))
    H = (labels[:, np.newaxis] == np.arange(3)) / np.sqrt(np.bincount(labels))
    assert_allclose(np.trace(H.T @ graph.laplacian(A) @ H), ratio_cut(A, labels))


def test_one_cluster_and_n_clusters_are_the_limits():
    A, _ = blocks(np.random.default_rng(5), [6, 6])
    assert_array_equal(synthesis.spectral_clusters(A, 1), np.zeros(12))
    assert_array_equal(synthesis.spectral_clusters(A, 12), np.arange(12))


def test_scaling_all_weights_changes_no_cluster():
    A, _ = blocks(np.random.default_rng(6), [9, 7, 8], across=0.15)
    labels = synthesis.spectral_clusters(A, 3)
    assert_array_equal(synthesis.spectral_clusters(1000 * A, 3), labels)


@settings(deadline=None)
@given(st.integers(2, 9), st.integers(0, 2**32 - 1))
def test_what_stays_and_what_goes_add_up(n, seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(size=(n, n)) * (rng.random((n, n)) < 0.6), 1)
    A, labels = upper + upper.T, rng.integers(0, 3, n)
    kept = synthesis.within_clusters(A, labels).toarray()
    same = labels[:, np.newaxis] == labels
    assert_array_equal(kept, np.where(same, A, 0))


def test_cluster_wise_gtvmin_is_gtvmin_in_each_cluster_alone():
    rng = np.random.default_rng(7)
    A, labels = blocks(rng, [5, 6], inside=0.9, across=0.5)
    X = [rng.normal(size=(4, 2)) for _ in range(11)]
    y = [rng.normal(size=4) for _ in range(11)]
    W = gtvmin.solve(synthesis.within_clusters(A, labels), X, y, 0.7).W
    for c in (0, 1):
        (inside,) = np.nonzero(labels == c)
        alone = gtvmin.solve(
            A[np.ix_(inside, inside)], [X[i] for i in inside], [y[i] for i in inside], 0.7
        )
        assert_allclose(W[inside], alone.W, atol=1e-9)


def test_discrepancies_by_hand_and_by_loops():
    V = np.random.default_rng(8).normal(size=(6, 3))
    D = synthesis.discrepancy(V)
    for i, j in combinations(range(6), 2):
        assert_allclose(D[i, j], sum((V[i] - V[j]) ** 2))
    assert_array_equal(D, D.T)
    assert_array_equal(np.diag(D), 0)
    assert_array_equal(synthesis.discrepancy([1.0, 4.0]), [[0, 9], [9, 0]])


@pytest.mark.parametrize("edges", [0, 1, 4, 10])
def test_the_learned_graph_solves_the_linear_programme(edges):
    D = synthesis.discrepancy(np.random.default_rng(edges).normal(size=(5, 2)))
    i, j = np.triu_indices(5, 1)
    best = linprog(D[i, j], A_eq=np.ones((1, 10)), b_eq=[edges], bounds=(0, 1))
    A = synthesis.learn_graph(D, edges)
    assert_allclose((D * A.toarray()).sum() / 2, best.fun, atol=1e-9)
    assert A.nnz == 2 * edges
    graph.laplacian(A)  # it is an adjacency matrix


def test_nodes_of_separated_clusters_are_joined_inside_only():
    V = np.array([0.0, 0.1, 0.3, 5.0, 5.2])
    A = synthesis.learn_graph(synthesis.discrepancy(V), 4)
    assert_array_equal(graph.components(A), [0, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: synthesis.spectral_clusters(np.eye(3), 2), "A must have a zero diagonal"),
        (lambda: synthesis.spectral_clusters(np.zeros((3, 3)), 4), "k must be at most 3, got 4"),
        (lambda: synthesis.spectral_embedding(np.zeros((3, 3)), 0), "k must be at least 1"),
        (lambda: synthesis.within_clusters(np.zeros((2, 2)), [0]), r"labels must have shape \(2,"),
        (lambda: synthesis.discrepancy([[np.nan]]), "V must be finite"),
        (lambda: synthesis.discrepancy(3.0), "V must have one row"),
        (lambda: synthesis.learn_graph([[0, 1], [2, 0]], 1), "delta must be square and symmetric"),
        (lambda: synthesis.learn_graph([[0, 1]], 0), "delta must be square and symmetric"),
        (lambda: synthesis.learn_graph([[0, -1], [-1, 0]], 1), "delta must be at least 0, got -1"),
        (lambda: synthesis.learn_graph(np.zeros((3, 3)), 4), "edges must be at most 3, got 4"),
    ],
)
def test_wrong_input_is_named(wrong, words):
    with pytest.raises(ValueError, match=words):
        wrong()
