"""The panel beside a notebook, as a student meets it: in JupyterLab, in Notebook 7, by keyboard.

One server, which `flcourse start` has opened, for all of it; what is asserted is what can be seen.
"""

import json
import os
import re
import time
from pathlib import Path

import journey
import psutil
import pytest
from accessibility import axe
from beside import Home, checked, hand_in, in_sight, lab, press_check, row, save
from journey import ROOT

from flcourse.grading import labels
from flcourse.grading.script import read_script
from flcourse.grading.student import submit

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

GRAPH = {cell.id: cell for cell in read_script(ROOT / "solutions" / "graph.py").of_kind("answer")}
ANSWERS = {
    **{name: cell.source for name, cell in GRAPH.items()},
    "knn-graph": GRAPH["knn-graph"].source.replace(" if mutual else np.maximum(near, near.T)", ""),
    "laplacian": "def laplacian(A):\n    return A - np.diag(A.sum(axis=1))\n",
    "total-variation": "def total_variation(A, W):\n    return (np.sum(A\n",
    "critical-edges": None,  # as it was released
    "best-edge": "def best_edge(A):\n    A[0, 0] = 0.0\n"
    + GRAPH["best-edge"].source.partition("\n")[2],  # right, and written into
    "union-or-mutual": "The mutual graph has fewer edges.",
}
ENDLESS = "def station_mean(y_i):\n    while True:\n        pass\n"
SUM = "def station_mean(y_i):\n    return np.sum(y_i)\n"
MEAN = "def station_mean(y_i):\n    return np.mean(y_i)\n"
# Complaints of Notebook 7.6 on each of its pages, whatever we do.
NOTEBOOK7 = [
    ("reading 'schema'", "its own core, without any extension: shortcuts before their settings"),
    ("Cannot convert undefined or null to object", "nbgrader 0.9.6 in it, as installed"),
    ("filebrowser:open-path", "its own, on a server that has shown pages of JupyterLab before"),
]
# Where one server shows both, its fonts of formulas: they have the names of JupyterLab's, and
# Jupyter Server remembers under which folder it has found those.
FONTS = ("/static/notebook/", "Jupyter Server, on one that has shown formulas in JupyterLab before")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "best-practice"]}


@pytest.fixture(scope="module")
def browser(chromium):
    """One Chromium for all; each test has windows of its own."""
    with journey.browser(chromium) as started:
        yield started


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    top = tmp_path_factory.mktemp("panel")
    home = Home(top, FLCOURSE_BOOK=top / "no-book")  # as on a laptop, whatever was built here
    with home.started():
        yield home


def test_each_task_has_its_verdict_in_sight(home, browser):
    home.write("graph", ANSWERS)
    with lab(home, browser, "graph/graph.ipynb", window={"width": 1280, "height": 800}) as page:
        assert press_check(page) == (
            "4 of 8 points by the checks that you can see, 1 partly right, 1 not right yet, "
            "1 does not run, 2 not answered, 1 waits for a person. See the note at Task 6."
        )
        note = page.locator(".flc-task[data-task=best-edge] .flc-note")
        note.scroll_into_view_if_needed()
        assert in_sight(page, note)
        said = "Note: best_edge writes into its argument A; the checks do not mind,"
        assert note.inner_text().startswith(said)
        page.locator(".flc-panel").evaluate("e => e.scrollTop = 0")
        states = page.locator(".flc-task").evaluate_all(
            "all => Object.fromEntries(all.map(e => [e.dataset.task, e.dataset.state]))"
        )
        assert states == {
            "knn-graph": "partly right",
            "laplacian": "not yet",
            "total-variation": "does not run",
            "critical-edges": "not answered",
            "variation-bounds": "right",
            "with-variation": "right",
            "own-models": "right",
            "best-edge": "right",
            "union-or-mutual": "waits for a person",
            "remote-station": "not answered",
        }
        half = row(page, "Task 1: Neighbours").locator(".flc-verdict")
        assert half.inner_text().split("\n") == ["Partly right", "1 of 2 points"]
        signs = page.locator(".flc-state path").evaluate_all("all => all.map(e => e.outerHTML)")
        assert len(set(signs[:3])) == 3  # of three states
        wrong = row(page, "Task 2: Laplacian")
        says = wrong.locator(".flc-says")
        assert "The sign is flipped" in says.inner_text()
        assert in_sight(page, says)
        assert "0 of 1 point" in wrong.inner_text()
        assert "'(' in line 2 is never closed" in row(page, "Task 3: Total variation").inner_text()
        assert "Traceback" not in page.locator(".flc-panel").inner_text()
        assert axe(page, RULES, within=".flc-panel") == []
        its_number_opens_the_formula(page, wrong)
        after_a_restart_it_is_open_and_says_what_was_found(page)


