"""Measures of clients and models, the curvature of q-FFL, and the best λ of Ditto for means."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats
from flcourse.fedopt.server import weighted_mean
from flcourse.losses import Loss

__all__ = [
    "Fairness",
    "dissimilarity",
    "ditto_lambda_star",
    "ditto_risk",
    "fairness",
    "gamma_inexactness",
    "gradient_variance",
    "project_simplex",
    "qffl_lipschitz",
]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Fairness:
    """How evenly an accuracy is spread over devices (def-fairness).

    Attributes
    ----------
    mean : float
        Mean over the devices.
    worst10 : float
        Mean over the worst tenth of the devices, ⌊n/10⌋ of them, at least one.
    best10 : float
        Mean over the best tenth of the devices, as many of them.
    variance : float
        Variance over the devices, in squared units: accuracies in per cent give %².
    """

    mean: float
    worst10: float
    best10: float
    variance: float


def fairness(acc: ArrayLike) -> Fairness:
    """Summarise the accuracies of the devices (def-fairness).

    Parameters
    ----------
    acc : (n,) array_like
        One accuracy per device, as shares or in per cent. NaN, such as the accuracy of a
        regression, makes all results NaN.

    Returns
    -------
    Fairness
        Mean, worst and best tenth, variance (divided by n).

    Raises
    ------
    ValueError
        If there is no device or an accuracy is infinite.

    Examples
    --------
    >>> fairness([50.0, 70.0, 90.0, 90.0])
    Fairness(mean=75.0, worst10=50.0, best10=90.0, variance=275.0)
    """
    a = np.sort(_require.array("acc", acc, shape=(None,), finite=False))
    if not len(a) or np.isinf(a).any():
        raise ValueError("acc must hold at least one accuracy and no infinite one")
    tenth = max(1, len(a) // 10)
    worst, best = a[:tenth].mean(), a[-tenth:].mean()
    return Fairness(float(a.mean()), float(worst), float(best), float(a.var()))


def gamma_inexactness(
    loss: Loss, v: ArrayLike, w: ArrayLike, X: ArrayLike, y: ArrayLike, mu: float
) -> float:
    """Measure the γ for which v is a γ-inexact local solution (def-gamma-inexact).

    Parameters
    ----------
    loss : Loss
        The objective F of the client.
    v : (p,) array_like
        Local model that the client found.
    w : (p,) array_like
        Global model that it started from.
    X, y : (m, d) and (m,) array_like
        The client's samples.
    mu : float
        Pull μ ≥ 0 of h(v) = F(v) + (μ/2)‖v − w‖².

    Returns
    -------
    float
        ‖∇h(v)‖ / ‖∇h(w)‖: 0 is exact, 1 no better than doing nothing. If w is exact already, 0 for
        v that is exact too and ∞ for others.

    Raises
    ------
    ValueError
        If shapes do not fit or μ is negative.

    Examples
    --------
    >>> from flcourse.losses import Squared
    >>> data = ([[1.0]], [4.0])
    >>> # |2(1 − 4) + 2·1| / |−8|
    >>> gamma_inexactness(Squared(), [1.0], [0.0], *data, mu=2.0)
    0.5
    """
    v, w = _require.array("v", v, shape=(None,)), _require.array("w", w, shape=(None,))
    if v.shape != w.shape:
        raise ValueError(f"v must have the shape {w.shape} of w, got {v.shape}")
    pull = _require.number("mu", mu, at_least=0) * (v - w)
    after = float(np.linalg.norm(loss.gradient(v, X, y) + pull))
    before = float(np.linalg.norm(loss.gradient(w, X, y)))
    if before == 0:
        return 0.0 if after == 0 else math.inf
    return after / before


def dissimilarity(gradients: ArrayLike, weights: ArrayLike | None = None) -> float:
    """B(w) = √(E‖∇F_i‖² / ‖∇f‖²), f = E F_i: 1 for clients that agree (def-dissimilarity).

    Parameters
    ----------
    gradients : (n, p) array_like
        Gradients ∇F_i(w) of the clients at one w.
    weights : (n,) array_like, optional
        Client weights p_i of the expectation, not necessarily of sum 1; equal if not given.

    Returns
    -------
    float
        B(w), at least 1; ∞ where f is stationary and the clients disagree, 1 where all are
        stationary.

    Raises
    ------
    ValueError
        If shapes do not fit or weights are negative.

    Notes
    -----
    Definition 3 of Li et al. (2020), *Federated optimization in heterogeneous networks*, MLSys.

    Examples
    --------
    >>> dissimilarity([[3.0, 0.0], [0.0, 3.0]]) ** 2   # 9 / (9/2)
    2.0000000000000004
    """
    G = _require.array("gradients", gradients, shape=(None, None))
    mean = weighted_mean(G, weights)
    square = float(weighted_mean(_squares(G)[:, np.newaxis], weights)[0])
    if square == 0:
        return 1.0
    return math.sqrt(square / float(mean @ mean)) if mean.any() else math.inf


def gradient_variance(gradients: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Mean over clients of ‖∇F_i − ∇f‖², ∇f the weighted mean gradient (eq-gradient-variance).

    Parameters
    ----------
    gradients : (n, p) array_like
        Gradients ∇F_i(w) of the clients at one w.
    weights : (n,) array_like, optional
        Client weights of ∇f; the mean of the squared distances is plain, as in the experiments of
        Li et al. (2020), *Federated optimization in heterogeneous networks*, MLSys.

    Returns
    -------
    float
        The mean; it is 0 if and only if all clients agree.

    Raises
    ------
    ValueError
        If shapes do not fit or weights are negative.

    Examples
    --------
    >>> gradient_variance([[1.0], [3.0]])
    1.0
    """
    G = _require.array("gradients", gradients, shape=(None, None))
    return float(np.mean(_squares(G - weighted_mean(G, weights))))


