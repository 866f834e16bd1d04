"""A laptop with Python and nothing else: three commands lead to the first checked task.

The environment holds the wheel and what its extra asks for, and lies far from this checkout; see
tests/laptop.py for what that shows. The terminal is one that means ill: its settings put another
`python` and another `flcourse` before ours.
"""

import re
import signal
import time

import journey
import laptop
import pytest
from beside import in_sight, press_check, row
from journey import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PAGE = (ROOT / "book" / "students.md").read_text("utf-8")

pytestmark = [pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def owner(tmp_path_factory):
    """A student with the environment of the course, and an ill-meaning ~/.bashrc."""
    top = tmp_path_factory.mktemp("laptop") / "Mäkelä, course"
    return Owner(top)


class Owner:
    """Somebody's home: the environment, the folder for work, and how commands are given."""

    def __init__(self, top):
        self.top, self.mine = top, top / "my-flcourse"
        self.wheel = laptop.wheel(top)
        self.programs = laptop.make(top / "flcourse-env", self.wheel)
        other = top / "other" / "bin"
        other.mkdir(parents=True)
        for name in ("python", "flcourse"):
            (other / name).write_text("#!/bin/sh\necho another $0\n", "utf-8")
            (other / name).chmod(0o755)
        (top / ".bashrc").write_text(f'export PATH="{other}:$PATH"\nALSO=read\n', "utf-8")
        self.port = journey.free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        own = {"PATH": "/usr/local/bin:/usr/bin:/bin", "SHELL": "/bin/bash", "BROWSER": "true",
               "JUPYTER_PORT": self.port}  # fmt: skip
        self.environment = journey.environment(top, **own)
        for name in ("PYTHONPATH", "VIRTUAL_ENV", "JPY_PARENT_PID", "JUPYTER_TOKEN"):
            self.environment.pop(name, None)

    def run(self, *words, folder=None, code=0):
        return journey.run(self.environment, folder or self.top, *words, code=code)

    def start(self, log, *words):
        """Keep `flcourse start` running."""
        command = [self.programs / "flcourse", "start", "--no-browser", *words]
        return journey.program(command, self.environment, self.top, self.address + "api", log)


def test_the_wheel_brings_its_assignments_and_nothing_from_the_checkout(owner):
    said = owner.run(owner.programs / "python", "-c", "import flcourse; print(flcourse.__file__)")
    assert str(owner.top) in said
    probe = "from flcourse.grading.student import start; print(*start.releases(start.SHIPPED))"
    found = owner.run(owner.programs / "python", "-c", probe).split()
    assert found == sorted(p.relative_to(ROOT / "exercises").as_posix()
                           for pattern in ("*/*.ipynb", "*/*.instances")
                           for p in (ROOT / "exercises").glob(pattern))  # fmt: skip
    # What the extra does not ask for is not there: the rest of the tests show that it is enough.
    owner.run(owner.programs / "python", "-c", "import sphinx", code=1)


def test_the_page_and_the_readme_name_this_wheel_and_these_commands(owner):
    texts = PAGE + README + (ROOT / "book" / "instructors.md").read_text("utf-8")
    named = {*re.findall(r"flcourse-[\d.a-z]+-py3-none-any\.whl", texts)}
    assert named == {owner.wheel.name}
    posix = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)[:2]
    windows = re.search(r"^```powershell\n(.*?)^```", PAGE, re.M | re.S)[1]
    assert posix[0] == posix[1]
    same = windows.replace("\\Scripts\\", "/bin/").replace("py -m", "python3 -m")
    assert same == posix[0]
    assert len(posix[0].splitlines()) == 3


def told_address(log):
    """Return the address that stands in the terminal."""
    (address,) = re.findall(r"^ +(http://127\.0\.0\.1:\S+)$", log.read_text("utf-8"), re.M)
    return address


def clip(page, locator):
    """Whether something is visible and lies inside the window."""
    box = locator.bounding_box()
    size = page.viewport_size
    return box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def type_into_cell(page, text):
    """Write a cell of one's own below the last one, run it, and return what it shows."""
    last = page.locator(".jp-Notebook:visible .jp-Cell", has_text="Where to go on")
    last.wait_for(state="attached")  # JupyterLab draws a notebook bit by bit
    last.click()
    for key in ("Escape", "b", "Enter"):
        page.keyboard.press(key)
    page.keyboard.insert_text(text)
    own = page.locator(".jp-Notebook:visible .jp-CodeCell", has_text=text)
    own.wait_for()
    page.keyboard.press("Control+Enter")
    own.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()  # it has ended
    shown = own.locator(".jp-OutputArea-output")
    shown.last.wait_for()
    return " ".join(shown.all_inner_texts())


def in_the_terminal(page, owner, command, file):
    """Type a command into the terminal in front; what it says goes to a file, which is read."""
    place = owner.top / file
    page.keyboard.type(f"{{ {command}; }} > '{place}.half' 2>&1; mv '{place}.half' '{place}'\n")
    end = time.monotonic() + journey.PATIENCE
    while not place.exists():
        assert time.monotonic() < end, f"the terminal does not answer to {command}"
        page.wait_for_timeout(100)
    return place.read_text("utf-8")


