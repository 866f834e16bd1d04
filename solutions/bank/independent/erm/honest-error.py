# ruff: noqa
# %% tags=["right", "id:nested-loops"]
def honest_error(X, y, groups, alphas):
    def predict(train, test, alpha):
        x_mean, y_mean = X[train].mean(axis=0), y[train].mean()
        w = fit(X[train] - x_mean, y[train] - y_mean, alpha)
        return y_mean + (X[test] - x_mean) @ w

    total = 0.0
    for g in np.unique(groups):
        others = groups != g
        errors = np.zeros(len(alphas))
        for h in np.unique(groups[others]):
            inside = groups == h
            train = others & ~inside
            for k, alpha in enumerate(alphas):
                errors[k] += np.sum((y[inside] - predict(train, inside, alpha)) ** 2)
        best = alphas[np.argmin(errors)]
        total += np.sum((y[~others] - predict(others, ~others, best)) ** 2)
    return total / len(y)


# %% tags=["right", "id:own-ridge"]
def _model(X, y, alpha):
    mx, my = X.mean(axis=0), y.mean()
    Z = X - mx
    w = np.linalg.lstsq(
        Z.T @ Z / len(y) + alpha * np.eye(X.shape[1]), Z.T @ (y - my) / len(y), rcond=None
    )[0]
    return w, my - mx @ w


def _cross_validate(X, y, groups, alpha):
    squares = 0.0
    for g in set(groups.tolist()):
        out = groups == g
        w, b = _model(X[~out], y[~out], alpha)
        squares += ((y[out] - X[out] @ w - b) ** 2).sum()
    return squares / len(y)


def honest_error(X, y, groups, alphas):
    squares = []
    for g in set(groups.tolist()):
        out = groups == g
        best = min(alphas, key=lambda alpha: _cross_validate(X[~out], y[~out], groups[~out], alpha))
        w, b = _model(X[~out], y[~out], best)
        squares.extend((y[out] - X[out] @ w - b) ** 2)
    return float(np.mean(squares))


# %% tags=["right", "id:recursion"]
def honest_error(X, y, groups, alphas):
    """errors(rows, alphas): squared errors of all rows in `rows`, each predicted without its group."""

    def choose(rows, candidates):
        if len(candidates) == 1:
            return candidates[0]
        return min(candidates, key=lambda a: np.sum(errors(rows, [a])))

    def errors(rows, candidates):
        result = np.zeros(len(rows))
        for g in np.unique(groups[rows]):
            out = groups[rows] == g
            train, test = rows[~out], rows[out]
            alpha = choose(train, candidates)
            mx, my = X[train].mean(0), y[train].mean()
            w = fit(X[train] - mx, y[train] - my, alpha)
            result[out] = (y[test] - my - (X[test] - mx) @ w) ** 2
        return result

    return errors(np.arange(len(y)), list(alphas)).mean()


# %% tags=["right", "id:svd-all-alphas"]
def _predictions(X_train, y_train, X_test, alphas):
    """Predictions for all alphas at once, a column for each."""
    mx, my = X_train.mean(axis=0), y_train.mean()
    U, s, Vt = np.linalg.svd(X_train - mx, full_matrices=False)
    keep = s > 1e-12 * max(s.max(), 1e-300)
    U, s, Vt = U[:, keep], s[keep], Vt[keep]
    a = np.asarray(alphas, dtype=float)[None, :]
    shrunk = s[:, None] / (s[:, None] ** 2 + a * len(y_train)) * (U.T @ (y_train - my))[:, None]
    return my + (X_test - mx) @ (Vt.T @ shrunk)


def honest_error(X, y, groups, alphas):
    names, total = np.unique(groups), 0
    for g in names:
        test = groups == g
        inner = sum(
            np.sum(
                (
                    y[groups == h][:, None]
                    - _predictions(
                        X[~test & (groups != h)], y[~test & (groups != h)], X[groups == h], alphas
                    )
                )
                ** 2,
                axis=0,
            )
            for h in names
            if h != g
        )
        k = int(np.argmin(inner))
        total += np.sum((y[test] - _predictions(X[~test], y[~test], X[test], alphas)[:, k]) ** 2)
    return total / y.size


