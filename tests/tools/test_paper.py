"""The book outside the browser: a document, an e-book and slides from the built pages."""

import re
import shutil
import subprocess
import zipfile
from xml.etree import ElementTree

import paper
import pikepdf
import pytest
from bs4 import BeautifulSoup
from conftest import CHAPTERS, LECTURES, installed

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PRINTED = ["index", "graph", "glossary"]
NAMES = [name.split("/")[-1] for name in CHAPTERS]


@pytest.fixture(scope="module")
def made(book, chromium, tmp_path_factory):
    """Folder with the e-book, and a printed book of some chapters."""
    place = tmp_path_factory.mktemp("paper")
    with paper.visitor() as visit:
        paper.epub(visit, place)
        paper.document(visit, place / "book.pdf", PRINTED, "Three chapters")
    return place


@pytest.fixture(scope="module")
def printed(made):
    """Open the printed book."""
    with pikepdf.open(made / "book.pdf") as document:
        yield document


@pytest.fixture(scope="module")
def elements(printed):
    """Elements of its structure, as a screen reader meets them."""
    return list(paper.tagged(printed.Root.StructTreeRoot))


def test_pages_come_in_the_order_of_the_contents():
    assert paper.chapters() == NAMES


def test_the_appendix_is_a_document_of_its_own():
    assert set(paper.APPENDIX) < set(NAMES)
    assert {"api", "grading-report"} <= set(paper.APPENDIX)
    assert not set(LECTURES) & set(paper.APPENDIX)


def test_the_document_names_itself(printed):
    with printed.open_metadata() as metadata:
        assert metadata["dc:title"] == str(printed.docinfo["/Title"]) == "Three chapters"
        assert metadata["dc:creator"] == [str(printed.docinfo["/Author"])] == [paper.AUTHOR]
    assert printed.Root.MarkInfo.Marked
    assert str(printed.Root.Lang) == "en"


def test_chapters_begin_on_new_pages_behind_title_and_contents(printed):
    with printed.open_outline() as outline:
        top = [entry for entry in outline.root if entry.destination]
        pages = [printed.pages.index(pikepdf.Page(entry.destination[0])) for entry in top]
    titles = [entry.title for entry in top]
    assert titles[:3] == ["Three chapters", "Contents", "About this book"]
    assert len(titles) == 2 + len(PRINTED)
    assert pages[0] == 0
    assert pages == sorted(set(pages))  # each begins on a page of its own


def test_contents_name_the_right_pages(made, printed):
    tool = shutil.which("pdftotext") or pytest.skip("pdftotext is not here to read the pages")
    text = subprocess.run(
        [tool, "-layout", made / "book.pdf", "-"], capture_output=True, text=True, check=True
    ).stdout.split("\f")
    listed = re.findall(r"^ *(\d+\.\d+\.) +(.+?) +(\d+)$", "\n".join(text[1:3]), re.M)
    assert len(listed) > 10
    for number, title, page in listed:
        assert re.search(rf"^ *{re.escape(number)} +{re.escape(title)}", text[int(page) - 1], re.M)
    for number, page in enumerate(text[1 : len(printed.pages)], 2):
        assert "Three chapters" in page  # the running head
        assert re.search(rf"^ *{number}$", page, re.M)
    assert sum("2. The empirical graph" in page for page in text[4:]) > 10


def test_every_formula_and_figure_has_a_text(book, elements):
    texts = {}
    for element in elements:
        texts.setdefault(str(element.S), []).append(str(element.get("/Alt", "")))
    pages = [BeautifulSoup((book / "book" / f"{n}.html").read_text("utf-8"), "html.parser")
             for n in PRINTED[1:]]  # fmt: skip
    formulas = sum(len(page.select("article .math")) for page in pages)
    assert len(texts["/Formula"]) == formulas > 300
    assert "TV" in "".join(texts["/Formula"])
    assert all(texts["/Formula"])
    assert all(texts["/Figure"])
    assert len(texts["/Figure"]) >= 5
    assert texts["/TH"]
    assert len(texts["/H1"]) == 2 + len(PRINTED)


def test_the_ebook_is_well_formed_and_whole(made):
    with zipfile.ZipFile(made / "federated-learning.epub") as archive:
        assert archive.namelist()[0] == "mimetype"
        files = {name: archive.read(name) for name in archive.namelist()}
    pages = {name: content for name, content in files.items() if name.endswith(".xhtml")}
    assert {f"EPUB/{name}.xhtml" for name in NAMES} < set(pages)
    anchors = {}
    for name, content in pages.items():
        tree = ElementTree.fromstring(content)
        anchors[name] = {element.get("id") for element in tree.iter() if element.get("id")}
    for name, content in pages.items():
        for to in re.findall(r'(?:href|src)="([^"]*)"', content.decode()):
            if re.match(r"https?:", to):
                continue
            page, _, anchor = to.partition("#")
            target = f"EPUB/{page}" if page else name
            assert target in files, (name, to)
            assert not anchor or anchor in anchors[target], (name, to)
    formulas = b"".join(pages.values())
    assert b"<math" in formulas
    assert b"mjx-" not in formulas
    assert b">The check<" not in formulas  # the label of a fold, which paper has not


def test_epubcheck_finds_nothing(made):
    jar = installed("epubcheck", shutil.which("epubcheck"))
    done = subprocess.run(
        ["java", "-jar", jar, made / "federated-learning.epub"], text=True, capture_output=True
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