def its_number_opens_the_formula(page, task):
    """In the pages of the course folder, where there is no book; JupyterLab keeps the layout."""
    number = labels.find("eq-laplacian").name
    with page.expect_response(lambda r: "api/workspaces" in r.url and r.request.method == "PUT"):
        task.get_by_role("link", name=f"{number} among the formulas of its chapter").click()
        formula = page.locator(".jp-MarkdownViewer h2", has_text=f"{number} The Laplacian")
        formula.wait_for()
        page.wait_for_function(
            """e => {
                const box = e.getBoundingClientRect();
                return box.top >= 0 && box.bottom <= innerHeight;
            }""",
            arg=formula.element_handle(),
        )
    assert in_sight(page, formula)
    assert in_sight(page, task.locator(".flc-says"))  # it opens beside the panel


def after_a_restart_it_is_open_and_says_what_was_found(page):
    page.reload()
    wrong = row(page, "Task 2: Laplacian")
    wrong.locator(".flc-says", has_text="The sign is flipped").wait_for()
    said = page.locator(".flc-panel").get_by_role("status").inner_text()
    assert re.fullmatch(r"Checked on \d+ \w+ \d{4}, \d\d:\d\d: 4 of 8 points by .*", said), said
    assert page.locator(".flc-stale").is_hidden()


def test_everything_by_keyboard_and_in_the_dark(home, browser):
    home.write("graph", ANSWERS)
    home.theme("Dark")
    with lab(home, browser, "graph/graph.ipynb") as page:
        page.locator(".jp-Notebook").first.focus()
        page.keyboard.press("Control+Shift+Enter")
        checked(page)
        assert page.evaluate("document.activeElement.innerText") == "Check"
        wrong = row(page, "Task 2: Laplacian")
        number = labels.find("eq-laplacian").name
        names = ("Hint for Task 2: Laplacian", "Another hint for Task 2: Laplacian")
        for name in (*names, f"Show {number}"):
            walk_to(page, name)
            page.keyboard.press("Enter")
        wrong.get_by_role("button", name=f"Hide {number}").wait_for()
        wrong.get_by_role("button", name="No more hints for Task 2: Laplacian").wait_for()
        assert wrong.locator(".flc-more > p").all_inner_texts() == [
            f"Degrees on the diagonal, minus the weights off it {number}.",
            dict(GRAPH["laplacian"].fields)["hint"],
        ]
        wrong.locator("mjx-container").wait_for()
        assert in_sight(page, wrong.locator("mjx-container"))
        assert axe(page, RULES, within=".flc-panel") == []
        page.keyboard.press("Escape")
        assert page.evaluate("!!document.activeElement.closest('.jp-NotebookPanel')")
    home.theme("Light")


def test_in_a_narrow_window_button_panel_and_notebook_are_in_sight(home, browser):
    home.write("graph", ANSWERS)
    with lab(home, browser, "graph/graph.ipynb", window={"width": 760, "height": 900}) as page:
        press_check(page)
        assert in_sight(page, row(page, "Task 2: Laplacian").locator(".flc-says"))
        title = page.get_by_role("heading", name="The empirical graph").first
        assert title.bounding_box()["width"] > 250


