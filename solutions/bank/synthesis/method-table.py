# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:sorted-lists"]
def method_table(W, X, y):
    table = []
    for k in range(len(W)):
        errors = sorted(float(np.mean(np.square(X[i] @ W[k][i] - y[i]))) for i in range(len(y)))
        worst = errors[len(errors) - (len(errors) + 9) // 10 :]
        table.append((sum(errors) / len(errors), sum(worst) / len(worst)))
    return table


# %% tags=["right", "id:losses-module"]
from math import ceil


def method_table(W, X, y):
    errors = np.array(
        [[Squared().value(w, X_i, y_i) for w, X_i, y_i in zip(W_k, X, y)] for W_k in W]
    )
    worst = -np.sort(-errors, axis=1)[:, : ceil(errors.shape[1] / 10)]
    return np.column_stack([errors.mean(axis=1), worst.mean(axis=1)])


# %% tags=["right", "id:partition"]
def method_table(W, X, y):
    K, n, _ = W.shape
    E = np.empty((n, K))
    for i in range(n):
        E[i] = ((y[i][:, None] - X[i] @ W[:, i].T) ** 2).mean(axis=0)
    m = -(-n // 10)
    return np.array([E.mean(axis=0), np.partition(E, n - m, axis=0)[n - m :].mean(axis=0)]).T


# %% tags=["right", "id:stacked-rows"]
def method_table(W, X, y):
    sizes = np.array([len(v) for v in y])
    owner = np.repeat(np.arange(len(y)), sizes)
    rows, labels = np.vstack(X), np.concatenate(y)
    result = np.zeros((len(W), 2), dtype=np.float64)
    for k, W_k in enumerate(W):
        squares = (labels - np.sum(rows * W_k[owner], axis=1)) ** 2
        e = np.bincount(owner, squares) / sizes
        top = np.argsort(e)[::-1][: int(np.ceil(0.1 * len(e) - 1e-12))]
        result[k] = np.average(e), np.average(e[top])
    return result


# %% tags=["right", "id:norms-and-heap"]
import heapq


def method_table(W, X, y):
    out = []
    for W_k in W:
        e = [np.linalg.norm(X_i @ w - y_i) ** 2 / len(y_i) for X_i, y_i, w in zip(X, y, W_k)]
        worst = heapq.nlargest(int(np.ceil(len(e) / 10)), e)
        out.append([np.mean(e), np.mean(worst)])
    return np.matrix(out)


# %% tags=["wrong", "id:columns-swapped", "says:columns are swapped"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e[-worst:].mean(), e.mean()])
    return table


# %% tags=["wrong", "id:rounded-down", "says:rounded down"]
def method_table(W, X, y):
    table, worst = [], max(1, len(y) // 10)
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:maximum", "says:worst"]
def method_table(W, X, y):
    table = []
    for W_k in W:
        e = np.array([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e.max()])
    return table


# %% tags=["wrong", "id:best-tenth", "says:best tenth"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[:worst].mean()])
    return table


# %% tags=["wrong", "id:pooled", "says:pooled"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        squares = [(y_i - X_i @ w) ** 2 for w, X_i, y_i in zip(W_k, X, y)]
        e = np.sort([v.mean() for v in squares])
        table.append([np.concatenate(squares).mean(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:absolute", "says:not squared"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean(np.abs(y_i - X_i @ w)) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:roots", "says:roots"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([np.sqrt(e.mean()), np.sqrt(e[-worst:].mean())])
    return table


# %% tags=["wrong", "id:sums", "says:1/m_i is missing"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.sum((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:quantile", "says:ninth decile"]
def method_table(W, X, y):
    table = []
    for W_k in W:
        e = [np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)]
        table.append([np.mean(e), np.quantile(e, 0.9)])
    return table


# %% tags=["wrong", "id:worst-of-the-first", "says:worst nodes of the first method"]
def method_table(W, X, y):
    table, worst = [], None
    for W_k in W:
        e = np.array([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        if worst is None:
            worst = np.argsort(-e, kind="stable")[: int(np.ceil(len(y) / 10))]
        table.append([e.mean(), e[worst].mean()])
    return table


# %% tags=["wrong", "id:last-nodes", "says:last nodes"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.array([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:sum-over-nodes", "says:sum over nodes"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.sum(), e[-worst:].mean()])
    return table


# %% tags=["wrong", "id:half", "says:Half of the squared error"]
def method_table(W, X, y):
    table, worst = [], int(np.ceil(len(y) / 10))
    for W_k in W:
        e = np.sort([np.mean((y_i - X_i @ w) ** 2) / 2 for w, X_i, y_i in zip(W_k, X, y)])
        table.append([e.mean(), e[-worst:].mean()])
    return table
