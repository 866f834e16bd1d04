"""What belongs together stays in one line: a formula and the mark behind it, a number and its unit.

A browser may break a line on both sides of a formula or of code, so that a full stop begins the
next one and a bracket ends the last; and at the hyphen of a name. The rule is written into the
page: it holds without scripts and on paper.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

MATH = r'<span class="math notranslate[^"]*">\\\((?:(?!</span>).)*\\\)</span>'
NUMBER = r'(?:<span class="pasted-text">[^<]*</span>|(?<![\w.,])[+−-]?\d[\d.,]*)'
UNIT = r"(?:%²?|°C²?|ms|s|h|km|m|kB|MB|GB|dBm?|GHz|MHz|[MG]bit/s)(?![\w/])"
CODE = r'<code class="docutils literal notranslate"><span class="pre">[^<]{1,36}</span></code>'
TOGETHER = (
    rf"[(\[“]*{MATH}(?:[.,;:?!)\]”’…]+|[-‑]\w+[.,;:?!)]*|s\b)|[(\[“]+{MATH}"
    rf"|[(\[“]+{CODE}[.,;:?!)\]”’…]*|{CODE}[.,;:?!)\]”’…]+|[(\[“]+<code\b(?:(?!</code>).)*</code>"
    rf'|\([a-e]\)\s{MATH}[.,;:?!]*|<span class="pre">--[\w-]{{1,16}}</span>'
    rf"|{NUMBER} ± {NUMBER}(?: %)?|{NUMBER} {UNIT}|\(?{NUMBER}–{NUMBER}\)?"
    r"|\b(?:q-(?:FFL|FedAvg|FedSGD)|k-(?:DPPs?|norm))\b"
)
SPREAD = re.compile(r"± .*", re.DOTALL)
# Passed over as a whole: what is typed or drawn, formulas, and the inside of each tag.
OTHER = (
    r"<(?P<typed>pre|script|style|svg)\b.*?</(?P=typed)>"
    rf'|{MATH}|<div class="math.*?</div>'
    r"""|<(?:[^>"']|"[^"]*"|'[^']*')*>"""
)
PIECE = re.compile(f"(?P<kept>{TOGETHER})|{OTHER}", re.DOTALL)


def kept(html: str) -> str:
    """Text of a page with a span around whatever is not to be torn."""
    return PIECE.sub(_one, html)


def _one(found: re.Match[str]) -> str:
    return _held(SPREAD.sub(lambda pm: _held(pm[0]), found["kept"])) if found["kept"] else found[0]


def _held(html: str) -> str:
    return f'<span class="fl-keep">{html}</span>'


def show(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Keep together what a page says."""
    if context.get("body"):
        context["body"] = kept(context["body"])
