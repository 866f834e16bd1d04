"""What a label of the book looks like, where it is cited and where it is defined."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORDS = r"-[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])"
# A formula or a statement: what a docstring or the hint of a check may cite.
CITED = re.compile(r"(?<![\w-])(?:eq|def|prop|thm|lem|alg)" + _WORDS)
# Everything in the book that a page of feedback can lead to.
LINKED = re.compile(r"(?<![\w-])(?:eq|def|prop|thm|lem|alg|fig|ex|sec)" + _WORDS)
# MyST gives a label as an option of a directive, in front of a block, or behind $$ ... $$;
# courses made before this module have lists of labels, each alone on its line.
DEFINED = re.compile(
    r"^\s*:label:\s*(\S+)\s*$|^\(([\w-]+)\)=\s*$|(?:\$\$\s*|^)\(([\w-]+)\)\s*$", re.MULTILINE
)


def defined_in(text: str) -> Iterator[str]:
    r"""Yield the labels that a page in MyST Markdown defines, in its order.

    Examples
    --------
    >>> list(defined_in("(sec-fit)=\n## Fit\n$$ 1 $$ (eq-degree)\nby (eq-degree)"))
    ['sec-fit', 'eq-degree']
    """
    for match in DEFINED.finditer(text):
        yield next(filter(None, match.groups()))
