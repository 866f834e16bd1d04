"""Measured numbers in sentences and tables: from the cells of the page, or from stored results.

Roles, each with an expression and perhaps a format, and lines of which a reader sees nothing:

- ``{value}`100 * gain:.0f` `` is what the expression is worth after the cells above it;
- ``{stored}`fedbag_gap["n"]` `` is found in benchmarks/results, a name for each file;
- ``{recorded}`fedbag_gap` `` says how a result came about, from its ``record``;
- ``% value: STATEMENT`` and ``% stored: STATEMENT`` are run in the same places. They name parts of
  a result, or ``assert`` what a sentence says in words: if a result denies it, the build stops.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
STORED = re.compile(r"^% stored: (?P<run>.+)$|\{stored\}`(?P<show>[^`]+)`", re.M)
VALUE = re.compile(r"^% value: (?P<run>.+)$|\{value\}`(?P<show>[^`]+)`", re.M)
RECORDED = re.compile(r"\{recorded\}`([\w-]+)`")
FIELDS = {"data": "Data", "seeds": "Seeds", "spread": "Spread", "stop": "A run ends at",
          "reached": "Reached", "fair": "Why this is fair"}  # fmt: skip
SPEC = re.compile(r":([^:\[\](){}'\"\s]*)$")
PER_CENT = re.compile(r"(?<=\d)%")
CELL = re.compile(r"^```\{code-cell\}.*?^```$\n?", re.M | re.S)
HIDDEN = "\n```{{code-cell}} ipython3\n:tags: [remove-cell]\n\n{}\n```\n"
WORDS = {"mean": np.mean, "median": np.median, "std": np.std, "np": np}


@functools.cache
def results(folder: Path = RESULTS) -> dict[str, Any]:
    """Return the stored results by the names of their files."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}


def parts(text: str) -> tuple[str, str]:
    """Split an expression from its format."""
    spec = SPEC.search(text)
    return (text[: spec.start()], spec[1]) if spec else (text, "")


def shown(text: str, names: dict[str, Any]) -> str:
    """Evaluate an expression with a format; a minus is printed as one, a per cent with a space."""
    expression, spec = parts(text)
    return PER_CENT.sub(" %", format(eval(expression, names), spec).replace("-", "\u2212"))


def from_results(text: str, stored: Mapping[str, Any] | None = None) -> str:
    """Text of a page with what it takes from stored results."""
    names = {**WORDS, **(results() if stored is None else stored)}

    def fill(found: re.Match[str]) -> str:
        try:
            if found["run"]:
                exec(found["run"], names)
                return found[0]
            return shown(found["show"], names)
        except Exception as problem:
            raise ValueError(f"{found[0]}: {type(problem).__name__} {problem}") from problem

    return STORED.sub(fill, RECORDED.sub(lambda found: record(found[1], names), text))


def record(stem: str, names: Mapping[str, Any]) -> str:
    """How a result came about, in one sentence for each field of its record, in small print."""
    said, minutes = names[stem]["record"], names[stem].get("processor_minutes")
    took = f" *Took:* {minutes:g} minutes of one core." if minutes else ""
    told = " ".join(f"*{head}:* {said[field]}." for field, head in FIELDS.items())
    if loose := names[stem].get("rounding"):
        rows = ", ".join(f'"{row}"' for row in loose["rows"])
        told += f" *Digits that depend on the processor:* in {rows}; {loose['why']}."
    by = f"Recorded by `python benchmarks/{said['command']}`."
    return f"\n\n:::{{div}} fl-recorded\n{by} {told}{took}\n:::\n"


def stretches(text: str) -> Iterator[tuple[str, str]]:
    """Cells and the text behind each, a pair at a time; the first cell is empty."""
    begin, cell = 0, ""
    for found in CELL.finditer(text):
        yield cell, text[begin : found.start()]
        begin, cell = found.end(), found[0]
    yield cell, text[begin:]


def key(code: str, expression: str) -> str:
    """Name for the value of an expression after all the code above it."""
    return "value-" + hashlib.sha256(f"{code}\0{expression}".encode()).hexdigest()[:16]


def from_cells(text: str) -> str:
    """Text of a page with a hidden cell behind each cell of whose results the text speaks."""
    made, code = [], ""
    for cell, behind in stretches(text):
        code += cell
        asked = list(VALUE.finditer(behind))
        if asked and not code:
            raise ValueError(f"{asked[0][0]}: no cell stands above it")
        lines = ["from myst_nb import glue as _glue"]
        for found in asked:
            if found["run"]:
                lines.append(found["run"])
            else:
                expression, spec = parts(found["show"])
                name = key(code, found["show"])
                worth = f"format({expression}, {spec!r}).replace('-', '\\u2212')"
                if spec.endswith("%"):
                    worth += ".replace('%', ' %')"
                lines.append(f"_glue({name!r}, {worth}, display=False)")
        hidden = HIDDEN.format("\n".join(dict.fromkeys(lines))) if asked else ""
        made += [cell, hidden, VALUE.sub(functools.partial(glued, code), behind)]
    return "".join(made)


def glued(code: str, found: re.Match[str]) -> str:
    """Place where myst-nb puts a value; statements stay what they are, comments."""
    return found[0] if found["run"] else f"{{glue:text}}`{key(code, found['show'])}`"


def told(text: str, values: Mapping[str, str]) -> str:
    """Text of a page with the values of an earlier run; expressions where there are none."""
    made, code = [], ""
    for cell, behind in stretches(text):
        code += cell

        def tell(found: re.Match[str], code: str = code) -> str:
            if found["run"]:
                return found[0]
            return values.get(key(code, found["show"]), f"`{parts(found['show'])[0]}`")

        made += [cell, VALUE.sub(tell, behind)]
    return "".join(made)


def values(stem: str, folder: Path) -> dict[str, str]:
    """Return the values of a chapter that a build has left in its folder."""
    path = folder / "jupyter_execute" / "book" / f"{stem}.glue.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {name: output["data"]["text/plain"].strip("'") for name, output in found.items()}


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the measured numbers into a page before it is read."""
    text = source[0]
    if STORED.search(text) or RECORDED.search(text):
        used = {name for name in results() if re.search(rf"\b{name}\b", text)}
        for name in sorted(used):
            app.env.note_dependency(str(RESULTS / f"{name}.json"))
    try:
        source[0] = from_cells(from_results(text))
    except ValueError as problem:
        raise ValueError(f"{docname}: {problem}") from problem
