"""k-DPPs: probabilities against enumeration, the sampler by counting, wrong samplers refused."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import binom, chisquare

from flcourse import dpp, fedopt
from flcourse.dpp import KDPP
from flcourse.losses import Squared

EXACT = {"rtol": 0, "atol": 1e-12}
# One false alarm in a million over all sampler tests of this file together (Bonferroni).
SAMPLER_TESTS = 8
LEVEL = 1e-6 / SAMPLER_TESTS


def random_kernel(n, rank, seed):
    F = np.random.default_rng(seed).standard_normal((n, rank))
    return F @ F.T


def enumerate_subsets(S, k):
    """All subsets of size k with their probabilities, from determinants: the oracle."""
    subsets = list(itertools.combinations(range(len(S)), k))
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in subsets])
    return subsets, weight / weight.sum()


def enumerated_pairs(S, k):
    pairs = np.zeros(np.shape(S))
    for Y, p in zip(*enumerate_subsets(S, k), strict=True):
        pairs[np.ix_(Y, Y)] += p
    return pairs


@pytest.fixture(scope="module", params=["full", "low rank", "clusters", "spread"])
def kernel(request):
    """Kernels of 8 items of several kinds; k = 3 is the rank of one of them."""
    rng = np.random.default_rng(3)
    if request.param == "full":
        return random_kernel(8, 8, 1)
    if request.param == "low rank":
        return random_kernel(8, 3, 2)
    if request.param == "clusters":
        return np.kron(np.eye(2), np.full((4, 4), 0.9)) + 0.1 * np.eye(8)
    V, _ = np.linalg.qr(rng.standard_normal((8, 8)))
    return (V * 10.0 ** -np.arange(8)) @ V.T


# Elementary symmetric polynomials ---------------------------------------------------------------


def test_polynomials_by_hand():
    # e_1 = a + b + c, e_2 = ab + ac + bc, e_3 = abc at (2, 3, 5)
    log_e = dpp.log_elementary_symmetric([2.0, 3.0, 5.0], 3)
    assert_allclose(np.exp(log_e[:, -1]), [1, 10, 31, 30])
    assert_allclose(np.exp(log_e[2]), [0, 0, 6, 31], atol=1e-12)


@settings(deadline=None)
@given(st.lists(st.fractions(0, 1000), min_size=1, max_size=7), st.integers(0, 7))
def test_polynomials_equal_sums_over_subsets_in_exact_arithmetic(lam, k):
    lam = [Fraction(float(x)) for x in lam]
    exact = sum((math.prod(Y) for Y in itertools.combinations(lam, k)), start=Fraction(0))
    ours = np.exp(dpp.log_elementary_symmetric([float(x) for x in lam], k)[-1, -1])
    assert_allclose(ours, float(exact), rtol=1e-12)


def test_polynomials_of_equal_numbers_are_binomials_where_floats_overflow():
    log_e = dpp.log_elementary_symmetric(np.full(3000, 2.0), 1000)[-1, -1]
    exact = math.lgamma(3001) - math.lgamma(1001) - math.lgamma(2001) + 1000 * math.log(2)
    assert_allclose(log_e, exact, rtol=1e-12)


@settings(deadline=None)
@given(st.floats(1e-8, 1e8), st.integers(1, 5))
def test_polynomials_are_homogeneous(c, k):
    lam = np.array([0.1, 1.0, 2.0, 30.0, 7.0])
    scaled = dpp.log_elementary_symmetric(c * lam, k)[-1, -1]
    assert_allclose(scaled, dpp.log_elementary_symmetric(lam, k)[-1, -1] + k * math.log(c))


# Probability, inclusion, pairs ------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3])
def test_probabilities_equal_enumeration(kernel, k):
    kdpp = KDPP(kernel, k)
    subsets, p = enumerate_subsets(kernel, k)
    assert_allclose([kdpp.probability(Y) for Y in subsets], p, **EXACT)
    assert_allclose(sum(kdpp.probability(Y) for Y in subsets), 1.0, **EXACT)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_marginals_and_all_pairs_equal_enumeration(kernel, k):
    kdpp, pairs = KDPP(kernel, k), enumerated_pairs(kernel, k)
    assert_allclose(kdpp.inclusion(), np.diag(pairs), **EXACT)
    assert_allclose(kdpp.pair_inclusion(), pairs, **EXACT)


@pytest.mark.parametrize("k", range(1, 9))
def test_every_size_from_one_item_to_all(k):
    S = random_kernel(8, 8, 5)
    assert_allclose(KDPP(S, k).pair_inclusion(), enumerated_pairs(S, k), **EXACT)


@pytest.mark.parametrize("scale", [1e-8, 1e-3, 1e5, 1e8])
def test_scale_of_the_kernel_does_not_matter(kernel, scale):
    plain, scaled = KDPP(kernel, 3), KDPP(scale * kernel, 3)
    assert_allclose(scaled.inclusion(), plain.inclusion(), **EXACT)
    assert_allclose(scaled.pair_inclusion(), plain.pair_inclusion(), **EXACT)
    assert_allclose(scaled.probability([0, 3, 5]), plain.probability([0, 3, 5]), **EXACT)


@settings(deadline=None)
@given(st.lists(st.integers(-40, 0), min_size=2, max_size=9), st.integers(1, 9))
def test_inclusion_from_a_spread_spectrum_in_exact_arithmetic(powers, k):
    # S = diag(2^p): b_i = λ_i e_{k−1}(λ without λ_i) / e_k(λ), twelve orders of magnitude apart
    lam, k = [Fraction(2) ** p for p in powers], min(k, len(powers))

    def e(j, numbers):
        return sum((math.prod(Y) for Y in itertools.combinations(numbers, j)), start=Fraction(0))

    want = [float(x * e(k - 1, lam[:i] + lam[i + 1 :]) / e(k, lam)) for i, x in enumerate(lam)]
    assert_allclose(KDPP(np.diag(2.0 ** np.array(powers)), k).inclusion(), want, rtol=0, atol=1e-13)


def test_inclusion_equals_the_formula_with_one_eigenvalue_left_out():
    # b_i = Σ_n V_in² λ_n e_{k−1}(λ without λ_n) / e_k(λ), e_j from the coefficients of ∏(x + λ)
    S, k = random_kernel(20, 20, 4), 6
    lam, V = np.linalg.eigh(S)
    e_k = np.poly(-lam)[k]
    chance = [lam[n] * np.poly(-np.delete(lam, n))[k - 1] / e_k for n in range(20)]
    assert_allclose(KDPP(S, k).inclusion(), V**2 @ chance, atol=1e-10)


def test_pairs_equal_the_formula_with_two_eigenvalues_left_out():
    # P(n, m) over eigenvectors, then Σ P(n, m) (V_in² V_jm² − V_in V_im V_jn V_jm)
    S, k = random_kernel(12, 12, 6), 4
    lam, V = np.linalg.eigh(S)
    e_k = np.poly(-lam)[k]
    pairs = np.zeros((12, 12))
    for n, m in itertools.permutations(range(12), 2):
        both = lam[n] * lam[m] * np.poly(-np.delete(lam, [n, m]))[k - 2] / e_k
        v, u = V[:, n], V[:, m]
        pairs += both * (np.outer(v**2, u**2) - np.outer(v * u, v * u))
    off = ~np.eye(12, dtype=bool)
    assert_allclose(KDPP(S, k).pair_inclusion()[off], pairs[off], atol=1e-10)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 12), st.integers(1, 12), st.integers(0, 10**6), st.floats(-12, 12))
def test_sums_that_hold_for_every_kernel(n, k, seed, log_scale):
    k = min(k, n)
    kdpp = KDPP(10.0**log_scale * random_kernel(n, n + 2, seed), k)
    b, pairs = kdpp.inclusion(), kdpp.pair_inclusion()
    assert_allclose(b.sum(), k, atol=1e-10)
    assert_allclose(pairs.sum(axis=1), k * b, atol=1e-10)  # Σ_j P(i, j) = E[m_i k]
    assert np.all(pairs <= np.minimum.outer(b, b) + 1e-12)


def test_sums_hold_for_large_kernels_with_spread_spectrum():
    x = np.linspace(0, 1, 300)
    kdpp = KDPP(dpp.position_kernel(x, length=0.01, ridge=1e-6), 40)
    assert_allclose(kdpp.inclusion().sum(), 40, rtol=1e-12)
    assert_allclose(kdpp.pair_inclusion().sum(axis=1), 40 * kdpp.inclusion(), rtol=1e-10)


def test_identity_kernel_is_uniform_sampling():
    kdpp = KDPP(np.eye(9), 4)
    assert_allclose(kdpp.probability([0, 2, 5, 8]), 1 / math.comb(9, 4), **EXACT)
    assert_allclose(dpp.covariance(kdpp), dpp.uniform_covariance(9, 4), **EXACT)


def test_projection_kernel_has_determinantal_pairs():
    # k = rank and equal eigenvalues: P(i, j) = K_ii K_jj − K_ij²
    V, _ = np.linalg.qr(np.random.default_rng(8).standard_normal((10, 4)))
    K = V @ V.T
    pairs = KDPP(K, 4).pair_inclusion()
    off = ~np.eye(10, dtype=bool)
    want = np.outer(np.diag(K), np.diag(K)) - K**2
    assert_allclose(pairs[off], want[off], **EXACT)


def test_twins_never_come_together():
    S = np.ones((2, 2))
    S = np.block([[S, np.zeros((2, 2))], [np.zeros((2, 2)), np.eye(2)]])
    kdpp = KDPP(S, 2)
    assert kdpp.probability([0, 1]) < 1e-30
    assert_allclose(kdpp.pair_inclusion()[0, 1], 0.0, **EXACT)
    assert not np.any(np.all(kdpp.sample(np.random.default_rng(1), 500) == [0, 1], axis=1))


def test_order_of_items_does_not_matter(kernel):
    shuffle = np.random.default_rng(2).permutation(8)
    shuffled = KDPP(kernel[np.ix_(shuffle, shuffle)], 3)
    assert_allclose(shuffled.inclusion(), KDPP(kernel, 3).inclusion()[shuffle], **EXACT)


@pytest.mark.parametrize("D", [3, 5, 8, 20])
@pytest.mark.parametrize("spread", [1.0, 1e-3])  # with and without the detour through FᵀF
def test_features_and_kernel_agree(D, spread):
    F = np.random.default_rng(D).standard_normal((8, D)) * np.geomspace(1, spread, D)
    from_features, from_kernel = KDPP.from_features(F, 3), KDPP(F @ F.T, 3)
    assert from_features.rank == min(8, D)
    digits = {"rtol": 0, "atol": max(1e-12, 1e-15 / spread**2)}  # lost by forming the kernel
    assert_allclose(from_features.pair_inclusion(), from_kernel.pair_inclusion(), **digits)
    Y = [1, 4, 6]
    assert_allclose(from_features.probability(Y), from_kernel.probability(Y), **digits)


# Sampler ----------------------------------------------------------------------------------------


def p_value(samples, S, k):
    """Chi-square on counts of all subsets, rare ones pooled so that each expects at least 10."""
    subsets, p = enumerate_subsets(S, k)
    code = {Y: i for i, Y in enumerate(subsets)}
    counts = np.bincount([code[tuple(Y)] for Y in samples.tolist()], minlength=len(subsets))
    p = np.maximum(p, 0)
    rare = p * len(samples) < 10
    if counts[rare].sum() > binom.isf(LEVEL, len(samples), min(1.0, p[rare].sum())):
        return 0.0
    seen, expected = counts[~rare], p[~rare]
    if rare.any():
        seen, expected = np.append(seen, counts[rare].sum()), np.append(expected, p[rare].sum())
        if expected[-1] * len(samples) < 10:
            seen, expected = seen[:-1], expected[:-1] / expected[:-1].sum()
    return chisquare(seen, seen.sum() * expected).pvalue


def test_sampler_draws_subsets_as_often_as_they_should_come(kernel):
    # 4 kernels, false alarm at most LEVEL each; the next test shows what it would catch.
    samples = KDPP(kernel, 3).sample(np.random.default_rng(21), size=20_000)
    assert p_value(samples, kernel, 3) > LEVEL


def test_samples_drawn_one_at_a_time_have_the_same_law():
    S, rng = random_kernel(6, 6, 9), np.random.default_rng(22)
    kdpp = KDPP(S, 2)
    samples = np.concatenate([kdpp.sample(rng) for _ in range(3000)])
    assert p_value(samples, S, 2) > LEVEL


def test_sampler_from_features_and_for_large_subsets():
    F, rng = np.random.default_rng(23).standard_normal((8, 6)), np.random.default_rng(24)
    for k in (5, 6):
        samples = KDPP.from_features(F, k).sample(rng, size=10_000)
        assert p_value(samples, F @ F.T, k) > LEVEL


def gram_schmidt(V, rng):
    """One item after another, each with probability of what the earlier ones left (reference)."""
    chosen = []
    for _ in range(V.shape[1]):
        left = np.sum(V**2, axis=1)
        chosen.append(rng.choice(len(V), p=left / left.sum()))
        direction = V[chosen[-1]] / np.linalg.norm(V[chosen[-1]])
        V = V - np.outer(V @ direction, direction)
    return sorted(chosen)


def eigenvectors_by_algorithm_8(lam, k, rng):
    """The published scan from the last eigenvalue down, with e_k as plain floats (reference)."""
    e = np.exp(dpp.log_elementary_symmetric(lam, k))
    basis = []
    for m in range(len(lam), 0, -1):
        if k and rng.random() < lam[m - 1] * e[k - 1, m - 1] / e[k, m]:
            basis.append(m - 1)
            k -= 1
    return basis


def leverage_without_orthogonalisation(V, rng):
    """Wrong: different items by leverage alone, what earlier items span is not removed."""
    p = np.sum(V**2, axis=1)
    return sorted(rng.choice(len(V), V.shape[1], replace=False, p=p / p.sum()))


def independent_eigenvectors(lam, k, rng):
    """Wrong: eigenvectors one by one in proportion to their eigenvalues."""
    return rng.choice(len(lam), k, replace=False, p=lam / lam.sum())


def uniform_eigenvectors(lam, k, rng):
    """Wrong: any k eigenvectors."""
    return rng.choice(len(lam), k, replace=False)


def leading_eigenvectors(lam, k, rng):
    """Wrong: always the k largest."""
    del rng
    return np.argsort(-lam)[:k]


def two_stages(eigenvectors, items):
    def draw(S, k, size, rng):
        lam, V = np.linalg.eigh(S)
        return np.array([items(V[:, eigenvectors(lam, k, rng)], rng) for _ in range(size)])

    return draw


def uniform_subsets(S, k, size, rng):
    """Wrong: no kernel at all."""
    return np.sort([rng.choice(len(S), k, replace=False) for _ in range(size)], axis=1)


def items_by_inclusion(S, k, size, rng):
    """Wrong: right preferences for single items, no repulsion."""
    b = KDPP(S, k).inclusion()
    return np.sort([rng.choice(len(S), k, replace=False, p=b / k) for _ in range(size)], axis=1)


TEST_KERNEL = random_kernel(8, 8, 1)


def test_published_algorithm_passes_the_same_test():
    reference = two_stages(eigenvectors_by_algorithm_8, gram_schmidt)
    samples = reference(TEST_KERNEL, 3, 5000, np.random.default_rng(25))
    assert p_value(samples, TEST_KERNEL, 3) > LEVEL


@pytest.mark.parametrize(
    "wrong",
    [
        uniform_subsets,
        items_by_inclusion,
        two_stages(eigenvectors_by_algorithm_8, leverage_without_orthogonalisation),
        two_stages(independent_eigenvectors, gram_schmidt),
        two_stages(uniform_eigenvectors, gram_schmidt),
        two_stages(leading_eigenvectors, gram_schmidt),
    ],
    ids=["uniform", "inclusion", "leverage", "independent", "any basis", "leading"],
)
def test_wrong_samplers_are_refused(wrong):
    samples = wrong(TEST_KERNEL, 3, 5000, np.random.default_rng(26))
    assert p_value(samples, TEST_KERNEL, 3) < LEVEL


def test_inclusion_counts_for_many_items():
    # 2,000 items, exact binomial tails on both sides, Bonferroni over items and sides.
    F = np.random.default_rng(27).standard_normal((2000, 30)) * np.geomspace(1, 0.01, 30)
    kdpp = KDPP.from_features(F, 10)
    counts = np.bincount(kdpp.sample(np.random.default_rng(28), 4000).ravel(), minlength=2000)
    b = kdpp.inclusion()
    smallest = min(binom.cdf(counts, 4000, b).min(), binom.sf(counts - 1, 4000, b).min())
    assert smallest > LEVEL / (2 * 2000)
    # Uniform counts would be refused: items near the origin come far too often.
    uniform = np.full(2000, 4000 * 10 // 2000)
    assert binom.sf(uniform - 1, 4000, b).min() < LEVEL / (2 * 2000)


def test_large_subsets_stay_distinct_and_spread():
    x = np.arange(400) / 400
    kdpp = KDPP(dpp.position_kernel(x, length=0.004, ridge=1e-9), 120)
    samples = kdpp.sample(np.random.default_rng(29), 5)
    assert np.all(np.diff(samples, axis=1) > 0)
    assert np.all(np.diff(samples, axis=1) < 20)


def test_shape_and_reproducibility():
    kdpp = KDPP(TEST_KERNEL, 3)
    samples = kdpp.sample(np.random.default_rng(1), size=7)
    assert samples.shape == (7, 3)
    assert samples.dtype == np.int64
    assert np.array_equal(samples, kdpp.sample(np.random.default_rng(1), size=7))
    assert np.array_equal(
        kdpp.select(4, np.random.default_rng(1)), kdpp.sample(np.random.default_rng(1))[0]
    )


def test_kdpp_selects_for_a_simulation():
    # Eight clients, two of each optimum; twins are alike, so a round never trains both of a pair.
    clients = [(np.ones((3, 1)), np.full(3, float(i // 2))) for i in range(8)]
    kdpp = KDPP(np.kron(np.eye(4), np.ones((2, 2))), 4)
    everyone = fedopt.simulate(
        fedopt.FedAvg(lr=0.5, epochs=1, batch=3),
        Squared(),
        clients,
        3,
        select=kdpp.select,
        rng=np.random.default_rng(35),
    )
    assert_allclose(everyone.w, 1.5)  # the mean of 0, 1, 2, 3 in every round


# Variance of the update -------------------------------------------------------------------------


def enumerated_variance(S, k, G):
    subsets, p = enumerate_subsets(S, k)
    updates = np.array([G[list(Y)].sum(axis=0) / k for Y in subsets])
    mean = p @ updates
    return float(p @ np.sum((updates - mean) ** 2, axis=1))


def test_variance_equals_enumeration_in_three_forms(kernel):
    G = np.random.default_rng(31).standard_normal((8, 3))
    kdpp = KDPP(kernel, 3)
    cov, b = dpp.covariance(kdpp), kdpp.inclusion()
    want = enumerated_variance(kernel, 3, G)
    assert_allclose(dpp.update_variance(cov, G, 3), want, rtol=1e-11)
    assert_allclose(dpp.pairwise_variance(cov, G, 3), want, rtol=1e-11)
    # (12) of the note as printed, with C and squared norms
    C = dpp.normalised_covariance(kdpp)
    dots = G @ G.T
    cross = C * np.outer(b, b) * dots
    printed = np.sum((b - b**2) * np.diag(dots)) + np.sum(cross) - np.trace(cross)
    assert_allclose(printed / 9, want, rtol=1e-11)


@settings(deadline=None)
@given(st.integers(2, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_covariance_of_subsets_of_fixed_size(n, k, seed):
    k = min(k, n)
    cov = dpp.covariance(KDPP(random_kernel(n, n, seed), k))
    assert_allclose(cov.sum(axis=1), 0, atol=1e-10)
    assert np.all(cov[~np.eye(n, dtype=bool)] <= 1e-12)  # negative association


@settings(deadline=None)
@given(st.integers(0, 10**6), st.floats(-5, 5))
def test_variance_does_not_see_a_common_shift(seed, shift):
    G = np.random.default_rng(seed).standard_normal((8, 2))
    cov = dpp.covariance(KDPP(TEST_KERNEL, 3))
    shifted = dpp.update_variance(cov, G + shift, 3)
    assert_allclose(shifted, dpp.update_variance(cov, G, 3), rtol=1e-9)


def test_uniform_covariance_equals_enumeration():
    subsets = np.array(list(itertools.combinations(range(6), 2)))
    m = np.zeros((len(subsets), 6))
    np.put_along_axis(m, subsets, 1.0, axis=1)
    assert_allclose(dpp.uniform_covariance(6, 2), np.cov(m.T, bias=True), **EXACT)
    assert_allclose(dpp.uniform_covariance(1, 1), [[0.0]], **EXACT)


def two_clusters():
    """Eight clients in two clusters with updates ±1 and a little of their own."""
    G = np.repeat([[1.0], [-1.0]], 4, axis=0)
    return G + 0.1 * np.random.default_rng(33).standard_normal((8, 1))


def test_repulsion_pays_where_gradients_are_alike():
    G = two_clusters()
    block = np.kron(np.eye(2), np.ones((4, 4)))  # alike within a cluster
    across = np.kron(np.ones((2, 2)), np.eye(4))  # alike with a partner in the other cluster
    uniform = dpp.update_variance(dpp.uniform_covariance(8, 2), G, 2)
    matched = dpp.update_variance(dpp.covariance(KDPP(block + 0.1 * np.eye(8), 2)), G, 2)
    adverse = dpp.update_variance(dpp.covariance(KDPP(across + 0.1 * np.eye(8), 2)), G, 2)
    assert matched < 0.6 * uniform
    assert adverse > 1.05 * uniform


def test_negative_products_do_not_make_a_kdpp_better_than_uniform():
    # The condition of the note, C_ij g_i·g_j < 0 for i ≠ j, holds for every k-DPP whose clients
    # all point the same way, and yet this one has a larger variance than uniform sampling.
    G = two_clusters() + 5.0
    across = np.kron(np.ones((2, 2)), np.eye(4)) + 0.5 * np.eye(8)
    kdpp = KDPP(across, 2)
    products = dpp.normalised_covariance(kdpp) * (G @ G.T)
    assert np.all(products[~np.eye(8, dtype=bool)] < 0)
    uniform = dpp.update_variance(dpp.uniform_covariance(8, 2), G, 2)
    assert dpp.update_variance(dpp.covariance(kdpp), G, 2) > uniform


def test_horvitz_thompson_is_unbiased_by_enumeration(kernel):
    rng = np.random.default_rng(34)
    G, p = rng.standard_normal((8, 3)), rng.dirichlet(np.ones(8))
    subsets, chance = enumerate_subsets(kernel, 3)
    estimates = dpp.horvitz_thompson(G, p, KDPP(kernel, 3).inclusion(), subsets)
    assert_allclose(chance @ estimates, p @ G, atol=1e-10)
    plain = np.array([G[list(Y)].mean(axis=0) for Y in subsets])
    assert np.abs(chance @ plain - p @ G).max() > 0.01  # the plain average is not


def test_horvitz_thompson_by_hand_and_one_draw_at_a_time():
    G, p, b = [[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]], [0.2, 0.3, 0.5], [0.4, 0.6, 1.0]
    assert_allclose(dpp.horvitz_thompson(G, p, b, [0, 2]), [2 * 0.5 + 0.5, 0.5])
    many = dpp.horvitz_thompson(G, p, b, [[0, 2], [1, 2]])
    assert_allclose(many[0], dpp.horvitz_thompson(G, p, b, [0, 2]))
    assert dpp.horvitz_thompson(G, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1]).tolist() == [0.0, 3.0]


# Kernels ----------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.integers(1, 8), st.integers(1, 5), st.integers(0, 10**6))
def test_kernels_are_positive_semidefinite_with_unit_diagonal(n, d, seed):
    rng = np.random.default_rng(seed)
    Z = rng.integers(0, 50, (n, d)) + 1
    G = rng.standard_normal((n, d))
    for S in (dpp.label_kernel(Z), dpp.gradient_kernel(G), dpp.position_kernel(G, length=0.7)):
        assert_allclose(np.diag(S), 1.0)
        assert_allclose(S, S.T)
        assert np.linalg.eigvalsh(S).min() > -1e-10


def test_label_kernel_looks_at_proportions_only():
    Z = np.array([[1, 3, 0], [2, 0, 2], [0, 0, 7]])
    assert_allclose(dpp.label_kernel(Z), dpp.label_kernel(Z * [[2], [5], [3]]))
    assert dpp.label_kernel(Z)[0, 2] == 0.0
    assert_allclose(dpp.label_kernel(Z)[1, 2], math.sqrt(0.5))
    assert np.linalg.matrix_rank(dpp.label_kernel(np.eye(3, dtype=int).repeat(2, axis=0))) == 3


def test_gradient_kernel_looks_at_directions_only():
    G = np.array([[1.0, 2.0], [-3.0, 0.5]])
    assert_allclose(dpp.gradient_kernel(G), dpp.gradient_kernel(G * [[0.01], [70.0]]))
    assert_allclose(dpp.gradient_kernel([[1.0, 0.0], [-2.0, 0.0]]), [[1, -1], [-1, 1]])


def test_position_kernel_accepts_a_line_and_a_plane():
    assert_allclose(dpp.position_kernel([0.0, 2.0], length=2.0)[0, 1], math.exp(-0.5))
    assert_allclose(dpp.position_kernel([[0.0, 0.0], [3.0, 4.0]], length=5.0)[0, 1], math.exp(-0.5))


def test_ridge_lets_twins_meet():
    S = dpp.label_kernel([[1, 0], [1, 0], [0, 1]], ridge=0.1)
    assert_allclose(np.diag(S), 1.1)
    assert KDPP(S, 3).probability([0, 1, 2]) == pytest.approx(1.0)


def test_completion_shows_the_lecture_and_nothing_else():
    assert dir(dpp) == sorted(dpp.__all__)
    assert all(getattr(dpp, name).__doc__ for name in dpp.__all__)


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("S", "k", "message"),
    [
        (np.ones((2, 3)), 1, r"S must be square, got shape \(2, 3\)"),
        (np.ones(3), 1, r"S must have shape \(any, any\)"),
        ([[1.0, 0.5], [0.2, 1.0]], 1, r"S must be symmetric, got S\[0, 1\] = 0.5"),
        (
            [[1.0, 2.0], [2.0, 1.0]],
            1,
            "S must be positive semidefinite, got smallest eigenvalue -1",
        ),
        (-np.eye(2), 1, "S must be positive semidefinite"),
        ([[1.0, np.nan], [np.nan, 1.0]], 1, "S must be finite, got nan"),
        ([[np.inf, 0.0], [0.0, 1.0]], 1, "S must be finite, got inf"),
        ([["a", "b"], ["b", "a"]], 1, "S must hold real numbers"),
        (np.eye(3), 0, "k must be at least 1, got 0"),
        (np.eye(3), 4, "k must be at most 3, got 4"),
        (np.eye(3), 2.0, "k must be an integer, got 2.0"),
        (np.ones((3, 3)), 2, "k must be at most the rank of the kernel, 1, got 2"),
        (np.zeros((3, 3)), 1, "k must be at most the rank of the kernel, 0, got 1"),
        (np.zeros((0, 0)), 1, "k must be at most 0, got 1"),
    ],
)
def test_bad_kernels_are_named(S, k, message):
    with pytest.raises(ValueError, match=message):
        KDPP(S, k)


@pytest.mark.parametrize(
    ("F", "k", "message"),
    [
        (np.ones(3), 1, "F must have shape"),
        (np.ones((4, 2)), 2, "k must be at most the rank of the kernel, 1, got 2"),
        (np.zeros((4, 2)), 1, "k must be at most the rank of the kernel, 0, got 1"),
        (np.zeros((4, 0)), 1, "k must be at most the rank of the kernel, 0, got 1"),
        (np.eye(2), 3, "k must be at most 2, got 3"),
        ([[np.nan, 1.0]], 1, "F must be finite"),
    ],
)
def test_bad_features_are_named(F, k, message):
    with pytest.raises(ValueError, match=message):
        KDPP.from_features(F, k)


@pytest.mark.parametrize("subset", [[0, 0, 1], [0, 1], [0, 1, 8], [-1, 0, 1], [0.5, 1, 2]])
def test_bad_subsets_are_named(subset):
    with pytest.raises(ValueError, match="subset must"):
        KDPP(np.eye(8), 3).probability(subset)


def test_bad_sampling_arguments_are_named():
    kdpp = KDPP(np.eye(3), 1)
    with pytest.raises(ValueError, match=r"rng must be a numpy\.random\.Generator"):
        kdpp.sample(7)
    with pytest.raises(ValueError, match="size must be at least 1, got 0"):
        kdpp.sample(np.random.default_rng(1), size=0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dpp.log_elementary_symmetric([-1.0], 1), "eigenvalues must be at least 0, got -1"),
        (lambda: dpp.log_elementary_symmetric([1.0], -1), "k must be at least 0"),
        (lambda: dpp.uniform_covariance(3, 4), "k must be at most 3, got 4"),
        (lambda: dpp.update_variance(np.ones((2, 3)), [[1.0]], 1), "cov must be square"),
        (
            lambda: dpp.update_variance(np.eye(2), [[1.0]], 1),
            "gradients must have one row for each",
        ),
        (lambda: dpp.update_variance(np.eye(2), np.eye(2), 0), "k must be at least 1"),
        (lambda: dpp.pairwise_variance(np.eye(2), np.eye(2), 1), "cov must have rows that sum to"),
        (lambda: dpp.normalised_covariance(KDPP(np.diag([1.0, 0.0]), 1)), "kdpp must draw every"),
        (lambda: dpp.horvitz_thompson([[1.0]], [1.0], [0.0], [0]), "b must be positive where p"),
        (lambda: dpp.horvitz_thompson([[1.0]], [1.0], [1.5], [0]), "b must hold probabilities"),
        (
            lambda: dpp.horvitz_thompson([[1.0]], [1.0], [0.5], [1]),
            "chosen must hold clients below",
        ),
        (lambda: dpp.horvitz_thompson([[1.0]], [0.5, 0.5], [0.5, 0.5], [1]), "gradients must have"),
        (lambda: dpp.label_kernel([[1, -1]]), "Z must hold integers of at least 0"),
        (lambda: dpp.label_kernel([[0, 0]]), "Z must give every client a sample"),
        (lambda: dpp.label_kernel([[1.5, 0.0]]), "Z must hold integers"),
        (lambda: dpp.label_kernel([[1, 0]], ridge=-1.0), "ridge must be at least 0"),
        (lambda: dpp.gradient_kernel([[0.0, 0.0]]), "gradients must not be zero"),
        (lambda: dpp.position_kernel([0.0], length=0.0), "length must be greater than 0"),
        (lambda: dpp.position_kernel([np.nan], length=1.0), "points must be finite"),
    ],
)
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("dtype", [np.int32, np.float32, bool])
def test_other_number_types_are_accepted(dtype):
    S = np.eye(4).astype(dtype)
    assert_allclose(KDPP(S, 2).inclusion(), 0.5)
