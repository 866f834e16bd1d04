"""What moderation writes and says: the page and the table to mark unseen, and the comparison."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flcourse.grading import markdown, pages
from flcourse.grading.assignment import Assignment, AssignmentCell
from flcourse.grading.official.reading import Reader
from flcourse.grading.reports.moderation import (
    COLUMNS,
    EQUAL,
    KEY,
    PAGE,
    RESULT,
    TABLE,
    Agreement,
    Comparison,
    Drawn,
    Sample,
    questions_of,
)
from flcourse.grading.script import SOLUTION
from flcourse.grading.spreadsheet import MARK, written

__all__ = ["conclusion", "drawn_text", "table", "text", "write_result", "write_sample"]

MOST_NUMBERS = 20  # that a line names

# ---------------------------------------------------------------------- for the second marker


ANSWERS = """
<p>{{ drawn | length }} answers to be marked by a second person, who knows neither the students nor
the marks that were given before. Write your marks into the table <code>{{ table }}</code>, which
came with this page, into the column <em>second mark</em> and the row of each answer's number: from
0 to the points of the question, halves and quarters as you like. Under <em>comment</em> you may say
why. Save it as it is, as <em>CSV UTF-8</em>, and send it back.</p>
{% for question in questions %}
<section>
<h2 id="{{ question.id }}">{{ question.id }}: 0 to {{ question.points | points }}</h2>
{% if question.asks %}
<details open><summary>Question</summary>{{ question.asks }}</details>
{% endif %}
{% if question.reference %}
<details open><summary>Reference answer</summary>{{ question.reference }}</details>
{% endif %}
{% for number, answer in question.answers %}
<h3 id="answer-{{ number }}">Answer {{ number }}</h3>
<blockquote>{{ answer }}</blockquote>
{% endfor %}
</section>
{% endfor %}
"""


def write_sample(found: Sample) -> None:
    """Write the key, the page and the table of a sample into its folder.

    The table comes last: where it is, the sample is whole.
    """
    pages.write(found.home / KEY, key(found.assignment.stem, found.drawn))
    with Reader() as reader:
        text = page(found.assignment, found.drawn, found.answers, render=reader.render)
    pages.write(found.home / PAGE, text)
    pages.write(found.home / TABLE, MARK + table(found.drawn))


def write_result(compared: Comparison) -> Path:
    """Write the page of a comparison."""
    return pages.write(compared.home / RESULT, result_page(compared))


def page(
    assignment: Assignment, drawn: Sequence[Drawn], answers: Mapping[int, str], *,
    render: Callable[[str], Any] = markdown.render,
) -> str:  # fmt: skip
    """Return the page of answers without names and marks.

    Parameters
    ----------
    assignment : Assignment
        The assignment, for questions with their rubric and reference answers.
    drawn : sequence of Drawn
        What is on it.
    answers : mapping
        Texts by number.
    render : callable, optional
        Makes HTML of a text: for those of strangers `Reader.render`, which has limits.
    """
    questions = []
    for cell in questions_of(assignment):
        own = [one.number for one in drawn if one.question == cell.id]
        texts = [(number, render(answers[number])) for number in own]
        asks, reference = (markdown.render(text) for text in _asked(assignment, cell))
        questions.append({"id": cell.id, "points": cell.points, "asks": asks,
                          "reference": reference, "answers": texts})  # fmt: skip
    questions = [question for question in questions if question["answers"]]
    title = f"{assignment.stem}: answers to mark unseen"
    return pages.render(title, ANSWERS, questions=questions, drawn=drawn, table=TABLE)


def _asked(assignment: Assignment, cell: AssignmentCell) -> tuple[str, str]:
    """Return the texts right above an answer, which ask for it, and the reference answer."""
    above: list[str] = []
    for other in reversed(assignment.cells[: assignment.cells.index(cell)]):
        if not other.text or other.kind == "manual":
            break
        above.insert(0, other.source)
    lines = cell.source.splitlines()
    own = "\n".join(line for line in lines if line.strip() not in SOLUTION)
    if len(own.splitlines()) == len(lines):  # no solution in it: it only asks
        return "\n\n".join([*above, own]), ""
    return "\n\n".join(above), own


def table(drawn: Sequence[Drawn]) -> str:
    """Return the table to be filled in."""
    rows = [[one.number, one.question, pages.points(one.points), "", ""] for one in drawn]
    return written([COLUMNS, *rows])


def key(stem: str, drawn: Sequence[Drawn]) -> str:
    """Return which number is whose answer, for the instructor alone."""
    rows = [asdict(one) for one in drawn]
    return json.dumps({"assignment": stem, "answers": rows}, ensure_ascii=False, indent=1) + "\n"


# ---------------------------------------------------------------------- telling


COMPARED = """
<p class="noise">This page holds names: it is for the staff. No mark in the gradebook has been
changed; that is for you to do, in formgrader.</p>
{% for line in lines %}<p>{{ line }}</p>
{% endfor %}
{% if c.agreements %}
<h2>Questions</h2>
<div class="wide" tabindex="0" role="region" aria-label="How the markers agree on each question">
<table>
<thead><tr><th scope="col">Question</th><th scope="col" class="number">Points</th>
<th scope="col" class="number">Compared</th><th scope="col" class="number">Mean difference</th>
<th scope="col" class="number">Standard error</th><th scope="col">95 % interval</th>
<th scope="col" class="number">Mean absolute difference</th>
<th scope="col" class="number">Equal</th></tr></thead>
<tbody>
{% for a in c.agreements %}
<tr><th scope="row">{{ a.question }}</th><td class="number">{{ a.points | points }}</td>
<td class="number">{{ a.n }}</td><td class="number">{{ number(a.mean) }}</td>
<td class="number">{{ number(a.error) }}</td><td>{{ span(a) }}</td>
<td class="number">{{ number(a.apart) }}</td>
<td class="number">{{ a.equal }} ({{ percent(a) }})</td></tr>
{% endfor %}
</tbody></table></div>
<ul>{% for a in c.agreements %}
<li>{{ a.question }}: {{ conclusion(a) }}</li>{% endfor %}
</ul>
<p>Differences are second minus first: below 0 the second marker is stricter. The 95 %
interval of their mean is made with Student's t, and rough for few answers. They were drawn so that
low, middle and high marks are among them; a rare mark counts for more here than in the class.</p>
<h2>To talk about</h2>
{% if c.far %}
<p>Marks that differ by more than a quarter of the points:</p>
<div class="wide" tabindex="0" role="region" aria-label="Marks that differ by more than a quarter">
<table>
<thead><tr><th scope="col">Student</th><th scope="col">Question</th>
<th scope="col" class="number">Number</th><th scope="col" class="number">First</th>
<th scope="col" class="number">Second</th><th scope="col">Comment</th></tr></thead>
<tbody>{% for p in c.far %}
<tr><th scope="row">{{ c.person(p.drawn.student) }}</th><td>{{ p.drawn.question }}</td>
<td class="number"><a href="{{ page }}#answer-{{ p.drawn.number }}">{{ p.drawn.number }}</a></td>
<td class="number">{{ p.first | points }}</td><td class="number">{{ p.second | points }}</td>
<td class="message">{{ p.comment }}</td></tr>{% endfor %}
</tbody></table></div>
{% else %}<p>No two marks differ by more than a quarter of the points.</p>{% endif %}
{% endif %}
"""


def conclusion(found: Agreement) -> str:
    """Return what the differences say, in one sentence.

    Examples
    --------
    >>> from flcourse.grading.reports.moderation import agreement
    >>> found = agreement("why", 2.0, [0.0, -0.5, -1.0, -0.5])
    >>> conclusion(found)  # doctest: +ELLIPSIS
    'the second marker is stricter by 0.5 of 2 points on average; with 4 ...'
    """
    if found.equal == found.n:
        return f"both gave the same marks, for {_count(found.n)}."
    if abs(found.mean) < EQUAL:
        return "on average both gave the same, though not for each answer."
    how = "stricter" if found.mean < 0 else "more generous"
    unit = "point" if found.points == 1 else "points"
    size = f"{round(abs(found.mean), 2):g} of {pages.points(found.points)} {unit}"
    said = f"the second marker is {how} by {size}"
    if found.error is None:
        return f"{said}, in a single answer, which says nothing about others."
    if found.interval is None:
        return f"{said}, in each of {found.n} answers."
    low, high = found.interval
    if low <= 0 <= high:
        return (f"{said} on average; with {found.n} answers this may be chance, the interval from "
                f"{_number(low)} to {_number(high)} holds 0.")  # fmt: skip
    return f"{said} on average (95 % interval from {_number(low)} to {_number(high)})."


def summary(compared: Comparison) -> list[str]:
    """Return how many answers were compared, and which were not, a sentence a line."""
    missing, numbers = (
        _count(len(compared.missing)),
        ", ".join(map(str, compared.missing[:MOST_NUMBERS])),
    )
    numbers += ", …" * (len(compared.missing) > MOST_NUMBERS)
    lines = [f"{compared.stem}: {len(compared.pairs)} of {_count(compared.drawn)} compared"]
    lines += [f"no second mark yet for {missing}: {numbers}"] * bool(compared.missing)
    return [*lines, *(f"left out: {reason}" for reason in compared.left_out)]


def result_page(compared: Comparison) -> str:
    """Return the comparison as a page."""
    return pages.render(
        f"{compared.stem}: two markers compared", COMPARED, c=compared, lines=summary(compared),
        number=_number, span=_span, percent=_percent, conclusion=conclusion, page=PAGE,
    )  # fmt: skip


def text(compared: Comparison) -> str:
    """Return the comparison for a terminal."""
    lines = summary(compared)
    for a in compared.agreements:
        lines += [
            f"{a.question}: {conclusion(a)}",
            f"    {_count(a.n)}, mean difference {_number(a.mean)}{_spread(a)}, "
            f"mean absolute difference {_number(a.apart)}, {a.equal} equal ({_percent(a)})",
        ]
    lines += ["To talk about, more than a quarter of the points apart:"] * bool(compared.far)
    for pair in compared.far:
        own = f"{compared.person(pair.drawn.student)}  {pair.drawn.question}"
        marks = f"{pages.points(pair.first)}, then {pages.points(pair.second)}"
        lines.append(_plain(f"{own}  number {pair.drawn.number}: {marks}  {pair.comment}"))
    return "\n".join(lines) + "\n"


def drawn_text(found: Sample) -> str:
    """Return for a terminal what was drawn, and what to do with it."""
    counts = Counter(one.question for one in found.drawn)
    lines = [f"{question}: {count} of {_count(found.marked[question])} drawn"
             for question, count in counts.items()]  # fmt: skip
    lines += [f"{question}: {_count(count)} without a mark in formgrader, not drawn from"
              for question, count in found.waiting.items()]  # fmt: skip
    lines += [
        f"{found.home / PAGE}, {TABLE}: give these two to the second marker",
        f"{found.home / KEY}: says whose answers they are, keep it to yourself",
        f"Put the filled table back in its place, then: flcourse moderate {found.assignment.stem}",
    ]
    return "\n".join(lines) + "\n"


def _count(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")  # no minus before 0.00


def _span(found: Agreement) -> str:
    if found.interval is None:
        return "–"
    return " to ".join(map(_number, found.interval))


def _spread(found: Agreement) -> str:
    if found.interval is None:
        return ""
    return f" (standard error {_number(found.error)}, 95 % interval {_span(found)})"


def _percent(found: Agreement) -> str:
    return f"{round(100 * found.equal / found.n)} %"


def _plain(line: str) -> str:
    """Return a line without signs that a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in line).rstrip()
