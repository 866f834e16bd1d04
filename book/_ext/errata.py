"""One page with the errata of all chapters, copied from them at each build."""

import re

import contents
from sphinx.application import Sphinx

PAGE = "book/errata"
SECTION = re.compile(
    r"^\((?P<label>[\w-]+-errata)\)=\n## [^\n]+\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S
)


def collect(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let the page end with the errata of each chapter, in the order of the contents."""
    if docname == PAGE:
        for name, path in contents.pages().items():
            app.env.note_dependency(str(path))
            source[0] += section(name, path.read_text("utf-8"))


def section(name: str, text: str) -> str:
    """Section of the page for a chapter; nothing if the chapter has no errata."""
    title, found = re.search(r"^# (.+)$", text, re.M), SECTION.search(text)
    if not (title and found):
        return ""
    return f"\n## {title[1]}\n\nFrom {{doc}}`{name}`.\n{found['text']}"
