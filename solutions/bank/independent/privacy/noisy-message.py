# ruff: noqa
# %% tags=["right", "id:formula"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["right", "id:if-too-long"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    message = np.array(u, dtype=float)
    length = np.sqrt(np.sum(message**2))
    if length > c:
        message *= c / length
    honest = n - (gone + told)
    variance = (sigma * c) ** 2 / honest
    return rng.normal(message, np.sqrt(variance))


# %% tags=["right", "id:coordinate-by-coordinate"]
import math


def noisy_message(u, c, sigma, n, gone, told, rng):
    length = math.sqrt(math.fsum(float(v) ** 2 for v in u))
    factor = 1.0 if length <= c else c / length
    each = sigma * c / math.sqrt(n - gone - told)
    return np.array([factor * float(v) + each * rng.standard_normal() for v in u])


# %% tags=["right", "id:inverse-distribution"]
from scipy.special import ndtri


def noisy_message(u, c, sigma, n, gone, told, rng):
    """Normal numbers from uniform ones; 1 - U lies in (0, 1]."""
    d = np.size(u)
    uniform = np.clip(1 - rng.random(d), 1e-17, 1 - 1e-16)
    length = np.linalg.norm(u, ord=2)
    shortened = np.where(length > c, u * (c / np.where(length > 0, length, 1.0)), u)
    return shortened + (sigma * c) * (n - gone - told) ** -0.5 * ndtri(uniform)


# %% tags=["right", "id:box-muller"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    d = len(u)
    half = (d + 1) // 2
    radius = np.sqrt(-2 * np.log1p(-rng.random(half)))
    angle = 2 * np.pi * rng.random(half)
    z = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])[:d]
    scale = np.minimum(1.0, c / max(np.hypot.reduce(u), 1e-300))
    return scale * u + sigma * c * z / np.sqrt(n - gone - told)


# %% tags=["right", "id:scipy-norm"]
from scipy.linalg import norm as length_of
from scipy.stats import norm


def noisy_message(u, c, sigma, n, gone, told, rng):
    length = length_of(u)
    unit = u / length if length > 0 else u
    clipped = min(length, c) * unit
    sd = sigma * c / np.sqrt(n - gone - told)
    if sd == 0:
        return clipped
    return clipped + norm.rvs(scale=sd, size=u.shape, random_state=rng)


# %% tags=["right", "id:sum-of-many-small-noises"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    """The mean of k draws has the variance 1/k: that is the part of one of k clients."""
    k = n - gone - told
    noise = np.zeros(len(u))
    for _ in range(k):
        noise += rng.normal(0.0, sigma * c, size=len(u)) / k
    out = u.astype(float).copy()
    while np.linalg.norm(out) > c * (1 + 1e-12):
        out *= c / np.linalg.norm(out)
    return out + noise


# %% tags=["right", "id:division-by-zero-is-infinite"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    with np.errstate(divide="ignore"):
        factor = min(1.0, c / np.linalg.norm(u))  # c / 0 = inf
    z = np.empty(len(u))
    rng.standard_normal(out=z)
    z *= sigma
    z *= c
    z /= (n - gone - told) ** 0.5
    z += factor * u
    return z[:, None]


# %% tags=["right", "id:direction-and-chi"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    """A Gaussian vector is a random direction times the root of a chi squared number."""
    d = len(u)
    direction = rng.standard_normal(d)
    direction /= np.linalg.norm(direction)
    z = direction * np.sqrt(rng.chisquare(d))
    u = u * min(1, np.divide(c, np.linalg.norm(u), out=np.array(np.inf), where=np.any(u != 0)))
    return u + np.sqrt(sigma**2 * c**2 / (n - gone - told)) * z


# %% tags=["right", "id:clip-in-units-of-c"]
def noisy_message(u, c, sigma, n, gone, told, rng):
    stay = n - gone  # who sends
    secret = stay - told  # whose noise is unknown
    v = np.asarray(u) / c
    v = v / max(1.0, float(np.sqrt(v @ v)))
    return (v + rng.normal(scale=sigma / np.sqrt(secret), size=v.shape)) * c


# %% tags=["wrong", "id:entries-clipped", "loses:noisy-message-tests"]
# why: each entry is cut to c; the vector may still have the length c sqrt(d).
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = np.clip(u, -c, c)
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:one-number-for-all", "loses:noisy-message-tests"]
# why: the same random number is added to each entry; a difference of two entries tells without noise.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal()


# %% tags=["wrong", "id:deviations-add-up", "loses:noisy-message-tests"]
# why: variances add up, not standard deviations: divided by the number of clients instead of its root.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / (n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:all-stay-honest", "loses:noisy-message-tests"]
# why: counts on the noise of those who leave or tell it.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n) * rng.normal(size=len(u))


