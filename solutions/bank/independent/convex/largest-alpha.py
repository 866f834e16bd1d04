# ruff: noqa
# %% tags=["right", "id:vectorised"]
def _largest(b, sizes, C, budget):
    higher = np.sign(b[None, :] - b[:, None])
    v = (C * higher).sum(axis=1) / (2 * sizes)
    gap = b[None, :] - b[:, None]  # k lower, l higher where > 0
    closing = v[:, None] - v[None, :]
    meet = (C > 0) & (gap > 0) & (closing > 0)
    times = np.full(C.shape, np.inf)
    times[meet] = gap[meet] / closing[meet]
    return min(times.min(), budget / np.abs(v).max())


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:loops"]
def _largest(b, sizes, C, budget):
    K = len(b)
    speed = []
    for k in range(K):
        pull = 0.0
        for l in range(K):
            if b[l] > b[k]:
                pull += C[k][l]
            elif b[l] < b[k]:
                pull -= C[k][l]
        speed.append(pull / (2.0 * sizes[k]))
    alpha = float("inf")
    for k in range(K):
        if speed[k] != 0:
            alpha = min(alpha, budget / abs(speed[k]))
        for l in range(k):
            if C[k][l] > 0:
                low, high = (k, l) if b[k] < b[l] else (l, k)
                if speed[low] > speed[high]:
                    alpha = min(alpha, (b[high] - b[low]) / (speed[low] - speed[high]))
    return alpha


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:linear-program"]
from scipy.optimize import linprog


def _largest(b, sizes, C, budget):
    K = len(b)
    v = np.array(
        [sum(C[k, l] * np.sign(b[l] - b[k]) for l in range(K)) / 2 / sizes[k] for k in range(K)]
    )
    rows, right = [], []
    for k in range(K):
        rows += [v[k], -v[k]]
        right += [budget, budget]
        for l in range(K):
            if C[k, l] > 0 and b[k] < b[l]:
                rows.append(v[k] - v[l])
                right.append(b[l] - b[k])
    found = linprog([-1.0], A_ub=np.array(rows)[:, None], b_ub=right, bounds=[(0, None)])
    return found.x[0]


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:bisection"]
def _largest(b, sizes, C, budget):
    b = np.asarray(b, dtype=float)
    i, j = np.nonzero(np.triu(C))
    swap = b[i] > b[j]
    low, high = np.where(swap, j, i), np.where(swap, i, j)
    flow = np.bincount(low, C[i, j], len(b)) - np.bincount(high, C[i, j], len(b))

    def fine(alpha):
        w = b + alpha * flow / (2 * np.array(sizes))
        return np.all(w[low] <= w[high]) and np.all(np.abs(w - b) <= budget)

    top = 1.0
    while fine(top):
        top *= 2
    bottom = 0.0
    for _ in range(200):
        middle = (top + bottom) / 2
        if fine(middle):
            bottom = middle
        else:
            top = middle
    return bottom


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def _largest(b, sizes, C, budget):
    """Exact arithmetic with the binary values of the inputs."""
    b = [Fraction(float(x)) for x in b]
    n = [Fraction(int(x)) for x in sizes]
    K = len(b)
    v = []
    for k in range(K):
        up = sum(Fraction(float(C[k][l])) for l in range(K) if b[l] > b[k])
        down = sum(Fraction(float(C[k][l])) for l in range(K) if b[l] < b[k])
        v.append((up - down) / (2 * n[k]))
    ends = [Fraction(float(budget)) / abs(x) for x in v if x]
    for k in range(K):
        for l in range(K):
            if C[k][l] and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return float(min(ends))


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:sorted-triangle"]
def _largest(b, sizes, C, budget):
    order = np.argsort(b)
    b, n, C = np.asarray(b)[order], np.asarray(sizes)[order], np.asarray(C)[np.ix_(order, order)]
    up = np.triu(C)  # to the higher neighbours
    v = (up.sum(axis=1) - up.sum(axis=0)) / (2 * n)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = (v[:, None] - v) / (b - b[:, None])  # closing speed over gap: 1 / alpha
    rate = np.where(up > 0, rate, 0)
    return 1 / max(rate.max(), np.max(np.abs(v)) / budget)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:edge-list-incidence"]
