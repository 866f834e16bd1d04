# ruff: noqa
# %% tags=["right", "id:algorithm"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n = len(lam)
    E = np.zeros((k + 1, n + 1))  # E[j, r] = e_j of the first r eigenvalues
    E[0] = 1
    for r in range(1, n + 1):
        for j in range(1, k + 1):
            E[j, r] = E[j, r - 1] + lam[r - 1] * E[j - 1, r - 1]
    draws = np.zeros((size, k), dtype=int)
    for t in range(size):
        J, j = [], k
        for r in range(n, 0, -1):
            if j == 0:
                break
            if rng.random() < lam[r - 1] * E[j - 1, r - 1] / E[j, r]:
                J.append(r - 1)
                j -= 1
        rows = V[:, J].copy()
        for s in range(k):
            norms = np.sum(rows**2, axis=1)
            norms[draws[t, :s]] = 0
            i = rng.choice(n, p=norms / norms.sum())
            draws[t, s] = i
            u = rows[i] / np.linalg.norm(rows[i])
            rows -= np.outer(rows @ u, u)
    return draws


# %% tags=["right", "id:enumeration"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.linalg.det(S[sets[:, :, None], sets[:, None, :]])
    return sets[rng.choice(len(sets), size=size, p=law / law.sum())]


# %% tags=["right", "id:in-or-out"]
# client by client: take i or leave it, given what is decided; everything from e_j of Schur complements
def sample(S, k, size, rng):
    memory = {}

    def e(A, j):
        if j < 0 or j > len(A):
            return 0.0
        out = np.zeros(j + 1)
        out[0] = 1.0
        for x in np.linalg.eigvalsh(A) if len(A) else ():
            out[1:] = out[1:] + x * out[:-1]
        return out[j]

    def chance(chosen, i, A, j):
        """Probability that the first client of A is a member, and the two kernels that follow."""
        if (chosen, i) not in memory:
            left_out = A[1:, 1:]
            taken = left_out - np.outer(A[1:, 0], A[0, 1:]) / A[0, 0]
            yes, no = A[0, 0] * e(taken, j - 1), e(left_out, j)
            memory[chosen, i] = yes / (yes + no), taken, left_out
        return memory[chosen, i]

    out = np.empty((size, k), dtype=int)
    for t in range(size):
        A, chosen = np.asarray(S, float), ()
        for i in range(len(S)):
            if len(chosen) == k:
                break
            q, taken, left_out = chance(chosen, i, A, k - len(chosen))
            if rng.random() < q:
                chosen, A = chosen + (i,), taken
            else:
                A = left_out
        out[t] = chosen
    return out


# %% tags=["right", "id:gumbel"]
# argmax of log probability plus Gumbel noise
def sample(S, k, size, rng):
    n = S.shape[0]
    sets = list(itertools.combinations(range(n), k))
    logs = np.array([np.linalg.slogdet(S[np.ix_(Y, Y)])[1] for Y in sets])
    draws = []
    for _ in range(size):
        best = int(np.argmax(logs + rng.gumbel(size=len(sets))))
        draws.append(rng.permutation(sets[best]))
    return np.array(draws)


# %% tags=["right", "id:rejection"]
# a DPP of any size whose expected size is near k, drawn again until its size is k: given its
# size k a DPP is the k-DPP, whatever the factor before S
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n = len(lam)
    low, high = -60.0, 60.0
    for _ in range(80):
        c = (low + high) / 2
        x = np.exp(c) * lam
        low, high = (c, high) if np.sum(x / (1 + x)) < k - 0.3 else (low, c)
    x = np.exp(c) * lam
    chosen = np.empty((0, n), dtype=bool)
    while len(chosen) < size:
        more = rng.random((4 * size + 10, n)) < x / (1 + x)
        chosen = np.vstack([chosen, more[more.sum(axis=1) == k]])
    out = []
    for mask in chosen[:size]:
        B, Y = V[:, mask], []
        for left in range(k, 0, -1):
            p = np.sum(B**2, axis=1)
            p[Y] = 0
            i = int(rng.choice(n, p=p / p.sum()))
            Y.append(i)
            if left > 1:
                c = int(np.argmax(np.abs(B[i])))
                B = np.delete(B - np.outer(B[:, c] / B[i, c], B[i]), c, axis=1)
                B, _ = np.linalg.qr(B)
        out.append(Y)
    return np.array(out)


