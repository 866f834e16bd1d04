# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # How many neighbours?
#
# Devices on a ring want to learn one number each. Each device has a few noisy samples of its own
# number, and neighbours whose numbers are similar, not equal. Averaging over neighbours lowers the
# noise and brings in a bias. In this assignment you take the error of such averages apart, choose
# the number $m$ of neighbours for several purposes, and find out when the nearest are no help. It
# belongs to the chapter *The aggregation–heterogeneity trade-off* of the book.
#
# **When you are done you can**
#
# - split the error of any weighted mean of unequal devices into bias and variance,
# - find the same error by simulation,
# - choose the number of neighbours for a promise,
# - choose it by a balance, in any dimension, and for a weather station that you are given,
# - refute a claim on neighbours by an example, and read methods and smoothness off a log,
# - prove when no bias is left, and explain what an estimated neighbourhood costs.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Neighbours on a ring | `neighbour_order` | 0.5 |
# | 2 Bias and variance | `bias_variance` | 1 for the bias, 1 for the variance |
# | 3 Nobody worse off | `largest_safe` | 1 |
# | 4 Simulation | `simulate` | 1 for each device, 1 for all together |
# | 5 Best number of neighbours | `m_star` and `own_neighbours` | 1 + 0.5 |
# | 6 A bad neighbourhood | `bad_neighbourhood` | 1 |
# | 7 Reading a log | `read_log` | 1 |
# | 8 A proof and a reason | a short text | 1, graded by a person |
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
# right one in its place. So among the machine-checked tasks a mistake costs the points of its own
# task alone. Any right method counts, and so does any sensible shape: a vector may be `(K,)` or
# `(K, 1)`. Numbers may deviate by $10^{-5}$ of the largest entry, unless the task says otherwise.
#
# Names such as `eq-m-star` in docstrings and hints are labels of the chapter's formulas; a check
# that fails says which number the book prints. $K$ is the number of devices and $n$ the number of
# samples that each of them has. Before you hand in, restart the kernel and run all cells.
#
# **Your data.** The next cell says which variant of the data of task 5 (b) this notebook has. In
# some courses every student, or group, has a variant of their own, and is graded on that one.

# %% tags=["given", "id:own-data"]
import numpy as np

from flcourse.data import load_fmi
from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)


def own_stations(rng):
    """Mean temperatures of 40 stations, nearest to the first one first, hours and a variance."""
    stations = load_fmi("simulated")
    means = np.array([y.mean() for y in stations.y])
    while True:  # drawn again where it might be best to ask nobody, everybody, or very few
        picked = rng.permutation(len(means))[:40]
        n, sigma2 = rng.integers(2, 13, 40), round(float(rng.uniform(20, 60)), 1)
        if n[0] > min(6, n[1]):
            continue
        away = stations.latlon[picked] - stations.latlon[picked[0]]
        away[:, 1] *= np.cos(np.radians(stations.latlon[picked[0], 0]))  # a degree to the east
        theta = means[picked[np.argsort(np.linalg.norm(away, axis=1))]]
        off = {m: abs(theta[:m].mean() - theta[0]) for m in (2, 3, 4, 20, 40)}
        if off[2] < 1.25 and off[20] < min(off[3], off[4]) and off[40] > off[20] + 1.3:
            return theta, n, sigma2


own_theta, own_n, own_sigma2 = own_stations(own_data.rng("own-neighbours"))
print(f"Variant {VARIANT}: {own_theta[0]:.2f} °C at your station, variance {own_sigma2}")

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
# ## Task 1: Neighbours on a ring (0.5 points)
#
# The neighbour order lists, for each device, itself and then the others by rising distance
# **along the circle**:
#
# $$\pi(k, 0) = k, \qquad \pi(k, 1), \pi(k, 2), \dots \text{ nearest first}.
# \tag{eq-neighbour-order}$$
#
# From 0.95 to 0.05 it is 0.1 along the circle, not 0.9. Write `neighbour_order(points, m)`, which
# returns the first $m$ entries of each row. Devices need *not* be numbered along the circle, as
# those above happen to be. There are no ties in the checks; where two devices are equally far, as
# above, either may come first.


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

# %% tags=["tests", "id:neighbour-order-tests", "points:0.5"]
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
# ## Task 2: Bias and variance (2 points)
#
# The chapter's devices are equal: each has $n$ samples of variance $\sigma^2$. Real ones are not.
# Device $j$ has $n_j$ samples, and its sensor has the variance $\sigma_j^2$. Each device $k$ takes
# a weighted mean of the local estimates, with any weights $w_{kj}$ that add up to 1,
#
# $$\hat\theta_k = \sum_{j} w_{kj}\, \bar y_j. \tag{eq-fedknn-estimator}$$
#
# Its mean squared error $\operatorname{E} (\hat\theta_k - \theta_k)^2$ is a squared bias, what the
# weights do to the true parameters, plus a variance, what they do to the noise. The chapter has
# both for equal devices (eq-fedknn-exact). Derive them for these, and write
# `bias_variance(theta, A, n, sigma2)`, which returns both for every device.


# %% tags=["answer", "id:bias-variance"]
def bias_variance(theta, A, n, sigma2):
    """Squared bias and variance of a weighted mean of unequal devices (after eq-fedknn-exact).

    theta: (K,) array, true parameters;  A: (K, K) array, A[k, j] = w_kj, rows add up to 1.
    n: (K,) array, numbers of samples;  sigma2: (K,) array, variances of a sample.
    Returns bias, variance: two (K,) arrays.
    """
    ### BEGIN SOLUTION
    bias = (A @ theta - theta) ** 2
    return bias, A**2 @ (sigma2 / n)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Without noise the estimate of device k is the weighted mean of the true parameters: subtract the
# own one, then square. The noise of different devices is independent: what becomes of the variance
# of a term when it is multiplied by w_kj, and of n_j samples when their mean is taken?

# %% [markdown]
# By hand: $\theta = (0, 4, 1)$ and the weights $(\frac12, 0, \frac12)$, $(0, \frac12, \frac12)$,
# $(\frac14, \frac14, \frac12)$. Without noise the estimates are $(0.5, 2.5, 1.5)$, so the squared
# biases are 0.25, 2.25 and 0.25.

# %% tags=["tests", "id:bias-variance-first-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bias_variance, "flcourse.fedknn")

_theta = np.array([0.0, 4.0, 1.0])
_A = np.array([[0.5, 0.0, 0.5], [0.0, 0.5, 0.5], [0.25, 0.25, 0.5]])
_n, _sigma2 = np.array([5, 2, 10]), np.array([5.0, 8.0, 40.0])
_got = checks.parts(
    checks.call(bias_variance, _theta, _A, _n, _sigma2),
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
        "The results come in the other order": [1.25, 2.0, 1.3125],
        "The bias is not squared": [0.5, -1.5, 0.5],
        "The bias is not squared, and its sign is changed": [-0.5, 1.5, -0.5],
        "This is the size of the bias, not its square": [0.5, 1.5, 0.5],
        "The squares are averaged, the errors of neighbours may cancel before": [0.5, 4.5, 2.5],
        "This is the mean over devices, the bias has an entry for each": 2.75 / 3,
        "The own parameter is not subtracted": [0.25, 6.25, 2.25],
        "Who listens and who is heard are exchanged": [0.0625, 3.0625, 2.25],
        "The weights are multiplied by the numbers of samples": [4 / 9, 6.25, 1 / 729],
        "The variance is added, it is the second result": [1.5, 4.25, 1.5625],
        "These are the estimates without noise, not their errors": [0.5, 2.5, 1.5],
    },
)
### BEGIN HIDDEN TESTS


