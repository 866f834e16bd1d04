# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Sampling clients that differ
#
# A server that draws clients uniformly keeps drawing clients that resemble each other. A k-DPP
# makes this unlikely: it draws a set $Y$ of $k$ clients with a probability in proportion to the
# determinant of a matrix of similarities. In this assignment you build such a matrix from label
# histograms, draw from the k-DPP exactly, and find out what it does to the update of a round, to
# its variance and to its bias. It belongs to the chapter *Client sampling* of the book.
#
# **When you are done you can**
#
# - compute the normaliser and the inclusion probabilities of a k-DPP, and draw from it,
# - compute the variance of the aggregated update by enumeration and from pairs of clients,
# - remove the bias of a selection that prefers some clients, and say when repulsion helps.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Kernel from label histograms | `label_kernel` | 1 |
# | 2 Elementary symmetric polynomials | `elementary_symmetric` | 1 |
# | 3 Marginals | `marginals` | 1 for single clients, 1 for pairs |
# | 4 Exact sampler | `sample` | 2 |
# | 5 Variance by enumeration | `variance_by_enumeration` | 1 |
# | 6 Variance from pairs | `variance_from_pairs` | 1 |
# | 7 An unbiased update | `unbiased_update` | 1 |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three and a half hours. **Imports**: NumPy, SciPy and Python's own modules such
# as `itertools`. `flcourse.dpp` holds finished answers: compare with them, but an answer that uses
# them, also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So a mistake costs the points of its own task alone. Any right method
# counts, and numbers may deviate by $10^{-5}$ of the largest entry. The sampler of task 4 is judged
# by how often sets of clients come; a right one is refused by bad luck less than once in a million
# gradings.
#
# Names such as `eq-inclusion` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Clients are numbered from 0. Before you hand in,
# restart the kernel and run all cells.

# %% tags=["given", "id:imports"]
import itertools

import matplotlib.pyplot as plt
import numpy as np

from flcourse import data
from flcourse.losses import Softmax

# %% [markdown]
# ## The data
#
# Twelve clients hold images of handwritten digits, each its own mixture of digits and its own
# number of images. A round trains $k = 4$ of them.
#
# - `Z[i, c]` counts the images of digit $c$ at client $i$, shape `(12, 10)`;
# - `p[i]` is the share of client $i$ in all images, the weight that we want it to have;
# - `G[i]` is the update of client $i$: the gradient of its local loss, shape `(12, 650)`.

# %% tags=["given", "id:data"]
clients = data.digits(12, dirichlet=0.2, rng=np.random.default_rng(2))
Z = data.label_counts(clients, 10)
p = Z.sum(axis=1) / Z.sum()
G = np.array([Softmax().gradient(np.zeros(650), X_i, y_i) for X_i, y_i in clients])
k = 4
print(f"{len(Z)} clients with {Z.sum(axis=1).min()} to {Z.sum(axis=1).max()} images each")

# %% [markdown]
# ## Task 1: Kernel from label histograms (1 point)
#
# The histogram of client $i$ holds the shares of the classes, $h_{ic} = Z_{ic} / \sum_{c'}
# Z_{ic'}$. Two clients are alike if their histograms overlap:
#
# $$S_{ij} = \sum_c \sqrt{h_{ic}\, h_{jc}} \; + \; r\,[\,i = j\,]. \tag{eq-label-kernel}$$
#
# The overlap is 1 for equal histograms, whatever the number of images, and 0 for disjoint ones. The
# *ridge* $r \ge 0$ on the diagonal lets even clients with equal histograms come together now and
# then.


# %% tags=["answer", "id:label-kernel"]
def label_kernel(Z, ridge):
    """Overlap of the label histograms of all pairs of clients, with a ridge (eq-label-kernel).

    Z: (n, C) array of label counts, no row is all zero;  ridge: a number >= 0.
    Returns S: (n, n) array.
    """
    ### BEGIN SOLUTION
    root = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
    return root @ root.T + ridge * np.eye(len(Z))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Z / Z.sum(axis=1, keepdims=True) turns the rows into shares. With R = np.sqrt of them, R @ R.T
# holds all inner products; the ridge belongs on the diagonal only.

# %% [markdown]
# By hand: counts (9, 0), (1, 0), (16, 9) and (18, 32) give the shares (1, 0), (1, 0), (0.64, 0.36)
# and (0.36, 0.64). The roots are (1, 0), (1, 0), (0.8, 0.6) and (0.6, 0.8), so that $S_{01} = 1$,
# $S_{02} = 0.8$, $S_{03} = 0.6$ and $S_{23} = 0.96$.

# %% tags=["tests", "id:label-kernel-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(label_kernel, "flcourse.dpp")


def _wrong_kernels(Z, ridge):
    """Kernels that come from known mistakes, by the words that describe the mistake."""
    h, r = Z / Z.sum(axis=1, keepdims=True), ridge * np.eye(len(Z))
    root, length = np.sqrt(h), np.linalg.norm(h, axis=1)
    of_class, of_all = np.sqrt(Z / Z.sum(axis=0)), np.sqrt(Z / Z.sum())
    overlap = root @ root.T
    return {
        "The ridge is missing": overlap,
        "The ridge belongs to the diagonal only": overlap + ridge,
        "The ridge is added to the diagonal, it does not replace it": overlap - np.eye(len(Z)) + r,
        "The overlap is squared": overlap**2 + r,
        "This is a distance, large where clients differ": np.linalg.norm(
            root[:, None] - root, axis=2
        )
        + r,
        "The counts are not divided by the images of the client": np.sqrt(Z) @ np.sqrt(Z).T + r,
        "The counts are divided by the size of the class": of_class @ of_class.T + r,
        "The counts are divided by all images of all clients": of_all @ of_all.T + r,
        "The square root is missing": h @ h.T + r,
        "This is the cosine of the histograms": h @ h.T / np.outer(length, length) + r,
        "The smaller share is taken, not the root of the product": np.minimum(h[:, None], h).sum(-1)
        + r,
    }


_Z = np.array([[9, 0], [1, 0], [16, 9], [18, 32]])
_overlap = np.array([[1, 1, 0.8, 0.6], [1, 1, 0.8, 0.6], [0.8, 0.8, 1, 0.96], [0.6, 0.6, 0.96, 1]])
_got = checks.call(label_kernel, _Z, 0.5)
checks.shape(
    _got,
    (4, 4),
    what="label_kernel",
    hint="S has a row and a column for each client (eq-label-kernel).",
    mistakes={"These are the classes, not the clients": (2, 2)},
)
checks.close(
    _got,
    _overlap + 0.5 * np.eye(4),
    what="label_kernel",
    hint="turn counts into shares, take roots, then inner products (eq-label-kernel).",
    mistakes=_wrong_kernels(_Z, 0.5),
)
### BEGIN HIDDEN TESTS


def _reference(Z, ridge):
    S = np.zeros((len(Z), len(Z)))
    for i in range(len(Z)):
        for j in range(len(Z)):
            for c in range(Z.shape[1]):
                S[i, j] += (Z[i, c] / sum(Z[i]) * Z[j, c] / sum(Z[j])) ** 0.5
        S[i, i] += ridge
    return S


_rng = checks.grading_rng("label-kernel")
for _n, _C in [(6, 3), (4, 7), (9, 4)]:
    _Z = _rng.integers(1, 60, (_n, _C)) * (_rng.random((_n, _C)) < 0.6)
    _Z[np.arange(_n), np.arange(_n) % _C] += _rng.integers(1, 30, _n)
    _Z[np.arange(_C) % _n, np.arange(_C)] += 1  # neither a client nor a class is empty
    _ridge = _rng.uniform(0.1, 2)
    checks.close(
        checks.call(label_kernel, _Z, _ridge),
        _reference(_Z, _ridge),
        what=f"label_kernel of {_n} random clients with {_C} classes",
        hint="turn counts into shares, take roots, then inner products (eq-label-kernel).",
        mistakes=_wrong_kernels(_Z, _ridge),
    )
