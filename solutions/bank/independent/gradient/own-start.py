# ruff: noqa
# %% tags=["right", "id:smallest-eigenvector"]
# why: solution plus distance times the eigenvector of the smallest eigenvalue
def own_start():
    values, vectors = np.linalg.eigh(own_Q)
    solution = np.linalg.solve(2 * own_Q, -own_q)
    return solution + own_distance * vectors[:, 0]


# %% tags=["right", "id:mix-of-three"]
# why: the error is a mix of the three harmless directions
def own_start():
    _, V = np.linalg.eigh(own_Q)
    error = V[:, 0] + V[:, 1] - 2 * V[:, 2]
    error *= own_distance / np.sqrt(error @ error)
    return error - np.linalg.inv(own_Q) @ own_q / 2


# %% tags=["right", "id:project-out"]
# why: random error, its part in the wild direction removed
def own_start():
    rng = np.random.default_rng(0)
    wild = np.linalg.eigh(own_Q)[1][:, -1]
    e = rng.normal(size=4)
    e = e - (e @ wild) * wild
    e = own_distance * e / np.linalg.norm(e)
    return -0.5 * np.linalg.solve(own_Q, own_q) + e


# %% tags=["right", "id:slow-descent"]
# why: walks down with a small step, which leaves the flattest direction of the error alone; then scales it
def own_start():
    w_hat = np.linalg.solve(own_Q, -own_q / 2)
    w = w_hat + np.array([1.0, -2.0, 3.0, 1.0])
    for _ in range(400):
        w = w - 0.02 * (2 * own_Q @ w + own_q)
    e = w - w_hat
    return w_hat + own_distance * e / np.linalg.norm(e)


# %% tags=["right", "id:power-iteration"]
# why: finds the wild direction by power iteration in plain loops
def own_start():
    Q = own_Q.tolist()
    v = [1.0, 0.3, -0.2, 0.1]
    for _ in range(500):
        v = [sum(Q[i][j] * v[j] for j in range(4)) for i in range(4)]
        size = sum(x * x for x in v) ** 0.5
        v = [x / size for x in v]
    e = [v[1], -v[0], v[3], -v[2]]
    size = sum(x * x for x in e) ** 0.5
    hat = np.linalg.solve(own_Q, own_q) / -2
    return [float(hat[i]) + own_distance * e[i] / size for i in range(4)]


# %% tags=["right", "id:try-all-columns"]
# why: tries both signs of each eigenvector and keeps the first that works
def ten(w):
    for _ in range(10):
        w = w - own_eta * (2 * own_Q @ w + own_q)
    return w


def own_start():
    best = np.linalg.lstsq(2 * own_Q, -own_q, rcond=None)[0]
    for direction in np.linalg.eig(own_Q)[1].T:
        for sign in (-1, 1):
            w0 = best + sign * own_distance * direction
            if np.linalg.norm(ten(w0) - best) < own_distance / 2:
                return w0


# %% tags=["right", "id:svd-of-ten-steps"]
# why: the matrix of ten steps, its least singular direction
def own_start():
    step = np.eye(4) - 2 * own_eta * own_Q
    whole = np.linalg.matrix_power(step, 10)
    _, _, Vt = np.linalg.svd(whole)
    w0 = own_distance * Vt[-1] - np.linalg.inv(2 * own_Q).dot(own_q)
    return w0.reshape(4, 1)


# %% tags=["right", "id:null-space"]
# why: all directions orthogonal to the wild one by scipy, the last of them
from scipy.linalg import null_space, eigh


def own_start():
    lam, top = eigh(own_Q, subset_by_index=[3, 3])
    harmless = null_space(top.T)
    w_star = -np.linalg.solve(own_Q, own_q) / 2
    return w_star + own_distance * harmless @ np.array([0, 0, 1.0])


# %% tags=["right", "id:inverse-iteration"]
# why: inverse iteration for the smallest eigenvalue, minus sign
def own_start():
    sol = np.linalg.solve(-2 * own_Q, own_q)
    v = np.ones(4)
    for _ in range(300):
        v = np.linalg.solve(own_Q, v)
        v /= np.linalg.norm(v)
    # whatever small rest of the wild direction there is, it has vanished
    return sol - own_distance * v


# %% tags=["right", "id:polynomial"]
# why: roots of the characteristic polynomial, Cayley-Hamilton kills the other directions
def own_start():
    roots = sorted(np.roots(np.poly(own_Q)).real)
    v = np.array([1.0, 2.0, -1.0, 0.5])
    for r in roots[1:]:
        v = own_Q @ v - r * v
    v = v / np.linalg.norm(v)
    return tuple(np.linalg.solve(own_Q, own_q) * -0.5 + own_distance * v)


# %% tags=["right", "id:minimise-on-sphere"]
# why: numerical minimum of the tenth distance over directions
from scipy.optimize import minimize


def own_start():
    hat = -0.5 * np.linalg.solve(own_Q, own_q)
    M = np.linalg.matrix_power(np.eye(4) - 2 * own_eta * own_Q, 10)

    def quotient(e):
        return np.sum((M @ e) ** 2) / np.sum(e**2)

    e = min((minimize(quotient, s).x for s in np.eye(4)), key=quotient)
    return hat + own_distance / np.linalg.norm(e) * e


