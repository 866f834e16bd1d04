# ruff: noqa
# %% tags=["right", "id:while"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros(len(q))
    steps = 0
    while np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q / 2) > tol and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["right", "id:for-return"]
def descend(Q, q, eta, tol, max_steps):
    p = q.shape[0]
    w = np.zeros(p)
    for step in range(max_steps):
        gradient = 2 * np.dot(Q, w) + q
        if np.linalg.norm(gradient) / np.linalg.norm(q) <= tol:
            return w, step
        w = w - eta * gradient
    return w, max_steps


# %% tags=["right", "id:half-gradient-in-place"]
def descend(Q, q, eta, tol, max_steps):
    half = np.array(q, dtype=float) / 2
    w, made = np.zeros_like(half), 0
    g = half.copy()
    limit = tol * np.sqrt(half @ half)
    while made < max_steps and np.sqrt(g @ g) > limit:
        w -= 2 * eta * g
        g = Q @ w + half
        made += 1
    return w, made


# %% tags=["right", "id:generator"]
import itertools


def _walk(Q, q, eta):
    w = np.zeros(q.size)
    while True:
        yield w
        w = w - eta * (2 * (Q @ w) + q)


def descend(Q, q, eta, tol, max_steps):
    r = lambda w: np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q / 2)
    for steps, w in enumerate(itertools.islice(_walk(Q, q, eta), max_steps + 1)):
        if r(w) <= tol:
            break
    return w, steps


# %% tags=["right", "id:pure-python"]
def descend(Q, q, eta, tol, max_steps):
    p = len(q)
    w = [0.0] * p
    size = sum((float(b) / 2) ** 2 for b in q) ** 0.5
    steps = 0
    while True:
        g = [sum(float(Q[a][c]) * w[c] for c in range(p)) + float(q[a]) / 2 for a in range(p)]
        r = sum(x * x for x in g) ** 0.5 / size
        if r <= tol or steps == max_steps:
            return np.array(w), steps
        w = [w[a] - 2 * eta * g[a] for a in range(p)]
        steps += 1


# %% tags=["right", "id:class"]
class Walker:
    def __init__(self, Q, q, eta):
        self.Q, self.q, self.eta = np.asarray(Q, float), np.asarray(q, float), eta
        self.w, self.steps = np.zeros(len(q)), 0

    @property
    def residual(self):
        return np.linalg.norm(self.Q.dot(self.w) + self.q / 2) / np.linalg.norm(self.q / 2)

    def step(self):
        self.w = self.w - self.eta * (2 * self.Q.dot(self.w) + self.q)
        self.steps += 1


def descend(Q, q, eta, tol, max_steps):
    walker = Walker(Q, q, eta)
    while not walker.residual <= tol and walker.steps < max_steps:
        walker.step()
    return walker.w, walker.steps


# %% tags=["right", "id:history"]
def descend(Q, q, eta, tol, max_steps):
    path = [np.zeros(len(q))]
    residuals = [1.0]
    while residuals[-1] > tol:
        if len(path) > max_steps:
            break
        path.append(path[-1] - eta * (2 * Q @ path[-1] + q))
        residuals.append(np.linalg.norm(Q @ path[-1] + q / 2) / np.linalg.norm(q / 2))
    # print(residuals)
    return path[-1], len(path) - 1


# %% tags=["right", "id:homogeneous-matrix"]
def descend(Q, q, eta, tol, max_steps):
    """One step is one product with a matrix, if a coordinate 1 is appended."""
    p = len(q)
    M = np.zeros((p + 1, p + 1))
    M[:p, :p] = np.eye(p) - 2 * eta * Q
    M[:p, p] = -eta * q
    M[p, p] = 1
    z = np.append(np.zeros(p), 1.0)
    half = np.linalg.norm(q) / 2
    steps = 0
    while steps < max_steps:
        if np.linalg.norm(Q @ z[:p] + q / 2) <= tol * half:
            break
        z = M @ z
        steps = steps + 1
    return z[:p], steps


# %% tags=["right", "id:column-vectors-scipy"]
import scipy.linalg


def descend(Q, q, eta, tol, max_steps):
    q = np.reshape(q, (-1, 1)) * 1.0
    w = np.zeros(q.shape)
    start = scipy.linalg.norm(q / 2)
    steps = 0
    for steps in range(max_steps + 1):
        g = Q @ w + q / 2
        if scipy.linalg.norm(g) / start <= tol or steps == max_steps:
            break
        w = w - eta * 2 * g
    return w, steps


