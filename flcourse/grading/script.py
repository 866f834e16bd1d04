"""Percent scripts: the text from which an assignment is built.

A script is a list of cells. A line ``# %%`` opens a code cell and ``# %% [markdown]`` a text cell
whose lines are comments; ``tags=[...]`` after it says what the cell is for:

- ``"assignment", "points:10"``: the opening text cell; the points that all tasks add up to
- ``"given", "id:data"``: locked code or text that students run but cannot change
- ``"answer", "id:solve"``: code that students write, in place of BEGIN/END SOLUTION
- ``"hint"``: text right behind an answer: a hint that students see on request
- ``"tests", "id:solve-tests", "points:2"``: checks, worth the stated points, of the answer with
  whose id this id begins; BEGIN/END HIDDEN TESTS are not released; ``"folded:…"`` says why the
  release holds the rest folded up (see `dress`)
- ``"manual", "id:discussion", "points:1"``: text that students write and a person grades
- no tags: free text or code: students may change it, nobody grades it

The bank of right and wrong answers uses the same format, with the tags ``right`` and ``wrong``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = [
    "HIDDEN",
    "SOLUTION",
    "Cell",
    "Script",
    "ScriptError",
    "longest_opening",
    "parse",
    "read_script",
    "replace_regions",
]

OPENING = re.compile(r"# %%(?P<markdown> \[markdown\])?(?: tags=(?P<tags>\[.*\]))?\s*$")
CELL_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
KINDS = ("assignment", "given", "answer", "hint", "tests", "manual")
LONGEST_ID = 48
SOLUTION = ("### BEGIN SOLUTION", "### END SOLUTION")
HIDDEN = ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")


class ScriptError(ValueError):
    """One or more broken rules in a script, a line for each: file, line, cell, rule."""


@dataclass(frozen=True)
class Cell:
    """One cell of a script; ``kind`` is the tag that says what it is for, or "free"."""

    kind: str
    source: str
    line: int
    markdown: bool = False
    id: str = ""
    points: float | None = None
    fields: tuple[tuple[str, str], ...] = ()  # further tags of the form name:value; a hint, too

    @property
    def name(self) -> str:
        """How an error message calls the cell."""
        return f"cell {self.id!r}" if self.id else f"{self.kind} cell"


@dataclass(frozen=True)
class Script:
    """A parsed script with the path that errors name."""

    path: Path
    cells: tuple[Cell, ...]

    @property
    def stem(self) -> str:
        """Name of the assignment."""
        return self.path.stem

    def of_kind(self, kind: str) -> list[Cell]:
        """Return the cells of one kind, in order."""
        return [cell for cell in self.cells if cell.kind == kind]

    def answer_of(self, tests: Cell) -> Cell | None:
        """Return the answer cell that a tests cell checks: the longest id that opens its own."""
        answers = {answer.id: answer for answer in self.of_kind("answer")}
        return answers.get(longest_opening(tests.id, answers))

    def refuse(self, problems: Iterable[tuple[int, str, str]]) -> None:
        """Raise a ScriptError if there are problems (line, cell, rule)."""
        lines = [f"{self.path}:{line}: {cell}: {rule}" for line, cell, rule in problems]
        if lines:
            raise ScriptError("\n".join(lines))


def longest_opening(tests_id: str, ids: Iterable[str]) -> str:
    """Return the longest of ``ids`` that opens the id of a tests cell, "" if none does.

    Examples
    --------
    >>> longest_opening("solve-tests-shape", ["solve", "solve-tests", "sol"])
    'solve-tests'
    """
    return max((name for name in ids if tests_id.startswith(f"{name}-")), key=len, default="")


def read_script(path: Path, kinds: Collection[str] = KINDS) -> Script:
    """Return the script at ``path``.

    Parameters
    ----------
    path : pathlib.Path
        A percent script in UTF-8.
    kinds : collection of str
        Tags that say what a cell is for; each cell has at most one.

    Raises
    ------
    ScriptError
        If a cell opens in a way or has tags that are not known; the message names file and line.
    """
    return parse(path.read_text("utf-8"), path, kinds)


def parse(text: str, path: Path, kinds: Collection[str] = KINDS) -> Script:
    r"""Return the script that ``text`` holds; lines before the first cell are left out.

    Examples
    --------
    >>> text = '# %% tags=["tests", "id:solve-tests", "points:2"]\nassert True\n'
    >>> parse(text, Path("a.py")).cells
    (Cell(kind='tests', source='assert True', line=1, markdown=False, id='solve-tests', points=2.0,
          fields=()),)
    """
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("# %%")]
    if not starts:
        raise ScriptError(f"{path}: a script has at least one cell, which opens with # %%")
    cells = []
    problems: list[tuple[int, str, str]] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        try:
            cells.append(_cell(lines[start], lines[start + 1 : end], start + 1, kinds))
        except ScriptError as error:
            problems.append((start + 1, lines[start], str(error)))
    script = Script(path, tuple(cells))
    script.refuse(problems)
    return Script(path, tuple(_with_hints(script)))


def _with_hints(script: Script) -> list[Cell]:
    """Put each hint into the answer above it: it is no cell of the notebook."""
    found: list[Cell] = []
    for cell in script.cells:
        if cell.kind != "hint":
            found.append(cell)
            continue
        home = found[-1] if found else cell
        plain = cell.markdown and cell.source and not (cell.id or cell.points or cell.fields)
        if home.kind != "answer" or home.fields or not plain:
            rule = "a hint is text without further tags, one for an answer, right behind it"
            script.refuse([(cell.line, cell.name, rule)])
        found[-1] = replace(home, fields=(("hint", " ".join(cell.source.split())),))
    return found


def _cell(opening: str, body: list[str], line: int, kinds: Collection[str]) -> Cell:
    match = OPENING.match(opening)
    if match is None:
        raise ScriptError('a cell opens with # %%, [markdown] if it is text, and tags=["…"]')
    try:
        tags = json.loads(match["tags"] or "[]")
    except json.JSONDecodeError as error:
        raise ScriptError("tags are strings in double quotes, separated by commas") from error
    if not all(isinstance(tag, str) for tag in tags):
        raise ScriptError("tags are strings in double quotes, separated by commas")
    kind, fields = _sorted_tags(tags, kinds)
    markdown = match["markdown"] is not None
    source = "\n".join(_uncommented(body, line) if markdown else body).strip("\n")
    cell_id = fields.pop("id", "")
    if cell_id and (not CELL_ID.fullmatch(cell_id) or len(cell_id) > LONGEST_ID):
        rule = f"an id is lower-case words joined by hyphens, at most {LONGEST_ID} characters"
        raise ScriptError(f"{rule}, got {cell_id!r}")
    points = _points(fields.pop("points", None))
    return Cell(kind, source, line, markdown, cell_id, points, tuple(fields.items()))


def _sorted_tags(tags: list[str], kinds: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return the kind of a cell and its tags of the form name:value."""
    plain = [tag for tag in tags if ":" not in tag]
    unknown = [tag for tag in plain if tag not in kinds]
    if unknown:
        raise ScriptError(f"unknown tag {unknown[0]!r}; known are {', '.join(kinds)}, id:, points:")
    if len(plain) > 1 or (tags and not plain):
        raise ScriptError(f"a tagged cell has exactly one of the tags {', '.join(kinds)}")
    fields = [tag.split(":", 1) for tag in tags if ":" in tag]
    if len({name for name, _ in fields}) < len(fields):
        raise ScriptError("a tag of the form name:value is given twice")
    return (plain[0] if plain else "free"), {name: value.strip() for name, value in fields}


def _points(text: str | None) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise ScriptError(f"points are a number of at least 0, got {text!r}")
    return float(text)


def _uncommented(body: list[str], line: int) -> list[str]:
    """Return the text of a markdown cell; every line that is not blank starts with a #."""
    bare = [text for text in body if text.strip() and not text.startswith("#")]
    if bare:
        raise ScriptError(f"text cells hold comments only, got {bare[0]!r}")
    return [text.removeprefix("#").removeprefix(" ") for text in body]


def replace_regions(source: str, markers: tuple[str, str], stub: str = "") -> str:
    r"""Return ``source`` with every marked region replaced by ``stub`` at its indentation.

    Examples
    --------
    >>> source = "def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"
    >>> print(replace_regions(source, SOLUTION, "..."))
    def f():
        ...
    """
    begin, end = markers
    kept: list[str] = []
    inside = False
    for line in source.split("\n"):
        if line.strip() == begin:
            inside = True
            indent = line[: len(line) - len(line.lstrip())]
            kept += [indent + text for text in stub.splitlines()]
        elif line.strip() == end:
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept)
