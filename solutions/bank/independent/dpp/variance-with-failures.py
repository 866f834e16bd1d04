# ruff: noqa
# %% tags=["right", "id:gram"]
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    come = np.diag(P) * a
    np.fill_diagonal(A, come)
    C = A - np.outer(come, come)
    return np.sum(C * (G @ G.T)) / k**2


# %% tags=["right", "id:two-sources"]
# total variance: the spread of E[g | set], plus the mean of the spread by the answers
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    cov = P - np.outer(b, b)
    H = a[:, None] * G
    by_drawing = np.einsum("ij,id,jd->", cov, H, H, optimize=True)
    by_answers = np.sum(b * a * (1 - a) * np.sum(G**2, axis=1))
    return (by_drawing + by_answers) / k**2


# %% tags=["right", "id:pairwise-with-correction"]
# the pairwise form needs rows of the covariance that add up to 0; what they add up to instead is
# the correction, with the squared lengths of the updates
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    C = P * a[:, None] * a[None, :]
    C[np.diag_indices_from(C)] = b * a
    C -= np.outer(a * b, a * b)
    lengths = np.sum(G**2, axis=1)
    squared = lengths[:, None] + lengths[None, :] - 2 * G @ G.T
    return (lengths @ C.sum(axis=1) - 0.5 * np.sum(C * squared)) / k**2


# %% tags=["right", "id:second-moment"]
def variance_with_failures(P, G, a, k):
    n = len(G)
    b = np.diagonal(P)
    mean = (a * b) @ G / k
    off = P * (1 - np.eye(n))
    H = G * a[:, None]
    second = np.sum(H * (off @ H)) + np.sum(a * b * np.sum(G * G, axis=1))
    return float(second / k**2 - mean @ mean)


# %% tags=["right", "id:loop-over-clients"]
def variance_with_failures(P, G, a, k):
    n = len(a)
    total = 0.0
    for i in range(n):
        row = P[i] * a[i] * a
        row[i] = P[i, i] * a[i]
        row = row - P[i, i] * a[i] * np.diag(P) * a
        total += G[i] @ (row @ G)
    return total / k**2


# %% tags=["right", "id:coordinates"]
# the variance is the sum of the variances of the coordinates
def variance_with_failures(P, G, a, k):
    C = np.multiply(P, np.multiply.outer(a, a))
    for i in range(len(a)):
        C[i, i] = P[i, i] * a[i]
    q = np.diag(C).copy()
    per_coordinate = [x @ C @ x - (q @ x) ** 2 for x in np.transpose(G)]
    return sum(per_coordinate) / k**2


# %% tags=["right", "id:silent-twin"]
# each client gets a silent twin with the update 0 that is counted when it fails: then exactly k
# updates are averaged again, and (10.16) holds for the 2 n clients
def variance_with_failures(P, G, a, k):
    n = len(a)
    u = np.concatenate([a, 1 - a])
    Q = np.tile(P, (2, 2)) * np.outer(u, u)
    b = np.tile(np.diag(P), 2) * u
    for i in range(n):
        Q[i, n + i] = Q[n + i, i] = 0  # a client answers or it does not
        Q[i, i], Q[n + i, n + i] = b[i], b[n + i]
    cov = Q - np.outer(b, b)
    F = np.vstack([G, np.zeros_like(G, dtype=float)])
    sq = np.sum(F**2, axis=1)
    D = np.maximum(sq[:, None] + sq[None, :] - 2 * F @ F.T, 0)
    return -np.sum(cov * D) / (2 * k**2)


# %% tags=["right", "id:trace-of-covariance"]
def variance_with_failures(P: np.ndarray, G: np.ndarray, a: np.ndarray, k: int) -> float:
    """trace(G^T Cov(indicators) G) / k^2, with the covariance by np.where."""
    b = np.diag(P)
    assert np.isclose(b.sum(), k)
    same = np.eye(len(b), dtype=bool)
    cov = np.where(same, np.outer(a, np.ones_like(a)) * P, np.outer(a, a) * P) - np.outer(
        a * b, a * b
    )
    covariance_of_g = G.T @ cov @ G / k**2 if G.shape[1] < 2000 else None
    if covariance_of_g is None:
        return np.sum((cov @ G) * G) / k**2
    return np.trace(covariance_of_g)


# %% tags=["right", "id:eigenvalues-of-gram"]
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    C = np.outer(a, a) * (P - np.outer(b, b)) + np.diag(a * (1 - a) * b)
    w, U = np.linalg.eigh(C)
    return np.array(np.sum(w * np.sum((U.T @ G) ** 2, axis=1)) / k / k)


# %% tags=["wrong", "id:pairwise-form", "loses:variance-with-failures-tests"]
# why: (10.16) with the new probabilities; "its proof needs that exactly k updates are averaged".
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A)
    C = A - np.outer(q, q)
    s = np.sum(G**2, axis=1)
    D = s[:, None] + s[None, :] - 2 * G @ G.T
    return -np.sum(C * D) / (2 * k**2)


