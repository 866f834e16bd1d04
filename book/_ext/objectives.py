"""The table of objectives: for each of a chapter its sections, exercises and graded tasks."""

import re
import tomllib
from pathlib import Path
from typing import Any

import contents
from sphinx.application import Sphinx

from flcourse.grading.script import read_script

BOOK = Path(__file__).resolve().parents[1]
SOURCE = BOOK / "objectives.toml"
PAGE = "book/instructors"
LIST = re.compile(
    r"^:{3,}\{admonition\} What you will be able to do\n(.*?)^\*You need", re.M | re.S
)
HEAD = "| objective | sections | exercises | graded |\n|---|---|---|---|\n"


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return what is known of the objectives of each chapter, in the order of the book."""
    known = tomllib.loads(SOURCE.read_text("utf-8"))
    return {stem: known[stem] for stem in contents.pages() if stem in known}


def stated(text: str) -> list[str]:
    """Return the objectives that a chapter opens with, without bold."""
    found = LIST.search(text)
    if found is None:
        raise ValueError("a chapter must open with the list of what readers will be able to do")
    return [line[2:].replace("**", "") for line in found[1].splitlines() if line.startswith("- ")]


def graded(stem: str) -> dict[str, str]:
    """Return the tasks of an assignment: their ids, and the titles that stand above them."""
    found, title = {}, ""
    for cell in read_script(BOOK.parent / "solutions" / f"{stem}.py").cells:
        heads = re.findall(r"^## (Task .*?)(?: \([^()]*points?[^()]*\))?$", cell.source, re.M)
        title = heads[-1] if cell.markdown and heads else title
        if cell.kind in {"answer", "manual"}:
            found[cell.id] = title
    return found


def _told(stem: str, task: str) -> str:
    """Return a task in words, such as "Task 3 of `gtvmin`, Local data"."""
    home, _, name = task.rpartition("/")
    number, _, words = graded(home or stem)[name].partition(": ")
    return f"{number}{f' of `{home}`' if home else ''}, {words}"


def table(stem: str, text: str) -> str:
    """Return the table of one chapter in Markdown."""
    lines = []
    for words, row in zip(stated(text), rows()[stem], strict=True):
        exercises = ", ".join(f"{{ref}}`{label}`" for label in row["exercises"]) or "–"
        tasks = dict.fromkeys(_told(stem, task) for task in row["tasks"])
        cells = [words.rstrip("."), "; ".join(row["sections"]), exercises, "; ".join(tasks)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n")
    return f"\n{{doc}}`{stem}`\n\n{HEAD}{''.join(lines)}"


def write_table(app: Sphinx, docname: str, source: list[str]) -> None:
    """Append the tables to the page for instructors."""
    if docname != PAGE:
        return
    app.env.note_dependency(str(SOURCE))
    pages = contents.pages()
    for stem in rows():
        app.env.note_dependency(str(pages[stem]))
        app.env.note_dependency(str(BOOK.parent / "solutions" / f"{stem}.py"))
        source[0] += table(stem, pages[stem].read_text("utf-8"))
