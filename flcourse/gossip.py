"""Averaging, descent and GTVMin without a server: every node talks to its neighbours only.

A round of gossip multiplies by a mixing matrix P, which is symmetric, has rows that sum to one, and
is zero between nodes that are no neighbours (def-mixing). Functions that run rounds return their
path: ``path[t]`` is the (n, d) matrix after round t, and ``path[0]`` the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg, sparse

from flcourse import _require, graph
from flcourse._types import Floats, Ints

__all__ = [
    "Asynchronous",
    "asynchronous",
    "asynchronous_factor",
    "average",
    "dgd",
    "dgd_factor",
    "disagreement",
    "gradient_tracking",
    "laplacian_mixing",
    "metropolis",
    "mixing_factor",
    "pairwise",
    "pairwise_factor",
    "push_matrix",
    "push_sum",
    "tracking_factor",
]

# Rows of a mixing matrix sum to one but for rounding, and a local problem below has no solution.
ROUNDING = 1e-10
SINGULAR = 1e-12


def __dir__() -> list[str]:
    return __all__


# --- averaging ----------------------------------------------------------------------------------


def metropolis(A: Any) -> sparse.csr_array:
    """Mixing matrix that neighbours agree on by telling their degrees (eq-metropolis).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal; only which edges there are counts.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        1/(1 + max(N_i, N_j)) on edges, where N_i is the number of neighbours of node i, and on the
        diagonal what is missing to one. All eigenvalues are above −1.

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Notes
    -----
    Xiao, Boyd and Lall (2005), *A scheme for robust distributed sensor fusion based on average
    consensus*, IPSN.

    Examples
    --------
    >>> metropolis([[0, 1, 0], [1, 0, 1], [0, 1, 0]]).toarray().round(3)
    array([[0.667, 0.333, 0.   ],
           [0.333, 0.333, 0.333],
           [0.   , 0.333, 0.667]])
    """
    A = _require.adjacency("A", A)
    number = np.diff(A.indptr)  # of neighbours
    i, j = np.repeat(np.arange(A.shape[0]), number), A.indices
    P = sparse.csr_array((1.0 / (1 + np.maximum(number[i], number[j])), (i, j)), shape=A.shape)
    return sparse.csr_array(P + sparse.diags_array(1.0 - P @ np.ones(A.shape[0])))


def laplacian_mixing(A: Any, step: float | None = None) -> sparse.csr_array:
    """Mixing matrix P = I − step · L: a gradient step on the total variation (eq-laplacian-mixing).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    step : float, optional
        By default 2/(λ_2 + λ_n), the best (eq-best-mixing). It needs eigenvalues, which no node
        knows; any step below 1/deg_max is safe.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Symmetric with rows that sum to one. With a long step the diagonal may be negative.

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix, or has no edge and ``step`` is missing.

    Examples
    --------
    >>> # the eigenvalues of the Laplacian are 0, 1 and 3
    >>> laplacian_mixing([[0, 1, 0], [1, 0, 1], [0, 1, 0]]).toarray()
    array([[0.5, 0.5, 0. ],
           [0.5, 0. , 0.5],
           [0. , 0.5, 0.5]])
    """
    A = _require.adjacency("A", A)
    if step is None:
        if not A.nnz:
            raise ValueError("A must have an edge, or step must be given")
        eigenvalues = graph.spectrum(A)
        step = 2.0 / (eigenvalues[1] + eigenvalues[-1])
    step = _require.number("step", step, above=0)
    return sparse.csr_array(sparse.eye_array(A.shape[0]) - step * graph.laplacian(A))


def mixing_factor(P: Any) -> float:
    """Factor ρ(P): a round shrinks the disagreement by at least this factor, see eq-mixing-factor.

    Parameters
    ----------
    P : (n, n) matrix_like
        Mixing matrix: symmetric, rows sum to one.

    Returns
    -------
    float
        Largest absolute value of an eigenvalue, one eigenvalue 1 left out. The spectral gap is
        1 − ρ. Computed from a dense matrix: for up to some thousand nodes.

    Raises
    ------
    ValueError
        If P is not symmetric or a row does not sum to one.

    Examples
    --------
    >>> mixing_factor([[0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]])
    0.5
    """
    P = _mixing(P)
    n = P.shape[0]
    return float(np.abs(np.linalg.eigvalsh(P.toarray() - np.full((n, n), 1.0 / n))).max().round(15))


def average(P: Any, Z: ArrayLike, rounds: int) -> Floats:
    """Average by gossip: in each round, a node takes a mean with its neighbours (alg-gossip).

    Parameters
    ----------
    P : (n, n) matrix_like
        Mixing matrix.
    Z : (n, d) or (n,) array_like
        What the nodes hold at first.
    rounds : int
        Number of rounds.

    Returns
    -------
    (rounds + 1, n, d) array
        What they hold after each round; the mean over the nodes is always that of Z.

    Raises
    ------
    ValueError
        If P is no mixing matrix or Z has not one row for each node.

    Examples
    --------
    >>> average([[0.75, 0.25], [0.25, 0.75]], [0.0, 8.0], 3)[:, :, 0]
    array([[0. , 8. ],
           [2. , 6. ],
           [3. , 5. ],
           [3.5, 4.5]])
    """
    P = _mixing(P)
    path = [_require.rows("Z", Z, P.shape[0])]
    for _ in range(_require.count("rounds", rounds)):
        path.append(P @ path[-1])
    return np.array(path)


def disagreement(path: ArrayLike) -> Floats:
    """Distance ‖W − 1 avg(W)ᵀ‖ of each matrix of a path from agreement (eq-disagreement).

    Parameters
    ----------
    path : (..., n, d) array_like
        One matrix, or many along leading axes.

    Returns
    -------
    (...) array
        Frobenius norms; 0 where all rows are equal.

    Raises
    ------
    ValueError
        If there are fewer than two axes.

    Examples
    --------
    >>> disagreement([[[0.0], [8.0]], [[3.0], [3.0]]]).round(4)
    array([5.6569, 0.    ])
    """
    W = _require.array("path", path)
    if W.ndim < 2 or not W.size:
        raise ValueError(f"path must hold matrices (n, d), got shape {W.shape}")
    return np.asarray(np.linalg.norm(W - W.mean(axis=-2, keepdims=True), axis=(-2, -1)))


def pairwise(
    A: Any, Z: ArrayLike, ticks: int, *, rng: np.random.Generator, every: int = 1
) -> Floats:
    """Gossip without a common clock: at each tick one random edge averages its ends (alg-pairwise).

    Parameters
    ----------
    A : (n, n) matrix_like
        Edge {i, j} is drawn with probability proportional to A_ij.
    Z : (n, d) or (n,) array_like
        What the nodes hold at first.
    ticks : int
        Number of meetings; each costs two messages.
    rng : numpy.random.Generator
        Draws the edges.
    every : int
        Keep what the nodes hold after so many ticks.

    Returns
    -------
    (ticks // every + 1, n, d) array
        What they hold at ticks 0, every, 2 every, …

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix or has no edge, ``Z`` does not have one row for each
        node, ``ticks`` is negative or ``every`` is below 1.

    Notes
    -----
    Boyd, Ghosh, Prabhakar and Shah (2006), *Randomized gossip algorithms*, IEEE Transactions on
    Information Theory 52.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> pairwise([[0, 1], [1, 0]], [0.0, 8.0], 1, rng=rng)[-1]
    array([[4.],
           [4.]])
    """
    A = _require.adjacency("A", A)
    if not A.nnz:
        raise ValueError("A must have an edge")
    now = _require.rows("Z", Z, A.shape[0]).copy()
    ticks, every = _require.count("ticks", ticks), _require.count("every", every, at_least=1)
    edges = sparse.triu(A, 1).tocoo()
    ends = np.column_stack([edges.row, edges.col])
    share = edges.data / edges.data.sum()
    chosen = _require.generator("rng", rng).choice(len(ends), ticks, p=share)
    path = [now.copy()]
    for tick, pair in enumerate(ends[chosen], 1):
        now[pair] = now[pair].mean(axis=0)
        if tick % every == 0:
            path.append(now.copy())
    return np.array(path)


def pairwise_factor(A: Any) -> float:
    """Factor 1 − λ_2 / (2 Σ A_ij) of the expected squared disagreement (eq-pairwise-factor).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal; the sum takes each edge once.

    Returns
    -------
    float
        Second largest eigenvalue of the expected matrix of a tick: each tick shrinks the expected
        squared disagreement by at least this factor.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or has no edge.

    Examples
    --------
    >>> pairwise_factor([[0, 1], [1, 0]])   # λ_2 = 2: one meeting ends it
    0.0
    """
    A = _require.adjacency("A", A)
    if not A.nnz:
        raise ValueError("A must have an edge")
    return float(1.0 - graph.lambda_2(A) / A.sum())  # the sum over A takes each edge twice


# --- directed links -----------------------------------------------------------------------------


def push_matrix(B: Any) -> sparse.csr_array:
    """Column-stochastic matrix of equal shares along directed links (eq-push-matrix).

    Parameters
    ----------
    B : (n, n) matrix_like
        B_ij > 0 if node i can send to node j; zero diagonal, need not be symmetric.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Entry (j, i) is the share 1/(1 + out_i) that node i gives to j, or keeps if i = j. Columns
        sum to one, for a sender knows how many it sends to; rows need not.

    Raises
    ------
    ValueError
        If B is not square and non-negative with a zero diagonal.

    Examples
    --------
    >>> push_matrix([[0, 1, 1], [0, 0, 1], [1, 0, 0]]).toarray().round(3)
    array([[0.333, 0.   , 0.5  ],
           [0.333, 0.5  , 0.   ],
           [0.333, 0.5  , 0.5  ]])
    """
    sender, receiver, share = _links(B)
    n = len(share)
    C = sparse.csr_array((share[sender], (receiver, sender)), shape=(n, n))
    return sparse.csr_array(C + sparse.diags_array(share))


def push_sum(
    B: Any,
    Z: ArrayLike,
    rounds: int,
    *,
    lost: float = 0.0,
    running: bool = True,
    rng: np.random.Generator | None = None,
) -> Floats:
    """Average along directed links, some of which may lose messages (alg-push-sum).

    Parameters
    ----------
    B : (n, n) matrix_like
        B_ij > 0 if node i can send to node j; zero diagonal.
    Z : (n, d) or (n,) array_like
        What the nodes hold at first.
    rounds : int
        Number of rounds.
    lost : float
        Probability that a message is lost, below 1, independently of all others.
    running : bool
        Whether a message holds the sum of all shares so far, so that the next one that arrives
        makes up for those that were lost. Otherwise what is lost is gone.
    rng : numpy.random.Generator, optional
        Loses messages; needed if ``lost`` is above 0.

    Returns
    -------
    (rounds + 1, n, d) array
        The estimates that the nodes have of the mean of Z: ratios x_i / s_i, where x_i is the sum
        of the shares that node i holds, and s_i the sum of their weights.

    Raises
    ------
    ValueError
        If ``B`` is not square and non-negative with a zero diagonal, ``Z`` does not have one row
        for each node, ``rounds`` is negative, ``lost`` is outside the bounds above, or ``rng`` is
        missing where ``lost`` is above 0.

    Notes
    -----
    Kempe, Dobra and Gehrke (2003), *Gossip-based computation of aggregate information*, FOCS;
    running sums: Hadjicostis, Vaidya and Domínguez-García (2016), *Robust distributed average
    consensus via exchange of running sums*, IEEE Transactions on Automatic Control 61.

    Examples
    --------
    >>> ring = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    >>> push_sum(ring, [0.0, 3.0, 6.0], 60)[-1].ravel().round(6)
    array([3., 3., 3.])
    """
    sender, receiver, share = _links(B)
    Z = _require.rows("Z", Z, len(share))
    lost = _require.number("lost", lost, at_least=0, below=1)
    draw = _require.generator("rng", rng).random if lost else np.ones
    x = np.column_stack([Z, np.ones(len(Z))])  # the last column is the weight s
    sent, heard = np.zeros_like(x), np.zeros((len(sender), x.shape[1]))
    path = [Z]
    for _ in range(_require.count("rounds", rounds)):
        x = share[:, np.newaxis] * x
        sent = sent + x
        comes = draw(len(sender)) >= lost
        news = (sent[sender] - heard if running else x[sender])[comes]
        heard[comes] = sent[sender[comes]]
        np.add.at(x, receiver[comes], news)
        path.append(x[:, :-1] / x[:, -1:])
    return np.array(path)


# --- learning -----------------------------------------------------------------------------------


def dgd(
    P: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    *,
    eta: float,
    rounds: int,
    W: ArrayLike | None = None,
) -> Floats:
    """Decentralised gradient descent: mix, and take a step on each node's own loss (alg-dgd).

    Parameters
    ----------
    P : (n, n) matrix_like
        Mixing matrix.
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    y : sequence of n (m_i,) array_like
        Local labels.
    eta : float
        Step size η. With a constant step the nodes end at the solution of GTVMin with the weights
        of P and α = 1/(2η) (prop-dgd-gtvmin), not at the minimum of the mean loss.
    rounds : int
        Number of rounds.
    W : (n, d) array_like, optional
        Start, 0 by default.

    Returns
    -------
    (rounds + 1, n, d) array
        Row i of each matrix holds the parameters of node i.

    Raises
    ------
    ValueError
        If ``P`` is no mixing matrix, shapes do not fit, or ``eta`` or ``rounds`` is negative.

    Notes
    -----
    Nedić and Ozdaglar (2009), *Distributed subgradient methods for multi-agent optimization*, IEEE
    Transactions on Automatic Control 54.

    Examples
    --------
    >>> P = [[0.5, 0.5], [0.5, 0.5]]
    >>> # the solution of GTVMin with α = 2
    >>> dgd(P, None, [[0.0], [4.0]], eta=0.25, rounds=40)[-1].round(6)
    array([[1.333333],
           [2.666667]])
    """
    P = _mixing(P)
    G, b, now = _network(X, y, P.shape[0], W)
    eta = _require.number("eta", eta, at_least=0)
    path = [now]
    for _ in range(_require.count("rounds", rounds)):
        path.append(P @ path[-1] - eta * _slopes(G, b, path[-1]))
    return np.array(path)


def dgd_factor(P: Any, X: Sequence[ArrayLike] | None, *, eta: float) -> float:
    """Factor of DGD: a round shrinks the distance to its end by at least this, see eq-dgd-factor.

    Parameters
    ----------
    P : (n, n) matrix_like
        Mixing matrix.
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    eta : float
        Step size η.

    Returns
    -------
    float
        Largest absolute eigenvalue of P ⊗ I − 2η blkdiag(Q_i), from a dense matrix.

    Raises
    ------
    ValueError
        As :func:`dgd`.

    Examples
    --------
    >>> dgd_factor([[0.5, 0.5], [0.5, 0.5]], None, eta=0.25)
    0.5
    """
    P = _mixing(P)
    G = _curvatures(X, P.shape[0])
    step = 2.0 * _require.number("eta", eta, at_least=0) * linalg.block_diag(*G)
    M = np.kron(P.toarray(), np.eye(G.shape[1])) - step
    return float(np.abs(np.linalg.eigvalsh(M)).max())


def gradient_tracking(
    P: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    *,
    eta: float,
    rounds: int,
    W: ArrayLike | None = None,
) -> Floats:
    """Descend along a gossiped estimate of the mean gradient: ends at the minimum (alg-tracking).

    Parameters
    ----------
    P, X, y, rounds, W
        As :func:`dgd`.
    eta : float
        Step size η; :func:`tracking_factor` tells whether it is short enough.

    Returns
    -------
    (rounds + 1, n, d) array
        Row i of each matrix holds the parameters of node i. A message holds 2d numbers.

    Raises
    ------
    ValueError
        As :func:`dgd`.

    Notes
    -----
    Nedić, Olshevsky and Shi (2017), *Achieving geometric convergence for distributed optimization
    over time-varying graphs*, SIAM Journal on Optimization 27.

    Examples
    --------
    >>> P = [[0.5, 0.5], [0.5, 0.5]]
    >>> path = gradient_tracking(P, None, [[0.0], [4.0]], eta=0.125, rounds=60)
    >>> path[-1].round(6)
    array([[2.],
           [2.]])
    """
    P = _mixing(P)
    G, b, now = _network(X, y, P.shape[0], W)
    eta = _require.number("eta", eta, at_least=0)
    path, slope = [now], _slopes(G, b, now)
    direction = slope
    for _ in range(_require.count("rounds", rounds)):
        path.append(P @ path[-1] - eta * direction)
        before, slope = slope, _slopes(G, b, path[-1])
        direction = P @ direction + slope - before
    return np.array(path)


def tracking_factor(P: Any, X: Sequence[ArrayLike] | None, *, eta: float) -> float:
    """Factor by which rounds of gradient tracking shrink the error in the end (eq-tracking-factor).

    Parameters
    ----------
    P, X, eta
        As :func:`dgd_factor`.

    Returns
    -------
    float
        Spectral radius of the linear map of a round, on the space where the mean direction is the
        mean gradient (prop-tracking). The rounds converge iff it is below 1.

    Raises
    ------
    ValueError
        As :func:`dgd`.

    Examples
    --------
    >>> round(tracking_factor([[0.5, 0.5], [0.5, 0.5]], None, eta=0.125), 6)
    0.75
    """
    P = _mixing(P)
    G = _curvatures(X, P.shape[0])
    n, d, _ = G.shape
    H, mix = 2.0 * linalg.block_diag(*G), np.kron(P.toarray(), np.eye(d))
    eta = _require.number("eta", eta, at_least=0)
    M = np.block([[mix, -eta * np.eye(n * d)], [H @ (mix - np.eye(n * d)), mix - eta * H]])
    mean = np.tile(np.eye(d), n)
    space = linalg.null_space(np.hstack([-mean @ H, mean]))  # a round stays in this space
    return float(np.abs(np.linalg.eigvals(space.T @ M @ space)).max())


@dataclass(frozen=True)
class Asynchronous:
    """What nodes reach although they wake at random and lose messages (alg-asynchronous).

    Attributes
    ----------
    path : (rounds + 1, n, d) array
        Parameters at the start and after each round.
    epochs : (rounds + 1,) array of int
        Epochs that are over by then: in an epoch every node wakes and every link delivers.
    """

    path: Floats
    epochs: Ints


def asynchronous(
    A: Any,
    X: Sequence[ArrayLike] | None,
    y: Sequence[ArrayLike],
    alpha: float,
    *,
    rounds: int,
    rng: np.random.Generator,
    wake: float = 1.0,
    lost: float = 0.0,
    W: ArrayLike | None = None,
) -> Asynchronous:
    """Solve GTVMin where nodes sleep and messages get lost: the same solution (alg-asynchronous).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    X : sequence of n (m_i, d) array_like, or None
        Local features; None is the constant feature 1.
    y : sequence of n (m_i,) array_like
        Local labels.
    alpha : float
        Weight of the total variation, at least 0.
    rounds : int
        Number of rounds.
    rng : numpy.random.Generator
        Says who wakes and what is lost.
    wake : float
        Probability that a node wakes in a round, minimises its own part of the objective for what
        it heard last, and sends the result to its neighbours.
    lost : float
        Probability that a message is lost, below 1.
    W : (n, d) array_like, optional
        Start, 0 by default, which all neighbours know.

    Returns
    -------
    Asynchronous
        The path, and the number of epochs that are over.

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix, shapes do not fit, ``alpha`` or ``rounds`` is negative,
        ``wake`` is not above 0 and at most 1, ``lost`` is not at least 0 and below 1, or the data
        and neighbours of a node leave it undetermined.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> run = asynchronous([[0, 1], [1, 0]], None, [[0.0], [4.0]], 1.0,
    ...                    rounds=200, rng=rng, wake=0.5, lost=0.3)
    >>> run.path[-1].round(6).ravel()
    array([1.333333, 2.666667])
    """
    A = _require.adjacency("A", A)
    n, rng = A.shape[0], _require.generator("rng", rng)
    G, b, now = _network(X, y, n, W)
    alpha = _require.number("alpha", alpha, at_least=0)
    wake = _require.number("wake", wake, above=0, at_most=1)
    lost = _require.number("lost", lost, at_least=0, below=1)
    inverse = _node_inverses(G, alpha * graph.degrees(A))
    total = sparse.csr_array((alpha * A.data, np.arange(A.nnz), A.indptr), shape=(n, A.nnz))
    heard = now[A.indices]  # entry (i, j) of A: what i heard last from j
    path, epochs, woke, told = [now], [0], np.zeros(n, bool), np.zeros(A.nnz, bool)
    for _ in range(_require.count("rounds", rounds)):
        up = rng.random(n) < wake
        moved = np.matvec(inverse, b + total @ heard)
        path.append(np.where(up[:, np.newaxis], moved, path[-1]))
        comes = up[A.indices] & (rng.random(A.nnz) >= lost)
        heard = np.where(comes[:, np.newaxis], path[-1][A.indices], heard)
        woke, told = woke | up, told | comes
        over = bool(woke.all() and told.all())
        epochs.append(epochs[-1] + over)
        if over:
            woke, told = np.zeros(n, bool), np.zeros(A.nnz, bool)
    return Asynchronous(np.array(path), np.array(epochs))


def asynchronous_factor(A: Any, X: Sequence[ArrayLike] | None, alpha: float) -> float:
    """Bound max α deg(i) / (λ_min(Q_i) + α deg(i)) on the factor of an epoch (eq-epoch-factor).

    Parameters
    ----------
    A, X, alpha
        As :func:`asynchronous`.

    Returns
    -------
    float
        The bound. After k epochs the largest error of a node is at most the k-th power of this
        number times the first error (prop-asynchronous). The bound is 1, and says nothing, if the
        data of a node with neighbours do not determine its parameters.

    Raises
    ------
    ValueError
        As :func:`asynchronous`.

    Examples
    --------
    >>> asynchronous_factor([[0, 1], [1, 0]], None, 3.0)
    0.75
    """
    A = _require.adjacency("A", A)
    G = _curvatures(X, A.shape[0])
    pull = _require.number("alpha", alpha, at_least=0) * graph.degrees(A)
    least = np.maximum(np.linalg.eigvalsh(G)[:, 0], 0.0)
    return float(np.max(pull / np.where(pull + least > 0, pull + least, 1.0)))


# --- at the door --------------------------------------------------------------------------------


def _mixing(P: Any) -> sparse.csr_array:
    """Return a mixing matrix: symmetric, rows that sum to one."""
    n = np.shape(P)[0] if np.ndim(P) == 2 or sparse.issparse(P) else 0
    P = sparse.csr_array(_require.symmetric("P", P, n))
    if not n or np.abs(P @ np.ones(n) - 1).max() > ROUNDING:
        raise ValueError("P must be a square matrix whose rows sum to one")
    return P


def _links(B: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Sender and receiver of each directed link, and the share 1/(1 + out_i) of each node."""
    M = _require.array("B", B.toarray() if sparse.issparse(B) else B, shape=(None, None))
    if M.shape[0] != M.shape[1] or not M.size or M.min() < 0 or M.diagonal().any():
        raise ValueError(
            f"B must be square and non-negative with a zero diagonal, got shape {M.shape}"
        )
    sender, receiver = np.nonzero(M)
    return sender, receiver, 1.0 / (1 + np.count_nonzero(M, axis=1))


def _curvatures(X: Sequence[ArrayLike] | None, n: int) -> Floats:
    """Q_i = X_iᵀX_i / m_i of all nodes, (n, d, d); 1 for the constant feature."""
    if X is None:
        return np.ones((n, 1, 1))
    if len(X) != n:
        raise ValueError(f"X must hold one array for each of the {n} nodes, got {len(X)}")
    data = _require.local_data(X, [np.zeros(np.shape(part)[:1]) for part in X], n)
    return np.array([F.T @ F / len(F) for F, _ in data])


def _network(
    X: Sequence[ArrayLike] | None, y: Sequence[ArrayLike], n: int, W: ArrayLike | None
) -> tuple[Floats, Floats, Floats]:
    """Q_i (n, d, d) and X_iᵀy_i / m_i (n, d) of all nodes, and the start (n, d)."""
    data = _require.local_data(X, y, n)
    G = np.array([F.T @ F / len(F) for F, _ in data])
    b = np.array([F.T @ t / len(F) for F, t in data])
    return G, b, np.zeros(b.shape) if W is None else _require.array("W", W, shape=b.shape)


def _slopes(G: Floats, b: Floats, W: Floats) -> Floats:
    """Gradients 2(Q_i w_i − X_iᵀy_i / m_i) of the local losses, one row a node."""
    return np.asarray(2.0 * (np.matvec(G, W) - b))


def _node_inverses(G: Floats, pull: Floats) -> Floats:
    """Inverses of Q_i + α deg(i) I, refused where a node has no unique minimum."""
    H = G + pull[:, np.newaxis, np.newaxis] * np.eye(G.shape[1])
    ends = np.linalg.eigvalsh(H)
    if np.any(ends[:, 0] <= SINGULAR * ends[:, -1]):
        node = int(np.argmax(ends[:, 0] <= SINGULAR * ends[:, -1]))
        raise ValueError(f"X must determine the parameters of node {node}, which alpha does not")
    return np.asarray(np.linalg.inv(H))
