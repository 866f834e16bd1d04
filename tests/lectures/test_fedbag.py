"""FedBag, its rivals and its measures: hand cases, enumeration, laws and limits."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from flcourse import fedbag as module
from flcourse.data import emd
from flcourse.fedbag import (
    AtRandom,
    ByExhaustive,
    ByFedBag,
    ByFedCS,
    divergence_bound,
    exhaustive,
    fedbag,
    fedcs,
    gemd,
    lte_throughput,
    path_loss,
    random_clients,
    round_divergence,
    round_time,
    train_seconds,
    upload_seconds,
    weight_divergence,
)
from flcourse.fedopt import FedAvg, simulate
from flcourse.losses import Softmax, Squared


def rng(seed=0):
    return np.random.default_rng(seed)


def by_groups(Z, train, upload, budget, order):
    """Keep nothing but groups in the table, and compute times and distances from the members."""
    table = {0: (math.inf, ())}
    for i in order:
        for _, (_, group) in sorted(table.items()):
            new = (*group, i)
            seconds = round_time(train, upload, new)
            value, j = gemd(Z, new), max(1, math.ceil(seconds))
            if seconds <= budget and (j not in table or value < table[j][0] - 1e-12):
                table[j] = value, new
    least = min(value for value, _ in table.values())
    best = min(j for j, (value, _) in table.items() if value <= least + 1e-12)
    return sorted(table[best][1])


def instance(seed, n=None, C=None, *, whole=False):
    """Label counts, seconds and a budget that the fastest client meets."""
    r = rng(seed)
    n, C = n or int(r.integers(1, 25)), C or int(r.integers(1, 8))
    Z = r.integers(0, 5, (n, C)) + np.eye(n, C, dtype=int)
    Z[Z.sum(axis=1) == 0, 0] = 1
    train, upload = r.lognormal(2, 1, n), r.lognormal(1, 1, n)
    if whole:
        train, upload = np.floor(train), np.floor(upload)
    total, fastest = train.max() + upload.sum(), (train + upload).min()
    budget = fastest + r.uniform(0, 1.1) * (total - fastest)
    return Z, train, upload, max(math.ceil(budget) if whole else budget, 0.1)


# --- measures -----------------------------------------------------------------------------------


def test_gemd_by_hand():
    # World: (6, 2)/8. Clients 0 and 2 together: (5, 1)/6. |5/6 - 3/4| + |1/6 - 1/4| = 1/6.
    Z = [[4, 0], [1, 1], [1, 1]]
    assert gemd(Z, [0, 2]) == pytest.approx(1 / 6)
    assert gemd(Z, [0]) == pytest.approx(0.5)
    assert gemd(Z, []) == math.inf


def test_classes_that_nobody_shares_are_at_distance_two_in_the_limit():
    assert gemd([[1, 0], [0, 10**9]], [0]) == pytest.approx(2.0)


counts = arrays(
    np.int64, st.tuples(st.integers(1, 6), st.integers(1, 5)), elements=st.integers(1, 9)
)


@given(Z=counts, data=st.data())
def test_gemd_laws(Z, data):
    n = len(Z)
    chosen = data.draw(st.lists(st.integers(0, n - 1), min_size=1, unique=True))
    value, alone = gemd(Z, chosen), emd(Z)
    assert 0 <= value <= 2
    assert_allclose([gemd(Z, [k]) for k in range(n)], alone, atol=1e-15)
    assert gemd(Z, range(n)) == pytest.approx(0, abs=1e-15)
    assert gemd(3.5 * Z, chosen[::-1]) == pytest.approx(value, abs=1e-14)
    # The L1 norm is convex: a group is at most as far off as its members on average.
    assert value <= np.average(alone[chosen], weights=Z[chosen].sum(axis=1)) + 1e-14


def test_round_time_by_hand():
    train, upload = [30, 50, 10], [5, 1, 2]
    assert round_time(train, upload, [0, 1, 2]) == 58
    assert round_time(train, upload, [2]) == 12
    assert round_time(train, upload, []) == 0


def test_round_time_does_not_depend_on_the_order():
    upload = rng().lognormal(0, 5, 50)
    times = {round_time(np.zeros(50), upload, rng(s).permutation(50)) for s in range(20)}
    assert len(times) == 1


# --- FedBag -------------------------------------------------------------------------------------


BOTH = pytest.mark.parametrize("method", ["auto", "plain"])


@BOTH
def test_by_hand_when_a_slow_pair_looks_fast(method):
    # Clients 1 and 2 balance each other, but need 8 + 8 + 1 = 17 s: client 0 alone takes 10 s.
    found = fedbag([[3, 1], [4, 0], [0, 4]], [8, 1, 8], [2, 8, 1], 10, rng=rng(), method=method)
    assert_array_equal(found.chosen, [0])
    assert found.gemd == pytest.approx(1 / 3)  # (3, 1)/4 against (7, 5)/12
    assert found.seconds == 10


@BOTH
def test_by_hand_how_the_order_decides(method):
    # Two seconds hold two clients. Each pair ends in column 2, where the first of equals stays.
    Z, free, second = np.array([[2, 0], [0, 2], [2, 0], [0, 2]]), np.zeros(4), np.ones(4)
    for seed in range(10):
        first, *others = rng(seed).permutation(4).tolist()
        partner = next(i for i in others if i % 2 != first % 2)
        found = fedbag(Z, free, second, 2, rng=rng(seed), method=method)
        assert_array_equal(found.chosen, sorted([first, partner]))


@pytest.mark.parametrize("whole", [False, True])
def test_same_clients_as_a_table_of_groups(whole):
    # Whole seconds and small counts make ties in time and value; the smallest client may need 0 s.
    for seed in range(25):
        Z, train, upload, budget = instance(seed, whole=whole)
        want = by_groups(Z, train, upload, budget, rng(seed).permutation(len(Z)))
        for method in ("auto", "plain"):
            found = fedbag(Z, train, upload, budget, rng=rng(seed), method=method)
            assert found.chosen.tolist() == want


def test_a_thousand_random_instances_stay_within_the_budget():
    for seed in range(1000):
        Z, train, upload, budget = instance(seed, whole=seed % 3 == 0)
        for found in (
            fedbag(Z, train, upload, budget, rng=rng(seed)),
            fedcs(Z, train, upload, budget),
        ):
            assert found.chosen.size > 0
            assert np.all(np.diff(found.chosen) > 0)
            assert found.seconds == round_time(train, upload, found.chosen) <= budget
            assert found.gemd == gemd(Z, found.chosen)


def test_a_sum_that_rounds_across_the_budget_costs_a_client_but_not_the_budget():
    # The budget is the smallest value that some order of adding gives, one rounding below the sum.
    Z, crossed = np.eye(4, dtype=int), 0
    for seed in range(300):
        upload = rng(seed).uniform(0, 1, 4)
        budget = min(sum(order) for order in itertools.permutations(upload.tolist()))
        crossed += math.fsum(upload) > budget
        for shuffle in range(10):
            found = fedbag(Z, np.zeros(4), upload, budget, rng=rng(shuffle), resolution=1e-3)
            assert found.seconds <= budget
    assert crossed > 10, "the case must occur"


def test_equals_exhaustive_when_every_group_has_a_column_of_its_own():
    # Uploads 1, 2, 4, … and no training: the seconds of a group are its binary code.
    for seed in range(40):
        n, method = 8, ("auto", "plain")[seed % 2]
        Z = rng(seed).integers(0, 9, (n, 4)) + 1
        upload = 2.0 ** rng(seed).permutation(n)
        budget = float(rng(seed).integers(1, 2**n))
        found = fedbag(Z, np.zeros(n), upload, budget, rng=rng(seed), method=method)
        best = exhaustive(Z, np.zeros(n), upload, budget)
        assert found.gemd == pytest.approx(best.gemd, abs=1e-12)


def test_never_better_than_exhaustive_and_a_finer_table_comes_closer():
    excess = {1.0: [], 0.02: []}
    for seed in range(60):
        Z, train, upload, budget = instance(seed, n=9, C=5)
        best = exhaustive(Z, train, upload, budget).gemd
        for resolution, gaps in excess.items():
            found = fedbag(Z, train, upload, budget, rng=rng(seed), resolution=resolution)
            gaps.append(found.gemd - best)
    assert min(map(min, excess.values())) > -1e-12
    assert np.mean(excess[0.02]) <= np.mean(excess[1.0])


def test_a_huge_budget_takes_no_huge_table():
    # Every group fits, so that the clients who only fit together are found: GEMD 0.
    found = fedbag(np.eye(3), [0, 0, 0], [1, 2, 4], 1e15, rng=rng())
    assert_array_equal(found.chosen, [0, 1, 2])
    assert found.gemd == pytest.approx(0, abs=1e-15)


def test_clients_that_take_no_time_at_all():
    found = fedbag([[1, 0], [0, 1], [3, 3]], np.zeros(3), np.zeros(3), 1e-6, rng=rng())
    assert found.gemd == pytest.approx(0, abs=1e-15)


def test_seconds_may_be_measured_in_other_units():
    # Times, budget and resolution in minutes: the table is the same.
    Z, train, upload, budget = instance(5, n=20, C=4)
    seconds = fedbag(Z, train, upload, budget, rng=rng(1))
    minutes = fedbag(Z, train / 64, upload / 64, budget / 64, rng=rng(1), resolution=1 / 64)
    assert_array_equal(seconds.chosen, minutes.chosen)


def test_the_seed_decides():
    Z, train, upload, budget = instance(12, n=24, C=7)
    chosen = [fedbag(Z, train, upload, budget, rng=rng(s)).chosen.tolist() for s in (1, 1, 2, 3, 4)]
    assert chosen[0] == chosen[1]
    assert any(other != chosen[0] for other in chosen[2:])


# --- rivals -------------------------------------------------------------------------------------


def test_fedcs_by_hand():
    # First client 2 (8 s); then 0 adds 3 + 5 = 8 (16 s), 1 would add 3 + 15: stop at 30 s.
    found = fedcs(np.ones((3, 2)), [10, 20, 5], [3, 3, 3], 30)
    assert_array_equal(found.chosen, [0, 1, 2])
    assert found.seconds == 29
    assert_array_equal(fedcs(np.ones((3, 2)), [10, 20, 5], [3, 3, 3], 28).chosen, [0, 2])


def test_fedcs_leaves_nobody_who_would_still_fit():
    for seed in range(100):
        Z, train, upload, budget = instance(seed)
        chosen = fedcs(Z, train, upload, budget).chosen.tolist()
        others = set(range(len(Z))) - set(chosen)
        assert all(round_time(train, upload, [*chosen, k]) > budget for k in others)


def test_fedcs_takes_most_clients_when_training_takes_no_time():
    # Then the greedy choice of the shortest uploads is optimal.
    for seed in range(30):
        Z, _, upload, _ = instance(seed, n=8)
        budget = upload.min() + rng(seed).uniform(0, upload.sum())
        most = max(
            k
            for k in range(1, 9)
            for group in itertools.combinations(range(8), k)
            if math.fsum(upload[list(group)]) <= budget
        )
        assert len(fedcs(Z, np.zeros(8), upload, budget).chosen) == most


@pytest.mark.parametrize("tried_here", [0, 20_000])
def test_exhaustive_against_all_subsets(tried_here, monkeypatch):
    monkeypatch.setattr(module.groups, "SUBSETS", tried_here)  # with 0 the engine searches
    for seed in range(30):
        Z, train, upload, budget = instance(seed, n=7)
        groups = [
            group
            for k in range(1, 4)
            for group in itertools.combinations(range(7), k)
            if round_time(train, upload, group) <= budget
        ]
        found = exhaustive(Z, train, upload, budget, max_size=3)
        assert found.gemd == pytest.approx(min(gemd(Z, group) for group in groups), abs=1e-12)
        assert tuple(found.chosen) in groups


def subset_p(draw):
    """χ² p-value that the 10 pairs of 5 clients come equally often in 4,000 draws."""
    r = rng(8)
    pairs, times = np.unique([draw(r) for _ in range(4000)], axis=0, return_counts=True)
    assert len(pairs) == 10
    return stats.chisquare(times).pvalue


def test_random_clients_are_uniform_over_subsets():
    # Error rate 1e-3; drawing one client, then its successor more often, is rejected.
    assert subset_p(lambda r: random_clients(5, 2, rng=r)) > 1e-3

    def clumsy(r):
        first = r.integers(5)
        step = r.choice(4, p=[0.3, 0.2, 0.2, 0.3]) + 1
        return np.sort([first, (first + step) % 5])

    assert subset_p(clumsy) < 1e-6


# --- times --------------------------------------------------------------------------------------


def test_path_loss_and_rate_by_hand():
    assert path_loss(1.0, 1.0) == pytest.approx(22.7)
    # Ten times the distance costs 36.7 dB, ten times the frequency 26 dB.
    assert path_loss(300.0, 2.0) - path_loss(30.0, 2.0) == pytest.approx(36.7)
    assert path_loss(30.0, 20.0) - path_loss(30.0, 2.0) == pytest.approx(26.0)
    assert lte_throughput(1.0) == 4.8 * 1.8e6
    # Noise such that the SNR is 1.6 · (2² − 1): two bits per hertz.
    noise = -174 + 10 * np.log10(1e6)
    power = float(path_loss(500.0)) + noise + 10 * np.log10(1.6 * 3)
    assert lte_throughput(500.0, power_dbm=power, bandwidth_hz=1e6) == pytest.approx(2e6)


def test_a_cell_of_920_metres_has_the_published_mean_rate():
    # 1.4 Mbit/s; a grid over the disk, no sampling.
    radius = 920 * np.sqrt((np.arange(10_000) + 0.5) / 10_000)
    assert lte_throughput(radius).mean() == pytest.approx(1.4e6, rel=0.02)


def test_seconds_by_hand():
    assert_allclose(upload_seconds([1e6, 4e6], 250_000, bits=16), [4, 1])
    assert_allclose(upload_seconds([1e6, 4e6], 250_000, bits=16, cap=3), [3, 1])
    assert_allclose(train_seconds([10, 20], [5, 1], epochs=3), [6, 60])


# --- divergence ---------------------------------------------------------------------------------


def test_weight_divergence_is_relative():
    assert weight_divergence([0.0, 2.0], [0.0, 1.0]) == 1.0
    assert weight_divergence([[1.0]], [[1.0]]) == 0.0


def test_one_step_on_everybody_is_the_central_step():
    r = rng(3)
    clients = [(r.normal(size=(m, 3)), r.normal(size=m)) for m in (2, 5, 9)]
    both = round_divergence(Squared(), np.zeros(3), clients, [2, 0, 1], lr=0.1, steps=1)
    assert_allclose(*both, rtol=1e-13)


def test_round_divergence_against_matrix_powers():
    # On f = (1/m)‖y − Xw‖² the local step is w ← (I − 2η XᵀX/m) w + 2η Xᵀy/m.
    r = rng(4)
    clients = [(r.normal(size=(m, 2)), r.normal(size=m)) for m in (3, 4, 6)]
    w = r.normal(size=2)

    def after(X, y, steps, lr):
        best = np.linalg.lstsq(X, y)[0]
        shrink = np.eye(2) - 2 * lr * X.T @ X / len(y)
        return best + np.linalg.matrix_power(shrink, steps) @ (w - best)

    federated, central = round_divergence(Squared(), w, clients, [0, 2], lr=0.05, steps=7)
    want = (3 * after(*clients[0], 7, 0.05) + 6 * after(*clients[2], 7, 0.05)) / 9
    assert_allclose(federated, want)
    X, y = (np.concatenate(part) for part in zip(*clients, strict=True))
    assert_allclose(central, after(X, y, 7, 0.05))


def copies(Z, points):
    """Clients who hold each class's points as often as Z says: equal data wherever a class is."""
    clients = []
    for row in Z:
        parts = [np.tile(points[c], (int(times), 1)) for c, times in enumerate(row)]
        labels = np.repeat(np.arange(len(row)), [len(part) for part in parts])
        clients.append((np.concatenate(parts), labels))
    return clients


