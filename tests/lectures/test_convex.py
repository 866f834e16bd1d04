"""Beyond squares: any loss, any penalty, any model, each against a generic solver of scipy.

These solvers know nothing of edges and messages: they get one function of one long vector.
"""

import networkx as nx
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import optimize, sparse
from sklearn.linear_model import Ridge
from sklearn.tree import DecisionTreeRegressor

from flcourse import convex, graph, gtvmin
from flcourse.losses import MLP, Logistic, Softmax, Squared


def rng(seed=0):
    return np.random.default_rng(seed)


def network(seed, n=6, d=2, labels="numbers"):
    """Connected weighted graph, more rows than parameters at every node."""
    r = rng(seed)
    A = np.triu(r.uniform(0.3, 2, (n, n)) * (r.random((n, n)) < 0.3), 1)
    A[np.arange(n - 1), np.arange(1, n)] = 1.0
    X = [r.normal(size=(m, d)) for m in r.integers(d + 4, d + 9, n)]
    y = [r.normal(size=len(X_i)) for X_i in X]
    if labels == "classes":  # each point has both, so that nothing separates them
        X = [np.vstack([X_i] * 3) for X_i in X]
        y = [r.integers(0, 2, len(y_i)) for y_i in y]
        y = [np.concatenate([y_i, y_i, 1 - y_i]) for y_i in y]
    return A + A.T, X, y


def differences(A):
    i, j = np.nonzero(np.triu(A))
    D = np.zeros((len(i), len(A)))
    D[np.arange(len(i)), i], D[np.arange(len(i)), j] = 1, -1
    return D, A[i, j]


def by_smoothing(A, X, y, alpha, loss, p):
    """Network Lasso by a root finder, with √(‖u‖² + ε²) for ‖u‖ and ε falling to 1e-6.

    What is then closer than 1e-3 is joined; between the groups the problem is smooth, and the
    root finder goes on without ε.
    """
    D, weight = differences(A)
    n = len(A)

    def slopes(w, member, eps):
        W = member @ w.reshape(-1, p)
        U = D @ W
        length = np.sqrt(np.sum(U**2, axis=1) + eps**2)
        length[length == 0] = np.inf  # inside a group
        G = [loss.gradient(w_i, *data) for w_i, *data in zip(W, X, y, strict=True)]
        return (member.T @ (G + D.T @ (alpha * weight[:, None] * U / length[:, None]))).ravel()

    w = np.zeros(n * p)
    for eps in 10.0 ** -np.arange(0, 6.5, 0.5):
        w = optimize.root(slopes, w, (np.eye(n), eps), tol=1e-12).x
    rest = np.linalg.norm(D @ w.reshape(n, p), axis=1) < 1e-3
    G = nx.Graph([tuple(np.flatnonzero(row)) for row in D[rest]])
    G.add_nodes_from(range(n))
    groups = sorted(sorted(group) for group in nx.connected_components(G))
    member = np.array([[i in group for group in groups] for i in range(n)], dtype=float)
    start = np.array([w.reshape(n, p)[group].mean(axis=0) for group in groups]).ravel()
    found = optimize.root(slopes, start, (member, 0.0), tol=1e-13)
    assert np.abs(found.fun).max() < 1e-10
    return member @ found.x.reshape(-1, p), groups


# --- the network Lasso --------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.05, 0.2, 0.6])
def test_network_lasso_against_a_root_finder(alpha):
    A, X, y = network(1)
    W, groups = by_smoothing(A, X, y, alpha, Squared(), 2)
    found = convex.solve(A, X, y, alpha)
    assert_allclose(found.W, W, atol=1e-8)
    labels = convex.merged(found)
    assert sorted(np.flatnonzero(labels == k).tolist() for k in range(labels.max() + 1)) == sorted(
        groups
    )