# %% tags=["right", "id:a-bit-wild"]
# why: 99.9999 % harmless, a hair of the wild direction, still less than half after ten steps
def own_start():
    _, V = np.linalg.eigh(own_Q)
    e = V[:, 1] + 1e-6 * V[:, 3]
    e = e / np.linalg.norm(e)
    return np.matrix(np.linalg.solve(own_Q, -own_q / 2) + own_distance * e).T


# %% tags=["right", "id:four-numbers", "own:public"]
# why: the four numbers of the public problem with nine digits: solution minus distance times first eigenvector
def own_start():
    return np.array([-1.379189687, 2.093963627, 1.222396178, -0.173572744])


# %% tags=["wrong", "id:wild-direction", "loses:own-start-tests"]
# why: the last eigenvector: grows
def own_start():
    values, vectors = np.linalg.eigh(own_Q)
    solution = np.linalg.solve(2 * own_Q, -own_q)
    return solution + own_distance * vectors[:, -1]


# %% tags=["wrong", "id:sign-of-solution", "loses:own-start-tests"]
# why: solution with the wrong sign
def own_start():
    values, vectors = np.linalg.eigh(own_Q)
    return np.linalg.solve(2 * own_Q, own_q) + own_distance * vectors[:, 0]


# %% tags=["wrong", "id:no-half", "loses:own-start-tests"]
# why: solution without the factor 1/2
def own_start():
    values, vectors = np.linalg.eigh(own_Q)
    return np.linalg.solve(own_Q, -own_q) + own_distance * vectors[:, 0]


# %% tags=["wrong", "id:random-start", "loses:own-start-tests"]
# why: any direction: the wild part grows
def own_start():
    e = np.random.default_rng(1).normal(size=4)
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * e / np.linalg.norm(e)


# %% tags=["wrong", "id:from-zero", "loses:own-start-tests"]
# why: distance from 0
def own_start():
    return own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:row-of-vectors", "loses:own-start-tests"]
# why: row in place of column of the matrix of eigenvectors
def own_start():
    vectors = np.linalg.eigh(own_Q)[1]
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * vectors[0]


# %% tags=["wrong", "id:not-normalised", "loses:own-start-tests"]
# why: three eigenvectors added, not scaled to the distance
def own_start():
    V = np.linalg.eigh(own_Q)[1]
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * (V[:, 0] + V[:, 1] + V[:, 2])


# %% tags=["wrong", "id:the-solution", "loses:own-start-tests"]
# why: the solution itself
def own_start():
    return np.linalg.solve(2 * own_Q, -own_q)


# %% tags=["wrong", "id:squared-distance", "loses:own-start-tests"]
# why: squared distance equals own_distance
def own_start():
    return (
        np.linalg.solve(2 * own_Q, -own_q) + np.sqrt(own_distance) * np.linalg.eigh(own_Q)[1][:, 0]
    )


# %% tags=["wrong", "id:only-the-error", "loses:own-start-tests"]
# why: the error, without the solution
def own_start():
    v = np.linalg.eigh(own_Q)[1][:, 1]
    return v / np.linalg.norm(v) * own_distance + 0 * own_q


# %% tags=["wrong", "id:one-per-cent-wild", "loses:own-start-tests"]
# why: one per cent of the error is wild: more than half after ten steps
def own_start():
    V = np.linalg.eigh(own_Q)[1]
    e = V[:, 0] + 0.01 * V[:, 3]
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * e / np.linalg.norm(e)


# %% tags=["wrong", "id:two-decimals", "loses:own-start-tests"]
# why: right start rounded to two decimals
def own_start():
    return (
        np.linalg.solve(2 * own_Q, -own_q) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]
    ).round(2)


# %% tags=["wrong", "id:after-ten", "loses:own-start-tests"]
# why: the point after ten steps is at the distance, the start is further away
def own_start():
    lam, V = np.linalg.eigh(own_Q)
    factor = (1 - 2 * own_eta * lam[0]) ** 10
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance / factor * V[:, 0]


# %% tags=["wrong", "id:max-norm", "loses:own-start-tests"]
# why: distance by the largest entry
def own_start():
    v = np.linalg.eigh(own_Q)[1][:, 0]
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * v / np.abs(v).max()


# %% tags=["wrong", "id:orthogonal-to-a-column", "loses:own-start-tests"]
# why: orthogonal to the longest column of Q, taken for the wild direction
def own_start():
    u = own_Q[:, np.argmax(np.linalg.norm(own_Q, axis=0))]
    e = np.array([1.0, 2.0, -1.0, -3.0])
    e -= (e @ u) / (u @ u) * u
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * e / np.linalg.norm(e)


# %% tags=["wrong", "id:first-of-eig", "loses:own-start-tests"]
# why: eig does not sort: the first column is often the wild one
def own_start():
    V = np.linalg.eig(own_Q)[1]
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * V[:, 0]
