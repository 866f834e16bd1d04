"""The empirical graph: nodes are clients, weighted edges say whose models should be alike.

A graph is its symmetric adjacency matrix A (def-empirical-graph), a SciPy sparse array in CSR
form whose row i belongs to node i. Every function here accepts any sparse or dense matrix-like.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse import csgraph, linalg
from scipy.spatial import KDTree

from flcourse import _require
from flcourse._types import Floats, Ints

# Two distances that agree to nine digits are tied: rounding must not choose neighbours.
TIE = 1e-9
# Up to this many nodes a dense eigenvalue problem costs less than setting up a sparse one.
DENSE = 500


def knn_graph(
    points: ArrayLike, k: int, *, metric: str = "euclidean", symmetrise: str = "union"
) -> sparse.csr_array:
    """Connect each point with its k nearest others by edges of weight 1 (eq-knn-graph).

    Parameters
    ----------
    points : (n, p) array_like
        Row i is the position of node i. A vector of length n holds points on a line.
    k : int
        Neighbours per node, 1 to n - 1. A point is never its own neighbour, but its duplicates
        are at distance 0.
    metric : {"euclidean", "haversine"}
        "haversine" reads ``points`` as (latitude, longitude) in degrees and compares distances
        along great circles (eq-haversine).
    symmetrise : {"union", "mutual"}
        Being a neighbour is one-sided. "union" keeps an edge that either end asks for, so that
        degrees are at least k; "mutual" one that both ask for, so that they are at most k.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Symmetric adjacency matrix of zeros and ones.

    Raises
    ------
    ValueError
        If k is not between 1 and n - 1, or a latitude is outside -90 to 90.

    Notes
    -----
    Where several points tie for the last places, those with the lowest index get them; distances
    within a relative 1e-9 of the k-th one are tied. Neighbours come from a k-d tree (Bentley,
    1975, "Multidimensional binary search trees used for associative searching", CACM 18). Great
    circles need no tree of their own: on the unit sphere the order of chords is the order of arcs.

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
    if _require.choice("metric", metric, ("euclidean", "haversine")) == "haversine":
        places = _on_unit_sphere(places)
    _require.choice("symmetrise", symmetrise, ("union", "mutual"))
    ends = np.arange(0, n * k + 1, k)
    asked = sparse.csr_array((np.ones(n * k), _nearest(places, k).ravel(), ends), shape=(n, n))
    both = asked + asked.T  # 2 where the wish is mutual, else 1
    both.data = np.ones(both.nnz) if symmetrise == "union" else np.floor(both.data / 2)
    both.eliminate_zeros()
    both.sort_indices()
    return _require.compact(both)


