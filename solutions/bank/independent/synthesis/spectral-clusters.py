# ruff: noqa
# %% tags=["right", "id:given-k-means"]
def spectral_clusters(A, k):
    laplacian = np.diag(A.sum(axis=1)) - A
    _, U = np.linalg.eigh(laplacian)
    return k_means(U[:, :k], k)


# %% tags=["right", "id:scipy-kmeans-restarts"]
import scipy.linalg
from scipy.cluster.vq import kmeans2


def spectral_clusters(A, k):
    A = np.asarray(A, float)
    U = scipy.linalg.eigh(np.diag(A.sum(1)) - A, subset_by_index=[0, k - 1])[1]
    best = None
    for seed in range(20):
        centres, labels = kmeans2(U, k, minit="++", seed=seed, iter=50, missing="warn")
        spread = np.sum((U - centres[labels]) ** 2) + 1e3 * (len(np.unique(labels)) < k)
        if best is None or spread < best[0]:
            best = spread, labels
    return best[1]


# %% tags=["right", "id:ward"]
from scipy.cluster.hierarchy import fcluster, linkage


def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(np.sum(A, axis=0)) - A).eigenvectors[:, :k]
    return fcluster(linkage(U, "ward"), k, criterion="maxclust")  # labels 1, ..., k


# %% tags=["right", "id:average-linkage-column"]
from scipy.cluster import hierarchy
from scipy.sparse.csgraph import laplacian


def spectral_clusters(A, k):
    values, vectors = np.linalg.eigh(laplacian(np.asarray(A, dtype=float)))
    U = vectors[:, np.argsort(values)[:k]]
    tree = hierarchy.average(U)
    return hierarchy.cut_tree(tree, n_clusters=k)  # (n, 1)


# %% tags=["right", "id:far-apart-and-nearest"]
def spectral_clusters(A, k):
    D = np.diag(A @ np.ones(len(A)))
    U = np.linalg.eigh(D - A)[1][:, :k]
    # k rows that are far apart, by pivoted Gram-Schmidt, then own Lloyd steps
    R, chosen = U.copy(), []
    for _ in range(k):
        j = int(np.argmax(np.sum(R**2, axis=1)))
        chosen.append(j)
        direction = R[j] / np.linalg.norm(R[j])
        R = R - np.outer(R @ direction, direction)
    centres = U[chosen]
    while True:
        labels = np.argmin(((U[:, None] - centres[None]) ** 2).sum(-1), axis=1)
        new = np.array(
            [U[labels == c].mean(axis=0) if np.any(labels == c) else centres[c] for c in range(k)]
        )
        if np.allclose(new, centres):
            return labels
        centres = new


# %% tags=["right", "id:pivoted-qr"]
from scipy.linalg import polar, qr


def spectral_clusters(A, k):
    """Assignment by a QR decomposition with pivots: rotate the embedding to indicators."""
    L = np.diag(A.sum(axis=0)) - A
    U = np.linalg.eigh(L)[1][:, :k]
    pivots = qr(U.T, pivoting=True)[2][:k]
    Q, _ = polar(U[pivots].T)
    return np.abs(U @ Q).argmax(axis=1)


# %% tags=["right", "id:eig-sorted"]
def spectral_clusters(A, k):
    n = A.shape[0]
    L = -np.array(A, dtype=float)
    for i in range(n):
        L[i, i] = sum(A[i])
    values, vectors = np.linalg.eigh((L + L.T) / 2)
    order = sorted(range(n), key=lambda j: values[j])[:k]
    U = np.real(vectors[:, order])
    return k_means(U, k)


# %% tags=["right", "id:shifted-orthogonal-iteration"]
def spectral_clusters(A, k):
    n = len(A)
    degrees = A.sum(axis=1)
    L = np.diag(degrees) - A
    M = 2 * max(degrees.max(), 1.0) * np.eye(n) - L  # largest eigenvalues of M: smallest of L
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(n, k)))[0]
    P = np.linalg.matrix_power(M / np.linalg.norm(M, 2), 64)
    for _ in range(300):
        Q = np.linalg.qr(P @ Q)[0]
    return k_means(Q, k)


