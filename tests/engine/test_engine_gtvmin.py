"""The engine of GTVMin: the lecture's numbers, whatever is difficult, and each part by itself."""

from types import SimpleNamespace

import numpy as np
import pyamg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import graph, gtvmin
from flcourse.engine import gtvmin as engine
from flcourse.engine import gtvmin_iterations as iterations
from flcourse.engine import gtvmin_problem as problems


def random_problem(seed, n, d, density=0.3, stretch=0.0, weights=1.0):
    """Several components, weights from 1 to 10**weights, m_i from 0 to 2 d.

    Each component has a node with d + 3 rows. Features are stretched by up to 10**±stretch in
    directions of the whole graph's own, so that Gram matrices become nearly singular.
    """
    rng = np.random.default_rng(seed)
    A = np.triu(10 ** rng.uniform(0, weights, (n, n)) * (rng.random((n, n)) < density), 1)
    A += A.T
    sizes = rng.integers(0, 2 * d + 1, n)
    labels = graph.components(A)
    for label in range(labels.max() + 1):
        sizes[np.argmax(labels == label)] = d + 3
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    X = rng.normal(size=(sizes.sum(), d)) @ (turn * 10 ** rng.uniform(-stretch, stretch, d))
    return A, X, X @ rng.normal(size=d) + rng.normal(size=sizes.sum()), sizes


def iterate(monkeypatch):
    """Let small problems go the way of large ones: single precision first, and iterations."""
    monkeypatch.setattr(engine, "SMALL", 0)
    monkeypatch.setattr(engine, "LARGE", 0)


def checked(A, X, y, sizes, alpha=1.0):
    return problems.checked(A, X, y, alpha, sizes)


def both(A, X, y, sizes, alpha):
    """Solutions of engine and lecture, and the relative difference that the engine promises.

    Both lose digits to the condition number of Q: 1e-10 up to 1e5, and 1e-15 of it beyond.
    """
    auto = gtvmin.solve(A, X, y, alpha, sizes=sizes, tol=1e-15)  # as far as rounding lets it
    lecture = gtvmin.solve(A, X, y, alpha, sizes=sizes, method="cholesky", tol=1e-13)
    Q = gtvmin.system(A, X, y, alpha, sizes=sizes)[0].toarray()
    return auto, lecture, max(1e-10, 1e-15 * np.linalg.cond(Q))


# --- Engine = lecture --------------------------------------------------------------------------

random_problems = st.builds(
    random_problem,
    st.integers(0, 2**32 - 1),
    n=st.integers(1, 30),
    d=st.integers(1, 4),
    density=st.floats(0, 0.5),
)
bad_problems = st.builds(
    random_problem,
    st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    d=st.integers(1, 4),
    density=st.floats(0, 0.5),
    stretch=st.floats(0, 1.5),
    weights=st.floats(0, 3),
)


@pytest.mark.parametrize("large", [False, True])
@settings(deadline=None, max_examples=200)
@given(problem=st.one_of(random_problems, bad_problems), exponent=st.floats(-6, 4))
def test_engine_equals_the_lecture_on_good_and_badly_conditioned_problems(large, problem, exponent):
    with pytest.MonkeyPatch.context() as patch:
        if large:
            iterate(patch)
        auto, lecture, promised = both(*problem, 10**exponent)
    assert np.linalg.norm(auto.W - lecture.W) <= promised * np.linalg.norm(lecture.W)


@settings(deadline=None, max_examples=50)
@given(bad_problems, st.floats(-3, 3))
def test_engine_and_lecture_report_the_same_solution(problem, exponent):
    auto, lecture, promised = both(*problem, 10**exponent)
    assert auto.residual <= 1e-9
    assert_allclose(auto.loss, lecture.loss, rtol=1e-10)
    assert_allclose(auto.variation, lecture.variation, rtol=promised, atol=1e-12)


@pytest.mark.parametrize("d", [1, 2, 4])
def test_many_nodes_have_the_lectures_solution(d):
    A, X, y, sizes = large(d)
    far = gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=1e-13).W
    near = gtvmin.solve(A, X, y, 1.0, sizes=sizes, method="cholesky", tol=1e-13).W
    assert np.linalg.norm(far - near) <= 1e-10 * np.linalg.norm(near)


