"""The frame of reports and feedback: pages that open from a disk and ask nobody for anything.

What students wrote comes into a page through autoescape only; the page forbids itself scripts and
requests.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

__all__ = ["points", "render", "write"]

STYLE = """
:root { color-scheme: light dark; --line: #8888; --soft: #f0f1f3; --page: #ffffff;
  --text: #1b1d20; --ink: #00609c; --warm: #b34700; --found: #ffe2b8; }
@media (prefers-color-scheme: dark) { :root { --soft: #24272c; --page: #16181b;
  --text: #e8e8e8; --ink: #6cbdf0; --warm: #ffb454; --found: #5c4310; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: var(--page);
  color: var(--text); }
a { color: var(--ink); }
main { max-width: 70rem; margin: auto; padding: 1rem; }
p, li, dd { max-width: 45rem; overflow-wrap: anywhere; }
dt { font-weight: bold; } dd { margin: 0 0 .6rem 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
caption { text-align: left; font-weight: bold; padding: .3rem 0;
  white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem;
  border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; white-space: nowrap; }
td.message { min-width: 14rem; overflow-wrap: anywhere; }
.noise { border-left: .3rem solid var(--warm); padding-left: .8rem; }
svg { max-width: 100%; height: auto; }
svg .bar { fill: var(--ink); } svg text { fill: currentColor; font-size: 12px; }
svg line { stroke: currentColor; }
pre { background: var(--soft); padding: .6rem; margin: 0; white-space: pre-wrap;
  overflow-wrap: anywhere; font-size: .9rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; }
.pair h3 { margin: .3rem 0; overflow-wrap: anywhere; }
@media (max-width: 45rem) { .pair { grid-template-columns: 1fr; } }
mark { background: var(--found); color: inherit; border-bottom: 1px solid var(--warm);
  padding-bottom: .15em; }
details { margin: .6rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
"""
FRAME = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{{ title }}</title>
<style>{{ style }}</style>
</head>
<body>
<main>
<h1>{{ title }}</h1>
{% block body %}{% endblock %}
</main>
</body>
</html>
"""


def render(title: str, body: str, *, style: str = STYLE, **values: Any) -> str:
    """Return a page: ``body`` is a template, and all that comes into it is escaped.

    Examples
    --------
    >>> "<p>a &lt; b</p>" in render("Title", "<p>{{ text }}</p>", text="a < b")
    True
    """
    from jinja2 import DictLoader, Environment

    page = "{% extends 'frame' %}{% block body %}" + body + "{% endblock %}"
    loader = DictLoader({"frame": FRAME, "page": page})
    environment = Environment(autoescape=True, loader=loader, trim_blocks=True, lstrip_blocks=True)
    environment.filters["points"] = points
    return environment.get_template("page").render(title=title, style=style, **values)


def points(value: float | None) -> str:
    """Return points as a person reads them, a dash where there are none.

    Examples
    --------
    >>> points(2.5), points(0.0), points(None)
    ('2.5', '0', '–')
    """
    return "–" if value is None else f"{round(value, 3):g}"


def write(path: Path, text: str) -> Path:
    """Write a report whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_bytes(text.encode("utf-8"))
    fresh.replace(path)
    return path
