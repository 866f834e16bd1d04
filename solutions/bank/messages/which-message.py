# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:replay-of-every-method"]
def which_message(U, Q):
    d = U.shape[1]
    k = max(np.count_nonzero(q) for q in Q)

    def top(x):
        kept = np.zeros(d)
        places = np.argsort(-np.abs(x), kind="stable")[:k]
        kept[places] = x[places]
        return kept

    e, h = np.zeros(d), np.zeros(d)
    logs = {"top": [], "error": [], "news": []}
    for u in U:
        logs["top"].append(top(u))
        q = top(u + e)
        e = u + e - q
        logs["error"].append(q)
        q = top(u - h)
        h = h + q
        logs["news"].append(q)
    for name, log in logs.items():
        if np.allclose(log, Q, rtol=0, atol=1e-5 * np.abs(Q).max()):
            return name
    if all(np.allclose(q[q != 0], d / k * u[q != 0], rtol=1e-4, atol=0) for u, q in zip(U, Q)):
        return "random"
    return "quantised"


# %% tags=["right", "id:multiples-first"]
def which_message(U, Q):
    ratio = np.where(Q != 0, Q / U, np.nan)
    low, high = np.nanmin(ratio), np.nanmax(ratio)
    if high - low < 1e-6:
        return "top" if abs(high - 1) < 1e-6 else "random"
    size = np.abs(Q).max()
    known, owed, errors = np.zeros(len(U[0])), np.zeros(len(U[0])), {"news": 0.0, "error": 0.0}
    for u, q in zip(U, Q):
        s = q != 0
        errors["news"] = max(errors["news"], np.abs(q - (u - known))[s].max(initial=0))
        errors["error"] = max(errors["error"], np.abs(q - (u + owed))[s].max(initial=0))
        known += q
        owed += u - q
    for name in errors:
        if errors[name] < 1e-6 * size:
            return name
    return "quantised"


# %% tags=["right", "id:smallest-residual"]
def which_message(U, Q):
    d = U.shape[1]
    k = np.count_nonzero(Q, axis=1).max()
    before = np.vstack([np.zeros(d), np.cumsum(Q, axis=0)[:-1]])
    guesses = {
        "news": U - before,
        "error": np.cumsum(U, axis=0) - before,
        "top": U,
        "random": U * d / k,
    }
    left = {name: np.linalg.norm((Q - g) * (Q != 0)) for name, g in guesses.items()}
    best = min(left, key=left.get)
    return best if left[best] < 1e-5 * np.linalg.norm(Q) else "quantised"


# %% tags=["right", "id:quantised-first-by-its-grid"]
def which_message(U, Q):
    sizes = []
    for u, q in zip(U, Q):
        a = np.abs(q[q != 0]) / np.linalg.norm(u)
        sizes.append(a)
    sizes = np.concatenate(sizes)
    for s in range(1, 60):
        if np.all(np.abs(s * sizes - np.rint(s * sizes)) < 1e-8):
            return "quantised"
    at = Q != 0
    gain = Q[at] / U[at]
    if np.ptp(gain) < 1e-7:
        return "random" if gain[0] > 1 + 1e-7 else "top"
    sent = np.cumsum(Q, axis=0) - Q
    close = np.abs((U - sent - Q)[at]).max() < 1e-7 * np.abs(Q).max()
    return "news" if close else "error"


# %% tags=["right", "id:places-and-loops"]
def which_message(U, Q):
    T, d = np.shape(U)
    biggest = np.max(np.abs(Q))
    fits = {"top": True, "error": True, "news": True, "random": True}
    k = max(sum(1 for x in row if x != 0) for row in Q)
    for j in range(d):
        meant = said = 0.0
        for t in range(T):
            meant += U[t, j]
            x = Q[t, j]
            if x != 0:
                tiny = 1e-6 * biggest
                fits["top"] &= abs(x - U[t, j]) < tiny
                fits["error"] &= abs(x - (meant - said)) < tiny
                fits["news"] &= abs(x - (U[t, j] - said)) < tiny
                fits["random"] &= abs(x - d * U[t, j] / k) < tiny
            said += x
    return next((name for name in fits if fits[name]), "quantised")


