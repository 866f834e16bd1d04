# ruff: noqa
# %% tags=["right", "id:loops"]
def _end(B, held, sent, heard, gone):
    x = s = 0.0
    n = len(B)
    for i in range(n):
        if i == gone:
            continue
        x += held[i][0]
        s += held[i][1]
        for j in range(n):
            if j != gone and B[i][j]:
                x += sent[i][0] - heard[i][j][0]
                s += sent[i][1] - heard[i][j][1]
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:ix-arrays"]
def _end(B, held, sent, heard, gone):
    stay = np.array([i for i in range(len(B)) if i != gone])
    links = np.asarray(B)[np.ix_(stay, stay)]
    under_way = links[:, :, None] * (sent[stay][:, None, :] - heard[np.ix_(stay, stay)])
    x, s = held[stay].sum(axis=0) + under_way.sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:links-cut-einsum"]
def _end(B, held, sent, heard, gone):
    links = np.array(B, dtype=float)
    links[gone, :] = 0
    links[:, gone] = 0
    out = links.sum(axis=1)
    total = np.sum(held, axis=0) - held[gone] + out @ sent - np.einsum("ij,ijk->k", links, heard)
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:run-it"]
def _end(B, held, sent, heard, gone):
    """Push-sum with running sums goes on among those who stay, with every message delivered."""
    keep = [i for i in range(len(B)) if i != gone]
    z = {i: np.array(held[i], dtype=float) for i in keep}
    total = {i: np.array(sent[i], dtype=float) for i in keep}
    to = {i: [j for j in keep if B[i, j]] for i in keep}
    last = {(i, j): np.array(heard[i, j], dtype=float) for i in keep for j in to[i]}
    for t in range(100000):
        for i in keep:
            z[i] = z[i] / (1 + len(to[i]))
            total[i] = total[i] + z[i]
        for i, j in last:
            z[j] = z[j] + (total[i] - last[i, j])
            last[i, j] = total[i]
        ratios = [z[i][0] / z[i][1] for i in keep]
        if max(ratios) - min(ratios) <= 1e-11 * max(abs(r) for r in ratios):
            break
    return float(np.mean(ratios))


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:one-round-then-perron"]
def _end(B, held, sent, heard, gone):
    # one round in which all arrives, then the limit of the push matrix
    keep = np.arange(len(B)) != gone
    b = np.asarray(B, dtype=float)[keep][:, keep]
    out = b.sum(axis=1)
    share = held[keep] / (1 + out)[:, None]
    running = sent[keep] + share
    now = share + np.einsum("ij,ijk->jk", b, running[:, None, :] - heard[keep][:, keep])
    C = (b + np.eye(len(b))).T / (1 + out)
    values, vectors = np.linalg.eig(C)
    pi = vectors[:, np.argmax(values.real)].real
    pi = pi / pi.sum()
    end = np.outer(pi, now.sum(axis=0))
    return (end[:, 0] / end[:, 1]).mean()


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:delete-and-subtract"]
def _end(B, held, sent, heard, gone):
    """All that is there, less what is lost with the node."""
    B = np.asarray(B) > 0
    way = np.where(B[..., None], np.asarray(sent)[:, None, :] - heard, 0.0)
    everything = np.sum(held, axis=0) + way.sum(axis=0).sum(axis=0)
    lost = held[gone] + way[gone].sum(axis=0) + way[:, gone].sum(axis=0)
    rest = everything - lost
    return np.divide(*rest)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:weights-by-conservation"]
def _end(B, held, sent, heard, gone):
    # The weights, held and under way, always sum to n; subtract those that are lost.
    # The sum of x is not known from the log alone, so it is added up.
    n = len(B)
    x = sum(held[i, 0] for i in range(n) if i != gone)
    lost = held[gone, 1]
    for i in range(n):
        for j in range(n):
            if B[i, j]:
                if gone in (i, j):
                    lost += sent[i, 1] - heard[i, j, 1]
                else:
                    x += sent[i, 0] - heard[i, j, 0]
    return x / (n - lost)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:exact-fractions"]
from fractions import Fraction


def _end(B, held, sent, heard, gone):
    links = [(i, j) for i, j in zip(*np.nonzero(B)) if gone not in (i, j)]
    sums = []
    for part in (0, 1):
        value = sum(Fraction(float(row[part])) for k, row in enumerate(held) if k != gone)
        value += sum(
            Fraction(float(sent[i, part])) - Fraction(float(heard[i, j, part])) for i, j in links
        )
        sums.append(value)
    return float(sums[0] / sums[1])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:sparse-links"]
