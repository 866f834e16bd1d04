# ruff: noqa
# %% tags=["right", "id:vectorised"]
def fair_step(w, values, gradients, p, q, L):
    squares = np.sum(gradients**2, axis=1)
    h = L * values**q + q * values ** (q - 1.0) * squares
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["right", "id:loop"]
def fair_step(w, values, gradients, p, q, L):
    top, bottom = np.zeros(len(w)), 0.0
    for F, g, p_i, L_i in zip(values, gradients, p, L):
        F = float(F)
        top = top + p_i * F**q * g
        bottom += p_i * (L_i * F**q + q * F ** (q - 1) * np.linalg.norm(g) ** 2)
    return w - top / bottom


# %% tags=["right", "id:weights-first"]
def fair_step(w, values, gradients, p, q, L):
    # c_i: how much a client counts in the gradient of f_q
    c = p * np.power(np.asarray(values, float), q)
    curvature = L + q * np.einsum("kd,kd->k", gradients, gradients) / values
    return w - np.einsum("k,kd->d", c, gradients) / np.dot(c, curvature)


# %% tags=["right", "id:safe-for-large-q"]
def fair_step(w, values, gradients, p, q, L):
    c = p * (values / np.max(values)) ** q  # the common factor max^q cancels
    return w - c @ gradients / np.sum(c * (L + q * np.linalg.norm(gradients, axis=1) ** 2 / values))


# %% tags=["right", "id:softmax"]
from scipy.special import softmax


def fair_step(w, values, gradients, p, q, L):
    share = softmax(np.log(p) + q * np.log(values))
    step = 1 / np.average(L + q * np.square(gradients).sum(1) / values, weights=share)
    direction = np.average(gradients, axis=0, weights=share)
    return w - step * direction


# %% tags=["right", "id:two-averages"]
def fair_step(w, values, gradients, p, q, L):
    values = np.asarray(values, dtype=float)
    fq = values**q
    slope = np.average(fq[:, None] * gradients, axis=0, weights=p)
    bound = np.average(L * fq + q * fq / values * (gradients**2).sum(axis=1), weights=p)
    return w - slope / bound


# %% tags=["right", "id:case-q-zero"]
def fair_step(w, values, gradients, p, q, L):
    if q == 0:
        return w - np.dot(p, gradients) / np.dot(p, L)
    deltas, bounds = [], []
    for i in range(len(values)):
        deltas.append(values[i] ** q * gradients[i])
        bounds.append(
            L[i] * values[i] ** q + q * values[i] ** float(q - 1) * gradients[i] @ gradients[i]
        )
    return w - sum(p_i * d for p_i, d in zip(p, deltas)) / sum(p_i * h for p_i, h in zip(p, bounds))


# %% tags=["right", "id:pure-python-column"]
def fair_step(w, values, gradients, p, q, L):
    k, d = len(values), len(w)
    gradient = [sum(p[i] * values[i] ** q * gradients[i][j] for i in range(k)) for j in range(d)]
    bound = 0
    for i in range(k):
        square = sum(gradients[i][j] ** 2 for j in range(d))
        bound += p[i] * values[i] ** q * (L[i] + q * square / values[i])
    return np.array([[w[j] - gradient[j] / bound] for j in range(d)])


# %% tags=["right", "id:spectral-norm-of-rank-one"]
def fair_step(w, values, gradients, p, q, L):
    """The rank-one part of the Hessian literally, by its spectral norm."""
    bounds = np.array(
        [
            l * f**q + q * f ** (q - 1.0) * np.linalg.norm(np.outer(g, g), 2)
            for l, f, g in zip(L, np.asarray(values, float), gradients)
        ]
    )
    slopes = (values**q)[:, None] * gradients
    return w - p @ slopes / (p @ bounds)


# %% tags=["right", "id:closure-and-in-place-on-a-copy"]
def fair_step(w, values, gradients, p, q, L):
    def curvature(i):
        return L[i] * values[i] ** q + q * values[i] ** (q - 1.0) * sum(gradients[i] ** 2)

    new = np.array(w, dtype=float)
    total = sum(p[i] * curvature(i) for i in range(len(p)))
    for i in range(len(p)):
        new -= p[i] * values[i] ** q * gradients[i] / total
    print("step", 1 / total)
    return new


# %% tags=["right", "id:diagonal-matrices"]
def fair_step(w, values, gradients, p, q, L):
    P, V = np.diag(p), np.diag(np.asarray(values, float) ** q)
    G = np.asarray(gradients)
    h = np.trace(P @ V @ (np.diag(L) + q * np.diag(1 / values) @ np.diag(np.diag(G @ G.T))))
    return w - (G.T @ V @ P @ np.ones(len(p))) / h


# %% tags=["right", "id:tried-in-the-cell"]
def bound(F, g, q, L):
    return L * F**q + q * F**q / F * np.dot(g, g)


def fair_step(w, values, gradients, p, q, L):
    total = np.zeros(np.shape(w))
    curvature = 0.0
    for i, weight in enumerate(p):
        total += weight * values[i] ** q * gradients[i]
        curvature += weight * bound(values[i], gradients[i], q, L[i])
    return w - total / curvature


p = np.array([0.25, 0.75])
L = np.array([20.0, 4.0])
print(
    fair_step(np.zeros(2), np.array([4.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]]), p, 2, L) * -139
)


