# ruff: noqa
# %% tags=["right", "id:closed-form"]
def own_similarity():
    # Sets with both: (S_ii S_jj - x^2) times the diagonal entry of the third. All sets: e_3 - x^2 T.
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return np.sqrt(ab * e3 * (1 - own_factor) / (e3 - own_factor * ab * T))


# %% tags=["right", "id:enumeration-brentq"]
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        sets = list(itertools.combinations(range(6), 3))
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        together = np.array([i in Y and j in Y for Y in sets])
        return weight[together].sum() / weight.sum()

    largest = np.sqrt(own_kernel[i, i] * own_kernel[j, j])
    return brentq(lambda x: both(x) - own_factor * both(0.0), 0.0, largest, xtol=1e-14)


# %% tags=["right", "id:marginals-bisection"]
def own_similarity():
    # with marginals of task 1 (a)
    i, j = own_pair
    S = np.array(own_kernel)
    goal = own_factor * np.asarray(marginals(S, 3))[i, j]
    low, high = 0.0, (S[i, i] * S[j, j]) ** 0.5
    for _ in range(70):
        middle = (low + high) / 2
        S[i, j] = middle
        S[j, i] = middle
        if np.asarray(marginals(S, 3))[i, j] > goal:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# %% tags=["right", "id:exact-fractions"]
from fractions import Fraction


def own_similarity():
    """The square of x is a fraction; only the root is rounded."""
    S = [[Fraction(str(round(float(v), 6))) for v in row] for row in own_kernel]
    f = Fraction(str(own_factor))
    i, j = own_pair

    def det3(a, b, c):
        m = [[S[r][s] for s in (a, b, c)] for r in (a, b, c)]
        return (
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        )

    total = sum(det3(*Y) for Y in itertools.combinations(range(6), 3))
    rest = sum(S[l][l] for l in range(6) if l not in (i, j))
    ab = S[i][i] * S[j][j]
    square = ab * total * (1 - f) / (total - f * ab * rest)
    return float(square) ** 0.5


# %% tags=["right", "id:newton-identities"]
from scipy import optimize


def own_similarity():
    # e_3 from traces of powers, the sets with both from a Schur complement
    i, j = own_pair
    pair = [i, j]
    others = [l for l in range(6) if l not in pair]

    def chance(x):
        S = own_kernel + 0
        S[i, j] += x
        S[j, i] += x
        t1, t2, t3 = np.trace(S), np.trace(S @ S), np.trace(S @ S @ S)
        e3 = (t1**3 - 3 * t1 * t2 + 2 * t3) / 6
        inner = S[np.ix_(pair, pair)]
        outer = S[np.ix_(others, others)] - S[np.ix_(others, pair)] @ np.linalg.solve(
            inner, S[np.ix_(pair, others)]
        )
        return np.linalg.det(inner) * np.trace(outer) / e3

    solution = optimize.root_scalar(
        lambda x: chance(x) / chance(0) - own_factor, x0=1.0, x1=1.5, method="secant", xtol=1e-13
    )
    assert solution.converged
    return abs(solution.root)


