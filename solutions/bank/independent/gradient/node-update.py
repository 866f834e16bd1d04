# ruff: noqa
# %% tags=["right", "id:direct"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    pull = 2 * alpha * weights @ (messages - w_i)
    return w_i + eta * (own + pull)


# %% tags=["right", "id:loop-over-neighbours"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    m = X_i.shape[0]
    direction = np.zeros(len(w_i))
    for x, label in zip(X_i, y_i):
        direction = direction + 2 / m * x * (label - x @ w_i)
    for w_j, a in zip(messages, weights):
        direction = direction + 2 * alpha * a * (w_j - w_i)
    return w_i + eta * direction


# %% tags=["right", "id:local-quadratic"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    """Gradient step on the quadratic function that node i sees."""
    m_i, d = X_i.shape
    Q_i = X_i.T @ X_i / m_i + alpha * np.sum(weights) * np.eye(d)
    b_i = X_i.T @ y_i / m_i + alpha * np.asarray(messages).T @ weights
    return w_i - 2 * eta * (Q_i @ w_i - b_i)


# %% tags=["right", "id:einsum"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    error = y_i - np.einsum("rd,d->r", X_i, w_i)
    own = np.einsum("rd,r->d", X_i, error) * 2 / len(error)
    differences = np.subtract(messages, w_i[None, :])
    pull = 2 * alpha * np.einsum("kd,k->d", differences, weights)
    return w_i + eta * own + eta * pull


# %% tags=["right", "id:pure-python"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    d, m, k = len(w_i), len(y_i), len(weights)
    errors = [y_i[r] - sum(X_i[r][a] * w_i[a] for a in range(d)) for r in range(m)]
    new = []
    for a in range(d):
        g = 2 / m * sum(X_i[r][a] * errors[r] for r in range(m))
        g += 2 * alpha * sum(weights[j] * (messages[j][a] - w_i[a]) for j in range(k))
        new.append(w_i[a] + eta * g)
    return np.array(new, dtype=float)


# %% tags=["right", "id:complex-step-gradient"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    """The node walks down its own part of GTVMin; the slope by the complex step method."""

    def objective(w):
        loss = np.sum((y_i - X_i @ w) ** 2) / len(y_i)
        return loss + alpha * sum(a * np.sum((m - w) ** 2) for a, m in zip(weights, messages))

    h = 1e-30
    gradient = np.zeros(len(w_i))
    for a in range(len(w_i)):
        shifted = np.array(w_i, dtype=complex)
        shifted[a] += 1j * h
        gradient[a] = np.imag(objective(shifted)) / h
    return w_i - eta * gradient


# %% tags=["right", "id:invented-rows"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    # messages are treated as more rows of data: one for each neighbour and coordinate
    d = len(w_i)
    rows = [X_i / np.sqrt(len(y_i))]
    labels = [np.ravel(y_i) / np.sqrt(len(y_i))]
    for a, w_j in zip(weights, messages):
        rows.append(np.sqrt(alpha * a) * np.eye(d))
        labels.append(np.sqrt(alpha * a) * w_j)
    R, z = np.vstack(rows), np.concatenate(labels)
    return w_i + 2 * eta * R.T @ (z - R @ w_i)


# %% tags=["right", "id:weighted-mean-of-neighbours"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    w_i = np.array(w_i, dtype=float)
    degree = np.sum(weights)
    result = w_i + eta * 2 * np.mean(X_i * (y_i - X_i @ w_i)[:, np.newaxis], axis=0)
    if degree > 0:
        mean = np.average(messages, axis=0, weights=weights)
        result = result + eta * 2 * alpha * degree * (mean - w_i)
    return result


# %% tags=["right", "id:star-laplacian"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    """Row block of the node in (data + alpha Laplacian of its star) times all parameters."""
    k, d = len(weights), len(w_i)
    A = np.zeros((k + 1, k + 1))
    A[0, 1:] = A[1:, 0] = weights
    L = np.diag(A.sum(axis=1)) - A
    everyone = np.concatenate([np.ravel(w_i), np.ravel(messages)])
    coupling = (np.kron(L, np.eye(d)) @ everyone)[:d]
    data = X_i.T @ (X_i @ w_i - y_i) / len(y_i)
    return w_i - 2 * eta * (data + alpha * coupling)


