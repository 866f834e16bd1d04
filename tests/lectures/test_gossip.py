"""Without a server: gossip, decentralised descent, directed links, sleep and loss.

Everything is compared with another way to compute it: dense powers, the eigenvalues of explicit
matrices, GTVMin's direct solver, the pooled minimum, or a loop over nodes and messages.
"""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from flcourse import erm, gossip, gradient, graph, gtvmin


def rng(seed=0):
    return np.random.default_rng(seed)


def network(seed, n=8, d=2):
    """Connected weighted graph, and more rows than parameters at every node."""
    r = rng(seed)
    A = np.triu(r.uniform(0.3, 2, (n, n)) * (r.random((n, n)) < 0.3), 1)
    A[np.arange(n - 1), np.arange(1, n)] = 1.0
    X = [r.normal(size=(m, d)) for m in r.integers(d + 1, d + 6, n)]
    return A + A.T, X, [r.normal(size=len(X_i)) for X_i in X]


def block(X):
    """Matrix with X_iᵀX_i / m_i on its diagonal."""
    return sparse.block_diag([X_i.T @ X_i / len(X_i) for X_i in X]).toarray()


def mean_minimum(X, y):
    """Minimum of the mean over nodes of their mean squared errors."""
    Q = sum(X_i.T @ X_i / len(X_i) for X_i in X)
    return np.linalg.solve(Q, sum(X_i.T @ t / len(t) for X_i, t in zip(X, y, strict=True)))


# --- mixing matrices ----------------------------------------------------------------------------


def test_metropolis_weights_of_a_star_by_hand():
    star = nx.to_numpy_array(nx.star_graph(3))  # the hub has three neighbours, the others one
    P = gossip.metropolis(5 * star).toarray()  # weights do not matter
    assert_allclose(P[0], [0.25] * 4)
    assert_allclose(P[1], [0.25, 0.75, 0, 0])


@given(seed=st.integers(0, 2**20), n=st.integers(2, 9))
def test_mixing_matrices_keep_the_mean_and_the_graph(seed, n):
    A, _, _ = network(seed, n)
    for P in (gossip.metropolis(A), gossip.laplacian_mixing(A, 0.1), gossip.laplacian_mixing(A)):
        P = P.toarray()
        assert_allclose(P, P.T, atol=1e-15)
        assert_allclose(P.sum(axis=0), 1)
        assert not np.any((P != 0) & (A == 0) & ~np.eye(n, dtype=bool))


def test_the_factor_is_the_second_eigenvalue_and_the_best_step_is_best():
    A, _, _ = network(3)
    L = np.diag(A.sum(axis=1)) - A
    eigenvalues = np.linalg.eigvalsh(L)
    low, high = eigenvalues[1], eigenvalues[-1]
    best = gossip.mixing_factor(gossip.laplacian_mixing(A))
    assert best == pytest.approx((high - low) / (high + low), abs=1e-12)
    for step in np.linspace(0.01, 2 / high, 30):
        factor = gossip.mixing_factor(gossip.laplacian_mixing(A, step))
        assert factor == pytest.approx(np.abs(1 - step * eigenvalues[1:]).max(), abs=1e-12)
        assert factor >= best - 1e-12


def test_a_metropolis_matrix_mixes_iff_the_graph_is_connected():
    two = sparse.block_diag([np.ones((3, 3)) - np.eye(3), np.ones((2, 2)) - np.eye(2)])
    assert gossip.mixing_factor(gossip.metropolis(two)) == pytest.approx(1)
    even = nx.to_numpy_array(nx.cycle_graph(6))  # bipartite: I − L/2 would swing for ever
    assert gossip.mixing_factor(gossip.laplacian_mixing(even, 0.5)) == pytest.approx(1)
    assert gossip.mixing_factor(gossip.metropolis(even)) < 1


