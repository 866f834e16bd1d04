"""Which cells of a page have to run before one of them can."""

from __future__ import annotations

import builtins
import json

from IPython.core.inputtransformer2 import TransformerManager

from flcourse.grading.names import module_names


def needs(told: str) -> list[int]:
    """Return the positions of the cells that the last one rests on, itself or through others.

    Parameters
    ----------
    told : str
        Texts of cells in their order, as a list in JSON.

    Examples
    --------
    >>> needs('["import math", "x = 1", "y = math.pi", "def f(): return y", "f() > 2"]')
    [0, 2, 3]
    """
    texts = [TransformerManager().transform_cell(text) for text in json.loads(told)]
    names = [module_names(text) for text in texts]
    given = [imported | bound for imported, bound, _ in names]
    reached, waiting = {len(texts) - 1}, [len(texts) - 1]
    while waiting:
        place = waiting.pop()
        read = names[place][2] - set(dir(builtins))
        # Every earlier cell that gives the name a meaning: one may build on the other's.
        found = {earlier for earlier in range(place) if given[earlier] & read} - reached
        reached |= found
        waiting += found
    return sorted(reached - {len(texts) - 1})
