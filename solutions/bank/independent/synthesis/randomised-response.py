# ruff: noqa
# %% tags=["right", "id:shift"]
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    other = (y + rng.integers(1, C, size=len(y))) % C
    return np.where(keep, y, other)


# %% tags=["right", "id:loop-with-choice"]
import math


def randomised_response(y, C, epsilon, rng):
    p = 1 / (1 + (C - 1) * math.exp(-epsilon))
    reports = []
    for label in y:
        if rng.random() < p:
            reports.append(int(label))
        else:
            reports.append(int(rng.choice([c for c in range(C) if c != label])))
    return np.array(reports, dtype=int)


# %% tags=["right", "id:skip-own-class"]
def randomised_response(y, C, epsilon, rng):
    # a number among C - 1 classes; those from the own class on move up by one
    m = len(y)
    lie = rng.uniform(size=m) >= np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    other = rng.integers(0, C - 1, size=m)
    other = other + (other >= y)
    reports = y.copy()
    reports[lie] = other[lie]
    return reports


# %% tags=["right", "id:inverse-of-the-distribution"]
def randomised_response(y, C, epsilon, rng):
    """One uniform number for each label, cut by the cumulated probabilities of its row."""
    P = np.full((C, C), 1.0)
    np.fill_diagonal(P, np.exp(epsilon))
    P /= np.exp(epsilon) + C - 1
    cumulated = np.cumsum(P, axis=1)[y]
    u = rng.random((len(y), 1))
    return np.minimum((u >= cumulated).sum(axis=1), C - 1)


# %% tags=["right", "id:mixture-with-uniform"]
def randomised_response(y, C, epsilon, rng):
    # with probability C p' a class that is uniform among all C, else the label itself
    uniform = rng.random(y.shape) < C / (np.exp(epsilon) + C - 1)
    return np.where(uniform, rng.integers(C, size=y.shape), y).astype(int)


# %% tags=["right", "id:gumbel"]
def randomised_response(y, C, epsilon, rng):
    # the largest of "logit + Gumbel noise" is drawn from the softmax of the logits
    logits = epsilon * (np.arange(C) == np.reshape(y, (-1, 1)))
    return np.argmax(logits + rng.gumbel(size=logits.shape), axis=1)


# %% tags=["right", "id:class-by-class"]
def randomised_response(y, C, epsilon, rng):
    y = np.asarray(y)
    weights = np.ones(C)
    reports = np.empty(len(y), dtype=np.int64)
    for c in range(C):
        p = weights.copy()
        p[c] = np.exp(epsilon)
        where = np.flatnonzero(y == c)
        reports[where] = rng.choice(C, size=where.size, p=p / p.sum())
    return reports


# %% tags=["right", "id:multinomial-rows"]
def randomised_response(y, C, epsilon, rng):
    p_other = 1 / (np.exp(epsilon) + C - 1)
    P = np.full((len(y), C), p_other)
    P[np.arange(len(y)), y] = 1 - (C - 1) * p_other
    return rng.multinomial(1, P).argmax(axis=1)


# %% tags=["right", "id:rejection"]
def randomised_response(y, C, epsilon, rng):
    """Uniform proposals; the own class is always accepted, another with exp(-epsilon)."""
    reports = np.full(len(y), -1)
    open_ = np.arange(len(y))
    while len(open_):
        proposal = rng.integers(0, C, len(open_))
        accept = (proposal == y[open_]) | (rng.random(len(open_)) < np.exp(-epsilon))
        reports[open_[accept]] = proposal[accept]
        open_ = open_[~accept]
    return reports


# %% tags=["right", "id:scipy-and-helper"]
from scipy.stats import bernoulli


def _lie(label: np.ndarray, C: int, rng) -> np.ndarray:
    step = np.floor((C - 1) * rng.random(label.size)).astype(int) + 1
    return np.mod(label + step, C)


def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    honest = bernoulli.rvs(p, size=y.size, random_state=rng).astype(bool)
    out = np.array(y, dtype=int)
    out[~honest] = _lie(out[~honest], C, rng)
    assert out.min(initial=0) >= 0 and out.max(initial=0) < C
    return out


# %% tags=["right", "id:permuted-alphabet"]
def randomised_response(y, C, epsilon, rng):
    # each label gets the C - 1 others in random order and takes the first
    order = np.argsort(rng.random((len(y), C)), axis=1)
    first_other = np.where(order[:, 0] != y, order[:, 0], order[:, 1])
    honest = np.log(rng.random(len(y))) < -np.log1p((C - 1) * np.exp(-epsilon))
    return np.where(honest, y, first_other)


# %% tags=["wrong", "id:own-class-among-the-others", "loses:randomised-response-tests"]
# why: draws from all C classes instead of the C - 1 others: the label is reported too often.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, rng.integers(0, C, size=len(y)))


