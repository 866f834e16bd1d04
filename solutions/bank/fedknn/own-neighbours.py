# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def own_neighbours():
    errors = {}
    for m in range(1, 41):
        bias = sum(own_theta[:m]) / m - own_theta[0]
        errors[m] = bias**2 + sum(own_sigma2 / n for n in own_n[:m]) / m**2
    best = min(errors, key=errors.get)
    return best, errors[best]


# %% tags=["right", "id:weights-of-task-2"]
def own_neighbours():
    A = np.tril(np.ones((40, 40))) / np.arange(1, 41)[:, None]
    errors = (A @ own_theta - own_theta[0]) ** 2 + A**2 @ (own_sigma2 / own_n)
    m = np.argmin(errors) + 1
    return m, errors[m - 1]


# %% tags=["right", "id:weights-for-each-m"]
def own_neighbours():
    best = (0, np.inf)
    for m in range(1, len(own_theta) + 1):
        w = np.zeros(len(own_theta))
        w[:m] = 1 / m
        error = (w @ (own_theta - own_theta[0])) ** 2 + np.sum(w**2 * own_sigma2 / own_n)
        if error < best[1]:
            best = (m, error)
    return best


# %% tags=["right", "id:means-of-slices"]
def own_neighbours():
    v = own_sigma2 / own_n
    errors = [
        (np.mean(own_theta[:m]) - own_theta[0]) ** 2 + np.mean(v[:m]) / m for m in range(1, 41)
    ]
    return [int(np.argmin(errors)) + 1, min(errors)]


# %% tags=["right", "id:sorted-pairs"]
def own_neighbours():
    def error(m):
        gap = own_theta[0] - own_theta[:m].mean()
        return gap * gap + (own_sigma2 / own_n[:m]).sum() / (m * m)

    e, m = sorted((error(m), m) for m in range(1, 41))[0]
    return np.array([m, e])


# %% tags=["right", "id:task-2-by-hand"]
def own_neighbours():
    order = np.arange(40)
    errors = np.zeros(40)
    for count in range(1, 41):
        A = np.eye(40)
        A[0] = (order < count) / count
        b = (A @ own_theta - own_theta) ** 2
        v = (A * A) @ (own_sigma2 / own_n)
        errors[count - 1] = b[0] + v[0]
    return errors.argmin() + 1, errors.min()


# %% tags=["right", "id:running-sums"]
def own_neighbours():
    total, noise, best, at = 0.0, 0.0, float("inf"), None
    for j, (theta, n) in enumerate(zip(own_theta, own_n, strict=True), start=1):
        total += theta - own_theta[0]
        noise += own_sigma2 / n
        error = (total**2 + noise) / j**2
        if error < best:
            best, at = error, j
    return at, best


# %% tags=["right", "id:typed", "own:public"]
def own_neighbours():
    return 19, 1.3160012654


# %% tags=["wrong", "id:first-minimum", "says:a larger m is better"]
def own_neighbours():
    def error(m):
        bias = own_theta[:m].mean() - own_theta[0]
        return bias**2 + np.sum(own_sigma2 / own_n[:m]) / m**2

    m = 1
    while error(m + 1) < error(m):
        m += 1
    return m, error(m)


# %% tags=["wrong", "id:variance-alone", "says:the bias is lost"]
def own_neighbours():
    errors = [np.sum(own_sigma2 / own_n[:m]) / m**2 for m in range(1, 41)]
    return 1 + np.argmin(errors), min(errors)


# %% tags=["wrong", "id:bias-alone", "says:the bias alone, with two stations"]
def own_neighbours():
    errors = [(own_theta[:m].mean() - own_theta[0]) ** 2 for m in range(2, 41)]
    return 2 + np.argmin(errors), min(errors)


# %% tags=["wrong", "id:root", "says:this is the root of the error"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    errors = errors + np.cumsum(own_sigma2 / own_n) / m**2
    return 1 + np.argmin(errors), np.sqrt(errors.min())


# %% tags=["wrong", "id:counted-from-zero", "says:m is counted from 1"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    errors = errors + np.cumsum(own_sigma2 / own_n) / m**2
    return np.argmin(errors), errors.min()


# %% tags=["wrong", "id:exchanged", "says:return m first"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    errors = errors + np.cumsum(own_sigma2 / own_n) / m**2
    return errors.min(), 1 + np.argmin(errors)


# %% tags=["wrong", "id:error-only", "says:return m, error"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    return (errors + np.cumsum(own_sigma2 / own_n) / m**2).min()


# %% tags=["wrong", "id:hours-lost", "says:the numbers of hours are lost"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + own_sigma2 / m
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:equal-hours", "says:as many hours as yours"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + own_sigma2 / (own_n[0] * m)
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:weights-not-squared", "says:the weights 1/m are not squared"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2 + np.cumsum(own_sigma2 / own_n) / m
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:squares-averaged", "says:squared differences are averaged"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = np.cumsum((own_theta - own_theta[0]) ** 2) / m
    errors = errors + np.cumsum(own_sigma2 / own_n) / m**2
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:pooled-hours", "says:the hours are pooled"]
def own_neighbours():
    N = np.cumsum(own_n)
    errors = (np.cumsum(own_n * own_theta) / N - own_theta[0]) ** 2 + own_sigma2 / N
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:without-itself", "says:your own station is left out"]
def own_neighbours():
    m = np.arange(1, 40)
    errors = (np.cumsum(own_theta[1:]) / m - own_theta[0]) ** 2
    errors = errors + np.cumsum(own_sigma2 / own_n[1:]) / m**2
    return 1 + np.argmin(errors), errors.min()


# %% tags=["wrong", "id:rounded", "says:the expected squared error with m"]
def own_neighbours():
    m = np.arange(1, 41)
    errors = (np.cumsum(own_theta) / m - own_theta[0]) ** 2
    errors = errors + np.cumsum(own_sigma2 / own_n) / m**2
    return 1 + np.argmin(errors), float(f"{errors.min():.3g}")


# %% tags=["wrong", "id:all-forty", "says:all forty are asked"]
def own_neighbours():
    return 40, (own_theta.mean() - own_theta[0]) ** 2 + np.sum(own_sigma2 / own_n) / 40**2


# %% tags=["wrong", "id:a-guess-is-no-known-mistake", "says:got 11"]
def own_neighbours():
    return 11, 2.0
