# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:table-of-functions"]
def median(U):
    S = np.sort(U, axis=0)
    k = len(U)
    return (S[(k - 1) // 2] + S[k // 2]) / 2


def clip(U):
    lengths = np.sqrt(np.einsum("kd,kd->k", U, U))
    c = np.median(lengths)
    return np.where(lengths > c, c / lengths, 1.0) @ U / len(U)


def aggregate(U, rule):
    return {"median": median, "clip": clip}[rule](U)


# %% tags=["right", "id:quantile-and-maximum"]
def aggregate(U, rule):
    if rule == "median":
        return np.quantile(U, 0.5, axis=0)
    lengths = np.linalg.norm(U, axis=1, keepdims=True)
    return (U / np.maximum(1, lengths / np.median(lengths))).mean(axis=0)


# %% tags=["right", "id:match-and-statistics"]
import statistics


def aggregate(U, rule):
    rows = U.tolist()
    match rule:
        case "median":
            return [statistics.median(column) for column in zip(*rows)]
        case "clip":
            size = [sum(x * x for x in u) ** 0.5 for u in rows]
            c = statistics.median(size)
            short = [[x * min(1, c / s) for x in u] for u, s in zip(rows, size)]
            return [statistics.fmean(column) for column in zip(*short)]


# %% tags=["right", "id:gram-matrix-column"]
def aggregate(U, rule):
    U = np.asarray(U, dtype=np.float64)
    k = U.shape[0]
    if rule == "median":
        return np.percentile(U, 50, axis=0).reshape(-1, 1)
    lengths = np.sqrt(np.diag(U @ U.T))
    out = np.zeros(U.shape[1])
    for u, s in zip(U, lengths):
        out += u * min(s, np.median(lengths)) / s / k
    return out


# %% tags=["right", "id:in-place"]
def aggregate(U, rule):
    lengths = np.linalg.norm(U, axis=1)
    if rule == "median":
        return np.ma.median(np.ma.array(U), axis=0)
    limit = np.median(lengths)
    for i in range(len(U)):
        if lengths[i] > limit:
            U[i] *= limit / lengths[i]
    return U.mean(axis=0)


# %% tags=["wrong", "id:mean-for-median", "says:This is the mean"]
def aggregate(U, rule):
    if rule == "median":
        return U.mean(axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:lower-median", "says:lower of the two"]
def aggregate(U, rule):
    if rule == "median":
        return np.sort(U, axis=0)[(len(U) - 1) // 2]
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:upper-median", "says:upper of the two"]
def aggregate(U, rule):
    if rule == "median":
        return np.sort(U, axis=0)[len(U) // 2]
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:median-over-coordinates", "says:over the coord"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=1)
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:clip-for-median", "says:mean of the clipped"]
def aggregate(U, rule):
    if rule == "median":
        n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:nothing-clipped", "says:nothing is clipped"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    return U.mean(axis=0)


# %% tags=["wrong", "id:lengthened", "says:lengthened too"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.mean((np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:maximum", "says:long ones stay"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.maximum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:clip-sum", "says:sum, not the mean"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.sum(np.minimum(1, np.median(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:long-dropped", "says:dropped, not shortened"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return U[n <= np.median(n)].mean(axis=0)


# %% tags=["wrong", "id:long-to-zero", "says:become zero"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return U[n <= np.median(n)].sum(axis=0) / len(U)


# %% tags=["wrong", "id:mean-length", "says:mean length"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.mean(np.minimum(1, np.mean(n) / n)[:, None] * U, axis=0)


# %% tags=["wrong", "id:entries-clipped", "says:one by one"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    n = np.linalg.norm(U, axis=1)
    return np.clip(U, -np.median(n), np.median(n)).mean(axis=0)


# %% tags=["wrong", "id:absolute-lengths", "says:sums of absolute values"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    return np.mean(np.minimum(1, np.median(abs(U).sum(1)) / abs(U).sum(1))[:, None] * U, axis=0)


# %% tags=["wrong", "id:median-for-clip", "says:This is the median"]
def aggregate(U, rule):
    if rule == "median":
        return np.median(U, axis=0)
    return np.median(U, axis=0)
