"""Choose clients with a determinantal point process: subsets of similar clients are unlikely.

A k-DPP draws k of n clients with probability proportional to the determinant of the kernel's
submatrix. Everything here rests on its spectrum: draw k eigenvectors, then k clients from the
projection onto them (Kulesza and Taskar, 2012, Determinantal point processes for machine
learning, Foundations and Trends in Machine Learning 5). The kernel is called S, because L is the
Laplacian in this course.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.engine import dpp as engine

__all__ = [
    "KDPP",
    "covariance",
    "gradient_kernel",
    "horvitz_thompson",
    "label_kernel",
    "log_elementary_symmetric",
    "normalised_covariance",
    "pairwise_variance",
    "position_kernel",
    "uniform_covariance",
    "update_variance",
]

# Rounding leaves entries of S and its eigenvalues off by a few ulps; more than this is an error.
TOLERANCE = 1e-10
# "plain" computes by the lecture's lines, "auto" by the engine where these take longer than 10 ms
# or so: beyond these ranks if one eigenvalue, or two, are left out in turn.
METHODS = ("auto", "plain")
ONE_OUT, TWO_OUT = 100, 30


def __dir__() -> list[str]:
    return __all__


class KDPP:
    """Distribution over the subsets of k out of n items with P(Y) ∝ det S_Y (eq-kdpp-probability).

    Parameters
    ----------
    S : (n, n) array_like
        Symmetric positive semidefinite kernel: S_ij is large where items i and j are alike. Only
        its shape matters, not its scale: c S is the same distribution for every c > 0.
    k : int
        Number of items in every subset, at most the rank of S.

    Attributes
    ----------
    n : int
        Number of items.
    k : int
        Number of items in every subset.
    rank : int
        Number of positive eigenvalues, as NumPy's ``matrix_rank`` counts them.
    eigenvalues : (rank,) ndarray
        Positive eigenvalues of S in falling order, divided by the largest.
    eigenvectors : (n, rank) ndarray
        Their orthonormal eigenvectors.

    Raises
    ------
    ValueError
        If S is not square, symmetric, finite and positive semidefinite, or k exceeds its rank.

    Examples
    --------
    Items 0 and 1 are copies of each other, so they never come together:

    >>> kdpp = KDPP([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], k=2)
    >>> round(kdpp.probability([0, 2]), 12)
    0.5
    >>> kdpp.inclusion().round(12).tolist()
    [0.5, 0.5, 1.0]
    """

    n: int
    k: int
    rank: int
    eigenvalues: Floats
    eigenvectors: Floats

    def __init__(self, S: ArrayLike, k: int) -> None:
        S = _kernel(S)
        k = _require.count("k", k, at_least=1, at_most=S.shape[0])
        eigenvalues, V = np.linalg.eigh((S + S.T) / 2)
        if eigenvalues[0] < -TOLERANCE * np.abs(eigenvalues).max():
            raise ValueError(
                f"S must be positive semidefinite, got smallest eigenvalue {eigenvalues[0]:.6g} "
                f"beside the largest, {eigenvalues[-1]:.6g}"
            )
        cutoff = S.shape[0] * np.finfo(float).eps * eigenvalues[-1]
        self._keep(eigenvalues[::-1], V[:, ::-1], int(np.sum(eigenvalues > cutoff)), k)

    @classmethod
    def from_features(cls, F: ArrayLike, k: int) -> KDPP:
        """k-DPP with kernel S = F Fᵀ without forming S (eq-kdpp-dual).

        The decomposition of F, or of its dual Fᵀ F, costs O(n D²) where that of S costs O(n³).

        Parameters
        ----------
        F : (n, D) array_like
            Row i describes item i; k-DPPs need rank F ≥ k, hence D ≥ k.
        k : int
            Number of items in every subset.

        Returns
        -------
        KDPP
            The k-DPP with this kernel.

        Raises
        ------
        ValueError
            If F is not a finite matrix or k exceeds n or the rank of F.

        Examples
        --------
        >>> kdpp = KDPP.from_features([[1.0, 0.0], [1.0, 0.0], [0.0, 2.0]], k=2)
        >>> kdpp.inclusion().round(12)
        array([0.5, 0.5, 1. ])
        """
        F = _require.array("F", F, shape=(None, None))
        k = _require.count("k", k, at_least=1, at_most=F.shape[0])
        V, s = _left_vectors(F)
        rank = int(np.sum(s > max(F.shape) * np.finfo(float).eps * s[0])) if s.size else 0
        kdpp = cls.__new__(cls)
        kdpp._keep((s / s[0]) ** 2 if rank else s, V, rank, k)
        return kdpp

    def _keep(self, eigenvalues: Floats, V: Floats, rank: int, k: int) -> None:
        """Set the attributes from a decomposition in falling order, the first ``rank`` of it."""
        if k > rank:
            raise ValueError(f"k must be at most the rank of the kernel, {rank}, got {k}")
        self.n, self.k, self.rank = V.shape[0], k, rank
        self.eigenvalues = eigenvalues[:rank] / eigenvalues[0]
        # Eigenvectors lie one after the other in memory: the sampler walks along them.
        self.eigenvectors = np.ascontiguousarray(V[:, :rank].T).T
        self._log_e = log_elementary_symmetric(self.eigenvalues, k)  # [j, m]: of the first m

    def probability(self, subset: Iterable[int]) -> float:
        """Probability det S_Y / e_k(eigenvalues) of drawing ``subset`` (eq-kdpp-probability).

        Parameters
        ----------
        subset : iterable of int
            k different items in any order.

        Returns
        -------
        float
            The probability, between 0 and 1.

        Raises
        ------
        ValueError
            If ``subset`` does not hold k different items of 0 … n−1.

        Examples
        --------
        >>> KDPP([[2.0, 0.0], [0.0, 6.0]], k=1).probability([1])
        0.75
        """
        Y = _require.labels("subset", list(subset), shape=(self.k,))
        if np.unique(Y).size < self.k or Y.max() >= self.n:
            raise ValueError(
                f"subset must hold {self.k} different items below {self.n}, got {Y.tolist()}"
            )
        # S_Y = R Rᵀ with this root R, so det S_Y = ∏ σ² of R's singular values: never negative.
        root = self.eigenvectors[Y] * np.sqrt(self.eigenvalues)
        sigma = np.linalg.svd(root, compute_uv=False)
        with np.errstate(divide="ignore"):
            return float(np.exp(2 * np.log(sigma).sum() - self._log_e[-1, -1]))

    def inclusion(self, *, method: str = "auto") -> Floats:
        """Probability b_i that item i is drawn; the b_i sum to k (eq-inclusion).

        Parameters
        ----------
        method : {"auto", "plain"}
            "plain" leaves out one eigenvalue after the other; "auto" takes a faster way to the
            same numbers beyond rank 100.

        Returns
        -------
        (n,) ndarray
            Σ_r V_ir² λ_r e_{k−1}(λ without λ_r) / e_k(λ).

        Raises
        ------
        ValueError
            If ``method`` is unknown.

        Examples
        --------
        >>> KDPP([[2.0, 0.0], [0.0, 6.0]], k=1).inclusion().round(12)
        array([0.25, 0.75])
        """
        lam, V, k = self.eigenvalues, self.eigenvectors, self.k
        if _require.choice("method", method, METHODS) == "auto" and self.rank > ONE_OUT:
            return np.clip(V**2 @ engine.inclusion(lam, k), 0.0, 1.0)
        log_e_k = self._log_e[-1, -1]
        chance = [
            lam[r] * math.exp(_log_e_of(np.delete(lam, r), k - 1) - log_e_k)
            for r in range(self.rank)
        ]
        b: Floats = V**2 @ np.array(chance)
        return np.clip(b, 0.0, 1.0)

    def pair_inclusion(self, *, method: str = "auto") -> Floats:
        """Probability that items i and j are drawn together; b on the diagonal (eq-pair-inclusion).

        Σ_{r≠s} π_rs (V_ir² V_js² − V_ir V_is V_jr V_js), where
        π_rs = λ_r λ_s e_{k−2}(λ without λ_r and λ_s) / e_k(λ) is the probability of drawing both
        eigenvectors.

        Parameters
        ----------
        method : {"auto", "plain"}
            "plain" leaves out two eigenvalues in turn, with the memory of an (n, rank²) array;
            "auto" takes a faster way to the same numbers beyond rank 30, with the memory of a few
            (n, n) and (n, rank) arrays.

        Returns
        -------
        (n, n) ndarray
            Entry (i, j) is the probability that both items are drawn, entry (i, i) is b_i.

        Raises
        ------
        ValueError
            If ``method`` is unknown.

        Examples
        --------
        >>> kdpp = KDPP([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]], k=2)
        >>> kdpp.pair_inclusion().round(4)
        array([[0.7143, 0.4286, 0.2857],
               [0.4286, 0.7143, 0.2857],
               [0.2857, 0.2857, 0.5714]])
        """
        lam, V, k = self.eigenvalues, self.eigenvectors, self.k
        if _require.choice("method", method, METHODS) == "auto" and self.rank > TWO_OUT:
            pairs = engine.pair_inclusion(lam, V, k)
        else:
            pi, log_e_k = np.zeros((self.rank, self.rank)), self._log_e[-1, -1]
            for r, s in combinations(range(self.rank), 2):
                log_rest = _log_e_of(np.delete(lam, [r, s]), k - 2)
                pi[r, s] = pi[s, r] = lam[r] * lam[s] * math.exp(log_rest - log_e_k)
            VV = np.einsum("ir,is->irs", V, V).reshape(self.n, -1)
            pairs = V**2 @ pi @ (V**2).T - (VV * pi.ravel()) @ VV.T
        pairs = np.maximum((pairs + pairs.T) / 2, 0.0)
        np.fill_diagonal(pairs, self.inclusion(method=method))
        return pairs

    def sample(self, rng: np.random.Generator, size: int = 1, *, method: str = "auto") -> Ints:
        """Draw independent subsets, exactly (alg-kdpp-sample).

        Two stages, as in Algorithm 8 of Kulesza and Taskar (2012): k eigenvectors with
        probability proportional to the product of their eigenvalues, then the items one by one.

        Parameters
        ----------
        rng : numpy.random.Generator
            Source of randomness.
        size : int
            Number of subsets.
        method : {"auto", "plain"}
            "plain" goes through the algorithm line by line for each subset; "auto" draws all of
            them at once, which is faster. Both have the same law, but not the same draws.

        Returns
        -------
        (size, k) ndarray of int
            Each row is a subset, in rising order.

        Raises
        ------
        ValueError
            If ``rng`` is no generator, ``size`` is below 1 or ``method`` is unknown.

        Examples
        --------
        >>> import numpy as np
        >>> kdpp = KDPP([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], k=2)
        >>> drawn = kdpp.sample(np.random.default_rng(7), size=100)
        >>> sorted(set(map(tuple, drawn.tolist())))
        [(0, 2), (1, 2)]
        """
        rng = _require.generator("rng", rng)
        size = _require.count("size", size, at_least=1)
        if _require.choice("method", method, METHODS) == "auto":
            return engine.sample(self.eigenvectors, self._log_e, size, rng)
        log_lam, log_e, Y = np.log(self.eigenvalues), self._log_e, np.empty((size, self.k), int)
        for s in range(size):
            J: list[int] = []  # step 1; λ and V were computed with the k-DPP
            for r in range(self.rank, 0, -1):  # step 2: λ_r is eigenvalues[r − 1]
                j = self.k - len(J)
                log_chance = log_lam[r - 1] + log_e[j - 1, r - 1] - log_e[j, r] if j else -math.inf
                if rng.random() < math.exp(log_chance):
                    J.append(r - 1)
            v = self.eigenvectors[:, J]  # step 3
            for t in range(self.k, 0, -1):  # step 4
                chance = np.sum(v**2, axis=1)  # ‖v_i‖², which add up to t
                i = rng.choice(self.n, p=chance / chance.sum())
                u = v[i] / np.linalg.norm(v[i])
                v = v - np.outer(v @ u, u)
                Y[s, t - 1], v[i] = i, 0.0  # rounding leaves a little of v_i
        return np.sort(Y, axis=1)

    def select(self, round: int, rng: np.random.Generator) -> Ints:
        """Clients for one round of training; pass this method where a selector is wanted.

        Parameters
        ----------
        round : int
            Number of the round, which a fixed kernel does not look at.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        (k,) ndarray of int
            Chosen clients S_t in rising order.

        Examples
        --------
        >>> import numpy as np
        >>> KDPP(np.eye(3), k=3).select(0, np.random.default_rng(7)).tolist()
        [0, 1, 2]
        """
        del round
        chosen: Ints = self.sample(rng)[0]
        return chosen


def log_elementary_symmetric(eigenvalues: ArrayLike, k: int) -> Floats:
    """Logarithms of e_j(λ_1 … λ_m) for all j ≤ k and m (eq-esp).

    The recursion e_j(m) = e_j(m−1) + λ_m e_{j−1}(m−1) only adds positive numbers, so a running
    sum of logarithms loses no digits and neither over- nor underflows.

    Parameters
    ----------
    eigenvalues : (r,) array_like
        Non-negative numbers λ.
    k : int
        Highest order.

    Returns
    -------
    (k + 1, r + 1) ndarray
        Entry (j, m) is log e_j of the first m numbers, −∞ for j > m.

    Raises
    ------
    ValueError
        If an eigenvalue is negative or not finite, or k is negative.

    Examples
    --------
    >>> import numpy as np
    >>> np.exp(log_elementary_symmetric([1.0, 2.0, 3.0], 2)).round(12)
    array([[ 1.,  1.,  1.,  1.],
           [ 0.,  1.,  3.,  6.],
           [ 0.,  0.,  2., 11.]])
    """
    lam = _require.array("eigenvalues", eigenvalues, shape=(None,))
    if lam.size and lam.min() < 0:
        raise ValueError(f"eigenvalues must be at least 0, got {lam.min()}")
    k = _require.count("k", k)
    log_e = np.full((k + 1, lam.size + 1), -np.inf)
    log_e[0] = 0.0
    with np.errstate(divide="ignore"):
        log_lam = np.log(lam)
    for j in range(1, k + 1):
        log_e[j, 1:] = np.logaddexp.accumulate(log_lam + log_e[j - 1, :-1])
    return log_e


def _log_e_of(lam: Floats, k: int) -> float:
    """Return log e_k of all numbers (eq-esp), where e_{−1} = 0."""
    return float(log_elementary_symmetric(lam, k)[-1, -1]) if k >= 0 else -math.inf


def covariance(kdpp: KDPP) -> Floats:
    """Covariance of the inclusion indicators, P(i and j) − b_i b_j (eq-dpp-covariance).

    Its rows sum to zero, because every subset has k items, and no off-diagonal entry is positive,
    because a k-DPP is negatively associated.

    Parameters
    ----------
    kdpp : KDPP
        Distribution of the subsets.

    Returns
    -------
    (n, n) ndarray
        Entry (i, j) is the covariance of items i and j: b_i (1 − b_i) on the diagonal.

    Examples
    --------
    >>> covariance(KDPP([[2.0, 0.0], [0.0, 6.0]], k=1)).round(12)
    array([[ 0.1875, -0.1875],
           [-0.1875,  0.1875]])
    """
    b = kdpp.inclusion()
    return kdpp.pair_inclusion() - np.multiply.outer(b, b)


def normalised_covariance(kdpp: KDPP) -> Floats:
    """C_ij = P(i and j) / (b_i b_j) − 1, and C_ii = 1/b_i − 1 (eq-normalised-covariance).

    Parameters
    ----------
    kdpp : KDPP
        Distribution of the subsets.

    Returns
    -------
    (n, n) ndarray
        The matrix C.

    Raises
    ------
    ValueError
        If an item is never drawn (b_i = 0), so that C is not defined for it.

    Examples
    --------
    >>> normalised_covariance(KDPP([[2.0, 0.0], [0.0, 6.0]], k=1)).round(4)
    array([[ 3.    , -1.    ],
           [-1.    ,  0.3333]])
    """
    b = kdpp.inclusion()
    if b.min() <= 0:
        raise ValueError(f"kdpp must draw every item, got inclusion 0 for item {int(b.argmin())}")
    return covariance(kdpp) / np.multiply.outer(b, b)


def uniform_covariance(n: int, k: int) -> Floats:
    """Covariance of the indicators when k of n are drawn uniformly (eq-uniform-covariance).

    Parameters
    ----------
    n, k : int
        Items and items drawn, without replacement.

    Returns
    -------
    (n, n) ndarray
        −k (n − k) / (n² (n − 1)) off the diagonal, k (n − k) / n² on it.

    Raises
    ------
    ValueError
        Unless 1 ≤ k ≤ n.

    Examples
    --------
    >>> uniform_covariance(2, 1)
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    n = _require.count("n", n, at_least=1)
    k = _require.count("k", k, at_least=1, at_most=n)
    spread = k * (n - k) / n**2
    return spread * (np.eye(n) - (1 - np.eye(n)) / max(n - 1, 1))


