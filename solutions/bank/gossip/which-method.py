# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:a-tree-of-questions"]
import itertools


def which_method(path, own):
    wide = own.max() - own.min()
    spread = path[-1].max() - path[-1].min()
    from_zero = np.all(np.abs(path[0]) < 1e-12)
    if from_zero and spread < 1e-5 * wide:
        return "tracking"
    if from_zero:
        asleep = np.any(np.abs(path[1] - path[0]) < 1e-12)
        return "asynchronous" if asleep else "DGD"
    movers = [np.count_nonzero(b - a) for a, b in itertools.pairwise(path)]
    if max(movers) <= 2:
        return "pairwise"
    if abs(path[-1].mean() - own.mean()) > 1e-5 * wide:
        return "heard"
    drift = np.abs(path.mean(axis=1) - own.mean()).max()
    return "push-sum" if drift > 1e-5 * wide else "gossip"


# %% tags=["right", "id:sums-and-norms"]
def which_method(path, own):
    path, own = np.asarray(path), np.ravel(own)
    size = np.linalg.norm(own - own.mean())
    apart = np.linalg.norm(path - path.mean(axis=1, keepdims=True), axis=1) / size
    sums = path.sum(axis=1)
    if not np.any(path[0]):
        if apart[-1] < 1e-6:
            return "tracking"
        return "asynchronous" if 0 in path[1] else "DGD"
    if np.allclose(sums, own.sum(), rtol=1e-9, atol=1e-9 * size):
        one = np.sum(path[1] != path[0])
        return "pairwise" if one <= 2 else "gossip"
    right = abs(path[-1].mean() - own.mean()) < 1e-6 * size
    return "push-sum" if right else "heard"


# %% tags=["right", "id:a-table-of-facts"]
def which_method(path, own):
    s = 1e-5 * np.std(own)
    facts = (
        bool(np.std(path[0]) < s),
        bool(np.std(path[-1]) < s),
        bool(abs(np.mean(path[-1]) - np.mean(own)) < s),
        bool(np.std(path.mean(axis=1)) < s),
        int(min(3, np.sum(np.abs(path[1] - path[0]) > 0))),
    )
    start_equal, agree, right, still, moving = facts
    if start_equal:
        if agree:
            return "tracking"
        return "DGD" if np.all(path[1] != 0) else "asynchronous"
    if not right:
        return "heard"
    if not still:
        return "push-sum"
    return {True: "pairwise", False: "gossip"}[moving < 3]


# %% tags=["right", "id:loops"]
def which_method(path, own):
    n = len(own)
    mean = sum(own) / n
    tiny = 1e-7 * (max(own) - min(own))
    end = path[len(path) - 1]
    agree = all(abs(w - end[0]) < 10 * tiny for w in end)
    if path[0][0] == 0 and path[0][1] == 0:
        if agree:
            return "tracking"
        for i in range(n):
            if path[1][i] == 0:
                return "asynchronous"
        return "DGD"
    if abs(end[0] - mean) > 100 * tiny:
        return "heard"
    for row in path:
        if abs(sum(row) / n - mean) > 100 * tiny:
            return "push-sum"
    changed = 0
    for i in range(n):
        changed += path[1][i] != path[0][i]
    return "gossip" if changed > 2 else "pairwise"


# %% tags=["right", "id:fastest-mover-over-all-ticks"]
def which_method(path, own):
    def close(a, b):
        return np.max(np.abs(np.subtract(a, b))) < 1e-6 * np.ptp(own)

    agree = close(path[-1], path[-1].mean())
    if not agree:
        still = (np.diff(path, axis=0)[:2] == 0).any()
        return np.str_("asynchronous" if still else "DGD")
    if not close(path[0], own):
        return "tracking"
    if not close(path[-1], own.mean()):
        return "heard"
    if not close(path.mean(axis=1), own.mean()):
        return "push-sum"
    return "pairwise" if np.count_nonzero(np.diff(path, axis=0), axis=1).max() <= 2 else "gossip"


# %% tags=["wrong", "id:always-gossip", "says:no tick moves more than two nodes"]
def which_method(path, own):
    return "gossip"


# %% tags=["wrong", "id:the-mean-is-not-looked-at", "says:on the way the mean of the ratios moves"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "tracking"
        return "DGD" if np.all(path[1] != 0) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:push-sum-and-heard-swapped", "says:on the way the mean of the ratios moves"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "tracking"
        return "DGD" if np.all(path[1] != 0) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "push-sum"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "heard"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:dgd-agrees", "says:in the end they still differ"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "DGD"
        return "tracking" if np.all(path[1] != 0) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:sleepers-not-seen", "says:sleeping nodes hold what they held"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        return "tracking" if np.ptp(path[-1]) < tiny else "DGD"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:sleepers-everywhere", "says:in the end they still differ"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        return "tracking" if np.ptp(path[-1]) < tiny else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:who-stands-still-at-the-end-sleeps", "says:in the end they still differ"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "tracking"
        return "asynchronous" if np.any(path[-1] == path[-2]) else "DGD"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:pairs-not-seen", "says:no tick moves more than two nodes"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "tracking"
        return "DGD" if np.all(path[1] != 0) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    return "push-sum" if np.ptp(path.mean(axis=1)) > tiny else "gossip"


# %% tags=["wrong", "id:tracking-by-its-end-only", "says:Expected"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[-1]) > tiny:
        return "DGD" if np.all(path[1] != path[0]) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) < tiny:
        return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"
    return "tracking"


# %% tags=["wrong", "id:first-differs-from-last", "says:Expected"]
def which_method(path, own):
    if abs(path[0].mean() - path[-1].mean()) < 1e-9:
        return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"
    if np.ptp(path[0]) == 0:
        return "tracking" if np.ptp(path[-1]) < 1e-6 else "DGD"
    return "heard"


# %% tags=["wrong", "id:in-small-letters", "says:one of the seven names"]
def which_method(path, own):
    tiny = 1e-6 * np.ptp(own)
    if np.ptp(path[0]) < tiny:
        if np.ptp(path[-1]) < tiny:
            return "tracking"
        return "dgd" if np.all(path[1] != 0) else "asynchronous"
    if abs(path[-1, 0] - own.mean()) > tiny:
        return "heard"
    if np.ptp(path.mean(axis=1)) > tiny:
        return "push-sum"
    return "gossip" if np.count_nonzero(path[1] - path[0]) > 2 else "pairwise"


# %% tags=["wrong", "id:a-number", "says:one of the seven names"]
def which_method(path, own):
    return 0
