"""GEMD, and four ways to choose a group: FedBag, FedCS, at random, all tried.

Throughout, Z is (n, C) with the label counts of client i in row i, ``train_time`` and
``upload_time`` are (n,) seconds. Clients train in parallel and upload one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.data.clients import emd
from flcourse.engine import fedbag as engine
from flcourse.engine import fedbag_search as search
from flcourse.fedbag.clock import group, round_time, seconds_of

__all__ = ["Selection", "emd", "exhaustive", "fedbag", "fedcs", "gemd", "problem", "random_clients"]

# GEMD values closer than this are ties: 0 … 2 is its range, rounding is about 1e-15.
TIE = 1e-12
# Tables with more cells (clients times columns) are filled by the engine.
CELLS = 5_000
# State of a group (eq-fedbag-state): g, r, N, T, U and its clients ζ.
_State: TypeAlias = tuple[float, list[float], float, float, float, list[int]]
# Groups that exhaustive() tries itself; more go to the engine.
SUBSETS = 20_000
# More are refused: trying needs about a second for a million groups, and even the engine may have
# to look at all if there is nothing to leave out.
MAX_SUBSETS = {"plain": 20_000_000, "auto": 100_000_000_000}


def __dir__() -> list[str]:
    return __all__


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
        If a count is negative, a client is empty, or ``chosen`` names a client twice or one that is
        not there.

    Notes
    -----
    Ma et al. (2021), *Client selection based on label quantity information for federated learning*,
    PIMRC. One client alone has its EMD (:func:`emd`); all clients have 0.

    Examples
    --------
    >>> Z = [[4, 0], [0, 4], [1, 3]]
    >>> gemd(Z, [0, 1]), gemd(Z, []), gemd(Z, [0, 1, 2])
    (0.16666666666666669, inf, 0.0)
    """
    Z = _require.histograms("Z", Z)
    zeta, p = group(chosen, len(Z)), Z.sum(axis=0) / Z.sum()
    if not Z[zeta].sum():
        return math.inf
    return float(np.abs(Z[zeta].sum(axis=0) / Z[zeta].sum() - p).sum())


