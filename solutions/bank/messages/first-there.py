# ruff: noqa: B905, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:go-back-from-the-end"]
def first_there(curves, bits, steps, lines, pace, target):
    best = None
    for k in range(len(curves)):
        t = len(curves[k])
        while t > 0 and curves[k][t - 1] <= target:
            t -= 1
        if t == len(curves[k]):
            continue
        slowest = 0
        for i in range(len(lines)):
            seconds = bits[k][0] / lines[i][0] + steps[k] * pace[i] + bits[k][1] / lines[i][1]
            slowest = max(slowest, seconds)
        if best is None or t * slowest < best[2]:
            best = (k, t, t * slowest)
    return best


# %% tags=["right", "id:all-at-once"]
def first_there(curves, bits, steps, lines, pace, target):
    each = bits @ (1 / lines).T + np.outer(steps, pace)
    rounds = []
    for curve in curves:
        good = np.append(np.asarray(curve) > target, False)
        last = len(curve) - np.argmax(good[:-1][::-1]) if good.any() else 0
        rounds.append(last if last < len(curve) else np.inf)
    total = np.array(rounds) * each.max(axis=1)
    k = np.argmin(total)
    return np.array([k, rounds[k], total[k]])


# %% tags=["right", "id:running-maximum"]
def first_there(curves, bits, steps, lines, pace, target):
    answers = {}
    for k, curve in enumerate(curves):
        future = np.maximum.accumulate(curve[::-1])[::-1]
        there = np.flatnonzero(future <= target)
        if len(there):
            answers[k] = int(there[0])

    def seconds(k):
        times = [
            down_k + s + up_k
            for down_k, up_k, s in zip(
                bits[k, 0] / lines[:, 0], bits[k, 1] / lines[:, 1], steps[k] * pace, strict=True
            )
        ]
        return answers[k] * max(times)

    k = min(answers, key=seconds)
    return [k, answers[k], seconds(k)]


# %% tags=["right", "id:sorted-list"]
def first_there(curves, bits, steps, lines, pace, target):
    rows = []
    for k, curve in enumerate(curves):
        for t in range(len(curve)):
            if all(x < target for x in curve[t:]):
                time = t * max(bits[k] @ (1 / line) + steps[k] * s for line, s in zip(lines, pace))
                rows.append([time, k, t])
                break
    rows.sort()
    return rows[0][1], rows[0][2], rows[0][0]


# %% tags=["right", "id:columns-and-floats"]
def first_there(curves, bits, steps, lines, pace, target):
    times = np.array(
        [np.max(b[0] / lines[:, 0] + b[1] / lines[:, 1] + s * pace) for b, s in zip(bits, steps)]
    )
    rounds = np.full(len(curves), np.nan)
    for k, curve in enumerate(curves):
        if curve[-1] < target:
            bad = np.where(curve > target)[0]
            rounds[k] = bad.max() + 1.0 if bad.size else 0.0
    k = np.nanargmin(rounds * times)
    return float(k), rounds[k], np.array([rounds[k] * times[k]])


# %% tags=["wrong", "id:first-touch", "says:rises again"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        below = np.flatnonzero(curve < target)
        if len(below):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((below[0] * each.max(), k, below[0]))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:one-round", "says:seconds of one round"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.max(), k, rounds, each.max()))
    _, k, rounds, seconds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:mean-of-the-clients", "says:this is the mean of all"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.mean(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:sum-of-the-clients", "says:this is the sum of all"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.sum(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:slowest-of-each-kind", "says:of different clients"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines.min(axis=0)).sum() + steps[k] * pace.max()
            found.append((rounds * each, k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:bits-only", "says:local steps are forgotten"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            found.append((rounds * (bits[k] / lines).sum(axis=1).max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:one-step", "says:not one"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:uploads-only", "says:downloads are forgotten"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = bits[k, 1] / lines[:, 1] + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:downloads-only", "says:Uploads are forgotten"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = bits[k, 0] / lines[:, 0] + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:at-the-same-time", "says:not at once"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = np.maximum((bits[k] / lines).max(axis=1), steps[k] * pace)
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:lines-swapped", "says:Lines down and up are swapped"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines[:, ::-1]).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:the-fastest-client", "says:fastest client"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.min(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:fewest-rounds", "says:fewest rounds, but more seconds"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        if rounds < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds, k, rounds * each.max()))
    rounds, k, seconds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:logs-counted-from-one", "says:Entry 0 is the start"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 2 if len(above) else 1
        if rounds <= len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:last-round-above", "says:last round above"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) if len(above) else 0
        if rounds < len(curve) - 1:
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:logs-that-end-above", "says:never arrives"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        rounds = int(above[-1]) + 1 if len(above) else 0
        each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
        found.append((rounds * each.max(), k, rounds))
    seconds, k, rounds = min(found)
    return k, rounds, seconds


# %% tags=["wrong", "id:forgets-who-begins-below", "says:after 0 rounds"]
def first_there(curves, bits, steps, lines, pace, target):
    found = []
    for k, curve in enumerate(curves):
        above = np.flatnonzero(curve > target)
        if len(above) and above[-1] + 1 < len(curve):
            each = (bits[k] / lines).sum(axis=1) + steps[k] * pace
            found.append(((above[-1] + 1) * each.max(), k, above[-1] + 1))
    seconds, k, rounds = min(found)
    return k, rounds, seconds
