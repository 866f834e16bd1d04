"""Labels of the book: what they look like, what the book prints for them, where each leads.

This is the one place where a label becomes a number and a link. What stands
behind a label is read from ``labels.json``, which ``tools/labels.py`` makes of the chapters, so
that it is known where there is no book. The book itself is looked for in this order: the address
in the environment variable FLCOURSE_BOOK (``flcourse start`` or a hub may set it), then the book
that was built in this checkout.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = [
    "BESIDE",
    "CITED",
    "FORMULAS",
    "LINKED",
    "TABLE",
    "VARIABLE",
    "address",
    "below",
    "book_address",
    "defined_in",
    "find",
    "in_markdown",
    "is_built",
    "numbered",
    "of_page",
    "page_address",
    "page_after",
    "parts",
    "plain",
    "title",
    "write_pages",
]

VARIABLE = "FLCOURSE_BOOK"  # the folder of the pages, as an address or a path
TABLE = Path(__file__).with_name("labels.json")
FORMULAS = "book"  # in a course folder: the pages of formulas, which `write_pages` fills
BESIDE = f"../{FORMULAS}"  # the same as seen from a notebook
BUILT = Path(__file__).resolve().parents[2] / "_build" / "html" / "book"

_WORDS = r"-[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])"
# A formula or a statement: what a docstring or the hint of a check may cite.
CITED = re.compile(r"(?<![\w-])(?:eq|def|prop|thm|lem|alg)" + _WORDS)
# Everything in the book that a page of feedback can lead to.
LINKED = re.compile(r"(?<![\w-])(?:eq|def|prop|thm|lem|alg|fig|ex|sec)" + _WORDS)
_ENCLOSED = re.compile(rf"\(?{LINKED.pattern}\)?")
# MyST gives a label as an option of a directive, in front of a block, or behind $$ ... $$;
# courses made before this module have lists of labels, each alone on its line.
DEFINED = re.compile(
    r"^\s*:label:\s*(\S+)\s*$|^\(([\w-]+)\)=\s*$|(?:\$\$\s*|^)\(([\w-]+)\)\s*$", re.MULTILINE
)


def defined_in(text: str) -> Iterator[str]:
    r"""Yield the labels that a page in MyST Markdown defines, in its order.

    Examples
    --------
    >>> list(defined_in("(sec-fit)=\n## Fit\n$$ 1 $$ (eq-degree)\nby (eq-degree)"))
    ['sec-fit', 'eq-degree']
    """
    for match in DEFINED.finditer(text):
        yield next(filter(None, match.groups()))


@dataclass(frozen=True)
class Label:
    """What stands behind a label.

    ``page`` is the stem of its chapter, ``name`` what the book prints, such as (2.7) or
    Proposition 2.2, ``title`` the words beside that, ``text`` what is stated, in MyST Markdown.
    """

    label: str
    page: str
    name: str
    title: str
    text: str

    @property
    def anchor(self) -> str:
        """Where it is on its page."""
        return f"equation-{self.label}" if self.label.startswith("eq-") else self.label


@functools.cache
def _table() -> Mapping[str, Any]:
    table: dict[str, Any] = json.loads(TABLE.read_text("utf-8"))
    return table


def find(label: str) -> Label | None:
    """Return what stands behind a label, None if the book has none of this name.

    Examples
    --------
    >>> find("def-laplacian").title
    'Laplacian'
    """
    row = _table()["labels"].get(label)
    return Label(label, *row) if row else None


def of_page(stem: str) -> list[Label]:
    """Return the labels of a chapter, in its order."""
    rows = _table()["labels"].items()
    return [Label(label, *row) for label, row in rows if row[0] == stem]


def title(stem: str) -> str:
    """Return the title of a page of the book, "" if there is none.

    Examples
    --------
    >>> title("graph")
    'The empirical graph'
    """
    return str(_table()["pages"].get(stem, ""))


def page_after(stem: str) -> str:
    """Return the page that follows a chapter in the book, "" if it is none or the last one.

    Examples
    --------
    >>> page_after("graph"), page_after("start")
    ('gtvmin', '')
    """
    pages = [*_table()["pages"], ""]
    return pages[pages.index(stem) + 1] if stem in pages[:-1] else ""


def book_address() -> str:
    """Return the address of the folder with the book's pages, "" where no book is to be found."""
    named = os.environ.get(VARIABLE, "").rstrip("/")
    if "://" in named:
        return named
    folder = Path(named) if named else BUILT
    return folder.resolve().as_uri() if (folder / "graph.html").is_file() else ""


