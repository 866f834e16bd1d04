"""A Chromium for tests, and what a page does that it should not."""

import contextlib

from playwright.sync_api import sync_playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextlib.contextmanager
def opened(chromium):
    """Headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


def watch(page, site, trouble):
    """Write down what a page asks elsewhere, what does not come, and what it complains about."""

    def outside(url):
        return not url.startswith((site, site.replace("http", "ws", 1), "data:", "blob:"))

    def complains(message):
        return message.type in ("error", "warning")

    page.on("request", lambda r: outside(r.url) and trouble.append(f"asked for {r.url}"))
    page.on("websocket", lambda w: outside(w.url) and trouble.append(f"spoke to {w.url}"))
    page.on("response", lambda r: r.status >= 400 and trouble.append(f"{r.status} {r.url}"))
    page.on("requestfailed", lambda r: trouble.append(f"failed: {r.url} {r.failure}"))
    page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
    page.on("console", lambda m: complains(m) and trouble.append(f"{m.type}: {m.text}"))
