# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:greedy-pairs"]
def twin_kernels(G, k):
    n = len(G)
    S, free = np.eye(n), set(range(n))
    while free:
        i = free.pop()
        j = min(free, key=lambda j: sum((G[i] - G[j]) ** 2))
        free.remove(j)
        S[i, j] = S[j, i] = 0.99
    return S.tolist(), np.eye(n).tolist()


# %% tags=["right", "id:strangers-repel-in-the-other"]
def twin_kernels(G, k):
    n = len(G)
    d = ((G[:, None] - G) ** 2).sum(axis=2)
    np.fill_diagonal(d, np.inf)
    twin = d.argmin(axis=1)
    pairs = [(i, j) for i, j in enumerate(twin) if i < j]
    S, T = np.eye(n), np.eye(n)
    for i, j in pairs:
        S[i, j] = S[j, i] = 0.999
    order = [i for i, _ in pairs] + [j for _, j in pairs]
    shifted = [pairs[(t + 1) % len(pairs)] for t in range(len(pairs))]
    for (i, _), (_, j) in zip(pairs, shifted):
        T[i, j] = T[j, i] = 0.999
    assert len(order) == n
    return 5 * S, T


# %% tags=["right", "id:gaussian-of-distances-rounded"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    near = (np.sort(D, axis=1)[:, 1:2] >= D).astype(float)
    return 0.98 * near + 0.02 * np.eye(len(G)), 0.1 * np.eye(len(G))


# %% tags=["right", "id:weaker-and-scaled"]
def twin_kernels(G, k):
    n = len(G)
    S = 3.0 * np.eye(n)
    for i in range(n):
        distances = [np.sum((G[i] - G[j]) ** 2) if j != i else np.inf for j in range(n)]
        S[i, int(np.argmin(distances))] = 2.8
    return np.matrix(S), np.matrix(7.0 * np.eye(n))


# %% tags=["right", "id:sparse-and-signs"]
from scipy import sparse


def twin_kernels(G, k):
    n = len(G)
    D = np.array([[np.inf if i == j else np.linalg.norm(G[i] - G[j]) for j in range(n)]
                  for i in range(n)])  # fmt: skip
    rows = np.arange(n)
    P = sparse.csr_array((np.full(n, -0.97), (rows, D.argmin(axis=1))), shape=(n, n))
    return P + sparse.eye_array(n), sparse.eye_array(n)


# %% tags=["wrong", "id:kernel-of-inner-products", "says:inclusion probabilities"]
def twin_kernels(G, k):
    C = G - G.mean(axis=0)
    S = C @ C.T
    return S / np.trace(S) + 0.01 * np.eye(len(G)), np.eye(len(G))


# %% tags=["wrong", "id:exchanged", "says:over that under S"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    S = np.eye(len(G))
    S[np.arange(len(G)), np.argsort(D, axis=1)[:, 1]] = 0.95
    return np.eye(len(G)), S


# %% tags=["wrong", "id:twice-the-same", "says:over that under S"]
def twin_kernels(G, k):
    return np.eye(len(G)), 2 * np.eye(len(G))


# %% tags=["wrong", "id:too-weak", "says:over that under S"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    S = np.eye(len(G))
    S[np.arange(len(G)), np.argsort(D, axis=1)[:, 1]] = 0.3
    return S, np.eye(len(G))


# %% tags=["wrong", "id:neighbours-by-number", "says:over that under S"]
def twin_kernels(G, k):
    S = np.kron(np.eye(len(G) // 2), [[1.0, 0.95], [0.95, 1.0]])
    return S, np.eye(len(G))


# %% tags=["wrong", "id:singular", "says:smallest eigenvalue"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    S = np.eye(len(G))
    S[np.arange(len(G)), np.argsort(D, axis=1)[:, 1]] = 1.0
    return S, np.eye(len(G))


# %% tags=["wrong", "id:farthest-repel", "says:over that under S"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    near = (np.sort(D, axis=1)[:, 1:2] >= D).astype(float)
    n = len(G)
    far = (np.ones((n, n)) - near) / n
    return far + np.eye(n), np.eye(n)


# %% tags=["wrong", "id:twins-drawn-less-often", "says:inclusion probabilities"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    S = np.eye(len(G))
    i, j = 0, int(np.argsort(D[0])[1])
    S[i, j] = S[j, i] = 0.99
    return S, np.eye(len(G))


# %% tags=["wrong", "id:one-way", "says:symmetric"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    S = np.eye(len(G))
    S[np.arange(len(G)), np.argsort(D, axis=1)[:, 1]] = 0.95
    return np.triu(S), np.eye(len(G))


# %% tags=["wrong", "id:negative-diagonal", "says:smallest eigenvalue"]
def twin_kernels(G, k):
    D = np.linalg.norm(G[:, None] - G[None], axis=2)
    return -(D**2), np.eye(len(G))


# %% tags=["wrong", "id:one-kernel", "says:results"]
def twin_kernels(G, k):
    return [np.eye(len(G))]


# %% tags=["wrong", "id:updates-instead", "says:shape"]
def twin_kernels(G, k):
    return G, G[::-1]
