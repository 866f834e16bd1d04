"""Exercises of the book that answer back: a reader's function against a check, told in one line."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import textwrap
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from flcourse.grading.predictions import predict

__all__ = ["Verdict", "practice", "predict"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Verdict:
    """What `practice` says about an answer; in a notebook it shows as its text."""

    right: bool
    text: str

    def __repr__(self) -> str:
        return self.text


def practice(check: Callable[[Any], None], answer: Any) -> Verdict:
    """Try an answer to an exercise on its check.

    Parameters
    ----------
    check : callable
        Takes the answer; raises an AssertionError of one line if it is wrong, as the checks in
        `flcourse.grading.checks` do. They grade the assignments too.
    answer : object
        The reader's function or value. A body that is still ``...`` counts as not answered.

    Returns
    -------
    Verdict
        Right or not, and a line that says what to look at.

    Examples
    --------
    >>> from flcourse.grading.checks import close
    >>> def check_square(answer):
    ...     close(answer(3.0), 9.0, what="square(3)",
    ...           hint="a square is x times x.")
    >>> def square(x): ...
    >>> practice(check_square, square)
    Not answered yet: put your answer in place of the three dots and run the
    cell again.
    >>> practice(check_square, lambda x: x + x)
    Not yet. square(3): Expected 9, got 6. Hint: a square is x times x.
    >>> practice(check_square, lambda x: x**2)
    Right.
    """
    if _blank(answer):
        dots = "put your answer in place of the three dots and run the cell again."
        return Verdict(False, f"Not answered yet: {dots}")
    try:
        check(_with_copies(answer) if inspect.isfunction(answer) else answer)
    except AssertionError as failure:
        return Verdict(False, f"Not yet. {failure}")
    except Exception as error:  # the reader's own: told in a line, a traceback would be of ours
        where, kind = _line(error, answer), type(error).__name__
        return Verdict(False, f"Not yet. Your answer stops{where} with {kind}: {error}")
    return Verdict(True, "Right.")


def _line(error: Exception, answer: object) -> str:
    """Say in which line of its cell an answer has stopped; "" if it was not in the answer."""
    file = answer.__code__.co_filename if inspect.isfunction(answer) else None
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f" in line {lines[-1]}" if lines else ""


def _with_copies(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Give each call arguments of its own: one that changes them spoils no case but its own."""

    @functools.wraps(answer)
    def called(*values: Any, **named: Any) -> Any:
        return answer(*map(_copy, values), **{name: _copy(value) for name, value in named.items()})

    return called


def _copy(value: Any) -> Any:
    """Copy arrays, alone and in lists; not what has a state that is to go on, as a generator."""
    if type(value) is np.ndarray:
        return value.copy()
    if type(value) in (list, tuple):
        return type(value)(map(_copy, value))
    return {name: _copy(part) for name, part in value.items()} if type(value) is dict else value


def _blank(answer: Any) -> bool:
    """Whether nothing was written: an Ellipsis, or a function whose body is only one."""
    if answer is ... or not inspect.isfunction(answer):
        return answer is ...

    def stub() -> None: ...

    def documented_stub() -> None:
        """Text."""
        ...

    stubs = {f.__code__.co_code for f in (stub, documented_stub)}
    if answer.__code__.co_code not in stubs:
        return False
    # Compiled, `return 7` differs from a stub in its constant alone, `return None` in nothing.
    (given,) = (word.argval for word in dis.get_instructions(answer) if "CONST" in word.opname)
    return given is ... or (given is None and not _returns(answer))


def _returns(answer: Any) -> bool:
    """Whether a ``return`` stands in the text of a function; no if there is no text to be had."""
    try:
        parsed = ast.parse(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, TypeError, SyntaxError):  # a lambda's text may be half a line
        return False
    return any(isinstance(part, ast.Return) for part in ast.walk(parsed))
