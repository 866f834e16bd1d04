"""A round of FedAvg against a NumPy loop over clients and PyTorch written as PFLlib does.

Run it from the root with one thread: OMP_NUM_THREADS=1 python benchmarks/bench_fedopt.py [--quick]

Synthetic(1, 1), softmax regression, all clients active, E = 1, B = 10; sizes as in the q-FFL paper.
PyTorch (benchmarks/requirements.txt) is left out where it is not installed. Each competitor must
produce our weights before it is timed: the loop to 1e-12 with the same batches; PyTorch, which is
in single precision and shuffles for itself, to 1e-4 with one batch per client. Ours is a round of
`simulate` with selection, shuffling and averaging, without the set-up and the metrics, which the
others do not have. Competitors take turns in one process; processor seconds are compared, as the
machine may be shared, of the best rounds (and, for the loop, of the median rounds).
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path

import numpy as np

from flcourse import fedopt
from flcourse.data import synthetic
from flcourse.losses import Softmax

try:
    import torch
except ImportError:
    torch = None

ROOT = Path(__file__).parent.parent
LR, BATCH = 0.01, 10
# (clients, rounds of ours per timing, least ratio to the loop, least ratio to PyTorch)
GOALS = [(100, 40, 5.0, 150.0), (1000, 10, 5.0, 150.0)]


class Stopwatch:
    """Selects all clients and notes when: from one call to the next is one round."""

    def __init__(self, n):
        self.everybody, self.stamps = fedopt.uniform(n, n), []

    def __call__(self, t, rng):
        self.stamps.append(time.process_time())
        return self.everybody(t, rng)


def ours(clients, rounds, rng, batch=BATCH):
    """Weights after the rounds, and the seconds of all rounds but the last."""
    watch = Stopwatch(len(clients))
    run = fedopt.simulate(
        fedopt.FedAvg(lr=LR, batch=batch),
        Softmax(),
        clients,
        rounds,
        select=watch,
        rng=rng,
        every=rounds,
    )
    return run.w, np.diff(watch.stamps).tolist()


class NumPyLoop:
    """What one writes first: a loop over clients and their batches."""

    def __init__(self, clients):
        self.clients = clients
        self.sizes = np.array([len(y) for _, y in clients])

    def round(self, M, rng):
        locals_ = [self.train(M.copy(), X, y, rng) for X, y in self.clients]
        return np.tensordot(self.sizes / self.sizes.sum(), locals_, axes=1)

    def train(self, M, X, y, rng):
        W, c = M[:-1], M[-1]
        order = rng.permutation(len(y))
        for start in range(0, len(y), BATCH):
            rows = order[start : start + BATCH]
            x = X[rows]
            Z = x @ W + c
            P = np.exp(Z - Z.max(axis=1, keepdims=True))
            P /= P.sum(axis=1, keepdims=True)
            P[np.arange(len(rows)), y[rows]] -= 1
            P /= len(rows)
            W -= LR * (x.T @ P)
            c -= LR * P.sum(axis=0)
        return M


class TorchClients:
    """One module, optimiser and DataLoader per client; the data are already tensors in memory."""

    def __init__(self, clients, batch):
        d, C = clients[0][0].shape[1], 10
        self.model = torch.nn.Linear(d, C)
        torch.nn.init.zeros_(self.model.weight)
        torch.nn.init.zeros_(self.model.bias)
        self.batch = batch
        self.sizes = [len(y) for _, y in clients]
        self.data = [
            [
                (torch.tensor(x, dtype=torch.float32), torch.tensor(t))
                for x, t in zip(X, y, strict=True)
            ]
            for X, y in clients
        ]
        self.models = [torch.nn.Linear(d, C) for _ in clients]
        self.optimisers = [torch.optim.SGD(m.parameters(), lr=LR) for m in self.models]
        self.loss = torch.nn.CrossEntropyLoss()

    def round(self):
        for model, data, optimiser in zip(self.models, self.data, self.optimisers, strict=True):
            for own, shared in zip(model.parameters(), self.model.parameters(), strict=True):
                own.data = shared.data.clone()
            batch = self.batch or len(data)
            for x, y in torch.utils.data.DataLoader(data, batch, shuffle=True):
                value = self.loss(model(x), y)
                optimiser.zero_grad()
                value.backward()
                optimiser.step()
        for shared in self.model.parameters():
            shared.data.zero_()
        for size, model in zip(self.sizes, self.models, strict=True):
            for shared, own in zip(self.model.parameters(), model.parameters(), strict=True):
                shared.data += own.data.clone() * (size / sum(self.sizes))

    def weights(self):
        W, b = (p.detach().numpy().astype(float) for p in self.model.parameters())
        return np.concatenate([W.T.ravel(), b])


def same_weights(clients):
    """Largest differences of the weights after two rounds: to the loop, and to PyTorch."""
    rng, d = np.random.default_rng(5), clients[0][0].shape[1]
    fast, _ = ours(clients, 2, rng)
    # simulate draws a stream for selection and one for the local work from its generator
    seeder = np.random.default_rng(5)
    seeder.integers(2**63, size=4)
    work = np.random.default_rng(seeder.integers(2**63, size=4))
    M = np.zeros((d + 1, 10))
    for _ in range(2):
        M = NumPyLoop(clients).round(M, work)
    to_loop = float(np.abs(fast - M.ravel()).max())
    assert to_loop < 1e-12, to_loop
    if torch is None:
        return to_loop, None
    peer = TorchClients(clients, None)
    peer.round()
    peer.round()
    fast, _ = ours(clients, 2, np.random.default_rng(5), None)
    to_torch = float(np.abs(fast - peer.weights()).max())
    assert to_torch < 1e-4, to_torch
    return to_loop, to_torch


def seconds(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def compare(n, rounds, repeats):
    clients = synthetic(1, 1, n, rng=np.random.default_rng(1), sizes="qffl")
    to_loop, to_torch = same_weights(clients)
    loop, M, rng = NumPyLoop(clients), np.zeros((61, 10)), np.random.default_rng(3)
    peer = None if torch is None else TorchClients(clients, BATCH)
    times = {"ours": [], "numpy_loop": [], "torch": []}
    for _ in range(repeats):
        times["ours"] += ours(clients, rounds, rng)[1]
        times["numpy_loop"] += [seconds(lambda: loop.round(M, rng)) for _ in range(4)]
        if peer is not None and len(times["torch"]) < 2:
            times["torch"].append(seconds(peer.round))
    best = {name: min(values) for name, values in times.items() if values}
    middle = {name: float(np.median(values)) for name, values in times.items() if values}
    return {
        "n": n,
        "samples": int(sum(loop.sizes)),
        "difference_to_loop": to_loop,
        "difference_to_torch": to_torch,
        "rounds_per_s": {name: 1 / value for name, value in best.items()},
        "ratio_to_loop": best["numpy_loop"] / best["ours"],
        "ratio_of_medians_to_loop": middle["numpy_loop"] / middle["ours"],
        "ratio_to_torch": best["torch"] / best["ours"] if "torch" in best else None,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, no file")
    quick = parser.parse_args().quick
    if torch is not None:
        torch.set_num_threads(1)
    rows = []
    for n, rounds, to_loop, to_torch in GOALS:
        row = {**compare(n, rounds, 2 if quick else 7), "goals": [to_loop, to_torch]}
        rows.append(row)
        speeds = ", ".join(f"{k} {v:.3g}" for k, v in row["rounds_per_s"].items())
        against = "not measured" if torch is None else f"{row['ratio_to_torch']:.0f}x"
        print(
            f"N={n}: rounds/s {speeds}; against the loop {row['ratio_to_loop']:.2f}x "
            f"(goal {to_loop:.0f}x), against PyTorch {against} (goal {to_torch:.0f}x)"
        )
    if not quick:
        versions = {"python": platform.python_version(), "numpy": np.__version__}
        versions["torch"] = None if torch is None else torch.__version__
        path = ROOT / "benchmarks" / "results" / "bench_fedopt.json"
        path.parent.mkdir(exist_ok=True)
        text = json.dumps({"versions": versions, "speed": rows}, indent=1)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