checks.close(
    checks.call(label_kernel, _Z, 0.0),
    _reference(_Z, 0.0),
    what="label_kernel without a ridge",
    hint="for r = 0 the diagonal is 1 (eq-label-kernel).",
    mistakes=_wrong_kernels(_Z, 0.0),
)
### END HIDDEN TESTS

# %%
S = label_kernel(Z, 0.1)
fig, ax = plt.subplots(figsize=(4, 3.4))
fig.colorbar(ax.imshow(S), ax=ax, label="similarity")
ax.set(xlabel="client", ylabel="client")
plt.show()

# %% [markdown]
# ## Task 2: Elementary symmetric polynomials (1 point)
#
# The probability of a set $Y$ of $k$ clients is
#
# $$\Pr(Y) = \frac{\det S_Y}{\sum_{|Y'| = k} \det S_{Y'}}, \tag{eq-kdpp-probability}$$
#
# and the sum of all these determinants is one number of the spectrum: the elementary symmetric
# polynomial $e_k$ of the eigenvalues of $S$,
#
# $$e_j(\lambda_1, \dots, \lambda_m) = \sum_{|J| = j} \prod_{r \in J} \lambda_r
# = e_j(\lambda_1, \dots, \lambda_{m-1}) + \lambda_m\, e_{j-1}(\lambda_1, \dots, \lambda_{m-1}).
# \tag{eq-esp}$$
#
# The sum runs over all sets of $j$ *different* positions, $e_0 = 1$, and $e_j = 0$ if there are
# fewer than $j$ numbers. Write `elementary_symmetric(values, k)`. It must be fast for 1000 numbers
# too, so do not enumerate the sets.


# %% tags=["answer", "id:elementary-symmetric"]
def elementary_symmetric(values, k):
    """All elementary symmetric polynomials e_0, ..., e_k of some numbers (eq-esp).

    values: (m,) array, numbers >= 0;  k: integer >= 0, also larger than m.
    Returns e: (k + 1,) array.
    """
    ### BEGIN SOLUTION
    e = np.zeros(k + 1)
    e[0] = 1.0
    for value in values:
        e[1:] = e[1:] + value * e[:-1]
    return e
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Begin with e = (1, 0, ..., 0). For each new number x, e_j becomes e_j + x e_(j-1): go from large j
# to small, or compute from a copy, else the number is used twice.

# %% [markdown]
# By hand: for 2, 3 and 5, $e_1 = 10$, $e_2 = 6 + 10 + 15 = 31$ and $e_3 = 30$.

# %% tags=["tests", "id:elementary-symmetric-tests", "points:1"]
import itertools
import math

import numpy as np

from flcourse.grading import checks

checks.own(elementary_symmetric, "flcourse.dpp")


def _enumerated(values, k):
    return [sum(math.prod(c) for c in itertools.combinations(values, j)) for j in range(k + 1)]


def _wrong_polynomials(values, k):
    """Results that come from known mistakes, by the words that describe the mistake."""
    e, m = np.array(_enumerated(values, k)), len(values)
    again = [
        sum(math.prod(c) for c in itertools.combinations_with_replacement(values, j))
        for j in range(k + 1)
    ]
    nothing = {} if e[0] == 0 else {"e_0 is 1": np.r_[0, e[1:]]}
    return nothing | {
        "A number is used more than once in a product": again,
        "The order is reversed, e_0 comes first": e[::-1],
        "The signs alternate, these are coefficients of the polynomial with the roots": e
        * (-1.0) ** np.arange(k + 1),
        "These are sums of powers": [np.sum(np.power(values, j)) for j in range(k + 1)],
        "These are sums of powers, and e_0 is 1": [1.0]
        + [np.sum(np.power(values, j)) for j in range(1, k + 1)],
        "The numbers are lost, these are binomial coefficients": [
            math.comb(m, j) for j in range(k + 1)
        ],
        "The last number is left out": _enumerated(values[:-1], k),
        "The first number is left out": _enumerated(values[1:], k),
        "Every product is counted once for each order of its factors": [
            math.factorial(j) * e_j for j, e_j in enumerate(e)
        ],
        "These are means of the products, not sums": [
            e_j / max(1, math.comb(m, j)) for j, e_j in enumerate(e)
        ],
        "This is the product of the largest numbers only": [
            math.prod(np.sort(values)[::-1][:j]) for j in range(k + 1)
        ],
    }


_values = np.array([2.0, 3.0, 5.0])
_got = checks.call(elementary_symmetric, _values, 3)
checks.shape(
    _got,
    (4,),
    what="elementary_symmetric",
    hint="return e_0, e_1, ..., e_k: see eq-esp.",
    mistakes={
        "This is e_k only": (),
        "e_0 is missing": (3,),
        "This is the whole table of the recursion": (4, 4),
    },
)
checks.close(
    _got,
    [1, 10, 31, 30],
    what="elementary_symmetric",
    hint="go through the numbers: e_j gains the new number times e_(j-1) (eq-esp).",
    mistakes=_wrong_polynomials(_values, 3),
)
checks.close(
    checks.call(elementary_symmetric, _values, 5),
    [1, 10, 31, 30, 0, 0],
    what="elementary_symmetric of three numbers for k = 5",
    hint="e_j is 0 if there are fewer than j numbers (eq-esp).",
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("elementary-symmetric")
for _m, _k in [(6, 3), (8, 8), (7, 2), (5, 1)]:
    _values = _rng.uniform(0.4, 2.5, _m)
    _values[_rng.integers(_m)] *= _m > 6  # a zero among them
    checks.close(
        checks.call(elementary_symmetric, _values, _k),
        _enumerated(_values, _k),
        what=f"elementary_symmetric of {_m} random numbers for k = {_k}",
        hint="go through the numbers: e_j gains the new number times e_(j-1) (eq-esp).",
        mistakes=_wrong_polynomials(_values, _k),
    )
checks.close(
    checks.call(elementary_symmetric, _rng.uniform(0.5, 2, 3), 0),
    [1.0],
    what="elementary_symmetric for k = 0",
    hint="e_0 is 1 (eq-esp).",
)
_c = _rng.uniform(0.5, 1.5)
_got = checks.numbers(
    checks.call(elementary_symmetric, np.full(1000, _c), 4),
    what="elementary_symmetric of 1000 equal numbers",
    hint="see eq-esp.",
)
checks.close(
    _got.ravel() / [math.comb(1000, _j) * _c**_j for _j in range(5)],
    np.ones(5),
    what="elementary_symmetric of 1000 equal numbers, over the exact values",
    hint="go through the numbers: e_j gains the new number times e_(j-1) (eq-esp).",
)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 3: Marginals (2 points)
#
# Let $\lambda_r$ be the eigenvalues of $S$ and the columns of $V$ its orthonormal eigenvectors.
# Client $i$ is drawn with the probability
#
# $$b_i = \sum_r V_{ir}^2\, \frac{\lambda_r\, e_{k-1}(\lambda_{-r})}{e_k(\lambda)},
# \tag{eq-inclusion}$$
#
# where $\lambda_{-r}$ holds all eigenvalues but $\lambda_r$, and two clients $i \ne j$ together
# with
#
# $$\Pr(i, j \in Y) = \sum_{r \ne s} \frac{\lambda_r \lambda_s\, e_{k-2}(\lambda_{-r,-s})}
# {e_k(\lambda)} \bigl(V_{ir}^2 V_{js}^2 - V_{ir} V_{is} V_{jr} V_{js}\bigr).
# \tag{eq-pair-inclusion}$$
#
# Write `marginals(S, k)`, which returns both in one matrix. Any way to compute them counts, the
# formulas or the enumeration of all sets (eq-kdpp-probability); $n$ is at most 12 here.


# %% tags=["answer", "id:marginals"]
def marginals(S, k):
    """Probabilities that clients are drawn, alone and in pairs (eq-inclusion, eq-pair-inclusion).

    S: (n, n) array, symmetric and positive definite;  k: integer, 2 <= k <= n.
    Returns P: (n, n) array, P[i, i] = b_i and P[i, j] = probability of i and j together.
    """
    ### BEGIN SOLUTION
    P = np.zeros_like(S)
    total = 0.0
    for Y in itertools.combinations(range(len(S)), k):
        weight = np.linalg.det(S[np.ix_(Y, Y)])
        P[np.ix_(Y, Y)] += weight
        total += weight
    return P / total
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# itertools.combinations(range(n), k) runs through all sets, and S[np.ix_(Y, Y)] is the block of a
# set. Add its determinant to the same block of P and to a total, and divide at the end.

# %% [markdown]
# By hand, with $k = 2$: if clients 0 and 1 have $S_{00} = S_{11} = 3$ and $S_{01} = 1$, and client
# 2 is unlike both with $S_{22} = 2$, the pairs have the determinants 8, 6 and 6. So the pairs come
# with probability 0.4, 0.3 and 0.3, clients 0 and 1 with 0.7, and client 2 with 0.6.

# %% tags=["tests", "id:marginals-single-tests", "points:1"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(marginals, "flcourse.dpp")


def _esp(values, k):
    return sum(np.prod(c) for c in itertools.combinations(values, k)) if k >= 0 else 0.0


def _exact(S, k):
    """Marginals by enumeration."""
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    member = np.array([[float(i in Y) for i in range(len(S))] for Y in sets])
    return member.T @ (member * (weight / weight.sum())[:, None])


def _wrong_singles(S, k):
    """Probabilities b that come from known mistakes, by the words that describe the mistake."""
    n, (lam, V) = len(S), np.linalg.eigh(S)
    drawn = np.array([lam[r] * _esp(np.delete(lam, r), k - 1) for r in range(n)]) / _esp(lam, k)
    whole = lam * _esp(lam, k - 1) / _esp(lam, k)
    b = V**2 @ drawn
    return {
        "This is the DPP without a fixed size": np.diag(S @ np.linalg.inv(S + np.eye(n))),
        "These are probabilities of eigenvectors, not of clients": drawn,
        "The entries of V are not squared": V @ drawn,
        "Rows and columns of V are mixed up": (V**2).T @ drawn,
        "The eigenvalue is not left out of e_(k-1)": V**2 @ whole,
        "The factor lambda_r is missing": V**2 @ (drawn / lam),
        "This is uniform sampling, the kernel is lost": np.full(n, k / n),
        "Only the k largest eigenvalues are used": np.sum(V[:, -k:] ** 2, axis=1),
        "This looks at the diagonal of S only": k * np.diag(S) / np.trace(S),
        "The b_i should sum to k, not to 1": b / k,
        "The weights are not divided by their sum e_k": b * _esp(lam, k),
        "This is for k - 1 clients": np.diag(_exact(S, k - 1)),
        "The sets are weighted by the square of the determinant": _squared(S, k),
        "This is the probability that the client is not drawn": 1 - b,
    }


def _squared(S, k):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) ** 2 for Y in sets])
    member = np.array([[float(i in Y) for i in range(len(S))] for Y in sets])
    return weight @ member / weight.sum()


