"""FMI temperatures: the twin meets its calibration facts, the reader says where a file is wrong."""

import csv
import dataclasses
import os
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from flcourse.data import Stations, _twin, fmi, load_fmi
from flcourse.data._places import cache_dir, data_dirs

HEADER = "Latitude,Longitude,Timestamp,temp,name"
ROW = "60.5,25.25,2023-12-31 18:00:00,-4.5,Äijälä"
OBSERVED = Path(os.environ.get("FLCOURSE_DATA", "")) / fmi.FILE
needs_observed = pytest.mark.skipif(
    not (os.environ.get("FLCOURSE_DATA") and OBSERVED.is_file()), reason="no file of observations"
)


@pytest.fixture(scope="module")
def stations():
    return load_fmi("simulated")


def table(stations):
    """Temperatures as (station, hour), NaN where there is no row."""
    hours = np.unique(np.concatenate(stations.timestamps))
    Y = np.full((len(stations.names), len(hours)), np.nan)
    for i, (y, times) in enumerate(zip(stations.y, stations.timestamps, strict=True)):
        Y[i, np.searchsorted(hours, times)] = y
    return Y


def trend(stations):
    """Regression of the station means on (1, lat - 64, lon - 26): coefficients, residual."""
    means = np.array([y.mean() for y in stations.y])
    design = np.column_stack([np.ones(len(means)), stations.latlon - (64, 26)])
    coefficients = np.linalg.lstsq(design, means)[0]
    return coefficients, means - design @ coefficients


def anomalies(stations):
    Y = table(stations)
    means = np.nanmean(Y, axis=1, keepdims=True)
    return Y - np.nanmean(Y, axis=0) - (means - means.mean())


def persistence(stations):
    """Median over the stations of the correlation of an anomaly with the next hour's."""
    correlations = []
    for row in anomalies(stations):
        both = ~np.isnan(row[1:] + row[:-1])
        correlations.append(np.corrcoef(row[1:][both], row[:-1][both])[0, 1])
    return np.median(correlations)


def component_sizes(points, k):
    """Sizes of the connected components of the symmetrised k-nearest-neighbour graph."""
    n = len(points)
    near = cKDTree(points).query(points, k + 1)[1][:, 1:]
    A = np.zeros((n, n))
    A[np.repeat(np.arange(n), k), near.ravel()] = 1
    return sorted(np.bincount(connected_components(A, directed=False)[1]).tolist(), reverse=True)


class CheckFacts:
    """The calibration facts of the README beside the data, for any stations."""

    tolerance = 1.0

    def close(self, got, want, atol):
        assert_allclose(got, want, rtol=0, atol=self.tolerance * atol)

    def test_shapes(self, stations):
        assert len(stations.names) == len(set(stations.names)) == 207
        assert stations.latlon.shape == (207, 2)
        assert len(np.unique(stations.latlon, axis=0)) == 207
        assert sorted(map(len, stations.y)) == [39, 51, 95, 95, *[96] * 203]
        assert list(map(len, stations.y)) == list(map(len, stations.timestamps))

    def test_hours(self, stations):
        hours = np.unique(np.concatenate(stations.timestamps))
        first = np.datetime64("2023-12-28T11:00:00")
        assert_array_equal(hours, first + 3600 * np.arange(96))
        assert {t.dtype for t in stations.timestamps} == {np.dtype("datetime64[s]")}
        assert all((np.diff(t) > np.timedelta64(0, "s")).all() for t in stations.timestamps)

    def test_temperatures_have_one_decimal(self, stations):
        y = np.concatenate(stations.y)
        assert_array_equal(y, np.round(y, 1))

    def test_names_are_not_ascii(self, stations):
        assert sum(not name.isascii() for name in stations.names) > 50

    def test_trend(self, stations):
        coefficients, residual = trend(stations)
        self.close(coefficients[0], -12.060, 0.01)
        self.close(coefficients[1:], [-1.1608, -0.4316], 0.005)
        self.close(residual.std(), 2.2235, 0.01)

    def test_common_signal(self, stations):
        signal = np.nanmean(table(stations), axis=0)
        self.close([signal.min(), signal.max()], [-20.11, -5.72], 0.05)
        self.close(signal.std(ddof=1), 4.606, 0.02)
        self.close(np.concatenate(stations.y).mean(), -11.088, 0.03)

    def test_anomalies(self, stations):
        self.close(np.nanstd(anomalies(stations)), 3.232, 0.02)
        self.close(persistence(stations), 0.969, 0.005)

    def test_spread_within_stations(self, stations):
        spread = [y.std(ddof=1) for y in stations.y]
        self.close([min(spread), np.median(spread), max(spread)], [1.25, 5.50, 9.24], 0.02)


