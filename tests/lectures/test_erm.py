"""Least squares, ridge and validation: hand cases, normal equations, limits, identities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge

from flcourse.erm import fit, system, validate, validation_split
from flcourse.losses import Squared


def rng(seed=0):
    return np.random.default_rng(seed)


def samples(seed, m=12, d=3):
    r = rng(seed)
    return r.normal(size=(m, d)), r.normal(size=m)


def test_two_samples_by_hand():
    # X = (1, 2), y = (1, 3): XᵀX/m = 5/2, Xᵀy/m = 7/2.
    Q, q = system([[1.0], [2.0]], [1.0, 3.0])
    assert Q.item() == 2.5
    assert q.item() == -7.0
    assert fit([[1.0], [2.0]], [1.0, 3.0]) == pytest.approx(7 / 5)
    assert fit([[1.0], [2.0]], [1.0, 3.0], alpha=0.5) == pytest.approx(3.5 / 3)


@given(seed=st.integers(0, 200), m=st.integers(1, 9), d=st.integers(1, 6), alpha=st.floats(1e-3, 9))
def test_the_normal_equations_hold(seed, m, d, alpha):
    X, y = samples(seed, m, d)
    Q, q = system(X, y, alpha)
    w = fit(X, y, alpha)
    assert np.linalg.norm(Q @ w + q / 2) <= 1e-10 * np.linalg.norm(q / 2)


@given(seed=st.integers(0, 200), alpha=st.floats(0, 5))
def test_the_quadratic_is_the_regularised_risk(seed, alpha):
    X, y = samples(seed)
    Q, q = system(X, y, alpha)
    w = rng(seed + 1).normal(size=3)
    risk = Squared().value(w, X, y) + alpha * w @ w
    assert w @ Q @ w + q @ w + y @ y / len(y) == pytest.approx(risk)


def test_no_other_point_is_better():
    X, y = samples(1)
    w = fit(X, y, 0.3)

    def risk(v):
        return Squared().value(v, X, y) + 0.3 * v @ v

    for direction in rng(2).normal(size=(50, 3)):
        assert risk(w + 1e-3 * direction) > risk(w)


def test_ridge_agrees_with_scikit_learn():
    # Their objective is ‖y − Xw‖² + a‖w‖², without 1/m: a = αm.
    X, y = samples(3, m=40, d=5)
    theirs = Ridge(alpha=0.7 * 40, fit_intercept=False).fit(X, y).coef_
    assert_allclose(fit(X, y, 0.7), theirs, rtol=1e-10)


def test_least_squares_interpolates_as_many_samples_as_parameters():
    X, y = samples(4, m=3, d=3)
    assert_allclose(X @ fit(X, y), y, rtol=1e-9)


def test_dependent_columns_give_the_solution_of_least_norm_the_limit_of_ridge():
    X, y = samples(5)
    doubled = np.hstack([X, X[:, :1]])
    w = fit(doubled, y)
    assert w[0] == pytest.approx(w[3])
    assert_allclose(w, fit(doubled, y, 1e-8), atol=1e-6)


def test_large_alpha_shrinks_to_zero_like_one_over_alpha():
    X, y = samples(6)
    assert_allclose(1e8 * fit(X, y, 1e8), X.T @ y / len(y), rtol=1e-6)


def test_scaling_all_samples_twice_changes_nothing():
    # The risk is a mean: a copy of the data is the same data. α must not see m.
    X, y = samples(7)
    twice = np.vstack([X, X]), np.concatenate([y, y])
    assert_allclose(fit(*twice, 0.4), fit(X, y, 0.4))


@given(m=st.integers(2, 40), share=st.floats(0.01, 0.99), seed=st.integers(0, 9))
def test_validation_split_is_a_partition(m, share, seed):
    X = np.arange(2.0 * m).reshape(m, 2)
    X_train, y_train, X_val, y_val = validation_split(X, X[:, 0], share, rng=rng(seed))
    assert len(y_train) >= 1
    assert len(y_val) == max(1, int(np.floor(share * m + 1e-9)))
    assert sorted([*y_train, *y_val]) == X[:, 0].tolist()
    assert_allclose(X_train[:, 0], y_train)
    assert_allclose(X_val[:, 0], y_val)


def test_validation_errors_by_hand():
    # One sample x = 1, y = 2: w = 2/(1 + α). Held out: x = 1, y = 1.
    alphas = np.array([0.0, 0.25, 1.0, 4.0])
    found = validate([[1.0]], [2.0], [[1.0]], [1.0], alphas)
    w = 2 / (1 + alphas)
    assert_allclose(found.train, (2 - w) ** 2, atol=1e-15)
    assert_allclose(found.validation, (1 - w) ** 2, atol=1e-15)
    assert found.best == 1.0


@given(seed=st.integers(0, 100))
def test_training_error_only_rises_with_alpha(seed):
    X, y = samples(seed)
    found = validate(X, y, X, y, np.logspace(-4, 4, 9))
    assert np.all(np.diff(found.train) >= -1e-12)
    assert found.best == found.alphas[0]


def test_regularisation_helps_on_held_out_samples_when_samples_are_few():
    # 12 samples, 10 features, weak signal: over 200 draws ridge beats least squares most times.
    wins = 0
    for seed in range(200):
        r = rng(seed)
        X, w = r.normal(size=(112, 10)), r.normal(size=10) / 3
        y = X @ w + r.normal(size=112)
        found = validate(X[:12], y[:12], X[12:], y[12:], [0.0, 0.5])
        wins += found.best == 0.5
    assert wins > 170


@given(dtype=st.sampled_from(["int8", "uint16", "int64", "float32", "float64", "list"]))
def test_any_real_dtype_gives_the_same_fit(dtype):
    X, y = rng(8).integers(0, 9, (6, 2)), rng(9).integers(0, 9, 6)
    given_X, given_y = (a.tolist() if dtype == "list" else a.astype(dtype) for a in (X, y))
    assert_allclose(fit(given_X, given_y, 1), fit(X, y, 1.0))
    for got, want in zip(system(given_X, given_y, 1), system(X, y, 1.0), strict=True):
        assert_allclose(got, want)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: fit([[1.0]], [1.0, 2.0]), r"y must have shape \(1,\)"),
        (lambda: fit([1.0], [1.0]), "X must have shape"),
        (lambda: fit(np.zeros((0, 2)), []), "X must have at least one sample"),
        (lambda: fit([[np.nan]], [1.0]), "X must be finite"),
        (lambda: fit([[1.0]], [1.0], -0.1), "alpha must be at least 0, got -0.1"),
        (lambda: system([[1.0]], [1.0], np.inf), "alpha must be finite"),
        (lambda: validation_split([[1.0]], [1.0], rng=rng()), "at least one sample"),
        (lambda: validation_split([[1.0]] * 3, [1.0] * 3, 1.0, rng=rng()), "fraction must be less"),
        (lambda: validation_split([[1.0]] * 3, [1.0] * 3, rng=3), "rng must be"),
        (lambda: validate([[1.0]], [1.0], [[1.0]], [1.0], []), "alphas must hold at least one"),
        (lambda: validate([[1.0]], [1.0], [[1.0, 2.0]], [1.0], [1.0]), "w must have length"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