def address(label: str, book: str | None = None) -> str:
    """Return the address of what stands behind a label, "" where nobody knows one.

    Parameters
    ----------
    label : str
        Such as ``"eq-laplacian"``.
    book : str, optional
        The address of the book's pages, or a folder of formulas as a relative path; by default
        the book is looked for.

    Examples
    --------
    >>> address("eq-laplacian", "https://example.org/book")
    'https://example.org/book/graph.html#equation-eq-laplacian'
    >>> address("eq-laplacian", "../book")
    '../book/graph.md#eq-laplacian'
    """
    found = find(label)
    where = book_address() if book is None else book.rstrip("/")
    if not found or not where:
        return ""
    anchor = found.anchor if is_built(where) else found.label
    return f"{page_address(found.page, where)}#{anchor}"


def is_built(book: str) -> bool:
    """Whether it is the address of built pages; else it is a folder of formulas in Markdown.

    Examples
    --------
    >>> is_built("https://example.org"), is_built("/flcourse/pages/html"), is_built("../book")
    (True, True, False)
    """
    return "://" in book or book.startswith("/")


def named(text: str, link: Callable[[Label], str]) -> str:
    """Return a text with each label that the book has replaced by what ``link`` makes of it."""
    return LINKED.sub(lambda match: link(found) if (found := find(match[0])) else match[0], text)


def parts(text: str, book: str) -> list[dict[str, str]]:
    """Cut a text into pieces; a label becomes its number, and a link if there is a book.

    Examples
    --------
    >>> link = parts("look at the sign (eq-laplacian).", "https://example.org")[1]
    >>> link["text"], link["label"], link["href"]
    ('(2.7)', 'eq-laplacian', 'https://example.org/graph.html#equation-eq-laplacian')
    """
    pieces, end = [], 0
    for match in _ENCLOSED.finditer(text):
        name = match[0].strip("()")
        if found := find(name):
            before, after = match[0].split(name)
            if before and after and found.name.startswith("("):  # it brings its own
                before = after = ""
            link = {"text": found.name, "label": name, "href": address(name, book)}
            pieces += [{"text": text[end : match.start()] + before}, link, {"text": after}]
            end = match.end()
    return [piece for piece in [*pieces, {"text": text[end:]}] if piece["text"]]


def numbered(text: str) -> str:
    """Return a text with the numbers of the book in place of labels.

    Examples
    --------
    >>> numbered("signs (eq-laplacian) (prop-components)")
    'signs (2.7) (Proposition 2.2)'
    """
    return "".join(piece["text"] for piece in parts(text, ""))


def below(text: str) -> list[str]:
    """Return a line for each label in a text: its number, its words, and where it stands.

    Examples
    --------
    >>> below("nothing to look up")
    []
    """
    found = [find(label) for label in dict.fromkeys(LINKED.findall(text))]
    return [_told(label) for label in found if label]


def _told(label: Label) -> str:
    words = f"{label.name} ({label.title})" if label.title else label.name
    told = f"{words}, labelled {label.label}, stands in the chapter {title(label.page)!r}"
    where = address(label.label) or _page_nearby(label)
    return f"{told}: {where}" if where else f"{told}."


