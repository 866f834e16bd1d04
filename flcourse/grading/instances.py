"""Instances of a check beside the one by hand: drawn by the build, tried by students.

Hidden checks draw their inputs from a seed and compute what should come out, which shows how. The
build runs them with public seeds and keeps what a student may see: inputs, the values that come
out, known mistakes, and the lines that compare (`flcourse.grading.authoring.drawn`). They lie in a
file beside the released notebook. Each run of a visible check tries another one of them.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import zipfile
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse.grading import codec

__all__ = [
    "OFFICIAL",
    "RELEASED",
    "SUFFIX",
    "VARIABLE",
    "Instances",
    "beside",
    "choose",
    "find",
    "read",
    "run",
    "stored",
    "write",
]

SUFFIX = ".instances"
VARIABLE = "FLCOURSE_INSTANCE"  # which one to try; else another one at each run
OFFICIAL = "_official"  # a name that is there where the hidden checks run
RELEASED = ".flcourse"  # in a student's course folder: assignments as they were released

_beside: ContextVar[Path | None] = ContextVar("_beside", default=None)
_last: dict[str, int] = {}  # the instance that was tried last, by cell


@dataclass(frozen=True)
class Instances:
    """What is kept for one cell with checks.

    ``lines`` are statements; instance number i runs some of them, each with values for its names.
    """

    lines: tuple[str, ...]
    numbers: tuple[tuple[tuple[int, Mapping[str, Any]], ...], ...]


def write(file: io.BufferedIOBase, cells: Mapping[str, Instances]) -> None:
    """Write the instances of an assignment, by the keys of its cells; the same bytes each time."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for key, found in cells.items():
            message = io.BytesIO()
            steps = [[[line, dict(values)] for line, values in one] for one in found.numbers]
            codec.write_message(message, {"lines": found.lines}, steps)
            # With a time of their own, the same instances would not be the same bytes.
            entry = zipfile.ZipInfo(key, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, message.getvalue())


def stored(path: Path) -> list[str]:
    """Return the keys of the cells that a file holds instances for."""
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def read(path: Path, key: str) -> Instances | None:
    """Return what a file holds for a cell, None if it was built from another text."""
    try:
        with zipfile.ZipFile(path) as archive:
            head, steps = codec.read_message(io.BytesIO(archive.read(key)))
    except (OSError, KeyError, EOFError, zipfile.BadZipFile, codec.CodecError):
        return None
    numbers = tuple(tuple((line, values) for line, values in one) for one in steps)
    return Instances(tuple(head["lines"]), numbers)


@contextlib.contextmanager
def beside(notebook: Path) -> Iterator[None]:
    """Look for instances beside a notebook first, instead of where this process works."""
    token = _beside.set(notebook.resolve().parent)
    try:
        yield
    finally:
        _beside.reset(token)


def find(stem: str, key: str) -> Instances | None:
    """Return the instances for a cell of an assignment, wherever the assignment came from."""
    name = Path(stem, f"{stem}{SUFFIX}")
    here = _beside.get() or Path.cwd()
    package = Path(__file__).parents[1]
    places = [
        here / name.name,
        *(folder / RELEASED / name for folder in (here, *here.parents[:2])),
        package / "assignments" / name,  # in an installed package (tools/backend.py)
        package.parent / "exercises" / name,  # in a checkout
    ]
    found = (read(place, key) for place in places if place.is_file())
    return next(filter(None, found), None)


def choose(cell: str, count: int) -> int:
    """Return the number of an instance, from 1: the one that was asked for, or another one.

    Examples
    --------
    >>> [choose("a-tests", 2) + choose("a-tests", 2) for _ in range(3)]
    [3, 3, 3]
    """
    asked = os.environ.get(VARIABLE, "")
    if asked.isdecimal():
        return (int(asked) - 1) % count + 1
    others = [number for number in range(1, count + 1) if number != _last.get(cell)]
    _last[cell] = random.SystemRandom().choice(others or [1])
    return _last[cell]


def run(found: Instances, number: int, namespace: Mapping[str, Any]) -> None:
    """Run the lines of an instance with the names of a cell, none of which they change."""
    space = dict(namespace)
    for line, values in found.numbers[number - 1]:
        space |= values
        exec(compile(found.lines[line], f"<instance {number}>", "exec"), space)
