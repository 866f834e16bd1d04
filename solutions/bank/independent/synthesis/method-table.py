# ruff: noqa
# %% tags=["right", "id:loops"]
import math


def method_table(W, X, y):
    K, n, d = W.shape
    table = np.zeros((K, 2))
    for k in range(K):
        e = [np.mean((y[i] - X[i] @ W[k, i]) ** 2) for i in range(n)]
        worst = sorted(e, reverse=True)[: math.ceil(n / 10)]
        table[k] = np.mean(e), np.mean(worst)
    return table


# %% tags=["right", "id:sort"]
def method_table(W, X, y):
    errors = np.stack(
        [
            ((X_i @ W[:, i].T - y_i[:, None]) ** 2).mean(axis=0)
            for i, (X_i, y_i) in enumerate(zip(X, y))
        ],
        axis=1,
    )
    t = -(-errors.shape[1] // 10)
    return np.column_stack([errors.mean(axis=1), np.sort(errors, axis=1)[:, -t:].mean(axis=1)])


# %% tags=["right", "id:partition"]
def method_table(W, X, y):
    K, n = W.shape[:2]
    e = np.empty((K, n))
    for i in range(n):
        rest = y[i] - np.einsum("rd,kd->kr", X[i], W[:, i])
        e[:, i] = np.einsum("kr,kr->k", rest, rest) / len(y[i])
    count = int(np.ceil(n / 10))
    worst = -np.partition(-e, count - 1, axis=1)[:, :count]
    return np.array([e.mean(axis=1), worst.mean(axis=1)]).T


# %% tags=["right", "id:heap"]
from heapq import nlargest
from statistics import fmean


def method_table(W, X, y):
    rows = []
    for w in W:
        e = [float(np.linalg.norm(b - a @ v) ** 2 / len(b)) for v, a, b in zip(w, X, y)]
        rows.append([fmean(e), fmean(nlargest((len(e) + 9) // 10, e))])
    return np.array(rows)


# %% tags=["right", "id:all-rows-at-once"]
def method_table(W, X, y):
    """One long list of rows; means per node by bincount."""
    node = np.repeat(np.arange(len(X)), [len(t) for t in y])
    XX, yy = np.vstack(X), np.concatenate(y)
    count = np.bincount(node)
    out = []
    for w in W:
        square = (yy - np.sum(XX * w[node], axis=1)) ** 2
        e = np.bincount(node, weights=square) / count
        e = e[np.argsort(e)[::-1]]
        out.append([e.mean(), e[: (e.size - 1) // 10 + 1].mean()])
    return np.array(out)


# %% tags=["right", "id:quadratic-form"]
def method_table(W, X, y):
    # e = w'Qw - 2 q'w + c with the moments of each node
    n = len(X)
    e = np.zeros(W.shape[:2])
    for i, (x, t) in enumerate(zip(X, y)):
        Q, q, c = x.T @ x / len(t), x.T @ t / len(t), t @ t / len(t)
        for k, w in enumerate(W[:, i]):
            e[k, i] = w @ Q @ w - 2 * q @ w + c
    tenth = int(np.ceil(n / 10))
    print(f"worst {tenth} of {n} nodes")
    return np.stack([e.sum(axis=1) / n, np.sort(e)[:, n - tenth :].sum(axis=1) / tenth], axis=1)


# %% tags=["right", "id:take-away-the-largest"]
def method_table(W: np.ndarray, X: list, y: list) -> np.ndarray:
    def node_error(k, i):
        return sum((label - row @ W[k, i]) ** 2 for row, label in zip(X[i], y[i])) / len(y[i])

    def worst_mean(errors, how_many):
        errors, total = list(errors), 0.0
        for _ in range(how_many):
            largest = max(errors)
            errors.remove(largest)
            total += largest
        return total / how_many

    n = len(X)
    how_many = n // 10 if n % 10 == 0 else n // 10 + 1
    result = []
    for k in range(len(W)):
        errors = [node_error(k, i) for i in range(n)]
        result.append((sum(errors) / n, worst_mean(errors, how_many)))
    return np.array(result)


# %% tags=["right", "id:masked-padding"]
def method_table(W, X, y):
    n, m, d = len(X), max(map(len, X)), W.shape[2]
    XX, yy, mask = np.zeros((n, m, d)), np.zeros((n, m)), np.zeros((n, m))
    for i in range(n):
        XX[i, : len(X[i])], yy[i, : len(y[i])], mask[i, : len(y[i])] = X[i], y[i], 1
    predicted = np.einsum("nmd,knd->knm", XX, W)
    e = (mask * (yy - predicted) ** 2).sum(-1) / mask.sum(-1)
    rank = (-e).argsort(axis=1).argsort(axis=1)
    worst = rank < np.ceil(n / 10)
    return np.c_[e.mean(1), (e * worst).sum(1) / worst.sum(1)]


# %% tags=["right", "id:best-share-removed"]
def method_table(W, X, y):
    # the worst are what is left when the n - ceil(n/10) best are removed
    n = len(X)
    keep = -(-n // 10)
    table = np.full((len(W), 2), np.nan)
    for k, w in enumerate(W):
        e = np.sort([np.average((b - a.dot(v)) ** 2) for a, b, v in zip(X, y, w)])
        table[k, 0] = np.average(e)
        table[k, 1] = (np.sum(e) - np.sum(e[: n - keep])) / keep if n > keep else e.mean()
    return table


# %% tags=["wrong", "id:rounded-down", "loses:method-table-tests"]
# why: n // 10 nodes (at least one): a tenth is "rounded up".
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = max(e.shape[1] // 10, 1)
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:rounded-to-nearest", "loses:method-table-tests"]
# why: rounds a tenth to the nearest number (at least one): eleven nodes have two worst ones.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = max(round(e.shape[1] / 10), 1)
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:always-one-more", "loses:method-table-tests"]
# why: n // 10 + 1 is one too many where ten divides n.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = e.shape[1] // 10 + 1
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:worst-of-method-0", "loses:method-table-tests"]
# why: the nodes that are worst for method 0 are used for all; "the largest for this method".
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    worst = np.argsort(e[0])[-c:]
    return np.column_stack([e.mean(axis=1), e[:, worst].mean(axis=1)])


# %% tags=["wrong", "id:worst-on-average", "loses:method-table-tests"]
# why: the nodes that are worst in the mean over the methods, the same for all methods.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    worst = np.argsort(e.mean(axis=0))[-c:]
    return np.column_stack([e.mean(axis=1), e[:, worst].mean(axis=1)])


# %% tags=["wrong", "id:root-mean-square", "loses:method-table-tests"]
# why: roots of the mean squared errors.
def method_table(W, X, y):
    e = np.array([[np.sqrt(np.mean((t - x @ w) ** 2)) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:not-divided", "loses:method-table-tests"]
# why: sums of squares: 1/m_i is missing, nodes with many rows look worse.
def method_table(W, X, y):
    e = np.array([[np.sum((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:pooled-rows", "loses:method-table-tests"]
# why: the first number is the mean over all rows, so nodes count by their rows; it is the mean over the nodes.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    m = [len(t) for t in y]
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack(
        [np.average(e, axis=1, weights=m), np.sort(e, axis=1)[:, -c:].mean(axis=1)]
    )


# %% tags=["wrong", "id:single-worst", "loses:method-table-tests"]
# why: the largest error alone, not the mean over the worst tenth.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    return np.column_stack([e.mean(axis=1), e.max(axis=1)])


# %% tags=["wrong", "id:best-tenth", "loses:method-table-tests"]
# why: the smallest errors of a rising order instead of the largest.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, :c].mean(axis=1)])


# %% tags=["wrong", "id:quantile", "loses:method-table-tests"]
# why: the 90 % quantile of the errors instead of the mean of those above.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    return np.column_stack([e.mean(axis=1), np.quantile(e, 0.9, axis=1)])


# %% tags=["wrong", "id:above-the-quantile", "loses:method-table-tests"]
# why: mean of the errors above the interpolated 90 % quantile: for many n (such as 11, 21, 31) one node fewer than ceil(n/10).
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    border = np.quantile(e, 0.9, axis=1)
    return np.array(
        [[r.mean(), r[r > b].mean() if np.any(r > b) else r.max()] for r, b in zip(e, border)]
    )


# %% tags=["wrong", "id:absolute-errors", "loses:method-table-tests"]
# why: mean absolute instead of mean squared errors.
def method_table(W, X, y):
    e = np.array([[np.mean(np.abs(t - x @ w)) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:square-of-the-mean", "loses:method-table-tests"]
# why: the square of the mean rest: errors of both signs cancel.
def method_table(W, X, y):
    e = np.array([[np.mean(t - x @ w) ** 2 for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:worst-rows", "loses:method-table-tests"]
# why: the worst tenth of the rows, not of the nodes.
def method_table(W, X, y):
    table = []
    for V in W:
        squares = [(t - x @ w) ** 2 for x, t, w in zip(X, y, V)]
        rows = np.sort(np.concatenate(squares))
        c = int(np.ceil(len(rows) / 10))
        table.append([np.mean([s.mean() for s in squares]), rows[-c:].mean()])
    return np.array(table)


# %% tags=["wrong", "id:sorted-over-methods", "loses:method-table-tests"]
# why: sorts along the methods (axis 0): the rows of the table mix methods.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=0)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:columns-exchanged", "loses:method-table-tests"]
# why: worst tenth first: "the mean error and the mean over the worst tenth".
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([np.sort(e, axis=1)[:, -c:].mean(axis=1), e.mean(axis=1)])


# %% tags=["wrong", "id:ten-nodes", "loses:method-table-tests"]
# why: the ten worst nodes instead of a tenth of the nodes.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -10:].mean(axis=1)])


# %% tags=["wrong", "id:median", "loses:method-table-tests"]
# why: the median of the errors instead of their mean in the first column.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([np.median(e, axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:last-nodes", "loses:method-table-tests"]
# why: the last tenth of the nodes in the order of their numbers: not sorted by error.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), e[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:one-model-for-all", "loses:method-table-tests"]
# why: uses the parameters of node 0 for all nodes.
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ V[0]) ** 2) for x, t in zip(X, y)] for V in W])
    c = int(np.ceil(e.shape[1] / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].mean(axis=1)])


# %% tags=["wrong", "id:worst-in-total-over-n", "loses:method-table-tests"]
# why: the sum over the worst tenth is divided by n/10, not by their number ceil(n/10).
def method_table(W, X, y):
    e = np.array([[np.mean((t - x @ w) ** 2) for x, t, w in zip(X, y, V)] for V in W])
    n = e.shape[1]
    c = int(np.ceil(n / 10))
    return np.column_stack([e.mean(axis=1), np.sort(e, axis=1)[:, -c:].sum(axis=1) * 10 / n])
