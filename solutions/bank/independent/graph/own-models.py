# ruff: noqa
# %% tags=["right", "id:null-space-two-ends"]
from scipy.linalg import null_space


def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    # average 0 and zero at my node: two linear conditions
    Q = null_space(np.array([np.ones(7), np.eye(7)[own_node]]))
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = (own_target - mu[0]) / (mu[-1] - mu[0])
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])


# %% tags=["right", "id:loops-and-bisection"]
def own_models():
    """Plain Python: from the smoothest of a hundred random vectors to the roughest one, halving the way."""
    import math
    import random

    others = [i for i in range(7) if i != own_node]

    def make(numbers):
        mean = sum(numbers) / 6
        numbers = [x - mean for x in numbers]
        norm = math.sqrt(sum(x * x for x in numbers))
        w = [0.0] * 7
        for i, x in zip(others, numbers):
            w[i] = x / norm
        return w

    def tv(w):
        total = 0.0
        for i in range(7):
            for j in range(i + 1, 7):
                total += float(own_weights[i, j]) * (w[i] - w[j]) ** 2
        return total

    generator = random.Random(5)
    some = [[generator.gauss(0, 1) for _ in range(6)] for _ in range(100)]
    some.sort(key=lambda v: tv(make(v)))
    low, high = some[0], some[-1]
    for _ in range(80):
        middle = [(a + b) / 2 for a, b in zip(make_six(make(low)), make_six(make(high)))]
        if tv(make(middle)) < own_target:
            low = middle
        else:
            high = middle
    return np.array(make(low))


def make_six(w):
    return [w[i] for i in range(7) if i != own_node]


# %% tags=["right", "id:tangent-of-the-angle"]
def own_models():
    # w(t) = cos(t) p + sin(t) q, divided by cos^2: a quadratic equation in tan(t)
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    rng = np.random.default_rng(0)
    keep = np.delete(np.arange(7), own_node)
    while True:
        M = np.zeros((7, 2))
        M[keep] = rng.normal(size=(6, 2))
        M[keep] -= M[keep].mean(axis=0)
        M = np.linalg.qr(M)[0]
        (a, b), (_, c) = M.T @ L @ M
        roots = np.roots([c - own_target, 2 * b, a - own_target])
        if np.all(np.isreal(roots)):
            t = np.arctan(np.real(roots[0]))
            return M @ [np.cos(t), np.sin(t)]


# %% tags=["right", "id:fsolve"]
from scipy.optimize import fsolve


def own_models():
    # three of the six free models are guessed, the other three follow from three equations
    free = [i for i in range(7) if i != own_node]
    rng = np.random.default_rng(2)

    for attempt in range(2000):
        rng.shuffle(free)
        guess = rng.normal(size=3) / 3

        def models(unknown):
            w = np.zeros(7)
            w[free[:3]] = guess
            w[free[3:]] = unknown
            return w

        def equations(unknown):
            w = models(unknown)
            tv = sum(own_weights[i, j] * (w[i] - w[j]) ** 2 for i in range(7) for j in range(i))
            return [w.sum(), w @ w - 1, tv - own_target]

        unknown, _, success, _ = fsolve(equations, rng.normal(size=3), full_output=True, xtol=1e-12)
        if success == 1 and np.max(np.abs(equations(unknown))) < 1e-10:
            return models(unknown)
    raise RuntimeError("no guess was good")


# %% tags=["right", "id:least-squares"]
from scipy.optimize import least_squares


def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    fill = np.delete(np.eye(7), own_node, axis=1)  # six numbers to seven, with 0 at my node

    def residuals(v):
        w = fill @ v
        return np.array([w.mean(), w @ w - 1, w @ L @ w - own_target])

    best = None
    for seed in range(20):
        start = np.random.default_rng(seed).normal(size=6)
        result = least_squares(residuals, start, xtol=1e-15, ftol=1e-15, gtol=1e-15)
        if best is None or result.cost < best.cost:
            best = result
    return (fill @ best.x)[:, None]


# %% tags=["right", "id:slsqp"]
from scipy.optimize import minimize


