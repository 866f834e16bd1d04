# ruff: noqa
# %% tags=["right", "id:states-snapshot"]
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        new = dict(table)
        for j in sorted(table):
            labels, slowest, uploads = table[j]
            labels = labels + Z[i]
            slowest = max(slowest, train_time[i])
            uploads = uploads + upload_time[i]
            theta = slowest + uploads
            if theta > budget:
                continue
            col = math.ceil(theta)
            g = np.abs(labels / labels.sum() - p).sum()
            if g < value[col]:
                value[col] = g
                came_from[i, col] = j
                new[col] = (labels, slowest, uploads)
        table = new
    return value, came_from


# %% tags=["right", "id:groups-recomputed"]
# keeps the groups themselves, and computes everything afresh
def forward_table(Z, train_time, upload_time, budget):
    n = len(Z)
    everybody = Z.sum(axis=0) / Z.sum()

    def distance(group):
        joint = Z[group].sum(axis=0)
        return np.abs(joint / joint.sum() - everybody).sum()

    groups = [None] * (budget + 1)
    groups[0] = []
    value = np.full(budget + 1, np.inf)
    came_from = -np.ones((n, budget + 1), dtype=int)
    for i in range(n):
        before = list(enumerate(groups))
        for j, group in before:
            if group is None:
                continue
            larger = group + [i]
            seconds = round_time(train_time, upload_time, larger)
            if seconds <= budget:
                j_new = int(np.ceil(seconds))
                if groups[j_new] is None or distance(larger) < value[j_new]:
                    groups[j_new] = larger
                    value[j_new] = distance(larger)
                    came_from[i, j_new] = j
    return value, came_from


# %% tags=["right", "id:in-place-descending"]
# as in a knapsack: columns from right to left, so that nobody is added twice
# (a new column is never left of the old one, and what is written is not read again)
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value = [math.inf] * (budget + 1)
    origin = [[-1] * (budget + 1) for _ in range(n)]
    state = [None] * (budget + 1)
    state[0] = ([0] * C, 0, 0)
    for i in range(n):
        for j in range(budget, -1, -1):
            if state[j] is None:
                continue
            r, t, u = state[j]
            r2 = [int(a) + int(b) for a, b in zip(r, Z[i])]
            t2, u2 = max(t, train_time[i]), u + upload_time[i]
            if t2 + u2 <= budget:
                size = sum(r2)
                g = sum(abs(a / size - b) for a, b in zip(r2, p))
                k = math.ceil(t2 + u2)
                if g < value[k]:
                    value[k], state[k], origin[i][k] = g, (r2, t2, u2), j
    return np.array(value), np.array(origin)


# %% tags=["right", "id:surpluses"]
# with the sum of surpluses, as the chapter's (11.16)
def forward_table(Z, train_time, upload_time, budget):
    m = Z.sum(axis=1)
    R = Z - m[:, None] * (Z.sum(axis=0) / Z.sum())
    table = {0: (np.inf, np.zeros(Z.shape[1]), 0, 0.0, 0.0)}
    came_from = np.full((len(Z), budget + 1), -1, dtype=np.int64)
    for i in range(len(Z)):
        for j, (_, r, N, T, U) in sorted(table.items()):
            T2, U2 = max(T, train_time[i]), U + upload_time[i]
            r2, N2 = r + R[i], N + m[i]
            g2, col = np.linalg.norm(r2, 1) / N2, math.ceil(T2 + U2)
            if T2 + U2 <= budget and (col not in table or g2 < table[col][0]):
                table[col] = (g2, r2, N2, T2, U2)
                came_from[i, col] = j
    value = np.full(budget + 1, np.inf)
    for j, state in table.items():
        value[j] = state[0]
    return value, came_from


# %% tags=["right", "id:vectorised"]
# offers client i to all columns at once; np.lexsort picks the best offer of each new column
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    T = int(budget)
    labels = np.zeros((T + 1, C))
    slow, ups = np.zeros(T + 1), np.zeros(T + 1)
    there = np.zeros(T + 1, dtype=bool)
    there[0] = True
    value, came_from = np.full(T + 1, np.inf), np.full((n, T + 1), -1)
    for i in range(n):
        cols = np.flatnonzero(there)
        new_labels = labels[cols] + Z[i]
        new_slow = np.maximum(slow[cols], train_time[i])
        new_ups = ups[cols] + upload_time[i]
        seconds = new_slow + new_ups
        g = np.abs(new_labels / new_labels.sum(axis=1, keepdims=True) - p).sum(axis=1)
        ok = np.flatnonzero(seconds <= T)
        target = np.ceil(seconds[ok]).astype(int)
        order = np.lexsort((cols[ok], g[ok], target))
        best, first = np.unique(target[order], return_index=True)
        for col, pick in zip(best, ok[order[first]]):
            if g[pick] < value[col]:
                value[col] = g[pick]
                came_from[i, col] = cols[pick]
                labels[col], slow[col], ups[col] = new_labels[pick], new_slow[pick], new_ups[pick]
                there[col] = True
    return value, came_from