def test_a_window_that_is_narrowed_with_both_sidebars_leaves_room_for_the_notebook(home, browser):
    home.write("start", {})
    with lab(home, browser, "start/start.ipynb", window={"width": 1280, "height": 800}) as page:
        page.locator(".lm-TabBar-tab[data-id=flcourse-panel]").click()
        files = page.locator("#jp-left-stack")
        assert files.is_visible()
        page.set_viewport_size({"width": 800, "height": 800})
        files.wait_for(state="hidden")
        assert page.locator(".flc-panel").is_visible()
        assert page.locator(".jp-NotebookPanel:visible").bounding_box()["width"] > 400
        page.locator(".lm-TabBar-tab[data-id=filebrowser]").click()  # who wants it has it
        files.wait_for()
        page.set_viewport_size({"width": 780, "height": 800})
        page.wait_for_timeout(300)
        assert files.is_visible()


def test_a_copy_is_told_apart_by_its_name(home, browser):
    path = home.write("start", {})
    copy = path.with_name("start-Copy1.ipynb")
    copy.write_bytes(path.read_bytes())
    with lab(home, browser, "start/start-Copy1.ipynb") as page:
        page.locator(".lm-TabBar-tab[data-id=flcourse-panel]").click()
        name = page.locator(".flc-panel .flc-file")
        name.filter(has_text="start-Copy1.ipynb").wait_for()
        assert in_sight(page, name)
        page.locator(".jp-DirListing-item", has_text="start.ipynb").dblclick()
        name.wait_for(state="hidden")
    copy.unlink()


