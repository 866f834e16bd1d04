# ruff: noqa
# %% tags=["right", "id:plain"]
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["right", "id:loops"]
def gemd(Z, chosen):
    n, C = Z.shape
    group = [0] * C
    total = [0] * C
    members = set(int(i) for i in chosen)
    if not members:
        return float("inf")
    for i in range(n):
        for c in range(C):
            total[c] += int(Z[i, c])
            if i in members:
                group[c] += int(Z[i, c])
    m_group, m_all = sum(group), sum(total)
    distance = 0.0
    for c in range(C):
        distance += abs(group[c] / m_group - total[c] / m_all)
    return distance


# %% tags=["right", "id:surplus"]
# the sum of the members' surpluses r_i = Z_i - m_i p, divided by their number of samples
def gemd(Z, chosen):
    Z = np.asarray(Z, dtype=float)
    chosen = np.asarray(chosen, dtype=int)
    m = Z.sum(axis=1)
    p = Z.sum(axis=0) / m.sum()
    surplus = Z - np.outer(m, p)
    N = m[chosen].sum()
    if N == 0:
        return np.inf
    return np.linalg.norm(surplus[chosen].sum(axis=0), 1) / N


# %% tags=["right", "id:mask"]
def gemd(Z, chosen):
    mask = np.zeros(len(Z), dtype=bool)
    mask[np.asarray(chosen, dtype=int)] = True
    if not mask.any():
        return math.inf
    q = (mask @ Z) / (mask @ Z.sum(axis=1))
    p = np.mean(Z, axis=0) / np.mean(Z.sum(axis=1))
    print("group:", q, "all:", p)
    return float(np.sum(np.maximum(q, p) - np.minimum(q, p)))


# %% tags=["right", "id:weighted-mean-of-distributions"]
# the joint distribution is the mean of the p_i with weights m_i
def gemd(Z, chosen):
    def share(rows):
        sizes = rows.sum(axis=1)
        return np.average(rows / sizes[:, None], axis=0, weights=sizes)

    if np.size(chosen) == 0:
        return np.inf
    return np.sum(np.abs(share(Z[chosen]) - share(Z)))


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def gemd(Z: np.ndarray, chosen: np.ndarray) -> float:
    rows = [[int(x) for x in row] for row in Z]
    group = [rows[int(i)] for i in chosen]
    if not group:
        return float("inf")
    m = sum(map(sum, group))
    M = sum(map(sum, rows))
    return float(
        sum(
            abs(Fraction(sum(col), m) - Fraction(sum(full), M))
            for col, full in zip(zip(*group), zip(*rows))
        )
    )


# %% tags=["right", "id:positive-part-twice"]
# two distributions: what one has too much the other has too little, so twice the positive part
def gemd(Z, chosen):
    k = len(chosen)
    if k < 1:
        return np.inf
    joint = np.add.reduce(Z[chosen], axis=0)
    gap = joint / joint.sum() - Z.sum(0) / Z.sum()
    return 2 * gap[gap > 0].sum()


# %% tags=["right", "id:scipy-cityblock"]
from scipy.spatial.distance import cityblock


def gemd(Z, chosen):
    chosen = list(chosen)
    try:
        joint = sum(Z[i] for i in chosen)
        return cityblock(joint / joint.sum(), Z.sum(axis=0) / Z.sum())
    except AttributeError:  # the sum over nobody is the number 0
        return np.inf


# %% tags=["right", "id:class-helper"]
class Labels:
    def __init__(self, counts):
        self.counts = counts

    def distribution(self):
        return self.counts / self.counts.sum()

    def __sub__(self, other):
        return np.abs(self.distribution() - other.distribution()).sum()


def gemd(Z, chosen):
    assert Z.ndim == 2
    if chosen.size == 0:
        return np.inf
    return Labels(np.einsum("ic->c", Z[chosen])) - Labels(np.einsum("ic->c", Z))


