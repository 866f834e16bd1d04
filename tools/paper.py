"""Print the book or slides, make an e-book: `.venv/bin/python tools/paper.py pdf|epub|slides`.

All three come from the pages in _build/html, opened in a Chromium that is on this machine, so that
formulas, figures and numbers are those of the book. Nothing is asked of the network.

Sphinx's own `epub` builder makes pictures of formulas (with LaTeX and dvisvgm, hundreds of
megabytes that are no part of the environment) or leaves them to MathJax, and a reader of e-books
runs no scripts. Given latex2mathml, it leaves commands of LaTeX in some formulas, and folds and
sliders would still need what is here. So the e-book takes the pages that the browser has typeset:
MathML, the same figures, the same numbers.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import io
import mimetypes
import os
import re
import sys
import threading
import uuid
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import matplotlib
import pikepdf
import system
import tags
import yaml
from playwright.sync_api import Page, Route, sync_playwright
from shell import ROOT, Stop, say

import book

Visit = Callable[..., Page]
Content = str | bytes
HERE = Path(__file__).parent
TITLE = "Federated learning"
# The letters of a page are as wide as their font says, not rounded to pixels.
HINTING = "--font-render-hinting=none"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", HINTING,
]  # fmt: skip
AUTHOR = "The flcourse maintainers"
SUBTITLE = "A course that grades itself"
FACES = (
    ("STIXGeneral", "paper-serif", "normal", "normal"),
    ("STIXGeneralItalic", "paper-serif", "normal", "italic"),
    ("STIXGeneralBol", "paper-serif", "bold", "normal"),
    ("STIXGeneralBolIta", "paper-serif", "bold", "italic"),
    ("DejaVuSansMono", "paper-mono", "normal", "normal"),
    ("DejaVuSansMono-Oblique", "paper-mono", "normal", "italic"),
    ("DejaVuSansMono-Bold", "paper-mono", "bold", "normal"),
    ("DejaVuSansMono-BoldOblique", "paper-mono", "bold", "italic"),
)
# Who reads the book on paper reads these on a screen: they go into a document of their own.
APPENDIX = ("students", "instructors", "hub", "errata", "grading-report", "api")


def chapters() -> list[str]:
    """Names of all pages in the order of the table of contents."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    files = [toc["root"]] + [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [Path(file).name for file in files]


@contextlib.contextmanager
def visitor() -> Iterator[Visit]:
    """Open pages of the book by name in a browser."""
    chromium = system.browser()
    if chromium is None:
        raise Stop("Chromium is missing: sudo apt-get install chromium")
    with book.listen(0, book.HTML) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)

        def visit(name: str, *, typeset: bool = True) -> Page:
            page = browser.new_page(viewport={"width": 1280, "height": 768}, color_scheme="light")
            page.set_default_timeout(300_000)
            if not typeset:  # MathJax comes by itself, see `xhtml` in paper.js
                page.route("**/tex-chtml.js*", once(Route.abort))
            page.goto(f"http://127.0.0.1:{server.server_port}/book/{name}")
            page.add_script_tag(path=HERE / "paper.js")
            return page

        yield visit
        browser.close()
        server.shutdown()


def once(answer: Callable[[Route], None]) -> Callable[[Route], None]:
    """Answer the first request so, and let later ones pass.

    Playwright's own ``times=1`` ends the interception while others are on their way, which may
    then never come: in each of three runs one of 27 pages did not load.
    """
    first = iter([answer])
    return lambda asked: next(first, Route.continue_)(asked)


def pdf(visit: Visit, place: Path) -> None:
    """Print the book, and the appendix with the reference of the package, as two documents."""
    if not system.speaks("zh"):
        say("Chinese names in the glossary stay blank: sudo apt-get install fonts-droid-fallback")
    names = chapters()
    lectures = [name for name in names if name not in APPENDIX]
    document(visit, place / "federated-learning.pdf", lectures, TITLE, "appendix")
    rest = [name for name in names if name in APPENDIX]
    document(visit, place / "federated-learning-appendix.pdf", rest, f"{TITLE}: appendix", "book")


def document(
    visit: Visit, path: Path, names: Sequence[str], title: str, elsewhere: str = ""
) -> None:
    """Print some chapters with title page, contents, running heads, links, outline and tags.

    ``elsewhere`` names the document that has the other chapters.
    """
    with visit("notation.html") as page:  # a page that has loaded MathJax
        page.emulate_media(media="print")  # MathJax measures the letters around a formula
        page.add_style_tag(content=faces())
        page.evaluate("given => paper.gather(...given)", [names, title, SUBTITLE, elsewhere])
        printed = functools.partial(
            page.pdf, outline=True, tagged=True, print_background=True, prefer_css_page_size=True
        )
        headings = page.evaluate("() => paper.headings()")
        page.evaluate("pages => paper.number(pages)", pages_of(printed(), headings))
        finish(printed(), path, title, headings)


