"""Rounds of federated optimisation: select, work locally, gather, record."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse import _require
from flcourse._types import Floats
from flcourse.fedopt.algorithms import Algorithm, Cohort, State
from flcourse.fedopt.federation import Clients, enter
from flcourse.fedopt.selectors import Select, chosen_clients, duration, mark_late
from flcourse.fedopt.server import Attack, make_server
from flcourse.losses import Loss, StackedLoss

__all__ = ["Checkpoint", "History", "finite", "make_streams", "simulate"]


def __dir__() -> list[str]:
    return __all__


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
    """Run rounds of an algorithm for Σ p_i F_i(w), p_i = m_i/Σm_j (eq-fl-objective).

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
        Its ``metrics`` are arrays over the recorded rounds:

        - ``round``: rounds done.
        - ``loss``: the objective of the global model.
        - ``accuracy``: the share of test points that the global model gets right.
        - ``device_loss``, ``device_accuracy``, (·, n): training loss and test accuracy of the model
          that each device would use, personal if there is one.
        - ``device_mean``, ``worst10``, ``best10``, ``variance``: :func:`fairness` of the device
          accuracies.
        - ``gradient_variance``, ``dissimilarity``: of the local gradients at w, NaN unless
          ``gradients``.
        - ``seconds``: simulated time so far, 0 if ``select`` has no clock.

        All but the (·, n) arrays are over benign devices, on clean data; accuracies of a regression
        are NaN.

    Raises
    ------
    ValueError
        If an argument is outside the range that is stated above, shapes do not fit, or neither
        ``rng`` nor ``resume`` is given.
    FloatingPointError
        If ‖w‖² is no longer finite: the step size is too large.

    Examples
    --------
    >>> import numpy as np
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
    federation, w = enter(
        loss, clients, test=test, start=start if resume is None else resume.w, attack=attack,
        work=streams["work"], poison=deepcopy(streams["poison"]),  # drawn again on resume
    )  # fmt: skip
    measure, n = partial(federation.measure, gradients=gradients), federation.n
    done, state, seconds, rows = _opened(resume, steps, every, n, w)
    if resume is None:
        rows.append(measure(done, state, seconds))
    for t in range(done, done + steps):
        # Select.
        chosen = chosen_clients(select, t, streams["select"], n)
        late = mark_late(len(chosen), share, streams["select"])
        server = make_server(algorithm, aggregate, len(chosen) * federation.n_bad // n)
        cohort = Cohort(federation.train, chosen, late, server, attack, streams["work"])
        # Work locally and gather.
        state = finite(partial(algorithm.round, state, cohort), t)
        seconds += duration(select, chosen)
        # Record.
        if (t + 1) % every == 0 or t + 1 == done + steps:
            rows.append(measure(t + 1, state, seconds))
            if until is not None and until(rows[-1]):
                break
    return History.of(rows, state, streams)


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

    @classmethod
    def of(
        cls,
        rows: list[dict[str, Any]],
        state: State,
        streams: dict[str, np.random.Generator],
    ) -> History:
        """Put the rows of metrics together; the last one says how many rounds are done."""
        metrics = {key: np.array([row[key] for row in rows]) for key in rows[0]}
        saved = {name: stream.bit_generator.state for name, stream in streams.items()}
        return cls(metrics, Checkpoint(int(rows[-1]["round"]), state, saved))

    @property
    def w(self) -> Floats:
        """Global model (p,) after the last round."""
        return self.checkpoint.state.w

    @property
    def personal(self) -> Floats | None:
        """Personal models (n, p) of Ditto, else None."""
        return self.checkpoint.state.personal


@dataclass(frozen=True)
class Checkpoint:
    """What a run needs to go on: plain arrays, numbers and generator states; it can be pickled.

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


def make_streams(
    rng: np.random.Generator | None, resume: History | None
) -> dict[str, np.random.Generator]:
    """Make generators for selection, local work and poisoned data, or restore them.

    Parameters
    ----------
    rng : numpy.random.Generator or None
        Seeds all three; not needed on ``resume``.
    resume : History or None
        Run that knows where its generators stood.

    Returns
    -------
    dict of numpy.random.Generator
        ``select``, ``work`` and ``poison``.

    Raises
    ------
    ValueError
        If there is no generator and nothing to resume.

    Examples
    --------
    >>> import numpy as np
    >>> sorted(make_streams(np.random.default_rng(0), None))
    ['poison', 'select', 'work']
    """
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


def _opened(
    resume: History | None, steps: int, every: int, n: int, w: Floats
) -> tuple[int, State, float, list[dict[str, Any]]]:
    """Round, state, time and rows of an earlier run; a last row off the grid was only its end."""
    if resume is None:
        return 0, State(w), 0.0, []
    point, rounds = resume.checkpoint, resume.metrics["round"]
    if point.state.w.shape != w.shape or resume.metrics["device_loss"].shape[1] != n:
        raise ValueError(f"resume must be a run with {n} clients and {len(w)} parameters")
    keep = len(rounds) - (1 if steps and rounds[-1] % every else 0)
    rows = [{key: column[i] for key, column in resume.metrics.items()} for i in range(keep)]
    return point.round, point.state, float(resume.metrics["seconds"][-1]), rows


def finite(step: Callable[[], State], t: int) -> State:
    """State after a step; a model that runs away is an error, said once and in plain words.

    Parameters
    ----------
    step : callable
        Returns the next state.
    t : int
        Round, from 0.

    Returns
    -------
    State
        What ``step`` returned.

    Raises
    ------
    FloatingPointError
        If ‖w‖² is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> from flcourse.fedopt import State
    >>> finite(lambda: State(np.ones(1)), 0).w
    array([1.])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        state = step()
        if not np.isfinite(state.w @ state.w):
            raise FloatingPointError(f"w is not finite after round {t + 1}: use a smaller step")
    return state
