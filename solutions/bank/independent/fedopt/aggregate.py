# ruff: noqa
# %% tags=["right", "id:numpy"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    factors = np.minimum(1, np.median(lengths) / lengths)
    return (factors[:, None] * U).mean(axis=0)


# %% tags=["right", "id:sorted-middle"]
def aggregate(U, rule):
    k, d = U.shape
    if rule == "median":
        S = np.sort(U, axis=0)
        return (S[(k - 1) // 2] + S[k // 2]) / 2
    elif rule == "clip":
        lengths = np.sqrt((U**2).sum(axis=1))
        ordered = np.sort(lengths)
        c = (ordered[(k - 1) // 2] + ordered[k // 2]) / 2
        total = np.zeros(d)
        for i in range(k):
            total += U[i] if lengths[i] <= c else U[i] * c / lengths[i]
        return total / k
    raise ValueError(rule)


# %% tags=["right", "id:statistics"]
import math
import statistics


def aggregate(U, rule):
    rows = [[float(x) for x in u] for u in U]
    if rule == "median":
        return np.array([statistics.median(column) for column in zip(*rows)])
    lengths = [math.sqrt(sum(x * x for x in u)) for u in rows]
    c = statistics.median(lengths)
    short = [[x * min(1, c / l) for x in u] for u, l in zip(rows, lengths)]
    return np.array([statistics.fmean(column) for column in zip(*short)])


# %% tags=["right", "id:quantile"]
def aggregate(U, rule):
    if rule == "median":
        return np.quantile(U, 0.5, axis=0)
    lengths = np.hypot.reduce(np.asarray(U, float), axis=1)
    c = np.percentile(lengths, 50)
    return np.sum(U * np.where(lengths > c, c / lengths, 1.0)[:, np.newaxis], axis=0) / len(U)


# %% tags=["right", "id:copy-and-mask"]
def aggregate(U, rule):
    V = np.array(U, dtype=float)
    if rule == "clip":
        length = np.linalg.norm(V, axis=1, keepdims=True)
        c = np.median(length)
        long = length.ravel() > c
        V[long] *= c / length[long]
        return V.mean(0)
    V.sort(axis=0)
    half = len(V) // 2
    return V[half] if len(V) % 2 else 0.5 * (V[half - 1] + V[half])


# %% tags=["right", "id:dictionary-of-rules"]
def aggregate(U, rule):
    def clip(U):
        lengths = np.linalg.norm(U, axis=-1)
        c = np.median(lengths)
        return U.T @ np.minimum(1.0, c / lengths) / U.shape[0]

    rules = {"median": lambda U: np.apply_along_axis(np.median, 0, U), "clip": clip}
    return rules[rule](np.asarray(U, float))


# %% tags=["right", "id:peeling"]
def aggregate(U, rule):
    def middle(x):
        # a median minimises the sum of distances: half of the numbers on each side
        x = list(x)
        while len(x) > 2:
            x.remove(max(x))
            x.remove(min(x))
        return sum(x) / len(x)

    if rule == "median":
        return np.array([middle(column) for column in U.T])
    lengths = [np.sqrt(u @ u) for u in U * 1.0]
    c = middle(lengths)
    return np.mean([u / max(1.0, l / c) for u, l in zip(U, lengths)], axis=0)


# %% tags=["right", "id:partition"]
def aggregate(U, rule):
    U = np.asarray(U, dtype=np.float64)

    def median(x):
        k = len(x)
        lo, hi = (k - 1) // 2, k // 2
        part = np.partition(x, (lo, hi), axis=0)
        return (part[lo] + part[hi]) / 2

    if rule == "median":
        return median(U)
    if rule == "clip":
        lengths = np.linalg.norm(U, ord=2, axis=1)
        c = median(lengths)
        return (U / lengths[:, None] * np.minimum(lengths, c)[:, None]).sum(0) / lengths.size


# %% tags=["right", "id:polar"]
def aggregate(U, rule):
    match rule:
        case "median":
            result = [np.median(U[:, j]) for j in range(U.shape[1])]
        case "clip":
            lengths = np.sqrt(np.einsum("ij,ij->i", U, U, dtype=float))
            directions = U / lengths[:, None]
            result = np.einsum(
                "ij,i->j", directions, np.clip(lengths, None, np.median(lengths))
            ) / len(U)
    return np.reshape(result, (-1, 1))


# %% tags=["right", "id:class"]
class Server:
    def __init__(self, updates):
        self.updates = [np.array(u, float) for u in updates]

    def median(self):
        return np.array(
            [np.median([u[j] for u in self.updates]) for j in range(self.updates[0].size)]
        )

    def clip(self):
        c = np.median([np.linalg.norm(u) for u in self.updates])
        shortened = []
        for u in self.updates:
            if np.linalg.norm(u) > c:
                u = u * (c / np.linalg.norm(u))
            shortened.append(u)
        assert all(np.linalg.norm(u) <= c * (1 + 1e-9) for u in shortened)
        return sum(shortened) / len(shortened)


def aggregate(U, rule):
    return getattr(Server(U), rule)()


# %% tags=["right", "id:trimmed-mean"]
from scipy import stats


def aggregate(U, rule):
    k = U.shape[0]
    if rule == "median":  # trim all but the one or two in the middle
        cut = (k - 1) // 2
        return stats.trim_mean(np.asarray(U, float), cut / k + 1e-9, axis=0)
    n = np.linalg.norm(U, axis=1)
    c = stats.scoreatpercentile(n, 50)
    return np.diag(np.fmin(1, c / n)).dot(U).mean(axis=0)


# %% tags=["right", "id:tried-in-the-cell"]
def norm(u):
    return sum(x**2 for x in u) ** 0.5


def aggregate(U, rule):
    k = len(U)
    if rule == "median":
        return np.array(
            [np.mean(sorted(column)[(k - 1) // 2 : k // 2 + 1]) for column in np.transpose(U)]
        )
    c = np.mean(sorted(map(norm, U))[(k - 1) // 2 : k // 2 + 1])
    return np.mean([u * min(1, c / norm(u)) for u in U], axis=0)


U = np.array([[4, 3], [0, -2], [0, 10], [-40, 30]])
rules = ["median", "clip"]
for rule in rules:
    print(rule, aggregate(U, rule))


# %% tags=["right", "id:raise-left-standing"]
def aggregate(U, rule):
    """Robust aggregate of updates (eq-median, eq-clip)."""
    # YOUR CODE HERE
    # flcourse.fedopt.clipped_mean is not used
    if rule == "median":
        return np.array([np.median(u) for u in U.T])
    if rule == "clip":
        c = np.median([np.linalg.norm(u) for u in U])
        return np.array(
            [u if np.linalg.norm(u) <= c else c * u / np.linalg.norm(u) for u in U]
        ).sum(axis=0) / len(U)
    raise NotImplementedError()


# %% tags=["wrong", "id:upper-median", "loses:aggregate-tests"]
# why: for even k the mean of the two in the middle is asked; this takes the upper one.
def aggregate(U, rule):
    if rule == "median":
        return np.sort(U, axis=0)[len(U) // 2]
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.median(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:lower-median-length", "loses:aggregate-tests"]
# why: for even k the median length is the mean of the two in the middle; this takes the lower one.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    c = np.sort(lengths)[(len(U) - 1) // 2]
    return (np.minimum(1, c / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:all-to-the-same-length", "loses:aggregate-tests"]
# why: stretches the short updates, too; only longer ones are to be shortened.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return (np.median(lengths) / lengths[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:long-ones-dropped", "loses:aggregate-tests"]
# why: drops long updates instead of shortening them.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return U[lengths <= np.median(lengths)].mean(axis=0)


# %% tags=["wrong", "id:mean-length", "loses:aggregate-tests"]
# why: shortens to the mean length, which one liar can raise; the median is asked.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.mean(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:coordinates-clipped", "loses:aggregate-tests"]
# why: cuts each coordinate at the median length, which changes directions; the update is to be shortened as a whole.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    c = np.median(np.linalg.norm(U, axis=1))
    return np.clip(U, -c, c).mean(axis=0)


# %% tags=["wrong", "id:sum", "loses:aggregate-tests"]
# why: the sum without 1/k.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return np.minimum(1, np.median(lengths) / lengths) @ U


# %% tags=["wrong", "id:weighted-mean", "loses:aggregate-tests"]
# why: divides by the sum of the factors instead of k.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return np.average(U, axis=0, weights=np.minimum(1, np.median(lengths) / lengths))


# %% tags=["wrong", "id:median-of-squares", "loses:aggregate-tests"]
# why: the root of the median of the squared lengths; for even k this is not the median length.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    squares = np.sum(U**2, axis=1)
    c = np.sqrt(np.median(squares))
    return (np.minimum(1, c / np.sqrt(squares))[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:sum-of-absolute-values", "loses:aggregate-tests"]
# why: measures length by the sum of absolute values.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.abs(U).sum(axis=1)
    return (np.minimum(1, np.median(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:norm-of-the-matrix", "loses:aggregate-tests"]
# why: the norm of the matrix instead of those of its rows.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    length = np.linalg.norm(U)
    c = np.median(np.linalg.norm(U, axis=1))
    return min(1, c / length) * U.mean(axis=0)


# %% tags=["wrong", "id:one-after-the-other", "loses:aggregate-tests"]
# why: the median length is taken anew after each shortening, so c shrinks while it is used.
def aggregate(U, rule):
    U = np.array(U, float)
    if rule == "median":
        return np.median(U, axis=0)
    for i in range(len(U)):
        lengths = np.linalg.norm(U, axis=1)
        c = np.median(lengths)
        if lengths[i] > c:
            U[i] *= c / lengths[i]
    return U.mean(axis=0)


# %% tags=["wrong", "id:most-central-update", "loses:aggregate-tests"]
# why: returns the update nearest to the medians; the coordinates of the median may come from different clients.
def aggregate(U, rule):
    if rule == "median":
        centre = np.median(U, axis=0)
        return U[np.argmin(np.linalg.norm(U - centre, axis=1))]
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.median(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:geometric-median", "loses:aggregate-tests"]
# why: the point with the least sum of distances; asked is the median of each coordinate.
def aggregate(U, rule):
    if rule == "median":
        z = U.mean(axis=0)
        for _ in range(200):
            weights = 1 / np.maximum(np.linalg.norm(U - z, axis=1), 1e-9)
            z = weights @ U / weights.sum()
        return z
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.median(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:median-of-the-clipped", "loses:aggregate-tests"]
# why: the rule "clip" is a mean of the shortened updates, not their median.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    lengths = np.linalg.norm(U, axis=1)
    return np.median(np.minimum(1, np.median(lengths) / lengths)[:, None] * U, axis=0)


# %% tags=["wrong", "id:median-over-parameters", "loses:aggregate-tests"]
# why: the median over the parameters of each client (wrong axis).
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=1)
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.median(lengths) / lengths)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:rule-ignored", "loses:aggregate-tests"]
# why: returns the median for both rules.
def aggregate(U, rule):
    return np.median(U, axis=0)


# %% tags=["wrong", "id:divided-by-square", "loses:aggregate-tests"]
# why: c / |u|^2 in place of c / |u|.
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    squares = np.sum(U**2, axis=1)
    c = np.median(np.sqrt(squares))
    return (np.minimum(1, c / squares)[:, None] * U).mean(axis=0)


# %% tags=["wrong", "id:length-of-the-median", "loses:aggregate-tests"]
# why: shortens to the length of the coordinatewise median, not to the median of the lengths.
def aggregate(U, rule):
    centre = np.median(U, axis=0)
    if rule == "median":
        return centre
    lengths = np.linalg.norm(U, axis=1)
    return (np.minimum(1, np.linalg.norm(centre) / lengths)[:, None] * U).mean(axis=0)
