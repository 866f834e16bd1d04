# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:without-the-constant"]
def spectral_clusters(A, k):
    from scipy.linalg import eigh

    L = np.diag(A.sum(axis=0)) - A
    _values, vectors = eigh(L)
    names = k_means(vectors[:, 1:k], k)
    if len(set(names.tolist())) < k:  # several components: the first one need not be constant
        names = k_means(vectors[:, :k], k)
    return names.tolist()


# %% tags=["right", "id:scipy-kmeans-many-starts"]
from scipy.cluster.vq import kmeans2


def spectral_clusters(A, k):
    L = np.diag(A.sum(axis=1)) - A
    U = np.linalg.eigh(L)[1][:, :k]
    best, least = None, np.inf
    for seed in range(60):
        centres, names = kmeans2(U, k, minit="++", rng=np.random.default_rng(seed))
        spread = np.sum((U - centres[names]) ** 2)
        if spread < least:
            best, least = names, spread
    return best


# %% tags=["right", "id:normalised-laplacian"]
def spectral_clusters(A, k):
    d = A.sum(axis=1)
    scale = 1 / np.sqrt(np.where(d > 0, d, 1.0))
    L = np.diag((d > 0).astype(float)) - scale[:, None] * A * scale
    U = np.linalg.eigh(L)[1][:, :k]
    U = U / np.linalg.norm(U, axis=1, keepdims=True)
    return k_means(U, k).reshape(-1, 1)


# %% tags=["right", "id:nearest-row-not-yet-named"]
def spectral_clusters(A, k):
    # Agglomerative: join the two heaps whose rows are closest until k are left.
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, :k]
    heaps = [[i] for i in range(len(A))]
    gap = np.linalg.norm(U[:, None] - U, axis=2)
    while len(heaps) > k:
        _, a, b = min(
            (gap[np.ix_(heaps[a], heaps[b])].max(), a, b)
            for a in range(len(heaps))
            for b in range(a)
        )
        heaps[b] += heaps.pop(a)
    names = np.empty(len(A))
    for c, heap in enumerate(heaps):
        names[heap] = 10.0 * c - 3
    return names


# %% tags=["right", "id:sparse-eigenvectors"]
from scipy import sparse
from scipy.sparse import csgraph


def spectral_clusters(A, k):
    L = csgraph.laplacian(sparse.csr_array(A)).toarray()
    values, vectors = np.linalg.eig((L + L.T) / 2)
    order = np.argsort(values.real)
    return k_means(vectors.real[:, order[:k]], k).astype(np.uint8)


# %% tags=["right", "id:sign-for-two"]
def spectral_clusters(A, k):
    vectors = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    number = np.sum(np.linalg.eigvalsh(np.diag(A.sum(axis=1)) - A) < 1e-9)
    if k == 2 and number == 1:
        return vectors[:, 1] > 0
    return k_means(vectors[:, :k], k)


# %% tags=["wrong", "id:largest-eigenvalues", "says:who is together"]
def spectral_clusters(A, k):
    return k_means(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, -k:], k)


# %% tags=["wrong", "id:one-cluster", "says:in one cluster"]
def spectral_clusters(A, k):
    return np.zeros(len(A), dtype=int)


# %% tags=["wrong", "id:every-node-alone", "says:cluster of its own"]
def spectral_clusters(A, k):
    return np.arange(len(A))


# %% tags=["wrong", "id:by-number", "says:by their number"]
def spectral_clusters(A, k):
    return np.arange(len(A)) * k // len(A)


# %% tags=["wrong", "id:sign-always", "says:two clusters only", "loses:spectral-clusters-many-tests"]
def spectral_clusters(A, k):
    L = np.diag(A.sum(axis=1)) - A
    if k == 2:
        return k_means(np.linalg.eigh(L)[1][:, :2], 2)
    return (np.linalg.eigh(L)[1][:, 1] > 0).astype(int)


# %% tags=["wrong", "id:eigenvectors-as-rows", "says:who is together"]
def spectral_clusters(A, k):
    return k_means(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:k].T, k)


# %% tags=["wrong", "id:degrees", "says:same degree", "loses:spectral-clusters-tests"]
def spectral_clusters(A, k):
    if k > 2:
        return k_means(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, :k], k)
    return np.unique(A.sum(axis=1), return_inverse=True)[1]


# %% tags=["wrong", "id:embedding-returned", "says:shape"]
def spectral_clusters(A, k):
    return np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, :k]


# %% tags=["wrong", "id:components-only", "says:in one cluster"]
from scipy.sparse import csgraph


def spectral_clusters(A, k):
    return csgraph.connected_components(A)[1]


# %% tags=["wrong", "id:always-two", "says:who is together", "loses:spectral-clusters-many-tests"]
def spectral_clusters(A, k):
    return k_means(np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1][:, :2], 2)


# %% tags=["wrong", "id:rows-of-the-laplacian", "says:who is together"]
def spectral_clusters(A, k):
    return k_means(np.diag(A.sum(axis=1)) - A, k)
