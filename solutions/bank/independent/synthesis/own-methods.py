# ruff: noqa
# %% tags=["right", "id:linear-system"]
# why: (I + alpha L) w = local means, vectorised
def own_methods():
    means = np.array([t.mean() for t in own_train])
    L = 12 * np.eye(12) - np.ones((12, 12))
    W = [
        means,
        np.full(12, np.concatenate(own_train).mean()),
        np.linalg.solve(np.eye(12) + own_alpha * L, means),
    ]
    E = np.array([[np.mean((t - w) ** 2) for t, w in zip(own_test, row)] for row in W])
    table = np.column_stack([E.mean(1), np.sort(E, axis=1)[:, -2:].mean(1)])
    return table, table[:, 1].argmin()


# %% tags=["right", "id:closed-form"]
# why: on the complete graph GTVMin shrinks the means to their mean
def own_methods():
    local = [sum(t) / len(t) for t in own_train]
    centre = sum(local) / 12
    one = sum(sum(t) for t in own_train) / sum(len(t) for t in own_train)
    shrink = 1 / (1 + 12 * own_alpha)
    coupled = [centre + shrink * (x - centre) for x in local]
    table = []
    for w in (local, [one] * 12, coupled):
        errors = sorted(
            (sum((v - w_i) ** 2 for v in t) / len(t) for t, w_i in zip(own_test, w)), reverse=True
        )
        table.append((sum(errors) / len(errors), (errors[0] + errors[1]) / 2))
    best = min(range(3), key=lambda k: table[k][1])
    return table, best


# %% tags=["right", "id:gradient-descent"]
# why: GTVMin by gradient steps until nothing moves
def own_methods():
    y = np.array([t.mean() for t in own_train])
    w = y.copy()
    for _ in range(4000):
        w = w - 0.1 * (w - y + own_alpha * (12 * w - w.sum()))
    pooled = np.hstack(own_train).mean()
    out = np.zeros((3, 2))
    for k, pred in enumerate([y, pooled + 0 * y, w]):
        e = np.array([((t - p) ** 2).mean() for t, p in zip(own_test, pred)])
        worst = np.argsort(-e)[: math.ceil(12 / 10)]
        out[k] = e.mean(), e[worst].mean()
    return out, int(np.argmin(out[:, 1]))


import math


# %% tags=["right", "id:stacked-least-squares"]
# why: GTVMin as least squares with a row for each hour and each edge
def own_methods():
    A, b = [], []
    for i, t in enumerate(own_train):
        for v in t:
            row = np.zeros(12)
            row[i] = 1 / np.sqrt(len(t))
            A.append(row)
            b.append(v / np.sqrt(len(t)))
    for i in range(12):
        for j in range(i):
            row = np.zeros(12)
            row[i], row[j] = own_alpha**0.5, -(own_alpha**0.5)
            A.append(row)
            b.append(0.0)
    gtv = np.linalg.lstsq(np.array(A), np.array(b), rcond=None)[0]
    local = np.array(list(map(np.mean, own_train)))
    one = np.full_like(local, np.mean(np.concatenate(own_train)))
    W = np.vstack([local, one, gtv])
    mse = np.empty((3, 12))
    for k in range(3):
        for i in range(12):
            mse[k, i] = np.var(own_test[i]) + (np.mean(own_test[i]) - W[k, i]) ** 2
    part = np.partition(mse, -2, axis=1)[:, -2:]
    table = np.array([mse.mean(axis=1), part.mean(axis=1)]).T
    return table.tolist(), float(np.argmin(part.sum(axis=1)))


# %% tags=["right", "id:coordinate-descent"]
# why: each town in turn takes the weighted mean of its own and the others
def own_methods():
    own = [float(np.mean(t)) for t in own_train]
    w = list(own)
    for _ in range(500):
        for i in range(12):
            others = sum(w) - w[i]
            w[i] = (own[i] + own_alpha * others) / (1 + 11 * own_alpha)
    predictions = {0: own, 1: [float(np.concatenate(own_train).mean())] * 12, 2: w}
    result = {}
    for k, pred in predictions.items():
        e = sorted(float(np.mean(np.square(own_test[i] - pred[i]))) for i in range(12))
        result[k] = [np.mean(e), np.mean(e[10:])]
    return [result[0], result[1], result[2]], min(result, key=lambda k: result[k][1])


# %% tags=["right", "id:scipy-minimise"]
# why: the objective handed to scipy
from scipy.optimize import minimize


def own_methods():
    def objective(w):
        value = sum(np.mean((t - w_i) ** 2) for t, w_i in zip(own_train, w))
        return value + own_alpha * sum((w[i] - w[j]) ** 2 for i in range(12) for j in range(i))

    def slope(w):
        return np.array([2 * (w_i - t.mean()) for t, w_i in zip(own_train, w)]) + 2 * own_alpha * (
            12 * w - w.sum()
        )

    start = np.array([t.mean() for t in own_train])
    g = minimize(objective, start, jac=slope, method="BFGS", options={"gtol": 1e-10}).x
    rows = []
    for w in (start, np.repeat(np.concatenate(own_train).mean(), 12), g):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(own_test, w)])
        rows.append(np.array([e.mean(), e[e >= np.sort(e)[-2]].mean()]))
    return np.stack(rows), np.argmin([r[1] for r in rows])