@pytest.mark.parametrize("penalty", ["norm", "l1"])
def test_one_parameter_against_bounded_least_squares(penalty):
    # With x = 1 the dual is ‖ȳ − Dᵀu/2‖² for |u_e| ≤ α A_e, which bvls solves exactly.
    A, _, y = network(2, n=9)
    D, weight = differences(A)
    means = np.array([y_i.mean() for y_i in y])
    dual = optimize.lsq_linear(
        D.T / 2, means, bounds=(-0.3 * weight, 0.3 * weight), method="bvls", tol=1e-14
    )
    found = convex.solve(A, None, y, 0.3, penalty=penalty)
    assert_allclose(found.W[:, 0], means - D.T @ dual.x / 2, atol=1e-8)


def test_absolute_values_against_a_quadratic_program():
    # In two parameters, as the dual again: each entry of each edge has a bound of its own.
    A, X, y = network(3)
    D, weight = differences(A)
    Q = 2 * sparse.block_diag([X_i.T @ X_i / len(X_i) for X_i in X]).toarray()
    b = np.concatenate([2 * X_i.T @ y_i / len(y_i) for X_i, y_i in zip(X, y, strict=True)])
    root = np.linalg.cholesky(np.linalg.inv(Q)).T
    wide, bound = np.kron(D, np.eye(2)), 0.2 * np.repeat(weight, 2)
    dual = optimize.lsq_linear(
        root @ wide.T, root @ b, bounds=(-bound, bound), method="bvls", tol=1e-14
    )
    W = np.linalg.solve(Q, b - wide.T @ dual.x).reshape(6, 2)
    assert_allclose(convex.solve(A, X, y, 0.2, penalty="l1").W, W, atol=1e-8)


def test_two_nodes_meet_and_stay():
    # w₀ = α/2 and w₁ = 4 − α/2 until they meet at 2.
    pair, y = [[0, 1], [1, 0]], [[0.0], [4.0]]
    for alpha in (0.0, 1.0, 3.0, 4.5):
        found = convex.solve(pair, None, y, alpha)
        step = min(alpha / 2, 2)
        assert_allclose(found.W.ravel(), [step, 4 - step], atol=1e-9)
        assert_array_equal(convex.merged(found), [0, int(alpha < 4)])


def test_what_is_merged_is_one_model_for_all():
    A, X, y = network(4)
    found = convex.solve(A, X, y, 50.0)
    assert_array_equal(convex.merged(found), np.zeros(6))
    limit = gtvmin.solve(A, X, y, 1e7).W  # one model, but for 1e-7
    assert_allclose(found.W, limit, atol=1e-5)
    assert np.ptp(found.W, axis=0).max() < 1e-8


@pytest.mark.parametrize(
    "edges", [[(0, 1), (1, 2), (1, 3), (3, 4)], [(0, 2), (2, 4), (4, 1), (1, 3)]]
)
def test_consensus_begins_at_its_alpha_on_a_tree(edges):
    A = nx.to_numpy_array(nx.Graph(edges), nodelist=range(5)) * 1.5
    y = [np.array([value]) for value in rng(5).normal(size=5)]
    one = np.mean(y)
    alpha = convex.consensus_alpha(A, [2 * (one - y_i) for y_i in y])
    assert convex.merged(convex.solve(A, None, y, 1.02 * alpha)).max() == 0
    assert convex.merged(convex.solve(A, None, y, 0.98 * alpha)).max() > 0


def test_consensus_alpha_is_enough_on_any_graph():
    A, X, y = network(6)
    one = gtvmin.solve(A, X, y, 1e8).W.mean(axis=0)
    Q = sum(X_i.T @ X_i / len(X_i) for X_i in X)
    one = np.linalg.solve(Q, sum(X_i.T @ t / len(t) for X_i, t in zip(X, y, strict=True)))
    G = np.array([Squared().gradient(one, X_i, t) for X_i, t in zip(X, y, strict=True)])
    alpha = convex.consensus_alpha(A, G)
    potential = np.linalg.lstsq(graph.laplacian(A).toarray(), -G, rcond=None)[0]
    D, _ = differences(A)
    assert alpha == pytest.approx(np.linalg.norm(D @ potential, axis=1).max(), rel=1e-9)
    assert convex.merged(convex.solve(A, X, y, 1.01 * alpha)).max() == 0


