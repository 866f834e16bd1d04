"""Which cells of a page have to run before one of them can."""

from __future__ import annotations

import ast
import json

from IPython.core.inputtransformer2 import TransformerManager

from flcourse.grading.names import BUILTINS, module_names

__all__ = ["needs"]


def needs(told: str) -> list[list[int]]:
    """Return the positions of the cells that the last one rests on, itself or through others.

    A second list names those of them whose syntax is wrong, so that what they define cannot be
    told. Such cells count where a name is needed that no other cell defines.

    Parameters
    ----------
    told : str
        Texts of cells in their order, as a list in JSON.

    Examples
    --------
    >>> needs('["import math", "x = 1", "y = math.pi", "def f(): return y", '
    ...       '"f() > 2"]')
    [[0, 2, 3], []]
    >>> needs('["import math, ", "math.pi"]')
    [[0], [0]]
    """
    texts = [TransformerManager().transform_cell(text) for text in json.loads(told)]
    names = [module_names(text) for text in texts]
    given = [imported | bound for imported, bound, _ in names]
    broken = {place for place, text in enumerate(texts) if not readable(text)}
    reached, waiting = {len(texts) - 1}, [len(texts) - 1]
    while waiting:
        place = waiting.pop()
        read = names[place][2] - BUILTINS
        # Every earlier cell that gives the name a meaning: one may build on the other's.
        found = {earlier for earlier in range(place) if given[earlier] & read}
        if read - given[place] - set().union(*(given[earlier] for earlier in found)):
            found |= {earlier for earlier in range(place) if earlier in broken}
        waiting += found - reached
        reached |= found
    reached.discard(len(texts) - 1)
    return [sorted(reached), sorted(reached & broken)]


def readable(text: str) -> bool:
    """Whether a text is Python.

    Examples
    --------
    >>> readable("x = 1"), readable("x = = 1")
    (True, False)
    """
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
