# ruff: noqa
# %% tags=["right", "id:smallest-change"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["right", "id:c-from-all"]
def mended(X, y, E, chosen, lr):
    m = np.array([np.shape(X_i)[0] for X_i in X], dtype=float)
    p = m / m.sum()
    d = X[0].shape[1]
    w = np.zeros(d)
    own = np.zeros((len(X), d))
    for S in chosen:
        c = p @ own  # as all of them are now; it stays so for the whole round
        ends = []
        means = []
        for i in S:
            v = w.copy()
            met = []
            for _ in range(int(E[i])):
                g = 2 * X[i].T @ (X[i] @ v - y[i]) / m[i]
                met.append(g)
                v -= lr * (g - own[i] + c)
            ends.append(v)
            means.append(np.mean(met, axis=0))
        own[list(S)] = means
        w = np.average(ends, axis=0, weights=p[list(S)])
    return w, own


# %% tags=["right", "id:affine-maps"]
from numpy.linalg import matrix_power


def mended(X, y, E, chosen, lr):
    """A local path is an affine map: one matrix with d + 1 rows, to a power."""
    n, d = len(y), X[0].shape[1]
    sizes = [len(y_i) for y_i in y]
    p = np.array(sizes) / np.sum(sizes)
    Q = [X_i.T @ X_i / len(X_i) for X_i in X]
    a = [X_i.T @ y_i / len(y_i) for X_i, y_i in zip(X, y)]
    w, own = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        c = sum(p[j] * own[j] for j in range(n))
        new_own, total, weight = own.copy(), np.zeros(d), 0.0
        for i in S:
            step = np.eye(d + 1)
            step[:d, :d] -= 2 * lr * Q[i]
            step[:d, d] = 2 * lr * a[i] + lr * (own[i] - c)
            w_i = (matrix_power(step, int(E[i])) @ np.append(w, 1.0))[:d]
            new_own[i] = own[i] - c + (w - w_i) / (lr * E[i])
            total += p[i] * w_i
            weight += p[i]
        w, own = total / weight, new_own
    return w, own


# %% tags=["right", "id:classes"]
class Client:
    def __init__(self, X, y, steps):
        self.X, self.y, self.steps = np.asarray(X, float), np.asarray(y, float).ravel(), int(steps)
        self.c = np.zeros(self.X.shape[1])

    def gradient(self, v):
        return 2 * self.X.T.dot(self.X.dot(v) - self.y) / self.y.size

    def train(self, w, c, lr):
        v = np.array(w)
        for _ in range(self.steps):
            v = v - lr * (self.gradient(v) - self.c + c)
        new = self.c - c + (w - v) / (lr * self.steps)
        change, self.c = new - self.c, new
        return v - w, change


class Server:
    def __init__(self, d):
        self.w, self.c = np.zeros(d), np.zeros(d)

    def gather(self, answers, p):
        weight = sum(p[i] for i in answers)
        self.w = self.w + sum(p[i] * u for i, (u, _) in answers.items()) / weight
        self.c = self.c + sum(p[i] * change for i, (_, change) in answers.items())


def mended(X, y, E, chosen, lr):
    people = [Client(*parts) for parts in zip(X, y, E)]
    rows = sum(client.y.size for client in people)
    p = [client.y.size / rows for client in people]
    server = Server(people[0].c.size)
    for S in chosen:
        server.gather({i: people[i].train(server.w, server.c, lr) for i in S}, p)
    return server.w, np.array([client.c for client in people])


# %% tags=["right", "id:all-at-once-with-masks"]
def mended(X, y, E, chosen, lr):
    n, d = len(X), X[0].shape[1]
    E = np.asarray(E)
    m = np.array([len(rows) for rows in X])
    p = m / m.sum()
    Q = np.array([2 * rows.T @ rows / len(rows) for rows in X])
    a = np.array([2 * rows.T @ labels / len(rows) for rows, labels in zip(X, y)])
    w, C = np.zeros(d), np.zeros((n, d))
    for S in chosen:
        part = np.zeros(n, bool)
        part[np.asarray(S, dtype=int)] = True
        c = p @ C
        V = np.tile(w, (n, 1))
        for t in range(int(E.max())):
            G = np.einsum("iab,ib->ia", Q, V) - a
            V = np.where((part & (t < E))[:, None], V - lr * (G - C + c), V)
        C = np.where(part[:, None], C - c + (w - V) / (lr * E[:, None]), C)
        w = w + (p * part) @ (V - w) / (p @ part)
    return w, C


