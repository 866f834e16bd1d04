"""What the tests share: the built book, the tools of the machine, the real observations."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest
import yaml
import zygotes
from hypothesis import settings
from threadpoolctl import threadpool_limits
from xdist.scheduler import LoadScopeScheduling

from flcourse.grading.checks import SEED_VARIABLE

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import system  # noqa: E402

import book as book_script  # noqa: E402 - the scripts behind the Makefile are no package

os.environ.setdefault("MPLBACKEND", "agg")
# Tests run side by side, a worker for each core: linear algebra keeps to one thread in each, in
# the libraries that are loaded, and in those that they or other processes load later.
threadpool_limits(1)
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
# What this computer knows of its student is left as it is: tests hand in under other names.
os.environ["XDG_CONFIG_HOME"] = mkdtemp(prefix="flcourse-tests-")
# Who starts the tests in the background has Ctrl-C ignored, and what a test starts inherits that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# How long one example takes says something about the machine, not about the code.
settings.register_profile("course", deadline=None)
settings.load_profile("course")


# What takes longest begins first, so that no worker is left with it at the end; seconds, roughly.
# The book comes before all, for the browser waits for it, and the deployment beside it, for much
# of its time is waiting; then what keeps the other workers busy until the book is there.
LONGEST = {
    "test_book": 900,
    "test_flower_deploy": 800,
    "test_exercises": 700,
    "test_attacks": 600,
    "test_line_and_bank": 500,
    "test_demo": 480,
    "test_clumsy": 460,
    "test_browser": 440,
    "test_paper": 170,
    "test_live_book": 100,
    "test_cells": 100,
    "test_ours": 100,
    "test_panel_story": 80,
    "test_laptop": 60,
    "test_carried": 60,
    "test_student_story": 80,
    "test_hub_story": 80,
    "test_formgrader_story": 70,
    "test_flower": 65,
    "test_check_notebook": 55,
    "test_batch": 50,
    "test_bank": 35,
    "test_nbgrader": 25,
    "test_workers": 20,
    "test_instructor_path": 15,
    "test_course": 10,
    "test_exchange": 10,
    "test_analysis": 10,
    "test_execute": 10,
    "test_export": 10,
}


# Long files whose tests share little: each test goes to the worker that is free. All others stay
# together, for the sake of what they have in common.
APART = {"test_exercises", "test_attacks", "test_clumsy", "test_browser", "test_live_book"}


class InPieces(LoadScopeScheduling):
    """Give a worker one file after the other, and of the long ones one test after the other."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        return nodeid if Path(file).stem in APART else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With -n: by files, longest first, see LONGEST and APART."""
    return InPieces(config, log)


def pytest_collection_modifyitems(items):
    """Begin with the longest files, so that no worker is left alone with one at the end."""
    for item in items:
        if "book" in item.fixturenames:  # the first of them builds it, others wait for that
            item.add_marker(pytest.mark.timeout(1800))
    items.sort(key=lambda item: -LONGEST.get(item.path.stem, 0))


def files_of(toc):
    """Names of all pages in a table of contents, in its order."""
    if isinstance(toc, dict):
        own = [toc[key] for key in ("root", "file") if key in toc]
        return own + [name for value in toc.values() for name in files_of(value)]
    return [name for entry in toc for name in files_of(entry)] if isinstance(toc, list) else []


CHAPTERS = files_of(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8")))
LECTURES = [stem for stem in (name.split("/")[-1] for name in CHAPTERS)
            if any((ROOT / "flcourse" / place).exists()
                   for place in (f"{stem}.py", f"{stem}/__init__.py"))]  # fmt: skip
STUDIES = ["flights"]  # chapters that measure what others teach, without a module of their own
PAGES = [*(f"{name}.html" for name in CHAPTERS), "genindex.html", "search.html", "progress.html"]


def installed(tool, path):
    """Path of a tool, else a skip that names its package; a failure in CI, which may install it."""
    if path:
        return path
    package, without = system.NEEDED[tool]
    reason = f"{package} is not installed (sudo apt-get install {package}); left out: {without}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(autouse=True)
def same_seed():
    """Refuse a test that leaves its grading seed to the next ones, whose data it would change."""
    before = os.environ.get(SEED_VARIABLE)
    yield
    assert os.environ.get(SEED_VARIABLE) == before, f"this test changes {SEED_VARIABLE}"


@pytest.fixture(autouse=True, scope="session")
def one_warm_sandbox():
    """Share warm sandboxes between tests; see zygotes.py."""
    with zygotes.shared():
        yield


@pytest.fixture(scope="session")
def chromium():
    """Path of a Chromium that starts."""
    return installed("chromium", system.browser())


@pytest.fixture(scope="session")
def bwrap():
    """Path of bubblewrap."""
    return installed("bwrap", shutil.which("bwrap"))


@pytest.fixture(scope="session")
def flcourse_data():
    """Folder with the real observations, which are not part of this project."""
    folder = os.environ.get("FLCOURSE_DATA")
    if not folder:
        pytest.skip("FLCOURSE_DATA is not set: the real observations are not here")
    return Path(folder)


def run_book(command):
    """Call the script behind `make book` and return what it said; fail with its words."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "book.py", command],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        pytest.fail(done.stdout[-6000:], pytrace=False)
    return done.stdout


@pytest.fixture(scope="session")
def book():
    """Folder of the built book, brought up to date once."""
    run_book("build")
    return book_script.HTML
