# ruff: noqa
# %% tags=["right", "id:own-direction-each"]
def fool_krum(k, b):
    # each honest client has a direction of its own besides the common one; lies sit in the middle
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    U[h:, 0] = -1
    return U


# %% tags=["right", "id:ring"]
def fool_krum(k, b):
    h = k - b
    angle = 2 * np.pi * np.arange(h) / h
    honest = np.column_stack([np.ones(h), 100 * np.cos(angle), 100 * np.sin(angle)])
    lies = np.tile([-1.0, 0.0, 0.0], (b, 1))
    return np.vstack([honest, lies])


# %% tags=["right", "id:random-directions"]
def fool_krum(k, b):
    rng = np.random.default_rng(1)
    d = 400
    honest = 20 * rng.normal(size=(k - b, d))
    honest[:, 0] = 1 + rng.random(k - b)
    lies = 0.1 * rng.normal(size=(b, d))
    lies[:, 0] = -1
    return np.concatenate([honest, lies])


# %% tags=["right", "id:simplex"]
def fool_krum(k, b):
    """Honest updates are the corners of a simplex, its centre is shifted to where lies are."""
    h = k - b
    corners = 50 * (np.eye(h) - 1 / h)
    first = np.concatenate([np.full(h, 2.0), np.full(b, -2.0)])
    rest = np.concatenate([corners, np.zeros((b, h))])
    return np.hstack([first[:, None], rest])


# %% tags=["right", "id:loop-of-unlike-lies"]
def fool_krum(k, b):
    h = k - b
    rows = []
    for i in range(h):
        u = [0.0] * (h + 2)
        u[0] = 1.0 + 0.01 * i
        u[1 + i] = 30.0 + i % 3
        rows.append(u)
    for j in range(b):
        u = [0.0] * (h + 2)
        u[0] = -1.0 - 0.1 * j / b
        u[-1] = 0.2 * (-1) ** j
        rows.append(u)
    return np.array(rows)


# %% tags=["right", "id:hadamard"]
from scipy.linalg import hadamard


def fool_krum(k, b):
    h = k - b
    size = 1 << int(np.ceil(np.log2(h)))
    H = hadamard(size)[:h]  # rows are orthogonal
    U = np.zeros((k, 1 + size))
    U[:, 0] = [1] * h + [-1] * b
    U[:h, 1:] = 8 * H
    return U


# %% tags=["right", "id:integers"]
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, h + 1), dtype=int)
    for i in range(k):
        if i < h:
            U[i, 0], U[i, i + 1] = 3, 1000
        else:
            U[i, 0] = -3
    return U


# %% tags=["right", "id:cosines"]
from scipy.fft import dct


def fool_krum(k, b):
    h = k - b
    M = dct(np.eye(h), norm="ortho")  # orthogonal rows, unit length
    honest = np.c_[np.full(h, 1.5), 12 * M]
    lies = np.c_[np.full(b, -1.2), np.zeros((b, h))]
    return np.r_[honest, lies]


# %% tags=["right", "id:search-for-the-spread"]
def fool_krum(k, b):
    h = k - b
    Q = np.linalg.qr(np.random.default_rng(3).normal(size=(h, h)))[0]

    def build(spread):
        U = np.zeros((k, h + 1))
        U[:h, 0], U[h:, 0] = 1, -1
        U[:h, 1:] = spread * Q
        return U

    def sums(U):
        D = ((U[:, None] - U) ** 2).sum(-1)
        return np.sort(D, axis=1)[:, 1 : k - b - 1].sum(axis=1)

    spread = 1.0
    while True:
        U = build(spread)
        s = sums(U)
        if s[h:].min() <= 0.8 * s[:h].min():
            return U
        spread *= 1.5


