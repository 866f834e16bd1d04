"""Empirical risk minimisation for linear models: least squares, ridge, validation.

The empirical risk of h(x) = wᵀx on m samples is their mean squared error (eq-empirical-risk),
:class:`flcourse.losses.Squared`; ridge regression adds α‖w‖². Both are quadratic functions
wᵀQw + qᵀw of w, up to a constant, and that is all that the gradient methods of
:mod:`flcourse.gradient` need to know.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats
from flcourse.data import split
from flcourse.losses import Squared

__all__ = ["Validation", "fit", "system", "validate", "validation_split"]


def __dir__() -> list[str]:
    return __all__


def system(X: ArrayLike, y: ArrayLike, alpha: float = 0.0) -> tuple[Floats, Floats]:
    """Write the regularised risk as wᵀQw + qᵀw + const (eq-erm-linear, eq-ridge).

    Parameters
    ----------
    X : (m, d) array_like
        Features, one sample per row; add a column of ones for an intercept.
    y : (m,) array_like
        Labels.
    alpha : float
        Weight α of ‖w‖², at least 0; 0 is plain least squares.

    Returns
    -------
    Q : (d, d) array
        XᵀX/m + αI.
    q : (d,) array
        −(2/m) Xᵀy. Note the factor 2: the minimum solves Qw = −q/2 (eq-ridge-normal).

    Raises
    ------
    ValueError
        If shapes do not fit or ``alpha`` is negative.

    Examples
    --------
    >>> Q, q = system([[1.0], [2.0]], [1.0, 3.0], alpha=0.5)
    >>> Q, q
    (array([[3.]]), array([-7.]))
    """
    F, t = Squared().prepare(X, y)
    alpha = _require.number("alpha", alpha, at_least=0)
    Q = F.T @ F / len(F) + alpha * np.eye(F.shape[1])
    return Q, -2.0 / len(F) * F.T @ t


def fit(X: ArrayLike, y: ArrayLike, alpha: float = 0.0) -> Floats:
    """Minimise (1/m)‖y − Xw‖² + α‖w‖² in closed form (eq-ridge-normal).

    Parameters
    ----------
    X : (m, d) array_like
        Features.
    y : (m,) array_like
        Labels.
    alpha : float
        Weight of ‖w‖², at least 0.

    Returns
    -------
    (d,) array
        The minimiser; the one of least norm if α = 0 and the columns of X are dependent.

    Raises
    ------
    ValueError
        If shapes do not fit or ``alpha`` is negative.

    Notes
    -----
    Ridge is least squares on d more samples: √(αm) e_j with label 0 (eq-ridge-augmented). Solving
    that problem squares no condition number, as forming Q would (Hoerl and Kennard, 1970, *Ridge
    regression*, Technometrics; Jung, 2022, *Machine learning: the basics*, Springer).

    Examples
    --------
    >>> fit([[1.0], [1.0]], [1.0, 3.0])   # the mean
    array([2.])
    >>> fit([[1.0], [1.0]], [1.0, 3.0], alpha=1.0)   # pulled half-way to 0
    array([1.])
    """
    F, t = Squared().prepare(X, y)
    alpha = _require.number("alpha", alpha, at_least=0)
    m, d = F.shape
    extra = np.sqrt(alpha * m) * np.eye(d)
    w = np.linalg.lstsq(np.vstack([F, extra]), np.concatenate([t, np.zeros(d)]), rcond=None)[0]
    return np.asarray(w)


def validation_split(
    X: ArrayLike, y: ArrayLike, fraction: float = 0.25, *, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats, Floats]:
    """Set a random part of the samples aside (eq-validation-error).

    Parameters
    ----------
    X : (m, d) array_like
        Features.
    y : (m,) array_like
        Labels.
    fraction : float
        Share of the samples for validation, between 0 and 1; at least one sample goes there.
    rng : numpy.random.Generator
        Chooses the samples.

    Returns
    -------
    X_train, y_train, X_val, y_val : arrays
        Rows of X and y, each sample in exactly one of the parts.

    Raises
    ------
    ValueError
        If a part would stay empty or shapes do not fit.

    Examples
    --------
    >>> import numpy as np
    >>> X, y = np.eye(4), np.arange(4.0)
    >>> parts = validation_split(X, y, rng=np.random.default_rng(0))
    >>> [part.shape for part in parts]
    [(3, 4), (3,), (1, 4), (1,)]
    """
    share = _require.number("fraction", fraction, above=0, below=1)
    train, held_out = split([Squared().prepare(X, y)], (1 - share, share), rng=rng)
    return (*train[0], *held_out[0])


@dataclass(frozen=True)
class Validation:
    """Mean squared errors of ridge regression for several α (eq-validation-error).

    Attributes
    ----------
    alphas : (k,) array
        The regularisation weights tried.
    train : (k,) array
        Errors on the samples that were fitted, without α‖w‖².
    validation : (k,) array
        Errors on the samples that were held out, without α‖w‖².
    """

    alphas: Floats
    train: Floats
    validation: Floats

    @property
    def best(self) -> float:
        """The α with the smallest validation error, the first one of a tie."""
        return float(self.alphas[np.argmin(self.validation)])


def validate(
    X_train: ArrayLike, y_train: ArrayLike, X_val: ArrayLike, y_val: ArrayLike, alphas: ArrayLike
) -> Validation:
    """Fit ridge regression for each α and compare on the held-out samples (eq-validation-error).

    Parameters
    ----------
    X_train, y_train, X_val, y_val : array_like
        As :func:`validation_split` returns them.
    alphas : (k,) array_like
        Regularisation weights, each at least 0.

    Returns
    -------
    Validation
        Training errors, which can only rise with α, and validation errors.

    Raises
    ------
    ValueError
        If shapes do not fit or an α is negative.

    Examples
    --------
    >>> found = validate([[1.0]], [2.0], [[1.0]], [1.0], [0.0, 1.0, 3.0])
    >>> found.validation.round(9), found.best
    (array([1.  , 0.  , 0.25]), 1.0)
    """
    weights = _require.array("alphas", alphas, shape=(None,))
    if not weights.size:
        raise ValueError("alphas must hold at least one regularisation weight")
    W = [fit(X_train, y_train, alpha) for alpha in weights]
    loss = Squared()
    return Validation(
        weights,
        np.array([loss.value(w, X_train, y_train) for w in W]),
        np.array([loss.value(w, X_val, y_val) for w in W]),
    )
