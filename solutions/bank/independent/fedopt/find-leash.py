# ruff: noqa
# %% tags=["right", "id:closed-form"]
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    move = v - w
    mu = max(0.0, -(g_v @ move) / (move @ move))
    return mu, np.linalg.norm(g_v + mu * move) / np.linalg.norm(g_w)


# %% tags=["right", "id:nnls"]
from scipy.optimize import nnls


def find_leash(v, w, X_i, y_i):
    def gradient(u):
        return 2 * X_i.T @ (X_i @ u - y_i) / X_i.shape[0]

    (mu,), rest = nnls(np.reshape(v - w, (-1, 1)), -gradient(v))
    return float(mu), rest / np.linalg.norm(gradient(w))


# %% tags=["right", "id:lstsq-then-clip"]
def find_leash(v, w, X_i, y_i):
    gradient = lambda u: 2 * np.mean((X_i @ u - y_i)[:, None] * X_i, axis=0)
    g = gradient(v)
    free = np.linalg.lstsq((v - w)[:, None], -g, rcond=None)[0][0]
    mu = free if free > 0 else 0.0
    residual = g + mu * (v - w)
    return [mu, np.sqrt(residual @ residual) / np.sqrt(gradient(w) @ gradient(w))]


# %% tags=["right", "id:minimize-scalar"]
from scipy import optimize


def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    # beyond |g| / |v - w| the pull is longer than the gradient
    top = np.linalg.norm(g) / np.linalg.norm(v - w) + 1e-9
    found = optimize.minimize_scalar(
        lambda mu: np.sum((g + mu * (v - w)) ** 2),
        bounds=(0, top),
        method="bounded",
        options={"xatol": 1e-9 * (1 + top), "maxiter": 2000},
    )
    mu = min([0.0, found.x], key=lambda t: np.sum((g + t * (v - w)) ** 2))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["right", "id:ternary-search"]
def find_leash(v, w, X_i, y_i):
    m = X_i.shape[0]
    grad = lambda u: X_i.T @ (X_i @ u - y_i) * 2 / m
    gv, gw, d = grad(v), grad(w), v - w

    def gamma(mu):
        return np.linalg.norm(gv + mu * d) / np.linalg.norm(gw)

    lo, hi = 0.0, 1.0
    while gamma(2 * hi) < gamma(hi):
        hi *= 2
    hi *= 2
    for _ in range(200):
        a, b = lo + (hi - lo) / 3, hi - (hi - lo) / 3
        if gamma(a) <= gamma(b):
            hi = b
        else:
            lo = a
    # flat at the bottom: nothing better than the middle
    mu = (lo + hi) / 2
    if gamma(0) <= gamma(mu):
        mu = 0.0
    return mu, gamma(mu)


# %% tags=["right", "id:bisect-the-slope"]
def find_leash(v, w, X_i, y_i):
    res_v, res_w = X_i @ v - y_i, X_i @ w - y_i
    g_v, g_w = 2 * res_v @ X_i / len(y_i), 2 * res_w @ X_i / len(y_i)
    d = v - w
    slope = lambda mu: (g_v + mu * d) @ d
    if slope(0) >= 0:
        return 0, np.linalg.norm(g_v) / np.linalg.norm(g_w)
    lo, hi = 0, 1
    while slope(hi) < 0:
        lo, hi = hi, 2 * hi
    for _ in range(100):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if slope(mid) < 0 else (lo, mid)
    return lo, np.linalg.norm(g_v + lo * d) / np.linalg.norm(g_w)


