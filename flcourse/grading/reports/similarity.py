"""Answers that resemble each other more than the task makes them: a reason to look, no verdict.

An answer is read as tokens; names that its writer chose, comments, blanks, docstrings and the
spelling of numbers do not count. Runs of `RUN` tokens that also stand in what everybody was given,
in the reference, or in the answers of many students are set aside: the task suggests them. What is
left and shared by two students is the evidence. This follows the idea of fingerprints of runs
(Schleimer, Wilkerson, Aiken 2003, Winnowing: Local algorithms for document fingerprinting,
SIGMOD), without their thinning: answers are short enough to keep all runs.

Nothing here executes or parses an answer; any text has tokens.
"""

from __future__ import annotations

import builtins
import itertools
import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flcourse.grading.assignment import Assignment
from flcourse.grading.course.variants import whose

__all__ = [
    "EVIDENCE",
    "KEPT_WORDS",
    "MANY_ANSWERS",
    "PART",
    "RUN",
    "SHARE",
    "Borrowed",
    "Match",
    "Pair",
    "answers_of",
    "borrowed",
    "compare",
    "in_class",
    "marked",
    "pairs",
    "tokens",
    "too_short",
]

RUN = 9  # tokens that are compared together
EVIDENCE = 24  # shared tokens, outside of what is set aside, below which nothing is said
SHARE = 0.6  # of the shorter answer's own tokens
MANY_ANSWERS = 4  # a run in more answers than this, and than `PART` of all, is common
PART = 0.05
OTHER = "other cells"
MOST_CHARACTERS = 40_000  # of an answer that are read

TOKEN = re.compile(
    r"""
    (?P<skip>[ \t\f\r\n\\]+|\#[^\n]*)
  | (?P<text>(?i:[rbfu]{0,2})(?:\"{3}(?s:.*?)(?:\"{3}|\Z)|'{3}(?s:.*?)(?:'{3}|\Z)
      |"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))
  | (?P<number>\.?\d[\w.]*(?:(?<=[eE])[+-]\d+)?)
  | (?P<name>\w+)
  | (?P<sign>\*\*|//|==|!=|<=|>=|->|:=|[-+*/@%&|^]=|<<|>>|.)
    """,
    re.VERBOSE | re.DOTALL,
)
KEPT_WORDS = frozenset(keyword.kwlist) | frozenset(dir(builtins))


@dataclass(frozen=True)
class Token:
    """A token, as it is compared, and where it stands."""

    sign: str
    start: int
    end: int


@dataclass(frozen=True)
class Match:
    """Two answers to one task; ``spans`` are what they share, as places in each text."""

    task: str
    students: tuple[str, str]
    shared: int
    share: float
    spans: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]

    @property
    def striking(self) -> bool:
        """Whether it is a reason to look."""
        return self.shared >= EVIDENCE and self.share >= SHARE


def tokens(source: str, longest: int | None = MOST_CHARACTERS) -> list[Token]:
    """Return the tokens of a text that is meant to be Python, of its beginning if it is long.

    Examples
    --------
    >>> [token.sign for token in tokens("total = np.sum(x)  # all of it")]
    ['n', '=', 'n', '.', '.sum', '(', 'n', ')']
    """
    found: list[Token] = []
    for match in TOKEN.finditer(source[:longest]):
        kind, text = match.lastgroup, match[0]
        if kind == "skip":
            continue
        if kind == "text" and _is_docstring(source, match.start(), match.end()):
            continue
        attribute = bool(found) and found[-1].sign == "."
        found.append(Token(_sign(str(kind), text, attribute), match.start(), match.end()))
    return found


def _sign(kind: str, text: str, attribute: bool) -> str:
    """Return a token without what its writer may change at will."""
    if kind == "text":
        return "s"
    if kind == "number":
        try:
            return repr(float(text.replace("_", "")))
        except ValueError:
            return text
    if kind == "name" and attribute:  # what a library calls it cannot be renamed
        return f".{text}"
    return text if kind == "sign" or text in KEPT_WORDS else "n"