# --- other losses -------------------------------------------------------------------------------


def test_squared_norms_are_gtvmin():
    A, X, y = network(7)
    found = convex.solve(A, X, y, 0.7, penalty="squared")
    assert_allclose(found.W, gtvmin.solve(A, X, y, 0.7).W, atol=1e-8)
    again = convex.solve(A, X, y, 0.7, penalty="squared", sigma=3.0)
    assert_allclose(again.W, found.W, atol=1e-8)


@pytest.mark.parametrize(("loss", "p"), [(Logistic(), 2), (Softmax(), 6)])
def test_classifiers_with_squared_norms_against_newton(loss, p):
    A, X, y = network(8, labels="classes")
    L = graph.laplacian(A).toarray()

    def value(w):
        W = w.reshape(6, p)
        local = [loss.value(w_i, *data) for w_i, *data in zip(W, X, y, strict=True)]
        return sum(local) + 0.3 * np.sum(W * (L @ W))

    def slope(w):
        W = w.reshape(6, p)
        G = [loss.gradient(w_i, *data) for w_i, *data in zip(W, X, y, strict=True)]
        return (np.array(G) + 0.6 * L @ W).ravel()

    found = convex.solve(A, X, y, 0.3, loss=loss, penalty="squared")
    assert np.abs(slope(found.W.ravel())).max() < 1e-8
    start = optimize.minimize(value, np.zeros(6 * p), jac=slope, method="BFGS").x
    best = optimize.root(slope, start, tol=1e-13) if p == 2 else None
    if best:
        assert_allclose(found.W.ravel(), best.x, atol=1e-8)
    assert value(found.W.ravel()) <= value(start) + 1e-12
    assert convex.objective(A, X, y, 0.3, found.W, loss=loss, penalty="squared") == pytest.approx(
        value(found.W.ravel())
    )


def test_logistic_network_lasso_against_a_root_finder():
    A, X, y = network(9, labels="classes")
    W, groups = by_smoothing(A, X, y, 0.04, Logistic(), 2)
    found = convex.solve(A, X, y, 0.04, loss=Logistic())
    assert 1 < len(groups) < 6
    assert_allclose(found.W, W, atol=1e-8)
    assert len(groups) == convex.merged(found).max() + 1


def test_forces_and_gradients_balance():
    A, X, y = network(10)
    found = convex.solve(A, X, y, 0.2)
    D, weight = differences(A)
    assert_array_equal(found.edges, np.argwhere(np.triu(A)))
    G = [Squared().gradient(w, X_i, t) for w, X_i, t in zip(found.W, X, y, strict=True)]
    assert_allclose(np.array(G) + D.T @ found.dual, 0, atol=1e-8)
    length = np.linalg.norm(found.dual, axis=1)
    assert np.all(length <= 0.2 * weight * (1 + 1e-12))
    apart = np.linalg.norm(D @ found.W, axis=1)
    pulled = apart > 1e-6
    assert 0 < pulled.sum() < len(D)
    full = (0.2 * weight / apart)[:, None] * (D @ found.W)
    assert_allclose(found.dual[pulled], full[pulled], atol=1e-6)
    others = found.W + 0.1 * rng(11).normal(size=(100, 6, 2))
    least = convex.objective(A, X, y, 0.2, found.W)
    assert all(convex.objective(A, X, y, 0.2, W) > least for W in others)


def test_each_round_can_be_watched():
    A, X, y = network(5)
    models = []
    found = convex.solve(A, X, y, 0.3, watch=models.append)
    assert len(models) == found.rounds + 1
    assert not models[0].any()
    assert_array_equal(models[-1], found.W)
    values = [convex.objective(A, X, y, 0.3, W) for W in models]
    assert values[-1] <= min(values) + 1e-9


