"""What belongs together stays in one line: a formula and the mark behind it, a number and its unit.

A browser may break a line on both sides of a formula, so that a full stop begins the next one; at
the hyphen of a name; and between a bracket and the code behind it. The rule is written into the
page: it holds without scripts and on paper.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

MATH = r'<span class="math notranslate[^"]*">\\\((?:(?!</span>).)*\\\)</span>'
NUMBER = r'(?:<span class="pasted-text">[^<]*</span>|(?<![\w.,])[+−-]?\d[\d.,]*)'
TOGETHER = (
    rf"[(\[“]*{MATH}(?:[.,;:?!)\]”’…]+|[-‑]\w+[.,;:?!)]*|s\b)|[(\[“]+{MATH}"
    rf"|{NUMBER} ± {NUMBER}(?: %)?|{NUMBER} %|\(?{NUMBER}–{NUMBER}\)?|\b(?:q-FFL|k-DPPs?)\b"
    rf"|\([a-e]\)\s{MATH}[.,;:?!]*|[(\[“]+<code\b(?:(?!</code>).)*</code>"
)
# Passed over as a whole: what is typed or drawn, displayed formulas, and the inside of each tag.
OTHER = (
    r"<(?P<typed>pre|script|style|svg)\b.*?</(?P=typed)>"
    r"""|<div class="math.*?</div>|<(?:[^>"']|"[^"]*"|'[^']*')*>"""
)
PIECE = re.compile(f"(?P<kept>{TOGETHER})|{OTHER}", re.DOTALL)


def kept(html: str) -> str:
    """Text of a page with a span around whatever is not to be torn."""
    return PIECE.sub(_one, html)


def _one(found: re.Match[str]) -> str:
    return f'<span class="fl-keep">{found["kept"]}</span>' if found["kept"] else found[0]


def show(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Keep together what a page says."""
    if context.get("body"):
        context["body"] = kept(context["body"])
