# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # How many neighbours?
#
# Devices on a ring want to learn one number each. Each device has a few noisy samples of its own
# number, and neighbours whose numbers are similar, not equal. Averaging over neighbours lowers the
# noise and brings in a bias. In this assignment you build FedKNN, the estimator that averages over
# the $m$ nearest devices, take its error apart, and find the best $m$, by theory and by
# simulation. It belongs to the chapter *The aggregation–heterogeneity trade-off* of the book.
#
# **When you are done you can**
#
# - order devices by nearness and average over the nearest,
# - split the error of such an average into bias and variance, exactly and by simulation,
# - compute the number of neighbours that balances the two, and test a rate by a slope,
# - explain why neighbours must be known beforehand.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Neighbours on a ring | `neighbour_order` | 1 |
# | 2 FedKNN | `fedknn` | 1 |
# | 3 Bias and variance | `bias_variance` | 1 for the bias, 1 for the variance |
# | 4 Simulation | `simulate` | 1 for each device, 1 for all together |
# | 5 Best number of neighbours | `m_star` | 1 |
# | 6 Slopes | `slopes` | 1 |
# | 7 Neighbours from data | `fedknn_estimated` | 1 |
# | 8 Discussion | a short text | 1, graded by a person |
#
# **Time**: about three hours. **Imports**: NumPy and SciPy are enough, and all of both may be
# used. `flcourse.fedknn` holds finished answers: compare with them, but an answer that uses them,
# also renamed or in a helper, gets no points.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read it).
# Run it as often as you like: it says so if all is well, else it says what was expected, what your
# function returned, and where to look. The official grading runs more checks of the same kind on
# fresh random data. Every task is checked with right inputs of its own. An answer may call your
# answers to earlier tasks; where one of these is wrong, the official grading tries it again with a
# right one in its place. So a mistake costs the points of its own task alone. Any right method
# counts, and so does any sensible shape: a vector may be `(K,)` or `(K, 1)`. Numbers may deviate by
# $10^{-5}$ of the largest entry, unless the task says otherwise.
#
# Names such as `eq-m-star` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. $K$ is the number of devices and $n$ the number of
# samples that each of them has. Before you hand in, restart the kernel and run all cells.

# %% tags=["given", "id:imports"]
import matplotlib.pyplot as plt
import numpy as np

from flcourse.data import ring

# %% [markdown]
# ## The data
#
# `ring(K, beta, n=..., sigma2=..., rng=...)` puts $K$ devices on a circle of circumference 1:
#
# - `points[k]` is the position of device $k$, a number in $[0, 1)$, shape `(K,)`;
# - `W[k]` is its true parameter $\theta_k$, shape `(K,)`; the curve has roughness $\beta$;
# - `means[k]` is the mean $\bar y_k$ of its $n$ samples, its local estimate, shape `(K,)`. A sample
#   is $\theta_k$ plus Gaussian noise of variance $\sigma^2$.

# %% tags=["given", "id:data"]
devices = ring(256, 0.5, n=10, sigma2=10.0, rng=np.random.default_rng(1))
print(f"{len(devices.W)} devices with {devices.y.shape[1]} samples each")

# %%
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(devices.points, devices.means, ".", color="0.6", label="local estimates")
ax.plot(devices.points, devices.W, label="true parameters")
ax.set(xlabel="position on the ring", ylabel="parameter")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 1: Neighbours on a ring (1 point)
#
# The neighbour order lists, for each device, itself and then the others by rising distance
# **along the circle**:
#
# $$\pi(k, 0) = k, \qquad \pi(k, 1), \pi(k, 2), \dots \text{ nearest first}.
# \tag{eq-neighbour-order}$$
#
# From 0.95 to 0.05 it is 0.1 along the circle, not 0.9. Write `neighbour_order(points, m)`, which
# returns the first $m$ entries of each row. Devices are *not* numbered along the circle. There are
# no ties in the data.


# %% tags=["answer", "id:neighbour-order"]
def neighbour_order(points, m):
    """The m nearest devices of each device on a ring, itself first (eq-neighbour-order).

    points: (K,) array of positions in [0, 1);  m: integer, 1 <= m <= K.
    Returns order: (K, m) array of integers; order[k, 0] is k.
    """
    ### BEGIN SOLUTION
    gap = np.abs(points[:, None] - points[None])
    return np.argsort(np.minimum(gap, 1 - gap), axis=1)[:, :m]
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# On a circle of length 1 the distance of two points is the smaller one of gap and 1 - gap, with gap
# = |x - y|. np.argsort of each row puts the device itself first, because its distance is 0.

# %% [markdown]
# Five devices to try it on, at 0.02, 0.10, 0.35, 0.93 and 0.62. Draw them on a circle: the
# neighbours of device 0 are first device 1 (at a distance of 0.08) and then device 3 (0.09).

# %% tags=["tests", "id:neighbour-order-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(neighbour_order, "flcourse.fedknn")

_points = np.array([0.02, 0.10, 0.35, 0.93, 0.62])
_order = np.array(
    [[0, 1, 3, 2, 4], [1, 0, 3, 2, 4], [2, 1, 4, 0, 3], [3, 0, 1, 4, 2], [4, 2, 3, 0, 1]]
)
_line = np.array(
    [[0, 1, 2, 4, 3], [1, 0, 2, 4, 3], [2, 1, 4, 0, 3], [3, 4, 2, 1, 0], [4, 2, 3, 1, 0]]
)
_numbers = np.array(
    [[0, 1, 4, 2, 3], [1, 0, 2, 3, 4], [2, 1, 3, 0, 4], [3, 2, 4, 0, 1], [4, 0, 3, 1, 2]]
)
_got = checks.call(neighbour_order, _points, 3)
checks.shape(
    _got,
    (5, 3),
    what="neighbour_order",
    hint="a row for each device, m entries in each (eq-neighbour-order).",
    mistakes={
        "The device itself counts among the m": (5, 4),
        "All neighbours are returned, not m": (5, 5),
        "Rows and columns are exchanged": (3, 5),
    },
)
checks.close(
    _got,
    _order[:, :3],
    what="neighbour_order",
    hint="itself first, then by rising distance along the circle (eq-neighbour-order).",
    mistakes={
        "Distance is along the circle, 0.95 is near 0.05": _line[:, :3],
        "The device itself comes first": _order[:, 1:4],
        "The farthest come first": _order[:, ::-1][:, :3],
        "Neighbours are near in position, not in number": _numbers[:, :3],
        "Devices are counted from 0": _order[:, :3] + 1,
        "The columns go from far to near": _order[:, :3][:, ::-1],
        "The members are sorted by number, not by distance": np.sort(_order[:, :3], axis=1),
        "These are the positions of the neighbours, not their numbers": _points[_order[:, :3]],
        "This is the rank of each device, not the device of each rank": np.argsort(_order, axis=1)[
            :, :3
        ],
    },
)
### BEGIN HIDDEN TESTS


def _along_the_circle(a, b):
    return min((a - b) % 1.0, (b - a) % 1.0)


def _along_the_line(a, b):
    return abs(a - b)


def _reference(points, distance=_along_the_circle):
    """Every row by sorting distances one by one."""
    devices = range(len(points))
    return np.array(
        [sorted(devices, key=lambda j: distance(points[k], points[j])) for k in devices]
    )


