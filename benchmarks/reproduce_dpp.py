"""When does a k-DPP lower the variance of the update? Exact numbers for three kinds of kernel.

Run it from the root: python benchmarks/reproduce_dpp.py [part ...] [--check]. The parts are
``enumeration`` and ``kernels``. Each writes benchmarks/results/dpp_<part>.json; draws come from
default_rng(SEED).

``enumeration``: n = 8, k = 3, all 56 subsets by determinants, beside the package's numbers.
``kernels``: n = 40 clients in 4 clusters with their own mean gradients, k = 4. A matched kernel
calls clients of one cluster alike, an unmatched one compares random features, an adversarial one
calls clients of different clusters alike. Besides the exact variance over uniform sampling's, the
share of pairs for which the note's condition C_ij g_i·g_j < 0 holds: it does not tell them apart.
"""

from __future__ import annotations

import itertools

import numpy as np
from recorded import digits, main

from flcourse import dpp

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
    """Variance relative to uniform sampling, median and range over gradient sets."""
    rng = np.random.default_rng(SEED)
    n, k, cluster = 40, 4, np.repeat(np.arange(4), 10)
    same = (cluster[:, np.newaxis] == cluster).astype(float)
    features = rng.standard_normal((n, 6))
    across = np.kron(np.ones((4, 4)), np.eye(10))  # each client's likes sit in the other clusters
    designs = {
        "matched": same + 0.1 * np.eye(n),
        "unmatched": features @ features.T + 0.1 * np.eye(n),
        "adversarial": across + 0.1 * np.eye(n),
    }
    covs = {name: dpp.covariance(dpp.KDPP(S, k)) for name, S in designs.items()}
    uniform = dpp.uniform_covariance(n, k)
    ratio, condition = ({name: [] for name in designs} for _ in range(2))
    other = ~np.eye(n, dtype=bool)
    for _ in range(GRADIENT_SETS):
        # Descent directions share a trend, clusters differ, clients differ a little.
        G = 2.0 + rng.standard_normal((4, 20))[cluster] + 0.5 * rng.standard_normal((n, 20))
        base = dpp.update_variance(uniform, G, k)
        products = (G @ G.T)[other]
        for name, cov in covs.items():
            ratio[name].append(dpp.update_variance(cov, G, k) / base)
            condition[name].append(np.mean(cov[other] * products < 0))
    rows = [
        {
            "kernel": name,
            "variance_over_uniform": digits(np.median(ratio[name])),
            "range": digits([min(ratio[name]), max(ratio[name])]),
            "worse_than_uniform": int(np.sum(np.array(ratio[name]) > 1)),
            "share_of_pairs_with_negative_product": digits(np.mean(condition[name])),
        }
        for name in designs
    ]
    record = {
        "data": f"{GRADIENT_SETS} sets of random updates of {n} clients in 4 groups",
        "seeds": f"{SEED}, for kernels and updates",
        "spread": f"median and range over the {GRADIENT_SETS} sets of updates",
        "stop": "none: variances are exact",
        "reached": "no target",
        "fair": "the three kernels and uniform sampling draw k = 4 for the same updates",
    }
    setting = {"n": n, "k": k, "clusters": 4, "gradient_sets": GRADIENT_SETS}
    return {"record": record, **setting, "rows": rows}


PARTS = {"enumeration": enumeration, "kernels": kernels}

if __name__ == "__main__":
    main(__file__, PARTS)
