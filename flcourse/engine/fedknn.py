"""FedKNN without a K × K matrix: equals ``flcourse.fedknn`` with ``method="plain"`` to 1e-10.

Trees find the same neighbours exactly; on a line or ring these are windows of the sorted devices,
and running sums average all of them. It pays from 100 devices on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import scipy  # its part on trees is loaded where neighbours are looked for
from numpy.typing import NDArray

from flcourse._types import Floats, Ints

__all__ = ["distance", "error_curve", "knn_estimate", "neighbours"]

# Numbers in the largest work array where devices are taken in portions.
BLOCK = 2**20
# Up to so many neighbours the ends of a window are compared one by one.
SHORT = 32
# Distances whose relative difference is smaller are compared again without the tree's rounding.
TIE = 1e-9


def __dir__() -> list[str]:
    return __all__


def neighbours(P: Floats, m: int, period: float | None) -> Ints:
    """Equal to :func:`flcourse.fedknn.neighbours` exactly; pays from 100 devices on.

    Parameters
    ----------
    P : (K, d) array
        Positions, on a ring in [0, period).
    m : int
        Neighbours, the device included.
    period : float or None
        Circumference of the ring.

    Returns
    -------
    (K, m) array of int
        Indices of the neighbours, nearest first.

    Examples
    --------
    >>> neighbours(np.array([[0.0], [1.0], [3.0]]), 2, None).tolist()
    [[0, 1], [1, 0], [2, 1]]
    """
    return _nearest(P, np.arange(len(P)), m, period)


def knn_estimate(means: Floats, P: Floats, m: int, period: float | None) -> Floats:
    """Equal to :func:`flcourse.fedknn.knn_estimate` to 1e-10; pays from 100 devices on.

    On a line or ring the neighbours are a window of the sorted devices, and running sums give all
    windows in O(K log K) time and O(K d) memory whatever m; elsewhere a tree finds them. The
    difference is relative, but for 1e-13 of the largest mean where means cancel.

    Parameters
    ----------
    means : (K, d) array
        Local estimates.
    P, m, period
        As in :func:`neighbours`.

    Returns
    -------
    (K, d) array
        Row k is the estimate of device k.

    Examples
    --------
    >>> x = np.array([[0.0], [1.0], [3.0]])
    >>> knn_estimate(np.array([[0.0], [2.0], [10.0]]), x, 2, None).ravel()
    array([1., 1., 6.])
    """
    estimate, index = np.empty_like(means), _line_order(P, period)
    if index is not None:
        estimate[index] = next(_line_estimates(means, P, index, [m], period))
    else:
        for part, rows in _cloud_estimates(means, P, [m], period):
            estimate[rows] = part[0]
    return estimate


def error_curve(
    means: Floats, P: Floats, W: Floats, ms: Sequence[int], period: float | None
) -> Floats:
    """Equal to :func:`flcourse.fedknn.error_curve` to 1e-10; pays from 100 devices on.

    Parameters
    ----------
    means, W : (K, d) arrays
        Local estimates and true parameters.
    P, period
        As in :func:`neighbours`.
    ms : sequence of int
        Numbers of neighbours, at least one.

    Returns
    -------
    (len(ms),) array
        Mean squared errors, in the order of ``ms``.

    Examples
    --------
    >>> x = np.array([[0.0], [1.0], [3.0]])
    >>> error_curve(x, x, x, [1, 2, 3], None).round(4)
    array([0.    , 0.5   , 1.5556])
    """
    index = _line_order(P, period)
    if index is not None:
        estimates = _line_estimates(means, P, index, ms, period)
        return np.array([np.sum((e - W[index]) ** 2) for e in estimates]) / len(P)
    parts = _cloud_estimates(means, P, ms, period)
    squares = [np.sum((e - W[rows]) ** 2, axis=(1, 2)) for e, rows in parts]
    return np.asarray(np.sum(squares, axis=0) / len(P))


def _line_order(P: Floats, period: float | None) -> Ints | None:
    """Devices sorted along a line or ring; None where neighbours are not windows of that order.

    They are not with more than one coordinate, nor where devices share a place: a window may then
    need the device of lowest index, not the one at the nearest end.
    """
    if P.shape[1] != 1:
        return None
    index = _sorted_order(P[:, 0])
    x = P[index, 0]
    gaps = np.diff(x) if period is None else np.append(np.diff(x), x[0] + period - x[-1])
    apart = gaps.min(initial=math.inf) > _slack(x, period)
    return index if apart else None


def _sorted_order(x: Floats) -> Ints:
    """Order that sorts x, by leading bits first: for even points half the time of np.argsort.

    NumPy sorts integers of 16 bits in linear time (radix sort), and its stable sort of doubles
    takes linear time where they are nearly sorted, as they are after that.
    """
    low, high = float(x.min()), float(x.max())
    if not 0 < high - low < math.inf:
        return np.argsort(x, kind="stable")
    share = (x - low) / (high - low)
    index = np.argsort((share * (2**16 - 1)).astype(np.uint16), kind="stable")
    return index[np.argsort(x[index], kind="stable")]


def _line_estimates(
    means: Floats, P: Floats, index: Ints, ms: Sequence[int], period: float | None
) -> Iterator[Floats]:
    """FedKNN on a line or ring for each m in ``ms``; device ``index[k]`` has row k.

    Sums over windows are differences of running sums; on a ring these run over three laps.
    """
    x = P[index, 0]
    line = x if period is None else np.concatenate([x - period, x, x + period])
    centre = means.mean(axis=0)  # sums of what is left stay small, and so does their rounding
    running = np.zeros((len(line) + 1, means.shape[1]))
    for lap in np.split(running[1:], len(line) // len(x)):
        np.subtract(means.take(index, axis=0), centre, out=lap)
    np.cumsum(running, axis=0, out=running)
    for m in ms:
        first = _windows(line, x, index, m, period)
        averages = running[m:] - running[:-m]
        averages /= m
        averages += centre
        yield averages.take(first, axis=0)


def _windows(line: Floats, x: Floats, index: Ints, m: int, period: float | None) -> Ints:
    """Where on the line, which is x or three laps of it, the window of m neighbours begins.

    A window that starts at j is left for the next one as long as the device at j + m is nearer
    than the device at j: as long as the middle between these two is left of x. The middles rise
    with j, so their number left of x is the start. Where rounding or a tie could matter, distances
    decide, then indices.
    """
    if m == len(x):
        return np.zeros(m, dtype=np.int64)
    ends = len(line) - m
    # Fences, so that no window begins before the line or after its last full window.
    middles = np.full(ends + 2 * m, np.inf)
    middles[:m] = -np.inf
    np.add(line[:-m], line[m:], out=middles[m:-m])
    middles *= 0.5
    slack, first = _slack(x, period), _left_of(middles, x, m)
    gap = middles[m:].take(first)
    gap -= x
    close = gap <= slack
    np.subtract(x, middles[m - 1 :].take(first, out=gap), out=gap)
    close |= gap <= slack
    return _corrected(first, np.flatnonzero(close), ends, x, index, m, period)


def _corrected(
    first: Ints, of: Ints, ends: int, x: Floats, index: Ints, m: int, period: float | None
) -> Ints:
    """Move the windows of the devices ``of``, in place, until distance and index agree to them."""
    K = len(x)

    def keeps_left(j: Ints, of: Ints) -> NDArray[np.bool_]:
        j = np.clip(j, 0, ends - 1)
        left = distance(x[of], x[j % K], period)
        right = distance(x[of], x[(j + m) % K], period)
        tie = (left == right) & (index[j % K] < index[(j + m) % K])
        keeps: NDArray[np.bool_] = (left < right) | tie
        return keeps

    while of.size:
        j = first[of]
        ahead = (j < ends) & ~keeps_left(j, of)
        back = (j > 0) & keeps_left(j - 1, of)
        first[of] += ahead.astype(np.int64) - back
        of = of[ahead | back]
    return first


def _left_of(middles: Floats, x: Floats, m: int) -> Ints:
    """How many middles, the m infinite ones at the front aside, are left of each device.

    Both rise. A window of m contains its device, so that only m − 1 middles are in doubt for it;
    few are looked at one by one, many are found by merging, which a stable sort of two runs does.
    """
    K = len(x)
    if m > SHORT:
        merged = np.argsort(np.concatenate([x, middles[m:-m]]), kind="stable")
        return np.flatnonzero(merged < K) - np.arange(K)
    place = (len(middles) - m) // K // 2 * K  # of device 0 on the line: 0, or after one lap
    left = np.zeros(K, dtype=np.uint8)
    for j in range(place + 1, place + m):
        left += middles[j : j + K] < x
    first = np.arange(place + 1 - m, place + 1 - m + K)
    first += left
    return first


def _slack(x: Floats, period: float | None) -> float:
    """Differences of positions below this may be rounding."""
    return 16 * np.finfo(float).eps * max(float(np.abs(x).max()), 2 * (period or 0.0))


def _cloud_estimates(
    means: Floats, P: Floats, ms: Sequence[int], period: float | None
) -> Iterator[tuple[Floats, Ints]]:
    """FedKNN anywhere: for portions of the devices, estimates (len(ms), rows, d) and the rows."""
    tree, most, picks = scipy.spatial.KDTree(P, boxsize=period), max(ms), np.array(ms)
    step = max(1, BLOCK // (most * means.shape[1]))
    for start in range(0, len(P), step):
        rows = np.arange(start, min(start + step, len(P)))
        order = _nearest(P, rows, most, period, tree)
        if len(ms) == 1:
            yield means[order].mean(axis=1)[np.newaxis], rows
        else:
            running = np.cumsum(means[order], axis=1)[:, picks - 1]
            yield (running / picks[:, np.newaxis]).swapaxes(0, 1), rows


def _nearest(
    P: Floats,
    rows: Ints,
    m: int,
    period: float | None,
    tree: scipy.spatial.KDTree | None = None,
    ask: int | None = None,
) -> Ints:
    """First m neighbours of the devices ``rows``: itself, then by distance, then by index.

    The tree breaks ties as it likes. Rows with candidates at equal distances are therefore sorted
    again, and asked for twice as many where the last one is no farther than the m-th neighbour.
    """
    tree = scipy.spatial.KDTree(P, boxsize=period) if tree is None else tree
    ask = min(m + 1 if ask is None else ask, len(P))
    found = np.empty((rows.size, m), dtype=np.int64)
    step = max(1, BLOCK // (ask * P.shape[1]))
    for start in range(0, rows.size, step):
        mine = rows[start : start + step]
        away, near = tree.query(P[mine], k=np.arange(1, ask + 1))
        found[start : start + step] = near[:, :m]
        tied = np.flatnonzero((np.diff(away) <= TIE * away[:, 1:]).any(axis=1))
        found[start + tied] = _by_distance_then_index(P, mine[tied], near[tied], m, period)
        unsure = tied[away[tied, m - 1] >= away[tied, -1] * (1 - TIE)]
        if unsure.size and ask < len(P):
            found[start + unsure] = _nearest(P, mine[unsure], m, period, tree, 2 * ask)
    return found


def _by_distance_then_index(
    P: Floats, rows: Ints, near: Ints, m: int, period: float | None
) -> Ints:
    """First m of the candidates ``near`` of each row, the device itself before all others."""
    away = distance(P[rows][:, np.newaxis], P[near], period)
    away[near == rows[:, np.newaxis]] = -1.0
    ranked: Ints = np.take_along_axis(near, np.lexsort((near, away))[:, :m], axis=1)
    return ranked


def distance(a: Floats, b: Floats, period: float | None) -> Floats:
    """Euclidean distance over the last axis of points, or of numbers on a line.

    Bit for bit that of :func:`flcourse.fedknn.neighbours`, of any size, so that ties are the same.
    On a ring each coordinate takes the shorter way round.
    """
    gap = np.abs(a - b)
    if period is not None:
        gap = np.minimum(gap, period - gap)
    if gap.ndim == 1 or gap.shape[-1] == 1:
        return gap.reshape(gap.shape[:2])  # no square that may overflow
    return np.asarray(np.sqrt(np.sum(gap**2, axis=-1)))
