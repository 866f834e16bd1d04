# ruff: noqa
# %% tags=["right", "id:decoy-and-fillers"]
# client 0 drives client 1 out of column 6, but only client 1 completes client 2
def missed_optimum(n):
    rest = n - 4
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * rest)
    train = np.array([1, 1, 1, 20] + [20] * rest)
    upload = np.array([5, 5, 4, 1] + [1] * rest)
    return Z, train, upload, 10


# %% tags=["right", "id:tie-kept-first"]
# equal labels and equal time, so the second one "is not better"; it would have uploaded faster
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[4, 0], [4, 0], [0, 4], [0, 4]]
    train_time = np.full(n, 50.0)
    upload_time = np.full(n, 1.0)
    train_time[:3] = 1, 5, 5
    upload_time[:3] = 5, 1, 4
    return Z, train_time, upload_time, 10


# %% tags=["right", "id:one-column-fractions"]
# tenths of a second and a budget of one second: everything falls into column 1
def missed_optimum(n):
    Z = np.array([[5, 3], [9, 0], [0, 9]] + [[0, 2]] + [[7, 7]] * (n - 4))
    train = np.r_[np.full(3, 0.1), np.full(n - 3, 5.0)]
    upload = np.r_[np.full(3, 0.1), np.full(n - 3, 0.25)]
    return Z, train, upload, 1


# %% tags=["right", "id:random-search"]
# random counts and times, a few hundred trials at most; the rest is slow and has the mix of all
def missed_optimum(n):
    def fedbag_minimum(Z, train_time, upload_time, budget):
        p = Z.sum(axis=0) / Z.sum()
        table = {0: (np.inf, [])}
        for i in range(len(Z)):
            for j, (_, group) in sorted(table.items()):
                new = group + [i]
                seconds = round_time(train_time, upload_time, new)
                joint = Z[new].sum(axis=0)
                g = np.abs(joint / joint.sum() - p).sum()
                if seconds <= budget and g < table.get(math.ceil(seconds), (np.inf,))[0]:
                    table[math.ceil(seconds)] = g, new
        return min(g for g, _ in table.values())

    rng = np.random.default_rng(n)
    while True:
        a, b = rng.integers(2, 30, 2)
        four = np.array([[a + b, a], [2 * a + b, 0], [0, 2 * a + b], rng.integers(1, 9, 2)])
        train, upload = rng.integers(1, 4, n), rng.integers(1, 7, n)
        train[3:] += 20
        Z = np.vstack([four] + [four.sum(axis=0)] * (n - 4))
        found = fedbag_minimum(Z, train, upload, 10)
        if 0.25 < found < np.inf and found - best_gemd(Z, train, upload, 10) > 0.22:
            return Z, train, upload, 10


# %% tags=["right", "id:many-classes"]
def missed_optimum(n):
    C = 10
    left = np.arange(C) < C // 2
    Z = np.zeros((n, C), dtype=int)
    Z[0] = 2 * left + 1 * ~left
    Z[1] = 4 * left
    Z[2] = 4 * ~left
    Z[3] = 1 * ~left
    Z[4:] = 3
    train_time = np.array([30] * 3 + [300] * (n - 3))
    upload_time = np.array([12, 12, 10] + list(range(1, n - 2)))
    return Z, train_time, upload_time, 52


# %% tags=["right", "id:decoys-in-the-budget"]
# no client is too slow; decoys on both sides collide with client n - 2 and with each other
def missed_optimum(n):
    decoys = [[2, 1] if i % 2 == 0 else [1, 2] for i in range(n - 2)]
    Z = np.array(decoys + [[40, 0], [0, 40]])
    train_time = np.ones(n)
    upload_time = np.array([5.0] * (n - 1) + [4.0])
    return Z, train_time, upload_time, 10


# %% tags=["right", "id:pairs-collide"]
# no two single clients share a column, but the pairs {0, 1} (7.7 s) and {0, 2} (7.1 s) do: the
# second is dropped, and with it the only way to {0, 2, 3}. The slow rest has the mix of these four.
def missed_optimum(n):
    four = np.array([[6, 0, 0], [0, 2, 2], [0, 6, 0], [0, 0, 6]])
    Z = np.vstack([four] + [four.sum(axis=0)] * (n - 4))
    train_time = np.array([1.0] * 4 + [100.0] * (n - 4))
    upload_time = np.array([3.3, 3.4, 2.8, 2.5] + [1.0] * (n - 4))
    return Z, train_time, upload_time, 10


# %% tags=["right", "id:large-numbers-half-seconds"]
def missed_optimum(n: int):
    """As if measured: half seconds, thousands of samples, columns shared by 41.5 s and 42.0 s."""
    big = 1000
    Z = big * np.array([[5, 3], [8, 0], [0, 8]] + [[1, 3]] + [[5, 5]] * (n - 4))
    train_time = np.concatenate([[20.5, 21.0, 3.5], np.full(n - 3, 400.5)])
    upload_time = np.concatenate([[21.0, 21.0, 18.0], np.full(n - 3, 0.5)])
    assert math.ceil(20.5 + 21.0) == math.ceil(21.0 + 21.0)
    return Z, train_time, upload_time, 60


# %% tags=["right", "id:column-vectors"]
# a vector may be (n,) or (n, 1)
def missed_optimum(n):
    Z = np.full((n, 4), 2)
    Z[0], Z[1], Z[2], Z[3] = [5, 5, 2, 2], [9, 9, 0, 0], [0, 0, 9, 9], [0, 0, 3, 3]
    seconds = np.full((n, 1), 9.0)
    seconds[:3, 0] = 1.0
    upload = np.full((n, 1), 1.0)
    upload[:3, 0] = 2.0
    return Z, seconds, upload, 5