# %% tags=["wrong", "id:two-classes", "loses:randomised-response-tests"]
# why: p of two classes, e^eps/(1 + e^eps), for every C.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:no-exponential", "loses:randomised-response-tests"]
# why: epsilon in place of e^epsilon.
def randomised_response(y, C, epsilon, rng):
    p = epsilon / (epsilon + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:lies-with-p", "loses:randomised-response-tests"]
# why: the comparison is turned round: it lies with the probability p.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) > p
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:one-coin", "loses:randomised-response-tests"]
# why: one coin for all labels; "every label is treated independently".
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    if rng.random() < p:
        return y.copy()
    return (y + rng.integers(1, C, size=len(y))) % C


# %% tags=["wrong", "id:one-shift", "loses:randomised-response-tests"]
# why: all who lie move by the same random number of classes: not independent.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.integers(1, C)) % C)


# %% tags=["wrong", "id:next-class", "loses:randomised-response-tests"]
# why: always the next class; "one of the C - 1 other classes, each with the same probability".
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + 1) % C)


# %% tags=["wrong", "id:global-generator", "loses:randomised-response-tests"]
# why: uses NumPy's global generator; "take all randomness from rng: the same generator must give the same reports".
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = np.random.rand(len(y)) < p
    return np.where(keep, y, (y + np.random.randint(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:half-from-rng", "loses:randomised-response-tests"]
# why: the coins come from rng, but the other classes from a fresh generator: not reproducible.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + np.random.default_rng().integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:fixed-seed", "loses:randomised-response-tests"]
# why: a seed of its own: the reports do not depend on rng, all calls lie at the same places.
def randomised_response(y, C, epsilon, rng):
    own = np.random.default_rng(0)
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = own.random(len(y)) < p
    return np.where(keep, y, (y + own.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:no-skip", "loses:randomised-response-tests"]
# why: draws from 0 to C - 2 without skipping the own class: the last class is never a lie.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, rng.integers(0, C - 1, size=len(y)))


# %% tags=["wrong", "id:shift-too-short", "loses:randomised-response-tests"]
# why: shifts by 1 to C - 2: the class before the own one is never reported (for two classes: never a lie).
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    shift = rng.integers(1, max(C - 1, 2), size=len(y))
    return np.where(keep | (C == 2), y, (y + shift) % C)


# %% tags=["wrong", "id:from-one-to-c", "loses:randomised-response-tests"]
# why: reports 1 to C instead of 0 to C - 1.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C) + 1


# %% tags=["wrong", "id:next-door-only", "loses:randomised-response-tests"]
# why: lies go to one of the two classes next to the own one only.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.choice([-1, 1], size=len(y))) % C)


# %% tags=["wrong", "id:one-lie-of-p-prime", "loses:randomised-response-tests"]
# why: lies with the probability p' in all, instead of p' for each other class.
def randomised_response(y, C, epsilon, rng):
    p_other = 1 / (np.exp(epsilon) + C - 1)
    keep = rng.random(len(y)) >= p_other
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:swapped-among-liars", "loses:randomised-response-tests"]
# why: the liars exchange their labels among each other: other classes by frequency, and the own one, too.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    lie = rng.random(len(y)) >= p
    reports = y.copy()
    reports[lie] = rng.permutation(y[lie])
    return reports


# %% tags=["wrong", "id:c-in-the-denominator", "loses:randomised-response-tests"]
# why: p = e^eps/(e^eps + C): C instead of C - 1.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C)
    keep = rng.random(len(y)) < p
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:rounded-noise", "loses:randomised-response-tests"]
# why: Laplace noise, rounded and clipped: nearer classes are more probable.
def randomised_response(y, C, epsilon, rng):
    noisy = np.rint(y + rng.laplace(scale=1 / epsilon, size=len(y)))
    return np.clip(noisy, 0, C - 1).astype(int)


# %% tags=["wrong", "id:four-classes-built-in", "loses:randomised-response-tests"]
# why: the probabilities 1/2 and 1/6 of the example for every epsilon.
def randomised_response(y, C, epsilon, rng):
    keep = rng.random(len(y)) < 0.5
    return np.where(keep, y, (y + rng.integers(1, C, size=len(y))) % C)


# %% tags=["wrong", "id:falling-probabilities", "loses:randomised-response-tests"]
# why: draws the lie class by class with a fair coin each: the first other classes are more probable.
def randomised_response(y, C, epsilon, rng):
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    shift = np.minimum(rng.geometric(0.5, size=len(y)), C - 1)
    return np.where(rng.random(len(y)) < p, y, (y + shift) % C)


# %% tags=["wrong", "id:exact-share", "loses:randomised-response-tests"]
# why: keeps exactly round(p m) labels, drawn without replacement; "every label is treated independently", so their number must vary.
def randomised_response(y, C, epsilon, rng):
    m = len(y)
    p = np.exp(epsilon) / (np.exp(epsilon) + C - 1)
    lie = rng.permutation(m)[round(p * m) :]
    reports = y.copy()
    reports[lie] = (y[lie] + rng.integers(1, C, size=len(lie))) % C
    return reports
