"""The rates of FedKNN seen in data: slopes in K and n, the misprinted m*, and unknown neighbours.

Run it from the root: python benchmarks/reproduce_fedknn.py [part ...]. The parts are ``slopes``,
``local``, ``misprint`` and ``unknown``; all of them take under a minute. Each writes
benchmarks/results/fedknn_<part>.json. Every part draws from default_rng([SEED, …]).

Setting: rings of K devices with Hölder-β fields (eq-holder-curve), n samples each, Gaussian noise,
the mean as estimator, two-sided neighbours on the ring. Zhao, Wang and Lin (2023, COLT) prove rates
and print no experiment, so the published column is their exponent.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
from pathlib import Path

import numpy as np

from flcourse.data import ring
from flcourse.fedknn import fedknn_rate, knn_estimate, m_star

RESULTS = Path(__file__).parent / "results"
SEED = 7
BETAS = (0.25, 0.5, 1.0)
SIZES = 2 ** np.arange(6, 14)
REPETITIONS = 60


def errors(K, beta, m, *, n, sigma2, rng, known=True):
    """Mean squared error over devices in each repetition."""
    found = []
    for _ in range(REPETITIONS):
        field = ring(K, beta, n=n, sigma2=sigma2, rng=rng)
        points, period = (field.points, 1.0) if known else (field.means, None)
        estimate = knn_estimate(field.means, points, m, period=period)
        found.append(np.mean((estimate - field.W) ** 2))
    return np.array(found)


def slope(x, y):
    """Least-squares slope of log y against log x, and its standard error."""
    x, y = np.log(x), np.log(y)
    a, b = np.polyfit(x, y, 1)
    residuals = y - (a * x + b)
    error = math.sqrt(np.sum(residuals**2) / (len(x) - 2) / np.sum((x - x.mean()) ** 2))
    return {"slope": round(float(a), 4), "standard_error": round(error, 4)}


def slopes():
    """Regime K^{2β} ≥ n/σ²: the error falls as K^{−2β/(2β+1)}, for FedAvg and local not at all."""
    rows = []
    for number, beta in enumerate(BETAS):
        rng = np.random.default_rng([SEED, 1, number])
        found = {name: [] for name in ("fedknn", "local", "fedavg")}
        ms = [m_star(K, 10, 10.0, beta) for K in SIZES.tolist()]
        for K, m in zip(SIZES.tolist(), ms, strict=True):
            for name, count in (("fedknn", m), ("local", 1), ("fedavg", K)):
                error = errors(K, beta, count, n=10, sigma2=10.0, rng=rng)
                found[name].append(float(error.mean()))
        rows.append(
            {
                "beta": beta,
                "theory": round(-2 * beta / (2 * beta + 1), 4),
                **{name: slope(SIZES, mse) for name, mse in found.items()},
                "m_star": ms,
                "mse": {name: np.round(mse, 5).tolist() for name, mse in found.items()},
            }
        )
    return {"K": SIZES.tolist(), "n": 10, "sigma2": 10.0, "rows": rows}


def local():
    """Regime K^{2β} ≤ n/σ²: m* = 1, the error is σ²/n for every K and falls as 1/n."""
    rows = []
    for number, beta in enumerate(BETAS):
        rng = np.random.default_rng([SEED, 2, number])
        sigma2 = 10 * float(SIZES[-1]) ** (-2 * beta)  # n/σ² = K^{2β} at the largest K
        in_size = [errors(K, beta, 1, n=10, sigma2=sigma2, rng=rng).mean() for K in SIZES.tolist()]
        counts = [10, 20, 40, 80]
        in_n = [errors(64, beta, 1, n=n, sigma2=sigma2, rng=rng).mean() for n in counts]
        assert all(m_star(K, 10, sigma2, beta) == 1 for K in SIZES.tolist())
        rows.append(
            {
                "beta": beta,
                "slope_in_K": slope(SIZES, in_size),
                "slope_in_n": slope(counts, in_n),
                "mse_over_sigma2_n": np.round(np.array(in_size) / (sigma2 / 10), 4).tolist(),
            }
        )
    return {"K": SIZES.tolist(), "theory_in_K": 0.0, "theory_in_n": -1.0, "rows": rows}


def misprint():
    """The summary's m*, divided by (σ²/n)^{1/(2β+1)}: its error grows with n."""
    K, counts, rows = 4096, [16, 64, 256, 1024, 4096], []
    for number, beta in enumerate(BETAS):
        rng = np.random.default_rng([SEED, 3, number])
        share = 2 * beta / (2 * beta + 1)
        table = []
        for n in counts:
            ms = [m_star(K, n, 1.0, beta), min(K, round(K**share * n ** (1 - share)))]
            # Only the mean of the n samples is used: one sample of variance σ²/n stands for it.
            mse = [errors(K, beta, m, n=1, sigma2=1.0 / n, rng=rng).mean() for m in ms]
            table.append([n, *ms, *(float(f"{error:.4g}") for error in mse)])
        right, wrong = np.array(table)[:, 3:].T
        rows.append(
            {
                "beta": beta,
                "theory_in_n": round(-2 * beta / (2 * beta + 1), 4),
                "right": slope(counts, right),
                "misprint": slope(counts, wrong),
                "columns": ["n", "m", "misprinted m", "mse", "misprinted mse"],
                "table": table,
            }
        )
    return {"K": K, "sigma2": 1.0, "theory_in_n_once_m_is_1": -1.0, "rows": rows}


def unknown():
    """Neighbours by nearness of the local estimates (Theorem 4): no gain from more devices."""
    rng, beta, rows = np.random.default_rng([SEED, 4]), 0.5, []
    for K in SIZES.tolist():
        m = m_star(K, 10, 10.0, beta)
        setting = {"n": 10, "sigma2": 10.0, "rng": rng}
        rows.append(
            {
                "K": K,
                "m": m,
                "known": round(float(errors(K, beta, m, **setting).mean()), 4),
                "estimated": round(float(errors(K, beta, m, **setting, known=False).mean()), 4),
                "rate_if_known": round(fedknn_rate(K, 10, 10.0, beta), 4),
            }
        )
    return {"beta": beta, "n": 10, "sigma2": 10.0, "sigma2_over_n": 1.0, "rows": rows}


PARTS = {"slopes": slopes, "local": local, "misprint": misprint, "unknown": unknown}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; all by default")
    RESULTS.mkdir(exist_ok=True)
    for name in parser.parse_args().parts or PARTS:
        result = PARTS[name]()
        result |= {"seed": SEED, "repetitions": REPETITIONS}
        result["versions"] = {"python": platform.python_version(), "numpy": np.__version__}
        text = json.dumps(result, indent=1)
        (RESULTS / f"fedknn_{name}.json").write_text(text + "\n", encoding="utf-8")
        print(name, text)


if __name__ == "__main__":
    main()
