"""Every page in a real browser: nothing leaves the machine, nothing breaks, all can read it."""

import os
import re
import threading
from urllib.parse import quote

import pytest
from accessibility import SIZES, THREE_OF_A_KIND, axe
from browsing import opened, watch
from conftest import LECTURES, PAGES, ROOT, STUDIES

import book as book_script

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CONTRAST = "color-contrast"
# Where an outline of the page stands, and so every other rule of axe-core, depends on the size;
# contrast depends on the colours.
SHAPE = {"rules": {CONTRAST: {"enabled": False}}}
COLOURS = {"runOnly": [CONTRAST]}
AROUND = {"exclude": ["article.bd-article"]}
# The decks of every chapter take a minute and more: FLCOURSE_EVERY_DECK=1 asks for all of them.
DECKS = LECTURES if os.environ.get("FLCOURSE_EVERY_DECK") == "1" else LECTURES[::3]


@pytest.fixture(scope="module")
def site(book):
    """Address of the book, served as `make serve` does."""
    with book_script.listen(0, book) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(chromium):
    """Headless Chromium."""
    with opened(chromium) as browser:
        yield browser


@pytest.fixture
def visit(browser, site):
    """Open pages of the book; whatever they ask elsewhere or complain about fails the test."""
    contexts, trouble = [], []

    def visit(name, size="desktop", colour="light"):
        context = browser.new_context(viewport=SIZES[size], color_scheme=colour)
        contexts.append(context)
        page = context.new_page()
        watch(page, site, trouble)
        page.goto(f"{site}/{name}", wait_until="load")
        page.evaluate("() => window.MathJax?.startup?.promise")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []


def sliders(name):
    """How many figures with a slider the chapter behind a page has."""
    text = ROOT / name.replace(".html", ".md")
    return text.read_text("utf-8").count("plots.slider(") if text.exists() else 0


SHOWN = "f => [...f.querySelectorAll('img')].filter(p => p.checkVisibility()).map(p => p.alt)"


def the_keyboard_moves(page, figure):
    """A slider shows one picture, which changes with the keys, and says what it shows."""
    handle = figure.locator("input[type=range]")
    handle.focus()
    seen = []
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        (alone,) = figure.evaluate(SHOWN)
        assert figure.locator("output").inner_text() == alone
        assert handle.get_attribute("aria-valuetext") == alone
        seen.append(alone)
        picture = figure.locator("img:not([hidden])")
        assert picture.evaluate("p => p.complete && p.naturalWidth > 100")
    assert len(set(seen)) == 3


# Until what has been opened is drawn.
TWO_FRAMES = """() => new Promise(
    done => requestAnimationFrame(() => requestAnimationFrame(done)))"""
# Formulas within a line cannot be broken: those that stick out of their paragraph are cut.
CUT_FORMULAS = """() => [...document.querySelectorAll('mjx-container:not([display])')]
    .filter(formula => formula.offsetParent)
    .map(formula => [formula, formula.closest('p, li, dd, td, div')])
    .filter(([formula, text]) =>
        formula.getBoundingClientRect().right > text.getBoundingClientRect().right + 2)
    .map(([formula, text]) => text.innerText.slice(0, 80))"""

# Boxes that are wider inside than outside: a reader must scroll them sideways.
SCROLLED = """() => [...document.querySelectorAll(
        "pre, mjx-container[display=true], .pst-scrollable-table-container")]
    .filter(box => box.scrollWidth > box.clientWidth + 1 && box.checkVisibility())
    .map(box => [box.clientWidth, box.scrollWidth, box.innerText.slice(0, 60)])"""


# What is typed or printed on more lines than it has: [text, lines, lines on the screen].
BROKEN = """() => [...document.querySelectorAll("div.cell_output pre, div.highlight pre")]
    .filter(output => output.checkVisibility())
    .map(output => {
        const range = document.createRange();
        range.selectNodeContents(output);
        const tops = [...range.getClientRects()].map(line => Math.round(line.top / 4));
        const text = output.textContent.trimEnd();
        return [text.slice(0, 60), text.split("\\n").length, new Set(tops).size];
    })
    .filter(([text, lines, seen]) => seen > lines)"""


