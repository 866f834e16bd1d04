"""A convolutional network as a loss: PyTorch computes the gradient, the course does the rest."""

from __future__ import annotations

import importlib
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints

__all__ = ["CNN"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class CNN:
    """Cross-entropy of a network with two convolutions, max-pooling, and two linear layers.

    It is a loss like those of :mod:`flcourse.losses`, so that every algorithm and selector takes
    it, on Flower and in `simulate`. It needs PyTorch, which no extra of this package brings: ``pip
    install torch``.

    Parameters
    ----------
    side : int
        Images are side × side grey values, row by row, side even: 8 for the digits, 28 for FEMNIST.
    classes : int
        Number C of labels.
    channels : (int, int)
        Numbers of channels of the two 5 × 5 convolutions.
    hidden : int
        Width of the first linear layer.

    Notes
    -----
    The kind of network that FedBag's published experiments train on FEMNIST; the defaults are
    narrower, for the digits. Numbers are float64, so that runs can be compared to the last digits.
    `simulate` starts losses that it does not know at zero, where a network learns nothing: give
    ``start=loss.first_model(seed)``.

    Examples
    --------
    >>> CNN().n_params(64, 10)
    11978
    >>> CNN(side=28, classes=62, channels=(32, 64), hidden=2048).n_params()
    25871294
    """

    side: int = 8
    classes: int = 10
    channels: tuple[int, int] = (8, 16)
    hidden: int = 32

    def __post_init__(self) -> None:
        """Check the sizes."""
        if _require.count("side", self.side, at_least=2) % 2:
            raise ValueError(f"side must be even, got {self.side}")
        _require.count("classes", self.classes, at_least=2)
        for width in (*self.channels, self.hidden):
            _require.count("channels and hidden", width, at_least=1)

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """Shapes of weights and biases in w, input to output."""
        a, b = self.channels
        flat = b * (self.side // 2) ** 2
        return [
            *[(a, 1, 5, 5), (a,)],
            *[(b, a, 5, 5), (b,)],
            *[(self.hidden, flat), (self.hidden,)],
            *[(self.classes, self.hidden), (self.classes,)],
        ]

    def n_params(self, d: int | None = None, C: int | None = None) -> int:
        """Length of w; d and C, if given, must be those of the network."""
        if d not in (None, self.side**2) or C not in (None, self.classes):
            raise ValueError(
                f"side and classes must fit d = {d}, C = {C}, got {self.side}, {self.classes}"
            )
        return sum(math.prod(shape) for shape in self.shapes)

    def first_model(self, seed: int) -> Floats:
        """Random weights N(0, 2/inputs), biases zero (He et al., 2015, ICCV)."""
        rng = np.random.default_rng(seed)
        parts = [
            rng.normal(0.0, math.sqrt(2.0 / math.prod(shape[1:])), shape).ravel()
            if len(shape) > 1
            else np.zeros(shape)
            for shape in self.shapes
        ]
        return np.concatenate(parts)

    def value(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
        """Mean cross-entropy F(w)."""
        return float(self._loss(self._tensor(w), X, y))

    def gradient(self, w: ArrayLike, X: ArrayLike, y: ArrayLike) -> Floats:
        """Gradient ∇F(w), (p,), by automatic differentiation."""
        v = self._tensor(w).requires_grad_()
        self._loss(v, X, y).backward()
        return np.array(v.grad.numpy())

    def predict(self, w: ArrayLike, X: ArrayLike) -> Ints:
        """Labels (m,)."""
        labels: Ints = self._logits(self._tensor(w), X).argmax(dim=1).numpy()
        return labels

    def _loss(self, w: Any, X: ArrayLike, y: ArrayLike) -> Any:
        torch = _torch()
        target = torch.as_tensor(np.asarray(y, dtype=np.int64))
        return torch.nn.functional.cross_entropy(self._logits(w, X), target)

    def _logits(self, w: Any, X: ArrayLike) -> Any:
        """Scores (m, C) of images X (m, side²)."""
        torch = _torch()
        f = torch.nn.functional
        sizes = [math.prod(shape) for shape in self.shapes]
        parts = [
            part.reshape(shape) for part, shape in zip(w.split(sizes), self.shapes, strict=True)
        ]
        images = self._tensor(X).reshape(-1, 1, self.side, self.side)
        inner = f.relu(f.conv2d(images, parts[0], parts[1], padding=2))
        inner = f.relu(f.conv2d(inner, parts[2], parts[3], padding=2))
        inner = f.max_pool2d(inner, 2).flatten(1)
        inner = f.relu(f.linear(inner, parts[4], parts[5]))
        return f.linear(inner, parts[6], parts[7])

    def _tensor(self, values: ArrayLike) -> Any:
        return _torch().tensor(np.asarray(values, dtype=np.float64))


def _torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise ImportError("flcourse.flower.CNN needs PyTorch: pip install torch") from error
