"""The live book in a real browser: cells run in place, exercises answer, others stay out."""

import json
import math
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from accessibility import SIZES, axe
from browsing import opened, watch
from conftest import LECTURES, ROOT, STUDIES
from journey import shot
from live import served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Every cell of every page takes minutes: FLCOURSE_EVERY_CELL=1 asks for it, as a weekly job does.
EVERY = [*LECTURES, *STUDIES, "index"]
CHAPTERS = EVERY if os.environ.get("FLCOURSE_EVERY_CELL") else ["graph"]
# JupyterLab's client says the first when a kernel is started anew; the second is a page that is
# left before the browser, which loads this picture last, has it.
# The last: what was on its way when the reader left the page.
EXPECTED = r"Connection lost, reconnecting|(?:favicon\.svg|\.woff) net::ERR_ABORTED"
DONE = "body[data-fl-working='0']"
NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
TIMED = re.compile(r"\d\s*(?:s|ms|µs|seconds?|milliseconds?|times)\b")
OUTPUTS = """() => [...document.querySelectorAll(".cell:has(> .fl-tools)")].map(cell => {
    const live = cell.querySelector(".fl-output");
    const printed = [...cell.querySelectorAll(".fl-printed")];
    const within = part => part.matches("pre") ? [part]
        : [...part.querySelectorAll("pre, .fl-slider output")];
    const text = parts => parts.flatMap(within).map(part => part.textContent).join("\\n");
    const sizes = parts => parts.flatMap(part => [...part.parentElement.querySelectorAll("img")]
        .filter(picture => part === picture || part.contains(picture))
        .map(picture => [picture.naturalWidth, picture.naturalHeight]));
    return { name: cell.querySelector(".fl-tools").ariaLabel, shown: !live.hidden,
        error: live.querySelector(".fl-error")?.textContent ?? "",
        texts: [text(printed), text([...live.children])],
        pictures: [sizes(printed), sizes([...live.children])] };
})"""


@pytest.fixture(scope="module")
def live(book):
    """The book as `flcourse book` serves it."""
    with served(book) as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium):
    """Headless Chromium."""
    with opened(chromium) as browser:
        yield browser


@pytest.fixture
def visit(browser, live):
    """Open pages as who has the link; whatever they ask elsewhere or complain about fails."""
    contexts, trouble = [], []

    def visit(name, size="desktop", colour="light", link=True):
        context = browser.new_context(viewport=SIZES[size], color_scheme=colour)
        contexts.append(context)
        page = context.new_page()
        watch(page, live.site, trouble)
        # Formulas are others' affair: drawing them would take most of the time.
        page.route("**/tex-chtml.js", lambda route: route.fulfill(body=""))
        page.goto(f"{live.site}/{name}" + f"#run={live.token}" * link, wait_until="load")
        page.locator(".fl-bar").wait_for(state="attached")
        assert live.token not in page.url
        return page

    yield visit
    for context in contexts:
        for page in context.pages:
            page.goto("about:blank")  # as a reader leaves: the kernel ends
    wait_until(lambda: live.kernels() == [])
    for context in contexts:
        context.close()
    assert [one for one in trouble if not re.search(EXPECTED, one)] == []


def finish(page, timeout=60_000):
    """Wait until nothing runs and nothing waits to run."""
    page.locator(DONE).wait_for(timeout=timeout)


def told(page):
    """What the bar says, as a screen reader hears it."""
    return page.locator(".fl-told[role=status]").inner_text()


def write(cell, text):
    """Replace what stands in a cell, as a reader would."""
    editor = cell.locator(".cm-content")
    (editor if editor.count() else cell.locator("pre").first).click()
    editor.press("Control+A")
    editor.page.keyboard.insert_text(text)
    return editor


def focused(page):
    """What the keyboard is at."""
    return page.evaluate("document.activeElement.textContent")


def notes(cell):
    """What is said at a cell, beside its output."""
    return cell.locator("> .fl-note").all_inner_texts()


def text(editor):
    """What stands in an editor."""
    return editor.evaluate("e => [...e.children].map(line => line.textContent).join('\\n')")


def alike(one, other):
    """Whether two words of an output are the same; numbers to what rounding may change."""
    if not (NUMBER.fullmatch(one) and NUMBER.fullmatch(other)):
        return one == other
    small = "e-" in one and "e-" in other
    one, other = (float(word.replace("−", "-")) for word in (one, other))
    if small:  # what rounding leaves differs from machine to machine; of nothing, even in its sign
        return max(abs(one), abs(other)) < 1e-14 or 0.1 <= one / other <= 10
    # Where a model is trained, the number of threads moves what is printed by a per cent.
    return math.isclose(one, other, rel_tol=2e-2, abs_tol=1e-9)


