"""What the stories in a browser share: a private home, real servers, pages that tell, pictures.

A story is written with four words::

    with journey.home(tmp_path) as environment:
        with journey.jupyter("lab", folder, environment) as address:
            with journey.visit(chromium, address) as page:
                ...
                journey.shot(page, "student-validate", "Success!")

Everything listens on 127.0.0.1, nothing touches the home of the user, and a page that complains
on its console or asks another machine for anything fails the test when it is left.
"""

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SHOTS = ROOT / "book" / "_static" / "shots"
TOKEN = "a-token-for-tests"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WINDOW = {"width": 1200, "height": 800}
TAKES = os.environ.get("FLCOURSE_SHOTS") == "1"  # pictures, rather than looking at the stored ones
PATIENCE = 180  # seconds; the machine may be busy
PROGRAMS = {"lab": "jupyterlab", "notebook": "notebook"}


# ------------------------------------------------------------------------------- places and names


def environment(home, **more):
    """Variables of a user whose home, settings and kernels' files are all below ``home``."""
    private = {
        "HOME": home,
        # Programs call each other by name, which an environment that is not activated hides.
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "IPYTHONDIR": home / ".ipython",
        "JUPYTER_CONFIG_DIR": home / ".jupyter",
        "JUPYTER_DATA_DIR": home / ".local" / "share" / "jupyter",
        "JUPYTER_RUNTIME_DIR": home / ".runtime",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local" / "share",
        "MPLCONFIGDIR": home / ".matplotlib",
        "OMP_NUM_THREADS": "1",
        **more,
    }
    return {**os.environ, **{name: str(value) for name, value in private.items()}}


@contextlib.contextmanager
def home(folder, **more):
    """Make a home at ``folder`` and give the variables of its user."""
    folder.mkdir(parents=True, exist_ok=True)
    yield environment(folder, **more)


def free_port():
    """Return a port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(environment, folder, *words, code=0, answer=None):
    """Run a command in ``folder`` as this user, expect its exit code, and return what it said.

    ``answer`` is what the user types where the command asks; without one nobody is there to ask.
    """
    if answer is not None:
        mine, its = os.openpty()
        os.write(mine, f"{answer}\n".encode())
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment, text=True, encoding="utf-8",
        stdin=subprocess.DEVNULL if answer is None else its,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if answer is not None:
        os.close(mine)
        os.close(its)
    assert done.returncode == code, f"{' '.join(map(str, words))}\n{done.stdout}"
    return done.stdout


def flcourse(environment, folder, *words, code=0):
    """Run an ``flcourse`` command as this user."""
    return run(environment, folder, sys.executable, "-m", "flcourse", *words, code=code)


def nbgrader(environment, folder, *words, code=0):
    """Run an ``nbgrader`` command as this user."""
    return run(environment, folder, sys.executable, "-m", "nbgrader", *words, code=code)


# ---------------------------------------------------------------------------------------- servers


@contextlib.contextmanager
def program(words, environment, folder, address, log):
    """Keep a server running; ``address`` answers before the story goes on."""
    with log.open("w+", encoding="utf-8") as file:
        process = subprocess.Popen(
            [str(word) for word in words], cwd=folder, env=environment,
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            _wait_for(address, process, log)
            yield process
        finally:
            _end(process)


@contextlib.contextmanager
def jupyter(kind, folder, environment, *options):
    """Start JupyterLab ("lab") or Notebook 7 ("notebook") on ``folder``; give its address.

    The address ends in a slash; ``visit`` adds the token by itself.
    """
    port = free_port()
    words = [
        sys.executable, "-m", PROGRAMS[kind], "--no-browser", f"--ServerApp.root_dir={folder}",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={TOKEN}", "--LabApp.news_url=None",
        "--LabApp.extension_manager=readonly", *rights(), *options,
    ]  # fmt: skip
    address = f"http://127.0.0.1:{port}/"
    log = Path(environment["HOME"]) / f"{kind}-{port}.log"
    with program(words, environment, folder, address + "api", log):
        yield address


def rights():
    """What Jupyter wants to be told when the user is root."""
    return ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _wait_for(address, process, log):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError as answer:
            if answer.code < 500:  # it speaks, if only to those who are logged in
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError(f"{address} does not answer:\n{log.read_text('utf-8')[-4000:]}")


def _end(process):
    """Ask the server to stop, which ends its kernels too; insist if it, or a child, does not."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):  # when the whole group has gone
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)


# ------------------------------------------------------------------------------------------ pages


