"""What a message costs: compressed updates and their memory, SCAFFOLD, and adaptive servers.

A compressor is a small frozen dataclass that is called with an update u (d,) and a generator, and
knows how many bits its message has (def-compressor). Algorithms are rounds for
:func:`flcourse.fedopt.simulate`, like those of :mod:`flcourse.fedopt`. That module is named after
federated optimisation; the methods that the field calls FedOpt, such as :class:`FedAdam`, are here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats
from flcourse.fedopt import AFL, Cohort, QFedAvg, QFedSGD, State
from flcourse.fedopt.algorithms import Halves, Sent

__all__ = [
    "Compressed",
    "Compressor",
    "FedAdam",
    "FedYogi",
    "Quantised",
    "RandomK",
    "Scaffold",
    "TopK",
    "Whole",
    "scaffold_factor",
    "traffic",
]

# Bits of a number that is sent as it is.
NUMBER = 32


def __dir__() -> list[str]:
    return __all__


# --- compressors --------------------------------------------------------------------------------


class Compressor(ABC):
    """What a client does to its update before it sends it (def-compressor)."""

    @abstractmethod
    def __call__(self, u: Floats, rng: np.random.Generator) -> Floats:
        """Return C(u), shape (d,), as the server will read it."""

    @abstractmethod
    def bits(self, d: int) -> int:
        """Return the number of bits of a message about d numbers."""

    @abstractmethod
    def error(self, u: Floats) -> float:
        """Return the expected squared error E‖C(u) − u‖², exactly."""

    @abstractmethod
    def bound(self, d: int) -> float:
        """Return a bound on E‖C(u) − u‖² / ‖u‖² that holds for all u of d numbers.

        C may have a memory if its bound is below 1.
        """


@dataclass(frozen=True)
class Whole(Compressor):
    """Send all numbers as they are, 32 bits each.

    Examples
    --------
    >>> import numpy as np
    >>> Whole()(np.array([1.0, 2.0]), np.random.default_rng(0)), Whole().bits(2)
    (array([1., 2.]), 64)
    """

    def __call__(self, u: Floats, rng: np.random.Generator) -> Floats:
        """Return u; that 32 bits hold seven digits is not simulated."""
        return u

    def bits(self, d: int) -> int:
        """Return 32 d, for 32 bits of each number."""
        return NUMBER * d

    def error(self, u: Floats) -> float:
        """Return 0, for nothing is lost."""
        return 0.0

    def bound(self, d: int) -> float:
        """Return 0, for nothing is lost."""
        return 0.0


@dataclass(frozen=True)
class Quantised(Compressor):
    """Round each entry at random to one of the levels 0 … s of the norm, unbiased (eq-quantise).

    Parameters
    ----------
    levels : int
        Number s ≥ 1 of levels above 0; with the sign an entry has one of 2s + 1 values.

    Raises
    ------
    ValueError
        If ``levels`` is not at least 1.

    Notes
    -----
    Alistarh et al. (2017), *QSGD: Communication-efficient SGD via gradient quantization and
    encoding*, NeurIPS. The message is the norm and one whole number below (2s + 1)^d; the paper's
    codes of variable length are shorter if most entries are zero.

    Examples
    --------
    >>> import numpy as np
    >>> three = Quantised(levels=1)
    >>> u = np.array([3.0, 0.0, -4.0])   # of norm 5: chances 0.6, 0 and 0.8
    >>> three(u, np.random.default_rng(0))
    array([ 0.,  0., -5.])
    >>> three.bits(3), three.error(u)   # 32 + 5; 25 (0.24 + 0.16)
    (37, 10.0)
    """

    levels: int

    def __post_init__(self) -> None:
        """Check the number of levels."""
        _require.count("levels", self.levels, at_least=1)

    def __call__(self, u: Floats, rng: np.random.Generator) -> Floats:
        """Return ‖u‖ sign(u_j) ξ_j, where s ξ_j is s |u_j|/‖u‖, rounded up with chance r_j."""
        s, norm = self.levels, np.linalg.norm(u)
        a = s * np.abs(u) / norm if norm > 0 else np.zeros_like(u)
        r = a - np.floor(a)
        xi = (np.floor(a) + (rng.random(len(u)) < r)) / s
        return np.asarray(norm * np.sign(u) * xi)

    def bits(self, d: int) -> int:
        """Return 32 for the norm, plus the bits of a number below (2s + 1)^d (eq-quantise-bits)."""
        messages = (2 * self.levels + 1) ** int(d)
        return NUMBER + int((messages - 1).bit_length())

    def error(self, u: Floats) -> float:
        """Return the expected squared error, ‖u‖² Σ r_j (1 − r_j) / s² (eq-quantise-error).

        Here r_j is the chance that entry j is rounded up, the fractional part of s |u_j|/‖u‖.
        """
        s, norm = self.levels, np.linalg.norm(u)
        a = s * np.abs(u) / norm if norm > 0 else np.zeros_like(u)
        r = a - np.floor(a)
        return float(norm**2 * np.sum(r * (1 - r)) / s**2)

    def bound(self, d: int) -> float:
        """Return :meth:`Compressor.bound`, here min(d / (4 s²), √d / s) (eq-quantise-bound)."""
        return min(d / (4 * self.levels**2), sqrt(d) / self.levels)


@dataclass(frozen=True)
class TopK(Compressor):
    """Send the k entries that are largest in absolute value, and where they are (eq-top-k).

    Parameters
    ----------
    k : int
        Entries that are sent, at least 1; all, if there are fewer. The first of equals counts as
        larger.

    Raises
    ------
    ValueError
        If ``k`` is not at least 1.

    Examples
    --------
    >>> import numpy as np
    >>> TopK(1)(np.array([3.0, 0.0, -4.0]), np.random.default_rng(0))
    array([ 0.,  0., -4.])
    >>> TopK(1).bits(3)   # a number, and one of three places
    34
    """

    k: int

    def __post_init__(self) -> None:
        """Check the number of entries."""
        _require.count("k", self.k, at_least=1)

    def __call__(self, u: Floats, rng: np.random.Generator) -> Floats:
        """Return u with all but the k largest entries set to 0."""
        largest = np.argsort(-np.abs(u), kind="stable")[: self.k]
        kept = np.zeros_like(u)
        kept[largest] = u[largest]
        return kept

    def bits(self, d: int) -> int:
        """Return 32 for each entry, plus the bits that say where the entries are (eq-sparse-bits).

        There are binom(d, k) sets of k places; a whole number below binom(d, k) names one.
        """
        k = min(self.k, d)
        return NUMBER * k + (comb(d, k) - 1).bit_length()

    def error(self, u: Floats) -> float:
        """Return the sum of squares of the entries that are not sent."""
        return float(np.sum(np.sort(np.square(u))[: max(0, len(u) - self.k)]))

    def bound(self, d: int) -> float:
        """Return :meth:`Compressor.bound`, here 1 − k/d (eq-top-k-bound)."""
        return 1 - min(self.k, d) / d


@dataclass(frozen=True)
class RandomK(Compressor):
    """Send k entries at places that both sides draw from one seed (eq-random-k).

    Parameters
    ----------
    k : int
        Entries that are sent, at least 1; all, if there are fewer.
    scaled : bool
        Whether to multiply them by d/k, which makes the message right on average. Without this
        factor the message is too short, but never further from u than 0 is. A memory needs that.

    Raises
    ------
    ValueError
        If ``k`` is not at least 1.

    Examples
    --------
    >>> import numpy as np
    >>> u = np.array([3.0, 0.0, -4.0])
    >>> RandomK(1)(u, np.random.default_rng(3))
    array([  0.,   0., -12.])
    >>> RandomK(1).bits(3), RandomK(1).error(u)   # 32; (3/1 − 1) · 25
    (32, 50.0)
    """

    k: int
    scaled: bool = True

    def __post_init__(self) -> None:
        """Check the number of entries."""
        _require.count("k", self.k, at_least=1)

    def __call__(self, u: Floats, rng: np.random.Generator) -> Floats:
        """Return u with all but k entries at random places set to 0, times d/k if scaled."""
        d = len(u)
        places = rng.choice(d, min(self.k, d), replace=False)
        kept = np.zeros_like(u)
        kept[places] = u[places] * (d / len(places) if self.scaled else 1.0)
        return kept

    def bits(self, d: int) -> int:
        """Return 32 for each entry; places cost nothing, for the server draws the same ones."""
        return NUMBER * min(self.k, d)

    def error(self, u: Floats) -> float:
        """Return (d/k − 1) ‖u‖² (eq-random-k-error), or (1 − k/d) ‖u‖² without scaling."""
        return float(self.bound(len(u)) * np.sum(np.square(u)))

    def bound(self, d: int) -> float:
        """Return :meth:`Compressor.bound`, here d/k − 1, or 1 − k/d without scaling."""
        k = min(self.k, d)
        return d / k - 1 if self.scaled else 1 - k / d


# --- algorithms ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compressed(Halves):
    """FedAvg whose clients send compressed updates, with or without a memory (alg-compressed).

    Parameters
    ----------
    compressor : Compressor
        Makes C(u) of an update u.
    lr, epochs, batch : float, int, int or None
        As in :class:`flcourse.fedopt.FedAvg`.
    memory : {"none", "error", "news"}
        What client i sends of its update u_i, and what it remembers:

        - ``"none"`` sends C(u_i) and remembers nothing.
        - ``"error"`` sends C(u_i + e_i) and keeps in e_i what was not sent (eq-error-feedback).
        - ``"news"`` sends C(u_i − h_i), where h_i is what the server knows of u_i; both sides then
          add the message to h_i (eq-news).

        With a memory, ``compressor.bound(d)`` must be below 1.

    Raises
    ------
    ValueError
        If ``compressor`` is no compressor, ``lr`` is not positive, ``epochs`` or ``batch`` is below
        1, or ``memory`` is unknown; in the first round, if the memory would overflow.

    Notes
    -----
    Error feedback: Seide et al. (2014), *1-bit stochastic gradient descent*, Interspeech; Stich,
    Cordonnier and Jaggi (2018), *Sparsified SGD with memory*, NeurIPS. News: Mishchenko et al.
    (2019), *Distributed learning with compressed gradient differences*, arXiv:1901.09269;
    Richtárik, Sokolov and Fatkhullin (2021), *EF21*, NeurIPS. Memories start at 0.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> # the first coordinates of the updates are the larger ones, and cancel
    >>> X = [[1.0, 0.0], [0.0, 1.0]]
    >>> two = [(X, [9.0, 1.0]), (X, [-9.0, 1.0])]
    >>> for memory in ("none", "error"):
    ...     algorithm = Compressed(TopK(1), lr=0.1, memory=memory)
    ...     run = simulate(algorithm, Squared(), two, 300, select=uniform(2, 2),
    ...                    rng=np.random.default_rng(0))
    ...     print(run.w.round(3))
    [0. 0.]
    [0. 1.]
    """

    compressor: Compressor
    lr: float
    epochs: int = 1
    batch: int | None = None
    memory: str = "none"
    keeps_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        if not isinstance(self.compressor, Compressor):
            raise ValueError(f"compressor must be one such as TopK(10), got {self.compressor!r}")
        _require_solver(self.lr, self.epochs, self.batch)
        _require.choice("memory", self.memory, ("none", "error", "news"))

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Train, compress with what is remembered, and remember the rest."""
        U = cohort.train(state.w, lr=self.lr, epochs=self.epochs, batch=self.batch) - state.w
        if self.memory == "none":
            return state, {"C": self._compress(U, cohort)}
        self._require_contraction(U.shape[1])
        kept = _kept(state, cohort)
        M = kept[cohort.chosen]
        if self.memory == "error":
            sent = self._compress(U + M, cohort)
            kept[cohort.chosen] = U + M - sent  # e_i
        else:
            sent = self._compress(U - M, cohort)
            kept[cohort.chosen] = M + sent  # h_i
        return replace(state, kept=kept), {"C": sent}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the next state, whose w has moved by the mean of the updates.

        These are the updates that were sent or, for ``memory="news"``, the h_i that the server
        knows now.
        """
        U = _kept(state, cohort)[cohort.chosen] if self.memory == "news" else sent["C"]
        return replace(state, w=state.w + cohort.mean(U))

    def bits(self, d: int) -> tuple[int, int]:
        """Return the bits down, of a whole model, and up, of a compressed update."""
        return NUMBER * d, self.compressor.bits(d)

    def _compress(self, U: Floats, cohort: Cohort) -> Floats:
        rows = [self.compressor(u, cohort.rng) for u in U]
        return np.array(rows).reshape(U.shape)

    def _require_contraction(self, d: int) -> None:
        bound = self.compressor.bound(d)
        if bound >= 1:
            raise ValueError(
                f"compressor must have a bound below 1 for a memory, got {bound:.3g} for "
                f"{self.compressor!r} and {d} numbers"
            )


@dataclass(frozen=True)
class Scaffold(Halves):
    """FedAvg with control variates, which take the drift out of the local steps (alg-scaffold).

    Parameters
    ----------
    lr, epochs, batch : float, int, int or None
        As in :class:`flcourse.fedopt.FedAvg`.
    server_lr : float
        Part of the mean update that the server goes, η_g.

    Raises
    ------
    ValueError
        If ``lr`` or ``server_lr`` is not positive, or ``epochs`` or ``batch`` is below 1.

    Notes
    -----
    Karimireddy et al. (2020), *SCAFFOLD: Stochastic controlled averaging for federated learning*,
    ICML, with variates of their second kind: means of the gradients along the local path. They
    weigh clients equally; here client i has the weight p_i = m_i/Σm_j, in the model and in c.
    Clients keep c_i from round to round, also while they are not chosen; all start at 0. They send
    w_i only: the server computes the change of c_i from it, as Huang, Li and Li (2024) note in
    *Stochastic controlled averaging for federated learning with communication compression*, ICLR.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import FedAvg, simulate, uniform
    >>> from flcourse.losses import Squared
    >>> # w² and 9 (w − 1)², whose mean has its minimum at 0.9
    >>> two = [([[1.0]], [0.0]), ([[3.0]], [3.0])]
    >>> both = FedAvg(lr=0.01, epochs=20), Scaffold(lr=0.01, epochs=20)
    >>> for algorithm in both:
    ...     run = simulate(algorithm, Squared(), two, 300, select=uniform(2, 2),
    ...                    rng=np.random.default_rng(0))
    ...     print(run.w.round(6))
    [0.746942]
    [0.9]
    """

    lr: float
    epochs: int = 1
    batch: int | None = None
    server_lr: float = 1.0
    keeps_rows: ClassVar[bool] = True
    own_aggregate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        _require_solver(self.lr, self.epochs, self.batch)
        _require.number("server_lr", self.server_lr, above=0)

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Step along ∇F_i(v) − c_i + c; then c_i is the mean gradient of the path."""
        C, chosen = _kept(state, cohort), cohort.chosen
        sizes = cohort.pool.sizes
        c = sizes / sizes.sum() @ C  # Σ p_j c_j, what the server keeps
        W = cohort.train(
            state.w, lr=self.lr, epochs=self.epochs, batch=self.batch, shift=c - C[chosen]
        )
        m = sizes[chosen]
        steps = self.epochs * -(-m // (m if self.batch is None else np.minimum(m, self.batch)))
        C[chosen] += (state.w - W) / (self.lr * steps[:, np.newaxis]) - c  # eq-scaffold-variate
        return replace(state, kept=C), {"W": W}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the state after a step along the mean update (eq-scaffold-server).

        The server's c follows from the same updates.
        """
        U = sent["W"] - state.w
        return replace(state, w=state.w + self.server_lr * cohort.mean(U))

    def bits(self, d: int) -> tuple[int, int]:
        """Return the bits down, of w and c, and up, of w_i.

        The change of c_i costs nothing: it follows from w_i − w.
        """
        return 2 * NUMBER * d, NUMBER * d


@dataclass(frozen=True)
class FedAdam(Halves):
    """FedAvg whose server takes the mean update for a gradient and gives it to Adam (alg-fedadam).

    Parameters
    ----------
    lr, epochs, batch : float, int, int or None
        Of the clients, as in :class:`flcourse.fedopt.FedAvg`.
    server_lr : float
        Step size of the server, about how far an entry of w moves in a round.
    beta1, beta2 : float
        How much of the running means of the update and of its square survives a round.
    tau : float
        Added to the root of the second mean; its square is where that mean starts.

    Raises
    ------
    ValueError
        If ``lr``, ``server_lr`` or ``tau`` is not positive, ``epochs`` or ``batch`` is below 1, or
        ``beta1`` or ``beta2`` is negative or not below 1.

    Notes
    -----
    Reddi et al. (2021), *Adaptive federated optimization*, ICLR: the family FedOpt. As in their
    algorithm, there is no correction for the start of the means.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> one = [([[1.0]], [4.0])]
    >>> adam = FedAdam(lr=0.25, server_lr=0.5, beta1=0.0, beta2=0.0)
    >>> run = simulate(adam, Squared(), one, 1, select=uniform(1, 1),
    ...                rng=np.random.default_rng(0))
    >>> run.w.round(3)   # the update is 2, and 2/(√2² + τ) about 1
    array([0.5])
    """

    lr: float
    server_lr: float
    epochs: int = 1
    batch: int | None = None
    beta1: float = 0.9
    beta2: float = 0.99
    tau: float = 1e-3

    def __post_init__(self) -> None:
        """Check the settings."""
        _require_solver(self.lr, self.epochs, self.batch)
        _require.number("server_lr", self.server_lr, above=0)
        _require.number("beta1", self.beta1, at_least=0, below=1)
        _require.number("beta2", self.beta2, at_least=0, below=1)
        _require.number("tau", self.tau, above=0)

    def second(self, v: Floats, squared: Floats) -> Floats:
        """Return the next second mean, β₂ v + (1 − β₂) Δ² (eq-fedadam)."""
        return self.beta2 * v + (1 - self.beta2) * squared

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Train as FedAvg does."""
        W = cohort.train(state.w, lr=self.lr, epochs=self.epochs, batch=self.batch)
        return state, {"W": W}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the state after a step along m / (√v + τ), entry by entry (eq-fedopt-step)."""
        delta = cohort.mean(sent["W"] - state.w)
        start = np.array([np.zeros_like(delta), np.full_like(delta, self.tau**2)])
        m, v = start if state.moments is None else state.moments
        m = self.beta1 * m + (1 - self.beta1) * delta
        v = self.second(v, delta**2)
        w = state.w + self.server_lr * m / (np.sqrt(v) + self.tau)
        return replace(state, w=w, moments=np.array([m, v]))


@dataclass(frozen=True)
class FedYogi(FedAdam):
    """FedAdam whose second mean moves by at most a part of the new square (eq-fedyogi).

    Parameters
    ----------
    lr, server_lr, epochs, batch, beta1, beta2, tau
        As in :class:`FedAdam`.

    Raises
    ------
    ValueError
        As for :class:`FedAdam`.

    Notes
    -----
    Zaheer et al. (2018), *Adaptive methods for nonconvex optimization*, NeurIPS, and Reddi et al.
    (2021). After a large update Adam forgets geometrically; Yogi walks back by small steps.

    Examples
    --------
    >>> import numpy as np
    >>> yogi = FedYogi(lr=0.1, server_lr=0.1)
    >>> adam = FedAdam(lr=0.1, server_lr=0.1)
    >>> [a.second(np.ones(1), np.array([0.01])).round(4) for a in (yogi, adam)]
    [array([0.9999]), array([0.9901])]
    """

    def second(self, v: Floats, squared: Floats) -> Floats:
        """Return the next second mean, v − (1 − β₂) Δ² sign(v − Δ²) (eq-fedyogi)."""
        return v - (1 - self.beta2) * squared * np.sign(v - squared)


# --- what it costs and how fast it is -----------------------------------------------------------


def traffic(algorithm: object, d: int) -> tuple[int, int]:
    """Count the bits that a client receives and sends in a round (eq-traffic).

    Parameters
    ----------
    algorithm : Algorithm
        One of this module or of :mod:`flcourse.fedopt`, or your own: it may have a method
        ``bits(d)`` that returns the pair; without, it counts as FedAvg.
    d : int
        Number of parameters, at least 1.

    Returns
    -------
    down, up : int
        Bits of all numbers, 32 each unless they are compressed; no headers.

    Raises
    ------
    ValueError
        If ``d`` is not at least 1.

    Examples
    --------
    >>> from flcourse.fedopt import FedAvg, QFedAvg
    >>> # q-FedAvg sends a loss, too
    >>> traffic(FedAvg(lr=0.1), 100), traffic(QFedAvg(q_ffl=1.0, lr=0.1), 100)
    ((3200, 3200), (3200, 3232))
    >>> traffic(Compressed(TopK(5), lr=0.1), 100)
    (3200, 187)
    >>> traffic(Scaffold(lr=0.1), 100)
    (6400, 3200)
    """
    d = _require.count("d", d, at_least=1)
    own = getattr(algorithm, "bits", None)
    if own is not None:
        down, up = own(d)
        return int(down), int(up)
    loss = isinstance(algorithm, AFL | QFedAvg | QFedSGD)
    return NUMBER * d, NUMBER * (d + loss)


def scaffold_factor(X: Sequence[ArrayLike], *, lr: float, epochs: int) -> float:
    """Factor by which rounds of SCAFFOLD shrink the error in the end (eq-scaffold-factor).

    Parameters
    ----------
    X : sequence of n (m_i, d) array_like
        Features of all clients, which all take part, with squared losses and full batches.
    lr : float
        Step size η of the clients; the server goes all the way.
    epochs : int
        Local steps E.

    Returns
    -------
    float
        Largest absolute eigenvalue of the map of errors, from a dense matrix with (n + 1) d rows.

    Raises
    ------
    ValueError
        If a shape does not fit, ``lr`` is not positive or ``epochs`` is below 1.

    Examples
    --------
    >>> scaffold_factor([[[1.0]], [[1.0]]], lr=0.25, epochs=1)   # alike: 1 − 2η
    0.5
    """
    rows, p = _shares(X)
    lr, E = _require.number("lr", lr, above=0), _require.count("epochs", epochs, at_least=1)
    n, d = len(rows), rows[0].shape[1]
    error = np.zeros((d, n + 1, d))  # what becomes of w − ŵ, from each block of the errors
    blocks = np.zeros((n, d, n + 1, d))  # and of c_i − ∇F_i(ŵ)
    for i, X_i in enumerate(rows):
        Q = X_i.T @ X_i / len(X_i)
        M = np.eye(d) - 2 * lr * Q
        R = sum(np.linalg.matrix_power(M, s) for s in range(E))
        deviation = np.zeros((d, n + 1, d))  # b_i − Σ p_j b_j
        deviation[:, 1:] = -np.eye(d)[:, np.newaxis] * p[:, np.newaxis]
        deviation[:, i + 1] += np.eye(d)
        error += p[i] * lr * np.tensordot(R, deviation, 1)
        error[:, 0] += p[i] * np.linalg.matrix_power(M, E)
        blocks[i] = np.tensordot(np.eye(d) - R / E, deviation, 1)
        blocks[i, :, 0] += 2 / E * Q @ R
    T = np.concatenate([error[np.newaxis], blocks]).reshape((n + 1) * d, (n + 1) * d)
    return float(np.abs(np.linalg.eigvals(T)).max().round(15))


def _shares(X: Sequence[ArrayLike]) -> tuple[list[Floats], Floats]:
    """Features of the clients, checked, and their weights p_i."""
    if not len(X):
        raise ValueError("X must hold at least one client, got none")
    d = np.shape(X[0])[-1] if np.ndim(X[0]) == 2 else None
    rows = [_require.array(f"X[{i}]", X_i, shape=(None, d)) for i, X_i in enumerate(X)]
    sizes = np.array([len(X_i) for X_i in rows], dtype=np.float64)
    if not sizes.all():
        raise ValueError(f"X[{int(np.argmin(sizes))}] must hold at least one row, got none")
    return rows, sizes / sizes.sum()


def _kept(state: State, cohort: Cohort) -> Floats:
    """Copy what all clients keep, zeros at first."""
    n = len(cohort.pool.sizes)
    return np.zeros((n, len(state.w))) if state.kept is None else state.kept.copy()


def _require_solver(lr: float, epochs: int, batch: int | None) -> None:
    _require.number("lr", lr, above=0)
    _require.count("epochs", epochs, at_least=1)
    if batch is not None:
        _require.count("batch", batch, at_least=1)