def own_models():
    """The vector nearest to a guess that meets the four conditions."""
    L = np.diag(own_weights.sum(axis=0)) - own_weights
    conditions = [
        {"type": "eq", "fun": lambda w: np.sum(w)},
        {"type": "eq", "fun": lambda w: w @ w - 1},
        {"type": "eq", "fun": lambda w: w @ L @ w - own_target},
        {"type": "eq", "fun": lambda w: w[own_node]},
    ]
    rng = np.random.default_rng(11)
    for _ in range(200):
        guess = rng.normal(size=7) / 7**0.5
        result = minimize(
            lambda w: np.sum((w - guess) ** 2),
            guess,
            method="SLSQP",
            constraints=conditions,
            options={"ftol": 1e-15, "maxiter": 500},
        )
        if max(abs(c["fun"](result.x)) for c in conditions) < 1e-9:
            return result.x


# %% tags=["right", "id:signs-of-a-basis"]
def own_models():
    # Over all signs, sum of +-q_i / sqrt(5) has the average TV trace/5, which is about my target.
    # So one choice of signs is below and one above (or equal); then turn one into the other.
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    conditions = np.column_stack([np.ones(7), np.eye(7)[:, own_node]])
    Q = np.linalg.svd(conditions, full_matrices=True)[0][:, 2:]
    tv = lambda w: float(w @ L @ w)
    candidates = [Q[:, i] for i in range(5)]
    for number in range(32):
        signs = np.array([1.0 if number >> bit & 1 else -1.0 for bit in range(5)])
        candidates.append(Q @ signs / np.sqrt(5))
    candidates.sort(key=tv)
    low, high = candidates[0], candidates[-1]
    assert tv(low) <= own_target <= tv(high)
    for _ in range(200):
        middle = low + high
        if np.linalg.norm(middle) < 1e-6:
            middle = low + 0.9 * high
        middle = middle / np.linalg.norm(middle)
        if tv(middle) < own_target:
            low = middle
        else:
            high = middle
    return high


# %% tags=["right", "id:projector-and-neighbours"]
def own_models():
    """Mixes two neighbouring eigenvectors of P L P, with P the projector onto what is allowed."""
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    a = np.ones(7)
    a[own_node] = 0
    P = np.eye(7) - np.outer(a, a) / 6
    P[own_node, own_node] = 0
    values, U = np.linalg.eigh(P @ L @ P)
    # the two directions that P removes have the eigenvalue 0, the other five are positive
    values, U = values[2:], U[:, 2:]
    j = int(np.searchsorted(values, own_target))
    i = j - 1
    t = (own_target - values[i]) / (values[j] - values[i])
    w = np.sqrt(1 - t) * U[:, i] - np.sqrt(t) * U[:, j]
    w[own_node] = 0.0
    return w


# %% tags=["right", "id:earlier-tasks"]
from scipy.optimize import brentq


def own_models():
    # uses laplacian of task 2 and total_variation of task 3
    L = np.asarray(laplacian(own_weights))
    keep = [i for i in range(7) if i != own_node]
    # Helmert's contrasts of the six other nodes: orthonormal, each with the sum 0
    H = np.zeros((7, 5))
    for c in range(5):
        H[keep[: c + 1], c] = 1
        H[keep[c + 1], c] = -(c + 1)
        H[:, c] /= np.sqrt((c + 1) * (c + 2))
    U = np.linalg.eigh(H.T @ L @ H)[1]
    smooth, rough = H @ U[:, 0], H @ U[:, 4]

    def excess(angle):
        w = np.cos(angle) * smooth + np.sin(angle) * rough
        return float(total_variation(own_weights, w.reshape(7, 1), np.ones(1))) - own_target

    angle = brentq(excess, 0, np.pi / 2, xtol=1e-14)
    return np.cos(angle) * smooth + np.sin(angle) * rough


# %% tags=["right", "id:generalised-eigenproblem"]
import scipy.linalg as sla


def own_models():
    """Any basis will do, if its lengths and angles are counted: L' z = mu G z."""
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    others = np.flatnonzero(np.arange(7) != own_node)
    # w = e_first - e_other, five of them: sum 0, and 0 at my node, but not orthogonal
    B = np.zeros((7, 5))
    B[others[0], :] = 1
    B[others[1:], np.arange(5)] = -1
    mu, Z = sla.eigh(B.T @ L @ B, B.T @ B)
    c = (mu[4] - own_target) / (mu[4] - mu[0])
    z = c**0.5 * Z[:, 0] + (1 - c) ** 0.5 * Z[:, 4]
    return B @ z


