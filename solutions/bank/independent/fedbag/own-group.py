# ruff: noqa
# %% tags=["right", "id:combinations"]
# why: all 126 groups
from itertools import combinations


def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()
    best = None
    for four in combinations(range(9), 4):
        s = own_counts[list(four)].sum(axis=0)
        d = np.abs(s / s.sum() - p).sum()
        if best is None or d < best[1]:
            best = (list(four), d)
    return best


# %% tags=["right", "id:four-loops"]
# why: four nested loops over plain lists
def own_group():
    Z = own_counts.tolist()
    total = [sum(row[c] for row in Z) for c in range(4)]
    everything = sum(total)
    found, least = None, float("inf")
    for a in range(9):
        for b in range(a + 1, 9):
            for c in range(b + 1, 9):
                for e in range(c + 1, 9):
                    counts = [Z[a][k] + Z[b][k] + Z[c][k] + Z[e][k] for k in range(4)]
                    size = sum(counts)
                    dist = sum(abs(counts[k] / size - total[k] / everything) for k in range(4))
                    if dist < least:
                        found, least = (e, c, b, a), dist
    return found, least


# %% tags=["right", "id:bit-masks"]
# why: all bit masks of nine with four ones, one matrix product
def own_group():
    masks = np.array([[m >> i & 1 for i in range(9)] for m in range(512)])
    masks = masks[masks.sum(1) == 4]
    S = masks @ own_counts
    D = np.abs(S / S.sum(1, keepdims=True) - own_counts.sum(0) / own_counts.sum()).sum(1)
    k = D.argmin()
    return np.flatnonzero(masks[k]), D[k]


# %% tags=["right", "id:recursion"]
# why: depth first with a running sum
def own_group():
    p = own_counts.sum(0) / own_counts.sum()

    def go(start, chosen, sums):
        if len(chosen) == 4:
            return float(np.abs(sums / sums.sum() - p).sum()), chosen
        return min(
            go(i + 1, chosen + [i], sums + own_counts[i])
            for i in range(start, 9)
            if 9 - i >= 4 - len(chosen)
        )

    d, rows = go(0, [], np.zeros(4))
    return rows, d


# %% tags=["right", "id:complement"]
# why: chooses which five to leave out
from itertools import combinations


def own_group():
    whole = own_counts.sum(axis=0)
    scores = {}
    for out in combinations(range(9), 5):
        s = whole - own_counts[list(out)].sum(axis=0)
        scores[out] = sum(abs(s / s.sum() - whole / whole.sum()))
    out = min(scores, key=scores.get)
    return [i for i in range(9) if i not in out], np.array([scores[out]])


# %% tags=["right", "id:fractions"]
# why: exact fractions, ordering without rounding, dictionary by names
from fractions import Fraction
from itertools import combinations


def own_group():
    row = {name: [int(z) for z in counts] for name, counts in zip(own_names, own_counts)}
    total = [sum(r[c] for r in row.values()) for c in range(4)]
    M = sum(total)

    def distance(names):
        s = [sum(row[x][c] for x in names) for c in range(4)]
        return sum(abs(Fraction(s[c], sum(s)) - Fraction(total[c], M)) for c in range(4))

    four = min(combinations(own_names, 4), key=distance)
    return [own_names.index(x) for x in four], float(distance(four))


# %% tags=["right", "id:twice-the-surplus"]
# why: GEMD as twice the sum of the positive parts
from itertools import permutations


def own_group():
    p = own_counts / own_counts.sum()
    q = p.sum(axis=0)
    results = []
    for c in permutations(range(9), 4):
        if c[0] > c[1] > c[2] > c[3]:
            share = p[c, :].sum(axis=0)
            results.append((2 * np.maximum(share / share.sum() - q, 0).sum(), c))
    d, c = min(results)
    return np.array(c, dtype=float), np.float64(d)


# %% tags=["right", "id:swaps-from-everywhere"]
# why: local search by swaps from many random starts
def own_group():
    rng = np.random.default_rng(0)
    p = own_counts.sum(0) / own_counts.sum()

    def gemd_of(g):
        s = own_counts[sorted(g)].sum(0)
        return np.linalg.norm(s / s.sum() - p, 1)

    best = None
    for _ in range(60):
        g = set(rng.choice(9, 4, replace=False).tolist())
        while True:
            options = [(g - {i}) | {j} for i in g for j in set(range(9)) - g]
            better = min(options, key=gemd_of)
            if gemd_of(better) >= gemd_of(g):
                break
            g = better
        if best is None or gemd_of(g) < gemd_of(best):
            best = g
    return sorted(best, reverse=True), gemd_of(best)