# %% tags=["right", "id:dataclass"]
from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    counts: tuple
    slowest: float = 0.0
    uploads: float = 0.0

    def plus(self, labels, train, upload):
        counts = tuple(a + int(b) for a, b in zip(self.counts, labels))
        return State(counts, max(self.slowest, train), self.uploads + upload)

    @property
    def seconds(self):
        return self.slowest + self.uploads

    def distance(self, p):
        return sum(abs(a / sum(self.counts) - b) for a, b in zip(self.counts, p))


def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = (Z.sum(axis=0) / Z.sum()).tolist()
    table: list[State | None] = [State((0,) * C)] + [None] * budget
    value = np.full(budget + 1, np.inf)
    came_from = np.full((n, budget + 1), -1, dtype=int)
    for i, (labels, train, upload) in enumerate(zip(Z, train_time, upload_time)):
        for j, old in enumerate(tuple(table)):
            if old is None:
                continue
            new = old.plus(labels, train, upload)
            if new.seconds <= budget:
                column = math.ceil(new.seconds)
                if new.distance(p) < value[column]:
                    table[column], value[column] = new, new.distance(p)
                    came_from[i, column] = j
    return value, came_from


# %% tags=["right", "id:recursion"]
# the table after i clients from the table after i - 1 clients
def forward_table(Z, train_time, upload_time, budget):
    n, C = np.shape(Z)
    p = np.sum(Z, axis=0) / np.sum(Z)

    def after(i):
        """(states, rows of came_from) when clients 0 ... i - 1 have been offered."""
        if i == 0:
            return {0: (np.inf, np.zeros(C), 0.0, 0.0)}, []
        old, rows = after(i - 1)
        offers = {}
        for j, (_, labels, t, u) in old.items():
            new = labels + Z[i - 1]
            t2, u2 = max(t, train_time[i - 1]), u + upload_time[i - 1]
            if t2 + u2 <= budget:
                g = np.abs(new / new.sum() - p).sum()
                offers.setdefault(math.ceil(t2 + u2), []).append((g, j, new, t2, u2))
        table, row = dict(old), np.full(budget + 1, -1)
        for col, candidates in offers.items():
            g, j, *rest = min(candidates, key=lambda c: c[:2])
            if col not in old or g < old[col][0]:
                table[col], row[col] = (g, *rest), j
        return table, rows + [row]

    table, rows = after(n)
    value = np.array([table[j][0] if j in table else np.inf for j in range(budget + 1)])
    return value, np.array(rows)


