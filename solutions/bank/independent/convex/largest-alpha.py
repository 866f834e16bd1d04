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
