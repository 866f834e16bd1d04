"""What a message costs: compressors by enumeration, memories by identity, SCAFFOLD by its loop.

Everything is compared with another way to compute it: all outcomes of a rounding, all places of a
sparse message, a loop over clients in a few lines, the eigenvalues of an explicit map, or the
pooled minimum.
"""

import itertools
from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from flcourse import erm, messages
from flcourse.fedopt import AFL, Cohort, FedAvg, QFedSGD, State, local_sgd, simulate, uniform
from flcourse.fedopt.local import Pool
from flcourse.fedopt.server import make_server
from flcourse.losses import Softmax, Squared
from flcourse.messages import (
    Compressed,
    FedAdam,
    FedYogi,
    Quantised,
    RandomK,
    Scaffold,
    TopK,
    Whole,
)


def rng(seed=0):
    return np.random.default_rng(seed)


def some_clients(seed=0, sizes=(7, 12, 5, 9), d=3):
    """Clients of unequal sizes, curvatures and truths."""
    r = rng(seed)
    X = [r.normal(size=(m, d)) * r.uniform(0.5, 1.5, d) for m in sizes]
    return [(X_i, X_i @ r.normal(size=d) + 0.1 * r.normal(size=len(X_i))) for X_i in X]


def pooled(clients):
    """Minimum of the pooled risk."""
    return erm.fit(np.vstack([X for X, _ in clients]), np.concatenate([y for _, y in clients]))


def run(algorithm, clients, rounds, k=None, **settings):
    n = len(clients)
    settings = {"select": uniform(n, k or n), "rng": rng(5), "every": rounds} | settings
    return simulate(algorithm, Squared(), clients, rounds, **settings)


def shares(clients):
    sizes = np.array([len(y) for _, y in clients])
    return sizes / sizes.sum()


def kept(history):
    return history.checkpoint.state.kept


VECTORS = st.lists(st.floats(-100, 100), min_size=1, max_size=12).map(np.array)

# --- quantisation -------------------------------------------------------------------------------


class Script:
    """Stands for a generator: its numbers are the ones that it is given."""

    def __init__(self, numbers):
        self.numbers = np.array(numbers)

    def random(self, size):
        return self.numbers

    def choice(self, d, k, replace):
        return self.numbers


def every_rounding(u, levels, parts):
    """C(u) for all ways to draw each entry from the middles of equal parts of (0, 1)."""
    middles = (np.arange(parts) + 0.5) / parts
    draws = itertools.product(middles, repeat=len(u))
    return np.array([Quantised(levels)(u, Script(draw)) for draw in draws])


@pytest.mark.parametrize(
    ("u", "levels", "parts"),  # s |u_j| / ‖u‖ is a multiple of 1/parts, so that the means are exact
    [([3, 0, -4], 1, 5), ([3, 0, -4], 2, 5), ([1, -2, 2], 4, 3), ([2, 4, -5, 6], 2, 9)],
)
def test_quantisation_is_right_on_average_and_errs_as_it_says(u, levels, parts):
    u = np.array(u, dtype=float)
    outcomes = every_rounding(u, levels, parts)
    assert_allclose(outcomes.mean(axis=0), u, atol=1e-12)
    squares = np.sum((outcomes - u) ** 2, axis=1)
    assert squares.mean() == pytest.approx(Quantised(levels).error(u), abs=1e-11)
    steps = outcomes * levels / np.linalg.norm(u)
    assert_allclose(steps, np.round(steps), atol=1e-12)
    assert np.abs(steps).max() <= levels + 1e-12


def test_real_draws_follow_the_chances():
    u, r = np.array([3.0, 0.0, -4.0]), rng(1)
    ups = np.array([Quantised(1)(u, r) != 0 for _ in range(4000)]).sum(axis=0)
    for up, chance in zip(ups, [0.6, 0.0, 0.8], strict=True):
        assert abs(up - 4000 * chance) <= 4 * np.sqrt(4000 * chance * (1 - chance))


