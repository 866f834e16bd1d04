# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def variance_by_enumeration(S, k, G):
    weights, updates = [], []
    for Y in itertools.combinations(range(len(S)), k):
        weights.append(np.linalg.det(S[list(Y)][:, list(Y)]))
        updates.append(sum(G[i] for i in Y) / k)
    total = sum(weights)
    mean = sum(w / total * u for w, u in zip(weights, updates))
    return float(sum(w / total * sum((u - mean) ** 2) for w, u in zip(weights, updates)))


# %% tags=["right", "id:second-moment-minus-square"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.linalg.det(S[Y[:, :, None], Y[:, None, :]])
    p /= p.sum()
    g = G[Y].sum(axis=1) / k
    return p @ np.einsum("sd,sd->s", g, g) - np.sum((p @ g) ** 2)


# %% tags=["right", "id:weighted-covariance"]
def variance_by_enumeration(S, k, G):
    Y = [list(c) for c in itertools.combinations(range(len(S)), k)]
    p = [np.linalg.det(S[np.ix_(c, c)]) for c in Y]
    g = np.array([G[c].mean(axis=0) for c in Y])
    return np.trace(np.atleast_2d(np.cov(g.T, aweights=p, ddof=0)))


# %% tags=["right", "id:pairs-of-sets"]
def variance_by_enumeration(S, k, G):
    # Half the expected squared distance of two independent draws.
    Y = [list(c) for c in itertools.combinations(range(len(S)), k)]
    p = np.array([np.exp(np.linalg.slogdet(S[np.ix_(c, c)])[1]) for c in Y])
    p /= p.sum()
    g = np.array([np.average(G[c], axis=0) for c in Y])
    squared = ((g[:, None] - g[None]) ** 2).sum(axis=-1)
    return [p @ squared @ p / 2]


# %% tags=["right", "id:indicators-and-their-covariance"]
def variance_by_enumeration(S, k, G):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    m = np.array([[i in c for i in range(n)] for c in sets]) * 1.0
    p = np.array([np.prod(np.diag(np.linalg.cholesky(S[np.ix_(c, c)]))) ** 2 for c in sets])
    p = p / p.sum()
    cov = m.T @ np.diag(p) @ m - np.outer(p @ m, p @ m)
    return np.trace(G.T @ cov @ G) / k**2


# %% tags=["right", "id:coordinate-by-coordinate-single-precision"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    total = 0.0
    for column in G.T:
        g = column[Y].mean(axis=1)
        mean = np.average(g, weights=p)
        total += np.average((g - mean) ** 2, weights=p)
    return np.float32(total)


# %% tags=["wrong", "id:sum-instead-of-average", "says:added, not averaged"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].sum(axis=1)
    return p @ np.sum((g - p @ g) ** 2, axis=1)


# %% tags=["wrong", "id:divided-by-k-once", "says:k squared"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].sum(axis=1)
    return p @ np.sum((g - p @ g) ** 2, axis=1) / k


# %% tags=["wrong", "id:uniform", "says:same probability"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    g = G[Y].mean(axis=1)
    return np.sum(np.var(g, axis=0))


# %% tags=["wrong", "id:squares-unweighted", "says:squares have equal weights"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return np.mean(np.sum((g - p @ g) ** 2, axis=1))


# %% tags=["wrong", "id:mean-unweighted", "says:mean is that of all clients"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ np.sum((g - g.mean(axis=0)) ** 2, axis=1)


# %% tags=["wrong", "id:not-centred", "says:not subtracted"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    return p @ np.sum(G[Y].mean(axis=1) ** 2, axis=1)


# %% tags=["wrong", "id:not-normalised", "says:do not sum to 1"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    w = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    g = G[Y].mean(axis=1)
    return w @ np.sum((g - w @ g / w.sum()) ** 2, axis=1)


# %% tags=["wrong", "id:standard-deviation", "says:standard deviation"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return np.sqrt(p @ np.sum((g - p @ g) ** 2, axis=1))


# %% tags=["wrong", "id:norm-not-squared", "says:norm is not squared"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ np.linalg.norm(g - p @ g, axis=1)


# %% tags=["wrong", "id:mean-of-coordinates", "says:coordinates are averaged"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ np.mean((g - p @ g) ** 2, axis=1)


# %% tags=["wrong", "id:one-for-each-coordinate", "says:for each coordinate"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ (g - p @ g) ** 2


# %% tags=["wrong", "id:distance-from-all-clients", "says:mean is that of all clients"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    return p @ np.sum((G[Y].mean(axis=1) - G.mean(axis=0)) ** 2, axis=1)


# %% tags=["wrong", "id:determinants-squared", "says:determinants are squared"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) ** 2 for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ np.sum((g - p @ g) ** 2, axis=1)


# %% tags=["wrong", "id:sample-variance", "says:unbiased sample variance"]
def variance_by_enumeration(S, k, G):
    Y = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(c, c)]) for c in Y])
    p /= p.sum()
    g = G[Y].mean(axis=1)
    return p @ np.sum((g - p @ g) ** 2, axis=1) * len(Y) / (len(Y) - 1)
