# ruff: noqa
# %% tags=["right", "id:try-all-with-the-tool"]
def best_move(A, labels):
    best = (np.inf, None, None)
    k = len(np.unique(labels))
    for node in range(len(labels)):
        for cluster in np.unique(labels):
            if cluster == labels[node]:
                continue
            moved = labels.copy()
            moved[node] = cluster
            if len(np.unique(moved)) < k:
                continue
            price = ratio_cut(A, moved)
            if price < best[0]:
                best = (price, node, cluster)
    return best[1], best[2]


# %% tags=["right", "id:change-of-the-price"]
def best_move(A, labels):
    names, own = np.unique(labels, return_inverse=True)
    own = own.ravel()
    n, k = len(own), len(names)
    member = np.eye(k)[own]
    size = member.sum(axis=0)
    weight = A @ member  # of node i to cluster c
    degree = weight.sum(axis=1)
    cut = np.array([degree[own == c].sum() - weight[own == c, c].sum() for c in range(k)])
    change = np.full((n, k), np.inf)
    for i in range(n):
        a = own[i]
        if size[a] == 1:
            continue
        # leaving a: its edges to a are cut now, its edges elsewhere are no more those of a
        left = (cut[a] + 2 * weight[i, a] - degree[i]) / (size[a] - 1) - cut[a] / size[a]
        for c in range(k):
            if c != a:
                joined = (cut[c] + degree[i] - 2 * weight[i, c]) / (size[c] + 1) - cut[c] / size[c]
                change[i, c] = left + joined
    i, c = np.unravel_index(np.argmin(change), change.shape)
    return int(i), int(names[c])


# %% tags=["right", "id:trace"]
def best_move(A, labels):
    A = np.asarray(A, float)
    Lap = np.diag(A.sum(axis=1)) - A

    def price(labels):
        H = np.array([labels == c for c in set(labels.tolist())], float).T
        H = H / np.sqrt(H.sum(axis=0))
        return np.trace(H.T @ Lap @ H), H.shape[1]

    labels = np.ravel(labels)
    k = price(labels)[1]
    options = {}
    for i in range(labels.size):
        for c in set(labels.tolist()) - {int(labels[i])}:
            trial = np.where(np.arange(labels.size) == i, c, labels)
            value, count = price(trial)
            if count == k:
                options[i, c] = value
    return min(options, key=options.get)


# %% tags=["right", "id:pure-python-sets"]
def best_move(A, labels):
    clusters = {}
    for i, c in enumerate(labels):
        clusters.setdefault(int(c), set()).add(i)
    n = len(labels)

    def price(parts):
        total = 0.0
        for part in parts.values():
            total += sum(A[i][j] for i in part for j in range(n) if j not in part) / len(part)
        return total

    candidates = []
    for a, part in clusters.items():
        if len(part) < 2:
            continue
        for i in sorted(part):
            for c in clusters:
                if c != a:
                    after = dict(clusters)
                    after[a] = part - {i}
                    after[c] = clusters[c] | {i}
                    candidates.append((price(after), i, c))
    _, node, cluster = min(candidates)
    return [node, cluster]


# %% tags=["right", "id:generator-and-min"]
from itertools import product


def best_move(A, labels):
    labels = np.asarray(labels)
    sizes = dict(zip(*np.unique(labels, return_counts=True)))

    def after(move):
        node, cluster = move
        new = labels.copy()
        new[node] = cluster
        return ratio_cut(A, new)

    moves = [
        (i, c)
        for i, c in product(range(len(labels)), sizes)
        if c != labels[i] and sizes[labels[i]] > 1
    ]
    return min(moves, key=after)


# %% tags=["right", "id:in-place-and-back"]
def best_move(A, labels):
    labels = np.array(labels)  # a copy
    present = np.unique(labels)
    result, least = None, float("inf")
    for i in range(labels.shape[0]):
        home = labels[i]
        if np.count_nonzero(labels == home) == 1:
            continue
        for c in present[present != home]:
            labels[i] = c
            value = ratio_cut(A, labels)
            if value < least:
                result, least = np.array([i, c]), value
        labels[i] = home
    print("RatioCut after the move:", least)
    return result


# %% tags=["right", "id:own-price-from-edges"]
def best_move(A, labels):
    rows, cols = np.nonzero(np.triu(A))
    weights = A[rows, cols]

    def price(x):
        _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
        share = 1 / counts[inverse.ravel()]
        cut = x[rows] != x[cols]
        # an edge across counts in both of its clusters
        return np.sum(weights[cut] * (share[rows] + share[cols])[cut])

    n, best = len(labels), None
    for i in range(n):
        if np.sum(labels == labels[i]) > 1:
            for c in np.unique(labels):
                x = np.array(labels)
                x[i] = c
                if c != labels[i] and (best is None or price(x) < best[0]):
                    best = price(x), i, c
    return best[1:]


# %% tags=["right", "id:sparse"]
from scipy import sparse


