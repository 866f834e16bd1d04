# ruff: noqa
# %% tags=["right", "id:backwards-loop"]
def recover(came_from, column):
    group = []
    for i in range(len(came_from) - 1, -1, -1):
        if came_from[i, column] >= 0:
            group.append(i)
            column = came_from[i, column]
    return group


# %% tags=["right", "id:recursion"]
def recover(came_from, column):
    def back(column, before):
        for i in reversed(range(before)):
            if came_from[i][column] != -1:
                return back(came_from[i][column], i) + [i]
        return []

    return back(column, len(came_from))


# %% tags=["right", "id:while-nonzero"]
def recover(came_from, column):
    table = np.array(came_from)
    chosen = []
    while column != 0:
        rows = np.flatnonzero(table[:, column] >= 0)
        if rows.size == 0:
            break
        i = rows[-1]
        chosen.append(i)
        column = table[i, column]
        table = table[:i]
    return np.array(chosen, dtype=int)


# %% tags=["right", "id:forward-groups"]
# play the table forwards: keep the group of each column, as it was after each client
def recover(came_from, column):
    T = came_from.shape[1]
    groups = [[] for _ in range(T)]
    for i, row in enumerate(came_from):
        before = [list(g) for g in groups]
        for j in range(T):
            if row[j] >= 0:
                groups[j] = before[row[j]] + [i]
    return groups[column]


# %% tags=["right", "id:generator"]
def recover(came_from, column):
    def members():
        j = int(column)
        for i, row in reversed(list(enumerate(came_from))):
            if row[j] > -1:
                yield i
                j = int(row[j])

    return sorted(members())


# %% tags=["right", "id:bitmask"]
def recover(came_from, column):
    n, width = came_from.shape
    masks = np.array([0] * width, dtype=object)
    for i in range(n):
        source = came_from[i]
        masks = np.where(source >= 0, masks[source] | (1 << i), masks)
    return [i for i in range(n) if masks[column] >> i & 1]


# %% tags=["right", "id:slice-max"]
def recover(came_from: np.ndarray, column: int) -> list[int]:
    """Take the last client of the column, cut the table above it, go on."""
    came_from = np.asarray(came_from)
    assert 0 <= column < came_from.shape[1]
    found = []
    limit = came_from.shape[0]
    while limit > 0:
        here = [i for i in range(limit) if came_from[i, column] >= 0]
        if not here:
            return found
        last = max(here)
        found.insert(0, last)
        column, limit = came_from[last, column], last
    return found


# %% tags=["right", "id:pointers-class"]
class Trail:
    def __init__(self, table):
        self.table = table

    def step(self, i, j):
        """The last client before i with an entry in column j, and where it came from."""
        while i > 0:
            i -= 1
            if self.table[i, j] >= 0:
                return i, self.table[i, j]
        return None


def recover(came_from, column):
    trail, state, out = Trail(came_from), (len(came_from), column), np.empty(0, dtype=int)
    while (state := trail.step(*state)) is not None:
        out = np.append(out, state[0])
    return out


# %% tags=["right", "id:reversed-argmax"]
def recover(came_from, column):
    upside = came_from[::-1]
    n, start, group = len(came_from), 0, []
    while start < n and np.any(upside[start:, column] >= 0):
        start += int(np.argmax(upside[start:, column] >= 0))
        group.append(n - 1 - start)
        column = upside[start, column]
        start += 1
    print(group)
    return group


# %% tags=["wrong", "id:not-earlier", "loses:recover-tests"]
# why: looks again at all clients; "was brought there by an *earlier* client". (It stops at a client that it has seen.)
def recover(came_from, column):
    group = []
    while column > 0:
        rows = np.flatnonzero(came_from[:, column] >= 0)
        if len(rows) == 0 or rows[-1] in group:
            break
        group.append(int(rows[-1]))
        column = came_from[rows[-1], column]
    return group


# %% tags=["wrong", "id:first-client", "loses:recover-tests"]
# why: takes the first client with an entry; "the last client with an entry in the column brought the group there".
def recover(came_from, column):
    group = []
    while column > 0:
        rows = [i for i in range(len(came_from)) if came_from[i, column] >= 0 and i not in group]
        if not rows:
            break
        group.append(rows[0])
        column = came_from[rows[0], column]
    return group


