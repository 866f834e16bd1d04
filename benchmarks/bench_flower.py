"""Rounds per second of `fedopt.simulate` against the same rounds in Flower's simulation engine.

Needs the extra `flower`; run it from the root on a machine that does nothing else, or Ray does not
start: OMP_NUM_THREADS=1 python benchmarks/bench_flower.py [--quick]

Synthetic(1, 1), softmax regression, all clients active, E = 1, B = 10, FedAvg. `flcourse.flower`
runs the same local updates on the same batches, so that the engines are compared, not the training;
weights must agree to 1e-6. Wall seconds, as Flower works in several processes; its first round, in
which the engine starts, is left out. For scale, the same messages handled in one process.
"""

from __future__ import annotations

import argparse
import functools
import json
import logging
import os
import sys
import time
from pathlib import Path

os.environ["FLWR_TELEMETRY_ENABLED"] = "0"  # before flwr is imported

import flwr
import numpy as np

from flcourse import fedopt, flower
from flcourse.data import synthetic
from flcourse.losses import Softmax

ROOT = Path(__file__).parent.parent
FEDAVG = fedopt.FedAvg(lr=0.01, epochs=1, batch=10)


@functools.cache
def clients(n):
    return synthetic(1, 1, n, rng=np.random.default_rng(0), sizes="qffl")


class Timed(flower.Rounds):
    """Rounds that note when they end; nobody is asked for losses."""

    def aggregate_train(self, server_round, replies):
        result = super().aggregate_train(server_round, replies)
        self.stamps = [*getattr(self, "stamps", []), time.perf_counter()]
        return result

    def configure_evaluate(self, server_round, arrays, config, grid):
        return []


def theirs(n, rounds, engine):
    """Seconds per round and weights."""
    run = Timed(
        FEDAVG, Softmax(), clients=n, select=fedopt.uniform(n, n), rng=np.random.default_rng(3)
    )
    load = functools.partial(load_of, n)
    if engine:
        flower.run_engine([run], load, rounds)
    else:
        run.run(flower.InProcess(flower.client_app(load), n), rounds)
    return (run.stamps[-1] - run.stamps[0]) / (rounds - 1), run.w


def load_of(n, partition):
    import bench_flower  # by name, so that each process makes the data once

    return bench_flower.clients(n)[partition]


def ours(n, rounds):
    data, started = clients(n), time.perf_counter()
    run = fedopt.simulate(
        FEDAVG, Softmax(), data, rounds,
        select=fedopt.uniform(n, n), rng=np.random.default_rng(3), every=rounds,
    )  # fmt: skip
    return (time.perf_counter() - started) / rounds, run.w


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the small case, no file")
    options = parser.parse_args()
    logging.getLogger("flwr").setLevel(logging.ERROR)
    sys.path.insert(0, str(ROOT / "benchmarks"))  # the engine hands it on to its workers
    rows = []
    for n, rounds, repeats in [(100, 4, 40), (1000, 3, 10)][: 1 if options.quick else None]:
        slow, w = theirs(n, rounds, engine=True)
        alone, _ = theirs(n, rounds, engine=False)
        difference = float(np.abs(w - ours(n, rounds)[1]).max())
        if difference > 1e-6:
            raise SystemExit(f"weights differ by {difference}")
        fast, _ = ours(n, repeats)
        row = {"clients": n, "flower": flwr.__version__, "difference": difference}
        row |= {"flower_rounds_per_s": 1 / slow, "ours_rounds_per_s": 1 / fast}
        row |= {"in_process_rounds_per_s": 1 / alone, "load": os.getloadavg()[0]}
        rows.append(row | {"goal": 50, "ratio": slow / fast})
        print(rows[-1], flush=True)
    if not options.quick:
        place = ROOT / "benchmarks" / "results" / "bench_flower.json"
        place.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
