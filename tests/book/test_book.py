"""The built book: whole, self-contained, readable by all, and not built again for nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
from types import SimpleNamespace
from urllib.parse import unquote, urldefrag, urlsplit

import nbformat
import pytest
from bs4 import BeautifulSoup
from conftest import CHAPTERS, LECTURES, PAGES, ROOT, STUDIES, run_book
from nbclient import NotebookClient

import book as book_script

sys.path.insert(0, str(ROOT / "book" / "_ext"))
import deck
import launch
import measured
import mend
import minutes
import moved
import plain
import reference
import rerun

pytestmark = pytest.mark.slow
# Places where a page can name a file that the browser then fetches by itself.
FETCHED = [
    ("script", "src"), ("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"),
    ("video", "src"), ("audio", "src"), ("iframe", "src"), ("embed", "src"), ("object", "data"),
    ("use", "href"), ("image", "href"), ("link", "href"),
]  # fmt: skip
CSS_ADDRESS = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")


# To the first page, and from old addresses to new ones.
LEADING_ON = {"index.html", *(f"{name}.html" for name in moved.MOVED)}


@pytest.fixture(scope="session")
def soups(book):
    """Every page of the book, parsed."""
    return {
        path.relative_to(book).as_posix(): BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(book.rglob("*.html"))
        if "_static" not in path.parts
    }


def is_foreign(address):
    return bool(re.match(r"(?:[a-z][a-z+.-]*:)?//", address))


def test_every_chapter_became_a_page(soups):
    assert sorted(soups) == sorted([*PAGES, *LEADING_ON])


def test_build_has_no_warnings(book):
    run_book("build")
    log = book_script.LOG.read_text("utf-8")
    assert "build succeeded." in log
    assert [line for line in log.splitlines() if re.search(r"WARNING:|ERROR:", line)] == []


def test_links_and_anchors_resolve(soups, book):
    anchors = {
        name: {tag[key] for key in ("id", "name") for tag in soup.find_all(attrs={key: True})}
        for name, soup in soups.items()
    }
    broken = []
    for name, soup in soups.items():
        for tag in soup.find_all("a", href=True):
            address, anchor = map(unquote, urldefrag(tag["href"]))
            if urlsplit(address).scheme or is_foreign(address):
                continue
            address = urlsplit(address).path
            target = (book / name).parent / address if address else book / name
            page = target.resolve().relative_to(book.resolve()).as_posix()
            if not target.is_file() or (anchor and anchor not in anchors.get(page, {anchor})):
                broken.append((name, tag["href"]))
    assert broken == []


def test_pages_fetch_nothing_from_elsewhere(soups, book):
    foreign = [
        (name, tag[attribute])
        for name, soup in soups.items()
        for kind, attribute in FETCHED
        for tag in soup.find_all(kind, attrs={attribute: True})
        if is_foreign(tag[attribute]) and "canonical" not in tag.get("rel", [])
    ]
    styles = {
        name: "\n".join(
            [*(tag.get_text() for tag in soup.find_all("style"))]
            + [tag["style"] for tag in soup.find_all(attrs={"style": True})]
        )
        for name, soup in soups.items()
    }
    styles |= {path: path.read_text("utf-8") for path in book.rglob("*.css")}
    for name, text in styles.items():
        for match in CSS_ADDRESS.finditer(text):
            address = match[1] or match[2]
            if is_foreign(address):
                foreign.append((name, address))
    assert foreign == []


def test_files_that_pages_and_styles_name_are_there(soups, book):
    named = [
        (name, (book / name).parent / urlsplit(unquote(tag[attribute])).path)
        for name, soup in soups.items()
        for kind, attribute in FETCHED
        for tag in soup.find_all(kind, attrs={attribute: True})
        if not urlsplit(tag[attribute]).scheme
    ]
    for path in book.rglob("*.css"):
        for match in CSS_ADDRESS.finditer(path.read_text("utf-8")):
            address = match[1] or match[2]
            if not address.startswith(("data:", "#")):
                named.append((path.name, path.parent / urlsplit(address).path))
    assert [(name, str(target)) for name, target in named if not target.exists()] == []


def test_pictures_say_in_words_what_they_show(soups):
    mute = [
        (name, tag.get("src", "")[:80], tag.get("alt"))
        for name, soup in soups.items()
        for tag in soup.select("main img, article img")
        if len(tag.get("alt") or "") < 15 or re.search(r"_images|\.(png|svg)", tag["alt"])
    ]
    assert mute == []


def test_references_to_formulas_became_numbers(soups):
    unresolved = [
        (name, tag.get_text())
        for name, soup in soups.items()
        for tag in soup.select("main :is(.eq, .xref, .problematic, .system-message)")
        if tag.name != "code" and not tag.find_parent("a")
    ]
    assert unresolved == []
    cited = re.compile(r"\{(eq|prf:ref|numref|ref|exr:ref)\}`|:eq:`")
    raw = [
        name
        for name, soup in soups.items()
        for article in soup.select("main article")
        if any(cited.search(text) for text in article.stripped_strings)
    ]
    assert raw == []


def executed(book):
    """Cells of all chapters as they were executed, with the chapter's name."""
    for chapter in CHAPTERS:
        path = book.parent / "jupyter_execute" / f"{chapter}.ipynb"
        if path.exists():
            notebook = json.loads(path.read_text("utf-8"))
            yield from ((chapter, c) for c in notebook["cells"] if c["cell_type"] == "code")


