"""The pages of item analysis and of similarity, which the staff of a course reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flcourse.grading import pages
from flcourse.grading.reports import similarity
from flcourse.grading.reports.analysis import SMALL, Analysis, histogram
from flcourse.grading.reports.similarity import Pair

__all__ = ["item_page", "similarity_page"]

WIDE, HIGH = 356, 180  # pixels of a drawing: the text of a phone is not scaled
MOST_PAIRS = 60

ITEMS = """
<p>{{ a.totals | length }} of {{ a.students }} students count here: those for whom the grader came
to a verdict. This page holds no names; <a href="similarity.html">answers that resemble each
other</a> stand on a page of their own.</p>
{% if a.small %}
<p class="noise"><strong>{{ a.totals | length }} students are few.</strong> With fewer than
{{ small }} every number on this page is mostly noise: one student more or less can turn it around.
Read the messages and the answers themselves, and draw no conclusion about a task from a
correlation.</p>
{% endif %}
<h2>Points</h2>
{% if a.totals %}
<p>Mean {{ mean }}, median {{ median }}, standard deviation {{ sd }}, of {{ a.possible | points }}
points{% if a.left_out %}; without {{ a.left_out | join(", ") }}, for which not all have points
yet{% endif %}. Before penalties.</p>
<svg role="img" viewBox="0 0 {{ wide }} {{ high + 40 }}" width="{{ wide }}" height="{{ high + 40 }}"
 aria-label="{{ spoken }}">
{% for bar in bars %}
<rect class="bar" x="{{ bar.x }}" y="{{ bar.y }}" width="{{ bar.width }}" height="{{ bar.height }}">
<title>{{ bar.says }}</title></rect>
{% if bar.count %}
<text x="{{ bar.middle }}" y="{{ bar.y - 3 }}" text-anchor="middle">{{ bar.count }}</text>
{% endif %}
<text x="{{ bar.x }}" y="{{ high + 18 }}" text-anchor="middle">{{ bar.low }}</text>
{% endfor %}
<line x1="20" y1="{{ high + 2 }}" x2="{{ wide - 20 }}" y2="{{ high + 2 }}"/>
<text x="{{ wide - 20 }}" y="{{ high + 18 }}" text-anchor="middle">{{ a.possible | points }}</text>
<text x="{{ wide / 2 }}" y="{{ high + 36 }}" text-anchor="middle">points; students above</text>
</svg>
{% else %}<p>Nobody has points yet.</p>{% endif %}

<h2>Tasks</h2>
<div class="wide" tabindex="0" role="region" aria-label="Tasks: difficulty and discrimination">
<table>
<thead><tr><th scope="col">Task</th><th scope="col" class="number">Points</th>
<th scope="col" class="number">Students</th><th scope="col" class="number">Mean share</th>
<th scope="col"><span aria-hidden="true">0 … 1</span></th>
<th scope="col" class="number">All</th><th scope="col" class="number">None</th>
<th scope="col" class="number">Discrimination</th><th scope="col">95 % interval</th></tr></thead>
<tbody>
{% for i in a.items %}
<tr><th scope="row"><a href="#{{ i.task.id }}">{{ i.task.id }}</a>
{%- if i.task.by_hand %} (by hand){% endif %}</th>
<td class="number">{{ i.task.points | points }}</td><td class="number">{{ i.n }}</td>
<td class="number">{{ number(i.difficulty) }}</td>
<td><svg aria-hidden="true" width="80" height="14" viewBox="0 0 80 14">
<rect class="bar" width="{{ 80 * (i.difficulty or 0) }}" height="14"/>
<line x1="0" y1="13.5" x2="80" y2="13.5"/></svg></td>
<td class="number">{{ i.full }}</td><td class="number">{{ i.none }}</td>
<td class="number">{{ number(i.discrimination) }}</td>
<td>{% if i.interval %}{{ number(i.interval[0]) }} to {{ number(i.interval[1]) }}
{%- else %}{{ i.reason }}{% endif %}</td></tr>
{% endfor %}
</tbody></table></div>

<h2>What the numbers mean</h2>
<dl>
<dt>Mean share (difficulty)</dt><dd>The mean of the points of a task over its possible points: 1 if
everybody has all of them. A task below 0.3 was hard, or its check is wrong; read its messages.</dd>
<dt>Discrimination</dt><dd>The correlation between the points of a task and the sum of all other
tasks (corrected item–total correlation; for a task with two outcomes, the point-biserial
correlation with the rest). Above 0.3 the task separates students as the others do. Near 0 or below
it measures something else, or its check is unfair; a task that everybody solves has none, and may
be a good task all the same.</dd>
<dt>95 % interval</dt><dd>Fisher's, from the number of students alone; points on a short scale are
not what it assumes, so take it as the least uncertainty. With {{ a.totals | length }} students it
is about {{ width }} wide around 0.</dd>
<dt>All, None</dt><dd>Students with all points of the task, and with none.</dd>
</dl>