# %% tags=["right", "id:one-after-the-other"]
# the next client, given those that are there: by the inclusion probabilities (10.5) of the
# k-DPP of the Schur complement
def sample(S, k, size, rng):
    def inclusion(A, j):
        lam, V = np.linalg.eigh(A)
        lam = np.maximum(lam, 0)
        e = lambda x: [
            *itertools.accumulate(x, lambda c, v: np.convolve(c, [1, v]), initial=np.ones(1))
        ][-1]
        w = [lam[r] * e(np.delete(lam, r))[j - 1] for r in range(len(lam))]
        b = V**2 @ np.array(w)
        return b / b.sum()

    known = {}

    def state(Y):
        if Y not in known:
            rest = [i for i in range(len(S)) if i not in Y]
            A = S[np.ix_(rest, rest)]
            if Y:
                B = S[np.ix_(Y, rest)]
                A = A - B.T @ np.linalg.solve(S[np.ix_(Y, Y)], B)
            known[Y] = rest, np.cumsum(inclusion(A, k - len(Y)))
        return known[Y]

    def draw():
        Y = ()
        while len(Y) < k:
            rest, cumulative = state(Y)
            pick = min(int(np.searchsorted(cumulative, rng.random(), side="right")), len(rest) - 1)
            Y = tuple(sorted(Y + (rest[pick],)))
        return Y

    return np.array([draw() for _ in range(size)])


# %% tags=["right", "id:vectorised"]
# all draws at once: stage 1 with one uniform per draw and eigenvalue, stage 2 with batches
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    lam = lam / lam.max()
    n = len(lam)
    E = np.zeros((n + 1, k + 1))
    E[:, 0] = 1
    for r in range(n):
        E[r + 1, 1:] = E[r, 1:] + lam[r] * E[r, :-1]
    left = np.full(size, k)
    chosen = np.zeros((size, n), dtype=bool)
    for r in reversed(range(n)):
        some = left > 0
        p = np.zeros(size)
        p[some] = lam[r] * E[r, left[some] - 1] / E[r + 1, left[some]]
        chosen[:, r] = rng.random(size) < p
        left -= chosen[:, r]
    columns = np.nonzero(chosen)[1].reshape(size, k)
    rows = np.swapaxes(V[:, columns], 0, 1).copy()  # (size, n, k)
    draws = np.empty((size, k), dtype=np.int64)
    here = np.arange(size)
    for t in range(k):
        norms = np.sum(rows**2, axis=2)
        for s in range(t):
            norms[here, draws[:, s]] = 0
        cumulative = np.cumsum(norms, axis=1)
        u = rng.random(size) * cumulative[:, -1]
        draws[:, t] = np.minimum(np.sum(cumulative <= u[:, None], axis=1), n - 1)
        v = rows[here, draws[:, t]]
        v = v / np.linalg.norm(v, axis=1, keepdims=True)
        rows -= np.einsum("snk,sk->sn", rows, v)[:, :, None] * v[:, None, :]
    return draws


# %% tags=["right", "id:choose-set-of-eigenvectors"]
# stage 1 by enumeration of the sets of eigenvectors, stage 2 with the projection K
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n = len(S)
    Js = list(itertools.combinations(range(n), k))
    w = np.array([np.prod(lam[list(J)]) for J in Js])
    picks = rng.choice(len(Js), p=w / w.sum(), size=size)
    result = np.full((size, k), -1)
    for t, pick in enumerate(picks):
        B = V[:, Js[pick]]
        K = B @ B.T
        for s in range(k):
            d = np.clip(np.diag(K), 0, None)
            d[result[t, :s]] = 0
            i = rng.choice(n, p=d / d.sum())
            result[t, s] = i
            K = K - np.outer(K[:, i], K[i]) / K[i, i]
    return result


# %% tags=["right", "id:multinomial-of-sets"]
# how often each set comes is multinomial; then the draws are put into random order
def sample(S, k, size, rng):
    sets = np.array([Y for Y in itertools.combinations(range(len(S)), k)])
    weights = np.array([np.prod(np.diag(np.linalg.cholesky(S[np.ix_(Y, Y)]))) ** 2 for Y in sets])
    times = rng.multinomial(size, weights / weights.sum())
    draws = np.repeat(sets, times, axis=0)
    rng.shuffle(draws, axis=0)
    return draws


# %% tags=["right", "id:inverse-cdf-bisect"]
import bisect