def test_averaging_is_a_power_and_shrinks_as_the_factor_says():
    A, _, _ = network(4)
    P, Z = gossip.metropolis(A), rng(5).normal(size=(8, 3))
    path = gossip.average(P, Z, 30)
    assert_allclose(path[30], np.linalg.matrix_power(P.toarray(), 30) @ Z, atol=1e-13)
    assert_allclose(path.mean(axis=1), np.tile(Z.mean(axis=0), (31, 1)), atol=1e-14)
    factor, apart = gossip.mixing_factor(P), gossip.disagreement(path)
    assert np.all(apart <= factor ** np.arange(31) * apart[0] * (1 + 1e-12))
    assert apart[30] / apart[29] == pytest.approx(factor, rel=1e-3)


def test_averaging_is_descent_on_the_total_variation():
    A, _, _ = network(6)
    W = rng(7).normal(size=(8, 2))
    step = gossip.average(gossip.laplacian_mixing(A, 0.1), W, 1)[1]
    L = graph.laplacian(A)
    by_descent = [gradient.gradient_step(L, np.zeros(8), column, 0.05) for column in W.T]
    assert_allclose(step, np.transpose(by_descent), atol=1e-14)


def test_disagreement_of_three_numbers():
    assert gossip.disagreement([[1.0], [2.0], [6.0]]) == pytest.approx(np.sqrt(4 + 1 + 9))


# --- meetings of two ----------------------------------------------------------------------------


def test_the_expected_tick_and_its_factor():
    A, _, _ = network(8, n=6)
    i, j = np.nonzero(np.triu(A))
    p = A[i, j] / A[i, j].sum()
    expected = np.zeros((6, 6))
    for a, b, chance in zip(i, j, p, strict=True):
        e = np.eye(6)[a] - np.eye(6)[b]
        expected += chance * (np.eye(6) - np.outer(e, e) / 2)
    assert gossip.pairwise_factor(A) == pytest.approx(np.linalg.eigvalsh(expected)[-2], abs=1e-12)


def test_meetings_follow_the_factor_on_average():
    A = nx.to_numpy_array(nx.cycle_graph(6))
    Z = np.linalg.eigh(np.diag(A.sum(0)) - A)[1][:, 1]  # the slowest start
    runs = [gossip.pairwise(A, Z, 1, rng=r) for r in rng(9).spawn(800)]
    ratio = np.square([gossip.disagreement(run)[1] for run in runs])
    spread = ratio.std() / np.sqrt(len(runs))
    assert abs(ratio.mean() - gossip.pairwise_factor(A)) < 4 * spread
    assert 0 < spread < 0.02


def test_a_meeting_changes_two_nodes_and_keeps_the_mean():
    A, _, _ = network(10)
    Z = rng(11).normal(size=(8, 2))
    path = gossip.pairwise(A, Z, 50, rng=rng(12))
    assert np.sum((path[1:] != path[:-1]).any(axis=(1, 2))) > 30
    for before, after in itertools.pairwise(path):
        changed = np.flatnonzero((before != after).any(axis=1))
        if not len(changed):  # the same two met twice
            continue
        assert len(changed) == 2
        assert A[tuple(changed)] > 0
        assert_allclose(after[changed], before[changed].mean(axis=0) * np.ones((2, 1)))
    assert_allclose(path[-1].mean(axis=0), Z.mean(axis=0))
    assert_array_equal(gossip.pairwise(A, Z, 50, rng=rng(12), every=20), path[[0, 20, 40]])


# --- directed links -----------------------------------------------------------------------------


def directed(seed, n=7):
    """Strongly connected directed graph with unequal degrees."""
    B = (rng(seed).random((n, n)) < 0.25) * 1.0
    B[np.arange(n), (np.arange(n) + 1) % n] = 1.0
    np.fill_diagonal(B, 0)
    return B


def test_push_sum_is_a_ratio_of_powers_and_finds_the_mean():
    B, Z = directed(13), rng(14).normal(size=(7, 2))
    C = gossip.push_matrix(B).toarray()
    assert_allclose(C.sum(axis=0), 1)
    assert not np.allclose(C.sum(axis=1), 1)
    path = gossip.push_sum(B, Z, 200)
    power = np.linalg.matrix_power(C, 9)
    assert_allclose(path[9], power @ Z / power.sum(axis=1, keepdims=True), atol=1e-12)
    assert_allclose(path[-1], np.tile(Z.mean(axis=0), (7, 1)), atol=1e-10)


