"""Blocks inverted all at once, products in either layout, rows that lie together or apart."""

from types import SimpleNamespace

import numpy as np
import pyamg
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import _gtvmin_fast as fast
from flcourse import _gtvmin_methods as methods
from flcourse import _gtvmin_quadratic as quadratic
from flcourse import _gtvmin_sweeps as sweeps
from flcourse import graph, gtvmin


def positive_definite(n, d, rng):
    X = rng.normal(size=(n, d + 3, d))
    return X.transpose(0, 2, 1) @ X


def test_an_inverse_by_hand():
    # [2 1; 1 1] has determinant 1
    G, weights = np.array([[[1.5, 1.0], [1.0, 0.5]]]), np.array([0.5])
    assert_array_equal(fast.inverses(G, weights), [[[1, -1], [-1, 2]]])


@pytest.mark.parametrize(("precision", "atol"), [(np.float64, 1e-8), (np.float32, 0.05)])
@pytest.mark.parametrize("d", [1, 2, 4, 9])
@pytest.mark.parametrize("n", [1, fast.PORTION, 2 * fast.PORTION + 1])
def test_a_block_times_its_inverse_is_the_identity(n, d, precision, atol):
    rng = np.random.default_rng(d)
    G, weights = positive_definite(n, d, rng), rng.random(n)
    inverse = fast.inverses(G, weights, precision)
    assert inverse.dtype == precision
    product = np.einsum("nij,njk->nik", fast.diagonal_blocks(G, weights), inverse)
    assert_allclose(product, np.broadcast_to(np.eye(d), G.shape), atol=atol)


@pytest.mark.parametrize("layout", ["C", "F"])
@pytest.mark.parametrize("d", [1, 3, 7])
def test_products_are_the_same_in_either_layout(layout, d):
    rng = np.random.default_rng(d)
    A, W = graph.knn_graph(rng.random(30), 3), np.asarray(rng.normal(size=(30, d)), order=layout)
    blocks = positive_definite(30, d, rng)
    assert_allclose(fast.product(A, W), A.toarray() @ W, atol=1e-12)
    one_by_one = [block @ w for block, w in zip(blocks, W, strict=True)]
    assert_allclose(fast.blockwise(blocks, W), one_by_one, atol=1e-12)


@pytest.mark.parametrize("d", [2, 5, 8])
def test_conjugate_gradients_in_either_layout_solve_the_system(d):
    rng, n = np.random.default_rng(d), 60
    A = graph.knn_graph(rng.random((n, 2)), 4)
    sizes = rng.integers(0, 2 * d, n)
    X, y = rng.normal(size=(sizes.sum(), d)), rng.normal(size=sizes.sum())
    Q, q = gtvmin.system(A, X, y, 0.5, sizes=sizes)
    W = gtvmin.solve(A, X, y, 0.5, sizes=sizes, method="cg").W
    assert_allclose(W.ravel(), np.linalg.solve(Q.toarray(), -q / 2), atol=1e-8)


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
    for nodes, rows, m in quadratic.alike(np.array(sizes)):
        numbers = np.arange(len(sizes))[nodes]
        assert_array_equal(owner[rows].reshape(-1, m), np.repeat(numbers[:, np.newaxis], m, axis=1))
        seen += np.arange(len(owner))[rows].tolist()
    assert sorted(seen) == list(range(len(owner)))


def test_losses_of_many_nodes_are_those_of_each_node():
    rng, n = np.random.default_rng(2), 1_003
    sizes = rng.integers(0, 3, n)
    X, y, W = (
        rng.normal(size=(sizes.sum(), 2)),
        rng.normal(size=sizes.sum()),
        rng.normal(size=(n, 2)),
    )
    ends = np.cumsum(sizes)[:-1]
    parts = zip(np.split(X, ends), np.split(y, ends), W, strict=True)
    want = [np.mean((b - Z @ w) ** 2) if len(b) else 0.0 for Z, b, w in parts]
    assert_allclose(quadratic.local_losses(quadratic.Data(X, y, sizes), W), want)


@pytest.mark.parametrize("plain", [True, False])
def test_conjugate_gradients_give_up_where_the_matrix_is_not_positive_definite(plain):
    Q = np.diag([1.0, -2.0])

    def move(R):
        return Q @ R if plain else (R.copy(), Q @ R)

    W, steps, reached = fast.conjugate_gradients(move, np.ones((2, 1)), 1e-9, 50, plain=plain)
    assert (steps, reached) == (2, False)  # the first step went uphill
    assert np.isfinite(W).all()


