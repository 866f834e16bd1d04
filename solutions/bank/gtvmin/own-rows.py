# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:symmetric-root"]
def own_rows():
    values, U = np.linalg.eigh(own_Q)
    X_i = np.zeros((own_m, 2))
    X_i[-2:] = np.sqrt(own_m * values)[:, None] * U.T
    y_i = np.linalg.lstsq(X_i.T, -own_m * own_q / 2, rcond=None)[0]
    return X_i, y_i


# %% tags=["right", "id:orthonormal-columns"]
def own_rows():
    rng = np.random.default_rng(2)
    basis = np.linalg.qr(rng.normal(size=(own_m, 2)))[0]
    X_i = np.sqrt(own_m) * basis @ np.linalg.cholesky(own_Q).T
    y_i = -own_m / 2 * X_i @ np.linalg.inv(X_i.T @ X_i) @ own_q
    # noise that no feature sees
    e = rng.normal(size=own_m)
    return X_i, y_i + e - basis @ (basis.T @ e)


# %% tags=["right", "id:by-hand-and-lists"]
def own_rows():
    (a, b), (_, c) = own_Q.tolist()
    m = own_m
    x = (m * a) ** 0.5
    u, v = m * b / x, (m * c - m * b * b / a) ** 0.5
    first = -m * own_q[0] / 2 / x
    second = (-m * own_q[1] / 2 - u * first) / v
    return [[x, u], [0.0, v]] + [[0.0, 0.0]] * (m - 2), [first, second] + [7.0] * (m - 2)


# %% tags=["right", "id:random-rows-made-to-fit"]
def own_rows():
    Z = np.random.default_rng(5).normal(size=(own_m, 2))
    now = np.linalg.cholesky(Z.T @ Z / own_m)
    X_i = Z @ np.linalg.inv(now).T @ np.linalg.cholesky(own_Q).T
    return X_i, (-own_m / 2 * np.linalg.pinv(X_i.T) @ own_q)[:, None]


# %% tags=["right", "id:square-root-of-scipy"]
import scipy.linalg


def own_rows():
    R = scipy.linalg.sqrtm(own_Q).real * np.sqrt(own_m)
    X_i = np.vstack([R, np.zeros((own_m - 2, 2))])
    y_i = np.zeros(own_m)
    y_i[:2] = np.linalg.solve(R.T, -own_m / 2 * own_q)
    return X_i, y_i


# %% tags=["right", "id:typed", "own:public"]
def own_rows():
    return [[5.42217668, -0.55328334], [0, 4.92888198]] + [[0, 0]] * 4, [
        2.48977501,
        -1.42475495,
    ] + [0] * 4


# %% tags=["wrong", "id:m-forgotten", "says:the factor 1/m_i is forgotten"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:m-instead-of-its-root", "says:The root of m_i is forgotten"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = own_m * np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:q-in-the-rows", "says:it should be its root"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * own_Q
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:factor-not-transposed", "says:transpose the factor"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q)
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:two-rows", "says:There are two rows"]
def own_rows():
    X_i = np.sqrt(2) * np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:diagonal-only", "says:Only the diagonal"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[0, 0], X_i[1, 1] = np.sqrt(own_m * np.diag(own_Q))
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:root-of-each-entry", "says:The root of each entry"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m * np.abs(own_Q))
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:sign-flipped", "says:The sign of q_i is flipped"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, own_q / 2)


# %% tags=["wrong", "id:two-forgotten", "says:The 2 of -2/m_i is forgotten"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q)


# %% tags=["wrong", "id:labels-are-zero", "says:The labels are all 0"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X_i, np.zeros(own_m)


# %% tags=["wrong", "id:m-forgotten-for-the-labels", "says:The factor 1/m_i is forgotten"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    y_i = np.linalg.lstsq(X_i.T, -own_q / 2, rcond=None)[0]
    return X_i, y_i


# %% tags=["wrong", "id:rounded", "says:Q_i of own_rows"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.round(np.sqrt(own_m) * np.linalg.cholesky(own_Q).T, 1)
    return X_i, X_i @ np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:the-terms-themselves", "says:X_i of own_rows"]
def own_rows():
    return own_Q, own_q


# %% tags=["wrong", "id:columns-are-rows", "says:Rows and columns are swapped"]
def own_rows():
    X_i = np.zeros((own_m, 2))
    X_i[:2] = np.sqrt(own_m) * np.linalg.cholesky(own_Q).T
    return X_i.T, X_i @ np.linalg.solve(own_Q, -own_q / 2)
