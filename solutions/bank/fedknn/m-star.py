# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:floor-and-clip"]
def m_star(K, n, sigma2, beta, H, D):
    share = 2 * beta / (2 * beta + D)
    return int(np.clip(np.floor(K**share * (sigma2 / n / H**2) ** (1 - share)), 1, K))


# %% tags=["right", "id:logarithms"]
import math


def m_star(K, n, sigma2, beta, H, D):
    b = beta / D
    log_m = (2 * b * math.log(K) + math.log(sigma2) - math.log(n) - 2 * math.log(H)) / (2 * b + 1)
    return min(max(math.floor(math.exp(log_m)), 1), K)


# %% tags=["right", "id:divided-by-the-reciprocal"]
def m_star(K, n, sigma2, beta, H, D):
    b = 2 * beta / D
    m = K ** (b / (1 + b)) // (n * H * H / sigma2) ** (1 / (1 + b))
    return float(min(K, max(m, 1)))


# %% tags=["right", "id:one-root"]
def m_star(K, n, sigma2, beta, H, D):
    m = np.power(K ** (2.0 * beta) * (sigma2 / (n * H**2)) ** D, 1 / (2 * beta + D))
    if m < 1:
        return 1
    return K if m > K else np.array([np.trunc(m)])


# %% tags=["right", "id:search"]
def m_star(K, n, sigma2, beta, H, D):
    m = 1
    while m < K and H**2 * ((m + 1) / K) ** (2 * beta / D) <= sigma2 / (n * (m + 1)):
        m += 1
    return m


# %% tags=["right", "id:bisection"]
def m_star(K, n, sigma2, beta, H, D):
    low, high = 1, K + 1
    while high - low > 1:
        middle = (low + high) // 2
        if (H * (middle / K) ** (beta / D)) ** 2 * n * middle <= sigma2:
            low = middle
        else:
            high = middle
    return low


# %% tags=["right", "id:table-of-all-m"]
def m_star(K, n, sigma2, beta, H, D):
    m = np.arange(1, K + 1)
    return max(1, np.count_nonzero(H**2 * (m / K) ** (2 * beta / D) <= sigma2 / (n * m)))


# %% tags=["wrong", "id:chapter-formula", "says:D is lost"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:chapter-formula-for-a-ring", "says:m_star of six"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta
    m = (K**p * sigma2 / n) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:smoothness-lost", "says:H is lost"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / n) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:smoothness-not-squared", "says:H is not squared"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:rougher-wants-more", "says:not more"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 * H**2 / n) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:times-dimension", "says:multiplied by D"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta * D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:misprint", "says:misprint"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = K ** (p / (p + 1)) / (sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:not-rounded", "says:not rounded"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, m))


# %% tags=["wrong", "id:rounded-to-nearest", "says:not to the nearest"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, round(m)))


# %% tags=["wrong", "id:rounded-up", "says:not up"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(np.ceil(m))))


# %% tags=["wrong", "id:no-lower-limit", "says:at least 1"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return min(K, int(m))


# %% tags=["wrong", "id:no-upper-limit", "says:more than K"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, int(m))


# %% tags=["wrong", "id:half-the-exponent", "says:beta stands where 2 beta"]
def m_star(K, n, sigma2, beta, H, D):
    p = beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:bias-not-squared", "says:bias is not squared"]
def m_star(K, n, sigma2, beta, H, D):
    p = beta / D
    m = (K**p * sigma2 / (n * H)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:n-lost", "says:n is lost"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / H**2) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:sigma-squared", "says:do not square"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2**2 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:root-of-sigma2", "says:do not take its root"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2**0.5 / (n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:half-under-the-root", "says:under the root"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = K ** (p / (p + 1)) * sigma2 / (n * H**2)
    return max(1, min(K, int(m)))


# %% tags=["wrong", "id:itself-added", "says:counted already"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (n * H**2)) ** (1 / (p + 1))
    return min(K, 1 + int(m))


# %% tags=["wrong", "id:derivative-of-the-bound", "says:m_star"]
def m_star(K, n, sigma2, beta, H, D):
    p = 2 * beta / D
    m = (K**p * sigma2 / (p * n * H**2)) ** (1 / (p + 1))
    return max(1, min(K, int(m)))