def test_a_matrix_that_is_not_positive_definite_is_refused():
    pair = graph.knn_graph([0.0, 1.0], 1)
    problem = quadratic.problem(pair, None, [[1.0], [2.0]], 1.0, None)
    wrong = gtvmin.replace(problem, G=-problem.G)
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        methods.cholesky(wrong)(wrong.b, 1e-8, np.float64)


def test_a_tolerance_below_rounding_gives_what_rounding_allows():
    rng, A = np.random.default_rng(4), graph.knn_graph(np.arange(40.0), 2)
    solution = gtvmin.solve(A, None, [[y] for y in rng.normal(size=40)], 30.0, tol=1e-20)
    assert 1e-20 < solution.residual < 1e-12


def test_what_rounding_does_not_explain_is_an_error(monkeypatch):
    monkeypatch.setattr(gtvmin, "_rounding", lambda problem, C, D: 0.0)
    A = graph.knn_graph(np.arange(40.0), 2)
    with pytest.raises(RuntimeError, match="too ill-conditioned for double precision"):
        gtvmin.solve(A, None, [[float(i**2)] for i in range(40)], 30.0, tol=1e-20)


def test_auto_says_so_when_nothing_helps(monkeypatch):
    monkeypatch.setattr(methods, "MAX_STEPS", 3)
    monkeypatch.setattr(methods, "DIRECT", 0)
    monkeypatch.setattr(fast, "multigrid", lambda *problem: None)
    A = graph.knn_graph(np.random.default_rng(0).normal(size=(400, 2)), 4)
    with pytest.raises(RuntimeError, match="method 'auto' did not reach tol in 3 steps"):
        gtvmin.solve(A, None, [[float(i)] for i in range(400)], 10.0)


def test_a_coarsening_that_is_not_finite_is_not_used(monkeypatch):
    level = SimpleNamespace(A=SimpleNamespace(data=np.array([1.0, np.nan])))
    failed = SimpleNamespace(levels=[level])
    monkeypatch.setattr(pyamg, "ruge_stuben_solver", lambda S, **options: failed)
    A = graph.knn_graph(np.arange(5.0), 1)
    degree = np.asarray(A.sum(axis=1))
    assert fast.multigrid(np.copy, A, degree, np.ones((5, 1, 1)), 1.0) is None


def large(d):
    """More numbers than single precision is thought worth: a graph, and data that fit."""
    rng, n = np.random.default_rng(d), quadratic.LARGE // d + 10
    A, sizes = graph.knn_graph(rng.random((n, 2)), 4), rng.integers(0, 3 * d, n)
    return A, rng.normal(size=(sizes.sum(), d)), rng.normal(size=sizes.sum()), sizes


@pytest.mark.parametrize("d", [1, 2, 6])
@pytest.mark.parametrize("tol", [1e-3, 1e-8, 1e-12])
def test_single_precision_is_refined_to_any_tolerance(d, tol):
    A, X, y, sizes = large(d)
    assert gtvmin._precisions(quadratic.problem(A, X, y, 1.0, sizes), "cg")[0] is np.float32
    solution = gtvmin.solve(A, X, y, 1.0, sizes=sizes, method="cg", tol=tol)
    Q, q = gtvmin.system(A, X, y, 1.0, sizes=sizes)
    assert np.linalg.norm(Q @ solution.W.ravel() + q / 2) <= 2 * tol * np.linalg.norm(q / 2)


@pytest.mark.parametrize("scale", [1e-30, 1e-12, 1e12, 1e30])
@pytest.mark.parametrize("method", ["cg", "auto"])
@pytest.mark.filterwarnings("error")
def test_numbers_too_large_or_small_for_single_precision(scale, method):
    A, X, y, sizes = large(2)
    want = gtvmin.solve(A, X, y, 1.0, sizes=sizes, method="cholesky").W
    A, X, y = A * scale**2, X * scale, y * scale  # leaves W as it is
    got = gtvmin.solve(A, X, y, 1.0, sizes=sizes, method=method).W
    assert_allclose(got, want, rtol=1e-6, atol=1e-8)


def test_double_precision_goes_on_where_single_precision_is_not_enough(monkeypatch):
    A, X, y, sizes = large(2)
    problem, tried = quadratic.problem(A, X, y, 1.0, sizes), []

    def useless(self):
        def step(R, tol, precision):
            tried.append(precision)
            return real(R, tol, precision) if precision is np.float64 else (R * 1e-9, 1)

        real = methods.cg(self)
        return step

    monkeypatch.setitem(methods.STEPS, "auto", useless)
    assert gtvmin._solve(problem, "auto", 1e-9).residual <= 1e-9
    assert tried == [np.float32, np.float64]


