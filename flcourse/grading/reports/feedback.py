"""Feedback for students: one page each, with points, what was expected, and where to read on.

It says when the work came and what that cost, calls tasks as the notebook does, keeps apart what
is wrong, what was not answered and what still waits for a person, and ends with what to do next.
A page shows no hidden check. What a student wrote or printed comes as plain text, pictures were
drawn anew, formulas become MathML, and the page forbids itself scripts and requests: it can be
opened by anybody, anywhere, offline.
"""

from __future__ import annotations

import base64
import html
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flcourse.grading import markdown, own_data, pages
from flcourse.grading.assignment import Assignment
from flcourse.grading.course import appeals, records
from flcourse.grading.course.appeals import Appeal, form
from flcourse.grading.course.folder import Course, due, read_stamp
from flcourse.grading.course.gradebook import Marks
from flcourse.grading.course.scores import read_comments, read_grades
from flcourse.grading.labels import FORMULAS, LINKED, defined_in, find, parts
from flcourse.grading.notebook import is_answered
from flcourse.grading.official.intake import NO_CELL
from flcourse.grading.statuses import NOTHING, Status

__all__ = ["Times", "labels_of", "note", "page", "times_of", "write"]

# nbgrader releases feedback by these: when it was handed in, and what only its owner knows.
FOR_RELEASE = ("timestamp.txt", "submission_secret.txt")
MOST_BYTES = 1000  # that are read of each of these files
# The budget of a page: of pictures and texts together, of one text as HTML, as it was written.
LARGEST_PAGE, LARGEST_TEXT, LONGEST_PART = 2**20, 2**18, 20_000
RECEIPT = re.compile(rb"Receipt of flcourse submit\n(?:.*\n){0,9}?time: ([\dT:.+-]{16,40})\n")
END_OF_ZIP = 2**16  # bytes in which a receipt is looked for
Render = Callable[[str], Any]
STATUS = {
    Status.OK: "",
    Status.REPAIRED: "What is listed here was put right, or noticed, before the grading; it costs "
    "nothing.",
    Status.MISSING: "What can be graded is a notebook, a file that ends in .ipynb.",
    Status.UNREADABLE: "The notebook could not be read, so nothing was graded. "
    "Ask your instructor.",
    Status.FOREIGN: "The notebook holds nothing of this assignment, so nothing was graded. "
    "Ask your instructor.",
    Status.INFRASTRUCTURE: "This is not graded yet, for a reason on our side: you need not do "
    "anything, and it will cost you nothing.",
    Status.TIMEOUT: "Some code did not come to an end in the time that it has.",
    Status.CRASHED: "Some code ended the Python process.",
    Status.TAMPERED: "Parts of the notebook that are not yours were changed; they did not count.",
}
# What stands in the place of points where nothing could be graded.
NO_POINTS = {
    Status.MISSING: "No points, because no notebook was handed in",
    Status.UNREADABLE: "No points yet: a person has to look",
    Status.FOREIGN: "No points yet: a person has to look",
    Status.INFRASTRUCTURE: "Not graded yet",
}
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8888; }
pre { overflow-x: auto; background: #8882; padding: .6rem; white-space: pre-wrap; }
img { max-width: 100%; background: white; }
section { padding-left: .8rem; }
.lost { border-left: .3rem solid #d55e00; }
.got { border-left: .3rem solid #009e73; }
.due { border-left: .3rem solid #0072b2; }
.none { border-left: .3rem dotted #8888; }
.state { font-weight: bold; }
"""
PAGE = """\
<p>{{ whose }}</p>
{% if when %}<p>{{ when }}</p>{% endif %}
<p><strong>
{%- if nothing %}{{ nothing }}{% else %}
{{- "%g" | format(total) }} of {{ "%g" | format(possible) }} points
{%- endif %}</strong>
{%- if open and not nothing %}, and {{ open }} not graded yet{% endif %}
{%- if penalty %}; {{ "%g" | format(penalty) }} are taken off for being late{% endif %}.</p>
{% if status %}<p>{{ status }}</p>{% endif %}
{% if notes %}<ul>{% for note in notes %}<li>{{ note }}</li>{% endfor %}</ul>{% endif %}
{% if tasks %}<table>
<thead><tr><th scope="col">Task</th><th scope="col">State</th>
<th scope="col">Points</th></tr></thead>
<tbody>
{% for task in tasks %}<tr><td><a href="#{{ task.id }}">{{ task.title }}</a></td>
<td>{{ task.state }}</td><td>{{ task.points }}</td></tr>
{% endfor %}</tbody>
</table>{% endif %}
{% if asked %}<h2 id="your-appeals">What you have asked</h2>
<ul>{% for one in asked %}<li>On {{ one.when }}{{ " about " if one.title }}{{ one.title }}:
<q>{{ one.words }}</q></li>
{% endfor %}</ul>
<p>The points and comments of this page are the answer.</p>
{% endif %}
<h2 id="what-to-do-next">What to do next</h2>
<ul>{% for step in steps %}<li>{{ step }}</li>
{% endfor %}</ul>
{% for task in tasks %}
<section class="{{ task.kind }}" id="{{ task.id }}">
<h2>{{ task.title }}</h2>
<p class="state">{{ task.state }}: {{ task.points }}
{%- if task.score is not none %} {{ task.unit }}{% endif %}</p>
{% for message in task.messages %}<p>{{ message }}</p>
{% endfor %}
{% if task.predicted %}<p class="predicted">{{ task.predicted }}</p>{% endif %}
{% if task.comment %}<p>Your grader says: {{ task.comment }}</p>{% endif %}
<details{% if task.kind != "got" %} open{% endif %}><summary>Your answer</summary>
{% if task.text %}<div>{{ task.text }}</div>{% else %}<pre>{{ task.source }}</pre>{% endif %}
{% if task.error %}<p>The cell itself ended in an error:</p><pre>{{ task.error }}</pre>{% endif %}
{% if task.printed %}<p>It printed:</p><pre>{{ task.printed }}</pre>{% endif %}
{% for picture in task.pictures %}
<img alt="A figure that your code has drawn" src="data:image/png;base64,{{ picture }}">{% endfor %}
</details>
</section>
{% endfor %}
{% if forms %}<section class="none" id="appeal">
<h2>Does something look unfair?</h2>
<p>A right answer that loses points is a fault of the check. Save the form of the task, write into
it why your answer is right, and hand it in where you hand in your work. Your next page
answers it.</p>
<ul>{% for form in forms %}<li><a download="{{ form.name }}" href="{{ form.address }}">
{{- form.title }}</a> (a text file)</li>
{% endfor %}</ul>
</section>{% endif %}
"""
# state of a task -> how it looks
KINDS = {
    "right": "got",
    "partly right": "lost",
    "wrong": "lost",
    "not answered": "none",
    "waits for a person": "due",
    "not graded": "due",
}


@dataclass(frozen=True)
class Times:
    """When work came and when it was due, both with a time zone; None where that is not known.

    ``packed`` is what the receipt in it says: the clock of the student's own machine.
    """

    handed_in: datetime | None = None
    due: datetime | None = None
    packed: datetime | None = None


def times_of(course: Course, stem: str, student: str) -> Times:
    """Return when a student handed in and when the work was due, in the time zone of the course."""
    stamp = read_stamp(course.folder / "submitted" / student / stem)
    came = stamp.astimezone(course.zone) if stamp else None
    return Times(came, due(course, stem, student), _packed(course, stem, student))


def _packed(course: Course, stem: str, student: str) -> datetime | None:
    """Return the time of the receipt in what a student has handed in, if there is one.

    It stands, as it is, at the end of a ZIP of ``flcourse submit``: nothing has to be unpacked.
    """
    for archive in sorted((course.folder / "submitted" / student / stem).glob("*.zip")):
        try:
            with archive.open("rb") as file:
                file.seek(max(archive.stat().st_size - END_OF_ZIP, 0))
                found = RECEIPT.search(file.read(END_OF_ZIP))
            written = datetime.fromisoformat(found[1].decode()) if found else None
            if written and written.tzinfo:
                return written.astimezone(course.zone)
        except (ValueError, OSError, OverflowError):  # anybody's ZIP
            continue
    return None


def labels_of(book: Path, address: str) -> dict[str, str]:
    """Return the address of each labelled equation and theorem in the text of a book.

    Parameters
    ----------
    book : pathlib.Path
        Folder with the chapters as Markdown.
    address : str
        Where the built chapters are, such as ``https://example.org/book``.
    """
    found = {}
    for page in sorted(book.glob("*.md")):
        for label in defined_in(page.read_text("utf-8")):
            anchor = f"equation-{label}" if label.startswith("eq-") else label
            found[label] = f"{address.rstrip('/')}/{page.stem}.html#{anchor}"
    return found


def page(
    result: Mapping[str, Any], assignment: Assignment, *, marks: Marks | None = None,
    labels: Mapping[str, str] | None = None, times: Times | None = None,
    now: datetime | None = None, render: Render = markdown.render,
    asked: Sequence[Appeal] = (),
) -> str:  # fmt: skip
    """Return the page of one student.

    Parameters
    ----------
    result : mapping
        As in `flcourse.grading.official.result.RESULT_SCHEMA`.
    assignment : Assignment
        The assignment.
    marks : Marks, optional
        From the gradebook: points of a person go before those of the checks.
    labels : mapping of str to str, optional
        Addresses of labels, from `labels_of`.
    times : Times, optional
        From `times_of`.
    now : datetime.datetime, optional
        When the page is written, which decides whether there still is time.
    render : callable, optional
        Makes HTML of a student's Markdown: for strangers `Reader.render`, which has limits.
    asked : sequence of Appeal
        What the student has found unfair on earlier pages.
    """
    marks, times = marks or Marks({}, {}), times or Times()
    titles = {name: markdown.render_line(title) for name, title in assignment.titles.items()}
    tasks = [
        {**task, "title": titles[task["id"]]}
        for task in (
            *_checked(result, assignment, marks, labels or {}),
            *_by_hand(result, marks, render),
        )
    ]
    left_out = _fitted(tasks)
    scores = [task["score"] for task in tasks if task["score"] is not None]
    nothing = "" if scores else NO_POINTS.get(result["status"], "")
    ours = result["status"] == Status.INFRASTRUCTURE  # why is for us to know
    noticed = [] if ours else [_titled(note, titles) for note in _notes(result)]
    return pages.render(
        f"Feedback: {assignment.title}",
        PAGE,
        style=STYLE,
        whose=f"For {result['student']}, assignment {result['assignment']}{_data(result)}",
        when=_when(times, marks.penalty),
        steps=[
            *_next_steps(tasks, result["assignment"], times, now or datetime.now(UTC)),
            *_formulas(tasks, labels or {}),
        ],
        total=max(sum(scores) - marks.penalty, 0.0),
        possible=result["max_score"],
        penalty=marks.penalty,
        open=len(tasks) - len(scores),
        nothing=nothing,
        status=STATUS[result["status"]] if noticed or result["status"] != Status.REPAIRED else "",
        notes=[*noticed, *left_out],
        tasks=[] if nothing else tasks,
        forms=[] if nothing else [*_forms(tasks, result)],
        asked=[_asked(one, titles) for one in asked],
    )


def _data(result: Mapping[str, Any]) -> str:
    """Say which data of their own a student was graded on, and whether the notebook has others."""
    own = result.get("own_data")
    if not own:
        return "."
    has, mine = int(own["notebook"]), int(own["variant"])
    if has in (-1, mine):
        return f", graded on your data (variant {mine})."
    return (
        f". The notebook that was handed in has other data ("
        f"{f'variant {has}' if has else 'the public ones'}) than those that you were given "
        f"(variant {mine}). Yours are what counts."
    )


def _notes(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was noticed and costs nothing.

    Other data are told apart, and so is an answer whose cell is missing, by its own task.
    """
    own = result.get("own_data")
    told = own and own_data.differs(int(own["notebook"]), int(own["variant"]))
    for note in result["notes"]:
        if note != told and not note.endswith(f": {NO_CELL}"):
            yield note


def _forms(
    tasks: Sequence[Mapping[str, Any]], result: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield a form for each task that has lost points: a file that the page itself holds."""
    for task in tasks:
        if task["state"] in {"wrong", "partly right"}:
            name, text = form(result["student"], result["assignment"], task["id"])
            address = f"data:text/plain;charset=utf-8,{quote(text)}"
            yield {"name": name, "title": task["title"], "address": address}


def _asked(one: Appeal, titles: Mapping[str, Any]) -> dict[str, Any]:
    when = f"{one.at.day} {one.at:%B %Y}"
    return {"when": when, "title": titles.get(one.task, ""), "words": one.words}


def _when(times: Times, penalty: float) -> str:
    """Say when the work came, and whether that was in time."""
    if times.handed_in is None:
        return f"It was due on {_date(times.due)}." if times.due else ""
    came = f"Handed in on {_date(times.handed_in)}"
    source = f" {_source(times)}"
    if times.due is None:
        return f"{came}.{source}"
    # Aware times in one zone are compared by the clock on the wall: instants need UTC.
    late = times.handed_in.astimezone(UTC) - times.due.astimezone(UTC)
    until = f"it was due on {_date(times.due)}"
    if late <= timedelta(0):
        return f"{came}, in time: {until}.{source}"
    cost = "that costs points" if penalty else "that costs no points"
    return f"{came}, late by {_span(late)}: {until}; {cost}.{source}"


def _source(times: Times) -> str:
    """Say where the time comes from, and what the receipt says where that is another one."""
    said = "This is the time that your course has recorded for the file, and it is what counts"
    if not times.packed or not times.handed_in:
        return f"{said}."
    apart = times.packed.astimezone(UTC) - times.handed_in.astimezone(UTC)
    if abs(apart) < timedelta(minutes=1):
        return f"{said}."
    return f"{said}; the receipt in your ZIP says {_date(times.packed)}."


def _date(when: datetime | None) -> str:
    if when is None:
        return ""
    return f"{when:%A}, {when.day} {when:%B %Y}, {when:%H:%M} ({when.tzname()})"


def _span(time: timedelta) -> str:
    """Return a time as a person says it, in its two largest units.

    Examples
    --------
    >>> _span(timedelta(days=1, hours=2, minutes=3)), _span(timedelta(seconds=30))
    ('1 day 2 hours', '1 minute')
    """
    minutes = max(1, round(time.total_seconds() / 60))
    spans = {"day": minutes // 1440, "hour": minutes // 60 % 24, "minute": minutes % 60}
    told = [f"{n} {unit}{'s' if n > 1 else ''}" for unit, n in spans.items() if n]
    return " ".join(told[:2])


def _next_steps(
    tasks: Sequence[Mapping[str, Any]], stem: str, times: Times, now: datetime
) -> Iterator[str]:
    """Yield what the student can do now."""
    from markupsafe import Markup

    states = [task["state"] for task in tasks]
    open_still = times.due is not None and now < times.due
    if "waits for a person" in states:
        yield "A person has still to read your texts: a new page follows."
    first = next((t["title"] for t in tasks if t["state"] in {"wrong", "partly right"}), None)
    if first:
        words = "Begin with “{}”: read its message, and the place in the book that it names."
        yield Markup(words).format(first)
    empty = [task["title"] for task in tasks if task["state"] == "not answered"]
    if empty:
        end = "" if str(empty[-1]).endswith("?") else "."
        yield Markup("Not answered yet: {}{}").format(Markup(", ").join(empty), end)
    if {*states} & {"wrong", "partly right", "not answered", "not graded"}:
        yield f"Mend it in your own notebook and try it: flcourse check {stem}."
        if open_still:
            yield f"You may hand in again until {_date(times.due)}: the last one counts."
    if {*states} <= {"right"}:
        yield "Everything is right. Go on with the next chapter."
    if {*states} & {"wrong", "partly right"}:
        yield Markup(
            'If a message looks unfair to you, say so: <a href="#appeal">a form for it</a> is at '
            "the end of this page."
        )


def _formulas(tasks: Sequence[Mapping[str, Any]], labels: Mapping[str, str]) -> Iterator[str]:
    """Yield where formulas stand that messages name, but that no link leads to."""
    named = [label for task in tasks for label in task["cited"] if label not in labels]
    pages = dict.fromkeys(found.page for label in named if (found := find(label)))
    if pages:
        places = ", ".join(f"{FORMULAS}/{page}.md" for page in pages)
        yield f"The formulas that messages name stand in your own course folder: {places}."


def _titled(note: str, titles: Mapping[str, Any]) -> Any:
    """Let a note call a task as the notebook does."""
    from markupsafe import Markup

    name, _, rest = note.partition(": ")
    return Markup("{}: {}").format(titles[name], rest) if rest and name in titles else note


def _checked(
    result: Mapping[str, Any], assignment: Assignment, marks: Marks, labels: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Sum up the checks by the answer that they look at."""
    tasks = []
    predicted = {one["task"]: one["line"] for one in result.get("predictions", [])}
    for answer in assignment.of_kind("answer"):
        checks = [check for check in result["checks"] if check["task"] == answer.id]
        if not checks:
            continue
        score = sum(marks.points.get(check["id"], check["score"]) for check in checks)
        possible = sum(check["points"] for check in checks)
        by_person = any(check["id"] in marks.points for check in checks)
        unread = result["status"] in NOTHING and not by_person
        told = [check["message"] or check.get("note", "") for check in checks]
        messages = dict.fromkeys(message for message in told if message)
        comments = [marks.comments[c["id"]] for c in checks if c["id"] in marks.comments]
        shown = _shown(result, answer.id)
        state = "not graded" if unread else _state(score, possible, bool(messages))
        if state == "wrong" and not is_answered(shown["source"]):
            state = "not answered"
        tasks.append(
            {
                "id": answer.id,
                "state": state,
                "kind": KINDS[state],
                "score": None if unread else score,
                "points": f"{'–' if unread else f'{score:g}'} of {possible:g}",
                "unit": _unit(possible),
                "messages": [_linked(message, labels) for message in messages],
                "cited": [one[0] for message in messages for one in LINKED.finditer(message)],
                "comment": " ".join(comments),
                "predicted": predicted.get(answer.id, ""),
                **shown,
            }
        )
    return tasks


def _unit(possible: float) -> str:
    return "point" if possible == 1 else "points"


def _state(score: float, possible: float, failed: bool) -> str:
    """Return the state of a task that was graded; without points, the checks alone decide."""
    if possible == 0:
        return "wrong" if failed else "right"
    return "right" if score >= possible else "partly right" if score > 0 else "wrong"


def _by_hand(result: Mapping[str, Any], marks: Marks, render: Render) -> list[dict[str, Any]]:
    """Return the tasks that a person grades."""
    tasks = []
    for manual in result["manual"]:
        answered, most = manual["answered"], manual["points"]
        unread = answered or result["status"] in NOTHING
        score = marks.points.get(manual["id"], None if unread else 0.0)
        state = "waits for a person" if score is None else _state(score, most, failed=False)
        if not answered and not score:
            state = "not graded" if result["status"] in NOTHING else "not answered"
        shown = _shown(result, manual["id"])
        tasks.append(
            {
                "id": manual["id"],
                "state": state,
                "kind": KINDS[state],
                "score": score,
                "points": f"{most:g} to be given" if score is None else f"{score:g} of {most:g}",
                "unit": _unit(most),
                "cited": [],
                "messages": [] if unread else ["There is no answer."],
                "comment": marks.comments.get(manual["id"], ""),
                **shown,
                "text": render(shown["source"]),
            }
        )
    return tasks


def _fitted(tasks: list[dict[str, Any]]) -> list[str]:
    """Leave out of a page what makes it too large, and say what: texts are cut, then pictures go.

    Pictures stay in the order of the tasks for as long as there is room.
    """
    left, dropped, cut = LARGEST_PAGE, 0, 0
    for task in tasks:
        for part in ("source", "printed", "error"):
            if len(task[part]) > LONGEST_PART:
                task[part], cut = f"{task[part][:LONGEST_PART]}\n…", cut + 1
        if len(task["text"]) > LARGEST_TEXT:  # its source, then, in the same room
            task["text"], cut = "", cut + 1
        left -= sum(len(task[part]) for part in ("source", "printed", "error", "text"))
    for task in tasks:
        kept = []
        for picture in task["pictures"]:
            fits = len(picture) <= left
            kept += [picture] * fits
            left -= len(picture) * fits
            dropped += not fits
        task["pictures"] = kept
    said = [f"{dropped} of your figures are not on this page: it would be too large."] * bool(
        dropped
    )
    what = f"{cut} long texts are cut on this page; all of them were graded."
    return [*said, *([what] if cut else [])]


def _shown(result: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return what a student wrote, printed and drew in a cell."""
    cells: list[dict[str, Any]] = (result["notebook"] or {"cells": []})["cells"]
    found: dict[str, Any] = next((cell for cell in cells if cell["id"] == name), {"source": ""})
    outputs = found.get("outputs", [])
    errors = [out for out in outputs if out["output_type"] == "error"]
    pictures = [out["data"]["image/png"] for out in outputs if out["output_type"] == "display_data"]
    return {
        "source": found["source"],
        "text": "",
        "printed": "".join(out["text"] for out in outputs if out["output_type"] == "stream"),
        "error": "\n".join(f"{error['ename']}: {error['evalue']}" for error in errors),
        "pictures": [base64.b64encode(base64.b64decode(picture)).decode() for picture in pictures],
    }


def _linked(message: str, labels: Mapping[str, str]) -> Any:
    """Escape a message; labels become the book's numbers, and links where an address is known."""
    from markupsafe import Markup

    def link(label: str, name: str) -> str:
        address = labels.get(label)
        return f'<a href="{html.escape(address)}" title="{label}">{name}</a>' if address else name

    def others(text: str) -> str:  # what only the course's own book has
        return LINKED.sub(lambda match: link(match[0], match[0]), html.escape(text))

    return Markup("".join(
        link(piece["label"], piece["text"]) if "label" in piece else others(piece["text"])
        for piece in parts(message, "")
    ))  # fmt: skip


def write(
    course: Course,
    assignment: Assignment,
    result: Mapping[str, Any],
    marks: Marks,
    labels: Mapping[str, str],
    *,
    render: Render = markdown.render,
) -> Path:
    """Write the page of one student where nbgrader releases feedback from."""
    student, stem = result["student"], result["assignment"]
    folder = course.folder / "feedback" / student / stem
    folder.mkdir(parents=True, exist_ok=True)
    place: Path = folder / f"{stem}.html"
    times = times_of(course, stem, student)
    asked = [one for one in appeals.read(course.folder, stem) if one.student == student]
    text = page(
        result, assignment, marks=marks, labels=labels, times=times, render=render, asked=asked
    )
    place.write_text(text, "utf-8")
    for name in FOR_RELEASE:
        handed_in = course.folder / "submitted" / student / stem / name
        # Without its own secret nobody can fetch the page; with no file, nbgrader releases none.
        words = _begin(handed_in) or secrets.token_hex(64)
        (folder / name).write_text(words, "utf-8")
    return place


def note(course: Path, stem: str, results: Mapping[str, Path]) -> None:
    """Remember what pages were made from, so that `status` can tell which are out of date."""
    pages_before = records.noted(course, stem, records.FEEDBACK).get("pages", {})
    grades, penalties = read_grades(course, stem)
    words = read_comments(course, stem)
    fresh = {
        who: records.of_page(place, grades.get(who, {}), penalties.get(who, 0.0),
                             words.get(who, {}))
        for who, place in results.items()
    }  # fmt: skip
    records.note(course, stem, records.FEEDBACK, pages={**pages_before, **fresh})


def _begin(path: Path) -> str | None:
    """Return the first bytes of a plain file as text, None if it cannot be read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
