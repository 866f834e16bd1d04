"""Numbers of the item analysis: how hard tasks were, how well they tell strong from weak.

Definitions, as the page states them. The **difficulty** of a task is the mean share of its points
(1: everybody has all of them). Its **discrimination** is the correlation between its points and
the sum of all other tasks, the corrected item-total correlation; for a task with two outcomes this
is the point-biserial correlation with the rest score. Corrected means that a task is not part of
what it is compared with. The interval is Fisher's for a correlation at 95 %, which assumes more
than points on a short scale can hold: it shows how much of a number may be chance, no more.
(Lord, Novick 1968, Statistical theories of mental test scores, Addison-Wesley, chapter 15.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flcourse.grading.course.scores import Entry, Scores, Task
from flcourse.grading.statuses import NOTHING

__all__ = ["BINS", "SMALL", "Analysis", "analyse", "correlation", "histogram", "interval"]

SMALL = 20  # students below which a number says little
BINS = 10  # of a histogram, where a step for each point would be too many
MOST_BINS = 20
MOST_MESSAGES = 5  # that are shown of a task
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """What the points of a class say about one task.

    ``difficulty`` is a share; ``discrimination`` a correlation with its 95 % interval, None where
    it cannot be computed, for the ``reason``.
    """

    task: Task
    n: int
    difficulty: float | None
    full: int
    none: int
    discrimination: float | None
    interval: tuple[float, float] | None
    reason: str
    pending: int
    messages: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Analysis:
    """An assignment, analysed; ``totals`` are over the tasks that all counted students have."""

    stem: str
    students: int
    statuses: Mapping[str, int]
    totals: tuple[float, ...]
    possible: float
    left_out: tuple[str, ...]  # tasks that are not in the totals
    items: tuple[Item, ...]
    seconds: tuple[float, ...]

    @property
    def small(self) -> bool:
        """Whether there are too few students for the numbers to say much."""
        return len(self.totals) < SMALL


def difficulty(points: Sequence[float], possible: float) -> float | None:
    """Return the mean share of the points of a task.

    Examples
    --------
    >>> difficulty([0, 1, 2, 2], 2)
    0.625
    """
    return float(np.mean(points)) / possible if len(points) and possible else None


def correlation(item: Sequence[float], rest: Sequence[float]) -> float | None:
    """Return the correlation of a task with the rest, None where one of them is constant.

    Examples
    --------
    >>> # point-biserial: 2 / sqrt(5)
    >>> round(correlation([0, 0, 1, 1], [1, 2, 3, 4]), 6)
    0.894427
    """
    x, y = np.asarray(item, float), np.asarray(rest, float)
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.clip(np.corrcoef(x, y)[0, 1], -1.0, 1.0))


def interval(item: Sequence[float], rest: Sequence[float]) -> tuple[float, float] | None:
    """Return Fisher's 95 % interval of the correlation, None where there is none.

    Examples
    --------
    >>> # 12 students, correlation 0: ± the tanh of 1.96 / sqrt(9)
    >>> low, high = interval([0, 0, 1, 1] * 3, [1, 2, 1, 2] * 3)
    >>> round(low, 3), round(high, 3)
    (-0.574, 0.574)
    """
    if len(item) < 4 or correlation(item, rest) is None:
        return None
    from scipy.stats import pearsonr

    low, high = pearsonr(item, rest).confidence_interval(0.95)
    return float(low), float(high)


def histogram(totals: Sequence[float], possible: float) -> list[tuple[float, float, int]]:
    """Count totals in steps; return the lower end, the upper end and the count of each.

    A step is one point wide if ``possible`` is a whole number from 2 to 20; otherwise there are ten
    steps. The upper end of a step belongs to the next one; only the last step includes it.
    """
    steps = int(possible) if possible in range(2, MOST_BINS + 1) else BINS
    counts, edges = np.histogram(totals, bins=steps, range=(0.0, max(possible, 1.0)))
    return [
        (float(low), float(high), int(count))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def common(messages: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return the most frequent messages; those that differ in numbers only are one.

    Examples
    --------
    >>> common(["got 3", "", "got 4.5", "no array", "got 3"])
    (('got 3', 3), ('no array', 1))
    """
    kinds: dict[str, Counter[str]] = {}
    for message in messages:
        if message:
            kinds.setdefault(NUMBER.sub("#", message), Counter())[message] += 1
    counted = [(each.most_common(1)[0][0], each.total()) for each in kinds.values()]
    return tuple(sorted(counted, key=lambda pair: (-pair[1], pair[0]))[:MOST_MESSAGES])


def analyse(scores: Scores, results: Mapping[str, Mapping[str, Any]]) -> Analysis:
    """Analyse an assignment of a class.

    Parameters
    ----------
    scores : Scores
        The points of the class. Students for whom the grader came to no verdict do not count.
    results : mapping
        Results as in `flcourse.grading.official.result.RESULT_SCHEMA`, by student.
    """
    graded = [entry for entry in scores.entries.values() if _is_graded(entry, scores.tasks)]
    whole = [t for t in scores.tasks if t.points and _has_all(t, graded)]
    table = np.array([[e.points[t.id] for t in whole] for e in graded], float)
    table = table.reshape(len(graded), len(whole))
    return Analysis(
        scores.stem,
        len(scores.entries),
        Counter(entry.status for entry in scores.entries.values()),
        tuple(table.sum(axis=1).tolist()),
        sum(task.points for task in whole),
        tuple(task.id for task in scores.tasks if task.points and task not in whole),
        tuple(_item(task, graded, whole, table, results) for task in scores.tasks),
        tuple(sorted(float(r["seconds"]) for r in results.values() if r["status"] not in NOTHING)),
    )


def _is_graded(entry: Entry, tasks: Sequence[Task]) -> bool:
    by_check = [entry.points[task.id] for task in tasks if not task.by_hand]
    there = by_check or list(entry.points.values())
    return None not in there and bool(there)


def _has_all(task: Task, graded: Sequence[Entry]) -> bool:
    return all(entry.points[task.id] is not None for entry in graded)


def _item(
    task: Task, graded: Sequence[Entry], whole: Sequence[Task], table: NDArray[np.float64],
    results: Mapping[str, Mapping[str, Any]],
) -> Item:  # fmt: skip
    all_points = [entry.points[task.id] for entry in graded]
    there = [points for points in all_points if points is not None]
    r, span, reason = None, None, "not all have points yet"
    if task in whole:
        own = table[:, whole.index(task)]
        rest = (table.sum(axis=1) - own).tolist()
        r, span = correlation(own.tolist(), rest), interval(own.tolist(), rest)
        reason = "" if r is not None else "too few students, or all have the same"
    counted = {entry.student for entry in graded}
    messages = [_message(found, task) for student, found in results.items() if student in counted]
    return Item(
        task, len(there), difficulty(there, task.points),
        sum(points >= task.points for points in there), sum(points <= 0 for points in there),
        r, span, reason,
        len(all_points) - len(there), common(messages),
    )  # fmt: skip


def _message(result: Mapping[str, Any], task: Task) -> str:
    """Return the first message of a student's checks of a task, "" if there is none."""
    said = [check["message"] for check in result["checks"] if check["id"] in task.cells]
    return next(filter(None, said), "")
