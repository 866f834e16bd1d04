"""Graph construction against the lecture's double loop and networkx.

Run it from the root with one thread: OMP_NUM_THREADS=1 python benchmarks/bench_graph.py [--quick].
The loop visits every pair of points, as the lecture's notebook does; networkx starts from its own
graph object, made beforehand. Results must agree before anything is timed. Times are CPU seconds
of one thread, the best of several turns.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path

import networkx as nx
import numpy as np
import scipy

from flcourse import graph

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "bench_graph.json"


def seconds(call, repeats):
    best = np.inf
    for _ in range(repeats):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def by_loops(points, k):
    """Edges of the union graph, one distance at a time."""
    edges = set()
    for i, here in enumerate(points):
        distances = [(float(np.linalg.norm(here - there)), j) for j, there in enumerate(points)]
        for _, j in sorted(distances)[1 : k + 1]:
            edges.add((min(i, j), max(i, j)))
    return edges


def connected(n, k, rng):
    """Largest component of a neighbour graph."""
    A = graph.knn_graph(rng.random((n, 2)), k)
    labels = graph.components(A)
    keep = np.flatnonzero(labels == np.bincount(labels).argmax())
    return A[keep][:, keep]


def construction(n, rng):
    points = rng.random((n, 2))
    A = graph.knn_graph(points, 5)
    assert by_loops(points, 5) == {(i, j) for i, j in zip(*A.nonzero(), strict=True) if i < j}
    fast = seconds(lambda: graph.knn_graph(points, 5), 20)
    return fast, seconds(lambda: by_loops(points, 5), 1), 500


def laplacian(n, rng):
    A = graph.knn_graph(rng.random((n, 2)), 5)
    G = graph.to_networkx(A)
    assert abs(graph.laplacian(A) - nx.laplacian_matrix(G)).max() == 0
    fast = seconds(lambda: graph.laplacian(A), 10)
    return fast, seconds(lambda: nx.laplacian_matrix(G), 2), 100


def connectivity(n, rng):
    A = connected(n, 5, rng)
    G = graph.to_networkx(A)
    start = time.process_time()
    want = nx.algebraic_connectivity(G, seed=1)
    slow = time.process_time() - start
    got = graph.lambda_2(A)
    assert abs(got - want) <= 1e-4 * want, (got, want)  # networkx stops at 1e-8 of the norm of L
    return seconds(lambda: graph.lambda_2(A), 5), slow, 100


CASES = [
    ("knn_graph, lecture's loop", construction, 2000),
    ("laplacian, networkx", laplacian, 100_000),
    ("lambda_2, networkx", connectivity, 10_000),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small cases, no file")
    quick = parser.parse_args().quick
    rows = []
    for name, measure, n in CASES:
        n = n // 10 if quick else n
        fast, slow, goal = measure(n, np.random.default_rng(n))
        row = {"case": name, "n": n, "goal": goal, "ours_ms": 1e3 * fast, "peer_ms": 1e3 * slow}
        rows.append(row | {"ratio": slow / fast})
        print("{case}, n={n}: {ours_ms:.1f} ms against {peer_ms:.0f} ms".format(**row), end=", ")
        print(f"{slow / fast:.0f}x (goal {goal})", flush=True)
    versions = {"numpy": np.__version__, "scipy": scipy.__version__, "networkx": nx.__version__}
    if not quick:
        result = {"versions": {"python": platform.python_version()} | versions, "rows": rows}
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
