# ruff: noqa: B007, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:algorithm-of-the-chapter"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros_like(q)
    g = Q @ w + q / 2
    steps = 0
    while np.linalg.norm(g) > tol * np.linalg.norm(q / 2) and steps < max_steps:
        w = w - 2 * eta * g
        g = Q @ w + q / 2
        steps += 1
    return w, steps


# %% tags=["right", "id:for-and-return"]
def descend(Q, q, eta, tol, max_steps):
    w = [0.0] * len(q)
    for t in range(max_steps):
        gradient = 2 * np.dot(Q, w) + q
        if np.sqrt(sum(gradient**2)) / np.sqrt(sum(q**2)) <= tol:
            return w, t
        w = [a - eta * b for a, b in zip(w, gradient, strict=True)]
    return w, max_steps


# %% tags=["right", "id:by-eigenvectors"]
def descend(Q, q, eta, tol, max_steps):
    eigenvalues, U = np.linalg.eigh(Q)
    goal = -np.linalg.solve(Q, q) / 2
    c = U.T @ -goal
    for t in range(max_steps + 1):
        error = c * (1 - 2 * eta * eigenvalues) ** t
        if t == max_steps or np.linalg.norm(eigenvalues * error) <= tol * np.linalg.norm(q) / 2:
            break
    return goal + U @ error, t


# %% tags=["right", "id:column-vectors"]
def descend(Q, q, eta, tol, max_steps):
    q = q.reshape(-1, 1)
    w, k = np.zeros((len(q), 1)), 0
    while True:
        r = np.linalg.norm(Q @ w + q / 2) / np.linalg.norm(q / 2)
        if r <= tol or k >= max_steps:
            return np.matrix(w), np.float64(k)
        w, k = w - eta * (2 * Q @ w + q), k + 1


# %% tags=["right", "id:recursion"]
def descend(Q, q, eta, tol, max_steps):
    def walk(w, steps):
        half = Q @ w + q / 2
        if steps == max_steps or half @ half <= tol**2 * (q @ q) / 4:
            return w, steps
        return walk(w - 2 * eta * half, steps + 1)

    return walk(np.zeros(len(q)), 0)


# %% tags=["right", "id:in-place-and-sparse"]
from scipy import sparse


def descend(Q, q, eta, tol, max_steps):
    M = sparse.csr_array(np.eye(len(q)) - 2 * eta * Q)
    shift = eta * q
    scale = np.linalg.norm(q)
    w = np.zeros(len(q))
    count = 0
    while count < max_steps and np.linalg.norm(2 * (Q @ w) + q) > tol * scale:
        w = M @ w
        w -= shift
        count += 1
    return [w, count]


# %% tags=["wrong", "id:absolute-residual", "says:before it is divided"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol:
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:absolute-gradient", "says:gradient is compared with tol"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(2 * Q @ w + q) > tol:
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:whole-gradient-over-half-q", "says:residual is half of it"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(2 * Q @ w + q) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:length-of-the-step", "says:length of the last step"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros(len(q))
    for t in range(1, max_steps + 1):
        new = w - eta * (2 * Q @ w + q)
        if np.linalg.norm(new - w) <= tol:
            return new, t
        w = new
    return w, max_steps


# %% tags=["wrong", "id:true-error", "says:nobody can observe"]
def descend(Q, q, eta, tol, max_steps):
    goal = -np.linalg.solve(Q, q) / 2
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(w - goal) > tol * np.linalg.norm(goal):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:max-steps-ignored", "says:max_steps is not kept"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:never-stops-early", "says:should stop by the residual"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros(len(q))
    for _ in range(max_steps):
        w = w - eta * (2 * Q @ w + q)
    return w, max_steps


# %% tags=["wrong", "id:checks-after-the-step", "says:One step too many"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while True:
        small = np.linalg.norm(Q @ w + q / 2) <= tol * np.linalg.norm(q / 2)
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
        if small or steps >= max_steps:
            return w, steps


# %% tags=["wrong", "id:start-counted", "says:one too many"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps + 1


# %% tags=["wrong", "id:index-of-the-last-step", "says:one too few"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros(len(q))
    for t in range(max_steps):
        w = w - eta * (2 * Q @ w + q)
        if np.linalg.norm(Q @ w + q / 2) <= tol * np.linalg.norm(q / 2):
            break
    return w, t


# %% tags=["wrong", "id:one-step-before", "says:one step before"]
def descend(Q, q, eta, tol, max_steps):
    w = np.zeros(len(q))
    for t in range(1, max_steps + 1):
        new = w - eta * (2 * Q @ w + q)
        if np.linalg.norm(Q @ new + q / 2) <= tol * np.linalg.norm(q / 2):
            return w, t
        w = new
    return w, max_steps


# %% tags=["wrong", "id:factor-two-missing", "says:factor 2 is missing"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (Q @ w + q / 2), steps + 1
    return w, steps


# %% tags=["wrong", "id:uphill", "says:walks uphill"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w + eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:swapped", "says:other order"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and np.linalg.norm(Q @ w + q / 2) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return steps, w


# %% tags=["wrong", "id:all-places", "says:only the last is wanted"]
def descend(Q, q, eta, tol, max_steps):
    path, steps = [np.zeros(len(q))], 0
    while steps < max_steps and (
        np.linalg.norm(Q @ path[-1] + q / 2) > tol * np.linalg.norm(q / 2)
    ):
        path.append(path[-1] - eta * (2 * Q @ path[-1] + q))
        steps += 1
    return np.array(path), steps


# %% tags=["wrong", "id:largest-entry", "says:largest entry"]
def descend(Q, q, eta, tol, max_steps):
    w, steps = np.zeros(len(q)), 0
    while steps < max_steps and max(abs(Q @ w + q / 2)) > tol * np.linalg.norm(q / 2):
        w, steps = w - eta * (2 * Q @ w + q), steps + 1
    return w, steps


# %% tags=["wrong", "id:solves-instead", "says:should stop by the residual"]
def descend(Q, q, eta, tol, max_steps):
    return -np.linalg.solve(Q, q) / 2, 0
