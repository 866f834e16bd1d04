"""The contest of the chapter synthesis: every knob has a grid with both ends of its method."""

import sys

import matplotlib as mpl
import numpy as np
import pytest
from conftest import ROOT
from numpy.testing import assert_allclose

sys.path.insert(0, str(ROOT / "benchmarks"))
import reproduce_synthesis


@pytest.fixture(scope="module")
def names():
    """Names that the chapter's tagged cells define, and one town."""
    with mpl.rc_context():  # the chapter sets its style for the whole page
        found = reproduce_synthesis.chapter()
    found["places"], found["train"], found["test"] = found["world"](
        "river", np.random.default_rng(1)
    )
    return found


def fitted(names, name, end):
    """Parameters of a method at the first or last knob of its grid."""
    method, knobs = names["contest"][name]
    return method(sorted(knobs)[end], names["train"])


@pytest.mark.parametrize(
    ("name", "end"),
    [("GTVMin, map", 0), ("GTVMin, learned", 0), ("FedKNN, map", 0), ("clusters, learned", -1)],
)
def test_one_end_is_local_training(names, name, end):
    assert_allclose(fitted(names, name, end), names["local"](None, names["train"]), atol=1e-9)


def test_the_other_end_of_neighbours_is_the_average(names):
    mean = names["local"](None, names["train"]).mean(axis=0)
    assert_allclose(fitted(names, "FedKNN, map", -1), np.tile(mean, (60, 1)), atol=1e-12)


def test_the_other_end_of_gtvmin_is_one_model_for_each_component(names):
    graph = names["graph"]
    labels = graph.components(graph.knn_graph(names["places"], 4))
    W = fitted(names, "GTVMin, map", -1)
    spread = [np.ptp(W[labels == label], axis=0).max() for label in np.unique(labels)]
    assert max(spread) < 0.05


def test_the_ends_of_ditto_are_local_training_and_the_common_model(names):
    alone, together = (fitted(names, "Ditto", end) for end in (0, -1))
    common = names["run"](names["algorithm"]("FedAvg", 5), names["train"])
    far = np.linalg.norm(names["local"](None, names["train"]) - common)
    assert np.linalg.norm(alone - names["local"](None, names["train"])) < 0.1 * far
    # Each stays near the common model of the round in which it was last chosen.
    assert np.linalg.norm(together - common) < 0.3 * far


def test_fedprox_and_q_ffl_begin_at_the_mean(names):
    assert min(names["contest"]["FedProx"][1]) == min(names["contest"]["q-FFL"][1]) == 0
    assert min(names["contest"]["FedAvg"][1]) == 1


def test_all_costs_follow_one_rule(names):
    # FedGD stops at the first round whose loss is at most 1 % above that of the exact solution.
    gtvmin, clients, alpha = names["gtvmin"], names["train"], 0.3
    A = names["graph"].knn_graph(names["places"], 4)
    rounds, *_ = names["fedgd_cost"](A, alpha, clients, np.ones(60), np.ones(60))

    def loss(W):
        return np.mean([np.mean((y - X @ w) ** 2) for w, (X, y) in zip(W, clients, strict=True)])

    X, y = names["parts"](clients)
    Q, q = gtvmin.system(A, X, y, alpha)
    step = names["gradient"].eta_star(np.linalg.eigvalsh(Q.toarray()))
    w, losses = np.zeros(180), []
    for _ in range(rounds + 1):
        losses.append(loss(w.reshape(60, 3)))
        w = w - step * (2 * Q @ w + q)
    end = loss(gtvmin.solve(A, X, y, alpha).W)
    assert losses[-1] <= 1.01 * end < losses[-2]


def test_who_is_tied_with_the_best():
    best, close, far = np.array([1.0, 2, 3]), np.array([1.1, 1.9, 3.2]), np.array([2.0, 3.1, 4])
    (means, ties) = reproduce_synthesis.compared(np.array([best, close, far]))
    assert ties == [True, True, False]
    assert means[0] == [2.0, 0.57735]
