# ruff: noqa
# %% tags=["right", "id:heap"]
import heapq


def overlapped_time(train_time, upload_time, chosen, channels):
    free = [0.0] * channels
    heapq.heapify(free)
    end = 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        start = max(heapq.heappop(free), train_time[i])
        heapq.heappush(free, start + upload_time[i])
        end = max(end, start + upload_time[i])
    return end


# %% tags=["right", "id:argmin-array"]
def overlapped_time(train_time, upload_time, chosen, channels):
    chosen = np.asarray(chosen, dtype=int)
    order = chosen[np.argsort(train_time[chosen], kind="stable")]
    free_at = np.zeros(channels)
    for i in order:
        c = np.argmin(free_at)
        free_at[c] = max(free_at[c], train_time[i]) + upload_time[i]
    return free_at.max()


# %% tags=["right", "id:first-idle-channel"]
# any channel that is idle when the client is ready will do, else the one that is free first
def overlapped_time(train_time, upload_time, chosen, channels):
    busy_until = [0.0 for _ in range(channels)]
    waiting = sorted((train_time[i], upload_time[i]) for i in chosen)
    for ready, seconds in waiting:
        for c in range(channels):
            if busy_until[c] <= ready:
                busy_until[c] = ready + seconds
                break
        else:
            c = busy_until.index(min(busy_until))
            busy_until[c] += seconds
    return max(busy_until)


# %% tags=["right", "id:count-active"]
# earliest start at which fewer than `channels` earlier uploads are still running
def overlapped_time(train_time, upload_time, chosen, channels):
    intervals = []
    for i in sorted((int(i) for i in chosen), key=lambda i: train_time[i]):
        candidates = [train_time[i]] + [e for _, e in intervals if e > train_time[i]]
        if intervals:
            last_start = intervals[-1][0]
            candidates = [max(c, last_start) for c in candidates]
        for start in sorted(candidates):
            if sum(e > start for _, e in intervals) < channels:
                break
        intervals.append((start, start + upload_time[i]))
    print(intervals)
    return max((e for _, e in intervals), default=0.0)


# %% tags=["right", "id:events"]
# event by event: trainings that end and uploads that end
from collections import deque


def overlapped_time(train_time, upload_time, chosen, channels):
    to_come = deque(sorted(chosen, key=lambda i: train_time[i]))
    queue, running, now = deque(), [], 0.0
    while to_come or queue or running:
        while queue and len(running) < channels:
            running.append(now + upload_time[queue.popleft()])
        events = list(running)
        if to_come:
            events.append(train_time[to_come[0]])
        if not events:
            break
        now = min(events)
        running = [e for e in running if e > now]
        while to_come and train_time[to_come[0]] <= now:
            queue.append(to_come.popleft())
    return now


# %% tags=["right", "id:workload-vector"]
# Kiefer and Wolfowitz: sorted vector of what is left on each channel, from arrival to arrival
def overlapped_time(train_time, upload_time, chosen, channels):
    ids = np.asarray(chosen, dtype=int)
    if ids.size == 0:
        return 0.0
    ids = ids[np.lexsort((ids, train_time[ids]))]
    work, clock, end = np.zeros(channels), 0.0, 0.0
    for i in ids:
        work = np.maximum(work - (train_time[i] - clock), 0)
        clock = train_time[i]
        work[0] += upload_time[i]
        end = max(end, clock + work[0])
        work = np.sort(work)
    return float(end)


# %% tags=["right", "id:recursion"]
def overlapped_time(train_time, upload_time, chosen, channels):
    queue = tuple(sorted((float(train_time[i]), float(upload_time[i])) for i in chosen))

    def finish(queue, free):
        if not queue:
            return max(free)
        (ready, seconds), *rest = queue
        first, *others = sorted(free)
        return finish(rest, [max(first, ready) + seconds, *others])

    return finish(queue, [0.0] * channels)


