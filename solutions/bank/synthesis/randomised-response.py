# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop-with-choice"]
def randomised_response(y, C, epsilon, rng):
    e = np.exp(epsilon)
    out = []
    for label in y:
        if rng.random() * (e + C - 1) < e:
            out.append(int(label))
        else:
            other = int(rng.integers(C - 1))
            out.append(other if other < label else other + 1)
    return out


# %% tags=["right", "id:inverse-distribution"]
def randomised_response(y, C, epsilon, rng):
    table = np.ones((C, C)) + (np.exp(epsilon) - 1) * np.eye(C)
    steps = np.cumsum(table / table.sum(axis=1, keepdims=True), axis=1)
    steps[:, -1] = 1.0
    return (rng.random(len(y))[:, None] >= steps[y]).sum(axis=1)


# %% tags=["right", "id:gumbel"]
def randomised_response(y, C, epsilon, rng):
    scores = rng.gumbel(size=(len(y), C))
    scores[np.arange(len(y)), y] += epsilon
    return scores.argmax(axis=1).astype(float)


# %% tags=["right", "id:resample-until-different"]
def randomised_response(y, C, epsilon, rng):
    p = 1 / (1 + (C - 1) * np.exp(-epsilon))
    out = np.array(y)
    changed = rng.uniform(size=y.size) >= p
    todo = changed.copy()
    while todo.any():
        out[todo] = rng.integers(0, C, todo.sum())
        todo = changed & (out == y)
    return out.reshape(-1, 1)


# %% tags=["right", "id:uniform-part-and-true-part"]
def randomised_response(y, C, epsilon, rng):
    # With probability s tell the truth, else any class: p - p' = s.
    e = np.exp(epsilon)
    s = (e - 1) / (e + C - 1)
    anything = rng.choice(C, size=len(y))
    return np.where(rng.binomial(1, s, len(y)) == 1, y, anything).astype(np.int8)


# %% tags=["right", "id:permuted-classes"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    others = np.array([[c for c in range(C) if c != a] for a in range(C)])
    picked = others[y, rng.integers(0, C - 1, y.shape)]
    keep = rng.random(y.shape) <= p
    return keep * y + (1 - keep) * picked


# %% tags=["wrong", "id:any-class", "says:true class again"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    return np.where(rng.random(len(y)) < p, y, rng.integers(0, C, len(y)))


# %% tags=["wrong", "id:unchanged", "says:never changed"]
def randomised_response(y, C, epsilon, rng):
    rng.random(len(y))
    return y


# %% tags=["wrong", "id:never-true", "says:never reported"]
def randomised_response(y, C, epsilon, rng):
    return (y + rng.integers(1, C, len(y))) % C


# %% tags=["wrong", "id:pure-noise", "says:do not depend on the labels"]
def randomised_response(y, C, epsilon, rng):
    return rng.integers(0, C, len(y))


# %% tags=["wrong", "id:next-class", "says:always the next class"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    return np.where(rng.random(len(y)) < p, y, (y + 1) % C)


# %% tags=["wrong", "id:previous-class", "says:previous class"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    return np.where(rng.random(len(y)) < p, y, (y - 1) % C)


# %% tags=["wrong", "id:swapped", "says:randomised"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, other, y)


# %% tags=["wrong", "id:p-prime", "says:p' instead of p"]
def randomised_response(y, C, epsilon, rng):
    p = 1 / (np.exp(epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:two-classes", "says:C - 1 is missing"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:linear", "says:not exponentiated"]
def randomised_response(y, C, epsilon, rng):
    p = epsilon / (epsilon + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:sign-of-epsilon", "says:sign of epsilon"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(-epsilon) / (np.exp(-epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:fixed-seed", "says:seed fixed"]
def randomised_response(y, C, epsilon, rng):
    rng = np.random.default_rng(0)
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:own-generator", "says:another generator"]
def randomised_response(y, C, epsilon, rng):
    rng = np.random.default_rng()
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return np.where(rng.random(len(y)) < p, y, other)


# %% tags=["wrong", "id:one-draw", "says:shares of reports"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    other = (y + rng.integers(1, C, len(y))) % C
    return y if rng.random() < p else other


# %% tags=["wrong", "id:pairs-share-a-draw", "says:Neighbours share"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = np.repeat(rng.random(len(y) // 2 + 1) < p, 2)[: len(y)]
    return np.where(keep, y, (y + rng.integers(1, C, len(y))) % C)


# %% tags=["wrong", "id:classes-from-one", "says:classes 0 to"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    return np.where(rng.random(len(y)) < p, y, y + rng.integers(1, C, len(y)))


# %% tags=["wrong", "id:fixed-number-kept", "says:fixed share"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    m = len(y)
    keep = rng.permutation(m) < round(p * m)
    return np.where(keep, y, (y + rng.integers(1, C, m)) % C)


# %% tags=["wrong", "id:coins-repeated", "says:distance 20000"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    m = len(y)
    coins = np.resize(rng.random((m + 1) // 2), m)
    return np.where(coins < p, y, (y + rng.integers(1, C, m)) % C)
