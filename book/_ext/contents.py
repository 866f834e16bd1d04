"""The pages of the book in the order of its table of contents, the one place that knows it."""

import re
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]


def pages() -> dict[str, Path]:
    """Return the name and the file of every page that the table of contents lists."""
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    return {name: BOOK / f"{name}.md" for name in re.findall(r"book/([\w-]+)", toc)}


def names() -> dict[str, str]:
    """Return number and title of each chapter that has a number."""
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    numbered = toc.partition("numbered: true")[2].partition("caption:")[0]
    found = {}
    for number, stem in enumerate(re.findall(r"book/([\w-]+)", numbered), 1):
        title = re.search(r"^# (.+)$", pages()[stem].read_text("utf-8"), re.M)
        found[stem] = f"{number}. {title[1]}" if title else stem
    return found
