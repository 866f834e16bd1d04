# ruff: noqa
# %% tags=["right", "id:numpy-solve"]
def solve(Q, q):
    return np.linalg.solve(Q, -q / 2)


# %% tags=["right", "id:inverse"]
def solve(Q, q):
    return -0.5 * np.linalg.inv(Q) @ q


# %% tags=["right", "id:cholesky"]
import scipy.linalg as sla


def solve(Q, q):
    C = np.linalg.cholesky(Q)
    z = sla.solve_triangular(C, q, lower=True)
    return sla.solve_triangular(C.T, z) / (-2)


# %% tags=["right", "id:eigh"]
def solve(Q, q):
    values, U = np.linalg.eigh(Q)
    return U @ (U.T @ q / (-2 * values))


# %% tags=["right", "id:lstsq-column"]
def solve(Q, q):
    """Returns a column."""
    return np.linalg.lstsq(Q, (-0.5 * np.asarray(q)).reshape(-1, 1), rcond=None)[0]


# %% tags=["right", "id:own-elimination"]
def solve(Q, q):
    N = len(q)
    M = np.hstack([np.array(Q, dtype=float), -0.5 * np.array(q, dtype=float).reshape(N, 1)])
    for k in range(N):
        p = k + np.argmax(np.abs(M[k:, k]))
        M[[k, p]] = M[[p, k]]
        M[k] = M[k] / M[k, k]
        for r in range(N):
            if r != k:
                M[r] = M[r] - M[r, k] * M[k]
    return M[:, -1]


# %% tags=["right", "id:own-conjugate-gradient"]
def solve(Q, q):
    b = -np.asarray(q, dtype=float) / 2
    N = len(b)
    w = np.zeros(N)
    for restart in range(
        200
    ):  # rounding spoils the directions, so start afresh from the true residual
        r = b - Q @ w
        p = r.copy()
        for _ in range(2 * N):
            if np.linalg.norm(r) <= 1e-9 * np.linalg.norm(b):
                break
            s = Q @ p
            step = (r @ r) / (p @ s)
            w = w + step * p
            r_new = r - step * s
            p = r_new + (r_new @ r_new) / (r @ r) * p
            r = r_new
        if np.linalg.norm(b - Q @ w) <= 1e-8 * np.linalg.norm(b):
            break
    return w


# %% tags=["right", "id:scipy-assume-pos"]
from scipy.linalg import solve as scipy_solve


def solve(Q, q):
    w = scipy_solve(2 * Q, -q, assume_a="pos")
    assert np.allclose(2 * Q @ w + q, 0, atol=1e-6 * np.abs(q).max())
    return w


# %% tags=["right", "id:sparse-lu"]
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu


def solve(Q, q):
    return splu(csc_array(Q, dtype=float)).solve(-np.asarray(q, dtype=float) / 2)


# %% tags=["right", "id:qr-refined"]
def solve(Q, q):
    b = -q / 2
    B, R = np.linalg.qr(Q)
    w = np.linalg.solve(R, B.T @ b)
    return w + np.linalg.solve(R, B.T @ (b - Q @ w))  # one step of refinement


# %% tags=["right", "id:newton"]
def solve(Q, q):
    # Newton's method from 0: gradient q, Hessian 2 Q; a quadratic function takes one step, a second one polishes
    w = np.zeros(len(q))
    for _ in range(2):
        gradient = (Q + Q.T) @ w + q
        w = w - np.linalg.solve(Q + Q.T, gradient)
    return w


# %% tags=["right", "id:pinv-list"]
def solve(Q, q):
    w = np.dot(np.linalg.pinv(Q, rcond=1e-15), np.multiply(q, -0.5))
    return np.asarray(w).squeeze() if np.size(w) > 1 else np.ravel(w)


# %% tags=["right", "id:gauss-seidel-until-done"]
def solve(Q, q):
    b, w = -np.asarray(q, dtype=float) / 2, np.zeros(len(q))
    for sweep in range(20000):
        for i in range(len(b)):
            w[i] += (b[i] - Q[i] @ w) / Q[i, i]
        if np.linalg.norm(Q @ w - b) <= 1e-9 * np.linalg.norm(b):
            return w
    return np.linalg.solve(Q, b)  # too slow: give up and solve


# %% tags=["wrong", "id:sign", "loses:solve-tests"]
# why: Q w = +q/2: the minus sign of (3.7) is lost.
def solve(Q, q):
    return np.linalg.solve(Q, q / 2)


# %% tags=["wrong", "id:no-half", "loses:solve-tests"]
# why: Q w = -q: the factor 1/2 is forgotten.
def solve(Q, q):
    return np.linalg.solve(Q, -q)


# %% tags=["wrong", "id:two", "loses:solve-tests"]
# why: multiplies by 2 instead of dividing: Q w = -2 q.
def solve(Q, q):
    return np.linalg.solve(Q, -2 * q)


