# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # Sampling clients that differ
#
# A server that draws clients uniformly keeps drawing clients that resemble each other. A k-DPP
# makes this unlikely: it draws a set $Y$ of $k$ clients with a probability in proportion to the
# determinant of a matrix of similarities. In this assignment you draw from the k-DPP exactly, tell
# it from samplers that only look like it, and find out what it does to the update of a round, also
# when clients fail to answer. It belongs to the chapter *Client sampling* of the book.
#
# **When you are done you can**
#
# - compute the inclusion probabilities of a k-DPP,
# - draw from a k-DPP exactly, and say which sampler made a log,
# - compute mean and variance of the update for a selection that the chapter does not have,
# - construct kernels that help and do not help, though they draw each client equally often,
# - choose the number of clients for a stated purpose, and say when repulsion helps.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Marginals | `marginals` and `own_similarity` | 1 for single clients, 0.5 for pairs, 0.5 |
# | 2 Exact sampler | `sample` | 1 |
# | 3 Which sampler? | `which_sampler` | 1 |
# | 4 Clients that do not answer | `unbiased_update` | 1 |
# | 5 How much the update varies | `variance_with_failures` | 2 |
# | 6 Equal chances, unlike variance | `twin_kernels` | 1 |
# | 7 How many clients? | `fewest_clients` | 1 |
# | 8 A proof and a choice | a short text | 1, graded by a person |
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
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and numbers may deviate by $10^{-5}$ of the largest entry. A
# sampler is judged by how often sets of clients come; a right one is refused by bad luck less than
# once in a million gradings.
#
# Names such as `eq-inclusion` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. Clients are numbered from 0. Before you hand in,
# restart the kernel and run all cells.
#
# **Your data.** The next cell says which variant of the data of task 1 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_clients(rng):
    """Similarities of 6 clients, two of which resemble nobody else, the two, and a factor."""
    S = np.triu(np.round(rng.uniform(0.0, 0.5, (6, 6)), 1), 1)
    i, j = sorted(rng.permutation(6)[:2].tolist())
    S[[i, j]] = S[:, [i, j]] = 0.0
    S = S + S.T + np.diag(np.round(rng.uniform(2.6, 4.0, 6), 1))
    return S, (i, j), round(float(rng.uniform(0.3, 0.9)), 2)


own_kernel, own_pair, own_factor = own_clients(own_data.rng("own-similarity"))
print(f"Variant {VARIANT}: clients {own_pair[0]} and {own_pair[1]}, factor {own_factor}, and S")
print(own_kernel)

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
# - `G[i]` is the update of client $i$: the gradient of its local loss, shape `(12, 650)`;
# - `S[i, j]` is the overlap of the label histograms of two clients, with a ridge of 0.1 on the
#   diagonal (eq-label-kernel), shape `(12, 12)`: the kernel of the k-DPP.

# %% tags=["given", "id:data"]
clients = data.digits(12, dirichlet=0.2, rng=np.random.default_rng(2))
Z = data.label_counts(clients, 10)
p = Z.sum(axis=1) / Z.sum()
G = np.array([Softmax().gradient(np.zeros(650), X_i, y_i) for X_i, y_i in clients])
roots = np.sqrt(Z / Z.sum(axis=1, keepdims=True))
S = roots @ roots.T + 0.1 * np.eye(12)
k = 4
print(f"{len(Z)} clients with {Z.sum(axis=1).min()} to {Z.sum(axis=1).max()} images each")

# %%
fig, ax = plt.subplots(figsize=(4, 3.4))
fig.colorbar(ax.imshow(S), ax=ax, label="similarity")
ax.set(xlabel="client", ylabel="client")
plt.show()

# %% [markdown]
# ## Task 1: Marginals (2 points)
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
# **(a)** Write `marginals(S, k)`, which returns both in one matrix. Any way to compute them counts,
# the formulas or the enumeration of all sets (eq-kdpp-probability); $n$ is at most 12 here.


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

# %% tags=["tests", "id:marginals-single-tests", "points:1", "folded:it solves the task"]
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
for _n, _k in [(6, 3), (5, 2), (7, 4), (4, 4), (12, 4)]:
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

# %% tags=["tests", "id:marginals-pairs-tests", "points:0.5", "folded:it solves the task"]
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
for _n, _k in [(6, 3), (5, 2), (7, 4), (4, 4), (12, 4)]:
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
# **(b)** Now **your own clients**: `own_kernel` of the first cell has six, and `own_pair` names two
# of them, $i$ and $j$, that resemble nobody else. How much these two resemble each other is not
# known: `own_kernel` has $S_{ij} = S_{ji} = 0$ there. But logs of a 3-DPP, which draws $k = 3$ of
# the six, tell that both come together only `own_factor` times as often as they would if $S_{ij}$
# were 0. How large is $S_{ij} = S_{ji} \ge 0$? Write `own_similarity()`, without arguments; it may
# compute the number, or hold it with at least seven digits.


# %% tags=["answer", "id:own-similarity"]
def own_similarity():
    """Similarity of your two clients, from how often both come together (eq-kdpp-probability).

    Returns x: number >= 0, such that with x in both places of own_pair in own_kernel three of the
    six clients hold both own_factor times as often as with 0 there.
    """
    ### BEGIN SOLUTION
    i, j = own_pair
    others = [client for client in range(6) if client not in own_pair]

    def total(k):
        blocks = itertools.combinations(others, k)
        return sum(np.linalg.det(own_kernel[np.ix_(block, block)]) for block in blocks)

    # Sets with one of the two, or none, do not know x; the others have the factor d - x^2.
    d = own_kernel[i, i] * own_kernel[j, j]
    rest = (own_kernel[i, i] + own_kernel[j, j]) * total(2) + total(3)
    chance = own_factor * d * total(1) / (d * total(1) + rest)
    return np.sqrt(d - chance * rest / (1 - chance) / total(1))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# How does the chance of the pair change as x grows, and between which numbers must x lie? Which of
# your functions tells this chance (eq-kdpp-probability)?

# %% tags=["tests", "id:own-similarity-tests", "points:0.5"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(own_similarity, "flcourse.dpp")


def _own_clients(rng):
    S = np.triu(np.round(rng.uniform(0.0, 0.5, (6, 6)), 1), 1)
    i, j = sorted(rng.permutation(6)[:2].tolist())
    S[[i, j]] = S[:, [i, j]] = 0.0
    S = S + S.T + np.diag(np.round(rng.uniform(2.6, 4.0, 6), 1))
    return S, (i, j), round(float(rng.uniform(0.3, 0.9)), 2)


def _chance(S, i, j, x, k):
    """How often both come, with the similarity x, by enumeration."""
    with_x = S.copy()
    with_x[i, j] = with_x[j, i] = x
    sets = [list(Y) for Y in itertools.combinations(range(6), k)]
    weight = np.array([np.linalg.det(with_x[np.ix_(Y, Y)]) for Y in sets])
    return sum(w for w, Y in zip(weight, sets, strict=True) if i in Y and j in Y) / weight.sum()


