"""GTVMin against numpy.linalg.inv, scipy's solvers, PyAMG and CHOLMOD, residual 1e-8.

Run it from the root with one thread: OMP_NUM_THREADS=1 python benchmarks/bench_gtvmin.py [--quick]
[--only inv sparse million stiff path]. Parts that are run replace their rows in the result file.

Our time is that of the whole call: checks of the input, local statistics, solution, loss, total
variation. A peer gets its matrix ready-made and is timed for the solution alone, except where its
row says otherwise. Both must reach the residual before they are timed. Times are CPU seconds of
one thread, the best of several turns, so that a busy machine disturbs them little. CHOLMOD comes
with scikit-sparse (benchmarks/requirements.txt); its row is left out where that is missing.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pyamg
import scipy
from scipy import sparse
from scipy.sparse import linalg
from scipy.sparse.csgraph import reverse_cuthill_mckee

from flcourse import graph, gtvmin
from flcourse.engine.gtvmin_problem import block_diagonal, blockwise, checked

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "bench_gtvmin.json"
TOL = 1e-8
NOTE = (
    "sparse, d = 10: Gauss-Seidel sweeps over renumbered nodes made this row 16.5 "
    "times the fastest way with PyAMG that we know (goal 15); no chapter needs so many nodes with "
    "so many parameters, and the sweeps are gone. inv, n = 200, d = 1: a banded factorisation "
    "reached 5.3 (goal 5); now Q is factorised dense. path: each alpha is solved by itself; "
    "guesses from the solutions before reached 540 for d = 10, and for d = 1 12.5 and 3.2 times "
    "cold conjugate gradients. million: without CHOLMOD in the run stored here; in the one before "
    "it took 7.0 times as long as we do (goal 4)."
)


def problem(n, d, rng):
    """Neighbour graph of n random points in the plane; d = 0 stands for the constant feature."""
    A = graph.knn_graph(rng.random((n, 2)), 5)
    sizes = np.full(n, 4 if d == 0 else 2 * d)
    X = None if d == 0 else rng.normal(size=(sizes.sum(), d))
    return A, X, rng.normal(size=sizes.sum()) - 11, sizes


def grid(side):
    line = sparse.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1])
    one = sparse.eye_array(side)
    return (sparse.kron(line, one) + sparse.kron(one, line)).tocsr()


def timed(call):
    start = time.process_time()
    answer = call()
    return time.process_time() - start, answer


def seconds(call):
    return timed(call)[0]


def turns(calls, repeats):
    """Best time of each call, taking turns."""
    return [
        min(column)
        for column in zip(*([seconds(c) for c in calls] for _ in range(repeats)), strict=True)
    ]


def peak(call):
    """Largest memory allocated during the call, in MB."""
    tracemalloc.start()
    call()
    largest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return largest / 1e6


def check(Q, q, W, tol=TOL):
    """A solution that is not one must not be timed."""
    residual = np.linalg.norm(Q @ np.ravel(W) + q / 2) / np.linalg.norm(q / 2)
    if not residual <= 2 * tol:
        raise SystemExit(f"residual {residual:.1e}")


def block_jacobi_cg(Q, q, d):
    """scipy's cg with the inverse diagonal blocks, written down as one would by hand."""
    blocks = sparse.bsr_array(Q, blocksize=(d, d))
    rows = np.repeat(np.arange(len(blocks.indptr) - 1), np.diff(blocks.indptr))
    inverse = np.linalg.inv(blocks.data[rows == blocks.indices])
    n = len(inverse)
    M = sparse.bsr_array((inverse, np.arange(n), np.arange(n + 1)), shape=Q.shape)
    w, failed = linalg.cg(Q, -q / 2, rtol=TOL, M=M, maxiter=20_000)
    assert not failed
    return w


def floor(A, X, y, sizes, steps):
    """Statistics and the products of all steps in single precision: no more.

    No vectors, residuals or the part common to all nodes; the nodes are numbered for the memory.
    """
    order = reverse_cuthill_mckee(A, symmetric_mode=True)
    near, (n, d) = A[order][:, order].astype(np.float32), (len(sizes), X.shape[1])
    W = np.ones((n, d), dtype=np.float32)

    def work():
        blocks = blockwise(checked(A, X, y, 1.0, sizes).G.astype(np.float32))
        for _ in range(steps):
            blocks(W)
            near @ W

    return work


def assembled(A, X, y, sizes):
    """Q as the engine's blocks make it: sooner than the lecture's loop over the nodes."""
    problem = checked(A, X, y, 1.0, sizes)
    L = sparse.diags_array(problem.degree) - problem.A
    return block_diagonal(problem.G) + sparse.kron(L, sparse.eye_array(problem.shape[1]))


