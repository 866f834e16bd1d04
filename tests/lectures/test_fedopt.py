"""Federated optimisation: limits that must agree, cases by hand, a slow loop, bad input."""

import math
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize, minimize_scalar

from flcourse.fedopt import (
    AFL,
    Attack,
    Cohort,
    Ditto,
    FedAvg,
    FedProx,
    LabelPoisoning,
    QFedAvg,
    QFedSGD,
    RandomUpdate,
    ScaledUpdate,
    by_size,
    clipped_mean,
    coordinate_median,
    dissimilarity,
    ditto_lambda_star,
    ditto_risk,
    fairness,
    gamma_inexactness,
    gradient_variance,
    k_norm,
    krum,
    local_sgd,
    project_simplex,
    qffl_lipschitz,
    simulate,
    uniform,
    weighted_mean,
)
from flcourse.fedopt.local import Pool
from flcourse.fedopt.server import make_server
from flcourse.losses import MLP, Logistic, Softmax, Squared

TWO = [([[1.0]], [0.0]), ([[1.0]], [4.0])]  # F_1 = w², F_2 = (4 − w)²
LOSSES = [Squared(), Logistic(), Softmax(), MLP(hidden=(4,))]


def rng(seed=0):
    return np.random.default_rng(seed)


def some_clients(loss, seed=0, sizes=(7, 12, 5, 23, 10, 1), d=3):
    r = rng(seed)
    C = {"Squared": 1, "Logistic": 2}.get(type(loss).__name__, 4)
    clients = []
    for m in sizes:
        X = r.normal(r.normal(0, 1), 1, (m, d))
        y = X @ r.standard_normal(d) if C == 1 else r.integers(0, C, m)
        clients.append((X, y))
    if C > 1:
        clients[0][1][0] = C - 1  # so that the number of classes does not depend on the seed
    return clients


def everyone(clients):
    return uniform(len(clients), len(clients))


ALGORITHMS = [
    FedAvg(lr=0.05, epochs=2, batch=4),
    FedAvg(lr=0.05),
    FedProx(mu=0.7, lr=0.05, epochs=3, batch=5),
    QFedSGD(q_ffl=1.0, lipschitz=20.0),
    QFedAvg(q_ffl=2.0, lr=0.02, epochs=2, batch=4),
    AFL(lr=0.02, lr_mixture=0.01),
    Ditto(lam=0.5, lr=0.05, epochs=2, batch=4, personal_lr=0.03, personal_epochs=3),
]
NAMES = [type(a).__name__ for a in ALGORITHMS]


# ------------------------------------------------------------ the local step


def test_local_sgd_by_hand():
    # F = (v − 4)², lr 1/4, mu 1, anchor 0: v ← v − (2(v − 4) + v)/4 = v/4 + 2
    found = local_sgd(Squared(), [0.0], [[1.0]], [4.0], lr=0.25, epochs=2, mu=1.0, rng=rng())
    assert_allclose(found, [2.5])


def test_an_epoch_visits_every_sample_once():
    # With features e_r and a gradient of 2 (w_r − 1), one epoch of single steps moves each once.
    found = local_sgd(
        Squared(), np.zeros(5), np.eye(5), np.ones(5), lr=0.25, epochs=1, batch=1, rng=rng()
    )
    assert_allclose(found, np.full(5, 0.5))


# ------------------------------------------------------------ the server's mean


def cohort_of(chosen):
    # Two samples at the first client, one at the second, three at the third.
    clients = [(np.ones((m, 1)), np.zeros(m)) for m in (2, 1, 3)]
    server = make_server(None, "mean", 0)
    late = np.zeros(len(chosen), dtype=bool)
    return Cohort(Pool(Squared(), clients), np.array(chosen, dtype=int), late, server, None, rng())


def test_the_mean_of_a_cohort_weighs_by_its_own_samples():
    # (2 · 0 + 1 · 6) / 3, and aggregate adds it to the model that the updates start from
    assert_allclose(cohort_of([0, 1]).mean(np.array([[0.0], [6.0]])), [2.0])
    assert_allclose(cohort_of([0, 1]).aggregate(np.ones(1), np.array([[1.0], [7.0]])), [3.0])


def test_nobody_moves_nothing():
    assert_array_equal(cohort_of([]).mean(np.empty((0, 2))), np.zeros(2))
    assert_array_equal(cohort_of([]).aggregate(np.ones(2), np.empty((0, 2))), np.ones(2))


# ------------------------------------------------------------ limits that must agree


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_fedprox_without_pull_is_fedavg(loss):
    clients = some_clients(loss)
    runs = [
        simulate(a, loss, clients, 5, select=uniform(6, 3), rng=rng(2))
        for a in (FedAvg(lr=0.05, epochs=3, batch=4), FedProx(mu=0, lr=0.05, epochs=3, batch=4))
    ]
    assert_array_equal(runs[0].w, runs[1].w)


def test_one_full_batch_epoch_is_gradient_descent():
    clients = some_clients(Softmax())
    run = simulate(
        FedAvg(lr=0.3), Softmax(), clients, 6, select=everyone(clients), rng=rng(1), every=6
    )
    X, y = (np.concatenate(arrays) for arrays in zip(*clients, strict=True))
    w = np.zeros(run.w.shape)
    for _ in range(6):
        w = w - 0.3 * Softmax().gradient(w, X, y)
    assert_allclose(run.w, w, atol=1e-13)
    assert_allclose(run.metrics["loss"], [math.log(4), Softmax().value(w, X, y)])


def test_q_zero_is_the_plain_mean():
    clients = some_clients(Softmax())
    options = {"select": uniform(6, 4), "rng": rng(4)}
    fair = simulate(QFedAvg(0.0, lr=0.1, epochs=2, batch=4), Softmax(), clients, 5, **options)
    options["rng"] = rng(4)
    mean = simulate(
        FedAvg(lr=0.1, epochs=2, batch=4), Softmax(), clients, 5, aggregate="simple", **options
    )
    assert_allclose(fair.w, mean.w, atol=1e-13)


