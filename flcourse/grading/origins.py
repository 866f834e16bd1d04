"""What a student's function rests on: the things of a package that its code can reach by name.

Nothing is called. The code of a function, of those that it calls and of its helpers is read:
names of modules and cells, what is imported inside, what a `functools.partial`, a default or a list
holds. So it makes no difference whether a function of the book was imported with a star, under
another name, wrapped, or handed on. Code of libraries is not read.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import re
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["origins"]

PACKAGE = "flcourse"
NAME = re.compile(rf"{PACKAGE}(\.\w+)+")  # of a module, as a text that an import may be given
MOST = 10_000  # things that are looked at
READS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")
PARTS = ("LOAD_ATTR", "LOAD_METHOD")
NOTHING = ("CACHE", "PUSH_NULL", "PRECALL")


def origins(function: Any) -> list[str]:
    """Return the full names of what a function can reach in this package.

    Examples
    --------
    >>> from flcourse.graph import laplacian as mine
    >>> origins(mine)
    ['flcourse.graph.laplacian']
    >>> origins(len)
    []
    """
    found: set[str] = set()
    todo, seen = [function], set[int]()
    while todo and len(seen) < MOST:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        name = _full_name(thing)
        if name:
            found.add(name)
        else:
            todo += _inside(thing, found)
    return sorted(found)


def _full_name(thing: Any) -> str:
    """Return the name of a thing of this package, of its kind if it has none; else nothing."""
    with contextlib.suppress(Exception):
        if isinstance(thing, types.ModuleType):
            return thing.__name__ if thing.__name__.startswith(f"{PACKAGE}.") else ""
        owner = thing if isinstance(thing, type) or hasattr(thing, "__qualname__") else type(thing)
        if str(owner.__module__).startswith(f"{PACKAGE}."):
            return f"{owner.__module__}.{owner.__qualname__}"
    return ""


def _inside(thing: Any, found: set[str]) -> Iterator[Any]:
    """Yield what a thing of a student's consists of."""
    with contextlib.suppress(Exception):
        if isinstance(thing, functools.partial):
            yield from (thing.func, *thing.args, *thing.keywords.values())
        elif isinstance(thing, types.MethodType):
            yield from (thing.__func__, thing.__self__)
        elif isinstance(thing, types.FunctionType):
            yield from _of_function(thing, found)
        elif isinstance(thing, list | tuple | set | frozenset):
            yield from thing
        elif isinstance(thing, dict):
            yield from thing.values()
        elif isinstance(thing, property | staticmethod | classmethod):
            yield from (getattr(thing, part, None) for part in ("fget", "__func__"))
        elif getattr(thing, "__wrapped__", None) is not None:  # such as by a cache
            yield thing.__wrapped__
        elif isinstance(thing, type) and thing.__module__ == "__main__":
            yield from (*vars(thing).values(), *thing.__bases__)
        elif type(thing).__module__ == "__main__":
            yield from (type(thing), *vars(thing).values())


def _of_function(function: types.FunctionType, found: set[str]) -> Iterator[Any]:
    """Yield what the code of a function names, if it is no library's."""
    if function.__module__ != "__main__" and not function.__code__.co_filename.startswith("<"):
        return
    yield from (function.__defaults__ or (), function.__kwdefaults__ or {})
    yield getattr(function, "__wrapped__", None)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    known = dict(function.__globals__)
    for name, cell in cells:
        with contextlib.suppress(ValueError):  # it is empty yet
            known[name] = cell.cell_contents
    yield from _of_code(function.__code__, known, found)


def _of_code(code: types.CodeType, known: dict[str, Any], found: set[str]) -> Iterator[Any]:
    """Yield what code names, module by module down to the part that is used."""
    at, imported, of = None, "", ""
    for step in dis.get_instructions(code):
        if step.opname in PARTS and isinstance(at, types.ModuleType):
            at = getattr(at, str(step.argval), None)
            continue
        if step.opname in NOTHING:
            continue
        yield at
        at = known.get(str(step.argval)) if step.opname in READS else None
        if step.opname.startswith("STORE") and imported == PACKAGE:
            found |= {f"{PACKAGE}.{name}" for name in code.co_names}  # one of them is the part
        imported = str(step.argval) if step.opname == "IMPORT_NAME" else ""
        if step.opname in {"IMPORT_NAME", "IMPORT_FROM"}:
            module, part = (imported, "") if imported else (of, f".{step.argval}")
            found |= {f"{module}{part}"} if NAME.fullmatch(f"{module}{part}") else set()
            of = module
    yield at
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _of_code(constant, known, found)
        elif isinstance(constant, str) and NAME.fullmatch(constant):
            found.add(constant)
