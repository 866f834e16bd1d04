"""Attack and defence on digits: who was in the data, and what privacy for clients costs.

Run it from the root: python benchmarks/reproduce_privacy.py [membership] [clients] [--check]. It
takes about a minute of one core, and writes results/privacy_membership.json and
results/privacy_clients.json.

The attacker of `membership` sees the loss of a row under the model of one client and says whether
the row was trained on: by the loss itself, or by how much larger the odds of the true class are
than under models of its own that never saw the row. Its threshold comes from some clients, and is
judged on others. In `clients` a federation learns with clipped updates and noise for a stated
(ε, δ), with the noise that exact accounting asks for.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from recorded import digits as rounded
from recorded import main
from scipy.optimize import brentq, minimize
from scipy.special import log_softmax

from flcourse import data, fedopt, privacy
from flcourse.losses import Softmax

ROWS = (20, 50, 100, 200, 400)
RIDGES = (1e-4, 1e-2, 1e-1)
OWN, OTHERS = range(8), range(8, 24)  # the attacker's seeds, and those of its victims
MODELS = 16  # of the attacker, on images of its own
LOSS = Softmax()


def local_model(X, y, ridge):
    """Softmax regression with ridge/2 ‖w‖², to the minimum."""
    found = minimize(
        lambda w: LOSS.value(w, X, y) + ridge / 2 * w @ w,
        np.zeros(LOSS.n_params(64, 10)),
        jac=lambda w: LOSS.gradient(w, X, y) + ridge * w,
        method="L-BFGS-B",
        options={"maxiter": 2000},
    )
    return found.x


def odds(w, X, y):
    """Logarithm of the odds of each row's true class: a monotone function of its loss."""
    F = np.column_stack([X, np.ones(len(X))])
    loss = -log_softmax(F @ w.reshape(65, 10), axis=1)[np.arange(len(y)), y]
    return -loss - np.log(-np.expm1(-np.maximum(loss, 1e-12)))


def halves():
    """Images that victims draw from, and images of the attacker's own."""
    [(X, y)] = data.digits(1, 10, rng=np.random.default_rng(0))
    order = np.random.default_rng(1).permutation(len(y))
    return [(X[part], y[part]) for part in np.array_split(order, 2)]


def victim(m, ridge, seed, usual):
    """Odds against m rows that were trained on and m others, plain and beside the usual ones."""
    X, y = halves()[0]
    order = np.random.default_rng([seed, m]).permutation(len(y))
    own, others = order[:m], order[m : 2 * m]
    w = local_model(X[own], y[own], ridge)
    accuracy = np.mean(LOSS.predict(w, X[order[m:]]) == y[order[m:]])
    found = odds(w, X, y)
    return [(-each[own], -each[others]) for each in (found, found - usual)], accuracy


def usual_odds(m, ridge):
    """Mean odds of each of the victims' images under models that never saw one of them."""
    (X, y), (X_own, y_own) = halves()
    found = []
    for seed in range(MODELS):
        rows = np.random.default_rng([seed, m, 2]).permutation(len(y_own))[:m]
        found.append(odds(local_model(X_own[rows], y_own[rows], ridge), X, y))
    return np.mean(found, axis=0)


def thresholds(pairs):
    """Values up to which to accuse: for most right answers, and for 1 % of wrong accusations."""
    inside, outside = (np.concatenate(part) for part in zip(*pairs, strict=True))
    false, true = privacy.roc(inside, outside)
    tau = np.concatenate([[-np.inf], np.unique(np.concatenate([inside, outside]))])
    return tau[np.argmax(true - false)], tau[false <= 0.01][-1]


def attack(m, ridge):
    """Success of both attacks at each victim, with thresholds from other victims."""
    usual = usual_odds(m, ridge)
    known, judged = ([victim(m, ridge, s, usual) for s in seeds] for seeds in (OWN, OTHERS))
    found = {"accuracy": [accuracy for _, accuracy in judged]}
    for kind, name in enumerate(("plain", "calibrated")):
        best, careful = thresholds([pairs[kind] for pairs, _ in known])
        pairs = [pairs[kind] for pairs, _ in judged]
        found[f"right_{name}"] = [(np.mean(a <= best) + np.mean(b > best)) / 2 for a, b in pairs]
        found[f"true_{name}"] = [np.mean(a <= careful) for a, _ in pairs]
        found[f"false_{name}"] = [np.mean(b <= careful) for _, b in pairs]
    return found