def test_qfedsgd_is_qfedavg_with_one_full_step():
    # With E = 1 and the full batch, L (w_t − w_k) is the gradient, for any q.
    clients = some_clients(Softmax())
    runs = [
        simulate(a, Softmax(), clients, 5, select=uniform(6, 4), rng=rng(4))
        for a in (QFedAvg(1.5, lr=0.1), QFedSGD(1.5, lipschitz=10.0))
    ]
    assert_allclose(runs[0].w, runs[1].w, atol=1e-12)


def test_qfedsgd_first_step_by_hand():
    # w = 1: F = 1, 9; ∇F = 2, −6; q = 1, L = 2: Δ = 2, −54; h = 4 + 2, 36 + 18 → w + 52/60
    run = simulate(
        QFedSGD(1.0, 2.0), Squared(), TWO, 1, select=uniform(2, 2), rng=rng(), start=[1.0]
    )
    assert_allclose(run.w, [1 + 52 / 60])


def test_large_q_and_afl_approach_the_minimax():
    # w² against 4 (3 − w)²: the larger one is smallest where they meet, at w = 2.
    uneven = [([[1.0]], [0.0]), ([[2.0]], [6.0])]
    options = {"select": uniform(2, 2), "every": 10**6}
    afl = simulate(AFL(0.05, 0.01), Squared(), uneven, 800, rng=rng(), **options)
    assert_allclose(afl.w, [2.0], atol=1e-6)
    # mixture: 2pw = 8 (1 − p)(3 − w) at w = 2 → p = 2/3
    assert_allclose(afl.checkpoint.state.mixture, [2 / 3, 1 / 3], atol=1e-6)
    gaps = []
    for q in (0.0, 1.0, 5.0, 30.0):
        fair = simulate(QFedSGD(q, 8.0), Squared(), uneven, 3000, rng=rng(), **options)
        # stationary: w^{2q} 2w = (2(3−w))^{2q} 8 (3 − w)
        a, b = fair.w[0] ** 2, 4 * (3 - fair.w[0]) ** 2
        assert_allclose(a**q * 2 * fair.w[0], b**q * 8 * (3 - fair.w[0]), rtol=1e-6)
        gaps.append(abs(fair.w[0] - 2))
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.02


def test_agnostic_learning_knows_its_clients_in_any_order():
    clients = [([[1.0]], [0.0]), ([[2.0]], [6.0]), ([[1.0]], [9.0])]
    runs = [
        simulate(
            AFL(0.05, 0.01), Squared(), clients, 3, rng=rng(), select=lambda t, r, own=own: own
        )
        for own in ([0, 1, 2], [2, 0, 1])
    ]
    mixtures = [run.checkpoint.state.mixture for run in runs]
    assert_allclose(mixtures[1], mixtures[0], rtol=1e-12)
    assert_allclose(runs[1].w, runs[0].w, rtol=1e-12)
    assert np.ptp(mixtures[0]) > 0.1


def test_uniform_selection_draws_all_sets_alike():
    select, stream, times = uniform(4, 2), rng(5), 3000
    counts = Counter(tuple(select(0, stream).tolist()) for _ in range(times))
    assert sorted(counts) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    deviation = math.sqrt(times * 1 / 6 * 5 / 6)
    assert max(abs(n - times / 6) for n in counts.values()) < 5 * deviation


def test_afl_does_not_care_about_the_order_of_selection():
    clients = some_clients(Softmax())
    runs = [
        simulate(AFL(0.1, 0.1), Softmax(), clients, 5, select=lambda t, r, o=order: o, rng=rng())
        for order in (np.arange(6), np.arange(6)[::-1])
    ]
    assert_allclose(runs[0].w, runs[1].w, atol=1e-14)


def test_ditto_without_pull_is_local_training():
    clients = some_clients(Softmax())
    run = simulate(
        Ditto(lam=0.0, lr=0.1, epochs=2), Softmax(), clients, 7, select=everyone(clients), rng=rng()
    )
    for v, (X, y) in zip(run.personal, clients, strict=True):
        alone = local_sgd(Softmax(), np.zeros(v.shape), X, y, lr=0.1, epochs=14, rng=rng())
        assert_allclose(v, alone, atol=1e-13)


def test_ditto_with_strong_pull_is_the_global_model():
    clients = some_clients(Squared())
    w_gap = []
    for lam in (1e2, 1e4, 1e6):
        algorithm = Ditto(lam, lr=0.05, personal_lr=0.5 / lam, personal_epochs=40)
        run = simulate(algorithm, Squared(), clients, 200, select=everyone(clients), rng=rng())
        w_gap.append(np.abs(run.personal - run.w).max())
    # At the minimiser v − w = −∇F_k(v)/λ: two more zeros of λ, two fewer of the distance.
    assert w_gap[2] < 1e-4
    assert_allclose(w_gap[1] / w_gap[2], 100, rtol=0.05)


def test_ditto_personal_models_are_the_prox():
    # The subproblem of a squared loss has a closed form (eq-prox-squared).
    clients = some_clients(Squared(), sizes=(9, 12, 15))
    algorithm = Ditto(lam=1.5, lr=0.02, epochs=5)
    run = simulate(algorithm, Squared(), clients, 600, select=everyone(clients), rng=rng())
    for v, (X, y) in zip(run.personal, clients, strict=True):
        assert_allclose(v, Squared().prox(run.w, X, y, 1.5), atol=1e-8)


def test_ditto_does_not_touch_the_global_model():
    clients = some_clients(Softmax())
    runs = [
        simulate(a, Softmax(), clients, 5, select=everyone(clients), rng=rng(3))
        for a in (FedAvg(lr=0.1), Ditto(lam=1.0, lr=0.1))
    ]
    assert_array_equal(runs[0].w, runs[1].w)


def test_only_chosen_devices_move_their_personal_model():
    clients = some_clients(Softmax())
    run = simulate(
        Ditto(lam=1.0, lr=0.1), Softmax(), clients, 1, select=lambda t, r: [4, 1], rng=rng()
    )
    assert_array_equal(np.flatnonzero(run.personal.any(axis=1)), [1, 4])