# %% tags=["right", "id:raise-left-standing"]
def fair_step(w, values, gradients, p, q, L):
    """Next model: a safe gradient step on f_q with weights (eq-qffl-objective)."""
    # YOUR CODE HERE
    # unlike flcourse.fedopt.QFedSGD: weights p, own bounds L
    F = np.array(values, dtype=float)
    slope = sum(p_i * F_i**q * g for p_i, F_i, g in zip(p, F, gradients))
    bend = sum(
        p_i * (l * F_i**q + q * F_i ** (q - 1) * (g @ g))
        for p_i, l, F_i, g in zip(p, L, F, gradients)
    )
    step = 1 / bend
    return w - step * slope
    raise NotImplementedError()


# %% tags=["wrong", "id:treated-alike", "loses:fair-step-tests"]
# why: as Algorithm 7.3 treats drawn clients; here each has its own weight p_i.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - values**q @ gradients / h.sum()


# %% tags=["wrong", "id:weights-in-gradient-only", "loses:fair-step-tests"]
# why: the bound on the curvature of f_q needs the weights, too; this is the plain mean of the bounds.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / h.mean()


# %% tags=["wrong", "id:weights-in-bound-only", "loses:fair-step-tests"]
# why: the step is along the plain mean, not along the gradient of f_q.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - np.mean(values[:, None] ** q * gradients, axis=0) / (p @ h)


# %% tags=["wrong", "id:one-l-for-all", "loses:fair-step-tests"]
# why: "each knows a bound L_i of its own"; the largest is used for all.
def fair_step(w, values, gradients, p, q, L):
    h = np.max(L) * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:mean-l", "loses:fair-step-tests"]
# why: the mean of the bounds is used for all, but L_i belongs to F_i^q.
def fair_step(w, values, gradients, p, q, L):
    h = (p @ L) * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:largest-bound", "loses:fair-step-tests"]
# why: the bound that follows for f_q is the weighted sum of those of the clients, not the largest of them.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / h.max()


# %% tags=["wrong", "id:no-q-in-front", "loses:fair-step-tests"]
# why: the second term of (7.17) has the factor q.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:norm-not-squared", "loses:fair-step-tests"]
# why: (7.17) has the square of the norm.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.linalg.norm(gradients, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:first-term-only", "loses:fair-step-tests"]
# why: forgets the curvature q F^(q-1) |grad F|^2 that the power brings: the step is too long.
def fair_step(w, values, gradients, p, q, L):
    c = p * values**q
    return w - c @ gradients / (c @ L)


# %% tags=["wrong", "id:exponent-q", "loses:fair-step-tests"]
# why: the second term has F^(q-1), here F^q.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values**q * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:exponent-q-plus-one", "loses:fair-step-tests"]
# why: the gradient of F^(q+1)/(q+1) is F^q grad F; here F^(q+1) grad F.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values ** (q + 1)) @ gradients / (p @ h)


# %% tags=["wrong", "id:divided-by-q-plus-one", "loses:fair-step-tests"]
# why: the factor 1/(q+1) cancels in the gradient of f_q; here it shortens the step.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p / (q + 1) * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:steps-averaged", "loses:fair-step-tests"]
# why: averages the safe steps of the clients, instead of one over the bound of f_q along its gradient.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q / h) @ gradients


# %% tags=["wrong", "id:mean-of-inverse-bounds", "loses:fair-step-tests"]
# why: the mean of the step sizes is not one over the mean of the bounds.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients * (p @ (1 / h))


# %% tags=["wrong", "id:uphill", "loses:fair-step-tests"]
# why: goes along the gradient, upwards.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w + (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:norm-of-the-mean", "loses:fair-step-tests"]
# why: uses the norm of the averaged gradient for all clients; each bound needs its own gradient.
def fair_step(w, values, gradients, p, q, L):
    square = np.sum((p @ gradients) ** 2)
    h = L * values**q + q * values ** (q - 1.0) * square
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:weighted-mean-of-gradients", "loses:fair-step-tests"]
# why: normalises the weights p_i F_i^q of the gradient to sum 1, but not those of the bound.
def fair_step(w, values, gradients, p, q, L):
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - np.average(gradients, axis=0, weights=p * values**q) / (p @ h)


# %% tags=["wrong", "id:whole-q", "loses:fair-step-tests"]
# why: q may be any number >= 0; this cuts it to a whole number.
def fair_step(w, values, gradients, p, q, L):
    q = int(q)
    h = L * values**q + q * values ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * values**q) @ gradients / (p @ h)


# %% tags=["wrong", "id:curvature-of-the-mean-loss", "loses:fair-step-tests"]
# why: applies (7.17) once, to the mean loss: f_q is a sum of powers, not the power of the sum.
def fair_step(w, values, gradients, p, q, L):
    F, g = p @ values, p @ gradients
    h = (p @ L) * F**q + q * F ** (q - 1.0) * (g @ g)
    return w - F**q * g / h


# %% tags=["wrong", "id:weights-twice", "loses:fair-step-tests"]
# why: p_i is put inside the power, (p F)^q, as if it scaled the loss.
def fair_step(w, values, gradients, p, q, L):
    F = p * values
    h = L * F**q + q * F ** (q - 1.0) * np.sum(gradients**2, axis=1)
    return w - (p * F**q) @ gradients / (p @ h)