# %% tags=["right", "id:pairs-table"]
def honest_error(X, y, groups, alphas):
    """E[g, h, k]: squared errors in group h of the fit without g and h; E[g, g, k]: without g."""
    names = np.unique(groups)
    G, K = len(names), len(alphas)
    E = np.zeros((G, G, K))
    for a in range(G):
        for b in range(a + 1):
            train = (groups != names[a]) & (groups != names[b])
            mx, my = X[train].mean(axis=0), y[train].mean()
            for k in range(K):
                w = fit(X[train] - mx, y[train] - my, alphas[k])
                error = (y - my - (X - mx) @ w) ** 2
                E[a, b, k] = error[groups == names[b]].sum()
                E[b, a, k] = error[groups == names[a]].sum()
    result = 0
    for a in range(G):
        choice = np.argmin(E[a].sum(axis=0) - E[a, a])
        result += E[a, a, choice]
    return result / len(y)


# %% tags=["right", "id:free-intercept-jointly"]
def honest_error(X, y, groups, alphas):
    m, d = X.shape
    Z = np.column_stack([np.ones(m), X])

    def residuals(train, test, alpha):
        D = alpha * np.eye(d + 1)
        D[0, 0] = 0  # the intercept is free: the same as centring by the means of these rows
        A = Z[train].T @ Z[train] / train.sum() + D
        z = np.linalg.lstsq(A, Z[train].T @ y[train] / train.sum(), rcond=None)[0]
        return y[test] - Z[test] @ z

    everything = []
    for g in np.unique(groups):
        rest = groups != g
        scores = []
        for alpha in alphas:
            parts = [
                residuals(rest & (groups != h), groups == h, alpha) for h in np.unique(groups[rest])
            ]
            scores.append(np.mean(np.concatenate(parts) ** 2))
        everything.append(residuals(rest, ~rest, alphas[int(np.argmin(scores))]))
    return np.mean(np.concatenate(everything) ** 2)


# %% tags=["right", "id:program-mended"]
def honest_error(X, y, groups, alphas):
    def errors_of(X, y, groups, alphas):
        """The program, with the means of the other groups."""
        errors = np.zeros(len(alphas))
        for g in np.unique(groups):
            inside = groups == g
            x_mean, y_mean = X[~inside].mean(axis=0), y[~inside].mean()
            for k, alpha in enumerate(alphas):
                w = fit(X[~inside] - x_mean, y[~inside] - y_mean, alpha)
                errors[k] += np.sum((y[inside] - y_mean - (X[inside] - x_mean) @ w) ** 2) / len(y)
        return errors

    result = 0.0
    for g in np.unique(groups):
        inside = groups == g
        inner = errors_of(X[~inside], y[~inside], groups[~inside], alphas)
        alpha = alphas[inner.argmin()]
        # two groups: those inside and all others, of which only the first one counts
        x_mean, y_mean = X[~inside].mean(axis=0), y[~inside].mean()
        w = fit(X[~inside] - x_mean, y[~inside] - y_mean, alpha)
        result += np.sum((y[inside] - y_mean - (X[inside] - x_mean) @ w) ** 2)
    return result / len(y)


# %% tags=["right", "id:class"]
class CenteredRidge:
    def __init__(self, alpha):
        self.alpha = alpha

    def train(self, X, y):
        self.x0, self.y0 = np.mean(X, axis=0), np.mean(y)
        self.w = fit(X - self.x0, y - self.y0, self.alpha)
        return self

    def squares(self, X, y):
        return (y - self.y0 - (X - self.x0) @ self.w) ** 2


class ChosenRidge:
    """Chooses alpha by cross-validation on the rows it is trained with."""

    def __init__(self, alphas):
        self.alphas = alphas

    def train(self, X, y, groups):
        scores = {
            float(a): cv(lambda X, y, g, a=a: CenteredRidge(a).train(X, y), X, y, groups)
            for a in self.alphas
        }
        return CenteredRidge(min(scores, key=scores.get)).train(X, y)


def cv(make, X, y, groups):
    squares = np.empty(len(y))
    for g in np.unique(groups):
        i = groups == g
        squares[i] = make(X[~i], y[~i], groups[~i]).squares(X[i], y[i])
    return squares.mean()


def honest_error(X, y, groups, alphas):
    return cv(lambda X, y, g: ChosenRidge(alphas).train(X, y, g), X, y, groups)


