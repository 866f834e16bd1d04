# ruff: noqa
# %% tags=["right", "id:argsort"]
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, training, validation = alphas[order], table[order, 0], table[order, 1]
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["right", "id:mask-first"]
def error_plot(alphas, table):
    keep = alphas != 0
    alphas, table = alphas[keep], table[keep]
    rank = alphas.argsort()
    return dict(
        x=alphas[rank],
        training=table[rank][:, 0],
        validation=table[rank][:, 1],
        best=alphas[table[:, 1].argmin()],
        xscale="log",
        xlabel="alpha",
        ylabel="error (°C^2)",
    )


# %% tags=["right", "id:sorted-tuples"]
def error_plot(alphas, table):
    points = sorted((float(a), float(t), float(v)) for a, (t, v) in zip(alphas, table) if a > 0)
    x, training, validation = (np.array(column) for column in zip(*points))
    best = min(points, key=lambda p: p[2])[0]
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": best,
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "squared error in °C²",
    }


# %% tags=["right", "id:one-table"]
def error_plot(alphas, table):
    whole = np.column_stack([alphas, table])
    whole = whole[whole[:, 0] > 0]
    whole = whole[np.lexsort((whole[:, 2], whole[:, 0]))]
    x, training, validation = whole.T
    shown = {"x": x, "training": training, "validation": validation}
    shown["best"] = float(x[int(np.argmin(validation))])
    shown.update(xscale="log", xlabel="alpha", ylabel="mean squared error [°C²]")
    return shown


# %% tags=["right", "id:selection-loop"]
def error_plot(alphas, table):
    left = [k for k in range(len(alphas)) if alphas[k] > 0]
    order = []
    while left:
        k = min(left, key=lambda j: alphas[j])
        left.remove(k)
        order.append(k)
    best = order[0]
    for k in order:
        if table[k][1] < table[best][1]:
            best = k
    return {
        "x": np.array([alphas[k] for k in order]),
        "training": np.array([table[k][0] for k in order]),
        "validation": np.array([table[k][1] for k in order]),
        "best": alphas[best],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "error, °C^2",
    }


# %% tags=["right", "id:masked-infinity"]
def error_plot(alphas, table):
    a, T = np.array(alphas, dtype=float), np.array(table, dtype=float)
    positive = a > 0
    best = a[np.argmin(np.where(positive, T[:, 1], np.inf))]
    T = T[positive]
    order = np.argsort(a[positive], kind="stable")
    return {
        "x": np.sort(a[positive]),
        "training": np.take(T[:, 0], order),
        "validation": np.take(T[:, 1], order),
        "best": best,
        "xscale": "log",
        "xlabel": "alpha",
        "ylabel": "training and validation error (°C²)",
    }


# %% tags=["right", "id:dictionary-of-rows"]
def error_plot(alphas, table):
    by_alpha = {float(a): tuple(map(float, row)) for a, row in zip(alphas, table) if a}
    x = sorted(by_alpha)
    best = min(x, key=lambda a: by_alpha[a][1])
    pick = lambda column: np.array([by_alpha[a][column] for a in x])
    return {
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C^2)",
        "best": best,
        "validation": pick(1),
        "training": pick(0),
        "x": np.array(x),
    }


# %% tags=["right", "id:record-array"]
def error_plot(alphas, table):
    rows = np.zeros(len(alphas), dtype=[("x", float), ("training", float), ("validation", float)])
    rows["x"], rows["training"], rows["validation"] = alphas, table[:, 0], table[:, 1]
    rows = np.sort(rows[rows["x"] > 0], order="x")
    shown = {name: rows[name].copy() for name in rows.dtype.names}
    shown["best"] = rows["x"][rows["validation"] == rows["validation"].min()][0]
    shown["xscale"], shown["xlabel"], shown["ylabel"] = "log", "alpha", "error in °C²"
    return shown