def _on_unit_sphere(points: Floats) -> Floats:
    """Turn (latitude, longitude) in degrees into unit vectors."""
    lat, lon = np.radians(_require.array("points", points, shape=(None, 2))).T
    if np.abs(points[:, 0]).max() > 90:
        worst = int(np.argmax(np.abs(points[:, 0])))
        raise ValueError(
            "points must hold (latitude, longitude) with latitudes from -90 to 90 degrees, "
            f"got {points[worst, 0]} in row {worst}"
        )
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def _nearest(places: Floats, k: int) -> Ints:
    """Find the k nearest other points of each: indices (n, k), in no particular order."""
    n = len(places)
    tree = KDTree(places)
    chosen = np.empty((n, k), dtype=np.int64)
    for block in np.array_split(np.arange(n), n // 10_000 + 1):
        rows, width = block, min(k + 2, n)
        while rows.size:  # a row whose ties reach beyond ``width`` asks again for more
            distance, index = tree.query(places[rows], width)
            last = distance[:, [k]]  # the point itself is first, or tied with the first
            settled = (distance[:, -1] > last[:, 0] * (1 + TIE)) | (width == n)
            tier = (distance >= last * (1 - TIE)).astype(int) + (distance > last * (1 + TIE))
            tier[index == rows[:, np.newaxis]] = 3
            order = np.lexsort((index, tier), axis=-1)[:, :k]
            chosen[rows[settled]] = np.take_along_axis(index, order, axis=-1)[settled]
            rows, width = rows[~settled], min(2 * width, n)
    return chosen


def laplacian(A: Any) -> sparse.csr_array:
    """Laplacian L = D - A: degrees on the diagonal, minus the weights off it (eq-laplacian).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    (n, n) scipy.sparse.csr_array
        Entries as in (eq-laplacian-entries); its quadratic form is the total variation
        (eq-quadratic-form).

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
    return _laplacian(_require.adjacency("A", A))


def _laplacian(A: sparse.csr_array) -> sparse.csr_array:
    return (sparse.diags_array(_degrees(A)) - A).tocsr()


def _degrees(A: sparse.csr_array) -> Floats:
    return np.asarray(A @ np.ones(A.shape[0]))  # in half the time of A.sum


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
    return _degrees(_require.adjacency("A", A))


def components(A: Any) -> Ints:
    """Label the connected component of each node (def-empirical-graph).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.

    Returns
    -------
    (n,) numpy.ndarray of int
        0, 1, ... in the order of the components' first nodes.

    Raises
    ------
    ValueError
        If A is not square, symmetric and non-negative with a zero diagonal.

    Examples
    --------
    >>> components([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    array([0, 1, 0])
    """
    return _components(_require.adjacency("A", A))


def _components(A: sparse.csr_array) -> Ints:
    # Most graphs are connected, and to see that takes a third of the time.
    if csgraph.breadth_first_order(A, 0, return_predecessors=False).size == A.shape[0]:
        return np.zeros(A.shape[0], dtype=np.int64)
    labels = csgraph.connected_components(A, directed=False)[1]
    return np.asarray(labels, dtype=np.int64)


def spectrum(A: Any, k: int | None = None) -> Floats:
    """Eigenvalues of the Laplacian in ascending order, zero first (eq-eigenvalues).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal.
    k : int, optional
        How many of the smallest eigenvalues; all by default, which takes n² numbers of memory.

    Returns
    -------
    (k,) numpy.ndarray
        As many exact zeros as the graph has components, then the positive eigenvalues.

    Raises
    ------
    ValueError
        If A is not an adjacency matrix or k is not between 1 and n.

    Examples
    --------
    >>> spectrum([[0, 1, 1], [1, 0, 1], [1, 1, 0]]).round(12)
    array([0., 3., 3.])
    """
    A = _require.adjacency("A", A)
    n = A.shape[0]
    k = n if k is None else _require.count("k", k, at_least=1, at_most=n)
    zeros = int(_components(A).max()) + 1
    values = np.zeros(k)
    if k > zeros:
        values[zeros:] = _smallest(_laplacian(A), k)[zeros:]
    return values


def _smallest(L: sparse.csr_array, k: int) -> Floats:
    """Compute the k smallest eigenvalues of a Laplacian, ascending."""
    n = L.shape[0]
    if n <= DENSE or k > n // 5:
        return np.asarray(np.linalg.eigvalsh(L.toarray())[:k])
    # Just below zero, L - shift I is positive definite and the wanted end of the spectrum is
    # the one that shift-invert Lanczos finds first.
    shift = -1e-3 * L.diagonal().mean()
    start = np.random.default_rng(0).standard_normal(n)
    values = linalg.eigsh(L, k, sigma=shift, v0=start, return_eigenvectors=False)
    return np.sort(values)


def lambda_2(A: Any) -> float:
    """Second smallest eigenvalue of the Laplacian, positive iff connected (eq-lambda2-bound).

    Parameters
    ----------
    A : (n, n) matrix_like
        Symmetric non-negative edge weights, zero diagonal, n at least 2.

    Returns
    -------
    float
        Exactly 0.0 for a graph that is not connected; at most n / (n - 1) times the smallest
        degree (eq-lambda2-degree).

    Raises
    ------
    ValueError
        If A is not an adjacency matrix of at least two nodes.

    Notes
    -----
    Fiedler (1973), "Algebraic connectivity of graphs", Czechoslovak Mathematical Journal 23.
    Beyond 500 nodes the value comes from Lanczos iterations on the pseudoinverse of L, to about
    ten digits; that takes seconds for 10⁶ nodes in the plane.

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
    return _lambda_2(A)


def _lambda_2(A: sparse.csr_array) -> float:
    n = A.shape[0]
    order, parents = csgraph.breadth_first_order(A, 0)
    if order.size < n:
        return 0.0
    L = _laplacian(A)
    if n <= DENSE:
        return float(np.linalg.eigvalsh(L.toarray())[1])
    # A graph in which everybody is near everybody would fill the factors of L, but then lambda_2
    # stands out and Lanczos finds it without them, as high minus the top of high I − L.
    if _depth(order, parents) <= 2 * np.log2(n):
        high = 2 * L.diagonal().max()
        with contextlib.suppress(linalg.ArpackNoConvergence):
            low = high - _largest(n, lambda x: high * x - L @ x)
            if low > 1e-5 * high:  # else the difference has lost too many digits
                return float(low)
    factor = linalg.splu(
        L[1:, 1:].tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    # The pseudoinverse of L on vectors of mean zero: fix x_0 = 0, solve, take out the mean.
    return 1 / _largest(n, lambda x: np.concatenate([[0.0], factor.solve(x[1:])]))


def _depth(order: Ints, parents: Ints) -> int:
    """Count the steps from the first node of a breadth-first order to its last, the farthest."""
    node, steps = order[-1], 0
    while node != order[0]:
        node, steps = parents[node], steps + 1
    return steps


def _largest(n: int, times: Callable[[Floats], Floats]) -> float:
    """Largest eigenvalue of a symmetric map of the vectors of mean zero, by Lanczos."""

    def centred(x: Floats) -> Floats:
        y: Floats = times(x - x.mean())
        return np.asarray(y - y.mean())

    operator = linalg.LinearOperator((n, n), matvec=centred, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(n)
    top = linalg.eigsh(
        operator,
        1,
        which="LA",
        v0=start - start.mean(),
        tol=1e-10,
        maxiter=100,
        return_eigenvectors=False,
    )
    return float(top[0])


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
        Equal to the quadratic form of the Laplacian (eq-quadratic-form), but summed over edges,
        so that a large common part of the rows does not cancel digits.

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
    return _total_variation(A, _require.rows("W", W, A.shape[0]))


def _total_variation(A: sparse.csr_array, W: Floats) -> float:
    total = 0.0
    for w in W.T:
        steps = np.repeat(w, np.diff(A.indptr))
        steps -= w[A.indices]
        steps *= steps
        total += float(A.data @ steps)
    return total / 2  # the matrix stores each edge in both directions


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
