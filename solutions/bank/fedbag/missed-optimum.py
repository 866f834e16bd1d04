# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:three-and-slow-ones"]
def missed_optimum(n):
    Z = [[5, 2], [6, 0], [0, 6], [2, 5]] + [[1, 1]] * (n - 4)
    train = [1.0] * 3 + [50.0] * (n - 3)
    return Z, train, [1.0] * n, 3


# %% tags=["right", "id:one-slow-client-balances"]
def missed_optimum(n):
    Z = np.zeros((n, 2), dtype=int)
    Z[0], Z[1], Z[2] = (3, 1), (4, 0), (0, 4)
    Z[3:-1] = 5, 0
    Z[-1] = 100 + Z[:-1, 1].sum(), 100 + Z[:-1, 0].sum()
    train, upload = np.full(n, 900.0), np.full(n, 0.5)
    train[:3] = 0.9
    return Z, train, upload, 2


# %% tags=["right", "id:three-classes-fractions"]
def missed_optimum(n):
    Z = np.ones((n, 3), dtype=np.int32)
    Z[0] = 4, 2, 0
    Z[1] = 6, 0, 0
    Z[2] = 0, 6, 6
    Z[3] = 2, 4, 6
    train = np.full(n, 77.7)
    upload = np.full(n, 0.3)
    train[:3] = 0.35
    return Z, train, upload, np.array([1])


# %% tags=["right", "id:other-order-of-times"]
def missed_optimum(n):
    Z = np.array([[30, 10], [40, 0], [0, 40], [10, 30]] + [[7, 7]] * (n - 4))
    train = np.r_[2.0, 1.0, 1.0, np.full(n - 3, 60.0)]
    upload = np.r_[1.0, 2.0, 2.0, np.ones(n - 3)]
    return Z, train.reshape(-1, 1), upload.reshape(-1, 1), 5.0


# %% tags=["right", "id:searched"]
def missed_optimum(n):
    rng = np.random.default_rng(5)
    while True:
        Z = np.full((n, 2), 50)
        Z[:4] = rng.integers(0, 9, (4, 2)) + [[1, 0]] * 4
        Z[-1] = 400 - Z[:-1].sum(axis=0)
        train, upload = np.full(n, 99.0), np.full(n, 1.0)
        train[: n - 1 if n == 4 else 4] = 1.0
        p = Z.sum(axis=0) / Z.sum()

        def d(S, Z=Z, p=p):
            return np.abs(Z[list(S)].sum(axis=0) / Z[list(S)].sum() - p).sum()

        def theta(S, train=train, upload=upload):
            return max(train[list(S)]) + sum(upload[list(S)])

        kept = {}
        for i in range(n):
            for S in [(), *list(kept.values())]:
                new, j = (*S, i), math.ceil(theta((*S, i)))
                if j <= 3 and (j not in kept or d(new) < d(kept[j]) - 1e-9):
                    kept[j] = new
        pairs = [S for k in (1, 2) for S in combinations(range(n), k) if theta(S) <= 3]
        if min(map(d, kept.values())) - min(map(d, pairs)) > 0.21:
            return Z, train, upload, 3


# %% tags=["wrong", "id:no-conflict", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = [[3, 1], [4, 0], [0, 4], [1, 3]] + [[1, 1]] * (n - 4)
    return Z, [1.0, 1.0, 2.0] + [50.0] * (n - 3), list(range(1, n + 1)), 6


# %% tags=["wrong", "id:better-one-first", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = [[4, 0], [0, 4], [3, 1], [1, 3]] + [[1, 1]] * (n - 4)
    return Z, [1.0, 2.0, 1.0] + [50.0] * (n - 3), [1.0, 1.5, 1.0] + [1.0] * (n - 3), 5


# %% tags=["wrong", "id:budget-for-all", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    return Z, np.ones(n), np.ones(n), 100


# %% tags=["wrong", "id:no-slow-clients", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    return Z, np.ones(n), np.ones(n), 3


# %% tags=["wrong", "id:gap-too-small", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[9, 7], [10, 6], [6, 10], [7, 9]]
    train = np.ones(n)
    train[3:] = 100
    return Z, train, np.ones(n), 3


# %% tags=["wrong", "id:four-only", "says:6 rows, one for each client"]
def missed_optimum(n):
    return [[3, 1], [4, 0], [0, 4], [1, 3]], [1, 1, 1, 100.0], [1.0] * 4, 3


# %% tags=["wrong", "id:nobody-in-time", "says:a budget that some client meets"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    return Z, np.ones(n), np.ones(n), 1


# %% tags=["wrong", "id:no-time-at-all", "says:more than 0 s"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    train = np.zeros(n)
    train[3:] = 100
    return Z, train, np.ones(n), 2


# %% tags=["wrong", "id:half-a-second", "says:whole number of seconds"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    train = np.ones(n)
    train[3:] = 100
    return Z, train, np.ones(n), 3.5


# %% tags=["wrong", "id:shares", "says:whole numbers"]
def missed_optimum(n):
    Z = np.full((n, 2), 0.5)
    Z[:4] = [[0.75, 0.25], [1, 0], [0, 1], [0.25, 0.75]]
    train = np.ones(n)
    train[3:] = 100
    return Z, train, np.ones(n), 3


# %% tags=["wrong", "id:without-budget", "says:return Z, train_time"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[3, 1], [4, 0], [0, 4], [1, 3]]
    return Z, np.ones(n), np.ones(n)


# %% tags=["wrong", "id:tie-counts-as-worse", "says:difference of at least 0.2"]
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[4, 0], [4, 0], [0, 4], [0, 4]]
    train = np.ones(n)
    return Z, train, np.ones(n), 3
