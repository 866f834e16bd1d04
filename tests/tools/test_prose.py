"""The text of the book: its length, its parts, its language, and the package that it teaches."""

import ast
import re

import jupytext
import prose
import pytest
from conftest import LECTURES, ROOT, STUDIES
from pybtex.database import parse_file

from flcourse import data, fedopt

BOOK = ROOT / "book"
PACKAGES = {"data": data, "fedopt": fedopt}  # what they offer stands in their __all__


def text(stem):
    return (BOOK / f"{stem}.md").read_text("utf-8")


def cells(path):
    """Code cells of a chapter or of an assignment's text."""
    notebook = jupytext.read(path, fmt="md:myst" if path.suffix == ".md" else "py:percent")
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("stem", LECTURES)
def test_a_chapter_has_2500_to_6500_words(stem):
    assert 2500 <= prose.words(text(stem)) <= 6500


@pytest.mark.parametrize("stem", STUDIES)
def test_a_study_is_short(stem):
    assert 1500 <= prose.words(text(stem)) <= 3000


@pytest.mark.parametrize("stem", LECTURES)
def test_a_chapter_has_its_parts(stem):
    page = text(stem)
    for part in (
        "} What you will be able to do",
        "\n## Exercises",
        "\n## Questions to think about",
        f"\n({stem}-errata)=\n## Errata",
        "\n## Summary",
        "\n## What to read next",
    ):
        assert page.count(part) == 1, part
    assert page.count("} Guess first") >= 3
    assert page.count("In code:") >= 10


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_an_exercise_has_a_level_and_a_solution(stem):
    page = text(stem)
    found = re.findall(r"\{exercise\} (.+)\n:label: (\S+)", page)
    least = 10 if stem in LECTURES else 4
    assert least <= len(found) <= 14
    assert [title for title, _ in found if not re.search(r" · (easy|medium|hard)$", title)] == []
    labels = [label for _, label in found]
    assert labels == re.findall(r"\{solution-start\} (\S+)", page)
    assert all(label.startswith(f"ex-{stem}-") for label in labels)


@pytest.mark.parametrize("stem", LECTURES)
def test_exercises_rise_in_three_levels_and_two_are_proofs(stem):
    found = re.findall(r"^```\{exercise\} ([^\n]+)\n(.*?)^```", text(stem), flags=re.M | re.S)
    levels = [title.rpartition(" · ")[2] for title, _ in found]
    assert levels == sorted(levels, key=["easy", "medium", "hard"].index)
    assert set(levels) == {"easy", "medium", "hard"}
    assert sum(bool(re.search(r"\b[Pp]rove|[Ss]how that", words)) for _, words in found) >= 2


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_a_figure_has_a_name_a_caption_and_words_for_those_who_cannot_see_it(stem):
    for cell in cells(BOOK / f"{stem}.md"):
        draws = re.search(r"plt\.(subplots|figure)\(", cell.source)
        if not draws:
            continue
        options = cell.metadata.get("mystnb", {})
        assert len(options.get("image", {}).get("alt", "")) >= 60, cell.source
        assert len(options["figure"]["caption"]) >= 30
        assert options["figure"]["name"].startswith("fig-")


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_a_chapter_opens_with_a_figure_has_a_schematic_and_something_to_move(stem):
    page = text(stem)
    opening = page[: page.index("} What you will be able to do")]
    assert f"name: fig-{stem}-question\n" in opening
    code = "\n".join(cell.source for cell in cells(BOOK / f"{stem}.md"))
    # The schematic of privacy is fig-privacy-masks: a graph of secrets.
    assert re.search(r"plots\.(schematic|server_round)\(", code) or stem == "privacy"
    assert "plots.slider(" in code


def test_figures_have_names_of_their_own():
    names = [
        cell.metadata["mystnb"]["figure"]["name"]
        for stem in [*LECTURES, *STUDIES]
        for cell in cells(BOOK / f"{stem}.md")
        if "figure" in cell.metadata.get("mystnb", {})
    ]
    assert len(names) == len(set(names))


def public():
    """Public functions and classes that are taught; what a function returns comes with it."""
    files = [p for p in (ROOT / "flcourse").glob("[a-z]*.py") if p.stem != "cli"]
    files += [p for name in PACKAGES for p in (ROOT / "flcourse" / name).glob("[a-z]*.py")]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    results = {
        node.returns.id
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name)
    }
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                package = PACKAGES.get(path.parent.name)
                offered = package is None or node.name in package.__all__
                if offered and not node.name.startswith("_") and node.name not in results:
                    yield f"{path.stem}.{node.name}"


def test_each_public_name_is_used_in_a_chapter_or_an_assignment():
    sources = [*BOOK.glob("*.md"), *(ROOT / "solutions").glob("*.py")]
    code = "\n".join(cell.source for path in sources for cell in cells(path))
    pages = "\n".join(path.read_text("utf-8") for path in BOOK.glob("*.md"))
    used = set(re.findall(r"\w+", code + "".join(re.findall(r"\{py:\w+\}`[^`]*`", pages))))
    assert {name for name in public() if name.split(".")[1] not in used} == set()


def test_the_lint_sees_faults_and_nothing_else():
    page = "---\nkey: the the\n---\nWe we minimize neighbor `color color`, see equation (3.1).\n"
    faults = [what for _, what in prose.errors(page)]
    assert len(faults) == 4
    right = "A $w$ $w$ neighbour, equation (3.1) of the source.\n```{code-cell}\nthe the\n```\n"
    assert list(prose.errors(right)) == []
    assert prose.words(right) == 6
    assert prose.words("$$x = 1$$\n$$\ny\n$$\nTwo words.\n") == 2
    long = "word " * (prose.LONGEST + 1) + ". " + "word " * 5
    assert [count for _, count in prose.long_sentences(long)] == [prose.LONGEST + 2]


def test_the_lint_says_where_to_read_aloud():
    page = (
        "Not so. It is. Try it. You will.\n"
        "Rows help. Rows cost. Rows matter to everybody who has few of them.\n"
        "Who reads sees more than that. Who reads this, and why? Here it is. There it was.\n"
    )
    assert [line for line, _ in prose.monotony(page)] == [1, 2]
    assert [line for line, _ in prose.translated(page)] == [3]


def test_each_work_in_the_bibliography_is_complete_and_cited():
    works = parse_file(str(BOOK / "references.bib")).entries
    pages = "\n".join(path.read_text("utf-8") for path in BOOK.glob("*.md"))
    roles = re.findall(r"\{cite:[pt]\}`([^`]+)`", pages)
    cited = {key.strip() for role in roles for key in role.split(",")}
    assert cited == set(works)
    lacking = {
        key
        for key, work in works.items()
        if not work.persons.get("author") or not {"title", "year"} <= set(work.fields)
    }
    assert lacking == set()
    # The text names authors and year: two works that agree in them have letters behind the year.
    named = [
        (authors[0], len(authors) > 2 or authors[1:], work.fields["year"])
        for work in works.values()
        for authors in [[" ".join(p.last_names) for p in work.persons["author"]]]
    ]
    assert [name for name in named if named.count(name) > 1] == []
