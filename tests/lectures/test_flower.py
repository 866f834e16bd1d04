"""Flower gives what `simulate` gives: in this process, and in the simulation engine."""

import gc
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass

os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")  # before flwr is imported
os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

pytest.importorskip("flwr", reason="the extra flower is not installed")

from flwr.app import Array, ArrayRecord, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp
from flwr.serverapp import strategy as strategies

from flcourse import flower
from flcourse.data import digits, label_counts, read_leaf, synthetic
from flcourse.dpp import KDPP, label_kernel
from flcourse.fedbag import ByFedBag
from flcourse.fedopt import Ditto, FedAvg, FedProx, QFedAvg, QFedSGD, local_sgd, simulate, uniform
from flcourse.flower import (
    CNN,
    DPPChoice,
    FedBagChoice,
    InProcess,
    Rounds,
    UniformChoice,
    client_app,
    run_engine,
)
from flcourse.losses import MLP, Softmax, Squared
from flcourse.messages import Compressed, FedYogi, Scaffold, TopK

N, T, SOFTMAX = 5, 20, Softmax()
CLIENTS = synthetic(1, 1, N, rng=np.random.default_rng(0), sizes="qffl")
TIMES = {i: {"train-time": 1.0 + i, "upload-time": 2.0} for i in range(N)}
Z = label_counts(CLIENTS, 10)
SECONDS = [t["train-time"] for t in TIMES.values()], [t["upload-time"] for t in TIMES.values()]

ALGORITHMS = [
    FedAvg(lr=0.02, epochs=2, batch=10),
    FedProx(mu=0.5, lr=0.02, epochs=2, batch=10),
    QFedSGD(q_ffl=1.0, lipschitz=50.0),
    QFedAvg(q_ffl=1.0, lr=0.02, batch=10),
    Ditto(lam=0.5, lr=0.02, batch=10, personal_lr=0.01, personal_epochs=2),
]
NAMES = [type(a).__name__ for a in ALGORITHMS]
SELECTORS = {
    "uniform": (UniformChoice(3), uniform(N, 3)),
    "dpp": (DPPChoice(3), KDPP(label_kernel(Z), 3).select),
    "fedbag": (FedBagChoice(9.0), ByFedBag(Z, *SECONDS, 9.0)),
}


def rng(seed=3):
    return np.random.default_rng(seed)


def load(partition):
    return CLIENTS[partition]


def in_process(algorithm, choice, rounds=T, loss=SOFTMAX, load=load, n=N, **options):
    strategy = Rounds(algorithm, loss, clients=n, select=choice, rng=rng(), **options)
    nodes = InProcess(client_app(load), n, TIMES)
    strategy.run(nodes, rounds)
    return strategy, nodes


def same(strategy, run):
    assert_allclose(strategy.w, run.w, rtol=0, atol=1e-6)
    assert_allclose(strategy.device_loss, run.metrics["device_loss"][-1], rtol=0, atol=1e-6)
    assert_allclose(strategy.device_accuracy, run.metrics["device_accuracy"][-1])


# ------------------------------------------------------------ messages and handlers, no network


@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=NAMES)
def test_rounds_equal_simulate(algorithm, selector):
    choice, select = SELECTORS[selector]
    run = simulate(algorithm, Softmax(), CLIENTS, T, select=select, rng=rng(), every=T)
    strategy, nodes = in_process(algorithm, choice)
    same(strategy, run)
    assert np.abs(run.w).max() > 0.1  # something was learnt
    if run.personal is not None:
        for v, (node, context) in zip(run.personal, nodes.contexts.items(), strict=True):
            kept = context.state["personal"]["v"].numpy()
            assert_allclose(kept, v, rtol=0, atol=1e-6, err_msg=str(node))


def test_an_adaptive_server_is_the_same_where_nodes_know_its_class():
    algorithm = FedYogi(lr=0.02, server_lr=0.1, batch=10)
    run = simulate(algorithm, Softmax(), CLIENTS, 5, select=uniform(N, 3), rng=rng(), every=5)
    strategy = Rounds(algorithm, SOFTMAX, clients=N, select=UniformChoice(3), rng=rng())
    strategy.run(InProcess(client_app(load, known=[FedYogi]), N, TIMES), 5)
    same(strategy, run)


@pytest.mark.parametrize("algorithm", [Scaffold(lr=0.1), Compressed(TopK(3), lr=0.1)])
def test_what_nodes_would_forget_is_refused(algorithm):
    with pytest.raises(ValueError, match="algorithm must keep nothing at its clients"):
        Rounds(algorithm, SOFTMAX, clients=N, select=UniformChoice(3), rng=rng())


