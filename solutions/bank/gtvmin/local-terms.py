# ruff: noqa: B028, B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:mean-of-outer-products"]
def local_terms(X_i, y_i):
    outer = [np.outer(x, x) for x in X_i]
    return np.mean(outer, axis=0), -2 * np.mean([x * label for x, label in zip(X_i, y_i)], axis=0)


# %% tags=["right", "id:einsum-single-precision"]
def local_terms(X_i, y_i):
    X_i, y_i = X_i.astype(np.float32), y_i.astype(np.float32)
    m = np.float32(len(X_i))
    return np.einsum("ra,rb->ab", X_i, X_i) / m, -2 * np.einsum("ra,r->a", X_i, y_i) / m


# %% tags=["right", "id:loops-and-lists"]
def local_terms(X_i, y_i):
    m, d = X_i.shape
    Q = [[sum(X_i[r][a] * X_i[r][b] for r in range(m)) / m for b in range(d)] for a in range(d)]
    q = [-2 * sum(X_i[r][a] * y_i[r] for r in range(m)) / m for a in range(d)]
    return Q, q


# %% tags=["right", "id:matrices-and-column"]
def local_terms(X_i, y_i):
    X, y = np.matrix(X_i), np.matrix(y_i).T
    return X.T * X / X.shape[0], (-2.0 / X.shape[0]) * (X.T * y)


# %% tags=["right", "id:qr"]
def local_terms(X_i, y_i):
    R = np.linalg.qr(X_i, mode="r") / np.sqrt(len(X_i))
    return R.T @ R, np.dot(y_i, X_i) * -2 / len(y_i)


# %% tags=["right", "id:in-place-with-warning"]
import warnings


def local_terms(X_i, y_i):
    warnings.warn("scaling in place")
    X_i /= np.sqrt(len(X_i))
    y_i /= np.sqrt(len(y_i))
    return [X_i.T @ X_i, -2 * X_i.T @ y_i]


# %% tags=["right", "id:gradient-at-zero"]
def local_terms(X_i, y_i):
    def loss(w):
        return np.mean((y_i - X_i @ w) ** 2)

    d = X_i.shape[1]
    e = np.eye(d)
    zero = loss(np.zeros(d))
    q = [(loss(e[a]) - loss(-e[a])) / 2 for a in range(d)]
    Q = [
        [(loss(e[a] + e[b]) - loss(e[a]) - loss(e[b]) + zero) / 2 for b in range(d)]
        for a in range(d)
    ]
    return np.array(Q), np.array(q)


# %% tags=["wrong", "id:no-mean", "says:1/m_i is missing"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i, -2 * X_i.T @ y_i


# %% tags=["wrong", "id:no-mean-in-q", "says:1/m_i is missing"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), -2 * X_i.T @ y_i


# %% tags=["wrong", "id:sign-of-q", "says:sign of q_i"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), 2 / len(y_i) * X_i.T @ y_i


# %% tags=["wrong", "id:two-lost", "says:the 2 is missing"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), -X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:sign-and-two-lost", "says:sign of q_i is flipped, and the factor 2"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:two-in-both", "says:neither 2/m_i"]
def local_terms(X_i, y_i):
    return 2 * X_i.T @ X_i / len(y_i), -2 * X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:half-the-loss", "says:1/(2 m_i)"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / (2 * len(y_i)), -X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:gram-matrix-of-samples", "says:row for each sample"]
def local_terms(X_i, y_i):
    return X_i @ X_i.T / len(y_i), -2 * X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:divided-by-m-minus-one", "says:1/(m_i - 1)"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / (len(y_i) - 1), -2 * X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:divided-by-d", "says:factor"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / X_i.shape[1], -2 * X_i.T @ y_i / X_i.shape[1]


# %% tags=["wrong", "id:results-swapped", "says:other order"]
def local_terms(X_i, y_i):
    return -2 * X_i.T @ y_i / len(y_i), X_i.T @ X_i / len(y_i)


# %% tags=["wrong", "id:centred", "says:centred"]
def local_terms(X_i, y_i):
    X_c = X_i - X_i.mean(axis=0)
    return X_c.T @ X_c / len(y_i), -2 * X_i.T @ y_i / len(y_i)


# %% tags=["wrong", "id:fixed-number-of-samples", "says:of local_terms for"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / 4, -2 * X_i.T @ y_i / 4


# %% tags=["wrong", "id:only-the-matrix", "says:2 results"]
def local_terms(X_i, y_i):
    return [X_i.T @ X_i / len(y_i)]


# %% tags=["wrong", "id:elementwise-product", "says:raised ValueError"]
def local_terms(X_i, y_i):
    return X_i.T @ X_i / len(y_i), -2 / len(y_i) * X_i.T * y_i[:, None]
