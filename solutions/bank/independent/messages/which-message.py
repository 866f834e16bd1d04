# ruff: noqa
# %% tags=["right", "id:replay-every-k"]
def which_message(U, Q):
    T, d = U.shape
    tol = 1e-6 * np.abs(Q).max()

    def top(x, k):
        q = np.zeros(d)
        places = np.argsort(-np.abs(x), kind="stable")[:k]
        q[places] = x[places]
        return q

    for k in range(1, d):
        for name in ("top", "error", "news"):
            memory = np.zeros(d)
            fits = True
            for u, q in zip(U, Q):
                if name == "top":
                    guess = top(u, k)
                elif name == "error":
                    guess = top(u + memory, k)
                    memory = memory + u - q
                else:
                    guess = top(u - memory, k)
                    memory = memory + q
                if np.abs(guess - q).max() > tol:
                    fits = False
                    break
            if fits:
                return name
        sent = np.abs(Q) > tol
        if np.all(sent.sum(axis=1) == k) and np.all(np.abs(Q - d / k * U * sent) <= tol):
            return "random"
    return "quantised"


# %% tags=["right", "id:cumulated-sums"]
def which_message(U, Q):
    U, Q = np.array(U, float), np.array(Q, float)
    d = U.shape[1]
    tol = 1e-9 * np.abs(Q).max()
    sent = np.abs(Q) > tol
    counts = sent.sum(axis=1)
    k = counts.max()
    if k == d:
        return "quantised"
    before_Q = np.cumsum(Q, axis=0) - Q
    before_U = np.cumsum(U, axis=0) - U

    def is_top(X):
        """Is every row of Q the k largest entries of the row of X, ties in any order?"""
        wrong_value = np.any(np.abs(X - Q)[sent] > tol * len(U))
        least = np.where(counts == k, np.where(sent, np.abs(X), np.inf).min(axis=1), 0.0)
        left = np.where(sent, 0.0, np.abs(X)).max(axis=1)
        return not wrong_value and np.all(left <= least + tol * len(U))

    if is_top(U):
        return "top"
    if is_top(U + before_U - before_Q):
        return "error"
    if is_top(U - before_Q):
        return "news"
    if np.all(counts == k) and np.allclose(Q[sent], d / k * U[sent], rtol=1e-9):
        return "random"
    return "quantised"


# %% tags=["right", "id:least-misfit"]
def which_message(U, Q):
    """The largest wrong number under each hypothesis; quantised is taken if all others are off."""
    T, d = np.shape(U)
    scale = np.max(np.abs(Q))
    misfit = {}

    def keep(x, k):
        order = sorted(range(len(x)), key=lambda j: -abs(x[j]))
        return np.array([x[j] if j in order[:k] else 0.0 for j in range(len(x))])

    for k in range(1, d):
        debt, known = np.zeros(d), np.zeros(d)
        gaps = {"top": 0.0, "error": 0.0, "news": 0.0, "random": 0.0}
        for t in range(T):
            u, q = U[t], Q[t]
            drawn = np.argsort(np.abs(q))[d - k :]
            r = np.zeros(d)
            r[drawn] = d * u[drawn] / k
            predicted = {
                "top": keep(u, k),
                "error": keep(u + debt, k),
                "news": keep(u - known, k),
                "random": r,
            }
            for name in gaps:
                gaps[name] = max(gaps[name], np.max(np.abs(predicted[name] - q)))
            debt = debt + u - q
            known = known + q
        for name in gaps:
            misfit[name] = min(misfit.get(name, np.inf), gaps[name])
    best = min(misfit, key=misfit.get)
    return best if misfit[best] < 1e-4 * scale else "quantised"


# %% tags=["right", "id:strike-out-round-after-round"]
def which_message(U, Q):
    d = len(U[0])
    eps = 1e-7 * np.max(np.abs(Q))
    left = {(name, k) for name in ["top", "error", "news", "random"] for k in range(1, d)}
    total_u, total_q = np.zeros(d), np.zeros(d)

    def message_of(x, q, k):
        """Could q be the top k of x?"""
        size = np.sort(np.abs(x))[::-1]
        for x_j, q_j in zip(x, q):
            kept, dropped = abs(q_j - x_j) <= eps, abs(q_j) <= eps
            if not (kept or dropped):
                return False
            if abs(x_j) > size[k - 1] + eps and not kept:
                return False
            if abs(x_j) < size[k - 1] - eps and not dropped:
                return False
        return np.count_nonzero(np.abs(q) > eps) <= k

    for u, q in zip(U, Q):
        for name, k in list(left):
            if name == "random":
                on = np.abs(q) > eps
                ok = on.sum() == k and np.all(np.abs(q[on] - u[on] * d / k) <= eps)
            else:
                x = {"top": u, "error": u + total_u - total_q, "news": u - total_q}[name]
                ok = message_of(x, q, k)
            if not ok:
                left.discard((name, k))
        total_u, total_q = total_u + u, total_q + q
    names = {name for name, _ in left}
    return names.pop() if names else "quantised"


