# ruff: noqa
# %% tags=["right", "id:least-squares-of-both"]
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    # v - square = beta (old - square), and v - old = (1 - beta) square sign(square - old)
    a, b = (old - square).ravel(), (v - square).ravel()
    adam = a @ b / (a @ a)
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    yogi = 1 - s @ z / (s @ s)
    miss_adam = np.linalg.norm(b - adam * a)
    miss_yogi = np.linalg.norm(z - (1 - yogi) * s)
    return ("FedAdam", adam) if miss_adam < miss_yogi else ("FedYogi", yogi)


# %% tags=["right", "id:first-step-then-replay"]
def which_server(W, delta, server_lr, tau):
    """The first step gives one beta for each method; the other steps tell which it was."""
    j = np.argmax(np.abs(delta[0]))
    D2 = delta[0, j] ** 2
    v1 = (server_lr * delta[0, j] / (W[1, j] - W[0, j]) - tau) ** 2
    guesses = {
        "FedAdam": (v1 - D2) / (tau**2 - D2) if tau**2 != D2 else 0.5,
        "FedYogi": 1 - abs(v1 - tau**2) / D2,
    }
    best = None
    for name, beta in guesses.items():
        v, w, gap = np.full(W.shape[1], float(tau) ** 2), W[0].astype(float), 0.0
        for t, step in enumerate(delta):
            if name == "FedAdam":
                v = beta * v + (1 - beta) * step**2
            else:
                v = v - (1 - beta) * step**2 * np.sign(v - step**2)
            if np.any(v < 0):
                gap = np.inf
                break
            w = w + server_lr * step / (np.sqrt(v) + tau)
            gap = max(gap, np.abs(w - W[t + 1]).max())
        if best is None or gap < best[0]:
            best = (gap, name, beta)
    return best[1], float(best[2])


# %% tags=["right", "id:medians"]
def which_server(W, delta, server_lr, tau):
    W, delta = np.asarray(W, float), np.asarray(delta, float)
    T, d = delta.shape
    root = server_lr * delta / (W[1:] - W[:-1]) - tau
    v = np.concatenate([tau**2 * np.ones((1, d)), root**2])
    adam = (v[1:] - delta**2) / (v[:-1] - delta**2)
    yogi = 1 - np.abs(v[1:] - v[:-1]) / delta**2
    found = {"FedAdam": np.median(adam), "FedYogi": np.median(yogi)}
    models = {
        "FedAdam": lambda old, b: b * old + (1 - b) * delta**2,
        "FedYogi": lambda old, b: old - (1 - b) * delta**2 * np.sign(old - delta**2),
    }
    wrong = {
        name: np.sum(np.abs(models[name](v[:-1], found[name]) - v[1:]) / v[1:]) for name in found
    }
    name = min(wrong, key=wrong.get)
    return name, found[name]


# %% tags=["right", "id:scipy-minimise"]
from scipy.optimize import minimize_scalar


def which_server(W, delta, server_lr, tau):
    def misfit(beta, yogi):
        v, total = tau**2 + 0 * delta[0], 0.0
        for t in range(len(delta)):
            D = delta[t] ** 2
            v = v - (1 - beta) * (D * np.sign(v - D) if yogi else v - D)
            v = np.maximum(v, 0)
            gap = W[t] + server_lr * delta[t] / (np.sqrt(v) + tau) - W[t + 1]
            total += np.sum((gap / (W[t + 1] - W[t])) ** 2)
        return total

    results = []
    for yogi in (False, True):
        grid = np.linspace(0.29, 0.995, 142)
        values = [misfit(b, yogi) for b in grid]
        i = int(np.argmin(values))
        low, high = grid[max(i - 1, 0)], grid[min(i + 1, 141)]
        fit = minimize_scalar(
            misfit, bounds=(low, high), args=(yogi,), method="bounded", options={"xatol": 1e-10}
        )
        results.append((fit.fun, ["FedAdam", "FedYogi"][yogi], fit.x))
    _, name, beta = min(results)
    return name, beta


# %% tags=["right", "id:root-of-the-first-step"]
from scipy.optimize import brentq


def which_server(W, delta, server_lr, tau):
    j = int(np.argmax(abs(delta[0])))

    def second(name, v, D, beta):
        if name == "FedAdam":
            return beta * v + (1 - beta) * D
        return v - (1 - beta) * D * np.sign(v - D)

    def first_step(beta, name):
        v = second(name, tau**2, delta[0, j] ** 2, beta)
        return server_lr * delta[0, j] / (np.sqrt(max(v, 0)) + tau) - (W[1, j] - W[0, j])

    scores = []
    for name in ("FedAdam", "FedYogi"):
        if first_step(0.2, name) * first_step(0.999, name) > 0:
            continue  # no beta makes this step
        beta = brentq(first_step, 0.2, 0.999, args=(name,), xtol=1e-14)
        v, gap = np.full(delta.shape[1], tau**2), 0
        for t in range(len(delta)):
            v = np.clip(second(name, v, delta[t] ** 2, beta), 0, None)
            gap += np.abs(server_lr * delta[t] / (np.sqrt(v) + tau) - (W[t + 1] - W[t])).sum()
        scores.append((gap, name, beta))
    scores.sort()
    return scores[0][1], scores[0][2]