def words(text):
    """Words and numbers of an output, without lines that tell how long something took."""
    lines = [line for line in text.splitlines() if not TIMED.search(line)]
    return re.findall(rf"{NUMBER.pattern}|[^\s\d]+", "\n".join(lines))


def differences(cells):
    """Cells whose output is not the printed one."""
    for cell in cells:
        printed, live = map(words, cell["texts"])
        same = len(printed) == len(live) and all(map(alike, printed, live))
        sizes = [
            a for pair in zip(*cell["pictures"], strict=False) for a in zip(*pair, strict=True)
        ]
        close = all(abs(a - b) <= 0.1 * a for a, b in sizes)
        count = len(cell["pictures"][0]) == len(cell["pictures"][1])
        if cell["error"] or not (cell["shown"] and same and close and count):
            yield cell


def written(stem):
    """How many cells the text of a page has."""
    return (ROOT / "book" / f"{stem}.md").read_text("utf-8").count("```{code-cell}")


def test_no_page_with_cells_is_left_out():
    assert {path.stem for path in (ROOT / "book").glob("*.md") if written(path.stem)} == set(EVERY)


# Answers to the first exercises of one chapter: right, wrong, and one that asks for no verdict.
ANSWERS = [
    "eigenvalues = [0, 3 - 3**0.5, 3 + 3**0.5]\npractice(check_hand, eigenvalues)",
    "def variation(A, w):\n    return 1.0\n\n\npractice(check_twice, variation)",
    "x = 3",
]


@pytest.mark.parametrize("stem", CHAPTERS)
@pytest.mark.timeout(900)
def test_every_cell_of_a_chapter_gives_what_is_printed(visit, stem):
    page = visit(f"book/{stem}.html")
    answers = ANSWERS if stem == "graph" else []
    for place, answer in enumerate(answers):
        write(page.locator(".fl-blank").nth(place), answer)
    page.get_by_role("button", name="Run all", exact=True).click()
    finish(page, timeout=600_000)
    cells = page.evaluate(OUTPUTS)
    found = "; 1 answer is right, 1 not yet, 1 not checked" if answers else ""
    assert told(page) == f"{len(cells)} cells have run{found}."
    assert len(cells) == written(stem)
    changed = [cell for cell in cells if cell["name"].startswith("Exercise")][: len(answers)]
    assert list(differences([cell for cell in cells if cell not in changed])) == []
    if answers:
        judged_as_by_check_my_answer(page)


def judged_as_by_check_my_answer(page):
    """What "Run all" finds of the answers looks and lasts as what their own button finds."""
    right, wrong, unasked = (page.locator(".fl-blank").nth(place) for place in range(3))
    assert "solved" in page.locator("#ex-graph-hand > .admonition-title").inner_text()
    assert page.locator(".fl-mine").inner_text().startswith("My progress: 1 of")
    assert "fl-right" in right.get_attribute("class")
    said = wrong.locator(".fl-output").inner_text()
    assert "Got 1. Hint: see (" in said  # the number of an equation, and no label
    assert "Expected" not in said
    assert "fl-wrong" in wrong.get_attribute("class")
    assert notes(unasked)[0].startswith("This line is missing at the end: practice(check_table")
    # A reset can be undone, and the last verdict is kept with its text, here and on the next day.
    wrong.get_by_role("button", name="Reset").click()
    assert told(page).startswith("The printed text is back.")
    assert "Not answered yet" in wrong.locator(".cell_output").inner_text()
    wrong.get_by_role("button", name="Undo").click()
    assert text(wrong.locator(".cm-content")) == ANSWERS[1]
    assert notes(wrong) == []
    page.reload()
    page.get_by_text(re.compile(r"^Right \(solved 20[-\d]+\)\.$")).wait_for()
    for blank, verdict in [
        (wrong, "Not yet, when you last checked."),
        (unasked, "This text of yours is not checked yet."),
    ]:
        assert blank.locator(".fl-output").inner_text() == verdict