def _page_nearby(label: Label) -> str:
    """Return the page with formulas in the course folder that we are in, "" if there is none."""
    from flcourse.grading.instances import RELEASED  # with NumPy, which a Jupyter server needs not

    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return ""
    pages = [top / FORMULAS / f"{label.page}.md" for top in (here, *here.parents)
             if (top / RELEASED).is_dir()]  # fmt: skip
    return next((str(page) for page in pages if page.is_file()), "")


# Formulas and code of a text cell; in formulas only a tag is a label of the book.
_PIECES = re.compile(r"(\$\$.*?\$\$|\$[^$\n]+\$|```.*?```|`[^`\n]+`)", re.DOTALL)
_TAG = re.compile(r"\\tag\{([a-z0-9-]+)\}")


def in_markdown(text: str, book: str = BESIDE) -> str:
    r"""Return the text of a notebook's cell with links, and the book's numbers at its formulas.

    Examples
    --------
    >>> in_markdown(r"By eq-degree, $$L = D - A. \tag{eq-laplacian}$$", "https://example.org")
    'By [(2.5)](https://example.org/graph.html#equation-eq-degree), $$L = D - A. \\tag{2.7}$$'
    """
    pieces = _PIECES.split(text)
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            pieces[number] = named(piece, lambda one: f"[{one.name}]({address(one.label, book)})")
        else:
            pieces[number] = _TAG.sub(_numbered, piece)
    return "".join(pieces)


def _numbered(match: re.Match[str]) -> str:
    found = find(match[1])
    return f"\\tag{{{found.name.strip('()')}}}" if found else match[0]


def page_address(stem: str, book: str = BESIDE) -> str:
    """Return where a notebook finds a chapter, or its formulas where there is no book.

    Examples
    --------
    >>> page_address("graph"), page_address("graph", "https://example.org")
    ('../book/graph.md', 'https://example.org/graph.html')
    """
    return f"{book}/{stem}.{'html' if is_built(book) else 'md'}"


# ---------------------------------------------------------------------- pages of the wheel


_ROLE = re.compile(r"\{(\w+(?::\w+)?)\}`(?:([^`<]+?)\s*<)?([^`<>]+)>?`")


def page(stem: str) -> str:
    """Return the formulas and statements of a chapter in Markdown, a heading for each label.

    Jupyter shows such a file with its formulas, and a link to ``graph.md#eq-laplacian`` opens it
    at that heading: it keeps the ``id`` of an element, under a name of its own.
    """
    shown = [
        f"# {title(stem)}: formulas and statements",
        f"To look up what a notebook or a check cites of the chapter *{title(stem)}*: its numbered "
        "formulas and statements, each under its section, without the text around them. The book "
        "explains and proves them under the same numbers; code cites them by the small names.",
    ]
    section = ""
    for found in of_page(stem):
        section = _table()["sections"].get(found.label, section)
        head = f'## <span id="{found.label}"></span>{found.name} {found.title or section}'
        shown += [head, f"<small>{found.label}</small>", plain(found)]
    return "\n\n".join(shown) + "\n"


def plain(label: Label) -> str:
    """Return what is stated without roles, which only the book understands."""
    if label.label.startswith("eq-"):
        return f"$$\n{label.text}\n$$"

    def told(match: re.Match[str]) -> str:
        found = find(match[3])
        if match[1] in {"eq", "prf:ref"} and found:
            return f"[{found.name}]({found.page}.md#{found.label})"
        return match[2] or f"`{match[3]}`"

    return _ROLE.sub(told, re.sub(r"(?m)^:\w+:.*\n?|\s*\(eq-[\w-]+\)$", "", label.text))


def write_pages(folder: Path) -> None:
    """Write a page of formulas for each chapter that has some, for links from notebooks."""
    folder.mkdir(parents=True, exist_ok=True)
    stems = dict.fromkeys(row[0] for row in _table()["labels"].values())
    for stem in stems:
        place, text = folder / f"{stem}.md", page(stem)
        if not place.is_file() or place.read_text("utf-8") != text:
            place.write_text(text, "utf-8")