def _random_weights(rng, K):
    """Rows that add up to 1; some devices hear only few others."""
    A = rng.uniform(0.1, 1, (K, K)) * (rng.random((K, K)) < 0.6) + np.eye(K) * 0.3
    return A / A.sum(axis=1, keepdims=True)


_rng = checks.grading_rng("bias-variance-bias")
for _K in [6, 9, 4, 12]:
    _theta, _A = _rng.normal(1, 3, _K), _random_weights(_rng, _K)
    _n, _sigma2 = _rng.integers(1, 20, _K), _rng.uniform(0.5, 6, _K)
    _want, _gaps = np.zeros(_K), np.zeros(_K)
    for _k in range(_K):
        _want[_k] = sum(_A[_k, _j] * (_theta[_j] - _theta[_k]) for _j in range(_K)) ** 2
        _gaps[_k] = sum(_A[_k, _j] * (_theta[_j] - _theta[_k]) ** 2 for _j in range(_K))
    _got = checks.parts(
        checks.call(bias_variance, _theta, _A, _n, _sigma2),
        2,
        what="bias_variance",
        hint="return bias, variance (eq-fedknn-exact).",
    )
    checks.close(
        _got[0],
        _want,
        what=f"bias of bias_variance for {_K} random devices",
        hint="average the true parameters, subtract the own one, square (eq-fedknn-exact).",
        mistakes={
            "The squares are averaged, the errors of neighbours may cancel before": _gaps,
            "This is the size of the bias, not its square": np.sqrt(_want),
            "This is the mean over devices, the bias has an entry for each": _want.mean(),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# With $n = (5, 2, 10)$ and $\sigma^2 = (5, 8, 40)$ the local estimates have the variances 1, 4
# and 4. So the variance at device 0 is $\frac14 \cdot 1 + \frac14 \cdot 4 = 1.25$.

# %% tags=["tests", "id:bias-variance-second-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bias_variance, "flcourse.fedknn")

_theta = np.array([0.0, 4.0, 1.0])
_A = np.array([[0.5, 0.0, 0.5], [0.0, 0.5, 0.5], [0.25, 0.25, 0.5]])
_n, _sigma2 = np.array([5, 2, 10]), np.array([5.0, 8.0, 40.0])
_got = checks.parts(
    checks.call(bias_variance, _theta, _A, _n, _sigma2),
    2,
    what="bias_variance",
    hint="return bias, variance (eq-fedknn-exact).",
)
checks.close(
    _got[1],
    [1.25, 2.0, 1.3125],
    what="variance of bias_variance",
    hint="the noise of the devices is independent, each by its weight (eq-fedknn-exact).",
    mistakes={
        "The results come in the other order": [0.25, 2.25, 0.25],
        "The weights are not squared": [2.5, 4.0, 3.25],
        "These are the variances of the local estimates, the weights are lost": [1.0, 4.0, 4.0],
        "All devices are taken to be as noisy as the one that asks": [0.5, 2.0, 1.5],
        "All devices are taken to be equal, with the mean of the noise": [1.5, 1.5, 1.125],
        "The numbers of samples are lost": [11.25, 12.0, 10.8125],
        "The variances of the sensors are lost": [0.075, 0.15, 0.06875],
        "This is the standard deviation": [1.25**0.5, 2.0**0.5, 1.3125**0.5],
        "sigma2 is a variance already, do not square it": [41.25, 48.0, 42.3125],
        "Who listens and who is heard are exchanged": [0.5, 1.25, 2.25],
        "n - 1 in place of n: sigma2 is known, not estimated": [1.4236111, 28 / 9, 1.6892361],
        "The bias is added, it is the first result": [1.5, 4.25, 1.5625],
        "This is one number, the mean over devices": 4.5625 / 3,
        "Standard deviations are averaged and squared, as if all noise were the same": [
            2.25,
            4.0,
            3.0625,
        ],
    },
)
### BEGIN HIDDEN TESTS


def _random_weights(rng, K):
    """Rows that add up to 1; some devices hear only few others."""
    A = rng.uniform(0.1, 1, (K, K)) * (rng.random((K, K)) < 0.6) + np.eye(K) * 0.3
    return A / A.sum(axis=1, keepdims=True)


_rng = checks.grading_rng("bias-variance-variance")
for _K in [6, 9, 4, 12]:
    _theta, _A = _rng.normal(1, 3, _K), _random_weights(_rng, _K)
    _n, _sigma2 = _rng.integers(1, 20, _K), _rng.uniform(0.5, 6, _K)
    _want, _plain = np.zeros(_K), np.zeros(_K)
    for _k in range(_K):
        for _j in range(_K):
            _want[_k] += _A[_k, _j] * _A[_k, _j] * _sigma2[_j] / _n[_j]
            _plain[_k] += _A[_k, _j] * _sigma2[_j] / _n[_j]
    _got = checks.parts(
        checks.call(bias_variance, _theta, _A, _n, _sigma2),
        2,
        what="bias_variance",
        hint="return bias, variance (eq-fedknn-exact).",
    )
    checks.close(
        _got[1],
        _want,
        what=f"variance of bias_variance for {_K} random devices",
        hint="the noise of the devices is independent, each by its weight (eq-fedknn-exact).",
        mistakes={
            "The weights are not squared": _plain,
            "These are the variances of the local estimates, the weights are lost": _sigma2 / _n,
            "All devices are taken to be as noisy as the one that asks": _sigma2
            / _n
            * np.sum(_A**2, axis=1),
            "This is the standard deviation": np.sqrt(_want),
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# FedKNN is one choice of weights: $\frac1m$ for the $m$ first devices of the order. The U-curve on
# the ring, where all devices have 10 samples of variance 10: bias and variance, averaged over the
# devices, for many $m$.

# %%
order = np.asarray(neighbour_order(devices.points, 256)).astype(int)
ten = np.full(256, 10)


def fedknn_weights(m):
    A = np.zeros((256, 256))
    np.put_along_axis(A, order[:, :m], 1 / m, axis=1)
    return A


ms = np.unique(np.geomspace(1, 256, 25).astype(int))
parts = [bias_variance(devices.W, fedknn_weights(m), ten, ten) for m in ms]
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
# ## Task 3: Nobody worse off (1 point)
#
# The $m$ that is best on average harms some devices. The operator of a network has promised that
# **no device** does worse, in expected squared error (eq-fedknn-exact), than if it were alone.
# Under this promise as many devices as possible should share. (All devices have $n$ samples of
# variance $\sigma^2$ again, and device $k$ averages over the first $m$ of its order, itself among
# them.)
#
# Write `largest_safe(theta, order, n, sigma2)`, which returns the largest such $m$. There are no
# ties, except that $m = 1$ is what a device does alone, and is always safe.


# %% tags=["answer", "id:largest-safe"]
def largest_safe(theta, order, n, sigma2):
    """Largest number of neighbours that makes no device worse off (eq-fedknn-exact).

    theta: (K,) array, true parameters;  order: (K, K) array of integers, order[k, 0] is k.
    n: samples per device;  sigma2: variance of a sample.
    Returns m: an integer, 1 <= m <= K.
    """
    ### BEGIN SOLUTION
    for m in range(len(theta), 1, -1):
        bias = (theta[order[:, :m]].mean(axis=1) - theta) ** 2
        if np.all(bias + sigma2 / (n * m) <= sigma2 / n):
            return m
    return 1
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# For each m there is an error at each device, squared bias plus variance. Look at the largest of
# them, not at their mean, and compare it with the error alone. If some m is not safe, a larger one
# may be safe nevertheless.

# %% [markdown]
# To try it on: five devices with $\theta = (1, 0, 2, 1, 2)$, the orders 0 1 3 2 4, 1 0 3 2 4,
# 2 1 4 0 3, 3 0 1 4 2 and 4 2 3 0 1, $n = 4$ and $\sigma^2 = 4$. Alone the error is 1. With
# $m = 2$ device 2 has the error $1 + \frac12$. With $m = 3$ no error is above 1, with $m = 4$ and
# $m = 5$ some are.

# %% tags=["tests", "id:largest-safe-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(largest_safe, "flcourse.fedknn")

# Where wrong ways end on six federations, to name yours if it is one of them.
_rng, _ends = np.random.default_rng(58), []
for _n in (2, 3, 4, 5, 3, 4):
    _theta = _rng.integers(-20, 21, 6) / 10
    _order = [[_k, *_rng.permutation(np.delete(np.arange(6), _k))] for _k in range(6)]
    _sigma2 = float(_rng.integers(4, 16))
    _one = checks.call(largest_safe, _theta, np.array(_order), _n, _sigma2)
    checks.shape(_one, (), what="largest_safe", hint="one m for all devices (eq-fedknn-exact).")
    _ends.append(float(np.ravel(_one)[0]))
_known = {
    "The search stops too early, a larger m is safe again": [6, 3, 1, 2, 6, 1],
    "This is the first that fails, and a larger m is safe again": [6, 4, 2, 3, 6, 2],
    "This m is safe on average, but not for every device": [6, 6, 1, 6, 6, 6],
    "This m is best on average, the largest that harms nobody is asked for": [6, 6, 1, 4, 6, 3],
    "The variance is missing from the error with m neighbours": [6, 6, 1, 3, 6, 6],
    "The bias is not squared": [6, 6, 1, 4, 6, 6],
    "Every m passes: one that gains is not enough, and alone the error is sigma2 / n": [6] * 6,
    "The bias is the square of a mean, not the mean of squared distances": [6, 1, 1, 1, 6, 1],
    "The device itself is left out of its mean": [5, 1, 1, 1, 5, 1],
    "This is the smallest m that is safe, beside 1": [2, 2, 1, 2, 2, 3],
    "One too few, the device itself is among the m": [5, 5, 1, 1, 5, 4],
    "One too few, columns are counted from 0": [5, 5, 0, 1, 5, 4],
    "Of all that are safe, this is best on average, not the largest": [6, 6, 1, 2, 6, 3],
    "Halving takes it that all m below a safe one are safe": [6, 3, 1, 2, 6, 5],
    "The smallest of what each can bear at most harms another device": [6, 6, 1, 3, 6, 5],
    "m = K is never tried": [5, 5, 1, 2, 5, 5],
    "Where no other m is safe, 1 is": [6, 6, 0, 2, 6, 5],
    "The argument order is not used": [6, 6, 3, 3, 6, 5],
    "The variance with m neighbours is sigma2 / (n m), not that of a device alone": [1] * 6,
    "Each m is compared with m - 1, not with a device alone": [6, 2, 1, 2, 4, 1],
    "Only the device with the largest parameter is asked": [6, 6, 2, 5, 6, 5],
    "The m that is safe for most devices harms others": [6, 6, 6, 2, 6, 5],
    "This counts the m that are safe, the largest is asked for": [6, 5, 1, 2, 6, 4],
}
if _ends in list(_known.values()):
    checks.close(
        _ends,
        [6, 6, 1, 2, 6, 5],
        what="largest_safe for six federations of six devices",
        hint="bias plus variance of every device, against its error alone (eq-fedknn-exact).",
        mistakes=_known,
    )

_order = np.array(
    [[0, 1, 3, 2, 4], [1, 0, 3, 2, 4], [2, 1, 4, 0, 3], [3, 0, 1, 4, 2], [4, 2, 3, 0, 1]]
)
for _theta, _n, _sigma2, _want, _mistakes in [
    (
        [1.0, 0.0, 2.0, 1.0, 2.0],
        4,
        4.0,
        3,
        {
            "m = 2 is not safe, but a larger m is": 1,
            "m = 2 is not safe, but a larger m is; this is the first that fails": 2,
            "This m is safe on average, but not for every device": 5,
            "The variance is missing from the error with m neighbours": 4,
        },
    ),
    (
        [0.0, 1.0, 0.0, 2.0, 3.0],
        2,
        6.0,
        3,
        {
            "m = 2 is not safe, but a larger m is": 1,
            "m = 2 is not safe, but a larger m is; this is the first that fails": 2,
            "This m is best on average, but not safe for every device": 4,
            "This m is safe on average, but not for every device": 5,
        },
    ),
    ([0.1, 0.0, 0.2, 0.1, 0.2], 4, 4.0, 5, {"m = 1 is safe, but a larger m is, too": 1}),
    (
        [9.0, 0.0, 20.0, -9.0, 50.0],
        4,
        4.0,
        1,
        {"m = 2 is not safe: some errors are larger than alone": 2},
    ),
]:
    checks.close(
        checks.call(largest_safe, np.array(_theta), _order, _n, _sigma2),
        _want,
        what=f"largest_safe for theta = {_theta}, n = {_n}, sigma2 = {_sigma2:g}",
        hint="bias plus variance of every device, against its error alone (eq-fedknn-exact).",
        mistakes=_mistakes,
    )
### BEGIN HIDDEN TESTS


def _errors(theta, order, v):
    """Exact error of every device (column) for every m (row), one by one."""
    K = len(theta)
    return np.array(
        [
            [(sum(theta[j] for j in order[k, :m]) / m - theta[k]) ** 2 + v / m for k in range(K)]
            for m in range(1, K + 1)
        ]
    )


def _last(rows):
    """The largest m whose row is true; m = 1 always is."""
    return 1 + int(np.max(np.flatnonzero(rows), initial=0))


def _instance(rng, K):
    """Devices for which the wrong ways end elsewhere, without ties."""
    while True:
        theta = np.round(rng.normal(0, 1.5, K), 2)
        others = [rng.permutation([j for j in range(K) if j != k]) for k in range(K)]
        order = np.column_stack([np.arange(K), others])
        n, sigma2 = int(rng.integers(2, 6)), float(rng.uniform(6, 30))
        v = sigma2 / n
        errors = _errors(theta, order, v)
        safe = (errors[1:] <= v).all(axis=1)
        m = 1 + _last(np.r_[True, safe]) - 1
        stops = 1 + int(np.argmin(safe)) if not safe.all() else K
        mean = _last(errors.mean(axis=1) <= v)
        if np.abs(errors[1:] - v).min() > 1e-3 and m > stops and m != mean:
            return theta, order, n, sigma2, errors, m, stops, mean


_rng = checks.grading_rng("largest-safe")
for _K in [5, 6, 7, 8, 6]:
    _theta, _order, _n, _sigma2, _e, _want, _stops, _mean = _instance(_rng, _K)
    _v = _sigma2 / _n
    _bias = _e - _v / np.arange(1, _K + 1)[:, None]
    checks.close(
        checks.call(largest_safe, _theta, _order, _n, _sigma2),
        _want,
        what=f"largest_safe for {_K} random devices",
        hint="bias plus variance of every device, against its error alone (eq-fedknn-exact).",
        mistakes={
            "A larger m is safe, though a smaller one is not": _stops,
            "This m is safe on average, but not for every device": _mean,
            "The variance is missing from the error with m neighbours": _last(
                (_bias <= _v).all(axis=1)
            ),
            "This m is best on average, but not what is asked for": 1
            + int(np.argmin(_e.mean(axis=1))),
            "n is lost": _last(
                (_bias + _sigma2 / np.arange(1, _K + 1)[:, None] <= _sigma2).all(axis=1)
            ),
        },
    )
# Far pairs: a device and its nearest are alike, all others are not.
_order = np.array([[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 1, 0], [3, 2, 0, 1]])
checks.close(
    checks.call(largest_safe, _rng.uniform(0, 0.5, 4) + 30 * (_order[0] > 1), _order, 2, 2.0),
    2,
    what="largest_safe for two pairs far from each other",
    hint="bias plus variance of every device, against its error alone (eq-fedknn-exact).",
    mistakes={"Two are safe, three are not": 3, "Two are safe": 1},
)
# Pairs less far: three are safe, too, though two are better on average.
_order = np.array([[0, 1, 2, 3], [1, 0, 2, 3], [2, 3, 0, 1], [3, 2, 0, 1]])
checks.close(
    checks.call(largest_safe, np.array([0.0, 0.0, 3.0, 3.0]), _order, 2, 4.0),
    3,
    what="largest_safe for two pairs a little apart",
    hint="the largest m that harms nobody, also if another is better (eq-fedknn-exact).",
    mistakes={"Of all that are safe, this has the smallest mean, the largest is asked for": 2},
)
# Each device has an m of 2 or more that is safe for it, but no m is safe for all.
_order = np.array(
    [[0, 1, 3, 2, 4], [1, 0, 3, 2, 4], [2, 1, 4, 0, 3], [3, 0, 1, 4, 2], [4, 2, 3, 0, 1]]
)
checks.close(
    checks.call(largest_safe, np.array([3.0, 1.5, 0.0, 2.5, 2.5]), _order, 2, 4.0),
    1,
    what="largest_safe for devices that do not agree on what is safe",
    hint="one m for all: it must be safe for each device (eq-fedknn-exact).",
    mistakes={"The smallest of what each can bear at most harms another device": 2},
)
### END HIDDEN TESTS

# %% [markdown]
# On the ring, with 200 samples for each device, what does the promise cost? From here on, cells
# like the next one are yours to change.

# %%
many = np.full(256, 200)
safe = int(largest_safe(devices.W, order, 200, 10.0))
best = int(ms[np.argmin(bias + variance / 20)])
for m in (1, safe, best):
    b, v = bias_variance(devices.W, fedknn_weights(m), many, ten)
    errors = np.ravel(b) + np.ravel(v)
    print(f"m = {m:3d}: mean error {errors.mean():.4f}, largest {errors.max():.4f}")

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
# takes their mean, and FedKNN gives the first $m$ devices of the order of device $k$ the weight
# $\frac1m$ each (eq-fedknn-estimator). Return the estimates of all repetitions and devices. All
# randomness comes from `rng`, a NumPy generator. (You may use what you know about the distribution
# of a mean; then no single sample need be drawn.)
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
# **Predict, commit, then compute.** For $\theta = (0, 4, 1)$, $m = 2$, $n = 7$, $\sigma^2 = 10$ and
# the orders 0 2 1, 1 2 0 and 2 0 1, around which numbers do the three estimates scatter, and with
# which standard deviation, one for all three? Put this last number in place of the dots and run the
# cell before the checks: who has named a number notices where intuition was off. It earns and costs
# no points; when the checks pass, they show it beside the result.

# %%
from flcourse.grading.practice import predict

predict("simulate", ...)

# %% tags=["tests", "id:simulate-each-tests", "points:1", "folded:it knows the prediction"]
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
checks.predicted("simulate", (10 / (2 * 7)) ** 0.5, "it is {}")
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
    b, v = bias_variance(devices.W, fedknn_weights(m), ten, ten)
    simulated = np.mean((estimates - devices.W) ** 2)
    print(f"m = {m:3d}: simulated {simulated:.4f}, formula {np.mean(b) + np.mean(v):.4f}")

# %% [markdown]
# ## Task 5: Best number of neighbours (1.5 points)
#
# On the ring the parameters of the $j$-th neighbour differ by at most $(j/K)^\beta$; so the squared
# bias is at most $(m/K)^{2\beta}$, and it balances the variance $\sigma^2/(nm)$ at the number that
# the chapter calls $m^\star$ (eq-m-star).
#
# **(a)** A user has $K$ sensors spread evenly over a field, $D = 2$, or through a building, $D =
# 3$. There the $j$-th neighbour is at a distance of about $(j/K)^{1/D}$, and parameters at the
# distance $r$ differ by at most $H r^\beta$ with a known $H > 0$. Bound the squared bias with $m$
# neighbours, balance it with the variance, and solve for $m$. Write `m_star(K, n, sigma2, beta,
# H, D)`: the solution, **rounded down**, but at least 1 and at most $K$. In the checks it is
# never so close to a whole number that rounding errors decide.
#
# (Check your formula as the chapter does, by questions whose answer you know: what should happen if
# $n$ grows, if $H$ grows? And is it eq-m-star for $D = 1$ and $H = 1$?)


# %% tags=["answer", "id:m-star"]
def m_star(K, n, sigma2, beta, H, D):
    """Number of neighbours that balances bias and variance in D dimensions (after eq-m-star).

    K: devices;  n: samples per device;  sigma2: noise variance > 0;  beta: smoothness > 0.
    H: constant of the smoothness, > 0;  D: dimension of the space, an integer >= 1.
    Returns an integer from 1 to K.
    """
    ### BEGIN SOLUTION
    power = 2 * beta / D
    balance = (K**power * sigma2 / (n * H**2)) ** (1 / (power + 1))
    return max(1, min(K, int(balance)))
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Follow the way to eq-m-star with the new distance: which of its lines change, and where does H
# come in? With D = 1 and H = 1 your result must be that of the chapter.

# %% [markdown]
# By hand: $\beta = 1$, $D = 2$ and $H = 3$ bound the squared bias by $9\,m/K$. With $K = 200$,
# $n = 10$ and $\sigma^2 = 19$ it balances $1.9/m$ at $m = \sqrt{200 \cdot 1.9/9} = 6.5$, so 6.

# %% tags=["tests", "id:m-star-tests", "points:1", "folded:it solves the task"]
import math

import numpy as np

from flcourse.grading import checks

checks.own(m_star, "flcourse.fedknn")


def _balance(K, n, s, beta, H, D):
    """The real number at which H^2 (m/K)^(2 beta/D) = s/(n m), by bisection of logarithms."""
    low, high = -50.0, 50.0
    while high - low > 1e-13:
        log_m = (low + high) / 2
        bias = 2 * math.log(H) + 2 * beta / D * (log_m - math.log(K))
        low, high = (log_m, high) if bias < math.log(s / n) - log_m else (low, log_m)
    return math.exp(log_m)


def _within(m, K):
    return max(1, min(K, math.floor(m)))


def _mistakes(cases):
    """The results of known mistakes, a number for each case."""

    def results(rule):
        return [rule(*case) for case in cases]

    return {
        "D is lost, this is for a ring": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b, H, 1), K)
        ),
        "H is lost": results(lambda K, n, s, b, H, D: _within(_balance(K, n, s, b, 1, D), K)),
        "H is not squared, but the bias is": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b, H**0.5, D), K)
        ),
        "A larger H means rougher parameters and fewer neighbours, not more": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b, 1 / H, D), K)
        ),
        "The exponent is multiplied by D, it should be divided": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b, H, 1 / D), K)
        ),
        "This divides by the second factor (a misprint): more samples would want more neighbours": (
            results(lambda K, n, s, b, H, D: _within(_balance(K, s, n, b, 1 / H, D), K))
        ),
        "The result is not rounded": results(
            lambda K, n, s, b, H, D: max(1, min(K, _balance(K, n, s, b, H, D)))
        ),
        "Round down, not to the nearest integer": results(
            lambda K, n, s, b, H, D: max(1, min(K, round(_balance(K, n, s, b, H, D))))
        ),
        "Round down, not up; the device itself is counted already": results(
            lambda K, n, s, b, H, D: max(1, min(K, math.ceil(_balance(K, n, s, b, H, D))))
        ),
        "There may be 0 neighbours, take at least 1": results(
            lambda K, n, s, b, H, D: min(K, math.floor(_balance(K, n, s, b, H, D)))
        ),
        "There may be more than K neighbours": results(
            lambda K, n, s, b, H, D: max(1, math.floor(_balance(K, n, s, b, H, D)))
        ),
        "The bias is not squared: beta stands where 2 beta should, and H where H^2 should": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b / 2, H**0.5, D), K)
        ),
        "beta stands where 2 beta should": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s, b / 2, H, D), K)
        ),
        "n is lost": results(lambda K, n, s, b, H, D: _within(_balance(K, 1, s, b, H, D), K)),
        "sigma2 is a variance already, do not square it": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s**2, b, H, D), K)
        ),
        "sigma2 is a variance, do not take its root": results(
            lambda K, n, s, b, H, D: _within(_balance(K, n, s**0.5, b, H, D), K)
        ),
        "Only K^(2 beta/D) is under the root": results(
            lambda K, n, s, b, H, D: _within(K ** (2 * b / D / (2 * b / D + 1)) * s / (n * H**2), K)
        ),
    }