def test_fedprox_solves_its_subproblem():
    X, y = some_clients(Squared(), sizes=(20,))[0]
    w0 = np.ones(3)
    run = simulate(
        FedProx(mu=2.0, lr=0.05, epochs=800),
        Squared(),
        [(X, y)],
        1,
        select=uniform(1, 1),
        rng=rng(),
        start=w0,
    )
    assert_allclose(run.w, Squared().prox(w0, X, y, 2.0), atol=1e-9)
    assert gamma_inexactness(Squared(), run.w, w0, X, y, mu=2.0) < 1e-8


# ------------------------------------------------------------ stragglers


def test_fedavg_drops_stragglers_and_fedprox_keeps_their_partial_work():
    # One client, always late. F = (4 − v)², lr 1/4: an epoch halves the distance to 4.
    options = {"select": uniform(1, 1), "stragglers": 1.0}
    one = TWO[1:]
    for seed in range(20):
        dropped = simulate(FedAvg(0.25, epochs=3), Squared(), one, 1, rng=rng(seed), **options)
        kept = simulate(FedProx(0.0, 0.25, epochs=3), Squared(), one, 1, rng=rng(seed), **options)
        assert dropped.w == [0.0]
        assert kept.w in ([2.0], [3.0])  # one or two of the three epochs


def test_partial_work_is_uniform():
    # 3,000 late clients, E = 4: each of 1, 2, 3 epochs has probability 1/3. Chi-square with 2
    # degrees of freedom exceeds 13.8 with probability .001; a sampler that never does 3 fails.
    clients, sent = TWO[1:] * 3000, []

    def listen(U, weights):
        sent.extend(U.ravel())
        return U[0]

    options = {"select": everyone(clients), "stragglers": 1.0, "aggregate": listen}
    simulate(FedProx(0.0, 0.25, epochs=4), Squared(), clients, 1, rng=rng(5), **options)
    counts = [sent.count(level) for level in (2.0, 3.0, 3.5)]  # after 1, 2, 3 halvings of 4
    assert sum(counts) == 3000

    def statistic(counts):
        return sum((c - 1000) ** 2 / 1000 for c in counts)

    assert statistic(counts) < 13.8
    assert statistic([1500, 1500, 0]) > 13.8


def test_share_of_stragglers():
    # FedAvg's mean over devices that send 1 counts those on time through the weights.
    clients = TWO[1:] * 10
    seen = []
    for share in (0.0, 0.5, 0.9):
        simulate(
            FedAvg(0.25),
            Squared(),
            clients,
            1,
            select=everyone(clients),
            rng=rng(),
            stragglers=share,
            aggregate=lambda U, weights: (seen.append(len(U)), U[0])[1],
        )
    assert seen == [10, 5, 1]


def test_stragglers_with_a_single_epoch_have_nothing_to_send():
    clients = some_clients(Softmax())
    for algorithm in (
        FedAvg(0.1),
        FedProx(1.0, 0.1),
        QFedAvg(1.0, 0.1),
        QFedSGD(1.0, 1.0),
        Ditto(1.0, 0.1),
    ):
        run = simulate(
            algorithm, Softmax(), clients, 2, select=everyone(clients), rng=rng(), stragglers=1.0
        )
        assert not run.w.any()


# ------------------------------------------------------------ the run itself


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=NAMES)
def test_same_seed_same_bits(algorithm):
    clients = some_clients(Softmax())
    one, two = (
        simulate(algorithm, Softmax(), clients, 3, select=everyone(clients), rng=rng(8))
        for _ in range(2)
    )
    assert_array_equal(one.w, two.w)
    for key, column in one.metrics.items():
        assert_array_equal(column, two.metrics[key])


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=NAMES)
@pytest.mark.parametrize("every", [1, 3])
def test_a_run_can_be_stopped_and_continued(algorithm, every):
    clients = some_clients(MLP())
    options = {
        "select": everyone(clients),
        "every": every,
        "attack": ScaledUpdate([2], factor=2.0),
        "stragglers": 0.0 if isinstance(algorithm, AFL) else 0.4,
    }
    whole = simulate(algorithm, MLP(), clients, 7, rng=rng(8), **options)
    part = simulate(algorithm, MLP(), clients, 4, rng=rng(8), **options)
    stored = pickle.loads(pickle.dumps(part))
    rest = simulate(algorithm, MLP(), clients, 3, resume=stored, **options)
    assert_array_equal(rest.w, whole.w)
    assert rest.metrics.keys() == whole.metrics.keys()
    for key, column in whole.metrics.items():
        assert_array_equal(rest.metrics[key], column)
    if whole.personal is not None:
        assert_array_equal(rest.personal, whole.personal)


def test_no_more_rounds_changes_nothing():
    run = simulate(FedAvg(0.1), Squared(), TWO, 3, select=uniform(2, 1), rng=rng(), every=2)
    again = simulate(FedAvg(0.1), Squared(), TWO, 0, select=uniform(2, 1), every=2, resume=run)
    assert_array_equal(again.metrics["round"], [0, 2, 3])
    assert_array_equal(again.w, run.w)


def test_until_stops_a_run_that_can_go_on():
    options = {"select": uniform(2, 2)}
    whole = simulate(FedAvg(0.1), Squared(), TWO, 20, rng=rng(), **options)
    early = simulate(
        FedAvg(0.1), Squared(), TWO, 20, rng=rng(), until=lambda row: row["loss"] < 4.5, **options
    )
    stopped = int(early.metrics["round"][-1])
    assert stopped == np.flatnonzero(whole.metrics["loss"] < 4.5)[0]
    rest = simulate(FedAvg(0.1), Squared(), TWO, 20 - stopped, resume=early, **options)
    assert_array_equal(rest.metrics["loss"], whole.metrics["loss"])


def test_algorithms_meet_the_same_clients():
    # Selection and stragglers have their own stream: paired comparisons share their luck.
    clients, seen = some_clients(Softmax()), []

    def select(t, r):
        chosen = uniform(6, 3)(t, r)
        seen.append(chosen.tolist())
        return chosen

    for a in (FedAvg(0.1, 3, 2), FedProx(1.0, 0.1, 3, 2), QFedSGD(1.0, 5.0), Ditto(1.0, 0.1, 2)):
        simulate(a, Softmax(), clients, 6, select=select, rng=rng(7), stragglers=0.5)
    assert seen[:6] == seen[6:12] == seen[12:18] == seen[18:]


