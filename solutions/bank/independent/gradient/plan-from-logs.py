# ruff: noqa
# %% tags=["right", "id:last-ratio"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    rho_slow = slow[-1] / slow[-2]
    rho_wild = wild[-1] / wild[-2]
    low = (1 - rho_slow) / (2 * eta_slow)
    high = (1 + rho_wild) / (2 * eta_wild)
    eta = 1 / (low + high)
    factor = (high - low) / (high + low)
    steps = int(np.ceil(np.log(1 / accuracy) / np.log(1 / factor)))
    return eta, factor, steps


# %% tags=["right", "id:two-last-ratios"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    # geometric mean of the last two ratios
    a = np.sqrt(slow[-1] / slow[-3])
    b = np.sqrt(wild[-1] / wild[-3])
    lam_min, lam_max = 0.5 * (1 - a) / eta_slow, 0.5 * (1 + b) / eta_wild
    total = lam_min + lam_max
    kappa = (lam_max - lam_min) / total
    return 1.0 / total, kappa, int(np.ceil(np.log(accuracy) / np.log(kappa)))


# %% tags=["right", "id:step-plan-tool"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    eigenvalues = [
        (1 - slow[-1] / slow[-2]) / (2 * eta_slow),
        (1 + wild[-1] / wild[-2]) / (2 * eta_wild),
    ]
    return step_plan(np.diag(eigenvalues), accuracy)


# %% tags=["right", "id:count-by-loop"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    s, w = list(map(float, np.ravel(slow))), list(map(float, np.ravel(wild)))
    small = (1 - s[-1] / s[-2]) / 2 / eta_slow
    large = (w[-1] / w[-2] + 1) / 2 / eta_wild
    factor = (large - small) / (large + small)
    steps, left = 0, 1.0
    while left > accuracy:
        left *= factor
        steps += 1
    return 1 / (small + large), factor, steps