def _squares(G: Floats) -> Floats:
    """Squared norm of each row, without an array of squares."""
    squares: Floats = np.einsum("ij,ij->i", G, G)
    return squares


def ditto_lambda_star(
    K: int, n: int, sigma: float, tau: float, K_a: int = 0, tau_a: float | None = None
) -> float:
    """Best λ of Ditto when devices estimate means w_i ~ N(θ, τ²) (eq-ditto-lambda-star).

    Parameters
    ----------
    K : int
        Number of devices, at least 2.
    n : int
        Samples per device.
    sigma, tau : float
        Deviations of the samples around w_i and of the w_i around θ.
    K_a : int
        Number of malicious devices, less than K.
    tau_a : float, optional
        Deviation of what malicious devices take for their w_i, at least 0 (below τ they agree with
        each other more than honest devices do, and λ* is larger); needed if K_a > 0.

    Returns
    -------
    float
        λ* = s²K / (Kτ² + K_a(τ_a² − τ²)/(K − 1)), s² = σ²/n; ∞ if the devices are all alike.

    Raises
    ------
    ValueError
        If ``K`` is below 2, ``n`` below 1 or ``K_a`` outside 0 … K − 1, a deviation is negative, or
        ``tau_a`` is missing though ``K_a`` is above 0.

    Notes
    -----
    Li et al. (2021), *Ditto: fair and robust federated learning through personalization*, ICML;
    the minimiser of :func:`ditto_risk`.

    Examples
    --------
    >>> round(ditto_lambda_star(K=8, n=30, sigma=0.8, tau=0.1), 4)
    2.1333
    """
    s2, t2, a2 = _point_estimation(K, n, sigma, tau, K_a, tau_a)
    spread = K * t2 + K_a * (a2 - t2) / (K - 1)
    return s2 * K / spread if spread > 0 else math.inf


def ditto_risk(
    lam: float,
    K: int,
    n: int,
    sigma: float,
    tau: float,
    K_a: int = 0,
    tau_a: float | None = None,
) -> float:
    """Mean squared error of a benign device's v = (λw̄ + ŵ_i)/(1 + λ) (eq-ditto-risk).

    Parameters
    ----------
    lam : float
        λ ≥ 0; ``math.inf`` is the global mean w̄.
    K, n, sigma, tau, K_a, tau_a : int or float
        As in :func:`ditto_lambda_star`.

    Returns
    -------
    float
        E(v − w_i)² = (λ²V₁ + 2λs²/K + s²)/(1 + λ)², where V₁ = E(w̄ − w_i)².

    Raises
    ------
    ValueError
        If ``lam`` is negative, or as for :func:`ditto_lambda_star`.

    Examples
    --------
    >>> round(ditto_risk(32 / 15, K=8, n=30, sigma=0.8, tau=0.1), 6)
    0.008624
    >>> ditto_risk(0, K=8, n=4, sigma=1.0, tau=0.1)   # the local mean: σ²/n
    0.25
    """
    s2, t2, a2 = _point_estimation(K, n, sigma, tau, K_a, tau_a)
    V1 = ((K - K_a - 1) * t2 + K_a * a2 + K * s2) / K**2 + (1 - 1 / K) ** 2 * t2
    if lam == math.inf:
        return V1
    lam = _require.number("lam", lam, at_least=0)
    return (lam**2 * V1 + 2 * lam * s2 / K + s2) / (1 + lam) ** 2


