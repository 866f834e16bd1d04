"""An assignment as the grader knows it: the instructor's notebook, solutions and all checks."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse.grading import notebook
from flcourse.grading.notebook import ROLES, names_of, released_source
from flcourse.grading.script import longest_opening

__all__ = ["Assignment", "AssignmentCell", "read_assignment"]

TITLE = re.compile(r"^# +(.+?)$", re.MULTILINE)


@dataclass(frozen=True)
class AssignmentCell:
    """A cell of an assignment; ``kind`` as in `flcourse.grading.script`, with "free" for others.

    ``source`` holds solution and hidden checks, ``released`` what students got.
    """

    kind: str
    id: str
    source: str
    released: str
    points: float
    text: bool
    notebook: dict[str, Any]  # the cell as nbgrader keeps it


@dataclass(frozen=True)
class Assignment:
    """An assignment: its cells in order, and the names that its answers have to define."""

    stem: str
    cells: tuple[AssignmentCell, ...]
    metadata: dict[str, Any]

    @property
    def names(self) -> list[str]:
        """What the answer cells define, read off their solutions."""
        answers = [cell for cell in self.cells if cell.kind == "answer"]
        return [name for cell in answers for name in names_of(cell.source)]

    def of_kind(self, *kinds: str) -> list[AssignmentCell]:
        """Return the cells of some kinds."""
        return [cell for cell in self.cells if cell.kind in kinds]

    @property
    def title(self) -> str:
        """What the notebook calls itself: its first heading, else its name."""
        heads = (TITLE.search(cell.released) for cell in self.cells if cell.text)
        return next((head[1] for head in heads if head), self.stem)

    @property
    def titles(self) -> dict[str, str]:
        """What the notebook calls each task, by its id: the heading above it, without its points.

        Where tasks share a heading, the parts that the notebook names, (a) and (b), tell them
        apart, else their ids.
        """
        rows = [(cell.id, cell.released, cell.text) for cell in self.cells]
        heads, parts = notebook.titles(rows), notebook.parts(rows)
        tasks = [cell.id for cell in self.of_kind("answer", "manual")]
        found = {name: heads[name] or name for name in tasks}
        parted = {name: notebook.with_part(found[name], parts[name]) for name in tasks}
        shared, twice = Counter(found.values()), Counter(parted.values())
        return {
            name: title if shared[title] == 1 else
            parted[name] if twice[parted[name]] == 1 else f"{title} ({name})"
            for name, title in found.items()
        }  # fmt: skip

    def answer_of(self, tests: AssignmentCell) -> AssignmentCell | None:
        """Return the answer that a tests cell checks: the longest id that opens its own."""
        answers = {answer.id: answer for answer in self.of_kind("answer")}
        return answers.get(longest_opening(tests.id, answers))


def read_assignment(path: Path) -> Assignment:
    """Return the assignment in the source notebook at ``path``.

    Raises
    ------
    ValueError
        If there is none; ``flcourse build`` makes it.
    """
    try:
        notebook = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(
            f"path must be a source notebook, {path} is none: run flcourse build first"
        ) from error
    cells = tuple(_cell(cell) for cell in notebook["cells"])
    return Assignment(path.stem, cells, notebook["metadata"])


def _cell(cell: dict[str, Any]) -> AssignmentCell:
    meta = cell["metadata"].get("nbgrader", {})
    role = (meta.get("grade"), meta.get("solution"), meta.get("locked"))
    kinds = [kind for kind, roles in ROLES.items() if roles == role and kind != "assignment"]
    source, text = "".join(cell["source"]), cell["cell_type"] != "code"
    released = released_source(source, markdown=text)
    name = str(meta.get("grade_id") or cell["id"])
    return AssignmentCell(
        kinds[0] if kinds else "free", name, source, released, float(meta.get("points") or 0),
        text, cell,
    )  # fmt: skip
