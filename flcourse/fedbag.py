"""Choose clients by their label counts under a time budget: GEMD, FedBag and its rivals.

Throughout, Z is (n, C) with the label counts of client k in row k, ``train_time`` and
``upload_time`` are (n,) seconds. Clients train in parallel and upload one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._require import Floats
from flcourse.data.clients import emd

__all__ = [
    "AtRandom",
    "ByExhaustive",
    "ByFedBag",
    "ByFedCS",
    "Selection",
    "divergence_bound",
    "emd",
    "exhaustive",
    "fedbag",
    "fedcs",
    "gemd",
    "lte_throughput",
    "path_loss",
    "random_clients",
    "round_divergence",
    "round_time",
    "train_seconds",
    "upload_seconds",
    "weight_divergence",
]

Indices: TypeAlias = NDArray[np.int64]

# GEMD values closer than this are ties: 0 … 2 is its range, rounding is about 1e-15.
TIE = 1e-12
# Stands for an upload of no time at all, so that only the empty group is in column 0.
NO_TIME = 1e-300
# exhaustive() refuses more subsets than this; it needs about a second for a million.
MAX_SUBSETS = 20_000_000


@dataclass(frozen=True)
class Selection:
    """Clients of one round.

    Attributes
    ----------
    chosen : (k,) array of int
        Indices, increasing.
    gemd : float
        Distance of their joint label distribution from the global one (eq-gemd).
    seconds : float
        Estimated duration of the round (eq-round-time).
    """

    chosen: Indices
    gemd: float
    seconds: float


def gemd(Z: ArrayLike, chosen: Sequence[int] | ArrayLike) -> float:
    """Distance of a group's joint label distribution from the global one (eq-gemd).

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts of all clients; their sum is the global distribution.
    chosen : (k,) array_like of int
        The group, each client at most once.

    Returns
    -------
    float
        L1 distance between the two distributions, 0 … 2; infinite for the empty group, which
        has no distribution.

    Raises
    ------
    ValueError
        If a count is negative, a client is empty or ``chosen`` holds no client or one twice.

    Notes
    -----
    Ma et al. (2021), PIMRC. One client alone has its EMD (:func:`emd`); all clients have 0.

    Examples
    --------
    >>> Z = [[4, 0], [0, 4], [1, 3]]
    >>> gemd(Z, [0, 1]), gemd(Z, []), gemd(Z, [0, 1, 2])
    (0.16666666666666669, inf, 0.0)
    """
    counts = _require.histograms("Z", Z)
    group = counts[_group(chosen, len(counts))].sum(axis=0)
    if not group.sum():
        return math.inf
    return float(np.abs(group / group.sum() - counts.sum(axis=0) / counts.sum()).sum())


def round_time(
    train_time: ArrayLike, upload_time: ArrayLike, chosen: Sequence[int] | ArrayLike
) -> float:
    """Seconds of a round: the slowest training plus all uploads, one by one (eq-round-time).

    Parameters
    ----------
    train_time, upload_time : (n,) array_like
        Seconds of each client, at least 0.
    chosen : (k,) array_like of int
        Clients of the round.

    Returns
    -------
    float
        An upper estimate, since an early client may upload while a late one trains; 0 for nobody.

    Raises
    ------
    ValueError
        If a time is negative or the shapes differ.

    Examples
    --------
    >>> round_time([30, 50, 10], [5, 1, 2], [0, 2])
    37.0
    """
    train, upload = _times(train_time, upload_time)
    group = _group(chosen, len(train))
    # fsum rounds once, so that the order of the clients does not matter.
    return float(train[group].max() + math.fsum(upload[group])) if group.size else 0.0


def fedbag(
    Z: ArrayLike,
    train_time: ArrayLike,
    upload_time: ArrayLike,
    budget: float,
    *,
    rng: np.random.Generator,
    resolution: float = 1.0,
) -> Selection:
    """Approximate the most balanced group that meets a time budget (alg-fedbag).

    A table has one column per time step and in each the best group found so far whose round ends
    in that step. Clients come one by one, in random order; each is tried with every group of the
    table (eq-fedbag-recursion).

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts.
    train_time, upload_time : (n,) array_like
        Seconds of each client.
    budget : float
        Longest allowed round in seconds.
    rng : numpy.random.Generator
        Shuffles the clients: the result depends on their order.
    resolution : float
        Seconds per column. Times are not rounded, only the choice of the column is, so every
        resolution keeps the budget; a finer one keeps more groups apart.

    Returns
    -------
    Selection
        Always within the budget; not always the best one, because a group that lost its column
        may have been the better start (compare :func:`exhaustive`).

    Raises
    ------
    ValueError
        If not even the fastest client alone meets the budget, or shapes or values do not fit.

    Notes
    -----
    FedBag as published fills its table backwards with a rounded ΔT that depends on the group it
    looks for, starts from GEMD 0, which nothing beats, and returns every client that ever changed
    a cell. This version goes forwards, keeps the exact seconds of each group, starts from infinity
    and traces the best cell back. O(n · columns · C) time, O(n · columns) memory.

    Examples
    --------
    >>> import numpy as np
    >>> Z = [[9, 1], [1, 9], [8, 0], [5, 5]]
    >>> fedbag(Z, [10, 20, 5, 90], [3, 3, 3, 3], 30, rng=np.random.default_rng(0))
    Selection(chosen=array([0, 1, 2]), gemd=0.07518796992481208, seconds=29.0)
    """
    counts, train, upload, limit = _problem(Z, train_time, upload_time, budget)
    step = _require.number("resolution", resolution, above=0)
    order = _require.generator("rng", rng).permutation(len(counts))
    value, came_from = _fill_table(counts[order], train[order], upload[order], limit, step)
    chosen = order[_trace_back(came_from, _best(value))]
    while round_time(train, upload, chosen) > limit:
        # The table adds in another order: a sum may end one rounding above the limit after all.
        chosen = chosen[1:]
    return _selection(counts, train, upload, chosen)


def _fill_table(
    Z: Floats, train: Floats, upload: Floats, budget: float, step: float
) -> tuple[Floats, NDArray[np.integer[Any]]]:
    """Return the GEMD of each column and, per client, the column it extended (−1: none).

    The distance is additive until the norm is taken: with g the global distribution and
    r = Σ_k (Z_k − n_k g), the GEMD of a group of N samples is ‖r‖₁ / N.
    """
    sizes = Z.sum(axis=1, keepdims=True)
    items = np.hstack([Z - sizes * (Z.sum(axis=0) / Z.sum()), sizes])  # (r, N) of each client
    l1 = np.append(np.ones(Z.shape[1]), 0.0)
    train, upload = train / step, np.maximum(upload / step, NO_TIME)
    # No group needs more time than all clients together; a huge budget needs no huge table.
    limit = min(budget / step, (train.max() + upload.sum()) * (1 + 1e-9))
    columns = max(1, math.ceil(limit)) + 1
    # One group per column. Column 0 is the empty group, and stays; infinite uploads: no group yet.
    groups = np.zeros((columns, items.shape[1]))
    value, slowest, uploads = np.full((3, columns), [[np.inf], [0.0], [np.inf]])
    uploads[0] = 0.0
    came_from = np.full((len(Z), columns), -1, dtype=np.min_scalar_type(-columns))
    for i in np.flatnonzero(train + upload <= limit):
        seconds = np.maximum(slowest, train[i]) + (uploads + upload[i])
        source = np.flatnonzero(seconds <= limit)
        target = np.ceil(seconds[source]).astype(np.int64)
        new_groups = groups.take(source, axis=0)
        new_groups += items[i]
        new = np.abs(new_groups) @ l1 / new_groups[:, -1]
        win = _improvements(value, target, new)
        if win.size:
            source, target = source[win], target[win]
            uploads[target] = uploads[source] + upload[i]
            slowest[target] = np.maximum(slowest[source], train[i])
            groups[target] = new_groups[win]
            value[target] = new[win]
            came_from[i, target] = source
    return value, came_from


def _improvements(value: Floats, target: Indices, new: Floats) -> Indices:
    """Candidates that a loop over them, in order, would leave in their target columns."""
    candidate = np.flatnonzero(new < value[target] - TIE)
    winner = np.full(len(value), -1)
    while candidate.size:
        # Of repeated indices the last assignment stays: reversed, the first candidate.
        winner[target[candidate][::-1]] = candidate[::-1]
        beaten = new[winner[target[candidate]]]
        candidate = candidate[new[candidate] < beaten - TIE]
    return winner[winner >= 0]


def _best(value: Floats) -> int:
    """Column of the lowest GEMD, the earliest one of a tie."""
    return int(np.flatnonzero(value <= value.min() + TIE)[0])


def _trace_back(came_from: NDArray[np.integer[Any]], column: int) -> Indices:
    """Rows of the clients whose group ended in a column, last added first."""
    chosen = []
    for i in range(len(came_from) - 1, -1, -1):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = int(came_from[i, column])
    return np.array(chosen, dtype=np.int64)


def fedcs(Z: ArrayLike, train_time: ArrayLike, upload_time: ArrayLike, budget: float) -> Selection:
    """Add the client that prolongs the round least until the budget is used up (alg-fedcs).

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts; they only enter the reported GEMD.
    train_time, upload_time : (n,) array_like
        Seconds of each client.
    budget : float
        Longest allowed round in seconds.

    Returns
    -------
    Selection
        Greedy for many clients, blind to labels; ties go to the smaller index.

    Raises
    ------
    ValueError
        As :func:`fedbag`.

    Notes
    -----
    Nishio and Yonetani (2019), *Client selection for federated learning with heterogeneous
    resources in mobile edge*, ICC, with the round time of this chapter.

    Examples
    --------
    >>> fedcs([[9, 1], [1, 9], [8, 0]], [10, 20, 5], [3, 3, 3], 20).chosen
    array([0, 2])
    """
    counts, train, upload, limit = _problem(Z, train_time, upload_time, budget)
    chosen: list[int] = []
    added = train + upload
    while np.isfinite(added).any():
        trial = [*chosen, int(np.argmin(added))]
        if round_time(train, upload, trial) > limit:
            break  # whoever prolongs the round more does not fit either
        chosen = trial
        added = upload + np.maximum(0.0, train - train[chosen].max())
        added[chosen] = np.inf
    return _selection(counts, train, upload, np.array(chosen, dtype=np.int64))


def random_clients(n: int, k: int, *, rng: np.random.Generator) -> Indices:
    """Draw k of n clients, all groups equally likely.

    Parameters
    ----------
    n, k : int
        Number of clients and of chosen ones, 1 ≤ k ≤ n.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    (k,) array of int
        Indices, increasing.

    Raises
    ------
    ValueError
        If k is not in 1 … n.

    Examples
    --------
    >>> import numpy as np
    >>> random_clients(3, 3, rng=np.random.default_rng(0))
    array([0, 1, 2])
    """
    n = _require.count("n", n, at_least=1)
    k = _require.count("k", k, at_least=1, at_most=n)
    return np.sort(_require.generator("rng", rng).choice(n, k, replace=False))


def exhaustive(
    Z: ArrayLike,
    train_time: ArrayLike,
    upload_time: ArrayLike,
    budget: float,
    *,
    max_size: int | None = None,
) -> Selection:
    """Find the most balanced group that meets the budget by trying all (eq-fedbag-problem).

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts.
    train_time, upload_time : (n,) array_like
        Seconds of each client.
    budget : float
        Longest allowed round in seconds.
    max_size : int, optional
        Largest group to try, default n. The published simulation says 5 for n = 200: that would
        be 2.6·10⁹ groups a round.

    Returns
    -------
    Selection
        Of groups with the same GEMD the smallest, then the first in lexicographic order.

    Raises
    ------
    ValueError
        As :func:`fedbag`, or if there are more than twenty million groups.

    Examples
    --------
    >>> exhaustive([[9, 1], [1, 9], [8, 0], [5, 5]], [10, 20, 5, 9], [3, 3, 3, 3], 13).chosen
    array([3])
    """
    counts, train, upload, limit = _problem(Z, train_time, upload_time, budget)
    n = len(counts)
    largest = n if max_size is None else _require.count("max_size", max_size, at_least=1, at_most=n)
    number = sum(math.comb(n, k) for k in range(1, largest + 1))
    if number > MAX_SUBSETS:
        raise ValueError(
            f"max_size must leave at most {MAX_SUBSETS} groups to try, got {number:.3g} "
            f"for n = {n}, max_size = {largest}"
        )
    sizes = counts.sum(axis=1)
    residuals = counts - np.outer(sizes, counts.sum(axis=0) / counts.sum())
    best, chosen = np.inf, np.empty(0, dtype=np.int64)
    for groups in _groups(n, largest):
        seconds = train[groups].max(axis=1) + upload[groups].sum(axis=1)
        groups = groups[seconds <= limit]
        values = np.abs(residuals[groups].sum(axis=1)).sum(axis=1) / sizes[groups].sum(axis=1)
        if values.size and values.min() < best - TIE:
            first = int(np.flatnonzero(values <= values.min() + TIE)[0])
            best, chosen = float(values[first]), groups[first]
    return _selection(counts, train, upload, chosen)


def _groups(n: int, largest: int, chunk: int = 20_000) -> Iterator[Indices]:
    """All subsets of 0 … n − 1 by size, as arrays of up to ``chunk`` rows."""
    for k in range(1, largest + 1):
        subsets = combinations(range(n), k)
        while rows := list(islice(subsets, chunk)):
            yield np.array(rows, dtype=np.int64)


def path_loss(distance_m: ArrayLike, frequency_ghz: float = 2.5) -> Floats:
    """Loss in dB over a street without line of sight, urban micro cell (eq-path-loss).

    Parameters
    ----------
    distance_m : array_like
        Metres between base station and client, at least 1.
    frequency_ghz : float
        Carrier in GHz.

    Returns
    -------
    array
        Decibels.

    Raises
    ------
    ValueError
        If a distance is below 1 m or the carrier is not positive.

    Notes
    -----
    UMi NLOS, hexagonal layout, of Report ITU-R M.2135-1 (2009); it is stated for 10 m … 2 km, a
    base station 10 m high and clients at 1 m … 2.5 m.

    Examples
    --------
    >>> float(path_loss(100.0, 1.0))  # 36.7 · 2 + 22.7
    96.10000000000001
    """
    metres = _require.array("distance_m", distance_m)
    if metres.size and metres.min() < 1:
        raise ValueError(f"distance_m must be at least 1, got {metres.min()}")
    carrier = _require.number("frequency_ghz", frequency_ghz, above=0)
    return np.asarray(36.7 * np.log10(metres) + 22.7 + 26 * np.log10(carrier))


def lte_throughput(
    distance_m: ArrayLike,
    *,
    frequency_ghz: float = 2.5,
    power_dbm: float = 20.0,
    bandwidth_hz: float = 1.8e6,
    noise_figure_db: float = 0.0,
) -> Floats:
    """Bits per second of an LTE uplink at a distance, ten resource blocks wide (eq-lte-rate).

    Parameters
    ----------
    distance_m : array_like
        Metres to the base station.
    frequency_ghz, power_dbm, bandwidth_hz : float
        Carrier, transmit power with antenna gains, and bandwidth W.
    noise_figure_db : float
        Noise of the receiver above the thermal −174 dBm/Hz.

    Returns
    -------
    array
        W · min(4.8, log₂(1 + SNR/1.6)), at most 8.64 Mbit/s by default.

    Raises
    ------
    ValueError
        If a distance is below 1 m, or frequency or bandwidth is not positive.

    Notes
    -----
    Gap and ceiling of Akdeniz et al. (2014), *Millimeter wave channel modeling and cellular
    capacity evaluation*, IEEE JSAC. Clients spread evenly over a disk of 0.92 km have the mean
    rate of 1.4 Mbit/s that FedBag's simulation reports.

    Examples
    --------
    >>> lte_throughput([10.0, 500.0, 1000.0]).round(-4)
    array([8640000., 1120000.,  110000.])
    """
    width = _require.number("bandwidth_hz", bandwidth_hz, above=0)
    power = _require.number("power_dbm", power_dbm)
    figure = _require.number("noise_figure_db", noise_figure_db, at_least=0)
    noise_dbm = -174 + 10 * np.log10(width) + figure
    snr = 10 ** ((power - path_loss(distance_m, frequency_ghz) - noise_dbm) / 10)
    return np.asarray(width * np.minimum(4.8, np.log2(1 + snr / 1.6)))


def upload_seconds(
    throughput: ArrayLike, n_params: int, *, bits: int = 32, cap: float | None = None
) -> Floats:
    """Seconds that each client needs to upload a model (eq-upload-time).

    Parameters
    ----------
    throughput : array_like
        Bits per second.
    n_params : int
        Parameters of the model.
    bits : int
        Bits per parameter.
    cap : float, optional
        Longest upload in seconds; at the edge of a cell the times have a heavy tail.

    Returns
    -------
    array
        bits · n_params / throughput, at most ``cap``.

    Raises
    ------
    ValueError
        If a rate is not positive.

    Examples
    --------
    >>> upload_seconds([1e6, 2e6, 1e3], 500_000, cap=60.0)
    array([16.,  8., 60.])
    """
    rate = _require.array("throughput", throughput)
    if rate.size and rate.min() <= 0:
        raise ValueError(f"throughput must be greater than 0, got {rate.min()}")
    size = _require.count("n_params", n_params, at_least=1) * _require.count(
        "bits", bits, at_least=1
    )
    longest = np.inf if cap is None else _require.number("cap", cap, above=0)
    return np.asarray(np.minimum(size / rate, longest))


def train_seconds(samples: ArrayLike, speed: ArrayLike, *, epochs: int = 1) -> Floats:
    """Seconds that each client needs to pass its samples the given number of times.

    Parameters
    ----------
    samples : (n,) array_like
        Samples of each client.
    speed : (n,) array_like or float
        Samples per second.
    epochs : int
        Passes over the samples.

    Returns
    -------
    (n,) array
        epochs · samples / speed.

    Raises
    ------
    ValueError
        If a speed is not positive or a count is negative.

    Examples
    --------
    >>> train_seconds([100, 40], 10, epochs=5)
    array([50., 20.])
    """
    m = _require.array("samples", samples)
    rate = _require.array("speed", speed)
    if m.size and m.min() < 0:
        raise ValueError(f"samples must be at least 0, got {m.min()}")
    if rate.size and rate.min() <= 0:
        raise ValueError(f"speed must be greater than 0, got {rate.min()}")
    return np.asarray(_require.count("epochs", epochs, at_least=1) * m / rate)


class Gradient(Protocol):
    """Part of a loss (:mod:`flcourse.losses`) that divergence needs."""

    def gradient(self, w: Floats, X: Floats, y: Any, /) -> Floats:
        """Gradient of the mean loss at w."""
        ...


def weight_divergence(w_federated: ArrayLike, w_central: ArrayLike) -> float:
    """Relative distance of a federated model from a centrally trained one (eq-weight-divergence).

    Parameters
    ----------
    w_federated, w_central : array_like
        Parameters, of one shape.

    Returns
    -------
    float
        ‖w_f − w_c‖ / ‖w_c‖.

    Raises
    ------
    ValueError
        If the shapes differ or the central model is zero.

    Examples
    --------
    >>> weight_divergence([3.0, 5.0], [3.0, 4.0])
    0.2
    """
    central = _require.array("w_central", w_central)
    federated = _require.array("w_federated", w_federated, shape=central.shape)
    length = float(np.linalg.norm(central))
    if length == 0:
        raise ValueError("w_central must not be zero: the divergence is relative to its norm")
    return float(np.linalg.norm(federated - central)) / length


def round_divergence(
    loss: Gradient,
    w: Floats,
    clients: Sequence[tuple[Floats, Any]],
    chosen: Sequence[int] | ArrayLike,
    *,
    lr: float,
    steps: int,
) -> tuple[Floats, Floats]:
    """Run one round on the chosen clients and, beside it, on the pooled data of all clients.

    Parameters
    ----------
    loss : object with ``gradient(w, X, y)``
        Mean loss over the rows of X.
    w : (p,) array
        Parameters that both start from.
    clients : sequence of (X, y)
        Data of all clients.
    chosen : (k,) array_like of int
        Clients of the federated round, at least one.
    lr : float
        Step size.
    steps : int
        Full-batch gradient steps, local and central.

    Returns
    -------
    w_federated, w_central : (p,) arrays
        The average of the local results, weighted by samples, and the central result; compare
        them by :func:`weight_divergence`.

    Raises
    ------
    ValueError
        If nobody is chosen or a parameter is out of bounds.

    Examples
    --------
    >>> import numpy as np
    >>> class Mean:  # loss ½(w − y)²
    ...     def gradient(self, w, X, y):
    ...         return w - np.mean(y)
    >>> clients = [(np.zeros((2, 1)), np.full(2, value)) for value in (0.0, 4.0)]
    >>> round_divergence(Mean(), np.zeros(1), clients, [1], lr=0.5, steps=1)
    (array([2.]), array([1.]))
    """
    group = _group(chosen, len(clients))
    if not group.size:
        raise ValueError("chosen must hold at least one client")
    eta = _require.number("lr", lr, above=0)
    number = _require.count("steps", steps, at_least=1)

    def descend(X: Floats, y: Any) -> Floats:
        v = _require.array("w", w)
        for _ in range(number):
            v = v - eta * loss.gradient(v, X, y)
        return v

    pooled = [np.concatenate(parts) for parts in zip(*clients, strict=True)]
    local = [descend(*clients[k]) for k in group.tolist()]
    samples = [len(clients[k][1]) for k in group.tolist()]
    return np.average(local, axis=0, weights=samples), descend(*pooled)


def divergence_bound(
    gemd: float, mean_emd: float, *, lr: float, lipschitz: float, gradient: float, steps: int
) -> float:
    """Bound ‖w_f − w_c‖ after a round from a common start by GEMD and EMD (eq-gemd-bound).

    Parameters
    ----------
    gemd : float
        GEMD of the chosen clients.
    mean_emd : float
        Mean of their EMD, weighted by samples.
    lr : float
        Step size η of full-batch gradient descent.
    lipschitz : float
        λ, a Lipschitz constant of the gradient of the loss, on every class.
    gradient : float
        G, the largest norm of a class's mean gradient along the central trajectory.
    steps : int
        Local steps L.

    Returns
    -------
    float
        η G L · GEMD + G · EMD · ((1 + ηλ)^L − 1 − Lηλ)/λ: the first term is what a balanced group
        removes, the second is the drift of each client on its own and vanishes for one step.

    Raises
    ------
    ValueError
        If a parameter is out of bounds.

    Notes
    -----
    Holds when a class has the same data wherever it occurs. With D_t the weighted mean of
    ‖w_k − w_c‖, Zhao et al. (2018) give D_{t+1} ≤ (1 + ηλ) D_t + ηG·EMD; the distance of the
    averages grows by at most ηλ D_t + ηG·GEMD a step. The FedBag paper prints a bound with GEMD
    alone: right for one step, but a group with GEMD 0 does drift in the second.

    Examples
    --------
    >>> divergence_bound(0.5, 1.5, lr=0.1, lipschitz=2.0, gradient=4.0, steps=1)
    0.2
    """
    group = _require.number("gemd", gemd, at_least=0, at_most=2)
    alone = _require.number("mean_emd", mean_emd, at_least=0, at_most=2)
    eta = _require.number("lr", lr, above=0)
    lam = _require.number("lipschitz", lipschitz, above=0)
    G = _require.number("gradient", gradient, at_least=0)
    L = _require.count("steps", steps, at_least=1)
    drift = 0.0 if L == 1 else (math.expm1(L * math.log1p(eta * lam)) - L * eta * lam) / lam
    return eta * G * L * group + G * alone * drift


@dataclass(frozen=True, eq=False)
class _Timed:
    """What all selectors know: how long a round with given clients takes."""

    Z: ArrayLike
    train_time: ArrayLike
    upload_time: ArrayLike

    def seconds(self, chosen: Sequence[int] | ArrayLike) -> float:
        """Return the simulated duration of a round with these clients (eq-round-time)."""
        return round_time(self.train_time, self.upload_time, chosen)


@dataclass(frozen=True, eq=False)
class ByFedBag(_Timed):
    """Selector for simulations: FedBag in each round, with a fresh order (alg-fedbag).

    Parameters
    ----------
    Z, train_time, upload_time, budget, resolution
        As :func:`fedbag`.

    Examples
    --------
    >>> import numpy as np
    >>> select = ByFedBag([[9, 1], [1, 9], [8, 0]], [1, 2, 3], [1, 1, 1], budget=4)
    >>> chosen = select(0, np.random.default_rng(0))
    >>> chosen, select.seconds(chosen)
    (array([0, 1]), 4.0)
    """

    budget: float
    resolution: float = 1.0

    def __call__(self, t: int, rng: np.random.Generator) -> Indices:
        """Clients of round t."""
        times = self.train_time, self.upload_time
        return fedbag(self.Z, *times, self.budget, rng=rng, resolution=self.resolution).chosen


@dataclass(frozen=True, eq=False)
class ByFedCS(_Timed):
    """Selector for simulations: FedCS, the same clients in each round (alg-fedcs).

    Parameters
    ----------
    Z, train_time, upload_time, budget
        As :func:`fedcs`.

    Examples
    --------
    >>> ByFedCS([[9, 1], [1, 9]], [1, 2], [1, 1], budget=2)(0, None)
    array([0])
    """

    budget: float

    @cached_property
    def _chosen(self) -> Indices:
        return fedcs(self.Z, self.train_time, self.upload_time, self.budget).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Indices:
        """Clients of round t."""
        return self._chosen


@dataclass(frozen=True, eq=False)
class ByExhaustive(_Timed):
    """Selector for simulations: the most balanced group, the same in each round.

    Parameters
    ----------
    Z, train_time, upload_time, budget, max_size
        As :func:`exhaustive`.

    Examples
    --------
    >>> ByExhaustive([[9, 1], [1, 9], [2, 0]], [1, 2, 1], [1, 1, 1], budget=4)(0, None)
    array([0, 1])
    """

    budget: float
    max_size: int | None = None

    @cached_property
    def _chosen(self) -> Indices:
        times = self.train_time, self.upload_time
        return exhaustive(self.Z, *times, self.budget, max_size=self.max_size).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Indices:
        """Clients of round t."""
        return self._chosen


@dataclass(frozen=True, eq=False)
class AtRandom(_Timed):
    """Selector for simulations: k clients at random, however long they take.

    Parameters
    ----------
    Z, train_time, upload_time
        As :func:`fedbag`.
    k : int
        Clients per round.

    Examples
    --------
    >>> import numpy as np
    >>> AtRandom([[9, 1], [1, 9]], [1, 2], [1, 1], k=2)(0, np.random.default_rng(0))
    array([0, 1])
    """

    k: int

    def __call__(self, t: int, rng: np.random.Generator) -> Indices:
        """Clients of round t."""
        return random_clients(len(np.asarray(self.train_time)), self.k, rng=rng)


def _group(chosen: Sequence[int] | ArrayLike, n: int) -> Indices:
    """Return ``chosen`` as indices of different clients among 0 … n − 1."""
    group = _require.labels("chosen", np.asarray(chosen), shape=(None,))
    if group.size and group.max() >= n:
        raise ValueError(f"chosen must be below the number of clients {n}, got {group.max()}")
    if len(np.unique(group)) < len(group):
        raise ValueError(f"chosen must hold each client at most once, got {group.tolist()}")
    return group


def _times(
    train_time: ArrayLike, upload_time: ArrayLike, n: int | None = None
) -> tuple[Floats, Floats]:
    train = _require.array("train_time", train_time, shape=(n,))
    upload = _require.array("upload_time", upload_time, shape=(len(train),))
    for name, times in (("train_time", train), ("upload_time", upload)):
        if times.size and times.min() < 0:
            raise ValueError(f"{name} must be at least 0 seconds, got {times.min()}")
    return train, upload


def _problem(
    Z: ArrayLike, train_time: ArrayLike, upload_time: ArrayLike, budget: float
) -> tuple[Floats, Floats, Floats, float]:
    """Check what all selections under a budget are given."""
    counts = _require.histograms("Z", Z)
    train, upload = _times(train_time, upload_time, len(counts))
    limit = _require.number("budget", budget, above=0)
    fastest = float((train + upload).min())
    if limit < fastest:
        raise ValueError(
            f"budget must be at least the {fastest} s of the fastest client, got {budget}"
        )
    return counts, train, upload, limit


def _selection(counts: Floats, train: Floats, upload: Floats, chosen: Indices) -> Selection:
    chosen = np.sort(chosen)
    return Selection(chosen, gemd(counts, chosen), round_time(train, upload, chosen))