# %% tags=["wrong", "id:gap-of-a-tenth", "loses:missed-optimum-tests"]
# why: the decoy is nearly balanced, so FedBag misses the best group by 0.1 only; at least 0.2 is asked.
def missed_optimum(n):
    Z = np.array([[11, 9], [40, 0], [0, 40], [0, 2]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:decoy-too-late", "loses:missed-optimum-tests"]
# why: the decoy comes after the two good clients, whose pair is in the table by then: FedBag finds the best group.
def missed_optimum(n):
    Z = np.array([[4, 0], [0, 4], [2, 1], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 4, 5, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:no-collision", "loses:missed-optimum-tests"]
# why: the decoy takes 7 s and client 1 takes 6 s: different columns, nobody is dropped.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([6, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:nearest-second-in-mind", "loses:missed-optimum-tests"]
# why: 6.3 s and 5.8 s share a column only if times are rounded to the nearest second; rounded up they have columns 7 and 6.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20.0] + [20] * (n - 4))
    upload = np.array([5.3, 4.8, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:fillers-in-the-budget", "loses:missed-optimum-tests"]
# why: for n > 4 the additional clients are balanced and fast, so FedBag finds a GEMD near 0 with one of them.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [1] * (n - 4))
    upload = np.array([5, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:always-four", "loses:missed-optimum-tests"]
# why: ignores n, four clients always.
def missed_optimum(n):
    return (
        np.array([[2, 1], [4, 0], [0, 4], [0, 1]]),
        np.array([1, 1, 1, 20]),
        np.array([5, 5, 4, 1]),
        10,
    )


# %% tags=["wrong", "id:best-over-budget", "loses:missed-optimum-tests"]
# why: the perfect pair takes 10 s, the budget is 9 s: no group that meets the budget is better than FedBag's.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 9


# %% tags=["wrong", "id:wrong-global-mix", "loses:missed-optimum-tests"]
# why: the slow clients hold class 0 only, so p is not (1/2, 1/2), the balanced pair is far from it, and FedBag has the best group.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4]] + [[9, 0]] * (n - 3))
    train = np.array([1, 1, 1] + [20] * (n - 3))
    upload = np.array([5, 5, 4] + [1] * (n - 3))
    return Z, train, upload, 10


# %% tags=["wrong", "id:uploads-zero", "loses:missed-optimum-tests"]
# why: uploads of 0 seconds; the times must be more than 0.
def missed_optimum(n):
    Z = np.array([[2, 1], [8, 0], [0, 8], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([5, 5, 5, 20] + [20] * (n - 4))
    upload = np.zeros(n)
    return Z, train, upload, 10


# %% tags=["wrong", "id:empty-fillers", "loses:missed-optimum-tests"]
# why: for n > 4 the additional clients hold no samples; no row may consist of zeros only.
def missed_optimum(n):
    Z = np.zeros((n, 2), dtype=int)
    Z[:4] = [[2, 1], [4, 0], [0, 4], [0, 1]]
    train, upload = np.full(n, 20), np.ones(n)
    train[:3], upload[:3] = 1, [5, 5, 4]
    return Z, train, upload, 10


# %% tags=["wrong", "id:greedy-misses", "loses:missed-optimum-tests"]
# why: an example in which FedCS (fast clients first) fails; FedBag finds the best group there.
def missed_optimum(n):
    Z = np.array([[9, 0], [9, 0], [0, 9], [0, 9]] + [[3, 3]] * (n - 4))
    train = np.array([1, 1, 6, 30] + [30] * (n - 4))
    upload = np.array([1, 2, 3, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:fractional-counts", "loses:missed-optimum-tests"]
# why: counts of 0.5 and 1.5; they must be integers.
def missed_optimum(n):
    Z = np.array([[1.0, 0.5], [2.5, 0], [0, 2.5], [0, 0.5]] + [[1.5, 1.5]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10


# %% tags=["wrong", "id:fractional-budget", "loses:missed-optimum-tests"]
# why: a budget of 10.5; it must be a whole number of seconds.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 5, 4.5, 1] + [1] * (n - 4))
    return Z, train, upload, 10.5


# %% tags=["wrong", "id:nobody-fits", "loses:missed-optimum-tests"]
# why: no client meets the budget: both smallest values are infinite, nothing is missed.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[1, 1]] * (n - 4))
    return Z, np.full(n, 20), np.full(n, 5), 10


# %% tags=["wrong", "id:tie-replaces-in-mind", "loses:missed-optimum-tests"]
# why: takes it that an equally good newcomer replaces the group in its column; it is dropped, so the right client stays and FedBag finds the best group.
def missed_optimum(n):
    Z = np.ones((n, 2), dtype=int)
    Z[:4] = [[4, 0], [4, 0], [0, 4], [0, 4]]
    train_time, upload_time = np.full(n, 50.0), np.full(n, 1.0)
    train_time[:3] = 5, 1, 5
    upload_time[:3] = 1, 5, 4
    return Z, train_time, upload_time, 10


# %% tags=["wrong", "id:four-to-six-only", "loses:missed-optimum-tests"]
# why: the additional clients tip the mix more and more: for large n the gap falls below 0.2.
def missed_optimum(n):
    Z = np.array([[2, 1], [4, 0], [0, 4], [0, 1]] + [[2, 1]] * (n - 4))
    train = np.array([1, 1, 1, 20] + [20] * (n - 4))
    upload = np.array([5, 5, 4, 1] + [1] * (n - 4))
    return Z, train, upload, 10
