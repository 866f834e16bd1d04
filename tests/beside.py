"""The panel beside a notebook, in the hands of the stories: press, wait, look."""

import re


def press_check(page):
    """Press Check in the toolbar of the notebook in front; wait, and return the panel's words."""
    page.locator(".flc-toolbar-button").get_by_role("button", name="Check").click()
    return checked(page)


def checked(page):
    """Wait for the verdict and return the words of the panel's status."""
    status = page.locator(".flc-panel").get_by_role("status")
    status.filter(has_text=re.compile(r"^(?!Check saves).*[^…]$")).wait_for()
    page.locator(".flc-panel:not(.flc-running)").wait_for()
    return status.inner_text()


def row(page, title):
    """Return the task of this title."""
    return page.locator(".flc-task", has=page.get_by_role("button", name=title, exact=True))


def hand_in(page, name):
    """Press Hand in and tell one's name; return the name that stood there, and the receipt."""
    panel = page.locator(".flc-panel")
    panel.get_by_role("button", name="Hand in", exact=True).click()
    field = panel.get_by_label("Your name or student number")
    field.wait_for()
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