def test_a_cell_is_edited_run_and_put_back(visit, live):
    wait_until(lambda: live.kernels() == [])
    page = visit("")
    assert page.url == f"{live.site}/book/index.html"
    first, third = (page.locator(".cell:has(> .fl-tools)").nth(place) for place in (0, 2))
    assert live.kernels() == []  # reading starts nothing
    printed = first.locator("pre").first.inner_text()
    editor = write(first, "import math\nprint(math.pi)\nmath.pi.is_int")
    editor.press("Shift+Enter")
    finish(page)
    assert len(live.kernels()) == 1
    assert page.locator(".fl-state").inner_text() == "ready"
    output = first.locator(".fl-output")
    assert "3.14159" in output.inner_text()
    assert "AttributeError: 'float' object has no attribute 'is_int'" in output.inner_text()
    assert told(page) == "Cell 1 stopped with AttributeError."
    editor.press("Control+End")
    editor.press("Tab")  # completes what the kernel knows
    page.locator(".cm-tooltip-autocomplete li").first.click()
    assert text(editor).endswith("math.pi.is_integer")
    editor.press("Control+z")
    assert text(editor).endswith("math.pi.is_int")
    editor.press("Escape")
    editor.press("Tab")  # leaves the editor
    assert not editor.evaluate("box => box.contains(document.activeElement)")
    assert page.get_by_role("button", name="Interrupt").is_disabled()  # nothing runs
    editor.press("End")
    page.keyboard.insert_text(" ")
    leave = "box => getComputedStyle(box.closest('.fl-editor'), '::after').content"
    assert "Escape, then Tab, leaves the editor" in editor.evaluate(leave)
    assert "Escape, then Tab, leaves it" in editor.get_attribute("aria-label")
    assert first.locator(".fl-said").inner_text() == "changed since it ran"
    assert first.locator(".fl-old .fl-output").is_visible()  # the error of what stood there before
    first.get_by_role("button", name="Reset").click()
    assert text(editor) == printed.strip()
    assert output.is_hidden()
    assert first.locator(".fl-old").count() == 0
    back = "The printed text is back."
    assert told(page) == f"{back} What you ran still counts; Restart forgets it."
    assert notes(first) == [f"{told(page)} Undo"]
    # What is missing above runs at a press.
    page.get_by_role("button", name="Restart").click()
    page.locator(".fl-told", has_text="The kernel is new.").wait_for()
    assert focused(page) == "Restart"
    assert notes(first) == [f"{back} Undo"]
    third.get_by_role("button", name="Run: Cell 3").click()
    finish(page)
    assert told(page) == "Cell 3 stopped with NameError."
    told_link = page.locator(".fl-told a")
    page.evaluate("scrollTo(0, 0)")
    told_link.click()  # leads to the cell
    assert third.evaluate("cell => cell.contains(document.activeElement)")
    assert page.evaluate("scrollY") > 0
    third.get_by_role("button", name="Run what it needs").click()
    assert focused(page) == "▶ Run"
    page.locator(".fl-told", has_text="2 cells have run.").wait_for()
    # An error is out of date when the cells above have run.
    write(third, "1 / 0").press("Shift+Enter")
    finish(page)
    assert third.locator(".fl-old").count() == 0
    third.get_by_role("button", name="Run all above").click()
    finish(page)
    assert third.locator(".fl-said").inner_text() == "from before those above ran: run it again"
    assert third.locator(".fl-old .fl-error").is_visible()
    # What takes too long is stopped.
    write(first, "import time\ntime.sleep(600)").press("Shift+Enter")
    page.locator(".fl-state", has_text="running").wait_for()
    third.get_by_role("button", name="Run: Cell 3").click()
    page.get_by_role("button", name="Interrupt").click()
    finish(page)
    assert told(page) == "Cell 1 was interrupted."
    assert third.locator(".fl-said").inner_text() == "not run: interrupted"
    assert output.locator("p").inner_text() == "Interrupted before it came to its end."
    page.goto(f"{live.site}/book/notation.html")
    wait_until(lambda: live.kernels() == [])  # the kernel has ended with its page


def test_a_result_says_that_its_kernel_is_gone(visit):
    page = visit("book/index.html")
    first, second = (page.locator(".cell:has(> .fl-tools)").nth(place) for place in (0, 2))
    write(first, "1 + 1").press("Shift+Enter")
    finish(page)
    said = first.locator(".fl-said")
    assert re.fullmatch(r"[\d.]+ s", said.inner_text())
    page.get_by_role("button", name="Restart").click()
    page.locator(".fl-told", has_text="The kernel is new.").wait_for()
    assert said.inner_text() == "ran in an earlier kernel"
    assert second.locator(".fl-said").inner_text() == ""  # the printed result is of no kernel here
    first.get_by_role("button", name="Run: Cell 1").click()
    finish(page)
    assert re.fullmatch(r"[\d.]+ s", said.inner_text())