def _is_docstring(source: str, start: int, end: int) -> bool:
    """Whether a text stands alone on its lines."""
    before = source[source.rfind("\n", 0, start) + 1 : start]
    after = source[end : (source.find("\n", end) + 1 or len(source))]
    return not before.strip() and (not after.strip() or after.strip().startswith("#"))


def runs(found: Sequence[Token]) -> dict[tuple[str, ...], list[int]]:
    """Return each run of `RUN` tokens and where it begins."""
    places: dict[tuple[str, ...], list[int]] = {}
    signs = [token.sign for token in found]
    for start in range(len(signs) - RUN + 1):
        places.setdefault(tuple(signs[start : start + RUN]), []).append(start)
    return places


def compare(task: str, answers: Mapping[str, str], given: Iterable[str] = ()) -> list[Match]:
    """Return all pairs of answers to a task that share what the task does not suggest.

    Parameters
    ----------
    task : str
        Its id.
    answers : mapping of str to str
        Source by student.
    given : iterable of str
        Texts that everybody has seen, or would write: the template, the reference.

    Returns
    -------
    list of Match
        The most striking first; `Match.striking` tells the ones worth a look.
    """
    read = {student: tokens(source) for student, source in answers.items()}
    places = {student: runs(found) for student, found in read.items()}
    holders: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for student in sorted(places):
        for run in places[student]:
            holders[run].append(student)
    known = {run for text in given for run in runs(tokens(text, None))}
    most = max(MANY_ANSWERS, PART * len(answers))
    rare = {run: who for run, who in holders.items() if run not in known and len(who) <= most}
    shared: defaultdict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    for run, who in rare.items():
        for pair in itertools.combinations(who, 2):
            shared[pair].append(run)
    own = {student: len(_covered(places[student], rare)) for student in places}
    matches = [
        _match(task, pair, found, read, places, min(own[pair[0]], own[pair[1]]))
        for pair, found in shared.items()
    ]
    return sorted(matches, key=lambda match: (-match.shared * match.share, match.students))


def _covered(
    places: Mapping[tuple[str, ...], list[int]], wanted: Collection[tuple[str, ...]]
) -> set[int]:
    """Return the tokens that runs of a text cover, of those that are wanted."""
    starts = (start for run, here in places.items() if run in wanted for start in here)
    return {number for start in starts for number in range(start, start + RUN)}


def _match(
    task: str, pair: tuple[str, str], found: Sequence[tuple[str, ...]],
    read: Mapping[str, Sequence[Token]],
    places: Mapping[str, Mapping[tuple[str, ...], list[int]]], shortest: int,
) -> Match:  # fmt: skip
    both = [_covered(places[student], set(found)) for student in pair]
    shared = min(map(len, both))
    first, second = (
        tuple(_spans(read[student], covered)) for student, covered in zip(pair, both, strict=True)
    )
    share = min(1.0, shared / shortest) if shortest else 0.0
    return Match(task, pair, shared, share, (first, second))


