"""A mistake travels nowhere: answers that call others keep their points, in every assignment."""

import json
import resource
from pathlib import Path

import pytest

from flcourse.grading import names, syntax
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring.build import source_notebook
from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import batch, carried, result, sandbox, warm
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]

# stem: (task, answer with a mistake), (later task, answer that calls the first)
REUSED = {
    "erm": (
        ("ridge-intercept", """
def ridge_intercept(X, y, alpha):
    Z = X - X.mean(axis=0)
    w = np.linalg.solve(Z.T @ Z + alpha * np.eye(X.shape[1]), Z.T @ (y - y.mean()))
    return w, y.mean() - X.mean(axis=0) @ w
"""),
        ("honest-error", """
def honest_error(X, y, groups, alphas):
    def squares(rest, inside, alpha):
        w, b = ridge_intercept(X[rest], y[rest], alpha)
        return np.sum((y[inside] - X[inside] @ np.ravel(w) - b) ** 2)
    total, names = 0.0, set(groups)
    for g in names:
        inner = [sum(squares((groups != g) & (groups != h), groups == h, alpha)
                     for h in names - {g}) for alpha in alphas]
        total += squares(groups != g, groups == g, alphas[np.argmin(inner)])
    return total / len(y)
"""),
    ),
    "gossip": (
        ("weighted-mixing", "def weighted_mixing(A, m):\n    return np.eye(len(m))"),
        ("cheapest", """
def cheapest(networks, factor, most):
    found = []
    for k, A in enumerate(networks):
        P = np.asarray(weighted_mixing(A, np.ones(len(A))))  # Metropolis, where sizes are equal
        rho = np.abs(np.linalg.eigvalsh(P - 1 / len(P))).max()
        rounds = int(np.ceil(np.log(factor) / np.log(rho))) if rho < 1 - 1e-9 else np.inf
        if rounds <= most:
            found.append((rounds * int(A.sum()), k, rounds))
    messages, k, rounds = min(found)
    return k, rounds, messages
"""),
    ),
    "graph": (
        ("laplacian", "def laplacian(A):\n    return A - np.diag(A.sum(axis=1))"),
        ("total-variation", """
def total_variation(A, W, scale):
    return np.trace((W / scale).T @ laplacian(A) @ (W / scale))
"""),
    ),
    "gtvmin": (
        ("local-terms", """
def local_terms(X_i, y_i):
    return X_i @ X_i.T / len(y_i), -2 / len(y_i) * X_i.T @ y_i
"""),
        ("visits", """
def visits(A, X):
    from scipy.sparse.csgraph import connected_components
    count, label = connected_components(A)
    nodes = [np.flatnonzero(label == c) for c in range(count)]
    sums = [sum(local_terms(X[i], X[i][:, 0])[0] for i in own) for own in nodes]
    return sum(np.linalg.matrix_rank(Q, tol=1e-9) < len(Q) for Q in sums)
"""),
    ),
    "gradient": (
        ("node-update", """
def node_update(w_i, X_i, y_i, messages, weights, alpha, eta):
    return w_i - eta * 2 / len(y_i) * X_i.T @ (y_i - X_i @ w_i)
"""),
        ("fedavg-round", """
def fedavg_round(X, y, w, eta, E):
    steps, alone = [], np.zeros((0, len(w)))
    for X_i, y_i, e in zip(X, y, E, strict=True):
        w_i = w
        for _ in range(e):
            w_i = node_update(w_i, X_i, y_i, alone, np.zeros(0), 0.0, eta)
        steps.append((w_i - w) / e)
    m = [len(y_i) for y_i in y]
    return w + np.average(E, weights=m) * np.average(steps, axis=0, weights=m)
"""),
    ),
    "convex": (
        ("tolerant-force", "def tolerant_force(v, r, sigma, delta):\n    return v"),
        ("mended-rounds", """
def mended_rounds(A, X, y, alpha, sigma, rounds):
    i, j = np.nonzero(np.triu(A))
    W, U = np.zeros((len(A), X[0].shape[1])), np.zeros((len(i), X[0].shape[1]))
    smooth = np.array([2 * np.linalg.norm(X_i, 2) ** 2 / len(X_i) for X_i in X])
    tau = 1 / (smooth + 2 * sigma * (A > 0).sum(axis=1))
    for _ in range(rounds):
        G = np.array([2 / len(t) * F.T @ (F @ w - t) for F, t, w in zip(X, y, W)])
        np.add.at(G, i, U)
        np.add.at(G, j, -U)
        old, W = W, W - tau[:, None] * G
        V = U + sigma * (2 * W - old)[i] - sigma * (2 * W - old)[j]
        U = [np.ravel(tolerant_force(v, alpha * A[a, b], sigma, 0.0)) for v, a, b in zip(V, i, j)]
        U = np.array(U)
    return W
"""),
    ),
    "fedopt": (
        ("fedprox-local", """
def fedprox_local(w, X_i, y_i, lr, mu, steps):
    v = w
    for _ in range(steps):
        v = v - lr * (X_i.T @ (X_i @ v - y_i) / len(y_i) + mu * (v - w))
    return v
"""),
        ("find-leash", """
def find_leash(v, w, X_i, y_i):
    after, before = (u - fedprox_local(u, X_i, y_i, 1.0, 0.0, 1) for u in (v, w))
    mu = max(0.0, -after @ (v - w) / np.sum((v - w) ** 2))
    return mu, np.linalg.norm(after + mu * (v - w)) / np.linalg.norm(before)
"""),
    ),
    "fedknn": (
        ("bias-variance", """
def bias_variance(theta, A, n, sigma2):
    return (A @ theta - theta) ** 2, A @ (sigma2 / n)
"""),
        ("largest-safe", """
def largest_safe(theta, order, n, sigma2):
    K, best = len(theta), 1
    for m in range(2, K + 1):
        A = np.zeros((K, K))
        np.put_along_axis(A, order[:, :m], 1 / m, axis=1)
        bias, variance = bias_variance(theta, A, np.full(K, n), np.full(K, sigma2))
        if np.all(np.ravel(bias) + np.ravel(variance) <= sigma2 / n):
            best = m
    return best
"""),
    ),
    "dpp": (
        ("marginals", """
def marginals(S, k):
    P, total = np.zeros_like(S), 0.0
    for Y in itertools.combinations(range(len(S)), k):
        P[np.ix_(Y, Y)] += 1.0
        total += 1.0
    return P / total
"""),
        ("fewest-clients", """
def fewest_clients(S, G, budget):
    p = np.diag(S) / np.trace(S)
    if p @ np.sum((G - p @ G) ** 2, axis=1) <= budget:
        return 1
    for k in range(2, len(S) + 1):
        P = marginals(S, k)
        b = np.diag(P)
        if np.trace(G.T @ (P - np.outer(b, b)) @ G) / k**2 <= budget or k == len(S):
            return k
"""),
    ),
    "fedbag": (
        ("gemd", """
def gemd(Z, chosen):
    joint = Z[chosen].sum(axis=0)
    return np.sqrt(np.sum((joint / joint.sum() - Z.sum(axis=0) / Z.sum()) ** 2))
"""),
        ("forward-table", """
def forward_table(Z, train_time, upload_time, budget):
    value, came_from = np.full(budget + 1, np.inf), np.full((len(Z), budget + 1), -1)
    groups = {0: []}
    for i in range(len(Z)):
        for j, group in list(groups.items()):
            new = [*group, i]
            seconds = train_time[new].max() + upload_time[new].sum()
            column = math.ceil(seconds)
            if seconds <= budget and (distance := gemd(Z, np.array(new))) < value[column]:
                groups[column], value[column], came_from[i, column] = new, distance, j
    return value, came_from
"""),
    ),
    "messages": (
        ("first-there", "def first_there(curves, bits, steps, lines, pace, target):\n"
         "    return 0, 0, 0.0"),
        ("fewest-levels", """
def _levels(U, p, gamma):
    norms, limit = np.linalg.norm(U, axis=1, keepdims=True), gamma * np.sum((p @ U) ** 2)
    parts, logs = np.abs(U) / np.maximum(norms, 1e-300), []
    for s in range(1, 999):  # each s a method that is good enough after its only round, or never
        r = s * parts % 1.0
        logs.append(np.array([2, np.sum((p[:, None] * norms / s) ** 2 * r * (1 - r)) / limit]))
    levels = np.arange(1, 999)
    bits = np.column_stack([levels, 0 * levels])
    k, _, _ = first_there(logs, bits, 0 * levels, np.ones((1, 2)), np.zeros(1), 1.0)
    return k + 1, 32 + int(np.ceil(U.shape[1] * np.log2(2 * k + 3)))


def fewest_levels():
    return [_levels(*question) for question in own_questions]
"""),
    ),
    "privacy": (
        ("deleted-pair", """
def deleted_pair(before, after):
    return [(before - after)[0] / 2] * 2
"""),
        ("twin-table", """
def twin_table(X, y):
    Z, rng = np.column_stack([X, y]), np.random.default_rng(3)
    Z[-2:] = deleted_pair(Z[-2:].T @ Z[-2:], np.zeros((len(Z.T), len(Z.T))))
    draws = rng.normal(size=(2, len(Z), len(Z) - 1))
    old, new = (np.linalg.qr(np.column_stack([np.ones(len(Z)), part]))[0] for part in draws)
    Z = new @ old.T @ Z
    return Z[:, :-1], Z[:, -1]
"""),
    ),
    "synthesis": (
        ("cluster-gtvmin", """
def cluster_gtvmin(A, X, y, labels, alpha):
    return np.zeros((len(y), X[0].shape[1]))
"""),
        ("alpha-for-noise", """
def alpha_for_noise(A, sizes, s, limit):
    n = len(A)
    ones, together = [np.ones((1, 1))] * n, np.zeros(n)
    def mean(alpha):
        columns = [cluster_gtvmin(A, ones, [row[i : i + 1] for i in range(n)], together, alpha)
                   for row in np.eye(n)]
        B = np.hstack([np.asarray(column).reshape(n, 1) for column in columns])
        return np.mean(s**2 * B**2 @ (1 / sizes))
    low, high = 0.0, 1000.0
    while mean(low) > limit and high - low > 1e-4 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) > limit else (low, middle)
    return low
"""),
    ),
}  # fmt: skip
ENDLESS = "def laplacian(A):\n    while True:\n        pass"
BROKEN = "def laplacian(A)\n    return A"
SHORT = carried.Budget(each=3.0, total=60.0)


