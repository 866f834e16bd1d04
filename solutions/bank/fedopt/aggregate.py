# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:table-of-functions"]
def median(U, bad):
    S = np.sort(U, axis=0)
    k = len(U)
    return (S[(k - 1) // 2] + S[k // 2]) / 2


def clip(U, bad):
    lengths = np.sqrt(np.einsum("kd,kd->k", U, U))
    c = np.median(lengths)
    return np.where(lengths > c, c / lengths, 1.0) @ U / len(U)


def krum(U, bad):
    score = []
    for i in range(len(U)):
        far = np.sort([np.sum((U[i] - U[j]) ** 2) for j in range(len(U)) if j != i])
        score.append(sum(far[: len(U) - bad - 2]))
    return U[score.index(min(score))]


def aggregate(U, rule, bad):
    return {"median": median, "clip": clip, "krum": krum}[rule](U, bad)


# %% tags=["right", "id:scipy-distances"]
from scipy.spatial.distance import cdist


def aggregate(U, rule, bad):
    if rule == "krum":
        D = cdist(U, U, "sqeuclidean")
        np.fill_diagonal(D, np.inf)
        near = np.partition(D, len(U) - bad - 3, axis=1)[:, : len(U) - bad - 2]
        return U[[np.argmin(near.sum(axis=1))]]
    if rule == "median":
        return np.quantile(U, 0.5, axis=0)
    lengths = np.linalg.norm(U, axis=1, keepdims=True)
    return (U / np.maximum(1, lengths / np.median(lengths))).mean(axis=0)


# %% tags=["right", "id:match-and-statistics"]
import statistics


def aggregate(U, rule, bad):
    rows = U.tolist()
    match rule:
        case "median":
            return [statistics.median(column) for column in zip(*rows)]
        case "clip":
            size = [sum(x * x for x in u) ** 0.5 for u in rows]
            c = statistics.median(size)
            short = [[x * min(1, c / s) for x in u] for u, s in zip(rows, size)]
            return [statistics.fmean(column) for column in zip(*short)]
        case "krum":

            def score(u):
                far = sorted(sum((a - b) ** 2 for a, b in zip(u, v)) for v in rows)
                return sum(far[: len(rows) - bad - 1])

            return min(rows, key=score)


# %% tags=["right", "id:gram-matrix-column"]
def aggregate(U, rule, bad):
    U = np.asarray(U, dtype=np.float64)
    k = U.shape[0]
    if rule == "median":
        return np.percentile(U, 50, axis=0).reshape(-1, 1)
    G = U @ U.T
    lengths = np.sqrt(np.diag(G))
    if rule == "clip":
        out = np.zeros(U.shape[1])
        for u, s in zip(U, lengths):
            out += u * min(s, np.median(lengths)) / s / k
        return out
    D = np.diag(G)[:, None] + np.diag(G)[None] - 2 * G
    D[np.arange(k), np.arange(k)] = 0
    return U[np.argsort(np.sort(D, axis=1)[:, : k - bad - 1].sum(1))[0]]


# %% tags=["right", "id:in-place"]
def aggregate(U, rule, bad):
    lengths = np.linalg.norm(U, axis=1)
    if rule == "median":
        return np.ma.median(np.ma.array(U), axis=0)
    if rule == "clip":
        limit = np.median(lengths)
        for i in range(len(U)):
            if lengths[i] > limit:
                U[i] *= limit / lengths[i]
        return U.mean(axis=0)
    best, lowest = None, np.inf
    for u in U:
        total = np.sort(np.linalg.norm(U - u, axis=1) ** 2)[1 : len(U) - bad - 1].sum()
        if total < lowest:
            best, lowest = u, total
    return best


# %% tags=["wrong", "id:mean-for-median", "says:This is the mean", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return U.mean(axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:lower-median", "says:lower of the two", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.sort(U, axis=0)[(len(U) - 1) // 2]
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:upper-median", "says:upper of the two", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.sort(U, axis=0)[len(U) // 2]
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:median-over-coordinates", "says:over the coord", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=1)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:clip-for-median", "says:mean of the clipped", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:nothing-clipped", "says:nothing is clipped", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        return U.mean(axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:lengthened", "says:lengthened too", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean((np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:maximum", "says:long ones stay", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.maximum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:clip-sum", "says:sum, not the mean", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.sum(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:long-dropped", "says:dropped, not shortened", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return U[n <= np.median(n)].mean(axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:long-to-zero", "says:become zero", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return U[n <= np.median(n)].sum(axis=0) / len(U)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:mean-length", "says:mean length", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.mean(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:entries-clipped", "says:one by one", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.clip(U, -np.median(n), np.median(n)).mean(axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:absolute-lengths", "says:sums of absolute values", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        return np.mean(np.minimum(1, np.median(abs(U).sum(1)) / abs(U).sum(1))[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:median-for-clip", "says:This is the median", "loses:aggregate-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        return np.median(U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:not-squared", "says:not squared", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sqrt(np.sum((U[:, None] - U[None]) ** 2, axis=-1))
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:itself-counted", "says:the update itself", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, : len(U) - bad - 2].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:one-too-few", "says:One neighbour too few", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 2].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:one-too-many", "says:Too many neighbours", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:bad-ignored", "says:Too many neighbours", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - 1].sum(axis=1)
    return U[np.argmin(near)]


# %% tags=["wrong", "id:index", "says:index of the winner", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return np.full(U.shape[1], np.argmin(near))


# %% tags=["wrong", "id:worst-update", "says:not the best", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argmax(near)]


# %% tags=["wrong", "id:score", "says:least sum of squares", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return np.full(U.shape[1], near.min())


# %% tags=["wrong", "id:mean-of-neighbours", "says:nearest fellows", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    D = np.sum((U[:, None] - U[None]) ** 2, axis=-1)
    near = np.sort(D, axis=1)[:, 1 : len(U) - bad - 1].sum(axis=1)
    return U[np.argsort(D[np.argmin(near)])[: len(U) - bad - 1]].mean(axis=0)


# %% tags=["wrong", "id:mean-for-krum", "says:mean of all", "loses:aggregate-krum-tests"]
def aggregate(U, rule, bad):
    if rule == "median":
        return np.median(U, axis=0)
    if rule == "clip":
        n = np.linalg.norm(U, axis=1)
        return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    return U.mean(axis=0)