def faces() -> str:
    """Style rules for the letters of Matplotlib's package, so that each machine prints the same."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    rules = []
    for file, family, weight, style in FACES:
        data = base64.b64encode((folder / f"{file}.ttf").read_bytes()).decode()
        rules.append(
            f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style};"
            f" src: url(data:font/ttf;base64,{data}); }}"
        )
    return "\n".join(rules)


def pages_of(draft: bytes, headings: Sequence[str]) -> list[int]:
    """Page of each heading, from the outline of a first print."""
    with pikepdf.open(io.BytesIO(draft)) as found, found.open_outline() as outline:
        entries = list(flat(outline.root))
        if len(entries) != len(headings):
            raise Stop(f"The outline has {len(entries)} entries for {len(headings)} headings")
        number = {page.objgen: place for place, page in enumerate(found.pages, 1)}
        return [number[entry.destination[0].objgen] for entry in entries]


def flat(entries: Iterable[Any]) -> Iterator[Any]:
    """Entries of an outline in the order of the document."""
    for entry in entries:
        yield entry
        yield from flat(entry.children)


def finish(content: bytes, path: Path, title: str, headings: Sequence[str]) -> None:
    """Write a document: tagged well, with title and author in its metadata, all compressed."""
    with pikepdf.open(io.BytesIO(content)) as document:
        with document.open_outline() as outline:
            for entry, words in zip(flat(outline.root), headings, strict=True):
                entry.title = words  # the printer's own repeat some
        tags.mend(document)
        with document.open_metadata() as metadata:
            metadata["dc:title"], metadata["dc:creator"] = title, [AUTHOR]
            metadata["pdfuaid:part"] = "1"  # what tests/tools/test_paper.py measures
            metadata["dc:language"] = ["en"]
            metadata["dc:rights"] = "Text CC BY 4.0, code BSD 3-Clause"
        document.docinfo["/Title"], document.docinfo["/Author"] = title, AUTHOR
        document.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        streams = pikepdf.ObjectStreamMode.generate
        document.save(path, object_stream_mode=streams, recompress_flate=True, min_version="1.7")


def tagged(root: Any) -> Iterator[Any]:
    """Elements of a structure tree, in no particular order."""
    open_ends = [root]
    while open_ends:
        element = open_ends.pop()
        below = element.get("/K", [])
        below = list(below) if isinstance(below, pikepdf.Array) else [below]
        children = [kid for kid in below if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
        yield from children
        open_ends += children


def has_slides(name: str) -> bool:
    """Whether somebody has chosen slides for a page."""
    return (ROOT / "book" / "slides" / f"{name}.yml").exists()


def slides(visit: Visit, place: Path) -> None:
    """Print each chapter's slides, one a page."""
    for name in filter(has_slides, chapters()):
        with visit(f"{name}.html?slides") as page:
            page.locator("html[data-deck=ready]").wait_for()
            page.pdf(
                path=place / f"{name}.pdf", width="1280px", height="720px", print_background=True
            )
        say(f"    {name}.pdf")


# ------------------------------------------------------------------------------------- e-book

COVER = "cover.png"
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>"""
PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xml:lang="en" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{id}</dc:identifier><dc:title>{title}</dc:title>
<dc:language>en</dc:language><dc:creator>The flcourse maintainers</dc:creator>
<dc:rights>Text CC BY 4.0, code BSD-3-Clause</dc:rights>
<meta property="dcterms:modified">{now}</meta>
<meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">MathML</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta name="cover" content="f0"/>
</metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en"
 xml:lang="en"><head><title>{title}</title><link rel="stylesheet" type="text/css" href="book.css"/>
</head><body>{body}</body></html>"""


def epub(visit: Visit, place: Path) -> None:
    """Write the book as an e-book: XHTML, MathML and pictures in a zip file."""
    files: dict[str, Content] = {
        COVER: cover(visit),
        "book.css": (HERE / "epub.css").read_text("utf-8"),
    }
    image = f'<img class="cover" src="{COVER}" alt="{TITLE}. {SUBTITLE}"/>'
    files["cover.xhtml"] = PAGE.format(title=TITLE, body=image)
    entries: list[str] = []
    for name in chapters():
        with visit(f"{name}.html", typeset=False) as page:
            body, pictures, (title, *sections) = page.evaluate("() => paper.xhtml()")
        for number, address in enumerate(pictures):
            file, content = picture(name, number, address)
            files[file] = content
            body = body.replace(f'"picture:{number}"', f'"{file}"')
        files[f"{name}.xhtml"] = PAGE.format(title=escape(title["words"]), body=inside(body))
        entries.append(entry(name, title["words"], sections))
    contents = f'<nav epub:type="toc"><h1>Contents</h1><ol>{"".join(entries)}</ol></nav>'
    files["contents.xhtml"] = PAGE.format(title="Contents", body=contents)
    pack(place / "federated-learning.epub", files, chapters())


