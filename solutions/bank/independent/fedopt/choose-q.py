# ruff: noqa
# %% tags=["right", "id:fine-grid"]
def choose_q(a, c, p, limit, qs):
    v = np.linspace(np.min(c), np.max(c), 100001)
    F = np.asarray(a)[:, None] * (v - np.asarray(c)[:, None]) ** 2
    top = F.max(axis=0)
    shape = F / F.max()
    for q in qs:
        best = np.argmin(np.asarray(p) @ shape ** (q + 1))
        # for a large q the powers may all be tiny: then refine by the ratio to the best top
        if top[best] <= limit:
            return q
    return np.inf


# %% tags=["right", "id:brentq"]
from scipy.optimize import brentq


def choose_q(a, c, p, limit, qs):
    scale = np.max(a) * np.ptp(c) ** 2
    if scale == 0:
        return qs[0]
    for q in qs:
        slope = lambda v: np.sum(p * (a * (v - c) ** 2 / scale) ** q * a * (v - c))
        v = brentq(slope, np.min(c), np.max(c), xtol=1e-13)
        if np.all(a * (v - c) ** 2 <= limit):
            return q
    return np.inf


# %% tags=["right", "id:bisect-the-slope"]
def choose_q(a, c, p, limit, qs):
    def fair_model(q):
        lo, hi = min(c), max(c)
        for _ in range(60):
            v = (lo + hi) / 2
            F = a * (v - c) ** 2
            weight = p * (F / F.max()) ** q if F.max() > 0 else p
            if weight @ (a * (v - c)) > 0:
                hi = v
            else:
                lo = v
        return (lo + hi) / 2

    good = [q for q in qs if max(a * (fair_model(q) - c) ** 2) <= limit]
    return good[0] if good else np.inf


# %% tags=["right", "id:all-q-at-once"]
def choose_q(a, c, p, limit, qs):
    qs = np.asarray(qs, dtype=float)
    lo, hi = np.full(qs.shape, np.min(c)), np.full(qs.shape, np.max(c))
    for _ in range(70):
        v = (lo + hi) / 2
        gaps = v[:, None] - c
        F = a * gaps**2
        scaled = F / np.maximum(F.max(axis=1, keepdims=True), 1e-300)
        up = (p * scaled ** qs[:, None] * a * gaps).sum(axis=1) > 0
        hi, lo = np.where(up, v, hi), np.where(up, lo, v)
    worst = (a * ((lo + hi)[:, None] / 2 - c) ** 2).max(axis=1)
    return qs[np.argmax(worst <= limit)] if np.any(worst <= limit) else np.inf


# %% tags=["right", "id:power-mean"]
from scipy.optimize import minimize_scalar


def choose_q(a, c, p, limit, qs):
    def losses(v):
        return a * (v - c) ** 2

    def mean_of_powers(v, q):  # M_q, has the minimisers of f_q
        F = losses(v)
        top = F.max()
        return top * np.sum(p * (F / top) ** (q + 1)) ** (1 / (q + 1)) if top > 0 else 0.0

    for q in qs:
        v = minimize_scalar(
            mean_of_powers,
            args=(q,),
            bounds=(c.min(), c.max()),
            method="bounded",
            options={"xatol": 1e-7 * (1 + np.ptp(c))},
        ).x
        if losses(v).max() <= limit:
            return float(q)
    return np.inf


# %% tags=["right", "id:logarithms"]
from scipy.special import logsumexp


def choose_q(a, c, p, limit, qs):
    lows = np.linspace(min(c), max(c), 20001)
    with np.errstate(divide="ignore"):
        log_F = np.log(a)[:, None] + 2 * np.log(np.abs(lows - c[:, None]))
    for q in sorted(qs):
        objective = logsumexp((q + 1) * log_F, b=p[:, None] / (q + 1), axis=0)
        worst = np.exp(log_F[:, np.argmin(objective)].max())
        if worst <= limit:
            return q
    return float("inf")


# %% tags=["right", "id:ternary-search"]
def choose_q(a, c, p, limit, qs):
    for q in qs:

        def f(v):
            return sum(
                p_i * (a_i * (v - c_i) ** 2 / limit) ** (q + 1) for a_i, c_i, p_i in zip(a, c, p)
            )

        lo, hi = min(c), max(c)
        for _ in range(120):
            left, right = lo + (hi - lo) / 3, hi - (hi - lo) / 3
            if f(left) < f(right):
                hi = right
            else:
                lo = left
        v = (lo + hi) / 2
        if all(a_i * (v - c_i) ** 2 <= limit for a_i, c_i in zip(a, c)):
            return q
    return np.inf


