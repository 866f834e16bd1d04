# ruff: noqa
# %% tags=["right", "id:matrix-from-the-formulas"]
def speed(q, p, lr, E):
    n = len(q)
    T = np.zeros((n + 1, n + 1))
    for i in range(n):
        M = 1 - 2 * lr * q[i]
        R = sum(M**s for s in range(int(E[i])))
        T[0, 0] += p[i] * M ** int(E[i])
        T[i + 1, 0] = 2 / E[i] * q[i] * R
        for j in range(n):
            deviation = (i == j) - p[j]
            T[0, j + 1] += p[i] * lr * R * deviation
            T[i + 1, j + 1] = (1 - R / E[i]) * deviation
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["right", "id:blocks"]
def speed(q, p, lr, E):
    q, p, E = (np.asarray(x, dtype=float) for x in (q, p, E))
    power = (1 - 2 * lr * q) ** E
    R = (1 - power) / (2 * lr * q)  # geometric series, q > 0
    D = np.eye(len(q)) - p  # b - mean
    T = np.block(
        [
            [np.array([[p @ power]]), (lr * p * R @ D)[None, :]],
            [(2 * q * R / E)[:, None], (1 - R / E)[:, None] * D],
        ]
    )
    return float(max(abs(np.linalg.eigvals(T))))


# %% tags=["right", "id:run-from-unit-errors"]
def speed(q, p, lr, E):
    """Run one round of the algorithm itself from each unit error; minimum at 0, gradients 0 there."""
    n = len(q)
    columns = []
    for e in np.eye(n + 1):
        w, own = e[0], e[1:]
        c = p @ own
        w_new, own_new = 0.0, []
        for i in range(n):
            v = w
            for _ in range(E[i]):
                v = v - lr * (2 * q[i] * v - own[i] + c)
            own_new.append(own[i] - c + (w - v) / (lr * E[i]))
            w_new += p[i] * v
        columns.append([w_new, *own_new])
    return np.max(np.abs(np.linalg.eigvals(np.array(columns).T)))


# %% tags=["right", "id:norm-of-high-powers"]
def speed(q, p, lr, E):
    n = len(q)
    M = 1 - 2 * lr * np.asarray(q)
    R = np.array([np.sum(m ** np.arange(e)) for m, e in zip(M, E)])
    D = np.eye(n) - np.ones((n, 1)) * p
    T = np.zeros((n + 1, n + 1))
    T[0, 0], T[0, 1:] = p @ M**E, lr * (p * R) @ D
    T[1:, 0], T[1:, 1:] = 2 * q * R / E, np.diag(1 - R / E) @ D
    # |T^m|^(1/m) for m = 2^40, by squaring; the logarithm of the scale is kept apart
    log, m = 0.0, 1
    for _ in range(40):
        size = np.linalg.norm(T)
        if size == 0:
            return 0.0
        T, log = T / size, log + np.log(size)
        T, log, m = T @ T, 2 * log, 2 * m
    return np.exp((log + np.log(np.linalg.norm(T))) / m)


# %% tags=["right", "id:scipy-schur"]
import scipy.linalg


def speed(q, p, lr, E):
    rows = []
    M = [1 - 2 * lr * x for x in q]
    R = [sum(m**s for s in range(e)) for m, e in zip(M, E)]
    first = [sum(w * m**e for w, m, e in zip(p, M, E))]
    mean_R = sum(w * r for w, r in zip(p, R))
    first += [lr * p[j] * (R[j] - mean_R) for j in range(len(q))]
    rows.append(first)
    for i in range(len(q)):
        a = 1 - R[i] / E[i]
        rows.append([2 * q[i] * R[i] / E[i]] + [a * ((i == j) - p[j]) for j in range(len(q))])
    upper, _ = scipy.linalg.schur(np.array(rows, dtype=float), output="complex")
    return np.abs(np.diag(upper)).max()


# %% tags=["right", "id:deviations-as-variables"]
def speed(q, p, lr, E):
    """The map depends on b only through x_i = b_i - mean: other eigenvalues are zero."""
    n = len(q)
    q, p, E = np.array(q, float), np.array(p, float), np.array(E)
    M = 1 - 2 * lr * q
    R = np.array([np.polyval(np.ones(E[i]), M[i]) for i in range(n)])
    A = np.zeros((n + 1, n + 1))
    A[0, 0] = np.sum(p * M**E)
    A[0, 1:] = lr * p * R
    A[1:, 0] = 2 * q * R / E
    A[1:, 1:] = np.diag(1 - R / E)
    centre = np.eye(n + 1)
    centre[1:, 1:] -= np.outer(np.ones(n), p)
    return np.abs(scipy_eigvals(centre @ A)).max()


def scipy_eigvals(A):
    import scipy.linalg as sla

    return sla.eig(A, right=False)


# %% tags=["right", "id:local-maps-to-powers"]
def speed(q, p, lr, E):
    n = len(q)
    size = n + 1
    pick = np.eye(size)
    T = np.zeros((size, size))
    mean = np.r_[0.0, p]
    for i in range(n):
        # (v, force) -> (M v + lr force, force)
        step = np.array([[1 - 2 * lr * q[i], lr], [0.0, 1.0]])
        path = np.linalg.matrix_power(step, int(E[i]))
        end = path[0, 0] * pick[0] + path[0, 1] * (pick[i + 1] - mean)
        T[0] += p[i] * end
        T[i + 1] = pick[i + 1] - mean + (pick[0] - end) / (lr * E[i])
    return [np.abs(np.linalg.eigvals(T)).max()][0]


