"""What a reader opens is readable: short functions, little that is hidden, one clear interface."""

import ast
import importlib
from itertools import chain
from pathlib import Path

import pytest
from conftest import LECTURES

import flcourse

PACKAGE = Path(flcourse.__file__).parent
LONGEST = 30  # lines of a body, without its docstring
HIDDEN = 0.25  # largest share of a lecture's code outside of public functions and classes
BESIDES = {"cli", "data", "engine", "grading", "losses", "plots"}  # public, but no lecture

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def files(name):
    """Source files of a module or package."""
    folder = PACKAGE / name
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{name}.py"]


def docstring_lines(node):
    first = node.body[0] if node.body else None
    is_text = isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str)
    return set(range(first.lineno, first.end_lineno + 1)) if is_text else set()


def code_lines(text, tree):
    """Numbers of the lines that are neither blank, nor docstring, nor only a comment."""
    documented = set()
    for node in ast.walk(tree):
        if isinstance(node, Named | ast.Module):
            documented |= docstring_lines(node)
    lines = enumerate(text.splitlines(), 1)
    return {
        i for i, line in lines if line.strip() and not line.strip().startswith("#")
    } - documented


def body_length(function, code):
    start = function.body[0].lineno
    return len(code & set(range(start, function.end_lineno + 1)))


def bodies(path):
    """Pairs of a function's name and the lines of its body."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    code = code_lines(text, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, body_length(node, code)


def hidden_share(paths):
    """Share of the code in functions and classes that stands in private ones."""
    public = private = 0
    for path in paths:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        code = code_lines(text, tree)
        for node in tree.body:
            if isinstance(node, Named):
                lines = len(code & set(range(node.lineno, node.end_lineno + 1)))
                dunder = node.name.startswith("__")
                hidden = node.name.startswith("_") and not dunder
                public, private = public + lines * (not hidden), private + lines * hidden
    return private / (public + private)


@pytest.mark.parametrize("name", [*LECTURES, "engine", "losses"])
def test_bodies_fit_a_page(name):
    long = {
        f"{path.name}:{function}": lines
        for path in files(name)
        for function, lines in bodies(path)
        if lines > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_shows_what_it_does(lecture):
    assert hidden_share(files(lecture)) <= HIDDEN


@pytest.mark.parametrize("name", [*LECTURES, "data", "losses", "plots"])
def test_tab_completion_shows_the_lecture_and_nothing_else(name):
    module = importlib.import_module(f"flcourse.{name}")
    shown = [word for word in dir(module) if not word.startswith("_")]
    assert sorted(shown) == sorted(module.__all__)
    assert all(hasattr(module, word) for word in module.__all__)


def test_the_package_is_the_table_of_contents():
    entries = [path for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()]
    names = {path.stem for path in entries} - {"__pycache__", "__init__", "__main__"}
    public = {name for name in names if not name.startswith("_")}
    assert public == {*LECTURES, *BESIDES}
    assert len(names - public) <= 3


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_every_public_module_says_what_it_offers(path):
    parts = path.relative_to(PACKAGE).parts
    if any(part.startswith("_") for part in parts) or "grading" in parts or "cli" in parts:
        return
    tree = ast.parse(path.read_text("utf-8"))
    targets = chain.from_iterable(n.targets for n in tree.body if isinstance(n, ast.Assign))
    assert "__all__" in {target.id for target in targets if isinstance(target, ast.Name)}


def test_the_measures_count_as_a_reader_would():
    source = '''"""Doc."""
import math

def shown(x):
    """One line.

    More.
    """
    # why
    y = x

    return y

def _hidden(x):
    return x
'''
    tree = ast.parse(source)
    code = code_lines(source, tree)
    assert code == {2, 4, 10, 12, 14, 15}
    assert [body_length(n, code) for n in tree.body if isinstance(n, Named)] == [2, 1]
