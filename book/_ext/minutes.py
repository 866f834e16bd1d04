"""How long a chapter takes, by one rule for all: the first page states it, chapters print it."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from sphinx.application import Sphinx

from flcourse.grading.authoring.tiers import MINUTES as EXERCISE
from flcourse.grading.authoring.tiers import WORDS_A_MINUTE

PROOF = 3
ASIDE = re.compile(  # notes of the source, cells and displayed formulas
    r"^%[^\n]*$|^```\{code-cell\}.*?^```$|^\$\$$.*?^\$\$.*?$", re.M | re.S
)
HERE = "{{ time }}"  # where a chapter says it
EXERCISES = re.compile(r"^## Exercises$.*?(?=^## (?!Exercises)|\Z)", re.M | re.S)


@dataclass(frozen=True)
class Times:
    """Minutes for the text with its cells, and for the exercises."""

    text: int
    exercises: int

    def __str__(self) -> str:
        exercises = f", and {hours(self.exercises)} for the exercises" if self.exercises else ""
        return f"{hours(self.text)} to read{exercises}"


def times(source: str) -> Times:
    """Measure a chapter: a minute for a cell or a displayed formula, three for a proof."""
    body = EXERCISES.sub("", source.split("---", 2)[-1])
    cells = re.findall(r"^```\{code-cell\}.*?^```$", body, re.M | re.S)
    formulas = re.findall(r"^\$\$$.*?^\$\$", body, re.M | re.S)
    prose = ASIDE.sub("", body)
    words = len(re.findall(r"[^\W\d_]{2,}", prose))
    proofs = body.count("{prf:proof}")
    minutes = words / WORDS_A_MINUTE + len(cells) + len(formulas) + PROOF * proofs
    return Times(round(minutes), solving(source))


def solving(source: str, levels: Collection[str] = tuple(EXERCISE)) -> int:
    """Return the minutes for the exercises of a chapter that have one of these levels."""
    found = re.findall(r"\{exercise\} .* · (easy|medium|hard)$", source, re.M)
    return sum(EXERCISE[level] for level in found if level in levels)


def hours(minutes: int) -> str:
    """Minutes as hours, to the next half hour."""
    halves = max(1, round(minutes / 30))
    if halves == 1:
        return "half an hour"
    if halves == 2:
        return "an hour"
    return f"{halves // 2}{'½' if halves % 2 else ''} hours"


def filled(source: str) -> str:
    """Chapter that says how long it takes, by the rule."""
    return source.replace(HERE, str(times(source))) if HERE in source else source


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let the chapter say it before it is read."""
    source[0] = filled(source[0])