class TestTwin(CheckFacts):
    def test_says_that_it_is_simulated(self, stations):
        assert stations.source == "simulated"
        assert all(name.endswith("(simulated)") for name in stations.names)
        assert "simulated" in repr(stations)

    def test_positions_lie_in_finland(self, stations):
        lat, lon = stations.latlon.T
        assert 59.5 < lat.min() < lat.max() < 70.1
        assert 19.1 < lon.min() < lon.max() < 31.05
        assert all(_twin._inside(point) for point in stations.latlon)

    @pytest.mark.parametrize(
        ("metric", "margin"), [(_twin._degrees, 1e-5), (_twin._kilometres, 1e-3)]
    )
    def test_no_station_has_two_others_at_one_distance(self, stations, metric, margin):
        distances = np.sort(metric(stations.latlon), axis=1)
        assert np.diff(distances, axis=1).min() > margin

    def test_three_neighbours_leave_islands_and_four_do_not(self, stations):
        assert component_sizes(stations.latlon, 3) == [190, 13, 4]
        assert component_sizes(stations.latlon, 4) == [207]

    def test_generator_draws_the_file(self, stations):
        # Another BLAS may round the last bit the other way: rarely, and never by more than 0.1.
        drawn = _twin.twin()
        assert drawn.names == stations.names
        assert_array_equal(drawn.latlon, stations.latlon)
        for ours, times, theirs, stamps in zip(
            drawn.y, drawn.timestamps, stations.y, stations.timestamps, strict=True
        ):
            assert_array_equal(times, stamps)
            assert_allclose(ours, theirs, rtol=0, atol=0.1001)
        differ = np.concatenate(drawn.y) != np.concatenate(stations.y)
        assert differ.mean() < 0.001

    def test_file_is_small_text(self, tmp_path):
        _twin.write_twin(tmp_path / "twin.csv")
        written, shipped = (tmp_path / "twin.csv").read_bytes(), fmi.TWIN.read_bytes()
        assert written.splitlines()[0] == shipped.splitlines()[0]
        assert len(shipped) < 150_000
        assert b"\r" not in shipped

    def test_takes_no_path(self):
        with pytest.raises(ValueError, match="path must be None for source='simulated'"):
            load_fmi("simulated", path="some.csv")


@needs_observed
class TestObserved(CheckFacts):
    """The same checks on the real file: they are facts of the observations, to rounding."""

    tolerance = 0.5

    @pytest.fixture(scope="class")
    @classmethod
    def stations(cls):
        return load_fmi("observed")

    def test_components(self, stations):
        # Dossier of the course: 3 components for k = 3, one for k = 4.
        assert component_sizes(stations.latlon, 3) == [189, 14, 4]
        assert component_sizes(stations.latlon, 4) == [207]

    def test_loss_floor(self, stations):
        # Mean over the stations of the variance within each: the loss of GTVMin at alpha = 0.
        floor = np.mean([y.var() for y in stations.y])
        assert_allclose(floor, 31.487816489938, rtol=1e-12)

    def test_order_of_first_appearance(self, stations):
        with OBSERVED.open(encoding="utf-8") as file:
            names = dict.fromkeys(row["name"] for row in csv.DictReader(file))
        assert stations.names == tuple(names)

    def test_nothing_of_it_is_in_the_twin(self, stations):
        simulated = load_fmi("simulated")
        assert not set(stations.names) & {n.removesuffix(" (simulated)") for n in simulated.names}
        both = np.vstack([stations.latlon, simulated.latlon])
        assert len(np.unique(both, axis=0)) == 414


