"""Lint the prose of the book: `python tools/prose.py`; standard library only.

Errors: a word written twice, a printed number where a label belongs, American spelling. Warnings
say where to read aloud: a sentence of more than LONGEST words, a run of very short ones, three that
open alike, and turns of phrase that are translated rather than English. They are no judge.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 50
SHORT, RUN, SAME = 5, 4, 3  # words of a short sentence; such in a row; openings in a row
OPENS_OFTEN = {"X", "The", "A", "It", "In", "If", "For"}  # as sentences do
TRANSLATED = re.compile(
    r"(?:^|[.!:;] )Who \w+s\b[^?.]*[.]|\bin the following\b|\bas is well known\b|\bso to speak\b"
    r"|\bresp\.|\bmake an experience\b|\bon the one hand\b(?!.*\bother\b)|\bthe both\b"
    r"|\bsince (?:two|three|many) (?:years|rounds)\b|\ballows? to \w+\b|\bhas to be mentioned\b"
)
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


def monotony(text: str) -> Iterator[tuple[int, str]]:
    """Find runs of short sentences, and of like openings, as (line number, what is there)."""
    for number, line in prose(text):
        if ";" in line[:2]:  # a row of a table
            continue
        sentences = [words for part in re.split(r"(?<=[.?!])\s+", line) if (words := part.split())]
        for start in range(len(sentences)):
            some = sentences[start : start + RUN]
            if len(some) == RUN and all(len(sentence) <= SHORT for sentence in some):
                words = " ".join(" ".join(sentence) for sentence in some)
                yield number, f"{RUN} short sentences in a row: {words!r}"
                break
        for start in range(len(sentences) - SAME + 1):
            first = {words[0] for words in sentences[start : start + SAME]}
            if len(first) == 1 and not first <= OPENS_OFTEN:
                yield number, f"{SAME} sentences open with {first.pop()!r}"
                break


def translated(text: str) -> Iterator[tuple[int, str]]:
    """Find turns of phrase that were thought in another language, as (line number, words)."""
    for number, line in prose(text):
        for match in TRANSLATED.finditer(line):
            yield number, f"{match[0].strip(' .!:;')[:60]!r} reads as translated"


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
        for number, problem in (*monotony(text), *translated(text)):
            print(f"{path.relative_to(ROOT)}:{number}: warning: {problem}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
