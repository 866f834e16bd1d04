# ruff: noqa
# %% tags=["right", "id:plain-loop"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        grad = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
        v = v - lr * (grad + mu * (v - w))
    return v


# %% tags=["right", "id:normal-equations"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m, d = X_i.shape
    H = 2 * X_i.T @ X_i / m + mu * np.eye(d)
    b = 2 * X_i.T @ y_i / m + mu * w
    v = np.array(w, dtype=float)
    for _ in range(steps):
        v = v - lr * (H @ v - b)
    return v


# %% tags=["right", "id:eigenvectors"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    """Closed form: in the eigenbasis of the Hessian each step shrinks by 1 - lr * eigenvalue."""
    m = X_i.shape[0]
    eigenvalues, Q = np.linalg.eigh(2 / m * X_i.T @ X_i)
    start = Q.T @ (2 / m * X_i.T @ (X_i @ w - y_i))
    factors = 1 - lr * (eigenvalues + mu)
    sums = np.zeros_like(factors)
    for s in range(steps):
        sums += factors**s
    return w - lr * Q @ (sums * start)


# %% tags=["right", "id:affine-matrix-power"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m, d = np.shape(X_i)
    M = np.zeros((d + 1, d + 1))
    M[:d, :d] = np.eye(d) - lr * (2 / m * X_i.T @ X_i + mu * np.eye(d))
    M[:d, d] = lr * (2 / m * X_i.T @ y_i + mu * np.asarray(w))
    M[d, d] = 1
    return (np.linalg.matrix_power(M, int(steps)) @ np.append(w, 1.0))[:d]


# %% tags=["right", "id:recursion"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    def go(v, left):
        if left == 0:
            return v
        r = X_i @ v - y_i
        return go(v - lr * (2 * (r @ X_i) / r.size + mu * (v - w)), left - 1)

    return go(np.asarray(w, float), steps)


# %% tags=["right", "id:reduce"]
from functools import reduce


def fedprox_local(w, X_i, y_i, lr, mu, steps):
    step = lambda v, _: (
        v - lr * (2 * np.mean((X_i @ v - y_i)[:, None] * X_i, axis=0) + mu * (v - w))
    )
    return reduce(step, range(steps), w)


# %% tags=["right", "id:extra-rows"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    # the leash as d more rows of data: m * mu / 2 * |v - w|^2 inside the sum of squares
    m, d = X_i.shape
    root = np.sqrt(m * mu / 2)
    X_more = np.vstack([X_i, root * np.eye(d)])
    y_more = np.concatenate([y_i, root * w])
    v = w.copy()
    for _ in range(steps):
        v = v - lr * (2 / m) * X_more.T @ (X_more @ v - y_more)
    return v


# %% tags=["right", "id:displacement"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m = len(X_i)
    g0 = 2 / m * X_i.T @ (X_i @ w - y_i)
    u = np.zeros(len(w))
    k = 0
    while k < steps:
        u = (1 - lr * mu) * u - lr * (g0 + 2 / m * X_i.T @ (X_i @ u))
        k += 1
    return w + u


# %% tags=["right", "id:pure-python"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    d, m = len(w), len(y_i)
    v = [float(x) for x in w]
    for _ in range(steps):
        g = [mu * (v[j] - w[j]) for j in range(d)]
        for row, label in zip(X_i, y_i):
            residual = sum(row[j] * v[j] for j in range(d)) - label
            for j in range(d):
                g[j] += 2 * residual * row[j] / m
        v = [v[j] - lr * g[j] for j in range(d)]
    return np.array(v)


# %% tags=["right", "id:column"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    w0 = np.reshape(w, (-1, 1)).astype(float)
    target = np.reshape(y_i, (-1, 1))
    v = w0.copy()
    for step in range(1, steps + 1):
        gradient = (2.0 / X_i.shape[0]) * np.dot(X_i.T, np.dot(X_i, v) - target)
        v -= lr * (gradient + mu * (v - w0))
    return v  # (d, 1)


# %% tags=["right", "id:class-with-asserts"]
class Client:
    def __init__(self, X, y):
        self.X, self.y = np.asarray(X, float), np.asarray(y, float)

    def gradient(self, v):
        return 2 * self.X.T @ (self.X @ v - self.y) / self.y.shape[0]

    def work(self, w: np.ndarray, lr: float, mu: float, steps: int) -> np.ndarray:
        anchor = np.array(w, float)
        v = anchor.copy()
        for _ in range(steps):
            v -= lr * self.gradient(v) + lr * mu * (v - anchor)
        assert v.shape == anchor.shape
        return v


