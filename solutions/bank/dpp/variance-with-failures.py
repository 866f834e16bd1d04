# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:two-loops"]
def variance_with_failures(P, G, a, k):
    n, total = len(P), 0.0
    for i in range(n):
        for j in range(n):
            both = P[i, i] * a[i] if i == j else P[i, j] * a[i] * a[j]
            cov = both - P[i, i] * a[i] * P[j, j] * a[j]
            total += cov * (G[i] @ G[j])
    return total / k**2


# %% tags=["right", "id:total-variance"]
def variance_with_failures(P, G, a, k):
    # variance of the conditional mean, and mean of the conditional variance
    b = np.diag(P)
    H = a[:, None] * G
    of_mean = np.trace(H.T @ (P - np.outer(b, b)) @ H)
    within = np.sum(b * a * (1 - a) * np.sum(G**2, axis=1))
    return (of_mean + within) / k**2


# %% tags=["right", "id:second-moment"]
def variance_with_failures(P, G, a, k):
    b = P.diagonal()
    dots = G @ G.T
    off = P * np.outer(a, a) * dots
    second = np.sum(off) - np.trace(off) + np.sum(b * a * np.diag(dots))
    return np.matrix((second - np.linalg.norm((b * a) @ G) ** 2) / k**2)


# %% tags=["right", "id:einsum-single-precision"]
def variance_with_failures(P, G, a, k):
    Q = P * a[:, None] * a + np.diag(np.diag(P) * (a - a**2))
    m = np.diag(Q)
    C = (Q - m[:, None] * m).astype(np.float32)
    return (
        np.float32(np.einsum("ij,id,jd->", C, G.astype(np.float32), G.astype(np.float32))) / k / k
    )


# %% tags=["right", "id:coordinate-by-coordinate"]
def variance_with_failures(P, G, a, k):
    came = [float(P[i][i]) * float(a[i]) for i in range(len(a))]
    result = 0
    for column in np.transpose(G):
        square = sum(came[i] * column[i] ** 2 for i in range(len(a)))
        cross = sum(
            2 * a[i] * a[j] * P[i][j] * column[i] * column[j]
            for i in range(len(a))
            for j in range(i)
        )
        result += square + cross - np.dot(came, column) ** 2
    return [result / k**2]


# %% tags=["wrong", "id:failures-ignored", "says:failures are ignored"]
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2


# %% tags=["wrong", "id:pairwise-form", "says:pairwise form"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    C = Q - np.outer(np.diag(Q), np.diag(Q))
    gap = ((G[:, None] - G[None]) ** 2).sum(axis=2)
    return -np.sum(C * gap) / (2 * k**2)


# %% tags=["wrong", "id:diagonal-squared", "says:not with a_i^2 b_i"]
def variance_with_failures(P, G, a, k):
    H, b = a[:, None] * G, np.diag(P)
    return np.trace(H.T @ (P - np.outer(b, b)) @ H) / k**2


# %% tags=["wrong", "id:independent", "says:independent"]
def variance_with_failures(P, G, a, k):
    came = np.diag(P) * a
    return np.sum(came * (1 - came) * np.sum(G**2, axis=1)) / k**2


# %% tags=["wrong", "id:noise-without-b", "says:needs b_i"]
def variance_with_failures(P, G, a, k):
    H, b = a[:, None] * G, np.diag(P)
    noise = np.sum(a * (1 - a) * np.sum(G**2, axis=1))
    return (np.trace(H.T @ (P - np.outer(b, b)) @ H) + noise) / k**2


# %% tags=["wrong", "id:mean-not-subtracted", "says:not subtracted"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    return np.trace(G.T @ Q @ G) / k**2


# %% tags=["wrong", "id:one-factor", "says:one factor"]
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.mean(a) ** 2 * np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2


# %% tags=["wrong", "id:k-lost", "says:division by k squared is missing"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    m = np.diag(Q)
    return np.trace(G.T @ (Q - np.outer(m, m)) @ G)


# %% tags=["wrong", "id:k-once", "says:should be k squared"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    m = np.diag(Q)
    return np.trace(G.T @ (Q - np.outer(m, m)) @ G) / k


# %% tags=["wrong", "id:standard-deviation", "says:standard deviation"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    m = np.diag(Q)
    return np.sqrt(np.trace(G.T @ (Q - np.outer(m, m)) @ G)) / k


# %% tags=["wrong", "id:one-for-each-coordinate", "says:for each coordinate"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    m = np.diag(Q)
    return np.diag(G.T @ (Q - np.outer(m, m)) @ G) / k**2


# %% tags=["wrong", "id:mean-of-all-drawn", "says:variance_with_failures"]
def variance_with_failures(P, G, a, k):
    Q = P * np.outer(a, a)
    np.fill_diagonal(Q, np.diag(P) * a)
    b = np.diag(P)
    return np.trace(G.T @ (Q - np.outer(b, b)) @ G) / k**2