def update_variance(cov: ArrayLike, gradients: ArrayLike, k: int) -> float:
    """Variance of the averaged update, tr(Gᵀ Cov G) / k² (eq-update-variance).

    The update is Σ_i m_i g_i / k with random indicators m_i and fixed gradients g_i; its variance
    is the expected squared distance from its mean.

    Parameters
    ----------
    cov : (n, n) array_like
        Covariance of the indicators of any way to select, not only of a k-DPP.
    gradients : (n, d) array_like
        Row i is the update of client i.
    k : int
        Divisor of the update, the number of clients in a round.

    Returns
    -------
    float
        The variance, in squared units of the gradients.

    Raises
    ------
    ValueError
        If the shapes do not match or k < 1.

    Examples
    --------
    One of two clients with updates −1 and 1: the update is ±1 with equal chance.

    >>> update_variance(uniform_covariance(2, 1), [[-1.0], [1.0]], 1)
    1.0
    """
    cov, G, k = _design(cov, gradients, k)
    return float(np.sum(G * (cov @ G))) / k**2


def pairwise_variance(cov: ArrayLike, gradients: ArrayLike, k: int) -> float:
    """Variance of the update as a sum over pairs of clients (eq-pairwise-variance).

    −Σ_{i≠j} Cov_ij ‖g_i − g_j‖² / (2k²) equals :func:`update_variance` for every way to select
    exactly k clients. It shows what repulsion is worth: a negative covariance costs nothing
    between clients with equal gradients and takes its share of the fixed row sums from pairs where
    it would cost a lot.

    Parameters
    ----------
    cov : (n, n) array_like
        Covariance of the indicators; its rows sum to zero.
    gradients : (n, d) array_like
        Row i is the update of client i.
    k : int
        Divisor of the update, the number of clients in a round.

    Returns
    -------
    float
        The variance, in squared units of the gradients.

    Raises
    ------
    ValueError
        If the shapes do not match, k < 1 or a row of ``cov`` does not sum to zero.

    Examples
    --------
    >>> pairwise_variance(uniform_covariance(2, 1), [[-1.0], [1.0]], 1)
    1.0
    """
    cov, G, k = _design(cov, gradients, k)
    row_sums = np.abs(cov.sum(axis=1))
    if row_sums.max() > TOLERANCE * max(1.0, np.abs(cov).max()):
        raise ValueError(
            "cov must have rows that sum to zero, as for subsets of fixed size, "
            f"got {row_sums.max():.6g} in row {int(row_sums.argmax())}"
        )
    return float(-np.sum(cov * cdist(G, G, "sqeuclidean"))) / (2 * k**2)


