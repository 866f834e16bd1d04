"""Copying earns little: what the book and the package hold, pasted under the asked names.

In each assignment it earns at most three of the ten points. `tests/copying.py` says what is pasted
and how: here the functions of the assignment's own chapter, its exercises and solutions, and what a
person makes of its lines. Cells, formulas, the other chapters and the package take minutes: they
are tried where the environment variable FLCOURSE_COPY_ALL is set, after a change of an assignment.
"""

import os
from pathlib import Path

import copying
import pytest

from flcourse.grading.authoring import tiers
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
STEMS = sorted(path.name for path in (ROOT / "solutions" / "bank").iterdir() if path.is_dir())
STEMS = [stem for stem in STEMS if (ROOT / "book" / f"{stem}.md").exists()]
MOST = 3.0  # points of ten

# What a person makes of a cell by hand: too far from a paste for a machine, and known to be tried.
BY_HAND = {
    "erm": {
        "risk-terms": "def risk_terms(X, y, counts):\n    m = len(y)\n"
        "    return X.T @ X / m, -2 * X.T @ y / m, y @ y / m",
        "ridge-intercept": """
def ridge_intercept(X, y, alpha):
    Z, d = X - X.mean(axis=0), X.shape[1]
    w = np.linalg.solve(Z.T @ Z / len(y) + alpha * np.eye(d), Z.T @ (y - y.mean()) / len(y))
    return w, y.mean() - X.mean(axis=0) @ w
""",
        "extra-rows": "def extra_rows(m, penalties, guess):\n"
        "    return np.diag(np.sqrt(penalties * m)), np.zeros(len(guess))",
        "honest-error": """
def honest_error(X, y, groups, alphas):
    errors = np.zeros(len(alphas))
    for g in np.unique(groups):
        inside = groups == g
        for k, alpha in enumerate(alphas):
            w = fit(X[~inside], y[~inside], alpha)
            errors[k] += np.sum((y[inside] - X[inside] @ w) ** 2) / len(y)
    return errors.min()
""",
    },
    "fedknn": {
        "neighbour-order": """
def neighbour_order(points, m):
    gap = np.abs(points[:, np.newaxis] - points)
    return np.argsort(np.minimum(gap, 1.0 - gap), axis=1, kind="stable")[:, :m]
""",
        "bias-variance": "def bias_variance(theta, A, n, sigma2):\n"
        "    return (A @ theta - theta) ** 2, sigma2 / n * np.sum(A**2, axis=1)",
        "m-star": "def m_star(K, n, sigma2, beta, H, D):\n    b = 1 / (2 * beta + 1)\n"
        "    return max(1, min(K, int(K ** (2 * beta * b) * (sigma2 / n) ** b)))",
    },
    "dpp": {
        "marginals": """
def marginals(S, k):
    sets = list(itertools.combinations(range(len(S)), k))
    p = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    member = np.array([[i in Y for i in range(len(S))] for Y in sets])
    return member.T @ (p[:, None] / p.sum() * member)
""",
        "sample": """
def sample(S, k, size, rng):
    lam, V = np.linalg.eigh(S)
    e = np.zeros((len(lam) + 1, k + 1))
    e[:, 0] = 1.0
    for m, value in enumerate(lam):
        e[m + 1, 1:] = e[m, 1:] + value * e[m, :-1]
    draws = []
    for _ in range(size):
        J, Y = [], []
        for r in reversed(range(len(lam))):
            j = k - len(J)
            if j and rng.random() * e[r + 1, j] < lam[r] * e[r, j - 1]:
                J.append(r)
        rows = V[:, J]
        for _ in range(k):
            chance = np.sum(rows**2, axis=1)
            chance[Y] = 0.0
            Y.append(np.searchsorted(np.cumsum(chance), rng.random() * chance.sum()))
            u = rows[Y[-1]] / np.linalg.norm(rows[Y[-1]])
            rows = rows - np.outer(rows @ u, u)
        draws.append(Y)
    return draws
""",
        "unbiased-update": "def unbiased_update(G, p, b, a, answered):\n"
        "    return (p[answered] / b[answered]) @ G[answered]",
        "variance-with-failures": """
def variance_with_failures(P, G, a, k):
    b = np.diag(P)
    return np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2
""",
    },
    "gtvmin": {
        "local-features": "def local_features(y_i):\n    return np.ones((len(y_i), 1))",
        "local-terms": "def local_terms(X_i, y_i):\n    m = len(y_i)\n"
        "    return X_i.T @ X_i / m, -2 * X_i.T @ y_i / m",
        "solve": "def solve(Q, q):\n    return np.linalg.solve(Q, -q / 2)",
        "assemble": """
def assemble(A, Q_list, q_list, alpha, rho):
    d, L = len(q_list[0]), np.diag(A.sum(axis=1)) - A
    Q = alpha * np.kron(L, np.eye(d))
    for i, Q_i in enumerate(Q_list):
        Q[i * d : (i + 1) * d, i * d : (i + 1) * d] += Q_i
    return Q, np.concatenate(q_list)
""",
    },
    "gossip": {
        "never-agree": "def never_agree(n):\n    return np.array([[0, 1], [1, 0]]), [0.0, 1.0]",
        "weighted-mixing": """
def weighted_mixing(A, m):
    number = (A > 0).sum(axis=1)
    P = (A > 0) / (1 + np.maximum.outer(number, number))
    return P + np.diag(1 - P.sum(axis=1))
""",
        "fastest-step": """
def fastest_step(P, own, limit):
    low, high = 1 - np.linalg.eigvalsh(P)[[-2, 0]]
    return 1 / (low + high), (high - low) / (high + low)
""",
        "track": """
def track(matrices, X, y, eta):
    def slopes(W):
        return np.array([2 / len(y_i) * X_i.T @ (X_i @ w - y_i) for X_i, y_i, w in zip(X, y, W)])

    W = np.zeros((len(y), X[0].shape[1]))
    slope = direction = slopes(W)
    for P in matrices:
        W = P @ W - eta * direction
        before, slope = slope, slopes(W)
        direction = P @ direction + slope - before
    return W
""",
        "after-leaving": """
def after_leaving():
    way = sum(own_sent[i] - own_heard[i, j] for i, j in np.argwhere(own_links))
    return np.full(5, (own_held.sum(axis=0) + way)[0] / (own_held.sum(axis=0) + way)[1])
""",
    },
    "messages": {
        "first-there": """
def first_there(curves, bits, steps, lines, pace, target):
    rounds = [np.flatnonzero(curve > target)[-1] + 1 for curve in curves]
    total = rounds * bits.sum(axis=1)
    return np.argmin(total), rounds[np.argmin(total)], total.min()
""",
        "fewest-levels": """
def fewest_levels():
    found = []
    for U, p, gamma in own_questions:
        d, s = U.shape[1], 1
        while min(d / (4 * s**2), d**0.5 / s) > gamma:
            s += 1
        found.append((s, 32 + ((2 * s + 1) ** d - 1).bit_length()))
    return found
""",
        "standstill": "def standstill(d, k):\n    B = np.ones((2, d))\n"
        "    B[0, :k], B[1, :k] = 9.0, -9.0\n    return B",
        "which-message": """
def which_message(U, Q):
    k, e = np.count_nonzero(Q, axis=1).max(), 0
    for u, q in zip(U, Q):
        x = u + e
        if not np.allclose(q[np.argsort(-np.abs(x))[:k]], x[np.argsort(-np.abs(x))[:k]]):
            return "quantised"
        e = x - q
    return "error"
""",
        "mended": """
def mended(X, y, E, chosen, lr):
    w = c = np.zeros(X[0].shape[1])
    own, p = [0 * w] * len(y), np.array([len(y_i) for y_i in y]) / sum(map(len, y))
    for _ in chosen:
        w_new, c_new = w, c
        for i in range(len(y)):
            v = w
            for _ in range(E[0]):
                v = v - lr * (2 / len(y[i]) * X[i].T @ (X[i] @ v - y[i]) - own[i] + c)
            c_i = own[i] - c + (w - v) / (lr * E[0])
            w_new, c_new = w_new + p[i] * (v - w), c_new + p[i] * (c_i - own[i])
            own[i] = c_i
        w, c = w_new, c_new
    return w, own
""",
        "speed": """
def speed(q, p, lr, E):
    n, E = len(q), int(np.max(E))
    M = 1 - 2 * lr * q
    R, centred = (1 - M**E) / (1 - M), np.eye(n) - p
    top = np.append(p @ M**E, lr * (p * R) @ centred)
    below = np.column_stack([2 / E * q * R, (1 - R / E)[:, None] * centred])
    return np.abs(np.linalg.eigvals(np.vstack([top, below]))).max()
""",
        "which-server": """
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta[0] / (W[1] - W[0]) - tau) ** 2
    return "FedAdam", np.mean(1 - (v - tau**2) / (delta[0] ** 2 - tau**2))
""",
    },
    "privacy": {
        "row-of-update": "def row_of_update(before, after, lr, steps):\n"
        "    x = (after - before) / (after - before)[0]\n"
        "    return x, x @ before + (after - before)[0] / (2 * lr * steps)",
        "deleted-pair": "def deleted_pair(before, after):\n"
        "    gone = before - after\n    return gone[:2] / gone[:2, :1]",
        "twin-table": "def twin_table(X, y):\n    return X[::-1], y[::-1]",
        "calm-ridge": """
from scipy.optimize import brentq
from scipy.special import ndtr


def calm_ridge(X, limit):
    def largest(alpha):
        H = X @ np.linalg.solve(X.T @ X + len(X) * alpha * np.eye(X.shape[1]), X.T)
        a, b = 1 - np.diag(H).max(), 1 + np.diag(H).max()
        t2 = a * b * np.log(b / a) / (b - a)
        return 2 * ndtr((t2 / a) ** 0.5) - 2 * ndtr((t2 / b) ** 0.5) - limit

    return 0.0 if largest(0) <= 0 else brentq(largest, 0, 1e6)
""",
        "least-epsilon": """
def least_epsilon(false, true, delta):
    gap = np.max(true - false)
    bounds = [np.max((true - delta) / false), (1 + gap - 2 * delta) / (1 - gap), 1.0]
    return np.log(max(bounds))
""",
        "noisy-message": """
def noisy_message(u, c, sigma, n, gone, told, rng):
    short = u * (c / np.maximum(np.linalg.norm(u), c))
    return short + sigma * c * rng.standard_normal(len(u)) / np.sqrt(n)
""",
        "rounds-left": """
def rounds_left():
    found = []
    for epsilon, delta, spent, sigma in own_promises:
        root = np.sqrt(np.log(1 / delta) + epsilon) - np.sqrt(np.log(1 / delta))
        found.append(max(0, int(2 * sigma**2 * (root**2 - np.sum(spent**-2.0) / 2))))
    return found
""",
        "mask-graph": "def mask_graph(n, c):\n    return np.ones((n, n)) - np.eye(n)",
        "inner-products": """
def inner_products(shares, residuals, lr):
    D = np.diff(shares, axis=0) * residuals.shape[1] / (2 * lr)
    return np.linalg.lstsq(residuals, D, rcond=None)[0]
""",
    },
    "graph": {
        "laplacian": "def laplacian(A):\n    return np.diag(A.sum(axis=1)) - A",
        "total-variation": "def total_variation(A, W, scale):\n"
        "    L = np.diag(A.sum(axis=1)) - A\n    return np.trace(W.T @ L @ W)",
    },
    "gradient": {
        "fedavg-round": """
def fedavg_round(X, y, w, eta, E):
    local, sizes = [], [len(y_i) for y_i in y]
    for X_i, y_i in zip(X, y):
        w_i = w
        for _ in range(int(np.max(E))):
            w_i = w_i - eta * 2 / len(y_i) * X_i.T @ (X_i @ w_i - y_i)
        local.append(w_i)
    return np.average(local, axis=0, weights=sizes)
""",
    },
    "fedopt": {
        "fedprox-local": "def fedprox_local(w, X_i, y_i, lr, mu, steps):\n    v = w\n"
        "    for _ in range(steps):\n"
        "        g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)\n"
        "        v = v - lr * (g + mu * (v - w))\n    return v",
        "aggregate": "def aggregate(U, rule):\n    n = np.linalg.norm(U, axis=1)\n"
        "    clipped = np.minimum(1, np.median(n) / n)[:, None] * U\n"
        "    return np.median(U, axis=0) if rule == 'median' else np.mean(clipped, axis=0)",
        "fair-step": "def fair_step(w, values, gradients, p, q, L):\n"
        "    h = q * values ** (q - 1) * np.sum(gradients**2, axis=1) + L * values**q\n"
        "    return w - (values**q @ gradients) / h.sum()",
        "find-leash": "def find_leash(v, w, X_i, y_i):\n"
        "    g = 2 / len(y_i) * X_i.T @ (X_i @ v - y_i)\n"
        "    g0 = 2 / len(y_i) * X_i.T @ (X_i @ w - y_i)\n"
        "    return 0.0, np.linalg.norm(g) / np.linalg.norm(g0)",
        "best-lambdas": "def best_lambdas(s, tau):\n    return s**2 / tau**2",
    },
    "convex": {
        "tolerant-force": "def tolerant_force(v, r, sigma, delta):\n"
        "    u = max(0, 1 - sigma * delta / max(np.linalg.norm(v), 1e-300)) * v\n"
        "    return u * min(1, r / max(np.linalg.norm(u), 1e-300))",
        "mended-rounds": """
def mended_rounds(A, X, y, alpha, sigma, rounds):
    i, j = np.nonzero(np.triu(A))
    W, u = np.zeros((len(A), X[0].shape[1])), np.zeros((len(i), X[0].shape[1]))
    smooth = np.array([2 * np.linalg.norm(X_i, 2) ** 2 / len(X_i) for X_i in X])
    tau = 1 / (smooth + 2 * sigma * (A > 0).sum(axis=1))
    for _ in range(rounds):
        G = np.array([2 / len(t) * F.T @ (F @ w - t) for w, F, t in zip(W, X, y)])
        np.add.at(G, i, u)
        np.add.at(G, j, -u)
        ahead = W - tau[:, None] * G
        told = 2 * ahead - W
        v = u + sigma * (told[i] - told[j])
        length = np.maximum(np.linalg.norm(v, axis=1), 1e-300)
        u, W = np.minimum(1, alpha * A[i, j] / length)[:, None] * v, ahead
    return W
""",
        "equal-coordinates": """
def equal_coordinates(n, edges, U, bounds):
    from scipy.sparse.csgraph import connected_components
    i, j = edges[np.linalg.norm(U, axis=1) < (1 - 1e-6) * bounds].T
    A = np.zeros((n, n))
    A[i, j] = 1
    return np.tile(connected_components(A + A.T)[1][:, None], (1, U.shape[1]))
""",
        "largest-alpha": """
def largest_alpha():
    return [np.min(2 * sizes * budget / C.sum(axis=1)) for _, sizes, C, budget in own_maps]
""",
    },
    "fedbag": {
        "gemd": "def gemd(Z, chosen):\n    if len(chosen) == 0:\n        return np.inf\n"
        "    joint = Z[list(chosen)].sum(axis=0)\n"
        "    return np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()",
        "overlapped-time": "def overlapped_time(train_time, upload_time, chosen, channels):\n"
        "    free = 0.0\n    for i in sorted(chosen, key=lambda i: train_time[i]):\n"
        "        free = max(free, train_time[i]) + upload_time[i]\n    return free",
        "forward-table": """
import math


def forward_table(Z, train_time, upload_time, budget):
    table, value = {0: (np.inf, [])}, np.full(budget + 1, np.inf)
    for i in range(len(Z)):
        for _, (_, group) in sorted(table.items()):
            new = [*group, i]
            seconds = max(train_time[new]) + sum(upload_time[new])
            joint = Z[new].sum(axis=0)
            gap = np.abs(joint / joint.sum() - Z.sum(axis=0) / Z.sum()).sum()
            if seconds <= budget and gap < value[math.ceil(seconds)]:
                table[math.ceil(seconds)] = gap, new
                value[math.ceil(seconds)] = gap
    return value, np.full((len(Z), budget + 1), -1)
""",
        "missed-optimum": """
def missed_optimum(n):
    Z = [[3, 1], [4, 0], [0, 4]] + [[1, 1]] * (n - 3)
    return Z, [8.0, 1, 8] + [9.0] * (n - 3), [2.0, 8, 1] + [9.0] * (n - 3), 10
""",
    },
}


