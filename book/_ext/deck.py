"""The slides of a chapter: `book/slides/<stem>.yml` chooses pictures, and words for each."""

import json
from pathlib import Path
from typing import Any

import keep
import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from sphinx.application import Sphinx

FOLDER = Path(__file__).resolve().parents[1] / "slides"
Slide = dict[str, Any]
MARK_UP = MarkdownIt().use(
    dollarmath_plugin,
    renderer=lambda content, options: f'<span class="math notranslate">\\({content}\\)</span>',
)


def stems() -> list[str]:
    """Names of the chapters that have slides."""
    return sorted(path.stem for path in FOLDER.glob("*.yml"))


def read(stem: str) -> list[Slide]:
    """Slides of a chapter: their title, what is said, and labels of what is shown."""
    plan: list[Slide] = yaml.safe_load((FOLDER / f"{stem}.yml").read_text("utf-8"))
    for slide in plan:
        shown = slide.get("show", [])
        slide["show"] = [shown] if isinstance(shown, str) else shown
    return plan


def depend(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let a chapter be written again when its slides have changed."""
    if Path(docname).name in stems():
        app.env.note_dependency(str(FOLDER / f"{Path(docname).name}.yml"))


def add_deck(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Put the choice at the end of its chapter, for `_static/slides.js` to read."""
    stem = Path(pagename).name
    if "body" not in context or stem not in stems():
        return
    plan = [
        {**slide, **{key: keep.kept(MARK_UP.renderInline(slide[key])) for key in ("title", "say")}}
        for slide in read(stem)
    ]
    text = json.dumps(plan, ensure_ascii=False).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" id="deck">{text}</script>'
