# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:largest-fall"]
def read_log(sizes, errors, n, sigma2):
    knn = int(np.argmin(errors[-1] / errors[0]))
    rest = [c for c in (0, 1, 2) if c != knn]
    local = min(rest, key=lambda c: abs(errors[-1, c] - sigma2 / n))
    fedavg = 3 - knn - local
    x, y = np.log(sizes), np.log(errors[:, knn])
    s = np.cov(x, y, bias=True)[0, 1] / np.var(x)
    return local, fedavg, knn, -s / (2 * (1 + s))


# %% tags=["right", "id:local-first"]
def read_log(sizes, errors, n, sigma2):
    spread = np.ptp(np.log(errors), axis=0)
    knn = np.argmax(spread)
    distance = np.abs(np.log(errors.mean(axis=0) * n / sigma2))
    distance[knn] = np.inf
    local = np.argmin(distance)
    fedavg = ({0, 1, 2} - {int(knn), int(local)}).pop()
    a = np.linalg.lstsq(np.column_stack([np.log10(sizes), np.ones(len(sizes))]),
                        np.log10(errors[:, knn]), rcond=None)[0]  # fmt: skip
    e = -a[0]
    return np.array([local]), fedavg, knn, e / (2 - 2 * e)


# %% tags=["right", "id:scipy-linregress"]
from scipy import stats


def read_log(sizes, errors, n, sigma2):
    slope = [stats.linregress(np.log(sizes), np.log(e)).slope for e in errors.T]
    order = np.argsort(slope)
    a, b = order[1:]
    if abs(np.median(errors[:, a]) - sigma2 / n) > abs(np.median(errors[:, b]) - sigma2 / n):
        a, b = b, a
    s = -slope[order[0]]
    return [a, b, order[0], 0.5 / (1 / s - 1)]


# %% tags=["right", "id:by-variation"]
def read_log(sizes, errors, n, sigma2):
    relative = errors.std(axis=0) / errors.mean(axis=0)
    knn = relative.argmax()
    closeness = [
        np.inf if c == knn else np.abs(errors[:, c] * n / sigma2 - 1).max() for c in range(3)
    ]
    local = np.argmin(closeness)
    fedavg = np.delete(np.arange(3), [knn, local])[0]
    s = np.polynomial.Polynomial.fit(np.log(sizes), np.log(errors[:, knn]), 1).convert().coef[1]
    return local, fedavg, knn, np.array([[-s / (2 + 2 * s)]])


# %% tags=["right", "id:floats"]
def read_log(sizes, errors, n, sigma2):
    v = sigma2 / n
    falls = [errors[0, c] / errors[-1, c] for c in range(3)]
    knn = falls.index(max(falls))
    near = sorted({0, 1, 2} - {knn}, key=lambda c: max(errors[0, c] / v, v / errors[0, c]))
    x = np.log(sizes) - np.log(sizes).mean()
    s = x @ np.log(errors[:, knn]) / (x @ x)
    return float(near[0]), float(near[1]), float(knn), s / (-2 - 2 * s)


# %% tags=["wrong", "id:local-and-fedavg-exchanged", "says:are exchanged"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: -abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / (2 + 2 * slopes[knn])


# %% tags=["wrong", "id:fedavg-falls", "says:columns of local"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn, fedavg = np.argsort(slopes)[1], np.argmin(slopes)
    local = 3 - knn - fedavg
    return local, fedavg, knn, -slopes[fedavg] / (2 + 2 * slopes[fedavg])


# %% tags=["wrong", "id:smallest-error-is-fedknn", "says:columns of local"]
def read_log(sizes, errors, n, sigma2):
    knn = np.argmin(errors[0])
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    s = np.polyfit(np.log(sizes), np.log(errors[:, knn]), 1)[0]
    return *others, knn, -s / (2 + 2 * s)


# %% tags=["wrong", "id:sigma2-without-n", "says:exchanged"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    local = min({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2))
    return local, 3 - knn - local, knn, -slopes[knn] / (2 + 2 * slopes[knn])


# %% tags=["wrong", "id:fedavg-is-larger", "says:exchanged"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    local = min({0, 1, 2} - {int(knn)}, key=lambda c: errors[:, c].mean())
    return local, 3 - knn - local, knn, -slopes[knn] / (2 + 2 * slopes[knn])


# %% tags=["wrong", "id:the-slope-itself", "says:not beta"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, slopes[knn]


# %% tags=["wrong", "id:size-of-the-slope", "says:size of the slope"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn]


# %% tags=["wrong", "id:half-of-the-slope", "says:half of the slope"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / 2


# %% tags=["wrong", "id:two-beta", "says:2 beta"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / (1 + slopes[knn])


# %% tags=["wrong", "id:sign-lost-in-solving", "says:sign is lost"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / (2 - 2 * slopes[knn])


# %% tags=["wrong", "id:first-and-last", "says:first and the last"]
def read_log(sizes, errors, n, sigma2):
    slopes = (np.log(errors[-1]) - np.log(errors[0])) / np.log(sizes[-1] / sizes[0])
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / (2 + 2 * slopes[knn])


# %% tags=["wrong", "id:counted-from-one", "says:counted from 0"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return others[0] + 1, others[1] + 1, knn + 1, -slopes[knn] / (2 + 2 * slopes[knn])


# %% tags=["wrong", "id:without-logarithms", "says:beta of read_log"]
def read_log(sizes, errors, n, sigma2):
    knn = np.argmin(errors[-1] / errors[0])
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    s = np.polyfit(sizes, errors[:, knn], 1)[0]
    return *others, knn, -s / (2 + 2 * s)


# %% tags=["wrong", "id:three-results", "says:4 results"]
def read_log(sizes, errors, n, sigma2):
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = sorted({0, 1, 2} - {int(knn)}, key=lambda c: abs(errors[:, c].mean() - sigma2 / n))
    return *others, knn
