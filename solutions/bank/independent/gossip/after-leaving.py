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
