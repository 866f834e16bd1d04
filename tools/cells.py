"""Fit the code of the chapters into the page: `.venv/bin/python tools/cells.py [STEM...]`.

A page shows 72 columns without scrolling, on a small laptop and on paper. Only statements with a
longer line are touched: they go on in the next line behind a comma, below the bracket; where that
is no help, ruff breaks them; comments are wrapped, texts cut at a blank. What is still too long is
printed, to be mended by hand.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import textwrap
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 72
CELL = re.compile(
    r"^(?P<head>```\{code-cell\}[^\n]*\n(?:---\n.*?\n---\n|:\w[^\n]*\n)*\n?)(?P<code>.*?)(?=^```$)",
    re.M | re.S,
)
MAGIC = re.compile(r"^(?=%|!)", re.M)
LONE = re.compile(r"""^( *\w+ = )([fr]?(["']).+\3)$""", re.M)  # a text that gets brackets
HIDDEN = "#magic "  # commands of IPython, while others must read the code as Python
Token = tuple[str, tuple[int, int], tuple[int, int]]


def too_long(code: str) -> list[int]:
    """Numbers of the lines, from 0, that do not fit."""
    return [i for i, line in enumerate(code.split("\n")) if len(line) > WIDTH]


def fitted(code: str) -> str:
    """Code of a cell whose long statements are broken, as far as that can be done."""
    code = old = MAGIC.sub(HIDDEN, code)
    for step in (wrap_comments, fill, cut_texts, break_statements, fill, cut_texts):
        if too_long(code):
            code = step(code)
    try:
        same = meaning(code) == meaning(old)
    except SyntaxError:
        same = False
    return (code if same else old).replace(HIDDEN, "")


def meaning(code: str) -> str:
    """Syntax tree of some code as text, in which all white space of texts is alike."""
    return re.sub(r"(?:\\n| )+", " ", ast.dump(ast.parse(code)))


def fill(code: str) -> str:
    """Let long lines go on behind their last comma that fits, or at `for`, below their bracket."""
    lines, within = code.split("\n"), continued(code)
    for number in too_long(code):  # each adds lines, behind those that were there before
        lines[number] = "\n".join(broken(lines[number], number in within))
    return "\n".join(lines)


def continued(code: str) -> set[int]:
    """Numbers of the lines that begin inside brackets."""
    found, depth, line = set(), 0, 1
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.start[0] > line and depth:
                found |= set(range(line, token.start[0]))
            line = token.start[0]
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
    except (tokenize.TokenError, IndentationError):
        return set()
    return found


def broken(line: str, inside: bool) -> list[str]:
    """Lines in place of a long one; this one, if no comma is at the right place."""
    if len(line) <= WIDTH or line.lstrip().startswith(("#", '"""', "def ")):
        return [line]
    best: tuple[int, int] | None = None
    opened = [(len(line) - len(line.lstrip()), False)] if inside else []
    quote, loop = "", False  # a comprehension breaks before its `for`, not between its names
    for i, sign in enumerate(line[:WIDTH]):
        if quote:
            quote = "" if sign == quote and line[i - 1] != "\\" else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            index = sign == "[" and i > 0 and (line[i - 1].isalnum() or line[i - 1] in "_])")
            opened.append((i + 1, index))
        elif sign in ")]}" and opened:
            opened.pop()
        elif len(opened) != 1 or opened[0][1] or opened[0][0] >= 36:
            continue
        elif line.startswith(" for ", i) and i > opened[0][0]:
            best, loop = (i - 1, opened[0][0]), True
        elif sign == "," and not loop and line[i + 1 :].strip():
            best = i, opened[0][0]
    if best is None or (not inside and "), " in line[best[0] :] and ending(line, best[1]) == ","):
        return [line]
    return [line[: best[0] + 1], *broken(" " * best[1] + line[best[0] + 1 :].lstrip(), True)]


def ending(line: str, start: int) -> str:
    """Return the sign behind the bracket that was opened just before a place of a line."""
    depth = 1
    for i, sign in enumerate(line[start:], start):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            return line[i + 1 : i + 2]
    return ""


def break_statements(code: str) -> str:
    """Let ruff format the statements around long lines, from the last to the first."""
    for number in reversed(too_long(code)):
        if number < code.count("\n") + 1 and len(code.split("\n")[number]) > WIDTH:
            code = formatted(code, number + 1)
    return code


def formatted(code: str, number: int) -> str:
    """Code with the statement at one line formatted; a semicolon at its end stays."""
    silent = code.rstrip().endswith(";")
    line = code.split("\n")[number - 1]
    column = len(line) - len(line.lstrip()) + 1
    done = subprocess.run(
        [Path(sys.executable).parent / "ruff", "format", f"--line-length={WIDTH}",
         "--stdin-filename=a.py", f"--range={number}:{column}-{number}:{column + 1}", "-"],
        input=code, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        return code
    if silent and not done.stdout.rstrip().endswith(";"):
        return done.stdout.rstrip() + ";\n"
    return done.stdout


def wrap_comments(code: str) -> str:
    """Wrap long comments and docstrings; a comment behind a statement moves above it."""
    lines = []
    for line in code.split("\n"):
        if words := re.fullmatch(r'( +)"""(.+)"""', line):
            lines += textwrap.wrap(f'"""{words[2]}"""', WIDTH, initial_indent=words[1],
                                   subsequent_indent=words[1])  # fmt: skip
            continue
        found = re.match(r"(?P<before>(?:[^#'\"]|'[^']*'|\"[^\"]*\")*?)\s*# (?P<words>.*)$", line)
        if len(line) <= WIDTH or not found or line.startswith(HIDDEN):
            lines.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip()))
        lines += [
            f"{indent}# {part}" for part in textwrap.wrap(found["words"], WIDTH - 2 - len(indent))
        ]
        if found["before"].strip():
            lines.append(found["before"])
    return "\n".join(lines)


def texts(code: str) -> Iterator[tuple[Token, int]]:
    """Texts in the code with how deep they are in brackets; an f-string is one of them."""
    depth, opened = 0, []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        name = tokenize.tok_name[token.type]
        if name == "FSTRING_START":
            opened.append(token.start)
        elif name == "FSTRING_END":
            start = opened.pop()
            if not opened:
                yield (between(code, start, token.end), start, token.end), depth
        elif name == "STRING" and not opened:
            yield (token.string, token.start, token.end), depth
        elif name == "OP" and not opened:
            depth += (token.string in "([{") - (token.string in ")]}")


def between(code: str, start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return what stands between two places on one line."""
    line = code.split("\n")[start[0] - 1]
    return line[start[1] : end[1]] if start[0] == end[0] else ""


def cut_texts(code: str) -> str:
    """Cut texts that cross the edge, where brackets let them go on in the next line."""
    code = LONE.sub(lambda m: f"{m[1]}({m[2]})" if len(m[0]) > WIDTH else m[0], code)
    try:
        found = list(texts(code))
    except (tokenize.TokenError, IndentationError):
        return code
    lines = code.split("\n")
    for (text, start, end), depth in reversed(found):
        crosses = start[0] == end[0] and end[1] > WIDTH
        if depth and crosses and not text.rstrip("'\"").endswith('""'):
            parts = cut(text, WIDTH - start[1])
            if parts:
                line = lines[end[0] - 1]
                joined = ("\n" + " " * start[1]).join(parts)
                lines[end[0] - 1] = line[: start[1]] + joined + line[end[1] :]
    return "\n".join(lines)


def cut(text: str, room: int) -> tuple[str, str] | None:
    """Two texts in place of one, the first as long as it may be; None if no blank is right."""
    head = re.match(r"(?P<prefix>[A-Za-z]*)(?P<quote>'|\")", text)
    if not head or text.startswith(head[0] + head["quote"] * 2):
        return None
    places, depth = [], 0
    for i, sign in enumerate(text[:-1]):
        depth += (sign == "{") - (sign == "}") if "f" in head["prefix"] else 0
        if sign == " " and depth == 0 and len(head[0]) < i + 1 < len(text) - 2:
            places.append(i + 1)
    fits = [i for i in places if i + 1 <= room]
    if not fits or max(fits) < 12:
        return None
    at = max(fits)
    rest = text[at:-1]
    prefix = head["prefix"] if "{" in rest or "f" not in head["prefix"] else ""
    first = text[:at] + head["quote"]
    if "f" in head["prefix"] and "{" not in first:
        first = first.removeprefix(head["prefix"])
    return first, prefix + head["quote"] + rest + head["quote"]


def page(text: str) -> str:
    """Chapter whose cells fit."""
    return CELL.sub(lambda cell: cell["head"] + fitted(cell["code"]), text)


def main(stems: Sequence[str]) -> int:
    """Fit chapters; print what is left, and end with 1 if there is something."""
    left = 0
    for path in sorted((ROOT / "book").glob("*.md")):
        if stems and path.stem not in stems:
            continue
        old = path.read_text("utf-8")
        new = page(old)
        if new != old:
            path.write_text(new, "utf-8")
        for cell in CELL.finditer(new):
            first = new.count("\n", 0, cell.start("code")) + 1
            for number in too_long(cell["code"]):
                left += 1
                line = cell["code"].split("\n")[number]
                print(f"{path.relative_to(ROOT)}:{first + number}: {line}")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
