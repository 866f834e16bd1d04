"""Where a label of the book leads to from the panel, and what stands there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from flcourse.grading import labels

__all__ = ["PLACE", "beside", "book", "folder", "formula"]

PLACE = "flcourse/pages"  # below the address of the server: a book that lies on its disk


def folder() -> Path | None:
    """Return the folder with the book's pages if they lie on this disk, else None."""
    address = urlsplit(labels.book_address())
    return Path(url2pathname(unquote(address.path))) if address.scheme == "file" else None


def book(base: str) -> str:
    """Return the address of the book as a browser reaches it, "" if there is none.

    Parameters
    ----------
    base : str
        Where the server's own addresses begin, such as ``/``.
    """
    here = folder()
    return f"{base.rstrip('/')}/{PLACE}/{here.name}" if here else labels.book_address()


def beside(path: Path, root: Path) -> str:
    """Return the folder of formulas that the links of a notebook lead to, as the server names it.

    Parameters
    ----------
    path, root : pathlib.Path
        The notebook and the server's folder.

    Returns
    -------
    str
        Such as ``book``; "" if there is none.
    """
    pages = path.parent.parent / labels.FORMULAS
    there = pages.is_relative_to(root) and (pages / "graph.md").is_file()
    return pages.relative_to(root).as_posix() if there else ""


def formula(label: str, book: str) -> dict[str, str] | None:
    """Return the number of a label, its address, and its statement in Markdown."""
    found = labels.find(label)
    if found is None:
        return None
    address = labels.address(label, book)
    return {"text": found.name, "href": address, "title": found.title, "shows": labels.plain(found)}
