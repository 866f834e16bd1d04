"""A chapter as a plain notebook that runs outside the book: `plain.py FOLDER STEM...`.

Code cells stay; MyST in the text becomes Markdown that any Jupyter shows. A formula keeps its
label as its tag, because checks and docstrings cite labels, never numbers.
"""

import functools
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jupytext
import measured
import minutes
import nbformat
from pybtex.database import parse_file

Cell = Any  # a notebook's nodes: dictionaries whose keys are attributes, too

BOOK = Path(__file__).resolve().parents[1]
WHEEL = "flcourse-{}-py3-none-any.whl"
FIRST = """# Run this first. It needs Python 3.11 or newer and the package of the course. Install it
# once, in a terminal, from the file that lies beside this notebook on the pages of the book:
#     pip install {}
import flcourse

flcourse.__version__"""
OPEN = re.compile(r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[\w:-]+)\} *(?P<title>.*)$")
ROLE = re.compile(r"\{(?P<name>[\w:]+)\}`(?:(?P<text>[^`<]+?) *<(?P<to>[^`>]+)>|(?P<only>[^`]+))`")
TAGGED = re.compile(r"\$\$ *\(([\w-]+)\) *$", re.M)
TITLE = re.compile(r"^# (.+)$", re.M)
NAMED = re.compile(r"\{(?:prf:\w+|exercise)\} *(.*)\n:label: *(\S+)")
ANCHOR = re.compile(r"^\(([\w-]+)\)=\n#+ (.+)$", re.M)
FIGURE = re.compile(r"^ *(?:caption: (?P<caption>.+)\n *)?name: (?P<name>\S+)", re.M)


def convert(stem: str, version: str, build: Path = BOOK.parent / "_build") -> Any:
    """Notebook of a chapter, its measured numbers as results and the last build have them."""
    written = (BOOK / f"{stem}.md").read_text("utf-8")
    text = measured.from_results(minutes.filled(written))
    told = measured.told(text, measured.values(stem, build))
    source = jupytext.reads(told, fmt="md:myst")
    cells = [cell for old in source.cells for cell in converted(old)]
    cells.insert(1, nbformat.v4.new_code_cell(FIRST.format(WHEEL.format(version))))
    for place, cell in enumerate(cells):
        cell["id"] = f"{stem}-{place}"
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3",
                               "language": "python"}}  # fmt: skip
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def converted(old: Cell) -> list[Cell]:
    """Cells that an old cell becomes: text is cut at its headings; a caption follows its figure."""
    if old.cell_type == "code":
        cell = nbformat.v4.new_code_cell(old.source)
        if "hide-input" in old.metadata.get("tags", []):
            cell.metadata["jupyter"] = {"source_hidden": True}
        figure = old.metadata.get("mystnb", {}).get("figure", {})
        caption = [f"*Figure: {roles(figure['caption'])}*"] if "caption" in figure else []
        return [cell, *map(nbformat.v4.new_markdown_cell, caption)]
    return [text_cell(part) for part in re.split(r"^(?=#)", markdown(old.source), flags=re.M)
            if part.strip()]  # fmt: skip


def text_cell(text: str) -> Cell:
    """Cell with some text; a solution starts folded, as on the page."""
    cell = nbformat.v4.new_markdown_cell(text.strip())
    if text.startswith("#### Solution"):
        cell.metadata["jp-MarkdownHeadingCollapsed"] = True
    return cell


def markdown(text: str) -> str:
    """MyST as Markdown for Jupyter."""
    text = re.sub(r"^(?:\([\w-]+\)=|%.*)\n", "", text, flags=re.M)
    return roles(TAGGED.sub(r"\\tag{\1}\n$$", "\n".join(blocks(text.split("\n")))))


