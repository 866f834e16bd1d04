"""GTVMin: cases by hand, the objective itself, limits in alpha, solvers against each other."""

import os
import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import graph, gtvmin
from flcourse.data import load_fmi

PAIR = np.array([[0.0, 1.0], [1.0, 0.0]])
METHODS = ["auto", "inv", "cholesky", "cg", "gd"]


def random_problem(seed, n=12, d=3, density=0.3, connected=False):
    """Weighted graph with unequal m_i, each from 0 to 5, but d + 2 at the first node."""
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.uniform(0.5, 2, (n, n)) * (rng.random((n, n)) < density), 1)
    if connected:
        weights[np.arange(n - 1), np.arange(1, n)] += 0.5
    sizes = rng.integers(0, 6, n)
    for label in np.unique(labels := graph.components(weights + weights.T)):
        sizes[np.argmax(labels == label)] = d + 2
    X = [rng.normal(size=(m, d)) for m in sizes]
    y = [rng.normal(size=m) + 3 for m in sizes]
    return weights + weights.T, X, y


problems = st.builds(
    random_problem,
    st.integers(0, 2**32 - 1),
    n=st.integers(1, 8),
    d=st.integers(1, 3),
    density=st.floats(0, 0.8),
)
alphas = st.floats(-3, 3).map(lambda exponent: 10.0**exponent)


def objective(A, X, y, alpha, W):
    """What GTVMin minimises, by loops over nodes and over edges."""
    n = len(A)
    loss = sum(np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(n) if len(y[i]))
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    return loss + alpha * sum(A[i, j] * np.sum((W[i] - W[j]) ** 2) for i, j in pairs)


def dense_system(A, X, y, alpha):
    """Q and q from their definition, block by block."""
    n, d = len(A), X[0].shape[1]
    Q = alpha * np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    q = np.zeros(n * d)
    for i in range(n):
        if m := len(y[i]):
            block = slice(i * d, i * d + d)
            Q[block, block] += X[i].T @ X[i] / m
            q[block] = -2 / m * X[i].T @ y[i]
    return Q, q


def solution_or_refusal(*data, **options):
    """Solution, or None where rounding or its number of steps stops a method, and it says so."""
    try:
        return gtvmin.solve(*data, **options)
    except RuntimeError as error:
        said = str(error)
    assert re.search("did not reach tol .* use method='auto'", said)
    return None


# --- By hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_two_nodes_by_hand(method):
    # x = 1, local means 0 and 4, alpha = 1:  [2 -1; -1 2] w = [0, 4]
    solution = gtvmin.solve(PAIR, None, [np.zeros(3), np.full(3, 4.0)], 1.0, method=method)
    assert_allclose(solution.W, [[4 / 3], [8 / 3]])
    assert_allclose(solution.loss, (4 / 3) ** 2)
    assert_allclose(solution.variation, (4 / 3) ** 2)


def test_unequal_sizes_by_hand():
    # Node 0: rows 1 and 3 (mean 2); node 1: one row 8; weight 2, alpha 1/2, so that
    # [2 -1; -1 2] w = [2, 8] as for equal sizes: m_i divides what it adds.
    solution = gtvmin.solve(2 * PAIR, None, [[1.0, 3.0], [8.0]], 0.5)
    assert_allclose(solution.W.ravel(), [4, 6])
    assert_allclose(solution.loss, ((9 + 1) / 2 + 4) / 2)
    assert_allclose(solution.variation, 2 * 4)


def test_two_features_by_hand():
    # Node 0 sees e_1 twice and node 1 sees e_2 once: only together do they determine w.
    X = [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 2.0]]]
    y = [[1.0, 3.0], [8.0]]
    Q, q = gtvmin.system(PAIR, X, y, 3.0)
    assert_array_equal(Q.toarray(), [[4, 0, -3, 0], [0, 3, 0, -3], [-3, 0, 3, 0], [0, -3, 0, 7]])
    assert_array_equal(q, [-4, 0, 0, -32])
    assert_allclose(gtvmin.solve(PAIR, X, y, 3.0).W, [[2, 4], [2, 4]])


def test_a_node_without_rows_takes_the_mean_of_its_neighbours():
    star = np.array([[0.0, 1, 3], [1, 0, 0], [3, 0, 0]])
    solution = gtvmin.solve(star, None, [[], [0.0], [4.0]], 1e-9)
    assert_allclose(solution.W.ravel(), [3, 0, 4], atol=1e-7)  # (1·0 + 3·4) / 4
    exact = gtvmin.solve(star, None, [[], [0.0], [4.0]], 1.0)
    total = len(star) * exact.loss + exact.variation
    assert_allclose(
        total,
        objective(
            star,
            [np.ones((m, 1)) for m in (0, 1, 1)],
            [np.zeros(0), np.zeros(1), np.full(1, 4.0)],
            1.0,
            exact.W,
        ),
    )


