"""Three tiers of an assignment: the whole one, and two that leave out tasks, for smaller courses.

``solutions/tiers.toml`` says which tasks stay. A smaller assignment is a text like the whole one,
with points, hours and objectives of its own: what is made of a text need not know of tiers. Tasks
keep their numbers, checks and banks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from flcourse.grading import own_data
from flcourse.grading.names import module_names
from flcourse.grading.notebook import released_source
from flcourse.grading.script import Cell, Script, parse

__all__ = [
    "AIM",
    "FULL",
    "HOURS",
    "MINUTES",
    "SOURCE",
    "TIME",
    "WORDS_A_MINUTE",
    "Tiers",
    "cut",
    "hours",
    "minutes",
    "points",
    "read",
    "script",
    "sections",
]

HOURS = {"core": 3, "standard": 5, "full": 7}  # a week, in courses that such a tier is for
FULL = "full"
SOURCE = "tiers.toml"  # in solutions/
CELL = "tier"  # the id of the cell that names the tier begins so
# How long reading and solving take, in chapters and assignments alike.
WORDS_A_MINUTE = 130
MINUTES = {"easy": 10, "medium": 20, "hard": 40}

HEAD = re.compile(r"^## (?:Task (\d+))?", re.MULTILINE)
ROW = re.compile(r"^\| (\d+) .*\n", re.MULTILINE)  # of the table of tasks
AIM = re.compile(r"^- .*\n(?:  .*\n)*", re.MULTILINE)
TIME = re.compile(r"(?<=\*\*Time\*\*: about )[\w\s]+?(?=\.)")
SPOKEN_OF = re.compile(r"\b[Tt]asks? (\d+)(?:(?: and|,) (\d+))*")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


@dataclass(frozen=True)
class Tiers:
    """What is known of the tiers of an assignment, as ``solutions/tiers.toml`` explains it."""

    core: list[int]
    standard: list[int]
    aims: list[list[int]]
    easy: list[str]
    hard: list[str]
    transfer: list[str]

    def minutes(self, cell: Cell) -> int:
        """Return how long an answer or a written question takes."""
        level = [name for name in ("easy", "hard") if cell.id in getattr(self, name)]
        return MINUTES[level[0] if level else "medium"]

    def is_transfer(self, cell: Cell) -> bool:
        """Whether a graded cell asks for what the code of the chapter does not give."""
        return any(f"{cell.id}-".startswith(f"{name}-") for name in self.transfer)


def read(root: Path) -> dict[str, Tiers]:
    """Return the tiers of all assignments of a course or checkout that have some.

    Raises
    ------
    ValueError
        If the table of an assignment has other entries than it must have.
    """
    path = root / "solutions" / SOURCE
    table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    try:
        return {stem: Tiers(**row) for stem, row in table.items()}
    except TypeError:
        known = ", ".join(Tiers.__dataclass_fields__)
        raise ValueError(f"{path}: each assignment must have {known}, and no more") from None


def script(root: Path, stem: str, tier: str = FULL) -> Script:
    """Return the text of an assignment at a tier.

    Parameters
    ----------
    root : pathlib.Path
        The course folder or checkout.
    stem, tier : str
        The assignment, and one of `HOURS`.

    Raises
    ------
    ValueError
        If the assignment has no tiers, or what is left of it speaks of what is left out.
    """
    path = root / "solutions" / f"{stem}.py"
    whole = parse(path.read_text("utf-8"), path.relative_to(root))
    if tier == FULL:
        return whole
    known = read(root)
    if stem not in known:
        raise ValueError(
            f"tier must be {FULL} for {stem}, got {tier}: {path.with_name(SOURCE)} has no [{stem}]"
        )
    return cut(whole, tier, known[stem])


def cut(whole: Script, tier: str, tiers: Tiers) -> Script:
    """Leave out the tasks that a tier does not have.

    Raises
    ------
    ScriptError
        If what is left needs a name or speaks of a task that is left out.
    """
    homes, stay = sections(whole), getattr(tiers, tier)
    kept = [cell for cell, home in zip(whole.cells, homes, strict=True) if home in {0, *stay}]
    total = points(replace(whole, cells=tuple(kept)))
    text = ROW.sub(lambda row: row[0] if int(row[1]) in stay else "", kept[0].source)
    opening = replace(kept[0], source=_with_aims(text, tiers, stay), points=total)
    takes = hours(minutes(replace(whole, cells=(opening, *kept[1:])), tiers))
    opening = replace(opening, source=TIME.sub(takes, opening.source))
    note = Cell("given", _note(tier, stay, max(homes), total), opening.line, True, f"{CELL}-{tier}")
    first = 2 if kept[1].id == own_data.CELL else 1  # of which the opening says that it comes next
    small = replace(whole, cells=(opening, *kept[1:first], note, *kept[first:]))
    small.refuse([*_needs(whole, small), *_speaks(small, {*homes} - {0, *stay})])
    return small


def sections(script: Script) -> list[int]:
    """Return the number of the task that each cell belongs to, 0 in front of the first task.

    A section that stands between two tasks and is no task itself belongs to the second one, which
    looks at it.
    """
    heads = [HEAD.findall(cell.source) if cell.markdown else [] for cell in script.cells]
    homes = [0]
    for number, head in enumerate(heads):
        later = (int(task) for heads_below in heads[number:] for task in heads_below if task)
        first = bool(head and head[-1])
        homes.append(next(later, 0) if first or (head and homes[-1]) else homes[-1])
    return homes[1:]


def points(script: Script) -> float:
    """Return the points that an assignment offers, added up from its cells."""
    return sum(cell.points or 0.0 for kind in ("tests", "manual") for cell in script.of_kind(kind))


def minutes(script: Script, tiers: Tiers) -> int:
    """Return how long an assignment takes: its tasks, and to read what stands above them."""
    total = 0.0
    for cell, home in zip(script.cells, sections(script), strict=True):
        if cell.kind in {"answer", "manual"}:
            total += tiers.minutes(cell)
        elif home == 0 and not cell.id.startswith(f"{CELL}-"):
            words = len(re.findall(r"[^\W\d_]{2,}", released_source(cell.source, markdown=True)))
            total += words / WORDS_A_MINUTE if cell.markdown else 1
    return round(total)


def hours(minutes: int) -> str:
    """Return minutes in words, to the nearest half hour, and at least one hour.

    Examples
    --------
    >>> hours(62), hours(100), hours(200)
    ('one hour', 'one and a half hours', 'three and a half hours')
    """
    whole, half = divmod(max(2, round(minutes / 30)), 2)
    unit = "hour" if (whole, half) == (1, 0) else "hours"
    return f"{NUMBERS[whole]}{' and a half' if half else ''} {unit}"


def _with_aims(text: str, tiers: Tiers, stay: list[int]) -> str:
    """Leave out what a student will not be able to do without the other tasks."""
    aims = AIM.findall(text)
    pairs = zip(aims, tiers.aims, strict=True)
    left = [aim.rstrip("\n.,") for aim, tasks in pairs if {*tasks} <= {*stay}]
    return text.replace("".join(aims), ",\n".join(left) + ".\n")


def _note(tier: str, stay: list[int], of: int, total: float) -> str:
    *most, last = map(str, stay)
    return (
        f"**This is the {tier} tier.** Of the {NUMBERS[of]} tasks of the assignment it has tasks "
        f"{', '.join(most)} and {last}, for {total:g} points. They keep their numbers."
    )


def _needs(whole: Script, small: Script) -> Iterator[tuple[int, str, str]]:
    """Yield the cells that use a name which only a cell that is left out has given a meaning."""
    known: set[str] = set()
    gone: set[str] = set()
    for cell in whole.cells:
        if cell.markdown or cell.kind == "tests":
            continue
        imported, bound, used = module_names(cell.source)
        if cell not in small.cells:
            gone |= imported | bound
            continue
        for name in sorted((used & gone) - known - imported - bound):
            yield cell.line, cell.name, f"uses {name!r} of a task that the tier leaves out"
        known |= imported | bound


def _speaks(small: Script, left_out: set[int]) -> Iterator[tuple[int, str, str]]:
    """Yield the texts that speak of a task which is left out."""
    for cell in small.cells:
        for said in SPOKEN_OF.finditer(" ".join([cell.source, *(t for _, t in cell.fields)])):
            if {int(number) for number in re.findall(r"\d+", said[0])} & left_out:
                yield cell.line, cell.name, f"speaks of {said[0]}, which the tier leaves out"
