# ruff: noqa
# %% tags=["right", "id:linear-eigvalsh"]
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        L = np.diag(A.sum(axis=1)) - A
        lam2 = np.linalg.eigvalsh(L)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["right", "id:bisection"]
def lambda2(places, k):
    """second smallest eigenvalue of the union graph"""
    A = knn_graph(places, k).toarray()
    return sorted(np.linalg.eigvalsh(np.diag(A.sum(0)) - A))[1]


def fewest_neighbours(places, target):
    # more neighbours only add edges, so lambda_2 grows with k: bisection is allowed
    need = max(target - 1e-9, 1e-5)
    low, high = 1, len(places) - 1
    while low < high:
        middle = (low + high) // 2
        if lambda2(places, middle) >= need:
            high = middle
        else:
            low = middle + 1
    return low


# %% tags=["right", "id:csgraph"]
from scipy.sparse.csgraph import connected_components
from scipy.sparse.csgraph import laplacian as sp_laplacian
import scipy.linalg as sla


def fewest_neighbours(places, target):
    n_places = np.asarray(places).shape[0]
    k = 0
    while k < n_places - 1:
        k += 1
        G = knn_graph(places, k)
        pieces, _ = connected_components(G, directed=False)
        if pieces > 1:
            continue
        lam = sla.eigh(sp_laplacian(G).toarray(), eigvals_only=True, subset_by_index=[1, 1])[0]
        if lam > target or np.isclose(lam, target, rtol=1e-10, atol=1e-10):
            break
    return k


# %% tags=["right", "id:networkx"]
import networkx as nx


def fewest_neighbours(places, target):
    def good_enough(k):
        G = nx.from_numpy_array(knn_graph(places, k).toarray())
        if not nx.is_connected(G):
            return False
        return nx.laplacian_spectrum(G)[1] + 1e-9 >= target

    return next((k for k in range(1, len(places) - 1) if good_enough(k)), len(places) - 1)


# %% tags=["right", "id:own-knn-and-walk"]
def fewest_neighbours(places: np.ndarray, target: float) -> int:
    P = np.array(places, dtype=float)
    N = len(P)
    dist = [[float(np.hypot(*(P[i] - P[j]))) for j in range(N)] for i in range(N)]
    ranking = [sorted((j for j in range(N) if j != i), key=lambda j: dist[i][j]) for i in range(N)]
    L = np.zeros((N, N))
    joined = set()
    for k in range(1, N):
        for i in range(N):
            j = ranking[i][k - 1]
            edge = (min(i, j), max(i, j))
            if edge not in joined:
                joined.add(edge)
                L[i, j] -= 1
                L[j, i] -= 1
                L[i, i] += 1
                L[j, j] += 1
        # walk from node 0
        seen, todo = {0}, [0]
        while todo:
            a = todo.pop()
            for b in range(N):
                if L[a, b] < 0 and b not in seen:
                    seen.add(b)
                    todo.append(b)
        if len(seen) < N:
            continue
        if np.linalg.eigvalsh(L)[1] >= target - 1e-8:
            return k
    return N - 1


# %% tags=["right", "id:shifted-smallest"]
def fewest_neighbours(places, target):
    # L + 11^T has the eigenvalue n for the constant vector and lambda_2.. else; lambda_2 <= n,
    # so its smallest eigenvalue is lambda_2
    m = len(places)
    for k in range(1, m):
        A = np.asarray(knn_graph(places, k).todense())
        M = np.diag(np.sum(A, axis=1)) - A + np.ones((m, m))
        smallest = np.linalg.eigvalsh(M).min()
        print(k, smallest)
        if smallest >= max(target * (1 - 1e-12) - 1e-9, 1e-4):
            return k
    return m - 1


# %% tags=["right", "id:incidence-svd"]
def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = np.triu(knn_graph(places, k).toarray())
        edges = np.argwhere(A > 0)
        B = np.zeros((max(len(edges), m), m))  # padded with zero rows: m singular values
        for r, (i, j) in enumerate(edges):
            B[r, i], B[r, j] = 1, -1
        lam = np.sort(np.linalg.svd(B, compute_uv=False) ** 2)
        if lam[1] > 1e-7 and lam[1] >= target - 1e-9:
            return int(k)
    return m - 1


# %% tags=["right", "id:recursive"]
def fewest_neighbours(places, target, k=1):
    if k == len(places) - 1:
        return k
    A = knn_graph(places, k).toarray()
    degree = A @ np.ones(len(A))
    values = np.linalg.eigh(np.diag(degree) - A).eigenvalues
    connected = np.count_nonzero(np.abs(values) < 1e-6) == 1
    if connected and values[1] - target > -1e-9:
        return k
    return fewest_neighbours(places, target, k + 1)


