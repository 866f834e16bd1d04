# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:few-forgotten"]
def misleading(n):
    t = n // 10
    A = np.full(n, 70.0)
    A[:t] = 45.0
    m = A.mean()
    B = np.full(n, m)
    pairs = n // 2
    B[:pairs], B[pairs : 2 * pairs] = m - 15, m + 15
    return A, B


# %% tags=["right", "id:lists-shuffled"]
def misleading(n):
    t = max(n // 10, 1)
    A = [20.0] * t + [50.0] * (n - t)
    mean = sum(A) / n
    half = n // 2
    B = [mean + 20] * half + [mean - 20] * half + [mean] * (n % 2)
    return A[::-1], B


# %% tags=["right", "id:float32"]
def misleading(n):
    t = n // 10
    A = np.full(n, 64, dtype=np.float32)
    A[-t:] = 32
    B = np.full(n, A.mean(), dtype=np.float32)
    B[: n // 3] -= 22
    B[n // 3 : 2 * (n // 3)] += 22
    return A, B


# %% tags=["right", "id:columns-linear"]
def misleading(n):
    t = n // 10
    A = np.zeros((n, 1))
    A[:t] = 20
    A[t:] = (60 * n - 20 * t) / (n - t)
    B = 60 + 33 * np.linspace(-1, 1, n).reshape(n, 1)
    return A, B


# %% tags=["right", "id:drawn-and-scaled"]
def misleading(n):
    rng = np.random.default_rng(n)
    A = 80 + rng.uniform(-1, 1, n)
    A[: n // 10] = 45 + rng.uniform(-1, 1, n // 10)
    B = np.where(np.arange(n) % 2 == 0, -1.0, 1.0)
    B = B - B.mean()
    return A, A.mean() + 19 * B / B.std()


# %% tags=["wrong", "id:swapped", "says:looks more uniform"]
def misleading(n):
    t, h = n // 10, n // 2
    A = np.r_[np.full(t, 30.0), np.full(n - t, 60 + 30 * t / (n - t))]
    B = np.r_[np.full(h, 40.0), np.full(n - h, 60 + 20 * h / (n - h))]
    return B, A


# %% tags=["wrong", "id:other-mean", "says:same mean"]
def misleading(n):
    B = np.r_[np.full(n // 2, 40.0), np.full(n - n // 2, 80.0)]
    return np.full(n, 20.0), B


# %% tags=["wrong", "id:only-the-worst-device", "says:worst tenth of A that is at least 5"]
def misleading(n):
    A = np.full(n, 60.0)
    A[0] = 10.0
    A[1:] += 50 / (n - 1)
    h = n // 2
    B = np.r_[np.full(h, 30.0), np.full(n - h, 60 + 30 * h / (n - h))]
    return A, B


# %% tags=["wrong", "id:uniform-is-fair", "says:worst tenth of A that is at least 5"]
def misleading(n):
    h = n // 2
    B = np.r_[np.full(h, 40.0), np.full(n - h, 60 + 20 * h / (n - h))]
    return np.full(n, 60.0), B


# %% tags=["wrong", "id:above-hundred", "says:from 0 to 100"]
def misleading(n):
    t, h = n // 10, n // 2
    A = np.r_[np.full(t, 50.0), np.full(n - t, 80 + 30 * t / (n - t))]
    B = np.r_[np.full(h, 60.0), np.full(n - h, 80 + 25.0 * h / (n - h))]
    B[:h] = 55.0
    return A, B


# %% tags=["wrong", "id:fractions-not-per-cent", "says:5 points below"]
def misleading(n):
    t, h = n // 10, n // 2
    A = np.r_[np.full(t, 30.0), np.full(n - t, 60 + 30 * t / (n - t))] / 100
    B = np.r_[np.full(h, 40.0), np.full(n - h, 60 + 20 * h / (n - h))] / 100
    return A, B


# %% tags=["wrong", "id:standard-deviation", "says:at most half"]
def misleading(n):
    t = n // 10
    A = np.r_[np.full(t, 30.0), np.full(n - t, 60 + 30 * t / (n - t))]
    size, h = 1.3 * A.std(), n // 2
    B = np.r_[np.full(h, 60 - size), np.full(h, 60 + size), np.full(n % 2, 60.0)]
    return A, B


# %% tags=["wrong", "id:for-ten-only", "says:Expected shape (25,)"]
def misleading(n):
    return [30.0] + [190 / 3] * 9, [40.0] * 5 + [80.0] * 5


# %% tags=["wrong", "id:median-not-mean", "says:same mean"]
def misleading(n):
    t, h = n // 10, (n - 1) // 2
    A = np.r_[np.full(t, 30.0), np.full(n - t, 60.0)]
    B = np.r_[np.full(h, 40.0), np.full(n - 2 * h, 60.0), np.full(h, 80.0)]
    return A, B


# %% tags=["wrong", "id:one-model", "says:return A, B"]
def misleading(n):
    return np.r_[np.full(n // 10, 30.0), np.full(n - n // 10, 60.0)]


# %% tags=["wrong", "id:same-model", "says:variances"]
def misleading(n):
    A = np.r_[np.full(n // 10, 30.0), np.full(n - n // 10, 60.0)]
    return A, A.copy()
