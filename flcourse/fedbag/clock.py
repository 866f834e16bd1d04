"""How long clients train and upload: the clock of FedBag's simulations."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints

__all__ = ["lte_throughput", "path_loss", "round_time", "train_seconds", "upload_seconds"]


def __dir__() -> list[str]:
    return __all__


def group(chosen: Sequence[int] | ArrayLike, n: int) -> Ints:
    """Return ``chosen`` as indices of different clients among 0 … n − 1."""
    indices = _require.labels("chosen", np.asarray(chosen), shape=(None,))
    if indices.size and indices.max() >= n:
        raise ValueError(f"chosen must be below the number of clients {n}, got {indices.max()}")
    if len(np.unique(indices)) < len(indices):
        raise ValueError(f"chosen must hold each client at most once, got {indices.tolist()}")
    return indices


def seconds_of(
    train_time: ArrayLike, upload_time: ArrayLike, n: int | None = None
) -> tuple[Floats, Floats]:
    """Check the times of n clients."""
    train = _require.array("train_time", train_time, shape=(n,))
    upload = _require.array("upload_time", upload_time, shape=(len(train),))
    for name, times in (("train_time", train), ("upload_time", upload)):
        if times.size and times.min() < 0:
            raise ValueError(f"{name} must be at least 0 seconds, got {times.min()}")
    return train, upload


def round_time(
    train_time: ArrayLike, upload_time: ArrayLike, chosen: Sequence[int] | ArrayLike
) -> float:
    """Seconds of a round: the slowest training plus all uploads, one by one (eq-round-time).

    Parameters
    ----------
    train_time, upload_time : (n,) array_like
        Seconds of each client, at least 0.
    chosen : (k,) array_like of int
        Clients of the round.

    Returns
    -------
    float
        The seconds, at most: an early client may upload while a late one trains. 0 for nobody.

    Raises
    ------
    ValueError
        If a time is negative or the shapes differ.

    Examples
    --------
    >>> round_time([30, 50, 10], [5, 1, 2], [0, 2])
    37.0
    """
    train, upload = seconds_of(train_time, upload_time)
    members = group(chosen, len(train))
    # fsum rounds once, so that the order of the clients does not matter.
    return float(train[members].max() + math.fsum(upload[members])) if members.size else 0.0


def path_loss(distance_m: ArrayLike, frequency_ghz: float = 2.5) -> Floats:
    """Loss in dB over a street without line of sight, urban micro cell (eq-path-loss).

    Parameters
    ----------
    distance_m : array_like
        Metres between base station and client, at least 1.
    frequency_ghz : float
        Carrier in GHz.

    Returns
    -------
    array
        The loss in decibels.

    Raises
    ------
    ValueError
        If a distance is below 1 m or the carrier is not positive.

    Notes
    -----
    UMi NLOS, hexagonal layout, of Report ITU-R M.2135-1 (2009); it is stated for 10 m … 2 km, a
    base station 10 m high and clients at 1 m … 2.5 m.

    Examples
    --------
    >>> float(path_loss(100.0, 1.0))  # 36.7 · 2 + 22.7
    96.10000000000001
    """
    metres = _require.array("distance_m", distance_m)
    if metres.size and metres.min() < 1:
        raise ValueError(f"distance_m must be at least 1, got {metres.min()}")
    carrier = _require.number("frequency_ghz", frequency_ghz, above=0)
    return np.asarray(36.7 * np.log10(metres) + 22.7 + 26 * np.log10(carrier))


def lte_throughput(
    distance_m: ArrayLike,
    *,
    frequency_ghz: float = 2.5,
    power_dbm: float = 20.0,
    bandwidth_hz: float = 1.8e6,
    noise_figure_db: float = 0.0,
) -> Floats:
    """Bits per second of an LTE uplink at a distance, ten resource blocks wide (eq-lte-rate).

    Parameters
    ----------
    distance_m : array_like
        Metres to the base station.
    frequency_ghz, power_dbm, bandwidth_hz : float
        Carrier, transmit power with antenna gains, and bandwidth W.
    noise_figure_db : float
        Noise of the receiver above the thermal −174 dBm/Hz.

    Returns
    -------
    array
        W · min(4.8, log₂(1 + SNR/1.6)), at most 8.64 Mbit/s by default.

    Raises
    ------
    ValueError
        If a distance is below 1 m, or frequency or bandwidth is not positive.

    Notes
    -----
    Gap and ceiling of Akdeniz et al. (2014), *Millimeter wave channel modeling and cellular
    capacity evaluation*, IEEE JSAC. Clients spread evenly over a disk of 0.92 km have the mean
    rate of 1.4 Mbit/s that FedBag's simulation reports.

    Examples
    --------
    >>> lte_throughput([10.0, 500.0, 1000.0]).round(-4)
    array([8640000., 1120000.,  110000.])
    """
    width = _require.number("bandwidth_hz", bandwidth_hz, above=0)
    power = _require.number("power_dbm", power_dbm)
    figure = _require.number("noise_figure_db", noise_figure_db, at_least=0)
    noise_dbm = -174 + 10 * np.log10(width) + figure
    snr = 10 ** ((power - path_loss(distance_m, frequency_ghz) - noise_dbm) / 10)
    return np.asarray(width * np.minimum(4.8, np.log2(1 + snr / 1.6)))


def upload_seconds(
    throughput: ArrayLike, n_params: int, *, bits: int = 32, cap: float | None = None
) -> Floats:
    """Seconds that each client needs to upload a model (eq-upload-time).

    Parameters
    ----------
    throughput : array_like
        Bits per second.
    n_params : int
        Parameters of the model.
    bits : int
        Bits per parameter.
    cap : float, optional
        Longest upload in seconds; at the edge of a cell the times have a heavy tail.

    Returns
    -------
    array
        bits · n_params / throughput, at most ``cap``.

    Raises
    ------
    ValueError
        If a rate is not positive.

    Examples
    --------
    >>> upload_seconds([1e6, 2e6, 1e3], 500_000, cap=60.0)
    array([16.,  8., 60.])
    """
    rate = _require.array("throughput", throughput)
    if rate.size and rate.min() <= 0:
        raise ValueError(f"throughput must be greater than 0, got {rate.min()}")
    size = _require.count("n_params", n_params, at_least=1) * _require.count(
        "bits", bits, at_least=1
    )
    longest = np.inf if cap is None else _require.number("cap", cap, above=0)
    return np.asarray(np.minimum(size / rate, longest))


def train_seconds(samples: ArrayLike, speed: ArrayLike, *, epochs: int = 1) -> Floats:
    """Seconds that each client needs to pass its samples the given number of times.

    Parameters
    ----------
    samples : (n,) array_like
        Samples of each client.
    speed : (n,) array_like or float
        Samples per second.
    epochs : int
        Passes over the samples.

    Returns
    -------
    (n,) array
        epochs · samples / speed.

    Raises
    ------
    ValueError
        If a speed is not positive or a count is negative.

    Examples
    --------
    >>> train_seconds([100, 40], 10, epochs=5)
    array([50., 20.])
    """
    m = _require.array("samples", samples)
    rate = _require.array("speed", speed)
    if m.size and m.min() < 0:
        raise ValueError(f"samples must be at least 0, got {m.min()}")
    if rate.size and rate.min() <= 0:
        raise ValueError(f"speed must be greater than 0, got {rate.min()}")
    return np.asarray(_require.count("epochs", epochs, at_least=1) * m / rate)