# %% tags=["right", "id:membership-matrix"]
def forward_table(Z, train_time, upload_time, budget):
    n = len(Z)
    p = Z.sum(axis=0) / Z.sum()
    member = np.zeros((budget + 1, n), dtype=bool)  # who is in the group of column j
    filled = [0]
    value = np.ones(budget + 1) * np.inf
    came_from = np.zeros((n, budget + 1), dtype=int) - 1
    for i in range(n):
        old, columns = member.copy(), sorted(filled)
        for j in columns:
            row = old[j].copy()
            row[i] = True
            time = max(train_time[row]) + sum(upload_time[row])
            if time > budget:
                continue
            counts = row @ Z
            g = sum(abs(counts / sum(counts) - p))
            k = -int(-time // 1)
            if k not in filled:
                filled.append(k)
            elif not g < value[k]:
                continue
            member[k], value[k], came_from[i, k] = row, g, j
    print(f"{len(filled) - 1} columns filled")
    return value, came_from


# %% tags=["right", "id:value-from-states-list-shape"]
# value as a column vector: "any sensible shape"
def forward_table(Z, train_time, upload_time, budget):
    assert len(Z) == len(train_time) == len(upload_time)
    n, p = len(Z), Z.sum(0) / Z.sum()
    t, u = np.asarray(train_time, float), np.asarray(upload_time, float)
    cells = {0: dict(g=np.inf, labels=0 * Z[0], t=0.0, u=0.0)}
    came_from = np.full((n, budget + 1), -1)
    for i in range(n):
        for j, cell in list(cells.items()):
            new = dict(labels=cell["labels"] + Z[i], t=max(cell["t"], t[i]), u=cell["u"] + u[i])
            new["g"] = np.abs(new["labels"] / new["labels"].sum() - p).sum()
            where = math.ceil(new["t"] + new["u"])
            if where <= budget and new["g"] < cells.get(where, {"g": 9.0})["g"]:
                cells[where] = new
                came_from[i, where] = j
    value = np.full((budget + 1, 1), np.inf)
    for j in cells:
        value[j, 0] = cells[j]["g"]
    return value, came_from


# %% tags=["wrong", "id:client-twice", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: columns ascending in place, so a group that client i has just brought is offered client i again; only groups "that were in the table before client i" count.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    state = [None] * (budget + 1)
    state[0] = (np.zeros(C), 0.0, 0.0)
    for i in range(n):
        for j in range(budget + 1):
            if state[j] is None:
                continue
            labels, t, u = (
                state[j][0] + Z[i],
                max(state[j][1], train_time[i]),
                state[j][2] + upload_time[i],
            )
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], state[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:old-group-lost", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: in place with a check that i is not a member yet, but a column that client i has just overwritten is skipped: its former group was "in the table before client i" too.
def forward_table(Z, train_time, upload_time, budget):
    n = len(Z)
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    groups = {0: []}
    for i in range(n):
        for j in range(budget + 1):
            if j not in groups or i in groups[j]:
                continue
            group = groups[j] + [i]
            seconds = max(train_time[group]) + sum(upload_time[group])
            if seconds <= budget:
                joint, col = Z[group].sum(axis=0), math.ceil(seconds)
                g = np.abs(joint / joint.sum() - p).sum()
                if g < value[col]:
                    value[col], groups[col], came_from[i, col] = g, group, j
    return value, came_from


# %% tags=["wrong", "id:last-offer-wins", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: compares with the table before client i only; two offers of the same client to one column are not compared, the later one wins though it is worse ("smaller than that in the new column").
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    came_from = np.full((n, budget + 1), -1)
    table = {0: (np.inf, np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        new = dict(table)
        for j in sorted(table):
            _, labels, t, u = table[j]
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if col not in table or g < table[col][0]:
                    new[col] = (g, labels, t, u)
                    came_from[i, col] = j
        table = new
    value = np.full(budget + 1, np.inf)
    for j in table:
        value[j] = table[j][0]
    return value, came_from


# %% tags=["wrong", "id:column-as-time", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: takes the column number for the time and adds training and upload of the client: training is parallel (max), (11.10), and "the times themselves are never rounded".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: np.zeros(C)}
    for i in range(n):
        for j, labels in sorted(table.items()):
            labels, col = labels + Z[i], math.ceil(j + train_time[i] + upload_time[i])
            if col <= budget:
                g = np.abs(labels / labels.sum() - p).sum()
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, labels, j
    return value, came_from


# %% tags=["wrong", "id:uploads-rounded-up", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: rounds each upload and training up to whole seconds first; "the times themselves are never rounded".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    train_time, upload_time = np.ceil(train_time), np.ceil(upload_time)
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:nearest-second", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: the column is the nearest second (and a time of up to budget + 0.5 passes); it must be the time rounded up.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            col = int(np.floor(t + u + 0.5))
            if col <= budget:
                g = np.abs(labels / labels.sum() - p).sum()
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:floor-plus-one", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: int(time) + 1 is not the time rounded up if the time is whole: the group lands one column too far, and a time of exactly the budget is refused.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            col = int(t + u) + 1
            if col <= budget:
                g = np.abs(labels / labels.sum() - p).sum()
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:strictly-below-budget", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: a time equal to the budget is refused; "if the time is at most budget".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u < budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:sum-of-trainings", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: adds the training times; the clients train in parallel, (11.10) has their maximum.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0)}
    for i in range(n):
        for j, (labels, s) in sorted(table.items()):
            labels, s = labels + Z[i], s + train_time[i] + upload_time[i]
            if s <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(s)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, s), j
    return value, came_from


# %% tags=["wrong", "id:last-training", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: keeps the training time of the last client instead of the slowest one.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0)}
    for i in range(n):
        for j, (labels, u) in sorted(table.items()):
            labels, u = labels + Z[i], u + upload_time[i]
            s = train_time[i] + u
            if s <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(s)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, u), j
    return value, came_from