def test_a_wrong_twin_is_rejected(stations):
    """The checks have teeth: noise without memory and a trend turned around do not pass."""
    rng = np.random.default_rng(3)
    shuffled = dataclasses.replace(stations, y=[rng.permutation(y) for y in stations.y])
    with pytest.raises(AssertionError):
        TestTwin().test_anomalies(shuffled)
    turned = dataclasses.replace(stations, latlon=stations.latlon[:, ::-1])
    with pytest.raises(AssertionError):
        TestTwin().test_trend(turned)


# Reading files


def write(folder, *lines, encoding="utf-8", name="stations.csv"):
    path = folder / name
    path.write_bytes("".join(line + "\n" for line in lines).encode(encoding))
    return path


def test_rows_in_any_order_columns_in_any_order_among_others(tmp_path):
    path = write(
        tmp_path,
        "name,quality,temp,Timestamp,Longitude,Latitude",
        "Ö,1,-2.0,2024-01-01 02:00:00,25,60",
        '"Å, harbour",1,3.5,2024-01-01 00:00:00,20,60.25',
        "Ö,1,-1.0,2024-01-01 01:00:00,25.0,60.0",
        "",
    )
    stations = load_fmi("observed", path=path)
    assert stations.names == ("Ö", "Å, harbour")
    assert_array_equal(stations.latlon, [[60, 25], [60.25, 20]])
    assert [y.tolist() for y in stations.y] == [[-1.0, -2.0], [3.5]]
    assert_array_equal(
        stations.timestamps[0],
        np.array(["2024-01-01T01:00:00", "2024-01-01T02:00:00"], "datetime64[s]"),
    )
    assert stations.source == "observed"
    assert repr(stations) == (
        "<Stations: 2 observed stations, 3 temperatures, 2024-01-01T00:00 to 2024-01-01T02:00>"
    )


def test_byte_order_mark_and_windows_line_ends_are_welcome(tmp_path):
    path = tmp_path / "from_a_spreadsheet.csv"
    path.write_bytes(f"\ufeff{HEADER}\r\n{ROW}\r\n".encode())
    assert load_fmi("observed", path).names == ("Äijälä",)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: the file must have a header"),
        ([HEADER], "line 2: the file must have at least one row"),
        (["Latitude,Longitude,Timestamp,name", ROW], "line 1: the header .* missing .*: temp$"),
        (["lat,lon,Timestamp,temp,name", ROW], "line 1: .*: Latitude, Longitude$"),
        ([HEADER + ",temp", ROW + ",3"], "line 1: .*repeated: temp$"),
        (
            [HEADER, ROW, "60.5,25.25,2023-12-31 19:00:00"],
            "line 3: a row must have 5 fields, got 3",
        ),
        ([HEADER, ROW + ",7"], "line 2: a row must have 5 fields, got 6"),
        ([HEADER, ROW.replace("-4.5", "")], "line 2: temp must be a number"),
        ([HEADER, ROW.replace("-4.5", "nan")], "line 2: temp must be a number .*'nan'"),
        ([HEADER, ROW.replace("-4.5", "cold")], "line 2: temp must be a number .*'cold'"),
        ([HEADER, ROW.replace("-4.5", "-400")], r"line 2: temp .* in \[-273.15, 100.0\]"),
        ([HEADER, ROW.replace("60.5", "91")], r"line 2: Latitude .* in \[-90.0, 90.0\], got '91'"),
        ([HEADER, ROW.replace("25.25", "inf")], "line 2: Longitude .*'inf'"),
        ([HEADER, ROW.replace("2023-12-31", "31.12.2023")], "line 2: Timestamp must look like"),
        ([HEADER, ROW.replace(":00:00", ":00:00+02:00")], "line 2: .*without a time zone"),
        ([HEADER, ROW.replace("Äijälä", " ")], "line 2: name must not be empty"),
        ([HEADER, "", ROW, ROW], "line 4: station 'Äijälä' must have one row for 2023-12-31 18"),
        (
            [HEADER, ROW, ROW.replace("60.5", "60.6").replace("18:00", "19:00")],
            r"line 3: .* one position, got \(60.6, 25.25\) after \(60.5, 25.25\)",
        ),
        ([HEADER, ROW, '60.5,"25.25,2023'], "line 3: not a CSV row"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path, lines, message):
    path = write(tmp_path, *lines)
    with pytest.raises(ValueError, match=message) as caught:
        load_fmi("observed", path=path)
    assert str(caught.value).startswith(f"{path}, line ")


