"""The empirical graph: nodes are clients, weighted edges say whose models should be alike.

A graph is its symmetric adjacency matrix A (def-empirical-graph), a SciPy sparse array in CSR
form whose row i belongs to node i. Every function here accepts any sparse or dense matrix-like.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse import csgraph

from flcourse import _require
from flcourse._types import Floats, Ints
from flcourse.engine import graph as engine

__all__ = [
    "components",
    "degrees",
    "from_networkx",
    "knn_graph",
    "lambda_2",
    "laplacian",
    "spectrum",
    "to_networkx",
    "total_variation",
]

# "plain" takes the eigenvalues of a dense matrix. "auto" asks the engine beyond DENSE nodes, up to
# which a dense eigenvalue problem costs less than setting up a sparse one.
METHODS = ("auto", "plain")
DENSE = 500


def __dir__() -> list[str]:
    return __all__


def knn_graph(
    points: ArrayLike,
    k: int,
    *,
    metric: str = "euclidean",
    symmetrise: str = "union",
    method: str = "auto",
) -> sparse.csr_array:
    """Connect each point with its k nearest others by edges of weight 1 (eq-knn-graph).

    Parameters
    ----------
    points : (n, p) array_like
        Row i is the position of node i. A vector of length n holds points on a line.
    k : int
        Neighbours per node, 1 to n − 1. A point is never its own neighbour, but its duplicates
        are at distance 0.
    metric : {"euclidean", "haversine"}
        "haversine" reads ``points`` as (latitude, longitude) in degrees and compares distances
        along great circles (eq-haversine).
    symmetrise : {"union", "mutual"}
        Being a neighbour is one-sided. "union" keeps an edge that either end asks for, so that
        degrees are at least k; "mutual" one that both ask for, so that they are at most k.
    method : {"auto", "plain"}
        "plain" computes the distances of all pairs; "auto" finds the same neighbours in a faster
        way, which needs no (n, n) array.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Symmetric adjacency matrix of zeros and ones.

    Raises
    ------
    ValueError
        If ``k`` is not between 1 and n − 1, a latitude is outside −90 to 90, or ``method`` is
        unknown.

    Notes
    -----
    Where several points tie for the last places, those with the lowest index get them; distances
    within a relative 1e-9 of the k-th one are tied. On a sphere the distance δ_ij rises with √h_ij
    (eq-haversine), and it is √h_ij that is compared. The neighbours of "auto" come from a k-d tree
    (Bentley, 1975, "Multidimensional binary search trees used for associative searching", CACM 18).

    Examples
    --------
    >>> knn_graph([0.0, 1.0, 3.0, 7.0], 1).toarray()
    array([[0., 1., 0., 0.],
           [1., 0., 1., 0.],
           [0., 1., 0., 1.],
           [0., 0., 1., 0.]])
    >>> knn_graph([0.0, 1.0, 3.0, 7.0], 1, symmetrise="mutual").nnz // 2
    1
    """
    places = _require.array("points", points)
    places = _require.rows("points", places, len(places) if places.ndim else 0)
    n = len(places)
    k = _require.count("k", k, at_least=1)
    if n < 2:
        raise ValueError(f"points must hold at least 2 points, got {n}")
    if k >= n:
        raise ValueError(f"k must be at most {n - 1}, the number of other points, got {k}")
    _require.choice("symmetrise", symmetrise, ("union", "mutual"))
    if sphere := _require.choice("metric", metric, ("euclidean", "haversine")) == "haversine":
        places = _require.latlon("points", places)
    if _require.choice("method", method, METHODS) == "auto":
        nearest = engine.nearest(places, k, sphere)
    elif sphere:
        phi, psi = np.radians(places).T[:, :, np.newaxis]  # rows are i, columns j
        h = np.sin((phi.T - phi) / 2) ** 2
        h += np.cos(phi) * np.cos(phi.T) * np.sin((psi.T - psi) / 2) ** 2
        nearest = _first(np.sqrt(h), k)  # δ_ij = 2 R arcsin √h_ij rises with √h_ij
    else:
        nearest = _first(np.linalg.norm(places[:, np.newaxis] - places, axis=-1), k)
    i, j = np.repeat(np.arange(n), k), nearest.ravel()
    NN = sparse.csr_array((np.ones(n * k), (i, j)), shape=(n, n))  # 1 if j is in NN_k(i)
    A = NN.maximum(NN.T) if symmetrise == "union" else NN.minimum(NN.T)  # either asks, or both do
    A.sort_indices()
    return _require.compact(A)


def _first(delta: Floats, k: int) -> Ints:
    """NN_k(i) in row i, from all distances δ_ij: ties for the last places go to low indices."""
    np.fill_diagonal(delta, np.inf)
    last = np.sort(delta)[:, [k - 1]]
    tied = abs(delta - last) <= engine.TIE * last
    return np.argsort(np.where(tied, last, delta), axis=1, kind="stable")[:, :k]


def laplacian(A: Any) -> sparse.csr_array:
    """Laplacian L = D − A: degrees on the diagonal, minus the weights off it (eq-laplacian).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        The Laplacian, with entries as in (eq-laplacian-entries); its quadratic form is the total
        variation (eq-quadratic-form).

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Examples
    --------
    >>> laplacian([[0, 1, 1], [1, 0, 0], [1, 0, 0]]).toarray()
    array([[ 2., -1., -1.],
           [-1.,  1.,  0.],
           [-1.,  0.,  1.]])
    """
    A = _require.adjacency("A", A)
    D = sparse.diags_array(A @ np.ones(A.shape[0]))  # degrees(A), which would check A again
    return (D - A).tocsr()


def degrees(A: Any) -> Floats:
    """Weighted degree of each node, the sum of its edge weights (eq-degree).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    (n,) numpy.ndarray
        Degrees in node order; the largest is the maximum degree (eq-max-degree).

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Examples
    --------
    >>> degrees([[0, 1, 2], [1, 0, 0], [2, 0, 0]])
    array([3., 1., 2.])
    """
    A = _require.adjacency("A", A)
    return np.asarray(A @ np.ones(A.shape[0]))


def components(A: Any) -> Ints:
    """Label the connected component of each node (def-empirical-graph).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    (n,) numpy.ndarray of int
        Labels 0, 1, … in the order of the components' first nodes.

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Examples
    --------
    >>> components([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    array([0, 1, 0])
    """
    labels = csgraph.connected_components(_require.adjacency("A", A), directed=False)[1]
    return np.asarray(labels, dtype=np.int64)


def spectrum(A: Any, k: int | None = None, *, method: str = "auto") -> Floats:
    """Eigenvalues of the Laplacian in ascending order, zero first (eq-eigenvalues).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    k : int, optional
        How many of the smallest eigenvalues; all by default, which takes n² numbers of memory.
    method : {"auto", "plain"}
        "plain" takes the eigenvalues of the dense Laplacian; "auto" takes a faster way for
        more than 500 nodes if k is at most n / 5.

    Returns
    -------
    (k,) numpy.ndarray
        The eigenvalues: as many exact zeros as the graph has components, then the positive ones.

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix, ``k`` is not between 1 and n or ``method`` is unknown.

    Examples
    --------
    >>> spectrum([[0, 1, 1], [1, 0, 1], [1, 1, 0]]).round(12)
    array([0., 3., 3.])
    """
    A = _require.adjacency("A", A)
    n = A.shape[0]
    k = n if k is None else _require.count("k", k, at_least=1, at_most=n)
    L, n_zeros = laplacian(A), components(A).max() + 1
    if _require.choice("method", method, METHODS) == "plain" or n <= DENSE or k > n // 5:
        values = np.linalg.eigvalsh(L.toarray())[:k]
    else:
        values = engine.smallest_eigenvalues(L, k) if k > n_zeros else np.zeros(k)
    values[:n_zeros] = 0.0  # but for rounding they are
    return np.asarray(values)


def lambda_2(A: Any, *, method: str = "auto") -> float:
    """Second smallest eigenvalue of the Laplacian, positive iff connected (eq-lambda2-bound).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal, n at least 2.
    method : {"auto", "plain"}
        "plain" is the second entry of :func:`spectrum`, of a dense matrix; "auto" takes a
        faster way for more than 500 nodes.

    Returns
    -------
    float
        The eigenvalue: exactly 0.0 for a graph that is not connected, and at most n / (n − 1) times
        the smallest degree (eq-lambda2-degree).

    Raises
    ------
    ValueError
        If ``A`` is not an adjacency matrix of at least two nodes or ``method`` is unknown.

    Notes
    -----
    Fiedler (1973), "Algebraic connectivity of graphs", Czechoslovak Mathematical Journal 23.
    For many nodes the value of "auto" comes from Lanczos iterations on the pseudoinverse of L, to
    about ten digits; that takes seconds for 10⁶ nodes in the plane.

    Examples
    --------
    >>> round(lambda_2([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), 12)
    1.0
    >>> lambda_2([[0, 1, 0], [1, 0, 0], [0, 0, 0]])
    0.0
    """
    A = _require.adjacency("A", A)
    if A.shape[0] < 2:
        raise ValueError("A must have at least 2 nodes to have a second eigenvalue, got 1")
    if _require.choice("method", method, METHODS) == "plain" or A.shape[0] <= DENSE:
        return float(spectrum(A, 2, method="plain")[1])
    return engine.lambda_2(A, laplacian(A))


def total_variation(A: Any, W: ArrayLike) -> float:
    """Sum of A_ij ‖w_i − w_j‖² over the edges, each counted once (eq-total-variation).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    W : (n, d) array_like
        Row i holds the parameters of node i; a vector of length n is read as (n, 1).

    Returns
    -------
    float
        The total variation. It equals the quadratic form of the Laplacian (eq-quadratic-form), but
        is summed over edges, so that a large common part of the rows does not cancel digits.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or W does not have one row per node.

    Examples
    --------
    >>> path = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> total_variation(path, [[0.0], [1.0], [3.0]])
    5.0
    """
    A = _require.adjacency("A", A)
    W = _require.rows("W", W, A.shape[0])
    edges = sparse.triu(A, format="coo")  # each edge once
    differences = W[edges.row] - W[edges.col]
    return float(edges.data @ (differences**2).sum(axis=1))


def from_networkx(G: Any, nodelist: Sequence[Hashable] | None = None) -> sparse.csr_array:
    """Adjacency matrix of an undirected networkx graph, with a stated order of rows.

    Parameters
    ----------
    G : networkx.Graph
        Edge attribute ``weight`` is the weight, 1 where it is missing.
    nodelist : sequence of nodes
        Row i of the result belongs to ``nodelist[i]``; each node of G once. The default is the
        order in which nodes were added to G, which need not be the order of their names.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Symmetric edge weights (def-empirical-graph).

    Raises
    ------
    ValueError
        If G is directed, ``nodelist`` is not a permutation of its nodes, or a weight is negative.

    Examples
    --------
    >>> import networkx as nx
    >>> from_networkx(nx.Graph([("b", "a")]), ["a", "b"]).toarray()
    array([[0., 1.],
           [1., 0.]])
    """
    import networkx as nx

    if not isinstance(G, nx.Graph) or G.is_directed():
        raise ValueError(f"G must be an undirected networkx graph, got {type(G).__name__}")
    nodes = list(G) if nodelist is None else list(nodelist)
    if len(nodes) != len(G) or set(nodes) != set(G):
        raise ValueError(
            f"nodelist must name each of the {len(G)} nodes of G once, got {len(nodes)} names "
            f"of which {len(set(nodes) & set(G))} are different nodes of G"
        )
    if not nodes:
        raise ValueError("G must have at least one node, got none")
    return _require.adjacency("G", nx.to_scipy_sparse_array(G, nodes, dtype=float))


def to_networkx(A: Any) -> Any:
    """Build the networkx graph with nodes 0 … n − 1 and edge attribute ``weight``.

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    networkx.Graph
        Undirected, each edge once (def-empirical-graph).

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Examples
    --------
    >>> to_networkx([[0, 2], [2, 0]]).edges(data=True)
    EdgeDataView([(0, 1, {'weight': 2.0})])
    """
    import networkx as nx

    return nx.from_scipy_sparse_array(_require.adjacency("A", A))
