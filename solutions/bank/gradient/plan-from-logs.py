# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:logarithms"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = -np.expm1(np.log(slow[-1]) - np.log(slow[-2])) / 2 / eta_slow
    high = (np.exp(np.diff(np.log(wild))[-1]) + 1) / 2 / eta_wild
    kappa = high / low
    factor = (kappa - 1) / (kappa + 1)
    return [1 / (low * (1 + kappa)), factor, np.ceil(np.log(1 / accuracy) / np.log(1 / factor))]


# %% tags=["right", "id:all-ratios-then-the-last"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = ((1 - slow[1:] / slow[:-1]) / (2 * eta_slow))[-1]
    high = ((1 + wild[1:] / wild[:-1]) / (2 * eta_wild))[-1]
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["right", "id:count-in-a-loop"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    eta = 1 / (low + high)
    factor, left, steps = 1 - 2 * eta * low, 1.0, 0
    while left > accuracy:
        left *= factor
        steps += 1
    return np.array([eta, factor, steps])


# %% tags=["right", "id:helper"]
import math


def _end(log):
    return log[len(log) - 1] / log[len(log) - 2]


def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    shrinks, grows = _end(slow), -_end(wild)
    low, high = (1 - shrinks) / 2 / eta_slow, (1 - grows) / 2 / eta_wild
    factor = abs(1 - 2 / (low + high) * high)
    return (low + high) ** -1.0, factor, math.ceil(math.log10(accuracy) / math.log10(factor))


# %% tags=["right", "id:fit-of-the-last-three"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = -np.expm1(np.polyfit([0, 1], np.log(slow[-2:]), 1)[0]) / (2 * eta_slow)
    high = (1 + np.exp(np.polyfit([0, 1], np.log(wild[-2:]), 1)[0])) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["right", "id:smallest-and-largest-of-the-second-half"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    ratios = slow[1:] / slow[:-1]
    low = (1 - ratios[-1]) / (2 * eta_slow)
    high = (1 + np.max((wild[1:] / wild[:-1])[-1:])) / (2 * eta_wild)
    t, factor = 1, (high - low) / (high + low)
    while factor**t > accuracy:
        t += 1
    return np.array([1 / (low + high)]), np.array([[factor]]), t


# %% tags=["wrong", "id:sign-of-the-growing-factor", "says:factor of wild is negative"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (wild[-1] / wild[-2] - 1) / (2 * eta_wild)
    factor = max(1e-9, (high - low) / (high + low))
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:two-missing", "says:2 of the gradient"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / eta_slow
    high = (1 + wild[-1] / wild[-2]) / eta_wild
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:logs-exchanged", "says:eta of plan_from_logs"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - wild[-1] / wild[-2]) / (2 * eta_wild)
    high = (1 + slow[-1] / slow[-2]) / (2 * eta_slow)
    return 1 / (low + high), (high - low) / (high + low), 8


# %% tags=["wrong", "id:step-sizes-exchanged", "says:step sizes are exchanged"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_wild)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_slow)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:beginning-of-the-logs", "says:beginning of the logs"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[1] / slow[0]) / (2 * eta_slow)
    high = (1 + wild[1] / wild[0]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:mean-factor", "says:mean factor over the whole log"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    T = len(slow) - 1
    low = (1 - (slow[-1] / slow[0]) ** (1 / T)) / (2 * eta_slow)
    T = len(wild) - 1
    high = (1 + (wild[-1] / wild[0]) ** (1 / T)) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:largest-only", "says:largest eigenvalue is used"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / high, factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:factor-two", "says:factor is 1, not 2"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 2 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:condition-number", "says:condition number"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    kappa = high / low
    return 1 / (low + high), kappa, int(np.ceil(np.log(1 / accuracy) / np.log(kappa)))


# %% tags=["wrong", "id:one-minus", "says:1 minus the factor"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = 2 * low / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(factor)))


# %% tags=["wrong", "id:rounded-down", "says:rounded down"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.log(accuracy) / np.log(factor))


# %% tags=["wrong", "id:not-rounded", "says:not rounded"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, np.log(accuracy) / np.log(factor)


# %% tags=["wrong", "id:steps-of-the-slow-run", "says:factor of the slow run"]
def plan_from_logs(slow, eta_slow, wild, eta_wild, accuracy):
    low = (1 - slow[-1] / slow[-2]) / (2 * eta_slow)
    high = (1 + wild[-1] / wild[-2]) / (2 * eta_wild)
    factor = (high - low) / (high + low)
    return 1 / (low + high), factor, int(np.ceil(np.log(accuracy) / np.log(slow[-1] / slow[-2])))
