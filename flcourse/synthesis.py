"""Clusters and graphs that are learned: who should train together (def-clustered-federation).

Nodes with like models are found in the spectrum of a given graph (alg-spectral-clustering), or the
graph itself is learned from what the nodes report (eq-graph-learning). The fit is GTVMin again, on
the graph that is left or found.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from flcourse import _require, graph
from flcourse._types import Floats, Ints

__all__ = [
    "discrepancy",
    "learn_graph",
    "spectral_clusters",
    "spectral_embedding",
    "within_clusters",
]

MAX_SWEEPS = 1000  # Lloyd's steps never undo each other, so a run ends long before


def __dir__() -> list[str]:
    return __all__


def spectral_embedding(A: Any, k: int) -> Floats:
    """Place node i at row i of the first k eigenvectors of the Laplacian (eq-spectral-embedding).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    k : int
        Eigenvectors, 1 to n.

    Returns
    -------
    (n, k) numpy.ndarray
        Orthonormal columns. They are determined up to a rotation of columns whose eigenvalues are
        equal, and up to signs; the distances between rows are determined if λ_k < λ_{k+1}.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or k is not between 1 and n.

    Notes
    -----
    Takes all eigenvectors of a dense matrix: for thousands of nodes, not for millions.

    Examples
    --------
    >>> import numpy as np
    >>> U = spectral_embedding([[0, 1, 0], [1, 0, 0], [0, 0, 0]], 2)
    >>> bool(np.allclose(U[0], U[1]))
    True
    >>> round(float(np.linalg.norm(U[0] - U[2]) ** 2), 6)
    1.5
    """
    A = _require.adjacency("A", A)
    k = _require.count("k", k, at_least=1, at_most=A.shape[0])
    return np.asarray(np.linalg.eigh(graph.laplacian(A).toarray())[1][:, :k])


def spectral_clusters(A: Any, k: int) -> Ints:
    """Split the nodes into k clusters with few edges in between (alg-spectral-clustering).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    k : int
        Clusters, 1 to n. A large gap λ_{k+1} − λ_k speaks for k.

    Returns
    -------
    (n,) numpy.ndarray of int
        Labels 0, 1, … in the order of the clusters' first nodes.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or k is not between 1 and n.

    Notes
    -----
    von Luxburg (2007), "A tutorial on spectral clustering", Statistics and Computing 17: the
    unnormalised variant. The k-means step starts from points far apart and is deterministic; a
    graph of k components is always split into these.

    Examples
    --------
    >>> A = [[0, 0, 5, 1], [0, 0, 0, 5], [5, 0, 0, 0], [1, 5, 0, 0]]
    >>> spectral_clusters(A, 2)
    array([0, 1, 0, 1])
    """
    U = spectral_embedding(A, k)
    centres = _far_apart(U, k)
    labels = _nearest(U, centres)
    for _ in range(MAX_SWEEPS):
        centres = np.array(
            [U[labels == c].mean(axis=0) if np.any(labels == c) else centres[c] for c in range(k)]
        )
        old, labels = labels, _nearest(U, centres)
        if np.array_equal(old, labels):
            break
    return _by_first_node(labels)


def _far_apart(U: Floats, k: int) -> Floats:
    """Choose k rows: the farthest from the mean, then always the farthest from those chosen."""
    chosen = [int(np.argmax(np.linalg.norm(U - U.mean(axis=0), axis=1).round(9)))]
    while len(chosen) < k:
        gaps = np.linalg.norm(U[:, np.newaxis] - U[chosen], axis=2).min(axis=1)
        chosen.append(int(np.argmax(gaps.round(9))))  # rounded: ties go to the lowest index
    return U[chosen]


def _nearest(U: Floats, centres: Floats) -> Ints:
    gaps = np.linalg.norm(U[:, np.newaxis] - centres, axis=2)
    return np.asarray(np.argmin(gaps.round(9), axis=1), dtype=np.int64)


def _by_first_node(labels: Ints) -> Ints:
    """Rename labels to 0, 1, … in the order in which they first occur."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[inverse], dtype=np.int64)


def within_clusters(A: Any, labels: ArrayLike) -> sparse.csr_array:
    """Keep the edges that join nodes of one cluster (eq-cluster-graph).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    labels : (n,) array_like of int
        Cluster of each node.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        A without the edges between clusters; GTVMin on it is cluster-wise GTVMin
        (alg-clustered-gtvmin).

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix or ``labels`` does not hold one integer per node.

    Examples
    --------
    >>> within_clusters([[0, 5, 1], [5, 0, 2], [1, 2, 0]], [0, 0, 1]).toarray()
    array([[0., 5., 0.],
           [5., 0., 0.],
           [0., 0., 0.]])
    """
    A = _require.adjacency("A", A).tocoo()
    cluster = _require.labels("labels", labels, shape=(A.shape[0],))
    i, j = A.coords
    inside = cluster[i] == cluster[j]
    kept = sparse.csr_array((A.data[inside], (i[inside], j[inside])), shape=A.shape)
    return _require.compact(kept)


def discrepancy(V: ArrayLike) -> Floats:
    """Squared Euclidean distances between what the nodes report (eq-discrepancy).

    Parameters
    ----------
    V : (n, p) array_like
        Row i is the report of node i: its own parameters, or the gradient of its loss at parameters
        that all nodes share. A vector of length n is read as (n, 1).

    Returns
    -------
    (n, n) numpy.ndarray
        δ_ij = ‖v_i − v_j‖², symmetric with a zero diagonal.

    Raises
    ------
    ValueError
        If V does not hold finite numbers in rows.

    Examples
    --------
    >>> discrepancy([[0.0, 0.0], [3.0, 4.0]])
    array([[ 0., 25.],
           [25.,  0.]])
    """
    reports = _require.array("V", V)
    reports = _require.rows("V", reports, len(reports) if reports.ndim else 0)
    return np.asarray(np.sum((reports[:, np.newaxis] - reports) ** 2, axis=2))


def learn_graph(delta: ArrayLike, edges: int) -> sparse.csr_array:
    """Join the pairs of nodes with the smallest discrepancies (eq-graph-learning).

    Parameters
    ----------
    delta : (n, n) array_like
        Discrepancies δ_ij ≥ 0, symmetric, as from :func:`discrepancy`.
    edges : int
        Number of edges, 0 to n(n − 1)/2.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Weights of 1: a solution of the linear programme (prop-graph-learning). Where pairs tie for
        the last place, those that come first in row order get it. A node that is unlike all others
        stays alone.

    Raises
    ------
    ValueError
        If ``delta`` is not square, symmetric and non-negative, or ``edges`` is out of range.

    Examples
    --------
    >>> learn_graph(discrepancy([0.0, 1.0, 7.0, 9.0]), 2).toarray()
    array([[0., 1., 0., 0.],
           [1., 0., 0., 0.],
           [0., 0., 0., 1.],
           [0., 0., 1., 0.]])
    """
    D = _require.array("delta", delta, shape=(None, None))
    if D.shape[0] != D.shape[1] or not np.allclose(D, D.T):
        raise ValueError(f"delta must be square and symmetric, got shape {D.shape}")
    if D.size and D.min() < 0:
        raise ValueError(f"delta must be at least 0, got {D.min()}")
    n = D.shape[0]
    edges = _require.count("edges", edges, at_most=n * (n - 1) // 2)
    i, j = np.triu_indices(n, 1)
    best = np.argsort(D[i, j], kind="stable")[:edges]
    upper = sparse.csr_array((np.ones(edges), (i[best], j[best])), shape=(n, n))
    return _require.compact(sparse.csr_array(upper + upper.T))
