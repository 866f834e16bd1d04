"""When does a k-DPP lower the variance of the update? Exact numbers for three kinds of kernel.

Run it from the root: python benchmarks/reproduce_dpp.py [part ...] [--check]. The parts are
``enumeration``, ``kernels`` and ``training``. Each writes benchmarks/results/dpp_<part>.json.

``enumeration``: n = 8, k = 3, all 56 subsets by determinants, beside the package's numbers.
``kernels``: n = 40 clients in 4 clusters with their own mean gradients, k = 4. A matched kernel
calls clients of one cluster alike, an unmatched one holds cosines of random features, drawn anew
for each set of updates, an adversarial one calls clients of different clusters alike; all have the
diagonal 1.1. Besides the exact variance over uniform sampling's, the budget of repulsion over
uniform sampling's, and the share of pairs for which the note's condition C_ij g_i·g_j < 0 holds:
it does not tell them apart.
``training``: FedAvg on digits, uniform sampling against a k-DPP on label histograms, with one digit
for each client and ten drawn, and with two digits and five drawn; with one digit also stratified
sampling, one client of each digit.
"""

from __future__ import annotations

import itertools

import numpy as np
from recorded import TIED, digits, main, over_seeds

from flcourse import dpp, fedopt
from flcourse.data import digits as digits_of
from flcourse.data import label_counts
from flcourse.losses import Softmax

SEED = 7
GRADIENT_SETS = 100


def enumeration():
    """Largest differences between the package and the sum over all subsets."""
    rng = np.random.default_rng(SEED)
    F, G = rng.standard_normal((8, 8)), rng.standard_normal((8, 3))
    S, k = F @ F.T, 3
    subsets = list(itertools.combinations(range(8), k))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in subsets])
    p /= p.sum()
    m = np.zeros((len(subsets), 8))
    np.put_along_axis(m, np.array(subsets), 1.0, axis=1)
    pairs, updates = (m * p[:, np.newaxis]).T @ m, m @ G / k
    variance = p @ np.sum((updates - p @ updates) ** 2, axis=1)
    rows = []
    for scale in (1e-8, 1.0, 1e8):
        kdpp = dpp.KDPP(scale * S, k)
        cov = dpp.covariance(kdpp)
        difference = {
            "probability": [kdpp.probability(Y) for Y in subsets] - p,
            "inclusion": kdpp.inclusion() - np.diag(pairs),
            "pair_inclusion": kdpp.pair_inclusion() - pairs,
            "variance_as_trace": dpp.update_variance(cov, G, k) - variance,
            "variance_over_pairs": dpp.pairwise_variance(cov, G, k) - variance,
        }
        largest = {name: float(np.abs(gap).max()) for name, gap in difference.items()}
        rows.append(
            {"scale": scale, **{name: float(f"{gap:.1e}") for name, gap in largest.items()}}
        )
    record = {
        "data": "a random kernel of 8 clients and random updates",
        "seeds": f"the seed {SEED}",
        "spread": "none: the largest difference over all 56 subsets",
        "stop": "none: all subsets",
        "reached": "no target",
        "fair": "the sum over all subsets uses determinants and nothing of the package",
    }
    return {"record": record, "n": 8, "k": k, "subsets": len(subsets), "rows": rows}