@pytest.fixture(scope="module")
def pieces():
    """The functions of a chapter, read once."""
    return {stem: list(copying.book_pieces(stem, cells=False)) for stem in copying.LECTURES}


def tasks(stem):
    return list(copying.tasks(read_script(ROOT / "solutions" / f"{stem}.py")))


def require_little(stem, earned):
    """At most three points of ten, in the smaller tiers as in the whole assignment."""
    for tier in tiers.HOURS:
        script = tiers.script(ROOT, stem, tier)
        there = {cell.id for cell in script.of_kind("tests")}
        mine = [earned[t.name] for t in tasks(stem) if there.issuperset(i for i, *_ in t.tests)]
        assert sum(mine) <= MOST / 10 * tiers.points(script), (tier, earned)


@pytest.mark.parametrize("stem", STEMS)
def test_pasting_the_functions_of_the_chapter_earns_at_most_three_points(stem, pieces):
    found = {task.name: copying.earned(task, pieces[stem]) for task in tasks(stem)}
    require_little(stem, {name: points for name, (points, _) in found.items()})


@pytest.mark.slow
@pytest.mark.timeout(3600)  # minutes on a quiet machine
@pytest.mark.skipif("FLCOURSE_COPY_ALL" not in os.environ, reason="takes minutes")
@pytest.mark.parametrize("stem", STEMS)
def test_pasting_everything_earns_at_most_three_points(stem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what downloads, under whatever name, makes its folder here
    pieces = copying.everything(stem)
    found = {task.name: copying.earned(task, pieces) for task in tasks(stem)}
    require_little(stem, {name: points for name, (points, _) in found.items()})


@pytest.mark.parametrize("stem", BY_HAND)
def test_a_person_who_adapts_lines_of_the_chapter_earns_at_most_three_points(stem):
    texts = BY_HAND[stem].values()
    known = {task.name: [t for t in texts if f"def {task.name}(" in t] for task in tasks(stem)}
    require_little(stem, {t.name: copying.worth(t, known[t.name]) for t in tasks(stem)})


def test_what_is_pasted_is_found():
    """The script does find what it is made to find: functions, cells, other names and orders."""
    (union,) = [task for task in tasks("graph") if task.name == "knn_graph"]
    points, found = copying.earned(union, copying.book_pieces("graph", cells=False))
    assert points == 1
    assert list(found.values()) == ["graph: my_knn_graph"]
    (terms,) = [task for task in tasks("gtvmin") if task.name == "local_terms"]
    assert copying.earned(terms, copying.package_pieces())[0] == 0.5
    assert copying.worth(terms, ["def local_terms(X_i, y_i):\n    return 3"]) == 0
