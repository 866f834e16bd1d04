"""What a reader opens is readable: short functions, little that is hidden, one clear interface."""

import ast
import importlib
import re
from itertools import chain
from operator import attrgetter
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


def offering():
    """Public modules and packages: all but those of the command line and, mostly, the grader."""
    named = {"grading.checks", "grading.practice"}  # what notebooks and chapters import
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts and not any(part.startswith("_") for part in parts):
            named |= {".".join(parts)} if parts[0] not in {"cli", "grading"} else set()
    return sorted(named)


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


@pytest.mark.parametrize("name", offering())
def test_tab_completion_shows_what_a_module_offers_and_nothing_else(name):
    module = importlib.import_module(f"flcourse.{name}")
    shown = [word for word in dir(module) if not word.startswith("_")]
    assert sorted(shown) == sorted(module.__all__)
    exec(f"from flcourse.{name} import *", {})  # fails if it offers what it does not have


EQUAL = re.compile(
    r"Equal to .*:(?:func|meth|class):`flcourse\.(\w+)\.([\w.]+)`.* "
    r"(?:to 1e-\d+(?: relative)?|exactly|in law); pays from .*\d.* on\."
)


def entries():
    """Pairs of a module of the engine and what some lecture uses of it."""
    used = set()
    for path in chain.from_iterable(map(files, LECTURES)):
        tree = ast.parse(path.read_text("utf-8"))
        engines = {
            name.asname or name.name: name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "flcourse.engine"
            for name in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used |= {(engines[node.value.id], node.attr)} if node.value.id in engines else set()
    return sorted(used)


@pytest.mark.parametrize(("module", "name"), entries())
def test_an_entry_of_the_engine_says_what_it_equals_how_nearly_and_from_which_size_it_pays(
    module, name
):
    entry = getattr(importlib.import_module(f"flcourse.engine.{module}"), name)
    if not callable(entry):  # a constant, such as a tolerance
        return
    said = EQUAL.fullmatch(entry.__doc__.splitlines()[0])
    assert said, entry.__doc__.splitlines()[0]
    lecture = importlib.import_module(f"flcourse.{said[1]}")
    assert callable(attrgetter(said[2])(lecture))


def test_the_engine_has_entries():
    assert {module for module, _ in entries()} >= {"dpp", "fedbag", "fedknn", "graph", "gtvmin"}


def test_the_package_is_the_table_of_contents():
    entries = [path for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()]
    names = {path.stem for path in entries} - {"__pycache__", "__init__", "__main__"}
    public = {name for name in names if not name.startswith("_")}
    assert public == {*LECTURES, *BESIDES}
    assert len(names - public) <= 3


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
