"""Reruns of the experiments of FedProx, q-FFL and Ditto, course-sized, with stated seeds.

Run it from the root: OMP_NUM_THREADS=1 python benchmarks/reproduce_fedopt.py [PART ...] [--full]

fedprox  Synthetic(a, b), 30 devices, 10 a round, lr .01, B 10, E 20, 200 rounds; mu 0 and 1 on iid
         and three heterogeneous sets, and with 50 and 90 % stragglers on Synthetic(1, 1). At most
         500 samples per device: uncapped (--full) one device can hold most of the data.
qffl     Synthetic(1, 1) with the sizes of the q-FFL paper, 100 devices, 80/10/10 splits, 10 devices
         a round by size, lr .1, B 10, E 1; test accuracies of the devices in per cent.
lambda   Ditto for point estimation: lambda* and its risk, closed form against runs of Ditto.
robust   Ditto, local and robust global models on scikit-learn's digits under attacks A1, A2, A3.

Each part writes benchmarks/results/reproduce_fedopt_PART.json: settings, seeds and a table.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np

from flcourse import fedopt
from flcourse.data import digits, split, synthetic
from flcourse.losses import Softmax, Squared

RESULTS = Path(__file__).parent / "results"


def spread(values):
    """Mean and standard deviation over seeds, rounded for a table."""
    values = np.asarray(values, dtype=float)
    return [float(f"{values.mean():.4g}"), float(f"{values.std():.2g}")]


def table(rows):
    """Mean and deviation over the seeds of each column of {setting: [row of seed, ...]}."""
    return {
        setting: {key: spread([run[key] for run in runs]) for key in runs[0]}
        for setting, runs in rows.items()
    }


# ------------------------------------------------------------ FedProx

SETS = {"iid": (0, 0, True), "(0, 0)": (0, 0, False), "(.5, .5)": (0.5, 0.5, False)}
SETS["(1, 1)"] = (1, 1, False)


def fedprox(full):
    """Last 20 rounds: objective, mean over devices, round-to-round deviation, gradient variance."""
    seeds, cap = ([0, 1, 2, 3, 4], None) if full else ([0, 1, 2], 500)
    solvers = {"FedAvg": fedopt.FedAvg(0.01, 20, 10)}
    for mu in (0.0, 1.0):
        solvers[f"FedProx mu={mu:.0f}"] = fedopt.FedProx(mu, 0.01, 20, 10)
    runs = [(name, 0.0, solver) for name in SETS for solver in solvers if solver != "FedAvg"]
    runs += [("(1, 1)", share, solver) for share in (0.5, 0.9) for solver in solvers]
    rows = {}
    for name, share, solver in runs:
        alpha, beta, iid = SETS[name]
        key = f"{name}, {100 * share:.0f} % late, {solver}"
        rows[key] = []
        for seed in seeds:
            rng = np.random.default_rng(seed)
            clients = synthetic(alpha, beta, 30, rng=rng, cap=cap, iid=iid)
            arguments = (solvers[solver], Softmax(), clients)
            options = {"select": fedopt.uniform(30, 10), "stragglers": share}
            first = fedopt.simulate(*arguments, 180, rng=rng, every=180, **options)
            metrics = fedopt.simulate(*arguments, 20, resume=first, **options).metrics
            last = {k: metrics[k][-20:] for k in ("loss", "device_loss", "gradient_variance")}
            rows[key].append(
                {
                    "loss": last["loss"].mean(),
                    "device_mean_loss": last["device_loss"].mean(),
                    "round_to_round": np.diff(last["loss"]).std(),
                    "gradient_variance": last["gradient_variance"].mean(),
                }
            )
    return {"seeds": seeds, "cap": cap, "rounds": 200, "table": table(rows)}


# ------------------------------------------------------------ q-FFL


def qffl(full):
    """Test accuracies over the devices in per cent: average, worst and best tenth, variance."""
    splits = [0, 1, 2, 3, 4] if full else [0, 1]
    rounds = {0.0: 5_000, 1.0: 20_000 if full else 10_000}
    steps_afl = 5_000 if full else 1_000
    clients = synthetic(1, 1, 100, rng=np.random.default_rng(0), sizes="qffl")
    rows = {}
    for name in [f"q={q:g}, {rounds[q]} rounds" for q in rounds] + [f"AFL, {steps_afl} rounds"]:
        rows[name] = []
    for seed in splits:
        train, _, test = split(clients, (0.8, 0.1, 0.1), rng=np.random.default_rng(seed))
        sizes = [len(y) for _, y in train]
        for (q, steps), name in zip(rounds.items(), rows, strict=False):
            algorithm = fedopt.QFedAvg(q, lr=0.1, epochs=1, batch=10)
            rows[name].append(_fair(algorithm, train, test, steps, fedopt.by_size(sizes, 10)))
        everybody = fedopt.uniform(100, 100)
        algorithm = fedopt.AFL(lr=0.1, lr_mixture=0.1)
        rows[f"AFL, {steps_afl} rounds"].append(_fair(algorithm, train, test, steps_afl, everybody))
    return {"data_seed": 0, "split_seeds": splits, "run_seed": 7, "table": table(rows)}


def _fair(algorithm, train, test, rounds, select):
    metrics = fedopt.simulate(
        algorithm,
        Softmax(),
        train,
        rounds,
        select=select,
        rng=np.random.default_rng(7),
        every=rounds,
        test=test,
    ).metrics
    fair = fedopt.fairness(100 * metrics["device_accuracy"][-1])
    return {
        "average": 100 * metrics["accuracy"][-1],
        "worst10": fair.worst10,
        "best10": fair.best10,
        "variance": fair.variance,
        "largest_device_loss": metrics["device_loss"][-1].max(),
    }


# ------------------------------------------------------------ Ditto: lambda*

POINT = {"K": 8, "n": 30, "sigma": 0.8, "tau": 0.1}
MALICIOUS = [(0, None), (1, 1.0), (2, 1.0), (4, 1.0)]


def lambda_star(full):
    """Closed forms, and the mean squared error of Ditto run on drawn data."""
    repeats, rows = (2000 if full else 250), []
    for K_a, tau_a in MALICIOUS:
        star = fedopt.ditto_lambda_star(**POINT, K_a=K_a, tau_a=tau_a)
        row = {"K_a": K_a, "tau_a": tau_a, "lambda_star": star}
        for name, lam in {"0": 0.0, "star": star, "3 star": 3 * star, "inf": math.inf}.items():
            row[f"risk at {name}"] = fedopt.ditto_risk(lam, **POINT, K_a=K_a, tau_a=tau_a)
        errors = [_point_errors(star, K_a, tau_a, seed) for seed in range(repeats)]
        row["run at star"] = float(np.mean(errors))
        row["standard error"] = float(np.std(np.mean(errors, axis=1)) / math.sqrt(repeats))
        rows.append({k: float(f"{v:.5g}") if isinstance(v, float) else v for k, v in row.items()})
    return {"setting": POINT, "seeds": f"0 to {repeats - 1}", "table": rows}


def _point_errors(lam, K_a, tau_a, seed):
    """Squared errors of the benign devices' personal models after a converged run of Ditto."""
    rng, K, n = np.random.default_rng(seed), POINT["K"], POINT["n"]
    deviation = np.r_[np.full(K - K_a, POINT["tau"]), np.full(K_a, tau_a or 0.0)]
    means = deviation * rng.standard_normal(K)
    clients = [(np.ones((n, 1)), rng.normal(mean, POINT["sigma"], n)) for mean in means]
    # F = (v − ŵ)² has no factor 1/2: its pull for the λ of the theory is 2λ.
    run = fedopt.simulate(
        fedopt.Ditto(2 * lam, lr=0.4, personal_lr=0.5 / (1 + lam), personal_epochs=1),
        Squared(),
        clients,
        25,
        select=fedopt.uniform(K, K),
        rng=rng,
        every=25,
    )
    return (run.personal[: K - K_a, 0] - means[: K - K_a]) ** 2


