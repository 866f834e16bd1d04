"""Hourly temperatures of weather stations: the data of the lecture on GTVMin.

``load_fmi("simulated")`` needs no network: it reads a simulated twin that ships with the package.
``load_fmi("observed")`` reads real observations of the Finnish Meteorological Institute that
``flcourse data fetch fmi`` has downloaded. Both give the same :class:`Stations`.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from flcourse._require import choice
from flcourse._types import Floats
from flcourse.data._places import data_dirs

__all__ = ["Stations", "find_observed", "load_fmi", "read_fmi"]

COLUMNS = ("Latitude", "Longitude", "Timestamp", "temp", "name")
FILE = Path("fmi") / "Assignment_MLBasicsData.csv"
TWIN = files("flcourse.data") / "fmi_simulated.csv"

Times = NDArray[np.datetime64]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False, repr=False)
class Stations:
    """Temperatures of n weather stations; node i of the empirical graph is station i.

    Parameters
    ----------
    names : tuple of str
        One name per station, in the order of first appearance in the file.
    latlon : (n, 2) array
        Latitude and longitude in degrees.
    y : list of (m_i,) arrays
        Temperatures in °C, in the order of time; m_i may differ from station to station.
    timestamps : list of (m_i,) datetime64[s] arrays
        Hour of each temperature, strictly increasing.
    source : str
        ``"simulated"`` or ``"observed"``.

    Examples
    --------
    >>> load_fmi("simulated")
    <Stations: 207 simulated stations, 19768 temperatures,
     2023-12-28T11:00 to 2024-01-01T10:00>
    """

    names: tuple[str, ...]
    latlon: Floats
    y: list[Floats]
    timestamps: list[Times]
    source: str

    def __repr__(self) -> str:
        """Say how much there is, not all of it."""
        first = min(t[0] for t in self.timestamps).astype("datetime64[m]")
        last = max(t[-1] for t in self.timestamps).astype("datetime64[m]")
        size = f"{len(self.names)} {self.source} stations, {sum(map(len, self.y))} temperatures"
        return f"<Stations: {size}, {first} to {last}>"


def load_fmi(source: str = "simulated", path: str | os.PathLike[str] | None = None) -> Stations:
    """Load the temperatures of 207 Finnish weather stations, simulated or observed.

    Parameters
    ----------
    source : {"simulated", "observed"}
        The twin that ships with the package, or the file of real observations.
    path : path-like, optional
        CSV file for ``source="observed"``. Default: ``$FLCOURSE_DATA/fmi/<file>`` if it exists,
        else the user's cache, where ``flcourse data fetch fmi`` puts it.

    Returns
    -------
    Stations
        Stations in the order of first appearance in the file, each in the order of time (the rows
        of the file of observations are shuffled).

    Raises
    ------
    FileNotFoundError
        If there is no file of observations; the message says how to get it.
    ValueError
        If a column is missing, a row cannot be read, a station has two positions or two
        temperatures at one time; the message names the file and the line.

    Notes
    -----
    The observations come from the open data of the Finnish Meteorological Institute (CC BY 4.0),
    selected by A. Jung for the course Federated Learning (CS-E4740, Aalto University, 2024). The
    twin is calibrated to a few of their statistics (``flcourse/data/README.md``); its stations
    do not exist.

    Examples
    --------
    >>> stations = load_fmi("simulated")
    >>> len(stations.names), stations.latlon.shape, stations.y[0].shape
    (207, (207, 2), (96,))
    """
    choice("source", source, ("simulated", "observed"))
    if source == "observed":
        return read_fmi(find_observed(path))
    if path is not None:
        raise ValueError(f"path must be None for source='simulated', got {os.fspath(path)!r}")
    return _read_twin()


def read_fmi(path: str | os.PathLike[str]) -> Stations:
    r"""Read observations from a CSV file with one row for each station and hour.

    Parameters
    ----------
    path : path-like
        UTF-8 file with the columns Latitude, Longitude, Timestamp, temp and name, in any order
        and possibly among others; rows in any order.

    Returns
    -------
    Stations
        With ``source="observed"``.

    Raises
    ------
    ValueError
        As :func:`load_fmi`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> text = "name,Latitude,Longitude,Timestamp,temp\n"
    >>> text += "Äijälä,62.6,25.7,2024-01-01 10:00,-9.5\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "one.csv"
    ...     _ = file.write_text(text, encoding="utf-8")
    ...     stations = read_fmi(file)
    >>> stations.names, stations.y
    (('Äijälä',), [array([-9.5])])
    """
    positions: dict[str, tuple[float, float]] = {}
    temperatures: dict[str, dict[datetime, float]] = {}
    for where, (name, position, time, temperature) in _rows(Path(path)):
        if positions.setdefault(name, position) != position:
            raise ValueError(
                f"{where}: station {name!r} must keep one position, got {position} "
                f"after {positions[name]}"
            )
        series = temperatures.setdefault(name, {})
        if time in series:
            raise ValueError(f"{where}: station {name!r} must have one row for {time}, got two")
        series[time] = temperature
    if not positions:
        raise ValueError(f"{path}, line 2: the file must have at least one row, got none")
    ordered = [sorted(series.items()) for series in temperatures.values()]
    return Stations(
        names=tuple(positions),
        latlon=np.array(list(positions.values())),
        y=[np.array([value for _, value in series]) for series in ordered],
        timestamps=[np.array([time for time, _ in series], "datetime64[s]") for series in ordered],
        source="observed",
    )


Row = tuple[str, tuple[float, float], datetime, float]


def _rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield each row of a CSV file after the place where it stands, "file, line 7"."""
    reader = csv.reader(io.StringIO(_text(path), newline=""), strict=True)
    columns: list[int] | None = None
    try:
        for fields in reader:
            where = f"{path}, line {reader.line_num}"
            if columns is None:
                width, columns = len(fields), _columns(where, fields)
            elif fields:  # a blank line says nothing
                if len(fields) != width:
                    raise ValueError(f"{where}: a row must have {width} fields, got {len(fields)}")
                yield where, _row(where, *(fields[column] for column in columns))
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: not a CSV row ({error})") from error
    if columns is None:
        raise ValueError(f"{path}, line 1: the file must have a header, got an empty file")