# %% tags=["right", "id:exact-entries"]
from fractions import Fraction


def speed(q, p, lr, E):
    q, p = [Fraction(float(x)) for x in q], [Fraction(float(x)) for x in p]
    eta = Fraction(float(lr))
    n = len(q)
    T = [[Fraction(0)] * (n + 1) for _ in range(n + 1)]
    for i in range(n):
        M, R, power = 1 - 2 * eta * q[i], Fraction(0), Fraction(1)
        for _ in range(int(E[i])):
            R, power = R + power, power * M
        T[0][0] += p[i] * power
        T[i + 1][0] = 2 * q[i] * R / int(E[i])
        for j in range(n):
            deviation = int(i == j) - p[j]
            T[0][j + 1] += eta * p[i] * R * deviation
            T[i + 1][j + 1] = (1 - R / int(E[i])) * deviation
    values = np.linalg.eigvals(np.array([[float(x) for x in row] for row in T]))
    return sorted(np.hypot(values.real, values.imag))[-1]


# %% tags=["right", "id:transposed-sparse"]
import scipy.sparse as sp


def speed(q, p, lr, E):
    n = len(q)
    q, p, E = np.ravel(q), np.ravel(p), np.ravel(E).astype(int)
    G = 1 - 2 * lr * q[:, None]
    R = np.where(np.arange(E.max()) < E[:, None], G ** np.arange(E.max()), 0).sum(axis=1)
    D = sp.eye_array(n) - sp.csr_array(np.outer(np.ones(n), p))
    T = sp.block_array(
        [
            [sp.csr_array([[p @ (1 - 2 * lr * q * R)]]), sp.csr_array([lr * p * R]) @ D],
            [sp.csr_array((2 * q * R / E)[:, None]), sp.diags_array(1 - R / E) @ D],
        ]
    )
    return np.array([abs(np.linalg.eigvals(T.toarray().T)).max()])[0]


# %% tags=["wrong", "id:largest-number-for-all", "loses:speed-tests"]
# why: all clients make as many steps as the busiest one.
def speed(q, p, lr, E):
    E = np.full(len(q), np.max(E))
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:mean-number-for-all", "loses:speed-tests"]
# why: all clients make the (rounded) mean number of steps.
def speed(q, p, lr, E):
    E = np.full(len(q), int(round(np.mean(E))))
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:divided-by-the-mean", "loses:speed-tests"]
# why: variates are divided by the mean number of steps, not by the client's own.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / np.mean(E)
    T[1:, 1:] = (1 - R / np.mean(E))[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:divided-by-the-largest", "loses:speed-tests"]
# why: the colleague's mistake of task 5: variates are divided by the largest number of steps.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / np.max(E)
    T[1:, 1:] = (1 - R / np.max(E))[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:unweighted-mean", "loses:speed-tests"]
# why: the mean of the b_i is weighted with p_i, here all weigh 1/n.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - 1 / len(q)
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:mean-left-out", "loses:speed-tests"]
# why: uses b_i where b_i minus their mean stands.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q))
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:without-learning-rate", "loses:speed-tests"]
# why: forgets eta in front of R_i in the first line.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:largest-real-part", "loses:speed-tests"]
# why: takes the largest real part; a negative or complex eigenvalue of larger absolute value is overlooked.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.linalg.eigvals(T).real.max()


# %% tags=["wrong", "id:complex-cut-off", "loses:speed-tests"]
# why: takes absolute values of the real parts: of complex pairs the imaginary part is lost.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T).real).max()


# %% tags=["wrong", "id:largest-singular-value", "loses:speed-tests"]
# why: the map is not symmetric: its norm is larger than its largest absolute eigenvalue.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.linalg.norm(T, 2)


# %% tags=["wrong", "id:symmetric-solver", "loses:speed-tests"]
# why: eigvalsh reads one triangle only and takes the map for a symmetric one.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvalsh(T)).max()


# %% tags=["wrong", "id:model-alone", "loses:speed-tests"]
# why: this is the factor of the first entry alone, as if the variates were always right.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return abs(T[0, 0])


# %% tags=["wrong", "id:one-step-too-many", "loses:speed-tests"]
# why: R_i has E_i terms, M^0 to M^(E_i - 1), not one more.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e + 1)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:half-the-curvature", "loses:speed-tests"]
# why: M = 1 - eta q: the factor 2 of the squared loss is forgotten.
def speed(q, p, lr, E):
    M = 1 - lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:weights-by-work", "loses:speed-tests"]
# why: weighs clients by p_i E_i; both means of SCAFFOLD have the weights p_i, whoever works how much.
def speed(q, p, lr, E):
    p = p * E / np.sum(p * E)
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R / E
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()


# %% tags=["wrong", "id:not-divided-by-steps", "loses:speed-tests"]
# why: the second line needs 1/E_i in front of q_i R_i.
def speed(q, p, lr, E):
    M = 1 - 2 * lr * q
    R = np.array([sum(m**s for s in range(e)) for m, e in zip(M, E)])
    D = np.eye(len(q)) - p
    T = np.zeros((len(q) + 1, len(q) + 1))
    T[0, 0] = p @ M**E
    T[0, 1:] = lr * (p * R) @ D
    T[1:, 0] = 2 * q * R
    T[1:, 1:] = (1 - R / E)[:, None] * D
    return np.abs(np.linalg.eigvals(T)).max()