# %% tags=["right", "id:one-hot-matrix-array0d"]
def gemd(Z, chosen):
    n = Z.shape[0]
    indicator = np.isin(np.arange(n), chosen).astype(float)
    if indicator.sum() == 0:
        return np.array(np.inf)
    joint = Z.T @ indicator
    glob = Z.T @ np.ones(n)
    joint /= joint.sum()
    glob /= glob.sum()
    return np.array(np.sqrt((joint - glob) ** 2).sum())


# %% tags=["wrong", "id:mean-of-emds", "loses:gemd-tests"]
# why: the mean distance of the members, not the distance of the group; "the distance of a group adds the labels first".
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    p = Z.sum(axis=0) / Z.sum()
    emd = np.abs(Z / Z.sum(axis=1, keepdims=True) - p).sum(axis=1)
    m = Z.sum(axis=1)
    return np.sum(m[chosen] * emd[chosen]) / np.sum(m[chosen])


# %% tags=["wrong", "id:unweighted-distributions", "loses:gemd-tests"]
# why: averages the clients' distributions with equal weights; (11.3) adds the counts.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    p_i = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(p_i[chosen].mean(axis=0) - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:global-unweighted", "loses:gemd-tests"]
# why: p is the mean of the clients' distributions instead of that of all samples together.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    p = (Z / Z.sum(axis=1, keepdims=True)).mean(axis=0)
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - p).sum()


# %% tags=["wrong", "id:uniform-target", "loses:gemd-tests"]
# why: compares with equal shares 1/C, not with p_c.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - 1 / Z.shape[1]).sum()


# %% tags=["wrong", "id:half", "loses:gemd-tests"]
# why: total variation distance, with a factor of 1/2 that (11.3) does not have.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return 0.5 * np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:euclid", "loses:gemd-tests"]
# why: Euclidean norm instead of the sum of absolute values.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.linalg.norm(joint / joint.sum() - Z.sum(axis=0) / Z.sum())


# %% tags=["wrong", "id:empty-zero", "loses:gemd-tests"]
# why: the empty group gets 0, but "its GEMD is +infinity".
def gemd(Z, chosen):
    if len(chosen) == 0:
        return 0.0
    joint = Z[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:empty-one", "loses:gemd-tests"]
# why: guards the division with max(., 1), so the empty group gets sum p_c = 1, not +infinity.
def gemd(Z, chosen):
    joint = Z[np.asarray(chosen, dtype=int)].sum(axis=0)
    return np.abs(joint / max(joint.sum(), 1) - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:empty-nan", "loses:gemd-tests"]
# why: 0/0 for the empty group gives nan; it must be +infinity.
def gemd(Z, chosen):
    joint = Z[np.asarray(chosen, dtype=int)].sum(axis=0)
    with np.errstate(all="ignore"):
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:rest-as-reference", "loses:gemd-tests"]
# why: compares with the clients that were not chosen, not with all samples together.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    rest = Z.sum(axis=0) - joint
    if rest.sum() == 0:
        return 0.0
    return np.abs(joint / joint.sum() - rest / rest.sum()).sum()


# %% tags=["wrong", "id:cumulative", "loses:gemd-tests"]
# why: the earth mover's distance of ordered classes (cumulative sums); (11.3) is the plain sum of differences.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.abs(np.cumsum(joint / joint.sum() - Z.sum(axis=0) / Z.sum())).sum()


# %% tags=["wrong", "id:classes-of-the-group", "loses:gemd-tests"]
# why: sums over the classes that the group holds only; (11.3) sums over all c, absent classes count p_c.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    there = joint > 0
    return np.abs(joint[there] / joint.sum() - Z.sum(axis=0)[there] / Z.sum()).sum()


# %% tags=["wrong", "id:divided-by-all", "loses:gemd-tests"]
# why: divides the group's labels by the number of all samples, not by its own.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    return np.abs(Z[chosen].sum(axis=0) / Z.sum() - Z.sum(axis=0) / Z.sum()).sum()


# %% tags=["wrong", "id:largest-gap", "loses:gemd-tests"]
# why: the largest difference instead of the sum of all.
def gemd(Z, chosen):
    if len(chosen) == 0:
        return np.inf
    joint = Z[chosen].sum(axis=0)
    return np.max(np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()))