# ------------------------------------------------------------ Ditto: robustness

METHODS = {
    "local (lambda 0)": (fedopt.Ditto(0.0, 0.1, 1, 10), "mean"),
    "global": (fedopt.FedAvg(0.1, 1, 10), "simple"),
    "global, median": (fedopt.FedAvg(0.1, 1, 10), "median"),
    "global, Krum": (fedopt.FedAvg(0.1, 1, 10), "krum"),
    "global, k-norm": (fedopt.FedAvg(0.1, 1, 10), "knorm"),
    "global, clipping": (fedopt.FedAvg(0.1, 1, 10), "clip"),
    "Ditto lambda .1": (fedopt.Ditto(0.1, 0.1, 1, 10), "simple"),
    "Ditto lambda 1": (fedopt.Ditto(1.0, 0.1, 1, 10), "simple"),
    "Ditto lambda 1, clipping": (fedopt.Ditto(1.0, 0.1, 1, 10), "clip"),
}
ATTACKS = {
    "A1": fedopt.LabelPoisoning,
    "A2": lambda bad: fedopt.RandomUpdate(bad, std=0.3),
    "A3": fedopt.ScaledUpdate,
}
SHARES = [0.2, 0.5]


def robust(full):
    """Mean and variance of the benign devices' test accuracies in per cent."""
    seeds, n, rounds = (list(range(5)) if full else [0, 1, 2]), 40, 150
    rows = {}
    settings = [("none", 0.0), *((attack, share) for attack in ATTACKS for share in SHARES)]
    for attack, share in settings:
        for method, (algorithm, aggregate) in METHODS.items():
            key = f"{attack}, {100 * share:.0f} % malicious, {method}"
            rows[key] = []
            for seed in seeds:
                rng = np.random.default_rng(seed)
                train, test = split(digits(n, 5, rng=rng), (0.6, 0.4), rng=rng)
                bad = rng.choice(n, round(share * n), replace=False)
                metrics = fedopt.simulate(
                    algorithm,
                    Softmax(),
                    train,
                    rounds,
                    select=fedopt.uniform(n, 20),
                    rng=rng,
                    aggregate=aggregate,
                    attack=ATTACKS[attack](bad.tolist()) if share else None,
                    every=rounds,
                    test=test,
                ).metrics
                rows[key].append(
                    {
                        "accuracy": 100 * metrics["device_mean"][-1],
                        "variance": 1e4 * metrics["variance"][-1],
                    }
                )
    return {"seeds": seeds, "clients": n, "per_round": 20, "rounds": rounds, "table": table(rows)}


PARTS = {"fedprox": fedprox, "qffl": qffl, "lambda": lambda_star, "robust": robust}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="all if not given")
    parser.add_argument("--full", action="store_true", help="the papers' sizes: many minutes")
    options = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"PART must be one of {', '.join(PARTS)}, got {', '.join(unknown)}")
    for name in options.parts or PARTS:
        start = time.perf_counter()
        result = {"full": options.full, **PARTS[name](options.full)}
        path = RESULTS / f"reproduce_fedopt_{name}.json"
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {time.perf_counter() - start:.0f} s, {path.name}")


if __name__ == "__main__":
    main()