# --- Identities --------------------------------------------------------------------------------


@settings(deadline=None)
@given(problems, alphas)
def test_system_is_its_definition(problem, alpha):
    Q, q = gtvmin.system(*problem, alpha)
    Q_dense, q_dense = dense_system(*problem, alpha)
    assert sparse.issparse(Q)
    assert Q.format == "csr"
    assert_allclose(Q.toarray(), Q_dense, rtol=1e-12, atol=1e-12)
    assert_allclose(q, q_dense, rtol=1e-12, atol=1e-12)


@settings(deadline=None, max_examples=50)
@given(problems, alphas, st.sampled_from(METHODS), st.integers(0, 2**32 - 1))
def test_solution_minimises_the_objective(problem, alpha, method, seed):
    A, X, y = problem
    Q, q = dense_system(A, X, y, alpha)
    solution = solution_or_refusal(A, X, y, alpha, method=method, tol=1e-8)
    if solution is None:  # which gradient steps may answer to a hard problem, and no other method
        assert method == "gd"
        assert np.linalg.cond(Q) > 1e3
        return
    least = objective(A, X, y, alpha, solution.W)
    parts = len(A) * solution.loss + alpha * solution.variation
    assert_allclose(parts, least, rtol=1e-9, atol=1e-12)
    step = np.random.default_rng(seed).normal(size=solution.W.shape) * 1e-3
    assert objective(A, X, y, alpha, solution.W + step) > least
    left = np.linalg.norm(Q @ solution.W.ravel() + q / 2) / np.linalg.norm(q / 2)
    assert left <= 1e-8
    assert_allclose(solution.residual, left, rtol=0.1, atol=1e-12)


@pytest.mark.parametrize("n", [40, 400])
@pytest.mark.parametrize("d", [None, 1, 3])
def test_solvers_agree(n, d):
    rng = np.random.default_rng(n)
    A = graph.knn_graph(rng.normal(size=(n, 2)), 5)
    y = [rng.normal(size=m) for m in rng.integers(10, 20, n)]
    X = None if d is None else [rng.normal(size=(len(part), d)) for part in y]
    want = gtvmin.solve(A, X, y, 0.7, method="inv", tol=1e-12).W
    for method in METHODS[2:] + METHODS[:1]:
        assert_allclose(gtvmin.solve(A, X, y, 0.7, method=method).W, want, atol=1e-8)


@settings(deadline=None, max_examples=30)
@given(problems, alphas, st.integers(0, 2**32 - 1))
def test_nodes_may_come_in_any_order(problem, alpha, seed):
    A, X, y = problem
    order = np.random.default_rng(seed).permutation(len(A))
    W = gtvmin.solve(A, X, y, alpha).W
    shuffled = gtvmin.solve(
        A[np.ix_(order, order)], [X[i] for i in order], [y[i] for i in order], alpha
    ).W
    assert_allclose(shuffled, W[order], atol=1e-7)


@settings(deadline=None, max_examples=30)
@given(problems, alphas)
def test_stacked_rows_are_the_same_data(problem, alpha):
    A, X, y = problem
    sizes = [len(part) for part in y]
    stacked = gtvmin.solve(A, np.concatenate(X), np.concatenate(y), alpha, sizes=sizes)
    assert_array_equal(stacked.W, gtvmin.solve(A, X, y, alpha).W)


def test_constant_feature_is_a_column_of_ones():
    A, _, y = random_problem(5, d=1)
    ones = [np.ones((len(part), 1)) for part in y]
    assert_allclose(gtvmin.solve(A, ones, y, 2.0).W, gtvmin.solve(A, None, y, 2.0).W, rtol=1e-12)


def test_rescaled_features_rescale_the_parameters():
    # In other units of x the model predicts the same, if alpha is 0.
    rng = np.random.default_rng(1)
    X, y = [rng.normal(size=(9, 2)) for _ in range(3)], [rng.normal(size=9) for _ in range(3)]
    none = np.zeros((3, 3))
    base = gtvmin.solve(none, X, y, 0.0).W
    units = np.array([1e-7, 1e7])
    scaled = gtvmin.solve(none, [part * units for part in X], y, 0.0).W
    assert_allclose(scaled * units, base, rtol=1e-9)


