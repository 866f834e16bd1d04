"""The reference of flcourse, from its docstrings, with links back to the formulas."""

import enum
import functools
import inspect
import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import contents
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from flcourse.grading.labels import defined_in

BOOK = Path(__file__).resolve().parents[1]
PACKAGE = BOOK.parent / "flcourse"
PAGE = "book/api"
CITED = re.compile(r"(?<![\w`\x22/-])\(?(eq|def|prop|thm|lem|alg)(-[a-z0-9]+)+\)?(?![\w`-])")
# Indices and powers of formulas that a docstring writes as plain text: x_i, D_{t+1}, 2^64, K^(−β).
INDEX = re.compile(
    r"(?<![A-Za-z0-9_])([A-Za-z\u0370-\u03ff][\u0300-\u036f]?)"
    r"_(?:\{([^{}]+)\}|([A-Za-z0-9]{1,3})(?![A-Za-z0-9_]))"
)
POWER = re.compile(r"(?<=[\w)‖])\^(?:\{([^{}]+)\}|\(([^()]+)\)|([−-]?\w+))")
NAMED = re.compile(r"(?<![`:\w])`(\w[\w.]*(?:\(\))?)`(?!`)")
# What Python writes for a default that is no literal, and what a reader is told instead.
DEFAULTS = {
    re.compile(r"<factory>|<object object at \w+>"): "...",
    re.compile(r"<(?:function|class) '?([\w.]+)'?[^>]*>"): r"\1",
    re.compile(r"<(\w+\.\w+): [^>]*>"): r"\1",
}
TOGETHER = re.compile(r"(?P<names>\w+(?:, \w+)+) : (?P<type>.+)")
SECTION = """

## `{0}`

```{{eval-rst}}
.. automodule:: {0}
   :members:
{1}
```
"""


@functools.cache
def modules() -> list[str]:
    """Names of the public modules; a package that names what it offers stands for its files."""
    tops = {path.stem for path in PACKAGE.glob("[a-z]*.py")} | {
        path.parent.name for path in PACKAGE.glob("*/__init__.py")
    }
    tops -= {"cli", "engine", "grading"}
    kept = {
        path for path in PACKAGE.glob("grading/*.py") if '"""Deprecated' in path.read_text("utf-8")
    }
    files = set(PACKAGE.glob("grading/**/[a-z]*.py")) - kept
    grading = {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in files}
    return [f"flcourse.{name}" for name in sorted(tops | grading)]