def walk_to(page, name):
    """Press Tab until the element with this name has the focus."""
    for _ in range(60):
        if name in page.evaluate(
            "[document.activeElement.ariaLabel, document.activeElement.innerText]"
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def test_a_check_that_never_ends_is_stopped_from_the_panel(home, browser):
    home.write("start", {"station-mean": ENDLESS})
    with lab(home, browser, "start/start.ipynb") as page:
        page.locator(".flc-toolbar-button").get_by_role("button", name="Check").click()
        panel = page.locator(".flc-panel")
        panel.get_by_text("still running").wait_for()
        assert in_sight(page, panel.get_by_role("status"))
        status, told = home.ask("flcourse/check", "start/start.ipynb", method="POST")
        assert (status, "at work already" in told) == (409, True)
        busy = [process for process in psutil.process_iter(["cmdline"]) if works(process)]
        assert busy
        panel.get_by_role("button", name="Cancel").click()
        panel.get_by_text("The check was stopped").wait_for()
        assert psutil.wait_procs(busy, timeout=20)[1] == [], "they end, if not in that instant"
        beside_another_notebook_it_is_said(page, panel)


ALIKE = """([one, other]) =>
    getComputedStyle(one).borderLeftColor === getComputedStyle(other).borderLeftColor"""


def test_while_a_check_runs_no_verdict_passes_for_its_own(home, browser):
    home.write("start", {"station-mean": SUM})
    with lab(home, browser, "start/start.ipynb") as page:
        assert press_check(page) == "Checked: 1 not right yet, 1 not answered."
        task = row(page, "Task 1: Answer and check")
        before = edge(task)
        panel = page.locator(".flc-panel")
        task.get_by_role("button", name="Task 1: Answer and check", exact=True).click()
        page.keyboard.press("Control+a")  # the panel has led into the cell
        page.keyboard.insert_text(ENDLESS)
        panel.get_by_text("The notebook has changed since the last check.").wait_for()
        page.locator(".flc-toolbar-button").get_by_role("button", name="Check").click()
        stop = panel.get_by_role("button", name="Cancel")
        stop.wait_for()
        other = row(page, "Task 2: Write a text").element_handle()  # not answered, so grey already
        page.wait_for_function(ALIKE, arg=[task.element_handle(), other])
        assert edge(task) != before
        assert page.locator(".flc-stale").is_hidden()
        stop.click()  # at once: a check that never ends is ended after ten seconds
        panel.get_by_text("The check was stopped").wait_for()
        assert edge(task) == before
        panel.get_by_text("The notebook has changed since the last check.").wait_for()
        stands = row(page, "Task 2: Write a text").locator(".flc-state")
        assert stands.inner_text() == "Not answered"
        panel.get_by_role("button", name="Hand in", exact=True).click()
        stands.filter(has_text="Not checked yet").wait_for()  # it may be written by now
        panel.get_by_role("button", name="Back").click()
        stands.filter(has_text="Not answered").wait_for()


def edge(task):
    """The colour that a task has in the panel."""
    return task.evaluate("e => getComputedStyle(e).borderLeftColor")


def beside_another_notebook_it_is_said(page, panel):
    """Whoever goes on in another one while the first is checked."""
    page.locator(".jp-BreadCrumbs-home").first.click()
    page.locator(".jp-DirListing-item", has_text="graph").first.dblclick()
    page.locator(".jp-DirListing-item", has_text="graph.ipynb").dblclick()
    panel.get_by_role("heading", name="The empirical graph").wait_for()
    page.locator(".lm-TabBar-tab", has_text="start.ipynb").click()
    panel.get_by_role("button", name="Check", exact=True).click()
    page.locator(".lm-TabBar-tab", has_text="graph.ipynb").click()
    panel.get_by_text("(Still at work: checking start…)").wait_for()


def test_what_was_typed_stays_where_the_file_has_changed_and_a_new_name_is_no_matter(home, browser):
    path = home.write("graph", ANSWERS)
    with lab(home, browser, "graph/graph.ipynb") as page:
        press_check(page)
        panel = page.locator(".flc-panel")
        said = panel.get_by_role("status")
        path.write_text(path.read_text("utf-8").replace("The empirical", "An empirical"), "utf-8")
        os.utime(path, (time.time() + 9,) * 2)
        cell = page.locator(".jp-CodeCell .cm-content").filter(has_text="def laplacian")
        cell.click()
        page.keyboard.type("#mine")
        for name, what in (("Check", "Not checked"), ("Hand in", "Not handed in")):
            panel.get_by_role("button", name=name, exact=True).click()
            page.locator(".jp-Dialog").get_by_role("button", name="Cancel").click()
            said.filter(has_text=f"{what}: the notebook was not saved").wait_for()
            assert "Overwrite keeps what you see here" in said.inner_text()
            assert "eload" not in said.inner_text()
        panel.get_by_role("button", name="Check", exact=True).click()
        page.locator(".jp-Dialog").get_by_role("button", name="Overwrite").click()
        before = checked(page)
        assert "#mine" in cell.inner_text()
        page.locator(".jp-DirListing-item", has_text="graph.ipynb").click()
        page.keyboard.press("F2")
        page.locator(".jp-DirListing-editor").fill("Äino final.ipynb")
        page.keyboard.press("Enter")
        page.locator(".lm-TabBar-tabLabel", has_text="Äino final.ipynb").wait_for()
        assert said.inner_text() == before
        assert press_check(page) == before
    path.with_name("Äino final.ipynb").unlink()


def works(process):
    """Whether a process is one of those that check a notebook for the panel."""
    return "flcourse.grading.student.panel.worker" in (process.info["cmdline"] or [])


def cells_of(path):
    """In the file: a page shows the cells of a notebook bit by bit."""
    return len(json.loads(path.read_text("utf-8"))["cells"])


def test_who_double_clicks_a_text_can_write_at_once(home, browser):
    """By itself JupyterLab takes the first letters for commands: `a` and `b` make cells."""
    path = home.write("start", {})
    cells = cells_of(path)
    with lab(home, browser, "start/start.ipynb") as page:
        cell = page.locator(".jp-MarkdownCell").filter(has_text="YOUR ANSWER HERE").first
        cell.scroll_into_view_if_needed()
        cell.locator(".jp-MarkdownOutput").dblclick()
        page.locator(".jp-Notebook.jp-mod-editMode").wait_for()
        page.keyboard.press("Control+a")
        page.keyboard.type("a baby\n\nymca")
        page.keyboard.press("Shift+Enter")
        page.locator(".jp-MarkdownCell .jp-MarkdownOutput", has_text="a baby").wait_for()
        save(page, path)
    assert cells_of(path) == cells


def test_who_comes_to_a_text_from_the_panel_can_write_at_once(home, browser):
    path = home.write("start", {})
    cells = cells_of(path)
    with lab(home, browser, "start/start.ipynb") as page:
        panel = page.locator(".flc-panel")
        page.locator(".lm-TabBar-tab[data-id=flcourse-panel]").click()
        title = "Task 2: Write a text"
        row(page, title).get_by_role("button", name=title, exact=True).click()
        page.locator(".jp-Notebook.jp-mod-editMode").wait_for()
        page.keyboard.press("Control+a")
        page.keyboard.type("a baby\n\nymca")
        page.keyboard.press("Control+Enter")
        written = page.locator(".jp-MarkdownCell .jp-MarkdownOutput", has_text="a baby")
        written.wait_for()
        assert in_sight(page, written)
        assert panel.is_visible()
        save(page, path)
    assert cells_of(path) == cells


def test_hand_in_and_keep_the_receipt(home, browser):
    home.write("graph", ANSWERS)
    low = {"width": 1280, "height": 560}  # the list of tasks scrolls
    with lab(home, browser, "graph/graph.ipynb", window=low) as page:
        page.locator(".lm-TabBar-tab[data-id=flcourse-panel]").click()  # without any check before
        panel = page.locator(".flc-panel")
        for name in ("", "Ada Mäkelä"):  # the first time it is not known
            known, receipt = hand_in(page, "Ada Mäkelä")
            assert known == name
            assert page.evaluate("document.activeElement.innerText") == "Your receipt"
            assert "8 of 10" in receipt.inner_text()  # tasks with an answer
            keys, values = (receipt.locator(tag).all_inner_texts() for tag in ("dt", "dd"))
            told = dict(zip(keys, values, strict=True))
            assert re.fullmatch(r"\d+ \w+ \d{4}, \d\d:\d\d:\d\d \S+", told["time"])
            assert "One step is left: download this ZIP" in receipt.inner_text()
            assert in_sight(page, receipt.get_by_role("link"))
            assert axe(page, RULES, within=".flc-panel") == []
        panel.get_by_role("button", name="Hand in", exact=True).click()
        panel.locator("form").get_by_text("Task 4: Components").wait_for()
        asked = panel.get_by_role("status").inner_text()  # not that nothing is handed in yet
        assert re.fullmatch(r"Packed before, on .* \d\d:\d\d\. Once more: is this you\?", asked)
        panel.get_by_role("button", name="Back").click()
        assert panel.get_by_role("status").inner_text()  # never an empty line
        assert page.evaluate("document.activeElement.innerText") == "Hand in"
        panel.get_by_role("button", name="Hand in", exact=True).click()
        panel.locator("form").get_by_role("button", name="Pack for upload").click()
        receipt.wait_for()
        with page.expect_download() as download:
            receipt.get_by_role("link").click()
        archive = Path(download.value.path()).read_bytes()
    packed = sorted((home.folder / "handed-in").glob("graph-*.zip"))[-1]
    assert packed.read_bytes() == archive
    assert submit.verify(packed) == []
    receipt = packed.with_name(f"{packed.stem}-receipt.txt").read_text("utf-8")
    assert submit.read_receipt(receipt)["student"] == "Ada Mäkelä"


def test_a_wrong_and_a_right_answer_in_notebook_7(home, browser):
    path = home.write("start", {"station-mean": SUM})
    with journey.visit(
        browser, home.address, "notebooks/start/start.ipynb", excused=NOTEBOOK7
    ) as page:
        press_check(page)
        task = row(page, "Task 1: Answer and check")
        assert "This is the sum, it is not divided by m_i" in task.inner_text()
        assert in_sight(page, task.locator(".flc-says"))
        task.get_by_role("button", name="Task 1: Answer and check", exact=True).click()
        page.keyboard.press("Control+a")  # the panel has led into the cell
        page.keyboard.insert_text(MEAN)
        page.get_by_text("The notebook has changed since the last check.").wait_for()
        assert press_check(page) == "Checked: 1 right, 1 not answered."
        page.locator(".flc-task[data-task=station-mean][data-state=right]").wait_for()
        assert page.locator(".validate-button, [data-jp-item-name=validate_button]").count() == 0
    assert "np.mean" in path.read_text("utf-8")  # checking has saved it


def test_formulas_lie_over_the_notebook_in_notebook_7(home, browser):
    """Whether the panel, a text or another formula names them."""
    home.write("graph", ANSWERS)
    with journey.visit(
        browser, home.address, "notebooks/graph/graph.ipynb", excused=[*NOTEBOOK7, FONTS]
    ) as page:
        press_check(page)
        number = labels.find("eq-laplacian").name
        link = row(page, "Task 2: Laplacian").get_by_role(
            "link", name=f"{number} among the formulas of its chapter"
        )
        link.click()
        lies_over_the_notebook(page, "eq-laplacian", "The Laplacian")
        assert axe(page, RULES, within=".flc-page") == []
        page.locator(".flc-page").get_by_role("link", name=number, exact=True).first.click()
        lies_over_the_notebook(page, "eq-laplacian", "The Laplacian")
        page.keyboard.press("Escape")
        page.locator(".flc-page").wait_for(state="detached")
        link.focus()
        page.keyboard.press("Enter")
        lies_over_the_notebook(page, "eq-laplacian", "The Laplacian")
        page.get_by_role("button", name="Close").first.click()
        number = labels.find("eq-degree").name
        page.locator(".jp-Notebook").get_by_role("link", name=number, exact=True).first.click()
        lies_over_the_notebook(page, "eq-degree", "Degrees")
        assert len(page.context.pages) == 1


def lies_over_the_notebook(page, label, title):
    """A heading of a page of formulas, with the formula below it, drawn and in sight."""
    number = labels.find(label).name
    head = page.locator(".flc-page h2", has_text=f"{number} {title}")
    page.wait_for_function(
        """e => {
            const box = e.getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight;
        }""",
        arg=head.element_handle(),
    )
    assert page.locator(".flc-page").count() == 1
    assert in_sight(page, head)
    assert in_sight(page, head.locator("~ p mjx-container").first)


def test_a_damaged_notebook_becomes_a_sentence(home):
    (home.folder / "damaged.ipynb").write_text("{", "utf-8")
    for place, method in (("assignment", "GET"), ("check", "POST"), ("submission", "GET")):
        _, told = home.ask(f"flcourse/{place}", "damaged.ipynb", method=method)
        assert json.loads(told)["sorry"].startswith("damaged.ipynb "), told


def test_only_who_may_run_code_here_may_check(home):
    home.write("start", {})
    outside = home.folder.parent / "outside.ipynb"
    outside.write_bytes((home.folder / "start" / "start.ipynb").read_bytes())
    (home.folder / "start" / "link.ipynb").symlink_to(outside)
    inside = "start/start.ipynb"
    assert home.ask("flcourse/assignment", inside)[0] == 200
    assert home.ask("flcourse/check", inside, method="POST", token="another")[0] == 403
    assert home.ask("flcourse/submission", inside, token=None)[0] == 403
    for path in (
        "../outside.ipynb", str(outside), "start/link.ipynb", "start", "", "nothing.ipynb",
        ".flcourse/start/start.ipynb", "start/../../outside.ipynb",
    ):  # fmt: skip
        status, told = home.ask("flcourse/check", path, method="POST")
        assert (status, list(json.loads(told))) == (404, ["sorry"]), path


def test_a_page_of_another_site_cannot_check(home, browser):
    """A browser that is logged in sends its cookie; without the token of our page it is refused."""
    home.write("start", {})
    asked = f"{home.address}flcourse/check?path=start/start.ipynb"
    with journey.visit(browser, home.address, "api") as page:
        asks = page.context.request  # with the cookies of the browser
        assert asks.get(asked.replace("check", "assignment")).status == 200
        assert asks.post(asked).status == 403
