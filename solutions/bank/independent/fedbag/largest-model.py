# ruff: noqa
# %% tags=["right", "id:floor-and-check"]
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    loss = 36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)
    noise = -174 + 10 * np.log10(W) + noise_figure_db
    snr = 10 ** ((20 - loss - noise) / 10)
    rate = W * np.minimum(4.8, np.log2(1 + snr / 1.6))
    per_parameter = np.sum(32 / rate)
    exact = seconds / per_parameter
    nearest = round(exact)
    # a whole number up to rounding errors is that number
    return int(nearest if abs(exact - nearest) <= 1e-12 * max(1, nearest) else math.floor(exact))


# %% tags=["right", "id:loops-math"]
def largest_model(distance_m, noise_figure_db, seconds):
    bandwidth = 1.8 * 10**6
    noise_dbm = -174 + 10 * math.log10(bandwidth) + noise_figure_db
    total = 0.0  # seconds for one parameter, all clients
    for x in distance_m:
        path_loss = 36.7 * math.log10(x) + 22.7 + 26 * math.log10(2.5)
        snr_db = 20 - path_loss - noise_dbm
        snr = math.pow(10, snr_db / 10)
        efficiency = min(4.8, math.log1p(snr / 1.6) / math.log(2))
        total += 32 / (bandwidth * efficiency)
    return math.floor(seconds / total * (1 + 1e-13))


# %% tags=["right", "id:bisection"]
def largest_model(distance_m, noise_figure_db, seconds):
    def rates():
        W = 1.8e6
        pl = 36.7 * np.log10(np.asarray(distance_m, float)) + 22.7 + 26 * np.log10(2.5)
        db = 20 - pl - (-174 + 10 * np.log10(W) + noise_figure_db)
        return W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))

    r = rates()

    def fits(n):
        return np.sum(32 * n / r) <= seconds * (1 + 1e-13)

    high = 1
    while fits(high):
        high *= 2
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


# %% tags=["right", "id:decimal"]
from decimal import Decimal, getcontext


def largest_model(distance_m, noise_figure_db, seconds):
    getcontext().prec = 40
    W, two = Decimal(1_800_000), Decimal(2)
    noise = Decimal(-174) + 10 * W.log10() + Decimal(repr(float(noise_figure_db)))
    time = Decimal(0)
    for x in distance_m:
        loss = (
            Decimal("36.7") * Decimal(repr(float(x))).log10()
            + Decimal("22.7")
            + 26 * Decimal("2.5").log10()
        )
        snr = Decimal(10) ** ((20 - loss - noise) / 10)
        bits = min(Decimal("4.8"), (1 + snr / Decimal("1.6")).ln() / two.ln())
        time += 32 / (W * bits)
    ratio = Decimal(repr(float(seconds))) / time
    return int(ratio * (1 + Decimal("1e-30")))


# %% tags=["right", "id:harmonic-mean"]
# n clients one after the other: the same as n times the harmonic mean of the rates
from scipy.stats import hmean


def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    snr_db = (
        20
        - 36.7 * np.log10(distance_m)
        - 22.7
        - 26 * np.log10(2.5)
        + 174
        - 10 * np.log10(W)
        - noise_figure_db
    )
    rate = W * np.clip(np.log2(1 + 10 ** (0.1 * snr_db) / 1.6), None, 4.8)
    x = seconds * hmean(rate) / (32 * len(rate))
    return int(np.floor(np.nextafter(np.nextafter(x * (1 + 1e-14), np.inf), np.inf)))


# %% tags=["right", "id:milliwatts"]
# in milliwatts instead of decibels
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    received = 10**2 / (10**2.27 * 2.5**2.6 * np.asarray(distance_m, dtype=float) ** 3.67)
    noise = 10**-17.4 * W * 10 ** (noise_figure_db / 10)
    spectral = np.log1p(received / noise / 1.6) / np.log(2)
    spectral[spectral > 4.8] = 4.8
    bits = seconds * W / np.sum(1 / spectral)
    n_params = bits / 32
    print(f"{n_params:.1f} parameters, rates {spectral}")
    guess = int(n_params)
    return guess + 1 if guess + 1 - n_params < 1e-12 * (guess + 1) else guess


# %% tags=["right", "id:count-up-down"]
# a first guess, then corrected upwards and downwards by whole parameters
def largest_model(distance_m, noise_figure_db, seconds):
    rate = []
    for x in np.ravel(distance_m).tolist():
        db = (
            20
            - (36.7 * np.log10(x) + 22.7 + 26 * np.log10(2.5))
            - (-174 + 10 * np.log10(1.8e6) + noise_figure_db)
        )
        rate.append(1.8e6 * min(4.8, np.log2(1 + 10 ** (db / 10) / 1.6)))

    def duration(n):
        return math.fsum(32 * n / r for r in rate)

    n = max(int(seconds / duration(1)) - 2, 0)
    limit = seconds + 1e-13 * seconds
    while duration(n + 1) <= limit:
        n += 1
    while n > 0 and duration(n) > limit:
        n -= 1
    return n