# Words of code in a sentence that go on in the next line, though one line would hold them.
TORN = """() => [...document.querySelectorAll("code.literal:not(table *, .xref) > .pre")]
    .filter(word => word.checkVisibility())
    .map(word => {
        const range = document.createRange();
        range.selectNodeContents(word);
        const parts = [...range.getClientRects()];
        const room = 0.9 * word.closest('p, li, dd, dt, h1, h2, h3, div').clientWidth;
        const lines = new Set(parts.map(part => Math.round(part.top / 4))).size;
        return [word.textContent, lines, parts.reduce((sum, part) => sum + part.width, 0), room];
    })
    .filter(([text, lines, width, room]) => lines > 1 && width < room)"""


# Code in a sentence that sticks out of it, or whose mark stands in the next line.
ALONE = r"""() => {
    const end = (text, place) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect();
    };
    const behind = node => {
        while (node && !node.nextSibling && node.parentElement.matches(".fl-keep, a, em, strong")) {
            node = node.parentElement;
        }
        let next = node.nextSibling;
        while (next?.firstChild) next = next.firstChild;
        return next?.nodeType === Node.TEXT_NODE && /^[.,;:?!)\]”’…]/.test(next.data) ? next : null;
    };
    return [...document.querySelectorAll(".bd-article code.literal:not(table *)")]
        .filter(code => code.checkVisibility())
        .filter(code => {
            const text = code.closest("p, li, dd, dt, h1, h2, h3, div").getBoundingClientRect();
            let last = code;
            while (last.lastChild) last = last.lastChild;
            const mark = behind(code);
            return [...code.getClientRects()].some(part => part.right > text.right + 1)
                || (mark && end(mark, 0).top > end(last, last.length - 1).bottom - 4);
        }).map(code => code.textContent);
}"""


# What is half seen: the way to the next page, underscores below a line, headings with a line for a
# sign that is not seen, and titles that touch their label.
HALF_SEEN = """() => {
    const box = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    const titles = [...document.querySelectorAll(":is(h1, h2, h3):has(> a.headerlink)")]
        .filter(title => title.checkVisibility());
    const bare = titles.map(title => title.cloneNode(true));
    bare.forEach((title, place) => {
        title.querySelector("a.headerlink").remove();
        titles[place].after(title);
    });
    const labels = [...document.querySelectorAll(".admonition-title > .label-name")];
    const found = [
        ...[...document.querySelectorAll(".prev-next-area :is(i, p)")]
            .filter(part => box(part).right > innerWidth),
        ...[...document.querySelectorAll("a > code")].filter(code => code.innerText.includes("_"))
            .filter(code => getComputedStyle(code.parentElement).textDecorationLine !== "none"),
        ...titles.filter((title, place) => title.clientHeight - bare[place].clientHeight > 2),
        ...labels.filter(label => label.checkVisibility()).filter(label => {
            const text = document.createRange(), seen = label.getBoundingClientRect();
            text.setStart(label.parentElement, 0);
            text.setEnd(label.parentElement, label.parentElement.childNodes.length);
            return [...text.getClientRects()].some(line => line.width && line.top < seen.bottom
                && line.bottom > seen.top && line.left < seen.left - 1 && line.right > seen.left - 6
                && line.right < seen.right + 1);
        }),
    ];
    bare.forEach(title => title.remove());
    return found.map(part => part.textContent.slice(0, 60));
}"""


# Folded text is checked too; colours are compared when no transition is on its way; and names in
# tables are broken on a phone alone, by a script that looks at the size only when a page opens.
STILL = """* { transition: none !important; animation: none !important }
@media (min-width: 601px) { .bd-article table code wbr { display: none } }"""
UNFOLDED = "() => document.querySelectorAll('details').forEach(d => { d.open = true })"
CUT_SIGNS = """() => [...document.querySelectorAll('div.math mjx-c.mjx-c22A4')].filter(raised => {
    const [sign, formula] = [raised, raised.closest('mjx-container')].map(
        e => e.getBoundingClientRect().top);
    return sign < formula + 1;
}).map(raised => raised.closest('div.math').id)"""
LAPTOP = {"width": 1280, "height": 720}
NARROW_CODE = {f"book/{n}.html" for n in (*LECTURES, *STUDIES, "instructors", "students")}


def turn(page, size):
    """Give a page another size, as when a phone is turned, and wait until it is drawn."""
    page.set_viewport_size(size)
    page.evaluate(TWO_FRAMES)


