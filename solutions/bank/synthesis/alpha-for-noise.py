# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq


def alpha_for_noise(A, sizes, s, limit):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    weight = s**2 * (1 / sizes) @ U**2 / len(A)

    def excess(alpha):
        return np.sum(weight / (1 + alpha * values) ** 2) - limit

    return 0 if excess(0) <= 0 else brentq(excess, 0, 1e5)


# %% tags=["right", "id:newton"]
def alpha_for_noise(A, sizes, s, limit):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=0)) - A)
    values = np.maximum(values, 0)
    weight = np.array([np.sum(U[:, k] ** 2 / sizes) for k in range(len(A))]) * s * s / len(A)
    alpha = 0.0
    for _ in range(200):
        f = weight @ (1 + alpha * values) ** -2.0 - limit
        if f <= 0 and alpha == 0:
            return 0.0
        alpha += f / (2 * weight @ (values * (1 + alpha * values) ** -3.0))
    return [alpha]


# %% tags=["right", "id:geometric-halving"]
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    L = np.diag(A.sum(axis=1)) - A

    def mean(alpha):
        B = np.linalg.solve(np.eye(n) + alpha * L, np.eye(n))
        return s**2 * sum(B[i, j] ** 2 / sizes[j] for i in range(n) for j in range(n)) / n

    if mean(0) <= limit:
        return 0
    low, high = 1e-6, 1e5
    for _ in range(60):
        middle = np.sqrt(low * high)
        if mean(middle) <= limit:
            high = middle
        else:
            low = middle
    return np.float64(high)


# %% tags=["right", "id:fine-grid-and-refinement"]
def alpha_for_noise(A, sizes, s, limit):
    values, U = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    weight = s**2 * (U**2).T @ (1 / sizes) / len(A)

    def means(alphas):
        return np.sum(weight / (1 + np.outer(alphas, values)) ** 2, axis=1)

    low, high = 0.0, 2e3
    for _ in range(6):
        grid = np.linspace(low, high, 1001)
        good = np.argmax(means(grid) <= limit)
        if good == 0:
            return grid[0]
        low, high = grid[good - 1], grid[good]
    return high


# %% tags=["right", "id:minimise-scalar"]
from scipy.optimize import root_scalar


def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def gap(a):
        B = np.linalg.inv(np.eye(len(A)) + np.exp(a) * L)
        return np.log(np.mean(s**2 * (B * B) @ (1 / sizes))) - np.log(limit)

    if np.mean(s**2 / sizes) <= limit:
        return 0.0
    return float(np.exp(root_scalar(gap, bracket=[-12, 10]).root))


# %% tags=["wrong", "id:worst-node", "says:not for the worst node"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.max(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:sum-over-nodes", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.sum(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:s-not-squared", "says:s is not squared"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:sizes-ignored", "says:numbers of labels are ignored"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ np.ones(len(sizes)))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:sizes-multiply", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ sizes)

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:b-not-squared", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:sums-squared", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * (B @ (1 / np.sqrt(sizes))) ** 2)

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:signless", "says:not D + A"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) + A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:halved", "says:alpha / 2"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low / 2


# %% tags=["wrong", "id:largest-that-fails", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return high * 1.1


# %% tags=["wrong", "id:never-zero", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.01, 1e4
    while high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return low


# %% tags=["wrong", "id:coarse-grid", "says:alpha_for_noise"]
def alpha_for_noise(A, sizes, s, limit):
    L = np.diag(A.sum(axis=1)) - A

    def variance(alpha):
        B = np.linalg.inv(np.eye(len(A)) + alpha * L)
        return np.mean(s**2 * B**2 @ (1 / sizes))

    low, high = 0.0, 1e4
    while variance(low) > limit and high - low > 1e-7 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle) > limit else (low, middle)
    return np.round(low + 0.3, 1)