@settings(deadline=None, max_examples=50)
@given(bad_problems, st.floats(-6, 6))
def test_the_problem_acts_as_the_lectures_matrix(problem, exponent):
    A, X, y, sizes = problem
    alpha = 10**exponent
    Q, q = gtvmin.system(A, X, y, alpha, sizes=sizes)
    engine = checked(*problem, alpha)
    W = np.random.default_rng(0).normal(size=engine.shape)
    scale = abs(Q).max()
    assert_allclose(engine.times(W).ravel(), Q @ W.ravel(), rtol=1e-10, atol=1e-12 * scale)
    assert_allclose(engine.b.ravel(), -q / 2, rtol=1e-12, atol=1e-12 * abs(q).max())


# --- Each part by itself -----------------------------------------------------------------------


def positive_definite(n, d, rng):
    X = rng.normal(size=(n, d + 3, d))
    return X.transpose(0, 2, 1) @ X


def test_an_inverse_by_hand():
    # [2 1; 1 1] has determinant 1
    G, weights = np.array([[[1.5, 1.0], [1.0, 0.5]]]), np.array([0.5])
    assert_array_equal(iterations.inverses(G, weights), [[[1, -1], [-1, 2]]])


@pytest.mark.parametrize("d", [1, 2, 4, 9])
@pytest.mark.parametrize("n", [1, iterations.PORTION, 2 * iterations.PORTION + 1])
def test_a_block_times_its_inverse_is_the_identity(n, d):
    rng = np.random.default_rng(d)
    G, weights = positive_definite(n, d, rng), rng.random(n)
    inverse = iterations.inverses(G, weights)
    product = np.einsum("nij,njk->nik", iterations.diagonal_blocks(G, weights), inverse)
    assert_allclose(product, np.broadcast_to(np.eye(d), G.shape), atol=1e-8)


@pytest.mark.parametrize("d", [1, 3, 7])
def test_a_product_with_blocks_is_one_product_for_each_row(d):
    rng = np.random.default_rng(d)
    blocks, W = positive_definite(30, d, rng), rng.normal(size=(30, d))
    one_by_one = [block @ w for block, w in zip(blocks, W, strict=True)]
    assert_allclose(problems.blockwise(blocks)(W), one_by_one, atol=1e-12)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize(("d", "most"), [(1, 4), (2, 3), (3, 8), (10, 25), (17, 5)])
def test_the_system_is_symmetric_to_the_last_bit(d, most, order):
    rng = np.random.default_rng(d)
    sizes = rng.integers(0, most, 50)
    X = np.asarray(rng.normal(size=(sizes.sum(), d)), order=order)
    Q, _ = gtvmin.system(np.zeros((50, 50)), X, np.ones(len(X)), 1.0, sizes=sizes)
    assert_array_equal(Q.toarray(), Q.T.toarray())


@pytest.mark.parametrize("sizes", [[3, 3, 3], [2, 0, 2, 5, 2], [1, 4, 1, 1, 4], [0]])
def test_every_row_is_in_one_batch_with_its_node(sizes):
    owner, seen = np.repeat(np.arange(len(sizes)), sizes), []
    for nodes, rows, m in problems.alike(np.array(sizes)):
        numbers = np.arange(len(sizes))[nodes]
        assert_array_equal(owner[rows].reshape(-1, m), np.repeat(numbers[:, np.newaxis], m, axis=1))
        seen += np.arange(len(owner))[rows].tolist()
    assert sorted(seen) == list(range(len(owner)))


def test_losses_of_many_nodes_are_those_of_each_node():
    rng, n = np.random.default_rng(2), 1_003
    sizes = rng.integers(0, 3, n)
    X, y = rng.normal(size=(sizes.sum(), 2)), rng.normal(size=sizes.sum())
    W, ends = rng.normal(size=(n, 2)), np.cumsum(sizes)[:-1]
    parts = zip(np.split(X, ends), np.split(y, ends), W, strict=True)
    want = [np.mean((b - Z @ w) ** 2) if len(b) else 0.0 for Z, b, w in parts]
    assert_allclose(checked(sparse.csr_array((n, n)), X, y, sizes).losses(W), want)


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_conjugate_gradients_end_after_n_steps(seed, n):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n, n))
    Q, R = root @ root.T + np.eye(n), rng.normal(size=(n, 1))
    goal = 1e-9 * np.linalg.norm(R)
    W, steps, reached = iterations.conjugate_gradients(lambda P: Q @ P, np.copy, R, goal, n + 10)
    assert reached
    assert steps <= n + 5
    assert_allclose(W, np.linalg.solve(Q, R), rtol=1e-6, atol=1e-8)