def everything_fits(page):
    """Nothing sticks out of the window, and no formula or word of code out of its line."""
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{wide} pixels stick out to the right"
    assert page.evaluate(CUT_FORMULAS) == []
    assert page.evaluate(TORN) == []
    assert page.evaluate(ALONE) == []
    assert page.evaluate(HALF_SEEN) == []


def every_line_has_room(page, name):
    """Nothing has to be scrolled sideways, and what is typed or printed keeps its lines."""
    assert page.evaluate(SCROLLED) == []
    assert page.evaluate(CUT_SIGNS) == []  # that of a transposed matrix at the upper edge
    if name in NARROW_CODE:
        assert page.evaluate(BROKEN) == []


def test_what_is_wide_keeps_its_shape_on_a_phone(visit):
    page = visit("book/messages.html", "phone")
    table = page.locator("div.cell_output pre", has_text="kbit both ways")
    words = page.locator("div.cell_output pre", has_text="Not answered yet").first
    broken = [text for text, _, _ in page.evaluate(BROKEN)]
    assert table.inner_text()[:60] not in broken
    assert table.get_attribute("tabindex") == "0"
    assert words.inner_text()[:60] in broken
    assert page.locator("#fig-two-axes .fl-side").count() == 0  # its panels stand below each other
    assert visit("book/flights.html", "phone").locator(".fl-side").count() == 0  # so do these
    window = visit("book/instructors.html", "phone").locator(".fl-side:has(a > img[src$='.png'])")
    assert window.count() > 0
    assert window.first.evaluate(
        "box => box.querySelector('img').clientWidth > 1.3 * box.clientWidth"
    )
    assert window.first.get_attribute("tabindex") == "0"
    panels = visit("book/students.html", "phone").locator(
        ".fl-side:has(img[src*='student-check-'])"
    )
    assert panels.count() == 2
    for panel in panels.all():  # what its caption speaks of stands at the right of the window
        assert panel.evaluate("box => box.scrollLeft + box.clientWidth > box.scrollWidth - 2")
    names = visit("genindex.html", "phone").locator(".genindextable td").first
    assert names.evaluate("box => box.clientWidth > 0.8 * innerWidth")


def test_a_formula_within_a_line_that_is_cut_fades_and_scrolls(visit):
    page = visit("book/fedopt.html", "phone")
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator("span.math.fl-more:visible").first.wait_for()
    formulas = page.locator("span.math[tabindex='0']")  # which the keyboard reaches
    for formula in [formula for formula in formulas.all() if formula.is_visible()]:
        assert formula.evaluate("box => getComputedStyle(box).maskImage") != "none"
        formula.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
        signs, box = formula.locator("mjx-math").bounding_box(), formula.bounding_box()
        assert signs["x"] + signs["width"] <= box["x"] + box["width"] + 1  # its end is seen
    page.set_viewport_size(SIZES["phone"])
    page.evaluate(TWO_FRAMES)
    assert page.locator("span.math.fl-more:visible").count() == 0


def test_tables_are_read_on_a_phone(visit):
    page = visit("book/fedopt.html", "phone")
    page.evaluate(TWO_FRAMES)
    names = page.locator("#summary td:last-child code.xref").evaluate_all(
        "all => all.map(name => [name.textContent, name.getClientRects().length])"
    )
    assert names
    assert [name for name, lines in names if lines > 1] == []
    narrow = "cells => cells.filter(cell => cell.offsetWidth < 0.7 * innerWidth).length"
    assert page.locator("#errata-of-the-sources td").evaluate_all(narrow) == 0
    wide = page.locator(".pst-scrollable-table-container.fl-wide")
    assert wide.count() > 0
    for table in wide.all():
        first = table.locator("tbody td").first
        before = first.bounding_box()["x"]
        table.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
        assert first.bounding_box()["x"] == pytest.approx(before, abs=1)
        assert (
            first.evaluate("cell => getComputedStyle(cell).backgroundColor") != "rgba(0, 0, 0, 0)"
        )
    page = visit("book/instructors.html", "phone")
    assert page.locator("#what-the-points-test td").evaluate_all(narrow) == 0
    page = visit("book/notation.html", "phone")  # no column of a word or two, none out of sight
    page.wait_for_selector(".fl-symbols")
    half = "cells => cells.filter(cell => cell.offsetWidth < 0.6 * innerWidth).length"
    assert page.locator(".fl-symbols td:not(:first-child):visible").evaluate_all(half) == 0
    assert (
        page.locator(".fl-symbols td:visible").evaluate_all(
            "cells => cells.filter(cell => !cell.innerText.trim()).length"
        )
        == 0
    )


