"""The distance of a federated round from central training, and its bound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats
from flcourse.fedbag.clock import group
from flcourse.losses import Loss, StackedLoss

__all__ = ["divergence_bound", "round_divergence", "weight_divergence"]


def __dir__() -> list[str]:
    return __all__


def weight_divergence(w_federated: ArrayLike, w_central: ArrayLike) -> float:
    """Relative distance of a federated model from a centrally trained one (eq-weight-divergence).

    Parameters
    ----------
    w_federated, w_central : array_like
        Parameters, of one shape.

    Returns
    -------
    float
        ‖w_f − w_c‖ / ‖w_c‖.

    Raises
    ------
    ValueError
        If the shapes differ or the central model is zero.

    Examples
    --------
    >>> weight_divergence([3.0, 5.0], [3.0, 4.0])
    0.2
    """
    central = _require.array("w_central", w_central)
    federated = _require.array("w_federated", w_federated, shape=central.shape)
    length = float(np.linalg.norm(central))
    if length == 0:
        raise ValueError("w_central must not be zero: the divergence is relative to its norm")
    return float(np.linalg.norm(federated - central)) / length


def round_divergence(
    loss: Loss | StackedLoss,
    w: Floats,
    clients: Sequence[tuple[Floats, Any]],
    chosen: Sequence[int] | ArrayLike,
    *,
    lr: float,
    steps: int,
) -> tuple[Floats, Floats]:
    """Run one round on the chosen clients and, beside it, on the pooled data of all clients.

    Parameters
    ----------
    loss : Loss
        From :mod:`flcourse.losses` or your own.
    w : (p,) array
        Parameters that both start from.
    clients : sequence of (X, y)
        Data of all clients.
    chosen : (k,) array_like of int
        Clients of the federated round, at least one.
    lr : float
        Step size.
    steps : int
        Full-batch gradient steps, local and central.

    Returns
    -------
    w_federated, w_central : (p,) arrays
        The average of the local results, weighted by samples, and the central result; compare
        them by :func:`weight_divergence`.

    Raises
    ------
    ValueError
        If nobody is chosen, ``lr`` is not positive or ``steps`` is below 1.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.losses import Squared
    >>> clients = [(np.ones((2, 1)), np.full(2, value)) for value in (0.0, 4.0)]
    >>> round_divergence(Squared(), np.zeros(1), clients, [1], lr=0.25, steps=1)
    (array([2.]), array([1.]))
    """
    members = group(chosen, len(clients)).tolist()
    if not members:
        raise ValueError("chosen must hold at least one client")
    eta = _require.number("lr", lr, above=0)
    number = _require.count("steps", steps, at_least=1)

    def descend(X: Floats, y: Any) -> Floats:
        v = _require.array("w", w)
        for _ in range(number):
            v = v - eta * loss.gradient(v, X, y)
        return v

    pooled = [np.concatenate(parts) for parts in zip(*clients, strict=True)]
    local = [descend(*clients[i]) for i in members]
    samples = [len(clients[i][1]) for i in members]
    return np.average(local, axis=0, weights=samples), descend(*pooled)


def divergence_bound(
    gemd: float, mean_emd: float, *, lr: float, lipschitz: float, gradient: float, steps: int
) -> float:
    """Bound ‖w_f − w_c‖ after a round from a common start by GEMD and EMD (eq-gemd-bound).

    Parameters
    ----------
    gemd : float
        GEMD of the chosen clients.
    mean_emd : float
        Mean of their EMD, weighted by samples.
    lr : float
        Step size η of full-batch gradient descent.
    lipschitz : float
        Λ, a Lipschitz constant of the gradient of the loss, on every class.
    gradient : float
        G, the largest norm of a class's mean gradient along the central trajectory.
    steps : int
        Local steps E.

    Returns
    -------
    float
        η G E · GEMD + G · EMD · ((1 + ηΛ)^E − 1 − EηΛ)/Λ: the first term is what a balanced group
        removes, the second is the drift of each client on its own and vanishes for one step.

    Raises
    ------
    ValueError
        If ``gemd`` or ``mean_emd`` is outside 0 … 2, ``lr`` or ``lipschitz`` is not positive,
        ``gradient`` is negative or ``steps`` is below 1.

    Notes
    -----
    Holds when a class has the same data wherever it occurs. With D_t the weighted mean of ‖w_i −
    w_c‖, Zhao et al. (2018) give D_{t+1} ≤ (1 + ηΛ) D_t + ηG·EMD; the distance of the averages
    grows by at most ηΛ D_t + ηG·GEMD a step. Ma et al. (2021), *Client selection based on label
    quantity information for federated learning*, PIMRC, print a bound with GEMD alone: right for
    one step, but a group with GEMD 0 does drift in the second.

    Examples
    --------
    >>> divergence_bound(0.5, 1.5, lr=0.1, lipschitz=2.0, gradient=4.0, steps=1)
    0.2
    """
    together = _require.number("gemd", gemd, at_least=0, at_most=2)
    alone = _require.number("mean_emd", mean_emd, at_least=0, at_most=2)
    eta = _require.number("lr", lr, above=0)
    lam = _require.number("lipschitz", lipschitz, above=0)
    G = _require.number("gradient", gradient, at_least=0)
    E = _require.count("steps", steps, at_least=1)
    drift = 0.0 if E == 1 else (math.expm1(E * math.log1p(eta * lam)) - E * eta * lam) / lam
    return eta * G * E * together + G * alone * drift
