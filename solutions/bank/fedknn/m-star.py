# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:floor-and-clip"]
def m_star(K, n, sigma2, beta):
    share = 2 * beta / (2 * beta + 1)
    return int(np.clip(np.floor(K**share * (sigma2 / n) ** (1 - share)), 1, K))


# %% tags=["right", "id:logarithms"]
import math


def m_star(K, n, sigma2, beta):
    log_m = (2 * beta * math.log(K) + math.log(sigma2) - math.log(n)) / (2 * beta + 1)
    return min(max(math.floor(math.exp(log_m)), 1), K)


# %% tags=["right", "id:divided-by-the-reciprocal"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (1 + 2 * beta)) // (n / sigma2) ** (1 / (1 + 2 * beta))
    return float(min(K, max(m, 1)))


# %% tags=["right", "id:one-root"]
def m_star(K, n, sigma2, beta):
    m = np.power(K ** (2.0 * beta) * sigma2 / n, 1 / (2 * beta + 1))
    if m < 1:
        return 1
    return K if m > K else np.array([np.trunc(m)])


# %% tags=["right", "id:search"]
def m_star(K, n, sigma2, beta):
    m = 1
    while m < K and ((m + 1) / K) ** (2 * beta) <= sigma2 / (n * (m + 1)):
        m += 1
    return m


# %% tags=["right", "id:bisection"]
def m_star(K, n, sigma2, beta):
    low, high = 1, K + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** (2 * beta + 1) <= K ** (2 * beta) * sigma2 / n:
            low = middle
        else:
            high = middle
    return low


# %% tags=["right", "id:table-of-all-m"]
def m_star(K, n, sigma2, beta):
    m = np.arange(1, K + 1)
    return max(1, np.count_nonzero((m / K) ** (2 * beta) <= sigma2 / (n * m)))


# %% tags=["wrong", "id:misprint", "says:misprint"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) / (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:not-rounded", "says:not rounded"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, m))


# %% tags=["wrong", "id:rounded-to-nearest", "says:not to the nearest"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, round(m)))


# %% tags=["wrong", "id:rounded-up", "says:not up"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(np.ceil(m))))


# %% tags=["wrong", "id:no-lower-limit", "says:at least 1"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return min(K, int(m))


# %% tags=["wrong", "id:no-upper-limit", "says:more than K"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, int(m))


# %% tags=["wrong", "id:or-as-minimum", "says:larger"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return min(1, int(m))


# %% tags=["wrong", "id:or-as-logical-or", "says:at least 1"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return min(K, int(m)) | 0


# %% tags=["wrong", "id:exponents-exchanged", "says:exchanged"]
def m_star(K, n, sigma2, beta):
    m = K ** (1 / (2 * beta + 1)) * (sigma2 / n) ** (2 * beta / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:half-the-exponent", "says:not beta/(2 beta + 1)"]
def m_star(K, n, sigma2, beta):
    m = K ** (beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:beta-plus-one", "says:not beta + 1"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (beta + 1)) * (sigma2 / n) ** (1 / (beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:n-lost", "says:n is lost"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * sigma2 ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:sigma-squared", "says:do not square"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2**2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:root-of-sigma2", "says:do not take its root"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2**0.5 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:itself-added", "says:counted already"]
def m_star(K, n, sigma2, beta):
    m = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return min(K, 1 + int(m))


# %% tags=["wrong", "id:derivative-of-the-bound", "says:m_star"]
def m_star(K, n, sigma2, beta):
    if beta == 0:
        return K
    m = (K ** (2 * beta) * sigma2 / (2 * beta * n)) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(m)))