# %% tags=["right", "id:two-passes"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), len(X[0][0])
    total = sum(map(len, y))
    w, c = np.zeros((d, 1)), np.zeros((d, 1))
    own = {i: np.zeros((d, 1)) for i in range(n)}
    for S in chosen:
        local = {}
        for i in S:  # first all train with the same w and c
            v = w
            for _ in range(E[i]):
                r = X[i] @ v - np.reshape(y[i], (-1, 1))
                v = v - lr * (2 / len(r) * (X[i].T @ r) - own[i] + c)
            local[i] = v
        for i in S:  # then the variates
            own[i] = own[i] + (w - local[i]) / (lr * E[i]) - c
        rows = sum(len(y[i]) for i in S)
        w = sum(len(y[i]) * local[i] for i in S) / rows
        c = sum(len(y[j]) * own[j] for j in range(n)) / total
    return w, np.hstack([own[i] for i in range(n)]).T


# %% tags=["right", "id:numbers-one-by-one"]
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    M = float(sum(len(t) for t in y))
    w = [0.0] * d
    own = [[0.0] * d for _ in range(n)]
    for S in chosen:
        c = [sum(len(y[i]) / M * own[i][a] for i in range(n)) for a in range(d)]
        heard = float(sum(len(y[i]) for i in S))
        w_next = [0.0] * d
        new = {}
        for i in S:
            v = list(w)
            mean = [0.0] * d
            for _ in range(int(E[i])):
                residual = [sum(x[a] * v[a] for a in range(d)) - t for x, t in zip(X[i], y[i])]
                g = [
                    2 / len(y[i]) * sum(r * x[a] for r, x in zip(residual, X[i])) for a in range(d)
                ]
                mean = [s + x / int(E[i]) for s, x in zip(mean, g)]
                v = [v[a] - lr * (g[a] - own[i][a] + c[a]) for a in range(d)]
            new[i] = mean
            w_next = [w_next[a] + len(y[i]) / heard * v[a] for a in range(d)]
        for i in new:
            own[i] = new[i]
        w = w_next
    return np.array(w), np.array(own)


# %% tags=["right", "id:reduce"]
from functools import reduce


def mended(X, y, E, chosen, lr):
    p = np.array([y_i.size for y_i in y], float)
    p /= p.sum()

    def walk(i, w, shift):
        def step(v, _):
            return v - lr * (X[i].T @ (X[i] @ v - y[i]) * 2 / y[i].size + shift)

        return reduce(step, range(E[i]), w)

    def one_round(state, S):
        w, own = state
        S = np.array(S, dtype=int)
        c = own.T @ p
        W = np.array([walk(i, w, c - own[i]) for i in S])
        after = own.copy()
        after[S] += (w - W) / (lr * np.asarray(E)[S])[:, None] - c
        return p[S] @ W / p[S].sum(), after

    return reduce(one_round, chosen, (np.zeros(X[0].shape[1]), np.zeros((len(X), X[0].shape[1]))))


# %% tags=["right", "id:sorted-rounds-and-list"]
def mended(X, y, E, chosen, lr):
    """Clients in another order, which must not matter; variates come back as a list."""
    n = len(y)
    d = X[0].shape[1]
    p = np.array([len(t) for t in y]) / np.concatenate(y).size
    w, c = np.zeros(d), np.zeros(d)
    own = [np.zeros(d) for _ in range(n)]
    for S in chosen:
        deltas, moves = np.zeros(d), np.zeros(d)
        for i in sorted(S, reverse=True):
            v, steps = w + 0, 0
            while steps < E[i]:
                v = v - lr * (2 * np.mean((X[i] @ v - y[i])[:, None] * X[i], axis=0) - own[i] + c)
                steps += 1
            plus = own[i] - c + (w - v) / (steps * lr)
            deltas += p[i] * (plus - own[i])
            own[i] = plus
            moves += p[i] * (v - w)
        w = w + moves / p[list(S)].sum()
        c = c + deltas
    return w, own