import scipy.sparse as sp


def _end(B, held, sent, heard, gone):
    L = sp.coo_array(np.asarray(B))
    ok = (L.row != gone) & (L.col != gone) & (L.data != 0)
    i, j = L.row[ok], L.col[ok]
    rest = np.delete(held, gone, axis=0).sum(axis=0) + (sent[i] - heard[i, j]).sum(axis=0)
    return np.array([rest[0] / rest[1]])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:everything-arrives-at-the-receiver"]
def _end(B, held, sent, heard, gone):
    held = np.array(held, dtype=float)
    n = held.shape[0]
    others = set(range(n)) - {gone}
    # let every link among them deliver now; nobody splits meanwhile
    for i in others:
        for j in others:
            if B[i, j] == 1:
                held[j] += sent[i] - heard[i, j]
    x, s = np.transpose([held[i] for i in sorted(others)])
    return np.average(x / s, weights=s)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:nothing-under-way", "loses:after-leaving-tests"]
# why: only what the others hold; what is under way between them arrives some day.
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    return held[stay, 0].sum() / held[stay, 1].sum()


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:to-the-lost-node-counted", "loses:after-leaving-tests"]
# why: what is under way to the node that left is counted, nobody hears it.
def _end(B, held, sent, heard, gone):
    total = np.zeros(2)
    for i in range(len(B)):
        if i != gone:
            total = total + held[i]
            for j in range(len(B)):
                if B[i, j]:
                    total = total + sent[i] - heard[i, j]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:from-the-lost-node-counted", "loses:after-leaving-tests"]
# why: what the lost node had under way to the others is counted; it sends no more, and the links are dropped.
def _end(B, held, sent, heard, gone):
    total = np.zeros(2)
    for i in range(len(B)):
        if i != gone:
            total = total + held[i]
        for j in range(len(B)):
            if B[i, j] and j != gone:
                total = total + sent[i] - heard[i, j]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:as-if-nobody-left", "loses:after-leaving-tests"]
# why: everything is counted: the mean of all starts.
def _end(B, held, sent, heard, gone):
    way = np.asarray(B)[:, :, None] * (sent[:, None, :] - heard)
    total = held.sum(axis=0) + way.sum(axis=(0, 1))
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:mean-of-starts-of-the-rest", "loses:after-leaving-tests"]
# why: the lost weight is taken for 1 and its x for x/s of the lost node: "the mean of the starts of those who stay".
def _end(B, held, sent, heard, gone):
    way = np.asarray(B)[:, :, None] * (sent[:, None, :] - heard)
    total = held.sum(axis=0) + way.sum(axis=(0, 1))
    return (total[0] - held[gone, 0] / held[gone, 1]) / (total[1] - 1)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:other-direction", "loses:after-leaving-tests"]
# why: heard[i, j] is read as what i heard from j.
def _end(B, held, sent, heard, gone):
    n = len(B)
    total = np.zeros(2)
    for i in range(n):
        if i != gone:
            total = total + held[i]
            for j in range(n):
                if j != gone and B[i, j]:
                    total = total + sent[i] - heard[j, i]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:b-transposed", "loses:after-leaving-tests"]
# why: B[i, j] is read as "i hears j": links are taken the wrong way round, also for the running sums.
def _end(B, held, sent, heard, gone):
    n = len(B)
    total = np.zeros(2)
    for i in range(n):
        if i != gone:
            total = total + held[i]
            for j in range(n):
                if j != gone and B[j, i]:
                    total = total + sent[i] - heard[i, j]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:once-for-a-node", "loses:after-leaving-tests"]
# why: the running sum of a node is counted once, but each link has its own difference.
def _end(B, held, sent, heard, gone):
    stay = np.delete(np.arange(len(B)), gone)
    h = heard[np.ix_(stay, stay)] * np.asarray(B)[np.ix_(stay, stay)][:, :, None]
    total = held[stay].sum(axis=0) + sent[stay].sum(axis=0) - h.sum(axis=(0, 1))
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:all-pairs", "loses:after-leaving-tests"]
# why: B is not used: also pairs without a link (and a node with itself) get sent - heard.
def _end(B, held, sent, heard, gone):
    stay = np.delete(np.arange(len(B)), gone)
    total = held[stay].sum(axis=0)
    for i in stay:
        for j in stay:
            if i != j:
                total = total + sent[i] - heard[i, j]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:silent-links-skipped", "loses:after-leaving-tests"]