def fedbag(
    Z: ArrayLike,
    train_time: ArrayLike,
    upload_time: ArrayLike,
    budget: float,
    *,
    rng: np.random.Generator,
    resolution: float = 1.0,
    method: str = "auto",
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
    method : {"auto", "plain"}
        "plain" fills the table cell by cell; "auto" fills a table of more than 5,000 cells (clients
        times columns) in a faster way, which chooses the same clients.

    Returns
    -------
    Selection
        The group: always within the budget, but not always the best one, because a group that lost
        its column may have been the better start (compare :func:`exhaustive`).

    Raises
    ------
    ValueError
        If not even the fastest client alone meets the budget, or shapes or values do not fit.

    Notes
    -----
    FedBag as published (:func:`gemd` cites it) fills its table backwards with a rounded ΔT that
    depends on the group it looks for, starts from GEMD 0, which nothing beats, and returns every
    client that ever changed a cell. This version goes forwards, keeps the exact seconds of each
    group, starts from infinity and traces the best cell back. O(n · columns · C) time,
    O(n · columns) memory.

    Examples
    --------
    >>> import numpy as np
    >>> Z = [[9, 1], [1, 9], [8, 0], [5, 5]]
    >>> rng = np.random.default_rng(0)
    >>> fedbag(Z, [10, 20, 5, 90], [3, 3, 3, 3], 30, rng=rng)
    Selection(chosen=array([0, 1, 2]), gemd=0.07518796992481208, seconds=29.0)
    """
    counts, train, upload, limit = problem(Z, train_time, upload_time, budget)
    step = _require.number("resolution", resolution, above=0)
    order = _require.generator("rng", rng).permutation(len(counts))  # step 1
    plain = _require.choice("method", method, ("auto", "plain")) == "plain"
    T_limit = limit / step  # from here on the unit of time is a column
    if not plain and len(counts) * T_limit > CELLS:
        chosen = engine.best_group(counts, train / step, upload / step, T_limit, order, TIE)
        return _selection(counts, train, upload, chosen.tolist(), limit)
    m, classes = counts.sum(axis=1), range(counts.shape[1])
    r_i = (counts - np.outer(m, counts.sum(axis=0) / counts.sum())).tolist()  # surpluses
    m_i, T_ud, T_ul = m.tolist(), (train / step).tolist(), (upload / step).tolist()
    table: dict[int, _State] = {0: (math.inf, [0.0 for _ in classes], 0.0, 0.0, 0.0, [])}
    for i in order.tolist():  # step 2
        for _, (_, r, N, T, U, zeta) in sorted(table.items()):  # step 2.1
            T, U = max(T, T_ud[i]), U + T_ul[i]
            theta = T + U
            if theta <= T_limit:
                r, N = [r[c] + r_i[i][c] for c in classes], N + m_i[i]
                g, j = sum(abs(r[c]) for c in classes) / N, max(1, math.ceil(theta))
                if j not in table or g < table[j][0] - TIE:  # step 2.1.2
                    table[j] = g, r, N, T, U, [*zeta, i]
    smallest = min(state[0] for state in table.values())  # step 3
    best = min(j for j, state in table.items() if state[0] <= smallest + TIE)
    return _selection(counts, train, upload, table[best][-1], limit)


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
        The group: it is greedy for many clients and blind to labels; ties go to the smaller index.

    Raises
    ------
    ValueError
        As :func:`fedbag`.

    Notes
    -----
    Nishio and Yonetani (2019), *Client selection for federated learning with heterogeneous
    resources in mobile edge*, ICC; here a round lasts as long as :func:`round_time` says.

    Examples
    --------
    >>> fedcs([[9, 1], [1, 9], [8, 0]], [10, 20, 5], [3, 3, 3], 20).chosen
    array([0, 2])
    """
    counts, train, upload, limit = problem(Z, train_time, upload_time, budget)
    chosen: list[int] = []
    added = train + upload
    while np.isfinite(added).any():
        trial = [*chosen, int(np.argmin(added))]
        if round_time(train, upload, trial) > limit:
            break  # whoever prolongs the round more does not fit either
        chosen = trial
        added = upload + np.maximum(0.0, train - train[chosen].max())
        added[chosen] = np.inf
    return _selection(counts, train, upload, chosen)


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
    method: str = "auto",
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
        Largest group to try, default n. The published simulation (:func:`gemd` cites it) says 5 for
        n = 200: 2.6·10⁹ groups, of which only those that meet the budget count.
    method : {"auto", "plain"}
        "plain" tries one group after the other; "auto" takes a faster way for more than
        20,000 groups: it skips those that cannot be the best, and finds the same one.

    Returns
    -------
    Selection
        The best group: of several with the same GEMD the smallest, then the first in lexicographic
        order.

    Raises
    ------
    ValueError
        As :func:`fedbag`, or if there are more than 10¹¹ groups, with "plain" 2·10⁷.

    Examples
    --------
    >>> Z = [[9, 1], [1, 9], [8, 0], [5, 5]]
    >>> exhaustive(Z, [10, 20, 5, 9], [3, 3, 3, 3], 13).chosen
    array([3])
    """
    counts, train, upload, limit = problem(Z, train_time, upload_time, budget)
    n, most = len(counts), MAX_SUBSETS[_require.choice("method", method, MAX_SUBSETS)]
    largest = n if max_size is None else _require.count("max_size", max_size, at_least=1, at_most=n)
    number = sum(math.comb(n, k) for k in range(1, largest + 1))
    if number > most:
        raise ValueError(
            f"max_size must leave at most {most} groups to try, got {number:.3g} "
            f"for n = {n}, max_size = {largest}"
        )
    if method == "auto" and number > SUBSETS:
        found = search.best_small_group(counts, train, upload, limit, largest, TIE)
        return _selection(counts, train, upload, found.tolist())
    sizes = counts.sum(axis=1)
    residuals = counts - np.outer(sizes, counts.sum(axis=0) / counts.sum())
    best, chosen = np.inf, []
    for groups in _groups(n, largest):
        seconds = train[groups].max(axis=1) + upload[groups].sum(axis=1)
        groups = groups[seconds <= limit]
        values = np.abs(residuals[groups].sum(axis=1)).sum(axis=1) / sizes[groups].sum(axis=1)
        if values.size and values.min() < best - TIE:
            first = int(np.flatnonzero(values <= values.min() + TIE)[0])
            best, chosen = float(values[first]), groups[first].tolist()
    return _selection(counts, train, upload, chosen)


def _groups(n: int, largest: int, chunk: int = 20_000) -> Iterator[Ints]:
    """All subsets of 0 … n − 1 by size, as arrays of up to ``chunk`` rows."""
    for k in range(1, largest + 1):
        subsets = combinations(range(n), k)
        while rows := list(islice(subsets, chunk)):
            yield np.array(rows, dtype=np.int64)


def problem(
    Z: ArrayLike, train_time: ArrayLike, upload_time: ArrayLike, budget: float
) -> tuple[Floats, Floats, Floats, float]:
    """Check what all selections under a budget are given.

    Parameters
    ----------
    Z, train_time, upload_time, budget
        As :func:`fedbag`.

    Returns
    -------
    counts, train, upload, limit
        The same as arrays of floats and a float.

    Raises
    ------
    ValueError
        If not even the fastest client alone meets the budget, or shapes or values do not fit.

    Examples
    --------
    >>> problem([[9, 1]], [10], [3], 20)[1:]
    (array([10.]), array([3.]), 20.0)
    """
    counts = _require.histograms("Z", Z)
    train, upload = seconds_of(train_time, upload_time, len(counts))
    limit = _require.number("budget", budget, above=0)
    fastest = float((train + upload).min())
    if limit < fastest:
        raise ValueError(
            f"budget must be at least the {fastest} s of the fastest client, got {budget}"
        )
    return counts, train, upload, limit


def _selection(
    counts: Floats,
    train: Floats,
    upload: Floats,
    chosen: list[int],
    limit: float = math.inf,
) -> Selection:
    """Describe the group, without its last clients if it takes longer than ``limit``."""
    while round_time(train, upload, chosen) > limit:
        # A table adds in another order: its sum may round to the limit and this one above it.
        chosen = chosen[:-1]
    members = np.array(sorted(chosen), dtype=np.int64)
    return Selection(members, gemd(counts, members), round_time(train, upload, members))