_by_hand = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 2.0]])
_chain = np.diag([4.0, 3.0, 2.0, 1.0, 5.0])
_chain += np.diag([2.0, 1.0, 0.5, 0.2], 1) + np.diag([2.0, 1.0, 0.5, 0.2], -1)
_chain[[0, 4], [4, 0]] = 0.5
for _name, _S, _k in [("example by hand", _by_hand, 2), ("example with 5 clients", _chain, 3)]:
    _got = checks.call(marginals, _S, _k)
    checks.shape(
        _got,
        _S.shape,
        what="marginals",
        hint="one row and one column for each client: see eq-pair-inclusion.",
        mistakes={"This is b only, put it on the diagonal": _S.shape[:1]},
    )
    checks.close(
        np.diag(
            checks.numbers(
                _got,
                what="marginals",
                hint="b_i is on the diagonal: add up all sets with client i (eq-inclusion).",
            )
        ),
        [0.7, 0.7, 0.6] if _k == 2 else np.diag(_exact(_S, _k)),
        what=f"diagonal of marginals in the {_name}",
        hint="b_i is on the diagonal: add up all sets with client i (eq-inclusion).",
        mistakes=_wrong_singles(_S, _k),
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("marginals-single")
for _n, _k in [(6, 3), (5, 2), (7, 4), (4, 4)]:
    _F = _rng.normal(size=(_n, _n)) + np.diag(_rng.uniform(0.5, 2, _n))
    _S = _F @ _F.T + 0.1 * np.eye(_n)
    _got = checks.call(marginals, _S, _k)
    checks.shape(
        _got,
        (_n, _n),
        what="marginals",
        hint="one row and one column for each client: see eq-pair-inclusion.",
    )
    checks.close(
        np.diag(
            checks.numbers(
                _got,
                what="marginals",
                hint="b_i is on the diagonal: add up all sets with client i (eq-inclusion).",
            )
        ),
        np.diag(_exact(_S, _k)),
        what=f"diagonal of marginals for {_n} random clients and k = {_k}",
        hint="b_i is on the diagonal: add up all sets with client i (eq-inclusion).",
        mistakes=_wrong_singles(_S, _k),
    )
### END HIDDEN TESTS

# %% tags=["tests", "id:marginals-pairs-tests", "points:1"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(marginals, "flcourse.dpp")


def _esp(values, k):
    return sum(np.prod(c) for c in itertools.combinations(values, k)) if k >= 0 else 0.0


def _exact(S, k, power=1):
    """Marginals by enumeration."""
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) ** power for Y in sets])
    member = np.array([[float(i in Y) for i in range(len(S))] for Y in sets])
    return member.T @ (member * (weight / weight.sum())[:, None])


def _of_projection(K):
    return np.outer(np.diag(K), np.diag(K)) - K**2


def _wrong_pairs(S, k):
    """Pair probabilities from known mistakes, by the words that describe the mistake."""
    n, (lam, V), P = len(S), np.linalg.eigh(S), _exact(S, k)
    b, no_minus, only_minus = np.diag(P), np.zeros((n, n)), np.zeros((n, n))
    for r, s in itertools.permutations(range(n), 2):
        both = lam[r] * lam[s] * _esp(np.delete(lam, [r, s]), k - 2) / _esp(lam, k)
        no_minus += both * np.outer(V[:, r] ** 2, V[:, s] ** 2)
        only_minus += both * np.outer(V[:, r] * V[:, s], V[:, r] * V[:, s])
    return {
        "This is b_i b_j, as if the clients were drawn independently": np.outer(b, b),
        "This is the covariance, b_i b_j is subtracted": P - np.outer(b, b),
        "This is a conditional probability, divided by b_i": P / b[:, None],
        "This is a conditional probability, divided by b_j": P / b,
        "The second term, with the minus, is missing": no_minus,
        "The second term has the wrong sign": no_minus + only_minus,
        "Each pair is counted twice": 2 * P,
        "Each pair is counted half": P / 2,
        "The weights are not divided by their sum e_k": P * _esp(lam, k),
        "This is the DPP without a fixed size": _of_projection(S @ np.linalg.inv(S + np.eye(n))),
        "Only the k largest eigenvalues are used": _of_projection(V[:, -k:] @ V[:, -k:].T),
        "This is for k = 2": _exact(S, 2),
        "This is uniform sampling, the kernel is lost": np.full(
            (n, n), k * (k - 1) / (n * (n - 1))
        ),
        "The sets are weighted by the square of the determinant": _exact(S, k, 2),
        "Only the upper half is filled": np.triu(P),
        "Only the lower half is filled": np.tril(P),
        "The pairs are missing, only the diagonal is filled": np.diag(b),
    }