def horvitz_thompson(gradients: ArrayLike, p: ArrayLike, b: ArrayLike, chosen: ArrayLike) -> Floats:
    """Unbiased estimate Σ_{i chosen} (p_i / b_i) g_i of Σ_i p_i g_i (eq-horvitz-thompson).

    Dividing by the inclusion probability undoes the preference of the selection (Horvitz and
    Thompson, 1952, A generalization of sampling without replacement from a finite universe, JASA
    47); the plain average of the chosen is unbiased only for weights b_i/k.

    Parameters
    ----------
    gradients : (n, d) array_like
        Row i is the update of client i; only chosen rows are used.
    p : (n,) array_like
        Weights of the clients in the objective.
    b : (n,) array_like
        Inclusion probabilities, positive wherever p is not zero.
    chosen : (k,) or (size, k) array_like of int
        Selected clients of one draw or of several.

    Returns
    -------
    (d,) or (size, d) ndarray
        The estimate, one row for each draw if there are several.

    Raises
    ------
    ValueError
        If shapes do not match, a chosen index is out of range, a b_i is outside [0, 1], or a
        client with p_i ≠ 0 is never drawn.

    Examples
    --------
    >>> horvitz_thompson([[1.0], [4.0]], [0.5, 0.5], [0.25, 0.75], [0])
    array([2.])
    """
    p = _require.array("p", p, shape=(None,))
    G = _require.rows("gradients", gradients, p.size)
    b = _require.array("b", b, shape=p.shape)
    if b.size and (b.min() < 0 or b.max() > 1):
        bad = b[(b < 0) | (b > 1)][0]
        raise ValueError(f"b must hold probabilities between 0 and 1, got {bad}")
    if np.any((b == 0) & (p != 0)):
        client = int(np.flatnonzero((b == 0) & (p != 0))[0])
        raise ValueError(f"b must be positive where p is not zero, got b = 0 for client {client}")
    shape = (None,) * max(1, np.ndim(chosen))
    chosen = _require.labels("chosen", chosen, shape=shape)
    if chosen.size and chosen.max() >= p.size:
        raise ValueError(f"chosen must hold clients below {p.size}, got {chosen.max()}")
    weight = np.divide(p, b, out=np.zeros_like(p), where=b > 0)
    estimate: Floats = np.einsum("...k,...kd->...d", weight[chosen], G[chosen])
    return estimate


