# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def qfedsgd_step(w, values, gradients, h, q):
    total = 0
    for F, g in zip(values, gradients):
        total = total + F**q * g
    return w - total / sum(h)


# %% tags=["right", "id:means"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - np.mean(values[:, None] ** q * gradients, axis=0) / np.mean(h)


# %% tags=["right", "id:einsum"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - np.einsum("k,kd->d", values**q / h.sum(), gradients)


# %% tags=["right", "id:list-of-numbers"]
def qfedsgd_step(w, values, gradients, h, q):
    weight = [float(F) ** q for F in values]
    step = [sum(c * g for c, g in zip(weight, column)) / sum(h) for column in zip(*gradients)]
    return [a - b for a, b in zip(w, step)]


# %% tags=["right", "id:diagonal-matrix"]
def qfedsgd_step(w, values, gradients, h, q):
    D = np.diag(values**q) @ gradients
    return (w[:, None] - D.T @ np.ones((len(h), 1)) / np.sum(h)).T


# %% tags=["right", "id:average-of-moved-models"]
def qfedsgd_step(w, values, gradients, h, q):
    share = h / h.sum()
    moved = w - (values**q / h)[:, np.newaxis] * gradients
    return share @ moved


# %% tags=["wrong", "id:ascent", "says:goes up"]
def qfedsgd_step(w, values, gradients, h, q):
    return w + values**q @ gradients / np.sum(h)


# %% tags=["wrong", "id:unweighted", "says:not weighed"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - gradients.sum(axis=0) / np.sum(h)


# %% tags=["wrong", "id:q-plus-one", "says:q, not q + 1"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values ** (q + 1) @ gradients / np.sum(h)


# %% tags=["wrong", "id:q-minus-one", "says:q, not q - 1"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values ** (q - 1) @ gradients / np.sum(h)


# %% tags=["wrong", "id:over-q-plus-one", "says:not F_i^q / (q + 1)"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values**q @ gradients / (q + 1) / np.sum(h)


# %% tags=["wrong", "id:own-bound-added", "says:own h_i, then added"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - (values**q / h) @ gradients


# %% tags=["wrong", "id:own-bound-averaged", "says:own h_i, then averaged"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - (values**q / h) @ gradients / len(h)


# %% tags=["wrong", "id:mean-over-sum", "says:mean of gradients"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - np.mean(values[:, None] ** q * gradients, axis=0) / np.sum(h)


# %% tags=["wrong", "id:sum-over-mean", "says:mean of bounds"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values**q @ gradients / np.mean(h)


# %% tags=["wrong", "id:largest-bound", "says:largest bound"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values**q @ gradients / np.max(h)


# %% tags=["wrong", "id:normalised", "says:normalised"]
def qfedsgd_step(w, values, gradients, h, q):
    c = values**q / np.sum(values**q)
    return w - c @ gradients / np.sum(h)


# %% tags=["wrong", "id:no-bound", "says:not divided by the bounds"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values**q @ gradients


# %% tags=["wrong", "id:times-bound", "says:multiplied by the bounds"]
def qfedsgd_step(w, values, gradients, h, q):
    return w - values**q @ gradients * np.sum(h)


# %% tags=["wrong", "id:step-alone", "says:w is missing"]
def qfedsgd_step(w, values, gradients, h, q):
    return values**q @ gradients / np.sum(h)


# %% tags=["wrong", "id:negative-step-alone", "says:w is missing"]
def qfedsgd_step(w, values, gradients, h, q):
    return -(values**q) @ gradients / np.sum(h)
