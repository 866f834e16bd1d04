"""One stem, five places: chapter, module, tests, solution text and released notebook."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
# Stems that live in fewer places by design: pages that teach no method of their own.
PAGES = {
    "index", "students", "instructors", "hub", "notation", "glossary", "errata", "grading-report",
    "api", "references", "capstone", "algorithms", "flights",
}  # fmt: skip
# Lectures that have no graded notebook yet; a name leaves this list with its assignment.
ASSIGNMENT_TO_COME: set[str] = set()
# Lectures without a graded notebook: what they teach needs a network, not a cell.
WITHOUT_NOTEBOOK = {"flower"}


def chapters():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    files = [toc["root"]]
    parts = toc.get("parts", [toc])
    files += [chapter["file"] for part in parts for chapter in part.get("chapters", [])]
    return [Path(file).stem for file in files]


def home(stem):
    """The module or package of a lecture."""
    package = ROOT / "flcourse" / stem / "__init__.py"
    return package if package.exists() else ROOT / "flcourse" / f"{stem}.py"


LECTURES = [stem for stem in chapters() if home(stem).exists()]


def test_every_chapter_is_a_page_or_a_lecture():
    assert set(chapters()) - PAGES <= set(LECTURES)


@pytest.mark.parametrize("stem", LECTURES)
def test_lecture_stands_in_its_places(stem):
    places = [f"book/{stem}.md", home(stem), f"tests/lectures/test_{stem}.py"]
    if stem not in ASSIGNMENT_TO_COME | WITHOUT_NOTEBOOK:
        places += [f"solutions/{stem}.py", f"exercises/{stem}/{stem}.ipynb"]
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_assignments_leave_the_list_when_they_are_written():
    written = {path.stem for path in (ROOT / "solutions").glob("*.py")}
    assert sorted((ASSIGNMENT_TO_COME | WITHOUT_NOTEBOOK) & written) == []


def test_every_released_notebook_has_its_source_text():
    released = {path.stem for path in (ROOT / "exercises").glob("*/*.ipynb")}
    written = {path.stem for path in (ROOT / "solutions").glob("*.py")}
    assert released == written