def other_ways(M, b, width):
    """Other ways to solve an assembled system with PyAMG; the row's peer is the fastest we know."""
    blocks = sparse.bsr_matrix(M, blocksize=(width, width))
    return {
        "aggregation_alone": lambda: pyamg.smoothed_aggregation_solver(M).solve(b, tol=TOL),
        "classical": lambda: pyamg.ruge_stuben_solver(M).solve(b, tol=TOL, accel="cg"),
        "blocks": lambda: pyamg.smoothed_aggregation_solver(blocks).solve(b, tol=TOL, accel="cg"),
        "solve": lambda: pyamg.solve(M, b, tol=TOL, verb=False),
    }


def inverse_rows(quick):
    cases = [(200, 0, 5), (200, 10, 100), (2000, 0, 200), (10_000, 0, 3000)]
    for n, d, goal in cases[: 2 if quick else None]:
        A, X, y, sizes = problem(n, d, np.random.default_rng(n))
        Q, q = gtvmin.system(A, X, y, 1.0, sizes=sizes)
        dense = Q.toarray()

        def ours(A=A, X=X, y=y, sizes=sizes):
            return gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=TOL)

        def peer(dense=dense, q=q):
            return np.linalg.inv(dense) @ (-q / 2)

        check(Q, q, ours().W)
        if n < 10_000:
            check(Q, q, peer())
        fast = turns([ours], 100 if n < 10_000 else 10)[0]
        slow = turns([peer], {200: 20, 2000: 2}.get(n, 1) if d == 0 else 3)[0]
        row = {"n": n, "d": max(d, 1), "goal": goal, "ours_ms": 1e3 * fast, "inv_ms": 1e3 * slow}
        row |= {"ratio": slow / fast, "ours_mb": peak(ours), "inv_mb": 2 * dense.nbytes / 1e6}
        yield row


def sparse_rows(quick):
    n = 10_000 if quick else 100_000
    for d in (0, 3, 10):
        A, X, y, sizes = problem(n, d, np.random.default_rng(d))
        Q, q = gtvmin.system(A, X, y, 1.0, sizes=sizes)
        width = max(d, 1)

        def ours(A=A, X=X, y=y, sizes=sizes):
            return gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=TOL)

        def statistics(A=A, X=X, y=y, sizes=sizes):
            return assembled(A, X, y, sizes)

        def by_cg(Q=Q, q=q, width=width):
            return block_jacobi_cg(Q, q, width)

        check(Q, q, ours().W)
        check(Q, q, by_cg())
        fast, cg, assembly = turns([ours, by_cg, statistics], 5)
        row = {"n": n, "d": width, "ours_s": fast, "cg_s": cg, "assembly_s": assembly}
        row |= {
            "goal_cg": 1 / 1.1,
            "ratio_cg": cg / fast,
            "ratio_cg_assembled": (cg + assembly) / fast,
        }
        if d < 10:
            slow = seconds(lambda Q=Q, q=q: linalg.spsolve(Q.tocsc(), -q / 2))
            row |= {"goal": 5 if d == 0 else 10, "spsolve_s": slow, "ratio": slow / fast}
        else:
            M = sparse.csr_matrix(Q)

            def by_pyamg(M=M, q=q):
                solver = pyamg.smoothed_aggregation_solver(M)
                return solver.solve(-q / 2, tol=TOL, accel="cg")

            check(Q, q, by_pyamg())
            least = floor(A, X, y, sizes, ours().iterations)
            slow, bottom = turns([by_pyamg, least], 5)
            row |= {"goal": 15, "pyamg_s": slow, "ratio": slow / fast}
            row |= {"floor_s": bottom, "floor_ratio": slow / bottom}
            row["assembly_and_pyamg_ratio"] = (assembly + slow) / fast
            for name, way in other_ways(M, -q / 2, width).items():
                other, w = timed(way)
                check(Q, q, w)
                row |= {f"pyamg_{name}_s": other, f"ratio_{name}": other / fast}
        yield row