def _without_ties(rng, K):
    while True:
        points = rng.uniform(size=K)
        gap = [[_along_the_circle(a, b) for b in points] for a in points]
        if np.diff(np.sort(gap, axis=1), axis=1).min() > 1e-6:
            return points


_rng = checks.grading_rng("neighbour-order")
for _K, _m in [(7, 4), (12, 12), (15, 2), (6, 1), (9, 5)]:
    _points = _without_ties(_rng, _K)
    _order = _reference(_points)
    _got = checks.call(neighbour_order, _points, _m)
    checks.shape(
        _got, (_K, _m), what="neighbour_order", hint="m entries a row (eq-neighbour-order)."
    )
    checks.close(
        _got,
        _order[:, :_m],
        what=f"neighbour_order for {_K} random positions and m = {_m}",
        hint="itself first, then by rising distance along the circle (eq-neighbour-order).",
        mistakes={
            "Distance is along the circle, 0.95 is near 0.05": _reference(_points, _along_the_line)[
                :, :_m
            ],
            "The farthest come first": _order[:, ::-1][:, :_m],
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# ## Task 2: FedKNN (1 point)
#
# FedKNN gives the $m$ first devices of the order equal weights,
#
# $$\hat\theta_k = \frac1m \sum_{j=0}^{m-1} \bar y_{\pi(k, j)}. \tag{eq-fedknn-estimator}$$
#
# Write `fedknn(means, order, m)`. Local estimates may have several coordinates, so `means` has
# shape `(K, d)`; the order may list more than $m$ devices in a row.


# %% tags=["answer", "id:knn-average"]
def fedknn(means, order, m):
    """Mean of the local estimates of each device's m nearest devices (eq-fedknn-estimator).

    means: (K, d) array;  order: (K, M) array of integers, order[k, 0] is k;  m: 1 <= m <= M.
    Returns a (K, d) array.
    """
    ### BEGIN SOLUTION
    return means[order[:, :m]].mean(axis=1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# order[:, :m] holds the numbers of the neighbours. means[order[:, :m]] looks all of them up at
# once; over which axis is the mean?

# %% [markdown]
# By hand: with the local estimates (0, 1), (6, 3), (3, -2), (9, 4) and the orders 0 1 2, 1 3 0,
# 2 1 0 and 3 2 1, two neighbours give (3, 2), (7.5, 3.5), (4.5, 0.5) and (6, 1).

# %% tags=["tests", "id:knn-average-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fedknn, "flcourse.fedknn")

_means = np.array([[0.0, 1.0], [6.0, 3.0], [3.0, -2.0], [9.0, 4.0]])
_order = np.array([[0, 1, 2], [1, 3, 0], [2, 1, 0], [3, 2, 1]])
_want = np.array([[3.0, 2.0], [7.5, 3.5], [4.5, 0.5], [6.0, 1.0]])
_given = np.zeros((4, 4))
np.put_along_axis(_given, _order[:, :2], 0.5, axis=1)
_got = checks.call(fedknn, _means, _order, 2)
checks.shape(
    _got,
    (4, 2),
    what="fedknn",
    hint="a row for each device, a column for each coordinate (eq-fedknn-estimator).",
    mistakes={
        "The coordinates are averaged too": (4,),
        "This is one estimate for all devices": (2,),
        "The neighbours are looked up, not yet averaged": (4, 2, 2),
        "Rows and columns are exchanged": (2, 4),
    },
)
checks.close(
    _got,
    _want,
    what="fedknn",
    hint="average the estimates of the first m devices of row k (eq-fedknn-estimator).",
    mistakes={
        "The device itself is left out": [[4.5, 0.5], [4.5, 2.5], [3.0, 2.0], [4.5, 0.5]],
        "The device itself is left out, one neighbour remains": _means[_order[:, 1]],
        "m + 1 devices are averaged": _means[_order].mean(axis=1),
        "All devices of the order are averaged, not the first m": _means[_order].mean(axis=1),
        "This is the sum, not the mean": 2 * _want,
        "Who asks and who is asked are exchanged": _given.T @ _means,
        "Every device gets its own estimate, m is ignored": _means,
        "All devices get the mean of all, this is FedAvg": np.tile(_means.mean(axis=0), (4, 1)),
        "The first m devices are averaged, not the first m of the order": np.tile(
            _means[:2].mean(axis=0), (4, 1)
        ),
        "The sum is divided by M, the length of a row, not by m": 2 * _want / 3,
        "This is the median, not the mean": np.median(_means[_order], axis=1),
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("knn-average")
for _K, _d, _M, _m in [(6, 1, 6, 4), (9, 3, 5, 5), (7, 2, 6, 1), (8, 2, 7, 3), (5, 4, 5, 5)]:
    _means = _rng.normal(2, 4, (_K, _d))
    _order = np.array(
        [[_k, *_rng.permutation([j for j in range(_K) if j != _k])[: _M - 1]] for _k in range(_K)]
    )
    _sums = np.zeros((_K, _d))
    for _k in range(_K):
        for _j in range(_m):
            _sums[_k] += _means[_order[_k, _j]]
    checks.close(
        checks.call(fedknn, _means, _order, _m),
        _sums / _m,
        what=f"fedknn for {_K} random devices with d = {_d} and m = {_m}",
        hint="average the estimates of the first m devices of row k (eq-fedknn-estimator).",
        mistakes={
            "This is the sum, not the mean": _sums,
            "All devices of the order are averaged, not the first m": _means[_order].mean(axis=1),
            "The sum is divided by M, the length of a row, not by m": _sums / _M,
            "This is the median, not the mean": np.median(_means[_order[:, :_m]], axis=1),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Put both together and look: try other values of $m$.

# %%
order = np.asarray(neighbour_order(devices.points, 256)).astype(int)
estimate = np.ravel(fedknn(devices.means[:, None], order, 40))
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(devices.points, devices.means, ".", color="0.8")
ax.plot(devices.points, devices.W, label="true parameters")
ax.plot(devices.points, estimate, label="FedKNN, m = 40")
ax.set(xlabel="position on the ring", ylabel="parameter")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 3: Bias and variance (2 points)
#
# The mean squared error of FedKNN at device $k$ is *exactly*
#
# $$\underbrace{\Bigl( \frac1m \sum_{j=0}^{m-1} \theta_{\pi(k,j)} - \theta_k \Bigr)^2}_{\text{bias}}
# + \underbrace{\frac{\sigma^2}{n} \cdot \frac1m}_{\text{variance}}. \tag{eq-fedknn-exact}$$
#
# The bias is what FedKNN does to the true parameters; it depends on the device. The variance is the
# same for all. Write `bias_variance(theta, order, m, n, sigma2)`, which returns both.


# %% tags=["answer", "id:bias-variance"]
def bias_variance(theta, order, m, n, sigma2):
    """Squared bias at each device and variance of FedKNN (eq-fedknn-exact).

    theta: (K,) array, true parameters;  order: (K, M) array of integers, order[k, 0] is k.
    m: 1 <= m <= M, neighbours;  n: samples per device;  sigma2: variance of a sample.
    Returns bias, variance: a (K,) array and a number.
    """
    ### BEGIN SOLUTION
    bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
    return bias, sigma2 / (n * m)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The bias is what is left without noise: average the true theta of the first m devices, subtract
# the own one, then square. The noise of m devices with n samples each averages over m n samples.

# %% [markdown]
# By hand: three devices with $\theta = (0, 4, 1)$ and the orders 0 2 1, 1 2 0 and 2 0 1. Two
# neighbours estimate $(0.5, 2.5, 0.5)$ if there is no noise, so the biases are 0.25, 2.25 and 0.25.

# %% tags=["tests", "id:bias-variance-first-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bias_variance, "flcourse.fedknn")

_theta = np.array([0.0, 4.0, 1.0])
_order = np.array([[0, 2, 1], [1, 2, 0], [2, 0, 1]])
_got = checks.parts(
    checks.call(bias_variance, _theta, _order, 2, 5, 3.0),
    2,
    what="bias_variance",
    hint="return bias, variance (eq-fedknn-exact).",
)
checks.close(
    _got[0],
    [0.25, 2.25, 0.25],
    what="bias of bias_variance",
    hint="average the true parameters, subtract the own one, square (eq-fedknn-exact).",
    mistakes={
        "The results come in the other order": 0.3,
        "The bias is not squared": [0.5, -1.5, -0.5],
        "The bias is not squared, and its sign is changed": [-0.5, 1.5, 0.5],
        "This is the size of the bias, not its square": [0.5, 1.5, 0.5],
        "The squares are averaged, the errors of neighbours may cancel before": [0.5, 4.5, 0.5],
        "This is the mean over devices, the bias has an entry for each": 11 / 12,
        "The own parameter is not subtracted": [0.25, 6.25, 0.25],
        "The device itself is left out": [1.0, 9.0, 1.0],
        "All devices of the order are averaged, not the first m": [25 / 9, 49 / 9, 4 / 9],
        "The sum over neighbours is not divided by m": [1.0, 1.0, 0.0],
        "The variance is added, it is the second result": [0.55, 2.55, 0.55],
        "This is the largest gap to a neighbour, not the bias": [1.0, 9.0, 1.0],
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("bias-variance-bias")
for _K, _M, _m in [(6, 6, 4), (9, 5, 5), (7, 6, 1), (8, 7, 3)]:
    _theta = _rng.normal(1, 3, _K)
    _order = np.array(
        [[_k, *_rng.permutation([j for j in range(_K) if j != _k])[: _M - 1]] for _k in range(_K)]
    )
    _want = np.zeros(_K)
    for _k in range(_K):
        _want[_k] = (sum(_theta[_order[_k, _j]] - _theta[_k] for _j in range(_m)) / _m) ** 2
    _gaps = (_theta[_order[:, :_m]] - _theta[:, None]) ** 2
    _got = checks.parts(
        checks.call(bias_variance, _theta, _order, _m, int(_rng.integers(2, 9)), 1.7),
        2,
        what="bias_variance",
        hint="return bias, variance (eq-fedknn-exact).",
    )
    checks.close(
        _got[0],
        _want,
        what=f"bias of bias_variance for {_K} random devices and m = {_m}",
        hint="average the true parameters, subtract the own one, square (eq-fedknn-exact).",
        mistakes={
            "The squares are averaged, the errors of neighbours may cancel before": _gaps.mean(1),
            "This is the size of the bias, not its square": np.sqrt(_want),
            "This is the mean over devices, the bias has an entry for each": _want.mean(),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# With $n = 5$ samples of variance $\sigma^2 = 3$ at each device, the variance is
# $3/(5 \cdot 2) = 0.3$.

# %% tags=["tests", "id:bias-variance-second-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bias_variance, "flcourse.fedknn")

_theta = np.array([0.0, 4.0, 1.0])
_order = np.array([[0, 2, 1], [1, 2, 0], [2, 0, 1]])
_got = checks.parts(
    checks.call(bias_variance, _theta, _order, 2, 5, 3.0),
    2,
    what="bias_variance",
    hint="return bias, variance (eq-fedknn-exact).",
)
checks.close(
    _got[1],
    0.3,
    what="variance of bias_variance",
    hint="m n independent samples are averaged (eq-fedknn-exact).",
    mistakes={
        "The results come in the other order": [0.25, 2.25, 0.25],
        "This is the variance of one local estimate, m is lost": 0.6,
        "n is lost": 1.5,
        "This is the variance of a sum of m estimates, weights are squared": 1.2,
        "The weights 1/m are squared, but there are m of them": 0.15,
        "This is the standard deviation": 0.3**0.5,
        "sigma2 is a variance already, do not square it": 0.9,
        "All K devices are averaged, not m": 0.2,
        "One neighbour is missing, m counts the device itself": 0.6,
        "One neighbour too many, m counts the device itself": 0.2,
        "n - 1 in place of n: sigma2 is known, not estimated": 0.375,
        "This is the variance of the true parameters of the neighbours": 0.25,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("bias-variance-variance")
for _K, _M, _m, _n in [(6, 6, 4, 3), (9, 5, 5, 7), (7, 6, 1, 11), (8, 7, 3, 1)]:
    _theta = _rng.normal(1, 3, _K)
    _sigma2 = _rng.uniform(1.5, 6)
    _order = np.array(
        [[_k, *_rng.permutation([j for j in range(_K) if j != _k])[: _M - 1]] for _k in range(_K)]
    )
    _got = checks.parts(
        checks.call(bias_variance, _theta, _order, _m, _n, _sigma2),
        2,
        what="bias_variance",
        hint="return bias, variance (eq-fedknn-exact).",
    )
    checks.close(
        _got[1],
        _sigma2 / _n / _m,
        what=f"variance of bias_variance for m = {_m}, n = {_n} and a random sigma2",
        hint="m n independent samples are averaged (eq-fedknn-exact).",
        mistakes={
            "This is the variance of one local estimate, m is lost": _sigma2 / _n,
            "n is lost": _sigma2 / _m,
            "sigma2 is a variance already, do not square it": _sigma2**2 / _n / _m,
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# The U-curve: bias and variance, averaged over the devices, for all $m$.

# %%
ms = np.unique(np.geomspace(1, 256, 25).astype(int))
parts = [bias_variance(devices.W, order, int(m), 10, 10.0) for m in ms]
bias = np.array([np.mean(b) for b, _ in parts])
variance = np.array([np.mean(v) for _, v in parts])
fig, ax = plt.subplots(figsize=(5, 3.5))
ax.plot(ms[1:], bias[1:], "o-", label="bias")
ax.plot(ms, variance, "s--", label="variance")
ax.plot(ms, bias + variance, "^-.", label="sum")
ax.set(xscale="log", yscale="log", xlabel="neighbours m", ylabel="squared error")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 4: Simulation (2 points)
#
# A formula for an error should be tried on data. Write
# `simulate(theta, order, m, n, sigma2, repetitions, rng)`. In each repetition **every device draws
# fresh samples**,
#
# $$y_{k,r} = \theta_k + \varepsilon_{k,r}, \qquad \varepsilon_{k,r} \sim \mathcal N(0, \sigma^2)
# \text{ independent}, \qquad r = 1, \dots, n, \tag{eq-ring-model}$$
#
# takes their mean, and FedKNN averages these means (eq-fedknn-estimator). Return the estimates of
# all repetitions and devices. All randomness comes from `rng`, a NumPy generator. (You may use what
# you know about the distribution of a mean; then no single sample need be drawn.)
#
# Answers to this task are random, so the checks are statistical tests: they look at many
# repetitions and reject a right answer with a probability of less than one in a million. One point
# is for the distribution at each device, the other for how devices and repetitions depend on each
# other.


# %% tags=["answer", "id:simulate"]
def simulate(theta, order, m, n, sigma2, repetitions, rng):
    """Estimates of FedKNN on fresh data, repeated (eq-ring-model, eq-fedknn-estimator).

    theta: (K,) array, true parameters;  order: (K, M) array of integers, order[k, 0] is k.
    m: neighbours;  n: samples per device;  sigma2: variance of a sample.
    repetitions: integer R;  rng: numpy.random.Generator.
    Returns an (R, K) array.
    """
    ### BEGIN SOLUTION
    noise = rng.normal(0, np.sqrt(sigma2 / n), (repetitions, len(theta)))
    return (theta + noise)[:, order[:, :m]].mean(axis=2)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# You need not draw n samples: their mean is theta plus Gaussian noise with variance sigma2 / n.
# Draw one such mean for each repetition and device, shape (repetitions, K), then average over
# neighbours. rng.normal takes the standard deviation.

# %% [markdown]
# Before you run the checks, predict: for $\theta = (0, 4, 1)$, $m = 2$, $n = 7$, $\sigma^2 = 10$,
# and the orders of task 3, around which numbers do the three estimates scatter, and how much?

# %% tags=["tests", "id:simulate-each-tests", "points:1"]
import numpy as np
from scipy import special

from flcourse.grading import checks

checks.own(simulate, "flcourse.fedknn")

# One number is compared at a time. A mean of R estimates is normal, a mean of R squared
# deviations from the true mean is chi-squared, both exactly; a count obeys Hoeffding's bound. A
# comparison fails for a right answer with probability LEVEL at most, and there are fewer than 80 in
# this cell: false rejects in less than 80 * 2e-9 < 2e-7 of the runs. With R = 4000, 14 % pass for
# a variance, so a sampler whose variance is off by a factor of 3/2 or 2/3 passes with probability
# below 1e-20; all listed ones are off by more. Uniform noise has 39 % in the middle half, where
# 50 % +- 3 % pass: as unlikely. Below, the listed wrong means are off by 0.5 or more at a device,
# where 0.09 pass. Power: above 0.99 for each.
_LEVEL = 2e-9
_R = 4000


def _estimates(got, K, n, name):
    """The answer as an (R, K) array in which something varies."""
    checks.shape(
        got,
        (_R, K),
        what=name,
        hint="a row for each repetition, a column for each device (eq-ring-model).",
        mistakes={
            "Rows and columns are exchanged": (K, _R),
            "This is the mean over repetitions, return all of them": (K,),
            "This is one number for each repetition, return all devices": (_R,),
            "The samples are not averaged": (_R, K, n),
        },
    )
    got = checks.numbers(got, what=name, hint="see eq-ring-model.").reshape(_R, K)
    checks.holds(
        np.all(np.ptp(got, axis=0) > 1e-9),
        what=name,
        expected="fresh noise in every row",
        got="a column in which all repetitions are the same",
        hint="every repetition draws fresh samples (eq-ring-model).",
    )
    return got


def _check_each_device(theta, order, m, n, sigma2, got, name):
    K, v = len(theta), sigma2 / (n * m)
    got = _estimates(got, K, n, name)
    target = theta[order[:, :m]].mean(axis=1)
    width = -special.ndtri(_LEVEL / 2) * np.sqrt(v / _R)
    checks.close(
        got.mean(axis=0),
        target,
        tol=width / np.abs(target).max(),
        what=f"mean of {_R} repetitions of {name}",
        hint="FedKNN averages the means of the neighbours (eq-fedknn-estimator).",
        mistakes={
            "These are the local estimates, FedKNN is missing": theta,
            "These are sums over neighbours, not means": m * target,
            "The true parameters are lost, this is noise only": np.zeros(K),
            "The true parameters are subtracted, return the estimates": target - theta,
            "All devices of the order are averaged, not the first m": theta[order].mean(axis=1),
            "The device itself is left out": theta[order[:, 1 : max(m, 2)]].mean(axis=1),
            "The device itself is left out, m others are averaged": theta[order[:, 1 : m + 1]].mean(
                axis=1
            ),
        },
    )
    spread = np.mean((got - target) ** 2, axis=0)
    checks.close(
        spread,
        np.full(K, v),
        tol=special.chdtri(_R, _LEVEL / 2) / _R - 1,
        what=f"variance over {_R} repetitions of {name}",
        hint="a mean of n samples has the variance sigma2/n, FedKNN averages m (eq-fedknn-exact).",
        mistakes={
            "This is sigma2/n, as if all neighbours had the same noise": np.full(K, sigma2 / n),
            "This is sigma2/m, as if each device had one sample": np.full(K, sigma2 / m),
            "This is sigma2, as if one sample were drawn": np.full(K, sigma2),
            "rng.normal takes the standard deviation, here it got the variance": np.full(
                K, sigma2**2 / (n * m)
            ),
            "rng.normal takes the standard deviation, here it got sigma2/n": np.full(
                K, (sigma2 / n) ** 2 / m
            ),
            "The standard deviation of a mean is sigma/sqrt(n), not sigma/n": np.full(
                K, sigma2 / n**2 / m
            ),
            "The noise has variance 1 in each sample, sigma2 is lost": np.full(K, 1 / (n * m)),
            "The noise has variance 1 at each device, sigma2 and n are lost": np.full(K, 1 / m),
            "The noise of a sum of m neighbours is too large, average it": np.full(
                K, sigma2 / n * m
            ),
        },
    )
    if m == n == 1:
        inside = special.ndtri(0.75) * np.sqrt(sigma2)
        checks.close(
            np.mean(np.abs(got - theta) < inside),
            0.5,
            tol=np.sqrt(2 * np.log(2 / _LEVEL) / (_R * K)),
            what=f"share of {name} in the middle half of a normal distribution",
            hint="the noise is Gaussian (eq-ring-model).",
            mistakes={"The noise is uniform, not normal": special.ndtri(0.75) / 3**0.5},
        )


_theta = np.array([0.0, 4.0, 1.0])
_order = np.array([[0, 2, 1], [1, 2, 0], [2, 0, 1]])
for _m, _n, _sigma2 in [(2, 7, 10.0), (1, 1, 3.0)]:
    _got = checks.call(
        simulate, _theta, _order, _m, _n, _sigma2, _R, np.random.default_rng(_m + 20)
    )
    _check_each_device(_theta, _order, _m, _n, _sigma2, _got, f"simulate with m = {_m}")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("simulate-each")
for _K, _m, _n in [(6, 3, 2), (5, 4, 8), (4, 1, 1), (6, 2, 9)]:
    _theta = _rng.normal(1, 3, _K)
    _sigma2 = _rng.uniform(2.5, 3.5)
    _order = np.array(
        [[_k, *_rng.permutation([j for j in range(_K) if j != _k])] for _k in range(_K)]
    )
    _got = checks.call(simulate, _theta, _order, _m, _n, _sigma2, _R, _rng)
    _check_each_device(_theta, _order, _m, _n, _sigma2, _got, f"simulate with m = {_m}, n = {_n}")
### END HIDDEN TESTS

# %% [markdown]
# Two devices that ask the same neighbour get the same noisy number from it. So their estimates are
# *not* independent: if they share $c$ of their $m$ neighbours, the correlation of their errors is
# $c/m$. Different repetitions are independent.

# %% tags=["tests", "id:simulate-together-tests", "points:1"]
import numpy as np
from scipy import special

from flcourse.grading import checks

checks.own(simulate, "flcourse.fedknn")

# Only dependence is tested here: mean and variance of the answer do not matter. For two normal
# variables of equal variance, sum and difference are independent, so the ratio of their mean
# squares is F-distributed, exactly, times (1 + c)/(1 - c) if their correlation is c. In terms of
# the correlation, half the logarithm of an F quantile bounds the deviation. Each comparison fails
# for a right answer with probability LEVEL at most, and there are fewer than 200 in this cell:
# false rejects in less than 4e-7 of the runs. With R = 4000 a correlation may deviate by 0.10
# between devices and 0.14 between repetitions; all listed mistakes are off by 1/3 at least for some
# pair (noise that is drawn anew for each device that asks: by c), more than ten standard deviations
# beyond the limit, so the power is above 0.99.
_LEVEL = 2e-9
_R = 4000


def _estimates(got, K, n, name):
    """The answer as an (R, K) array in which something varies."""
    checks.shape(
        got,
        (_R, K),
        what=name,
        hint="a row for each repetition, a column for each device (eq-ring-model).",
        mistakes={
            "Rows and columns are exchanged": (K, _R),
            "This is the mean over repetitions, return all of them": (K,),
            "This is one number for each repetition, return all devices": (_R,),
            "The samples are not averaged": (_R, K, n),
        },
    )
    got = checks.numbers(got, what=name, hint="see eq-ring-model.").reshape(_R, K)
    checks.holds(
        np.all(np.ptp(got, axis=0) > 1e-9),
        what=name,
        expected="fresh noise in every row",
        got="a column in which all repetitions are the same",
        hint="every repetition draws fresh samples (eq-ring-model).",
    )
    return got


def _correlation(a, b):
    """Correlation of two variables of equal variance, from their sums and differences."""
    plus, minus = np.var(a + b, axis=0), np.var(a - b, axis=0)
    return (plus - minus) / (plus + minus)


def _width(count):
    """What the correlation of ``count`` independent pairs may deviate."""
    return -np.log(special.fdtri(count - 1, count - 1, _LEVEL / 2)) / 2


def _shared(order, pairs):
    """Share of common devices in two rows of the order."""
    return np.array([len({*order[k]} & {*order[i]}) / order.shape[1] for k, i in pairs])


def _check_together(theta, order, m, n, sigma2, got, name):
    K = len(theta)
    got = _estimates(got, K, n, name)
    pairs = [(k, i) for k in range(K) for i in range(k)]
    want = _shared(order[:, :m], pairs)
    checks.close(
        [_correlation(got[:, k], got[:, i]) for k, i in pairs],
        want,
        tol=_width(_R) / want.max(),
        what=f"correlations of devices in {name}",
        hint="draw the samples of a device once in a repetition, for all who ask (eq-ring-model).",
        mistakes={
            "The noise is drawn anew for each device that asks, or FedKNN is missing": 0 * want,
            "All devices have the same noise, or average over all, not the first m": 0 * want + 1,
            "The device itself is left out": _shared(order[:, 1 : max(m, 2)], pairs),
            "The device itself is left out, m others are averaged": _shared(
                order[:, 1 : m + 1], pairs
            ),
        },
    )
    checks.close(
        _correlation(got[1::2], got[::2]),
        np.zeros(K),
        tol=_width(_R // 2),
        what=f"correlations of repetitions in {name}",
        hint="every repetition draws fresh samples (eq-ring-model).",
        mistakes={
            "Two repetitions share their noise": np.ones(K),
            "Two repetitions share their noise, with opposite signs": -np.ones(K),
        },
    )
    for distance in (2, 3, 10, _R // 2):
        # Disjoint pairs at this distance: blocks of twice its length, first half against second.
        whole = _R // (2 * distance) * 2 * distance
        first, second = np.swapaxes(got[:whole].reshape(-1, 2, distance, K), 0, 1)
        checks.close(
            _correlation(first.reshape(-1, K), second.reshape(-1, K)),
            np.zeros(K),
            tol=_width(whole // 2),
            what=f"correlations of repetitions at the distance {distance} in {name}",
            hint="every repetition draws fresh samples (eq-ring-model).",
            mistakes={"Repetitions at this distance share their noise": np.ones(K)},
        )


_theta = np.array([0.0, 4.0, 1.0])
_order = np.array([[0, 2, 1], [1, 2, 0], [2, 0, 1]])
_case = (_theta, _order, 2, 7, 10.0, _R)
_got = checks.call(simulate, *_case, np.random.default_rng(31))
_check_together(*_case[:-1], _got, "simulate with m = 2")
for _seed, _same in [(31, True), (32, False)]:
    _again = checks.call(simulate, *_case, np.random.default_rng(_seed))
    checks.shape(_again, (_R, 3), what="simulate", hint="see eq-ring-model.")
    _equal = bool(np.all(np.asarray(_again, dtype=float) == np.asarray(_got, dtype=float)))
    checks.holds(
        _equal is _same,
        what="simulate called twice",
        expected="all randomness to come from rng: equal results for equal generators only",
        got="different results for equal generators" if _same else "equal results for different",
        hint="call methods of rng, no others, and set no seed (eq-ring-model).",
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("simulate-together")
for _K, _m, _n in [(6, 3, 2), (5, 4, 8), (4, 2, 1)]:
    _theta = _rng.normal(1, 3, _K)
    _sigma2 = _rng.uniform(2.5, 3.5)
    _order = np.array(
        [[_k, *_rng.permutation([j for j in range(_K) if j != _k])] for _k in range(_K)]
    )
    _got = checks.call(simulate, _theta, _order, _m, _n, _sigma2, _R, _rng)
    _check_together(_theta, _order, _m, _n, _sigma2, _got, f"simulate with m = {_m}, n = {_n}")
### END HIDDEN TESTS

# %% [markdown]
# Compare simulation and formula on the ring: the mean squared error over 50 repetitions against
# the sum of bias and variance.

# %%
for m in (1, 10, 40, 160):
    estimates = np.asarray(
        simulate(devices.W, order, m, 10, 10.0, 50, np.random.default_rng(m))
    ).reshape(50, 256)
    bias, variance = bias_variance(devices.W, order, m, 10, 10.0)
    simulated = np.mean((estimates - devices.W) ** 2)
    print(f"m = {m:3d}: simulated {simulated:.4f}, formula {np.mean(bias) + variance:.4f}")

# %% [markdown]
# ## Task 5: Best number of neighbours (1 point)
#
# If the parameters of the $j$-th neighbour differ by at most $(j/K)^\beta$, the bias is at most
# $(m/K)^{2\beta}$. It balances the variance $\sigma^2/(nm)$ at
#
# $$m^\star = \Bigl\lfloor K^{\frac{2\beta}{2\beta+1}}
# \Bigl( \frac{\sigma^2}{n} \Bigr)^{\frac{1}{2\beta+1}} \Bigr\rfloor \vee 1, \tag{eq-m-star}$$
#
# where $a \vee b$ is the larger of two numbers and $\lfloor\cdot\rfloor$ rounds down. There are
# only $K$ devices, so if the formula says more than $K$, the answer is $K$. Write
# `m_star(K, n, sigma2, beta)`.
#
# (Some summaries of the paper divide by the second factor. Ask the formula a question whose answer
# you know: what should happen if $n$ grows?)


# %% tags=["answer", "id:m-star"]
def m_star(K, n, sigma2, beta):
    """Number of neighbours that balances bias and variance (eq-m-star).

    K: devices;  n: samples per device;  sigma2: noise variance > 0;  beta: smoothness >= 0.
    Returns an integer from 1 to K.
    """
    ### BEGIN SOLUTION
    balance = K ** (2 * beta / (2 * beta + 1)) * (sigma2 / n) ** (1 / (2 * beta + 1))
    return max(1, min(K, int(balance)))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Compute the real number first, with K to the power 2 beta / (2 beta + 1) and sigma2 / n to the
# power 1 / (2 beta + 1). Then round down, and keep the result between 1 and K.

# %% [markdown]
# By hand, with $\beta = \frac12$ both exponents are $\frac12$: $K = 200$, $n = 10$ and
# $\sigma^2 = 2.1$ give $\sqrt{200 \cdot 0.21} = 6.5$, so 6 neighbours.

# %% tags=["tests", "id:m-star-tests", "points:1"]
import math

import numpy as np

from flcourse.grading import checks

checks.own(m_star, "flcourse.fedknn")


def _balance(
    K, n, sigma2, beta, of_k=lambda b: 2 * b / (2 * b + 1), of_s=lambda b: 1 / (2 * b + 1)
):
    return math.exp(of_k(beta) * math.log(K) + of_s(beta) * math.log(sigma2 / n))


def _within(m, K):
    return max(1, min(K, math.floor(m)))


def _mistakes(cases):
    """The results of known mistakes, a number for each case."""

    def results(rule):
        return [rule(*case) for case in cases]

    def swap(b):
        return 1 / (2 * b + 1)

    return {
        "This divides by the second factor (a misprint): more samples would want more neighbours": (
            results(lambda K, n, s, b: _within(_balance(K, n, s, b, of_s=lambda b: -swap(b)), K))
        ),
        "The result is not rounded": results(
            lambda K, n, s, b: max(1, min(K, _balance(K, n, s, b)))
        ),
        "Round down, not to the nearest integer": results(
            lambda K, n, s, b: max(1, min(K, round(_balance(K, n, s, b))))
        ),
        "Round down, not up; the device itself is counted already": results(
            lambda K, n, s, b: max(1, min(K, math.ceil(_balance(K, n, s, b))))
        ),
        "There may be 0 neighbours, take at least 1": results(
            lambda K, n, s, b: min(K, math.floor(_balance(K, n, s, b)))
        ),
        "There may be more than K neighbours": results(
            lambda K, n, s, b: max(1, math.floor(_balance(K, n, s, b)))
        ),
        "The smaller of m and 1 is taken, not the larger": results(
            lambda K, n, s, b: min(1, math.floor(_balance(K, n, s, b)))
        ),
        "The two exponents are exchanged": results(
            lambda K, n, s, b: _within(_balance(K, n, s, b, swap, lambda b: 2 * b / (2 * b + 1)), K)
        ),
        "The exponent of K is 2 beta/(2 beta + 1), not beta/(2 beta + 1)": results(
            lambda K, n, s, b: _within(_balance(K, n, s, b, lambda b: b / (2 * b + 1)), K)
        ),
        "The exponents have 2 beta + 1, not beta + 1": results(
            lambda K, n, s, b: _within(
                _balance(K, n, s, b, lambda b: 2 * b / (b + 1), lambda b: 1 / (b + 1)), K
            )
        ),
        "n is lost": results(lambda K, n, s, b: _within(_balance(K, 1, s, b), K)),
        "sigma2 is a variance already, do not square it": results(
            lambda K, n, s, b: _within(_balance(K, n, s**2, b), K)
        ),
        "sigma2 is a variance, do not take its root": results(
            lambda K, n, s, b: _within(_balance(K, n, s**0.5, b), K)
        ),
    }


_cases = [
    (200, 10, 2.1, 0.5),
    (500, 4, 9.0, 1.0),
    (300, 700, 1.5, 0.25),
    (40, 2, 501.0, 0.5),
    (90, 7, 3.0, 0.75),
    (1000, 300, 0.4, 1.0),
]
checks.close(
    [
        checks.numbers(checks.call(m_star, *_case), what="m_star", hint="see eq-m-star.").ravel()
        for _case in _cases
    ],
    [[6], [82], [1], [40], [10], [11]],
    what="m_star of six cases",
    hint="check exponents, rounding and both limits (eq-m-star).",
    mistakes={words: np.reshape(wrong, (-1, 1)) for words, wrong in _mistakes(_cases).items()},
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("m-star")
_cases = []
while len(_cases) < 40:
    _case = (
        int(_rng.integers(20, 3000)),
        int(_rng.integers(1, 400)),
        float(_rng.uniform(0.2, 12)),
        float(_rng.uniform(0.1, 1.5)),
    )
    _m = _balance(*_case)
    # Near an integer, rounding errors of a right formula would decide.
    if abs(_m - round(_m)) > 1e-6:
        _cases.append(_case)
_cases += [(50, 3, 4000.5, 0.5), (64, 5, 7.3, 0.0), (64, 9, 0.3, 0.0), (1, 10, 1.0, 0.5)]
checks.close(
    [
        checks.numbers(checks.call(m_star, *_case), what="m_star", hint="see eq-m-star.").ravel()
        for _case in _cases
    ],
    [[_within(_balance(*_case), _case[0])] for _case in _cases],
    what="m_star of random cases",
    hint="check exponents, rounding and both limits (eq-m-star).",
    mistakes={words: np.reshape(wrong, (-1, 1)) for words, wrong in _mistakes(_cases).items()},
)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 6: Slopes (1 point)
#
# With $m^\star$ neighbours, and if $K$ is large enough, the error falls with the number of devices
# like
#
# $$\Bigl( \frac{\sigma^2}{nK} \Bigr)^{\frac{2\beta}{2\beta+1}}, \tag{eq-fedknn-rate}$$
#
# a straight line in a log–log plot, whose slope is an exponent. Write
# `slopes(sizes, errors, beta)`, which returns two numbers: the slope of the straight line that fits
# $\log(\text{error})$ as a function of $\log K$ best in the sense of least squares, and the slope
# that the theory predicts.


# %% tags=["answer", "id:slopes"]
def slopes(sizes, errors, beta):
    """Slope of log error against log K, measured and predicted (eq-fedknn-rate).

    sizes: (p,) array, numbers of devices;  errors: (p,) array, error for each;  beta: smoothness.
    Returns measured, predicted: two numbers.
    """
    ### BEGIN SOLUTION
    measured, _ = np.polyfit(np.log(sizes), np.log(errors), 1)
    return measured, -2 * beta / (2 * beta + 1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# np.polyfit(np.log(sizes), np.log(errors), 1) returns the slope first. The prediction is the
# exponent of K in the rate, with its sign.

# %% [markdown]
# By hand: errors 100, 10, 10, 10 for $K = 1, 10, 100, 1000$ have the base-10 logarithms 2, 1, 1, 1
# at 0, 1, 2, 3; the best line has the slope $-0.3$. For $\beta = \frac18$ the theory says $-0.2$.

# %% tags=["tests", "id:slopes-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(slopes, "flcourse.fedknn")

_sizes = np.array([1.0, 10.0, 100.0, 1000.0])
_errors = np.array([100.0, 10.0, 10.0, 10.0])
_x, _y = np.log(_sizes), np.log(_errors)
_got = checks.parts(
    checks.call(slopes, _sizes, _errors, 0.125),
    2,
    what="slopes",
    hint="return measured, predicted (eq-fedknn-rate).",
)
checks.close(
    _got[0],
    -0.3,
    what="measured slope",
    hint="fit log(error) as a function of log(K) by least squares (eq-fedknn-rate).",
    mistakes={
        "The results come in the other order": -0.2,
        "The sign is lost": 0.3,
        "log K as a function of log(error) is fitted, the axes are exchanged": -2.0,
        "Only the first and the last point are used": -1 / 3,
        "Only the first two points are used": -1.0,
        "This is the intercept of the line, not its slope": np.polyfit(_x, _y, 1)[1],
        "This is the intercept of the line, and not its slope": 1.7,
        "No logarithms are taken": np.polyfit(_sizes, _errors, 1)[0],
        "The logarithm of K is missing": np.polyfit(_sizes, _y, 1)[0],
        "The logarithm of the error is missing": np.polyfit(_x, _errors, 1)[0],
        "The line is forced through the origin": _x @ _y / (_x @ _x),
        "This is the correlation, not the slope": np.corrcoef(_x, _y)[0, 1],
        "The two axes have logarithms of different bases": -0.3 * np.log(10),
        "The two axes have logarithms of a different base": -0.3 / np.log(10),
    },
)
for _beta, _want in [(0.125, -0.2), (1.0, -2 / 3)]:
    _got = checks.parts(
        checks.call(slopes, _sizes, _errors, _beta), 2, what="slopes", hint="see eq-fedknn-rate."
    )
    checks.close(
        _got[1],
        _want,
        what=f"predicted slope for beta = {_beta:g}",
        hint="the slope is the exponent of K (eq-fedknn-rate).",
        mistakes={
            "The sign is lost, the error falls": -_want,
            "This is the measured slope": -0.3,
            "beta is ignored": -0.2,
            "The exponent is 2 beta/(2 beta + 1), not 1/(2 beta + 1)": -1 / (2 * _beta + 1),
            "The exponent is 2 beta/(2 beta + 1), not beta/(2 beta + 1)": _want / 2,
            "The exponent is 2 beta/(2 beta + 1), not 2 beta/(beta + 1)": -2 * _beta / (_beta + 1),
            "The exponent is 2 beta/(2 beta + 1), not beta/(beta + 1)": -_beta / (_beta + 1),
            "The exponent is 2 beta/(2 beta + 1), not 2 beta": -2 * _beta,
        },
    )
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("slopes")
for _p in [2, 5, 8, 30]:
    _sizes = np.cumsum(_rng.integers(3, 90, _p)).astype(float)
    _beta = _rng.uniform(0.1, 1)
    _errors = np.exp(_rng.normal(0, 1, _p)) * _sizes**-_beta
    _x, _y = np.log(_sizes), np.log(_errors)
    _got = checks.parts(
        checks.call(slopes, _sizes, _errors, _beta), 2, what="slopes", hint="see eq-fedknn-rate."
    )
    checks.close(
        _got[0],
        np.sum((_x - _x.mean()) * (_y - _y.mean())) / np.sum((_x - _x.mean()) ** 2),
        what=f"measured slope of {_p} random points",
        hint="fit log(error) as a function of log(K) by least squares (eq-fedknn-rate).",
        mistakes={
            "Only the first and the last point are used": (_y[-1] - _y[0]) / (_x[-1] - _x[0]),
            "This is the mean of the slopes between neighbours": np.mean(np.diff(_y) / np.diff(_x)),
        },
    )
    checks.close(
        _got[1],
        1 / (2 * _beta + 1) - 1,
        what=f"predicted slope for beta = {_beta:.3f}",
        hint="the slope is the exponent of K (eq-fedknn-rate).",
        mistakes={
            "The sign is lost, the error falls": 1 - 1 / (2 * _beta + 1),
            "The exponent is 2 beta/(2 beta + 1), not beta/(2 beta + 1)": -_beta / (2 * _beta + 1),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Does the theory hold? For three roughnesses, errors at $m^\star$ for 64 to 1024 devices.

# %%
rng = np.random.default_rng(2)
sizes = 2 ** np.arange(6, 11)
fig, ax = plt.subplots(figsize=(5, 3.5))
for beta in (0.25, 0.5, 1.0):
    errors = []
    for K in sizes.tolist():
        m = int(m_star(K, 10, 10.0, beta))
        draws = [ring(K, beta, n=10, sigma2=10.0, rng=rng) for _ in range(10)]
        near = np.asarray(neighbour_order(draws[0].points, m)).astype(int)
        means = np.column_stack([draw.means for draw in draws])
        errors.append(np.mean((np.asarray(fedknn(means, near, m)) - draws[0].W[:, None]) ** 2))
    measured, predicted = slopes(sizes, np.array(errors), beta)
    print(f"beta = {beta}: measured {measured:.3f}, predicted {predicted:.3f}")
    ax.plot(sizes, errors, "o-", label=f"β = {beta}")
ax.set(xscale="log", yscale="log", xlabel="devices K", ylabel="squared error")
ax.legend()
plt.show()

# %% [markdown]
# ## Task 7: Neighbours from data (1 point)
#
# So far the positions were known. If they are not, one might estimate the order: the neighbours of
# a device are those whose **local estimates** are nearest to its own,
#
# $$\hat\pi(k, 0) = k, \qquad \hat\pi(k, 1), \hat\pi(k, 2), \dots \text{ by rising }
# \lVert \bar y_j - \bar y_k \rVert, \tag{eq-estimated-order}$$
#
# with the Euclidean norm if the estimates have several coordinates. Write
# `fedknn_estimated(means, m)`, which averages over the first $m$ devices of this order. There are
# no ties in the data.


# %% tags=["answer", "id:fedknn-estimated"]
def fedknn_estimated(means, m):
    """Mean over each device's m nearest devices by local estimates (eq-estimated-order).

    means: (K, d) array, local estimates;  m: integer, 1 <= m <= K.
    Returns a (K, d) array.
    """
    ### BEGIN SOLUTION
    gap = np.linalg.norm(means[:, None] - means[None], axis=2)
    return means[np.argsort(gap, axis=1)[:, :m]].mean(axis=1)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# As in the first two tasks, but with distances between rows of means: means[:, None] - means[None],
# and np.linalg.norm over the last axis. The device itself comes first again.

# %% [markdown]
# By hand: of the four local estimates (0, 0), (3, 4), (0, 6) and (9, 4), the nearest of the first
# and of the third is the second, that of the second is the third, and that of the fourth the
# second.

# %% tags=["tests", "id:fedknn-estimated-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(fedknn_estimated, "flcourse.fedknn")

_means = np.array([[0.0, 0.0], [3.0, 4.0], [0.0, 6.0], [9.0, 4.0]])
_near = np.array([1, 2, 1, 1])
_want = (_means + _means[_near]) / 2
_got = checks.call(fedknn_estimated, _means, 2)
checks.shape(
    _got,
    (4, 2),
    what="fedknn_estimated",
    hint="a row for each device, a column for each coordinate (eq-estimated-order).",
    mistakes={
        "This is the order, return the estimates; or a coordinate is lost": (4,),
        "The neighbours are looked up, not yet averaged": (4, 2, 2),
        "Rows and columns are exchanged": (2, 4),
    },
)
checks.close(
    _got,
    _want,
    what="fedknn_estimated",
    hint="order by the distance of local estimates, average the first m (eq-estimated-order).",
    mistakes={
        "The device itself is left out": _means[_near],
        "The device itself is left out, and its m nearest others are averaged": [
            [1.5, 5.0],
            [0.0, 3.0],
            [1.5, 2.0],
            [1.5, 5.0],
        ],
        "This is the sum, not the mean": 2 * _want,
        "m + 1 devices are averaged": (_means + _means[_near] + _means[[2, 0, 0, 2]]) / 3,
        "The distance is the sum of all differences, not the Euclidean one": (
            _means + _means[[2, 2, 1, 1]]
        )
        / 2,
        "Only the first coordinate orders the devices": (_means + _means[[2, 0, 0, 1]]) / 2,
        "Only the last coordinate orders the devices": (_means + _means[[1, 3, 1, 1]]) / 2,
        "The farthest devices are averaged": (_means + _means[[3, 3, 3, 0]]) / 2,
        "The devices with the nearest norm are averaged": (_means + _means[[1, 2, 1, 2]]) / 2,
        "This is the order, not the estimate": np.column_stack([np.arange(4), _near]),
        "The nearest device replaces the own estimate": _means[_near],
        "All devices get the mean of all, this is FedAvg": np.tile(_means.mean(axis=0), (4, 1)),
        "Every device gets its own estimate, m is ignored": _means,
        "Devices are near in number, not in their estimates": (_means + _means[[1, 0, 1, 2]]) / 2,
        "Each coordinate has neighbours of its own": [
            [0.0, 2.0],
            [1.5, 4.0],
            [0.0, 5.0],
            [6.0, 4.0],
        ],
    },
)
### BEGIN HIDDEN TESTS


def _reference(means, m, distance):
    rows = []
    for own in means:
        order = sorted(range(len(means)), key=lambda j: distance(own, means[j]))
        rows.append(sum(means[j] for j in order[:m]) / m)
    return np.array(rows)


def _euclidean(a, b):
    return float(np.sqrt(np.sum((a - b) ** 2)))


def _without_ties(rng, K, d):
    while True:
        means = rng.normal(1, 3, (K, d))
        gap = [[_euclidean(a, b) for b in means] for a in means]
        if np.diff(np.sort(gap, axis=1), axis=1).min() > 1e-6:
            return means


_rng = checks.grading_rng("fedknn-estimated")
for _K, _d, _m in [(9, 1, 3), (12, 3, 5), (7, 2, 1), (8, 2, 8), (15, 4, 4)]:
    _means = _without_ties(_rng, _K, _d)
    _want = _reference(_means, _m, _euclidean)
    checks.close(
        checks.call(fedknn_estimated, _means, _m),
        _want,
        what=f"fedknn_estimated for {_K} random devices with d = {_d} and m = {_m}",
        hint="order by the distance of local estimates, average the first m (eq-estimated-order).",
        mistakes={
            "This is the sum, not the mean": _m * _want,
            "Only the first coordinate orders the devices": _reference(
                _means, _m, lambda a, b: abs(a[0] - b[0])
            ),
            "The distance is the sum of all differences, not the Euclidean one": _reference(
                _means, _m, lambda a, b: np.abs(a - b).sum()
            ),
            "The distance is the largest difference, not the Euclidean one": _reference(
                _means, _m, lambda a, b: np.abs(a - b).max()
            ),
            "The farthest devices are averaged": _reference(
                _means, _m, lambda a, b: -_euclidean(a, b)
            ),
            "The differences are not squared or made positive": _reference(
                _means, _m, lambda a, b: float(np.sum(b - a))
            ),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# Known against estimated neighbours, for more and more devices with $\sigma^2/n = 1$. Guess first.

# %%
for K in sizes.tolist():
    m = int(m_star(K, 10, 10.0, 0.5))
    draw = ring(K, 0.5, n=10, sigma2=10.0, rng=rng)
    near = np.asarray(neighbour_order(draw.points, m)).astype(int)
    known = np.ravel(fedknn(draw.means[:, None], near, m))
    guessed = np.ravel(fedknn_estimated(draw.means[:, None], m))
    errors = [np.mean((estimate - draw.W) ** 2) for estimate in (draw.means, known, guessed)]
    print(f"K = {K:4d}: local {errors[0]:.3f}, known {errors[1]:.3f}, estimated {errors[2]:.3f}")

# %% [markdown]
# ## Task 8: Discussion (1 point, graded by a person)
#
# Look at your U-curve and at the last table. Answer in 100 to 200 words:
#
# 1. Each device gets four times as many samples. How do bias and variance at a fixed $m$ change,
#    and in which direction does the best $m$ move? What would the formula say that *divides* by the
#    second factor of eq-m-star, and why must it be wrong?
# 2. With known neighbours the error falls as devices are added. With estimated neighbours it does
#    not, although each device averages over the same number of others. Why? What would a device
#    have to know?
#
# | Points | for |
# |---|---|
# | ½ | part 1: what becomes of both parts and of the best $m$, and what refutes the other formula |
# | ½ | part 2: why as many others no longer help, and what would |
#
# A right idea with a gap counts half of its part. Language and length cost nothing. Write into the
# cell below: double-click it and replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. The bias depends on the true parameters and m only, so it stays; the variance sigma2/(n m)
#    falls to a quarter. Where bias and variance were in balance the bias now dominates, so the
#    best m is smaller: m_star contains n to the power -1/(2 beta + 1). The formula that divides
#    would make m grow with n. A device with very many samples would then average over everybody,
#    although its own mean is nearly exact and each neighbour only adds bias: its error would grow
#    with the amount of its own data.
# 2. The estimated neighbours are the devices whose noisy estimates happen to be close to the own
#    noisy estimate. With many devices the m nearest estimates are all very close to the own one, so
#    their mean is the own estimate again, with all of its noise: the error stays near sigma2/n. The
#    neighbours must be chosen independently of this noise, from prior knowledge such as positions
#    or a network (or at least from other data, which lowers the error but not to zero as K grows).
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: bias unchanged, variance a quarter, fewer neighbours; the misprint wants more
# - ¼ of these: both parts right, but the misprint is not refuted
# - ½, part 2: the noise of a device chooses its neighbours; knowledge from elsewhere is needed
# - ¼ of these: "they are not the true neighbours", without how the noise gets in
# - 0, part 2: "each device needs more samples", alone
# ### END SOLUTION