@given(u=VECTORS, levels=st.integers(1, 20))
def test_no_error_exceeds_its_bound(u, levels):
    square = float(u @ u)
    for compressor in (Quantised(levels), TopK(levels), RandomK(levels), RandomK(levels, False)):
        assert compressor.error(u) <= compressor.bound(len(u)) * square * (1 + 1e-9)


def test_nothing_is_sent_as_nothing():
    for compressor in (Whole(), Quantised(3), TopK(1), RandomK(2)):
        assert_array_equal(compressor(np.zeros(4), rng()), np.zeros(4))
        assert compressor.error(np.zeros(4)) == 0


@pytest.mark.parametrize(("d", "levels"), [(1, 1), (6, 2), (650, 1), (650, 15)])
def test_bits_of_a_quantised_message_just_suffice(d, levels):
    body = Quantised(levels).bits(d) - 32
    assert 2 ** (body - 1) < (2 * levels + 1) ** d <= 2**body


# --- sparse messages ----------------------------------------------------------------------------


@given(u=VECTORS, k=st.integers(1, 12))
def test_top_k_is_the_nearest_of_all_sparse_messages(u, k):
    found = TopK(k)(u, rng())
    k = min(k, len(u))
    ways = itertools.combinations(range(len(u)), k)
    best = min(sum(x * x for i, x in enumerate(u) if i not in way) for way in ways)
    assert np.sum((u - found) ** 2) == pytest.approx(best, abs=1e-9)
    assert TopK(k).error(u) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("k", [1, 2, 4])
def test_random_k_over_all_places(k):
    u = np.array([1.0, -2.0, 0.5, 3.0])
    for scaled, mean in ((True, u), (False, u * k / 4)):
        c = RandomK(k, scaled)
        sent = np.array([c(u, Script(s)) for s in itertools.combinations(range(4), k)])
        assert_allclose(sent.mean(axis=0), mean, atol=1e-14)
        errors = np.sum((sent - u) ** 2, axis=1)
        assert errors.mean() == pytest.approx(c.error(u), abs=1e-12)
    places = {tuple(np.flatnonzero(RandomK(k)(u, r))) for r in rng(2).spawn(200)}
    assert places == set(itertools.combinations(range(4), k))


@pytest.mark.parametrize(("d", "k"), [(5, 1), (8, 8), (650, 6), (3, 9)])
def test_bits_of_a_sparse_message(d, k):
    few = min(d, k)
    places = TopK(k).bits(d) - 32 * few
    assert 2**places >= comb(d, few) > 2 ** (places - 1) or places == 0
    assert RandomK(k).bits(d) == 32 * few


# --- memories -----------------------------------------------------------------------------------


@pytest.mark.parametrize("memory", ["none", "error", "news"])
def test_whole_messages_are_fedavg(memory):
    clients = some_clients()
    own = run(Compressed(Whole(), lr=0.05, epochs=3, batch=4, memory=memory), clients, 8, k=3)
    plain = run(FedAvg(lr=0.05, epochs=3, batch=4), clients, 8, k=3)
    assert_allclose(own.w, plain.w, atol=1e-13)


def by_loop(clients, k, lr, epochs, rounds, memory):
    """Top-k with a memory, client by client."""
    p, w = shares(clients), np.zeros(3)
    M = [np.zeros(3) for _ in clients]
    for _ in range(rounds):
        total = np.zeros(3)
        for i, (X, y) in enumerate(clients):
            v = w
            for _ in range(epochs):
                v = v - lr * 2 / len(y) * X.T @ (X @ v - y)
            want = v - w + M[i] if memory == "error" else v - w - M[i]
            sent = np.where(np.isin(range(3), np.argsort(np.abs(want))[-k:]), want, 0)
            M[i] = want - sent if memory == "error" else M[i] + sent
            total += p[i] * (sent if memory == "error" else M[i])
        w = w + total
    return w, M


