"""Parts of a check that a release holds folded up, because they give an answer away.

Otherwise students who are asked for numbers of their own data could call the solver that checks
them, and students who have to find the mistakes of a program could read the names of these. This
hides nothing from those who want to break it open; it keeps an answer from lying where one reads.
"""

from __future__ import annotations

import base64
import bz2
import re
import textwrap
from collections.abc import Mapping
from typing import Any

__all__ = ["folded", "opened", "unfolded"]

WIDTH = 88  # of a line of what is folded
OPENS = re.compile(  # the statement that opens a program, as a release has it
    r'^(?:_look = |globals\(\)\.update\()packed\.opened\(r"""\n(.*?)\n""", globals\(\)\)'
    r'(?:\["_look"\]|\))$',
    re.MULTILINE | re.DOTALL,
)


def folded(source: str) -> str:
    r"""Return a program as packed text, broken into lines, in which none of its words can be read.

    Parameters
    ----------
    source : str
        The program.

    Examples
    --------
    >>> opened(folded("def look(x):\n    return 2 * x"), {})["look"](3)
    6
    """
    # bz2 gives the same bytes everywhere, what zlib gives depends on its version.
    packed = base64.b64encode(bz2.compress(source.encode("utf-8"))).decode()
    return "\n".join(textwrap.wrap(packed, WIDTH, break_on_hyphens=False))


def opened(text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """Run a folded program beside what is ``known``, and return all names that there are then.

    Parameters
    ----------
    text : str
        What `folded` has returned; blanks and ends of lines do not count.
    known : mapping of str to object
        Names that the program may use, which stay as they are.

    Examples
    --------
    >>> opened(folded("y = x + 1"), {"x": 1})["y"]
    2
    """
    names = dict(known)
    exec(compile(_program(text), "<folded checks>", "exec"), names)
    return names


def unfolded(source: str) -> str:
    """Return a check with its folded program in its place, for those who look for its hints.

    Examples
    --------
    >>> unfolded("a = 1")
    'a = 1'
    """
    try:
        return OPENS.sub(lambda found: _program(found[1]), source)
    except (ValueError, OSError):  # somebody has changed it
        return source


def _program(text: str) -> str:
    return bz2.decompress(base64.b64decode("".join(text.split()))).decode("utf-8")