# %% tags=["right", "id:descending-reversed"]
def error_plot(alphas, table):
    order = np.argsort(-np.asarray(alphas))[::-1]
    zeros = int(np.sum(np.asarray(alphas) == 0))
    order = order[zeros:]  # the zeros are first
    x = np.asarray(alphas)[order]
    training, validation = np.asarray(table)[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[validation.argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "validation and training error (°C²)",
    }


# %% tags=["wrong", "id:order-of-input", "loses:error-plot-tests"]
# why: x is not sorted; "the values of alpha in increasing order".
def error_plot(alphas, table):
    keep = alphas > 0
    x, T = alphas[keep], table[keep]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:only-x-sorted", "loses:error-plot-tests"]
# why: sorts the alphas, but the errors stay in the old order and do not belong to them.
def error_plot(alphas, table):
    keep = alphas > 0
    x, T = alphas[keep], table[keep]
    return {
        "x": np.sort(x),
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:zero-kept", "loses:error-plot-tests"]
# why: the row of alpha = 0 stays, a logarithmic axis has no place for it.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    x, T = alphas[order], table[order]
    drawn = x > 0
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[drawn][T[drawn, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:best-of-training", "loses:error-plot-tests"]
# why: marks the alpha with the smallest training error, not validation error.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 0].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:best-is-an-error", "loses:error-plot-tests"]
# why: "best" is the smallest error itself, not the alpha that has it.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": T[:, 1].min(),
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:best-is-an-index", "loses:error-plot-tests"]
# why: "best" is a position in the array, not an alpha.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": int(T[:, 1].argmin()),
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:best-not-drawn", "loses:error-plot-tests"]
# why: the best alpha is sought among all rows, also alpha = 0; it must be a drawn one.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": alphas[table[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:linear-axis", "loses:error-plot-tests"]
# why: powers of ten need a logarithmic axis.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "linear",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:unit-of-temperature", "loses:error-plot-tests"]
# why: a squared error has the unit °C², not °C.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean error (°C)",
    }


# %% tags=["wrong", "id:no-unit", "loses:error-plot-tests"]
# why: the label of the second axis has no unit.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error",
    }


# %% tags=["wrong", "id:columns-exchanged", "loses:error-plot-tests"]
# why: column 0 is training and column 1 validation; here they are exchanged.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, validation, training = alphas[order], table[order, 0], table[order, 1]
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[validation.argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:decreasing", "loses:error-plot-tests"]
# why: the values decrease; the text wants them in increasing order.
def error_plot(alphas, table):
    order = np.argsort(alphas)[::-1]
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:every-column-sorted", "loses:error-plot-tests"]
# why: sorts each column on its own; the errors no longer belong to the alphas.
def error_plot(alphas, table):
    keep = alphas > 0
    x, T = np.sort(alphas[keep]), np.sort(table[keep], axis=0)
    best = alphas[keep][table[keep, 1].argmin()]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": best,
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:logarithms", "loses:error-plot-tests"]
# why: x holds log10 of alpha, not alpha; the logarithmic axis would take the logarithm again.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = np.log10(alphas[order]), table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": alphas[order][T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:always-drops-the-smallest", "loses:error-plot-tests"]
# why: drops the smallest alpha also if it is not 0: "leave its row out, if there is one".
def error_plot(alphas, table):
    order = np.argsort(alphas)[1:]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:old-index", "loses:error-plot-tests"]
# why: the index of the smallest validation error is found before the sorting and used after it.
def error_plot(alphas, table):
    keep = alphas > 0
    alphas, table = alphas[keep], table[keep]
    k = table[:, 1].argmin()
    order = np.argsort(alphas)
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[k],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:unit-of-alpha", "loses:error-plot-tests"]
# why: the first axis has no unit by the text, here it gets °C².
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α (°C²)",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:roots", "loses:error-plot-tests"]
# why: draws the roots of the errors; the errors of the table belong there (and the unit would be °C).
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], np.sqrt(table[order])
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:zero-moved", "loses:error-plot-tests"]
# why: alpha = 0 is replaced by a tiny number to fit on the axis; its row must be left out.
def error_plot(alphas, table):
    moved = np.where(alphas > 0, alphas, 1e-12)
    order = np.argsort(moved)
    x, T = moved[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[T[:, 1].argmin()],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:smallest-gap", "loses:error-plot-tests"]
# why: "best" is where training and validation error differ least, not where the validation error is smallest.
def error_plot(alphas, table):
    order = np.argsort(alphas)
    order = order[alphas[order] > 0]
    x, T = alphas[order], table[order]
    return {
        "x": x,
        "training": T[:, 0],
        "validation": T[:, 1],
        "best": x[np.argmin(T[:, 1] - T[:, 0])],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }
