# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:formulas"]
def esp(values, k):
    e = np.zeros(max(k, 0) + 1)
    e[0] = 1.0
    for value in values:
        e[1:] = e[1:] + value * e[:-1]
    return e[k] if k >= 0 else 0.0


def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n, e_k = len(lam), esp(lam, k)
    P = np.zeros((n, n))
    for r in range(n):
        for s in range(n):
            if r != s:
                both = lam[r] * lam[s] * esp(np.delete(lam, [r, s]), k - 2) / e_k
                v, u = V[:, r], V[:, s]
                P += both * (np.outer(v**2, u**2) - np.outer(v * u, v * u))
    single = [lam[r] * esp(np.delete(lam, r), k - 1) / e_k for r in range(n)]
    np.fill_diagonal(P, V**2 @ single)
    return P


# %% tags=["right", "id:enumeration-with-indicators"]
def marginals(S, k):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    member = np.array([[1.0 if i in Y else 0.0 for i in range(n)] for Y in sets])
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return np.einsum("s,si,sj->ij", weight / weight.sum(), member, member)


# %% tags=["right", "id:mixture-of-projections"]
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    total, P = 0.0, 0.0
    for J in itertools.combinations(range(len(lam)), k):
        weight = np.prod(lam[list(J)])
        K = V[:, J] @ V[:, J].T
        pairs = np.outer(np.diag(K), np.diag(K)) - K**2
        P = P + weight * (pairs + np.diag(np.diag(K)))
        total += weight
    return P / total


# %% tags=["right", "id:complement"]
def marginals(S, k):
    # Leaving clients out leaves their rows out: e_k of the smaller kernel counts the other sets.
    def e_k(clients):
        lam = np.linalg.eigvalsh(S[np.ix_(clients, clients)]) if clients else []
        e = [1.0] + [0.0] * k
        for value in lam:
            for j in range(k, 0, -1):
                e[j] += value * e[j - 1]
        return e[k]

    n = len(S)
    everyone = e_k(list(range(n)))
    without = {i: e_k([c for c in range(n) if c != i]) / everyone for i in range(n)}
    P = np.diag([1 - without[i] for i in range(n)])
    for i, j in itertools.combinations(range(n), 2):
        neither = e_k([c for c in range(n) if c not in (i, j)]) / everyone
        P[i, j] = P[j, i] = 1 - without[i] - without[j] + neither
    return P


# %% tags=["right", "id:circle-of-dpps"]
def marginals(S, k):
    # The k-DPP is the coefficient of z^k of the DPPs with kernels z S.
    n = len(S)
    scale = k / np.trace(S)
    z = scale * np.exp(2j * np.pi * np.arange(n + 1) / (n + 1))
    total, P = 0.0, 0.0
    for point in z:
        weight = np.linalg.det(np.eye(n) + point * S) * point ** (-k)
        K = point * S @ np.linalg.inv(np.eye(n) + point * S)
        d = np.diag(K)
        P = P + weight * (np.outer(d, d) - K * K.T + np.diag(d))
        total = total + weight
    return (P / total).real


# %% tags=["right", "id:derivative-of-the-normaliser"]
def marginals(S, k):
    # Scale row and column i by t: sets with i are weighed by t^2. Compare t = 1 with t^2 = 2.
    def weight(factors):
        root = np.sqrt(factors)
        lam = np.linalg.eigvalsh(root[:, None] * S * root)
        return abs(np.poly(lam)[k])

    n = len(S)
    one, unit = weight(np.ones(n)), np.eye(n)
    b = np.array([weight(1 + unit[i]) / one - 1 for i in range(n)])
    P = np.diag(b)
    for i in range(n):
        for j in range(n):
            if i != j:
                P[i, j] = weight(1 + unit[i] + unit[j]) / one - 1 - b[i] - b[j]
    return P.tolist()


# %% tags=["right", "id:schur-complements-and-lists"]
def marginals(S, k):
    # Given i, the others are a (k-1)-DPP with the Schur complement of S_ii.
    def e(M, j):
        lam = np.linalg.eigvalsh(M) if len(M) else np.zeros(0)
        table = [1.0] + [0.0] * j
        for value in lam:
            table = [1.0] + [table[a] + value * table[a - 1] for a in range(1, j + 1)]
        return table[j]

    def given(M, i):
        rest = [c for c in range(len(M)) if c != i]
        return M[np.ix_(rest, rest)] - np.outer(M[rest, i], M[i, rest]) / M[i, i]

    n, whole = len(S), e(S, k)
    P = [[0.0] * n for _ in range(n)]
    for i in range(n):
        P[i][i] = S[i, i] * e(given(S, i), k - 1) / whole
        for j in range(i):
            M = given(S, i)
            P[i][j] = P[j][i] = S[i, i] * M[j, j] * e(given(M, j), k - 2) / whole
    return P


# %% tags=["wrong", "id:no-fixed-size", "says:without a fixed size"]
def marginals(S, k):
    K = S @ np.linalg.inv(S + np.eye(len(S)))
    P = np.outer(np.diag(K), np.diag(K)) - K**2
    np.fill_diagonal(P, np.diag(K))
    return P


# %% tags=["wrong", "id:leading-eigenvectors", "says:k largest eigenvalues"]
def marginals(S, k):
    _, V = np.linalg.eigh(S)
    K = V[:, -k:] @ V[:, -k:].T
    P = np.outer(np.diag(K), np.diag(K)) - K**2
    np.fill_diagonal(P, np.diag(K))
    return P


