# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def extra_rows(m, penalties, guess):
    R, z = [], []
    for a in range(len(penalties)):
        row = [0.0] * len(penalties)
        row[a] = (m * penalties[a]) ** 0.5
        R.append(row)
        z.append(row[a] * guess[a])
    return R, z


# %% tags=["right", "id:without-rows-of-zeros"]
def extra_rows(m, penalties, guess):
    R = np.sqrt(m) * np.diag(np.sqrt(penalties))
    R = R[penalties > 0]
    return R, R @ guess


# %% tags=["right", "id:each-row-twice"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties / 2))
    R = np.vstack([R, R])
    return R, (R @ guess)[:, None]


# %% tags=["right", "id:with-a-minus"]
def extra_rows(m, penalties, guess):
    root = -np.sqrt(penalties * m)
    return np.matrix(np.diag(root)), np.matrix(root * guess).T


# %% tags=["right", "id:rotated"]
def extra_rows(m, penalties, guess):
    d = len(guess)
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(d, d)))[0]
    R = turn @ np.diag(np.sqrt(m * penalties))
    return R, R @ guess


# %% tags=["right", "id:sparse"]
from scipy import sparse


def extra_rows(m, penalties, guess):
    R = sparse.diags_array(np.sqrt(m * penalties)).tocsr()
    return R, R @ guess


# %% tags=["wrong", "id:factor-m-missing", "says:factor m is missing"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(penalties))
    return R, R @ guess


# %% tags=["wrong", "id:no-root", "says:nothing is rooted"]
def extra_rows(m, penalties, guess):
    R = np.diag(m * penalties)
    return R, R @ guess


# %% tags=["wrong", "id:m-not-rooted", "says:root of m is forgotten"]
def extra_rows(m, penalties, guess):
    R = m * np.diag(np.sqrt(penalties))
    return R, R @ guess


# %% tags=["wrong", "id:alpha-not-rooted", "says:root of alpha is forgotten"]
def extra_rows(m, penalties, guess):
    R = np.sqrt(m) * np.diag(penalties)
    return R, R @ guess


# %% tags=["wrong", "id:divided-by-m", "says:divided by m"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(penalties / m))
    return R, R @ guess


# %% tags=["wrong", "id:one-penalty-for-all", "says:same penalty"]
def extra_rows(m, penalties, guess):
    R = np.sqrt(m * penalties[0]) * np.eye(len(guess))
    return R, R @ guess


# %% tags=["wrong", "id:mean-penalty", "says:the mean"]
def extra_rows(m, penalties, guess):
    R = np.sqrt(m * np.mean(penalties)) * np.eye(len(guess))
    return R, R @ guess


# %% tags=["wrong", "id:one-row", "says:one for each"]
def extra_rows(m, penalties, guess):
    R = np.sqrt(m * penalties)[None]
    return R, R @ guess


# %% tags=["wrong", "id:new-rows-counted", "says:counted among the m"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt((m + len(guess)) * penalties))
    return R, R @ guess


# %% tags=["wrong", "id:doubled", "says:doubled"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(2 * m * penalties))
    return R, R @ guess


# %% tags=["wrong", "id:chapter-as-it-stands", "says:guess is ignored"]
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), np.zeros(len(guess))


# %% tags=["wrong", "id:guess-as-label", "says:multiplied like its row"]
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), guess


# %% tags=["wrong", "id:label-without-root", "says:its row only by the root"]
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties)), m * penalties * guess


# %% tags=["wrong", "id:sign-of-the-guess", "says:sign of the guess"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties))
    return R, -R @ guess


# %% tags=["wrong", "id:guess-as-a-column-of-rows", "says:rows of"]
def extra_rows(m, penalties, guess):
    R = np.diag(np.sqrt(m * penalties))
    return np.column_stack([R, R @ guess]), R @ guess


# %% tags=["wrong", "id:rows-alone", "says:results"]
def extra_rows(m, penalties, guess):
    return np.diag(np.sqrt(m * penalties))
