# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:list-of-clients"]
def curvature_bounds(values, gradients, q, L):
    return [L * F**q + q * F ** (q - 1) * (g @ g) for F, g in zip(values, gradients)]


# %% tags=["right", "id:factored"]
def curvature_bounds(values, gradients, q, L):
    return values**q * (L + q * np.linalg.norm(gradients, axis=1) ** 2 / values)


# %% tags=["right", "id:logarithms"]
def curvature_bounds(values, gradients, q, L):
    logs = np.log(values)
    square = np.einsum("kd,kd->k", gradients, gradients)
    return np.exp(q * logs) * L + q * np.exp((q - 1) * logs) * square


# %% tags=["right", "id:diagonal-of-gram"]
def curvature_bounds(values, gradients, q, L):
    G = np.matrix(gradients)
    return L * np.power(values, q) + q * np.power(values, q - 1.0) * np.diag(G * G.T)


# %% tags=["right", "id:norm-of-rank-one"]
def curvature_bounds(values, gradients, q, L):
    h = np.zeros((len(values), 1))
    for k in range(len(values)):
        top = np.linalg.norm(np.outer(gradients[k], gradients[k]), 2)
        h[k] = q * values[k] ** (q - 1) * top + values[k] ** q * L
    return h


# %% tags=["right", "id:single-precision"]
def curvature_bounds(values, gradients, q, L):
    F, G = np.float32(values), np.float32(gradients)
    return np.float32(L) * F ** np.float32(q) + np.float32(q) * F ** np.float32(q - 1) * (
        G * G
    ).sum(1)


# %% tags=["wrong", "id:only-lipschitz", "says:second term is missing"]
def curvature_bounds(values, gradients, q, L):
    return L * values**q


# %% tags=["wrong", "id:only-gradient", "says:first term is missing"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return q * values ** (q - 1) * n2


# %% tags=["wrong", "id:no-q", "says:factor q is missing"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values**q + values ** (q - 1) * n2


# %% tags=["wrong", "id:no-l", "says:factor L is missing"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return values**q + q * values ** (q - 1) * n2


# %% tags=["wrong", "id:norm-not-squared", "says:not squared"]
def curvature_bounds(values, gradients, q, L):
    n = np.linalg.norm(gradients, axis=1)
    return L * values**q + q * values ** (q - 1) * n


# %% tags=["wrong", "id:exponent-q-twice", "says:second term is q - 1, not q"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values**q + q * values**q * n2


# %% tags=["wrong", "id:exponent-q-plus-one", "says:first term is q, not q + 1"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values ** (q + 1) + q * values ** (q - 1) * n2


# %% tags=["wrong", "id:exponent-q-minus-one", "says:first term is q, not q - 1"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values ** (q - 1) + q * values ** (q - 1) * n2


# %% tags=["wrong", "id:l-on-both", "says:L multiplies both"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * (values**q + q * values ** (q - 1) * n2)


# %% tags=["wrong", "id:factor-q-plus-one", "says:q, not q + 1"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values**q + (q + 1) * values ** (q - 1) * n2


# %% tags=["wrong", "id:divided-by-q-plus-one", "says:divided by q + 1"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return (L * values**q + q * values ** (q - 1) * n2) / (q + 1)


# %% tags=["wrong", "id:norms-over-clients", "says:over the clients"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=0)
    return L * values**q + q * values ** (q - 1) * n2


# %% tags=["wrong", "id:summed", "says:are added up"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return np.sum(L * values**q + q * values ** (q - 1) * n2)


# %% tags=["wrong", "id:minus", "says:wrong sign"]
def curvature_bounds(values, gradients, q, L):
    n2 = np.sum(gradients**2, axis=1)
    return L * values**q - q * values ** (q - 1) * n2