def test_metrics_are_what_they_say():
    loss, clients = Softmax(), some_clients(Softmax())
    test = some_clients(Softmax(), seed=9)
    run = simulate(
        Ditto(0.5, 0.1, batch=4),
        loss,
        clients,
        5,
        select=uniform(6, 4),
        rng=rng(),
        every=2,
        test=test,
    )
    metrics, w, V = run.metrics, run.w, run.personal
    assert_array_equal(metrics["round"], [0, 2, 4, 5])
    F = np.array([loss.value(w, X, y) for X, y in clients])
    G = np.array([loss.gradient(w, X, y) for X, y in clients])
    m = np.array([len(y) for _, y in clients])
    right = [np.mean(loss.predict(v, X) == y) for v, (X, y) in zip(V, test, strict=True)]
    X, y = (np.concatenate(arrays) for arrays in zip(*test, strict=True))
    f = m @ G / m.sum()
    expected = {
        "loss": m @ F / m.sum(),
        "accuracy": np.mean(loss.predict(w, X) == y),
        "device_loss": [loss.value(v, X, y) for v, (X, y) in zip(V, clients, strict=True)],
        "device_accuracy": right,
        "device_mean": np.mean(right),
        "worst10": min(right),
        "best10": max(right),
        "variance": np.var(right),
        "gradient_variance": np.mean(np.sum((G - f) ** 2, axis=1)),
        "dissimilarity": np.sqrt(m @ np.sum(G**2, axis=1) / m.sum() / (f @ f)),
        "seconds": 0.0,
    }
    assert set(metrics) == {*expected, "round"}
    for key, value in expected.items():
        assert_allclose(metrics[key][-1], value, rtol=1e-10, err_msg=key)


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=NAMES)
def test_gradients_need_not_be_measured(algorithm):
    loss, clients = Softmax(), some_clients(Softmax())
    late = 0.0 if isinstance(algorithm, AFL) else 0.5
    options = {"select": everyone(clients), "stragglers": late}
    whole = simulate(algorithm, loss, clients, 4, rng=rng(1), **options)
    short = simulate(algorithm, loss, clients, 2, rng=rng(1), gradients=False, **options)
    short = simulate(algorithm, loss, clients, 2, resume=short, gradients=False, **options)
    assert_array_equal(short.w, whole.w)
    for key, values in whole.metrics.items():
        if key in ("gradient_variance", "dissimilarity"):
            assert np.isfinite(values).all()
            assert np.isnan(short.metrics[key]).all()
        else:
            assert_allclose(short.metrics[key], values, rtol=1e-12, err_msg=key)


def test_a_regression_has_no_accuracy():
    metrics = simulate(FedAvg(0.1), Squared(), TWO, 1, select=uniform(2, 2), rng=rng()).metrics
    assert np.isnan(metrics["accuracy"]).all()
    assert np.isnan(metrics["worst10"]).all()


def test_seconds_add_up():
    class Timed:
        def __call__(self, t, r):
            return [t % 2]

        def seconds(self, chosen):
            return 10.0 + chosen[0]

    run = simulate(FedAvg(0.1), Squared(), TWO, 4, select=Timed(), rng=rng())
    assert_allclose(run.metrics["seconds"], [0, 10, 21, 31, 42])
    more = simulate(FedAvg(0.1), Squared(), TWO, 1, select=Timed(), resume=run)
    assert more.metrics["seconds"][-1] == 52


def test_a_network_starts_at_random_and_a_convex_model_at_zero():
    clients = some_clients(MLP())
    run = [
        simulate(FedAvg(0.1), loss, clients, 0, select=uniform(6, 1), rng=rng())
        for loss in (MLP(), Softmax())
    ]
    assert run[0].w.any()
    assert not run[1].w.any()


def test_divergence_is_an_error_and_says_why():
    with pytest.raises(FloatingPointError, match=r"w is not finite after round .*smaller step"):
        simulate(FedAvg(1e6), Squared(), TWO, 100, select=uniform(2, 2), rng=rng())


# ------------------------------------------------------------ selection


def test_uniform_selection_is_uniform():
    # 3,000 pairs of 4 clients: six pairs, 5 degrees of freedom, chi-square > 20.5 has p = .001.
    r = rng(11)
    draws = [tuple(uniform(4, 2)(t, r)) for t in range(3000)]
    counts = [draws.count((i, j)) for i in range(4) for j in range(i + 1, 4)]
    assert sum(counts) == 3000
    assert sum((c - 500) ** 2 / 500 for c in counts) < 20.5


def test_selection_by_size():
    # k = 1: frequencies are the sizes' shares. Without replacement, k = 2, by enumeration:
    # P{0,1} = 1/6 · 2/5 + 2/6 · 1/4 = .15, P{0,2} = 1/6 · 3/5 + 3/6 · 1/3 = .2667, P{1,2} = .5833
    r, N = rng(12), 6000
    pairs = [tuple(by_size([1, 2, 3], 2)(t, r)) for t in range(N)]
    expected = {(0, 1): 0.15, (0, 2): 4 / 15, (1, 2): 7 / 12}

    def statistic(draws):
        return sum((draws.count(s) - N * p) ** 2 / (N * p) for s, p in expected.items())

    assert statistic(pairs) < 13.8  # 2 degrees of freedom, p = .001
    wrong = [tuple(uniform(3, 2)(t, r)) for t in range(N)]
    assert statistic(wrong) > 13.8


# ------------------------------------------------------------ aggregation and attacks


def test_aggregates_by_hand():
    U = np.array([[0.0, 2.0], [1.0, 0.0], [2.0, 1.0], [100.0, 100.0]])
    assert_allclose(weighted_mean(U, [1, 1, 1, 0]), [1.0, 1.0])
    assert_allclose(coordinate_median(U), [1.5, 1.5])
    # distances²: 01: 5, 02: 5, 12: 2 → with one bad, each keeps 1 neighbour: 5, 2, 2
    assert_allclose(krum(U, n_bad=1), [1.0, 0.0])
    assert_allclose(k_norm(U, n_bad=1), [1.0, 1.0])
    # norms 2, 1, √5, 100√2: the median is (2 + √5)/2
    limit = (2 + math.sqrt(5)) / 2
    expected = (U[0] + U[1] + U[2] * limit / math.sqrt(5) + limit / math.sqrt(2)) / 4
    assert_allclose(clipped_mean(U), expected)


