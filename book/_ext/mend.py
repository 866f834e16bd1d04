"""Mend what extensions write and no template can: folded cells, citations, prints, thebe's scripts.

The theme's own buttons are mended in `book/_templates`. What is here has no template: myst-nb and
docutils write these elements in Python, so each gets a writer of its own, and jupyter-book loads
thebe on every page and has no setting against it. test_browser.py finds out when a new version
needs another repair.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from myst_nb import sphinx_ as myst_nb
from myst_nb.core import render
from sphinx.application import Sphinx

PREPRINT = re.compile(r"(?<![/\w])arXiv:(\d{4}\.\d{4,5})(?!\d)")


def add_nodes(app: Sphinx) -> None:
    """Let our writers replace those of the extensions that have declared the nodes."""
    hidden = (visit_hidden_cell, myst_nb.depart_HideCellInput)
    app.add_node(myst_nb.HideCodeCellNode, override=True, html=hidden)
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart_citation))


def keep_lines(app: Sphinx) -> None:
    """Let our merging of streams replace myst-nb's, which ends a line wherever a flush came."""
    render.coalesce_streams = merged


def merged(outputs: list[Any]) -> list[Any]:
    """Put what a cell printed without a break into one piece, letter by letter."""
    found: list[Any] = []
    for output in outputs:
        printed = output["output_type"] == "stream"
        last = found[-1] if found else {}
        if printed and last.get("name") == output["name"]:
            last["text"] += output["text"]
        else:
            found.append(output.copy() if printed else output)
    return found


def visit_hidden_cell(writer: Any, node: nodes.Element) -> None:
    """Open a folded cell whose name is what stands on it, and not a text of its own."""
    first = len(writer.body)
    myst_nb.visit_HideCellInput(writer, node)
    label = ' aria-label="Toggle hidden content"'
    writer.body[first:] = [part.replace(label, "") for part in writer.body[first:]]


def visit_citation(writer: Any, node: nodes.Element) -> None:
    """Open an entry of a list of sources: an item, as the list that docutils opens wants."""
    first = len(writer.body)
    type(writer).visit_citation(writer, node)
    role = ' role="doc-biblioentry"'
    writer.body[first:] = [part.replace(role, ' role="listitem"') for part in writer.body[first:]]


def depart_citation(writer: Any, node: nodes.Element) -> None:
    """Close the entry."""
    type(writer).depart_citation(writer, node)


def drop_thebe(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Take out thebe: nothing here starts it, it names a foreign host, and it is declared twice."""
    context["script_files"] = [
        script for script in context["script_files"] if "thebe" not in str(script).lower()
        and "THEBE" not in str(getattr(script, "attributes", ""))
    ]  # fmt: skip
    context["css_files"] = [css for css in context["css_files"] if "thebe" not in str(css)]


def part_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let a link to an exercise begin with its first word, not with the space before it."""
    for link in doctree.findall(nodes.reference):
        first = link[0] if link.children else None
        if isinstance(first, nodes.Text) and first.startswith(" "):
            link[0] = nodes.Text(first.lstrip())
            link.parent.insert(link.parent.index(link), nodes.Text(" "))


def link_preprints(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the number of a preprint in the list of sources lead to it."""
    for text in list(doctree.findall(nodes.Text)) if docname == "book/references" else ():
        before, *found = PREPRINT.split(text.astext())
        if found and not isinstance(text.parent, nodes.reference):
            place = text.parent.index(text)
            parts: list[nodes.Node] = [nodes.Text(before)]
            for number, after in zip(found[::2], found[1::2], strict=True):
                address = f"https://arxiv.org/abs/{number}"
                parts += [nodes.reference("", f"arXiv:{number}", refuri=address, internal=False)]
                parts += [nodes.Text(after)]
            text.parent[place : place + 1] = parts
