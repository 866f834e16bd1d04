# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:singular-values"]
def step_plan(Q, accuracy):
    s = np.linalg.svd(Q, compute_uv=False)
    kappa = s.max() / s.min()
    factor = (kappa - 1) / (kappa + 1)
    return [1 / (s.max() + s.min()), factor, np.ceil(np.log(1 / accuracy) / np.log(1 / factor))]


# %% tags=["right", "id:condition-number-and-loop"]
def step_plan(Q, accuracy):
    kappa = np.linalg.cond(Q)
    factor = (kappa - 1) / (kappa + 1)
    steps, left = 0, 1.0
    while left > accuracy:
        left *= factor
        steps += 1
    high = np.linalg.norm(Q, 2)
    return 1 / (high + high / kappa), factor, steps


# %% tags=["right", "id:general-eigenvalues"]
import math


def step_plan(Q, accuracy):
    eigenvalues = sorted(np.linalg.eigvals(Q).real)
    eta = 1 / (eigenvalues[0] + eigenvalues[-1])
    factor = max(abs(1 - 2 * eta * value) for value in eigenvalues)
    return eta, factor, math.ceil(math.log10(accuracy) / math.log10(factor))


# %% tags=["right", "id:norm-of-the-step"]
def step_plan(Q, accuracy):
    low, *_, high = np.linalg.eigvalsh(Q)
    eta = (low + high) ** -1.0
    factor = np.linalg.norm(np.eye(len(Q)) - 2 * eta * Q, 2)
    steps = np.log2(accuracy) / np.log2(factor)
    return np.array([eta]), np.array([[factor]]), int(steps) + (steps > int(steps))


# %% tags=["right", "id:one-array"]
def step_plan(Q, accuracy):
    e = np.linalg.eigh(Q)[0]
    factor = np.ptp(e) / (e[0] + e[-1])
    t = 1
    while factor**t > accuracy:
        t += 1
    return np.array([1 / (e[0] + e[-1]), factor, t])


# %% tags=["right", "id:scipy"]
from scipy.linalg import eigh


def step_plan(Q, accuracy):
    p = len(Q) - 1
    low = eigh(Q, eigvals_only=True, subset_by_index=[0, 0])
    high = eigh(Q, eigvals_only=True, subset_by_index=[p, p])
    factor = (high - low) / (high + low)
    return 1 / (high + low), factor, np.ceil(-np.log(accuracy) / -np.log(factor))


# %% tags=["wrong", "id:limit-for-best", "says:limit and not the best step"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / e[-1], factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:half-the-hessian", "says:right for gradients Qw + q"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 2 / (e[-1] + e[0]), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:half-of-the-limit", "says:half of the limit"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = 1 - e[0] / e[-1]
    return 1 / (2 * e[-1]), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:diagonal", "says:diagonal of Q is used"]
def step_plan(Q, accuracy):
    e = np.sort(np.diag(Q))
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:trace", "says:All eigenvalues are added"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / np.trace(Q), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:two-smallest", "says:two smallest"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[1] - e[0]) / (e[1] + e[0])
    return 1 / (e[0] + e[1]), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:condition-number", "says:condition number"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    kappa = e[-1] / e[0]
    return 1 / (e[-1] + e[0]), kappa, int(np.ceil(np.log(1 / accuracy) / np.log(kappa)))


# %% tags=["wrong", "id:factor-of-the-value", "says:squared factor"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = ((e[-1] - e[0]) / (e[-1] + e[0])) ** 2
    return 1 / (e[-1] + e[0]), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:sign-of-the-factor", "says:absolute value"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    eta = 1 / (e[-1] + e[0])
    factor = 1 - 2 * eta * e[-1]
    return eta, factor, int(np.ceil(np.log(accuracy) / np.log(abs(factor))))


# %% tags=["wrong", "id:factor-without-two", "says:factor 2 is missing"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    eta = 1 / (e[-1] + e[0])
    factor = max(abs(1 - eta * e))
    return eta, factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:rounded-down", "says:rounded down"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, int(np.log(accuracy) / np.log(factor))


# %% tags=["wrong", "id:not-rounded", "says:not rounded up"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, np.log(accuracy) / np.log(factor)


# %% tags=["wrong", "id:rounded-to-the-nearest", "says:rounded down"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, round(np.log(accuracy) / np.log(factor))


# %% tags=["wrong", "id:simple-bound", "says:simple bound"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, int(np.ceil(e[-1] / e[0] / 2 * np.log(1 / accuracy)))


# %% tags=["wrong", "id:one-step-more", "says:one step too many"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, int(np.ceil(np.log(accuracy) / np.log(factor))) + 1


# %% tags=["wrong", "id:upside-down", "says:upside down"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    factor = (e[-1] - e[0]) / (e[-1] + e[0])
    return 1 / (e[-1] + e[0]), factor, int(np.ceil(np.log(factor) / np.log(accuracy)))


# %% tags=["wrong", "id:two-results", "says:Expected 3 results"]
def step_plan(Q, accuracy):
    e = np.linalg.eigvalsh(Q)
    return 1 / (e[-1] + e[0]), (e[-1] - e[0]) / (e[-1] + e[0])
