# ruff: noqa
# %% tags=["right", "id:interval-of-alphas"]
def read_table(table):
    """For which a >= 0 does row r have the least loss + a * variation of all rows? An empty interval gives it away."""
    loss, variation = np.asarray(table, dtype=float).T
    K = len(loss)
    emptiness = np.zeros(K)
    for r in range(K):
        low, high = 0.0, np.inf
        for s in range(K):
            if variation[r] < variation[s]:
                low = max(low, (loss[r] - loss[s]) / (variation[s] - variation[r]))
            elif variation[r] > variation[s]:
                high = min(high, (loss[s] - loss[r]) / (variation[r] - variation[s]))
        emptiness[r] = np.inf if high <= 0 else low / high
    stopped = int(np.argmax(emptiness))
    order = [int(r) for r in np.argsort(loss) if r != stopped]
    return np.array(order), stopped


# %% tags=["right", "id:dominated-else-above-chord"]
def read_table(table):
    rows = list(range(len(table)))
    bad = None
    for r in rows:
        if any(table[s][0] < table[r][0] and table[s][1] < table[r][1] for s in rows):
            bad = r
    rows.sort(key=lambda r: table[r][1], reverse=True)
    if bad is None:
        # nobody is beaten in both: then it lies above a segment between two others
        height = {}
        for a in range(len(rows)):
            for c in range(a + 2, len(rows)):
                for b in range(a + 1, c):
                    (la, va), (lb, vb), (lc, vc) = table[rows[a]], table[rows[b]], table[rows[c]]
                    part = (va - vb) / (va - vc)
                    h = (lb - (la + part * (lc - la))) / abs(lc - la)
                    height[rows[b]] = max(height.get(rows[b], -np.inf), h)
        bad = max(height, key=height.get)
    rows.remove(bad)
    return rows, bad


# %% tags=["right", "id:linear-programme"]
from scipy.optimize import linprog