def test_a_file_that_is_not_utf8_is_named_with_its_line(tmp_path):
    path = write(tmp_path, HEADER, ROW.replace("Äijälä", "Oulu"), ROW, encoding="latin-1")
    with pytest.raises(ValueError, match=r"stations.csv, line 3: the file must be UTF-8"):
        load_fmi("observed", path=path)


def test_unknown_source():
    with pytest.raises(ValueError, match="source must be one of 'simulated', 'observed'"):
        load_fmi("measured")


@given(seed=st.integers(0, 2**32))
def test_shuffling_the_rows_of_each_station_changes_nothing(seed, tmp_path_factory):
    rows = [f"6{i},25,2024-01-01 0{h}:00:00,{i}.{h},S{i}" for i in range(3) for h in range(4)]
    folder = tmp_path_factory.mktemp("shuffled")
    kept = load_fmi("observed", write(folder, HEADER, *rows, name="kept.csv"))
    # The first row of each station stays in front, so that the order of stations does too.
    first, rest = rows[::4], [row for row in rows if row not in rows[::4]]
    random.Random(seed).shuffle(rest)
    mixed = load_fmi("observed", write(folder, HEADER, *first, *rest, name="mixed.csv"))
    assert kept.names == mixed.names
    assert_array_equal(np.array(kept.y), np.array(mixed.y))
    assert_array_equal(np.array(kept.timestamps), np.array(mixed.timestamps))


# Where files are looked for


@pytest.fixture
def two_places(tmp_path, monkeypatch):
    monkeypatch.setenv("FLCOURSE_DATA", str(tmp_path / "shared"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path / "shared", tmp_path / "cache" / "flcourse"


def place(folder, name):
    (folder / fmi.FILE).parent.mkdir(parents=True)
    write((folder / fmi.FILE).parent, HEADER, ROW.replace("Äijälä", name), name=fmi.FILE.name)


def test_named_folder_comes_before_the_cache(two_places):
    shared, cache = two_places
    assert data_dirs() == [shared, cache]
    place(cache, "from the cache")
    assert load_fmi("observed").names == ("from the cache",)
    place(shared, "from the folder")
    assert load_fmi("observed").names == ("from the folder",)


def test_missing_file_says_how_to_get_it(two_places):
    with pytest.raises(FileNotFoundError, match="run 'flcourse data fetch fmi'") as caught:
        load_fmi("observed")
    assert all(str(folder / fmi.FILE) in str(caught.value) for folder in two_places)
    assert 'load_fmi("simulated")' in str(caught.value)


def test_a_path_that_is_asked_for_is_not_replaced_by_another(two_places, tmp_path):
    place(two_places[0], "other")
    with pytest.raises(FileNotFoundError, match=r"mine\.csv"):
        load_fmi("observed", path=tmp_path / "mine.csv")


@pytest.mark.parametrize(
    ("platform", "tail"),
    [
        ("linux", Path(".cache", "flcourse")),
        ("darwin", Path("Library", "Caches", "flcourse")),
        ("win32", Path("AppData", "Local", "flcourse")),
    ],
)
def test_cache_of_each_platform(platform, tail, monkeypatch):
    for variable in ("FLCOURSE_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("sys.platform", platform)
    assert data_dirs() == [cache_dir()] == [Path.home() / tail]


def test_stations_are_frozen(stations):
    assert isinstance(stations, Stations)
    with pytest.raises(dataclasses.FrozenInstanceError):
        stations.source = "observed"
