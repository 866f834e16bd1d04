"""The contest of the chapter synthesis, on many draws: errors, costs, and selection of clients.

Run it from the root: python benchmarks/reproduce_synthesis.py [part ...] [--check]. The parts are
``worlds``, ``costs`` and ``selectors``, about eight minutes of one core in all; each writes its
benchmarks/results/synthesis_<part>.json.
What is run is the chapter's own code: its cells with the tag ``contest``, in their order.

Every draw has its own seed, and all methods meet the same draws, so that they are compared in
pairs: the error of a mean is that over draws, and a method is tied with the best one if their
differences, draw by draw, have a mean within two standard errors of zero.
"""

from __future__ import annotations

from pathlib import Path

import jupytext
import numpy as np
from recorded import TIED, main
from scipy.optimize import minimize

ROOT = Path(__file__).resolve().parents[1]
WORLDS = ["same", "smooth", "river", "kinds", "strangers"]
DRAWS = list(range(12))
TARGET, ROUNDS = 0.85, 120
NEVER = 112  # what a run of 120 rounds counts if no round and its next ten meet the rule


def chapter():
    """Names that the tagged cells of the chapter define."""
    cells = jupytext.read(ROOT / "book" / "synthesis.md", fmt="md:myst").cells
    code = [cell.source for cell in cells if "contest" in cell.metadata.get("tags", [])]
    names = {}
    exec("\n".join(line for line in "\n".join(code).split("\n") if line[:1] != "%"), names)
    return names


def rounded(x):
    """Six digits are enough for a page; what is infinite becomes None."""
    return float(f"{x:.6g}") if np.isfinite(x) else None


def mean_and_error(x):
    """Mean over draws and its standard error."""
    return [rounded(np.mean(x)), rounded(np.std(x, ddof=1) / np.sqrt(len(x)))]


def compared(errors):
    """Means of several methods, (methods, draws), and who is tied with the best of them."""
    best = errors[np.argmin(errors.mean(axis=1))]
    ties = [bool(np.mean(e - best) <= 2 * np.std(e - best, ddof=1) / np.sqrt(len(e)))
            for e in errors]  # fmt: skip
    return [mean_and_error(e) for e in errors], ties


def tuned(names, world, draw):
    """Results and knobs of all methods on one draw, with its training and test data."""
    places, train, test = names["world"](world, np.random.default_rng(draw))
    names["places"] = places
    return train, test, {
        name: names["tuned"](*entry, train, names["ruler"](name))
        for name, entry in names["contest"].items()
    }  # fmt: skip


def fairest(q, clients):
    """Minimiser of f_q, eq-qffl-objective: its root is a mean of the losses with exponent q + 1."""
    p = np.array([len(y) for _, y in clients])
    p = p / p.sum()

    def mean_of_powers(w):
        F = np.array([np.mean((y - X @ w) ** 2) for X, y in clients])
        G = np.array([2 * X.T @ (X @ w - y) / len(y) for X, y in clients])
        M = (p @ F ** (q + 1)) ** (1 / (q + 1))
        return M, (p * (F / M) ** q) @ G

    start = np.zeros(clients[0][0].shape[1])
    found = minimize(mean_of_powers, start, jac=True, method="L-BFGS-B", options={"ftol": 1e-13})
    assert found.success, found.message
    return found.x


def exact_q_ffl(names, train, test):
    """q-FFL solved exactly: knob and worst tenth, tuned as in the contest; what happens at q = 5.

    That is the worst tenth, and the largest training losses of the run and of the minimiser.
    """

    def solved(q, clients):
        return np.tile(fairest(q, clients), (len(clients), 1))

    run, knobs = names["contest"]["q-FFL"]
    W, q = names["tuned"](solved, knobs, train, names["ruler"]("q-FFL"))
    five = solved(5, train)
    largest = [
        max(np.mean((y - X @ w) ** 2) for w, (X, y) in zip(models, train, strict=True))
        for models in (run(5, train), five)
    ]
    return q, names["score"](W, test)[1], names["score"](five, test)[1], *largest


def whole_steps(names, train, test):
    """Mean error of FedAvg if its grid holds nothing below one gradient step."""
    method, knobs = names["contest"]["FedAvg"]
    W, _ = names["tuned"](method, [knob for knob in knobs if knob >= 1], train)
    return names["score"](W, test)[0]