_cases = [
    (200, 10, 19.0, 1.0, 3.0, 2),
    (500, 4, 9.0, 0.5, 0.7, 1),
    (300, 700, 1.5, 0.25, 2.0, 2),
    (40, 2, 501.0, 0.5, 1.5, 3),
    (90, 7, 30.0, 0.75, 1.2, 2),
    (1000, 300, 4.0, 1.0, 0.4, 3),
]
checks.close(
    [
        checks.numbers(checks.call(m_star, *_case), what="m_star", hint="see eq-m-star.").ravel()
        for _case in _cases
    ],
    [[6], [47], [1], [40], [12], [3]],
    what="m_star of six cases",
    hint="H^2 (m/K)^(2 beta/D) = sigma2/(n m), solved for m (after eq-m-star).",
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
        float(_rng.uniform(0.2, 3)),
        int(_rng.integers(1, 4)),
    )
    _m = _balance(*_case)
    # Near an integer, rounding errors of a right formula would decide.
    if abs(_m - round(_m)) > 1e-6:
        _cases.append(_case)
_cases += [(50, 3, 4000.5, 0.5, 1.0, 2), (64, 9, 0.3, 0.4, 2.0, 3), (1, 10, 1.5, 0.5, 1.0, 1)]
checks.close(
    [
        checks.numbers(checks.call(m_star, *_case), what="m_star", hint="see eq-m-star.").ravel()
        for _case in _cases
    ],
    [[_within(_balance(*_case), _case[0])] for _case in _cases],
    what="m_star of random cases",
    hint="H^2 (m/K)^(2 beta/D) = sigma2/(n m), solved for m (after eq-m-star).",
    mistakes={words: np.reshape(wrong, (-1, 1)) for words, wrong in _mistakes(_cases).items()},
)
### END HIDDEN TESTS