@pytest.mark.parametrize("memory", ["error", "news"])
def test_memories_client_by_client(memory):
    clients = some_clients(1)
    history = run(Compressed(TopK(1), lr=0.05, epochs=2, memory=memory), clients, 25)
    w, M = by_loop(clients, 1, 0.05, 2, 25, memory)
    assert_allclose(history.w, w, atol=1e-12)
    assert_allclose(kept(history), M, atol=1e-12)


@pytest.mark.parametrize("compressor", [TopK(1), RandomK(1, scaled=False), Quantised(3)])
def test_what_was_sent_and_what_is_kept_is_what_was_wanted(compressor):
    clients, p = some_clients(2), shares(some_clients(2))
    algorithm = Compressed(compressor, lr=0.05, memory="error")
    wanted, w, history = np.zeros(3), np.zeros(3), None
    for _ in range(30):
        for share, (X, y) in zip(p, clients, strict=True):
            own = local_sgd(Squared(), w, X, y, lr=0.05, epochs=1, rng=rng())
            wanted += share * (own - w)
        history = run(algorithm, clients, 1, resume=history)
        w = history.w
    assert np.abs(p @ kept(history)).max() > 1e-3  # there is something that is not sent
    assert_allclose(w + p @ kept(history), wanted, atol=1e-12)


def test_the_memory_stays_within_its_bound():
    clients = some_clients(3)
    history, largest, most = None, 0.0, 0.0
    for _ in range(60):
        w = np.zeros(3) if history is None else history.w
        for X, y in clients:
            step = local_sgd(Squared(), w, X, y, lr=0.05, epochs=1, rng=rng()) - w
            largest = max(largest, np.linalg.norm(step))
        history = run(Compressed(TopK(1), lr=0.05, memory="error"), clients, 1, resume=history)
        most = max(most, np.linalg.norm(kept(history), axis=1).max())
    root = np.sqrt(TopK(1).bound(3))
    assert 0 < most <= root / (1 - root) * largest


STUCK = [(np.eye(2), np.array([9.0, 1.0])), (np.eye(2), np.array([-9.0, 1.0]))]


def test_without_memory_large_entries_that_cancel_silence_the_small_ones():
    # The gradients at 0 are (∓9, −1): only the first entries are sent, and cancel.
    assert_array_equal(run(Compressed(TopK(1), lr=0.1), STUCK, 50).w, np.zeros(2))
    for memory in ("error", "news"):
        w = run(Compressed(TopK(1), lr=0.1, memory=memory), STUCK, 600).w
        assert_allclose(w, [0, 1], atol=1e-8)


@pytest.mark.parametrize("compressor", [TopK(1), Quantised(2)])
def test_news_end_at_the_minimum_where_others_stay_away(compressor):
    clients = some_clients(4)
    best = pooled(clients)
    news = run(Compressed(compressor, lr=0.06, memory="news"), clients, 700)
    assert_allclose(news.w, best, atol=1e-8)
    plain = run(Compressed(compressor, lr=0.06), clients, 700)
    assert np.linalg.norm(plain.w - best) > 1e-3


def test_clients_that_are_not_chosen_keep_their_memory():
    clients = some_clients(5)
    one = run(Compressed(TopK(1), lr=0.05, memory="error"), clients, 1)
    two = run(
        Compressed(TopK(1), lr=0.05, memory="error"), clients, 1, resume=one,
        select=lambda t, r: [2],
    )  # fmt: skip
    assert_array_equal(kept(two)[[0, 1, 3]], kept(one)[[0, 1, 3]])
    assert np.any(kept(two)[2] != kept(one)[2])


# --- SCAFFOLD -----------------------------------------------------------------------------------