def test_second_lines_stand_beside_their_triangle_and_names_of_authors_are_whole(visit):
    page = visit("book/erm.html", "phone")
    text, title = (
        page.locator("details.hide:not([open]) p.collapsed")
        .filter(has_text="The check (shows")
        .first.evaluate(
            """title => {
            const range = document.createRange();
            range.selectNodeContents(title);
            return [Math.max(...[...range.getClientRects()].map(line => line.left)),
                title.getBoundingClientRect().left];
        }"""
        )
    )
    assert text > title + 10
    floats = (
        visit("book/references.html", "phone")
        .locator("div.citation > .label")
        .evaluate_all("all => all.filter(one => getComputedStyle(one).float !== 'none').length")
    )
    assert floats == 0


@pytest.mark.parametrize("size", SIZES)
def test_names_of_chapters_have_the_width_of_the_map_of_algorithms(visit, size):
    page = visit("book/algorithms.html", size)
    lines = page.locator("#algorithm-map td:first-child a[href$='.html']").evaluate_all(
        """all => all.map(link => new Set(
            [...link.getClientRects()].map(part => Math.round(part.top / 8))).size)"""
    )
    assert len(lines) > 10
    assert max(lines) <= (1 if size == "desktop" else 2)


@pytest.mark.parametrize("size", SIZES)
def test_a_formula_right_behind_a_statement_stands_in_its_box(visit, size):
    page = visit("book/graph.html", size)
    for name in ("def-laplacian", "prop-quadratic-form"):
        gap, *looks = page.locator(f"#{name}").evaluate(
            """box => {
                const [one, other] = [box, box.nextElementSibling].map(part => ({
                    seen: part.getBoundingClientRect(), look: getComputedStyle(part) }));
                return [other.seen.top - one.seen.bottom,
                    ...["backgroundColor", "borderLeft"].map(k => [one.look[k], other.look[k]])];
            }"""
        )
        assert gap == pytest.approx(-1, abs=0.5)  # over each other, so that no seam is seen
        assert all(ours == other for ours, other in looks)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_of_the_course_begins_in_its_middle(visit, size):
    page = visit("book/instructors.html", size)
    page.evaluate(TWO_FRAMES)
    left, right = page.locator(".fl-plan").evaluate(
        "map => [map.scrollLeft, map.scrollWidth - map.clientWidth - map.scrollLeft]"
    )
    assert left == pytest.approx(right, abs=1)
    assert (left > 0) == (size == "phone")


def test_only_formulas_that_would_scroll_are_small_on_a_phone(visit):
    page = visit("book/privacy.html", "phone")
    page.evaluate(TWO_FRAMES)
    seen = page.locator("mjx-container[display=true]").evaluate_all(
        """all => all.filter(formula => formula.checkVisibility()).map(formula =>
            [parseFloat(getComputedStyle(formula).fontSize), formula.firstChild.offsetWidth,
             formula.clientWidth])"""
    )
    text = page.locator("article p:not(.fl-unserved)").first.evaluate(
        "p => parseFloat(getComputedStyle(p).fontSize)"
    )
    small = [(size, width, room) for size, width, room in seen if size < text]
    assert 0 < len(small) < len(seen) / 2
    assert [room for size, width, room in small if width * 1.05 / 0.86 < room - 4] == []


@pytest.mark.parametrize("stem", ["gradient", "gossip"])
def test_a_formula_that_needs_the_whole_of_a_narrow_phone_has_its_number_below(visit, stem):
    page = visit(f"book/{stem}.html", "phone")
    turn(page, {"width": 320, "height": 640})
    numbered = "div.math:has(> .eqno) > mjx-container"
    cut = page.locator(numbered).evaluate_all(
        """all => all.filter(formula => formula.scrollWidth > formula.clientWidth + 1)
            .map(formula => formula.parentElement.id)"""
    )
    assert cut == []
    apart = page.locator(".fl-apart").evaluate_all(
        """all => all.map(box => box.querySelector(".eqno").getBoundingClientRect().top
            - box.querySelector("mjx-container").getBoundingClientRect().bottom)"""
    )
    assert apart
    assert min(apart) >= 0