# %% tags=["right", "id:columns"]
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    w = np.reshape(w_i, (-1, 1))
    t = np.reshape(y_i, (-1, 1))
    W = np.reshape(messages, (len(weights), w.shape[0])).T  # a column for each neighbour
    a = np.reshape(weights, (-1, 1))
    return w + eta * (2 / t.shape[0] * X_i.T @ (t - X_i @ w) + 2 * alpha * (W - w) @ a)


# %% tags=["wrong", "id:weights-ignored", "loses:node-update-network-tests"]
# why: the weights A_ij of (4.11) are left out; right for weights 1 only.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * np.sum(messages - w_i, axis=0))


# %% tags=["wrong", "id:sum-not-mean", "loses:node-update-tests,node-update-network-tests"]
# why: 1/m_i of (4.11) is forgotten.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:coupling-without-two", "loses:node-update-tests,node-update-network-tests"]
# why: the factor 2 before alpha of (4.11) is forgotten.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:pushed-away", "loses:node-update-tests,node-update-network-tests"]
# why: the sign of the coupling is wrong: the neighbours push instead of pull.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (w_i - messages))


# %% tags=["wrong", "id:mean-of-neighbours", "loses:node-update-tests,node-update-network-tests"]
# why: pulls to the mean of the neighbours with strength 1; (4.11) has the sum over them.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    pull = np.zeros(len(w_i))
    if len(weights):
        pull = weights @ (messages - w_i) / np.sum(weights)
    return w_i + eta * (own + 2 * alpha * pull)


# %% tags=["wrong", "id:features-ignored", "loses:node-update-network-tests"]
# why: pulls to the mean of the labels as if x = 1; (4.11) has X_i.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * (np.mean(y_i) - w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:mean-row-times-mean-error", "loses:node-update-network-tests"]
# why: the mean of x_r times error_r is replaced by the product of the means; equal only if x is constant.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 * X_i.mean(axis=0) * np.mean(y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:one-after-the-other", "loses:node-update-tests,node-update-network-tests"]
# why: first the data step, then the coupling from the moved place; in (4.11) both use w_i of the round before.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    w = w_i + eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w + eta * 2 * alpha * weights @ (messages - w)


# %% tags=["wrong", "id:eta-on-data-only", "loses:node-update-tests,node-update-network-tests"]
# why: the step size multiplies the data part only.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * own + 2 * alpha * weights @ (messages - w_i)


# %% tags=["wrong", "id:degree-forgotten", "loses:node-update-tests,node-update-network-tests"]
# why: subtracts w_i once, not once for each neighbour.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * (weights @ messages - w_i))


# %% tags=["wrong", "id:count-for-degree", "loses:node-update-network-tests"]
# why: subtracts the number of neighbours times w_i, not the sum of the weights times w_i.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * (weights @ messages - len(weights) * w_i))


# %% tags=["wrong", "id:squared-weights", "loses:node-update-network-tests"]
# why: the weights enter squared.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights**2 @ (messages - w_i))


# %% tags=["wrong", "id:sum-over-coordinates", "loses:node-update-network-tests"]
# why: np.sum without an axis adds up all coordinates and moves each of them by the same number.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * np.sum(weights[:, None] * (messages - w_i)))


# %% tags=["wrong", "id:size-of-x", "loses:node-update-network-tests"]
# why: divides by the number of entries of X_i (m_i d), not by m_i.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / X_i.size * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:coupling-divided-by-m", "loses:node-update-tests,node-update-network-tests"]
# why: the coupling is divided by m_i, too.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    pulls = X_i.T @ (y_i - X_i @ w_i) + alpha * weights @ (messages - w_i)
    return w_i + eta * 2 / len(y_i) * pulls


# %% tags=["wrong", "id:alpha-ignored", "loses:node-update-tests,node-update-network-tests"]
# why: alpha is left out of the coupling.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    return w_i + eta * (own + 2 * weights @ (messages - w_i))


# %% tags=["wrong", "id:data-without-two", "loses:node-update-tests,node-update-network-tests"]
# why: the gradient of the mean squared error has a factor 2, here it is forgotten.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = X_i.T @ (y_i - X_i @ w_i) / len(y_i)
    return w_i + eta * (own + 2 * alpha * weights @ (messages - w_i))


# %% tags=["wrong", "id:heaviest-neighbour", "loses:node-update-tests,node-update-network-tests"]
# why: listens to one neighbour only (the heaviest), (4.11) has the sum over all.
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    own = 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
    pull = 0
    if len(weights):
        k = np.argmax(weights)
        pull = weights[k] * (messages[k] - w_i)
    return w_i + eta * (own + 2 * alpha * pull)