def _look(got, rng):
    S, (i, j), factor = _own_clients(rng)
    checks.shape(got, (), what="own_similarity", hint="one number (eq-kdpp-probability).")
    x = float(
        checks.numbers(got, what="own_similarity", hint="see eq-kdpp-probability.").ravel()[0]
    )
    most = float(np.sqrt(S[i, i] * S[j, j]))

    def fits(y, k=3):
        """Whether a number is right, for sets of k clients."""
        ratio = _chance(S, i, j, y, k) / _chance(S, i, j, 0.0, k)
        return bool(abs(ratio - factor) <= 1e-5 * factor)

    squared = 0.0 <= x < most**2 and fits(x**0.5)
    checks.holds(
        0.0 <= x < most,
        what="own_similarity",
        expected=f"a number from 0 to {most:.4g}, the root of S_ii S_jj",
        got=f"{x:.6g}" + ", the square of the similarity" * squared,
        hint="beyond it the determinant of the pair is negative (eq-kdpp-probability).",
    )
    ratio = _chance(S, i, j, x, 3) / _chance(S, i, j, 0.0, 3)
    known = {
        "This is the square of the similarity": squared,
        "This is right for k = 2": fits(x, k=2),
        "This is right for k = 4": fits(x, k=4),
        "The factor is one of determinants, the sum of all of them has changed, too": (
            abs(1 - (x / most) ** 2 - factor) <= 1e-5 * factor
        ),
        "The pair comes so often itself, not so many times as often": (
            abs(_chance(S, i, j, x, 3) - factor) <= 1e-5 * factor
        ),
    }
    checks.close(
        ratio,
        factor,
        what="how many times as often your pair comes with own_similarity",
        hint="compare the chance of the pair with x and with 0 (eq-kdpp-probability).",
        mistakes={words: ratio if found else -1.0 for words, found in known.items()},
    )


checks.own_data("own-similarity", checks.call(own_similarity), _look)

# %% [markdown]
# ## Task 2: Exact sampler (1 point)
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

