"""List what the labels of the book stand for: `.venv/bin/python tools/labels.py`.

It renews flcourse/grading/labels.json. A row holds the page, the name that the book prints, such as
(2.7) or Definition 2.2, and the text that stands there; sections are named by their first label.
Students have no book beside their notebooks: from these rows a message gets the number, its link,
and a page to open (flcourse.grading.labels). Numbers are counted as Sphinx does, by kind and
chapter; tests/book/test_labels.py compares them with the pages that it has built.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"
TABLE = ROOT / "flcourse" / "grading" / "labels.json"
EQUATION = re.compile(r"\$\$ \((eq-[a-z0-9-]+)\)")
STATEMENT = re.compile(r"(:{3,})\{prf:(?!proof|ref)(\w+)\} ?(.*)")
LABEL = re.compile(r":label: (\S+)")
SECTION = re.compile(r"##+ (.+)")
FENCE = re.compile(r"(`{3,}|~{3,})")


def pages() -> Iterator[tuple[str, int | None]]:
    """Yield each page of the table of contents, with its number if it is a chapter."""
    numbered, number = False, 0
    for line in (ROOT / "_toc.yml").read_text("utf-8").splitlines():
        if found := re.match(r"\s*numbered: (\w+)", line):
            numbered = found[1] == "true"
        elif found := re.match(r"(?:root:|\s*- file:) book/([\w-]+)", line):
            number += numbered
            yield found[1], number if numbered else None


def title(text: str) -> str:
    """Return the first heading of a page."""
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1].strip() if found else ""


def statements(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, label, title and text of each labelled or counted statement, in order.

    Between them come the headings, of the kind "section".
    """
    lines, number = text.splitlines(), 0
    while number < len(lines):
        line, began = lines[number], number
        number += 1
        if found := FENCE.match(line):  # code: nothing in it is the book's own
            while number < len(lines) and not lines[number].startswith(found[1]):
                number += 1
            number += 1
        elif found := SECTION.match(line):
            yield "section", "", found[1].strip(), ""
        elif line.strip() == "$$":
            while not lines[number].lstrip().startswith("$$"):  # in a list it is indented
                number += 1
            if found := EQUATION.match(lines[number].lstrip()):
                yield "eq", found[1], "", "\n".join(lines[began + 1 : number])
            number += 1
        elif found := STATEMENT.match(line):
            while lines[number] != found[1]:
                number += 1
            body = lines[began + 1 : number]
            label = LABEL.match(body[0]) if body else None
            # Formulas inside a statement are counted, too.
            inner = "\n".join(body[1:] if label else body).strip("\n")
            yield found[2], label[1] if label else "", found[3].strip(), inner
            yield from (row for row in statements(inner) if row[0] == "eq")
            number += 1


def table() -> dict[str, Any]:
    """Return titles of pages, sections by their first label, and by label what it stands for."""
    counts: Counter[tuple[str, int | None]] = Counter()
    titles, sections, rows = {}, {}, {}
    for page, number in pages():
        text = (BOOK / f"{page}.md").read_text("utf-8")
        titles[page], section = title(text), ""
        for kind, label, words, body in statements(text):
            if kind == "section":
                section = words
                continue
            counts[kind, number] += 1
            place = ".".join(str(part) for part in (number, counts[kind, number]) if part)
            name = f"({place})" if kind == "eq" else f"{kind.title()} {place}"
            if label:
                rows[label] = [page, name, words, body]
                if section:
                    sections[label], section = section, ""
    return {"pages": titles, "sections": sections, "labels": rows}


def text() -> str:
    """Return the file as it should be: a row to a line, so that changes can be read."""
    found = table()
    rows = [f"{json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}"
            for key, row in found["labels"].items()]  # fmt: skip
    titles = json.dumps(found["pages"], ensure_ascii=False)
    sections = json.dumps(found["sections"], ensure_ascii=False, indent=0)
    return (
        f'{{"pages": {titles},\n"sections": {sections},\n"labels": {{\n'
        + ",\n".join(rows)
        + "\n}}\n"
    )


if __name__ == "__main__":
    TABLE.write_text(text(), "utf-8")