def label_kernel(Z: ArrayLike, *, ridge: float = 0.0) -> Floats:
    """Overlap Σ_c √(h_ic h_jc) of the label histograms of clients i and j (eq-label-kernel).

    h_i = Z_i / Σ_c Z_ic. The overlap (Bhattacharyya coefficient) is 1 for equal histograms and 0
    for disjoint ones; its rank is at most the number of classes, so that larger subsets need a
    ridge.

    Parameters
    ----------
    Z : (n, C) array_like of int
        Label counts: Z_ic samples of class c on client i.
    ridge : float
        Added to the diagonal; lets clients that look the same come together now and then.

    Returns
    -------
    (n, n) ndarray
        The kernel: the overlaps, with the ridge added to the diagonal.

    Raises
    ------
    ValueError
        If a count is negative or not whole, a client has no samples, or the ridge is negative.

    Examples
    --------
    >>> label_kernel([[3, 0], [0, 5], [4, 4]]).round(4)
    array([[1.    , 0.    , 0.7071],
           [0.    , 1.    , 0.7071],
           [0.7071, 0.7071, 1.    ]])
    """
    counts = _require.labels("Z", Z, shape=(None, None)).astype(np.float64)
    total = counts.sum(axis=1)
    if np.any(total == 0):
        client = int(np.flatnonzero(total == 0)[0])
        raise ValueError(f"Z must give every client a sample, got none for client {client}")
    root = np.sqrt(counts / total[:, np.newaxis])
    return _with_ridge(root @ root.T, ridge)