def distance_and_bound(seed, steps, lr=0.2):
    """‖w_f − w_c‖ after a round with random clients and its bound."""
    r = rng(seed)
    Z, points = r.integers(1, 6, (6, 3)), r.normal(size=(3, 4, 2))
    clients, loss = copies(Z, points), Softmax()
    w = 0.3 * r.normal(size=loss.n_params(2, 3))
    chosen = random_clients(6, int(r.integers(1, 6)), rng=r)
    federated, central = round_divergence(loss, w, clients, chosen, lr=lr, steps=steps)
    largest, v = 0.0, w
    pooled = [np.concatenate(part) for part in zip(*clients, strict=True)]
    for _ in range(steps):
        slopes = [loss.gradient(v, points[c], np.full(4, c)) for c in range(3)]
        largest = max(largest, *map(np.linalg.norm, slopes))
        v = v - lr * loss.gradient(v, *pooled)
    # The Hessian of cross-entropy in the logits is at most 1/2.
    lam = 0.5 * (1 + (points**2).sum(axis=2)).max()
    alone = np.average(emd(Z)[chosen], weights=Z.sum(axis=1)[chosen])
    settings = {"lr": lr, "lipschitz": lam, "gradient": largest, "steps": steps}
    ours = divergence_bound(gemd(Z, chosen), alone, **settings)
    return float(np.linalg.norm(federated - central)), ours


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_the_bound_holds_when_classes_have_the_same_data_everywhere(steps):
    for seed in range(60):
        distance, bound = distance_and_bound(seed, steps)
        assert distance <= bound * (1 + 1e-12)


