# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:likelihood"]
def which_sampler(S, k, counts):
    n, d = len(S), np.diag(S)
    V = np.linalg.eigh(S)[1][:, n - k :]
    likelihood = np.zeros(4)
    laws = [[], [], [], []]
    for Y in itertools.combinations(range(n), k):
        Y = list(Y)
        laws[0].append(np.linalg.det(S[Y][:, Y]))
        laws[1].append(1)
        laws[2].append(np.prod(d[Y]))
        laws[3].append(np.linalg.det(V[Y] @ V[Y].T))
    for j in range(4):
        p = np.array(laws[j]) / sum(laws[j])
        likelihood[j] = np.sum(counts * np.log(np.maximum(p, 1e-30)))
    return int(np.argmax(likelihood))


# %% tags=["right", "id:chi-squared"]
import math


def which_sampler(S, k, counts):
    n, N = len(S), np.sum(counts)
    w, V = np.linalg.eigh(S)
    top = V[:, np.argsort(w)[::-1][:k]]
    K = top @ top.T
    sets = list(itertools.combinations(range(n), k))
    diagonal = S.diagonal()

    laws = [
        [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
        np.ones(len(sets)),
        [math.prod(diagonal[i] for i in Y) for Y in sets],
        [np.linalg.det(K[np.ix_(Y, Y)]) for Y in sets],
    ]
    chi = [
        np.sum((counts - N * p) ** 2 / (N * p + 1)) for p in (np.array(q) / np.sum(q) for q in laws)
    ]
    return np.array([chi.index(min(chi))])


# %% tags=["right", "id:four-kernels"]
def which_sampler(S, k, counts):
    w, V = np.linalg.eigh(S)
    w[:-k], w[-k:] = 0, 1
    distances = []
    for K in (S, np.eye(len(S)), S * np.eye(len(S)), (V * w) @ V.T):
        law = [np.linalg.det(K[np.ix_(Y, Y)]) for Y in itertools.combinations(range(len(S)), k)]
        distances.append(np.abs(np.array(law) / sum(law) - counts / sum(counts)).max())
    return distances.index(min(distances))


# %% tags=["right", "id:correlation-as-float"]
def which_sampler(S, k, counts):
    n = len(S)
    sets = np.array(list(itertools.combinations(range(n), k)))
    det = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    V = np.linalg.eigh(S)[1][:, -k:]
    top = np.linalg.det(V[sets]) ** 2
    d = np.diag(S)
    turn = np.prod(d[sets], axis=1)
    turn = turn / turn.sum()
    laws = np.array([det / det.sum(), np.full(len(sets), 1 / len(sets)), turn, top / top.sum()])
    roots = np.sqrt(laws) @ np.sqrt(counts / counts.sum())
    return float(np.argmax(roots))


# %% tags=["right", "id:by-elimination"]
def which_sampler(S, k, counts):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    share = np.array(counts) / sum(counts)

    def distance(weights):
        weights = np.array(weights, dtype=float)
        return np.max(np.abs(weights / weights.sum() - share))

    found = {1: distance(np.ones(len(sets)))}
    found[0] = distance([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    vectors = np.linalg.eigh(S)[1][:, -k:]
    found[3] = distance([np.linalg.det(vectors[list(Y), :]) ** 2 for Y in sets])
    weights = [np.exp(sum(np.log(S[i, i]) for i in Y)) for Y in sets]
    found[2] = distance(weights)
    return sorted(found, key=found.get)[0]


# %% tags=["wrong", "id:always-the-k-dpp", "says:by their determinants"]
def which_sampler(S, k, counts):
    return 0


# %% tags=["wrong", "id:always-uniform", "says:equally often"]
def which_sampler(S, k, counts):
    return 1


# %% tags=["wrong", "id:only-single-clients", "says:Clients alone do not tell"]
def which_sampler(S, k, counts):
    n, d = len(S), np.diag(S)
    sets = list(itertools.combinations(range(n), k))
    b = np.array([sum(c for c, Y in zip(counts, sets) if i in Y) for i in range(n)]) / sum(counts)
    if np.ptp(b) < 0.05:
        return 1
    return 2 if np.corrcoef(b, d)[0, 1] > 0.9 else 0


# %% tags=["wrong", "id:unnormalised", "says:Divide the weights of each program"]
def which_sampler(S, k, counts):
    V = np.linalg.eigh(S)[1][:, -k:]
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    rows = [
        [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
        [1.0 for _ in sets],
        [np.prod(np.diag(S)[Y]) for Y in sets],
        [np.linalg.det(V[Y]) ** 2 for Y in sets],
    ]
    return np.argmax(np.log(np.maximum(rows, 1e-12)) @ counts)


# %% tags=["wrong", "id:sum-for-product", "says:by the product of their S_ii"]
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    V = np.linalg.eigh(S)[1][:, -k:]
    off = np.abs(S - np.diag(np.diag(S)))
    rows = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0 for _ in sets],
            [np.sum(off[np.ix_(Y, Y)]) for Y in sets],
            [np.linalg.det(V[Y]) ** 2 for Y in sets],
        ]
    )
    laws = rows / rows.sum(axis=1, keepdims=True)
    return np.argmin(np.abs(laws - counts / sum(counts)).sum(axis=1))


# %% tags=["wrong", "id:smallest-eigenvectors", "says:it has the largest eigenvalues"]
def which_sampler(S, k, counts):
    V = np.linalg.eigh(S)[1][:, :k]
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    rows = np.array([[np.linalg.det(S[np.ix_(Y, Y)]), 1, np.prod(np.diag(S)[Y]),
                      np.linalg.det(V[Y]) ** 2] for Y in sets]).T  # fmt: skip
    laws = rows / rows.sum(axis=1, keepdims=True)
    return np.argmin(np.abs(laws - counts / sum(counts)).sum(axis=1))


# %% tags=["wrong", "id:farthest", "says:farthest from the log"]
def which_sampler(S, k, counts):
    V = np.linalg.eigh(S)[1][:, -k:]
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    rows = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]), 1, np.sum(np.diag(S)[Y]), np.linalg.det(V[Y]) ** 2]
            for Y in sets
        ]
    ).T
    laws = rows / rows.sum(axis=1, keepdims=True)
    return np.argmax(np.abs(laws - counts / sum(counts)).sum(axis=1))


# %% tags=["wrong", "id:distances-returned", "says:return the best one"]
def which_sampler(S, k, counts):
    V = np.linalg.eigh(S)[1][:, -k:]
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    rows = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]), 1, np.sum(np.diag(S)[Y]), np.linalg.det(V[Y]) ** 2]
            for Y in sets
        ]
    ).T
    laws = rows / rows.sum(axis=1, keepdims=True)
    return np.abs(laws - counts / sum(counts)).sum(axis=1)


# %% tags=["wrong", "id:uniform-or-not", "says:Only uniform draws are told"]
def which_sampler(S, k, counts):
    return 1 if np.std(counts) < 0.1 * np.mean(counts) else 0


# %% tags=["wrong", "id:projection-not-squared", "says:program 3 squares the determinant"]
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    V = np.linalg.eigh(S)[1][-k:]
    rows = np.array(
        [
            [
                np.linalg.det(S[np.ix_(Y, Y)]),
                1,
                np.sum(np.diag(S)[Y]),
                np.abs(np.linalg.det(V[:, Y])),
            ]
            for Y in sets
        ]
    ).T
    laws = rows / rows.sum(axis=1, keepdims=True)
    return np.argmin(np.abs(laws - counts / sum(counts)).sum(axis=1))
