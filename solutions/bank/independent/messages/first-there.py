# ruff: noqa
# %% tags=["right", "id:plain-loops"]
def first_there(curves, bits, steps, lines, pace, target):
    best = None
    for k in range(len(curves)):
        curve = curves[k]
        if curve[len(curve) - 1] > target:
            continue
        rounds = 0
        for t in range(len(curve)):
            if curve[t] > target:
                rounds = t + 1
        slowest = 0
        for i in range(len(pace)):
            time = bits[k][0] / lines[i][0] + steps[k] * pace[i] + bits[k][1] / lines[i][1]
            if time > slowest:
                slowest = time
        if best is None or rounds * slowest < best[2]:
            best = (k, rounds, rounds * slowest)
    return best


# %% tags=["right", "id:arrays"]
def first_there(curves, bits, steps, lines, pace, target):
    bits, lines = np.asarray(bits, float), np.asarray(lines, float)
    one = (bits[:, None, :] / lines[None, :, :]).sum(axis=2) + np.outer(steps, pace)
    above = [np.flatnonzero(np.asarray(c) > target) for c in curves]
    rounds = np.array([a[-1] + 1 if len(a) else 0 for a in above])
    arrives = rounds < [len(c) for c in curves]
    seconds = np.where(arrives, rounds * one.max(axis=1), np.inf)
    k = np.argmin(seconds)
    return k, rounds[k], seconds[k]


# %% tags=["right", "id:largest-of-what-is-left"]
def first_there(curves, bits, steps, lines, pace, target):
    def arrival(curve):
        # entry t: the largest excess loss from round t on
        rest = np.maximum.accumulate(np.array(curve)[::-1])[::-1]
        below = np.nonzero(rest <= target)[0]
        return below[0] if below.size else None

    found = []
    for k, curve in enumerate(curves):
        t = arrival(curve)
        if t is not None:
            per_client = bits[k, 0] / lines[:, 0] + bits[k, 1] / lines[:, 1] + steps[k] * pace
            found.append((t * per_client.max(), k, t))
    seconds, k, t = min(found)
    return k, t, seconds


# %% tags=["right", "id:fractions"]
from fractions import Fraction


def first_there(curves, bits, steps, lines, pace, target):
    results = []
    for k, curve in enumerate(curves):
        t = len(curve)
        while t > 0 and curve[t - 1] <= target:
            t -= 1
        if t == len(curve):
            continue
        longest = max(
            Fraction(float(bits[k][0])) / Fraction(float(down))
            + int(steps[k]) * Fraction(float(second))
            + Fraction(float(bits[k][1])) / Fraction(float(up))
            for (down, up), second in zip(lines, pace)
        )
        results.append((t * longest, k, t))
    results.sort()
    return results[0][1], results[0][2], float(results[0][0])


# %% tags=["right", "id:takewhile-backwards"]
from itertools import takewhile


def first_there(curves, bits, steps, lines, pace, target):
    seconds = {}
    rounds = {}
    for k, c in enumerate(curves):
        good = len(list(takewhile(lambda loss: loss <= target, reversed(list(c)))))
        if good:
            rounds[k] = len(c) - good
            seconds[k] = rounds[k] * max(
                b.sum() + w for b, w in zip(bits[k] / lines, steps[k] * np.asarray(pace))
            )
    k = min(seconds, key=seconds.get)
    return [k, rounds[k], seconds[k]]


# %% tags=["right", "id:clock-round-after-round"]
class Federation:
    """Rounds one after the other; a round ends when the last client has sent."""

    def __init__(self, lines, pace):
        self.lines, self.pace = lines, pace

    def end_of_round(self, now, down, up, steps):
        ends = []
        for (fast_down, fast_up), pace in zip(self.lines, self.pace):
            t = now + down / fast_down
            for _ in range(int(steps)):
                t += pace
            ends.append(t + up / fast_up)
        return max(ends)


def first_there(curves, bits, steps, lines, pace, target):
    world = Federation(lines, pace)
    best_time = float("inf")
    answer = None
    for k, curve in enumerate(curves):
        times = [0.0]
        for _ in range(1, len(curve)):
            times.append(world.end_of_round(times[-1], bits[k][0], bits[k][1], steps[k]))
        stays = [all(x <= target for x in curve[t:]) for t in range(len(curve))]
        if True in stays:
            t = stays.index(True)
            if times[t] < best_time:
                best_time, answer = times[t], (k, t, times[t])
    return answer


# %% tags=["right", "id:padded-table"]
def first_there(curves, bits, steps, lines, pace, target):
    longest = max(map(len, curves))
    # a log that ends stays at its last value
    table = np.array(
        [np.pad(np.asarray(c, float), (0, longest - len(c)), mode="edge") for c in curves]
    )
    bad = table > target
    last_bad = np.where(bad.any(axis=1), longest - np.argmax(bad[:, ::-1], axis=1), 0)
    duration = np.max(
        np.reshape(bits, (-1, 1, 2))[:, :, 0] / lines[:, 0]
        + np.reshape(bits, (-1, 1, 2))[:, :, 1] / lines[:, 1]
        + np.reshape(steps, (-1, 1)) * pace,
        axis=1,
    )
    total = np.where(bad[:, -1], np.nan, last_bad * duration)
    k = int(np.nanargmin(total))
    return k, int(last_bad[k]), float(total[k])


# %% tags=["right", "id:all-in-one-array"]
def first_there(curves, bits, steps, lines, pace, target):
    winner = np.array([-1, -1, np.inf])
    for k, (c, (down, up), e) in enumerate(zip(curves, bits, steps)):
        c = np.ravel(c)
        ok = np.logical_and.accumulate(c[::-1] < target)[::-1]  # no entry equals the target
        if not ok[-1]:
            continue
        t = int(np.sum(~ok))
        s = t * np.max(np.column_stack([down / lines[:, 0], e * pace, up / lines[:, 1]]).sum(1))
        if s < winner[2]:
            winner = np.array([k, t, s])
    return winner