def test_krum_asks_for_as_many_neighbours_as_it_can_trust():
    # two of five: 1² + 1² at 0, 1² + 2² beside it; of the pair 10, 10.5 one is far from all others
    U = np.array([[-1.0], [0.0], [1.0], [10.0], [10.5]])
    assert_allclose(krum(U, n_bad=1), [0.0])


ROBUST = {
    "median": coordinate_median,
    "krum": lambda U: krum(U, n_bad=2),
    "knorm": lambda U: k_norm(U, n_bad=2),
    "clip": clipped_mean,
}


@pytest.mark.parametrize("name", ROBUST)
def test_two_of_nine_cannot_move_a_robust_aggregate_far(name):
    r = rng(3)
    honest = r.normal(1.0, 0.1, (7, 5))
    results = [
        ROBUST[name](np.concatenate([honest, np.full((2, 5), -size)])) for size in (1e3, 1e9)
    ]
    spread = np.linalg.norm(honest, axis=1).max()
    assert np.linalg.norm(results[1]) <= spread * (1 + 1e-12)
    assert_allclose(results[0], results[1], rtol=1e-6)
    assert np.linalg.norm(weighted_mean(np.concatenate([honest, np.full((2, 5), -1e9)]))) > 1e8


@given(st.integers(0, 1000), st.integers(4, 8), st.integers(1, 4))
def test_aggregates_do_not_depend_on_order_and_move_with_the_updates(seed, k, p):
    # k > 3, as with one neighbour Krum always ties: the two nearest score alike.
    U = rng(seed).standard_normal((k, p))
    order, shift = rng(seed + 1).permutation(k), rng(seed + 2).standard_normal(p)
    for rule in (weighted_mean, coordinate_median, krum, k_norm, clipped_mean):
        assert_allclose(rule(U[order]), rule(U), atol=1e-12)
        assert_allclose(rule(3.0 * U), 3.0 * rule(U), atol=1e-12)
    for rule in (weighted_mean, coordinate_median, krum):
        assert_allclose(rule(U + shift), rule(U) + shift, atol=1e-12)


def test_krum_is_the_search_over_all_neighbourhoods():
    U = rng(6).standard_normal((7, 3))
    scores = [
        sum(sorted(sum((a - b) ** 2 for a, b in zip(u, v, strict=True)) for v in U)[1:4]) for u in U
    ]
    assert_array_equal(krum(U, n_bad=2), U[int(np.argmin(scores))])


def test_clipping_leaves_zero_updates_alone():
    assert_array_equal(clipped_mean(np.zeros((3, 2))), np.zeros(2))


def test_label_poisoning_spares_the_others():
    clients = some_clients(Softmax(), sizes=(4000, 10))
    poisoned = LabelPoisoning([0]).poison(clients, 4, rng=rng(1))
    assert poisoned[1][1] is clients[1][1]
    assert poisoned[0][0] is clients[0][0]
    # Labels are uniform and independent of the old ones: a quarter agrees; sd = .0068.
    assert abs(np.mean(poisoned[0][1] == clients[0][1]) - 0.25) < 5 * 0.0068
    counts = np.bincount(poisoned[0][1], minlength=4)
    assert np.sum((counts - 1000) ** 2 / 1000) < 16.3  # 3 degrees of freedom, p = .001


def test_two_classes_are_swapped_in_both_conventions():
    X = np.zeros((3, 1))
    for y, flipped in [([0, 1, 1], [1, 0, 0]), ([-1, 1, 1], [1, -1, -1])]:
        [(_, found)] = LabelPoisoning([0]).poison([(X, np.array(y))], 2, rng=rng())
        assert_array_equal(found, flipped)


def test_random_update_has_the_deviation_of_the_honest_one():
    U = rng(2).normal(0, 3.0, (2, 20000))
    sent = RandomUpdate([1]).tamper(U, np.array([False, True]), rng=rng(3))
    assert_array_equal(sent[0], U[0])
    assert abs(np.corrcoef(sent[1], U[1])[0, 1]) < 5 / math.sqrt(20000)
    assert abs(sent[1].std() / U[1].std() - 1) < 5 / math.sqrt(2 * 20000)


def test_scaled_update_replaces_the_mean():
    # Factor k: the mean of k updates, one scaled and the others zero, is the malicious one.
    U = np.zeros((5, 3))
    U[2] = [1.0, 2.0, 3.0]
    sent = ScaledUpdate([2]).tamper(U, np.arange(5) == 2, rng=rng())
    assert_allclose(weighted_mean(sent), U[2])


def test_metrics_are_over_benign_devices_on_clean_data():
    clients = some_clients(Softmax())
    attack = LabelPoisoning([3, 0])
    run = simulate(
        FedAvg(0.1), Softmax(), clients, 2, select=everyone(clients), rng=rng(), attack=attack
    )
    benign = [1, 2, 4, 5]
    X, y = (np.concatenate(a) for a in zip(*(clients[i] for i in benign), strict=True))
    assert_allclose(run.metrics["loss"][-1], Softmax().value(run.w, X, y))
    assert_allclose(run.metrics["accuracy"][-1], np.mean(Softmax().predict(run.w, X) == y))
    right = run.metrics["device_accuracy"][-1]
    assert right.shape == (6,)
    assert_allclose(run.metrics["device_mean"][-1], right[benign].mean())


@pytest.mark.parametrize("name", ["median", "krum", "knorm", "clip"])
def test_robust_aggregates_survive_an_attack_that_breaks_the_mean(name):
    # 12 devices estimate a mean near 1; three send a hundred times the opposite.
    clients = [(np.ones((20, 1)), rng(i).normal(1.0, 0.5, 20)) for i in range(12)]

    class Reversed(Attack):
        def tamper(self, U, bad, *, rng):
            return np.where(bad[:, np.newaxis], -100.0 * np.abs(U) - 10.0, U)

    options = {"select": everyone(clients), "rng": rng(), "attack": Reversed([0, 5, 7])}
    broken = simulate(FedAvg(0.1), Squared(), clients, 10, **options)
    held = simulate(FedAvg(0.1), Squared(), clients, 60, aggregate=name, **options)
    assert broken.metrics["loss"][-1] > 100
    # Clipping bounds the damage (3 of 12 pull back with the median length), the others remove it.
    assert abs(held.w[0] - 1) < (0.6 if name == "clip" else 0.2)


