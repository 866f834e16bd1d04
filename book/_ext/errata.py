"""One page with the errata of all chapters, copied from them at each build."""

import re
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
PAGE = "book/errata"
SECTION = re.compile(
    r"^\((?P<label>[\w-]+-errata)\)=\n## [^\n]+\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S
)


def collect(app, docname, source):
    """Let the page end with the errata of each chapter, in the order of the contents."""
    if docname == PAGE:
        toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
        for name in re.findall(r"file: book/([\w-]+)", toc):
            path = BOOK / f"{name}.md"
            app.env.note_dependency(str(path))
            source[0] += "".join(map(chapter(name), SECTION.finditer(path.read_text("utf-8"))))


def chapter(name):
    """Return what turns the errata of a chapter into a section of the page."""
    return lambda match: f"\n## {{doc}}`{name}`\n{match['text']}"
