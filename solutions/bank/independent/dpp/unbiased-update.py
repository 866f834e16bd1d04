# ruff: noqa
# %% tags=["right", "id:vectorised"]
def unbiased_update(G, p, b, a, answered):
    weights = p / (b * a)
    return weights[answered] @ G[answered]


# %% tags=["right", "id:loop"]
def unbiased_update(G, p, b, a, answered):
    g = np.zeros(G.shape[1])
    for i in answered:
        g += p[i] / (b[i] * a[i]) * G[i]
    return g


# %% tags=["right", "id:where-mask"]
def unbiased_update(G, p, b, a, answered):
    came = np.isin(np.arange(len(G)), answered)
    known = np.where(came[:, None], G, 0.0)  # rows that did not come may hold anything
    return np.sum(known * (np.asarray(p) / np.asarray(b) / np.asarray(a))[:, None], axis=0)


# %% tags=["right", "id:einsum"]
def unbiased_update(G, p, b, a, answered):
    Y = np.asarray(answered, dtype=int)
    return np.einsum("i,i,i,id->d", p[Y], 1 / b[Y], 1 / a[Y], G[Y])


# %% tags=["right", "id:two-steps"]
# first for those that were drawn, then for the answer: g_i / a_i replaces g_i
def unbiased_update(G, p, b, a, answered):
    def horvitz_thompson(updates, weights, chances):
        return sum(w / c * g for g, w, c in zip(updates, weights, chances))

    answered = list(answered)
    corrected = [G[i] / a[i] for i in answered]
    return horvitz_thompson(corrected, [p[i] for i in answered], [b[i] for i in answered])


# %% tags=["right", "id:dictionary-fsum"]
import math


def unbiased_update(G, p, b, a, answered):
    pi = {int(i): float(b[i]) * float(a[i]) for i in answered}
    d = np.shape(G)[1]
    return np.array(
        [math.fsum(float(p[i]) * float(G[i][c]) / q for i, q in pi.items()) for c in range(d)]
    )


# %% tags=["right", "id:diagonal-matrix"]
def unbiased_update(G: np.ndarray, p, b, a, answered) -> np.ndarray:
    D = np.diag(p[answered]) @ np.linalg.inv(np.diag(b[answered] * a[answered]))
    assert D.shape == (len(answered), len(answered))
    out = np.ones(len(answered)) @ D @ G[answered]
    print("norm of the estimate", np.linalg.norm(out))
    return out


# %% tags=["right", "id:nan-to-zero-copy"]
def unbiased_update(G, p, b, a, answered):
    H = np.array(G, dtype=float, copy=True)
    others = np.setdiff1d(np.arange(len(H)), answered)
    H[others] = 0
    return H.T @ np.divide(p, np.multiply(a, b))


# %% tags=["right", "id:log-weights"]
def unbiased_update(G, p, b, a, answered):
    from functools import reduce

    weight = lambda i: np.exp(np.log(p[i]) - np.log(b[i]) - np.log(a[i])) if p[i] > 0 else 0.0
    return reduce(np.add, (weight(i) * G[i] for i in answered))


# %% tags=["right", "id:unknown-rows"]
# rows that are not known are multiplied by 0: they hold numbers, and none of them counts
def unbiased_update(G, p, b, a, answered):
    w = np.zeros(len(p))
    w[answered] = (p / (a * b))[answered]
    return w @ G


# %% tags=["wrong", "id:answering-forgotten", "loses:unbiased-update-tests"]
# why: divides by b_i only, as if all drawn clients answered.
def unbiased_update(G, p, b, a, answered):
    return (p / b)[answered] @ G[answered]


# %% tags=["wrong", "id:drawing-forgotten", "loses:unbiased-update-tests"]
# why: divides by a_i only, the chance to be drawn is forgotten.
def unbiased_update(G, p, b, a, answered):
    return (p / a)[answered] @ G[answered]


# %% tags=["wrong", "id:normalised", "loses:unbiased-update-tests"]
# why: divides by the sum of the weights (a weighted mean); that estimate is biased.
def unbiased_update(G, p, b, a, answered):
    w = (p / (a * b))[answered]
    return w @ G[answered] / w.sum()


# %% tags=["wrong", "id:divided-by-number", "loses:unbiased-update-tests"]
# why: divides by the number of answers in addition; the sum has the right expectation, the mean does not.
def unbiased_update(G, p, b, a, answered):
    w = (p / (a * b))[answered]
    return w @ G[answered] / len(answered)


# %% tags=["wrong", "id:weights-forgotten", "loses:unbiased-update-tests"]
# why: 1 / (n a b) in place of p_i / (a b): estimates the plain mean of all g_i, not sum p_i g_i.
def unbiased_update(G, p, b, a, answered):
    w = (1 / (len(p) * a * b))[answered]
    return w @ G[answered]


# %% tags=["wrong", "id:multiplied", "loses:unbiased-update-tests"]
# why: multiplies by the chance to answer instead of dividing by it.
def unbiased_update(G, p, b, a, answered):
    return (p * a / b)[answered] @ G[answered]


# %% tags=["wrong", "id:mean-rate-of-answers", "loses:unbiased-update-tests"]
# why: corrects all clients with the mean chance to answer; each has its own a_i.
def unbiased_update(G, p, b, a, answered):
    return (p / b)[answered] @ G[answered] / np.mean(a)


# %% tags=["wrong", "id:observed-rate", "loses:unbiased-update-tests"]
# why: estimates the share of answers from this round (answers divided by the expected number of drawn clients) in place of the given a_i.
def unbiased_update(G, p, b, a, answered):
    rate = len(answered) / np.sum(b)
    return (p / b)[answered] @ G[answered] / rate


# %% tags=["wrong", "id:chances-added", "loses:unbiased-update-tests"]
# why: takes a + b - ab, the chance of "drawn or willing"; a client comes if both hold: ab.
def unbiased_update(G, p, b, a, answered):
    return (p / (a + b - a * b))[answered] @ G[answered]


# %% tags=["wrong", "id:first-rows", "loses:unbiased-update-tests"]
# why: takes the weights of the first clients in place of those that answered.
def unbiased_update(G, p, b, a, answered):
    m = len(answered)
    return (p[:m] / (a[:m] * b[:m])) @ G[answered]


# %% tags=["wrong", "id:shares-of-the-answers", "loses:unbiased-update-tests"]
# why: makes the p_i of those who answered add up to 1 before it divides; the expectation is no longer sum p_i g_i.
def unbiased_update(G, p, b, a, answered):
    q = p[answered] / p[answered].sum()
    return (q / (a[answered] * b[answered])) @ G[answered]
