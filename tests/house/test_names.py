"""One name, one meaning: in the grader no two classes share a name."""

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