def test_plain_selectors_and_robust_rules_are_taken_as_they_are():
    select, options = uniform(N, 4), {"aggregate": "median"}
    algorithm = FedAvg(lr=0.02, batch=10)
    run = simulate(algorithm, SOFTMAX, CLIENTS, 5, select=select, rng=rng(), **options)
    strategy, _ = in_process(algorithm, select, rounds=5, **options)
    same(strategy, run)


def test_a_network_starts_from_the_same_random_weights():
    loss, algorithm = MLP(hidden=(4,)), FedAvg(lr=0.05, batch=10)
    run = simulate(algorithm, loss, CLIENTS, 5, select=uniform(N, 2), rng=rng())
    strategy, _ = in_process(algorithm, UniformChoice(2), rounds=5, loss=loss)
    same(strategy, run)
    with pytest.raises(AssertionError):  # the comparison can fail: other seed, other run
        same(strategy, simulate(algorithm, loss, CLIENTS, 5, select=uniform(N, 2), rng=rng(4)))


def test_personal_models_begin_at_the_first_global_model():
    # Client 1 is chosen in round 3 only: alg-ditto starts v at w⁰, not at the model of that day.
    two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]

    def select(t, stream):
        return [0] if t < 2 else [1]

    algorithm = Ditto(lam=0.0, lr=0.25)
    options = {"select": select, "rng": rng(), "start": [8.0]}
    run = simulate(algorithm, Squared(), two, 3, **options)
    _, nodes = in_process(
        algorithm, select, rounds=3, loss=Squared(), load=two.__getitem__, n=2, start=[8.0]
    )
    kept = [c.state["personal"]["v"].numpy()[0] for c in nodes.contexts.values()]
    assert_allclose(kept, [2.0, 6.0])  # 8 → 4 → 2 towards 0, and one half step from 8 to 4
    assert_allclose(run.personal.ravel(), kept)


# ------------------------------------------------------------ who is not there


def test_a_node_that_goes_away_is_left_out():
    # Full batches: no draws, so that simulate with a selector that leaves it out is the same.
    algorithm, everyone = FedAvg(lr=0.02), uniform(N, N)
    nodes = InProcess(client_app(load), N)
    strategy = Rounds(algorithm, SOFTMAX, clients=N, select=everyone, rng=rng())

    def select(t, stream):
        everyone(t, stream)
        return np.arange(N) if t < 4 else np.array([0, 1, 3, 4])

    def leave(round, stream):
        if round == 4:
            del nodes.contexts[2 + 2]  # node of client 2, after it was chosen
        return everyone(round, stream)

    strategy.select = leave
    strategy.run(nodes, 8)
    run = simulate(algorithm, SOFTMAX, CLIENTS, 8, select=select, rng=rng())
    assert_allclose(strategy.w, run.w, rtol=0, atol=1e-12)
    assert [len(chosen) for chosen in strategy.answered] == [5, 5, 5, 5, 4, 4, 4, 4]
    assert_array_equal(np.isnan(strategy.device_loss), np.arange(N) == 2)


class Leaving(Rounds):
    """Client 2 goes between two rounds."""

    def aggregate_train(self, server_round, replies):
        if server_round == 3:
            del self.grid.contexts[2 + 2]
        return super().aggregate_train(server_round, replies)


def test_batches_stay_those_of_simulate_when_a_client_is_known_to_be_gone():
    algorithm, there = FedAvg(lr=0.02, batch=10), [0, 1, 3, 4]
    strategy = Leaving(algorithm, SOFTMAX, clients=N, select=lambda t, r: range(N), rng=rng())
    strategy.grid = InProcess(client_app(load), N)
    strategy.run(strategy.grid, 6)
    run = simulate(
        algorithm, SOFTMAX, CLIENTS, 6, select=lambda t, r: range(N) if t < 3 else there, rng=rng()
    )
    assert_allclose(strategy.w, run.w, rtol=0, atol=1e-12)