def messages(B, Z, rounds, lost, seed):
    """Running sums as messages, link by link."""
    r, n = rng(seed), len(Z)
    x = np.column_stack([Z, np.ones(n)])
    sent = np.zeros_like(x)
    heard = {(i, j): np.zeros(x.shape[1]) for i, j in np.argwhere(B)}
    for _ in range(rounds):
        shares = x / (1 + B.sum(axis=1, keepdims=True))
        sent, x = sent + shares, shares.copy()
        for link, luck in zip(heard, r.random(len(heard)), strict=True):
            if luck >= lost:
                x[link[1]] += sent[link[0]] - heard[link]
                heard[link] = sent[link[0]].copy()
    return x[:, :-1] / x[:, -1:]


def test_running_sums_as_messages_and_their_limit():
    B, Z = directed(15), rng(16).normal(size=(7, 2))
    path = gossip.push_sum(B, Z, 400, lost=0.4, rng=rng(17))
    for rounds in (1, 2, 10, 40):
        assert_allclose(path[rounds], messages(B, Z, rounds, 0.4, 17), atol=1e-10)
    assert_allclose(path[-1], np.tile(Z.mean(axis=0), (7, 1)), atol=1e-8)


def test_without_running_sums_what_is_lost_is_gone():
    B, Z = directed(15), rng(16).normal(size=(7, 2))
    W = gossip.push_sum(B, Z, 400, lost=0.4, running=False, rng=rng(17))[-1]
    assert gossip.disagreement(W) < 1e-8  # they agree, on something else
    assert np.abs(W - Z.mean(axis=0)).max() > 0.01
    same = gossip.push_sum(B, Z, 20, running=False)
    assert_allclose(same, gossip.push_sum(B, Z, 20), atol=1e-12)


# --- learning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("eta", [0.02, 0.1])
def test_dgd_is_fedgd_and_ends_at_gtvmin(eta):
    A, X, y = network(18)
    P = gossip.metropolis(A).toarray()
    links = P - np.diag(np.diag(P))
    path = gossip.dgd(P, X, y, eta=eta, rounds=12)
    other = gradient.fedgd(links, X, y, 1 / (2 * eta), eta=eta, rounds=12)
    assert_allclose(path[12], other, atol=1e-12)
    end = gtvmin.solve(links, X, y, 1 / (2 * eta), tol=1e-13).W
    path = gossip.dgd(P, X, y, eta=eta, rounds=1200)
    assert_allclose(path[-1], end, atol=1e-8)
    errors = np.linalg.norm(path - end, axis=(1, 2))
    factor = gossip.dgd_factor(P, X, eta=eta)
    assert np.all(errors[:60] <= factor ** np.arange(60) * errors[0] * (1 + 1e-9))
    assert errors[60] / errors[59] == pytest.approx(factor, rel=0.02)


def test_dgd_factor_of_one_node_alone_is_that_of_gradient_descent():
    X = [rng(19).normal(size=(6, 3))]
    ev = np.linalg.eigvalsh(X[0].T @ X[0] / 6)
    assert gossip.dgd_factor([[1.0]], X, eta=0.1) == pytest.approx(gradient.contraction(0.1, ev))


def test_tracking_ends_at_the_minimum_at_the_speed_of_its_factor():
    A, X, y = network(20)
    P = gossip.metropolis(A)
    path = gossip.gradient_tracking(P, X, y, eta=0.05, rounds=1500)
    best = mean_minimum(X, y)
    assert_allclose(path[-1], np.tile(best, (8, 1)), atol=1e-8)
    errors = np.linalg.norm(path - best, axis=(1, 2))
    factor = gossip.tracking_factor(P, X, eta=0.05)
    assert factor < 1
    assert (errors[400] / errors[200]) ** (1 / 200) == pytest.approx(factor, rel=1e-3)
    far = gossip.gradient_tracking(P, X, y, eta=2.0, rounds=30)
    assert gossip.tracking_factor(P, X, eta=2.0) > 1
    assert np.linalg.norm(far[-1]) > np.linalg.norm(far[5])


