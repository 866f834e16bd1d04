# ruff: noqa: E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:two-helpers"]
def fitted(X, y, alpha):
    x_bar, y_bar = X.mean(axis=0), y.mean()
    w = fit(X - x_bar, y - y_bar, alpha)
    return w, y_bar - x_bar @ w


def cv(X, y, groups, alpha):
    total = 0.0
    for g in np.unique(groups):
        inside = groups == g
        w, b = fitted(X[~inside], y[~inside], alpha)
        total += np.sum((y[inside] - X[inside] @ w - b) ** 2)
    return total


def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        inside = groups == g
        scores = [cv(X[~inside], y[~inside], groups[~inside], a) for a in alphas]
        w, b = fitted(X[~inside], y[~inside], alphas[int(np.argmin(scores))])
        total += np.sum((y[inside] - X[inside] @ w - b) ** 2)
    return total / len(y)


# %% tags=["right", "id:intercept-by-itself"]
def ridge_with_intercept(X, y, alpha):
    S = np.cov(np.column_stack([X, y]).T, bias=True)
    d = X.shape[1]
    w = np.linalg.solve(S[:d, :d] + alpha * np.eye(d), S[:d, d])
    return w, np.mean(y - X @ w)


def honest_error(X, y, groups, alphas):
    def predicted(rest, inside, alpha):
        w, b = ridge_with_intercept(X[rest], y[rest], alpha)
        return X[inside] @ np.ravel(w) + b

    squares = np.zeros(len(y))
    for g in set(groups):
        best, least = None, np.inf
        for alpha in alphas:
            error = 0
            for h in set(groups) - {g}:
                rest, inside = (groups != g) & (groups != h), groups == h
                error += np.sum((y[inside] - predicted(rest, inside, alpha)) ** 2)
            if error < least:
                best, least = alpha, error
        inside = groups == g
        squares[inside] = (y[inside] - predicted(~inside, inside, best)) ** 2
    return squares.mean()


# %% tags=["right", "id:scikit-learn"]
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneGroupOut


def error(X, y, groups, alpha):
    e = 0.0
    for a, b in LeaveOneGroupOut().split(X, y, groups):
        model = Ridge(alpha=alpha * len(a)).fit(X[a], y[a])
        e += np.sum((y[b] - model.predict(X[b])) ** 2)
    return e


def honest_error(X, y, groups, alphas):
    total = 0.0
    for a, b in LeaveOneGroupOut().split(X, y, groups):
        errors = [error(X[a], y[a], groups[a], alpha) for alpha in alphas]
        best = alphas[np.argmin(errors)]
        model = Ridge(alpha=best * len(a)).fit(X[a], y[a])
        total += np.sum((y[b] - model.predict(X[b])) ** 2)
    return np.array(total / len(y))


# %% tags=["right", "id:column-of-ones"]
def honest_error(X, y, groups, alphas):
    Z, d = np.column_stack([X, np.ones(len(y))]), X.shape[1]

    def squares(rest, inside, alpha):
        penalty = np.diag([alpha] * d + [0]) * np.sum(rest)
        w = np.linalg.solve(Z[rest].T @ Z[rest] + penalty, Z[rest].T @ y[rest])
        return np.sum((y[inside] - Z[inside] @ w) ** 2)

    names, out = np.unique(groups), []
    for g in names:
        scores = np.zeros(len(alphas))
        for h in names[names != g]:
            scores += [squares(~np.isin(groups, [g, h]), groups == h, a) for a in alphas]
        out.append(squares(groups != g, groups == g, alphas[scores.argmin()]))
    return [sum(out) / len(y)]


# %% tags=["right", "id:masks-and-averages"]
def honest_error(X, y, groups, alphas):
    errors = []
    for r in range(len(y)):
        own = groups[r]
        table = {}
        for alpha in alphas:
            parts = []
            for h in np.unique(groups[groups != own]):
                keep, left = (groups != own) & (groups != h), groups == h
                mx, my = np.average(X[keep], axis=0), np.average(y[keep])
                w = fit(X[keep] - mx, y[keep] - my, alpha)
                parts += list((y[left] - my - (X[left] - mx) @ w) ** 2)
            table[np.mean(parts)] = alpha
        keep = groups != own
        mx, my = X[keep].mean(0), y[keep].mean()
        w = fit(X[keep] - mx, y[keep] - my, table[min(table)])
        errors.append((y[r] - my - (X[r] - mx) @ w) ** 2)
    return float(np.mean(errors))


# %% tags=["wrong", "id:the-program", "says:honest_error for"]
def honest_error(X, y, groups, alphas):
    return reported_error(X, y, groups, alphas)