def test_a_client_that_comes_back_starts_its_personal_model_anew():
    algorithm, nodes, models = Ditto(lam=0.5, lr=0.02), InProcess(client_app(load), N), []

    def select(t, stream):
        models.append(strategy.w)
        if t == 2:  # client 1 is restarted: a new node with the same partition, and nothing kept
            nodes.contexts[77] = nodes.contexts.pop(2 + 1)
            nodes.contexts[77].state.clear()
        return range(N)

    strategy = Rounds(algorithm, SOFTMAX, clients=N, select=select, rng=rng())
    strategy.run(nodes, 5)
    assert [len(chosen) for chosen in strategy.answered] == [5, 5, 4, 5, 5]
    v = strategy.first
    for w in models[3:]:
        v = local_sgd(SOFTMAX, v, *CLIENTS[1], lr=0.02, epochs=1, mu=0.5, anchor=w, rng=rng())
    assert_allclose(nodes.contexts[77].state["personal"]["v"].numpy(), v, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("fail", "said"),
    [
        (lambda i: 1 / 0, "ZeroDivisionError"),
        (lambda i: ([[1.0, 2.0]], [0, 1]), r"load\(2\)\[0\]\[1\] must have shape"),
    ],
)
def test_a_client_that_fails_is_left_out_and_the_log_says_why(fail, said, caplog):
    calls = []

    def shaky(i):
        if i == 2:
            calls.append(i)
            if len(calls) > 2:  # it says who it is, works once, and breaks
                return fail(i)
        return CLIENTS[i]

    strategy, _ = in_process(FedAvg(lr=0.02), UniformChoice(N), rounds=4, load=shaky)
    assert [len(chosen) for chosen in strategy.answered] == [5, 4, 4, 4]
    assert re.search(said, caplog.text)


def test_a_node_beyond_the_last_client_takes_no_part(caplog):
    nodes = InProcess(client_app(lambda i: CLIENTS[i % N]), N + 1)
    strategy = Rounds(FedAvg(lr=0.02), SOFTMAX, clients=N, select=UniformChoice(N), rng=rng())
    strategy.run(nodes, 1)
    assert sorted(strategy.cards) == [*range(N)]
    assert len(strategy.sizes) == len(strategy.answered[0]) == N
    assert f"partition-id not below {N}" in caplog.text


def test_too_few_clients_are_an_error():
    strategy = Rounds(FedAvg(lr=0.1), SOFTMAX, clients=3, select=UniformChoice(2), rng=rng())
    with pytest.raises(TimeoutError, match=r"3 clients must come in 0.3 s, got \[0, 1\]"):
        strategy.run(InProcess(client_app(load), 2), 1, wait=0.3)


def test_nobody_there_leaves_the_model_as_it_was():
    nodes = InProcess(client_app(load), 2)

    def select(t, stream):
        nodes.contexts.clear()
        return [0, 1]

    strategy = Rounds(FedAvg(lr=0.1), SOFTMAX, clients=2, select=select, rng=rng())
    strategy.run(nodes, 2)
    assert_array_equal(strategy.w, strategy.first)
    assert [len(chosen) for chosen in strategy.answered] == [0, 0]


# ------------------------------------------------------------ what crosses the wire


def test_a_message_holds_one_model_and_little_else():
    sizes = {}
    for algorithm in (FedAvg(lr=0.02, batch=10), Ditto(lam=0.5, lr=0.02, batch=10)):
        _, nodes = in_process(algorithm, UniformChoice(N), rounds=2)
        _, more = in_process(algorithm, UniformChoice(N), rounds=12)
        sizes[type(algorithm).__name__] = (more.sent - nodes.sent, more.received - nodes.received)
    model, letters = 8 * 610, 10 * N
    for down, up in sizes.values():
        assert model < down / letters < model + 2000
        assert model < up / letters < model + 500
    assert abs(sizes["Ditto"][1] - sizes["FedAvg"][1]) < 20 * letters  # no personal model is sent


def test_only_selectors_that_need_label_counts_see_them():
    for choice, told in ((UniformChoice(2), 0), (DPPChoice(2), 10), (FedBagChoice(9.0), 10)):
        strategy, _ = in_process(FedAvg(lr=0.02), choice, rounds=1)
        assert {len(card.counts) <= told for card in strategy.cards.values()} == {True}
        assert any(card.counts for card in strategy.cards.values()) == (told > 0)


def test_a_node_runs_no_class_that_it_does_not_know():
    @dataclass(frozen=True)
    class Strange(FedAvg):
        pass

    strategy, nodes = in_process(Strange(lr=0.1), UniformChoice(N), rounds=1)
    assert len(strategy.answered[0]) == 0
    nodes = InProcess(client_app(load, known=[Strange]), N)
    strategy = Rounds(Strange(lr=0.1), SOFTMAX, clients=N, select=UniformChoice(N), rng=rng())
    strategy.run(nodes, 1)
    assert len(strategy.answered[0]) == N


# ------------------------------------------------------------ Flower's own strategies