# why: a link on which nothing was heard yet is taken for no link; all of its running sum is under way.
def _end(B, held, sent, heard, gone):
    n = len(B)
    total = np.zeros(2)
    for i in range(n):
        if i != gone:
            total = total + held[i]
            for j in range(n):
                if j != gone and B[i, j] and np.any(heard[i, j] != 0):
                    total = total + sent[i] - heard[i, j]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:number-of-those-who-stay", "loses:after-leaving-tests"]
# why: the sum of x is divided by n - 1; the weights that are left do not sum to the number of nodes.
def _end(B, held, sent, heard, gone):
    stay = np.delete(np.arange(len(B)), gone)
    x = held[stay, 0].sum()
    for i in stay:
        for j in stay:
            if B[i, j]:
                x += sent[i, 0] - heard[i, j, 0]
    return x / (len(B) - 1)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:weights-only-held", "loses:after-leaving-tests"]
# why: what is under way is added to x only, the weights under way are forgotten.
def _end(B, held, sent, heard, gone):
    stay = np.delete(np.arange(len(B)), gone)
    x, s = held[stay].sum(axis=0)
    for i in stay:
        for j in stay:
            if B[i, j]:
                x += sent[i, 0] - heard[i, j, 0]
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:mean-of-ratios", "loses:after-leaving-tests"]
# why: the mean of the ratios after everything has arrived; nodes with little weight count as much as others.
def _end(B, held, sent, heard, gone):
    z = np.array(held, dtype=float)
    stay = np.delete(np.arange(len(B)), gone)
    for i in stay:
        for j in stay:
            if B[i, j]:
                z[j] += sent[i] - heard[i, j]
    return np.mean(z[stay, 0] / z[stay, 1])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:all-that-was-sent", "loses:after-leaving-tests"]
# why: adds the running sums and forgets to subtract what has been heard.
def _end(B, held, sent, heard, gone):
    stay = np.delete(np.arange(len(B)), gone)
    total = held[stay].sum(axis=0)
    for i in stay:
        for j in stay:
            if B[i, j]:
                total = total + sent[i]
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:deleted-from-rows-only", "loses:after-leaving-tests"]
# why: the node is deleted from the rows, not from the columns: what goes to it is still counted.
def _end(B, held, sent, heard, gone):
    B, held, sent, heard = (np.delete(part, gone, axis=0) for part in (B, held, sent, heard))
    way = B[:, :, None] * (sent[:, None, :] - heard)
    total = held.sum(axis=0) + way.sum(axis=(0, 1))
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:last-node-leaves", "loses:after-leaving-tests"]
# why: always the last node is cut off, whoever leaves.
def _end(B, held, sent, heard, gone):
    k = len(B) - 1
    way = np.asarray(B)[:k, :k, None] * (sent[:k, None, :] - heard[:k, :k])
    total = held[:k].sum(axis=0) + way.sum(axis=(0, 1))
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:loops-too"]
# why: what stays: held and what is under way between those who stay
def after_leaving():
    out = []
    for k in range(5):
        x = s = 0.0
        for i in range(5):
            if i == k:
                continue
            x += own_held[i][0]
            s += own_held[i][1]
            for j in range(5):
                if j != k and own_links[i][j] == 1:
                    x += own_sent[i][0] - own_heard[i][j][0]
                    s += own_sent[i][1] - own_heard[i][j][1]
        out.append(x / s)
    return out


# %% tags=["right", "id:deletion"]
# why: np.delete of node k from all arrays, einsum over the links
def after_leaving():
    ends = np.empty(5)
    for k in range(5):
        B = np.delete(np.delete(own_links, k, 0), k, 1)
        heard = np.delete(np.delete(own_heard, k, 0), k, 1)
        held, sent = np.delete(own_held, k, 0), np.delete(own_sent, k, 0)
        total = held.sum(0) + np.einsum("ij,ijc->c", B, sent[:, None] - heard)
        ends[k] = total[0] / total[1]
    return ends


