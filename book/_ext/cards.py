"""The chapters as cards of the first page: a picture of each, what it asks, how long it takes."""

from typing import Any

import contents
import minutes
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

FOLDER = "book"


class chapter_cards(nodes.General, nodes.Element):  # type: ignore[misc]  # noqa: N801 - as docutils
    """What the directive asks for, until all chapters have been read."""


class ChapterCards(SphinxDirective):
    """The directive `{chapter-cards}`: a line `stem | label of a figure | question` for each.

    A chapter without figures names a drawing among the static files. A fourth part says how long it
    takes where no rule can tell.
    """

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Remember the lines."""
        lines = [tuple(part.strip() for part in line.split("|")) for line in self.content if line]
        for stem, *_ in lines:
            self.env.note_dependency(str(contents.pages()[stem]))
        return [chapter_cards(lines=lines)]


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the directive by its cards."""
    for place in list(doctree.findall(chapter_cards)):
        cards = nodes.container(classes=["fl-cards"])
        for line in place["lines"]:
            cards += card(app, docname, *line)
        place.replace_self(cards)


def card(
    app: Sphinx, docname: str, stem: str, figure: str, question: str, took: str = ""
) -> nodes.Node:
    """Picture, title, question and time of a chapter; the title is the link."""
    page = f"{FOLDER}/{stem}"
    number = app.env.toc_secnumbers.get(page, {}).get("", ())
    title = " ".join([".".join(map(str, number)), app.env.titles[page].astext()]).strip()
    link = nodes.reference(
        "", "", nodes.Text(title), internal=True,
        refuri=app.builder.get_relative_uri(docname, page),
    )  # fmt: skip
    made = nodes.container(classes=["fl-card"])
    if figure.endswith(".svg"):
        made += drawing(docname, figure)
    elif found := picture(app.env, page, figure):
        made += found
    made += nodes.paragraph("", "", link, classes=["title"])
    made += nodes.paragraph(question, question)
    took = took or str(minutes.times(contents.pages()[stem].read_text("utf-8")))
    made += nodes.paragraph(took, took, classes=["time"])
    return made


def drawing(docname: str, path: str) -> nodes.Node:
    """Show a drawing of our static files, whose title says what it shows."""
    uri = "../" * docname.count("/") + path
    text = (contents.BOOK / path).read_text("utf-8")
    alt = text.partition("<title>")[2].partition("</title>")[0]
    image: nodes.Node = nodes.image("", uri=uri, candidates={"?": uri}, alt=alt, loading="lazy")
    return image


def picture(env: BuildEnvironment, page: str, label: str) -> nodes.Node | None:
    """Find the image of a chapter's figure; None for a chapter without."""
    if not label:
        return None
    for figure in env.get_doctree(page).findall(nodes.figure):
        if label in figure["ids"]:
            image: Any = next(iter(figure.findall(nodes.image)))
            copy: nodes.Node = nodes.image(
                "", uri=image["uri"], candidates=image["candidates"], alt=image["alt"],
                loading="lazy",
            )  # fmt: skip
            return copy
    raise LookupError(f"{page} has no figure {label}, which the first page shows")


def setup(app: Sphinx) -> None:
    """Offer the directive."""
    app.add_node(chapter_cards)
    app.add_directive("chapter-cards", ChapterCards)
    app.connect("doctree-resolved", fill)
