# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:trace-of-indicators"]
def ratio_cut(A, labels):
    names = np.unique(labels)
    H = (labels[:, None] == names).astype(float)
    H /= np.sqrt(H.sum(axis=0))
    L = np.diag(A.sum(axis=1)) - A
    return np.trace(H.T @ L @ H)


# %% tags=["right", "id:loops"]
def ratio_cut(A, labels):
    total = 0
    for c in set(labels.tolist()):
        cut, size = 0.0, 0
        for i in range(len(labels)):
            if labels[i] != c:
                continue
            size += 1
            for j in range(len(labels)):
                if labels[j] != c:
                    cut += A[i][j]
        total += cut / size
    return float(total)


# %% tags=["right", "id:pair-by-pair"]
def ratio_cut(A, labels):
    size = dict(zip(*np.unique(labels, return_counts=True)))
    return np.array(
        [
            sum(
                A[i, j] * (1 / size[labels[i]] + 1 / size[labels[j]])
                for i in range(len(A))
                for j in range(i)
                if labels[i] != labels[j]
            )
        ]
    )


# %% tags=["right", "id:sizes-of-nodes"]
def ratio_cut(A, labels):
    same = labels[:, None] == labels
    sizes = same.sum(axis=1)
    return ((A * ~same).sum(axis=1) / sizes).sum()


# %% tags=["right", "id:degree-minus-inside"]
def ratio_cut(A, labels):
    out = 0.0
    for c in np.unique(labels):
        (nodes,) = np.where(labels == c)
        out += (A[nodes].sum() - A[np.ix_(nodes, nodes)].sum()) / len(nodes)
    return np.float32(out)


# %% tags=["right", "id:sparse"]
from scipy import sparse


def ratio_cut(A, labels):
    edges = sparse.coo_array(A)
    i, j = edges.coords
    across = labels[i] != labels[j]
    _names, which, counts = np.unique(labels, return_inverse=True, return_counts=True)
    return [[np.sum(edges.data[across] / counts[which[i[across]]])]]


# %% tags=["wrong", "id:no-sizes", "says:sizes are missing"]
def ratio_cut(A, labels):
    return sum(A[labels == c][:, labels != c].sum() for c in np.unique(labels))


# %% tags=["wrong", "id:plain-cut", "says:weight of the cut"]
def ratio_cut(A, labels):
    return np.sum(np.triu(A) * (labels[:, None] != labels))


# %% tags=["wrong", "id:one-cluster", "says:Only one of the clusters"]
def ratio_cut(A, labels):
    inside = labels == labels.max()
    return A[inside][:, ~inside].sum() / inside.sum()


# %% tags=["wrong", "id:volume", "says:weight of a cluster"]
def ratio_cut(A, labels):
    return sum(
        A[labels == c][:, labels != c].sum() / A[labels == c].sum() for c in np.unique(labels)
    )


# %% tags=["wrong", "id:all-edges", "says:inside a cluster count"]
def ratio_cut(A, labels):
    return sum(A[labels == c].sum() / np.sum(labels == c) for c in np.unique(labels))


# %% tags=["wrong", "id:edges-inside", "says:edges inside clusters"]
def ratio_cut(A, labels):
    return sum(
        A[labels == c][:, labels == c].sum() / np.sum(labels == c) for c in np.unique(labels)
    )


# %% tags=["wrong", "id:no-weights", "says:weights of the edges are lost"]
def ratio_cut(A, labels):
    A = A > 0
    return sum(
        A[labels == c][:, labels != c].sum() / np.sum(labels == c) for c in np.unique(labels)
    )


# %% tags=["wrong", "id:halved", "says:halved"]
def ratio_cut(A, labels):
    return sum(
        A[labels == c][:, labels != c].sum() / np.sum(labels == c) / 2 for c in np.unique(labels)
    )


# %% tags=["wrong", "id:mean-over-clusters", "says:number of clusters"]
def ratio_cut(A, labels):
    return np.mean(
        [A[labels == c][:, labels != c].sum() / np.sum(labels == c) for c in np.unique(labels)]
    )


# %% tags=["wrong", "id:over-all-nodes", "says:number of all nodes"]
def ratio_cut(A, labels):
    return sum(A[labels == c][:, labels != c].sum() / len(labels) for c in np.unique(labels))


# %% tags=["wrong", "id:names-from-zero", "says:three clusters"]
def ratio_cut(A, labels):
    total = 0.0
    for c in range(len(np.unique(labels))):
        inside = labels == c
        if inside.any():
            total += A[inside][:, ~inside].sum() / inside.sum()
    return total