# %% tags=["right", "id:finer-and-finer-grids"]
class Log:
    def __init__(self, W, delta, server_lr, tau):
        self.v = [np.full(len(W[0]), tau * tau)]
        for t in range(len(delta)):
            self.v.append((server_lr * delta[t] / (W[t + 1] - W[t]) - tau) ** 2)
        self.D = [x * x for x in delta]

    def gap(self, beta, rule):
        return sum(
            float(np.sum((rule(old, D, beta) - new) ** 2))
            for old, new, D in zip(self.v, self.v[1:], self.D)
        )


def _adam(v, D, b):
    return b * v + D - b * D


def _yogi(v, D, b):
    return np.where(v > D, v - (1 - b) * D, v + (1 - b) * D)


def which_server(W, delta, server_lr, tau):
    log = Log(W, delta, server_lr, tau)
    best = (np.inf, "", 0.0)
    for name, rule in (("FedAdam", _adam), ("FedYogi", _yogi)):
        low, high = 0.25, 1.0
        for _ in range(9):
            grid = np.linspace(low, high, 21)
            values = [log.gap(b, rule) for b in grid]
            i = int(np.argmin(values))
            low, high = grid[max(0, i - 1)], grid[min(20, i + 1)]
        best = min(best, (values[i], name, grid[i]))
    return best[1], best[2]


# %% tags=["right", "id:entry-by-entry-with-loops"]
def which_server(W, delta, server_lr, tau):
    T, d = delta.shape
    pairs = {"FedAdam": [], "FedYogi": []}
    for j in range(d):
        v = tau**2
        for t in range(T):
            D = delta[t][j] ** 2
            new = (server_lr * delta[t][j] / (W[t + 1][j] - W[t][j]) - tau) ** 2
            pairs["FedAdam"].append((v - D, new - D, max(v, D, new)))
            sign = 1 if v > D else -1
            pairs["FedYogi"].append((-D * sign, new - v, max(v, D, new)))
            v = new
    answers = []
    for name in pairs:
        # the slope, from the entry that is best to divide by
        x, y, _ = max(pairs[name], key=lambda entry: abs(entry[0]) / entry[2])
        slope = y / x
        worst = max(abs(y - slope * x) / size for x, y, size in pairs[name])
        answers.append((worst, name, slope if name == "FedAdam" else 1 - slope))
    answers.sort()
    return answers[0][1:]


# %% tags=["right", "id:lstsq-residues"]
def which_server(W, delta, server_lr, tau):
    steps = np.asarray(W)[1:] - np.asarray(W)[:-1]
    v = np.square(server_lr * delta / steps - tau)
    before = np.insert(v, 0, tau**2, axis=0)[:-1]
    D = np.square(delta)
    scale = 1 / (D + before)
    beta_a, rest_a, *_ = np.linalg.lstsq(
        ((before - D) * scale).reshape(-1, 1), ((v - D) * scale).ravel(), rcond=None
    )
    beta_y, rest_y, *_ = np.linalg.lstsq(
        (D * np.sign(before - D) * scale).reshape(-1, 1), ((before - v) * scale).ravel(), rcond=None
    )
    if rest_a[0] < rest_y[0]:
        return ["FedAdam", beta_a[0]]
    return ["FedYogi", 1.0 - beta_y[0]]


# %% tags=["right", "id:weighted-spread"]
def which_server(W, delta, server_lr, tau):
    D = delta**2
    v_new = (delta * server_lr / np.diff(W, axis=0) - tau) ** 2
    v_old = np.concatenate([np.full_like(D[:1], tau**2), v_new[:-1]])
    candidates = []
    for name, over, under in [
        ("FedAdam", v_new - D, v_old - D),
        ("FedYogi", v_new - v_old + D * np.sign(v_old - D), D * np.sign(v_old - D)),
    ]:
        weight = under**2 / (D + v_old) ** 2  # nothing is divided by a small number
        beta = np.sum(weight * over / np.where(under == 0, 1, under)) / np.sum(weight)
        spread = np.sum(((over - beta * under) / (D + v_old)) ** 2)
        candidates.append((spread, name, np.float64(beta)))
    return min(candidates)[1], min(candidates)[2]


# %% tags=["wrong", "id:starts-at-zero", "loses:which-server-tests"]
# why: v starts at tau squared, not at 0.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), 0.0), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:starts-at-tau", "loses:which-server-tests"]
# why: v starts at tau squared, not at tau.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), float(tau)), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:tau-forgotten", "loses:which-server-tests"]
# why: forgets to take tau off: the root of v is eta Delta / step - tau.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0)) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:tau-inside-the-root", "loses:which-server-tests"]
# why: takes the step for eta Delta / sqrt(v + tau^2); tau stands outside of the root.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0)) ** 2 - tau**2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:steps-backwards", "loses:which-server-tests"]
# why: takes row t minus row t + 1 for the step, as if the server went against the update; tau is then subtracted from a negative number.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / (W[:-1] - W[1:]) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:v-one-round-late", "loses:which-server-tests"]
# why: compares the v of a step with the update of the next one, as if v were updated after the step.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old, v, square = v[:-1], v[1:], delta[:-1] ** 2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:weight-of-the-new", "loses:which-server-tests"]
# why: returns 1 - beta2, the weight of the new square.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", 1 - adam
    return "FedYogi", 1 - yogi


