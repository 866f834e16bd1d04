# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:whole-table"]
def elementary_symmetric(values, k):
    m = len(values)
    table = np.zeros((k + 1, m + 1))
    table[0, :] = 1
    for j in range(1, k + 1):
        for r in range(1, m + 1):
            table[j, r] = table[j, r - 1] + values[r - 1] * table[j - 1, r - 1]
    return table[:, -1]


# %% tags=["right", "id:in-place-from-the-top"]
def elementary_symmetric(values, k):
    e = [1.0] + [0.0] * k
    for x in values:
        for j in range(k, 0, -1):
            e[j] += x * e[j - 1]
    return e


# %% tags=["right", "id:truncated-polynomials"]
def elementary_symmetric(values, k):
    poly = np.array([1.0])
    for x in values:
        poly = np.convolve(poly, [1.0, x])[: k + 1]
    return np.pad(poly, (0, k + 1 - len(poly)))


# %% tags=["right", "id:row-by-row-with-cumsum"]
def elementary_symmetric(values, k):
    values = np.asarray(values, dtype=np.longdouble)
    row, result = np.ones(len(values) + 1, dtype=np.longdouble), [1.0]
    for _ in range(k):
        row = np.concatenate([[0.0], np.cumsum(values * row[:-1])])
        result.append(row[-1])
    return np.array(result)


# %% tags=["right", "id:divide-and-conquer"]
from functools import reduce


def elementary_symmetric(values, k):
    factors = [np.array([1.0, x]) for x in values] or [np.ones(1)]
    while len(factors) > 1:
        factors = [
            reduce(np.convolve, factors[i : i + 2])[: k + 1] for i in range(0, len(factors), 2)
        ]
    return np.append(factors[0][: k + 1], np.zeros(max(0, k + 1 - len(factors[0]))))


# %% tags=["right", "id:matrix-powers"]
def elementary_symmetric(values, k):
    # One step of the recursion is a lower bidiagonal matrix.
    state = np.zeros((k + 1, 1))
    state[0] = 1
    for x in values:
        state = (np.eye(k + 1) + x * np.eye(k + 1, k=-1)) @ state
    return state


# %% tags=["right", "id:memory-of-calls"]
def elementary_symmetric(values, k):
    known = {}
    for m in range(len(values) + 1):
        for j in range(k + 1):
            if j == 0:
                known[m, j] = 1
            elif m == 0:
                known[m, j] = 0
            else:
                known[m, j] = known[m - 1, j] + values[m - 1] * known[m - 1, j - 1]
    return tuple(known[len(values), j] for j in range(k + 1))


# %% tags=["wrong", "id:in-place-from-the-bottom", "says:more than once"]
def elementary_symmetric(values, k):
    e = [1.0] + [0.0] * k
    for x in values:
        for j in range(1, k + 1):
            e[j] += x * e[j - 1]
    return e


# %% tags=["wrong", "id:reversed", "says:reversed"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for x in values:
        e[1:] = e[1:] + x * e[:-1]
    return e[::-1]


# %% tags=["wrong", "id:signs-of-the-polynomial", "says:signs alternate"]
def elementary_symmetric(values, k):
    coefficients = np.poly(values)[: k + 1]
    return np.append(coefficients, np.zeros(k + 1 - len(coefficients)))


# %% tags=["wrong", "id:power-sums", "says:sums of powers"]
def elementary_symmetric(values, k):
    return [np.sum(values**j) for j in range(k + 1)]


# %% tags=["wrong", "id:binomials", "says:binomial"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for _ in values:
        e[1:] = e[1:] + e[:-1]
    return e


# %% tags=["wrong", "id:last-left-out", "says:last number"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for r in range(len(values) - 1):
        e[1:] = e[1:] + values[r] * e[:-1]
    return e


# %% tags=["wrong", "id:first-left-out", "says:first number"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for r in range(1, len(values)):
        e[1:] = e[1:] + values[r] * e[:-1]
    return e


# %% tags=["wrong", "id:ordered-tuples", "says:order of its factors"]
def elementary_symmetric(values, k):
    return [
        sum(np.prod(c) for c in itertools.permutations(values, j)) if j else 1.0
        for j in range(k + 1)
    ]


# %% tags=["wrong", "id:only-the-last", "says:e_k only"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for x in values:
        e[1:] = e[1:] + x * e[:-1]
    return e[-1]


# %% tags=["wrong", "id:without-e-zero", "says:e_0 is missing"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for x in values:
        e[1:] = e[1:] + x * e[:-1]
    return e[1:]


# %% tags=["wrong", "id:e-zero-is-zero", "says:e_0 is 1"]
def elementary_symmetric(values, k):
    e = np.zeros(k + 1)
    e[0] = 1.0
    for x in values:
        e[1:] = e[1:] + x * e[:-1]
    e[0] = 0.0
    return e


# %% tags=["wrong", "id:fewer-numbers-than-k", "says:fewer than j numbers"]
def elementary_symmetric(values, k):
    e = [1.0] + [
        sum(np.prod(c) for c in itertools.combinations(values[:9], j)) for j in range(1, k + 1)
    ]
    return [e_j if j <= len(values) else np.prod(values) for j, e_j in enumerate(e)]


# %% tags=["wrong", "id:largest-only", "says:largest numbers only"]
def elementary_symmetric(values, k):
    falling = np.sort(values)[::-1]
    return [np.prod(falling[:j]) for j in range(k + 1)]


# %% tags=["wrong", "id:enumeration-is-too-slow-so-cut", "says:1000 equal numbers"]
def elementary_symmetric(values, k):
    values = values[:15]  # "enough for the examples"
    return [sum(np.prod(c) for c in itertools.combinations(values, j)) for j in range(k + 1)]
