"""Which names a cell gives a meaning to, and which it needs from others."""

from __future__ import annotations

import builtins
import symtable
from collections.abc import Iterable, Mapping

from flcourse.grading.syntax import LONGEST

__all__ = ["BUILTINS", "closure", "module_names", "needed"]

# Python sets `_` itself where it shows a value, and whoever translates a program does so, too.
BUILTINS = frozenset(dir(builtins)) - {"_"}


def module_names(source: str) -> tuple[set[str], set[str], set[str]]:
    r"""Return the names that a cell imports, those that it binds otherwise, those that it reads.

    Of a cell that is longer than `flcourse.grading.syntax.LONGEST` they are not known.

    Examples
    --------
    >>> cell = "import numpy as np\nx = np.ones(3)\ndef f(): return x + y"
    >>> module_names(cell)[2] - {"np", "x"}
    {'y'}
    """
    if len(source) > LONGEST:
        return set(), set(), set()
    try:
        top = symtable.symtable(source, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set(), set(), set()  # told elsewhere
    imported = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_imported()}
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned()} - imported
    read = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    inner = list(top.get_children())
    while inner:
        table = inner.pop()
        inner += table.get_children()
        read |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return imported, bound, read


def needed(source: str) -> set[str]:
    """Return the names that a cell reads and does not define itself.

    Examples
    --------
    >>> needed("import numpy as np; total = len(np.ones(n))")
    {'n'}
    """
    imported, bound, used = module_names(source)
    return used - imported - bound - BUILTINS


def closure(task: str, answers: Mapping[str, str], others: Iterable[str] = ()) -> set[str]:
    """Return the ids of the answers that an answer calls, itself or through other cells.

    Parameters
    ----------
    task : str
        The id of the answer.
    answers : mapping of str to str
        Texts of the answer cells by id.
    others : iterable of str
        Texts of cells that are no answers.

    Examples
    --------
    >>> answers = {"a": "def a(): return 1", "b": "def b(): return a()",
    ...            "c": "def c(): return b()"}
    >>> sorted(closure("c", answers))
    ['a', 'b']
    """
    cells = {**answers, **{f"\0{number}": text for number, text in enumerate(others)}}
    known = {name: module_names(text) for name, text in cells.items()}
    reached, waiting = {task}, [task]
    while waiting:
        read = known.get(waiting.pop(), (set(), set(), set()))[2]
        fresh = {cell for cell, (_, bound, _) in known.items() if bound & read} - reached
        reached |= fresh
        waiting += fresh
    return (reached - {task}) & set(answers)
