"""Labels that readers find: each stands at its formula or statement, and the search knows it."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from flcourse.grading.labels import CITED

# As Sphinx and sphinx-proof write them: the number of a formula, the caption of a statement.
FORMULA = re.compile(r'(<div class="math[^>]* id="equation-(eq-[\w-]+)">\n)')
STATEMENT = re.compile(
    r'(<div class="proof [\w ]+admonition" id="([\w-]+)">\n<p class="admonition-title">.*?)(</p>)',
    re.DOTALL,
)


def show(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Write each label beside what it stands for, small."""
    body = context.get("body")
    if not body:
        return
    body = FORMULA.sub(lambda found: found[1] + _tag(found[2]), body)
    context["body"] = STATEMENT.sub(lambda m: f"{m[1]}{_tag(m[2])}{m[3]}", body)


def _tag(label: str) -> str:
    return f'<span class="label-name">{label}</span>' if CITED.fullmatch(label) else ""


def index(app: Sphinx, doctree: nodes.document) -> None:
    """Let the search find a label as one word; the page of the index stays as it is.

    The index is made before this event, the words for the search after it.
    """
    for node in list(doctree.findall(nodes.Element)):
        label = str(node.get("label", ""))
        if CITED.fullmatch(label):
            anchor = f"equation-{label}" if label.startswith("eq-") else label
            entry = addnodes.index(entries=[("single", label, anchor, "", None)])
            node.parent.insert(node.parent.index(node), entry)
