"""GTVMin on a graph in p parts, in processes of their own: only boundary rows cross.

Run it from the root: OMP_NUM_THREADS=1 python benchmarks/bench_partition.py [--quick] [--figure]
[--only equal size boundary alpha]. A part that is run replaces its rows in the result file, and the
figure is drawn from that file alone (--figure only draws it).

Rows of W are shared out among p parts. A part knows the edges and the data of its own nodes. In a
round every part solves its own block of Q w = -q/2 exactly, with the rows of other parts' nodes
that it has an edge to as they were told last (block Jacobi; Saad, 2003, Iterative Methods for
Sparse Linear Systems, section 4.1.1), and tells its own rows that others have an edge to. The
engine is Dask: a part stays on its worker, a round is one task there; the client passes the rows on
(those of this round and of the last, which give the residual) and adds up the squared residuals.
It stops at ||Qw + q/2|| <= 1e-8 ||q/2||, as flcourse.gtvmin.solve does.

Every row of the result compares all of W with flcourse.gtvmin.solve in one process. Processor
seconds are those of both workers (four parts are two on each), after their factorisation; wall time
depends on what else the machine does: its load is recorded.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import psutil
from distributed import Client, LocalCluster
from scipy import sparse
from scipy.sparse.linalg import splu

from flcourse import graph, gtvmin

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "bench_partition.json"
PICTURE = RESULT.with_suffix(".png")
TOL, MOST_ROUNDS = 1e-8, 400


class Part:
    """Nodes of one part: their block of Q, factorised, and the edges that leave it."""

    def __init__(self, A_own, A_cut, tells, y, sizes, alpha):
        Q, q = gtvmin.system(A_own, None, y, alpha, sizes=sizes)
        leaving = sparse.diags_array(A_cut.sum(axis=1))
        self.solve = splu((Q + alpha * leaving).tocsc()).solve
        self.b, self.A_cut, self.alpha, self.tells = -q / 2, A_cut, alpha, tells


def norm(part):
    """Squared norm of the part's own q/2."""
    return float(part.b @ part.b)


def rows(part, heard):
    """Rows of W that solve the part's own equations, given the rows of others."""
    return part.solve(part.b + part.alpha * (part.A_cut @ heard))


def step(part, before, heard):
    """Squared residual of the part's rows that knew ``before``, and the new rows to tell."""
    residual = part.alpha * (part.A_cut @ (before - heard))
    return float(residual @ residual), rows(part, heard)[part.tells]


