# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:one-draw-at-a-time"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    n = len(lam)
    e = np.zeros((k + 1, n + 1))
    e[0] = 1
    for m in range(1, n + 1):
        e[1:, m] = e[1:, m - 1] + lam[m - 1] * e[:-1, m - 1]
    draws = []
    for _ in range(size):
        J, j = [], k
        for m in range(n, 0, -1):
            if j > 0 and rng.random() < lam[m - 1] * e[j - 1, m - 1] / e[j, m]:
                J.append(m - 1)
                j -= 1
        rows, Y = V[:, J], []
        for _ in range(k):
            cumulated = np.cumsum((rows**2).sum(axis=1))
            i = int(np.searchsorted(cumulated, rng.random() * cumulated[-1], side="right"))
            u = rows[i] / np.sqrt(rows[i] @ rows[i])
            rows = rows - np.outer(rows @ u, u)
            Y.append(i)
        draws.append(sorted(Y))
    return draws


# %% tags=["right", "id:enumeration"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["right", "id:rejection-of-uniform-sets"]
def sample(S, k, size, rng):
    # Hadamard: the determinant is at most the product of the k largest diagonal entries.
    bound = np.prod(np.sort(np.diag(S))[-k:])
    kept, count = [], 0
    while count < size:
        Y = np.argsort(rng.random((4000, len(S))), axis=1)[:, :k]
        det = np.linalg.det(S[Y[:, :, None], Y[:, None, :]])
        kept.append(Y[rng.random(4000) * bound < det])
        count += len(kept[-1])
    return np.concatenate(kept)[:size]


# %% tags=["right", "id:dpps-of-the-right-size"]
def sample(S, k, size, rng):
    # A DPP without a fixed size, kept when it has k clients: in or out, client by client.
    lam = np.linalg.eigvalsh(S)
    z = 1.0
    for _ in range(200):  # scale the kernel until the mean size is about k
        z *= (k / np.sum(z * lam / (1 + z * lam))) ** 0.5 if k < len(S) else 1.0
    n, parts, count = len(S), [], 0
    K0 = z * S @ np.linalg.inv(np.eye(n) + z * S)
    while count < size:
        K = np.repeat(K0[None], 4000, axis=0)
        inside = np.zeros((4000, n), dtype=bool)
        for i in range(n):
            inside[:, i] = rng.random(4000) < K[:, i, i]
            pivot = np.where(inside[:, i], K[:, i, i], K[:, i, i] - 1)
            column = K[:, i + 1 :, i]
            K[:, i + 1 :, i + 1 :] -= column[:, :, None] * column[:, None, :] / pivot[:, None, None]
        good = inside[inside.sum(axis=1) == k]
        parts.append(np.nonzero(good)[1].reshape(-1, k))
        count += len(good)
    return np.concatenate(parts)[:size].astype(np.int32)


# %% tags=["right", "id:client-by-client-by-conditional-probability"]
def sample(S, k, size, rng):
    # Numbers in rising order: the next one given those before, from sums over all sets.
    sets = list(itertools.combinations(range(len(S)), k))
    weight = dict.fromkeys([()], 0.0)
    for Y in sets:
        det = np.linalg.det(S[np.ix_(Y, Y)])
        for t in range(k + 1):
            weight[Y[:t]] = weight.get(Y[:t], 0.0) + det
    draws = np.empty((size, k))
    uniform = rng.random((size, k))
    for row in range(size):
        prefix = ()
        for t in range(k):
            left = uniform[row, t] * weight[prefix]
            for i in range(prefix[-1] + 1 if prefix else 0, len(S)):
                step = weight.get((*prefix, i), 0.0)
                if left < step:
                    break
                left -= step
            prefix = (*prefix, i)
        draws[row] = prefix
    return draws


# %% tags=["right", "id:mixture-with-chain-rule"]
def sample(S, k, size, rng):
    # First the set of eigenvectors from the list of all sets, then clients by determinants of K.
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.prod(lam[J]) for J in sets])
    times = rng.multinomial(size, weight / weight.sum())
    parts = []
    for J, count in zip(sets, times):
        M = np.array([np.linalg.det(V[np.ix_(Y, J)]) ** 2 for Y in sets])
        parts += [sets[y] for y in rng.choice(len(sets), size=count, p=M / M.sum())]
    return np.array(parts)[rng.permutation(size)]