# %% tags=["wrong", "id:leaving-only", "loses:noisy-message-tests"]
# why: forgets that some tell the server their noise.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone) * rng.normal(size=len(u))


# %% tags=["wrong", "id:telling-only", "loses:noisy-message-tests"]
# why: forgets that some leave, and their noise with them.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:larger-of-both", "loses:noisy-message-tests"]
# why: those who tell are others than those who leave; the larger of both numbers is not enough.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - max(gone, told)) * rng.normal(size=len(u))


# %% tags=["wrong", "id:own-noise-not-counted", "loses:noisy-message-tests"]
# why: only the noise of the other clients is counted: more than it takes (and nothing at all for one that is left).
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    others = max(1, n - gone - told - 1)
    return short + sigma * c / np.sqrt(others) * rng.normal(size=len(u))


# %% tags=["wrong", "id:each-all-of-it", "loses:noisy-message-tests"]
# why: each client adds the noise of the whole sum: safe, but more than it takes.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c * rng.normal(size=len(u))


# %% tags=["wrong", "id:always-length-c", "loses:noisy-message-tests"]
# why: short updates are made longer.
def noisy_message(u, c, sigma, n, gone, told, rng):
    length = np.linalg.norm(u)
    short = u * c / length if length > 0 else u
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:zero-by-zero", "loses:noisy-message-tests"]
# why: for u = 0 the length is divided by itself, which gives NaN; right for all other u.
def noisy_message(u, c, sigma, n, gone, told, rng):
    length = np.linalg.norm(u)
    short = u * (min(length, c) / length)
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:variance-as-deviation", "loses:noisy-message-tests"]
# why: rng.normal takes the standard deviation, and gets the variance.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + rng.normal(0, sigma**2 * c**2 / (n - gone - told), size=len(u))


# %% tags=["wrong", "id:c-not-in-the-noise", "loses:noisy-message-tests"]
# why: sigma is in units of c.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:sum-of-absolute-values", "loses:noisy-message-tests"]
# why: the length is that of Euclid, not the sum of absolute values: updates are shortened too much.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.sum(np.abs(u)))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:largest-entry", "loses:noisy-message-tests"]
# why: divides by the largest entry, so the direction stays, but the length may be c sqrt(d).
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.abs(u).max())
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:clipped-after-the-noise", "loses:noisy-message-tests"]
# why: noise first, then clipping: the noise is cut off with the update.
def noisy_message(u, c, sigma, n, gone, told, rng):
    noisy = u + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))
    return noisy * c / max(c, np.linalg.norm(noisy))


# %% tags=["wrong", "id:generator-of-its-own", "loses:noisy-message-tests"]
# why: draws from a generator of its own, not from rng.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * np.random.default_rng().normal(
        size=len(u)
    )


# %% tags=["wrong", "id:same-seed-for-all", "loses:noisy-message-tests"]
# why: a fixed seed: all clients add the same noise, which everybody can compute.
def noisy_message(u, c, sigma, n, gone, told, rng):
    rng = np.random.default_rng(0)
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))


# %% tags=["wrong", "id:noise-of-the-own-length", "loses:noisy-message-tests"]
# why: noise in units of the client's own length, not of c: less than promised for short updates, and its size tells.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    each = sigma * np.linalg.norm(short) / np.sqrt(n - gone - told)
    return short + each * rng.normal(size=len(u))


# %% tags=["wrong", "id:uniform-noise", "loses:noisy-message-tests"]
# why: the right variance, but uniformly distributed: outputs that are too far away give a neighbour away for certain.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    width = np.sqrt(3) * sigma * c / np.sqrt(n - gone - told)
    return short + rng.uniform(-width, width, size=len(u))


# %% tags=["wrong", "id:length-of-the-noise", "loses:noisy-message-tests"]
# why: divides by sqrt(d), so that the whole vector of noise has the length sigma c; each coordinate must have this deviation.
def noisy_message(u, c, sigma, n, gone, told, rng):
    d = len(u)
    short = u * c / max(c, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(d * (n - gone - told)) * rng.normal(size=d)


# %% tags=["wrong", "id:noise-where-there-is-something", "loses:noisy-message-tests"]
# why: entries that are zero get no noise, which tells that they are zero.
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * c / max(c, np.linalg.norm(u))
    noise = sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))
    return np.where(u != 0, short + noise, 0.0)


# %% tags=["wrong", "id:clipped-to-a-share", "loses:noisy-message-tests"]
# why: clips each client to c / n, as if c were the length of the sum.
def noisy_message(u, c, sigma, n, gone, told, rng):
    limit = c / n
    short = u * limit / max(limit, np.linalg.norm(u))
    return short + sigma * c / np.sqrt(n - gone - told) * rng.normal(size=len(u))
