"""The book outside the browser: a document, an e-book and slides from the built pages."""

import re
import shutil
import subprocess
import zipfile
from xml.etree import ElementTree

import paper
import pytest
from conftest import CHAPTERS, LECTURES, installed

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMES = [name.split("/")[-1] for name in CHAPTERS]


@pytest.fixture(scope="module")
def made(book, chromium, tmp_path_factory):
    """Folder with the e-book, the printed book and the slides of one chapter."""
    place = tmp_path_factory.mktemp("paper")
    with paper.visitor() as visit:
        paper.epub(visit, place)
        paper.pdf(visit, place)
    return place


def test_pages_come_in_the_order_of_the_contents():
    assert paper.chapters() == NAMES


def test_the_document_is_long_and_has_an_outline(made):
    content = (made / "federated-learning.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"/Outlines" in content
    assert len(re.findall(rb"/Type\s*/Page\b", content)) > 20 * len(LECTURES)


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
    assert b"code cell source" not in formulas  # the label of a fold, which paper has not


def test_epubcheck_finds_nothing(made):
    jar = installed("epubcheck", shutil.which("epubcheck"))
    done = subprocess.run(
        ["java", "-jar", jar, made / "federated-learning.epub"], text=True, capture_output=True
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