# %% tags=["right", "id:two-values-of-a-line"]
def own_similarity():
    # (sets with both) - f r_0 (all sets) is a straight line in x^2: two values give its zero
    i, j = own_pair

    def sums(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        both = total = 0.0
        for a in range(6):
            for b in range(a + 1, 6):
                for c in range(b + 1, 6):
                    d = np.linalg.det(S[[a, b, c]][:, [a, b, c]])
                    total += d
                    if {i, j} <= {a, b, c}:
                        both += d
        return both, total

    both0, total0 = sums(0.0)
    both1, total1 = sums(1.0)
    goal = own_factor * both0 / total0
    at0, at1 = both0 - goal * total0, both1 - goal * total1
    return float(np.sqrt(at0 / (at0 - at1)))


# %% tags=["right", "id:formula-10-6"]
from scipy.optimize import bisect


def own_similarity():
    """Probabilities from eigenvalues and eigenvectors, by (10.3) and (10.6)."""

    def e(values, k):
        p = np.poly(-np.asarray(values))  # coefficients of prod (z + lambda)
        return p[k]

    def pair_chance(S, i, j):
        lam, V = np.linalg.eigh(S)
        total = 0.0
        for r in range(6):
            for s in range(6):
                if r != s:
                    rest = np.delete(lam, [r, s])
                    total += (
                        lam[r]
                        * lam[s]
                        * e(rest, 1)
                        * (V[i, r] ** 2 * V[j, s] ** 2 - V[i, r] * V[i, s] * V[j, r] * V[j, s])
                    )
        return total / e(lam, 3)

    i, j = own_pair
    unit = np.zeros((6, 6))
    unit[i, j] = unit[j, i] = 1
    before = pair_chance(own_kernel, i, j)
    return bisect(
        lambda x: pair_chance(own_kernel + x * unit, i, j) / before - own_factor,
        0,
        np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-11,
    )


# %% tags=["right", "id:refined-grid"]
def own_similarity():
    # ten points, then ten between the best two, and so on
    i, j = own_pair
    S0 = np.asarray(own_kernel, dtype=float)

    def probability(x):
        S = np.where(
            np.eye(6)[i][:, None] * np.eye(6)[j] + np.eye(6)[j][:, None] * np.eye(6)[i], x, S0
        )
        top = bottom = 0
        for Y in itertools.combinations(range(6), 3):
            d = np.linalg.det(S[np.ix_(Y, Y)])
            bottom += d
            top += d * (i in Y) * (j in Y)
        return top / bottom

    goal = own_factor * probability(0)
    low, high = 0.0, float(np.sqrt(S0[i, i] * S0[j, j]))
    while high - low > 1e-12:
        grid = np.linspace(low, high, 11)
        above = [probability(x) >= goal for x in grid]
        last = max(t for t in range(11) if above[t])
        if last == 10:
            low = high
            break
        low, high = grid[last], grid[last + 1]
    return low


# %% tags=["right", "id:generating-polynomial"]
def own_similarity():
    # det(I + z S) = (block of the pair) * (block of the four others), because the pair resembles nobody else
    i, j = own_pair
    four = np.delete(np.delete(own_kernel, [i, j], axis=0), [i, j], axis=1)
    q = [1.0]
    for value in np.linalg.eigvalsh(four):
        q = np.convolve(q, [1.0, value])  # e_0, ..., e_4 of the four others
    a, b = own_kernel[i, i], own_kernel[j, j]
    f = own_factor
    # coefficient of z^3: q3 + (a + b) q2 + (ab - u) q1, with u = x^2
    constant = q[3] + (a + b) * q[2]
    D0 = a * b
    # D q1 / (constant + D q1) = f D0 q1 / (constant + D0 q1), solved for D = ab - u
    c = f * D0 * q[1] / (constant + D0 * q[1])
    D = c * constant / (q[1] * (1 - c))
    return np.sqrt(D0 - D)


# %% tags=["right", "id:quadratic-from-fit"]
def own_similarity():
    """Both sums are polynomials of degree two in x; three points give them, np.roots the rest."""
    i, j = own_pair
    points = np.array([0.0, 1.0, 2.0])
    both, total = [], []
    for x in points:
        S = own_kernel.copy()
        S[[i, j], [j, i]] = x
        sets = np.array(list(itertools.combinations(range(6), 3)))
        d = np.linalg.det(S[sets[:, :, None], sets[:, None, :]])
        with_both = np.any(sets == i, axis=1) & np.any(sets == j, axis=1)
        both.append(d[with_both].sum())
        total.append(d.sum())
    polynomial = np.polyfit(points, both, 2) - own_factor * both[0] / total[0] * np.polyfit(
        points, total, 2
    )
    return max(np.real(np.roots(polynomial)))


# %% tags=["right", "id:fixed-point"]
def own_similarity():
    # forget at first that the sum over all sets falls too, then mend it again and again
    i, j = own_pair
    a, b = own_kernel[i, i], own_kernel[j, j]

    def all_sets(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        lam = np.linalg.eigvalsh(S)
        return sum(lam[r] * lam[s] * lam[t] for r, s, t in itertools.combinations(range(6), 3))

    start = all_sets(0.0)
    x = 0.0
    for _ in range(300):
        x = (a * b * (1 - own_factor * all_sets(x) / start)) ** 0.5
    return x


# %% tags=["right", "id:own-kernel-overwritten"]
from scipy.optimize import brentq as zero_of


def own_similarity():
    # clumsy: works in own_kernel itself, and leaves the number there
    i, j = own_pair

    def both(x):
        own_kernel[i, j] = own_kernel[j, i] = x
        top = bottom = 0.0
        for Y in itertools.combinations(range(6), 3):
            d = np.linalg.det(own_kernel[np.ix_(Y, Y)])
            bottom += d
            if i in Y and j in Y:
                top += d
        return top / bottom

    goal = own_factor * both(0)
    x = zero_of(lambda x: both(x) - goal, 0, 5, xtol=1e-13)
    both(x)
    return x


# %% tags=["wrong", "id:normaliser-forgotten", "loses:own-similarity-tests"]
# why: lets the determinants of the sets with both shrink by the factor; but the sum over all sets shrinks too.
def own_similarity():
    i, j = own_pair
    return np.sqrt(own_kernel[i, i] * own_kernel[j, j] * (1 - own_factor))


# %% tags=["wrong", "id:root-forgotten", "loses:own-similarity-tests"]
# why: returns the square of the similarity.
def own_similarity():
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return ab * e3 * (1 - own_factor) / (e3 - own_factor * ab * T)


# %% tags=["wrong", "id:negative-root", "loses:own-similarity-tests"]
# why: the other root; the statement says S_ij >= 0.
def own_similarity():
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return -np.sqrt(ab * e3 * (1 - own_factor) / (e3 - own_factor * ab * T))


# %% tags=["wrong", "id:two-clients", "loses:own-similarity-tests"]
# why: draws k = 2 clients; the logs are of a 3-DPP.
def own_similarity():
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    e2 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 2))
    return np.sqrt(ab * e2 * (1 - own_factor) / (e2 - own_factor * ab))


