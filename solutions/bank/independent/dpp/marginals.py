# ruff: noqa
# %% tags=["right", "id:enumeration"]
def marginals(S, k):
    n = len(S)
    P = np.zeros((n, n))
    total = 0.0
    for Y in itertools.combinations(range(n), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        total += weight
        for i in Y:
            for j in Y:
                P[i, j] += weight
    return P / total


# %% tags=["right", "id:formulas"]
def elementary(lam, j):
    """e_j by (10.3)."""
    e = [1.0] + [0.0] * max(j, 0)
    for x in lam:
        for t in range(j, 0, -1):
            e[t] += x * e[t - 1]
    return e[j] if j >= 0 else 0.0


def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)
    Q = V**2
    ek = elementary(lam, k)
    P = np.zeros((n, n))
    b = np.zeros(n)
    for r in range(n):
        b += Q[:, r] * lam[r] * elementary(np.delete(lam, r), k - 1) / ek
        for s in range(n):
            if s == r:
                continue
            w = lam[r] * lam[s] * elementary(np.delete(lam, [r, s]), k - 2) / ek
            cross = V[:, r] * V[:, s]
            P += w * (np.outer(Q[:, r], Q[:, s]) - np.outer(cross, cross))
    np.fill_diagonal(P, b)
    return P


# %% tags=["right", "id:without-i"]
# inclusion and exclusion: a set without i is a set of the matrix without row and column i
def marginals(S, k):
    n = len(S)

    def e(keep):
        A = S[np.ix_(keep, keep)]
        if len(keep) < k:
            return 0.0
        return (-1) ** k * np.poly(A)[k]  # coefficient of the characteristic polynomial

    everybody = list(range(n))
    Z = e(everybody)
    none = [e([l for l in everybody if l != i]) / Z for i in everybody]
    P = np.diag([1 - x for x in none])
    for i in range(n):
        for j in range(i):
            neither = e([l for l in everybody if l not in (i, j)]) / Z
            P[i, j] = P[j, i] = 1 - none[i] - none[j] + neither
    return P


# %% tags=["right", "id:schur"]
# given i and j, the others have the Schur complement as their kernel
def marginals(S, k):
    def e(A, j):
        if j > len(A):
            return 0.0
        out = np.zeros(j + 1)
        out[0] = 1
        for x in np.linalg.eigvalsh(A) if len(A) else []:
            out[1:] += x * out[:-1]
        return out[j]

    def together(members):
        rest = np.setdiff1d(np.arange(len(S)), members)
        A, B, D = S[np.ix_(members, members)], S[np.ix_(members, rest)], S[np.ix_(rest, rest)]
        return np.linalg.det(A) * e(D - B.T @ np.linalg.solve(A, B), k - len(members))

    n = len(S)
    return np.array([[together(sorted({i, j})) for j in range(n)] for i in range(n)]) / e(S, k)


# %% tags=["right", "id:mixture-of-projections"]
# Stage 1 chooses J with probability prod lambda_J / e_k, then K_J = V_J V_J^T has the marginals
def marginals(S, k):
    lam, V = np.linalg.eigh(np.asarray(S, dtype=float))
    lam = lam / lam.max()
    P, norm = 0.0, 0.0
    for J in itertools.combinations(range(len(lam)), k):
        J = list(J)
        weight = np.prod(lam[J])
        K = V[:, J] @ V[:, J].T
        pairs = np.outer(np.diag(K), np.diag(K)) - K * K
        pairs[np.diag_indices_from(pairs)] = np.diag(K)
        P = P + weight * pairs
        norm += weight
    return P / norm


# %% tags=["right", "id:batch-slogdet"]
def marginals(S, k):
    sets = np.array(list(itertools.combinations(range(S.shape[0]), k)))
    sign, logdet = np.linalg.slogdet(S[sets[:, :, None], sets[:, None, :]])
    assert np.all(sign > 0)
    law = np.exp(logdet - logdet.max())
    law /= law.sum()
    member = np.zeros((len(sets), S.shape[0]))
    np.put_along_axis(member, sets, 1.0, axis=1)
    return member.T @ (law[:, None] * member)


# %% tags=["right", "id:fourier"]
# det(I + zS) is a polynomial of z: its coefficients from its values at roots of unity
def marginals(S, k):
    n = len(S)
    S = S / (np.trace(S) / n)
    N = n + 1
    z = np.exp(2j * np.pi * np.arange(N) / N)
    total, pairs = 0, np.zeros((n, n), dtype=complex)
    for x in z:
        M = np.eye(n) + x * S
        det = np.linalg.det(M)
        K = np.eye(n) - np.linalg.inv(M)
        d = np.diag(K)
        both = np.outer(d, d) - K * K.T
        np.fill_diagonal(both, d)
        total += det * x**-k
        pairs += det * both * x**-k
    return (pairs / total).real


