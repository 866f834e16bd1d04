# ruff: noqa
# %% tags=["right", "id:share-explained"]
def which_method(errors, sizes, kind):
    e = np.argsort(np.argsort(errors))  # ranks: single large errors shall not decide

    def explained(groups):
        middles = [np.median(errors[groups == g]) for g in np.unique(groups)]
        if max(middles) < 1.15 * min(middles):  # too little to matter, however regular
            return 0.0
        within = sum(
            np.sum((e[groups == g] - e[groups == g].mean()) ** 2) for g in np.unique(groups)
        )
        return 1 - within / np.sum((e - e.mean()) ** 2)

    few = sizes < np.sqrt(sizes.min() * sizes.max())
    by_size, by_kind = explained(few), explained(kind)
    if max(by_size, by_kind) < 0.35:
        return "clusters"
    return "local" if by_size > by_kind else "one model"


# %% tags=["right", "id:ratios-of-medians"]
def which_method(errors, sizes, kind):
    """How much worse is a group than another one? By rows, and by kind."""
    border = (min(sizes) + max(sizes)) / 2
    few = np.median([e for e, m in zip(errors, sizes) if m < border])
    many = np.median([e for e, m in zip(errors, sizes) if m >= border])
    middles = [np.median([e for e, a in zip(errors, kind) if a == b]) for b in set(kind)]
    size_ratio = max(few / many, 1.0)
    kind_ratio = max(middles) / min(middles)
    if size_ratio < 1.25 and kind_ratio < 1.35:
        return "clusters"
    # within one group of rows the kinds must still differ if it was one model
    big = [
        np.median([e for e, a, m in zip(errors, kind, sizes) if a == b and m >= border] or [many])
        for b in set(kind)
    ]
    return "one model" if max(big) / min(big) > 1.35 else "local"


# %% tags=["right", "id:leave-one-out"]
def which_method(errors, sizes, kind):
    # which group predicts the rank of a node's error best?
    e = np.argsort(np.argsort(errors)).astype(float)
    many = np.asarray(sizes) > np.median(sizes)

    def loss(groups):
        middles = [np.median(errors[groups == g]) for g in np.unique(groups)]
        if 1 < len(middles) and max(middles) < 1.15 * min(middles):
            return np.inf
        total = 0.0
        for i in range(len(e)):
            same = groups == groups[i]
            same[i] = False
            guess = np.median(e[same]) if same.any() else np.median(e)
            total += abs(e[i] - guess)
        return total

    nothing = loss(np.zeros(len(e), int))
    scores = {"local": loss(many), "one model": loss(np.asarray(kind))}
    best = min(scores, key=scores.get)
    return best if scores[best] < 0.84 * nothing else "clusters"


# %% tags=["right", "id:rank-tests"]
from scipy.stats import kruskal


def which_method(errors, sizes, kind):
    few = sizes <= np.median(sizes)
    if few.all():
        few = sizes < sizes.max()
    p_size = kruskal(errors[few], errors[~few]).pvalue
    p_kind = kruskal(*[errors[kind == a] for a in np.unique(kind)]).pvalue
    # significant, but is it large?
    if np.median(errors[few]) < 1.15 * np.median(errors[~few]):
        p_size = 1.0
    middles = [np.median(errors[kind == a]) for a in np.unique(kind)]
    if max(middles) < 1.3 * min(middles):
        p_kind = 1.0
    if min(p_size, p_kind) > 1e-4:
        return "clusters"
    return "local" if p_size < p_kind else "one model"


# %% tags=["right", "id:permutations"]
def which_method(errors, sizes, kind):
    """Compares the spread of group means with that of shuffled groups."""
    rng = np.random.default_rng(0)
    ranks = np.argsort(np.argsort(errors))

    def strength(groups):
        groups = np.unique(groups, return_inverse=True)[1]
        middles = np.array([np.median(errors[groups == g]) for g in range(groups.max() + 1)])
        if middles.max() / middles.min() < 1.15:
            return 0.0
        count = np.bincount(groups)

        def between(g):
            return np.sum(count * (np.bincount(g, weights=ranks) / count - ranks.mean()) ** 2)

        shuffled = [between(rng.permutation(groups)) for _ in range(200)]
        return (between(groups) - np.mean(shuffled)) / np.std(shuffled)

    size, kind_ = strength(sizes > np.median(sizes)), strength(kind)
    if max(size, kind_) < 6.5:
        return "clusters"
    return "local" if size > kind_ else "one model"


