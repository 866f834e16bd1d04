# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:model-by-model"]
def error_table(W, X_train, y_train, X_val, y_val):
    table = []
    for w in W:
        train = np.mean((y_train - X_train @ w) ** 2)
        val = np.mean((y_val - X_val @ w) ** 2)
        table.append((float(train), float(val)))
    return table


# %% tags=["right", "id:row-by-row"]
def error_table(W, X_train, y_train, X_val, y_val):
    def error(w, X, y):
        total = 0
        for x, t in zip(X, y):
            total += (t - sum(a * b for a, b in zip(w, x))) ** 2
        return total / len(y)

    return [[error(w, X_train, y_train), error(w, X_val, y_val)] for w in W]


# %% tags=["right", "id:norms"]
def error_table(W, X_train, y_train, X_val, y_val):
    table = np.empty((len(W), 2))
    for column, (X, y) in enumerate([(X_train, y_train), (X_val, y_val)]):
        table[:, column] = np.linalg.norm(y[:, None] - X @ W.T, axis=0) ** 2 / len(y)
    return table


# %% tags=["right", "id:expanded-square"]
def error_table(W, X_train, y_train, X_val, y_val):
    columns = []
    for X, y in ((X_train, y_train), (X_val, y_val)):
        Q, q, c = X.T @ X / len(y), -2 * X.T @ y / len(y), y @ y / len(y)
        columns.append(np.sum((W @ Q) * W, axis=1) + W @ q + c)
    return np.matrix(columns).T


# %% tags=["right", "id:package-loss"]
from flcourse.losses import Squared


def error_table(W, X_train, y_train, X_val, y_val):
    loss = Squared()
    return [[loss.value(w, X_train, y_train), loss.value(w, X_val, y_val)] for w in W]


# %% tags=["right", "id:scikit-learn"]
from sklearn.metrics import mean_squared_error


def error_table(W, X_train, y_train, X_val, y_val):
    return np.array(
        [
            [mean_squared_error(y_train, X_train @ w) for w in W],
            [mean_squared_error(y_val, X_val @ w) for w in W],
        ]
    ).transpose()


# %% tags=["right", "id:variance-plus-squared-mean"]
def error_table(W, X_train, y_train, X_val, y_val):
    train = y_train - np.einsum("kd,md->km", W, X_train)
    val = y_val - np.einsum("kd,md->km", W, X_val)
    return np.c_[train.var(1) + train.mean(1) ** 2, val.var(1) + val.mean(1) ** 2]


# %% tags=["wrong", "id:columns-swapped", "says:columns are swapped"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.mean((y_val - X_val @ w) ** 2), np.mean((y_train - X_train @ w) ** 2)] for w in W]


# %% tags=["wrong", "id:sums", "says:sums, not means"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.sum((y_train - X_train @ w) ** 2), np.sum((y_val - X_val @ w) ** 2)] for w in W]


# %% tags=["wrong", "id:training-twice", "says:Both columns hold the training error"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.mean((y_train - X_train @ w) ** 2)] * 2 for w in W]


# %% tags=["wrong", "id:one-number-of-rows", "says:number of training rows"]
def error_table(W, X_train, y_train, X_val, y_val):
    m = len(y_train)
    return [
        [np.sum((y_train - X_train @ w) ** 2) / m, np.sum((y_val - X_val @ w) ** 2) / m] for w in W
    ]


# %% tags=["wrong", "id:roots", "says:roots"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [
        [np.mean((y_train - X_train @ w) ** 2) ** 0.5, np.mean((y_val - X_val @ w) ** 2) ** 0.5]
        for w in W
    ]


# %% tags=["wrong", "id:halved", "says:halved"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [
        [np.mean((y_train - X_train @ w) ** 2) / 2, np.mean((y_val - X_val @ w) ** 2) / 2]
        for w in W
    ]


# %% tags=["wrong", "id:absolute-errors", "says:not squared"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.abs(y_train - X_train @ w).mean(), np.abs(y_val - X_val @ w).mean()] for w in W]


# %% tags=["wrong", "id:square-of-the-mean", "says:squares the mean error"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.mean(y_train - X_train @ w) ** 2, np.mean(y_val - X_val @ w) ** 2] for w in W]


# %% tags=["wrong", "id:gap", "says:difference of the errors"]
def error_table(W, X_train, y_train, X_val, y_val):
    train = np.array([np.mean((y_train - X_train @ w) ** 2) for w in W])
    return np.column_stack([train, [np.mean((y_val - X_val @ w) ** 2) for w in W] - train])


# %% tags=["wrong", "id:all-rows-together", "says:all rows together"]
def error_table(W, X_train, y_train, X_val, y_val):
    X, y = np.vstack([X_train, X_val]), np.hstack([y_train, y_val])
    return [[np.mean((y_train - X_train @ w) ** 2), np.mean((y - X @ w) ** 2)] for w in W]


# %% tags=["wrong", "id:penalty-added", "says:no penalty"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [
        [np.mean((y_train - X_train @ w) ** 2) + w @ w, np.mean((y_val - X_val @ w) ** 2) + w @ w]
        for w in W
    ]


# %% tags=["wrong", "id:plus-for-minus", "says:added to the labels"]
def error_table(W, X_train, y_train, X_val, y_val):
    return [[np.mean((y_train + X_train @ w) ** 2), np.mean((y_val + X_val @ w) ** 2)] for w in W]


# %% tags=["wrong", "id:transposed", "says:Rows and columns are swapped"]
def error_table(W, X_train, y_train, X_val, y_val):
    return np.array(
        [
            [np.mean((y_train - X_train @ w) ** 2) for w in W],
            [np.mean((y_val - X_val @ w) ** 2) for w in W],
        ]
    )


# %% tags=["wrong", "id:fits-again", "says:fitted again"]
def error_table(W, X_train, y_train, X_val, y_val):
    w = np.linalg.lstsq(X_train, y_train, rcond=None)[0]
    row = [np.mean((y_train - X_train @ w) ** 2), np.mean((y_val - X_val @ w) ** 2)]
    return [row for _ in W]