# %% tags=["right", "id:downwards"]
def fewest_neighbours(places, target):
    k = len(places) - 1  # always enough
    while k > 1:
        A = knn_graph(places, k - 1).toarray()
        lam = np.partition(np.linalg.eigvalsh(np.diag(A.sum(axis=0)) - A), 1)[1]
        if lam < 1e-6 or lam < target - 1e-9:
            break
        k -= 1
    return k


# %% tags=["right", "id:searchsorted"]
def fewest_neighbours(places, target):
    def fiedler(k):
        A = knn_graph(places, k)
        A = A.toarray()
        return np.sort(np.real(np.linalg.eigvals(np.diag(A.sum(axis=1)) - A)))[1]

    values = np.array([fiedler(k) for k in range(1, len(places))])
    values[values < 1e-6] = -1.0  # in pieces
    good = np.flatnonzero(values + 1e-8 >= target)
    return good[0] + 1


# %% tags=["right", "id:union-find-class"]
class Graph:
    def __init__(self, places, k):
        self.A = knn_graph(places, k).toarray()
        self.n = len(self.A)

    def connected(self):
        parent = list(range(self.n))

        def root(i):
            while parent[i] != i:
                i = parent[i]
            return i

        for i, j in zip(*np.nonzero(self.A)):
            parent[root(int(i))] = root(int(j))
        return len({root(i) for i in range(self.n)}) == 1

    def lambda_2(self):
        L = np.diag(self.A.sum(1)) - self.A
        # orthonormal basis of the vectors with average 0
        basis = np.linalg.qr(np.column_stack([np.ones(self.n), np.eye(self.n)[:, 1:]]))[0][:, 1:]
        return np.linalg.eigvalsh(basis.T @ L @ basis)[0]


def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        g = Graph(places, k)
        if g.connected() and g.lambda_2() > target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["right", "id:bisect-module"]
import bisect


def fewest_neighbours(places, target):
    def key(k):
        A = knn_graph(places, k).toarray()
        return np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A)[1]

    ks = range(1, len(places))
    return ks[min(bisect.bisect_left(ks, max(1e-6, target - 1e-9), key=key), len(ks) - 1)]


# %% tags=["wrong", "id:not-connected", "loses:fewest-neighbours-tests"]
# why: "a graph that is connected": only lambda_2 >= target - tolerance is tested, so target 0 takes any graph.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1] >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:no-tolerance", "loses:fewest-neighbours-tests"]
# why: "a computer finds an eigenvalue 0 only up to rounding": lambda_2 = 1e-16 passes for connected.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 0 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:only-connected", "loses:fewest-neighbours-tests"]
# why: "and has lambda_2 >= target": the target is ignored.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1] > 1e-6:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:adjacency-spectrum", "loses:fewest-neighbours-tests"]
# why: the eigenvalues of A are taken, not those of "L = D - A".
from scipy.sparse.csgraph import connected_components


def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        if connected_components(A)[0] == 1 and np.linalg.eigvalsh(A)[-2] >= target:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:unsorted-eig", "loses:fewest-neighbours-tests"]
# why: numpy.linalg.eig does not sort; entry 1 is not "the second smallest eigenvalue".
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam = np.linalg.eig(np.diag(A.sum(1)) - A)[0].real
        if lam[1] > 1e-6 and lam[1] >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:first-nonzero", "loses:fewest-neighbours-tests"]
# why: takes the smallest eigenvalue that is not zero; the second smallest "is 0 if the graph is not connected".
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)
        if lam[lam > 1e-6][0] >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:normalised-laplacian", "loses:fewest-neighbours-tests"]
# why: the normalised Laplacian is used instead of (2.7), L = D - A.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        s = 1 / np.sqrt(A.sum(1))
        lam2 = np.linalg.eigvalsh(np.eye(len(A)) - s[:, None] * A * s)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:degree-k", "loses:fewest-neighbours-tests"]
