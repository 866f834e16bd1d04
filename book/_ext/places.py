"""What search finds beside words on pages: labels, and terms of the glossary at their definitions.

Sphinx splits a query at hyphens and ranks names of functions before chapters. The list that is
written here, and `_static/search.js`, lead from `eq-laplacian` to its formula, from a term to what
defines it, and from words to sections of chapters first.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import contents
import plain
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.index import IndexDomain
from sphinx.environment import BuildEnvironment

PAGE = "book/glossary"
LABEL = re.compile(r"(?:equation-)?((?:eq|def|prop|thm|lem|alg|fig|ex)-[\w-]+)")
ROW = re.compile(r"^\| (?!term |---)(?P<terms>[^|]+?) \| (?P<meaning>[^|]+?) \|", re.M)
CITED = re.compile(r"\{(?P<role>eq|prf:ref|doc)\}`(?P<to>[\w-]+)`")
Place = dict[str, str]


def labels(env: BuildEnvironment) -> Iterator[Place]:
    """List each numbered thing by its label: formulas, definitions, figures, exercises."""
    for page, kinds in env.toc_fignumbers.items():
        title = env.titles[page].astext()
        for kind, numbers in kinds.items():
            name = {"displaymath": "formula"}.get(kind, kind)
            for anchor, number in numbers.items():
                if label := LABEL.fullmatch(anchor):
                    printed = ".".join(map(str, number))
                    says = f"{name} {printed} in {title}"
                    yield {"name": label[1], "page": page, "anchor": anchor, "says": says}


def terms(env: BuildEnvironment) -> Iterator[Place]:
    """List the glossary's terms, each with its meaning and the place that defines it."""
    known = {place["name"]: place for place in labels(env)}
    text = contents.pages()[Path(PAGE).name].read_text("utf-8")
    for row in ROW.finditer(text):
        page, anchor = PAGE, anchor_of(row["terms"])
        for cited in CITED.finditer(row["meaning"]):
            if cited["role"] != "doc" and cited["to"] in known:
                page, anchor = known[cited["to"]]["page"], known[cited["to"]]["anchor"]
                break
        for term in row["terms"].split(", "):
            yield {"name": term, "page": page, "anchor": anchor, "says": said(row["meaning"])}


def said(meaning: str) -> str:
    """Words of a meaning, without the reference at its end and without mark-up."""
    return re.sub(r"[$\\]|\*(?=\w)|(?<=\w)\*", "", plain.roles(CITED.sub("", meaning))).rstrip(
        " ,;"
    )


def anchor_of(term: str) -> str:
    """Name of a row of the glossary as a place on its page."""
    return f"term-{nodes.make_id(term)}"


def mark_terms(app: Sphinx, doctree: nodes.document) -> None:
    """Give each row of the glossary a name, so that links, letters and the index lead to it."""
    if app.env.docname == PAGE:
        index = app.env.domains["index"]
        assert isinstance(index, IndexDomain)
        first: dict[str, str] = {}  # the row in which each letter begins
        for row in doctree.findall(nodes.row):
            if not isinstance(row.parent, nodes.thead):
                cell = row[0]
                assert isinstance(cell, nodes.entry)
                words, anchor = cell.astext(), anchor_of(cell.astext())
                cell[0]["ids"].append(anchor)
                first.setdefault(words[0].upper(), anchor)
                index.entries.setdefault(PAGE, []).extend(
                    ("single", word, anchor, "", None) for word in words.split(", ")
                )
        table = next(doctree.findall(nodes.table))
        table.parent.insert(table.parent.index(table), letters(first))


def letters(first: dict[str, str]) -> nodes.paragraph:
    """Make a line of letters, each a link to the row in which it begins."""
    line = nodes.paragraph(classes=["fl-letters"])
    for letter, anchor in first.items():
        line += [nodes.reference("", letter, refid=anchor, internal=True), nodes.Text(" ")]
    return line


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the list after a good build."""
    if exception is None and app.builder.format == "html":
        places = {"terms": [*terms(app.env)], "labels": [*labels(app.env)]}
        text = f"Search.places = {json.dumps(places, ensure_ascii=False)};\n"
        path = Path(app.outdir) / "_static" / "searchplaces.js"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def add_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Load our part of the search, and the list, on the page that searches."""
    if pagename == "search":
        for name in ("search.js", "searchplaces.js"):
            app.add_js_file(name, defer="defer")
