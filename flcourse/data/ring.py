"""A ring of devices whose true parameters follow a curve of known roughness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats

__all__ = ["Ring", "holder_curve", "ring"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Ring:
    """K devices on a circle of circumference 1.

    Attributes
    ----------
    points : (K,) ndarray
        Position of each device, k / K; give ``period=1.0`` to functions that measure distance.
    W : (K,) ndarray
        True parameter of each device.
    y : (K, n) ndarray
        n noisy observations of its parameter on each device.
    """

    points: Floats
    W: Floats
    y: Floats

    @property
    def means(self) -> Floats:
        """Local estimates: the mean of each device's observations, shape (K,)."""
        means: Floats = self.y.mean(axis=1)
        return means


def ring(
    K: int,
    beta: float,
    *,
    rng: np.random.Generator,
    n: int = 10,
    sigma2: float = 1.0,
    scale: float = 1.0,
) -> Ring:
    """Place K devices on a ring with a parameter field of Hölder exponent β (eq-ring-model).

    Device k observes y_ki = w_k + noise with w_k = scale · f_β(k/K), see :func:`holder_curve`.

    Parameters
    ----------
    K : int
        Number of devices.
    beta : float
        Hölder exponent, 0 < β ≤ 1: with β > 1 only a constant field would be left.
    rng : numpy.random.Generator
        Source of the noise.
    n : int
        Samples per device.
    sigma2 : float
        Variance of the noise.
    scale : float
        Height of the field.

    Returns
    -------
    Ring
        Positions, true parameters and observations.

    Raises
    ------
    ValueError
        If K or n is not positive, β is not in (0, 1] or the variance is negative.

    Examples
    --------
    >>> import numpy as np
    >>> field = ring(4, 1.0, rng=np.random.default_rng(7), n=2, sigma2=0.0)
    >>> field.points.tolist(), field.W.tolist(), field.y.shape
    ([0.0, 0.25, 0.5, 0.75], [0.0, 0.25, 0.5, 0.25], (4, 2))
    """
    K = _require.count("K", K, at_least=1)
    n = _require.count("n", n, at_least=1)
    sigma2 = _require.number("sigma2", sigma2, at_least=0)
    scale = _require.number("scale", scale)
    rng = _require.generator("rng", rng)
    points = np.arange(K) / K
    W = scale * holder_curve(points, beta)
    noise = np.sqrt(sigma2) * rng.standard_normal((K, n))
    return Ring(points, W, W[:, np.newaxis] + noise)


def holder_curve(x: ArrayLike, beta: float) -> Floats:
    """Evaluate a curve of period 1 that is Hölder continuous with exponent β (eq-holder-curve).

    β = 1 is the triangle wave s(x), the distance from x to the nearest integer. β < 1 is the
    Takagi–Landsberg curve Σ_j 2^(−βj) s(2^j x), which is rough with exponent β everywhere, so that
    the biases of a left and a right neighbour do not cancel as they do for smooth curves.

    Parameters
    ----------
    x : array_like
        Real numbers; the curve has period 1.
    beta : float
        Hölder exponent, 0 < β ≤ 1.

    Returns
    -------
    ndarray
        Values of the curve, in the shape of ``x``: between 0 and ½ / (1 − 2^−β), or ½ for β = 1.

    Raises
    ------
    ValueError
        If β is not in (0, 1] or x is not finite.

    Notes
    -----
    As β → 1 the sum becomes the curve of Takagi (1903, *A simple example of the continuous function
    without derivative*, Proceedings of the Physico-Mathematical Society of Japan 1). That curve is
    not Lipschitz, and this is why β = 1 is the triangle wave here.

    Examples
    --------
    >>> holder_curve([0.0, 0.125, 0.5, 1.25], 1.0)
    array([0.   , 0.125, 0.5  , 0.25 ])
    >>> holder_curve([0.0, 0.25, 0.5], 0.5).round(4)
    array([0.    , 0.6036, 0.5   ])
    """
    x = _require.array("x", x)
    beta = _require.number("beta", beta, above=0, at_most=1)
    phase = np.mod(x, 1.0)
    if beta == 1:
        return np.minimum(phase, 1.0 - phase)
    curve = np.zeros_like(phase)
    weight = 1.0
    while phase.any():  # doubling a binary fraction modulo 1 ends at zero, exactly
        curve += weight * np.minimum(phase, 1.0 - phase)
        weight *= 2.0**-beta
        phase = np.mod(2.0 * phase, 1.0)
    return curve