# %% [markdown]
# **(b)** Now **your own stations**, forty of the simulated twin of the Finnish weather stations,
# not evenly spread and without a known $H$. `own_theta[0]` is the mean temperature of all hours at
# *your* station, in °C, and `own_theta[j]` that at its $j$-th nearest of the others: take these as
# the true parameters. Station $j$ tells the mean of `own_n[j]` of its hours only; take its noise as
# independent of the others, `own_sigma2` being the variance of a single hour. Your station averages
# what the first $m$ stations tell, itself among them, with weights $\frac1m$ as FedKNN does.
#
# With which $m$, from 1 to 40, is the expected squared error **at your station** smallest, and how
# large is it then? Write `own_neighbours()`, without arguments, which returns both; it may compute
# them, or hold the error with at least seven digits.


# %% tags=["answer", "id:own-neighbours"]
def own_neighbours():
    """Best number of neighbours for your station, and its error (after eq-fedknn-exact).

    Returns m, error: an integer from 1 to 40, and the expected squared error with it.
    """
    ### BEGIN SOLUTION
    m = np.arange(1, 41)
    bias = np.cumsum(own_theta) / m - own_theta[0]
    errors = bias**2 + np.cumsum(own_sigma2 / own_n) / m**2
    return 1 + np.argmin(errors), errors.min()
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Your station is one device of eq-fedknn-exact: which of the numbers there are the same for all
# devices, and are no longer so here? Do not take it for granted that the error falls, then rises.

