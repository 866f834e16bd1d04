# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:heap"]
import heapq


def overlapped_time(train_time, upload_time, chosen, channels):
    free = [0.0] * channels
    end = 0.0
    for i in np.asarray(chosen)[np.argsort(train_time[chosen])]:
        start = max(heapq.heappop(free), train_time[i])
        heapq.heappush(free, start + upload_time[i])
        end = max(end, start + upload_time[i])
    return end


# %% tags=["right", "id:sorted-list"]
def overlapped_time(train_time, upload_time, chosen, channels):
    ends = [0.0] * channels
    for t, u in sorted((train_time[i], upload_time[i]) for i in chosen):
        ends.sort()
        ends[0] = max(t, ends[0]) + u
    return max(ends)


# %% tags=["right", "id:all-ends-kept"]
def overlapped_time(train_time, upload_time, chosen, channels):
    ends = []
    for i in sorted(chosen, key=train_time.__getitem__):
        busy = sorted((e for e in ends if e > train_time[i]), reverse=True)
        start = train_time[i] if len(busy) < channels else busy[channels - 1]
        ends.append(start + upload_time[i])
    return np.array([max(ends, default=0)])


# %% tags=["right", "id:recursive"]
def overlapped_time(train_time, upload_time, chosen, channels):
    def serve(waiting, free):
        if not waiting:
            return 0.0
        (t, u), *rest = waiting
        first, *others = sorted(free)
        end = max(t, first) + u
        return max(end, serve(rest, [*others, end]))

    return serve(
        sorted(zip(train_time[chosen], upload_time[chosen], strict=True)), [0.0] * channels
    )


# %% tags=["right", "id:in-place-no-more-channels-than-clients"]
def overlapped_time(train_time, upload_time, chosen, channels):
    k = len(chosen)
    if k == 0:
        return 0
    order = np.argsort(train_time[chosen])
    t, u = train_time[chosen][order], upload_time[chosen][order]
    table = np.zeros(min(channels, k))
    for a, b in zip(t, u, strict=True):
        table[table.argmin()] = max(a, table.min()) + b
    return np.float32(table.max())


# %% tags=["wrong", "id:theta", "says:one after the other"]
def overlapped_time(train_time, upload_time, chosen, channels):
    return np.max(train_time[chosen], initial=0) + upload_time[chosen].sum()


# %% tags=["wrong", "id:one-channel", "says:one channel here"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        free = max(free, train_time[i]) + upload_time[i]
    return free


# %% tags=["wrong", "id:nobody-waits", "says:Nobody waits"]
def overlapped_time(train_time, upload_time, chosen, channels):
    return np.max(train_time[chosen] + upload_time[chosen], initial=0)


# %% tags=["wrong", "id:divided", "says:divides the uploads"]
def overlapped_time(train_time, upload_time, chosen, channels):
    return np.max(train_time[chosen], initial=0) + upload_time[chosen].sum() / channels


# %% tags=["wrong", "id:order-of-chosen", "says:order is that of chosen"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for i in chosen:
        c = np.argmin(free)
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max()


# %% tags=["wrong", "id:order-of-clients", "says:order is that of the clients"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for i in sorted(chosen):
        c = np.argmin(free)
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max()


# %% tags=["wrong", "id:shortest-upload-first", "says:order is that of the uploads"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for i in sorted(chosen, key=lambda i: upload_time[i]):
        c = np.argmin(free)
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max()


# %% tags=["wrong", "id:all-clients", "says:not chosen take no channel"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for i in np.argsort(train_time):
        c = np.argmin(free)
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max() if len(chosen) else 0


# %% tags=["wrong", "id:last-to-begin", "says:began last"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free, end = np.zeros(channels), 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        c = np.argmin(free)
        end = free[c] = max(free[c], train_time[i]) + upload_time[i]
    return end


# %% tags=["wrong", "id:in-turn", "says:queue here, in turn"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for k, i in enumerate(sorted(chosen, key=lambda i: train_time[i])):
        c = k % channels
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max()


# %% tags=["wrong", "id:waits-for-all", "says:when all have trained here"]
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.full(channels, np.max(train_time[chosen], initial=0))
    for i in sorted(chosen, key=lambda i: train_time[i]):
        c = np.argmin(free)
        free[c] += upload_time[i]
    return free.max()


# %% tags=["wrong", "id:fails-for-nobody", "says:raised"]
def overlapped_time(train_time, upload_time, chosen, channels):
    ends = [0.0] * channels
    order = sorted(chosen, key=lambda i: train_time[i])
    last = order[0]
    for i in order:
        ends.sort()
        ends[0] = max(train_time[i], ends[0]) + upload_time[i]
        last = i
    return max(ends) if last >= 0 else 0


# %% tags=["wrong", "id:package-clock", "says:finished answer"]
from flcourse.fedbag import round_time as clock


def overlapped_time(train_time, upload_time, chosen, channels):
    return clock(train_time, upload_time / channels, chosen)