def test_tracking_message_by_message():
    A, X, y = network(21, n=5)
    P = gossip.metropolis(A).toarray()

    def slope(i, w):
        return -2 / len(y[i]) * X[i].T @ (y[i] - X[i] @ w)

    W = [np.zeros(2) for _ in y]
    Y = [slope(i, w) for i, w in enumerate(W)]
    for _ in range(7):
        new = [sum(P[i, j] * W[j] for j in range(5)) - 0.1 * Y[i] for i in range(5)]
        Y = [
            sum(P[i, j] * Y[j] for j in range(5)) + slope(i, new[i]) - slope(i, W[i])
            for i in range(5)
        ]
        W = new
    assert_allclose(gossip.gradient_tracking(P, X, y, eta=0.1, rounds=7)[7], W, atol=1e-12)


def test_equal_nodes_descend_as_one():
    X, y = [rng(22).normal(size=(6, 2))] * 4, [rng(23).normal(size=6)] * 4
    P = gossip.metropolis(np.ones((4, 4)) - np.eye(4))
    one = gradient.descend(*erm.system(X[0], y[0]), eta=0.1, max_iterations=20, tol=1e-300).w
    for method in (gossip.dgd, gossip.gradient_tracking):
        assert_allclose(method(P, X, y, eta=0.1, rounds=20)[-1], np.tile(one, (4, 1)), atol=1e-12)


# --- sleep and loss -----------------------------------------------------------------------------


def sleepers(A, X, y, alpha, rounds, wake, lost, seed):
    """Nodes with mailboxes, one after the other; the same draws as the package."""
    r, n = rng(seed), len(y)
    W = np.zeros((n, X[0].shape[1]))
    links = [(i, j) for i in range(n) for j in range(n) if A[i, j]]
    heard = {link: np.zeros(W.shape[1]) for link in links}
    for _ in range(rounds):
        up, new = r.random(n) < wake, W.copy()
        for i in np.flatnonzero(up):
            pull = sum(alpha * A[i, j] * heard[i, j] for j in range(n) if A[i, j])
            Q = X[i].T @ X[i] / len(y[i]) + alpha * A[i].sum() * np.eye(W.shape[1])
            new[i] = np.linalg.solve(Q, X[i].T @ y[i] / len(y[i]) + pull)
        W = new
        for (i, j), luck in zip(links, r.random(len(links)), strict=True):
            if up[j] and luck >= lost:
                heard[i, j] = W[j].copy()
    return W


def test_sleepers_with_mailboxes():
    A, X, y = network(24, n=6)
    path = gossip.asynchronous(A, X, y, 0.7, rounds=15, rng=rng(25), wake=0.5, lost=0.3).path
    for rounds in (1, 4, 15):
        assert_allclose(path[rounds], sleepers(A, X, y, 0.7, rounds, 0.5, 0.3, 25), atol=1e-12)


@pytest.mark.parametrize(("wake", "lost"), [(1.0, 0.0), (0.5, 0.0), (0.3, 0.5)])
def test_sleep_and_loss_change_the_speed_and_not_the_solution(wake, lost):
    A, X, y = network(26)
    run = gossip.asynchronous(A, X, y, 0.7, rounds=900, rng=rng(27), wake=wake, lost=lost)
    end = gtvmin.solve(A, X, y, 0.7, tol=1e-13).W
    assert_allclose(run.path[-1], end, atol=1e-8)
    errors = np.linalg.norm(run.path - end, axis=2).max(axis=1)
    factor = gossip.asynchronous_factor(A, X, 0.7)
    assert np.all(errors <= factor**run.epochs * errors[0] * (1 + 1e-9) + 1e-12)
    assert run.epochs[0] == 0
    assert run.epochs[-1] >= 20
    assert set(np.diff(run.epochs)) <= {0, 1}


