"""Markdown of students as HTML that does nothing: no HTML of their own, formulas as MathML.

MathML needs no script and no other machine: browsers draw it. Feedback pages are made with this,
and, with one line in ``nbgrader_config.py``, the pages of formgrader and nbgrader's own feedback,
which would otherwise ask another machine for MathJax.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["render", "render_line"]

LONGEST = 100_000  # characters that are read as Markdown: more than anybody writes
MOST_CELLS = 20_000  # of the tables of a text, else they stay as they were written
# A macro `mathjax` without a script, found before nbconvert's.
TEMPLATES = Path(__file__).resolve().parent / "templates"


def configure(c: Any) -> None:
    """Let nbgrader render Markdown with `render`, and ask nobody for MathJax.

    Parameters
    ----------
    c : traitlets.config.Config
        What ``get_config()`` gives in ``nbgrader_config.py``.
    """
    import nbgrader

    stock = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"
    c.HTMLExporter.extra_template_basedirs = [str(TEMPLATES), str(stock)]
    c.HTMLExporter.filters = {"markdown2html": render}


def render(source: str) -> Any:
    r"""Render a student's text: no HTML, no links out, no pictures; formulas as MathML.

    Parameters
    ----------
    source : str
        Markdown, as it was written or as `flcourse.grading.official.result.harmless` has left it.

    Examples
    --------
    >>> print(render("*yes* <b>, `a &lt; b`"))
    <p><em>yes</em> &lt;b&gt;, <code>a &lt; b</code></p>
    <BLANKLINE>
    """
    from markupsafe import Markup

    plain = source.replace("&lt;", "<")
    if len(source) > LONGEST:
        return Markup("<pre>{}</pre>\n").format(plain)
    return Markup(_reader(tables=_cells_of_tables(source) <= MOST_CELLS).render(plain))


def render_line(source: str) -> Any:
    r"""Render a line, such as a title, without a paragraph around it.

    Examples
    --------
    >>> print(render_line("a < b, *always*"))
    a &lt; b, <em>always</em>
    """
    from markupsafe import Markup

    return Markup(_reader(tables=False).renderInline(source))


def _reader(*, tables: bool) -> Any:
    """Return what reads Markdown as `render` promises."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    reader = MarkdownIt("commonmark", {"html": False})
    if tables:
        reader.enable("table")
    reader.disable(["image", "link", "autolink", "reference"])
    reader.use(dollarmath_plugin, renderer=_formula, double_inline=True)
    return reader


def _cells_of_tables(source: str) -> int:
    """Return how many cells a text can have in its tables: each row is as wide as the widest."""
    lines = source.splitlines()
    return len(lines) * max((line.count("|") for line in lines), default=0)


def _formula(source: str, options: Mapping[str, Any]) -> str:
    """Return a formula as MathML, or as it was written if it cannot be read."""
    from latex2mathml.converter import convert

    try:
        display = "block" if options.get("display_mode") else "inline"
        return _mathml_only(convert(source, display=display))
    except Exception:
        return f"<code>{html.escape(source)}</code>"


def _mathml_only(text: str) -> str:
    """Refuse what is not a tree of MathML elements without links and handlers."""
    from xml.etree import ElementTree

    if "<!" in text or "<?" in text:
        raise ValueError("text must be plain MathML")
    root = ElementTree.fromstring(text)
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        plain = re.fullmatch(r"m[a-z]+", name) is not None and name != "maction"
        bad = [key for key in element.attrib if key.lower().startswith("on") or "href" in key]
        if not plain or bad:
            raise ValueError(f"text must be plain MathML, got {name}")
    return text
