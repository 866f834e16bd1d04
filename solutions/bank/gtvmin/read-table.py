# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:by-pairs"]
def read_table(table):
    bad = None
    for i, (loss, variation) in enumerate(table):
        for other_loss, other_variation in table:
            if other_loss < loss and other_variation < variation:
                bad = i
    rows = [k for k in range(len(table)) if k != bad]
    return sorted(rows, key=lambda k: table[k][0]), bad


# %% tags=["right", "id:leave-one-out"]
def read_table(table):
    for k in range(len(table)):
        rows = np.delete(np.arange(len(table)), k)
        rows = rows[np.argsort(table[rows, 0])]
        if np.all(np.diff(table[rows, 1]) < 0) and any(np.all(table[j] < table[k]) for j in rows):
            return rows, k
    return None


# %% tags=["right", "id:by-variation-falling"]
def read_table(table):
    order = list(np.argsort(-table[:, 1]))
    worst = [k for k in order if any(np.all(table[j] < table[k]) for j in order)]
    order.remove(worst[0])
    return tuple(order), float(worst[0])


# %% tags=["right", "id:running-minimum"]
def read_table(table):
    order, lowest, bad = [], np.inf, -1
    for k in np.argsort(table[:, 0]):
        if table[k, 1] < lowest:
            order.append(int(k))
            lowest = table[k, 1]
        else:
            bad = int(k)
    return np.array(order)[:, None], np.array([bad])


# %% tags=["right", "id:hull-of-objectives"]
def read_table(table):
    smaller = (table[:, None] < table[None]).all(axis=2)  # [j, k]: j is better than k in both
    bad = int(np.argmax(smaller.any(axis=0)))
    order = np.lexsort((table[:, 1], table[:, 0]))
    return order[order != bad], bad


# %% tags=["wrong", "id:falling-alpha", "says:falling alpha"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return [k for k in np.argsort(table[:, 1]) if k != bad], bad


# %% tags=["wrong", "id:largest-variation", "says:no row has less loss"]
def read_table(table):
    bad = np.argmax(table[:, 1])
    return [k for k in np.argsort(table[:, 0]) if k != bad], bad


# %% tags=["wrong", "id:largest-loss", "says:no row has less variation"]
def read_table(table):
    bad = np.argmax(table[:, 0])
    return [k for k in np.argsort(table[:, 0]) if k != bad], bad


# %% tags=["wrong", "id:largest-sum", "says:Expected 4, got 1"]
def read_table(table):
    bad = int(np.argmax(table.sum(axis=1)))
    return [k for k in np.argsort(table[:, 0]) if k != bad], bad


# %% tags=["wrong", "id:the-better-one", "says:less of both"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row > table[k]) for row in table))
    return [k for k in np.argsort(table[:, 0]) if k != bad], bad


# %% tags=["wrong", "id:stopped-kept", "says:among them"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return np.argsort(table[:, 0]), bad


# %% tags=["wrong", "id:losses-instead", "says:not the rows"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return np.sort(np.delete(table[:, 0], bad)), bad


# %% tags=["wrong", "id:ranks", "says:rank of each row"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return np.argsort(np.argsort(np.delete(table[:, 0], bad))), bad


# %% tags=["wrong", "id:not-ordered", "says:not ordered"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return [k for k in range(len(table)) if k != bad], bad


# %% tags=["wrong", "id:from-one", "says:counted from 0"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return [k + 1 for k in np.argsort(table[:, 0]) if k != bad], bad + 1


# %% tags=["wrong", "id:swapped-results", "says:Expected"]
def read_table(table):
    bad = next(k for k in range(len(table)) if any(np.all(row < table[k]) for row in table))
    return bad, [k for k in np.argsort(table[:, 0]) if k != bad]
