# ruff: noqa
# %% tags=["right", "id:smallest-eigenvalue"]
def own_start():
    lam, U = np.linalg.eigh(own_Q)
    w_hat = np.linalg.solve(own_Q, -0.5 * own_q)
    return w_hat + own_distance * U[:, 0]


# %% tags=["right", "id:third-backwards"]
def own_start():
    values, vectors = np.linalg.eigh(own_Q)
    good = [k for k in range(4) if abs(1 - 2 * own_eta * values[k]) < 1]
    direction = vectors[:, good[-1]]
    return np.linalg.solve(2.0 * own_Q, -own_q) - own_distance * direction


# %% tags=["right", "id:random-then-projected"]
def own_start():
    U = np.linalg.eigh(own_Q)[1][:, :3]
    z = np.random.default_rng(3).normal(size=4)
    z = U @ (U.T @ z)
    return own_distance * z / np.linalg.norm(z) - np.linalg.pinv(own_Q) @ own_q / 2


# %% tags=["right", "id:svd"]
def own_start():
    V = np.linalg.svd(own_Q)[2]  # rows by falling singular value
    return np.linalg.solve(own_Q, own_q / -2) + V[3] * own_distance


# %% tags=["right", "id:smooth-by-small-steps"]
def own_start():
    """Small steps wear off the direction of the largest eigenvalue; the rest is scaled."""
    w_hat = np.linalg.solve(own_Q, -own_q / 2)
    e = np.array([1.0, 2.0, 3.0, 4.0])
    top = np.linalg.eigvalsh(own_Q)[-1]
    for _ in range(50):
        e = e - own_Q @ e / top
        e = e / np.linalg.norm(e)
    return w_hat + own_distance * e


# %% tags=["right", "id:search"]
from scipy.optimize import minimize


def own_start():
    w_hat = np.linalg.solve(own_Q, -own_q / 2)
    step = np.linalg.matrix_power(np.eye(4) - 2 * own_eta * own_Q, 10)

    def left(e):
        return np.linalg.norm(step @ e) / np.linalg.norm(e)

    best = min(
        (
            minimize(
                left,
                start,
                method="Nelder-Mead",
                options={"maxiter": 5000, "xatol": 1e-10, "fatol": 1e-12},
            )
            for start in np.eye(4)
        ),
        key=lambda r: r.fun,
    ).x
    return w_hat + own_distance * best / np.linalg.norm(best)


# %% tags=["right", "id:list"]
def own_start():
    w = np.linalg.inv(own_Q).dot(own_q) * -0.5
    u = np.linalg.eigh(own_Q)[1].T[1]
    return [float(w[k] + own_distance * u[k]) for k in range(4)]


# %% tags=["right", "id:solution-by-descent"]
def own_start():
    w = np.zeros(4)
    lam, U = np.linalg.eigh(own_Q)
    for _ in range(2000):
        w = w - (2 * own_Q @ w + own_q) / (lam[0] + lam[-1])
    return w + own_distance * (U[:, 0] + U[:, 1]) / np.sqrt(2)


# %% tags=["wrong", "id:largest", "loses:own-start-tests"]
# why: the eigenvector of the largest eigenvalue is the one that grows.
def own_start():
    lam, U = np.linalg.eigh(own_Q)
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * U[:, 3]


# %% tags=["wrong", "id:near-is-enough", "loses:own-start-tests"]
# why: starts very near to the solution instead of at the distance that is asked.
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + 1e-6


# %% tags=["wrong", "id:solution-without-minus", "loses:own-start-tests"]
# why: the solution is -1/2 Q^-1 q; here the sign is lost.
def own_start():
    return np.linalg.solve(own_Q, own_q) / 2 + own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:without-the-two", "loses:own-start-tests"]
# why: solves Q w = -q; the gradient is 2 Q w + q.
def own_start():
    return np.linalg.solve(own_Q, -own_q) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:length-not-distance", "loses:own-start-tests"]
# why: the vector itself, not its difference from the solution, has the length own_distance.
def own_start():
    w = np.linalg.solve(own_Q, -own_q / 2) + np.linalg.eigh(own_Q)[1][:, 0]
    return own_distance * w / np.linalg.norm(w)


# %% tags=["wrong", "id:equal-mixture", "loses:own-start-tests"]
# why: the sum of all eigenvectors holds the one that grows.
def own_start():
    e = np.linalg.eigh(own_Q)[1].sum(axis=1)
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * e / np.linalg.norm(e)


# %% tags=["wrong", "id:three-unscaled", "loses:own-start-tests"]
# why: three directions, each with the whole distance: together they are farther away.
def own_start():
    U = np.linalg.eigh(own_Q)[1]
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * (U[:, 0] + U[:, 1] + U[:, 2])


# %% tags=["wrong", "id:other-size", "loses:own-start-tests"]
# why: two numbers; the problem has four parameters.
def own_start():
    return np.array([own_distance, 0.0])


# %% tags=["wrong", "id:zero", "loses:own-start-tests"]
# why: starts at zero, whatever the problem is.
def own_start():
    return np.zeros(4)
