# ruff: noqa: B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:own-normal-equations"]
def cross_validation(X, y, groups, alphas):
    m, d = X.shape
    errors = []
    for alpha in alphas:
        squares = np.zeros(m)
        for g in set(groups.tolist()):
            out, rest = np.where(groups == g)[0], np.where(groups != g)[0]
            F, t = X[rest], y[rest]
            w = np.linalg.solve(F.T @ F / len(t) + alpha * np.eye(d), F.T @ t / len(t))
            squares[out] = (y[out] - X[out] @ w) ** 2
        errors.append(squares.mean())
    return errors, float(alphas[int(np.argmin(errors))])


# %% tags=["right", "id:row-by-row"]
def cross_validation(X, y, groups, alphas):
    errors = []
    for alpha in alphas:
        total = 0.0
        for r in range(len(y)):
            rest = groups != groups[r]
            total += (y[r] - X[r] @ fit(X[rest], y[rest], alpha)) ** 2
        errors.append(total / len(y))
    return np.array(errors), alphas[errors.index(min(errors))]


# %% tags=["right", "id:scikit-learn"]
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneGroupOut


def cross_validation(X, y, groups, alphas):
    total = np.zeros(len(alphas))
    for train, test in LeaveOneGroupOut().split(X, y, groups):
        for k, alpha in enumerate(alphas):
            model = Ridge(alpha * len(train), fit_intercept=False).fit(X[train], y[train])
            total[k] += np.sum((y[test] - model.predict(X[test])) ** 2)
    errors = total / len(y)
    return errors.reshape(-1, 1), np.array([alphas[errors.argmin()]])


# %% tags=["right", "id:weighted-mean-of-group-means"]
def cross_validation(X, y, groups, alphas):
    names, sizes = np.unique(groups, return_counts=True)
    table = np.empty((len(names), len(alphas)))
    for i, g in enumerate(names):
        F, t, V, s = X[groups != g], y[groups != g], X[groups == g], y[groups == g]
        for k in range(len(alphas)):
            table[i, k] = np.mean((s - V @ fit(F, t, alphas[k])) ** 2)
    errors = np.average(table, axis=0, weights=sizes)
    return errors, alphas[errors.argmin()]


# %% tags=["right", "id:singular-values"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        F, t = X[groups != g], y[groups != g]
        U, s, Vt = np.linalg.svd(F, full_matrices=False)
        W = (s / (s**2 + len(t) * alphas[:, None]) * (U.T @ t)) @ Vt
        errors += np.sum((y[groups == g] - W @ X[groups == g].T) ** 2, axis=1)
    errors /= len(y)
    return errors, dict(zip(errors, alphas))[min(errors)]


# %% tags=["right", "id:without-fitting-again"]
def cross_validation(X, y, groups, alphas):
    # Only the penalty differs between the fits: subtract the group from the sums of all rows.
    A, b, d = X.T @ X, X.T @ y, X.shape[1]
    errors = [0.0] * len(alphas)
    for g in sorted(set(groups)):
        V, s = X[groups == g], y[groups == g]
        m = len(y) - len(s)
        for k, alpha in enumerate(alphas):
            w = np.linalg.inv((A - V.T @ V) / m + alpha * np.eye(d)) @ (b - V.T @ s) / m
            errors[k] += np.dot(s - V @ w, s - V @ w) / len(y)
    return tuple(errors), min(zip(errors, alphas))[1]


# %% tags=["wrong", "id:nothing-left-out", "says:training error"]
def cross_validation(X, y, groups, alphas):
    errors = np.array([np.mean((y - X @ fit(X, y, alpha)) ** 2) for alpha in alphas])
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:fitted-to-the-group", "says:fitted to it"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[inside], y[inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:mean-of-group-means", "says:Each group counts the same", "loses:cross-validation-groups-tests"]
def cross_validation(X, y, groups, alphas):
    errors = []
    for alpha in alphas:
        by_group = []
        for g in np.unique(groups):
            inside = groups == g
            w = fit(X[~inside], y[~inside], alpha)
            by_group.append(np.mean((y[inside] - X[inside] @ w) ** 2))
        errors.append(np.mean(by_group))
    return errors, alphas[np.argmin(errors)]


# %% tags=["wrong", "id:groups-counted-from-0", "says:need not be 0, 1, 2", "loses:cross-validation-groups-tests"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in range(len(set(groups))):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:groups-up-to-the-largest", "says:need not be 0, 1, 2", "loses:cross-validation-groups-tests"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in range(max(groups) + 1):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:sum-over-rows", "says:sum over the rows"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:sum-over-groups", "says:summed over the groups"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.mean((y[inside] - X[inside] @ w) ** 2)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:last-group-only", "says:Only the last group"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] = np.mean((y[inside] - X[inside] @ w) ** 2)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:rows-for-groups", "says:left out alone"]
def cross_validation(X, y, groups, alphas):
    rows = np.arange(len(y))
    errors = []
    for alpha in alphas:
        left_out = [y[r] - X[r] @ fit(X[rows != r], y[rows != r], alpha) for r in rows]
        errors.append(np.mean(np.square(left_out)))
    return errors, alphas[np.argmin(errors)]


# %% tags=["wrong", "id:blocks-of-rows", "says:blocks of neighbouring rows"]
def cross_validation(X, y, groups, alphas):
    blocks = np.array_split(np.arange(len(y)), len(set(groups)))
    errors = np.zeros(len(alphas))
    for block in blocks:
        inside = np.isin(np.arange(len(y)), block)
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:divided-by-all-rows", "says:penalty is too large"]
def cross_validation(X, y, groups, alphas):
    m, d = X.shape
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        F, t = X[~inside], y[~inside]
        for k, alpha in enumerate(alphas):
            w = np.linalg.solve(F.T @ F / m + alpha * np.eye(d), F.T @ t / m)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / m
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:sum-of-squares", "says:penalty is too small"]
def cross_validation(X, y, groups, alphas):
    m, d = X.shape
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        F, t = X[~inside], y[~inside]
        for k, alpha in enumerate(alphas):
            w = np.linalg.solve(F.T @ F + alpha * np.eye(d), F.T @ t)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / m
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:penalty-in-the-error", "says:penalty is added"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            loss = np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
            errors[k] += loss + alpha * w @ w * inside.mean()
    return errors, alphas[errors.argmin()]


# %% tags=["wrong", "id:index-for-best", "says:index"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, errors.argmin()


# %% tags=["wrong", "id:error-for-best", "says:error, not the alpha"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, errors.min()


# %% tags=["wrong", "id:worst-alpha", "says:largest error"]
def cross_validation(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmax()]


# %% tags=["wrong", "id:sorted", "says:order of increasing alphas"]
def cross_validation(X, y, groups, alphas):
    alphas = np.sort(alphas)
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors, alphas[errors.argmin()]