# why: every node is given the degree k; but D_ii is the row sum, and the union gives some nodes more.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(k * np.eye(len(A)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:global-stations", "loses:fewest-neighbours-tests"]
# why: uses the stations of the notebook instead of the argument `places`.
def fewest_neighbours(places, target):
    for k in range(1, min(len(latlon), 10)):
        A = knn_graph(latlon, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k


# %% tags=["wrong", "id:mutual", "loses:fewest-neighbours-tests"]
# why: joins two stations only if both choose each other; the text says "if one of the two".
def fewest_neighbours(places, target):
    D = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(D, np.inf)
    rank = D.argsort(axis=1).argsort(axis=1)
    for k in range(1, len(places)):
        A = ((rank < k) & (rank.T < k)).astype(float)
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:off-by-one", "loses:fewest-neighbours-tests"]
# why: returns the largest k that does NOT do (counting from 0), not "the smallest k that will do".
def fewest_neighbours(places, target):
    values = []
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        values.append(np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1])
    values = np.array(values)
    return int(np.argmax((values > 1e-6) & (values >= target - 1e-9)))


# %% tags=["wrong", "id:starts-at-two", "loses:fewest-neighbours-tests"]
# why: k = 1 is never tried, though "1 <= k < n".
def fewest_neighbours(places, target):
    for k in range(2, len(places)):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:min-degree-bound", "loses:fewest-neighbours-tests"]
# why: uses the upper bound n/(n-1) * smallest degree in place of lambda_2 itself.
from scipy.sparse.csgraph import connected_components


def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = knn_graph(places, k).toarray()
        if connected_components(A)[0] == 1 and m / (m - 1) * A.sum(1).min() >= target - 1e-9:
            return k
    return m - 1


# %% tags=["wrong", "id:at-most-three", "loses:fewest-neighbours-tests"]
# why: k is searched up to 3 only, "in practice 3 neighbours suffice"; the text allows every k < n.
def fewest_neighbours(places, target):
    for k in (1, 2, 3):
        if k >= len(places):
            return len(places) - 1
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return 3


# %% tags=["wrong", "id:great-circle", "loses:fewest-neighbours-tests"]
# why: neighbours by great circles; the text fixes the graph knn_graph(places, k) (degrees, Euclidean).
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k, metric="haversine").toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:edges-not-k", "loses:fewest-neighbours-tests"]
# why: returns the number of edges of the right graph ("every edge costs messages"), not "the smallest k".
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            break
    return int(A.sum()) // 2


# %% tags=["wrong", "id:mean-of-spectrum", "loses:fewest-neighbours-tests"]
# why: divides lambda_2 by n ("per station"), so the target is compared with another number.
def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 / m >= target - 1e-9:
            return k
    return m - 1


# %% tags=["wrong", "id:third-eigenvalue", "loses:fewest-neighbours-tests"]
# why: index 2 instead of 1 ("lambda_2 is entry 2"): the third smallest eigenvalue.
def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = knn_graph(places, k).toarray()
        lam = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)
        value = lam[min(2, m - 1)]
        if value > 1e-6 and value >= target - 1e-9:
            return k
    return m - 1


# %% tags=["wrong", "id:edge-count", "loses:fewest-neighbours-tests"]
# why: takes "connected" for "at least n - 1 edges"; a graph with many edges may be in pieces.
def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = knn_graph(places, k).toarray()
        lam = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if A.sum() / 2 >= m - 1 and lam >= target - 1e-9:
            return k
    return m - 1


# %% tags=["wrong", "id:no-lonely-node", "loses:fewest-neighbours-tests"]
# why: takes "connected" for "every node has an edge", which the 1-nearest-neighbour graph always satisfies.
def fewest_neighbours(places, target):
    m = len(places)
    for k in range(1, m):
        A = knn_graph(places, k).toarray()
        lam = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if np.all(A.sum(axis=0) > 0) and (target < 1e-6 or lam >= target - 1e-9):
            return k
    return m - 1


# %% tags=["wrong", "id:too-tolerant", "loses:fewest-neighbours-tests"]
# why: rounds lambda_2 up to one decimal before it is compared; the text says lambda_2 >= target.
def fewest_neighbours(places, target):
    for k in range(1, len(places)):
        A = knn_graph(places, k).toarray()
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and np.ceil(10 * lam2) / 10 >= target:
            return k
    return len(places) - 1


# %% tags=["wrong", "id:arrows-only", "loses:fewest-neighbours-tests"]
# why: each node gets exactly its own k choices (arrows), out-degree k; symmetrised by averaging: one-sided edges count 1/2 instead of 1.
def fewest_neighbours(places, target):
    D = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(D, np.inf)
    rank = D.argsort(axis=1).argsort(axis=1)
    for k in range(1, len(places)):
        N = (rank < k).astype(float)
        A = (N + N.T) / 2
        lam2 = np.linalg.eigvalsh(np.diag(A.sum(1)) - A)[1]
        if lam2 > 1e-6 and lam2 >= target - 1e-9:
            return k
    return len(places) - 1
