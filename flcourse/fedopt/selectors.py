"""Who works in a round: selectors, and what the simulation asks of any of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Ints

__all__ = ["Select", "by_size", "chosen_clients", "duration", "mark_late", "uniform"]

Select: TypeAlias = Callable[[int, np.random.Generator], ArrayLike]


def __dir__() -> list[str]:
    return __all__


def uniform(n: int, k: int) -> Select:
    """Make a selector that draws k of n clients, all sets equally likely (def-uniform-selection).

    Parameters
    ----------
    n, k : int
        1 ≤ k ≤ n.

    Returns
    -------
    callable
        ``select(round, rng)`` returns k different indices in increasing order.

    Raises
    ------
    ValueError
        If k is not in 1 … n.

    Examples
    --------
    >>> import numpy as np
    >>> uniform(3, 3)(0, np.random.default_rng(0))
    array([0, 1, 2])
    """
    n = _require.count("n", n, at_least=1)
    k = _require.count("k", k, at_least=1, at_most=n)

    def select(round: int, rng: np.random.Generator) -> Ints:
        return np.sort(rng.choice(n, k, replace=False))

    return select


def by_size(sizes: ArrayLike, k: int) -> Select:
    """Make a selector that draws k clients one by one in proportion to size (def-size-selection).

    Parameters
    ----------
    sizes : (n,) array_like
        Positive sample counts.
    k : int
        Clients per round, 1 ≤ k ≤ n, drawn without replacement.

    Returns
    -------
    callable
        ``select(round, rng)`` returns k different indices in increasing order.

    Raises
    ------
    ValueError
        If a size is not positive or k is not in 1 … n.

    Notes
    -----
    The large clients already come more often: let the server take the plain mean.

    Examples
    --------
    >>> import numpy as np
    >>> by_size([1, 10**9, 10**9], 2)(0, np.random.default_rng(0))
    array([1, 2])
    """
    m = _require.array("sizes", sizes, shape=(None,))
    k = _require.count("k", k, at_least=1, at_most=len(m))
    if m.min() <= 0:
        raise ValueError(f"sizes must be positive, got {m.min()}")
    share = m / m.sum()

    def select(round: int, rng: np.random.Generator) -> Ints:
        return np.sort(rng.choice(len(share), k, replace=False, p=share))

    return select


def chosen_clients(select: Select, t: int, rng: np.random.Generator, n: int) -> Ints:
    """Ask the selector for the clients of round t and check what it says.

    Parameters
    ----------
    select : callable
        ``select(round, rng)``.
    t : int
        Round, from 0.
    rng : numpy.random.Generator
        Stream of the selection.
    n : int
        Number of clients.

    Returns
    -------
    (k,) array of int
        S_t, in the order of the selector.

    Raises
    ------
    ValueError
        If nobody is chosen, somebody twice, or somebody who is not there.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> chosen_clients(lambda round, rng: [2, 0], 0, rng, n=3)
    array([2, 0])
    """
    chosen = _require.labels("select(round, rng)", select(t, rng), shape=(None,))
    if not len(chosen) or chosen.max() >= n or len(np.unique(chosen)) < len(chosen):
        raise ValueError(
            f"select(round, rng) must return at least one client of 0 … {n - 1}, none twice, "
            f"got {chosen.tolist()} in round {t}"
        )
    return chosen


def mark_late(k: int, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Mark round(share · k) of k clients at random: the stragglers of a round.

    Parameters
    ----------
    k : int
        Clients of the round.
    share : float
        0 … 1.
    rng : numpy.random.Generator
        Draws them; it is asked even if nobody is late, so that a share changes nothing else.

    Returns
    -------
    (k,) array of bool
        True for the clients that are late.

    Examples
    --------
    >>> import numpy as np
    >>> int(mark_late(5, 0.4, np.random.default_rng(0)).sum())
    2
    """
    late = np.zeros(k, dtype=bool)
    late[rng.permutation(k)[: round(share * k)]] = True
    return late


def duration(select: Select, chosen: Ints) -> float:
    """Ask the selector's clock how long a round with these clients takes; 0 without a clock.

    Parameters
    ----------
    select : callable
        Its method ``seconds(chosen)`` is the clock, if it has one.
    chosen : (k,) array of int
        Clients of the round.

    Returns
    -------
    float
        Simulated seconds.

    Examples
    --------
    >>> import numpy as np
    >>> duration(uniform(3, 2), np.array([0, 1]))
    0.0
    """
    clock = getattr(select, "seconds", None)
    return float(clock(chosen)) if clock is not None else 0.0