def best_move(A, labels):
    S = sparse.csr_matrix(A)
    names = np.unique(labels)

    def price(x):
        Z = sparse.csr_matrix((x[:, None] == names).astype(float))
        between = (Z.T @ S @ Z).toarray()
        sizes = np.asarray(Z.sum(axis=0)).ravel()
        if np.any(sizes == 0):
            return np.inf
        return np.sum((between.sum(axis=1) - np.diag(between)) / sizes)

    table = np.full((len(labels), len(names)), np.inf)
    for i, label in enumerate(labels):
        for c, name in enumerate(names):
            if name != label:
                x = np.array(labels)
                x[i] = name
                table[i, c] = price(x)
    node, c = divmod(int(np.argmin(table)), len(names))
    return node, names[c]


# %% tags=["right", "id:inside-instead-of-across"]
def best_move(A, labels):
    """RatioCut = sum over clusters of (degrees - weight inside) / size, kept in a class."""

    class Split:
        def __init__(self, labels):
            self.labels = labels

        def price(self):
            total = 0
            for c in np.unique(self.labels):
                mask = self.labels == c
                total += (A[mask].sum() - A[np.ix_(mask, mask)].sum()) / mask.sum()
            return total

        def moves(self):
            for i, a in enumerate(self.labels):
                if (self.labels == a).sum() > 1:
                    for c in np.unique(self.labels):
                        if c != a:
                            new = self.labels.copy()
                            new[i] = c
                            yield Split(new).price(), i, c

    price, node, cluster = sorted(Split(np.asarray(labels)).moves())[0]
    return node, cluster


# %% tags=["right", "id:all-splits-at-once"]
def best_move(A, labels):
    labels = np.asarray(labels)
    n, names = len(labels), np.unique(labels)
    nodes, targets = np.repeat(np.arange(n), len(names)), np.tile(names, n)
    trials = np.tile(labels, (len(nodes), 1))
    trials[np.arange(len(nodes)), nodes] = targets
    Z = (trials[:, :, None] == names).astype(float)  # (moves, n, clusters)
    sizes = Z.sum(axis=1)
    inside = np.einsum("mic,ij,mjc->mc", Z, A, Z, optimize=True)
    outside = np.einsum("mic,i->mc", Z, A.sum(axis=1)) - inside
    with np.errstate(divide="ignore", invalid="ignore"):
        prices = (outside / sizes).sum(axis=1)
    prices[(sizes.min(axis=1) == 0) | (targets == labels[nodes])] = np.inf
    m = prices.argmin()
    return nodes[m], targets[m]


# %% tags=["right", "id:recursion-over-nodes"]
def best_move(A, labels):
    known = sorted(set(np.ravel(labels).tolist()))

    def search(i, best):
        if i == len(labels):
            return best
        for c in known:
            trial = np.array(labels)
            trial[i] = c
            if c != labels[i] and len(set(trial.tolist())) == len(known):
                best = min(best, (ratio_cut(A, trial), i, c))
        return search(i + 1, best)

    return search(0, (np.inf, -1, -1))[1:]


# %% tags=["right", "id:own-ratio-cut"]
def ratio_cut(A, clusters, n):  # of a list of lists of nodes
    total = 0
    for part in clusters:
        rest = [j for j in range(n) if j not in part]
        total += A[np.ix_(part, rest)].sum() / len(part)
    return total


def best_move(A, labels):
    n = len(labels)
    names = sorted(set(int(c) for c in labels))
    prices = {}
    for node in range(n):
        for name in names:
            new = [name if i == node else int(labels[i]) for i in range(n)]
            if name != labels[node] and set(new) == set(names):
                prices[node, name] = ratio_cut(
                    A, [[i for i in range(n) if new[i] == c] for c in names], n
                )
    return sorted(prices, key=prices.get)[0]


# %% tags=["right", "id:raise-left-standing"]
def best_move(A, labels):
    """The move of one node after which the RatioCut is smallest (eq-ratio-cut)."""
    # YOUR CODE HERE
    best_price, best = None, None
    clusters = np.unique(labels)
    for node, old in enumerate(labels):
        if list(labels).count(old) < 2:
            continue  # the last of its cluster
        for new in clusters:
            if new == old:
                continue
            trial = list(labels)
            trial[node] = new
            price = ratio_cut(A, np.array(trial))
            if best_price is None or price < best_price:
                best_price, best = price, (node, new)
    return best
    raise NotImplementedError()


# %% tags=["wrong", "id:cluster-dies-out", "loses:best-move-tests"]
# why: lets the last node of a cluster leave; "no cluster may lose its last node".
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) < best[0]:
                best = ratio_cut(A, x), i, c
    return best[1:]


# %% tags=["wrong", "id:plain-cut", "loses:best-move-tests"]
# why: the plain weight of the cut, not divided by the numbers of nodes.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            cut = A[x[:, None] != x].sum()
            if c != labels[i] and cut < best[0]:
                best = cut, i, c
    return best[1:]