def test_what_an_exercise_offers_says_which_exercise_it_is(visit):
    page = visit("book/gtvmin.html")
    blanks = page.locator(".fl-blank")
    one = blanks.first
    tools = one.locator(".fl-tools").get_by_role("button")
    heard = [button.get_attribute("aria-label") for button in tools.all()]
    offers = ["Check my answer", "Run all above", "Hint", "Solution"]
    assert heard == [f"{offer}: Exercise 3.1" for offer in offers]
    assert one.get_by_role("group", name="Exercise 3.1", exact=True).count() == 1
    assert one.get_by_role("textbox", name="Exercise 3.1. Shift Enter runs it").count() == 1
    names = "boxes => boxes.map(box => box.querySelector('.fl-run').ariaLabel)"
    assert len(set(blanks.evaluate_all(names))) == blanks.count()
    fold = page.get_by_role("button", name="Solution to Exercise 3.1 (Two nodes, any α · easy)")
    assert fold.get_attribute("aria-expanded") == "false"
    check = one.get_by_role("button", name="Check my answer: Exercise 3.1")
    assert check.inner_text() == "▶ Check my answer"  # shorter for the eye, which sees where it is
    assert "Try the first" in told(page)
    check.click()
    assert told(page) == ""  # while the kernel starts
    finish(page)
    assert told(page).startswith("Not answered yet")


def test_every_key_that_prints_is_typed(visit):
    page = visit("book/index.html")
    editor = write(page.locator(".cell:has(> .fl-tools)").first, " ")
    editor.press("Control+Home")
    keys = [chr(code) for code in range(126, 32, -1)]  # what closes first: what opens is a pair
    for key in ["NumpadDivide", *keys]:
        page.keyboard.press(key)
    assert text(editor).startswith("".join(["/", *keys]))
    assert editor.evaluate("box => box === document.activeElement")


def test_what_goes_wrong_is_told_in_plain_words_at_the_cell(visit):
    page = visit("book/index.html")
    first, third = (page.locator(".cell:has(> .fl-tools)").nth(place) for place in (0, 2))
    output = first.locator(".fl-output")
    assert notes(first) == ["This cell runs: click into it, change it, and press Shift + Enter."]
    assert told(page) == "Every cell of this page runs. Try the first."
    first.locator("pre").first.click(position={"x": 200, "y": 20})
    page.keyboard.insert_text("|")  # the caret stands where the reader has pointed
    assert 10 < text(first.locator(".cm-content")).index("|") < 40
    for code, said in [
        ("input('?')", "input() cannot ask in this page: "
         "write the value into the cell, such as x = 3."),
        ("x = 1\ny = = 2", "SyntaxError: invalid syntax, in line 2"),
        ("nowhere", "NameError: name 'nowhere' is not defined"),
        ("for place in range(20_000): print('line', place)", ""),
    ]:  # fmt: skip
        write(first, code).press("Shift+Enter")
        finish(page)
        assert notes(first) == []
        assert output.locator("p").all_inner_texts()[:1] == [said] * bool(said)
        if "nowhere" in code:
            assert "Is it misspelt?" in output.inner_text()
            assert output.get_by_role("button").count() == 0
    lines = output.locator("pre")
    assert lines.inner_text().endswith("line 19998\nline 19999\n")
    assert len(lines.inner_text()) < 100_000
    assert lines.evaluate("box => box.clientHeight < 600 && box.scrollHeight > 10_000")
    # While one runs the other says that it waits; a kernel that ends takes both along.
    write(first, "import os, sys, time\nsys.stdout.flush(); time.sleep(1); os._exit(1)")
    first.get_by_role("button", name="Run: Cell 1").click()
    third.get_by_role("button", name="Run: Cell 3").click()
    page.locator(".fl-state", has_text="running Cell 1").wait_for()
    assert told(page) == ""
    assert third.locator(".fl-said").inner_text() == "waiting"
    finish(page)
    assert notes(first) == [
        "The kernel has died, perhaps for want of memory. "
        "A new one was started; run the cells above again."
    ]


# The same command, with room for one kernel.
FEW = """import sys
from flcourse.cli import main
from flcourse.grading.student.live import server
server.KERNELS = 1
sys.exit(main(sys.argv[1:]))"""