@pytest.mark.parametrize("unit", [1e-25, 1e25])  # whose squares single precision cannot hold
@pytest.mark.parametrize("alpha", [1e-30, 1.0])
def test_features_and_alpha_in_other_units_rescale_the_parameters(unit, alpha):
    rng = np.random.default_rng(2)
    n, d = 3000, 4  # as many unknowns as "auto" needs to begin in single precision
    A, sizes = graph.knn_graph(rng.random((n, 2)), 5), np.full(n, d + 1)
    X, y = rng.normal(size=(n * (d + 1), d)), rng.normal(size=n * (d + 1))
    want = gtvmin.solve(A, X, y, alpha, sizes=sizes, method="cholesky").W
    got = gtvmin.solve(A, X * unit, y, alpha * unit**2, sizes=sizes)
    assert got.residual <= 1e-10
    assert_allclose(got.W * unit, want, rtol=1e-7, atol=1e-7 * np.abs(want).max())


# --- Limits and monotonicity in alpha ----------------------------------------------------------


def test_alpha_to_zero_fits_every_node_alone():
    rng = np.random.default_rng(2)
    A, X = random_problem(2)[0], [rng.normal(size=(8, 3)) for _ in range(12)]
    y = [rng.normal(size=8) for _ in X]
    alone = [np.linalg.lstsq(part, labels)[0] for part, labels in zip(X, y, strict=True)]
    for method in METHODS:
        assert_allclose(gtvmin.solve(A, X, y, 0.0, method=method).W, alone, atol=1e-8)
        assert_allclose(gtvmin.solve(A, X, y, 1e-12, method=method).W, alone, atol=1e-8)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("alpha", [1e3, 1e8, 1e12, 1e16, 1e40])
def test_alpha_to_infinity_pools_each_component(monkeypatch, alpha, method):
    """Or the method refuses: beyond what rounding lets a formula do, only "auto" goes."""
    monkeypatch.setattr(gtvmin, "MAX_STEPS", 20_000)
    A, X, y = random_problem(7, density=0.15)
    labels = graph.components(A)
    assert labels.max() > 0  # several components
    solution = solution_or_refusal(A, X, y, alpha, method=method)
    if solution is None:
        assert method != "auto"
        assert method == "gd" or alpha > 1e3
        return
    assert solution.residual <= 1e-8
    atol = max(1e-5, 10 / alpha)
    for label in range(labels.max() + 1):
        rows = [i for i in np.flatnonzero(labels == label) if len(y[i])]
        weight = [np.full(len(y[i]), len(y[i]) ** -0.5) for i in rows]  # 1 / m_i each, squared
        X_pool = np.concatenate([w[:, None] * X[i] for w, i in zip(weight, rows, strict=True)])
        y_pool = np.concatenate([w * y[i] for w, i in zip(weight, rows, strict=True)])
        common = np.linalg.lstsq(X_pool, y_pool)[0]
        got = solution.W[labels == label]
        assert_allclose(got, np.broadcast_to(common, got.shape), atol=atol)


@pytest.mark.parametrize("method", ["inv", "cholesky"])
def test_a_formula_that_rounding_spoils_is_refused_and_not_returned(method):
    """The mean of all labels is exact for every alpha; a returned solution has it to 1e-6."""
    A = graph.knn_graph(np.random.default_rng(3).random((40, 2)), 4)
    y = [[float(i)] for i in range(40)]
    assert_allclose(gtvmin.solve(A, None, y, 1e14).W.mean(), 19.5, rtol=1e-12)
    for alpha in 10.0 ** np.arange(0, 20):
        solution = solution_or_refusal(A, None, y, alpha, method=method)
        if solution is None:
            assert alpha > 1e5
        else:
            assert solution.residual <= 1e-8
            assert_allclose(solution.W.mean(), 19.5, rtol=1e-6)


def test_variation_falls_with_the_square_of_a_large_alpha():
    A, _, y = random_problem(4, connected=True)
    y = [np.append(part, 1.0) for part in y]
    first, *rest = gtvmin.path(A, None, y, [1e5, 1e9, 1e13])
    for solution, factor in zip(rest, [1e-8, 1e-16], strict=True):
        assert_allclose(solution.variation, factor * first.variation, rtol=1e-3)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(2, 10))
def test_with_a_constant_feature_the_mean_is_the_same_for_every_alpha(seed, n):
    rng = np.random.default_rng(seed)
    A = random_problem(seed, n=n)[0]
    y = [rng.normal(5, 1, size=m) for m in rng.integers(1, 6, n)]
    labels = graph.components(A)
    means = np.array([part.mean() for part in y])
    for solution in gtvmin.path(A, None, y, [0.0, 1e-4, 1.0, 1e4, 1e8]):
        for label in range(labels.max() + 1):
            here = labels == label
            assert_allclose(solution.W[here].mean(), means[here].mean(), rtol=1e-10)