# %% tags=["wrong", "id:uniform", "says:uniform sampling"]
def marginals(S, k):
    n = len(S)
    P = np.full((n, n), k * (k - 1) / (n * (n - 1)))
    np.fill_diagonal(P, k / n)
    return P


# %% tags=["wrong", "id:not-normalised", "says:not divided by their sum"]
def marginals(S, k):
    P = np.zeros_like(S)
    for Y in itertools.combinations(range(len(S)), k):
        P[np.ix_(Y, Y)] += np.linalg.det(S[np.ix_(Y, Y)])
    return P


# %% tags=["wrong", "id:determinant-squared", "says:square of the determinant"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)]) ** 2
        P[np.ix_(Y, Y)] += weight
        total += weight
    return P / total


# %% tags=["wrong", "id:independent", "says:independently", "loses:marginals-pairs-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    b = np.diag(P) / total
    return np.outer(b, b) - np.diag(b**2) + np.diag(b)


# %% tags=["wrong", "id:covariance", "says:covariance", "loses:marginals-pairs-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    P = P / total
    b = np.diag(P)
    return P - np.outer(b, b) + np.diag(b**2)


# %% tags=["wrong", "id:conditional", "says:conditional probability", "loses:marginals-pairs-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    P = P / total
    b = np.diag(P)
    return P / b[:, None] - np.eye(len(b)) + np.diag(b)


# %% tags=["wrong", "id:upper-half-only", "says:upper half", "loses:marginals-pairs-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        total += weight
        for i in Y:
            for j in Y:
                if i <= j:
                    P[i, j] += weight
    return P / total


# %% tags=["wrong", "id:without-minus", "says:with the minus", "loses:marginals-pairs-tests"]
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)

    def e(values, j):
        return sum(np.prod(c) for c in itertools.combinations(values, j)) if j else 1.0

    P = np.zeros((n, n))
    for r, s in itertools.permutations(range(n), 2):
        both = lam[r] * lam[s] * e(np.delete(lam, [r, s]), k - 2) / e(lam, k)
        P += both * np.outer(V[:, r] ** 2, V[:, s] ** 2)
    single = [lam[r] * e(np.delete(lam, r), k - 1) / e(lam, k) for r in range(n)]
    np.fill_diagonal(P, V**2 @ single)
    return P


# %% tags=["wrong", "id:each-pair-once", "says:counted half", "loses:marginals-pairs-tests"]
def marginals(S, k):
    lam, V = np.linalg.eigh(S)
    n = len(lam)

    def e(values, j):
        return sum(np.prod(c) for c in itertools.combinations(values, j)) if j else 1.0

    P = np.zeros((n, n))
    for r, s in itertools.combinations(range(n), 2):  # unordered pairs: half of the sum
        both = lam[r] * lam[s] * e(np.delete(lam, [r, s]), k - 2) / e(lam, k)
        v, u = V[:, r], V[:, s]
        P += both * (np.outer(v**2, u**2) + np.outer(u**2, v**2)) / 2
        P -= both * np.outer(v * u, v * u)
    single = [lam[r] * e(np.delete(lam, r), k - 1) / e(lam, k) for r in range(n)]
    np.fill_diagonal(P, V**2 @ single)
    return P


# %% tags=["wrong", "id:v-not-squared", "says:not squared", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    lam, V = np.linalg.eigh(S)
    drawn = [
        lam[r] * sum(np.prod(c) for c in itertools.combinations(np.delete(lam, r), k - 1)) / total
        for r in range(len(lam))
    ]
    return P / total - np.diag(np.diag(P / total)) + np.diag(V @ drawn)


# %% tags=["wrong", "id:eigenvectors", "says:of eigenvectors", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    lam = np.linalg.eigvalsh(S)
    drawn = [
        lam[r] * sum(np.prod(c) for c in itertools.combinations(np.delete(lam, r), k - 1)) / total
        for r in range(len(lam))
    ]
    return P / total - np.diag(np.diag(P / total)) + np.diag(drawn)


# %% tags=["wrong", "id:not-left-out", "says:not left out", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    lam, V = np.linalg.eigh(S)
    drawn = lam * sum(np.prod(c) for c in itertools.combinations(lam, k - 1)) / total
    return P / total - np.diag(np.diag(P / total)) + np.diag(V**2 @ drawn)


# %% tags=["wrong", "id:rows-of-v", "says:Rows and columns of V", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    lam, V = np.linalg.eigh(S)
    drawn = [
        lam[r] * sum(np.prod(c) for c in itertools.combinations(np.delete(lam, r), k - 1)) / total
        for r in range(len(lam))
    ]
    return P / total - np.diag(np.diag(P / total)) + np.diag((V**2).T @ drawn)


# %% tags=["wrong", "id:diagonal-of-s", "says:diagonal of S only", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    P = P / total
    np.fill_diagonal(P, k * np.diag(S) / np.trace(S))
    return P


# %% tags=["wrong", "id:b-of-sum-one", "says:not to 1", "loses:marginals-single-tests"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    P = P / total
    np.fill_diagonal(P, np.diag(P) / k)
    return P


# %% tags=["wrong", "id:b-only", "says:put it on the diagonal"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    return np.diag(P) / total


# %% tags=["wrong", "id:first-sixty-sets", "says:for 12 random clients"]
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.islice(itertools.combinations(range(len(S)), k), 60):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    return P / total