def gradient_kernel(gradients: ArrayLike, *, ridge: float = 0.0) -> Floats:
    """Cosine g_i·g_j / (‖g_i‖ ‖g_j‖) of the clients' gradients (eq-gradient-kernel).

    Parameters
    ----------
    gradients : (n, d) array_like
        Row i is the update of client i, not zero; the kernel's rank is at most d.
    ridge : float
        Added to the diagonal.

    Returns
    -------
    (n, n) ndarray
        The kernel: the cosines, with the ridge added to the diagonal.

    Raises
    ------
    ValueError
        If a gradient is zero or the ridge negative.

    Examples
    --------
    >>> gradient_kernel([[2.0, 0.0], [0.0, 1.0], [3.0, 3.0]]).round(4)
    array([[1.    , 0.    , 0.7071],
           [0.    , 1.    , 0.7071],
           [0.7071, 0.7071, 1.    ]])
    """
    G = _require.array("gradients", gradients, shape=(None, None))
    length = np.linalg.norm(G, axis=1)
    if np.any(length == 0):
        client = int(np.flatnonzero(length == 0)[0])
        raise ValueError(f"gradients must not be zero, got zero for client {client}")
    unit = G / length[:, np.newaxis]
    return _with_ridge(unit @ unit.T, ridge)