# %% tags=["wrong", "id:diagonal", "loses:solve-tests"]
# why: divides by the diagonal only (one step of Jacobi), which ignores the coupling.
def solve(Q, q):
    return -q / (2 * np.diag(Q))


# %% tags=["wrong", "id:fixed-gradient-steps", "loses:solve-tests"]
# why: 100 gradient steps stop far above the relative residual 1e-6.
def solve(Q, q):
    w = np.zeros(len(q))
    step = 1 / np.trace(2 * Q)
    for _ in range(100):
        w = w - step * (2 * Q @ w + q)
    return w


# %% tags=["wrong", "id:ridge", "loses:solve-tests"]
# why: adds 1e-3 I "for stability": the residual is about 1e-3 of the solution.
def solve(Q, q):
    return np.linalg.solve(Q + 1e-3 * np.eye(len(q)), -q / 2)


# %% tags=["wrong", "id:rounded", "loses:solve-tests"]
# why: rounds to two decimals, the residual is larger than 1e-6.
def solve(Q, q):
    return np.round(np.linalg.solve(Q, -q / 2), 2)


# %% tags=["wrong", "id:elementwise-inverse", "loses:solve-tests"]
# why: the reciprocals of the entries are not the inverse matrix.
def solve(Q, q):
    R = np.divide(1.0, Q, out=np.zeros(np.shape(Q)), where=np.asarray(Q) != 0)
    return -0.5 * R @ q


# %% tags=["wrong", "id:lower-triangle", "loses:solve-tests"]
# why: solve_triangular reads one triangle of Q only.
import scipy.linalg as sla


def solve(Q, q):
    return sla.solve_triangular(Q, -q / 2, lower=True)


# %% tags=["wrong", "id:half-cholesky", "loses:solve-tests"]
# why: solves C z = -q/2 with the Cholesky factor and forgets C^T w = z.
def solve(Q, q):
    return np.linalg.solve(np.linalg.cholesky(Q), -q / 2)


# %% tags=["wrong", "id:no-inverse", "loses:solve-tests"]
# why: multiplies by Q instead of its inverse.
def solve(Q, q):
    return -0.5 * Q @ q


# %% tags=["wrong", "id:lstsq-cutoff", "loses:solve-tests"]
# why: a cutoff of 10 % drops small eigenvalues, which are not 0: Q is positive definite.
def solve(Q, q):
    return np.linalg.lstsq(Q, -q / 2, rcond=0.5)[0]


# %% tags=["wrong", "id:two-by-two", "loses:solve-tests"]
# why: Cramer's rule for the first two unknowns only, as in the example by hand; the others stay 0.
def solve(Q, q):
    w = np.zeros(len(q))
    if len(q) == 1:
        w[0] = -q[0] / 2 / Q[0, 0]
        return w
    det = Q[0, 0] * Q[1, 1] - Q[0, 1] * Q[1, 0]
    w[0] = -0.5 * (Q[1, 1] * q[0] - Q[0, 1] * q[1]) / det
    w[1] = -0.5 * (Q[0, 0] * q[1] - Q[1, 0] * q[0]) / det
    return w


# %% tags=["wrong", "id:loose-cg", "loses:solve-tests"]
# why: conjugate gradients with scipy's default tolerance 1e-5 (here written out: 1e-4), but 1e-6 is asked for.
from scipy.sparse.linalg import cg


def solve(Q, q):
    return cg(Q, -q / 2, rtol=1e-4, maxiter=max(2, len(q) // 2))[0]


# %% tags=["wrong", "id:ones-inverse", "loses:solve-tests"]
# why: divides by the row sums of Q (lumping); true only if all w_i are equal.
def solve(Q, q):
    return -0.5 * q / np.sum(np.abs(Q), axis=1)


# %% tags=["wrong", "id:jacobi-sweeps", "loses:solve-tests"]
# why: five sweeps of Gauss-Seidel and no look at the residual.
def solve(Q, q):
    w = np.zeros(len(q))
    for _ in range(5):
        for i in range(len(q)):
            w[i] = (-q[i] / 2 - Q[i] @ w + Q[i, i] * w[i]) / Q[i, i]
    return w


# %% tags=["wrong", "id:average-only", "loses:solve-tests"]
# why: the best common value for all (alpha to infinity), not the minimiser.
def solve(Q, q):
    return np.full(len(q), -0.5 * np.sum(q) / np.sum(Q))


# %% tags=["wrong", "id:integer-result", "loses:solve-tests"]
# why: the result is written into an array with the type of q (integers in the example): it is cut off to integers.
def solve(Q, q):
    w = np.zeros(len(q), dtype=int)
    w[:] = np.linalg.solve(Q, -q / 2)
    return w