# %% tags=["right", "id:largest-ratio"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    # ratios of norms of a symmetric iteration never fall (Cauchy-Schwarz), so the last is the largest
    slow, wild = np.asarray(slow, float), np.asarray(wild, float)
    ends = [np.max(log[1:] / log[:-1]) for log in (slow, wild)]
    low, high = (1 - ends[0]) / (2 * eta_slow), (1 + ends[1]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (high + low), factor, int(np.ceil(-np.log(accuracy) / -np.log(factor)))


# %% tags=["right", "id:condition-number-math"]
import math


def _ratio(log):
    return math.exp(math.log(log[-1]) - math.log(log[-2]))


def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    mu = (1 - _ratio(slow)) / (2 * eta_slow)
    big = (1 + _ratio(wild)) / (2 * eta_wild)
    condition = big / mu
    factor = (condition - 1) / (condition + 1)
    steps = math.ceil(math.log(1 / accuracy) / math.log(1 / factor))
    return 1 / (mu * (1 + condition)), factor, steps


# %% tags=["right", "id:crossing-lines"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    """The factor of the best step is where 1 - a*eta and b*eta - 1 cross."""
    a = (1 - slow[-1] / slow[-2]) / eta_slow
    b = (1 + wild[-1] / wild[-2]) / eta_wild
    # eta and factor: a*eta + factor = 1,  b*eta - factor = 1
    eta, factor = np.linalg.solve([[a, 1.0], [b, -1.0]], [1.0, 1.0])
    steps = np.ceil(np.log(accuracy) / np.log(factor)).astype(int)
    return eta, factor, steps


# %% tags=["right", "id:namedtuple-polyfit"]
from collections import namedtuple

Plan = namedtuple("Plan", "eta factor steps")


class Log:
    def __init__(self, distances, eta):
        self.tail = np.log(np.asarray(distances, dtype=float)[-3:])
        self.eta = eta

    @property
    def factor(self):
        return np.exp(np.polyfit(np.arange(len(self.tail)), self.tail, 1)[0])


def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    calm, mad = Log(slow, eta_slow), Log(wild, eta_wild)
    lam = [(1 - calm.factor) / (2 * calm.eta), (1 + mad.factor) / (2 * mad.eta)]
    eta = 1 / sum(lam)
    factor = 1 - 2 * eta * lam[0]
    return Plan(float(eta), float(factor), int(np.ceil(np.log(accuracy) / np.log(factor))))


# %% tags=["right", "id:signed-factors-list"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    signed = np.array([slow[-1] / slow[-2], -wild[-1] / wild[-2]])  # 1 - 2 eta lambda
    lam = (1 - signed) / (2 * np.array([eta_slow, eta_wild]))
    eta = 1 / lam.sum()
    factor = np.abs(1 - 2 * eta * lam).max()
    log10 = np.log10
    return [eta, factor, int(np.ceil(log10(accuracy) / log10(factor)))]


# %% tags=["wrong", "id:start-of-log", "loses:plan-from-logs-tests"]
# why: reads the first ratio of each log, but only "the end of the log shows what a step does to it".
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[1] / slow[0]) / (2 * eta_slow)
    high = (1 + wild[1] / wild[0]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:mean-over-whole-log", "loses:plan-from-logs-tests"]
# why: the geometric mean over the whole log mixes in the directions that die out; asked is the end of the log.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    rs = (slow[-1] / slow[0]) ** (1 / (len(slow) - 1))
    rw = (wild[-1] / wild[0]) ** (1 / (len(wild) - 1))
    low = (1 - rs) / (2 * eta_slow)
    high = (1 + rw) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:factor-two-forgotten", "loses:plan-from-logs-tests"]
# why: takes 1 - eta*lambda for the factor of a step; the gradient of (4.2) is 2Qw + q, so it is 1 - 2 eta lambda.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / eta_slow
    high = (1 + wild[-1] / wild[-2]) / eta_wild
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:wild-sign", "loses:plan-from-logs-tests"]
# why: forgets that the growing direction flips its sign: the factor is -1.8, not 1.8, so lambda_max is (1 + 1.8)/(2 eta).
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = abs(1 - wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = abs(high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:floor", "loses:plan-from-logs-tests"]
# why: rounds the number of steps down; (4.8) rounds up.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.log(accuracy) / np.log(factor))


# %% tags=["wrong", "id:steps-of-slow-run", "loses:plan-from-logs-tests"]
# why: counts steps with the factor of the slow trial instead of the factor of the best step size.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    rs = slow[-1] / slow[-2]
    low = (1 - rs) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(rs)))


# %% tags=["wrong", "id:ratio-of-eigenvalues", "loses:plan-from-logs-tests"]
# why: returns 1 - low/high as the factor (that of the step 1/(2 high)), not (high - low)/(high + low).
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / high
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:two-over-sum", "loses:plan-from-logs-tests"]
# why: the textbook step 2/(low + high) belongs to f with a half; (4.7) has 1/(low + high).
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 2 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:one-trial-step-for-both", "loses:plan-from-logs-tests"]
# why: uses eta_slow for both logs; the wild run had a step size of its own.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low, high = [(1 - s) / (2 * eta_slow) for s in (slow[-1] / slow[-2], -wild[-1] / wild[-2])]
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:condition-number-bound", "loses:plan-from-logs-tests"]
# why: counts kappa log(1/eps) steps (a rule of thumb) instead of the number of (4.8), about half as many.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(high / low * np.log(1 / accuracy)))


# %% tags=["wrong", "id:middle-of-trials", "loses:plan-from-logs-tests"]
# why: takes the mean of the two trial step sizes as the best one; asked is 1/(low + high).
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return (eta_slow + eta_wild) / 2, factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:accuracy-fixed", "loses:plan-from-logs-tests"]
# why: the accuracy of the example is built in; the argument is ignored.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(100) / np.log(1 / factor)))


# %% tags=["wrong", "id:squared-distances", "loses:plan-from-logs-tests"]
# why: treats the logs as squared distances (takes the root of the ratio); they are distances.
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    rs, rw = np.sqrt(slow[-1] / slow[-2]), np.sqrt(wild[-1] / wild[-2])
    low = (1 - rs) / (2 * eta_slow)
    high = (1 + rw) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))
