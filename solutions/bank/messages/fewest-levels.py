# ruff: noqa: B905, F811, F821, RET503 -- answers as students write them, to one task
# %% tags=["right", "id:entry-by-entry"]
def _fewest(U, p, gamma):
    from math import ceil, floor, log2

    n, d = U.shape
    delta = p @ U
    s = 1
    while True:
        total = 0.0
        for i in range(n):
            norm = np.linalg.norm(U[i])
            for x in U[i]:
                if norm > 0:
                    a = s * abs(x) / norm
                    total += p[i] ** 2 * norm**2 / s**2 * (a - floor(a)) * (1 - a + floor(a))
        if total <= gamma * (delta @ delta):
            return s, 32 + ceil(d * log2(2 * s + 1))
        s += 1


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["right", "id:whole-numbers"]
def _fewest(U, p, gamma):
    norms = np.sqrt((U**2).sum(axis=1))
    use = norms > 0
    V, n, w = U[use], norms[use], p[use]

    def error(s):
        a = s * np.abs(V) / n[:, None]
        r = a - np.floor(a)
        return np.sum(w**2 * n**2 / s**2 * np.sum(r - r**2, axis=1))

    s = next(s for s in range(1, 2001) if error(s) < gamma * np.linalg.norm(p @ U) ** 2)
    return [s, 32 + ((2 * s + 1) ** U.shape[1] - 1).bit_length()]


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["right", "id:next"]
def _fewest(U, p, gamma):
    goal = gamma * np.sum(np.square(p @ U))
    length = np.linalg.norm(U, axis=1)
    length[length == 0] = 1.0

    def errors():
        for s in range(1, 2001):
            step = length / s
            low = np.floor(np.abs(U) / step[:, None]) * step[:, None]
            gap = np.abs(U) - low
            yield s, float(p**2 @ (gap * (step[:, None] - gap)).sum(axis=1))

    s = next(s for s, e in errors() if e <= goal)
    return np.array([s, np.ceil(32 + U.shape[1] * np.log2(2 * s + 1))])


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["right", "id:all-levels-at-once"]
def _fewest(U, p, gamma):
    norms = np.linalg.norm(U, axis=1)
    parts = np.abs(U) / np.maximum(norms, 1e-300)[:, None]
    s = np.arange(1, 2001)
    r = np.modf(s[:, None, None] * parts)[0]
    total = ((p * norms) ** 2 * (r * (1 - r)).sum(axis=2)).sum(axis=1) / s**2
    first = int(s[np.argmax(total <= gamma * np.sum((p @ U) ** 2))])
    return first, 32 + int(np.ceil(U.shape[1] * np.log(2 * first + 1) / np.log(2)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["right", "id:two-results-of-a-draw"]
def _fewest(U, p, gamma):
    s = 0
    enough = False
    while not enough:
        s += 1
        spread = 0
        for p_i, u in zip(p, U):
            step = np.linalg.norm(u) / s
            if step == 0:
                continue
            below = np.abs(u) // step * step
            chance = (np.abs(u) - below) / step
            spread = spread + p_i**2 * np.sum(
                chance * (below + step - np.abs(u)) ** 2 + (1 - chance) * (np.abs(u) - below) ** 2
            )
        enough = spread <= gamma * np.linalg.norm(p @ U) ** 2
    bits = 0
    while 2**bits < (2 * s + 1) ** U.shape[1]:
        bits += 1
    return s, bits + 32


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["right", "id:typed", "own:public"]
def fewest_levels():
    return [(4, 48), (40, 77), (85, 62), (5, 43), (1, 37)]


# %% tags=["wrong", "id:transposed", "says:not each column"]
def fewest_levels():
    return [[4, 40, 85, 5, 1], [48, 77, 62, 43, 37]]


# %% tags=["wrong", "id:levels-alone", "says:Expected shape (5, 2)"]
def fewest_levels():
    return 4, 40, 85, 5, 1


# %% tags=["wrong", "id:bound", "says:The bound holds for all updates"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1)
    for s in range(1, 2001):
        omega = min(d / (4 * s**2), np.sqrt(d) / s)
        if omega * np.sum((p * norms) ** 2) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:weights-not-squared", "says:not with p_i"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum(p[:, None] * (norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:no-weights", "says:weights are forgotten"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:norms-of-single-updates", "says:norms of the single ones"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * p @ norms[:, 0] ** 2:
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:mean-update-rounded", "says:mean update is rounded here"]
def _fewest(U, p, gamma):
    u, d = p @ U, U.shape[1]
    for s in range(1, 2001):
        r = s * np.abs(u) / np.linalg.norm(u) % 1.0
        if np.sum(r * (1 - r)) / s**2 <= gamma:
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:from-above", "says:does not fall with every level"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    s = 2000
    while s > 1:
        r = (s - 1) * parts % 1.0
        if np.sum((p[:, None] * norms / (s - 1)) ** 2 * r * (1 - r)) > gamma * np.sum((p @ U) ** 2):
            break
        s -= 1
    return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:norm-not-squared", "says:fewest_levels"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        error = np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r))
        if np.sqrt(error) <= gamma * np.linalg.norm(p @ U):
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:norm-not-sent", "says:The norm is sent, too"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, int(np.ceil(d * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:each-entry-rounded-up", "says:rounded up once"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + d * int(np.ceil(np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:no-signs", "says:An entry has a sign"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + int(np.ceil(d * np.log2(s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:part-of-a-bit", "says:Part of a bit"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + d * np.log2(2 * s + 1)


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:bits-of-all-clients", "says:all clients together"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, len(U) * (32 + int(np.ceil(d * np.log2(2 * s + 1))))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:zero-update-divides-by-zero", "says:s of fewest_levels"]
def _fewest(U, p, gamma):
    d, norms = U.shape[1], np.linalg.norm(U, axis=1, keepdims=True)
    for s in range(1, 2001):
        r = s * np.abs(U) / norms % 1.0
        if np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) <= gamma * np.sum((p @ U) ** 2):
            return s, 32 + int(np.ceil(d * np.log2(2 * s + 1)))
    return 0, 0


def fewest_levels():
    return [_fewest(*own) for own in own_questions]


# %% tags=["wrong", "id:all-clients-alike", "says:here all count alike"]
def _fewest(U, p, gamma):
    norms = np.linalg.norm(U, axis=1, keepdims=True)
    parts = np.abs(U) / np.where(norms > 0, norms, 1.0)
    for s in range(1, 2001):
        r = s * parts % 1.0
        error = np.sum((norms / (len(U) * s)) ** 2 * r * (1 - r))
        if error <= gamma * np.sum(U.mean(axis=0) ** 2):
            return s, 32 + int(np.ceil(U.shape[1] * np.log2(2 * s + 1)))


def fewest_levels():
    return [_fewest(*own) for own in own_questions]
