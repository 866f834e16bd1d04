# ruff: noqa
# %% tags=["right", "id:likelihood"]
def which_sampler(S, k, counts):
    n = len(S)
    sets = [list(Y) for Y in itertools.combinations(range(n), k)]
    lam, V = np.linalg.eigh(S)
    top = V[:, -k:]
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0 for Y in sets],
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(top[Y]) ** 2 for Y in sets],
        ]
    )
    laws = laws / laws.sum(axis=1, keepdims=True)
    return int(np.argmax(np.log(np.maximum(laws, 1e-12)) @ np.ravel(counts)))


# %% tags=["right", "id:total-variation"]
import math


def which_sampler(S, k, counts):
    observed = np.asarray(counts) / np.sum(counts)
    n, sets = len(S), list(itertools.combinations(range(len(S)), k))
    values, vectors = np.linalg.eigh(S)
    K = vectors[:, np.argsort(values)[::-1][:k]]
    K = K @ K.T

    def normalised(w):
        w = np.array(w)
        return w / w.sum()

    programs = [
        normalised([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets]),
        np.full(len(sets), 1 / math.comb(n, k)),
        normalised([math.prod(S[i, i] for i in Y) for Y in sets]),
        normalised([np.linalg.det(K[np.ix_(Y, Y)]) for Y in sets]),
    ]
    distances = [np.abs(observed - law).sum() for law in programs]
    return distances.index(min(distances))


# %% tags=["right", "id:euclidean"]
def which_sampler(S, k, counts):
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    minors = lambda A: np.linalg.det(A[sets[:, :, None], sets[:, None, :]])
    U, s, _ = np.linalg.svd(S)
    laws = [
        minors(S),
        np.ones(len(sets)),
        minors(np.diag(np.diag(S))),
        minors(U[:, :k] @ U[:, :k].T),
    ]
    q = counts / counts.sum()
    return min(range(4), key=lambda t: np.linalg.norm(laws[t] / laws[t].sum() - q))


# %% tags=["right", "id:hellinger"]
def which_sampler(S, k, counts):
    n = S.shape[0]
    lam, V = np.linalg.eigh(S)
    weights = [[], [], [], []]
    for Y in map(list, itertools.combinations(range(n), k)):
        A = S[np.ix_(Y, Y)]
        weights[0].append(np.prod(np.linalg.eigvalsh(A)))
        weights[1].append(1)
        weights[2].append(np.prod(np.diagonal(A)))
        weights[3].append(np.linalg.det(V[Y, n - k :]) ** 2)
    affinity = []
    for w in weights:
        w = np.clip(np.array(w, dtype=float), 0, None)
        affinity.append(np.sum(np.sqrt(w / w.sum() * counts)))
    print("affinities", affinity)
    return int(np.argmax(affinity))


# %% tags=["right", "id:multinomial-logpmf"]
from scipy.stats import multinomial


def which_sampler(S, k, counts):
    sets = list(itertools.combinations(range(len(S)), k))
    lam, V = np.linalg.eigh(S)
    kernels = [S, np.eye(len(S)), np.diag(np.diag(S)), V[:, -k:] @ V[:, -k:].T]
    best, answer = -np.inf, None
    for number, A in enumerate(kernels):
        law = np.array([max(np.linalg.det(A[np.ix_(Y, Y)]), 0) for Y in sets]) + 1e-14
        law = law / law.sum()
        law[-1] = 1 - law[:-1].sum()
        law = np.abs(law)
        score = multinomial.logpmf(np.asarray(counts, dtype=int), n=int(np.sum(counts)), p=law)
        if answer is None or score > best:
            best, answer = score, number
    return answer


