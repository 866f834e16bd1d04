"""The methods of the course on a second federation: flights from New York, beside the stations.

Run it from the root: python benchmarks/reproduce_flights.py [part ...] [--check]. The parts are
``places`` (means by GTVMin, FedKNN and Ditto, at airports and at weather stations), ``weather``
(regressions by FedAvg, Ditto and GTVMin, airports and carriers as clients) and ``bag`` (FedBag and
its rivals); each writes its benchmarks/results/flights_<part>.json.

Days are dealt to training and test at random: the same ones to all clients, or, in the settings of
``places`` with own days or hours, to each client anew. Then a test day of one client can be a
training day of others. What a method may choose, it chooses by days of the training part that are
held out.
"""

from __future__ import annotations

import numpy as np
from recorded import digits as rounded
from recorded import main

from flcourse import data, erm, fedbag, fedknn, fedopt, graph, gtvmin
from flcourse.losses import Softmax, Squared

SEEDS = list(range(20))
ALPHAS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0]
NEIGHBOURS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 100]
PULLS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0]
ENOUGH = 30  # test rows that a client needs, for its test mean to be worth something


def summary(values):
    """Mean over the seeds, its standard error, and the values."""
    x = np.asarray(values, dtype=float)
    error = x.std(ddof=1) / len(x) ** 0.5
    return {"mean": rounded(x.mean()), "error": rounded(error), "per_seed": rounded(x)}


# Part places: one number for each client.


def tables(latlon, units, times, y):
    """Positions, and rows, sums and sums of squares of each client, by day or hour."""
    parts = np.zeros((3, len(y), units))
    for i, (t, y_i) in enumerate(zip(times, y, strict=True)):
        for part, power in zip(parts, (0, 1, 2), strict=True):
            np.add.at(part[i], t, y_i**power)
    return latlon, parts


def airports():
    """Rows of the airports by day."""
    flights = data.load_flights()
    return tables(flights.latlon, 364, flights.days, flights.y)


def stations():
    """Rows of the simulated weather stations by hour."""
    twin = data.load_fmi("simulated")
    hours = np.unique(np.concatenate(twin.timestamps))
    return tables(
        twin.latlon, len(hours), [np.searchsorted(hours, t) for t in twin.timestamps], twin.y
    )


def moments(parts, chosen):
    """Rows, mean and mean square of each client, of those days that are chosen for it."""
    m, total, squares = (parts * chosen).sum(axis=2)
    return m, total / np.maximum(m, 1), squares / np.maximum(m, 1)


def unit_vectors(latlon):
    """Places on the sphere, so that near is near."""
    lat, lon = np.deg2rad(latlon.T)
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def trust(m, by_size):
    """Weight of each client's own mean: its rows over their mean, or 1; 0 without rows."""
    return m / m.mean() if by_size else (m > 0) * 1.0


def alone(m, means):
    """Own mean; without rows that of all."""
    return np.where(m > 0, means, np.average(means, weights=m))


def coupled(A, by_size):
    """GTVMin for all alphas, by its normal equations for x = 1 (eq-gtvmin-normal)."""
    L = graph.laplacian(A).toarray()

    def estimates(m, means):
        s = trust(m, by_size)
        return [np.linalg.solve(np.diag(s) + alpha * L, s * means) for alpha in ALPHAS]

    return estimates


def nearest(order, by_size):
    """FedKNN for all numbers of neighbours; who has no row is no neighbour."""

    def estimates(m, means):
        s = trust(m, by_size)
        for k in NEIGHBOURS:
            w = fedknn.weights(order, k).toarray() * s
            total = w.sum(axis=1)
            known = total > 0
            w[known] /= total[known, np.newaxis]
            w[~known] = m / m.sum()  # nobody near has rows: the mean of all
            yield fedknn.weighted_estimate(means, w)

    return estimates


def pulled(by_size):
    """Personal models of Ditto at their optimum, for all pulls towards the mean of all rows."""

    def estimates(m, means):
        s, w = trust(m, by_size), np.average(means, weights=m)
        return [(s * means + pull * w) / (s + pull) for pull in PULLS]

    return estimates


