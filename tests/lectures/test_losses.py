"""Losses: cases by hand, derivatives in two independent ways, limits, errors that name the rule."""

import cmath
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from flcourse.losses import MLP, Logistic, Softmax, Squared, StackedLoss

ALL = [Squared(), Logistic(), Softmax(), MLP(hidden=(4, 3))]
CLASSES = {"Squared": 1, "Logistic": 2, "Softmax": 3, "MLP": 3}


def problem(loss, seed=0, d=3, m=7):
    rng = np.random.default_rng(seed)
    C = CLASSES[type(loss).__name__]
    X = rng.standard_normal((m, d))
    y = rng.standard_normal(m) if C == 1 else rng.integers(0, C, m)
    return rng.standard_normal(loss.n_params(d, C)), X, y


def slow_value(loss, w, X, y):
    """The mean loss in scalar Python arithmetic, real or complex, straight from the formulas."""
    total = 0
    for x, target in zip(X.tolist(), y.tolist(), strict=True):
        if isinstance(loss, Squared):
            total += (sum(a * b for a, b in zip(x, w, strict=True)) - target) ** 2
            continue
        if isinstance(loss, Logistic):
            logits = [0, sum(a * b for a, b in zip(x, w, strict=True))]
        else:
            logits, start = x, 0
            hidden = loss.hidden if isinstance(loss, MLP) else ()
            for out in [*hidden, 3]:
                if start:
                    logits = [v if complex(v).real > 0 else 0 for v in logits]
                W = np.reshape(w[start : start + len(logits) * out], (len(logits), out))
                start += (len(logits) + 1) * out
                logits = [
                    sum(v * W[i, c] for i, v in enumerate(logits)) + w[start - out + c]
                    for c in range(out)
                ]
        total += cmath.log(sum(cmath.exp(z) for z in logits)) - logits[target]
    return total / len(y)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_value_is_the_formula(loss):
    w, X, y = problem(loss)
    assert_allclose(loss.value(w, X, y), complex(slow_value(loss, w, X, y)).real, rtol=1e-13)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_gradient_is_the_complex_step(loss):
    # Im F(w + ih e_j) / h has no cancellation: exact to rounding with h = 1e-30.
    w, X, y = problem(loss, seed=1)
    slopes = [
        complex(slow_value(loss, w + 1e-30j * unit, X, y)).imag / 1e-30 for unit in np.eye(len(w))
    ]
    assert_allclose(loss.gradient(w, X, y), slopes, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("loss", ALL, ids=repr)
@given(seed=st.integers(0, 2**32 - 1), d=st.integers(1, 5), m=st.integers(1, 9))
def test_gradient_is_the_central_difference(loss, seed, d, m):
    w, X, y = problem(loss, seed, d, m)
    direction = np.random.default_rng(seed).standard_normal(len(w))
    h = 1e-6
    # A kink of the ReLU inside the interval would spoil the difference: keep away from it.
    if isinstance(loss, MLP):
        ends = [loss._forward(w + s * direction, X)[1:-1] for s in (-h, h)]
        if any(np.any((a > 0) != (b > 0)) for a, b in zip(*ends, strict=True)):
            return
    difference = (loss.value(w + h * direction, X, y) - loss.value(w - h * direction, X, y)) / 2
    assert_allclose(loss.gradient(w, X, y) @ direction, difference / h, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_a_stack_of_clients_is_each_client_alone(loss):
    C = CLASSES[type(loss).__name__]
    parts = [problem(loss, seed) for seed in range(4)]
    F, T = (
        np.stack(arrays)
        for arrays in zip(*(loss.prepare(X, y, C) for _, X, y in parts), strict=True)
    )
    W = np.stack([w for w, _, _ in parts])
    G = loss.slope(W, F, T, np.full(F.shape[:2], 1 / F.shape[1]))
    assert_allclose(G, [loss.gradient(*part) for part in parts], rtol=1e-12, atol=1e-14)
    values = loss.samples(W, F, T).mean(axis=1)
    assert_allclose(values, [loss.value(*part) for part in parts], rtol=1e-13)


@pytest.mark.parametrize("starts", [[0], [0, 1, 4], [0, 5]])
@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_the_report_of_groups_is_that_of_each_sample(loss, starts):
    w, X, y = problem(loss, m=6)
    F, T = loss.prepare(X, y, CLASSES[type(loss).__name__])
    weight = np.random.default_rng(3).random(6)
    samples, slopes = loss.report(w, F, T, weight, np.array(starts))
    assert_allclose(samples, [loss.value(w, X[[i]], y[[i]]) for i in range(6)], rtol=1e-12)
    for slope, first, end in zip(slopes, starts, [*starts[1:], 6], strict=True):
        one_by_one = sum(weight[i] * loss.gradient(w, X[[i]], y[[i]]) for i in range(first, end))
        assert_allclose(slope, one_by_one, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_rows_of_weight_zero_do_not_count(loss):
    w, X, y = problem(loss)
    F, T = loss.prepare(X, y, CLASSES[type(loss).__name__])
    weight = np.full(len(y), 1 / (len(y) - 2))
    weight[-2:] = 0
    assert_allclose(loss.slope(w, F, T, weight), loss.gradient(w, X[:-2], y[:-2]), rtol=1e-12)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_correct_compares_predictions_with_labels(loss):
    w, X, y = problem(loss, seed=3)
    F, T = loss.prepare(X, y, CLASSES[type(loss).__name__])
    if isinstance(loss, Squared):
        assert np.isnan(loss.correct(w, F, T)).all()
        assert_allclose(loss.predict(w, X), X @ w)
    else:
        assert_allclose(loss.correct(w, F, T), loss.predict(w, X) == y)


def test_squared_by_hand():
    # residuals -1 and 3 -> mean square 5; gradient 2/2 (−1·1 + 3·2) with sign of Xw − y
    X, y = [[1.0], [2.0]], [2.0, -1.0]
    assert Squared().value([1.0], X, y) == 5.0
    assert_allclose(Squared().gradient([1.0], X, y), [5.0])


def test_logistic_is_softmax_of_two_classes():
    # Two classes with logits 0 and xᵀw: softmax with weights (0, w) and no intercept.
    w, X, y = problem(Logistic())
    W = np.concatenate([np.stack([np.zeros(3), w], axis=1).ravel(), [0.0, 0.0]])
    assert_allclose(Logistic().value(w, X, y), Softmax().value(W, X, y), rtol=1e-13)
    assert_allclose(Logistic().predict(w, X), Softmax().predict(W, X))


def test_logistic_takes_both_label_conventions():
    w, X, y = problem(Logistic())
    assert Logistic().value(w, X, y) == Logistic().value(w, X, 2 * y - 1)
    assert_allclose(Logistic().gradient(w, X, y), Logistic().gradient(w, X, 2 * y - 1))


def test_softmax_does_not_change_when_all_logits_shift():
    # Why alpha leaves the labels of Synthetic(alpha, beta) alone.
    w, X, y = problem(Softmax())
    shifted = (w.reshape(4, 3) + np.arange(4.0)[:, np.newaxis]).ravel()
    assert_allclose(Softmax().value(w, X, y), Softmax().value(shifted, X, y), rtol=1e-12)
    assert_allclose(Softmax().gradient(w, X, y), Softmax().gradient(shifted, X, y), atol=1e-12)


def test_mlp_with_identity_layer_is_softmax():
    # On positive features a hidden layer W = I, b = 0 does nothing.
    rng = np.random.default_rng(5)
    X, y, w = rng.random((6, 2)), rng.integers(0, 3, 6), rng.standard_normal(9)
    deep = np.concatenate([np.eye(2).ravel(), np.zeros(2), w])
    assert_allclose(MLP(hidden=(2,)).value(deep, X, y), Softmax().value(w, X, y), rtol=1e-13)


@pytest.mark.parametrize("scale", [1e3, 1e6, 1e150])
@pytest.mark.parametrize("loss", ALL[1:], ids=repr)
def test_huge_logits_neither_overflow_nor_lose_the_gradient(loss, scale):
    w, X, y = problem(loss)
    w = w * (scale if not isinstance(loss, MLP) else scale ** (1 / 3))
    with np.errstate(all="raise", under="ignore"):
        assert math.isfinite(loss.value(w, X, y))
        assert np.isfinite(loss.gradient(w, X, y)).all()


def test_wrong_and_certain_costs_the_margin():
    # log(1 + exp(1000)) = 1000 to the last digit
    assert Logistic().value([1000.0], [[1.0]], [0]) == 1000.0
    assert Softmax().value([0.0, 1000.0, 0.0, 0.0], [[1.0]], [0]) == 1000.0


@given(st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
def test_prox_is_where_the_gradient_vanishes(seed, mu):
    w, X, y = problem(Squared(), seed)
    v = Squared().prox(w, X, y, mu)
    residual = Squared().gradient(v, X, y) + mu * (v - w)
    assert_allclose(residual, 0, atol=1e-9 * (1 + mu))


def test_prox_agrees_with_a_general_minimiser():
    w, X, y = problem(Squared())
    found = minimize(lambda v: Squared().value(v, X, y) + 0.35 * np.sum((v - w) ** 2), w, tol=1e-12)
    assert_allclose(Squared().prox(w, X, y, 0.7), found.x, atol=1e-6)


def test_prox_limits():
    w, X, y = problem(Squared())
    assert_allclose(Squared().prox(w, X, y, 1e12), w, atol=1e-10)
    assert_allclose(Squared().prox(w, X, y, 1e-10), np.linalg.lstsq(X, y)[0], atol=1e-8)


def test_initial_weights():
    rng = np.random.default_rng(0)
    for loss in ALL[:3]:
        assert not loss.initial(3, CLASSES[type(loss).__name__], rng=rng).any()
    loss = MLP(hidden=(50,))
    w = loss.initial(80, 10, rng=rng)
    (V, b), (U, c) = loss._layers(w, 80)
    assert not b.any()
    assert not c.any()
    # 4,000 normal weights of variance 2/80: the sample variance is within 5 of its deviations.
    assert abs(V.var() * 40 - 1) < 5 * math.sqrt(2 / V.size)
    assert abs(U.var() * 25 - 1) < 5 * math.sqrt(2 / U.size)


@pytest.mark.parametrize("loss", ALL, ids=repr)
@given(d=st.integers(1, 9), C=st.integers(2, 9))
def test_number_of_classes_inverts_number_of_parameters(loss, d, C):
    C = {"Squared": 1, "Logistic": 2}.get(type(loss).__name__, C)
    assert loss.n_classes(loss.n_params(d, C), d) == C


@pytest.mark.parametrize("dtype", [np.float32, np.int64, bool])
def test_any_real_dtype(dtype):
    w, X, y = problem(Softmax())
    X = (X > 0).astype(dtype)
    assert Softmax().value(w, X, y.astype(np.float32)) == Softmax().value(w, X.astype(float), y)


BAD = [
    (Squared(), [1.0], [[1.0, 2.0]], [1.0], "w must have length d for the d = 2 features"),
    (Squared(), [1.0], [1.0], [1.0], "X must have shape"),
    (Squared(), [1.0], [[1.0]], [1.0, 2.0], r"y must have shape \(1,\), got \(2,\)"),
    (Squared(), [1.0], np.zeros((0, 1)), [], "X must have at least one sample"),
    (Squared(), [math.nan], [[1.0]], [1.0], "w must be finite"),
    (Squared(), [1.0], [[math.inf]], [1.0], "X must be finite"),
    (Squared(), [1.0], [[1j]], [1.0], "X must hold real numbers"),
    (Logistic(), [1.0], [[1.0]], [2], "y must hold labels 0 and 1, or -1 and 1, got"),
    (Logistic(), [1.0], [[1.0]] * 3, [-1, 0, 1], "y must hold labels 0 and 1"),
    (Softmax(), np.zeros(5), [[1.0]], [0], r"w must have length \(d \+ 1\) C, C at least 2,"),
    (Softmax(), np.zeros(6), [[1.0]], [3], "y must hold labels below C = 3, got 3"),
    (Softmax(), np.zeros(6), [[1.0]], [-1], "y must hold integers of at least 0"),
    (Softmax(), np.zeros(6), [[1.0]], [0.5], "y must hold integers"),
    (MLP((2,)), np.zeros(7), [[1.0]], [0], "w must have length n_params"),
]


@pytest.mark.parametrize(("loss", "w", "X", "y", "message"), BAD)
@pytest.mark.parametrize("method", ["value", "gradient"])
def test_bad_input(loss, w, X, y, message, method):
    with pytest.raises(ValueError, match=message):
        getattr(loss, method)(w, X, y)


@pytest.mark.parametrize("hidden", [(), [3], 3, (0,), (2.5,)])
def test_bad_widths(hidden):
    with pytest.raises(ValueError, match="hidden must"):
        MLP(hidden=hidden)


def test_bad_settings():
    with pytest.raises(ValueError, match="mu must be greater than 0"):
        Squared().prox([0.0], [[1.0]], [1.0], 0.0)
    with pytest.raises(ValueError, match="C must be at most 2"):
        Logistic().n_params(3, 3)
    with pytest.raises(ValueError, match="C must be at least 2"):
        Softmax().n_params(3, 1)
    with pytest.raises(ValueError, match=r"rng must be a numpy\.random\.Generator"):
        MLP().initial(2, 2, rng=np.random)
    with pytest.raises(TypeError, match="abstract"):
        StackedLoss()
