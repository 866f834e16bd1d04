"""Rounds of federated optimisation: the state, the cohort of a round, and the simulation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._fedopt_local import Client, Pool, as_clients, pool
from flcourse._fedopt_measures import dissimilarity, fairness, gradient_variance
from flcourse._fedopt_server import AGGREGATES, Aggregate, Attack
from flcourse._types import Floats, Ints
from flcourse.losses import Loss, StackedLoss

Select: TypeAlias = Callable[[int, np.random.Generator], ArrayLike]
Clients: TypeAlias = Sequence[tuple[ArrayLike, ArrayLike]]
# What clients send: arrays by name, one row per client of the cohort, (k, p) or (k,).
Sent: TypeAlias = dict[str, Floats]


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
    """

    w: Floats
    personal: Floats | None = None
    mixture: Floats | None = None


@dataclass(frozen=True)
class Cohort:
    """The chosen clients of one round and the server that collects from them.

    Attributes
    ----------
    pool : Pool
        Data of all n clients.
    chosen : (k,) array of int
        Ints of the clients in this round.
    late : (k,) array of bool
        Stragglers: they manage only part of the epochs.
    server : callable
        (U, weights) to the aggregated update.
    attack : Attack or None
        What malicious clients do to their updates.
    rng : numpy.random.Generator
        Shuffles batches, draws partial work and noise.
    """

    pool: Pool
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
            rng=self.rng,
        )

    def values(self, w: Floats) -> Floats:
        """Compute local losses F_k(w), (k,)."""
        return self.pool.values(self.chosen, w)

    def gradients(self, w: Floats) -> Floats:
        """Compute local gradients ∇F_k(w), (k, p)."""
        return self.pool.gradients(self.chosen, w)

    def received(self, U: Floats) -> Floats:
        """Pass on updates (k, p) as they arrive: malicious clients may send something else."""
        if self.attack is None:
            return U
        bad = np.isin(self.chosen, np.asarray(self.attack.malicious))
        return self.attack.tamper(U, bad, rng=self.rng)

    def aggregate(self, w: Floats, W: Floats) -> Floats:
        """Return w plus the server's aggregate of the updates W − w."""
        if not len(W):
            return w  # nobody answered
        return w + self.server(
            self.received(W - w), self.pool.sizes[self.chosen].astype(np.float64)
        )


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
class Checkpoint:
    """All that a run needs to go on: plain arrays, numbers and generator states; it pickles.

    Attributes
    ----------
    round : int
        Rounds done.
    state : State
        Models after that round.
    streams : dict
        States of the generators for selection, local work and poisoned data.
    """

    round: int
    state: State
    streams: dict[str, Any]


@dataclass(frozen=True)
class History:
    """Result of :func:`simulate`.

    Attributes
    ----------
    metrics : dict of arrays
        One entry per recorded round along the first axis; the keys are explained at
        :func:`simulate`.
    checkpoint : Checkpoint
        Where to go on; pass the whole History as ``resume``.
    """

    metrics: dict[str, NDArray[Any]]
    checkpoint: Checkpoint

    @property
    def w(self) -> Floats:
        """Global model (p,) after the last round."""
        return self.checkpoint.state.w

    @property
    def personal(self) -> Floats | None:
        """Personal models (n, p) of Ditto, else None."""
        return self.checkpoint.state.personal


