# ruff: noqa: E731, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def best_lambdas(s, tau):
    K, answer = len(s), []
    for i in range(K):
        V1 = (1 - 1 / K) ** 2 * tau[i] ** 2 + sum(s**2) / K**2
        V1 += sum(tau[j] ** 2 for j in range(K) if j != i) / K**2
        c = s[i] ** 2 / K
        answer.append((s[i] ** 2 - c) / (V1 - c) if c < V1 else np.inf)
    return answer


# %% tags=["right", "id:parabola-in-the-share"]
def best_lambdas(s, tau):
    K = len(s)
    found = np.empty(K)
    for i in range(K):
        V1 = (1 - 2 / K) * tau[i] ** 2 + np.sum(tau**2 + s**2) / K**2
        R = lambda x, V1=V1, i=i: (
            x**2 * V1 + 2 * x * (1 - x) * s[i] ** 2 / K + (1 - x) ** 2 * s[i] ** 2
        )
        bend = 2 * (R(1) - 2 * R(0.5) + R(0))
        x = -(R(1) - R(0) - bend) / (2 * bend)
        found[i] = x / (1 - x) if x < 1 else np.inf
    return found


# %% tags=["right", "id:covariance-matrices"]
def best_lambdas(s, tau):
    K = len(s)
    M = np.full((K, K), 1 / K)  # the global model, for each device
    D = np.diag(tau**2)
    E = np.diag(s**2)
    move_w, move_e = M - np.eye(K), M - np.eye(K)
    bend = np.diag(move_w @ D @ move_w.T + move_e @ E @ move_e.T)
    slope = np.diag(np.eye(K) @ E @ move_e.T)
    x = -slope / bend
    with np.errstate(divide="ignore"):
        return np.where(x < 1, x / (1 - x), np.inf).reshape(-1, 1)


# %% tags=["right", "id:search"]
from scipy.optimize import minimize_scalar


def best_lambdas(s, tau):
    K = len(s)
    result = []
    for i in range(K):
        V1 = (1 - 2 / K) * tau[i] ** 2 + (np.sum(tau**2) + np.sum(s**2)) / K**2

        def risk(x, V1=V1, i=i):  # x = lambda / (1 + lambda)
            return x * x * V1 + 2 * x * (1 - x) * s[i] ** 2 / K + (1 - x) ** 2 * s[i] ** 2

        scale = risk(0.0)
        x = minimize_scalar(lambda x, r=risk, m=scale: r(x) / m, bracket=(0, 0.5)).x
        result.append(np.inf if x >= 1 else x / (1 - x))
    return tuple(result)


# %% tags=["right", "id:by-hand-formula"]
def best_lambdas(s, tau):
    K, s2, t2 = len(s), s**2, tau**2
    top = K * (K - 1) * s2
    bottom = K * (K - 2) * t2 + t2.sum() + s2.sum() - K * s2
    out = np.full(K, np.inf)
    out[bottom > 0] = top[bottom > 0] / bottom[bottom > 0]
    return out


# %% tags=["wrong", "id:others-ignored", "says:other devices play no part"]
def best_lambdas(s, tau):
    return s**2 / tau**2


# %% tags=["wrong", "id:not-squared", "says:not squared"]
def best_lambdas(s, tau):
    return s / tau


# %% tags=["wrong", "id:upside-down", "says:upside down"]
def best_lambdas(s, tau):
    return tau**2 / s**2


# %% tags=["wrong", "id:mean-of-the-others", "says:one of those in the mean"]
def best_lambdas(s, tau):
    K = len(s)
    total = np.sum(s**2 + tau**2)
    return s**2 / (tau**2 + (total - s**2 - tau**2) / (K - 1) ** 2)


# %% tags=["wrong", "id:covariance-forgotten", "says:error in the mean is forgotten"]
def best_lambdas(s, tau):
    K = len(s)
    return s**2 / ((1 - 2 / K) * tau**2 + np.sum(s**2 + tau**2) / K**2)


# %% tags=["wrong", "id:one-for-all", "says:each device has its own"]
def best_lambdas(s, tau):
    return np.mean(s**2) / np.mean(tau**2)


# %% tags=["wrong", "id:negative", "says:np.inf for 1 of the devices"]
def best_lambdas(s, tau):
    K, s2, t2 = len(s), s**2, tau**2
    return K * (K - 1) * s2 / (K * (K - 2) * t2 + t2.sum() + s2.sum() - K * s2)


# %% tags=["wrong", "id:zero-for-endless", "says:np.inf for 1 of the devices"]
def best_lambdas(s, tau):
    K, s2, t2 = len(s), s**2, tau**2
    found = K * (K - 1) * s2 / (K * (K - 2) * t2 + t2.sum() + s2.sum() - K * s2)
    return np.maximum(found, 0)


# %% tags=["wrong", "id:same-noise", "says:best_lambdas"]
def best_lambdas(s, tau):
    K, s2, t2 = len(s), np.mean(s**2), tau**2
    return K * (K - 1) * s2 / (K * (K - 2) * t2 + t2.sum())


# %% tags=["wrong", "id:honest-for-all", "says:honest devices for all"]
def best_lambdas(s, tau):
    K, s2, t2 = len(s), s**2, tau**2
    found = K * (K - 1) * s2 / (K * (K - 2) * t2 + t2.sum() + s2.sum() - K * s2)
    return np.full(K, found[0])


# %% tags=["wrong", "id:chapter-formula", "says:honest devices for all"]
def best_lambdas(s, tau):
    K, n_odd = len(s), np.sum(tau > tau.min())
    low, high, s2 = tau.min() ** 2, tau.max() ** 2, np.mean(s**2)
    n_odd = 0 if high == low else n_odd
    return np.full(K, s2 * K / (K * low + n_odd / (K - 1) * (high - low)))


# %% tags=["wrong", "id:package", "says:finished answer"]
from flcourse.fedopt import ditto_lambda_star


def best_lambdas(s, tau):
    return [
        ditto_lambda_star(K=len(s), n=1, sigma=a, tau=b, K_a=0, tau_a=b)
        for a, b in zip(s, tau, strict=True)
    ]