def read_table(table):
    # the row that a mixture of the others beats in both columns by the largest margin
    T = np.array(table, dtype=float)
    T = (T - T.min(axis=0)) / (T.max(axis=0) - T.min(axis=0))
    K = len(T)
    margins = []
    for r in range(K):
        others = np.delete(T, r, axis=0)
        # variables: mixture weights, margin t; maximise t
        A_ub = np.column_stack([others.T, np.ones(2)])
        result = linprog(
            np.r_[np.zeros(K - 1), -1.0],
            A_ub=A_ub,
            b_ub=T[r],
            A_eq=[np.r_[np.ones(K - 1), 0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * (K - 1) + [(None, None)],
            method="highs-ds",
        )
        margins.append(-result.fun)
    stopped = int(np.argmax(margins))
    order = np.argsort(-T[:, 1])
    return order[order != stopped], stopped


# %% tags=["right", "id:ranks-else-cross-product"]
def read_table(table):
    loss, tv = table[:, 0], table[:, 1]
    K = len(table)
    by_loss = np.argsort(loss)
    rank_sum = loss.argsort().argsort() + tv.argsort().argsort()
    if rank_sum.max() >= K:  # larger loss and larger variation than another
        stopped = rank_sum.argmax()
    else:
        # all in order: who breaks the convexity of the frontier? slopes are -alpha / n
        worst, stopped = -np.inf, None
        x, y = (loss - loss.min()) / np.ptp(loss), (tv - tv.min()) / np.ptp(tv)
        for p in range(1, K - 1):
            a, b, c = by_loss[p - 1], by_loss[p], by_loss[p + 1]
            for a in by_loss[:p]:
                for c in by_loss[p + 1 :]:
                    cross = (x[c] - x[a]) * (y[b] - y[a]) - (y[c] - y[a]) * (x[b] - x[a])
                    cross /= np.hypot(x[c] - x[a], y[c] - y[a])
                    if cross > worst:
                        worst, stopped = cross, b
    return by_loss[by_loss != stopped], stopped


# %% tags=["right", "id:winners"]
def read_table(table):
    """Who has the least loss + a * variation, for every a at which the winner may change?"""
    table = np.asarray(table, dtype=float)
    K = len(table)
    wins = np.full(K, np.inf)  # smallest relative distance from the best row
    for r in range(K):
        for s in range(K):
            if (table[r, 0] - table[s, 0]) * (table[r, 1] - table[s, 1]) < 0:
                a = -(table[r, 0] - table[s, 0]) / (table[r, 1] - table[s, 1])
                cost = table[:, 0] + a * table[:, 1]
                wins = np.minimum(
                    wins, (cost - cost.min()) / np.ptp(cost) if np.ptp(cost) > 0 else 0.0
                )
    # the best of all losses and the best of all variations are always solutions, or unbeaten
    wins[table[:, 0].argmin()] = wins[table[:, 1].argmin()] = 0.0
    stopped = int(wins.argmax())
    return [r for r in sorted(range(K), key=lambda r: table[r, 0]) if r != stopped], stopped


# %% tags=["right", "id:lower-hull-stack"]
def read_table(table):
    K = len(table)
    dominated = [r for r in range(K) if np.any(np.all(table < table[r], axis=1))]
    order = np.argsort(table[:, 0]).tolist()
    if dominated:
        stopped = dominated[0]
    else:

        def turn(a, b, c):
            (xa, ya), (xb, yb), (xc, yc) = table[a], table[b], table[c]
            u, v = (xb - xa) * (yc - ya), (yb - ya) * (xc - xa)
            return (u - v) / max(abs(u), abs(v))

        tolerance = 1e-12
        while True:
            dropped = set()
            stack = []
            for r in order:
                while len(stack) > 1 and turn(stack[-2], stack[-1], r) < -tolerance:
                    dropped.add(stack.pop())
                stack.append(r)
            if len(dropped) <= 1 or tolerance > 1:
                break
            tolerance *= 10
        stopped = dropped.pop()
    order.remove(stopped)
    return np.array(order)[:, None], stopped


# %% tags=["right", "id:pairs-brute-force"]
from itertools import combinations_with_replacement


def read_table(table: np.ndarray) -> tuple[np.ndarray, int]:
    scaled = (table - table.min(axis=0)) / np.ptp(table, axis=0)

    def beaten_by(r):
        """How far can row r be undercut, in both columns at once, on a segment between two other rows?"""
        best = -np.inf
        others = [s for s in range(len(table)) if s != r]
        for s, t in combinations_with_replacement(others, 2):
            gap_s, gap_t = scaled[r] - scaled[s], scaled[r] - scaled[t]
            candidates = [0.0, 1.0]
            bend = (gap_s[0] - gap_s[1]) - (gap_t[0] - gap_t[1])
            if bend != 0:
                candidates.append(float(np.clip((gap_s[0] - gap_s[1]) / bend, 0, 1)))
            for part in candidates:
                best = max(best, min((1 - part) * gap_s + part * gap_t))
        return best

    stopped = max(range(len(table)), key=beaten_by)
    order = sorted(set(range(len(table))) - {stopped}, key=lambda r: -table[r, 1])
    print("stopped:", table[stopped])
    return np.array(order), stopped


# %% tags=["right", "id:neighbouring-slopes"]
def read_table(table):
    order = sorted(range(len(table)), key=lambda r: table[r, 0])
    # 1. the variation must fall while the loss rises
    for before, after in zip(order, order[1:]):
        if table[after, 1] > table[before, 1]:
            order.remove(after)
            return order, after
    # 2. alpha = -(change of loss)/(change of variation) must grow from pair to pair. Drop the inner row with the sharpest drop.
    ratio = []
    for a, b, c in zip(order, order[1:], order[2:]):
        first = (table[b, 0] - table[a, 0]) / (table[a, 1] - table[b, 1])
        second = (table[c, 0] - table[b, 0]) / (table[b, 1] - table[c, 1])
        ratio.append(first / second)
    # near the impostor its neighbours may look bent too, but less: it is the only one above a segment of two others
    suspects = [order[p + 1] for p in np.flatnonzero(np.array(ratio) > 1)] or [
        order[1 + int(np.argmax(ratio))]
    ]
    stopped = max(suspects, key=lambda r: ratio[order.index(r) - 1])
    order.remove(stopped)
    return tuple(order), stopped


# %% tags=["right", "id:scipy-hull"]
from scipy.spatial import ConvexHull


def read_table(table):
    T = np.asarray(table, dtype=float)
    by_loss = np.argsort(T[:, 0])
    worse = [r for r in range(len(T)) if ((T < T[r]).sum(axis=1) == 2).any()]
    if worse:
        (stopped,) = worse
    else:
        Z = (T - T.min(axis=0)) / np.ptp(T, axis=0)
        hull = ConvexHull(Z)
        below = hull.equations[(hull.equations[:, 0] < 0) & (hull.equations[:, 1] < 0)]
        # distance of every row from the lower left boundary of the hull
        distance = np.min(-(Z @ below[:, :2].T + below[:, 2]), axis=1)
        stopped = distance.argmax()
    return by_loss[by_loss != stopped], stopped


# %% tags=["right", "id:regret"]
def read_table(table):
    """The regret of a row: how much worse than the best row it is, for the alpha that suits it best."""
    scaled = (np.array(table, float) - np.min(table, axis=0)) / np.ptp(table, axis=0)

    def regret(r):
        # share t of the weight on the variation; max over rows of a linear function is convex in t: ternary search
        f = lambda t: np.max(
            (1 - t) * (scaled[r, 0] - scaled[:, 0]) + t * (scaled[r, 1] - scaled[:, 1])
        )
        low, high = 0.0, 1.0
        for _ in range(120):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            if f(a) < f(b):
                high = b
            else:
                low = a
        return f((low + high) / 2)

    regrets = [regret(r) for r in range(len(table))]
    stopped = regrets.index(max(regrets))
    order = sorted((r for r in range(len(table)) if r != stopped), key=lambda r: table[r][0])
    return np.array(order), stopped


# %% tags=["wrong", "id:falling-alpha", "loses:read-table-tests"]
# why: sorted by growing variation, that is by FALLING alpha.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.array([r for r in np.argsort(table[:, 1]) if r != stopped]), stopped


# %% tags=["wrong", "id:largest-loss", "loses:read-table-tests"]
# why: takes the row of the largest loss for the one stopped early; the solution of the largest alpha may have it.
def read_table(table):
    stopped = int(table[:, 0].argmax())
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:largest-variation", "loses:read-table-tests"]
# why: takes the row of the largest variation for the one stopped early.
def read_table(table):
    stopped = int(table[:, 1].argmax())
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:largest-sum", "loses:read-table-tests"]
# why: largest loss + variation, as if alpha were 1 and n were 1.
def read_table(table):
    stopped = int(table.sum(axis=1).argmax())
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:the-better-one", "loses:read-table-tests"]
# why: of the two rows that are out of order it throws out the one that is better in both columns; that one is the solution.
def read_table(table):
    order = list(np.argsort(table[:, 0]))
    for before, after in zip(order, order[1:]):
        if table[after, 1] > table[before, 1]:
            order.remove(before)
            return np.array(order), int(before)
    return np.array(order[1:]), int(order[0])


# %% tags=["wrong", "id:kept-in-order", "loses:read-table-tests"]
# why: the stopped row stays in the order, K rows instead of K - 1.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.argsort(table[:, 0]), stopped


# %% tags=["wrong", "id:renumbered", "loses:read-table-tests"]
# why: deletes the stopped row and returns numbers of the shorter table, not row numbers of `table`.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.argsort(np.delete(table, stopped, axis=0)[:, 0]), stopped


# %% tags=["wrong", "id:ranks", "loses:read-table-tests"]
# why: returns the rank of each solution (argsort of argsort), not the rows in order.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    rank = np.argsort(np.argsort(table[:, 0]))
    return np.delete(rank, stopped), stopped


# %% tags=["wrong", "id:last-row", "loses:read-table-tests"]
# why: the last row is taken for the stopped one, as in the example; the table lost its order.
def read_table(table):
    stopped = len(table) - 1
    return np.argsort(table[:-1, 0]), stopped


# %% tags=["wrong", "id:not-sorted", "loses:read-table-tests"]
# why: leaves the rows in the order of the table.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.array([r for r in range(len(table)) if r != stopped]), stopped


# %% tags=["wrong", "id:order-by-sum", "loses:read-table-tests"]
# why: orders by loss + variation, which need not grow with alpha.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.array([r for r in np.argsort(table.sum(axis=1)) if r != stopped]), stopped


# %% tags=["wrong", "id:numbered-from-one", "loses:read-table-tests"]
# why: rows are numbered from 1.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.array([r + 1 for r in np.argsort(table[:, 0]) if r != stopped]), stopped + 1


# %% tags=["wrong", "id:regression-outlier", "loses:read-table-tests"]
# why: the row farthest from a straight line is called the outlier; the frontier is curved.
def read_table(table):
    slope, intercept = np.polyfit(table[:, 1], table[:, 0], 1)
    stopped = int(np.argmax(np.abs(table[:, 0] - slope * table[:, 1] - intercept)))
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:elbow", "loses:read-table-tests"]
# why: takes the knee of the curve (the row nearest to the ideal corner) for the stopped row.
def read_table(table):
    Z = (table - table.min(axis=0)) / np.ptp(table, axis=0)
    stopped = int(np.argmin(np.hypot(Z[:, 0], Z[:, 1])))
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:values", "loses:read-table-tests"]
# why: returns the sorted losses and the stopped loss, not row numbers.
def read_table(table):
    stopped = next(r for r in range(len(table)) if np.any(np.all(table < table[r], axis=1)))
    return np.sort(np.delete(table[:, 0], stopped)), table[stopped, 0]


# %% tags=["wrong", "id:first-rise-unsorted", "loses:read-table-tests"]
# why: looks for the first row that is worse than the row before it in the table as it stands; the table lost its order.
def read_table(table):
    stopped = 0
    for r in range(1, len(table)):
        if np.all(table[r] > table[r - 1]):
            stopped = r
            break
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:nearest-to-another", "loses:read-table-tests"]
# why: the row nearest to another one is taken for stopped ("it nearly got there"); nothing in the text says how near it came.
def read_table(table):
    gaps = np.linalg.norm(table[:, None] - table[None], axis=-1) + np.diag(
        np.full(len(table), np.inf)
    )
    i, j = np.unravel_index(gaps.argmin(), gaps.shape)
    stopped = int(min(i, j))
    return np.array([r for r in np.argsort(table[:, 0]) if r != stopped]), stopped


# %% tags=["wrong", "id:neighbour-of-next", "loses:read-table-tests"]
# why: compares a row with the next one by loss only where the LAST such pair is, and drops the row after it: off by one.
def read_table(table):
    order = list(np.argsort(table[:, 0]))
    rises = [p for p in range(len(order) - 1) if table[order[p + 1], 1] > table[order[p], 1]]
    p = rises[-1] + 2 if rises else 0
    stopped = order[p % len(order)]
    order.remove(stopped)
    return np.array(order), int(stopped)
