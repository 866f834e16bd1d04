# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:directions-of-their-own"]
def fool_krum(k, b):
    honest = np.hstack([np.ones((k - b, 1)), 10 * np.eye(k - b)])
    lies = np.zeros((b, k - b + 1))
    lies[:, 0] = -1
    return np.vstack([honest, lies])


# %% tags=["right", "id:lists-plus-minus"]
def fool_krum(k, b):
    rows = []
    for i in range(k - b):
        row = [2.0] + [0.0] * k
        row[1 + i] = 50.0 * (-1) ** i
        rows.append(row)
    return rows + [[-1.5] + [0.0] * k for _ in range(b)]


# %% tags=["right", "id:whole-numbers"]
def fool_krum(k, b):
    U = 100 * np.eye(k, k + 1, 1, dtype=np.int64)
    U[:, 0] = 1
    U[k - b :] = 0
    U[k - b :, 0] = -1
    return U


# %% tags=["right", "id:random-directions"]
def fool_krum(k, b):
    rng = np.random.default_rng(1)
    G = np.linalg.qr(rng.normal(size=(4 * k, 4 * k)))[0][: k - b] * 40
    honest = np.column_stack([np.full(k - b, 1.0), G])
    lie = np.concatenate([[-1.0], 0.1 * G.mean(axis=0)])
    return np.concatenate([honest, np.tile(lie, (b, 1))])


# %% tags=["right", "id:lies-not-quite-equal"]
def fool_krum(k, b):
    U = np.zeros((k, k + 5))
    for i in range(k - b):
        U[i, 0], U[i, i + 1] = 1.0, 30.0
    for j in range(b):
        U[k - b + j, 0], U[k - b + j, -1] = -1.0, 0.01 * j
    return U


# %% tags=["wrong", "id:long-lie", "says:longer than an honest"]
def fool_krum(k, b):
    U = np.random.default_rng(0).normal(0, 0.01, (k, 3))
    U[:, 0] = 1
    U[k - b :, 0] = -1000
    return U


# %% tags=["wrong", "id:far-from-the-others", "says:honest update is taken"]
def fool_krum(k, b):
    U = np.zeros((k, 2))
    U[:, 0] = 1
    U[k - b :, 0] = -1
    return U


# %% tags=["wrong", "id:honest-by-mistake", "says:at most -1"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 10 * np.eye(k)])
    U[k - b :, 1:] = 0
    return U


# %% tags=["wrong", "id:lies-first", "says:at least 1 in the first"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 10 * np.eye(k)])
    U[:b] = 0
    U[:b, 0] = -1
    return U


# %% tags=["wrong", "id:too-near", "says:honest update is taken"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 1.5 * np.eye(k)])
    U[k - b :, 1:] = 0
    U[k - b :, 0] = -1
    return U


# %% tags=["wrong", "id:five-only", "says:a matrix with 8 rows"]
def fool_krum(k, b):
    U = np.hstack([np.ones((5, 1)), 10 * np.eye(5)])
    U[4] = 0
    U[4, 0] = -1
    return U


# %% tags=["wrong", "id:one-dimension", "says:honest update is taken"]
def fool_krum(k, b):
    return np.r_[3.0 ** np.arange(k - b), -np.ones(b)].reshape(-1, 1)


# %% tags=["wrong", "id:one-lie", "says:at most -1 in the last 2"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 10 * np.eye(k)])
    U[-1] = 0
    U[-1, 0] = -1
    return U


# %% tags=["wrong", "id:the-lie-alone", "says:a matrix with 5 rows"]
def fool_krum(k, b):
    return np.array([-1.0, 0.0])


# %% tags=["wrong", "id:lies-in-directions-of-their-own", "says:honest update is taken"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 10 * np.eye(k)])
    U[k - b :, 0] = -1
    return U


# %% tags=["wrong", "id:zero-lie", "says:at most -1"]
def fool_krum(k, b):
    U = np.hstack([np.ones((k, 1)), 10 * np.eye(k)])
    U[k - b :] = 0
    return U
