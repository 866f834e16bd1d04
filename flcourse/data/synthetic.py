"""Synthetic(α, β): classification data whose devices differ in model and in features."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.data.clients import Client

__all__ = ["synthetic"]

N_FEATURES = 60
N_CLASSES = 10
# Standard deviation of the log of the number of samples; its mean is 4, and 50 is added.
SIZE_LAWS = {"fedprox": 2.0, "qffl": 1.0}


def __dir__() -> list[str]:
    return __all__


def synthetic(
    alpha: float,
    beta: float,
    n_clients: int,
    *,
    rng: np.random.Generator,
    sizes: Literal["fedprox", "qffl"] | int | ArrayLike = "fedprox",
    cap: int | None = None,
    iid: bool = False,
) -> list[Client]:
    """Draw the devices of Synthetic(α, β): softmax labels, 60 features, 10 classes (eq-synthetic).

    Parameters
    ----------
    alpha : float
        Standard deviation of u_k, the mean of device k's weights. It does not change the labels at
        all: u_k adds the same amount to all logits.
    beta : float
        Standard deviation of B_k, the mean of device k's feature centre.
    n_clients : int
        Number n of devices.
    rng : numpy.random.Generator
        Source of all randomness.
    sizes : {"fedprox", "qffl"}, int or (n,) array_like of int
        Law of the sample counts m_k: ``"fedprox"`` is ⌊lognormal(4, 2)⌋ + 50, ``"qffl"`` is
        ⌊lognormal(4, 1)⌋ + 50, an int gives every device the same count.
    cap : int, optional
        Largest m_k; under ``"fedprox"`` a single device can otherwise hold most of the data.
    iid : bool
        One model and feature centre 0 for all devices; then α and β have no effect.

    Returns
    -------
    list of (X, y)
        X is (m_k, 60) float, y is (m_k,) int in 0 … 9.

    Raises
    ------
    ValueError
        If a deviation is negative, a size is not a positive integer or a shape does not fit.

    Notes
    -----
    Li et al. (2020), *Federated optimization in heterogeneous networks*, MLSys. The paper calls α
    and β variances, its experiments use them as standard deviations, and so do we. The size law
    ``"qffl"`` is that of Li et al. (2020), *Fair resource allocation in federated learning*, ICLR.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(7)
    >>> clients = synthetic(1, 1, 3, rng=rng, sizes=[5, 6, 7])
    >>> [(X.shape, y.shape) for X, y in clients]
    [((5, 60), (5,)), ((6, 60), (6,)), ((7, 60), (7,))]
    """
    alpha = _require.number("alpha", alpha, at_least=0)
    beta = _require.number("beta", beta, at_least=0)
    n = _require.count("n_clients", n_clients, at_least=1)
    _require.generator("rng", rng)
    counts = _sample_counts(sizes, n, cap, rng)
    shared = _model(0.0, rng) if iid else None
    return [_device(alpha, beta, m, shared, rng) for m in counts.tolist()]


def _sample_counts(
    sizes: str | int | ArrayLike, n: int, cap: int | None, rng: np.random.Generator
) -> Ints:
    if isinstance(sizes, str):
        sigma = SIZE_LAWS[_require.choice("sizes", sizes, SIZE_LAWS)]
        counts = rng.lognormal(4.0, sigma, n).astype(np.int64) + 50
    elif np.ndim(sizes) == 0:
        counts = np.full(n, _require.count("sizes", sizes, at_least=1))
    else:
        counts = _require.labels("sizes", sizes, shape=(n,))
        if counts.min() < 1:
            raise ValueError("sizes must be at least 1, got 0")
    if cap is None:
        return counts
    return np.minimum(counts, _require.count("cap", cap, at_least=1))


def _model(u: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Weights (60, 10) and intercepts (10,) of one device, entries N(u, 1)."""
    return rng.normal(u, 1.0, (N_FEATURES, N_CLASSES)), rng.normal(u, 1.0, N_CLASSES)


def _device(
    alpha: float,
    beta: float,
    m: int,
    shared: tuple[Floats, Floats] | None,
    rng: np.random.Generator,
) -> Client:
    """Draw one device: its model W, c, its centre v, then X and y = argmax(XW + c)."""
    if shared is None:
        W, c = _model(rng.normal(0.0, alpha), rng)
        v = rng.normal(rng.normal(0.0, beta), 1.0, N_FEATURES)
    else:
        (W, c), v = shared, np.zeros(N_FEATURES)
    deviation = np.arange(1, N_FEATURES + 1) ** -0.6  # the covariance is diag(j^-1.2)
    X = v + deviation * rng.standard_normal((m, N_FEATURES))
    return X, np.argmax(X @ W + c, axis=1).astype(np.int64)