def _off(P):
    """Entries off the diagonal as a vector."""
    P = np.asarray(P)
    return P[~np.eye(len(P), dtype=bool)]


_by_hand = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 2.0]])
_chain = np.diag([4.0, 3.0, 2.0, 1.0, 5.0])
_chain += np.diag([2.0, 1.0, 0.5, 0.2], 1) + np.diag([2.0, 1.0, 0.5, 0.2], -1)
_chain[[0, 4], [4, 0]] = 0.5
for _name, _S, _k in [("example by hand", _by_hand, 2), ("example with 5 clients", _chain, 3)]:
    _got = checks.call(marginals, _S, _k)
    checks.shape(
        _got,
        _S.shape,
        what="marginals",
        hint="one row and one column for each client: see eq-pair-inclusion.",
        mistakes={"This is b only, put it on the diagonal": _S.shape[:1]},
    )
    checks.close(
        _off(
            checks.numbers(
                _got,
                what="marginals",
                hint="add the probabilities of all sets with both clients (eq-pair-inclusion).",
            )
        ),
        [0.4, 0.3, 0.4, 0.3, 0.3, 0.3] if _k == 2 else _off(_exact(_S, _k)),
        what=f"entries off the diagonal of marginals in the {_name}",
        hint="add the probabilities of all sets with both clients (eq-pair-inclusion).",
        mistakes={words: _off(wrong) for words, wrong in _wrong_pairs(_S, _k).items()},
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("marginals-pairs")
for _n, _k in [(6, 3), (5, 2), (7, 4), (4, 4)]:
    _F = _rng.normal(size=(_n, _n)) + np.diag(_rng.uniform(0.5, 2, _n))
    _S = _F @ _F.T + 0.1 * np.eye(_n)
    _got = checks.call(marginals, _S, _k)
    checks.shape(
        _got,
        (_n, _n),
        what="marginals",
        hint="one row and one column for each client: see eq-pair-inclusion.",
    )
    checks.close(
        _off(
            checks.numbers(
                _got,
                what="marginals",
                hint="add the probabilities of all sets with both clients (eq-pair-inclusion).",
            )
        ),
        _off(_exact(_S, _k)),
        what=f"entries off the diagonal of marginals for {_n} random clients and k = {_k}",
        hint="add the probabilities of all sets with both clients (eq-pair-inclusion).",
        mistakes={words: _off(wrong) for words, wrong in _wrong_pairs(_S, _k).items()},
    )
### END HIDDEN TESTS

# %%
P = marginals(S, k)
for i in np.argsort(np.diag(P)):
    print(f"client {i:2d}: b = {P[i, i]:.3f}, images: {Z[i].sum():3d}, digits: {np.sum(Z[i] > 0)}")

# %% [markdown]
# ## Task 4: Exact sampler (2 points)
#
# Enumeration stops at a few dozen clients. The following algorithm does not, and it is exact:
#
# 1. Compute the eigenvalues $\lambda_r$ of $S$ and the eigenvectors, the columns of $V$. Set $j =
#    k$. For $r = n, n-1, \dots, 1$ and as long as $j > 0$: with probability $\lambda_r\,
#    e_{j-1}(\lambda_1, \dots, \lambda_{r-1}) / e_j(\lambda_1, \dots, \lambda_r)$, choose
#    eigenvector $r$ and decrease $j$ by one.
# 2. Let $v_i$ be row $i$ of the matrix of the $k$ chosen eigenvectors (its columns). For
#    $t = k, \dots, 1$: draw client $i$ with probability $\lVert v_i \rVert^2 / t$; then remove its
#    direction $u = v_i / \lVert v_i \rVert$ from all rows, $v_l \leftarrow v_l - (v_l^\top u)\, u$
#    (alg-kdpp-sample).
#
# Write `sample(S, k, size, rng)`, which draws `size` sets, independently of each other. Any exact
# method counts. All randomness comes from `rng`, a `numpy.random.Generator`: the same state of
# `rng` gives the same draws. Use its methods, such as `rng.random(5)` or `rng.choice(n,
# p=probabilities)`. A thousand draws of 3 out of 6 clients should take a second at most.


# %% tags=["answer", "id:sample"]
def sample(S, k, size, rng):
    """Independent draws from the k-DPP with kernel S (alg-kdpp-sample).

    S: (n, n) array, symmetric and positive definite;  k: integer, 1 <= k <= n;
    size: number of sets;  rng: numpy.random.Generator.
    Returns draws: (size, k) array of integers; each row holds k different clients, in any order.
    """
    ### BEGIN SOLUTION
    n = len(S)
    eigenvalues, V = np.linalg.eigh(S)
    e = np.zeros((k + 1, n + 1))  # e[j, m] is e_j of the first m eigenvalues
    e[0] = 1.0
    for j in range(1, k + 1):
        for m in range(1, n + 1):
            e[j, m] = e[j, m - 1] + eigenvalues[m - 1] * e[j - 1, m - 1]
    # All draws go through the algorithm together, axis 0; missing is j, one number for each draw.
    chosen, missing = np.zeros((size, n)), np.full(size, k)
    for r in range(n, 0, -1):
        weight = eigenvalues[r - 1] * e[missing - 1, r - 1] * (missing > 0)
        take = rng.random(size) * e[missing, r] < weight
        chosen[take, r - 1] = 1.0
        missing -= take
    rows = V * chosen[:, None, :]  # a zero column instead of an eigenvector that is not chosen
    draws = np.empty((size, k), dtype=int)
    for t in range(k):
        cumulated = np.cumsum(np.sum(rows**2, axis=2), axis=1)
        threshold = rng.random((size, 1)) * cumulated[:, -1:]
        draws[:, t] = np.sum(cumulated <= threshold, axis=1)
        u = rows[np.arange(size), draws[:, t]]
        u = u / np.linalg.norm(u, axis=1, keepdims=True)
        rows = rows - (rows @ u[:, :, None]) * u[:, None, :]
    return draws
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Phase 1 goes through the eigenvalues from the last to the first and takes one with the probability
# lambda e_(j-1) / e_j, where j are still missing. Phase 2 draws a client with probability
# proportional to the squared lengths of the rows of V, then removes its direction from the others
# and repeats.

# %% [markdown]
# The check draws 2500 sets in one call and counts. In its first example clients 0 and 1 are nearly
# the same, and so are clients 2 and 3; in its second example two clients of six are drawn.

# %% tags=["tests", "id:sample-tests", "points:2"]
import itertools

import numpy as np
from scipy import special

from flcourse.grading import checks

checks.own(sample, "flcourse.dpp")

# How often is a right sampler refused? Each of the 4 examples, 2 of them hidden, takes N = 2500
# independent draws and makes two tests:
# - Against each of the known wrong laws q, 10 for k = 3 and 11 for k = 2, the product of q/p over
#   the draws must stay below 10^8. Its expectation under the right law p is 1, so by Markov's
#   inequality a right sampler fails with probability at most 10^-8:  42 x 10^-8 = 4.2e-7.
# - The count of each client, pair and set (41 events for k = 3, 21 for k = 2) is binomial; each
#   tail of it is cut off at 2e-9, exactly:  2 x (41 + 21) x 2 x 2e-9 = 5e-7.  Together below 1e-6.
# How often is a wrong law found? Under q the logarithm of the product has mean N KL(q, p) and
# standard deviation sqrt(N Var log(q/p)). For each wrong law there is a visible example in which
# this mean exceeds log 10^8 by at least 4.8 standard deviations (normal approximation: power
# > 0.999999), and hidden examples are drawn anew until it does by 3 (power > 0.998).
_N, _LARGEST, _TAIL = 2500, np.log(1e8), 2e-9
_UNSQUARED = "as if the entries of a row were not squared"


def _sets(n, k):
    return [list(Y) for Y in itertools.combinations(range(n), k)]


def _one_by_one(weights, k):
    """Law of the set when items are drawn in turn, each by its weight among those left."""
    law = []
    for Y in _sets(len(weights), k):
        orders = np.array(list(itertools.permutations(weights[Y])))
        before = np.cumsum(orders, axis=1) - orders
        law.append(np.sum(np.prod(orders / (weights.sum() - before), axis=1)))
    return np.array(law)


def _right_law(S, k):
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in _sets(len(S), k)])
    return weight / weight.sum()