# %% tags=["tests", "id:own-neighbours-tests", "points:0.5"]
import numpy as np

from flcourse.data import load_fmi
from flcourse.grading import checks

checks.own(own_neighbours, "flcourse.fedknn")

_stations = load_fmi("simulated")
_station_means = np.array([y.mean() for y in _stations.y])


def _own_stations(rng):
    # The best m lies inside: 2 do better than 1, whose variance is higher by sigma2 / n[0] / 2 at
    # least, 20/6/2 > 1.25^2, and 20 better than 40, whose variance is lower by 60/2/20 < 1.3^2 at
    # most. It is seldom the first m after which the error rises, as 3 and 4 are less like yours
    # than 20 are.
    while True:
        picked = rng.permutation(len(_station_means))[:40]
        n, sigma2 = rng.integers(2, 13, 40), round(float(rng.uniform(20, 60)), 1)
        if n[0] > min(6, n[1]):
            continue
        away = _stations.latlon[picked] - _stations.latlon[picked[0]]
        away[:, 1] *= np.cos(np.radians(_stations.latlon[picked[0], 0]))
        theta = _station_means[picked[np.argsort(np.linalg.norm(away, axis=1))]]
        off = {m: abs(theta[:m].mean() - theta[0]) for m in (2, 3, 4, 20, 40)}
        if off[2] < 1.25 and off[20] < min(off[3], off[4]) and off[40] > off[20] + 1.3:
            return theta, n, sigma2