def scaffold_by_loop(clients, select, *, lr, epochs, batch, server_lr, rounds):
    """SCAFFOLD with weights p_i; the server keeps w and c, and hears of w_i − w only."""
    p, d = shares(clients), clients[0][0].shape[1]
    w, c = np.zeros(d), np.zeros(d)
    own = [np.zeros(d) for _ in clients]
    for t in range(rounds):
        S, dw, dc = select(t, None), np.zeros(d), np.zeros(d)
        for i in S:
            (X, y), v, K = clients[i], w.copy(), 0
            for _ in range(epochs):
                for a in range(0, len(y), batch):
                    X_b, y_b = X[a : a + batch], y[a : a + batch]
                    g = 2 / len(y_b) * X_b.T @ (X_b @ v - y_b)
                    v, K = v - lr * (g - own[i] + c), K + 1
            u = v - w  # the message
            own[i] = own[i] - c - u / (K * lr)
            dw, dc = dw + p[i] * u, dc + p[i] * (-u / (K * lr) - c)
        w, c = w + server_lr * dw / sum(p[i] for i in S), c + dc
    return w, c, own


@pytest.mark.parametrize("batch", [None, 4])
def test_scaffold_message_by_message(batch, monkeypatch):
    clients, r = some_clients(6), rng(0)
    select = lambda t, _: [[0, 1, 2, 3], [1, 3], [0, 2, 3], [2]][t % 4]  # noqa: E731
    algorithm = Scaffold(lr=0.03, epochs=3, batch=batch, server_lr=0.8)

    class InOrder:
        """A generator that leaves the samples where they are."""

        def permutation(self, m):
            return np.arange(m)

    state, pool = State(np.zeros(3)), Pool(Squared(), clients)
    if batch is not None:
        monkeypatch.setattr("flcourse.fedopt.local._require.generator", lambda name, value: value)
        r = InOrder()
    for t in range(9):
        chosen = np.array(select(t, None))
        cohort = Cohort(pool, chosen, chosen < 0, make_server(algorithm, "mean", 0), None, r)
        state = algorithm.round(state, cohort)
    w, c, own = scaffold_by_loop(
        clients, select, lr=0.03, epochs=3, batch=batch or 99, server_lr=0.8, rounds=9
    )
    assert_allclose(state.w, w, atol=1e-12)
    assert_allclose(state.kept, own, atol=1e-12)
    assert_allclose(shares(clients) @ state.kept, c, atol=1e-12)


def test_scaffold_ends_at_the_pooled_minimum_and_its_variates_at_the_gradients():
    clients = some_clients(7)
    best = pooled(clients)
    history = run(Scaffold(lr=0.05, epochs=10), clients, 400)
    assert_allclose(history.w, best, atol=1e-8)
    assert_allclose(kept(history), [Squared().gradient(best, X, y) for X, y in clients], atol=1e-7)
    assert np.linalg.norm(run(FedAvg(lr=0.05, epochs=10), clients, 400).w - best) > 1e-2


def test_scaffold_with_a_part_of_the_clients_ends_there_too():
    clients = some_clients(7)
    history = run(Scaffold(lr=0.03, epochs=5), clients, 1500, k=2)
    assert_allclose(history.w, pooled(clients), atol=1e-8)


def test_one_local_step_is_gradient_descent_and_equal_clients_are_fedavg():
    clients, same = some_clients(8), some_clients(8)[:1] * 4
    for group, epochs in ((clients, 1), (same, 5)):
        ends = [run(A(lr=0.05, epochs=epochs), group, 12).w for A in (Scaffold, FedAvg)]
        assert_allclose(*ends, atol=1e-13)


def map_of_a_round(clients, algorithm):
    """Matrix of the affine map (w, c_0, …) to its next value, column by column."""
    pool, n, d = Pool(Squared(), clients), len(clients), clients[0][0].shape[1]
    everyone = np.arange(n)

    def after(z):
        Z = z.reshape(n + 1, d)
        cohort = Cohort(
            pool, everyone, everyone < 0, make_server(algorithm, "mean", 0), None, rng()
        )
        state = algorithm.round(State(Z[0], kept=Z[1:]), cohort)
        return np.concatenate([state.w, state.kept.ravel()])

    zero = after(np.zeros((n + 1) * d))
    return np.array([after(e) - zero for e in np.eye((n + 1) * d)]).T