# %% tags=["right", "id:kth-largest-end"]
# client number t starts when it is ready and all but channels - 1 of the earlier uploads are over
def overlapped_time(
    train_time: np.ndarray, upload_time: np.ndarray, chosen: np.ndarray, channels: int
) -> float:
    k = len(chosen)
    if k == 0:
        return 0
    T, U = np.asarray(train_time)[chosen], np.asarray(upload_time)[chosen]
    rank = T.argsort(kind="stable")
    T, U = T[rank], U[rank]
    ends = np.empty(k)
    for t in range(k):
        wait = np.sort(ends[:t])[-channels] if t >= channels else 0.0
        ends[t] = max(T[t], wait) + U[t]
    return ends.max()


# %% tags=["right", "id:class-no-more-channels-than-clients"]
class Uplink:
    def __init__(self, channels):
        self.channels = [0.0] * channels

    def serve(self, ready, seconds):
        self.channels.sort()
        begin = max(ready, self.channels[0])
        self.channels[0] = begin + seconds

    def idle_from(self):
        return max(self.channels, default=0.0)


def overlapped_time(train_time, upload_time, chosen, channels):
    link = Uplink(min(channels, len(chosen)))
    for i in np.array(chosen, dtype=int)[np.argsort([train_time[i] for i in chosen])]:
        link.serve(train_time[i], upload_time[i])
    return np.array(link.idle_from())


# %% tags=["wrong", "id:given-order", "loses:overlapped-time-tests"]
# why: serves the clients in the order of `chosen`; "in the order in which they finish training".
def overlapped_time(train_time, upload_time, chosen, channels):
    free = np.zeros(channels)
    for i in chosen:
        i = int(i)
        c = np.argmin(free)
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return free.max()


# %% tags=["wrong", "id:one-channel", "loses:overlapped-time-tests"]
# why: ignores `channels`; several uploads may run at the same time.
def overlapped_time(train_time, upload_time, chosen, channels):
    end = 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        end = max(end, train_time[i]) + upload_time[i]
    return end


# %% tags=["wrong", "id:unlimited-channels", "loses:overlapped-time-tests"]
# why: nobody ever waits for a channel; a client uploads only when "one of the channels is free".
def overlapped_time(train_time, upload_time, chosen, channels):
    chosen = np.asarray(chosen, dtype=int)
    return np.max(train_time[chosen] + upload_time[chosen], initial=0.0)


# %% tags=["wrong", "id:after-all-trained", "loses:overlapped-time-tests"]
# why: uploads begin when all have trained; here "a client uploads as soon as it has finished training".
def overlapped_time(train_time, upload_time, chosen, channels):
    chosen = np.asarray(chosen, dtype=int)
    if len(chosen) == 0:
        return 0.0
    free = np.full(channels, np.max(train_time[chosen]))
    for i in chosen[np.argsort(train_time[chosen])]:
        free[np.argmin(free)] += upload_time[i]
    return free.max()


# %% tags=["wrong", "id:round-robin", "loses:overlapped-time-tests"]
# why: deals the clients out to the channels in turn, so somebody waits though another channel is free.
def overlapped_time(train_time, upload_time, chosen, channels):
    free = [0.0] * channels
    for t, i in enumerate(sorted(chosen, key=lambda i: train_time[i])):
        free[t % channels] = max(free[t % channels], train_time[i]) + upload_time[i]
    return max(free)


# %% tags=["wrong", "id:last-served", "loses:overlapped-time-tests"]
# why: returns the end of the client that is served last; an earlier one may upload longer ("when does the last upload end?").
def overlapped_time(train_time, upload_time, chosen, channels):
    free, end = [0.0] * channels, 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        c = free.index(min(free))
        end = free[c] = max(free[c], train_time[i]) + upload_time[i]
    return end


# %% tags=["wrong", "id:start-of-last", "loses:overlapped-time-tests"]
# why: the moment at which the last upload begins, not at which the last one ends.
def overlapped_time(train_time, upload_time, chosen, channels):
    free, last = [0.0] * channels, 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        c = free.index(min(free))
        last = max(free[c], train_time[i])
        free[c] = last + upload_time[i]
    return last


