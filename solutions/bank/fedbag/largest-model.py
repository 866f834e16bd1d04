# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:loop-of-clients"]
def largest_model(distance_m, noise_figure_db, seconds):
    per_parameter = 0.0
    for x in distance_m:
        received = 20 - (36.7 * math.log10(x) + 22.7 + 26 * math.log10(2.5))
        snr = 10 ** ((received + 174 - 10 * math.log10(1.8e6) - noise_figure_db) / 10)
        per_parameter += 32 / (1.8e6 * min(4.8, math.log2(1 + snr / 1.6)))
    return math.floor(seconds / per_parameter)


# %% tags=["right", "id:harmonic"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 20 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    db += 174 - 10 * np.log10(1.8e6) - noise_figure_db
    rate = 1.8e6 * np.clip(np.log2(1 + 10 ** (db / 10) / 1.6), None, 4.8)
    return np.floor(seconds / (32 * np.sum(1 / rate)))


# %% tags=["right", "id:power-ratios"]
def largest_model(distance_m, noise_figure_db, seconds):
    received = 100 / (distance_m**3.67 * 10**2.27 * 2.5**2.6)  # milliwatts
    noise = 10**-17.4 * 1.8e6 * 10 ** (noise_figure_db / 10)
    spectral = np.minimum(4.8, np.log1p(received / noise / 1.6) / np.log(2))
    return [seconds * 1.8e6 / 32 // (1 / spectral).sum()]


# %% tags=["right", "id:bisection"]
def largest_model(distance_m, noise_figure_db, seconds):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    snr = 10 ** ((20 - loss + 174 - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    low, high = 0, 10**12
    while high - low > 1:
        middle = (low + high) // 2
        if np.sum(32 * middle / rate) <= seconds:
            low = middle
        else:
            high = middle
    return low


# %% tags=["right", "id:integer-type"]
def largest_model(distance_m, noise_figure_db, seconds):
    lost_db = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise_db = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    bits = np.minimum(4.8, np.log2(1 + 10 ** ((20 - lost_db - noise_db) / 10) / 1.6))
    return np.int64(seconds / np.sum(32 / (1.8e6 * bits)))


# %% tags=["wrong", "id:rounded-up", "says:round down"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return math.ceil(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:nearest", "says:round down"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return np.rint(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:side-by-side", "says:side by side"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds * rate.min() / 32)


# %% tags=["wrong", "id:mean-rate", "says:rates are averaged"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds * rate.mean() / 32 / len(rate))


# %% tags=["wrong", "id:a-model-for-each", "says:one number for all clients"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return np.floor(seconds * rate / 32)


# %% tags=["wrong", "id:not-whole", "says:whole number"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return seconds / np.sum(32 / rate)


# %% tags=["wrong", "id:twenty-log", "says:not twenty"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 20)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:decibels-in-the-rate", "says:still in decibels"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = np.maximum(0.01, db - 10 * np.log10(1.8e6) - noise_figure_db)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:natural-logarithm", "says:not the natural one"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:gap-lost", "says:this 1.6 is lost"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:no-ceiling", "says:ceiling is missing"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    return int(seconds / np.sum(32 / (1.8e6 * np.log2(1 + snr / 1.6))))


# %% tags=["wrong", "id:noise-of-one-hertz", "says:noise is that of one hertz"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:figure-helps", "says:belongs to the noise"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) + noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:bytes", "says:Rates are in bits"]
def largest_model(distance_m, noise_figure_db, seconds):
    db = 194 - 36.7 * np.log10(distance_m) - 22.7 - 26 * np.log10(2.5)
    snr = 10 ** ((db - 10 * np.log10(1.8e6) - noise_figure_db) / 10)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + snr / 1.6))
    return int(seconds / np.sum(4 / rate))


# %% tags=["wrong", "id:package-rates", "says:finished answer"]
from flcourse.fedbag import lte_throughput


def largest_model(distance_m, noise_figure_db, seconds):
    return int(seconds / np.sum(32 / lte_throughput(distance_m, noise_figure_db=noise_figure_db)))
