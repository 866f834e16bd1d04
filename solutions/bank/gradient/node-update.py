# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:messages-in-a-loop"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    change = np.zeros(len(w_i))
    for x, label in zip(X_i, y_i):
        change += 2 * (label - x @ w_i) * x / len(y_i)
    for A_ij, w_j in zip(weights, messages):
        change += 2 * alpha * A_ij * (w_j - w_i)
    return w_i + eta * change


# %% tags=["right", "id:own-terms-and-degree"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    m = len(y_i)
    Q_i, q_i = X_i.T @ X_i / m, -2 * X_i.T @ y_i / m
    slope = 2 * Q_i @ w_i + q_i + 2 * alpha * (weights.sum() * w_i - weights @ messages)
    return (w_i - eta * slope).reshape(-1, 1)


# %% tags=["right", "id:package-gradient-in-place"]
from flcourse.losses import Squared


def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    pull = ((messages - w_i) * weights[:, np.newaxis]).sum(axis=0)
    w_i -= eta * Squared().gradient(w_i, X_i, y_i)
    w_i += 2 * eta * alpha * pull
    return w_i


# %% tags=["right", "id:einsum-list"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    errors = y_i - np.einsum("rd,d->r", X_i, w_i)
    own = np.einsum("rd,r->d", X_i, errors) * 2 / X_i.shape[0]
    others = np.einsum("k,kd->d", weights, messages) - np.sum(weights) * w_i
    return (w_i + eta * own + 2 * eta * alpha * others).tolist()


# %% tags=["right", "id:matrix-row"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    X, w = np.matrix(X_i), np.matrix(w_i).T
    new = w + eta * 2 / X.shape[0] * X.T * (np.matrix(y_i).T - X * w)
    for k in range(len(messages)):
        new = new + eta * 2 * alpha * weights[k] * (np.matrix(messages[k]).T - w)
    return new.T


# %% tags=["right", "id:weighted-average-of-neighbours"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * np.mean(X_i * (y_i - X_i @ w_i)[:, None], axis=0)
    if len(weights) == 0:
        return w_i + eta * own
    mean = np.average(messages, axis=0, weights=weights)
    return w_i + eta * (own + 2 * alpha * weights.sum() * (mean - w_i))


# %% tags=["wrong", "id:sum-for-mean", "says:factor 1/m_i is missing"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:own-two-missing", "says:factor 2 of the own gradient"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 1 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:two-of-alpha-missing", "says:factor 2 in front of alpha"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:both-twos-missing", "says:Both factors 2"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 1 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:neighbours-averaged", "says:should be added"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    k = max(len(weights), 1)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i) / k)


# %% tags=["wrong", "id:weighted-mean-of-neighbours", "says:should be added"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    if len(weights) == 0:
        return w_i + eta * own
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i) / weights.sum())


# %% tags=["wrong", "id:weights-lost", "says:weights of the edges are lost", "loses:node-update-network-tests"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * np.sum(messages - w_i, axis=0))


# %% tags=["wrong", "id:weights-squared", "says:weights are squared", "loses:node-update-network-tests"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights**2 @ (messages - w_i))


# %% tags=["wrong", "id:one-parameter-only", "says:node_update raised", "loses:node-update-network-tests"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * (np.mean(y_i) - w_i[0])
    others = 2 * alpha * sum(a * (float(w_j.item()) - w_i[0]) for a, w_j in zip(weights, messages))
    return np.array([w_i[0] + eta * (own + others)])


# %% tags=["wrong", "id:alpha-ignored", "says:alpha is ignored"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * weights @ (messages - w_i))


# %% tags=["wrong", "id:neighbours-ignored", "says:neighbours are ignored"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    return w_i + eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)


# %% tags=["wrong", "id:own-data-ignored", "says:own data are ignored"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    return w_i + eta * 2 * alpha * weights @ (messages - w_i)


# %% tags=["wrong", "id:uphill", "says:walks uphill"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i - eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:neighbours-push", "says:neighbours push away"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (w_i - messages))


# %% tags=["wrong", "id:own-data-push", "says:own data push away"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:messages-not-centred", "says:without subtracting w_i"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ messages)


# %% tags=["wrong", "id:subtracted-once", "says:w_i is subtracted once"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * (weights @ messages - w_i))


# %% tags=["wrong", "id:eta-ignored", "says:eta is ignored"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + own + 2 * alpha * weights @ (messages - w_i)


# %% tags=["wrong", "id:change-only", "says:This is the change"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:eta-only-on-own", "says:only the own gradient"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * own + 2 * alpha * weights @ (messages - w_i)


# %% tags=["wrong", "id:neighbours-after-the-own-step", "says:after the own step"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    w = w_i + eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w + eta * 2 * alpha * weights @ (messages - w)