# %% tags=["wrong", "id:four-clients", "loses:own-similarity-tests"]
# why: takes the k = 4 of the digit clients; the logs are of a 3-DPP.
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        sets = list(itertools.combinations(range(6), k))
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        return weight[[i in Y and j in Y for Y in sets]].sum() / weight.sum()

    return brentq(
        lambda x: both(x) - own_factor * both(0),
        0,
        np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-13,
    )


# %% tags=["wrong", "id:factor-turned", "loses:own-similarity-tests"]
# why: takes own_factor for the share that is lost; both come own_factor times as often, not 1 - own_factor.
def own_similarity():
    i, j = own_pair
    f = 1 - own_factor
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return np.sqrt(ab * e3 * (1 - f) / (e3 - f * ab * T))


# %% tags=["wrong", "id:cosine", "loses:own-similarity-tests"]
# why: divides the similarity by the roots of S_ii and S_jj; asked is the entry S_ij itself.
def own_similarity():
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return np.sqrt(e3 * (1 - own_factor) / (e3 - own_factor * ab * T))


# %% tags=["wrong", "id:any-size", "loses:own-similarity-tests"]
# why: the DPP of any size, with det(I + S) below and the marginal kernel S (I + S)^-1; a 3-DPP draws exactly three.
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        K = S @ np.linalg.inv(np.eye(6) + S)
        return K[i, i] * K[j, j] - K[i, j] ** 2

    return brentq(
        lambda x: both(x) - own_factor * both(0),
        0,
        np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-13,
    )


# %% tags=["wrong", "id:volume", "loses:own-similarity-tests"]
# why: sets in proportion to the volume, the root of the determinant, instead of the determinant.
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([max(np.linalg.det(S[np.ix_(Y, Y)]), 0) ** 0.5 for Y in sets])
        return weight[[i in Y and j in Y for Y in sets]].sum() / weight.sum()

    return brentq(
        lambda x: both(x) - own_factor * both(0),
        0,
        np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-13,
    )


