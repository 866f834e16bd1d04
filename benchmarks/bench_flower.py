"""Rounds per second of `fedopt.simulate` against Flower's simulation engine.

Flower has dependencies of its own: run it from the root in an environment with this package and
benchmarks/requirements-flower.txt, OMP_NUM_THREADS=1 python benchmarks/bench_flower.py [--quick]

Synthetic(1, 1), softmax regression, all clients active, E = 1, B = 10, FedAvg. Flower's clients
call the same local update as ours (`fedopt.local_sgd`), so that the engines are compared, not the
training. First both must give the same weights, to 1e-5 (Flower sends what it likes), with one
batch per client. Wall seconds, as Flower works in several processes; its first round, in which the
engine starts, is left out.
"""

from __future__ import annotations

import argparse
import functools
import json
import logging
import os
import time
from pathlib import Path

import flwr
import numpy as np
from flwr.client import ClientApp, NumPyClient
from flwr.common import ndarrays_to_parameters, parameters_to_ndarrays
from flwr.server import ServerApp, ServerAppComponents, ServerConfig
from flwr.server.strategy import FedAvg
from flwr.simulation import run_simulation

from flcourse import fedopt
from flcourse.data import synthetic
from flcourse.losses import Softmax

ROOT = Path(__file__).parent.parent
LR = 0.01


@functools.cache
def clients(n):
    return synthetic(1, 1, n, rng=np.random.default_rng(0), sizes="qffl")


class Client(NumPyClient):
    """A device that trains as ours do."""

    def __init__(self, n, number, batch):
        (self.X, self.y), self.batch = clients(n)[number], batch

    def fit(self, parameters, config):
        rng = np.random.default_rng(0)
        w = fedopt.local_sgd(
            Softmax(), parameters[0], self.X, self.y, lr=LR, epochs=1, batch=self.batch, rng=rng
        )
        return [w], len(self.y), {}


class Recorder(FedAvg):
    """FedAvg of Flower that keeps the weights and the time after each round."""

    def __init__(self, told, **options):
        super().__init__(**options)
        self.told = told

    def aggregate_fit(self, server_round, results, failures):
        parameters, metrics = super().aggregate_fit(server_round, results, failures)
        self.told.append((time.perf_counter(), parameters_to_ndarrays(parameters)[0]))
        return parameters, metrics


def flower(n, rounds, batch):
    """Times and weights after each round."""
    told = []
    start = np.zeros(61 * 10)

    def server(context):
        strategy = Recorder(
            told, fraction_fit=1.0, fraction_evaluate=0.0, min_available_clients=n,
            min_fit_clients=n, initial_parameters=ndarrays_to_parameters([start]),
        )  # fmt: skip
        return ServerAppComponents(strategy=strategy, config=ServerConfig(num_rounds=rounds))

    def client(context):
        import bench_flower  # by name, so that each process makes the data once

        return bench_flower.Client(n, int(context.node_config["partition-id"]), batch).to_client()

    run_simulation(
        server_app=ServerApp(server_fn=server), client_app=ClientApp(client_fn=client),
        num_supernodes=n, backend_config={"client_resources": {"num_cpus": 1, "num_gpus": 0.0}},
    )  # fmt: skip
    return told


def ours(n, rounds, batch):
    data = clients(n)
    return fedopt.simulate(
        fedopt.FedAvg(lr=LR, epochs=1, batch=batch), Softmax(), data, rounds,
        select=fedopt.uniform(n, n), rng=np.random.default_rng(0), every=rounds,
        start=np.zeros(61 * 10),
    ).w  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the small case, no file")
    options = parser.parse_args()
    logging.getLogger("flwr").setLevel(logging.ERROR)
    own = [str(ROOT / "benchmarks"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(own)  # for the processes of the engine
    rows = []
    for n, rounds in [(100, 3), (1000, 2)][: 1 if options.quick else None]:
        theirs = flower(n, 2, None)[-1][1]
        difference = float(np.abs(theirs - ours(n, 2, None)).max())
        if difference > 1e-5:
            raise SystemExit(f"weights differ by {difference}")
        stamps = [stamp for stamp, _ in flower(n, rounds, 10)]
        slow = (stamps[-1] - stamps[0]) / (len(stamps) - 1)
        repeats = 40 if n == 100 else 10
        started = time.perf_counter()
        ours(n, repeats, 10)
        fast = (time.perf_counter() - started) / repeats
        row = {"clients": n, "flower": flwr.__version__, "difference": difference}
        row |= {"flower_rounds_per_s": 1 / slow, "ours_rounds_per_s": 1 / fast}
        rows.append(row | {"goal": 50, "ratio": slow / fast})
        print(rows[-1], flush=True)
    if not options.quick:
        place = ROOT / "benchmarks" / "results" / "bench_flower.json"
        place.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