@pytest.mark.parametrize(("lr", "epochs"), [(0.05, 1), (0.05, 4), (0.3, 2)])
def test_the_factor_of_scaffold_is_that_of_its_map(lr, epochs):
    clients = some_clients(9)
    found = messages.scaffold_factor([X for X, _ in clients], lr=lr, epochs=epochs)
    M = map_of_a_round(clients, Scaffold(lr=lr, epochs=epochs))
    assert found == pytest.approx(np.abs(np.linalg.eigvals(M)).max(), abs=1e-10)


def test_errors_shrink_by_the_factor():
    clients = some_clients(10)
    factor = messages.scaffold_factor([X for X, _ in clients], lr=0.05, epochs=4)
    best = pooled(clients)
    errors = [
        np.linalg.norm(run(Scaffold(lr=0.05, epochs=4), clients, t).w - best) for t in (60, 100)
    ]
    assert (errors[1] / errors[0]) ** (1 / 40) == pytest.approx(factor, rel=1e-2)


def test_the_factor_of_two_equal_clients_by_hand():
    # Q = 4, M = 0.6, S = 1.96: the model shrinks by M³, a difference of variates by 1 − S/3.
    found = messages.scaffold_factor([[[2.0]], [[2.0]]], lr=0.05, epochs=3)
    assert found == pytest.approx(max(0.6**3, 1 - 1.96 / 3))


# --- servers ------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 99), beta1=st.floats(0, 0.95), beta2=st.floats(0, 0.99),
    tau=st.floats(1e-3, 1), server_lr=st.floats(0.01, 0.5), yogi=st.booleans(),
)  # fmt: skip
def test_adaptive_servers_by_recursion(seed, beta1, beta2, tau, server_lr, yogi):
    clients = some_clients(seed)
    settings = {"beta1": beta1, "beta2": beta2, "tau": tau}
    kind = FedYogi if yogi else FedAdam
    found = run(kind(lr=0.05, server_lr=server_lr, epochs=2, **settings), clients, 5).w
    p, w, m, v = shares(clients), [0.0] * 3, [0.0] * 3, [tau**2] * 3
    for _ in range(5):
        own = [local_sgd(Squared(), w, X, y, lr=0.05, epochs=2, rng=rng()) for X, y in clients]
        delta = p @ np.array(own) - w
        for j in range(3):
            m[j] = beta1 * m[j] + (1 - beta1) * delta[j]
            if yogi and v[j] != delta[j] ** 2:
                v[j] += (1 - beta2) * delta[j] ** 2 * (1 if v[j] < delta[j] ** 2 else -1)
            elif not yogi:
                v[j] = beta2 * v[j] + (1 - beta2) * delta[j] ** 2
        w = [w[j] + server_lr * m[j] / (v[j] ** 0.5 + tau) for j in range(3)]
    assert_allclose(found, w, rtol=1e-8, atol=1e-10)


def test_a_server_that_hardly_adapts_is_fedavg():
    clients = some_clients(11)
    stiff = FedAdam(lr=0.05, server_lr=1e9, epochs=3, beta1=0, beta2=0, tau=1e9)
    assert_allclose(run(stiff, clients, 10).w, run(FedAvg(lr=0.05, epochs=3), clients, 10).w)


# --- bits, and runs in two parts ----------------------------------------------------------------


def test_traffic_by_hand():
    assert messages.traffic(Compressed(Quantised(1), lr=1), 10) == (320, 32 + 16)  # 3^10 < 2^16
    assert messages.traffic(Compressed(RandomK(4), lr=1), 10) == (320, 128)
    assert messages.traffic(Scaffold(lr=1), 10) == (640, 320)  # w and c come, w_i goes
    assert messages.traffic(FedYogi(lr=1, server_lr=1), 10) == (320, 320)
    assert messages.traffic(AFL(1, 1), 10) == messages.traffic(QFedSGD(1, 1), 10) == (320, 352)