@pytest.fixture(scope="module")
def zygote(bwrap):
    """What forks warm workers, or None where each has a bubblewrap of its own."""
    assert sandbox.reason_against() is None
    opened = warm.Zygote.open(["matplotlib.pyplot", *batch.COMMON])
    yield opened if opened.usable() else None
    opened.close()


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    """What reads the instructor's notebook of an assignment."""
    folder = tmp_path_factory.mktemp("carried")

    def assignment(stem):
        source = folder / f"{stem}.ipynb"
        if not source.exists():
            script = read_script(ROOT / "solutions" / f"{stem}.py")
            source.write_text(json.dumps(source_notebook(script)), "utf-8")
        return source, read_assignment(source)

    return assignment


@pytest.fixture
def graded(assignment, zygote):
    """What grades the reference of an assignment with some other answers, without free cells."""

    def graded(stem, answers, budget=None):
        _, known = assignment(stem)
        steps = [
            CodeCell(cell.kind, cell.id, answers.get(cell.id, cell.source))
            for cell in known.of_kind("given", "answer", "tests")
            if not cell.text
        ]
        return carried.grade(steps, known, zygote=zygote, budget=budget)

    return graded


def lost(done, task):
    """The tests cells of a task that fail."""
    return {name for name, m in done.ran.messages.items() if m and name.startswith(f"{task}-")}