def _largest(b, sizes, C, budget):
    k, l = np.nonzero(np.triu(C))
    E = np.zeros((len(k), len(b)))
    E[np.arange(len(k)), k], E[np.arange(len(k)), l] = 1, -1
    d = E @ b
    u = C[k, l] * np.sign(d)  # force at alpha = 1
    move = -(E.T @ u) / (2 * np.asarray(sizes, dtype=float))
    change = E @ move
    alphas = [budget / m for m in np.abs(move) if m > 0]
    alphas += [-d_e / c_e for d_e, c_e in zip(d, change) if d_e * c_e < 0]
    return np.min(alphas)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:two-points-of-each-line"]
def _largest(b, sizes, C, budget):
    """Plateaus at alpha = 0 and alpha = 1 (extrapolated): where do the lines cross?"""

    def plateau(k, alpha):
        w = b[k]
        for l in range(len(b)):
            w = w + alpha * C[k, l] * (1 if b[l] > b[k] else -1) / (2 * sizes[k])
        return w

    best = None
    for k in range(len(b)):
        moved = abs(plateau(k, 1.0) - plateau(k, 0.0))
        if moved > 1e-14 * max(1, np.max(np.abs(b))):
            best = budget / moved if best is None else min(best, budget / moved)
        for l in range(len(b)):
            if C[k, l] > 0:
                gap0, gap1 = b[k] - b[l], plateau(k, 1.0) - plateau(l, 1.0)
                if abs(gap0 - gap1) > 1e-14 and gap0 / (gap0 - gap1) > 0:
                    meet = gap0 / (gap0 - gap1)
                    best = meet if best is None else min(best, meet)
    return best


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:events"]
def _largest(b, sizes, C, budget):
    """Events in the order of alpha; stop at the first that forbids to go on."""
    K = len(b)
    v = np.zeros(K)
    for k in range(K):
        v[k] = C[k] @ np.sign(b - b[k]) / (2 * sizes[k])
    events = []
    for k in range(K):
        for l in range(k + 1, K):
            if C[k, l] == 0 or np.isclose(v[k], v[l], rtol=1e-13, atol=0):
                continue
            events.append((b[l] - b[k]) / (v[k] - v[l]))
        if v[k]:
            events.append(budget / v[k])
            events.append(-budget / v[k])
    return float(sorted(e for e in events if e > 0)[0])


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:column-vectors"]
def _largest(b, sizes, C, budget):
    x = np.reshape(b, (-1, 1)).astype(float)
    n = np.reshape(sizes, (-1, 1)).astype(float)
    S = np.where(x.T > x, 1.0, -1.0)
    v = np.sum(C * S, axis=1, keepdims=True) / n / 2
    alpha = budget / np.max(np.abs(v))
    slower = np.where((C > 0) & (x.T > x), v - v.T, 0.0)
    while True:  # lower alpha until nobody has crossed
        w = x + alpha * v
        crossed = (C > 0) & (x.T > x) & (w - w.T > 1e-12 * np.abs(x).max())
        if not crossed.any():
            return float(alpha)
        alpha = np.min((x.T - x)[crossed] / slower[crossed])


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:no-two", "loses:largest-alpha-tests"]
# why: the gradient is 2 n_k (plateau - b_k); without the 2 plateaus move twice as fast.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / sizes
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:no-sizes", "loses:largest-alpha-tests"]
# why: a region of n_k nodes has the gradient 2 n_k (plateau - b_k); the sizes are forgotten.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / 2
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:all-pairs-meet", "loses:largest-alpha-tests"]
# why: regions without a common border may have the same value; only neighbours must not meet.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:neighbours-in-order-of-means", "loses:largest-alpha-tests"]
# why: looks only at regions that follow one another in the order of their means; a border may join others.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    order = np.argsort(b)
    for k, l in zip(order[:-1], order[1:]):
        if C[k, l] > 0 and v[k] > v[l]:
            ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:regions-in-a-row", "loses:largest-alpha-tests"]
