# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def unbiased_update(G, p, b, chosen):
    g = 0
    for i in chosen:
        g = g + p[i] / b[i] * G[i]
    return g


# %% tags=["right", "id:weights-of-all-clients"]
def unbiased_update(G, p, b, chosen):
    weights = np.zeros(len(p))
    weights[chosen] = p[chosen] / b[chosen]
    return (G.T @ weights).tolist()


# %% tags=["right", "id:indicator-matrix"]
def unbiased_update(G, p, b, chosen):
    drawn = np.diag(np.isin(np.arange(len(p)), chosen).astype(float))
    return np.matrix(p / b) * drawn * np.matrix(G)


# %% tags=["right", "id:einsum-single-precision"]
def unbiased_update(G, p, b, chosen):
    ratio = np.divide(p, b, dtype=np.float64)[chosen].astype(np.float32)
    return np.einsum("i,id->d", ratio, G[chosen].astype(np.float32))


# %% tags=["right", "id:column"]
def unbiased_update(G, p, b, chosen):
    scaled = G * np.reshape(p / b, (-1, 1))
    return np.take(scaled, np.sort(chosen), axis=0).sum(axis=0).reshape(-1, 1)


# %% tags=["right", "id:lists"]
def unbiased_update(G, p, b, chosen):
    d = len(G[0])
    return [sum(float(p[i]) * float(G[i][a]) / float(b[i]) for i in chosen) for a in range(d)]


# %% tags=["wrong", "id:plain-average", "says:plain average"]
def unbiased_update(G, p, b, chosen):
    return G[chosen].mean(axis=0)


# %% tags=["wrong", "id:plain-sum", "says:plain sum"]
def unbiased_update(G, p, b, chosen):
    return G[chosen].sum(axis=0)


# %% tags=["wrong", "id:p-lost", "says:weights p_i are missing"]
def unbiased_update(G, p, b, chosen):
    return (1 / b[chosen]) @ G[chosen]


# %% tags=["wrong", "id:one-over-n", "says:1/n stands in their place"]
def unbiased_update(G, p, b, chosen):
    return (1 / b[chosen]) @ G[chosen] / len(G)


# %% tags=["wrong", "id:b-lost", "says:division by b_i is missing"]
def unbiased_update(G, p, b, chosen):
    return p[chosen] @ G[chosen]


# %% tags=["wrong", "id:times-b", "says:multiplied by b_i"]
def unbiased_update(G, p, b, chosen):
    return (p[chosen] * b[chosen]) @ G[chosen]


# %% tags=["wrong", "id:exchanged", "says:exchanged"]
def unbiased_update(G, p, b, chosen):
    return (b[chosen] / p[chosen]) @ G[chosen]


# %% tags=["wrong", "id:divided-by-k", "says:divided by k as well"]
def unbiased_update(G, p, b, chosen):
    return np.mean((p / b)[chosen, None] * G[chosen], axis=0)


# %% tags=["wrong", "id:normalised-ratios", "says:brings a bias back"]
def unbiased_update(G, p, b, chosen):
    return np.average(G[chosen], axis=0, weights=p[chosen] / b[chosen])


# %% tags=["wrong", "id:normalised-p", "says:p of the round are normalised"]
def unbiased_update(G, p, b, chosen):
    return np.average(G[chosen], axis=0, weights=p[chosen])


# %% tags=["wrong", "id:all-clients", "says:not only those that were drawn"]
def unbiased_update(G, p, b, chosen):
    return (p / b) @ G


# %% tags=["wrong", "id:the-goal-itself", "says:only the drawn ones are known"]
def unbiased_update(G, p, b, chosen):
    return p @ G


# %% tags=["wrong", "id:weights-by-position", "says:weights of the first clients"]
def unbiased_update(G, p, b, chosen):
    return sum(p[t] / b[t] * G[i] for t, i in enumerate(chosen))


# %% tags=["wrong", "id:updates-by-position", "says:updates of the first clients"]
def unbiased_update(G, p, b, chosen):
    return sum(p[i] / b[i] * G[t] for t, i in enumerate(chosen))


# %% tags=["wrong", "id:rows-not-added", "says:add them up"]
def unbiased_update(G, p, b, chosen):
    return (p[chosen] / b[chosen])[:, None] * G[chosen]
