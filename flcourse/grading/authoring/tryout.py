"""Rules that show when an assignment runs: the solved notebook, watched from the inside.

The reference must pass every check without a word. What goes into the functions of an answer and
comes out of them must be plain values (arrays, numbers, texts, tuples, lists, dicts, sparse
matrices, a numpy Generator), because official grading calls them by value in another process.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from flcourse.grading import codec
from flcourse.grading.official import trusted
from flcourse.grading.official.worker import FILE
from flcourse.grading.script import Cell, Script

__all__ = ["others", "problems"]

Problem = tuple[int, str, str]
MOST_CHARACTERS = 120  # of a printed text that a problem quotes


def problems(script: Script) -> list[Problem]:
    """Run given cells, answers and tests of a script and return what is wrong with them."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    found: list[Problem] = []
    for cell in script.cells:
        if cell.markdown or cell.kind not in {"given", "answer", "tests"}:
            continue
        before = dict(namespace)
        said = _run(cell, namespace)
        if said and (cell.kind == "tests" or said.startswith("ends in")):
            found.append((cell.line, cell.name, said))
        if cell.kind == "answer":
            _watch(cell, namespace, before, found)
    return list(dict.fromkeys(found))


def _run(cell: Cell, namespace: dict[str, Any]) -> str:
    """Execute a cell and return what is wrong with it: it fails, prints or warns."""
    ending = trusted.run(cell.source, cell.id, namespace)
    if ending.error:
        kind, place = type(ending.error).__name__, _line_of(cell, ending.error)
        return f"ends in {kind}{place}, with the reference solution: {ending.error}"
    if ending.printed:
        return f"must say nothing, but prints {_cut(ending.printed)}"
    if ending.warned:
        return f"must say nothing, but warns {_cut(ending.warned[0])}"
    return ""


def _line_of(cell: Cell, error: BaseException) -> str:
    """Say in which line of a script a cell has failed, by the line within the cell."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if f.filename == FILE.format(cell.id) and f.lineno]
    if not lines:
        return ""
    text = cell.source.splitlines()[lines[-1] - 1].strip()
    return f" in its line {lines[-1]} ({_cut(text)})"


def _cut(value: Any) -> str:
    return " ".join(str(value).split())[:MOST_CHARACTERS]


def _watch(
    cell: Cell, namespace: dict[str, Any], before: dict[str, Any], found: list[Problem]
) -> None:
    """Replace the functions that an answer defines by ones that look at what they are given."""

    def tell(rule: str) -> None:
        found.append((cell.line, cell.name, rule))

    for name, value in list(namespace.items()):
        if inspect.isfunction(value) and before.get(name) is not value and _is_of(cell, value):
            namespace[name] = _watched(value, tell)


def _is_of(cell: Cell, function: Callable[..., Any]) -> bool:
    return function.__code__.co_filename == f"<cell {cell.id}>"


def _watched(function: Callable[..., Any], tell: Callable[[str], None]) -> Callable[..., Any]:
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def watched(*args: Any, **kwargs: Any) -> Any:
        given = [*zip(names, args, strict=False), *kwargs.items()]
        for name, value in given:
            if what := _not_plain(value):
                tell(f"is called with {name} = {what}, which is no plain value")
        result = function(*args, **kwargs)
        if what := _not_plain(result):
            tell(f"{function.__name__} returns {what}, which is no plain value")
        return result

    return watched


def _not_plain(value: Any) -> str:
    """Return the type of the first part of a value that cannot be sent by value, or ""."""
    try:
        tree, _ = codec.encode(value)
    except codec.CodecError as error:
        return str(error)
    return next(others(tree), "")


def others(tree: Any) -> Iterator[str]:
    """Yield the types of the parts of an encoded value that cannot be sent by value."""
    if isinstance(tree, list):
        if tree[:1] == ["other"]:
            yield f"a {tree[1]}"
        else:
            for part in tree:
                yield from others(part)
