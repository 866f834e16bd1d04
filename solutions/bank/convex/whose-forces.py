# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:cut-by-hand"]
def whose_forces(A, means, W):
    n, g = len(A), 2 * (W - means)
    quotients = []
    for i in range(n):
        for j in range(i):
            if A[i, j] > 0 and np.all(np.abs(W[i] - W[j]) > 1e-7):
                side, todo = {i}, [i]
                while todo:
                    k = todo.pop()
                    for m in np.flatnonzero(A[k]):
                        if m not in side and {k, m} != {i, j}:
                            side.add(m)
                            todo.append(m)
                force = -g[list(side)].sum(axis=0) / A[i, j]
                v = W[i] - W[j]
                quotients.append((force / 2 / v, force / v * np.linalg.norm(v), force / np.sign(v)))
    for k, name in enumerate(["squared", "norm", "l1"]):
        values = np.array([q[k] for q in quotients])
        if np.ptp(values) < 1e-6 * np.abs(values).max():
            return name, values.mean()
    return None


# %% tags=["right", "id:leaves-first"]
def whose_forces(A, means, W):
    B, need = np.array(A, dtype=float), 2.0 * (np.array(means) - W)
    rows = []
    for _ in range(len(B) - 1):
        i = next(i for i in range(len(B)) if np.count_nonzero(B[i]) == 1)
        j = int(np.flatnonzero(B[i])[0])
        rows.append((need[i] / B[i, j], W[i] - W[j]))
        need[j] += need[i]
        B[i, j] = B[j, i] = 0.0
    rows = [(f, v) for f, v in rows if np.abs(v).min() > 1e-8]
    f, v = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
    lengths = np.linalg.norm(f, axis=1)
    if np.ptp(np.abs(f)) < 1e-6:
        return "l1", np.abs(f).mean()
    if np.ptp(lengths) < 1e-6:
        return "norm", lengths.mean()
    return "squared", np.median(f / v) / 2


# %% tags=["right", "id:laplacian"]
def whose_forces(A, means, W):
    L = np.diag(A.sum(axis=1)) - A
    x = np.linalg.pinv(L) @ (2 * (means - W))
    i, j = np.nonzero(np.tril(A))
    f, v = x[i] - x[j], W[i] - W[j]
    keep = (np.abs(v) > 1e-6).all(axis=1)
    f, v = f[keep], v[keep]
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v / 2).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return [name, float(np.mean(tests[name]))]


# %% tags=["right", "id:capital-letters"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    for name, g in [
        ("Squared", 2 * v),
        ("Norm", v / np.sqrt((v**2).sum(1, keepdims=True))),
        ("L1", np.sign(v)),
    ]:
        alpha = (f * g).sum() / (g * g).sum()
        if np.allclose(f, alpha * g, rtol=1e-6, atol=1e-9):
            return name, alpha
    return None


# %% tags=["right", "id:least-misfit"]
def whose_forces(A, means, W):
    from scipy.sparse import coo_array

    upper = coo_array(np.triu(A))
    i, j, a = upper.row, upper.col, upper.data
    e = np.arange(len(a))
    D = coo_array(
        (np.r_[np.ones(len(a)), -np.ones(len(a))], (np.r_[e, e], np.r_[i, j])),
        shape=(len(a), len(A)),
    ).toarray()
    u = np.linalg.lstsq(D.T, 2 * (means - W), rcond=None)[0]
    v = D @ W
    ok = np.all(np.abs(v) > 1e-6, axis=1)
    slopes = {
        "squared": 2 * v,
        "norm": v / np.maximum(1e-300, np.linalg.norm(v, axis=1))[:, None],
        "l1": np.sign(v),
    }
    found = {}
    for name, s in slopes.items():
        B = (a[:, None] * s)[ok].ravel()
        alpha = B @ u[ok].ravel() / (B @ B)
        found[name] = (np.linalg.norm(u[ok].ravel() - alpha * B), alpha)
    name = min(found, key=lambda k: found[k][0])
    return name, found[name][1]