# %% tags=["wrong", "id:all-answer", "loses:variance-with-failures-tests"]
# why: ignores a: the variance if all answer.
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.sum((P - np.outer(b, b)) * (G @ G.T)) / k**2


# %% tags=["wrong", "id:diagonal-a-squared", "loses:variance-with-failures-tests"]
# why: a_i^2 b_i on the diagonal; a client answers with itself with probability a_i, not a_i^2: the spread by the failures is lost.
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.sum(np.outer(a, a) * (P - np.outer(b, b)) * (G @ G.T)) / k**2


# %% tags=["wrong", "id:answers-only", "loses:variance-with-failures-tests"]
# why: only the spread by the failures; the drawing of the set varies too.
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.sum(b * a * (1 - a) * np.sum(G**2, axis=1)) / k**2


# %% tags=["wrong", "id:independent-clients", "loses:variance-with-failures-tests"]
# why: adds up the variances of single clients, as if they were drawn independently; the pairs P_ij are ignored.
def variance_with_failures(P, G, a, k):
    q = np.diag(P) * a
    return np.sum(q * (1 - q) * np.sum(G**2, axis=1)) / k**2


# %% tags=["wrong", "id:failure-term-without-drawing", "loses:variance-with-failures-tests"]
# why: the variance by failures a (1 - a) |g|^2 of every client, not only of those that are drawn (factor b_i).
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    H = a[:, None] * G
    return (
        np.sum((P - np.outer(b, b)) * (H @ H.T)) + np.sum(a * (1 - a) * np.sum(G**2, axis=1))
    ) / k**2


# %% tags=["wrong", "id:divided-by-expected-number", "loses:variance-with-failures-tests"]
# why: divides by the expected number of answers; the divisor is "k whether or not all answer".
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A).copy()
    return np.sum((A - np.outer(q, q)) * (G @ G.T)) / q.sum() ** 2


# %% tags=["wrong", "id:divided-by-k", "loses:variance-with-failures-tests"]
# why: divides by k, the variance of a mean has 1 / k^2.
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A).copy()
    return np.sum((A - np.outer(q, q)) * (G @ G.T)) / k


# %% tags=["wrong", "id:mean-not-subtracted", "loses:variance-with-failures-tests"]
# why: E |g|^2, the squared mean is not subtracted.
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    return np.sum(A * (G @ G.T)) / k**2


# %% tags=["wrong", "id:centred-updates", "loses:variance-with-failures-tests"]
# why: subtracts the mean update first; that changes nothing only if exactly k updates are averaged.
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A).copy()
    H = G - G.mean(axis=0)
    return np.sum((A - np.outer(q, q)) * (H @ H.T)) / k**2


# %% tags=["wrong", "id:mean-of-a", "loses:variance-with-failures-tests"]
# why: one chance to answer for all, the mean; each client has its own.
def variance_with_failures(P, G, a, k):
    a = np.full(len(a), np.mean(a))
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A).copy()
    return np.sum((A - np.outer(q, q)) * (G @ G.T)) / k**2


# %% tags=["wrong", "id:scaled-updates", "loses:variance-with-failures-tests"]
# why: every update comes, multiplied by a_i (pairwise form): the expectation is right, the chance of the answers does not vary.
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    H = a[:, None] * G
    s = np.sum(H**2, axis=1)
    D = s[:, None] + s[None, :] - 2 * H @ H.T
    return -np.sum((P - np.outer(b, b)) * D) / (2 * k**2)


# %% tags=["wrong", "id:pairs-a-once", "loses:variance-with-failures-tests"]
# why: P_ij a_i for the pairs: that both answer has the probability a_i a_j.
def variance_with_failures(P, G, a, k):
    A = P * a[:, None]
    q = np.diag(P) * a
    return np.sum((A - np.outer(q, q)) * (G @ G.T)) / k**2


# %% tags=["wrong", "id:standard-deviation", "loses:variance-with-failures-tests"]
# why: standard deviation, not variance.
def variance_with_failures(P, G, a, k):
    A = P * np.outer(a, a)
    np.fill_diagonal(A, np.diag(P) * a)
    q = np.diag(A).copy()
    return np.sqrt(np.sum((A - np.outer(q, q)) * (G @ G.T))) / k


# %% tags=["wrong", "id:uniform-pairs", "loses:variance-with-failures-tests"]
# why: guesses the pairs of uniform draws from k and n in place of the given P (any selection).
def variance_with_failures(P, G, a, k):
    n = len(a)
    Q = np.full((n, n), k * (k - 1) / (n * (n - 1)))
    A = Q * np.outer(a, a)
    q = np.diag(P) * a
    np.fill_diagonal(A, q)
    return np.sum((A - np.outer(q, q)) * (G @ G.T)) / k**2
