"""The pages of the book in the order of its table of contents, the one place that knows it."""

import re
from pathlib import Path

from flcourse.grading import labels

BOOK = Path(__file__).resolve().parents[1]


def pages() -> dict[str, Path]:
    """Return the name and the file of every page that the table of contents lists."""
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    return {name: BOOK / f"{name}.md" for name in re.findall(r"book/([\w-]+)", toc)}


def names() -> dict[str, str]:
    """Return number and title of each chapter that has a number."""
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    numbered = toc.partition("numbered: true")[2].partition("caption:")[0]
    stems = re.findall(r"book/([\w-]+)", numbered)
    return {stem: f"{number}. {labels.title(stem)}" for number, stem in enumerate(stems, 1)}
