"""Privacy, attacked and defended: what messages tell, what noise hides, sums nobody sees into.

One table of sums, S = [X y]ᵀ[X y], runs through this module (eq-statistics): ridge regression
needs nothing else, a row can be read off it, sums of it can be formed under masks, and a row
that is subtracted from it is forgotten. Secrets here come from a ``numpy.random.Generator``, so
that every example can be repeated; real ones come from the operating system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import comb, exp, inf, log, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import log_ndtr, logsumexp, ndtr

from flcourse import _require
from flcourse._types import Floats
from flcourse.losses import Squared

__all__ = [
    "PRIME",
    "SecureSum",
    "blind",
    "clipped_mean",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_sigma",
    "intersect",
    "leverage",
    "mask",
    "masked",
    "recover",
    "ridge",
    "roc",
    "row_of_gradient",
    "secure_sum",
    "share",
    "statistics",
    "subsampled_epsilon",
    "summed",
    "threshold_advantage",
    "vertical_ridge",
    "zcdp_epsilon",
]

# The largest safe prime below 2^256: (PRIME - 1)/2 is a prime, too. A toy: logarithms modulo a
# prime of this length have been computed.
PRIME = 2**256 - 36113
ORDER = (PRIME - 1) // 2  # of the squares modulo PRIME, in which keys are exponents
SQUARE = 4  # generates them
ORDERS = (*range(2, 65), 80, 96, 128, 192, 256, 512, 1024)  # of Rényi's divergence

Words: TypeAlias = NDArray[np.uint64]


def __dir__() -> list[str]:
    return __all__


# --- what an update tells -----------------------------------------------------------------------


def statistics(X: ArrayLike, y: ArrayLike) -> Floats:
    """Add up all that ridge regression needs: S = [X y]ᵀ[X y] (eq-statistics).

    Parameters
    ----------
    X : (m, d) array_like
        Features, one sample per row.
    y : (m,) array_like
        Labels.

    Returns
    -------
    (d + 1, d + 1) array
        The table S; its last row and column belong to the label. The tables of several clients add
        up to the table of all their rows.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> # of a single row that begins with 1: the first line of S is the row
    >>> statistics([[1.0, 2.0]], [3.0])
    array([[1., 2., 3.],
           [2., 4., 6.],
           [3., 6., 9.]])
    """
    F, t = Squared().prepare(X, y)
    Z = np.column_stack([F, t])
    return np.asarray(Z.T @ Z)


def ridge(S: ArrayLike, rows: int, alpha: float = 0.0) -> Floats:
    """Ridge regression from sums alone, as :func:`flcourse.erm.fit` from rows (eq-statistics).

    Parameters
    ----------
    S : (d + 1, d + 1) array_like
        Of :func:`statistics`, or a sum or difference of such tables.
    rows : int
        Number m of rows behind them, at least 1.
    alpha : float
        Weight α of ‖w‖² beside the mean squared error, at least 0.

    Returns
    -------
    (d,) array
        Solution of (S_XX/m + αI) w = S_Xy/m; the shortest, if there are several.

    Raises
    ------
    ValueError
        If ``S`` is not symmetric, ``rows`` is below 1 or ``alpha`` is negative.

    Examples
    --------
    >>> X, y = [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], [1.0, 3.0, 5.0]
    >>> ridge(statistics(X, y), rows=3).round(6)
    array([1., 2.])
    """
    table: Floats = _require.symmetric("S", S, len(_require.array("S", S, shape=(None, None))))
    m = _require.count("rows", rows, at_least=1)
    Q = table[:-1, :-1] / m + _require.number("alpha", alpha, at_least=0) * np.eye(len(table) - 1)
    return np.asarray(np.linalg.lstsq(Q, table[:-1, -1] / m, rcond=None)[0])


def row_of_gradient(
    gradient: ArrayLike, w: ArrayLike, *, constant: int = 0
) -> tuple[Floats, float]:
    """Read the only row of a client off the gradient of its squared loss (eq-row-leak).

    Parameters
    ----------
    gradient : (d,) array_like
        2 (xᵀw − y) x, as one step of FedAvg tells it.
    w : (d,) array_like
        Parameters at which it was taken.
    constant : int
        Index of the feature that is 1 in every row. Without one, only the direction of x is told.

    Returns
    -------
    (d,) array and float
        Features x and label y.

    Raises
    ------
    ValueError
        If the row is fitted exactly: its gradient is zero and tells nothing.

    Examples
    --------
    >>> # this gradient is 2 (4 − 6) (1, 2, 3)
    >>> row_of_gradient([-4.0, -8.0, -12.0], [1.0, 0.0, 1.0])
    (array([1., 2., 3.]), 6.0)
    """
    g = _require.array("gradient", gradient, shape=(None,))
    w = _require.array("w", w, shape=g.shape)
    c = _require.count("constant", constant, at_most=len(g) - 1)
    if g[c] == 0:
        raise ValueError(f"gradient must not be 0 at the constant feature, got 0 at index {c}")
    x = g / g[c]
    return x, float(x @ w - g[c] / 2)


def leverage(X: ArrayLike, alpha: float = 0.0) -> Floats:
    """How far each prediction follows its own label: diagonal of X(XᵀX + mαI)⁻¹Xᵀ (eq-leverage).

    Parameters
    ----------
    X : (m, d) array_like
        Features.
    alpha : float
        Weight α of the ridge, at least 0. Without one, the columns must be independent.

    Returns
    -------
    (m,) array
        The leverage of each row, between 0 and 1; for α = 0 they sum to d.

    Raises
    ------
    ValueError
        If the columns of X depend on each other and α = 0.

    Examples
    --------
    >>> leverage([[1.0], [1.0], [1.0], [1.0]])   # a mean of four
    array([0.25, 0.25, 0.25, 0.25])
    """
    X = _require.array("X", X, shape=(None, None))
    m, d = X.shape
    penalty = sqrt(m * _require.number("alpha", alpha, at_least=0)) * np.eye(d)
    Q, R = np.linalg.qr(np.vstack([X, penalty]))  # X is a part of Q R, so H is one of Q Qᵀ
    if np.abs(np.diag(R)).min(initial=inf) <= 1e-12 * np.abs(R).max(initial=0.0):
        raise ValueError("X must have independent columns where alpha is 0, got dependent ones")
    return np.asarray(np.sum(Q[:m] ** 2, axis=1))


def roc(inside: ArrayLike, outside: ArrayLike) -> tuple[Floats, Floats]:
    """Rates of the attack "the loss is at most τ, so the row was trained on" (eq-roc).

    Parameters
    ----------
    inside, outside : (m,) and (m',) array_like
        Losses of rows that were trained on, and of rows that were not.

    Returns
    -------
    false_rates : array
        For each threshold τ, from none accused to all, the share of ``outside`` that is accused.
    true_rates : array of the same length
        For each of these thresholds, the share of ``inside`` that is accused. The largest
        difference of the two rates is the attack's advantage.

    Raises
    ------
    ValueError
        If one of them is empty.

    Examples
    --------
    >>> # up to 0.1 one of two is caught, and nobody is accused wrongly
    >>> roc([0.1, 0.9], [0.5, 1.5])
    (array([0. , 0. , 0.5, 0.5, 1. ]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    a = np.sort(_require.array("inside", inside, shape=(None,)))
    b = np.sort(_require.array("outside", outside, shape=(None,)))
    for name, values in (("inside", a), ("outside", b)):
        if not len(values):
            raise ValueError(f"{name} must hold at least one loss, got none")
    tau = np.concatenate([[-inf], np.unique(np.concatenate([a, b]))])
    rates = [np.searchsorted(part, tau, side="right") / len(part) for part in (b, a)]
    return rates[0], rates[1]


def threshold_advantage(inside: float, outside: float) -> float:
    """Advantage of the attack of :func:`roc` where residuals are Gaussian (eq-threshold-advantage).

    Parameters
    ----------
    inside, outside : float
        Variances of the residual of a row that was trained on, and of one that was not; the
        second is not smaller.

    Returns
    -------
    float
        The largest difference between the rate of rightly and that of wrongly accused rows: 0 for
        equal variances, 1 if the first is 0 and the second is not.

    Raises
    ------
    ValueError
        If ``inside`` is negative or larger than ``outside``, or ``outside`` is not positive.

    Examples
    --------
    >>> round(threshold_advantage(1 - 0.1, 1 + 0.1), 4)   # near 4 φ(1) / 20
    0.0485
    """
    b = _require.number("outside", outside, above=0)
    a = _require.number("inside", inside, at_least=0, at_most=b)
    if a in (0, b):
        return float(a == 0)
    t2 = a * b * log(b / a) / (b - a)  # the squared residual at which both are equally likely
    return float(2 * ndtr(sqrt(t2 / a)) - 2 * ndtr(sqrt(t2 / b)))


# --- differential privacy -----------------------------------------------------------------------


def gaussian_delta(epsilon: float, sigma: float) -> float:
    """Least δ of Gaussian noise for sums that one client moves by at most 1 (eq-gaussian-delta).

    Parameters
    ----------
    epsilon : float
        The ε of the guarantee, at least 0.
    sigma : float
        Standard deviation of the noise, greater than 0. After T rounds, σ/√T (prop-composition).

    Returns
    -------
    float
        The least δ, exact up to rounding: noise with this σ has no smaller one.

    Raises
    ------
    ValueError
        If ``epsilon`` is negative or ``sigma`` is not positive.

    Notes
    -----
    Balle and Wang (2018), *Improving the Gaussian mechanism for differential privacy*, ICML.

    Examples
    --------
    >>> round(gaussian_delta(0, 1.0), 6)   # 2 Φ(1/2) − 1
    0.382925
    """
    epsilon = _require.number("epsilon", epsilon, at_least=0)
    s = _require.number("sigma", sigma, above=0)
    low = log_ndtr(-1 / (2 * s) - epsilon * s)  # its logarithm: e^ε may be huge
    return max(0.0, float(ndtr(1 / (2 * s) - epsilon * s) - exp(epsilon + low)))


def gaussian_epsilon(sigma: float, delta: float) -> float:
    """Least ε that Gaussian noise has for a given δ, the inverse of eq-gaussian-delta.

    Parameters
    ----------
    sigma : float
        Standard deviation of the noise per unit of what one client moves; σ/√T after T rounds.
    delta : float
        The δ of the guarantee, between 0 and 1, both excluded.

    Returns
    -------
    float
        The least ε; 0 where δ alone is enough.

    Raises
    ------
    ValueError
        If ``sigma`` is not positive or ``delta`` is not between 0 and 1.

    Examples
    --------
    >>> [round(gaussian_epsilon(sigma, 1e-5), 3) for sigma in (1.0, 4.0)]
    [4.377, 0.926]
    """
    s = _require.number("sigma", sigma, above=0)
    delta = _require.number("delta", delta, above=0, below=1)
    if gaussian_delta(0, s) <= delta:
        return 0.0
    return _root(lambda e: gaussian_delta(e, s) - delta, zcdp_epsilon(s, 1, delta))


def gaussian_sigma(epsilon: float, delta: float) -> float:
    """Least noise that is (ε, δ)-private, the other inverse of eq-gaussian-delta.

    Parameters
    ----------
    epsilon : float
        The ε of the guarantee, at least 0.
    delta : float
        The δ of the guarantee, between 0 and 1, both excluded.

    Returns
    -------
    float
        Standard deviation per unit of what one client moves. For T rounds, √T times as much.

    Raises
    ------
    ValueError
        If ``epsilon`` is negative or ``delta`` is not between 0 and 1.

    Examples
    --------
    >>> # the older formula √(2 ln(1.25/δ))/ε gives 4.845
    >>> round(gaussian_sigma(1.0, 1e-5), 3)
    3.731
    """
    epsilon = _require.number("epsilon", epsilon, at_least=0)
    delta = _require.number("delta", delta, above=0, below=1)
    high = 1.0
    while gaussian_delta(epsilon, high) > delta:
        high *= 2
    return _root(lambda s: delta - gaussian_delta(epsilon, s), high, low=1e-9)


def _root(rising: Callable[[float], float], high: float, low: float = 0.0) -> float:
    """Where a monotone function is zero between two places."""
    return float(brentq(rising, low, high, xtol=1e-13, rtol=1e-13))


def zcdp_epsilon(sigma: float, rounds: int, delta: float) -> float:
    """ε of several rounds of Gaussian noise by concentrated privacy (eq-privacy-budget).

    Parameters
    ----------
    sigma : float
        Standard deviation of the noise of a round, per unit of what one client moves.
    rounds : int
        Number T of rounds, at least 1, with all clients in each.
    delta : float
        The δ of the guarantee, between 0 and 1, both excluded.

    Returns
    -------
    float
        ρT + 2√(ρT ln(1/δ)) with ρ = 1/(2σ²) and T rounds: a bound; :func:`gaussian_epsilon` is
        exact.

    Raises
    ------
    ValueError
        If ``sigma`` is not positive, ``rounds`` is below 1 or ``delta`` is not between 0 and 1.

    Examples
    --------
    >>> round(zcdp_epsilon(4.0, 20, 1e-5), 2)
    5.99
    >>> round(gaussian_epsilon(4.0 / 20**0.5, 1e-5), 2)   # exactly
    4.98
    """
    s = _require.number("sigma", sigma, above=0)
    delta = _require.number("delta", delta, above=0, below=1)
    rho = _require.count("rounds", rounds, at_least=1) / (2 * s**2)
    return float(rho + 2 * sqrt(rho * log(1 / delta)))


def subsampled_epsilon(sigma: float, rate: float, rounds: int, delta: float) -> float:
    """ε where each client takes part in a round with a chance of its own (eq-subsampled).

    Parameters
    ----------
    sigma : float
        Standard deviation of the noise of a round, per unit of what one client moves.
    rate : float
        Chance q to take part, independent of all others; greater than 0, at most 1.
    rounds : int
        Number of rounds, at least 1.
    delta : float
        The δ of the guarantee, between 0 and 1, both excluded.

    Returns
    -------
    float
        A bound on ε, the smallest over many orders of Rényi's divergence; exact for the rate 1.

    Raises
    ------
    ValueError
        If ``sigma`` is not positive, ``rate`` is not above 0 and at most 1, ``rounds`` is below 1,
        or ``delta`` is not between 0 and 1.

    Notes
    -----
    Mironov, Talwar and Zhang (2019), *Rényi differential privacy of the sampled Gaussian
    mechanism*; from divergence to ε by Canonne, Kamath and Steinke (2020), *The discrete Gaussian
    for differential privacy*. Who is chosen stays secret; a group of fixed size is another matter.

    Examples
    --------
    >>> rates = (1.0, 0.1, 0.01)
    >>> [round(subsampled_epsilon(2.0, rate, 100, 1e-5), 2) for rate in rates]
    [33.1, 2.59, 0.26]
    """
    s = _require.number("sigma", sigma, above=0)
    q = _require.number("rate", rate, above=0, at_most=1)
    T = _require.count("rounds", rounds, at_least=1)
    delta = _require.number("delta", delta, above=0, below=1)
    if q == 1:
        return gaussian_epsilon(s / sqrt(T), delta)
    found = (
        T * _divergence(a, s, q) + log((a - 1) / a) - (log(delta) + log(a)) / (a - 1)
        for a in ORDERS
    )
    return max(0.0, float(min(found)))


def _divergence(a: int, s: float, q: float) -> float:
    """Bound on Rényi's divergence of order a of one round (eq-subsampled)."""
    k = np.arange(a + 1)
    ways = np.array([log(comb(a, j)) for j in range(a + 1)])
    terms = ways + k * log(q) + (a - k) * np.log1p(-q) + k * (k - 1) / (2 * s**2)
    return float(logsumexp(terms)) / (a - 1)


def clipped_mean(
    clip: float, sigma: float, *, rng: np.random.Generator, clients: float | None = None
) -> Callable[[Floats, Floats], Floats]:
    """Build an aggregation rule: clipped updates, and noise on their sum (eq-clipped-noise).

    Parameters
    ----------
    clip : float
        Length c to which longer updates are shortened, greater than 0.
    sigma : float
        Noise in units of c, at least 0.
    rng : numpy.random.Generator
        Source of the noise.
    clients : float, optional
        What the sum is divided by: a public constant, such as the number that is planned or, where
        clients are drawn by chance, the expected one. It must be given if there is noise, because
        the number of clients that came is a secret, too. Without noise that number is the default.

    Returns
    -------
    callable
        For ``aggregate=`` of :func:`flcourse.fedopt.simulate`; clients count alike, however many
        rows they have.

    Raises
    ------
    ValueError
        If ``clip`` or ``clients`` is not positive, ``sigma`` is negative, or there is noise and
        nothing to divide by.

    Examples
    --------
    >>> import numpy as np
    >>> rule = clipped_mean(1.0, 0.0, rng=np.random.default_rng(0))
    >>> rule(np.array([[3.0, 4.0], [0.0, 0.5]]), np.array([1.0, 1.0]))
    array([0.3 , 0.65])
    """
    c = _require.number("clip", clip, above=0)
    sigma = _require.number("sigma", sigma, at_least=0)
    rng = _require.generator("rng", rng)
    if clients is not None:
        clients = _require.number("clients", clients, above=0)
    elif sigma > 0:
        raise ValueError(
            "clients must be given where sigma is greater than 0: a mean over those who are there "
            f"tells how many there are, got None with sigma {sigma:g}"
        )

    def rule(U: Floats, sizes: Floats) -> Floats:
        """Sum of shortened rows with noise, over their number."""
        lengths = np.linalg.norm(U, axis=1, keepdims=True)
        total = np.sum(U * (c / np.maximum(lengths, c)), axis=0)
        noise = sigma * c * rng.standard_normal(U.shape[1])
        return np.asarray((total + noise) / (len(U) if clients is None else clients))

    return rule


# --- sums nobody sees into ----------------------------------------------------------------------


def mask(seed: int, d: int) -> Words:
    """Stretch a secret number to d words of 64 bits (SHAKE-256).

    Parameters
    ----------
    seed : int
        The secret number, at least 0.
    d : int
        Number of words.

    Returns
    -------
    (d,) array of uint64
        The words, the same on every machine.

    Examples
    --------
    >>> import numpy as np
    >>> bool(np.all(mask(7, 3) == mask(7, 5)[:3]))
    True
    """
    stream = hashlib.shake_256(int(seed).to_bytes(64, "big")).digest(8 * d)
    return np.frombuffer(stream, dtype="<u8").astype(np.uint64)


def masked(u: ArrayLike, i: int, seeds: Sequence[int], *, bits: int = 24) -> Words:
    """Message of client i: its vector in fixed point, plus and minus masks (eq-pairwise-masks).

    Parameters
    ----------
    u : (d,) array_like
        What it has to tell; rounded to multiples of 2^−bits.
    i : int
        Its index.
    seeds : sequence of int
        ``seeds[j]`` is its secret with client j, the same number on both sides; its own is not
        used.
    bits : int
        Binary places behind the point, 0 to 62. Numbers of n clients must stay below
        2^(63 − bits)/n, so that the sum of all stays below 2^(63 − bits).

    Returns
    -------
    (d,) array of uint64
        The message, modulo 2^64.

    Raises
    ------
    ValueError
        If ``i`` is no index of ``seeds``, ``bits`` is not 0 … 62, or a number is too large.

    Examples
    --------
    >>> one, two = masked([1.5], 0, [0, 7]), masked([2.25], 1, [7, 0])
    >>> summed([one, two])
    array([3.75])
    """
    u = _require.array("u", u, shape=(None,))
    bits = _require.count("bits", bits, at_most=62)
    i = _require.count("i", i, at_most=len(seeds) - 1)
    told = _fixed(u, len(seeds), bits)
    for j, seed in enumerate(seeds):
        if j > i:
            told = told + mask(seed, len(u))
        elif j < i:
            told = told - mask(seed, len(u))
    return told


def _fixed(u: Floats, n: int, bits: int) -> Words:
    """Vector of one of n clients as integers modulo 2^64, so small that no sum of n wraps."""
    whole = np.rint(np.ldexp(u, bits))
    if n * np.abs(whole).max(initial=0.0) >= 2.0**63:
        raise ValueError(
            f"u must stay below 2^{63 - bits}/{n} in absolute value, or sums of {n} may overflow "
            f"with bits={bits}, got {np.abs(u).max():g}: scale it, or lower bits"
        )
    return whole.astype(np.int64).view(np.uint64)


def summed(messages: Collection[Words], *, bits: int = 24) -> Floats:
    """Sum of the vectors behind messages whose masks cancel (prop-pairwise-masks).

    Parameters
    ----------
    messages : collection of (d,) arrays of uint64
        Of :func:`masked`, one for each client.
    bits : int
        As for :func:`masked`.

    Returns
    -------
    (d,) array
        The sum of all vectors; noise, if a message is missing.

    Examples
    --------
    >>> summed([masked([1.0, -2.0], 0, [0])])
    array([ 1., -2.])
    """
    total = np.sum(np.array(list(messages), dtype=np.uint64), axis=0, dtype=np.uint64)
    return np.asarray(total.view(np.int64) / 2.0 ** _require.count("bits", bits, at_most=62))


def share(
    secret: int, n: int, threshold: int, *, rng: np.random.Generator, prime: int = PRIME
) -> list[tuple[int, int]]:
    """Divide a secret into n shares, of which any ``threshold`` restore it (eq-shamir).

    Parameters
    ----------
    secret : int
        The secret, from 0 to prime − 1.
    n, threshold : int
        Number of shares, and how many of them restore the secret: 1 ≤ threshold ≤ n < prime.
    rng : numpy.random.Generator
        Source of the coefficients.
    prime : int
        Modulus of all sums and products.

    Returns
    -------
    list of (int, int)
        The shares: a place, 1 … n, and the value there of a random polynomial that is the secret at
        0.

    Raises
    ------
    ValueError
        If ``secret``, ``n`` or ``threshold`` is outside the bounds above.

    Notes
    -----
    Shamir (1979), *How to share a secret*, Communications of the ACM 22.

    Examples
    --------
    >>> import numpy as np
    >>> shares = share(42, n=5, threshold=3, rng=np.random.default_rng(0))
    >>> recover(shares[:3]), recover(shares[2:]), recover(shares[:2]) == 42
    (42, 42, False)
    """
    if not 0 <= secret < prime:
        raise ValueError(f"secret must be at least 0 and below the prime, got {secret}")
    n = _require.count("n", n, at_least=1, at_most=prime - 1)
    t = _require.count("threshold", threshold, at_least=1, at_most=n)
    _require.generator("rng", rng)
    coefficients = [secret] + [_below(prime, rng) for _ in range(t - 1)]
    return [(x, sum(a * pow(x, k, prime) for k, a in enumerate(coefficients)) % prime)
            for x in range(1, n + 1)]  # fmt: skip


def recover(shares: Sequence[tuple[int, int]], *, prime: int = PRIME) -> int:
    """Restore a secret from shares by Lagrange's formula at 0 (eq-lagrange).

    Parameters
    ----------
    shares : sequence of (int, int)
        At least as many as the threshold, at different places; with fewer, the result is a
        number without meaning.
    prime : int
        As in :func:`share`.

    Returns
    -------
    int
        Value at 0 of the polynomial of least degree through the shares.

    Raises
    ------
    ValueError
        If two shares have the same place.

    Examples
    --------
    >>> recover([(1, 5), (2, 8)], prime=11)   # 2 + 3 x
    2
    """
    places = [x for x, _ in shares]
    if len(set(places)) < len(places) or not places:
        raise ValueError(f"shares must have different places, got {places}")
    total = 0
    for x, value in shares:
        above, below = 1, 1
        for z in places:
            if z != x:
                above, below = above * z % prime, below * (z - x) % prime
        total += value * above * pow(below, -1, prime)
    return total % prime


def _below(bound: int, rng: np.random.Generator) -> int:
    """Random number below a bound of at most 256 bits; 128 bits more make it even."""
    return int.from_bytes(rng.bytes(48), "big") % bound


@dataclass(frozen=True)
class SecureSum:
    """What a server has at the end of :func:`secure_sum`.

    Parameters
    ----------
    total : (d,) array
        Sum of the vectors of all who sent a message.
    messages : dict of int to (d,) array of uint64
        What they sent.
    opened : dict of int to str
        Which secret of each client the others restored: "own mask" or "key", never both.
    """

    total: Floats
    messages: dict[int, Words]
    opened: dict[int, str]


def secure_sum(
    U: ArrayLike, *, threshold: int, rng: np.random.Generator, gone: Collection[int] = (),
    bits: int = 24,
) -> SecureSum:  # fmt: skip
    """Sum of vectors that the server does not see, though clients leave (alg-secure-sum).

    Parameters
    ----------
    U : (n, d) array_like
        Row i is the vector of client i.
    threshold : int
        How many clients it takes to restore a secret; more than half, so that the server cannot
        ask one half for the key and the other for the mask.
    rng : numpy.random.Generator
        Source of all secrets.
    gone : collection of int
        Clients that leave after secrets were agreed on, and send nothing.
    bits : int
        Binary places of the fixed-point numbers, see :func:`masked`.

    Returns
    -------
    SecureSum
        Sum, messages, and which secrets were opened.

    Raises
    ------
    ValueError
        If fewer clients stay than the threshold: then the sum cannot be unmasked. If a number is
        too large for ``bits``.

    Notes
    -----
    Bonawitz et al. (2017), *Practical secure aggregation for privacy-preserving machine learning*,
    CCS, for clients that follow the protocol, and without signatures: a server that lies about
    who left, and a client that lies about its shares, are not caught here.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> run = secure_sum([[1.0], [2.0], [4.0]], threshold=2, rng=rng, gone=[1])
    >>> run.total, run.opened
    (array([5.]), {0: 'own mask', 1: 'key', 2: 'own mask'})
    """
    U = _require.array("U", U, shape=(None, None))
    n, rng = len(U), _require.generator("rng", rng)
    t = _require.count("threshold", threshold, at_least=n // 2 + 1, at_most=n)
    keys, own = ([_below(ORDER, rng) for _ in range(n)] for _ in range(2))
    public = [pow(SQUARE, key, PRIME) for key in keys]  # 1: everybody's half of a secret
    shares = [(share(keys[i], n, t, rng=rng), share(own[i], n, t, rng=rng)) for i in range(n)]
    messages = {
        i: masked(U[i], i, blind(public, keys[i]), bits=bits) + mask(own[i], U.shape[1])
        for i in range(n)
        if i not in gone
    }  # 2: doubly masked
    return _unmasked(messages, public, shares, t, bits)  # 3


def _unmasked(
    messages: dict[int, Words],
    public: list[int],
    shares: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]],
    threshold: int,
    bits: int,
) -> SecureSum:
    """Server's last step: take away own masks of those who sent, pair masks of those who left."""
    helpers = list(messages)[:threshold]
    if len(helpers) < threshold:
        raise ValueError(f"threshold must be at most the {len(helpers)} who stay, got {threshold}")
    total: Words = np.sum(list(messages.values()), axis=0, dtype=np.uint64)
    opened = {}
    for i, (key, own) in enumerate(shares):
        opened[i] = "own mask" if i in messages else "key"
        secret = recover([(own if i in messages else key)[j] for j in helpers])
        if i in messages:
            total = total - mask(secret, len(total))
            continue
        for j, seed in zip(messages, blind([public[j] for j in messages], secret), strict=True):
            hers = mask(seed, len(total))  # client j added it if j < i
            total = total - hers if j < i else total + hers
    return SecureSum(summed([total], bits=bits), messages, opened)


# --- columns of one table -----------------------------------------------------------------------


def blind(numbers: Sequence[int], key: int) -> list[int]:
    """Raise numbers to a secret power modulo PRIME (eq-diffie-hellman).

    Parameters
    ----------
    numbers : sequence of int
        Squares modulo PRIME.
    key : int
        The secret power. Blinding with two keys gives the same in either order.

    Returns
    -------
    list of int
        The powers. Nobody is known to be able to find the key from them, if the prime is long
        enough.

    Examples
    --------
    >>> blind(blind([4, 9], 5), 7) == blind(blind([4, 9], 7), 5)
    True
    """
    return [pow(number, key, PRIME) for number in numbers]


def intersect(mine: Sequence[Any], yours: Sequence[Any], *, rng: np.random.Generator) -> list[Any]:
    """Find what two lists have in common, by blinded hashes (alg-intersect).

    Parameters
    ----------
    mine, yours : sequence
        Names of customers, none twice; told apart by their ``repr``.
    rng : numpy.random.Generator
        Source of both keys and of the order in which your names come.

    Returns
    -------
    list
        Names of ``mine`` that ``yours`` has, too, in the order of ``mine``.

    Raises
    ------
    ValueError
        If a name stands twice in a list.

    Notes
    -----
    Meadows (1986), *A more efficient cryptographic matchmaking protocol for use in the absence of a
    continuously available third party*, IEEE Security and Privacy. A toy: logarithms modulo a prime
    as short as ``PRIME``, of 256 bits, have been computed; each side learns the length of the
    other's list; and those who invent names can test them.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> intersect(["Ada", "Bob", "Eve"], ["Eve", "Ida", "Ada"], rng=rng)
    ['Ada', 'Eve']
    """
    a, b = (_below(ORDER - 1, _require.generator("rng", rng)) + 1 for _ in range(2))
    points = []
    for name, items in (("mine", mine), ("yours", yours)):
        hashes = [hashlib.sha512(repr(item).encode()).digest() for item in items]
        if len(set(hashes)) < len(hashes):
            raise ValueError(f"{name} must not hold a name twice, got {len(items)} names")
        points.append([pow(int.from_bytes(h, "big"), 2, PRIME) for h in hashes])
    back = blind(blind(points[0], a), b)  # I send H(x)^a, you send H(x)^ab, in my order
    theirs = blind([points[1][k] for k in rng.permutation(len(yours))], b)  # and yours, shuffled
    known = set(blind(theirs, a))
    return [item for item, number in zip(mine, back, strict=True) if number in known]


def vertical_ridge(
    parts: Sequence[ArrayLike],
    y: ArrayLike,
    alpha: float,
    *,
    rng: np.random.Generator,
    bits: int = 36,
) -> list[Floats]:
    """Ridge regression of parties that hold columns, from one masked sum (eq-vertical-ridge).

    Parameters
    ----------
    parts : sequence of (m, d_a) array_like
        Columns of each party, the rows in the same order.
    y : (m,) array_like
        Labels, which a further party holds.
    alpha : float
        Weight α of ‖w‖², greater than 0.
    rng : numpy.random.Generator
        Source of the parties' secrets.
    bits : int
        Binary places, see :func:`masked`; inner products of rows must stay below 2^(63 − bits) over
        the number of parties: scale the columns.

    Returns
    -------
    list of (d_a,) arrays
        Parameters of each party, together those of :func:`flcourse.erm.fit` on all columns.

    Raises
    ------
    ValueError
        If rows do not match, α is not positive, or an inner product is too large for ``bits``.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 0.0], [0.0, 2.0]])
    >>> rng = np.random.default_rng(0)
    >>> vertical_ridge([X[:, :1], X[:, 1:]], [3.0, 5.0], 0.5, rng=rng)
    [array([1.5]), array([2.])]
    """
    y = _require.array("y", y, shape=(None,))
    m, a = len(y), _require.number("alpha", alpha, above=0)
    X = [_require.array(f"parts[{i}]", part, shape=(m, None)) for i, part in enumerate(parts)]
    half = np.triu([[_below(PRIME, _require.generator("rng", rng)) for _ in X] for _ in X], 1)
    seeds = half + half.T
    sent = [masked((X_a @ X_a.T).ravel(), i, seeds[i], bits=bits) for i, X_a in enumerate(X)]
    K = summed(sent, bits=bits).reshape(m, m)  # all that the holder of y sees
    u = np.linalg.solve(K + m * a * np.eye(m), y)
    return [X_a.T @ u for X_a in X]