# %% tags=["wrong", "id:only-means-mended", "says:have chosen it", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        mx, my = X[~inside].mean(axis=0), y[~inside].mean()
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside] - mx, y[~inside] - my, alpha)
            errors[k] += np.sum((y[inside] - my - (X[inside] - mx) @ w) ** 2) / len(y)
    return errors.min()


# %% tags=["wrong", "id:only-choice-mended", "says:Nothing is mended", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    X, y = X - X.mean(axis=0), y - y.mean()

    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            inside = groups == g
            out[inside] = (y[inside] - X[inside] @ fit(X[~inside], y[~inside], alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:own-best-for-each-group", "says:suits it best", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        inside = groups == g
        mx, my = X[~inside].mean(axis=0), y[~inside].mean()
        fits = [fit(X[~inside] - mx, y[~inside] - my, alpha) for alpha in alphas]
        total += min(np.sum((y[inside] - my - (X[inside] - mx) @ w) ** 2) for w in fits)
    return total / len(y)


# %% tags=["wrong", "id:chosen-by-training-error", "says:training error", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        inside = groups == g
        mx, my = X[~inside].mean(axis=0), y[~inside].mean()
        Z, t = X[~inside] - mx, y[~inside] - my
        w = min((fit(Z, t, a) for a in alphas), key=lambda w: np.sum((t - Z @ w) ** 2))
        total += np.sum((y[inside] - my - (X[inside] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:rows-choose", "says:Single rows choose alpha", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            mx, my = X[~i].mean(axis=0), y[~i].mean()
            out[i] = (y[i] - my - (X[i] - mx) @ fit(X[~i] - mx, y[~i] - my, alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        rows = np.arange(rest.sum())
        k = np.argmin([squares(X[rest], y[rest], rows, a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:labels-centred-by-all", "says:mean of the labels still contains", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    y = y - y.mean()

    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            mx = X[~i].mean(axis=0)
            out[i] = (y[i] - (X[i] - mx) @ fit(X[~i] - mx, y[~i], alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:features-centred-by-all", "says:means of the features still contain", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    X = X - X.mean(axis=0)

    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            my = y[~i].mean()
            out[i] = (y[i] - my - X[i] @ fit(X[~i], y[~i] - my, alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:no-means", "says:intercept is lost", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            out[i] = (y[i] - X[i] @ fit(X[~i], y[~i], alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:held-out-group-by-its-own-means", "says:own means", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    X, y = X.copy(), y.copy()
    for g in np.unique(groups):
        X[groups == g] -= X[groups == g].mean(axis=0)
        y[groups == g] -= y[groups == g].mean()

    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            out[i] = (y[i] - X[i] @ fit(X[~i], y[~i], alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:label-mean-not-added", "says:not added to the prediction", "loses:honest-error-means-tests"]
def honest_error(X, y, groups, alphas):
    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            mx, my = X[~i].mean(axis=0), y[~i].mean()
            out[i] = (y[i] - (X[i] - mx) @ fit(X[~i] - mx, y[~i] - my, alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total / len(y)


# %% tags=["wrong", "id:sum-for-mean", "says:not their mean"]
def honest_error(X, y, groups, alphas):
    def squares(X, y, groups, alpha):
        out = np.zeros(len(y))
        for g in np.unique(groups):
            i = groups == g
            mx, my = X[~i].mean(axis=0), y[~i].mean()
            out[i] = (y[i] - my - (X[i] - mx) @ fit(X[~i] - mx, y[~i] - my, alpha)) ** 2
        return out

    total = 0.0
    for g in np.unique(groups):
        rest = groups != g
        k = np.argmin([squares(X[rest], y[rest], groups[rest], a).mean() for a in alphas])
        total += squares(X, y, groups, alphas[k])[~rest].sum()
    return total


# %% tags=["wrong", "id:first-alpha", "says:first alpha", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        i = groups == g
        mx, my = X[~i].mean(axis=0), y[~i].mean()
        w = fit(X[~i] - mx, y[~i] - my, alphas[0])
        total += np.sum((y[i] - my - (X[i] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:training-error", "says:training error"]
def honest_error(X, y, groups, alphas):
    Z, t = X - X.mean(axis=0), y - y.mean()
    return min(np.mean((t - Z @ fit(Z, t, alpha)) ** 2) for alpha in alphas)


# %% tags=["wrong", "id:cannot-choose", "says:raised", "loses:honest-error-choice-tests"]
def honest_error(X, y, groups, alphas):
    (alpha,) = alphas
    total = 0.0
    for g in np.unique(groups):
        i = groups == g
        mx, my = X[~i].mean(axis=0), y[~i].mean()
        w = fit(X[~i] - mx, y[~i] - my, alpha)
        total += np.sum((y[i] - my - (X[i] - mx) @ w) ** 2)
    return total / len(y)
