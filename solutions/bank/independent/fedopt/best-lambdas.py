# ruff: noqa
# %% tags=["right", "id:closed-form"]
def best_lambdas(s, tau):
    K = len(s)
    s2, t2 = np.square(s, dtype=float), np.square(tau, dtype=float)
    V = (np.sum(t2) - t2 + np.sum(s2)) / K**2 + (1 - 1 / K) ** 2 * t2
    c = s2 / K
    lambdas = np.full(K, np.inf)
    inside = V > c
    lambdas[inside] = (s2 - c)[inside] / (V - c)[inside]
    return lambdas


# %% tags=["right", "id:loop"]
def best_lambdas(s, tau):
    K = len(s)
    result = []
    for i in range(K):
        others = sum(tau[j] ** 2 for j in range(K) if j != i)
        V = ((K - 1) / K) ** 2 * tau[i] ** 2 + others / K**2 + sum(x**2 for x in s) / K**2
        c = s[i] ** 2 / K
        result.append((s[i] ** 2 - c) / (V - c) if V > c else np.inf)
    return np.array(result)


# %% tags=["right", "id:covariance-matrices"]
def best_lambdas(s, tau):
    """Write everything as a combination of the 2 K independent numbers (w_j - centre, error_j)."""
    K = len(s)
    variances = np.concatenate([np.square(tau), np.square(s)]).astype(float)
    result = np.empty(K)
    for i in range(K):
        e = np.eye(K)[i]
        mean = np.full(K, 1 / K)
        D = np.concatenate([mean - e, mean])  # global model minus w_i
        own = np.concatenate([np.zeros(K), e])  # error of the device
        DD, Do, oo = (variances @ (x * y) for x, y in ((D, D), (D, own), (own, own)))
        result[i] = (oo - Do) / (DD - Do) if DD - Do > 0 else np.inf
    return result


# %% tags=["right", "id:share-of-the-global-model"]
def best_lambdas(s, tau):
    # v = (1 - x) w_hat + x w_bar with x = lambda / (1 + lambda): a parabola in x, cut at 1
    s2, t2, K = np.asarray(s) ** 2.0, np.asarray(tau) ** 2.0, len(s)
    top = s2 * (1 - 1 / K)  # E eps_i (w_hat_i - w_bar)
    # E (w_hat_i - w_bar)^2
    bottom = (1 - 1 / K) ** 2 * (s2 + t2) + ((s2 + t2).sum() - s2 - t2) / K**2
    x = top / bottom
    with np.errstate(divide="ignore"):
        return np.where(x < 1, x / (1 - np.minimum(x, 1)), np.inf)


# %% tags=["right", "id:parabola-through-three-points"]
def best_lambdas(s, tau):
    K = len(s)
    result = np.full(K, np.inf)
    for i in range(K):

        def risk(x):
            # weights of the estimates w_hat_j in (1 - x) w_hat_i + x w_bar
            weights = np.full(K, x / K)
            weights[i] += 1 - x
            bias = weights.copy()
            bias[i] -= 1
            return np.sum((weights * s) ** 2) + np.sum((bias * tau) ** 2)

        r0, r1, r2 = risk(0), risk(0.5), risk(1)
        second = 2 * (r0 - 2 * r1 + r2)  # coefficient of x^2
        first = r2 - r0 - second
        x = -first / (2 * second)
        if x < 1:
            result[i] = x / (1 - x)
    return result


# %% tags=["right", "id:multiplied-out"]
def best_lambdas(s, tau):
    K = len(s)
    s, tau = np.asarray(s, float), np.asarray(tau, float)
    top = K * (K - 1) * s**2
    bottom = K * (K - 2) * tau**2 + np.sum(tau**2) + np.sum(s**2) - K * s**2
    return np.array([t / b if b > 0 else np.inf for t, b in zip(top, bottom)])


# %% tags=["right", "id:root-of-the-derivative"]
from scipy.optimize import brentq


def best_lambdas(s, tau):
    s, tau = np.ravel(s).astype(float), np.ravel(tau).astype(float)
    K = len(s)

    def optimum(i):
        V = (
            np.sum(s**2) / K**2
            + np.sum(np.delete(tau, i) ** 2) / K**2
            + (tau[i] * (K - 1) / K) ** 2
        )
        c, e = s[i] ** 2 / K, s[i] ** 2
        # sign of the derivative of (lam^2 V + 2 lam c + e) / (1 + lam)^2
        slope = lambda lam: (lam * V + c) * (1 + lam) - (lam**2 * V + 2 * lam * c + e)
        if V - c <= 0:
            return np.inf
        high = 1.0
        while slope(high) <= 0:
            high *= 4
        return brentq(slope, 0, high, xtol=1e-14, rtol=1e-14)

    return np.array([optimum(i) for i in range(K)])