def worlds():
    """Errors of all methods in all worlds."""
    names, table, exact, steps = chapter(), {}, {}, {}
    for world in WORLDS:
        scores, knobs, solved, whole = [], [], [], []
        for draw in DRAWS:
            train, test, results = tuned(names, world, draw)
            scores.append([names["score"](W, test) for W, _ in results.values()])
            knobs.append([knob for _, knob in results.values()])
            solved.append(exact_q_ffl(names, train, test))
            whole.append(whole_steps(names, train, test))
        mean, worst = np.moveaxis(np.array(scores), 2, 0)
        fedavg = list(results).index("FedAvg")
        table[world] = {
            name: {"mean": m, "best_or_tied": t, "worst10": w, "worst10_best_or_tied": u,
                   "over_local": mean_and_error(mean[:, i] / mean[:, 0]),
                   "over_pooled": mean_and_error(mean[:, i] / mean[:, 1]),
                   "less_fedavg": mean_and_error(mean[:, i] - mean[:, fedavg]),
                   "worst10_less_fedavg": mean_and_error(worst[:, i] - worst[:, fedavg]),
                   "knobs": [row[i] for row in knobs],
                   "mean_by_draw": [rounded(x) for x in mean[:, i]],
                   "worst10_by_draw": [rounded(x) for x in worst[:, i]]}
            for i, (name, m, t, w, u) in enumerate(
                zip(results, *compared(mean.T), *compared(worst.T), strict=True))
        }  # fmt: skip
        prox = list(results).index("FedProx")
        steps[world] = {"fedprox_less_fedavg": mean_and_error(mean[:, prox] - whole)}
        qs, least, five, *largest = zip(*solved, strict=True)
        exact[world] = {
            "worst10": mean_and_error(least),
            "worst10_less_fedavg": mean_and_error(least - worst[:, fedavg]),
            "worst10_less_pooled": mean_and_error(least - worst[:, 1]),
            "knobs": qs,
            "worst10_at_q_5": mean_and_error(five),
            "worst10_at_q_5_less_pooled": mean_and_error(five - worst[:, 1]),
            "largest_training_loss_at_q_5": {
                who: rounded(np.mean(x))
                for who, x in zip(["run", "minimiser"], largest, strict=True)
            },
        }  # fmt: skip
    record = {
        "data": "each world drawn anew: 60 nodes with 6 to 60 training rows, 200 new rows each",
        "seeds": f"{DRAWS[0]} to {DRAWS[-1]}, one for each draw",
        "spread": "± is the standard error of the mean over the draws",
        "stop": "server methods after 120 rounds; GTVMin, FedRelax, Ditto's personal problems and "
        "the minimisers of f_q are solved exactly, the network Lasso to tol=1e-6",
        "reached": "no target: the error at the end",
        "fair": "all methods meet the same draws, have grids with both ends, and are tuned on the "
        "same held-out rows, by the mean over nodes, only q-FFL by the worst tenth; FedAvg and "
        "SCAFFOLD share a grid, and so do GTVMin, network Lasso and FedRelax",
    }
    return {
        "record": record,
        "draws": DRAWS,
        "worlds": table,
        "exact_q_ffl": exact,
        "if_fedavg_takes_whole_steps_only": steps,
    }


def spread(x):
    """Median and range; a run that does not arrive counts as infinite, which a file calls null."""
    full = [np.inf if value is None else value for value in x]
    return {"median": rounded(np.median(full)), "range": [rounded(min(full)), rounded(max(full))]}


def costs():
    """Rounds, numbers sent and received, and seconds of the tuned methods in the river town."""
    names, found = chapter(), {}
    for draw in DRAWS:
        train, _, results = tuned(names, "river", draw)
        pace = names["speeds"](train, np.random.default_rng([draw, 5]))
        for name, cost in names["costs"](results, train, *pace).items():
            found.setdefault(name, []).append([rounded(x) for x in cost])
    keys = ["rounds", "sent", "received", "seconds"]
    table = {
        name: over_runs([dict(zip(keys, row, strict=True)) for row in rows])
        for name, rows in found.items()
    }
    ends = [row[0] for name, rows in found.items() if "," not in name for row in rows]
    record = {
        "data": "the town with the river, drawn anew, each method with the knob of its tuning",
        "seeds": f"{DRAWS[0]} to {DRAWS[-1]}, one for town and pace of its nodes",
        "spread": "median, range and values of the draws",
        "stop": "the first round with a training loss at most 1 % above that at the end, in this "
        "round and in ten rounds from it on average",
        "reached": f"{sum(end < NEVER for end in ends)} of {len(ends)} runs with a server within "
        "their 120 rounds; methods among neighbours run until they do",
        "fair": "one rule for all methods, the same towns and nodes; numbers of 32 bits, by node, "
        "each chosen client counted, whether it is late or not; FedGD has its best step, "
        "primal-dual messages the step that convex.solve takes by itself",
    }
    return {"record": record, "draws": DRAWS, "world": "river", "costs": table}


def groups(runs, rounds):
    """Clients in a round and different ones in all rounds, on average over the runs."""
    sizes = [np.mean([len(s) for s in run[:rounds]]) for run in runs]
    seen = [len(set(np.concatenate(run[:rounds]).tolist())) for run in runs]
    return {"clients_a_round": rounded(np.mean(sizes)), "different_clients": rounded(np.mean(seen))}