def sample(S, k, size, rng):
    sets = list(itertools.combinations(range(len(S)), k))
    cumulative = list(itertools.accumulate(float(np.linalg.det(S[np.ix_(Y, Y)])) for Y in sets))
    draws = [
        sets[min(bisect.bisect(cumulative, u * cumulative[-1]), len(sets) - 1)]
        for u in rng.uniform(size=size)
    ]
    return np.array(draws, dtype=int).reshape(size, k)


# %% tags=["wrong", "id:no-stage-one", "loses:sample-tests"]
# why: always the k eigenvectors of the largest eigenvalues; sets come with other probabilities than (10.1).
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n, out = len(lam), np.zeros((size, k), dtype=int)
    for t in range(size):
        rows = V[:, -k:].copy()
        for s in range(k):
            p = np.sum(rows**2, axis=1)
            p[out[t, :s]] = 0
            i = out[t, s] = rng.choice(n, p=p / p.sum())
            u = rows[i] / np.linalg.norm(rows[i])
            rows -= np.outer(rows @ u, u)
    return out


# %% tags=["wrong", "id:no-projection", "loses:sample-tests"]
# why: does not remove the direction of the client that was drawn: no repulsion in stage 2.
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n = len(lam)
    E = np.zeros((k + 1, n + 1))
    E[0] = 1
    for r in range(1, n + 1):
        for j in range(1, k + 1):
            E[j, r] = E[j, r - 1] + lam[r - 1] * E[j - 1, r - 1]
    out = np.zeros((size, k), dtype=int)
    for t in range(size):
        J, j = [], k
        for r in range(n, 0, -1):
            if j and rng.random() < lam[r - 1] * E[j - 1, r - 1] / E[j, r]:
                J.append(r - 1)
                j -= 1
        p = np.sum(V[:, J] ** 2, axis=1)
        out[t] = rng.choice(n, size=k, replace=False, p=p / p.sum())
    return out


# %% tags=["wrong", "id:eigenvectors-one-by-one", "loses:sample-tests"]
# why: chooses k eigenvectors one by one in proportion to the eigenvalues; stage 1 needs the polynomials e_j.
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n, out = len(lam), np.zeros((size, k), dtype=int)
    for t in range(size):
        J = rng.choice(n, size=k, replace=False, p=lam / lam.sum())
        rows = V[:, J].copy()
        for s in range(k):
            p = np.sum(rows**2, axis=1)
            p[out[t, :s]] = 0
            i = out[t, s] = rng.choice(n, p=p / p.sum())
            u = rows[i] / np.linalg.norm(rows[i])
            rows -= np.outer(rows @ u, u)
    return out


# %% tags=["wrong", "id:residual-diagonal", "loses:sample-tests"]
# why: draws each client by the diagonal of the Schur complement, without looking ahead to the clients that follow: not (10.1).
def sample(S, k, size, rng):
    n, out = len(S), np.zeros((size, k), dtype=int)
    for t in range(size):
        A = S.astype(float).copy()
        for s in range(k):
            d = np.clip(np.diag(A), 0, None)
            d[out[t, :s]] = 0
            i = out[t, s] = rng.choice(n, p=d / d.sum())
            A = A - np.outer(A[:, i], A[i]) / A[i, i]
    return out


# %% tags=["wrong", "id:product-of-diagonal", "loses:sample-tests"]
# why: probability in proportion to the product of the S_ii: similarity is ignored.
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.prod(np.diag(S)[sets], axis=1)
    return sets[rng.choice(len(sets), size=size, p=law / law.sum())]


# %% tags=["wrong", "id:uniform", "loses:sample-tests"]
# why: all sets equally often; S is ignored.
def sample(S, k, size, rng):
    return np.array([rng.choice(len(S), size=k, replace=False) for _ in range(size)])


# %% tags=["wrong", "id:most-probable-set", "loses:sample-tests"]
# why: returns the set with the largest determinant every time: no draw at all.
def sample(S, k, size, rng):
    sets = list(itertools.combinations(range(len(S)), k))
    best = max(sets, key=lambda Y: np.linalg.det(S[np.ix_(Y, Y)]))
    return np.array([best] * size)


# %% tags=["wrong", "id:one-draw-repeated", "loses:sample-tests"]
# why: draws once and repeats the set; asked are `size` sets, independently of each other.
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return np.tile(sets[rng.choice(len(sets), p=law / law.sum())], (size, 1))


# %% tags=["wrong", "id:own-generator", "loses:sample-tests"]
# why: makes its own generator with a fixed seed; "all randomness comes from rng": every call gives the same sets.
def sample(S, k, size, rng):
    rng = np.random.default_rng(0)
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=law / law.sum())]


