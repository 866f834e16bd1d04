"""Imports point down, inside the package and inside the grader, and nothing goes in a circle.

Imports inside functions count like all others. What one floor may use are the floors below it;
rooms of the same floor do not know each other.
"""

import ast
import subprocess
import sys

import networkx as nx
import pytest
from house import PACKAGE, graph_of, imported

# The floors of the package, lowest first. `graph` is a lecture on which others stand.
FLOORS = (
    {"_types"},
    {"_require"},
    {"data", "losses", "grading"},
    {"engine"},
    {"graph"},
    {"erm", "gradient", "gossip", "convex", "gtvmin"}
    | {"fedopt", "fedknn", "dpp", "fedbag", "synthesis", "privacy"},
    {"plots", "flower", "messages", "cli"},
    {"__main__"},
)
# The grader has its own: the common ground, then the wings in the order of a submission's life.
WINGS = ({"ground"}, {"official"}, {"authoring", "student"}, {"course"}, {"reports"})
# What only some rooms may import: a neighbour of all, and what is heavy, optional or draws.
ONLY_IMPORTERS = {
    "flcourse.grading": {"grading", "cli"},
    "matplotlib": {"plots"},
    "flwr": {"flower"},
}


def room(path, package=PACKAGE):
    """Name of the module or subpackage that a file belongs to."""
    return path.relative_to(package).parts[0].removesuffix(".py")


def wing(path):
    """Name of the grader's wing that a file belongs to; "kept" for names of the last release."""
    parts = path.relative_to(PACKAGE / "grading").parts
    if len(parts) > 1:
        return parts[0]
    return "kept" if ast.get_docstring(ast.parse(path.read_text("utf-8"))).startswith(
        "Deprecated"
    ) else "ground"  # fmt: skip


def climbs(arrows, floors, name):
    """Imports between rooms that do not point to a lower floor."""
    height = {room: number for number, rooms in enumerate(floors) for room in rooms}
    for start, end in arrows.edges:
        if name(start) != name(end) and height[name(start)] <= height[name(end)]:
            yield f"{start.name} imports {end.name}"


ARROWS = graph_of()
GRADER = ARROWS.subgraph(path for path in ARROWS if (PACKAGE / "grading") in path.parents)


def test_every_file_stands_on_a_floor():
    assert {room(path) for path in ARROWS} - {"__init__"} <= set().union(*FLOORS)
    assert {wing(path) for path in GRADER} - {"kept"} <= set().union(*WINGS)


def test_imports_between_the_rooms_of_the_package_point_down():
    inside = ARROWS.subgraph(path for path in ARROWS if path != PACKAGE / "__init__.py")
    assert list(climbs(inside, FLOORS, room)) == []


def test_imports_between_the_wings_of_the_grader_point_down():
    inside = GRADER.subgraph(path for path in GRADER if wing(path) != "kept")
    assert list(climbs(inside, WINGS, wing)) == []


def test_nobody_imports_a_name_that_is_only_kept():
    assert [end for _, end in GRADER.edges if wing(end) == "kept"] == []


def test_no_import_goes_in_a_circle():
    circles = [part for part in nx.strongly_connected_components(ARROWS) if len(part) > 1]
    assert circles == []


@pytest.mark.parametrize("package", ONLY_IMPORTERS)
def test_only_some_rooms_import(package):
    users = {
        room(path)
        for path in ARROWS
        if any(f"{name}.".startswith(f"{package}.") for name in imported(path))
    }
    assert users <= ONLY_IMPORTERS[package]


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("official.intake", set()),
        ("official.result", set()),
        ("student.check", set()),
        ("course.collect", {"tiers"}),  # which part of an assignment the course gives
    ],
)
def test_who_reads_and_checks_submissions_loads_no_authoring(module, allowed):
    code = f"import sys, flcourse.grading.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert f"flcourse.grading.{module}" in loaded
    authoring = "flcourse.grading.authoring."
    assert {
        name.removeprefix(authoring) for name in loaded if name.startswith(authoring)
    } <= allowed


def test_the_scan_sees_imports_in_every_spelling_and_every_circle(tmp_path):
    """A package of four files, with an upward import, a lazy one and a circle."""
    (tmp_path / "engine").mkdir()
    for name, text in {
        "__init__.py": "",
        "engine/__init__.py": "",
        "engine/fast.py": "def f():\n    from flcourse import dpp\n",
        "graph.py": "import flcourse.gtvmin\nfrom . import _require\nimport numpy\n",
        "gtvmin.py": "from .graph import laplacian\n",
        "dpp.py": "",
        "_require.py": "",
    }.items():
        (tmp_path / name).write_text(text)
    arrows = graph_of(tmp_path)
    named = {(start.stem, end.stem) for start, end in arrows.edges}
    assert named >= {
        ("fast", "dpp"),
        ("graph", "gtvmin"),
        ("graph", "_require"),
        ("gtvmin", "graph"),
    }
    found = set(climbs(arrows, FLOORS, lambda path: room(path, tmp_path)))
    assert found == {"fast.py imports dpp.py", "graph.py imports gtvmin.py"}
    circles = [part for part in nx.strongly_connected_components(arrows) if len(part) > 1]
    assert circles == [{tmp_path / "graph.py", tmp_path / "gtvmin.py"}]
