# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def unbiased_update(G, p, b, a, answered):
    g = 0
    for i in answered:
        g = g + p[i] / b[i] / a[i] * G[i]
    return g


# %% tags=["right", "id:weights-of-all-clients"]
def unbiased_update(G, p, b, a, answered):
    weights = np.zeros(len(p))
    weights[answered] = p[answered] / b[answered] / a[answered]
    return (G.T @ weights).tolist()


# %% tags=["right", "id:indicator-matrix"]
def unbiased_update(G, p, b, a, answered):
    drawn = np.diag(np.isin(np.arange(len(p)), answered).astype(float))
    return np.matrix(p / (a * b)) * drawn * np.matrix(G)


# %% tags=["right", "id:einsum-single-precision"]
def unbiased_update(G, p, b, a, answered):
    ratio = np.divide(p, a * b, dtype=np.float64)[answered].astype(np.float32)
    return np.einsum("i,id->d", ratio, G[answered].astype(np.float32))


# %% tags=["right", "id:column"]
def unbiased_update(G, p, b, a, answered):
    scaled = G * np.reshape(p / b / a, (-1, 1))
    return np.take(scaled, np.sort(answered), axis=0).sum(axis=0).reshape(-1, 1)


# %% tags=["right", "id:lists"]
def unbiased_update(G, p, b, a, answered):
    d, weight = len(G[0]), [float(p[i] / b[i] / a[i]) for i in range(len(p))]
    return [sum(weight[i] * float(G[i][c]) for i in answered) for c in range(d)]


# %% tags=["wrong", "id:plain-average", "says:plain average"]
def unbiased_update(G, p, b, a, answered):
    return G[answered].mean(axis=0)


# %% tags=["wrong", "id:plain-sum", "says:plain sum"]
def unbiased_update(G, p, b, a, answered):
    return G[answered].sum(axis=0)


# %% tags=["wrong", "id:p-lost", "says:weights p_i are missing"]
def unbiased_update(G, p, b, a, answered):
    return (1 / b[answered] / a[answered]) @ G[answered]


# %% tags=["wrong", "id:one-over-n", "says:1/n stands in their place"]
def unbiased_update(G, p, b, a, answered):
    return (1 / b[answered] / a[answered]) @ G[answered] / len(G)


# %% tags=["wrong", "id:b-lost", "says:division by b_i is missing"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / a[answered]) @ G[answered]


# %% tags=["wrong", "id:both-lost", "says:Both divisions"]
def unbiased_update(G, p, b, a, answered):
    return p[answered] @ G[answered]


# %% tags=["wrong", "id:failures-ignored", "says:fail to answer is ignored"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / b[answered]) @ G[answered]


# %% tags=["wrong", "id:chance-of-a-failure", "says:probability of a failure"]
def unbiased_update(G, p, b, a, answered):
    away = np.maximum(1 - a[answered], 1e-9)
    return (p[answered] / b[answered] / away) @ G[answered]


# %% tags=["wrong", "id:mean-answer", "says:mean probability of an answer"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / b[answered]) @ G[answered] / np.mean(a)


# %% tags=["wrong", "id:mean-of-those-that-answered", "says:corrected by the mean probability"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / b[answered]) @ G[answered] / np.mean(a[answered])


# %% tags=["wrong", "id:times-a", "says:multiplied by a_i"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / b[answered] * a[answered]) @ G[answered]


# %% tags=["wrong", "id:exchanged", "says:exchanged"]
def unbiased_update(G, p, b, a, answered):
    return (b[answered] / p[answered] / a[answered]) @ G[answered]


# %% tags=["wrong", "id:divided-by-the-answers", "says:number of answers as well"]
def unbiased_update(G, p, b, a, answered):
    return np.mean((p / b / a)[answered, None] * G[answered], axis=0)


# %% tags=["wrong", "id:normalised-ratios", "says:brings a bias back"]
def unbiased_update(G, p, b, a, answered):
    return np.average(G[answered], axis=0, weights=p[answered] / b[answered] / a[answered])


# %% tags=["wrong", "id:normalised-p", "says:p of the round are normalised"]
def unbiased_update(G, p, b, a, answered):
    return np.average(G[answered], axis=0, weights=p[answered])


# %% tags=["wrong", "id:all-clients", "says:not only those that answered"]
def unbiased_update(G, p, b, a, answered):
    return (p / b / a) @ G


# %% tags=["wrong", "id:the-goal-itself", "says:only those that answered are known"]
def unbiased_update(G, p, b, a, answered):
    return p @ G


# %% tags=["wrong", "id:weights-by-position", "says:weights of the first clients"]
def unbiased_update(G, p, b, a, answered):
    return sum(p[t] / b[t] / a[t] * G[i] for t, i in enumerate(answered))


# %% tags=["wrong", "id:updates-by-position", "says:updates of the first clients"]
def unbiased_update(G, p, b, a, answered):
    return sum(p[i] / b[i] / a[i] * G[t] for t, i in enumerate(answered))


# %% tags=["wrong", "id:rows-not-added", "says:add them up"]
def unbiased_update(G, p, b, a, answered):
    return (p[answered] / b[answered] / a[answered])[:, None] * G[answered]