def position_kernel(points: ArrayLike, *, length: float, ridge: float = 0.0) -> Floats:
    """Gaussian kernel exp(−‖x_i − x_j‖² / (2 length²)) of positions (eq-position-kernel).

    Parameters
    ----------
    points : (n, d) array_like
        Where the clients are; a vector of n numbers stands for positions on a line.
    length : float
        Distance over which clients count as alike, in the unit of ``points``.
    ridge : float
        Added to the diagonal.

    Returns
    -------
    (n, n) ndarray
        The kernel, with the ridge added to its diagonal.

    Raises
    ------
    ValueError
        If ``length`` is not positive or the ridge is negative.

    Examples
    --------
    >>> position_kernel([0.0, 1.0], length=1.0).round(4)
    array([[1.    , 0.6065],
           [0.6065, 1.    ]])
    """
    points = _require.rows("points", points, len(np.atleast_1d(np.asarray(points))))
    length = _require.number("length", length, above=0)
    return _with_ridge(np.exp(-0.5 * cdist(points, points, "sqeuclidean") / length**2), ridge)


def _with_ridge(S: Floats, ridge: float) -> Floats:
    """Add the ridge to the diagonal of S."""
    return S + _require.number("ridge", ridge, at_least=0) * np.eye(S.shape[0])


