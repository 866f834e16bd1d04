# ruff: noqa
# %% tags=["right", "id:equal-curvature-and-equal-pull"]
def unlike_drift(w, n):
    # calm: all curve alike.  drifting: all pull alike at w, and curve differently.
    a_calm = np.ones(n)
    c_calm = w + np.linspace(-10, 10, n)
    a_drifting = np.linspace(1, 10, n)
    c_drifting = w + 5 / a_drifting
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:one-odd-client"]
def unlike_drift(w, n):
    a_calm, c_calm = np.full(n, 2.0), np.full(n, float(w))
    c_calm[0] = w + 1000 * n
    a_drifting = np.ones(n)
    a_drifting[-1] = 10.0
    c_drifting = w - 3 * n / a_drifting
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:largest-curvature"]
def unlike_drift(w, n):
    """With a = 10 every client is in its centre after one step."""
    a_calm = 10 * np.ones(n)
    c_calm = w + 100.0 * (-1.0) ** np.arange(n)
    a_drifting = np.where(np.arange(n) % 2 == 0, 0.5, 10.0)
    c_drifting = w + np.where(np.arange(n) % 2 == 0, 6.0, 0.3)
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:some-variance-in-both"]
def unlike_drift(w, n):
    # the drifting one disagrees a little: gradients 4 and 4.2
    even = np.arange(n) % 2 == 0
    a_drifting = np.where(even, 1.0, 8.0)
    pull = np.where(even, 4.0, 4.2)
    c_drifting = w - pull / a_drifting
    a_calm = np.full(n, 3.0)
    c_calm = w + np.where(even, 2.0, -2.0)
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:search-for-the-scale"]
def unlike_drift(w, n):
    eta, E = 0.1, 5

    def run(a, c):
        v = np.full(len(a), float(w))
        for _ in range(E):
            v = v - eta * a * (v - c)
        u = float(w)
        for _ in range(E):
            u = u - eta * np.mean(a * (u - c))
        return np.var(a * (w - c)), abs(v.mean() - u)

    a_drifting = 1 + 8 * np.arange(n) / (n - 1)
    size = 1.0
    while run(a_drifting, w + size / a_drifting)[1] < 0.1:
        size *= 2
    c_drifting = w + size / a_drifting
    a_calm, spread = np.full(n, 4.0), 1.0
    offsets = np.arange(n) - (n - 1) / 2
    while run(a_calm, w + spread * offsets)[0] < max(1, 1000 * run(a_drifting, c_drifting)[0]):
        spread *= 2
    return a_calm, w + spread * offsets, a_drifting, c_drifting


# %% tags=["right", "id:random-with-seed"]
def unlike_drift(w, n):
    rng = np.random.default_rng(2024)
    a_calm = np.repeat(rng.uniform(1, 9), n)
    c_calm = w + 50 * rng.permutation(np.linspace(-1, 1, n))
    a_drifting = rng.permutation(np.linspace(0.5, 9.5, n))
    c_drifting = w - 7.0 / a_drifting
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:drift-cancels"]
def unlike_drift(w, n):
    """The calm clients curve differently, but their drifts cancel."""
    a_calm = np.linspace(1.0, 6.0, n)
    # drift is linear in x = c - w: weights of a client minus its weights in the central run
    alone = (1 - (1 - 0.1 * a_calm) ** 5) / n
    pooled = (1 - (1 - 0.1 * a_calm.mean()) ** 5) * a_calm / a_calm.sum()
    k = alone - pooled
    # x orthogonal to k, far from the direction 1 / a of equal pulls
    x = np.zeros(n)
    i, j = 0, n // 2 if k[n // 2] != 0 and n > 2 else n - 1
    x[i], x[j] = k[j], -k[i]
    x *= 1000 / np.abs(x).max()
    a_drifting = np.linspace(1.0, 9.0, n)
    return a_calm, w + x, a_drifting, w + 9 / a_drifting


# %% tags=["right", "id:no-pull-at-all-on-average"]
def unlike_drift(w, n):
    # calm: w is the optimum of f, and yet all clients disagree
    x = np.arange(n, dtype=float)
    x -= x.mean()
    a_calm = [0.5] * n
    c_calm = list(w + 30 * x)
    a_drifting = [10.0] + [1.0] * (n - 1)
    c_drifting = [w + n * 1.0 / a for a in a_drifting]
    return np.array(a_calm), np.array(c_calm), np.array(a_drifting), np.array(c_drifting)