@pytest.mark.browser
@pytest.mark.slow
def test_three_commands_lead_to_the_first_checked_task(owner, chromium):
    log = owner.top / "start.log"
    with owner.start(log):
        said = log.read_text("utf-8")
        assert len(said.splitlines()) <= 10, said  # what is new, the folder, the address
        assert not re.search(r"\[[WIE] ", said), said
        address = told_address(log)
        assert "/lab/tree/start/start.ipynb" in address
        with journey.visit(chromium, address, token=None, inside=owner.address) as page:
            the_first_task_is_open(page)
            answered_and_checked(page, owner)
            cells_and_terminal_find_our_programs(page, owner)
            the_terminal_says_the_same(page, owner)
            page.locator(".jp-DirListing-item, .jp-BreadCrumbs-home").first.wait_for()
            go_on_with(page, "erm/erm.ipynb")
        said = log.read_text("utf-8")
        assert len(said.splitlines()) <= 10, said  # nor has the kernel anything to warn of
    again = owner.top / "again.log"
    with owner.start(again) as server:
        address = told_address(again)
        assert "/lab/tree/erm/erm.ipynb" in address
        assert "new" not in again.read_text("utf-8")
        with journey.visit(chromium, address, token=None, inside=owner.address) as page:
            title = page.get_by_role("heading", name="A temperature map").first
            title.wait_for()
            assert clip(page, title)
        server.send_signal(signal.SIGINT)  # one Ctrl-C, and no question
        assert server.wait(60) == 0


def the_first_task_is_open(page):
    """Not a launcher: the notebook is in the window, its kernel is ready; no list of a course."""
    title = page.get_by_role("heading", name="Start here: a dry run").first
    title.wait_for()
    assert clip(page, title)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]:visible").first.wait_for()
    assert page.locator(".jp-Launcher:visible").count() == 0
    assert page.get_by_role("menuitem", name="Nbgrader").count() == 0


def cells_and_terminal_find_our_programs(page, owner):
    said = type_into_cell(page, "!flcourse --version; command -v flcourse; command -v python")
    assert re.search(r"flcourse \d", said)
    assert said.count(str(owner.programs)) == 2, said
    with page.expect_response(lambda r: "start.ipynb" in r.url and r.request.method == "PUT"):
        page.keyboard.press("Control+s")
    page.get_by_role("menuitem", name="File", exact=True).first.click()
    page.locator(".lm-Menu-item").filter(has_text=re.compile("^New$")).first.hover()
    page.locator(".lm-Menu-item").filter(has_text=re.compile("^Terminal$")).first.click()
    page.locator(".jp-Terminal:visible").wait_for()
    page.locator(".jp-Terminal:visible .xterm-screen").click()
    said = in_the_terminal(page, owner, "command -v flcourse python; echo $ALSO", "where.txt")
    assert said.splitlines() == [f"{owner.programs}/flcourse", f"{owner.programs}/python", "read"]


def answered_and_checked(page, owner):
    """A wrong answer, what the panel says of it, its formula; then the right one."""
    for function, state in (("sum", "not yet"), ("mean", "right")):
        cell = page.locator(".jp-CodeCell").filter(has_text="def station_mean").first
        cell.scroll_into_view_if_needed()
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(f"def station_mean(y_i):\n    return np.{function}(y_i)\n")
        press_check(page)
        task = row(page, "Task 1: Answer and check")
        page.locator(f".flc-task[data-task=station-mean][data-state='{state}']").wait_for()
        assert in_sight(page, task)
        if state == "not yet":
            assert "This is the sum, it is not divided by m_i" in task.inner_text()
            task.get_by_role("button", name="Show (3.2)").click()
            task.locator("mjx-container").first.wait_for()
            assert in_sight(page, task.locator("mjx-container").first)
    assert "np.mean" in (owner.mine / "start" / "start.ipynb").read_text("utf-8")


def the_terminal_says_the_same(page, owner):
    """The command that page and notebook name."""
    for text in (PAGE, (ROOT / "exercises/start/start.ipynb").read_text("utf-8")):
        assert "flcourse check start" in text
        assert re.search(r"flcourse submit (start|gtvmin)", text)
    said = in_the_terminal(page, owner, "flcourse check start", "check.txt")
    assert re.search(r"Task 1: Answer and check\b.*\bright$", said, re.M), said


def go_on_with(page, notebook):
    """Open another notebook, and let JupyterLab keep what is open."""
    with page.expect_response(lambda r: "api/workspaces" in r.url and r.request.method == "PUT"):
        page.goto(re.sub(r"/lab/.*", f"/lab/tree/{notebook}", page.url))
        page.get_by_role("heading", name="A temperature map").first.wait_for()
    page.wait_for_timeout(2000)  # JupyterLab waits for a second of rest before it keeps the layout