@pytest.mark.parametrize("d", [None, 2])
@pytest.mark.parametrize("n", [60, 600])
def test_path_is_monotone_and_keeps_the_order_given(n, d):
    rng = np.random.default_rng(0)
    A = graph.knn_graph(rng.normal(size=(n, 2)), 4)
    y = [rng.normal(size=5) for _ in range(n)]
    X = None if d is None else [rng.normal(size=(5, d)) for _ in y]
    values = [10.0, 0.0, 0.1, 1000.0, 1.0]
    solutions = gtvmin.path(A, X, y, values)
    assert len(solutions) == 5
    for alpha, solution in zip(values, solutions, strict=True):
        assert_allclose(solution.W, gtvmin.solve(A, X, y, alpha).W, atol=1e-8)
    rising = [solutions[i] for i in np.argsort(values)]
    assert np.all(np.diff([s.loss for s in rising]) > 0)
    assert np.all(np.diff([s.variation for s in rising]) < 0)
    assert gtvmin.path(A, X, y, []) == []


# --- The bound ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 9), st.integers(1, 3), alphas)
def test_deviations_obey_the_bound(seed, n, d, alpha):
    A, X, noise = random_problem(seed, n=n, d=d, connected=True)
    c = np.random.default_rng(seed).normal(size=d)
    y = [part @ c + e for part, e in zip(X, noise, strict=True)]
    W = gtvmin.solve(A, X, y, alpha).W
    assert np.sum((W - W.mean(axis=0)) ** 2) <= gtvmin.deviation_bound(A, alpha, noise)


def test_bound_by_hand():
    # lambda_2 of one edge of weight 3 is 6; (1 + 4) / 2 + 9 = 11.5; alpha 1/2.
    noise = [[1.0, -2.0], [3.0]]
    assert_allclose(gtvmin.deviation_bound(3 * PAIR, 0.5, noise), 11.5 / 3)
    stacked = gtvmin.deviation_bound(3 * PAIR, 0.5, [1.0, -2.0, 3.0], sizes=[2, 1])
    assert_allclose(stacked, 11.5 / 3)


@pytest.mark.parametrize(
    ("A", "alpha", "said"),
    [
        (np.zeros((2, 2)), 1.0, "A must be connected, got a graph of 2 components"),
        (PAIR, 0.0, "alpha must be greater than 0"),
    ],
)
def test_bound_needs_a_connected_graph_and_a_positive_alpha(A, alpha, said):
    with pytest.raises(ValueError, match=said):
        gtvmin.deviation_bound(A, alpha, [[1.0], [1.0]])


# --- Systems without one solution --------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_a_component_without_enough_data_is_named(method):
    A = sparse.block_diag([PAIR, PAIR, [[0.0]]]).toarray()[[0, 2, 1, 3, 4]][:, [0, 2, 1, 3, 4]]
    X = [np.eye(2), np.ones((4, 2)), np.eye(2), np.full((1, 2), 3.0), np.eye(2)]
    y = [np.zeros(len(part)) for part in X]
    said = r"component 1 \(2 nodes, the first is node 1\) has 5 rows .* its 2 parameters"
    with pytest.raises(ValueError, match=said):
        gtvmin.solve(A, X, y, 1.0, method=method)
    X[3] = np.array([[1.0, -1.0]])  # the missing direction
    assert np.isfinite(gtvmin.solve(A, X, y, 1.0, method=method).W).all()


def test_no_rows_in_a_component():
    with pytest.raises(ValueError, match=r"component 0 \(2 nodes, .* has 0 rows"):
        gtvmin.solve(PAIR, None, [[], []], 1.0)


@pytest.mark.parametrize("method", METHODS)
def test_alpha_zero_needs_data_at_every_node(method):
    X = [np.eye(2), np.ones((3, 2))]
    message = r"alpha must be positive unless .* 3 rows at node 1 of component 0"
    with pytest.raises(ValueError, match=message):
        gtvmin.solve(PAIR, X, [np.zeros(2), np.zeros(3)], 0.0, method=method)
    with pytest.raises(ValueError, match="0 rows at node 1"):
        gtvmin.path(PAIR, None, [[1.0], []], [1.0, 0.0], method=method)