def fedprox_local(w, X_i, y_i, lr, mu, steps):
    return Client(X_i, y_i).work(w, lr, mu, steps)


# %% tags=["right", "id:numerical-gradient"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    w = np.asarray(w, float)

    def h(v):
        return np.mean((y_i - X_i @ v) ** 2) + mu / 2 * np.sum((v - w) ** 2)

    v, t = w.copy(), 1e-3
    for _ in range(steps):  # central differences are exact for a quadratic, up to rounding
        grad = [(h(v + t * e) - h(v - t * e)) / (2 * t) for e in np.eye(len(w))]
        v = v - lr * np.array(grad)
    return v


# %% tags=["right", "id:einsum"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = +w
    for _ in range(steps):
        r = np.einsum("md,d->m", X_i, v) - y_i
        v = (1 - lr * mu) * v + lr * mu * w - 2 * lr * np.einsum("md,m->d", X_i, r) / len(r)
    return v


# %% tags=["right", "id:path-kept"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    path = np.empty((steps + 1, len(w)))
    path[0] = w
    for t in range(steps):
        residual = X_i @ path[t] - y_i
        path[t + 1] = path[t] - lr * (2 * X_i.T @ residual / len(X_i) + mu * (path[t] - path[0]))
    return path[-1]


# %% tags=["right", "id:tried-in-the-cell"]
def F(v, X, y):
    return np.mean((y - X @ v) ** 2)


def grad(v, X, y):
    return 2 / X.shape[0] * X.T @ (X @ v - y)


def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = np.copy(w)
    for _ in range(steps):
        v = v - lr * (grad(v, X_i, y_i) + mu * (v - w))
    return v


# the example by hand
w = np.array([1.0])
x = np.array([[1.0], [2.0], [1.0], [2.0]])
for steps in (1, 2):
    v = fedprox_local(w, x, np.array([1.0, 6.0, 1.0, 6.0]), 0.1, 2.0, steps)
    print(steps, v, F(v, x, np.array([1.0, 6.0, 1.0, 6.0])))
assert np.allclose(v, 2.04)


# %% tags=["right", "id:minus-sign-form"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    """Downhill direction -grad h, written with positive residuals y - Xv."""
    m = float(np.shape(X_i)[0])
    model = np.array(w, dtype=np.float64, copy=True)
    for _unused in np.arange(steps):
        down = np.dot(y_i - np.dot(X_i, model), X_i) * (2 / m) + np.multiply(mu, w - model)
        model = model + np.multiply(lr, down)
    return model


# %% tags=["right", "id:scipy-solve-and-power"]
from scipy.linalg import expm, pinv


def fedprox_local(w, X_i, y_i, lr, mu, steps):
    # fixed point v*, then v - v* = (I - lr (H + mu I))^steps (w - v*)
    m, d = X_i.shape
    M = 2 * X_i.T @ X_i / m + mu * np.eye(d)
    fixed = pinv(M) @ (2 * X_i.T @ y_i / m + mu * w)
    contraction = np.linalg.matrix_power(np.eye(d) - lr * M, steps)
    return fixed + contraction @ (w - fixed)


# %% tags=["right", "id:raise-left-standing"]
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    """Local model after gradient steps on F_i(v) + (mu/2) ||v - w||^2 (eq-fedprox-subproblem).

    w: (d,) array, the global model;  X_i: (m_i, d) array;  y_i: (m_i,) array.
    lr: step size > 0;  mu: number >= 0;  steps: integer >= 1.
    Returns v: (d,) array.
    """
    # YOUR CODE HERE
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(X_i) * (X_i.T @ (X_i @ v - y_i)) + mu * (v - w))
    return v
    raise NotImplementedError()


# %% tags=["right", "id:lambda"]
from functools import reduce

fedprox_local = lambda w, X_i, y_i, lr, mu, steps: reduce(
    lambda v, _: v - lr * (2 * X_i.T @ (X_i @ v - y_i) / len(y_i) + mu * (v - w)), range(steps), w
)


# %% tags=["wrong", "id:leash-moves", "loses:fedprox-local-tests"]
# why: the leash is tied to the model of the step before, not to the global model w of (7.10).
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v, anchor = w.copy(), w.copy()
    for _ in range(steps):
        grad = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - anchor)
        anchor = v
        v = v - lr * grad
    return v


