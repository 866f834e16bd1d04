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
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._fedbag_divergence import divergence_bound, round_divergence, weight_divergence
from flcourse._fedbag_times import (
    group,
    lte_throughput,
    path_loss,
    round_time,
    seconds_of,
    train_seconds,
    upload_seconds,
)
from flcourse._types import Floats, Ints
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
        Ints, increasing.
    gemd : float
        Distance of their joint label distribution from the global one (eq-gemd).
    seconds : float
        Estimated duration of the round (eq-round-time).
    """

    chosen: Ints
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
    joint = counts[group(chosen, len(counts))].sum(axis=0)
    if not joint.sum():
        return math.inf
    return float(np.abs(joint / joint.sum() - counts.sum(axis=0) / counts.sum()).sum())


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
    # Room for every client's turn.
    room, winner = np.empty_like(groups), np.empty(columns, dtype=np.int64)
    clients = np.flatnonzero(train + upload <= limit)
    times = train[clients].tolist(), upload[clients].tolist()
    for i, to_train, to_upload in zip(clients.tolist(), *times, strict=True):
        training, uploading = np.maximum(slowest, to_train), uploads + to_upload
        seconds = training + uploading
        source = (seconds <= limit).nonzero()[0]
        target = np.ceil(seconds[source]).astype(np.int64)
        new_groups = groups.take(source, axis=0)
        new_groups += items[i]
        new = np.abs(new_groups, out=room[: source.size]) @ l1
        new /= new_groups[:, -1]
        target = _improve(value, winner, target, new)
        if target.size:
            win = winner[target]
            groups[target], source = new_groups.take(win, axis=0), source[win]
            uploads[target], slowest[target] = uploading[source], training[source]
            came_from[i, target] = source
    return value, came_from


def _improve(value: Floats, winner: Ints, target: Ints, new: Floats) -> Ints:
    """Lower columns of ``value`` in place as a loop over the candidates, in order, would.

    Returns which columns it lowered, some of them twice; ``winner`` then holds their candidates.
    """
    # Of repeated indices the last assignment stays: in reverse, the first candidate.
    candidate = (new < value[target] - TIE).nonzero()[0][::-1]
    lowered = columns = target[candidate]
    while candidate.size:
        gemd = new[candidate]
        winner[columns], value[columns] = candidate, gemd
        better = gemd < value[columns] - TIE
        candidate, columns = candidate[better], columns[better]
    return lowered


def _best(value: Floats) -> int:
    """Column of the lowest GEMD, the earliest one of a tie."""
    return int(np.flatnonzero(value <= value.min() + TIE)[0])


def _trace_back(came_from: NDArray[np.integer[Any]], column: int) -> Ints:
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


def random_clients(n: int, k: int, *, rng: np.random.Generator) -> Ints:
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
        Ints, increasing.

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


def _groups(n: int, largest: int, chunk: int = 20_000) -> Iterator[Ints]:
    """All subsets of 0 … n − 1 by size, as arrays of up to ``chunk`` rows."""
    for k in range(1, largest + 1):
        subsets = combinations(range(n), k)
        while rows := list(islice(subsets, chunk)):
            yield np.array(rows, dtype=np.int64)


def _problem(
    Z: ArrayLike, train_time: ArrayLike, upload_time: ArrayLike, budget: float
) -> tuple[Floats, Floats, Floats, float]:
    """Check what all selections under a budget are given."""
    counts = _require.histograms("Z", Z)
    train, upload = seconds_of(train_time, upload_time, len(counts))
    limit = _require.number("budget", budget, above=0)
    fastest = float((train + upload).min())
    if limit < fastest:
        raise ValueError(
            f"budget must be at least the {fastest} s of the fastest client, got {budget}"
        )
    return counts, train, upload, limit


def _selection(counts: Floats, train: Floats, upload: Floats, chosen: Ints) -> Selection:
    chosen = np.sort(chosen)
    return Selection(chosen, gemd(counts, chosen), round_time(train, upload, chosen))


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
class _Budgeted(_Timed):
    """Selectors under a time budget."""

    budget: float

    def __post_init__(self) -> None:
        """Check the problem once, before a simulation starts."""
        _problem(self.Z, self.train_time, self.upload_time, self.budget)


@dataclass(frozen=True, eq=False)
class ByFedBag(_Budgeted):
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

    resolution: float = 1.0

    def __call__(self, t: int, rng: np.random.Generator) -> Ints:
        """Clients of round t."""
        times = self.train_time, self.upload_time
        return fedbag(self.Z, *times, self.budget, rng=rng, resolution=self.resolution).chosen


@dataclass(frozen=True, eq=False)
class ByFedCS(_Budgeted):
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

    @cached_property
    def _chosen(self) -> Ints:
        return fedcs(self.Z, self.train_time, self.upload_time, self.budget).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Ints:
        """Clients of round t."""
        return self._chosen


@dataclass(frozen=True, eq=False)
class ByExhaustive(_Budgeted):
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

    max_size: int | None = None

    @cached_property
    def _chosen(self) -> Ints:
        times = self.train_time, self.upload_time
        return exhaustive(self.Z, *times, self.budget, max_size=self.max_size).chosen

    def __call__(self, t: int, rng: np.random.Generator | None = None) -> Ints:
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

    def __post_init__(self) -> None:
        """Check the clients once, before a simulation starts."""
        train, _ = seconds_of(self.train_time, self.upload_time, len(np.asarray(self.Z)))
        _require.count("k", self.k, at_least=1, at_most=len(train))

    def __call__(self, t: int, rng: np.random.Generator) -> Ints:
        """Clients of round t."""
        return random_clients(len(np.asarray(self.train_time)), self.k, rng=rng)
