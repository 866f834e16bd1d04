"""Imports point down: the ground floor knows nobody, lectures do not know each other."""

import ast
from pathlib import Path

import pytest

import flcourse

PACKAGE = Path(flcourse.__file__).parent
GROUND = {"data", "losses", "graph"}
CELLAR = {"_require", "_types", "engine"}  # what everybody may use
FIRST = {"erm", "gradient", "gtvmin", "fedopt", "fedknn", "dpp", "fedbag", "synthesis"}
ROOF = {"plots", "flower", "cli", "__main__"}
# Who may import a package that is heavy, optional or draws.
ONLY_IMPORTER = {"matplotlib": {"plots"}, "flwr": {"flower"}}

FILES = sorted(PACKAGE.rglob("*.py"))


def room(path, package=PACKAGE):
    """Name of the module or subpackage that a file belongs to; a private sibling is its owner's."""
    first = path.relative_to(package).parts[0].removesuffix(".py")
    if first.startswith("_") and not first.startswith("__") and first not in CELLAR:
        return first.strip("_").split("_")[0]
    return first


def imported(path, package=PACKAGE):
    """Every module that a file imports, at any depth, with relative imports made absolute."""
    here = ["flcourse", *path.relative_to(package).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def rooms_used(path, package=PACKAGE):
    """Rooms of the package, other than its own, that a file imports from."""
    names = [name.split(".") for name in imported(path, package)]
    used = {room(package / parts[1], package) for parts in names if parts[0] == "flcourse"}
    return used - {room(path, package), "__version__"} - CELLAR


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    allowed = {
        **{name: set() for name in GROUND | CELLAR | {"__init__", "grading"}},
        **dict.fromkeys(FIRST, GROUND),
        **{name: GROUND | FIRST | {"grading", "cli"} for name in ROOF},
    }
    assert room(path) in allowed, f"{path} stands on no floor: add it to test_floors and design"
    assert rooms_used(path) <= allowed[room(path)]


@pytest.mark.parametrize("package", ONLY_IMPORTER)
def test_only_one_room_imports(package):
    users = {
        room(path) for path in FILES if any(n.split(".")[0] == package for n in imported(path))
    }
    assert users <= ONLY_IMPORTER[package]


def test_the_scan_sees_upward_imports_in_every_spelling(tmp_path):
    module = tmp_path / "_graph_fast.py"
    module.write_text(
        "import flcourse.gtvmin\nfrom flcourse import fedopt, _require\n"
        "from .dpp import KDPP\nfrom . import graph\nimport numpy\n"
    )
    assert room(module, tmp_path) == "graph"
    assert rooms_used(module, tmp_path) == {"gtvmin", "fedopt", "dpp"}