def methods(latlon, rng):
    """Each method as a function from rows and means to its estimates, one for each knob."""
    n = len(latlon)
    A, order = graph.knn_graph(latlon, 5, metric="haversine"), fedknn.neighbours(
        unit_vectors(latlon), n)  # fmt: skip
    other = rng.permutation(n)
    return {
        "local": lambda m, means: [alone(m, means)],
        "pooled": lambda m, means: [np.full(n, np.average(means, weights=m))],
        "GTVMin": coupled(A, False),
        "GTVMin, by size": coupled(A, True),
        "GTVMin, by size, places shuffled": coupled(A[other][:, other], True),
        "FedKNN": nearest(order, False),
        "FedKNN, by size": nearest(order, True),
        "Ditto": pulled(False),
        "Ditto, by size": pulled(True),
    }  # fmt: skip


def best(estimates, parts, rank, k):
    """Number of the knob with the smallest squared error on held-out days, mean over clients."""
    losses, folds = [], min(5, k)
    for fold in range(folds):
        held_out = (rank < k) & (rank % folds == fold)
        m, means, squares = moments(parts, held_out)
        seen = m > 0
        tries = estimates(*moments(parts, (rank < k) & ~held_out)[:2])
        losses.append([np.mean((squares - 2 * w * means + w**2)[seen]) for w in tries])
    return int(np.argmin(np.mean(losses, axis=0)))


def dealt(parts, own, rng):
    """Rank of each day or hour for each client; the first ones are for training."""
    rank = np.tile(rng.permutation(parts.shape[2]), (len(parts[0]), 1))
    return rng.permuted(rank, axis=1) if own else rank


def noise_of_test_means(federation, k, own, seed):
    """Root mean square standard error of the test means, as if rows were independent."""
    _, parts = federation
    rows, truth, squares = moments(parts, dealt(parts, own, np.random.default_rng(seed)) >= k)
    return np.mean(((squares - truth**2) / np.maximum(rows, 1))[rows >= ENOUGH]) ** 0.5


def one_split(federation, k, own, seed):
    """Errors of all methods, over all clients and over the third with the fewest rows."""
    (latlon, parts), rng = federation, np.random.default_rng(seed)
    rank = dealt(parts, own, rng)
    m, means, _ = moments(parts, rank < k)
    rows, truth, _ = moments(parts, rank >= k)
    large = rows >= ENOUGH
    few = large & (rows <= np.quantile(rows[large], 1 / 3))
    for name, estimates in methods(latlon, rng).items():
        knob = best(estimates, parts, rank, k)
        square = (list(estimates(m, means))[knob] - truth) ** 2
        yield name, [square[large].mean() ** 0.5, square[few].mean() ** 0.5, knob]


SETTINGS = {
    "airports, own days, 4 %": (airports, 14, True),
    "airports, same days, 4 %": (airports, 14, False),
    "airports, same days, 15 %": (airports, 56, False),
    "airports, same days, 50 %": (airports, 182, False),
    "stations, own hours, 3 %": (stations, 3, True),
    "stations, same hours, 3 %": (stations, 3, False),
}


def places():
    """Distance of each client's estimate from its mean on test days or hours."""
    table, noise = {}, {}
    for setting, (load, k, own) in SETTINGS.items():
        federation = load()
        noise[setting] = summary([noise_of_test_means(federation, k, own, seed) for seed in SEEDS])
        runs = [dict(one_split(federation, k, own, seed)) for seed in SEEDS]
        found = {method: np.array([run[method] for run in runs]) for method in runs[0]}
        shuffled = found["GTVMin, by size, places shuffled"][:, 0]
        table[setting] = {
            method: {"error": summary(x[:, 0]), "small": summary(x[:, 1]),
                     "less_local": summary(x[:, 0] - found["local"][:, 0]),
                     "less_shuffled": summary(x[:, 0] - shuffled),
                     "knob": rounded(np.median(x[:, 2]))}
            for method, x in found.items()
        }  # fmt: skip
    record = {
        "data": "rows of load_flights() on random days, and of the simulated stations at random "
        "hours, drawn for each client or the same for all; tested on all other days or hours, at "
        f"clients with {ENOUGH} test rows or more",
        "seeds": f"{SEEDS[0]} to {SEEDS[-1]}, each for a choice of days and a shuffling of places",
        "spread": "± is the standard error of the mean over the splits, which share their data",
        "stop": "none: all estimates are exact",
        "reached": "no target: root of the mean square distance of clients from their test means",
        "fair": "all methods meet the same splits; each knob has a grid of ten or eleven values, "
        "from nearly local to a pull that leaves airports nearly one value (at the stations, whose "
        "graph hangs together by little, alpha = 100 is still far from it), and is chosen by "
        "cross-validation in five folds, or three for three hours, over the training days or hours",
    }
    return {"record": record, "seeds": SEEDS, "alphas": ALPHAS, "noise": noise, "table": table}