def _errors(theta, n, sigma2):
    """Errors for m = 1, 2, ..., and those of known mistakes by the words that describe them."""
    m = np.arange(1, 41)
    bias = np.array([theta[:k].mean() - theta[0] for k in m])
    variance = np.array([np.sum(sigma2 / n[:k]) / k**2 for k in m])
    alone = np.array([theta[1 : k + 1].mean() - theta[0] for k in m[:-1]])
    others = np.array([np.sum(sigma2 / n[1 : k + 1]) / k**2 for k in m[:-1]])
    pooled = np.cumsum(n * theta) / np.cumsum(n) - theta[0]
    return bias**2 + variance, {
        "this is the variance alone, the bias is lost": variance,
        "this is the bias alone, the variance is lost": bias**2,
        "this is the bias alone, with two stations at least": np.append(np.inf, bias[1:] ** 2),
        "the bias is not squared": bias + variance,
        "this has the size of the bias, not its square": np.abs(bias) + variance,
        "squared differences are averaged, they may cancel before": (
            np.array([np.mean((theta[:k] - theta[0]) ** 2) for k in m]) + variance
        ),
        "the weights 1/m are not squared": bias**2 + np.cumsum(sigma2 / n) / m,
        "the numbers of hours are lost": bias**2 + sigma2 / m,
        "all stations are taken to tell as many hours as yours": bias**2 + sigma2 / n[0] / m,
        "all stations are taken to tell the mean number of hours": bias**2 + sigma2 / n.mean() / m,
        "the hours are pooled, but each station has the weight 1/m": (
            pooled**2 + sigma2 / np.cumsum(n)
        ),
        "your own station is left out": np.append(alone**2 + others, np.inf),
        "own_sigma2 is a variance already": bias**2 + np.cumsum(sigma2**2 / n) / m**2,
        "own_sigma2 is a variance, its root is used": bias**2 + np.cumsum(sigma2**0.5 / n) / m**2,
    }


def _look(got, rng):
    right, known = _errors(*_own_stations(rng))
    pair = checks.parts(got, 2, what="own_neighbours", hint="return m, error (eq-fedknn-exact).")
    for part in pair:
        checks.shape(part, (), what="m or error of own_neighbours", hint="see eq-fedknn-exact.")
    m, error = (
        float(checks.numbers(part, what="own_neighbours", hint="see eq-fedknn-exact.").ravel()[0])
        for part in pair
    )
    best = 1 + int(np.argmin(right))
    # A mistake is named only where both m and the error are what comes of it.
    rises = 1 + int(np.argmax(np.append(np.diff(right), 1) > 0))
    ends = {
        "return m first, then the error": (right.min(), best),
        "m is counted from 1, your station alone is m = 1": (best - 1, right.min()),
        **{words: (1 + np.argmin(wrong), wrong.min()) for words, wrong in known.items()},
        "the error is largest there": (1 + np.argmax(right), right.max()),
        "all forty are asked, and some are too unlike yours": (40, right[-1]),
        "a larger m is better, after one that is worse": (rises, right[rises - 1]),
    }
    fits = (
        f", {words}"
        for words, pair in ends.items()
        if np.allclose((m, error), pair, rtol=1e-5, atol=0)
    )
    named = next(fits, "")
    checks.holds(
        m in range(1, 41) and right[int(m) - 1] <= (1 + 1e-6) * right.min(),
        what="m of own_neighbours",
        expected="the m with the smallest error at your station",
        got=f"{m:g}{named}",
        hint="bias squared plus variance, for each m from 1 to 40 (after eq-fedknn-exact).",
    )
    wrong = {
        words: errors[int(m) - 1]
        for words, errors in {
            **known,
            "this is the root of the error": np.sqrt(right),
            "this is the error of your station alone": right[:1].repeat(40),
        }.items()
    }
    close = (words for words, value in wrong.items() if abs(error - value) <= 1e-5 * abs(value))
    checks.holds(
        abs(error - right.min()) <= 1e-5 * right.min(),
        what="error of own_neighbours",
        expected=f"the expected squared error with m = {m:g}",
        got=f"{error:.6g}" + "".join(f", {words}" for words in list(close)[:1]),
        hint="bias squared plus variance, for each m from 1 to 40 (after eq-fedknn-exact).",
    )


checks.own_data("own-neighbours", checks.call(own_neighbours), _look)

# %% [markdown]
# ## Task 6: A bad neighbourhood (1 point)
#
# "The nearest are the best to ask; and if even they do not help, all together help less." Refute
# it: on a ring of $K$ devices at $x_k = k/K$ let every local estimate have the variance $v$. Find
# true parameters for which, in the mean over the devices of the exact error (eq-fedknn-exact),
#
# - asking the **three nearest** (itself and one on each side) is at least 10 % worse than asking
#   nobody, and
# - asking **all** $K$ is at least 10 % better than asking nobody.
#
# Write `bad_neighbourhood(K, v)`, which returns such parameters for any even $K \ge 8$, any
# $v > 0$.


# %% tags=["answer", "id:bad-neighbourhood"]
def bad_neighbourhood(K, v):
    """Parameters on a ring for which three are worse than one, and all are better.

    K: even integer >= 8, devices at 0, 1/K, 2/K, ...;  v: variance of a local estimate, > 0.
    Returns theta: (K,) array. Errors are those of eq-fedknn-exact.
    """
    ### BEGIN SOLUTION
    return np.sqrt(0.6 * v) * (-1.0) ** np.arange(K)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The nearest have to be worse than a device chosen at random: which pattern has that? Then find its
# size.

# %% tags=["tests", "id:bad-neighbourhood-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(bad_neighbourhood, "flcourse.fedknn")


def _look(got, K, v):
    """Compare the mean errors of one, three and all."""
    name = f"bad_neighbourhood({K}, {v:g})"
    checks.shape(got, (K,), what=name, hint="a true parameter for each device (eq-ring-model).")
    theta = checks.numbers(got, what=name, hint="see eq-ring-model.").reshape(K)
    three = (np.roll(theta, 1) + theta + np.roll(theta, -1)) / 3
    error = np.mean((three - theta) ** 2) + v / 3
    checks.holds(
        error >= 1.1 * v * (1 - 1e-9),
        what=f"mean error of the three nearest for {name}",
        expected=f"at least {1.1 * v:.6g}, 10 % more than the {v:g} of nobody",
        got=error,
        hint="bias plus v/3; neighbours must be unlike, and enough so (eq-fedknn-exact).",
    )
    error = np.mean((theta.mean() - theta) ** 2) + v / K
    checks.holds(
        1.1 * error <= v * (1 + 1e-9),
        what=f"mean error of all for {name}",
        expected=f"at most {v / 1.1:.6g}, so that the {v:g} of nobody is 10 % more",
        got=error,
        hint="bias plus v/K; the parameters must not differ too much (eq-fedknn-exact).",
    )


