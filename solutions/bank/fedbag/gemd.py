# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-lists"]
def gemd(Z, chosen):
    chosen = [int(i) for i in chosen]
    if not chosen:
        return float("inf")
    distance = 0.0
    for c in range(len(Z[0])):
        group = sum(Z[i][c] for i in chosen) / sum(sum(Z[i]) for i in chosen)
        everybody = sum(row[c] for row in Z) / sum(sum(row) for row in Z)
        distance += abs(group - everybody)
    return distance


# %% tags=["right", "id:surplus"]
def gemd(Z, chosen):
    m = Z.sum(axis=1)
    surplus = Z - np.outer(m, Z.sum(axis=0) / Z.sum())
    if not m[chosen].any():
        return np.inf
    return np.linalg.norm(surplus[chosen].sum(axis=0), 1) / m[chosen].sum()


# %% tags=["right", "id:mask-and-matrix-product"]
def gemd(Z, chosen):
    x = np.zeros(len(Z), dtype=bool)
    x[chosen] = True
    joint = x @ Z
    return (
        np.abs(joint / joint.sum() - Z.mean(axis=0) / Z.mean(axis=0).sum()).sum()
        if x.any()
        else np.inf
    )


# %% tags=["right", "id:weighted-average-of-distributions"]
def gemd(Z, chosen):
    if chosen.size < 1:
        return np.array([np.inf])
    shares, m = Z / Z.sum(axis=1, keepdims=True), Z.sum(axis=1)
    mix = np.average(shares[chosen], axis=0, weights=m[chosen])
    return np.array([np.abs(mix - np.average(shares, axis=0, weights=m)).sum()])


# %% tags=["right", "id:warns-for-nobody"]
def gemd(Z, chosen):
    joint = np.take(Z, chosen, axis=0).sum(0)
    distance = np.abs(joint / joint.sum() - Z.sum(0) / Z.sum()).sum()
    return np.inf if np.isnan(distance) else distance


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def gemd(Z, chosen):
    joint = [sum(int(Z[i, c]) for i in chosen) for c in range(Z.shape[1])]
    world = [int(count) for count in Z.sum(axis=0)]
    if sum(joint) == 0:
        return math.inf
    return sum(
        abs(Fraction(a, sum(joint)) - Fraction(b, sum(world)))
        for a, b in zip(joint, world, strict=True)
    )


# %% tags=["wrong", "id:mean-of-emds", "says:mean of the EMDs"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    shares, m = Z / Z.sum(axis=1, keepdims=True), Z.sum(axis=1)
    each = np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)
    return np.average(each[chosen], weights=m[chosen])


# %% tags=["wrong", "id:sum-of-emds", "says:sum of the EMDs"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum())[chosen].sum()


# %% tags=["wrong", "id:half", "says:half of it"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum() / 2


# %% tags=["wrong", "id:euclidean", "says:not the Euclidean one"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.linalg.norm(joint / joint.sum() - Z.sum(axis=0) / Z.sum())


# %% tags=["wrong", "id:squared", "says:are squared"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return ((joint / joint.sum() - Z.sum(axis=0) / Z.sum()) ** 2).sum()


# %% tags=["wrong", "id:largest-difference", "says:largest difference"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).max()


# %% tags=["wrong", "id:uniform-world", "says:taken for the uniform"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - 1 / len(joint)).sum()


# %% tags=["wrong", "id:against-the-others", "says:not only those of the others"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    others = Z.sum(axis=0) - joint
    return np.abs(joint / joint.sum() - others / max(1, others.sum())).sum()


# %% tags=["wrong", "id:members-count-equally", "says:not equally"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares[chosen].mean(axis=0) - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:world-counts-clients-equally", "says:counts clients equally"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(joint / joint.sum() - shares.mean(axis=0)).sum()


# %% tags=["wrong", "id:counts", "says:compare distributions"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    return np.abs(Z[chosen].sum(axis=0) - Z.sum(axis=0)).sum()


# %% tags=["wrong", "id:no-absolute-value", "says:absolute values are missing"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return (joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:nobody-is-perfect", "says:empty group"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return 0.0
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:nobody-is-nan", "says:empty group"]
def gemd(Z, chosen):
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:nobody-is-two", "says:empty group"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return 2.0
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()