# %% tags=["wrong", "id:positive-only", "loses:recover-tests"]
# why: takes an entry of 0 for "none", so the first member of every group is lost; only -1 means none.
def recover(came_from, column):
    group = []
    for i in range(len(came_from) - 1, -1, -1):
        if came_from[i, column] > 0:
            group.append(i)
            column = came_from[i, column]
    return group


# %% tags=["wrong", "id:all-of-the-column", "loses:recover-tests"]
# why: everybody who ever brought a group into the column; only the last one counts, with its own past.
def recover(came_from, column):
    return [i for i in range(len(came_from)) if came_from[i, column] >= 0]


# %% tags=["wrong", "id:last-only", "loses:recover-tests"]
# why: one step only; "and so on, until column 0".
def recover(came_from, column):
    rows = np.flatnonzero(came_from[:, column] >= 0)
    return [int(rows[-1])] if len(rows) else []


# %% tags=["wrong", "id:forward-scan", "loses:recover-tests"]
# why: goes through the clients from first to last; the members come in the other direction.
def recover(came_from, column):
    group = []
    for i in range(len(came_from)):
        if came_from[i, column] >= 0:
            group.append(i)
            column = came_from[i, column]
    return group


# %% tags=["wrong", "id:returns-columns", "loses:recover-tests"]
# why: returns the columns of the way back, not the clients.
def recover(came_from, column):
    path = []
    for i in range(len(came_from) - 1, -1, -1):
        if came_from[i, column] >= 0:
            path.append(int(column))
            column = came_from[i, column]
    return path


# %% tags=["wrong", "id:overwritten-while-forward", "loses:recover-tests"]
# why: replays the table in place with columns ascending, so a column that client i overwrote is taken as it was not before the client: the group is not that of the *earlier* clients.
def recover(came_from, column):
    groups = [[] for _ in range(came_from.shape[1])]
    for i, row in enumerate(came_from):
        for j in range(len(row)):
            if row[j] >= 0:
                groups[j] = groups[row[j]] + ([i] if i not in groups[row[j]] else [])
    return groups[column]


# %% tags=["wrong", "id:stops-at-same-column", "loses:recover-tests"]
# why: takes an entry that names the same column for the end; a short upload may leave a group in its column, and the earlier members are lost.
def recover(came_from, column):
    group = []
    limit = len(came_from)
    while column > 0:
        rows = np.flatnonzero(came_from[:limit, column] >= 0)
        if len(rows) == 0:
            break
        i = int(rows[-1])
        group.append(i)
        if came_from[i, column] == column:
            break
        column, limit = came_from[i, column], i
    return group


# %% tags=["wrong", "id:one-too-early", "loses:recover-tests"]
# why: after a member it skips two rows, so a member that stands right before it is overlooked.
def recover(came_from, column):
    group = []
    i = len(came_from) - 1
    while i >= 0:
        if came_from[i, column] >= 0:
            group.append(i)
            column = came_from[i, column]
            i -= 2
        else:
            i -= 1
    return group


# %% tags=["wrong", "id:lowest-origin", "loses:recover-tests"]
# why: among the clients with an entry it takes the one from the largest column instead of the last one.
def recover(came_from, column):
    group, limit = [], len(came_from)
    while limit > 0 and column > 0 and np.any(came_from[:limit, column] >= 0):
        i = int(np.argmax(came_from[:limit, column]))
        group.append(i)
        column, limit = came_from[i, column], i
    return group


# %% tags=["wrong", "id:empty-column-somebody", "loses:recover-tests"]
# why: an empty column gives client 0 (np.argmax of all False, index from behind), but "column 0 and empty columns hold nobody".
def recover(came_from, column):
    n = len(came_from)
    group, limit = [], n
    while column >= 0 and (column > 0 or not group):
        has = came_from[:limit, column][::-1] >= 0
        i = limit - 1 - int(np.argmax(has)) if has.any() else 0
        group.append(i)
        column, limit = came_from[i, column], i
        if limit == 0:
            break
    return group
