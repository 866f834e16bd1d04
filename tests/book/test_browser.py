"""Every page in a real browser: nothing leaves the machine, nothing breaks, all can read it."""

import re
import threading

import pytest
from accessibility import SIZES, THREE_OF_A_KIND, axe
from conftest import LECTURES, PAGES, ROOT
from playwright.sync_api import sync_playwright

import book as book_script

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
CONTRAST = "color-contrast"
# Where an outline of the page stands, and so every other rule of axe-core, depends on the size;
# contrast depends on the colours.
SHAPE = {"rules": {CONTRAST: {"enabled": False}}}
COLOURS = {"runOnly": [CONTRAST]}


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
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, site):
    """Open pages of the book; whatever they ask elsewhere or complain about fails the test."""
    contexts, trouble = [], []

    def visit(name, size="desktop", colour="light"):
        context = browser.new_context(viewport=SIZES[size], color_scheme=colour)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda r: outside(r.url) and trouble.append(f"asked for {r.url}"))
        page.on("response", lambda r: r.status >= 400 and trouble.append(f"{r.status} {r.url}"))
        page.on("requestfailed", lambda r: trouble.append(f"failed: {r.url} {r.failure}"))
        page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
        page.on("console", lambda m: complains(m) and trouble.append(f"{m.type}: {m.text}"))
        page.goto(f"{site}/{name}", wait_until="load")
        page.evaluate("() => window.MathJax?.startup?.promise")
        return page

    def outside(url):
        return not url.startswith((site, "data:", "blob:"))

    def complains(message):
        return message.type in ("error", "warning")

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []


def slides(name):
    """Whether the chapter behind a page has a figure with a slider."""
    text = ROOT / name.replace(".html", ".md")
    return text.exists() and "plots.slider(" in text.read_text("utf-8")


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


@pytest.mark.parametrize("name", PAGES)
def test_page(visit, name):
    page = visit(name, "phone")
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    formulas = page.locator(".math").count()
    assert page.locator(".math:has(mjx-container)").count() == formulas
    # Folded text is checked too: colours are compared when no transition is on its way.
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
    for size in ("phone", "desktop"):  # as when a phone is turned
        page.set_viewport_size(SIZES[size])
        page.evaluate(TWO_FRAMES)
        wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} pixels stick out to the right ({size})"
        assert page.evaluate(CUT_FORMULAS) == [], size
        assert axe(page, SHAPE) == [], size
    page.evaluate(THREE_OF_A_KIND)
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


@pytest.mark.parametrize(
    ("words", "page_title"),
    [
        ("laplacian", "empirical graph"),
        ("determinantal", "sampling"),
        ("formgrader", "instructors"),
    ],
)
def test_search_finds(visit, words, page_title):
    page = visit(f"search.html?q={words}")
    results = page.locator("#search-results li")
    results.filter(has_text=re.compile(page_title, re.I)).first.wait_for(timeout=20_000)
    page.wait_for_load_state("networkidle")  # each result fetches its page to show a summary


def test_the_menu_of_a_chapter_leads_to_its_notebook(visit):
    page = visit("book/gtvmin.html")
    page.get_by_role("button", name="Take this chapter along").focus()
    page.keyboard.press("Enter")
    for name in ("Notebook (.ipynb)", "Package (.whl)", "Slides"):
        link = page.get_by_role("link", name=name)
        assert link.is_visible()
        assert page.request.get(link.evaluate("a => a.href")).ok


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


SHOWN = "f => [...f.querySelectorAll('img')].filter(p => p.checkVisibility()).map(p => p.alt)"


@pytest.mark.parametrize("name", [name for name in PAGES if slides(name)])
def test_the_keyboard_moves_each_slider(visit, name):
    page = visit(name, "phone")
    for figure in page.locator("figure.fl-slider").all():
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


@pytest.mark.parametrize("stem", LECTURES)
def test_a_chapter_is_its_own_slides(visit, stem):
    page = visit(f"book/{stem}.html?slides")
    page.locator("html[data-deck=ready]").wait_for(timeout=60_000)
    texts, tall = page.evaluate(
        """() => {
            const slides = [...document.querySelectorAll(".slide")];
            const seen = slides.map(s => { s.classList.add("on"); return s.innerText; });
            return [seen, slides.filter(s => s.scrollHeight > s.clientHeight + 1).length];
        }"""
    )
    assert len(texts) > 20
    assert all(texts)
    assert tall == 0


def test_slides_are_for_the_keyboard_and_for_everyone(visit):
    page = visit("book/graph.html?slides")
    page.locator("html[data-deck=ready]").wait_for(timeout=60_000)
    shown = page.locator(".slide.on")
    assert shown.get_attribute("aria-label").startswith("1 of ")
    for key, wanted in {"ArrowRight": "2 of ", "PageDown": "3 of ", "ArrowLeft": "2 of "}.items():
        page.keyboard.press(key)
        assert shown.get_attribute("aria-label").startswith(wanted)
    assert not page.locator(".notes.on").is_visible()
    page.keyboard.press("Home")
    page.keyboard.press("n")
    assert page.locator(".notes.on").is_visible()
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