# Part weather: a regression at each client.

TRAIN = 91
FEDAVG = {"lr": 0.05, "epochs": 5}
ROUNDS, CHOSEN = 100, 20
SHRINK = [0.03, 0.1, 0.3, 1.0, 3.0]
LOCAL = "local, ridge towards the mean of all rows"


def regression(by):
    """Function from days to clients (X, y): delays on standardised weather."""
    flights, weather = data.load_flights(by), data.load_weather().values.mean(axis=1)
    weather = (weather - weather.mean(axis=0)) / weather.std(axis=0)

    def clients(days):
        part = flights.on(days)
        return [(np.column_stack([np.ones(len(t)), weather[t]]), y)
                for t, y in zip(part.days, part.y, strict=True)]  # fmt: skip

    return flights.latlon, clients


def server(aggregate, clients, seed):
    """Model after the rounds of FedAvg; clients without a row cannot take part."""
    present = [client for client in clients if len(client[1])]
    return fedopt.simulate(
        fedopt.FedAvg(**FEDAVG), Squared(), present, ROUNDS, aggregate=aggregate, gradients=False,
        select=fedopt.uniform(len(present), min(CHOSEN, len(present) // 2)), every=ROUNDS,
        rng=np.random.default_rng(seed),
    ).w  # fmt: skip


def personal(w, clients):
    """Personal models of Ditto around w, for all pulls."""
    return [np.array([Squared().prox(w, *client, mu=pull) if len(client[1]) else w
                      for client in clients]) for pull in PULLS]  # fmt: skip


def start(y):
    """Model that says the mean of all rows, whatever the weather: ridges shrink towards it."""
    return np.concatenate([[y.mean()], np.zeros(6)])


def own_intercepts(w, clients):
    """Local ridges on the weather alone, for all pulls; constants are free where there are rows."""
    return [np.array([centred(w, X[:, 1:], y, pull) for X, y in clients]) for pull in PULLS]


def centred(w, F, y, pull):
    """Ridge of one client on its features without the constant; w without rows."""
    if not len(y):
        return w
    middle = F.mean(axis=0)
    slopes = Squared().prox(np.zeros(6), F - middle, y - y.mean(), mu=pull)
    return np.concatenate([[y.mean() - middle @ slopes], slopes])


def own_constants(w, clients):
    """Ditto around w with only the constant personal, for all pulls: the weather is that of w."""
    left = np.array([np.mean(y - X @ w) if len(y) else 0.0 for X, y in clients])
    return [w + np.outer(left / (1 + pull / 2), np.eye(7)[0]) for pull in PULLS]


def graphs(A, clients, by_size):
    """GTVMin for all alphas."""
    return [solution.W for solution in gtvmin.path(A, *scaled(clients, by_size), ALPHAS)]


def scaled(clients, by_size):
    """Features and labels, such that GTVMin counts clients alike or by their rows."""
    s = np.sqrt(trust(np.array([len(y) for _, y in clients]), by_size))
    return [s_i * X for s_i, (X, _) in zip(s, clients, strict=True)], [
        s_i * y for s_i, (_, y) in zip(s, clients, strict=True)]  # fmt: skip


def shrunk_graphs(A, clients, w):
    """GTVMin by size for the distance from the model w, with a ridge penalty on it."""
    n, d = len(clients), len(w)
    X, y = scaled([(X, y - X @ w) for X, y in clients], True)
    for alpha in ALPHAS[1::2]:
        Q, q = gtvmin.system(A, X, y, alpha)
        for penalty in SHRINK:
            yield w + np.linalg.solve(Q.toarray() + penalty * np.eye(n * d), -q / 2).reshape(n, d)


def candidates(latlon, clients, seed, by):
    """All methods: models of all clients, one for each knob."""
    n, X, y = len(clients), *(np.concatenate(part) for part in zip(*clients, strict=True))
    constant, (large, equal) = start(y), (server(how, clients, seed) for how in ("mean", "simple"))
    ridge = {pull: Squared().prox(constant, X, y, mu=pull) for pull in [*PULLS, *SHRINK]}
    found = {
        "constant": [constant], LOCAL: personal(constant, clients),
        "local, ridge, own intercept free": own_intercepts(constant, clients),
        "own mean only": own_constants(constant, clients),
        "common weather, own constants": [W for pull in SHRINK
                                          for W in own_constants(ridge[pull], clients)],
        "pooled": [erm.fit(X, y)], "pooled, ridge": [ridge[pull] for pull in PULLS],
        "FedAvg, by size": [large], "FedAvg, all alike": [equal],
        "Ditto, by size": personal(large, clients), "Ditto, all alike": personal(equal, clients),
        "Ditto around the ridge": [W for pull in SHRINK for W in personal(ridge[pull], clients)],
    }  # fmt: skip
    if by == "airport":
        A = graph.knn_graph(latlon, 5, metric="haversine")
        found |= {"GTVMin": graphs(A, clients, False), "GTVMin, by size": graphs(A, clients, True),
                  "GTVMin, by size, ridge": shrunk_graphs(A, clients, constant)}  # fmt: skip
    return {name: [np.broadcast_to(w, (n, X.shape[1])) for w in ws] for name, ws in found.items()}


def squared_errors(W, clients):
    """Mean squared error of each client that has rows."""
    return np.array([np.mean((y - X @ w) ** 2)
                     for w, (X, y) in zip(W, clients, strict=True) if len(y)])  # fmt: skip


def one_regression(latlon, clients, seed, by):
    """Mean squared errors over rows, over clients, and over the tenth that is worst off."""
    days = np.random.default_rng(seed).permutation(364)
    train, test = days[:TRAIN], clients(days[TRAIN:])
    held_out = clients(train[: TRAIN // 4])
    tried = candidates(latlon, clients(train[TRAIN // 4 :]), seed, by)
    knobs = {name: int(np.argmin([squared_errors(W, held_out).mean() for W in tries]))
             for name, tries in tried.items()}  # fmt: skip
    m = np.array([len(y) for _, y in test if len(y)])
    for name, tries in candidates(latlon, clients(train), seed, by).items():
        e = squared_errors(tries[knobs[name]], test)
        large = np.sort(e[m >= ENOUGH])
        worst = large[-max(1, len(large) // 10) :]
        yield name, [np.average(e, weights=m), large.mean(), worst.mean()]


def weather():
    """Share of the variance on new days that the weather explains, by method."""
    table = {}
    for by in ("airport", "carrier"):
        latlon, clients = regression(by)
        runs = [dict(one_regression(latlon, clients, seed, by)) for seed in SEEDS]
        constant = np.array([run["constant"] for run in runs])
        table[by] = {}
        for name in runs[0]:
            share = 100 * (1 - np.array([run[name] for run in runs]) / constant)
            table[by][name] = {
                what: summary(column)
                for what, column in zip(("rows", "clients", "worst"), share.T, strict=True)
            }
        for row in table[by].values():
            local = table[by][LOCAL]["clients"]["per_seed"]
            row["clients_less_local"] = summary(np.subtract(row["clients"]["per_seed"], local))
    record = {
        "data": f"rows of load_flights() on {TRAIN} random days, with the weather in New York; "
        f"tested on all other days, at clients with {ENOUGH} test rows or more",
        "seeds": f"{SEEDS[0]} to {SEEDS[-1]}, each for days, and for the clients of the rounds",
        "spread": "± is the standard error of the mean over the splits, which share their data",
        "stop": f"FedAvg: {ROUNDS} rounds of {CHOSEN} airports, or of half of the carriers; the "
        "others are exact",
        "reached": "no target: the squared error at the end, against that of the training mean",
        "fair": "the same splits for all; knobs are chosen on a quarter of the training days, from "
        "grids of eleven values, or of five by eleven or five where there are two, then all "
        "training days are used; FedAvg has one step size",
    }
    return {"record": record, "seeds": SEEDS, "table": table}


# Part bag: choose clients by their labels.

CLASSES = [0.0, 15.0]  # early, up to a quarter of an hour late, later
BUDGET, EPOCHS, LENGTH = 30.0, 5, 60


def labelled(by, seed):
    """Training and test clients with the class of the delay as label; who has rows in both."""
    _, clients = regression(by)
    days = np.random.default_rng(seed).permutation(364)
    pairs = zip(clients(days[:TRAIN]), clients(days[TRAIN:]), strict=True)
    return zip(*[[(X, np.digitize(y, CLASSES)) for X, y in pair]
                 for pair in pairs if all(len(y) for _, y in pair)], strict=True)  # fmt: skip


def one_choice(by, seed):
    """Runs of all selectors: labels, clients and seconds of a round, loss, and when it is low."""
    train, test = labelled(by, seed)
    rng = np.random.default_rng([seed, 1])
    Z = np.array([np.bincount(y, minlength=3) for _, y in train])
    times = Z, EPOCHS * Z.sum(axis=1) / rng.uniform(20, 200, len(Z)), rng.uniform(1, 5, len(Z))
    bag = fedbag.ByFedBag(*times, BUDGET)
    size = len(bag(0, np.random.default_rng(seed)))
    selectors = {
        "all": fedbag.AtRandom(*times, len(Z)), "random": fedbag.AtRandom(*times, size),
        "FedCS": fedbag.ByFedCS(*times, BUDGET), "FedBag": bag,
    }  # fmt: skip
    X, y = (np.concatenate(part) for part in zip(*test, strict=True))
    target = None
    for name, select in selectors.items():
        run = fedopt.simulate(
            fedopt.FedAvg(lr=0.1, epochs=EPOCHS), Softmax(), train, LENGTH, select=select,
            rng=np.random.default_rng(seed), gradients=False)  # fmt: skip
        loss = run.metrics["loss"]
        target = 1.01 * loss[-1] if target is None else target
        low = np.flatnonzero(loss <= target)
        groups = [select(t, np.random.default_rng([seed, t])) for t in range(10)]
        yield name, {
            "gemd": np.mean([fedbag.gemd(Z, group) for group in groups]),
            "clients": np.mean([len(group) for group in groups]),
            "loss": Softmax().value(run.w, X, y),
            "accuracy": 100 * np.mean(Softmax().predict(run.w, X) == y),
            "seconds": run.metrics["seconds"][-1] / LENGTH,
            "seconds_to_target": run.metrics["seconds"][low[0]] if len(low) else np.inf,
        }  # fmt: skip


def bag():
    """Table of the selectors, airports and carriers as clients."""
    table, skew = {}, {}
    for by in ("airport", "carrier"):
        runs = [dict(one_choice(by, seed)) for seed in SEEDS]
        table[by] = {
            name: {
                **{key: summary([run[name][key] for run in runs])
                   for key in runs[0][name] if key != "seconds_to_target"},
                "loss_less_random": summary([run[name]["loss"] - run["random"]["loss"]
                                             for run in runs]),
                "reached": int(sum(run[name]["seconds_to_target"] < np.inf for run in runs)),
                "seconds_to_target": rounded(
                    np.median([run[name]["seconds_to_target"] for run in runs])),
                "seconds_to_target_per_seed": [
                    rounded(run[name]["seconds_to_target"]) for run in runs],
            }
            for name in runs[0]
        }  # fmt: skip
        train, _ = labelled(by, SEEDS[0])
        Z = np.array([np.bincount(y, minlength=3) for _, y in train])
        skew[by] = rounded(np.quantile(data.emd(Z), [0, 0.25, 0.5, 0.75, 1]))
    reached = "; ".join(
        f"{by}s: " + ", ".join(f"{name} {row['reached']}" for name, row in rows.items())
        for by, rows in table.items()
    )
    record = {
        "data": f"rows of load_flights() on {TRAIN} random days, label: early, at most 15 minutes "
        "late, or later; the weather in New York as features; test on all other days; speeds and "
        "uploads are simulated",
        "seeds": f"{SEEDS[0]} to {SEEDS[-1]}, each for days, speeds and clients",
        "spread": "± is the standard error of the mean over the seeds, which share their data; "
        "seconds to the target are a median",
        "stop": f"fixed: {LENGTH} rounds of {EPOCHS} epochs; FedBag and FedCS take at most "
        f"{BUDGET:g} seconds for a round",
        "reached": "training loss at most 1 % above that of all clients at the end, runs of "
        f"{len(SEEDS)}: {reached}",
        "fair": "the same days, speeds and start; random groups are as large as FedBag's; one step "
        "size for all",
    }
    return {"record": record, "seeds": SEEDS, "emd": skew, "table": table}


PARTS = {"places": places, "weather": weather, "bag": bag}

if __name__ == "__main__":
    main(__file__, PARTS)
