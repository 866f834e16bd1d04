# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()
    best, least = None, np.inf
    for group in combinations(range(9), 4):
        z = sum(own_counts[i] for i in group)
        d = sum(abs(z / sum(z) - p))
        if d < least:
            best, least = group, d
    return best, least


# %% tags=["right", "id:gemd-of-part-a"]
def gemd_of(chosen):
    joint = own_counts[chosen].sum(axis=0)
    return np.abs(joint / joint.sum() - own_counts.sum(axis=0) / own_counts.sum()).sum()


def own_group():
    groups = np.array(list(combinations(range(len(own_counts)), 4)))
    values = np.array([gemd_of(group) for group in groups])
    return groups[values.argmin()], values.min()


# %% tags=["right", "id:all-at-once"]
def own_group():
    groups = np.array(list(combinations(range(9), 4)))
    joint = own_counts[groups].sum(axis=1)
    gaps = joint / joint.sum(axis=1, keepdims=True) - own_counts.sum(axis=0) / own_counts.sum()
    values = np.abs(gaps).sum(axis=1)
    return groups[np.argmin(values)].tolist(), values[np.argmin(values)]


# %% tags=["right", "id:bits"]
def own_group():
    total = own_counts.sum(axis=0)
    found = []
    for bits in range(2**9):
        group = [i for i in range(9) if bits >> i & 1]
        if len(group) == 4:
            z = own_counts[group].sum(axis=0)
            found.append((np.abs(z / z.sum() - total / total.sum()).sum(), group[::-1]))
    value, group = min(found)
    return group, value


# %% tags=["right", "id:twice-the-surplus"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        q = own_counts[group,].sum(axis=0) / own_counts[group,].sum()
        return 2 * np.maximum(q - p, 0).sum()  # what is too much is missing elsewhere

    best = min(combinations(range(9), 4), key=distance)
    return sorted(best), distance(best)


# %% tags=["right", "id:four-loops"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()
    found = {}
    for a in range(9):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    z = own_counts[a] + own_counts[b] + own_counts[c] + own_counts[d]
                    found[a, b, c, d] = float(np.linalg.norm(z / z.sum() - p, 1))
    best = min(found, key=found.get)
    return list(best), found[best]


# %% tags=["right", "id:typed", "own:public"]
def own_group():
    return [5, 0, 2, 1], 0.01237726963


# %% tags=["wrong", "id:each-by-itself", "says:chosen of own_group"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()
    alone = np.abs(own_counts / own_counts.sum(axis=1, keepdims=True) - p).sum(axis=1)
    group = np.argsort(alone)[:4]
    z = own_counts[group].sum(axis=0)
    return group, np.abs(z / z.sum() - p).sum()


# %% tags=["wrong", "id:greedy", "says:chosen of own_group"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[group].sum(axis=0)
        return np.abs(z / z.sum() - p).sum()

    group = []
    for _ in range(4):
        group.append(min(set(range(9)) - set(group), key=lambda i: distance([*group, i])))
    return group, distance(group)


# %% tags=["wrong", "id:first-four", "says:the four with the smallest GEMD"]
def own_group():
    p, z = own_counts.sum(axis=0) / own_counts.sum(), own_counts[:4].sum(axis=0)
    return [0, 1, 2, 3], np.abs(z / z.sum() - p).sum()


# %% tags=["wrong", "id:any-size", "says:Expected shape"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()
    return list(range(9)), 0 * p.sum()


# %% tags=["wrong", "id:half", "says:this is half of it"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.abs(z / z.sum() - p).sum() / 2

    best = min(combinations(range(9), 4), key=distance)
    return best, distance(best)


# %% tags=["wrong", "id:counted-from-one", "says:own_group"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.abs(z / z.sum() - p).sum()

    best = min(combinations(range(9), 4), key=distance)
    return [i + 1 for i in best], distance(best)


# %% tags=["wrong", "id:shares-averaged", "says:of own_group"]
def own_group():
    p, shares = (
        own_counts.sum(axis=0) / own_counts.sum(),
        own_counts / own_counts.sum(axis=1, keepdims=True),
    )

    def distance(group):
        return np.abs(shares[list(group)].mean(axis=0) - p).sum()

    best = min(combinations(range(9), 4), key=distance)
    return best, distance(best)


# %% tags=["wrong", "id:euclidean", "says:of own_group"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.linalg.norm(z / z.sum() - p)

    best = min(combinations(range(9), 4), key=distance)
    return best, distance(best)


# %% tags=["wrong", "id:uniform-mix", "says:of own_group"]
def own_group():
    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.abs(z / z.sum() - 0.25).sum()

    best = min(combinations(range(9), 4), key=distance)
    return best, distance(best)


# %% tags=["wrong", "id:group-only", "says:return chosen, distance"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.abs(z / z.sum() - p).sum()

    return list(min(combinations(range(9), 4), key=distance))


# %% tags=["wrong", "id:names", "says:own_group"]
def own_group():
    p = own_counts.sum(axis=0) / own_counts.sum()

    def distance(group):
        z = own_counts[list(group)].sum(axis=0)
        return np.abs(z / z.sum() - p).sum()

    best = min(combinations(range(9), 4), key=distance)
    return [own_names[i] for i in best], distance(best)