<h2>Most frequent messages</h2>
<p>Of the first check of a task that failed; messages that differ in numbers only count as
one.</p>
{% for i in a.items if not i.task.by_hand %}
<h3 id="{{ i.task.id }}">{{ i.task.id }}</h3>
{% if i.messages %}<ul>
{% for message, count in i.messages %}<li>{{ count }} × {{ message }}</li>
{% endfor %}</ul>{% else %}<p>None: all who count here passed.</p>{% endif %}
{% endfor %}

<h2>By hand</h2>
{% for i in a.items if i.task.by_hand %}
<p id="{{ i.task.id }}">{{ i.task.id }}: {{ i.n }} read, {{ i.pending }} still to be read.</p>
{% else %}<p>This assignment has nothing to read.</p>
{% endfor %}

<h2>Status and time</h2>
<div class="wide" tabindex="0" role="region" aria-label="Status of submissions">
<table><caption>Status of submissions</caption>
<thead><tr><th scope="col">Status</th><th scope="col" class="number">Students</th></tr></thead>
<tbody>{% for status, count in a.statuses | dictsort %}
<tr><th scope="row">{{ status }}</th><td class="number">{{ count }}</td></tr>{% endfor %}
</tbody></table></div>
{% if a.seconds %}<p>Seconds for a submission: median {{ seconds[0] }}, nine of ten below
{{ seconds[1] }}, longest {{ seconds[2] }}.</p>{% endif %}
"""

PAIRS = """
<p class="noise"><strong>A match is a reason to look, and no verdict.</strong> Two people who solve
a short task in the same way write the same thing; friends who talked about it write similar things,
which your course may allow. Read both answers, ask both students, and never decide by these
numbers. This page holds names: it is for the staff.</p>
<p>{{ pairs | length }} of {{ compared }} pairs of students have answers that share at least
{{ evidence }} tokens, and at least {{ share }} % of what is the shorter answer's own.
{% if pairs | length > most %}The first {{ most }} are shown.{% endif %}</p>
<details><summary>What is compared, and what is not</summary>
<p>Answers are read as tokens: names that students chose, comments, blanks, docstrings and the
spelling of numbers do not count, so that a copy with other names is found. Runs of {{ run }} tokens
that also stand in the template, the text, the chapter or the reference, or in the answers of more
than {{ common }} students, are set aside, because the task suggests them. Marked is what is left
and shared. On the bank's right answers, which were written to differ, at most 1 % of pairs are
flagged; in a class, where many have read the same chapter, it can be more. Answers of fewer than
{{ evidence }} tokens are never flagged:</p>
<ul>{% for task, count, all in short %}
<li>{{ task }}: {{ count }} of {{ all }} answers are too short</li>{% endfor %}</ul>
</details>
{% if borrowed %}
<h2>Right for somebody else's data</h2>
<p>These answers are wrong for the data that the student was given, and right for those of somebody
else: they were taken over, or worked out on the wrong notebook. This too is a reason to ask.</p>
<div class="wide" tabindex="0" role="region" aria-label="Answers for somebody else's data">
<table>
<thead><tr><th scope="col">Student</th><th scope="col">Task</th><th scope="col">Right for</th>
<th scope="col">The notebook has</th></tr></thead>
<tbody>{% for b in borrowed %}
<tr><th scope="row">{{ b.student }}</th><td>{{ b.task }}</td><td>{{ b.fits }}</td>
<td>{{ b.notebook }}</td></tr>{% endfor %}
</tbody></table></div>
{% endif %}
{% if pairs %}
<h2>Pairs</h2>
<div class="wide" tabindex="0" role="region" aria-label="Pairs of students">
<table>
<thead><tr><th scope="col">Students</th><th scope="col">Tasks</th>
<th scope="col" class="number">Tokens shared</th></tr></thead>
<tbody>{% for p in pairs[:most] %}
<tr><th scope="row"><a href="#pair-{{ loop.index }}">{{ p.students | join(" and ") }}</a></th>
<td>{{ p.matches | map(attribute="task") | join(", ") }}</td>
<td class="number">{{ p.shared }}</td></tr>{% endfor %}
</tbody></table></div>
{% for p in pairs[:most] %}
<section id="pair-{{ loop.index }}">
<h2>{{ p.students | join(" and ") }}</h2>
{% if groups.get(p.students) %}<p>They work together, as the group {{ groups[p.students] }} of the
roster.</p>{% endif %}
{% for m in p.matches %}
<details{% if loop.first %} open{% endif %}>
<summary>{{ m.task }}: {{ m.shared }} tokens, {{ (100 * m.share) | round | int }} % of the shorter
answer's own</summary>
<div class="pair">
{% for student, source, spans in sides(m) %}
<div><h3>{{ student }}</h3><pre>{{ marked(source, spans) }}</pre></div>
{% endfor %}
</div>
</details>
{% endfor %}
</section>
{% endfor %}
{% else %}<p>There is no such pair.</p>{% endif %}
"""


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram, in the units of its drawing."""

    x: float
    y: float
    width: float
    height: float
    count: int
    low: str
    says: str

    @property
    def middle(self) -> float:
        """Horizontal place of the count that is written above it."""
        return self.x + self.width / 2