# %% tags=["right", "id:eigenvectors"]
# why: eigenvectors of the Laplacian
def own_methods():
    L = np.diag([11.0] * 12) - (1 - np.eye(12))
    lam, V = np.linalg.eigh(L)
    m = np.array([t.mean() for t in own_train])
    g = V @ ((V.T @ m) / (1 + own_alpha * lam))
    one = np.average(m, weights=[len(t) for t in own_train])

    def pair(w):
        e = [np.dot(t - x, t - x) / t.size for t, x in zip(own_test, w)]
        top = max(e)
        rest = list(e)
        rest.remove(top)
        return np.mean(e), (top + max(rest)) / 2

    table = np.array([pair(m), pair(np.ones(12) * one), pair(g)])
    return (table, np.array(table[:, 1].argmin()))


# %% tags=["right", "id:cut-into-arrays"]
# why: all test hours in one array with town numbers, bincount
def own_methods():
    town = np.repeat(np.arange(12), [t.size for t in own_test])
    hours = np.concatenate(own_test)
    m = np.array([np.average(t) for t in own_train])
    P = (np.eye(12) + own_alpha * np.ones((12, 12))) / (1 + 12 * own_alpha)
    W = np.array([m, np.repeat(np.concatenate(own_train).mean(), 12), P @ m])
    E = np.array([np.bincount(town, (hours - w[town]) ** 2) / np.bincount(town) for w in W])
    E.sort(axis=1)
    return np.c_[E.mean(1), E[:, 10:].mean(1)], int(E[:, 10:].sum(1).argmin())


# %% tags=["right", "id:typed", "own:public"]
# why: the public table with nine digits and the choice
def own_methods():
    return [
        [39.6793329658, 66.8957972527],
        [30.4512413289, 42.4521643923],
        [29.7250543759, 44.2918050387],
    ], 1


# %% tags=["wrong", "id:worst-town", "loses:own-methods-tests"]
# why: tenth rounded down to one town
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(worst=1)


# %% tags=["wrong", "id:roots", "loses:own-methods-tests"]
# why: roots of the errors
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return np.sqrt(t), c


# %% tags=["wrong", "id:train-errors", "loses:own-methods-tests"]
# why: errors on the hours to train on
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(test=own_train)


# %% tags=["wrong", "id:pooled-test", "loses:own-methods-tests"]
# why: all test hours pooled in the mean
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(pooled=True)


# %% tags=["wrong", "id:mean-of-means", "loses:own-methods-tests"]
# why: one model is the mean of the towns' means
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(one=np.mean([t.mean() for t in own_train]))


# %% tags=["wrong", "id:weighted-losses", "loses:own-methods-tests"]
# why: the factor 1/m_i is missing in GTVMin
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    n = np.array([len(t) for t in own_train])
    s = np.array([t.sum() for t in own_train])
    return TABLE(gtv=np.linalg.solve(np.diag(n) + own_alpha * (12 * np.eye(12) - 1), s))


# %% tags=["wrong", "id:edges-twice", "loses:own-methods-tests"]
# why: each edge counted twice
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    m = np.array([t.mean() for t in own_train])
    return TABLE(gtv=np.linalg.solve(np.eye(12) + 2 * own_alpha * (12 * np.eye(12) - 1), m))


# %% tags=["wrong", "id:loops-in-graph", "loses:own-methods-tests"]
# why: degrees 12, as if each town were its own neighbour (L + I)
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    m = np.array([t.mean() for t in own_train])
    return TABLE(gtv=np.linalg.solve(np.eye(12) + own_alpha * (13 * np.eye(12) - 1), m))


# %% tags=["wrong", "id:ring-graph", "loses:own-methods-tests"]
# why: towns joined in a ring
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    m = np.array([t.mean() for t in own_train])
    R = 2 * np.eye(12) - np.roll(np.eye(12), 1, 0) - np.roll(np.eye(12), -1, 0)
    return TABLE(gtv=np.linalg.solve(np.eye(12) + own_alpha * R, m))


# %% tags=["wrong", "id:swapped-columns", "loses:own-methods-tests"]
# why: worst tenth first
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t[:, ::-1], c


# %% tags=["wrong", "id:transposed", "loses:own-methods-tests"]
# why: methods as columns
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t.T, c


# %% tags=["wrong", "id:choice-from-one", "loses:own-methods-tests"]
# why: choice counted from 1
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t, c + 1


# %% tags=["wrong", "id:worst-choice", "loses:own-methods-tests"]
# why: the method with the largest worst tenth
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t, t[:, 1].argmax()


# %% tags=["wrong", "id:name-of-choice", "loses:own-methods-tests"]
# why: the name in place of the row
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t, ["local", "one model", "GTVMin"][c]


# %% tags=["wrong", "id:best-tenth", "loses:own-methods-tests"]
# why: the best tenth
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(worst=-2)


# %% tags=["wrong", "id:two-decimals", "loses:own-methods-tests"]
# why: table rounded to two decimals
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    t, c = TABLE()
    return t.round(2), c


# %% tags=["wrong", "id:training-medians", "loses:own-methods-tests"]
# why: medians in place of means
def TABLE(worst=2, test=None, pooled=False, one=None, gtv=None, local=None):
    means = np.array([t.mean() for t in own_train])
    if gtv is None:
        gtv = np.linalg.solve(np.eye(12) + own_alpha * (12 * np.eye(12) - 1), means)
    if one is None:
        one = np.concatenate(own_train).mean()
    if local is None:
        local = means
    test = own_test if test is None else test
    table = []
    for w in (local, np.full(12, one), gtv):
        e = np.array([np.mean((t - x) ** 2) for t, x in zip(test, w)])
        mean = np.average(e, weights=[len(t) for t in test]) if pooled else e.mean()
        table.append(
            [mean, np.sort(e)[-worst:].mean() if worst > 0 else np.sort(e)[:-worst].mean()]
        )
    table = np.array(table)
    return table, int(table[:, 1].argmin())


def own_methods():
    return TABLE(local=np.array([np.median(t) for t in own_train]))
