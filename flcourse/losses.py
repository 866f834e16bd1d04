"""Losses of the course: mean over the samples of one client, parameters always one flat vector w.

Each loss is written once, as kernels that broadcast over leading axes: the same line serves one
client, ``w`` (p,) with X (m, d), and a stack of k clients, ``w`` (k, p) with X (k, m, d).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import scipy  # its part on special functions is loaded where a loss needs it
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats, Ints

__all__ = ["MLP", "Logistic", "Loss", "Softmax", "Squared", "StackedLoss"]

# exp neither overflows nor underflows here, so that softmax needs no shift by the largest logit.
SAFE_LOGIT = 300.0


def __dir__() -> list[str]:
    return __all__


class Loss(Protocol):
    """What every algorithm of the course asks of a loss; write your own with these methods."""

    def value(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
        """Mean loss F(w) over the m samples (X, y)."""

    def gradient(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> Floats:
        """Gradient ∇F(w), shape (p,)."""

    def predict(self, w: ArrayLike, X: ArrayLike) -> NDArray[Any]:
        """Predictions (m,): numbers of a regression, labels of a classification."""

    def n_params(self, d: int, C: int) -> int:
        """Length p of w for d features and C classes."""


class StackedLoss(ABC):
    """A loss given by kernels that broadcast over clients (def-stacked-loss).

    The public methods check their input and call the kernels; code that has checked its data once
    with :meth:`prepare`, such as a simulation, calls the kernels :meth:`samples`, :meth:`slope`,
    :meth:`report` and :meth:`correct` directly. Leading axes of w, F and T broadcast. The kernels
    take these arguments:

    - ``w``: the parameters, of shape (…, p).
    - ``F``: the features as :meth:`prepare` returns them, of shape (…, m, ·).
    - ``T``: the targets as :meth:`prepare` returns them, of shape (…, m) or (…, m, C).
    - ``weight``: a weight for each sample, of shape (…, m).
    - ``starts``: the row at which each group of samples begins, of shape (k,).
    """

    @abstractmethod
    def n_params(self, d: int, C: int) -> int:
        """Length p of w for d features and C classes."""

    @abstractmethod
    def n_classes(self, p: int, d: int) -> int:
        """Return the C for which :meth:`n_params` is p; ValueError if there is none."""

    @abstractmethod
    def prepare(self, X: ArrayLike, y: ArrayLike, C: int) -> tuple[Floats, Floats]:
        """Check samples; return F (m, ·) and T, (m,) or (m, C), for the kernels."""

    @abstractmethod
    def scores(self, w: Floats, F: Floats) -> Floats:
        """Compute outputs of the model: numbers (…, m) or one logit per class (…, m, C)."""

    @abstractmethod
    def samples(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Loss of each sample, shape (…, m)."""

    @abstractmethod
    def slope(self, w: Floats, F: Floats, T: Floats, weight: Floats) -> Floats:
        """Gradient of Σ_r weight_r · samples_r, shape (…, p); weights are (…, m)."""

    def report(
        self, w: Floats, F: Floats, T: Floats, weight: Floats, starts: Ints
    ) -> tuple[Floats, Floats]:
        """Compute samples (m,) and the slope of each group (k, p), which begins at row starts_i."""
        groups = pairwise([*starts.tolist(), len(F)])
        slopes = [self.slope(w, F[a:b], T[a:b], weight[a:b]) for a, b in groups]
        return self.samples(w, F, T), np.array(slopes)

    @abstractmethod
    def correct(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return 1 where the predicted label is right, else 0, (…, m); NaN for a regression."""

    @abstractmethod
    def predict(self, w: ArrayLike, X: ArrayLike) -> NDArray[Any]:
        """Predictions (m,) for the rows of X."""

    def initial(self, d: int, C: int, *, rng: np.random.Generator) -> Floats:
        """Return a start w⁰, shape (p,): zeros, which are as good as any for a convex loss."""
        _require.generator("rng", rng)
        return np.zeros(self.n_params(d, C))

    def value(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
        """Mean loss F(w) over the samples.

        Parameters
        ----------
        w : (p,) array_like
            Parameters.
        X, y : (m, d) and (m,) array_like
            Features and targets of one client, m ≥ 1.

        Returns
        -------
        float
            (1/m) Σ_r ℓ(w; x_r, y_r).

        Raises
        ------
        ValueError
            If shapes do not fit, a number is not finite or a label is out of range.
        """
        return float(np.mean(self.samples(*self._enter(w, X, y))))

    def gradient(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> Floats:
        """Gradient ∇F(w), shape (p,); arguments and errors as in :meth:`value`."""
        w, F, T = self._enter(w, X, y)
        return self.slope(w, F, T, np.full(len(F), 1.0 / len(F)))

    def _enter(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats, Floats]:
        w = _require.array("w", w, shape=(None,))
        d = _features(X).shape[1]
        return (w, *self.prepare(X, y, self.n_classes(len(w), d)))


@dataclass(frozen=True)
class Squared(StackedLoss):
    """Mean squared error (1/m)‖y − Xw‖² of a linear model (eq-local-loss).

    There is no factor ½ and no intercept: append a column of ones to X for one.

    Examples
    --------
    >>> Squared().value([1.0], [[1.0], [2.0]], [1.0, 4.0])
    2.0
    >>> Squared().gradient([1.0], [[1.0], [2.0]], [1.0, 4.0])
    array([-4.])
    """

    def n_params(self, d: int, C: int = 1) -> int:
        """Return the length of w: d, whatever C."""
        return _require.count("d", d, at_least=1)

    def n_classes(self, p: int, d: int) -> int:
        """Return 1, for the model has one output; ValueError unless p is d."""
        _fits(p == d, p, d, "d")
        return 1

    def prepare(self, X: ArrayLike, y: ArrayLike, C: int = 1) -> tuple[Floats, Floats]:
        """Return F and T: X and y as arrays of floats."""
        F = _features(X)
        return F, _require.array("y", y, shape=(len(F),))

    def scores(self, w: Floats, F: Floats) -> Floats:
        """Return the predictions Xw."""
        return _times(F, w)

    def samples(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return the squared error of each sample."""
        return np.square(self.scores(w, F) - T)

    def slope(self, w: Floats, F: Floats, T: Floats, weight: Floats) -> Floats:
        """Return the gradient 2 Xᵀ diag(weight) (Xw − y) of the weighted sum of errors."""
        return _times(F.swapaxes(-1, -2), 2.0 * weight * (self.scores(w, F) - T))

    def correct(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return NaN for each sample, for a regression has no accuracy."""
        return np.full(T.shape, np.nan)

    def predict(self, w: ArrayLike, X: ArrayLike) -> Floats:
        """Return the predictions Xw, shape (m,)."""
        w, X = _require.array("w", w, shape=(None,)), _features(X)
        self.n_classes(len(w), X.shape[1])
        return self.scores(w, X)

    def prox(self, w: ArrayLike, X: ArrayLike, y: ArrayLike, mu: float) -> Floats:
        """Minimiser over v of (1/m)‖y − Xv‖² + (μ/2)‖v − w‖² (eq-prox-squared).

        The chapter on GTVMin writes v for this w and ρ for this μ, and minimises over w.

        Parameters
        ----------
        w : (d,) array_like
            Point to stay near.
        X, y : (m, d) and (m,) array_like
            Samples.
        mu : float
            Strength of the pull towards w, positive; ∞ would give w, 0 least squares.

        Returns
        -------
        (d,) array
            The exact solution of the FedProx and Ditto subproblem for this loss.

        Raises
        ------
        ValueError
            If shapes do not fit or ``mu`` is not positive.

        Examples
        --------
        Halfway between w = 0 and the least-squares solution 4, as 2/m XᵀX = μ:

        >>> Squared().prox([0.0], [[1.0]], [4.0], 2.0)
        array([2.])
        """
        w, F, T = self._enter(w, X, y)
        mu = _require.number("mu", mu, above=0)
        H = 2.0 / len(F) * F.T @ F + mu * np.eye(len(w))
        return np.asarray(np.linalg.solve(H, 2.0 / len(F) * F.T @ T + mu * w))


@dataclass(frozen=True)
class Logistic(StackedLoss):
    """Mean logistic loss log(1 + exp(−y xᵀw)), y = ±1 (eq-logistic-loss).

    Labels may be given as 0/1 or −1/+1; predictions are 0 or 1, and 1 on the boundary xᵀw = 0.
    There is no intercept: append a column of ones to X for one.

    Examples
    --------
    >>> round(Logistic().value([0.0], [[3.0]], [1]), 4)   # log 2
    0.6931
    >>> Logistic().gradient([0.0], [[3.0]], [0])
    array([1.5])
    """

    def n_params(self, d: int, C: int = 2) -> int:
        """Return the length of w: d for two classes."""
        _require.count("C", C, at_least=1, at_most=2)
        return _require.count("d", d, at_least=1)

    def n_classes(self, p: int, d: int) -> int:
        """Return 2, the number of classes; ValueError unless p is d."""
        _fits(p == d, p, d, "d")
        return 2

    def prepare(self, X: ArrayLike, y: ArrayLike, C: int = 2) -> tuple[Floats, Floats]:
        """Return F, which is X, and T, the labels as ±1."""
        F = _features(X)
        T = _require.array("y", y, shape=(len(F),))
        kinds = np.unique(T)
        if not (np.isin(kinds, (0, 1)).all() or np.isin(kinds, (-1, 1)).all()):
            raise ValueError(f"y must hold labels 0 and 1, or -1 and 1, got {kinds[:5].tolist()}")
        return F, np.where(T > 0, 1.0, -1.0)

    def scores(self, w: Floats, F: Floats) -> Floats:
        """Return the logit xᵀw of each sample."""
        return _times(F, w)

    def samples(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return log(1 + exp(−y xᵀw)) of each sample, without overflow."""
        return np.asarray(np.logaddexp(0.0, -T * self.scores(w, F)))

    def slope(self, w: Floats, F: Floats, T: Floats, weight: Floats) -> Floats:
        """Return the gradient −Σ weight · y · σ(−y xᵀw) · x of the weighted sum of losses."""
        wrong: Floats = scipy.special.expit(-T * self.scores(w, F))
        return _times(F.swapaxes(-1, -2), -weight * T * wrong)

    def correct(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return 1 where the sign of xᵀw is that of y, else 0."""
        return np.where((self.scores(w, F) >= 0) == (T > 0), 1.0, 0.0)

    def predict(self, w: ArrayLike, X: ArrayLike) -> Ints:
        """Return the predicted labels, 0 or 1, shape (m,)."""
        w, X = _require.array("w", w, shape=(None,)), _features(X)
        self.n_classes(len(w), X.shape[1])
        return np.where(self.scores(w, X) >= 0, 1, 0)


class _CrossEntropy(StackedLoss):
    """What softmax regression and the network share: labels 0 … C − 1 against logits."""

    def prepare(self, X: ArrayLike, y: ArrayLike, C: int) -> tuple[Floats, Floats]:
        """Return F, which is X, and T (m, C), the labels as rows of the identity."""
        F = _features(X)
        label = _require.labels("y", y, shape=(len(F),))
        if label.max() >= C:
            raise ValueError(f"y must hold labels below C = {C}, got {label.max()}")
        return F, np.eye(C)[label]

    def samples(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return the cross-entropy log Σ_c exp z_c − z_y of each sample."""
        return _cross_entropies(self.scores(w, F), T)[0]

    def correct(self, w: Floats, F: Floats, T: Floats) -> Floats:
        """Return 1 where the largest logit (the first, on ties) is the label's, else 0."""
        Z = self.scores(w, F)
        return np.take_along_axis(T, np.argmax(Z, axis=-1)[..., np.newaxis], axis=-1)[..., 0]

    def predict(self, w: ArrayLike, X: ArrayLike) -> Ints:
        """Return the predicted labels 0 … C − 1, (m,); on ties, the first of the largest logits."""
        w, X = _require.array("w", w, shape=(None,)), _features(X)
        C = self.n_classes(len(w), X.shape[1])
        F, _ = self.prepare(X, np.zeros(len(X)), C)
        return np.asarray(np.argmax(self.scores(w, F), axis=-1))


@dataclass(frozen=True)
class Softmax(_CrossEntropy):
    """Multinomial logistic regression with intercept (eq-softmax-loss).

    w holds W (d, C) row by row and then the C intercepts; in other words it is the (d + 1, C)
    matrix of a model without intercept whose features end with a 1. Labels are 0 … C − 1.

    Examples
    --------
    >>> import numpy as np
    >>> loss = Softmax()
    >>> w = np.zeros(loss.n_params(d=2, C=4))
    >>> round(loss.value(w, [[1.0, 2.0]], [3]), 4)   # log 4
    1.3863
    """

    def n_params(self, d: int, C: int) -> int:
        """Return the length of w: (d + 1) C."""
        return (_require.count("d", d, at_least=1) + 1) * _require.count("C", C, at_least=2)

    def n_classes(self, p: int, d: int) -> int:
        """Return C = p / (d + 1); ValueError if that is no whole number of at least 2."""
        _fits(p % (d + 1) == 0 and p >= 2 * (d + 1), p, d, "(d + 1) C, C at least 2,")
        return p // (d + 1)

    def prepare(self, X: ArrayLike, y: ArrayLike, C: int) -> tuple[Floats, Floats]:
        """Return F = [X, 1], (m, d + 1), and T (m, C), the labels as rows of the identity."""
        F, T = super().prepare(X, y, C)
        return np.concatenate([F, np.ones((len(F), 1))], axis=1), T

    def scores(self, w: Floats, F: Floats) -> Floats:
        """Return the logits, shape (…, m, C)."""
        return F @ w.reshape(*w.shape[:-1], F.shape[-1], -1)

    def slope(self, w: Floats, F: Floats, T: Floats, weight: Floats) -> Floats:
        """Return the gradient Fᵀ diag(weight) (softmax − T) of the weighted sum, as one vector."""
        R = _softmax(self.scores(w, F))
        R -= T
        R *= weight[..., np.newaxis]
        G = F.swapaxes(-1, -2) @ R
        return G.reshape(*G.shape[:-2], -1)

    def report(
        self, w: Floats, F: Floats, T: Floats, weight: Floats, starts: Ints
    ) -> tuple[Floats, Floats]:
        """Return what :meth:`StackedLoss.report` does, from one softmax for all samples."""
        values, R = _cross_entropies(self.scores(w, F), T)
        R -= T
        R *= weight[:, np.newaxis]
        groups = pairwise([*starts.tolist(), len(F)])
        return values, np.array([F[a:b].T @ R[a:b] for a, b in groups]).reshape(len(starts), -1)


@dataclass(frozen=True)
class MLP(_CrossEntropy):
    """Fully connected ReLU network with a softmax output (eq-mlp).

    Parameters
    ----------
    hidden : tuple of int
        Widths of the hidden layers, input to output; ``(32,)`` on 64 features and 10 classes is the
        network 64-32-10. For each layer, w holds its weights (in, out) row by row, then its biases.

    Examples
    --------
    >>> loss = MLP(hidden=(32,))
    >>> loss.n_params(d=64, C=10)   # 65·32 + 33·10
    2410
    """

    hidden: tuple[int, ...] = (32,)

    def __post_init__(self) -> None:
        """Check the widths."""
        if not isinstance(self.hidden, tuple) or not self.hidden:
            raise ValueError(f"hidden must be a tuple of at least one width, got {self.hidden!r}")
        for width in self.hidden:
            _require.count("hidden", width, at_least=1)

    def n_params(self, d: int, C: int) -> int:
        """Return the length of w: the sum of (in + 1) · out over all layers."""
        widths = [_require.count("d", d, at_least=1), *self.hidden]
        widths.append(_require.count("C", C, at_least=2))
        return sum((a + 1) * b for a, b in pairwise(widths))

    def n_classes(self, p: int, d: int) -> int:
        """Return C, which follows from the parameters that are left for the last layer."""
        widths = [d, *self.hidden]
        left = p - sum((a + 1) * b for a, b in pairwise(widths))
        C, rest = divmod(left, self.hidden[-1] + 1)
        _fits(rest == 0 and C >= 2, p, d, "n_params(d, C), C at least 2,")
        return C

    def initial(self, d: int, C: int, *, rng: np.random.Generator) -> Floats:
        """Draw weights N(0, 2/in) and zero biases: from zero weights all units would stay alike.

        Parameters
        ----------
        d, C : int
            Number of features and classes.
        rng : numpy.random.Generator
            Draws the weights.

        Returns
        -------
        (p,) array
            Start of gradient methods, scaled as He et al. (2015), *Delving deep into rectifiers*,
            ICCV.
        """
        w = np.zeros(self.n_params(d, C))
        for V, _ in self._layers(w, d):
            V[:] = _require.generator("rng", rng).normal(0.0, np.sqrt(2.0 / len(V)), V.shape)
        return w

    def scores(self, w: Floats, F: Floats) -> Floats:
        """Return the logits, shape (…, m, C)."""
        return self._forward(w, F)[-1]

    def slope(self, w: Floats, F: Floats, T: Floats, weight: Floats) -> Floats:
        """Return the gradient of the weighted sum of losses, by backpropagation.

        It goes from the last layer to the first.
        """
        *inputs, Z = self._forward(w, F)
        layers = list(self._layers(w, F.shape[-1]))
        R = (_softmax(Z) - T) * weight[..., np.newaxis]
        parts: list[Floats] = []
        for i in reversed(range(len(layers))):
            G = inputs[i].swapaxes(-1, -2) @ R
            parts = [G.reshape(*G.shape[:-2], -1), R.sum(axis=-2), *parts]
            if i > 0:
                R = (R @ layers[i][0].swapaxes(-1, -2)) * (inputs[i] > 0)
        return np.concatenate(parts, axis=-1)

    def _forward(self, w: Floats, F: Floats) -> list[Floats]:
        """Input of each layer and, last, the logits."""
        outputs = [F]
        for V, b in self._layers(w, F.shape[-1]):
            if len(outputs) > 1:
                np.maximum(outputs[-1], 0.0, out=outputs[-1])
            outputs.append(outputs[-1] @ V + b)
        return outputs

    def _layers(self, w: Floats, d: int) -> Iterator[tuple[Floats, Floats]]:
        """Weights (…, in, out) and biases (…, 1, out) of each layer, as views of w."""
        start, lead = 0, w.shape[:-1]
        widths = [d, *self.hidden, self.n_classes(w.shape[-1], d)]
        for a, b in pairwise(widths):
            V = w[..., start : start + a * b].reshape(*lead, a, b)
            start += (a + 1) * b
            yield V, w[..., start - b : start].reshape(*lead, 1, b)


def _softmax(Z: Floats) -> Floats:
    """Probabilities exp(Z)/Σexp(Z) along the last axis; Z is overwritten."""
    _tame(Z)
    rows = np.exp(Z, out=Z).reshape(-1, Z.shape[-1])
    rows /= (rows @ np.ones(Z.shape[-1]))[:, np.newaxis]
    return Z


def _cross_entropies(Z: Floats, T: Floats) -> tuple[Floats, Floats]:
    """Compute log Σ_c exp z_c − z_y of each sample, and the probabilities; Z is overwritten."""
    ones = np.ones(Z.shape[-1])  # a product is faster than a sum over a short axis
    right = (T * Z) @ ones
    shift = _tame(Z)
    total = np.exp(Z, out=Z) @ ones
    Z /= total[..., np.newaxis]
    return np.log(total) + shift - right, Z


def _tame(Z: Floats) -> Floats | float:
    """Subtract from each row its largest logit, in place, if exp might overflow; return it or 0."""
    if np.abs(Z).max() <= SAFE_LOGIT:
        return 0.0
    largest: Floats = Z.max(axis=-1)
    Z -= largest[..., np.newaxis]
    return largest


def _times(M: Floats, v: Floats) -> Floats:
    """Matrix times vector over leading axes."""
    product: Floats = M @ v[..., np.newaxis]
    return product[..., 0]


def _features(X: ArrayLike) -> Floats:
    F = _require.array("X", X, shape=(None, None))
    if not F.size:
        raise ValueError(f"X must have at least one sample and one feature, got shape {F.shape}")
    return F


def _fits(holds: bool, p: int, d: int, rule: str) -> None:
    if not holds:
        raise ValueError(f"w must have length {rule} for the d = {d} features of X, got {p}")
