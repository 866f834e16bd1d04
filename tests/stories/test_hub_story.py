"""A course on a JupyterHub: an instructor and a student, two Unix users of one machine.

The hub is real, with its proxy, on the loopback; its settings are those that `flcourse init-hub`
writes, and the page *A course on a JupyterHub* tells of. Two things are for this test alone:
JupyterHub's "dummy" authenticator, which asks everybody for the same password, and longer
patience. The users are made here and removed again, which takes the rights of root.
"""

import json
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import journey
import pytest
from conftest import installed
from journey import ROOT

from flcourse.grading.script import read_script

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEM = "erm"
SCRIPT = read_script(ROOT / "solutions" / f"{STEM}.py")
ANSWERS = {cell.id: cell.source for cell in SCRIPT.of_kind("answer")}
(WRITTEN,) = [cell.id for cell in SCRIPT.of_kind("manual")][:1]
PASSWORD = "for this test only"
FOR_THIS_TEST = """
c = get_config()
load_subconfig("jupyterhub_config.py", path={hub!r})
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.JupyterHub.bind_url = {address!r}
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.Spawner.start_timeout = c.Spawner.http_timeout = 200
"""
# One who hands in for a friend, one who hands in a link to what only the instructor can read, one
# whose folder has an odd name: all are the student's doing.
MISCHIEF = """
import os, pathlib, shutil, sys
inbound, mine, stem, secret = map(pathlib.Path, sys.argv[1:])
forged = inbound / f"somebody+{stem}+2099-01-01 00:00:00.000000 UTC+x"
shutil.copytree(mine, forged)
(forged / "timestamp.txt").write_text("2099-01-01 00:00:00.000000 UTC")
(inbound / f"odd+{stem}+never+x").mkdir()
own = inbound / f"{os.environ['USER']}+{stem}+2098-01-01 00:00:00.000000 UTC+x"
own.mkdir()
(own / f"{stem}.ipynb").symlink_to(secret)
os.mkfifo(own / "pipe")
shutil.copy(mine / f"{stem}.ipynb", own / "copy.ipynb")
"""
TRY = """
import os, pathlib, sys
for name in sys.argv[1:]:
    place = pathlib.Path(name)
    try:
        print("READ", name, os.listdir(place) if place.is_dir() else place.read_bytes()[:20])
    except PermissionError:
        pass
"""


class Hub:
    """Unix users, a course folder, an exchange and a hub, all below ``top``."""

    def __init__(self, top):
        self.top = top
        self.instructor, self.student = (f"flc{os.getpid()}{role}" for role in ("teach", "learn"))
        self.exchange, self.folder = top / "exchange", top / "hub"
        self.course = top / "home" / self.instructor / "fl27"

    def make_users(self):
        (self.top / "home").mkdir(mode=0o755)
        for user in (self.instructor, self.student):
            home = self.top / "home" / user
            subprocess.run(["useradd", "--no-create-home", "--home-dir", home, user], check=True)
            home.mkdir(mode=0o700)
            shutil.chown(home, user, user)

    def remove_users(self):
        for user in (self.instructor, self.student):
            subprocess.run(["userdel", "--force", user], check=False, capture_output=True)

    def environment(self, user):
        role = "instructor" if user == self.instructor else "students"
        home = self.top / "home" / user
        own = {
            "HOME": home, "USER": user, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1",
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "JUPYTER_CONFIG_PATH": self.folder / role,
        }  # fmt: skip
        return {name: str(value) for name, value in own.items()}

    def run(self, user, *words, folder=None, code=0):
        """Run a command as a Unix user, as in a terminal of her JupyterLab."""
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        place = folder or self.top / "home" / user
        return journey.run(
            self.environment(user), place, *readable(self.top), *become, *words, code=code
        )

    def flcourse(self, *words):
        where = self.course if self.course.exists() else self.course.parent
        words = (sys.executable, "-m", "flcourse", *words)
        return self.run(self.instructor, *words, folder=where)

    def nbgrader(self, *words):
        words = (sys.executable, "-m", "nbgrader", *words)
        return self.run(self.instructor, *words, folder=self.course)