# %% tags=["right", "id:quantised-by-its-lattice"]
def which_message(U, Q):
    T, d = U.shape
    # quantised: |q_j| s / |u| is the whole number below or above |u_j| s / |u|, for one s
    norm = np.linalg.norm(U, axis=1, keepdims=True)
    gap = np.abs(np.abs(Q) - np.abs(U))
    s = 1
    while np.all(gap < norm / s * (1 + 1e-9)) and s < 10**5:
        m = np.abs(Q) * s / norm
        if np.all(np.abs(m - np.round(m)) < 1e-7) and np.all(Q * U >= 0):
            return "quantised"
        s += 1
    k = np.count_nonzero(Q[0])
    if abs(np.abs(Q[0]).sum() - d / k * np.abs(U[0][Q[0] != 0]).sum()) < 1e-9 * np.abs(U[0]).sum():
        if np.allclose(Q[Q != 0], (d / k * U)[Q != 0]):
            return "random"
    known = np.vstack([np.zeros(d), np.cumsum(Q, axis=0)[:-1]])
    meant = np.vstack([np.zeros(d), np.cumsum(U, axis=0)[:-1]])
    gaps = []
    for X in (U, U + meant - known, U - known):
        rank = np.argsort(np.argsort(-np.abs(X), axis=1, kind="stable"), axis=1)
        gaps.append(np.abs(np.where(rank < k, X, 0) - Q).max())
    return ["top", "error", "news"][int(np.argmin(gaps))]


# %% tags=["right", "id:generators"]
def top_of(x, k):
    least = np.partition(np.abs(x), len(x) - k)[len(x) - k]
    return np.where(np.abs(x) >= least * (1 - 1e-12), x, 0)


def plain(U, Q):
    yield from U


def feedback(U, Q):
    e = 0 * U[0]
    for u, q in zip(U, Q):
        yield u + e
        e = u + e - q


def novelty(U, Q):
    h = 0 * U[0]
    for u, q in zip(U, Q):
        yield u - h
        h = h + q


def which_message(U, Q):
    U, Q = np.asarray(U, dtype=float), np.asarray(Q, dtype=float)
    d = U.shape[1]
    small = 1e-8 * abs(Q).max()

    def same(x, q, k):
        if np.allclose(top_of(x, k), q, rtol=0, atol=small):
            return True
        # several of the same size: any k of them
        least = np.sort(abs(x))[d - k]
        tied = abs(abs(x) - least) <= small
        rest = np.where(tied, 0, top_of(x, k))
        on = abs(q) > small
        return (
            np.allclose(np.where(tied, 0, q), rest, rtol=0, atol=small)
            and np.allclose(q[tied & on], x[tied & on], rtol=0, atol=small)
            and on.sum() == k
        )

    for name, rule in [("top", plain), ("error", feedback), ("news", novelty)]:
        for k in range(1, d):
            if all(same(x, q, k) for x, q in zip(rule(U, Q), Q)):
                return name
    ratio = (Q / U)[abs(Q) > small]
    counts = set(np.count_nonzero(abs(Q) > small, axis=1).tolist())
    if len(counts) == 1 and np.allclose(ratio, d / counts.pop(), rtol=1e-7):
        return "random"
    return "quantised"


# %% tags=["right", "id:k-from-the-first-row"]
def which_message(U, Q):
    # no entry of U is zero, so top-k and random-k send k numbers in round 0
    d = U.shape[1]
    scale = abs(Q).max()
    k = int(np.sum(abs(Q[0]) > 0))
    if k == d or k == 0:
        return "quantised"
    if np.all([np.sum(row != 0) == k for row in Q]):
        mask = Q != 0
        if np.all(abs(k * Q[mask] - d * U[mask]) < 1e-8 * d * scale):
            return "random"
    distances = {}
    for name, with_u, with_q in [("top", 0, 0), ("error", 1, -1), ("news", 0, -1)]:
        memory = np.zeros(d)
        worst = 0
        for u, q in zip(U, Q):
            x = u + memory
            sent = np.zeros(d)
            for j in np.lexsort((np.arange(d), -abs(x)))[:k]:
                sent[j] = x[j]
            worst = max(worst, abs(sent - q).max())
            memory = memory + with_u * u + with_q * q
        distances[name] = worst
    name = min(distances, key=distances.get)
    return name if distances[name] < 1e-5 * scale else "quantised"


