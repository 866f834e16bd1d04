# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loops"]
def _end(B, held, sent, heard, gone):
    n = len(B)
    x = s = 0.0
    for i in range(n):
        if i == gone:
            continue
        x += held[i, 0]
        s += held[i, 1]
        for j in range(n):
            if j != gone and B[i, j]:
                x += sent[i, 0] - heard[i, j, 0]
                s += sent[i, 1] - heard[i, j, 1]
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:deleted-rows"]
def _end(B, held, sent, heard, gone):
    B = np.delete(np.delete(B, gone, 0), gone, 1)
    heard = np.delete(np.delete(heard, gone, 0), gone, 1)
    held, sent = np.delete(held, gone, 0), np.delete(sent, gone, 0)
    out = B.sum(axis=1)
    total = held.sum(axis=0) + out @ sent - np.einsum("ij,ijk->k", B, heard)
    return total[0] / total[1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:simulate"]
def _end(B, held, sent, heard, gone):
    n = len(B)
    links = [(i, j) for i in range(n) for j in range(n) if B[i, j] and gone not in (i, j)]
    held, sent, heard = held.copy(), sent.copy(), heard.copy()
    out = np.zeros(n)
    for i, _ in links:
        out[i] += 1
    for _ in range(400):
        held = held / (1 + out)[:, None]
        sent = sent + held
        for i, j in links:
            held[j] = held[j] + sent[i] - heard[i, j]
            heard[i, j] = sent[i]
    return held[gone - 1, 0] / held[gone - 1, 1]


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:what-is-left-of-everything"]
def _end(B, held, sent, heard, gone):
    way = np.where(B[:, :, None] > 0, sent[:, None, :] - heard, 0)
    everything = held.sum(0) + way.sum((0, 1))
    lost = held[gone] + way[gone].sum(0) + way[:, gone].sum(0)
    x, s = everything - lost
    return np.array([x / s])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:indices-of-those-who-stay"]
def _end(B, held, sent, heard, gone):
    stay = [i for i in range(len(B)) if i != gone]
    left = sum(held[i] for i in stay)
    left = left + sum(sent[i] - heard[i][j] for i in stay for j in stay if B[i][j] > 0)
    return float(left[0]) / float(left[1])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:sparse-links"]
from scipy import sparse


def _end(B, held, sent, heard, gone):
    links = sparse.coo_array(B)
    keep = (links.row != gone) & (links.col != gone)
    i, j = links.row[keep], links.col[keep]
    mass = np.vstack([np.delete(held, gone, axis=0), sent[i] - heard[i, j]]).sum(axis=0)
    return np.divide(*mass)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["right", "id:typed", "own:public"]
def after_leaving():
    return [26.2570663769, 26.4345929434, 28.2262858808, 27.3047901261, 26.6449204569]


# %% tags=["wrong", "id:one-node", "says:each of the five may leave"]
def after_leaving():
    stay = np.arange(5) != 4
    links = np.outer(stay, stay) * own_links
    way = np.sum(links[:, :, None] * (own_sent[:, None] - own_heard), axis=(0, 1))
    x, s = own_held[stay].sum(axis=0) + way
    return x / s


# %% tags=["wrong", "id:in-another-order", "says:Expected"]
def after_leaving():
    ends = []
    for gone in range(5):
        stay = np.arange(5) != gone
        links = np.outer(stay, stay) * own_links
        way = np.sum(links[:, :, None] * (own_sent[:, None] - own_heard), axis=(0, 1))
        x, s = own_held[stay].sum(axis=0) + way
        ends.append(x / s)
    return ends[::-1]


# %% tags=["wrong", "id:under-way-forgotten", "says:between those who stay is forgotten"]
def _end(B, held, sent, heard, gone):
    x, s = np.delete(held, gone, axis=0).sum(axis=0)
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:as-if-it-had-stayed", "says:as if the node had stayed"]
def _end(B, held, sent, heard, gone):
    x, s = held.sum(axis=0) + (B[:, :, None] * (sent[:, None] - heard)).sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:to-the-lost-node", "says:to the lost node is counted"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, s = held[stay].sum(axis=0) + way[stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:from-the-lost-node", "says:from the lost node is counted"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, s = held[stay].sum(axis=0) + way[:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:all-links", "says:to and from the lost node"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, s = held[stay].sum(axis=0) + way.sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:its-share-stays", "says:What the lost node holds is counted"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, s = held.sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:all-that-was-sent", "says:All that was ever sent"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] + 0 * heard)
    x, s = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:wrong-sign", "says:is subtracted"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (heard - sent[:, None])
    x, s = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:number-of-nodes-for-the-weights", "says:weights s are to be added up"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, _ = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / (len(B) - 1)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:all-nodes-for-the-weights", "says:divided by all nodes"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard)
    x, _ = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / len(B)


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:mean-of-the-ratios", "says:mean of the ratios"]
def _end(B, held, sent, heard, gone):
    rest = np.delete(held, gone, axis=0)
    return np.mean(rest[:, 0] / rest[:, 1])


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:once-for-each-node", "says:counted once for a node"]
def _end(B, held, sent, heard, gone):
    stay = [i for i in range(len(B)) if i != gone]
    x, s = (
        held[stay].sum(axis=0)
        + sent[stay].sum(axis=0)
        - sum(B[i, j] * heard[i, j] for i in stay for j in stay)
    )
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:heard-the-other-way", "says:not i from j"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B[:, :, None] * (sent[:, None] - heard.transpose(1, 0, 2))
    x, s = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:links-the-other-way", "says:Expected"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = B.T[:, :, None] * (sent[:, None] - heard)
    x, s = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:links-that-are-not-there", "says:Links that are not there"]
def _end(B, held, sent, heard, gone):
    stay = [i for i in range(len(B)) if i != gone]
    way = sum(sent[i] - heard[i, j] for i in stay for j in stay if i != j)
    x, s = held[stay].sum(axis=0) + way
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:ones-for-links", "says:even of a node to itself"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = np.ones((5, 5, 1)) * (sent[:, None] - heard)
    x, s = held[stay].sum(axis=0) + way[stay][:, stay].sum(axis=(0, 1))
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:ones-for-links-less-a-row-and-a-column", "says:and each node one to itself"]
def after_leaving():
    way = own_sent[:, None] - own_heard
    there = own_held.sum(axis=0) + way.sum(axis=(0, 1))
    left = there - own_held - way.sum(axis=0) - way.sum(axis=1)
    return left[:, 0] / left[:, 1]


# %% tags=["right", "id:ones-less-a-row-and-a-column"]
def _end(B, held, sent, heard, gone):
    stay = np.ones(5)
    stay[gone] = 0
    both = np.outer(stay, stay) * B
    x, s = stay @ held + np.ones(5) @ np.einsum("ij,ijk->ik", both, sent[:, None] - heard)
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:never-heard-is-no-link", "says:the whole sum under way"]
def _end(B, held, sent, heard, gone):
    stay = [i for i in range(len(B)) if i != gone]
    way = [sent[i] - heard[i, j] for i in stay for j in stay if heard[i, j].any()]
    x, s = held[stay].sum(axis=0) + np.sum(way, axis=0) * np.ones(2)
    return x / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]


# %% tags=["wrong", "id:only-x-is-under-way", "says:Of the weights s something"]
def _end(B, held, sent, heard, gone):
    stay = np.arange(len(B)) != gone
    way = (B[:, :, None] * (sent[:, None] - heard))[stay][:, stay].sum(axis=(0, 1))
    x, s = held[stay].sum(axis=0)
    return (x + way[0]) / s


def after_leaving():
    return [_end(own_links, own_held, own_sent, own_heard, k) for k in range(5)]