def test_smoothness_bounds_the_curvature():
    r = rng(12)
    X, y = r.normal(size=(9, 3)), r.integers(0, 2, 9)
    for loss, p in ((Squared(), 3), (Logistic(), 3), (Softmax(), 8)):
        bound = convex.smoothness(loss, [X])[0]
        w = r.normal(size=(50, p))
        v = w + 1e-3 * r.normal(size=w.shape)
        steep = [np.linalg.norm(loss.gradient(a, X, y) - loss.gradient(b, X, y))
                 / np.linalg.norm(a - b) for a, b in zip(w, v, strict=True)]  # fmt: skip
        assert max(steep) <= bound * (1 + 1e-9)
    assert convex.smoothness(Squared(), [X])[0] == pytest.approx(
        2 * np.linalg.eigvalsh(X.T @ X / 9)[-1]
    )


def test_clip_is_what_is_left_of_shrinking():
    # Moreau: v = clip(v) + shrink(v), and shrink has the closed form of block soft thresholding.
    V, radius = rng(13).normal(size=(20, 3)), np.linspace(0, 3, 20)
    length = np.linalg.norm(V, axis=1)
    shrunk = np.maximum(0, 1 - radius / length)[:, None] * V
    assert_allclose(V - convex.clip(V, radius), shrunk, atol=1e-14)
    assert_allclose(convex.clip(V, radius, "l1"), np.sign(V) * np.minimum(abs(V), radius[:, None]))


# --- models of any kind -------------------------------------------------------------------------


def relaxed_by_system(A, maps, X, y, shared, alpha):
    """Minimise over the parameters of all linear models at once, as one linear system."""
    sizes = [maps[i](shared).shape[1] for i in range(len(A))]
    at = np.concatenate([[0], np.cumsum(sizes)])
    Q, b = np.zeros((at[-1], at[-1])), np.zeros(at[-1])
    for i in range(len(A)):
        rows, F, P = slice(at[i], at[i + 1]), maps[i](X[i]), maps[i](shared)
        Q[rows, rows] += F.T @ F / len(F) + alpha * A[i].sum() * P.T @ P / len(P)
        b[rows] += F.T @ y[i] / len(F)
        for j in range(len(A)):
            Q[rows, at[j] : at[j + 1]] -= alpha * A[i, j] * P.T @ maps[j](shared) / len(P)
    w = np.linalg.solve(Q, b)
    return [w[at[i] : at[i + 1]] for i in range(len(A))]


def powers(k):
    return lambda X: X[:, :1] ** np.arange(k + 1)


@pytest.mark.parametrize("degrees", [[1, 1, 1, 1, 1, 1], [1, 2, 3, 1, 2, 3]])
def test_fedrelax_against_one_linear_system(degrees):
    A, _, _ = network(14)
    r = rng(15)
    X = [r.uniform(-1, 1, (m, 1)) for m in (6, 7, 8, 9, 7, 6)]
    y = [np.sin(2 * X_i[:, 0]) + 0.1 * r.normal(size=len(X_i)) for X_i in X]
    shared, maps = np.linspace(-1, 1, 11)[:, None], [powers(k) for k in degrees]
    learners = [convex.least_squares(phi) for phi in maps]
    found = convex.fedrelax(A, learners, X, y, shared, 0.4, rounds=300)
    exact = relaxed_by_system(A, maps, X, y, shared, 0.4)
    for h, phi, w in zip(found, maps, exact, strict=True):
        assert_allclose(h(shared), phi(shared) @ w, atol=1e-8)
    values = [convex.relax_objective(A, convex.fedrelax(A, learners, X, y, shared, 0.4, rounds=t),
                                     X, y, shared, 0.4) for t in range(5)]  # fmt: skip
    assert np.all(np.diff(values) < 0)