def test_every_cell_was_executed_without_an_error(book):
    cells = list(executed(book))
    assert {name for name, _ in cells} >= {"book/graph", "book/gtvmin"}
    skipped = [(name, cell["source"][:2]) for name, cell in cells if not cell["execution_count"]]
    assert skipped == []
    errors = [
        (name, output)
        for name, cell in cells
        for output in cell["outputs"]
        if output["output_type"] == "error" or output.get("name") == "stderr"
    ]
    assert errors == []


PRACTICE = re.compile(r"^practice\((\w+),(?=.*\Z)", re.M | re.S)


def tried(book):
    """What each check of an exercise said: (chapter, name of the check) to a list of lines."""
    said = {}
    for chapter, cell in executed(book):
        last = PRACTICE.search("".join(cell["source"]))
        if last:
            text = "".join(cell["outputs"][-1]["data"]["text/plain"])  # prints may come first
            said.setdefault((chapter, last[1]), []).append(text.split(":")[0])
    return said


def test_each_check_rejects_a_blank_and_accepts_the_solution(book):
    said = tried(book)
    wrong = {key: lines for key, lines in said.items() if lines != ["Not answered yet", "Right."]}
    assert wrong == {
        ("book/index", "check_mean"): ["Not yet. mean of 1, 2, 3 and 4"]
    }  # it shows one


def printed(cell):
    """What a cell printed, a text for each uninterrupted piece."""
    joined = ({**out, "text": "".join(out["text"])} if "text" in out else out
              for out in cell["outputs"])  # fmt: skip
    return [output["text"] for output in mend.merged(list(joined)) if "text" in output]


