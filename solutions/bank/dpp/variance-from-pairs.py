# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:two-loops"]
def variance_from_pairs(P, G, k):
    total = 0.0
    for i in range(len(P)):
        for j in range(i):
            total -= (P[i][j] - P[i][i] * P[j][j]) * sum((G[i] - G[j]) ** 2)
    return total / k**2


# %% tags=["right", "id:trace"]
def variance_from_pairs(P, G, k):
    b = P.diagonal()
    return np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2


# %% tags=["right", "id:cdist"]
from scipy.spatial.distance import cdist


def variance_from_pairs(P, G, k):
    b = np.diag(P)[:, None]
    return np.array([[-0.5 * np.sum((P - b @ b.T) * cdist(G, G) ** 2) / k / k]])


# %% tags=["right", "id:equation-twelve"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    C = P / np.outer(b, b) - 1
    dots = G @ G.T
    own = np.sum((b - b**2) * np.diag(dots))
    cross = sum(
        C[i, j] * b[i] * b[j] * dots[i, j] for i in range(len(b)) for j in range(len(b)) if i != j
    )
    return (own + cross) / k**2


# %% tags=["right", "id:moments-of-the-sum"]
def variance_from_pairs(P, G, k):
    # E |sum|^2 - |E sum|^2, over k^2
    b = np.diag(P)
    second = np.einsum("ij,id,jd->", P, G, G)
    return float(second - np.linalg.norm(b @ G) ** 2) / k**2


# %% tags=["right", "id:upper-half-single-precision"]
def variance_from_pairs(P, G, k):
    i, j = np.triu_indices(len(P), 1)
    b = np.diag(P)
    cov = (P[i, j] - b[i] * b[j]).astype(np.float32)
    gap = np.square(G[i] - G[j]).sum(axis=1).astype(np.float32)
    return -(cov @ gap) / np.float32(k * k)


# %% tags=["wrong", "id:sign", "says:sign is flipped"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return np.sum((P - np.outer(b, b)) * gap) / (2 * k**2)


# %% tags=["wrong", "id:half-lost", "says:counted twice"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum((P - np.outer(b, b)) * gap) / k**2


# %% tags=["wrong", "id:half-of-unordered", "says:counted half"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum(np.triu((P - np.outer(b, b)) * gap)) / (2 * k**2)


# %% tags=["wrong", "id:k-once", "says:should be k squared"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum((P - np.outer(b, b)) * gap) / (2 * k)


# %% tags=["wrong", "id:k-lost", "says:division by k squared is missing"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum((P - np.outer(b, b)) * gap) / 2


# %% tags=["wrong", "id:distance-not-squared", "says:not squared"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = np.linalg.norm(G[:, None] - G[None], axis=2)
    return -np.sum((P - np.outer(b, b)) * gap) / (2 * k**2)


# %% tags=["wrong", "id:pair-probabilities", "says:b_i b_j is not subtracted"]
def variance_from_pairs(P, G, k):
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return np.sum(P * gap) / (2 * k**2)


# %% tags=["wrong", "id:normalised", "says:normalised covariance"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum((P / np.outer(b, b) - 1) * gap) / (2 * k**2)


# %% tags=["wrong", "id:independent", "says:independent"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    return np.sum(b * (1 - b) * np.sum(G**2, axis=1)) / k**2


# %% tags=["wrong", "id:diagonal-lost", "says:terms with i = j are missing"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    cov = P - np.outer(b, b)
    np.fill_diagonal(cov, 0)
    return np.sum(cov * (G @ G.T)) / k**2


# %% tags=["wrong", "id:neighbours-only", "says:neighbours in the order"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    total = 0.0
    for i in range(len(b) - 1):
        total -= (P[i, i + 1] - b[i] * b[i + 1]) * np.sum((G[i] - G[i + 1]) ** 2)
    return total / k**2


# %% tags=["wrong", "id:standard-deviation", "says:standard deviation"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    return np.sqrt(np.trace(G.T @ (P - np.outer(b, b)) @ G)) / k


# %% tags=["wrong", "id:mean-over-coordinates", "says:coordinates are averaged"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    gap = ((G[:, None] - G[None]) ** 2).mean(axis=2)
    return -np.sum((P - np.outer(b, b)) * gap) / (2 * k**2)


# %% tags=["wrong", "id:one-for-each-coordinate", "says:for each coordinate"]
def variance_from_pairs(P, G, k):
    b = np.diag(P)
    return np.diag(G.T @ (P - np.outer(b, b)) @ G) / k**2