# %% tags=["right", "id:simulation"]
# why: the algorithm itself, without losses, for 400 rounds
def after_leaving():
    result = []
    for gone in range(5):
        B = own_links.astype(float).copy()
        B[gone] = 0
        B[:, gone] = 0
        held, sent, heard = own_held.copy(), own_sent.copy(), own_heard.copy()
        for _ in range(400):
            held = held / (1 + B.sum(axis=1))[:, None]
            sent = sent + held
            for i in range(5):
                for j in range(5):
                    if B[i, j]:
                        held[j] += sent[i] - heard[i, j]
                        heard[i, j] = sent[i]
        other = (gone + 1) % 5
        result.append(held[other, 0] / held[other, 1])
    return result


# %% tags=["right", "id:lossy-simulation"]
# why: simulation with messages lost at random, long enough
def after_leaving():
    rng = np.random.default_rng(77)
    result = ()
    for gone in range(5):
        who = [i for i in range(5) if i != gone]
        pairs = [(i, j) for i in who for j in who if own_links[i, j]]
        leaving = {i: sum(1 for a, _ in pairs if a == i) for i in who}
        held = {i: own_held[i].copy() for i in who}
        sent = {i: own_sent[i].copy() for i in who}
        heard = {e: own_heard[e].copy() for e in pairs}
        for _ in range(900):
            for i in who:
                held[i] = held[i] / (1 + leaving[i])
                sent[i] = sent[i] + held[i]
            for i, j in pairs:
                if rng.random() < 0.6:
                    held[j] = held[j] + sent[i] - heard[i, j]
                    heard[i, j] = sent[i]
        ratios = [held[i][0] / held[i][1] for i in who]
        result += (sum(ratios) / 4,)
    return result


# %% tags=["right", "id:by-subtraction"]
# why: everything there is, less what the leaver holds and what is on links to it and from it
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None, :] - own_heard)
    everything = own_held.sum(0) + way.sum((0, 1))
    left = everything - own_held - way.sum(axis=0) - way.sum(axis=1)
    return left[:, 0] / left[:, 1]


# %% tags=["right", "id:mask-matrix"]
# why: a matrix of masks for all five at once
def after_leaving():
    stay = 1 - np.eye(5)
    way = own_links[:, :, None] * (own_sent[:, None] - own_heard)
    both = np.einsum("ki,kj,ijc->kc", stay, stay, way) + stay @ own_held
    return (both[:, 0] / both[:, 1]).reshape(-1, 1)


# %% tags=["right", "id:enlarged-network"]
# why: links as extra nodes: held vectors concatenated, ratio of the sums
def after_leaving():
    def state(k, c):
        nodes = [own_held[i, c] for i in range(5) if i != k]
        links = [
            own_sent[i, c] - own_heard[i, j, c]
            for i, j in zip(*np.nonzero(own_links))
            if k not in (i, j)
        ]
        return math.fsum(nodes + links)

    return [state(k, 0) / state(k, 1) for k in range(5)]


import math


# %% tags=["right", "id:first-round-then-average"]
# why: every link delivers once without a new round, then the ratio of sums of what is held
def after_leaving():
    ends = []
    for k in range(5):
        held = np.array(own_held)
        for i, j in np.argwhere(own_links == 1):
            if i != k and j != k:
                held[j] += own_sent[i] - own_heard[i, j]
        held[k] = 0
        ends.append(np.divide(*held.sum(axis=0)))
    return np.array(ends, dtype=np.float64)


# %% tags=["right", "id:perron"]
# why: limit by the matrix of the lossless round after all links have delivered
def after_leaving():
    ends = []
    for k in range(5):
        stay = np.setdiff1d(np.arange(5), [k])
        B = own_links[np.ix_(stay, stay)]
        P = (np.eye(4) + B) / (1 + B.sum(1, keepdims=True))
        held = own_held[stay] + np.array(
            [
                sum((own_sent[stay[i]] - own_heard[stay[i], stay[j]]) * B[i, j] for i in range(4))
                for j in range(4)
            ]
        )
        after = np.linalg.matrix_power(P.T, 600) @ held
        ends.append(after[2, 0] / after[2, 1])
    return ends


# %% tags=["right", "id:typed", "own:public"]
# why: five public numbers with ten digits
def after_leaving():
    return (26.2570663769, 26.4345929434, 28.2262858808, 27.3047901261, 26.6449204569)


# %% tags=["wrong", "id:only-held", "loses:after-leaving-tests"]
# why: what is under way is forgotten
def after_leaving():
    return [
        (own_held.sum(0) - own_held[k])[0] / (own_held.sum(0) - own_held[k])[1] for k in range(5)
    ]


