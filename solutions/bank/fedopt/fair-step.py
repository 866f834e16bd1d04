# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def fair_step(w, values, gradients, p, q, L):
    top, bottom = np.zeros(len(w)), 0
    for i in range(len(values)):
        top += p[i] * values[i] ** q * gradients[i]
        square = np.linalg.norm(gradients[i]) ** 2
        bottom += p[i] * (L[i] * values[i] ** q + q * values[i] ** (q - 1) * square)
    return w - top / bottom


# %% tags=["right", "id:effective-weights"]
def fair_step(w, values, gradients, p, q, L):
    weight = p * values**q
    weight = weight / weight.sum()
    bound = weight @ (L + q * np.einsum("kd,kd->k", gradients, gradients) / values)
    return w - weight @ gradients / bound


# %% tags=["right", "id:logarithms-column"]
def fair_step(w, values, gradients, p, q, L):
    power = np.exp(q * np.log(values))[:, None] * p[:, None]
    squares = (gradients**2).sum(axis=1, keepdims=True)
    h = power * (L[:, None] + q * squares / values[:, None])
    return np.reshape(w, (-1, 1)) - (power * gradients).sum(axis=0)[:, None] / h.sum()


# %% tags=["right", "id:lists"]
def fair_step(w, values, gradients, p, q, L):
    rows = list(zip(values.tolist(), gradients.tolist(), p.tolist(), L.tolist(), strict=True))
    h = sum(pi * (Li * F**q + q * F ** (q - 1) * sum(x * x for x in g)) for F, g, pi, Li in rows)
    slope = [sum(pi * F**q * g[a] for F, g, pi, _ in rows) for a in range(len(w))]
    return [x - s / h for x, s in zip(w, slope, strict=True)]


# %% tags=["right", "id:cases-of-q"]
def fair_step(w, values, gradients, p, q, L):
    if q == 0:
        return w - np.average(gradients, axis=0, weights=p) / np.average(L, weights=p)
    G = values[:, None] ** q * gradients
    curvature = L * values**q + q * values ** (q - 1) * np.linalg.norm(gradients, axis=1) ** 2
    return w - np.average(G, axis=0, weights=p) / np.average(curvature, weights=p)


# %% tags=["wrong", "id:weights-ignored", "says:weights p_i are ignored"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - values**q @ gradients / h.sum()


# %% tags=["wrong", "id:weights-above-only", "says:curvatures are not weighed"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / h.sum()


# %% tags=["wrong", "id:weights-below-only", "says:gradients are not weighed"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - values**q @ gradients / (p @ h)


# %% tags=["wrong", "id:first-term-only", "says:second term of the curvature"]
def fair_step(w, values, gradients, p, q, L):
    return w - (p * values**q) @ gradients / (p @ (L * values**q))


# %% tags=["wrong", "id:largest-bound", "says:the largest"]
def fair_step(w, values, gradients, p, q, L):
    h = L.max() * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:mean-bound", "says:the mean of the L_i"]
def fair_step(w, values, gradients, p, q, L):
    h = L.mean() * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:q-lost", "says:factor q"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:norm-not-squared", "says:not squared"]
def fair_step(w, values, gradients, p, q, L):
    # the first term alone would say so, too
    h = L * 0 + q * values ** (q - 1) * np.linalg.norm(gradients, axis=1) + L * values**q
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:own-quotients", "says:divided by its own curvature"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - p @ ((values**q / h)[:, None] * gradients)


# %% tags=["wrong", "id:uphill", "says:goes up"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w + (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:no-w", "says:w is missing"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:unweighted-gradients", "says:not weighed by F_i^q"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - p @ gradients / (p @ h)


# %% tags=["wrong", "id:divided-by-q-plus-1", "says:divided by q + 1"]
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h) / (q + 1)


# %% tags=["wrong", "id:chapter-bound", "says:finished answer"]
from flcourse.fedopt import qffl_lipschitz


def fair_step(w, values, gradients, p, q, L):
    h = np.array(
        [
            qffl_lipschitz([F], [g], q, Li).item()
            for F, g, Li in zip(values, gradients, L, strict=True)
        ]
    )
    return w - (p * values**q) @ gradients / (p @ h)