# %% tags=["wrong", "id:always-top", "says:which_message"]
def which_message(U, Q):
    return "top"


# %% tags=["wrong", "id:first-round-only", "says:which_message"]
def which_message(U, Q):
    q, u = Q[0], U[0]
    if np.allclose(q[q != 0], u[q != 0]):
        return "error"
    return "random" if np.count_nonzero(q) < len(q) else "quantised"


# %% tags=["wrong", "id:error-and-news-confused", "says:which_message"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    scale = U.shape[1] / sent.sum(axis=1).max()
    candidates = {
        "top": U, "news": np.cumsum(U, axis=0) - before, "error": U - before, "random": scale * U,
    }  # fmt: skip
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return name
    return "quantised"


# %% tags=["wrong", "id:own-message-counts-as-sent-before", "says:which_message"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0)
    scale = U.shape[1] / sent.sum(axis=1).max()
    candidates = {
        "top": U, "error": np.cumsum(U, axis=0) - before, "news": U - before, "random": scale * U,
    }  # fmt: skip
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return name
    return "quantised"


# %% tags=["wrong", "id:unscaled-random", "says:d/k times the update"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    candidates = {"top": U, "error": np.cumsum(U, axis=0) - before, "news": U - before}
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return name
    if np.abs(Q - U)[sent].max() < 1e-6 * np.abs(Q).max():
        return "random"
    return "quantised"


# %% tags=["wrong", "id:owes-the-last-round-only", "says:all that is owed"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    scale = U.shape[1] / sent.sum(axis=1).max()
    last = np.vstack([np.zeros(U.shape[1]), (U - Q)[:-1]])
    candidates = {"top": U, "error": U + last, "news": U - before, "random": scale * U}
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return name
    return "quantised"


# %% tags=["wrong", "id:by-the-number-of-entries", "says:which_message"]
def which_message(U, Q):
    number = np.count_nonzero(Q, axis=1)
    if np.ptp(number) > 0:
        return "quantised"
    size = np.abs(Q).sum(axis=1)
    if size[-1] < 0.5 * size[0]:
        return "news"
    if size[-1] > 1.5 * size[0]:
        return "error"
    return "top" if np.allclose(Q[Q != 0], U[Q != 0]) else "random"


# %% tags=["wrong", "id:absolute-tolerance", "says:which_message"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    scale = U.shape[1] / sent.sum(axis=1).max()
    candidates = {
        "top": U, "error": np.cumsum(U, axis=0) - before, "news": U - before, "random": scale * U,
    }  # fmt: skip
    for name, meant in candidates.items():
        if np.abs(Q - meant)[sent].max() < 1e-3:
            return name
    return "quantised"


# %% tags=["wrong", "id:a-number-for-a-name", "says:one of the five names"]
def which_message(U, Q):
    sent, before = Q != 0, np.cumsum(Q, axis=0) - Q
    for k, meant in enumerate([U, np.cumsum(U, axis=0) - before, U - before]):
        if np.abs(Q - meant)[sent].max() < 1e-6 * np.abs(Q).max():
            return k
    return 3


# %% tags=["wrong", "id:silence-compared-too", "says:which_message"]
def which_message(U, Q):
    before = np.cumsum(Q, axis=0) - Q
    scale = U.shape[1] / np.count_nonzero(Q, axis=1).max()
    candidates = {
        "top": U, "error": np.cumsum(U, axis=0) - before, "news": U - before, "random": scale * U,
    }  # fmt: skip
    for name, meant in candidates.items():
        if np.abs(Q - meant).max() < 1e-6 * np.abs(Q).max():
            return name
    return "quantised"
