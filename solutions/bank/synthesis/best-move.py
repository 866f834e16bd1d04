# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:all-pairs"]
from itertools import product


def best_move(A, labels):
    names = sorted(set(labels.tolist()))
    options = [
        (i, c)
        for i, c in product(range(len(labels)), names)
        if labels[i] != c and np.sum(labels == labels[i]) > 1
    ]

    def after(move):
        moved = labels.copy()
        moved[move[0]] = move[1]
        return ratio_cut(A, moved)

    return min(options, key=after)


# %% tags=["right", "id:own-ratio-cut"]
def best_move(A, labels):
    L = np.diag(A.sum(axis=1)) - A
    results = []
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            H = (moved[:, None] == np.unique(labels)).astype(float)
            size = H.sum(axis=0)
            if c == labels[i] or not size.all():
                continue
            results.append((np.sum(np.diag(H.T @ L @ H) / size), i, int(c)))
    _, node, cluster = min(results)
    return [node, cluster]


# %% tags=["right", "id:matrix-of-values"]
def best_move(A, labels):
    names, which = np.unique(labels, return_inverse=True)
    values = np.full((len(A), len(names)), np.inf)
    for i in range(len(A)):
        for a in range(len(names)):
            new = which.copy()
            new[i] = a
            if a != which[i] and len(set(new)) == len(names):
                values[i, a] = ratio_cut(A, new)
    i, a = divmod(int(np.argmin(values)), len(names))
    return np.array([i, names[a]])


# %% tags=["right", "id:change-in-place-and-back"]
def best_move(A, labels):
    best = (np.inf,)
    for i in range(len(labels)):
        old = labels[i]
        for c in set(labels.tolist()) - {int(old)}:
            labels[i] = c
            if old in labels:
                best = min(best, (ratio_cut(A, labels), i, c))
            labels[i] = old
    return float(best[1]), float(best[2])


# %% tags=["right", "id:sorted-by-value"]
def best_move(A, labels):
    tried = {}
    for i, own in enumerate(labels):
        if (labels == own).sum() == 1:
            continue
        for c in np.unique(labels[labels != own]):
            tried[i, int(c)] = ratio_cut(A, np.concatenate([labels[:i], [c], labels[i + 1 :]]))
    return sorted(tried, key=tried.get)[0]


# %% tags=["wrong", "id:cluster-emptied", "says:empties the cluster"]
def best_move(A, labels):
    best, move = np.inf, None
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            if c != labels[i] and ratio_cut(A, moved) < best:
                best, move = ratio_cut(A, moved), (i, c)
    return move


# %% tags=["wrong", "id:stays-where-it-is", "says:is in the cluster 1 already"]
def best_move(A, labels):
    weight = [A[i][labels != labels[i]].sum() for i in range(len(A))]
    for i in np.argsort(weight)[::-1]:
        if np.sum(labels == labels[i]) > 1 and len(A) > 4:
            return i, labels[i]
    return 3, 5


# %% tags=["wrong", "id:lightest-cut", "says:best_move for"]
def best_move(A, labels):
    best, move = np.inf, None
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            cut = np.sum(A * (moved[:, None] != moved))
            if c != labels[i] and labels[i] in moved and cut < best:
                best, move = cut, (i, c)
    return move


# %% tags=["wrong", "id:largest", "says:worst move"]
def best_move(A, labels):
    best, move = -np.inf, None
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            if c != labels[i] and labels[i] in moved and ratio_cut(A, moved) > best:
                best, move = ratio_cut(A, moved), (i, c)
    return move


# %% tags=["wrong", "id:second-best", "says:second best move"]
def best_move(A, labels):
    tried = {}
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            if c != labels[i] and labels[i] in moved:
                tried[i, int(c)] = ratio_cut(A, moved)
    return sorted(tried, key=tried.get)[1]


# %% tags=["wrong", "id:numbers-for-names", "says:named by its label"]
def best_move(A, labels):
    names, which = np.unique(labels, return_inverse=True)
    best, move = np.inf, None
    for i in range(len(which)):
        for a in range(len(names)):
            moved = which.copy()
            moved[i] = a
            if a != which[i] and which[i] in moved and ratio_cut(A, moved) < best:
                best, move = ratio_cut(A, moved), (i, a)
    return move


# %% tags=["wrong", "id:value-instead", "says:2 results"]
def best_move(A, labels):
    values = []
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            if c != labels[i] and labels[i] in moved:
                values.append(ratio_cut(A, moved))
    return min(values)


# %% tags=["wrong", "id:moves-accumulate", "says:best_move for"]
def best_move(A, labels):
    best, move = np.inf, None
    moved = labels.copy()
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved[i] = c
            if c != labels[i] and ratio_cut(A, moved) < best and len(set(moved)) > 1:
                best, move = ratio_cut(A, moved), (i, c)
    return move


# %% tags=["wrong", "id:least-connected-node", "says:best_move for"]
def best_move(A, labels):
    inside = [A[i][labels == labels[i]].sum() for i in range(len(A))]
    inside = [v if np.sum(labels == labels[i]) > 1 else np.inf for i, v in enumerate(inside)]
    i = int(np.argmin(inside))
    others = [c for c in np.unique(labels) if c != labels[i]]
    return i, min(others, key=lambda c: A[i][labels == c].sum())


# %% tags=["wrong", "id:mean-of-cuts", "says:best_move for"]
def best_move(A, labels):
    best, move = np.inf, None
    for i in range(len(labels)):
        for c in np.unique(labels):
            moved = labels.copy()
            moved[i] = c
            cut = sum(A[moved == a][:, moved != a].sum() * (moved == a).sum() for a in set(moved))
            if c != labels[i] and labels[i] in moved and cut < best:
                best, move = cut, (i, c)
    return move


# %% tags=["wrong", "id:only-if-better", "says:even if the split was better"]
def best_move(A, labels):
    best, move = ratio_cut(A, labels), (None, None)
    for node in range(len(labels)):
        for cluster in np.unique(labels):
            moved = labels.copy()
            moved[node] = cluster
            same = len(np.unique(moved)) == len(np.unique(labels))
            if same and ratio_cut(A, moved) < best:
                best, move = ratio_cut(A, moved), (node, cluster)
    return move


# %% tags=["wrong", "id:to-stay-is-a-move", "says:exactly one node moves"]
def best_move(A, labels):
    best, move = np.inf, None
    for node in range(len(labels)):
        for cluster in np.unique(labels):
            moved = labels.copy()
            moved[node] = cluster
            same = len(np.unique(moved)) == len(np.unique(labels))
            if same and ratio_cut(A, moved) < best:
                best, move = ratio_cut(A, moved), (node, cluster)
    return move