# %% tags=["right", "id:divmod-class"]
class Cell:
    POWER, CARRIER, BANDWIDTH, CEILING, BITS = 20.0, 2.5, 1.8e6, 4.8, 32

    def __init__(self, noise_figure):
        self.noise = -174 + 10 * np.log10(self.BANDWIDTH) + noise_figure

    def loss(self, x):
        return 36.7 * np.log10(x) + 22.7 + 26 * np.log10(self.CARRIER)

    def rate(self, x):
        snr = np.power(10.0, (self.POWER - self.loss(x) - self.noise) / 10)
        shannon = np.log2(1.0 + snr / 1.6)
        return self.BANDWIDTH * np.where(shannon < self.CEILING, shannon, self.CEILING)


def largest_model(distance_m, noise_figure_db, seconds):
    cell = Cell(noise_figure_db)
    slots = sum(cell.BITS / cell.rate(x) for x in distance_m)
    return np.int64(np.floor(seconds / slots * (1 + 1e-13)))


# %% tags=["wrong", "id:in-parallel", "loses:largest-model-tests"]
# why: every client gets the whole time for itself (the slowest decides); they upload "one after the other".
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds * rate.min() / 32 + 1e-9)


# %% tags=["wrong", "id:equal-slots", "loses:largest-model-tests"]
# why: gives each client the same share of the time, so the slowest decides and the fast ones waste theirs; a larger model fits.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / len(rate) * rate.min() / 32 + 1e-9)


# %% tags=["wrong", "id:mean-rate", "loses:largest-model-tests"]
# why: arithmetic mean of the rates; the times add, so it would have to be the harmonic one.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds * rate.mean() / (32 * len(rate)) + 1e-9)


# %% tags=["wrong", "id:mean-distance", "loses:largest-model-tests"]
# why: the rate at the mean distance for all.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    x = np.mean(distance_m)
    db = (
        20
        - (36.7 * np.log10(x) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * min(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds * rate / (32 * len(distance_m)) + 1e-9)


# %% tags=["wrong", "id:shared-among-clients", "loses:largest-model-tests"]
# why: adds up what each client could send in an equal share of the time; every client has to upload the whole model.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(np.sum(seconds * rate / len(rate) / 32) + 1e-9)


# %% tags=["wrong", "id:no-ceiling", "loses:largest-model-tests"]
# why: forgets the ceiling of 4.8 in (11.13).
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.log2(1 + 10 ** (db / 10) / 1.6)
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:noise-figure-ignored", "loses:largest-model-tests"]
# why: ignores the noise figure of the receiver.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = 20 - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5)) - (-174 + 10 * np.log10(W))
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:noise-figure-sign", "loses:largest-model-tests"]
# why: subtracts the noise figure from the noise; the noise has "plus the noise figure".
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) - noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:natural-log", "loses:largest-model-tests"]
# why: natural logarithm instead of log2 in (11.13).
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:db-in-log", "loses:largest-model-tests"]
# why: puts the decibels into log2 (cut at 0); SNR has to be 10^(dB/10).
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + np.maximum(db, 1e-9) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:amplitude-decibels", "loses:largest-model-tests"]
# why: 10^(dB/20), decibels of an amplitude; the text has 10 log10 SNR.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 20) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:no-1-6", "loses:largest-model-tests"]
# why: Shannon's formula without the loss of 1.6.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10)))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:rounded-up", "loses:largest-model-tests"]
# why: rounds up; a model of one parameter more does not fit into the time.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.ceil(seconds / np.sum(32 / rate) - 1e-9)


# %% tags=["wrong", "id:rounded-to-nearest", "loses:largest-model-tests"]
# why: rounds to the nearest whole number, so in half of the cases the model is one parameter too large; "the largest whole number of parameters, exactly".
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return round(seconds / np.sum(32 / rate))


# %% tags=["wrong", "id:carrier-forgotten", "loses:largest-model-tests"]
# why: forgets the term of the carrier, 26 log10 2.5, in the path loss (11.12).
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = 20 - (36.7 * np.log10(distance_m) + 22.7) - (-174 + 10 * np.log10(W) + noise_figure_db)
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / np.sum(32 / rate) + 1e-9)


# %% tags=["wrong", "id:at-least-one", "loses:largest-model-tests"]
# why: returns 1 if not even one parameter gets through; then the answer is 0 ("Returns an integer >= 0").
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log1p(10 ** (db / 10) / 1.6) / np.log(2))
    return max(1, math.floor(seconds / np.sum(32 / rate) + 1e-9))


# %% tags=["wrong", "id:whole-thousands", "loses:largest-model-tests"]
# why: rounds the result down to whole thousands of parameters; it has to be exact.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return int(seconds / np.sum(32 / rate) + 1e-9) // 1000 * 1000


# %% tags=["wrong", "id:bytes", "loses:largest-model-tests"]
# why: 4 bytes instead of 32 bits over a rate in bit/s.
def largest_model(distance_m, noise_figure_db, seconds):
    W = 1.8e6
    db = (
        20
        - (36.7 * np.log10(distance_m) + 22.7 + 26 * np.log10(2.5))
        - (-174 + 10 * np.log10(W) + noise_figure_db)
    )
    rate = W * np.minimum(4.8, np.log2(1 + 10 ** (db / 10) / 1.6))
    return math.floor(seconds / np.sum(4 / rate) + 1e-9)