def blocks(lines: Iterable[str]) -> Iterator[str]:
    """Lines with each directive replaced by a title, its content and perhaps an end."""
    ends: list[tuple[str, list[str]]] = []
    for line in lines:
        opening = OPEN.match(line)
        if opening:
            head, foot = frame(opening["name"], opening["title"])
            yield from head
            ends.append((opening["fence"], foot))
        elif ends and line == ends[-1][0]:
            yield from ends.pop()[1]
        elif not (ends and re.match(r":\w+:", line)):
            yield line


def frame(name: str, title: str) -> tuple[list[str], list[str]]:
    """Lines before and after the content of a directive."""
    if name == "exercise":
        return [f"### Exercise: {title}"], []
    if name == "solution-start":
        return [f"#### Solution: {titles()[title]}"], []
    if name == "div":
        return [""], [""]
    if name == "dropdown":
        return ["<details>", f"<summary>{title}</summary>"], ["", "</details>"]
    kind = name.removeprefix("prf:").capitalize()
    if name == "prf:proof":
        return [f"*{title or 'Proof'}.*", ""], ["", "∎"]
    if name.startswith("prf:"):
        return [f"**{kind}: {title}.**" if title else f"**{kind}.**", ""], []
    return [f"**{title}**" if title else "", ""], []


def roles(text: str) -> str:
    """Text with each role replaced by what it says."""
    text = re.sub(r"\[([^\]]+)\]\(#[\w-]+\)", r"\1", text)
    return ROLE.sub(said, text)


def said(match: re.Match[str]) -> str:
    """Words for one role."""
    name, text, target = match["name"], match["text"], match["to"] or match["only"]
    if text:
        return text
    if name == "eq":
        return f"({target})"
    if name.startswith("py:"):
        return f"`{target.lstrip('~')}`"
    if name in ("cite:t", "cite:p"):
        return cited(name, target)
    return f"*{titles().get(target, target)}*"


def cited(name: str, keys: str) -> str:
    """Name the authors and years of some works."""
    works = [work(key.strip()) for key in keys.split(",")]
    if name == "cite:t":
        return ", ".join(f"{who} ({year})" for who, year in works)
    return "(" + "; ".join(f"{who}, {year}" for who, year in works) + ")"


def work(key: str) -> tuple[str, str]:
    """Return the authors, in short, and the year of a work in the bibliography."""
    entry = bibliography()[key]
    last = [" ".join(person.last_names) for person in entry.persons["author"]]
    who = f"{last[0]} et al." if len(last) > 2 else " and ".join(last)
    return who.replace("{", "").replace("}", ""), entry.fields["year"]


@functools.cache
def bibliography() -> Any:
    """Works that the book cites, by key."""
    return parse_file(str(BOOK / "references.bib")).entries


@functools.cache
def titles() -> dict[str, str]:
    """Name of every page, proposition, exercise, section and figure that a role may point to."""
    found: dict[str, str] = {}
    for path in BOOK.glob("*.md"):
        text = path.read_text("utf-8")
        found[path.stem] = next(iter(TITLE.findall(text)), path.stem)
        found |= {label: title or label for title, label in NAMED.findall(text)}
        found |= dict(ANCHOR.findall(text))
        found |= {m["name"]: f"figure “{m['caption'].split('.')[0]}”"
                  for m in FIGURE.finditer(text) if m["caption"]}  # fmt: skip
    return found


def main(argv: Sequence[str]) -> int:
    """Write the notebooks of some chapters, unless they are there: they may hold answers."""
    from flcourse import __version__

    folder, stems = Path(argv[0]), argv[1:]
    folder.mkdir(parents=True, exist_ok=True)
    for stem in stems:
        path = folder / f"{stem}.ipynb"
        if not (BOOK / f"{stem}.md").exists():
            chapters = sorted(p.stem for p in BOOK.glob("*.md") if "{code-cell}" in p.read_text())
            chapters.remove("index")
            print(f"There is no chapter {stem!r}; there are {', '.join(chapters)}")
            return 1
        if not path.exists():
            nbformat.write(convert(stem, __version__), path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