def _spans(found: Sequence[Token], covered: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield from where to where a text is covered; neighbours are one span."""
    for _, group in itertools.groupby(
        enumerate(sorted(covered)), key=lambda pair: pair[1] - pair[0]
    ):
        numbers = [number for _, number in group]
        yield found[numbers[0]].start, found[numbers[-1]].end


# ---------------------------------------------------------------------- a class


@dataclass(frozen=True)
class Pair:
    """Two students, and their answers that resemble each other."""

    students: tuple[str, str]
    matches: tuple[Match, ...]

    @property
    def shared(self) -> int:
        """The tokens that they share in all."""
        return sum(match.shared for match in self.matches)


def pairs(matches: Iterable[Match]) -> list[Pair]:
    """Return the pairs of students with a striking match, those with most of it first."""
    by_pair: defaultdict[tuple[str, str], list[Match]] = defaultdict(list)
    for match in matches:
        if match.striking:
            by_pair[match.students].append(match)
    found = [Pair(students, tuple(own)) for students, own in by_pair.items()]
    return sorted(found, key=lambda pair: (-pair.shared, pair.students))


def answers_of(
    assignment: Assignment, results: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, str]]:
    """Return what students wrote, by task and student; what is as it was given does not count.

    Code in cells that they added, or that are nobody's, is one more task, `OTHER`.
    """
    tasks = {cell.id for cell in assignment.of_kind("answer")}
    rest = {cell.id for cell in assignment.cells} - {cell.id for cell in assignment.of_kind("free")}
    given = {cell.id: cell.released.strip() for cell in assignment.cells}
    found: dict[str, dict[str, str]] = {task: {} for task in [*sorted(tasks), OTHER]}
    for student, result in results.items():
        for cell in (result["notebook"] or {"cells": []})["cells"]:
            name, source = str(cell.get("id")), str(cell["source"])
            task = name if name in tasks else OTHER if name not in rest else ""
            own = source.strip() not in {"", given.get(name)} and cell["cell_type"] == "code"
            if task and own:
                before = found[task].get(student, "")
                found[task][student] = f"{before}\n\n{source}" if before else source
    return {task: own for task, own in found.items() if own or task != OTHER}


@dataclass(frozen=True)
class Borrowed:
    """An answer that is wrong for a student's own data and right for those of somebody else."""

    student: str
    task: str
    fits: str  # whose data these are
    notebook: str  # whose data the notebook names


def borrowed(
    results: Mapping[str, Mapping[str, Any]], given: Mapping[str, tuple[str, int]]
) -> list[Borrowed]:
    """Return the answers that are right for the data of somebody else.

    Parameters
    ----------
    results : mapping
        Results by student; what grading has found stands in them.
    given : mapping
        Group and variant of each student, from `flcourse.grading.own_data.rows`.
    """
    found = []
    for student, result in results.items():
        own = result.get("own_data", {"fits": {}})
        for task, fits in own["fits"].items():
            has = int(own["notebook"])
            named = "no variant" if has < 0 else whose(given, has)
            mine = "their own data" if has == own["variant"] else named
            found.append(Borrowed(student, task, whose(given, int(fits)), mine))
    return found


def in_class(
    assignment: Assignment, answers: Mapping[str, Mapping[str, str]], read: Iterable[str] = (),
    *, progress: Callable[[int, int], None] | None = None,
) -> list[Pair]:  # fmt: skip
    """Return the pairs of students with answers that are worth a look.

    Parameters
    ----------
    assignment : Assignment
        The assignment; its texts, checks and references are set aside.
    answers : mapping
        As `answers_of` returns them.
    read : iterable of str
        What students have read besides: the chapter, the module.
    progress : callable, optional
        Called with the number of tasks done and the number of all.
    """
    seen = [*read, *(text for cell in assignment.cells for text in (cell.released, cell.source))]
    matches: list[Match] = []
    for done, (task, own) in enumerate(answers.items(), 1):
        matches += compare(task, own, seen)
        if progress:
            progress(done, len(answers))
    return pairs(matches)


def too_short(answers: Mapping[str, str]) -> int:
    """Return how many answers are too short for any two of them to be striking."""
    lengths = Counter(len(tokens(source)) < EVIDENCE for source in answers.values())
    return lengths[True]


def marked(source: str, spans: Sequence[tuple[int, int]]) -> Any:
    """Return a text as HTML, escaped, with its spans marked.

    Examples
    --------
    >>> str(marked("a < b", [(0, 3)]))
    '<mark>a &lt;</mark> b'
    """
    from markupsafe import Markup, escape

    parts, here = Markup(), 0
    for start, end in spans:
        parts += escape(source[here:start]) + Markup("<mark>{}</mark>").format(source[start:end])
        here = end
    return parts + escape(source[here:])