# %% tags=["right", "id:own-memory-replayed"]
class Client:
    def __init__(self, kind, k, d):
        self.kind, self.k, self.m = kind, k, np.zeros(d)

    def send(self, u):
        x = {"top": u, "error": u + self.m, "news": u - self.m}[self.kind]
        q = x.copy()
        q[np.argsort(-np.abs(x), kind="mergesort")[self.k :]] = 0.0
        if self.kind == "error":
            self.m = x - q
        elif self.kind == "news":
            self.m = self.m + q
        return q


def which_message(U, Q):
    d = U.shape[1]
    for kind in ("top", "error", "news"):
        for k in range(1, d):
            client = Client(kind, k, d)
            if np.allclose([client.send(u) for u in U], Q, rtol=0, atol=1e-7 * np.abs(Q).max()):
                return kind
    for k in range(1, d):
        places = np.abs(Q) > 1e-12 * np.abs(Q).max()
        if (places.sum(axis=1) == k).all() and np.allclose(np.where(places, U * d / k, 0), Q):
            return "random"
    return "quantised"


# %% tags=["right", "id:values-without-the-rule"]
# It was filed as wrong for logs whose places tell more than their values. The text promised that values decide, but
# could be read in another way; it says so plainly now.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-9 * np.abs(Q).max()
    on = np.abs(Q) > tol
    if on.all():
        return "quantised"
    k = on.sum(axis=1).max()
    before = np.cumsum(Q, axis=0) - Q
    debt = np.cumsum(U, axis=0) - U - before
    for name, X in [("top", U), ("error", U + debt), ("news", U - before), ("random", d / k * U)]:
        if np.all(np.abs(X - Q)[on] <= 1e3 * tol):
            return name
    return "quantised"


# %% tags=["wrong", "id:without-absolute-values", "loses:which-message-tests"]
# why: takes the largest numbers, not the largest absolute values.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-x)) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "error" else m + q
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], d / k * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:top-1-only", "loses:which-message-tests"]
# why: knows k = 1 only; with k = 2 a log of top-k is called quantised.
def which_message(U, Q):
    T, d = U.shape
    tol = 1e-6 * np.abs(Q).max()
    for name in ("top", "error", "news"):
        m, fits = np.zeros(d), True
        for u, q in zip(U, Q):
            x = u + m if name == "error" else u - m if name == "news" else u
            guess = np.where(np.arange(d) == np.argmax(np.abs(x)), x, 0)
            fits = fits and np.abs(guess - q).max() <= tol
            m = u + m - q if name == "error" else m + q
        if fits:
            return name
    on = Q != 0
    if len(set(on.sum(axis=1))) == 1 and np.allclose(Q[on], d / on[0].sum() * U[on]):
        return "random"
    return "quantised"


# %% tags=["wrong", "id:debt-of-one-round", "loses:which-message-tests"]
# why: the debt is what was not sent in the last round alone; older debts are forgotten, so logs of error feedback do not fit.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u - q if name == "error" else m + q
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], d / k * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:news-against-the-last-update", "loses:which-message-tests"]
# why: takes the last update for what the server knows; it knows only the sum of what was sent.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "error" else u
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], d / k * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:places-decide-random", "loses:which-message-tests"]
# why: calls a log random as soon as it has k numbers a row that are not the largest of the update; with a memory they need not be.
def which_message(U, Q):
    on = np.abs(Q) > 1e-9 * np.abs(Q).max()
    counts = on.sum(axis=1)
    if len(set(counts)) > 1 or counts[0] == U.shape[1]:
        return "quantised"
    k = counts[0]
    largest = np.argsort(np.argsort(-np.abs(U), axis=1), axis=1) < k
    if not np.array_equal(on, largest):
        return "random"
    if np.allclose(Q[on], U[on]):
        return "top"
    known = np.cumsum(Q, axis=0) - Q
    return "news" if np.allclose(Q[on], (U - known)[on]) else "error"


# %% tags=["wrong", "id:random-with-k-over-d", "loses:which-message-tests"]
# why: random-k multiplies by d/k to be unbiased, not by k/d (nor by 1), so its logs are taken for quantised ones.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "error" else m + q
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], k / d * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:quantised-has-no-zeros", "loses:which-message-tests"]
# why: takes every log with zeros for a sparse one; with few levels many entries are rounded to zero, and then it says "random".
def which_message(U, Q):
    d = U.shape[1]
    if np.all(Q != 0):
        return "quantised"
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "error" else m + q
            if fits:
                return name
    return "random"


