"""A figure with a slider at a value that nobody has computed before."""

from __future__ import annotations

import ast
from typing import Any

__all__ = ["at"]


def at(code: str, value: float, names: dict[str, Any]) -> Any:
    """Draw the figure of a cell's ``plots.slider`` once more, for one value.

    Parameters
    ----------
    code : str
        The cell; its last line calls ``slider(draw, values, ...)``.
    value : float
        Takes the place of all values.
    names : dict
        What the cell's names mean.

    Raises
    ------
    ValueError
        If the cell does not end in such a call.

    Examples
    --------
    >>> def slider(draw, values, start=0):
    ...     return [draw(value) for value in values]
    >>> at("slider(abs, [-1, -2], start=1)", -7, {"slider": slider})
    [7]
    """
    last = ast.parse(code).body[-1]
    call = last.value if isinstance(last, ast.Expr) else None
    if (
        not isinstance(call, ast.Call)
        or len(call.args) < 2
        or "slider" not in ast.unparse(call.func)
    ):
        raise ValueError("the last line of this cell draws no figure with a slider")
    call.args[1] = ast.List([ast.Constant(value)], ast.Load())
    call.keywords = [word for word in call.keywords if word.arg != "start"]
    return eval(compile(ast.fix_missing_locations(ast.Expression(call)), "slider", "eval"), names)