def _unsquared(S):
    """Law of two clients when |entries| take the place of squares in the second stage."""
    lam, V = np.linalg.eigh(S)
    joint = np.zeros(S.shape)
    for pair, chance in zip(_sets(len(S), 2), _right_law(np.diag(lam), 2), strict=True):
        rows = V[:, pair]
        weight = np.abs(rows).sum(axis=1)
        for i, row in enumerate(rows):
            u = row / np.linalg.norm(row)
            left = np.abs(rows - np.outer(rows @ u, u)).sum(axis=1)
            left[i] = 0.0
            joint[i] += chance * weight[i] / weight.sum() * left / left.sum()
    return np.array([joint[i, j] + joint[j, i] for i, j in _sets(len(S), 2)])


def _wrong_laws(S, k):
    """Laws of samplers with known mistakes, by the words that describe the mistake."""
    lam, V = np.linalg.eigh(S)
    p, sets = _right_law(S, k), _sets(len(S), k)
    given = np.array([[np.linalg.det(V[np.ix_(Y, J)]) ** 2 for Y in sets] for J in sets])
    first = _right_law(np.diag(lam), k)  # of the set of eigenvectors
    leverage = np.array([_one_by_one(np.sum(V[:, J] ** 2, axis=1), k) for J in sets])
    b = p @ [[float(i in Y) for i in range(len(S))] for Y in sets]
    laws = {} if k > 2 else {_UNSQUARED: _unsquared(S)}
    return laws | {
        "as if all sets were equally likely": np.full(len(p), 1 / len(p)),
        "as if the clients came by b_i without repulsion": _one_by_one(b, k),
        "as if the clients came by S_ii without repulsion": _one_by_one(np.diag(S), k),
        "as if the direction of a drawn client were not removed": first @ leverage,
        "as if the eigenvectors came one by one by their eigenvalues": _one_by_one(lam, k) @ given,
        "as if the k largest eigenvalues were taken every time": given[-1],
        "as if the k smallest eigenvalues were taken every time": given[0],
        "as if rows of V were taken instead of columns": first @ given.T,
        "as if the determinants were squared": p**2 / np.sum(p**2),
        "as if the roots of the determinants were taken": np.sqrt(p) / np.sum(np.sqrt(p)),
    }


def _odd(counts, law, tail, n, k):
    """First client, pair or set that comes too often or too seldom: its name and two shares."""
    for size in range(1, k + 1):
        for A in itertools.combinations(range(n), size):
            inside = np.array([set(A) <= set(Y) for Y in _sets(n, k)])
            chance, count = min(1.0, law[inside].sum()), counts[inside].sum()
            # Chances of at most, and of at least, as many: SciPy's binom takes a second to load.
            few, many = special.bdtr(count, _N, chance), special.bdtrc(count - 1, _N, chance)
            if few < tail or many <= tail:
                name = f"client {A[0]}" if size == 1 else f"clients {list(A)} together"
                return name, chance, count / _N
    return None


def _check_draws(draws, S, k):
    """Refuse draws that are no sets, or come with wrong frequencies."""
    n, sets, p = len(S), _sets(len(S), k), _right_law(S, k)
    checks.shape(
        draws,
        (_N, k),
        what="sample",
        hint="return one row of k client numbers for each draw: see alg-kdpp-sample.",
        mistakes={"These are zeros and ones for all clients, not numbers of clients": (_N, n)},
    )
    rows = np.sort(
        checks.numbers(
            draws,
            what="sample",
            hint="draw eigenvectors, then clients, and remove directions (alg-kdpp-sample).",
        ).reshape(_N, k),
        axis=1,
    )
    checks.holds(
        np.abs(rows - np.round(rows)).max() < 1e-6 and rows.min() > -0.5 and rows.max() < n - 0.5,
        what="sample",
        expected=f"client numbers 0 to {n - 1}",
        got=f"numbers from {rows.min():g} to {rows.max():g}",
        hint="a draw holds the positions of the rows of S: see eq-kdpp-probability.",
    )
    checks.holds(
        np.all(np.diff(rows, axis=1) > 0.5),
        what="sample",
        expected="k different clients in each draw",
        got="a client twice in one draw",
        hint="a set with a client twice has determinant 0 (eq-kdpp-probability).",
    )
    checks.holds(
        np.ptp(rows, axis=0).max() > 0.5,
        what="sample",
        expected=f"{_N} independent draws",
        got="the same set again and again",
        hint="every row is a new draw by chance, not the best set (alg-kdpp-sample).",
    )
    place = {tuple(Y): number for number, Y in enumerate(sets)}
    counts = np.bincount([place[tuple(Y)] for Y in np.rint(rows).astype(int)], minlength=len(sets))
    ratios, came = {}, counts > 0
    for words, q in _wrong_laws(S, k).items():
        with np.errstate(divide="ignore"):
            ratios[words] = counts[came] @ (np.log(q[came]) - np.log(p[came]))
    nearest = max(ratios, key=ratios.get)
    if ratios[nearest] > _LARGEST and not _odd(counts, _wrong_laws(S, k)[nearest], 1e-5, n, k):
        checks.holds(
            False,
            what="sample",
            expected="draws in proportion to det S_Y",
            got=f"draws {nearest}",
            hint="draw eigenvectors, then clients, and remove directions (alg-kdpp-sample).",
        )
    odd = _odd(counts, p, _TAIL, n, k)
    checks.holds(
        odd is None and ratios[nearest] <= _LARGEST,
        what="sample",
        expected=f"{odd[0]} in {odd[1]:.1%} of the draws" if odd else "draws like det S_Y",
        got=f"{odd[2]:.1%}" if odd else f"draws {nearest}",
        hint="draw eigenvectors, then clients, and remove directions (alg-kdpp-sample).",
    )


_S = np.array(
    [
        [9.0, 8.2, 0.5, 0.3, 0.2, 0.4],
        [8.2, 9.4, 0.2, 0.6, 0.1, 0.3],
        [0.5, 0.2, 7.5, 6.9, 0.3, 0.2],
        [0.3, 0.6, 6.9, 8.0, 0.4, 0.1],
        [0.2, 0.1, 0.3, 0.4, 1.1, 0.1],
        [0.4, 0.3, 0.2, 0.1, 0.1, 0.9],
    ]
)
_check_draws(checks.call(sample, _S, 3, _N, np.random.default_rng(2026)), _S, 3)
_F = np.random.default_rng(11).normal(size=(6, 6)) * np.geomspace(6, 0.9, 6)
_spread = _F @ _F.T
_check_draws(checks.call(sample, _spread, 2, _N, np.random.default_rng(2027)), _spread, 2)
_again = []
for _seed in (1, 1, 2):
    _draws = checks.call(sample, _S, 3, 30, np.random.default_rng(_seed))
    checks.shape(_draws, (30, 3), what="sample of 30 sets", hint="see alg-kdpp-sample.")
    _again.append(checks.numbers(_draws, what="sample", hint="see alg-kdpp-sample."))
checks.holds(
    np.abs(_again[0] - _again[1]).max() < 0.5,
    what="sample",
    expected="the same draws for the same state of rng",
    got="other draws",
    hint="take all randomness from rng, none from np.random (alg-kdpp-sample).",
)
checks.holds(
    np.abs(_again[0] - _again[2]).max() > 0.5,
    what="sample",
    expected="other draws for another rng",
    got="the same draws, rng is not used",
    hint="take all randomness from rng, not from a generator of your own (alg-kdpp-sample).",
)
### BEGIN HIDDEN TESTS


