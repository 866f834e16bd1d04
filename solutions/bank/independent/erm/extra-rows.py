# ruff: noqa
# %% tags=["right", "id:diagonal"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties))
    return R, R @ guess


# %% tags=["right", "id:penalised-only"]
def extra_rows(m, penalties, guess):
    used = np.flatnonzero(penalties)
    R = np.zeros((len(used), len(penalties)))
    root = np.sqrt(m * penalties[used])
    R[np.arange(len(used)), used] = root
    return R, root * guess[used]


# %% tags=["right", "id:loop-list"]
def extra_rows(m, penalties, guess):
    rows, labels = [], []
    for a, strength in enumerate(penalties):
        row = [0.0] * len(penalties)
        row[a] = (m * strength) ** 0.5
        rows.append(row)
        labels.append((m * strength) ** 0.5 * guess[a])
    return np.array(rows), np.array(labels)


# %% tags=["right", "id:m-copies"]
def extra_rows(m, penalties, guess):
    """For each of the m rows of data the same small set of rows."""
    root = np.sqrt(penalties)
    R = np.tile(np.diag(root), (m, 1))
    z = np.tile(root * guess, m)
    return R, z


# %% tags=["right", "id:rotated"]
def extra_rows(m, penalties, guess):
    # least squares sees R^T R and R^T z only, so any rotation of the rows is as good
    d = len(penalties)
    Q, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(d, d)))
    R = Q @ np.diag(np.sqrt(m * np.asarray(penalties, dtype=float)))
    return R, R @ guess


# %% tags=["right", "id:signs-and-column"]
def extra_rows(m, penalties, guess):
    root = -np.sqrt(np.multiply(m, penalties))
    return np.eye(len(root)) * root, (root * guess).reshape(-1, 1)


# %% tags=["right", "id:two-halves"]
def extra_rows(m, penalties, guess):
    """Two rows for each parameter whose labels lie around the guess."""
    root = np.sqrt(m * penalties / 2)
    R = np.vstack([np.diag(root), np.diag(root)])
    z = np.concatenate([root * (guess + 1), root * (guess - 1)])
    return R, z


# %% tags=["right", "id:svd-root"]
import scipy.linalg


def extra_rows(m, penalties, guess):
    S = m * np.diag(penalties).astype(float)
    R = scipy.linalg.sqrtm(S).real if np.all(np.asarray(penalties) > 0) else np.sqrt(S)
    return R, np.einsum("ab,b->a", R, guess)


# %% tags=["right", "id:useless-row-of-zeros"]
def extra_rows(m, penalties, guess):
    d = len(guess)
    root = np.sqrt(m) * np.sqrt(penalties)
    R = np.zeros((d + 1, d))  # the last row has no features: it changes nothing
    z = np.full(d + 1, 5.0)
    for a in range(d):
        R[a, a] = root[a]
        z[a] = root[a] * guess[a]
    return R, z


# %% tags=["right", "id:sums-and-differences"]
def extra_rows(m, penalties, guess):
    """Pairs of rows (r_a + r_b)/sqrt2, (r_a - r_b)/sqrt2: dense rows, the same squares."""
    D = np.diag(np.sqrt(m * np.array(penalties, dtype=float)))
    d = len(D)
    T = np.eye(d)
    for a in range(0, d - 1, 2):
        T[a : a + 2, a : a + 2] = np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    return T @ D, T @ D @ np.asarray(guess)


# %% tags=["wrong", "id:m-forgotten", "loses:extra-rows-tests"]
# why: the data term has 1/m, so the rows need the root of alpha m, not of alpha.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(penalties))
    return R, R @ guess


# %% tags=["wrong", "id:root-forgotten", "loses:extra-rows-tests"]
# why: least squares squares the rows; m alpha itself is too strong.
def extra_rows(m, penalties, guess):
    R = np.diag(m * penalties)
    return R, R @ guess


# %% tags=["wrong", "id:labels-not-scaled", "loses:extra-rows-tests"]
# why: the labels are the guesses, but a row is multiplied by a root, so its label must be, too.
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), np.array(guess, dtype=float)


# %% tags=["wrong", "id:sign", "loses:extra-rows-tests"]
# why: pulls towards minus the guess.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties))
    return R, -R @ guess


# %% tags=["wrong", "id:pull-to-zero", "loses:extra-rows-tests"]
# why: the labels are 0 as in (1.13); the guess is ignored.
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), np.zeros(len(guess))


# %% tags=["wrong", "id:one-strength", "loses:extra-rows-tests"]
# why: the mean of the penalties for all parameters; each has a strength of its own.
def extra_rows(m, penalties, guess):
    R = np.sqrt(m * np.mean(penalties)) * np.eye(len(guess))
    return R, R @ guess


# %% tags=["wrong", "id:labels-misaligned", "loses:extra-rows-tests"]
# why: rows without penalty are left out, but the labels use the first guesses instead of those of the rows that stay.
def extra_rows(m, penalties, guess):
    root = np.sqrt(m * penalties)
    keep = root > 0
    R = np.diag(root)[keep]
    return R, root[keep] * guess[: keep.sum()]


# %% tags=["wrong", "id:divided-by-m", "loses:extra-rows-tests"]
# why: divides by m where the product is needed.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(penalties / m))
    return R, R @ guess


# %% tags=["wrong", "id:root-of-m-only", "loses:extra-rows-tests"]
# why: alpha sqrt(m): the root is taken of m only.
def extra_rows(m, penalties, guess):
    R = np.sqrt(m) * np.diag(penalties)
    return R, R @ guess


# %% tags=["wrong", "id:single-row", "loses:extra-rows-tests"]
# why: one row with all roots pulls a sum of the parameters, not each of them: R^T R is not diagonal.
def extra_rows(m, penalties, guess):
    root = np.sqrt(m * penalties)
    return root[None, :], np.array([root @ guess])


# %% tags=["wrong", "id:total-rows", "loses:extra-rows-tests"]
# why: takes the number of rows after adding (m + d); the risk is the mean over the m rows of data.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt((m + len(penalties)) * penalties))
    return R, R @ guess


# %% tags=["wrong", "id:free-parameter-pinned", "loses:extra-rows-tests"]
# why: a penalty 0 is replaced by 1, so the free parameter is pulled, too.
def extra_rows(m, penalties, guess):
    root = np.sqrt(m * np.where(penalties > 0, penalties, 1.0))
    return np.diag(root), root * guess


# %% tags=["wrong", "id:shares", "loses:extra-rows-tests"]
# why: the penalties are normalised to the sum 1.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties / np.sum(penalties)))
    return R, R @ guess


# %% tags=["wrong", "id:two-in-front", "loses:extra-rows-tests"]
# why: the factor 2 of the gradient is put into the rows.
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(2 * m * penalties))
    return R, R @ guess


# %% tags=["wrong", "id:label-scaled-twice", "loses:extra-rows-tests"]
# why: the label is m alpha c, which is R^T z; the label of the row itself is sqrt(m alpha) c.
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), m * penalties * guess