def membership():
    """Success of the attacks over rows of a client and ridges."""
    table = {}
    for ridge in RIDGES:
        for m in ROWS:
            table[f"{ridge:g}, {m}"] = {
                "ridge": ridge,
                "rows": m,
                **{
                    name: [rounded(100 * np.mean(x), 2), rounded(100 * np.std(x, ddof=1), 2)]
                    for name, x in attack(m, ridge).items()
                },
            }
    record = {
        "data": "digits of all kinds: m images are the client's, m others stand against them; half "
        "of all images are the attacker's own",
        "seeds": f"{OWN[0]} to {OWN[-1]} are clients that the thresholds come from, {OTHERS[0]} to "
        f"{OTHERS[-1]} the victims; {MODELS} models of the attacker",
        "spread": "± is the standard deviation over the victims",
        "stop": "L-BFGS at the minimum of softmax loss and ridge, at most 2,000 steps",
        "reached": "no target",
        "fair": "a coin is right in 50 %; thresholds are chosen on other clients than those that "
        "are attacked, and no model of the attacker has seen an image of theirs",
    }
    return {"record": record, "seeds": list(OTHERS), "table": table}


DELTA, EPSILONS, SEEDS = 1e-5, (8.0, 2.0, 0.5), range(8)
FEDERATIONS = {"12": (12, 1.0, 20), "100": (100, 1.0, 20), "100, chosen": (100, 0.2, 100)}
WORK: dict[str, Any] = {"lr": 0.5, "epochs": 5}


def noise(epsilon, rate, rounds):
    """Least noise multiplier for the whole run."""
    if rate == 1:
        return sqrt(rounds) * privacy.gaussian_sigma(epsilon, DELTA)
    return brentq(
        lambda s: privacy.subsampled_epsilon(s, rate, rounds, DELTA) - epsilon, 0.3, 100, xtol=1e-6
    )


def accuracy(n, rate, rounds, sigma, seed):
    """Accuracy of the common model on test images, in percent."""
    dealt = data.digits(n, 4, rng=np.random.default_rng(seed))
    train, test = data.split(dealt, rng=np.random.default_rng([seed, 1]))
    run = fedopt.simulate(
        fedopt.FedAvg(**WORK), LOSS, train, rounds, gradients=False, every=rounds,
        select=lambda t, r: np.flatnonzero(r.random(n) < rate),
        aggregate=privacy.clipped_mean(
            1.0, sigma, rng=np.random.default_rng([seed, 2]), clients=n * rate
        ),
        rng=np.random.default_rng([seed, 3]),
    )  # fmt: skip
    X, y = (np.concatenate(part) for part in zip(*test, strict=True))
    return 100 * np.mean(LOSS.predict(run.w, X) == y)


def clients():
    """Accuracy of federations of two sizes under three budgets, and without noise."""
    table = {}
    for name, (n, rate, rounds) in FEDERATIONS.items():
        for epsilon in (None, *EPSILONS):
            sigma = 0.0 if epsilon is None else noise(epsilon, rate, rounds)
            found = [accuracy(n, rate, rounds, sigma, seed) for seed in SEEDS]
            table[f"{name}: {'none' if epsilon is None else f'{epsilon:g}'}"] = {
                "clients": n, "rate": rate, "rounds": rounds, "epsilon": epsilon,
                "sigma": rounded(sigma, 3), "mean": rounded(np.mean(found), 2),
                "deviation": rounded(np.std(found, ddof=1), 2), "per_seed": rounded(found, 2),
            }  # fmt: skip
    record = {
        "data": "the same 1,797 digits, four kinds to a client; a fifth of each client's to test",
        "seeds": f"{SEEDS[0]} to {SEEDS[-1]} deal, choose and add noise",
        "spread": "± is the standard deviation over the seeds",
        "stop": "20 rounds with all clients, or 100 with a chance of 0.2 for each",
        "reached": "no target: the accuracy after the last round",
        "fair": f"the same local work ({WORK['epochs']} steps of {WORK['lr']}) and the same "
        "clipping to length 1 everywhere; nothing was tuned; δ is 1e-5",
    }
    return {"record": record, "seeds": list(SEEDS), "table": table}


PARTS = {"membership": membership, "clients": clients}

if __name__ == "__main__":
    main(__file__, PARTS)