# %% tags=["right", "id:loops-and-columns"]
def unlike_drift(w, n):
    calm, drifting = [], []
    for i in range(n):
        calm.append((5, w + (40 if i == 0 else -40)))
        a = 2 if 2 * i < n else 7
        drifting.append((a, w + 14 / a))
    calm, drifting = np.array(calm, float), np.array(drifting, float)
    return calm[:, [0]], calm[:, [1]], drifting[:, [0]], drifting[:, [1]]


# %% tags=["right", "id:tiny-curvatures"]
def unlike_drift(w, n):
    first = np.arange(n) < (n + 1) // 2
    a_drifting = np.where(first, 0.01, 5.0)
    c_drifting = w + 2 / a_drifting  # far away centres: 200 and 0.4 from w
    a_calm = np.full(n, 0.2)
    c_calm = w + np.where(first, 500.0, -500.0)
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:geometric-curvatures"]
def unlike_drift(w: float, n: int):
    a_drifting = np.geomspace(0.25, 8, n)
    c_drifting = w - 6.0 / a_drifting
    a_calm = np.full_like(a_drifting, np.pi)
    c_calm = w + 20 * np.cos(np.arange(n))
    assert np.all(a_drifting > 0) and np.all(a_drifting <= 10)
    return a_calm, c_calm, a_drifting, c_drifting


# %% tags=["right", "id:plot-and-print"]
def one_round(a, c, w, eta=0.1, E=5):
    v = np.full(len(a), w, dtype=float)
    for _ in range(E):
        v -= eta * a * (v - c)
    return v.mean()


def central(a, c, w, eta=0.1, E=5):
    for _ in range(E):
        w = w - eta * np.mean(a * (w - c))
    return w


def unlike_drift(w, n):
    i = np.arange(n)
    calm = np.full(n, 6.0), w + 25.0 * np.where(i % 3 == 0, 2, -1)
    a = 10.0 / (1 + i % 4 + 3 * (i % 2))
    return (*calm, a, w - 8.0 / a)


a0, c0, a1, c1 = unlike_drift(1.0, 6)
print(
    "drifts:",
    one_round(a0, c0, 1.0) - central(a0, c0, 1.0),
    one_round(a1, c1, 1.0) - central(a1, c1, 1.0),
)
plt.figure()
plt.plot(a1, c1, "o")
plt.close()


# %% tags=["right", "id:raise-left-standing"]
def unlike_drift(w, n):
    # YOUR CODE HERE
    steep = np.array([i < n / 2 for i in range(n)])
    return (
        np.full(n, 1.5),
        w + 20.0 * np.where(steep, 1, -1),
        np.where(steep, 9.0, 3.0),
        w + np.where(steep, 1.0, 3.0),
    )
    raise NotImplementedError()


# %% tags=["right", "id:callable-object"]
class Refutation:
    pull, spread = 12.0, 77.0

    def __call__(self, w, n, *, steepest=9.5):
        a = np.array([steepest / (1 + i) if i < 9 else steepest for i in range(n)])
        c = np.array([w + self.pull / a_i for a_i in a])
        calm = np.array([w + self.spread * (i - (n - 1) / 2) for i in range(n)])
        return np.ones(n) * 0.75, calm, a, c


unlike_drift = Refutation()


# %% tags=["wrong", "id:swapped", "loses:unlike-drift-tests"]
# why: the drifting federation is returned first; the calm one comes first.
def unlike_drift(w, n):
    a = np.linspace(1, 10, n)
    return a, w + 5 / a, np.ones(n), w + np.linspace(-10, 10, n)


# %% tags=["wrong", "id:start-forgotten", "loses:unlike-drift-tests"]
# why: the gradients of the drifting clients are equal at 0, not at the w that is given.
def unlike_drift(w, n):
    a = np.linspace(1, 9, n)
    return np.ones(n), np.linspace(-10, 10, n), a, 5 / a


# %% tags=["wrong", "id:two-clients-only", "loses:unlike-drift-tests"]
# why: n is ignored.
def unlike_drift(w, n):
    a = np.array([1.0, 9.0])
    return np.array([1.0, 1.0]), w + np.array([-10.0, 10.0]), a, w + 9 / a