# %% tags=["right", "id:refined-grid"]
def find_leash(v, w, X_i, y_i):
    m = len(X_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    low, high = 0.0, np.linalg.norm(g_v) / np.linalg.norm(v - w)
    for _ in range(8):
        grid = np.linspace(low, high, 201)
        values = np.linalg.norm(g_v + grid[:, None] * (v - w), axis=1)
        k = int(np.argmin(values))
        low, high = grid[max(k - 1, 0)], grid[min(k + 1, 200)]
    return float(grid[k]), float(values[k] / np.linalg.norm(g_w))


# %% tags=["right", "id:parabola-coefficients"]
def find_leash(v, w, X_i, y_i):
    g = 2 * (X_i.T @ X_i @ v - X_i.T @ y_i) / len(y_i)
    g_start = 2 * (X_i.T @ X_i @ w - X_i.T @ y_i) / len(y_i)
    a, b = np.sum((v - w) ** 2), 2 * np.sum(g * (v - w))
    mu = np.maximum(-b / (2 * a), 0)
    pull = mu * (v - w)
    gamma = np.sqrt(np.sum((g + pull) ** 2) / np.sum(g_start**2))
    print("mu", mu, "gamma", gamma)
    return np.array([mu, gamma])


# %% tags=["right", "id:angle"]
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g, g0 = (2 / m * X_i.T @ (X_i @ u - y_i) for u in (v, w))
    unit = (v - w) / np.linalg.norm(v - w)
    along = unit @ g  # part of the gradient along the way
    across = g - along * unit
    if along < 0:  # the leash can cancel this part
        return -along / np.linalg.norm(v - w), np.linalg.norm(across) / np.linalg.norm(g0)
    return 0.0, np.linalg.norm(g) / np.linalg.norm(g0)


# %% tags=["right", "id:pure-python"]
import math


def find_leash(v, w, X_i, y_i):
    def gradient(u):
        g = [0.0] * len(u)
        for row, label in zip(X_i, y_i):
            r = sum(a * b for a, b in zip(row, u)) - label
            g = [g_j + 2 * r * x / len(y_i) for g_j, x in zip(g, row)]
        return g

    g_v, g_w = gradient(v), gradient(w)
    top = -sum(g * (a - b) for g, a, b in zip(g_v, v, w))
    mu = max(0.0, top / sum((a - b) ** 2 for a, b in zip(v, w)))
    rest = math.sqrt(sum((g + mu * (a - b)) ** 2 for g, a, b in zip(g_v, v, w)))
    return mu, rest / math.sqrt(sum(g * g for g in g_w))


# %% tags=["right", "id:numerical-gradient"]
def find_leash(v, w, X_i, y_i):
    loss = lambda u: np.mean((y_i - X_i @ u) ** 2)
    E = np.eye(len(v))
    grad = lambda u: np.array([(loss(u + 0.01 * e) - loss(u - 0.01 * e)) / 0.02 for e in E])
    d = v - w
    mu = np.clip(-grad(v) @ d / (d @ d), 0, None)
    return mu, np.linalg.norm(grad(v) + mu * d) / np.linalg.norm(grad(w))


# %% tags=["right", "id:projected-descent"]
def find_leash(v, w, X_i, y_i):
    H, b = 2 / len(y_i) * X_i.T @ X_i, 2 / len(y_i) * X_i.T @ y_i
    d, g = v - w, H @ v - b
    mu = 1.0
    for _ in range(60):  # half a Newton step each, cut at zero
        mu = max(0.0, mu - 0.5 * (g + mu * d) @ d / (d @ d))
    gamma = np.linalg.norm(g + mu * d, 2) / np.linalg.norm(H @ w - b, 2)
    return mu, gamma


# %% tags=["right", "id:tried-in-the-cell"]
def grad_F(u, X, y):
    return 2 / len(y) * X.T @ (X @ u - y)


def gamma(mu, v, w, X, y):
    return np.linalg.norm(grad_F(v, X, y) + mu * (v - w)) / np.linalg.norm(grad_F(w, X, y))


def find_leash(v, w, X_i, y_i):
    g, step = grad_F(v, X_i, y_i), v - w
    mu = max(-np.vdot(g, step) / np.vdot(step, step), 0)
    return mu, gamma(mu, v, w, X_i, y_i)


mu, g = find_leash(
    np.array([1.8]),
    np.array([1.0]),
    np.array([[1.0], [2.0], [1.0], [2.0]]),
    np.array([1.0, 6.0, 1.0, 6.0]),
)
print(f"mu = {mu:.3f}, gamma = {g:.1e}")


# %% tags=["right", "id:raise-left-standing"]
from numpy.linalg import norm


def find_leash(v, w, X_i, y_i):
    """The mu >= 0 for which v is least inexact, and its gamma (def-gamma-inexact)."""
    # YOUR CODE HERE
    # (flcourse.fedopt.gamma_inexactness says the same)
    G = lambda u: 2 / X_i.shape[0] * X_i.T @ (X_i @ u - y_i)
    d = v - w
    mu = -np.inner(G(v), d) / norm(d) ** 2
    if mu < 0:
        mu = 0.0
    return mu, norm(G(v) + mu * d) / norm(G(w))
    raise NotImplementedError()


# %% tags=["wrong", "id:negative-leash", "loses:find-leash-tests"]
# why: mu >= 0 is asked; beyond the minimum this returns a negative one.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = -(g_v @ (v - w)) / ((v - w) @ (v - w))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:gamma-of-the-unclipped", "loses:find-leash-tests"]
# why: mu is cut at zero, but gamma belongs to the negative mu: smaller than mu = 0 allows.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = -(g_v @ (v - w)) / ((v - w) @ (v - w))
    gamma = np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)
    return max(mu, 0), gamma


