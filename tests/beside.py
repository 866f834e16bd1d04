"""The panel beside a notebook, in the hands of the stories: press, wait, look."""

import contextlib
import itertools
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import journey
import pytest
from journey import ROOT
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from flcourse.grading.student import start

NAMES = "items => items.map(item => item.dataset.jpItemName)"
NUMBER = itertools.count()
CHECKING = 400_000  # milliseconds until a verdict is there; on a busy machine a check takes long


class Home:
    """A student's course folder, and the Jupyter that `flcourse start` has opened in it."""

    def __init__(self, top, **more):
        self.folder, self.home = top / "my-flcourse", top / "home"
        self.home.mkdir()
        self.address = f"http://127.0.0.1:{journey.free_port()}/"
        self.environment = journey.environment(
            self.home,
            JUPYTER_PORT=self.address.rsplit(":", 1)[1].strip("/"),
            JUPYTER_TOKEN=journey.TOKEN,
            BROWSER="true",
            **more,
        )

    @contextlib.contextmanager
    def started(self):
        """Keep `flcourse start` running, with all assignments in the folder."""
        start.put(start.releases(ROOT / "exercises"), self.folder)
        words = [sys.executable, "-m", "flcourse", "start", self.folder, "--no-browser"]
        log = self.home / "start.log"
        with journey.program(words, self.environment, self.home, self.address + "api", log):
            yield

    def write(self, stem, answers):
        """Put answers into the notebook where it lies, or the release where they are None."""
        released = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
        for cell in released["cells"]:
            cell["source"] = answers.get(cell["id"]) or cell["source"]
        path = self.folder / stem / f"{stem}.ipynb"
        path.write_text(json.dumps(released), "utf-8")
        return path

    def theme(self, name):
        """Choose a theme of JupyterLab, as its settings do."""
        place = self.home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension"
        place.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"theme": f"JupyterLab {name}"})
        (place / "themes.jupyterlab-settings").write_text(text, "utf-8")

    def ask(self, place, path=None, *, method="GET", token=journey.TOKEN, headers=()):
        """Ask the server as a program would; return status and text."""
        query = f"?path={urllib.parse.quote(path)}" if path is not None else ""
        request = urllib.request.Request(f"{self.address}{place}{query}", method=method)
        for name, value in [*headers, *([("Authorization", f"token {token}")] if token else [])]:
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=journey.PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@contextlib.contextmanager
def lab(home, chromium, path, **more):
    """Open a notebook, and none that another test has left open."""
    place = f"lab/workspaces/{next(NUMBER)}/tree/{path}"
    with journey.visit(chromium, home.address, place, **more) as page:
        idle = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
        page.locator(idle).first.wait_for(state="attached")  # it hides in a narrow toolbar
        page.locator(".flc-toolbar-button:visible").wait_for()
        bar = page.locator(".flc-toolbar-button:visible").locator("..")
        names = bar.locator("> [data-jp-item-name]").evaluate_all(NAMES)
        assert names[:2] == ["save", "flcourse-check"], names  # what stands last hides
        yield page


def press_check(page):
    """Press Check in the toolbar of the notebook in front; wait, and return the panel's words."""
    page.locator(".flc-toolbar-button").get_by_role("button", name="Check").click()
    return checked(page)


def checked(page):
    """Wait for the verdict and return the words of the panel's status."""
    status = page.locator(".flc-panel").get_by_role("status")
    verdict = status.filter(has_text=re.compile(r"^(?!Check saves|Checked on).*[^…]$"))
    try:
        verdict.wait_for(timeout=CHECKING)
    except PlaywrightTimeoutError:
        pytest.fail(f"after {CHECKING / 1000:g} s the panel still says {status.inner_text()!r}")
    page.locator(".flc-panel:not(.flc-running)").wait_for(timeout=CHECKING)
    return status.inner_text()


def save(page, path):
    """Press Ctrl-S and wait until the file is written."""
    before = path.stat().st_mtime_ns
    page.keyboard.press("Control+s")
    end = time.monotonic() + journey.PATIENCE
    while path.stat().st_mtime_ns == before:
        assert time.monotonic() < end, f"{path} is not saved"
        page.wait_for_timeout(100)
    # JupyterLab knows that, too: until then another save would find the file changed by somebody.
    page.locator(".lm-TabBar-tab.lm-mod-current.jp-mod-dirty").wait_for(state="detached")


def row(page, title):
    """Return the task of this title."""
    return page.locator(".flc-task", has=page.get_by_role("button", name=title, exact=True))


def hand_in(page, name):
    """Press Hand in and tell one's name; return the name that stood there, and the receipt.

    Whoever has looked at the last task before sees the question, too.
    """
    panel = page.locator(".flc-panel")
    panel.evaluate("e => { e.scrollTop = e.scrollHeight; }")
    panel.get_by_role("button", name="Hand in", exact=True).click()
    field = panel.get_by_label("Your name or student number")
    page.wait_for_function("() => document.activeElement.matches('.flc-form input')")
    assert in_sight(page, field)
    known = field.input_value()
    field.fill(name)
    field.press("Enter")
    receipt = panel.get_by_label("Receipt")
    receipt.wait_for()
    return known, receipt


def in_sight(page, locator):
    """Whether an element lies inside the window, and nothing lies over it."""
    return locator.evaluate(
        """e => {
            const box = e.getBoundingClientRect();
            const inside = box.top >= 0 && box.left >= 0 && box.width > 0 && box.height > 0
                && box.bottom <= innerHeight && box.right <= innerWidth;
            const top = document.elementFromPoint(box.left + 3, box.top + box.height / 2);
            return inside && Boolean(top) && (e.contains(top) || top.contains(e));
        }"""
    )
