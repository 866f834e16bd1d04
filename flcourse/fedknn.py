"""How many neighbours should a device learn from? The aggregation–heterogeneity trade-off.

Averaging over more devices lowers the variance and raises the bias. Zhao, Wang and Lin (2023, The
aggregation–heterogeneity trade-off in federated learning, COLT, PMLR 195) find the balance for
devices whose parameters vary smoothly from neighbour to neighbour; FedKNN is their estimator.
Device k is row k; ``order[k, j]`` is its j-th neighbour, and j = 0 is the device itself. Its true
parameter is θ_k, an estimate of it θ̂_k, the mean of its data ȳ_k; w_kj is the weight of device j.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy  # its part on optimisation is loaded where a local model has no formula
from numpy.typing import ArrayLike
from scipy import sparse

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.engine import fedknn as engine

__all__ = [
    "ErrorBound",
    "Loss",
    "clustered_beta",
    "error_bound",
    "error_curve",
    "fedknn_rate",
    "fitted_exponent",
    "knn_bound",
    "knn_estimate",
    "m_star",
    "neighbours",
    "smoothness_constant",
    "smoothness_exponent",
    "smoothness_profile",
    "weighted_estimate",
    "weighted_least_squares",
    "weighted_m_estimator",
    "weights",
]

# "plain" computes by the lecture's lines; "auto" leaves more devices than FEW to the engine, which
# gives the same without a K × K matrix.
METHODS = ("auto", "plain")
FEW = 100


def __dir__() -> list[str]:
    return __all__


class Loss(Protocol):
    """What :func:`weighted_m_estimator` asks of a loss: mean over samples, and its gradient."""

    def value(self, w: Floats, X: Any, y: Any) -> float:
        """Mean loss of parameters w on the samples (X, y)."""

    def gradient(self, w: Floats, X: Any, y: Any) -> Floats:
        """Gradient of :meth:`value` in w."""


@dataclass(frozen=True)
class ErrorBound:
    """Upper bound on E‖θ̂_k − θ_k‖² (eq-fedknn-error), in its two parts.

    Attributes
    ----------
    bias : ndarray
        What heterogeneity costs; one entry per device or per m.
    variance : ndarray
        What noise costs; one entry per device or per m.
    """

    bias: Floats
    variance: Floats

    @property
    def total(self) -> Floats:
        """Bias plus variance."""
        return self.bias + self.variance


def neighbours(
    points: ArrayLike, m: int, *, period: float | None = None, method: str = "auto"
) -> Ints:
    """Index of each device's m nearest devices, itself first (eq-neighbour-order).

    Parameters
    ----------
    points : (K,) or (K, d) array_like
        Known positions; or local estimates, and the order is estimated (eq-estimated-order).
    m : int
        Neighbours wanted, the device included, 1 ≤ m ≤ K.
    period : float, optional
        Circumference of a ring (or edge of a torus) on which distances are measured.
    method : {"auto", "plain"}
        "plain" sorts all distances; "auto" takes a faster way for more than 100 devices: it
        finds the same neighbours without a K × K matrix.

    Returns
    -------
    (K, m) ndarray of int
        Row k lists the neighbours of device k by rising Euclidean distance; equal distances by
        lower index.

    Raises
    ------
    ValueError
        If a position is not finite, m is not in 1 … K, the period is not positive or ``method`` is
        unknown.

    Examples
    --------
    >>> neighbours([0.0, 1.0, 3.0, 4.0], 3)
    array([[0, 1, 2],
           [1, 0, 2],
           [2, 3, 1],
           [3, 2, 1]])
    >>> neighbours([0.0, 1.0, 3.0, 4.0], 2, period=5.0)[:, 1].tolist()
    [1, 0, 3, 0]
    """
    P = _positions(points, period)
    m = _require.count("m", m, at_least=1, at_most=len(P))
    if _require.choice("method", method, METHODS) == "auto" and len(P) > FEW:
        return engine.neighbours(P, m, period)
    gap = np.abs(P[:, np.newaxis] - P)
    if period is not None:
        gap = np.minimum(gap, period - gap)  # the shorter way round
    # On a line the distance is the gap, whose square might overflow.
    away = gap[:, :, 0] if P.shape[1] == 1 else np.sqrt(np.sum(gap**2, axis=2))
    np.fill_diagonal(away, -1.0)  # the device itself before its twins
    return np.argsort(away, axis=1, kind="stable")[:, :m]


def weights(order: ArrayLike, m: int) -> sparse.csr_array:
    """Weight matrix that averages over m neighbours, w_{k, π(k, j)} = 1/m (eq-fedknn-weights).

    Parameters
    ----------
    order : (K, M) array_like of int
        Neighbours of each device in order, from :func:`neighbours`, M ≥ m.
    m : int
        Neighbours to use: 1 is the local estimator, K is FedAvg.

    Returns
    -------
    (K, K) CSR array
        The weight matrix, whose rows sum to one.

    Raises
    ------
    ValueError
        If ``order`` does not list different devices, or m is not in 1 … M.

    Examples
    --------
    >>> weights(neighbours([0.0, 1.0, 3.0], 3), 2).toarray()
    array([[0.5, 0.5, 0. ],
           [0.5, 0.5, 0. ],
           [0. , 0.5, 0.5]])
    """
    pi = _require.neighbour_order("order", order)
    K = len(pi)
    m = _require.count("m", m, at_least=1, at_most=pi.shape[1])
    k, pi_kj = np.repeat(np.arange(K), m), pi[:, :m].ravel()  # for j = 0 … m − 1
    return sparse.coo_array((np.full(K * m, 1.0 / m), (k, pi_kj)), shape=(K, K)).tocsr()


def weighted_estimate(W_hat: ArrayLike, weights: Any) -> Floats:
    """Weighted mean θ̂_k = Σ_j w_kj ȳ_j of the local means (eq-fedknn-estimator).

    For the squared distance to the mean this is the weighted M-estimator itself
    (eq-m-estimator): the minimiser of Σ_j w_kj · (mean squared distance to device j's data).

    Parameters
    ----------
    W_hat : (K, …) array_like
        Row j is the local estimate ȳ_j of device j.
    weights : (K, K) array_like or sparse array
        Non-negative, rows sum to one.

    Returns
    -------
    (K, …) ndarray
        Row k is the estimate θ̂_k of device k.

    Raises
    ------
    ValueError
        If shapes do not match or a row is not a set of weights.

    Examples
    --------
    >>> weighted_estimate([0.0, 2.0], [[0.5, 0.5], [0.0, 1.0]])
    array([1., 2.])
    """
    W_hat = _require.array("W_hat", W_hat)
    w = _require.row_weights("weights", weights, W_hat.shape[0] if W_hat.ndim else 0)
    averaged: Floats = w @ W_hat.reshape(len(W_hat), -1)
    return averaged.reshape(W_hat.shape)


def weighted_least_squares(X: Sequence[ArrayLike], y: Sequence[ArrayLike], weights: Any) -> Floats:
    """Weighted M-estimator of linear regression in closed form (eq-weighted-least-squares).

    Solves Σ_j w_kj X_jᵀX_j/m_j · θ̂_k = Σ_j w_kj X_jᵀy_j/m_j for each device k.

    Parameters
    ----------
    X, y : sequences of K arrays (m_j, d) and (m_j,)
        Features and targets of each device.
    weights : (K, K) array_like or sparse array
        Non-negative, rows sum to one.

    Returns
    -------
    (K, d) ndarray
        Row k holds the parameters θ̂_k of device k.

    Raises
    ------
    ValueError
        If shapes do not match, or the weighted data of a device do not determine its parameters.

    Examples
    --------
    >>> X, y = [[[1.0]], [[2.0]]], [[1.0], [2.0]]
    >>> weighted_least_squares(X, y, [[1.0, 0.0], [0.5, 0.5]])
    array([[1.],
           [1.]])
    """
    X, y = _clients(X, y)
    w, d = _require.row_weights("weights", weights, len(X)), X[0].shape[1]
    gram = np.stack([x.T @ x / len(x) for x in X])
    moment = np.stack([x.T @ t / len(x) for x, t in zip(X, y, strict=True)])
    mixed: Floats = (w @ gram.reshape(len(X), -1)).reshape(-1, d, d)
    rank = np.linalg.matrix_rank(mixed, hermitian=True)
    if np.any(rank < d):
        k = int(np.flatnonzero(rank < d)[0])
        raise ValueError(
            f"weights must give device {k} data that determine its {d} parameters, "
            f"got rank {rank[k]}"
        )
    return np.linalg.solve(mixed, (w @ moment)[:, :, np.newaxis])[:, :, 0]


def weighted_m_estimator(
    loss: Loss,
    X: Sequence[Any],
    y: Sequence[Any],
    weights: Any,
    *,
    start: ArrayLike,
    tol: float = 1e-6,
) -> Floats:
    """Minimise Σ_j w_kj L̂_j(w) for each device k, for any smooth loss (eq-m-estimator).

    Weights 1 on the diagonal give the local estimator, 1/K everywhere gives FedAvg's objective.

    Parameters
    ----------
    loss : Loss
        Object with ``value(w, X, y)`` and ``gradient(w, X, y)``, means over the samples.
    X, y : sequences of K arrays
        Data of each device.
    weights : (K, K) array_like or sparse array
        Non-negative, rows sum to one.
    start : (p,) array_like
        Where every search begins.
    tol : float
        Largest entry of the gradient that is accepted as zero.

    Returns
    -------
    (K, p) ndarray
        Row k holds the parameters θ̂_k of device k.

    Raises
    ------
    ValueError
        If shapes do not match or a row is not a set of weights.
    RuntimeError
        If a search ends before the gradient is below ``tol``.

    Examples
    --------
    >>> from flcourse.losses import Squared
    >>> X, y = [[[1.0]], [[2.0]]], [[1.0], [2.0]]
    >>> estimate = weighted_m_estimator(Squared(), X, y, [[1, 0], [0.5, 0.5]],
    ...                                 start=[0.0])
    >>> estimate.round(4)
    array([[1.],
           [1.]])
    """
    if len(X) != len(y):
        raise ValueError(f"y must have one entry per device, got {len(y)} for {len(X)} devices")
    w = _require.row_weights("weights", weights, len(X))
    start = _require.array("start", start, shape=(None,))
    tol = _require.number("tol", tol, above=0)

    def objective(theta: Floats, row: list[tuple[int, float]]) -> tuple[float, Floats]:
        value = sum(w_kj * loss.value(theta, X[j], y[j]) for j, w_kj in row)
        slopes = [w_kj * loss.gradient(theta, X[j], y[j]) for j, w_kj in row]
        return value, np.sum(slopes, axis=0)

    options = {"gtol": tol, "ftol": 0.0, "maxiter": 1000, "maxfun": 10_000}
    estimate = np.empty((len(X), start.size))
    for k in range(len(X)):
        w_k = w[[k]]
        row = list(zip(w_k.indices.tolist(), w_k.data.tolist(), strict=True))
        found = scipy.optimize.minimize(
            objective, start, (row,), jac=True, method="L-BFGS-B", options=options
        )
        steepest = float(np.abs(found.jac).max(initial=0.0))
        if not steepest <= tol:
            raise RuntimeError(
                f"minimisation for device {k} stopped at a gradient of {steepest:.3g}, above "
                f"tol = {tol:.3g}: {found.message}"
            )
        estimate[k] = found.x
    return estimate


def smoothness_profile(W: ArrayLike, order: ArrayLike) -> Floats:
    """Largest ‖θ_{π(k,j)} − θ_k‖ over all devices k, for each rank j (eq-smoothness-profile).

    Parameters
    ----------
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    order : (K, M) array_like of int
        Neighbours of each device in order, itself first.

    Returns
    -------
    (M − 1,) ndarray
        Entry j − 1 belongs to the j-th neighbour, j = 1 … M − 1.

    Raises
    ------
    ValueError
        If shapes do not match or ``order`` does not list different devices, itself first.

    Examples
    --------
    >>> smoothness_profile([0.0, 1.0, 3.0], neighbours([0.0, 1.0, 3.0], 3))
    array([2., 3.])
    """
    pi = _require.neighbour_order("order", order)
    W = _require.rows("W", W, len(pi))
    away = [np.linalg.norm(W[pi[:, j]] - W, axis=1).max() for j in range(1, pi.shape[1])]
    return np.array(away)


def smoothness_constant(W: ArrayLike, order: ArrayLike, beta: float) -> float:
    """Smallest C with ‖θ_{π(k,j)} − θ_k‖ ≤ C (j/K)^β for all k and j (def-federated-smoothness).

    Here j = 0 is the device itself; Zhao, Wang and Lin (2023) begin with j = 1.

    Parameters
    ----------
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    order : (K, M) array_like of int
        Neighbours of each device in order, itself first.
    beta : float
        Federated smoothness, finite and at least 0.

    Returns
    -------
    float
        The constant C.

    Raises
    ------
    ValueError
        If shapes do not match or ``beta`` is negative or not finite.

    Examples
    --------
    >>> W = [0.0, 1.0, 2.0, 3.0]
    >>> smoothness_constant(W, neighbours(W, 4), 1.0)
    4.0
    """
    beta = _require.number("beta", beta, at_least=0)
    profile = smoothness_profile(W, order)
    rank = np.arange(1, profile.size + 1) / len(_require.neighbour_order("order", order))
    return float(np.max(profile / rank**beta, initial=0.0))


def smoothness_exponent(W: ArrayLike, order: ArrayLike, C: float) -> float:
    """Largest β with ‖θ_{π(k,j)} − θ_k‖ ≤ C (j/K)^β for all k and j (def-federated-smoothness).

    Homogeneous devices have β = ∞; two clusters of K/2 devices at distance δ have
    β = log(C/δ)/log 2 (eq-clustered-beta); devices that are all δ apart have log(C/δ)/log K,
    which falls to 0.

    Parameters
    ----------
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    order : (K, M) array_like of int
        Neighbours of each device in order, itself first.
    C : float
        The constant, at least the largest distance.

    Returns
    -------
    float
        The exponent β, ``math.inf`` if all devices are alike.

    Raises
    ------
    ValueError
        If shapes do not match or C is too small for any β ≥ 0.

    Examples
    --------
    >>> W = [0.0, 0.0, 1.0, 1.0]
    >>> smoothness_exponent(W, neighbours(W, 4), C=8.0)
    3.0
    """
    profile = smoothness_profile(W, order)
    C = _require.number("C", C, above=0)
    if profile.max(initial=0.0) > C:
        raise ValueError(f"C must be at least the largest distance, {profile.max()}, got {C}")
    j = 1 + np.flatnonzero(profile)
    beta = np.log(C / profile[j - 1]) / np.log(len(_require.neighbour_order("order", order)) / j)
    return float(np.min(beta, initial=math.inf))


def fitted_exponent(W: ArrayLike, order: ArrayLike) -> float:
    """Slope of the log of the profile against log rank: an empirical β (eq-smoothness-profile).

    Parameters
    ----------
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    order : (K, M) array_like of int
        Neighbours of each device in order, itself first.

    Returns
    -------
    float
        The slope.

    Raises
    ------
    ValueError
        If shapes do not match or fewer than two ranks have a positive distance.

    Examples
    --------
    >>> W = [0.0, 1.0, 2.0, 3.0]
    >>> round(fitted_exponent(W, neighbours(W, 4)), 12)
    1.0
    """
    profile = smoothness_profile(W, order)
    j = 1 + np.flatnonzero(profile)
    if j.size < 2:
        raise ValueError(
            f"order must reach two ranks with different parameters, got {j.size} of {profile.size}"
        )
    return float(np.polyfit(np.log(j), np.log(profile[j - 1]), 1)[0])


def clustered_beta(C: float, delta: float) -> float:
    """Smoothness log(C/δ)/log 2 of two equal clusters at distance δ (eq-clustered-beta).

    Parameters
    ----------
    C : float
        Constant of the definition, C ≥ δ.
    delta : float
        Distance δ between the parameters of the clusters.

    Returns
    -------
    float
        The exponent β.

    Raises
    ------
    ValueError
        Unless 0 < δ ≤ C.

    Examples
    --------
    >>> clustered_beta(8.0, 1.0)
    3.0
    """
    C = _require.number("C", C, above=0)
    delta = _require.number("delta", delta, above=0, at_most=C)
    return math.log2(C / delta)


def m_star(K: int, n: int, sigma2: float, beta: float) -> int:
    """Optimal number of neighbours, max(⌊K^{2β/(2β+1)} (σ²/n)^{1/(2β+1)}⌋, 1) (eq-m-star).

    Some copies of the abstract of Zhao, Wang and Lin (2023) divide by (σ²/n)^{1/(2β+1)}. Their
    paper itself multiplies: the more samples a device has, the fewer neighbours it needs.

    Parameters
    ----------
    K : int
        Number of devices, an upper bound on the result.
    n : int
        Samples per device.
    sigma2 : float
        Noise variance σ² in units where the constant C of the smoothness is 1.
    beta : float
        Federated smoothness β ≥ 0; ``math.inf`` for homogeneous devices.

    Returns
    -------
    int
        The number of neighbours, between 1 and K.

    Raises
    ------
    ValueError
        If K or n is not a positive count, or σ² or β is negative.

    Examples
    --------
    >>> import math
    >>> m_star(1000, 1, 1.0, 1.0), m_star(1000, 1000, 1.0, 1.0)
    (100, 10)
    >>> m_star(50, 3, 1.0, math.inf)
    50
    """
    K, n, sigma2 = _setting(K, n, sigma2, beta)
    e = _exponent(beta)  # 2β/(2β + 1), so that 1 − e = 1/(2β + 1)
    M: float = K**e * (sigma2 / n) ** (1 - e)
    # 64^(2/3) is 16, not the 15.999… that floating point makes of it.
    return max(1, min(K, math.floor(min(M, K) * (1 + 1e-12))))


def fedknn_rate(K: int, n: int, sigma2: float, beta: float) -> float:
    """Minimax rate of the error, min((σ²/(nK))^{2β/(2β+1)}, σ²/n) (eq-fedknn-rate).

    Parameters
    ----------
    K, n, sigma2, beta
        As in :func:`m_star`.

    Returns
    -------
    float
        The error up to a constant factor, for σ²/n ≤ K; σ²/n is the local estimator's. Noisier
        devices would want more than K neighbours, and have about σ²/(nK).

    Raises
    ------
    ValueError
        As in :func:`m_star`.

    Examples
    --------
    >>> round(fedknn_rate(1000, 1, 1.0, 1.0), 12)
    0.01
    >>> fedknn_rate(2, 1000, 1.0, 0.5)
    0.001
    """
    K, n, sigma2 = _setting(K, n, sigma2, beta)
    return float(min((sigma2 / (n * K)) ** _exponent(beta), sigma2 / n))


def error_bound(
    W: ArrayLike,
    weights: Any,
    n: int,
    sigma2: float,
    *,
    convexity: float = 1.0,
    lipschitz: float = 1.0,
) -> ErrorBound:
    """Bound the error of the weighted M-estimator of every device (thm-fedknn-bound).

    E‖θ̂_k − θ_k‖² ≤ ℓ² B_k / c² + σ² V_k / (c² n) with B_k = Σ_j w_kj ‖θ_j − θ_k‖² and
    V_k = Σ_j w_kj² (eq-fedknn-error), where the loss is c-strongly convex and its gradient
    ℓ-Lipschitz (μ and η in Zhao, Wang and Lin, 2023).

    Parameters
    ----------
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    weights : (K, K) array_like or sparse array
        Non-negative, rows sum to one.
    n : int
        Samples per device.
    sigma2 : float
        Bound on the variance of a sample's gradient at θ_k. For the loss
        ½‖w − z‖² it is the total variance of an observation z.
    convexity, lipschitz : float
        The constants c and ℓ of the loss, 0 < c ≤ ℓ.

    Returns
    -------
    ErrorBound
        Bias and variance, each (K,).

    Raises
    ------
    ValueError
        If shapes do not match or a constant is out of range.

    Examples
    --------
    >>> W, shares = [0.0, 1.0], [[0.5, 0.5], [0.0, 1.0]]
    >>> bound = error_bound(W, shares, n=4, sigma2=1.0)
    >>> bound.bias.tolist(), bound.variance.tolist()
    ([0.5, 0.0], [0.125, 0.25])
    """
    W = _require.array("W", W)
    w = _require.row_weights("weights", weights, W.shape[0] if W.ndim else 0).tocoo()
    W = W.reshape(len(W), -1)
    K, n, sigma2 = _setting(len(W), n, sigma2, 1.0)
    c, ell = _curvature(convexity, lipschitz)
    k, j = w.coords  # the device, and whom it listens to
    B = np.bincount(k, w.data * np.sum((W[j] - W[k]) ** 2, axis=1), K)
    V = np.bincount(k, w.data**2, K)
    bias, variance = (ell / c) ** 2 * B, sigma2 / (n * c**2) * V
    return ErrorBound(np.asarray(bias), np.asarray(variance))


def knn_bound(
    m: ArrayLike,
    K: int,
    n: int,
    sigma2: float,
    beta: float,
    *,
    C: float = 1.0,
    convexity: float = 1.0,
    lipschitz: float = 1.0,
) -> ErrorBound:
    """Bound the error of FedKNN from the smoothness alone (eq-fedknn-bound).

    The m neighbours are no farther than C ((m−1)/K)^β, and m equal weights have Σ w² = 1/m.

    Parameters
    ----------
    m : array_like of int
        Numbers of neighbours, each in 1 … K.
    K, n, sigma2, beta
        As in :func:`m_star`, σ² as in :func:`error_bound`.
    C : float
        Constant of the smoothness.
    convexity, lipschitz : float
        As in :func:`error_bound`.

    Returns
    -------
    ErrorBound
        Bias (falling with fewer neighbours) and variance (falling with more), shaped like ``m``.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> bound = knn_bound([1, 3], K=4, n=1, sigma2=1.0, beta=1.0)
    >>> bound.bias.tolist(), bound.variance.round(4).tolist()
    ([0.0, 0.25], [1.0, 0.3333])
    """
    K, n, sigma2 = _setting(K, n, sigma2, beta)
    c, ell = _curvature(convexity, lipschitz)
    C = _require.number("C", C, at_least=0)
    m = _require.array("m", m)
    if m.size and (m.min() < 1 or m.max() > K):
        raise ValueError(f"m must be between 1 and {K}, got {m.min()} to {m.max()}")
    return ErrorBound(
        bias=(ell / c * C * ((m - 1) / K) ** beta) ** 2, variance=sigma2 / (n * c**2 * m)
    )


def knn_estimate(
    means: ArrayLike,
    points: ArrayLike,
    m: int,
    *,
    period: float | None = None,
    method: str = "auto",
) -> Floats:
    """Average each device's local estimate with its m − 1 nearest devices (alg-fedknn).

    Equal to ``weighted_estimate(means, weights(neighbours(points, m), m))`` (eq-fedknn-estimator).

    Parameters
    ----------
    means : (K, …) array_like
        Local estimates ȳ_j.
    points : (K,) or (K, d) array_like
        Known positions. With ``points=means`` the order is estimated from the data, and the error
        stays near σ²/n however many devices there are (eq-estimated-order).
    m : int
        Neighbours, the device included.
    period : float, optional
        Circumference of a ring.
    method : {"auto", "plain"}
        "plain" averages over :func:`neighbours`; "auto" takes a faster way for more than 100
        devices, which needs no K × K matrix.

    Returns
    -------
    (K, …) ndarray
        Row k is the estimate θ̂_k of device k.

    Raises
    ------
    ValueError
        If shapes do not match, a number is not finite, m is not in 1 … K or ``method`` is unknown.

    Examples
    --------
    >>> knn_estimate([0.0, 2.0, 10.0], [0.0, 1.0, 3.0], 2)
    array([1., 1., 6.])
    """
    P = _positions(points, period)
    means = _require.array("means", means)
    m = _require.count("m", m, at_least=1, at_most=len(P))
    flat = _matching("means", means, P)
    if _require.choice("method", method, METHODS) == "auto" and len(P) > FEW:
        return engine.knn_estimate(flat, P, m, period).reshape(means.shape)
    order = neighbours(P, m, period=period, method="plain")
    return np.asarray(means[order].mean(axis=1))  # sum_j w_kj ȳ_j with w_kj = 1/m


def error_curve(
    means: ArrayLike,
    points: ArrayLike,
    W: ArrayLike,
    ms: Sequence[int],
    *,
    period: float | None = None,
    method: str = "auto",
) -> Floats:
    """Mean over devices of ‖θ̂_k − θ_k‖² for each number of neighbours in ``ms``.

    The empirical counterpart of the trade-off (eq-fedknn-bound): the bias takes over as m grows.

    Parameters
    ----------
    means : (K,) or (K, d) array_like
        Local estimates.
    points : (K,) or (K, d') array_like
        Positions.
    W : (K,) or (K, d) array_like
        True parameters, row k is θ_k.
    ms : sequence of int
        Numbers of neighbours, each in 1 … K.
    period : float, optional
        Circumference of a ring.
    method : {"auto", "plain"}
        As in :func:`knn_estimate`.

    Returns
    -------
    (len(ms),) ndarray
        The mean squared error for each number of neighbours, in the order of ``ms``.

    Raises
    ------
    ValueError
        As in :func:`knn_estimate`.

    Examples
    --------
    >>> W = [0.0, 2.0, 10.0]
    >>> error_curve(W, [0.0, 1.0, 3.0], W, [1, 2, 3]).round(4)
    array([ 0.    ,  6.    , 18.6667])
    """
    P = _positions(points, period)
    counts = [_require.count("ms", m, at_least=1, at_most=len(P)) for m in ms]
    means = _matching("means", _require.array("means", means), P)
    W = _matching("W", _require.array("W", W), P)
    if W.shape != means.shape:
        raise ValueError(f"W must have the shape of means, {means.shape}, got {W.shape}")
    if _require.choice("method", method, METHODS) == "auto" and len(P) > FEW and counts:
        return engine.error_curve(means, P, W, counts, period)
    order = neighbours(P, max(counts, default=1), period=period, method="plain")
    estimates = (means[order[:, :m]].mean(axis=1) for m in counts)
    return np.array([np.sum((estimate - W) ** 2) / len(P) for estimate in estimates])


def _positions(points: ArrayLike, period: float | None) -> Floats:
    """Return points as (K, d), on a ring reduced to [0, period)."""
    P = _require.array("points", points)
    P = P[:, np.newaxis] if P.ndim == 1 else P
    if P.ndim != 2 or 0 in P.shape:
        raise ValueError(f"points must have shape (K,) or (K, d), got {np.shape(points)}")
    if period is None:
        return P
    P = np.mod(P, _require.number("period", period, above=0))
    return np.where(period == P, 0.0, P)  # a tiny negative number rounds up to the period


def _matching(name: str, value: Floats, P: Floats) -> Floats:
    """Return value as (K, d) with one row for each point."""
    if value.ndim == 0 or len(value) != len(P):
        raise ValueError(
            f"{name} must have one row for each of the {len(P)} points, got shape {value.shape}"
        )
    return value.reshape(len(P), -1)


def _clients(X: Sequence[ArrayLike], y: Sequence[ArrayLike]) -> tuple[list[Floats], list[Floats]]:
    """Check the data of all devices: K ≥ 1 pairs (m_j, d) and (m_j,) with m_j ≥ 1 and one d."""
    if len(X) != len(y) or len(X) == 0:
        raise ValueError(
            f"X and y must have one entry for each of K ≥ 1 devices, got {len(X)} and {len(y)}"
        )
    first = _require.array("X[0]", X[0], shape=(None, None))
    xs = [_require.array(f"X[{j}]", x, shape=(None, first.shape[1])) for j, x in enumerate(X)]
    for j, x in enumerate(xs):
        if len(x) == 0:
            raise ValueError(f"X[{j}] must have at least one row, got shape {x.shape}")
    ys = [
        _require.array(f"y[{j}]", t, shape=(len(x),))
        for j, (x, t) in enumerate(zip(xs, y, strict=True))
    ]
    return xs, ys


def _setting(K: int, n: int, sigma2: float, beta: float) -> tuple[int, int, float]:
    """Check the numbers of a FedKNN problem, β too; return K, n and σ²."""
    K = _require.count("K", K, at_least=1)
    n = _require.count("n", n, at_least=1)
    sigma2 = _require.number("sigma2", sigma2, at_least=0)
    if not (isinstance(beta, float) and beta == math.inf):
        _require.number("beta", beta, at_least=0)
    return K, n, sigma2


def _exponent(beta: float) -> float:
    """2β/(2β + 1), and its limit 1 for β = ∞."""
    beta = float(beta)
    return 1.0 if beta == math.inf else 2 * beta / (2 * beta + 1)


def _curvature(convexity: float, lipschitz: float) -> tuple[float, float]:
    """Check the constants c and ℓ of a loss."""
    ell = _require.number("lipschitz", lipschitz, above=0)
    return _require.number("convexity", convexity, above=0, at_most=ell), ell