def readable(top):
    """Return the beginning of a command that lets all users read what runs these tests.

    Where Python or the checkout lies below a folder that is closed to others, such as /root, the
    command sees an open folder in its place, with nothing in it but these. Nobody else sees that.
    """
    closed = {}
    for needed in dict.fromkeys(Path(p).resolve() for p in (sys.base_prefix, sys.prefix, ROOT)):
        for above in reversed(needed.parents):
            if not above.stat().st_mode & stat.S_IXOTH:
                closed.setdefault(above, []).append(needed)
                break
    if not closed:
        return []
    needed = [place for places in closed.values() for place in places]
    script = "set -e\n"
    for number, place in enumerate(needed):
        script += f"mkdir -p '{top}/{number}'; mount --bind '{place}' '{top}/{number}'\n"
    script += "".join(f"mount -t tmpfs -o mode=755 tmpfs '{above}'\n" for above in closed)
    for number, place in enumerate(needed):
        script += f"mkdir -p '{place}'; mount --bind '{top}/{number}' '{place}'\n"
    return ["unshare", "--mount", "sh", "-c", script + 'exec "$@"', "sh"]


@pytest.fixture(scope="module")
def hub(bwrap):
    installed("configurable-http-proxy", shutil.which("configurable-http-proxy"))
    if os.geteuid() != 0:
        pytest.skip("only root can make the two Unix users of this story")
    top = Path(tempfile.mkdtemp(prefix="flc-hub-"))
    top.chmod(0o755)
    hub = Hub(top)
    try:
        hub.make_users()
        prepare(hub)
        with started(hub):
            yield hub
    finally:
        hub.remove_users()
        shutil.rmtree(top, ignore_errors=True)


def prepare(hub):
    """The instructor makes a course and releases; root makes the hub."""
    names = ["--name", "Federated Learning", "--term", "Spring 2027"]
    hub.flcourse("init-course", hub.course, *names, "--from", ROOT, "--exchange", hub.exchange)
    assert stat.S_IMODE((hub.course / "grading-seed.txt").stat().st_mode) == 0o600
    with (hub.course / "roster.csv").open("a", encoding="utf-8") as roster:
        roster.write(f"{hub.student},Olli,Mäkelä,olli@example.org\n")
    words = [sys.executable, "-m", "flcourse", "init-hub", hub.folder, "--course", hub.course]
    said = journey.run({**os.environ, "HOME": str(hub.top)}, hub.top, *words)
    assert f"a hub in which {hub.instructor} is the instructor" in said
    hub.flcourse("release", STEM, "--to-exchange")


def started(hub):
    ports = [journey.free_port() for _ in range(3)]
    hub.address = f"http://127.0.0.1:{ports[0]}/"
    settings = FOR_THIS_TEST.format(
        hub=str(hub.folder), password=PASSWORD, address=hub.address,
        hub_port=ports[1], proxy_port=ports[2],
    )  # fmt: skip
    (hub.top / "for_this_test.py").write_text(settings)
    environment = {
        "HOME": str(hub.folder / "state"), "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1",
        "PATH": f"{Path(sys.executable).parent}:/usr/sbin:/usr/bin:/sbin:/bin",
        # Where Debian's packages are; a Node.js of other origin does not look there.
        "NODE_PATH": "/usr/share/nodejs",
    }  # fmt: skip
    words = [sys.executable, "-m", "jupyterhub", "-f", hub.top / "for_this_test.py"]
    return journey.program(
        [*readable(hub.top), *words], environment, hub.folder / "state",
        hub.address + "hub/login", hub.folder / "state" / "hub.log",
    )  # fmt: skip


def log_in(page, hub, user):
    """Log in, and wait for JupyterLab."""
    page.set_default_timeout(200_000)
    page.locator("#username_input").fill(user)
    page.locator("#password_input").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/user/{user}/lab**")
    page.get_by_role("menuitem", name="Nbgrader").wait_for()


def choose(page, item):
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name=item, exact=True).click()


# ----------------------------------------------------------------------------------------- story


def test_the_student_fetches_answers_and_submits(hub, chromium):
    home = hub.top / "home" / hub.student
    with journey.visit(chromium, hub.address, token=None) as page:
        log_in(page, hub, hub.student)
        page.get_by_role("menuitem", name="Nbgrader").click()
        assert page.get_by_role("menuitem", name="Formgrader", exact=True).count() == 0
        page.get_by_role("menuitem", name="Assignment List", exact=True).click()
        page.get_by_role("button", name="Fetch", exact=True).click()
        submit = page.get_by_role("button", name="Submit", exact=True)
        submit.wait_for()
        notebook = home / STEM / f"{STEM}.ipynb"
        assert notebook.owner() == hub.student
        content = json.loads(notebook.read_text("utf-8"))
        for cell in content["cells"]:
            text = "The loss is a mean, so it estimates the risk."
            cell["source"] = ANSWERS.get(
                cell["id"], text if cell["id"] == WRITTEN else cell["source"]
            )
        (hub.top / "answers").write_text(json.dumps(content), "utf-8")
        hub.run(hub.student, "cp", hub.top / "answers", notebook)
        submit.click()
        page.get_by_text("Fetch Feedback").or_(page.get_by_text("UTC")).first.wait_for()
    (inbound,) = hub.exchange.glob("*/inbound")
    (handed_in,) = inbound.iterdir()
    assert handed_in.owner() == hub.student