def test_conjugate_gradients_end_after_one_step_with_the_inverse_as_preconditioner():
    Q = np.diag([1.0, 10.0, 1e5])
    W, steps, reached = iterations.conjugate_gradients(
        lambda P: Q @ P, lambda R: np.linalg.solve(Q, R), np.ones((3, 1)), 1e-12, 10
    )
    assert (steps, reached) == (1, True)
    assert_allclose(W.ravel(), [1, 0.1, 1e-5])


@pytest.mark.parametrize(
    ("Q", "M"), [([1.0, -2.0], [1.0, 1.0]), ([1.0, 2.0], [1.0, -2.0]), ([1.0, 2.0], [-1.0, -1.0])]
)
def test_conjugate_gradients_give_up_where_a_matrix_is_not_positive_definite(Q, M):
    W, steps, reached = iterations.conjugate_gradients(
        lambda P: np.diag(Q) @ P, lambda R: np.diag(M) @ R, np.ones((2, 1)), 1e-9, 50
    )
    assert (steps <= 2, reached) == (True, False)
    assert np.isfinite(W).all()


def test_a_matrix_that_is_not_positive_definite_is_refused():
    pair = graph.knn_graph([0.0, 1.0], 1)
    wrong = checked(pair, None, [[1.0], [2.0]], None)
    wrong.__dict__["statistics"] = (-wrong.G, wrong.b)
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        engine.solve(wrong, 1e-8)


def test_a_tolerance_below_rounding_gives_what_rounding_allows():
    rng, A = np.random.default_rng(4), graph.knn_graph(np.arange(40.0), 2)
    solution = gtvmin.solve(A, None, [[y] for y in rng.normal(size=40)], 30.0, tol=1e-20)
    assert 1e-20 < solution.residual < 1e-12


def test_what_rounding_does_not_explain_is_an_error(monkeypatch):
    monkeypatch.setattr(engine, "rounding", lambda problem, split: 0.0)
    A = graph.knn_graph(np.arange(40.0), 2)
    with pytest.raises(RuntimeError, match="too ill-conditioned for double precision"):
        gtvmin.solve(A, None, [[float(i**2)] for i in range(40)], 30.0, tol=1e-20)


# --- Where conjugate gradients are slow --------------------------------------------------------


def grid(side):
    line = sparse.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1])
    return sparse.kron(line, sparse.eye_array(side)) + sparse.kron(sparse.eye_array(side), line)


@pytest.mark.parametrize("d", [None, 2])
@pytest.mark.parametrize("alpha", [1e-2, 1.0, 1e2, 1e4, 1e9])
def test_few_steps_are_needed_on_a_grid_for_any_alpha(d, alpha):
    A, n = grid(101), 101**2
    rng = np.random.default_rng(0)
    sizes = np.ones(n, dtype=int) if d is None else rng.integers(0, 6, n)
    X = None if d is None else np.column_stack([np.ones(sizes.sum()), rng.normal(size=sizes.sum())])
    y = rng.normal(size=sizes.sum()) + 5
    solution = gtvmin.solve(A, X, y, alpha, sizes=sizes, tol=1e-8)
    assert solution.iterations <= (60 if d is None else 120)
    # The factors of Q, with what is common to the nodes kept apart, as the engine's last resort.
    problem = checked(A, X, y, sizes, alpha)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "by_iterations", engine.by_factors)
        W, _, variation, _, _ = engine.solve(problem, 1e-8)
    assert np.linalg.norm(solution.W - W) <= 1e-5 * np.linalg.norm(W)
    assert_allclose(solution.variation, variation, rtol=1e-4)