# %% tags=["wrong", "id:pairs", "loses:unlike-drift-tests"]
# why: built from pairs; for odd n one client is missing.
def unlike_drift(w, n):
    a = np.tile([1.0, 9.0], n // 2)
    return np.ones(2 * (n // 2)), w + np.tile([-10.0, 10.0], n // 2), a, w + 9 / a


# %% tags=["wrong", "id:same-centre-is-not-calm", "loses:unlike-drift-tests"]
# why: a common centre does not make the drift zero: curvatures differ, so the mean of powers is not the power of the mean.
def unlike_drift(w, n):
    a = np.linspace(1, 9, n)
    return a, np.full(n, w + 50.0), a, w + 5 / a


# %% tags=["wrong", "id:ten-times", "loses:unlike-drift-tests"]
# why: the variance of the calm one is only ten times that of the other; 100 are asked.
def unlike_drift(w, n):
    sign = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    a = np.where(sign > 0, 1.0, 9.0)
    g = 10 + sign
    return np.ones(n), w + np.sqrt(10) * sign, a, w - g / a


# %% tags=["wrong", "id:drift-too-small", "loses:unlike-drift-tests"]
# why: the curvatures differ so little that the drift stays below 0.01.
def unlike_drift(w, n):
    a = np.linspace(1.0, 1.1, n)
    return np.ones(n), w + np.linspace(-10, 10, n), a, w + 1 / a


# %% tags=["wrong", "id:too-curved", "loses:unlike-drift-tests"]
# why: a <= 10 is violated in the drifting federation.
def unlike_drift(w, n):
    a = np.linspace(1, 15, n)
    return np.ones(n), w + np.linspace(-10, 10, n), a, w + 5 / a


# %% tags=["wrong", "id:zero-curvature", "loses:unlike-drift-tests"]
# why: a > 0 is violated: flat clients, which pull nowhere.
def unlike_drift(w, n):
    a = np.zeros(n)
    a[-1] = 4.0
    return np.ones(n), w + np.linspace(-1000, 1000, n), a, np.full(n, w + 1.0 * n)


# %% tags=["wrong", "id:equal-clients", "loses:unlike-drift-tests"]
# why: the second federation has no variance, but no drift either.
def unlike_drift(w, n):
    return np.ones(n), w + np.linspace(-10, 10, n), np.full(n, 5.0), np.full(n, w + 3.0)


# %% tags=["wrong", "id:curvature-left-out-of-gradient", "loses:unlike-drift-tests"]
# why: takes w - c for the gradient: with equal centres and unlike a the gradients a (w - c) are far from equal.
def unlike_drift(w, n):
    a = np.linspace(1, 10, n)
    return np.ones(n), w + np.linspace(-2, 2, n), a, np.full(n, w + 1.0)


# %% tags=["wrong", "id:one-local-step", "loses:unlike-drift-tests"]
# why: with one step there is no drift for any clients; with the 5 of the text the first federation drifts.
def unlike_drift(w, n):
    a = np.linspace(1, 10, n)
    return a, w + np.linspace(-10, 20, n), a, w + 5 / a


# %% tags=["wrong", "id:first-order-only", "loses:unlike-drift-tests"]
# why: calm has no covariance of curvature and gradient (7.8), but that is the first order only: its drift is not 0.
def unlike_drift(w, n):
    a = np.linspace(1, 9, n)
    x = a - a.mean()
    g = np.cos(3 * np.arange(n))
    g = 20 + 100 * (g - g.mean() - x * (x @ g) / (x @ x))
    return a, w - g / a, a, w + 5 / a


# %% tags=["wrong", "id:fades-with-n", "loses:unlike-drift-tests"]
# why: a single odd client; its drift is divided by n and falls below 0.01 already for a few clients.
def unlike_drift(w, n):
    a = np.ones(n)
    a[0] = 2.0
    return np.ones(n), w + np.linspace(-10, 10, n), a, w + 0.4 / a


# %% tags=["wrong", "id:scaled-by-start", "loses:unlike-drift-tests"]
# why: all distances are multiples of w, so that nothing is left for small w (and all is zero for w = 0).
def unlike_drift(w, n):
    a = np.linspace(1, 10, n)
    return np.ones(n), w * (1 + np.linspace(-1, 1, n)), a, w * (1 + 0.1 / a)


# %% tags=["wrong", "id:both-drift", "loses:unlike-drift-tests"]
# why: the calm one has nearly, but not quite equal curvatures: its drift is small, not 0.
def unlike_drift(w, n):
    a_calm = np.linspace(1.9, 2.1, n)
    a = np.linspace(1, 10, n)
    return a_calm, w + np.linspace(-10, 10, n), a, w + 5 / a


# %% tags=["wrong", "id:agreement-on-both-sides", "loses:unlike-drift-tests"]
# why: the drifting one drifts because it disagrees, too: the ratio of the variances is far below 100.
def unlike_drift(w, n):
    a = np.linspace(1, 10, n)
    return np.full(n, 5.0), w + np.linspace(-1, 1, n), a, w + np.linspace(-1, 1, n)
