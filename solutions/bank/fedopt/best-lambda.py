# ruff: noqa: E731, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:per-device"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    spread = tau**2 + K_a * (tau_a**2 - tau**2) / (K * (K - 1))
    return (sigma**2 / n) / spread


# %% tags=["right", "id:derivative-zero"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    s2 = sigma**2 / n
    V1 = ((K - K_a - 1) * tau**2 + K_a * tau_a**2 + K * s2) / K**2 + (1 - 1 / K) ** 2 * tau**2
    return (s2 - s2 / K) / (V1 - s2 / K)


# %% tags=["right", "id:minimised"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    s2 = sigma**2 / n
    V1 = ((K - K_a - 1) * tau**2 + K_a * tau_a**2 + K * s2) / K**2 + (1 - 1 / K) ** 2 * tau**2
    # In c = lam / (1 + lam) the error is a parabola; three values give its lowest point.
    R = lambda c: c**2 * V1 + 2 * c * (1 - c) * s2 / K + (1 - c) ** 2 * s2
    a = 2 * (R(1) - 2 * R(0.5) + R(0))
    c = -(R(1) - R(0) - a) / (2 * a)
    return np.array([c / (1 - c)])


# %% tags=["right", "id:fractions-of-floats"]
from fractions import Fraction


def best_lambda(K, n, sigma, tau, K_a, tau_a):
    s, t, a = (Fraction(float(number)) ** 2 for number in (sigma, tau, tau_a))
    return float(s / int(n) * int(K) / (int(K) * t + Fraction(int(K_a), int(K) - 1) * (a - t)))


# %% tags=["right", "id:by-cases"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    s2 = np.float64(sigma) ** 2 / n
    if K_a == 0:
        return s2 / tau**2
    return s2 * K * (K - 1) / (K * (K - 1) * tau**2 + K_a * (tau_a + tau) * (tau_a - tau))


# %% tags=["right", "id:weighted-variances"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    variances = np.array([tau**2] * (K - K_a) + [tau_a**2] * K_a)
    others = (variances[1:].sum() + (K - 1) * sigma**2 / n) / (K - 1) ** 2 + tau**2
    c = (sigma**2 / n) / (sigma**2 / n + others) * K / (K - 1)
    return c / (1 - c)


# %% tags=["wrong", "id:ignores-attack", "says:malicious devices are ignored"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n / tau**2


# %% tags=["wrong", "id:sigma-not-squared", "says:sigma is not squared"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma / n * K / (K * tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:no-n", "says:n is missing"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 * K / (K * tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:upside-down", "says:upside down"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return (K * tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2)) / (sigma**2 / n * K)


# %% tags=["wrong", "id:no-k-above", "says:numerator is missing"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n / (K * tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:no-k-below", "says:denominator is missing"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (tau**2 + K_a / (K - 1) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:no-k-minus-one", "says:division by K - 1 is missing"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + K_a * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:divided-by-honest", "says:honest devices"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + K_a / (K - K_a) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:divided-by-k", "says:by K, not by K - 1"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + K_a / K * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:no-difference", "says:tau_a^2 alone"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + K_a / (K - 1) * tau_a**2)


# %% tags=["wrong", "id:tau-not-squared", "says:not squared"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau + K_a / (K - 1) * (tau_a - tau))


# %% tags=["wrong", "id:square-of-difference", "says:square of the difference"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + K_a / (K - 1) * (tau_a - tau) ** 2)


# %% tags=["wrong", "id:wrong-sign", "says:wrong sign"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 - K_a / (K - 1) * (tau_a**2 - tau**2))


# %% tags=["wrong", "id:tau-a-for-all", "says:place of tau"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    t = tau_a if K_a else tau
    return sigma**2 / n / t**2


# %% tags=["wrong", "id:difference-always", "says:nobody is malicious"]
def best_lambda(K, n, sigma, tau, K_a, tau_a):
    return sigma**2 / n * K / (K * tau**2 + max(1, K_a) / (K - 1) * (tau_a**2 - tau**2))