# %% tags=["wrong", "id:half-step", "loses:descend-tests"]
# why: steps along Qw + q/2 without the factor 2 of (4.2), so other places and twice the steps.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    g = q / 2
    while np.linalg.norm(g) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        w = w - eta * g
        g = Q @ w + q / 2
        steps += 1
    return w, steps


# %% tags=["wrong", "id:gradient-without-two", "loses:descend-tests"]
# why: steps along Qw + q, so the walk ends at another place than the minimum; (4.2) has 2Qw + q.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        w = w - eta * (Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:do-while", "loses:descend-tests"]
# why: makes a step before it looks; "if the start is good enough, that is 0" (also for max_steps = 0).
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while True:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
        if np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q / 2) <= tol or steps >= max_steps:
            return w, steps


# %% tags=["wrong", "id:absolute-residual", "loses:descend-tests"]
# why: the residual is not divided by the norm of q/2, as (4.9) says.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:change-of-w", "loses:descend-tests"]
# why: stops when w changes little; the text wants the residual at most tol.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps:
        new = w - eta * (2 * Q @ w + q)
        steps += 1
        done = np.linalg.norm(new - w) <= tol * np.linalg.norm(new)
        w = new
        if done:
            break
    return w, steps


# %% tags=["wrong", "id:no-limit", "loses:descend-tests"]
# why: max_steps is ignored (bounded only so that this terminates), but at most max_steps may be made.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps < 20_000:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:one-too-many", "loses:descend-tests"]
# why: steps <= max_steps lets max_steps + 1 steps happen.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps <= max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:old-residual", "loses:descend-tests"]
# why: looks at the residual of the place before the step, so one step more than needed is made.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    r = 1.0
    while r > tol and steps < max_steps:
        g = 2 * Q @ w + q
        r = np.linalg.norm(g) / np.linalg.norm(q)
        w = w - eta * g
        steps += 1
    return w, steps


# %% tags=["wrong", "id:halved-twice", "loses:descend-tests"]
# why: divides the norm of Qw + q/2 by the norm of q instead of q/2, so it stops at twice the tolerance.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q) > tol and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:largest-entry", "loses:descend-tests"]
# why: measures by the largest entry; (4.9) is in the Euclidean norm.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.abs(Q @ w + q / 2).max() > tol * np.abs(q / 2).max() and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:returns-solution", "loses:descend-tests"]
# why: returns the exact minimum, not "the w that was reached".
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return np.linalg.solve(Q, -q / 2), steps


# %% tags=["wrong", "id:own-step-size", "loses:descend-tests"]
# why: ignores eta and takes the best step size.
def descend(Q, q, eta, tol, max_steps):
    ev = np.linalg.eigvalsh(Q)
    eta = 1 / (ev[0] + ev[-1])
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:strict", "loses:descend-tests"]
# why: goes on at r = tol (e.g. tol = 1 at the start, where r = 1); the text stops at r <= tol.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q / 2) >= tol and steps < max_steps:
        w = w - eta * (2 * Q @ w + q)
        steps += 1
    return w, steps


# %% tags=["wrong", "id:counts-places", "loses:descend-tests"]
# why: returns the number of places including the start, one more than the steps made.
def descend(Q, q, eta, tol, max_steps):
    path = [np.zeros(len(q))]
    while (
        np.linalg.norm(Q @ path[-1] + q / 2) > tol * np.linalg.norm(q / 2)
        and len(path) <= max_steps
    ):
        path.append(path[-1] - eta * (2 * Q @ path[-1] + q))
    return path[-1], len(path)


# %% tags=["wrong", "id:place-before", "loses:descend-tests"]
# why: returns the place before the last step together with the right number of steps.
def descend(Q, q, eta, tol, max_steps):
    w, last, steps = np.zeros(len(q)), np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        last, w = w, w - eta * (2 * Q @ w + q)
        steps += 1
    return last, steps


# %% tags=["wrong", "id:squared-residual", "loses:descend-tests"]
# why: compares the squared norm with tol, so it stops at the root of tol.
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    g = q / 2
    while g @ g > tol * (q / 2) @ (q / 2) and steps < max_steps:
        w = w - 2 * eta * g
        g = Q @ w + q / 2
        steps += 1
    return w, steps
