# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def _largest(b, sizes, C, budget):
    K = len(b)
    speed = []
    for k in range(K):
        pull = 0.0
        for m in range(K):
            if b[m] > b[k]:
                pull += C[k][m]
            elif b[m] < b[k]:
                pull -= C[k][m]
        speed.append(pull / (2 * sizes[k]))
    best = min(budget / abs(s) for s in speed if s != 0)
    for k in range(K):
        for m in range(K):
            if C[k][m] > 0 and b[k] < b[m] and speed[k] > speed[m]:
                best = min(best, (b[m] - b[k]) / (speed[k] - speed[m]))
    return best


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:matrices"]
def _largest(b, sizes, C, budget):
    gap = np.subtract.outer(b, b)  # b_k - b_l
    speed = -np.sum(C * np.sign(gap), axis=1) / sizes / 2
    closing = -np.subtract.outer(speed, speed) * np.sign(gap)
    with np.errstate(divide="ignore", invalid="ignore"):
        meet = np.where((C > 0) & (closing > 0), np.abs(gap) / closing, np.inf)
    return np.minimum(meet.min(), budget / np.abs(speed).max())


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:sorted-regions"]
def _largest(b, sizes, C, budget):
    order = np.argsort(b)
    z, N, M = b[order], sizes[order], C[np.ix_(order, order)]
    up = np.triu(M).sum(axis=1) - np.tril(M).sum(axis=1)
    s = up / (2.0 * N)
    limits = list(budget / np.maximum(np.abs(s), 1e-300))
    limits += [
        (z[j] - z[i]) / (s[i] - s[j])
        for i in range(len(z))
        for j in range(i + 1, len(z))
        if M[i, j] > 0 and s[i] > s[j]
    ]
    return np.min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:bisection"]
def _largest(b, sizes, C, budget):
    speed = (C * np.sign(b[None, :] - b[:, None])).sum(axis=1) / (2 * sizes)
    below = (C > 0) & (b[:, None] < b[None, :])

    def fine(alpha):
        w = b + alpha * speed
        apart = (w[None, :] - w[:, None])[below]
        return np.all(apart >= 0) and np.all(np.abs(w - b) <= budget)

    low, high = 0.0, 1.0
    while fine(high):
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if fine(middle) else (low, middle)
    return low


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:edges-of-regions"]
def _largest(b, sizes, C, budget):
    i, j = np.nonzero(np.triu(C))
    s = np.sign(b[j] - b[i]) * C[i, j]
    speed = np.zeros(len(b))
    np.add.at(speed, i, s)
    np.add.at(speed, j, -s)
    speed = speed / sizes / 2
    meet = (b[j] - b[i]) / np.where(speed[i] - speed[j] == 0, 1e-300, speed[i] - speed[j])
    meet = meet[meet > 0]
    return [min([*meet, budget / max(abs(speed))])]


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:pulls-as-fractions"]
from fractions import Fraction


def _largest(b, sizes, C, budget):
    b, C = [Fraction(float(x)) for x in b], [[Fraction(float(x)) for x in row] for row in C]
    pull = [
        sum(c if b[m] > b[k] else -c for m, c in enumerate(row)) / (2 * int(N))
        for k, (row, N) in enumerate(zip(C, sizes))
    ]
    times = [Fraction(float(budget)) / abs(p) for p in pull if p]
    times += [
        (b[m] - b[k]) / (pull[k] - pull[m])
        for k in range(len(b))
        for m in range(len(b))
        if C[k][m] and b[k] < b[m] and pull[k] > pull[m]
    ]
    return float(min(times))


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["right", "id:typed", "own:public"]
def largest_alpha():
    return 11.801368, 5.34140141, 4.50527876, 2.05116855, 0.782863547


# %% tags=["wrong", "id:one-map", "says:Expected shape (5,)"]
def largest_alpha():
    return 11.801368


# %% tags=["wrong", "id:two-digits", "says:Expected"]
def largest_alpha():
    return [11.8, 5.34, 4.51, 2.05, 0.78]


# %% tags=["wrong", "id:only-the-budget", "says:Only the budget is kept"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    return budget / np.abs(speed).max()


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:only-the-meeting", "says:Only the meeting is looked at"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    return min(
        (b[m] - b[k]) / (speed[k] - speed[m])
        for k, m in np.argwhere(C > 0)
        if b[k] < b[m] and speed[k] > speed[m]
    )


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:two-missing", "says:its 2 is missing"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / sizes
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:sizes-forgotten", "says:one node each"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / 2
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:all-borders-pull-up", "says:The higher neighbours pull up, the lower ones down"]
def _largest(b, sizes, C, budget):
    speed = C.sum(axis=1) / (2 * sizes)
    limits = [budget / speed.max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:borders-counted", "says:Borders are counted"]
def _largest(b, sizes, C, budget):
    speed = np.sum((C > 0) * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:run-apart-and-meet", "says:run away from each other"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if abs(speed[k] - speed[m]) > 0:
            limits.append(abs((b[m] - b[k]) / (speed[k] - speed[m])))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:all-pairs", "says:without a border may pass"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    limits = [budget / np.abs(speed).max()]
    for k in range(len(b)):
        for m in range(len(b)):
            if b[k] < b[m] and speed[k] > speed[m]:
                limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:rising-plateaus-only", "says:A plateau may sink out of its budget"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    limits = [budget / speed.max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:mean-size", "says:of the same size"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * np.mean(sizes))
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:the-larger-of-the-two", "says:the smaller coupling counts"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * np.sign(b - b[:, None]), axis=1) / (2 * sizes)
    meeting = min(
        (b[m] - b[k]) / (speed[k] - speed[m])
        for k, m in np.argwhere(C > 0)
        if b[k] < b[m] and speed[k] > speed[m]
    )
    return max(meeting, budget / np.abs(speed).max())


def largest_alpha():
    return [_largest(*own) for own in own_maps]


# %% tags=["wrong", "id:force-as-of-squares", "says:as those of squares do"]
def _largest(b, sizes, C, budget):
    speed = np.sum(C * (b - b[:, None]), axis=1) / sizes
    limits = [budget / np.abs(speed).max()]
    for k, m in np.argwhere(C > 0):
        if b[k] < b[m] and speed[k] > speed[m]:
            limits.append((b[m] - b[k]) / (speed[k] - speed[m]))
    return min(limits)


def largest_alpha():
    return [_largest(*own) for own in own_maps]
