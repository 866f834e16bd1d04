# ruff: noqa
# %% tags=["right", "id:enumeration"]
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        mean = law @ g
        if law @ np.sum((g - mean) ** 2, axis=1) <= budget:
            return k
    return n


# %% tags=["right", "id:pairwise-formula"]
def fewest_clients(S, G, budget):
    n = len(S)
    D = np.sum((G[:, None] - G[None]) ** 2, axis=2)

    def pairs(k):
        P, total = np.zeros((n, n)), 0.0
        for Y in itertools.combinations(range(n), k):
            A = np.ix_(Y, Y)
            w = np.linalg.det(S[A])
            P[A] += w
            total += w
        return P / total

    k = 1
    while k < n:
        P = pairs(k)
        b = np.diag(P)
        if -np.sum((P - np.outer(b, b)) * D) / (2 * k**2) <= budget:
            break
        k += 1
    return k


# %% tags=["right", "id:all-variances-first"]
def fewest_clients(S, G, budget):
    n = len(S)
    variances = []
    gram = G @ G.T
    for k in range(1, n):
        sets = np.array(list(itertools.combinations(range(n), k)))
        w = np.linalg.det(S[sets[:, :, None], sets[:, None, :]])
        w = w / w.sum()
        X = np.zeros((len(sets), n))
        np.put_along_axis(X, sets, 1 / k, axis=1)
        C = (X * w[:, None]).T @ X - np.outer(w @ X, w @ X)
        variances.append(np.sum(C * gram))
    variances.append(0.0)
    print(variances)
    return int(np.flatnonzero(np.array(variances) <= budget)[0]) + 1


# %% tags=["right", "id:spectral-marginals"]
def fewest_clients(S, G, budget):
    lam, V = np.linalg.eigh(np.asarray(S, float))
    n = len(lam)
    Q = V**2

    def e(x, j):
        if j < 0:
            return 0.0
        out = np.zeros(j + 1)
        out[0] = 1
        for v in x:
            out[1:] = out[1:] + v * out[:-1]
        return out[j]

    def covariance(k):
        ek = e(lam, k)
        b = Q @ np.array([lam[r] * e(np.delete(lam, r), k - 1) for r in range(n)]) / ek
        P = np.zeros((n, n))
        for r, s in itertools.combinations(range(n), 2):
            w = lam[r] * lam[s] * e(np.delete(lam, [r, s]), k - 2) / ek
            wedge = np.outer(V[:, r], V[:, s]) - np.outer(V[:, s], V[:, r])
            P += w * wedge**2
        P[np.diag_indices(n)] = b
        return P - np.outer(b, b)

    return next(
        k
        for k in range(1, n + 1)
        if k == n or np.einsum("ij,id,jd->", covariance(k), G, G, optimize=True) / k**2 <= budget
    )


# %% tags=["right", "id:recursion"]
def fewest_clients(S, G, budget, k=1):
    n = len(S)
    if k == n:
        return n
    total, first, second = 0.0, 0.0, 0.0
    for Y in itertools.combinations(range(n), k):
        L = np.linalg.cholesky(S[np.ix_(Y, Y)])
        w = np.prod(np.diag(L)) ** 2
        g = np.sum(G[list(Y)] - G[0], axis=0) / k  # moved by one and the same vector
        total, first, second = total + w, first + w * g, second + w * (g @ g)
    variance = second / total - np.sum((first / total) ** 2)
    return k if variance <= budget else fewest_clients(S, G, budget, k + 1)


# %% tags=["right", "id:all-subsets-at-once"]
def fewest_clients(S, G, budget):
    n = len(S)
    weight = [0.0] * (n + 1)
    mean = [np.zeros(G.shape[1]) for _ in range(n + 1)]
    square = [0.0] * (n + 1)
    for mask in range(1, 2**n):
        Y = [i for i in range(n) if mask >> i & 1]
        w = float(np.linalg.det(S[np.ix_(Y, Y)]))
        g = G[Y].mean(axis=0)
        k = len(Y)
        # Welford with weights
        weight[k] += w
        step = g - mean[k]
        mean[k] = mean[k] + w / weight[k] * step
        square[k] += w * step @ (g - mean[k])
    for k in range(1, n + 1):
        if square[k] / weight[k] <= budget:
            return k