# %% tags=["right", "id:newton-minimal-steps"]
def own_models():
    # Newton's method for four equations in seven unknowns: the shortest step each time (pinv)
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    e = np.zeros(7)
    e[own_node] = 1.0
    rng = np.random.default_rng(3)
    for attempt in range(100):
        w = rng.standard_normal(7)
        w /= np.linalg.norm(w)
        for step in range(60):
            F = np.array([w.sum(), w[own_node], w @ w - 1, w @ L @ w - own_target])
            if np.abs(F).max() < 1e-13:
                return w
            J = np.array([np.ones(7), e, 2 * w, 2 * L @ w])
            w = w - np.linalg.pinv(J) @ F
        if np.abs(F).max() < 1e-11:
            return w


# %% tags=["right", "id:all-five-eigenvectors"]
def own_models():
    # squared coefficients that fall or rise with mu like exp(b mu), so that their mean is my target
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    X = np.eye(7) - 1 / 7
    X = X - np.outer(X[:, own_node], X[own_node]) / X[own_node, own_node]  # projector
    mu, U = np.linalg.eigh(X @ L @ X + 1000 * (np.eye(7) - X))
    mu, U = mu[:5], U[:, :5]

    def shares(b):
        q = np.exp(b * (mu - mu.mean()))
        return q / q.sum()

    low, high = -20.0, 20.0
    for _ in range(200):
        b = (low + high) / 2
        if shares(b) @ mu < own_target:
            low = b
        else:
            high = b
    return U @ np.sqrt(shares(b))


# %% tags=["right", "id:computed-before"]
# all of it outside of the function, which hands out a list
_keep = [i for i in range(7) if i != own_node]
_C = np.eye(6) - 1 / 6
_lap = (np.diag(own_weights.sum(axis=1)) - own_weights)[np.ix_(_keep, _keep)]
_mu, _U = np.linalg.eigh(_C @ _lap @ _C)
# _U[:, 0] is the constant vector, with the eigenvalue 0
_s = (own_target - _mu[1]) / (_mu[-1] - _mu[1])
_six = np.sqrt(1 - _s) * _U[:, 1] + np.sqrt(_s) * _U[:, -1]
_models = np.insert(_six, own_node, 0.0).tolist()


def own_models():
    return _models


# %% tags=["right", "id:gradient-flow"]
def own_models():
    """Walks downhill (or uphill) in TV on the sphere of what is allowed, until the target is passed."""
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    mask = np.ones(7)
    mask[own_node] = 0

    def tidy(w):
        w = w * mask
        w = w - mask * (w.sum() / 6)
        return w / np.linalg.norm(w)

    w = tidy(np.sin(np.arange(1.0, 8.0) ** 2))
    direction = np.sign(own_target - w @ L @ w)
    step = 0.02
    while step > 1e-17:
        new = tidy(w + direction * step * (L @ w))
        if direction * (new @ L @ new - own_target) > 0:
            step /= 2
        else:
            w = new
        if abs(w @ L @ w - own_target) < 1e-12:
            break
    return w


# %% tags=["wrong", "id:node-forgotten", "loses:own-models-tests"]
# why: "w_j = 0 for j = own_node": eigenvectors of L are mixed as in (b), and are not 0 at the node.
def own_models():
    values, U = np.linalg.eigh(np.diag(own_weights.sum(axis=1)) - own_weights)
    part = (own_target - values[1]) / (values[-1] - values[1])
    return np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]


# %% tags=["wrong", "id:zeroed-afterwards", "loses:own-models-tests"]
# why: puts the 0 into the vector of (b) afterwards; then average, norm and variation are wrong.
def own_models():
    values, U = np.linalg.eigh(np.diag(own_weights.sum(axis=1)) - own_weights)
    part = (own_target - values[1]) / (values[-1] - values[1])
    w = np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]
    w[own_node] = 0
    return w