# %% tags=["right", "id:dual"]
def honest_error(X, y, groups, alphas):
    """By inner products of the rows only."""
    K = X @ X.T

    def squares(train, test, alpha):
        t, s = np.flatnonzero(train), np.flatnonzero(test)
        m = len(t)
        mean = np.full(m, 1 / m)
        H = np.eye(m) - 1 / m
        inner = H @ K[np.ix_(t, t)] @ H
        cross = (K[np.ix_(s, t)] - (K[np.ix_(t, t)] @ mean)[None, :]) @ H
        values, U = np.linalg.eigh(inner)
        values = np.where(values > 1e-12 * max(values.max(), 1e-300), values, 0)
        size = values + alpha * m
        inverse = np.divide(1, size, out=np.zeros_like(size), where=size > 0)
        guess = y[t].mean() + cross @ (U @ (inverse * (U.T @ (y[t] - y[t].mean()))))
        return np.sum((y[s] - guess) ** 2)

    total = 0
    for g in np.unique(groups):
        rest = groups != g
        scores = [
            sum(squares(rest & (groups != h), groups == h, a) for h in np.unique(groups[rest]))
            for a in alphas
        ]
        total += squares(rest, ~rest, alphas[np.argmin(scores)])
    return total / len(y)


# %% tags=["wrong", "id:means-only", "loses:honest-error-choice-tests"]
# why: mends the means, but reports the smallest error over alpha: the group that is predicted takes part in the choice of alpha.
def honest_error(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        mx, my = X[~inside].mean(axis=0), y[~inside].mean()
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside] - mx, y[~inside] - my, alpha)
            errors[k] += np.sum((y[inside] - my - (X[inside] - mx) @ w) ** 2) / len(y)
    return errors.min()


# %% tags=["wrong", "id:the-program", "loses:honest-error-means-tests,honest-error-choice-tests"]
# why: the program as it was: means of all rows, smallest error over alpha.
def honest_error(X, y, groups, alphas):
    return reported_error(X, y, groups, alphas)