def _random_kernel(rng):
    """Two pairs of near twins with large entries and two other clients, in random order."""
    S = np.diag(rng.uniform(0.7, 1.3, 6))
    for i in (0, 2):
        S[i : i + 2, i : i + 2] = rng.uniform(7, 10) * (0.08 * np.eye(2) + 0.92)
    F = (np.linalg.cholesky(S) + 0.1 * rng.normal(size=(6, 6)))[rng.permutation(6)]
    return F @ F.T


def _margins(S, k):
    """Standard deviations by which the test of each wrong law exceeds its limit on average."""
    p, margins = _right_law(S, k), {}
    for words, q in _wrong_laws(S, k).items():
        log_ratio = np.log(q / p)
        mean = q @ log_ratio
        spread = np.sqrt(q @ (log_ratio - mean) ** 2)
        margins[words] = (_N * mean - _LARGEST) / (np.sqrt(_N) * spread)
    return margins


_rng = checks.grading_rng("sample")
_S = _random_kernel(_rng)
while min(_margins(_S, 3).values()) < 3:
    _S = _random_kernel(_rng)
_draws = checks.call(sample, _S, 3, _N, np.random.default_rng(_rng.integers(2**63)))
_check_draws(_draws, _S, 3)
_margin = 0.0
while _margin < 3:
    _F = _rng.normal(size=(6, 6)) * np.geomspace(6, 0.9, 6)
    _margin = _margins(_F @ _F.T, 2)[_UNSQUARED]
_S = _F @ _F.T
_draws = checks.call(sample, _S, 2, _N, np.random.default_rng(_rng.integers(2**63)))
_check_draws(_draws, _S, 2)
_one = checks.call(sample, _S, 1, 7, np.random.default_rng(3))
checks.shape(
    _one,
    (7, 1),
    what="sample for k = 1",
    hint="return one row for each draw, also if it has one client only: see alg-kdpp-sample.",
)
### END HIDDEN TESTS

# %%
draws = np.asarray(sample(S, k, 2000, np.random.default_rng(5)))
fig, ax = plt.subplots(figsize=(4.5, 3))
ax.bar(np.arange(12), np.bincount(draws.ravel().astype(int), minlength=12) / 2000)
ax.plot(np.arange(12), np.diag(P), "k_", markersize=14)
ax.set(xlabel="client", ylabel="share of draws (line: b)")
plt.show()

# %% [markdown]
# ## Task 5: Variance by enumeration (1 point)
#
# A round with the clients $Y$ averages their updates,
#
# $$g = \frac1k \sum_{i \in Y} g_i. \tag{eq-sampled-update}$$
#
# The $g_i$ are given, the set $Y$ is random with the law eq-kdpp-probability. The variance of $g$
# is the expected squared distance of $g$ from its own expectation,
#
# $$\operatorname{Var} g = \mathrm{E}\, \lVert g - \mathrm{E} g \rVert^2 = \sum_Y \Pr(Y)\,
# \lVert g_Y - \mathrm{E} g \rVert^2, \qquad \mathrm{E} g = \sum_Y \Pr(Y)\, g_Y.
# \tag{eq-update-spread}$$
#
# Write `variance_by_enumeration(S, k, G)`: go through all sets and trust no formula but these.