def test_fedrelax_with_equal_linear_models_is_gtvmin_in_their_metric():
    # With shared points whose second moment is the identity, predictions differ as parameters do.
    A, X, y = network(16)
    shared = np.sqrt(2) * np.eye(2)
    found = convex.fedrelax(A, [convex.least_squares()] * 6, X, y, shared, 0.3, rounds=300)
    W = np.array([h(np.eye(2)) for h in found])
    assert_allclose(W, gtvmin.solve(A, X, y, 0.3).W, atol=1e-8)


def test_fedrelax_takes_learners_of_scikit_learn():
    A, X, y = network(17)
    trees = [DecisionTreeRegressor(max_depth=2, random_state=0) for _ in y]

    def tree(model):
        return lambda F, t, s: model.fit(F, t, sample_weight=s).predict

    def linear(F, t, s):
        w = Ridge(alpha=1e-12, fit_intercept=False).fit(F, t, sample_weight=s).coef_
        return lambda Z: Z @ w

    shared = np.vstack(X)[:10]
    own = convex.fedrelax(A, [convex.least_squares()] * 6, X, y, shared, 0.3, rounds=40)
    theirs = convex.fedrelax(A, [linear] * 6, X, y, shared, 0.3, rounds=40)
    for a, b in zip(own, theirs, strict=True):
        assert_allclose(a(shared), b(shared), atol=1e-7)
    alone = convex.fedrelax(A, [tree(m) for m in trees], X, y, shared, 0.3, rounds=0)
    before = np.array([h(shared) for h in alone])
    together = convex.fedrelax(A, [tree(m) for m in trees], X, y, shared, 30.0, rounds=10)
    after = np.array([h(shared) for h in together])
    assert np.sum((after - after.mean(0)) ** 2) < 0.5 * np.sum((before - before.mean(0)) ** 2)


def test_without_coupling_everybody_learns_alone():
    A, X, y = network(18)
    alone = gtvmin.solve(A, X, y, 0.0).W
    assert_allclose(convex.solve(A, X, y, 0.0).W, alone, atol=1e-7)
    found = convex.fedrelax(A, [convex.least_squares()] * 6, X, y, X[0], 0.0, rounds=3)
    assert_allclose([h(np.eye(2)) for h in found], alone, atol=1e-10)


# --- at the door --------------------------------------------------------------------------------

PAIR, Y2 = [[0, 1], [1, 0]], [[0.0], [1.0]]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: convex.solve(PAIR, None, Y2, -1), "alpha must be at least 0, got -1"),
        (lambda: convex.solve(PAIR, None, Y2, 1, penalty="l2"), "penalty must be one of 'norm'"),
        (lambda: convex.solve(PAIR, None, Y2, 1, loss=MLP()), "loss must be Squared, Logistic or"),
        (lambda: convex.solve(PAIR, None, Y2, 1, sigma=0), "sigma must be greater than 0, got 0"),
        (lambda: convex.clip([[1.0]], [-1.0]), "radius must be at least 0, got -1"),
        (lambda: convex.merged(3), "solution must be a Solution, got int"),
        (lambda: convex.consensus_alpha(PAIR, [1.0, 1.0]), "gradients must sum to zero"),
        (
            lambda: convex.fedrelax(PAIR, [convex.least_squares()], [[[1.0]]] * 2, Y2, [[1.0]], 1,
                                    rounds=1),
            "learners must hold one for each of the 2 nodes, got 1",
        ),
        (
            lambda: convex.relax_objective(PAIR, [], [[[1.0]]] * 2, Y2, np.zeros((0, 1)), 1),
            "shared must hold at least one point",
        ),
    ],
)  # fmt: skip
def test_errors_say_what_was_wanted(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_what_has_no_minimum_is_not_found():
    # Separable classes: the logistic loss falls for ever.
    with pytest.raises(RuntimeError, match="did not reach tol in 300 rounds"):
        convex.solve(PAIR, [[[1.0]]] * 2, [[1], [1]], 1.0, loss=Logistic(), max_rounds=300)
