# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:bit-masks"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    n = len(Z)
    masks = (np.arange(1, 2**n)[:, None] >> np.arange(n)) & 1
    joint = masks @ Z
    distance = np.abs(joint / joint.sum(axis=1, keepdims=True) - Z.sum(axis=0) / Z.sum()).sum(
        axis=1
    )
    fits = (masks * train_time).max(axis=1) + masks @ upload_time <= budget
    own = sum(2 ** int(i) for i in chosen) - 1
    return distance[own] / distance[fits].min() - 1


# %% tags=["right", "id:recursion"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    world = Z.sum(axis=0) / Z.sum()

    def distance(group):
        joint = sum(Z[i] for i in group)
        return float(np.abs(joint / joint.sum() - world).sum())

    def best(i, group):
        if group and max(train_time[group]) + sum(upload_time[group]) > budget:
            return math.inf
        if i == len(Z):
            return distance(group) if group else math.inf
        return min(best(i + 1, group), best(i + 1, [*group, i]))

    smallest = best(0, [])
    return [(distance(chosen) - smallest) / smallest]


# %% tags=["right", "id:all-groups-in-a-dictionary"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    groups = {(): (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for group, (labels, slowest, uploads) in list(groups.items()):
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            if slowest + uploads <= budget:
                groups[(*group, i)] = labels + Z[i], slowest, uploads
    del groups[()]
    world = Z.sum(axis=0) / Z.sum()
    distances = {g: np.abs(s[0] / s[0].sum() - world).sum() for g, s in groups.items()}
    return distances[tuple(sorted(int(i) for i in chosen))] / min(distances.values()) - 1


# %% tags=["right", "id:sorted-list-of-groups"]
from itertools import chain


def optimality_gap(Z, train_time, upload_time, budget, chosen):
    m = Z.sum(axis=1)
    surplus = Z - m[:, None] * (Z.sum(axis=0) / m.sum())
    every = chain(*(combinations(range(len(m)), k) for k in range(1, len(m) + 1)))
    ranked = sorted(every, key=lambda g: np.abs(surplus[[*g]].sum(0)).sum() / m[[*g]].sum())
    best = next(g for g in ranked if train_time[[*g]].max() + upload_time[[*g]].sum() <= budget)
    own, least = (np.abs(surplus[[*g]].sum(0)).sum() / m[[*g]].sum() for g in (chosen, best))
    return np.float32(own / least - 1)


# %% tags=["wrong", "id:from-the-package", "says:finished answer"]
from flcourse import fedbag as package


def optimality_gap(Z, train_time, upload_time, budget, chosen):
    best = package.exhaustive(Z, train_time, upload_time, budget).gemd
    return np.array([[package.gemd(Z, chosen) / best - 1]])


# %% tags=["right", "id:product-of-booleans"]
from itertools import product


def optimality_gap(Z, train_time, upload_time, budget, chosen):
    best = None
    for member in product([False, True], repeat=len(Z)):
        x = np.array(member)
        if not x.any() or train_time[x].max() + upload_time[x].sum() > budget:
            continue
        distance = np.abs(Z[x].sum(axis=0) / Z[x].sum() - Z.sum(axis=0) / Z.sum()).sum()
        best = distance if best is None else min(best, distance)
    mine = np.abs(Z[chosen].sum(axis=0) / Z[chosen].sum() - Z.sum(axis=0) / Z.sum()).sum()
    return max(0.0, mine / best - 1)


# %% tags=["wrong", "id:ratio", "says:subtract 1"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best


# %% tags=["wrong", "id:difference", "says:divide by the optimum"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) - best


# %% tags=["wrong", "id:relative-to-the-group", "says:not by the GEMD of the group"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return 1 - best / distance(list(chosen))


# %% tags=["wrong", "id:upside-down", "says:upside down"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return best / distance(list(chosen)) - 1


# %% tags=["wrong", "id:sign", "says:sign is wrong"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return 1 - distance(list(chosen)) / best


# %% tags=["wrong", "id:percent", "says:not in percent"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return 100 * (distance(list(chosen)) / best - 1)


# %% tags=["wrong", "id:same-size-only", "says:Groups of every size"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in [len(chosen)]:
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:single-clients-only", "says:Groups of every size"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in [1]:
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:budget-excluded", "says:budget itself is still allowed"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() < budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:no-budget", "says:only groups within the budget count"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() < np.inf:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:trainings-add-up", "says:Trainings run in parallel"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].sum() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:each-alone", "says:only groups within the budget count"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if (train_time + upload_time)[group].max() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:the-gemd-itself", "says:compare it with the best one"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen))


# %% tags=["wrong", "id:the-optimum-itself", "says:compare the group with it"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return best


# %% tags=["wrong", "id:euclidean", "says:optimality_gap"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.sqrt(((joint / joint.sum() - Z.sum(axis=0) / Z.sum()) ** 2).sum())

    best = np.inf
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:empty-group-too", "says:finite"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = 0.0
    for size in range(1, len(Z) + 1):
        for group in map(list, combinations(range(len(Z)), size)):
            if train_time[group].max() + upload_time[group].sum() <= budget:
                best = min(best, distance(group))
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:greedy-from-each-start", "says:optimality_gap"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    def fits(group):
        return train_time[group].max() + upload_time[group].sum() <= budget

    best = np.inf
    for start in range(len(Z)):
        group = [start]
        while fits(group):
            best = min(best, distance(group))
            more = [[*group, i] for i in range(len(Z)) if i not in group and fits([*group, i])]
            if not more or min(map(distance, more)) >= distance(group):
                break
            group = min(more, key=distance)
    return distance(list(chosen)) / best - 1


# %% tags=["wrong", "id:groups-of-three-at-most", "says:optimality_gap"]
def optimality_gap(Z, train_time, upload_time, budget, chosen):
    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()

    best = min(
        distance(group)
        for size in (1, 2, 3)
        for group in map(list, combinations(range(len(Z)), size))
        if train_time[group].max() + upload_time[group].sum() <= budget
    )
    return distance(list(chosen)) / best - 1