def test_pages_show_what_cells_printed_line_by_line(book, soups):
    # A program that flushes in the middle of a line sends it in pieces.
    told = {}
    for chapter, cell in executed(book):
        told.setdefault(chapter, []).extend(text.rstrip("\n") for text in printed(cell))
    for chapter, texts in told.items():
        pieces = soups[f"{chapter}.html"].select("div.output.stream pre")
        assert [piece.get_text().rstrip("\n") for piece in pieces] == texts, chapter


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_measured_numbers_are_on_the_page_and_in_the_notebook(book, soups, stem):
    page = (ROOT / "book" / f"{stem}.md").read_text("utf-8")
    asked = re.findall(r"\{value\}`[^`]+`", page)
    shown = [tag.get_text() for tag in soups[f"book/{stem}.html"].select("span.pasted-text")]
    assert len(shown) == len(asked)
    assert all(shown)
    found = measured.values(stem, book.parent)
    assert set(shown) == set(found.values())
    notebook = nbformat.read(book / "notebooks" / f"{stem}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert [number for number in found.values() if number not in text] == []
    assert [role for role in asked if f"`{measured.parts(role[8:-1])[0]}`" in text] == []


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_at_least_three_exercises_of_a_chapter_answer_back(book, stem):
    checks = {name for chapter, name in tried(book) if chapter == f"book/{stem}"}
    written = set(
        re.findall(r"^def (check_\w+)", (ROOT / f"book/{stem}.md").read_text("utf-8"), re.M)
    )
    assert checks == written
    assert len(checks) >= 3


def test_an_unchanged_book_is_not_built_again(book, tmp_path, monkeypatch):
    assert "The book is up to date" in run_book("build")
    # Sphinx itself looks for changes, in a copy: the other worker reads these pages.
    copy = shutil.copytree(book.parent, tmp_path / "_build", symlinks=True)
    monkeypatch.setattr(book_script, "BUILD", copy)
    monkeypatch.setattr(book_script, "LOG", copy / "book.log")
    made = [*copy.glob("html/**/*.html"), *copy.glob("jupyter_execute/**/*.ipynb")]
    before = {path: path.stat().st_mtime_ns for path in made}
    book_script.sphinx([])
    log = book_script.LOG.read_text("utf-8")
    assert "0 added, 0 changed, 0 removed" in log
    assert "Executing notebook" not in log
    assert len(before) > 2 * len(LECTURES)
    assert {path: path.stat().st_mtime_ns for path in made} == before


FOLDED = re.compile(r"```\{code-cell\}[^\n]*\n:tags: \[hide-input\]\n(.*?)```", re.S)


def test_what_is_folded_without_a_name_of_its_own_is_a_check():
    # _config.yml calls it "The check (…)".
    cells = [cell for path in (ROOT / "book").glob("*.md")
             for cell in FOLDED.findall(path.read_text("utf-8"))]  # fmt: skip
    assert len(cells) > 90
    assert [cell for cell in cells if not re.search("^def check_", cell, re.M)] == []


def test_a_chapter_depends_on_the_modules_that_it_imports():
    code = "%matplotlib inline\nfrom flcourse import gtvmin\n"
    head = "---\nkernelspec: {name: python3, display_name: x}\n---\n"
    cells = rerun.cells(head + "```{code-cell}\n:tags: [hide-input]\n" + code + "```\n")
    names = {path.name for path in rerun.dependencies(cells)}
    assert {"__init__.py", "gtvmin.py", "gtvmin_problem.py", "graph.py", "_require.py"} <= names
    assert not {"dpp.py", "commands.py", "checks.py"} & names
    tried = rerun.dependencies("from flcourse.grading.checks import close")
    assert {path.name for path in tried} == {
        "__init__.py",
        "assignment.py",
        "checks.py",
        "codec.py",
        "instances.py",
        "labels.py",
        "notebook.py",
        "origins.py",
        "own_data.py",
        "predictions.py",
        "progress.py",
        "script.py",
    }
    everything = rerun.dependencies("import flcourse")
    assert {"dpp.py", "commands.py", "checks.py"} <= {path.name for path in everything}
    assert rerun.dependencies("import numpy") == []


def test_a_new_line_in_the_package_is_a_new_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(rerun, "ROOT", tmp_path)
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    before = rerun.digest([file])
    assert rerun.digest([file]) == before
    file.write_text("x = 2\n")
    assert rerun.digest([file]) != before


def test_attributes_and_properties_are_not_torn(soups):
    lines = ["A.", "", "Attributes", "----------", "x, y : int", "    Both.", "z : str", "    One."]
    reference.one_by_one(None, "class", None, None, None, lines)
    assert lines[4:] == ["x : int", "    Both.", "y : int", "    Both.", "z : str", "    One."]
    lines = ["the mean.", "", ":type: Estimates"]
    reference.whole_sentence(None, "property", None, None, None, lines)
    assert lines == ["Estimates: the mean.", ""]
    page = soups["book/api.html"].find("article").text
    assert "train ((k,) array)" in page
    assert "validation (train,)" not in page
    assert "Type:" not in page


def test_labels_in_docstrings_become_links(monkeypatch):
    monkeypatch.setattr(reference, "defined_labels", lambda: {"eq-a", "thm-b"})
    lines = ["Sum (eq-a).", "By thm-b, not eq-c or pre-eq-a.", "|x| but ``|y| eq-a``"]
    lines += [">>> see()", "see eq-a", "", "eq-a::", "", "  eq-a", "", "eq-a"]
    reference.link_labels(None, None, None, None, None, lines)
    assert lines == [
        "Sum :eq:`eq-a`.",
        "By :prf:ref:`thm-b`, not eq-c or pre-eq-a.",
        r"\|x\| but ``|y| eq-a``",
        ">>> see()",
        "see eq-a",
        "",
        ":eq:`eq-a`::",
        "",
        "  eq-a",
        "",
        ":eq:`eq-a`",
    ]


def words(element):
    return " ".join(element.get_text().split())


def test_the_list_of_sources_names_each_as_it_is_cited(soups):
    """A reader of the printed book looks up "Li et al., 2020a" under these very words."""
    entries = soups["book/references.html"].select("div.citation")
    labels = {entry["id"]: words(entry.select_one(".label")).strip("[]") for entry in entries}
    assert len(set(labels.values())) == len(entries)
    cited = {
        (link["href"].partition("#")[2], words(link))
        for soup in soups.values()
        for link in soup.select(".bibtex-citation a")
    }
    assert {entry for entry, _ in cited} == labels.keys()
    # In a sentence the names stand before the link: "Li et al. [2020a]".
    wrong = [
        (text, labels[entry]) for entry, text in cited
        if labels[entry] not in (text, labels[entry].rpartition(", ")[0] + f", {text}")
    ]  # fmt: skip
    assert wrong == []


def test_what_theme_and_extensions_get_wrong_is_mended(soups):
    # Each line looks for what stands on every page (or on the page of sources) and for its fault.
    for name, soup in soups.items():
        if name in LEADING_ON:
            continue
        assert "THEBE" not in str(soup)
        for button in soup.select("button.search-button-field, button.theme-switch-button"):
            assert not button.has_attr("aria-label"), name  # a name must hold the words on it
            spoken = [icon.get("aria-label", "") for icon in button.select(".theme-switch")]
            assert all(one.startswith("Colours: ") for one in spoken), name
        assert "Color mode" not in str(soup), name  # the tooltip, in our spelling
        assert soup.select("button.search-button-field"), name
        assert soup.select("button.theme-switch-button"), name
        assert soup.select('[role="region"][aria-label="Book title"] > a.navbar-brand'), name
        assert not soup.select("summary[aria-label]"), name
    entries = soups["book/references.html"].select("div.citation")
    assert {entry["role"] for entry in entries} == {"listitem"}
    assert {entry.parent["role"] for entry in entries} == {"list"}


def test_a_chapter_becomes_a_plain_notebook(tmp_path):
    text = plain.markdown(
        "(sec-a)=\n## A section\n"
        ":::{admonition} Guess first\n:class: tip\n\nWhat is {eq}`eq-a`?\n:::\n"
        "$$\na\n$$ (eq-a)\n\n:::{dropdown} Hint\nSee {doc}`here <graph>`, {py:func}`f.g`.\n:::"
    )
    assert "**Guess first**" in text
    assert "What is (eq-a)?" in text
    assert "$$\na\n\\tag{eq-a}\n$$" in text
    assert "<summary>Hint</summary>\nSee here, `f.g`.\n\n</details>" in text
    label, title = next((k, v) for k, v in plain.titles().items() if k.startswith("ex-graph-"))
    assert plain.markdown(f"```{{solution-start}} {label}\n```") == f"#### Solution: {title}"
    assert plain.main([str(tmp_path), "no-such-chapter"]) == 1
    assert plain.main([str(tmp_path), "graph"]) == 0
    own = tmp_path / "graph.ipynb"
    own.write_text("my answers")
    assert plain.main([str(tmp_path), "graph"]) == 0
    assert own.read_text() == "my answers"


def test_notebooks_of_all_chapters_are_plain(book):
    made = sorted((book / "notebooks").glob("*.ipynb"))
    assert {path.stem for path in made} >= set(LECTURES)
    for path in made:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        assert re.findall(r"\{[\w:]+\}`[^`]*`|^:::.*|^```\{.*", text, re.M) == [], path.stem
        assert not any(cell.get("outputs") for cell in cells)


def test_a_notebook_runs_where_only_the_package_is_installed(book, tmp_path):
    # The wheel goes to a folder of its own, away from this repository, and so does the notebook.
    (wheel,) = (book / "notebooks").glob("*.whl")
    site, place = tmp_path / "site", tmp_path / "elsewhere"
    place.mkdir()
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site]
    subprocess.run([sys.executable, *install, wheel], check=True)
    notebook = nbformat.read(book / "notebooks" / "graph.ipynb", as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell("print(flcourse.__file__)"))
    around = {k: v for k, v in os.environ.items() if not k.startswith("FLCOURSE_")}
    around["PYTHONPATH"] = str(site)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": place}}).execute(
        env=around
    )
    assert notebook.cells[-1].outputs[0].text.startswith(str(site))


