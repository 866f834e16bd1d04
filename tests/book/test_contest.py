"""The contest of the chapter synthesis: every knob has a grid with both ends of its method."""

import sys

import matplotlib as mpl
import numpy as np
import pytest
from conftest import ROOT
from numpy.testing import assert_allclose

sys.path.insert(0, str(ROOT / "benchmarks"))
import reproduce_synthesis

from flcourse import convex


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
    [
        ("Ditto", 0),
        ("GTVMin, map", 0),
        ("network Lasso, map", 0),
        ("FedRelax, map", 0),
        ("GTVMin, learned", 0),
        ("network Lasso, learned", 0),
        ("FedKNN, map", 0),
        ("clusters, learned", -1),
    ],
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


@pytest.mark.parametrize(("name", "edges"), [("map", "near"), ("learned", "alike")])
def test_the_other_end_of_the_network_lasso_is_exactly_one_model_for_each_component(
    names, name, edges
):
    W = fitted(names, f"network Lasso, {name}", -1)
    labels = names["graph"].components(names[edges](names["train"]))
    assert max(np.ptp(W[labels == label], axis=0).max() for label in np.unique(labels)) < 1e-3


def test_fedrelax_is_where_its_rounds_lead(names):
    # The contest solves one linear system; FedRelax goes node after node, from local fits.
    alpha, clients = 0.1, names["train"]
    X, y = names["parts"](clients)
    found = convex.fedrelax(
        names["near"](clients), [convex.least_squares()] * 60, X, y, names["shared"], alpha,
        rounds=40,
    )  # fmt: skip
    W = np.array([h(np.eye(3)) for h in found])
    assert_allclose(names["relaxed"](alpha, clients), W, atol=1e-6)


def test_rivals_have_one_grid(names):
    grid = {name: knobs for name, (_, knobs) in names["contest"].items()}
    assert grid["SCAFFOLD"] == grid["FedAvg"]
    coupled = [name for name in grid if name.startswith(("GTVMin", "network Lasso", "FedRelax"))]
    assert len(coupled) == 5
    assert all(grid[name] == grid["GTVMin, map"] for name in coupled)


def test_scaffold_takes_the_steps_of_fedavg(names):
    # In the first round all variates are zero: both methods go the same way.
    for knob in (0.2, 5):
        first, second = (
            names["run"](names["algorithm"](name, knob), names["train"], 1)
            for name in ("FedAvg", "SCAFFOLD")
        )
        assert_allclose(first, second)


def test_the_other_end_of_ditto_is_the_common_model(names):
    common = names["run"](names["algorithm"]("Ditto", 1), names["train"])
    far = np.linalg.norm(names["local"](None, names["train"]) - common)
    assert np.linalg.norm(fitted(names, "Ditto", -1) - common) < 0.1 * far


def test_fedprox_and_q_ffl_begin_at_the_mean(names):
    assert min(names["contest"]["FedProx"][1]) == min(names["contest"]["q-FFL"][1]) == 0


def test_fedprox_and_fedavg_may_both_take_small_steps(names):
    # The way of one round from zero: as short for the strongest pull as for the smallest step.
    def way(name, knob):
        return np.linalg.norm(names["run"](names["algorithm"](name, knob), names["train"], 1))

    ends = {name: names["contest"][name][1] for name in ("FedAvg", "FedProx")}
    full = way("FedProx", 0)
    assert way("FedAvg", min(ends["FedAvg"])) < 0.1 * full
    assert way("FedProx", max(ends["FedProx"])) < 0.1 * full
    assert way("FedAvg", 5) > way("FedAvg", 1) > way("FedAvg", 0.5)


def test_a_lucky_round_does_not_end_a_run(names):
    clients, name = names["train"], "FedAvg"
    rounds, sent, received, seconds = names["server_cost"](
        name, 5, clients, np.ones(60), np.ones(60)
    )
    noted = names["Noting"](names["algorithm"](name, 5))
    names["run"](noted, clients)
    loss = np.array([names["score"](np.tile(w, (60, 1)), clients)[0] for w in noted.path])
    mark = 1.01 * loss[-50:].mean()
    assert loss[rounds] <= mark
    assert loss[rounds : rounds + 10].mean() <= mark
    assert all(loss[t] > mark or loss[t : t + 10].mean() > mark for t in range(rounds))
    assert sent == received == rounds * 0.5
    assert seconds == rounds * 15  # five epochs of a second, ten uploads


def test_exact_q_ffl_is_a_minimiser(names):
    clients, q = names["train"], 3
    w = reproduce_synthesis.fairest(q, clients)
    sizes = np.array([len(y) for _, y in clients])

    def value(v):
        return sizes @ [np.mean((y - X @ v) ** 2) ** (q + 1) for X, y in clients]

    assert all(value(w) <= value(w + step) for step in 1e-3 * np.vstack([np.eye(3), -np.eye(3)]))
    pooled = names["pooled"](None, clients)[0]
    assert_allclose(reproduce_synthesis.fairest(0, clients), pooled, atol=1e-5)


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
    for _ in range(rounds + 10):
        losses.append(loss(w.reshape(60, 3)))
        w = w - step * (2 * Q @ w + q)
    end = loss(gtvmin.solve(A, X, y, alpha).W)
    assert losses[rounds] <= 1.01 * end < losses[rounds - 1]
    assert np.mean(losses[rounds : rounds + 10]) <= 1.01 * end  # as server methods are asked


def test_what_server_methods_send_and_receive(names):
    # Of three parameters and, for q-FFL, a loss; ten of sixty nodes in a round.
    for name, up, down in [("SCAFFOLD", 3, 6), ("q-FFL", 4, 3), ("Ditto", 3, 3)]:
        rounds, sent, received, _ = names["server_cost"](
            name, 1, names["train"], np.ones(60), np.ones(60)
        )
        assert_allclose([sent, received], [rounds * up / 6, rounds * down / 6])


def test_the_network_lasso_stops_by_the_same_rule(names):
    clients, alpha = names["train"], 0.3
    A, models = names["near"](clients), []
    rounds, sent, received, seconds = names["lasso_cost"](
        A, alpha, clients, np.ones(60), np.ones(60)
    )
    convex.solve(A, *names["parts"](clients), alpha, watch=models.append)
    loss = np.array([names["score"](W, clients)[0] for W in models])
    good = [
        loss[t] <= 1.01 * loss[-1] and loss[t : t + 10].mean() <= 1.01 * loss[-1]
        for t in range(rounds + 1)
    ]
    assert good == [False] * rounds + [True]
    degree = names["graph"].degrees(A)
    assert_allclose([sent, received], rounds * degree.mean() * 3)
    assert seconds == rounds * (1 + degree.max())


def test_who_is_tied_with_the_best():
    best, close, far = np.array([1.0, 2, 3]), np.array([1.1, 1.9, 3.2]), np.array([2.0, 3.1, 4])
    (means, ties) = reproduce_synthesis.compared(np.array([best, close, far]))
    assert ties == [True, True, False]
    assert means[0] == [2.0, 0.57735]
