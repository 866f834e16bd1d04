"""Gradient steps on quadratics: alone, among neighbours (FedGD, FedSGD), by a server (FedAvg).

First the step and its speed for f(w) = wᵀQw + qᵀw with any symmetric Q (from
:func:`flcourse.erm.system` or :func:`flcourse.gtvmin.system`), then the same step as messages
between neighbours (FedGD), on batches (FedSGD) and through a server (FedAvg). These are the
lecture versions; :mod:`flcourse.fedopt` simulates many algorithms, losses and clients.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from flcourse import _require
from flcourse._types import Floats

__all__ = [
    "Descent",
    "contraction",
    "descend",
    "eta_star",
    "fedavg",
    "fedgd",
    "fedsgd",
    "gradient_step",
    "iteration_bound",
]

# A residual this large comes from steps that diverge; going on would end in infinities.
LOST = 1e100


def __dir__() -> list[str]:
    return __all__


def gradient_step(Q: Any, q: ArrayLike, w: ArrayLike, eta: float) -> Floats:
    """One gradient step w − η(2Qw + q) on f(w) = wᵀQw + qᵀw (eq-gradient-step).

    Parameters
    ----------
    Q : (p, p) array_like or sparse array
        Symmetric matrix.
    q, w : (p,) array_like
        Linear term and current parameters.
    eta : float
        Step size η, at least 0.

    Returns
    -------
    (p,) array
        The next parameters.

    Raises
    ------
    ValueError
        If shapes do not fit or a number is not finite.

    Examples
    --------
    >>> # f(w) = w² − 4w, whose minimum is at 2
    >>> gradient_step([[1.0]], [-4.0], [0.0], eta=0.25)
    array([1.])
    """
    q = _require.array("q", q, shape=(None,))
    Q, w = _require.symmetric("Q", Q, len(q)), _require.array("w", w, shape=q.shape)
    return np.asarray(w - _require.number("eta", eta, at_least=0) * (2.0 * (Q @ w) + q))


def contraction(eta: float, eigenvalues: ArrayLike) -> float:
    """κ(η) = max|1 − 2ηλ|: a step shrinks the error by at least this factor, see eq-contraction.

    Parameters
    ----------
    eta : float
        Step size, at least 0.
    eigenvalues : (p,) array_like
        Eigenvalues λ of Q, in any order; the extreme ones are enough.

    Returns
    -------
    float
        The factor κ. It is below 1, so that the steps converge from every start, if and only if all
        λ > 0 and 0 < η < 1/λ_max.

    Raises
    ------
    ValueError
        If an eigenvalue is negative: then f has no minimum.

    Examples
    --------
    >>> contraction(0.25, [1.0, 3.0])
    0.5
    """
    spectrum = _require.eigenvalues("eigenvalues", eigenvalues)
    return float(np.abs(1 - 2 * _require.number("eta", eta, at_least=0) * spectrum).max())


def eta_star(eigenvalues: ArrayLike) -> float:
    """Step size η* = 1/(λ_min + λ_max) with the smallest contraction factor (eq-eta-star).

    Parameters
    ----------
    eigenvalues : (p,) array_like
        Eigenvalues of Q, in any order; the extreme ones are enough.

    Returns
    -------
    float
        The step for which κ is (λ_max − λ_min)/(λ_max + λ_min).

    Raises
    ------
    ValueError
        If an eigenvalue is negative or all are 0.

    Examples
    --------
    >>> eta_star([1.0, 3.0])
    0.25
    """
    spectrum = _require.eigenvalues("eigenvalues", eigenvalues)
    if not spectrum.max() > 0:
        raise ValueError("eigenvalues must not all be 0: every step size is then as good")
    return float(1.0 / (spectrum.min() + spectrum.max()))


def iteration_bound(kappa: float, accuracy: float) -> int:
    """Smallest k with κ^k ≤ accuracy: so many steps reach that accuracy (eq-iteration-bound).

    Parameters
    ----------
    kappa : float
        Contraction factor, 0 ≤ κ < 1.
    accuracy : float
        Wanted ratio ‖w_k − w*‖ / ‖w_0 − w*‖, positive.

    Returns
    -------
    int
        ⌈log(1/accuracy) / log(1/κ)⌉, and 0 if nothing has to shrink.

    Raises
    ------
    ValueError
        If ``kappa`` is not below 1: the steps do not converge.

    Examples
    --------
    >>> iteration_bound(0.5, 1e-3)   # 2^-10 is the first power below
    10
    """
    kappa = _require.number("kappa", kappa, at_least=0, below=1)
    accuracy = _require.number("accuracy", accuracy, above=0)
    if accuracy >= 1:
        return 0
    if kappa == 0:
        return 1
    k = math.ceil(math.log(accuracy) / math.log(kappa))
    # The quotient of two logarithms is rounded; the powers themselves decide.
    return k - 1 if kappa ** (k - 1) <= accuracy else k


@dataclass(frozen=True)
class Descent:
    """What gradient descent reached.

    Attributes
    ----------
    w : (p,) array
        Last parameters.
    eta : float
        Step size that was used.
    residuals : (k + 1,) array
        ‖Qw + q/2‖ / ‖q/2‖ at the start and after each of the k steps; absolute if q = 0.
    """

    w: Floats
    eta: float
    residuals: Floats

    @property
    def iterations(self) -> int:
        """Number k of steps."""
        return len(self.residuals) - 1


def descend(
    Q: Any,
    q: ArrayLike,
    *,
    w: ArrayLike | None = None,
    eta: float | None = None,
    tol: float = 1e-8,
    max_iterations: int = 10_000,
) -> Descent:
    """Repeat gradient steps until the residual is small (alg-gradient-descent).

    Parameters
    ----------
    Q : (p, p) array_like or sparse array
        Symmetric matrix, such as that of least squares, ridge or GTVMin.
    q : (p,) array_like
        Linear term.
    w : (p,) array_like, optional
        Start, 0 by default.
    eta : float, optional
        Step size, by default η*, which costs an eigenvalue decomposition of a dense Q.
    tol : float
        Stop once ‖Qw + q/2‖ ≤ tol ‖q/2‖.
    max_iterations : int
        Stop after this many steps in any case: look at ``residuals[-1]``.

    Returns
    -------
    Descent
        Parameters and residuals. A step size that is too large shows in growing residuals, it
        raises no error; the loop ends when they pass 10¹⁰⁰.

    Raises
    ------
    ValueError
        If shapes do not fit, Q has a negative eigenvalue, or Q is sparse and ``eta`` is missing.

    Examples
    --------
    >>> found = descend([[2.0, 0.0], [0.0, 4.0]], [-4.0, -8.0])
    >>> found.w.round(6), found.iterations
    (array([1., 1.]), 17)
    """
    q = _require.array("q", q, shape=(None,))
    Q = _require.symmetric("Q", Q, len(q))
    now = np.zeros(len(q)) if w is None else _require.array("w", w, shape=q.shape)
    if eta is None:
        if sparse.issparse(Q):
            raise ValueError("eta must be given for a sparse Q, whose eigenvalues are costly")
        eta = eta_star(np.maximum(_spectrum(Q), 0.0))
    eta = _require.number("eta", eta, at_least=0)
    tol = _require.number("tol", tol, above=0)
    scale = float(np.linalg.norm(q / 2)) or 1.0
    half_slope = Q @ now + q / 2
    residuals = [float(np.linalg.norm(half_slope)) / scale]
    for _ in range(_require.count("max_iterations", max_iterations)):
        if residuals[-1] <= tol or not residuals[-1] < LOST:
            break
        now = now - 2 * eta * half_slope
        half_slope = Q @ now + q / 2
        residuals.append(float(np.linalg.norm(half_slope)) / scale)
    return Descent(now, eta, np.array(residuals))


def _spectrum(Q: Floats) -> Floats:
    """Eigenvalues of a dense Q; negative ones beyond rounding are refused."""
    values = np.linalg.eigvalsh(Q)
    if values.min() < -1e-10 * np.abs(values).max():
        raise ValueError(f"Q must have no negative eigenvalue, got {values.min()}")
    return np.asarray(values)


def fedgd(
    A: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    alpha: float,
    *,
    eta: float,
    rounds: int,
    W: ArrayLike | None = None,
) -> Floats:
    """Gradient descent on GTVMin by messages between neighbours (alg-fedgd).

    In a round every node sends its parameters to its neighbours, and then computes
    w_i + η[(2/m_i) X_iᵀ(y_i − X_i w_i) + 2α Σ_j A_ij (w_j − w_i)] from what it has and what it
    got (eq-fedgd-message). No node sees another's data; together they do the stacked step of
    :func:`gradient_step`.

    Parameters
    ----------
    A : (n, n) array_like or sparse array
        Symmetric weights of the graph.
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    y : sequence of n (m_i,) array_like
        Local labels.
    alpha : float
        Weight of the total variation, at least 0.
    eta : float
        Step size η.
    rounds : int
        Number of rounds.
    W : (n, d) array_like, optional
        Start, 0 by default.

    Returns
    -------
    (n, d) array
        Row i holds the parameters of node i.

    Raises
    ------
    ValueError
        If shapes do not fit, a node is empty, or ``alpha``, ``eta`` or ``rounds`` is negative.

    Notes
    -----
    Jung (2024), *Federated learning: from theory to practice*, lecture notes, Aalto University.

    Examples
    --------
    Two nodes, 0 and 4, constant feature: the fixed point is (4/3, 8/3).

    >>> pair, y = [[0, 1], [1, 0]], [[0.0], [4.0]]
    >>> fedgd(pair, None, y, 1.0, eta=0.25, rounds=40).round(6)
    array([[1.333333],
           [2.666667]])
    """
    A, data, now = _network(A, X, y, W)
    alpha = _require.number("alpha", alpha, at_least=0)
    eta = _require.number("eta", eta, at_least=0)
    for _ in range(_require.count("rounds", rounds)):
        sent = now.copy()  # all messages of a round leave before any node moves
        for i, (F, t) in enumerate(data):
            now[i] -= eta * _slope(i, sent, A, F, t, alpha)
    return now


def fedsgd(
    A: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    alpha: float,
    *,
    eta: float,
    rounds: int,
    batch: int,
    rng: np.random.Generator,
    W: ArrayLike | None = None,
) -> Floats:
    """FedGD with each local gradient taken on a fresh random batch (alg-fedsgd).

    Parameters
    ----------
    A, X, y, alpha, eta, rounds, W
        As :func:`fedgd`.
    batch : int
        Samples per node and round, drawn without replacement; nodes with fewer use them all.
    rng : numpy.random.Generator
        Draws the batches.

    Returns
    -------
    (n, d) array
        Row i holds the parameters of node i. The batches' gradients are unbiased: with a constant
        step W keeps moving about the solution, the less the smaller η.

    Raises
    ------
    ValueError
        As :func:`fedgd`.

    Notes
    -----
    McMahan et al. (2017) call FedSGD what :func:`fedavg` does with one local step.

    Examples
    --------
    >>> import numpy as np
    >>> # the labels of a node are equal, so that any batch of one says the same
    >>> pair, y = [[0, 1], [1, 0]], [[0.0, 0.0], [4.0, 4.0]]
    >>> rng = np.random.default_rng(0)
    >>> W = fedsgd(pair, None, y, 1.0, eta=0.25, rounds=40, batch=1, rng=rng)
    >>> W.round(6)
    array([[1.333333],
           [2.666667]])
    """
    B = _require.count("batch", batch, at_least=1)
    _require.generator("rng", rng)
    A, data, now = _network(A, X, y, W)
    alpha = _require.number("alpha", alpha, at_least=0)
    eta = _require.number("eta", eta, at_least=0)
    for _ in range(_require.count("rounds", rounds)):
        sent = now.copy()
        for i, (F, t) in enumerate(data):
            rows = rng.choice(len(t), B, replace=False) if len(t) > B else slice(None)
            now[i] -= eta * _slope(i, sent, A, F[rows], t[rows], alpha)
    return now


def _network(
    A: Any, X: Sequence[ArrayLike] | None, y: Sequence[ArrayLike], W: ArrayLike | None
) -> tuple[sparse.csr_array, list[tuple[Floats, Floats]], Floats]:
    """Check a graph and the data of its nodes; a copy of the start, W or 0."""
    A = _require.adjacency("A", A)
    data = _require.local_data(X, y, A.shape[0])
    shape = (len(data), data[0][0].shape[1])
    return A, data, np.zeros(shape) if W is None else _require.array("W", W, shape=shape).copy()


def _slope(i: int, W: Floats, A: sparse.csr_array, F: Floats, t: Floats, alpha: float) -> Floats:
    """Compute −(2/m) Fᵀ(t − F w_i) − 2α Σ_j A_ij (w_j − w_i) from what node i has and got."""
    neighbours = slice(A.indptr[i], A.indptr[i + 1])
    difference = W[A.indices[neighbours]] - W[i]
    pull: Floats = 2 * alpha * A.data[neighbours] @ difference
    return _local_gradient(W[i], F, t) - pull


def _local_gradient(w: Floats, F: Floats, t: Floats) -> Floats:
    """Gradient of the local mean squared error, −(2/m) Fᵀ(t − Fw)."""
    return np.asarray(2.0 / len(t) * (F.T @ (F @ w - t)))


def fedavg(
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    *,
    eta: float,
    rounds: int,
    local_steps: int = 1,
    w: ArrayLike | None = None,
) -> Floats:
    """Train one linear model by local gradient steps and averaging at a server (alg-fedavg).

    Parameters
    ----------
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    y : sequence of n (m_i,) array_like
        Local labels.
    eta : float
        Step size.
    rounds : int
        Times that the server sends w to all clients and averages what comes back, weighted by m_i.
    local_steps : int
        Full-batch gradient steps of each client in a round. One makes a round a gradient step on
        the pooled data; more save rounds, and move the fixed point away from the minimum where
        the clients differ.
    w : (d,) array_like, optional
        Start, 0 by default.

    Returns
    -------
    (d,) array
        The server's parameters.

    Raises
    ------
    ValueError
        If shapes do not fit, a client is empty, ``eta`` or ``rounds`` is negative, or
        ``local_steps`` is below 1.

    Notes
    -----
    McMahan et al. (2017), *Communication-efficient learning of deep networks from decentralized
    data*, AISTATS; with all clients in every round and full batches.

    Examples
    --------
    >>> # the mean of all three labels
    >>> fedavg(None, [[0.0], [3.0, 3.0]], eta=0.5, rounds=1)
    array([2.])
    """
    data = _require.local_data(X, y, len(y))
    eta = _require.number("eta", eta, at_least=0)
    steps = _require.count("local_steps", local_steps, at_least=1)
    d = data[0][0].shape[1]
    server = np.zeros(d) if w is None else _require.array("w", w, shape=(d,))
    sizes = [len(t) for _, t in data]
    for _ in range(_require.count("rounds", rounds)):
        local = np.tile(server, (len(data), 1))
        for i, (F, t) in enumerate(data):
            for _ in range(steps):
                local[i] -= eta * _local_gradient(local[i], F, t)
        server = np.average(local, axis=0, weights=sizes)
    return server