# %% tags=["right", "id:downwards-with-memory"]
# from n downwards without stopping, the last k that will do is the smallest
def fewest_clients(S, G, budget):
    n = len(S)
    answer = n
    for k in range(n - 1, 0, -1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        logs = np.array([np.linalg.slogdet(S[np.ix_(Y, Y)])[1] for Y in sets])
        law = np.exp(logs - logs.max())
        law = law / law.sum()
        updates = np.stack([np.mean(G[Y], axis=0) for Y in sets])
        spread = sum(np.cov(c, aweights=law, ddof=0) for c in updates.T)
        if spread <= budget:
            answer = k
    return answer


# %% tags=["right", "id:mean-of-squared-differences"]
# Var g = half the mean squared distance of two independent draws, = E|g|^2 - |E g|^2
def fewest_clients(S: np.ndarray, G: np.ndarray, budget: float) -> int:
    n = len(S)

    def variance(k):
        sets = list(itertools.combinations(range(n), k))
        law = np.array([max(np.linalg.det(S[np.ix_(Y, Y)]), 0.0) for Y in sets])
        law /= law.sum()
        g = np.array([sum(G[i] for i in Y) / k for Y in sets])
        centre = g[0]
        h = g - centre
        return law @ (h * h).sum(axis=1) - (law @ h) @ (law @ h)

    for k in itertools.count(1):
        if k >= n or variance(k) <= budget:
            return np.int64(k)


# %% tags=["wrong", "id:bisection", "loses:fewest-clients-tests"]
# why: bisection takes it that more clients always mean less variance; under a k-DPP the variance may rise with k, and then the smallest k is missed.
def fewest_clients(S, G, budget):
    n = len(S)

    def variance(k):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        return law @ np.sum((g - law @ g) ** 2, axis=1)

    low, high = 1, n
    while low < high:
        middle = (low + high) // 2
        if variance(middle) <= budget:
            high = middle
        else:
            low = middle + 1
    return low


# %% tags=["wrong", "id:from-above", "loses:fewest-clients-tests"]
# why: goes down from n and stops at the first k that will not do; a smaller k may do again.
def fewest_clients(S, G, budget):
    n = len(S)
    k = n
    while k > 1:
        sets = [list(Y) for Y in itertools.combinations(range(n), k - 1)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if law @ np.sum((g - law @ g) ** 2, axis=1) > budget:
            break
        k -= 1
    return k


# %% tags=["wrong", "id:uniform-draws", "loses:fewest-clients-tests"]
# why: the variance of uniform draws; asked is the k-DPP with the given kernel.
def fewest_clients(S, G, budget):
    n = len(G)
    spread = np.mean(np.sum((G - G.mean(axis=0)) ** 2, axis=1))
    for k in range(1, n + 1):
        if spread / k * (n - k) / (n - 1) <= budget:
            return k


# %% tags=["wrong", "id:divided-by-k", "loses:fewest-clients-tests"]
# why: the variance of one draw divided by k, as with independent draws.
def fewest_clients(S, G, budget):
    n = len(G)
    p = np.diag(S) / np.trace(S)
    one = p @ np.sum((G - p @ G) ** 2, axis=1)
    return next((k for k in range(1, n) if one / k <= budget), n)


# %% tags=["wrong", "id:product-law", "loses:fewest-clients-tests"]
# why: the product of the S_ii for the determinant: no repulsion.
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.prod(np.diag(S)[Y]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if law @ np.sum((g - law @ g) ** 2, axis=1) <= budget + 1e-12:
            return k


# %% tags=["wrong", "id:standard-deviation", "loses:fewest-clients-tests"]
# why: compares the standard deviation with the budget; it is the variance that may be at most `budget`.
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if np.sqrt(law @ np.sum((g - law @ g) ** 2, axis=1)) <= budget or k == n:
            return k


# %% tags=["wrong", "id:distance-from-the-mean-of-all", "loses:fewest-clients-tests"]
# why: mean squared distance from the mean update of all clients: that is variance plus squared bias.
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if law @ np.sum((g - G.mean(axis=0)) ** 2, axis=1) <= budget:
            return k


# %% tags=["wrong", "id:starts-at-two", "loses:fewest-clients-tests"]
# why: never tries k = 1; "an integer from 1 to n".
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(2, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if k == n or law @ np.sum((g - law @ g) ** 2, axis=1) <= budget:
            return k


# %% tags=["wrong", "id:best-k", "loses:fewest-clients-tests"]
# why: the k < n with the smallest variance, if it will do; asked is the smallest k that will do.
def fewest_clients(S, G, budget):
    n = len(S)
    values = {n: 0.0}
    for k in range(1, n):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        values[k] = law @ np.sum((g - law @ g) ** 2, axis=1)
    best = min(range(1, n), key=values.get, default=n)
    return best if values[best] <= budget else n


# %% tags=["wrong", "id:one-too-few", "loses:fewest-clients-tests"]
# why: off by one: returns the last k that will *not* do (1 at least).
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if k == n or law @ np.sum((g - law @ g) ** 2, axis=1) <= budget:
            return max(k - 1, 1)


# %% tags=["wrong", "id:per-coordinate", "loses:fewest-clients-tests"]
# why: the mean of the variances of the coordinates; (10.12) is the squared length, their sum.
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if k == n or law @ np.mean((g - law @ g) ** 2, axis=1) <= budget:
            return k


# %% tags=["wrong", "id:sum-instead-of-average", "loses:fewest-clients-tests"]
# why: the variance of the sum of the updates, not of their average (1/k is missing).
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].sum(axis=0) for Y in sets])
        if k == n or law @ np.sum((g - law @ g) ** 2, axis=1) <= budget:
            return k


# %% tags=["wrong", "id:law-of-unweighted-sets", "loses:fewest-clients-tests"]
# why: the mean under the k-DPP, but the squared distances are averaged over all sets equally.
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law /= law.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if k == n or np.mean(np.sum((g - law @ g) ** 2, axis=1)) <= budget:
            return k