def test_every_assignment_with_several_tasks_has_its_answers_here():
    stems = {path.name for path in (ROOT / "solutions" / "bank").iterdir() if path.is_dir()}
    assert stems - {"verdicts", "independent", "start"} == set(REUSED)


@pytest.mark.parametrize("stem", REUSED)
def test_who_calls_a_wrong_answer_keeps_the_points_of_the_task(stem, graded):
    (first, wrong), (later, calling) = REUSED[stem]
    right = graded(stem, {later: calling})
    assert not any(right.ran.messages.values()), right.ran.messages
    assert not right.notes
    found = graded(stem, {first: wrong, later: calling})
    assert lost(found, first)
    assert not lost(found, later), found.ran.messages
    assert set(found.notes.values()) == {(first,)}
    failing = {name for name, message in found.ran.messages.items() if message}
    assert failing == lost(found, first)


@pytest.mark.parametrize("laplacian", [ENDLESS, BROKEN, "", "import os\nos._exit(1)"])
def test_what_does_not_run_or_never_ends_is_replaced_too(laplacian, graded):
    done = graded("graph", {"laplacian": laplacian, **dict(REUSED["graph"][1:])}, SHORT)
    assert {name for name, message in done.ran.messages.items() if message} == {"laplacian-tests"}
    assert done.notes == {"total-variation-tests": ("laplacian",)}