# %% tags=["wrong", "id:divided-uploads", "loses:overlapped-time-tests"]
# why: slowest training plus uploads divided by the channels; no client-by-client schedule at all.
def overlapped_time(train_time, upload_time, chosen, channels):
    chosen = np.asarray(chosen, dtype=int)
    return np.max(train_time[chosen], initial=0.0) + np.sum(upload_time[chosen]) / channels


# %% tags=["wrong", "id:shortest-upload-first", "loses:overlapped-time-tests"]
# why: serves short uploads first; the order is that of the ends of the trainings.
def overlapped_time(train_time, upload_time, chosen, channels):
    free = [0.0] * channels
    for i in sorted(chosen, key=lambda i: upload_time[i]):
        c = free.index(min(free))
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return max(free)


# %% tags=["wrong", "id:longest-waiting-first", "loses:overlapped-time-tests"]
# why: among the waiting clients the one with the longest upload goes first; they "are served in the order in which they finish training".
def overlapped_time(train_time, upload_time, chosen, channels):
    rest, free, end = set(int(i) for i in chosen), [0.0] * channels, 0.0
    while rest:
        c = free.index(min(free))
        now = max(free[c], min(train_time[i] for i in rest))
        ready = [i for i in rest if train_time[i] <= now]
        i = max(ready, key=lambda i: upload_time[i])
        rest.remove(i)
        free[c] = now + upload_time[i]
        end = max(end, free[c])
    return end


# %% tags=["wrong", "id:training-ignored", "loses:overlapped-time-tests"]
# why: a channel that is free is taken before the training has ended; a client needs both.
def overlapped_time(train_time, upload_time, chosen, channels):
    free = [0.0] * channels
    order = sorted(chosen, key=lambda i: train_time[i])
    for t, i in enumerate(order):
        c = free.index(min(free))
        free[c] = (free[c] if free[c] > 0 else train_time[i]) + upload_time[i]
    return max(free)


# %% tags=["wrong", "id:everybody", "loses:overlapped-time-tests"]
# why: ignores `chosen`, all clients train and upload; only "the chosen clients train".
def overlapped_time(train_time, upload_time, chosen, channels):
    if len(chosen) == 0:
        return 0.0
    free = [0.0] * channels
    for i in np.argsort(train_time):
        c = free.index(min(free))
        free[c] = max(free[c], train_time[i]) + upload_time[i]
    return max(free)


# %% tags=["wrong", "id:minus-infinity-when-empty", "loses:overlapped-time-tests"]
# why: -inf for the empty group; "a round without clients takes no time".
def overlapped_time(train_time, upload_time, chosen, channels):
    chosen = np.asarray(chosen, dtype=int)
    ends = []
    for i in chosen[np.argsort(train_time[chosen], kind="stable")]:
        wait = sorted(ends)[-channels] if len(ends) >= channels else 0.0
        ends.append(max(train_time[i], wait) + upload_time[i])
    return np.max(ends, initial=-np.inf)


# %% tags=["wrong", "id:batches", "loses:overlapped-time-tests"]
# why: uploads in batches of `channels` clients, the next batch begins when the whole batch is through; a client may begin as soon as one channel is free.
def overlapped_time(train_time, upload_time, chosen, channels):
    order = sorted(chosen, key=lambda i: train_time[i])
    end = 0.0
    for first in range(0, len(order), channels):
        batch = order[first : first + channels]
        end = max(max(end, train_time[i]) + upload_time[i] for i in batch)
    return end


# %% tags=["wrong", "id:one-channel-fewer", "loses:overlapped-time-tests"]
# why: off by one: waits for the channel of the (channels - 1)-th running upload, so one channel stays unused (with one channel it is right).
def overlapped_time(train_time, upload_time, chosen, channels):
    ends = []
    c = max(channels - 1, 1)
    for i in sorted(chosen, key=lambda i: train_time[i]):
        wait = sorted(ends)[-c] if len(ends) >= c else 0.0
        ends.append(max(train_time[i], wait) + upload_time[i])
    return max(ends, default=0.0)