# %% tags=["wrong", "id:old-sizes", "loses:best-move-tests"]
# why: divides by the sizes before the move.
def best_move(A, labels):
    names, counts = np.unique(labels, return_counts=True)
    size = dict(zip(names.tolist(), counts.tolist()))
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if size[int(labels[i])] == 1:
            continue
        for c in names:
            x = labels.copy()
            x[i] = c
            price = sum(A[x == a][:, x != a].sum() / size[int(a)] for a in names)
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:volumes", "loses:best-move-tests"]
# why: divides by the sum of degrees (normalised cut) instead of the number of nodes.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            price = sum(A[x == a][:, x != a].sum() / A[x == a].sum() for a in np.unique(x))
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:weights-ignored", "loses:best-move-tests"]
# why: counts edges; the RatioCut adds their weights.
def best_move(A, labels):
    B = (A > 0).astype(float)
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(B, x) < best[0]:
                best = ratio_cut(B, x), i, c
    return best[1:]


# %% tags=["wrong", "id:worst-move", "loses:best-move-tests"]
# why: the move after which the RatioCut is largest.
def best_move(A, labels):
    best = (-np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) > best[0]:
                best = ratio_cut(A, x), i, c
    return best[1:]


# %% tags=["wrong", "id:first-improvement", "loses:best-move-tests"]
# why: stops at the first move that improves; the best one is asked.
def best_move(A, labels):
    now = ratio_cut(A, labels)
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            price = ratio_cut(A, x)
            if c != labels[i] and price < now:
                return i, c
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:position-of-the-cluster", "loses:best-move-tests"]
# why: returns the position of the cluster among the sorted labels, not its label.
def best_move(A, labels):
    names = np.unique(labels)
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for position, c in enumerate(names):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) < best[0]:
                best = ratio_cut(A, x), i, position
    return best[1:]


# %% tags=["wrong", "id:labels-zero-to-k", "loses:best-move-tests"]
# why: tries the labels 0, ..., k - 1, but labels need not start at 0 nor be consecutive: it opens new clusters.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in range(len(np.unique(labels))):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) < best[0]:
                best = ratio_cut(A, x), i, c
    return best[1:]


# %% tags=["wrong", "id:order-of-results", "loses:best-move-tests"]
# why: returns cluster, node instead of node, cluster.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) < best[0]:
                best = ratio_cut(A, x), c, i
    return best[1:]


# %% tags=["wrong", "id:moves-pile-up", "loses:best-move-tests"]
# why: trial moves are not taken back, so later prices are those of several moves.
def best_move(A, labels):
    x = labels.copy()
    best = (np.inf, None, None)
    for i in range(len(x)):
        if np.sum(x == x[i]) == 1:
            continue
        for c in np.unique(labels):
            if c != x[i] and np.sum(x == x[i]) > 1:
                x[i] = c
                if ratio_cut(A, x) < best[0]:
                    best = ratio_cut(A, x), i, c
    return best[1:]


# %% tags=["wrong", "id:strongest-neighbours", "loses:best-move-tests"]
# why: moves the node that gains most weight to its own cluster; the sizes play no part (a heuristic).
def best_move(A, labels):
    best = (-np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            if c != labels[i]:
                gain = A[i, labels == c].mean() - A[i, labels == labels[i]].mean()
                if gain > best[0]:
                    best = gain, i, c
    return best[1:]


# %% tags=["wrong", "id:two-clusters-of-the-move", "loses:best-move-tests"]
# why: compares only the two shares after the move, not the change: other clusters differ from move to move.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            price = sum(A[x == a][:, x != a].sum() / np.sum(x == a) for a in (labels[i], c))
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:only-the-new-cluster", "loses:best-move-tests"]
# why: looks at the share of the cluster that is joined only, not at the sum over all.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            price = A[x == c][:, x != c].sum() / np.sum(x == c)
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:next-cluster-only", "loses:best-move-tests"]
# why: tries only the next cluster in the list for each node, not all others.
def best_move(A, labels):
    names = list(np.unique(labels))
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        c = names[(names.index(labels[i]) + 1) % len(names)]
        x = labels.copy()
        x[i] = c
        if ratio_cut(A, x) < best[0]:
            best = ratio_cut(A, x), i, c
    return best[1:]


# %% tags=["wrong", "id:largest-share", "loses:best-move-tests"]
# why: minimises the largest of the clusters' shares, not their sum.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) == 1:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            price = max(A[x == a][:, x != a].sum() / np.sum(x == a) for a in np.unique(x))
            if c != labels[i] and price < best[0]:
                best = price, i, c
    return best[1:]


# %% tags=["wrong", "id:small-clusters-kept", "loses:best-move-tests"]
# why: forbids to leave a cluster of two nodes as well; only the last node must stay.
def best_move(A, labels):
    best = (np.inf, None, None)
    for i in range(len(labels)):
        if np.sum(labels == labels[i]) <= 2:
            continue
        for c in np.unique(labels):
            x = labels.copy()
            x[i] = c
            if c != labels[i] and ratio_cut(A, x) < best[0]:
                best = ratio_cut(A, x), i, c
    return best[1:]