# %% tags=["right", "id:largest-gap-inside-kinds"]
def which_method(errors, sizes, kind):
    # subtract the typical place of its kind (or of its size) from that of each error: what is left?
    few = sizes < np.sqrt(float(min(sizes)) * max(sizes))
    place = np.argsort(np.argsort(errors)).astype(float)
    spread = np.mean(np.abs(place - np.median(place)))
    without_kind, without_size = place.copy(), place.copy()
    for a in np.unique(kind):
        without_kind[kind == a] -= np.median(place[kind == a])
    for b in (True, False):
        without_size[few == b] -= np.median(place[few == b])
    left_kind, left_size = np.mean(np.abs(without_kind)), np.mean(np.abs(without_size))
    if np.std(np.log(errors)) < 0.1:
        return "clusters"  # nearly equal errors, in whatever order
    if left_kind > 0.8 * spread and left_size > 0.8 * spread:
        return "clusters"
    if left_kind < left_size:
        return "one model"
    return "local"


# %% tags=["right", "id:regression-with-dummies"]
def which_method(errors, sizes, kind):
    """Least squares of log errors on a constant, on few/many, and on the kinds; penalised fit."""
    y = np.log(errors)
    n = len(y)
    one = np.ones((n, 1))
    few = (sizes < (sizes.min() * sizes.max()) ** 0.5)[:, None].astype(float)
    kinds = (kind[:, None] == np.unique(kind)[1:]).astype(float)

    def cost(design):
        rest = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
        return (
            n * np.log(rest @ rest + n * 0.1**2) + 10.0 * design.shape[1]
        )  # a tenth is no difference

    costs = {
        "clusters": cost(one),
        "local": cost(np.hstack([one, few])),
        "one model": cost(np.hstack([one, kinds])),
    }
    return min(costs, key=costs.get)


# %% tags=["right", "id:one-split-at-a-time"]
from dataclasses import dataclass


@dataclass
class Effect:
    name: str
    f: float


def which_method(errors, sizes, kind):
    # variances between groups over variances inside (F), on ranks, which tames outliers
    z = np.argsort(np.argsort(errors)) / len(errors)

    def effect(name, label):
        groups = [z[label == g] for g in np.unique(label)]
        middles = [np.median(errors[label == g]) for g in np.unique(label)]
        if max(middles) < 1.15 * min(middles):
            return Effect(name, 0.0)
        between = sum(len(g) * (g.mean() - z.mean()) ** 2 for g in groups) / (len(groups) - 1)
        inside = sum(((g - g.mean()) ** 2).sum() for g in groups) / (len(z) - len(groups))
        return Effect(name, between / inside)

    size = effect("local", sizes > np.median(sizes))
    kinds = effect("one model", kind)
    strongest = max(size, kinds, key=lambda x: x.f)
    return strongest.name if strongest.f > 16 else "clusters"


# %% tags=["wrong", "id:kind-means-clusters", "loses:which-method-tests"]
# why: errors that depend on the kind are taken for one model per kind, and equal ones for one model: it is the other way round.
def which_method(errors, sizes, kind):
    e = np.argsort(np.argsort(errors))

    def explained(groups):
        return 1 - sum(
            np.sum((e[groups == g] - e[groups == g].mean()) ** 2) for g in np.unique(groups)
        ) / np.sum((e - e.mean()) ** 2)

    by_size, by_kind = explained(sizes > np.median(sizes)), explained(kind)
    if max(by_size, by_kind) < 0.35:
        return "one model"
    return "local" if by_size > by_kind else "clusters"


# %% tags=["wrong", "id:rows-mean-one-model", "loses:which-method-tests"]
# why: smaller errors at nodes with many rows are put down to FedAvg's weights, and errors by kind to local learning.
def which_method(errors, sizes, kind):
    e = np.argsort(np.argsort(errors))

    def explained(groups):
        return 1 - sum(
            np.sum((e[groups == g] - e[groups == g].mean()) ** 2) for g in np.unique(groups)
        ) / np.sum((e - e.mean()) ** 2)

    by_size, by_kind = explained(sizes > np.median(sizes)), explained(kind)
    if max(by_size, by_kind) < 0.35:
        return "clusters"
    return "one model" if by_size > by_kind else "local"


# %% tags=["wrong", "id:rows-mean-clusters", "loses:which-method-tests"]
# why: takes equal errors for local ("everybody is served alike") and errors by rows for clusters.
def which_method(errors, sizes, kind):
    e = np.argsort(np.argsort(errors))

    def explained(groups):
        return 1 - sum(
            np.sum((e[groups == g] - e[groups == g].mean()) ** 2) for g in np.unique(groups)
        ) / np.sum((e - e.mean()) ** 2)

    by_size, by_kind = explained(sizes > np.median(sizes)), explained(kind)
    if max(by_size, by_kind) < 0.35:
        return "local"
    return "clusters" if by_size > by_kind else "one model"


# %% tags=["wrong", "id:kind-ignored", "loses:which-method-tests"]
# why: looks at the rows only: whatever does not depend on them is "clusters".
def which_method(errors, sizes, kind):
    few = sizes < np.median(sizes) + 1e-9
    ratio = np.median(errors[few]) / np.median(errors[~few])
    return "local" if ratio > 1.25 else "clusters"


