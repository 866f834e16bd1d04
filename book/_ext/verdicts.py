"""The page about the grading ends with what `make bank` found, assignment by assignment."""

from pathlib import Path

import contents
from sphinx.application import Sphinx

from flcourse.grading.authoring import verdict_page, verdicts

ROOT = Path(__file__).resolve().parents[2]
PAGE = "book/grading-report"


def stems() -> list[str]:
    """List the assignments with stored verdicts in the order of the book's chapters."""
    return [stem for stem in contents.pages() if verdicts.read(ROOT, stem)]


def write_report(app: Sphinx, docname: str, source: list[str]) -> None:
    """Append the results to the page's own text."""
    if docname == PAGE:
        for path in (ROOT / "solutions" / "bank" / "verdicts").glob("*.json"):
            app.env.note_dependency(str(path))
        source[0] += verdict_page.render(
            [verdicts.read(ROOT, stem) for stem in stems()], contents.names()
        )