def _text(path: Path) -> str:
    """Contents of a UTF-8 file, without the mark that some editors put in front."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(f"{path}, line {line}: the file must be UTF-8 text") from error


def _columns(where: str, header: list[str]) -> list[int]:
    """Place of each of our columns in the header."""
    missing = [column for column in COLUMNS if header.count(column) != 1]
    if missing:
        raise ValueError(
            f"{where}: the header must name each of {', '.join(COLUMNS)} once; "
            f"missing or repeated: {', '.join(missing)}"
        )
    return [header.index(column) for column in COLUMNS]


def _row(where: str, lat: str, lon: str, time: str, temp: str, name: str) -> Row:
    """Turn the fields of one row into values within their bounds."""
    if not name.strip():
        raise ValueError(f"{where}: name must not be empty")
    position = (
        _number(where, "Latitude", lat, -90.0, 90.0),
        _number(where, "Longitude", lon, -180.0, 180.0),
    )
    # Colder than absolute zero or hotter than boiling is a broken file, not weather.
    return name, position, _time(where, time), _number(where, "temp", temp, -273.15, 100.0)


def _number(where: str, column: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise ValueError(f"{where}: {column} must be a number in [{low}, {high}], got {text!r}")
    return value


def _time(where: str, text: str) -> datetime:
    time = _parse_time(text)
    if time is None:
        raise ValueError(
            f"{where}: Timestamp must look like 2023-12-31 18:00:00 without a time zone, "
            f"got {text!r}"
        )
    return time


@lru_cache(maxsize=1024)  # a few hours serve all rows
def _parse_time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo is None else None


def find_observed(path: str | os.PathLike[str] | None = None) -> Path:
    """Find the file of observations: the one asked for, else the first that exists.

    Parameters
    ----------
    path : path-like, optional
        The one that must exist; by default ``$FLCOURSE_DATA`` and the user's cache are searched.

    Returns
    -------
    pathlib.Path
        A file that exists; its contents are not looked at.

    Raises
    ------
    FileNotFoundError
        If there is none; the message says how to get it.

    Examples
    --------
    >>> find_observed("not-there.csv")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: no file of observations at not-there.csv: run ...
    """
    places = [Path(path)] if path is not None else [folder / FILE for folder in data_dirs()]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(
        f"no file of observations at {' or '.join(map(str, places))}: run 'flcourse data fetch "
        'fmi\' where there is a network, or use load_fmi("simulated")'
    )


def _read_twin() -> Stations:
    """Read the twin: a row per station, a column per hour, an empty cell where there is no row."""
    with TWIN.open(encoding="utf-8") as lines:
        header, *rows = csv.reader(lines)
    hours = np.array(header[3:], dtype="datetime64[s]")
    series = np.array([[float(cell or "nan") for cell in row[3:]] for row in rows])
    return Stations(
        names=tuple(row[0] for row in rows),
        latlon=np.array([[float(cell) for cell in row[1:3]] for row in rows]),
        y=[values[~np.isnan(values)] for values in series],
        timestamps=[hours[~np.isnan(values)] for values in series],
        source="simulated",
    )
