# ruff: noqa
# %% tags=["right", "id:two-eigenvectors"]
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    part = np.clip((target - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]


# %% tags=["right", "id:angle-bisection"]
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    U = np.linalg.eigh(L)[1]
    vector = lambda t: np.cos(t) * U[:, 1] - np.sin(t) * U[:, -1]
    low, high = 0.0, np.pi / 2
    for _ in range(100):
        middle = (low + high) / 2
        w = vector(middle)
        if w @ L @ w < target:
            low = middle
        else:
            high = middle
    return vector(low)


# %% tags=["right", "id:neighbouring-eigenvalues"]
def with_variation(A, target):
    """Mixes the two eigenvectors whose eigenvalues enclose the target."""
    values, U = np.linalg.eigh(np.diag(A.sum(axis=0)) - A)
    j = int(np.clip(np.searchsorted(values, target), 2, len(values) - 1))
    while j < len(values) - 1 and values[j] - values[j - 1] < 1e-9:
        j += 1
    i = j - 1
    while i > 1 and values[j] - values[i] < 1e-9:
        i -= 1
    t = min(max((target - values[i]) / (values[j] - values[i]), 0.0), 1.0)
    return (U[:, i] * (1 - t) ** 0.5 + U[:, j] * t**0.5).reshape(-1, 1)


# %% tags=["right", "id:arccos"]
import scipy.linalg as sla


def with_variation(A, target):
    A = np.array(A, dtype=float)
    L = np.diag(A @ np.ones(len(A))) - A
    lam, U = sla.eigh(L)
    # TV = (l2 + ln)/2 + (l2 - ln)/2 cos(2 t)
    c = np.clip((target - (lam[1] + lam[-1]) / 2) * 2 / (lam[1] - lam[-1]), -1, 1)
    t = np.arccos(c) / 2
    w = U[:, [1, -1]] @ np.array([np.cos(t), np.sin(t)])
    assert abs(w.mean()) < 1e-9
    return w / np.linalg.norm(w)


# %% tags=["right", "id:spread-over-all"]
def with_variation(A, target):
    # squared coefficients proportional to exp(-b lambda), b by bisection (a Gibbs distribution over the spectrum)
    values, U = np.linalg.eigh(np.diag(A.sum(1)) - A)
    lam, V = values[1:], U[:, 1:]

    def weights(b):
        e = -b * lam
        p = np.exp(e - e.max())
        return p / p.sum()

    scale = lam[-1] - lam[0]
    low, high = -1e6 / scale, 1e6 / scale
    for _ in range(200):
        b = (low + high) / 2
        if weights(b) @ lam > target:
            low = b
        else:
            high = b
    return V @ np.sqrt(weights((low + high) / 2))


# %% tags=["right", "id:random-start"]
def with_variation(A, target):
    """Starts at a random vector and moves towards u_2 or u_n until the variation is right."""
    L = np.diag(A.sum(axis=1)) - A
    values, U = np.linalg.eigh(L)
    rng = np.random.default_rng(5)
    w = rng.normal(size=len(A))
    w -= w.mean()
    w /= np.linalg.norm(w)
    end = U[:, 1] if w @ L @ w > target else U[:, -1]
    if w @ end < 0:
        end = -end
    below = (end @ L @ end) < (w @ L @ w)

    def between(t):
        v = (1 - t) * w + t * end
        return v / np.linalg.norm(v)

    low, high = 0.0, 1.0
    for _ in range(200):
        t = (low + high) / 2
        v = between(t)
        if (v @ L @ v > target) == below:
            low = t
        else:
            high = t
    return between(high)


# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq


def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    _, U = np.linalg.eigh(L)
    a, b = U[:, 1], U[:, -1]

    def model(t):
        w = (1 - t) * a + t * b
        return w / np.sqrt(w @ w)

    f = lambda t: model(t) @ L @ model(t) - target
    if f(0) >= 0:
        return model(0)
    if f(1) <= 0:
        return model(1)
    return model(brentq(f, 0, 1, xtol=1e-15, rtol=1e-14))


# %% tags=["right", "id:uniform-plus-ends"]
def with_variation(A, target):
    # as much as possible of all eigenvectors alike, the rest from one end
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    lam, V = values[1:], U[:, 1:]
    mean = lam.mean()
    end = 0 if target < mean else len(lam) - 1
    share = np.clip((target - mean) / (lam[end] - mean), 0, 1)
    p = np.full(len(lam), (1 - share) / len(lam))
    p[end] += share
    signs = np.where(np.arange(len(lam)) % 2, -1, 1)
    print("share of the end:", share)
    return V @ (signs * np.sqrt(p))


# %% tags=["right", "id:orthogonal-complement"]
def with_variation(A, target):
    m = len(A)
    # orthonormal basis of "average 0", then the problem without the constant
    B = np.linalg.qr(np.hstack([np.ones((m, 1)), np.eye(m)[:, : m - 1]]))[0][:, 1:]
    M = B.T @ (np.diag(A.sum(axis=1)) - A) @ B
    values, Z = np.linalg.eigh((M + M.T) / 2)
    s2 = (target - values[0]) / (values[-1] - values[0])
    s2 = 0.0 if s2 < 0 else 1.0 if s2 > 1 else s2
    z = np.sqrt(1 - s2) * Z[:, 0] + np.sqrt(s2) * Z[:, -1]
    return B @ z


# %% tags=["right", "id:three-eigenvectors"]
def with_variation(A, target):
    # a bit of an eigenvector between, if there is room; the two ends do the rest
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    low, high = values[1], values[-1]
    room = min(target - low, high - target) / (high - low)
    share = max(0.0, min(0.3, room / 2)) if len(values) > 3 else 0.0
    m = len(values) // 2
    # share + p + r = 1,  share lambda_m + p low + r high = target
    r = (target - share * values[m] - (1 - share) * low) / (high - low)
    p = 1 - share - r
    w = np.sqrt(share) * U[:, m] + np.sqrt(max(p, 0)) * U[:, 1] - np.sqrt(max(r, 0)) * U[:, -1]
    return w if share and m not in (1, len(values) - 1) else with_two(values, U, target)


def with_two(values, U, target):
    r = min(max((target - values[1]) / (values[-1] - values[1]), 0), 1)
    return -np.sqrt(1 - r) * U[:, 1] + np.sqrt(r) * U[:, -1]


# %% tags=["right", "id:eig-sorted"]
def with_variation(A, target):
    values, vectors = np.linalg.eig(np.diag(A.sum(axis=1)) - A)
    order = np.argsort(values.real)
    low, high = order[1], order[-1]
    u, v = vectors[:, low].real, vectors[:, high].real
    u, v = u / np.linalg.norm(u), v / np.linalg.norm(v)
    t = (target - values[low].real) / (values[high].real - values[low].real)
    return np.sqrt(max(0.0, 1 - t)) * u + np.sqrt(max(0.0, t)) * v


# %% tags=["wrong", "id:linear-mixture", "loses:with-variation-tests"]
# why: (1 - t) u_2 + t u_n has not norm 1.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = (target - values[1]) / (values[-1] - values[1])
    return (1 - t) * U[:, 1] + t * U[:, -1]


# %% tags=["wrong", "id:linear-then-normalised", "loses:with-variation-tests"]
# why: the mixture is brought to norm 1 afterwards, which changes its variation: not the target.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = (target - values[1]) / (values[-1] - values[1])
    w = (1 - t) * U[:, 1] + t * U[:, -1]
    return w / np.linalg.norm(w)


# %% tags=["wrong", "id:stretched", "loses:with-variation-tests"]
# why: stretches u_2 until its variation is the target; the norm is not 1.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return U[:, 1] * np.sqrt(target / values[1])


# %% tags=["wrong", "id:with-constant", "loses:with-variation-tests"]
# why: mixes u_1 (constant) and u_n: variation and norm are right, the average is not 0.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip(target / values[-1], 0, 1)
    return np.sqrt(1 - t) * U[:, 0] + np.sqrt(t) * U[:, -1]


# %% tags=["wrong", "id:nearest-eigenvector", "loses:with-variation-tests"]
# why: the eigenvector whose eigenvalue is nearest to the target: its variation is that eigenvalue.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return U[:, 1 + np.argmin(np.abs(values[1:] - target))]


# %% tags=["wrong", "id:exchanged", "loses:with-variation-tests"]
# why: the two coefficients are exchanged; the variation is lambda_2 + lambda_n - target.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip((target - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(t) * U[:, 1] + np.sqrt(1 - t) * U[:, -1]


# %% tags=["wrong", "id:rows-of-u", "loses:with-variation-tests"]
# why: takes rows of the matrix of eigenvectors; they are its columns.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip((target - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(1 - t) * U[1] + np.sqrt(t) * U[-1]


# %% tags=["wrong", "id:edges-twice", "loses:with-variation-tests"]
# why: aims at target / 2, as if TV counted each edge twice.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip((target / 2 - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(1 - t) * U[:, 1] + np.sqrt(t) * U[:, -1]


# %% tags=["wrong", "id:weights-ignored", "loses:with-variation-tests"]
# why: the Laplacian of the graph with unit weights.
def with_variation(A, target):
    B = (A > 0).astype(float)
    values, U = np.linalg.eigh(np.diag(B.sum(axis=1)) - B)
    t = np.clip((target - values[1]) / max(values[-1] - values[1], 1e-9), 0, 1)
    return np.sqrt(1 - t) * U[:, 1] + np.sqrt(t) * U[:, -1]


# %% tags=["wrong", "id:mean-square-one", "loses:with-variation-tests"]
# why: variance 1 (mean of the squares) instead of sum of the squares 1; the variation is n times the target.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip((target - values[1]) / (values[-1] - values[1]), 0, 1)
    return np.sqrt(len(A)) * (np.sqrt(1 - t) * U[:, 1] + np.sqrt(t) * U[:, -1])


# %% tags=["wrong", "id:variation-only", "loses:with-variation-tests"]
# why: a random vector scaled to the target variation; its norm is not 1.
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    w = np.random.default_rng(0).normal(size=len(A))
    w -= w.mean()
    return w * np.sqrt(target / (w @ L @ w))


# %% tags=["wrong", "id:centred-afterwards", "loses:with-variation-tests"]
# why: solves norm and variation with the constant vector and subtracts the average at the end: the norm is then below 1.
def with_variation(A, target):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    t = np.clip(target / values[-1], 0, 1)
    w = np.sqrt(1 - t) * U[:, 0] + np.sqrt(t) * U[:, -1]
    return w - w.mean()


# %% tags=["wrong", "id:random-search", "loses:with-variation-tests"]
# why: the best of 2000 random vectors: near the target, not the target (and far from it at the ends).
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    Z = np.random.default_rng(0).normal(size=(2000, len(A)))
    Z -= Z.mean(axis=1, keepdims=True)
    Z /= np.linalg.norm(Z, axis=1, keepdims=True)
    return Z[np.argmin(np.abs(np.einsum("ri,ij,rj->r", Z, L, Z) - target))]


# %% tags=["wrong", "id:adjacency", "loses:with-variation-tests"]
# why: eigenvectors of A instead of L: for unequal degrees neither the average nor the variation is right.
def with_variation(A, target):
    L = np.diag(A.sum(axis=1)) - A
    lam = np.linalg.eigvalsh(L)
    U = np.linalg.eigh(A)[1]
    t = np.clip((target - lam[1]) / (lam[-1] - lam[1]), 0, 1)
    return np.sqrt(1 - t) * U[:, -2] + np.sqrt(t) * U[:, 0]


# %% tags=["wrong", "id:example", "loses:with-variation-tests"]
# why: eigenvectors of the path of three nodes hard-coded, padded with zeros for larger graphs.
def with_variation(A, target):
    path = np.array([[0, 3, 0], [3, 0, 8], [0, 8, 0.0]])
    values, U = np.linalg.eigh(np.diag(path.sum(axis=1)) - path)
    t = np.clip((target - 4) / 14, 0, 1)
    w = np.zeros(len(A))
    w[:3] = np.sqrt(1 - t) * U[:, 1] + np.sqrt(t) * U[:, 2]
    return w


# %% tags=["wrong", "id:middle", "loses:with-variation-tests"]
# why: the target is ignored: equal parts of u_2 and u_n.
def with_variation(A, target):
    U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)[1]
    return (U[:, 1] + U[:, -1]) / np.sqrt(2)