def test_a_preconditioner_that_fails_is_survived(monkeypatch):
    A, sizes = grid(101), np.ones(101**2, dtype=int)
    y = np.random.default_rng(0).normal(size=101**2)
    want = gtvmin.solve(A, None, y, 100.0, sizes=sizes)
    monkeypatch.setattr(engine, "DIRECT", 0)
    for broken in (None, np.negative):
        monkeypatch.setattr(engine, "multigrid", lambda *_, broken=broken: broken)
        got = gtvmin.solve(A, None, y, 100.0, sizes=sizes, tol=1e-9)
        assert got.iterations > want.iterations
        assert_allclose(got.W, want.W, atol=1e-7)


@pytest.mark.parametrize("side", [60, 101])  # in double precision alone, and in single first
def test_q_is_factorised_where_iterations_do_not_get_there(monkeypatch, side):
    A, sizes = grid(side), np.ones(side**2, dtype=int)
    y = np.random.default_rng(0).normal(size=side**2)
    monkeypatch.setattr(engine, "multigrid", lambda problem: None)
    monkeypatch.setattr(engine, "PATIENCE", 5)
    got = gtvmin.solve(A, None, y, 100.0, sizes=sizes)
    assert (got.iterations, got.residual <= 1e-10) == (10, True)
    assert_allclose(got.W, gtvmin.solve(A, None, y, 100.0, sizes=sizes, method="cg").W, atol=1e-8)


def test_it_says_so_when_nothing_helps(monkeypatch):
    monkeypatch.setattr(engine, "MAX_STEPS", 3)
    monkeypatch.setattr(engine, "DIRECT", 0)
    monkeypatch.setattr(engine, "multigrid", lambda problem: None)
    A = graph.knn_graph(np.random.default_rng(0).normal(size=(400, 2)), 4)
    with pytest.raises(RuntimeError, match="method 'auto' did not reach tol in 3 steps"):
        gtvmin.solve(A, None, [[float(i)] for i in range(400)], 10.0)


def test_a_coarsening_that_is_not_finite_is_not_used(monkeypatch):
    level = SimpleNamespace(A=SimpleNamespace(data=np.array([1.0, np.nan])))
    failed = SimpleNamespace(levels=[level])
    monkeypatch.setattr(pyamg, "ruge_stuben_solver", lambda S, **options: failed)
    problem = checked(graph.knn_graph(np.arange(5.0), 1), None, np.ones(5), np.ones(5, dtype=int))
    assert iterations.multigrid(problem) is None


# --- Single precision --------------------------------------------------------------------------


def large(d):
    """More numbers than single precision is thought worth: a graph, and data that fit."""
    rng, n = np.random.default_rng(d), engine.LARGE // d + 10
    A, sizes = graph.knn_graph(rng.random((n, 2)), 4), rng.integers(0, 3 * d, n)
    return A, rng.normal(size=(sizes.sum(), d)), rng.normal(size=sizes.sum()), sizes


@pytest.mark.parametrize("d", [1, 2, 6])
@pytest.mark.parametrize("tol", [1e-3, 1e-8, 1e-12])
def test_single_precision_is_refined_to_any_tolerance(d, tol):
    A, X, y, sizes = large(d)
    solution = gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=tol)
    Q, q = gtvmin.system(A, X, y, 1.0, sizes=sizes)
    assert np.linalg.norm(Q @ solution.W.ravel() + q / 2) <= 2 * tol * np.linalg.norm(q / 2)


@pytest.mark.parametrize("scale", [1e-30, 1e-12, 1e12, 1e30])
@pytest.mark.filterwarnings("error")
def test_numbers_too_large_or_small_for_single_precision(scale):
    A, X, y, sizes = large(2)
    want = gtvmin.solve(A, X, y, 1.0, sizes=sizes, method="cholesky").W
    A, X, y = A * scale**2, X * scale, y * scale  # leaves W as it is
    assert_allclose(gtvmin.solve(A, X, y, 1.0, sizes=sizes).W, want, rtol=1e-6, atol=1e-8)


def test_double_precision_goes_on_where_single_precision_is_not_enough(monkeypatch):
    A, X, y, sizes = large(2)
    tried, real = [], engine.by_iterations

    def useless(problem):
        def step(R, tol, precision):
            tried.append(precision)
            return best(R, tol, precision) if precision is np.float64 else (R * 1e-9, 1)

        best = real(problem)
        return step

    monkeypatch.setattr(engine, "by_iterations", useless)
    assert gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=1e-9).residual <= 1e-9
    assert tried == [np.float32, np.float64]