def test_without_sleep_and_loss_an_epoch_is_a_round():
    A, X, y = network(28)
    run = gossip.asynchronous(A, X, y, 0.7, rounds=60, rng=rng(29))
    assert_array_equal(run.epochs, np.arange(61))
    degree = np.repeat(A.sum(axis=1), 2)
    D = block(X) + 0.7 * np.diag(degree)
    jacobi = np.linalg.solve(D, 0.7 * np.kron(A, np.eye(2)))
    start = np.zeros(16)
    q = np.concatenate([X_i.T @ t / len(t) for X_i, t in zip(X, y, strict=True)])
    for _ in range(60):
        start = jacobi @ start + np.linalg.solve(D, q)
    assert_allclose(run.path[60].ravel(), start, atol=1e-10)
    # The factor bounds the map in the norm of the largest node.
    V = rng(30).normal(size=(16, 50))
    before, after = (np.linalg.norm(M.reshape(8, 2, 50), axis=1).max(axis=0)
                     for M in (V, jacobi @ V))  # fmt: skip
    assert np.all(after <= gossip.asynchronous_factor(A, X, 0.7) * before * (1 + 1e-12))


def test_the_factor_of_one_parameter_by_hand():
    assert gossip.asynchronous_factor([[0, 2, 0], [2, 0, 1], [0, 1, 0]], None, 2.0) == 6 / 7


# --- at the door --------------------------------------------------------------------------------

PAIR, Y2 = [[0, 1], [1, 0]], [[0.0], [1.0]]
HALF = [[0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gossip.average([[0.5, 0.4], [0.4, 0.6]], [1, 2], 1), "P must be a square"),
        (lambda: gossip.average([[0.5, 0.5], [0.1, 0.9]], [1, 2], 1), "P must be symmetric"),
        (lambda: gossip.average(2.0, [1, 2], 1), "P must have shape"),
        (lambda: gossip.average(HALF, [1, 2, 3], 1), "Z must have one row for each of the 2"),
        (lambda: gossip.average(HALF, [1, 2], -1), "rounds must be at least 0, got -1"),
        (lambda: gossip.laplacian_mixing(np.zeros((2, 2))), "A must have an edge"),
        (lambda: gossip.laplacian_mixing(PAIR, 0), "step must be greater than 0, got 0"),
        (lambda: gossip.disagreement([1.0, 2.0]), r"path must hold matrices \(n, d\)"),
        (lambda: gossip.pairwise(np.zeros((2, 2)), [1, 2], 1, rng=rng()), "A must have an edge"),
        (lambda: gossip.pairwise_factor(np.zeros((2, 2))), "A must have an edge"),
        (lambda: gossip.pairwise(PAIR, [1, 2], 1, rng=7), "rng must be a numpy.random.Generator"),
        (lambda: gossip.push_matrix([[1.0]]), "B must be square and non-negative"),
        (lambda: gossip.push_sum(PAIR, [1, 2], 1, lost=0.1), "rng must be a numpy"),
        (lambda: gossip.push_sum(PAIR, [1, 2], 1, lost=1, rng=rng()), "lost must be less than 1"),
        (lambda: gossip.dgd(HALF, None, Y2, eta=-1, rounds=1), "eta must be at least 0, got -1"),
        (lambda: gossip.dgd(HALF, None, Y2, eta=1, rounds=1, W=[1.0]), r"W must have shape \(2, 1"),
        (lambda: gossip.dgd_factor(HALF, [[[1.0]]], eta=1), "X must hold one array for each of"),
        (
            lambda: gossip.asynchronous(PAIR, None, Y2, 1, rounds=1, rng=rng(), wake=0),
            "wake must be greater than 0, got 0",
        ),
        (
            lambda: gossip.asynchronous(PAIR, [[[0.0]], [[1.0]]], Y2, 0, rounds=1, rng=rng()),
            "X must determine the parameters of node 0",
        ),
    ],
)
def test_errors_say_what_was_wanted(call, said):
    with pytest.raises(ValueError, match=said):
        call()
