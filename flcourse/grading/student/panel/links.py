"""Where a label of the book leads to: the one place in which the panel makes a link."""

from __future__ import annotations

from typing import Any

from flcourse.grading.labels import LINKED


def of(label: str, book: str) -> dict[str, str] | None:
    """Return text and address of a label, or None if the book does not know it.

    Parameters
    ----------
    label : str
        Such as ``eq-laplacian``.
    book : str
        Address of the book's pages.
    """
    known = addresses().get(label)
    if known is None or not book:
        return None
    return {"text": label, "href": f"{book.rstrip('/')}/{known}"}


def addresses() -> dict[str, str]:
    return {}


def parts(text: str, book: str) -> list[dict[str, str]]:
    """Cut a text into pieces, of which those that are labels carry an address."""
    found, end = [], 0
    for match in LINKED.finditer(text):
        if link := of(match[0], book):
            found += [{"text": text[end : match.start()]}, link]
            end = match.end()
    return [part for part in [*found, {"text": text[end:]}] if part["text"]]