def write_sections(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let the reference page end with a section for each module."""
    if docname == PAGE:
        defined_labels.cache_clear()
        modules.cache_clear()
        for path in [*PACKAGE.rglob("*.py"), *BOOK.glob("*.md")]:
            app.env.note_dependency(str(path))
        found = parts()
        names = itertools.chain.from_iterable(found.values())
        source[0] += listed(found) + "\n" + "".join(map(section, names))


def parts() -> dict[str, list[str]]:
    """Modules by part: those of chapters in the order of these, others, and grading by folder."""
    known = modules()
    chapters = [name for stem in contents.pages() if (name := f"flcourse.{stem}") in known]
    others = [name for name in known if name not in chapters and ".grading." not in name]
    found = {"Chapters, in their order": chapters, "For all chapters": others}
    for name in known:
        if ".grading." in name:
            folder = name.partition(".grading.")[2].rpartition(".")[0]
            found.setdefault(f"Grading, {folder}" if folder else "Grading, for all", []).append(
                name
            )
    return found


def listed(found: dict[str, list[str]]) -> str:
    """List of the modules at the top, a line for each part."""
    return "".join(f"\n- **{head}**: {', '.join(map(lead, them))}" for head, them in found.items())


def lead(name: str) -> str:
    """Link to the section of a module, by its last name."""
    return f"{{py:mod}}`{name.rpartition('.')[2]} <{name}>`"


def section(name: str) -> str:
    """Section for one module; a package lists what its __all__ takes from its files."""
    is_package = (PACKAGE.parent / name.replace(".", "/")).is_dir()
    return SECTION.format(name, "   :imported-members:" if is_package else "")


@functools.cache
def defined_labels() -> set[str]:
    """Labels that some chapter of the table of contents defines; only these become links."""
    text = "\n".join(path.read_text("utf-8") for path in contents.pages().values())
    return set(defined_in(text))


def link(match: re.Match[str]) -> str:
    """Role that leads from a cited label to its formula, definition or algorithm."""
    label = match[0].strip("()")
    if label not in defined_labels():
        return match[0]
    if label.startswith("eq-"):  # a formula's number brings its own parentheses
        return match[0].replace(label, f":eq:`{label}`").removeprefix("(").removesuffix(")")
    return match[0].replace(label, f":prf:ref:`{label}`")


def link_labels(
    app: object, what: object, name: object, obj: object, options: object, lines: list[str]
) -> None:
    """Turn the labels that a docstring cites into links, and names into code or links.

    A bar stays a bar of plain mathematics, and marks that quote stay those of Python.
    """
    for place in prose(lines):
        lines[place] = CITED.sub(link, NAMED.sub(code, plain(lines[place])))


def code(match: re.Match[str]) -> str:
    """Role for a name in single backquotes: a link to a module, else code."""
    if match[1] not in modules():
        return f"``{match[1]}``"
    short = match[1].removeprefix("flcourse.").removeprefix("grading.")
    return f":py:mod:`{short} <{match[1]}>`"


def one_by_one(
    app: object, what: object, name: object, obj: object, options: object, lines: list[str]
) -> None:
    """Give attributes that a class documents in one go an entry each, or napoleon tears them."""
    found: list[str] = []
    for place, line in enumerate(lines):
        together = TOGETHER.fullmatch(line) if "Attributes" in lines[:place] else None
        if not together:
            found.append(line)
            continue
        body = [*itertools.takewhile(lambda more: more.startswith("    "), lines[place + 1 :])]
        *others, last = together["names"].split(", ")
        for other in others:
            found += [f"{other} : {together['type']}", *body]
        found.append(f"{last} : {together['type']}")  # its body follows
    lines[:] = found


def whole_sentence(
    app: object, what: object, name: object, obj: object, options: object, lines: list[str]
) -> None:
    """Join the sentence of a property that napoleon took apart at its colon."""
    if what == "property":
        for place, line in enumerate(lines):
            if line.startswith(":type: "):
                lines[0] = f"{line.removeprefix(':type: ')}: {lines[0]}"
                del lines[place]
                return


def prose(lines: Sequence[str]) -> Iterator[int]:
    """Positions of the lines that are neither an example nor a literal block."""
    in_example = False
    literal: int | None = None  # how far the line that ends with :: is indented
    for place, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        in_example = line.lstrip().startswith(">>>") or (in_example and bool(line.strip()))
        if literal is not None and line.strip() and indent <= literal:
            literal = None
        if not in_example and literal is None:
            yield place
        if literal is None and re.search(r"::$|^ *\.\. code-block::", line):
            literal = indent


def plain(line: str) -> str:
    """Line whose bars are no mark-up, whose quotation marks stay straight and whose indices hang.

    Code stays as it is, and names and types have no indices.
    """
    parts = re.split(r"(``.*?``|`[^`]+`|\*\*.*?\*\*|\*[^*\s][^*]*\*|^ *\.\. .*)", line)
    return "".join(_set(part, hang=not number % 2) for number, part in enumerate(parts))


def _set(words: str, *, hang: bool) -> str:
    if words.startswith("`") or words.lstrip().startswith(".. "):
        return words
    words = re.sub(r"""[|"]|'(?=')|(?<=')'""", r"\\\g<0>", words)
    if hang:
        words = INDEX.sub(lambda m: f"{m[1]}\\ :sub:`{m[2] or m[3]}`\\ ", words)
        words = POWER.sub(lambda m: f"\\ :sup:`{m[1] or m[2] or m[3]}`\\ ", words)
    return words


def signature(
    app: object, what: str, name: str, obj: Any, options: object, given: str | None, returns: str
) -> tuple[str, str] | None:
    """Signature as an author would write it, without what only Python knows of."""
    if not given:
        return None
    start = getattr(obj, "__init__", None) if isinstance(obj, type) else None
    theirs = inspect.isfunction(start) and not start.__module__.startswith("flcourse")
    if isinstance(obj, type) and (theirs or given == "(*args, **kwargs)"):
        return "", returns  # what a class has inherited from elsewhere is told there
    for written, told in DEFAULTS.items():
        given = written.sub(told, given)
    return given, returns


def members(
    app: object, what: object, name: object, obj: object, options: object, lines: list[str]
) -> None:
    """List what an enumeration consists of, in its order."""
    if isinstance(obj, type) and issubclass(obj, enum.Enum):
        told = (f"``{one.name}``" + f" ({one.value})" * (one.name != one.value) for one in obj)
        lines += ["", f"In its order: {', '.join(told)}.", ""]


def is_default(
    app: object, what: str, name: str, obj: object, skip: bool, options: object
) -> bool | None:
    """Leave out a function that is the default of a field, as if it were a method."""
    own = not inspect.isfunction(obj) or "." in obj.__qualname__
    return None if own or what != "class" else True


def shorten(app: Sphinx, doctree: nodes.document) -> None:
    """Let names that lead to the reference begin with their module in tables: room is dear."""
    for table in doctree.findall(nodes.table):
        for link in table.findall(addnodes.pending_xref):
            for name in link.findall(nodes.Text):
                if link["refdomain"] == "py":
                    name.parent.replace(name, nodes.Text(name.removeprefix("flcourse.")))
