"""A round of federated optimisation, algorithm by algorithm: FedAvg, FedProx, q-FFL, AFL, Ditto.

An algorithm is a frozen dataclass with a method ``round``: (state, cohort) to the next state. The
:class:`Cohort` holds the chosen clients, whose local step is :func:`flcourse.fedopt.local_sgd`, and
the server, whose mean is :func:`flcourse.fedopt.weighted_mean`. A round is cut where the network
would be: ``local`` is what the clients compute, ``gather`` what the server makes of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.fedopt.local import AnyPool
from flcourse.fedopt.measures import project_simplex, qffl_lipschitz
from flcourse.fedopt.server import Aggregate, Attack

__all__ = [
    "AFL",
    "Algorithm",
    "Cohort",
    "Ditto",
    "FedAvg",
    "FedProx",
    "Halves",
    "QFedAvg",
    "QFedSGD",
    "Sent",
    "State",
    "fair_step",
]

# What clients send: arrays by name, one row per client of the cohort, (k, p) or (k,).
Sent: TypeAlias = dict[str, Floats]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class State:
    """What survives from round to round.

    Attributes
    ----------
    w : (p,) array
        Global model.
    personal : (n, p) array or None
        Personal models (Ditto).
    mixture : (n,) array or None
        Weights of the clients on the simplex (AFL).
    kept : (n, p) array or None
        What clients keep between rounds beside models: control variates (SCAFFOLD), or what they
        have not sent yet (:mod:`flcourse.messages`).
    moments : (2, p) array or None
        Running means of the update and of its square, at the server (FedAdam, FedYogi).
    """

    w: Floats
    personal: Floats | None = None
    mixture: Floats | None = None
    kept: Floats | None = None
    moments: Floats | None = None


@dataclass(frozen=True)
class Cohort:
    """The chosen clients of one round and the server that collects from them.

    Attributes
    ----------
    pool : Pool
        Data of all n clients.
    chosen : (k,) array of int
        Indices of the clients in this round.
    late : (k,) array of bool
        Stragglers: they manage only part of the epochs.
    server : callable
        (U, weights) to the aggregated update.
    attack : Attack or None
        What malicious clients do to their updates.
    rng : numpy.random.Generator
        Shuffles batches, draws partial work and noise.
    """

    pool: AnyPool
    chosen: Ints
    late: NDArray[np.bool_]
    server: Aggregate
    attack: Attack | None
    rng: np.random.Generator

    def keep(self, these: NDArray[np.bool_]) -> Cohort:
        """Keep only the clients marked in ``these``, shape (k,)."""
        return replace(self, chosen=self.chosen[these], late=self.late[these])

    def on_time(self) -> Cohort:
        """Leave out the stragglers: the deadline drops them."""
        return self.keep(~self.late)

    def train(
        self,
        start: Floats,
        *,
        lr: float,
        epochs: int | Ints,
        batch: int | None,
        mu: float = 0.0,
        anchor: Floats | None = None,
        shift: Floats | None = None,
    ) -> Floats:
        """Compute local models (k, p) by :func:`local_sgd` from ``start``, (p,) or (k, p)."""
        anchor = start if anchor is None else anchor
        work = np.broadcast_to(epochs, self.chosen.shape)
        return self.pool.train(
            self.chosen,
            start,
            lr=lr,
            epochs=work,
            batch=batch,
            mu=mu,
            anchor=anchor,
            shift=shift,
            rng=self.rng,
        )

    def values(self, w: Floats) -> Floats:
        """Compute local losses F_i(w), (k,)."""
        return self.pool.values(self.chosen, w)

    def gradients(self, w: Floats) -> Floats:
        """Compute local gradients ∇F_i(w), (k, p)."""
        return self.pool.gradients(self.chosen, w)

    def received(self, U: Floats) -> Floats:
        """Pass on updates (k, p) as they arrive: malicious clients may send something else."""
        if self.attack is None:
            return U
        bad = np.isin(self.chosen, np.asarray(self.attack.malicious))
        return self.attack.tamper(U, bad, rng=self.rng)

    def mean(self, U: Floats) -> Floats:
        """Mean (p,) of updates U (k, p), or the server's rule in its place; 0 of no updates."""
        if not len(U):
            return np.zeros(U.shape[1])
        return self.server(self.received(U), self.pool.sizes[self.chosen].astype(np.float64))

    def aggregate(self, w: Floats, W: Floats) -> Floats:
        """Return w plus :meth:`mean` of the updates W − w."""
        return w + self.mean(W - w)