# why: takes the regions for a row 0 - 1 - 2 with rising means, as in the example by hand.
def _largest(b, sizes, C, budget):
    c = np.diag(C, 1)
    v = (np.append(c, 0) - np.append(0, c)) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b) - 1):
        if v[k] > v[k + 1]:
            ends.append((b[k + 1] - b[k]) / (v[k] - v[k + 1]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:sign-by-number", "loses:largest-alpha-tests"]
# why: the force is directed by the number of the region, not by its mean.
def _largest(b, sizes, C, budget):
    v = (np.triu(C).sum(axis=1) - np.tril(C).sum(axis=1)) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and (b[l] - b[k]) * (v[k] - v[l]) > 0:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:speed-difference-absolute", "loses:largest-alpha-tests"]
# why: |v_k - v_l| also lets regions meet that move apart (the higher one sinks more slowly than the lower one, or rises faster).
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(k):
            if C[k, l] > 0 and v[k] != v[l]:
                ends.append(abs(b[k] - b[l]) / abs(v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:speeds-added", "loses:largest-alpha-tests"]
# why: adds the sizes of the speeds, as if neighbours always moved towards each other.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(k):
            if C[k, l] > 0 and abs(v[k]) + abs(v[l]) > 0:
                ends.append(abs(b[k] - b[l]) / (abs(v[k]) + abs(v[l])))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:other-one-stands-still", "loses:largest-alpha-tests"]
# why: each plateau moves until it reaches the OLD value of its neighbour, which moves as well.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and v[k] * (b[l] - b[k]) > 0:
                ends.append((b[l] - b[k]) / v[k])
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:pairs-alone", "loses:largest-alpha-tests"]
# why: each pair as if there were no third region: speed C_kl / (2 n_k) only from that border.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(k):
            if C[k, l] > 0:
                ends.append(
                    abs(b[k] - b[l]) / (C[k, l] / (2 * sizes[k]) + C[k, l] / (2 * sizes[l]))
                )
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:whole-border-pulls", "loses:largest-alpha-tests"]
# why: higher and lower neighbours pull in opposite directions; for the budget all borders are added here.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = list(2 * budget * sizes / C.sum(axis=1))
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:borders-counted", "loses:largest-alpha-tests"]
# why: counts neighbouring regions; their borders have the weights C_kl.
def _largest(b, sizes, C, budget):
    v = ((C > 0) * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:budget-upwards-only", "loses:largest-alpha-tests"]
# why: a plateau that sinks may also move too far: the budget is for the distance.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / s for s in v if s > 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:no-budget", "loses:largest-alpha-tests"]
# why: only the first meeting; the budget is forgotten.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = []
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends, default=np.inf)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:budget-only", "loses:largest-alpha-tests"]
# why: only the budget; that neighbours must not meet before is forgotten.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    return budget / np.abs(v).max()


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:budget-total", "loses:largest-alpha-tests"]
# why: the budget is for each plateau, not for the sum of all distances.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / np.abs(v).sum()]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:last-meeting", "loses:largest-alpha-tests"]
# why: the last meeting instead of the first one.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [0.0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(max(ends) or np.inf, budget / np.abs(v).max())


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:speeds-as-integers", "loses:largest-alpha-tests"]
# why: zeros_like(sizes) is an array of whole numbers, so the speeds are cut off.
def _largest(b, sizes, C, budget):
    v = np.zeros_like(sizes)
    for k in range(len(b)):
        v[k] = C[k] @ np.sign(b - b[k]) / (2 * sizes[k])
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends, default=np.inf)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:force-grows-with-difference", "loses:largest-alpha-tests"]
# why: pulls in proportion to the difference, as squares do; a norm pulls equally hard however large it is.
def _largest(b, sizes, C, budget):
    v = (C * (b[None, :] - b[:, None])).sum(axis=1) / sizes
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:opposite-only", "loses:largest-alpha-tests"]
# why: believes that two neighbours meet only if the lower one rises and the higher one sinks; both may sink, the higher one faster.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > 0 > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:upper-triangle-of-means", "loses:largest-alpha-tests"]
# why: looks at pairs k < l with b_k < b_l only; pairs where the first region is the higher one are left out.
def _largest(b, sizes, C, budget):
    v = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    ends = [budget / abs(s) for s in v if s != 0]
    for k in range(len(b)):
        for l in range(k + 1, len(b)):
            if C[k, l] > 0 and b[k] < b[l] and v[k] > v[l]:
                ends.append((b[l] - b[k]) / (v[k] - v[l]))
    return min(ends)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:pairs-loop"]
# why: speeds by loops over borders, then meetings and budgets
def largest_alpha():
    answer = []
    for b, sizes, C, budget in own_maps:
        K = len(b)
        v = [0.0] * K
        for k in range(K):
            for l in range(K):
                if b[l] > b[k]:
                    v[k] += C[k][l] / (2 * sizes[k])
                elif b[l] < b[k]:
                    v[k] -= C[k][l] / (2 * sizes[k])
        best = math.inf
        for k in range(K):
            if v[k] != 0:
                best = min(best, budget / abs(v[k]))
            for l in range(K):
                if C[k][l] > 0 and b[k] < b[l] and v[k] > v[l]:
                    best = min(best, (b[l] - b[k]) / (v[k] - v[l]))
        answer.append(best)
    return answer


import math


# %% tags=["right", "id:vectorised-too"]
# why: sign matrix, gaps over closing speeds with infinities
def largest_alpha():
    out = np.zeros(5)
    for k, (b, m, C, budget) in enumerate(own_maps):
        gap = b[None, :] - b[:, None]
        v = (C * np.sign(gap)).sum(axis=1) / 2 / m
        closing = v[:, None] - v[None, :]
        with np.errstate(divide="ignore", invalid="ignore"):
            meet = np.where((C > 0) & (gap > 0) & (closing > 0), gap / closing, np.inf)
        out[k] = min(meet.min(), budget / np.max(np.abs(v)))
    return out


# %% tags=["right", "id:bisection-too"]
# why: halving: at a coupling the plateaus are computed and the two conditions tested
def largest_alpha():
    def plateaus(alpha, b, sizes, C):
        return b + alpha * np.array([np.sum(C[k] * np.sign(b - b[k])) for k in range(len(b))]) / (
            2 * sizes
        )

    def fine(alpha, b, sizes, C, budget):
        w = plateaus(alpha, b, sizes, C)
        if np.any(np.abs(w - b) > budget):
            return False
        for i, j in zip(*np.nonzero(C)):
            if (b[i] - b[j]) * (w[i] - w[j]) < 0:
                return False
        return True

    res = []
    for given in own_maps:
        lo, hi = 0.0, 1.0
        while fine(hi, *given):
            hi *= 2
        for _ in range(80):
            mid = 0.5 * (lo + hi)
            lo, hi = (mid, hi) if fine(mid, *given) else (lo, mid)
        res.append(lo)
    return res


# %% tags=["right", "id:linear-program-too"]
# why: the largest alpha as a linear programme in alpha and the plateaus
from scipy.optimize import linprog


def largest_alpha():
    found = []
    for b, sizes, C, budget in own_maps:
        K = len(b)
        # variables: alpha, w_0 ... w_{K-1}
        force = np.sum(C * np.sign(b[:, None] - b[None, :]), axis=1)
        A_eq = np.hstack([force[:, None], np.diag(2.0 * sizes)])
        A_ub = []
        for i in range(K):
            for j in range(K):
                if C[i, j] > 0 and b[i] < b[j]:
                    row = np.zeros(K + 1)
                    row[1 + i], row[1 + j] = 1, -1
                    A_ub.append(row)
        bounds = [(0, None)] + [(x - budget, x + budget) for x in b]
        r = linprog(
            [-1] + [0] * K,
            A_ub=np.array(A_ub),
            b_ub=np.zeros(len(A_ub)),
            A_eq=A_eq,
            b_eq=2 * sizes * b,
            bounds=bounds,
        )
        found.append(r.x[0])
    return np.array(found)


# %% tags=["right", "id:incidence"]
# why: forces on a list of edges and the incidence matrix, as in the certificate
def largest_alpha():
    def one(b, sizes, C, budget):
        edges = np.argwhere(np.triu(C) > 0)
        D = np.zeros((len(edges), len(b)))
        D[np.arange(len(edges)), edges[:, 0]] = 1
        D[np.arange(len(edges)), edges[:, 1]] = -1
        differences = D @ b
        u = C[edges[:, 0], edges[:, 1]] * np.sign(differences)
        speed = -(D.T @ u) / (2 * sizes)
        change = D @ speed
        times = [-d / c for d, c in zip(differences, change) if d * c < 0]
        return min([budget / s for s in abs(speed) if s > 0] + times)

    return np.array([one(*m) for m in own_maps]).reshape(5, 1)


# %% tags=["right", "id:sorted-regions"]
# why: regions put in order of their means first, upper and lower sums by cumulated triangles
def largest_alpha():
    couplings = ()
    for b, sizes, C, budget in own_maps:
        o = np.argsort(b)
        b, sizes, C = b[o], sizes[o], C[o][:, o]
        above = np.triu(C).sum(axis=1)
        below = np.tril(C).sum(axis=1)
        v = (above - below) / (2.0 * sizes)
        alpha = budget / abs(v).max()
        for hi in range(1, len(b)):
            for lo in range(hi):
                if C[lo, hi] != 0 and v[lo] > v[hi]:
                    alpha = min(alpha, (b[hi] - b[lo]) / (v[lo] - v[hi]))
        couplings += (float(alpha),)
    return couplings


# %% tags=["right", "id:exact-fractions"]
# why: exact rational arithmetic of the floats
from fractions import Fraction as F


def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        b = [F(float(x)) for x in b]
        R = range(len(b))
        v = [
            sum((F(float(C[k, l])) * (1 if b[l] > b[k] else -1) for l in R if C[k, l]), F(0))
            / (2 * int(n[k]))
            for k in R
        ]
        c = [F(float(budget)) / abs(x) for x in v if x]
        c += [
            (b[l] - b[k]) / (v[k] - v[l])
            for k in R
            for l in R
            if C[k, l] and b[l] > b[k] and v[k] > v[l]
        ]
        out.append(float(min(c)))
    return out


# %% tags=["right", "id:events-too"]
# why: walks from event to event: candidates sorted, the first that is a meeting or a full budget
def largest_alpha():
    ends = []
    for b, sizes, C, budget in own_maps:
        v = np.einsum("kl,kl->k", C, np.sign(np.subtract.outer(b, b)).T) / (2 * sizes)
        candidates = []
        for i in range(len(b)):
            candidates += [("budget", i, i, s * budget / v[i]) for s in (1, -1) if v[i]]
            for j in range(i):
                if C[i, j] > 0 and v[i] != v[j]:
                    candidates.append(("meet", i, j, (b[j] - b[i]) / (v[i] - v[j])))
        ends.append(sorted((c for c in candidates if c[3] > 0), key=lambda c: c[3])[0][3])
    return np.asarray(ends, dtype=np.longdouble)


# %% tags=["right", "id:typed", "own:public"]
# why: the five public couplings with ten digits
def largest_alpha():
    return [11.8013680011, 5.3414014143, 4.5052787579, 2.0511685486, 0.782863547]


# %% tags=["wrong", "id:factor-two", "loses:largest-alpha-tests"]
# why: slope of the loss is twice the difference: the 2 is missing
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: (C * np.sign(b[None] - b[:, None])).sum(1) / n)


# %% tags=["wrong", "id:no-sizes-too", "loses:largest-alpha-tests"]
# why: the number of nodes of a region is lost
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: (C * np.sign(b[None] - b[:, None])).sum(1) / 2)


# %% tags=["wrong", "id:no-signs", "loses:largest-alpha-tests"]
# why: all borders pull up
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: C.sum(1) / (2 * n))


