# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:both-orders"]
def least_epsilon(false, true, delta):
    least = 0.0
    for f, t in zip(false, true, strict=True):
        for a, b in [(t, f), (f, t), (1 - f, 1 - t), (1 - t, 1 - f)]:
            if a > delta:
                least = max(least, np.log((a - delta) / b))
    return least


# %% tags=["right", "id:bisection"]
def least_epsilon(false, true, delta):
    def fits(e):
        f, t, k = np.asarray(false), np.asarray(true), np.exp(e)
        return (
            np.all(t <= k * f + delta)
            and np.all(f <= k * t + delta)
            and np.all(1 - f <= k * (1 - t) + delta)
            and np.all(1 - t <= k * (1 - f) + delta)
        )

    if fits(0.0):
        return 0
    low, high = 0.0, 30.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


# %% tags=["right", "id:stacked"]
def least_epsilon(false, true, delta):
    sets = np.stack([np.ravel(true), 1 - np.ravel(true)])
    others = np.stack([np.ravel(false), 1 - np.ravel(false)])
    ratio = np.maximum((sets - delta) / others, (others - delta) / sets)
    return np.array([np.log(np.clip(ratio.max(), 1, None))])


# %% tags=["right", "id:turned-tests"]
def least_epsilon(false, true, delta):
    # a test that is worse than a coin becomes a better one by accusing the others
    worse = true < false
    f, t = np.where(worse, 1 - false, false), np.where(worse, 1 - true, true)
    best = max(np.max((t - delta) / f), np.max((1 - f - delta) / (1 - t)))
    return float(np.log(best)) if best > 1 else 0.0


# %% tags=["right", "id:logs-of-each"]
import math


def least_epsilon(false, true, delta):
    bounds = [0.0]
    rates = list(zip(map(float, false), map(float, true), strict=True))
    rates += [(1 - f, 1 - t) for f, t in rates]
    rates += [(t, f) for f, t in rates]
    for f, t in rates:
        bounds.append(math.log(max(t - delta, 1e-12)) - math.log(f))
    return max(bounds)


# %% tags=["wrong", "id:first-inequality", "says:not accused are a set of outputs"]
def least_epsilon(false, true, delta):
    return max(0.0, np.log(np.max((true - delta) / false)))


# %% tags=["wrong", "id:one-direction", "says:neighbours have no direction"]
def least_epsilon(false, true, delta):
    ratios = np.concatenate([(true - delta) / false, (1 - false - delta) / (1 - true)])
    return np.log(max(1.0, ratios.max()))


# %% tags=["wrong", "id:no-delta", "says:delta is missing"]
def least_epsilon(false, true, delta):
    ratios = [true / false, false / true, (1 - false) / (1 - true), (1 - true) / (1 - false)]
    return np.log(max(1.0, np.max(ratios)))


# %% tags=["wrong", "id:advantage", "says:advantage alone"]
def least_epsilon(false, true, delta):
    adv = np.max(np.abs(true - false))
    return np.log(max(1.0, (1 + adv - 2 * delta) / (1 - adv)))


# %% tags=["wrong", "id:no-logarithm", "says:e to the epsilon"]
def least_epsilon(false, true, delta):
    return np.max(
        [
            (true - delta) / false,
            (false - delta) / true,
            (1 - false - delta) / (1 - true),
            (1 - true - delta) / (1 - false),
        ]
    )


# %% tags=["wrong", "id:log10", "says:natural"]
def least_epsilon(false, true, delta):
    return np.log10(
        max(
            1,
            np.max(
                [
                    (true - delta) / false,
                    (false - delta) / true,
                    (1 - false - delta) / (1 - true),
                    (1 - true - delta) / (1 - false),
                ]
            ),
        )
    )


# %% tags=["wrong", "id:delta-added", "says:delta is added"]
def least_epsilon(false, true, delta):
    return np.log(
        max(
            1,
            np.max(
                [
                    (true + delta) / false,
                    (false + delta) / true,
                    (1 - false + delta) / (1 - true),
                    (1 - true + delta) / (1 - false),
                ]
            ),
        )
    )


# %% tags=["wrong", "id:delta-after", "says:after the division"]
def least_epsilon(false, true, delta):
    return np.log(
        max(
            1,
            np.max([true / false, false / true, (1 - false) / (1 - true), (1 - true) / (1 - false)])
            - delta,
        )
    )


# %% tags=["wrong", "id:negative", "says:delta alone explains"]
def least_epsilon(false, true, delta):
    return np.log(
        np.max(
            [
                (true - delta) / false,
                (false - delta) / true,
                (1 - false - delta) / (1 - true),
                (1 - true - delta) / (1 - false),
            ]
        )
    )


# %% tags=["wrong", "id:last-line", "says:last line"]
def least_epsilon(false, true, delta):
    for f, t in zip(false, true, strict=True):
        e = max(
            0,
            *np.log(
                np.maximum(
                    1e-9,
                    [
                        (t - delta) / f,
                        (f - delta) / t,
                        (1 - f - delta) / (1 - t),
                        (1 - t - delta) / (1 - f),
                    ],
                )
            ),
        )
    return e


# %% tags=["wrong", "id:mean", "says:averaged"]
def least_epsilon(false, true, delta):
    best = np.max(
        [
            (true - delta) / false,
            (false - delta) / true,
            (1 - false - delta) / (1 - true),
            (1 - true - delta) / (1 - false),
        ],
        axis=0,
    )
    return np.mean(np.log(np.maximum(best, 1)))


# %% tags=["wrong", "id:weakest", "says:Expected"]
def least_epsilon(false, true, delta):
    return max(0, np.log(np.min([(true - delta) / false, (1 - false - delta) / (1 - true)])))


# %% tags=["wrong", "id:array", "says:Expected one number"]
def least_epsilon(false, true, delta):
    best = np.max(
        [
            (true - delta) / false,
            (false - delta) / true,
            (1 - false - delta) / (1 - true),
            (1 - true - delta) / (1 - false),
        ],
        axis=0,
    )
    return np.log(np.maximum(best, 1))


# %% tags=["wrong", "id:package", "says:finished answer"]
from flcourse.privacy import roc


def least_epsilon(false, true, delta):
    roc([0.0], [1.0])
    return np.log(
        max(
            1,
            np.max(
                [
                    (true - delta) / false,
                    (false - delta) / true,
                    (1 - false - delta) / (1 - true),
                    (1 - true - delta) / (1 - false),
                ]
            ),
        )
    )