@pytest.mark.parametrize(
    ("addresses", "wanted"),
    [({}, []), ({"our hub": "https://hub.example/{stem}"}, ["https://hub.example/gtvmin"])],
)
def test_launch_buttons_are_there_where_an_address_is(addresses, wanted):
    chapter = str(ROOT / "book" / "gtvmin.md")
    app = SimpleNamespace(
        env=SimpleNamespace(found_docs={"book/gtvmin"}, doc2path=lambda name: chapter),
        config=SimpleNamespace(flbook_launch=addresses),
    )
    context = {"header_buttons": [], "pathto": lambda name, _: f"../{name}"}
    launch.add_buttons(app, "book/gtvmin", "page.html", context, None)
    (menu,) = context["header_buttons"]
    links = [button["url"] for button in menu["buttons"]]
    assert links[0] == "../notebooks/gtvmin.ipynb"
    assert [link for link in links if link.startswith("https:")] == wanted


def shown(article, name):
    """What a slide shows, found as `_static/slides.js` does."""
    if name.startswith("code: "):
        cells = article.select(".cell")
        return next((cell for cell in cells if name.removeprefix("code: ") in cell.text), None)
    for key in (name, f"equation-{name}"):
        if found := article.find(id=key):
            return found
    return article.select_one(name)


