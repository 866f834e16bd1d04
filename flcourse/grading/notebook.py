"""The notebook of an assignment: the roles of its cells, its stubs, and what students see of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from flcourse.grading.script import HIDDEN, SOLUTION, replace_regions

__all__ = [
    "CODE_STUB",
    "KERNEL",
    "RETURN_A_VALUE",
    "ROLES",
    "SCHEMA_VERSION",
    "TEXT_STUB",
    "CodeCell",
    "is_answered",
    "names_of",
    "parts",
    "released_source",
    "titles",
    "with_part",
]

SCHEMA_VERSION = 3  # of nbgrader's metadata
CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
TEXT_STUB = "YOUR ANSWER HERE"
# kind: (grade, solution, locked)
ROLES = {
    "assignment": (False, False, True),
    "given": (False, False, True),
    "answer": (False, True, False),
    "tests": (True, False, True),
    "manual": (True, True, False),
}
KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

# A heading such as "## Task 1: Neighbours (2 points)", without what it is worth.
HEADING = re.compile(r"^## +(.+?)(?: \([^()]*points?[^()]*\))?\s*$", re.MULTILINE)
PART = re.compile(r"^\*\*(\([a-z]\))\*\*", re.MULTILINE)  # of a task, where its text begins

# What flcourse.grading.checks offers to a tests cell beside checks.
RETURN_A_VALUE = {"call", "numbers", "parts", "grading_rng"}


@dataclass(frozen=True)
class CodeCell:
    """A code cell of a submission: ``kind`` is given, answer, free or tests."""

    kind: str
    id: str
    source: str


def released_source(source: str, *, markdown: bool = False) -> str:
    r"""Return the part of a cell that students may see.

    Examples
    --------
    >>> released_source("### BEGIN SOLUTION\nA mean.\n### END SOLUTION", markdown=True)
    'YOUR ANSWER HERE'
    """
    stub = TEXT_STUB if markdown else CODE_STUB
    return replace_regions(replace_regions(source, SOLUTION, stub), HIDDEN)


def is_answered(source: str) -> bool:
    r"""Whether somebody has written into the cell of an answer, in place of its stub.

    Examples
    --------
    >>> is_answered("def f():\n    # YOUR CODE HERE\n    raise NotImplementedError()")
    False
    """
    lines = [line.strip() for line in source.splitlines()]
    return any(lines) and CODE_STUB.splitlines()[-1] not in lines


def names_of(source: str) -> list[str]:
    """Return the names that the text of an answer cell defines.

    Examples
    --------
    >>> names_of("k = 3; import numpy as np; solve = np.linalg.solve")
    ['k', 'solve']
    """
    names = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return names


def titles(cells: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """Return how the notebook calls each of its cells: the nearest heading of level 2 above.

    Parameters
    ----------
    cells : iterable of (str, str, bool)
        Id, text, and whether it is a text cell, in the order of the notebook.

    Examples
    --------
    >>> titles([("", "## Task 1: Neighbours (2 points)", True), ("knn-graph", "...", False)])
    {'': 'Task 1: Neighbours', 'knn-graph': 'Task 1: Neighbours'}
    """
    found, heading = {}, ""
    for name, text, markdown in cells:
        heads = HEADING.findall(text) if markdown else []
        heading = heads[-1] if heads else heading
        found[name] = heading
    return found


def parts(cells: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """Return the part of its task, such as (b), that each cell belongs to; "" if it has none.

    Parameters
    ----------
    cells : iterable of (str, str, bool)
        As for `titles`.

    Examples
    --------
    >>> parts([("", "## Task 1: Two", True), ("so", "**(a)** Say.", True), ("say", "...", False)])
    {'': '', 'so': '(a)', 'say': '(a)'}
    """
    found, part = {}, ""
    for name, text, markdown in cells:
        if markdown:
            part = "" if HEADING.search(text) else part
            part = [part, *PART.findall(text)][-1]
        found[name] = part
    return found


def with_part(heading: str, part: str) -> str:
    """Return a heading with a part of its task, if that has any.

    Examples
    --------
    >>> with_part("Task 4: Blind spots", "(a)")
    'Task 4 (a): Blind spots'
    >>> with_part("Task 4: Blind spots", "")
    'Task 4: Blind spots'
    """
    task, colon, rest = heading.partition(":")
    return f"{task} {part}{colon}{rest}" if part else heading
