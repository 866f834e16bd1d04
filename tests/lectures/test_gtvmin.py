"""GTVMin: cases by hand, the objective itself, limits in alpha, solvers against each other."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_methods as methods
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
    solution = gtvmin.solve(A, X, y, alpha, method=method, tol=1e-8)
    least = objective(A, X, y, alpha, solution.W)
    parts = len(A) * solution.loss + alpha * solution.variation
    assert_allclose(parts, least, rtol=1e-9, atol=1e-12)
    step = np.random.default_rng(seed).normal(size=solution.W.shape) * 1e-3
    assert objective(A, X, y, alpha, solution.W + step) > least
    Q, q = dense_system(A, X, y, alpha)
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


@pytest.mark.parametrize("method", ["auto", "inv", "cholesky", "cg"])
@pytest.mark.parametrize("alpha", [1e8, 1e12, 1e16, 1e40])
def test_alpha_to_infinity_pools_each_component(alpha, method):
    A, X, y = random_problem(7, density=0.15)
    labels = graph.components(A)
    assert labels.max() > 0  # several components
    solution = gtvmin.solve(A, X, y, alpha, method=method)
    for label in range(labels.max() + 1):
        rows = [i for i in np.flatnonzero(labels == label) if len(y[i])]
        weight = [np.full(len(y[i]), len(y[i]) ** -0.5) for i in rows]  # 1 / m_i each, squared
        X_pool = np.concatenate([w[:, None] * X[i] for w, i in zip(weight, rows, strict=True)])
        y_pool = np.concatenate([w * y[i] for w, i in zip(weight, rows, strict=True)])
        common = np.linalg.lstsq(X_pool, y_pool)[0]
        got = solution.W[labels == label]
        assert_allclose(got, np.broadcast_to(common, got.shape), atol=1e-5)


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
    if singular:
        with pytest.raises(ValueError, match="must determine the parameters"):
            gtvmin.solve(A, X, y, 1.0)
    else:
        assert gtvmin.solve(A, X, y, 1.0).residual < 1e-10


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
    monkeypatch.setattr(methods, "MAX_STEPS", 3)
    A = graph.knn_graph(np.random.default_rng(0).normal(size=(50, 2)), 4)
    y = [[float(i)] for i in range(50)]
    for method in ("cg", "gd"):
        with pytest.raises(RuntimeError, match=f"method '{method}' did not reach tol in 3 steps"):
            gtvmin.solve(A, None, y, 10.0, method=method)


def test_zero_labels_have_the_zero_solution():
    solution = gtvmin.solve(PAIR, None, [[0.0], [0.0]], 1.0)
    assert_array_equal(solution.W, np.zeros((2, 1)))
    assert (solution.residual, solution.iterations) == (0.0, 0)


# --- Fast machinery ----------------------------------------------------------------------------


def grid(side):
    line = sparse.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1])
    return sparse.kron(line, sparse.eye_array(side)) + sparse.kron(sparse.eye_array(side), line)


@pytest.mark.parametrize("d", [None, 2])
@pytest.mark.parametrize("alpha", [1e-2, 1.0, 1e2, 1e4, 1e9])
def test_auto_needs_few_steps_on_a_grid_for_any_alpha(d, alpha):
    A, n = grid(101), 101**2
    rng = np.random.default_rng(0)
    sizes = np.ones(n, dtype=int) if d is None else rng.integers(0, 6, n)
    X = None if d is None else np.column_stack([np.ones(sizes.sum()), rng.normal(size=sizes.sum())])
    y = rng.normal(size=sizes.sum()) + 5
    solution = gtvmin.solve(A, X, y, alpha, sizes=sizes, tol=1e-8)
    assert solution.iterations <= (60 if d is None else 120)
    want = gtvmin.solve(A, X, y, alpha, sizes=sizes, method="cholesky", tol=1e-8)
    assert np.linalg.norm(solution.W - want.W) <= 1e-5 * np.linalg.norm(want.W)
    assert_allclose(solution.variation, want.variation, rtol=1e-4)


def test_auto_survives_a_preconditioner_that_fails(monkeypatch):
    A, sizes = grid(101), np.ones(101**2, dtype=int)
    y = np.random.default_rng(0).normal(size=101**2)
    want = gtvmin.solve(A, None, y, 100.0, sizes=sizes)
    monkeypatch.setattr(methods, "DIRECT", 0)
    for broken in (None, lambda R: (-R, -R)):
        monkeypatch.setattr(fast, "multigrid", lambda *_, broken=broken: broken)
        got = gtvmin.solve(A, None, y, 100.0, sizes=sizes, tol=1e-9)
        assert got.iterations > want.iterations
        assert_allclose(got.W, want.W, atol=1e-7)


@pytest.mark.parametrize("side", [60, 101])  # in double precision alone, and in single first
def test_auto_factorises_where_iterations_do_not_get_there(monkeypatch, side):
    A, sizes = grid(side), np.ones(side**2, dtype=int)
    y = np.random.default_rng(0).normal(size=side**2)
    monkeypatch.setattr(fast, "multigrid", lambda *problem: None)
    monkeypatch.setattr(methods, "PATIENCE", {False: 5, True: 5})
    got = gtvmin.solve(A, None, y, 100.0, sizes=sizes)
    assert (got.iterations, got.residual <= 1e-10) == (10, True)
    assert_allclose(got.W, gtvmin.solve(A, None, y, 100.0, sizes=sizes, method="cg").W, atol=1e-8)


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_conjugate_gradients_end_after_n_steps(seed, n):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n, n))
    Q, R = root @ root.T + np.eye(n), rng.normal(size=(n, 1))
    goal = 1e-9 * np.linalg.norm(R)
    W, steps, reached = fast.conjugate_gradients(lambda R: (R.copy(), Q @ R), R, goal, n + 10)
    assert reached
    assert steps <= n + 5
    assert_allclose(W, np.linalg.solve(Q, R), rtol=1e-6, atol=1e-8)


def test_a_guess_from_a_span_that_holds_the_solution_is_the_solution():
    rng = np.random.default_rng(0)
    L = graph.laplacian(random_problem(0, connected=True)[0]).toarray()
    g = np.diag(rng.uniform(1, 2, 12))
    span = fast.Subspace((lambda W: g @ W, lambda W: L @ W), room=3)
    R = rng.normal(size=(12, 1))
    assert_array_equal(span.guess(R, 1.0), np.zeros((12, 1)))
    solution = np.linalg.solve(g + 0.3 * L, R)
    for W in (rng.normal(size=(12, 1)), solution, solution * 2, rng.normal(size=(12, 1)), R):
        span.add(W)
    assert len(span.V) == 3  # one was there already, one found no room
    assert_allclose(span.guess(R, 0.3), solution, rtol=1e-9)


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


def test_numbering_nodes_for_the_memory_changes_no_solution():
    rng, A = np.random.default_rng(5), grid(101)
    n = 101**2  # large enough, with enough parameters, for the nodes to be numbered anew
    shuffle = rng.permutation(n)
    A = sparse.csr_array(A)[shuffle][:, shuffle]
    sizes = rng.integers(5, 8, n)
    X, y = rng.normal(size=(sizes.sum(), 5)), rng.normal(size=sizes.sum())
    Q, q = gtvmin.system(A, X, y, 2.0, sizes=sizes)
    for method in ("auto", "cg"):
        w = gtvmin.solve(A, X, y, 2.0, sizes=sizes, method=method).W.ravel()
        assert np.linalg.norm(Q @ w + q / 2) <= 2e-10 * np.linalg.norm(q / 2)
