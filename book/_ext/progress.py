"""The page "My progress": every exercise that answers back, for the live book to mark.

It lies beside the chapters in every built book, but only the live book leads to it: what is solved
is known to the browser alone (`flcourse/grading/student/live/static/progress.js`).
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

PAGE = "progress"
LINE = re.compile(
    r"^(?::label: (?P<label>ex-\S+)|```\{(?P<fold>solution-(?:start|end))|(?P<blank>practice\())"
)
FIRST = """<section id="my-progress"><h1>My progress</h1><div class="fl-progress">
<p>These exercises answer back when the book runs on your own machine (<code>make serve</code> or
<code>flcourse book</code>). What you have solved and written is kept by this browser, for this
address, and is sent to nobody.</p><p><em>Open</em>: nothing is written yet. <em>Begun</em>: a text
of yours is kept, and no check has found it right. <em>Solved</em>: a check said “Right.” on that
day. The sums count what a page can check, each part by itself; what is done on paper, such as a
proof, is not among them.</p><p class="fl-unserved">Here nothing runs and nothing is kept. To
run the cells: <code>flcourse book</code> FOLDER, with the folder of the built book.</p>"""


def blanks(text: str) -> list[str]:
    """Labels of the exercises with a blank outside their solutions; a further blank adds +1.

    The script counts in the same way on the page.
    """
    found: list[str] = []
    label, folded = "", False
    for line in text.splitlines():
        match = LINE.match(line)
        if match and match["blank"] and label and not folded:
            parts = sum(name.split("+")[0] == label for name in found)
            found.append(f"{label}+{parts}" if parts else label)
        elif match:
            label = match["label"] or label
            folded = match["fold"] == "solution-start" if match["fold"] else folded
    return found


def item(app: Sphinx, page: str, blank: str) -> str:
    """Write a line of the list: number and title of an exercise, and whether it is solved."""
    env: Any = app.env
    label, _, part = blank.partition("+")
    number = ".".join(map(str, env.toc_fignumbers[page]["exercise"][label]))
    title = escape(env.sphinx_exercise_registry[label]["node"].next_node().children[-1].astext())
    further = f", part {int(part) + 1}" if part else ""
    return (
        f'<li data-exercise="{Path(page).name}#{blank}"><a href="{page}.html#{label}">'
        f'Exercise {number}{further}</a>: {title} (<span class="fl-when">open</span>)</li>'
    )


def chapters(app: Sphinx) -> Iterator[str]:
    """Write a section for each chapter that has such exercises, in the book's order."""
    order = app.env.toctree_includes.get(app.config.root_doc, [])
    for page in order:
        found = blanks(Path(app.env.doc2path(page)).read_text("utf-8"))
        if found:
            items = "".join(item(app, page, blank) for blank in found)
            title = escape(app.env.titles[page].astext())
            yield (
                f'<section><h2>{title}</h2><p class="fl-count">{len(found)} exercises</p>'
                f"<ul>{items}</ul></section>"
            )


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Add the page to those that Sphinx writes."""
    body = FIRST + "".join(chapters(app)) + "</div></section>"
    yield PAGE, {"title": "My progress", "body": body}, "page.html"