def test_own_aggregate_gets_updates_and_sizes():
    clients, seen = some_clients(Softmax()), []

    def rule(U, weights):
        seen.append((U.shape, weights.tolist()))
        return weighted_mean(U, weights)

    own = simulate(
        FedAvg(0.1), Softmax(), clients, 2, select=everyone(clients), rng=rng(), aggregate=rule
    )
    mean = simulate(FedAvg(0.1), Softmax(), clients, 2, select=everyone(clients), rng=rng())
    assert_array_equal(own.w, mean.w)
    assert seen == [((6, 16), [7, 12, 5, 23, 10, 1])] * 2


# ------------------------------------------------------------ theory


@given(
    q=st.sampled_from([0.0, 0.3, 1.0, 2.0, 5.0]),
    seed=st.integers(0, 10**6),
    curvature=st.floats(0.1, 10.0),
)
def test_lemma_3_bounds_the_hessian(q, seed, curvature):
    # f = ½ (w − c)ᵀ H (w − c) + f0 has Lipschitz constant λ_max(H); second derivatives by hand:
    # ∇²(f^{q+1}/(q+1)) = q f^{q−1} ∇f ∇fᵀ + f^q H
    r = rng(seed)
    M = r.standard_normal((3, 3))
    H = curvature * M @ M.T
    w, f0 = r.standard_normal(3), r.random()
    f, g = 0.5 * w @ H @ w + f0, H @ w
    hessian = q * f ** (q - 1) * np.outer(g, g) + f**q * H
    L = np.linalg.eigvalsh(H)[-1]
    bound = qffl_lipschitz([f], [g], q, L)[0]
    assert np.linalg.eigvalsh(hessian)[-1] <= bound * (1 + 1e-9)
    if q == 0:
        assert_allclose(bound, L)


def test_lemma_3_at_a_zero_loss():
    assert_allclose(qffl_lipschitz([0.0, 0.0], np.zeros((2, 1)), 0.5, 3.0), 0.0)
    assert_allclose(qffl_lipschitz([0.0], [[0.0]], 0.0, 3.0), 3.0)
    # and a run whose clients are all perfect stays where it is
    run = simulate(QFedSGD(1.0, 2.0), Squared(), TWO[:1] * 2, 2, select=uniform(2, 2), rng=rng())
    assert_array_equal(run.w, [0.0])


def test_ditto_lambda_star_reference_value():
    # s² = .64/30, λ* = s²/τ² = 2.1333 for benign devices; risk from an independent source.
    star = ditto_lambda_star(8, 30, 0.8, 0.1)
    assert_allclose(star, 0.64 / 30 / 0.01)
    assert_allclose(ditto_risk(star, 8, 30, 0.8, 0.1), 0.008624, atol=5e-7)


@given(
    K=st.integers(2, 30),
    K_a=st.integers(0, 5),
    n=st.integers(1, 50),
    sigma=st.floats(0.1, 2),
    tau=st.floats(0.05, 1),
    tau_a=st.floats(0, 4),
)
def test_lambda_star_minimises_the_risk(K, K_a, n, sigma, tau, tau_a):
    setting = (K, n, sigma, tau, min(K_a, K - 1), tau_a)
    star = ditto_lambda_star(*setting)
    best = ditto_risk(star, *setting)
    found = minimize_scalar(
        lambda s: ditto_risk(math.exp(s), *setting),
        bounds=(math.log(star) - 3, math.log(star) + 3),
        method="bounded",
    )
    assert best <= found.fun * (1 + 1e-12)
    for lam in (0.0, star / 2, star * 2, math.inf):
        assert best <= ditto_risk(lam, *setting) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("K_a", "tau_a", "lam"),
    [(0, None, 0.5), (3, 2.0, 0.3), (2, 1.0, 2.0), (4, 0.1, 6.0), (5, 0.0, 9.0)],
)
def test_ditto_risk_is_the_simulated_error(K_a, tau_a, lam):
    # Draw the model itself: device 0 is benign, the last K_a are malicious.
    K, n, sigma, tau, repeats = 6, 5, 1.0, 0.4, 40_000
    r = rng(21)
    deviation = np.full(K, tau)
    deviation[K - K_a :] = tau if tau_a is None else tau_a
    means = 3.0 + deviation * r.standard_normal((repeats, K))
    estimates = means + sigma / math.sqrt(n) * r.standard_normal((repeats, K))
    v = (lam * estimates.mean(axis=1) + estimates[:, 0]) / (1 + lam)
    errors = (v - means[:, 0]) ** 2
    standard_error = errors.std() / math.sqrt(repeats)
    risk = ditto_risk(lam, K, n, sigma, tau, K_a, tau_a)
    assert abs(errors.mean() - risk) < 4 * standard_error  # wrong in 6 of 100,000 seeds
    assert abs(errors.mean() - ditto_risk(lam, K, n + 1, sigma, tau, K_a, tau_a)) > (
        4 * standard_error
    )


def test_ditto_limits():
    assert ditto_lambda_star(5, 10, 1.0, 0.0) == math.inf  # alike: share everything
    assert ditto_risk(math.inf, 5, 10, 1.0, 0.0) == pytest.approx(1 / 50)  # σ²/(nK)
    assert ditto_lambda_star(5, 10, 0.0, 1.0) == 0.0  # no noise: stay alone
    attacked = [ditto_lambda_star(10, 10, 1.0, 0.5, K_a, 2.0) for K_a in range(9)]
    assert attacked == sorted(attacked, reverse=True)  # more attackers, less sharing
    # Malicious devices that scatter as honest ones do are none; that agree, give a firmer mean.
    assert ditto_lambda_star(10, 10, 1.0, 0.5, 4, 0.5) == ditto_lambda_star(10, 10, 1.0, 0.5)
    agreed = [ditto_lambda_star(10, 10, 1.0, 0.5, K_a, 0.0) for K_a in range(9)]
    assert agreed == sorted(agreed)