# %% tags=["wrong", "id:yogi-without-sign", "loses:which-server-tests"]
# why: Yogi always adds: the sign is forgotten, so logs in which v falls do not fit.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = square.ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:yogi-with-the-sign-of-the-update", "loses:which-server-tests"]
# why: takes the sign of Delta for that of v - Delta squared.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(delta)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:first-step-alone", "loses:which-server-tests"]
# why: one step does not tell which method it was: this says FedAdam if a beta2 in the range makes the first step.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta[0] / (W[1] - W[0]) - tau) ** 2
    j = np.argmax(np.abs(delta[0]))
    square = delta[0, j] ** 2
    adam = (v[j] - square) / (tau**2 - square)
    yogi = 1 - abs(v[j] - tau**2) / square
    if 0.3 <= adam <= 0.99:
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:always-adam", "loses:which-server-tests"]
# why: does not look for FedYogi at all.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    return "FedAdam", np.median((v - delta**2) / (old - delta**2))


# %% tags=["wrong", "id:falling-means-adam", "loses:which-server-tests"]
# why: "Yogi stays careful": calls it FedAdam if v ever falls; it falls with both, and with small updates with neither.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    if np.any(v < old):
        return "FedAdam", np.median((v - delta**2) / (old - delta**2))
    return "FedYogi", 1 - np.median(np.abs(v - old) / delta**2)


# %% tags=["wrong", "id:hundredths", "loses:which-server-tests"]
# why: tries hundredths for beta2; the answer may deviate by 1e-4 only.
def which_server(W, delta, server_lr, tau):
    v = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    D = delta**2
    best = (np.inf, "", 0)
    for beta in np.arange(0.3, 0.995, 0.01):
        adam = np.sum((beta * old + (1 - beta) * D - v) ** 2)
        yogi = np.sum((old - (1 - beta) * D * np.sign(old - D) - v) ** 2)
        best = min(best, (adam, "FedAdam", beta), (yogi, "FedYogi", beta))
    return best[1], best[2]


# %% tags=["wrong", "id:roots-are-averaged", "loses:which-server-tests"]
# why: treats the root of v as the running mean, of absolute updates; v is the mean of squares.
def which_server(W, delta, server_lr, tau):
    v = server_lr * delta / np.diff(W, axis=0) - tau
    old = np.vstack([np.full((1, v.shape[1]), float(tau)), v[:-1]])
    square = np.abs(delta)
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:server-step-forgotten", "loses:which-server-tests"]
# why: leaves the step of the server out, which is right only for eta_g = 1.
def which_server(W, delta, server_lr, tau):
    v = (delta / np.diff(W, axis=0) - tau) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = delta**2
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:norms-for-entries", "loses:which-server-tests"]
# why: one v for all entries, from norms; v works entry by entry.
def which_server(W, delta, server_lr, tau):
    v = (
        server_lr
        * np.linalg.norm(delta, axis=1, keepdims=True)
        / np.linalg.norm(np.diff(W, axis=0), axis=1, keepdims=True)
        - tau
    ) ** 2
    old = np.vstack([np.full((1, v.shape[1]), tau**2), v[:-1]])
    square = np.sum(delta**2, axis=1, keepdims=True)
    a, b = (old - square).ravel(), (v - square).ravel()
    s, z = (square * np.sign(square - old)).ravel(), (v - old).ravel()
    adam, yogi = a @ b / (a @ a), 1 - s @ z / (s @ s)
    if np.linalg.norm(b - adam * a) < np.linalg.norm(z - (1 - yogi) * s):
        return "FedAdam", adam
    return "FedYogi", yogi


# %% tags=["wrong", "id:bias-corrected", "loses:which-server-tests"]
# why: divides v by 1 - beta2^t as Adam does elsewhere; this server has no correction for the start.
from scipy.optimize import minimize_scalar


def which_server(W, delta, server_lr, tau):
    seen = (server_lr * delta / np.diff(W, axis=0) - tau) ** 2

    def misfit(beta, yogi):
        v, total = np.full(delta.shape[1], tau**2), 0.0
        for t, D in enumerate(delta**2):
            v = v - (1 - beta) * D * np.sign(v - D) if yogi else beta * v + (1 - beta) * D
            total += np.sum((v / (1 - beta ** (t + 1)) - seen[t]) ** 2)
        return total

    fits = []
    for yogi in (False, True):
        fit = minimize_scalar(misfit, bounds=(0.3, 0.99), args=(yogi,), method="bounded")
        fits.append((fit.fun, "FedYogi" if yogi else "FedAdam", fit.x))
    return min(fits)[1:]