for _K, _v in [(8, 1.0), (12, 3.0), (20, 0.04)]:
    _look(checks.call(bad_neighbourhood, _K, _v), _K, _v)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("bad-neighbourhood")
for _K in [8, 10, 30, 64]:
    _v = float(np.exp(_rng.uniform(-6, 6)))
    _look(checks.call(bad_neighbourhood, _K, _v), _K, _v)
### END HIDDEN TESTS

# %% [markdown]
# ## Task 7: Reading a log (1 point)
#
# Somebody has run three methods on rings of more and more devices and written down mean squared
# errors, but not which column is which: the **local** estimates, whose error is $\sigma^2/n$
# whatever $K$ is; **FedAvg**, one mean for all, whose error tends to the variance of the true
# parameters; and **FedKNN** with $m^\star$ known neighbours, whose error falls like
#
# $$\Bigl( \frac{\sigma^2}{nK} \Bigr)^{2\beta/(2\beta+1)}. \tag{eq-fedknn-rate}$$
#
# The numbers are means over a few runs, so they scatter by up to three per cent; the columns of the
# two that do not fall differ by a third at least. Write `read_log(sizes, errors, n, sigma2)`, which
# returns the columns of local, FedAvg and FedKNN, and the $\beta$ that belongs to the slope of the
# straight line that fits $\log(\text{error of FedKNN})$ as a function of $\log K$ best in the sense
# of least squares.


# %% tags=["answer", "id:read-log"]
def read_log(sizes, errors, n, sigma2):
    """Which column is which method, and the smoothness behind a slope (eq-fedknn-rate).

    sizes: (p,) array, numbers of devices;  errors: (p, 3) array, a column for each method.
    n: samples per device;  sigma2: variance of a sample.
    Returns local, fedavg, fedknn, beta: three column numbers and a number > 0.
    """
    ### BEGIN SOLUTION
    slopes = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    knn = np.argmin(slopes)
    others = [column for column in range(3) if column != knn]
    others.sort(key=lambda column: abs(errors[:, column].mean() - sigma2 / n))
    return *others, knn, -slopes[knn] / (2 + 2 * slopes[knn])
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# Which of the three falls with K? Of the other two, one has an error that you can compute. The
# slope s is the exponent of K in the rate, with its sign: solve s = -2 beta / (2 beta + 1) for
# beta.

# %% [markdown]
# By hand: for 8, 64 and 512 devices with $n = 4$ and $\sigma^2 = 2$ the rows of errors are
# $(0.33, 0.4, 0.5)$, $(0.31, 0.2, 0.5)$ and $(0.30, 0.1, 0.5)$.

# %% tags=["tests", "id:read-log-tests", "points:1"]
import numpy as np

from flcourse.grading import checks

checks.own(read_log, "flcourse.fedknn")


def _as_columns(got):
    """The three column numbers of an answer."""
    columns = [checks.numbers(c, what="column", hint="see eq-fedknn-rate.") for c in got[:3]]
    return np.ravel([np.ravel(column)[:1] for column in columns])


_sizes = np.array([8.0, 64.0, 512.0])
_errors = np.array([[0.33, 0.4, 0.5], [0.31, 0.2, 0.5], [0.3, 0.1, 0.5]])
for _columns, _want in [([0, 1, 2], (2, 0, 1)), ([1, 2, 0], (1, 2, 0))]:
    _got = checks.parts(
        checks.call(read_log, _sizes, _errors[:, _columns], 4, 2.0),
        4,
        what="read_log",
        hint="return local, fedavg, fedknn, beta (eq-fedknn-rate).",
    )
    _name = f"of read_log for the columns {_columns}"
    _local, _fedavg, _knn = _want
    checks.close(
        _as_columns(_got),
        _want,
        what=f"columns of local, FedAvg and FedKNN {_name}",
        hint="one of them falls like a power of K, one is sigma2/n (eq-fedknn-rate).",
        mistakes={
            "Columns are counted from 0": np.add(_want, 1),
            "Local and FedAvg are exchanged": (_fedavg, _local, _knn),
            "FedAvg and FedKNN are exchanged, FedAvg's error hardly falls": (_local, _knn, _fedavg),
            "Local and FedKNN are exchanged, one of them depends on K": (_knn, _fedavg, _local),
            "The results come in another order, local first": (_knn, _local, _fedavg),
            "These are the methods of the columns, not the columns of the methods": np.argsort(
                _want
            ),
        },
    )
    checks.close(
        _got[3],
        0.25,
        what=f"beta {_name}",
        hint="the slope is -2 beta/(2 beta + 1), solve for beta (eq-fedknn-rate).",
        tol=1e-4,
        mistakes={
            "This is the slope, not beta": -1 / 3,
            "This is the size of the slope, not beta": 1 / 3,
            "The 1 in 2 beta + 1 is forgotten, this is half of the slope": 1 / 6,
            "This is 2 beta": 0.5,
            "A sign is lost when the slope is solved for beta": 0.125,
            "A sign is lost, beta is positive": -0.25,
            "This comes from beta/(2 beta + 1), the slope has 2 beta above": 1.0,
            "This comes from 1/(2 beta + 1), the slope has 2 beta above": 1.0,
        },
    )
### BEGIN HIDDEN TESTS


def _log(rng, p, below):
    """Errors of the three methods, with a little scatter; FedAvg below or above the local one."""
    sizes = np.sort(rng.choice(np.arange(50, 3000), p, replace=False)).astype(float)
    sizes[0], sizes[-1] = 64, 4096
    n, sigma2, beta = int(rng.integers(2, 12)), rng.uniform(1, 9), rng.uniform(0.2, 1)
    v = sigma2 / n
    far = v * (rng.uniform(0.2, 0.6) if below else rng.uniform(1.6, 5))
    clean = [np.full(p, v), far + v / sizes, (v / sizes) ** (2 * beta / (2 * beta + 1))]
    clean[2] = clean[2] * rng.uniform(0.5, 4)
    return sizes, np.array(clean).T * rng.normal(1, 0.01, (p, 3)).clip(0.97, 1.03), n, sigma2


def _line(x, y):
    return np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2)


