# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:synthetic-clients"]
from flcourse import erm


def _two(errors):
    errors = sorted(errors)
    worst = errors[len(errors) - (len(errors) + 9) // 10 :]
    return [sum(errors) / len(errors), sum(worst) / len(worst)]


def experiment(seed):
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(12, 2))
    X = [rng.normal(size=(20, 2)) for _ in W]
    y = [X_i @ w + rng.normal(size=20) for X_i, w in zip(X, W)]
    own = [erm.fit(X_i[:8], y_i[:8]) for X_i, y_i in zip(X, y)]
    ridge = [erm.fit(X_i[:8], y_i[:8], 0.1) for X_i, y_i in zip(X, y)]
    one = erm.fit(np.vstack([X_i[:8] for X_i in X]), np.concatenate([y_i[:8] for y_i in y]))
    models = {"local": own, "ridge": ridge, "one model": [one] * 12}
    return {
        name: _two([np.mean((y_i[8:] - X_i[8:] @ w) ** 2) for X_i, y_i, w in zip(X, y, ws)])
        for name, ws in models.items()
    }


# %% tags=["right", "id:digits-by-fedavg"]
from flcourse import fedopt
from flcourse.losses import Softmax


def experiment(seed):
    rng = np.random.default_rng(seed)
    train, test = data.split(data.digits(8, 3, rng=rng), (0.7, 0.3), rng=rng)
    loss = Softmax()
    start = np.zeros(loss.n_params(64, 10))

    def run(clients, rounds, algorithm):
        return fedopt.simulate(
            algorithm,
            loss,
            clients,
            rounds,
            select=fedopt.uniform(len(clients), len(clients)),
            rng=rng,
            start=start,
            every=rounds,
        ).w

    step = fedopt.FedAvg(lr=0.1, epochs=3)
    one = run(train, 4, step)
    prox = run(train, 4, fedopt.FedProx(mu=0.1, lr=0.1, epochs=3))
    own = [run([client], 2, step) for client in train]
    table = {}
    for name, models in {"local": own, "one model": [one] * 8, "FedProx": [prox] * 8}.items():
        error = [1 - np.mean(loss.predict(w, X) == y) for w, (X, y) in zip(models, test)]
        table[name] = np.array([np.mean(error), np.max(error)], dtype=np.float32)
    return table


# %% tags=["right", "id:ring-and-neighbours"]
from flcourse import fedknn


def experiment(seed):
    rng = np.random.default_rng(seed)
    ring = data.ring(64, 1.0, rng=rng, n=5)
    means = ring.y.mean(axis=1) if ring.y.ndim == 2 else ring.y
    means = means.reshape(64, -1)
    estimates = {m: fedknn.knn_estimate(means, ring.points, m, period=1.0) for m in (1, 5, 64)}
    out = {}
    for m, name in [(1, "local"), (64, "one model"), (5, "FedKNN")]:
        e = np.sort(np.sum((estimates[m] - ring.W.reshape(64, -1)) ** 2, axis=1))[::-1]
        out[name] = (float(e.mean()), float(e[:7].mean()))
    return out


# %% tags=["right", "id:four-methods-and-a-matrix"]
def experiment(seed):
    rng = np.random.default_rng([seed, 7])
    truth = np.cumsum(rng.normal(size=30))
    seen, new = truth + rng.normal(size=30), truth + rng.normal(size=30)
    A = graph.knn_graph(np.arange(30.0), 2)
    models = {"local": seen, "one model": np.full(30, seen.mean())}
    for alpha in (0.1, 1.0):
        models[f"GTVMin {alpha}"] = gtvmin.solve(A, None, list(seen[:, None]), alpha).W[:, 0]
    return {
        name: np.matrix([np.mean((new - w) ** 2), np.sort((new - w) ** 2)[-3:].mean()]).T
        for name, w in models.items()
    }


# %% tags=["right", "id:legacy-generator-with-seed"]
def experiment(seed):
    state = np.random.RandomState(seed % 2**32)
    truth = np.linspace(0, 3, 10)
    seen, new = truth + state.randn(10), truth + state.randn(10)
    result = {}
    for name, w in [
        ("one model", np.full(10, np.median(seen))),
        ("local", seen),
        ("zero", 0 * seen),
    ]:
        error = abs(new - w)
        result[name] = [error.mean(), error.max()]
    return result


# %% tags=["right", "id:worst-equal-to-mean"]
def experiment(seed):
    rng = np.random.default_rng(seed)
    noise = float(rng.normal()) ** 2
    return {"local": (noise, noise), "one model": (2.0, 2), "third": (1 + noise, 1 + noise)}


# %% tags=["wrong", "id:list-of-pairs", "says:a dictionary"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return [("local", (a, a)), ("one model", (a, a)), ("third", (a, a))]


# %% tags=["wrong", "id:two-methods", "says:at least three"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"local": (a, a), "one model": (a, a)}


# %% tags=["wrong", "id:no-local-baseline", "says:baselines"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"Ditto": (a, a), "one model": (a, a), "GTVMin": (a, a)}


# %% tags=["wrong", "id:no-common-baseline", "says:baselines"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"local": (a, a), "Ditto": (a, a), "GTVMin": (a, a)}


# %% tags=["wrong", "id:mean-only", "says:Expected shape"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"local": a, "one model": a, "GTVMin": a}


# %% tags=["wrong", "id:not-finite", "says:finite"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"local": (a, a), "one model": (np.nan, np.nan), "GTVMin": (a, a)}


# %% tags=["wrong", "id:accuracies", "says:not accuracies"]
def experiment(seed):
    a = np.random.default_rng(seed).random()
    return {"local": (a, a / 2), "one model": (a, a / 2), "GTVMin": (a, a / 2)}


# %% tags=["wrong", "id:seed-ignored", "says:is seed used"]
def experiment(seed):
    a = np.random.default_rng(0).random()
    return {"local": (a, a), "one model": (a, a), "GTVMin": (a, a)}


# %% tags=["wrong", "id:no-seed-at-all", "says:default_rng(seed)"]
def experiment(seed):
    a = np.random.default_rng().random()
    return {"local": (a, a), "one model": (a, a), "GTVMin": (a, a)}


# %% tags=["wrong", "id:methods-by-chance", "says:same methods"]
calls = []


def experiment(seed):
    calls.append(seed)
    a = np.random.default_rng(seed).random()
    return {"local": (a, a), "one model": (a, a), f"GTVMin {len(calls)}": (a, a)}


# %% tags=["wrong", "id:nothing-returned", "says:a dictionary"]
def experiment(seed):
    rng = np.random.default_rng(seed)
    print({"local": rng.random()})
