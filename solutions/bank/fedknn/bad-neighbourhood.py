# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:alternating-list"]
def bad_neighbourhood(K, v):
    a = (0.5 * v) ** 0.5
    return [a if k % 2 else -a for k in range(K)]


# %% tags=["right", "id:shifted"]
def bad_neighbourhood(K, v):
    return 100 + np.tile([1.5, 0.0], K // 2) * np.sqrt(v)


# %% tags=["right", "id:fast-cosine-as-a-column"]
def bad_neighbourhood(K, v):
    return (np.sqrt(0.7 * v) * np.cos(np.pi * np.arange(K)))[:, None]


# %% tags=["right", "id:search-for-the-size"]
def bad_neighbourhood(K, v):
    pattern = (-1.0) ** np.arange(K)
    for a in np.sqrt(v) * np.linspace(0.1, 2, 200):
        theta = a * pattern
        three = (np.roll(theta, 1) + theta + np.roll(theta, -1)) / 3
        bad = np.mean((three - theta) ** 2) + v / 3 > 1.12 * v
        good = 1.12 * (np.mean(theta**2) + v / K) < v
        if bad and good:
            return theta
    return None


# %% tags=["right", "id:unequal-sizes"]
def bad_neighbourhood(K, v):
    theta = np.sqrt(0.55 * v) * (-1.0) ** np.arange(K)
    theta[::4] *= 1.1
    theta[2::4] *= 0.9
    return theta


# %% tags=["right", "id:single-precision"]
def bad_neighbourhood(K, v):
    return np.resize(np.array([1, -1], dtype=np.float32) * np.float32(np.sqrt(0.6 * v)), K)


# %% tags=["wrong", "id:smooth-curve", "says:three nearest"]
def bad_neighbourhood(K, v):
    return np.sqrt(v) * np.sin(2 * np.pi * np.arange(K) / K)


# %% tags=["wrong", "id:equal-parameters", "says:three nearest"]
def bad_neighbourhood(K, v):
    return np.zeros(K)


# %% tags=["wrong", "id:too-small", "says:three nearest"]
def bad_neighbourhood(K, v):
    return np.sqrt(0.38 * v) * (-1.0) ** np.arange(K)


# %% tags=["wrong", "id:too-large", "says:mean error of all"]
def bad_neighbourhood(K, v):
    return np.sqrt(v) * (-1.0) ** np.arange(K)


# %% tags=["wrong", "id:a-fixed-size", "says:mean error of"]
def bad_neighbourhood(K, v):
    return 0.75 * (-1.0) ** np.arange(K)


# %% tags=["wrong", "id:standard-deviation-forgotten", "says:mean error of"]
def bad_neighbourhood(K, v):
    return 0.75 * v * (-1.0) ** np.arange(K)


# %% tags=["wrong", "id:two-halves", "says:three nearest"]
def bad_neighbourhood(K, v):
    return np.sqrt(0.6 * v) * np.where(np.arange(K) < K // 2, 1.0, -1.0)


# %% tags=["wrong", "id:pairs", "says:three nearest"]
def bad_neighbourhood(K, v):
    return np.sqrt(0.6 * v) * np.resize([1.0, 1.0, -1.0, -1.0], K)


# %% tags=["wrong", "id:one-odd-device", "says:three nearest"]
def bad_neighbourhood(K, v):
    theta = np.zeros(K)
    theta[0] = np.sqrt(0.6 * v * K)
    return theta


# %% tags=["wrong", "id:one-device-missing", "says:a true parameter for each device"]
def bad_neighbourhood(K, v):
    return np.sqrt(0.6 * v) * (-1.0) ** np.arange(K - 1)


# %% tags=["wrong", "id:at-random", "says:mean error of"]
def bad_neighbourhood(K, v):
    return np.sqrt(0.6 * v) * np.random.default_rng(0).choice([-1.0, 1.0], K)


# %% tags=["wrong", "id:two-numbers", "says:a true parameter for each device"]
def bad_neighbourhood(K, v):
    return [np.sqrt(0.6 * v), -np.sqrt(0.6 * v)]