def simulate(
    algorithm: Algorithm,
    loss: Loss | StackedLoss,
    clients: Clients,
    rounds: int,
    *,
    select: Select,
    rng: np.random.Generator | None = None,
    aggregate: str | Callable[[Floats, Floats], ArrayLike] = "mean",
    stragglers: float = 0.0,
    attack: Attack | None = None,
    every: int = 1,
    gradients: bool = True,
    test: Clients | None = None,
    start: ArrayLike | None = None,
    until: Callable[[dict[str, Any]], bool] | None = None,
    resume: History | None = None,
) -> History:
    """Run rounds of an algorithm for Σ p_k F_k(w), p_k = m_k/Σm_j (eq-fl-objective).

    Parameters
    ----------
    algorithm : Algorithm
        FedAvg, FedProx, QFedSGD, QFedAvg, AFL, Ditto or your own dataclass with a ``round``.
    loss : Loss
        From :mod:`flcourse.losses` or your own.
    clients : sequence of (X, y)
        Training data, (m_i, d) and (m_i,).
    rounds : int
        Rounds to run; on ``resume``, rounds to add.
    select : callable
        ``select(round, rng)`` returns the indices of the clients of a round, each at most once. If
        it has an attribute ``seconds``, ``select.seconds(chosen)`` is the simulated duration.
    rng : numpy.random.Generator
        Source of all randomness; not needed on ``resume``. Selection and stragglers have a stream
        of their own: with equal seeds two algorithms meet the same clients.
    aggregate : str or callable
        ``"mean"`` weighs by sample counts, ``"simple"`` does not; ``"median"``, ``"krum"``,
        ``"knorm"`` and ``"clip"`` are robust, ready for ⌊k · malicious share⌋ bad updates. A
        callable maps updates (k, p) and sample counts (k,) to the aggregate (p,).
    stragglers : float
        Share of the chosen clients that are late, 0 … 1, rounded to whole clients.
    attack : Attack, optional
        LabelPoisoning, RandomUpdate or ScaledUpdate.
    every : int
        Metrics are recorded before the first round, every so many rounds and after the last.
    gradients : bool
        Whether to measure the local gradients too, which costs nearly as much as losses and
        accuracies together.
    test : sequence of (X, y), optional
        Data for the accuracies, one pair per client; the training data if not given.
    start : (p,) array_like, optional
        First global model; zeros if not given, for a network random.
    until : callable, optional
        Gets each new row of metrics; the run stops when it returns True.
    resume : History, optional
        Continue that run: with all other arguments alike, the result is bit for bit that of one
        long run.

    Returns
    -------
    History
        Its ``metrics`` are arrays over the recorded rounds. ``round``: rounds done. ``loss``: the
        objective of the global model. ``accuracy``: its share of right test points.
        ``device_loss``, ``device_accuracy``, (·, n): training loss and test accuracy of the model
        that each device would use, personal if there is one. ``device_mean``, ``worst10``,
        ``best10``, ``variance``: :func:`fairness` of the device accuracies.
        ``gradient_variance``, ``dissimilarity``: of the local gradients at w, NaN unless
        ``gradients``. ``seconds``: simulated time so far, 0 if ``select`` has no clock. All but the
        (·, n) arrays are over benign devices, on clean data; accuracies of a regression are NaN.

    Raises
    ------
    ValueError
        If an argument breaks its rule.
    FloatingPointError
        If ‖w‖² is no longer finite: the step size is too large.

    Examples
    --------
    >>> from flcourse.fedopt import FedAvg, uniform
    >>> from flcourse.losses import Squared
    >>> two = [([[1.0]], [0.0]), ([[1.0]], [4.0])]
    >>> run = simulate(FedAvg(lr=0.25), Squared(), two, 2, select=uniform(2, 2),
    ...                rng=np.random.default_rng(0))
    >>> run.metrics["loss"]   # ((0 − w)² + (4 − w)²)/2 at w = 0, 1, 1.5
    array([8.  , 5.  , 4.25])
    """
    steps, every = _require.count("rounds", rounds), _require.count("every", every, at_least=1)
    share = _require.number("stragglers", stragglers, at_least=0, at_most=1)
    streams = make_streams(rng, resume)
    saved_poison = streams["poison"].bit_generator.state  # it is drawn again on resume
    first = start if resume is None else resume.w
    w, federation = _federation(loss, clients, test, first, attack, streams)
    measure = partial(federation.measure, gradients=gradients)
    clock = getattr(select, "seconds", None)
    if resume is None:
        done, state, seconds = 0, State(w), 0.0
        rows = [measure(done, state, seconds)]
    else:
        done, state, seconds, rows = _reopen(resume, steps, every, len(federation.benign), len(w))
    last = done + steps
    for t in range(done, last):
        chosen = chosen_clients(select, t, streams["select"], federation.n)
        late = mark_late(len(chosen), share, streams["select"])
        server = make_server(algorithm, aggregate, len(chosen) * federation.n_bad // federation.n)
        cohort = Cohort(federation.train, chosen, late, server, attack, streams["work"])
        state = finite(partial(algorithm.round, state, cohort), t)
        seconds += float(clock(chosen)) if clock is not None else 0.0
        if (t + 1) % every == 0 or t + 1 == last:
            rows.append(measure(t + 1, state, seconds))
            if until is not None and until(rows[-1]):
                break
    metrics = {key: np.array([row[key] for row in rows]) for key in rows[0]}
    saved = {name: stream.bit_generator.state for name, stream in streams.items()}
    saved["poison"] = saved_poison
    return History(metrics, Checkpoint(int(rows[-1]["round"]), state, saved))


@dataclass(frozen=True)
class _Federation:
    """The clients' data: for training (perhaps poisoned), clean, and for testing."""

    train: Pool
    clean: Pool
    test: Pool
    benign: NDArray[np.bool_]

    @property
    def n(self) -> int:
        return len(self.benign)

    @property
    def n_bad(self) -> int:
        return int(self.n - self.benign.sum())

    def measure(self, t: int, state: State, seconds: float, *, gradients: bool) -> dict[str, Any]:
        """One row of metrics."""
        everyone, good = np.arange(self.n), self.benign
        w, own = state.w, state.personal
        right, weights = self.test.accuracies(everyone, w), self.clean.sizes[good]
        variance = unlike = np.nan
        if gradients:
            losses, G = self.clean.report(w)
            G = G if good.all() else G[good]
            variance, unlike = gradient_variance(G, weights), dissimilarity(G, weights)
        else:
            losses = self.clean.values(everyone, w)
        own_right = right if own is None else self.test.accuracies(everyone, own)
        fair = fairness(own_right[good])
        return {
            "round": t,
            "loss": float(np.average(losses[good], weights=weights)),
            "accuracy": float(np.average(right[good], weights=self.test.sizes[good])),
            "device_loss": losses if own is None else self.clean.values(everyone, own),
            "device_accuracy": own_right,
            "device_mean": fair.mean,
            "worst10": fair.worst10,
            "best10": fair.best10,
            "variance": fair.variance,
            "gradient_variance": variance,
            "dissimilarity": unlike,
            "seconds": seconds,
        }


def _federation(
    loss: Loss | StackedLoss,
    clients: Clients,
    test: Clients | None,
    start: ArrayLike | None,
    attack: Attack | None,
    streams: dict[str, np.random.Generator],
) -> tuple[Floats, _Federation]:
    """Check all data once; return the first model and the pools."""
    data = as_clients("clients", clients)
    n, d = len(data), data[0][0].shape[1]
    held_out = data if test is None else as_clients("test", test, n=n, d=d)
    w, C = _first_model(loss, [*data, *held_out], d, start, streams["work"])
    benign = _benign(attack, n)
    clean = pool(loss, data, C)
    tests = clean if test is None else pool(loss, held_out, C)
    if attack is None:
        return w, _Federation(clean, clean, tests, benign)
    poisoned = pool(loss, attack.poison(data, C, rng=streams["poison"]), C)
    return w, _Federation(poisoned, clean, tests, benign)


def make_streams(
    rng: np.random.Generator | None, resume: History | None
) -> dict[str, np.random.Generator]:
    """Make generators for selection, local work and poisoned data, or restore them."""
    names = ("select", "work", "poison")
    if resume is None:
        rng = _require.generator("rng", rng)
        return {name: np.random.default_rng(rng.integers(2**63, size=4)) for name in names}
    if not isinstance(resume, History):
        raise ValueError(f"resume must be the History of a run, got {type(resume).__name__}")
    streams = {name: np.random.default_rng(0) for name in names}
    for name, stream in streams.items():
        stream.bit_generator.state = resume.checkpoint.streams[name]
    return streams


def _first_model(
    loss: Loss | StackedLoss,
    clients: Sequence[Client],
    d: int,
    start: ArrayLike | None,
    rng: np.random.Generator,
) -> tuple[Floats, int]:
    """Start w⁰ and the number C of classes (1 if the targets are not whole numbers)."""
    labels = np.concatenate([y for _, y in clients])
    return start_model(loss, d, count_classes(labels), start, rng)


def count_classes(labels: NDArray[Any]) -> int:
    """Return C for labels 0 … C − 1 (at least 2), and 1 if the targets are not whole numbers."""
    return max(2, int(labels.max()) + 1) if np.all(labels == np.floor(labels)) else 1


def start_model(
    loss: Loss | StackedLoss, d: int, C: int, start: ArrayLike | None, rng: np.random.Generator
) -> tuple[Floats, int]:
    """Start w⁰ and the number of classes that it tells apart."""
    if start is not None:
        w = _require.array("start", start, shape=(None,))
    elif isinstance(loss, StackedLoss):
        w = loss.initial(d, C, rng=rng)
    else:
        w = np.zeros(loss.n_params(d, C))
    return w, loss.n_classes(len(w), d) if isinstance(loss, StackedLoss) else C


def _benign(attack: Attack | None, n: int) -> NDArray[np.bool_]:
    """Mark the clients that are not malicious."""
    benign = np.ones(n, dtype=bool)
    if attack is None:
        return benign
    if not isinstance(attack, Attack):
        raise ValueError(f"attack must be an Attack such as LabelPoisoning, got {attack!r}")
    bad = _require.labels("attack.malicious", list(attack.malicious), shape=(None,))
    if (len(bad) and bad.max() >= n) or len(np.unique(bad)) == n:
        raise ValueError(
            f"attack.malicious must name some but not all of the clients 0 … {n - 1}, "
            f"got {bad.tolist()}"
        )
    benign[bad] = False
    return benign


def _reopen(
    resume: History, steps: int, every: int, n: int, p: int
) -> tuple[int, State, float, list[dict[str, Any]]]:
    """Round, state, time and rows of an earlier run; a last row off the grid was only its end."""
    point, rounds = resume.checkpoint, resume.metrics["round"]
    if point.state.w.shape != (p,) or resume.metrics["device_loss"].shape[1] != n:
        raise ValueError(f"resume must be a run with {n} clients and {p} parameters")
    keep = len(rounds) - (1 if steps and rounds[-1] % every else 0)
    rows = [{key: column[i] for key, column in resume.metrics.items()} for i in range(keep)]
    return point.round, point.state, float(resume.metrics["seconds"][-1]), rows


def finite(step: Callable[[], State], t: int) -> State:
    """State after a step; a model that runs away is an error, said once and in plain words."""
    with np.errstate(over="ignore", invalid="ignore"):
        state = step()
        if not np.isfinite(state.w @ state.w):
            raise FloatingPointError(f"w is not finite after round {t + 1}: use a smaller step")
    return state


def chosen_clients(select: Select, t: int, rng: np.random.Generator, n: int) -> Ints:
    """Ask the selector for the clients of round t and check what it says."""
    chosen = _require.labels("select(round, rng)", select(t, rng), shape=(None,))
    if not len(chosen) or chosen.max() >= n or len(np.unique(chosen)) < len(chosen):
        raise ValueError(
            f"select(round, rng) must return at least one client of 0 … {n - 1}, none twice, "
            f"got {chosen.tolist()} in round {t}"
        )
    return chosen


def mark_late(k: int, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Mark round(share · k) of k clients at random."""
    late = np.zeros(k, dtype=bool)
    late[rng.permutation(k)[: round(share * k)]] = True
    return late


def make_server(
    algorithm: Algorithm, aggregate: str | Callable[[Floats, Floats], ArrayLike], n_bad: int
) -> Aggregate:
    """Make the aggregation rule (U, weights) to update, ready for n_bad bad updates."""
    if getattr(algorithm, "own_aggregate", False) and aggregate != "mean":
        raise ValueError(
            f"aggregate must be left at 'mean' for {type(algorithm).__name__}, "
            f"which has a rule of its own, got {aggregate!r}"
        )
    if callable(aggregate):
        own = aggregate
        return lambda U, weights: _require.array(
            "aggregate(U, weights)", own(U, weights), shape=(U.shape[1],)
        )
    rule = AGGREGATES[_require.choice("aggregate", aggregate, AGGREGATES)]
    return lambda U, weights: rule(U, weights, n_bad)
