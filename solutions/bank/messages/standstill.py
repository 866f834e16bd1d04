# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:cyclic-pairs"]
def standstill(d, k):
    rows = []
    for i in range(d):
        up, down = [1.0] * d, [1.0] * d
        for j in range(i, i + k):
            up[j % d], down[j % d] = 3.0, -3.0
        rows += [up, down]
    return rows


# %% tags=["right", "id:first-and-last"]
def standstill(d, k):
    B = np.ones((2 * d, d))
    for i in range(d):
        loud = [j for j in range(d) if j != i][:k]
        B[2 * i, loud] = 7
        B[2 * i + 1, loud] = -7
    return B


# %% tags=["right", "id:all-pairs-of-one-with-uneven-sizes"]
def standstill(d, k):
    rng = np.random.default_rng(0)
    B = []
    for i in range(3 * d):
        loud = np.roll(np.arange(d), i)[:k]
        size = rng.uniform(2, 3, k)
        pair = np.tile(rng.uniform(0.5, 1, d), (2, 1))
        pair[0, loud], pair[1, loud] = size, -size
        B.extend(pair)
    return np.array(B)


# %% tags=["right", "id:triples"]
def standstill(d, k):
    """One says twice as much as two others take back."""
    rows = []
    for i in range(d):
        loud = (np.arange(k) + i) % d
        for size in (4.0, -2.0, -2.0):
            b = np.ones(d)
            b[loud] = size
            rows.append(b)
    return np.array(rows) * 100


# %% tags=["right", "id:negative-quiet-ones-too"]
def standstill(d, k):
    rows = []
    for i in range(d):
        loud = [(i + j) % d for j in range(k)]
        quiet = [j for j in range(d) if j not in loud]
        for sign, size in ((1, 1.0), (-1, -0.5)):
            b = np.zeros(d)
            b[loud] = 2.0 * sign
            b[quiet] = size
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:pair-of-the-chapter", "says:among the quiet ones"]
def standstill(d, k):
    B = np.ones((2, d))
    B[0, :k], B[1, :k] = 9, -9
    return B


# %% tags=["wrong", "id:all-alike", "says:no tie decides"]
def standstill(d, k):
    return np.vstack([np.ones((d, d)), -np.ones((d - 1, d))])


# %% tags=["wrong", "id:loud-ones-do-not-cancel", "says:the model moves"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for size in (3, -2):
            b = np.ones(d)
            b[loud] = size
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:pulls-down", "says:among the quiet ones"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = -np.ones(d)
            b[loud] = 2 * sign
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:clients-in-columns", "says:rows of"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = np.ones(d)
            b[loud] = 2 * sign
            rows.append(b)
    return np.array(rows).T


# %% tags=["wrong", "id:nobody-wants-anything", "says:who wants nothing"]
def standstill(d, k):
    return np.zeros((2, d))


# %% tags=["wrong", "id:one-loud-entry", "says:no tie decides"]
def standstill(d, k):
    rows = []
    for first in range(d):
        for sign in (1, -1):
            b = np.ones(d)
            b[first] = 2 * sign
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:blocks-that-overlap", "says:among the quiet ones"]
def standstill(d, k):
    rows = []
    for first in range(0, d, k):
        loud = np.arange(k) + min(first, d - k)
        for sign in (1, -1):
            b = np.zeros(d)
            b[loud] = 3 * sign
            quiet = [j for j in range(d) if j not in loud]
            b[quiet[:1]] = 1
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:whispers", "says:a thousandth of the largest entry"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = np.full(d, 1e-4)
            b[loud] = sign
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:hardly-louder", "says:at least 1.01 times"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = np.ones(d)
            b[loud] = 1.001 * sign
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:more-than-k-cancel", "says:no tie decides"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k + 1)) % d
        for sign in (1, -1):
            b = np.ones(d)
            b[loud] = 2 * sign
            rows.append(b)
    return np.array(rows)


# %% tags=["wrong", "id:too-many-rows", "says:1 to 1000"]
def standstill(d, k):
    rows = []
    for first in range(d):
        loud = (first + np.arange(k)) % d
        for sign in (1, -1):
            b = np.ones(d)
            b[loud] = 2 * sign
            rows.append(b)
    return np.array(rows * 1000)


# %% tags=["wrong", "id:windows-without-a-wrap", "says:among the quiet ones"]
def standstill(d, k):
    B = []
    for start in range(d - k + 1):
        for sign in (5, -5):
            b = np.full(d, 4)
            b[start : start + k] = sign
            B.append(b)
    return np.array(B)