def test_the_student_reads_nothing_of_others(hub):
    (course,) = hub.exchange.iterdir()
    secret = [
        hub.course, hub.course / "grading-seed.txt", hub.course / "gradebook.db",
        hub.course / "_build" / "source" / STEM / f"{STEM}.ipynb", hub.course / "submitted",
        hub.course.parent, course / "inbound", hub.folder / "state", "/proc/1/environ",
    ]  # fmt: skip
    assert hub.run(hub.student, sys.executable, "-c", TRY, *secret) == ""
    assert "READ" in hub.run(hub.instructor, sys.executable, "-c", TRY, *secret[:4])
    # What may be read: the released notebook, which holds no hidden check, and whose hub it is.
    released = (course / "outbound" / STEM / f"{STEM}.ipynb").read_text("utf-8")
    assert "HIDDEN" not in released
    assert hub.run(hub.student, "cat", hub.folder / "hub.toml")
    for place in (course, course / "outbound", hub.folder / "students" / "nbgrader_config.py"):
        hub.run(hub.student, "sh", "-c", f"test ! -w '{place}'")


def test_grading_works_in_the_sandbox_of_a_plain_user(hub, chromium):
    assert pwd.getpwnam(hub.instructor).pw_uid != 0
    hub.flcourse("collect", STEM)
    said = hub.flcourse("grade", STEM)
    assert "1 submissions" in said
    found = json.loads((hub.course / "results" / STEM / f"{hub.student}.json").read_text("utf-8"))
    assert found["score"] == sum(cell.points for cell in SCRIPT.of_kind("tests"))
    with journey.visit(chromium, hub.address, token=None) as page:
        log_in(page, hub, hub.instructor)
        choose(page, "Formgrader")
        formgrader = page.frame_locator("iframe")
        journey.to_submissions(formgrader, STEM)
        formgrader.get_by_role("link", name="Submission #1").click()
        # Formgrader marks what is to be graded once it listens to what is typed.
        formgrader.locator(f"#{WRITTEN}.needs_manual_grade").wait_for()
        formgrader.locator(f"#{WRITTEN}-comment[placeholder]").wait_for()
        formgrader.locator(f"#{WRITTEN}").fill("1")
        with page.expect_response(lambda r: "/api/grade/" in r.url and r.request.method == "PUT"):
            formgrader.locator(f"#{WRITTEN}").press("Tab")
        comment = formgrader.locator(f"#{WRITTEN}-comment")
        comment.fill("Hyvä, a mean indeed.")
        with page.expect_response(lambda r: "/api/comment/" in r.url and r.request.method == "PUT"):
            comment.press("Tab")
        journey.shot(page, "hub-formgrader", "Student's answer")
    hub.flcourse("feedback", STEM)
    hub.nbgrader("release_feedback", STEM)


def test_the_student_gets_the_feedback(hub, chromium):
    with journey.visit(chromium, hub.address, token=None) as page:
        log_in(page, hub, hub.student)
        choose(page, "Assignment List")
        page.get_by_text("Fetch Feedback").first.click()
        page.get_by_text("View Feedback").first.wait_for()
    (got,) = (hub.top / "home" / hub.student).glob(f"{STEM}/feedback/*/{STEM}.html")
    assert "Your grader says: Hyvä, a mean indeed." in got.read_text("utf-8")
    (others,) = hub.exchange.glob("*/feedback")
    assert hub.run(hub.student, sys.executable, "-c", TRY, others) == ""


def test_mischief_in_the_exchange_harms_nobody(hub):
    (course,) = hub.exchange.iterdir()
    mine, seed = hub.top / "home" / hub.student / STEM, hub.course / "grading-seed.txt"
    hub.run(hub.student, sys.executable, "-c", MISCHIEF, course / "inbound", mine, STEM, seed)
    said = hub.flcourse("collect", STEM)
    assert said.count("cheating attempt") >= 1
    submitted = hub.course / "submitted"
    assert [path.name for path in submitted.iterdir()] == [hub.student]
    held = {path.name for path in (submitted / hub.student / STEM).iterdir()}
    assert "pipe" not in held
    assert not any(
        seed.read_bytes().strip() in path.read_bytes() for path in submitted.rglob("*.*")
    )
    hub.flcourse("grade", STEM)
    hub.flcourse("feedback", STEM, "--partial")
    hub.nbgrader("release_feedback", STEM)