def test_every_lecture_has_slides():
    assert set(deck.stems()) == set(LECTURES)


@pytest.mark.parametrize("stem", LECTURES)
def test_slides_show_what_is_in_the_chapter(soups, stem):
    article = soups[f"book/{stem}.html"].find("article", class_="bd-article")
    plan = deck.read(stem)
    assert [n for slide in plan for n in slide["show"] if shown(article, n) is None] == []
    assert [slide["title"] for slide in plan if not 5 <= len(slide["say"].split()) <= 45] == []
    assert [slide["title"] for slide in plan if len(slide["show"]) > 2] == []
    assert len({slide["title"] for slide in plan}) == len(plan)


def test_cards_lead_to_all_chapters_and_say_how_long_they_take(soups):
    cards = {
        card.a["href"]: card for card in soups["book/index.html"].select(".fl-cards > .fl-card")
    }
    assert set(cards) == {f"{stem}.html" for stem in [*LECTURES, *STUDIES, "capstone"]}
    for stem in [*LECTURES, *STUDIES]:
        card = cards[f"{stem}.html"]
        assert card.img["alt"]
        text = (ROOT / f"book/{stem}.md").read_text("utf-8")
        said = str(minutes.times(text))
        assert said in card.text
        assert f"Time: {said}" in soups[f"book/{stem}.html"].find("article").text
    drawn = ROOT / "book" / cards["capstone.html"].img["src"].removeprefix("../")
    assert drawn.is_file()


def test_the_index_knows_the_words_of_the_glossary(soups):
    links = soups["genindex.html"].select(".genindextable a")
    found = {link.text: link["href"] for link in links if "glossary.html#" in link["href"]}
    assert len(found) > 60
    page = soups["book/glossary.html"]
    assert [word for word, there in found.items() if not page.find(id=there.split("#")[1])] == []
    assert {"Laplacian", "batch", "epoch"} <= set(found)


def test_letters_lead_to_the_first_word_of_each_in_the_glossary(soups):
    page = soups["book/glossary.html"]
    cells = [row.td for row in page.select("table tbody tr")]
    first = {}
    for cell in cells:
        first.setdefault(cell.text.strip()[0].upper(), cell)
    links = page.select(".fl-letters a")
    assert [link.text for link in links] == list(first) == sorted(first)
    assert len(links) > 15
    for link in links:
        assert first[link.text].find(id=link["href"].removeprefix("#")), link.text


def test_no_output_has_more_digits_than_tell_something(soups):
    pages = [f"book/{stem}.html" for stem in [*LECTURES, *STUDIES]]
    printed = {
        (page, text)
        for page in pages
        for output in soups[page].select("div.cell_output pre")
        for text in re.findall(r"\d\.\d{13,}", output.text)
    }
    assert printed == set()


def test_links_do_not_begin_with_a_space(soups):
    pages = [f"book/{stem}.html" for stem in [*LECTURES, *STUDIES]]
    links = [link for page in pages for link in soups[page].select(".solution .admonition-title a")]
    assert len(links) > 100
    assert [link.text for link in links if link.text.startswith(" ")] == []


def test_time_is_measured_by_the_rule():
    text = "---\na\n---\n" + "word " * 1300 + "\n$$\nx\n$$\n```{code-cell}\n1\n```\n"
    assert minutes.times(text) == minutes.Times(12, 0)
    task = "## Exercises\n```{exercise} A · easy\n```\n```{exercise} B · hard\n```\n"
    assert minutes.times(text + task + "word " * 1300) == minutes.Times(12, 50)
    assert [minutes.hours(m) for m in (5, 40, 80, 95, 130)] == [
        "half an hour", "half an hour", "1½ hours", "1½ hours", "2 hours"
    ]  # fmt: skip


def test_the_errata_page_repeats_those_of_all_chapters(soups):
    page = " ".join(soups["book/errata.html"].find("article").get_text().split())
    for stem in LECTURES:
        chapter = soups[f"book/{stem}.html"].find(id=f"{stem}-errata")
        section = chapter if chapter.name == "section" else chapter.find_parent("section")
        for row in section.select("tbody tr"):
            assert " ".join(row.get_text().split())[:40] in page, stem