# %% tags=["right", "id:recursive-search"]
def first_there(curves, bits, steps, lines, pace, target):
    def back(curve, t):
        """Earliest round from which all is below, if all from t on is."""
        return t if t == 0 or curve[t - 1] > target else back(curve, t - 1)

    ranking = []
    for k in range(len(curves)):
        end = len(curves[k]) - 1
        if curves[k][end] <= target:
            t = back(curves[k], end)
            ranking.append((k, t, t * _round(bits[k], steps[k], lines, pace)))
    return sorted(ranking, key=lambda entry: entry[2])[0]


def _round(b, e, lines, pace):
    return np.max(lines**-1.0 @ np.asarray(b, float) + np.asarray(pace) * e)


# %% tags=["wrong", "id:first-time-below", "loses:first-there-tests"]
# why: a log that falls below and rises again has not arrived; this takes the first entry below.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        below = np.flatnonzero(np.asarray(c) <= target)
        if len(below):
            one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((below[0] * one, k, below[0]))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:first-below-if-the-end-is-below", "loses:first-there-tests"]
# why: leaves out methods that end above, but counts rounds to the first entry below, not to the one after the last above.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        if c[-1] <= target:
            t = int(np.argmax(np.asarray(c) <= target))
            one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:round-of-the-mean-client", "loses:first-there-tests"]
# why: a round waits for the slowest client, not for the mean of all.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = np.mean(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:slowest-of-each-phase", "loses:first-there-tests"]
# why: adds the slowest download, the slowest computing and the slowest upload, which may be of different clients; nobody waits between them.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = (
                bits[k, 0] / lines[:, 0].min()
                + steps[k] * pace.max()
                + bits[k, 1] / lines[:, 1].min()
            )
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:client-with-slowest-computer", "loses:first-there-tests"]
# why: takes the client with the slowest computer for the slowest one; another one may have a slower line.
def first_there(curves, bits, steps, lines, pace, target):
    i = np.argmax(pace)
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = bits[k, 0] / lines[i, 0] + steps[k] * pace[i] + bits[k, 1] / lines[i, 1]
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:client-with-slowest-upload", "loses:first-there-tests"]
# why: "uploads usually cost more", so this waits for the slowest upload only by line, not for the slowest client in all.
def first_there(curves, bits, steps, lines, pace, target):
    i = np.argmin(lines[:, 1])
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = bits[k, 0] / lines[i, 0] + steps[k] * pace[i] + bits[k, 1] / lines[i, 1]
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:one-step-a-round", "loses:first-there-tests"]
# why: a client makes steps[k] local steps in a round, not one.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = np.max(bits[k, 0] / lines[:, 0] + pace + bits[k, 1] / lines[:, 1])
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:fewest-rounds", "loses:first-there-tests"]
# why: chooses the method with the fewest rounds and then states its seconds.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((t, k, t * one))
    t, k, s = min(found)
    return k, t, s


# %% tags=["wrong", "id:fewest-bits", "loses:first-there-tests"]
# why: chooses the method that has sent the fewest bits on arrival, not the one with the fewest seconds.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((t * bits[k].sum(), k, t, t * one))
    _, k, t, s = min(found)
    return k, t, s


# %% tags=["wrong", "id:last-round-above", "loses:first-there-tests"]
# why: off by one: the last entry above the target is not yet arrived, the next one is.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] if len(above) else 0
        if c[-1] <= target:
            one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:never-counts-as-one-more", "loses:first-there-tests"]
# why: a log that ends above the target never arrives; here it arrives one round after its end.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
        found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:at-least-one-round", "loses:first-there-tests"]
# why: a log that is below the target from the start has arrived after 0 rounds; here the search begins with round 1.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        if c[-1] > target:
            continue
        t = 1
        for r in range(1, len(c)):
            if c[r] > target:
                t = r + 1
        one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
        found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:zero-is-false", "loses:first-there-tests"]
# why: `if not t` skips methods that never arrive (None), but also those that have arrived after 0 rounds.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        t = next((r for r in range(len(c)) if np.all(np.asarray(c)[r:] <= target)), None)
        if not t:
            continue
        one = np.max(bits[k, 0] / lines[:, 0] + steps[k] * pace + bits[k, 1] / lines[:, 1])
        found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:down-and-up-exchanged", "loses:first-there-tests"]
# why: takes column 0 of lines for what a client sends and column 1 for what it receives.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            one = np.max(bits[k, 1] / lines[:, 0] + steps[k] * pace + bits[k, 0] / lines[:, 1])
            found.append((t * one, k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:computes-while-it-sends", "loses:first-there-tests"]
# why: takes the longest of the three phases of a client, as if they ran at the same time.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            phases = [bits[k, 0] / lines[:, 0], steps[k] * pace, bits[k, 1] / lines[:, 1]]
            found.append((t * np.max(phases), k, t))
    s, k, t = min(found)
    return k, t, s


# %% tags=["wrong", "id:uploads-only", "loses:first-there-tests"]
# why: the book's figure shows uploads; here downloads take time, too.
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, c in enumerate(curves):
        above = np.flatnonzero(np.asarray(c) > target)
        t = above[-1] + 1 if len(above) else 0
        if t < len(c):
            found.append((t * np.max(steps[k] * pace + bits[k, 1] / lines[:, 1]), k, t))
    s, k, t = min(found)
    return k, t, s
