"""k-DPPs of high rank: equals ``flcourse.dpp.KDPP`` with ``method="plain"`` to 1e-10 relative.

Marginals come from a circle of DPPs, subsets, which are equal in law, from rejection. Each function
says from which rank, or how many subsets on, it pays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from flcourse._types import Floats, Ints

__all__ = ["inclusion", "pair_inclusion", "sample"]

# Numbers in the largest work array of the sampler: 16 MB, small enough to stay near the processor.
BLOCK = 2**21


def __dir__() -> list[str]:
    return __all__


def inclusion(lam: Floats, k: int) -> Floats:
    """Equal to :meth:`flcourse.dpp.KDPP.inclusion` for V = I to 1e-10; pays from rank 10 on.

    The chance λ_r e_{k−1}(λ without λ_r) / e_k(λ) of each eigenvector; the difference is relative.
    Used beyond rank 100.

    Parameters
    ----------
    lam : (r,) array
        Positive eigenvalues in falling order.
    k : int
        Eigenvectors drawn, 1 ≤ k ≤ r.

    Returns
    -------
    (r,) array
        The chances.

    Examples
    --------
    >>> inclusion(np.array([3.0, 1.0]), 1)
    array([0.75, 0.25])
    """
    return np.asarray(sum(weight * kappa for weight, kappa in _mixture(lam, k)).real)


def pair_inclusion(lam: Floats, V: Floats, k: int) -> Floats:
    """Equal to :meth:`flcourse.dpp.KDPP.pair_inclusion` to 1e-10; pays from rank 5 on.

    So it is off the diagonal, which has no meaning here. The difference is relative, but for 1e-12
    where terms cancel. Used beyond rank 30. The matrix of the chances of pairs of eigenvectors is a
    mixture of few products (its diagonal drops out of the sum), so a few terms like the
    K_ii K_jj − K_ij² of a DPP give the result.

    Parameters
    ----------
    lam, k
        As in :func:`inclusion`.
    V : (n, r) array
        Eigenvectors.

    Returns
    -------
    (n, n) array
        The probabilities off the diagonal.

    Examples
    --------
    >>> pair_inclusion(np.ones(3), np.eye(3), 2).round(12)[0, 1:]
    array([0.33333333, 0.33333333])
    """
    both = sum(
        (weight * np.multiply.outer(kappa, kappa)).real for weight, kappa in _mixture(lam, k)
    )
    share, U = np.linalg.eigh(both)
    pairs = np.zeros((len(V), len(V)))
    for t in np.flatnonzero(np.abs(share) > np.finfo(float).eps * np.abs(share).max()):
        K = (V * U[:, t]) @ V.T
        b = np.diagonal(K)
        pairs += share[t] * (np.multiply.outer(b, b) - K**2)
    return pairs


def sample(V: Floats, log_e: Floats, size: int, rng: np.random.Generator) -> Ints:
    """Equal to :meth:`flcourse.dpp.KDPP.sample` in law; pays from 3 subsets or 1,000 items on.

    Not draw for draw: a test counts subsets. The second stage proposes items by leverage and
    accepts by what is left of them (Barthelmé, Tremblay and Amblard, 2023, A faster sampler for
    discrete determinantal point processes, AISTATS), which needs about k log k proposals whatever
    n.

    Parameters
    ----------
    V : (n, r) array
        Eigenvectors.
    log_e : (k + 1, r + 1) array
        Table of their eigenvalues (eq-esp).
    size : int
        Number of subsets.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    (size, k) array of int
        Each row in rising order.

    Examples
    --------
    >>> log_e = np.log([[1.0, 1.0, 1.0], [0.1**99, 1.0, 1.0]])  # eigenvalues 1 and 0
    >>> sample(np.eye(2), log_e, 2, np.random.default_rng(0)).tolist()
    [[0], [0]]
    """
    k = len(log_e) - 1
    basis = _draw_eigenvectors(log_e, size, rng)
    at_once = max(1, BLOCK // (_proposals(k, k) * k))
    parts = [
        _draw_items(V.T, basis[start : start + at_once], rng) for start in range(0, size, at_once)
    ]
    return np.sort(np.concatenate(parts), axis=1)


def _mixture(lam: Floats, k: int) -> Iterator[tuple[complex, NDArray[np.complex128]]]:
    """Weights and DPP eigenvalues κ(z) = zλ/(1 + zλ) whose mixture is the k-DPP.

    e_k is the coefficient of z^k in G(z) = ∏(1 + zλ), and so for every expectation: a mean of
    G(z) z^{−k} over points z on a circle. Its radius makes k the mean size of the DPP with kernel
    z S, where the coefficient is largest and rounding smallest. The points come in conjugate
    pairs of which one is kept, so callers take the real part.
    """
    if k == lam.size:
        yield 1.0, np.ones(k, dtype=complex)
        return
    ends = math.log(k / lam.sum()), math.log(2 * k / lam[k])
    log_radius = brentq(lambda t: (1 / (1 + np.exp(-t) / lam)).sum() - k, *ends, xtol=1e-12)
    p = 1 / (1 + math.exp(-log_radius) / lam)
    # Sizes k ± T alias with k: T is beyond every size, or they have a chance of e^−45. That is
    # Bernstein's inequality, T² / (2 (variance + T/3)) = 45, solved for T.
    bound = 15 + math.sqrt(15**2 + 2 * 45 * float(p @ (1 - p)))
    half = (math.floor(min(max(k, lam.size - k), bound)) + 2) // 2
    angles = np.pi * (np.arange(half) + 0.5) / half
    z_lam = np.exp(log_radius + 1j * angles)[:, np.newaxis] * lam
    log_g = np.log(1 + z_lam).sum(axis=1) - 1j * k * angles
    weights = np.exp(log_g - log_g.real.max())
    yield from zip(weights / weights.real.sum(), z_lam / (1 + z_lam), strict=True)


def _draw_eigenvectors(log_e: Floats, size: int, rng: np.random.Generator) -> Ints:
    """Draw ``size`` bases of k eigenvectors with probability ~ ∏ λ, rows in rising order.

    The largest of j indices below ``last`` is at most m with probability e_j(m) / e_j(last):
    the table of elementary symmetric polynomials is the inverse of its own distribution.
    """
    k = log_e.shape[0] - 1
    basis = np.empty((size, k), dtype=np.int64)
    last = np.full(size, log_e.shape[1] - 1)
    for j in range(k, 0, -1):
        level = log_e[j, last] + np.log1p(-rng.random(size))
        last = np.searchsorted(log_e[j], level) - 1
        basis[:, j - 1] = last
    return basis


def _proposals(k: int, missing: int) -> int:
    """Proposals to draw at once: the expected k (1 + 1/2 + … + 1/missing), and k for luck."""
    return math.ceil(k * (1 + np.sum(1 / np.arange(1, missing + 1))))


def _draw_items(V: Floats, basis: Ints, rng: np.random.Generator) -> Ints:
    """Draw one subset from the projection onto each basis V[basis[s]], where V is (rank, n).

    Item i is proposed with probability ‖v_i‖²/k, where v_i = V[basis, i], and accepted with
    probability ‖v_i − QᵀQ v_i‖² / ‖v_i‖², the part of it that earlier items do not span.
    """
    size, k = basis.shape
    propose = _leverage_proposals(V, basis)
    chosen = np.full((size, k), -1)
    Q = np.zeros((size, k, k))  # Q[s, t] is the direction that item t of subset s added
    count = np.zeros(size, dtype=np.int64)
    while (rest := np.flatnonzero(count < k)).size:
        items = propose(rest, _proposals(k, k - int(count.min())), rng)
        v = V[basis[rest, np.newaxis, :], items[:, :, np.newaxis]]
        chosen[rest], Q[rest], count[rest] = _accept(
            items, v, chosen[rest], Q[rest], count[rest], rng
        )
    return chosen


def _leverage_proposals(V: Floats, basis: Ints) -> Callable[[Ints, int, np.random.Generator], Ints]:
    """Return a function that draws an eigenvector of the basis, then an item by its square."""
    used, place = np.unique(basis, return_inverse=True)
    place = place.reshape(basis.shape)
    n, k = V.shape[1], basis.shape[1]
    # Distribution functions of the eigenvectors' squares, laid end to end: one rises 0…1, the
    # next 1…2 and so on, so that a single search finds an item of any of them.
    steps = np.cumsum(V[used] ** 2, axis=1)
    steps = (steps / steps[:, -1:] + np.arange(used.size)[:, np.newaxis]).ravel()

    def propose(subsets: Ints, times: int, rng: np.random.Generator) -> Ints:
        which = rng.integers(k, size=(subsets.size, times))
        vector = place[subsets[:, np.newaxis], which]
        found = np.searchsorted(steps, vector + rng.random(which.shape), side="right")
        items: Ints = np.minimum(found - n * vector, n - 1)
        return items

    return propose


def _accept(
    items: Ints,
    v: Floats,
    chosen: Ints,
    Q: Floats,
    count: Ints,
    rng: np.random.Generator,
) -> tuple[Ints, Floats, Ints]:
    """Go through the proposals of all subsets in order; return their new chosen, Q and count.

    What is ``left`` of a proposal only shrinks as Q grows. So one that was refused stays refused,
    and the next item of a subset is always its first proposal above the threshold.
    """
    subset = np.arange(count.size)
    k = chosen.shape[1]
    whole = np.einsum("spj,spj->sp", v, v)
    threshold = rng.random(whole.shape) * whole
    threshold[(items[:, :, np.newaxis] == chosen[:, np.newaxis, :]).any(axis=2)] = np.inf
    left = whole - np.sum((v @ Q.transpose(0, 2, 1)) ** 2, axis=2)
    while True:
        first = (left > threshold).argmax(axis=1)
        taken = (left > threshold)[subset, first] & (count < k)
        if not taken.any():
            return chosen, Q, count
        item = np.where(taken, items[subset, first], -1)
        q = np.where(taken[:, np.newaxis], v[subset, first], 0.0)
        q -= ((q[:, np.newaxis, :] @ Q.transpose(0, 2, 1)) @ Q)[:, 0]
        q /= np.where(taken, np.linalg.norm(q, axis=1), 1.0)[:, np.newaxis]
        s, t = subset[taken], count[taken]
        chosen[s, t], Q[s, t] = item[taken], q[taken]
        count = count + taken
        left -= (v @ q[:, :, np.newaxis])[:, :, 0] ** 2
        threshold[items == item[:, np.newaxis]] = np.inf
