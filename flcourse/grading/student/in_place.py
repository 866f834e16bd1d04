"""Arguments that a function changes in place: right for the checks, and wrong for later cells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

__all__ = ["changed"]


def changed(source: str) -> Iterator[tuple[str, str]]:
    r"""Name the functions of a cell that write into their arguments, each with the argument.

    The text is read, not run. An argument counts as written into if one of its items gets a new
    value, or if it is an array and the target of ``+=`` or the like. An argument whose name is
    first given another meaning, as in ``A = A.copy()``, does not count, nor does a number.

    Parameters
    ----------
    source : str
        Of an answer cell.

    Examples
    --------
    >>> list(changed("def f(A, k):\n    k += 1\n    A[0] *= k\n    return A"))
    [('f', 'A')]
    >>> list(changed("def f(A):\n    A = A.copy()\n    A[0] = 0\n    return A"))
    []
    """
    try:
        cell = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # the task itself says so
    for function in cell.body:
        if isinstance(function, ast.FunctionDef):
            found = [*ast.walk(function)]
            own = _given_anew(found)
            written = {*_items(found), *_updated(found)}
            for argument in [*function.args.posonlyargs, *function.args.args]:
                if argument.arg in written - own:
                    yield function.name, argument.arg


def _given_anew(found: list[ast.AST]) -> set[str]:
    """Names that an assignment or a loop gives another meaning."""
    updates = {id(node.target) for node in found if isinstance(node, ast.AugAssign)}
    names = (node for node in found if isinstance(node, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Store) and id(n) not in updates}


def _items(found: list[ast.AST]) -> Iterator[str]:
    """Names of what an item is written into, as A in ``A[i][j] = 0``."""
    for node in found:
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            inner: ast.expr = node
            while isinstance(inner, ast.Subscript):
                inner = inner.value
            if isinstance(inner, ast.Name):
                yield inner.id


def _updated(found: list[ast.AST]) -> set[str]:
    """Names of arrays, by what else is done with them, that ``+=`` and the like change."""
    targets = [node.target for node in found if isinstance(node, ast.AugAssign)]
    arrays: list[ast.expr] = []
    for node in found:
        if isinstance(node, ast.Subscript | ast.Attribute):
            arrays.append(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            arrays += [node.left, node.right]
        elif isinstance(node, ast.Call) and _takes_arrays(node.func):
            arrays += node.args
    known = {array.id for array in arrays if isinstance(array, ast.Name)}
    return known & {target.id for target in targets if isinstance(target, ast.Name)}


def _takes_arrays(function: ast.expr) -> bool:
    """Whether a function, such as len or np.linalg.solve, is given no plain number."""
    match function:
        case ast.Name("len"):
            return True
        case ast.Attribute(ast.Attribute(_, "linalg"), name):
            return name in {"cholesky", "eigh", "eigvalsh", "inv", "solve"}
    return False