# %% tags=["wrong", "id:choice-only", "loses:honest-error-means-tests"]
# why: chooses alpha honestly, but all rows are centred by the means of all rows, also of the group that is predicted.
def honest_error(X, y, groups, alphas):
    X, y = X - X.mean(axis=0), y - y.mean()
    total = 0.0
    for g in np.unique(groups):
        others = groups != g
        errors = np.zeros(len(alphas))
        for h in np.unique(groups[others]):
            train = others & (groups != h)
            for k, alpha in enumerate(alphas):
                w = fit(X[train], y[train], alpha)
                errors[k] += np.sum((y[groups == h] - X[groups == h] @ w) ** 2)
        w = fit(X[others], y[others], alphas[np.argmin(errors)])
        total += np.sum((y[~others] - X[~others] @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:inner-means-of-outer-rows", "loses:honest-error-choice-tests"]
# why: the means are those of the rows outside g also when h is left out among them, so h takes part in its own prediction.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        mx, my = X[~out].mean(axis=0), y[~out].mean()
        Z, t, G = X[~out] - mx, y[~out] - my, groups[~out]
        errors = np.zeros(len(alphas))
        for h in np.unique(G):
            for k, alpha in enumerate(alphas):
                w = fit(Z[G != h], t[G != h], alpha)
                errors[k] += np.sum((t[G == h] - Z[G == h] @ w) ** 2)
        w = fit(Z, t, alphas[np.argmin(errors)])
        total += np.sum((y[out] - my - (X[out] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:training-error-chooses", "loses:honest-error-choice-tests"]
# why: chooses alpha by the training error, which always wants the smallest; the program decides by cross-validation.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        mx, my = X[~out].mean(axis=0), y[~out].mean()
        Z, t = X[~out] - mx, y[~out] - my
        fits = [fit(Z, t, alpha) for alpha in alphas]
        w = min(fits, key=lambda w: np.sum((t - Z @ w) ** 2))
        total += np.sum((y[out] - my - (X[out] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:mean-over-groups", "loses:honest-error-means-tests,honest-error-choice-tests"]
# why: the mean over the groups of their mean errors; the result is the mean over all rows.
def honest_error(X, y, groups, alphas):
    def run(X, y, G, alpha):
        result = {}
        for g in np.unique(G):
            out = G == g
            mx, my = X[~out].mean(axis=0), y[~out].mean()
            w = fit(X[~out] - mx, y[~out] - my, alpha)
            result[g] = (y[out] - my - (X[out] - mx) @ w) ** 2
        return result

    means = []
    for g in np.unique(groups):
        o = groups != g
        scores = [
            np.mean(np.concatenate(list(run(X[o], y[o], groups[o], a).values()))) for a in alphas
        ]
        means.append(np.mean(run(X, y, groups, alphas[np.argmin(scores)])[g]))
    return np.mean(means)


# %% tags=["wrong", "id:best-for-each-group", "loses:honest-error-choice-tests"]
# why: takes for every group the alpha that predicts this very group best.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        mx, my = X[~out].mean(axis=0), y[~out].mean()
        total += min(
            np.sum((y[out] - my - (X[out] - mx) @ fit(X[~out] - mx, y[~out] - my, a)) ** 2)
            for a in alphas
        )
    return total / len(y)


# %% tags=["wrong", "id:rows-decide", "loses:honest-error-choice-tests"]
# why: alpha is chosen by leaving out single rows among the others, not groups, so rows of a group decide about their own.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        Z, t = X[~out], y[~out]
        errors = np.zeros(len(alphas))
        for r in range(len(t)):
            rest = np.arange(len(t)) != r
            mx, my = Z[rest].mean(axis=0), t[rest].mean()
            for k, alpha in enumerate(alphas):
                errors[k] += (t[r] - my - (Z[r] - mx) @ fit(Z[rest] - mx, t[rest] - my, alpha)) ** 2
        mx, my = Z.mean(axis=0), t.mean()
        w = fit(Z - mx, t - my, alphas[np.argmin(errors)])
        total += np.sum((y[out] - my - (X[out] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:no-refit", "loses:honest-error-choice-tests"]
# why: predicts g by the mean of the fits that left out a further group; "computed from the rows of the other groups, in the way of the program" is one fit to all of them.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        if len(alphas) == 1:
            mx, my = X[~out].mean(axis=0), y[~out].mean()
            prediction = my + (X[out] - mx) @ fit(X[~out] - mx, y[~out] - my, alphas[0])
        else:
            errors, predictions = np.zeros(len(alphas)), [[] for _ in alphas]
            for h in np.unique(groups[~out]):
                val, train = groups == h, ~out & (groups != h)
                mx, my = X[train].mean(axis=0), y[train].mean()
                for k, alpha in enumerate(alphas):
                    w = fit(X[train] - mx, y[train] - my, alpha)
                    errors[k] += np.sum((y[val] - my - (X[val] - mx) @ w) ** 2)
                    predictions[k].append(my + (X[out] - mx) @ w)
            prediction = np.mean(predictions[int(np.argmin(errors))], axis=0)
        total += np.sum((y[out] - prediction) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:sorted-alphas", "loses:honest-error-choice-tests"]
# why: the errors belong to the list as it is, the choice is taken from the sorted list; "in any order".
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        others = groups != g
        errors = np.zeros(len(alphas))
        for h in np.unique(groups[others]):
            val, train = groups == h, others & (groups != h)
            mx, my = X[train].mean(axis=0), y[train].mean()
            for k, alpha in enumerate(alphas):
                w = fit(X[train] - mx, y[train] - my, alpha)
                errors[k] += np.sum((y[val] - my - (X[val] - mx) @ w) ** 2)
        alpha = np.sort(alphas)[np.argmin(errors)]
        mx, my = X[others].mean(axis=0), y[others].mean()
        w = fit(X[others] - mx, y[others] - my, alpha)
        total += np.sum((y[~others] - my - (X[~others] - mx) @ w) ** 2)
    return total / len(y)


# %% tags=["wrong", "id:mean-over-alphas", "loses:honest-error-choice-tests"]
# why: the mean of the errors over the list; one alpha must be chosen for each group.
def honest_error(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        mx, my = X[~inside].mean(axis=0), y[~inside].mean()
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside] - mx, y[~inside] - my, alpha)
            errors[k] += np.sum((y[inside] - my - (X[inside] - mx) @ w) ** 2) / len(y)
    return np.mean(errors)


# %% tags=["wrong", "id:root", "loses:honest-error-means-tests,honest-error-choice-tests"]
# why: the root of the mean squared error.
def honest_error(X, y, groups, alphas):
    def squares(train, test, alpha):
        mx, my = X[train].mean(axis=0), y[train].mean()
        return np.sum(
            (y[test] - my - (X[test] - mx) @ fit(X[train] - mx, y[train] - my, alpha)) ** 2
        )

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return np.sqrt(total / len(y))


# %% tags=["wrong", "id:alpha-times-all-rows", "loses:honest-error-means-tests,honest-error-choice-tests"]
# why: the penalty is alpha times the number of ALL rows, not of those in the fit ("in the way of the program").
def honest_error(X, y, groups, alphas):
    m, d = X.shape

    def squares(train, test, alpha):
        mx, my = X[train].mean(axis=0), y[train].mean()
        Z = X[train] - mx
        w = np.linalg.lstsq(Z.T @ Z + alpha * m * np.eye(d), Z.T @ (y[train] - my), rcond=None)[0]
        return np.sum((y[test] - my - (X[test] - mx) @ w) ** 2)

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return total / m


# %% tags=["wrong", "id:held-out-rows-not-moved", "loses:honest-error-means-tests"]
# why: centres the rows of the fit, but predicts with the features as they are and without the mean of the labels.
def honest_error(X, y, groups, alphas):
    def squares(train, test, alpha):
        mx, my = X[train].mean(axis=0), y[train].mean()
        return np.sum((y[test] - X[test] @ fit(X[train] - mx, y[train] - my, alpha)) ** 2)

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return total / len(y)


# %% tags=["wrong", "id:own-means", "loses:honest-error-means-tests"]
# why: centres the rows of the group that is predicted by their own means; its labels take part in their own prediction.
def honest_error(X, y, groups, alphas):
    def squares(train, test, alpha):
        w = fit(X[train] - X[train].mean(axis=0), y[train] - y[train].mean(), alpha)
        return np.sum((y[test] - y[test].mean() - (X[test] - X[test].mean(axis=0)) @ w) ** 2)

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return total / len(y)


# %% tags=["wrong", "id:labels-only", "loses:honest-error-means-tests"]
# why: the mean of the labels is mended, the means of the features still come from all rows.
def honest_error(X, y, groups, alphas):
    X = X - X.mean(axis=0)

    def squares(train, test, alpha):
        my = y[train].mean()
        return np.sum((y[test] - my - X[test] @ fit(X[train], y[train] - my, alpha)) ** 2)

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return total / len(y)


# %% tags=["wrong", "id:first-alpha", "loses:honest-error-choice-tests"]
# why: no choice at all: the first alpha of the list is used.
def honest_error(X, y, groups, alphas):
    total = 0.0
    for g in np.unique(groups):
        out = groups == g
        mx, my = X[~out].mean(axis=0), y[~out].mean()
        total += np.sum(
            (y[out] - my - (X[out] - mx) @ fit(X[~out] - mx, y[~out] - my, alphas[0])) ** 2
        )
    return total / len(y)


# %% tags=["wrong", "id:intercept-penalised", "loses:honest-error-means-tests"]
# why: a column of ones instead of means: its parameter is penalised; the program leaves the intercept free.
def honest_error(X, y, groups, alphas):
    Z = np.column_stack([np.ones(len(y)), X])

    def squares(train, test, alpha):
        return np.sum((y[test] - Z[test] @ fit(Z[train], y[train], alpha)) ** 2)

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        total += squares(o, ~o, alphas[np.argmin(scores)])
    return total / len(y)


# %% tags=["wrong", "id:one-choice-for-all", "loses:honest-error-choice-tests"]
# why: alpha is chosen by majority among the honest choices of all groups and used for every group: g takes part in the choices of the others.
def honest_error(X, y, groups, alphas):
    def squares(train, test, alpha):
        mx, my = X[train].mean(axis=0), y[train].mean()
        return np.sum(
            (y[test] - my - (X[test] - mx) @ fit(X[train] - mx, y[train] - my, alpha)) ** 2
        )

    votes = []
    for g in np.unique(groups):
        o = groups != g
        scores = [
            sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
            for a in alphas
        ]
        votes.append(int(np.argmin(scores)))
    alpha = alphas[np.bincount(votes).argmax()]
    return sum(squares(groups != g, groups == g, alpha) for g in np.unique(groups)) / len(y)


# %% tags=["wrong", "id:smallest-inner-error", "loses:honest-error-choice-tests"]
# why: reports the mean of the smallest inner errors, those that chose alpha, instead of the errors of the groups that were left out.
def honest_error(X, y, groups, alphas):
    def squares(train, test, alpha):
        mx, my = X[train].mean(axis=0), y[train].mean()
        return np.sum(
            (y[test] - my - (X[test] - mx) @ fit(X[train] - mx, y[train] - my, alpha)) ** 2
        )

    total = 0.0
    for g in np.unique(groups):
        o = groups != g
        if len(alphas) == 1:
            total += squares(o, ~o, alphas[0])
        else:
            scores = [
                sum(squares(o & (groups != h), groups == h, a) for h in np.unique(groups[o]))
                for a in alphas
            ]
            total += min(scores) / o.sum() * (~o).sum()
    return total / len(y)