# %% tags=["right", "id:two-edges"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.lstsq(D.T, 2 * np.subtract(means, W), rcond=None)[0] / A[i, j].reshape(-1, 1)
    v = W[i] - W[j]
    whole = np.flatnonzero(np.abs(v).min(axis=1) > 1e-6)
    first = whole[0]
    if all(abs(abs(f[k]) - abs(f[first][0])).max() < 1e-6 for k in whole):
        return "l1", abs(f[first][0])
    if all(abs(np.hypot.reduce(f[k]) - np.hypot.reduce(f[first])) < 1e-6 for k in whole):
        return "norm", np.hypot.reduce(f[first])
    return "squared", np.linalg.norm(f[first]) / np.linalg.norm(v[first]) / 2


# %% tags=["wrong", "id:gradient-without-two", "says:its 2 is missing"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (means - W) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v / 2).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:slope-of-square-without-two", "says:The slope of a square is twice the difference"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:sign", "says:The sign is lost"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (W - means)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    unit = v / np.linalg.norm(v, axis=1)[:, None]
    tests = {"l1": f * np.sign(v), "norm": f / unit, "squared": f / v / 2}
    name = min(tests, key=lambda k: np.std(tests[k]) / abs(np.mean(tests[k])))
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:weights-ignored", "says:the penalty of whose_forces"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W))
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    tests = {
        "squared": (f / v / 2).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "l1": np.abs(f).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return "squared" if name == "norm" else name, np.mean(tests[name])


# %% tags=["wrong", "id:weights-ignored-at-the-end", "says:are not divided by the weights"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    u = np.linalg.pinv(D.T) @ (2 * (means - W))
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v, u = (u / A[i, j, None])[keep], v[keep], u[keep]
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v / 2).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    tests = {
        "l1": np.abs(u).ravel(),
        "norm": np.linalg.norm(u, axis=1),
        "squared": (u / v / 2).ravel(),
    }
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:norm-and-l1-exchanged", "says:'norm', whose slopes fit"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    tests = {
        "norm": np.abs(f).ravel(),
        "l1": np.linalg.norm(f, axis=1),
        "squared": (f / v / 2).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:always-norm", "says:'squared', whose slopes fit"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    return "norm", np.linalg.norm(f, axis=1).max()


# %% tags=["wrong", "id:length-of-l1", "says:each coordinate has alpha A_ij"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v / 2).ravel(),
    }
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return name, np.mean(tests["squared"]) if name == "squared" else np.linalg.norm(
        f, axis=1
    ).mean()


# %% tags=["wrong", "id:gradient-at-the-end-of-an-edge", "says:the penalty of whose_forces"]
def whose_forces(A, means, W):
    # takes the gradient of one end for the force, as if each edge had a leaf
    i, j = np.nonzero(np.triu(A))
    f = 2 * (means - W)[i] / A[i, j, None]
    v = W[i] - W[j]
    tests = {"l1": np.abs(f).ravel(), "squared": (f / v / 2).ravel()}
    name = min(tests, key=lambda k: np.std(tests[k]) / np.mean(tests[k]))
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:equal-models-not-left-out", "says:two of them equal up to rounding"]
def whose_forces(A, means, W):
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    tests = {
        "l1": np.abs(f).ravel(),
        "norm": (f / v * np.linalg.norm(v, axis=1)[:, None]).ravel(),
        "squared": (f / v / 2).ravel(),
    }
    spread = {k: np.std(t) / np.mean(t) for k, t in tests.items()}
    name = min(spread, key=lambda k: spread[k] if np.isfinite(spread[k]) else 1e300)
    return name, np.mean(tests[name])


# %% tags=["wrong", "id:penalty-alone", "says:Expected 2 results"]
def whose_forces(A, means, W):
    return "norm"


# %% tags=["wrong", "id:lengths-alone", "says:'l1', whose slopes fit"]
def whose_forces(A, means, W):
    # equal lengths are not yet the norm: under l1 full forces have equal lengths, too
    i, j = np.nonzero(np.triu(A))
    D = np.eye(len(A))[i] - np.eye(len(A))[j]
    f = np.linalg.pinv(D.T) @ (2 * (means - W)) / A[i, j, None]
    v = D @ W
    keep = np.abs(v).min(axis=1) > 1e-6
    f, v = f[keep], v[keep]
    lengths = np.linalg.norm(f, axis=1)
    if np.ptp(lengths) < 1e-6:
        return "norm", lengths.mean()
    if np.ptp(np.abs(f)) < 1e-6:
        return "l1", np.abs(f).mean()
    return "squared", np.mean(f / v) / 2