def _point_estimation(
    K: int, n: int, sigma: float, tau: float, K_a: int, tau_a: float | None
) -> tuple[float, float, float]:
    """Check the arguments and return s² = σ²/n, τ² and τ_a²."""
    _require.count("K", K, at_least=2)
    _require.count("K_a", K_a, at_most=K - 1)
    samples = _require.count("n", n, at_least=1)
    tau = _require.number("tau", tau, at_least=0)
    if K_a > 0 and tau_a is None:
        raise ValueError(f"tau_a must be given for K_a = {K_a} malicious devices, got None")
    attack = tau if tau_a is None else _require.number("tau_a", tau_a, at_least=0)
    return _require.number("sigma", sigma, at_least=0) ** 2 / samples, tau**2, attack**2


def qffl_lipschitz(
    values: ArrayLike, gradients: ArrayLike, q_ffl: float, lipschitz: float
) -> Floats:
    """Bound L F^q + q F^{q−1}‖∇F‖² on the curvature of F^{q+1}/(q+1) (eq-lemma-lipschitz).

    Parameters
    ----------
    values : (k,) array_like
        Losses F_i ≥ 0 at a point.
    gradients : (k, p) array_like
        Their gradients there.
    q_ffl : float
        Exponent q ≥ 0.
    lipschitz : float
        Lipschitz constant L of each ∇F_i.

    Returns
    -------
    (k,) array
        Upper bound on the norm of the Hessian; not a second derivative.

    Raises
    ------
    ValueError
        If a loss is negative or shapes do not fit.

    Notes
    -----
    Lemma 3 of Li et al. (2020), *Fair resource allocation in federated learning*, ICLR. Where
    F_i = 0 < q the bound is 0: then ∇F_i = 0, and F^{q−1}‖∇F‖² ≤ 2 L F^q.

    Examples
    --------
    F = w² at w = 3, L = 2: (F²/2)'' = 6 w² = 54, and for this F the bound is sharp:

    >>> qffl_lipschitz([9.0], [[6.0]], 1.0, 2.0)
    array([54.])
    """
    F = _require.array("values", values, shape=(None,))
    G = _require.array("gradients", gradients, shape=(len(F), None))
    q = _require.number("q_ffl", q_ffl, at_least=0)
    L = _require.number("lipschitz", lipschitz, above=0)
    if len(F) and F.min() < 0:
        raise ValueError(f"values must be non-negative losses, got {F.min()}")
    power = np.power(F, q - 1, out=np.zeros_like(F), where=F > 0)
    return np.asarray(L * F**q + q * power * np.sum(G**2, axis=1))


def project_simplex(v: ArrayLike) -> Floats:
    """Nearest point with non-negative entries of sum 1 (eq-simplex-projection).

    Parameters
    ----------
    v : (n,) array_like
        Any point.

    Returns
    -------
    (n,) array
        max(v − τ, 0) with the τ that makes the sum 1.

    Raises
    ------
    ValueError
        If v is empty or not finite.

    Notes
    -----
    Duchi et al. (2008), *Efficient projections onto the l1-ball for learning in high dimensions*,
    ICML.

    Examples
    --------
    >>> project_simplex([0.5, 1.5, -1.0])
    array([0., 1., 0.])
    """
    v = _require.array("v", v, shape=(None,))
    if not len(v):
        raise ValueError("v must have at least one entry, got none")
    descending = np.sort(v)[::-1]
    taus = (np.cumsum(descending) - 1.0) / np.arange(1, len(v) + 1)
    tau = taus[np.flatnonzero(descending > taus)[-1]]
    return np.asarray(np.maximum(v - tau, 0.0))