def test_ditto_with_one_honest_device_among_constants():
    # K = 2, the other's mean is θ = 0 itself: w̄ − w = −w/2 + (ε_1 + ε_2)/2, so that
    # V_1 = τ²/4 + s²/2, c = s²/2 and λ* = (s² − c)/(V_1 − c) = 2 s²/τ².
    n, sigma, tau = 4, 1.0, 0.5
    assert ditto_risk(math.inf, 2, n, sigma, tau, 1, 0.0) == pytest.approx(0.25 / 4 + 0.25 / 2)
    assert ditto_lambda_star(2, n, sigma, tau, 1, 0.0) == pytest.approx(2 * 0.25 / 0.25)


def test_fairness_by_hand():
    # 20 devices: the worst and best tenth are two devices each.
    acc = np.r_[0.1, 0.2, np.full(16, 0.6), 0.9, 1.0]
    found = fairness(rng().permutation(acc))
    assert found.mean == pytest.approx(acc.mean())
    assert found.worst10 == pytest.approx(0.15)
    assert found.best10 == pytest.approx(0.95)
    assert fairness(100 * acc).variance == pytest.approx(1e4 * acc.var())
    assert fairness([0.5]).variance == 0


def test_gamma_inexactness():
    X, y = some_clients(Logistic(), sizes=(15,))[0]
    w, mu = np.ones(3), 0.5
    assert gamma_inexactness(Logistic(), w, w, X, y, mu) == 1.0  # doing nothing

    def h(v):
        return Logistic().value(v, X, y) + mu / 2 * np.sum((v - w) ** 2)

    exact = minimize(h, w, tol=1e-12).x
    assert gamma_inexactness(Logistic(), exact, w, X, y, mu) < 1e-4
    gammas = [
        gamma_inexactness(
            Logistic(),
            local_sgd(Logistic(), w, X, y, lr=0.3, epochs=E, mu=mu, rng=rng()),
            w,
            X,
            y,
            mu,
        )
        for E in (1, 2, 5, 20)
    ]
    assert gammas == sorted(gammas, reverse=True)
    assert gamma_inexactness(Squared(), [4.0], [4.0], [[1.0]], [4.0], 1.0) == 0.0
    assert gamma_inexactness(Squared(), [3.0], [4.0], [[1.0]], [4.0], 1.0) == math.inf


def test_dissimilarity_and_variance():
    G = rng(1).standard_normal((6, 4))
    p = np.array([1, 2, 3, 4, 5, 6.0])
    mean = p @ G / p.sum()
    # E‖∇F_k‖² = ‖∇f‖² + E‖∇F_k − ∇f‖², all under the same weights
    spread = p @ np.sum((G - mean) ** 2, axis=1) / p.sum()
    assert_allclose(dissimilarity(G, p) ** 2, 1 + spread / (mean @ mean))
    assert_allclose(dissimilarity(G) ** 2, 1 + gradient_variance(G) / np.sum(G.mean(axis=0) ** 2))
    assert dissimilarity(np.ones((3, 2))) == pytest.approx(1.0)
    assert dissimilarity(np.zeros((3, 2))) == 1.0
    assert dissimilarity([[1.0], [-1.0]]) == math.inf


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6), st.integers(0, 1000))
def test_simplex_projection(v, seed):
    v = np.array(v)
    p = project_simplex(v)
    assert p.min() >= 0
    assert p.sum() == pytest.approx(1)
    # The obtuse angle: (v − p)·(z − p) ≤ 0 for every z of the simplex, here its corners.
    assert max((v - p) @ (z - p) for z in np.eye(len(v))) <= 1e-9
    assert_allclose(project_simplex(p), p, atol=1e-12)


# ------------------------------------------------------------ bad input

GOOD = {"select": uniform(2, 2), "rng": np.random.default_rng(0)}
BAD_RUNS = [
    ({"clients": []}, "clients must hold at least 1"),
    ({"clients": [([], [])]}, r"clients\[0\]\[0\] must have"),
    ({"clients": [(np.zeros((0, 2)), [])]}, r"clients\[0\]\[0\] must have a sample"),
    ({"clients": [([[1.0]], [1.0, 2.0])]}, r"clients\[0\]\[1\] must have shape \(1,\)"),
    ({"clients": [TWO[0], ([[1.0, 2.0]], [1.0])]}, r"clients\[1\]\[0\] must have shape \(any, 1\)"),
    ({"clients": [([[math.nan]], [1.0])]}, r"clients\[0\]\[0\] must be finite"),
    ({"clients": [([[1.0]], [math.inf])]}, r"clients\[0\]\[1\] must be finite"),
    ({"test": TWO[:1]}, "test must hold 2 clients, got 1"),
    ({"test": [([[1.0, 2.0]], [1.0])] * 2}, r"test\[0\]\[0\] must have shape"),
    ({"rounds": -1}, "rounds must be at least 0"),
    ({"rounds": 1.5}, "rounds must be an integer"),
    ({"every": 0}, "every must be at least 1"),
    ({"rng": 7}, "rng must be a numpy"),
    ({"rng": None}, "rng must be a numpy"),
    ({"resume": {}}, "resume must be the History of a run, got dict"),
    ({"stragglers": 1.1}, "stragglers must be at most 1"),
    ({"aggregate": "average"}, "aggregate must be one of 'mean'"),
    ({"aggregate": lambda U, m: U}, r"aggregate\(U, weights\) must have shape \(1,\)"),
    ({"aggregate": "krum"}, "n_bad must leave"),
    ({"attack": [1]}, "attack must be an Attack"),
    ({"attack": LabelPoisoning([5])}, r"attack\.malicious must name some but not all"),
    ({"attack": RandomUpdate([0, 1])}, r"attack\.malicious must name some but not all"),
    ({"attack": LabelPoisoning([0])}, "attack must not poison labels of a regression"),
    ({"select": lambda t, r: [2]}, r"select\(round, rng\) must return .* 0 … 1.* got \[2\]"),
    ({"select": lambda t, r: [0, 0]}, "none twice"),
    ({"select": lambda t, r: []}, "at least one client"),
    ({"select": lambda t, r: [0.5]}, "must hold integers"),
    ({"start": [1.0, 2.0]}, "w must have length d"),
    ({"start": [math.nan]}, "start must be finite"),
]