def own_client(algorithm, choose_loss):
    """A client for Flower's strategies, with the local solver of the course."""
    app = ClientApp()

    @app.train()
    def train(message, context):
        X, y = CLIENTS[context.node_config["partition-id"]]
        w = message.content["arrays"]["w"].numpy()
        told = message.content["config"]
        v = local_sgd(
            SOFTMAX, w, X, y, lr=algorithm.lr, epochs=algorithm.epochs,
            mu=told.get("proximal-mu", 0.0), rng=rng(),
        )  # fmt: skip
        metrics = {"num-examples": len(y), "train_loss": SOFTMAX.value(choose_loss(w, v), X, y)}
        content = {"arrays": ArrayRecord({"w": Array(v)}), "metrics": MetricRecord(metrics)}
        return Message(RecordDict(content), reply_to=message)

    return app


def run_own(strategy, algorithm, choose_loss=lambda w, v: w, rounds=T):
    nodes = InProcess(own_client(algorithm, choose_loss), N)
    first = ArrayRecord({"w": Array(np.zeros(610))})
    gc.freeze()  # Flower's QFedAvg collects garbage for every reply, in a large test process slowly
    try:
        return strategy.start(nodes, first, num_rounds=rounds).arrays["w"].numpy()
    finally:
        gc.unfreeze()


def test_fedprox_of_flower_is_ours_when_the_client_adds_the_pull():
    algorithm = FedProx(mu=0.5, lr=0.02, epochs=2)
    theirs = run_own(strategies.FedProx(proximal_mu=0.5, fraction_evaluate=0.0), algorithm)
    run = simulate(algorithm, SOFTMAX, CLIENTS, T, select=uniform(N, N), rng=rng(), every=T)
    assert_allclose(theirs, run.w, rtol=0, atol=1e-12)
    # A client that ignores the message runs FedAvg: the strategy itself adds nothing.
    plain = run_own(strategies.FedAvg(fraction_evaluate=0.0), algorithm)
    run = simulate(FedAvg(lr=0.02, epochs=2), SOFTMAX, CLIENTS, T, select=uniform(N, N), rng=rng())
    assert_allclose(plain, run.w, rtol=0, atol=1e-12)


def test_qfedavg_of_flower_is_ours_up_to_its_small_constant():
    algorithm = QFedAvg(q_ffl=1.0, lr=0.02, epochs=2)
    options = {"client_learning_rate": 0.02, "q": 1.0, "fraction_evaluate": 0.0}
    run = simulate(algorithm, SOFTMAX, CLIENTS, T, select=uniform(N, N), rng=rng(), every=T)
    theirs = run_own(strategies.QFedAvg(**options), algorithm)
    assert 0 < np.abs(theirs - run.w).max() < 1e-8  # F_k + 1e-10 in the place of F_k
    # "train_loss" is the loss at the global model before training, not of the trained one.
    after = run_own(strategies.QFedAvg(**options), algorithm, lambda w, v: v)
    assert np.abs(after - run.w).max() > 1e-3


# ------------------------------------------------------------ other data, a real network


def test_leaf_files_are_a_federation(tmp_path):
    r = rng()
    for name in ("a", "b"):  # two files with two users each, as LEAF's preprocessing writes them
        users = [f"{name}{i}" for i in range(2)]
        data = {
            u: {"x": r.random((6, 16)).tolist(), "y": r.integers(0, 3, 6).tolist()} for u in users
        }
        content = {"users": users, "num_samples": [6, 6], "user_data": data}
        (tmp_path / f"all_data_{name}.json").write_text(json.dumps(content), encoding="utf-8")
    users = read_leaf(tmp_path)
    algorithm = FedAvg(lr=0.5, epochs=2, batch=2)
    strategy, _ = in_process(
        algorithm, UniformChoice(2), rounds=5, load=lambda i: read_leaf(tmp_path)[i], n=4
    )
    same(strategy, simulate(algorithm, SOFTMAX, users, 5, select=uniform(4, 2), rng=rng()))


def test_a_convolutional_network_learns_digits_as_in_simulate():
    pytest.importorskip("torch", reason="PyTorch is not installed: it is not in the lock")
    clients = [(X[:40], y[:40]) for X, y in digits(4, 5, rng=rng(1))]
    loss = CNN(channels=(2, 4), hidden=8)
    w = loss.first_model(0)
    options = {"start": w}
    algorithm = FedProx(mu=0.1, lr=0.1, epochs=2, batch=10)
    run = simulate(algorithm, loss, clients, 6, select=uniform(4, 2), rng=rng(), **options)
    strategy, _ = in_process(
        algorithm, UniformChoice(2), rounds=6, loss=loss, load=clients.__getitem__, n=4, **options
    )
    same(strategy, run)
    assert run.metrics["loss"][-1] < 0.9 * run.metrics["loss"][0]
    X, y = clients[0]
    direction = rng(2).standard_normal(w.shape)
    w, h = run.w, 1e-7  # not at the start, where zero biases and white pixels make kinks
    slope = (loss.value(w + h * direction, X, y) - loss.value(w - h * direction, X, y)) / (2 * h)
    assert_allclose(slope, loss.gradient(w, X, y) @ direction, rtol=1e-5)


