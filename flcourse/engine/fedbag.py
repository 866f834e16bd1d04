"""FedBag's table as arrays, one column per time step: equals ``flcourse.fedbag.fedbag`` exactly."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flcourse._types import Floats, Ints

__all__ = ["best_group"]

# Stands for an upload of no time at all, so that only the empty group is in column 0.
NO_TIME = 1e-300


def __dir__() -> list[str]:
    return __all__


def best_group(
    Z: Floats, train: Floats, upload: Floats, limit: float, order: Ints, tie: float
) -> Ints:
    """Equal to :func:`flcourse.fedbag.fedbag` exactly; pays from 5,000 cells on.

    Cells are those of the table, clients times columns. Ties are broken as there: the candidate
    from the lower column, then the lower column of the table.

    Parameters
    ----------
    Z : (n, C) array
        Label counts.
    train, upload : (n,) arrays
        Times of the clients, in columns.
    limit : float
        Longest allowed round, in columns.
    order : (n,) array of int
        Clients as they are offered to the table.
    tie : float
        GEMDs that differ by less are equal.

    Returns
    -------
    (k,) array of int
        The best group that the table found, in the order in which it grew.

    Examples
    --------
    >>> Z, train, upload = np.array([[9, 1], [1, 9], [8, 0]]), np.array([1, 2, 1]), np.ones(3)
    >>> best_group(Z, train, upload, 4.0, np.arange(3), 1e-12)
    array([0, 1])
    """
    value, came_from = _fill_table(Z[order], train[order], upload[order], limit, tie)
    column = int(np.flatnonzero(value <= value.min() + tie)[0])
    return order[_trace_back(came_from, column)]


def _fill_table(
    Z: Floats, train: Floats, upload: Floats, limit: float, tie: float
) -> tuple[Floats, NDArray[np.integer[Any]]]:
    """Return the GEMD of each column and, per client, the column it extended (−1: none).

    The distance is additive until the norm is taken (eq-gemd-additive).
    """
    items = _surpluses(Z)
    l1 = np.append(np.ones(Z.shape[1]), 0.0)
    upload = np.maximum(upload, NO_TIME)
    # No group needs more time than all clients together; a huge budget needs no huge table.
    limit = min(limit, (train.max() + upload.sum()) * (1 + 1e-9))
    columns = max(1, math.ceil(limit)) + 1
    # One group per column. Column 0 is the empty group, and stays; infinite uploads: no group yet.
    groups = np.zeros((columns, items.shape[1]))
    value, slowest, uploads = np.full((3, columns), [[np.inf], [0.0], [np.inf]])
    uploads[0] = 0.0
    came_from = np.full((len(Z), columns), -1, dtype=np.min_scalar_type(-columns))
    # Room for every client's turn: to ask for it anew each time would cost more than to fill it.
    (grown, room), winner = np.empty((2, *groups.shape)), np.empty(columns, dtype=np.int64)
    to_train, to_upload = train.tolist(), upload.tolist()
    for i in np.flatnonzero(train + upload <= limit).tolist():
        training, uploading = np.maximum(slowest, to_train[i]), uploads + to_upload[i]
        seconds = training + uploading
        source = (seconds <= limit).nonzero()[0]
        target = np.ceil(seconds[source]).astype(np.int64)
        new_groups = groups.take(source, axis=0, out=grown[: source.size], mode="clip")
        new_groups += items[i]
        new = np.abs(new_groups, out=room[: source.size]) @ l1
        new /= new_groups[:, -1]
        target = _improve(value, winner, target, new, tie)
        if target.size:
            win = winner[target]
            groups[target], source = new_groups.take(win, axis=0), source[win]
            uploads[target], slowest[target] = uploading[source], training[source]
            came_from[i, target] = source
    return value, came_from


def _surpluses(Z: Floats) -> Floats:
    """Surplus in each class and, in the last column, number of samples of each client."""
    sizes = Z.sum(axis=1, keepdims=True)
    return np.hstack([Z - sizes * (Z.sum(axis=0) / Z.sum()), sizes])


def _improve(value: Floats, winner: Ints, target: Ints, new: Floats, tie: float) -> Ints:
    """Lower columns of ``value`` in place as a loop over the candidates, in order, would.

    Returns which columns it lowered, some of them twice; ``winner`` then holds their candidates.
    """
    # Of repeated indices the last assignment stays: in reverse, the first candidate.
    candidate = (new < value[target] - tie).nonzero()[0][::-1]
    lowered = columns = target[candidate]
    while candidate.size:
        gemd = new[candidate]
        winner[columns], value[columns] = candidate, gemd
        better = gemd < value[columns] - tie
        candidate, columns = candidate[better], columns[better]
    return lowered


def _trace_back(came_from: NDArray[np.integer[Any]], column: int) -> Ints:
    """Rows of the clients whose group ended in a column, first added first."""
    chosen = []
    for i in range(len(came_from) - 1, -1, -1):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = int(came_from[i, column])
    return np.array(chosen[::-1], dtype=np.int64)