# %% tags=["wrong", "id:global-numpy-random", "loses:sample-tests"]
# why: np.random instead of rng; the same state of rng must give the same draws.
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[np.random.choice(len(sets), size=size, p=law / law.sum())]


# %% tags=["wrong", "id:by-inclusion-probabilities", "loses:sample-tests"]
# why: draws k clients by their b_i, without repulsion between them.
def sample(S, k, size, rng):
    n = len(S)
    b = np.zeros(n)
    for Y in itertools.combinations(range(n), k):
        b[list(Y)] += np.linalg.det(S[np.ix_(Y, Y)])
    return np.array([rng.choice(n, size=k, replace=False, p=b / b.sum()) for _ in range(size)])


# %% tags=["wrong", "id:determinant-root", "loses:sample-tests"]
# why: in proportion to the square root of the determinant (the volume of the factors' rows), not to the determinant.
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.array([np.prod(np.diag(np.linalg.cholesky(S[np.ix_(Y, Y)]))) for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=law / law.sum())]


# %% tags=["wrong", "id:truncated-dpp", "loses:sample-tests"]
# why: eigenvectors with probability lambda / (1 + lambda), then cut or filled up to k: the size must be decided by the e_j.
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n, out = len(lam), np.zeros((size, k), dtype=int)
    for t in range(size):
        J = list(np.flatnonzero(rng.random(n) < lam / (1 + lam)))[::-1][:k]
        J += [r for r in range(n - 1, -1, -1) if r not in J][: k - len(J)]
        rows = V[:, J].copy()
        for s in range(k):
            p = np.sum(rows**2, axis=1)
            p[out[t, :s]] = 0
            i = out[t, s] = rng.choice(n, p=p / p.sum())
            u = rows[i] / np.linalg.norm(rows[i])
            rows -= np.outer(rows @ u, u)
    return out


# %% tags=["wrong", "id:rejection-of-duplicates-only", "loses:sample-tests"]
# why: draws k clients independently by b_i and repeats if one comes twice: no client repels a similar one.
def sample(S, k, size, rng):
    K = S @ np.linalg.inv(np.eye(len(S)) + S)
    p = np.diag(K) / np.trace(K)
    draws = []
    while len(draws) < size:
        Y = rng.choice(len(S), size=k, p=p)
        if len(set(Y.tolist())) == k:
            draws.append(Y)
    return np.array(draws)


# %% tags=["wrong", "id:with-replacement", "loses:sample-tests"]
# why: draws k times by the b_i, with replacement: a client may come twice in a row, but "each row holds k different clients".
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    law = law / law.sum()
    b = np.array([law[np.any(sets == i, axis=1)].sum() for i in range(len(S))])
    return rng.choice(len(S), size=(size, k), p=b / k)


# %% tags=["wrong", "id:short-markov-chain", "loses:sample-tests"]
# why: a Markov chain of swaps, one step from draw to draw: neither independent nor, at the start, in the right proportions.
def sample(S, k, size, rng):
    n = len(S)
    Y, out = list(range(k)), []
    det = lambda A: np.linalg.det(S[np.ix_(A, A)])
    for _ in range(size):
        new = [i for i in Y]
        new[rng.integers(k)] = int(rng.integers(n))
        if len(set(new)) == k and rng.random() < det(new) / det(Y) * 0.05:
            Y = new
        out.append(Y)
    return np.array(out)


# %% tags=["wrong", "id:chances-of-all-eigenvalues", "loses:sample-tests"]
# why: uses e_j of all eigenvalues instead of those of the first r; the chances of stage 1 are wrong.
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n, out = len(lam), np.zeros((size, k), dtype=int)
    e = np.zeros(k + 1)
    e[0] = 1
    for x in lam:
        e[1:] = e[1:] + x * e[:-1]
    for t in range(size):
        J, j = [], k
        for r in range(n - 1, -1, -1):
            if j and (r + 1 == j or rng.random() < lam[r] * e[j - 1] / e[j]):
                J.append(r)
                j -= 1
        rows = V[:, J].copy()
        for s in range(k):
            p = np.sum(rows**2, axis=1)
            p[out[t, :s]] = 0
            i = out[t, s] = rng.choice(n, p=p / p.sum())
            u = rows[i] / np.linalg.norm(rows[i])
            rows -= np.outer(rows @ u, u)
    return out
