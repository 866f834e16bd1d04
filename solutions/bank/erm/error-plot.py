# ruff: noqa: B905, C408, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:mask-then-sort"]
def error_plot(alphas, table):
    keep = alphas != 0
    a, t = alphas[keep], np.asarray(table)[keep]
    order = a.argsort()
    a, t = a[order], t[order]
    return dict(
        x=a,
        training=t[:, 0],
        validation=t[:, 1],
        best=a[t[:, 1].argmin()],
        xscale="log",
        yscale="log",
        xlabel=r"$\alpha$",
        ylabel=r"mean squared error ($^\circ$C$^2$)",
    )


# %% tags=["right", "id:sorted-tuples"]
def error_plot(alphas, table):
    rows = sorted((a, t, v) for a, (t, v) in zip(alphas, table) if a > 0)
    best = min(rows, key=lambda row: row[2])[0]
    return {
        "x": [row[0] for row in rows],
        "training": [row[1] for row in rows],
        "validation": [row[2] for row in rows],
        "best": float(best),
        "xscale": "log",
        "xlabel": "regularisation alpha",
        "ylabel": "error / °C^2",
    }


# %% tags=["right", "id:best-first"]
def error_plot(alphas, table):
    drawn = np.flatnonzero(alphas)
    best = alphas[drawn[np.argmin(table[drawn, 1])]]
    drawn = drawn[np.argsort(alphas[drawn])]
    return {
        "best": best,
        "x": alphas[drawn][:, None],
        "training": table[drawn, :1],
        "validation": table[drawn, 1:],
        "xscale": "log",
        "xlabel": "Alpha",
        "ylabel": "MSE [(°C)²]",
    }


# %% tags=["right", "id:one-sorted-matrix"]
def error_plot(alphas, table):
    M = np.column_stack([alphas, table])
    M = M[np.lexsort((M[:, 2], M[:, 0]))]
    M = M[M[:, 0] > 0]
    keys = ("x", "training", "validation")
    shown = dict(zip(keys, M.T))
    shown["best"] = M[np.argmin(M[:, 2]), 0]
    shown.update(xscale="log", xlabel="α (no unit)", ylabel="squared error in degC²")
    return shown


# %% tags=["right", "id:dictionary-of-rows"]
def error_plot(alphas, table):
    rows = {float(a): row for a, row in zip(alphas, table) if a}
    x = sorted(rows)
    return {
        "x": tuple(x),
        "training": tuple(rows[a][0] for a in x),
        "validation": tuple(rows[a][1] for a in x),
        "best": min(rows, key=lambda a: rows[a][1]),
        "xscale": "log",
        "xlabel": "penalty α",
        "ylabel": "mean squared error in squared degrees Celsius (°C²)",
    }


# %% tags=["right", "id:in-place"]
def error_plot(alphas, table):
    order = alphas.argsort()
    alphas.sort()
    table[:] = table[order]
    first = int(np.searchsorted(alphas, 0, side="right"))
    return {
        "x": alphas[first:],
        "training": table[first:, 0],
        "validation": table[first:, 1],
        "best": alphas[first + np.argmin(table[first:, 1])],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C$^2$)",
    }


# %% tags=["wrong", "id:as-it-comes", "says:not sorted"]
def error_plot(alphas, table):
    return {
        "x": alphas,
        "training": table[:, 0],
        "validation": table[:, 1],
        "best": alphas[np.argmin(table[:, 1])],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:zero-kept", "says:logarithmic axis cannot show it"]
def error_plot(alphas, table):
    order = np.argsort(alphas)
    x, t = alphas[order], table[order]
    return {
        "x": x,
        "training": t[:, 0],
        "validation": t[:, 1],
        "best": x[np.argmin(t[:, 1])],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:only-x-sorted", "says:x is sorted, but the errors are not"]
def error_plot(alphas, table):
    keep = alphas > 0
    t = table[keep]
    x = np.sort(alphas[keep])
    return {
        "x": x,
        "training": t[:, 0],
        "validation": t[:, 1],
        "best": alphas[keep][np.argmin(t[:, 1])],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:errors-sorted-by-themselves", "says:sorted by themselves"]
def error_plot(alphas, table):
    keep = alphas > 0
    t = np.sort(table[keep], axis=0)
    x = np.sort(alphas[keep])
    return {
        "x": x,
        "training": t[:, 0],
        "validation": t[:, 1],
        "best": x[0],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:columns-swapped", "says:Training and validation are swapped"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (validation, training) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:best-by-training-error", "says:training error, which never chooses"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(training)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:index-for-best", "says:index"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": np.argmin(validation),
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:error-for-best", "says:error, not the alpha"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": validation.min(),
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:linear-axis", "says:linear axis pushes"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "linear",
        "xlabel": "α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:logarithms", "says:logarithms"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = np.log10(alphas[order]), table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "linear",
        "xlabel": "log α",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:unit-missing", "says:unit"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error",
    }


# %% tags=["wrong", "id:unit-not-squared", "says:°C²"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "α",
        "ylabel": "mean squared error (°C)",
    }


# %% tags=["wrong", "id:axis-without-name", "says:name of what the axis shows"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    return {
        "x": x,
        "training": training,
        "validation": validation,
        "best": x[np.argmin(validation)],
        "xscale": "log",
        "xlabel": "x",
        "ylabel": "mean squared error (°C²)",
    }


# %% tags=["wrong", "id:labels-forgotten", "says:an entry 'xlabel'"]
def error_plot(alphas, table):
    order = [k for k in np.argsort(alphas) if alphas[k] > 0]
    x, (training, validation) = alphas[order], table[order].T
    best = x[np.argmin(validation)]
    return {"x": x, "training": training, "validation": validation, "best": best, "xscale": "log"}


# %% tags=["wrong", "id:draws-instead", "says:a dictionary"]
def error_plot(alphas, table):
    import matplotlib.pyplot as plt

    fig, ax = plt.subplots()
    ax.semilogx(alphas, table)
    plt.close(fig)