def kernels():
    """Variance relative to uniform sampling, median and range over sets of updates."""
    rng = np.random.default_rng(SEED)
    n, k, cluster = 40, 4, np.repeat(np.arange(4), 10)
    same = (cluster[:, np.newaxis] == cluster).astype(float)
    across = np.kron(np.ones((4, 4)), np.eye(10))  # each client's likes sit in the other clusters
    fixed = {"matched": same, "adversarial": across}
    fixed = {name: dpp.covariance(dpp.KDPP(S + 0.1 * np.eye(n), k)) for name, S in fixed.items()}
    uniform = dpp.uniform_covariance(n, k)
    found = {name: [] for name in ("matched", "unmatched", "adversarial")}
    other = ~np.eye(n, dtype=bool)
    for _ in range(GRADIENT_SETS):
        # Descent directions share a trend, clusters differ, clients differ a little.
        G = 2.0 + rng.standard_normal((4, 20))[cluster] + 0.5 * rng.standard_normal((n, 20))
        features = rng.standard_normal((n, 6))
        random = dpp.covariance(dpp.KDPP(dpp.gradient_kernel(features, ridge=0.1), k))
        base, products = dpp.update_variance(uniform, G, k), (G @ G.T)[other]
        for name, cov in {**fixed, "unmatched": random}.items():
            ratio = dpp.update_variance(cov, G, k) / base
            budget = np.trace(cov) / np.trace(uniform)
            found[name].append([ratio, budget, np.mean(cov[other] * products < 0)])
    rows = []
    for name, values in found.items():
        ratio, budget, condition = np.transpose(values)
        rows.append(
            {
                "kernel": name,
                "variance_over_uniform": digits(np.median(ratio)),
                "range": digits([ratio.min(), ratio.max()]),
                "worse_than_uniform": int(np.sum(ratio > 1)),
                "budget_over_uniform": digits([budget.min(), budget.max()]),
                "share_of_pairs_with_negative_product": digits(np.mean(condition)),
            }
        )
    record = {
        "data": f"{GRADIENT_SETS} sets of random updates of {n} clients in 4 groups; for each set "
        "an unmatched kernel of its own",
        "seeds": f"{SEED}, for updates and unmatched kernels",
        "spread": f"median and range over the {GRADIENT_SETS} sets of updates",
        "stop": "none: variances are exact",
        "reached": "no target",
        "fair": "the three kernels, all with the same diagonal, and uniform sampling draw k = 4 "
        "for the same updates",
    }
    setting = {"n": n, "k": k, "clusters": 4, "gradient_sets": GRADIENT_SETS}
    return {"record": record, **setting, "rows": rows}


TRAINING_SEEDS = list(range(10))


def one_of_each(Z):
    """Stratified sampling: in each round one client of each class, of clients with one class."""
    groups = [np.flatnonzero(column) for column in Z.T]
    return lambda t, rng: np.array([rng.choice(group) for group in groups])


def training():
    """Accuracy of FedAvg over the last ten of 30 rounds, and its mean change from round 15 on."""
    rows, drawn = {}, {1: 10, 2: 5}
    for classes, k in drawn.items():
        runs = {}
        for seed in TRAINING_SEEDS:
            clients = digits_of(40, classes, rng=np.random.default_rng(seed))
            Z = label_counts(clients, 10)
            selectors = {
                "uniform": fedopt.uniform(40, k),
                "k-DPP": dpp.KDPP(dpp.label_kernel(Z, ridge=0.01), k).select,
            }
            if classes == 1:
                selectors["stratified"] = one_of_each(Z)
            for name, select in selectors.items():
                runs.setdefault(name, []).append(
                    fedopt.simulate(
                        fedopt.FedAvg(lr=0.1, epochs=1, batch=10),
                        Softmax(),
                        clients,
                        30,
                        select=select,
                        rng=np.random.default_rng(seed),
                        aggregate="simple",
                        gradients=False,
                    ).metrics["accuracy"]
                )
        for name, accuracy in runs.items():
            rows[f"digits of a client {classes}, {name}"] = [
                {"accuracy": run[-10:].mean(), "change": np.abs(np.diff(run[15:])).mean()}
                for run in accuracy
            ]
    record = {
        "data": "scikit-learn's digits, 40 clients",
        "seeds": f"{TRAINING_SEEDS[0]} to {TRAINING_SEEDS[-1]}, each draws clients, selection and "
        "batches",
        "spread": "± is the standard deviation over the seeds",
        "stop": "fixed: 30 rounds; accuracy is a mean over the last ten, the change from one round "
        "to the next one from round 15 on",
        "reached": "no target",
        "fair": "all selections meet the same clients, steps, batch sizes and rounds, and take "
        "the plain mean",
    }
    rounding = {"rows": [row for row in rows if row.endswith("k-DPP")], "why": TIED}
    setting = {"seeds": TRAINING_SEEDS, "rounds": 30, "drawn": drawn}
    return {"record": record, **setting, "rounding": rounding, "table": over_seeds(rows)}


PARTS = {"enumeration": enumeration, "kernels": kernels, "training": training}

if __name__ == "__main__":
    main(__file__, PARTS)
