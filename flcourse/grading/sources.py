"""Which files of the grader one of them rests on, read off their imports."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

__all__ = ["GRADING", "files_used"]

GRADING = Path(__file__).parent


@functools.cache
def files_used(*files: Path) -> tuple[Path, ...]:
    """Return files of the grader with all of its files that they import, all the way down.

    Examples
    --------
    >>> [path.name for path in files_used(GRADING / "notebook.py")]
    ['notebook.py', 'script.py']
    """
    known: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in known:
            known.add(path)
            waiting += _imported(path)
    return tuple(sorted(known))


def _imported(path: Path) -> list[Path]:
    names = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    places = (GRADING.parents[1] / f"{name.replace('.', '/')}.py" for name in names)
    return [place for place in places if place.is_relative_to(GRADING) and place.is_file()]