_rng = checks.grading_rng("read-log")
for _p, _below in [(5, True), (5, False), (8, True), (9, False), (4, True), (7, False)]:
    _sizes, _clean, _n, _sigma2 = _log(_rng, _p, _below)
    _columns = _rng.permutation(3)
    _place = np.argsort(_columns)
    _x, _y = np.log(_sizes), np.log(_clean[:, 2])
    _s = _line(_x, _y)
    _ends = (_y[-1] - _y[0]) / (_x[-1] - _x[0])
    _got = checks.parts(
        checks.call(read_log, _sizes, _clean[:, _columns], _n, _sigma2),
        4,
        what="read_log",
        hint="return local, fedavg, fedknn, beta (eq-fedknn-rate).",
    )
    checks.close(
        _as_columns(_got),
        _place,
        what=f"columns of local, FedAvg and FedKNN among {_p} rows",
        hint="one of them falls like a power of K, one is sigma2/n (eq-fedknn-rate).",
        mistakes={
            "Local and FedAvg are exchanged": _place[[1, 0, 2]],
            "FedAvg and FedKNN are exchanged, FedAvg's error hardly falls": _place[[0, 2, 1]],
            "Local and FedKNN are exchanged, one of them depends on K": _place[[2, 1, 0]],
        },
    )
    checks.close(
        _got[3],
        -_s / (2 * (1 + _s)),
        what=f"beta from {_p} rows",
        hint="the slope is -2 beta/(2 beta + 1), solve for beta (eq-fedknn-rate).",
        tol=1e-4,
        mistakes={
            "Only the first and the last point are used": -_ends / (2 * (1 + _ends)),
            "This is the size of the slope, not beta": -_s,
            "The 1 in 2 beta + 1 is forgotten, this is half of the slope": -_s / 2,
        },
    )
# Levels mislead: FedAvg ends below FedKNN, the mean of FedKNN's errors is sigma2/n, its first one
# is. What tells FedKNN is that it falls with K.
_sizes = np.array([64.0, 256.0, 1024.0, 4096.0])
_level = "FedKNN was taken for local by its level, but it falls with K"
for _scale, _s, _name in [
    (4.0, -2 / 7, "FedAvg has the smallest errors"),
    (17.0, -1 / 2, "FedKNN's errors have the mean sigma2/n"),
    (8.0, -1 / 2, "FedKNN's first error is sigma2/n"),
]:
    _errors = np.column_stack([_scale * _sizes**_s, [1.03, 1.02, 0.99, 1.03], 0.15 + 1 / _sizes])
    _got = checks.parts(
        checks.call(read_log, _sizes, _errors, 2, 2.0),
        4,
        what="read_log",
        hint="return local, fedavg, fedknn, beta (eq-fedknn-rate).",
    )
    checks.close(
        _as_columns(_got),
        [1, 2, 0],
        what=f"columns of local, FedAvg and FedKNN where {_name}",
        hint="first find the one that falls like a power of K (eq-fedknn-rate).",
        mistakes={
            "FedAvg was taken for FedKNN by its level, but it hardly falls with K": [1, 0, 2],
            f"{_level}; and FedAvg for FedKNN": [0, 1, 2],
            f"{_level}; and local for FedKNN": [0, 2, 1],
        },
    )
### END HIDDEN TESTS

# %% [markdown]
# A log of your own, for three roughnesses: here you know which column is which, and $\beta$.

# %%
rng = np.random.default_rng(2)
sizes = 2 ** np.arange(6, 11)
for beta in (0.25, 0.5, 1.0):
    log = []
    for K in sizes.tolist():
        m = int(m_star(K, 10, 10.0, beta, 1.0, 1))
        draws = [ring(K, beta, n=10, sigma2=10.0, rng=rng) for _ in range(20)]
        near = np.asarray(neighbour_order(draws[0].points, m)).astype(int)
        means, truth = np.array([draw.means for draw in draws]), draws[0].W
        ways = means, means.mean(axis=1, keepdims=True), means[:, near].mean(axis=2)
        log.append([np.mean((way - truth) ** 2) for way in ways])
    *columns, fitted = read_log(sizes.astype(float), np.array(log), 10, 10.0)
    print(f"beta = {beta}: columns {[int(c) for c in columns]}, beta from the slope {fitted:.2f}")

# %% [markdown]
# So far the order of the neighbours was given. If it is not, one might take for neighbours those
# whose **local estimates** are nearest to the own one (eq-estimated-order). Known against estimated
# neighbours, for more and more devices with $\sigma^2/n = 1$. Guess first.

# %%
for K in sizes.tolist():
    m = int(m_star(K, 10, 10.0, 0.5, 1.0, 1))
    draw = ring(K, 0.5, n=10, sigma2=10.0, rng=rng)
    near = np.asarray(neighbour_order(draw.points, m)).astype(int)
    guessed = np.argsort(np.abs(draw.means[:, None] - draw.means), axis=1)[:, :m]
    estimates = draw.means, draw.means[near].mean(axis=1), draw.means[guessed].mean(axis=1)
    errors = [np.mean((estimate - draw.W) ** 2) for estimate in estimates]
    print(f"K = {K:4d}: local {errors[0]:.3f}, known {errors[1]:.3f}, estimated {errors[2]:.3f}")

# %% [markdown]
# ## Task 8: A proof and a reason (1 point, graded by a person)
#
# About 80 words for each part are enough:
#
# 1. On a ring every device averages over itself and one device on each side, and **at every
#    device** the bias in eq-fedknn-exact is zero. Prove that all true parameters are equal.
# 2. Look at the last printed lines. With known neighbours the error falls as devices are added.
#    With estimated neighbours it does not, although each device averages over the same number of
#    others. Why? What would a device have to know?
#
# | Points | for |
# |---|---|
# | ½ | part 1: a proof for all devices: what is assumed, and each step with its reason |
# | ½ | part 2: why as many others no longer help, and what would |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. What is asked for two cases is one thing, wrong if it is wrong for one of
# them; in a proof, a conclusion without its reason is one. Numbers are taken as your own notebook
# prints them. Language and length cost nothing. Write into the cell below: double-click it and
# replace its text.

# %% [markdown] tags=["manual", "id:discussion", "points:1"]
# ### BEGIN SOLUTION
# 1. Let M be the largest true parameter, and k a device that has it. Its bias is zero, so M is the
#    mean of its own parameter and those of its two neighbours. None of the three is larger than M,
#    and their mean can only be M if all three are M. So the neighbours have the parameter M, too.
#    The same holds for the neighbours of these; going around the ring reaches every device. So all
#    parameters are M. (Or: the means are a circulant matrix with the eigenvalues
#    (1 + 2 cos(2 pi f / K)) / 3, and only f = 0, the constant vectors, belongs to eigenvalue 1.)
# 2. The estimated neighbours are the devices whose noisy estimates happen to be close to the own
#    noisy estimate. With many devices the m nearest estimates are all very close to the own one, so
#    their mean is the own estimate again, with all of its noise: the error stays near sigma2/n. The
#    neighbours must be chosen independently of this noise, from prior knowledge such as positions
#    or a network (or at least from other data, which lowers the error but not to zero as K grows).
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - ½, part 1: starts at the largest (or smallest) parameter, says why its neighbours have it too,
#   and goes around; or the eigenvalues; any other complete proof
# - ¼ of these: the neighbours of a largest device are equal to it, but nothing goes around; or
#   "differences repeat along the ring" from theta_(k+1) - theta_k, without why they must be 0
# - 0, part 1: "no bias means that all are alike", or an example
# - ½, part 2: the noise of a device chooses its neighbours; knowledge from elsewhere is needed
# - ¼ of these: "they are not the true neighbours", without how the noise gets in
# - 0, part 2: "each device needs more samples", alone
# ### END SOLUTION