# %% tags=["right", "id:least-squares"]
def best_lambdas(s, tau):
    """min_x E (eps_i - x (w_hat_i - w_bar))^2 as an ordinary least squares problem."""
    s, tau, K = np.asarray(s, float), np.asarray(tau, float), len(s)
    out = []
    for i in range(K):
        direction = np.eye(K)[i] - 1 / K  # w_hat_i - w_bar, in terms of the w_hat_j
        column = np.concatenate([direction * s, direction * tau])
        target = np.concatenate([np.eye(K)[i] * s, np.zeros(K)])
        x = np.linalg.lstsq(column[:, None], target, rcond=None)[0][0]
        out.append(np.inf if x >= 1 else x / (1 - x))
    return np.array(out)


# %% tags=["right", "id:einsum-column"]
def best_lambdas(s, tau):
    K = np.size(s)
    M = np.full((K, K), 1.0 / K) - np.eye(K)  # row i: global minus own
    errors = np.einsum("ij,j->i", M**2, np.square(tau, dtype=float)) + np.sum(np.square(s)) / K**2
    cross = np.square(s, dtype=float) / K
    gap = errors - cross
    lam = (K - 1) * cross / np.where(gap > 0, gap, 1.0)
    lam[gap <= 0] = np.inf
    return lam[:, np.newaxis]


# %% tags=["right", "id:class"]
class Device:
    def __init__(self, i, s, tau):
        self.K, self.own = len(s), float(s[i]) ** 2
        self.global_error = sum(float(x) ** 2 for x in s) / self.K**2
        for j, t in enumerate(tau):
            share = 1 / self.K - (1 if j == i else 0)
            self.global_error += share**2 * float(t) ** 2

    @property
    def best(self):
        shared = self.own / self.K
        if self.global_error <= shared:
            return float("inf")
        return (self.own - shared) / (self.global_error - shared)


def best_lambdas(s, tau):
    return np.array([Device(i, s, tau).best for i in range(len(s))])


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def best_lambdas(s, tau):
    s2 = [Fraction(float(x)) ** 2 for x in np.ravel(s)]
    t2 = [Fraction(float(x)) ** 2 for x in np.ravel(tau)]
    K, lambdas = len(s2), []
    for a, t in zip(s2, t2):
        gap = (sum(s2) + sum(t2) + K * (K - 2) * t) / K**2 - a / K
        lambdas.append(float(a * Fraction(K - 1, K) / gap) if gap > 0 else np.inf)
    return np.array(lambdas)


# %% tags=["right", "id:difference-to-the-mean-of-the-others"]
def best_lambdas(s, tau):
    """Best combination of the own estimate and the mean of the K - 1 others, then back to lambda."""
    s2, t2 = np.array(s, float) ** 2, np.array(tau, float) ** 2
    K = s2.size
    total = s2 + t2
    # error of the mean of the others as an estimate of w_i; independent of the own error
    other = t2 + (total.sum() - total) / (K - 1) ** 2
    share = s2 / (s2 + other)  # weight of the others
    # lambda gives the others the weight lambda / (1 + lambda) * (K - 1) / K
    x = share * K / (K - 1)
    return np.array([u / (1 - u) if u < 1 else np.inf for u in x])


# %% tags=["right", "id:tried-in-the-cell"]
def risk(lam, i, s, tau):
    K = len(s)
    weights = np.full(K, lam / K)
    weights[i] += 1
    weights /= 1 + lam
    bias = weights - (np.arange(K) == i)
    return np.sum((weights * s) ** 2) + np.sum((bias * tau) ** 2)


def best_lambdas(s, tau):
    s, tau = 1.0 * np.asarray(s), 1.0 * np.asarray(tau)
    K = len(s)
    q = np.sum(s**2 + tau**2)
    top = (K - 1) * K * s**2
    bottom = K * (K - 2) * tau**2 + q - K * s**2
    result = np.full(K, np.inf)
    np.divide(top, bottom, out=result, where=bottom > 0)
    return result


s = np.array([6.0, 1.0, 1.0, 1.0])
print(best_lambdas(s, np.ones(4)), [risk(lam, 0, s, np.ones(4)) for lam in (0, 1, 10, 1e6)])


# %% tags=["right", "id:raise-left-standing"]
def best_lambdas(s, tau):
    """Best coupling of Ditto for each of several unlike devices (eq-ditto-lambda-star)."""
    # YOUR CODE HERE
    K = len(s)
    lam = np.zeros(K)
    for i in range(K):
        V = sum(s_j**2 for s_j in s) / K**2
        for j in range(K):
            V += tau[j] ** 2 * ((1 - 1 / K) ** 2 if i == j else 1 / K**2)
        if V <= s[i] ** 2 / K:
            lam[i] = np.inf
        else:
            lam[i] = (1 - 1 / K) * s[i] ** 2 / (V - s[i] ** 2 / K)
    return lam
    raise NotImplementedError()


# %% tags=["wrong", "id:noise-over-difference", "loses:best-lambdas-tests"]
# why: s_i^2 / tau_i^2 holds if all devices are alike only; here they differ.
def best_lambdas(s, tau):
    return s**2 / tau**2


# %% tags=["wrong", "id:equal-errors", "loses:best-lambdas-tests"]
# why: the errors of the others are taken to be as large as its own, as in the chapter.
def best_lambdas(s, tau):
    K = len(s)
    others = (np.sum(tau**2) - tau**2) / (K - 1)
    return s**2 * K / ((K - 1) * tau**2 + others)