# %% tags=["wrong", "id:rows-ignored", "loses:which-method-tests"]
# why: looks at the kinds only, and takes what does not depend on them for local.
def which_method(errors, sizes, kind):
    middles = np.array([np.median(errors[kind == a]) for a in np.unique(kind)])
    return "one model" if middles.max() / middles.min() > 1.6 else "local"


# %% tags=["wrong", "id:fixed-levels", "loses:which-method-tests"]
# why: judges by the mean error with fixed limits, as if the noise had variance 1; the level says nothing, the dependence does.
def which_method(errors, sizes, kind):
    level = np.mean(errors)
    if level < 1.2:
        return "clusters"
    return "local" if level < 4 else "one model"


# %% tags=["wrong", "id:spread", "loses:which-method-tests"]
# why: judges by the relative spread of all errors, without asking what they depend on.
def which_method(errors, sizes, kind):
    spread = np.std(errors) / np.mean(errors)
    if spread < 0.3:
        return "clusters"
    return "local" if spread > 0.7 else "one model"


# %% tags=["wrong", "id:correlation-with-kind-number", "loses:which-method-tests"]
# why: correlation with the number of the kind: kinds are names, a middle one may have the largest or smallest error.
def which_method(errors, sizes, kind):
    e = np.log(errors)
    by_size = abs(np.corrcoef(e, np.log(sizes))[0, 1])
    by_kind = abs(np.corrcoef(e, kind)[0, 1])
    if max(by_size, by_kind) < 0.6:
        return "clusters"
    return "local" if by_size > by_kind else "one model"


# %% tags=["wrong", "id:worst-node-decides", "loses:which-method-tests"]
# why: if the worst node has few rows it is "local"; with one model this is so by chance every second time.
def which_method(errors, sizes, kind):
    if np.max(errors) < 1.8 * np.median(errors):
        return "clusters"
    worst = int(np.argmax(errors))
    return "local" if sizes[worst] <= np.median(sizes) else "one model"


# %% tags=["wrong", "id:two-first-kinds", "loses:which-method-tests"]
# why: compares the kinds 0 and 1 only; a third kind may be the one that the model does not fit.
def which_method(errors, sizes, kind):
    few = sizes < np.median(sizes) + 1e-9
    names = np.unique(kind)
    a, b = np.median(errors[kind == names[0]]), np.median(errors[kind == names[1]])
    if max(a, b) / min(a, b) > 1.6:
        return "one model"
    return "local" if np.median(errors[few]) > 1.25 * np.median(errors[~few]) else "clusters"


# %% tags=["wrong", "id:rare-kinds-are-worse", "loses:which-method-tests"]
# why: takes errors that are larger at rarer kinds for clusters, "trained on fewer rows": that is what one model does to rare kinds.
def which_method(errors, sizes, kind):
    few = sizes < np.median(sizes) + 1e-9
    names, count = np.unique(kind, return_counts=True)
    rare, frequent = names[count.argmin()], names[count.argmax()]
    if np.median(errors[kind == rare]) > 1.6 * np.median(errors[kind == frequent]):
        return "clusters"
    return "local" if np.median(errors[few]) > 1.25 * np.median(errors[~few]) else "one model"


# %% tags=["wrong", "id:sign-of-the-rows", "loses:which-method-tests"]
# why: expects larger errors at nodes with many rows for local learning; they are smaller.
def which_method(errors, sizes, kind):
    few = sizes < np.median(sizes) + 1e-9
    if np.median(errors[~few]) > 1.25 * np.median(errors[few]):
        return "local"
    middles = np.array([np.median(errors[kind == a]) for a in np.unique(kind)])
    return "one model" if middles.max() / middles.min() > 1.6 else "clusters"


# %% tags=["wrong", "id:errors-in-two-heaps", "loses:which-method-tests"]
# why: two heaps of errors mean local (few and many), more heaps one model: with two kinds one model has two heaps as well.
def which_method(errors, sizes, kind):
    e = np.sort(np.log(errors))
    gaps = np.sum(np.diff(e) > 0.25 * (e[-1] - e[0]))
    if e[-1] - e[0] < np.log(2):
        return "clusters"
    return "local" if gaps <= 1 else "one model"


# %% tags=["wrong", "id:group-means-of-rows-per-kind", "loses:which-method-tests"]
# why: compares mean errors with the mean rows of the kinds; nothing depends on these.
def which_method(errors, sizes, kind):
    names = np.unique(kind)
    means = np.array([errors[kind == a].mean() for a in names])
    rows = np.array([sizes[kind == a].mean() for a in names])
    if means.max() < 1.3 * means.min():
        return "clusters"
    return "local" if (means.argmax() == rows.argmin()) else "one model"