def test_an_alpha_below_rounding_is_refused_where_it_decides():
    X = [np.array([[1.0, 0.3]]), np.array([[0.3, 1.0]])]
    y = [np.ones(1), np.ones(1)]
    assert gtvmin.solve(PAIR, X, y, 1e-6).residual < 1e-10
    with pytest.raises(ValueError, match=r"alpha must not vanish in rounding .* got 1e-18"):
        gtvmin.solve(PAIR, X, y, 1e-18)


@settings(deadline=None)
@given(problems)
def test_q_is_singular_iff_a_component_is_undetermined(problem):
    A, X, y = problem
    X = [np.round(part) * [[1, 0, 0][: part.shape[1]]] + np.round(part[:, ::-1]) for part in X]
    Q = dense_system(A, X, y, 1.0)[0]
    singular = np.linalg.eigvalsh(Q)[0] < 1e-10
    bad = gtvmin.undetermined(A, X, y)
    assert bool(bad.size) == singular
    if singular:
        with pytest.raises(ValueError, match=f"must determine the .* component {bad[0]} "):
            gtvmin.solve(A, X, y, 1.0)
    else:
        assert gtvmin.solve(A, X, y, 1.0).residual < 1e-10


def test_undetermined_components_by_hand():
    A = np.zeros((5, 5))
    A[0, 2] = A[2, 0] = A[1, 3] = A[3, 1] = 1.0  # components {0, 2}, {1, 3} and {4}
    rows = {"east": [[1.0, 0.0]], "north": [[0.0, 1e-9]], "both": [[1.0, 0.0], [0.0, 1.0]]}
    X = [rows[name] for name in ("east", "east", "north", "east", "both")]
    y = [np.zeros(len(part)) for part in X]
    assert gtvmin.undetermined(A, X, y).tolist() == [1]
    X[4], y[4] = np.empty((0, 2)), []
    assert gtvmin.undetermined(A, X, y).tolist() == [1, 2]
    sizes = [len(part) for part in X]
    assert gtvmin.undetermined(A, np.vstack(X), np.zeros(4), sizes=sizes).tolist() == [1, 2]


@settings(deadline=None, max_examples=50)
@given(problems, alphas, st.sampled_from([0.0, 1e-9, 1.0]))
def test_loss_is_the_mean_of_the_squared_errors(problem, alpha, noise):
    """To digits of its own, even where the labels are fitted nearly without error."""
    A, X, y = problem
    c = np.arange(1.0, X[0].shape[1] + 1)
    y = [Z @ c + noise * b for Z, b in zip(X, y, strict=True)]
    got = gtvmin.solve(A, X, y, alpha)
    errors = [
        np.mean((b - Z @ w) ** 2) if len(b) else 0.0 for Z, b, w in zip(X, y, got.W, strict=True)
    ]
    assert got.loss == pytest.approx(np.mean(errors), rel=1e-9, abs=1e-25)


def test_slow_methods_say_so_when_they_stop(monkeypatch):
    monkeypatch.setattr(gtvmin, "MAX_STEPS", 3)
    A = graph.knn_graph(np.random.default_rng(0).normal(size=(50, 2)), 4)
    y = [[float(i)] for i in range(50)]
    for method in ("cg", "gd"):
        with pytest.raises(RuntimeError, match=f"method '{method}' did not reach tol in 3 steps"):
            gtvmin.solve(A, None, y, 10.0, method=method)


def test_zero_labels_have_the_zero_solution():
    solution = gtvmin.solve(PAIR, None, [[0.0], [0.0]], 1.0)
    assert_array_equal(solution.W, np.zeros((2, 1)))
    assert (solution.residual, solution.iterations) == (0.0, 0)


def test_the_methods_are_their_formulas():
    """On a problem where every factor of two counts: d = 2, unequal m_i and weights."""
    A, X, y = random_problem(9, d=2, connected=True)
    Q, q = dense_system(A, X, y, 0.7)
    inverse = gtvmin.solve(A, X, y, 0.7, method="inv").W.ravel()
    assert_allclose(inverse, np.linalg.inv(Q) @ (-q / 2), rtol=1e-12, atol=1e-12)
    root = np.linalg.cholesky(Q)
    want = np.linalg.solve(root.T, np.linalg.solve(root, -q / 2))
    factors = gtvmin.solve(A, X, y, 0.7, method="cholesky").W.ravel()
    assert_allclose(factors, want, rtol=1e-11, atol=1e-12)