# %% tags=["wrong", "id:gradient-at-start", "loses:find-leash-tests"]
# why: the pull has to cancel the gradient at v, not the one at w.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_w @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:relative-to-v", "loses:find-leash-tests"]
# why: gamma is relative to the gradient at w, not to that at v.
def find_leash(v, w, X_i, y_i):
    g_v = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_v)


# %% tags=["wrong", "id:gamma-squared", "loses:find-leash-tests"]
# why: the ratio of the squared norms is gamma^2.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.sum((g_v + mu * (v - w)) ** 2) / np.sum(g_w**2)


# %% tags=["wrong", "id:ratio-of-lengths", "loses:find-leash-tests"]
# why: with several parameters the mu of equal lengths is not the best one; it is so only for d = 1.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = np.linalg.norm(g_v) / np.linalg.norm(v - w) if g_v @ (v - w) < 0 else 0.0
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:mean-of-ratios", "loses:find-leash-tests"]
# why: each coordinate alone would want its own mu; the mean of these is not the best common one.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, np.mean(-g_v / (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:no-factor-two", "loses:find-leash-tests"]
# why: without the 2 of (3.2) mu is half of what it should be.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = X_i.T @ (X_i @ v - y_i) / m
    g_w = X_i.T @ (X_i @ w - y_i) / m
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:sum-of-squares", "loses:find-leash-tests"]
# why: the gradient of the sum instead of the mean: mu is too large by the factor m_i.
def find_leash(v, w, X_i, y_i):
    g_v = 2 * X_i.T @ (X_i @ v - y_i)
    g_w = 2 * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:whole-numbers", "loses:find-leash-tests"]
# why: searches among whole numbers only; "up to a thousandth".
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    gamma = lambda mu: np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)
    mu = min(range(1001), key=gamma)
    return mu, gamma(mu)


# %% tags=["wrong", "id:tenths", "loses:find-leash-tests"]
# why: a grid with steps of a tenth; "up to a thousandth".
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    grid = np.arange(0, 200, 0.1)
    gammas = np.linalg.norm(g_v + grid[:, None] * (v - w), axis=1) / np.linalg.norm(g_w)
    return grid[gammas.argmin()], gammas.min()


# %% tags=["wrong", "id:at-most-one", "loses:find-leash-tests"]
# why: "every mu >= 0": this search ends at 1.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = np.clip(-(g_v @ (v - w)) / ((v - w) @ (v - w)), 0, 1)
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:absolute-value", "loses:find-leash-tests"]
# why: where the best mu is negative, its absolute value is worse than 0.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = abs(g_v @ (v - w)) / ((v - w) @ (v - w))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:pull-turned-round", "loses:find-leash-tests"]
# why: the pull mu (v - w) is taken as mu (w - v).
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, (g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (w - v)) / np.linalg.norm(g_w)


# %% tags=["wrong", "id:gamma-not-relative", "loses:find-leash-tests"]
# why: gamma is the norm itself, not divided by that of the gradient at w.
def find_leash(v, w, X_i, y_i):
    g_v = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g_v + mu * (v - w))


# %% tags=["wrong", "id:gamma-at-most-one", "loses:find-leash-tests"]
# why: nothing keeps gamma below 1: a client that went far too far has more.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, min(1.0, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w))


# %% tags=["wrong", "id:largest-entry", "loses:find-leash-tests"]
# why: "the norms are Euclidean"; gamma is measured in the largest entry.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_v @ (v - w)) / ((v - w) @ (v - w)))
    return mu, np.abs(g_v + mu * (v - w)).max() / np.abs(g_w).max()


# %% tags=["wrong", "id:divided-by-length", "loses:find-leash-tests"]
# why: divides by |v - w| instead of its square.
def find_leash(v, w, X_i, y_i):
    m = len(y_i)
    g_v = 2 / m * X_i.T @ (X_i @ v - y_i)
    g_w = 2 / m * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -(g_v @ (v - w)) / np.linalg.norm(v - w))
    return mu, np.linalg.norm(g_v + mu * (v - w)) / np.linalg.norm(g_w)
