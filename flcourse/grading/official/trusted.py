"""A cell of ours, executed in this process: a check, a given cell, an answer from the bank."""

from __future__ import annotations

import contextlib
import io
import linecache
import warnings
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from flcourse.grading.official.worker import FILE

__all__ = ["compiled", "run"]


@dataclass(frozen=True)
class Outcome:
    """How a cell ended: the error that it raised, what it printed, what it warned of."""

    error: Exception | SystemExit | None
    printed: str
    warned: tuple[str, ...]

    @property
    def message(self) -> str:
        """The line that a student reads, or "": a check says what is wrong in its own words."""
        if isinstance(self.error, AssertionError):
            return str(self.error) or "the check failed"
        return f"{type(self.error).__name__}: {self.error}" if self.error else ""


def run(source: str, name: str, namespace: dict[str, Any]) -> Outcome:
    """Execute a cell as a notebook would, but silently.

    Examples
    --------
    >>> run("assert 1 > 2, 'too small'", "solve-tests", {}).message
    'too small'
    """
    file = FILE.format(name)
    # Tracebacks, and the functions of inspect, find the lines of a cell here.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    printed, error = io.StringIO(), None
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        warnings.catch_warnings(record=True) as warned,
    ):
        warnings.simplefilter("always")
        try:
            exec(compiled(source, file), namespace)
        except (Exception, SystemExit) as raised:
            error = raised
    return Outcome(error, printed.getvalue(), tuple(str(warning.message) for warning in warned))


@lru_cache(1024)  # for each of a class
def compiled(source: str, file: str) -> CodeType:
    """Compile a cell of ours, whose code tells that it is from ``file``."""
    return compile(source, file, "exec")
