"""Generator of the simulated twin, ``fmi_simulated.csv``: weather of an invented Finland.

Nothing here reads an observation. The twin is drawn from the model

    y_i(t) = mean_i + c(t) + anomaly_i(t)

with a station mean that falls to the north and to the east, a signal c common to all stations and
anomalies that are alike for neighbours in space and time. The constants below are the calibration
facts of ``README.md`` in this folder; ``test_data_fmi.py`` checks that the file meets them
and that this module writes the file.

All random numbers come from :meth:`random.Random.random`, the one stream that Python promises to
keep; numpy's may change from version to version.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from flcourse._types import Floats
from flcourse.data.fmi import Stations
from flcourse.data.outlines import FINLAND

SEED = 40
N, HOURS, START = 207, 96, np.datetime64("2023-12-28T11:00:00", "s")
ROWS_OF_GAPPY_STATIONS = (95, 95, 51, 39)

# Station mean = TREND . (1, lat - 64, lon - 26) + residual, in °C.
TREND, RESIDUAL_SD = np.array([-12.060, -1.1608, -0.4316]), 2.2235
# Mean of all stations by hour: extremes and standard deviation, in °C.
SIGNAL_MIN, SIGNAL_MAX, SIGNAL_SD = -20.11, -5.72, 4.606
# Standard deviation within a station: share of the stations below, value in °C.
SPREAD_SHARES, SPREADS = (0.0, 0.08, 0.5, 0.92, 1.0), (1.25, 3.17, 5.50, 7.42, 9.24)
# Part of the anomalies that the common signal does not drive: standard deviation in °C, and how
# much of a value is left an hour later (applied twice).
NOISE_SD, NOISE_MEMORY = 2.2, 0.785

# Sites further apart than this, in kilometres, except a site and its second.
SPACING_KM = 16.0
# Distances from a station to any two others differ by more than this: degrees, kilometres.
MARGIN_DEGREES, MARGIN_KM = 1e-5, 1e-3

# Sprites, giants, tales and dreams: no municipality of the real country is called like this.
REALMS = (
    "Satu", "Taru", "Peikko", "Hiisi", "Näkki", "Tonttu", "Haltija", "Menninkäis", "Lumottu",
    "Unelma", "Ihme", "Kangastus", "Keiju", "Jättiläis", "Tuulenväki", "Loru", "Velho", "Kummitus",
)  # fmt: skip
PLACES = (
    "järvi", "lampi", "koski", "niemi", "saari", "mäki", "vaara", "lahti", "ranta", "perä", "kylä",
    "suo", "harju", "räme",
)  # fmt: skip
SITES = ("lentokenttä", "satama", "majakka", "tähtitorni", "kääpiökaivos", "lohikäärmeluola")


def twin() -> Stations:
    """Draw the twin: the same stations and temperatures on every machine.

    Returns
    -------
    Stations
        With ``source="simulated"``.

    Examples
    --------
    >>> twin()
    <Stations: 207 simulated stations, 19768 temperatures, 2023-12-28T11:00 to 2024-01-01T10:00>
    """
    random = Random(SEED)
    latlon = _positions(random)
    design = np.column_stack([np.ones(N), latlon - (64.0, 26.0)])
    residual = _residual(latlon, design, random)
    means = design @ TREND + residual
    signal = _signal(float(means.mean()))
    departures = _departures(latlon, residual, signal - signal.mean(), random)
    Y = np.round(means[:, np.newaxis] + departures, 1)
    times = START + np.arange(HOURS) * np.timedelta64(3600, "s")
    kept = [np.arange(HOURS)] * N
    for rows, i in zip(ROWS_OF_GAPPY_STATIONS, _shuffled(N, random)[:4], strict=True):
        kept[i] = np.sort(_shuffled(HOURS, random)[:rows])
    return Stations(
        names=_names(random),
        latlon=latlon,
        y=[y[rows] + 0.0 for y, rows in zip(Y, kept, strict=True)],  # -0.0 becomes 0.0
        timestamps=[times[rows] for rows in kept],
        source="simulated",
    )


def write_twin(path: str | os.PathLike[str]) -> None:
    """Write the twin as ``load_fmi("simulated")`` reads it: a row per station.

    Parameters
    ----------
    path : path-like
        File to write, ``flcourse/data/fmi_simulated.csv`` in the project.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_twin(Path(folder) / "twin.csv")
    ...     print((Path(folder) / "twin.csv").read_text(encoding="utf-8")[:30])
    name,latitude,longitude,2023-1
    """
    stations = twin()
    hours = np.unique(np.concatenate(stations.timestamps))
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["name", "latitude", "longitude", *np.datetime_as_string(hours, "m")])
        for i, name in enumerate(stations.names):
            known = dict(zip(stations.timestamps[i], stations.y[i], strict=True))
            cells = [f"{known[hour]:.1f}" if hour in known else "" for hour in hours]
            writer.writerow([name, *map(float, stations.latlon[i]), *cells])


def _shuffled(size: int, random: Random) -> NDArray[np.intp]:
    """Draw a random order of 0, 1, ..., size - 1."""
    return np.argsort([random.random() for _ in range(size)])


def _normals(random: Random, *shape: int) -> Floats:
    """Draw standard normal numbers by the method of Box and Muller (1958)."""
    size = int(np.prod(shape))
    u = np.array([random.random() for _ in range(2 * size)]).reshape(2, size)
    z = np.sqrt(-2.0 * np.log1p(-u[0])) * np.cos(2.0 * np.pi * u[1])
    return np.asarray(z.reshape(shape))


def _positions(random: Random) -> Floats:
    """Stations inside the outline, denser in the south; some have a twin site close by."""
    latlon = np.empty((0, 2))
    while len(latlon) < N:
        lat, lon = random.uniform(59.5, 70.1), random.uniform(19.1, 31.0)
        second = (lat + random.uniform(-0.1, 0.1), lon + random.uniform(-0.2, 0.2))
        sites = [(lat, lon), second] if random.random() < 0.15 else [(lat, lon)]
        if random.random() > max(0.3, 1.0 - (lat - 59.5) / 7.0) or not all(map(_inside, sites)):
            continue
        extended = np.vstack([latlon, np.round(sites, 5)])[:N]
        apart = _kilometres(extended)[: len(latlon), len(latlon) :]
        if apart.min(initial=np.inf) > SPACING_KM and _ranking_is_clear(extended):
            latlon = extended
    return latlon[_shuffled(N, random)]


def _inside(point: tuple[float, float]) -> bool:
    """Whether a ray to the north crosses the outline an odd number of times."""
    lat, lon = point
    (lat_a, lon_a), (lat_b, lon_b) = FINLAND.T, np.roll(FINLAND, -1, axis=0).T
    spans = (lon_a > lon) != (lon_b > lon)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = lat_a + (lon - lon_a) / (lon_b - lon_a) * (lat_b - lat_a)
    return bool(np.sum(spans & (crossing > lat)) % 2)


def _ranking_is_clear(latlon: Floats) -> bool:
    """Whether no station has two others, or itself and another, at nearly one distance."""
    gaps = [
        np.diff(np.sort(distances, axis=1), axis=1).min(initial=np.inf)
        for distances in (_degrees(latlon), _kilometres(latlon))
    ]
    return bool(gaps[0] > MARGIN_DEGREES and gaps[1] > MARGIN_KM)


def _degrees(latlon: Floats) -> Floats:
    """Euclidean distances between (lat, lon), as the lecture measures them."""
    differences = latlon[:, np.newaxis] - latlon
    return np.asarray(np.sqrt(np.sum(differences**2, axis=-1)))


def _kilometres(latlon: Floats) -> Floats:
    """Great-circle distances by the haversine formula, on a sphere of 6371 km."""
    phi, lam = np.radians(latlon).T
    half = np.sin((phi[:, np.newaxis] - phi) / 2) ** 2 + np.outer(np.cos(phi), np.cos(phi)) * (
        np.sin((lam[:, np.newaxis] - lam) / 2) ** 2
    )
    return np.asarray(2 * 6371.0 * np.arcsin(np.sqrt(half)))


def _spatial_factor(latlon: Floats, nugget: float, scale_km: float) -> Floats:
    """Factor R of a covariance R Rᵀ that falls with the distance, part of it local."""
    covariance = (1 - nugget) * np.exp(-_kilometres(latlon) / scale_km) + nugget * np.eye(N)
    return np.asarray(np.linalg.cholesky(covariance))


def _residual(latlon: Floats, design: Floats, random: Random) -> Floats:
    """Part of the station means that the regression on the position does not explain."""
    residual = _spatial_factor(latlon, 0.5, 120.0) @ _normals(random, N)
    residual -= design @ np.linalg.lstsq(design, residual)[0]
    return np.asarray(residual * (RESIDUAL_SD / residual.std()))


def _signal(mean: float) -> Floats:
    """Mild hours, then a cold wave: the extremes as stated, mean and spread as near as it goes."""
    t = np.linspace(0.0, 1.0, HOURS)
    daily = 0.03 * np.sin(2 * np.pi * (HOURS * t + 5) / 24)
    lowest, best = np.inf, np.zeros(HOURS)
    for onset in np.linspace(0.0, 0.4, 81):
        ramp = np.maximum(t - onset, 0.0) / (1.0 - onset)
        for bend in np.linspace(0.6, 2.0, 71):
            u = ramp**bend + daily * np.sqrt(ramp) + 0.02 * t
            signal = SIGNAL_MAX + (SIGNAL_MIN - SIGNAL_MAX) * (u - u.min()) / np.ptp(u)
            error = abs(signal.mean() - mean) + 4 * abs(signal.std(ddof=1) - SIGNAL_SD)
            if error < lowest:
                lowest, best = error, signal
    return best


def _departures(latlon: Floats, residual: Floats, c: Floats, random: Random) -> Floats:
    """Draw signal plus anomalies, (N, HOURS): rows have mean zero, the spread of a station."""
    # Valleys that are cold for their position swing more, the far north less.
    field = 0.8 * _spatial_factor(latlon, 0.2, 150.0) @ _normals(random, N)
    field -= 1.2 * residual / RESIDUAL_SD + 0.2 * (latlon[:, 0] - latlon[:, 0].mean())
    share = np.argsort(np.argsort(field)) / (N - 1)
    spread = np.interp(share, SPREAD_SHARES, SPREADS)[:, np.newaxis]
    loading = np.sqrt(np.maximum(spread**2 - NOISE_SD**2, 0.5)) / c.std()
    departures = loading * c + _noise(latlon, random)
    for _ in range(200):  # alternate: columns have mean c, rows their spread
        departures += c - departures.mean(axis=0)
        departures *= spread / departures.std(axis=1, ddof=1, keepdims=True)
    return np.asarray(departures)


def _noise(latlon: Floats, random: Random) -> Floats:
    """Noise that drifts smoothly and resembles the neighbours', rows of mean zero."""
    noise = _spatial_factor(latlon, 0.3, 200.0) @ _normals(random, N, HOURS)
    for t in [*range(1, HOURS)] * 2:  # twice: the second pass smooths the steps of the first
        noise[:, t] += NOISE_MEMORY * noise[:, t - 1]
    noise -= noise.mean(axis=1, keepdims=True)
    return np.asarray(noise * (NOISE_SD / noise.std()))


def _names(random: Random) -> tuple[str, ...]:
    """Invented names, each with a note that says so."""
    towns = [realm + place for realm in REALMS for place in PLACES]
    sites = ["", *(" " + site for site in SITES)]
    names = [f"{town}{site} (simulated)" for town in towns for site in sites]
    return tuple(names[k] for k in _shuffled(len(names), random)[:N])