# %% tags=["right", "id:chi-square"]
# Pearson's statistic; sets that a program cannot draw get a tiny probability
def which_sampler(S, k, counts):
    def law_of(weight):
        w = np.array([weight(list(Y)) for Y in itertools.combinations(range(len(S)), k)])
        w = np.maximum(w / w.sum(), 1e-9)
        return w / w.sum()

    lam, V = np.linalg.eigh(S)
    rounds = np.sum(counts)
    programs = {
        0: law_of(lambda Y: np.linalg.det(S[np.ix_(Y, Y)])),
        1: law_of(lambda Y: 1.0),
        2: law_of(lambda Y: np.exp(np.sum(np.log(np.diag(S)[Y])))),
        3: law_of(
            lambda Y: (
                np.linalg.slogdet(V[Y][:, -k:])[0] ** 2
                * np.exp(2 * np.linalg.slogdet(V[Y][:, -k:])[1])
            )
        ),
    }
    statistic = {t: np.sum((counts - rounds * p) ** 2 / (rounds * p)) for t, p in programs.items()}
    # a set that should never come and comes: not this program
    impossible = {t: np.any((p < 1e-8) & (np.asarray(counts) > 0)) for t, p in programs.items()}
    return min(programs, key=lambda t: (impossible[t], statistic[t]))


# %% tags=["right", "id:stage-two-played-through"]
# the law of stage 2 from its own chances, over all orders
def which_sampler(S, k, counts):
    n = len(S)
    lam, V = np.linalg.eigh(S)
    rows0 = V[:, np.argsort(-lam)[:k]]

    def stage_two(rows, left, Y, chance, law):
        if left == 0:
            key = tuple(sorted(Y))
            law[key] = law.get(key, 0.0) + chance
            return law
        for i in range(n):
            size = rows[i] @ rows[i]
            if i in Y or size < 1e-12:
                continue
            u = rows[i] / np.sqrt(size)
            stage_two(rows - np.outer(rows @ u, u), left - 1, Y + [i], chance * size / left, law)
        return law

    sets = list(itertools.combinations(range(n), k))
    if k <= 5:
        law = stage_two(rows0, k, [], 1.0, {})
        third = np.array([law.get(Y, 0.0) for Y in sets])
    else:
        third = np.array([np.linalg.det(rows0[list(Y)]) ** 2 for Y in sets])
    laws = [
        np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets]),
        np.ones(len(sets)),
        np.array([np.prod([S[i, i] for i in Y]) for Y in sets]),
        third,
    ]
    q = np.array(counts, dtype=float)
    q /= q.sum()
    gaps = np.array([np.sum(np.abs(w / w.sum() - q)) for w in laws])
    return gaps.argmin()


# %% tags=["right", "id:pairwise-duels"]
class Program:
    def __init__(self, kernel, sets):
        w = np.array([np.linalg.det(kernel[np.ix_(Y, Y)]) for Y in sets])
        self.law = np.clip(w, 0, None) / np.clip(w, 0, None).sum()

    def beats(self, other, counts):
        """Scheffé's test on the sets that this program draws more often."""
        A = self.law > other.law
        share = counts[A].sum() / counts.sum()
        return abs(share - self.law[A].sum()) < abs(share - other.law[A].sum())


def which_sampler(S, k, counts):
    counts = np.asarray(counts)
    sets = list(itertools.combinations(range(len(S)), k))
    V = np.linalg.eigh(S)[1][:, -k:]
    programs = [Program(K, sets) for K in (S, np.eye(len(S)), np.diag(np.diag(S)), V @ V.T)]
    wins = [sum(a.beats(b, counts) for b in programs if b is not a) for a in programs]
    return int(np.argmax(wins))