# %% tags=["right", "id:opposite-pairs"]
def fool_krum(k, b):
    # two honest clients on each axis, one on either side
    h = k - b
    axes = (h + 1) // 2
    U = np.zeros((k, axes + 1))
    for i in range(h):
        U[i, 1 + i // 2] = 40.0 if i % 2 == 0 else -40.0
    U[:h, 0] = 1
    U[h:, 0] = -1
    return U


# %% tags=["right", "id:one-best-lie"]
def fool_krum(k, b):
    """Only the last liar sits in the middle; the other lies are spread out on axes of their own."""
    h = k - b
    U = np.zeros((k, k + 1))
    U[:h, 0] = 1.0
    U[h:, 0] = -1.0
    for i in range(k - 1):
        U[i, i + 1] = 100.0
    U[h : k - 1] *= 0.99
    U[h:, 0] = -1.0
    return U


# %% tags=["right", "id:huge"]
def fool_krum(k, b):
    E = np.eye(k)[: k - b] * 1e6
    top = np.hstack([np.ones((k - b, 1)), E])
    bottom = np.hstack([-np.ones((b, 1)), np.zeros((b, k))])
    return np.vstack((top, bottom))


# %% tags=["right", "id:own-krum-sums"]
def krum(U, b):  # the sums instead of the winner, to look at them
    k = len(U)
    return np.array([np.sort([np.sum((u - v) ** 2) for v in U])[1 : k - b - 1].sum() for u in U])


def fool_krum(k, b):
    honest = [[1.0] + [25.0 if j == i else 0.0 for j in range(k - b)] for i in range(k - b)]
    lies = [[-1.0] + [0.0] * (k - b)] * b
    return np.array(honest + lies)


print(krum(fool_krum(7, 2), 2))


# %% tags=["right", "id:raise-left-standing"]
def fool_krum(k, b):
    # YOUR CODE HERE
    U = 15.0 * np.eye(k)
    U[k - b :] = 0
    U = np.insert(U, 0, 1.0, axis=1)
    U[-b:, 0] *= -1
    return U
    raise NotImplementedError()


# %% tags=["right", "id:lambda"]
fool_krum = lambda k, b: np.block(
    [[np.ones((k - b, 1)), 9 * np.eye(k - b)], [-np.ones((b, 1)), np.zeros((b, k - b))]]
)


# %% tags=["wrong", "id:lies-first", "loses:fool-krum-tests"]
# why: the lies stand in the first b rows; they belong into the last.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[b:, 0] = 1
    U[b:, 1:] = 10 * np.eye(h)
    U[:b, 0] = -1
    return U


# %% tags=["wrong", "id:long-lies", "loses:fool-krum-tests"]
# why: all updates are shifted by a common error, -10 along an axis: the lies are longer than the honest update that it cancels.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    U[h:, 0] = -1
    U[:, 1] -= 10
    return U


# %% tags=["wrong", "id:far-away-together", "loses:fool-krum-tests"]
# why: lies that agree with each other far away: long, and with too few of them Krum does not take one.
def fool_krum(k, b):
    rng = np.random.default_rng(0)
    U = rng.normal(size=(k, 3))
    U[: k - b, 0] = 1 + np.abs(U[: k - b, 0])
    U[k - b :] = [-100.0, 0.0, 0.0]
    return U


# %% tags=["wrong", "id:honest-agree", "loses:fool-krum-tests"]
# why: honest updates are close together, so Krum takes one of them.
def fool_krum(k, b):
    rng = np.random.default_rng(0)
    honest = np.array([2.0, 3.0]) + 0.1 * rng.normal(size=(k - b, 2))
    return np.vstack([honest, np.tile([-1.0, 0.0], (b, 1))])


# %% tags=["wrong", "id:two-camps", "loses:fool-krum-tests"]
# why: honest updates in two camps are near their own camp: for k close to 2b + 3 their sums are smaller than those of the lies.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 2))
    U[:h, 0] = 1
    U[:h, 1] = np.where(np.arange(h) % 2 == 0, 10, -10)
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:lie-halfway", "loses:fool-krum-tests"]
# why: the first coordinate of a lie must be at most -1; here it is 0: the lies stand still.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    return U


# %% tags=["wrong", "id:honest-without-direction", "loses:fool-krum-tests"]
# why: the first coordinate of every honest update must be at least 1; here it is 0.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 1:] = 10 * np.eye(h)
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:one-honest-goes-back", "loses:fool-krum-tests"]
# why: the first honest update leads back, too: "of every honest update at least 1".
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    U[0, 0] = -1
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:not-clearly", "loses:fool-krum-tests"]
# why: Krum takes a lie, but its sum is more than 0.9 of that of the best honest update.
def fool_krum(k, b):
    h = k - b

    def build(r):
        U = np.zeros((k, 1 + h))
        U[:h, 0] = 1
        U[:h, 1:] = r * np.eye(h)
        U[h:, 0] = -1
        D = ((U[:, None] - U) ** 2).sum(-1)
        s = np.sort(D, axis=1)[:, 1 : k - b - 1].sum(axis=1)
        return U, s[h:].min() / s[:h].min()

    low, high = 0.1, 100.0
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if build(mid)[1] > 0.95 else (low, mid)
    return build(low)[0]


# %% tags=["wrong", "id:one-liar-only", "loses:fool-krum-tests"]
# why: only the last row is a lie; with b > 1 the other rows of liars hold honest updates.
def fool_krum(k, b):
    U = np.zeros((k, k))
    U[:, 0] = 1
    U[: k - 1, 1:] = 20 * np.eye(k - 1)
    U[-1, 0] = -1
    return U


# %% tags=["wrong", "id:five-clients", "loses:fool-krum-tests"]
# why: k and b are ignored: five clients, one liar.
def fool_krum(k, b):
    U = np.zeros((5, 5))
    U[:4, 0] = 1
    U[:4, 1:] = 10 * np.eye(4)
    U[4, 0] = -1
    return U


# %% tags=["wrong", "id:smallest-k", "loses:fool-krum-tests"]
# why: always takes k = 2b + 3 clients; k may be larger.
def fool_krum(k, b):
    k = 2 * b + 3
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:too-near", "loses:fool-krum-tests"]
# why: honest updates differ too little (2 apart from the axis): lies at -1 are farther away than honest fellows.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 1.2 * np.eye(h)
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:on-a-line", "loses:fool-krum-tests"]
# why: honest updates on a line, equally spaced: those in the middle are nearer to their fellows than a lie at the edge is.
def fool_krum(k, b):
    h = k - b
    honest = np.column_stack([1 + 5.0 * np.arange(h), np.full(h, 1.0)])
    lies = np.tile([-1.0, 0.0], (b, 1))
    return np.vstack([honest, lies])


# %% tags=["wrong", "id:lies-spread-out", "loses:fool-krum-tests"]
# why: lies are as far apart as honest updates and nobody is in the middle: all sums are alike.
def fool_krum(k, b):
    U = np.zeros((k, k + 1))
    U[:, 1:] = 10 * np.eye(k)
    U[: k - b, 0] = 1
    U[k - b :, 0] = -1
    return U


# %% tags=["wrong", "id:lies-beside-each-other", "loses:fool-krum-tests"]
# why: counts on the lies being equal to each other, but they are fewer than the k - b - 2 fellows that count, and the honest are closer.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 3))
    U[:h] = [1.0, 6.0, 0.0]
    U[:h, 2] = np.linspace(-1, 1, h)
    U[h:] = [-6.0, 0.0, 0.0]
    return U


# %% tags=["wrong", "id:zero-in-honest-company", "loses:fool-krum-tests"]
# why: one honest update sits at (1, 0, ..., 0) right in the middle: as near to all others as the lies are.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[1:h, 1:] = (10 * np.eye(h))[1:]
    U[h:, 0] = -1
    return U


# %% tags=["wrong", "id:one-short-honest", "loses:fool-krum-tests"]
# why: one honest update is shorter than the lies.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 1000 * np.eye(h)
    U[0, 1] = 80
    U[h:, 0] = -100
    return U


# %% tags=["wrong", "id:transposed", "loses:fool-krum-tests"]
# why: a column for each client instead of a row.
def fool_krum(k, b):
    h = k - b
    U = np.zeros((k, 1 + h))
    U[:h, 0] = 1
    U[:h, 1:] = 10 * np.eye(h)
    U[h:, 0] = -1
    return U.T