# %% tags=["right", "id:zooming-grid"]
def choose_q(a, c, p, limit, qs):
    for q in qs:
        lo, hi = np.min(c), np.max(c)
        for _ in range(6):
            grid = np.linspace(lo, hi, 101)
            F = a * (grid[:, None] - c) ** 2
            least_top = F.max(axis=1).min()
            values = ((F / max(least_top, 1e-300)) ** (q + 1)) @ p
            k = np.argmin(values)
            lo, hi = grid[max(0, k - 1)], grid[min(100, k + 1)]
        if F[k].max() <= limit:
            return q
    return np.inf


# %% tags=["right", "id:binary-search-over-q"]
def choose_q(a, c, p, limit, qs):
    """The largest loss falls with q in the checks, so half of the list can be dropped each time."""

    def largest(q):
        lo, hi = np.min(c), np.max(c)
        while hi - lo > 1e-10 * (1 + abs(lo) + abs(hi)):
            mid = 0.5 * (lo + hi)
            pull = (
                p
                * a ** (q + 1.0)
                * np.abs(mid - c) ** (2 * q + 1)
                * np.sign(mid - c)
                / (np.max(a) ** q * max(np.abs(mid - c).max(), 1e-300) ** (2 * q))
            )
            lo, hi = (lo, mid) if pull.sum() > 0 else (mid, hi)
        return np.max(a * (lo - c) ** 2)

    left, right = 0, len(qs)
    while left < right:
        middle = (left + right) // 2
        if largest(qs[middle]) <= limit:
            right = middle
        else:
            left = middle + 1
    return qs[left] if left < len(qs) else np.inf


# %% tags=["right", "id:newton"]
def choose_q(a, c, p, limit, qs):
    a, c, p = (np.asarray(x, float) for x in (a, c, p))
    v = p @ (a * c) / (p @ a)  # minimiser for q = 0
    for q in qs:
        for _ in range(3000):
            F = a * (v - c) ** 2
            top = F.max()
            if top == 0:
                break
            weight = p * (F / top) ** q
            slope, curvature = weight @ (a * (v - c)), (2 * q + 1) * (weight @ a)
            if abs(slope) < 1e-12 * curvature:
                break
            v = v - 0.7 * slope / curvature  # damped
        if (a * (v - c) ** 2).max() <= limit:
            return q
    return np.inf


# %% tags=["right", "id:class-and-generator"]
class Federation:
    def __init__(self, a, c, p):
        self.a, self.c, self.p = map(np.asarray, (a, c, p))

    def losses(self, v):
        return self.a * np.square(v - self.c)

    def model(self, q):
        left, right = float(self.c.min()), float(self.c.max())
        golden = (np.sqrt(5) - 1) / 2
        height = max(self.losses(left).max(), self.losses(right).max(), 1e-300)
        f = lambda v: np.log(self.p @ (self.losses(v) / height) ** (q + 1) + 1e-300)
        for _ in range(90):
            x, y = right - golden * (right - left), left + golden * (right - left)
            left, right = (left, y) if f(x) < f(y) else (x, right)
        return (left + right) / 2


def choose_q(a, c, p, limit, qs):
    fed = Federation(a, c, p)
    return next((q for q in qs if (fed.losses(fed.model(q)) <= limit).all()), np.inf)


# %% tags=["right", "id:tried-in-the-cell"]
def model(a, c, p, q):
    lo, hi = c.min(), c.max()
    for _ in range(100):
        v = (lo + hi) / 2
        F = a * (v - c) ** 2
        slope = np.sum(p * (F / (F.max() or 1.0)) ** q * a * (v - c))
        lo, hi = (lo, v) if slope > 0 else (v, hi)
    return v


def choose_q(a, c, p, limit, qs):
    enough = np.array([np.max(a * (model(a, c, p, q) - c) ** 2) <= limit for q in qs])
    return np.min(np.where(enough, qs, np.inf))


a, c, p = np.array([1.0, 4.0]), np.array([0.0, 3.0]), np.array([0.5, 0.5])
print([round(model(a, c, p, q), 3) for q in (0, 1, 4, 10)])


# %% tags=["right", "id:raise-left-standing"]
def choose_q(a, c, p, limit, qs, points=40001):
    """Smallest q whose fair model has no loss above the limit (eq-qffl-objective)."""
    # YOUR CODE HERE
    v = np.linspace(np.min(c), np.max(c), points)
    F = np.array([a_i * (v - c_i) ** 2 for a_i, c_i in zip(a, c)]) / limit
    tops = np.max(F, axis=0)
    for q in qs:
        # log of the sum of p F^(q + 1): largest term first, nothing overflows
        with np.errstate(divide="ignore", invalid="ignore"):
            inner = np.nansum(p[:, None] * (F / tops) ** (q + 1), axis=0)
            objective = (q + 1) * np.log(tops) + np.log(inner)
        if tops[np.nanargmin(objective)] <= 1:
            return q
    return np.inf
    raise NotImplementedError()


