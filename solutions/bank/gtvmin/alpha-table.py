# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:laplacian-quadratic-form"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    loss = [
        np.mean([np.mean((y_i - X_i @ w_i) ** 2) for X_i, y_i, w_i in zip(X, y, W)])
        for W in solutions
    ]
    variation = [np.trace(W.T @ L @ W) for W in solutions]
    return np.column_stack([loss, variation])


# %% tags=["right", "id:loops-and-lists"]
def alpha_table(A, X, y, solutions):
    rows = []
    for W in solutions:
        loss = variation = 0.0
        for i in range(len(W)):
            for x, label in zip(X[i], y[i]):
                loss += (label - sum(x * W[i])) ** 2 / len(y[i]) / len(W)
            for j in range(i):
                variation += A[i][j] * sum((W[i] - W[j]) ** 2)
        rows.append((float(loss), float(variation)))
    return rows


# %% tags=["right", "id:half-of-all-ordered-pairs"]
def alpha_table(A, X, y, solutions):
    table = np.empty((len(solutions), 2))
    for k, W in enumerate(solutions):
        table[k, 0] = sum(
            np.linalg.norm(X[i] @ W[i] - y[i]) ** 2 / len(y[i]) for i in range(len(y))
        )
        squared = ((W[:, None, :] - W[None, :, :]) ** 2).sum(axis=2)
        table[k, 1] = 0.5 * (A * squared).sum()
    return table / np.array([len(y), 1])


# %% tags=["right", "id:local-quadratic-functions"]
def alpha_table(A, X, y, solutions):
    K, n, d = solutions.shape
    Q = np.stack([X_i.T @ X_i / len(X_i) for X_i in X])
    q = np.stack([-2 * X_i.T @ y_i / len(y_i) for X_i, y_i in zip(X, y)])
    constant = sum(y_i @ y_i / len(y_i) for y_i in y)
    loss = (
        np.einsum("kia,iab,kib->k", solutions, Q, solutions)
        + np.einsum("ia,kia->k", q, solutions)
        + constant
    ) / n
    L = np.kron(np.diag(A.sum(0)) - A, np.eye(d))
    flat = solutions.reshape(K, n * d)
    return np.array([loss, np.einsum("ka,ab,kb->k", flat, L, flat)]).T


# %% tags=["right", "id:sparse-edges-in-a-matrix"]
from scipy import sparse


def alpha_table(A, X, y, solutions):
    edges = sparse.triu(sparse.coo_array(A)).tocoo()
    i, j = edges.coords
    gaps = np.linalg.norm(solutions[:, i] - solutions[:, j], axis=2) ** 2
    loss = np.zeros(len(solutions))
    for X_i, y_i, w in zip(X, y, solutions.transpose(1, 0, 2)):
        loss += np.var(y_i[:, None] - X_i @ w.T, axis=0)
        loss += np.mean(y_i[:, None] - X_i @ w.T, axis=0) ** 2
    return np.matrix([loss / len(X), gaps @ edges.data]).T


# %% tags=["right", "id:single-precision-and-noise"]
import sys


def alpha_table(A, X, y, solutions):
    print("working", file=sys.stderr)
    table = []
    for W in solutions.astype(np.float64):
        variation = sum(
            A[i, j] * np.dot(W[i] - W[j], W[i] - W[j]) for i, j in np.argwhere(A) if i < j
        )
        losses = [np.square(y[i] - np.dot(X[i], W[i])).mean() for i in range(len(W))]
        table.append(np.array([np.average(losses), variation], dtype=np.float32))
    return table


# %% tags=["wrong", "id:columns-swapped", "says:columns are swapped"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return np.array(
        [
            [
                np.trace(W.T @ L @ W),
                np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
            ]
            for W in solutions
        ]
    )


# %% tags=["wrong", "id:sum-over-nodes", "says:sum over nodes", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [sum(np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))), np.trace(W.T @ L @ W)]
        for W in solutions
    ]


# %% tags=["wrong", "id:pooled", "says:pooled", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.mean(np.concatenate([(y[i] - X[i] @ W[i]) ** 2 for i in range(len(y))])),
            np.trace(W.T @ L @ W),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:one-over-m-lost", "says:1/m_i is missing", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [np.mean([np.sum((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]), np.trace(W.T @ L @ W)]
        for W in solutions
    ]


# %% tags=["wrong", "id:sum-of-everything", "says:no mean", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [sum(np.sum((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))), np.trace(W.T @ L @ W)]
        for W in solutions
    ]


# %% tags=["wrong", "id:root", "says:root", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.sqrt(np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])),
            np.trace(W.T @ L @ W),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:absolute-errors", "says:not squared", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [np.mean([np.mean(abs(y[i] - X[i] @ W[i])) for i in range(len(y))]), np.trace(W.T @ L @ W)]
        for W in solutions
    ]


# %% tags=["wrong", "id:half-loss", "says:halved", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]) / 2,
            np.trace(W.T @ L @ W),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:objective", "says:variation is added", "loses:alpha-table-loss-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    table = []
    for W in solutions:
        variation = np.trace(W.T @ L @ W)
        loss = np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])
        table.append([loss + variation, variation])
    return table


# %% tags=["wrong", "id:edges-twice", "says:twice", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    table = []
    for W in solutions:
        loss = np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])
        table.append([loss, np.sum(A * ((W[:, None] - W[None]) ** 2).sum(axis=-1))])
    return table


# %% tags=["wrong", "id:weights-lost", "says:weights", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    table = []
    for W in solutions:
        loss = np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])
        i, j = np.nonzero(np.triu(A))
        table.append([loss, np.sum((W[i] - W[j]) ** 2)])
    return table


# %% tags=["wrong", "id:not-squared", "says:not squared", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    table = []
    for W in solutions:
        loss = np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])
        i, j = np.nonzero(np.triu(A))
        table.append([loss, A[i, j] @ np.linalg.norm(W[i] - W[j], axis=1)])
    return table


# %% tags=["wrong", "id:mean-over-edges", "says:mean over edges", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    table = []
    for W in solutions:
        loss = np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))])
        i, j = np.nonzero(np.triu(A))
        table.append([loss, np.mean(A[i, j] * np.sum((W[i] - W[j]) ** 2, axis=1))])
    return table


# %% tags=["wrong", "id:mean-over-nodes", "says:over nodes", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
            np.trace(W.T @ L @ W) / len(A),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:root-of-variation", "says:root", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
            np.sqrt(max(0.0, np.trace(W.T @ L @ W))),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:first-parameter", "says:first parameter", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    return [
        [
            np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
            W[:, 0] @ L @ W[:, 0],
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:degrees-lost", "says:degrees", "loses:alpha-table-variation-tests"]
def alpha_table(A, X, y, solutions):
    return [
        [
            np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
            -np.trace(W.T @ A @ W),
        ]
        for W in solutions
    ]


# %% tags=["wrong", "id:one-solution-only", "says:shape"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    W = solutions[0]
    return np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]), np.trace(
        W.T @ L @ W
    )


# %% tags=["wrong", "id:first-solution-in-all-rows", "says:first solution"]
def alpha_table(A, X, y, solutions):
    L = np.diag(A.sum(axis=1)) - A
    W = solutions[0]
    row = [
        np.mean([np.mean((y[i] - X[i] @ W[i]) ** 2) for i in range(len(y))]),
        np.trace(W.T @ L @ W),
    ]
    return [row for _ in solutions]