def test_gemd_alone_bounds_one_step_but_not_two():
    # Two clients with one class each are balanced together: GEMD 0. They take the central step at
    # first; in the second each follows its own gradient.
    clients = [(np.array([[1.0, 0.0]]), np.array([0])), (np.array([[0.3, 1.0]]), np.array([1]))]
    third = [(np.vstack([clients[0][0], clients[1][0]]), np.array([0, 1]))]
    Z = np.array([[1, 0], [0, 1], [1, 1]])
    assert gemd(Z, [0, 1]) == 0
    start = np.zeros(6)
    one = round_divergence(Softmax(), start, clients + third, [0, 1], lr=0.5, steps=1)
    two = round_divergence(Softmax(), start, clients + third, [0, 1], lr=0.5, steps=2)
    assert weight_divergence(*one) == pytest.approx(0, abs=1e-15)
    assert weight_divergence(*two) > 0.01


def test_drift_is_the_sum_of_its_recursion():
    eta, lam, G, alone, L = 0.1, 3.0, 2.0, 1.3, 6
    drift = total = 0.0
    for _ in range(L):
        total += eta * lam * drift + eta * G * 0.4
        drift = (1 + eta * lam) * drift + eta * G * alone
    bound = divergence_bound(0.4, alone, lr=eta, lipschitz=lam, gradient=G, steps=L)
    assert bound == pytest.approx(total)


