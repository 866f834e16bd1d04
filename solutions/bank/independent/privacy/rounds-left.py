# ruff: noqa
# %% tags=["right", "id:brentq-and-budget"]
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def excess(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    needed = brentq(excess, 1e-3, 1e4, xtol=1e-14)
    left = sigma**2 * (1 / needed**2 - np.sum(1 / np.asarray(spent) ** 2))
    return max(0, int(np.floor(left)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:bisection-for-the-rounds"]
from math import erfc, exp, sqrt


def _left(epsilon, delta, spent, sigma):
    """No root for sigma: is the promise kept after T more rounds? Double T, then halve."""

    def Phi(z):
        return erfc(-z / sqrt(2)) / 2

    def kept(T):
        squares = T / sigma**2
        for s in spent:
            squares += 1 / s**2
        if squares == 0:
            return True
        s = 1 / sqrt(squares)
        return (
            Phi(1 / (2 * s) - epsilon * s) - exp(epsilon) * Phi(-1 / (2 * s) - epsilon * s) <= delta
        )

    if not kept(0):
        return 0
    low, high = 0, 1
    while kept(high):
        low, high = high, 2 * high
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if kept(half) else (low, half)
    return low


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:round-by-round"]
from scipy.stats import norm


def _left(epsilon, delta, spent, sigma):
    distance2 = float(np.sum(np.power(np.array(spent, dtype=float), -2.0)))
    # blocks of rounds at once, so that a long federation does not take for ever
    block, done = 2000, 0
    while True:
        T = np.arange(done, done + block)
        mu = np.sqrt(distance2 + T / sigma**2)
        with np.errstate(divide="ignore"):
            loss = norm.cdf(mu / 2 - epsilon / mu) - np.exp(epsilon) * norm.cdf(
                -mu / 2 - epsilon / mu
            )
        broken = np.flatnonzero(loss > delta)
        if broken.size:
            return max(0, done + int(broken[0]) - 1)
        done += block


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:newton-for-the-distance"]
from scipy.special import log_ndtr, ndtr


def _left(epsilon, delta, spent, sigma):
    """Newton for the distance mu in units of the noise; the slope of delta is phi(mu/2 - eps/mu)."""
    low, high = 1e-6, 200.0
    mu = 1.0
    for _ in range(200):
        u, v = mu / 2 - epsilon / mu, -mu / 2 - epsilon / mu
        value = ndtr(u) - np.exp(epsilon + log_ndtr(v)) - delta
        if value > 0:
            high = mu
        else:
            low = mu
        slope = np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)
        step = mu - value / slope if slope > 0 else np.nan
        new = step if low < step < high else (low + high) / 2
        if abs(new - mu) < 1e-14 * mu:
            break
        mu = new
    budget = mu**2 - sum(1.0 / s**2 for s in spent)
    return int(budget * sigma**2) if budget > 0 else 0


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:plain-bisection"]
from scipy.stats import norm


def _left(epsilon, delta, spent, sigma):
    low, high = 0.01, 1000.0
    for _ in range(200):
        s = (low + high) / 2
        if (
            norm.cdf(0.5 / s - epsilon * s) - np.exp(epsilon) * norm.cdf(-0.5 / s - epsilon * s)
            > delta
        ):
            low = s
        else:
            high = s
    used = np.linalg.norm(np.divide(1.0, spent)) if len(spent) else 0.0
    if used * high >= 1:
        return 0
    return np.floor((sigma / high) ** 2 - (sigma * used) ** 2)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:effective-noise-of-the-past"]
from scipy.optimize import root_scalar
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    """The past is one release with a noise of its own; so is everything that is allowed."""

    def log_excess(log_s):
        s = np.exp(log_s)
        d = ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
        return d - delta

    allowed = np.exp(root_scalar(log_excess, bracket=(-5, 8), method="toms748", xtol=1e-14).root)
    past = np.inf
    for s in np.ravel(spent):
        past = 1 / np.hypot(1 / past, 1 / s)
    if past <= allowed:
        return 0
    future = (
        allowed if np.isinf(past) else past * allowed / np.sqrt((past - allowed) * (past + allowed))
    )
    return int((sigma / future) ** 2)  # sigma / sqrt(T) >= future


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:density-ratio-by-quadrature"]
from scipy.integrate import quad
from scipy.optimize import brentq


def _left(epsilon, delta, spent, sigma):
    """delta is the integral of the positive part of p - e^eps q, for normal densities mu apart."""

    def excess(mu):
        def part(z):
            p = np.exp(-((z - mu) ** 2) / 2)
            q = np.exp(epsilon - z**2 / 2)
            return (p - q) / np.sqrt(2 * np.pi)

        start = mu / 2 + epsilon / mu  # there they are equal
        return (
            quad(part, start, max(start, mu) + 12, epsabs=1e-16, epsrel=1e-12, limit=200)[0] - delta
        )

    mu = brentq(excess, 0.005, 40.0, xtol=1e-12)
    left = (mu**2 - np.sum(np.reciprocal(np.square(spent, dtype=float)))) * sigma**2
    return int(max(left, 0) // 1)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:class-with-an-account"]
from dataclasses import dataclass

from scipy.special import erfc


@dataclass
class Account:
    epsilon: float
    delta: float
    squares: float = 0.0  # squared distance of neighbours in units of the noise

    def after(self, sigma, rounds=1):
        return Account(self.epsilon, self.delta, self.squares + rounds / sigma**2)

    @property
    def solvent(self):
        if self.squares == 0:
            return True
        mu = self.squares**0.5
        a = (self.epsilon / mu - mu / 2) / 2**0.5
        b = (self.epsilon / mu + mu / 2) / 2**0.5
        return erfc(a) / 2 - np.exp(self.epsilon) * erfc(b) / 2 <= self.delta


def _left(epsilon, delta, spent, sigma):
    account = Account(epsilon, delta)
    for s in spent:
        account = account.after(s)
    rounds, jump = 0, 2**40
    if not account.solvent:
        return 0
    while jump:
        if account.after(sigma, rounds + jump).solvent:
            rounds += jump
        jump //= 2
    return rounds


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:logarithms-on-a-grid"]
from scipy.special import log_ndtr


def _left(epsilon, delta, spent, sigma):
    # logarithms: both terms may be tiny for small sigma
    def log_delta(mu):
        a, b = log_ndtr(mu / 2 - epsilon / mu), epsilon + log_ndtr(-mu / 2 - epsilon / mu)
        return a + np.log1p(-np.exp(np.minimum(b - a, -1e-17)))

    grid = np.geomspace(1e-3, 60, 200_000)
    with np.errstate(divide="ignore"):
        values = log_delta(grid)
    k = int(np.argmax(values > np.log(delta)))
    a, b = grid[k - 1], grid[k]
    for _ in range(50):
        half = (a + b) / 2
        a, b = (half, b) if log_delta(half) <= np.log(delta) else (a, half)
    weights = np.concatenate([np.asarray(spent, dtype=float), [sigma]]) ** -2
    return max(0, int((a * a - weights[:-1].sum()) / weights[-1]))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:rounded-up", "loses:rounds-left-tests"]
# why: the last round breaks the promise: rounded up instead of down.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    left = sigma**2 * (1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent**2))
    return max(0, int(np.ceil(left)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:to-the-nearest", "loses:rounds-left-tests"]
# why: rounded to the nearest whole number, so that half of the time one round is too many.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    left = sigma**2 * (1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent**2))
    return max(0, round(float(left)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:negative-rounds", "loses:rounds-left-tests"]
# why: where the promise is broken already the answer is 0, not negative.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    return int(np.floor(sigma**2 * (1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:past-forgotten", "loses:rounds-left-tests"]
# why: what was spent does not count.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    return int(sigma**2 / _needed(epsilon, delta) ** 2)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:past-with-the-new-noise", "loses:rounds-left-tests"]
# why: the rounds that are over are counted as if they had had the noise of the next ones.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    return max(0, int(sigma**2 / _needed(epsilon, delta) ** 2) - len(spent))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:mean-noise-of-the-past", "loses:rounds-left-tests"]
# why: k rounds with different noise are not like k with their mean noise.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    past = len(spent) / np.mean(spent) ** 2 if len(spent) else 0.0
    return max(0, int(sigma**2 * (1 / _needed(epsilon, delta) ** 2 - past)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:mean-variance-of-the-past", "loses:rounds-left-tests"]
# why: variances are averaged; it is their inverses that add up.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    past = len(spent) / np.mean(spent**2) if len(spent) else 0.0
    return max(0, int(sigma**2 * (1 / _needed(epsilon, delta) ** 2 - past)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:smallest-noise-of-the-past", "loses:rounds-left-tests"]
# why: a bound, not the exact account: each round that is over counts like the worst of them.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    past = len(spent) / np.min(spent) ** 2 if len(spent) else 0.0
    return max(0, int(sigma**2 * (1 / _needed(epsilon, delta) ** 2 - past)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:distances-add-up", "loses:rounds-left-tests"]
# why: distances 1/sigma of the parts of a vector add up in squares, not as they are.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    return max(0, int(sigma * (1 / _needed(epsilon, delta) - np.sum(1 / spent))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:past-as-one-distance", "loses:rounds-left-tests"]
# why: the distances of the past are added before they are squared.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    return max(0, int(sigma**2 * (1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent) ** 2)))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:epsilons-add-up", "loses:rounds-left-tests"]
# why: the epsilon of each round is taken off, as in simple composition: a bound that is far too careful.
from scipy.optimize import brentq
from scipy.special import ndtr


def _epsilon(s, delta):
    def excess(e):
        return ndtr(1 / (2 * s) - e * s) - np.exp(e) * ndtr(-1 / (2 * s) - e * s) - delta

    return brentq(excess, 0, 60) if excess(0) > 0 else 0.0


def _left(epsilon, delta, spent, sigma):
    left = epsilon - sum(_epsilon(s, delta) for s in spent)
    each = _epsilon(sigma, delta)
    return max(0, int(left / each)) if each > 0 else 10**6


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:epsilon-that-is-left", "loses:rounds-left-tests"]
# why: the epsilon of all past rounds together is taken off, and the rest is spent as a promise of its own.
from scipy.optimize import brentq
from scipy.special import ndtr


def _delta(e, s):
    return ndtr(1 / (2 * s) - e * s) - np.exp(e) * ndtr(-1 / (2 * s) - e * s)


def _left(epsilon, delta, spent, sigma):
    if len(spent):
        past = 1 / np.sqrt(np.sum(1 / spent**2))
        if _delta(0.0, past) > delta:
            epsilon = epsilon - brentq(lambda e: _delta(e, past) - delta, 0, 60)
    if epsilon <= 0:
        return 0
    needed = brentq(lambda s: _delta(epsilon, s) - delta, 1e-3, 1e5)
    return int(sigma**2 / needed**2)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:concentrated", "loses:rounds-left-tests"]
# why: the account of concentrated privacy is a bound, not exact.
def _left(epsilon, delta, spent, sigma):
    log = np.log(1 / delta)
    rho = (np.sqrt(log + epsilon) - np.sqrt(log)) ** 2  # rho + 2 sqrt(rho log) = epsilon
    left = rho - np.sum(1 / (2 * spent**2))
    return max(0, int(left * 2 * sigma**2))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:older-rule", "loses:rounds-left-tests"]
# why: sigma = sqrt(2 ln(1.25/delta))/eps is more than it takes for small epsilon, and holds for no large one.
def _left(epsilon, delta, spent, sigma):
    needed = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
    return max(0, int(sigma**2 * (1 / needed**2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:first-term-only", "loses:rounds-left-tests"]
# why: the second term of the exact account is left out: a bound.
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    needed = brentq(lambda s: ndtr(1 / (2 * s) - epsilon * s) - delta, 1e-3, 1e4)
    return max(0, int(sigma**2 * (1 / needed**2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:sigma-at-least-one", "loses:rounds-left-tests"]
# why: the root is looked for above 1 only; large epsilons are content with less noise.
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    low, high = 1.0, 1000.0
    for _ in range(100):
        s = (low + high) / 2
        if (
            ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            > delta
        ):
            low = s
        else:
            high = s
    return max(0, int(sigma**2 * (1 / high**2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:sigma-at-most-ten", "loses:rounds-left-tests"]
# why: the root is looked for below 10 only; small epsilons need more noise.
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    low, high = 0.01, 10.0
    for _ in range(100):
        s = (low + high) / 2
        if (
            ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            > delta
        ):
            low = s
        else:
            high = s
    return max(0, int(sigma**2 * (1 / high**2 - np.sum(1 / spent**2))))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:one-too-many", "loses:rounds-left-tests"]
# why: counts rounds until the promise is broken, and with it the round that breaks it.
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def kept(T):
        squares = np.sum(1 / spent**2) + T / sigma**2
        if squares == 0:
            return True
        s = 1 / np.sqrt(squares)
        return (
            ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            <= delta
        )

    T = 0
    while kept(T):
        T += 1
    return T


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:rounds-of-all-time", "loses:rounds-left-tests"]
# why: the rounds that are over are among those that are returned.
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    left = sigma**2 * (1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent**2))
    return len(spent) + max(0, int(left))


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:each-round-by-itself", "loses:rounds-left-tests"]
# why: delta is shared equally among all rounds, each with the whole of epsilon: rounds do not compose like that.
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def total(T):
        d = 0.0
        for s in list(spent) + [sigma]:
            each = ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(
                -1 / (2 * s) - epsilon * s
            )
            d += each * (T if s is sigma else 1)
        return d

    if total(0) > delta:
        return 0
    low, high = 0, 1
    while total(high) <= delta and high < 10**9:
        low, high = high, 2 * high
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if total(half) <= delta else (low, half)
    return low


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:no-rounds-yet-fails", "loses:rounds-left-tests"]
# why: where nothing was spent the mean of an empty array is NaN, and its whole part an error.
from scipy.optimize import brentq
from scipy.special import ndtr


def _left(epsilon, delta, spent, sigma):
    def excess(s):
        return (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        )

    needed = brentq(excess, 1e-3, 1e4)
    past = len(spent) * np.mean(1 / spent**2)
    return max(int(np.floor(sigma**2 * (1 / needed**2 - past))), 0)


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["wrong", "id:not-squared", "loses:rounds-left-tests"]
# why: T rounds are taken for one with noise sigma / T instead of sigma / sqrt(T).
from scipy.optimize import brentq
from scipy.special import ndtr


def _needed(epsilon, delta):
    return brentq(
        lambda s: (
            ndtr(1 / (2 * s) - epsilon * s)
            - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
            - delta
        ),
        1e-3,
        1e4,
    )


def _left(epsilon, delta, spent, sigma):
    budget = 1 / _needed(epsilon, delta) ** 2 - np.sum(1 / spent**2)
    return int(sigma * np.sqrt(budget)) if budget > 0 else 0


def rounds_left():
    return [_left(*own) for own in own_promises]


# %% tags=["right", "id:halving-erf"]
# why: sigma of one release by halving with erfc, then the budget of 1/sigma^2
from math import erfc, exp, floor, sqrt


def rounds_left():
    def Phi(x):
        return 0.5 * erfc(-x / sqrt(2))

    def delta_of(s, epsilon):
        return Phi(1 / (2 * s) - epsilon * s) - exp(epsilon) * Phi(-1 / (2 * s) - epsilon * s)

    answer = []
    for epsilon, delta, spent, sigma in own_promises:
        lo, hi = 1e-3, 1e3
        for _ in range(200):
            mid = (lo + hi) / 2
            if delta_of(mid, epsilon) > delta:
                lo = mid
            else:
                hi = mid
        budget = 1 / hi**2 - sum(1 / x**2 for x in spent)
        answer.append(max(0, floor(sigma**2 * budget)))
    return answer


# %% tags=["right", "id:brentq-norm"]
# why: scipy's normal distribution and brentq, floats returned
from scipy.optimize import brentq
from scipy.stats import norm


def rounds_left():
    out = np.zeros(6)
    for k, (eps, dlt, spent, sig) in enumerate(own_promises):
        f = lambda s: norm.cdf(0.5 / s - eps * s) - np.exp(eps) * norm.cdf(-0.5 / s - eps * s) - dlt
        one = brentq(f, 0.05, 500, xtol=1e-13)
        left = one**-2 - np.sum(np.asarray(spent, float) ** -2)
        out[k] = max(np.floor(left * sig**2), 0)
    return out


# %% tags=["right", "id:one-round-more"]
# why: adds one round after the other while the joint noise keeps the promise
from scipy.special import ndtr


def kept(precision, epsilon, delta):
    if precision == 0:
        return True
    s = precision**-0.5
    return (
        ndtr(1 / (2 * s) - epsilon * s) - np.exp(epsilon) * ndtr(-1 / (2 * s) - epsilon * s)
        <= delta
    )


def rounds_left():
    numbers = []
    for epsilon, delta, spent, sigma in own_promises:
        used = sum(s**-2 for s in spent)
        T = 0
        while kept(used + (T + 1) / sigma**2, epsilon, delta):
            T += 1
        numbers.append(T if kept(used, epsilon, delta) else 0)
    return numbers


# %% tags=["right", "id:bisect-whole-numbers"]
# why: binary search over the number of rounds
def rounds_left():
    from scipy.special import ndtr

    def broken(T, epsilon, delta, spent, sigma):
        mu = np.sqrt(T / sigma**2 + np.sum(1 / np.square(spent)))
        if mu == 0:
            return False
        return ndtr(mu / 2 - epsilon / mu) - np.exp(epsilon) * ndtr(-mu / 2 - epsilon / mu) > delta

    result = []
    for promise in own_promises:
        low, high = -1, 1
        while not broken(high, *promise):
            high *= 2
        while high - low > 1:
            middle = (low + high) // 2
            if broken(middle, *promise):
                high = middle
            else:
                low = middle
        result.append(max(low, 0))
    return tuple(result)


# %% tags=["right", "id:log-scale"]
# why: difference of logarithms with logcdf, root in log sigma
from scipy.optimize import root_scalar
from scipy.stats import norm


def rounds_left():
    counts = []
    for epsilon, delta, spent, sigma in own_promises:

        def gap(t):
            s = np.exp(t)
            a = norm.logcdf(1 / (2 * s) - epsilon * s)
            b = epsilon + norm.logcdf(-1 / (2 * s) - epsilon * s)
            return a + np.log1p(-np.exp(b - a)) - np.log(delta)

        s0 = np.exp(root_scalar(gap, bracket=(-2.5, 5.5)).root)
        rest = sigma**2 / s0**2 - np.sum(sigma**2 / np.asarray(spent) ** 2)
        counts.append(int(rest) if rest > 0 else 0)
    return np.array(counts)[:, None]


# %% tags=["right", "id:grid-of-rounds"]
# why: all numbers of rounds up to 5000 at once, count those that keep the promise
from scipy import special


def rounds_left():
    T = np.arange(1, 5001)
    out = []
    for epsilon, delta, spent, sigma in own_promises:
        s = 1 / np.sqrt(T / sigma**2 + (np.array(spent) ** -2.0).sum())
        d = special.ndtr(0.5 / s - epsilon * s) - np.exp(epsilon) * special.ndtr(
            -0.5 / s - epsilon * s
        )
        out.append(int((d <= delta).sum()))
    return out


# %% tags=["right", "id:newton"]
# why: Newton with the derivative by differences, from the older rule as start
import math


def rounds_left():
    def d(mu, e):
        P = lambda z: math.erfc(-z / math.sqrt(2)) / 2
        return P(mu / 2 - e / mu) - math.exp(e) * P(-mu / 2 - e / mu)

    res = []
    for e, dl, spent, sigma in own_promises:
        mu = e / math.sqrt(2 * math.log(1.25 / dl))
        for _ in range(100):
            slope = math.exp(-((mu / 2 - e / mu) ** 2) / 2) / math.sqrt(
                2 * math.pi
            )  # d delta / d mu
            mu += (
                (dl - d(mu, e)) / slope * 0.5
                if d(mu, e) > dl
                else min((dl - d(mu, e)) / slope, 0.05 * mu)
            )
        rounds = (mu**2 - sum(float(s) ** -2 for s in spent)) * sigma**2
        res.append(float(max(0.0, rounds // 1)))
    return res


# %% tags=["right", "id:statistics-normal"]
# why: the standard library's NormalDist and a dictionary of the six
from statistics import NormalDist


def rounds_left():
    Phi = NormalDist().cdf
    answers = {}
    for who, (epsilon, delta, spent, sigma) in enumerate(own_promises):
        left, right = 0.01, 1000.0
        while right / left > 1 + 1e-13:
            s = (left * right) ** 0.5
            ok = delta >= Phi(1 / (2 * s) - epsilon * s) - 2.718281828459045**epsilon * Phi(
                -1 / (2 * s) - epsilon * s
            )
            left, right = (left, s) if ok else (s, right)
        joint = sum(1 / s**2 for s in spent) * right**2
        answers[who] = 0 if joint > 1 else int((1 - joint) * (sigma / right) ** 2)
    return [answers[who] for who in range(6)]


# %% tags=["right", "id:typed", "own:public"]
# why: six public numbers
def rounds_left():
    return [54, 0, 45, 39, 36, 108]


# %% tags=["wrong", "id:rounded-up-too", "loses:rounds-left-tests"]
# why: the last round breaks the promise
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(0, np.ceil(SHARE()))


# %% tags=["wrong", "id:spent-forgotten", "loses:rounds-left-tests"]
# why: rounds that are over are forgotten
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.floor(SHARE(lambda spent: 0))


# %% tags=["wrong", "id:spent-as-next", "loses:rounds-left-tests"]
# why: total rounds less the number of rounds that are over
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(
        0, np.floor(SHARE(lambda spent: 0)) - np.array([len(q[2]) for q in own_promises])
    )


# %% tags=["wrong", "id:mean-noise", "loses:rounds-left-tests"]
# why: mean of the noises of the rounds that are over
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(
        0, np.floor(SHARE(lambda spent: len(spent) / np.mean(spent) ** 2 if len(spent) else 0))
    )


# %% tags=["wrong", "id:variances-added", "loses:rounds-left-tests"]
# why: noise of the rounds that are over is added up, as if it helped
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(0, np.floor(SHARE(lambda spent: 1 / np.sum(spent**2) if len(spent) else 0)))


# %% tags=["wrong", "id:negative", "loses:rounds-left-tests"]
# why: broken promise leaves a negative number
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.floor(SHARE())


# %% tags=["wrong", "id:not-whole", "loses:rounds-left-tests"]
# why: not rounded at all
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(0, SHARE())


# %% tags=["wrong", "id:linear", "loses:rounds-left-tests"]
# why: 1/sigma added up, not 1/sigma^2
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def rounds_left():
    out = []
    for (e, d, spent, sigma), one in zip(own_promises, ONE()):
        out.append(max(0, int(sigma * (1 / one - sum(1 / s for s in spent)))))
    return out


# %% tags=["wrong", "id:older-rule-too", "loses:rounds-left-tests"]
# why: sigma = sqrt(2 log(1.25 / delta)) / epsilon
def rounds_left():
    out = []
    for e, d, spent, sigma in own_promises:
        out.append(max(0, int(sigma**2 * (e**2 / 2 / np.log(1.25 / d) - np.sum(spent**-2.0)))))
    return out


# %% tags=["wrong", "id:epsilon-split", "loses:rounds-left-tests"]
# why: epsilon of single rounds added up, delta as it is
def rounds_left():
    out = []
    for e, d, spent, sigma in own_promises:
        rule = lambda s: np.sqrt(2 * np.log(1.25 / d)) / s
        out.append(max(0, int((e - sum(rule(s) for s in spent)) / rule(sigma))))
    return out


# %% tags=["wrong", "id:one-too-many-too", "loses:rounds-left-tests"]
# why: counts the round that breaks the promise
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.where(SHARE() > 0, np.floor(SHARE()) + 1, 0)


# %% tags=["wrong", "id:sqrt-of-rounds", "loses:rounds-left-tests"]
# why: T releases taken like sigma / T
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.floor(np.sqrt(np.maximum(0, SHARE())))


# %% tags=["wrong", "id:total-not-left", "loses:rounds-left-tests"]
# why: the total number of rounds, with those that are over
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def SHARE(over=lambda spent: np.sum(spent**-2.0)):
    return np.array(
        [
            sigma**2 * (one**-2 - over(spent))
            for (_, _, spent, sigma), one in zip(own_promises, ONE())
        ]
    )


def rounds_left():
    return np.maximum(0, np.floor(SHARE())) + np.array([len(q[2]) for q in own_promises])


# %% tags=["wrong", "id:at-least-half", "loses:rounds-left-tests"]
# why: the search for sigma starts at 0.5 and at most at 10
def ONE():
    from scipy.optimize import brentq
    from scipy.special import ndtr

    return [
        brentq(
            lambda s: ndtr(0.5 / s - e * s) - np.exp(e) * ndtr(-0.5 / s - e * s) - d,
            0.05,
            500,
            xtol=1e-12,
        )
        for e, d, _, _ in own_promises
    ]


def rounds_left():
    out = []
    for (e, d, spent, sigma), one in zip(own_promises, ONE()):
        one = min(max(one, 0.5), 10)
        out.append(max(0, int(sigma**2 * (one**-2 - np.sum(spent**-2.0)))))
    return out