# %% tags=["right", "id:gumbel-over-sets"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    log_weight = np.array([np.linalg.slogdet(S[np.ix_(Y, Y)])[1] for Y in sets])
    noise = rng.gumbel(size=(size, len(sets)))
    chosen = sets[np.argmax(noise + log_weight, axis=1)]
    return rng.permuted(chosen, axis=1).tolist()


# %% tags=["wrong", "id:uniform", "says:all sets were equally likely"]
def sample(S, k, size, rng):
    return np.argsort(rng.random((size, len(S))), axis=1)[:, :k]


# %% tags=["wrong", "id:eigenvectors-without-eigenvalues", "says:all sets were equally likely"]
def sample(S, k, size, rng):
    _, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    draws = []
    tables = [np.array([np.linalg.det(V[np.ix_(Y, J)]) ** 2 for Y in sets]) for J in sets]
    for J in rng.integers(len(sets), size=size):
        draws.append(sets[np.searchsorted(np.cumsum(tables[J]), rng.random() * tables[J].sum())])
    return draws


# %% tags=["wrong", "id:marginals-without-repulsion", "says:by b_i without repulsion"]
def sample(S, k, size, rng):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    member = np.array([[i in Y for i in range(n)] for Y in sets], dtype=float)
    b = p @ member / p.sum()
    # exponential clocks: the first k to ring, one by one in proportion to b
    return np.argsort(rng.exponential(size=(size, n)) / b, axis=1)[:, :k]


# %% tags=["wrong", "id:diagonal-without-repulsion", "says:by S_ii without repulsion"]
def sample(S, k, size, rng):
    return np.argsort(rng.exponential(size=(size, len(S))) / np.diag(S), axis=1)[:, :k]


# %% tags=["wrong", "id:direction-not-removed", "says:were not removed"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.prod(lam[J]) for J in sets])
    first = rng.choice(len(sets), size=size, p=weight / weight.sum())
    leverage = np.array([np.sum(V[:, J] ** 2, axis=1) for J in sets])[first]
    return np.argsort(rng.exponential(size=(size, len(S))) / leverage, axis=1)[:, :k]


# %% tags=["wrong", "id:entries-not-squared", "says:not squared"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.prod(lam[J]) for J in sets])
    draws = []
    for j in rng.choice(len(sets), size=size, p=weight / weight.sum()):
        rows, Y = V[:, sets[j]], []
        for _ in range(k):
            cumulated = np.cumsum(np.abs(rows).sum(axis=1))
            i = int(np.searchsorted(cumulated, rng.random() * cumulated[-1], side="right"))
            u = rows[i] / np.linalg.norm(rows[i])
            rows = rows - np.outer(rows @ u, u)
            rows[[*Y, i]] = 0.0
            Y.append(i)
        draws.append(Y)
    return draws


# %% tags=["wrong", "id:eigenvectors-one-by-one", "says:eigenvectors came one by one"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    tables = {
        tuple(J): np.cumsum([np.linalg.det(V[np.ix_(Y, J)]) ** 2 for Y in sets]) for J in sets
    }
    J = np.sort(np.argsort(rng.exponential(size=(size, len(S))) / lam, axis=1)[:, :k], axis=1)
    return [sets[np.searchsorted(tables[tuple(j)], rng.random() * tables[tuple(j)][-1])] for j in J]


# %% tags=["wrong", "id:leading-eigenvectors", "says:k largest eigenvalues"]
def sample(S, k, size, rng):
    _, V = np.linalg.eigh(S)
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(V[Y, -k:]) ** 2 for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:smallest-eigenvectors", "says:k smallest eigenvalues"]
def sample(S, k, size, rng):
    _, V = np.linalg.eigh(S)  # "the first k", but they rise
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(V[Y, :k]) ** 2 for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:rows-instead-of-columns", "says:rows of V were taken"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.prod(lam[J]) for J in sets])
    tables = [np.cumsum([np.linalg.det(V[np.ix_(J, Y)]) ** 2 for Y in sets]) for J in sets]
    first = rng.choice(len(sets), size=size, p=weight / weight.sum())
    return [sets[np.searchsorted(tables[j], rng.random() * tables[j][-1])] for j in first]