# %% tags=["wrong", "id:alias", "loses:fedprox-local-tests"]
# why: v and w are the same array, so the pull is always zero (and the global model is overwritten).
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v -= lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:half-pull", "loses:fedprox-local-tests"]
# why: the derivative of mu/2 |v - w|^2 is mu (v - w), not half of it.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu / 2 * (v - w))
    return v


# %% tags=["wrong", "id:sign-of-pull", "loses:fedprox-local-tests"]
# why: the leash pushes away from w.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (w - v))
    return v


# %% tags=["wrong", "id:sum-not-mean", "loses:fedprox-local-tests"]
# why: F_i is the mean of the squares; this is the gradient of their sum.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:no-factor-two", "loses:fedprox-local-tests"]
# why: the gradient (3.2) has the factor 2 / m_i.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (X_i.T @ (X_i @ v - y_i) / len(y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:gradient-frozen", "loses:fedprox-local-tests"]
# why: each step must use the gradient at v; here it stays the one at w.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    g = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)
    v = w
    for _ in range(steps):
        v = v - lr * (g + mu * (v - w))
    return v


# %% tags=["wrong", "id:one-step-less", "loses:fedprox-local-tests"]
# why: range(1, steps) does one step too few.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(1, steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:exact-minimiser", "loses:fedprox-local-tests"]
# why: the task asks for the model after so many steps, this is the minimiser of h; steps and lr are ignored.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    m, d = X_i.shape
    return np.linalg.lstsq(
        2 / m * X_i.T @ X_i + mu * np.eye(d), 2 / m * X_i.T @ y_i + mu * w, rcond=None
    )[0]


# %% tags=["wrong", "id:one-sample-per-step", "loses:fedprox-local-tests"]
# why: "all of its data in each step"; this takes one sample per step, as SGD does.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for s in range(steps):
        x, t = X_i[s % len(y_i)], y_i[s % len(y_i)]
        v = v - lr * (2 * x * (x @ v - t) + mu * (v - w))
    return v


# %% tags=["wrong", "id:epochs-of-sgd", "loses:fedprox-local-tests"]
# why: a step is taken as a pass over the samples one by one, not as one gradient step with all data.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        for x, t in zip(X_i, y_i):
            v = v - lr / len(y_i) * (2 * x * (x @ v - t) + mu * (v - w))
    return v


# %% tags=["wrong", "id:update-returned", "loses:fedprox-local-tests"]
# why: returns the update v - w, where the local model v is asked.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v - w


# %% tags=["wrong", "id:pull-without-step-size", "loses:fedprox-local-tests"]
# why: the pull is not multiplied by the step size.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * 2 / len(y_i) * X_i.T @ (X_i @ v - y_i) - mu * (v - w)
    return v


# %% tags=["wrong", "id:weight-decay", "loses:fedprox-local-tests"]
# why: the pull leads to the origin (ridge), not to the global model.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * v)
    return v


# %% tags=["wrong", "id:one-after-the-other", "loses:fedprox-local-tests"]
# why: the pull is taken after the step on F, at the new v; a gradient step on h takes both at the same v.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
        v = v - lr * mu * (v - w)
    return v


# %% tags=["wrong", "id:no-leash", "loses:fedprox-local-tests"]
# why: mu is ignored: this is FedAvg.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)
    return v


# %% tags=["wrong", "id:norm-not-squared", "loses:fedprox-local-tests"]
# why: the gradient of |v - w| instead of that of |v - w|^2 / 2.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        length = np.linalg.norm(v - w)
        pull = mu * (v - w) / length if length > 0 else 0 * w
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + pull)
    return v


# %% tags=["wrong", "id:start-at-zero", "loses:fedprox-local-tests"]
# why: the client starts at the global model w, not at zero.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = np.zeros(len(w))
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:mean-over-parameters", "loses:fedprox-local-tests"]
# why: divides by the number of parameters d instead of the number of samples m_i.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (2 / X_i.shape[1] * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:leash-shared-by-samples", "loses:fedprox-local-tests"]
# why: the leash is divided by the number of samples, too; in (7.10) it is outside of the mean.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr / len(y_i) * (2 * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
    return v


# %% tags=["wrong", "id:mean-of-the-path", "loses:fedprox-local-tests"]
# why: returns the mean of the iterates, not the last one.
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v, total = w, 0 * w
    for _ in range(steps):
        v = v - lr * (2 / len(y_i) * X_i.T @ (X_i @ v - y_i) + mu * (v - w))
        total = total + v
    return total / steps
