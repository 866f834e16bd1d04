# ruff: noqa: E731, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:roots-of-sums"]
def inexactness(v, w, X_i, y_i, mu):
    def gradient(u):
        return 2 * np.mean((X_i @ u - y_i)[:, None] * X_i, axis=0) + mu * (u - w)

    return np.sqrt(np.sum(gradient(v) ** 2) / np.sum(gradient(w) ** 2))


# %% tags=["right", "id:factor-cancelled"]
def inexactness(v, w, X_i, y_i, mu):
    m = len(y_i)
    a = (X_i @ v - y_i) @ X_i + m * mu / 2 * (v - w)
    b = (X_i @ w - y_i) @ X_i
    return (a @ a) ** 0.5 / (b @ b) ** 0.5


# %% tags=["right", "id:loops-with-hypot"]
import math


def inexactness(v, w, X_i, y_i, mu):
    m, d = X_i.shape
    sides = []
    for u in (v, w):
        r = [sum(X_i[k, j] * u[j] for j in range(d)) - y_i[k] for k in range(m)]
        g = [2 / m * sum(X_i[k, j] * r[k] for k in range(m)) for j in range(d)]
        sides.append(math.hypot(*(g[j] + mu * (u[j] - w[j]) for j in range(d))))
    return sides[0] / sides[1]


# %% tags=["right", "id:central-differences"]
def inexactness(v, w, X_i, y_i, mu):
    def h(u):
        return np.mean((y_i - X_i @ u) ** 2) + mu / 2 * np.sum((u - w) ** 2)

    e = np.eye(len(w))
    a = [(h(v + k) - h(v - k)) / 2 for k in e]
    b = [(h(w + k) - h(w - k)) / 2 for k in e]
    return np.array([np.linalg.norm(a) / np.linalg.norm(b)])


# %% tags=["right", "id:quadratic-form"]
def inexactness(v, w, X_i, y_i, mu):
    Q, q = X_i.T @ X_i / len(y_i), -2 * X_i.T @ y_i / len(y_i)
    top = (2 * Q + mu * np.eye(len(w))) @ v + q - mu * w
    return np.longdouble(np.linalg.norm(top)) / np.linalg.norm(2 * Q @ w + q)


# %% tags=["right", "id:columns"]
def inexactness(v, w, X_i, y_i, mu):
    v, w, y = np.c_[v], np.c_[w], np.c_[y_i]
    after = 2 * X_i.T.dot(X_i.dot(v) - y) / len(y) + mu * (v - w)
    return np.linalg.norm(after) / np.linalg.norm(2 * X_i.T.dot(X_i.dot(w) - y) / len(y))


# %% tags=["wrong", "id:no-pull", "says:pull is missing"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v)) / np.linalg.norm(g(w))


# %% tags=["wrong", "id:pull-away", "says:away from w"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v) + mu * (w - v)) / np.linalg.norm(g(w))


# %% tags=["wrong", "id:upside-down", "says:upside down"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(w)) / np.linalg.norm(g(v) + mu * (v - w))


# %% tags=["wrong", "id:not-relative", "says:not relative"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v) + mu * (v - w))


# %% tags=["wrong", "id:squared", "says:norms are squared"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    a, b = g(v) + mu * (v - w), g(w)
    return a @ a / (b @ b)


# %% tags=["wrong", "id:no-mean", "says:1/m_i of the loss"]
def inexactness(v, w, X_i, y_i, mu):
    a = 2 * X_i.T @ (X_i @ v - y_i) + mu * (v - w)
    return np.linalg.norm(a) / np.linalg.norm(2 * X_i.T @ (X_i @ w - y_i))


# %% tags=["wrong", "id:no-two", "says:2 of the gradient"]
def inexactness(v, w, X_i, y_i, mu):
    a = X_i.T @ (X_i @ v - y_i) / len(y_i) + mu * (v - w)
    return np.linalg.norm(a) / np.linalg.norm(X_i.T @ (X_i @ w - y_i) / len(y_i))


# %% tags=["wrong", "id:pull-halved", "says:pull is halved"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v) + mu / 2 * (v - w)) / np.linalg.norm(g(w))


# %% tags=["wrong", "id:pull-doubled", "says:pull is doubled"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v) + 2 * mu * (v - w)) / np.linalg.norm(g(w))


# %% tags=["wrong", "id:gradient-at-v-below", "says:divided by each other"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.linalg.norm(g(v) + mu * (v - w)) / np.linalg.norm(g(v))


# %% tags=["wrong", "id:sums-of-absolute-values", "says:sums of absolute values"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.abs(g(v) + mu * (v - w)).sum() / np.abs(g(w)).sum()


# %% tags=["wrong", "id:largest-entries", "says:largest entries"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return np.abs(g(v) + mu * (v - w)).max() / np.abs(g(w)).max()


# %% tags=["wrong", "id:norms-added-not-vectors", "says:Expected"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return (np.linalg.norm(g(v)) + mu * np.linalg.norm(v - w)) / np.linalg.norm(g(w))


# %% tags=["wrong", "id:one-minus", "says:did nothing"]
def inexactness(v, w, X_i, y_i, mu):
    g = lambda u: 2 / len(y_i) * X_i.T @ (X_i @ u - y_i)
    return 1 - np.linalg.norm(g(v) + mu * (v - w)) / np.linalg.norm(g(w))
