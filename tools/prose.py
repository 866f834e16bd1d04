"""Lint the prose of the book: `python tools/prose.py`; standard library only.

Errors: a word written twice, a printed number where a label belongs, American spelling. A sentence
of more than LONGEST words is a warning: read it aloud.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 50
FENCE = re.compile(r"^(:{3,}|`{3,})(?:\{([\w:-]+)\}|(\w*))\s*(.*)$")
NO_PROSE = {"code-cell", "code-block", "math", "bibliography", "eval-rst", "solution-start",
            "solution-end"}  # fmt: skip
MARKUP = re.compile(r":\w+:|\([\w-]+\)=|%|\$\$")
TITLED = {"admonition", "dropdown", "exercise", "grid-item-card"}
ROLE = re.compile(r"\{[\w:]+\}`(?:([^`<]*?)\s*<[^`>]+>|[^`]*)`")
AMERICAN = re.compile(
    r"\b\w*(?:neighbor|behavior|color(?!ado)|favor(?!ou)|(?<!ort)honor|center|fiber|labeled|labeling|"
    r"modeled|modeling|traveled|canceled|analyz|defense|(?:general|minim|maxim|optim|regular|normal"
    r"|initial|summar|penal|real|organ|factor|parametr|discret|central|equal|symmetr|visual|local"
    r"|random|person|emphas|recogn|standard|vector|util)iz)\w*",
    re.I,
)
TWICE = re.compile(r"\b([a-z]+)\s+\1\b", re.I)
NUMBERED = re.compile(
    r"\b(?:eq(?:uation|n|s)?\.?|formula|proposition|theorem|lemma|definition|algorithm|figure)s?"
    r"\s+\(?\d",
    re.I,
)
SAYS_WHOSE = re.compile(r"source|printed|paper|slides|note|\d{4}|\{cite", re.I)  # not ours


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a page as (number, words): without code, formulas, options, roles and links."""
    fences: list[tuple[str, str]] = []
    math, head = False, text.startswith("---\n")
    for number, line in enumerate(text.split("\n"), 1):
        if head:
            head = number == 1 or line != "---"
            continue
        fence = FENCE.match(line)
        if fences and line.strip() == fences[-1][0]:
            fences.pop()
        elif fence and not any(name in NO_PROSE for _, name in fences):
            name = fence[2] or ("code-block" if fence[1][0] == "`" else "")
            fences.append((fence[1], name))
            if name in TITLED or name.startswith("prf:"):
                yield number, plain(fence[4])
        elif line.count("$$") % 2:
            math = not math
        elif not (math or MARKUP.match(line) or any(name in NO_PROSE for _, name in fences)):
            yield number, plain(line)


def plain(line: str) -> str:
    """Words of a line; a formula or a name in code becomes one word."""
    line = re.sub(r"\$[^$]+\$", "X", line)
    line = ROLE.sub(lambda match: match[1] or "X", line)
    line = re.sub(r"`[^`]*`", "X", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    return re.sub(r"https?://\S+|\{[^}]*\}|[*_#>]", " ", line.replace("|", ";"))


def words(text: str) -> int:
    """Return the number of words in the prose of a page."""
    found = (word for _, line in prose(text) for word in re.findall(r"[^\W\d_][\w’'-]*", line))
    return sum(word != "X" for word in found)


def errors(text: str) -> Iterator[tuple[int, str]]:
    """Faults of a page as (line number, what is wrong)."""
    in_errata, raw = False, text.split("\n")
    for number, line in prose(text):
        source = raw[number - 1]
        if source.startswith("## "):
            in_errata = "Errata" in source
        for match in TWICE.finditer(line):
            if match[1] != "X" and match[1].lower() not in {"log", "had"}:
                yield number, f"{match[1]!r} stands twice"
        for match in AMERICAN.finditer(line):
            yield number, f"{match[0]!r} is American; we write British English"
        if not (in_errata or SAYS_WHOSE.search(source) or FENCE.match(source)):
            for match in NUMBERED.finditer(line):
                yield number, f"{match[0]!r}: cite the label, numbers move"


def long_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Sentences that may be too long, as (line number, number of words)."""
    for number, line in prose(text):
        for sentence in re.split(r"(?<=[.?!:;])\s", line):
            count = len(sentence.split())
            if count > LONGEST:
                yield number, count


def main() -> int:
    """Print what is wrong with each page of the book."""
    failed = False
    for path in sorted((ROOT / "book").glob("*.md")):
        text = path.read_text("utf-8")
        for number, problem in errors(text):
            failed = True
            print(f"{path.relative_to(ROOT)}:{number}: {problem}")
        for number, count in long_sentences(text):
            print(f"{path.relative_to(ROOT)}:{number}: warning: a sentence of {count} words")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