def test_a_server_that_has_gone_is_missed_and_what_was_written_is_kept(browser, book):
    with served(book, start=["-c", FEW]) as running:
        context = browser.new_context()
        page = context.new_page()
        page.route("**/tex-chtml.js", lambda route: route.fulfill(body=""))
        page.goto(f"{running.site}/book/index.html#run={running.token}")
        first, third = (page.locator(".cell:has(> .fl-tools)").nth(place) for place in (0, 2))
        assert running.ask("/api/kernels", "POST", token=running.token, body=b"{}").status == 201
        write(first, "import time\nmine = 7\ntime.sleep(600)").press("Shift+Enter")
        finish(page)
        assert "close a page of them, then run this cell again." in notes(first)[0]
        assert page.locator(".fl-state").inner_text() == "no kernel yet"
        (kernel,) = running.kernels()
        running.ask(f"/api/kernels/{kernel.decode()}", "DELETE", token=running.token)
        first.get_by_role("button", name="Run: Cell 1").click()
        page.locator(".fl-state", has_text="running Cell 1").wait_for()
        running.process.terminate()
        running.process.wait(timeout=30)
    finish(page)
    gone = (
        "The book's server does not answer. Start it again "
        "(flcourse book, or make serve) and open its new link."
    )
    assert (told(page), notes(first)) == (gone, [gone])
    with served(book, running.port) as again:
        assert again.port == running.port
        third.get_by_role("button", name="Run: Cell 3").click()
        finish(page)
        closed = (
            "To run the cells, open the link that the terminal shows. "
            "Your changes are kept and appear then."
        )
        assert (told(page), notes(third)) == (closed, [closed])
        assert third.locator(".fl-printed").first.is_visible()
        assert "mine = 7" in text(first.locator(".cm-content"))
        page.goto(f"{again.site}/book/index.html?#run={again.token}")
        assert "mine = 7" in text(first.locator(".cm-content"))
        assert first.locator(".fl-said").inner_text() == "as you left it; not run yet"
        first.hover()
        first.get_by_role("button", name="Reset").click()
        page.reload()
        first.get_by_role("button", name="Run: Cell 1").wait_for()
        assert first.locator(".cm-content").count() == 0
    context.close()


def wait_until(holds):
    """Wait for what happens outside of the browser."""
    for _ in range(600):
        if holds():
            return
        threading.Event().wait(0.05)
    raise AssertionError("this has never come")


RIGHT = (
    "def share(delta, s2):\n    return s2 / (delta**2 + 2 * s2)\n\n\npractice(check_share, share)"
)


def test_an_exercise_answers_in_the_page_and_is_remembered(visit, tmp_path):
    page = visit("book/fedknn.html")
    page.set_viewport_size({"width": 1000, "height": 1200})
    blank, count = page.locator(".fl-blank").first, page.locator(".fl-blank").count()
    title = page.locator("#ex-fedknn-pair > .admonition-title")
    check = blank.get_by_role("button", name="Check my answer")
    assert "Not answered yet" in blank.inner_text()
    editor = blank.locator(".cm-content")
    printed = text(editor)
    editor.focus()
    editor.press("Tab")  # who passes with the keyboard changes nothing
    assert focused(page) == "▶ Check my answer"
    assert text(editor) == printed
    editor.click(position={"x": 5, "y": 20})
    editor.press("Tab")  # who has clicked, indents; white space is no answer
    assert text(editor) != printed
    assert page.evaluate("() => localStorage.getItem('flcourse-progress')") is None
    write(blank, "...").press("Control+z")
    assert "Not answered yet" in blank.inner_text()
    write(blank, RIGHT.replace("return", "return 1 -"))
    assert "Not answered yet" not in blank.inner_text()  # this is no blank any more
    check.click()  # runs the check and what it rests on, first
    finish(page)
    assert "this is the weight 1 - a of device 0 itself" in told(page)
    assert "Expected" not in told(page)  # numbers to copy are folded
    assert blank.locator(".fl-output .fl-folded p").is_hidden()
    blank.locator(".fl-output summary").click()
    assert re.fullmatch(r"\[[-\d., ]+\]", blank.locator(".fl-output .fl-folded p").inner_text())
    blank.locator(".fl-output summary").click()
    shot(page, "live-wrong", "Check my answer", "Not yet. share: this is the weight", of=blank)
    assert "solved" not in title.inner_text()
    solution = page.locator(".solution").first
    assert solution.locator("p:not(.admonition-title)").first.is_hidden()
    blank.get_by_role("button", name="Solution").click()
    solution.locator("p:not(.admonition-title)").first.wait_for()
    blank.get_by_role("button", name="Hint").click()
    page.locator("details.sd-dropdown[open]").first.wait_for()
    write(blank, RIGHT).press("Shift+Enter")
    finish(page)
    assert told(page) == "Right."
    shot(page, "live-right", "Check my answer", "Right.", of=blank)
    assert "solved" in title.inner_text()
    write(blank, RIGHT.replace("practice(check_share, share)", "")).press("Shift+Enter")
    finish(page)
    missing = "This line is missing at the end: practice(check_share, share)"
    assert (told(page), notes(blank)) == (missing, [f"{missing} Put it back"])
    blank.get_by_role("button", name="Put the line back").click()
    assert text(blank.locator(".cm-content")) == RIGHT
    assert notes(blank) == []
    place = page.evaluate("scrollY")
    page.reload()
    page.get_by_text(re.compile(r"Right \(solved 20[-\d]+\)\.")).wait_for()
    anew = "Nothing has run since you opened this page. What is said of this answer is from before."
    assert (told(page), page.locator(".fl-note").all_inner_texts()) == (anew, [anew])
    assert text(blank.locator(".cm-content")) == RIGHT
    assert abs(page.evaluate("scrollY") - place) < 60  # editors are higher than what is printed
    page.get_by_role("link", name="My progress: 1 of").click()
    pair = page.locator("[data-exercise='fedknn#ex-fedknn-pair']")
    page.locator(".fl-done").wait_for()
    assert "solved 20" in pair.inner_text()
    chapter = page.locator(".fl-progress section").filter(has=pair)
    assert chapter.locator("[data-exercise]").count() == count  # the list knows the page's blanks
    shot(page, "live-progress", "1 of 8 solved", of=chapter)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    kept = tmp_path / "progress.json"
    download.value.save_as(kept)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Wipe").click()
    page.get_by_text("Everything is forgotten.").wait_for()
    assert pair.inner_text().endswith("(open)")
    for content, said in [
        ("{}", "holds no progress"),
        (kept.read_text("utf-8"), "Imported: 1 solved"),
    ]:
        kept.write_text(content, "utf-8")
        page.locator("input[type=file]").set_input_files(kept)
        page.get_by_text(said).wait_for()
    assert "solved 20" in pair.inner_text()
    # A newer text of one's own is not replaced unasked.
    second = chapter.locator("[data-exercise]").nth(1)
    other = second.get_attribute("data-exercise")
    newer = (
        "JSON.stringify({solved: {}, "
        f"answers: {{'fedknn#ex-fedknn-pair': 'newer', '{other}': '...'}}}})"
    )
    page.evaluate(f"() => localStorage.setItem('flcourse-progress', {newer})")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("input[type=file]").set_input_files(kept)
    page.get_by_text("; 1 text of yours kept.").wait_for()
    assert asked[0].startswith("1 text here and in the file differ")
    assert "newer" in page.evaluate("() => localStorage.getItem('flcourse-progress')")
    assert json.loads(kept.read_text("utf-8"))["answers"]["fedknn#ex-fedknn-pair"] == RIGHT
    assert second.inner_text().endswith("(begun)")
    assert "Begun: a text of yours is kept" in page.locator(".fl-progress").inner_text()
    # Where the address leads, the title stays when the cells above it get their buttons.
    pair.get_by_role("link").click()
    page.locator(".fl-bar").wait_for()
    assert abs(title.bounding_box()["y"] - 64) < 5