def _design(cov: ArrayLike, gradients: ArrayLike, k: int) -> tuple[Floats, Floats, int]:
    """Check a covariance of indicators, the gradients and the divisor against each other."""
    cov = _require.array("cov", cov, shape=(None, None))
    if cov.shape[0] != cov.shape[1]:
        raise ValueError(f"cov must be square, got shape {cov.shape}")
    return (
        cov,
        _require.rows("gradients", gradients, cov.shape[0]),
        _require.count("k", k, at_least=1),
    )


def _kernel(S: ArrayLike) -> Floats:
    """Return S as a square, symmetric, finite array."""
    S = _require.array("S", S, shape=(None, None))
    if S.shape[0] != S.shape[1]:
        raise ValueError(f"S must be square, got shape {S.shape}")
    gap = np.abs(S - S.T)
    if S.size and gap.max() > TOLERANCE * np.abs(S).max():
        i, j = (int(axis) for axis in np.unravel_index(gap.argmax(), gap.shape))
        raise ValueError(
            f"S must be symmetric, got S[{i}, {j}] = {S[i, j]} and S[{j}, {i}] = {S[j, i]}"
        )
    return S


def _left_vectors(F: Floats) -> tuple[Floats, Floats]:
    """Left singular vectors (n, D) and singular values √λ of F, largest first (eq-kdpp-dual).

    The dual FᵀF has the same spectrum and is five times as fast, but it squares the condition
    number; it is used where that costs at most three digits.
    """
    n, D = F.shape
    if 0 < D <= n:
        lam, U = np.linalg.eigh(F.T @ F)  # in rising order
        if lam[0] > 1e-3 * lam[-1]:
            V = F @ (U[:, ::-1] / np.sqrt(lam[::-1]))
            return V, np.sqrt(lam[::-1])
    V, s, _ = np.linalg.svd(F, full_matrices=False)
    return V, s
