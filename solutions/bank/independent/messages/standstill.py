# ruff: noqa
# %% tags=["right", "id:cyclic-windows-in-pairs"]
def standstill(d, k):
    rows = []
    for start in range(d):
        top = [(start + j) % d for j in range(k)]
        for sign in (1, -1):
            row = np.ones(d)
            row[top] = 2.0 * sign
            rows.append(row)
    return np.array(rows)


# %% tags=["right", "id:fewest-pairs"]
def standstill(d, k):
    """Windows whose complements cover all columns; each with both signs."""
    rows, column = [], 0
    while column < d:
        small = np.zeros(d, bool)
        first = min(column, k)  # columns first ... first + d - k - 1 stay small
        small[first : first + d - k] = True
        column += d - k
        for sign in (3.0, -3.0):
            rows.append(np.where(small, 1.5, sign))
    return np.vstack(rows)


# %% tags=["right", "id:circulant"]
from scipy.linalg import circulant


def standstill(d, k):
    mask = circulant(np.arange(d) < k)
    return np.concatenate([np.where(mask, 1, 0.5), np.where(mask, -1, 0.5)])


# %% tags=["right", "id:three-that-cancel"]
def standstill(d, k):
    # +4, -1.5 and -2.5 on the same places; the rest is 1
    pattern = [1.0] * d
    B = []
    for shift in range(d):
        for height in (4.0, -1.5, -2.5):
            row = pattern[:]
            for j in range(shift, shift + k):
                row[j % d] = height
            B.append(row)
    return B


# %% tags=["right", "id:random-places-and-sizes"]
def standstill(d, k):
    rng = np.random.default_rng(0)
    rows = []
    for j in range(d):
        for _ in range(3):
            others = np.delete(np.arange(d), j)  # column j stays small here
            top = rng.choice(others, k, replace=False)
            loud = np.zeros(d)
            loud[top] = rng.choice([-1, 1], k) * rng.uniform(1.2, 2, k)
            for sign in (1, -1):
                quiet = rng.uniform(0.5, 1, d)
                quiet[top] = 0
                rows.append(sign * loud + quiet)
    return np.array(rows)


# %% tags=["right", "id:whole-numbers-at-the-edge"]
def standstill(d, k):
    # 101 is exactly 1.01 times 100
    B = np.full((2 * d, d), 100)
    for i in range(d):
        for j in range(k):
            B[2 * i, (i + j) % d] = 101
            B[2 * i + 1, (i + j) % d] = -101
    return B


# %% tags=["right", "id:one-small-entry-a-row"]
def standstill(d, k):
    """Only one entry outside of the top is not zero."""
    blocks = []
    for j in range(d):
        E = np.zeros((2, d))
        others = [i for i in range(d) if i != j][:k]
        E[0, others], E[1, others] = 2, -2
        E[:, j] = 1
        blocks.append(E)
    return np.concatenate(blocks)


# %% tags=["right", "id:signs-alternate-and-tiny-scale"]
def standstill(d, k):
    signs = (-1.0) ** np.arange(k)
    B = np.zeros((0, d))
    for shift in range(d):
        loud = np.roll(np.concatenate([1.5 * signs, np.zeros(d - k)]), shift)
        quiet = np.roll(np.repeat([0.0, 1.0], [k, d - k]), shift)
        B = np.append(B, [quiet + loud, quiet - loud], axis=0)
    return 1e-3 * B


# %% tags=["right", "id:unequal-rows"]
def standstill(d, k):
    # pairs grow from row to row; one client of each pair is even against the others
    B = []
    for i in range(d):
        size = 1 + i / d
        top = {(i + j) % d for j in range(k)}
        B.append([3 * size if j in top else 1.5 * size for j in range(d)])
        B.append([-3 * size if j in top else -0.5 * size for j in range(d)])
    return np.array(B)


# %% tags=["right", "id:linear-programme"]
from scipy.optimize import linprog


def standstill(d, k):
    """Tops are fixed at plus and minus 2; an optimiser raises the smallest column mean."""
    tops = [np.roll(np.arange(d) < k, i) for i in range(d)]
    masks = np.repeat(np.array(tops), 2, axis=0)
    # one variable per column: its small entries, all alike, between 0 and 1.9; and the least mean
    share = (~masks).mean(axis=0)
    A = np.hstack([-np.diag(share), np.ones((d, 1))])
    answer = linprog(np.r_[np.zeros(d), -1], A, np.zeros(d), bounds=[(0, 1.9)] * d + [(None, None)])
    B = np.where(masks, 2.0, answer.x[:d])
    B[1::2][masks[1::2]] = -2.0
    return B


# %% tags=["right", "id:disjoint-large-first-then-check"]
def standstill(d, k):
    rng = np.random.default_rng(d * 100 + k)
    while True:
        tops = [rng.permutation(d)[:k] for _ in range(100)]
        covered = {j for top in tops for j in set(range(d)) - set(top.tolist())}
        if len(covered) == d:
            break
    B = np.full((200, d), 0.9)
    for i, top in enumerate(tops):
        B[2 * i, top] = 1
        B[2 * i + 1, top] = -1
    return np.asfortranarray(B)


