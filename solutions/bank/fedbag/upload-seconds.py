# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:watts"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    received = 0.1 * distance_m**-3.67 * 10**-2.27 * 2.5**-2.6
    noise = 10**-20.4 * 1.8e6 * 10 ** (noise_figure_db / 10)
    spectral = np.log1p(received / noise / 1.6) / np.log(2)
    spectral[spectral > 4.8] = 4.8
    return n_params * 32 / (1.8e6 * spectral)


# %% tags=["right", "id:loop-and-list"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    times = []
    for x in distance_m:
        loss = 36.7 * math.log10(x) + 22.7 + 26 * math.log10(2.5)
        snr_db = 20 - loss + 174 - 10 * math.log10(1.8e6) - noise_figure_db
        bits_per_hertz = min(4.8, math.log2(1 + 10 ** (snr_db / 10) / 1.6))
        times.append(32 * n_params / (1.8e6 * bits_per_hertz))
    return times


# %% tags=["right", "id:slowest-of-two-limits"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    B = 1.8e6
    snr_db = 194 - noise_figure_db - 10 * np.log10(B) - 22.7 - np.log10(distance_m**36.7 * 2.5**26)
    at_most = 32 * n_params / (4.8 * B)
    return np.maximum(at_most, 32 * n_params / (B * np.log2(1 + 10 ** (snr_db / 10) / 1.6)))


# %% tags=["right", "id:vectorized-function-as-a-column"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    def one(x):
        snr = np.power(
            10, 0.1 * (20 - 36.7 * np.log10(x) - 22.7 - 26 * np.log10(2.5) + 174 - noise_figure_db)
        )
        return 32 * n_params / 1.8e6 / np.clip(np.log2(1 + snr / 1.8e6 / 1.6), None, 4.8)

    return np.vectorize(one)(distance_m)[:, None]


# %% tags=["right", "id:clip-the-ratio"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    db = 20.0 - noise_figure_db - (-174 + 10 * np.log10(1.8e6))
    db = db - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
    ratio = np.minimum(10 ** (db / 10) / 1.6, 2**4.8 - 1)
    return (32 * n_params / 1.8e6) * np.log(2) / np.log1p(ratio)


# %% tags=["wrong", "id:from-the-package", "says:finished answer"]
from flcourse import fedbag as package


def upload_seconds(distance_m, n_params, noise_figure_db):
    rate = package.lte_throughput(distance_m, noise_figure_db=noise_figure_db)
    return package.upload_seconds(rate, n_params)


# %% tags=["wrong", "id:natural-logarithm-in-the-loss", "says:not the natural one"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log(distance_m) + 22.7 + 26 * np.log(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:twenty-decibels-a-factor-of-ten", "says:not twenty"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 20) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:snr-in-decibels", "says:still in decibels"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + (20 - loss - noise) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:natural-logarithm-in-the-rate", "says:to base 2, not the natural one"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:common-logarithm-in-the-rate", "says:not to base 10"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log10(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:no-gap-to-shannon", "says:1.6 is lost"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10)))
    return 32 * n_params / rate


# %% tags=["wrong", "id:gap-multiplied", "says:not multiplied"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) * 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:gap-in-decibels", "says:no decibels"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise - 1.6) / 10)))
    return 32 * n_params / rate


# %% tags=["wrong", "id:one-bit-per-parameter", "says:has 32 bits"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return n_params / rate


# %% tags=["wrong", "id:bytes", "says:these are bytes"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 4 * n_params / rate


# %% tags=["wrong", "id:one-over-the-time", "says:one over the time"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return rate / (32 * n_params)


# %% tags=["wrong", "id:the-rate", "says:the rate, not the time"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    return 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))


# %% tags=["wrong", "id:no-carrier", "says:carrier is lost"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:noise-of-one-hertz", "says:grows with the bandwidth"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    rate = 1.8e6 * np.minimum(
        4.8, np.log2(1 + 10 ** ((20 - loss + 174 - noise_figure_db) / 10) / 1.6)
    )
    return 32 * n_params / rate


# %% tags=["wrong", "id:no-ceiling", "says:ceiling"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    return 32 * n_params / (1.8e6 * np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))


# %% tags=["wrong", "id:noise-figure-helps", "says:belongs to the noise"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) - noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:noise-figure-unused", "says:is not used"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6)
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate


# %% tags=["wrong", "id:first-distance-only", "says:one time for each distance"]
def upload_seconds(distance_m, n_params, noise_figure_db):
    loss = 36.7 * np.log10(distance_m[0]) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(1.8e6) + noise_figure_db
    rate = 1.8e6 * np.minimum(4.8, np.log2(1 + 10 ** ((20 - loss - noise) / 10) / 1.6))
    return 32 * n_params / rate
