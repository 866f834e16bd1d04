"""One name, one meaning: no two classes of the grader share a name, modules say what they offer."""

import ast
from collections import defaultdict

from house import PACKAGE


def classes(folder):
    """Places of each class, private ones too, by its name."""
    places = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(folder).as_posix())
    return places


def test_no_two_classes_of_the_grader_share_a_name():
    shared = {name: at for name, at in classes(PACKAGE / "grading").items() if len(at) > 1}
    assert shared == {}


def modules():
    """Public modules of grader and command line, by their full names."""
    for folder in ("grading", "cli"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            if not path.name.startswith("_"):
                name = path.relative_to(PACKAGE.parent).with_suffix("")
                yield ".".join(name.parts), ast.parse(path.read_text("utf-8"))


def offered(tree):
    """The names in ``__all__``, None where there is none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return None


def test_each_public_module_says_what_it_offers():
    assert [name for name, tree in modules() if not offered(tree)] == []


def test_what_the_package_imports_by_name_is_offered():
    public = {name: set(offered(tree) or ()) for name, tree in modules()}
    missing = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in public:
                taken = {name.name for name in node.names if not name.name.startswith("_")}
                missing |= {f"{node.module}.{name}" for name in taken - public[node.module]}
    # What a notebook completes on `checks` are checks; graders alone read its seeds.
    seeds = {"flcourse.grading.checks.PUBLIC_SEED", "flcourse.grading.checks.SEED_VARIABLE"}
    assert missing - seeds == set()
