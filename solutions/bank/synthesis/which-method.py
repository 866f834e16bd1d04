# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:group-means-in-a-table"]
def which_method(errors, sizes, kind):
    many = sizes > np.mean(sizes)
    kinds = [np.mean(errors[many & (kind == a)]) for a in np.unique(kind)]
    rows = np.mean(errors[~many]) / np.mean(errors[many])
    if max(kinds) / min(kinds) > 1.6:
        return "one model"
    if rows > 1.2:
        return "local"
    return "clusters"


# %% tags=["right", "id:many-rows-must-help"]
def which_method(errors, sizes, kind):
    many = sizes > 40
    if errors[many].max() / errors[many].min() > 1.8:
        return "one model"  # many rows do not help: the model is not theirs
    return "local" if np.median(errors[~many]) / np.median(errors[many]) > 1.15 else "clusters"


# %% tags=["right", "id:most-frequent-kind"]
def which_method(errors, sizes, kind):
    names, counts = np.unique(kind, return_counts=True)
    rare = kind != names[np.argmax(counts)]
    if errors[rare].mean() > 2 * errors[~rare].mean():
        return "one model"
    return "local" if errors.max() > 1.6 * errors.min() else "clusters"


# %% tags=["right", "id:small-spread-first"]
def which_method(errors, sizes, kind):
    spread = errors.std() / errors.mean()
    if spread < 0.12:
        return "clusters"
    np.argsort(sizes)[: len(sizes) // 3]
    many = np.argsort(sizes)[-len(sizes) // 3 :]
    np.median(errors[many])
    by_kind = [np.median(errors[many][kind[many] == a]) for a in set(kind[many].tolist())]
    return "one model" if max(by_kind) > 1.8 * min(by_kind) else "local"


# %% tags=["right", "id:medians"]
def which_method(errors, sizes, kind):
    names = np.unique(kind)
    m = np.array([np.median(errors[kind == a]) for a in names])
    if m.max() > 3 * m.min():
        return "one model"
    q = np.quantile(errors, [0.1, 0.9])
    return "clusters" if q[1] < 1.25 * q[0] else "local"


# %% tags=["wrong", "id:always-local", "says:which_method for"]
def which_method(errors, sizes, kind):
    return "local"


# %% tags=["wrong", "id:always-one-model", "says:which_method for"]
def which_method(errors, sizes, kind):
    return "one model"


# %% tags=["wrong", "id:always-clusters", "says:which_method for"]
def which_method(errors, sizes, kind):
    return "clusters"


# %% tags=["wrong", "id:kind-means-clusters", "says:which_method for"]
def which_method(errors, sizes, kind):
    by_kind = [errors[kind == a].mean() for a in np.unique(kind)]
    few = sizes < np.mean(sizes)
    if max(by_kind) > 2 * min(by_kind):
        return "clusters"
    return "local" if errors[few].mean() > 1.3 * errors[~few].mean() else "one model"


# %% tags=["wrong", "id:threshold-in-degrees", "says:in other units"]
def which_method(errors, sizes, kind):
    by_kind = [errors[kind == a].mean() for a in np.unique(kind)]
    few = sizes < np.mean(sizes)
    if max(by_kind) - min(by_kind) > 1.5:
        return "one model"
    return "local" if errors[few].mean() - errors[~few].mean() > 0.3 else "clusters"


# %% tags=["wrong", "id:kinds-from-zero", "says:which_method"]
def which_method(errors, sizes, kind):
    by_kind = [errors[kind == a].mean() for a in range(kind.max() + 1)]
    few = sizes < np.mean(sizes)
    if max(by_kind) > 2 * min(by_kind) or np.isnan(by_kind).any():
        return "one model"
    return "local" if errors[few].mean() > 1.3 * errors[~few].mean() else "clusters"


# %% tags=["wrong", "id:another-word", "says:one of"]
def which_method(errors, sizes, kind):
    by_kind = [errors[kind == a].mean() for a in np.unique(kind)]
    few = sizes < np.mean(sizes)
    if max(by_kind) > 2 * min(by_kind):
        return "FedAvg"
    return "local training" if errors[few].mean() > 1.3 * errors[~few].mean() else "clustered"


# %% tags=["wrong", "id:rows-only", "says:which_method for"]
def which_method(errors, sizes, kind):
    few = sizes < np.mean(sizes)
    ratio = errors[few].mean() / errors[~few].mean()
    return "local" if ratio > 1.3 else "clusters"


# %% tags=["wrong", "id:largest-error-only", "says:which_method for"]
def which_method(errors, sizes, kind):
    worst = np.argmax(errors)
    if sizes[worst] < np.mean(sizes):
        return "local"
    return "one model" if errors.max() > 2 * np.median(errors) else "clusters"


# %% tags=["wrong", "id:swapped-few-and-many", "says:which_method for"]
def which_method(errors, sizes, kind):
    by_kind = [errors[kind == a].mean() for a in np.unique(kind)]
    few = sizes > np.mean(sizes)
    if max(by_kind) > 2 * min(by_kind):
        return "one model"
    return "local" if errors[few].mean() > 1.3 * errors[~few].mean() else "clusters"
