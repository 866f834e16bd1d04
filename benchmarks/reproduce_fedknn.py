"""The rates of FedKNN seen in data: slopes in K and n, the misprinted m*, and unknown neighbours.

Run it from the root: python benchmarks/reproduce_fedknn.py [part ...] [--check]. Parts: ``slopes``,
``local``, ``misprint`` and ``unknown``; all of them take under a minute. Each writes
benchmarks/results/fedknn_<part>.json. Every part draws from default_rng([SEED, …]).

Setting: rings of K devices with Hölder-β fields (eq-holder-curve), n samples each, Gaussian noise,
the mean as estimator, two-sided neighbours on the ring. Zhao, Wang and Lin (2023, COLT) prove rates
and print no experiment, so the published column is their exponent.
"""

from __future__ import annotations

import math

import numpy as np
from recorded import digits, main

from flcourse.data import holder_curve, ring
from flcourse.fedknn import fedknn_rate, knn_estimate, m_star

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


def record(what, spread, fair):
    """How a part came about."""
    return {
        "data": what,
        "seeds": f"all draws from default_rng([{SEED}, …]), {REPETITIONS} repetitions of each",
        "spread": spread,
        "stop": f"fixed: {REPETITIONS} data sets for each number",
        "reached": "no target",
        "fair": fair,
    }


FITTED = "± is the standard error of the fitted slope"
OF_MEAN = f"± is the standard error of a mean over {REPETITIONS} data sets"


def mean_of(found):
    """Mean over the repetitions and its standard error, to four digits."""
    error = np.std(found, ddof=1) / math.sqrt(len(found))
    return [float(f"{np.mean(found):.4g}"), float(f"{error:.2g}")]


def slope(x, y):
    """Least-squares slope of log y against log x, and its standard error."""
    x, y = np.log(x), np.log(y)
    a, b = np.polyfit(x, y, 1)
    residuals = y - (a * x + b)
    error = math.sqrt(np.sum(residuals**2) / (len(x) - 2) / np.sum((x - x.mean()) ** 2))
    return {"slope": round(float(a), 4), "standard_error": round(error, 4)}


def exact(K, beta, m):
    """Least average error over a grid, worst device's at m, share of variance at m; by formula.

    For means the error is known, eq-fedknn-exact: what averaging does to the true parameters, and
    σ²/(nm) with σ²/n = 1.
    """
    W, points = holder_curve(np.arange(K) / K, beta), np.arange(K) / K
    counts = np.unique(np.append(np.geomspace(1, K, 100).astype(int), m))
    bias = np.array([(knn_estimate(W, points, k, period=1.0) - W) ** 2 for k in counts.tolist()])
    average, worst = bias.mean(axis=1) + 1 / counts, bias.max(axis=1) + 1 / counts
    (at,) = np.flatnonzero(counts == m)
    return average.min(), worst[at], 1 / m / average[at]


def at_the_tip(K, beta, m):
    """Error of the worst device, at position 0, by formula: without itself, and on 2|x|^β.

    Without itself, its bias is the mean over its m − 1 neighbours; the variance stays 1/m.
    """
    points = np.arange(K) / K
    bias = [
        knn_estimate(curve, points, m, period=1.0)[0] - curve[0]
        for curve in (holder_curve(points, beta), 2 * np.minimum(points, 1 - points) ** beta)
    ]
    return (bias[0] * m / (m - 1)) ** 2 + 1 / m, bias[1] ** 2 + 1 / m


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
        settings = list(zip(SIZES.tolist(), ms, strict=True))
        best, worst, share = np.transpose([exact(K, beta, m) for K, m in settings])
        without, power = np.transpose([at_the_tip(K, beta, m) for K, m in settings])
        rows.append(
            {
                "beta": beta,
                "theory": round(-2 * beta / (2 * beta + 1), 4),
                **{name: slope(SIZES, mse) for name, mse in found.items()},
                "best": slope(SIZES, best),
                "worst_at_m_star": slope(SIZES, worst),
                "worst_without_itself": slope(SIZES, without),
                "worst_on_a_power": slope(SIZES, power),
                "variance_share_at_m_star": round(float(min(share)), 4),
                "m_star": ms,
                "mse": {name: np.round(mse, 5).tolist() for name, mse in found.items()},
            }
        )
    told = record(
        "rings of devices with Hölder-β fields, n = 10 samples each, σ² = 10",
        FITTED,
        "the exponent is the theory's; FedKNN, local and FedAvg estimate on rings of one law; "
        "the least error and the worst device's are exact, without data",
    )
    return {"record": told, "K": SIZES.tolist(), "n": 10, "sigma2": 10.0, "rows": rows}


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
    told = record(
        "rings of devices with so little noise that m* = 1",
        FITTED,
        "the exponents are the theory's",
    )
    exponents = {"theory_in_K": 0.0, "theory_in_n": -1.0}
    return {"record": told, "K": SIZES.tolist(), **exponents, "rows": rows}


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
            mse = [mean_of(errors(K, beta, m, n=1, sigma2=1.0 / n, rng=rng)) for m in ms]
            table.append([n, *ms, *mse[0], *mse[1]])
        right, wrong = np.array(table)[:, [3, 5]].T
        rows.append(
            {
                "beta": beta,
                "theory_in_n": round(-2 * beta / (2 * beta + 1), 4),
                "right": slope(counts, right),
                "misprint": slope(counts, wrong),
                "columns": ["n", "m", "misprinted m", "mse", "±", "misprinted mse", "±"],
                "table": table,
            }
        )
    told = record(
        f"rings of {K} devices with Hölder-β fields, σ² = 1",
        f"{FITTED}; of an error, the standard error of its mean",
        "both numbers of neighbours estimate on rings of one law",
    )
    return {"record": told, "K": K, "sigma2": 1.0, "theory_in_n_once_m_is_1": -1.0, "rows": rows}


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
                "known": mean_of(errors(K, beta, m, **setting)),
                "estimated": mean_of(errors(K, beta, m, **setting, known=False)),
                "rate_if_known": digits(fedknn_rate(K, 10, 10.0, beta)),
            }
        )
    told = record(
        "rings of devices with Hölder-1/2 fields, n = 10 samples each, σ² = 10",
        OF_MEAN,
        "known and estimated neighbours are as many, on rings of one law",
    )
    setting = {"beta": beta, "n": 10, "sigma2": 10.0, "sigma2_over_n": 1.0}
    return {"record": told, **setting, "rows": rows}


PARTS = {"slopes": slopes, "local": local, "misprint": misprint, "unknown": unknown}

if __name__ == "__main__":
    main(__file__, PARTS)