@pytest.mark.parametrize("method", ["auto", "cg"])
@pytest.mark.parametrize("alpha", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("d", [fast.FEW, fast.FEW + 1])
def test_nodes_numbered_anew_keep_their_parameters(monkeypatch, d, alpha, method):
    A, X, y, sizes = large(d)
    monkeypatch.setattr(quadratic, "LARGE", 100)
    rank = quadratic.problem(A, X, y, alpha, sizes, method).rank
    assert sorted(rank) == list(range(A.shape[0]))
    got = gtvmin.solve(A, X, y, alpha, sizes=sizes, tol=1e-10, method=method)
    want = gtvmin.solve(A, X, y, alpha, sizes=sizes, method="cholesky")
    assert_allclose(got.W, want.W, atol=1e-7)
    assert_allclose([got.loss, got.variation], [want.loss, want.variation], rtol=1e-6)
    [on_path] = gtvmin.path(A, X, y, [alpha], sizes=sizes, tol=1e-10, method=method)
    assert_allclose(on_path.W, want.W, atol=1e-7)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_an_error_names_nodes_as_the_caller_does(monkeypatch, alpha):
    """Whether nodes are numbered anew or not."""
    A, X, y, sizes = large(fast.FEW)
    A = sparse.block_diag([A, A])  # the second half is a component of its own ...
    X, y, sizes = np.tile(X, (2, 1)), np.tile(y, 2), np.tile(sizes, 2)
    X[len(X) // 2 :, 1] = 0.0  # ... whose second parameter nothing determines

    def message():
        with pytest.raises(ValueError, match="determine") as error:
            gtvmin.solve(A, X, y, alpha, sizes=sizes)
        return str(error.value)

    as_they_come = message()
    monkeypatch.setattr(quadratic, "LARGE", 100)
    assert message() == as_they_come


@pytest.mark.parametrize("n", [sweeps.GROUPS, 100, 205])
@pytest.mark.parametrize("d", [2, 6])
def test_sweeps_are_eisensteins_product(n, d):
    """The matrix of the preconditioned system, entry by entry, against its definition."""
    rng, alpha = np.random.default_rng(n), 0.7
    A = graph.knn_graph(rng.random((n, 2)), 3)
    G, degree = positive_definite(n, d, rng) / 20, A @ np.ones(n)
    system = sweeps.Sweeps(A, degree, G, alpha, np.float64)
    diagonal = np.einsum("nii->n", G) / d + alpha * degree
    root = np.repeat(np.sqrt(diagonal), d)
    Q = np.kron(np.diag(degree) - A.toarray(), alpha * np.eye(d))
    for i, block in enumerate(G):
        Q[i * d : (i + 1) * d, i * d : (i + 1) * d] += block
    # Dealt to the groups in turn, as interleaved does with the nodes.
    group = (np.arange(n) % sweeps.GROUPS)[sweeps.interleaved(np.arange(n))]
    coupled = np.kron(A.toarray(), alpha * np.eye(d)) / np.outer(root, root)
    group = np.repeat(group, d)
    forward = np.eye(n * d) - np.where(group[:, None] > group, coupled, 0.0)
    scaled = Q / np.outer(root, root)
    want = np.linalg.solve(forward, np.linalg.solve(forward, scaled).T)
    p = rng.normal(size=(n, d))
    assert_allclose(system.times(p).ravel(), want @ p.ravel(), atol=1e-12)
    R = rng.normal(size=(n, d))
    assert_allclose(system.enter(R).ravel(), np.linalg.solve(forward, R.ravel() / root))
    assert_allclose(system.leave(p).ravel(), np.linalg.solve(forward.T, p.ravel()) / root)


def test_sweeps_save_steps_where_couplings_outweigh_the_data(monkeypatch):
    A, X, y, sizes = large(fast.FEW)
    monkeypatch.setattr(quadratic, "LARGE", 100)

    def steps(method, alpha):
        return gtvmin.solve(A, X, y, alpha, sizes=sizes, method=method).iterations

    assert steps("auto", 3.0) < 0.8 * steps("cg", 3.0)
    assert steps("auto", 0.1) == steps("cg", 0.1)  # where data outweigh, both invert the blocks
