"""The book outside the browser: a document, an e-book and slides from the built pages."""

import re
import shutil
import subprocess
import zipfile
from xml.etree import ElementTree

import paper
import pdfua
import pikepdf
import pytest
import system
import tags
from browsing import opened
from bs4 import BeautifulSoup
from conftest import CHAPTERS, LECTURES, installed

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PRINTED = ["index", "graph", "glossary"]
NAMES = [name.split("/")[-1] for name in CHAPTERS]
XHTML = "{http://www.w3.org/1999/xhtml}"
SHORT = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # Java compiles little for a few seconds


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
    tool = installed("pdftotext", shutil.which("pdftotext"))
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


def test_glyphs_belong_to_their_formula(elements):
    formulas = [element for element in elements if element.S == "/Formula"]
    content = [str(kid.operator) for kid in glyphs(formulas[0])]
    assert "Tj" in content
    assert "f" not in content  # the cover that named them is gone
    assert all(tags.within(box(formula), (0, 0, 595, 842)) for formula in formulas)


def box(element):
    return tuple(map(float, element.A.BBox))


def glyphs(formula):
    """Instructions that paint a formula."""
    inside = False
    for step in pikepdf.parse_content_stream(pikepdf.Page(formula.Pg)):
        if str(step.operator) == "BDC" and "/MCID" in step.operands[1]:
            inside = int(step.operands[1].MCID) in map(int, formula.K)
        elif str(step.operator) == "EMC":
            inside = False
        elif inside:
            yield step


@pytest.mark.parametrize("rule", pdfua.RULES, ids=lambda rule: rule.__name__)
def test_the_document_keeps_the_rules_of_accessible_ones(printed, rule):
    if rule is pdfua.draws_every_letter and not system.speaks("zh"):
        pytest.skip("no font is here for the Chinese names in the glossary")
    assert not list(rule(printed))


READABLE = """() => {
    document.documentElement.classList.add("paper");
    const article = paper.clean(document.querySelector("article.bd-article"));
    return [...article.querySelectorAll(".fl-slider img")]
        .map(picture => picture.getBoundingClientRect().width / article.clientWidth);
}"""


def test_the_pictures_of_a_slider_can_be_read_on_paper(book, chromium):
    with paper.visitor() as visit, visit("erm.html", typeset=False) as page:
        page.emulate_media(media="print")
        widths = page.evaluate(READABLE)
    assert len(widths) == 3
    assert min(widths) > 0.4


def element(document, name):
    return next(one for one in pdfua.elements(document) if str(one.S) == name)


def first_steps(document):
    page = document.pages[0]
    return page.obj, pikepdf.parse_content_stream(page)


def unmark(document):
    page, steps = first_steps(document)
    kept = [step for step in steps if str(step.operator) not in {"BMC", "BDC", "EMC"}]
    page.Contents = document.make_stream(pikepdf.unparse_content_stream(kept))


def erase(document):
    page, steps = first_steps(document)
    blank = pikepdf.ContentStreamInstruction([pikepdf.String(b"\0\0")], pikepdf.Operator("Tj"))
    steps = [blank if str(step.operator) == "Tj" else step for step in steps]
    page.Contents = document.make_stream(pikepdf.unparse_content_stream(steps))


def swap_contents(document):
    parents = pdfua.parents_of(document)[0]
    parents[0], parents[1] = parents[1], parents[0]


def no_letters(document):
    font = next(iter(document.pages[0].Resources.Font.values()))
    del font.ToUnicode


SPOILED = [
    ("names_itself", lambda d: d.Root.__delattr__("Lang"), "no language"),
    ("names_itself", lambda d: d.Root.__delattr__("Metadata"), "no metadata"),
    ("knows_its_elements", lambda d: d.Root.StructTreeRoot.__delattr__("RoleMap"), "no standard"),
    ("nests_its_elements", lambda d: setattr(element(d, "/LBody"), "S", pikepdf.Name.P), "holds P"),
    ("orders_its_headings", lambda d: setattr(element(d, "/H2"), "S", pikepdf.Name.H4), "follows"),
    (
        "describes_pictures_and_formulas",
        lambda d: element(d, "/Formula").__delattr__("Alt"),
        "text",
    ),
    ("heads_its_tables", lambda d: element(d, "/TH").__delattr__("A"), "what it heads"),
    ("heads_its_tables", lambda d: element(d, "/TR").K.__delitem__(0), "rows of"),
    ("describes_its_links", lambda d: d.pages[1].Annots[0].__delattr__("Contents"), "description"),
    ("describes_its_links", lambda d: setattr(element(d, "/Link"), "S", pikepdf.Name.P), "no elem"),
    ("marks_all_it_shows", unmark, "outside of marks"),
    ("marks_all_it_shows", swap_contents, "of no element"),
    ("embeds_its_letters", no_letters, "without a meaning"),
    ("draws_every_letter", erase, "without a glyph"),
    ("hides_nothing", lambda d: setattr(d.Root, "AcroForm", pikepdf.Dictionary(XFA=1)), "a form"),
]