# %% tags=["wrong", "id:only-two-rounds", "loses:which-message-tests"]
# why: looks at the first two rounds only; top-k and error feedback may differ for the first time much later.
def which_message(U, Q):
    U, Q = U[:2], Q[:2]
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "error", "news"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "error" else u - m if name == "news" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "error" else m + q
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], d / k * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:last-row-only", "loses:which-message-tests"]
# why: tests the last row only: there several methods may send the same, e.g. nothing but zeros fits in a row of news that has ended.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    u, q = U[-1], Q[-1]
    known = Q[:-1].sum(axis=0)
    debt = U[:-1].sum(axis=0) - known
    on = np.abs(q) > tol
    k = on.sum()
    if k == d:
        return "quantised"
    for name, x in [("top", u), ("error", u + debt), ("news", u - known)]:
        if np.abs(np.where(np.argsort(np.argsort(-np.abs(x))) < k, x, 0) - q).max() <= tol:
            return name
    return "random" if k and np.allclose(q[on], d / k * u[on]) else "quantised"


# %% tags=["wrong", "id:sums-tell-memory", "loses:which-message-tests"]
# why: takes sums that nearly agree for error feedback; unbiased messages agree on average, too, and the debt of a short log is not small.
def which_message(U, Q):
    gap = np.abs(U.sum(axis=0) - Q.sum(axis=0)).max() / np.abs(U.sum(axis=0)).max()
    if gap < 0.1:
        return "error"
    on = Q != 0
    if np.allclose(Q[on], U[on]):
        return "top"
    if len(set(on.sum(axis=1))) == 1 and np.allclose(Q[on], U.shape[1] / on[0].sum() * U[on]):
        return "random"
    known = np.cumsum(Q, axis=0) - Q
    return "news" if np.allclose(Q[on], (U - known)[on]) else "quantised"


# %% tags=["wrong", "id:exchanged-memories", "loses:which-message-tests"]
# why: exchanges the names: what is owed is called news, what the server knows is called error.
def which_message(U, Q):
    d = U.shape[1]
    tol = 1e-6 * np.abs(Q).max()
    for k in range(1, d):
        for name in ("top", "news", "error"):
            m, fits = np.zeros(d), True
            for u, q in zip(U, Q):
                x = u + m if name == "news" else u - m if name == "error" else u
                guess = np.where(np.argsort(np.argsort(-np.abs(x), kind="stable")) < k, x, 0)
                fits = fits and np.abs(guess - q).max() <= tol
                m = u + m - q if name == "news" else m + q
            if fits:
                return name
        on = Q != 0
        if np.all(on.sum(axis=1) == k) and np.allclose(Q[on], d / k * U[on]):
            return "random"
    return "quantised"


# %% tags=["wrong", "id:exact-comparison", "loses:which-message-tests"]
# why: compares rounded sums with ==; a debt computed from two sums deviates in the last digit, so logs with a memory hardly ever fit.
def which_message(U, Q):
    d = U.shape[1]
    on = Q != 0
    k = on.sum(axis=1).max()
    if k == d:
        return "quantised"
    known = np.cumsum(Q, axis=0) - Q
    debt = np.cumsum(U, axis=0) - U - known
    for name, X in [("top", U), ("error", U + debt), ("news", U - known)]:
        rank = np.argsort(np.argsort(-np.abs(X), axis=1, kind="stable"), axis=1)
        if np.array_equal(np.where(rank < k, X, 0), Q):
            return name
    if np.all(on.sum(axis=1) == k) and np.array_equal(Q[on], (d / k * U)[on]):
        return "random"
    return "quantised"


# %% tags=["wrong", "id:random-with-any-scale", "loses:which-message-tests"]
# why: never tests for top-k without a memory being the largest, and calls all logs with a constant ratio random, also the ratio 1 of top-k.
def which_message(U, Q):
    on = np.abs(Q) > 1e-12
    ratio = Q[on] / U[on]
    if np.ptp(ratio) < 1e-9:
        return "random"
    d = U.shape[1]
    if on.all():
        return "quantised"
    known = np.cumsum(Q, axis=0) - Q
    debt = np.cumsum(U, axis=0) - U - known
    if np.allclose(Q[on], (U - known)[on]):
        return "news"
    return "error" if np.allclose(Q[on], (U + debt)[on]) else "quantised"
