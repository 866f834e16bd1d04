"""Packed clients equal the readable loop over clients, in every quantity and every algorithm."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from flcourse.engine import fedopt as engine
from flcourse.fedopt import AFL, Ditto, FedAvg, FedProx, QFedAvg, QFedSGD, simulate, uniform
from flcourse.fedopt.local import Pool, as_clients
from flcourse.losses import MLP, Logistic, Softmax, Squared
from flcourse.messages import Scaffold

LOSSES = [Squared(), Logistic(), Softmax(), MLP(hidden=(4,))]
SIZES = (7, 12, 5, 23, 10, 1)
SCALES = {"like": np.ones(3), "unlike": np.array([1e-5, 1.0, 1e5])}
ALGORITHMS = [
    FedAvg(lr=0.05, epochs=2, batch=4),
    FedAvg(lr=0.05),
    FedProx(mu=0.7, lr=0.05, epochs=3, batch=5),
    QFedSGD(q_ffl=1.0, lipschitz=20.0),
    QFedAvg(q_ffl=2.0, lr=0.02, epochs=2, batch=4),
    AFL(lr=0.02, lr_mixture=0.01),
    Ditto(lam=0.5, lr=0.05, epochs=2, batch=4, personal_lr=0.03, personal_epochs=3),
    Scaffold(lr=0.05, epochs=2, batch=4),
]


def rng(seed=0):
    return np.random.default_rng(seed)


def classes(loss):
    return {"Squared": 1, "Logistic": 2}.get(type(loss).__name__, 4)


def some_clients(loss, seed=0, sizes=SIZES, scales=SCALES["like"]):
    """Clients of unequal sizes; the columns of X have the given scales."""
    r, C, clients = rng(seed), classes(loss), []
    for m in sizes:
        X = r.normal(r.normal(0, 1), 1, (m, len(scales)))
        y = X @ r.standard_normal(len(scales)) if C == 1 else r.integers(0, C, m)
        clients.append((X * scales, y))
    if C > 1:
        clients[0][1][0] = C - 1  # so that the number of classes does not depend on the seed
    return clients


@dataclass(frozen=True)
class Plain:
    """A loss that hides its kernels: simulate must take the readable loop over clients."""

    inner: object

    def value(self, w, X, y):
        return self.inner.value(w, X, y)

    def gradient(self, w, X, y):
        return self.inner.gradient(w, X, y)

    def predict(self, w, X):
        return self.inner.predict(w, X)

    def n_params(self, d, C):
        return self.inner.n_params(d, C)


# ------------------------------------------------------------ method by method


@pytest.fixture(params=SCALES)
def scales(request):
    return SCALES[request.param]


@pytest.fixture(params=LOSSES, ids=repr)
def pools(request, scales):
    """The loop, the engine, a model for each client, and a step that is small for these data."""
    loss = request.param
    clients = as_clients("clients", some_clients(loss, scales=scales))
    C, p = classes(loss), loss.n_params(3, classes(loss))
    W = rng(1).normal(size=(len(clients), p)) / scales.max()
    lr = 0.05 / scales.max() ** 2
    return Pool(loss, clients), engine.Packed(loss, clients, C), W, lr


@pytest.mark.parametrize(("mu", "shifted"), [(0.0, False), (0.7, False), (0.0, True)])
@pytest.mark.parametrize("batch", [None, 1, 4, 100])
def test_packed_clients_train_as_the_loop_does(pools, batch, mu, shifted):
    loop, packed, W, lr = pools
    chosen, epochs = np.array([4, 0, 5, 3]), np.array([2, 1, 3, 0])
    work = {"lr": lr, "epochs": epochs, "batch": batch, "mu": mu, "anchor": W[1]}
    if shifted:
        work["shift"] = W[[0, 2, 3, 4]] / lr
    for start in (W[1], W[chosen]):
        slow, fast = (pool.train(chosen, start, rng=rng(3), **work) for pool in (loop, packed))
        assert_allclose(fast, slow, rtol=1e-10)


def test_packed_clients_leave_the_generator_where_the_loop_does(pools):
    loop, packed, W, lr = pools
    streams, everyone = (rng(3), rng(3)), np.arange(len(W))
    work = {"lr": lr, "epochs": np.full(len(W), 2), "batch": 5, "anchor": W[0]}
    for pool, stream in zip((loop, packed), streams, strict=True):
        pool.train(everyone, W[0], rng=stream, **work)
    assert streams[0].bit_generator.state == streams[1].bit_generator.state


def test_packed_clients_measure_as_the_loop_does(pools):
    loop, packed, W, _ = pools
    everyone, some = np.arange(len(W)), np.array([3, 0, 5])
    assert_array_equal(packed.sizes, loop.sizes)
    for chosen, models in [(everyone, W[0]), (everyone, W), (some, W[0]), (some, W[some])]:
        assert_allclose(packed.values(chosen, models), loop.values(chosen, models), rtol=1e-10)
        if not isinstance(loop.loss, Squared):  # which has no accuracy
            assert_allclose(packed.accuracies(chosen, models), loop.accuracies(chosen, models))
    G = loop.gradients(some, W[0])
    assert_allclose(packed.gradients(some, W[0]), G, rtol=1e-10)
    for fast, slow in zip(packed.report(W[0]), loop.report(W[0]), strict=True):
        assert_allclose(fast, slow, rtol=1e-10)


# ------------------------------------------------------------ through whole simulations


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=[type(a).__name__ for a in ALGORITHMS])
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_packed_clients_equal_the_readable_loop(algorithm, loss):
    clients = some_clients(loss)
    late = 0.0 if isinstance(algorithm, AFL) else 0.5
    start = loss.initial(3, classes(loss), rng=rng(3))
    options = {"select": uniform(6, 6), "stragglers": late, "start": start}
    fast = simulate(algorithm, loss, clients, 4, rng=rng(1), **options)
    slow = simulate(algorithm, Plain(loss), clients, 4, rng=rng(1), **options)
    assert_allclose(fast.w, slow.w, rtol=0, atol=1e-12)
    if fast.personal is not None:
        assert_allclose(fast.personal, slow.personal, rtol=0, atol=1e-12)
    for key in ["loss", "device_loss", "gradient_variance", "round", "seconds"]:
        assert_allclose(fast.metrics[key], slow.metrics[key], rtol=1e-10, atol=1e-12)
    if not isinstance(loss, Squared):
        assert_allclose(fast.metrics["device_accuracy"], slow.metrics["device_accuracy"])


@settings(max_examples=30, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 30), min_size=1, max_size=8),
    batch=st.none() | st.integers(1, 12),
    epochs=st.integers(1, 3),
    mu=st.sampled_from([0.0, 0.5]),
    stack=st.sampled_from([1, 40, 2**16]),
    run=st.sampled_from([1, 20, 1_000]),
    seed=st.integers(0, 1000),
)
def test_packing_does_not_depend_on_sizes(sizes, batch, epochs, mu, stack, run, seed):
    clients = some_clients(Softmax(), seed, tuple(sizes))
    options = {"select": uniform(len(sizes), max(1, len(sizes) - 1)), "stragglers": 0.3}
    algorithm = FedProx(mu=mu, lr=0.1, epochs=epochs, batch=batch)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "STACK", stack)
        patch.setattr(engine, "RUN", run)
        fast = simulate(algorithm, Softmax(), clients, 2, rng=rng(seed), **options)
    slow = simulate(algorithm, Plain(Softmax()), clients, 2, rng=rng(seed), **options)
    assert_allclose(fast.w, slow.w, rtol=0, atol=1e-12)
    for key in ["device_loss", "device_accuracy", "gradient_variance", "dissimilarity"]:
        assert_allclose(fast.metrics[key], slow.metrics[key], rtol=1e-10, atol=1e-12)