@contextlib.contextmanager
def browser(chromium):
    """Start Chromium for several pages, one after the other, which share what it has loaded."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = started.new_context(
            viewport=WINDOW, accept_downloads=True, device_scale_factor=2 if TAKES else 1
        )
        context.set_default_timeout(PATIENCE * 1000)
        yield context
        context.close()
        started.close()


@contextlib.contextmanager
def visit(
    chromium, address, path="", *, token=TOKEN, excused=(), window=WINDOW, inside=""
):  # fmt: skip
    """Open a page in Chromium; what it complains about, or asks elsewhere, fails the story.

    ``chromium`` is the program, or one that `browser` has started for several pages.
    ``inside`` is the address of all that may be asked for, if that is not ``address`` itself.
    ``excused`` holds (part of a message, reason) of complaints that nobody here can mend.
    """
    trouble = []
    alone = isinstance(chromium, str | Path)

    def listen(page):
        _listen(page, inside or address, trouble)

    with browser(chromium) if alone else contextlib.nullcontext(chromium) as context:
        context.on("page", listen)
        try:
            page = context.new_page()
            page.set_viewport_size(window)
            page.trouble = trouble
            page.goto(f"{address}{path}" + (f"?token={token}" if token else ""))
            yield page
        finally:
            context.remove_listener("page", listen)
            for page in context.pages:
                page.close()
    left = [told for told in trouble if not any(part in told for part, reason in excused)]
    assert left == [], left


def _listen(page, address, trouble):
    def inside(url):
        own = address.partition("://")[2]  # the same place for http and ws
        here = f"{url.partition('://')[2]}/".startswith(own)
        return here or url.startswith(("data:", "blob:", "about:"))

    def asked(url):
        if not inside(url):
            trouble.append(f"asked for {url}")

    page.on("request", lambda request: asked(request.url))
    page.on("websocket", lambda socket: asked(socket.url))
    page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
    page.on(
        "console",
        lambda m: (
            trouble.append(f"console: {m.text} {m.location['url']}") if m.type == "error" else None
        ),
    )


def to_submissions(formgrader, stem):
    """Go by Formgrader's links to the list of what was handed in for one notebook.

    Three pages hold a link of the same name, one above its table: each link is waited for below
    the heading of its own page, or a quick click would meet the page before.
    """
    formgrader.get_by_role("link", name="Manual Grading").click()
    for heading in "Assignment ID", "Notebook ID":
        formgrader.get_by_role("columnheader", name=heading).wait_for()
        formgrader.locator("td").get_by_role("link", name=stem).click()
    formgrader.get_by_role("columnheader", name="Submission ID").wait_for()


# --------------------------------------------------------------------------------------- pictures


def around(page, *locators):
    """Return the part of the window that holds all of these elements, as far as they are in it."""
    boxes, size = [one.bounding_box() for one in locators], page.viewport_size
    left, top = (max(0, min(box[side] for box in boxes)) for side in "xy")
    right, bottom = (
        min(size[long], max(box[side] + box[long] for box in boxes))
        for side, long in (("x", "width"), ("y", "height"))
    )
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def shot(page, name, *shows, of=None):
    """Take the picture ``book/_static/shots/<name>.png``, or see that the one there is not stale.

    ``shows`` are texts that a reader sees in the picture: they must be visible now, in the page
    or in one of its frames. With FLCOURSE_SHOTS=1 the picture is taken (of the locator ``of``, of
    the part of the window that `around` has found, or of the window) and the texts are written
    beside it; without, both must be there and agree.
    """
    seen = "\n".join(" ".join(frame.locator("body").inner_text().split()) for frame in page.frames)
    missing = [text for text in shows if " ".join(text.split()) not in seen]
    assert missing == [], f"{name}: the page does not show {missing}, but\n{seen[:3000]}"
    picture, beside = SHOTS / f"{name}.png", SHOTS / f"{name}.json"
    if TAKES:
        SHOTS.mkdir(parents=True, exist_ok=True)
        part = {"clip": of} if isinstance(of, dict) else {}
        taken = (page if part else of or page).screenshot(
            animations="disabled", caret="hide", **part
        )
        # Screens of programs have few colours: a palette is a third of the bytes.
        Image.open(io.BytesIO(taken)).convert("RGB").quantize(128).save(picture, optimize=True)
        beside.write_text(json.dumps({"shows": list(shows)}, indent=1, ensure_ascii=False) + "\n")
    again = f"take the picture {name} again: FLCOURSE_SHOTS=1 and this test"
    assert picture.exists(), again
    assert json.loads(beside.read_text("utf-8")) == {"shows": list(shows)}, again
