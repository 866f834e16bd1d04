"""Inside the sandbox: the process with the student's code, which answers and holds no secret.

It reads requests from its standard input and answers on its standard output, in the format of
`flcourse.grading.codec`:

========================  =========================================================================
``run`` source, cell      execute a cell; answers with what it printed, drew and raised
``import`` source         execute the imports of a tests cell, of which nothing is shown
``define`` names          which of these names are functions, values or missing
``call`` name             call a function on the arguments that come along; answers with the result
                          and with the Generators among the arguments, advanced
``get`` name              the value of a name
``origins`` name          what of this package a function can reach by name
========================  =========================================================================

Whatever a student's code does to this process, it can only change what this process answers.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from flcourse.grading import codec
from flcourse.grading.official import guard
from flcourse.grading.origins import origins

if TYPE_CHECKING:
    from flcourse.grading.official.shell import Shell

__all__ = ["FILE", "LONGEST_OUTPUT", "MOST_FIGURES", "generators_in", "main"]

LONGEST_OUTPUT = 10_000  # characters kept of what a cell prints
MOST_FIGURES = 6  # kept of what a cell draws
FILE = "<cell {}>"


def main() -> None:
    """Answer requests until the grader closes the pipe."""
    from flcourse.grading.official.shell import Shell  # the grader's side needs none

    requests, answers = _private_pipes()
    shell = Shell.instance()
    while True:
        try:
            head, value = codec.read_message(requests)
        except EOFError:
            return
        answer, result = _serve(head, value, shell)
        answer["ticket"] = head["ticket"]
        try:
            codec.write_message(answers, answer, result)
        except Exception as error:
            described = _described(ValueError(f"the result cannot be sent: {error}"))
            codec.write_message(answers, {"ticket": head["ticket"], "error": described})


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to the grader apart from what the student's code prints and reads."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    return requests, answers


def _serve(head: dict[str, Any], value: Any, shell: Shell) -> tuple[Any, Any]:
    namespace: dict[str, Any] = shell.user_ns
    match head["do"]:
        case "run":
            return _run(head["source"], head["cell"], shell)
        case "import":
            with contextlib.redirect_stdout(_Short()), contextlib.suppress(BaseException):
                exec(head["source"], namespace)
            return {}, []
        case "define":
            known = {name: namespace[name] for name in head["names"] if name in namespace}
            kinds = {k: "function" if callable(v) else "value" for k, v in known.items()}
            return {"kinds": kinds}, None
        case "get":
            return {}, namespace.get(head["name"])
        case "origins":
            return {"origins": origins(namespace.get(head["name"]))}, None
        case _:
            return _call(namespace.get(head["name"]), *value)


def _run(source: str, cell: str, shell: Shell) -> tuple[Any, Any]:
    """Execute a cell as a notebook does: the last expression is shown, figures are kept."""
    printed = _Short()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        raised = shell.execute(source, FILE.format(cell))
        error = _described(raised) if raised is not None else None
        pictures = [np.frombuffer(picture, np.uint8) for picture in shell.taken_pictures()]
    return {"printed": printed.getvalue(), "error": error}, [*pictures, *_figures()][:MOST_FIGURES]


def _call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    generators = list(generators_in((args, kwargs)))
    with warnings.catch_warnings(), contextlib.redirect_stdout(_Short()):
        warnings.simplefilter("ignore")
        try:
            result = function(*args, **kwargs)
        except BaseException as raised:
            return {"error": _described(raised, function)}, None
    return {}, (result, generators)


def generators_in(value: Any) -> Iterator[np.random.Generator]:
    """Find the Generators among arguments, in an order on which both sides agree."""
    if isinstance(value, np.random.Generator):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from generators_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from generators_in(part)


def _described(error: BaseException, function: Any = None) -> dict[str, Any]:
    """Describe an error by plain text: its type, the nearest built-in type, words, place."""
    kinds = [kind for kind in type(error).__mro__ if kind.__module__ == "builtins"]
    try:
        words, bare = str(error), not error.args
    except BaseException:
        words, bare = "(its message cannot be read)", False
    described = {"type": type(error).__name__[:100], "base": kinds[0].__name__}
    return described | {"words": words[:2000], "place": _place(error), "bare": bare}


def _place(error: BaseException) -> list[Any]:
    """Return number and text of the line on the way to the error, of the cell that was asked."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename[:6] == FILE[:6]]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    return [own[-1].lineno, str(own[-1].line)[:200]] if own else []


def _figures() -> Iterator[Any]:
    """Yield open figures as the bytes of PNG pictures, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    for number in pyplot.get_fignums()[:MOST_FIGURES]:
        picture = io.BytesIO()
        with contextlib.suppress(Exception):
            pyplot.figure(number).savefig(picture, format="png", dpi=80)
            yield np.frombuffer(picture.getvalue(), np.uint8)
    with contextlib.suppress(Exception):
        pyplot.close("all")


class _Short(io.StringIO):
    """Text that stops growing."""

    def write(self, text: str, /) -> int:
        left = LONGEST_OUTPUT - self.tell()
        if left > 0:
            super().write(text[:left])
        return len(text)


if __name__ == "__main__":
    guard.shut()
    main()