class Algorithm(Protocol):
    """One round of federated optimisation."""

    def round(self, state: State, cohort: Cohort) -> State:
        """Return the next state."""


class Halves(ABC):
    """A round in two halves with the network between them, for clients that are on time.

    :func:`simulate` runs one after the other; :mod:`flcourse.flower` runs ``local`` with a cohort
    of one on each client's machine and ``gather`` with those that answered on the server's.
    """

    def round(self, state: State, cohort: Cohort) -> State:
        """Drop the stragglers, let the others work, gather what they send."""
        cohort = cohort.on_time()
        state, sent = self.local(state, cohort)
        return self.gather(state, cohort, sent)

    @abstractmethod
    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Return the state with what stays at the clients renewed, and what they send."""

    @abstractmethod
    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the next state from what arrived."""


@dataclass(frozen=True)
class FedAvg(Halves):
    """Federated averaging: E epochs of SGD at each chosen client, then the mean (alg-fedavg).

    Parameters
    ----------
    lr : float
        Step size η.
    epochs : int
        Passes E over the local data.
    batch : int, optional
        Samples B per step, shuffled anew in each epoch; all samples if not given. With ``epochs=1``
        and full batches a round is one step of gradient descent (FedSGD).

    Raises
    ------
    ValueError
        If ``lr`` is not positive, or ``epochs`` or ``batch`` is below 1.

    Notes
    -----
    McMahan et al. (2017), *Communication-efficient learning of deep networks from decentralized
    data*, AISTATS. Stragglers miss the deadline and are dropped. The mean weighs clients by their
    number of samples; ``aggregate="simple"`` is the plain mean that fits :func:`by_size`.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]   # F_1 = w², F_2 = (4 − w)²
    >>> run = simulate(FedAvg(lr=0.25), Squared(), two, 3, select=uniform(2, 2),
    ...                rng=np.random.default_rng(0))
    >>> run.w   # halfway to 2 in each round
    array([1.75])
    """

    lr: float
    epochs: int = 1
    batch: int | None = None

    def __post_init__(self) -> None:
        """Check the settings once, when the algorithm is written down."""
        _require_solver(self.lr, self.epochs, self.batch)

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Train at each client from the global model; send the local one."""
        W = cohort.train(state.w, lr=self.lr, epochs=self.epochs, batch=self.batch)
        return state, {"W": W}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Average the models of the clients that are on time (eq-fedavg-update)."""
        U = sent["W"] - state.w  # w_i − w
        return replace(state, w=state.w + cohort.mean(U))  # eq-fedavg-update