# --- selectors ----------------------------------------------------------------------------------


def test_selectors_choose_what_the_functions_choose():
    Z, train, upload, budget = instance(3, n=10, C=4)
    same = (Z, train, upload)
    assert_array_equal(ByFedBag(*same, budget)(5, rng(1)), fedbag(*same, budget, rng=rng(1)).chosen)
    assert_array_equal(ByFedCS(*same, budget)(5, rng(1)), fedcs(*same, budget).chosen)
    best = exhaustive(*same, budget, max_size=4).chosen
    assert_array_equal(ByExhaustive(*same, budget, max_size=4)(5, rng(1)), best)
    assert_array_equal(AtRandom(*same, 3)(5, rng(1)), random_clients(10, 3, rng=rng(1)))


@given(seed=st.integers(0, 50))
@settings(deadline=None)
def test_selectors_tell_the_time_of_a_round(seed):
    Z, train, upload, budget = instance(seed)
    for select in (ByFedBag(Z, train, upload, budget), AtRandom(Z, train, upload, 1)):
        chosen = select(0, rng(seed))
        assert select.seconds(chosen) == round_time(train, upload, chosen)


def test_a_simulation_accounts_the_seconds_of_the_rounds():
    r = rng(7)
    clients = [(r.normal(size=(m, 2)), r.normal(size=m)) for m in (3, 4, 5)]
    train, upload = [3.0, 1.0, 2.0], [1.0, 0.5, 2.0]
    select = AtRandom(np.ones((3, 2)), train, upload, k=2)
    seen = []

    class Recorder:
        seconds = staticmethod(select.seconds)

        def __call__(self, t, rng):
            seen.append(select(t, rng))
            return seen[-1]

    run = simulate(FedAvg(lr=0.01), Squared(), clients, 6, select=Recorder(), rng=rng(8))
    want = np.cumsum([0.0, *(round_time(train, upload, chosen) for chosen in seen)])
    assert_allclose(run.metrics["seconds"], want)