# %% tags=["wrong", "id:all-starts", "loses:after-leaving-tests"]
# why: the mean of all starts, whoever leaves
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard)
    t = own_held.sum(0) + way.sum((0, 1))
    return np.full(5, t[0] / t[1])


# %% tags=["wrong", "id:from-leaver-counted", "loses:after-leaving-tests"]
# why: what is under way from the leaver arrives
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard)
    t = own_held.sum(0) + way.sum((0, 1)) - own_held - way.sum(axis=0)
    return t[:, 0] / t[:, 1]


# %% tags=["wrong", "id:to-leaver-counted", "loses:after-leaving-tests"]
# why: what is under way to the leaver is kept
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard)
    t = own_held.sum(0) + way.sum((0, 1)) - own_held - way.sum(axis=1)
    return t[:, 0] / t[:, 1]


# %% tags=["wrong", "id:transposed-heard", "loses:after-leaving-tests"]
# why: heard[j, i] in place of heard[i, j]
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard.transpose(1, 0, 2))
    t = own_held.sum(0) + way.sum((0, 1)) - own_held - way.sum(axis=0) - way.sum(axis=1)
    return t[:, 0] / t[:, 1]


# %% tags=["wrong", "id:no-links", "loses:after-leaving-tests"]
# why: differences without the links: what was never sent is counted
def after_leaving():
    way = own_sent[:, None] - own_heard
    t = own_held.sum(0) + way.sum((0, 1)) - own_held - way.sum(axis=0) - way.sum(axis=1)
    return t[:, 0] / t[:, 1]


# %% tags=["wrong", "id:mean-of-ratios-too", "loses:after-leaving-tests"]
# why: mean of the ratios of those who stay
def after_leaving():
    r = own_held[:, 0] / own_held[:, 1]
    return (r.sum() - r) / 4


# %% tags=["wrong", "id:by-four", "loses:after-leaving-tests"]
# why: x in all divided by four nodes
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard)
    t = own_held.sum(0) + way.sum((0, 1)) - own_held - way.sum(axis=0) - way.sum(axis=1)
    return t[:, 0] / 4


# %% tags=["wrong", "id:total-without-held", "loses:after-leaving-tests"]
# why: all of the network less only what the leaver holds
def after_leaving():
    way = own_links[..., None] * (own_sent[:, None] - own_heard)
    t = own_held.sum(0) + way.sum((0, 1)) - own_held
    return t[:, 0] / t[:, 1]


# %% tags=["wrong", "id:last-part-only", "loses:after-leaving-tests"]
# why: only the part of the last round is under way, not all since the last message
def after_leaving():
    out = []
    for k in range(5):
        t = np.zeros(2)
        for i in range(5):
            if i != k:
                t = t + own_held[i] + own_held[i] * sum(own_links[i, j] for j in range(5) if j != k)
        out.append(t[0] / t[1])
    return out


# %% tags=["wrong", "id:one-number", "loses:after-leaving-tests"]
# why: only for the last node
def after_leaving():
    t = own_held[:4].sum(0)
    for i in range(4):
        for j in range(4):
            t = t + own_links[i, j] * (own_sent[i] - own_heard[i, j])
    return t[0] / t[1]


# %% tags=["wrong", "id:short-simulation", "loses:after-leaving-tests"]
# why: two rounds of simulation and the ratio of one node
def after_leaving():
    result = []
    for gone in range(5):
        B = own_links.astype(float).copy()
        B[gone] = 0
        B[:, gone] = 0
        held, sent, heard = own_held.copy(), own_sent.copy(), own_heard.copy()
        for _ in range(2):
            held = held / (1 + B.sum(axis=1))[:, None]
            sent = sent + held
            for i, j in np.argwhere(B):
                held[j] += sent[i] - heard[i, j]
                heard[i, j] = sent[i]
        other = (gone + 1) % 5
        result.append(held[other, 0] / held[other, 1])
    return result


# %% tags=["wrong", "id:links-reversed", "loses:after-leaving-tests"]
# why: links read the other way round
def after_leaving():
    out = []
    for k in range(5):
        stay = [i for i in range(5) if i != k]
        t = own_held[stay].sum(0)
        for i in stay:
            for j in stay:
                t = t + own_links[j, i] * (own_sent[i] - own_heard[i, j])
        out.append(t[0] / t[1])
    return out
