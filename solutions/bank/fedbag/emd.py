# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops-and-lists"]
def emd(Z):
    total = [sum(int(row[c]) for row in Z) for c in range(len(Z[0]))]
    result = []
    for row in Z:
        distance = 0
        for c in range(len(row)):
            distance += abs(row[c] / sum(row) - total[c] / sum(total))
        result.append(distance)
    return result


# %% tags=["right", "id:norm-of-order-one-as-a-column"]
def emd(Z):
    p = Z.sum(axis=0) / Z.sum()
    own = (Z.T / Z.sum(axis=1)).T
    return np.linalg.norm(own - p, ord=1, axis=1).reshape(-1, 1)


# %% tags=["right", "id:city-block"]
from scipy.spatial.distance import cdist


def emd(Z):
    shares = Z / Z.sum(axis=1)[:, None]
    return cdist(shares, [np.average(shares, axis=0, weights=Z.sum(axis=1))], "cityblock")


# %% tags=["right", "id:twice-what-is-too-much"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return 2 * np.maximum(0, shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)


# %% tags=["right", "id:single-precision-matrix"]
def emd(Z):
    M = np.matrix(Z.astype(np.float32))
    return np.abs(M / M.sum(axis=1) - M.sum(axis=0) / M.sum()).sum(axis=1)


# %% tags=["right", "id:surplus-in-place"]
def emd(Z):
    Z = Z.astype(float)
    m = Z.sum(axis=1)
    Z -= np.outer(m, Z.sum(axis=0)) / m.sum()
    print("surplus", Z[0])
    return np.einsum("ic->i", np.abs(Z)) / m


# %% tags=["wrong", "id:half", "says:half of it"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return 0.5 * np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)


# %% tags=["wrong", "id:euclidean", "says:not the Euclidean one"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.linalg.norm(shares - Z.sum(axis=0) / Z.sum(), axis=1)


# %% tags=["wrong", "id:squared", "says:are squared"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return ((shares - Z.sum(axis=0) / Z.sum()) ** 2).sum(axis=1)


# %% tags=["wrong", "id:largest-difference", "says:largest difference"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum()).max(axis=1)


# %% tags=["wrong", "id:mean-over-classes", "says:mean over the classes"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum()).mean(axis=1)


# %% tags=["wrong", "id:no-absolute-value", "says:absolute values are missing"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return (shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)


# %% tags=["wrong", "id:uniform-world", "says:not the uniform one"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - 1 / Z.shape[1]).sum(axis=1)


# %% tags=["wrong", "id:clients-count-equally", "says:counts clients equally"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - shares.mean(axis=0)).sum(axis=1)


# %% tags=["wrong", "id:all-others", "says:client itself is one of all"]
def emd(Z):
    result = []
    for i in range(len(Z)):
        others = Z.sum(axis=0) - Z[i]
        result.append(np.abs(Z[i] / Z[i].sum() - others / max(others.sum(), 1)).sum())
    return np.array(result)


# %% tags=["wrong", "id:counts-against-shares", "says:divide by m_i before you subtract"]
def emd(Z):
    return np.abs(Z - Z.sum(axis=0) / Z.sum()).sum(axis=1)


# %% tags=["wrong", "id:counts-against-counts", "says:compare distributions"]
def emd(Z):
    return np.abs(Z - Z.sum(axis=0)).sum(axis=1)


# %% tags=["wrong", "id:sum-over-clients", "says:sums over the clients"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=0)


# %% tags=["wrong", "id:not-summed", "says:not added up"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    return np.abs(shares - Z.sum(axis=0) / Z.sum())


# %% tags=["wrong", "id:rows-and-columns-mixed-up", "says:emd"]
def emd(Z):
    shares = Z / Z.sum(axis=0)
    return np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)


# %% tags=["wrong", "id:forgets-to-return", "says:return"]
def emd(Z):
    shares = Z / Z.sum(axis=1, keepdims=True)
    np.abs(shares - Z.sum(axis=0) / Z.sum()).sum(axis=1)
