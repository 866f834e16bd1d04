# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:far-centres"]
def unlike_drift(w, n):
    c_calm = w + 300 * (-1.0) ** np.arange(n)
    a = np.linspace(1, 9, n)
    return np.full(n, 2.0), c_calm, a, w + np.linspace(-1, 1, n)


# %% tags=["right", "id:lists"]
def unlike_drift(w, n):
    return (
        [1] * n,
        [w + 1000 * i for i in range(n)],
        [10] + [1] * (n - 1),
        [w + 1] + [w - 1] * (n - 1),
    )


# %% tags=["right", "id:whole-numbers"]
def unlike_drift(w, n):
    calm = np.zeros(n, dtype=np.int32) + 10
    centre = np.zeros(n)
    centre[-1] = 10_000
    drifting = np.ones(n, dtype=np.int64)
    drifting[: n // 2] = 8
    return calm, centre + w, drifting, np.where(drifting == 8, 0.2, -0.3) + w


# %% tags=["right", "id:pull-alike"]
def unlike_drift(w, n):
    # the drifting one: nearly equal gradients, and yet unlike curvature
    a = np.where(np.arange(n) % 2 == 0, 0.5, 6.0)
    g = 4.0 + 0.9 * (a > 1)
    return np.ones(n), w - 1000.0 * np.arange(n), a, w - g / a


# %% tags=["right", "id:columns-random"]
def unlike_drift(w, n):
    rng = np.random.default_rng(0)
    a = rng.uniform(0.5, 9.5, n)
    g = a - a.mean()
    a_calm = np.full((n, 1), 0.1)
    return a_calm, (w + 1e6 * rng.normal(size=n)).reshape(-1, 1), a[:, None], (w - g / a)[:, None]


# %% tags=["wrong", "id:swapped", "says:curve alike"]
def unlike_drift(w, n):
    a, c = np.ones(n), np.full(n, float(w))
    a[0] = 5
    c[:2] += [1, -1]
    far = np.full(n, float(w))
    far[0] += 1000
    return a, c, np.ones(n), far


# %% tags=["wrong", "id:no-drift-at-all", "says:neither curve alike"]
def unlike_drift(w, n):
    return np.ones(n), w + 1000.0 * np.arange(n), np.ones(n), w + 0.1 * np.arange(n)


# %% tags=["wrong", "id:equal-variance", "says:100 times as large"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 5
    c = np.full(n, float(w))
    c[:2] += [1, -1]
    return np.ones(n), w - a * (w - c), a, c


# %% tags=["wrong", "id:only-for-zero", "says:unlike_drift(3, 5)"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 5
    c = np.zeros(n)
    c[:2] = [1, -1]
    far = np.zeros(n)
    far[0] = 60
    return np.ones(n), far, a, c


# %% tags=["wrong", "id:only-two-clients", "says:Expected shape (5,)"]
def unlike_drift(w, n):
    return [1, 1], [w + 1000, w], [1, 5], [w - 1, w + 1]


# %% tags=["wrong", "id:too-curved", "says:0 < a <= 10"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 30
    return np.ones(n), w + 1e6 * np.arange(n), a, w + np.arange(n) - 1.0


# %% tags=["wrong", "id:flat-client", "says:0 < a <= 10"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 0
    return np.ones(n), w + 1e4 * np.arange(n), a, w + np.arange(n) - 1.0


# %% tags=["wrong", "id:calm-start-at-centre", "says:100 times as large"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 5
    c = np.full(n, float(w))
    c[:2] += [1, -1]
    return np.linspace(1, 9, n), np.full(n, float(w)), a, c


# %% tags=["wrong", "id:drift-too-small", "says:neither curve alike"]
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 5
    c = np.full(n, float(w))
    c[:2] += [0.001, -0.001]
    return np.ones(n), w + 10.0 * np.arange(n), a, c


# %% tags=["wrong", "id:pulls-alike-without-drift", "says:neither curve alike"]
def unlike_drift(w, n):
    return np.ones(n), w + 1e3 * np.arange(n), np.linspace(1, 9, n), np.full(n, float(w))


# %% tags=["wrong", "id:one-federation", "says:return a_calm, c_calm"]
def unlike_drift(w, n):
    return np.ones(n), w + 1e3 * np.arange(n)