# %% tags=["wrong", "id:shifted-to-zero", "loses:own-models-tests"]
# why: shifts all models so that the one at the node is 0: TV stays, but the average is no longer 0.
def own_models():
    values, U = np.linalg.eigh(np.diag(own_weights.sum(axis=1)) - own_weights)
    part = (own_target - values[1]) / (values[-1] - values[1])
    w = np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]
    return w - w[own_node]


# %% tags=["wrong", "id:repaired-afterwards", "loses:own-models-tests"]
# why: sets the 0, then restores average and norm; the variation is no longer own_target.
def own_models():
    values, U = np.linalg.eigh(np.diag(own_weights.sum(axis=1)) - own_weights)
    part = (own_target - values[1]) / (values[-1] - values[1])
    w = np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]
    others = np.arange(7) != own_node
    w[~others] = 0
    w[others] -= w[others].mean()
    return w / np.linalg.norm(w)


# %% tags=["wrong", "id:node-removed", "loses:own-models-tests"]
# why: "without the sensor of your node": takes the node out of the graph with its edges; but TV(w) still counts them, A_ij w_i^2.
def own_models():
    keep = np.arange(7) != own_node
    A = own_weights[np.ix_(keep, keep)]
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    part = np.clip((own_target - values[1]) / (values[-1] - values[1]), 0, 1)
    w = np.zeros(7)
    w[keep] = np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]
    return w


# %% tags=["wrong", "id:six-models", "loses:own-models-tests"]
# why: returns the six models of the other nodes; w has seven.
def own_models():
    keep = np.arange(7) != own_node
    L = (np.diag(own_weights.sum(axis=1)) - own_weights)[np.ix_(keep, keep)]
    C = np.eye(6) - 1 / 6
    values, U = np.linalg.eigh(C @ L @ C)
    part = (own_target - values[1]) / (values[-1] - values[1])
    return np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]


# %% tags=["wrong", "id:zero-at-the-end", "loses:own-models-tests"]
# why: the 0 is appended after the six other models instead of put at own_node (one place early or late if the node is the last).
def own_models():
    keep = np.arange(7) != own_node
    L = (np.diag(own_weights.sum(axis=1)) - own_weights)[np.ix_(keep, keep)]
    C = np.eye(6) - 1 / 6
    values, U = np.linalg.eigh(C @ L @ C)
    part = (own_target - values[1]) / (values[-1] - values[1])
    six = np.sqrt(1 - part) * U[:, 1] + np.sqrt(part) * U[:, -1]
    return np.append(six, 0.0) if own_node < 6 else np.insert(six, 0, 0.0)


# %% tags=["wrong", "id:grounded-laplacian", "loses:own-models-tests"]
# why: row and column of the node are deleted from L, which sees to w_j = 0; but "average 0" is forgotten.
def own_models():
    keep = np.arange(7) != own_node
    L = (np.diag(own_weights.sum(axis=1)) - own_weights)[np.ix_(keep, keep)]
    values, U = np.linalg.eigh(L)
    part = np.clip((own_target - values[0]) / (values[-1] - values[0]), 0, 1)
    w = np.zeros(7)
    w[keep] = np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1]
    return w


# %% tags=["wrong", "id:stretched", "loses:own-models-tests"]
# why: stretches an allowed vector until TV is own_target; then its norm is not 1.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    w = np.zeros(7)
    w[np.arange(7) != own_node] = [1, 2, 3, -1, -2, -3]
    return w * np.sqrt(own_target / (w @ L @ w))


# %% tags=["wrong", "id:edges-twice", "loses:own-models-tests"]
# why: sums over all ordered pairs, so each edge counts twice and the true TV is own_target / 2.
def own_models():
    L = 2 * (np.diag(own_weights.sum(axis=1)) - own_weights)
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = np.clip((own_target - mu[0]) / (mu[-1] - mu[0]), 0, 1)
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])


# %% tags=["wrong", "id:weights-ignored", "loses:own-models-tests"]
# why: every edge counts with weight 1, not A_ij.
def own_models():
    A = (own_weights > 0).astype(float)
    L = np.diag(A.sum(axis=1)) - A
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = np.clip((own_target - mu[0]) / (mu[-1] - mu[0]), 0, 1)
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])


# %% tags=["wrong", "id:standard-deviation-one", "loses:own-models-tests"]
# why: standardises, mean of squares 1 instead of sum 1, and looks for TV = own_target at this length.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = np.clip((own_target / 7 - mu[0]) / (mu[-1] - mu[0]), 0, 1)
    w = Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])
    return w / w.std()