# %% tags=["tests", "id:sample-tests", "points:1", "folded:it solves other tasks"]
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
#   tail of it is cut off at 2e-9, exactly:  2 x (41 + 21) x 2 x 2e-9 = 5e-7.
# - Equal sets at three distances, two tails of 1e-9 each, and counts that are too even, 1e-9: 3e-8.
# Together below 1e-6.
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
    came_as = np.array([place[tuple(Y)] for Y in np.rint(rows).astype(int)])
    for distance in (1, 2, _N // 2):
        # Disjoint pairs of draws; two independent ones are equal with probability sum p^2.
        whole = _N // (2 * distance) * 2 * distance
        first, second = np.swapaxes(came_as[:whole].reshape(-1, 2, distance), 0, 1)
        equal, chance = int(np.sum(first == second)), float(p @ p)
        checks.holds(
            min(
                special.bdtr(equal, whole // 2, chance),
                special.bdtrc(equal - 1, whole // 2, chance),
            )
            > 1e-9,
            what=f"draws of sample at the distance {distance}",
            expected=f"the same set in {chance:.1%} of the pairs, all draws are independent",
            got=f"{equal / (whole // 2):.1%}",
            hint="every set is drawn afresh, whatever came before (alg-kdpp-sample).",
        )
    often = _N * p >= 5
    uneven = float(np.sum((counts[often] - _N * p[often]) ** 2 / (_N * p[often])))
    checks.holds(
        special.chdtr(int(often.sum()) - 1, uneven) > 1e-9,
        what="sample",
        expected=f"counts that scatter as those of {_N} independent draws do",
        got="counts that are too even for chance",
        hint="every set is drawn afresh, whatever came before (alg-kdpp-sample).",
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
# ## Task 3: Which sampler? (1 point)
#
# A log of many rounds says how often each set of $k$ of $n$ clients was drawn: `counts[t]` times
# the set number `t` of `itertools.combinations(range(n), k)`. One of four programs has written it,
# all with the same kernel $S$:
#
# - program 0 draws from the k-DPP (eq-kdpp-probability);
# - program 1 draws all sets of $k$ clients equally often;
# - program 2 forgets the repulsion: it draws a set with a probability in proportion to the product
#   of its $S_{ii}$;
# - program 3 forgets stage 1 of alg-kdpp-sample: it takes the $k$ eigenvectors of the largest
#   eigenvalues every time, and goes on with stage 2.
#
# Write `which_sampler(S, k, counts)`, which returns the number of the program. The logs hold
# thousands of rounds, and in each case the four programs differ clearly: for every two of them, the
# differences of the probabilities, summed over all sets, exceed 0.3. No two eigenvalues are equal.


# %% tags=["answer", "id:which-sampler"]
def which_sampler(S, k, counts):
    """The program that has drawn some sets: 0, 1, 2 or 3 (eq-kdpp-probability, alg-kdpp-sample).

    S: (n, n) array, symmetric and positive definite, n <= 8;  k: integer, 2 <= k < n;
    counts: array of integers, one for each set of k clients, in the order of
    itertools.combinations(range(n), k).
    Returns 0 for the k-DPP, 1 for uniform draws, 2 without repulsion, 3 without stage 1.
    """
    ### BEGIN SOLUTION
    top = np.linalg.eigh(S)[1][:, -k:]
    kernels = [S, np.eye(len(S)), np.diag(np.diag(S)), top @ top.T]
    sets = list(itertools.combinations(range(len(S)), k))
    laws = np.array([[np.linalg.det(K[np.ix_(Y, Y)]) for Y in sets] for K in kernels])
    shares = laws / laws.sum(axis=1, keepdims=True)
    return np.argmin(np.max(np.abs(shares - counts / counts.sum()), axis=1))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# All four programs draw from k-DPPs: with what kernels (eq-kdpp-probability)? How do you measure
# which law is nearest to a log?

# %% [markdown]
# To try it on: a kernel of four clients, of which 0 and 1 are much alike, and four logs of about
# 6000 rounds with $k = 2$. The sets are 01, 02, 03, 12, 13 and 23.

# %% tags=["tests", "id:which-sampler-tests", "points:1", "folded:it names the mistakes"]
import itertools
import math

import numpy as np

from flcourse.grading import checks

checks.own(which_sampler, "flcourse.dpp")

_words = [
    "The k-DPP would draw sets by their determinants, this log does not",
    "Uniform draws would bring all sets equally often, this log does not",
    "Draws by S_ii without repulsion would bring twins together as often as others, or more often",
    "Always the same eigenvectors would bring other sets, look at the rarest ones",
]
# What wrong ways make of eight logs, to name yours if it is one of them: first pairs, then triples.
_pairs = [[5.25, -1.25, -3, -1.5, 6], [-1.25, 4.25, -5, 1.5, 6], [-3, -5, 27.5, -7.5, -27],
          [-1.5, 1.5, -7.5, 6.5, 6.75], [6, 6, -27, 6.75, 36.5]]  # fmt: skip
_triples = [[10.5, -18, 3, 0, 5.5], [-18, 50, 9, -3, -0.75], [3, 9, 29.75, -1.5, 11.25],
            [0, -3, -1.5, 17.5, -2.5], [5.5, -0.75, 11.25, -2.5, 9.25]]  # fmt: skip
_found = []
for _S, _k, _counts in [
    (_pairs, 2, [63, 410, 97, 544, 332, 78, 441, 508, 2852, 674]),
    (_pairs, 2, [74, 1156, 175, 1206, 84, 6, 310, 562, 1065, 1362]),
    (_pairs, 2, [600] * 10),
    (_pairs, 2, [107, 695, 164, 799, 472, 130, 611, 629, 1410, 984]),
    (_triples, 3, [600] * 10),
    (_triples, 3, [398, 367, 52, 567, 102, 118, 2608, 699, 823, 266]),
    (_triples, 3, [1014, 596, 315, 355, 188, 110, 1690, 893, 525, 313]),
    (_triples, 3, [22, 289, 0, 720, 14, 112, 3798, 101, 874, 69]),
]:
    _got = checks.call(which_sampler, np.array(_S), _k, np.array(_counts))
    checks.shape(
        _got,
        (),
        what="which_sampler",
        hint="return the number of one program: see eq-kdpp-probability.",
        mistakes={"There is a number for each program, return the best one": (4,)},
    )
    _found.append(float(np.ravel(_got)[0]))
_known = {
    "Divide the weights of each program by their sum before you compare": [2] * 8,
    "Divide the counts by their sum before you compare": [2, 3, 1, 2, 1, 3, 3, 3],
    "Clients alone do not tell the programs apart, compare sets": [2, 0, 1, 2, 1, 0, 2, 0],
    "Without repulsion sets come by the product of their S_ii": [2, 3, 1, 0, 1, 0, 0, 3],
    "Without repulsion sets come by the product of S_ii, not the sum": [0, 3, 1, 0, 1, 0, 2, 3],
    "Program 3 is never found, it has the largest eigenvalues": [2, 0, 1, 0, 1, 0, 2, 0],
    "This is the program that is farthest from the log": [1, 1, 3, 1, 3, 1, 3, 1],
    "Only uniform draws are told from others": [0, 0, 1, 0, 1, 0, 0, 0],
    "The determinant of program 3 is not squared": [2, 1, 1, 0, 1, 0, 2, 1],
    "Eigenvectors are columns, and program 3 squares the determinant": [0, 0, 1, 0, 1, 0, 2, 0],
    "Eigenvectors are columns, here rows are taken": [2, 0, 1, 0, 1, 0, 2, 3],
    "Only the most frequent set is compared": [2, 3, 1, 2, 2, 3, 3, 3],
    "The sets are in another order than in itertools.combinations": [2, 3, 1, 0, 1, 1, 2, 0],
    "What tells the logs of one kernel apart need not hold for others": [3, 3, 1, 3, 1, 0, 1, 0],
    "Program 3 repels, too: determinants, not products": [2, 3, 1, 0, 1, 0, 2, 0],
}
if _found in list(_known.values()):
    checks.close(
        _found,
        [2, 3, 1, 0, 1, 0, 2, 3],
        what="which_sampler for eight logs",
        hint="compare the log with the probabilities of all sets (eq-kdpp-probability).",
        mistakes=_known,
    )
_S = np.array([[4.0, 3.0, 0.5, 0], [3.0, 4.0, 0, 0.5], [0.5, 0, 2.0, 0.5], [0, 0.5, 0.5, 1.0]])
for _want, _counts in [
    (1, [985, 1012, 1031, 978, 1004, 990]),
    (0, [1321, 1425, 752, 1476, 690, 336]),
    (3, [187, 2549, 255, 2701, 301, 7]),
    (2, [2301, 1130, 566, 1157, 559, 287]),
]:
    _got = checks.call(which_sampler, _S, 2, np.array(_counts))
    checks.shape(
        _got,
        (),
        what="which_sampler",
        hint="return the number of one program: see eq-kdpp-probability.",
        mistakes={"There is a number for each program, return the best one": (4,)},
    )
    checks.close(
        _got,
        _want,
        what=f"which_sampler for the log {_counts}",
        hint="compare the log with the probabilities of all sets (eq-kdpp-probability).",
        mistakes={_words[_other]: _other for _other in range(4) if _other is not _want},
    )
### BEGIN HIDDEN TESTS


def _laws(S, k):
    """Probabilities of all sets under the four programs, a row for each."""
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    top = np.linalg.svd(S)[0][:, :k]
    rows = [
        [np.prod(np.linalg.eigvalsh(S[np.ix_(Y, Y)])) for Y in sets],
        [1.0 for _ in sets],
        [math.prod(S[i, i] for i in Y) for Y in sets],
        [np.prod(np.linalg.svd(top[Y])[1]) ** 2 for Y in sets],
    ]
    return np.array([np.array(row) / sum(row) for row in rows])


def _kernel(rng, n, k):
    """A random kernel under which the four programs differ by 0.3 at least."""
    while True:
        F = rng.normal(size=(n, n)) * rng.uniform(0.3, 2.5, n)[:, None]
        S = F @ F.T + 0.3 * np.eye(n)
        laws = _laws(S, k)
        apart = [np.abs(p - q).sum() for p, q in itertools.combinations(laws, 2)]
        if min(apart) > 0.3:
            return S, laws


_rng = checks.grading_rng("which-sampler")
for _n, _k in [(5, 2), (6, 3), (5, 3), (7, 2)]:
    _S, _rows = _kernel(_rng, _n, _k)
    for _want in _rng.permutation(4).tolist():
        _counts = _rng.multinomial(8000, _rows[_want])
        checks.close(
            checks.call(which_sampler, _S, _k, _counts),
            _want,
            what=f"which_sampler for a log of 8000 rounds with {_k} of {_n} clients",
            hint="compare the log with the probabilities of all sets (eq-kdpp-probability).",
            mistakes={_words[_other]: _other for _other in range(4) if _other is not _want},
        )
# Two pairs of twins: each client comes in half of the rounds under programs 0, 1 and 3, so that
# only the sets tell them apart.
_S = np.array([[2.2, 2.0, 0, 0], [2.0, 2.2, 0, 0], [0, 0, 1.0, 0.4], [0, 0, 0.4, 1.0]])
_rows = _laws(_S, 2)
for _want in (0, 1, 3):
    checks.close(
        checks.call(which_sampler, _S, 2, _rng.multinomial(8000, _rows[_want])),
        _want,
        what="which_sampler for a log of 8000 rounds with two pairs of twins",
        hint="compare sets, clients alone come equally often here (eq-kdpp-probability).",
        mistakes={_words[_other]: _other for _other in range(4) if _other != _want},
    )
### END HIDDEN TESTS

# %% [markdown]
# Does your own sampler pass for what it should be?

# %%
rounds = np.sort(np.asarray(sample(S[:7, :7], 3, 5000, np.random.default_rng(3))), axis=1)
sets = list(itertools.combinations(range(7), 3))
drawn = [tuple(int(i) for i in row) for row in rounds]
print("program", which_sampler(S[:7, :7], 3, np.array([drawn.count(Y) for Y in sets])))

# %% [markdown]
# ## Task 4: Clients that do not answer (1 point)
#
# If all drawn clients answer, dividing each update by the probability that it was drawn makes the
# sum right on average, with weights $p_i$ of our own:
#
# $$g_{\mathrm{HT}} = \sum_{i \in Y} \frac{p_i}{b_i}\, g_i, \qquad
# \mathrm{E}\, g_{\mathrm{HT}} = \sum_i p_i\, g_i. \tag{eq-horvitz-thompson}$$
#
# Telephones are not like that. A drawn client $i$ answers in time with the probability $a_i$,
# whatever the others do; what does not come cannot be added. Which sum of the updates that came has
# the expectation $\sum_i p_i g_i$ now? Write `unbiased_update(G, p, b, a, answered)`.


# %% tags=["answer", "id:unbiased-update"]
def unbiased_update(G, p, b, a, answered):
    """Unbiased estimate of sum p_i g_i from the updates that came (after eq-horvitz-thompson).

    G: (n, d) array, row i is the update of client i; rows of clients that did not answer
    hold numbers that mean nothing;
    p: (n,) array, weights of the clients;  b: (n,) array, their inclusion probabilities, > 0;
    a: (n,) array, a[i] is the probability that client i answers if it is drawn, > 0;
    answered: array of different client numbers, those that were drawn and answered, at least one.
    Returns g: (d,) array.
    """
    ### BEGIN SOLUTION
    return (p / (a * b))[answered] @ G[answered]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Write the sum with an indicator for each client, as for eq-horvitz-thompson: what does it indicate
# now, and what is its expectation?

# %% [markdown]
# By hand: three clients with the updates (2, 0), (0, 3) and (1, 1), weights 0.2, 0.3, 0.5 and
# probabilities 0.5, 0.6, 0.625 to be drawn and 0.8, 0.5, 0.8 to answer. If those of clients 0 and 2
# come, the estimate is (2, 1).

# %% tags=["tests", "id:unbiased-update-tests", "points:1", "folded:it solves the task"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(unbiased_update, "flcourse.dpp")


def _wrong_updates(G, p, b, a, came):
    """Results that come from known mistakes, by the words that describe the mistake."""
    g, count = G[came], len(came)
    drawn, right = p[came] / b[came], p[came] / b[came] / a[came]
    return {
        "This is the plain average": g.mean(axis=0),
        "This is the plain sum": g.sum(axis=0),
        "That clients fail to answer is ignored, the expectation is too small": drawn @ g,
        "The division by b_i is missing": (p[came] / a[came]) @ g,
        "The updates are multiplied by a_i, not divided": (drawn * a[came]) @ g,
        "The probability of a failure stands where that of an answer should": (
            (drawn / np.maximum(1 - a[came], 1e-9)) @ g
        ),
        "All clients are corrected by the mean probability of an answer": drawn @ g / a.mean(),
        "All clients are corrected by the mean probability of those that answered": drawn
        @ g
        / a[came].mean(),
        "The weights p_i are missing": (1 / b[came] / a[came]) @ g,
        "The weights p_i are missing, 1/n stands in their place": (1 / b[came] / a[came])
        @ g
        / len(G),
        "Both divisions are missing": p[came] @ g,
        "p and b are exchanged": (b[came] / p[came] / a[came]) @ g,
        "The sum is divided by the number of answers as well": right @ g / count,
        "The sum is divided by n as well": right @ g / len(G),
        "The weights of the round are normalised to 1, this brings a bias back": right
        @ g
        / right.sum(),
        "The p of the round are normalised to 1": (p[came] / p[came].sum()) @ g,
        "All clients are added, not only those that answered": (p / b / a) @ G,
        "All clients are added with p_i, but only those that answered are known": p @ G,
        "The weights of the first clients are used, not those that answered": (p / b / a)[:count]
        @ g,
        "The updates of the first clients are used, not those that answered": right @ G[:count],
    }


_G = np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]])
_p, _b = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.6, 0.625])
_a = np.array([0.8, 0.5, 0.8])
for _came, _want in [([0, 2], [2.0, 1.0]), ([2, 1], [1.0, 4.0]), ([1], [0.0, 3.0])]:
    _got = checks.call(unbiased_update, _G, _p, _b, _a, np.array(_came))
    checks.shape(
        _got,
        (2,),
        what="unbiased_update",
        hint="one number for each parameter, the clients are added up (eq-horvitz-thompson).",
        mistakes={"These are rows of the clients, add them up": (len(_came), 2)},
    )
    checks.close(
        _got,
        _want,
        what=f"unbiased_update by hand, clients {_came}",
        hint="divide by the probability that the update comes (eq-horvitz-thompson).",
        mistakes=_wrong_updates(_G, _p, _b, _a, np.array(_came)),
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("unbiased-update")
for _n, _k, _d in [(6, 3, 4), (5, 2, 3), (7, 4, 2), (5, 1, 2)]:
    _G = _rng.normal(size=(_n, _d)) + _rng.uniform(0.5, 2, _d)
    _p, _b = _rng.dirichlet(np.full(_n, 3.0)), _rng.uniform(0.2, 0.9, _n)
    _a = _rng.uniform(0.3, 1, _n)
    _came = _rng.permutation(_n)[:_k]
    _want = np.zeros(_d)
    for _i in _came:
        _want = _want + _p[_i] * _G[_i] / _b[_i] / _a[_i]
    checks.close(
        checks.call(unbiased_update, _G, _p, _b, _a, _came),
        _want,
        what=f"unbiased_update for {_k} of {_n} random clients",
        hint="divide by the probability that the update comes (eq-horvitz-thompson).",
        mistakes=_wrong_updates(_G, _p, _b, _a, _came),
    )
# Its expectation over a law on the pairs of five clients, and over who answers, is sum p_i g_i.
_pairs = np.array(list(itertools.combinations(range(5), 2)))
_law = _rng.dirichlet(np.full(len(_pairs), 2.0))
_b = np.array([_law[(_pairs == _i).any(axis=1)].sum() for _i in range(5)])
_a = _rng.uniform(0.3, 1, 5)
_G, _p = _rng.normal(size=(5, 3)) + 1, _rng.dirichlet(np.full(5, 3.0))
_expected = sum(
    _chance
    * np.prod([_a[_i] if _i in _Y else 1 - _a[_i] for _i in _pair])
    * checks.numbers(
        checks.call(unbiased_update, _G, _p, _b, _a, np.array(_Y)),
        what="unbiased_update",
        hint="divide by the probability that the update comes (eq-horvitz-thompson).",
    ).ravel()
    for _chance, _pair in zip(_law, _pairs, strict=True)
    for _Y in ([_pair[0]], [_pair[1]], list(_pair))
)
checks.close(
    _expected,
    _p @ _G,
    what="expectation of unbiased_update over all pairs of clients and all failures",
    hint="dividing makes the expectation equal to the sum of p_i g_i (eq-horvitz-thompson).",
)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 5: How much the update varies (2 points)
#
# A round averages what arrives, with the divisor $k$ whether or not all answer:
#
# $$g = \frac1k \sum_{i \text{ drawn and answered}} g_i .$$
#
# The updates are given. The set of clients is drawn by any selection of $k$ clients, with
# $P_{ij}$ the probability that $i$ and $j$ are drawn together and $P_{ii} = b_i$. A drawn client
# $i$ answers with the probability $a_i$, independently of everything else. If all answer, the
# variance $\operatorname{Var} g = \mathrm{E}\, \lVert g - \mathrm{E} g \rVert^2$
# (eq-update-spread) has the pairwise form
#
# $$\operatorname{Var} g = -\frac1{2 k^2} \sum_{i \ne j} \operatorname{Cov}_{ij}\,
# \lVert g_i - g_j \rVert^2, \qquad \operatorname{Cov}_{ij} = P_{ij} - b_i b_j.
# \tag{eq-pairwise-variance}$$
#
# Its proof needs that exactly $k$ updates are averaged. What remains right when some do not come?
# Write `variance_with_failures(P, G, a, k)`. It never looks at a set of clients, so it works for a
# thousand of them.


# %% tags=["answer", "id:variance-with-failures"]
def variance_with_failures(P, G, a, k):
    """Variance of the averaged update if clients may fail to answer (after eq-update-variance).

    P: (n, n) array, P[i, j] = probability that i and j are drawn, P[i, i] = b_i;
    G: (n, d) array, row i is the update of client i;
    a: (n,) array, a[i] is the probability that client i answers if it is drawn;
    k: number of clients in every set.
    Returns a number.
    """
    ### BEGIN SOLUTION
    came = np.diag(P) * a
    together = P * np.outer(a, a)
    np.fill_diagonal(together, came)
    return np.trace(G.T @ (together - np.outer(came, came)) @ G) / k**2
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Where does the pairwise form need that exactly k updates come? Begin before that, at
# eq-update-variance: what do its indicators indicate now, and what are their covariances?

# %% [markdown]
# By hand, three clients with the updates 0, 2 and 4: the sets {0, 1}, {0, 2} and {1, 2} come with
# probability 0.4, 0.3 and 0.3. Client 1 answers half of the times, the others always. So $2g$ is 0,
# 2, 4, 4 or 6 with probability 0.2, 0.2, 0.3, 0.15 and 0.15; $g$ has the mean 1.55 and the variance
# $3.35 - 1.55^2 = 0.9475$.

# %% tags=["tests", "id:variance-with-failures-tests", "points:2", "folded:it tells the formula"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(variance_with_failures, "flcourse.dpp")

_by_hand = np.array([[0.7, 0.4, 0.3], [0.4, 0.7, 0.3], [0.3, 0.3, 0.6]])
_line, _plane = np.array([[0.0], [2.0], [4.0]]), np.array([[0.0, 2.0], [2.0, 1.0], [4.0, 6.0]])
for _name, _G, _a, _want, _wrong in [
    (
        "in the example by hand",
        _line,
        [1.0, 0.5, 1.0],
        0.9475,
        [0.69, 0.585, 0.7725, 1.1875, 1.0225, 3.35, 1.7275, 0.4791666667, 3.79, 1.895, 0.9733961],
    ),
    (
        "with other updates and answers",
        _plane,
        [0.5, 0.8, 0.25],
        1.899,
        [
            1.9425,
            0.339,
            0.1215,
            2.193,
            3.009,
            3.805,
            3.448375,
            0.5185395833,
            7.596,
            3.798,
            1.378042,
        ],
    ),
    (
        "if all clients answer",
        _line,
        [1.0, 1.0, 1.0],
        0.69,
        [-1, -1, -1, np.nan, -1, 4.3, -1, -1, 2.76, 1.38, 0.8306624],
    ),
]:
    _got = checks.call(variance_with_failures, _by_hand, _G, np.array(_a), 2)
    checks.shape(
        _got,
        (),
        what="variance_with_failures",
        hint="the result is one number, over all parameters (eq-update-variance).",
        mistakes={"This is a number for each coordinate, add them": (_G.shape[1],)},
    )
    checks.close(
        _got,
        _want,
        what=f"variance_with_failures {_name}",
        hint="covariances of drawn-and-answered, times inner products (eq-update-variance).",
        mistakes=dict(
            zip(
                [
                    "The failures are ignored",
                    "The pairwise form needs exactly k updates, here fewer may come",
                    "A client that is drawn and answers does so with a_i b_i, not with a_i^2 b_i",
                    "The clients are treated as independent",
                    "The variance of the answers needs b_i, they matter for drawn clients only",
                    "The square of the mean is not subtracted",
                    "The divisor is k, not the number of answers",
                    "The failures shrink everything by one factor, but they add noise",
                    "The division by k squared is missing",
                    "The sum is divided by k, it should be k squared",
                    "This is the standard deviation",
                ],
                _wrong,
                strict=True,
            )
        ),
    )
### BEGIN HIDDEN TESTS


def _enumerated(sets, law, G, a, k):
    """The definition: all sets, and for each of them all ways to answer."""
    chances, updates = [], []
    for Y, chance in zip(sets, law, strict=True):
        for pattern in itertools.product([0, 1], repeat=len(Y)):
            way = [a[i] if s else 1 - a[i] for i, s in zip(Y, pattern, strict=True)]
            chances.append(chance * np.prod(way))
            updates.append(sum(s * G[i] for i, s in zip(Y, pattern, strict=True)) / k)
    chances, updates = np.array(chances), np.array(updates)
    return chances @ np.sum((updates - chances @ updates) ** 2, axis=1)


_rng = checks.grading_rng("variance-with-failures")
for _n, _k, _d in [(6, 3, 2), (7, 2, 4), (5, 4, 3), (4, 1, 1)]:
    # Any law on the sets of k clients will do, repulsive or not.
    _sets = [list(Y) for Y in itertools.combinations(range(_n), _k)]
    _law = _rng.dirichlet(np.full(len(_sets), 0.7))
    _member = np.array([[float(i in Y) for i in range(_n)] for Y in _sets])
    _P = _member.T @ (_law[:, None] * _member)
    _G = _rng.normal(size=(_n, _d)) * _rng.uniform(0.5, 3) + _rng.uniform(1, 2, _d)
    _a = _rng.uniform(0.2, 0.95, _n)
    _cov = _P - np.outer(np.diag(_P), np.diag(_P))
    _shrunk = _a[:, None] * _G
    checks.close(
        checks.call(variance_with_failures, _P, _G, _a, _k),
        _enumerated(_sets, _law, _G, _a, _k),
        what=f"variance_with_failures for {_n} random clients, k = {_k} and d = {_d}",
        hint="covariances of drawn-and-answered, times inner products (eq-update-variance).",
        mistakes={
            "The failures are ignored": np.trace(_G.T @ _cov @ _G) / _k**2,
            "A client that is drawn and answers does so with a_i b_i, not with a_i^2 b_i": np.trace(
                _shrunk.T @ _cov @ _shrunk
            )
            / _k**2,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# What it is worth for the digits, if all answer and if every client answers three times of four:
# uniform draws, your k-DPP, and a k-DPP whose kernel is the same matrix handed to the wrong
# clients.

# %%
rng = np.random.default_rng(1)
order = rng.permutation(12)
kernels = {"uniform": np.eye(12), "k-DPP": S, "k-DPP, clients mixed up": S[np.ix_(order, order)]}
for name, kernel in kernels.items():
    chances = np.asarray(marginals(kernel, k))
    values = [float(variance_with_failures(chances, G, np.full(12, a), k)) for a in (1, 0.75)]
    print(f"{name:24s} variance {values[0]:.4f}, with failures {values[1]:.4f}")

# %% [markdown]
# And squared bias, variance and their sum, the mean squared distance from $\sum_i p_i g_i$, if all
# answer.

# %%
sets = np.array(list(itertools.combinations(range(12), k)))
for name, kernel in [("uniform", np.eye(12)), ("k-DPP", S)]:
    law = np.array([np.linalg.det(kernel[np.ix_(Y, Y)]) for Y in sets])
    law = law / law.sum()
    b = np.diag(marginals(kernel, k))
    plain = G[sets].mean(axis=1)
    unbiased = np.array([np.ravel(unbiased_update(G, p, b, np.ones(12), Y)) for Y in sets])
    for way, updates in [("plain average", plain), ("unbiased", unbiased)]:
        bias = np.sum((law @ updates - p @ G) ** 2)
        total = law @ np.sum((updates - p @ G) ** 2, axis=1)
        print(f"{name:8s} {way:14s} bias² {bias:.4f}  variance {total - bias:.4f}  sum {total:.4f}")

# %% [markdown]
# ## Task 6: Equal chances, unlike variance (1 point)
#
# "The kernel matters through the $b_i$: it decides how often each client is drawn, and that decides
# how much the update varies." Refute it. The updates of $n$ clients, the rows of $G$, form
# $\frac n2$ pairs of near twins: two updates of a pair are nearly equal, those of different pairs
# are not, and nobody tells you who is whose twin. Write `twin_kernels(G, k)`, which returns two
# kernels $S$ and $T$ for the same $k$, with
#
# - the same inclusion probabilities $b_i$, each up to $10^{-4}$ of the largest, and
# - a variance of the averaged update (eq-update-spread, if all clients answer) that is at least
#   **1.2 times as large** under $T$ as under $S$.
#
# Both are symmetric and positive definite, and no eigenvalue is smaller than $10^{-6}$ times the
# largest one.


# %% tags=["answer", "id:twin-kernels"]
def twin_kernels(G, k):
    """Two kernels with equal inclusion probabilities and unlike variance (prop-pairwise-variance).

    G: (n, d) array, n even, updates in pairs of near twins;  k: integer, n/3 <= k <= n/2, k >= 2.
    Returns S, T: two (n, n) arrays; the variance under T is at least 1.2 times that under S.
    """
    ### BEGIN SOLUTION
    distance = np.linalg.norm(G[:, None] - G[None], axis=2)
    twin = np.argsort(distance, axis=1)[:, 1]
    S = np.eye(len(G))
    S[np.arange(len(G)), twin] = 0.95
    return S, np.eye(len(G))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# What makes a kernel draw all clients equally often? And whom should a client repel, so that the
# updates of a round are as unlike as they can be (prop-pairwise-variance)?

# %% tags=["tests", "id:twin-kernels-tests", "points:1", "folded:it solves other tasks"]
import itertools

import numpy as np

from flcourse.grading import checks

checks.own(twin_kernels, "flcourse.dpp")


def _law(S, k):
    sets = [list(Y) for Y in itertools.combinations(range(len(S)), k)]
    weight = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
    return sets, weight / weight.sum()


def _look(got, G, k):
    """Compare inclusion probabilities and variances of the two kernels."""
    n, chances, variances = len(G), [], []
    name = f"twin_kernels for {n} clients and k = {k}"
    kernels = checks.parts(got, 2, what=name, hint="return S, T (eq-kdpp-probability).")
    for letter, kernel in zip("ST", kernels, strict=True):
        what = f"{letter} of {name}"
        checks.shape(kernel, (n, n), what=what, hint="see eq-kdpp-probability.")
        kernel = checks.numbers(kernel, what=what, hint="see eq-kdpp-probability.")
        checks.symmetric(kernel, what=what, hint="see def-kdpp.", tol=1e-6)
        eigenvalues = np.linalg.eigvalsh(kernel)
        checks.holds(
            eigenvalues[0] >= 0.99e-6 * eigenvalues[-1] and eigenvalues[-1] > 0,
            what=f"smallest eigenvalue of {what}",
            expected="at least 1e-6 times the largest one",
            got=eigenvalues[0],
            hint="the determinants are probabilities, so S is positive definite (def-kdpp).",
        )
        sets, law = _law(kernel / eigenvalues[-1], k)
        updates = np.array([G[Y].mean(axis=0) for Y in sets])
        chances.append(law @ [[float(i in Y) for i in range(n)] for Y in sets])
        variances.append(law @ np.sum((updates - law @ updates) ** 2, axis=1))
    checks.close(
        chances[1],
        chances[0],
        what=f"inclusion probabilities under T and S of {name}",
        hint="each client has to come as often under T as under S (eq-inclusion).",
        tol=1e-4,
    )
    checks.holds(
        variances[1] >= 1.2 * variances[0] * (1 - 1e-9),
        what=f"variance under T over that under S of {name}",
        expected="at least 1.2",
        got=variances[1] / max(variances[0], 1e-300),
        hint="who should repel whom so that the update varies little? (prop-pairwise-variance)",
    )


_G = np.array([[0.0, 0.0], [5.0, 1.0], [0.1, 0.0], [5.0, 1.1]])
_look(checks.call(twin_kernels, _G, 2), _G, 2)
_G = np.array([[4.0], [-3.0], [0.1], [4.1], [-3.1], [0.0]])
for _k in (2, 3):
    _look(checks.call(twin_kernels, _G, _k), _G, _k)
### BEGIN HIDDEN TESTS


def _twins(rng, n, d):
    """Pairs of near twins in random order, pairs far from each other."""
    while True:
        places = rng.normal(0, 3, (n // 2, d))
        gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(n // 2)
        if gaps.min() > 1.0:
            G = np.repeat(places, 2, axis=0) + rng.normal(0, 0.03, (n, d))
            return G[rng.permutation(n)]


_rng = checks.grading_rng("twin-kernels")
for _n, _k, _d in [(4, 2, 3), (6, 2, 2), (8, 4, 2), (8, 3, 5), (10, 4, 4)]:
    _G = _twins(_rng, _n, _d)
    _look(checks.call(twin_kernels, _G, _k), _G, _k)
# Three directions, all lengths alike: only the distance shows who is whose twin.
_turn, _length = np.tile([0.0, 2.0, 4.0], 2), np.linspace(3.0, 3.05, 6)
_G = np.stack([_length * np.cos(_turn), _length * np.sin(_turn)], axis=1)
for _k in (2, 3):
    _look(checks.call(twin_kernels, _G, _k), _G, _k)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 7: How many clients? (1 point)
#
# A user pays for every client of a round and says how much noise is bearable: the variance of the
# averaged update, eq-update-spread under the k-DPP with a given kernel, if all clients answer, may
# be at most `budget`. Write `fewest_clients(S, G, budget)`, which returns the smallest number $k$
# of clients that will do. All $n$ together have the variance 0, so there always is one. No budget
# in the checks is equal to one of the variances. Some of the clients there are weather stations:
# stations near each other are alike in $S$, and the update of a station holds its daily means.


# %% tags=["answer", "id:fewest-clients"]
def fewest_clients(S, G, budget):
    """Smallest k for which the update of a k-DPP varies little enough (eq-update-spread).

    S: (n, n) array, symmetric and positive definite, n <= 12;
    G: (n, d) array, row i is the update of client i;  budget: number > 0.
    Returns k: an integer from 1 to n.
    """

    ### BEGIN SOLUTION
    def variance(k):
        sets = np.array(list(itertools.combinations(range(len(S)), k)))
        law = np.array([np.linalg.det(S[np.ix_(Y, Y)]) for Y in sets])
        law, updates = law / law.sum(), G[sets].mean(axis=1)
        return law @ np.sum((updates - law @ updates) ** 2, axis=1)

    return next(k for k in range(1, len(S) + 1) if variance(k) <= budget)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Try k = 1, 2, ... and stop at the first that keeps the budget. For each k the variance comes from
# all sets, or from the marginals of task 1 and eq-update-spread. A single client is drawn in
# proportion to S_ii.

# %% [markdown]
# By hand, the three clients of task 1, $S_{00} = S_{11} = 3$, $S_{01} = 1$ and $S_{22} = 2$, with
# the updates 0, 2 and 4. One client is drawn with probability $\frac38, \frac38, \frac28$: the
# variance is 2.4375. Two clients have 0.69, three have 0.

# %% tags=["tests", "id:fewest-clients-tests", "points:1"]
import itertools

import numpy as np

from flcourse.data import load_fmi
from flcourse.grading import checks

checks.own(fewest_clients, "flcourse.dpp")

# Where wrong ways end on six groups of clients, to name yours if it is one of them.
_rng, _ends = np.random.default_rng(55), []
for _n in (5, 6, 5, 6, 5, 6):
    _kind = _rng.integers(3, size=_n)
    _F = _rng.integers(-3, 4, (3, _n))[_kind] + _rng.integers(-1, 2, (_n, _n)) / 2
    _G = _rng.integers(-4, 5, (3, 2))[_kind] + _rng.integers(-2, 3, (_n, 2)) / 2
    _budget = float(_rng.choice([0.2, 0.5, 1.0, 1.5, 2.0, 3.0]))
    _one = checks.call(fewest_clients, _F @ _F.T + 0.5 * np.eye(_n), _G, _budget)
    checks.shape(_one, (), what="fewest_clients", hint="one k, see eq-update-spread.")
    _ends.append(float(np.ravel(_one)[0]))
_known = {
    "Uniform draws would need this many, the kernel is lost": [2, 5, 2, 2, 2, 4],
    "The standard deviation keeps this budget, the variance does not": [2, 5, 1, 1, 1, 3],
    "This is the variance of the sum of the updates, not of their mean": [4, 6, 1, 6, 4, 6],
    "This is one more than is needed": [3, 4, 2, 3, 3, 4],
    "This is the last that does not keep the budget": [1, 2, 0, 1, 1, 2],
    "This is the last that does not keep the budget, and 1 at least": [1, 2, 1, 1, 1, 2],
    "A single client is never tried": [2, 3, 2, 2, 2, 3],
    "Only the first coordinate of the updates is used": [1, 3, 1, 1, 1, 3],
    "The squares of the coordinates are averaged, their sum is asked for": [1, 3, 1, 1, 2, 3],
    "The mean update is not subtracted": [5, 6, 5, 6, 2, 3],
    "No k but n will do: divide the weights of the sets by their sum": [5, 6, 5, 6, 5, 6],
    "The variance of one draw over k is that of independent draws": [2, 6, 1, 2, 3, 6],
    "Without repulsion, by the product of the S_ii, this many would be needed": [2, 5, 1, 2, 2, 4],
    "Distances are from the mean of all clients, not of the draws": [2, 4, 1, 2, 3, 4],
    "The variance is smallest for this k < n, the smallest k is asked for": [4, 5, 4, 5, 4, 5],
    "The squared distances are averaged over all sets alike": [2, 5, 2, 2, 3, 4],
}
if _ends in list(_known.values()):
    checks.close(
        _ends,
        [2, 3, 1, 2, 2, 3],
        what="fewest_clients for six groups of clients",
        hint="the first k whose variance under the k-DPP is small enough (eq-update-spread).",
        mistakes=_known,
    )

_S = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 2.0]])
_G = np.array([[0.0], [2.0], [4.0]])
for _budget, _want, _mistakes in [
    (2.5, 1, {"Uniform draws would need this many, the kernel is lost": 2}),
    (2.0, 2, {"The standard deviation keeps this budget, the variance does not": 1}),
    (0.7, 2, {"One client is enough for no such budget": 1, "This is more than is needed": 3}),
    (
        0.68,
        3,
        {
            "Uniform draws would need this many, the kernel is lost": 2,
            "This does not keep the budget": 1,
        },
    ),
]:
    checks.close(
        checks.call(fewest_clients, _S, _G, _budget),
        _want,
        what=f"fewest_clients for three clients and the budget {_budget}",
        hint="the first k whose variance under the k-DPP is small enough (eq-update-spread).",
        mistakes=_mistakes,
    )
### BEGIN HIDDEN TESTS


def _variances(S, G):
    """Variance for k = 1, 2, ..., n, each set by the eigenvalues of its block."""
    n, out = len(S), []
    for k in range(1, n + 1):
        sets = list(itertools.combinations(range(n), k))
        weight = np.array([np.prod(np.linalg.eigvalsh(S[np.ix_(Y, Y)])) for Y in sets])
        member = np.array([[float(i in Y) / k for i in range(n)] for Y in sets])
        mean = weight @ member / weight.sum()
        second = member.T @ (weight[:, None] * member) / weight.sum()
        out.append(float(np.sum((second - np.outer(mean, mean)) * (G @ G.T))))
    return np.array(out)


# Pairs of twins of three sizes: repulsion saves one client, whatever their S_ii.
_size = np.sqrt([4.0, 4.0, 2.0, 2.0, 1.0, 1.0])
_pairs = np.kron(np.eye(3), [[1.0, 0.9], [0.9, 1.0]]) * np.outer(_size, _size)
_G = np.array([[0.0], [0.0], [3.0], [3.0], [6.0], [6.0]])
checks.close(
    checks.call(fewest_clients, _pairs, _G, 1.5),
    2,
    what="fewest_clients for three pairs of twins and the budget 1.5",
    hint="a set comes in proportion to its determinant (eq-kdpp-probability).",
    mistakes={"Without repulsion, by the product of the S_ii, this many would be needed": 3},
)
# Two kinds of three: two clients are one of each, three cannot be shared evenly, so that the
# variance rises from k = 2 to 3 and falls again. The smallest k is not found by halving.
_kinds = np.kron(np.eye(2), np.full((3, 3), 0.95)) + 0.05 * np.eye(6)
_G = np.array([[0.0], [0.0], [0.0], [4.0], [4.0], [4.0]])
checks.close(
    checks.call(fewest_clients, _kinds, _G, 0.4),
    2,
    what="fewest_clients for two kinds of three clients and the budget 0.4",
    hint="try every k from 1 on: the variance under a k-DPP may rise with k (eq-update-spread).",
    mistakes={"A smaller k keeps the budget, too, though one in between does not": 4},
)
# Stations of the simulated twin: near ones are alike, the updates are the means of four days.
_stations, _rng = load_fmi("simulated"), checks.grading_rng("fewest-stations")
_whole = np.array([_i for _i, _y in enumerate(_stations.y) if len(_y) == 96])
for _n in (7, 8):
    _picked = _rng.permutation(_whole)[:_n]
    _places = _stations.latlon[_picked] * [1.0, 0.5]  # in degrees to the north
    _gaps = np.linalg.norm(_places[:, None] - _places, axis=2)
    _S = np.exp(-((_gaps / 3) ** 2)) + 0.05 * np.eye(_n)
    _G = np.array([_stations.y[_i].reshape(4, 24).mean(axis=1) for _i in _picked])
    _v = _variances(_S, _G)
    for _k in (2, 4):
        _budget = float(np.sqrt(_v[_k] * _v[_k - 1]))
        _want = 1 + int(np.argmax(_v <= _budget))
        checks.close(
            checks.call(fewest_clients, _S, _G, _budget),
            _want,
            what=f"fewest_clients for {_n} weather stations and the budget {_budget:.4g}",
            hint="the first k whose variance under the k-DPP is small enough (eq-update-spread).",
            mistakes={
                "This is one more than is needed": _want + 1,
                "This is the last that does not keep the budget": _want - 1,
            },
        )
_rng = checks.grading_rng("fewest-clients")
for _n, _d in [(5, 2), (6, 3), (7, 1), (5, 4)]:
    _kind = _rng.integers(3, size=_n)
    _F = _rng.normal(size=(3, _n))[_kind] + 0.4 * _rng.normal(size=(_n, _n))
    _S = _F @ _F.T + 0.1 * np.eye(_n)
    _G = _rng.normal(0, 2, (3, _d))[_kind] + _rng.normal(1, 0.5, (_n, _d))
    _v, _plain = _variances(_S, _G), _variances(np.eye(_n), _G)
    for _k in [*_rng.permutation(np.arange(1, _n - 1)).tolist()[:2], _n - 1]:
        _budget = float(np.sqrt(max(_v[_k], 1e-3 * _v[_k - 1]) * _v[_k - 1]))
        _want = 1 + int(np.argmax(_v <= _budget))
        checks.close(
            checks.call(fewest_clients, _S, _G, _budget),
            _want,
            what=f"fewest_clients for {_n} random clients and the budget {_budget:.4g}",
            hint="the first k whose variance under the k-DPP is small enough (eq-update-spread).",
            mistakes={
                "This is one more than is needed": _want + 1,
                "Uniform draws would need this many, the kernel is lost": 1
                + int(np.argmax(_plain <= _budget)),
                "This is the last that does not keep the budget": _want - 1,
            },
        )
### END HIDDEN TESTS

# %% [markdown]
# How many of the digit clients does repulsion save?

# %%
for budget in (1.0, 0.54, 0.3, 0.19, 0.1):
    needed = [int(fewest_clients(kernel, G, budget)) for kernel in (np.eye(12), S)]
    print(f"variance at most {budget:4.2f}: uniform {needed[0]} clients, k-DPP {needed[1]}")

# %% [markdown]
# And of twelve weather stations of the simulated twin, whose updates are the mean temperatures of
# four days? Stations near each other are alike: guess first whether that saves more.

# %%
stations = data.load_fmi("simulated")
whole = [i for i, y_i in enumerate(stations.y) if len(y_i) == 96]
picked = np.random.default_rng(4).permutation(whole)[:12]
places = stations.latlon[picked] * [1.0, 0.5]  # in degrees to the north
apart = np.linalg.norm(places[:, None] - places, axis=2)
near = np.exp(-((apart / 3) ** 2)) + 0.05 * np.eye(12)
means = np.array([stations.y[i].reshape(4, 24).mean(axis=1) for i in picked])
for budget in (30.0, 15.0, 9.0, 5.0, 2.5):
    needed = [int(fewest_clients(kernel, means, budget)) for kernel in (np.eye(12), near)]
    print(f"variance at most {budget:4.1f}: uniform {needed[0]} stations, k-DPP {needed[1]}")

# %% [markdown]
# ## Task 8: A proof and a choice (1 point, graded by a person)
#
# About 80 words for each part are enough:
#
# 1. A note on k-DPPs concludes: "if $C_{ij}\, g_i^\top g_j < 0$ for $i \ne j$, where $C_{ij} =
#    \operatorname{Cov}_{ij} / (b_i b_j)$, the variance is reduced." Prove that adding the same
#    vector to all $g_i$ does not change the variance of eq-sampled-update, for any selection of
#    exactly $k$ clients. Use the definition of the variance, not eq-pairwise-variance. What does
#    that say about the condition of the note?
# 2. Look at the table with four rows below task 5. Which row would you choose for training, and why
#    is the smallest variance of the plain average not enough of a reason? Name a situation in which
#    you would choose another row.
#
# | Points | for |
# |---|---|
# | ¼ | part 1: the proof, each step with its reason |
# | ¼ | part 1: what follows for the condition, and why |
# | ½ | part 2: a choice, a reason against the smallest variance, another situation |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. With g_i + c in place of g_i, every set of k clients has the update
#    (1/k) sum (g_i + c) = g_Y + c, because exactly k terms are averaged. Its expectation is
#    E g + c, so every difference g_Y - E g, and with it the variance, is what it was. But the
#    condition changes: (g_i + c)^T (g_j + c) is positive for all pairs if c is long enough, and
#    then the condition holds wherever C_ij < 0, for every k-DPP and for uniform sampling as well.
#    What holds or fails by a shift that changes no variance cannot decide about the variance.
# 2. The unbiased update with the k-DPP: its sum is smallest. The plain averages have a bias,
#    because clients with few images count as much as large ones and rare kinds are drawn more
#    often. Variance averages out over rounds, bias does not: the training goes to another
#    minimum. If every client should count the same and all b_i are about equal, I would take the
#    plain average of the k-DPP: it has no weights that fluctuate and small b_i cannot hurt it.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ¼, part 1: each g_Y moves by c, as exactly k terms are averaged, and so does its mean; half of
#   it for "the mean moves, too" as the whole proof, or for a proof by the pairwise form, which the
#   question leaves out
# - ¼, part 1: the inner products do change, so the condition can be made true or false at will;
#   half of it for "the condition is wrong" without why
# - 0, part 1: an example with numbers
# - ½, part 2: bias does not average out over rounds; the row with the smallest sum; equal sizes and
#   equal b_i as a situation for the plain average
# - ¼ of these: the right row because "its number is smallest", with another situation
# - 0, part 2: the plain average of the k-DPP for its variance
# ### END SOLUTION