@dataclass(frozen=True)
class FedProx(Halves):
    """FedAvg with a pull (μ/2)‖w − w_t‖² in the local problem, partial work kept (alg-fedprox).

    Parameters
    ----------
    mu : float
        Strength μ ≥ 0 of the pull; 0 is FedAvg except for stragglers.
    lr, epochs, batch : float, int, int or None
        As in :class:`FedAvg`. The explicit step needs lr · μ < 2.

    Raises
    ------
    ValueError
        If ``lr`` is not positive, ``epochs`` or ``batch`` is below 1, ``mu`` is negative, or lr · μ
        is not below 2.

    Notes
    -----
    Li et al. (2020), *Federated optimization in heterogeneous networks*, MLSys. A straggler does
    1 … E − 1 epochs, uniformly, and counts like the others; with E = 1 it has nothing to send.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> one = [([[1.0]], [4.0])]
    >>> run = simulate(FedProx(mu=2.0, lr=0.25, epochs=50), Squared(), one, 1,
    ...                select=uniform(1, 1), rng=np.random.default_rng(0))
    >>> run.w   # the prox of F at 0: halfway to 4
    array([2.])
    """

    mu: float
    lr: float
    epochs: int = 1
    batch: int | None = None

    def __post_init__(self) -> None:
        """Check the settings."""
        _require_solver(self.lr, self.epochs, self.batch)
        _require_pull("mu", self.mu, self.lr)

    def round(self, state: State, cohort: Cohort) -> State:
        """Let late clients do what they can; only those that have done nothing are left out."""
        epochs = np.full(cohort.chosen.shape, self.epochs)
        late = np.flatnonzero(cohort.late)
        epochs[late] = cohort.rng.integers(1, self.epochs, len(late)) if self.epochs > 1 else 0
        cohort, epochs = cohort.keep(epochs > 0), epochs[epochs > 0]
        state, sent = self.local(state, cohort, epochs)
        return self.gather(state, cohort, sent)

    def local(self, state: State, cohort: Cohort, epochs: Ints | None = None) -> tuple[State, Sent]:
        """Solve the proximal problems inexactly (eq-fedprox-subproblem)."""
        work = self.epochs if epochs is None else epochs
        W = cohort.train(state.w, lr=self.lr, epochs=work, batch=self.batch, mu=self.mu)
        return state, {"W": W}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Average as :class:`FedAvg` does."""
        U = sent["W"] - state.w  # w_i − w
        return replace(state, w=state.w + cohort.mean(U))  # eq-fedavg-update


@dataclass(frozen=True)
class QFedSGD(Halves):
    """Gradient steps on q-FFL, eq-qffl-objective, sized by a bound on its curvature (alg-qfedsgd).

    Parameters
    ----------
    q_ffl : float
        Exponent q ≥ 0: 0 is the plain mean of the gradients, larger is fairer.
    lipschitz : float
        Lipschitz constant L > 0 of the gradients for q = 0; 1/L is its step size.

    Raises
    ------
    ValueError
        If ``q_ffl`` is negative or ``lipschitz`` is not positive.

    Notes
    -----
    Li et al. (2020), *Fair resource allocation in federated learning*, ICLR, whose Lemma 3 bounds
    the curvature (:func:`flcourse.fedopt.qffl_lipschitz`). The server's sum is
    unweighted, so p_i enters through the selection: use :func:`by_size`. Stragglers are dropped.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]
    >>> run = simulate(QFedSGD(q_ffl=0.0, lipschitz=4.0), Squared(), two, 1,
    ...                select=uniform(2, 2), rng=np.random.default_rng(0))
    >>> run.w   # mean gradient −4, step 1/4
    array([1.])
    """

    q_ffl: float
    lipschitz: float
    own_aggregate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        _require.number("q_ffl", self.q_ffl, at_least=0)
        _require.number("lipschitz", self.lipschitz, above=0)

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Send gradient and loss at the global model."""
        return state, {"G": cohort.gradients(state.w), "F": cohort.values(state.w)}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the state after a step along Σ F_i^q ∇F_i, divided by Σ h_i.

        Here h_i is :func:`flcourse.fedopt.qffl_lipschitz` of client i.
        """
        # Attacks tamper with updates, which point against gradients.
        D = -cohort.received(-sent["G"])
        step = fair_step(sent["F"], D, self.q_ffl, self.lipschitz)
        return replace(state, w=state.w - step)


@dataclass(frozen=True)
class QFedAvg(Halves):
    """q-FedSGD with L(w_t − w_i) after local SGD in the place of the gradient (alg-qfedavg).

    Parameters
    ----------
    q_ffl : float
        Exponent q ≥ 0; 0 is the plain mean of the local models.
    lr, epochs, batch : float, int, int or None
        As in :class:`FedAvg`; L = 1/lr.

    Raises
    ------
    ValueError
        If ``q_ffl`` is negative, ``lr`` is not positive, or ``epochs`` or ``batch`` is below 1.

    Notes
    -----
    Li et al. (2020), *Fair resource allocation in federated learning*, ICLR. F_i is the loss on all
    training samples of the client at w_t. Choose the clients with :func:`by_size`; stragglers are
    dropped.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]
    >>> run = simulate(QFedAvg(q_ffl=0.0, lr=0.25), Squared(), two, 1,
    ...                select=uniform(2, 2), rng=np.random.default_rng(0))
    >>> run.w   # mean of the local models 0 and 2
    array([1.])
    """

    q_ffl: float
    lr: float
    epochs: int = 1
    batch: int | None = None
    own_aggregate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        _require.number("q_ffl", self.q_ffl, at_least=0)
        _require_solver(self.lr, self.epochs, self.batch)

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Train as in :class:`FedAvg`; send the local model and the loss of the global one."""
        W = cohort.train(state.w, lr=self.lr, epochs=self.epochs, batch=self.batch)
        return state, {"W": W, "F": cohort.values(state.w)}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Return the state after a step along Σ F_i^q Δw_i, divided by Σ h_i.

        Here Δw_i = L (w_t − w_i), and h_i is :func:`flcourse.fedopt.qffl_lipschitz` with Δw_i in
        the place of the gradient.
        """
        # Attacks tamper with updates, which point against Δw.
        D = -cohort.received(sent["W"] - state.w) / self.lr
        step = fair_step(sent["F"], D, self.q_ffl, 1.0 / self.lr)
        return replace(state, w=state.w - step)


def fair_step(F: Floats, D: Floats, q: float, L: float) -> Floats:
    """Step 1.3 of q-FedSGD: ΣΔ_i / Σh_i with Δ_i = F_i^q D_i (alg-qfedsgd).

    Parameters
    ----------
    F : (k,) array
        Losses F_i ≥ 0 at w_t.
    D : (k, p) array
        Gradients, or L (w_t − w_i) in their place.
    q, L : float
        Exponent and Lipschitz constant; h_i is :func:`flcourse.fedopt.qffl_lipschitz`.

    Returns
    -------
    (p,) array
        What the server subtracts from w_t; 0 if all losses are 0.

    Examples
    --------
    >>> import numpy as np
    >>> # Σ Δ_i / Σ h_i = (2 + 16) / (6 + 24)
    >>> fair_step(np.array([1.0, 4.0]), np.array([[2.0], [4.0]]), 1.0, 2.0)
    array([0.6])
    """
    h = qffl_lipschitz(F, D, q, L).sum()
    return np.asarray(F**q @ D / h) if h > 0 else np.zeros(D.shape[1])


@dataclass(frozen=True)
class AFL:
    """Agnostic federated learning: min over w, max over client mixtures (alg-afl).

    Parameters
    ----------
    lr : float
        Step size of the descent in w.
    lr_mixture : float
        Step size of the projected ascent in the mixture π on the simplex (eq-afl).

    Raises
    ------
    ValueError
        If ``lr`` or ``lr_mixture`` is not positive.

    Notes
    -----
    Mohri, Sivek, Suresh (2019), *Agnostic federated learning*, ICML: the limit q → ∞ of q-FFL. The
    inner maximum is over all clients, so every client must be selected in every round, and none
    may be late. The state is the last iterate, not the average of the iterates.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> # two losses that are equal at w = 2: w² and 4 (3 − w)²
    >>> two = [([[1.0]], [0.0]), ([[2.0]], [6.0])]
    >>> afl = AFL(lr=0.05, lr_mixture=0.01)
    >>> run = simulate(afl, Squared(), two, 500, select=uniform(2, 2),
    ...                rng=np.random.default_rng(0), every=500)
    >>> run.w.round(6)
    array([2.])
    """

    lr: float
    lr_mixture: float
    own_aggregate: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        _require.number("lr", self.lr, above=0)
        _require.number("lr_mixture", self.lr_mixture, above=0)

    def round(self, state: State, cohort: Cohort) -> State:
        """Descend in w, ascend in the mixture, both from the old pair."""
        n = len(cohort.pool.sizes)
        if len(cohort.chosen) < n or cohort.late.any():
            raise ValueError(f"select must return all {n} clients for AFL, and none may be late")
        order = np.argsort(cohort.chosen)
        pi = np.full(n, 1.0 / n) if state.mixture is None else state.mixture
        F = cohort.values(state.w)[order]
        U = cohort.received(-self.lr * cohort.gradients(state.w))[order]
        return replace(state, w=state.w + pi @ U, mixture=project_simplex(pi + self.lr_mixture * F))


@dataclass(frozen=True)
class Ditto(Halves):
    """FedAvg, and beside it a personal model at each client that stays near w (alg-ditto).

    Parameters
    ----------
    lam : float
        Pull λ ≥ 0 of the personal models v_i towards w (eq-ditto-objective): 0 is local training,
        ∞ the global model.
    lr, epochs, batch : float, int, int or None
        Local solver of the global model, as in :class:`FedAvg`.
    personal_lr, personal_epochs : float, int, optional
        The same for the personal models, if different. The explicit step needs
        personal_lr · λ < 2.

    Raises
    ------
    ValueError
        If a step size is not positive, ``epochs``, ``personal_epochs`` or ``batch`` is below 1,
        ``lam`` is negative, or the personal step size times λ is not below 2.

    Notes
    -----
    Li et al. (2021), *Ditto: fair and robust federated learning through personalization*, ICML.
    Personal models persist and move only when their client is chosen and on time; the global model
    does not know about them, so any ``aggregate`` may make it robust.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import simulate, uniform
    >>> from flcourse.losses import Squared
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]
    >>> run = simulate(Ditto(lam=2.0, lr=0.25, epochs=20), Squared(), two, 40,
    ...                select=uniform(2, 2), rng=np.random.default_rng(0))
    >>> # halfway between the local models, 0 and 4, and the global one, 2
    >>> run.personal.ravel().round(6)
    array([1., 3.])
    """

    lam: float
    lr: float
    epochs: int = 1
    batch: int | None = None
    personal_lr: float | None = None
    personal_epochs: int | None = None
    keeps_personal: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings."""
        _require_solver(self.lr, self.epochs, self.batch)
        _require_solver(*self._personal(), self.batch, prefix="personal_")
        _require_pull("lam", self.lam, self._personal()[0])

    def _personal(self) -> tuple[float, int]:
        lr = self.lr if self.personal_lr is None else self.personal_lr
        return lr, self.epochs if self.personal_epochs is None else self.personal_epochs

    def local(self, state: State, cohort: Cohort) -> tuple[State, Sent]:
        """Personal steps v −= η(∇F_i(v) + λ(v − w_t)), which stay; then train the global model."""
        n, w = len(cohort.pool.sizes), state.w
        V = np.tile(w, (n, 1)) if state.personal is None else state.personal.copy()
        lr, epochs = self._personal()
        V[cohort.chosen] = cohort.train(
            V[cohort.chosen], lr=lr, epochs=epochs, batch=self.batch, mu=self.lam, anchor=w
        )
        W = cohort.train(w, lr=self.lr, epochs=self.epochs, batch=self.batch)
        return replace(state, personal=V), {"W": W}

    def gather(self, state: State, cohort: Cohort, sent: Sent) -> State:
        """Average the global models as :class:`FedAvg` does; the personal ones are not there."""
        U = sent["W"] - state.w  # w_i − w
        return replace(state, w=state.w + cohort.mean(U))  # eq-fedavg-update


def _require_solver(lr: float, epochs: int, batch: int | None, prefix: str = "") -> None:
    _require.number(f"{prefix}lr", lr, above=0)
    _require.count(f"{prefix}epochs", epochs, at_least=1)
    if batch is not None:
        _require.count("batch", batch, at_least=1)


def _require_pull(name: str, pull: float, lr: float) -> None:
    """Refuse a pull that an explicit step cannot follow: |1 − lr·pull| would exceed 1."""
    if _require.number(name, pull, at_least=0) * lr >= 2:
        raise ValueError(f"{name} must be less than 2 / step size = {2 / lr}, got {pull}")
