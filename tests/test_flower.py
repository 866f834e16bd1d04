"""Flower gives what `simulate` gives: in this process, and in the simulation engine."""

import os

os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")  # before flwr is imported
os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")

import numpy as np
import pytest
from numpy.testing import assert_allclose

pytest.importorskip("flwr", reason="the extra flower is not installed")

from flcourse.data import label_counts, synthetic
from flcourse.dpp import KDPP, label_kernel
from flcourse.fedbag import ByFedBag
from flcourse.fedopt import Ditto, FedAvg, FedProx, QFedAvg, QFedSGD, simulate, uniform
from flcourse.flower import (
    DPPChoice,
    FedBagChoice,
    InProcess,
    Rounds,
    UniformChoice,
    client_app,
)
from flcourse.losses import Softmax

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
