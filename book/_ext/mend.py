"""Repair in the finished pages what the theme and the extensions get wrong.

Each repair is one replacement in the HTML text; test_browser.py finds out when a new version
of the theme needs another one.
"""

import re

REPAIRS = [
    # A control's name must contain the words that stand on it.
    (r'(<button class="btn search-button-field[^>]*?) aria-label="Search"', r"\1"),
    (r'(<button [^>]*theme-switch-button[^>]*) aria-label="Color mode"', r"\1"),
    (r'<summary aria-label="Toggle hidden content">', "<summary>"),
    # Everything on a page belongs to a landmark.
    (r'<div (class="sidebar-primary-item">\s*<a class="navbar-brand logo")',
     r'<div role="region" aria-label="Book title" \1'),
    # A list of sources needs items; docutils gives each entry a role that nothing allows.
    (r'(<div class="citation" id="[^"]*") role="doc-biblioentry"', r'\1 role="listitem"'),
]  # fmt: skip


def mend(html):
    """Page with every repair made."""
    for pattern, better in REPAIRS:
        html = re.sub(pattern, better, html)
    return html


def mend_every_page(app):
    """Let each page pass through `mend` on its way to the disk."""
    if app.builder.format == "html":
        render = app.builder.templates.render
        app.builder.templates.render = lambda *args: mend(render(*args))


def drop_thebe(app, pagename, templatename, context, doctree):
    """Take out thebe: nothing here starts it, it names a foreign host, and it is declared twice."""
    context["script_files"] = [
        script for script in context["script_files"] if "thebe" not in str(script).lower()
        and "THEBE" not in str(getattr(script, "attributes", ""))
    ]  # fmt: skip
    context["css_files"] = [css for css in context["css_files"] if "thebe" not in str(css)]