# %% tags=["wrong", "id:own-error-forgotten", "loses:best-lambdas-tests"]
# why: the device's own error is in the global model, too: E (w_bar - w_i) eps_i = s_i^2 / K is left out.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    return s**2 / V


# %% tags=["wrong", "id:negative-allowed", "loses:best-lambdas-tests"]
# why: where the error falls all the way np.inf is asked; this is the stationary point, negative there.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    return (s**2 - s**2 / K) / (V - s**2 / K)


# %% tags=["wrong", "id:zero-for-negative", "loses:best-lambdas-tests"]
# why: a negative stationary point means lambda = inf (only the global model), not lambda = 0.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    return np.maximum(0, (s**2 - s**2 / K) / (V - s**2 / K))


# %% tags=["wrong", "id:large-for-infinite", "loses:best-lambdas-tests"]
# why: a large number instead of np.inf.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    gap = V - s**2 / K
    return np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), 1e6)


# %% tags=["wrong", "id:inf-if-global-is-better", "loses:best-lambdas-tests"]
# why: the global model may be better than local training, and yet something between is best of all.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    return np.where(V <= s**2, np.inf, (s**2 - s**2 / K) / (V - s**2 / K))


# %% tags=["wrong", "id:standard-deviations", "loses:best-lambdas-tests"]
# why: adds standard deviations, where variances add.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau + (np.sum(tau) - tau + np.sum(s)) / K**2
    gap = V - s / K
    return np.where(gap > 0, (s - s / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:others-only", "loses:best-lambdas-tests"]
# why: takes the mean of the other devices for the global model; w_bar is the mean over all.
def best_lambdas(s, tau):
    K = len(s)
    V = tau**2 + (np.sum(tau**2 + s**2) - tau**2 - s**2) / (K - 1) ** 2
    return s**2 / V


# %% tags=["wrong", "id:own-share-forgotten", "loses:best-lambdas-tests"]
# why: w_i is part of w_bar, so that its own scatter counts with (1 - 1/K)^2; here it counts in full.
def best_lambdas(s, tau):
    K = len(s)
    V = tau**2 + (np.sum(tau**2) + np.sum(s**2)) / K**2
    gap = V - s**2 / K
    return np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:one-for-all", "loses:best-lambdas-tests"]
# why: each device may choose its own lambda; this is one from the mean variances.
def best_lambdas(s, tau):
    return np.full(len(s), np.mean(s**2) / np.mean(tau**2))


# %% tags=["wrong", "id:true-mean-of-all", "loses:best-lambdas-tests"]
# why: the errors of the other devices in the global model are forgotten.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + s**2) / K**2
    gap = V - s**2 / K
    return np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:one-over-k", "loses:best-lambdas-tests"]
# why: the variance of a mean has 1/K^2 in front of the sum, here 1/K.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K
    gap = V - s**2 / K
    return np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:search-up-to-100", "loses:best-lambdas-tests"]
# why: a search on a bounded interval never says inf, and cuts large values.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    c = s**2 / K
    gap = V - c
    lam = np.where(gap > 0, (s**2 - c) / np.where(gap > 0, gap, 1), 100.0)
    return np.minimum(lam, 100.0)


# %% tags=["wrong", "id:loss-without-half", "loses:best-lambdas-tests"]
# why: twice the value: that of a local loss (v - w_hat)^2; the given v_i(lambda) is that of half of it.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    gap = V - s**2 / K
    return np.where(gap > 0, 2 * (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:share-instead-of-lambda", "loses:best-lambdas-tests"]
# why: the share lambda / (1 + lambda) of the global model instead of lambda.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    gap = V - s**2 / K
    lam = np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)
    return np.where(np.isinf(lam), np.inf, lam / (1 + np.where(np.isinf(lam), 0, lam)))


# %% tags=["wrong", "id:scatter-of-others-forgotten", "loses:best-lambdas-tests"]
# why: the scatter of the other devices' means in the global model is forgotten.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + np.sum(s**2) / K**2
    gap = V - s**2 / K
    return np.where(gap > 0, (s**2 - s**2 / K) / np.where(gap > 0, gap, 1), np.inf)


# %% tags=["wrong", "id:inf-for-the-noisiest", "loses:best-lambdas-tests"]
# why: declares inf by a rule of thumb (more than twice the median noise), not by the error.
def best_lambdas(s, tau):
    K = len(s)
    V = (1 - 1 / K) ** 2 * tau**2 + (np.sum(tau**2) - tau**2 + np.sum(s**2)) / K**2
    lam = np.abs((s**2 - s**2 / K) / (V - s**2 / K))
    return np.where(s > 2 * np.median(s), np.inf, lam)


# %% tags=["wrong", "id:from-the-centre", "loses:best-lambdas-tests"]
# why: the error to the common centre is minimised, not that to the device's own mean w_i.
def best_lambdas(s, tau):
    K = len(s)
    total = s**2 + tau**2
    V = total.sum() / K**2
    c = total / K
    gap = V - c
    return np.where(gap > 0, (total - c) / np.where(gap > 0, gap, 1), np.inf)