# %% tags=["wrong", "id:nearest-eigenvector", "loses:own-models-tests"]
# why: the allowed eigenvector whose eigenvalue is nearest to own_target; near is not equal.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    return Q @ U[:, np.argmin(np.abs(mu - own_target))]


# %% tags=["wrong", "id:linear-mixture", "loses:own-models-tests"]
# why: mixes the end vectors linearly and normalises; TV is quadratic, the shares need roots.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = (own_target - mu[0]) / (mu[-1] - mu[0])
    w = Q @ ((1 - part) * U[:, 0] + part * U[:, -1])
    return w / np.linalg.norm(w)


# %% tags=["wrong", "id:numbered-from-one", "loses:own-models-tests"]
# why: takes own_node for numbered from 1, so the 0 is at the node before it.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node - 1]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = np.clip((own_target - mu[0]) / (mu[-1] - mu[0]), 0, 1)
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])


# %% tags=["wrong", "id:two-decimals", "loses:own-models-tests"]
# why: "with at least seven digits each": two decimals are kept.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = (own_target - mu[0]) / (mu[-1] - mu[0])
    return np.round(Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1]), 2)


# %% tags=["wrong", "id:best-of-random", "loses:own-models-tests"]
# why: the best of two hundred random allowed vectors; its TV is close to own_target, not equal.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    w = np.random.default_rng(0).normal(size=(200, 7))
    others = np.arange(7) != own_node
    w[:, own_node] = 0
    w[:, others] -= w[:, others].mean(axis=1, keepdims=True)
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    tv = np.einsum("ri,ij,rj->r", w, L, w)
    return w[np.argmin(np.abs(tv - own_target))]


# %% tags=["wrong", "id:absolute-differences", "loses:own-models-tests"]
# why: sums A_ij |w_i - w_j|, the norm is not squared, and bends one allowed vector into another until that is own_target.
from scipy.optimize import minimize_scalar


def own_models():
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T

    def vector(t):
        return Q @ np.array([np.cos(t), np.sin(t), 0, 0, 0])

    def miss(t):
        w = vector(t)
        return (np.sum(np.triu(own_weights) * np.abs(w[:, None] - w[None, :])) - own_target) ** 2

    return vector(minimize_scalar(miss, bounds=(0, 3), method="bounded").x)


# %% tags=["wrong", "id:normalised-laplacian", "loses:own-models-tests"]
# why: uses the Laplacian divided by roots of the degrees, not (2.7).
def own_models():
    r = own_weights.sum(axis=1) ** -0.5
    L = np.eye(7) - r[:, None] * own_weights * r
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    # own_target is beyond all of its eigenvalues, "so take the largest"
    part = np.clip((own_target - mu[0]) / (mu[-1] - mu[0]), 0, 1)
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])


# %% tags=["wrong", "id:sum-of-norms", "loses:own-models-tests"]
# why: entries that add up to 1 in absolute value, "norm 1" of the wrong kind.
def own_models():
    L = np.diag(own_weights.sum(axis=1)) - own_weights
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = (own_target - mu[0]) / (mu[-1] - mu[0])
    w = Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])
    return w / np.abs(w).sum()


# %% tags=["wrong", "id:stations", "loses:own-models-tests"]
# why: the models of the first seven stations, centred and normalised, in place of constructed ones.
def own_models():
    w = W[:7, 0] - W[:7, 0].mean()
    w[own_node] = 0
    return w / np.linalg.norm(w)


# %% tags=["wrong", "id:finished-answer", "loses:own-models-tests"]
# why: calls flcourse.graph.laplacian under another name; the notebook gives no points for that.
from flcourse.graph import laplacian as matrix_of


def own_models():
    L = matrix_of(own_weights).toarray()
    Q = np.linalg.svd(np.array([np.ones(7), np.eye(7)[own_node]]))[2][2:].T
    mu, U = np.linalg.eigh(Q.T @ L @ Q)
    part = (own_target - mu[0]) / (mu[-1] - mu[0])
    return Q @ (np.sqrt(1 - part) * U[:, 0] + np.sqrt(part) * U[:, -1])