# %% tags=["right", "id:typed", "own:public"]
# why: the public group and its distance with nine digits
def own_group():
    return [5, 0, 2, 1], 0.0123772696


# %% tags=["wrong", "id:greedy", "loses:own-group-tests"]
# why: one airport after the other
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


def own_group():
    g = []
    for _ in range(4):
        g.append(min((i for i in range(9) if i not in g), key=lambda i: G(g + [i])))
    return g, G(g)


# %% tags=["wrong", "id:nearest-alone", "loses:own-group-tests"]
# why: the four that are nearest by themselves
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


def own_group():
    g = sorted(range(9), key=lambda i: G([i]))[:4]
    return g, G(g)


# %% tags=["wrong", "id:mean-of-distances", "loses:own-group-tests"]
# why: right rule for the mean of single distances
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


def own_group():
    g = min(combinations(range(9), 4), key=lambda f: np.mean([G([i]) for i in f]))
    return list(g), np.mean([G([i]) for i in g])


from itertools import combinations


# %% tags=["wrong", "id:shares-averaged", "loses:own-group-tests"]
# why: airports count equally in the group
from itertools import combinations


def own_group():
    S = own_counts / own_counts.sum(1, keepdims=True)
    p = own_counts.sum(0) / own_counts.sum()
    f = lambda g: np.abs(S[list(g)].mean(0) - p).sum()
    g = min(combinations(range(9), 4), key=f)
    return list(g), f(g)


# %% tags=["wrong", "id:half", "loses:own-group-tests"]
# why: total variation, half of the GEMD
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min(combinations(range(9), 4), key=G)
    return list(g), G(g) / 2


# %% tags=["wrong", "id:euclid", "loses:own-group-tests"]
# why: Euclidean distance
from itertools import combinations


def own_group():
    p = own_counts.sum(0) / own_counts.sum()
    f = lambda g: np.linalg.norm(own_counts[list(g)].sum(0) / own_counts[list(g)].sum() - p)
    g = min(combinations(range(9), 4), key=f)
    return list(g), f(g)


# %% tags=["wrong", "id:uniform", "loses:own-group-tests"]
# why: distance from the uniform mix
from itertools import combinations


def own_group():
    f = lambda g: np.abs(own_counts[list(g)].sum(0) / own_counts[list(g)].sum() - 0.25).sum()
    g = min(combinations(range(9), 4), key=f)
    return list(g), f(g)


# %% tags=["wrong", "id:from-one", "loses:own-group-tests"]
# why: rows counted from 1
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min(combinations(range(9), 4), key=G)
    return [i + 1 for i in g], G(g)


# %% tags=["wrong", "id:names", "loses:own-group-tests"]
# why: names in place of rows
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min(combinations(range(9), 4), key=G)
    return [own_names[i] for i in g], G(g)


# %% tags=["wrong", "id:at-most-four", "loses:own-group-tests"]
# why: also fewer than four allowed: here a larger search that returns five
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min((c for k in range(4, 9) for c in combinations(range(9), k)), key=G)
    return list(g), G(g)


# %% tags=["wrong", "id:swapped", "loses:own-group-tests"]
# why: distance first
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min(combinations(range(9), 4), key=G)
    return G(g), list(g)


# %% tags=["wrong", "id:group-only", "loses:own-group-tests"]
# why: the distance is not returned
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    return list(min(combinations(range(9), 4), key=lambda g: G(g)))


# %% tags=["wrong", "id:two-digits", "loses:own-group-tests"]
# why: distance rounded to two digits
def G(group):
    s = own_counts[list(group)].sum(axis=0)
    return float(np.abs(s / s.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum())


from itertools import combinations


def own_group():
    g = min(combinations(range(9), 4), key=G)
    return list(g), float(f"{G(g):.2g}")


# %% tags=["wrong", "id:against-the-others", "loses:own-group-tests"]
# why: mix of the other five
from itertools import combinations


def own_group():
    def f(g):
        a = own_counts[list(g)].sum(0)
        b = own_counts.sum(0) - a
        return np.abs(a / a.sum() - b / b.sum()).sum()

    g = min(combinations(range(9), 4), key=f)
    return list(g), f(g)
