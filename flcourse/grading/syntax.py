"""What keeps the text of a cell from running at all, in a sentence that a beginner understands."""

from __future__ import annotations

import ast
import functools
import re
import warnings
from collections.abc import Callable

__all__ = ["LONGEST", "problem"]

# Characters of a cell that are read outside of the sandbox: Python needs 500 bytes for each; who
# writes more has pasted data. Of a longer cell what the sandbox says has to do.
LONGEST = 100_000
NEVER_CLOSED = re.compile(r"'(.)' was never closed")
UNTERMINATED = re.compile(r"unterminated (.*string literal)")
EXPECTED = re.compile(r"expected '(.)'")
BLOCK = re.compile(r"expected an indented block after (.+) on line (\d+)")


def problem(source: str) -> str:
    r"""Say why a cell cannot run, "" if Python can read it, or if it is longer than `LONGEST`.

    The rules are those of a notebook: magics, ``!`` and a top-level ``await`` are fine.

    Examples
    --------
    >>> problem("def f(x):\n    return (x")
    "'(' in line 2 is never closed: return (x"
    >>> problem("def f(x)\n    return x")
    "':' is missing at the end of line 1: def f(x)"
    >>> problem("def f(x):\n    y = x\nreturn y")
    "'return' outside function, in line 3: return y"
    >>> problem("%matplotlib inline\nawait f()")
    ''
    """
    error = _error(source) if len(source) <= LONGEST else None
    if error:  # perhaps because only a notebook understands it
        try:
            error = _error(_transformed()(source))
        except SyntaxError as untransformed:
            error = untransformed
    return described(error) if error else ""


def described(error: SyntaxError) -> str:
    """Return a syntax error as a sentence that names the sign and its line."""
    line, words = error.lineno or 1, error.msg or "invalid syntax"
    if found := NEVER_CLOSED.match(words):
        return f"'{found[1]}' in line {line} is never closed{_text(error)}"
    if found := UNTERMINATED.match(words):
        return f"the closing quotation mark is missing in line {line}{_text(error)}"
    if found := EXPECTED.match(words):
        where = "at the end of " if found[1] == ":" else "in "
        return f"'{found[1]}' is missing {where}line {line}{_text(error)}"
    if found := BLOCK.match(words):
        return f"the lines after line {found[2]} must be indented, they belong to its {found[1]}"
    if isinstance(error, TabError):
        return f"line {line} mixes tabs and spaces{_text(error)}"
    if words == "invalid syntax":
        return f"Python does not understand line {line}{_text(error)}"
    return f"{words}, in line {line}{_text(error)}"


def _text(error: SyntaxError) -> str:
    text = " ".join((error.text or "").split())
    return f": {text[:80]}" if text else ""


def _error(source: str) -> SyntaxError | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as "is" with a literal
            compile(source, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        lines = source.splitlines()
        if error.text is None and error.lineno and error.lineno <= len(lines):
            error.text = lines[error.lineno - 1]  # such as a return outside of a function
        return error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return SyntaxError(f"Python cannot read this cell ({error})")
    return None


@functools.cache
def _transformed() -> Callable[[str], str]:
    """Return what makes Python of a cell of a notebook; loaded only where there is a need."""
    try:
        from IPython.core.inputtransformer2 import TransformerManager
    except ImportError:
        return str
    transform: Callable[[str], str] = TransformerManager().transform_cell
    return transform