# %% tags=["wrong", "id:squared-penalty", "loses:largest-alpha-tests"]
# why: forces grow with the difference, as for squares
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: (C * (b[None] - b[:, None])).sum(1) / n)


# %% tags=["wrong", "id:counts-borders", "loses:largest-alpha-tests"]
# why: borders counted, weights lost
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: ((C > 0) * np.sign(b[None] - b[:, None])).sum(1) / (2 * n))


# %% tags=["wrong", "id:neighbour-sizes", "loses:largest-alpha-tests"]
# why: divided by the sizes of the neighbours in place of the own
def FAST(speed):
    out = []
    for b, n, C, budget in own_maps:
        v = speed(b, n, C)
        times = [budget / abs(v).max()]
        for i, j in np.argwhere(C > 0):
            if b[i] < b[j] and v[i] > v[j]:
                times.append((b[j] - b[i]) / (v[i] - v[j]))
        out.append(min(times))
    return out


def largest_alpha():
    return FAST(lambda b, n, C: (C * np.sign(b[None] - b[:, None]) / (2 * n[None])).sum(1))


# %% tags=["wrong", "id:only-budget", "loses:largest-alpha-tests"]
# why: regions may meet before
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        out.append(budget / abs(v).max())
    return out


# %% tags=["wrong", "id:only-meetings", "loses:largest-alpha-tests"]
# why: the budget is ignored
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        out.append(
            min(
                (b[j] - b[i]) / (v[i] - v[j])
                for i in range(len(b))
                for j in range(len(b))
                if C[i, j] > 0 and b[i] < b[j] and v[i] > v[j]
            )
        )
    return out