# %% tags=["wrong", "id:chapters-example", "loses:standstill-tests"]
# why: one pair with the same top places: the messages cancel, but the columns of the top have the mean 0.
def standstill(d, k):
    B = np.ones((2, d))
    B[0, :k], B[1, :k] = 9, -9
    return B


# %% tags=["wrong", "id:first-k-and-last-k", "loses:standstill-tests"]
# why: if 2k > d, columns d - k ... k - 1 are among the top in both pairs, so their mean is 0.
def standstill(d, k):
    B = np.ones((4, d))
    B[0, :k], B[1, :k] = 9, -9
    B[2, d - k :], B[3, d - k :] = 9, -9
    return B


# %% tags=["wrong", "id:one-large-entry", "loses:standstill-tests"]
# why: plus and minus one large entry: right for k = 1; for larger k there are ties among the ones, and some are sent.
def standstill(d, k):
    return np.concatenate([np.ones((d, d)) + 8 * np.eye(d), np.ones((d, d)) - 10 * np.eye(d)])


# %% tags=["wrong", "id:not-clearly-larger", "loses:standstill-tests"]
# why: the top entries are 1.005 times the others; at least 1.01 is asked.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    return np.concatenate([np.where(mask, 1.005, 1), np.where(mask, -1.005, 1)])


# %% tags=["wrong", "id:larger-without-absolute-value", "loses:standstill-tests"]
# why: the negative "large" entries -1 are smaller in absolute value than the 1.5 beside them, so these are sent.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    plus = np.where(mask, 2.0, 1.5)
    minus = np.where(mask, -1.0, 1.5)
    return np.concatenate([plus, minus])


# %% tags=["wrong", "id:all-cancel", "loses:standstill-tests"]
# why: whole rows cancel, so the messages do, but the mean is zero in every column.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    half = np.where(mask, 2.0, 1.0)
    return np.concatenate([half, -half])


# %% tags=["wrong", "id:pulls-down", "loses:standstill-tests"]
# why: the mean of each column is negative; asked is positive.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    return np.concatenate([np.where(mask, 2.0, -1.0), np.where(mask, -2.0, -1.0)])


# %% tags=["wrong", "id:top-too-large", "loses:standstill-tests"]
# why: the top is a million times the rest, so the means are less than a thousandth of the largest entry.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    return np.concatenate([np.where(mask, 1e6, 1.0), np.where(mask, -1e6, 1.0)])


# %% tags=["wrong", "id:too-many-clients", "loses:standstill-tests"]
# why: all subsets of k columns, with both signs: more than 1000 rows as soon as d is about 12.
from itertools import combinations, islice


def standstill(d, k):
    rows = []
    for top in islice(combinations(range(d), k), 5000):
        for sign in (1, -1):
            row = np.ones(d)
            row[list(top)] = 2 * sign
            rows.append(row)
    return np.array(rows)


# %% tags=["wrong", "id:cancel-on-average", "loses:standstill-tests"]
# why: signs are drawn at random, so the messages cancel in expectation only.
def standstill(d, k):
    rng = np.random.default_rng(0)
    B = np.ones((500, d))
    for row in B:
        top = rng.choice(d, k, replace=False)
        row[top] = 3 * rng.choice([-1, 1], k)
    return B


# %% tags=["wrong", "id:one-too-many", "loses:standstill-tests"]
# why: k + 1 entries of a row have the same largest absolute value, so that the k largest are not clearly larger.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < min(k + 1, d - 1), i) for i in range(d)])
    if k + 1 > d - 1:
        mask = np.array([np.roll(np.arange(d) < k + 1, i) for i in range(d)])
    return np.concatenate([np.where(mask, 2.0, 1.0), np.where(mask, -2.0, 1.0)])


# %% tags=["wrong", "id:transposed", "loses:standstill-tests"]
# why: clients are the columns here; b_i are asked as rows.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    return np.concatenate([np.where(mask, 2.0, 1.0), np.where(mask, -2.0, 1.0)]).T


# %% tags=["wrong", "id:mean-of-all-entries", "loses:standstill-tests"]
# why: the mean of all entries is positive, but that of the first column is negative: every column must be.
def standstill(d, k):
    mask = np.array([np.roll(np.arange(d) < k, i) for i in range(d)])
    B = np.concatenate([np.where(mask, 2.0, 1.0), np.where(mask, -2.0, 1.0)])
    quiet = np.concatenate([~mask, ~mask])
    B[quiet[:, 0], 0] *= -1
    return B


# %% tags=["wrong", "id:a-column-is-zero", "loses:standstill-tests"]
# why: windows go from 0 to d - k without going round: for 2k > d columns in the middle are in all of them.
def standstill(d, k):
    rows = []
    for start in range(d - k + 1):
        for sign in (1, -1):
            row = np.ones(d)
            row[start : start + k] = 2 * sign
            rows.append(row)
    return np.array(rows)


# %% tags=["wrong", "id:rows-scaled-one-by-one", "loses:standstill-tests"]
# why: normalises each row to norm 1; rows of a pair have the same norm only if their entries have, and here the second one's rest is smaller, so messages do not cancel.
def standstill(d, k):
    rows = []
    for i in range(d):
        mask = np.roll(np.arange(d) < k, i)
        for row in (np.where(mask, 2.0, 1.5), np.where(mask, -2.0, 0.5)):
            rows.append(row / np.linalg.norm(row))
    return np.array(rows)
