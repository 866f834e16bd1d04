# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:pairs-of-marginals"]
def fewest_clients(S, G, budget):
    n = len(S)
    for k in range(1, n + 1):
        P, total = np.zeros((n, n)), 0.0
        for Y in itertools.combinations(range(n), k):
            weight = np.linalg.det(S[np.ix_(Y, Y)])
            P[np.ix_(Y, Y)] += weight
            total += weight
        P = P / total
        b = np.diag(P)
        if np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2 <= budget:
            return k
    return n


# %% tags=["right", "id:all-variances-first"]
def fewest_clients(S, G, budget):
    n, variances = len(S), []
    for k in range(1, n + 1):
        probability, updates = [], []
        for Y in itertools.combinations(range(n), k):
            probability.append(np.linalg.det(S[list(Y)][:, list(Y)]))
            updates.append(np.mean([G[i] for i in Y], axis=0))
        probability = np.array(probability) / sum(probability)
        mean = sum(p * g for p, g in zip(probability, updates))
        variances.append(sum(p * np.sum((g - mean) ** 2) for p, g in zip(probability, updates)))
    return min(k + 1 for k in range(n) if variances[k] <= budget or k == n - 1)


# %% tags=["right", "id:second-moment-minus-square"]
def fewest_clients(S, G, budget):
    n = len(S)
    k = 0
    while True:
        k += 1
        sets = [list(Y) for Y in itertools.combinations(range(n), k)]
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w /= w.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        if k == n or w @ (g**2).sum(axis=1) - np.sum((w @ g) ** 2) <= budget:
            return np.array([k])


# %% tags=["right", "id:two-independent-draws"]
def fewest_clients(S, G, budget):
    # half the expected squared distance of two independent rounds
    for k in range(len(S)):
        sets = [list(Y) for Y in itertools.combinations(range(len(S)), k + 1)]
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w = w / w.sum()
        g = np.array([G[Y].mean(axis=0) for Y in sets])
        gap = np.sum((g[:, None] - g[None]) ** 2, axis=2)
        if w @ gap @ w / 2 <= budget:
            return k + 1
    return len(S)


# %% tags=["right", "id:downwards-checking-all"]
def fewest_clients(S, G, budget):
    keeps = []
    for k in range(len(S), 0, -1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.exp([np.linalg.slogdet(S[np.ix_(Y, Y)])[1] for Y in sets])
        g = G[sets].mean(axis=1)
        m = np.average(g, axis=0, weights=w)
        if np.average(np.sum((g - m) ** 2, axis=1), weights=w) <= budget:
            keeps.append(k)
    return float(min(keeps))


# %% tags=["wrong", "id:uniform", "says:kernel is lost"]
def fewest_clients(S, G, budget):
    n = len(G)
    spread = np.mean(np.sum((G - G.mean(axis=0)) ** 2, axis=1))
    for k in range(1, n + 1):
        if (n - k) / (k * (n - 1)) * spread <= budget:
            return k
    return n


# %% tags=["wrong", "id:standard-deviation", "says:standard deviation"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].mean(axis=1)
        if np.sqrt(w @ np.sum((g - w @ g) ** 2, axis=1)) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:sum-of-updates", "says:variance of the sum"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].sum(axis=1)
        if w @ np.sum((g - w @ g) ** 2, axis=1) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:equal-weights-of-sets", "says:kernel is lost"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        g = G[sets].mean(axis=1)
        if np.mean(np.sum((g - g.mean(axis=0)) ** 2, axis=1)) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:one-more", "says:one more than is needed"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].mean(axis=1)
        if w @ np.sum((g - w @ g) ** 2, axis=1) <= budget:
            return k + 1
    return len(S)


# %% tags=["wrong", "id:last-that-fails", "says:last that does not keep"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].mean(axis=1)
        if w @ np.sum((g - w @ g) ** 2, axis=1) <= budget:
            return k - 1
    return len(S)


# %% tags=["wrong", "id:starts-at-two", "says:single client is never tried"]
def fewest_clients(S, G, budget):
    for k in range(2, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].mean(axis=1)
        if w @ np.sum((g - w @ g) ** 2, axis=1) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:first-coordinate", "says:first coordinate", "loses:fewest-clients-tests"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets, 0].mean(axis=1)
        if w @ (g - w @ g) ** 2 <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:mean-not-subtracted", "says:mean update is not subtracted"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        w, g = w / w.sum(), G[sets].mean(axis=1)
        if w @ np.sum(g**2, axis=1) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:weights-not-normalised", "says:divide the weights of the sets by their sum"]
def fewest_clients(S, G, budget):
    for k in range(1, len(S) + 1):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        w = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        g = G[sets].mean(axis=1)
        if w @ np.sum((g - g.mean(axis=0)) ** 2, axis=1) <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:variance-over-k", "says:that of independent draws"]
def fewest_clients(S, G, budget):
    p = np.diag(S) / np.trace(S)
    one = p @ np.sum((G - p @ G) ** 2, axis=1)
    for k in range(1, len(S) + 1):
        if one / k <= budget:
            return k
    return len(S)


# %% tags=["wrong", "id:all-clients", "says:No k but n will do"]
def fewest_clients(S, G, budget):
    return len(S)