@pytest.mark.parametrize(("change", "message"), BAD_RUNS)
def test_bad_runs(change, message):
    arguments = {"clients": TWO, "rounds": 1, **GOOD, **change}
    with pytest.raises(ValueError, match=message):
        simulate(FedAvg(0.1), Squared(), **arguments)


def test_labels_out_of_range():
    clients = [([[1.0]], [0]), ([[1.0]], [3])]
    with pytest.raises(ValueError, match="labels below C = 3, got 3"):
        simulate(FedAvg(0.1), Softmax(), clients, 1, start=np.zeros(6), **GOOD)
    with pytest.raises(ValueError, match="y must hold integers of at least 0, got -1"):
        simulate(FedAvg(0.1), Softmax(), [([[1.0]], [-1]), ([[1.0]], [1])], 1, **GOOD)


@pytest.mark.parametrize("algorithm", [QFedAvg(1.0, 0.1), QFedSGD(1.0, 1.0), AFL(0.1, 0.1)])
def test_algorithms_with_their_own_rule_take_no_other(algorithm):
    with pytest.raises(ValueError, match="aggregate must be left at 'mean' for"):
        simulate(algorithm, Squared(), TWO, 1, aggregate="median", **GOOD)


def test_afl_needs_everybody():
    for change in ({"select": uniform(2, 1)}, {"stragglers": 0.5}):
        with pytest.raises(ValueError, match="select must return all 2 clients for AFL"):
            simulate(AFL(0.1, 0.1), Squared(), TWO, 1, **{**GOOD, **change})


def test_resume_must_fit():
    run = simulate(FedAvg(0.1), Squared(), TWO, 1, **GOOD)
    with pytest.raises(ValueError, match="resume must be a run with 3 clients and 1 parameters"):
        simulate(FedAvg(0.1), Squared(), [*TWO, TWO[0]], 1, select=uniform(3, 3), resume=run)


BAD_SETTINGS = [
    (lambda: FedAvg(0.0), "lr must be greater than 0"),
    (lambda: FedAvg(0.1, epochs=0), "epochs must be at least 1"),
    (lambda: FedAvg(0.1, batch=0), "batch must be at least 1"),
    (lambda: FedProx(-1.0, 0.1), "mu must be at least 0"),
    (lambda: FedProx(20.0, 0.1), r"mu must be less than 2 / step size = 20\.0, got 20\.0"),
    (lambda: QFedSGD(-1.0, 1.0), "q_ffl must be at least 0"),
    (lambda: QFedSGD(1.0, 0.0), "lipschitz must be greater than 0"),
    (lambda: QFedAvg(math.nan, 1.0), "q_ffl must be finite"),
    (lambda: AFL(0.1, 0.0), "lr_mixture must be greater than 0"),
    (lambda: Ditto(-1.0, 0.1), "lam must be at least 0"),
    (lambda: Ditto(30.0, 0.1), "lam must be less than 2 / step size"),
    (lambda: Ditto(1.0, 0.1, personal_lr=-1), "personal_lr must be greater than 0"),
    (lambda: Ditto(1.0, 0.1, personal_epochs=0), "personal_epochs must be at least 1"),
    (lambda: RandomUpdate([0], std=-1), "std must be at least 0"),
    (lambda: ScaledUpdate([0], factor=math.inf), "factor must be finite"),
    (lambda: uniform(3, 4), "k must be at most 3"),
    (lambda: uniform(0, 1), "n must be at least 1"),
    (lambda: by_size([1, 0], 1), "sizes must be positive, got 0"),
    (lambda: by_size([1, 2], 3), "k must be at most 2"),
    (lambda: weighted_mean([[1.0]], [0.0]), "weights must be non-negative and not all zero"),
    (lambda: weighted_mean(np.zeros((0, 2))), "U must hold at least one update"),
    (lambda: weighted_mean([1.0]), "U must have shape"),
    (lambda: krum(np.zeros((4, 1)), 2), "n_bad must leave k - n_bad - 2 >= 1 neighbours"),
    (lambda: k_norm(np.zeros((2, 1)), 2), "n_bad must be at most 1"),
    (lambda: fairness([]), "acc must hold at least one"),
    (lambda: fairness([math.inf]), "acc must hold"),
    (lambda: dissimilarity([1.0]), "gradients must have shape"),
    (lambda: qffl_lipschitz([-1.0], [[1.0]], 1, 1), "values must be non-negative losses"),
    (lambda: qffl_lipschitz([1.0], [1.0], 1, 1), "gradients must have shape"),
    (lambda: project_simplex([]), "v must have at least one entry"),
    (lambda: ditto_lambda_star(1, 1, 1.0, 1.0), "K must be at least 2"),
    (lambda: ditto_lambda_star(4, 0, 1.0, 1.0), "n must be at least 1"),
    (lambda: ditto_lambda_star(4, 1, 1.0, 1.0, 4, 1.0), "K_a must be at most 3"),
    (lambda: ditto_lambda_star(4, 1, 1.0, 1.0, 1), "tau_a must be given for K_a = 1"),
    (lambda: ditto_lambda_star(4, 1, 1.0, 1.0, 1, -0.5), "tau_a must be at least 0"),
    (lambda: ditto_risk(-1, 4, 1, 1.0, 1.0), "lam must be at least 0"),
    (
        lambda: gamma_inexactness(Squared(), [1.0, 2.0], [1.0], [[1.0]], [1.0], 0.0),
        r"v must have the shape \(1,\) of w",
    ),
    (
        lambda: local_sgd(Squared(), [1.0], [[1.0]], [1.0], lr=0.1, epochs=1, rng=0),
        "rng must be a numpy",
    ),
    (
        lambda: local_sgd(Squared(), [1.0], [[1.0]], [1.0], lr=0.1, epochs=1, batch=0, rng=rng()),
        "batch must be at least 1",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD_SETTINGS, ids=[m for _, m in BAD_SETTINGS])
def test_bad_settings(call, message):
    with pytest.raises(ValueError, match=message):
        call()