# %% tags=["wrong", "id:later-of-both", "loses:largest-alpha-tests"]
# why: the larger of the two limits
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        meet = [
            (b[j] - b[i]) / (v[i] - v[j])
            for i in range(len(b))
            for j in range(len(b))
            if C[i, j] > 0 and b[i] < b[j] and v[i] > v[j]
        ]
        out.append(max(min(meet), budget / abs(v).max()))
    return out


# %% tags=["wrong", "id:all-pairs", "loses:largest-alpha-tests"]
# why: regions without a border count as meeting, too
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        meet = [
            (b[j] - b[i]) / (v[i] - v[j])
            for i in range(len(b))
            for j in range(len(b))
            if b[i] < b[j] and v[i] > v[j]
        ]
        out.append(min(meet + [budget / abs(v).max()]))
    return out


# %% tags=["wrong", "id:absolute-times", "loses:largest-alpha-tests"]
# why: pairs that run apart get a positive time by abs
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        out.append(
            min(
                [abs((b[j] - b[i]) / (v[i] - v[j])) for i, j in np.argwhere(np.triu(C) > 0)]
                + [budget / abs(v).max()]
            )
        )
    return out


# %% tags=["wrong", "id:mean-budget", "loses:largest-alpha-tests"]
# why: budget on the mean movement of the plateaus, not on the farthest
def largest_alpha():
    out = []
    for b, n, C, budget in own_maps:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        meet = [
            (b[j] - b[i]) / (v[i] - v[j])
            for i in range(len(b))
            for j in range(len(b))
            if C[i, j] > 0 and b[i] < b[j] and v[i] > v[j]
        ]
        out.append(min(meet + [budget / abs(v).mean()]))
    return out


# %% tags=["wrong", "id:first-map-only", "loses:largest-alpha-tests"]
# why: one number, for the first map
def largest_alpha():
    b, n, C, budget = own_maps[0]
    v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
    meet = [
        (b[j] - b[i]) / (v[i] - v[j])
        for i in range(len(b))
        for j in range(len(b))
        if C[i, j] > 0 and b[i] < b[j] and v[i] > v[j]
    ]
    return min(meet + [budget / abs(v).max()])


# %% tags=["wrong", "id:example-numbers", "loses:largest-alpha-tests"]
# why: the numbers of the example by hand for the first two maps
def largest_alpha():
    out = [4.0, 6.0]
    for b, n, C, budget in own_maps[2:]:
        v = (C * np.sign(b[None] - b[:, None])).sum(1) / (2 * n)
        meet = [
            (b[j] - b[i]) / (v[i] - v[j])
            for i in range(len(b))
            for j in range(len(b))
            if C[i, j] > 0 and b[i] < b[j] and v[i] > v[j]
        ]
        out.append(min(meet + [budget / abs(v).max()]))
    return out