# %% tags=["wrong", "id:colleagues-program", "loses:mended-tests,mended-some-tests"]
# why: nothing is mended.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new = w
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * max(E)) - c
            own[i] = own[i] + change
            c = c + share[i] * change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:steps-of-the-longest", "loses:mended-tests"]
# why: the two other mistakes are mended; c_i is divided by the largest number of steps, which is right only if all are equal.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * max(E)) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:steps-of-the-mean", "loses:mended-tests"]
# why: divides by the mean number of steps, not by the client's own.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * np.mean(E)) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:variates-with-shares", "loses:mended-some-tests"]
# why: c grows by shares among the chosen ones; with a part of the clients it is then no longer the weighted sum of all c_i.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + share[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:c-too-early", "loses:mended-tests,mended-some-tests"]
# why: the two expressions are mended, but later clients of a round use a c that the earlier ones have changed.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new = w
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c = c + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:c-of-the-chosen", "loses:mended-some-tests"]
# why: takes for c the weighted mean of the c_i of the chosen clients alone.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c = w, sum(share[i] * own[i] for i in S)
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:c-unweighted", "loses:mended-tests,mended-some-tests"]
# why: c is the plain mean of all c_i, without the weights p_i.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c = w, own.mean(axis=0)
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:model-with-p", "loses:mended-some-tests"]
# why: mends the wrong line: with weights p_i that do not sum to 1 over the chosen ones the model goes only a part of the way.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + p[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:fresh-c-in-the-loop", "loses:mended-tests,mended-some-tests"]
# why: computes c from all c_i, but inside of the loop over clients, where some c_i are already new.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new = w
        for i in S:
            c = p @ own
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            w_new = w_new + share[i] * (v - w)
        w = w_new
    return w, own


# %% tags=["wrong", "id:model-too-early", "loses:mended-tests,mended-some-tests"]
# why: the model changes client after client, so that clients of a round do not start with the same w.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w_new
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w_new - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w_new)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:variate-without-minus-c", "loses:mended-tests,mended-some-tests"]
# why: drops the - c of the change: c_i is then no longer the mean of the gradients that were met.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i])
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:variate-replaced-by-change", "loses:mended-tests,mended-some-tests"]
# why: keeps the change in place of c_i + change.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:absent-clients-forget", "loses:mended-some-tests"]
# why: the c_i of clients that do not take part are set to zero; they must wait.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        own = np.array([own[i] if i in S else np.zeros(d) for i in range(n)])
        w, c = w_new, p @ own
    return w, own


# %% tags=["wrong", "id:equal-weights", "loses:mended-tests,mended-some-tests"]
# why: all clients weigh 1/n; their weights are p_i = m_i / sum m_j.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.full(n, 1 / n)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:gradient-of-a-half", "loses:mended-tests,mended-some-tests"]
# why: "mends" the factor 2 of the gradient, which was right: the loss is the mean square without one half.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 1 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:last-gradient", "loses:mended-tests,mended-some-tests"]
# why: keeps the gradient at the last point of the path, not the mean of those that were met.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient - own[i] + c)
            change = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i]
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own


# %% tags=["wrong", "id:sign-of-the-variates", "loses:mended-tests,mended-some-tests"]
# why: exchanges c_i and c in the local step, so drift is doubled instead of removed.
def mended(X, y, E, chosen, lr):
    n, d = len(y), X[0].shape[1]
    p = np.array([len(y_i) for y_i in y]) / sum(len(y_i) for y_i in y)
    w, c, own = np.zeros(d), np.zeros(d), np.zeros((n, d))
    for S in chosen:
        share = {i: p[i] / sum(p[j] for j in S) for i in S}
        w_new, c_new = w, c
        for i in S:
            v = w
            for _ in range(E[i]):
                gradient = 2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i])
                v = v - lr * (gradient + own[i] - c)
            change = (w - v) / (lr * E[i]) - c
            own[i] = own[i] + change
            c_new = c_new + p[i] * change
            w_new = w_new + share[i] * (v - w)
        w, c = w_new, c_new
    return w, own