# %% tags=["answer", "id:variance-by-enumeration"]
def variance_by_enumeration(S, k, G):
    """Variance of the averaged update over the law of the k-DPP (eq-update-spread).

    S: (n, n) array, symmetric and positive definite, n <= 12;  k: integer, 1 <= k <= n;
    G: (n, d) array, row i is the update of client i.
    Returns a number.
    """
    ### BEGIN SOLUTION
    sets = np.array(list(itertools.combinations(range(len(S)), k)))
    probability = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    probability = probability / probability.sum()
    updates = G[sets].mean(axis=1)
    mean = probability @ updates
    return probability @ np.sum((updates - mean) ** 2, axis=1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# For each set: its probability (determinant over the sum of all determinants) and the mean of its
# rows of G. First the expected mean with these probabilities, then the expected squared distance
# from it.

# %% [markdown]
# By hand, with the three clients of task 3 and the updates 0, 2 and 4: the sets {0, 1}, {0, 2} and
# {1, 2} come with probability 0.4, 0.3 and 0.3 and give $g$ = 1, 2 and 3. The mean is 1.9 and the
# variance $0.4 \cdot 0.81 + 0.3 \cdot 0.01 + 0.3 \cdot 1.21 = 0.69$.

# %% tags=["tests", "id:variance-by-enumeration-tests", "points:1"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(variance_by_enumeration, "flcourse.dpp")


def _law_and_updates(S, k, G):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return weight, np.array([G[Y].sum(axis=0) / k for Y in sets])


def _wrong_variances(S, k, G):
    """Results that come from known mistakes, by the words that describe the mistake."""
    weight, g = _law_and_updates(S, k, G)
    p, same = weight / weight.sum(), np.full(len(weight), 1 / len(weight))
    squared = np.sum((g - p @ g) ** 2, axis=1)
    return {
        "The updates are added, not averaged": k**2 * (p @ squared),
        "The squared norm is divided by k, it needs k squared": k * (p @ squared),
        "All sets have the same probability here": same @ np.sum((g - same @ g) ** 2, axis=1),
        "The mean is right, but the squares have equal weights": same @ squared,
        "The mean is that of all clients, it should weigh the sets by their probability": p
        @ np.sum((g - same @ g) ** 2, axis=1),
        "The mean is not subtracted": p @ np.sum(g**2, axis=1),
        "The probabilities do not sum to 1": weight @ squared,
        "This is the standard deviation": np.sqrt(p @ squared),
        "The norm is not squared": p @ np.sqrt(squared),
        "The coordinates are averaged, they should be added": p @ squared / G.shape[1],
        "Only the first coordinate is used": p @ (g[:, 0] - p @ g[:, 0]) ** 2,
        "The determinants are squared": weight**2
        @ np.sum((g - weight**2 @ g / np.sum(weight**2)) ** 2, axis=1)
        / np.sum(weight**2),
        "The factor of an unbiased sample variance does not belong here": p
        @ squared
        * len(p)
        / (len(p) - 1),
    }


_by_hand = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 2.0]])
_line, _plane = np.array([[0.0], [2.0], [4.0]]), np.array([[0.0, 2.0], [2.0, 1.0], [4.0, 6.0]])
for _name, _G, _want in [("with d = 1", _line, 0.69), ("with d = 2", _plane, 1.9425)]:
    _got = checks.call(variance_by_enumeration, _by_hand, 2, _G)
    checks.shape(
        _got,
        (),
        what="variance_by_enumeration",
        hint="the result is one number, the trace of a covariance matrix (eq-update-spread).",
        mistakes={"This is a variance for each coordinate, add them": (_G.shape[1],)},
    )
    checks.close(
        _got,
        _want,
        what=f"variance_by_enumeration in the example by hand {_name}",
        hint="weigh the squared distance of each average by its chance (eq-update-spread).",
        mistakes=_wrong_variances(_by_hand, 2, _G),
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("variance-by-enumeration")
for _n, _k, _d in [(6, 3, 2), (7, 2, 4), (5, 1, 3)]:
    _F = _rng.normal(size=(_n, _n)) + np.diag(_rng.uniform(0.5, 2, _n))
    _S = _F @ _F.T + 0.1 * np.eye(_n)
    _G = _rng.normal(size=(_n, _d)) * _rng.uniform(0.5, 3) + _rng.uniform(1, 2, _d)
    _weight, _g = _law_and_updates(_S, _k, _G)
    _p = _weight / _weight.sum()
    checks.close(
        checks.call(variance_by_enumeration, _S, _k, _G),
        np.trace(np.cov(_g.T, aweights=_p, bias=True).reshape(_d, _d)),
        what=f"variance_by_enumeration for {_n} random clients, k = {_k} and d = {_d}",
        hint="weigh the squared distance of each average by its chance (eq-update-spread).",
        mistakes=_wrong_variances(_S, _k, _G),
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: Variance from pairs (1 point)
#
# Let $P$ be the matrix of task 3, for any way to draw exactly $k$ clients. The covariance of the
# indicators is $\operatorname{Cov}_{ij} = P_{ij} - b_i b_j$ with $b_i = P_{ii}$. Because every set
# has $k$ clients, its rows sum to zero, and the variance of the update has a second form:
#
# $$\operatorname{Var} g = -\frac1{2 k^2} \sum_{i \ne j} \operatorname{Cov}_{ij}\,
# \lVert g_i - g_j \rVert^2. \tag{eq-pairwise-variance}$$
#
# The sum runs over all *ordered* pairs. Write `variance_from_pairs(P, G, k)`. It never looks at a
# set of clients, so it works for a thousand of them.


# %% tags=["answer", "id:variance-from-pairs"]
def variance_from_pairs(P, G, k):
    """Variance of the averaged update from the marginals of the selection (eq-pairwise-variance).

    P: (n, n) array, P[i, j] = probability that i and j are drawn, P[i, i] = b_i;
    G: (n, d) array, row i is the update of client i;  k: number of clients in every set.
    Returns a number.
    """
    ### BEGIN SOLUTION
    b = np.diag(P)
    covariance = P - np.outer(b, b)
    distance = np.sum((G[:, None] - G[None, :]) ** 2, axis=2)
    return -np.sum(covariance * distance) / (2 * k**2)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Cov_ij = P_ij - b_i b_j, where b is the diagonal of P. G[:, None] - G[None] gives all differences;
# add their squares over the last axis. The sum runs over both orders of each pair, hence the 2.

# %% [markdown]
# By hand, the same example: $b$ = 0.7, 0.7, 0.6, so the covariances of the pairs are $0.4 - 0.49 =
# -0.09$, $0.3 - 0.42 = -0.12$ and again $-0.12$. With the squared distances 4, 16 and 4 the sum
# over ordered pairs is $2\, (0.36 + 1.92 + 0.48) = 5.52$, divided by 8 again 0.69.

# %% tags=["tests", "id:variance-from-pairs-tests", "points:1"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(variance_from_pairs, "flcourse.dpp")


def _wrong_sums(P, G, k):
    """Results that come from known mistakes, by the words that describe the mistake."""
    b = np.diag(P)
    cov = P - np.outer(b, b)
    gap = np.array([[np.sum((g - h) ** 2) for h in G] for g in G])
    right = -np.sum(cov * gap) / (2 * k**2)
    return {
        "The sign is flipped": -right,
        "Each pair is counted twice": 2 * right,
        "Each pair is counted half": right / 2,
        "The sum is divided by k, it should be k squared": k * right,
        "The division by k squared is missing": k**2 * right,
        "The distances are not squared": -np.sum(cov * np.sqrt(gap)) / (2 * k**2),
        "The product b_i b_j is not subtracted": -np.sum(P * gap) / (2 * k**2),
        "The product b_i b_j is not subtracted, and the sign is lost": np.sum(P * gap) / (2 * k**2),
        "This is the normalised covariance, divided by b_i b_j": -np.sum(cov / np.outer(b, b) * gap)
        / (2 * k**2),
        "The clients are treated as independent": np.sum(np.diag(cov) * np.sum(G**2, axis=1))
        / k**2,
        "The terms with i = j are missing from the sum over inner products": np.sum(
            (cov - np.diag(np.diag(cov))) * (G @ G.T)
        )
        / k**2,
        "Only neighbours in the order of the numbers are compared": -np.sum(
            np.diag(cov, 1) * np.diag(gap, 1)
        )
        / k**2,
        "This is the standard deviation": np.sqrt(right),
        "The coordinates are averaged, they should be added": right / G.shape[1],
        "Only the first coordinate is used": -np.sum(cov * (G[:, :1] - G[:, :1].T) ** 2)
        / (2 * k**2),
    }


_by_hand = np.array([[0.7, 0.4, 0.3], [0.4, 0.7, 0.3], [0.3, 0.3, 0.6]])
_uniform = 0.5 + 0.25 * np.eye(4)  # three of four clients, all sets equally likely
_line, _plane = np.array([[0.0], [2.0], [4.0]]), np.array([[0.0, 2.0], [2.0, 1.0], [4.0, 6.0]])
_five = np.diag([3.0, 6.0, 0.0, 6.0]) @ np.eye(4, 5) + [1.0, 2.0, 3.0, 4.0, 5.0]
for _name, _P, _G, _k, _want in [
    ("for 3 of 4 clients, drawn uniformly", _uniform, _five, 3, 1.6875),
    ("in the example by hand with d = 1", _by_hand, _line, 2, 0.69),
    ("in the example by hand with d = 2", _by_hand, _plane, 2, 1.9425),
]:
    _got = checks.call(variance_from_pairs, _P, _G, _k)
    checks.shape(
        _got,
        (),
        what="variance_from_pairs",
        hint="the result is one number (eq-pairwise-variance).",
        mistakes={"This is a number for each coordinate, add them": (_G.shape[1],)},
    )
    checks.close(
        _got,
        _want,
        what=f"variance_from_pairs {_name}",
        hint="covariance times squared distance, summed, times -1/(2 k^2) (eq-pairwise-variance).",
        mistakes=_wrong_sums(_P, _G, _k),
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("variance-from-pairs")
for _n, _k, _d in [(6, 3, 2), (7, 2, 4), (5, 4, 3)]:
    # Any law on the sets of k clients will do, repulsive or not.
    _sets = [list(Y) for Y in itertools.combinations(range(_n), _k)]
    _law = _rng.dirichlet(np.full(len(_sets), 0.7))
    _member = np.array([[float(i in Y) for i in range(_n)] for Y in _sets])
    _P = _member.T @ (_law[:, None] * _member)
    _G = _rng.normal(size=(_n, _d)) * _rng.uniform(0.5, 3) + _rng.uniform(1, 2, _d)
    _g = _member @ _G / _k
    checks.close(
        checks.call(variance_from_pairs, _P, _G, _k),
        _law @ np.sum((_g - _law @ _g) ** 2, axis=1),
        what=f"variance_from_pairs for {_n} random clients, k = {_k} and d = {_d}",
        hint="covariance times squared distance, summed, times -1/(2 k^2) (eq-pairwise-variance).",
        mistakes=_wrong_sums(_P, _G, _k),
    )
### END HIDDEN TESTS

# %% [markdown]
# Three selections of the digit clients: uniform, your k-DPP, and a k-DPP whose kernel is the same
# matrix handed to the wrong clients.

# %%
rng = np.random.default_rng(1)
order = rng.permutation(12)
kernels = {"uniform": np.eye(12), "k-DPP": S, "k-DPP, clients mixed up": S[np.ix_(order, order)]}
for name, kernel in kernels.items():
    variance = variance_from_pairs(marginals(kernel, k), G, k)
    print(f"{name:24s} variance {float(variance):.4f}")

# %% [markdown]
# ## Task 7: An unbiased update (1 point)
#
# The expectation of the average in eq-sampled-update is $\frac1k \sum_i b_i g_i$. If we want
# $\sum_i p_i g_i$ with weights $p_i$ of our own, every drawn update has to be divided by the
# probability that it was drawn:
#
# $$g_{\mathrm{HT}} = \sum_{i \in Y} \frac{p_i}{b_i}\, g_i, \qquad
# \mathrm{E}\, g_{\mathrm{HT}} = \sum_i p_i\, g_i. \tag{eq-horvitz-thompson}$$


# %% tags=["answer", "id:unbiased-update"]
def unbiased_update(G, p, b, chosen):
    """Horvitz-Thompson estimate of sum p_i g_i from the updates of one round (eq-horvitz-thompson).

    G: (n, d) array, row i is the update of client i (use only the rows of chosen clients);
    p: (n,) array, weights of the clients;  b: (n,) array, their inclusion probabilities, > 0;
    chosen: (k,) array of different client numbers, the clients of this round, in any order.
    Returns g: (d,) array.
    """
    ### BEGIN SOLUTION
    return (p[chosen] / b[chosen]) @ G[chosen]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Only the chosen clients enter: p[chosen] / b[chosen] are their weights, G[chosen] their updates. A
# weighted sum, no mean: do not divide by k.

# %% [markdown]
# By hand: three clients with the updates (2, 0), (0, 3) and (1, 1), weights 0.2, 0.3, 0.5 and
# probabilities 0.4, 0.6, 1. If clients 0 and 2 are drawn, the estimate is
# $0.5\,(2, 0) + 0.5\,(1, 1) = (1.5, 0.5)$.

# %% tags=["tests", "id:unbiased-update-tests", "points:1"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(unbiased_update, "flcourse.dpp")


def _wrong_updates(G, p, b, chosen):
    """Results that come from known mistakes, by the words that describe the mistake."""
    g, k = G[chosen], len(chosen)
    ratio = p[chosen] / b[chosen]
    return {
        "This is the plain average": g.mean(axis=0),
        "This is the plain sum": g.sum(axis=0),
        "The weights p_i are missing": (1 / b[chosen]) @ g,
        "The weights p_i are missing, 1/n stands in their place": (1 / b[chosen]) @ g / len(G),
        "The division by b_i is missing": p[chosen] @ g,
        "The updates are multiplied by b_i, not divided": (p[chosen] * b[chosen]) @ g,
        "p and b are exchanged": (b[chosen] / p[chosen]) @ g,
        "The sum is divided by k as well": ratio @ g / k,
        "The sum is divided by n as well": ratio @ g / len(G),
        "The weights of the round are normalised to 1, this brings a bias back": ratio
        @ g
        / ratio.sum(),
        "The p of the round are normalised to 1": (p[chosen] / p[chosen].sum()) @ g,
        "All clients are added, not only those that were drawn": (p / b) @ G,
        "All clients are added with p_i, but only the drawn ones are known": p @ G,
        "The weights of the first clients are used, not those of the chosen": (p[:k] / b[:k]) @ g,
        "The updates of the first clients are used, not those of the chosen": ratio @ G[:k],
    }


_G = np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]])
_p, _b = np.array([0.2, 0.3, 0.5]), np.array([0.4, 0.6, 1.0])
for _chosen, _want in [([0, 2], [1.5, 0.5]), ([2, 1], [0.5, 2.0])]:
    _got = checks.call(unbiased_update, _G, _p, _b, np.array(_chosen))
    checks.shape(
        _got,
        (2,),
        what="unbiased_update",
        hint="one number for each parameter, the clients are added up (eq-horvitz-thompson).",
        mistakes={"These are rows of the chosen clients, add them up": (2, 2)},
    )
    checks.close(
        _got,
        _want,
        what=f"unbiased_update by hand, clients {_chosen}",
        hint="add p_i / b_i times the update of each chosen client (eq-horvitz-thompson).",
        mistakes=_wrong_updates(_G, _p, _b, np.array(_chosen)),
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("unbiased-update")
for _n, _k, _d in [(6, 3, 4), (5, 2, 3), (7, 4, 2)]:
    _G = _rng.normal(size=(_n, _d)) + _rng.uniform(0.5, 2, _d)
    _p, _b = _rng.dirichlet(np.full(_n, 3.0)), _rng.uniform(0.2, 0.9, _n)
    _chosen = _rng.permutation(_n)[:_k]
    _want = np.zeros(_d)
    for _i in _chosen:
        _want = _want + _p[_i] * _G[_i] / _b[_i]
    checks.close(
        checks.call(unbiased_update, _G, _p, _b, _chosen),
        _want,
        what=f"unbiased_update for {_k} of {_n} random clients",
        hint="add p_i / b_i times the update of each chosen client (eq-horvitz-thompson).",
        mistakes=_wrong_updates(_G, _p, _b, _chosen),
    )
# Its expectation over a law on the pairs of five clients is the sum of p_i g_i.
_pairs = np.array(list(itertools.combinations(range(5), 2)))
_law = _rng.dirichlet(np.full(len(_pairs), 2.0))
_b = np.array([_law[(_pairs == _i).any(axis=1)].sum() for _i in range(5)])
_G, _p = _rng.normal(size=(5, 3)) + 1, _rng.dirichlet(np.full(5, 3.0))
_expected = sum(
    _chance
    * checks.numbers(
        checks.call(unbiased_update, _G, _p, _b, _Y),
        what="unbiased_update",
        hint="add p_i / b_i times the update of each chosen client (eq-horvitz-thompson).",
    ).ravel()
    for _chance, _Y in zip(_law, _pairs, strict=True)
)
checks.close(
    _expected,
    _p @ _G,
    what="expectation of unbiased_update over all sets of two clients",
    hint="dividing by b_i makes the expectation equal to the sum of p_i g_i (eq-horvitz-thompson).",
)
### END HIDDEN TESTS

# %% [markdown]
# What it is worth for the digits: squared bias, variance and their sum, the mean squared distance
# from $\sum_i p_i g_i$.

# %%
sets = np.array(list(itertools.combinations(range(12), k)))
for name, kernel in [("uniform", np.eye(12)), ("k-DPP", S)]:
    law = np.array([np.linalg.det(kernel[np.ix_(Y, Y)]) for Y in sets])
    law = law / law.sum()
    b = np.diag(marginals(kernel, k))
    plain = G[sets].mean(axis=1)
    unbiased = np.array([np.ravel(unbiased_update(G, p, b, Y)) for Y in sets])
    for way, updates in [("plain average", plain), ("unbiased", unbiased)]:
        bias = np.sum((law @ updates - p @ G) ** 2)
        total = law @ np.sum((updates - p @ G) ** 2, axis=1)
        print(f"{name:8s} {way:14s} bias² {bias:.4f}  variance {total - bias:.4f}  sum {total:.4f}")

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at the two tables above. Answer in 100 to 200 words:
#
# 1. A note on k-DPPs concludes: "if $C_{ij}\, g_i^\top g_j < 0$ for $i \ne j$, where $C_{ij} =
#    \operatorname{Cov}_{ij} / (b_i b_j)$, the variance is reduced." Why does this condition not
#    decide whether a k-DPP has a smaller variance than uniform sampling? What does, and how does
#    the selection with the clients mixed up show it?
# 2. Which of the four rows of the last table would you choose for training, and why is the smallest
#    variance of the plain average not enough of a reason? Name a situation in which you would
#    choose another row.
#
# | Points | for |
# |---|---|
# | ½ | part 1: a flaw of the condition, with a reason, and what must repel whom instead |
# | ½ | part 2: what more rounds do not remove, a choice that fits the table, another situation |
#
# A right idea with a gap counts half of its part. Language and length cost nothing. Write into the
# cell below: double-click it and replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Uniform sampling without replacement has negative covariances as well, so the condition holds
#    for it in the same pairs: it compares with independent draws, which nobody makes. Moreover the
#    same vector added to all updates changes the inner products, not the variance. What decides
#    is the form with pairs: each client has a fixed amount of negative covariance, and it costs
#    nothing only between clients with similar updates. Clients with similar digits have similar
#    updates, so the k-DPP is better than uniform. With the clients mixed up the same repulsion
#    sits on arbitrary pairs, and the advantage is gone.
# 2. The unbiased update with the k-DPP: its sum is smallest. The plain averages have a bias,
#    because clients with few images count as much as large ones and rare kinds are drawn more
#    often. Variance averages out over rounds, bias does not: the training goes to another
#    minimum. If every client should count the same and all b_i are about equal, I would take the
#    plain average of the k-DPP: it has no weights that fluctuate and small b_i cannot hurt it.
# ### END SOLUTION