def bars_of(steps: Sequence[tuple[float, float, int]]) -> list[Bar]:
    """Return the bars of a histogram, the highest as high as the drawing."""
    highest = max((count for _, _, count in steps), default=0) or 1
    step = (WIDE - 40) / len(steps)
    bars = []
    for number, (low, high, count) in enumerate(steps):
        tall = (HIGH - 20) * count / highest
        says = f"{pages.points(low)} to {pages.points(high)} points: {count} students"
        x, y = 20 + number * step, HIGH - tall + 2
        bars.append(Bar(x, y, step - 2, tall, count, pages.points(low), says))
    return bars


def item_page(analysis: Analysis) -> str:
    """Return the page of an item analysis."""
    steps = histogram(analysis.totals, analysis.possible)
    spoken = "Distribution of points: " + ", ".join(
        f"{pages.points(low)} to {pages.points(high)}: {count}" for low, high, count in steps
    )
    totals, n = np.array(analysis.totals), len(analysis.totals)
    figures: dict[str, Any] = {"mean": "", "median": "", "sd": ""}
    if n:
        spread = float(totals.std(ddof=1)) if n > 1 else None
        figures = {"mean": _number(float(totals.mean())), "sd": _number(spread),
                   "median": _number(float(np.median(totals)))}  # fmt: skip
    seconds = analysis.seconds
    times = [f"{np.quantile(seconds, q):.1f}" for q in (0.5, 0.9, 1.0)] if seconds else []
    return pages.render(
        f"{analysis.stem}: item analysis", ITEMS, a=analysis, small=SMALL, wide=WIDE, high=HIGH,
        bars=bars_of(steps), spoken=spoken, number=_number, seconds=times,
        width=f"{2 * np.tanh(1.96 / np.sqrt(n - 3)):.1f}" if n > 3 else "2", **figures,
    )  # fmt: skip


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")  # no minus before 0.00


def similarity_page(
    stem: str, pairs: Sequence[Pair], answers: Mapping[str, Mapping[str, str]], students: int,
    borrowed: Sequence[similarity.Borrowed] = (), together: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """Return the page of pairs whose answers resemble each other.

    Parameters
    ----------
    stem : str
        The assignment.
    pairs : sequence of Pair
        What was found.
    answers : mapping
        Sources by task and student.
    students : int
        How many were compared.
    borrowed : sequence of Borrowed
        Answers that are right for the data of somebody else.
    together : mapping of str to str, optional
        The group of each student who works in one.
    """
    together = together or {}
    groups = {
        pair.students: together[pair.students[0]]
        for pair in pairs
        if len({together.get(student, "") for student in pair.students} - {""}) == 1
        and all(together.get(student) for student in pair.students)
    }

    def sides(match: similarity.Match) -> list[tuple[str, str, Any]]:
        own = answers[match.task]
        return [(s, own[s], spans) for s, spans in zip(match.students, match.spans, strict=True)]

    short = [(task, similarity.too_short(own), len(own)) for task, own in answers.items()]
    return pages.render(
        f"{stem}: answers that resemble each other", PAIRS, pairs=pairs, most=MOST_PAIRS,
        compared=students * (students - 1) // 2, evidence=similarity.EVIDENCE,
        share=round(100 * similarity.SHARE), run=similarity.RUN, sides=sides,
        common=int(max(similarity.MANY_ANSWERS, similarity.PART * students)), short=short,
        marked=similarity.marked, borrowed=borrowed, groups=groups,
    )  # fmt: skip