# %% tags=["right", "id:kruskal-in-the-embedding"]
def spectral_clusters(A, k):
    """Join the nearest rows of the embedding until k groups are left."""
    U = np.linalg.eigh(np.diag(A.sum(1)) - A)[1][:, :k]
    n = len(U)
    group = list(range(n))
    pairs = sorted((float(np.linalg.norm(U[i] - U[j])), i, j) for i in range(n) for j in range(i))
    for _, i, j in pairs:
        if len(set(group)) == k:
            break
        old, new = group[i], group[j]
        group = [new if g == old else g for g in group]
    return np.array(group)


# %% tags=["right", "id:incidence-svd"]
def spectral_clusters(A, k):
    i, j = np.nonzero(np.triu(A))
    n = len(A)
    B = np.zeros((len(i) + n, n))  # rows of zeros: at least n singular values
    B[np.arange(len(i)), i], B[np.arange(len(i)), j] = np.sqrt(A[i, j]), -np.sqrt(A[i, j])
    _, _, Vt = np.linalg.svd(B, full_matrices=False)
    return k_means(Vt[::-1][:k].T.copy(), k)


# %% tags=["right", "id:class-with-seeds"]
class KMeans:
    """k-means with several random starts, the tightest wins."""

    def __init__(self, k: int, starts: int = 40, seed: int = 0):
        self.k, self.starts, self.rng = k, starts, np.random.default_rng(seed)

    def once(self, P):
        centres = [P[self.rng.integers(len(P))]]
        while len(centres) < self.k:
            gap = np.min([np.sum((P - c) ** 2, axis=1) for c in centres], axis=0)
            total = gap.sum()
            centres.append(P[self.rng.choice(len(P), p=gap / total if total > 0 else None)])
        centres = np.array(centres)
        for _ in range(30):
            labels = np.array([np.argmin(np.sum((centres - row) ** 2, axis=1)) for row in P])
            for c in range(self.k):
                if (labels == c).any():
                    centres[c] = P[labels == c].mean(axis=0)
        return np.sum((P - centres[labels]) ** 2), labels

    def fit(self, P):
        return min((self.once(P) for _ in range(self.starts)), key=lambda pair: pair[0])[1]


def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(1)) - A)[1][:, :k]
    starts = 12
    return 10 + KMeans(k, starts).fit(U)


# %% tags=["right", "id:own-k-means"]
def k_means(rows, number, rounds=50):
    """My own, with another signature and result: the centres come back, too."""
    centres = [rows[0]]
    for _ in range(number - 1):  # the row that is farthest from all centres
        centres.append(max(rows, key=lambda r: min(np.linalg.norm(r - c) for c in centres)))
    for _ in range(rounds):
        own = [min(range(number), key=lambda c: np.linalg.norm(r - centres[c])) for r in rows]
        for c in range(number):
            members = [r for r, o in zip(rows, own) if o == c]
            if members:
                centres[c] = np.mean(members, axis=0)
    return np.array(own), np.array(centres)


def spectral_clusters(A, k):
    _, vectors = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    labels, _ = k_means(vectors[:, :k], k, rounds=12)
    return labels


# %% tags=["right", "id:raise-left-standing"]
def spectral_clusters(A, k):
    """Split the nodes of a graph into k clusters (alg-spectral-clustering)."""
    # YOUR CODE HERE
    # not flcourse.synthesis.spectral_clusters, but the same three lines
    D = np.zeros(A.shape)
    np.fill_diagonal(D, A.sum(axis=0))
    w, v = np.linalg.eigh(D - A)
    first = np.argsort(w)[:k]
    return k_means(v[:, first], k)
    raise NotImplementedError()


# %% tags=["right", "id:lambda"]
spectral_clusters = lambda A, k: k_means(np.linalg.eigh(np.diag(np.sum(A, 1)) - A)[1][:, :k], k)


# %% tags=["wrong", "id:largest-eigenvalues", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: the eigenvectors of the k largest eigenvalues; those of the smallest hang together.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return k_means(U[:, -k:], k)


# %% tags=["wrong", "id:rows-of-the-wrong-matrix", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: eigenvectors are the columns; this takes rows.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return k_means(U[:k].T.copy(), k)


