# ruff: noqa: E731, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:bounded-search"]
from scipy.optimize import minimize_scalar


def find_leash(v, w, X_i, y_i):
    g = lambda u: 2 * X_i.T @ (X_i @ u - y_i) / len(y_i)
    norm = lambda mu: np.linalg.norm(g(v) + mu * (v - w))
    top = np.linalg.norm(g(v)) / np.linalg.norm(v - w)
    found = minimize_scalar(norm, bounds=(0, 2 * top), method="bounded", options={"xatol": 1e-10})
    return found.x, found.fun / np.linalg.norm(g(w))


# %% tags=["right", "id:lstsq-list"]
def find_leash(v, w, X_i, y_i):
    g = np.mean(2 * (X_i @ v - y_i)[:, None] * X_i, axis=0)
    mu = np.linalg.lstsq((v - w).reshape(-1, 1), -g, rcond=None)[0][0]
    if mu < 0:
        mu = 0
    g0 = np.mean(2 * (X_i @ w - y_i)[:, None] * X_i, axis=0)
    return [mu, np.sqrt(np.sum((g + mu * (v - w)) ** 2)) / np.sqrt(np.sum(g0**2))]


# %% tags=["right", "id:nnls"]
from scipy.optimize import nnls


def find_leash(v, w, X_i, y_i):
    slope = 2 / len(X_i) * X_i.T
    mu, rest = nnls((v - w)[:, None], slope @ (y_i - X_i @ v))
    return mu, rest / np.linalg.norm(slope @ (y_i - X_i @ w))


# %% tags=["right", "id:derivative-by-loops"]
def find_leash(v, w, X_i, y_i):
    def gradient(u):
        g = [0.0] * len(u)
        for x, target in zip(X_i, y_i, strict=True):
            for a in range(len(u)):
                g[a] += 2 * (sum(x * u) - target) * x[a] / len(y_i)
        return g

    g = gradient(v)
    top = -sum(g[a] * (v[a] - w[a]) for a in range(len(v)))
    mu = np.clip(top / sum((v[a] - w[a]) ** 2 for a in range(len(v))), 0, None)
    left = [g[a] + mu * (v[a] - w[a]) for a in range(len(v))]
    return np.array([mu]), np.array([np.hypot.reduce(left) / np.hypot.reduce(gradient(w))])


# %% tags=["right", "id:projection-formula"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    e = (v - w) / np.linalg.norm(v - w)
    along = g @ e
    across = np.linalg.norm(g - along * e)
    size = np.linalg.norm(2 / len(y_i) * X_i.T @ (X_i @ w - y_i))
    if along >= 0:
        return 0.0, np.linalg.norm(g) / size
    return -along / np.linalg.norm(v - w), across / size


# %% tags=["wrong", "id:sign", "says:sign of mu"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = g @ (v - w) / ((v - w) @ (v - w))
    return mu, np.linalg.norm(g - mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:may-be-negative", "says:where mu should be 0"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = -g @ (v - w) / ((v - w) @ (v - w))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:quotient-of-lengths", "says:quotient of the lengths"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = np.linalg.norm(g) / np.linalg.norm(v - w)
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:mean-over-coordinates", "says:mean over the coordinates"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = max(0, np.mean(-g / (v - w)))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:first-coordinate", "says:first coordinate alone"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -g[0] / (v[0] - w[0]))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:half-gradient", "says:lost its 2"]
def find_leash(v, w, X_i, y_i):
    g = X_i.T @ (X_i @ v - y_i) / len(y_i)
    g0 = X_i.T @ (X_i @ w - y_i) / len(y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:sum-of-squares", "says:lost its 1/m_i"]
def find_leash(v, w, X_i, y_i):
    g = 2 * X_i.T @ (X_i @ v - y_i)
    g0 = 2 * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g0)


# %% tags=["wrong", "id:gradient-at-w", "says:at w, not at v"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g)


# %% tags=["wrong", "id:relative-to-v", "says:gamma of find_leash"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, np.linalg.norm(g + mu * (v - w)) / np.linalg.norm(g)


# %% tags=["wrong", "id:squared-quotient", "says:quotient is squared"]
def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, np.sum((g + mu * (v - w)) ** 2) / np.sum(g0**2)


# %% tags=["wrong", "id:capped", "says:mu of find_leash"]
from scipy.optimize import minimize_scalar


def find_leash(v, w, X_i, y_i):
    def g(u):
        return 2 * X_i.T @ (X_i @ u - y_i) / len(y_i)

    def norm(mu):
        return np.linalg.norm(g(v) + mu * (v - w))

    found = minimize_scalar(norm, bounds=(0, 1), method="bounded")
    return found.x, found.fun / np.linalg.norm(g(w))


# %% tags=["wrong", "id:package-gamma", "says:finished answer"]
from flcourse.fedopt import gamma_inexactness
from flcourse.losses import Squared


def find_leash(v, w, X_i, y_i):
    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    mu = max(0, -g @ (v - w) / ((v - w) @ (v - w)))
    return mu, gamma_inexactness(Squared(), v, w, X_i, y_i, mu)