# %% tags=["wrong", "id:weights-ignored", "loses:choose-q-tests"]
# why: f_q has the weights p_i; the model here is that of equal weights.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(np.sum((F / F.max()) ** (q + 1), axis=0))
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:power-q", "loses:choose-q-tests"]
# why: the losses enter f_q with the power q + 1, not q.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** q)
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:mean-loss-below-limit", "loses:choose-q-tests"]
# why: "every loss" has to be at most the limit, not their mean.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if p @ F[:, k] <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:largest-q", "loses:choose-q-tests"]
# why: the smallest q that will do is asked, because fairness costs mean loss; this is the largest.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    found = np.inf
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            found = q
    return found


# %% tags=["wrong", "id:position-in-list", "loses:choose-q-tests"]
# why: returns the position of q in the list, not q.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for j, q in enumerate(qs):
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            return j
    return np.inf


# %% tags=["wrong", "id:last-if-none", "loses:choose-q-tests"]
# why: if no q will do, np.inf is asked; this returns the last one.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            break
    return q


# %% tags=["wrong", "id:weighted-losses-below-limit", "loses:choose-q-tests"]
# why: compares p_i F_i with the limit; every loss itself must be below.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if (p * F[:, k]).max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:example-range", "loses:choose-q-tests"]
# why: searches between 0 and 3, where the model of the example lies; centres may be anywhere.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(0, 3, 30001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:only-centres", "loses:choose-q-tests"]
# why: looks for v_q among the centres only, though it lies between them.
def choose_q(a, c, p, limit, qs):
    F = a[:, None] * (c - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:one-reweighting", "loses:choose-q-tests"]
# why: one weighted mean with the weights p F^q at the model of q = 0 is not the minimiser of f_q.
def choose_q(a, c, p, limit, qs):
    v0 = np.sum(p * a * c) / np.sum(p * a)
    F0 = a * (v0 - c) ** 2
    for q in qs:
        weight = p * a * (F0 / F0.max()) ** q
        v = weight @ c / weight.sum()
        if np.max(a * (v - c) ** 2) <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:centres-averaged", "loses:choose-q-tests"]
# why: the curvatures are forgotten in the fair model: it minimises powers of the distances |v - c|^2.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    gaps = (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (gaps / gaps.max()) ** (q + 1))
        if np.max(a * gaps[:, k]) <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:half-losses", "loses:choose-q-tests"]
# why: the losses are a (v - c)^2, without a factor 1/2.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] / 2 * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:fairest-possible", "loses:choose-q-tests"]
# why: asks whether any model keeps all losses below the limit, not whether v_q does: q plays no part.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    return qs[0] if F.max(axis=0).min() <= limit else np.inf


# %% tags=["wrong", "id:between-the-listed", "loses:choose-q-tests"]
# why: one of qs is asked; this is the real number at which the limit is met.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 20001)
    F = a[:, None] * (v - c[:, None]) ** 2

    def largest(q):
        return F[:, np.argmin(p @ (F / F.max()) ** (q + 1))].max()

    lo, hi = qs[0], qs[-1]
    if largest(hi) > limit:
        return np.inf
    if largest(lo) <= limit:
        return lo
    for _ in range(30):
        mid = (lo + hi) / 2
        lo, hi = (lo, mid) if largest(mid) <= limit else (mid, hi)
    return hi


# %% tags=["wrong", "id:few-descent-steps", "loses:choose-q-tests"]
# why: ten short gradient steps on f_q from the mean do not reach v_q.
def choose_q(a, c, p, limit, qs):
    for q in qs:
        v = p @ c
        for _ in range(10):
            F = a * (v - c) ** 2
            weight = p * (F / F.max()) ** q
            v = v - 0.01 * 2 * weight @ (a * (v - c))
        if np.max(a * (v - c) ** 2) <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:coarse-grid", "loses:choose-q-tests"]
# why: eleven points between the centres are no fine search: the losses there are off by more than half a percent.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 11)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if F[:, k].max() <= limit:
            return q
    return np.inf


# %% tags=["wrong", "id:some-loss-below", "loses:choose-q-tests"]
# why: it is enough here that one of the losses is below the limit; every one must be.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        k = np.argmin(p @ (F / F.max()) ** (q + 1))
        if np.any(F[:, k] <= limit):
            return q
    return np.inf


# %% tags=["wrong", "id:objective-below-limit", "loses:choose-q-tests"]
# why: compares the smallest value of f_q with the limit, not the losses of v_q.
def choose_q(a, c, p, limit, qs):
    v = np.linspace(c.min(), c.max(), 50001)
    F = a[:, None] * (v - c[:, None]) ** 2
    for q in qs:
        if np.min(p @ F ** (q + 1)) / (q + 1) <= limit:
            return q
    return np.inf