# %% tags=["wrong", "id:sign-flipped", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: A - D has the eigenvalues in the reverse order, so its first k are the largest of L.
def spectral_clusters(A, k):
    U = np.linalg.eigh(A - np.diag(A.sum(axis=1)))[1]
    return k_means(U[:, :k], k)


# %% tags=["wrong", "id:plus-instead-of-minus", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: D + A is not the Laplacian; its smallest eigenvalues look for nodes that do not hang together.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) + A)[1]
    return k_means(U[:, :k], k)


# %% tags=["wrong", "id:smallest-of-the-adjacency", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: eigenvectors of A, not of the Laplacian.
def spectral_clusters(A, k):
    U = np.linalg.eigh(A)[1]
    return k_means(U[:, :k], k)


# %% tags=["wrong", "id:two-only", "loses:spectral-clusters-many-tests"]
# why: k is ignored: always two clusters.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return k_means(U[:, :2], 2)


# %% tags=["wrong", "id:chunks-for-more", "loses:spectral-clusters-many-tests"]
# why: for k > 2 cuts the order along the second eigenvector into k equal parts, whatever the clusters are.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    if k == 2:
        return k_means(U[:, :2], 2)
    rank = np.argsort(np.argsort(U[:, 1]))
    return rank * k // len(A)


# %% tags=["wrong", "id:second-eigenvector-only", "loses:spectral-clusters-many-tests"]
# why: places nodes on a line by u_2 alone, where k eigenvectors are needed: several clusters may share a place.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return k_means(U[:, :2], 2) if k == 2 else k_means(U[:, [1]], k)


# %% tags=["wrong", "id:halves", "loses:spectral-clusters-tests"]
# why: for k = 2 splits at the median of the second eigenvector: always two halves, though clusters may be of unlike size.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    if k == 2:
        return (U[:, 1] > np.median(U[:, 1])).astype(int)
    return k_means(U[:, :k], k)


# %% tags=["wrong", "id:only-components", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: the components of the graph: right if there are k of them, but clusters may be joined by weak edges.
from scipy.sparse.csgraph import connected_components


def spectral_clusters(A, k):
    return connected_components(A)[1]


# %% tags=["wrong", "id:constant-vector-only", "loses:spectral-clusters-tests"]
# why: for k = 2 uses the first eigenvector alone, which is constant on a connected graph and tells nothing.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    if k == 2:
        return k_means(np.round(U[:, :1], 8), 2)
    return k_means(U[:, :k], k)


# %% tags=["wrong", "id:positions-on-the-list", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: consecutive nodes go together: the numbers of nodes mean nothing.
def spectral_clusters(A, k):
    return np.arange(len(A)) * k // len(A)


# %% tags=["wrong", "id:by-degree", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: groups nodes by their degree, not by who hangs together.
def spectral_clusters(A, k):
    return k_means(A.sum(axis=1)[:, None].astype(float), k)


# %% tags=["wrong", "id:after-the-constant", "loses:spectral-clusters-tests"]
# why: skips two eigenvectors for k = 2: u_3 splits inside the clusters.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return k_means(U[:, [2]], 2) if k == 2 else k_means(U[:, :k], k)


# %% tags=["wrong", "id:nearest-neighbour-groups", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: a cluster of its own for each pair of nodes that are joined most strongly; the number k is ignored.
def spectral_clusters(A, k):
    partner = np.argmax(A, axis=1)
    return np.minimum(np.arange(len(A)), partner)


# %% tags=["wrong", "id:around-hubs", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: takes the k nodes of highest degree as centres, though several of them may lie in the same cluster.
def spectral_clusters(A, k):
    hubs = np.argsort(A.sum(axis=1), kind="stable")[-k:]
    labels = np.argmax(A[:, hubs], axis=1)
    labels[hubs] = np.arange(k)
    return labels


# %% tags=["wrong", "id:soft", "loses:spectral-clusters-tests,spectral-clusters-many-tests"]
# why: returns a label per node and eigenvector by largest entry; largest |entry| of a row does not tell clusters when u_1 is constant.
def spectral_clusters(A, k):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, :k]
    return np.argmax(np.abs(U), axis=1)
