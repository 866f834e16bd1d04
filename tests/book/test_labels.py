"""Every label that code cites stands in the book, once, so that a hint never points nowhere."""

from collections import Counter
from pathlib import Path

import labels as labels_script
import pytest
from bs4 import BeautifulSoup

from flcourse.grading import labels
from flcourse.grading.labels import CITED, defined_in

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
# Lectures whose chapter is not written yet; a name leaves this list with its chapter.
TO_COME: set[str] = set()


def defined():
    """All labels of the book with the number of times that each is defined."""
    found = Counter()
    for page in BOOK.glob("*.md"):
        found.update(defined_in(page.read_text("utf-8")))
    return found


def lecture(path):
    """The lecture that a file belongs to, e.g. flcourse/engine/gtvmin_problem.py to gtvmin."""
    return path.stem.strip("_").split("_")[0]


def citing_files():
    return sorted([*(ROOT / "flcourse").rglob("*.py"), *(ROOT / "solutions").glob("*.py")])


def waits_for_chapter(path):
    # Losses, figures and data serve several lectures, some of which are still to come.
    shared = "data" in path.parts or path.stem in {"losses", "plots"}
    return lecture(path) in TO_COME or shared


@pytest.mark.parametrize("path", citing_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_labels_exist(path):
    cited = set(CITED.findall(path.read_text("utf-8"))) - {"eq-x"}  # of examples that fail
    missing = sorted(cited - set(defined()))
    if TO_COME and waits_for_chapter(path):
        missing = []
    assert not missing


def test_no_label_is_defined_twice():
    assert [label for label, times in defined().items() if times > 1] == []


def test_chapters_leave_the_list_when_they_are_written():
    assert [stem for stem in TO_COME if (BOOK / f"{stem}.md").exists()] == []


def test_the_pattern_finds_labels_and_nothing_else():
    text = "total variation (eq-total-variation) of prop-deviation, not pre-eq-x, seq-a or eq-"
    assert CITED.findall(text) == ["eq-total-variation", "prop-deviation"]
    page = "$$\na\n$$ (eq-one)\n\n```{math}\n:label: eq-two\n```\n(sec-three)=\n"
    assert list(defined_in(page)) == ["eq-one", "eq-two", "sec-three"]


def test_the_table_of_labels_is_that_of_the_chapters():
    assert labels.TABLE.read_text("utf-8") == labels_script.text(), "call tools/labels.py"
    cited = {label for page in BOOK.glob("*.md") for label in defined_in(page.read_text("utf-8"))}
    assert {label for label in cited if CITED.fullmatch(label)} == set(labels._table()["labels"])


def test_a_formula_in_a_list_ends_where_it_ends():
    text = "- so\n\n  $$\n  a\n  $$\n\n- by\n\n  $$\n  b\n  $$ (eq-b)\n\n$$\nc\n$$ (eq-c)\n"
    found = list(labels_script.statements(text))
    assert [(label, body.strip()) for _, label, _, body in found] == [("eq-b", "b"), ("eq-c", "c")]


def printed(page):
    """What a built page prints for its labels: numbers of formulas, captions of statements."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    for formula in soup.select("div.math[id^=equation-eq-]"):
        yield formula["id"].removeprefix("equation-"), formula.select_one(".eqno").get_text("")
    for proof in soup.select("div.proof[id]"):
        if caption := proof.select_one(".caption-number"):
            yield proof["id"], caption.get_text(" ", strip=True)


def test_the_book_prints_these_numbers_and_shows_the_labels(book):
    for stem in {row[0] for row in labels._table()["labels"].values()}:
        page = book / "book" / f"{stem}.html"
        found = dict(printed(page))
        for label in labels.of_page(stem):
            assert label.name in found[label.label], label
        shown = BeautifulSoup(page.read_text("utf-8"), "html.parser").select(".label-name")
        assert {tag.get_text() for tag in shown} == {one.label for one in labels.of_page(stem)}