@pytest.mark.parametrize(
    "algorithm",
    [
        Compressed(Quantised(2), lr=0.05, epochs=2, batch=3, memory="news"),
        Scaffold(lr=0.05, epochs=2, batch=3),
        FedYogi(lr=0.05, server_lr=0.1, batch=3),
    ],
)
def test_a_run_in_two_parts_is_one_run(algorithm):
    clients = some_clients(12)
    whole = run(algorithm, clients, 6, k=3)
    rest = run(algorithm, clients, 2, k=3, resume=run(algorithm, clients, 4, k=3))
    assert_array_equal(rest.w, whole.w)
    for name in ("kept", "moments"):
        a, b = (getattr(history.checkpoint.state, name) for history in (rest, whole))
        assert (a is None and b is None) or np.array_equal(a, b)


def test_classifiers_learn_with_every_algorithm():
    r = rng(13)
    centres = 2 * r.normal(size=(3, 4))
    clients = []
    for i in range(4):
        y = np.array([i % 3, (i + 1) % 3] * 10)
        clients.append((centres[y] + r.normal(size=(20, 4)), y))
    for algorithm in (
        Compressed(TopK(3), lr=0.1, epochs=3, memory="error"),
        Compressed(Quantised(3), lr=0.1, epochs=3),
        Scaffold(lr=0.1, epochs=3),
        FedAdam(lr=0.1, server_lr=0.05, epochs=3),
    ):
        history = simulate(algorithm, Softmax(), clients, 40, select=uniform(4, 3), rng=rng(1))
        assert history.metrics["loss"][-1] < 0.5 * history.metrics["loss"][0]


# --- at the door --------------------------------------------------------------------------------

ONE = [([[1.0, 1.0, 1.0]], [1.0])]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Quantised(0), "levels must be at least 1, got 0"),
        (lambda: TopK(0), "k must be at least 1, got 0"),
        (lambda: RandomK(1.5), "k must be an integer, got 1.5"),
        (lambda: Compressed(3, lr=0.1), "compressor must be one such as"),
        (lambda: Compressed(TopK(1), lr=0), "lr must be greater than 0, got 0"),
        (lambda: Compressed(TopK(1), lr=1, memory="all"), "memory must be one of"),
        (lambda: Scaffold(lr=0.1, epochs=0), "epochs must be at least 1, got 0"),
        (lambda: Scaffold(lr=0.1, server_lr=0), "server_lr must be greater than 0"),
        (lambda: Scaffold(lr=0.1, batch=0), "batch must be at least 1, got 0"),
        (lambda: FedAdam(lr=0.1, server_lr=0.1, beta1=1), "beta1 must be less than 1, got 1"),
        (lambda: FedYogi(lr=0.1, server_lr=0.1, tau=0), "tau must be greater than 0, got 0"),
        (lambda: messages.traffic(FedAvg(lr=1), 0), "d must be at least 1, got 0"),
        (lambda: messages.scaffold_factor([], lr=1, epochs=1), "X must hold at least one client"),
        (
            lambda: messages.scaffold_factor([[[1.0]], [[1.0, 2.0]]], lr=1, epochs=1),
            r"X\[1\] must have shape \(any, 1\)",
        ),
        (
            lambda: run(Compressed(RandomK(1), lr=0.1, memory="error"), ONE, 1),
            "compressor must have a bound below 1 for a memory, got 2",
        ),
        (
            lambda: run(Scaffold(lr=0.1), ONE, 1, aggregate="median"),
            "aggregate must be left at 'mean' for Scaffold",
        ),
    ],
)
def test_errors_say_what_was_wanted(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_settings_are_values():
    algorithm = Compressed(TopK(3), lr=0.1)
    assert replace(algorithm, memory="error").compressor == TopK(3)
    assert algorithm == Compressed(TopK(3), lr=0.1)
