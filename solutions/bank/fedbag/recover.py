# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:recursion"]
def recover(came_from, column):
    if len(came_from) == 0:
        return []
    last = came_from[-1][column]
    if last < 0:
        return recover(came_from[:-1], column)
    return [*recover(came_from[:-1], last), len(came_from) - 1]


# %% tags=["right", "id:jump-to-the-last-entry"]
def recover(came_from, column):
    chosen, end = [], len(came_from)
    while True:
        entries = np.flatnonzero(came_from[:end, column] >= 0)
        if len(entries) == 0:
            return np.array(chosen, dtype=int)
        end = entries[-1]
        chosen.append(end)
        column = came_from[end, column]


# %% tags=["right", "id:replay-forwards"]
def recover(came_from, column):
    groups = {j: [] for j in range(came_from.shape[1])}
    for i, row in enumerate(came_from):
        before = dict(groups)
        for j, source in enumerate(row):
            if source != -1:
                groups[j] = before[source] + [i]
    return tuple(groups[column])


# %% tags=["right", "id:while-loop"]
def recover(came_from, column):
    i, chosen = len(came_from) - 1, []
    while i >= 0:
        j = int(came_from[i, column])
        if j > -1:
            chosen.insert(0, i)
            column = j
        i -= 1
    return chosen


# %% tags=["right", "id:mask-and-nonzero-as-a-column"]
def recover(came_from, column):
    member = np.zeros(len(came_from), dtype=bool)
    for i in range(len(came_from))[::-1]:
        member[i] = came_from[i, column] >= 0
        column = came_from[i, column] if member[i] else column
    return np.argwhere(member)


# %% tags=["right", "id:table-upside-down-as-floats"]
def recover(came_from, column):
    chosen = np.zeros(0)
    for back, row in enumerate(came_from[::-1].tolist()):
        if row[column] + 1:
            chosen = np.append(chosen, len(came_from) - 1 - back)
            column = row[column]
    return chosen


# %% tags=["wrong", "id:all-in-the-column", "says:only the last one brought it"]
def recover(came_from, column):
    return np.flatnonzero(came_from[:, column] >= 0)


# %% tags=["wrong", "id:last-only", "says:column that the entry names"]
def recover(came_from, column):
    return np.flatnonzero(came_from[:, column] >= 0)[-1:]


# %% tags=["wrong", "id:first-to-last", "says:not from the first to the last"]
def recover(came_from, column):
    chosen = []
    for i in range(len(came_from)):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:first-comer", "says:the last one should"]
def recover(came_from, column):
    chosen = []
    while (came_from[:, column] >= 0).any():
        i = int(np.argmax(came_from[:, column] >= 0))
        chosen.append(i)
        column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:last-is-no-member", "says:a member too"]
def recover(came_from, column):
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = came_from[i, column]
    return chosen[1:]


# %% tags=["wrong", "id:columns", "says:These are columns"]
def recover(came_from, column):
    columns = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            column = came_from[i, column]
            columns.append(column)
    return columns


# %% tags=["wrong", "id:any-entry", "says:any entry"]
def recover(came_from, column):
    return np.flatnonzero((came_from >= 0).any(axis=1))


# %% tags=["wrong", "id:mask", "says:mask"]
def recover(came_from, column):
    member = np.zeros(len(came_from))
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            member[i] = 1
            column = came_from[i, column]
    return member


# %% tags=["wrong", "id:numbered-from-one", "says:from 0"]
def recover(came_from, column):
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            chosen.append(i + 1)
            column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:minus-one-is-true", "says:compare with 0"]
def recover(came_from, column):
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column]:
            chosen.append(i)
            column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:zero-is-nobody", "says:recover"]
def recover(came_from, column):
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] > 0:
            chosen.append(i)
            column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:everybody", "says:All clients were taken"]
def recover(came_from, column):
    return range(len(came_from))


# %% tags=["wrong", "id:later-clients-too", "says:a later one replaced it"]
def recover(came_from, column):
    chosen = []
    while column > 0 and (came_from[:, column] >= 0).any():
        i = int(np.flatnonzero(came_from[:, column] >= 0)[-1])
        chosen.append(i)
        column = came_from[i, column]
    return chosen


# %% tags=["wrong", "id:two-clients", "says:not after two clients"]
def recover(came_from, column):
    chosen = []
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            chosen.append(i)
            column = came_from[i, column]
    return chosen[:2]


# %% tags=["wrong", "id:a-set", "says:set"]
def recover(came_from, column):
    chosen = set()
    for i in reversed(range(len(came_from))):
        if came_from[i, column] >= 0:
            chosen.add(i)
            column = came_from[i, column]
    return chosen