# %% tags=["wrong", "id:mean-emd", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: averages the distances of the members; the GEMD of a group adds the labels first.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    emd = np.abs(Z / Z.sum(axis=1, keepdims=True) - p).sum(axis=1)
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (0.0, 0, 0.0, 0.0)}
    for i in range(n):
        for j, (e, k, t, u) in sorted(table.items()):
            e, k, t, u = e + emd[i], k + 1, max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                col = math.ceil(t + u)
                if e / k < value[col]:
                    value[col], table[col], came_from[i, col] = e / k, (e, k, t, u), j
    return value, came_from


# %% tags=["wrong", "id:global-so-far", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: p counts only the clients that have come so far; p_c is that of all samples together.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        p = Z[: i + 1].sum(axis=0) / Z[: i + 1].sum()
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:sorted-clients", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: offers the fastest clients first; "the clients come in the order of the rows of Z".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in np.argsort(train_time + upload_time, kind="stable"):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:keeps-first", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: a column that is taken stays as it is; a smaller GEMD must take it over.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget and math.ceil(t + u) not in table:
                col = math.ceil(t + u)
                value[col] = np.abs(labels / labels.sum() - p).sum()
                table[col], came_from[i, col] = (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:values-only-new-state-lost", "loses:forward-table-value-tests,forward-table-origin-tests"]
# why: when a better group takes a column, its GEMD is written but labels and times of the old group are kept, so what is built on it later is wrong ("each group must be kept with all that its next time and GEMD depend on").
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], came_from[i, col] = g, j
                    table.setdefault(col, (labels, t, u))
    return value, came_from


# %% tags=["wrong", "id:value-at-most-j", "loses:forward-table-value-tests"]
# why: value[j] is the best of all groups of at most j seconds; it must be that of the group in column j, and infinity where there is none.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return np.minimum.accumulate(value), came_from


# %% tags=["wrong", "id:value-zero-for-empty", "loses:forward-table-value-tests"]
# why: empty columns and column 0 hold 0, they must hold infinity.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.zeros(budget + 1), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if col not in table or g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:value-half", "loses:forward-table-value-tests"]
# why: half of the GEMD (total variation); the order of the groups is the same, the values are not those of (11.3).
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum() / 2, math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:origin-last-only", "loses:forward-table-origin-tests"]
# why: keeps the entry of the client that came last and sets those of earlier clients back to -1; "then both have an entry there".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col] = g, (labels, t, u)
                    came_from[:, col] = -1
                    came_from[i, col] = j
    return value, came_from


# %% tags=["wrong", "id:origin-of-every-offer", "loses:forward-table-origin-tests"]
# why: notes where every offer came from, also of those that did not take the column; "-1 where it brought none".
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if came_from[i, col] < 0:
                    came_from[i, col] = j
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:origin-zero-for-none", "loses:forward-table-origin-tests"]
# why: 0 stands for "none", so it cannot be told from "came from column 0"; none is -1.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.zeros((n, budget + 1), dtype=int)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u), j
    return value, came_from


# %% tags=["wrong", "id:origin-forwards", "loses:forward-table-origin-tests"]
# why: came_from[i, j] is where client i takes the group of column j to, not where it comes from.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, j] = g, (labels, t, u), col
    return value, came_from


# %% tags=["wrong", "id:origin-first-offer-of-client", "loses:forward-table-origin-tests"]
# why: if a client brings two groups into one column, the first origin stays although the second, better group is there.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0)}
    for i in range(n):
        for j, (labels, t, u) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col] = g, (labels, t, u)
                    if came_from[i, col] < 0:
                        came_from[i, col] = j
    return value, came_from


# %% tags=["wrong", "id:origin-previous-member", "loses:forward-table-origin-tests"]
# why: notes the client that brought the old group, not the column it was in.
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((n, budget + 1), -1)
    table = {0: (np.zeros(C), 0.0, 0.0, 0)}
    for i in range(n):
        for j, (labels, t, u, last) in sorted(table.items()):
            labels, t, u = labels + Z[i], max(t, train_time[i]), u + upload_time[i]
            if t + u <= budget:
                g, col = np.abs(labels / labels.sum() - p).sum(), math.ceil(t + u)
                if g < value[col]:
                    value[col], table[col], came_from[i, col] = g, (labels, t, u, i), last
    return value, came_from
