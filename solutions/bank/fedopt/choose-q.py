# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:minimize-scalar"]
from scipy.optimize import minimize_scalar


def choose_q(a, c, p, limit, qs):
    for q in qs:
        found = minimize_scalar(
            lambda v, q=q: np.sum(p * (a * (v - c) ** 2) ** (q + 1) / (q + 1)),
            bounds=(c.min(), c.max()),
            method="bounded",
            options={"xatol": 1e-9},
        )
        if np.max(a * (found.x - c) ** 2) <= limit:
            return q
    return np.inf


# %% tags=["right", "id:grid"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    losses = a[:, None] * (grid - c[:, None]) ** 2
    good = [q for q in qs if losses[:, np.argmin(p @ losses ** (q + 1))].max() <= limit]
    return min(good) if good else float("inf")


# %% tags=["right", "id:power-mean-grid-list"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(min(c), max(c), 9_001)
    F = np.array([a * (v - c) ** 2 for v in grid])
    answers = []
    for q in qs:
        M = ((F ** (q + 1)) @ p) ** (1 / (q + 1))
        if all(F[M.argmin()] <= limit):
            answers.append(q)
    return [answers[0]] if answers else [np.inf]


# %% tags=["right", "id:root-of-the-derivative"]
from scipy.optimize import brentq


def choose_q(a, c, p, limit, qs):
    best = np.inf
    for q in qs[::-1]:

        def slope(v, q=q):
            return float(np.sum(p * a ** (q + 1) * np.abs(v - c) ** (2 * q + 1) * np.sign(v - c)))

        v = brentq(slope, c.min(), c.max(), xtol=1e-12)
        if (a * (v - c) ** 2).max() < limit:
            best = q
    return best


# %% tags=["right", "id:ternary-search"]
def choose_q(a, c, p, limit, qs):
    def f(v, q):
        F = a * (v - c) ** 2
        return (q + 1) * np.log(F.max()) + np.log(p @ (F / F.max()) ** (q + 1))

    for q in np.asarray(qs, dtype=float):
        low, high = c.min() - 1, c.max() + 1
        for _ in range(120):
            x, y = low + (high - low) / 3, high - (high - low) / 3
            if f(x, q) < f(y, q):
                high = y
            else:
                low = x
        if np.all(a * (low - c) ** 2 <= limit):
            return np.array(q)
    return np.array(np.inf)


# %% tags=["wrong", "id:mean-below-limit", "says:mean of the losses"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if p @ F[:, np.argmin(p @ F ** (q + 1))] <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:place-in-the-list", "says:place in the list"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for k, q in enumerate(qs):
        if F[:, np.argmin(p @ F ** (q + 1))].max() <= limit:
            return k
    return np.inf


# %% tags=["wrong", "id:fairest", "says:fairest"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    good = [q for q in qs if F[:, np.argmin(p @ F ** (q + 1))].max() <= limit]
    return max(good) if good else np.inf


# %% tags=["wrong", "id:weights-ignored", "says:weights p are ignored"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(np.sum(F ** (q + 1), axis=0))].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:exponent-q", "says:choose_q"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(p @ F**q)].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:last-if-none", "says:not even the last"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(p @ F ** (q + 1))].max() <= limit:
            return q
    return qs[-1]


# %% tags=["wrong", "id:nothing-if-none", "says:does your function reach a return"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(p @ F ** (q + 1))].max() <= limit:
            return q
    return None


# %% tags=["wrong", "id:zero-is-no-choice", "says:q = 0 is a choice"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if q > 0 and F[:, np.argmin(p @ F ** (q + 1))].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:smallest-loss", "says:Expected"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(p @ F ** (q + 1))].min() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:coarse-grid", "says:choose_q"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 12)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        if F[:, np.argmin(p @ F ** (q + 1))].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:the-model", "says:This is the model"]
def choose_q(a, c, p, limit, qs):
    grid = np.linspace(c.min(), c.max(), 20_001)
    F = a[:, None] * (grid - c[:, None]) ** 2
    for q in qs:
        best = np.argmin(p @ F ** (q + 1))
        if F[:, best].max() <= limit:
            return round(grid[best], 3)
    return np.inf