@given(dtype=st.sampled_from(["int8", "uint16", "int64", "float32", "float64", "list"]))
def test_any_real_dtype_gives_the_same_selection(dtype):
    Z, train, upload, budget = instance(17, whole=True)

    def as_given(a):
        return a.tolist() if dtype == "list" else a.astype(dtype)

    same = [as_given(a) for a in (Z, train, upload)]
    want = fedbag(Z, train, upload, budget, rng=rng(2))
    for found in (fedbag(*same, budget, rng=rng(2)), fedcs(*same, budget)):
        assert found.gemd == gemd(same[0], found.chosen)
        assert found.seconds == round_time(*same[1:], found.chosen)
    assert_array_equal(fedbag(*same, budget, rng=rng(2)).chosen, want.chosen)
    assert_allclose(emd(same[0]), emd(Z))


def test_completion_shows_the_lecture_and_nothing_else():
    assert dir(module) == sorted(module.__all__)
    assert all(getattr(module, name).__doc__ for name in module.__all__)


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("solve", [lambda *a: fedbag(*a, rng=rng()), fedcs, exhaustive])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({0: [[1, 2], [3, -1]]}, "Z must be at least 0, got -1"),
        ({0: [[1, 2], [0, 0]]}, "Z must have a sample in every row, got an empty client 1"),
        ({0: [1, 2]}, "Z must have shape"),
        ({0: np.zeros((0, 2))}, "Z must hold at least one client"),
        ({0: [[1, np.nan], [1, 1]]}, "Z must be finite"),
        ({1: [1, 2, 3]}, r"train_time must have shape \(2,\)"),
        ({1: [1, -2]}, "train_time must be at least 0 seconds, got -2"),
        ({2: [1, np.inf]}, "upload_time must be finite"),
        ({2: [1]}, r"upload_time must have shape \(2,\)"),
        ({3: 1.9}, "budget must be at least the 2.0 s of the fastest client, got 1.9"),
        ({3: 0}, "budget must be greater than 0"),
        ({3: np.inf}, "budget must be finite"),
    ],
)
def test_bad_problems_are_named(solve, change, words):
    arguments = {0: [[1, 2], [3, 4]], 1: [1, 2], 2: [1, 2], 3: 10, **change}
    with pytest.raises(ValueError, match=words):
        solve(*arguments.values())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gemd([[1], [1]], [2]), "chosen must be below the number of clients 2, got 2"),
        (lambda: gemd([[1], [1]], [1, 1]), "chosen must hold each client at most once"),
        (lambda: gemd([[1], [1]], [-1]), "chosen must hold integers of at least 0"),
        (lambda: round_time([1], [1], [1]), "chosen must be below"),
        (lambda: fedbag([[1]], [1], [1], 2, rng=1), "rng must be a numpy.random.Generator"),
        (lambda: fedbag([[1]], [1], [1], 2, rng=rng(), resolution=0), "resolution must be greater"),
        (
            lambda: fedbag([[1]], [1], [1], 2, rng=rng(), method="table"),
            "method must be one of 'auto', 'plain', got 'table'",
        ),
        (lambda: random_clients(3, 4, rng=rng()), "k must be at most 3, got 4"),
        (lambda: random_clients(3, 0, rng=rng()), "k must be at least 1"),
        (lambda: exhaustive([[1]], [1], [1], 2, max_size=2), "max_size must be at most 1"),
        (
            lambda: exhaustive(
                np.ones((200, 2)), np.ones(200), np.ones(200), 9, max_size=5, method="plain"
            ),
            "at most 20000000 groups to try, got 2.6e",
        ),
        (
            lambda: exhaustive(np.ones((200, 2)), np.ones(200), np.ones(200), 9),
            "at most 100000000000 groups to try, got 1.61e",
        ),
        (lambda: exhaustive([[1]], [1], [1], 2, method="all"), "method must be one of"),
        (lambda: ByFedBag([[1]], [1], [1], 1), "budget must be at least the 2.0 s"),
        (lambda: ByFedCS([[0]], [1], [1], 3), "Z must have a sample in every row"),
        (lambda: AtRandom([[1]], [1], [1], 2), "k must be at most 1"),
        (lambda: AtRandom([[1], [1]], [1], [1], 1), r"train_time must have shape \(2,\)"),
        (lambda: path_loss(0.5), "distance_m must be at least 1"),
        (lambda: lte_throughput(10, bandwidth_hz=0), "bandwidth_hz must be greater than 0"),
        (lambda: upload_seconds([0.0], 5), "throughput must be greater than 0"),
        (lambda: upload_seconds([1.0], 0), "n_params must be at least 1"),
        (lambda: train_seconds([1.0], 0.0), "speed must be greater than 0"),
        (lambda: train_seconds([-1.0], 1.0), "samples must be at least 0"),
        (lambda: weight_divergence([1.0], [0.0]), "w_central must not be zero"),
        (lambda: weight_divergence([1.0], [1.0, 2.0]), r"w_federated must have shape \(2,\)"),
        (
            lambda: round_divergence(Squared(), np.zeros(1), [([[1.0]], [1.0])], [], lr=1, steps=1),
            "at least one client",
        ),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_public_names_are_listed():
    assert sorted(module.__all__) == module.__all__
    assert all(hasattr(module, name) for name in module.__all__)
