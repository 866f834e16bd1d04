"""Feedback for students: one page each, with points, what was expected, and where to read on.

A page shows no hidden check. What a student wrote or printed comes as plain text, pictures were
drawn anew, formulas become MathML, and the page forbids itself scripts and requests: it can be
opened by anybody, anywhere, offline.
"""

from __future__ import annotations

import base64
import html
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flcourse.grading import markdown, pages
from flcourse.grading.assignment import Assignment
from flcourse.grading.course.gradebook import Marks
from flcourse.grading.labels import LINKED, defined_in
from flcourse.grading.statuses import NOTHING, Status

# nbgrader releases feedback by these: when it was handed in, and what only its owner knows.
FOR_RELEASE = ("timestamp.txt", "submission_secret.txt")
MOST_BYTES = 1000  # that are read of each of these files
STATUS = {
    Status.OK: "",
    Status.REPAIRED: "What is listed here was put right, or noticed, before the grading; it costs "
    "nothing.",
    Status.MISSING: "No notebook was handed in.",
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
    Status.MISSING: "No points, because nothing was handed in",
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
.lost { border-left: .3rem solid #d55e00; padding-left: .8rem; }
.got { border-left: .3rem solid #009e73; padding-left: .8rem; }
.due { border-left: .3rem solid #0072b2; padding-left: .8rem; }
"""
PAGE = """\
<p><strong>
{%- if nothing %}{{ nothing }}{% else %}
{{- "%g" | format(total) }} of {{ "%g" | format(possible) }} points
{%- endif %}</strong>
{%- if open and not nothing %}, and {{ open }} not graded yet{% endif %}
{%- if penalty %}; {{ "%g" | format(penalty) }} are taken off for being late{% endif %}.</p>
{% if status %}<p>{{ status }}</p>{% endif %}
{% if notes %}<ul>{% for note in notes %}<li>{{ note }}</li>{% endfor %}</ul>{% endif %}
{% if tasks %}<table>
<thead><tr><th scope="col">Task</th><th scope="col">Points</th></tr></thead>
<tbody>
{% for task in tasks %}<tr><td><a href="#{{ task.id }}">{{ task.id }}</a></td>
<td>{{ task.points }}</td></tr>
{% endfor %}</tbody>
</table>{% endif %}
{% for task in tasks %}
<section class="{{ task.kind }}" id="{{ task.id }}">
<h2>{{ task.id }}: {{ task.points }}</h2>
{% for message in task.messages %}<p>{{ message }}</p>
{% endfor %}
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
"""


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
    labels: Mapping[str, str] | None = None,
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
    """
    marks = marks or Marks({}, {})
    tasks = [
        *_checked(result, assignment, marks, labels or {}),
        *_by_hand(result, assignment, marks),
    ]
    scores = [task["score"] for task in tasks if task["score"] is not None]
    nothing = "" if scores else NO_POINTS.get(result["status"], "")
    ours = result["status"] == Status.INFRASTRUCTURE  # why is for us to know
    return pages.render(
        f"{result['assignment']}: feedback for {result['student']}",
        PAGE,
        style=STYLE,
        total=max(sum(scores) - marks.penalty, 0.0),
        possible=result["max_score"],
        penalty=marks.penalty,
        open=len(tasks) - len(scores),
        nothing=nothing,
        status=STATUS[result["status"]],
        notes=[] if ours else result["notes"],
        tasks=[] if nothing else tasks,
    )


def _checked(
    result: Mapping[str, Any], assignment: Assignment, marks: Marks, labels: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Sum up the checks by the answer that they look at."""
    tasks = []
    for answer in assignment.of_kind("answer"):
        checks = [check for check in result["checks"] if check["task"] == answer.id]
        if not checks:
            continue
        score = sum(marks.points.get(check["id"], check["score"]) for check in checks)
        possible = sum(check["points"] for check in checks)
        by_person = any(check["id"] in marks.points for check in checks)
        unread = result["status"] in NOTHING and not by_person
        messages = dict.fromkeys(check["message"] for check in checks if check["message"])
        comments = [marks.comments[c["id"]] for c in checks if c["id"] in marks.comments]
        tasks.append(
            {
                "id": answer.id,
                "kind": "due" if unread else "got" if score >= possible else "lost",
                "score": None if unread else score,
                "points": f"{'–' if unread else f'{score:g}'} of {possible:g}",
                "messages": [_linked(message, labels) for message in messages],
                "comment": " ".join(comments),
                **_shown(result, answer.id),
            }
        )
    return tasks


def _by_hand(
    result: Mapping[str, Any], assignment: Assignment, marks: Marks
) -> list[dict[str, Any]]:
    tasks = []
    for manual in result["manual"]:
        unread = manual["answered"] or result["status"] in NOTHING
        score = marks.points.get(manual["id"], None if unread else 0.0)
        most = f"{manual['points']:g}"
        given = f"{most} to be given" if score is None else f"{score:g} of {most}"
        shown = _shown(result, manual["id"])
        tasks.append(
            {
                "id": manual["id"],
                "kind": "due" if score is None else "got" if score >= manual["points"] else "lost",
                "score": score,
                "points": given,
                "messages": [] if unread else ["There is no answer."],
                "comment": marks.comments.get(manual["id"], ""),
                **shown,
                "text": markdown.render(shown["source"]),
            }
        )
    return tasks


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
    """Escape a message and make links of the labels that are known."""
    from markupsafe import Markup

    def link(match: re.Match[str]) -> str:
        address = labels.get(match[0])
        return f'<a href="{html.escape(address)}">{match[0]}</a>' if address else match[0]

    return Markup(LINKED.sub(link, html.escape(message)))


def write(
    course: Path,
    assignment: Assignment,
    result: Mapping[str, Any],
    marks: Marks,
    labels: Mapping[str, str],
) -> Path:
    """Write the page of one student where nbgrader releases feedback from."""
    student, stem = result["student"], result["assignment"]
    folder = course / "feedback" / student / stem
    folder.mkdir(parents=True, exist_ok=True)
    place: Path = folder / f"{stem}.html"
    place.write_text(page(result, assignment, marks=marks, labels=labels), "utf-8")
    for name in FOR_RELEASE:
        handed_in = course / "submitted" / student / stem / name
        # Without its own secret nobody can fetch the page; with no file, nbgrader releases none.
        words = _begin(handed_in) or secrets.token_hex(64)
        (folder / name).write_text(words, "utf-8")
    return place


def _begin(path: Path) -> str | None:
    """Return the first bytes of a plain file as text, None if it cannot be read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