def test_a_mistake_of_its_own_still_costs(graded):
    (first, wrong), (later, calling) = REUSED["graph"]
    found = graded("graph", {first: wrong, later: calling.replace("return", "return 2 *")})
    assert lost(found, later)
    assert not found.notes


def test_two_answers_that_call_each_other_earn_only_the_later_one(graded):
    # The earlier one may not use the later reference: L_ij by polarisation of the variation.
    found = graded("graph", {
        "laplacian": """
def laplacian(A):
    e = np.eye(len(A))
    tv = lambda v: total_variation(A, v[:, None])
    return np.array([[(tv(a + b) - tv(a - b)) / 4 for a in e] for b in e])
""",
        **dict(REUSED["graph"][1:]),
    })  # fmt: skip
    assert lost(found, "laplacian")
    assert not lost(found, "total-variation")


SPY = """
def total_variation(A, W):
    import inspect, linecache
    text = repr(linecache.cache) + repr(laplacian.__code__.co_names) + str(laplacian.__doc__)
    try:
        text += inspect.getsource(laplacian)
    finally:
        print(text)
        raise ValueError("found: " + text)
"""


def test_nothing_of_a_reference_leaves_the_second_trial(assignment, zygote, tmp_path):
    source, known = assignment("graph")
    notebook = json.loads(source.read_text("utf-8"))
    answers = {"laplacian": "def laplacian(A):\n    return A", "total-variation": SPY}
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    (tmp_path / "graph.ipynb").write_text(json.dumps(notebook), "utf-8")
    found = result.grade_submission(tmp_path / "graph.ipynb", source, "ada", zygote=zygote)
    result.validate(found)
    told = json.dumps([found["checks"], found["notes"], found["notebook"]["cells"]])
    assert "found: " in told
    assert "the reference" not in told
    (reference,) = [cell.source for cell in known.of_kind("answer") if cell.id == "laplacian"]
    body = reference.partition("### BEGIN SOLUTION")[2].strip().splitlines()[0].strip()
    assert body not in told


def test_a_result_says_why_points_were_earned(assignment, zygote, tmp_path):
    source, _ = assignment("graph")
    notebook = json.loads(source.read_text("utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = dict(REUSED["graph"]).get(cell["id"], cell["source"])
    notebook["cells"] = [c for c in notebook["cells"] if c["metadata"].get("nbgrader")]
    (tmp_path / "graph.ipynb").write_text(json.dumps(notebook), "utf-8")
    found = result.grade_submission(tmp_path / "graph.ipynb", source, "ada", zygote=zygote)
    result.validate(found)
    checks = {check["id"]: check for check in found["checks"]}
    assert checks["laplacian-tests"]["score"] == 0
    earned = checks["total-variation-tests"]
    assert (earned["score"], earned["message"]) == (1.0, "")
    assert earned["note"] == (
        "Your answer calls your answer to Task 2: Laplacian, which is not right. It was checked "
        "again with a right one in its place, and earns its points."
    )


@pytest.mark.parametrize("text", ["a," * 250_000, "y = 1\n" * 90_000, "(" * 200_000],
                         ids=["a long line", "many lines", "open brackets"])  # fmt: skip
def test_what_nobody_writes_is_read_in_the_sandbox_only(text):
    """To read it takes hundreds of megabytes, here in the process that decides about points."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert syntax.problem(text) == ""
    assert names.module_names(text) == (set(), set(), set())
    assert carried._defining(text, "def twice(x): ...\nk = 3") == "twice = None\nk = None"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 20_000  # of kilobytes
    assert len(text) > syntax.LONGEST
    assert syntax.problem("(" * 99) == f"'(' in line 1 is never closed: {'(' * 80}"
