# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:rounds-on-unit-vectors"]
def speed(q, p, lr, E):
    n = len(q)

    def after(x):
        epsilon, b = x[0], x[1:]
        c = p @ b
        ends, variates = [], []
        for i in range(n):
            v = epsilon
            for _ in range(E[i]):
                v = v - lr * (2 * q[i] * v - b[i] + c)
            ends.append(v)
            variates.append(b[i] + (epsilon - v) / (lr * E[i]) - c)
        return np.append(p @ ends, variates)

    T = np.column_stack([after(x) for x in np.eye(n + 1)])
    return max(abs(np.linalg.eigvals(T)))


# %% tags=["right", "id:blocks"]
def speed(q, p, lr, E):
    M = 1 - 2 * lr * np.asarray(q)
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.identity(len(q)) - np.tile(p, (len(q), 1))
    T = np.block(
        [
            [np.array([[np.sum(p * M**E)]]), (lr * p * R @ D)[None, :]],
            [(2 * q * R / E)[:, None], np.diag(1 - R / E) @ D],
        ]
    )
    return float(np.abs(np.linalg.eigvals(T)).max())


# %% tags=["right", "id:entry-by-entry"]
def speed(q, p, lr, E):
    n = len(q)
    T = np.zeros((n + 1, n + 1))
    for i in range(n):
        m = 1 - 2 * lr * q[i]
        r = sum(m**s for s in range(E[i]))
        T[0, 0] += p[i] * m ** E[i]
        T[i + 1, 0] = 2 * q[i] * r / E[i]
        for j in range(n):
            centred = (i == j) - p[j]
            T[0, j + 1] += p[i] * lr * r * centred
            T[i + 1, j + 1] = (1 - r / E[i]) * centred
    from scipy.linalg import eigvals

    return np.array([np.max(np.abs(eigvals(T)))])


# %% tags=["right", "id:without-the-mean-of-the-variates"]
def speed(q, p, lr, E):
    """In terms of the centred variates, whose weighted sum is zero, plus their mean."""
    n = len(q)
    M = 1 - 2 * lr * q
    R = (1 - M**E) / (1 - M)
    S = np.zeros((n + 1, n + 1))
    S[0] = np.append(p @ M**E, lr * p * R)
    S[1:, 0] = 2 * q * R / E
    S[1:, 1:] = np.diag(1 - R / E)
    centre = np.eye(n + 1)
    centre[1:, 1:] -= p
    return np.abs(np.linalg.eigvals(centre @ S)).max()


# %% tags=["right", "id:polynomial"]
def speed(q, p, lr, E):
    n = len(q)
    M = 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - np.outer(np.ones(n), p)
    T = np.vstack(
        [np.append(np.dot(p, M**E), (p * lr * R) @ D),
         np.column_stack([2 * q * R / E, (1 - R / E)[:, np.newaxis] * D])]
    )  # fmt: skip
    roots = np.linalg.eigvals(T.T)
    return np.sqrt(np.max(roots.real**2 + roots.imag**2))


# %% tags=["wrong", "id:mean-number-of-steps", "says:mean number of steps"]
def speed(q, p, lr, E):
    n, M, E = len(q), 1 - 2 * lr * q, np.mean(E)
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:most-steps", "says:the largest number of steps for all"]
def speed(q, p, lr, E):
    n, M, E = len(q), 1 - 2 * lr * q, np.max(E)
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:fewest-steps", "says:the smallest number of steps for all"]
def speed(q, p, lr, E):
    n, M, E = len(q), 1 - 2 * lr * q, np.min(E)
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:fedavg", "says:without the variates"]
def speed(q, p, lr, E):
    return abs(p @ (1 - 2 * lr * q) ** E)


# %% tags=["wrong", "id:two-lost", "says:The 2 of the gradient"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - lr * q
    R = (1 - M**E) / (lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:no-mean-taken-away", "says:mean of the variates is not taken away"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n)
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:plain-mean", "says:clients count equally"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    p = np.full(n, 1 / n)
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:sign-of-the-variates", "says:sign of the variates"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, -lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:weights-from-the-wrong-side", "says:weights stand at the wrong side"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p[:, None]
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:spectral-norm", "says:norm of the map"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.linalg.norm(T, 2)


# %% tags=["wrong", "id:largest-real-part", "says:absolute eigenvalue"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, (1 - R / E)[:, None] * D
    return np.linalg.eigvals(T).real.max()


# %% tags=["wrong", "id:variates-not-divided", "says:mean of the gradients, not their sum"]
def speed(q, p, lr, E):
    n, M = len(q), 1 - 2 * lr * q
    R = (1 - M**E) / (2 * lr * q)
    D = np.eye(n) - p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R, (1 - R)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()