def test_gradient_steps_contract_as_the_best_constant_step_does():
    """Constant feature on a ring: Gershgorin's bounds are the eigenvalues 1 and 1 + 4 alpha."""
    n, alpha = 30, 2.0
    ring = sparse.diags_array([1.0] * 4, offsets=[1, -1, n - 1, 1 - n], shape=(n, n))
    y = [[1.0]] * n  # the eigenvector of the smallest eigenvalue
    kappa = 1 + 4 * alpha
    steps = gtvmin.solve(ring, None, y, alpha, method="gd", tol=1e-6).iterations
    expected = np.log(1e-6) / np.log((kappa - 1) / (kappa + 1))
    assert expected <= steps <= 1.02 * expected + 1


def test_conjugate_gradients_need_at_most_one_step_for_each_eigenvalue():
    """Star with a constant feature: Q has eigenvalues 1, 1 + alpha and 1 + n alpha."""
    n = 50
    star = np.zeros((n, n))
    star[0, 1:] = star[1:, 0] = 1.0
    y = [[y_i] for y_i in np.random.default_rng(0).normal(size=n)]
    assert 1 <= gtvmin.solve(star, None, y, 3.0, method="cg").iterations <= 5


def test_completion_shows_the_lecture():
    names = ["Risk", "Solution", "deviation_bound", "generalised_cross_validation", "path", "risk"]
    assert dir(gtvmin) == [*names, "solve", "system", "unbiased_risk", "undetermined"]


# --- At the door -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("X", "y", "options", "said"),
    [
        (None, [[1.0]], {}, "y must hold one array for each of 2 nodes, got 1"),
        (None, [1.0, 2.0], {}, r"y\[0\] must have shape \(m_i,\)"),
        (None, 5.0, {}, "y must be a list of 2 arrays"),
        (None, "ab", {}, "y must be a list of 2 arrays"),
        (None, [[1.0], [np.nan]], {}, r"y\[1\] must be finite, got nan"),
        (None, [[1.0], ["a"]], {}, r"y\[1\] must hold real numbers"),
        ([np.ones((2, 1)), np.ones((1, 1))], [[1.0], [1.0]], {}, r"X\[0\] must have one row per"),
        ([np.ones((1, 1)), np.ones((1, 2))], [[1.0], [1.0]], {}, r"X\[1\] must have shape"),
        ([np.ones(1), np.ones(1)], [[1.0], [1.0]], {}, r"X\[0\] must have shape \(m_i, d\)"),
        ([np.ones((1, 0)), np.ones((1, 0))], [[1.0], [1.0]], {}, "at least one feature"),
        (None, [1.0, 2.0, 3.0], {"sizes": [1, 1]}, r"y must have shape \(2,\), got \(3,\)"),
        (None, [1.0, 2.0], {"sizes": [2]}, r"sizes must have shape \(2,\)"),
        (None, [1.0, 2.0], {"sizes": [3, -1]}, "sizes must hold integers"),
        (np.ones((3, 1)), [1.0, 2.0], {"sizes": [1, 1]}, "X must have shape"),
        (None, [[1.0], [1.0]], {"method": "magic"}, "method must be one of"),
        (None, [[1.0], [1.0]], {"tol": 0.0}, "tol must be greater than 0"),
        (None, [[1.0], [1.0]], {"alpha": -1.0}, "alpha must be at least 0"),
        (None, [[1.0], [1.0]], {"alpha": np.inf}, "alpha must be finite"),
        (None, [[1.0], [1.0]], {"A": [[0, 1], [2, 0]]}, "A must be symmetric"),
    ],
)
def test_bad_input(X, y, options, said):
    arguments = {"A": PAIR, "X": X, "y": y, "alpha": 1.0} | options
    with pytest.raises(ValueError, match=said):
        gtvmin.solve(**arguments)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("row", [0, 7, 11])
def test_stacked_features_must_be_finite_wherever_they_are(bad, order, row):
    """Even where the label, by which they are multiplied, is 0."""
    X = np.asarray(np.random.default_rng(row).normal(size=(12, 3)), order=order)
    X[row, 1] = bad
    for call in (gtvmin.solve, gtvmin.system):
        with pytest.raises(ValueError, match=f"X must be finite, got {bad}"):
            call(np.zeros((3, 3)), X, np.zeros(12), 1.0, sizes=[5, 2, 5])


def test_bad_alphas():
    with pytest.raises(ValueError, match="alphas must be at least 0, got"):
        gtvmin.path(PAIR, None, [[1.0], [1.0]], [1.0, -1.0])
    with pytest.raises(ValueError, match="alphas must have shape"):
        gtvmin.path(PAIR, None, [[1.0], [1.0]], 1.0)


