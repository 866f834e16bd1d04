"""The panel's link opens the formula, in the book that was built here."""

import pytest
from beside import Home, in_sight, lab, press_check, row

from flcourse.grading import labels

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FLIPPED = "def laplacian(A):\n    return A - np.diag(A.sum(axis=1))\n"


def test_the_link_of_a_task_opens_its_formula(book, tmp_path, chromium):
    home = Home(tmp_path, FLCOURSE_BOOK=book / "book")
    with home.started():
        home.write("graph", {"laplacian": FLIPPED})
        with lab(home, chromium, "graph/graph.ipynb") as page:
            press_check(page)
            number = labels.find("eq-laplacian").name
            task = row(page, "Task 2: Laplacian")
            with page.context.expect_page() as opened:
                task.get_by_role("link", name=f"{number} in the book").click()
            formula = opened.value.locator("[id='equation-eq-laplacian']")
            formula.locator("mjx-container").first.wait_for()
            assert number in formula.inner_text()
            assert in_sight(opened.value, formula.locator("mjx-container").first)