def shares(A, owner, y, sizes, alpha, p):
    """What each part is made from, and for each part where the rows come from that it hears."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    nodes = [np.flatnonzero(owner == part) for part in range(p)]
    hears, own = [], []
    for mine in nodes:
        rows = A[mine]
        others = np.unique(rows.indices[owner[rows.indices] != owner[mine[0]]])
        own.append((rows[:, mine], rows[:, others]))
        hears.append(others)
    known = np.unique(np.concatenate(hears))  # every row that anybody hears
    tells = [np.flatnonzero(np.isin(mine, known)) for mine in nodes]
    made = []
    for mine, (inside, cut), told in zip(nodes, own, tells, strict=True):
        labels = np.concatenate([y[starts[i] : starts[i + 1]] for i in mine])
        made.append((inside, cut, told, labels, sizes[mine], alpha))
    return nodes, hears, tells, made


def solve(client, A, owner, y, sizes, alpha, p):
    """Solve in p parts; return W and what it took."""
    nodes, hears, tells, made = shares(A, owner, y, sizes, alpha, p)
    workers = sorted(client.scheduler_info(n_workers=-1)["workers"])
    pids = list(client.run(os.getpid).values())

    def at_home(call, *arguments):
        """Call a function for every part, where the part is."""
        return [
            client.submit(call, *given, workers=[workers[i % len(workers)]], pure=False)
            for i, given in enumerate(zip(*arguments, strict=True))
        ]

    started = time.monotonic()
    parts = at_home(Part, *zip(*made, strict=True))
    goal = TOL * np.sqrt(sum(client.gather(at_home(norm, parts))))
    setup = time.monotonic() - started
    W = np.zeros(A.shape[0])  # before the end only boundary rows of it are ever filled in
    before, started, rounds = processor_seconds(pids), time.monotonic(), 0
    heard = [W[others] for others in hears]
    residual = np.inf
    while residual > goal and rounds < MOST_ROUNDS:
        last, heard = heard, [W[others] for others in hears]
        squares, told = zip(*client.gather(at_home(step, parts, last, heard)), strict=True)
        # in the first round nobody has solved anything yet
        residual, rounds = float(np.sqrt(sum(squares))) if rounds else np.inf, rounds + 1
        for mine, told_by, some in zip(nodes, tells, told, strict=True):
            W[mine[told_by]] = some
    wall, cpu = time.monotonic() - started, processor_seconds(pids) - before
    for mine, own in zip(nodes, client.gather(at_home(rows, parts, last)), strict=True):
        W[mine] = own
    crossing = sum(others.size for others in hears)
    took = {"rounds": rounds, "converged": residual <= goal, "boundary_rows": crossing}
    took |= {"share": sum(told_by.size for told_by in tells) / A.shape[0]}
    took |= {"kb_a_round": 8 * (2 * crossing + sum(told_by.size for told_by in tells)) / 1e3}
    took |= {"setup_wall_s": setup, "wall_s": wall, "cpu_s": cpu, "ms_a_round": 1e3 * wall / rounds}
    return W, took


def processor_seconds(pids):
    times = [psutil.Process(pid).cpu_times() for pid in pids]
    return sum(used.user + used.system for used in times)


def problem(n, rng):
    """Neighbour graph of n random points in a square, four labels at each node."""
    points = rng.random((n, 2))
    sizes = np.full(n, 4)
    return points, graph.knn_graph(points, 5), rng.normal(size=4 * n) + 3, sizes


def strips(points, p):
    """Equally many points from left to right for each part: a short boundary."""
    order = np.argsort(points[:, 0])
    owner = np.empty(len(points), dtype=int)
    owner[order] = np.arange(len(points)) * p // len(points)
    return owner


def compared(client, n, p, alpha, rng, scattered=0.0):
    """Solve one instance both ways."""
    points, A, y, sizes = problem(n, rng)
    owner = strips(points, p)
    some = rng.random(n) < scattered  # nodes that are with anybody
    owner[some] = rng.integers(p, size=int(some.sum()))
    load = os.getloadavg()[0]
    W, took = solve(client, A, owner, y, sizes, alpha, p)
    before, started = time.process_time(), time.monotonic()
    alone = gtvmin.solve(A, None, y, alpha, tol=TOL, sizes=sizes)
    took |= {"alone_wall_s": time.monotonic() - started}
    took |= {"alone_cpu_s": time.process_time() - before, "load": load}
    difference = float(np.abs(W - alone.W[:, 0]).max() / np.abs(alone.W).max())
    if took["converged"] and difference > 1e-6:
        raise SystemExit(f"the two solutions differ by {difference:.1e}")
    return {"n": n, "p": p, "alpha": alpha, "scattered": scattered, **took,
            "difference": difference}  # fmt: skip


def cases(part, quick):
    """Arguments of each row: n, p, alpha, scattered."""
    if part == "equal":
        return [(2_000, p, 1.0, 0.0) for p in (1, 2, 4)]
    if part == "size":
        sizes = [3_000, 10_000] if quick else [3_000, 10_000, 30_000, 100_000]
        return [(n, p, 1.0, 0.0) for n in sizes for p in (2, 4)]
    if part == "boundary":
        return [(3_000 if quick else 20_000, 2, 1.0, s) for s in (0.0, 0.01, 0.03, 0.1, 0.3, 1.0)]
    return [(3_000 if quick else 10_000, 2, alpha, 0.0) for alpha in (0.1, 1.0, 10.0, 100.0)]


PARTS = ("equal", "size", "boundary", "alpha")


def figure():
    import matplotlib.pyplot as plt

    from flcourse import plots

    known = json.loads(RESULT.read_text("utf-8"))
    with plt.rc_context(plots.STYLE):
        fig, (left, middle, right) = plt.subplots(1, 3, figsize=(12.0, 3.4))
        for p in (2, 4):
            rows = [row for row in known["size"] if row["p"] == p]
            left.loglog([r["n"] for r in rows], [r["cpu_s"] for r in rows], label=f"{p} parts")
        left.loglog([r["n"] for r in rows], [r["alone_cpu_s"] for r in rows], label="one process")
        left.set(xlabel="nodes n", ylabel="processor seconds")
        left.legend()
        rows = known["boundary"]
        middle.plot([100 * r["share"] for r in rows], [r["rounds"] for r in rows])
        middle.set(xlabel="rows that cross, per cent", ylabel="rounds")
        middle.set_ylim(bottom=0)
        rows = [row for row in known["alpha"] if row["converged"]]
        right.loglog([r["alpha"] for r in rows], [r["rounds"] for r in rows])
        right.set(xlabel="alpha", ylabel="rounds")
        fig.savefig(PICTURE, dpi=150)
    print(f"drawn: {PICTURE.relative_to(ROOT)}")


def rounded(row):
    return {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in row.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small cases, no file")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--figure", action="store_true", help="only draw the figure")
    options = parser.parse_args()
    if options.figure:
        return figure()
    known = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    local = {"threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with LocalCluster(n_workers=2, memory_limit=0, **local) as cluster, Client(cluster) as client:
        for part in options.only:
            rng = np.random.default_rng(8)
            known[part] = []
            for n, p, alpha, scattered in cases(part, options.quick):
                known[part].append(rounded(compared(client, n, p, alpha, rng, scattered)))
                print(part, *(f"{k}={v}" for k, v in known[part][-1].items()), flush=True)
            if not options.quick:
                RESULT.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    if not options.quick and set(PARTS) <= set(known):
        figure()
    return None


if __name__ == "__main__":
    main()
