"""The map in CONTRIBUTING is what the code is: its rows, and its pictures from the imports."""

import house
import networkx as nx
import pytest
from conftest import LONGEST, ROOT

PARTS = ["CONTRIBUTING.md", "book/_static/house.svg", "book/_static/grader.svg"]


@pytest.mark.parametrize("part", PARTS)
def test_the_map_is_up_to_date(part):
    wanted = house.wanted()[ROOT / part]
    assert (ROOT / part).read_text("utf-8") == wanted, "call .venv/bin/python tools/house.py"


@pytest.mark.parametrize("folder", ["flcourse", "tools", "book/_ext"])
def test_every_module_has_its_row(folder):
    rows = house.table()
    for path in filter(house.has_row, (ROOT / folder).rglob("*.*")):
        words = house.summary(path)
        assert words, f"{path} does not say what it is for"
        row = (
            f"`{path.name}`"
            if words.startswith("Deprecated")
            else f"| `{path.name}` | {words[:20]}"
        )
        assert row in rows, path


def test_every_other_file_of_the_package_is_named():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for path in (ROOT / "flcourse").rglob("*.*"):
        if path.suffix in {".py", ".pyc", ".typed"} or house.has_row(path) or path.is_dir():
            continue
        data = [folder for folder in path.parents if not list(folder.glob("*.py"))]
        places = [path.as_posix(), *(f"{folder.as_posix()}/" for folder in data)]
        assert any(place.replace(f"{ROOT}/", "`") + "`" in text for place in places), path


def test_every_place_at_the_top_has_its_row():
    hand_written = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(house.BEGIN)[0]
    shown = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert [name for name in shown if f"| `{name}/" not in hand_written] == []


def test_a_picture_shows_each_room_and_each_import(tmp_path):
    package = tmp_path / "flcourse"
    (package / "engine").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "engine" / "__init__.py").touch()
    (package / "engine" / "fast.py").write_text('"""Fast."""\n')
    (package / "slow.py").write_text('"""Slow."""\nfrom flcourse.engine import fast\n')
    rooms = house.rooms(house.graph_of(package), package)
    assert set(rooms) == {"engine", "slow"}
    assert set(rooms.edges) == {("slow", "engine")}
    assert house.floors(rooms) == [["engine"], ["slow"]]
    assert house.picture(rooms, "t").count("<text") == 2


def test_a_circle_has_no_floors():
    with pytest.raises(nx.NetworkXUnfeasible):
        house.floors(nx.DiGraph([("a", "b"), ("b", "a")]))


def test_the_table_of_long_tests_names_files():
    written = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(LONGEST) <= written
