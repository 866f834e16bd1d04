# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop"]
def round_time(train_time, upload_time, chosen):
    slowest = total = 0.0
    for i in chosen:
        if train_time[i] > slowest:
            slowest = train_time[i]
        total += upload_time[i]
    return slowest + total


# %% tags=["right", "id:nobody-first"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return 0
    return train_time[chosen].max() + upload_time[chosen].sum()


# %% tags=["right", "id:added-times"]
def round_time(train_time, upload_time, chosen):
    seconds, slowest = 0, 0
    for i in chosen:
        seconds += upload_time[i] + max(0, train_time[i] - slowest)
        slowest = max(slowest, train_time[i])
    return seconds


# %% tags=["right", "id:sorted-and-fsum"]
def round_time(train_time, upload_time, chosen):
    trainings = sorted(train_time[list(chosen)])
    return np.array([math.fsum([*trainings[-1:], *upload_time[list(chosen)]])])


# %% tags=["right", "id:largest-finish-of-any-order"]
def round_time(train_time, upload_time, chosen):
    if chosen.size:
        return np.float32(max(train_time[i] + upload_time[chosen].sum() for i in chosen))
    return 0


# %% tags=["right", "id:mask-in-place"]
def round_time(train_time, upload_time, chosen):
    out = np.ones(len(train_time), dtype=bool)
    out[chosen] = False
    train_time[out] = upload_time[out] = 0
    return train_time.max() + upload_time.sum()


# %% tags=["wrong", "id:trainings-add-up", "says:they do not add up"]
def round_time(train_time, upload_time, chosen):
    return train_time[chosen].sum() + upload_time[chosen].sum()


# %% tags=["wrong", "id:uploads-in-parallel", "says:do not run in parallel"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return 0.0
    return train_time[chosen].max() + upload_time[chosen].max()


# %% tags=["wrong", "id:vice-versa", "says:not vice versa"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return 0.0
    return train_time[chosen].sum() + upload_time[chosen].max()


# %% tags=["wrong", "id:slowest-client-alone", "says:one client alone"]
def round_time(train_time, upload_time, chosen):
    return np.max((train_time + upload_time)[chosen], initial=0)


# %% tags=["wrong", "id:pipelined", "says:begin when all have trained"]
def round_time(train_time, upload_time, chosen):
    free = 0.0
    for i in sorted(chosen, key=lambda i: train_time[i]):
        free = max(free, train_time[i]) + upload_time[i]
    return free


# %% tags=["wrong", "id:all-clients", "says:not chosen"]
def round_time(train_time, upload_time, chosen):
    return train_time.max() + upload_time.sum()


# %% tags=["wrong", "id:no-training", "says:training is missing"]
def round_time(train_time, upload_time, chosen):
    return upload_time[chosen].sum()


# %% tags=["wrong", "id:no-upload", "says:uploads are missing"]
def round_time(train_time, upload_time, chosen):
    return train_time[chosen].max() if len(chosen) else 0.0


# %% tags=["wrong", "id:fastest-training", "says:waits for the slowest"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return 0.0
    return train_time[chosen].min() + upload_time[chosen].sum()


# %% tags=["wrong", "id:means", "says:means"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return 0.0
    return train_time[chosen].mean() + upload_time[chosen].mean()


# %% tags=["wrong", "id:stops-for-nobody", "says:raised ValueError"]
def round_time(train_time, upload_time, chosen):
    return max(train_time[chosen]) + sum(upload_time[chosen])


# %% tags=["wrong", "id:nobody-takes-for-ever", "says:round_time of nobody"]
def round_time(train_time, upload_time, chosen):
    if len(chosen) == 0:
        return np.inf
    return train_time[chosen].max() + upload_time[chosen].sum()


# %% tags=["wrong", "id:time-of-each", "says:shape"]
def round_time(train_time, upload_time, chosen):
    return train_time[chosen] + np.cumsum(upload_time[chosen])
