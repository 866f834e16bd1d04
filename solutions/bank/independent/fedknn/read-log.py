# ruff: noqa
# %% tags=["right", "id:polyfit"]
def read_log(sizes, errors, n, sigma2):
    x = np.log(sizes)
    slopes = np.polyfit(x, np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    rest = [c for c in range(3) if c != fedknn]
    off = [np.abs(np.log(errors[:, c] / (sigma2 / n))).mean() for c in rest]
    local = rest[int(np.argmin(off))]
    fedavg = 3 - fedknn - local
    s = slopes[fedknn]
    return local, fedavg, fedknn, -s / (2 * (1 + s))


# %% tags=["right", "id:linregress"]
from scipy.stats import linregress


def read_log(sizes, errors, n, sigma2):
    fits = [linregress(np.log10(sizes), np.log10(column)) for column in errors.T]
    falling = min(range(3), key=lambda c: fits[c].slope)
    a, b = sorted(set(range(3)) - {falling}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    e = -fits[falling].slope  # = 2 beta/(2 beta + 1)
    return a, b, falling, e / (2 - 2 * e)


# %% tags=["right", "id:by-hand-sums"]
def read_log(sizes, errors, n, sigma2):
    p = len(sizes)
    level = sigma2 / n
    # local: all of its numbers lie within a few per cent of sigma2/n
    worst = [max(abs(errors[i][c] / level - 1) for i in range(p)) for c in range(3)]
    local = worst.index(min(worst))
    # FedKNN: falls more from the first to the last number of devices
    others = [c for c in range(3) if c != local]
    falls = {c: errors[p - 1][c] / errors[0][c] for c in others}
    fedknn = min(falls, key=falls.get)
    fedavg = max(falls, key=falls.get)
    x = [float(np.log(s)) for s in sizes]
    y = [float(np.log(errors[i][fedknn])) for i in range(p)]
    mx, my = sum(x) / p, sum(y) / p
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    beta = slope / (-2 - 2 * slope)
    return local, fedavg, fedknn, beta


# %% tags=["right", "id:lstsq"]
def read_log(sizes, errors, n, sigma2):
    design = np.column_stack([np.log2(sizes), np.ones(len(sizes))])
    coefficients, *_ = np.linalg.lstsq(design, np.log2(errors), rcond=None)
    slope = coefficients[0]
    fedknn = slope.argmin()
    distance = np.abs(np.median(errors, axis=0) - sigma2 / n)
    distance[fedknn] = np.inf
    local = distance.argmin()
    fedavg = ({0, 1, 2} - {int(fedknn), int(local)}).pop()
    return local, fedavg, fedknn, 0.5 * (1 / (1 + slope[fedknn]) - 1)


# %% tags=["right", "id:against-noise-over-k"]
def read_log(sizes, errors, n, sigma2):
    # log error = b log(sigma2/(n K)) + c has the slope b = 2 beta/(2 beta + 1)
    x = np.log(sigma2 / (n * np.asarray(sizes, float)))
    b = [np.cov(x, np.log(e))[0, 1] / np.var(x, ddof=1) for e in np.transpose(errors)]
    fedknn = int(np.argmax(b))
    local = min({0, 1, 2} - {fedknn}, key=lambda c: np.sum((errors[:, c] - sigma2 / n) ** 2))
    fedavg = sum((0, 1, 2)) - fedknn - local
    return local, fedavg, fedknn, b[fedknn] / (2 * (1 - b[fedknn]))


# %% tags=["right", "id:permutations"]
from itertools import permutations


def read_log(sizes, errors, n, sigma2):
    """Tries all six ways to name the columns."""
    logs = np.log(errors)
    x = np.log(sizes) - np.log(sizes).mean()

    def misfit(names):
        local, fedavg, fedknn = names
        level = np.sum((logs[:, local] - np.log(sigma2 / n)) ** 2)
        flat = np.sum((logs[:, fedavg] - logs[:, fedavg].mean()) ** 2)
        return level + flat  # the one that falls is neither flat nor at the level

    local, fedavg, fedknn = min(permutations(range(3)), key=misfit)
    slope = x @ logs[:, fedknn] / (x @ x)
    return local, fedavg, fedknn, -slope / 2 / (1 + slope)


# %% tags=["right", "id:numpy-polynomial"]
from numpy.polynomial import Polynomial


def read_log(sizes, errors, n, sigma2):
    falling = int(np.argmax(errors[0] / errors[-1]))
    flat = np.delete(np.arange(3), falling)
    near = np.abs(np.log(errors[:, flat].mean(axis=0) * n / sigma2))
    local, fedavg = flat[np.argsort(near)]
    line = Polynomial.fit(np.log(sizes), np.log(errors[:, falling]), 1).convert()
    rate = -line.coef[1]
    print("slope", -rate)
    return int(local), int(fedavg), falling, rate / (1 - rate) / 2


# %% tags=["right", "id:curve-fit-of-beta"]
from scipy.optimize import minimize_scalar


def read_log(sizes, errors, n, sigma2):
    # fit the exponent itself: the best constant for a given slope is the mean rest
    x, logs = np.log(sizes), np.log(errors)
    spread = logs.std(axis=0) * np.sign(logs[0] - logs[-1])
    fedknn = int(spread.argmax())
    others = [c for c in (0, 1, 2) if c != fedknn]
    others.sort(key=lambda c: abs(logs[:, c].mean() - np.log(sigma2 / n)))

    def squares(e):
        rest = logs[:, fedknn] + e * x
        return np.sum((rest - rest.mean()) ** 2) * 1e6

    e = minimize_scalar(squares, bracket=(0.1, 0.9), tol=1e-12).x
    return others[0], others[1], fedknn, e / (2 * (1 - e))


# %% tags=["right", "id:pairwise-slopes"]
def read_log(sizes, errors, n, sigma2):
    """Least squares = mean of the slopes of all pairs, weighted by the squared distances."""
    x, y = np.log(sizes), np.log(errors)
    dx = x[:, None] - x

    def slope(c):
        return np.sum(dx * (y[:, None, c] - y[:, c])) / np.sum(dx**2)

    slopes = [slope(c) for c in range(3)]
    fedknn = int(np.argmin(slopes))
    dev = np.max(np.abs(y - np.log(sigma2 / n)), axis=0)
    dev[fedknn] = np.inf
    local = int(np.argmin(dev))
    (fedavg,) = {0, 1, 2}.difference([local, fedknn])
    return local, fedavg, fedknn, 1 / (2 * (-1 / slopes[fedknn] - 1))


# %% tags=["wrong", "id:slope-as-beta", "loses:read-log-tests"]
# why: returns minus the slope, which is 2 beta/(2 beta + 1), not beta.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    return a, b, fedknn, -slopes[fedknn]


# %% tags=["wrong", "id:half-the-slope", "loses:read-log-tests"]
# why: solves 2 beta = -slope, the exponent of the bias; the rate has 2 beta/(2 beta + 1).
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    return a, b, fedknn, -slopes[fedknn] / 2


# %% tags=["wrong", "id:sign-in-the-inverse", "loses:read-log-tests"]
# why: solves for beta with the wrong sign: s/(2(1 + s)) instead of s/(2(1 - s)) for s = -slope.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 + s))


# %% tags=["wrong", "id:factor-two-lost", "loses:read-log-tests"]
# why: solves beta/(beta + 1) = -slope, the factor 2 is lost.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (1 - s)


# %% tags=["wrong", "id:axes-exchanged", "loses:read-log-tests"]
# why: fits log K as a function of log error and inverts: another line if the points scatter.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -1 / np.polyfit(np.log(errors[:, fedknn]), np.log(sizes), 1)[0]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:first-and-last", "loses:read-log-tests"]
# why: slope between the first and the last point, not the best straight line.
def read_log(sizes, errors, n, sigma2):
    slopes = np.log(errors[-1] / errors[0]) / np.log(sizes[-1] / sizes[0])
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:median-slope", "loses:read-log-tests"]
# why: median of the slopes of neighbouring points, not "best in the sense of least squares".
def read_log(sizes, errors, n, sigma2):
    steps = np.diff(np.log(errors), axis=0) / np.diff(np.log(sizes))[:, None]
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -np.median(steps[:, fedknn])
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:power-law-in-errors", "loses:read-log-tests"]
# why: least squares of the errors themselves (a K^b), not of their logarithms.
def read_log(sizes, errors, n, sigma2):
    from scipy.optimize import curve_fit

    slopes, heights = np.polyfit(np.log(sizes), np.log(errors), 1)
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    start = [np.exp(heights[fedknn]), slopes[fedknn]]
    fit, _ = curve_fit(lambda K, c, e: c * K**e, sizes.astype(float), errors[:, fedknn], p0=start)
    s = -fit[1]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:through-the-formula", "loses:read-log-tests"]
# why: fits log error = e log(sigma2/(n K)) without a constant: the rate holds up to a factor ("falls like").
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    x, y = np.log(sigma2 / (n * sizes)), np.log(errors[:, fedknn])
    s = x @ y / (x @ x)
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:half-logarithmic", "loses:read-log-tests"]
# why: fits the errors, not their logarithms, over log K.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -np.polyfit(np.log(sizes), errors[:, fedknn], 1)[0]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:logs-to-different-bases", "loses:read-log-tests"]
# why: natural logarithm of the error over the decimal logarithm of K: a slope 2.3 times too steep.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log10(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:local-is-the-largest", "loses:read-log-tests"]
# why: takes the larger of the two flat columns for local; FedAvg may be worse than local.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: -errors[:, c].mean())
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:local-is-the-flattest", "loses:read-log-tests"]
# why: takes the flattest column for local; both are flat and scatter by three per cent.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: errors[:, c].std() / errors[:, c].mean())
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:fedknn-is-the-smallest", "loses:read-log-tests"]
# why: takes the smallest last error for FedKNN; with little variance of the parameters FedAvg is still smaller.
def read_log(sizes, errors, n, sigma2):
    fedknn = int(np.argmin(errors[-1]))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -np.polyfit(np.log(sizes), np.log(errors[:, fedknn]), 1)[0]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:one-sample-level", "loses:read-log-tests"]
# why: looks for the column near sigma2 instead of sigma2/n.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:columns-of-the-example", "loses:read-log-tests"]
# why: the columns 2, 0, 1 of the example are built in.
def read_log(sizes, errors, n, sigma2):
    s = -np.polyfit(np.log(sizes), np.log(errors[:, 1]), 1)[0]
    return 2, 0, 1, s / (2 * (1 - s))


# %% tags=["wrong", "id:order-of-the-answer", "loses:read-log-tests"]
# why: returns local, FedKNN, FedAvg: "the columns of local, FedAvg and FedKNN".
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, fedknn, b, s / (2 * (1 - s))


# %% tags=["wrong", "id:local-first-by-mean", "loses:read-log-tests"]
# why: takes the column whose mean is nearest to sigma2/n for local: FedKNN may cross that level on its way down.
def read_log(sizes, errors, n, sigma2):
    local = int(np.argmin(np.abs(errors.mean(axis=0) - sigma2 / n)))
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    slopes[local] = np.inf
    fedknn = int(np.argmin(slopes))
    s = -slopes[fedknn]
    return local, 3 - local - fedknn, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:local-from-first-row", "loses:read-log-tests"]
# why: decides by the first row only, where FedKNN (or any) may happen to be at sigma2/n.
def read_log(sizes, errors, n, sigma2):
    local = int(np.argmin(np.abs(errors[0] - sigma2 / n)))
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    slopes[local] = np.inf
    fedknn = int(np.argmin(slopes))
    s = -slopes[fedknn]
    return local, 3 - local - fedknn, fedknn, s / (2 * (1 - s))


# %% tags=["wrong", "id:weighted-by-size", "loses:read-log-tests"]
# why: weighs the points by their numbers of devices; plain least squares is asked.
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1, w=np.sqrt(sizes))[0]
    fedknn = int(np.argmin(slopes))
    a, b = sorted({0, 1, 2} - {fedknn}, key=lambda c: abs(np.log(errors[:, c].mean() * n / sigma2)))
    s = -slopes[fedknn]
    return a, b, fedknn, s / (2 * (1 - s))