def million_row(quick):
    n = 100_000 if quick else 1_000_000
    A, X, y, sizes = problem(n, 0, np.random.default_rng(6))
    Q, q = gtvmin.system(A, X, y, 1.0, sizes=sizes)
    x = np.random.default_rng(7).normal(size=n)

    def ours():
        return gtvmin.solve(A, X, y, 1.0, sizes=sizes, tol=TOL)

    solution = ours()
    check(Q, q, solution.W)
    fast, product = turns([ours, lambda: A @ x], 5)
    row = {"n": n, "ours_s": fast, "iterations": solution.iterations, "matvec_ms": 1e3 * product}
    row |= {"goal_matvecs": 60, "matvecs": fast / product, "goal_mb": 300, "ours_mb": peak(ours)}
    try:
        from sksparse.cholmod import cholesky
    except ImportError:
        yield row
        return
    M = sparse.csc_matrix(Q)
    check(Q, q, cholesky(M)(-q / 2))
    slow = turns([lambda: cholesky(M)(-q / 2)], 2)[0]
    yield row | {"goal": 4, "cholmod_s": slow, "ratio": slow / fast}


def stiff_rows(quick):
    side = 300 if quick else 1000
    A, n = grid(side), side**2
    rng = np.random.default_rng(8)
    y, sizes = rng.normal(size=n) - 11, np.ones(n, dtype=int)
    for alpha in (1e-2, 1.0, 1e2, 1e4):
        Q, q = gtvmin.system(A, None, y, alpha, sizes=sizes)
        M = sparse.csr_matrix(Q)

        def ours(alpha=alpha):
            return gtvmin.solve(A, None, y, alpha, sizes=sizes, tol=TOL)

        def by_default(M=M, q=q):
            solver = pyamg.smoothed_aggregation_solver(M)
            return solver.solve(-q / 2, tol=TOL, accel="cg")

        def by_classical(M=M, q=q):
            return pyamg.ruge_stuben_solver(M).solve(-q / 2, tol=TOL, accel="cg")

        solution = ours()
        check(Q, q, solution.W)
        check(Q, q, by_default())
        check(Q, q, by_classical())
        fast, aggregation, classical = turns([ours, by_default, by_classical], 2)
        row = {"n": n, "alpha": alpha, "iterations": solution.iterations, "goal_iterations": 60}
        row |= {"ours_s": fast, "pyamg_aggregation_s": aggregation, "pyamg_classical_s": classical}
        row |= {"goal_share": 1.5, "share": fast / min(aggregation, classical)}
        if alpha == 1e4:
            slow = seconds(lambda Q=Q, q=q: block_jacobi_cg(Q, q, 1))
            row |= {"goal": 5, "cg_s": slow, "ratio": slow / fast}
        yield row


def path_rows(quick):
    alphas = np.logspace(-3, 2, 10 if quick else 50)
    for n, d in [(200, 10), (10_000, 0)]:
        A, X, y, sizes = problem(n, d, np.random.default_rng(9))

        def ours(A=A, X=X, y=y, sizes=sizes):
            return gtvmin.path(A, X, y, alphas, sizes=sizes, tol=TOL)

        systems = [gtvmin.system(A, X, y, alpha, sizes=sizes) for alpha in alphas]
        for (Q, q), solution in zip(systems, ours(), strict=True):
            check(Q, q, solution.W)
        row = {"n": n, "d": max(d, 1), "alphas": len(alphas), "ours_s": turns([ours], 5)[0]}
        if d:
            dense = [Q.toarray() for Q, _ in systems[:3]]
            one = turns([lambda: [np.linalg.inv(Q) for Q in dense]], 2)[0] / 3  # noqa: B023
            row |= {"goal": 200, "inv_s": one * len(alphas)}
            row["ratio"] = row["inv_s"] / row["ours_s"]
        else:
            row["cold_cg_s"] = turns([lambda: [block_jacobi_cg(Q, q, 1) for Q, q in systems]], 2)[0]  # noqa: B023
            row["spsolve_s"] = seconds(
                lambda: [linalg.spsolve(Q.tocsc(), -q / 2) for Q, q in systems]  # noqa: B023
            )
            row |= {"goal_cg": 2.5, "ratio_cg": row["cold_cg_s"] / row["ours_s"]}
            row |= {"goal": 8, "ratio": row["spsolve_s"] / row["ours_s"]}
        yield row


PARTS = {
    "inv": inverse_rows,
    "sparse": sparse_rows,
    "million": million_row,
    "stiff": stiff_rows,
    "path": path_rows,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small cases, no file")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    options = parser.parse_args()
    result = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    for part in options.only:
        result[part] = []
        for row in PARTS[part](options.quick):
            rounded = {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in row.items()}
            result[part].append(rounded)
            print(part, *(f"{name}={value}" for name, value in rounded.items()), flush=True)
    versions = {"numpy": np.__version__, "scipy": scipy.__version__, "pyamg": pyamg.__version__}
    result["note"] = NOTE
    result["versions"] = {"python": platform.python_version()} | versions
    if not options.quick:
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
