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