# %% tags=["wrong", "id:against-chance", "loses:own-similarity-tests"]
# why: compares with independent draws, b_i b_j of the same kernel, not with the kernel that has 0 there.
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))

    def lift(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        weight /= weight.sum()
        b_i = weight[[i in Y for Y in sets]].sum()
        b_j = weight[[j in Y for Y in sets]].sum()
        return weight[[i in Y and j in Y for Y in sets]].sum() / (b_i * b_j)

    largest = np.sqrt(own_kernel[i, i] * own_kernel[j, j])
    if lift(0) <= own_factor:
        return 0.0
    return brentq(lambda x: lift(x) - own_factor, 0, largest, xtol=1e-13)


# %% tags=["wrong", "id:given-the-other", "loses:own-similarity-tests"]
# why: lets the conditional chance of j, given that i came, fall by the factor; but i comes less often too.
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))

    def given(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        one = np.array([i in Y for Y in sets])
        two = np.array([j in Y for Y in sets])
        return weight[one & two].sum() / weight[one].sum()

    return brentq(
        lambda x: given(x) - own_factor * given(0),
        0,
        np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-13,
    )


# %% tags=["wrong", "id:grid", "loses:own-similarity-tests"]
# why: the best point of a grid with the step 0.01; asked are seven digits.
def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        return weight[[i in Y and j in Y for Y in sets]].sum() / weight.sum()

    goal = own_factor * both(0)
    return min(np.arange(0, 4, 0.01), key=lambda x: abs(both(x) - goal))


# %% tags=["wrong", "id:three-digits", "loses:own-similarity-tests"]
# why: rounded to two decimals; asked are seven digits.
def own_similarity():
    i, j = own_pair
    ab = own_kernel[i, i] * own_kernel[j, j]
    T = np.trace(own_kernel) - own_kernel[i, i] - own_kernel[j, j]
    e3 = sum(np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in itertools.combinations(range(6), 3))
    return round(float(np.sqrt(ab * e3 * (1 - own_factor) / (e3 - own_factor * ab * T))), 2)


# %% tags=["wrong", "id:numbered-from-one", "loses:own-similarity-tests"]
# why: takes the clients of own_pair for numbered from 1, so two others are made alike.
from scipy.optimize import minimize_scalar


def own_similarity():
    i, j = own_pair[0] - 1, own_pair[1] - 1
    sets = list(itertools.combinations(range(6), 3))
    i, j = i % 6, j % 6

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        return weight[[i in Y and j in Y for Y in sets]].sum() / weight.sum()

    goal = own_factor * both(0)
    return minimize_scalar(
        lambda x: (both(x) - goal) ** 2, bounds=(0, 2.5), method="bounded", options={"xatol": 1e-10}
    ).x


# %% tags=["wrong", "id:singles", "loses:own-similarity-tests"]
# why: lets the chance that client i is drawn at all fall by the factor (as far as it can), not that of both together.
from scipy.optimize import minimize_scalar


def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))

    def one(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        return weight[[i in Y for Y in sets]].sum() / weight.sum()

    goal = own_factor * one(0)
    largest = np.sqrt(own_kernel[i, i] * own_kernel[j, j])
    return minimize_scalar(lambda x: (one(x) - goal) ** 2, bounds=(0, largest), method="bounded").x


# %% tags=["wrong", "id:probability", "loses:own-similarity-tests"]
# why: returns how often both come together, not the similarity.
def own_similarity():
    i, j = own_pair
    sets = list(itertools.combinations(range(6), 3))
    weight = np.array([np.linalg.det(own_kernel[np.ix_(Y, Y)]) for Y in sets])
    return own_factor * weight[[i in Y and j in Y for Y in sets]].sum() / weight.sum()


# %% tags=["wrong", "id:finished-answer", "loses:own-similarity-tests"]
# why: computes with flcourse.dpp.KDPP under another name; the notebook gives no points for that.
from flcourse.dpp import KDPP as Process
from scipy.optimize import brentq


def own_similarity():
    i, j = own_pair

    def both(x):
        S = own_kernel.copy()
        S[i, j] = S[j, i] = x
        return Process(S, 3).pair_inclusion()[i, j]

    return brentq(
        lambda x: both(x) - own_factor * both(0),
        0,
        0.999 * np.sqrt(own_kernel[i, i] * own_kernel[j, j]),
        xtol=1e-13,
    )