# %% tags=["right", "id:cholesky-and-rowsums"]
# pairs by enumeration with Cholesky factors; b_i from sum_j P_ij = (k - 1) b_i
def marginals(S: np.ndarray, k: int) -> np.ndarray:
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        L = np.linalg.cholesky(S[np.ix_(Y, Y)])
        probability = np.prod(np.diag(L)) ** 2
        total += probability
        for i, j in itertools.permutations(Y, 2):
            P[i, j] += probability
    P /= total
    P += np.diag(P.sum(axis=1) / (k - 1))
    print("sum of b:", np.trace(P))
    return P


# %% tags=["right", "id:einsum-polynomials"]
from numpy.polynomial import polynomial as poly


def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)

    def e(keep, j):
        coefficients = poly.polyfromroots([]) if not keep else np.array([1.0])
        for r in keep:
            coefficients = poly.polymul(coefficients, [1.0, lam[r]])
        return coefficients[j] if 0 <= j < len(coefficients) else 0.0

    ek = e(list(range(n)), k)
    w1 = np.array([lam[r] * e([t for t in range(n) if t != r], k - 1) for r in range(n)]) / ek
    w2 = np.zeros((n, n))
    for r, s in itertools.permutations(range(n), 2):
        w2[r, s] = lam[r] * lam[s] * e([t for t in range(n) if t not in (r, s)], k - 2) / ek
    P = np.einsum("rs,ir,js->ij", w2, V**2, V**2) - np.einsum(
        "rs,ir,is,jr,js->ij", w2, V, V, V, V, optimize=True
    )
    P[range(n), range(n)] = V**2 @ w1
    return P


# %% tags=["wrong", "id:independent-pairs", "loses:marginals-pairs-tests"]
# why: takes the product b_i b_j for the pairs; two clients are not drawn independently.
def marginals(S, k):
    n = len(S)
    b, total = np.zeros(n), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        b[list(Y)] += w
    b = b / total
    P = np.outer(b, b)
    np.fill_diagonal(P, b)
    return P


# %% tags=["wrong", "id:pairs-half", "loses:marginals-pairs-tests"]
# why: sums over r < s and takes only one order of V_ir^2 V_js^2, (10.6) sums over all r != s.
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)

    def e(x, j):
        out = [1.0] + [0.0] * j
        for v in x:
            for t in range(j, 0, -1):
                out[t] += v * out[t - 1]
        return out[j]

    ek, P = e(lam, k), np.zeros((n, n))
    for r in range(n):
        for s in range(r + 1, n):
            w = lam[r] * lam[s] * e(np.delete(lam, [r, s]), k - 2) / ek
            c = V[:, r] * V[:, s]
            P += w * (np.outer(V[:, r] ** 2, V[:, s] ** 2) - np.outer(c, c))
    np.fill_diagonal(
        P,
        [
            sum(V[i, r] ** 2 * lam[r] * e(np.delete(lam, r), k - 1) / ek for r in range(n))
            for i in range(n)
        ],
    )
    return P


# %% tags=["wrong", "id:pairs-without-second-term", "loses:marginals-pairs-tests"]
# why: leaves out - V_ir V_is V_jr V_js in (10.6): the repulsion is lost.
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)

    def e(x, j):
        out = [1.0] + [0.0] * j
        for v in x:
            for t in range(j, 0, -1):
                out[t] += v * out[t - 1]
        return out[j]

    ek, P = e(lam, k), np.zeros((n, n))
    for r, s in itertools.permutations(range(n), 2):
        w = lam[r] * lam[s] * e(np.delete(lam, [r, s]), k - 2) / ek
        P += w * np.outer(V[:, r] ** 2, V[:, s] ** 2)
    np.fill_diagonal(
        P,
        [
            sum(V[i, r] ** 2 * lam[r] * e(np.delete(lam, r), k - 1) / ek for r in range(n))
            for i in range(n)
        ],
    )
    return P


# %% tags=["wrong", "id:pairs-k-two", "loses:marginals-pairs-tests"]
# why: det of the pair over the sum of all pairs: right for k = 2 only.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[list(Y), list(Y)] += w
    P /= total
    D = np.outer(np.diag(S), np.diag(S)) - S**2
    D = D / (D.sum() / 2)
    np.fill_diagonal(D, np.diag(P))
    return D


# %% tags=["wrong", "id:upper-triangle", "loses:marginals-pairs-tests"]
# why: fills P[i, j] for i < j only; P[i, j] is the probability of i and j together for all i != j.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        for i in Y:
            for j in Y:
                if i <= j:
                    P[i, j] += w
    return P / total


# %% tags=["wrong", "id:covariances", "loses:marginals-pairs-tests"]
# why: returns P_ij - b_i b_j off the diagonal, the covariance and not the probability.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    b = np.diag(P).copy()
    C = P - np.outer(b, b)
    np.fill_diagonal(C, b)
    return C