@pytest.mark.parametrize(("rule", "spoil", "words"), SPOILED)
def test_each_rule_finds_what_breaks_it(made, rule, spoil, words):
    with pikepdf.open(made / "book.pdf") as document:
        spoil(document)
        found = next(iter(getattr(pdfua, rule)(document)), "nothing")
    assert words in found


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
    assert b">The check (shows" not in formulas  # the label of a fold, which paper has not
    styles = set(re.findall(r'mathvariant="([^"]+)"', formulas.decode()))
    assert not styles & {"double-struck", "bold", "script"}  # Chromium shows them as plain letters
    assert all(f"<mi>{letter}</mi>" in formulas.decode() for letter in "ℝ𝒩")
    assert "<mn>𝟏</mn>" in formulas.decode()
    assert not re.search(r"<mo[^>]*>′</mo></msup>", formulas.decode())  # raised twice


def test_the_ebook_has_a_cover_sections_in_its_contents_and_rows_for_a_phone(
    made, tmp_path, chromium
):
    with zipfile.ZipFile(made / "federated-learning.epub") as archive:
        archive.extractall(tmp_path)
    inside = tmp_path / "EPUB"
    contents = (inside / "contents.xhtml").read_text("utf-8")
    assert re.search(r'<a href="graph.xhtml">2. The empirical graph</a><ol><li><a', contents)
    assert ">2.1. Local datasets</a>" in contents
    assert "fl-hero" not in (inside / "index.xhtml").read_text("utf-8")  # its slider moves nothing
    plan = ElementTree.parse(inside / "instructors.xhtml").find(f".//{XHTML}div[@class='fl-plan']")
    assert "boxes with arrows" in plan.find(f"{XHTML}img").get("alt")
    with opened(chromium) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto((inside / "cover.xhtml").as_uri())
        cover = page.locator("img").bounding_box()
        assert cover["width"] <= 390
        assert cover["height"] == pytest.approx(4 / 3 * cover["width"], rel=0.01)
        page.goto((inside / "algorithms.xhtml").as_uri())
        cells = page.locator("tr:has-text('Ridge regression') > *")
        told = [cell.inner_text() for cell in cells.all()]
        assert [words.partition(":")[0] for words in told] == [
            "Ridge regression",
            "go to",
            "function",
        ]
        tops = [cell.bounding_box()["y"] for cell in cells.all()]
        assert tops == sorted(set(tops))  # one below the other


NUMBERS_OVER_FORMULAS = """() => [...document.querySelectorAll(".eqno")].filter(number => {
    const formula = number.parentElement.querySelector("math");
    const [a, b] = [number, formula].map(box => box.getBoundingClientRect());
    const beside = a.left >= b.right - 1 || b.left >= a.right - 1;
    return !(beside || a.top >= b.bottom - 1 || b.top >= a.bottom - 1);
}).map(number => number.textContent)"""


def test_pages_of_the_ebook_fit_a_phone(made, tmp_path, chromium):
    with zipfile.ZipFile(made / "federated-learning.epub") as archive:
        archive.extractall(tmp_path)
    with opened(chromium) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for name in NAMES:
            page.goto((tmp_path / "EPUB" / f"{name}.xhtml").as_uri())
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide < 1.05 * 390, name  # a formula in a sentence cannot be broken
            assert page.evaluate(NUMBERS_OVER_FORMULAS) == [], name


def test_epubcheck_finds_nothing(made):
    jar = installed("epubcheck", shutil.which("epubcheck"))
    done = subprocess.run(
        ["java", *SHORT, "-jar", jar, made / "federated-learning.epub"],
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