class Watched:
    """A selector whose choices are kept."""

    def __init__(self, select):
        self.select, self.seconds, self.chosen = select, select.seconds, []

    def __call__(self, t, rng):
        self.chosen.append(np.asarray(self.select(t, rng)))
        return self.chosen[-1]


def digits(names, draw):
    """One run of each selector on digits: rounds and seconds to the target, or None."""
    clients, test, Z = names["digits_problem"](draw)
    epoch, names["upload_time"] = names["speeds"](clients, np.random.default_rng([draw, 5]))
    names["train_time"] = 5 * epoch
    learner = names["fedopt"].FedAvg(lr=0.1, epochs=5, batch=10)
    for name, select in names["selectors"](Z, 60.0).items():
        watched = Watched(select)
        m = names["fedopt"].simulate(
            learner, names["Softmax"](), clients, ROUNDS, select=watched, test=test,
            rng=np.random.default_rng(draw), gradients=False).metrics  # fmt: skip
        reached = np.flatnonzero(m["accuracy"] >= TARGET)
        yield name, watched.chosen, {
            "rounds": int(reached[0]) if len(reached) else None,
            "seconds": rounded(m["seconds"][reached[0]]) if len(reached) else None,
            "accuracy": rounded(m["accuracy"][-20:].mean()),
            "worst10": rounded(m["worst10"][-20:].mean()),
            "round_seconds": rounded(m["seconds"][-1] / ROUNDS),
        }  # fmt: skip


def town(names, draw):
    """One run of each selector in the river town: excess of the loss, rounds or seconds equal.

    Equal rounds are those from 20 to 60. Equal seconds are the second half of the time that the
    quickest of the four runs takes.
    """
    clients, Z = names["town_problem"](draw)
    epoch, names["upload_time"] = names["speeds"](clients, np.random.default_rng([draw, 5]))
    names["train_time"] = 5 * epoch
    X, y = (np.concatenate(part) for part in names["parts"](clients))
    loss = names["Squared"]()
    least = loss.value(names["erm"].fit(X, y), X, y)
    runs = {}
    for name, select in names["selectors"](Z, 40.0).items():
        watched = Watched(select)
        m = names["fedopt"].simulate(
            names["fedopt"].FedAvg(lr=0.05, epochs=5), loss, clients, 60, select=watched,
            rng=np.random.default_rng(draw), gradients=False).metrics  # fmt: skip
        runs[name] = watched.chosen, m["seconds"], 100 * (m["loss"] / least - 1)
    end = min(seconds[-1] for _, seconds, _ in runs.values())
    for name, (chosen, seconds, excess) in runs.items():
        late = (end / 2 <= seconds) & (seconds <= end)
        yield name, chosen, {
            "excess_percent": rounded(excess[20:].mean()),
            "excess_percent_at_equal_seconds": rounded(excess[late].mean()),
            "round_seconds": rounded(seconds[-1] / 60),
        }  # fmt: skip


def over_runs(rows):
    """Median, range and values of each quantity."""
    columns = {key: [row[key] for row in rows] for key in rows[0]}
    return {key: {**spread(x), "runs": x} for key, x in columns.items()}


def selectors():
    """Four selectors on digits and in the river town."""
    names, table = chapter(), {}
    for problem, rounds in ((digits, ROUNDS), (town, 60)):
        rows, chosen = {}, {}
        for draw in DRAWS:
            for name, picks, row in problem(names, draw):
                rows.setdefault(name, []).append(row)
                chosen.setdefault(name, []).append(picks)
        table[problem.__name__] = {
            name: {**over_runs(rows[name]), **groups(chosen[name], rounds)} for name in rows
        }
    for row in table["digits"].values():
        row["reached"] = sum(x is not None for x in row["rounds"]["runs"])
    arrived = ", ".join(f"{name} {row['reached']}" for name, row in table["digits"].items())
    record = {
        "data": "60 clients with two digits each, 70 % of the images for training; the river town",
        "seeds": f"{DRAWS[0]} to {DRAWS[-1]}, one for data, pace of the clients, and training",
        "spread": "median and range over the seeds of the first passage of each run",
        "stop": f"{ROUNDS} rounds on digits, asked every round; 60 in the town, where the loss is "
        "averaged from round 20 on, or over the second half of the quickest run's time",
        "reached": f"85 % on digits, of {len(DRAWS)} seeds: {arrived}",
        "fair": "the same clients, first model and learner; uniform and DPP take ten clients, "
        "FedCS and FedBag what fits into the same budget",
    }
    rounding = {"rows": [f"{problem}/DPP" for problem in table], "why": TIED}
    setting = {"draws": DRAWS, "target": TARGET, "rounds": ROUNDS}
    return {"record": record, **setting, "rounding": rounding, **table}


PARTS = {"worlds": worlds, "costs": costs, "selectors": selectors}

if __name__ == "__main__":
    main(__file__, PARTS)