def cover(visit: Visit) -> bytes:
    """Draw the cover: the map of the first page, with title and subtitle."""
    with visit("index.html") as page:
        page.set_viewport_size({"width": 1200, "height": 1600})
        page.evaluate("given => paper.face(...given)", [TITLE, SUBTITLE])
        return page.screenshot()


def entry(name: str, title: str, sections: Sequence[Mapping[str, str]]) -> str:
    """Return the entry of a chapter in the contents, with those of its sections below."""
    below = "".join(
        f'<li><a href="{name}.xhtml#{section["id"]}">{escape(section["words"])}</a></li>'
        for section in sections
    )
    inner = f"<ol>{below}</ol>" if below else ""
    return f'<li><a href="{name}.xhtml">{escape(title)}</a>{inner}</li>'


def picture(name: str, number: int, address: str) -> tuple[str, bytes]:
    """Name in the e-book and contents of a picture, from its address on the page."""
    if address.startswith("data:"):
        head, _, data = address.partition(",")
        content = base64.b64decode(data) if head.endswith(";base64") else unquote(data).encode()
        ending = mimetypes.guess_extension(head[5:].split(";")[0])
        return f"{name}-{number}{ending}", strict(content)
    path = book.HTML / unquote(urlsplit(address).path).lstrip("/")
    return path.name, strict(path.read_bytes())


def strict(content: bytes) -> bytes:
    """Picture of Matplotlib without what an e-book forbids: foreign names, a blank without path."""
    content = re.sub(rb"<!DOCTYPE[^>]*>", b"", content, count=1)
    return re.sub(rb"(<path (?![^>]*\bd=)[^>]*?)/>", rb'\1 d="M0 0"/>', content)


def inside(body: str) -> str:
    """Body whose links lead to chapters of the e-book; those to other pages become plain text."""
    names = set(chapters())

    def lead(match: re.Match[str]) -> str:
        if urlsplit(match[1]).scheme or match[1].startswith("#"):
            return match[0]
        page, _, anchor = match[1].partition("#")
        name = page.removesuffix(".html")
        address = f"{name}.xhtml" + (f"#{anchor}" if anchor else "")
        return f'href="{address}"' if name in names else ""

    return re.sub(r'href="([^"]*)"', lead, body)


def pack(path: Path, files: Mapping[str, Content], names: Sequence[str]) -> None:
    """Zip the files with the package document that lists them; `names` is the reading order."""
    manifest = "".join(
        f'<item id="f{i}" href="{file}" media-type="{kind(file)}"{properties(file, content)}/>'
        for i, (file, content) in enumerate(files.items())
    )
    ids = {file: f"f{i}" for i, file in enumerate(files)}
    order = ["cover.xhtml", "contents.xhtml", *(f"{name}.xhtml" for name in names)]
    spine = "".join(f'<itemref idref="{ids[file]}"/>' for file in order)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    opf = PACKAGE.format(
        id=uuid.uuid5(uuid.NAMESPACE_URL, "flcourse"), title=TITLE, now=now, manifest=manifest,
        spine=spine,
    )  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("EPUB/book.opf", opf)
        for file, content in files.items():
            archive.writestr(f"EPUB/{file}", content)


def kind(file: str) -> str | None:
    """Media type of a file by its name."""
    known = {".xhtml": "application/xhtml+xml", ".svg": "image/svg+xml"}
    return known.get(Path(file).suffix) or mimetypes.guess_type(file)[0]


def properties(file: str, content: Content) -> str:
    """Tell what a reading system must know about a file."""
    if file in {COVER, "contents.xhtml"}:
        return f' properties="{"nav" if file.endswith("xhtml") else "cover-image"}"'
    formulas = isinstance(content, str) and file.endswith(".xhtml") and "<math" in content
    return ' properties="mathml"' if formulas else ""


WORK: dict[str, Callable[[Visit, Path], None]] = {"pdf": pdf, "epub": epub, "slides": slides}


def main(argv: Sequence[str]) -> int:
    """Build the book if need be, then make one of the three."""
    os.chdir(ROOT)
    try:
        book.build()
        place = ROOT / "_build" / argv[0]
        place.mkdir(exist_ok=True)
        with visitor() as visit:
            WORK[argv[0]](visit, place)
        say(f"Look into {place.relative_to(ROOT)}/")
    except Stop as problem:
        print(f"\n{problem}", file=sys.stderr)
        return problem.code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