def test_the_contents_show_where_a_reader_has_jumped(visit):
    page = visit("book/erm.html")
    for place in ("ridge-regression", "validation", "summary"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", place)
        page.locator(f"#pst-page-toc-nav a[aria-current][href='#{place}']").wait_for()
        assert page.locator("#pst-page-toc-nav [aria-current]").count() == 1


@pytest.mark.parametrize("name", PAGES)
def test_page(visit, name):
    page = visit(name, "phone")
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    formulas = page.locator(".math").count()
    assert page.locator(".math:has(mjx-container)").count() == formulas
    figures = page.locator("figure.fl-slider").all()
    assert len(figures) >= sliders(name)
    for figure in figures:
        the_keyboard_moves(page, figure)
    page.add_style_tag(content=STILL)
    page.evaluate(UNFOLDED)
    page.evaluate(TWO_FRAMES)
    everything_fits(page)
    turn(page, LAPTOP)
    everything_fits(page)
    every_line_has_room(page, name)
    # Now axe takes the glyphs away, and the page is light. What is narrow on a phone has room on a
    # laptop: there the sides of the text are new.
    assert axe(page, SHAPE, AROUND) == []
    turn(page, SIZES["phone"])
    assert axe(page, SHAPE) == []
    page.evaluate(THREE_OF_A_KIND)
    turn(page, SIZES["desktop"])
    for colour in ("light", "dark"):  # as when a device turns dark in the evening
        page.emulate_media(color_scheme=colour)
        page.wait_for_function("c => document.documentElement.dataset.theme === c", arg=colour)
        assert axe(page, COLOURS) == [], colour


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colour", ["light", "dark"])
def test_a_page_opens_in_the_colours_of_the_device(visit, colour, size):
    # The first page shows all that pages share: there every rule is tried in every look.
    page = visit(PAGES[0], size, colour)
    assert page.evaluate("() => document.documentElement.dataset.theme") == colour
    assert axe(page, {}) == []


def results(visit, words):
    """Search for some words; return the page, and title and address of what is found, in order."""
    page = visit(f"search.html?q={quote(words)}")
    page.get_by_text("Search finished").wait_for(timeout=20_000)
    links = page.locator("#search-results li > a")
    found = links.evaluate_all("all => all.map(a => [a.innerText, a.getAttribute('href')])")
    page.wait_for_load_state("networkidle")  # each result fetches its page to show a summary
    return page, found


@pytest.mark.parametrize(
    ("words", "title", "address"),
    [
        ("Ditto", "Ditto", "book/fedopt.html#alg-ditto"),
        ("total variation", "total variation", "book/graph.html#equation-eq-total-variation"),
        ("eq-laplacian", "eq-laplacian", "book/graph.html#equation-eq-laplacian"),
        ("Laplacian", "Laplacian", "book/graph.html#def-laplacian"),
        ("k-DPP", "k-DPP", "book/dpp.html#def-kdpp"),
        ("ERM", "Definition 1.1", "book/erm.html#def-erm"),
        ("network Lasso", "network Lasso", "book/convex.html#equation-eq-penalties"),
        ("best lambda", "λ", "book/fedopt.html#the-best-by-hand"),
        ("best λ", "λ", "book/fedopt.html#the-best-by-hand"),
        ("Ditto", "near a common one · Algorithm 7.5", "book/fedopt.html#alg-ditto"),
        ("Windows", "Windows", "book/students.html#windows"),
        ("hand in", "Hand in", "book/students.html#hand-in"),
        ("late", "Hand in", "book/students.html#hand-in"),
        ("assignment download", "Get", "book/students.html#get"),
        ("how is the grader tested", "How right", "book/grading-report.html"),
        ("checked grader", "How right", "book/grading-report.html"),
        ("slides", "Slides", "book/instructors.html#chapter-slides"),
    ],
)
def test_search_finds_the_right_place_first(visit, words, title, address):
    # The link says where it leads, and what the word means.
    _, found = results(visit, words)
    assert found[0][1].startswith(address), found[:5]
    assert title.lower() in found[0][0].lower()


def test_words_of_readers_lead_to_places_that_are_there(visit):
    page = visit("search.html")
    lost = page.evaluate(
        """async () => {
            const lost = [], read = html => new DOMParser().parseFromString(html, "text/html");
            for (const [page, place] of Search.ways) {
                const there = read(await (await fetch(`${page}.html`)).text());
                if (place && !there.querySelector(place)) lost.push(page + place);
            }
            return lost;
        }"""
    )
    assert lost == []


def test_search_shows_a_place_once_a_section_before_an_exercise_and_no_tex(visit):
    _, found = results(visit, "gossip")
    addresses = [address.partition("?")[0] for _, address in found]
    assert addresses.count("book/gossip.html#alg-gossip") == 1
    _, found = results(visit, "ditto")
    places = [address.partition("#")[2] for _, address in found]
    section = next(i for i, place in enumerate(places) if place.startswith("ditto-a-model"))
    assert section < places.index("ex-synthesis-ditto")
    _, found = results(visit, "gamma-inexact solution")
    assert "γ-inexact" in found[0][0]
    assert [title for title, _ in found if "\\" in title] == []


def test_a_page_with_the_word_as_typed_comes_before_one_with_its_kin(visit):
    _, found = results(visit, "submitted")
    pages = [address for _, address in found if "#" not in address]
    assert pages.index("book/instructors.html") < pages.index("book/hub.html")  # "submission"


@pytest.mark.parametrize("button", [".btn[aria-label^='Take this']", ".primary-toggle",
                                    ".theme-switch-button"])  # fmt: skip
def test_the_keyboard_sees_where_it_is_in_the_header(visit, button):
    page = visit("book/graph.html")
    page.keyboard.press("Tab")  # who uses keys, sees the focus
    there = page.locator(f".bd-header-article {button}")
    there.focus()
    assert there.evaluate("b => getComputedStyle(b).outlineStyle") == "solid"


def test_a_link_to_a_formula_shows_what_stands_before_it(visit):
    page = visit("book/graph.html#equation-eq-laplacian")
    page.evaluate("() => document.getElementById('equation-eq-laplacian').scrollIntoView()")
    header = page.locator(".bd-header-article").bounding_box()
    definition = page.locator("#def-laplacian").bounding_box()
    assert definition["y"] >= header["y"] + header["height"]


def test_search_ranks_chapters_before_the_reference_and_shows_readable_words(visit):
    page, found = results(visit, "ditto")
    assert "alg-ditto" not in page.locator("#search-results").inner_text()  # nobody says it so
    addresses = [address for _, address in found]
    reference = [i for i, address in enumerate(addresses) if "/api.html" in address]
    chapters = [i for i, address in enumerate(addresses) if "/fedopt.html" in address]
    assert len(chapters) >= 3
    assert max(chapters) < min(reference)
    _, found = results(visit, "formgrader")
    addresses = [address for _, address in found]
    places = [addresses.index(f"book/{name}.html") for name in ("instructors", "api")]
    assert places == sorted(places)
    words = page.locator("#search-results .context").all_inner_texts()
    assert words
    assert [text for text in words if re.search(r"\\\\[(a-z]|Contents", text)] == []


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_what_a_search_has_found_can_be_read(visit, colour):
    page = visit("search.html?q=total+variation", colour=colour)
    page.get_by_text("Search finished").wait_for(timeout=20_000)
    page.locator("#search-results .highlighted").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert axe(page, COLOURS) == []
    made = page.evaluate(
        """() => {
            const around = "neighbours ".repeat(50), html = `${around}target ${around}`;
            const page = `<article class="bd-article">${html}</article>`;
            return Search.makeSearchSummary(page, ["target"], "").textContent;
        }"""
    )
    assert set(made.split()) == {"…", "neighbours", "target"}  # no half words


def test_every_word_of_the_glossary_is_found_at_its_definition(visit):
    page = visit("search.html")
    wrong = page.evaluate(
        """() => Search.places.terms.flatMap(({ name, page, anchor }) => {
            const found = Search._performSearch(...Search._parseQuery(name));
            const [docname, , there] = found.at(-1) ?? [];
            return docname === page && there === `#${anchor}` ? [] : [[name, found.slice(-3)]];
        })"""
    )
    assert wrong == []
    assert page.evaluate("() => Search.places.terms.length") > 60


MAP = """() => ({
    colours: [...document.querySelectorAll(".fl-map .stations circle")]
        .map(dot => dot.getAttribute("fill")),
    messages: document.querySelectorAll(".fl-map .messages circle").length,
    words: document.querySelector(".fl-map output").innerText,
})"""
WHERE = """() => [...document.querySelectorAll(".fl-map .messages circle")]
    .map(dot => dot.getAttribute("cx")).join()"""


@pytest.mark.parametrize("size", SIZES)
def test_the_first_screen_shows_what_this_is(visit, size):
    page = visit("book/index.html", size)
    height = page.viewport_size["height"]
    for shown in (page.locator(".fl-map .map"), page.locator(".fl-map input")):
        box = shown.bounding_box()
        assert box["y"] + box["height"] <= height
    doors = page.locator(".fl-doors a")
    assert [door.locator("strong").inner_text() for door in doors.all()] == [
        "Read", "Do the first task", "Teach"
    ]  # fmt: skip
    if size == "desktop":
        assert doors.last.bounding_box()["y"] < height


def test_the_map_moves_from_alone_to_all_alike(visit):
    page = visit("book/index.html")
    slider = page.locator(".fl-map input")
    slider.focus()
    states = []
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        states.append(page.evaluate(MAP))
        assert slider.get_attribute("aria-valuetext") == states[-1]["words"]
    alone, some, alike = states
    assert (alone["messages"], alike["messages"]) == (0, 90)
    assert 0 < some["messages"] < 90
    assert len(set(alone["colours"])) > 30 > 12 > len(set(alike["colours"]))
    before = page.evaluate(WHERE)
    page.wait_for_function(f"before => ({WHERE})() !== before", arg=before)
    page.get_by_role("button", name="Stop the messages").click()
    stopped = page.evaluate(WHERE)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(WHERE) == stopped


def test_who_asked_for_less_motion_gets_it_on_demand_only(visit):
    page = visit("book/index.html")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(TWO_FRAMES)
    still = page.evaluate(WHERE)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(WHERE) == still
    page.get_by_role("button", name="Let messages travel").click()
    page.wait_for_function(f"before => ({WHERE})() !== before", arg=still)


# What a page offers to a reader: names of buttons and links outside of code and the reference.
OFFERED = """() => [...document.querySelectorAll("button, a, input, summary")]
    .filter(one => one.checkVisibility() && !one.querySelector("code"))
    .map(one => (one.ariaLabel || one.title || one.innerText || one.value || "").trim())"""


@pytest.mark.parametrize("name", ["book/index.html", "book/graph.html", "progress.html"])
def test_a_book_that_runs_nothing_offers_no_run_and_says_so(visit, name):
    page = visit(name)
    dead = re.compile(r"^(Run|Check|Restart|My progress|Export)\b")
    assert [one for one in page.evaluate(OFFERED) if dead.match(one)] == []
    if name == "book/index.html":
        assert "Where make serve or flcourse book shows this book" in page.inner_text("article")
    else:
        assert "flcourse book FOLDER" in " ".join(page.inner_text(".fl-unserved").split())


def test_the_menus_of_a_chapter_lead_on(visit):
    page = visit("book/gtvmin.html")
    page.get_by_role("button", name="Take this chapter along").focus()
    page.keyboard.press("Enter")
    for name in ("Notebook (.ipynb)", "Package (.whl)", "Slides"):
        link = page.get_by_role("link", name=name)
        assert link.locator("small").is_visible()  # says what it is
        assert page.request.get(link.evaluate("a => a.href")).ok
    page.set_viewport_size(SIZES["phone"])
    page.get_by_role("button", name="Toggle secondary sidebar").click()
    contents = page.locator("dialog[open]")
    contents.get_by_role("link", name="Summary").click()
    contents.wait_for(state="detached")  # and not in the way of what was chosen
    page.wait_for_function("document.activeElement.textContent.includes('Summary')")


def test_the_keyboard_reaches_everything(visit):
    page = visit("book/index.html")
    seen = []
    while not seen or "<body" not in seen[-1]:  # after the last link, Tab returns to the page
        page.keyboard.press("Tab")
        seen.append(page.evaluate("() => document.activeElement.outerHTML.slice(0, 300)"))
        assert len(seen) < 1000, f"Tab never leaves the page; it is at {seen[-1]}"
    assert "Skip to main content" in seen[0]
    reached = "\n".join(seen)
    for wanted in ("search-button", "theme-switch-button", "graph.html", "prev-next"):
        assert wanted in reached, f"Tab never reaches {wanted}"


# Slides that a person sees: they have a size, and nothing else lies over their middle.
SEEN = """() => [...document.querySelectorAll(".slide")].filter(slide => {
    const box = slide.getBoundingClientRect();
    const inside = box.top >= -1 && box.left >= -1 && box.right <= innerWidth + 1;
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.height > 100 && inside && box.bottom <= innerHeight + 1 && slide.contains(middle);
}).map(slide => slide.ariaLabel)"""
DISPLAYED = """() => [...document.querySelectorAll(".slide")]
    .filter(slide => slide.getBoundingClientRect().height > 0).length"""
# What sticks out of the slide that is on.
CUT = """() => {
    const slide = document.querySelector(".slide.on"), edge = slide.getBoundingClientRect();
    const shown = ".deck-picture, .deck-picture :is(img, pre, table, mjx-container, p, li)";
    return [...slide.querySelectorAll(`h1, h2, .thought, ${shown}`)]
        .filter(part => part.checkVisibility() && part.getClientRects().length)
        .filter(part => {
            const box = part.getBoundingClientRect();
            return box.right > edge.right + 1 || box.left < edge.left - 1
                || box.bottom > edge.bottom + 1;
        }).map(part => part.outerHTML.slice(0, 100));
}"""
# The smallest letters of each slide, in pixels of 1280 by 720; formulas and drawings aside.
LETTERS = """() => [...document.querySelectorAll(".slide")].map(slide => {
    const picture = slide.querySelector(".deck-picture"), on = slide.style.display;
    slide.style.display = "flex";
    const sizes = [...picture.querySelectorAll("*")].filter(part => part.checkVisibility()
        && !part.closest("mjx-container, svg, sup, sub, .label-name, .linenos")
        && [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    ).map(part => parseFloat(getComputedStyle(part).fontSize) * Number(picture.style.zoom || 1));
    slide.style.display = on;
    return [slide.ariaLabel, Math.min(99, ...sizes)];
})"""


def deck(visit, stem, size="desktop"):
    """Open a chapter's slides and wait until they are there."""
    page = visit(f"book/{stem}.html?slides", size)
    page.locator("html[data-deck=ready]").wait_for(timeout=60_000)
    return page


@pytest.mark.parametrize("stem", DECKS)
def test_a_chapter_is_a_lecture_on_slides(visit, stem):
    page = deck(visit, stem)
    count = page.locator(".slide").count()
    assert 15 <= count <= 25
    for place in range(1, count + 1):
        assert page.evaluate(SEEN) == [f"{place} of {count}"]
        assert page.evaluate(DISPLAYED) == 1
        assert page.evaluate(CUT) == []
        page.keyboard.press("ArrowRight")
    assert page.evaluate(SEEN) == [f"{count} of {count}"]  # and there it stays
    assert [(slide, size) for slide, size in page.evaluate(LETTERS) if size < 15.9] == []
    assert "(continued)" not in page.locator(".deck").inner_text()
    spoken = page.evaluate(
        "() => [...document.querySelectorAll('.notes')].map(n => n.textContent.length)"
    )
    assert sum(length > 100 for length in spoken) > count / 2


@pytest.mark.parametrize("size", SIZES)
def test_slides_are_for_the_keyboard_and_for_everyone(visit, size):
    page = deck(visit, "graph", size)
    bar = page.get_by_role("navigation", name="Slides")
    window = page.viewport_size
    for key, wanted in {"ArrowRight": "2 of ", "PageDown": "3 of ", "ArrowLeft": "2 of "}.items():
        page.keyboard.press(key)
        (seen,) = page.evaluate(SEEN)
        assert seen.startswith(wanted)
    assert bar.get_attribute("data-number").startswith("2 / ")  # at the window's end, on any screen
    box = bar.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= window["height"]
    page.get_by_role("button", name="Next").click()
    assert page.evaluate(SEEN)[0].startswith("3 of ")
    page.keyboard.press("Home")
    page.keyboard.press("n")
    page.locator(".slide.on").focus()
    notes = page.locator(".notes.on")
    assert notes.is_visible()
    assert len(notes.inner_text()) > 100
    assert page.evaluate(SEEN)[0].startswith("1 of ")  # the notes lie below the slide
    if size == "desktop":
        assert axe(page, {}) == []
    page.keyboard.press("Escape")
    page.wait_for_url("**/graph.html")


def test_the_browser_notices_an_outside_request(browser):
    # The check itself must not be blind: a page with a foreign picture is caught.
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content('<img src="http://127.0.0.1:9/far-away.png">')
    page.wait_for_timeout(200)
    page.close()
    assert any("far-away" in url for url in asked)