# %% tags=["wrong", "id:conditional", "loses:marginals-pairs-tests"]
# why: the probability of j given i, not of both together.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    b = np.diag(P).copy()
    Q = P / b[:, None]
    np.fill_diagonal(Q, b)
    return Q


# %% tags=["wrong", "id:pairs-normalised-to-one", "loses:marginals-pairs-tests"]
# why: divides the pairs by their sum so that they add up to 1; in a set there are k (k - 1) / 2 pairs at once (right for k = 2).
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    b = np.diag(P) / total
    P = P * (1 - np.eye(n))
    P = P / (P.sum() / 2)
    return P + np.diag(b)


# %% tags=["wrong", "id:singles-normalised-to-one", "loses:marginals-single-tests"]
# why: the b_i are divided by k so that they add up to 1; they are probabilities of different events and add up to k.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    P[np.diag_indices(n)] /= np.trace(P)
    return P


# %% tags=["wrong", "id:diagonal-missing", "loses:marginals-single-tests"]
# why: leaves the diagonal 0; P[i, i] = b_i.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        for i, j in itertools.permutations(Y, 2):
            P[i, j] += w
    return P / total


# %% tags=["wrong", "id:diagonal-shares", "loses:marginals-single-tests"]
# why: b_i = k S_ii / trace, as if the clients did not repel each other.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    np.fill_diagonal(P, k * np.diag(S) / np.trace(S))
    return P


# %% tags=["wrong", "id:all-eigenvalues", "loses:marginals-single-tests"]
# why: e_{k-1} of all eigenvalues, (10.5) has those without lambda_r.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    lam, V = np.linalg.eigh(S)
    e = lambda j: sum(np.prod(c) for c in itertools.combinations(lam, j))
    np.fill_diagonal(P, V**2 @ (lam * e(k - 1)) / e(k))
    return P


# %% tags=["wrong", "id:transposed-vectors", "loses:marginals-single-tests"]
# why: V_ri for V_ir: the eigenvectors are the columns of V.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    P /= total
    lam, V = np.linalg.eigh(S)
    e = lambda x, j: sum(np.prod(c) for c in itertools.combinations(x, j))
    weights = np.array([lam[r] * e(np.delete(lam, r), k - 1) for r in range(n)]) / e(lam, k)
    np.fill_diagonal(P, weights @ V**2)
    return P


# %% tags=["wrong", "id:plain-dpp", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: K = S (I + S)^-1 is the marginal kernel of a DPP of any size; here exactly k clients are drawn.
def marginals(S, k):
    K = S @ np.linalg.inv(np.eye(len(S)) + S)
    d = np.diag(K)
    P = np.outer(d, d) - K**2
    np.fill_diagonal(P, d)
    return P


# %% tags=["wrong", "id:largest-eigenvectors", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: takes the k largest eigenvalues always (no stage 1), another law than (10.1).
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    K = V[:, -k:] @ V[:, -k:].T
    d = np.diag(K)
    P = np.outer(d, d) - K**2
    np.fill_diagonal(P, d)
    return P


# %% tags=["wrong", "id:product-of-diagonal", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: the product of the S_ii in place of the determinant: similarity plays no part.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.prod(np.diag(S)[list(Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    return P / total


# %% tags=["wrong", "id:determinant-squared", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: probabilities in proportion to the squared determinant.
def marginals(S, k):
    n = len(S)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(S[np.ix_(Y, Y)]) ** 2
        total += w
        P[np.ix_(Y, Y)] += w
    return P / total


# %% tags=["wrong", "id:correlation-kernel", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: scales S to a diagonal of ones first, so the sizes S_ii of the clients are lost.
def marginals(S, k):
    s = np.sqrt(np.diag(S))
    R = S / np.outer(s, s)
    n = len(R)
    P, total = np.zeros((n, n)), 0.0
    for Y in itertools.combinations(range(n), k):
        w = np.linalg.det(R[np.ix_(Y, Y)])
        total += w
        P[np.ix_(Y, Y)] += w
    return P / total


# %% tags=["wrong", "id:rescaled-dpp", "loses:marginals-single-tests,marginals-pairs-tests"]
# why: a DPP scaled so that it has k clients on average; the k-DPP has exactly k, with other probabilities.
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    low, high = 1e-9, 1e9
    for _ in range(200):
        c = np.sqrt(low * high)
        low, high = (
            (c, high) if np.sum(c * lam / (1 + c * lam)) < min(k, len(S) - 1e-6) else (low, c)
        )
    K = (V * (c * lam / (1 + c * lam))) @ V.T
    d = np.diag(K)
    P = np.outer(d, d) - K**2
    np.fill_diagonal(P, d)
    return P
