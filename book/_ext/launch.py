"""Take a chapter along: notebooks and the package beside the pages, and buttons that lead there."""

import sys
from html import escape
from pathlib import Path
from typing import Any

import deck
import nbformat
import plain
from sphinx.application import Sphinx

import flcourse

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from backend import make_wheel_in  # noqa: E402 - the scripts behind the Makefile are no package

FOLDER = "notebooks"


def has_cells(app: Sphinx, pagename: str) -> bool:
    """Whether a page is a chapter with code; the first page only shows some."""
    if pagename not in app.env.found_docs or Path(pagename).name == "index":
        return False
    return "{code-cell}" in Path(app.env.doc2path(pagename)).read_text("utf-8")


def add_buttons(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Add the menu of a chapter: its notebook, its slides, and services that the settings name."""
    if not has_cells(app, pagename):
        return
    stem, here = Path(pagename).name, context["pathto"]
    wheel = plain.WHEEL.format(flcourse.__version__)
    links = [
        ("Notebook (.ipynb)", "the chapter, for any Jupyter", here(f"{FOLDER}/{stem}.ipynb", 1)),
        ("Package (.whl)", "the code it imports: pip install it", here(f"{FOLDER}/{wheel}", 1)),
    ]
    if stem in deck.stems():
        links += [("Slides", "its pictures, for a lecture", f"{stem}.html?slides")]
    for name, to in app.config.flbook_launch.items():
        links += [(f"Open in {name}", "the notebook, run there", to.format(stem=stem))]
    context["header_buttons"].append({
        "type": "group", "tooltip": "Take this chapter along", "icon": "fas fa-download",
        "label": "take-along", "buttons": [
            {"type": "link", "url": url, "text": f"{escape(text)}<small>{what}</small>"}
            for text, what, url in links],
    })  # fmt: skip


def write_notebooks(app: Sphinx, exception: Exception | None) -> None:
    """Write the chapters as notebooks, and the package that they need, after a good build."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    for pagename in app.env.found_docs:
        if has_cells(app, pagename):
            stem = Path(pagename).name
            made = plain.convert(stem, flcourse.__version__, Path(app.outdir).parent)
            nbformat.write(made, folder / f"{stem}.ipynb")
    make_wheel_in(folder)