UNITS = """def in_new_units(w, j, c):
    changed = w.copy()
    changed[j] /= c
    return changed


practice(check_units, in_new_units)"""


def test_a_slip_above_is_told_where_it_stops_others(visit):
    page = visit("book/erm.html")
    first = page.locator(".cell:has(> .fl-tools)").nth(1)  # of what is not folded away
    check = page.locator(".cell:has(> details)", has_text="The check")
    folded = check.first  # nothing to press before it shows its code
    assert folded.locator("summary").inner_text() == "The check (shows the expected values)"
    assert folded.get_by_role("button").count() == 0
    folded.locator("summary").click()
    assert folded.get_by_role("button", name="Run: Cell").is_visible()
    ordinary = page.locator(".cell:has(> .fl-tools):has(pre:has-text('w = erm.fit(X, y)'))").first
    blank = page.locator("#ex-erm-units ~ .fl-blank").first
    slip = "Cell 2 above has a syntax error"  # the first draws the opening figure
    printed = first.locator("pre").first.inner_text()
    write(first, printed.replace("import ", "import import ", 1))
    write(blank, UNITS)
    blank.get_by_role("button", name="Check my answer").click()
    finish(page)
    assert notes(blank) == [f"Exercise 1.4 has not run: {slip}. Repair or reset it."]
    assert told(page) == notes(blank)[0]
    ordinary.get_by_role("button", name="Run: Cell").click()
    finish(page)
    assert f"{slip} and may define it." in ordinary.locator(".fl-error").inner_text()
    # A hint names equations by the numbers of the page.
    write(first, printed)
    write(page.locator("#ex-erm-hand ~ .fl-blank").first, "practice(check_hand, lambda a: a)")
    page.locator(".fl-blank .fl-run").first.click()
    finish(page)
    hint = page.locator(".fl-blank .fl-output a").first
    assert re.fullmatch(r"\(\d+\.\d+\)", hint.inner_text())
    assert hint.inner_text() in told(page)
    target = page.locator(f"[id='{hint.get_attribute('href')[1:]}'] .eqno")
    assert target.inner_text().startswith(hint.inner_text())
    # A name that the check misses is no fault of the answer.
    write(first, printed.replace("data, erm, plots", "data, plots"))
    blank.get_by_role("button", name="Check my answer").click()
    finish(page)
    assert told(page).startswith("Not checked: the check misses the name erm, ")
    assert "fl-wrong" not in blank.get_attribute("class")
    first.get_by_role("button", name="Reset").focus()
    page.keyboard.press("Enter")
    blank.get_by_role("button", name="Check my answer").click()
    finish(page)
    assert told(page) == "Right."
    # A solution that goes on from the solution of another exercise runs with it.
    solution = page.locator(".solution .cell:has(pre:has-text('Z = in_days'))")
    page.locator(".solution:has-text('Z = in_days') .toggle-button").click()
    solution.get_by_role("button", name="Run: Cell").click()
    finish(page)
    solution.get_by_role("button", name="Run what it needs").click()
    finish(page)
    assert solution.locator(".fl-error").all_inner_texts() == []
    assert "[" in solution.locator(".fl-output").inner_text()
    # What waits at an interrupt is not run, even if nothing has to run before it.
    write(ordinary, "import time\ntime.sleep(600)").press("Shift+Enter")
    blank.get_by_role("button", name="Check my answer").click()
    page.get_by_role("button", name="Interrupt").click()
    finish(page)
    assert blank.locator(".fl-said").inner_text() == "not run: interrupted"
    # A verdict with a link, and one that is out of date, can be read by everyone.
    write(blank, UNITS + "  # and more")
    page.set_viewport_size(SIZES["phone"])
    page.locator(".fl-bar a").first.focus()
    for colour in ("light", "dark"):
        page.emulate_media(color_scheme=colour)
        page.locator(f"html[data-theme={colour}]").wait_for(state="attached")
        assert axe(page, {}, ".fl-blank") == [], colour


