"""Gradient methods: the step and its speed, and the same step taken by a network of clients."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy import sparse

from flcourse import erm
from flcourse.gradient import (
    contraction,
    descend,
    eta_star,
    fedavg,
    fedgd,
    fedsgd,
    gradient_step,
    iteration_bound,
)
from flcourse.losses import Squared


def rng(seed=0):
    return np.random.default_rng(seed)


def network(seed, n=9, d=2, least=1):
    """Weighted graph of two components, unequal local data sets."""
    r = rng(seed)
    G = nx.disjoint_union(nx.erdos_renyi_graph(n - 3, 0.5, seed=seed), nx.path_graph(3))
    A = nx.to_numpy_array(G)
    weights = r.uniform(0.2, 3, A.shape)
    A = A * (weights + weights.T)
    sizes = r.integers(least, least + 6, n)
    X = [r.normal(size=(m, d)) for m in sizes]
    return A, X, [r.normal(size=m) for m in sizes]


def stacked(A, X, y, alpha):
    """Q and q of GTVMin, assembled block by block with Kronecker products."""
    n, d = len(X), X[0].shape[1]
    Q = alpha * np.kron(np.diag(A.sum(axis=1)) - A, np.eye(d))
    for i in range(n):
        rows = slice(i * d, (i + 1) * d)
        Q[rows, rows] += X[i].T @ X[i] / len(y[i])
    q = np.concatenate([-2 / len(b) * a.T @ b for a, b in zip(X, y, strict=True)])
    return Q, q


# --- one step -----------------------------------------------------------------------------------


def test_a_step_by_hand():
    # f(w) = w₁² + 2w₂² − 2w₁: slope at (0, 1) is (−2, 4).
    Q, q = np.diag([1.0, 2.0]), [-2.0, 0.0]
    assert_allclose(gradient_step(Q, q, [0.0, 1.0], 0.25), [0.5, 0.0])
    assert_allclose(gradient_step(sparse.csr_array(Q), q, [0.0, 1.0], 0.25), [0.5, 0.0])


def test_the_step_goes_down_the_numerical_slope():
    Q, q = erm.system(rng(1).normal(size=(8, 3)), rng(2).normal(size=8), 0.2)
    w = rng(3).normal(size=3)

    def f(v):
        return v @ Q @ v + q @ v

    slope = [(f(w + h) - f(w - h)) / 2e-4 for h in 1e-4 * np.eye(3)]
    assert_allclose((w - gradient_step(Q, q, w, 0.01)) / 0.01, slope, rtol=1e-8)


def test_the_minimum_is_the_fixed_point():
    X, y = rng(4).normal(size=(8, 3)), rng(5).normal(size=8)
    w = erm.fit(X, y, 0.3)
    assert_allclose(gradient_step(*erm.system(X, y, 0.3), w, 0.7), w, atol=1e-12)


# --- its speed ----------------------------------------------------------------------------------

spectra = arrays(np.float64, st.integers(1, 6), elements=st.floats(0.01, 100))


@given(spectrum=spectra, eta=st.floats(0, 2))
def test_contraction_is_the_spectral_norm_of_the_step(spectrum, eta):
    # The error is multiplied by I − 2ηQ; rotate the spectrum to have a full Q.
    U = np.linalg.qr(rng(len(spectrum)).normal(size=(len(spectrum),) * 2))[0]
    Q = U @ np.diag(spectrum) @ U.T
    norm = np.linalg.norm(np.eye(len(spectrum)) - 2 * eta * Q, 2)
    assert contraction(eta, spectrum) == pytest.approx(norm, rel=1e-9, abs=1e-12)


@given(spectrum=spectra, other=st.floats(1e-4, 10))
def test_eta_star_is_the_best_step(spectrum, other):
    best = eta_star(spectrum)
    low, high = spectrum.min(), spectrum.max()
    assert contraction(best, spectrum) == pytest.approx((high - low) / (high + low), abs=1e-12)
    assert contraction(best, spectrum) <= contraction(other, spectrum) + 1e-12


@given(spectrum=spectra)
def test_steps_converge_iff_eta_is_below_one_over_the_largest_eigenvalue(spectrum):
    edge = 1 / spectrum.max()
    assert contraction(0.999 * edge, spectrum) < 1
    assert contraction(edge, spectrum) >= 1 - 1e-12
    assert contraction(1.001 * edge, spectrum) > 1


@given(kappa=st.floats(0.001, 0.999), accuracy=st.floats(1e-12, 0.999))
def test_iteration_bound_is_the_first_power_below(kappa, accuracy):
    k = iteration_bound(kappa, accuracy)
    assert kappa**k <= accuracy * (1 + 1e-9)
    assert kappa ** (k - 1) > accuracy


def test_iteration_bound_limits():
    assert iteration_bound(0.5, 2.0**-20) == 20
    assert iteration_bound(0.1, 1e-3) == 3, "log(1e-3)/log(0.1) is 2.9999999999999996"
    assert iteration_bound(0.0, 1e-9) == 1
    assert iteration_bound(0.9, 1.0) == 0


def test_the_error_shrinks_as_promised_and_no_faster_in_the_slowest_direction():
    Q, q = np.diag([1.0, 9.0]), np.array([-2.0, -18.0])  # minimum (1, 1)
    eta = eta_star([1, 9])
    kappa = contraction(eta, [1, 9])
    w, start = np.array([4.0, 1.0]), 3.0  # the error lies along the eigenvector of λ = 1
    for k in range(1, 30):
        w = gradient_step(Q, q, w, eta)
        assert np.linalg.norm(w - 1) == pytest.approx(start * kappa**k)
    steps = iteration_bound(kappa, 1e-4)
    found = descend(Q, q, w=[4.0, 1.0], max_iterations=steps)
    assert np.linalg.norm(found.w - 1) <= 1e-4 * start


# --- descend ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.0, 0.1, 3.0])
def test_descent_finds_the_closed_form(alpha):
    X, y = rng(6).normal(size=(30, 4)), rng(7).normal(size=30)
    found = descend(*erm.system(X, y, alpha), tol=1e-12)
    assert_allclose(found.w, erm.fit(X, y, alpha), rtol=1e-9)
    assert found.residuals[-1] <= 1e-12 < found.residuals[-2]
    assert found.residuals[0] == 1.0
    assert found.iterations == len(found.residuals) - 1


def test_descent_takes_the_same_steps_as_gradient_step():
    Q, q = erm.system(rng(8).normal(size=(9, 3)), rng(9).normal(size=9), 0.5)
    w = np.ones(3)
    for _ in range(5):
        w = gradient_step(Q, q, w, 0.1)
    for matrix in (Q, sparse.csr_array(Q)):
        found = descend(matrix, q, w=np.ones(3), eta=0.1, max_iterations=5)
        assert_allclose(found.w, w, rtol=1e-13)
        assert found.eta == 0.1


def test_too_long_steps_grow_and_end():
    found = descend([[1.0]], [-2.0], eta=1.5)
    assert_allclose(found.residuals[1:6] / found.residuals[:5], 2.0)
    assert math.isfinite(found.residuals[-1])
    assert found.residuals[-1] >= 1e100


def test_no_linear_term_means_absolute_residuals():
    found = descend([[2.0]], [0.0], w=[3.0], eta=0.1, max_iterations=1)
    assert_allclose(found.residuals, [6.0, 3.6])


# --- the same step in a network -----------------------------------------------------------------


@given(seed=st.integers(0, 60), alpha=st.floats(0, 4))
def test_messages_take_the_stacked_step(seed, alpha):
    A, X, y = network(seed)
    Q, q = stacked(A, X, y, alpha)
    W = rng(seed).normal(size=(9, 2))
    want = W.ravel()
    for _ in range(3):
        want = gradient_step(Q, q, want, 0.02)
    got = fedgd(sparse.csr_array(A), X, y, alpha, eta=0.02, rounds=3, W=W)
    assert_allclose(got.ravel(), want, rtol=1e-12, atol=1e-12)


def test_fedgd_ends_at_the_solution_of_gtvmin():
    A, X, y = network(3, least=5)
    Q, q = stacked(A, X, y, 1.5)
    spectrum = np.linalg.eigvalsh(Q)
    eta = eta_star(spectrum)
    rounds = iteration_bound(contraction(eta, spectrum), 1e-8)
    W = fedgd(A, X, y, 1.5, eta=eta, rounds=rounds)
    assert_allclose(W.ravel(), np.linalg.solve(Q, -q / 2), atol=1e-7)


def test_fedgd_does_not_depend_on_the_order_of_the_nodes():
    A, X, y = network(4)
    order = rng(4).permutation(9)
    W = fedgd(A, X, y, 0.7, eta=0.03, rounds=6)
    shuffled = fedgd(
        A[np.ix_(order, order)],
        [X[i] for i in order],
        [y[i] for i in order],
        0.7,
        eta=0.03,
        rounds=6,
    )
    assert_allclose(shuffled, W[order], rtol=1e-12)


def test_without_edges_every_node_descends_alone():
    _, X, y = network(5)
    W = fedgd(np.zeros((9, 9)), X, y, 2.0, eta=0.05, rounds=4)
    for i in range(9):
        w = np.zeros(2)
        for _ in range(4):
            w = gradient_step(*erm.system(X[i], y[i]), w, 0.05)
        assert_allclose(W[i], w, rtol=1e-12)


def test_fedgd_leaves_its_start_alone():
    A, X, y = network(6)
    W = np.ones((9, 2))
    fedgd(A, X, y, 1.0, eta=0.1, rounds=2, W=W)
    assert_allclose(W, 1.0)


def test_fedsgd_with_full_batches_is_fedgd():
    A, X, y = network(7)
    full = fedsgd(A, X, y, 0.6, eta=0.04, rounds=5, batch=6, rng=rng(1))
    assert_allclose(full, fedgd(A, X, y, 0.6, eta=0.04, rounds=5), rtol=1e-13)


def test_one_round_of_fedsgd_is_unbiased():
    # Mean of 4,000 rounds within 5 standard errors in each of 18 coordinates: error rate 1e-5.
    # Against FedGD with another α the same check fails.
    A, X, y = network(8)
    W, r = rng(8).normal(size=(9, 2)), rng(9)
    draws = np.array(
        [fedsgd(A, X, y, 0.6, eta=0.1, rounds=1, batch=2, rng=r, W=W) for _ in range(4000)]
    )
    error = draws.std(axis=0) / np.sqrt(len(draws)) + 1e-12

    def fits(alpha):
        want = fedgd(A, X, y, alpha, eta=0.1, rounds=1, W=W)
        return bool(np.all(np.abs(draws.mean(axis=0) - want) < 5 * error))

    assert fits(0.6)
    assert not fits(0.65)


def test_fedavg_with_one_step_is_gradient_descent_on_the_pooled_data():
    _, X, y = network(9)
    pooled = erm.system(np.concatenate(X), np.concatenate(y))
    w = np.ones(2)
    for _ in range(7):
        w = gradient_step(*pooled, w, 0.1)
    assert_allclose(fedavg(X, y, eta=0.1, rounds=7, w=np.ones(2)), w, rtol=1e-12)


def test_fedavg_with_more_steps_converges_elsewhere_when_clients_differ():
    # One parameter, f_1 = w², f_2 = 9(w − 1)²: the minimum of the mean is 0.9. After s steps the
    # errors shrink by a = (1 − 2η)^s and b = (1 − 18η)^s, so w = (a w + 1 + b(w − 1))/2 is the
    # fixed point w = (1 − b)/(2 − a − b), which tends to 1/2, the mean of the minima.
    X, y = [[[1.0]], [[3.0]]], [[0.0], [3.0]]
    for steps in (1, 5, 1000):
        a, b = (1 - 0.02) ** steps, (1 - 0.18) ** steps
        w = fedavg(X, y, eta=0.01, rounds=2000 // steps + 20, local_steps=steps)
        assert w == pytest.approx((1 - b) / (2 - a - b), rel=1e-6)
    assert w == pytest.approx(0.5, rel=1e-3)


def test_identical_clients_do_not_drift():
    X, y = rng(1).normal(size=(5, 2)), rng(2).normal(size=5)
    apart = fedavg([X, X, X], [y, y, y], eta=0.05, rounds=3, local_steps=4)
    alone = descend(*erm.system(X, y), eta=0.05, max_iterations=12, tol=1e-300).w
    assert_allclose(apart, alone, rtol=1e-12)


def test_proximal_steps_are_gradient_steps_in_the_limit():
    # prox with pull μ → ∞ moves by −∇f/μ: the link from this chapter to FedProx.
    X, y = rng(3).normal(size=(6, 2)), rng(4).normal(size=6)
    w, mu = rng(5).normal(size=2), 1e6
    step = gradient_step(*erm.system(X, y), w, 1 / mu)
    assert_allclose(mu * (Squared().prox(w, X, y, mu) - w), mu * (step - w), rtol=1e-4)


@given(dtype=st.sampled_from(["int8", "uint16", "int64", "float32", "float64", "list"]))
def test_any_real_dtype_gives_the_same_rounds(dtype):
    A = nx.to_numpy_array(nx.path_graph(4))
    X, y = rng(1).integers(0, 5, (4, 3, 2)), rng(2).integers(0, 5, (4, 3))

    def as_given(a):
        return a.tolist() if dtype == "list" else a.astype(dtype)

    same = [as_given(a) for a in (A, X, y)]
    want = fedgd(A, list(X), list(y), 1.0, eta=0.01, rounds=3)
    assert_allclose(fedgd(*same, 1, eta=0.01, rounds=3), want)
    w = gradient_step(as_given(np.eye(2)), as_given(y[0, :2]), as_given(y[1, :2]), 0.25)
    assert_allclose(w, gradient_step(np.eye(2), y[0, :2], y[1, :2], 0.25))


# --- errors -------------------------------------------------------------------------------------

PAIR = [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gradient_step([[1.0]], [1.0, 2.0], [0.0], 0.1), r"Q must have shape \(2, 2\)"),
        (lambda: gradient_step(np.eye(2), [1.0, 2.0], [0.0], 0.1), r"w must have shape \(2,\)"),
        (lambda: gradient_step([[0, 1], [2, 0]], [0, 0], [0, 0], 0.1), "Q must be symmetric"),
        (
            lambda: gradient_step(sparse.csr_array([[0, 1], [2, 0]]), [0, 0], [0, 0], 0.1),
            "Q must be symmetric",
        ),
        (
            lambda: gradient_step(sparse.csr_array([[np.inf]]), [0], [0], 0.1),
            "Q must be finite",
        ),
        (lambda: gradient_step(sparse.eye_array(3), [0], [0], 0.1), r"Q must have shape \(1, 1\)"),
        (lambda: gradient_step([[1.0]], [1.0], [0.0], -1), "eta must be at least 0"),
        (lambda: contraction(0.1, [1.0, -1.0]), "eigenvalues must be at least 0, got -1"),
        (lambda: contraction(0.1, []), "eigenvalues must hold at least one"),
        (lambda: eta_star([0.0, 0.0]), "eigenvalues must not all be 0"),
        (lambda: iteration_bound(1.0, 0.1), "kappa must be less than 1"),
        (lambda: iteration_bound(0.5, 0.0), "accuracy must be greater than 0"),
        (lambda: descend([[-1.0]], [1.0]), "Q must have no negative eigenvalue"),
        (lambda: descend(sparse.eye_array(2), [1.0, 1.0]), "eta must be given"),
        (lambda: fedgd([[0, 1], [2, 0]], None, [[1], [1]], 1, eta=1, rounds=1), "A must be symm"),
        (lambda: fedgd(PAIR, None, [[1]], 1, eta=1, rounds=1), "y must hold one array for each"),
        (lambda: fedgd(PAIR, None, [[1], []], 1, eta=1, rounds=1), r"y\[1\] must hold at least"),
        (lambda: fedgd(PAIR, [[[1]]], [[1], [1]], 1, eta=1, rounds=1), "X must hold one array"),
        (
            lambda: fedgd(PAIR, [[[1]], [[1, 2]]], [[1], [1]], 1, eta=1, rounds=1),
            r"X\[1\] must have shape \(1, 1\)",
        ),
        (lambda: fedgd(PAIR, [[1], [1]], [[1], [1]], 1, eta=1, rounds=1), r"X\[0\] must have sh"),
        (lambda: fedgd(PAIR, None, [[1], [1]], -1, eta=1, rounds=1), "alpha must be at least 0"),
        (lambda: fedgd(PAIR, None, [[1], [1]], 1, eta=1, rounds=-1), "rounds must be at least 0"),
        (
            lambda: fedgd(PAIR, None, [[1], [1]], 1, eta=1, rounds=1, W=[1, 2]),
            r"W must have shape \(2, 1\)",
        ),
        (
            lambda: fedsgd(PAIR, None, [[1], [1]], 1, eta=1, rounds=1, batch=0, rng=rng()),
            "batch must be at least 1",
        ),
        (
            lambda: fedsgd(PAIR, None, [[1], [1]], 1, eta=1, rounds=1, batch=1, rng=None),
            "rng must be",
        ),
        (lambda: fedavg(None, [], eta=1, rounds=1), "y must hold one array"),
        (lambda: fedavg(None, [[1]], eta=1, rounds=1, local_steps=0), "local_steps must be at"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