@settings(deadline=None, max_examples=30)
@given(
    st.sampled_from([np.float64, np.float32, np.int32, np.uint8]),
    st.sampled_from([np.asarray, np.ndarray.tolist]),
    st.sampled_from([np.asarray, sparse.csr_array, sparse.coo_matrix]),
)
def test_any_real_dtype_and_container(dtype, hold, matrix):
    y = [hold(np.array([1, 3], dtype)), hold(np.array([8], dtype))]
    X = [hold(np.array([[1, 0], [2, 1]], dtype)), hold(np.array([[3, 1]], dtype))]
    assert_allclose(gtvmin.solve(matrix(2 * PAIR), None, y, 0.5).W.ravel(), [4, 6])
    assert gtvmin.solve(matrix(PAIR.astype(dtype)), X, y, 1).W.shape == (2, 2)


def test_data_are_left_alone():
    A, X, y = random_problem(3)
    copies = A.copy(), [part.copy() for part in X], [part.copy() for part in y]
    for method in METHODS:
        gtvmin.solve(A, X, y, 1.0, method=method)
    assert_array_equal(A, copies[0])
    for now, before in zip(X + y, copies[1] + copies[2], strict=True):
        assert_array_equal(now, before)


# --- The real stations -------------------------------------------------------------------------


# --- What alpha should be -----------------------------------------------------------------------


def small(seed, n=4, d=2):
    """Connected graph, d to d + 3 rows at each node."""
    rng = np.random.default_rng(seed)
    A = np.triu(rng.uniform(0.5, 2, (n, n)), 1)
    X = [rng.normal(size=(m, d)) for m in rng.integers(d, d + 4, n)]
    return A + A.T, X, rng.normal(size=(n, d))


def operator(A, X, alpha):
    """Matrix that takes all labels to all parameters: the solver, applied to unit vectors."""
    ends = np.cumsum([len(X_i) for X_i in X])
    units = np.eye(ends[-1])
    return np.column_stack(
        [gtvmin.solve(A, X, np.split(e, ends[:-1]), alpha, tol=1e-13).W.ravel() for e in units]
    )


@pytest.mark.parametrize("alpha", [0.0, 0.3, 5.0])
@pytest.mark.parametrize("unequal", [False, True])
def test_risk_is_that_of_the_solver_as_a_linear_map(alpha, unequal):
    A, X, truth = small(1)
    noise = np.array([0.5, 2.0, 1.0, 3.0]) if unequal else 0.7
    sizes = [len(X_i) for X_i in X]
    H = operator(A, X, alpha)
    mean = H @ np.concatenate([X_i @ w for X_i, w in zip(X, truth, strict=True)])
    bias = mean - truth.ravel()
    covariance = H @ np.diag(np.repeat(np.broadcast_to(noise, 4), sizes)) @ H.T
    found = gtvmin.risk(A, X, truth, alpha, noise)
    assert_allclose(found.bias, bias @ bias / 4, atol=1e-9)
    assert_allclose(found.variance, np.trace(covariance) / 4, rtol=1e-8)
    avg = np.tile(np.eye(2), 4) / 4
    centre = np.sum((avg @ bias) ** 2) + np.trace(avg @ covariance @ avg.T)
    assert_allclose(found.centre, centre, rtol=1e-8)
    assert found.centre <= found.total * (1 + 1e-12)
    stacked = gtvmin.risk(A, np.concatenate(X), truth, alpha, noise, sizes=sizes)
    assert_allclose(stacked.total, found.total)


def test_risk_of_one_number_a_node_from_the_spectrum():
    A, _, _ = small(2, n=6)
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    truth = np.random.default_rng(3).normal(size=(6, 1))
    c = U.T @ truth[:, 0]
    for alpha in (0.0, 0.2, 3.0):
        found = gtvmin.risk(A, None, truth, alpha, 1.5, sizes=[5] * 6)
        keep = 1 / (1 + alpha * values)
        assert found.bias == pytest.approx(np.sum(((1 - keep) * c) ** 2) / 6, abs=1e-12)
        assert found.variance == pytest.approx(1.5 / 5 * np.sum(keep**2) / 6)
        assert found.centre == pytest.approx(1.5 / 5 / 6)  # whatever alpha is


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_some_alpha_always_helps(seed):
    # At 0 the bias starts with slope 0, the variance with −2σ² Σ deg(i) tr(Q_i⁻²) / (n m_i).
    A, X, truth = small(seed)
    at, near = (gtvmin.risk(A, X, 10 * truth, alpha, 0.3) for alpha in (0.0, 1e-7))
    slope = -2 * 0.3 / 4 * sum(
        A[i].sum() * np.trace(np.linalg.matrix_power(X_i.T @ X_i / len(X_i), -2)) / len(X_i)
        for i, X_i in enumerate(X)
    )  # fmt: skip
    assert (near.variance - at.variance) / 1e-7 == pytest.approx(slope, rel=1e-3)
    assert at.bias == pytest.approx(0, abs=1e-20)
    grid = np.geomspace(1e-6, 1, 20)
    assert min(gtvmin.risk(A, X, 10 * truth, alpha, 0.3).total for alpha in grid) < at.total