def test_two_tabs_of_a_page_lose_nothing(visit):
    one = visit("book/index.html")
    other = one.context.new_page()
    other.route("**/tex-chtml.js", lambda route: route.fulfill(body=""))
    other.goto(one.url)
    mine, theirs = (page.locator(".cell:has(> .fl-tools)").first for page in (one, other))
    theirs.get_by_role("button", name="Run: Cell 1").wait_for()
    write(mine, "x = 1")
    theirs.locator(".cm-content", has_text="x = 1").wait_for()  # nothing was typed there
    write(theirs, "x = 2")
    asked = mine.locator(".fl-elsewhere")
    asked.wait_for()
    assert asked.inner_text().startswith("Cell 1 was changed in another tab.")
    assert text(mine.locator(".cm-content")) == "x = 1"
    asked.get_by_role("button", name="Keep mine").click()
    theirs.get_by_role("button", name="Take that").click()
    assert text(theirs.locator(".cm-content")) == "x = 1"
    write(theirs, "x = 3")
    asked.get_by_role("button", name="Take that").click()
    assert text(mine.locator(".cm-content")) == "x = 3"
    assert asked.count() == 0
    one.reload()
    mine.locator(".cm-content", has_text="x = 3").wait_for()


def test_who_has_not_the_link_reads_and_runs_nothing(visit, live, book):
    page = visit("book/index.html", link=False)
    assert "open the link that the terminal shows" in page.locator(".fl-bar").inner_text()
    assert page.locator(".fl-tools, .fl-editor").count() == 0
    # The built page knows nothing of all this: on the web, or from a disk, it is as ever.
    assert "_live" not in (book / "book" / "index.html").read_text("utf-8")
    slides = page.context.new_page()  # a lecture has no buttons
    slides.goto(f"{live.site}/book/graph.html?slides")
    slides.evaluate("() => import('/_live/live.js').then(() => null)")  # until it has looked
    assert slides.locator(".fl-bar").count() == 0
    for name in ("book/graph.html", "progress.html"):  # from a disk
        slides.goto((book / name).as_uri(), wait_until="load")
        assert "To run the cells: flcourse book FOLDER" in " ".join(
            slides.locator(".fl-unserved").inner_text().split()
        )


def test_a_slider_goes_where_nobody_has_computed(visit):
    page = visit("book/gradient.html")
    cell = page.locator(".cell:has(.fl-slider)").first
    places = cell.locator(".fl-slider img").evaluate_all("all => all.map(one => one.alt)")
    cell.get_by_label("another value").fill("0.0123")
    assert "runs this cell" in cell.locator("figcaption").first.inner_text()
    cell.get_by_label("another value").press("Enter")  # runs the cell, and what it rests on
    finish(page)
    field = cell.locator(".fl-any:visible")
    assert field.input_value() == "0.0123"
    assert field.evaluate("field => field === document.activeElement")
    assert told(page).startswith("η = 0.0123:")
    figure = cell.locator(".fl-slider:visible")
    assert told(page) not in places
    assert figure.locator("output").inner_text() == told(page)
    assert figure.locator("img:visible").evaluate_all("all => all.map(one => one.alt)") == [
        told(page)
    ]
    assert "fl-off" in figure.get_attribute("class")  # the thumb stands elsewhere
    field.fill("1 or 2")
    field.press("Enter")
    cell.get_by_text("1 or 2 is no number").wait_for()
    field.fill("-1")
    field.press("Enter")
    finish(page)
    assert told(page).startswith("No figure for -1: ")
    assert "np.float" not in told(page)
    assert "fl-none" in figure.get_attribute("class")
    figure.locator("input[type=range]").press("End")  # and back to what was computed
    assert figure.locator("output").inner_text() == places[-1]
    assert figure.get_attribute("class") == "fl-slider"


