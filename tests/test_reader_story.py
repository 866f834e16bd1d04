"""A reader opens a chapter's notebook in JupyterLab, runs it, and moves the slider of a figure."""

import re
import subprocess
import sys
from pathlib import Path

import journey
import pytest

ROOT = Path(__file__).resolve().parent.parent
CHAPTER = "gradient"  # it has a slider

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def test_a_chapter_runs_in_jupyterlab_and_its_slider_moves(tmp_path, chromium):
    folder = tmp_path / "reading"
    folder.mkdir()
    words = [sys.executable, "-m", "jupytext", "--from", "md:myst", "--to", "ipynb", "--output"]
    notebook = folder / f"{CHAPTER}.ipynb"
    subprocess.run([*words, notebook, ROOT / "book" / f"{CHAPTER}.md"], check=True)
    with (
        journey.home(tmp_path / "home") as environment,
        journey.jupyter("lab", folder, environment) as address,
        journey.visit(chromium, address, f"lab/tree/{notebook.name}") as page,
    ):
        page.locator(".jp-Notebook").first.wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.get_by_role("heading", name="Questions to think about").wait_for()  # the end
        page.locator(
            ".jp-CodeCell:visible .jp-InputPrompt", has_text=re.compile(r"\[\d+\]")
        ).last.wait_for()
        dial = page.locator("figure.fl-slider input[type=range]")
        page.locator(".jp-WindowedPanel-outer").hover(timeout=5000)
        for _ in range(150):  # what is far from the window is not part of the page
            if dial.count():
                break
            page.mouse.wheel(0, -500)
            page.wait_for_timeout(100)
        dial.scroll_into_view_if_needed()
        shown = page.locator("figure.fl-slider img:visible")
        words = page.locator("figure.fl-slider output")
        seen = [shown.get_attribute("alt")]
        box = dial.bounding_box()
        dial.click(position={"x": box["width"] - 2, "y": box["height"] / 2})  # its right end
        seen.append(shown.get_attribute("alt"))
        dial.click(position={"x": 2, "y": box["height"] / 2})  # JupyterLab takes the arrow keys
        seen.append(shown.get_attribute("alt"))
        assert len(set(seen)) == 3, seen
        assert shown.count() == 1
        assert words.inner_text() == seen[-1]
        assert dial.get_attribute("aria-valuetext") == seen[-1]
        assert page.locator(".jp-OutputArea [data-mime-type*=error]").count() == 0