@pytest.mark.parametrize("alpha", [0.0, 0.4, 3.0])
def test_the_unbiased_risk_is_unbiased(alpha):
    # Labels enter twice: signs ±σ have the mean and covariance of any noise, and can be counted.
    rng = np.random.default_rng(7)
    A = np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0.0]])
    X = [rng.normal(size=(m, 1)) for m in (2, 1, 2)]
    truth, sigma = rng.normal(size=(3, 1)), 0.8
    estimates, errors = [], []
    for signs in product([-sigma, sigma], repeat=5):
        noise = np.split(np.array(signs), [2, 3])
        y = [X_i @ w + e for X_i, w, e in zip(X, truth, noise, strict=True)]
        estimates.append(gtvmin.unbiased_risk(A, X, y, alpha, sigma**2))
        W = gtvmin.solve(A, X, y, alpha).W
        errors.append(np.mean([np.mean((X_i @ (w - v)) ** 2)
                               for X_i, w, v in zip(X, W, truth, strict=True)]))  # fmt: skip
    assert np.mean(estimates) == pytest.approx(np.mean(errors), abs=1e-9)
    assert np.std(estimates) > 0.01


def test_cross_validation_is_leaving_out_where_all_rows_weigh_alike():
    # One node: the closed form of leaving out each row of ridge-free least squares, with a mean
    # leverage; exact for the constant feature, where all leverages are 1/m.
    y = np.array([1.0, 2.0, 6.0, 7.0])
    left_out = np.mean([(y[r] - np.delete(y, r).mean()) ** 2 for r in range(4)])
    found = gtvmin.generalised_cross_validation(np.zeros((1, 1)), None, [y], 0.0)
    assert found == pytest.approx(left_out)


def test_cross_validation_by_the_trace_of_the_map():
    A, X, truth = small(8)
    y = [X_i @ w + 1 for X_i, w in zip(X, truth, strict=True)]
    H, start, shares = operator(A, X, 0.6), 0, []
    for i, X_i in enumerate(X):
        rows = slice(start, start + len(X_i))
        shares.append(np.trace(X_i @ H[2 * i : 2 * i + 2, rows]) / len(X_i))
        start += len(X_i)
    want = gtvmin.solve(A, X, y, 0.6).loss / (1 - np.mean(shares)) ** 2
    assert gtvmin.generalised_cross_validation(A, X, y, 0.6) == pytest.approx(want, rel=1e-8)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gtvmin.risk(PAIR, None, [[0], [1]], 1, 1), "sizes must be given where X is None"),
        (
            lambda: gtvmin.risk(PAIR, None, [[0]], 1, 1, sizes=[1, 1]),
            r"truth must have shape \(2, ",
        ),
        (
            lambda: gtvmin.risk(PAIR, None, [[0], [1]], 1, -1, sizes=[1, 1]),
            "sigma2 must be one number, or 2, at least 0, got -1",
        ),
        (
            lambda: gtvmin.risk(PAIR, None, [[0], [1]], 0, 1, sizes=[1, 0]),
            "do not determine",
        ),
        (lambda: gtvmin.unbiased_risk(PAIR, None, [[1], []], 1, 1), "y must have rows at node 1"),
        (
            lambda: gtvmin.generalised_cross_validation(PAIR, None, [[1], [2]], 0),
            "alpha must be larger: the fit passes through all rows",
        ),
    ],
)
def test_bad_risks(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.skipif("FLCOURSE_DATA" not in os.environ, reason="FLCOURSE_DATA is not set")
@pytest.mark.parametrize("method", METHODS)
def test_real_temperatures(method):
    # Reference values of the course's notes on the sources, computed independently.
    stations = load_fmi("observed")
    A = graph.knn_graph(stations.latlon, 3)
    solution = gtvmin.solve(A, None, stations.y, 1.0, method=method, tol=1e-12)
    assert_allclose(solution.loss, 32.962840959526, rtol=1e-9)
    assert_allclose(solution.variation, 204.214811832, rtol=1e-9)
    alone = gtvmin.solve(A, None, stations.y, 0.0, method=method)
    assert_allclose(alone.loss, 31.487816489938, rtol=1e-9)