def test_without_pytorch_the_network_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match="CNN needs PyTorch: pip install torch"):
        CNN().value(CNN().first_model(0), np.zeros((1, 64)), [0])


# ------------------------------------------------------------ the app and its commands


def test_a_new_app_can_be_rehearsed(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert flower.main(["new", str(tmp_path / "fed"), "--host", "server.example.org"]) == 0
    assert sorted(path.name for path in (tmp_path / "fed").iterdir()) == ["app", "flwr", "tls"]
    key = tmp_path / "fed" / "tls" / "server.key"
    assert key.stat().st_mode & 0o077 == 0
    settings = ["algorithm='Ditto'", "rounds=3", f"save='{(tmp_path / 'w.npz').as_posix()}'"]
    sets = [word for setting in settings for word in ("--set", setting)]
    assert flower.main(["rehearse", str(tmp_path / "fed"), *sets]) == 0
    assert capsys.readouterr().out.startswith("3 rounds, mean loss of the devices 0.")
    three = synthetic(1, 1, 3, rng=rng(0), sizes="qffl")
    run = simulate(
        Ditto(lam=0.5, lr=0.03, batch=10), SOFTMAX, three, 3, select=uniform(3, 2), rng=rng(7)
    )
    saved = np.load(tmp_path / "w.npz")
    assert_allclose(saved["w"], run.w, rtol=0, atol=1e-12)
    assert saved["answered"].sum(axis=1).tolist() == [2, 2, 2]


def test_the_package_runs_as_a_command(tmp_path):
    command = [sys.executable, "-m", "flcourse.flower", "new", str(tmp_path / "fed")]
    subprocess.run(command, check=True)
    assert (tmp_path / "fed" / "app" / "fedapp.py").is_file()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"algorithm": "FedSGD"}, "algorithm must be one of"),
        ({"algorithm": "Ditto"}, "Ditto needs more settings: .*lam"),
        ({"select": "fedbag"}, "FedBagChoice needs more settings: .*budget"),
        ({"clients": 0}, "clients must be"),
        ({"loss": None}, "run config must have 'loss'"),
    ],
)
def test_a_wrong_run_config_is_explained(change, said):
    config = {
        "algorithm": "FedAvg", "lr": 0.1, "loss": "Softmax", "clients": 3, "select": "uniform",
        "k": 2, "seed": 1, **change,
    }  # fmt: skip
    with pytest.raises(ValueError, match=said):
        flower.configure({key: value for key, value in config.items() if value is not None})


# ------------------------------------------------------------ the simulation engine


@pytest.fixture(scope="module")
def engine():
    """All algorithms with all selectors in one session of the engine, as it starts slowly."""
    pytest.importorskip("ray", reason="Flower's simulation engine is not installed")
    runs = {
        (name, selector): Rounds(algorithm, SOFTMAX, clients=N, select=choice, rng=rng(), every=T)
        for name, algorithm in zip(NAMES, ALGORITHMS, strict=True)
        for selector, choice in ENGINE.items()
    }
    for attempt in (1, 2, 3):  # Ray gives its own start 30 seconds, which a busy machine exceeds
        try:
            run_engine(list(runs.values()), load, T)
            return runs
        except RuntimeError:
            if attempt == 3 or any(run.answered for run in runs.values()):
                raise
    return runs


ENGINE = {"uniform": UniformChoice(3), "dpp": DPPChoice(3), "fedbag": FedBagChoice(4.0)}


@pytest.mark.slow
@pytest.mark.parametrize("selector", ENGINE)
@pytest.mark.parametrize("name", NAMES)
def test_the_engine_gives_what_simulate_gives(engine, name, selector):
    strategy = engine[name, selector]
    select = {
        "uniform": uniform(N, 3),
        "dpp": SELECTORS["dpp"][1],
        "fedbag": ByFedBag(Z, np.ones(N), np.ones(N), 4.0),
    }[selector]
    run = simulate(strategy.algorithm, SOFTMAX, CLIENTS, T, select=select, rng=rng(), every=T)
    same(strategy, run)
    assert [len(chosen) for chosen in strategy.answered] == [3] * T
