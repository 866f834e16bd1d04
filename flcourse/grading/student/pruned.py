"""What of a notebook has to run for its checks: the student's cells, and what these need of ours.

Given cells load data, and cells that came with the assignment draw figures. Where no text of the
student's reads what they define, they change no verdict and are left out; that halves the time.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from flcourse.grading.names import BUILTINS, module_names
from flcourse.grading.notebook import CodeCell
from flcourse.grading.syntax import problem

__all__ = ["imported", "pruned"]

# Who uses one of these may read any name.
ANY_NAME = {"globals", "locals", "vars", "exec", "eval", "dir", "get_ipython", "__import__"}


def pruned(steps: Sequence[CodeCell], ours: Collection[str]) -> list[CodeCell]:
    r"""Return the cells without statements of ours that nothing of the student's needs.

    Parameters
    ----------
    steps : sequence of CodeCell
        The cells of a notebook, in their order.
    ours : collection of str
        Texts of cells that came with the assignment and nobody grades.

    Examples
    --------
    >>> from flcourse.grading.notebook import CodeCell
    >>> source = "import numpy as np\nimport os\nn = 3"
    >>> given = CodeCell("given", "data", source)
    >>> answer = CodeCell("answer", "f", "def f(x): return np.sqrt(x)")
    >>> pruned([given, answer], [])[0].source
    'import numpy as np'
    """
    known = {text.strip() for text in ours}
    mine = [_is_ours(step, known) for step in steps]
    needed = _read([s for s, own in zip(steps, mine, strict=True) if not own and s.kind != "tests"])
    if needed is None:
        return list(steps)
    kept: list[CodeCell] = []
    for step, own in zip(reversed(steps), reversed(mine), strict=True):
        source = "\n".join(reversed(list(_kept(step.source, needed)))) if own else step.source
        kept += [replace(step, source=source)] if source else []
    return kept[::-1]


def imported(source: str, steps: Sequence[CodeCell]) -> str:
    r"""Return those of the imports above a check that cells of a notebook may use.

    The others are left out, because some take longer to load than the check takes to run.

    Parameters
    ----------
    source : str
        Lines with an import each.
    steps : sequence of CodeCell
        The cells that run.

    Examples
    --------
    >>> from flcourse.grading.notebook import CodeCell
    >>> answer = CodeCell("answer", "f", "def f(x): return np.sqrt(x)")
    >>> imported("import numpy as np\nfrom scipy.stats import binom", [answer])
    'import numpy as np'
    """
    read = _read([step for step in steps if step.kind != "tests"])
    lines = source.splitlines()
    return "\n".join(x for x in lines if read is None or "*" in x or module_names(x)[0] & read)


def _is_ours(step: CodeCell, known: Collection[str]) -> bool:
    if step.kind != "given" and (step.kind != "free" or step.source.strip() not in known):
        return False
    try:
        ast.parse(step.source)
    except SyntaxError:
        return False
    return True


def _read(cells: Sequence[CodeCell]) -> set[str] | None:
    """Return the names that cells of the student read, None if these may be any."""
    read: set[str] = set()
    for cell in cells:
        try:
            ast.parse(cell.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            if not problem(cell.source):
                return None  # magics: nobody knows what they read
            continue  # it does not run
        read |= module_names(cell.source)[2]
    return None if read & ANY_NAME else read - BUILTINS


def _kept(source: str, needed: set[str]) -> Iterator[str]:
    """Yield the statements of a cell that are needed, last one first; add what they need."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        text = "\n".join(lines[first - 1 : node.end_lineno])
        imported, bound, read = module_names(text)
        gives = imported | bound
        if gives & BUILTINS or (gives | _acted_on(node)) & needed or "import *" in text:
            needed |= read
            yield text


def _acted_on(node: ast.stmt) -> set[str]:
    """Return the names of what a statement may change without giving a name a meaning."""
    match node:
        case ast.Expr(ast.Call(function, arguments)):  # rng.shuffle(x)
            return {_root(function), *(part.id for part in arguments if isinstance(part, ast.Name))}
        case ast.Assign(targets) | ast.Delete(targets):
            return {_root(target) for target in targets}
        case ast.AugAssign(target) | ast.AnnAssign(target):
            return {_root(target)}
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try():
            inner = [part for part in ast.walk(node) if isinstance(part, ast.stmt)]
            return set().union(*(_acted_on(part) for part in inner if part is not node))
    return set()


def _root(node: ast.expr) -> str:
    """Return x for x, x.y[0].z and x.y(): "" for what has no name."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