# %% tags=["wrong", "id:single-clients-only", "loses:which-sampler-tests"]
# why: compares how often each client comes, not the sets; programs with equal b_i but other sets cannot be told apart. Example: S = [[2.2, 2, 0, 0], [2, 2.2, 0, 0], [0, 0, 1, .4], [0, 0, .4, 1]], k = 2: programs 0, 1 and 3 all have b_i = 1/2, and every two programs differ by more than 0.3.
def which_sampler(S, k, counts):
    n = len(S)
    sets = [list(Y) for Y in itertools.combinations(range(n), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    member = np.array([[i in Y for i in range(n)] for Y in sets], dtype=float)
    q = counts / np.sum(counts)
    return int(np.argmin(np.abs((laws - q) @ member).sum(axis=1)))


# %% tags=["wrong", "id:smallest-eigenvectors", "loses:which-sampler-tests"]
# why: the first k eigenvectors of eigh belong to the smallest eigenvalues; program 3 takes the largest.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, :k]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))


# %% tags=["wrong", "id:no-square", "loses:which-sampler-tests"]
# why: |det V_Y| in place of its square is not the law of program 3.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [abs(np.linalg.det(V[Y, -k:])) for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    q = counts / np.sum(counts)
    distance = np.abs(laws - q).sum(axis=1)
    return int(np.argmin(distance)) if distance.min() < 0.15 else 1


# %% tags=["wrong", "id:sum-for-product", "loses:which-sampler-tests"]
# why: program 2 takes the product of the S_ii, not the sum; with the sum its logs look like another program's.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.sum(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))


# %% tags=["wrong", "id:not-normalised", "loses:which-sampler-tests"]
# why: the weights are not divided by their sum, so the likelihoods of the programs cannot be compared.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    return int(np.argmax(np.log(np.maximum(laws, 1e-12)) @ counts))


# %% tags=["wrong", "id:counts-not-normalised", "loses:which-sampler-tests"]
# why: compares counts (thousands) with probabilities: the distance hardly depends on the program.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.max(np.abs(laws - counts), axis=1)))


# %% tags=["wrong", "id:most-frequent-set", "loses:which-sampler-tests"]
# why: looks only at the set that came most often; the programs may agree on it.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmax(laws[:, np.argmax(counts)]))


# %% tags=["wrong", "id:seen-or-not", "loses:which-sampler-tests"]
# why: asks which sets came at all and not how often; in thousands of rounds nearly all sets come under every program.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmax(np.log(np.maximum(laws, 1e-12)) @ (np.asarray(counts) > 0)))


# %% tags=["wrong", "id:three-programs", "loses:which-sampler-tests"]
# why: never answers 3; its logs are given to the k-DPP.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))


# %% tags=["wrong", "id:rows-of-eigenvectors", "loses:which-sampler-tests"]
# why: takes rows of V for the eigenvectors; they are the columns.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V.T[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))


# %% tags=["wrong", "id:colex-order", "loses:which-sampler-tests"]
# why: numbers the sets by their last client first; the order is that of itertools.combinations(range(n), k).
def which_sampler(S, k, counts):
    sets = sorted(map(list, itertools.combinations(range(len(S)), k)), key=lambda Y: Y[::-1])
    lam, V = np.linalg.eigh(S)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.linalg.det(V[Y, -k:]) ** 2 for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))


# %% tags=["wrong", "id:repulsion-threshold", "loses:which-sampler-tests"]
# why: a rule of thumb from the example of the notebook: how often clients 0 and 1, alike there, come together; it fails for other kernels.
def which_sampler(S, k, counts):
    n = len(S)
    sets = list(itertools.combinations(range(n), k))
    q = sum(c for Y, c in zip(sets, counts) if 0 in Y and 1 in Y) / np.sum(counts)
    even = k * (k - 1) / (n * (n - 1))
    if q < 0.02:
        return 3
    if q < 0.7 * even:
        return 0
    return 1 if q < 1.1 * even else 2


# %% tags=["wrong", "id:largest-eigenvalue-weights", "loses:which-sampler-tests"]
# why: program 3 with the kernel of the k largest eigenvalues *and* their sizes, V diag(lambda) V^T with the diagonal only (the product of its entries): stage 2 has repulsion and forgets the sizes.
def which_sampler(S, k, counts):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    lam, V = np.linalg.eigh(S)
    d = (V[:, -k:] ** 2).sum(axis=1)
    laws = np.array(
        [
            [np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets],
            [1.0] * len(sets),
            [np.prod(np.diag(S)[Y]) for Y in sets],
            [np.prod(d[Y]) for Y in sets],
        ]
    )
    laws /= laws.sum(axis=1, keepdims=True)
    return int(np.argmin(np.abs(laws - counts / np.sum(counts)).sum(axis=1)))