# %% tags=["wrong", "id:determinant-squared", "says:determinants were squared"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) ** 2 for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:root-of-the-determinant", "says:roots of the determinants"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.sqrt(np.linalg.det(S[np.ix_(Y, Y)])) for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:most-diverse-set", "says:same set again"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    best = max(sets, key=lambda Y: np.linalg.det(S[np.ix_(Y, Y)]))
    return np.tile(best, (size, 1))


# %% tags=["wrong", "id:one-draw-repeated", "says:same set again"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return np.tile(sets[rng.choice(len(sets), p=p / p.sum())], (size, 1))


# %% tags=["wrong", "id:few-metropolis-steps", "says:of the draws"]
def sample(S, k, size, rng):
    def det(Y):
        return np.linalg.det(S[np.ix_(Y, Y)])

    draws = []
    for _ in range(size):
        Y = list(range(k))
        for _ in range(3):
            new = list(Y)
            new[rng.integers(k)] = rng.choice([i for i in range(len(S)) if i not in Y])
            if rng.random() * det(Y) < det(new):
                Y = new
        draws.append(Y)
    return draws


# %% tags=["wrong", "id:with-replacement", "says:client twice"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    sets = [list(J) for J in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.prod(lam[J]) for J in sets])
    first = rng.choice(len(sets), size=size, p=weight / weight.sum())
    leverage = np.array([np.cumsum(np.sum(V[:, J] ** 2, axis=1)) for J in sets])[first]
    u = rng.random((size, k, 1)) * leverage[:, None, -1:]
    return np.sum(leverage[:, None, :] <= u, axis=2)


# %% tags=["wrong", "id:numbered-from-one", "says:client numbers 0 to 5"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(1, len(S) + 1), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets - 1])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:indicators", "says:zeros and ones"]
def sample(S, k, size, rng):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    member = np.array([[int(i in Y) for i in range(n)] for Y in sets])
    return member[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:size-not-fixed", "says:different lengths"]
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    draws = []
    for _ in range(size):
        J = np.flatnonzero(rng.random(len(lam)) < lam / (1 + lam))
        rows, Y = V[:, J], []
        for _ in range(len(J)):
            cumulated = np.cumsum((rows**2).sum(axis=1))
            i = int(np.searchsorted(cumulated, rng.random() * cumulated[-1], side="right"))
            u = rows[i] / np.linalg.norm(rows[i])
            rows = rows - np.outer(rows @ u, u)
            Y.append(i)
        draws.append(Y)
    return draws


# %% tags=["wrong", "id:generator-of-its-own", "says:rng is not used"]
def sample(S, k, size, rng):
    rng = np.random.default_rng(42)
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[rng.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:global-generator", "says:same state of rng"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[np.random.choice(len(sets), size=size, p=p / p.sum())]


# %% tags=["wrong", "id:one-draw-only", "says:Expected shape"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets[rng.choice(len(sets), p=p / p.sum())]


# %% tags=["wrong", "id:every-set-twice", "says:at the distance 1"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    drawn = rng.choice(len(sets), (size + 1) // 2, p=weight / weight.sum())
    return sets[np.repeat(drawn, 2)[:size]]


# %% tags=["wrong", "id:half-recycled", "says:at the distance 1250"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    drawn = rng.choice(len(sets), (size + 1) // 2, p=weight / weight.sum())
    return sets[np.resize(drawn, size)]


# %% tags=["wrong", "id:systematic", "says:too even for chance"]
def sample(S, k, size, rng):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    ends = np.cumsum(weight / weight.sum())
    points = (np.arange(size) + rng.random()) / size
    return rng.permutation(sets[np.minimum(np.searchsorted(ends, points), len(sets) - 1)])