# What a page of another server may try: each entry ends in an error, or it got through.
ATTACK = """async site => {
    const socket = new Promise((yes, no) => {
        const one = new WebSocket(site.replace("http", "ws") + "/api/kernels/a-b-c-d-e/channels");
        one.onopen = () => yes("open");
        one.onerror = no;
    });
    const load = (name, attribute, path) => new Promise((yes, no) => {
        const part = document.createElement(name);
        part.onload = yes;
        part.onerror = no;
        part[attribute] = site + path;
        document.head.append(part);
    });
    const tries = {
        read: fetch(site + "/_live/may"), page: fetch(site + "/book/index.html"),
        withCookies: fetch(site + "/api/kernels", { credentials: "include" }),
        start: fetch(site + "/api/kernels", { method: "POST", body: "{}" }),
        blindScript: load("script", "src", "/_live/live.js"),
        picture: load("img", "src", "/_static/favicon.svg"), socket,
    };
    const ends = await Promise.allSettled(Object.values(tries));
    return Object.keys(tries).filter((_, place) => ends[place].status === "fulfilled");
}"""


class Stranger(BaseHTTPRequestHandler):
    """Another user's server on this machine: it keeps what browsers send to it."""

    heard = []  # noqa: RUF012 - one for all requests

    def do_GET(self):
        self.heard.append(str(self.headers))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Stranger</title><body>")

    def log_message(self, *_):
        pass


def test_a_page_of_another_server_gets_nothing(visit, live):
    reader = visit("book/index.html")  # who reads at the same time, in the same browser
    before = set(live.kernels())
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = reader.context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        assert page.evaluate(ATTACK, live.site) == []
        page.evaluate("""site => new Promise(done => {
            const frame = document.createElement("iframe");
            frame.onload = done;
            frame.src = site + "/book/graph.html";
            document.body.append(frame);
        })""", live.site)  # fmt: skip
        (_, framed) = page.frames
        assert framed.url.startswith("chrome-error:")
        server.shutdown()
    assert set(live.kernels()) <= before
    assert live.token not in "".join(Stranger.heard)
    assert "Cookie" not in "".join(Stranger.heard)


# What has the focus and cannot be seen for the bar.
BEHIND_THE_BAR = """() => {
    const bar = document.querySelector(".fl-bar");
    const all = [...document.querySelectorAll("article :is(a, button, summary, .cm-content)")];
    return all.filter(part => part.checkVisibility({ visibilityProperty: true })).filter(part => {
        scrollTo(0, scrollY + part.getBoundingClientRect().top - innerHeight + 20);
        part.focus();
        const { bottom, height } = part.getBoundingClientRect();
        return height < 400 && bottom > bar.getBoundingClientRect().top;
    }).map(part => part.outerHTML.slice(0, 100));
}"""


def test_a_live_page_is_for_everyone(visit):
    page = visit("book/index.html", "phone")
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")
    first = page.locator(".cell:has(> .fl-tools)").first
    write(first, "print('x' * 200)\n1 / 0").press("Shift+Enter")
    finish(page)
    first.locator("summary", has_text="Where it happened").click()
    page.mouse.move(0, 0)  # a link under the mouse has colours of its own
    for size in ("phone", "desktop"):
        page.set_viewport_size(SIZES[size])
        wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} pixels stick out to the right ({size})"
    page.set_viewport_size(SIZES["phone"])
    page.locator("#pst-back-to-top").evaluate("button => { button.style.display = 'block'; }")
    top, bar = (
        page.locator("#pst-back-to-top").bounding_box(),
        page.locator(".fl-bar").bounding_box(),
    )
    assert top["y"] + top["height"] <= bar["y"]
    assert bar["height"] < 40  # one line, whatever it says
    assert told(page)
    assert page.evaluate(BEHIND_THE_BAR) == []
    page.set_viewport_size(SIZES["desktop"])
    for colour in ("light", "dark"):
        page.emulate_media(color_scheme=colour)
        page.locator(f"html[data-theme={colour}]").wait_for(state="attached")
        assert axe(page, {}) == [], colour
    write(first, "2")  # the error is grey now, and the frame says how to leave
    assert first.locator(".fl-old .fl-error").is_visible()
    assert axe(page, {}, "#fl-cell-1") == []
